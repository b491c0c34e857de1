"""Leaf values that a wrong slash overlooks: with them the root would be worth something else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, combinations, islice
from math import inf, isfinite
from typing import Final, NamedTuple

from treeexplorer.engine.best_order import proof_costs
from treeexplorer.engine.intervals import minimax_value
from treeexplorer.tree import MAX_ROLE, MIN_ROLE, GameTree, Number

_MOST_TRIALS: Final = 400
_STEPS: Final = (0, *(10**power for power in range(1, 13)))


class Refutation(NamedTuple):
    """Leaf values that make a difference although the answer left them out."""

    changes: dict[int, Number]  # by leaf
    value: Number  # what the root is worth then


def refutation(tree: GameTree, cut: Iterable[int], depth: int | None = None) -> Refutation | None:
    """Return leaf values below some nodes that change the root's value, ``None`` if none do."""
    before = minimax_value(tree, depth)
    hidden = [
        leaf
        for node in cut
        for leaf in range(node, tree.end[node])
        if tree.is_leaf(leaf) and (depth is None or tree.ply[leaf] <= depth)
    ]
    if before is None or not hidden:
        return None
    find, steps = (_fewest_tried, _STEPS) if tree.has_chance else (_fewest, _STEPS[:1])
    each = [
        _with_root_moved(tree, find(tree, hidden, before, up, depth), before, up, depth, steps)
        for up in (True, False)
    ]
    return min(filter(None, each), key=lambda proof: len(proof.changes), default=None)


def _with_root_moved(
    tree: GameTree,
    leaves: Sequence[int],
    before: Number,
    up: bool,
    depth: int | None,
    steps: Sequence[int],
) -> Refutation | None:
    """Return the nearest round numbers for some leaves that move the root's value, if any do."""
    number: Number = int(before // 1) + up if isfinite(before) else 0
    if not leaves or (not isfinite(before) and (before < 0) is not up):
        return None
    if not up and number == before:
        number -= 1
    for step in steps:
        changes = dict.fromkeys(leaves, number + step if up else number - step)
        value = minimax_value(tree.with_values(changes), depth)
        if value is not None and (value > before if up else value < before):
            return Refutation(changes, value)
    return None


def _fewest_tried(
    tree: GameTree, hidden: list[int], before: Number, up: bool, depth: int | None
) -> list[int]:
    """Return the fewest hidden leaves that move the root's value, found by trying them.

    Where there are too many sets to try, none of the leaves returned can be spared.
    """

    def moves(leaves: Sequence[int]) -> bool:
        # What the largest number does not move, no other moves.
        return _with_root_moved(tree, leaves, before, up, depth, _STEPS[-1:]) is not None

    if not moves(hidden):
        return []
    sets = chain.from_iterable(combinations(hidden, size + 1) for size in range(len(hidden)))
    for leaves in islice(sets, _MOST_TRIALS):
        if moves(leaves):
            return list(leaves)
    kept = hidden
    for leaf in hidden[:_MOST_TRIALS]:
        fewer = [other for other in kept if other != leaf]
        if moves(fewer):
            kept = fewer
    return kept


def _fewest(
    tree: GameTree, hidden: list[int], before: Number, up: bool, depth: int | None
) -> list[int]:
    """Return the fewest hidden leaves that lift the root past its value; empty if none do."""
    chooser = MAX_ROLE if up else MIN_ROLE
    prices = dict.fromkeys(hidden, 1.0)
    for node in range(len(tree)):
        if depth is None or tree.ply[node] <= depth:
            known = tree.estimate(node) if tree.ply[node] == depth else None
            known = tree.leaf_value(node) if tree.is_leaf(node) else known
            if known is not None and (known > before if up else known < before):
                prices[node] = 0
    cost = proof_costs(tree, tree.roles, prices, chooser)
    leaves: list[int] = []
    pending = [0] if cost[0] < inf else []
    while pending:
        node = pending.pop()
        if prices.get(node) == 1:
            leaves.append(node)
        elif cost[node] and tree.roles[node] == chooser:
            pending.append(min(tree.children(node), key=cost.__getitem__))
        elif cost[node]:
            pending.extend(tree.children(node))
    return sorted(leaves)
