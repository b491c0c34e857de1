"""The card of a node shows what another value of a leaf would change."""

from __future__ import annotations

from tests.drawing.places import line_text, painted
from tests.trees import AIMA
from treeexplorer.drawing.styled_text import LeafTrial, Look, Size
from treeexplorer.engine import search

CUT_AT_C = 12
TRIAL = LeafTrial(node=5, sign="=", number=1, before=2, bound_holder=0)


def drawn(trial: LeafTrial) -> str:
    return line_text(painted(search(AIMA), CUT_AT_C, Size(80, 24), Look(trial=trial))[1])


def test_the_value_of_the_node_with_the_cut_off_changes() -> None:
    assert "2 → 1" in drawn(TRIAL)
    assert drawn(TRIAL).count("→") == 1


def test_a_bound_is_shown_alone_since_it_changes_from_no_number() -> None:
    assert "→" not in drawn(TRIAL._replace(sign="≤"))
    assert "≤ 1" in drawn(TRIAL._replace(sign="≤"))


def test_the_node_that_has_the_bound_of_the_cut_off_stays_and_no_other() -> None:
    assert drawn(TRIAL).count("stays") == 1
    assert "stays 3" in drawn(TRIAL)
    assert "stays" not in drawn(TRIAL._replace(bound_holder=None))
