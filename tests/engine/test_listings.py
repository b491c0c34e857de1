"""The listings of the searches: what their marks may say."""

from __future__ import annotations

from typing import get_args

import pytest

from treeexplorer.engine.algorithms import listing
from treeexplorer.engine.listings import Moment
from treeexplorer.rules import AlgorithmName, FormName, Rules

PLAYERS = {"MAX", "MIN", "CHANCE"}
EFFECTS = {"v", "α", "β", "test"}  # what a line sets, or that it has the test
ALL_RULES = [
    *(Rules(algorithm=name) for name in get_args(AlgorithmName)),
    *(Rules(form=name) for name in get_args(FormName)),
]


@pytest.mark.parametrize("chance", [False, True])
def test_a_line_is_marked_with_players_moments_and_effects_alone(chance: bool) -> None:
    known_marks = {*get_args(Moment), *PLAYERS, *EFFECTS}
    marks = {
        mark
        for rules in ALL_RULES
        for marks_of_line in listing(rules, chance=chance).marks
        for mark in marks_of_line
    }
    assert marks <= known_marks
    assert set(get_args(Moment)) <= marks
