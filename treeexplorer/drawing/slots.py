"""Placement in slots: the leaves in columns of equal width, parents in the middle of theirs.

Not as narrow as a tidy drawing, but a few operations a node: for trees of any size.
"""

from __future__ import annotations

from array import array
from collections.abc import Generator
from typing import Final

from treeexplorer.drawing.items import Items
from treeexplorer.drawing.labels import Labels
from treeexplorer.text import width
from treeexplorer.tree import INNER, INTEGER

_WIDEST: Final = 12
_SAMPLE: Final = 5_000
_SLICE: Final = 20_000


def place(
    items: Items, left: int, slot: int, margin: int
) -> Generator[None, None, tuple[array[int], int]]:
    """Place a drawing's items, a slice at a time.

    The generator returns the column of each item's anchor and the width of all slots.

    Args:
        items: What is drawn.
        left: How many cells of a slot lie to the left of the anchor.
        slot: The width of a slot.
        margin: The first slot's column.
    """
    count = len(items)
    columns = array("i", bytes(4 * count))
    last = array("i", bytes(4 * count))  # the column of each item's last child, 0 for none
    parent = items.parent
    at = 0  # counted backwards from the last leaf, whose place is not yet known
    for stop in range(count, 0, -_SLICE):
        for item in range(stop - 1, max(stop - _SLICE, 0) - 1, -1):
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
        yield
    shift = margin + left - at
    for start in range(0, count, _SLICE):
        piece = columns[start : start + _SLICE]
        columns[start : start + _SLICE] = array("i", [column + shift for column in piece])
        yield
    return columns, -at


def reaches(items: Items, labels: Labels) -> tuple[int, int]:
    """Return how far texts may reach in a slot: wide enough for nearly all, never very wide."""
    tree = items.tree
    kinds = tree.kind
    if kinds.count(INNER) + kinds.count(INTEGER) == len(tree):
        extremes = (int(min(tree.value)), int(max(tree.value)))
        number = max(width(labels.glyphs.number(value)) for value in extremes)
    else:
        stride = max(1, len(tree) // _SAMPLE)
        leaves = (node for node in range(0, len(tree), stride) if kinds[node] != INNER)
        number = max((width(labels.leaf(node)) for node in leaves), default=1)
    number = min(number, _WIDEST)
    extra = 1 if labels.look.ascii else 0
    inner = max(number + 2 + extra, 4 + 2 * extra) if tree.depth > 1 else number
    left = max(0, number - 1) // 2
    return left, max(number - 1 - left, inner - 1)
