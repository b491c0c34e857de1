"""A chart: numbers as rows, stepped lines over columns, painted in any order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from treeexplorer.terminal.lines import StyledText, TextLine, length, merged
from treeexplorer.text import width as cells

_DASHED: Final = str.maketrans("━┃", "┅┇")


class Chart:
    """Cells of a chart; what is painted last is seen, and what has no room is left out."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._cells: list[list[StyledText]] = [[(" ", "")] * width for _ in range(height)]

    def put(self, row: int, column: int, parts: Iterable[StyledText]) -> None:
        """Write texts of narrow characters one behind the other, from a cell on."""
        for text, style in parts:
            for place, sign in enumerate(text, column):
                if 0 <= row < self.height and 0 <= place < self.width:
                    self._cells[row][place] = (sign, style)
            column += cells(text)

    def line(
        self, first: int, rows: Sequence[int | None], style: str, *, is_dashed: bool = False
    ) -> None:
        """Draw a stepped line that begins at a column, and is broken where it has no row."""
        for place, row, sign in joints(rows):
            shown = sign.translate(_DASHED) if is_dashed else sign
            self.put(row, first + place, [(shown, style)])

    def axis(self, column: int, texts: Mapping[int, TextLine], *, is_left: bool) -> None:
        """Draw an axis with a text beside some rows, to its left or to its right."""
        for row in range(self.height):
            self.put(row, column, [("│", "quiet")])
        for row, text in texts.items():
            start = column - 1 - length(text) if is_left else column + 2
            self.put(row, column, [("┤" if is_left else "├", "quiet")])
            self.put(row, start, text)

    def lines(self) -> list[TextLine]:
        """Return the painted rows."""
        return [tuple(merged(row)) for row in self._cells]


def joints(rows: Sequence[int | None]) -> Iterator[tuple[int, int, str]]:
    """Yield the signs of a line by column and row, joined where it rises or falls.

    Example:
        >>> list(joints([1, 1, 0]))
        [(0, 1, '━'), (1, 1, '━'), (2, 1, '┛'), (2, 0, '┏')]
    """
    before = None
    for column, row in enumerate(rows):
        if row is not None and before in {None, row}:
            yield column, row, "━"
        elif row is not None and before is not None:
            is_rising = row < before
            yield column, before, "┛" if is_rising else "┓"
            for between in range(min(row, before) + 1, max(row, before)):
                yield column, between, "┃"
            yield column, row, "┏" if is_rising else "┗"
        before = row
