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
    """A problem at a node of a tree, with a hint on what to write instead."""

    node: int
    message: str
    hint: str | None = None


def chance_problems(tree: GameTree) -> Iterator[TreeProblem]:
    """Yield the problems at chance nodes, and at probabilities wherever they stand.

    The time is linear in the tree's size; a tree without chance nodes and probabilities costs
    almost nothing.
    """
    yield from _misplaced_probabilities(tree)
    has_chance = Player.CHANCE in tree.levels or Player.CHANCE in tree.players.values()
    if has_chance:
        yield from _problems_below_chance(tree)
        yield from _mixed_infinities(tree)


def _problems_below_chance(tree: GameTree) -> Iterator[TreeProblem]:
    """Yield the problems with the children of chance nodes: not drawn, or no right probability."""
    chance_nodes = (node for node, role in enumerate(tree.roles) if role == CHANCE_ROLE)
    for node in chance_nodes:
        if node in tree.elided:
            message = "the children of a chance node must all be drawn: … cannot stand here"
            yield TreeProblem(node, message)
        problem = _probability_problem(tree, node)
        if problem is not None:
            yield problem


def _misplaced_probabilities(tree: GameTree) -> Iterator[TreeProblem]:
    """Yield a problem for each probability that is not at a child of a chance node."""
    for node in tree.probabilities:
        parent = tree.parent_of(node)
        if parent is None or tree.roles[parent] != CHANCE_ROLE:
            yield TreeProblem(
                node,
                "a probability stands only at the children of a chance node",
                "write chance[…], or give the players by level: @levels max chance",
            )


def _probability_problem(tree: GameTree, node: int) -> TreeProblem | None:
    """Return the problem with the probabilities below a chance node; ``None`` if they are right.

    If no child has a probability, that is right, too: all children are then as likely.
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
_BOTH_INFINITIES: Final = frozenset({_PLUS_INFINITY, _MINUS_INFINITY})


def _mixed_infinities(tree: GameTree) -> Iterator[TreeProblem]:
    """Yield a problem for each chance node with one child worth +∞ and another worth −∞.

    Such children have no mean.
    """
    worth = _worth_of_leaves(tree)
    if not set(worth) >= _BOTH_INFINITIES:
        return
    worth_of_children = _worth_of_children(tree, worth)
    for node in reversed([*tree.inner_nodes()]):
        has_no_mean = worth_of_children[node] >= _BOTH_INFINITIES
        if tree.roles[node] == CHANCE_ROLE and has_no_mean:
            yield TreeProblem(node, "a chance node cannot average +∞ and −∞")


def _worth_of_children(tree: GameTree, worth: list[int]) -> list[set[int]]:
    """Return for each node what its children are worth, but for those that cannot happen.

    Args:
        tree: The tree.
        worth: What each leaf is worth; what inner nodes are worth is filled in, from the last to
            the first, so that a node's children come before the node.
    """
    of_children: list[set[int]] = [set() for _ in worth]
    for node in reversed(range(1, len(worth))):
        if tree.roles[node] != LEAF_ROLE:
            worth[node] = _worth_by_children(tree.roles[node], of_children[node])
        can_happen = tree.probabilities.get(node) != 0
        if can_happen:
            of_children[tree.parent[node]].add(worth[node])
    return of_children


def _worth_of_leaves(tree: GameTree) -> list[int]:
    """Return for each node whether it is a leaf worth +∞ or −∞; all other nodes count as finite."""
    worth = [_FINITE] * len(tree)
    for leaf in tree.leaves(0):
        if tree.kind[leaf] == DECIMAL and math.isinf(tree.value[leaf]):
            worth[leaf] = _PLUS_INFINITY if tree.value[leaf] > 0 else _MINUS_INFINITY
    return worth


def _worth_by_children(role: int, below: Collection[int]) -> int:
    """Return whether a node is worth +∞, −∞ or something finite.

    At MAX and MIN it is the best of the children. At a chance node an infinite child makes the mean
    infinite.

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
