"""Tidy placement: every subtree as near to its neighbours as their contours allow.

A contour is the outline of a subtree from one side, ply by ply from the top (Reingold & Tilford
1981). Siblings are packed by their contours once from the left and once from the right. Taking more
and more of the second from sibling to sibling spreads small subtrees evenly between large ones.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import NamedTuple, TypeAlias

_Steps: TypeAlias = "tuple[int, _Steps] | None"
"""How many cells further each ply of a contour reaches than the one above it: a linked list.

The first step leads from the first ply to the second. ``None`` ends the list.
"""
_Contour: TypeAlias = tuple[int, _Steps]
"""How many cells the first ply reaches to one side from the root's middle, and the steps.

A contour that reaches 3, then 4, then 2 cells is ``(3, (1, (-2, None)))``: 3, one more, two less.
So a whole contour is moved by changing its first number, and contours can share the steps of their
deep plies.
"""


def place_tidily(parent: Sequence[int], left: Sequence[int], right: Sequence[int]) -> array[int]:
    """Place the items of a tree in columns: as close as can be, each parent above its children.

    A parent stands above the middle of its children. The first item, the root, stands in column 0,
    so that columns may be negative. It takes time linear in the number of items.

    1. From the leaves up: find out how far each item stands from its parent's middle. For that the
       subtrees of siblings are moved towards each other until their outlines (*contours*) touch.
    2. From the root down: add up these offsets. In the example below they are 0, -2, -2, 3 and 3:
       so the second leaf, item 3, stands in column 0 - 2 + 3 = 1.

    Args:
        parent: The parent of each item, items in preorder; -1 for the root.
        left: How many cells each item takes to the left of its middle.
        right: How many it takes to the right, with those that stay empty behind it.

    Returns:
        The column of the middle of each item.

    Example:
        >>> parents = [-1, 0, 1, 1, 0]  # [[a b] c]
        >>> place_tidily(parents, [2] * 5, [2] * 5).tolist()
        [0, -2, -4, 1, 3]
    """
    offsets = array("i", [0]) * len(parent)  # how far each item stands from its parent's middle

    # By item: the contours of its subtree. At first it is taken as a leaf, whose contours have one
    # ply; those of an item with children follow when the children are placed.
    left_contours: list[_Contour] = [(reach, None) for reach in left]
    right_contours: list[_Contour] = [(reach, None) for reach in right]

    for item, children in _iterate_families_from_below(parent):
        siblings = _place_siblings(
            [left_contours[child] for child in children],
            [right_contours[child] for child in children],
        )
        for child, offset in zip(children, siblings.offsets, strict=True):
            offsets[child] = offset
        left_contours[item] = _put_parent_above(left[item], siblings.left)
        right_contours[item] = _put_parent_above(right[item], siblings.right)
    return _convert_offsets_to_columns(parent, offsets)


def _iterate_families_from_below(parent: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Yield each item that has children together with them, but all items below it first.

    ``parent`` is the parent of each item in preorder, -1 for the root.

    Example:
        >>> list(_iterate_families_from_below([-1, 0, 1, 1, 0]))
        [(1, [2, 3]), (0, [1, 4])]
    """
    children_of: dict[int, list[int]] = {}  # of parents that are still to come, from right to left
    for item in range(len(parent) - 1, -1, -1):  # in preorder backwards: children before parents
        if item in children_of:
            children = children_of.pop(item)
            children.reverse()
            yield item, children
        children_of.setdefault(parent[item], []).append(item)


def _put_parent_above(parent_reach: int, children: _Contour) -> _Contour:
    """Return the contour of a parent with its children, on one side: the parent is a ply above.

    ``parent_reach`` is how many cells the parent itself reaches to that side, and ``children`` the
    common contour of its children, measured from the parent's middle.

    Example:
        >>> _put_parent_above(2, (5, (1, None)))  # 5, 6 becomes 2, 5, 6
        (2, (3, (1, None)))
    """
    children_reach, deeper_steps = children
    step_to_children = children_reach - parent_reach
    return parent_reach, (step_to_children, deeper_steps)


def _convert_offsets_to_columns(parent: Sequence[int], offsets: array[int]) -> array[int]:
    """Convert the offset of each item from its parent to a column; the root's is 0.

    Example:
        >>> _convert_offsets_to_columns([-1, 0, 1], array("i", [0, -2, 5])).tolist()
        [0, -2, 3]
    """
    columns = offsets[:]
    for item in range(1, len(parent)):  # parents before their children
        columns[item] += columns[parent[item]]
    return columns


# -- the children of one node ----------------------------------------------------------------------


class _PlacedSiblings(NamedTuple):
    """Siblings whose subtrees stand side by side, below the middle of their parent."""

    offsets: list[int]  # how far each of them stands to the right of that middle
    left: _Contour  # how far all of them reach to the left of that middle, ply by ply
    right: _Contour


def _place_siblings(
    left_contours: Sequence[_Contour], right_contours: Sequence[_Contour]
) -> _PlacedSiblings:
    """Place the subtrees of siblings as close to each other as can be, evenly spread.

    The contours tell, for each sibling in order, how far its subtree reaches to the left and to the
    right of the sibling's middle, ply by ply: the reach of the first ply, then a linked list of
    steps from each ply to the next.

    Example:
        >>> leaf = (2, None)  # one ply, on which it reaches 2 cells
        >>> siblings = _place_siblings([leaf, leaf, leaf], [leaf, leaf, leaf])
        >>> siblings.offsets, siblings.left, siblings.right
        ([-5, 0, 5], (7, None), (7, None))
    """
    columns = _compute_sibling_columns(left_contours, right_contours)
    offsets = _center_below_parent(columns)
    # On each side the contours are merged from the outermost sibling inwards: on the left that is
    # the first, whose offset -5 is a distance of 5 to the left; on the right it is the last.
    distances_to_left = [-offset for offset in offsets]
    distances_to_right = offsets
    return _PlacedSiblings(
        offsets,
        left=_merge_contours(left_contours, distances_to_left),
        right=_merge_contours(right_contours[::-1], distances_to_right[::-1]),
    )


def _center_below_parent(columns: Sequence[int]) -> list[int]:
    """Shift the columns of siblings so that their parent stands in column 0, in their middle.

    The middle lies between the first and the last child. If a child stands at most one column
    beside it, the parent stands above that child, so that its edge is straight.

    Example:
        >>> _center_below_parent([0, 4, 9])
        [-4, 0, 5]
    """
    middle = (columns[0] + columns[-1]) // 2
    parent_column = middle
    for candidate in (middle, middle + 1, middle - 1):
        if candidate in columns:
            parent_column = candidate
            break
    return [column - parent_column for column in columns]


def _compute_sibling_columns(
    left_contours: Sequence[_Contour], right_contours: Sequence[_Contour]
) -> list[int]:
    """Compute the columns of siblings, packed as closely as can be and evenly spread.

    The contours are the outlines of the siblings' subtrees on either side. Pushed to the left,
    every sibling stands in its leftmost column; pushed to the right, in its rightmost one.

    Example:
        >>> wide = (1, (5, None))  # a child that reaches 1 cell, with children that reach 6
        >>> leaf = (1, None)
        >>> siblings = [wide, leaf, wide]
        >>> _compute_sibling_columns(siblings, siblings)  # the leaf may stand from 3 to 10
        [0, 6, 13]
    """
    # Push all to the left, the first sibling in column 0: [0, 3, 13].
    leftmost = _pack_siblings(contours_towards=left_contours, contours_away=right_contours)

    # Push all to the right, the last sibling where it is already: [0, 10, 13].
    column_of_last = leftmost[-1]
    rightmost = _pack_siblings_from_right(left_contours, right_contours, column_of_last)

    return _spread_evenly(leftmost, rightmost)


def _pack_siblings_from_right(
    left_contours: Sequence[_Contour], right_contours: Sequence[_Contour], column_of_last: int
) -> list[int]:
    """Compute the columns of siblings pushed to the right, the last one in a given column.

    It is done in a mirror: the last sibling comes first, and its left and right are swapped. For
    example the distances in the mirror are 0 of the last sibling, 3 of the one before it, and 13 of
    the first. With the last in column 13 the columns are 13, 10 and 0, and from left to right
    [0, 10, 13].
    """
    distances_from_last = _pack_siblings(
        contours_towards=right_contours[::-1], contours_away=left_contours[::-1]
    )
    return [column_of_last - distance for distance in reversed(distances_from_last)]


def _spread_evenly(leftmost: Sequence[int], rightmost: Sequence[int]) -> list[int]:
    """Choose columns for siblings between the leftmost and the rightmost that each can have.

    So small subtrees are spread evenly between large ones. The siblings that can be moved take more
    and more of their ways, from left to right: of three the first goes a quarter of its own way,
    the second a half, the third three quarters. For example four siblings, of which two can be
    moved::

        leftmost   rightmost   its way   it goes         column
        0          0           0                         0
        3          10          7         a third of 7    5
        6          13          7         two thirds      10
        16         16          0                         16

    No two overlap, as they do not in either list. Let two neighbours have to be 3 columns apart.
    They are so in both lists, and so they are if both go the same share of their ways. The right
    one goes no smaller share, so it is no nearer. Rounding down keeps whole distances.

    Example:
        >>> _spread_evenly([0, 3, 6, 16], [0, 10, 13, 16])
        [0, 5, 10, 16]
    """
    ways = [high - low for low, high in zip(leftmost, rightmost, strict=True)]
    movable_count = sum(way > 0 for way in ways)
    columns: list[int] = []
    movable_so_far = 0
    for low, way in zip(leftmost, ways, strict=True):
        if way > 0:
            movable_so_far += 1
        # It goes `movable_so_far` parts of its way, of one part more than there are movable ones.
        columns.append(low + way * movable_so_far // (movable_count + 1))
    return columns


def _pack_siblings(
    contours_towards: Sequence[_Contour], contours_away: Sequence[_Contour]
) -> list[int]:
    """Place siblings one after the other, each as close to those before as their subtrees allow.

    Each sibling has two contours, the outlines of its subtree: the first towards the siblings
    before it, the second away from them, towards those that follow. The result is the distance of
    each sibling from the first.

    Example:
        >>> leaf = (2, None)  # it takes five cells: two on either side of its middle
        >>> _pack_siblings([leaf, leaf, leaf], [leaf, leaf, leaf])
        [0, 5, 10]
    """
    distances = [0]
    # The outline of all siblings placed so far, on the side where the next one comes. It is
    # measured from the middle of the first.
    outline = contours_away[0]
    for towards, away in zip(contours_towards[1:], contours_away[1:], strict=True):
        distance = _compute_least_distance(outline, towards)
        distances.append(distance)
        # The new sibling hides those before it as far down as it goes; deeper ones are still seen.
        outline = _overlay_contour(front=_shift_contour(away, distance), back=outline)
    return distances


# -- contours --------------------------------------------------------------------------------------


def _shift_contour(contour: _Contour, cells: int) -> _Contour:
    """Return a contour that reaches more cells to its side, on all plies.

    Example:
        >>> _shift_contour((3, (1, None)), 10)  # 3, 4 becomes 13, 14
        (13, (1, None))
    """
    reach, steps = contour
    return reach + cells, steps


def _merge_contours(contours: Sequence[_Contour], offsets: Sequence[int]) -> _Contour:
    """Merge the contours of siblings on one side into one, measured from their parent's middle.

    The outermost sibling comes first. The offsets tell how far each sibling stands to that side of
    the parent's middle.

    Example:
        >>> leaf = (2, None)
        >>> with_child = (2, (1, None))
        >>> _merge_contours([leaf, with_child], [4, -3])  # it reaches 6, then 0
        (6, (-6, None))
    """
    return reduce(_overlay_contour, map(_shift_contour, contours, offsets))


def _overlay_contour(front: _Contour, back: _Contour) -> _Contour:
    """Return the outline of two subtrees, of which one hides the other as far down as it goes.

    It reaches as far as ``front`` on all plies of ``front``, and as far as ``back`` on those that
    only ``back`` has. A contour is the reach of its first ply and a linked list of steps, from each
    ply to the next::

        ply       1  2  3
        front     3  4        (3, (1, None))
        back      1  1  7     (1, (0, (6, None)))
        result    3  4  7     (3, (1, (3, None)))

    The steps between plies that only ``back`` has are shared with it, not copied. So the time
    depends only on the plies that both have.

    Example:
        >>> _overlay_contour((3, (1, None)), (1, (0, (6, None))))
        (3, (1, (3, None)))
    """
    # 1. Go down both, as far as both have plies. In the example these are two: the gap from `front`
    # to `back` is 1 - 3 = -2 on the first, and 1 - 4 = -3 on the second.
    front_reach, front_steps = front
    back_reach, back_steps = back
    gap = back_reach - front_reach
    kept_steps: list[int] = []  # those of `front`, from the first
    while front_steps is not None and back_steps is not None:
        front_step, front_steps = front_steps
        back_step, back_steps = back_steps
        gap += back_step - front_step
        kept_steps.append(front_step)

    if back_steps is None:  # nothing of `back` is seen below `front`
        return front

    # 2. Step from the last ply of `front` over to the next ply of `back`: -3 and then 6 make 3. Its
    # deeper steps stay.
    back_step, deeper_steps = back_steps
    steps: _Steps = (gap + back_step, deeper_steps)

    # 3. Before that come the steps of `front`. A linked list grows at its head: the last first.
    for step in reversed(kept_steps):
        steps = (step, steps)
    return front_reach, steps


def _compute_least_distance(contour: _Contour, other_contour: _Contour) -> int:
    """Compute how far apart two nodes must stand so that their subtrees do not overlap.

    Each contour tells how far one subtree reaches towards the other, ply by ply, from the middle of
    its node. It is the reach on the first ply and a linked list of steps: (2, (3, None)) reaches 2
    cells, and then 2 + 3 = 5. The ply decides on which both together reach furthest::

        ply                 1       2       3
        contour             2       5               (2, (3, None))
        other contour       1       1       10      (1, (0, (9, None)))
        together            3       6       ply 3 does not count: only one subtree has it

    Example:
        >>> _compute_least_distance((2, (3, None)), (1, (0, (9, None))))  # 6 + 1
        7
    """
    reach, steps = contour
    other_reach, other_steps = other_contour
    greatest_sum = reach + other_reach  # on the first ply

    # Go down both contours at once, as long as both have a next ply: here both reaches are those on
    # the ply that was come to, in the example 2 and 1, then 5 and 1.
    while steps is not None and other_steps is not None:
        step, steps = steps  # the first step, and the rest of the list
        other_step, other_steps = other_steps
        reach += step
        other_reach += other_step
        greatest_sum = max(greatest_sum, reach + other_reach)
    return greatest_sum + 1  # the cell of the node's middle is in neither reach
