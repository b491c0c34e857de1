"""The minimax value of every node at once, without any search order or window."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from treeexplorer.engine.intervals import Interval
from treeexplorer.engine.means import added, normalised
from treeexplorer.tree import (
    CHANCE_ROLE,
    FULL_WINDOW,
    INFINITY,
    MAX_ROLE,
    GameTree,
    Number,
)


def proven_values(
    tree: GameTree,
    depth: int | None = None,
    entries: Mapping[int, Number] | None = None,
) -> list[Interval]:
    """Return what all drawn leaves together prove about each node's minimax value.

    Both ends are equal where the value is settled; unknown leaves and ``...`` leave it open.
    Linear in the size of the tree, and without recursion: the nodes are taken from the last to
    the first, so that children come before their parents.

    Args:
        tree: The tree, its players as the search has them.
        depth: Plies after which estimates count instead of the subtree.
        entries: Values to put in the place of what is computed, for the nodes *above* them. The
            list still says at these nodes what their own children give.
    """
    entries = entries or {}
    count = len(tree)
    leaves = tree.leaf_values()
    roles, parent, ply, elided = tree.roles, tree.parent, tree.ply, tree.elided
    lows: list[Number] = [-INFINITY if role != CHANCE_ROLE else 0 for role in roles]
    highs: list[Number] = [INFINITY] * count
    for node, role in enumerate(roles):
        if role == CHANCE_ROLE:
            highs[node] = 0
        elif role == MAX_ROLE:
            highs[node] = INFINITY if node in elided else -INFINITY
        else:
            lows[node] = -INFINITY if node in elided else INFINITY
    weights = chance_weights(tree) if tree.has_chance else {}
    proven: list[Interval] = [FULL_WINDOW] * count
    for node in range(count - 1, -1, -1):
        if depth is not None and ply[node] > depth:
            continue
        low, high = lows[node], highs[node]
        if not roles[node]:
            known = leaves[node]
            low, high = FULL_WINDOW if known is None else (known, known)
        elif depth is not None and ply[node] == depth:
            estimate = tree.estimate(node)
            low, high = FULL_WINDOW if estimate is None else (estimate, estimate)
        proven[node] = normalised(low), normalised(high)
        above = parent[node]
        if above < 0:
            continue
        entry = entries.get(node)
        if entry is not None:
            low = high = entry
        role = roles[above]
        if role == CHANCE_ROLE:
            weight = weights[node]
            lows[above] = added(lows[above], weight, low)
            highs[above] = added(highs[above], weight, high, stronger=INFINITY)
        elif role == MAX_ROLE:
            lows[above] = max(lows[above], low)
            highs[above] = max(highs[above], high)
        else:
            lows[above] = min(lows[above], low)
            highs[above] = min(highs[above], high)
    return proven


def chance_weights(tree: GameTree) -> dict[int, Fraction]:
    """Return the weight of every child of a chance node, in time linear in the tree's size."""
    weights: dict[int, Fraction] = {}
    for node, role in enumerate(tree.roles):
        if role == CHANCE_ROLE:
            children = list(tree.children(node))
            equal = Fraction(1, len(children))
            weights.update((child, tree.probabilities.get(child, equal)) for child in children)
    return weights


def root_value(tree: GameTree, depth: int | None = None) -> Number | None:
    """Return the root's minimax value, ``None`` where the tree does not settle it."""
    low, high = proven_values(tree, depth)[0]
    return low if low == high else None
