"""Child orders: the one that needs the fewest leaves, the one that costs the most, and sorted.

The fewest leaves that any order can need is the size of the smallest pair of strategies that prove
the root's value from both sides: with the best order alpha-beta reads exactly these. Any two of
them meet in one leaf, so each is found by itself, from the leaves up (Knuth & Moore 1975, section
7).
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import permutations, product
from math import factorial, inf
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from treeexplorer.engine.algorithms import search
from treeexplorer.engine.heuristic_orders import by_promise
from treeexplorer.engine.intervals import minimax_intervals
from treeexplorer.engine.ordered_tree import ChildOrder, OrderedTree, preorder
from treeexplorer.engine.record import Record
from treeexplorer.rules import Rules, RulesError
from treeexplorer.tree import FULL_WINDOW, LEAF_ROLE, MAX_ROLE, MIN_ROLE, GameTree, Number
from treeexplorer.tree.columns import MAPPINGS

Goal: TypeAlias = Literal["best", "worst", "sorted"]

_FEW_ORDERS: Final = 5_000


class ReorderedTree(NamedTuple):
    """A tree in another order of children; exact if none reads fewer (best) or more (worst)."""

    tree: GameTree
    record: Record
    is_exact: bool


def order_tree(tree: GameTree, rules: Rules, goal: Goal) -> ReorderedTree:
    """Return the tree in the order that needs the fewest leaves, costs the most, or is sorted.

    Exact for the best order of alpha-beta that cuts on equality, and wherever trying every order
    takes at most 5,000 searches; otherwise the best of the tree as it is drawn, sorted, and sorted
    the other way.

    Raises:
        RulesError: The tree has unknown leaves, so that there is nothing to go by.
    """
    if tree.unknowns:
        raise RulesError("an order of children needs every leaf's value; give the unknowns one")
    rules = replace(rules, levels=tree.levels)
    ordered = OrderedTree(tree, replace(rules, order="left-to-right"))
    drawn = minimax_intervals(replace(ordered.tree, elided=frozenset()), rules.depth)
    values = [low if low == high else None for low, high in drawn]
    sign = 1 if goal == "best" else -1

    def cost(reordered_tree: ReorderedTree) -> int:
        return sign * reordered_tree.record.evaluations

    def tried(other: GameTree, *, is_exact: bool = False) -> ReorderedTree:
        return ReorderedTree(other, search(other, rules), is_exact)

    def taken(order: ChildOrder) -> GameTree:
        """Return the tree in which the search takes the children in an order."""
        if rules.right_to_left:
            order = {node: children[::-1] for node, children in order.items()}
        return reordered(tree, order)

    def by_value(*, best_first: bool) -> GameTree:
        return taken(by_promise(tree, ordered.roles, values, best_first=best_first))

    if goal == "sorted":
        return tried(by_value(best_first=True))
    if goal == "best" and has_exact_minimum(tree, rules):
        return tried(taken(_smallest_proof(tree, ordered.roles, values)), is_exact=True)
    if count_orders(tree) <= _FEW_ORDERS:
        choices = (
            [(node, order) for order in permutations(tree.child_column(node))]
            for node in tree.inner_nodes()
        )
        orders = (reordered(tree, dict(order)) for order in product(*choices))
        return min((tried(each, is_exact=True) for each in orders), key=cost)
    candidates = (tree, by_value(best_first=True), by_value(best_first=False))
    return min(map(tried, candidates), key=cost)


def reordered(tree: GameTree, order: Mapping[int, Sequence[int]]) -> GameTree:
    """Return a tree with the children of some nodes in another order, everything else with them."""
    sequence = preorder(tree, order)
    place = array("i", bytes(4 * len(tree)))
    for new, old in enumerate(sequence):
        place[old] = new

    def moved(by_node: Mapping[int, Any]) -> dict[int, Any]:
        return {place[node]: item for node, item in by_node.items()}

    sparse: dict[str, Any] = {name: moved(getattr(tree, name)) for name in MAPPINGS}
    return replace(
        tree,
        parent=array("i", (place[p] if (p := tree.parent[old]) >= 0 else -1 for old in sequence)),
        end=array("i", (place[old] + tree.end[old] - old for old in sequence)),
        ply=array("i", (tree.ply[old] for old in sequence)),
        value=array("d", (tree.value[old] for old in sequence)),
        kind=bytes(tree.kind[old] for old in sequence),
        elided=frozenset(place[node] for node in tree.elided),
        **sparse,
    )


def has_exact_minimum(tree: GameTree, rules: Rules) -> bool:
    """Tell whether the smallest proof is what alpha-beta reads with the best order."""
    return (
        rules.has_conventions
        and not rules.fixes_its_own_rules
        and not rules.strict
        and rules.window == FULL_WINDOW
        and not tree.elided
        and not tree.has_chance
    )


def count_orders(tree: GameTree) -> int:
    """Return in how many orders the children of a tree can stand; at most one past the limit."""
    total = 1
    for node in tree.inner_nodes():
        total *= factorial(min(tree.child_count(node), 20))
        if total > _FEW_ORDERS:
            break
    return total


def proof_costs(
    tree: GameTree, roles: bytes, prices: Mapping[int, float], role: int
) -> list[float]:
    """Return at what cost each node is proven to be worth enough to a player.

    Only leaves and estimates that are worth enough, or could be, have a price. One child is enough
    where the player chooses; every child is needed where the opponent does.
    """
    costs: list[float] = [inf] * len(tree)
    for node in reversed(range(len(tree))):
        below = (costs[child] for child in tree.children(node))
        if node in prices:
            costs[node] = prices[node]
        elif roles[node] == role:
            costs[node] = min(below)
        elif roles[node] != LEAF_ROLE and node not in tree.elided:
            costs[node] = sum(below)
    return costs


def _smallest_proof(
    tree: GameTree, roles: bytes, values: Sequence[Number | None]
) -> dict[int, list[int]]:
    """Return the order in which alpha-beta reads the smallest proof of the root's value.

    That is the fewest leaves that prove it worth at least, and at most, as much.
    """
    ends = (node for node, role in enumerate(roles) if role == LEAF_ROLE)
    read = {node: value for node in ends if (value := values[node]) is not None}
    target, order = values[0] or 0, {}
    at_least = {node: 1 for node, value in read.items() if value >= target}
    at_most = {node: 1 for node, value in read.items() if value <= target}
    costs = {
        MAX_ROLE: proof_costs(tree, roles, at_least, MAX_ROLE),
        MIN_ROLE: proof_costs(tree, roles, at_most, MIN_ROLE),
    }
    for node, role in enumerate(roles):
        if role != LEAF_ROLE and costs[role][node] < inf:
            first = min(tree.children(node), key=costs[role].__getitem__)
            order[node] = [first, *(child for child in tree.children(node) if child != first)]
    return order
