"""What must hold at chance nodes: it needs the whole tree, and its players."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
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

MISPLACED_PROBABILITY: Final = "a probability stands only at the children of a chance node"
_TOLERANCE: Final = Fraction(1, 10**9)


class TreeProblem(NamedTuple):
    """A problem at a node of a tree, with a hint on what to write instead."""

    node: int
    message: str
    hint: str | None = None


def find_chance_problems(tree: GameTree) -> Iterator[TreeProblem]:
    """Yield the problems at chance nodes, and at probabilities wherever they stand.

    The time is linear in the tree's size; a tree without chance nodes and probabilities costs
    almost nothing.
    """
    yield from _find_misplaced_probabilities(tree)
    has_chance = Player.CHANCE in tree.levels or Player.CHANCE in tree.players.values()
    if has_chance:
        yield from _find_problems_of_means(tree)
        yield from _find_mixed_infinities(tree)


def _find_problems_of_means(tree: GameTree) -> Iterator[TreeProblem]:
    """Yield a problem for each chance node (a dice roll) with children that have no right mean.

    A mean needs all children of the node, so ``...`` for further ones is a problem; and it needs
    their probabilities, which must add up to 1. A node may have both problems.
    """
    for node, role in enumerate(tree.roles):
        # No leaf passes: it has the role of a leaf, even at a chance ply.
        if role != CHANCE_ROLE:
            continue
        has_undrawn_children = node in tree.elided
        if has_undrawn_children:
            message = "the children of a chance node must all be drawn: … cannot stand here"
            yield TreeProblem(node, message)
        problem = _find_probability_problem(tree, node)
        if problem is not None:
            yield problem


def _find_misplaced_probabilities(tree: GameTree) -> Iterator[TreeProblem]:
    """Yield a problem for each probability that is not written at a child of a chance node.

    In ``[0.5*3 8]`` the 0.5 is misplaced, since the root's player chooses; in ``chance[0.5*3
    0.5*8]`` both are right.
    """
    # Only the nodes with a probability, which in most trees are none.
    for node in tree.probabilities:
        parent = tree.parent_of(node)  # None: the node is the root, and nobody's child
        if parent is None or tree.roles[parent] != CHANCE_ROLE:
            yield TreeProblem(
                node,
                MISPLACED_PROBABILITY,
                "write chance[…], or give the players by level: @levels max chance",
            )


def _find_probability_problem(tree: GameTree, node: int) -> TreeProblem | None:
    """Find what is wrong with the probabilities of a chance node's children, if anything.

    Either no child has a probability (all are then equally likely), or every child has one and
    they add up to 1. Otherwise the problem is at the first child without a probability, or at the
    chance node if the sum is wrong.
    """
    children = list(tree.children(node))
    children_without_one = [child for child in children if child not in tree.probabilities]
    if len(children_without_one) == len(children):
        return None
    if children_without_one:
        return TreeProblem(
            children_without_one[0],
            "this child of a chance node has no probability, but others have one",
            "all children carry one, or none does",
        )

    # Exact fractions. The tolerance is for thirds that are written as 0.333333333333.
    total = sum((tree.probabilities[child] for child in children), Fraction())
    if abs(total - 1) > _TOLERANCE:
        return TreeProblem(node, f"probabilities add up to {float(total):.10g}, not to 1")
    return None


_FINITE: Final = 0.0
"""Stands for every finite worth: what is asked of a node is only whether it is worth ±∞."""
_BOTH_INFINITIES: Final = frozenset({math.inf, -math.inf})


def _find_mixed_infinities(tree: GameTree) -> Iterator[TreeProblem]:
    """Yield a problem for each chance node with one child worth +∞ and another worth −∞.

    Such children have no mean, as those of ``chance[inf -inf]``. What a child is worth is its
    minimax value. The nodes come from the last in the tree to the first.
    """
    leaf_worths = _collect_worths_of_leaves(tree)
    tree_has_both_infinities = set(leaf_worths) >= _BOTH_INFINITIES
    if not tree_has_both_infinities:
        return

    child_worths = _collect_worths_of_children(tree, leaf_worths)
    for node in reversed([*tree.inner_nodes()]):
        has_no_mean = child_worths[node] >= _BOTH_INFINITIES
        if tree.roles[node] == CHANCE_ROLE and has_no_mean:
            yield TreeProblem(node, "a chance node cannot average +∞ and −∞")


def _collect_worths_of_children(tree: GameTree, leaf_worths: Sequence[float]) -> list[set[float]]:
    """Collect for each node which of ``inf``, ``-inf`` and 0 its children are worth; 0 is finite.

    Children of probability 0 are left out: they cannot happen, and change no mean. A leaf has an
    empty set.

    Args:
        tree: The tree.
        leaf_worths: By node, what it is worth if it is a leaf.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> tree = from_nested([[3, -math.inf], 8])
        >>> _collect_worths_of_children(tree, _collect_worths_of_leaves(tree))[1] == {0, -math.inf}
        True
    """
    worths = list(leaf_worths)
    child_worths: list[set[float]] = [set() for _ in worths]
    # From the last node to the first: a node comes before its children in the numbering, so here
    # the set of a node is complete when the node is met. The root is nobody's child.
    for node in reversed(range(1, len(worths))):
        if tree.roles[node] != LEAF_ROLE:
            worths[node] = _back_up_worth(tree.roles[node], child_worths[node])
        can_happen = tree.probabilities.get(node) != 0
        if can_happen:
            child_worths[tree.parent[node]].add(worths[node])
    return child_worths


def _collect_worths_of_leaves(tree: GameTree) -> list[float]:
    """Return for each node ``inf`` or ``-inf`` if it is a leaf with that value, and else 0."""
    worths = [_FINITE] * len(tree)
    for leaf in tree.leaves(0):
        # Only for decimals: the value of a huge integer is kept elsewhere, behind an infinity.
        if tree.kind[leaf] == DECIMAL and math.isinf(tree.value[leaf]):
            worths[leaf] = tree.value[leaf]
    return worths


def _back_up_worth(role: int, child_worths: Collection[float]) -> float:
    """Return ``inf``, ``-inf`` or 0 as a node's minimax value; 0 stands for any finite value.

    Args:
        role: Who moves at the node: ``MAX_ROLE``, ``MIN_ROLE`` or ``CHANCE_ROLE``.
        child_worths: ``inf``, ``-inf`` or 0 for each child that can happen.

    Example:
        >>> _back_up_worth(MAX_ROLE, {-math.inf, 0}), _back_up_worth(CHANCE_ROLE, {-math.inf, 0})
        (0, -inf)
    """
    if not child_worths:  # all children have the probability 0
        return _FINITE
    if role == MAX_ROLE:
        return max(child_worths)
    if role == MIN_ROLE:
        return min(child_worths)
    # A chance node: one infinite child makes its mean infinite. A mix of both has no mean, which is
    # reported elsewhere; that it counts as +∞ here is arbitrary.
    if math.inf in child_worths:
        return math.inf
    return min(child_worths)
