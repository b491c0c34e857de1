"""What is drawn of a tree: its nodes without the folded ones, and an item for each ``...``.

Items are numbered in the order in which they are drawn, like the nodes of a tree: a subtree is one
contiguous range. Where nothing is folded and nothing elided the items are the nodes themselves,
and the tree's own columns are used as they are.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, TypeAlias, TypeVar

from treeexplorer.tree import GameTree

Done = TypeVar("Done")

Direction: TypeAlias = Literal["up", "down", "left", "right"]

_SLICE: Final = 20_000


@dataclass(frozen=True)
class Items:
    """The items of a drawing, as columns.

    Attributes:
        tree: The tree.
        codes: The node of each item; the complement (``~node``) for the ``...`` of a node.
        parent: The parent item of each item; −1 at the root.
        end: One past the last item of each item's subtree.
        ply: The distance of each item from the root.
        plies: The items of each ply, from left to right.
        folded: The nodes whose subtrees are not drawn.
    """

    tree: GameTree
    codes: Sequence[int]
    parent: array[int]
    end: array[int]
    ply: array[int]
    plies: tuple[array[int], ...]
    folded: frozenset[int]
    item_of_node: array[int] | None

    def __len__(self) -> int:
        """Return the number of items."""
        return len(self.codes)

    def item(self, node: int) -> int:
        """Return the item of a node; of the folded node it lies in, where it is not drawn."""
        return node if self.item_of_node is None else self.item_of_node[node]

    def node(self, item: int) -> int:
        """Return the node of an item; of a ``...``, the node that has the undrawn children."""
        code = self.codes[item]
        return code if code >= 0 else ~code

    def is_elision(self, item: int) -> bool:
        """Tell whether an item is the ``...`` of its parent."""
        return self.codes[item] < 0

    def is_leaf(self, item: int) -> bool:
        """Tell whether nothing is drawn below an item."""
        return self.end[item] == item + 1

    def neighbour(self, node: int, direction: Direction) -> int:
        """Return the parent, the first child, or the next node on the same ply; else the node."""
        item = self.item(node)
        if direction == "up":
            return self.node(max(0, self.parent[item]))
        if direction == "down":
            return self.node(item if self.is_leaf(item) else item + 1)
        row = self.plies[self.ply[item]]
        step = -1 if direction == "left" else 1
        index = bisect_left(row, item) + step
        while 0 <= index < len(row) and self.is_elision(row[index]):
            index += step
        return self.node(row[index]) if 0 <= index < len(row) else node

    @cached_property
    def fullest_ply(self) -> array[int]:
        """The items of the ply that has most of them."""
        return max(self.plies, key=len)


def items_of(tree: GameTree, folded: Collection[int] = ()) -> Generator[None, None, Items]:
    """Find the items of a tree in which some nodes are folded, a slice at a time.

    The generator returns the items. It takes no time at all where the items are the nodes, else
    time linear in their number.
    """
    shut = frozenset(node for node in folded if not tree.is_leaf(node))
    if not shut and not tree.elided:
        return Items(
            tree, range(len(tree)), tree.parent, tree.end, tree.ply, tree.plies, shut, None
        )
    codes, ply, parent = array("i"), array("i"), array("i")
    item_of_node = array("i", bytes(4 * len(tree)))
    pending: list[tuple[int, int]] = []
    node, count, pause = 0, len(tree), _SLICE
    while node < count or pending:
        while pending and pending[-1][0] <= node:
            _, elided = pending.pop()
            codes.append(~elided)
            ply.append(tree.ply[elided] + 1)
            parent.append(item_of_node[elided])
        if node >= count:
            break
        if node >= pause:
            pause = node + _SLICE
            yield
        item = len(codes)
        codes.append(node)
        ply.append(tree.ply[node])
        parent.append(item_of_node[tree.parent[node]] if node else -1)
        if node in shut:
            hidden = tree.end[node] - node
            item_of_node[node : node + hidden] = array("i", [item]) * hidden
            node = tree.end[node]
            continue
        item_of_node[node] = item
        if node in tree.elided:
            pending.append((tree.end[node], node))
        node += 1
    end = yield from _ends(parent)
    plies = yield from _plies(ply)
    return Items(tree, codes, parent, end, ply, plies, shut, item_of_node)


def _ends(parent: array[int]) -> Generator[None, None, array[int]]:
    end = array("i", range(1, len(parent) + 1))
    for stop in range(len(parent), 1, -_SLICE):
        for item in range(stop - 1, max(stop - _SLICE, 1) - 1, -1):
            above = parent[item]
            end[above] = max(end[above], end[item])
        yield
    return end


def _plies(ply: array[int]) -> Generator[None, None, tuple[array[int], ...]]:
    rows: list[array[int]] = [array("i") for _ in range(max(ply) + 1)]
    add = [row.append for row in rows]
    for start in range(0, len(ply), _SLICE):
        for item in range(start, min(start + _SLICE, len(ply))):
            add[ply[item]](item)
        yield
    return tuple(rows)


def finished(slices: Generator[None, None, Done]) -> Done:
    """Return what work in slices ends with, all of it done at once."""
    while True:
        try:
            next(slices)
        except StopIteration as done:
            result: Done = done.value
            return result
