"""Chance nodes: exact means, also of huge and infinite leaves, and decimals as they are written."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.random_records import ORDERS
from tests.engine.random_trees import rules_for, trees
from tests.engine.referee import INF
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.engine import Rules, StepKind, search
from treeexplorer.engine.algorithms import TABLE
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.explain.steps import describe_step
from treeexplorer.rules import ALGORITHMS, DRAWN_ORDERS, AlgorithmName, OrderName
from treeexplorer.tree import CHANCE_ROLE, GameTree, Number

HUGE = "1" + "0" * 299


@pytest.mark.parametrize("algorithm", ["alphabeta", "minimax", "pvs", "mtdf"])
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
    algorithm: AlgorithmName, text: str, value: Number | None
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


def test_an_integral_mean_is_an_integer() -> None:
    record = search(tree_of("chance[1 chance[1/2*4 1/2*6]]"))
    ends = [analysis_of(record).intervals.at(node, record.steps) for node in (0, 2)]
    assert ends == [(3, 3), (5, 5)]
    assert {type(end) for interval in ends for end in interval} == {int}
    assert {type(record.value(call)) for call in range(len(record.nodes))} == {int}


def test_a_decimal_bound_is_the_number_that_is_written_as_a_decimal_leaf_is() -> None:
    """No double is 0.1, so that the leaf would be a little less than the bound."""
    for text in ("max[0.1 chance[0.3 0.5]]", "max[chance[0.2 0] 4]"):
        record = search(tree_of(text), Rules(window=(0, 0.1)))
        (cut,) = analysis_of(record).cut_offs
        assert (cut.v, cut.bound, cut.source) == (Fraction("0.1"), Fraction("0.1"), "window")
        assert "β cut-off at ▲root: 0.1 ≥ 0.1" in describe_step(record, record.steps)


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
    )
    record = search(game, rules)
    smaller = search(
        replace(
            game.with_values({node: a_tenth(number) for node, number in leaves.items()}),
            estimates={node: a_tenth(number) for node, number in game.estimates.items()},
        ),
        replace(rules, window=(a_tenth(low), a_tenth(high))),
    )
    assert list(smaller.nodes) == list(record.nodes)
    assert list(smaller.cuts) == list(record.cuts)
    assert record.root_value is not None
    assert smaller.root_value == record.root_value / Fraction(10)


@examples(60)
@given(
    game=trees(chance=True),
    algorithm=st.sampled_from(["alphabeta", "minimax", "expectimax", "pvs", "scout"]),
    order=st.sampled_from(DRAWN_ORDERS),
)
def test_an_open_chance_node_shows_the_mean_of_what_was_returned_to_it_and_a_closed_one_its_value(
    game: GameTree, algorithm: AlgorithmName, order: OrderName
) -> None:
    record = search(game, Rules(algorithm, order=order, levels=game.levels))
    exact = search(game, Rules("expectimax", levels=game.levels))
    value = {exact.node(call): exact.value(call) for call in range(len(exact.nodes))}
    returned: dict[int, list[int]] = {}
    for step in range(1, record.steps + 1):
        at = record.step(step)
        if at.kind is StepKind.VISIT:
            returned[at.node] = []
        if at.child is not None:
            returned[at.node].append(at.child)
        for node, arrived in returned.items():
            if game.roles[node] != CHANCE_ROLE:
                continue
            children = [child for child in arrived if game.probability(child)]
            weights = [game.probability(child) or 0 for child in children]
            parts = [
                weight * (value[child] or 0)
                for weight, child in zip(weights, children, strict=True)
            ]
            mean = sum(parts, start=Fraction(0)) / sum(weights) if weights else None
            is_done = len(arrived) == len(list(game.children(node)))
            shown = analysis_of(record).shown(node, step)
            if is_done:
                assert shown == ("=", value[node])
            else:
                assert shown == (("", None) if mean is None else ("mean", mean))
