"""A game tree as one search meets it: its order of children, its horizon, its weights.

A search that takes children from right to left is the same search on the mirrored tree. The
mirrored tree's preorder is the drawn tree's postorder read backwards, so both numberings are one
formula apart and the searches need only one direction.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from fractions import Fraction

from treeexplorer.rules import Rules
from treeexplorer.tree import CHANCE_ROLE, LEAF_ROLE, GameTree, Number


class HorizonError(ValueError):
    """A node at the depth limit has children but no estimate to use instead of them."""


class OrderedTree:
    """The columns a search loop reads, numbered in the order in which it may visit the nodes.

    The number of a node here is its *rank*; from left to right it is the node's own number.

    Attributes:
        tree: The tree as searched: under the rules' levels, swapped where the form swaps.
        end: One past the last rank of each subtree.
        values: What evaluating a node gives, ``None`` where it is searched on or unknown.
        roles: Whose node it is, ``LEAF_ROLE`` also at the horizon.
        plies: The ply of the deepest leaf, or of the horizon.
        elided: The ranks whose ``...`` comes after the drawn children.
    """

    def __init__(self, tree: GameTree, rules: Rules) -> None:
        """Prepare a tree for a search.

        Raises:
            HorizonError: A node at the depth limit has children and no estimate.
        """
        tree = tree.with_levels(rules.levels)
        if rules.printed_form == "exchanged":
            tree = tree.with_swapped_players()
        self.tree = tree
        self.right_to_left = rules.right_to_left
        self.plies = tree.depth if rules.depth is None else min(rules.depth, tree.depth)
        self._weights: dict[int, Fraction] = {}
        self.values: Sequence[Number | None] = tree.leaf_values()
        roles = tree.roles
        if rules.depth is not None:
            roles = self._cut_at_horizon(rules.depth, roles)
        if not self.right_to_left:
            self.node_of_rank: array[int] | None = None
            self.end: Sequence[int] = tree.end
            self.roles = roles
            self.elided = tree.elided
            return
        count = len(tree)
        order = array("i", bytes(4 * count))
        for node, (end, ply) in enumerate(zip(tree.end, tree.ply, strict=True)):
            order[count - end + ply] = node
        self.node_of_rank = order
        self.end = array("i", [rank + tree.end[node] - node for rank, node in enumerate(order)])
        self.values = [self.values[node] for node in order]
        self.roles = bytes(roles[node] for node in order)
        self.elided = frozenset()

    def _cut_at_horizon(self, depth: int, roles: bytes) -> bytes:
        tree = self.tree
        if depth > tree.depth:
            return roles
        column, values = bytearray(roles), list(self.values)
        for node in tree.plies[depth]:
            if column[node] == LEAF_ROLE:
                continue
            estimate = tree.estimate(node)
            if estimate is None:
                raise HorizonError(
                    f"the depth limit of {depth} ends the search at {tree.address(node)}, which "
                    "has children but no estimate; write one there, as in ~4[7 6], or search deeper"
                )
            column[node] = LEAF_ROLE
            values[node] = estimate
        self.values = values
        return bytes(column)

    def node(self, rank: int) -> int:
        """Return the node at a rank."""
        return rank if self.node_of_rank is None else self.node_of_rank[rank]

    def plies_below(self, rank: int) -> int:
        """Return how many plies lie below a node, down to the deepest leaf or the horizon."""
        return self.plies - self.tree.ply[self.node(rank)]

    def weight(self, rank: int) -> Fraction:
        """Return the weight of a chance node's child."""
        if not self._weights:
            self._weights = self.weights()
        return self._weights[rank]

    def weights(self) -> dict[int, Fraction]:
        """Return the weight of every chance node's child, by rank."""
        weights: dict[int, Fraction] = {}
        tree, end = self.tree, self.end
        for rank, role in enumerate(self.roles):
            if role != CHANCE_ROLE:
                continue
            children = []
            child = rank + 1
            while child < end[rank]:
                children.append(child)
                child = end[child]
            for child in children:
                node = child if self.node_of_rank is None else self.node_of_rank[child]
                written = tree.probabilities.get(node)
                weights[child] = Fraction(1, len(children)) if written is None else written
        return weights
