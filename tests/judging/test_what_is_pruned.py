"""What is pruned is one answer: solve, check, key, drawing, why and unknowns agree on each node."""

from __future__ import annotations

from random import Random

import pytest

import treeexplorer as te
from tests.engine.random_records import OTHERS, any_search, pruned_by_definition, with_undrawn
from tests.laws import batches
from treeexplorer.course.answers import AnswerSheet
from treeexplorer.engine import search
from treeexplorer.engine.analysis import PrunedBranch, analysis_of
from treeexplorer.engine.record import Status
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.judging.cutoff_tests import skipping_cut
from treeexplorer.judging.facts_of_step import outcome
from treeexplorer.judging.findings import Findings
from treeexplorer.judging.judge import judge
from treeexplorer.judging.model_answer import collect_model_claims
from treeexplorer.marking.check import check
from treeexplorer.notation import Claim, Exercise
from treeexplorer.rules import AlgorithmName

SEARCHES: tuple[AlgorithmName, ...] = ("alphabeta", *OTHERS, "expectimax", "minimax")


@pytest.mark.parametrize("batch", batches(6, range(60)))
@pytest.mark.parametrize("algorithm", SEARCHES)
def test_all_agree_on_what_is_pruned(algorithm: AlgorithmName, batch: int) -> None:
    for seed in range(25 * batch, 25 * batch + 25):
        tree, rules = any_search(seed, algorithm)
        if not tree.has_chance and seed % 2:
            tree = with_undrawn(Random(seed), tree)
        record = search(tree, rules)
        if not record.complete:
            continue
        pruned = set(analysis_of(record).pruned)
        assert pruned == pruned_by_definition(record)
        findings, end = Findings(record), snapshot(record, record.steps)
        claims = collect_model_claims(record)
        assert not check(Exercise(tree, claims), rules).wrong
        slashes = {(one.node, one.kind == "cut-rest") for one in claims if "cut" in one.kind}
        assert slashes - {(0, False)} == pruned
        assert len(AnswerSheet(record).pruned) == len(pruned)
        leaves = sum(tree.count_leaves(node) for node, is_elided in pruned if not is_elided)
        assert rules.depth is not None or end.pruned == leaves
        for node in range(len(tree)):
            branches = {PrunedBranch(above) for above in (node, *tree.ancestors(node))}
            is_beyond = rules.depth is not None and tree.ply[node] > rules.depth
            is_pruned = not is_beyond and not branches.isdisjoint(pruned)
            view = end.view(node)
            assert (view.status is Status.SKIPPED) is is_pruned
            assert (skipping_cut(record, node) is not None) is is_pruned
            assert (outcome(record, node) == "pruned") is (is_pruned or is_beyond)
            is_right = judge(Claim(node, "cut"), findings) is not None
            assert is_right is (is_pruned or is_beyond)
            if node not in tree.elided:
                continue
            is_skipped = (node, True) in pruned or is_pruned
            assert (view.elided is Status.SKIPPED) is is_skipped
            is_at_limit = rules.depth is not None and tree.ply[node] >= rules.depth
            is_right = judge(Claim(node, "cut-rest"), findings) is not None
            assert is_right is (is_skipped or is_at_limit)


AGAIN = "@algorithm pvs\n[[5 [2]] 2 [[3 x 5] [6 5] [9 2 2]]]"
UNDRAWN = "@algorithm pvs\n[[[2 3]] [[3 9 9] ...] 1]"


def test_a_leaf_that_a_later_call_reads_is_not_pruned() -> None:
    assert te.unknowns(te.parse(AGAIN))["x"].cut_for("3.1.2") == ()
    assert 1 in te.search(te.parse(AGAIN), values={"x": 1}).read
    claimed = te.parse(AGAIN.replace("\n", "\n@pruned 3.1.2 if always\n"))
    assert [claim.right for claim in te.check(claimed).claims] == [False]


def test_undrawn_children_that_one_call_comes_to_are_not_pruned() -> None:
    record = te.search(te.parse(UNDRAWN))
    assert record.pruned == ()
    assert record.answers().pruned == ()
    claimed = te.parse(UNDRAWN.replace("...", "/..."))
    wrong = [claim.mistake for claim in te.check(claimed).claims if not claim.right]
    assert wrong == ["what is not drawn below ▽B is visited"]


def test_undrawn_children_stay_pruned_where_a_later_call_is_answered_from_memory() -> None:
    record = te.search(te.parse("@algorithm mtdf\n[[-3 1 ...] 0.5]"))
    pruned = [(branch.node, branch.elided) for branch in record.pruned]
    assert pruned == [("1.2", False), ("1", True)]
    assert "╱╱…╱╱" in record.draw(record.steps)


def test_of_a_cut_off_that_a_later_call_undoes_it_is_said_what_the_call_skipped() -> None:
    first, _ = te.search(te.parse(UNDRAWN)).answers().cut_offs
    assert str(first).endswith("; skipped by this call: D.3 (9)")
