"""Lines over a leaf's values: what follows it and what stands still, each named at its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import ceil, floor, isinf
from typing import Final, NamedTuple

from treeexplorer.numbers import shown
from treeexplorer.terminal.lines import Cells, StyledText, TextLine, length, line, spelt
from treeexplorer.terminal.panels.chart import Chart
from treeexplorer.tree import Number, Window

_LEAST_ROWS: Final = 4
_LEAST_COLUMNS: Final = 8
_ROWS_FOR_MOVED_LINES: Final = 2
"""One above the rows of the scale and one below, for a line that would lie on another."""
_ROWS_ABOVE_SCALE: Final = 1
_LINES_BELOW: Final = 2
"""The line of the leaf's values, and a free one."""
_BESIDE_NUMBERS: Final = 2
"""The cells between the numbers and the chart: a free one, and the axis."""
_BEFORE_NAME: Final = 1
_ROW_ABOVE: Final = -1
_ROW_BELOW: Final = 1


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
    """Return a chart of what nodes are worth for each value of a leaf.

    Columns are values of the leaf, and rows are values of the nodes; ┊ is the leaf's value now.
    Here ▲A follows the leaf from 3 on, and ▽B is worth 7 whatever the leaf is::

           │                             ┏━━━ ▲A
           │               ┊         ┏━━━┛
           │               ┊     ┏━━━┛
         7 ┤━━━━━━━━━━━━━━━●━┏━━━┛━━━━━━━━━━━ ▽B
         5 ┤             ┏━●━┛
         3 ┤━━━━━━━━━━━━━┛ ┊
           │               ┊
           │
            0     2        5             32/3

    Args:
        lines: What is drawn, a line for each node; at least one.
        leaf: The leaf's value now and before, and the values that are shown.
        width: The cells of a line.
        height: How many lines there may be.

    Returns:
        The lines from the top. Empty if there is too little room, or if all values are infinite.
    """
    first_column = _width_of_axis(lines, leaf.span)
    columns = width - first_column - _width_of_names(lines)
    if height < _LEAST_ROWS or columns < _LEAST_COLUMNS:
        return []
    most_rows = height - _ROWS_FOR_MOVED_LINES - _LINES_BELOW
    scale = _scale_for(lines, leaf.span, columns, most_rows)
    if scale is None:
        return []
    chart = Chart(width, scale.rows + _ROWS_FOR_MOVED_LINES)
    _paint(chart, lines, leaf, scale, first_column)
    return [*chart.lines(), _below(leaf, scale, first_column, columns)]


def _width_of_axis(lines: Sequence[ValueLine], span: Window) -> int:
    """Return the cells of the axis and of the numbers before it."""
    return _BESIDE_NUMBERS + max(length(_number(each, end)) for each in lines for end in span)


def _width_of_names(lines: Sequence[ValueLine]) -> int:
    """Return the cells of the names behind the lines."""
    return _BEFORE_NAME + max(length(spelt(each.name)) for each in lines)


def _paint(
    chart: Chart, lines: Sequence[ValueLine], leaf: TurnedLeaf, scale: _Scale, first_column: int
) -> None:
    """Paint the leaf's value now, then the lines with their names, then an axis with numbers.

    Args:
        chart: What is painted on; what is painted later covers what is there.
        lines: The lines; the first one is painted last.
        leaf: The leaf.
        scale: What the rows and columns stand for.
        first_column: The column of the chart at which the lines begin.
    """
    column_on_scale = scale.column(leaf.value)
    column_now = first_column + column_on_scale
    rows_of_scale = range(_ROWS_ABOVE_SCALE, _ROWS_ABOVE_SCALE + scale.rows)
    for row in rows_of_scale:
        chart.put(row, column_now, [("┊", "news_text")])

    numbers_by_row: dict[int, TextLine] = {}
    for value_line, rows in _rows_of(lines, scale):
        chart.line(first_column, rows, value_line.style)
        _put(chart, rows[column_on_scale], column_now, [("●", "news_text")])
        column_behind_line = first_column + len(rows)
        _put(chart, rows[-1], column_behind_line + _BEFORE_NAME, spelt(value_line.name))
        numbers_by_row |= _numbers_of(value_line, rows, scale, leaf.value)
    chart.axis(first_column - 1, numbers_by_row, is_left=True)


def _put(chart: Chart, row: int | None, column: int, text: Sequence[StyledText]) -> None:
    """Write a text on a line of the chart, unless the line is broken there and has no row."""
    if row is not None:
        chart.put(row, column, text)


def _numbers_of(
    value_line: ValueLine, rows: Sequence[int | None], scale: _Scale, value_now: Number
) -> dict[int, TextLine]:
    """Return the numbers on the axis that a line has, by row.

    They are the node's value where the line begins, and its value at the leaf's present value. If
    both are in one row, the latter stands there. There is none where the line is broken.

    Args:
        value_line: The line.
        rows: Its row in each column.
        scale: What the columns stand for.
        value_now: The leaf's present value.
    """
    numbers: dict[int, TextLine] = {}
    first_row = rows[0]
    if first_row is not None:
        numbers[first_row] = _number(value_line, scale.leaf_values[0])
    row_now = rows[scale.column(value_now)]
    if row_now is not None:
        numbers[row_now] = _number(value_line, value_now)
    return numbers


def _number(each: ValueLine, value: Number) -> TextLine:
    """Return the number that a line has at a value of the leaf."""
    return spelt(line((shown(each.value_at(value)), f"bold {each.style}")))


def _rows_of(
    lines: Sequence[ValueLine], scale: _Scale
) -> Iterator[tuple[ValueLine, list[int | None]]]:
    """Yield each line with the row of the chart on which it runs in each column.

    The lines come in reverse, so that the first one is painted last, over all others. A line that
    has a row in common with those that came before, in whatever column, is moved by one row as a
    whole: that of MAX up, that of MIN down.

    Args:
        lines: What is drawn, a line for each node.
        scale: What the rows and columns stand for.

    Yields:
        Each line with its rows, from 0 at the top; ``None`` in a column where its value is
        infinite.
    """
    rows_of_other_lines: set[int] = set()
    for value_line in reversed(lines):
        rows = [scale.row(value_line.value_at(value)) for value in scale.leaf_values]
        meets_another = not rows_of_other_lines.isdisjoint(rows)
        if meets_another:
            by = _ROW_ABOVE if value_line.style == "max" else _ROW_BELOW
            rows = [_moved(row, by) for row in rows]
        rows_of_other_lines.update(row for row in rows if row is not None)
        yield value_line, rows


def _moved(row: int | None, by: int) -> int | None:
    """Return the row some rows below another, or above it; ``None`` stays ``None``."""
    return None if row is None else row + by


def _scale_for(
    lines: Sequence[ValueLine], span: Window, columns: int, most_rows: int
) -> _Scale | None:
    """Choose what the columns and rows of the chart stand for; ``None`` if no line has a value.

    From row to row the nodes' values grow by a multiple of what the leaf's value grows by from
    column to column: by 2, 4, 6, … if the columns are 2 apart. A line that rises with the leaf is
    then a ramp of equal stairs. It is the least multiple at which all values have a row.

    Example:
        Columns 1 apart, and nodes' values from 3 to 13 in at most 6 rows: rows for 3, 5, 7, 9, 11
        and 13.

    Args:
        lines: The lines that are drawn.
        span: The values of the leaf that are shown at least.
        columns: How many columns there are.
        most_rows: How many rows there are at most.
    """
    low, high = span
    per_column = _value_per_column(low, high, columns)
    # Fractions, as floats would be rounded.
    leaf_values = [_as_number(Fraction(low) + column * per_column) for column in range(columns)]

    values = [each.value_at(leaf_value) for each in lines for leaf_value in leaf_values]
    finite = [value for value in values if not isinf(value)]
    if not finite:
        return None
    lowest = min(finite)
    value_range = Fraction(max(finite)) - lowest

    most_rows_above_lowest = max(1, most_rows - 1)
    columns_per_row = max(1, ceil(value_range / (per_column * most_rows_above_lowest)))
    per_row = per_column * columns_per_row
    rows_above_lowest = floor(value_range / per_row)
    return _Scale(leaf_values, bottom=lowest, per_row=per_row, rows=1 + rows_above_lowest)


def _as_number(value: Fraction) -> Number:
    """Return a fraction, as a whole number if it is one."""
    return int(value) if value.denominator == 1 else value


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


def _below(leaf: TurnedLeaf, scale: _Scale, first_column: int, columns: int) -> TextLine:
    """Return the line below the chart with the leaf's value now and before, and those at the ends.

    For example ``0     2        5             32/3``, where 5 is the value now and 2 the one
    before. Each is centred below its column. One that would touch another is left out: first those
    at the ends, then the one before.

    Args:
        leaf: The leaf's value now and before.
        scale: What the columns stand for.
        first_column: The cell at which the columns begin.
        columns: How many columns there are.
    """
    lowest = scale.leaf_values[0]
    highest = scale.leaf_values[-1]
    marks = [(leaf.value, "bold on_news on news")]
    if leaf.before is not None and leaf.before != leaf.value:
        marks.append((leaf.before, "strike pruned"))
    marks += [(lowest, "quiet"), (highest, "quiet")]
    row = Cells(columns)
    for value, style in marks:  # what is put first stays
        row.put(scale.column(value) - len(shown(value)) // 2, shown(value), style)
    return line(" " * first_column, *row.pieces())
