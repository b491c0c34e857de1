"""The other searches: the same value, their published counts, and records as whole as any."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import factorial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.random_trees import trees
from tests.engine.referee import INF, minimax_value
from tests.engine.trees import tree
from tests.laws import examples, ordinarily
from treeexplorer.engine import Rules, search
from treeexplorer.engine.algorithms import begin_ordered
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.engine.ordered import OrderedTree
from treeexplorer.explain.sentences import sentence
from treeexplorer.explain.why import why
from treeexplorer.rules import Algorithm, Order
from treeexplorer.tree import GameTree

CALLING: tuple[Algorithm, ...] = ("pvs", "negascout", "scout", "mtdf")
ALL: tuple[Algorithm, ...] = (*CALLING, "sss")
ORDERS: tuple[Order, ...] = ("left-to-right", "right-to-left")


def rules_of(game: GameTree, data: st.DataObject, algorithm: Algorithm) -> Rules:
    return Rules(
        algorithm=algorithm,
        order=data.draw(st.sampled_from(ORDERS)),
        depth=data.draw(st.sampled_from([None, None, 1, 2])),
        levels=game.levels,
        first_guess=data.draw(st.sampled_from([0, 3, -0.5, INF, -INF])),
    )


@pytest.mark.parametrize("algorithm", ALL)
@examples(80)
@given(game=trees(), data=st.data())
def test_every_search_finds_the_minimax_value(
    algorithm: Algorithm, game: GameTree, data: st.DataObject
) -> None:
    rules = rules_of(game, data, algorithm)
    record = search(game, rules)
    assert record.root_value == minimax_value(game, rules)
    result = analysis_of(record).result
    assert result.bound == "exact"
    if result.moves.best is not None:
        assert analysis_of(record).intervals.at(result.moves.best, record.steps) == (
            result.value,
            result.value,
        )


@pytest.mark.parametrize("algorithm", ["pvs", "negascout", "scout", "mtdf"])
@examples(60)
@given(game=trees(chance=True), data=st.data())
def test_chance_nodes_keep_their_exact_means(
    algorithm: Algorithm, game: GameTree, data: st.DataObject
) -> None:
    if not game.has_chance:
        return
    rules = rules_of(game, data, algorithm)
    record = search(game, rules)
    assert record.root_value == minimax_value(game, rules)


@pytest.mark.parametrize("algorithm", ALL)
@examples(40)
@given(data=st.data())
def test_every_step_has_words(algorithm: Algorithm, data: st.DataObject) -> None:
    game = data.draw(trees())
    record = search(game, rules_of(game, data, algorithm))
    for step in range(record.steps + 1):
        assert sentence(record, step)
    for node in range(len(game)):
        assert why(record, node)
    assert len(analysis_of(record).cut_offs) == len(record.cuts)


class LeavesInAnyOrder(list[Any]):
    """Leaf values of which only the order matters, decided when a leaf is first read.

    A leaf's place among those read before it is any, with the same chance; orders that only differ
    in leaves that are never read are one. :meth:`advance` goes on to the next set of places.
    """

    def __init__(self, values: Sequence[Any]) -> None:
        super().__init__(values)
        self.inner = [value is None for value in values]
        self.places: list[int] = []
        self.restart()

    def restart(self) -> None:
        self.known: dict[int, float] = {}
        self.ranking: list[float] = []

    def __getitem__(self, rank: Any) -> Any:
        if self.inner[rank]:
            return None
        if rank not in self.known:
            count = len(self.ranking)
            if count == len(self.places):
                self.places.append(0)
            place = self.places[count]
            below = self.ranking[place - 1] if place else -1.0
            over = self.ranking[place] if place < count else 1.0
            self.known[rank] = (below + over) / 2
            self.ranking.insert(place, self.known[rank])
        return self.known[rank]

    def advance(self) -> bool:
        while self.places and self.places[-1] == len(self.places) - 1:
            self.places.pop()
        if self.places:
            self.places[-1] += 1
        self.restart()
        return bool(self.places)


def mean_over_orders(game: GameTree, algorithm: Algorithm) -> tuple[Fraction, Fraction]:
    """Return the mean evaluations and mean distinct leaves over all orders of the leaves."""
    rules = Rules(algorithm=algorithm)
    ordered = OrderedTree(game, rules)
    leaves = ordered.values = LeavesInAnyOrder(ordered.values)
    totals: Counter[tuple[int, int, int]] = Counter()
    going_on = True
    while going_on:
        record, progress = begin_ordered(ordered, rules)
        for _ in progress:
            pass
        totals[len(leaves.places), record.evaluations, record.evaluated] += 1
        going_on = leaves.advance()
    weights = {key: Fraction(count, factorial(key[0])) for key, count in totals.items()}
    assert sum(weights.values()) == 1
    return (
        sum((weight * key[1] for key, weight in weights.items()), Fraction(0)),
        sum((weight * key[2] for key, weight in weights.items()), Fraction(0)),
    )


def uniform(branching: int, depth: int) -> GameTree:
    shape: Any = 0
    for _ in range(depth):
        shape = [shape] * branching
    return tree(shape)


@pytest.mark.parametrize(
    ("algorithm", "evaluations"),
    [("alphabeta", "11/3"), ("sss", "10/3"), ("negascout", "11/3")],
)
def test_mean_leaves_over_all_orders_of_four(algorithm: Algorithm, evaluations: str) -> None:
    assert mean_over_orders(uniform(2, 2), algorithm)[0] == Fraction(evaluations)


@pytest.mark.parametrize(
    ("algorithm", "evaluations", "distinct"),
    ordinarily(
        1,
        [
            ("sss", "668/105", "668/105"),
            ("alphabeta", "719/105", "719/105"),
            ("pvs", "2619/280", "236/35"),
            ("negascout", "4909/630", "236/35"),
            ("scout", "8941/840", "236/35"),
        ],
    ),
)
def test_mean_leaves_over_all_orders_of_eight(
    algorithm: Algorithm, evaluations: str, distinct: str
) -> None:
    found = mean_over_orders(uniform(2, 3), algorithm)
    assert found == (Fraction(evaluations), Fraction(distinct))
