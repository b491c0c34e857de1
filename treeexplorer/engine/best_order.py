"""Child orders: the one that needs the fewest leaves, the one that costs the most, and sorted.

The fewest leaves that any order can need is the size of the smallest pair of strategies that prove
the root's value from both sides: with the best order alpha-beta reads exactly these. Any two of
them meet in one leaf, so each is found by itself, from the leaves up (Knuth & Moore 1975, section
7).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
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
_PAST_EVERY_LIMIT: Final = 20
"""So many children have more orders than are ever tried; of more, the factorial is not needed."""


class ReorderedTree(NamedTuple):
    """A tree in another order of children; exact if none reads fewer (best) or more (worst)."""

    tree: GameTree
    record: Record
    is_exact: bool


def order_tree(tree: GameTree, rules: Rules, goal: Goal) -> ReorderedTree:
    """Return the tree in the order that needs the fewest leaves, costs the most, or is sorted.

    Exact for the best order of alpha-beta that cuts on equality, and for every tree with at most
    5,000 orders, all of which are searched; otherwise the best of the tree as it is drawn, sorted,
    and sorted the other way.

    Raises:
        RulesError: The tree has unknown leaves, so that there is nothing to go by.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> drawn = from_nested([[2, 4, 6], [14, 5, 2], [3, 12, 8]])
        >>> best = order_tree(drawn, Rules(), "best")
        >>> search(drawn).evaluations, best.record.evaluations, best.is_exact
        (9, 5, True)
    """
    if tree.unknowns:
        raise RulesError("an order of children needs every leaf's value; give the unknowns one")
    rules = replace(rules, levels=tree.levels)
    # From left to right ranks are nodes, so that its columns can be used for the tree's nodes.
    ordered = OrderedTree(tree, replace(rules, order="left-to-right"))
    values = _settled_values(ordered.tree, rules)

    def by_value(*, best_first: bool) -> GameTree:
        """Return the tree with the best move first everywhere, or last."""
        order = by_promise(tree, ordered.roles, values, best_first=best_first)
        return _redrawn_for_order(tree, rules, order)

    if goal == "sorted":
        return _with_search(by_value(best_first=True), rules, is_exact=False)
    if goal == "best" and has_exact_minimum(tree, rules):
        order = _smallest_proof(tree, ordered.roles, values)
        return _with_search(_redrawn_for_order(tree, rules, order), rules, is_exact=True)
    tries_every_order = count_orders(tree) <= _FEW_ORDERS
    if tries_every_order:
        trees = _every_order(tree)
    else:
        trees = iter([tree, by_value(best_first=True), by_value(best_first=False)])
    candidates = (_with_search(other, rules, is_exact=tries_every_order) for other in trees)
    if goal == "best":
        return min(candidates, key=_leaves_read)
    return max(candidates, key=_leaves_read)


def _with_search(tree: GameTree, rules: Rules, *, is_exact: bool) -> ReorderedTree:
    """Return a tree in another order with its search."""
    return ReorderedTree(tree, search(tree, rules), is_exact)


def _leaves_read(candidate: ReorderedTree) -> int:
    return candidate.record.evaluations


def _settled_values(tree: GameTree, rules: Rules) -> list[Number | None]:
    """Return what the drawn leaves make each node worth; ``None`` where they do not settle it."""
    drawn = minimax_intervals(replace(tree, elided=frozenset()), rules.depth)
    values: list[Number | None] = []
    for low, high in drawn:
        values.append(low if low == high else None)
    return values


def _redrawn_for_order(tree: GameTree, rules: Rules, order: ChildOrder) -> GameTree:
    """Return a tree redrawn so that the search takes the children in a given order.

    Args:
        tree: The tree.
        rules: The rules: a search from the right meets the last drawn child first.
        order: The children of nodes in the order in which they are to be taken.
    """
    if rules.right_to_left:
        order = {node: children[::-1] for node, children in order.items()}
    return reordered(tree, order)


def _every_order(tree: GameTree) -> Iterator[GameTree]:
    """Yield a tree in every order of the children of all its nodes."""
    nodes = list(tree.inner_nodes())
    for choice in product(*(permutations(tree.child_column(node)) for node in nodes)):
        yield reordered(tree, dict(zip(nodes, choice, strict=True)))


def reordered(tree: GameTree, order: Mapping[int, Sequence[int]]) -> GameTree:
    """Return a tree with the children of some nodes in another order.

    Subtrees, names, estimates and whatever else is known of a node go with it.

    Args:
        tree: The tree.
        order: The children of nodes in their new order; those of all other nodes stay.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> reordered(from_nested([3, 12, 8]), {0: [2, 1, 3]}) == from_nested([12, 3, 8])
        True
    """
    old_number = preorder(tree, order)  # of each new node: the columns are filled by it
    new_number = array("i", [0]) * len(tree)  # of each old node: references are changed by it
    for new, old in enumerate(old_number):
        new_number[old] = new

    def renumbered(by_node: Mapping[int, Any]) -> dict[int, Any]:
        """Return a table by node with the nodes' new numbers."""
        return {new_number[node]: item for node, item in by_node.items()}

    sparse: dict[str, Any] = {name: renumbered(getattr(tree, name)) for name in MAPPINGS}
    root, *others = old_number
    no_parent = tree.parent[root]
    parents = [no_parent, *(new_number[tree.parent[old]] for old in others)]
    # In preorder a subtree is the nodes from its own to its end, and its size does not change.
    ends = []
    for new, old in enumerate(old_number):
        size = tree.end[old] - old
        ends.append(new + size)
    return replace(
        tree,
        parent=array("i", parents),
        end=array("i", ends),
        ply=array("i", (tree.ply[old] for old in old_number)),
        value=array("d", (tree.value[old] for old in old_number)),
        kind=bytes(tree.kind[old] for old in old_number),
        elided=frozenset(new_number[node] for node in tree.elided),
        **sparse,
    )


def has_exact_minimum(tree: GameTree, rules: Rules) -> bool:
    """Tell whether alpha-beta with the best order reads just the leaves of the smallest proof.

    Knuth & Moore (1975, section 7) show it of alpha-beta under the rules that are checked here.
    """
    is_classic = rules.has_conventions and not rules.fixes_its_own_rules
    cuts_on_equality = not rules.strict  # else it goes on where a proof is complete
    has_full_window = rules.window == FULL_WINDOW  # a narrower one does not ask for the value
    is_plain_tree = not tree.elided and not tree.has_chance
    return is_classic and cuts_on_equality and has_full_window and is_plain_tree


def count_orders(tree: GameTree) -> int:
    """Return in how many orders the children of a tree can stand.

    Counting stops at the first number past the limit of 5,000.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> count_orders(from_nested([[3, 12], [2, 4, 6]]))  # 2! · 2! · 3!
        24
    """
    total = 1
    for node in tree.inner_nodes():
        children = min(tree.child_count(node), _PAST_EVERY_LIMIT)
        total *= factorial(children)
        if total > _FEW_ORDERS:
            break
    return total


def proof_costs(
    tree: GameTree, roles: bytes, prices: Mapping[int, float], role: int
) -> list[float]:
    """Return at what cost each node is proven to be worth enough to a player.

    Only leaves and estimates that are worth enough, or could be, have a price. One child is enough
    where the player chooses; every child is needed where the opponent does. What cannot be proven
    costs infinity.

    Example:
        To prove that MAX has 5 or more, 3 is of no use, and MIN needs both of its leaves.

        >>> from treeexplorer.tree import from_nested
        >>> tree = from_nested([3, [5, 7]])
        >>> proof_costs(tree, tree.roles, {3: 1, 4: 1}, MAX_ROLE)
        [2, inf, 2, 1, 1]
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
    """Return the child order with which alpha-beta reads the fewest leaves.

    Any search has to prove that the root is worth at least its value, and at most. For “at least”
    one child of each MAX node is enough, and all of each MIN node; for “at most” it is the other
    way round. So each proof says which child comes first at one player's nodes, and alpha-beta
    reads no more than both (Knuth & Moore 1975, section 7).

    Args:
        tree: The tree.
        roles: The role of each node, ``LEAF_ROLE`` at the depth limit.
        values: What each node is worth; ``None`` where that is not settled.

    Returns:
        The children of MAX and MIN nodes; nothing where the root's value is not settled.

    Example:
        The root of ``[[3 5] [9 4]]`` is worth 4: its second child proves 4 or more with both
        leaves. For 4 or less, 3 comes first in the first child, and 4 in the second.
    """
    root_value = values[0]
    if root_value is None:
        return {}
    prices_at_least: dict[int, float] = {}
    prices_at_most: dict[int, float] = {}
    for node, value in enumerate(values):
        if roles[node] != LEAF_ROLE or value is None:
            continue
        if value >= root_value:
            prices_at_least[node] = 1
        if value <= root_value:
            prices_at_most[node] = 1
    order_at_max = _cheapest_first(tree, roles, prices_at_least, MAX_ROLE)
    order_at_min = _cheapest_first(tree, roles, prices_at_most, MIN_ROLE)
    return order_at_max | order_at_min  # no node is in both


def _cheapest_first(
    tree: GameTree, roles: bytes, prices: Mapping[int, float], role: int
) -> dict[int, list[int]]:
    """Return the children of a player's nodes with the child that is proven most cheaply first.

    One child proves a node where its player chooses, so the order of the others does not matter:
    they stay as drawn. Nodes that cannot be proven are left out.

    Args:
        tree: The tree.
        roles: The role of each node.
        prices: What it costs to read a leaf that helps to prove (see :func:`proof_costs`).
        role: The player.
    """
    costs = proof_costs(tree, roles, prices, role)
    order: dict[int, list[int]] = {}
    for node in tree.inner_nodes():
        if roles[node] != role or costs[node] == inf:
            continue
        cheapest = min(tree.children(node), key=costs.__getitem__)
        others = [child for child in tree.children(node) if child != cheapest]
        order[node] = [cheapest, *others]
    return order
