"""The text of a file of trees while it is edited: one token replaced, undo, saving."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from treeexplorer.errors import TreeexplorerError
from treeexplorer.files import digest, write_atomically
from treeexplorer.notation import Exercise, NotationError, parse
from treeexplorer.notation.lexer import inside
from treeexplorer.notation.reader import plain_text
from treeexplorer.notation.spelling import write_name

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
        >>> edited.turn_back(-1), edited.text
        (True, '[3 12] # mine')
    """

    def __init__(self, text: str, path: Path | None = None, known: str | None = None) -> None:
        self.path = path
        self.digest = known
        if known is None and path is not None:
            self.digest = digest(text.encode("utf-8", "surrogateescape"))
        self._saved = text if known is None else None
        self._texts = [text]  # as they are saved: all that can be undone and made again
        self._at = 0

    @property
    def raw(self) -> str:
        """The text as it would be saved."""
        return self._texts[self._at]

    @property
    def text(self) -> str:
        """The text with plain line ends, in which positions are counted."""
        return plain_text(self.raw)

    @property
    def has_unsaved_work(self) -> bool:
        """Whether the text is not what was saved or read last."""
        return self.raw != self._saved

    def write(self, text: str) -> None:
        """Replace the text; what was undone before cannot be made again.

        Args:
            text: The new text, with plain line ends.
        """
        before, raw = self.text, self.raw
        if text == before:
            return
        start = _common(before, text)
        rest = _common(before[start:][::-1], text[start:][::-1])
        first, last = _offsets(raw, before, start, len(before) - rest)
        new = text[start : len(text) - rest]
        if 2 * raw.count("\r\n") > raw.count("\n"):
            new = new.replace("\n", "\r\n")
        self._texts[self._at + 1 :] = [raw[:first] + new + raw[last:]]
        self._at += 1

    def turn_back(self, by: int) -> bool:
        """Undo the last edit (-1), or make one again (1); tell whether there was one."""
        is_there = 0 <= self._at + by < len(self._texts)
        if is_there:
            self._at += by
        return is_there

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
        target = path or self.path
        if target is None:
            raise TreeexplorerError("these trees have no file yet: save them under a name")
        own = self.path is not None and target.absolute() == self.path.absolute()
        raw = self.raw
        expected = ... if overwrite else self.digest if own else None
        write_atomically(target, raw, expected=expected)
        self.path, self._saved = target, raw
        self.digest = digest(raw.encode("utf-8", "surrogateescape"))
        return target


# -- one token -------------------------------------------------------------------------------------


def written_at(exercise: Exercise, node: int) -> str:
    """Return a node's name and value as they are written: ``b:8``, ``b:``, ``8``.

    Raises:
        ValueError: The tree was not read from a text.
    """
    head = _head(exercise, node)
    name = f"{head['name']}:" if head["name"] else ""
    return name + (head["LEAF"] or head["claim"] or "")


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
    """
    head_match = _head(exercise, node)
    text = head_match.string
    parts = _NAMED.match(written)
    name, value = parts.groups() if parts else (None, written.strip())
    is_leaf = exercise.tree.is_leaf(node)
    if not is_leaf and name is None and value and not set(value) & set("0123456789?=<>≤≥∞"):
        name, value = value, ""
    if set(value) & set("#\n[]"):
        raise EditError("a name and a value are expected, such as b:8")
    if is_leaf and not value:
        raise EditError("a leaf needs a value: a number, or a word such as x")
    name = (name or "").strip()
    if name:
        is_quoted = name.startswith('"')
        name = f"{name if is_quoted else write_name(name)}:"
    begin = max(head_match.start(), head_match.end("probability"), head_match.end("cut"))
    first, last = head_match.span("LEAF" if is_leaf else "claim")
    if first < 0:
        first = last = head_match.start("OPEN")
    starts = [head_match.start(group) for group in ("player", "window", "estimate")]
    between = text[min((start for start in starts if start >= 0), default=first) : first]
    head = name + between + value
    try:
        alone = parse(head if is_leaf else f"{head}[0]")
    except NotationError as error:
        problem = error.problems[0]
        hint = f" ({problem.hint})" if problem.hint else ""
        raise EditError(problem.message + hint) from None
    is_one = len(alone.tree) == 2 - is_leaf and alone.tree.is_leaf(0) == is_leaf
    if not is_one or any(claim.kind in {"cut", "visited"} for claim in alone.claims):
        raise EditError("a name and a value are expected, such as b:8")
    return text[:begin] + head + text[last:]


def _head(exercise: Exercise, node: int) -> re.Match[str]:
    positions = exercise.positions
    if positions is None:
        raise ValueError("the tree was not read from a text")
    match = inside().match(positions.source.text, positions.nodes[node])
    if match is None:
        raise ValueError("the tree was not read from this text")
    return match


# -- texts -----------------------------------------------------------------------------------------


def _common(first: str, second: str) -> int:
    """Return how many characters two texts have in common at their beginnings."""
    low, high = 0, min(len(first), len(second))
    while low < high:  # every round compares half as much as the one before it, or less
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _offsets(raw: str, shown: str, first: int, last: int) -> tuple[int, int]:
    """Return where two offsets in a text stand in it as it was before its lines ended plainly."""
    mark = len(raw) - len(raw.removeprefix("\ufeff"))
    if len(raw) == len(shown) + mark:
        return first + mark, last + mark
    line_ends = [end.start() for end in re.finditer("\r\n", raw[mark:])]
    # The end of line i stands i characters further to the right than in the plain text.
    shift = [sum(end - i < offset for i, end in enumerate(line_ends)) for offset in (first, last)]
    return first + shift[0] + mark, last + shift[1] + mark
