"""Published numbers of leaves: means over random orders, and the minimal tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import factorial
from typing import Any

import pytest

from tests.laws import costly, ordinarily
from treeexplorer.engine import Rules, search
from treeexplorer.engine.algorithms import begin_in_order
from treeexplorer.engine.ordered_tree import OrderedTree
from treeexplorer.rules import AlgorithmName
from treeexplorer.tree import GameTree, from_nested


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


def mean_over_orders(game: GameTree, algorithm: AlgorithmName) -> tuple[Fraction, Fraction]:
    """Return the mean evaluations and mean distinct leaves over all orders of the leaves."""
    rules = Rules(algorithm=algorithm)
    ordered = OrderedTree(game, rules)
    leaves = ordered.values = LeavesInAnyOrder(ordered.values)
    totals: Counter[tuple[int, int, int]] = Counter()
    going_on = True
    while going_on:
        record, progress = begin_in_order(ordered, rules)
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


@pytest.mark.parametrize(
    ("branching", "depth", "algorithm", "evaluations", "distinct"),
    [
        (2, 2, "alphabeta", "11/3", "11/3"),
        (2, 2, "sss", "10/3", "10/3"),
        (2, 2, "negascout", "11/3", "11/3"),
        pytest.param(2, 3, "sss", "668/105", "668/105", marks=costly()),
        *ordinarily(
            0,
            [
                (2, 3, "alphabeta", "719/105", "719/105"),
                (2, 3, "pvs", "2619/280", "236/35"),
                (2, 3, "negascout", "4909/630", "236/35"),
                (2, 3, "scout", "8941/840", "236/35"),
                (3, 2, "alphabeta", "521/70", "521/70"),
            ],
        ),
    ],
)
def test_mean_leaves_over_all_orders_of_a_uniform_tree(
    branching: int, depth: int, algorithm: AlgorithmName, evaluations: str, distinct: str
) -> None:
    shape: Any = 0
    for _ in range(depth):
        shape = [shape] * branching
    found = mean_over_orders(from_nested(shape), algorithm)
    assert found == (Fraction(evaluations), Fraction(distinct))


def best_ordered(branching: int, depth: int) -> GameTree:
    """Return a uniform tree in which every node's first child is a best one."""

    def build(depth: int, value: int, *, at_max: bool) -> object:
        if depth == 0:
            return value
        worse = value - 1 if at_max else value + 1
        values = [value] + [worse] * (branching - 1)
        return [build(depth - 1, child, at_max=not at_max) for child in values]

    nested = build(depth, 0, at_max=True)
    assert isinstance(nested, list)
    return from_nested(nested)


@pytest.mark.parametrize(("branching", "depth"), [(2, 2), (2, 5), (2, 8), (3, 3), (3, 5), (5, 4)])
def test_the_best_order_reads_the_minimal_tree(branching: int, depth: int) -> None:
    """Slagle & Dixon 1969; Knuth & Moore 1975, corollary of theorem 1."""
    least = branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
    assert search(best_ordered(branching, depth)).evaluations == least
