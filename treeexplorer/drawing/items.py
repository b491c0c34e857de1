"""What is drawn of a tree: its nodes, the ``…`` of further children, and what hides others."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from treeexplorer.tree import INNER, GameTree

Direction: TypeAlias = Literal["up", "down", "left", "right"]


Cluster: TypeAlias = tuple[int, int]
"""Of an item that stands for its node and the siblings behind it that have no room: how many these
are together, and one past the last node of all of them."""


def dots_code(node: int) -> int:
    """Return the code of the ``…`` that stands for a node's undrawn children; it is negative."""
    return ~node


def is_dots(code: int) -> bool:
    """Tell whether a code is that of a ``…``, not of a node."""
    return code < 0


def node_of_code(code: int) -> int:
    """Return the node of a code; of a ``…``, the node whose children it stands for.

    Example:
        >>> node_of_code(3), node_of_code(dots_code(3))
        (3, 3)
    """
    return ~code if code < 0 else code


@dataclass(frozen=True)
class Items:
    """What is drawn of a tree, as columns in the order of the nodes.

    Where nothing is left out and nothing elided the items are the nodes themselves, and the
    tree's own columns are used as they are.
    """

    tree: GameTree
    codes: Sequence[int]  # the node of each item; for a ``…`` its :func:`dots_code`
    parent: array[int]  # the parent item of each item; −1 at the root
    end: array[int]  # one past the last item of each item's subtree
    ply: array[int]  # the row of each item
    plies: tuple[array[int], ...]  # the items of each row, from left to right
    clusters: dict[int, Cluster] = field(default_factory=dict)

    def __len__(self) -> int:
        """Return the number of items."""
        return len(self.codes)

    def item(self, node: int) -> int:
        """Return the item of a node; if the node is not drawn, the item that hides it."""
        if isinstance(self.codes, range):
            return node
        item = bisect_right(self.codes, (2 * node, 0), key=lambda code: _place(self.tree, code)) - 1
        while item > 0 and (self.is_elision(item) or node >= self.stop(item)):
            item = self.parent[item]
        return max(item, 0)

    def stop(self, item: int) -> int:
        """Return one past the last node that an item stands for or stands above."""
        _, stop = self.clusters.get(item, (1, self.tree.end[self.node(item)]))
        return stop

    def node(self, item: int) -> int:
        """Return the node of an item; of a ``…``, the node that has the undrawn children."""
        return node_of_code(self.codes[item])

    def is_elision(self, item: int) -> bool:
        """Tell whether an item is the ``…`` of its parent."""
        return is_dots(self.codes[item])

    def is_plain(self, item: int) -> bool:
        """Tell whether an item is a node, not a ``…`` and no cluster."""
        return not is_dots(self.codes[item]) and item not in self.clusters

    def is_card(self, item: int) -> bool:
        """Tell whether an item is a node with children, or stands for several of them."""
        code = self.codes[item]
        return not is_dots(code) and self.tree.kind[code] == INNER

    def is_end(self, item: int) -> bool:
        """Tell whether nothing is drawn below an item."""
        return self.end[item] == item + 1

    def hidden(self, item: int) -> int:
        """Return how many nodes an item hides below itself."""
        if not self.is_end(item) or not self.is_plain(item):
            return 0
        node = self.node(item)
        return self.tree.end[node] - node - 1

    def children(self, item: int) -> Sequence[int]:
        """Return the children of an item, from left to right."""
        if self.is_end(item):
            return ()
        row = self.plies[self.ply[item] + 1]
        low = bisect_left(row, item + 1)
        return row[low : bisect_left(row, self.end[item], lo=low)]

    def beside(self, item: int, step: int) -> int | None:
        """Return the next item of the row (1) or the one before (−1); ``None`` at the row's end."""
        row = self.plies[self.ply[item]]
        index = bisect_left(row, item) + step
        return row[index] if 0 <= index < len(row) else None

    def neighbour(self, node: int, direction: Direction) -> int:
        """Return the drawn node next to a node in a direction, or the same node if there is none.

        Items that stand for undrawn nodes are passed over on the way to the left and right.
        """
        item = self.item(node)
        if direction == "up":
            return self.node(max(0, self.parent[item]))
        if direction == "down":
            return self.node(item if self.is_end(item) else item + 1)
        step = -1 if direction == "left" else 1
        beside = self.beside(item, step)
        while beside is not None and self.is_elision(beside):
            beside = self.beside(beside, step)
        return node if beside is None else self.node(beside)


def _place(tree: GameTree, code: int) -> tuple[int, int]:
    """Return the key that sorts items into the order in which they are drawn.

    Nodes keep their order. A ``…`` comes behind all drawn descendants of its node, so its key is
    just before the end of the node's subtree. If two nodes end there, the ``…`` of the deeper one
    comes first.
    """
    node = node_of_code(code)
    if not is_dots(code):
        return 2 * node, 0
    return 2 * tree.end[node] - 1, -tree.ply[node]


def items_of(tree: GameTree, root: int = 0) -> Items:
    """Return what is drawn of a whole tree, or below a node.

    It takes no time where that is the tree as it is, else time linear in the nodes.
    """
    if not root and not tree.elided:
        return Items(tree, range(len(tree)), tree.parent, tree.end, tree.ply, tree.plies)
    codes: list[int] = []
    for node in range(root, tree.end[root]):
        codes.append(node)
        if node in tree.elided:
            codes.append(dots_code(node))
    return items_from(tree, codes, {})


def _ply_of(tree: GameTree, code: int) -> int:
    """Return the ply of an item; a ``…`` stands one below its parent."""
    ply = tree.ply[node_of_code(code)]
    return ply + 1 if is_dots(code) else ply


def items_from(tree: GameTree, codes: list[int], clusters: dict[int, Cluster]) -> Items:
    """Return items by their codes, in any order; the first node of all is drawn on top.

    Args:
        tree: The tree.
        codes: The nodes, and the codes of each ``…`` that is drawn.
        clusters: The nodes that stand for siblings behind them, too.
    """
    codes = sorted(codes, key=lambda code: _place(tree, code))
    first_ply = tree.ply[codes[0]]
    row_of = array("i", [_ply_of(tree, code) - first_ply for code in codes])
    rows: list[array[int]] = [array("i") for _ in range(max(row_of) + 1)]
    parent = array("i")
    for item, row in enumerate(row_of):
        parent.append(rows[row - 1][-1] if row else -1)
        rows[row].append(item)
    hiding = {item: clusters[code] for item, code in enumerate(codes) if code in clusters}
    return Items(tree, array("i", codes), parent, _ends(parent), row_of, tuple(rows), hiding)


def _ends(parent: array[int]) -> array[int]:
    """Return one past the last item of each item's subtree, by the parents of items in preorder.

    Example:
        >>> _ends(array("i", [-1, 0, 1, 0])).tolist()
        [4, 3, 3, 4]
    """
    end = array("i", range(1, len(parent) + 1))
    for item in range(len(parent) - 1, 0, -1):
        above = parent[item]
        end[above] = max(end[above], end[item])
    return end


def more_text(count: int) -> str:
    """Return the text in place of siblings that have no room, such as ``7 more``."""
    return f"{count} more"
