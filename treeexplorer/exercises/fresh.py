"""A fresh tree of the same kind: the same drawing with other numbers at the leaves."""

from __future__ import annotations

import random
from dataclasses import replace
from math import isfinite
from typing import Final

from treeexplorer.engine import search
from treeexplorer.engine.rules import Rules
from treeexplorer.tree import Claims, Directives, GameTree, Number

_MOST_NODES_TO_TRY: Final = 2_000
_TRIES: Final = 60
_LEAST_SPREAD: Final = 9


def fresh_tree(tree: GameTree, rules: Rules, seed: int) -> GameTree:
    """Return a tree of the same shape and players with new integers at its leaves.

    The numbers come from the range of the tree's own. Of several draws the first is taken that
    has as many cut-offs as the tree, or else the one that comes nearest. The same seed gives the
    same tree.

    Args:
        tree: The tree to resemble.
        rules: The conventions under which cut-offs are counted.
        seed: Any integer.
    """
    chooser = random.Random(seed)  # noqa: S311 - exercises are no secrets
    wanted = _cut_offs(tree, rules)
    tries = _TRIES if len(tree) <= _MOST_NODES_TO_TRY and wanted is not None else 1
    best: tuple[int, GameTree] | None = None
    for _ in range(tries):
        candidate = _with_new_leaves(tree, chooser)
        if wanted is None:
            return candidate
        distance = abs((_cut_offs(candidate, rules) or 0) - wanted)
        if best is None or distance < best[0]:
            best = distance, candidate
        if distance == 0:
            break
    assert best is not None  # noqa: S101 - at least one draw was made
    return best[1]


def _cut_offs(tree: GameTree, rules: Rules) -> int | None:
    record = search(tree, rules)
    return len(record.cuts) if record.complete else None


def _with_new_leaves(tree: GameTree, chooser: random.Random) -> GameTree:
    leaves = [node for node in range(len(tree)) if tree.is_leaf(node)]
    known = [value for node in leaves if (value := tree.leaf_value(node)) is not None]
    finite = [value for value in known if isfinite(value)] or [0]
    low, high = int(min(finite)), int(max(finite))
    high = max(high, low + _LEAST_SPREAD)
    values: dict[int, Number] = {node: chooser.randint(low, high) for node in leaves}
    estimates: dict[int, Number] = {node: chooser.randint(low, high) for node in tree.estimates}
    title = f"Another of the kind of {tree.directives.title}" if tree.directives.title else None
    directives: Directives = replace(tree.directives, title=title, source=None, notes=())
    return replace(
        tree.with_values(values), estimates=estimates, claims=Claims(), directives=directives
    )
