"""The next cut-off and the previous one, from any step."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.random_trees import cases
from treeexplorer.engine import Rules, StepKind, search
from treeexplorer.tree import GameTree


@settings(max_examples=100, deadline=None)
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
        assert record.next_cut(step) == next((n for n in cuts if n > step), None)
        assert record.previous_cut(step) == next((n for n in cuts[::-1] if n < step), None)
