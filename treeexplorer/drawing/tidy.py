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


def tidy(parent: Sequence[int], left: Sequence[int], right: Sequence[int]) -> array[int]:
    """Place the items of a tree in columns: as close as can be, and each parent above the middle.

    The first item, the root, stands in column 0, so that columns may be negative. It takes time
    linear in the number of items.

    Args:
        parent: The parent of each item, items in preorder.
        left: How many cells each item takes to the left of its middle.
        right: How many it takes to the right, with those that stay empty behind it.

    Returns:
        The column of the middle of each item.

    Example:
        >>> parents = [-1, 0, 1, 1, 0]  # [[a b] c]
        >>> tidy(parents, [2] * 5, [2] * 5).tolist()
        [0, -2, -4, 1, 3]
    """
    offsets = array("i", [0]) * len(parent)  # how far each item stands from its parent's middle
    # The contours of each item's subtree begin with its own reach, `left` or `right`. At first they
    # have that ply alone; a parent's get more when its children are placed.
    left_steps = [_ONE_PLY] * len(parent)
    right_steps = [_ONE_PLY] * len(parent)
    children_of: dict[int, list[int]] = {}  # of parents that are still to come
    for item in range(len(parent) - 1, -1, -1):  # children before their parents
        children = children_of.pop(item, [])
        if children:
            children.reverse()  # they were found from the last to the first
            family = _side_by_side(
                [(left[child], left_steps[child]) for child in children],
                [(right[child], right_steps[child]) for child in children],
            )
            for child, offset in zip(children, family.offsets, strict=True):
                offsets[child] = offset
            left_steps[item] = _steps_from(left[item], family.left)
            right_steps[item] = _steps_from(right[item], family.right)
        children_of.setdefault(parent[item], []).append(item)
    return _columns_from_offsets(parent, offsets)


def _steps_from(own_reach: int, children: _Contour) -> _Steps:
    """Return the steps of a parent's contour: the one to its children's ply, and theirs.

    Args:
        own_reach: How many cells the parent itself reaches to that side.
        children: The common contour of its children, from the parent's middle.

    Example:
        >>> _steps_from(2, (5, (0, None)))
        (3, (0, None))
    """
    reach, steps = children
    return reach - own_reach, steps


def _columns_from_offsets(parent: Sequence[int], offsets: array[int]) -> array[int]:
    """Return the column of each item, the root's being 0, by its offset from its parent.

    Example:
        >>> _columns_from_offsets([-1, 0, 1], array("i", [0, -2, 5])).tolist()
        [0, -2, 3]
    """
    columns = offsets[:]
    for item in range(1, len(parent)):  # parents before their children
        columns[item] += columns[parent[item]]
    return columns


# -- the children of one node ----------------------------------------------------------------------


class _Family(NamedTuple):
    """Siblings whose subtrees stand side by side, below the middle of their parent."""

    offsets: list[int]  # how far each of them stands to the right of that middle
    left: _Contour  # how far all of them reach to the left of that middle, ply by ply
    right: _Contour


def _side_by_side(left_contours: Sequence[_Contour], right_contours: Sequence[_Contour]) -> _Family:
    """Place the subtrees of siblings as close to each other as can be, evenly spread.

    Args:
        left_contours: How far each subtree reaches to the left of its root's middle, from the first
            sibling to the last.
        right_contours: How far each reaches to the right.
    """
    offsets = _from_the_middle(_columns(left_contours, right_contours))
    offsets_to_the_left = [-offset for offset in offsets]
    # `_outline` takes the outermost sibling first: on the right that is the last one.
    return _Family(
        offsets,
        left=_outline(left_contours, offsets_to_the_left),
        right=_outline(right_contours[::-1], offsets[::-1]),
    )


def _from_the_middle(columns: Sequence[int]) -> list[int]:
    """Return the columns of siblings counted from that of their parent, which is then 0.

    The parent stands in the middle between the first child and the last. If a child stands at most
    one column beside the middle, the parent stands above that child, so that its edge is straight.

    Example:
        >>> _from_the_middle([0, 4, 9])
        [-4, 0, 5]
    """
    middle = (columns[0] + columns[-1]) // 2
    for near in (middle, middle + 1, middle - 1):  # the middle itself is the best choice
        if near in columns:
            middle = near
            break
    return [column - middle for column in columns]


def _columns(left_contours: Sequence[_Contour], right_contours: Sequence[_Contour]) -> list[int]:
    """Return the columns of siblings, packed as closely as can be and evenly spread.

    Packed from the left every sibling has its leftmost column, from the right its rightmost one.

    Example:
        >>> wide = (1, (5, (0, None)))  # a child that reaches 1 cell, with children that reach 6
        >>> leaf = (1, (0, None))
        >>> _columns([wide, leaf, wide], [wide, leaf, wide])  # the leaf may stand from 3 to 10
        [0, 6, 13]
    """
    leftmost = _packed(left_contours, right_contours)
    # The last sibling stays in its column; the others are packed towards it.
    distances_from_last = _packed(right_contours[::-1], left_contours[::-1])
    rightmost = [leftmost[-1] - distance for distance in reversed(distances_from_last)]
    return _spread(leftmost, rightmost)


def _spread(leftmost: Sequence[int], rightmost: Sequence[int]) -> list[int]:
    """Return columns for siblings between the leftmost and the rightmost that each can have.

    So small subtrees are spread evenly between large ones. A sibling's *way* is how far it can be
    moved from its leftmost column to its rightmost one. If three siblings have a way, the first
    goes a quarter of its own, the next a half, the third three quarters.

    Args:
        leftmost: The column of each if all are packed to the left; at least one.
        rightmost: The column of each if all are packed to the right; none is less than leftmost.

    Example:
        >>> _spread([0, 3, 13], [0, 10, 13])
        [0, 6, 13]
    """
    ways = [high - low for low, high in zip(leftmost, rightmost, strict=True)]
    movable = sum(way > 0 for way in ways)
    columns: list[int] = []
    movable_so_far = 0
    for low, way in zip(leftmost, ways, strict=True):
        if way > 0:
            movable_so_far += 1
        # The share of its way that a sibling goes never falls from one to the next. So two
        # neighbours come no closer than in one of the two packings, and do not overlap.
        columns.append(low + way * movable_so_far // (movable + 1))
    return columns


def _packed(near: Sequence[_Contour], far: Sequence[_Contour]) -> list[int]:
    """Place siblings one after the other, each as close to those before as their outlines allow.

    Args:
        near: The contour (the outline, ply by ply) of each sibling's subtree on the side towards
            those before it.
        far: The contour of each on the other side.

    Returns:
        How far each stands from the first, whose distance is 0.

    Example:
        >>> leaf = (2, (0, None))  # it takes five cells: two on either side of its middle
        >>> _packed([leaf, leaf, leaf], [leaf, leaf, leaf])
        [0, 5, 10]
    """
    distances = [0]
    placed = far[0]  # the far side of all siblings so far, from the first one's middle
    for near_side, far_side in zip(near[1:], far[1:], strict=True):
        distance = _least_distance(placed, near_side)
        distances.append(distance)
        # The new sibling hides those before it as far down as it goes; deeper ones are still seen.
        placed = _in_front_of(_moved(far_side, distance), placed)
    return distances


# -- contours --------------------------------------------------------------------------------------


def _moved(contour: _Contour, cells: int) -> _Contour:
    """Return a contour that reaches more cells to its side, on all plies.

    Example:
        >>> _moved((3, (1, (0, None))), 10)  # 3, 4 becomes 13, 14
        (13, (1, (0, None)))
    """
    reach, steps = contour
    return reach + cells, steps


def _outline(contours: Sequence[_Contour], offsets: Sequence[int]) -> _Contour:
    """Return the common contour of siblings on one side, from their parent's middle.

    Args:
        contours: The contour of each on that side, the outermost sibling first.
        offsets: How far each stands to that side of their parent's middle.

    Example:
        >>> leaf = (2, (0, None))
        >>> with_child = (2, (1, (0, None)))
        >>> _outline([leaf, with_child], [4, -3])  # it reaches 6, then 0
        (6, (-6, (0, None)))
    """
    return reduce(_in_front_of, map(_moved, contours, offsets))


def _in_front_of(front: _Contour, back: _Contour) -> _Contour:
    """Return the outline of two subtrees, of which one hides the other as far down as it goes.

    Both begin on the same ply. The result has all plies of ``front``, and below them those of
    ``back`` that are deeper; these are shared, not copied.

    Example:
        >>> reaches_3_4 = (3, (1, (0, None)))
        >>> reaches_1_1_7 = (1, (0, (6, (0, None))))
        >>> _in_front_of(reaches_3_4, reaches_1_1_7)  # it reaches 3, 4, 7
        (3, (1, (3, (0, None))))
    """
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
    # ``back_reach`` and ``back_steps`` are now those of the first ply that is deeper. The plies of
    # ``front`` are put before it from the deepest up, since a linked list is built from its end.
    reach = back_reach
    steps = back_steps
    for reach_above in reversed(front_reaches):
        steps = (reach - reach_above, steps)
        reach = reach_above
    return reach, steps


def _least_distance(one: _Contour, other: _Contour) -> int:
    """Return how far apart two nodes must stand so that their subtrees do not overlap.

    A contour that reaches 2, then 5 cells is ``(2, (3, (0, None)))``.

    Args:
        one: The contour of one subtree on the side towards the other.
        other: The contour of the other subtree on the side towards the first.

    Example:
        >>> _least_distance((2, (3, (0, None))), (1, (0, (9, (0, None)))))  # 5 and 1 on ply two
        7
    """
    steps: _Steps | None
    other_steps: _Steps | None
    reach, steps = one
    other_reach, other_steps = other
    most_together = reach + other_reach
    while steps is not None and other_steps is not None:  # both have a ply here
        most_together = max(most_together, reach + other_reach)
        step, steps = steps
        other_step, other_steps = other_steps
        reach += step
        other_reach += other_step
    return most_together + 1  # the cell of the node's middle is in neither reach
