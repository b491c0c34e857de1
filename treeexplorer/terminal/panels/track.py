"""A track: a step on a line, with the cut-offs as marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from treeexplorer.terminal.lines import BLANK, Piece, TextLine, fitted, joined, length, line


class Track(NamedTuple):
    """One line of a slider.

    Attributes:
        at: The place that is shown.
        low: The first place.
        high: The last place.
        marks: The places of cut-offs, ascending.
        before: What stands before the track.
        after: What stands after it.
        most: How many cells the track takes at most; 0 for all there are.
    """

    at: int
    low: int
    high: int
    marks: Sequence[int] = ()
    before: TextLine = BLANK
    after: TextLine = BLANK
    most: int = 0

    def room(self, width: int) -> tuple[int, int]:
        """Return the column at which the track begins, and its cells."""
        start = length(self.before)
        room = max(0, width - start - length(self.after))
        return start, min(room, self.most) if self.most else room

    def column(self, place: int, room: int) -> int:
        """Return the cell of a track at which a place is."""
        if room < 2 or self.high <= self.low or place <= self.low:
            return 0
        if place >= self.high:
            return room - 1
        span = self.high - self.low
        return (2 * (place - self.low) * (room - 1) + span) // (2 * span)

    def place(self, column: int, room: int) -> int:
        """Return the place at a cell of a track."""
        column = max(0, min(column, room - 1))
        return self.low + round((self.high - self.low) * column / max(1, room - 1))


def track_line(track: Track, width: int) -> TextLine:
    """Return a track as one line."""
    start, room = track.room(width)
    if room < 1:
        return fitted((*track.before, *track.after), width)
    here = track.column(track.at, room)
    marked = {track.column(mark, room) for mark in track.marks}
    pieces = joined(_sign(column, here, is_marked=column in marked) for column in range(room))
    gap = " " * max(0, width - start - room - length(track.after))
    return line(*track.before, *pieces, gap, *track.after)


def _sign(column: int, here: int, *, is_marked: bool) -> Piece:
    if column == here:
        return ("╳", "bold on_cut on cut_surface") if is_marked else ("●", "bold strong")
    if is_marked:
        return "╳", "cut" if column < here else "quiet"
    return ("━", "quiet") if column < here else ("─", "track")
