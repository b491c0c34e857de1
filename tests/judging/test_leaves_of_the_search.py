"""A leaf of the search is a leaf or an estimate at the depth limit; none below is turned."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.engine.random_records import any_search
from tests.laws import batches
from treeexplorer.engine import Record, analysis_of, search
from treeexplorer.judging.choices import choice_of
from treeexplorer.judging.refutation import refutation
from treeexplorer.judging.what_if import collect_leaves_pruned_for_good, leaves_of_search


def leaves_by_walking(record: Record) -> set[int]:
    """Return where a walk from the root ends that goes no deeper than the depth limit."""
    tree = record.tree
    ends = set()
    pending = [0]
    while pending:
        node = pending.pop()
        if tree.is_leaf(node) or tree.ply[node] == record.rules.depth:
            ends.add(node)
        else:
            pending.extend(tree.children(node))
    return ends


@pytest.mark.parametrize("batch", batches(2, range(8)))
def test_whatever_turns_a_leaf_turns_one_that_the_search_can_read(batch: int) -> None:
    turned = 0
    beyond = 0
    for seed in range(100 * batch, 100 * batch + 100):
        tree, rules = any_search(seed)
        record = search(tree, replace(rules, depth=seed % 3 + 1, order="left-to-right"))
        leaves = leaves_by_walking(record)
        assert set(leaves_of_search(record)) == leaves
        for cut in analysis_of(record).cut_offs:
            for found in (
                collect_leaves_pruned_for_good(record, cut),
                choice_of(record, cut).leaves,
            ):
                turned += len(found)
                beyond += any(tree.end[top] > top + 1 for top in cut.skipped)
                assert set(found) <= leaves
        for node in range(1, len(tree)):
            proof = refutation(record, [node])
            if proof is not None:
                turned += len(proof.changes)
                assert set(proof.changes) <= leaves
    assert turned
    assert beyond
