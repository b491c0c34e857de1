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
_LEAST_AXIS: Final = 8
_CELLS_OF_INFINITY: Final = 3
"""The cells at either end of the number line: ``−∞`` or ``+∞``, and a blank."""
_LINES_WITHOUT_PATH: Final = 3
"""The lines beside those of the open nodes: title, verdict, leaves."""
_GAPS_WITHOUT_PATH: Final = 2
"""The blank lines beside those above the open nodes: above the leaves, and at the end."""


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
        """Give each number a column: first to scale, then moved apart from its neighbours."""
        self.width = width
        important = {bound for bound in bounds if not math.isinf(bound)}
        numbers = sorted(important.union(n for n in others if not math.isinf(n)))
        first_column = _CELLS_OF_INFINITY
        last_column = max(first_column, width - 1 - _CELLS_OF_INFINITY)
        room = last_column - first_column
        to_scale = [first_column + round(_share(number, span) * room) for number in numbers]
        gaps = _widest_gaps(numbers, important, room)
        columns = _moved_apart(to_scale, gaps, last_column)
        self._places = dict(zip(numbers, columns, strict=True))

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
    """Return the least distance in columns from each number to the next one.

    The first of these whose sum a room holds:

    1. Each number has room to be written above its column.
    2. Each number has a column of its own, and important neighbours have a free one between them.
    3. No two important numbers share a column.
    4. All may share one.

    Args:
        numbers: The numbers, ascending.
        important: Those that must be told apart.
        room: The columns from the first number to the last one.

    Example:
        >>> [_widest_gaps([2, 3, 10], {2, 3}, room) for room in (5, 4, 2, 1)]
        [[2, 3], [2, 1], [1, 1], [0, 0]]
    """
    with_room_for_text: list[int] = []
    with_free_columns: list[int] = []
    with_own_columns: list[int] = []
    for low, high in pairwise(numbers):
        halves = (cells(shown(low)) + cells(shown(high)) - 1) // 2  # each stands centred
        with_room_for_text.append(halves + 2)  # so that a blank is left between them
        are_both_important = low in important and high in important
        with_free_columns.append(2 if are_both_important else 1)
        with_own_columns.append(1 if low in important else 0)
    for gaps in (with_room_for_text, with_free_columns, with_own_columns):
        if sum(gaps) <= room:
            return gaps
    return [0] * len(with_own_columns)


def _share(number: Number, span: Window) -> float:
    """Return how far a number lies between two others, from 0 to 1."""
    low, high = span
    try:
        return min(1.0, max(0.0, float((number - low) / (high - low))))
    except (OverflowError, ZeroDivisionError):
        return 0.5


def funnel(view: View, width: int, height: int) -> list[TextLine]:
    """Return the windows of the open nodes as bars on a number line, and the leaves below.

    Where it is low, blank lines go first, then the nodes nearest to the root::

        WINDOW   v  −∞           6     8 +∞
        ▲ root  −∞  ━━━━━━━━━━━━━━━━━━━━━━━
        ▽ a      6  ━━━━━━━━━━━━━┫
        ▌▲ b     8               ┫▒▒▒▒▒┣
                                  EMPTY
        leaves         1      5  6     8
    """
    snapshot = view.snapshot
    rows = _nodes_with_row(snapshot, height)
    columns = _columns(rows)
    axis_width = max(_LEAST_AXIS, width - columns.width)
    axis = Axis(_bounds(view, rows), snapshot.axis, view.span, axis_width)
    lines = [_title(view, columns, axis, rows)]
    if not rows:
        return lines[:height]
    lines_with_gaps = 2 * len(rows) + _LINES_WITHOUT_PATH + _GAPS_WITHOUT_PATH
    nodes_above = snapshot.record.tree.ply[rows[0].node]
    if nodes_above:
        lines.append(line((f"⋮ {nodes_above} above", "quiet")))
        lines_with_gaps += 1
    gap = [BLANK] if lines_with_gaps <= height else []
    *rows_above, current = rows
    for row in rows_above:
        lines += [*gap, _row(row, axis, columns, "text")]
    highlighted = fitted(_row(current, axis, columns, "bold strong"), width, "current")
    lines += [*gap, (("▌", "strong on current"), *highlighted)]
    lines.append(_verdict(axis, current, columns.width))
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


def _nodes_with_row(snapshot: Snapshot, height: int) -> list[NodeView]:
    """Return the open nodes that have a row in the funnel, from the top; leaves have none.

    If they are too many for a height, only the last ones have a row, and one row is left free to
    say how many there are above. If the root itself is a leaf, it has a row.
    """
    end_of_path = snapshot.path(max(_LINES_WITHOUT_PATH, height))  # no more would have room
    nodes = [node for node in end_of_path if node.player is not None]
    if not nodes:
        return list(end_of_path[:1])
    room = max(1, height - _LINES_WITHOUT_PATH)
    has_nodes_above = nodes[0].node != 0
    if has_nodes_above or len(nodes) > room:
        nodes_with_row = max(1, room - 1)
        nodes = nodes[-nodes_with_row:]
    return nodes


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
    """Return the numbers of the bars as one line, each centred above its column.

    One that would touch its right neighbour moves left, and is left out if it comes to −∞.
    """
    styles = _styles_of_numbers(rows)
    above = Cells(axis.width)
    above.put(0, "−∞", "quiet")
    above.put(axis.width - cells("+∞"), "+∞", "quiet")
    finite = [number for number in styles if not math.isinf(number)]
    for number in sorted(finite, reverse=True):
        text = shown(number)
        centred = axis.place(number) - cells(text) // 2
        for start in range(centred, _CELLS_OF_INFINITY - 1, -1):
            has_been_put = above.put(start, text, styles[number])
            if has_been_put:
                break
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
    """Return a node's window as a bar, or a red gap where it is empty; without windows its v."""
    if row.window is not None:
        return _empty_bar(axis, row.window) if row.is_empty else _bar(axis, row.window)
    if row.v is None:
        return []
    place = axis.place(row.v)
    after = ("─" * (axis.width - place - 1), "ghost")
    return [("─" * place, "ghost"), ("●", f"bold {colour_of(row.player)}"), after]


def _empty_bar(axis: Axis, window: Window) -> list[StyledText]:
    """Return an empty window as a red gap from β up to α, which is not less: ``┫▒▒▒▒┣``."""
    alpha, beta = window
    beta_column = axis.place(beta)
    alpha_column = axis.place(alpha)
    has_gap = alpha_column - beta_column >= 2
    if not has_gap:  # the marks move apart by one, so that the gap is where β was
        alpha_column = min(axis.width - 1, beta_column + 1)
        beta_column = max(0, beta_column - 1)
    gap = ("▒" * (alpha_column - beta_column - 1), "cut")
    return [(" " * beta_column, ""), ("┫", "bold min"), gap, ("┣", "bold max")]


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


def _verdict(axis: Axis, current: NodeView, axis_start: int) -> TextLine:
    """Return a word below the current node's bar: ``EMPTY``, or ``ONLY 3`` where α and β are 3.

    Blank for any other window.

    Args:
        axis: The number line.
        current: The current node.
        axis_start: The cell of the whole line at which the number line begins.
    """
    if current.window is None:
        return BLANK
    alpha, beta = current.window
    if current.is_empty:
        word = " EMPTY "
        style = "bold on_cut on cut_surface"
    elif current.only:
        word = f" ONLY {shown(alpha)} "
        style = "bold strong on current"
    else:
        return BLANK
    middle = (axis.place(alpha) + axis.place(beta)) // 2
    centred = middle - len(word) // 2
    last_start = axis.width - len(word)
    margin = axis_start + min(centred, last_start)
    return line(" " * max(0, margin), (word, style))


def _leaves(axis: Axis, snapshot: Snapshot) -> list[StyledText]:
    """Return the values of the leaves read so far as one line, each centred below its column.

    The newest is highlighted. One without room is a dot ``·``, or nothing.
    """
    newest = _newest(snapshot)
    below = Cells(axis.width)
    others = [value for value in snapshot.axis if value != newest]
    if newest in snapshot.axis:  # put first, as what is put first keeps its place
        text = f" {shown(newest)} "
        below.put(axis.place(newest) - cells(text) // 2, text, "bold on_news on news")
    for value in others:
        place = axis.place(value)
        text = shown(value)
        has_been_put = below.put(place - cells(text) // 2, text, "decided")
        if not has_been_put:
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
    numbers = row.text.split(".")
    is_address = all(map(str.isdigit, numbers))
    if cells(name) <= room or not is_address:
        return shorten(name, room)
    sign = name.removesuffix(row.text)  # the player's, and a blank
    room_behind_dots = room - cells(sign) - cells("…")
    while numbers and len(".".join(numbers)) > room_behind_dots:
        del numbers[0]
    return f"{sign}…{'.'.join(numbers)}"


def _name_of(node: NodeView) -> str:
    """Return a node's label behind the sign of its player."""
    return f"{node.player.sign} {node.text}" if node.player else node.text


def number_or_blank(value: Number | None) -> str:
    """Return a number as it is shown, and nothing where there is none yet."""
    return "" if value is None else shown(value)
