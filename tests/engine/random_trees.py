"""Random irregular trees and rules for laws of Hypothesis, which draws their seeds."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from tests.engine.random_records import random_rules, random_tree
from treeexplorer.engine import Rules
from treeexplorer.tree import UNKNOWN, GameTree

SEEDS = st.integers(0, 2**32).map(Random)


def trees(*, elided: bool = False, chance: bool = False) -> st.SearchStrategy[GameTree]:
    """Return trees with ties, estimates, and some explicit players."""

    def tree(random: Random) -> GameTree:
        game = random_tree(random, chance=chance)
        known = game.with_values({leaf: random.randint(-4, 4) for leaf in game.unknowns})
        return known if elided else replace(known, elided=frozenset())

    return SEEDS.map(tree)


@st.composite
def rules_for(draw: st.DrawFn, game: GameTree, *, forms: bool = True) -> Rules:
    """Draw any conventions of alpha-beta that a tree can be searched with."""
    random = draw(SEEDS)
    rules = random_rules(random, game)
    return replace(
        rules,
        algorithm="alphabeta",
        form=rules.form if forms else "classic",
        fail=random.choice(("soft", "hard")),
        depth=random.choice((None, None, 1, 2)),
    )


@st.composite
def cases(draw: st.DrawFn, *, forms: bool = True, unknowns: bool = False) -> tuple[GameTree, Rules]:
    """Draw a tree together with conventions to search it with, one leaf perhaps unknown."""
    kind = draw(st.sampled_from(["plain", "plain", "elided", "chance"]))
    game = draw(trees(elided=kind == "elided", chance=kind == "chance"))
    rules = draw(rules_for(game, forms=forms))
    if not unknowns or draw(st.booleans()):
        return game, rules
    leaf = draw(st.sampled_from(list(game.leaves(0))))
    kinds = bytearray(game.kind)
    kinds[leaf] = UNKNOWN
    return replace(game, kind=bytes(kinds), unknowns={leaf: "x"}), rules
