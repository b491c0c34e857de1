"""Tidy placement: every subtree as near to its neighbours as their contours allow.

A contour is the outline of a subtree from one side, cell by cell from the top (Reingold & Tilford
1981). Siblings are packed by their contours once from the left and once from the right. Taking more
and more of the second from sibling to sibling spreads small subtrees evenly between large ones.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import reduce
from typing import TypeAlias

_Cell: TypeAlias = "tuple[int, _Cell | None]"
"""How much further the next cell of a contour reaches, and that cell; the last has none."""
_Contour: TypeAlias = "tuple[int, _Cell | None]"
"""How far a contour's first cell reaches from the middle of its root, to its side, and the cell."""


def _merged(upper: _Contour, lower: _Contour) -> _Contour:
    """Return a contour that follows ``upper`` as deep as it goes and ``lower`` from there.

    Of one that reaches 3 and 4 cells, and one that reaches 1, 1 and 7, that is 3, 4, 7. The
    contours must begin on the same ply.
    """
    reaches: list[int] = []  # those of the upper contour, ply by ply
    reach, upper_cell = upper
    lower_reach, lower_cell = lower
    while upper_cell is not None and lower_cell is not None:
        reaches.append(reach)
        further, upper_cell = upper_cell
        reach += further
        further, lower_cell = lower_cell
        lower_reach += further
    if lower_cell is None:
        return upper
    next_reach = lower_reach
    cell = lower_cell
    for above in reversed(reaches):
        cell = (next_reach - above, cell)
        next_reach = above
    return next_reach, cell


def tidy(parent: Sequence[int], left: Sequence[int], right: Sequence[int]) -> array[int]:
    """Return the column of each item's middle, as narrow as can be, parents centred.

    The first item, the root, stands in column 0. It takes time linear in the items: contours are
    linked lists that share their tails, and a merge costs the smaller height.

    Args:
        parent: The parent of each item, items in preorder.
        left: How many cells each item takes to the left of its middle.
        right: How many it takes to the right, with those that stay empty behind it.

    Example:
        >>> parents = [-1, 0, 1, 1, 0]  # [[a b] c]
        >>> tidy(parents, [2] * 5, [2] * 5).tolist()
        [0, -2, -4, 1, 3]
    """
    column = array("i", bytes(4 * len(parent)))  # of an item from its parent, at first
    one_ply: _Cell = (0, None)
    left_contours = [one_ply] * len(parent)  # of each subtree, below the reach of its root
    right_contours = [one_ply] * len(parent)
    children_of: dict[int, list[int]] = {}  # of the items to come, the last child first
    for item in range(len(parent) - 1, -1, -1):
        children = children_of.pop(item, [])[::-1]
        children_of.setdefault(parent[item], []).append(item)
        if not children:
            continue
        left_sides = [(left[child], left_contours[child]) for child in children]
        right_sides = [(right[child], right_contours[child]) for child in children]
        offsets = _from_the_middle(_columns(left_sides, right_sides))
        for child, offset in zip(children, offsets, strict=True):
            column[child] = offset
        reach, cell = _outline(left_sides, [-offset for offset in offsets])
        left_contours[item] = reach - left[item], cell
        reach, cell = _outline(right_sides[::-1], offsets[::-1])
        right_contours[item] = reach - right[item], cell
    for item in range(1, len(parent)):
        column[item] += column[parent[item]]
    return column


def _from_the_middle(columns: Sequence[int]) -> list[int]:
    """Return the columns of siblings from their middle, where their parent stands.

    Where a child stands within a cell of the middle, the parent stands above it: its edge is
    straight.

    Example:
        >>> _from_the_middle([0, 4, 9])
        [-4, 0, 5]
    """
    middle = (columns[0] + columns[-1]) // 2
    for near in (middle, middle + 1, middle - 1):
        if near in columns:
            middle = near
            break
    return [column - middle for column in columns]


def _columns(starts: Sequence[_Contour], ends: Sequence[_Contour]) -> list[int]:
    """Return the columns of siblings, packed as closely as can be and evenly spread.

    Packed from the left every sibling has its leftmost column, from the right its rightmost one.
    The later a sibling, the nearer to its rightmost column: the share never falls from one to
    the next, so that no distance becomes smaller than the lesser of the two it lies between.
    """
    leftmost = _packed(starts, ends)
    from_last = _packed(ends[::-1], starts[::-1])
    rightmost = [leftmost[-1] - distance for distance in reversed(from_last)]
    pairs = list(zip(leftmost, rightmost, strict=True))
    movable = sum(low < high for low, high in pairs)
    columns = []
    passed = 0
    for low, high in pairs:
        if low < high:
            passed += 1
        columns.append(low + (high - low) * passed // (movable + 1))
    return columns


def _packed(near: Sequence[_Contour], far: Sequence[_Contour]) -> list[int]:
    """Return how far siblings stand from the first, each as close to the one before as can be.

    Args:
        near: The contour of each sibling on the side towards those before it.
        far: The contour of each on the other side.
    """
    distances = [0]
    before = far[0]  # the common contour of all siblings before this one
    for own_side, (far_reach, far_cell) in zip(near[1:], far[1:], strict=True):
        distance = _distance(before, own_side) + 1
        distances.append(distance)
        before = _merged((distance + far_reach, far_cell), before)
    return distances


def _distance(one: _Contour, other: _Contour) -> int:
    """Return how far apart two subtrees stand that touch on some ply and cross on none."""
    reach, cell = one
    other_reach, other_cell = other
    distance = reach + other_reach
    while cell is not None and other_cell is not None:
        distance = max(distance, reach + other_reach)
        further, cell = cell
        reach += further
        further, other_cell = other_cell
        other_reach += further
    return distance


def _outline(sides: Sequence[_Contour], moved: list[int]) -> _Contour:
    """Return the common contour of siblings on one side, the outermost sibling first.

    Args:
        sides: The contour of each on that side.
        moved: How far each stands to that side of their parent's middle.
    """
    contours = ((by + reach, cell) for by, (reach, cell) in zip(moved, sides, strict=True))
    return reduce(_merged, contours)
