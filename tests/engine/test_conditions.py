"""The language of conditions, and the steps at which they hold or begin to hold."""

from __future__ import annotations

import pytest

from tests.engine.trees import AIMA, DEEP, TIE
from treeexplorer.engine import search
from treeexplorer.engine.conditions import (
    ConditionError,
    condition,
    next_beginning,
    previous_beginning,
    steps_where,
)
from treeexplorer.engine.cutoffs import cut_off
from treeexplorer.notation import parse

TWO_CUTS = "[a:[[1 5 6] b:[8 7 3]] c:[4 9]]"
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
        ("cut and node == C", [12]),
        ("leaf 12 or deep", [5]),
        ("not leaf 2 and kind == leaf and ply == 2 and value < 4", [3]),
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
        ("leaf", "ends where a leaf's value"),
        ("leaf eight", "“eight” is no number"),
        ("cuts", "is none of v, value, alpha"),
        ("cut 3", "join two with"),
    ],
)
def test_what_is_no_condition_is_said(text: str, said: str) -> None:
    with pytest.raises(ConditionError) as error:
        condition(text, RECORD)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("cut", [13, 18]),
        ("leaf 8", [12]),
        ("leaf 7", []),
        ("v >= 5", [7, 9, 13, 19]),
        ("beta < 9", [10, 18]),
        ("α = 6", [9, 15]),
        ("root", [15]),
        ("deep", []),
        ("node == b and cut == beta", [13]),
        ("kind == leaf and value > 7", [12]),
        ("not (ply < 3) and value == 1", [4]),
        ("tie", []),
    ],
)
def test_a_run_stops_where_a_condition_begins_to_hold(text: str, steps: list[int]) -> None:
    record = search(parse(TWO_CUTS))
    wanted = [condition(text, record)]
    found = []
    step = 0
    while (stop := next_beginning(record, step, wanted)) is not None:
        found.append(stop)
        step = stop
    back = []
    step = record.steps + 1
    while (stop := previous_beginning(record, step, wanted)) is not None:
        back.append(stop)
        step = stop
    assert back == found[::-1]
    assert found == steps


def test_deep_cut_offs_and_ties_have_words_of_their_own() -> None:
    deep, tied = search(DEEP), search(TIE)
    assert (
        list(steps_where(deep, condition("deep", deep)))
        == [deep.left(row) for row in deep.cuts if cut_off(deep, row).deep]
        != []
    )
    assert (
        list(steps_where(tied, condition("tie", tied)))
        == [tied.left(row) for row in tied.cuts if cut_off(tied, row).is_tie]
        != []
    )
