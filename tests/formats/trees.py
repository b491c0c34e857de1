"""Random trees for the tests of the formats."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

from treeexplorer.notation import Claim, Exercise, in_order
from treeexplorer.tree import GameTree, Number, Player, TreeBuilder

NAMES = (
    *("A", "B1", "left child", "6", "a=3", "=", "it's", 'say "hi"', "\\n", "max", "(x)", "[y]"),
    *("\\", "ä:ö", "日本", "a;b", "#1", "-3", "min=4", "…", "x", "?", "null", "a\\"),
)
WEIGHTS = (Fraction(1, 6), Fraction(1, 3), Fraction(1, 2))


def _number(source: random.Random) -> Number:
    kinds: tuple[Number, ...] = (
        source.randint(-20, 20),
        source.randint(-(10**20), 10**20),
        source.uniform(-100, 100),
        source.choice([0.5, -0.25, 3.0, 1e-9, -2e20]),
    )
    return kinds[source.choice([0, 0, 1, 2, 3])]


@dataclass
class _Grower:
    """Grows a tree from a source of randomness."""

    source: random.Random
    unknowns: bool

    def grow(self) -> Exercise:
        self.builder = TreeBuilder()
        self.values: dict[int, Number] = {}
        self.add(self.source.randint(0, 4), below_chance=False)
        claims = [Claim(node, "value", number) for node, number in self.values.items()]
        return Exercise(self.builder.tree(), in_order(claims))

    def once_in(self, times: int) -> bool:
        return self.source.randrange(times) == 0

    def add(self, depth: int, *, below_chance: bool) -> None:
        source, builder = self.source, self.builder
        name = source.choice(NAMES) if self.once_in(3) else None
        if depth == 0 or self.once_in(4):
            if self.unknowns and self.once_in(6):
                builder.unknown(source.choice(["", "x", "y'"]), name)
            elif not below_chance and self.once_in(8):
                builder.leaf(source.choice([float("inf"), float("-inf")]), name)
            else:
                builder.leaf(_number(source), name)
            return
        player = source.choice([None, None, Player.MAX, Player.MIN, Player.CHANCE])
        node = builder.open(name, player)
        if self.once_in(4):
            self.values[node] = _number(source)
        if self.once_in(6):
            builder.estimates[node] = _number(source)
        weighted = player is Player.CHANCE and self.once_in(2)
        children = []
        for _ in range(len(WEIGHTS) if weighted else source.randint(1, 3)):
            children.append(len(builder.kind))
            self.add(depth - 1, below_chance=below_chance or player is Player.CHANCE)
        if weighted:
            builder.probabilities.update(zip(children, WEIGHTS, strict=True))
        elif player is not Player.CHANCE and self.once_in(6):
            builder.elided.add(node)
        builder.close()


def exercises(*, unknowns: bool = True) -> st.SearchStrategy[Exercise]:
    """Return trees with names, players, chance nodes, claimed values and undrawn children."""
    seeds = st.integers(0, 2**32)
    return seeds.map(lambda seed: _Grower(random.Random(seed), unknowns).grow())


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
