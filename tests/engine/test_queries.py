"""What a record answers about calls and orders, also while it grows; records as values."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.random_records import ORDERS, any_search, open_nodes, state_at
from tests.engine.random_trees import cases
from tests.laws import batches, examples
from tests.trees import tree_of
from treeexplorer.engine import Record, Rules, Status, Step, StepKind, analysis_of, begin, search
from treeexplorer.rules import AlgorithmName, OrderName
from treeexplorer.terminal.moves import next_cut, previous_cut
from treeexplorer.tree import GameTree, Player

BATCH = 100


@examples(100)
@given(cases(), st.sampled_from(["alphabeta", "pvs", "mtdf"]))
def test_the_cut_offs_around_a_step_are_those_of_a_replay(
    case: tuple[GameTree, Rules], algorithm: str
) -> None:
    game, rules = case
    if algorithm != "alphabeta":
        rules = Rules(algorithm="pvs" if algorithm == "pvs" else "mtdf", levels=game.levels)
    record = search(game, rules)
    cuts = [n for n in range(1, record.steps + 1) if record.step(n).kind is StepKind.CUT]
    for step in range(record.steps + 1):
        assert next_cut(record, step) == next((n for n in cuts if n > step), None)
        assert previous_cut(record, step) == next((n for n in cuts[::-1] if n < step), None)


@examples(60)
@given(cases(), st.sampled_from(["alphabeta", "mtdf"]))
def test_records_are_compared_hashed_and_pickled(
    case: tuple[GameTree, Rules], algorithm: AlgorithmName
) -> None:
    game, rules = case
    rules = replace(rules, algorithm=algorithm)
    record = search(game, rules)
    analysis = analysis_of(record)
    assert analysis_of(record) is analysis
    again = pickle.loads(pickle.dumps(record))  # noqa: S301 - our own
    assert again == record == search(game, rules)
    assert hash(again) == hash(record)
    assert record != search(game, replace(rules, algorithm="minimax"))
    steps = range(record.steps + 1)
    assert [again.step(number) for number in steps] == [record.step(number) for number in steps]
    found = [(each.interval, each.line, each.cut_offs) for each in (analysis_of(again), analysis)]
    assert found[0] == found[1]


@examples(100)
@given(st.integers(0, 2**32))
def test_the_leaves_read_are_the_readings_without_their_steps(seed: int) -> None:
    record = search(*any_search(seed))
    assert list(record.leaves_read()) == [(node, value) for _, node, value in record.readings()]


@pytest.mark.parametrize("batch", batches(1, range(10)))
def test_calls_are_where_a_replay_of_the_steps_finds_them(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        check_calls(search(*any_search(seed)))


def check_calls(record: Record) -> None:
    game, path = record.tree, list[int]()
    calls: dict[int, list[int]] = {node: [] for node in range(len(game))}
    last: dict[int, int] = {}
    for number in range(1, record.steps + 1):
        at = record.step(number)
        if at.child_call is None:
            if game.parent[at.node] < 0:
                path.clear()
            assert record.caller(at.call) == (path[-1] if path else None)
            assert record.find_previous_sibling_call(at.call) == (
                last.get(path[-1]) if path else None
            )
            before = last.get(path[-1]) if path else None
            first_v = record.first_v(path[-1]) if path else None
            assert record.parent_v_before(at.call) == (
                first_v if before is None else record.parent_v_after[before]
            )
            assert (record.entered_at(at.call), record.last_call_by(number)) == (number, at.call)
            is_chance = game.player(at.node) is Player.CHANCE
            assert (at.v is None) == (at.value is not None or is_chance)
            calls[at.node].append(at.call)
            path.append(at.call)
        else:
            assert path.pop() == at.child_call
            assert (path[-1], record.returned_at(at.child_call)) == (at.call, number)
            assert record.caused_cut_off(at.child_call) == (at.kind is StepKind.CUT)
            last[at.call] = at.child_call
            if game.player(at.node) is Player.CHANCE:
                assert (record.narrow_window_of_call(at.call, at.value), at.v) == (None, None)
            following = record.step(number + 1) if number < record.steps else at
            goes_on = following.child is None and game.parent[following.node] >= 0
            assert record.following_call(at) == (following.call if goes_on else None)
        for node in range(len(game)):
            is_beyond = game.ply[node] > (record.rules.depth or len(game))
            assert (record.status(node, number) is Status.BEYOND) == is_beyond
            latest = record.call_at(node, number)
            assert latest == (calls[node][-1] if calls[node] else None)
            if latest is not None and not record.is_leaf_call(latest):
                assert record.last_return(latest, number) == last.get(latest)
            seen = [each for each in (node, *game.ancestors(node)) if calls[each]]
            assert record.find_visited_ancestor(node, number) == (seen[0] if seen else None)
    assert {node: record.calls_of(node) for node in calls} == calls
    assert [record.call_of(node) for node in calls] == [
        of_node[-1] if of_node else None for of_node in calls.values()
    ]
    assert record.visited == sum(map(bool, calls.values()))
    leaves = [node for node, rows in calls.items() if rows and record.is_evaluated(node)]
    assert record.evaluated == len(leaves)
    reads = [n for n in range(1, record.steps + 1) if record.step(n).kind is StepKind.LEAF]
    assert [step for step, _, _ in record.readings()] == reads
    assert record.evaluations == len(reads)
    assert record.open_calls == (0 if record.complete else len(path))


def test_there_is_no_step_before_the_first_or_after_the_last() -> None:
    record = search(tree_of("[3 [2 4]]"))
    assert record.step(0) == Step(0, StepKind.START, 0, 0, window=record.rules.window)
    for number in (-1, record.steps + 1):
        with pytest.raises(IndexError, match="there is no step"):
            record.step(number)
    with pytest.raises(LookupError, match="call 0 made no cut-off"):
        analysis_of(record).cut_off(0)


@pytest.mark.parametrize("order", ORDERS)
def test_the_order_of_the_search_is_a_preorder_with_other_siblings(order: OrderName) -> None:
    for seed in range(BATCH):
        game, rules = any_search(seed, "alphabeta")
        record = search(game, Rules(order=order, levels=rules.levels))
        nodes = list(map(record.node_at, range(len(game))))
        assert sorted(nodes) == list(range(len(game))), seed
        assert [nodes[record.rank_of_node[node]] for node in nodes] == nodes
        for node in nodes:
            children = sorted(game.children(node), key=nodes.index)
            assert list(record.children(node)) == children
            below = nodes[nodes.index(node) :][: game.end[node] - node]
            assert sorted(below) == list(range(node, game.end[node]))
            for place, child in enumerate(children):
                assert list(record.children_after(node, child)) == children[place + 1 :]
                assert record.is_last_child(child) == (place == len(children) - 1)


@pytest.mark.parametrize("batch", batches(1, range(10)))
def test_a_record_that_grows_knows_of_each_step_what_it_knows_in_the_end(
    batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        game, rules = any_search(seed)
        whole = search(game, rules)
        with monkeypatch.context() as patch:
            for module in ("alphabeta", "null_windows"):
                patch.setattr(f"treeexplorer.engine.{module}._SLICE", 1 + seed % 5)
            check_growth(game, whole, *begin(game, rules))


def check_growth(game: GameTree, whole: Record, record: Record, progress: Iterator[None]) -> None:
    all_cuts, seen = analysis_of(whole).cut_offs, 0
    for _ in progress:
        assert not record.complete
        cuts = analysis_of(record).cut_offs
        assert cuts == all_cuts[: len(cuts)]
        for number in range(seen, record.steps + 1):
            assert record.step(number) == whole.step(number)
            assert open_nodes(record, number) == open_nodes(whole, number)
            for node in range(len(game)):
                assert state_at(record, node, number) == state_at(whole, node, number)
                known = analysis_of(record).intervals.at(node, number)
                assert known == analysis_of(whole).intervals.at(node, number)
        seen = record.steps
    assert record.step(record.steps) == whole.step(record.steps)
    assert (record.root_value, record.waits_for) == (whole.root_value, whole.waits_for)
    assert analysis_of(record).cut_offs == all_cuts
    assert list(record.columns.values) == list(whole.columns.values)
