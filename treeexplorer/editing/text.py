"""The text of a file of trees while it is edited: one token replaced, undo, saving."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from treeexplorer.editing.history import History
from treeexplorer.errors import TreeexplorerError, present
from treeexplorer.files import digest, write_atomically
from treeexplorer.notation import (
    ABOUT_VISITS,
    Exercise,
    NotationError,
    Problem,
    parse,
    read_text,
    write_all,
)
from treeexplorer.notation.lexer import inside
from treeexplorer.notation.reader import normalise_line_ends
from treeexplorer.notation.spelling import format_node_name

_T = TypeVar("_T")

_LINE_END: Final = re.compile("(\r\n|\r|\n)")
_NAME_AND_VALUE: Final = re.compile(
    r"""
    \s* (?: (?P<name> "(?:\\.|[^"\\])*" | [^:"]* ) : )?  # a name, in quotes or not, and a colon
    \s* (?P<value> .*? ) \s* \Z
    """,
    re.DOTALL | re.VERBOSE,
)
"""What somebody types for a node, such as ``b:8``; any text matches."""
_CHARACTERS_OF_VALUES: Final = frozenset("0123456789?=<>≤≥∞")
"""A text with one of these is a value or a claim; a text without them is a word."""
_CHARACTERS_OUTSIDE_OF_A_NODE: Final = frozenset("#\n[]")
"""Each would begin a comment or a new line, or open or close a list of nodes."""
_SIGNS_OF_CLAIMS: Final = frozenset("=<>≤≥")
_NO_NAME_AND_VALUE: Final = "a name and a value are expected, such as b:8"


class EditError(TreeexplorerError):
    """An edit cannot be made; the message says why in a sentence."""


class EditedText:
    """The text of a file, with its earlier states, and with saving.

    Lines end in newlines here, whatever the file has. What an edit does not touch (line ends, a
    byte-order mark, comments, the other trees) is saved byte for byte as it was.

    Args:
        text: The text as it stands in the file.
        path: The file; ``None`` if there is none yet.
        known: The digest of the file's content, if that differs from the text; the text is then
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
        """Return the text that trees were read from; if there is none, a text written for them.

        ``path`` and ``own_path`` are the same for a user's file. A built-in example is read from a
        file of the package, its ``path``, but it must not be saved there: its ``own_path`` is
        ``None``.

        Args:
            exercises: All trees of the text; at least one.
            path: The file they were read from; ``None`` if it was none.
            own_path: The file they are saved to; ``None`` if there is none yet.
        """
        # 1. Trees that were built, and not read: a text is written for them.
        positions = exercises[0].positions  # all trees of a text have the same source
        if positions is None:
            return cls(write_all(exercises))

        # 2. The text they were read from. It has plain line ends; those of the file are kept.
        text = positions.source.text
        if path is not None:
            text = _restore_line_ends(text, path)
        return cls(text, own_path)

    @property
    def raw(self) -> str:
        """The text as it would be saved."""
        return self._texts.now

    @property
    def text(self) -> str:
        """The text with plain line ends, in which positions are counted."""
        return normalise_line_ends(self.raw)

    @property
    def has_unsaved_work(self) -> bool:
        """Whether the text differs from what was saved or read last."""
        return self.raw != self._saved

    def write(self, text: str) -> None:
        """Replace the text by another one, given with plain line ends."""
        if text == self.text:
            return
        byte_order_mark = "\ufeff" if self.raw.startswith("\ufeff") else ""
        old_text = self.raw.removeprefix(byte_order_mark)
        new_text = _join_lines(text.split("\n"), old_text)
        self._texts.change(byte_order_mark + new_text)

    def undo(self) -> bool:
        """Undo the last edit; tell whether there was one."""
        return self._texts.undo()

    def redo(self) -> bool:
        """Redo the edit that was undone last; tell whether there was one."""
        return self._texts.redo()

    def read_again(self, text: str, known: str | None) -> None:
        """Replace the text by what the file holds now; undo leads back to the text before.

        Args:
            text: The text as it would be saved.
            known: The digest of what stands in the file; ``None`` if the text has none.
        """
        if text != self.raw:
            self._texts.change(text)
        self._saved = text
        self.digest = known

    def save(self, path: Path | None = None, *, overwrite: bool = False) -> Path:
        """Write the text to its file, or to another one that becomes its file; return that file.

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
        raw = self.raw  # what is saved, whatever is typed meanwhile
        if overwrite:
            write_atomically(target, raw)
        else:
            write_atomically(target, raw, expected=self._get_expected_digest(target))
        # Only after it is written: if that fails, nothing has changed.
        self.path = target
        self._saved = raw
        self.digest = digest(raw)
        return target

    def _get_expected_digest(self, target: Path) -> str | None:
        """Return the digest of what a file must hold to be replaced; ``None`` if it must be new."""
        is_own_file = self.path is not None and target.absolute() == self.path.absolute()
        return self.digest if is_own_file else None


# -- one token -------------------------------------------------------------------------------------


def _restore_line_ends(text: str, path: Path) -> str:
    """Return the text with the file's line ends, if the file still holds this text."""
    with suppress(ValueError):
        text_on_disk = read_text(path)
        if normalise_line_ends(text_on_disk) == text:
            return text_on_disk
    return text


def _join_lines(new_texts: Sequence[str], old_text: str) -> str:
    r"""Join the lines of a new text, which have no line ends, with the line ends of the old text.

    The lines that both texts begin with, and those that both end with, keep their line ends. The
    lines in between take the line ends of those that they replace; if they are more, the others get
    the line end that is the most frequent in the old text.

    >>> _join_lines(["a", "x", "y", "c"], "a\r\nb\nc")  # x and y replace b
    'a\r\nx\ny\nc'
    """
    # 1. Split both texts into what comes before, what is edited, and what comes behind.
    old_lines = _split_lines(old_text)
    old_texts = [line.text for line in old_lines]
    count_before, count_behind = _count_equal_lines_at_both_ends(old_texts, new_texts)
    lines_before, replaced_lines, lines_behind = _cut_in_three(
        old_lines, count_before, count_behind
    )
    _, edited_texts, _ = _cut_in_three(new_texts, count_before, count_behind)

    # 2. Give the edited lines the ends of those that they replace.
    edited_ends = _choose_line_ends(
        len(edited_texts),
        replaced_ends=[line.end for line in replaced_lines],
        usual_end=_find_usual_line_end(old_text),
    )
    edited_lines = map(_Line, edited_texts, edited_ends)

    # 3. All together. The last line of a text has no line end.
    new_lines = [*lines_before, *edited_lines, *lines_behind]
    new_lines[-1] = new_lines[-1]._replace(end="")
    return "".join(line.text + line.end for line in new_lines)


def _cut_in_three(
    items: Sequence[_T], count_before: int, count_behind: int
) -> tuple[Sequence[_T], Sequence[_T], Sequence[_T]]:
    """Return the first items, those in the middle, and the last items, by the counts at both ends.

    >>> _cut_in_three("abcde", 1, 2)
    ('a', 'bc', 'de')
    """
    stop = len(items) - count_behind
    return items[:count_before], items[count_before:stop], items[stop:]


def _count_equal_lines_at_both_ends(
    old_texts: Sequence[str], new_texts: Sequence[str]
) -> tuple[int, int]:
    """Count the lines that two texts both begin with, and those that they both end with.

    No line is counted twice, and in each text one line is left over at least, as the edited one.

    >>> _count_equal_lines_at_both_ends(["a", "b", "c"], ["a", "x", "y", "c"])
    (1, 1)
    >>> _count_equal_lines_at_both_ends(["a"], ["a", "a"])
    (0, 0)
    """
    most_equal = min(len(old_texts), len(new_texts)) - 1
    count_before = _count_equal_lines(old_texts, new_texts, most_equal)
    most_behind = most_equal - count_before
    count_behind = _count_equal_lines(old_texts[::-1], new_texts[::-1], most_behind)
    return count_before, count_behind


class _Line(NamedTuple):
    r"""A line of a text, and what ends it: ``\n``, ``\r\n`` or ``\r``; nothing ends the last."""

    text: str
    end: str


def _split_lines(text: str) -> list[_Line]:
    r"""Return the lines of a text with their ends.

    >>> [tuple(line) for line in _split_lines("a\r\nb\nc")]
    [('a', '\r\n'), ('b', '\n'), ('c', '')]
    """
    texts_and_ends = _LINE_END.split(text)  # line, end, line, end, …, last line
    texts = texts_and_ends[::2]
    ends = [*texts_and_ends[1::2], ""]
    return list(map(_Line, texts, ends))


def _choose_line_ends(count: int, replaced_ends: Sequence[str], usual_end: str) -> list[str]:
    r"""Return ``count`` line ends: first those of the replaced lines, then the usual one.

    >>> _choose_line_ends(3, ["\r\n", ""], "\n")
    ['\r\n', '\n', '\n']
    """
    line_ends = [end for end in replaced_ends if end][:count]
    return line_ends + [usual_end] * (count - len(line_ends))


def _count_equal_lines(one: Sequence[str], other: Sequence[str], most: int) -> int:
    """Return how many lines at the beginning of two texts are equal, at most ``most``."""
    for count in range(most):
        if one[count] != other[count]:
            return count
    return most


def _find_usual_line_end(text: str) -> str:
    """Return the line end that most lines of a text have."""
    windows_count = text.count("\r\n")
    other_count = text.count("\n") - windows_count
    return "\r\n" if windows_count > other_count else "\n"


def read_name_and_value(exercise: Exercise, node: int) -> str:
    """Return a node's name and value as they are written: ``b:8``, ``b:``, ``8``.

    For a node with children the value is the one that somebody claims, with its sign if it has one:
    ``=5`` of ``max=5[4 x]``.

    Raises:
        ValueError: The tree was not read from a text.

    Example:
        >>> exercise = parse("[b:8 max=5[4 x]]")
        >>> read_name_and_value(exercise, 1), read_name_and_value(exercise, 2)
        ('b:8', '=5')
        >>> read_name_and_value(exercise, 4)
        'x'
    """
    head = _match_head(exercise, node).groupdict(default="")
    value = head["LEAF"] if exercise.tree.is_leaf(node) else head["claim"]
    name = head["name"]
    return f"{name}:{value}" if name else value


def replaced(exercise: Exercise, node: int, written: str) -> str:
    """Return the whole text of a file of trees, with the name and value of one node replaced.

    Args:
        exercise: The tree, which was read from a text.
        node: The node.
        written: What stands there afterwards, as :func:`read_name_and_value` returns it. At a node
            with children the value is the one that somebody claims, and a single word is the name.

    Raises:
        EditError: It is no name and value.
        ValueError: The tree was not read from a text.

    Example:
        >>> replaced(parse("[b:8 /4] # mine"), 2, "c:7")
        '[b:8 /c:7] # mine'
        >>> replaced(parse("[b:max=5[4 6]]"), 1, "d:6")  # the player, max, is kept
        '[d:max=6[4 6]]'
    """
    # Where "d:6" is written at b in "[b:max=5[4 6]]":
    is_leaf = exercise.tree.is_leaf(node)
    name, value = _split_name_and_value(written, is_leaf=is_leaf)  # "d" and "6"
    kept = _find_surroundings(_match_head(exercise, node), is_leaf=is_leaf)  # "[", "max", "[4 6]]"
    new_name = _format_name(name)  # "d:"
    new_value = _format_value(value, before_value=kept.between)  # "=6", as behind any player

    new_head = f"{new_name}{kept.between}{new_value}"  # "d:max=6"
    _check_is_one_node(new_head, is_leaf=is_leaf)
    return f"{kept.before_name}{new_head}{kept.behind_value}"


class _Surroundings(NamedTuple):
    """What a text holds around the name and the value of a node.

    Attributes:
        before_name: All before the name, or before the place where a name would stand.
        between: The player, the window and the estimate: ``max`` in ``b:max=5[4 6]``.
        behind_value: All behind the value of a leaf, or behind what is claimed of another node.
    """

    before_name: str
    between: str
    behind_value: str


def _find_surroundings(head: re.Match[str], *, is_leaf: bool) -> _Surroundings:
    """Return what stands around a node's name and value in the text that its tree was read from.

    ``head`` is the match of the node's beginning in the text, with a group for each part. For the
    node b of ``[3 /b:max~4=5[4 6]]`` the groups are cut ``/``, name ``b``, player ``max``, estimate
    ``~4``, claim ``=5`` and OPEN ``[``. So its name and its value, 5, stand between these parts::

        before_name  [3 /      between  max~4      behind_value  [4 6]]
    """
    text = head.string
    name_start = _find_start_of_name(head)
    value_start, value_end = _find_span_of_value(head, is_leaf=is_leaf)

    # The first part that is there, in the order in which they stand.
    between_start = value_start
    for group in ("player", "window", "estimate"):
        if head[group]:
            between_start = head.start(group)
            break
    return _Surroundings(
        before_name=text[:name_start],
        between=text[between_start:value_start],
        behind_value=text[value_end:],
    )


def _format_name(name: str) -> str:
    """Return a name as it stands before a value: with quotes where it needs them, and a colon."""
    if not name:
        return ""
    spelling = name if name.startswith('"') else format_node_name(name)
    return f"{spelling}:"


def _format_value(value: str, *, before_value: str) -> str:
    """Return a value as it is written after a player or an estimate: ``=6`` in ``max=6``.

    ``before_value`` are the player, the window and the estimate, which may be missing. The value
    may be empty, or have a sign already.
    """
    if not before_value or not value:
        return value
    is_after_window = before_value.endswith(")")  # then no sign is needed: (3,8)6
    has_sign = value[0] in _SIGNS_OF_CLAIMS
    return value if is_after_window or has_sign else f"={value}"


def _find_start_of_name(head: re.Match[str]) -> int:
    """Return where a node's name begins, or would begin: after its probability and its slash."""
    # The end of a group that did not match is -1.
    return max(head.start(), head.end("probability"), head.end("cut"))


def _find_span_of_value(head: re.Match[str], *, is_leaf: bool) -> tuple[int, int]:
    """Return the range of a leaf's value, or of the value claimed for a node with children.

    If no value is claimed, it is the empty range directly before the bracket.
    """
    if is_leaf:
        return head.span("LEAF")
    if head["claim"] is not None:
        return head.span("claim")
    bracket = head.start("OPEN")
    return bracket, bracket


def _split_name_and_value(text: str, *, is_leaf: bool) -> tuple[str, str]:
    """Split what was typed for a node into name and value; either may be empty.

    A single word is the name of a node with children, and the value of a leaf: an unknown::

        b:8       at either     name b, value 8
        left      with children name left, no value
        x         at a leaf     no name, value x
        8]        at either     an EditError: more than a name and a value
                  at a leaf     an EditError: a leaf needs a value

    >>> _split_name_and_value("b:8", is_leaf=True), _split_name_and_value("left", is_leaf=False)
    (('b', '8'), ('left', ''))
    >>> _split_name_and_value("x", is_leaf=True)
    ('', 'x')
    """
    match = present(_NAME_AND_VALUE.match(text))  # it matches any text
    name = match["name"]
    value = match["value"]

    # 1. A single word.
    is_single_word = name is None and _CHARACTERS_OF_VALUES.isdisjoint(value)
    if is_single_word and not is_leaf:
        return value, ""

    # 2. What cannot be a value.
    is_more_than_value = not _CHARACTERS_OUTSIDE_OF_A_NODE.isdisjoint(value)  # "8 # mine", "8]"
    if is_more_than_value:
        raise EditError(_NO_NAME_AND_VALUE)
    if is_leaf and not value:
        raise EditError("a leaf needs a value: a number, or a word such as x")

    # 3. A name, or none, and a value.
    return "" if name is None else name.strip(), value


def _check_is_one_node(head: str, *, is_leaf: bool) -> None:
    """Raise an EditError if a text is not exactly one node, or marks a node as cut off.

    The text is a leaf such as ``b:8``; or what stands before the bracket of a node with children,
    such as ``b:=5`` of ``b:=5[4 x]``.
    """
    # With a child, without which a node that is no leaf cannot be read.
    text = head if is_leaf else f"{head}[0]"
    try:
        exercise = parse(text)
    except NotationError as error:
        raise _make_edit_error(error.problems[0]) from None

    node_count = 1 if is_leaf else 2
    is_one_node = len(exercise.tree) == node_count and exercise.tree.is_leaf(0) == is_leaf
    has_cut_mark = any(claim.kind in ABOUT_VISITS for claim in exercise.claims)
    if has_cut_mark or not is_one_node:
        raise EditError(_NO_NAME_AND_VALUE)


def _make_edit_error(problem: Problem) -> EditError:
    """Return the error for what cannot be read, in one sentence with the hint."""
    hint = f" ({problem.hint})" if problem.hint else ""
    return EditError(f"{problem.message}{hint}")


def _match_head(exercise: Exercise, node: int) -> re.Match[str]:
    """Return the match of a node's beginning in the text that its tree was read from.

    The beginning is all before the opening bracket, and the bracket; of a leaf it is the whole
    leaf. The match has a group for each part, such as ``name`` and ``claim``. A ValueError is
    raised if the tree was not read from a text.
    """
    positions = exercise.positions
    if positions is None:
        raise ValueError("the tree was not read from a text")
    match = inside().match(positions.source.text, positions.nodes[node])
    if match is None:
        raise ValueError("the tree was not read from this text")
    return match
