"""Checking, worksheets, predicting and unknowns work with every search there is."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.random_trees import cases, trees
from tests.laws import examples
from treeexplorer.engine import Rules, search
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.explain.claim_texts import format_claim
from treeexplorer.explain.hints import DEGREES, hint
from treeexplorer.judging.model_answer import collect_model_claims
from treeexplorer.judging.questions import task_at
from treeexplorer.judging.unknowns import replace_leaves_by_affine, solve_for_unknown
from treeexplorer.marking.check import check
from treeexplorer.marking.worksheet import Worksheet
from treeexplorer.notation import Exercise, parse
from treeexplorer.numbers import shown
from treeexplorer.rules import ALGORITHMS, AlgorithmName
from treeexplorer.tree import UNKNOWN, GameTree

WITHOUT_CHANCE = {"sss"}


@st.composite
def searches(draw: st.DrawFn) -> tuple[GameTree, Rules]:
    algorithm = draw(st.sampled_from(ALGORITHMS))
    tree = draw(trees(chance=algorithm not in WITHOUT_CHANCE and draw(st.booleans())))
    rules = Rules(
        algorithm=algorithm,
        cutoff=draw(st.sampled_from([">=", ">"])),
        fail=draw(st.sampled_from(["soft", "hard"])),
        levels=tree.levels,
    )
    return tree, rules


@examples(160)
@given(cases() | searches())
def test_the_tasks_complete_the_sheet_and_have_hints(case: tuple[GameTree, Rules]) -> None:
    tree, rules = case
    sheet = Worksheet.opened(Exercise(tree), rules)
    for step, claim in sheet.tasks:
        task = task_at(sheet.record, step)
        hints = [str(hint(sheet.record, task, degree + 1, claim)) for degree in range(DEGREES)]
        assert all(hints)
        if claim.number is not None and claim.kind in {"value", "bound"}:
            assert shown(claim.number) in hints[-1]
        text = {"cut": "/", "cut-rest": "/..."}.get(claim.kind) or format_claim(tree, claim)
        sheet = sheet.enter(claim.node, text)
    assert sheet.next_task is None
    assert not check(Exercise(tree, sheet.claims), rules).wrong
    model = collect_model_claims(sheet.record)
    assert not check(Exercise(tree, model), rules).wrong
    places = {(claim.node, claim.kind) for claim in model} - {(0, "cuts-none")}
    assert {(claim.node, claim.kind) for claim in sheet.claims} == places


@pytest.mark.parametrize("algorithm", ["pvs", "scout", "mtdf"])
def test_the_hint_at_a_cut_of_a_null_window_has_its_v_of_0(algorithm: AlgorithmName) -> None:
    sheet = Worksheet.opened(parse("[[0 3] [0 5] [-1 4]]"), Rules(algorithm))
    step, claim = next(task for task in sheet.tasks if task[1].kind == "cut")
    compare = hint(sheet.record, task_at(sheet.record, step), 2, claim)
    assert str(compare).endswith("Is 0 ≥ 0?")
    assert "v = 0" in str(compare)


@examples(80)
@given(searches(), st.data())
def test_the_pieces_agree_with_the_search(
    case: tuple[GameTree, Rules], data: st.DataObject
) -> None:
    tree, rules = case
    leaf = data.draw(st.sampled_from([node for node in range(len(tree)) if tree.is_leaf(node)]))
    kind = bytearray(tree.kind)
    kind[leaf] = UNKNOWN
    unknown = replace(tree, kind=bytes(kind), unknowns={leaf: "x"}, exact={})
    found = solve_for_unknown(unknown, rules, "x")
    for x in (-9, -3, 0, Fraction(1, 3), 1, 2, Fraction(5, 2), 9):
        result = analysis_of(search(replace_leaves_by_affine(unknown, {leaf: x}), rules))
        assert found.at(x).value_at(x) == result.value
        assert found.at(x).best_node == result.moves(0).best
