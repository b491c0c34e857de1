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
from treeexplorer.explain.child_windows import ChildWindow, ChildWindows
from treeexplorer.tree import Window

_MARGIN: Final = 8
"""How many columns the window reaches beyond the first child and the last one."""
_FREE_BESIDE_CUT: Final = 1
"""The columns that are free between the line of a cut-off and the hatched part beside it."""


class Stretch(NamedTuple):
    """Columns from ``first`` to before ``stop`` in which one window stands."""

    first: int
    stop: int
    window: Window  # what is left of the node's window
    entry: Window | None = None  # the window of the child whose columns these are


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
    """Return the columns for each child of a node; ``None`` where a child is not drawn by itself.

    Args:
        windows: The windows over the children of the node.
        layout: Where the nodes stand in the drawing above.
        width: The cells of a row.
        is_cut: Whether the node is cut off after the child that was entered last.
    """
    drawn, searched, entered = _columns_of_children(windows, layout)
    if not searched:
        return None
    left = max(1, drawn[0] - _MARGIN)
    right = min(width - 1, drawn[-1] + _MARGIN)
    if searched == sorted(searched):
        return _in_order(windows, [left, *entered, right], is_cut=is_cut)
    if searched == sorted(searched, reverse=True):
        return _in_order(windows, [right, *entered, left], is_cut=is_cut)
    return _out_of_order(windows, entered, _cells(drawn, left, right), is_cut=is_cut)


class _Columns(NamedTuple):
    """The columns of a node's children.

    Attributes:
        drawn: Those of all children, from the left to the right.
        searched: The same, in the order of the search; none if a child is not drawn by itself.
        entered: Those of the children that were entered, in that order.
    """

    drawn: Sequence[int]
    searched: Sequence[int]
    entered: Sequence[int]


def _columns_of_children(windows: ChildWindows, layout: Layout) -> _Columns:
    """Return the columns in which a drawing has the children of a node.

    Args:
        windows: The windows that the node gave to its children.
        layout: Where the nodes stand. It draws items: an item is a node, or a ``…`` for several
            that are not drawn by themselves.

    Returns:
        The columns of what is drawn below the node, from the left to the right; those of the
        children in the order of the search; and those of the children that were entered. The second
        and third are empty if a child is not drawn by itself.
    """
    items = layout.items
    node = items.item(windows.node)
    # The items below the node; one of them may be a ….
    drawn = [layout.columns[item] for item in items.children(node)]
    children = [items.item(child) for child in windows.record.children(windows.node)]
    # For a child that is not drawn it is the item that hides it, which may hang below another node.
    is_each_drawn = all(items.parent[child] == node for child in children)
    if not drawn or not is_each_drawn:
        return _Columns(drawn, (), ())
    searched = [layout.columns[child] for child in children]
    entered = [layout.columns[items.item(each.child)] for each in windows.children]
    return _Columns(drawn, searched, entered)


def _in_order(windows: ChildWindows, edges: Sequence[int], *, is_cut: bool) -> WindowPlaces:
    """Return places where a child has the columns between the one entered before it and itself.

    With children in the columns 10 and 20, of which the first was entered, and edges at 2 and 28,
    it has the columns 2 … 9, and what is left now has 10 … 27. If that is cut off, 12 … 27 are
    pruned.

    Args:
        windows: The windows over the children.
        edges: The column at which the search begins, those of the children that were entered, in
            that order, and the column at which it ends. They ascend, or descend in a search from
            the right.
        is_cut: Whether it is cut off after the last of them.
    """
    *_, last_entered, end = edges
    left = range(min(last_entered, end), max(last_entered, end))  # the columns of what is left
    at = min(last_entered, left.stop - 1)  # from the right they stop before that child
    pruned: list[range] = []
    # What is left of the window now, in all columns that the search still has before it.
    now = Stretch(left.start, left.stop, windows.now)
    if is_cut:
        pruned.append(_beyond_cut(left, at))
        # After a cut-off it has one column, as the others are pruned.
        now = Stretch(at, at + 1, windows.now)
    *stretches, _ = pairwise(edges)  # the last pair is what is left
    # min and max, as the edges descend in a search from the right.
    children = [
        Stretch(min(ends), max(ends), child.before, child.entry)
        for ends, child in zip(stretches, windows.children, strict=True)
    ]
    return WindowPlaces(
        columns=range(min(edges), max(edges)),
        line=sorted([*children, now], key=lambda each: each.first),
        children=children,
        pruned=pruned,
        at=at,
    )


def _beyond_cut(rest: range, at: int) -> range:
    """Return the columns that a cut-off at one end of the rest of a search prunes."""
    is_from_the_right = at > rest.start
    if is_from_the_right:
        return range(rest.start, at - _FREE_BESIDE_CUT)
    return range(at + 1 + _FREE_BESIDE_CUT, rest.stop)


def _out_of_order(
    windows: ChildWindows, entered: Sequence[int], cells: dict[int, range], *, is_cut: bool
) -> WindowPlaces:
    """Return places where each child has its cell, and makes its step in its own column.

    This is for a search that enters the children neither from the left to the right nor back. A
    cell is the columns around a child.

    Args:
        windows: The windows over the children.
        entered: The columns of the children that were entered, in that order.
        cells: The cell of each child by its column, from the left to the right.
        is_cut: Whether it is cut off after the last of them.
    """
    children: list[Stretch] = []
    line: list[Stretch] = []
    for column, child in zip(entered, windows.children, strict=True):
        cell = cells[column]
        children.append(Stretch(cell.start, cell.stop, child.before, child.entry))
        line += _step_in_cell(child, column, cell)
    # In any order of entry the pruned children are those that were not entered.
    not_entered = [cell for column, cell in cells.items() if column not in entered]
    pruned = not_entered if is_cut else []
    all_cells = list(cells.values())
    first_column = all_cells[0].start
    at = entered[-1] if entered else first_column
    return WindowPlaces(
        columns=range(first_column, all_cells[-1].stop),
        # From the left to the right, as the children are in the order of the search.
        line=sorted(line, key=lambda each: each.first),
        children=children,
        pruned=pruned,
        at=at,
        order=[child.child for child in windows.children],
    )


def _step_in_cell(child: ChildWindow, column: int, cell: range) -> list[Stretch]:
    """Return what was left before a child, up to its column, and from there on what it leaves."""
    before = Stretch(cell.start, column, child.before)
    if child.after is None:
        return [before]
    return [before, Stretch(column, cell.stop, child.after)]


def _cells(columns: Sequence[int], first: int, stop: int) -> dict[int, range]:
    """Return the cell of each column: it reaches half of the way to the columns beside it.

    A column between two cells is free. The outermost cells reach to the edges.

    Args:
        columns: The columns of the children, ascending.
        first: The edge at the left.
        stop: The edge at the right, which belongs to no cell.

    Example:
        >>> _cells([10, 20], first=0, stop=30)
        {10: range(0, 15), 20: range(16, 30)}
    """
    middles = [(column + next_column) // 2 for column, next_column in pairwise(columns)]
    starts = [first, *(middle + 1 for middle in middles)]
    stops = [*middles, stop]
    return dict(zip(columns, map(range, starts, stops), strict=True))
