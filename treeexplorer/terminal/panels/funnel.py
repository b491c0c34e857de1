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

    Example:
        >>> axis = Axis([2, 3], [], (0, 10), 20)
        >>> axis.place(2), axis.place(3), axis.place(math.inf)
        (6, 8, 19)

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
        to_scale = [first + round(_share(number, span) * (last - first)) for number in numbers]
        gaps = _widest_gaps(numbers, important, last - first)
        self._places = dict(zip(numbers, _moved_apart(to_scale, gaps, last), strict=True))

    def place(self, number: Number) -> int:
        """Return the column of one of the numbers."""
        if math.isinf(number):
            return 0 if number < 0 else self.width - 1
        return self._places[number]


def _moved_apart(places: Sequence[int], gaps: Sequence[int], last: int) -> list[int]:
    """Return ascending places moved so far that there is a gap from each to the next one.

    They are moved to the right, and back to the left where that leads beyond the last place.

    Example:
        >>> _moved_apart([3, 3, 9, 9], [2, 2, 2], 10)
        [3, 5, 8, 10]
    """
    moved = list(places)
    for index, gap in enumerate(gaps):
        moved[index + 1] = max(moved[index + 1], moved[index] + gap)
    if moved:
        moved[-1] = min(moved[-1], last)
    for index in reversed(range(len(gaps))):
        moved[index] = min(moved[index], moved[index + 1] - gaps[index])
    return moved


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
    axis = Axis(_bounds(view, rows), snapshot.axis, view.span, max(8, width - columns.width))
    lines = [_title(view, columns, axis, rows)]
    if not rows:
        return lines[:height]
    hidden_above = snapshot.record.tree.ply[rows[0].node]
    lines_wanted = 2 * len(rows) + 5
    if hidden_above:
        lines.append(line((f"⋮ {hidden_above} above", "quiet")))
        lines_wanted += 1
    gap = [BLANK] if lines_wanted <= height else []
    for row in rows[:-1]:
        lines += [*gap, _row(row, axis, columns, "text")]
    last = fitted(_row(rows[-1], axis, columns, "bold strong"), width, "current")
    lines += [*gap, (("▌", "strong on current"), *last)]
    lines.append(_verdict(axis, rows[-1], columns.width))
    if snapshot.axis:
        title = line((f"{'leaves':<{columns.width}}", "quiet"))
        lines += [*gap, line(*title, *_leaves(axis, snapshot))]
    return lines[:height]


def _bounds(view: View, rows: Sequence[NodeView]) -> set[Number]:
    """Return the ends of the windows of the open nodes; without windows what each has."""
    if not view.has_windows:
        return {row.v for row in rows if row.v is not None}
    windows = [row.window for row in rows if row.window is not None]
    return {end for window in windows for end in window}


def _title(view: View, columns: _Columns, axis: Axis, rows: Sequence[NodeView]) -> TextLine:
    """Return what the columns are called, and the numbers above the number line."""
    name = _TITLE if view.has_windows else "VALUES"
    names = f"{name:<{columns.label}}{'v':>{columns.v}}"
    return line((names, "bold quiet"), "  ", *_numbers_above(axis, rows))


class _Columns(NamedTuple):
    """The cells of the columns before the number line."""

    label: int
    v: int

    @property
    def width(self) -> int:
        """All cells before the number line, with the gap."""
        return self.label + self.v + 2


def _rows(snapshot: Snapshot, height: int) -> list[NodeView]:
    """Return the nodes that have a row in the funnel: the open nodes of MAX and MIN.

    If they are too many, the ones next to the current node are shown; a line of its own then says
    how many there are above.
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
    """Return the cells that the names and the values of the open nodes take."""
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
    styles = _styles_of_numbers(rows)
    above = Cells(axis.width)
    above.put(0, "−∞", "quiet")
    above.put(axis.width, "+∞", "quiet")
    finite = [number for number in styles if not math.isinf(number)]
    for number in sorted(finite, reverse=True):
        text = shown(number)
        start = axis.place(number) - cells(text) // 2
        while start >= 3 and not above.put(start, text, styles[number]):
            start -= 1
    return above.pieces()


def _styles_of_numbers(rows: Sequence[NodeView]) -> dict[Number, str]:
    """Return the numbers on the line, each in the colour of the first node that has it."""
    styles: dict[Number, str] = {}
    for row in rows:
        if row.window is not None:
            alpha, beta = row.window
            styles.setdefault(alpha, "bold max")
            styles.setdefault(beta, "bold min")
        elif row.v is not None:
            styles.setdefault(row.v, f"bold {colour_of(row.player)}")
    return styles


def _row_bar(axis: Axis, row: NodeView) -> list[StyledText]:
    """Return a node's window as a bar, its gap where it is empty; without windows its v."""
    if row.window is not None:
        return _empty_bar(axis, row.window) if row.is_empty else _bar(axis, row.window)
    if row.v is None:
        return []
    place = axis.place(row.v)
    after = ("─" * (axis.width - place - 1), "ghost")
    return [("─" * place, "ghost"), ("●", f"bold {colour_of(row.player)}"), after]


def _empty_bar(axis: Axis, window: Window) -> list[StyledText]:
    """Return a window in which α has reached β: β at the left of a red gap, α at its right."""
    alpha, beta = window
    left = axis.place(beta)
    right = axis.place(alpha)
    if right - left < 2:
        right = min(axis.width - 1, left + 1)
        left = max(0, left - 1)
    gap = ("▒" * (right - left - 1), "cut")
    return [(" " * left, ""), ("┫", "bold min"), gap, ("┣", "bold max")]


def _bar(axis: Axis, window: Window) -> list[StyledText]:
    """Return a window as a bar: ``┣━━━━┫``; it goes on at an infinite end."""
    alpha, beta = window
    left = axis.place(alpha)
    right = axis.place(beta)
    is_point = alpha == beta
    begin = ("┣", "bold max")
    end = ("┫", "bold min")
    if math.isinf(alpha) and not is_point:
        begin = ("━", "strong")
    if math.isinf(beta) and not is_point:
        end = ("━", "strong")
    return [(" " * left, ""), begin, ("━" * max(0, right - left - 1), "strong"), end]


def _verdict(axis: Axis, row: NodeView, start: int) -> TextLine:
    """Return what is to be said below the last row: that its window is empty, or nearly."""
    if row.window is None:
        return BLANK
    alpha, beta = row.window
    if row.is_empty:
        word = " EMPTY "
        style = "bold on_cut on cut_surface"
    elif row.only:
        word = f" ONLY {shown(alpha)} "
        style = "bold strong on current"
    else:
        return BLANK
    middle = (axis.place(alpha) + axis.place(beta)) // 2
    column = start + min(middle - len(word) // 2, axis.width - len(word))
    return line(" " * max(0, column), (word, style))


def _leaves(axis: Axis, snapshot: Snapshot) -> list[StyledText]:
    """Return the values of the leaves read so far, each below its place on the line."""
    newest = _newest(snapshot)
    below = Cells(axis.width)
    for value in sorted(snapshot.axis, key=lambda number: (number != newest, number)):
        place = axis.place(value)
        text = shown(value)
        start = place - cells(text) // 2
        if value == newest:
            below.put(start - 1, f" {text} ", "bold on_news on news")
        elif not below.put(start, text, "decided"):
            below.put(place, "·", "decided", gap=0)
    return below.pieces()


def _newest(snapshot: Snapshot) -> Number | None:
    """Return the value of the leaf that this step reads, or takes up to its parent."""
    node = snapshot.node if snapshot.kind is StepKind.LEAF else snapshot.child
    if node is None:
        return None
    leaf = snapshot.view(node)
    return leaf.number if leaf.is_leaf else None


def _name(row: NodeView, room: int) -> str:
    """Return a node's name; of an address without room the end: ``▽ …2.1.3``.

    The end tells an address from those of the other open nodes.
    """
    name = _name_of(row)
    parts = row.text.split(".")
    is_address = all(map(str.isdigit, parts))
    if cells(name) <= room or not is_address:
        return shorten(name, room)
    sign = name.removesuffix(row.text)
    while parts and cells(sign) + 1 + len(".".join(parts)) > room:
        parts.pop(0)
    return f"{sign}…{'.'.join(parts)}"


def _name_of(node: NodeView) -> str:
    """Return a node's label behind the sign of its player."""
    return f"{node.player.sign} {node.text}" if node.player else node.text


def number_or_blank(value: Number | None) -> str:
    """Return a number as it is shown, and nothing where there is none yet."""
    return "" if value is None else shown(value)
