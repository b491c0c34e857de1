"""Random trees for the tests of the formats."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

from hypothesis import strategies as st

from tests.engine.random_records import INF, random_tree
from treeexplorer.notation import Claim, Exercise, sort_claims
from treeexplorer.tree import DEFAULT_LEVELS, GameTree, Number, Player

NAMES = (
    *("A", "B1", "left child", "6", "a=3", "=", "it's", 'say "hi"', "\\n", "max", "(x)", "[y]"),
    *("\\", "ä:ö", "日本", "a;b", "#1", "-3", "min=4", "…", "x", "?", "null", "a\\"),
)


def _number(source: random.Random) -> Number:
    kinds: tuple[Number, ...] = (
        source.randint(-20, 20),
        source.randint(-(10**20), 10**20),
        source.uniform(-100, 100),
        source.choice([0.5, -0.25, 3.0, 1e-9, -2e20]),
    )
    return kinds[source.choice([0, 0, 1, 2, 3])]


def _exercise(source: random.Random, *, unknowns: bool) -> Exercise:
    """Return a random tree with names, players, numbers and claims of every kind."""

    def some(nodes: Iterable[int], times: int) -> list[int]:
        return [node for node in nodes if source.randrange(times) == 0]

    tree = random_tree(source, chance=source.random() < 0.4)
    inner = [node for node in range(len(tree)) if not tree.is_leaf(node)]
    known = [leaf for leaf in tree.leaves(0) if not (unknowns and leaf in tree.unknowns)]
    numbers = {leaf: _number(source) for leaf in known if abs(tree.value[leaf]) != INF}
    players = {
        node: tree.player(node) or Player.MAX for node in some(inner, 3 - 2 * tree.has_chance)
    }
    tree = replace(
        tree.with_values(numbers),
        names={node: source.choice(NAMES) for node in some(range(len(tree)), 3)},
        players=players,
        levels=DEFAULT_LEVELS,
        estimates={node: _number(source) for node in some(inner, 6)},
    )
    return Exercise(tree, sort_claims(Claim(n, "value", _number(source)) for n in some(inner, 4)))


def exercises(*, unknowns: bool = True) -> st.SearchStrategy[Exercise]:
    """Return trees with names, players, chance nodes, claimed values and undrawn children."""
    seeds = st.integers(0, 2**32)
    return seeds.map(lambda seed: _exercise(random.Random(seed), unknowns=unknowns))


def game_trees(*, unknowns: bool = True) -> st.SearchStrategy[GameTree]:
    """Return the trees of :func:`exercises`."""
    return exercises(unknowns=unknowns).map(lambda exercise: exercise.tree)


def essence(exercise: Exercise) -> tuple[object, ...]:
    """Return what a format keeps of an exercise: its players, wherever they are written."""
    tree = exercise.tree
    return (
        tree.parent,
        tree.kind,
        tree.leaf_values,
        tree.names,
        tree.roles,
        {node: tree.probability(node) for node in range(len(tree))},
        tree.elided,
        tree.unknowns,
        exercise.values,
        tree.estimates,
    )
