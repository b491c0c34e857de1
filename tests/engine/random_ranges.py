"""Random trees with rules that know from where to where all their values lie."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from tests.engine.random_records import INF, random_rules, random_tree, with_undrawn
from tests.engine.random_trees import SEEDS, conventions, known_tree
from treeexplorer.engine import Record, Rules, search
from treeexplorer.tree import GameTree, Number


def ranged(*, elided: bool = True) -> st.SearchStrategy[tuple[GameTree, Rules]]:
    """Return a tree, mostly with chance nodes, and rules of alpha-beta with a range that holds it.

    The ends of the range are often values of leaves, now and then infinite.
    """

    def case(random: Random) -> tuple[GameTree, Rules]:
        is_elided = elided and random.random() < 0.25
        game = known_tree(random, elided=is_elided, chance=random.random() < 0.8)
        rules = conventions(random, game, forms=False)
        return game, with_range(random, game, rules)

    return SEEDS.map(case)


def with_range(random: Random, game: GameTree, rules: Rules) -> Rules:
    """Return rules with a range that holds all numbers of a tree, and a window that meets it."""
    numbers: list[Number] = [number for number in game.leaf_values if number is not None]
    numbers += (number for node in range(len(game)) if (number := game.estimate(node)) is not None)
    least = min(numbers) - random.choice((0, 0, 0, 1, 4))
    most = max(numbers) + random.choice((0, 0, 0, 1, 4))
    if least == most:
        most += 1
    least = random.choice((least, least, least, least, least, -INF))
    most = random.choice((most, most, most, most, most, INF))
    alpha, beta = rules.window
    meets = max(alpha, least) < min(beta, most)
    return replace(
        rules,
        range=(least, most),
        window=rules.window if meets else (-INF, INF),
    )


def random_ranged_record(seed: int) -> tuple[GameTree, Record]:
    """Return a random tree and its search under a range, which may wait for an unknown leaf."""
    random = Random(seed)
    game = random_tree(random, chance=random.random() < 0.8)
    if random.random() < 0.2 and not game.has_chance:
        game = with_undrawn(random, game)
    rules = random_rules(random, game)
    classic = replace(rules, algorithm="alphabeta", form="classic")
    return game, search(game, with_range(random, game, classic))
