"""Tidy placement: every subtree as near to its neighbours as their contours allow.

A contour is the outline of a subtree from one side, ply by ply from the top (Reingold & Tilford
1981). Siblings are packed by their contours once from the left and once from the right. Taking more
and more of the second from sibling to sibling spreads small subtrees evenly between large ones.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import reduce
from itertools import accumulate
from typing import TypeAlias

_Ply: TypeAlias = "tuple[int, _Ply | None]"
"""A ply of a contour: how much further the next ply reaches, and that ply; of the last 0, None."""
_Contour: TypeAlias = "tuple[int, _Ply | None]"
"""How far the first ply reaches from the root's middle, to one side, and that ply.

A contour is a linked list of differences: one that reaches 3, then 4 cells is (3, (1, (0, None))).
So a whole contour is moved by changing its first number, and contours can share their deep plies.
"""


def _merged(upper: _Contour, lower: _Contour) -> _Contour:
    """Return the outline of two subtrees of which ``upper`` hides ``lower`` as far down as it goes.

    Both outlines begin on the same ply. The result has all plies of ``upper``, and below them those
    of ``lower`` that are deeper; these are shared, not copied.

    A contour is how far the first ply reaches to one side, then for each ply how much further the
    next one reaches: ``(3, (1, (0, None)))`` reaches 3, then 4.

    Example:
        >>> reaches_3_4 = (3, (1, (0, None)))
        >>> reaches_1_1_7 = (1, (0, (6, (0, None))))
        >>> _merged(reaches_3_4, reaches_1_1_7)  # it reaches 3, 4, 7
        (3, (1, (3, (0, None))))
    """
    upper_reaches: list[int] = []  # of each ply of ``upper`` that ``lower`` has, too
    upper_reach, upper_ply = upper
    lower_reach, lower_ply = lower
    while upper_ply is not None and lower_ply is not None:
        upper_reaches.append(upper_reach)
        further, upper_ply = upper_ply
        upper_reach += further
        further, lower_ply = lower_ply
        lower_reach += further
    if lower_ply is None:  # ``lower`` is not deeper
        return upper
    # ``lower_ply`` is now the first ply below ``upper``. The plies of ``upper`` are put before it,
    # the deepest first, since each ply holds the next one.
    reach = lower_reach
    ply = lower_ply
    for reach_above in reversed(upper_reaches):
        ply = (reach - reach_above, ply)
        reach = reach_above
    return reach, ply


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
    subtrees = _Subtrees(left, right)
    # By item, for items that are still to come in the loop; the last child comes first.
    children_of: dict[int, list[int]] = {}
    for item in range(len(parent) - 1, -1, -1):  # children before their parents
        children = children_of.pop(item, [])
        if children:
            subtrees.join(item, children[::-1])
        children_of.setdefault(parent[item], []).append(item)
    return _columns_from_offsets(parent, subtrees.offsets)


class _Subtrees:
    """The contours of subtrees, which are joined from the leaves up.

    Attributes:
        offsets: How far each item that is joined already stands from its parent's middle.
    """

    def __init__(self, left: Sequence[int], right: Sequence[int]) -> None:
        """Begin with every item as a subtree of its own, without children.

        Args:
            left: How many cells each item takes to the left of its middle.
            right: How many it takes to the right.
        """
        last_ply: _Ply = (0, None)
        self.offsets = array("i", bytes(4 * len(left)))  # a 0 of four bytes for each item
        self._left = left
        self._right = right
        # By item: the outline of its subtree to the left, and that to the right, as a linked list
        # of how much further the next ply reaches. Without children it has one ply.
        self._left_plies = [last_ply] * len(left)
        self._right_plies = [last_ply] * len(left)

    def join(self, parent: int, children: Sequence[int]) -> None:
        """Place the subtrees of siblings side by side, and their parent above the middle.

        It stores how far each child stands from the parent, and the outline of the new subtree. All
        children must have been joined to their own children before.

        Args:
            parent: The parent, which must have children.
            children: Its children from left to right.
        """
        left_contours = [(self._left[child], self._left_plies[child]) for child in children]
        right_contours = [(self._right[child], self._right_plies[child]) for child in children]
        offsets = _from_the_middle(_columns(left_contours, right_contours))
        for child, offset in zip(children, offsets, strict=True):
            self.offsets[child] = offset
        to_the_left = [-offset for offset in offsets]
        # `_outline` takes the outermost sibling first: on the right that is the last one.
        left_outline = _outline(left_contours, to_the_left)
        right_outline = _outline(right_contours[::-1], offsets[::-1])
        self._left_plies[parent] = _ply_above(left_outline, self._left[parent])
        self._right_plies[parent] = _ply_above(right_outline, self._right[parent])


def _ply_above(children: _Contour, own_reach: int) -> _Ply:
    """Return the ply of a parent: how much further its children's outline reaches, and their ply.

    Example:
        >>> _ply_above((5, (0, None)), 2)
        (3, (0, None))
    """
    reach, ply = children
    return reach - own_reach, ply


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


def _columns(left_sides: Sequence[_Contour], right_sides: Sequence[_Contour]) -> list[int]:
    """Return the columns of siblings, packed as closely as can be and evenly spread.

    Packed from the left every sibling has its leftmost column, from the right its rightmost one.

    Example:
        >>> wide = (1, (5, (0, None)))  # a child that reaches 1 cell, with children that reach 6
        >>> leaf = (1, (0, None))
        >>> _columns([wide, leaf, wide], [wide, leaf, wide])  # the leaf may stand from 3 to 10
        [0, 6, 13]
    """
    leftmost = _packed(left_sides, right_sides)
    # The last sibling stays in its column; the others are packed towards it.
    distances_from_last = _packed(right_sides[::-1], left_sides[::-1])
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
    # For each sibling: how many of those up to it can be moved. Of the ways 0 7 0 4 that is
    # 0 1 1 2. So two of these can be moved, the ways are divided into 3 parts, and the siblings
    # with a way of 7 and of 4 go 1/3 and 2/3 of it.
    numbers = list(accumulate(int(way > 0) for way in ways))
    parts = numbers[-1] + 1
    # The share, number / parts, never falls from one to the next. So two neighbours come no closer
    # than in the tighter of the two packings, and do not overlap. Rounding down keeps this: what
    # is a whole number apart or more stays so.
    return [
        low + way * number // parts
        for low, way, number in zip(leftmost, ways, numbers, strict=True)
    ]


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
    before = far[0]  # the common far side of all siblings so far, seen from the first one's middle
    for near_side, (far_reach, far_ply) in zip(near[1:], far[1:], strict=True):
        distance = _least_distance(before, near_side)
        distances.append(distance)
        far_side_from_the_first = (distance + far_reach, far_ply)
        # The new sibling hides those before it as far down as it goes; deeper ones are still seen.
        before = _merged(far_side_from_the_first, before)
    return distances


def _least_distance(one: _Contour, other: _Contour) -> int:
    """Return how far apart two nodes must stand so that their subtrees do not overlap.

    A contour is the outline of a subtree on one side: how far the node reaches, then how much
    further each ply reaches than the one above it. ``(2, (3, (0, None)))`` reaches 2, then 5.

    Args:
        one: The contour of one subtree on the side towards the other.
        other: The contour of the other subtree on the side towards the first.

    Example:
        >>> _least_distance((2, (3, (0, None))), (1, (0, (9, (0, None)))))  # 5 and 1 on ply two
        7
    """
    reach, ply = one
    other_reach, other_ply = other
    most_together = reach + other_reach
    while ply is not None and other_ply is not None:  # on the plies that both have
        most_together = max(most_together, reach + other_reach)
        further, ply = ply
        reach += further
        further, other_ply = other_ply
        other_reach += further
    return most_together + 1  # the cell of the node's middle is in neither reach


def _outline(sides: Sequence[_Contour], moved: Sequence[int]) -> _Contour:
    """Return the common contour of siblings on one side, the outermost sibling first.

    Args:
        sides: The contour of each on that side.
        moved: How far each stands to that side of their parent's middle.

    Example:
        >>> leaf = (2, (0, None))
        >>> with_child = (2, (1, (0, None)))
        >>> _outline([leaf, with_child], [4, -3])  # it reaches 6, then 0
        (6, (-6, (0, None)))
    """
    contours = ((by + reach, ply) for by, (reach, ply) in zip(moved, sides, strict=True))
    return reduce(_merged, contours)
