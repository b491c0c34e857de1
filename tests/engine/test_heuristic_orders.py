"""Orders by estimates and with killer moves first: permutations that leave the value as it is."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from tests.engine.random_records import any_search
from tests.engine.random_trees import cases
from tests.engine.referee import INF, minimax_value
from tests.laws import batches, examples
from tests.trees import tree_of
from treeexplorer.engine import Rules, RulesError, StepKind, search
from treeexplorer.rules import OrderName
from treeexplorer.tree import FULL_WINDOW, MAX_ROLE, GameTree, Number

ORDERS: tuple[OrderName, ...] = ("estimates", "killer")


def ordered(rules: Rules, order: OrderName) -> Rules:
    return replace(rules, form="classic", order=order)


@pytest.mark.parametrize("order", ORDERS)
@examples(150)
@given(case=cases())
def test_the_value_is_the_same_in_every_order(
    order: OrderName, case: tuple[GameTree, Rules]
) -> None:
    game, rules = case
    full = replace(ordered(rules, order), window=FULL_WINDOW)
    record = search(game, full)
    assert record.root_value == minimax_value(game, full)
    for call in range(len(record.nodes)):
        node = record.node(call)
        children = list(record.children(node))
        assert sorted(children) == list(game.children(node))
        calls = [record.call_of(child) for child in children]
        visited = [call for call in calls if call is not None]
        assert visited == sorted(visited)
        assert calls[: len(visited)] == visited


@examples(150)
@given(cases())
def test_estimates_put_the_most_promising_child_first(case: tuple[GameTree, Rules]) -> None:
    game, rules = case
    record = search(game, ordered(rules, "estimates"))
    tree = record.tree
    steps = map(record.step, range(1, record.steps + 1))
    for node in (step.node for step in steps if step.kind is StepKind.VISIT):
        if tree.roles[node] not in {1, 2}:
            assert list(record.children(node)) == list(tree.children(node))
            continue
        worst = -INF if tree.roles[node] == MAX_ROLE else INF
        numbers: list[Number] = []
        for child in record.children(node):
            number = record.leaf_value(child)
            numbers.append(worst if number is None else number)
        assert numbers == sorted(numbers, reverse=tree.roles[node] == MAX_ROLE)


@pytest.mark.parametrize("batch", batches(1, range(10)))
def test_killers_are_the_last_moves_that_cut_off_at_their_ply(batch: int) -> None:
    for seed in range(batch * 300, (batch + 1) * 300):
        game, rules = any_search(seed, "alphabeta")
        random = Random(seed)
        game = replace(game, names={n: random.choice("xyz") for n in range(1, len(game))})
        record = search(game, ordered(rules, "killer"))
        killers: dict[int, str] = {}
        for number in range(1, record.steps + 1):
            step = record.step(number)
            ply, children = game.ply[step.node], list(game.children(step.node))
            if step.kind is StepKind.CUT:
                killers[ply] = game.names[step.child or 0]
            elif step.kind is StepKind.VISIT:
                named = [child for child in children if game.names[child] == killers.get(ply)]
                rest = [child for child in children if child not in named]
                assert list(record.children(step.node)) == named + rest, seed


@pytest.mark.parametrize("order", ORDERS)
def test_an_unknown_leaf_ends_the_search_in_every_order(order: OrderName) -> None:
    game = tree_of("[a:~1[3 x] b:~2[y 1]]")
    record = search(game, Rules(order=order))
    waits_for = {"estimates": "y", "killer": "x"}[order]
    assert record.waits_for is not None
    assert game.unknowns[record.waits_for] == waits_for


@pytest.mark.parametrize("rules", [Rules("pvs"), Rules("minimax"), Rules(form="bounds")])
@pytest.mark.parametrize("order", ORDERS)
def test_they_go_with_the_classic_form_of_alpha_beta_only(rules: Rules, order: OrderName) -> None:
    with pytest.raises(RulesError, match="in its form “classic” only"):
        search(tree_of("[[1 2] [3 4]]"), replace(rules, order=order))
