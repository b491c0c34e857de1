"""Chance nodes: what Star1 finds rests on the range of the leaves, and is said to."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.random_trees import rules_for, trees
from tests.engine.referee import INF, minimax_value
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.engine import Rules, RulesError, search
from treeexplorer.engine.algorithms import TABLE
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.explain.sentences import sentence, why
from treeexplorer.rules import ALGORITHMS, DRAWN_ORDERS, ORDERS, Algorithm
from treeexplorer.tree import GameTree, Number

STARS: tuple[Algorithm, ...] = ("star1",)
HUGE = "1" + "0" * 400


def star_rules(game: GameTree, data: st.DataObject, algorithm: Algorithm, **more: Any) -> Rules:
    return Rules(
        algorithm=algorithm,
        order=data.draw(st.sampled_from(["left-to-right", "right-to-left"])),
        levels=game.levels,
        leaf_range=data.draw(st.sampled_from([None, None, (-4, 4), (-4.5, 9), (-INF, 4)])),
        **more,
    )


@pytest.mark.parametrize("algorithm", STARS)
@examples(150)
@given(game=trees(chance=True), data=st.data())
def test_the_value_is_expectimax_s_and_proven_by_the_range_of_the_leaves(
    algorithm: Algorithm, game: GameTree, data: st.DataObject
) -> None:
    if not game.has_chance:
        return
    rules = star_rules(game, data, algorithm, depth=data.draw(st.sampled_from([None, None, 2])))
    plain = search(game, Rules("expectimax", levels=game.levels, depth=rules.depth))
    record = search(game, rules)
    result = analysis_of(record).result
    assert result.value == plain.root_value == minimax_value(game, rules)
    assert result.interval == (result.value, result.value)
    assert result.bound == "exact"
    intervals, exact = analysis_of(record).intervals, analysis_of(plain).intervals
    for node in range(len(game)):
        low, high = intervals.at(node, record.steps)
        if plain.row(node) is not None:
            assert low <= exact.at(node, plain.steps)[0] <= high
    if game.roles[0] in {1, 2}:
        assert result.best is not None
        assert exact.at(result.best, plain.steps) == (result.value, result.value)
        for node in result.ties:
            assert exact.at(node, plain.steps) == (result.value, result.value)


@pytest.mark.parametrize("algorithm", STARS)
@examples(100)
@given(game=trees(chance=True), data=st.data())
def test_in_a_narrow_window_the_value_bounds_expectimax_s_as_it_says(
    algorithm: Algorithm, game: GameTree, data: st.DataObject
) -> None:
    if not game.has_chance:
        return
    low = data.draw(st.sampled_from([-3, -1, 0, 1]))
    high = low + data.draw(st.sampled_from([1, 2, 4]))
    value = search(game, Rules("expectimax", levels=game.levels)).root_value
    assert value is not None
    found = analysis_of(search(game, star_rules(game, data, algorithm, window=(low, high)))).result
    assert found.interval[0] <= value <= found.interval[1]
    if low < value < high:
        assert (found.value, found.bound) == (value, "exact")
    elif value >= high:
        assert high <= found.value <= value
    else:
        assert value <= found.value <= low


def test_a_stated_range_that_does_not_hold_every_leaf_is_refused() -> None:
    game = tree_of("max[3 chance[9 -8]]")
    with pytest.raises(RulesError) as caught:
        search(game, Rules("star1", leaf_range=(0, 20)))
    assert str(caught.value) == (
        "the leaf range 0 to 20 does not hold every leaf: they reach from −8 to 9; state those, or "
        "leave the range out"
    )


def test_nothing_is_known_of_the_range_of_leaves_that_have_no_value() -> None:
    game = tree_of("max[chance[x y]]")
    assert search(game, Rules("star1")).leaf_range == (-INF, INF)
    assert search(game, Rules("star1", leaf_range=(5, 9))).leaf_range == (5, 9)


@pytest.mark.parametrize("algorithm", STARS)
def test_a_move_that_rests_on_the_range_of_the_leaves_is_proven(algorithm: Algorithm) -> None:
    game = tree_of("max[a:chance[min[3 9] min[5 6]] b:chance[min[-10 4] min[1 10]]]")
    record = search(game, Rules(algorithm))
    result = analysis_of(record).result
    assert record.evaluated < game.leaf_count
    assert (result.value, result.bound, result.best) == (4, "exact", game.find("a"))
    end = sentence(record, record.steps)
    assert "is worth 4, since every leaf lies between −10 and 10." in end
    stated = search(game, Rules(algorithm, leaf_range=(-20, 10)))
    assert "given that every leaf lies between −20 and 10" in sentence(stated, stated.steps)


def test_why_speaks_of_the_window_of_a_chance_node_where_it_can_cut() -> None:
    game = tree_of("max[a:chance[min[3 9] min[5 6]] b:chance[min[-10 4] min[1 10]]]")
    record = search(game, Rules("star1"))
    a, b = game.find("a"), game.find("b")
    assert "entered with the full window, in which any mean lies" in why(record, a)
    assert "α cut-off at ○b" in why(record, b)
    worth_it = tree_of("max[3 b:chance[9 8]]")
    record = search(worth_it, Rules("star1"))
    said = "The mean of ○b could still lie in its window (3, +∞)"
    assert said in why(record, worth_it.find("b"))
    assert said in why(record, worth_it.find("2.2"))
    assert "none is ever pruned" in why(search(worth_it), worth_it.find("b"))


def test_a_value_that_was_read_is_not_said_to_rest_on_the_range_of_the_leaves() -> None:
    record = search(tree_of("chance[max[1 2] min[3 4]]"), Rules("star1"))
    assert "lies between" not in sentence(record, record.steps)


@pytest.mark.parametrize("algorithm", ["alphabeta", "minimax", "pvs", "mtdf", *STARS])
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("chance[inf 3]", INF),
        ("max[chance[inf 3] 4]", INF),
        (f"chance[{HUGE} inf]", INF),
        (f"max[chance[{HUGE} 3] 5]", None),
        (f"max[3 chance[{HUGE} {HUGE}]]", int(HUGE)),
    ],
)
def test_infinite_and_huge_leaves_have_exact_means(
    algorithm: Algorithm, text: str, value: Number | None
) -> None:
    game = tree_of(text)
    record = search(game, Rules(algorithm))
    intervals = analysis_of(record).intervals
    assert record.root_value == search(game, Rules("expectimax")).root_value
    assert value is None or record.root_value == value
    for step in range(record.steps + 1):
        for node in range(len(game)):
            low, high = intervals.at(node, step)
            assert low <= high


def test_what_is_left_out_below_the_depth_limit_leaves_the_range_of_the_leaves_as_it_is() -> None:
    game = tree_of("max[chance[~3[1 ...] ~9[x 2]] 4]")
    record = search(game, Rules("star1", depth=2))
    assert all(analysis_of(record).intervals.at(node, 0) == (1, 9) for node in (0, 1, 2, 4))


@pytest.mark.parametrize(
    ("text", "kind"), [("max[3 chance[0 6]]", "alpha"), ("min[3 chance[6 0]]", "beta")]
)
def test_star1_stops_where_the_mean_can_at_best_equal_the_bound(text: str, kind: str) -> None:
    record = search(tree_of(text), Rules("star1"))
    (cut,) = analysis_of(record).cut_offs
    assert (cut.kind, cut.v, cut.bound, cut.skipped) == (kind, 3, 3, (4,))
    assert (record.value(cut.call), record.root_value) == (3, 3)


def test_the_root_is_cut_off_too_where_it_is_a_chance_node() -> None:
    record = search(tree_of("chance[0 6]"), Rules("star1", window=(3, 9)))
    (cut,) = analysis_of(record).cut_offs
    assert (cut.node, cut.kind, cut.v, cut.source, cut.witness) == (0, "alpha", 3, "window", None)


def test_an_integral_mean_is_an_integer() -> None:
    record = search(tree_of("chance[1 chance[1/2*4 1/2*6]]"))
    ends = [analysis_of(record).intervals.at(node, record.steps) for node in (0, 2)]
    assert ends == [(3, 3), (5, 5)]
    assert {type(end) for interval in ends for end in interval} == {int}
    assert {type(record.value(row)) for row in range(len(record.nodes))} == {int}


def test_a_decimal_bound_is_the_number_that_is_written_as_a_decimal_leaf_is() -> None:
    """No double is 0.1, so that the leaf would be a little less than the bound."""
    for text in ("max[0.1 chance[0.3 0.5]]", "max[chance[0.2 0] 4]"):
        record = search(tree_of(text), Rules(window=(0, 0.1)))
        (cut,) = analysis_of(record).cut_offs
        assert (cut.v, cut.bound, cut.source) == (Fraction("0.1"), Fraction("0.1"), "window")
        assert "β cut-off at ▲root: 0.1 ≥ 0.1" in sentence(record, record.steps)


def a_tenth(number: Number) -> float:
    return float(number) / 10


@examples(300)
@given(game=trees(chance=True), data=st.data())
def test_a_tenth_of_all_numbers_is_searched_alike(game: GameTree, data: st.DataObject) -> None:
    if not game.has_chance:
        return
    leaves = {node: number for node, number in enumerate(game.leaf_values) if number is not None}
    ends = st.sampled_from([-INF, INF, *leaves.values()])
    low, high = sorted(data.draw(st.lists(ends, min_size=2, max_size=2, unique=True)))
    algorithm = data.draw(
        st.sampled_from([name for name in ALGORITHMS if TABLE[name].takes_chance])
    )
    rules = replace(
        data.draw(rules_for(game, forms=False)),
        algorithm=algorithm,
        order=data.draw(st.sampled_from(ORDERS if algorithm == "alphabeta" else DRAWN_ORDERS)),
        window=(low, high),
        first_guess=high,
    )
    record = search(game, rules)
    smaller = search(
        replace(
            game.with_values({node: a_tenth(number) for node, number in leaves.items()}),
            estimates={node: a_tenth(number) for node, number in game.estimates.items()},
        ),
        replace(rules, window=(a_tenth(low), a_tenth(high)), first_guess=a_tenth(high)),
    )
    assert list(smaller.nodes) == list(record.nodes)
    assert list(smaller.cuts) == list(record.cuts)
    assert record.root_value is not None
    assert smaller.root_value == record.root_value / Fraction(10)
