"""What must hold at chance nodes, which needs the whole tree to be known."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from treeexplorer.notation.document import Exercise
from treeexplorer.notation.problems import Slip
from treeexplorer.notation.spelling import write_number
from treeexplorer.tree import (
    CHANCE_ROLE,
    DECIMAL,
    INNER,
    MAX_ROLE,
    GameTree,
    Player,
)

_TOLERANCE: Final = Fraction(1, 10**9)


class ChanceProblem(NamedTuple):
    """What is wrong at a node."""

    node: int
    message: str
    hint: str | None = None


def check_chance_nodes(exercise: Exercise) -> list[Slip]:
    """Return what is wrong at chance nodes and with probabilities elsewhere, by its place."""
    places = exercise.positions
    return [
        Slip(0 if places is None else places.nodes[problem.node], problem.message, problem.hint)
        for problem in chance_problems(exercise.tree)
    ]


def chance_problems(tree: GameTree) -> Iterator[ChanceProblem]:
    """Yield what is wrong at chance nodes and with probabilities elsewhere.

    Linear in the tree's size; a tree without chance nodes and probabilities costs one look.
    """
    has_chance = Player.CHANCE in tree.levels or Player.CHANCE in tree.players.values()
    if not (has_chance or tree.probabilities):
        return
    yield from _misplaced(tree)
    if has_chance:
        yield from _weights(tree)
        yield from _mixed_infinities(tree)


def _misplaced(tree: GameTree) -> Iterator[ChanceProblem]:
    for node in tree.probabilities:
        parent = tree.parent[node]
        if parent < 0 or tree.roles[parent] != CHANCE_ROLE:
            yield ChanceProblem(
                node,
                "a probability stands only at the children of a chance node",
                "write chance[…], or give the players by level: @levels max chance",
            )


def _weights(tree: GameTree) -> Iterator[ChanceProblem]:
    for node, role in enumerate(tree.roles):
        if role != CHANCE_ROLE:
            continue
        if node in tree.elided:
            yield ChanceProblem(
                node,
                "the children of a chance node must all be drawn: … cannot stand here",
            )
        children = list(tree.children(node))
        weights = [tree.probabilities[child] for child in children if child in tree.probabilities]
        if not weights:
            continue
        if len(weights) < len(children):
            bare = next(child for child in children if child not in tree.probabilities)
            yield ChanceProblem(
                bare,
                "this child of a chance node has no probability, but others have one",
                "all children carry one, or none does",
            )
        elif abs((total := sum(weights, Fraction())) - 1) > _TOLERANCE:
            yield ChanceProblem(
                node,
                f"probabilities add up to {_shown(total)}, not to 1",
            )


def _mixed_infinities(tree: GameTree) -> Iterator[ChanceProblem]:
    """Find chance nodes where a child is worth +∞ and another −∞: their mean means nothing."""
    infinite = [
        math.copysign(1, value) if kind == DECIMAL and math.isinf(value) else 0
        for kind, value in zip(tree.kind, tree.value, strict=True)
    ]
    if not (1 in infinite and -1 in infinite):
        return
    found: list[set[float]] = [set() for _ in infinite]
    for node in range(len(infinite) - 1, -1, -1):
        role = tree.roles[node]
        if tree.kind[node] == INNER:
            signs = found[node]
            if role == CHANCE_ROLE:
                if signs >= {1, -1}:
                    yield ChanceProblem(
                        node,
                        "a chance node cannot average +∞ and −∞",
                    )
                infinite[node] = 1 if 1 in signs else -1 if -1 in signs else 0
            else:
                infinite[node] = (
                    max(signs, default=0) if role == MAX_ROLE else min(signs, default=0)
                )
        if (parent := tree.parent[node]) >= 0 and tree.probabilities.get(node) != 0:
            found[parent].add(infinite[node])


def _shown(total: Fraction) -> str:
    number = write_number(float(total))
    return number if Fraction(number) == total or len(number) < 12 else f"{float(total):.10g}"
