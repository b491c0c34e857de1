"""Where the closing window stands: columns for each child of the open node, and for what is pruned.

Where the search goes from one side to the other, a child has the columns between the one entered
before it and itself, so that the step to what it leaves stands in its own. In any other order each
has the columns around it, and makes its step in the middle of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    """Columns in which one window stands.

    Attributes:
        columns: The columns.
        window: What is left of the node's window there.
        entry: The window with which a child was entered, if the columns are those of a child.
    """

    columns: range
    window: Window
    entry: Window | None = None


class WindowPlaces(NamedTuple):
    """Where the windows stand.

    Attributes:
        columns: All columns that they take.
        line: The stretches of the stepped line, from the left; those that touch are joined.
        children: The columns of the children that were entered, with what was left for each.
        pruned: The columns of what a cut-off prunes now.
        last_entered: The column of the child that was entered last.
        order: The children that were entered, where that is not the order in which they stand.
    """

    columns: range
    line: Sequence[Stretch]
    children: Sequence[Stretch]
    pruned: Sequence[range]
    last_entered: int
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
    of_children = _columns_of_children(windows, layout)
    if of_children is None:
        return None
    from_left = of_children.from_left
    in_search_order = of_children.in_search_order
    entered = of_children.entered

    left_edge = max(1, from_left[0] - _MARGIN)
    right_edge = min(width - 1, from_left[-1] + _MARGIN)
    if in_search_order == sorted(in_search_order):
        return _in_order(windows, [left_edge, *entered], right_edge, is_cut=is_cut)
    if in_search_order == sorted(in_search_order, reverse=True):
        return _in_order(windows, [right_edge, *entered], left_edge, is_cut=is_cut)
    return _out_of_order(
        windows, entered, _columns_around(from_left, left_edge, right_edge), is_cut=is_cut
    )


class _ChildColumns(NamedTuple):
    """The columns of a node's children.

    Attributes:
        from_left: Those of all children, from the left to the right.
        in_search_order: Those of all children, in the order in which the search takes them.
        entered: Those of the children that were entered so far, in that order.
    """

    from_left: Sequence[int]
    in_search_order: Sequence[int]
    entered: Sequence[int]


def _columns_of_children(windows: ChildWindows, layout: Layout) -> _ChildColumns | None:
    """Return the columns in which a drawing has the children of a node.

    A drawing has *items*: an item is a node, or a ``…`` for several nodes that are not drawn by
    themselves.

    Args:
        windows: The windows that the node gave to its children.
        layout: Where the items stand.

    Returns:
        The columns; ``None`` if a child is hidden by a ``…`` elsewhere, or if there is none.
    """
    items = layout.items
    node = items.item(windows.node)
    # For a child that is not drawn, items.item returns the ``…`` that hides it.
    children = [items.item(child) for child in windows.record.children(windows.node)]
    is_each_below_node = all(items.parent[child] == node for child in children)
    items_below_node = items.children(node)
    if not items_below_node or not is_each_below_node:
        return None
    return _ChildColumns(
        from_left=[layout.columns[item] for item in items_below_node],
        in_search_order=[layout.columns[child] for child in children],
        entered=[layout.columns[items.item(entered.child)] for entered in windows.children],
    )


def _in_order(
    windows: ChildWindows, edges: Sequence[int], last_edge: int, *, is_cut: bool
) -> WindowPlaces:
    """Return places where a child has the columns between the one entered before it and itself.

    For a search from the left that has entered the first of two children, with edges at 2 and 28::

        column   2            10                           28
                 │ first child │ what is left for the second │

    A search from the right has the columns of the first child at the right.

    Args:
        windows: The windows over the children.
        edges: The column at which the search begins, and those of the children that were entered,
            in that order. They ascend, or descend in a search from the right.
        last_edge: The column at which the search ends.
        is_cut: Whether it is cut off after the last child that was entered.
    """
    children = [
        Stretch(_columns_between(edge, column), child.before, child.entry)
        for (edge, column), child in zip(pairwise(edges), windows.children, strict=True)
    ]
    rest = _columns_between(edges[-1], last_edge)
    # In a search from the right the rest stops before the column of the child.
    last_entered = min(edges[-1], rest.stop - 1)
    if is_cut:
        columns_of_now = range(last_entered, last_entered + 1)
        pruned = [_beyond_cut(rest, last_entered)]
    else:
        columns_of_now = rest
        pruned = []
    now = Stretch(columns_of_now, windows.now)
    return WindowPlaces(
        columns=_columns_between(edges[0], last_edge),
        line=sorted([*children, now], key=_first_column),
        children=children,
        pruned=pruned,
        last_entered=last_entered,
    )


def _columns_between(edge: int, other_edge: int) -> range:
    """Return the columns from the left one of two edges up to before the right one."""
    return range(min(edge, other_edge), max(edge, other_edge))


def _first_column(stretch: Stretch) -> int:
    return stretch.columns.start


def _beyond_cut(rest: range, column_of_cut: int) -> range:
    """Return the columns that a cut-off at one end of the rest of a search prunes."""
    is_from_the_right = column_of_cut > rest.start
    if is_from_the_right:
        return range(rest.start, column_of_cut - _FREE_BESIDE_CUT)
    return range(column_of_cut + 1 + _FREE_BESIDE_CUT, rest.stop)


def _out_of_order(
    windows: ChildWindows,
    entered: Sequence[int],
    columns_around: Mapping[int, range],
    *,
    is_cut: bool,
) -> WindowPlaces:
    """Return places where each child has the columns around it, and makes its step in its own.

    This is for a search that takes the children neither from the left to the right nor back. Here
    it has entered the child in column 20, then the one in column 10, and both made a step::

        column   2     10    15 16    20    25 26    30    38
                  ━━━━━┓           ━━━┓          (not entered)
                       ┗━━━━          ┗━━━━

    Args:
        windows: The windows over the children.
        entered: The columns of the children that were entered, in that order.
        columns_around: The columns that each child has, by the column of the child, from the left
            to the right.
        is_cut: Whether the node is cut off after the last of them.
    """
    children: list[Stretch] = []
    line: list[Stretch] = []
    for column, child in zip(entered, windows.children, strict=True):
        around = columns_around[column]
        children.append(Stretch(around, child.before, child.entry))
        line += _step_at(column, child, around)
    pruned: list[range] = []
    if is_cut:
        pruned = [around for column, around in columns_around.items() if column not in entered]
    all_columns = list(columns_around.values())
    first_column = all_columns[0].start
    return WindowPlaces(
        columns=range(first_column, all_columns[-1].stop),
        line=sorted(line, key=_first_column),
        children=children,
        pruned=pruned,
        last_entered=entered[-1] if entered else first_column,
        order=[child.child for child in windows.children],
    )


def _step_at(column: int, child: ChildWindow, around: range) -> list[Stretch]:
    """Return what was left before a child, up to its column, and from there on what it leaves."""
    before = Stretch(range(around.start, column), child.before)
    if child.after is None:
        return [before]
    return [before, Stretch(range(column, around.stop), child.after)]


def _columns_around(columns: Sequence[int], first: int, stop: int) -> dict[int, range]:
    """Return the columns that each child has: up to half of the way to the children beside it.

    A column in the middle between two children is free. The outermost children have the columns up
    to the edges.

    Args:
        columns: The columns of the children, ascending.
        first: The edge at the left.
        stop: The edge at the right, which belongs to no child.

    Example:
        >>> _columns_around([10, 20], first=0, stop=30)
        {10: range(0, 15), 20: range(16, 30)}
    """
    middles = [(column + next_column) // 2 for column, next_column in pairwise(columns)]
    starts = [first, *(middle + 1 for middle in middles)]
    stops = [*middles, stop]
    return dict(zip(columns, map(range, starts, stops), strict=True))
