"""What must hold at chance nodes: it needs the whole tree, and its players."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from treeexplorer.tree import (
    CHANCE_ROLE,
    DECIMAL,
    LEAF_ROLE,
    MAX_ROLE,
    MIN_ROLE,
    GameTree,
    Player,
)

_TOLERANCE: Final = Fraction(1, 10**9)


class TreeProblem(NamedTuple):
    """A node, what is wrong at it, and what to write instead."""

    node: int
    message: str
    hint: str | None = None


def chance_problems(tree: GameTree) -> Iterator[TreeProblem]:
    """Yield what is wrong at chance nodes, and with probabilities wherever they stand.

    Linear in the tree's size; a tree without chance nodes and probabilities costs one look.
    """
    yield from _misplaced_probabilities(tree)
    has_chance = Player.CHANCE in tree.levels or Player.CHANCE in tree.players.values()
    if not has_chance:
        return
    for node, role in enumerate(tree.roles):
        if role != CHANCE_ROLE:
            continue
        if node in tree.elided:
            message = "the children of a chance node must all be drawn: … cannot stand here"
            yield TreeProblem(node, message)
        problem = _probability_problem(tree, node)
        if problem is not None:
            yield problem
    yield from _mixed_infinities(tree)


def _misplaced_probabilities(tree: GameTree) -> Iterator[TreeProblem]:
    """Yield the probabilities that do not stand at the child of a chance node."""
    for node in tree.probabilities:
        parent = tree.parent_of(node)
        if parent is None or tree.roles[parent] != CHANCE_ROLE:
            yield TreeProblem(
                node,
                "a probability stands only at the children of a chance node",
                "write chance[…], or give the players by level: @levels max chance",
            )


def _probability_problem(tree: GameTree, node: int) -> TreeProblem | None:
    """Return what is wrong with the probabilities below a chance node; ``None`` for nothing.

    None at all are right: all children are then as likely.
    """
    children = list(tree.children(node))
    without_one = [child for child in children if child not in tree.probabilities]
    if len(without_one) == len(children):
        return None
    if without_one:
        message = "this child of a chance node has no probability, but others have one"
        return TreeProblem(without_one[0], message, "all children carry one, or none does")
    total = sum((tree.probabilities[child] for child in children), Fraction())
    if abs(total - 1) > _TOLERANCE:
        return TreeProblem(node, f"probabilities add up to {float(total):.10g}, not to 1")
    return None


# What a node is worth, as far as infinities go: +∞, −∞, or a number.
_PLUS_INFINITY: Final = 1
_MINUS_INFINITY: Final = -1
_FINITE: Final = 0


def _mixed_infinities(tree: GameTree) -> Iterator[TreeProblem]:
    """Yield the chance nodes with a child worth +∞ and another worth −∞, which have no mean.

    The nodes are gone through from the last to the first, so that what a node's children are
    worth is known before the node.
    """
    worth = _worth_of_leaves(tree)
    has_both = _PLUS_INFINITY in worth and _MINUS_INFINITY in worth
    if not has_both:
        return
    worth_of_children: list[set[int]] = [set() for _ in worth]
    for node in reversed(range(len(worth))):
        role = tree.roles[node]
        below = worth_of_children[node]
        if role == CHANCE_ROLE and below >= {_PLUS_INFINITY, _MINUS_INFINITY}:
            yield TreeProblem(node, "a chance node cannot average +∞ and −∞")
        if role != LEAF_ROLE:
            worth[node] = _worth_by_children(role, below)
        parent = tree.parent_of(node)
        can_happen = tree.probabilities.get(node) != 0
        if parent is not None and can_happen:
            worth_of_children[parent].add(worth[node])


def _worth_of_leaves(tree: GameTree) -> list[int]:
    """Return which leaves are worth an infinity, by node; all other nodes count as finite."""
    worth = [_FINITE] * len(tree)
    for leaf in tree.leaves(0):
        if tree.kind[leaf] == DECIMAL and math.isinf(tree.value[leaf]):
            worth[leaf] = _PLUS_INFINITY if tree.value[leaf] > 0 else _MINUS_INFINITY
    return worth


def _worth_by_children(role: int, below: Collection[int]) -> int:
    """Return what a node is worth: the best for its player, or the mean of its children.

    An infinite child makes the mean infinite.

    Args:
        role: Whose node it is.
        below: What its children are worth, but for those that cannot happen.
    """
    if role == MAX_ROLE:
        return max(below, default=_FINITE)
    if role == MIN_ROLE:
        return min(below, default=_FINITE)
    if _PLUS_INFINITY in below:
        return _PLUS_INFINITY
    return min(below, default=_FINITE)
