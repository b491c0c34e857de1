"""The orders that search programs use: by estimates, and killer moves first.

Each amounts to a permutation of the children, found before the search that is recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
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
    drawn = OrderedTree(tree, rules)
    found = _FOUND.get(rules.order)
    return drawn if found is None else OrderedTree(tree, rules, found(drawn, rules))


def by_estimates(tree: OrderedTree, _: Rules) -> ChildOrder:
    """Return the children of each node by their estimates and leaf values."""
    numbers = [
        tree.tree.estimate(node) if value is None else value
        for node, value in enumerate(tree.values)
    ]
    return by_promise(tree.tree, tree.roles, numbers)


def by_promise(
    tree: GameTree, roles: bytes, numbers: Sequence[Number | None], *, best_first: bool = True
) -> dict[int, list[int]]:
    """Return the children of each node from the most promising to the least, or the other way.

    At MAX by falling numbers, at MIN by rising ones, equal ones as drawn. Children without a number
    come last. The children of chance nodes stay as drawn.
    """

    def place(child: int, sign: int) -> tuple[bool, Number]:
        number = numbers[child]
        return number is None, sign * (number or 0)

    return {
        node: sorted(
            tree.children(node),
            key=partial(place, sign=-1 if (roles[node] == MAX_ROLE) == best_first else 1),
        )
        for node in tree.inner_nodes()
        if roles[node] not in {LEAF_ROLE, CHANCE_ROLE}
    }


def by_killers(tree: OrderedTree, rules: Rules) -> ChildOrder:
    """Return the children of each visited node with the killer move of its ply first, if it has it.

    The killer move of a ply is the name of the child that caused the last cut-off at one of its
    nodes. What that is at each node depends on the search so far: alpha-beta is run once for it.
    """
    names, ply, right = tree.tree.names, tree.tree.ply, hooks_of(rules)
    order: dict[int, Sequence[int]] = {}
    killers: dict[int, str] = {}

    def killer_first(call: OpenCall) -> Sequence[int]:
        killer = killers.get(ply[call.node], "")
        order[call.node] = sorted(drawn_children(call), key=lambda move: names.get(move) != killer)
        return order[call.node]

    def noted(call: OpenCall) -> bool:
        stops, node = right.cuts(call), call.node
        if stops and (call.arrived < len(order[node]) or node in tree.elided):
            killers[ply[node]] = names.get(call.child, killers.get(ply[node], ""))
        return stops

    run_procedure(tree, rules, replace(right, children=killer_first, cuts=noted))
    return order


_FOUND: Final[dict[OrderName, Callable[[OrderedTree, Rules], ChildOrder]]] = {
    "estimates": by_estimates,
    "killer": by_killers,
}
