"""The order in which a search takes the nodes of a tree: its own preorder, from either side."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from treeexplorer.rules import Rules
from treeexplorer.tree import GameTree


class SearchOrder:
    """Numbers a tree's nodes as a search comes by them.

    Args:
        tree: The tree.
        rules: The rules, which say from which side it is searched.
        node_of_rank: The node at each rank; ``None`` where ranks are nodes.
    """

    def __init__(self, tree: GameTree, rules: Rules, node_of_rank: array[int] | None) -> None:
        self.tree = tree
        self.rules = rules
        self.node_of_rank = node_of_rank

    def rank(self, node: int) -> int:
        """Return a node's place in the order of the search's preorder."""
        if self.node_of_rank is None:
            return node
        return len(self.tree) - self.tree.end[node] + self.tree.ply[node]

    def node_at(self, rank: int) -> int:
        """Return the node at a rank."""
        return rank if self.node_of_rank is None else self.node_of_rank[rank]

    def children(self, node: int) -> Iterator[int]:
        """Yield a node's children in the order of the search."""
        return iter(self.child_column(node))

    def child_column(self, node: int) -> array[int]:
        """Return a node's children in the order of the search."""
        children = self.tree.child_column(node)
        return children[::-1] if self.rules.right_to_left else children

    def order_of(self, child: int) -> int:
        """Return how many of its siblings the search takes before a child."""
        tree, parent = self.tree, self.tree.parent[child]
        if not self.rules.right_to_left:
            return 0 if child == parent + 1 else tree.position(child) - 1
        return (
            0
            if tree.end[child] == tree.end[parent]
            else tree.child_count(parent) - tree.position(child)
        )

    def is_last_child(self, child: int) -> bool:
        """Tell whether the search takes a child after all its siblings."""
        tree, parent = self.tree, self.tree.parent[child]
        if self.rules.right_to_left:
            return child == parent + 1
        return tree.end[child] == tree.end[parent]
