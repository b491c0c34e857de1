"""The text of a file of trees while it is edited: one token replaced, undo, saving."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from treeexplorer.editing.history import History
from treeexplorer.errors import TreeexplorerError
from treeexplorer.files import digest, write_atomically
from treeexplorer.notation import Exercise, NotationError, parse, read_text, write_all
from treeexplorer.notation.lexer import inside
from treeexplorer.notation.reader import with_plain_line_ends
from treeexplorer.notation.spelling import write_name

_LINE_END: Final = re.compile("(\r\n|\r|\n)")
_NAMED: Final = re.compile(r'\s*(?:("(?:\\.|[^"\\])*"|[^:"]*):)?\s*(.*?)\s*\Z', re.DOTALL)


class EditError(TreeexplorerError):
    """An edit that cannot be made, with the reason as a sentence for a person."""


class EditedText:
    """The text of a file, what it was before each edit, and its saving.

    Lines end in newlines here, whatever the file has; what an edit does not touch (line ends, a
    byte-order mark, comments, the other trees) is saved byte for byte as it was.

    Args:
        text: The text as it stands in the file.
        path: The file; ``None`` where there is none yet.
        known: The digest of what is in the file, where that is not the text: the text is then
            unsaved from the beginning.

    Attributes:
        path: The file.
        digest: The digest of what was read from the file, or written to it last.

    Example:
        >>> edited = EditedText("[3 12] # mine")
        >>> edited.write("[5 12] # mine")
        >>> edited.undo(), edited.text
        (True, '[3 12] # mine')
        >>> edited.redo(), edited.text
        (True, '[5 12] # mine')
    """

    def __init__(self, text: str, path: Path | None = None, known: str | None = None) -> None:
        self.path = path
        self.digest = known
        if known is None and path is not None:
            self.digest = digest(text)
        self._saved = text if known is None else None
        self._texts = History(text)  # as they are saved

    @classmethod
    def of_trees(
        cls, exercises: Sequence[Exercise], path: Path | None, own_path: Path | None
    ) -> EditedText:
        """Return the text in which trees stand, or one that is written for them.

        Args:
            exercises: All trees of the text.
            path: The file they were read from, where there is one.
            own_path: The file they are saved to; a built-in example has none.
        """
        positions = exercises[0].positions
        if positions is None:
            return cls(write_all(exercises))
        text = positions.source.text
        if path is not None:
            with suppress(ValueError):  # its own line ends, where it is what was read
                on_disk = read_text(path)
                if with_plain_line_ends(on_disk) == text:
                    text = on_disk
        return cls(text, own_path)

    @property
    def raw(self) -> str:
        """The text as it would be saved."""
        return self._texts.now

    @property
    def text(self) -> str:
        """The text with plain line ends, in which positions are counted."""
        return with_plain_line_ends(self.raw)

    @property
    def has_unsaved_work(self) -> bool:
        """Whether the text is not what was saved or read last."""
        return self.raw != self._saved

    def write(self, text: str) -> None:
        """Replace the text by another one with plain line ends."""
        if text == self.text:
            return
        mark = "\ufeff" if self.raw.startswith("\ufeff") else ""
        pieces = _LINE_END.split(self.raw.removeprefix(mark))
        before = pieces[::2]
        ends = [*pieces[1::2], ""]
        after = text.split("\n")
        # The lines before and after the edit keep their ends, and so do those that it changed.
        most = min(len(before), len(after)) - 1
        first = next((i for i in range(most) if before[i] != after[i]), most)
        most -= first
        rest = next((i for i in range(most) if before[-1 - i] != after[-1 - i]), most)
        usual = "\r\n" if 2 * self.raw.count("\r\n") > self.raw.count("\n") else "\n"
        changed = [end for end in ends[first : len(ends) - rest] if end]
        wanted = len(after) - first - rest
        between = [*changed[:wanted], *[usual] * (wanted - len(changed))]
        ends = [*ends[:first], *between, *ends[len(ends) - rest :]]
        ends[-1] = ""
        lines = [line + end for line, end in zip(after, ends, strict=True)]
        self._texts.change(mark + "".join(lines))

    def undo(self) -> bool:
        """Undo the last edit; tell whether there was one."""
        return self._texts.undo()

    def redo(self) -> bool:
        """Make the edit again that was undone last; tell whether there was one."""
        return self._texts.redo()

    def read_again(self, text: str, known: str | None) -> None:
        """Take what stands in the file by now; what was written before can be undone to.

        Args:
            text: The text as it would be saved.
            known: The digest of what stands in the file; ``None`` where the text has none.
        """
        if text != self.raw:
            self._texts.change(text)
        self._saved = text
        self.digest = known

    def save(self, path: Path | None = None, *, overwrite: bool = False) -> Path:
        """Write the text to its file, or to another one, which is then its own; return it.

        Args:
            path: Where to; the text's own file where ``None``.
            overwrite: Write even where that replaces something that was not read from there.

        Raises:
            TreeexplorerError: There is no file to write to.
            ChangedError: The file is not what was read, or is another one that exists.
            FileError: It cannot be written; the old file is still whole.
        """
        target = self.path if path is None else path
        if target is None:
            raise TreeexplorerError("these trees have no file yet: save them under a name")
        raw = self.raw
        if overwrite:
            write_atomically(target, raw)
        elif self.path is not None and target.absolute() == self.path.absolute():
            write_atomically(target, raw, expected=self.digest)
        else:
            write_atomically(target, raw, expected=None)
        self.path = target
        self._saved = raw
        self.digest = digest(raw)
        return target


# -- one token -------------------------------------------------------------------------------------


def written_at(exercise: Exercise, node: int) -> str:
    """Return a node's name and value as they are written: ``b:8``, ``b:``, ``8``.

    Raises:
        ValueError: The tree was not read from a text.

    Example:
        >>> exercise = parse("[b:8 max=5[4 x]]")
        >>> written_at(exercise, 1), written_at(exercise, 2), written_at(exercise, 4)
        ('b:8', '=5', 'x')
    """
    head = _head(exercise, node).groupdict(default="")
    name = f"{head['name']}:" if head["name"] else ""
    value = head["LEAF"] if head["LEAF"] else head["claim"]
    return name + value


def replaced(exercise: Exercise, node: int, written: str) -> str:
    """Return the text of the whole document with another name and value at a node.

    Args:
        exercise: The tree, which was read from a text.
        node: The node.
        written: What stands there afterwards, as :func:`written_at` returns it. At a node with
            children the value is the one that somebody claims, and a single word is the name.

    Raises:
        EditError: It is no name and value.
        ValueError: The tree was not read from a text.

    Example:
        >>> replaced(parse("[b:8 /4] # mine"), 2, "c:7")
        '[b:8 /c:7] # mine'
    """
    old = _head(exercise, node)
    text = old.string
    is_leaf = exercise.tree.is_leaf(node)
    name, value = _name_and_value(written, is_leaf=is_leaf)
    if name and not name.startswith('"'):
        name = write_name(name)
    start = max(old.start(), old.end("probability"), old.end("cut"))
    first, last = old.span("LEAF" if is_leaf else "claim")
    if first < 0:
        first = last = old.start("OPEN")
    starts = [old.start(group) for group in ("player", "window", "estimate")]
    kept = text[min((start for start in starts if start >= 0), default=first) : first]
    new = f"{name}:{kept}{value}" if name else kept + value
    _check_alone(new, is_leaf=is_leaf)
    return text[:start] + new + text[last:]


def _name_and_value(written: str, *, is_leaf: bool) -> tuple[str, str]:
    """Return the name and the value that somebody wrote, each empty where there is none.

    Raises:
        EditError: It is no name and value.
    """
    name = None
    value = written.strip()
    parts = _NAMED.match(written)
    if parts is not None:
        name, value = parts.groups()
    if not is_leaf and name is None and not set(value) & set("0123456789?=<>≤≥∞"):
        name = value
        value = ""
    if set(value) & set("#\n[]"):
        raise EditError("a name and a value are expected, such as b:8")
    if is_leaf and not value:
        raise EditError("a leaf needs a value: a number, or a word such as x")
    return "" if name is None else name.strip(), value


def _check_alone(head: str, *, is_leaf: bool) -> None:
    """Check that what is written of a node is one node, with no slash before it.

    Raises:
        EditError: It is not.
    """
    try:
        alone = parse(head if is_leaf else f"{head}[0]")
    except NotationError as error:
        problem = error.problems[0]
        hint = f" ({problem.hint})" if problem.hint else ""
        raise EditError(problem.message + hint) from None
    nodes = 1 if is_leaf else 2
    is_one = len(alone.tree) == nodes and alone.tree.is_leaf(0) == is_leaf
    if not is_one or any(claim.kind in {"cut", "visited"} for claim in alone.claims):
        raise EditError("a name and a value are expected, such as b:8")


def _head(exercise: Exercise, node: int) -> re.Match[str]:
    """Return the match of a node's beginning in the text that its tree was read from."""
    positions = exercise.positions
    if positions is None:
        raise ValueError("the tree was not read from a text")
    match = inside().match(positions.source.text, positions.nodes[node])
    if match is None:
        raise ValueError("the tree was not read from this text")
    return match
