"""The funnel: every open node's window as a bar on one number line, and the leaves read so far.

Windows nest, so the bars narrow row by row; where α has reached β the gap is red and says EMPTY.
A search without windows shows each open node's v on the same line instead.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from treeexplorer.engine import StepKind
from treeexplorer.engine.intervals import Interval
from treeexplorer.explain.snapshot import NodeView, Snapshot
from treeexplorer.numbers import shown
from treeexplorer.terminal.lines import (
    BLANK,
    Cells,
    StyledText,
    TextLine,
    colour_of,
    fitted,
    line,
)
from treeexplorer.terminal.view import View
from treeexplorer.text import shorten
from treeexplorer.text import width as cells
from treeexplorer.tree import Number, Window

_LONGEST_LABEL: Final = 10
_LONGEST_V: Final = 8
_TITLE: Final = "WINDOW"


class Axis:
    """A number line that orders numbers, as far to scale as the room allows.

    Args:
        bounds: Numbers that must be told apart, with room for a mark between them.
        others: Numbers that may share a column where they are many.
        span: The least and the largest number that may ever stand on it.
        width: Its cells; −∞ stands at the first and +∞ at the last.
    """

    def __init__(
        self, bounds: Iterable[Number], others: Iterable[Number], span: Window, width: int
    ) -> None:
        self.width = width
        important = {bound for bound in bounds if not math.isinf(bound)}
        numbers = sorted(important.union(n for n in others if not math.isinf(n)))
        first = 3
        last = max(3, width - 4)
        places = [first + round(_share(number, span) * (last - first)) for number in numbers]
        gaps = _widest_gaps(numbers, important, last - first)
        for at, gap in enumerate(gaps):  # moved apart to the right, then back into the room
            places[at + 1] = max(places[at + 1], places[at] + gap)
        limit = last
        for at, gap in zip(reversed(range(len(places))), [*reversed(gaps), 0], strict=False):
            places[at] = min(places[at], limit)
            limit = places[at] - gap
        self._places = dict(zip(numbers, places, strict=True))

    def place(self, number: Number) -> int:
        """Return the column of one of the numbers."""
        if math.isinf(number):
            return 0 if number < 0 else self.width - 1
        return self._places[number]


def _widest_gaps(numbers: Sequence[Number], important: Collection[Number], room: int) -> list[int]:
    """Return the columns from each number to the next one, as many as there is room for.

    At best each number has room to be written; then important ones have a column between them;
    then these alone do not share a column; at last any may.
    """
    pairs = list(pairwise(numbers))
    to_be_written = [2 + (cells(shown(low)) + cells(shown(high)) - 1) // 2 for low, high in pairs]
    apart: list[int] = []
    distinct: list[int] = []
    for low, high in pairs:
        apart.append(2 if low in important and high in important else 1)
        distinct.append(1 if low in important else 0)
    for gaps in (to_be_written, apart, distinct):
        if sum(gaps) <= room:
            return gaps
    return [0] * len(pairs)


def _share(number: Number, span: Window) -> float:
    """Return how far a number lies between two others, from 0 to 1."""
    low, high = span
    try:
        return min(1.0, max(0.0, float((number - low) / (high - low))))
    except (OverflowError, ZeroDivisionError):
        return 0.5


def funnel(view: View, width: int, height: int) -> list[TextLine]:
    """Return the funnel: a heading, a row for each open node, what is empty, the leaves.

    Blank lines between the rows go first where it is low, then the rows between the root and the
    last ones.
    """
    snapshot = view.snapshot
    rows = _rows(snapshot, height)
    columns = _columns(rows)
    start = columns.label + columns.v + 2
    bounds = {end for row in rows if row.window is not None for end in row.window}
    if not view.has_windows:
        bounds.update(row.v for row in rows if row.v is not None)
    axis = Axis(bounds, snapshot.axis, view.span, max(8, width - start))

    name = _TITLE if view.has_windows else "VALUES"
    title = f"{name:<{columns.label}}{'v':>{columns.v}}"
    lines = [line((title, "bold quiet"), "  ", *_numbers_above(axis, rows))]
    if not rows:
        return lines[:height]
    above = snapshot.record.tree.ply[rows[0].node]
    lines_wanted = 2 * len(rows) + 5
    if above:
        lines.append(line((f"⋮ {above} above", "quiet")))
        lines_wanted += 1
    gap = [BLANK] if lines_wanted <= height else []
    for row in rows[:-1]:
        lines += [*gap, _row(row, axis, columns, "text")]
    last = fitted(_row(rows[-1], axis, columns, "bold strong"), width, "current")
    lines += [*gap, (("▌", "strong on current"), *last)]
    lines.append(_verdict(axis, rows[-1], start))
    if snapshot.axis:
        lines += [*gap, line((f"{'leaves':<{start}}", "quiet"), *_leaves(axis, snapshot))]
    return lines[:height]


class _Columns(NamedTuple):
    """The cells of the columns before the number line."""

    label: int
    v: int


def _rows(snapshot: Snapshot, height: int) -> list[NodeView]:
    """Return the open nodes that are shown: all that have a player, or the last ones of them.

    Where they begin below the root, a line of its own says how many there are above.
    """
    path = snapshot.path(max(3, height))
    rows = [row for row in path if row.player is not None]
    if not rows:
        return list(path[:1])
    room = max(1, height - 3)
    if len(rows) > room or rows[0].node != 0:
        rows = rows[-max(1, room - 1) :]
    return rows


def _columns(rows: Sequence[NodeView]) -> _Columns:
    labels = [min(_LONGEST_LABEL, cells(_name_of(row))) for row in rows]
    values = [min(_LONGEST_V, cells(number_or_blank(row.v))) for row in rows]
    return _Columns(max([len(_TITLE), *labels]), 1 + max([3, *values]))


def _row(row: NodeView, axis: Axis, columns: _Columns, style_of_v: str) -> TextLine:
    """Return an open node with its v and its window on the number line."""
    name = _name(row, columns.label)
    v = shorten(number_or_blank(row.v), columns.v - 1).rjust(columns.v)
    return line(
        (name, f"bold {colour_of(row.player)}"),
        " " * (columns.label - cells(name)),
        (v, style_of_v),
        "  ",
        *_row_bar(axis, row),
    )


def _numbers_above(axis: Axis, rows: Sequence[NodeView]) -> list[StyledText]:
    """Return the numbers above the marks on the line; what collides moves left, or is left out."""
    styles: dict[Number, str] = {}
    for row in rows:
        if row.window is not None:
            styles.setdefault(row.window[0], "bold max")
            styles.setdefault(row.window[1], "bold min")
        elif row.v is not None:
            styles.setdefault(row.v, f"bold {colour_of(row.player)}")
    above = Cells(axis.width)
    above.put(0, "−∞", "quiet")
    above.put(axis.width, "+∞", "quiet")
    for bound in sorted((each for each in styles if not math.isinf(each)), reverse=True):
        begin = axis.place(bound) - cells(shown(bound)) // 2
        while begin >= 3 and not above.put(begin, shown(bound), styles[bound]):
            begin -= 1
    return above.pieces()


def _row_bar(axis: Axis, row: NodeView) -> list[StyledText]:
    """Return a node's window as a bar, its gap where it is empty; without windows its v."""
    if row.window is not None and row.is_empty:
        right, left = map(axis.place, row.window)
        if right - left < 2:
            right = min(axis.width - 1, left + 1)
            left = max(0, left - 1)
        gap = ("▒" * (right - left - 1), "cut")
        return [(" " * left, ""), ("┫", "bold min"), gap, ("┣", "bold max")]
    if row.window is not None:
        return _bar(axis, row.window, ("bold max", "strong", "bold min"))
    if row.v is None:
        return []
    place = axis.place(row.v)
    after = ("─" * (axis.width - place - 1), "ghost")
    return [("─" * place, "ghost"), ("●", f"bold {colour_of(row.player)}"), after]


def _bar(axis: Axis, interval: Interval, styles: tuple[str, str, str]) -> list[StyledText]:
    """Return an interval on a number line; the styles are of its ends and of what is between."""
    low, high = interval
    left = axis.place(low)
    right = axis.place(high)
    lower, between, upper = styles
    is_point = low == high
    opened = ("━", between) if math.isinf(low) and not is_point else ("┣", lower)
    closed = ("━", between) if math.isinf(high) and not is_point else ("┫", upper)
    return [(" " * left, ""), opened, ("━" * max(0, right - left - 1), between), closed]


def _verdict(axis: Axis, row: NodeView, start: int) -> TextLine:
    """Return what is to be said below the last row: that its window is empty, or nearly."""
    if row.window is None or not (row.is_empty or row.only):
        return BLANK
    word = " EMPTY " if row.is_empty else f" ONLY {shown(row.window[0])} "
    style = "bold on_cut on cut_surface" if row.is_empty else "bold strong on current"
    middle = sum(map(axis.place, row.window)) // 2
    column = start + min(middle - len(word) // 2, axis.width - len(word))
    return line(" " * max(0, column), (word, style))


def _leaves(axis: Axis, snapshot: Snapshot) -> list[StyledText]:
    """Return the values of the leaves read so far, each below its place on the line."""
    leaf = snapshot.node if snapshot.kind is StepKind.LEAF else snapshot.child
    seen = None if leaf is None else snapshot.view(leaf)
    newest = seen.number if seen is not None and seen.is_leaf else None
    below = Cells(axis.width)
    for value in sorted(snapshot.axis, key=lambda number: (number != newest, number)):
        place = axis.place(value)
        text = shown(value)
        begin = place - cells(text) // 2
        if value == newest:
            below.put(begin - 1, f" {text} ", "bold on_news on news")
        elif not below.put(begin, text, "decided"):
            below.put(place, "·", "decided", gap=0)
    return below.pieces()


def _name(row: NodeView, room: int) -> str:
    """Return a node's name; of an address without room the end, which tells it from the others."""
    name = _name_of(row)
    parts = row.text.split(".")
    if cells(name) <= room or not all(map(str.isdigit, parts)):
        return shorten(name, room)
    sign = name.removesuffix(row.text)
    while parts and cells(sign) + 1 + len(".".join(parts)) > room:
        parts.pop(0)
    return f"{sign}…{'.'.join(parts)}"


def _name_of(node: NodeView) -> str:
    return f"{node.player.sign} {node.text}" if node.player else node.text


def number_or_blank(value: Number | None) -> str:
    """Return a number as it is shown, and nothing where there is none yet."""
    return "" if value is None else shown(value)
