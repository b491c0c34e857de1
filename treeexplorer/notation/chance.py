"""What must hold at chance nodes: it needs the whole tree, and its players."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, TypeAlias

from treeexplorer.tree import CHANCE_ROLE, DECIMAL, INNER, MAX_ROLE, GameTree, Player

_TOLERANCE: Final = Fraction(1, 10**9)
TreeProblem: TypeAlias = tuple[int, str, str | None]
"""A node, what is wrong at it, and what to write instead."""


def chance_problems(tree: GameTree) -> Iterator[TreeProblem]:
    """Yield the nodes at which chance or a probability is wrong, each with what to say and a hint.

    Linear in the tree's size; a tree without chance nodes and probabilities costs one look.
    """
    for node in tree.probabilities:
        parent = tree.parent[node]
        if parent < 0 or tree.roles[parent] != CHANCE_ROLE:
            yield (
                node,
                "a probability stands only at the children of a chance node",
                "write chance[…], or give the players by level: @levels max chance",
            )
    if Player.CHANCE not in tree.levels and Player.CHANCE not in tree.players.values():
        return
    for node, role in enumerate(tree.roles):
        if role != CHANCE_ROLE:
            continue
        if node in tree.elided:
            yield node, "the children of a chance node must all be drawn: … cannot stand here", None
        children = list(tree.children(node))
        weights = [tree.probabilities[child] for child in children if child in tree.probabilities]
        if not weights:
            continue
        if len(weights) < len(children):
            bare = next(child for child in children if child not in tree.probabilities)
            message = "this child of a chance node has no probability, but others have one"
            yield bare, message, "all children carry one, or none does"
            continue
        total = sum(weights, Fraction())
        if abs(total - 1) > _TOLERANCE:
            yield node, f"probabilities add up to {float(total):.10g}, not to 1", None
    yield from _mixed_infinities(tree)


def _mixed_infinities(tree: GameTree) -> Iterator[TreeProblem]:
    """Find chance nodes where a child is worth +∞ and another −∞: their mean means nothing."""
    infinite: list[float] = [0] * len(tree)  # the sign of what each node is infinitely worth
    for leaf in tree.leaves(0):
        if tree.kind[leaf] == DECIMAL and math.isinf(tree.value[leaf]):
            infinite[leaf] = math.copysign(1, tree.value[leaf])
    if not (1 in infinite and -1 in infinite):
        return
    below: list[set[float]] = [set() for _ in infinite]
    for node in range(len(infinite) - 1, -1, -1):
        role = tree.roles[node]
        if tree.kind[node] == INNER:
            signs = below[node]
            if role == CHANCE_ROLE:
                if signs >= {1, -1}:
                    yield node, "a chance node cannot average +∞ and −∞", None
                infinite[node] = next((sign for sign in (1, -1) if sign in signs), 0)
            else:
                best = max if role == MAX_ROLE else min
                infinite[node] = best(signs, default=0)
        parent = tree.parent[node]
        if parent >= 0 and tree.probabilities.get(node) != 0:
            below[parent].add(infinite[node])
