"""The columns of a drawing's items: tidy for some thousands, in slots for any number.

Tidy placement packs every subtree against its neighbours by their contours (Reingold & Tilford
1981), once from the left and once from the right. Taking more and more of the second from sibling
to sibling spreads small subtrees evenly between large ones. A contour is a linked list with one
cell a ply, each cell holding the step to the next. Lists share their tails, a merge costs the
smaller height, and the whole placement is linear in the items.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

_NOWHERE: Final = -1
# A contour's first cell, and the column of that cell from the anchor of the contour's root.
_Contour: TypeAlias = tuple[int, int]


@dataclass
class _Contours:
    """Linked contours: where a cell stands relative to the one above it, and the one below."""

    step: array[int] = field(default_factory=lambda: array("i"))
    below: array[int] = field(default_factory=lambda: array("i"))

    def cell(self, step: int, below: int) -> int:
        """Return a new cell whose next one stands ``step`` cells further right."""
        self.step.append(step)
        self.below.append(below)
        return len(self.step) - 1

    def merged(self, upper: _Contour, lower: _Contour) -> _Contour:
        """Return a contour that follows ``upper`` as deep as it goes and ``lower`` from there.

        The contours must begin on the same ply.
        """
        columns: list[int] = []
        cell, column = upper
        deep, deep_column = lower
        while _NOWHERE not in {cell, deep}:
            columns.append(column)
            column += self.step[cell]
            deep_column += self.step[deep]
            cell, deep = self.below[cell], self.below[deep]
        if deep == _NOWHERE:
            return upper
        head, head_column = deep, deep_column
        for column in reversed(columns):
            head, head_column = self.cell(head_column - column, head), column
        return head, head_column

    def distance(self, left: _Contour, right: _Contour) -> int:
        """Return how far the second contour reaches into the first, over their common plies."""
        cell, column = left
        other, other_column = right
        most = column - other_column
        while True:
            column += self.step[cell]
            other_column += self.step[other]
            cell, other = self.below[cell], self.below[other]
            if _NOWHERE in {cell, other}:
                return most
            most = max(most, column - other_column)


def tidy(
    parent: array[int],
    end: array[int],
    left: Sequence[int],
    right: Sequence[int],
    gap: int,
    margin: int,
) -> array[int]:
    """Return the column of each item's middle, as narrow as can be, parents centred.

    Args:
        parent: The parent of each item; −1 at the first.
        end: One past the last item of each subtree.
        left: How many cells an item reaches to the left of its middle.
        right: How many it reaches to the right.
        gap: The least number of empty cells between two items of a row.
        margin: The column in which the leftmost item begins.
    """
    contours = _Contours()
    count = len(parent)
    offset = array("i", bytes(4 * count))  # of an item from its parent
    lefts = array("i", bytes(4 * count))  # the first cell of each subtree's left contour
    rights = array("i", bytes(4 * count))
    leaf = contours.cell(0, _NOWHERE)
    children: list[int] = []
    for item in range(count - 1, -1, -1):
        children.clear()
        child, stop = item + 1, end[item]
        while child < stop:
            children.append(child)
            child = end[child]
        if not children:
            lefts[item] = rights[item] = leaf
            continue
        starts = [(lefts[child], -left[child]) for child in children]
        ends = [(rights[child], right[child]) for child in children]
        columns = _columns(contours, starts, ends, gap + 1)
        middle = _middle(columns)
        for child, column in zip(children, columns, strict=True):
            offset[child] = column - middle
        head, column = _outline(contours, starts, columns)
        lefts[item] = contours.cell(column - middle + left[item], head)
        head, column = _outline(contours, ends[::-1], columns[::-1])
        rights[item] = contours.cell(column - middle - right[item], head)
    return _absolute(parent, offset, left, margin)


def _columns(
    contours: _Contours, starts: list[_Contour], ends: list[_Contour], apart: int
) -> list[int]:
    """Return the columns of siblings: packed as closely as can be, and spread."""
    packed = [0]
    reached = ends[0]
    for start, end in zip(starts[1:], ends[1:], strict=True):
        column = contours.distance(reached, start) + apart
        packed.append(column)
        reached = contours.merged((end[0], column + end[1]), reached)
    from_right = [packed[-1]]
    reached = starts[-1][0], packed[-1] + starts[-1][1]
    for start, end in zip(starts[-2::-1], ends[-2::-1], strict=True):
        column = -contours.distance(end, reached) - apart
        from_right.append(column)
        reached = contours.merged((start[0], column + start[1]), reached)
    from_right.reverse()
    return _spread(packed, from_right)


def _middle(columns: list[int]) -> int:
    """Return the column of a parent: the middle, or a child's that is a cell away from it."""
    middle = (columns[0] + columns[-1]) // 2
    for near in (middle, middle + 1, middle - 1):
        index = bisect_left(columns, near)
        if index < len(columns) and columns[index] == near:
            return near
    return middle


def _spread(leftmost: list[int], rightmost: list[int]) -> list[int]:
    """Return columns between the leftmost and the rightmost possible, evenly spread.

    The later a sibling, the nearer to its rightmost column: the share never falls from one to
    the next, so that no distance becomes smaller than the lesser of the two it lies between.
    """
    loose = sum(one < other for one, other in zip(leftmost, rightmost, strict=True))
    columns, passed = [], 0
    for one, other in zip(leftmost, rightmost, strict=True):
        passed += one < other
        columns.append(one + (other - one) * passed // (loose + 1))
    return columns


def _outline(contours: _Contours, sides: list[_Contour], columns: list[int]) -> _Contour:
    """Return the common contour of siblings, given from the side it is seen from."""
    head, column = sides[0]
    outline = head, column + columns[0]
    for (cell, edge), offset in zip(sides[1:], columns[1:], strict=True):
        outline = contours.merged(outline, (cell, edge + offset))
    return outline


def _absolute(
    parent: array[int], offset: array[int], left: Sequence[int], margin: int
) -> array[int]:
    """Return the middles' columns from their distances to the parents."""
    column = offset
    least = -left[0]
    for item in range(1, len(parent)):
        column[item] += column[parent[item]]
        least = min(least, column[item] - left[item])
    return array("i", [at - least + margin for at in column])


def in_slots(parent: array[int], left: int, slot: int, margin: int) -> tuple[array[int], int]:
    """Return the column of each item's middle, leaves in slots, and the width of all slots.

    A few operations an item: a million take a fraction of a second.

    Args:
        parent: The parent of each item; −1 at the first.
        left: How many cells of a slot lie to the left of its middle.
        slot: The width of a slot.
        margin: The column in which the first slot begins.
    """
    count = len(parent)
    columns = array("i", bytes(4 * count))
    last = array("i", bytes(4 * count))  # the column of each item's last child, 0 for none
    at = 0  # counted backwards from the last leaf, whose place is not yet known
    for item in range(count - 1, -1, -1):
        column = last[item]
        if column:
            column = (columns[item + 1] + column) // 2
        else:
            at -= slot
            column = at
        columns[item] = column
        above = parent[item]
        if above >= 0 and not last[above]:
            last[above] = column
    shift = margin + left - at
    return array("i", [column + shift for column in columns]), -at
