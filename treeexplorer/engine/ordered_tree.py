"""A game tree as one search meets it: its order of children, its horizon, its weights.

Nodes are numbered in preorder as the tree is drawn: in ``[3 [5 2]]`` 0 is the root, 1 the leaf 3, 2
the MIN node, 3 and 4 its leaves. A search takes the nodes in a preorder of its own. The place of a
node in that order is the node's *rank*. From left to right ranks are node numbers; from the right,
the nodes of the ranks 0 to 4 are 0, 2, 4, 3, 1.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias, TypeVar

from treeexplorer.errors import TreeexplorerError
from treeexplorer.rules import Rules
from treeexplorer.tree import FULL_WINDOW, INFINITY, LEAF_ROLE, GameTree, Number

T = TypeVar("T")
R = TypeVar("R")


class HorizonError(TreeexplorerError):
    """A node at the depth limit has children but no estimate to use instead of them."""


class UnknownLeafError(TreeexplorerError):
    """A visit comes to a leaf whose value is unknown."""


def rules_as_searched(rules: Rules, tree: GameTree) -> Rules:
    """Return the rules with fractions in place of decimals, if the tree has chance nodes.

    The mean of a chance node (a dice roll) is an exact fraction. So the numbers that it is compared
    with, the ends of the window and of the known range, have to be exact, too: 0.1 becomes 1/10.
    Without chance nodes the rules stay as they are.

    Args:
        rules: The rules as they are written.
        tree: The tree that is searched under them.
    """
    # Infinite ends need no conversion.
    has_only_infinite_ends = rules.window == FULL_WINDOW and rules.range is None
    if has_only_infinite_ends or not tree.has_chance:
        return rules
    alpha, beta = map(tree.as_searched, rules.window)
    if rules.range is None:
        return replace(rules, window=(alpha, beta))
    lowest, highest = map(tree.as_searched, rules.range)
    return replace(rules, window=(alpha, beta), range=(lowest, highest))


ChildOrder: TypeAlias = Mapping[int, Sequence[int]]


class SearchOrder:
    """The order in which a search takes the nodes of a tree.

    Attributes:
        tree: The tree.
        node_of_rank: The node at each rank; ``None`` from left to right, where ranks are nodes.
    """

    def __init__(self, tree: GameTree, node_of_rank: array[int] | None) -> None:
        self.tree = tree
        self.node_of_rank = node_of_rank

    def node_at(self, rank: int) -> int:
        """Return the node at a rank."""
        return rank if self.node_of_rank is None else self.node_of_rank[rank]

    @cached_property
    def rank_of_node(self) -> Sequence[int]:
        """The rank of each node."""
        if self.node_of_rank is None:
            return range(len(self.tree))
        ranks = array("i", bytes(4 * len(self.tree)))
        for rank, node in enumerate(self.node_of_rank):
            ranks[node] = rank
        return ranks

    def children(self, node: int) -> Iterator[int]:
        """Yield a node's children in the order of the search."""
        if self.node_of_rank is None:
            return self.tree.children(node)
        return iter(sorted(self.tree.children(node), key=self.rank_of_node.__getitem__))

    def children_after(self, node: int, child: int) -> list[int]:
        """Return a node's drawn children that the search takes after one of them."""
        if self.node_of_rank is None:
            return list(self.tree.siblings_after(child))
        children = list(self.children(node))
        return children[children.index(child) + 1 :]

    def is_last_child(self, child: int) -> bool:
        """Tell whether the search takes a child after all its siblings."""
        parent = self.tree.parent[child]
        return self._end_rank(child) == self._end_rank(parent)

    def _end_rank(self, node: int) -> int:
        """Return one past the last rank of a subtree."""
        size = self.tree.end[node] - node
        return self.rank_of_node[node] + size


class OrderedTree(SearchOrder):
    """The columns a search loop reads, numbered in the order in which it may visit the nodes.

    The *horizon* is the ply at which a depth limit ends the search. A node there counts as a leaf:
    its role is ``LEAF_ROLE``, and its value the estimate that is written at it.

    Attributes:
        end: One past the last rank of each subtree.
        values: The value of each leaf; ``None`` at nodes with children and unknown leaves.
        roles: The role of each node.
        elided: The nodes with children that are not drawn and would come last.
        deepest_ply: The ply of the deepest leaf, or the horizon.
    """

    def __init__(self, tree: GameTree, rules: Rules, order: ChildOrder | None = None) -> None:
        """Prepare a tree for a search: put its nodes in the order in which it may visit them.

        The place of a node in that order is the node's rank. The columns ``end``, ``values`` and
        ``roles`` are read by rank.

        Args:
            tree: The tree as it is drawn; it is not changed.
            rules: The rules of the search: its players, its depth limit, its direction.
            order: The children of some nodes in the order in which they are to be taken; ``None``
                for the order of the rules.

        Raises:
            HorizonError: A node at the depth limit has children and no estimate.
        """
        as_searched = _with_players_of(rules, tree)
        super().__init__(as_searched, _node_of_rank(as_searched, rules, order))
        by_node = _columns_by_node(as_searched, rules.depth)
        columns = _columns_by_rank(by_node, order=self)
        self.end = columns.end
        self.values = columns.values
        self.roles = columns.roles
        self.deepest_ply = _deepest_ply(as_searched, rules.depth)
        # In [3 12 ...] the undrawn children stand last. From the right a search takes them first,
        # before anything can cut off: so they are never skipped.
        self.elided = frozenset() if rules.right_to_left else columns.elided

    def ranks_below(self, rank: int) -> Iterator[int]:
        """Yield the ranks of a node's children."""
        end = self.end
        child = rank + 1
        stop = end[rank]
        while child < stop:
            yield child
            child = end[child]

    @cached_property
    def weights(self) -> Mapping[int, Fraction]:
        """The weight of every chance node's child, by rank."""
        tree = self.tree
        if not tree.has_chance:
            return {}
        weights = ((node, tree.probability(node)) for node in range(len(tree)))
        return {self.rank_of_node[node]: weight for node, weight in weights if weight is not None}


class _Columns(NamedTuple):
    """The columns of :class:`OrderedTree`, by node or by rank."""

    end: Sequence[int]
    values: Sequence[Number | None]
    roles: bytes
    elided: frozenset[int]


def _node_of_rank(tree: GameTree, rules: Rules, order: ChildOrder | None) -> array[int] | None:
    """Return the node at each rank; ``None`` from left to right, where ranks are nodes."""
    if order is not None:
        return preorder(tree, order)
    return mirrored(tree) if rules.right_to_left else None


def _deepest_ply(tree: GameTree, depth: int | None) -> int:
    """Return the ply of the deepest node that a search reads, given the depth limit if any."""
    return tree.depth if depth is None else min(depth, tree.depth)


def _columns_by_node(tree: GameTree, depth: int | None) -> _Columns:
    """Return what a search has to know of each node: the depth limit makes leaves of some.

    The value of such a leaf is the estimate that is written at the node.

    Args:
        tree: The tree.
        depth: The ply of the depth limit; ``None`` for none.

    Raises:
        HorizonError: A node there has children and no estimate.
    """
    as_drawn = _Columns(tree.end, tree.leaf_values, tree.roles, tree.elided)
    if depth is None or depth > tree.depth:
        return as_drawn
    roles = bytearray(as_drawn.roles)
    values = list(as_drawn.values)
    for node in tree.plies[depth]:
        has_children = roles[node] != LEAF_ROLE
        if has_children:
            roles[node] = LEAF_ROLE
            values[node] = _estimate_at_horizon(tree, node)
    return as_drawn._replace(roles=bytes(roles), values=values)


def _columns_by_rank(by_node: _Columns, order: SearchOrder) -> _Columns:
    """Rearrange columns: from node numbers to ranks, the places of nodes in the search.

    Args:
        by_node: The columns, with an entry for each node, by node number.
        order: The order of the search.
    """
    node_of_rank = order.node_of_rank
    if node_of_rank is None:  # from left to right ranks are node numbers
        return by_node
    end = by_node.end
    values = by_node.values
    roles = by_node.roles
    # end[node] is one past the last node of the subtree, so that end[node] − node is its size,
    # which is the same in every order.
    ends_by_rank = [rank + end[node] - node for rank, node in enumerate(node_of_rank)]
    return _Columns(
        end=array("i", ends_by_rank),
        values=[values[node] for node in node_of_rank],
        roles=bytes(roles[node] for node in node_of_rank),
        # A set of nodes, not a column.
        elided=frozenset(order.rank_of_node[node] for node in by_node.elided),
    )


def _with_players_of(rules: Rules, tree: GameTree) -> GameTree:
    """Return a tree with the players as a search has them."""
    with_levels = tree.with_levels(rules.levels)
    return with_levels.with_swapped_players() if rules.printed.swaps_players else with_levels


def _estimate_at_horizon(tree: GameTree, node: int) -> Number:
    """Return the estimate that is written at a node at the depth limit, or raise an error.

    Args:
        tree: The tree.
        node: A node with children.

    Raises:
        HorizonError: It has no estimate.
    """
    estimate = tree.estimate(node)
    if estimate is None:
        raise HorizonError(
            f"the depth limit of {tree.ply[node]} ends the search at {tree.labels.signed(node)}, "
            "which has children but no estimate; write one there, as in ~4[7 6], or search deeper"
        )
    return estimate


def preorder(tree: GameTree, order: ChildOrder) -> array[int]:
    """Return the nodes in preorder, with the children of some nodes in another order.

    Preorder: each node is followed by the subtrees of its children, one after the other.

    Args:
        tree: The tree.
        order: By node, all its children in their new order; those of other nodes come as drawn.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> tree = from_nested([[3, 12], 2])  # 0 is the root; 1 has 2 and 3; 4 is the last leaf
        >>> list(preorder(tree, {0: [4, 1]}))
        [0, 4, 1, 2, 3]
    """
    sequence = array("i")
    # A stack: what is appended last is taken first, so children are put on it from the last to the
    # first.
    pending = [0]
    while pending:
        node = pending.pop()
        sequence.append(node)
        children = order.get(node)
        if children is None:
            children = tree.child_column(node)
        pending.extend(reversed(children))
    return sequence


def mirrored(tree: GameTree) -> array[int]:
    """Return the nodes in the preorder of the mirrored tree: the postorder read backwards.

    In postorder a node comes after the nodes in its subtree and those left of it. In preorder these
    are the nodes before the end of its subtree, without its ancestors and itself. There are
    ``end − ply − 1`` of them.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> list(mirrored(from_nested([[3, 12], 2])))
        [0, 4, 1, 3, 2]
    """
    sequence = array("i", bytes(4 * len(tree)))
    for node, (end, ply) in enumerate(zip(tree.end, tree.ply, strict=True)):
        sequence[len(tree) - end + ply] = node
    return sequence


def unrolled(visit: Callable[[T], Generator[T, Any, R]], first: T) -> R:
    """Run a recursive function without recursion, so that trees may be of any depth.

    The function is written as a generator: where it would call itself, it yields the argument, and
    the ``yield`` gives what the call returned. The generators of the open calls wait on a list.

    Args:
        visit: The function.
        first: The argument of the first call.

    Returns:
        What the first call returned.

    Example:
        The number of plies of nested lists.

        >>> def plies(node):
        ...     below = []
        ...     for child in node:
        ...         below.append((yield child))
        ...     return 1 + max(below, default=0)
        >>> unrolled(plies, [[[]], []])
        3
    """
    open_calls = [visit(first)]
    # What the last open call waits for: what the call that it made has returned. None starts it.
    answer = None
    while True:
        try:
            # The last open call runs up to its next `yield`, which gives the argument of a call to
            # make.
            argument = open_calls[-1].send(answer)
        except StopIteration as end:  # the last open call has ended
            open_calls.pop()
            answer = end.value
            if not open_calls:
                returned: R = end.value
                return returned
        else:
            open_calls.append(visit(argument))
            answer = None


def normalised(number: Number) -> Number:
    """Return an integral fraction as an integer, and any other number as it is."""
    if isinstance(number, Fraction) and number.denominator == 1:
        return int(number)
    return number


def added(total: Number, weight: Number, value: Number, stronger: Number = -INFINITY) -> Number:
    """Return ``total + weight · value``, also for infinite numbers.

    - With a weight of 0 it is the total, whatever the value: 0 · ∞ adds nothing.
    - If the total or the value is infinite, it is this infinity.
    - If one of them is +∞ and the other −∞, it is ``stronger``.

    Args:
        total: A sum so far.
        weight: The weight of the value, at least 0.
        value: The value to add.
        stronger: The infinity that is returned if both occur, ``INFINITY`` or ``-INFINITY``. The
            low end of an interval has to be −∞ then, the high end +∞.

    Example:
        >>> added(3, Fraction(1, 2), 8), added(3, 0, INFINITY), added(INFINITY, 1, -INFINITY)
        (Fraction(7, 1), 3, -inf)
    """
    if not weight:
        return total
    # Infinities are floats; a float may also be an ordinary number.
    may_be_infinite = isinstance(total, float) or isinstance(value, float)
    if may_be_infinite:
        # Not by adding: a finite part may be an integer that is too large for a float.
        # The stronger one is looked for first.
        for infinity in (stronger, -stronger):
            if infinity in (total, value):
                return infinity
    return total + weight * value
