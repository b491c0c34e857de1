"""Papers, unknown leaves and what is shown of a step, where all values lie in a known range."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.random_ranges import ranged
from tests.engine.random_trees import SEEDS
from tests.judging.claimed import true_claims
from tests.judging.filled import random_paper
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.engine import Rules, search
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.judging.unknowns import UnknownsError, solve_for_unknown
from treeexplorer.marking.check import check
from treeexplorer.notation import Exercise, parse, sort_claims
from treeexplorer.tree import UNKNOWN, GameTree


def test_a_right_sheet_is_right_with_the_range_and_wrong_without() -> None:
    paper = parse("@levels max chance min\n8[8[8[8 9] 8[8 10]] <=6[<=2[2 /10] /[5 6]]]")
    rules = Rules(levels=paper.tree.levels)
    assert not check(paper, replace(rules, range=(0, 10))).wrong
    assert check(paper, rules).wrong


def test_an_unknown_is_answered_for_the_range_alone() -> None:
    tree = tree_of("@levels max chance min\n[[[8 9] [8 10]] [[x 10] [5 6]]]")
    answer = solve_for_unknown(tree, Rules(levels=tree.levels, range=(0, 10)), "x")
    ends = [(piece.stretch.low, piece.stretch.high, piece.cut) for piece in answer.pieces]
    assert ends == [(0, 6, ("2.1.2", "2.2")), (6, 10, ("2.2.2",))]
    with pytest.raises(UnknownsError, match="12 lies outside the range from 0 to 10"):
        answer.at(12)


@examples(300)
@given(ranged())
def test_a_right_paper_is_right(case: tuple[GameTree, Rules]) -> None:
    game, rules = case
    record = search(game, rules)
    paper = Exercise(record.tree, sort_claims(true_claims(record)))
    assert not check(paper, rules).wrong


@examples(300)
@given(ranged(), SEEDS)
def test_any_paper_can_be_marked(case: tuple[GameTree, Rules], chooser: object) -> None:
    game, rules = case
    claims = random_paper(chooser, game, 0.2)  # type: ignore[arg-type]
    marked = check(Exercise(game, claims), rules)
    assert marked.headline


@examples(300)
@given(ranged(elided=False), st.data())
def test_an_unknown_is_worth_what_its_pieces_say(
    case: tuple[GameTree, Rules], data: st.DataObject
) -> None:
    game, rules = case
    leaf = data.draw(st.sampled_from(list(game.leaves(0))))
    kinds = bytearray(game.kind)
    kinds[leaf] = UNKNOWN
    tree = replace(game, kind=bytes(kinds), unknowns={leaf: "x"})
    answer = solve_for_unknown(tree, rules, "x")
    lowest, highest = rules.known_range
    assert (answer.pieces[0].stretch.low, answer.pieces[-1].stretch.high) == (lowest, highest)
    low = max(-9, lowest)
    high = min(9, highest)
    for eighths in range(9):
        x = low + (high - low) * Fraction(eighths, 8)
        record = search(tree.with_values({leaf: x}), rules)
        piece = answer.at(x)
        assert piece.value_at(x) == record.root_value
        assert set(piece.pruned) == set(analysis_of(record).pruned)
        assert (piece.evaluated, piece.bound) == (record.evaluated, analysis_of(record).bound)
