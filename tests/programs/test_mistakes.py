"""Listings with a mistake, written for the rules that a program claims."""

from __future__ import annotations

import pytest

from treeexplorer.programs.mistakes import MISTAKES, Mistake, lines_of, takes
from treeexplorer.rules import Rules
from treeexplorer.tree import Levels, Player

MAX_TWICE: Levels = (Player.MAX, Player.MAX, Player.MIN)
MIN_TWICE: Levels = (Player.MIN, Player.MIN, Player.MAX)


@pytest.mark.parametrize("levels", [MAX_TWICE, MIN_TWICE])
def test_every_listing_with_a_flag_goes_by_plies_for_other_players(levels: Levels) -> None:
    written = [lines_of(each, Rules(levels=levels)) for each in MISTAKES if _takes(each, levels)]
    assert written
    for lines in written:
        assert any("is_max(ply)" in line for line in lines)


def _takes(mistake: Mistake, levels: Levels) -> bool:
    return takes(mistake.listing, levels)
