"""What a wrong slash overlooks: values for the leaves it hides that would change the answer.

A subtree may be left out only if nothing in it can matter. Where a slash is wrong, the proof is a
set of leaf values under it, all other leaves as they are, for which the root is worth something
else. Raising the root above its value t takes, at a MAX node, one child above t, and at a MIN
node all of them; so the fewest leaves that must change are counted from the leaves upwards, in one
pass. Under chance nodes the counts of the children do not simply add up; there, sets of leaves are
tried in order of size.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isfinite
from typing import Final

from treeexplorer.exercises.judge import root_value
from treeexplorer.tree import MAX_ROLE, MIN_ROLE, GameTree, Number

_IMPOSSIBLE: Final = 1 << 30
_MOST_TRIALS: Final = 400
_STEPS: Final = (0, *(10**power for power in range(1, 13)))


@dataclass(frozen=True, slots=True)
class Refutation:
    """Leaf values that make a difference although the answer left them out.

    Attributes:
        changes: The new values, by leaf; as few leaves as possible.
        value: What the root is worth then.
        before: What it is worth as drawn.
        smallest: Whether no smaller set of leaves does it; unknown only where chance nodes make
            the trial of all sets too long.
    """

    changes: dict[int, Number]
    value: Number
    before: Number
    smallest: bool = True


def refutation(tree: GameTree, cut: Iterable[int], depth: int | None = None) -> Refutation | None:
    """Return leaf values below some nodes that change the root's value, ``None`` if none do.

    Args:
        tree: The tree, its players as the search has them.
        cut: The nodes that were left out.
        depth: The depth limit; leaves beyond it do not count.
    """
    before = root_value(tree, depth)
    hidden = [
        leaf
        for node in cut
        for leaf in range(node, tree.end[node])
        if tree.is_leaf(leaf) and (depth is None or tree.ply[leaf] <= depth)
    ]
    if before is None or not hidden:
        return None
    find = _smallest_under_chance if tree.has_chance else _smallest
    found: list[Refutation] = []
    for up in (True, False):
        leaves, smallest = find(tree, hidden, before, up, depth)
        changed = _first_that_counts(tree, leaves, before, up, depth)
        if changed is not None:
            changes, value = changed
            found.append(Refutation(changes, value, before, smallest))
    return min(found, key=lambda one: len(one.changes), default=None)


def _first_that_counts(
    tree: GameTree, leaves: Sequence[int], before: Number, up: bool, depth: int | None
) -> tuple[dict[int, Number], Number] | None:
    """Return the nearest round numbers for some leaves that move the root, and its new value."""
    number = _beyond(before, up)
    if number is None or not leaves:
        return None
    for step in _STEPS if tree.has_chance else _STEPS[:1]:
        changes = dict.fromkeys(leaves, number + step if up else number - step)
        value = root_value(tree.with_values(changes), depth)
        if value is not None and (value > before if up else value < before):
            return changes, value
    return None


def _beyond(value: Number, up: bool) -> Number | None:
    """Return a round number above (or below) a value, ``None`` where there is none."""
    if not isfinite(value):
        return 0 if (value < 0) == up else None
    whole = int(value // 1)
    if up:
        return whole + 1
    return whole - 1 if whole == value else whole


def _smallest(
    tree: GameTree, hidden: Sequence[int], before: Number, up: bool, depth: int | None
) -> tuple[list[int], bool]:
    """Return the fewest hidden leaves that lift the root past its value; empty if none do."""
    beyond: Callable[[Number], bool] = (
        (lambda number: number > before) if up else (lambda number: number < before)
    )
    choosing_role = MAX_ROLE if up else MIN_ROLE
    cost = _costs(tree, set(hidden), beyond, choosing_role, depth)
    if not 0 < cost[0] < _IMPOSSIBLE:
        return [], True
    leaves: list[int] = []
    pending = [0]
    while pending:
        node = pending.pop()
        if cost[node] == 0:
            continue
        children = list(tree.children(node)) if not _is_end(tree, node, depth) else []
        if not children:
            leaves.append(node)
        elif tree.roles[node] == choosing_role:
            pending.append(min(children, key=cost.__getitem__))
        else:
            pending.extend(children)
    return sorted(leaves), True


def _is_end(tree: GameTree, node: int, depth: int | None) -> bool:
    return tree.is_leaf(node) or (depth is not None and tree.ply[node] >= depth)


def _costs(
    tree: GameTree,
    hidden: set[int],
    beyond: Callable[[Number], bool],
    choosing_role: int,
    depth: int | None,
) -> array[int]:
    """Return for each node how many hidden leaves must change to bring it past a value."""
    leaves = tree.leaf_values()
    cost = array("q", bytes(8 * len(tree)))
    for node, role in enumerate(tree.roles):
        cost[node] = _IMPOSSIBLE if role == choosing_role else 0
    for node in range(len(tree) - 1, -1, -1):
        if depth is not None and tree.ply[node] > depth:
            continue
        if _is_end(tree, node, depth):
            known = leaves[node] if tree.is_leaf(node) else tree.estimate(node)
            if known is not None and beyond(known):
                cost[node] = 0
            else:
                cost[node] = 1 if node in hidden else _IMPOSSIBLE
        elif node in tree.elided and tree.roles[node] != choosing_role:
            cost[node] = _IMPOSSIBLE
        above = tree.parent[node]
        if above < 0:
            continue
        if tree.roles[above] == choosing_role:
            cost[above] = min(cost[above], cost[node])
        else:
            cost[above] = min(_IMPOSSIBLE, cost[above] + cost[node])
    return cost


def _smallest_under_chance(
    tree: GameTree, hidden: Sequence[int], before: Number, up: bool, depth: int | None
) -> tuple[list[int], bool]:
    def moves(leaves: Iterable[int]) -> bool:
        return _first_that_counts(tree, tuple(leaves), before, up, depth) is not None

    trials = 0
    for size in range(1, len(hidden) + 1):
        for leaves in combinations(hidden, size):
            trials += 1
            if trials > _MOST_TRIALS:
                return _thinned(list(hidden), moves), False
            if moves(leaves):
                return list(leaves), True
    return [], True


def _thinned(leaves: list[int], moves: Callable[[Iterable[int]], bool]) -> list[int]:
    """Return a set of which no leaf can be spared, or an empty one if not even all are enough."""
    if not moves(leaves):
        return []
    for leaf in list(leaves)[:_MOST_TRIALS]:
        fewer = [other for other in leaves if other != leaf]
        if fewer and moves(fewer):
            leaves = fewer
    return leaves
