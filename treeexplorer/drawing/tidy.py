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

    The contours must begin on the same ply.
    """
    reaches: list[int] = []
    reach, cell = upper
    deep_reach, deep = lower
    while cell is not None and deep is not None:
        reaches.append(reach)
        reach += cell[0]
        deep_reach += deep[0]
        cell = cell[1]
        deep = deep[1]
    if deep is None:
        return upper
    for above in reversed(reaches):
        deep = (deep_reach - above, deep)
        deep_reach = above
    return deep_reach, deep


def tidy(parent: Sequence[int], left: Sequence[int], right: Sequence[int]) -> array[int]:
    """Return the column of each item's middle, as narrow as can be, parents centred.

    An item reaches some cells to the left of its middle, and to the right with those that stay
    empty behind it. The first item, the root, stands in column 0. Linear in the items: contours
    are linked lists that share their tails, and a merge costs the smaller height.
    """
    column = array("i", bytes(4 * len(parent)))  # of an item from its parent, at first
    leaf: _Cell = (0, None)
    lefts = [leaf] * len(parent)  # each subtree's contours
    rights = [leaf] * len(parent)
    children_of: dict[int, list[int]] = {}  # of the items to come, the last child first
    for item in range(len(parent) - 1, -1, -1):
        children = children_of.pop(item, [])[::-1]
        children_of.setdefault(parent[item], []).append(item)
        if not children:
            continue
        starts = [(left[child], lefts[child]) for child in children]
        ends = [(right[child], rights[child]) for child in children]
        columns = _from_the_middle(_columns(starts, ends))
        for child, from_parent in zip(children, columns, strict=True):
            column[child] = from_parent
        outer, cell = _outline(starts, [-from_parent for from_parent in columns])
        lefts[item] = outer - left[item], cell
        outer, cell = _outline(ends[::-1], columns[::-1])
        rights[item] = outer - right[item], cell
    for item in range(1, len(parent)):
        column[item] += column[parent[item]]
    return column


def _from_the_middle(columns: Sequence[int]) -> list[int]:
    """Return columns from their middle, or from a child a cell away: its edge is straight."""
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
    """Return how far siblings stand from the first, by their contours towards it and away."""
    distances = [0]
    reached = far[0]
    for facing, (outer, cell) in zip(near[1:], far[1:], strict=True):
        reach, one = reached  # the contour of all siblings before this one
        other_reach, other = facing
        distance = reach + other_reach
        while one is not None and other is not None:
            distance = max(distance, reach + other_reach)
            reach += one[0]
            other_reach += other[0]
            one = one[1]
            other = other[1]
        distances.append(distance + 1)
        reached = _merged((distance + 1 + outer, cell), reached)
    return distances


def _outline(sides: Sequence[_Contour], moved: list[int]) -> _Contour:
    """Return the common contour of siblings, given from the side it is seen from."""
    contours = ((by + outer, cell) for by, (outer, cell) in zip(moved, sides, strict=True))
    return reduce(_merged, contours)
