"""Child orders: the one that needs the fewest leaves, the one that costs the most, and sorted.

The fewest leaves that any order can need is the size of the smallest pair of strategies that prove
the root's value from both sides: with the best order alpha-beta reads exactly these. They meet in
one leaf, so one pass from the leaves up finds them (Knuth & Moore 1975, section 7).
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from math import factorial, prod
from typing import Final, Literal, TypeAlias, TypeVar

from treeexplorer.engine.algorithms import search
from treeexplorer.engine.ordered import OrderedTree, preorder
from treeexplorer.engine.record import Record
from treeexplorer.rules import Rules, RulesError
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, LEAF_ROLE, MAX_ROLE, GameTree, Number

Goal: TypeAlias = Literal["best", "worst", "sorted"]
Item = TypeVar("Item")

_FEW_ORDERS: Final = 5_000
_TRIES: Final = 300
_LARGE: Final = 5_000


@dataclass(frozen=True)
class Ordering:
    """A tree in another order of children.

    Attributes:
        tree: The tree.
        record: Its search.
        is_exact: Whether no order of children reads fewer (best) or more (worst) leaves.
    """

    tree: GameTree
    record: Record
    is_exact: bool


def order_tree(tree: GameTree, rules: Rules, goal: Goal) -> Ordering:
    """Return the tree in the order that needs the fewest leaves, costs the most, or is sorted.

    Exact for the best order of alpha-beta that cuts on equality, and wherever trying every order
    takes at most 5,000 searches; otherwise the best that was found.

    Raises:
        RulesError: The tree has unknown leaves, so that there is nothing to go by.
    """
    if tree.unknowns:
        raise RulesError("an order of children needs every leaf's value; give the unknowns one")
    rules = replace(rules, levels=tree.levels) if rules.levels != tree.levels else rules
    values = minimax_values(tree, rules)
    if goal == "sorted":
        found = _sorted(tree, rules, values, best_first=True)
        return Ordering(found, search(found, rules), is_exact=False)
    if goal == "best" and has_exact_minimum(tree, rules):
        found = _fewest(tree, rules, values)
        return Ordering(found, search(found, rules), is_exact=True)
    if count_orders(tree) <= _FEW_ORDERS:
        candidates = [reordered(tree, dict(order)) for order in _every_order(tree)]
        return _chosen(candidates, rules, goal, is_exact=True)
    candidates = [
        tree,
        *(_sorted(tree, rules, values, best_first=first) for first in (True, False)),
    ]
    chosen = _chosen(candidates, rules, goal, is_exact=False)
    return _improved(chosen, rules, goal)


def reordered(tree: GameTree, order: Mapping[int, Sequence[int]]) -> GameTree:
    """Return a tree with the children of some nodes in another order, everything else with them.

    Args:
        tree: The tree.
        order: The children of each node whose children move, in their new order.
    """
    sequence = preorder(tree, order)
    place = array("i", bytes(4 * len(tree)))
    for new, old in enumerate(sequence):
        place[old] = new

    def moved(items: Mapping[int, Item]) -> dict[int, Item]:
        return {place[node]: item for node, item in items.items()}

    def moved_set(nodes: Iterable[int]) -> frozenset[int]:
        return frozenset(place[node] for node in nodes)

    return replace(
        tree,
        parent=array("i", (place[p] if (p := tree.parent[old]) >= 0 else -1 for old in sequence)),
        end=array("i", (place[old] + tree.end[old] - old for old in sequence)),
        ply=array("i", (tree.ply[old] for old in sequence)),
        value=array("d", (tree.value[old] for old in sequence)),
        kind=bytes(tree.kind[old] for old in sequence),
        exact=moved(tree.exact),
        names=moved(tree.names),
        players=moved(tree.players),
        probabilities=moved(tree.probabilities),
        elided=moved_set(tree.elided),
        estimates=moved(tree.estimates),
        unknowns=moved(tree.unknowns),
    )


def has_exact_minimum(tree: GameTree, rules: Rules) -> bool:
    """Tell whether the smallest proof is what alpha-beta reads with the best order."""
    return (
        rules.has_conventions
        and rules.printed_form == "classic"
        and not rules.strict
        and rules.window == FULL_WINDOW
        and not tree.elided
        and not tree.has_chance
    )


def count_orders(tree: GameTree) -> int:
    """Return in how many orders the children of a tree can stand; at most one past the limit."""
    total = 1
    for node, kind in enumerate(tree.kind):
        if not kind:
            total *= factorial(min(tree.child_count(node), 20))
            if total > _FEW_ORDERS:
                return total
    return total


def _every_order(tree: GameTree) -> Iterator[tuple[tuple[int, tuple[int, ...]], ...]]:
    inner = [node for node, kind in enumerate(tree.kind) if not kind]
    choices = [[(node, order) for order in permutations(tree.child_column(node))] for node in inner]
    return product(*choices)


def _chosen(candidates: list[GameTree], rules: Rules, goal: Goal, *, is_exact: bool) -> Ordering:
    records = [search(candidate, rules) for candidate in candidates]
    best = (min if goal == "best" else max)(
        range(len(records)), key=lambda i: records[i].evaluations
    )
    return Ordering(candidates[best], records[best], is_exact)


def _improved(start: Ordering, rules: Rules, goal: Goal) -> Ordering:
    """Exchange two children here and there as long as that helps, a limited number of times."""
    chance, best = random.Random(1), start  # noqa: S311 - the same tree gives the same answer
    if len(start.tree) > _LARGE:
        return start
    for _ in range(_TRIES):
        tree = best.tree
        inner = [n for n, kind in enumerate(tree.kind) if not kind and tree.child_count(n) > 1]
        if not inner:
            break
        node = chance.choice(inner)
        children = list(tree.child_column(node))
        first, second = chance.sample(range(len(children)), 2)
        children[first], children[second] = children[second], children[first]
        candidate = reordered(tree, {node: children})
        record = search(candidate, rules)
        gain = record.evaluations - best.record.evaluations
        if (gain <= 0) if goal == "best" else (gain >= 0):
            best = Ordering(candidate, record, is_exact=False)
    return best


def minimax_values(tree: GameTree, rules: Rules) -> list[Number | None]:
    """Return every node's minimax value in the tree as searched; ``None`` below the horizon."""
    plain = Rules(algorithm="minimax", levels=rules.levels, depth=rules.depth)
    record = search(tree, plain)
    values: list[Number | None] = [None] * len(tree)
    for row in range(len(record.nodes)):
        values[record.node(row)] = record.value(row)
    return values


def _in_order(children: list[int], rules: Rules) -> list[int]:
    """Return children as drawn, from the order in which the search is to take them."""
    return children[::-1] if rules.right_to_left else children


def _sorted(
    tree: GameTree, rules: Rules, values: list[Number | None], *, best_first: bool
) -> GameTree:
    """Return the tree with every node's children from the best for its player to the worst."""
    roles = OrderedTree(tree, replace(rules, order="left-to-right")).roles
    order: dict[int, list[int]] = {}
    for node, role in enumerate(roles):
        if role in {LEAF_ROLE, CHANCE_ROLE}:
            continue
        children = list(tree.child_column(node))
        if all(values[child] is not None for child in children):
            largest_first = (role == MAX_ROLE) == best_first
            children.sort(key=lambda child: values[child] or 0, reverse=largest_first)
            order[node] = _in_order(children, rules)
    return reordered(tree, order)


def _fewest(tree: GameTree, rules: Rules, values: list[Number | None]) -> GameTree:
    """Return the tree in the order in which alpha-beta reads the smallest proof of its value.

    For each node: the leaves it takes to prove that it is worth at least, or at most, the root's
    value, and which child to look at first for that. On the way to the leaf where both proofs
    meet, the child is first that makes the sum smallest.
    """
    proofs = _Proofs(tree, rules, values)
    order: dict[int, list[int]] = {}
    node: int | None = 0
    while node is not None:
        first = proofs.meeting_child.get(node)
        if first is not None:
            order[node] = [first, *(c for c in tree.child_column(node) if c != first)]
        node = first
    for inner, child in proofs.cheapest_child.items():
        if inner not in order:
            order[inner] = [child, *(c for c in tree.child_column(inner) if c != child)]
    return reordered(tree, {n: _in_order(children, rules) for n, children in order.items()})


class _Proofs:
    """The smallest proofs of the root's value, node by node, from the leaves up.

    Attributes:
        at_least: The fewest leaves that prove a node worth at least the root's value.
        at_most: The fewest leaves that prove it worth at most the root's value.
        meeting: The fewest leaves that prove both, where the node is worth exactly that.
        cheapest_child: The child to look at first where one child is enough.
        meeting_child: The child in which both proofs go on.
    """

    def __init__(self, tree: GameTree, rules: Rules, values: list[Number | None]) -> None:
        roles = OrderedTree(tree, replace(rules, order="left-to-right")).roles
        target = values[0]
        count = len(tree)
        self.at_least: list[int | None] = [None] * count
        self.at_most: list[int | None] = [None] * count
        self.meeting: list[int | None] = [None] * count
        self.cheapest_child: dict[int, int] = {}
        self.meeting_child: dict[int, int] = {}
        if target is None:
            return
        for node in range(count - 1, -1, -1):
            value = values[node]
            if value is None:
                continue
            if roles[node] == LEAF_ROLE:
                self.at_least[node] = 1 if value >= target else None
                self.at_most[node] = 1 if value <= target else None
                self.meeting[node] = 1 if value == target else None
            elif roles[node] == MAX_ROLE:
                self._combine(node, list(tree.child_column(node)), self.at_least, self.at_most)
            else:
                self._combine(node, list(tree.child_column(node)), self.at_most, self.at_least)

    def _combine(
        self, node: int, children: list[int], any_one: list[int | None], every: list[int | None]
    ) -> None:
        """Fill in a node: one child proves the one side, all together prove the other."""
        able = [(cost, child) for child in children if (cost := any_one[child]) is not None]
        if able:
            any_one[node], self.cheapest_child[node] = min(able)
        costs = [cost for child in children if (cost := every[child]) is not None]
        if len(costs) < len(children):
            return
        every[node] = total = sum(costs)
        shared = [
            (total - (every[child] or 0) + both, child)
            for child in children
            if (both := self.meeting[child]) is not None
        ]
        if shared:
            self.meeting[node], self.meeting_child[node] = min(shared)


def minimal_leaves(branching: int, depth: int) -> int:
    """Return the leaves of a uniform tree that any order needs: b^⌈d/2⌉ + b^⌊d/2⌋ − 1."""
    return prod([branching] * ((depth + 1) // 2)) + prod([branching] * (depth // 2)) - 1
