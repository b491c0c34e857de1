"""A chart: numbers as rows, stepped lines over columns, painted in any order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from treeexplorer.terminal.lines import StyledText, TextLine, length, merged

_DASHED: Final = str.maketrans("━┃", "┅┇")


class Chart:
    """Cells of a chart; what is painted last is seen, and what has no room is left out.

    Example:
        >>> chart = Chart(4, 2)
        >>> chart.line(0, [1, 1, 0], "max")
        >>> ["".join(text for text, _ in line) for line in chart.lines()]
        ['  ┏ ', '━━┛ ']
    """

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._cells: list[list[StyledText]] = [[(" ", "")] * width for _ in range(height)]

    def put(self, row: int, column: int, parts: Iterable[StyledText]) -> None:
        """Write texts one behind the other into a row; what lies outside the chart is left out.

        Args:
            row: The row, from 0 at the top.
            column: The column at which the first text begins; may be negative.
            parts: The texts with their styles; each character must take one cell.
        """
        if not 0 <= row < self.height:
            return
        cell_column = column
        for text, style in parts:
            for character in text:
                if 0 <= cell_column < self.width:
                    self._cells[row][cell_column] = (character, style)
                cell_column += 1

    def line(
        self, first: int, rows: Sequence[int | None], style: str, *, is_dashed: bool = False
    ) -> None:
        """Draw a stepped line, which begins at the column ``first``.

        Args:
            first: The column at which the line begins.
            rows: Its row in each column; ``None`` where it is broken.
            style: Its style.
            is_dashed: Whether it is dashed.
        """
        for offset, row, solid_sign in trace_stepped_line(rows):
            sign = solid_sign.translate(_DASHED) if is_dashed else solid_sign
            self.put(row, first + offset, [(sign, style)])

    def axis(self, column: int, texts: Mapping[int, TextLine], *, is_left: bool) -> None:
        """Draw an axis from top to bottom, with a text beside some rows, at its left or right."""
        for row in range(self.height):
            self.put(row, column, [("│", "quiet")])
        for row, text in texts.items():
            if is_left:
                self.put(row, column - 1 - length(text), text)
                self.put(row, column, [("┤", "quiet")])
            else:
                self.put(row, column, [("├", "quiet")])
                self.put(row, column + 2, text)

    def lines(self) -> list[TextLine]:
        """Return the painted rows."""
        return [tuple(merged(row)) for row in self._cells]


class LineSign(NamedTuple):
    """A sign of a stepped line, and the cell in which it stands."""

    column: int
    row: int
    sign: str


def trace_stepped_line(rows: Sequence[int | None]) -> Iterator[LineSign]:
    """Yield the signs that draw a stepped line, from the left.

    Where the line rises or falls, its column has two corners, and uprights between them. The line
    of ``[2, 2, 0]``::

          ┏
          ┃
        ━━┛

    Args:
        rows: The row of the line in each column, from the top; ``None`` where it is broken.

    Example:
        >>> [(row, sign) for _, row, sign in trace_stepped_line([1, 1, 0])]
        [(1, '━'), (1, '━'), (1, '┛'), (0, '┏')]
    """
    previous_row = None
    for column, row in enumerate(rows):
        if row is not None:
            if previous_row is None or row == previous_row:
                yield LineSign(column, row, "━")
            else:
                yield from _trace_rise_or_fall(column, start=previous_row, end=row)
        previous_row = row


def _trace_rise_or_fall(column: int, start: int, end: int) -> Iterator[LineSign]:
    """Yield the signs of one column in which a line goes from one row up or down to another."""
    is_rising = end < start
    yield LineSign(column, start, "┛" if is_rising else "┓")
    for row in range(min(start, end) + 1, max(start, end)):
        yield LineSign(column, row, "┃")
    yield LineSign(column, end, "┏" if is_rising else "┗")
