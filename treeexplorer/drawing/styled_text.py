"""Parts of equally styled text, the common currency of every drawing.

A drawing never knows a colour. It says what a piece of text *is* by a role, the name of a style:
attributes, a colour of :class:`~treeexplorer.drawing.colours.Colours`, ``on`` and a surface. A
theme makes colours of it, and a plain printout writes the text alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.engine.analysis import Sign
from treeexplorer.explain.paper import WrittenAnswer
from treeexplorer.text import width
from treeexplorer.tree import Number, Player

LARGEST_FIGURE: Final = 2_000
"""The most nodes of a tree that a page or a screen of questions holds, or a notebook draws."""


class TextStyle(StrEnum):
    """What a piece of a drawing is, wherever no player's card is below it."""

    SPACE = ""
    TITLE = "bold text"
    QUIET = "quiet"
    STRONG = "bold strong"  # leaves, the path, the marks of the current node
    HERE = "bold strong on current"  # where a person looks or has to write
    GHOST = "ghost"  # what is to come, and edges off the path
    NEWS = "bold on_news on news"  # what has just changed or is asked for
    DECIDED = "bold decided"
    ALPHA = "bold max"
    BETA = "bold min"
    ALPHA_END = "max"  # an end of a window that no rail carries
    BETA_END = "min"
    ALPHA_NUMBER = "bold ground on max"  # the two numbers of a cut-off's test, where they stand
    BETA_NUMBER = "bold ground on min"
    SLAB = "bold on_cut on cut_surface"
    MISSED = "bold ground on quiet"  # a test that failed on equality
    PRUNED = "strike pruned on pruned_surface"
    HATCHED = "pruned on pruned_surface"
    DASHED = "pruned"
    RIGHT = "decided"  # marks beside what a person has written
    MISTAKE = "bold cut"
    FOLLOWS = "bold min"
    # the icicle
    TO_COME = "ghost on panel"
    DECIDED_SURFACE = "bold decided on decided_surface"
    BORDER_TO_COME = "ghost on panel"
    BORDER_DECIDED = "quiet on decided_surface"


class CardStyles(NamedTuple):
    """What stands on a player's card, and its border in the icicle."""

    label: str
    value: str
    decided: str
    news: str
    right: str
    mistake: str
    follows: str
    border: str
    to_come: str  # the label of a node that has not been visited: it has no card yet
    alpha: str  # the moving window, α and β each in its colour
    between: str
    beta: str


CARD_STYLES: Final = {
    player: CardStyles(
        f"bold {label} on {surface}",
        f"bold strong on {surface}",
        f"bold decided on {surface}",
        f"bold {news} on {surface}",
        f"decided on {surface}",
        f"bold cut_on_current on {surface}",
        f"bold min on {surface}",
        f"ghost on {surface}",
        to_come,
        f"bold max on {surface}",
        f"quiet on {surface}",
        f"bold min on {surface}",
    )
    for player, label, to_come, news, surface in (
        (Player.MAX, "max", "max", "news_text", "max_card"),
        (Player.MIN, "min", "min", "news_text", "min_card"),
        (Player.CHANCE, "text", "ghost", "strong", "current"),
    )
}
StyledPart: TypeAlias = tuple[str, str]
"""A piece of one line, and the role of all of it."""
Line: TypeAlias = list[StyledPart]


class Size(NamedTuple):
    """A room for a drawing, in cells."""

    width: int
    height: int


class LeafTrial(NamedTuple):
    """What follows if a person tries another value for a leaf.

    Attributes:
        node: The node whose value follows the leaf.
        sign: The sign of its value now.
        number: Its value now.
        before: Its value before, ``None`` where that was not one number.
        bound_holder: The node that has the bound, whose value stands still.
        leaf_before: The leaf's value before.
        read: The leaves that are read after all, and the nodes that are visited on the way.
    """

    node: int
    sign: Sign
    number: Number
    before: Number | None = None
    bound_holder: int | None = None
    leaf_before: Number | None = None
    read: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Look:
    """How a tree is to be drawn, whatever the tree and the step."""

    ascii: bool = False  # use ASCII characters alone; every distinction stays
    marks: bool = False  # tell by characters what colours would tell
    spoilers: bool = True  # show what only the finished search knows: principal variation and ties
    current: bool = True  # mark the current node and what is new
    windows: bool = True  # show the windows with which nodes were entered
    estimates: bool = False  # show those that are still to be read; on a paper they always stand
    cursor: int | None = None  # the node that is looked at, if it is another than the current one
    question: int | None = None  # the node whose test is asked for, instead of its outcome
    crossed: frozenset[int] = frozenset()  # what a person crosses out then, a ``...`` by −1
    # A person's paper: what is written takes the place of what the search found.
    answers: Mapping[int, WrittenAnswer] | None = field(default=None, hash=False)
    trial: LeafTrial | None = None  # another value that is tried for the leaf under the cursor

    @property
    def at_rest(self) -> Look:
        """The look without all that moves no node: two looks with the same one share a layout.

        ``ascii``, ``marks`` and ``estimates`` stay, since they make texts longer or shorter. Of a
        person's answers stays what takes room. The cursor, for example, goes: it moves no node.
        """
        answers = self.answers
        if answers is not None:
            answers = _keep_what_takes_room(answers)
        return Look(ascii=self.ascii, marks=self.marks, estimates=self.estimates, answers=answers)


def _keep_what_takes_room(answers: Mapping[int, WrittenAnswer]) -> dict[int, WrittenAnswer]:
    """Return a person's answers without all that takes no room of its own in a drawing.

    Room is kept for a window at an edge, whatever its numbers are, and for the remarks beside the
    root. A value stands on a card, which has room for it in any case.
    """
    return {
        node: WrittenAnswer(window=_erase_numbers(answer.window), aside=answer.aside)
        for node, answer in answers.items()
        if answer.window or answer.aside
    }


def _erase_numbers(
    window: tuple[str, str] | tuple[()] | None,
) -> tuple[str, str] | tuple[()] | None:
    """Return a window without its numbers: ``("", "")``; where none is written, as it is."""
    return ("", "") if window else window


class LineWriter:
    """Puts pieces of text into one line, from left to right, within a range of columns.

    What lies outside the range is clipped; what would cover an earlier piece gives way to it.

    Example:
        >>> line = LineWriter(0, 8)
        >>> line.put(1, "abc", TextStyle.STRONG), line.put(3, "xyz", TextStyle.QUIET)
        (4, 6)
        >>> [text for text, _ in line.parts]
        [' ', 'abc', 'yz']
    """

    __slots__ = ("_end", "_first_free", "parts")

    def __init__(self, left: int, cells: int) -> None:
        self._first_free = left  # one past the last column that is written
        self._end = left + cells
        self.parts: Line = []

    def put(self, column: int, text: str, role: str, end: int | None = None) -> int:
        """Append as much of a text to the line as fits, and return the column behind the text.

        The free columns go from the end of what is written so far up to ``end``. Where the text
        begins before them or ends behind them, that part of it is left out::

            column                0 1 2 3 4 5 6
            written so far          a b c
            put(3, "xyz", …)            x y z     writes yz in columns 4 and 5, and returns 6

        Args:
            column: Where the text begins.
            text: The text.
            role: What it is.
            end: One past the last column that it may have; the end of the line without one.

        Returns:
            One past the last column of the whole text, with what was left out of it.
        """
        end_of_free = self._end if end is None else min(end, self._end)
        end_of_text = column + width(text)
        fits = self._first_free <= column and end_of_text <= end_of_free
        if fits:
            self._append_at(column, text, role, end_of_text)
            return end_of_text

        first_column = max(column, self._first_free)  # of those in which something is written
        visible_text = _clip_text(
            text, skipped_cells=first_column - column, cells=end_of_free - first_column
        )
        self._append_at(first_column, visible_text, role, first_column + width(visible_text))
        return end_of_text

    def _append_at(self, column: int, text: str, role: str, end_of_text: int) -> None:
        """Append a text that begins in a free column, with spaces up to there; nothing if empty.

        ``end_of_text`` is the column behind it, which is the first free one then.
        """
        if not text:
            return
        if column > self._first_free:
            self._append(" " * (column - self._first_free), TextStyle.SPACE)
        self._append(text, role)
        self._first_free = end_of_text

    def append_parts(
        self, column: int, parts: Iterable[StyledPart], end: int | None = None
    ) -> None:
        """Write pieces of text one after the other, the first at a column; see :meth:`put`."""
        for text, role in parts:
            column = self.put(column, text, role, end)

    def _append(self, text: str, role: str) -> None:
        """Append text as a part of its own, or to the last part if that has the same role."""
        if self.parts:
            last_text, last_role = self.parts[-1]
            if last_role == role:
                self.parts[-1] = (last_text + text, role)
                return
        self.parts.append((text, role))


def _clip_text(text: str, skipped_cells: int, cells: int) -> str:
    """Return the part of a text that stands in some cells; half a wide character becomes a space.

    Most characters take one cell, wide ones two. The part begins behind ``skipped_cells``, and
    takes at most ``cells``; if these are negative, it is empty.

    Example:
        >>> _clip_text("a漢字", 1, 2), _clip_text("a漢字", 2, 3)
        ('漢', ' 字')
    """
    has_wide_characters = width(text) != len(text)
    if not has_wide_characters:
        return text[skipped_cells : skipped_cells + max(0, cells)]

    while text and skipped_cells > 0:
        skipped_cells -= width(text[0])
        text = text[1:]
    if skipped_cells < 0:  # −1: the skipped cells end in the middle of a wide character
        text = " " + text
    while text and width(text) > cells:
        text = text[:-1]
    return text


def count_cells_of_parts(parts: Iterable[StyledPart]) -> int:
    """Count the cells that pieces of text take together."""
    return sum([width(text) for text, _ in parts])  # a list: it is measured to be faster


def convert_to_plain_text(lines: Iterable[Line]) -> str:
    """Convert a drawing to plain text, without spaces at the line ends."""
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)
