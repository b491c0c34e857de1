"""Lines of styled text that are written piece by piece, in any order, and joined at the end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from treeexplorer.drawing.styled_text import Line, LineWriter, StyledPart, count_cells_of_parts
from treeexplorer.text import width


class _PlacedText(NamedTuple):
    """Styled texts of a line that follow each other."""

    column: int  # where the first of them begins
    parts: tuple[StyledPart, ...]


class _Overlay(NamedTuple):
    """What is written over the texts of a line."""

    column: int  # where it begins
    text: str
    style: str


class TextCanvas:
    """Lines of a drawing, into which texts are written at columns and over each other.

    Example:
        >>> canvas = TextCanvas(height=1, width=20)
        >>> canvas.write(0, 4, [("─────", "quiet")])
        >>> canvas.write_over(0, 6, [("╳", "bold")])
        >>> canvas.join_line(0, first_column=4)
        [('──', 'quiet'), ('╳', 'bold'), ('──', 'quiet')]
    """

    def __init__(self, height: int, width: int) -> None:
        """Begin with empty lines; no line can be longer than ``width`` cells."""
        self.height = height
        self.width = width
        self._texts_by_line: list[list[_PlacedText]] = [[] for _ in range(height)]
        self._overlays_by_line: dict[int, list[_Overlay]] = defaultdict(list)  # they hide texts

    def find_free_column(
        self,
        line: int,
        text_width: int,
        *,
        centre: int,
        max_distance: int,
        allowed_columns: range,
    ) -> int | None:
        """Find the first column of a text in a line, so that its middle is near a centre.

        At least one cell stays free between the text and those that are in the line already.
        Without such room, and for a line below the drawing, it is ``None``.

        Args:
            line: The line.
            text_width: How many cells the text takes.
            centre: The column in which its middle should stand.
            max_distance: How many columns its middle may be off from there.
            allowed_columns: The columns in which all of it must lie.
        """
        is_below_drawing = line >= self.height
        if is_below_drawing:
            return None

        taken_ranges = [
            range(text.column, text.column + count_cells_of_parts(text.parts))
            for text in self._texts_by_line[line]
        ]
        best_start = centre - (text_width - 1) // 2
        for start in _columns_nearest_first(best_start, max_distance):
            stop = start + text_width
            is_allowed = start >= allowed_columns.start and stop <= allowed_columns.stop
            text_columns = range(start, stop)
            if is_allowed and all(_is_apart(text_columns, taken) for taken in taken_ranges):
                return start
        return None

    def write(self, line: int, column: int, parts: Sequence[StyledPart]) -> None:
        """Write styled texts into a line from a column on; below the drawing nothing is written.

        The texts of a line are joined when all are written. Of two that share columns, the one that
        begins further left is seen there; of two that begin in one column, the one that was written
        first.
        """
        if line < self.height:
            self._texts_by_line[line].append(_PlacedText(column, tuple(parts)))

    def write_over(self, line: int, column: int, parts: Sequence[StyledPart]) -> None:
        """Write styled texts over whatever stands in a line, one behind the other."""
        for text, style in parts:
            self._overlays_by_line[line].append(_Overlay(column, text, style))
            column += width(text)

    def find_first_column(self) -> int:
        """Return the leftmost column in which a text stands."""
        return min(text.column for texts in self._texts_by_line for text in texts)

    def find_end_of_line(self, line: int) -> int:
        """Return one past the last column of the texts in a line; 0 for an empty line."""
        ends = (
            text.column + count_cells_of_parts(text.parts) for text in self._texts_by_line[line]
        )
        return max(ends, default=0)

    def join_line(self, line: int, first_column: int = 0) -> Line:
        """Join all texts of one line, without what is left of a column."""
        texts = tuple(self._texts_by_line[line])
        overlays = tuple(self._overlays_by_line[line])
        return list(_join_texts(texts, overlays, first_column, self.width))


def _columns_nearest_first(centre: int, max_distance: int) -> list[int]:
    """Return the columns around a centre, the nearest first.

    Example:
        >>> _columns_nearest_first(10, 2)
        [10, 9, 11, 8, 12]
    """
    columns = range(centre - max_distance, centre + max_distance + 1)
    return sorted(columns, key=lambda column: abs(column - centre))


def _is_apart(columns: range, others: range) -> bool:
    """Tell whether two ranges of columns neither overlap nor touch: one column is between them.

    Example:
        >>> _is_apart(range(4, 6), range(0, 3)), _is_apart(range(3, 6), range(0, 3))
        (True, False)
    """
    return others.stop < columns.start or columns.stop < others.start


@lru_cache(maxsize=256)
def _join_texts(
    texts: tuple[_PlacedText, ...],
    overlays: tuple[_Overlay, ...],
    first_column: int,
    max_width: int,
) -> tuple[StyledPart, ...]:
    """Join the texts of one line, and write the overlays over them.

    The result is kept in a cache, since a step leaves most lines of a drawing as they are.
    """
    writer = LineWriter(first_column, max_width)
    # By column alone: the sort is stable, so texts that begin in one column stay in their order.
    for text in sorted(texts, key=attrgetter("column")):
        writer.append_parts(text.column, text.parts)
    if not overlays:
        return tuple(writer.parts)
    return tuple(_write_overlays(writer.parts, sorted(overlays), first_column, max_width))


def _write_overlays(
    parts: Line, overlays: Iterable[_Overlay], first_column: int, max_width: int
) -> Line:
    """Return a line with other texts, the overlays, written over it.

    Args:
        parts: The line.
        overlays: What is written over it, from left to right. Of two that share columns the first
            is seen there.
        first_column: The column of the line's first character.
        max_width: The most columns that the new line may have.

    Example:
        >>> _write_overlays([("──────", "quiet")], [_Overlay(2, "╳", "bold")], 0, 80)
        [('──', 'quiet'), ('╳', 'bold'), ('───', 'quiet')]
    """
    # The writer never goes back: of a text that begins further left it writes only what follows.
    # So the whole line is handed to it each time, and each time only its next piece is added: in
    # the example "──" before the overlay, and "───" behind it.
    writer = LineWriter(first_column, max_width)
    for overlay in overlays:
        writer.append_parts(first_column, parts, end=overlay.column)
        writer.put(overlay.column, overlay.text, overlay.style)
    writer.append_parts(first_column, parts)
    return writer.parts
