"""What must hold at chance nodes: it needs the whole tree, and its players."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
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
        parent = tree.parent_of(node)
        if parent is None or tree.roles[parent] != CHANCE_ROLE:
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
        problem = _probability_problem(tree, node)
        if problem is not None:
            yield problem
    yield from _mixed_infinities(tree)


def _probability_problem(tree: GameTree, node: int) -> TreeProblem | None:
    """Return what is wrong with the probabilities below a chance node; none at all are right."""
    children = list(tree.children(node))
    bare = [child for child in children if child not in tree.probabilities]
    if len(bare) == len(children):
        return None
    if bare:
        message = "this child of a chance node has no probability, but others have one"
        return bare[0], message, "all children carry one, or none does"
    total = sum((tree.probabilities[child] for child in children), Fraction())
    if abs(total - 1) > _TOLERANCE:
        return node, f"probabilities add up to {float(total):.10g}, not to 1", None
    return None


def _mixed_infinities(tree: GameTree) -> Iterator[TreeProblem]:
    """Find chance nodes where a child is worth +∞ and another −∞: their mean means nothing.

    Each node has the sign of what it is infinitely worth, 1 or −1, and 0 where it is worth a
    number. MAX and MIN choose among the signs below them as among values; at a chance node an
    infinite child makes the mean infinite.
    """
    signs = _signs_of_leaves(tree)
    if not (1 in signs and -1 in signs):
        return
    signs_below: list[set[float]] = [set() for _ in signs]
    for node in reversed(range(len(signs))):
        below = signs_below[node]
        role = tree.roles[node]
        if tree.kind[node] != INNER:
            pass  # it has its sign
        elif role == MAX_ROLE:
            signs[node] = max(below, default=0)
        elif role == CHANCE_ROLE:
            if below >= {1, -1}:
                yield node, "a chance node cannot average +∞ and −∞", None
            signs[node] = _sign_of_mean(below)
        else:
            signs[node] = min(below, default=0)
        parent = tree.parent_of(node)
        can_happen = tree.probabilities.get(node) != 0
        if parent is not None and can_happen:
            signs_below[parent].add(signs[node])


def _signs_of_leaves(tree: GameTree) -> list[float]:
    """Return the sign of each infinite leaf's value, and 0 for all other nodes."""
    signs: list[float] = [0] * len(tree)
    for leaf in tree.leaves(0):
        if tree.kind[leaf] == DECIMAL and math.isinf(tree.value[leaf]):
            signs[leaf] = math.copysign(1, tree.value[leaf])
    return signs


def _sign_of_mean(signs: Collection[float]) -> float:
    """Return the sign of a mean: that of an infinite value among them, the positive one first."""
    if 1 in signs:
        return 1
    if -1 in signs:
        return -1
    return 0
