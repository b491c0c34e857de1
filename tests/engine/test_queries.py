"""Questions a debugger answers about windows and cut-offs."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.random_trees import cases
from treeexplorer.engine import Record, Rules, StepKind, search
from treeexplorer.engine.queries import next_cut, previous_cut, window_changed
from treeexplorer.tree import GameTree


def replayed_window_change(record: Record, node: int, step: int) -> int | None:
    found = None
    for number in range(1, step + 1):
        at = record.step(number)
        if at.node == node and (
            at.kind in {StepKind.VISIT, StepKind.LEAF} or at.before != at.window
        ):
            found = number
    return found


@settings(max_examples=100, deadline=None)
@given(cases(), st.sampled_from(["alphabeta", "pvs", "mtdf"]))
def test_cuts_and_window_changes_are_those_of_a_replay(
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
        for node in range(len(game)):
            assert window_changed(record, node, step) == replayed_window_change(record, node, step)
