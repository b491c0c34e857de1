"""Where every node of a tree stands: a column for each, some lines for each ply.

Two ways to place: *tidy* for what fits a few screens, *slots* (leaves in columns of equal width,
parents centred) for the rest, a tenth of a second for a hundred thousand nodes. What is visible
in a part of the drawing is found with two bisections a ply, so painting costs the same in a tree
of a million nodes as in one of a hundred.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from treeexplorer.drawing.items import Items, items_of
from treeexplorer.drawing.labels import Labels
from treeexplorer.drawing.runs import Detail, Look
from treeexplorer.drawing.tidy import place
from treeexplorer.text import width
from treeexplorer.tree import CHANCE_ROLE, INNER, INTEGER, GameTree

TIDY_UP_TO: Final = 6_000
_MARGIN: Final = 1  # for the mark of the current node
_GAPS: Final = {Detail.VALUE: (3, 2, 1), Detail.NAMED: (5, 3, 2), Detail.WINDOW: (5, 3, 2)}
_WIDEST_SLOT: Final = 12
_SAMPLE: Final = 5_000
_TRIES_UP_TO: Final = 1_500
_SPACIOUS: Final = (100, 30)


@dataclass(frozen=True)
class Layout:
    """The places of a drawing's items.

    Attributes:
        items: What is drawn.
        detail: How much is written at each node.
        columns: The column of each item's anchor: a player's sign, the middle of a number.
        left: How far texts reach to the left of their anchors, by item; one number in slots.
        right: How far they reach to the right.
        gap: The least number of empty cells between two texts of a ply.
        tops: The first line of each ply, and one past the last line at the end.
        heads: The line of each ply on which signs and numbers stand.
        width: The whole drawing's width in cells.
        height: Its height in lines.
        reach: How far any text reaches from its anchor.
    """

    items: Items
    detail: Detail
    columns: array[int]
    left: Sequence[int] | int
    right: Sequence[int] | int
    gap: int
    tops: array[int]
    heads: array[int]
    width: int
    height: int
    reach: int

    @property
    def tree(self) -> GameTree:
        """The tree that is drawn."""
        return self.items.tree

    def left_of(self, item: int) -> int:
        """Return the first column that an item's text can take."""
        return self.columns[item] - (self.left if isinstance(self.left, int) else self.left[item])

    def right_of(self, item: int) -> int:
        """Return the last column that an item's text is sure to have."""
        reach = self.right if isinstance(self.right, int) else self.right[item]
        return self.columns[item] + reach

    def place(self, node: int) -> tuple[int, int]:
        """Return the column and the line of a node's sign or number."""
        item = self.items.item(node)
        return self.columns[item], self.heads[self.items.ply[item]]

    def ply_at(self, line: int) -> int:
        """Return the ply that a line belongs to."""
        return min(max(bisect_right(self.tops, line) - 1, 0), len(self.heads) - 1)

    def visible(self, ply: int, left: int, right: int) -> tuple[int, int]:
        """Return the range of a ply's items whose texts can be seen between two columns."""
        row, column = self.items.plies[ply], self.columns.__getitem__
        low = bisect_left(row, left - self.reach, key=column)
        return low, bisect_right(row, right + self.reach, lo=low, key=column)

    def index(self, item: int) -> int:
        """Return an item's place in its ply, from 0 at the left."""
        return bisect_left(self.items.plies[self.items.ply[item]], item)

    def children(self, item: int) -> tuple[int, int]:
        """Return the range of the next ply's items that are an item's children."""
        row = self.items.plies[self.items.ply[item] + 1]
        low = bisect_left(row, item + 1)
        return low, bisect_left(row, self.items.end[item], lo=low)

    def node_at(self, column: int, line: int) -> int | None:
        """Return the node whose text is at a place, ``None`` where there is none."""
        ply = self.ply_at(line)
        if line < self.heads[ply]:
            return None
        row = self.items.plies[ply]
        low, high = self.visible(ply, column, column)
        for item in row[low:high]:
            if self.left_of(item) - 1 <= column <= self.right_of(item) + 1:
                return self.items.node(item)
        return None


def lay_out(
    tree: GameTree,
    look: Look | None = None,
    detail: Detail | None = None,
    folded: Collection[int] = (),
    room: tuple[int, int] | None = None,
) -> Layout:
    """Return the places of a tree's nodes.

    Args:
        tree: The tree.
        look: How it is drawn (ASCII texts and claims take other room).
        detail: How much is written at each node; the most that the room allows where ``None``.
        folded: The nodes whose subtrees are not drawn.
        room: The width and height in cells that the drawing should fit, if that can be.
    """
    look = look or Look()
    items = items_of(tree, folded)
    if len(items) > TIDY_UP_TO:
        return _in_slots(items, look, detail or Detail.VALUE)
    candidates = [
        (chosen, gap)
        for chosen in ([detail] if detail else _details(room, len(items)))
        for gap in (_GAPS[chosen] if room and len(items) <= _TRIES_UP_TO else _GAPS[chosen][-2:-1])
    ]
    reaches: dict[Detail, tuple[array[int], array[int]]] = {}
    fallback: Layout | None = None
    for chosen, gap in candidates:
        if chosen not in reaches:
            reaches[chosen] = Labels(tree, look, chosen).reaches(items)
        layout = _tidy(items, chosen, reaches[chosen], gap)
        if room is None or (layout.width <= room[0] and layout.height <= room[1]):
            return layout
        if fallback is None or (fallback.width > room[0] and chosen == fallback.detail):
            fallback = layout
    return fallback or _in_slots(items, look, Detail.VALUE)


def _details(room: tuple[int, int] | None, count: int) -> list[Detail]:
    """Return the levels of detail to try, the richest first."""
    if room is None:
        return [Detail.NAMED]
    tried = [Detail.NAMED, Detail.VALUE]
    spacious = room[0] >= _SPACIOUS[0] and room[1] >= _SPACIOUS[1]
    return [Detail.WINDOW, *tried] if spacious and count <= _TRIES_UP_TO else tried


def _tidy(items: Items, detail: Detail, reaches: tuple[array[int], array[int]], gap: int) -> Layout:
    left, right = reaches
    columns = place(items, left, right, gap)
    most = max(column + reach for column, reach in zip(columns, right, strict=True))
    for item in range(len(columns)):
        columns[item] += _MARGIN
    tops, heads = _lines(items, detail)
    return Layout(
        items=items,
        detail=detail,
        columns=columns,
        left=left,
        right=right,
        gap=gap,
        tops=tops,
        heads=heads,
        width=most + 1 + 2 * _MARGIN,
        height=tops[-1],
        reach=max(*left, *right, 0) + 1,
    )


def _in_slots(items: Items, look: Look, detail: Detail) -> Layout:
    """Put the leaves into columns of equal width and every parent in the middle of its children."""
    labels = Labels(items.tree, look, detail)
    left, right, gap = (*_slot(items, labels), 1)
    slot = left + right + 1 + gap
    count = len(items)
    columns = array("i", bytes(4 * count))
    last = array("i", bytes(4 * count))  # the column of each item's last child, from 1
    end, parent = items.end, items.parent
    leaves = sum(1 for item in range(count) if end[item] == item + 1)
    at = _MARGIN + left + slot * leaves
    for item in range(count - 1, 0, -1):
        if end[item] == item + 1:
            at -= slot
            column = at
        else:
            column = (columns[item + 1] + last[item]) // 2
        columns[item] = column
        above = parent[item]
        if not last[above]:
            last[above] = column
    columns[0] = (columns[1] + last[0]) // 2 if count > 1 else _MARGIN + left
    tops, heads = _lines(items, detail)
    return Layout(
        items=items,
        detail=detail,
        columns=columns,
        left=left,
        right=right,
        gap=gap,
        tops=tops,
        heads=heads,
        width=slot * leaves + 2 * _MARGIN,
        height=tops[-1],
        reach=max(left, right) + 1,
    )


def _slot(items: Items, labels: Labels) -> tuple[int, int]:
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
    number = min(number, _WIDEST_SLOT)
    extra = 1 if labels.look.ascii else 0
    inner = max(number + 2 + extra, 4 + 2 * extra) if tree.depth > 1 else number
    left = max(0, number - 1) // 2
    return left, max(number - 1 - left, inner - 1)


def _lines(items: Items, detail: Detail) -> tuple[array[int], array[int]]:
    """Return the first line of each ply, and the line on which its signs stand."""
    tree, count = items.tree, len(items.plies)
    deep, below_chance = bytearray(count), bytearray(count)
    kinds, plies = tree.kind, tree.ply
    if INNER in kinds:
        for ply, row in enumerate(items.plies):
            deep[ply] = any(
                kinds[items.node(item)] == INNER and not items.is_elision(item) for item in row
            )
    for node in _chance_nodes(tree):
        if plies[node] + 1 < count:
            below_chance[plies[node] + 1] = 1
    tops, heads = array("i", [0]), array("i")
    for ply in range(count):
        head = tops[-1] + (ply > 0) + below_chance[ply]
        heads.append(head)
        tops.append(head + (detail.lines if deep[ply] else 1))
    return tops, heads


def _chance_nodes(tree: GameTree) -> list[int]:
    roles, found = tree.roles, []
    node = roles.find(CHANCE_ROLE)
    while node >= 0:
        found.append(node)
        node = roles.find(CHANCE_ROLE, node + 1)
    return found
