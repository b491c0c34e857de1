"""A slider over the number line, with the places at which an answer changes marked on it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from textual import events
from textual.message import Message

from treeexplorer.numbers import shown
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.ink import Ink
from treeexplorer.terminal.styled import Styled
from treeexplorer.terminal.widgets.painted import Painted
from treeexplorer.text import width as cells
from treeexplorer.tree import Number


class NumberLine(Painted):
    """Shows a number on a line; it can be dragged.

    Args:
        ink: How lines are drawn.
    """

    class Moved(Message):
        """The slider was moved.

        Args:
            number: The number that it is at.
        """

        def __init__(self, number: Number) -> None:
            super().__init__()
            self.number = number

    def __init__(self, ink: Ink, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._ink = ink
        self._marks: tuple[Number, ...] = ()
        self._number: Number = 0
        self._low, self._high = Fraction(0), Fraction(1)

    def show(self, number: Number, marks: Sequence[Number]) -> None:
        """Show a number on a line that holds all marks, and that stays while it still does."""
        finite = [Fraction(mark) for mark in marks if math.isfinite(mark)]
        if math.isfinite(number):
            finite.append(Fraction(number))
        low, high = min(finite, default=Fraction(0)), max(finite, default=Fraction(0))
        margin = max(Fraction(2), (high - low) / 8)
        outside = math.isfinite(number) and not self._low <= Fraction(number) <= self._high
        if outside or tuple(marks) != self._marks:
            self._low, self._high = low - margin, high + margin
        self._number, self._marks = number, tuple(marks)
        self.refresh()

    @property
    def pace(self) -> Fraction:
        """By how much one press of an arrow moves: 1, or more where the line is long."""
        span = self._high - self._low
        return Fraction(1) if span <= 80 else Fraction(round(span / 60))

    def lines(self) -> list[Styled]:
        """Return the line, the marks' numbers above it."""
        width = self.size.width
        room = width - 10
        if room < 10:
            return []
        line = ["─"] * room
        above = [" "] * room
        for mark in self._marks:
            if math.isfinite(mark):
                column = self._column(mark, room)
                line[column] = "┼"
                self._write(above, column, self._ink.text(shown(mark)))
        here = self._column(self._number, room)
        parts: list[styles.Part] = [
            (" −∞ ", styles.QUIET),
            ("".join(line[:here]), styles.QUIET),
            ("●", styles.CURRENT),
            ("".join(line[here + 1 :]), styles.QUIET),
            (" +∞", styles.QUIET),
        ]
        return self._ink.block(
            [self._ink.line(("     " + "".join(above), styles.QUIET)), self._ink.line(*parts)],
            width,
            self.size.height,
        )

    def _column(self, number: Number, room: int) -> int:
        if math.isinf(number):
            return 0 if number < 0 else room - 1
        share = (Fraction(number) - self._low) / (self._high - self._low)
        return max(0, min(room - 1, round(share * (room - 1))))

    @staticmethod
    def _write(above: list[str], column: int, text: str) -> None:
        """Write a number over its mark where nothing stands yet."""
        start = max(0, min(column - cells(text) // 2, len(above) - cells(text)))
        stop = start + cells(text)
        if all(sign == " " for sign in above[max(0, start - 1) : stop + 1]):
            above[start:stop] = text

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin to drag."""
        self.capture_mouse()
        self._slide(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Go along with the mouse."""
        if self.app.mouse_captured is self:
            self._slide(event.x)

    def on_mouse_up(self, event: events.MouseUp) -> None:  # noqa: ARG002 - Textual's signature
        """End the drag."""
        self.release_mouse()

    def _slide(self, x: int) -> None:
        room = self.size.width - 10
        if room < 10:
            return
        column = max(0, min(room - 1, x - 4))
        exact = self._low + (self._high - self._low) * column / (room - 1)
        fine = self._high - self._low < room // 2
        number = Fraction(round(exact * 2), 2) if fine else Fraction(round(exact))
        self.post_message(self.Moved(plain(number)))


def plain(number: Fraction) -> Number:
    """Return a fraction as an integer or a decimal, as somebody would type it."""
    return int(number) if number.denominator == 1 else float(number)
