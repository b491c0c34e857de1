"""Which earlier move a cut-off rests on."""

from __future__ import annotations

from tests.trees import tree_of
from treeexplorer.engine import Rules, search
from treeexplorer.engine.analysis import analysis_of


def test_a_bound_that_was_handed_down_is_not_credited_to_a_child_that_only_failed_at_it() -> None:
    record = search(tree_of("[[0 0] [0 0]]"), Rules(window=(0, float("inf"))))
    first, second = analysis_of(record).cut_offs
    assert (first.witness, first.source) == (None, "window")
    assert (second.witness, second.source) == (None, "window")


def test_a_child_that_is_exactly_the_bound_handed_down_is_the_nearest_witness() -> None:
    record = search(tree_of("[3 [[3 [3 4]]]]"), Rules(cutoff=">="))
    (cut,) = analysis_of(record).cut_offs
    assert cut.source == "witness"
    assert record.tree.address(cut.node) == "2.1.2"
    assert cut.witness is not None
    assert record.tree.address(cut.witness.node) == "2.1"
    assert record.tree.address(cut.witness.child) == "2.1.1"
