"""The orders that search programs use: by estimates, and killer moves first.

An order is found before the search that is recorded: it says in which order the children of each
node are taken. A *killer move* is the name of a child that caused a cut-off. It is tried first at
the other nodes of the same ply.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Final

from treeexplorer.engine.ordered_tree import ChildOrder, OrderedTree
from treeexplorer.engine.procedure import Hooks, OpenCall, drawn_children, hooks_of, run_procedure
from treeexplorer.rules import OrderName, Rules
from treeexplorer.tree import CHANCE_ROLE, LEAF_ROLE, MAX_ROLE, GameTree, Number


def in_search_order(tree: GameTree, rules: Rules) -> OrderedTree:
    """Return a tree as the search of some rules meets it.

    Raises:
        HorizonError: A node at the depth limit has children and no estimate.
    """
    as_drawn = OrderedTree(tree, rules)
    find_order = _FINDS_ORDER.get(rules.order)
    if find_order is None:
        return as_drawn
    return OrderedTree(tree, rules, find_order(as_drawn, rules))


def by_estimates(tree: OrderedTree, _: Rules) -> ChildOrder:
    """Return the children of each node by their estimates and leaf values."""
    numbers = list(tree.values)
    for node in tree.tree.estimates:
        if numbers[node] is None:
            numbers[node] = tree.tree.estimate(node)
    return by_promise(tree.tree, tree.roles, numbers)


def by_promise(
    tree: GameTree, roles: bytes, numbers: Sequence[Number | None], *, best_first: bool = True
) -> dict[int, list[int]]:
    """Sort the children of each node by a number, the best for the node's player first.

    At MAX larger numbers are better, at MIN smaller ones. Children with equal numbers stay as
    drawn, and children without a number come last, also where the best comes last.

    Args:
        tree: The tree.
        roles: By node: whose it is, or that it is a leaf.
        numbers: By node: its value or an estimate of it; ``None`` for no number.
        best_first: Whether the best child comes first; otherwise the worst does.

    Returns:
        By node of MAX or MIN, all its children in their order. Chance nodes are missing.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> tree = from_nested([3, 12, 8])
        >>> by_promise(tree, tree.roles, tree.leaf_values)
        {0: [2, 3, 1]}
    """
    order: dict[int, list[int]] = {}
    for node in tree.inner_nodes():
        # A node with children has LEAF_ROLE at the depth limit, where its children are not
        # searched.
        if roles[node] in {LEAF_ROLE, CHANCE_ROLE}:
            continue
        # Larger numbers first: at MAX for the best first, at MIN for the worst first.
        is_falling = (roles[node] == MAX_ROLE) == best_first
        order[node] = _by_number(list(tree.children(node)), numbers, is_falling=is_falling)
    return order


def _by_number(
    nodes: Sequence[int], numbers: Sequence[Number | None], *, is_falling: bool
) -> list[int]:
    """Return siblings sorted by their numbers; those without a number come last.

    The sort is stable: siblings with equal numbers stay in their order.

    Args:
        nodes: The siblings, each once.
        numbers: The number of every node; ``None`` for no number.
        is_falling: Whether the largest number comes first.
    """
    known = [(number, node) for node in nodes if (number := numbers[node]) is not None]
    known.sort(key=itemgetter(0), reverse=is_falling)
    without_number = [node for node in nodes if numbers[node] is None]
    return [*(node for _, node in known), *without_number]


def by_killers(tree: OrderedTree, rules: Rules) -> ChildOrder:
    """Return the children of each visited node, the killer move of its ply first.

    The killer move of a ply is the name of the child that caused the last cut-off at a node of the
    ply. It changes during the search, so alpha-beta is run once to find the order at each node.
    """
    killers = _KillerMoves(tree, hooks_of(rules))
    hooks = replace(killers.right, children=killers.children, cuts=killers.cuts)
    run_procedure(tree, rules, hooks)
    return killers.order


class _KillerMoves:
    """The hooks of a run that takes killer moves first; the run fills in ``order``.

    Attributes:
        right: The hooks of the rules.
        order: The children of each node that was visited, in the order in which they were taken.
    """

    def __init__(self, tree: OrderedTree, right: Hooks) -> None:
        """Begin without killer moves."""
        self.right = right
        self.order: dict[int, Sequence[int]] = {}
        self._elided = tree.elided
        self._names = tree.tree.names
        self._ply = tree.tree.ply
        self._by_ply: dict[int, str] = {}

    def children(self, call: OpenCall) -> Sequence[int]:
        """Return the children of a node, the killer move of its ply first."""
        killer = self._by_ply.get(self._ply[call.node], "")
        drawn = drawn_children(call)
        self.order[call.node] = sorted(drawn, key=lambda move: self._names.get(move) != killer)
        return self.order[call.node]

    def cuts(self, call: OpenCall) -> bool:
        """Tell whether a node stops after a child; if it skips anything, note the killer move."""
        stops = self.right.cuts(call)
        leaves_something = call.arrived < len(self.order[call.node]) or call.node in self._elided
        if stops and leaves_something and call.child in self._names:
            self._by_ply[self._ply[call.node]] = self._names[call.child]
        return stops


_FINDS_ORDER: Final[dict[OrderName, Callable[[OrderedTree, Rules], ChildOrder]]] = {
    "estimates": by_estimates,
    "killer": by_killers,
}
