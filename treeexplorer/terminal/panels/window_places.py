"""Where the closing window stands: columns for each child of the open node, and for what is pruned.

Where the search goes from one side to the other, a child has the columns between the one entered
before it and itself, so that the step to what it leaves stands in its own. In any other order each
has the columns around it, and makes its step in the middle of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from treeexplorer.drawing.layout import Layout
from treeexplorer.explain.child_windows import ChildWindows
from treeexplorer.tree import Window

_MARGIN: Final = 8
"""How far the window reaches beyond the first child and the last one."""


class Stretch(NamedTuple):
    """Columns, from ``first`` to before ``stop``, and what is left in them."""

    first: int
    stop: int
    left: Window
    entry: Window | None = None  # with which the child is entered whose columns these are


class WindowPlaces(NamedTuple):
    """Where the windows stand.

    Attributes:
        columns: All columns that they take.
        line: The stretches of the stepped line; those that touch are joined.
        children: The columns of the children that were entered, with what was left for each.
        pruned: The columns of what a cut-off prunes now.
        at: The column of the child that was entered last.
        order: The children that were entered, where that is not the order in which they stand.
    """

    columns: range
    line: Sequence[Stretch]
    children: Sequence[Stretch]
    pruned: Sequence[range]
    at: int
    order: Sequence[int] = ()


def window_places(
    windows: ChildWindows, layout: Layout, width: int, *, is_cut: bool
) -> WindowPlaces | None:
    """Return where the windows stand; ``None`` where a child has no column."""
    items = layout.items
    node = items.item(windows.node)
    drawn = [layout.columns[item] for item in items.children(node)]
    children = [items.item(child) for child in windows.record.children(windows.node)]
    if not drawn or any(items.parent[item] != node for item in children):
        return None
    left = max(1, drawn[0] - _MARGIN)
    right = min(width - 1, drawn[-1] + _MARGIN)
    columns = [layout.columns[item] for item in children]
    entered = [layout.columns[items.item(each.child)] for each in windows.children]
    if columns == sorted(columns):
        return _in_order(windows, [left, *entered, right], is_cut=is_cut)
    if columns == sorted(columns, reverse=True):
        return _in_order(windows, [right, *entered, left], is_cut=is_cut)
    return _out_of_order(windows, entered, [left, *drawn, right], is_cut=is_cut)


def _in_order(windows: ChildWindows, edges: Sequence[int], *, is_cut: bool) -> WindowPlaces:
    """Return places where a child has the columns between the one entered before it and itself.

    Args:
        windows: The windows over the children.
        edges: The column at which the search begins, those of the children that were entered, in
            that order, and the column at which it ends.
        is_cut: Whether it is cut off after the last of them.
    """
    children: list[Stretch] = []
    for ends, each in zip(pairwise(edges), windows.children, strict=False):
        children.append(Stretch(min(ends), max(ends), each.before, each.entry))
    last_entered, end = edges[-2:]
    rest = range(min(last_entered, end), max(last_entered, end))
    at = min(last_entered, rest.stop - 1)
    pruned: list[range] = []
    now = Stretch(rest.start, rest.stop, windows.now)
    if is_cut:
        goes_left = at > rest.start
        pruned = [range(rest.start, at - 1) if goes_left else range(at + 2, rest.stop)]
        now = Stretch(at, at + 1, windows.now)
    line = sorted([*children, now], key=lambda each: each.first)
    return WindowPlaces(range(min(edges), max(edges)), line, children, pruned, at)


def _out_of_order(
    windows: ChildWindows, entered: Sequence[int], drawn: Sequence[int], *, is_cut: bool
) -> WindowPlaces:
    """Return places where each child has the columns around it, and makes its step in its own.

    Args:
        windows: The windows over the children.
        entered: The columns of the children that were entered, in that order.
        drawn: The columns of all children from the left to the right, between the edges.
        is_cut: Whether it is cut off after the last of them.
    """
    cells = {column: _cell(drawn, index) for index, column in enumerate(drawn[1:-1], 1)}
    children: list[Stretch] = []
    stretches: list[Stretch] = []
    for column, each in zip(entered, windows.children, strict=True):
        cell = cells[column]
        children.append(Stretch(cell.start, cell.stop, each.before, each.entry))
        stretches.append(Stretch(cell.start, column, each.before))
        if each.after is not None:
            stretches.append(Stretch(column, cell.stop, each.after))
    pruned: list[range] = []
    if is_cut:
        pruned = [cell for column, cell in cells.items() if column not in entered]
    stretches.sort(key=lambda each: each.first)
    at = entered[-1] if entered else drawn[0]
    order = [each.child for each in windows.children]
    return WindowPlaces(range(drawn[0], drawn[-1]), stretches, children, pruned, at, order)


def _cell(drawn: Sequence[int], index: int) -> range:
    """Return the columns around one that is drawn, half of the way to its neighbours.

    The outermost children reach to the edges, which are the first and the last column.

    Example:
        >>> _cell([0, 10, 20, 30], 1), _cell([0, 10, 20, 30], 2)
        (range(0, 15), range(16, 30))
    """
    before, column, after = drawn[index - 1 : index + 2]
    start = (before + column) // 2 + 1
    stop = (column + after) // 2
    if index == 1:
        start = before
    if index == len(drawn) - 2:
        stop = after
    return range(start, stop)
