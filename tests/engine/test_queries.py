"""The next cut-off and the previous one from any step; records as values."""

from __future__ import annotations

import pickle
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.random_trees import cases
from tests.laws import examples
from treeexplorer.engine import Rules, StepKind, analysis_of, search
from treeexplorer.rules import Algorithm
from treeexplorer.terminal.moves import next_cut, previous_cut
from treeexplorer.tree import GameTree


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
    case: tuple[GameTree, Rules], algorithm: Algorithm
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
    assert analysis_of(again).result == analysis.result
