"""Questions a debugger answers, and the language of conditions."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.search.random_trees import cases
from tests.search.trees import AIMA
from treeexplorer.search import Record, Rules, StepKind, search
from treeexplorer.search.queries import (
    ConditionError,
    condition,
    first_entered,
    next_cut,
    previous_cut,
    step_before_where,
    steps_where,
    window_changed,
)
from treeexplorer.tree import GameTree

RECORD = search(AIMA)


def where(text: str) -> list[int]:
    return list(steps_where(RECORD, condition(text, RECORD)))


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("cut == alpha", [12]),
        ("cut == beta", []),
        ("cut == any", [12]),
        ("node == C and kind == visit", [10]),
        ('node == "2" and kind == cut', [12]),
        ("child == B", [9]),
        ("value >= 12", [5, 6, 15, 16]),
        ("v == 14", [16]),
        ("α > β", [12, 20]),
        ("alpha = 3 and not (player = max) and kind = return", [16, 18, 20]),
        ("step <= 2 or step > 20", [1, 2, 21]),
        ("not not ply == 0 and kind != visit", [9, 13, 21]),
        ("v ≥ 3 and (node = A or node = B) and kind ≠ visit", [4, 6, 8, 9, 13, 21]),
        ("alpha == -inf and beta == ∞ and ply == 2", [3]),
    ],
)
def test_conditions_find_their_steps(text: str, steps: list[int]) -> None:
    assert where(text) == steps


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "ends where a name"),
        ("v", "ends where a comparison"),
        ("v >=", "ends where a number"),
        ("v >= much", "“much” is no number"),
        ("w == 3", "is none of v, value, alpha"),
        ("node > C", "node is compared with == or !="),
        ("node == nobody", "no node is called"),
        ("cut == left", "cut is one of alpha, beta, none, any"),
        ("v == 3 v == 4", "join two with"),
        ("(v == 3", "never closed"),
        ("v == nan", "is no number"),
        ("(" * 60 + "v == 3", "at most 50 deep"),
        ("v == 3 and " * 200, "at most 1000 characters"),
        ("__import__ == 3", "is none of"),
        ('v == "3"', "a number"),
        ("v ! 3", "has no place"),
    ],
)
def test_what_is_no_condition_is_said(text: str, said: str) -> None:
    with pytest.raises(ConditionError) as error:
        condition(text, RECORD)
    assert said in str(error.value)


def test_going_back_finds_the_last_step_before() -> None:
    holds = condition("kind == leaf", RECORD)
    assert step_before_where(RECORD, holds, 12) == 11
    assert step_before_where(RECORD, holds, 3) is None


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


@settings(max_examples=60, deadline=None)
@given(cases())
def test_the_first_entry_of_every_node(case: tuple[GameTree, Rules]) -> None:
    game, rules = case
    record = search(game, rules)
    for node in range(len(game)):
        found = first_entered(record, node)
        if found is None:
            assert record.row(node) is None
        else:
            assert record.step(found).node == node
            assert record.row_at(node, found - 1) is None
