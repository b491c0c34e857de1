"""Lines over a leaf's values: what follows it and what stands still, each named at its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import ceil, floor, isinf
from typing import Final, NamedTuple

from treeexplorer.numbers import shown
from treeexplorer.terminal.lines import Cells, TextLine, length, line, spelt
from treeexplorer.terminal.panels.chart import Chart
from treeexplorer.tree import Number, Window

_LEAST_ROWS: Final = 4
_LEAST_COLUMNS: Final = 8


class ValueLine(NamedTuple):
    """What a node is worth for each value of a leaf; an infinite value is not drawn.

    Where two lines would lie on each other, one of MAX is drawn above, one of MIN below.

    Attributes:
        name: What stands at the end of the line.
        style: Its colour, that of the node's player.
        value_at: Returns the node's value for a value of the leaf.
    """

    name: TextLine
    style: str
    value_at: Callable[[Number], Number]


class TurnedLeaf(NamedTuple):
    """A leaf's value, the one it had before, and the values that are shown around it."""

    value: Number
    before: Number | None
    span: Window


class _Scale(NamedTuple):
    """Which values the columns and the rows of the chart stand for.

    A row stands for as many values as a whole number of columns, so that a value which follows the
    leaf is drawn as a ramp of equal stairs.

    Attributes:
        leaf_values: The value of the leaf in each column.
        bottom: The value of a node in the last row.
        per_row: By how much the value of a node grows from row to row.
        rows: How many rows there are.
    """

    leaf_values: Sequence[Number]
    bottom: Number
    per_row: Fraction
    rows: int

    def row(self, value: Number) -> int | None:
        """Return the row of a value, from 1 at the top; ``None`` for an infinite one.

        Row 0 is left for a line that moves up from another.
        """
        if isinf(value):
            return None
        return self.rows - floor(Fraction(value - self.bottom) / self.per_row)

    def column(self, value: Number) -> int:
        """Return the column that is nearest to a value of the leaf."""
        distances = [abs(Fraction(each) - Fraction(value)) for each in self.leaf_values]
        return distances.index(min(distances))


def value_lines(
    lines: Sequence[ValueLine], leaf: TurnedLeaf, width: int, height: int
) -> list[TextLine]:
    """Return the chart; nothing where it has no room, or no line has a value."""
    names_width = 1 + max(length(spelt(each.name)) for each in lines)
    numbers_width = 2 + max(length(_number(each, end)) for each in lines for end in leaf.span)
    columns = width - names_width - numbers_width
    if height < _LEAST_ROWS or columns < _LEAST_COLUMNS:
        return []
    scale = _scaled(lines, leaf.span, columns, height - 4)
    if scale is None:
        return []
    chart = Chart(width, scale.rows + 2)
    _paint(chart, lines, leaf, scale, numbers_width)
    return [*chart.lines(), _below(leaf, scale, numbers_width, columns)]


def _paint(
    chart: Chart, lines: Sequence[ValueLine], leaf: TurnedLeaf, scale: _Scale, start: int
) -> None:
    """Paint the lines from a column on, their names, and their numbers at the left of it.

    Those are the numbers at the first value of the leaf, and at the one that it has.
    """
    now = scale.column(leaf.value)
    for row in range(1, scale.rows + 1):
        chart.put(row, start + now, [("┊", "news_text")])
    numbers: dict[int, TextLine] = {}
    for each, rows in _rows_of(lines, scale):
        chart.line(start, rows, each.style)
        first_row = rows[0]
        if first_row is not None:
            numbers[first_row] = _number(each, scale.leaf_values[0])
        row_now = rows[now]
        if row_now is not None:
            numbers[row_now] = _number(each, leaf.value)
            chart.put(row_now, start + now, [("●", "news_text")])
        last_row = rows[-1]
        if last_row is not None:
            chart.put(last_row, start + len(rows) + 1, spelt(each.name))
    chart.axis(start - 1, numbers, is_left=True)


def _number(each: ValueLine, value: Number) -> TextLine:
    """Return the number that a line has at a value of the leaf."""
    return spelt(line((shown(each.value_at(value)), f"bold {each.style}")))


def _rows_of(
    lines: Sequence[ValueLine], scale: _Scale
) -> Iterator[tuple[ValueLine, list[int | None]]]:
    """Yield each line with the row of the chart on which it runs in each column.

    The lines come in reverse, so that the first one is painted last, over all others. A line that
    would meet one that came before is drawn one row beside it: MAX's above, MIN's below.
    """
    taken: set[int] = set()
    for each in reversed(lines):
        rows = [scale.row(each.value_at(value)) for value in scale.leaf_values]
        meets_another = any(row in taken for row in rows)
        if meets_another:
            beside = -1 if each.style == "max" else 1
            rows = [_moved(row, beside) for row in rows]
        taken.update(row for row in rows if row is not None)
        yield each, rows


def _moved(row: int | None, by: int) -> int | None:
    """Return the row some rows below another, or above it; ``None`` stays ``None``."""
    return None if row is None else row + by


def _scaled(lines: Sequence[ValueLine], span: Window, columns: int, rows: int) -> _Scale | None:
    """Return the scale for a span of the leaf's values; nothing where no line has a value.

    Args:
        lines: The lines that are drawn.
        span: The values of the leaf that are shown at least.
        columns: How many columns there are.
        rows: How many rows there are at most.
    """
    low, high = span
    per_column = _value_per_column(low, high, columns)
    leaf_values: list[Number] = []
    for column in range(columns):
        value = Fraction(low) + column * per_column
        leaf_values.append(int(value) if value.denominator == 1 else value)
    values = [each.value_at(value) for each in lines for value in leaf_values]
    finite = [value for value in values if not isinf(value)]
    if not finite:
        return None
    bottom = min(finite)
    height = Fraction(max(finite)) - bottom
    columns_per_stair = max(1, ceil(height / (per_column * max(1, rows - 1))))
    per_row = per_column * columns_per_stair
    return _Scale(leaf_values, bottom, per_row, 1 + floor(height / per_row))


def _value_per_column(low: Number, high: Number, columns: int) -> Fraction:
    """Return by how much the leaf's value grows from column to column: ``n`` or ``1/n``.

    Example:
        >>> _value_per_column(0, 5, 21), _value_per_column(0, 90, 21)
        (Fraction(1, 4), Fraction(5, 1))
    """
    size = max(1, ceil(high - low))
    if size < columns:
        columns_per_one = (columns - 1) // size
        return Fraction(1, columns_per_one)
    return Fraction(ceil(Fraction(size, columns - 1)))


def _below(leaf: TurnedLeaf, scale: _Scale, start: int, columns: int) -> TextLine:
    """Return the leaf's values below the chart: the one now, the one before, and the ends."""
    row = Cells(columns)
    low = scale.leaf_values[0]
    high = scale.leaf_values[-1]
    marks = [(leaf.value, "bold on_news on news"), (low, "quiet"), (high, "quiet")]
    if leaf.before is not None and leaf.before != leaf.value:
        marks.insert(1, (leaf.before, "strike pruned"))
    for value, style in marks:
        row.put(scale.column(value) - len(shown(value)) // 2, shown(value), style)
    return line(" " * start, *row.pieces())
