"""Runs of equally styled text, the common currency of every drawing.

A drawing never knows a colour. It says what a piece of text *is*; the terminal, a plain printout
or a figure decide how that looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.notation import Claims
from treeexplorer.text import shorten, width


class Role(StrEnum):
    """What a piece of a drawing is."""

    SPACE = "space"
    MAX = "max"
    MIN = "min"
    CHANCE = "chance"
    NAME = "name"
    LEAF = "leaf"
    UNREAD = "unread"
    UNKNOWN = "unknown"
    UNSEEN = "unseen"
    SKIPPED = "skipped"
    OPEN = "open"
    VALUE = "value"
    BOUND = "bound"
    WINDOW = "window"
    NEWS = "news"
    CURRENT = "current"
    CURSOR = "cursor"
    BREAKPOINT = "breakpoint"
    EDGE = "edge"
    PATH = "path"
    CUT = "cut"
    DOTTED = "dotted"
    PRINCIPAL = "principal"
    TIE = "tie"
    PROBABILITY = "probability"
    CLAIM = "claim"
    ELIDED = "elided"
    FOLDED = "folded"
    TITLE = "title"


class Run(NamedTuple):
    """A piece of one line, all of it of one role."""

    text: str
    role: Role


Line: TypeAlias = list[Run]


class Detail(IntEnum):
    """How much is written at each node."""

    VALUE = 1
    NAMED = 2
    WINDOW = 3

    @property
    def lines(self) -> int:
        """How many lines a node with children takes."""
        return int(self)


class Viewport(NamedTuple):
    """The part of a drawing that is looked at, in cells."""

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True)
class Look:
    """How a tree is to be drawn, whatever the tree and the step.

    Attributes:
        ascii: Use ASCII characters alone; every distinction stays.
        claims: What somebody wrote beside the nodes, shown beside what was found.
        spoilers: Show what only the finished search knows: principal variation and ties.
        marks_unread: Put a dot before leaves not yet read, where dimming cannot tell them apart.
        cursor: The node that is looked at, if it is another than the current one.
        breakpoints: The nodes at which runs stop.
        verdicts: An examiner's sign behind a node's claims, by node.
    """

    ascii: bool = False
    claims: Claims = ()
    spoilers: bool = True
    marks_unread: bool = False
    cursor: int | None = None
    breakpoints: frozenset[int] = frozenset()
    verdicts: Mapping[int, str] = field(default_factory=dict)

    def takes_other_room_than(self, other: Look) -> bool:
        """Tell whether texts are of other lengths in another look, so that places change."""
        if (self.ascii, self.claims) != (other.ascii, other.claims):
            return True
        return bool(self.claims) and self.verdicts != other.verdicts


class LineWriter:
    """Puts pieces of text into one line, from left to right, within a range of columns.

    What lies outside the range is clipped; what would cover an earlier piece gives way to it.
    """

    __slots__ = ("_at", "_end", "runs")

    def __init__(self, left: int, cells: int) -> None:
        self._at = left
        self._end = left + cells
        self.runs: Line = []

    def put(self, column: int, text: str, role: Role) -> None:
        """Write text at a column."""
        cells = width(text)
        if column < self._at:
            text, cells, column = _without_start(text, self._at - column), 0, self._at
            cells = width(text)
        if column + cells > self._end:
            text = _start(text, self._end - column)
            cells = width(text)
        if not text or column >= self._end:
            return
        if column > self._at:
            self._append(" " * (column - self._at), Role.SPACE)
        self._append(text, role)
        self._at = column + cells

    def fill(self, column: int, end: int, character: str, role: Role) -> None:
        """Write one character, one cell wide, from a column up to another."""
        column, end = max(column, self._at), min(end, self._end)
        if column < end:
            if column > self._at:
                self._append(" " * (column - self._at), Role.SPACE)
            self._append(character * (end - column), role)
            self._at = end

    def _append(self, text: str, role: Role) -> None:
        if self.runs and self.runs[-1].role is role:
            self.runs[-1] = Run(self.runs[-1].text + text, role)
        else:
            self.runs.append(Run(text, role))


def _without_start(text: str, cells: int) -> str:
    """Return text without its first cells; half a wide character becomes a space."""
    if text.isascii() or width(text) == len(text):
        return text[cells:]
    for index, character in enumerate(text):
        if cells <= 0:
            return " " * -cells + text[index:]
        cells -= width(character)
    return " " * -cells


def _start(text: str, cells: int) -> str:
    """Return as much of a text as fits into cells."""
    if cells <= 0:
        return ""
    if width(text) == len(text):
        return text[:cells]
    kept = shorten(text, cells + 1).removesuffix("…") if width(text) > cells else text
    while width(kept) > cells:
        kept = kept[:-1]
    return kept


def plain(lines: Iterable[Line]) -> str:
    """Return a drawing as plain text, without spaces at the line ends."""
    return "\n".join("".join(run.text for run in line).rstrip() for line in lines)


ANSI_STYLES: Final = {
    Role.MAX: "1;36",
    Role.MIN: "1;35",
    Role.CHANCE: "1;33",
    Role.UNREAD: "2",
    Role.UNSEEN: "2",
    Role.SKIPPED: "2",
    Role.DOTTED: "2",
    Role.ELIDED: "2",
    Role.WINDOW: "2",
    Role.EDGE: "2",
    Role.UNKNOWN: "33",
    Role.VALUE: "1;32",
    Role.BOUND: "1;33",
    Role.NEWS: "1;7",
    Role.CURRENT: "1;7",
    Role.CURSOR: "7",
    Role.BREAKPOINT: "1;31",
    Role.PATH: "1",
    Role.CUT: "1;31",
    Role.PRINCIPAL: "1;32",
    Role.TIE: "32",
    Role.CLAIM: "3",
    Role.FOLDED: "36",
    Role.TITLE: "1",
}


def coloured(lines: Iterable[Line]) -> str:
    """Return a drawing as text with the terminal's own sixteen colours."""
    return "\n".join("".join(map(_coloured_run, line)) for line in lines)


def _coloured_run(run: Run) -> str:
    style = ANSI_STYLES.get(run.role)
    return run.text if style is None else f"\x1b[{style}m{run.text}\x1b[0m"
