"""What is left of a node's window for each child, beside what the leaves read prove."""

from __future__ import annotations

from hypothesis import given

from tests.engine.random_ranges import ranged
from tests.laws import examples
from treeexplorer.engine import Rules, search
from treeexplorer.explain.child_windows import child_windows
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.judging.facts import proven
from treeexplorer.tree import GameTree


@examples(60)
@given(ranged())
def test_what_a_mean_can_be_is_what_the_leaves_read_prove(case: tuple[GameTree, Rules]) -> None:
    record = search(*case)
    for step in range(1, record.steps + 1):
        at = snapshot(record, step)
        windows = child_windows(at, 1_000)
        if windows is None or not windows.is_mean:
            continue
        assert windows.now == proven(record, windows.node, step)
        for child in windows.children:
            call = record.call_at(child.child, step)
            assert call is not None
            assert (child.after is not None) == (record.returned_at(call) <= step)
            if child.after is not None:
                arrival = record.returned_at(call)
                assert child.after == proven(record, windows.node, arrival)
        if at.cut is not None and at.node == windows.node:
            least, most = windows.now
            alpha, beta = windows.bounds
            cuts = record.rules.cuts
            assert cuts(alpha, most) or cuts(least, beta)
