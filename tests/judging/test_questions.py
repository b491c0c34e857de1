"""What an arrival may prune is the children of the current call that are left, in every search."""

from __future__ import annotations

from typing import Final, get_args

import pytest

from tests.engine.random_records import INF, any_search
from tests.laws import batches
from tests.trees import tree_of
from treeexplorer.engine import Record, Rules, StepKind, search
from treeexplorer.engine.record import Step
from treeexplorer.judging.questions import UNDRAWN, branches_at_stake
from treeexplorer.rules import AlgorithmName

ALGORITHMS: Final[tuple[AlgorithmName, ...]] = get_args(AlgorithmName)
ENTER_AGAIN: Final = frozenset({"pvs", "negascout", "scout", "mtdf", "sss"})


def arrivals(record: Record) -> list[Step]:
    steps = [record.step(number) for number in range(1, record.steps + 1)]
    return [step for step in steps if step.child is not None]


def left_of_call(record: Record, at: Step) -> list[int]:
    """Return what the call of an arrival has not come to yet, from the list of all calls alone."""
    of_this_call = [call for call in range(len(record.nodes)) if record.caller(call) == at.call]
    begun = {record.node(call) for call in of_this_call if record.entered_at(call) <= at.number}
    children = list(record.tree.children(at.node))
    if record.rules.right_to_left:
        children.reverse()
    return [child for child in children if child not in begun]


def comes_to_later(record: Record, at: Step) -> set[int]:
    """Return the children that the call of an arrival enters after it."""
    return {
        record.node(call)
        for call in range(len(record.nodes))
        if record.caller(call) == at.call and record.entered_at(call) > at.number
    }


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("batch", batches(2, range(8)))
def test_what_may_be_pruned_is_what_the_call_has_not_come_to(
    algorithm: AlgorithmName, batch: int
) -> None:
    asked = 0
    visited_before = 0
    for seed in range(60 * batch, 60 * batch + 60):
        record = search(*any_search(seed, algorithm))
        if record.rules.order not in {"left-to-right", "right-to-left"}:
            continue
        for at in arrivals(record):
            branches = branches_at_stake(record, at)
            if not branches:
                assert at.kind is not StepKind.CUT
                continue
            asked += 1
            left = left_of_call(record, at)
            assert list(branches) == (left or [UNDRAWN])
            assert left or at.node in record.tree.elided
            visited_before += any(record.call_at(child, at.number) is not None for child in left)
            if at.kind is StepKind.CUT:
                assert not comes_to_later(record, at)
            elif record.complete and left:
                assert {left[0], at.child} & comes_to_later(record, at)
    assert bool(asked) == (algorithm not in {"minimax", "negamax", "expectimax"})
    if algorithm in ENTER_AGAIN:
        assert visited_before


def test_no_cut_off_is_conceivable_with_an_infinite_end_where_the_test_fails() -> None:
    for seed in range(300):
        record = search(*any_search(seed))
        for at in arrivals(record):
            if at.window is None or not set(at.window) & {INF, -INF}:
                continue
            assert bool(branches_at_stake(record, at)) == (at.kind is StepKind.CUT)


def test_a_branch_that_the_first_search_of_pvs_visited_is_left_to_the_second() -> None:
    record = search(tree_of("[2 [[1 3] [3]]]"), Rules(algorithm="pvs"))
    tree = record.tree
    asked = {
        at.number: [tree.address(branch) for branch in branches_at_stake(record, at)]
        for at in arrivals(record)
    }
    assert {step: branches for step, branches in asked.items() if branches} == {
        7: ["2.1.2"],
        10: ["2.2"],
        22: ["2.2"],
    }
