"""The orders that search programs use: by estimates, and killer moves first.

Each amounts to a permutation of the children, found before the search that is recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from treeexplorer.engine.ordered_tree import ChildOrder, OrderedTree
from treeexplorer.engine.procedure import OpenCall, drawn_children, hooks_of, run_procedure
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
    """Return the children of each node from the most promising to the least, or the other way.

    At MAX by falling numbers, at MIN by rising ones, equal ones as drawn. Children without a number
    come last. The children of chance nodes stay as drawn.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> tree = from_nested([3, 12, 8])
        >>> by_promise(tree, tree.roles, tree.leaf_values)
        {0: [2, 3, 1]}
    """
    order = {}
    for node in tree.inner_nodes():
        if roles[node] not in {LEAF_ROLE, CHANCE_ROLE}:
            number_of = {
                child: number
                for child in tree.children(node)
                if (number := numbers[child]) is not None
            }
            is_falling = (roles[node] == MAX_ROLE) == best_first
            numbered = sorted(number_of, key=number_of.__getitem__, reverse=is_falling)
            rest = [child for child in tree.children(node) if child not in number_of]
            order[node] = [*numbered, *rest]
    return order


def by_killers(tree: OrderedTree, rules: Rules) -> ChildOrder:
    """Return the children of each visited node with the killer move of its ply first, if it has it.

    The killer move of a ply is the name of the child that caused the last cut-off at one of its
    nodes. What that is at each node depends on the search so far: alpha-beta is run once for it.
    """
    names = tree.tree.names
    ply = tree.tree.ply
    right = hooks_of(rules)
    order: dict[int, Sequence[int]] = {}
    killers: dict[int, str] = {}

    def killer_first(call: OpenCall) -> Sequence[int]:
        killer = killers.get(ply[call.node], "")
        order[call.node] = sorted(drawn_children(call), key=lambda move: names.get(move) != killer)
        return order[call.node]

    def cuts_and_notes_killer(call: OpenCall) -> bool:
        node = call.node
        stops = right.cuts(call)
        is_cut_off = stops and (call.arrived < len(order[node]) or node in tree.elided)
        if is_cut_off and call.child in names:
            killers[ply[node]] = names[call.child]
        return stops

    run_procedure(tree, rules, replace(right, children=killer_first, cuts=cuts_and_notes_killer))
    return order


_FINDS_ORDER: Final[dict[OrderName, Callable[[OrderedTree, Rules], ChildOrder]]] = {
    "estimates": by_estimates,
    "killer": by_killers,
}
