"""Orders of children: exact where they say so, checked against every order of small trees."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.random_trees import trees
from tests.engine.trees import AIMA, tree
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.engine import Rules, RulesError, search
from treeexplorer.engine.analysis import analysis_of, expected_types
from treeexplorer.engine.ordering import count_orders, order_tree, reordered
from treeexplorer.exercises.growth import minimal_leaves
from treeexplorer.rules import Order
from treeexplorer.tree import GameTree, from_nested

ORDERS: tuple[Order, ...] = ("left-to-right", "right-to-left")


def every_count(game: GameTree, rules: Rules) -> list[int]:
    inner = [node for node in range(len(game)) if not game.is_leaf(node)]
    choices = [list(permutations(game.children(node))) for node in inner]
    return [
        search(reordered(game, dict(zip(inner, order, strict=True))), rules).evaluations
        for order in product(*choices)
    ]


@examples(60)
@given(trees(), st.sampled_from(ORDERS))
def test_no_order_reads_fewer_leaves_than_the_best_or_more_than_the_worst(
    game: GameTree, order: Order
) -> None:
    rules = Rules(levels=game.levels, order=order)
    if count_orders(game) > 300:
        return
    counts = every_count(game, rules)
    best = order_tree(game, rules, "best")
    assert (best.record.evaluations, best.is_exact) == (min(counts), True)
    worst = order_tree(game, rules, "worst")
    assert (worst.record.evaluations, worst.is_exact) == (max(counts), True)


@examples(40)
@given(trees())
def test_the_same_tree_in_another_order_has_the_same_value(game: GameTree) -> None:
    rules = Rules(levels=game.levels)
    value = search(game, rules).root_value
    for found in (order_tree(game, rules, "best"), order_tree(game, rules, "sorted")):
        assert found.record.root_value == value
        assert sorted(found.tree.value) == sorted(game.value)
        assert sorted(found.tree.names.values()) == sorted(game.names.values())


def test_a_worse_first_move_can_be_cheaper_than_sorting() -> None:
    game = tree_of("[a:[3 [9 9 9 9]] b:[[3 0 0] 3]]")
    best = order_tree(game, Rules(), "best")
    assert best.is_exact
    assert best.record.evaluations <= order_tree(game, Rules(), "sorted").record.evaluations


def test_uniform_trees_reach_the_minimal_number() -> None:
    values = iter(range(81))
    game = from_nested(
        [[[[next(values) * 7 % 81 for _ in "abc"] for _ in "abc"] for _ in "abc"] for _ in "abc"]
    )
    assert order_tree(game, Rules(), "best").record.evaluations == minimal_leaves(3, 4) == 17


def test_what_was_written_moves_with_its_node() -> None:
    game = tree_of("@title T\nA:[B:3[3 12] C:chance[1/4*2 3/4*x] ~5=2[2 ...]]")
    moved = reordered(game, {0: [7, 4, 1]})
    assert [moved.names.get(node) for node in moved.children(0)] == [None, "C", "B"]
    assert moved.elided == {1}
    assert moved.estimates == {1: 5}
    assert moved.unknowns == {moved.find("C") + 2: "x"}
    assert moved.probability(moved.find("C") + 1) is not None
    assert reordered(moved, {0: [moved.find("B"), moved.find("C"), 1]}) == game


def test_unknown_leaves_leave_nothing_to_go_by() -> None:
    with pytest.raises(RulesError, match="needs every leaf's value"):
        order_tree(tree([1, "x"]), Rules(), "best")


def test_a_large_tree_gets_the_best_that_was_found() -> None:
    values = iter(range(64))
    game = from_nested([[[next(values) for _ in range(4)] for _ in range(4)] for _ in range(4)])
    worst = order_tree(game, Rules(), "worst")
    assert not worst.is_exact
    assert worst.record.evaluations >= search(game).evaluations


def test_critical_nodes_by_position_and_as_they_turned_out() -> None:
    expected = expected_types(AIMA, Rules())
    assert {AIMA.address(node): kind for node, kind in expected.items()} == {
        "root": "pv",
        "1": "pv",
        "1.1": "pv",
        "1.2": "cut",
        "1.3": "cut",
        "2": "cut",
        "2.1": "all",
        "3": "cut",
        "3.1": "all",
    }
    found = analysis_of(search(AIMA)).found_types()
    assert {AIMA.address(node): kind for node, kind in found.items()} == {
        "root": "pv",
        "1": "pv",
        "2": "cut",
        "3": "cut",
    }
