"""Where every node of a tree stands: a column for each, some lines for each ply.

Two ways to place: *tidy* for what fits a few screens, *slots* (leaves in columns of equal width,
parents centred) for the rest, a tenth of a second for a hundred thousand nodes. What is visible
in a part of the drawing is found with two bisections a ply, so painting costs the same in a tree
of a million nodes as in one of a hundred.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from treeexplorer.drawing import slots, tidy
from treeexplorer.drawing.items import Items, finished, items_of
from treeexplorer.drawing.labels import Labels
from treeexplorer.drawing.runs import Detail, Look
from treeexplorer.tree import CHANCE_ROLE, GameTree

TIDY_UP_TO: Final = 6_000
_MARGIN: Final = 1  # for the mark of the current node
_GAPS: Final = {Detail.VALUE: (3, 2, 1), Detail.NAMED: (5, 3, 2), Detail.WINDOW: (5, 3, 2)}
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
    """Return the places of a tree's nodes; see :func:`begin_layout`."""
    return finished(begin_layout(tree, look, detail, folded, room))


def begin_layout(
    tree: GameTree,
    look: Look | None = None,
    detail: Detail | None = None,
    folded: Collection[int] = (),
    room: tuple[int, int] | None = None,
) -> Generator[None, None, Layout]:
    """Find the places of a tree's nodes, a slice of some milliseconds at a time.

    The generator returns the layout.

    Args:
        tree: The tree.
        look: How it is drawn (ASCII texts and claims take other room).
        detail: How much is written at each node; the most that the room allows where ``None``.
        folded: The nodes whose subtrees are not drawn.
        room: The width and height in cells that the drawing should fit, if that can be.
    """
    look = look or Look()
    items = yield from items_of(tree, folded)
    if len(items) > TIDY_UP_TO:
        return (yield from _in_slots(items, look, detail or Detail.VALUE))
    candidates = [
        (chosen, gap)
        for chosen in ([detail] if detail else _details(room, len(items)))
        for gap in (_GAPS[chosen] if room and len(items) <= _TRIES_UP_TO else _GAPS[chosen][-2:-1])
    ]
    reaches: dict[Detail, tuple[array[int], array[int]]] = {}
    best: Layout | None = None
    for chosen, gap in candidates:
        if chosen not in reaches:
            reaches[chosen] = Labels(tree, look, chosen).reaches(items)
        layout = _tidy(items, chosen, reaches[chosen], gap)
        if room is None or (layout.width <= room[0] and layout.height <= room[1]):
            return layout
        if best is None or (best.width > room[0] and chosen == best.detail):
            best = layout
    if best is None:
        raise ValueError("a layout needs a level of detail")
    return best


def _details(room: tuple[int, int] | None, count: int) -> list[Detail]:
    """Return the levels of detail to try, the richest first."""
    if room is None:
        return [Detail.NAMED]
    tried = [Detail.NAMED, Detail.VALUE]
    spacious = room[0] >= _SPACIOUS[0] and room[1] >= _SPACIOUS[1]
    return [Detail.WINDOW, *tried] if spacious and count <= _TRIES_UP_TO else tried


def _tidy(items: Items, detail: Detail, reaches: tuple[array[int], array[int]], gap: int) -> Layout:
    left, right = reaches
    columns = tidy.place(items, left, right, gap, _MARGIN)
    most = max(column + reach for column, reach in zip(columns, right, strict=True))
    reach = max(*left, *right, 0)
    return _with_lines(items, detail, columns, (left, right), gap, most + 1 + _MARGIN, reach)


def _in_slots(items: Items, look: Look, detail: Detail) -> Generator[None, None, Layout]:
    left, right = slots.reaches(items, Labels(items.tree, look, detail))
    gap = 1
    columns, filled = yield from slots.place(items, left, left + right + 1 + gap, _MARGIN)
    width = filled + 2 * _MARGIN
    return _with_lines(items, detail, columns, (left, right), gap, width, max(left, right))


def _with_lines(
    items: Items,
    detail: Detail,
    columns: array[int],
    reaches: tuple[Sequence[int] | int, Sequence[int] | int],
    gap: int,
    width: int,
    reach: int,
) -> Layout:
    """Return the layout of items whose columns are found, with the lines of their plies."""
    tops, heads = _lines(items, detail)
    return Layout(
        items=items,
        detail=detail,
        columns=columns,
        left=reaches[0],
        right=reaches[1],
        gap=gap,
        tops=tops,
        heads=heads,
        width=width,
        height=tops[-1],
        reach=reach + 1,
    )


def _lines(items: Items, detail: Detail) -> tuple[array[int], array[int]]:
    """Return the first line of each ply, and the line on which its signs stand."""
    tree, count = items.tree, len(items.plies)
    deep = bytearray(b"\1" * (count - 1) + b"\0")
    for node in items.folded:
        item = items.item(node)
        if items.node(item) == node:
            deep[items.ply[item]] = 1
    below_chance = bytearray(count + 1)
    for node in _chance_nodes(tree):
        below_chance[min(tree.ply[node] + 1, count)] = 1
    tops, heads = array("i", [0]), array("i")
    for ply in range(count):
        head = tops[-1] + (ply > 0) + below_chance[ply]
        heads.append(head)
        tops.append(head + (detail.lines if deep[ply] else 1))
    return tops, heads


def _chance_nodes(tree: GameTree) -> Iterator[int]:
    node = tree.roles.find(CHANCE_ROLE)
    while node >= 0:
        yield node
        node = tree.roles.find(CHANCE_ROLE, node + 1)
