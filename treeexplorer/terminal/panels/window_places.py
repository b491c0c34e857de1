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
_GAP_BESIDE_CUT: Final = 1
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
    """Compute in which columns of the chart the window of each child stands.

    Args:
        windows: The windows over the children of a node.
        layout: Where the nodes stand in the drawing above.
        width: The width of a row.
        is_cut: Whether the node is cut off after the child that was entered last.

    Returns:
        The columns; ``None`` if the drawing hides a child, or if there is none.
    """
    child_columns = _find_child_columns(windows, layout)
    if child_columns is None:
        return None
    from_left = child_columns.from_left
    in_search_order = child_columns.in_search_order
    entered = child_columns.entered

    # The chart reaches a little beyond the outermost children, as far as the row does.
    left_edge = max(1, from_left[0] - _MARGIN)
    right_edge = min(width - 1, from_left[-1] + _MARGIN)

    # From the left, such as through the columns 10, 20, 30: from the left edge to the right one.
    if in_search_order == sorted(in_search_order):
        return _place_in_order(
            windows, entered, first_edge=left_edge, last_edge=right_edge, is_cut=is_cut
        )

    # From the right, such as through 30, 20, 10: from the right edge to the left one.
    if in_search_order == sorted(in_search_order, reverse=True):
        return _place_in_order(
            windows, entered, first_edge=right_edge, last_edge=left_edge, is_cut=is_cut
        )

    # To and fro, such as through 20, 10, 30: each child has columns on both sides of it.
    columns_around = _divide_columns(from_left, first=left_edge, stop=right_edge)
    return _place_out_of_order(windows, entered, columns_around, is_cut=is_cut)


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


def _find_child_columns(windows: ChildWindows, layout: Layout) -> _ChildColumns | None:
    """Find the columns in which a tree's drawing has the children of the node with the windows.

    Directly below the node the drawing has children, and perhaps a ``…`` that stands for others:
    these have the same column. For example it has B in column 4, and a ``…`` for C and D in column
    9. A search from the left that has entered B and C gives::

        from_left         [4, 9]       B and the …
        in_search_order   [4, 9, 9]    B, C and D
        entered           [4, 9]       B and C

    The result is ``None`` if there is no child, or if one is not drawn directly below the node,
    since the ``…`` that stands for it is elsewhere.
    """
    children = list(windows.record.children(windows.node))
    # In a layout, what is drawn is called an item: a child, or the ``…`` that stands for it.
    items = layout.items
    item_of_node = items.item(windows.node)
    items_below_node = items.children(item_of_node)
    if not items_below_node:
        return None
    if any(items.parent[items.item(child)] != item_of_node for child in children):
        return None

    return _ChildColumns(
        from_left=[layout.columns[item] for item in items_below_node],
        in_search_order=[_find_column(layout, child) for child in children],
        entered=[_find_column(layout, entered.child) for entered in windows.children],
    )


def _find_column(layout: Layout, node: int) -> int:
    """Return the column of a node, or of the ``…`` that stands for it."""
    return layout.columns[layout.items.item(node)]


def _place_in_order(
    windows: ChildWindows,
    entered: Sequence[int],
    *,
    first_edge: int,
    last_edge: int,
    is_cut: bool,
) -> WindowPlaces:
    """Place each child in the columns between the one entered before it and itself.

    Here a search with edges at 2 and 28 has entered the first of two children, which stands in
    column 10. It has the columns 2 to 9; the columns 10 to 27 are left for the second child::

        column   2            10                           28
                 │ first child │ what is left for the second │

    From the right the search begins at 28 and ends at 2. If its first child stands in column 20,
    that child has the columns 20 to 27, and 2 to 19 are left::

        column   2                            20           28
                 │ what is left for the second │ first child │

    Args:
        windows: The windows over the children.
        entered: The columns of the children that were entered, in that order. They ascend, or
            descend in a search from the right.
        first_edge: The column at which the search begins.
        last_edge: The column at which the search ends.
        is_cut: Whether it is cut off after the last child that was entered.
    """
    children = _place_entered_children(windows, [first_edge, *entered])

    last_child_column = entered[-1] if entered else first_edge
    remaining_columns = _make_range_between(last_child_column, last_edge)
    nearest_column = _find_nearest_column(remaining_columns, last_child_column)
    remaining = _divide_remaining_columns(remaining_columns, nearest_column, is_cut=is_cut)

    current_stretch = Stretch(remaining.window_columns, windows.now)
    return WindowPlaces(
        columns=_make_range_between(first_edge, last_edge),
        line=sorted([*children, current_stretch], key=_first_column),
        children=children,
        pruned=remaining.pruned_columns,
        last_entered=nearest_column,
    )


class _RemainingColumns(NamedTuple):
    """The columns behind the last child that was entered.

    Attributes:
        window_columns: Those of the window that the search has now.
        pruned_columns: Those that are hatched, as one range; none if nothing is pruned.
    """

    window_columns: range
    pruned_columns: list[range]


def _divide_remaining_columns(
    columns: range, nearest_column: int, *, is_cut: bool
) -> _RemainingColumns:
    """Divide the columns behind the last child into those of the window and those that are pruned.

    All are the window's while the search goes on. A cut-off closes the window: it is as wide as its
    line, in ``nearest_column``, and all beyond is pruned.
    """
    if not is_cut:
        return _RemainingColumns(columns, [])
    line_columns = range(nearest_column, nearest_column + 1)
    return _RemainingColumns(line_columns, [_compute_pruned_columns(columns, nearest_column)])


def _place_entered_children(windows: ChildWindows, edges: Sequence[int]) -> list[Stretch]:
    """Place each child that was entered between two edges: the first child between the first two.

    For example with the edges 2, 10 and 20 the first child has the columns 2 to 9, and the second
    one 10 to 19.
    """
    return [
        Stretch(_make_range_between(edge, next_edge), child.before, child.entry)
        for (edge, next_edge), child in zip(pairwise(edges), windows.children, strict=True)
    ]


def _find_nearest_column(columns: range, edge: int) -> int:
    """Return which of some columns is next to an edge of theirs.

    Example:
        >>> _find_nearest_column(range(10, 28), 10), _find_nearest_column(range(2, 20), 20)
        (10, 19)
    """
    return min(edge, columns.stop - 1)


def _make_range_between(edge: int, other_edge: int) -> range:
    """Return the columns between two edges in either order: both 2, 5 and 5, 2 give 2, 3, 4."""
    return range(min(edge, other_edge), max(edge, other_edge))


def _first_column(stretch: Stretch) -> int:
    return stretch.columns.start


def _compute_pruned_columns(remaining_columns: range, cut_column: int) -> range:
    """Return the columns that are hatched: those that remain beyond the line of the cut-off."""
    is_from_right = cut_column > remaining_columns.start
    if is_from_right:
        return range(remaining_columns.start, cut_column - _GAP_BESIDE_CUT)
    return range(cut_column + 1 + _GAP_BESIDE_CUT, remaining_columns.stop)


def _place_out_of_order(
    windows: ChildWindows,
    entered: Sequence[int],
    columns_around: Mapping[int, range],
    *,
    is_cut: bool,
) -> WindowPlaces:
    """Place the windows of children that are entered neither from left to right nor back.

    Each child is in the middle of columns of its own. Left of the child stands the window before
    the child returned, and from its column on the window after that. For example a search has
    entered the child in column 20 first, then the one in column 10, and not the one in column 30::

        child       its columns    before its return      after it
        20          16 to 24       (−∞, 9) in 16 to 19    (3, 9) in 20 to 24
        10           2 to 14       (3, 9) in 2 to 9       (5, 9) in 10 to 14
        30          26 to 37       free, or pruned if the node is cut off

    Args:
        windows: The windows over the children.
        entered: The columns of the children that were entered, in that order.
        columns_around: The columns that each child has, by the column of the child, from the left
            to the right.
        is_cut: Whether the node is cut off after the last of them.
    """
    entered_children = list(zip(entered, windows.children, strict=True))
    whole_stretches = [
        Stretch(columns_around[column], child.before, child.entry)
        for column, child in entered_children
    ]
    stretches_before_and_after = [
        stretch
        for column, child in entered_children
        for stretch in _place_before_and_after_return(child, column, columns_around[column])
    ]
    columns_not_entered = [
        own_columns for column, own_columns in columns_around.items() if column not in entered
    ]

    leftmost = min(own_columns.start for own_columns in columns_around.values())
    stop = max(own_columns.stop for own_columns in columns_around.values())
    return WindowPlaces(
        columns=range(leftmost, stop),
        line=sorted(stretches_before_and_after, key=_first_column),
        children=whole_stretches,
        pruned=columns_not_entered if is_cut else [],
        last_entered=entered[-1] if entered else leftmost,
        order=[child.child for child in windows.children],
    )


def _place_before_and_after_return(
    child: ChildWindow, column: int, own_columns: range
) -> list[Stretch]:
    """Place the window before a child returned, left of the child, and the one after it.

    The one after it begins in the column of the child. A child that has not returned has only the
    window before.
    """
    before = Stretch(range(own_columns.start, column), child.before)
    if child.after is None:
        return [before]
    return [before, Stretch(range(column, own_columns.stop), child.after)]


def _divide_columns(columns: Sequence[int], first: int, stop: int) -> dict[int, range]:
    """Divide a row into the columns around each child, which reach half-way to the next child.

    The column in the middle between two children is free. The row reaches from ``first`` to before
    ``stop``.

    Example:
        >>> _divide_columns([10, 20], first=0, stop=30)
        {10: range(0, 15), 20: range(16, 30)}
    """
    middles = [(column + next_column) // 2 for column, next_column in pairwise(columns)]
    starts = [first, *(middle + 1 for middle in middles)]
    stops = [*middles, stop]
    return dict(zip(columns, map(range, starts, stops), strict=True))
