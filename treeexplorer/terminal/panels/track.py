"""A track: a place on a line with marks, for steps, for two searches and for numbers."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from treeexplorer.numbers import shown
from treeexplorer.terminal.lines import BLANK, Cells, Piece, TextLine, fitted, joined, length, line
from treeexplorer.text import width as cells
from treeexplorer.tree import Number


class Track(NamedTuple):
    """One line of a slider.

    Attributes:
        at: The place that is shown.
        low: The first place.
        high: The last place.
        marks: The places of marks, ascending.
        before: What stands before the track.
        after: What stands after it.
        most: How many cells the track takes at most; 0 for all there are.
        numbers: Whether it is a number line, with the marks' numbers above it; elsewhere the marks
            are cut-offs.
    """

    at: Number
    low: Number
    high: Number
    marks: Sequence[Number] = ()
    before: TextLine = BLANK
    after: TextLine = BLANK
    most: int = 0
    numbers: bool = False

    def room(self, width: int) -> tuple[int, int]:
        """Return the column at which the track begins, and its cells."""
        start = length(self.before)
        room = max(0, width - start - length(self.after))
        return start, min(room, self.most) if self.most else room

    def column(self, place: Number, room: int) -> int:
        """Return the cell of a track at which a place is."""
        if room < 2 or self.high <= self.low or place <= self.low:
            return 0
        if place >= self.high:
            return room - 1
        if isinstance(place, int) and isinstance(self.low, int) and isinstance(self.high, int):
            span = self.high - self.low
            return (2 * (place - self.low) * (room - 1) + span) // (2 * span)
        share = (Fraction(place) - Fraction(self.low)) / (Fraction(self.high) - Fraction(self.low))
        return round(share * (room - 1))

    def place(self, column: int, room: int) -> Fraction:
        """Return the place at a cell of a track."""
        column = max(0, min(column, room - 1))
        share = Fraction(column, room - 1) if room > 1 else Fraction(0)
        return Fraction(self.low) + (Fraction(self.high) - Fraction(self.low)) * share


def track_lines(track: Track, width: int) -> list[TextLine]:
    """Return a track as one line; as two with the marks' numbers where it is a number line."""
    start, room = track.room(width)
    if room < 1:
        return [fitted((*track.before, *track.after), width)]
    here = track.column(track.at, room)
    marked = _marked(track, room)
    pieces = joined(
        _sign(track, column, here, is_marked=column in marked) for column in range(room)
    )
    gap = " " * max(0, width - start - room - length(track.after))
    whole = line(*track.before, *pieces, gap, *track.after)
    if not track.numbers:
        return [whole]
    above = Cells(room)
    for mark in track.marks:
        if not math.isinf(mark):
            above.put(track.column(mark, room) - cells(shown(mark)) // 2, shown(mark), "quiet")
    return [line(" " * start, *above.pieces()), whole]


def _sign(track: Track, column: int, here: int, *, is_marked: bool) -> Piece:
    if column == here:
        if is_marked and not track.numbers:
            return "╳", "bold on_cut on cut_surface"
        return "●", "bold strong"
    if is_marked:
        return ("┼", "quiet") if track.numbers else ("╳", "cut" if column < here else "quiet")
    if track.numbers:
        return "─", "quiet"
    return ("━", "quiet") if column < here else ("─", "track")


def thinned(
    marks: Sequence[int], place: Callable[[int], int], last: int, room: int
) -> tuple[int, ...]:
    """Return the places of those marks from 0 to a last place that are first in their cells.

    The cost grows with the cells, not with the marks.

    Args:
        marks: The marks, ascending by their places.
        place: Returns the place of a mark.
        last: The last place.
        room: How many cells there are.
    """
    found: list[int] = []
    at = 0
    while at < len(marks):
        found.append(place(marks[at]))
        cell = found[-1] * room // max(1, last)
        at = max(at + 1, bisect_left(marks, -(-(cell + 1) * last // room), at, key=place))
    return tuple(found)


def _marked(track: Track, room: int) -> set[int]:
    return {track.column(mark, room) for mark in track.marks}
