"""Random irregular trees and rules for laws of Hypothesis, which draws one seed for each case.

To draw a seed costs as much as to grow a tree from it, and a case that is grown from several
seeds is tried again and again with two of them alike.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from tests.engine.random_records import random_rules, random_tree
from treeexplorer.engine import Rules
from treeexplorer.tree import UNKNOWN, GameTree

SEEDS = st.integers(0, 2**32).map(Random)


def known_tree(random: Random, *, elided: bool = False, chance: bool = False) -> GameTree:
    """Return a tree with ties, estimates, and some explicit players, all of its leaves known."""
    game = random_tree(random, chance=chance)
    known = game.with_values({leaf: random.randint(-4, 4) for leaf in game.unknowns})
    return known if elided else replace(known, elided=frozenset())


def conventions(random: Random, game: GameTree, *, forms: bool = True) -> Rules:
    """Return any conventions of alpha-beta that a tree can be searched with."""
    rules = random_rules(random, game)
    return replace(
        rules,
        algorithm="alphabeta",
        form=rules.form if forms else "classic",
        fail=random.choice(("soft", "hard")),
        depth=random.choice((None, None, 1, 2)),
    )


def trees(*, elided: bool = False, chance: bool = False) -> st.SearchStrategy[GameTree]:
    """Return trees with ties, estimates, and some explicit players."""
    return SEEDS.map(lambda random: known_tree(random, elided=elided, chance=chance))


def rules_for(game: GameTree, *, forms: bool = True) -> st.SearchStrategy[Rules]:
    """Return any conventions of alpha-beta that a tree can be searched with."""
    return SEEDS.map(lambda random: conventions(random, game, forms=forms))


def cases(
    *, forms: bool = True, unknowns: bool = False
) -> st.SearchStrategy[tuple[GameTree, Rules]]:
    """Return a tree together with conventions to search it with, one leaf perhaps unknown."""

    def case(random: Random) -> tuple[GameTree, Rules]:
        kind = random.choice(("plain", "plain", "elided", "chance"))
        game = known_tree(random, elided=kind == "elided", chance=kind == "chance")
        rules = conventions(random, game, forms=forms)
        if not unknowns or random.random() < 0.5:
            return game, rules
        leaf = random.choice(list(game.leaves(0)))
        kinds = bytearray(game.kind)
        kinds[leaf] = UNKNOWN
        return replace(game, kind=bytes(kinds), unknowns={leaf: "x"}), rules

    return SEEDS.map(case)
