"""Lines over a leaf's values: what follows it and what stands still, each named at its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, floor, isinf
from typing import Final, NamedTuple

from treeexplorer.numbers import shown
from treeexplorer.terminal.lines import Cells, TextLine, length, line, spelt
from treeexplorer.terminal.panels.chart import Chart
from treeexplorer.tree import Number, Window

_MIN_HEIGHT: Final = 4
_MIN_COLUMNS: Final = 8
_EXTRA_ROWS: Final = 2
"""One above the rows of the scale and one below, for a line that would lie on another."""
_EXTRA_ROWS_ABOVE: Final = 1
_LINES_BELOW_CHART: Final = 2
"""The line of the leaf's values, and a free one."""
_AXIS_GAP: Final = 2
"""The cells between the numbers and the chart: a free one, and the axis."""
_GAP_BEFORE_NAME: Final = 1
_ONE_ROW_UP: Final = -1
_ONE_ROW_DOWN: Final = 1


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
        lowest: The value of a node in the last row.
        row_step: By how much the value of a node grows from row to row.
        row_count: How many rows there are.
    """

    leaf_values: Sequence[Number]
    lowest: Number
    row_step: Fraction
    row_count: int

    def find_row(self, value: Number) -> int | None:
        """Return the row of a value, from 1 at the top; ``None`` for an infinite one.

        Row 0 is kept free for a line that is moved up from another.
        """
        if isinf(value):
            return None
        return self.row_count - floor(Fraction(value - self.lowest) / self.row_step)

    def find_column(self, value: Number) -> int:
        """Return the column whose leaf value is nearest to a value."""
        distances = [abs(Fraction(leaf_value) - Fraction(value)) for leaf_value in self.leaf_values]
        return distances.index(min(distances))


def value_lines(
    lines: Sequence[ValueLine], leaf: TurnedLeaf, width: int, height: int
) -> list[TextLine]:
    """Draw a chart of what nodes are worth for each value of a leaf.

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
        width: The width of a line of text.
        height: The most lines of text.

    Returns:
        The lines from the top. Empty if there is too little room, or if all values are infinite.
    """
    # From the left: numbers and axis, the columns of the leaf's values, the names of the nodes.
    first_column = _compute_axis_width(lines, leaf.span)
    column_count = width - first_column - _compute_names_width(lines)
    if height < _MIN_HEIGHT or column_count < _MIN_COLUMNS:
        return []

    # From the top: the chart (a free row, the rows of values, a free row), the leaf's values.
    max_value_rows = height - _LINES_BELOW_CHART - _EXTRA_ROWS
    scale = _choose_scale(lines, leaf.span, column_count, max_value_rows)
    if scale is None:
        return []

    chart = Chart(width, scale.row_count + _EXTRA_ROWS)
    _draw_chart(chart, lines, leaf, scale, first_column)
    return [*chart.lines(), _render_leaf_values(leaf, scale, first_column, column_count)]


def _compute_axis_width(lines: Sequence[ValueLine], span: Window) -> int:
    """Compute the width of the axis and of the longest number before it."""
    longest_number = 0
    for value_line in lines:
        for leaf_value in span:
            number = _format_number(value_line, leaf_value)
            longest_number = max(longest_number, length(number))
    return _AXIS_GAP + longest_number


def _compute_names_width(lines: Sequence[ValueLine]) -> int:
    """Compute the width of the longest name behind the lines, with the gap before it."""
    return _GAP_BEFORE_NAME + max(length(spelt(value_line.name)) for value_line in lines)


def _draw_chart(
    chart: Chart, lines: Sequence[ValueLine], leaf: TurnedLeaf, scale: _Scale, first_column: int
) -> None:
    """Draw the leaf's value now, the lines with their names, and the axis with its numbers.

    Rows are the same on the scale and in the chart. Columns are not, as the axis stands at the
    left: column 0 of the scale is ``first_column`` of the chart.
    """
    # What is drawn later covers what is there: so the first of ``lines`` is drawn last.
    lines_with_rows = _assign_rows_to_lines(list(reversed(lines)), scale)

    current_index = scale.find_column(leaf.value)
    current_column = first_column + current_index
    _draw_current_value(chart, scale.row_count, current_column)

    for value_line, rows in lines_with_rows:
        chart.line(first_column, rows, value_line.style)
        _draw_dot(chart, rows[current_index], current_column)
        name_column = first_column + len(rows) + _GAP_BEFORE_NAME
        _draw_name(chart, value_line.name, rows[-1], name_column)

    number_by_row: dict[int, TextLine] = {}
    for value_line, rows in lines_with_rows:
        number_by_row |= _collect_axis_numbers(value_line, rows, scale, leaf.value)
    axis_column = first_column - 1
    chart.axis(axis_column, number_by_row, is_left=True)


def _draw_current_value(chart: Chart, row_count: int, column: int) -> None:
    """Draw the value that the leaf has now, as a dotted line over all rows of the scale."""
    for row in range(_EXTRA_ROWS_ABOVE, _EXTRA_ROWS_ABOVE + row_count):
        chart.put(row, column, [("┊", "news_text")])


def _draw_dot(chart: Chart, row: int | None, column: int) -> None:
    """Draw a dot on a line of the chart; nothing where the line is broken, which has no row."""
    if row is not None:
        chart.put(row, column, [("●", "news_text")])


def _draw_name(chart: Chart, name: TextLine, row: int | None, column: int) -> None:
    """Write the name of a line behind its end; nothing where the end is broken, without a row."""
    if row is not None:
        chart.put(row, column, spelt(name))


def _collect_axis_numbers(
    value_line: ValueLine, rows: Sequence[int | None], scale: _Scale, current_value: Number
) -> dict[int, TextLine]:
    """Return the numbers that a line has on the axis, by row.

    They are the node's value where the line begins, and its value at the leaf's current value. If
    both are in one row, the latter stands there. Where the line is broken there is no number.
    """
    number_by_row: dict[int, TextLine] = {}
    first_row = rows[0]
    if first_row is not None:
        number_by_row[first_row] = _format_number(value_line, scale.leaf_values[0])
    current_row = rows[scale.find_column(current_value)]
    if current_row is not None:
        number_by_row[current_row] = _format_number(value_line, current_value)
    return number_by_row


def _format_number(value_line: ValueLine, leaf_value: Number) -> TextLine:
    """Format the node's value at a value of the leaf, in the colour of its line."""
    return spelt(line((shown(value_line.value_at(leaf_value)), f"bold {value_line.style}")))


class _LineWithRows(NamedTuple):
    """A line of the chart with its row in each column; ``None`` where its value is infinite."""

    value_line: ValueLine
    rows: Sequence[int | None]


def _assign_rows_to_lines(lines: Sequence[ValueLine], scale: _Scale) -> list[_LineWithRows]:
    """Return each line with its row in each column, such that no line lies on another.

    A line that shares a row with one before it, in whatever column, is moved as a whole: that of
    MAX one row up, that of MIN one row down. For example, if the rows of the first line are
    [5, 5, 4], a line of MIN with the rows [7, 6, 5] gets [8, 7, 6].
    """
    lines_with_rows: list[_LineWithRows] = []
    occupied_rows: set[int] = set()
    for value_line in lines:
        rows = [scale.find_row(value_line.value_at(value)) for value in scale.leaf_values]
        shares_a_row = not occupied_rows.isdisjoint(rows)
        if shares_a_row:
            row_offset = _ONE_ROW_UP if value_line.style == "max" else _ONE_ROW_DOWN
            rows = [_move_row(row, row_offset) for row in rows]
        occupied_rows.update(row for row in rows if row is not None)
        lines_with_rows.append(_LineWithRows(value_line, rows))
    return lines_with_rows


def _move_row(row: int | None, row_offset: int) -> int | None:
    """Return a row moved by an offset; ``None``, where a line is broken, stays ``None``."""
    if row is None:
        return None
    return row + row_offset


def _choose_scale(
    lines: Sequence[ValueLine], span: Window, column_count: int, max_rows: int
) -> _Scale | None:
    """Choose what the columns and rows of the chart stand for; ``None`` if no value is finite.

    Args:
        lines: What is drawn.
        span: The leaf's least value, which the first column stands for, and its greatest one.
        column_count: The number of columns.
        max_rows: The most rows.
    """
    low, high = span
    column_step = _choose_column_step(low, high, column_count)
    leaf_values = _list_leaf_values(low, column_step, column_count)

    node_values = [value_line.value_at(value) for value_line in lines for value in leaf_values]
    finite_values = [value for value in node_values if not isinf(value)]
    if not finite_values:
        return None

    lowest = min(finite_values)
    value_range = Fraction(max(finite_values)) - lowest
    row_step = _choose_row_step(value_range, column_step, max_rows)
    # One row for the lowest value, and one for each step up from it.
    row_count = 1 + floor(value_range / row_step)
    return _Scale(leaf_values, lowest=lowest, row_step=row_step, row_count=row_count)


def _list_leaf_values(low: Number, column_step: Fraction, column_count: int) -> list[Number]:
    """List the leaf's value in each column, in exact fractions, as floats would be rounded.

    Example:
        >>> _list_leaf_values(2, Fraction(1, 2), 4)
        [2, Fraction(5, 2), 3, Fraction(7, 2)]
    """
    exact_values = [Fraction(low) + column * column_step for column in range(column_count)]
    return [_simplify_fraction(value) for value in exact_values]


def _choose_row_step(value_range: Number, column_step: Fraction, max_rows: int) -> Fraction:
    """Choose by how much the nodes' values grow from row to row: the least that gives them room.

    It is a multiple of the column step, so that a node that follows the leaf is drawn as a ramp of
    equal stairs. For example, with columns 1 apart, values from 3 to 13 need 2 from row to row to
    have room in 6 rows: 3, 5, 7, 9, 11 and 13.

    Example:
        >>> _choose_row_step(10, column_step=Fraction(1), max_rows=6)
        Fraction(2, 1)
    """
    max_row_steps = max(1, max_rows - 1)
    columns_per_row = max(1, ceil(value_range / (column_step * max_row_steps)))
    return column_step * columns_per_row


def _simplify_fraction(value: Fraction) -> Number:
    """Return a fraction, or an int if it is a whole number."""
    return int(value) if value.denominator == 1 else value


def _choose_column_step(low: Number, high: Number, column_count: int) -> Fraction:
    """Choose by how much the leaf's value grows from column to column: ``n`` or ``1/n``.

    Example:
        >>> _choose_column_step(0, 5, 21), _choose_column_step(0, 90, 21)
        (Fraction(1, 4), Fraction(5, 1))
    """
    size = max(1, ceil(high - low))
    if size < column_count:
        columns_per_unit = (column_count - 1) // size
        return Fraction(1, columns_per_unit)
    return Fraction(ceil(Fraction(size, column_count - 1)))


def _render_leaf_values(
    leaf: TurnedLeaf, scale: _Scale, first_column: int, column_count: int
) -> TextLine:
    """Render the line below the chart with values of the leaf: now, before, and at both ends.

    For example ``0     2        5             32/3``, where 5 is the value now and 2 the one
    before. Each is centred below its column. One that would touch a more important one is left out:
    the value now comes first, then the one before, then the ends.
    """
    styled_values: list[tuple[Number, str]] = [(leaf.value, "bold on_news on news")]
    if leaf.before is not None and leaf.before != leaf.value:
        styled_values.append((leaf.before, "strike pruned"))
    styled_values.append((scale.leaf_values[0], "quiet"))
    styled_values.append((scale.leaf_values[-1], "quiet"))

    row = Cells(column_count)
    for value, style in styled_values:  # what is written first keeps its cells
        text = shown(value)
        row.put(scale.find_column(value) - len(text) // 2, text, style)
    return line(" " * first_column, *row.pieces())
