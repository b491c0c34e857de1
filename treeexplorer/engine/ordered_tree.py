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
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, cast

from treeexplorer.errors import TreeexplorerError
from treeexplorer.rules import Rules
from treeexplorer.tree import FULL_WINDOW, INFINITY, LEAF_ROLE, GameTree, Number

T = TypeVar("T")
R = TypeVar("R")


class HorizonError(TreeexplorerError):
    """A node at the depth limit has children but no estimate to use instead of them."""


class UnknownLeafError(TreeexplorerError):
    """A visit comes to a leaf whose value is unknown."""


def make_rules_exact(rules: Rules, tree: GameTree) -> Rules:
    """Return the rules with fractions in place of decimals, if the tree has chance nodes.

    The mean of a chance node (a dice roll) is an exact fraction. So the numbers that it is compared
    with, the ends of the window and of the known range, have to be exact, too: 0.1 becomes 1/10.
    Without chance nodes the rules stay as they are.

    Args:
        rules: The rules as they are written.
        tree: The tree that is searched under them.
    """
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
        return self._find_end_rank(child) == self._find_end_rank(parent)

    def _find_end_rank(self, node: int) -> int:
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

        A node's *rank* is its place in that order, and all columns are by rank. For example ``[3 [5
        2]]`` from right to left; the nodes are numbered as drawn::

            rank        0      1      2      3      4
            node        0      2      4      3      1
            values      None   None   2      5      3
            end         5      4      3      4      5

        Args:
            tree: The tree as it is drawn; it is not changed.
            rules: The rules of the search: its players, its depth limit, its direction.
            order: The children of some nodes in the order in which they are to be taken; ``None``
                for the order of the rules.

        Raises:
            HorizonError: A node at the depth limit has children and no estimate.
        """
        searched_tree = _set_players(tree, rules)
        node_of_rank = _compute_node_of_rank(searched_tree, rules, order)
        super().__init__(searched_tree, node_of_rank)  # sets `tree`, `node_of_rank`

        # What a search reads, by rank.
        columns = self._make_columns_by_rank(rules.depth)
        self.end = columns.end
        self.values = columns.values
        self.roles = columns.roles
        self.deepest_ply = _find_deepest_ply(searched_tree, rules.depth)

        # Undrawn children stand last, as in [3 12 ...]: a cut-off may skip them. From the right
        # they come first, before anything can cut off.
        undrawn_come_last = not rules.right_to_left
        self.elided = columns.elided if undrawn_come_last else frozenset()

    def _make_columns_by_rank(self, depth_limit: int | None) -> _Columns:
        """Return what a search has to know of each node, in the order in which it may visit them.

        Raises:
            HorizonError: A node at the depth limit has children and no estimate.
        """
        columns_by_node = _make_columns_by_node(self.tree, depth_limit)
        if self.node_of_rank is None:  # from left to right the order is that of the nodes
            return columns_by_node
        return _rearrange_columns_by_rank(columns_by_node, self.node_of_rank, self.rank_of_node)

    def child_ranks(self, rank: int) -> Iterator[int]:
        """Yield the ranks of a node's children."""
        end = self.end
        child = rank + 1
        stop = end[rank]
        while child < stop:
            yield child
            child = end[child]

    def is_unknown_leaf(self, rank: int) -> bool:
        """Tell whether the node at a rank is a leaf without a value (``x``)."""
        return self.values[rank] is None and self.roles[rank] == LEAF_ROLE

    @cached_property
    def weights(self) -> Mapping[int, Fraction]:
        """The weight of every chance node's child, by rank."""
        tree = self.tree
        weights: dict[int, Fraction] = {}
        if not tree.has_chance:
            return weights
        for node in range(len(tree)):
            weight = tree.probability(node)
            if weight is not None:
                weights[self.rank_of_node[node]] = weight
        return weights


class _Columns(NamedTuple):
    """The columns of :class:`OrderedTree`, by node or by rank."""

    end: Sequence[int]
    values: Sequence[Number | None]
    roles: bytes
    elided: frozenset[int]


def _compute_node_of_rank(
    tree: GameTree, rules: Rules, order: ChildOrder | None
) -> array[int] | None:
    """Return the node at each rank; ``None`` from left to right, where ranks are nodes."""
    if order is not None:
        return list_in_preorder(tree, order)
    if rules.right_to_left:
        return list_in_mirrored_preorder(tree)
    return None


def _find_deepest_ply(tree: GameTree, depth_limit: int | None) -> int:
    """Return the ply of the deepest node that a search reads."""
    return tree.depth if depth_limit is None else min(depth_limit, tree.depth)


def _make_columns_by_node(tree: GameTree, depth_limit: int | None) -> _Columns:
    """Return what a search has to know of each node; a depth limit turns inner nodes into leaves.

    The value of such a leaf is the estimate that is written at the node.

    Raises:
        HorizonError: A node at the depth limit has children and no estimate.
    """
    columns = _Columns(tree.end, tree.leaf_values, tree.roles, tree.elided)
    if depth_limit is None or depth_limit > tree.depth:
        return columns

    roles = bytearray(columns.roles)
    values = list(columns.values)
    for node in tree.plies[depth_limit]:
        has_children = roles[node] != LEAF_ROLE
        if has_children:
            roles[node] = LEAF_ROLE
            values[node] = _get_estimate_at_depth_limit(tree, node)
    return columns._replace(roles=bytes(roles), values=values)


def _rearrange_columns_by_rank(
    by_node: _Columns, node_of_rank: Sequence[int], rank_of_node: Sequence[int]
) -> _Columns:
    """Rearrange columns from node numbers to ranks, the places of nodes in the search.

    For example ``[3 [5 2]]`` from right to left, where the node at rank 1 is 2::

        node_of_rank         0     2     4     3     1
        values by node       None  3     None  5     2
        values by rank       None  None  2     5     3
        end by node          5     2     5     4     5
        end by rank          5     4     3     4     5
    """
    values_by_rank = [by_node.values[node] for node in node_of_rank]
    roles_by_rank = bytes(by_node.roles[node] for node in node_of_rank)
    elided_ranks = frozenset(rank_of_node[node] for node in by_node.elided)

    # A subtree ends at its rank plus its size, which is the same in every order.
    end_by_rank = array("i")
    for rank, node in enumerate(node_of_rank):
        size = by_node.end[node] - node
        end_by_rank.append(rank + size)
    return _Columns(end_by_rank, values_by_rank, roles_by_rank, elided_ranks)


def _set_players(tree: GameTree, rules: Rules) -> GameTree:
    """Return a tree with the players that the rules give it."""
    tree = tree.with_levels(rules.levels)
    return tree.with_swapped_players() if rules.printed.swaps_players else tree


def _get_estimate_at_depth_limit(tree: GameTree, node: int) -> Number:
    """Return the estimate that is written at an inner node, or raise a HorizonError."""
    estimate = tree.estimate(node)
    if estimate is None:
        raise HorizonError(
            f"the depth limit of {tree.ply[node]} ends the search at {tree.labels.signed(node)}, "
            "which has children but no estimate; write one there, as in ~4[7 6], or search deeper"
        )
    return estimate


def list_in_preorder(tree: GameTree, order: ChildOrder) -> array[int]:
    """Return the nodes in preorder, with the children of some nodes in another order.

    Preorder: each node is followed by the subtrees of its children, one after the other.

    Args:
        tree: The tree.
        order: By node, all its children in their new order; those of other nodes come as drawn.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> tree = from_nested([[3, 12], 2])  # 0 is the root; 1 has 2 and 3; 4 is the last leaf
        >>> list(list_in_preorder(tree, {0: [4, 1]}))
        [0, 4, 1, 2, 3]
    """
    nodes = array("i")
    stack = [0]
    while stack:
        node = stack.pop()
        nodes.append(node)
        children = order.get(node)
        if children is None:
            children = tree.child_column(node)
        stack.extend(reversed(children))  # so that the first child is popped first
    return nodes


def list_in_mirrored_preorder(tree: GameTree) -> array[int]:
    """Return the nodes in preorder from right to left: each before its subtrees, the last first.

    A node comes after its ancestors, and after all that is right of its subtree. How many are they?
    There are ``ply`` ancestors; and since nodes are numbered from left to right, all nodes from the
    number ``end`` on, one past its subtree, are to the right. In ``[A:[3 12] 2]``::

        node              root   A   3   12   2
        its number        0      1   2   3    4
        ancestors         0      1   2   2    1
        to the right      0      1   2   1    0
        its new place     0      2   4   3    1

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> list(list_in_mirrored_preorder(from_nested([[3, 12], 2])))
        [0, 4, 1, 3, 2]
    """
    nodes = array("i", bytes(4 * len(tree)))
    for node, (end, ply) in enumerate(zip(tree.end, tree.ply, strict=True)):
        nodes_to_the_right = len(tree) - end
        nodes[ply + nodes_to_the_right] = node
    return nodes


def run_without_recursion(visit: Callable[[T], Generator[T, Any, R]], first: T) -> R:
    """Run a recursive function with a stack of its own, so that trees may be of any depth.

    The function is written as a generator: where it would call itself, it yields the argument, and
    the ``yield`` gives what the call returned.

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
        >>> run_without_recursion(plies, [[[]], []])
        3
    """
    stack: CallStack[T, R] = CallStack(visit)
    argument = stack.run_to_next_call(first)
    while argument is not None:
        argument = stack.run_to_next_call(argument)
    return stack.result


class CallStack(Generic[T, R]):
    """The open calls of a recursive function that is written as a generator, the first one first.

    See :func:`run_without_recursion`. It is for who has something to do before each call is made:

        >>> def count_down(number):
        ...     if number > 0:
        ...         yield number - 1
        ...     return "ready"
        >>> stack = CallStack(count_down)
        >>> stack.run_to_next_call(2), len(stack)  # the call with 2 wants one with 1
        (1, 1)
        >>> stack.run_to_next_call(1), len(stack)  # this one wants one with 0
        (0, 2)
        >>> stack.run_to_next_call(0), len(stack), stack.result  # all have returned
        (None, 0, 'ready')

    Attributes:
        result: What the first call returned, once it has.
    """

    result: R

    def __init__(self, visit: Callable[[T], Generator[T, Any, R]]) -> None:
        """Begin with no open call of a function whose arguments are never ``None``."""
        self._visit = visit
        self._calls: list[Generator[T, Any, R]] = []

    def __len__(self) -> int:
        return len(self._calls)

    def run_to_next_call(self, argument: T) -> T | None:
        """Make a call, and run the open calls until one of them wants to make another.

        A call that returns is closed, and what it returned is sent to the call that made it.

        Returns:
            The argument of the call that is to be made next; ``None`` if the first call has
            returned.
        """
        self._calls.append(self._visit(argument))
        value_to_send = None  # this starts a generator
        while self._calls:
            try:
                return self._calls[-1].send(value_to_send)
            except StopIteration as end:
                self._calls.pop()
                value_to_send = end.value
        self.result = cast("R", value_to_send)
        return None


def simplify_fraction(number: Number) -> Number:
    """Return an integral fraction as an integer, and any other number as it is."""
    if isinstance(number, Fraction) and number.denominator == 1:
        return int(number)
    return number


def added(total: Number, weight: Number, value: Number, stronger: Number = -INFINITY) -> Number:
    """Return ``total + weight · value``, also for infinite numbers.

    For example, with a weight of ½ where it is not 0::

        total   value   the sum
        3       8       7
        3       ∞       3          with the weight 0: 0 · ∞ adds nothing
        3       ∞       ∞          one infinity wins
        ∞       8       ∞
        ∞       −∞      stronger   of two different ones the one that the caller wants

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
    # Infinities are floats, so this rules them out quickly.
    may_be_infinite = isinstance(total, float) or isinstance(value, float)
    if may_be_infinite:
        # Not by adding: a finite part may be an integer that is too large for a float.
        for infinity in (stronger, -stronger):
            if infinity in (total, value):
                return infinity
    return total + weight * value
