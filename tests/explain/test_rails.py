"""Where α and β come from at every step, and what a cut-off leaves no number for."""

from __future__ import annotations

import pytest

from tests.engine.random_records import random_record
from tests.engine.trees import AIMA, DEEP
from treeexplorer.engine import search
from treeexplorer.explain.facts import Has, proven
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.rules import Rules
from treeexplorer.tree import FULL_WINDOW, INFINITY, MAX_ROLE, MIN_ROLE


def test_at_a_cut_off_one_rail_comes_from_the_witness_and_one_from_the_node_itself() -> None:
    now = snapshot(search(AIMA), 12)
    root, left, right, two = (AIMA.find(place) for place in ("root", "B", "C", "2.1"))
    assert now.rails == (Has(root, 3, left), Has(right, 2, two))


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
        if record.null(record.step(step).call)
    )
    assert asked.rails == (None, None)


@pytest.mark.parametrize("batch", range(4))
def test_rails_hold_what_the_window_shows_and_half_lines_never_meet(batch: int) -> None:
    for seed in range(40_000 + 100 * batch, 40_100 + 100 * batch):
        _, record = random_record(seed)
        for step in range(1, record.steps + 1):
            now = snapshot(record, step)
            shown = now.path()[-1]
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
            cut, test = now.cut, now.test
            interval = FULL_WINDOW if cut is None else proven(record, cut.node, step)
            if cut is not None and test is not None and interval != FULL_WINDOW:
                wanted = (cut.bound, INFINITY) if cut.kind == "alpha" else (-INFINITY, cut.bound)
                low, high = max(interval[0], wanted[0]), min(interval[1], wanted[1])
                assert low > high if test.op == ">" else low >= high, (seed, step, cut)
