"""Lines over a leaf's values: what follows it and what stands still, each named at its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
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
    """A column for each step of the leaf's value, and a row for so many steps of a node's.

    Rows take a whole number of columns, so that a value which follows the leaf is drawn as a ramp
    of equal stairs.
    """

    places: Sequence[Number]
    bottom: Number
    per_row: Fraction
    rows: int

    def row(self, value: Number) -> int | None:
        """Return the row of a value, the top one being 1: there is room for one more line above."""
        if isinf(value):
            return None
        return self.rows - floor(Fraction(value - self.bottom) / self.per_row)

    def column(self, value: Number) -> int:
        """Return the column that is nearest to a value of the leaf."""
        distances = [abs(Fraction(place) - Fraction(value)) for place in self.places]
        return distances.index(min(distances))


def value_lines(
    lines: Sequence[ValueLine], leaf: TurnedLeaf, width: int, height: int
) -> list[TextLine]:
    """Return the chart; nothing where it has no room, or no line has a value."""
    names = 1 + max(length(spelt(each.name)) for each in lines)
    numbers = 2 + max(length(_number(each, end)) for each in lines for end in leaf.span)
    columns = width - names - numbers
    if height < _LEAST_ROWS or columns < _LEAST_COLUMNS:
        return []
    scale = _scaled(lines, leaf.span, columns, height - 4)
    if scale is None:
        return []
    chart = Chart(width, scale.rows + 2)
    here = scale.column(leaf.value)
    for row in range(1, scale.rows + 1):
        chart.put(row, numbers + here, [("┊", "news_text")])
    texts: dict[int, TextLine] = {}
    for each, rows in _rows_of(lines, scale):
        chart.line(numbers, rows, each.style)
        first = rows[0]
        if first is not None:
            texts[first] = _number(each, scale.places[0])
        now = rows[here]
        if now is not None:
            texts[now] = _number(each, leaf.value)
            chart.put(now, numbers + here, [("●", "news_text")])
        last = rows[-1]
        if last is not None:
            chart.put(last, numbers + columns + 1, spelt(each.name))
    chart.axis(numbers - 1, texts, is_left=True)
    return [*chart.lines(), _below(leaf, scale, numbers, columns)]


def _number(each: ValueLine, value: Number) -> TextLine:
    """Return the number that a line has at a value of the leaf."""
    return spelt(line((shown(each.value_at(value)), f"bold {each.style}")))


def _rows_of(
    lines: Sequence[ValueLine], scale: _Scale
) -> Iterator[tuple[ValueLine, list[int | None]]]:
    """Yield each line with its row in each column, the first one last; none lies on another."""
    taken: set[int | None] = set()
    for each in reversed(lines):
        rows = [scale.row(each.value_at(place)) for place in scale.places]
        if taken.intersection(rows) - {None}:
            away = -1 if each.style == "max" else 1
            rows = list(map(partial(_moved, by=away), rows))
        taken.update(rows)
        yield each, rows


def _moved(row: int | None, by: int) -> int | None:
    return None if row is None else row + by


def _scaled(lines: Sequence[ValueLine], span: Window, columns: int, rows: int) -> _Scale | None:
    """Return the scale for a span of the leaf's values; nothing where no line has a value."""
    low, high = span
    size = max(1, ceil(high - low))
    per_column = Fraction(ceil(Fraction(size, columns - 1)))
    if size < columns:
        per_column = Fraction(1, (columns - 1) // size)
    places: list[Number] = []
    for at in range(columns):
        place = Fraction(low) + at * per_column
        places.append(int(place) if place.denominator == 1 else place)
    values = [each.value_at(place) for each in lines for place in places]
    finite = [value for value in values if not isinf(value)]
    if not finite:
        return None
    bottom = min(finite)
    top = Fraction(max(finite))
    stairs = max(1, ceil((top - bottom) / (per_column * max(1, rows - 1))))
    per_row = per_column * stairs
    return _Scale(places, bottom, per_row, 1 + floor((top - bottom) / per_row))


def _below(leaf: TurnedLeaf, scale: _Scale, start: int, columns: int) -> TextLine:
    """Return the leaf's values below the chart: the one now, the one before, and the ends."""
    row = Cells(columns)
    low = scale.places[0]
    high = scale.places[-1]
    marks = [(leaf.value, "bold on_news on news"), (low, "quiet"), (high, "quiet")]
    if leaf.before is not None and leaf.before != leaf.value:
        marks.insert(1, (leaf.before, "strike pruned"))
    for value, style in marks:
        row.put(scale.column(value) - len(shown(value)) // 2, shown(value), style)
    return line(" " * start, *row.pieces())
