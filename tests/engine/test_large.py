"""Trees of extreme shapes: a chain 100,000 deep, a flat node of 100,000 leaves."""

from __future__ import annotations

import pytest

from tests.trees import tree_of
from treeexplorer.engine import Record, Rules, Status, StepKind, search
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.explain.steps import describe_step
from treeexplorer.explain.why import why
from treeexplorer.numbers import grouped
from treeexplorer.rules import OrderName
from treeexplorer.tree import GameTree

SIZE = 100_000


def chain(first: str, last: str, size: int = SIZE) -> GameTree:
    """Return leaves under the root beside a chain of single children that ends in leaves."""
    return tree_of(f"[{first} {'[' * (size - 1)}{last}{']' * size}")


def look_everywhere(record: Record) -> None:
    """Ask for everything at a few steps from end to end."""
    intervals = analysis_of(record).intervals
    last = len(record.tree) - 1
    for step in (0, 1, record.steps // 3, record.steps // 2, record.steps - 1, record.steps):
        assert describe_step(record, step)
        for node in (0, 1, last // 2, last):
            assert record.status(node, step) in Status
            assert why(record, node, step)
            low, high = intervals.at(node, step)
            assert low <= high


def test_what_is_proven_far_up_a_chain_needs_no_recursion() -> None:
    record = search(chain("3", "2 7", size=2_000))
    assert analysis_of(record).intervals.after_call(0) == (3, 3)
    assert analysis_of(record).intervals.at(2, record.steps) == (-float("inf"), 2)


@pytest.mark.slow
@pytest.mark.parametrize("order", ["left-to-right", "right-to-left"])
def test_a_chain_without_branches_is_searched_to_its_leaf(order: OrderName) -> None:
    record = search(chain("", "7"), Rules(order=order))
    assert record.root_value == 7
    assert record.steps == 2 * (SIZE + 1) - 1
    assert analysis_of(record).line == tuple(range(SIZE + 1))
    look_everywhere(record)


@pytest.mark.slow
def test_a_cut_off_far_down_finds_its_witness_at_the_root() -> None:
    record = search(chain("3", "2 7"))
    (cut,) = analysis_of(record).cut_offs
    assert cut.witness is not None
    assert (cut.witness.node, cut.witness.child, cut.deep) == (0, 1, True)
    assert describe_step(record, cut.step).startswith(
        "Deep α cut-off at ▽2.1.1.….1.1.1.1.1.1: 3 ≥ 2"
    )
    look_everywhere(record)


@pytest.mark.slow
def test_a_flat_node_is_cut_at_once() -> None:
    first, second = (" ".join(map(str, range(low, low + SIZE))) for low in (5, 3))
    record = search(tree_of(f"[[{first}] [{second}]]"))
    (cut,) = analysis_of(record).cut_offs
    assert len(cut.skipped) == SIZE - 1
    assert record.evaluations == SIZE + 1
    assert record.step(cut.step).kind is StepKind.CUT
    assert describe_step(record, cut.step).endswith(
        f"Pruned: 4, 5, 6, 7 and {grouped(SIZE - 5)} more."
    )
    look_everywhere(record)
