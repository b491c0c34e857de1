"""Tidy placement: every subtree as near to its neighbours as their contours allow.

A contour is the outline of a subtree from one side, ply by ply from the top (Reingold & Tilford
1981). Siblings are packed by their contours once from the left and once from the right. Taking more
and more of the second from sibling to sibling spreads small subtrees evenly between large ones.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import reduce
from typing import Final, NamedTuple, TypeAlias

_Steps: TypeAlias = "tuple[int, _Steps | None]"
"""A linked list with a step for each ply of a contour.

A step is how many cells further the next ply reaches; that of the last ply is 0.
"""
_Contour: TypeAlias = tuple[int, _Steps]
"""How many cells the first ply reaches to one side from the root's middle, and the steps.

A contour that reaches 3, then 4 cells is ``(3, (1, (0, None)))``. So a whole contour is moved by
changing its first number, and contours can share the steps of their deep plies.
"""
_ONE_PLY: Final[_Steps] = (0, None)


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
    # The left contour of an item's subtree is the pair of `left[item]` and `left_steps[item]`, the
    # steps from ply to ply below it; so too on the right. A leaf has one ply, and so no step. A
    # parent's steps are set once its children, whose contours are then complete, are placed.
    left_steps = [_ONE_PLY] * len(parent)
    right_steps = [_ONE_PLY] * len(parent)
    children_of: dict[int, list[int]] = {}  # of parents that are still to come
    for item in range(len(parent) - 1, -1, -1):  # children before their parents
        children = children_of.pop(item, [])
        if children:  # place them below the item
            children.reverse()  # they were found from the last to the first
            siblings = _place_siblings(
                left_contours=[(left[child], left_steps[child]) for child in children],
                right_contours=[(right[child], right_steps[child]) for child in children],
            )
            for child, offset in zip(children, siblings.offsets, strict=True):
                offsets[child] = offset
            left_steps[item] = _compute_parent_steps(left[item], siblings.left)
            right_steps[item] = _compute_parent_steps(right[item], siblings.right)
        children_of.setdefault(parent[item], []).append(item)
    return _convert_offsets_to_columns(parent, offsets)


def _compute_parent_steps(parent_reach: int, children: _Contour) -> _Steps:
    """Compute the steps of a parent's contour: the step to its children's ply, then theirs.

    ``parent_reach`` is how many cells the parent itself reaches to that side, and ``children`` the
    common contour of its children, measured from the parent's middle.

    Example:
        >>> _compute_parent_steps(2, (5, (0, None)))
        (3, (0, None))
    """
    reach, steps = children
    return reach - parent_reach, steps


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
    right of the sibling's middle, ply by ply.

    Example:
        >>> leaf = (2, (0, None))  # one ply, on which it reaches 2 cells
        >>> siblings = _place_siblings([leaf, leaf, leaf], [leaf, leaf, leaf])
        >>> siblings.offsets, siblings.left, siblings.right
        ([-5, 0, 5], (7, (0, None)), (7, (0, None)))
    """
    columns = _compute_sibling_columns(left_contours, right_contours)
    offsets = _center_below_parent(columns)

    # Contours are merged from the outermost sibling inwards. On the left that is the first sibling.
    # An offset counts to the right, so that to the left it is negated.
    left = _merge_contours(left_contours, [-offset for offset in offsets])
    # On the right the outermost sibling is the last.
    right = _merge_contours(right_contours[::-1], offsets[::-1])
    return _PlacedSiblings(offsets, left, right)


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

    Packed from the left every sibling has its leftmost column, from the right its rightmost one.
    The contours are the outlines of the siblings' subtrees on either side.

    Example:
        >>> wide = (1, (5, (0, None)))  # a child that reaches 1 cell, with children that reach 6
        >>> leaf = (1, (0, None))
        >>> siblings = [wide, leaf, wide]
        >>> _compute_sibling_columns(siblings, siblings)  # the leaf may stand from 3 to 10
        [0, 6, 13]
    """
    # From the left, with the first sibling in column 0: [0, 3, 13].
    leftmost = _pack_siblings(near_contours=left_contours, far_contours=right_contours)

    # From the right: the same in the mirror, from the last sibling to the first. What comes out are
    # distances to the left of the last sibling, [0, 3, 13], which stays in its column, 13.
    distances_from_last = _pack_siblings(
        near_contours=right_contours[::-1], far_contours=left_contours[::-1]
    )
    column_of_last = leftmost[-1]
    rightmost = [column_of_last - distance for distance in reversed(distances_from_last)]

    return _spread_evenly(leftmost, rightmost)  # between [0, 3, 13] and [0, 10, 13]


def _spread_evenly(leftmost: Sequence[int], rightmost: Sequence[int]) -> list[int]:
    """Choose columns for siblings between the leftmost and the rightmost that each can have.

    So small subtrees are spread evenly between large ones. If three siblings can be moved, the
    first goes a quarter of its own way from leftmost to rightmost, the next a half, the third three
    quarters.

    Example:
        >>> _spread_evenly([0, 3, 13], [0, 10, 13])
        [0, 6, 13]
    """
    distances = [high - low for low, high in zip(leftmost, rightmost, strict=True)]
    movable_siblings = sum(distance > 0 for distance in distances)
    columns: list[int] = []
    movable_so_far = 0
    for low, distance in zip(leftmost, distances, strict=True):
        if distance > 0:
            movable_so_far += 1
        # The share of its way that a sibling goes never falls from one to the next. So two
        # neighbours come no closer than in one of the two packings, and do not overlap.
        columns.append(low + distance * movable_so_far // (movable_siblings + 1))
    return columns


def _pack_siblings(
    near_contours: Sequence[_Contour], far_contours: Sequence[_Contour]
) -> list[int]:
    """Place siblings one after the other, each as close to those before as their contours allow.

    The near contour of a sibling is the outline of its subtree on the side towards those before it,
    the far contour the one on the other side. The result is the distance of each sibling from the
    first.

    Example:
        >>> leaf = (2, (0, None))  # it takes five cells: two on either side of its middle
        >>> _pack_siblings([leaf, leaf, leaf], [leaf, leaf, leaf])
        [0, 5, 10]
    """
    distances = [0]
    packed_contour = far_contours[0]  # the far side of all siblings so far, from the first's middle
    for near_contour, far_contour in zip(near_contours[1:], far_contours[1:], strict=True):
        distance = _compute_least_distance(packed_contour, near_contour)
        distances.append(distance)
        # The new sibling hides those before it as far down as it goes; deeper ones are still seen.
        packed_contour = _overlay_contour(
            front=_shift_contour(far_contour, distance), back=packed_contour
        )
    return distances


# -- contours --------------------------------------------------------------------------------------


def _shift_contour(contour: _Contour, cells: int) -> _Contour:
    """Return a contour that reaches more cells to its side, on all plies.

    Example:
        >>> _shift_contour((3, (1, (0, None))), 10)  # 3, 4 becomes 13, 14
        (13, (1, (0, None)))
    """
    reach, steps = contour
    return reach + cells, steps


def _merge_contours(contours: Sequence[_Contour], offsets: Sequence[int]) -> _Contour:
    """Merge the contours of siblings on one side into one, measured from their parent's middle.

    The outermost sibling comes first. The offsets tell how far each sibling stands to that side of
    the parent's middle.

    Example:
        >>> leaf = (2, (0, None))
        >>> with_child = (2, (1, (0, None)))
        >>> _merge_contours([leaf, with_child], [4, -3])  # it reaches 6, then 0
        (6, (-6, (0, None)))
    """
    return reduce(_overlay_contour, map(_shift_contour, contours, offsets))


def _overlay_contour(front: _Contour, back: _Contour) -> _Contour:
    """Return the outline of two subtrees, of which one hides the other as far down as it goes.

    Both begin on the same ply. The result reaches as far as ``front`` on all of its plies, and as
    far as ``back`` on those that only ``back`` has::

        ply       1  2  3
        front     3  4        (3, (1, (0, None)))
        back      1  1  7     (1, (0, (6, (0, None))))
        result    3  4  7     (3, (1, (3, (0, None))))

    Each tuple is the first reach and a linked list of steps, the differences from ply to ply. The
    list for the deeper plies of ``back``, here ``(0, None)``, is shared with ``back``, not copied.
    So the time depends only on the plies that both have.

    Example:
        >>> _overlay_contour((3, (1, (0, None))), (1, (0, (6, (0, None)))))
        (3, (1, (3, (0, None))))
    """
    # Go down as long as both have a ply, and keep the reaches of `front` on the way: 3, 4. In each
    # turn `front_reach` and `back_reach` are those on one ply, and the steps lead on from there.
    # Below its last ply a contour has no steps: `None`.
    front_reaches: list[int] = []
    front_steps: _Steps | None
    back_steps: _Steps | None
    front_reach, front_steps = front
    back_reach, back_steps = back
    while front_steps is not None and back_steps is not None:  # both have a ply here
        front_reaches.append(front_reach)
        front_step, front_steps = front_steps
        back_step, back_steps = back_steps
        front_reach += front_step
        back_reach += back_step

    if back_steps is None:  # ``back`` is not deeper
        return front

    # Now `back_reach`, 7, is the reach on the first ply that only `back` has, and `back_steps` lead
    # on from there. A linked list is built from its end, so the plies of `front` are put before
    # them from below: first the step from 4 to 7, then that from 3 to 4.
    reach = back_reach
    steps = back_steps
    for reach_above in reversed(front_reaches):
        steps = (reach - reach_above, steps)
        reach = reach_above
    return reach, steps


def _compute_least_distance(contour: _Contour, other_contour: _Contour) -> int:
    """Compute how far apart two nodes must stand so that their subtrees do not overlap.

    Each contour is that of one subtree on the side towards the other: how many cells it reaches
    from its node's middle, first on the node's own ply, then as the difference to the next ply, and
    so on. The distance is that of the ply on which both together reach furthest::

        ply                 1       2       3
        contour             2       5               (2, (3, (0, None)))
        other contour       1       1       10      (1, (0, (9, (0, None))))
        together            3       6       ply 3 does not count: only one subtree has it

    Example:
        >>> _compute_least_distance((2, (3, (0, None))), (1, (0, (9, (0, None)))))  # 6 + 1
        7
    """
    steps: _Steps | None
    other_steps: _Steps | None
    reach, steps = contour
    other_reach, other_steps = other_contour
    greatest_sum = reach + other_reach
    # As long as there are steps, there is a ply: the last step, which leads to no ply, is 0.
    while steps is not None and other_steps is not None:
        greatest_sum = max(greatest_sum, reach + other_reach)
        step, steps = steps
        other_step, other_steps = other_steps
        reach += step
        other_reach += other_step
    return greatest_sum + 1  # the cell of the node's middle is in neither reach
