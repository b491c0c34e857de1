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
_WIDTH_OF_CUT: Final = 1
"""The columns of the line of a cut-off."""
_GAP_BESIDE_CUT: Final = 1
"""The columns that are free between that line and the hatched part beside it."""


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


class _EnteredChild(NamedTuple):
    """A child that the search has entered: the column in which it is drawn, and its window."""

    column: int
    window: ChildWindow


def window_places(
    windows: ChildWindows, layout: Layout, width: int, *, is_cut: bool
) -> WindowPlaces | None:
    """Compute in which columns of the chart the window of each child stands.

    ========================  ====================================================
    the search goes through   a child has
    ========================  ====================================================
    the columns 10, 20, 30    the columns from the child before it up to itself
    the columns 30, 20, 10    the same, from the right
    the columns 20, 10, 30    columns on both sides of it, half-way to the others
    ========================  ====================================================

    Args:
        windows: The windows over the children of a node.
        layout: Where the nodes stand in the drawing above.
        width: The width of a row.
        is_cut: Whether the node is cut off after the child that was entered last.

    Returns:
        The columns; ``None`` if the drawing hides a child, or if there is none.
    """
    columns = _find_columns_below(layout, windows.node)
    if not columns or not _are_children_drawn(windows, layout):
        return None
    entered = [
        _EnteredChild(_find_column(layout, child_window.child), child_window)
        for child_window in windows.children
    ]

    # The chart reaches a little beyond the outermost children, as far as the row does.
    left_edge = max(1, columns[0] - _MARGIN)
    right_edge = min(width - 1, columns[-1] + _MARGIN)

    children = windows.record.children(windows.node)
    in_search_order = [_find_column(layout, child) for child in children]
    from_left = sorted(in_search_order)
    if in_search_order == from_left:
        edges = [left_edge, *(child.column for child in entered), right_edge]
        return _place_in_order(entered, edges, windows.now, is_cut=is_cut)
    if in_search_order == from_left[::-1]:
        edges = [right_edge, *(child.column for child in entered), left_edge]
        return _place_in_order(entered, edges, windows.now, is_cut=is_cut)

    columns_around = _divide_columns(columns, first=left_edge, stop=right_edge)
    return _place_out_of_order(entered, columns_around, is_cut=is_cut)


# In a layout, what is drawn is called an item: a node, or a ``…`` that stands for several nodes, or
# for branches that the text of the tree leaves out.


def _find_columns_below(layout: Layout, node: int) -> list[int]:
    """Return the columns of what is drawn directly below a node, from the left to the right.

    For example 4 and 9, for B and a ``…`` that stands for its siblings C and D.
    """
    items_below = layout.items.children(layout.items.item(node))
    return [layout.columns[item] for item in items_below]


def _are_children_drawn(windows: ChildWindows, layout: Layout) -> bool:
    """Tell whether all children of the node with the windows have a column directly below it.

    A child has none if the ``…`` that stands for it stands for its parent, too.
    """
    items = layout.items
    item_of_node = items.item(windows.node)
    children = windows.record.children(windows.node)
    return all(items.parent[items.item(child)] == item_of_node for child in children)


def _find_column(layout: Layout, node: int) -> int:
    """Return the column of a node, or of the ``…`` that stands for it."""
    return layout.columns[layout.items.item(node)]


def _place_in_order(
    entered: Sequence[_EnteredChild], edges: Sequence[int], window_now: Window, *, is_cut: bool
) -> WindowPlaces:
    """Place each child in the columns between the one entered before it and itself.

    Here a search has entered the first of two children, which stands in column 10. With the edges
    2, 10, 28 the child has the columns 2 to 9; the columns 10 to 27 are left for the second child::

        column   2            10                           28
                 │ first child │ what is left for the second │

    In a search from the right the first child stands in column 20. With the edges 28, 20, 2 it has
    the columns 20 to 27, and 2 to 19 are left::

        column   2                            20           28
                 │ what is left for the second │ first child │

    Args:
        entered: The children that were entered, in that order.
        edges: The column where the search begins, the columns of the children that were entered,
            and the column where it ends; ascending, or descending in a search from the right.
        window_now: What is left of the node's window.
        is_cut: Whether the node is cut off after the last child that was entered.
    """
    *ranges_of_children, columns_left = [
        _make_range_between(edge, next_edge) for edge, next_edge in pairwise(edges)
    ]
    children = [
        Stretch(columns, child.window.before, child.window.entry)
        for columns, child in zip(ranges_of_children, entered, strict=True)
    ]
    is_from_left = edges[0] < edges[-1]
    divided = _divide_columns_left(columns_left, is_from_left=is_from_left, is_cut=is_cut)
    return WindowPlaces(
        columns=_make_range_between(edges[0], edges[-1]),
        line=sorted([*children, Stretch(divided.window, window_now)], key=_first_column),
        children=children,
        pruned=divided.pruned,
        last_entered=divided.nearest,
    )


class _ColumnsLeft(NamedTuple):
    """The columns behind the last child that was entered.

    Attributes:
        window: Those in which what is left of the window stands.
        pruned: Those that are hatched, as one range; none if nothing is pruned.
        nearest: The one next to the child.
    """

    window: range
    pruned: Sequence[range]
    nearest: int


def _divide_columns_left(columns: range, *, is_from_left: bool, is_cut: bool) -> _ColumnsLeft:
    """Divide the columns behind the last child into those of the window and those that are pruned.

    While the search goes on all are the window's. A cut-off closes the window: of the columns 10 to
    27 in a search from the left its line has column 10, column 11 stays free, and 12 to 27 are
    pruned; in one from the right 27, 26 and 10 to 25.
    """
    before_pruned = _WIDTH_OF_CUT + _GAP_BESIDE_CUT
    if is_from_left:
        nearest = columns.start
        line_of_cut = columns[:_WIDTH_OF_CUT]
        pruned = columns[before_pruned:]
    else:
        nearest = columns.stop - 1
        line_of_cut = columns[-_WIDTH_OF_CUT:]
        pruned = columns[:-before_pruned]
    if is_cut:
        return _ColumnsLeft(line_of_cut, [pruned], nearest)
    return _ColumnsLeft(columns, [], nearest)


def _make_range_between(edge: int, other_edge: int) -> range:
    """Return the columns between two edges in either order: both 2, 5 and 5, 2 give 2, 3, 4."""
    return range(min(edge, other_edge), max(edge, other_edge))


def _first_column(stretch: Stretch) -> int:
    return stretch.columns.start


def _place_out_of_order(
    entered: Sequence[_EnteredChild], columns_around: Mapping[int, range], *, is_cut: bool
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
        entered: The children that were entered, in that order.
        columns_around: The columns that each child has, by the column of the child, from the left
            to the right.
        is_cut: Whether the node is cut off after the last of them.
    """
    children: list[Stretch] = []
    line: list[Stretch] = []
    free_columns = dict(columns_around)  # those of the children that were not entered
    for column, child in entered:
        own_columns = columns_around[column]
        children.append(Stretch(own_columns, child.before, child.entry))
        line.append(Stretch(range(own_columns.start, column), child.before))
        if child.after is not None:  # it has returned
            line.append(Stretch(range(column, own_columns.stop), child.after))
        free_columns.pop(column, None)

    leftmost, *_, rightmost = columns_around.values()
    return WindowPlaces(
        columns=range(leftmost.start, rightmost.stop),
        line=sorted(line, key=_first_column),
        children=children,
        pruned=list(free_columns.values()) if is_cut else [],
        last_entered=entered[-1].column if entered else leftmost.start,
        order=[child.window.child for child in entered],
    )


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
