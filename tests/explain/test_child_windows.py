"""What is left of a node's window for each child, beside what the leaves read prove."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from tests.engine.random_ranges import ranged
from tests.laws import examples
from treeexplorer.engine import Rules, search
from treeexplorer.explain.child_windows import child_windows, explain_missing_windows
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.judging.facts import proven
from treeexplorer.notation import parse
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


@pytest.mark.parametrize(
    ("levels", "rules", "said"),
    [
        ("chance,min", Rules(), "○root takes the mean of its children: no window closes over"),
        ("chance,min", Rules(range=(0, 20)), "○root has 2 children, more than there are columns"),
        ("max,min", Rules(), "▲root has 2 children, more than there are columns"),
        ("max,min", Rules(algorithm="minimax"), "None"),
    ],
)
def test_why_no_windows_are_drawn_is_said_of_the_first_reason(
    levels: str, rules: Rules, said: str
) -> None:
    tree = parse(f"@levels {levels}\n[[3 12] [2 4]]").tree
    record = search(tree, replace(rules, levels=tree.levels))
    assert str(explain_missing_windows(snapshot(record, 1), most=1)).startswith(said)


def test_where_all_children_have_columns_some_are_not_drawn() -> None:
    record = search(parse("[[3 12] [2 4]]").tree)
    reason = explain_missing_windows(snapshot(record, 1), most=2)
    assert str(reason) == "Some children of ▲root are not drawn here, so their windows are not"


@pytest.mark.parametrize(
    ("text", "step", "moved_end", "number"),
    [
        pytest.param("[3 5]", 3, 0, 3, id="v of MAX moves the lower end"),
        pytest.param("[[3 5] 9]", 4, 1, 3, id="v of MIN moves the upper end"),
        pytest.param("chance[7 5]", 3, 0, 4, id="of a mean the lower end is shown as moving"),
        pytest.param("[6 chance[1 9]]", 5, 1, 5, id="of a mean cut off at alpha, the upper end"),
    ],
)
def test_which_end_of_a_window_moves(text: str, step: int, moved_end: int, number: int) -> None:
    rules = Rules(range=(1, 9)) if "chance" in text else Rules()
    windows = child_windows(snapshot(search(parse(text).tree, rules), step), 10)
    assert windows is not None
    assert windows.moving_end == moved_end
    assert windows.number_at_moving_end == number
