"""A known range: what can be pruned when all values lie from A to B, chance nodes included."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.ballard import Ballard
from tests.engine.random_ranges import ranged
from tests.engine.referee import INF, minimax_value
from tests.engine.test_by_the_book import event_of
from tests.judging.filled import minimax
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.engine import Rules, RulesError, search
from treeexplorer.engine.analysis import Witness, analysis_of
from treeexplorer.engine.heuristic_orders import in_search_order
from treeexplorer.engine.procedure import run_procedure
from treeexplorer.tree import GameTree, Window

EXAM = tree_of("@levels max chance min\n[[0.5*[8 9] 0.5*[8 10]] [0.5*[2 10] 0.5*[5 6]]]")
TEN = Rules(levels=EXAM.levels, range=(0, 10))


def test_an_exam_with_values_from_0_to_10_reads_5_of_8_leaves() -> None:
    record = search(EXAM, TEN)
    assert (record.evaluated, record.root_value) == (5, 8)
    below, at_chance = analysis_of(record).cut_offs
    # ▽E has 2, and ○B needs more than 6 of it to be worth more than 8.
    assert (below.kind, below.v, below.bound, below.source) == ("alpha", 2, 6, "chance")
    assert below.witness == Witness(0, 1)
    # With 2 and at most 10 ○B is worth at most 6, and the root has 8.
    assert (at_chance.kind, at_chance.v, at_chance.bound) == ("alpha", 6, 8)
    assert (at_chance.source, at_chance.witness) == ("witness", Witness(0, 1))


def test_without_the_range_all_leaves_are_read() -> None:
    assert search(EXAM, Rules(levels=EXAM.levels)).evaluated == 8


def test_what_reaches_an_end_of_the_range_is_exact_and_the_best_move() -> None:
    record = search(tree_of("[10 [3 4] 7]"), Rules(range=(0, 10)))
    found = analysis_of(record)
    assert (record.evaluated, found.interval, found.moves(0).best) == (1, (10, 10), 1)
    (cut,) = found.cut_offs
    assert (cut.kind, cut.bound, cut.source, cut.witness) == ("beta", 10, "range", None)


def test_under_the_strict_test_the_end_of_the_range_cuts_nothing() -> None:
    record = search(tree_of("[10 [3 4] 7]"), Rules(cutoff=">", range=(0, 10)))
    assert (record.evaluated, analysis_of(record).interval) == (3, (10, 10))


def test_the_root_is_entered_with_the_window_within_the_range() -> None:
    record = search(EXAM, Rules(levels=EXAM.levels, range=(0, 10), window=(-INF, 7)))
    assert record.entry_window(0) == (0, 7)
    with pytest.raises(RulesError, match=r"the window \(20, 30\) holds no value from 0 to 10"):
        Rules(range=(0, 10), window=(20, 30))


def test_an_infinite_end_forms_no_bound() -> None:
    record = search(EXAM, Rules(levels=EXAM.levels, range=(-INF, INF)))
    assert record.evaluated == 8
    only_below = search(EXAM, Rules(levels=EXAM.levels, range=(0, INF)))
    assert (only_below.evaluated, only_below.root_value) == (8, 8)


def test_a_child_of_weight_0_is_entered_with_the_range() -> None:
    game = tree_of("max[8 chance[0*[1 2] 1/2*[3 4] 1/2*[9 9]]]")
    record = search(game, Rules(range=(0, 10)))
    entered = {record.node(call): record.entry_window(call) for call in range(len(record.nodes))}
    assert entered[3] == (0, 10)
    assert entered[6] == (6, 10)


@pytest.mark.parametrize(
    "rules", [{"algorithm": "minimax"}, {"algorithm": "pvs"}, {"form": "bounds"}]
)
def test_other_searches_and_forms_refuse_a_range(rules: dict[str, str]) -> None:
    with pytest.raises(
        RulesError, match="a known range goes with alpha-beta in its form “classic”"
    ):
        search(EXAM, Rules(levels=EXAM.levels, range=(0, 10), **rules))  # type: ignore[arg-type]


def test_a_number_outside_is_an_error_at_its_node() -> None:
    with pytest.raises(RulesError, match=r"at B\.1: 12 lies outside the range from 0 to 10"):
        search(tree_of("[A:[3 4] B:[12 5]]"), Rules(range=(0, 10)))
    with pytest.raises(RulesError, match="at A: 11 lies outside"):
        search(tree_of("[A:~11[3 4] 5]"), Rules(range=(0, 10)))


# -- laws ------------------------------------------------------------------------------------------


@examples(1500)
@given(ranged())
def test_every_step_is_what_the_formulas_say(case: tuple[GameTree, Rules]) -> None:
    game, rules = case
    record = search(game, rules)
    book = Ballard(game, rules)
    assert record.root_value == book.run()
    assert [event_of(record, number) for number in range(1, record.steps + 1)] == book.events


@examples(900)
@given(ranged(), st.data())
def test_what_was_read_proves_the_intervals(
    case: tuple[GameTree, Rules], data: st.DataObject
) -> None:
    game, rules = case
    record = search(game, rules)
    step = data.draw(st.integers(0, record.steps))
    book = Ballard(game, rules)
    book.read = {node: value for at, node, value in record.readings() if at <= step}
    intervals = analysis_of(record).intervals
    for node in range(len(game)):
        if rules.depth is None or game.ply[node] <= rules.depth:
            assert intervals.at(node, step) == book.proven(node)


@examples(1500)
@given(ranged(elided=False))
def test_the_value_is_the_minimax_value(case: tuple[GameTree, Rules]) -> None:
    game, rules = case
    record = search(game, rules)
    truth = minimax_value(game, rules)
    alpha, beta = record.rules.root_window
    value = record.root_value
    assert value is not None
    if alpha < truth < beta or rules.window == (-INF, INF):
        assert (value, analysis_of(record).bound) == (truth, "exact")
    elif rules.hard and not record.is_leaf_call(0):
        assert value == max(alpha, min(truth, beta))
    low, high = analysis_of(record).interval
    assert low <= truth <= high


@examples(1500)
@given(ranged(elided=False), st.randoms(use_true_random=False))
def test_no_filling_of_what_was_pruned_changes_the_value(
    case: tuple[GameTree, Rules], random: object
) -> None:
    game, rules = case
    record = search(game, rules)
    if rules.depth is not None or rules.window != (-INF, INF):
        return
    least, most = (max(-9, min(9, end)) for end in record.rules.known_range)
    values = {}
    for leaf in record.tree.leaves(0):
        own = record.tree.leaf_value(leaf) or 0
        share = Fraction(random.choice((0, 0, 1, 2, 2)), 2)  # type: ignore[attr-defined]
        values[leaf] = own if record.call_of(leaf) is not None else least + (most - least) * share
    assert minimax(record.tree, values, {})[0] == record.root_value


@examples(600)
@given(ranged())
def test_the_procedure_with_hooks_does_the_same(case: tuple[GameTree, Rules]) -> None:
    game, rules = case
    record = search(game, rules)
    run = run_procedure(in_search_order(game, rules), rules)
    calls = range(len(record.nodes))
    entries: dict[int, Window] = {record.node(call): record.entry_window(call) for call in calls}
    assert (run.value, run.entries) == (record.root_value, entries)
    cuts = {cut.node: cut.after for cut in analysis_of(record).cut_offs}
    assert run.stopped == cuts
