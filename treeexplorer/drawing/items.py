"""What is drawn of a tree: its nodes, the ``…`` of further children, and what hides others."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from treeexplorer.tree import INNER, GameTree

Direction: TypeAlias = Literal["up", "down", "left", "right"]
Item: TypeAlias = int
"""The number of something that is drawn; items are numbered from left to right in preorder."""


class Cluster(NamedTuple):
    """What an item stands for that is drawn for its node and for the siblings behind it."""

    siblings: int  # how many they are, with the node itself
    stop: int  # one past the last node of all of their subtrees


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
    clusters: dict[Item, Cluster] = field(default_factory=dict)

    def __len__(self) -> int:
        """Return the number of items."""
        return len(self.codes)

    def item(self, node: int) -> Item:
        """Return the item of a node; if the node is not drawn, the item that hides it.

        If of ``0 [1 [2 3] 4]`` the nodes 0, 1 and 4 are drawn, as the items 0, 1 and 2, then

        - node 4 has its own item, 2;
        - node 3 has item 1: the nearest drawn node above it hides it.

        A node without room is hidden by the ``7 more`` that stands for it or for a node above it,
        and a node above the topmost drawn one by that.
        """
        all_nodes_are_drawn = isinstance(self.codes, range)
        if all_nodes_are_drawn:  # they are their own items
            return node
        return self._find_lowest_item_with(node)

    def _find_lowest_item_with(self, node: int) -> Item:
        """Find the lowest item whose subtree has a node; the topmost item if none has.

        In preorder all that is above a node comes before it. So the last item up to the node is
        taken first, then the one above that, and so on.
        """
        topmost_item = 0
        item = max(topmost_item, self._count_items_up_to(node) - 1)
        while item != topmost_item and not self._contains(item, node):
            item = self.parent[item]
        return item

    def _count_items_up_to(self, node: int) -> int:
        """Count the items that come before a node in preorder, or are that node itself.

        A ``…`` comes after all nodes below its parent. The codes are sorted in this order.
        """
        key_of_node = _preorder_key(self.tree, node)
        return bisect_right(
            self.codes, key_of_node, key=lambda code: _preorder_key(self.tree, code)
        )

    def _contains(self, item: Item, node: int) -> bool:
        """Tell whether a node is in the subtree of an item that begins no later than the node."""
        return not self.is_elision(item) and node < self.stop(item)

    def stop(self, item: Item) -> int:
        """Return one past the last node that an item stands for or stands above."""
        if item in self.clusters:
            return self.clusters[item].stop
        return self.tree.end[self.node(item)]

    def node(self, item: Item) -> int:
        """Return the node of an item; of a ``…``, the node that has the undrawn children."""
        # As `node_of_code` has it: written out, since a drawing asks hundreds of times a step.
        code = self.codes[item]
        return ~code if code < 0 else code

    def is_elision(self, item: Item) -> bool:
        """Tell whether an item is the ``…`` of its parent."""
        return is_dots(self.codes[item])

    def is_plain(self, item: Item) -> bool:
        """Tell whether an item is a node, not a ``…`` and no cluster."""
        return not is_dots(self.codes[item]) and item not in self.clusters

    def is_card(self, item: Item) -> bool:
        """Tell whether an item is a node with children, or stands for several of them."""
        code = self.codes[item]
        return not is_dots(code) and self.tree.kind[code] == INNER

    def is_end(self, item: Item) -> bool:
        """Tell whether nothing is drawn below an item."""
        return self.end[item] == item + 1

    def hidden(self, item: Item) -> int:
        """Return how many nodes an item hides below itself."""
        if not self.is_end(item) or not self.is_plain(item):
            return 0
        node = self.node(item)
        return self.tree.end[node] - node - 1

    def children(self, item: Item) -> Sequence[Item]:
        """Return the children of an item, from left to right."""
        if self.is_end(item):
            return ()
        row = self.plies[self.ply[item] + 1]
        low = bisect_left(row, item + 1)
        return row[low : bisect_left(row, self.end[item], lo=low)]

    def next_in_row(self, item: Item, step: int) -> Item | None:
        """Return the next item of the row (1) or the one before (−1); ``None`` at the row's end."""
        row = self.plies[self.ply[item]]
        index = bisect_left(row, item) + step
        return row[index] if 0 <= index < len(row) else None

    def neighbour(self, node: int, direction: Direction) -> int:
        """Return the node to which an arrow key leads from a node; if there is none, the same node.

        Up leads to the parent, down to the first child, left and right to the next node of the row.
        In the row a ``…`` for undrawn children is passed over.
        """
        item = self.item(node)
        if direction == "up":
            is_root = item == 0
            return self.node(item if is_root else self.parent[item])
        if direction == "down":
            first_child = item + 1  # items are numbered in preorder
            return self.node(item if self.is_end(item) else first_child)

        step = -1 if direction == "left" else 1
        next_item = self.next_in_row(item, step)
        while next_item is not None and self.is_elision(next_item):
            next_item = self.next_in_row(next_item, step)
        return node if next_item is None else self.node(next_item)


def _preorder_key(tree: GameTree, code: int) -> tuple[int, bool, int]:
    """Return the key that sorts items into the order in which they are drawn.

    Nodes keep their order. A ``…`` comes behind all descendants of its node, which is just before
    the node at which that subtree ends. If two subtrees end there, the ``…`` of the deeper one
    comes first.

    Args:
        tree: The tree.
        code: A node, or the code of a ``…``.
    """
    node = node_of_code(code)
    is_node = not is_dots(code)
    if is_node:
        return node, is_node, 0
    return tree.end[node], is_node, -tree.ply[node]  # False comes before True


def items_of(tree: GameTree, root: int = 0) -> Items:
    """Return the items of a whole tree, or of a node's subtree: all nodes, and each ``…``.

    It takes no time for a whole tree without ``…``, since such a tree's own columns are used; else
    time linear in the nodes.
    """
    if root == 0 and not tree.elided:
        return Items(tree, range(len(tree)), tree.parent, tree.end, tree.ply, tree.plies)
    nodes = range(root, tree.end[root])
    dots = [dots_code(node) for node in nodes if node in tree.elided]
    return build_items(tree, [*nodes, *dots], clusters={})


def _compute_ply(tree: GameTree, code: int) -> int:
    """Return the ply of a node, or of a ``…``, which stands one ply below its parent."""
    ply = tree.ply[node_of_code(code)]
    return ply + 1 if is_dots(code) else ply


def build_items(tree: GameTree, codes: list[int], clusters: dict[int, Cluster]) -> Items:
    """Number what is drawn of a tree in preorder: the topmost node is item 0.

    Rows are counted from the ply of the topmost node, which is row 0.

    Args:
        tree: The tree.
        codes: What is drawn, in any order: nodes by their numbers, each ``…`` by its
            :func:`dots_code`. The parent of each must be among them, but for the topmost one.
        clusters: By node: which nodes also stand for siblings without room (``7 more``).

    Example:
        >>> from treeexplorer.notation import parse
        >>> tree = parse("[[3 12 ...] 4]").tree  # its nodes are 0 to 4, and node 1 has the dots
        >>> items = build_items(tree, [4, 0, 1, 2, dots_code(1)], {})  # all but the 12
        >>> items.codes.tolist(), items.parent.tolist(), items.ply.tolist()
        ([0, 1, 2, -2, 4], [-1, 0, 1, 1, 0], [0, 1, 2, 2, 1])
    """
    sorted_codes = sorted(codes, key=lambda code: _preorder_key(tree, code))
    first_ply = tree.ply[sorted_codes[0]]
    row_of = array("i", [_compute_ply(tree, code) - first_ply for code in sorted_codes])
    parent = _compute_parents(row_of)
    cluster_of = {
        item: clusters[code] for item, code in enumerate(sorted_codes) if code in clusters
    }
    return Items(
        tree=tree,
        codes=array("i", sorted_codes),
        parent=parent,
        end=_compute_ends(parent),
        ply=row_of,
        plies=_group_by_row(row_of),
        clusters=cluster_of,
    )


def _group_by_row(row_of: array[int]) -> tuple[array[int], ...]:
    """Group items by their rows, from the row of each item; each row from left to right.

    Example:
        >>> [row.tolist() for row in _group_by_row(array("i", [0, 1, 2, 1]))]
        [[0], [1, 3], [2]]
    """
    rows = tuple(array("i") for _ in range(max(row_of) + 1))
    for item, row in enumerate(row_of):
        rows[row].append(item)
    return rows


def _compute_parents(row_of: array[int]) -> array[int]:
    """Compute the parent of each item, −1 at the first, from the rows of items in preorder.

    It is the last item so far of the row above.

    Example:
        >>> _compute_parents(array("i", [0, 1, 2, 1])).tolist()
        [-1, 0, 1, 0]
    """
    last_in_row = {-1: -1}
    parent = array("i")
    for item, row in enumerate(row_of):
        parent.append(last_in_row[row - 1])
        last_in_row[row] = item
    return parent


def _compute_ends(parent: array[int]) -> array[int]:
    """Compute one past the last item of each subtree, from the parents of items in preorder.

    Example:
        >>> _compute_ends(array("i", [-1, 0, 1, 0])).tolist()
        [4, 3, 3, 4]
    """
    end = array("i", range(1, len(parent) + 1))
    for item in range(len(parent) - 1, 0, -1):  # children before their parents
        its_parent = parent[item]
        end[its_parent] = max(end[its_parent], end[item])
    return end


def format_more_siblings(count: int) -> str:
    """Return the text in place of siblings that have no room, such as ``7 more``."""
    return f"{count} more"
