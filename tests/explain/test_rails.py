"""Where α and β come from at every step, and what a cut-off leaves no number for."""

from __future__ import annotations

import pytest

from tests.engine.random_records import random_record
from tests.engine.trees import AIMA, DEEP, ELIDED, TIE
from treeexplorer.engine import StepKind, search
from treeexplorer.engine.analysis import Witness
from treeexplorer.explain.facts import Has
from treeexplorer.explain.snapshot import Outlook, snapshot
from treeexplorer.rules import Rules
from treeexplorer.tree import INFINITY, MAX_ROLE, MIN_ROLE


def test_at_a_cut_off_one_rail_comes_from_the_witness_and_one_from_the_node_itself() -> None:
    now = snapshot(search(AIMA), 12)
    root, left, right, two = (AIMA.find(place) for place in ("root", "B", "C", "2.1"))
    assert now.rails == (Has(root, 3, left), Has(right, 2, two))
    assert now.outlook == Outlook(
        right, (-INFINITY, 2), Witness(root, left), (3, INFINITY), tie=False
    )


def test_a_rail_of_a_deep_cut_off_runs_past_the_nearer_node() -> None:
    now = snapshot(search(DEEP), 10)
    assert now.cut is not None
    assert now.cut.deep
    assert now.rails[0] == Has(0, 3, DEEP.find("1"))


def test_an_end_that_nobody_has_set_has_no_rail() -> None:
    assert snapshot(search(AIMA), 0).rails == (None, None)
    assert snapshot(search(AIMA), 2).rails == (None, None)
    window = snapshot(search(AIMA, Rules(window=(1, 9))), 2)
    assert window.view(1).entry == (1, 9)
    assert window.rails == (None, None)
    record = search(AIMA, Rules("scout"))
    asked = next(
        snapshot(record, step)
        for step in range(record.steps)
        if snapshot(record, step).view(record.step(step).node).null
    )
    assert asked.rails == (None, None)


def test_what_is_not_drawn_is_proven_of_nothing() -> None:
    now = snapshot(search(ELIDED, Rules(order="right-to-left")), 5)
    assert now.outlook is None
    left = snapshot(search(ELIDED), 13).outlook
    assert left is not None
    assert left.interval == (8, INFINITY)
    assert left.wanted == (-INFINITY, 6)


def test_under_the_strict_test_a_tie_would_do() -> None:
    assert snapshot(search(TIE), 12).outlook == Outlook(
        TIE.find("C"), (-INFINITY, 3), Witness(0, TIE.find("B")), (3, INFINITY), tie=False
    )
    record = search(AIMA, Rules(cutoff=">"))
    outlook = snapshot(record, 12).outlook
    assert outlook is not None
    assert outlook.tie


@pytest.mark.parametrize("batch", range(4))
def test_rails_hold_what_the_window_shows_and_half_lines_never_meet(batch: int) -> None:
    for seed in range(40_000 + 100 * batch, 40_100 + 100 * batch):
        _, record = random_record(seed)
        for step in range(1, record.steps + 1):
            now = snapshot(record, step)
            shown = now.path[-1]
            for end, (rail, role) in enumerate(zip(now.rails, (MAX_ROLE, MIN_ROLE), strict=True)):
                if rail is None:
                    entered_once = not record.scopes and not record.tree.has_chance
                    if entered_once and shown.window is not None:
                        window = record.rules.window
                        assert shown.window[end] in {window[end], INFINITY, -INFINITY}
                    continue
                assert shown.window is not None
                assert rail.value == shown.window[end], (seed, step)
                assert record.tree.roles[rail.node] == role
                assert record.tree.is_within(shown.node, rail.node)
                assert rail.through is not None
                assert record.tree.parent[rail.through] == rail.node
            outlook = now.outlook
            assert (outlook is not None) <= (now.kind is StepKind.CUT)
            if outlook is not None and outlook.interval is not None:
                low = max(outlook.interval[0], outlook.wanted[0])
                high = min(outlook.interval[1], outlook.wanted[1])
                assert low > high if outlook.tie else low >= high, (seed, step, outlook)
