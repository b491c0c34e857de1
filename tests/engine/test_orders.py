"""Orders by estimates and with killer moves first: permutations that leave the value as it is."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given

from tests.engine.random_records import any_search
from tests.engine.random_trees import cases
from tests.engine.referee import INF, minimax_value
from tests.laws import examples, ordinarily
from tests.trees import tree_of
from treeexplorer.engine import Record, Rules, RulesError, StepKind, analysis_of, search
from treeexplorer.library import load
from treeexplorer.rules import Order
from treeexplorer.tree import FULL_WINDOW, MAX_ROLE, GameTree, Number

ORDERS: tuple[Order, ...] = ("estimates", "killer")


def ordered(rules: Rules, order: Order) -> Rules:
    return replace(rules, form="classic", order=order)


def first_children(record: Record) -> list[tuple[int, int, int]]:
    """Return each node with children that was searched on, with its first call, in order."""
    found = []
    for number in range(1, record.steps + 1):
        step = record.step(number)
        if step.kind is StepKind.VISIT:
            found.append((number, step.node, record.node(step.call + 1)))
    return found


@pytest.mark.parametrize("order", ORDERS)
@examples(150)
@given(case=cases())
def test_the_value_is_the_same_in_every_order(order: Order, case: tuple[GameTree, Rules]) -> None:
    game, rules = case
    full = replace(ordered(rules, order), window=FULL_WINDOW)
    record = search(game, full)
    assert record.root_value == minimax_value(game, full)
    for row in range(len(record.nodes)):
        node = record.node(row)
        children = list(record.children(node))
        assert sorted(children) == list(game.children(node))
        rows = [record.row(child) for child in children]
        visited = [row for row in rows if row is not None]
        assert visited == sorted(visited)
        assert rows[: len(visited)] == visited


@examples(150)
@given(cases())
def test_estimates_put_the_most_promising_child_first(case: tuple[GameTree, Rules]) -> None:
    game, rules = case
    record = search(game, ordered(rules, "estimates"))
    tree = record.tree
    for _, node, _ in first_children(record):
        if tree.roles[node] not in {1, 2}:
            assert list(record.children(node)) == list(tree.children(node))
            continue
        worst = -INF if tree.roles[node] == MAX_ROLE else INF
        numbers: list[Number] = []
        for child in record.children(node):
            number = record.leaf_value(child)
            numbers.append(worst if number is None else number)
        assert numbers == sorted(numbers, reverse=tree.roles[node] == MAX_ROLE)


@pytest.mark.parametrize("batch", ordinarily(1, range(10)))
def test_killers_are_the_last_moves_that_cut_off_at_their_ply(batch: int) -> None:
    for seed in range(batch * 300, (batch + 1) * 300):
        game, rules = any_search(seed, "alphabeta")
        random = Random(seed)
        game = replace(game, names={n: random.choice("xyz") for n in range(1, len(game))})
        record = search(game, Rules(**{**vars(rules), "order": "killer", "form": "classic"}))
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


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("[a:[4 5] b:[x:chance[9 11] y:1 z:7] c:[x:8 y:9 z:9]]", "y"),
        ("[a:[4 5] b:[y:9 x:chance[1*2 0*90] z:7] c:[z:8 y:9 x:9]]", "x"),
    ],
)
def test_a_mean_that_cuts_off_makes_its_move_the_killer(text: str, first: str) -> None:
    game = tree_of(text)
    record = search(game, Rules(order="killer"))
    assert game.names[next(record.children(game.find("c")))] == first


@pytest.mark.parametrize("order", ORDERS)
def test_cut_offs_and_states_know_the_order(order: Order) -> None:
    game = tree_of("[a:[x:3 y:12] b:[z:20 x:1 y:9 ...] c:[z:5 y:2 x:0]]")
    record = search(game, Rules(order=order))
    for cut in analysis_of(record).cut_offs:
        visited = [child for child in game.children(cut.node) if record.row(child) is not None]
        assert sorted((*visited, *cut.skipped)) == list(game.children(cut.node))
        assert cut.elided == (cut.node in game.elided)
        assert all(record.status(child, record.steps) == "skipped" for child in cut.skipped)


@pytest.mark.parametrize("order", ORDERS)
def test_an_unknown_leaf_ends_the_search_in_every_order(order: Order) -> None:
    game = tree_of("[a:~1[3 x] b:~2[y 1]]")
    record = search(game, Rules(order=order))
    waits_for = {"estimates": "y", "killer": "x"}[order]
    assert record.waits_for is not None
    assert game.unknowns[record.waits_for] == waits_for


@pytest.mark.parametrize("rules", [Rules("pvs"), Rules("minimax"), Rules(form="bounds")])
@pytest.mark.parametrize("order", ORDERS)
def test_they_go_with_the_classic_form_of_alpha_beta_only(rules: Rules, order: Order) -> None:
    with pytest.raises(RulesError, match="in its form “classic” only"):
        search(tree_of("[[1 2] [3 4]]"), replace(rules, order=order))


@pytest.mark.parametrize(
    ("name", "saves"), [("order-by-estimates", (9, 5)), ("killer-move", (11, 7))]
)
def test_an_example_shows_what_each_saves(name: str, saves: tuple[int, int]) -> None:
    exercise = load(name)
    order: Any = exercise.directives.order
    counts = tuple(
        search(exercise.tree, Rules(order=each)).evaluated for each in ("left-to-right", order)
    )
    assert counts == saves
    assert all(f" {count}" in exercise.directives.notes[0] for count in counts)


def test_before_any_cut_off_children_stay_as_drawn_with_and_without_names() -> None:
    record = search(tree_of("[[3 12] [c1:2 4] [d1:1 5]]"), Rules(order="killer", cutoff=">"))
    assert [value for _, _, value in record.readings()] == [3, 12, 2, 1]
