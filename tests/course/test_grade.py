"""Grades of whole hand-ins: twenty papers, slips in all trees, what adds up, and ceilings."""

from __future__ import annotations

import csv
import random
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import get_args

import pytest

from tests.course.sheets import NoSearch, numbers_without_search, sheets_of_all_kinds
from tests.course.twenty_papers import (
    PAPERS,
    exchanged_signs,
    exchanged_windows,
    handed_in,
    key,
    right,
    under,
    with_mistakes,
)
from tests.judging.filled import random_paper
from tests.judging.test_one_judge import searched_tree
from tests.laws import batches, sampled, some
from treeexplorer.course.feedback import feedback
from treeexplorer.course.grade import Grade, grade, grade_line
from treeexplorer.course.key import KeyTree, check_key
from treeexplorer.course.sheet import SheetTree
from treeexplorer.engine import Record
from treeexplorer.marking.readings import Exchange, OtherRules
from treeexplorer.notation import NEVER, Claim, Claims, Exercise, parse, sort_claims
from treeexplorer.rules import Rules
from treeexplorer.tree import INFINITY

TABLE = Path(__file__).parent.parent / "data" / "twenty_papers.tsv"


def graded(name: str) -> Grade:
    return grade(name, handed_in(PAPERS[name]), key())


# -- twenty papers ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "row",
    list(csv.DictReader(TABLE.read_text("utf-8").splitlines(), delimiter="\t")),
    ids=lambda row: row["paper"],
)
def test_a_paper_gets_its_points_and_its_first_line(row: dict[str, str]) -> None:
    result = graded(row["paper"])
    assert [str(tree.marks.points) for tree in result.trees] == row["trees"].split()
    assert grade_line(result) == f"{row['paper']}: {row['line']}"


def test_there_are_twenty() -> None:
    assert len(TABLE.read_text("utf-8").splitlines()) == 1 + 20 == 1 + len(PAPERS)


# -- one slip in the whole hand-in -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("α and β exchanged", "α and β exchanged in every window"),
        ("≤ and ≥ exchanged", "≤ and ≥ exchanged in every bound"),
        ("right to left", "right to left, not left to right"),
        ("fail-hard", "fail-hard, not fail-soft"),
    ],
)
def test_a_slip_costs_a_point_a_tree_is_named_once_and_its_lines_are_one(
    name: str, words: str
) -> None:
    result = graded(name)
    for tree in result.trees:
        assert tree.marks.maximum - tree.marks.points == 1
        (cost,) = tree.costs
        assert cost.points == 1
        assert cost.words.startswith(f"{words}: ")
    assert f": {words}. Read so, " in result.slip
    page = feedback(result)
    assert page.count("<li>✗") == 0
    assert page.count(f"<li>{words}: ") == len(result.trees)


@pytest.mark.parametrize(
    ("answers", "reading"),
    [
        (exchanged_windows, Exchange),
        (exchanged_signs, Exchange),
        (under(order="right-to-left"), OtherRules),
    ],
)
def test_an_honest_mistake_beside_a_slip_costs_its_own_point(
    answers: object, reading: type
) -> None:
    result = grade("paper", handed_in(with_mistakes(answers, 1)), key())  # type: ignore[arg-type]
    for tree in result.trees:
        assert isinstance(tree.reading, reading)
        assert tree.marks.maximum - tree.marks.points == 2
        assert [cost.points for cost in tree.costs] == [1, 1]
        assert "99" in tree.costs[1].words


def test_one_tree_alone_tells_of_a_slip_only_by_more_than_one_answer() -> None:
    def one_bound_exchanged(record: Record) -> Iterator[Claim]:
        bounds = [claim for claim in right(record) if claim.sign is not None]
        for claim in right(record):
            if bounds and claim == bounds[0]:
                yield claim._replace(sign="<=" if claim.sign == ">=" else ">=")
            else:
                yield claim

    result = grade("paper", handed_in(one_bound_exchanged), key())
    assert all(tree.reading is None for tree in result.trees)
    assert [tree.marks.maximum - tree.marks.points for tree in result.trees] == [1, 1, 1, 1]


def test_players_that_are_printed_are_no_convention_in_any_tree() -> None:
    assert all(tree.reading is None for tree in graded("MIN first").trees)


def test_the_marked_tree_shows_what_a_slip_explains_as_following_from_it() -> None:
    for tree in graded("α and β exchanged").trees:
        assert tree.check is not None
        marks = {str(answer.window_mark) for answer in tree.paper.values() if answer.window_mark}
        assert marks == {"consequence"}
        written = {node: answer.window for node, answer in tree.check.paper.items()}
        assert {node: answer.window for node, answer in tree.paper.items()} == written


# -- what adds up ----------------------------------------------------------------------------------


def test_what_is_lost_below_a_wrong_slash_counts_at_the_mistake_that_it_goes_on_from() -> None:
    right_answer = "[A:2[D:9[9 8] E:7[7 6] F:5[5 4] G:3[3 2] H:2[2 1]] B:<=1[1 /5]]"
    (key_tree,) = check_key([("T", parse(right_answer), Rules())])
    # F has no slash, so the slash at H goes on from that at G, and not from that at E.
    wrong = parse("[A:2[D:9[9 8] /E:[7 6] F:5[5 4] /G:[3 2] /H:[2 1]] B:<=1[1 /5]]")
    (tree,) = grade("paper", {"T": wrong}, [key_tree]).trees
    costs = {cost.words.split(":")[0]: cost.points for cost in tree.costs}
    assert costs["✗ ▲E"] == 2  # its slash, and its value
    assert costs["✗ ▲G"] == 2  # its value, and that of H; slashes at A count once


def random_hand_ins(batch: int) -> Iterator[tuple[list[KeyTree], Grade]]:
    """Yield grades of papers on two trees each, with some answers right and others random."""
    for seed in some(range(batch * 30, (batch + 1) * 30)):
        chooser = random.Random(seed)
        trees: list[KeyTree] = []
        papers: dict[str, Exercise] = {}
        for title in ("One", "Two"):
            tree, rules = searched_tree(chooser)
            one = SheetTree(title, Exercise(tree), rules, ("values", "cuts", "best", "read"))
            trees.append(KeyTree(title, one.key, one.record))
            papers[title] = Exercise(
                tree, mixed(one.claims, random_paper(chooser, tree, 0.3), chooser)
            )
        yield trees, grade("paper", papers, trees)


def mixed(own: Claims, others: Claims, chooser: random.Random) -> Claims:
    """Return for each node the one answer or the other, or none."""
    claims = [claim for claim in own if chooser.random() < 0.8]
    taken = {(claim.node, claim.kind in {"cut", "cut-rest"}) for claim in claims}
    for claim in others:
        is_free = (claim.node, claim.kind in {"cut", "cut-rest"}) not in taken
        if is_free and claim.kind in {"value", "bound", "cut"} and chooser.random() < 0.4:
            claims.append(claim)
    return sort_claims(claims)


@pytest.mark.parametrize("batch", batches(2, range(20)))
def test_points_reasons_counts_and_first_lines_agree(batch: int) -> None:
    for trees, result in random_hand_ins(batch):
        assert result.marks.points == sum(tree.marks.points for tree in result.trees)
        mistakes = 0
        for wanted, tree in zip(trees, result.trees, strict=True):
            assert tree.check is not None
            lost = tree.marks.maximum - tree.marks.points
            assert sum(cost.points for cost in tree.costs) == lost
            earned = sum(points for _, points, _ in tree.points_by_subject)
            taken = sum(points for _, points in tree.deductions)
            assert earned - taken == tree.marks.points
            assert sum(most for _, _, most in tree.points_by_subject) == len(wanted.exercise.claims)
            named = re.search(r"(\d+) mistakes?:", tree.check.headline)
            assert named is None or int(named[1]) == tree.marks.mistakes
            missing = re.search(r"(\d+) slash(?:es)? (?:is|are) missing", tree.check.headline)
            assert (named or missing) or not tree.marks.mistakes
            mistakes += tree.marks.mistakes
            free = [cost.words for cost in tree.costs if not cost.points]
            assert all("It costs nothing" in words for words in free if words.startswith("✗"))
            if not lost:
                assert not tree.marks.blanks
                assert len(free) == len(tree.costs)
            if not tree.marks.mistakes and not tree.marks.blanks:
                assert not lost, tree.sum_text
        assert result.marks.mistakes == mistakes


@pytest.mark.parametrize("batch", batches(1, range(10)))
def test_feedback_gives_the_reason_for_each_point(batch: int) -> None:
    for _, result in random_hand_ins(batch):
        page = feedback(result)
        signs = re.findall(r"\(([−+])(\d+)\)</li>", page)
        lost = sum(int(points) * (1 if sign == "−" else -1) for sign, points in signs)
        assert lost == result.marks.maximum - result.marks.points


def test_scaled_points_are_rounded_to_a_hundredth() -> None:
    papers = handed_in(PAPERS["one wrong value in each tree"])
    result = grade("paper", papers, key(), Fraction(10))
    points = [tree.marks.points for tree in result.trees]
    assert points == [Decimal(9), Decimal("9.63"), Decimal("9.29"), Decimal("9.62")]
    assert result.marks.points == sum(points)
    assert [sum(cost.points for cost in tree.costs) for tree in result.trees] == [1, 1, 1, 1]


# -- what is earned without knowledge --------------------------------------------------------------


@pytest.mark.parametrize("way", sampled(1, get_args(NoSearch)))
def test_without_knowledge_a_quarter_is_earned_at_most(way: NoSearch) -> None:
    """A window everywhere earns something in trees that have no other.

    The smallest leaf everywhere is one honest mistake where MIN nodes stand below the root alone.
    """
    ceilings: dict[str, Decimal] = {}
    for name, trees in some(sheets_of_all_kinds()):
        if way == "all-min" and not name.startswith("published"):
            continue
        earned = Decimal(0)
        most = Decimal(0)
        for tree in trees:
            wanted = KeyTree("T", tree.key, tree.record)
            paper = Exercise(tree.tree, sort_claims(claims_without_search(tree, way)))
            marks = grade("paper", {"T": paper}, [wanted]).marks
            earned += marks.points
            most += marks.maximum
        ceilings[name] = earned / most
    worst = max(ceilings, key=ceilings.__getitem__)
    assert ceilings[worst] <= Decimal("0.25"), (worst, ceilings)


def claims_without_search(tree: SheetTree, way: NoSearch) -> Iterable[Claim]:
    """Return what somebody writes who knows nothing but what stands on the sheet."""
    match way:
        case "all slashes":
            return [Claim(node, "cut") for node in range(1, len(tree.tree))]
        case "(−∞, +∞)":
            whole = (-INFINITY, INFINITY)
            return [Claim(node, "window", window=whole) for node in tree.inner]
        case "never":
            return [Claim(leaf, "pruned-if", condition=NEVER) for leaf in tree.tree.leaves(0)]
        case _:
            numbers = numbers_without_search(tree.tree, way)
            return [Claim(node, "value", number) for node, number in numbers.items()]
