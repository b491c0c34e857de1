"""Orders of children: exact where they say so, checked against every order of small trees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice, permutations, product

import pytest
from hypothesis import given

from tests.engine.random_records import any_search
from tests.engine.random_trees import trees
from tests.laws import examples, some
from tests.trees import tree_of
from treeexplorer.engine import Rules, RulesError, best_order, search
from treeexplorer.engine.best_order import count_orders, order_tree, reorder_children
from treeexplorer.tree import GameTree, from_nested


def every_count(game: GameTree, rules: Rules) -> list[int]:
    inner = [node for node in range(len(game)) if not game.is_leaf(node)]
    choices = [list(permutations(game.children(node))) for node in inner]
    return [
        search(reorder_children(game, dict(zip(inner, order, strict=True))), rules).evaluations
        for order in product(*choices)
    ]


def few_orders(most: int) -> Iterator[tuple[GameTree, Rules]]:
    """Yield random trees of few orders with rules; every second under the reference rules."""
    for seed in count():
        game, rules = any_search(seed, None if seed % 2 else "alphabeta")
        if not game.unknowns and 2 <= count_orders(game) <= most:
            yield game, rules if seed % 2 else Rules(levels=game.levels, order=rules.order)


@pytest.mark.law
def test_no_order_reads_fewer_leaves_than_the_best_or_more_than_the_worst() -> None:
    for game, rules in some(list(islice(few_orders(24), 250))):
        counts = every_count(game, rules)
        assert len(counts) == count_orders(game)
        best = order_tree(game, rules, "best")
        assert (best.record.evaluations, best.is_exact) == (min(counts), True)
        worst = order_tree(game, rules, "worst")
        assert (worst.record.evaluations, worst.is_exact) == (max(counts), True)


def test_the_best_that_was_found_lies_between_sorted_and_the_best_there_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for game, rules in islice(few_orders(24), 80):
        counts = every_count(game, rules)
        with monkeypatch.context() as patch:
            patch.setattr(best_order, "_FEW_ORDERS", 1)
            best, worst = order_tree(game, rules, "best"), order_tree(game, rules, "worst")
        drawn, ordered = search(game, rules), order_tree(game, rules, "sorted").record
        assert min(counts) <= best.record.evaluations
        assert best.record.evaluations <= min(drawn.evaluations, ordered.evaluations)
        assert max(drawn.evaluations, ordered.evaluations) <= worst.record.evaluations
        assert worst.record.evaluations <= max(counts)
        assert best.is_exact == best_order.has_exact_minimum(game, rules)
        assert not worst.is_exact


@examples(40)
@given(trees())
def test_the_same_tree_in_another_order_has_the_same_value(game: GameTree) -> None:
    rules = Rules(levels=game.levels)
    value = search(game, rules).root_value
    for found in (order_tree(game, rules, "best"), order_tree(game, rules, "sorted")):
        assert found.record.root_value == value
        assert sorted(found.tree.value) == sorted(game.value)
        assert sorted(found.tree.names.values()) == sorted(game.names.values())


def test_orders_are_counted_up_to_what_can_be_tried() -> None:
    assert count_orders(from_nested([1, 2, 3])) == 6
    assert count_orders(from_nested([[1, 2, 3], [4, 5], 6])) == 72
    assert count_orders(from_nested(list(range(7)))) == 5_040
    assert count_orders(from_nested(list(range(1_000)))) > 5_000


def test_what_was_written_moves_with_its_node() -> None:
    game = tree_of("@title T\nA:[B:3[3 12] C:chance[1/4*2 3/4*x] ~5=2[2 ...]]")
    moved = reorder_children(game, {0: [7, 4, 1]})
    assert [moved.names.get(node) for node in moved.children(0)] == [None, "C", "B"]
    assert moved.elided == {1}
    assert moved.estimates == {1: 5}
    assert moved.unknowns == {moved.find("C") + 2: "x"}
    assert moved.probability(moved.find("C") + 1) is not None
    assert reorder_children(moved, {0: [moved.find("B"), moved.find("C"), 1]}) == game


def test_unknown_leaves_leave_nothing_to_go_by() -> None:
    with pytest.raises(RulesError, match="needs every leaf's value"):
        order_tree(tree_of("[1 x]"), Rules(), "best")


def test_where_a_form_swaps_the_players_children_are_sorted_for_those_who_play() -> None:
    """MIN moves first there: the 7 that MAX has in the second child is better than the 9."""
    found = order_tree(tree_of("[[3 9] [5 7]]"), Rules(form="exchanged"), "sorted").tree
    assert [value for value in found.leaf_values if value is not None] == [7, 5, 9, 3]


def test_uniform_trees_reach_the_minimal_number() -> None:
    values = iter(range(81))
    game = from_nested(
        [[[[next(values) * 7 % 81 for _ in "abc"] for _ in "abc"] for _ in "abc"] for _ in "abc"]
    )
    best = order_tree(game, Rules(), "best")
    assert (best.record.evaluations, best.is_exact) == (3**2 + 3**2 - 1, True)


@examples(120)
@given(trees(elided=True))
def test_what_is_not_drawn_is_left_out_of_an_order(game: GameTree) -> None:
    whole = replace(game, elided=frozenset())
    rules = Rules(levels=game.levels)
    found, known = (order_tree(each, rules, "sorted").tree for each in (game, whole))
    assert list(found.value) == list(known.value)
