"""Runs of equally styled text, the common currency of every drawing.

A drawing never knows a colour. It says what a piece of text *is*; :mod:`palette` says how that
looks in either theme, and a plain printout writes the text alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Literal, NamedTuple, TypeAlias

from treeexplorer.text import width
from treeexplorer.tree import Player


class Role(StrEnum):
    """What a piece of a drawing is."""

    SPACE = "space"
    # what stands on a card, by player
    MAX = "max"
    MAX_VALUE = "max-value"
    MAX_DECIDED = "max-decided"
    MAX_NEWS = "max-news"
    MIN = "min"
    MIN_VALUE = "min-value"
    MIN_DECIDED = "min-decided"
    MIN_NEWS = "min-news"
    CHANCE = "chance"
    CHANCE_VALUE = "chance-value"
    CHANCE_DECIDED = "chance-decided"
    CHANCE_NEWS = "chance-news"
    # nodes without a card, and marks around them
    GHOST = "ghost"
    LEAF = "leaf"
    NEWS = "news"
    PRUNED = "pruned"
    HATCHED = "hatched"
    CURRENT = "current"
    CURSOR = "cursor"
    FOLDED = "folded"
    # edges and what stands on them
    EDGE = "edge"
    PATH = "path"
    DASHED = "dashed"
    PRINCIPAL = "principal"
    SLAB = "slab"
    QUESTION = "question"
    MISSED = "missed"
    WINDOW = "window"
    ALPHA = "alpha"
    BETA = "beta"
    PROBABILITY = "probability"
    # what somebody wrote
    CLAIM = "claim"
    RIGHT = "right"
    WRONG = "wrong"
    BOX = "box"
    BOX_HERE = "box-here"
    # the icicle
    SURFACE_TO_COME = "to-come"
    SURFACE_DECIDED = "decided"
    SURFACE_NOW = "now"
    SURFACE_MAX = "path-max"
    SURFACE_MIN = "path-min"
    SURFACE_CHANCE = "path-chance"
    BORDER_TO_COME = "border-to-come"
    BORDER_DECIDED = "border-decided"
    BORDER_MAX = "border-max"
    BORDER_MIN = "border-min"
    BORDER_CHANCE = "border-chance"
    TITLE = "title"
    QUIET = "quiet"


class Run(NamedTuple):
    """A piece of one line, all of it of one role."""

    text: str
    role: Role


Line: TypeAlias = list[Run]
Part: TypeAlias = tuple[str, Role]


class Size(NamedTuple):
    """A room for a drawing, in cells."""

    width: int
    height: int


class Note(NamedTuple):
    """What somebody claimed at a node, to be shown beside what was found.

    Attributes:
        kind: Whether it stands beside the value, beside the window, or across the edge.
        text: The claim as it is written; empty where the mark alone says enough.
        mark: ``✓``, ``✗``, ``↳`` (follows from another), or nothing before the check.
    """

    kind: Literal["value", "window", "cut"]
    text: str
    mark: str = ""


class Answer(NamedTuple):
    """What a student has written at a node of a worksheet.

    Attributes:
        value: What stands in the card; ``None`` shows an empty box, ``""`` no box at all.
        window: What stands on the edge, in the same way.
        crossed: Whether the edge is crossed out.
        here: The box in which the student writes now.
    """

    value: str | None = ""
    window: str | None = ""
    crossed: bool = False
    here: Literal["value", "window", ""] = ""


@dataclass(frozen=True)
class Look:
    """How a tree is to be drawn, whatever the tree and the step.

    Attributes:
        ascii: Use ASCII characters alone; every distinction stays.
        marks: Tell by characters what colours would tell: a dot before leaves not read, strokes
            around pruned ones, a star behind what is new.
        spoilers: Show what only the finished search knows: principal variation and ties.
        cursor: The node that is looked at, if it is another than the current one.
        notes: What is claimed, by node. Room for it is kept whether it is shown or not.
        shows_notes: Whether it is shown.
        question: The node whose test is asked for, instead of the outcome of that test.
        answers: A worksheet: what is written takes the place of what the search found.
    """

    ascii: bool = False
    marks: bool = False
    spoilers: bool = True
    cursor: int | None = None
    notes: Mapping[int, tuple[Note, ...]] = field(default_factory=dict, hash=False)
    shows_notes: bool = False
    question: int | None = None
    answers: Mapping[int, Answer] | None = field(default=None, hash=False)

    @property
    def at_rest(self) -> Look:
        """What of the look tells where the nodes stand."""
        return Look(ascii=self.ascii, marks=self.marks, notes=self.notes)


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
            text, column = _without_start(text, self._at - column), self._at
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

    def put_parts(self, column: int, parts: Iterable[Part]) -> None:
        """Write parts one after the other, the first at a column."""
        for text, role in parts:
            self.put(column, text, role)
            column += width(text)

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
    if width(text) == len(text):
        return text[: max(0, cells)]
    while text and width(text) > cells:
        text = text[:-1]
    return text


def parts_width(parts: Iterable[Part]) -> int:
    """Return how many cells parts take together."""
    return sum(width(text) for text, _ in parts)


def plain(lines: Iterable[Line]) -> str:
    """Return a drawing as plain text, without spaces at the line ends."""
    return "\n".join("".join(run.text for run in line).rstrip() for line in lines)


CARD_ROLES: Final = {
    player: tuple(Role(f"{player.value}{part}") for part in ("", "-value", "-decided", "-news"))
    for player in Player
}
"""The roles of label, value, decided value and new value on each player's card."""
