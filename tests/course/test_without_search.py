"""Answers that take no search: which leaf each way writes at a node."""

from __future__ import annotations

import random
from typing import Final
from unittest.mock import patch

import pytest

from tests.course.sheets import NoSearch, numbers_without_search
from tests.engine.random_records import random_tree
from tests.trees import tree_of
from treeexplorer.course.without_search import Way, are_copied, are_extremes, guesses
from treeexplorer.notation import Claim, Claims, sort_claims
from treeexplorer.tree import GameTree, Number

TREES: Final = 200
LEAF_VALUE: Final = GameTree.leaf_value
SAME: Final[dict[Way, NoSearch]] = {
    "first leaf": "first",
    "last leaf": "last",
    "largest leaf": "all-max",
    "smallest leaf": "all-min",
}
"""What the ways are called where all leaves below each node are gone through."""


def random_trees() -> list[GameTree]:
    return [random_tree(random.Random(81_000 + seed)) for seed in range(TREES)]


def test_each_way_takes_the_leaf_of_all_below_a_node() -> None:
    for tree in random_trees():
        gone_through = {way: numbers_without_search(tree, name) for way, name in SAME.items()}
        assert guesses(tree) == gone_through


def test_what_a_way_writes_is_told_and_another_number_is_not() -> None:
    told = 0
    for tree in random_trees():
        for way, name in SAME.items():
            numbers = numbers_without_search(tree, name)
            if len(numbers) < 3:
                continue
            is_told = are_copied if way in {"first leaf", "last leaf"} else are_extremes
            assert is_told(tree, as_claims(numbers))
            above_all = {**numbers, 0: 100}
            assert not is_told(tree, as_claims(above_all))
            told += 1
    assert told > TREES


def as_claims(numbers: dict[int, Number]) -> Claims:
    return sort_claims(Claim(node, "value", number) for node, number in numbers.items())


@pytest.mark.parametrize("text", ["[1 " * 400 + "7" + "]" * 400, "[" * 400 + "7" + " 1]" * 400])
def test_each_leaf_is_looked_up_once_a_way_however_deep_it_is(text: str) -> None:
    tree = tree_of(text)
    with patch.object(GameTree, "leaf_value", autospec=True, side_effect=LEAF_VALUE) as looked_up:
        guesses(tree)
    assert looked_up.call_count <= len(SAME) * len(tree)
