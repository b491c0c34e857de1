"""Which bounds, numbers and slashes are right, and that no accepted bound is false."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.random_trees import cases
from tests.judging.filled import filled_in
from tests.laws import examples
from treeexplorer.engine import Rules, search
from treeexplorer.judging.findings import Findings
from treeexplorer.marking.check import check
from treeexplorer.notation import parse
from treeexplorer.rules import AlgorithmName
from treeexplorer.tree import GameTree


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        ("[8 A:<=8[C:[8 ...]]]", False),
        ("[8 A:>=8[C:[8 ...]]]", True),
        ("[8 A:8[C:[8 ...]]]", True),
        ("6[a:[[1 5 6] b:>=8[8 ...]] ...]", True),
        ("[[3 12 8] C:<=2[2 4 6]]", True),
        ("[[3 12 8] C:<=2[4 2]]", False),
        ("[[3 12 8] C:2[4 2]]", True),
        ("[[3 12 8] C:1[2 4 1]]", True),
        ("[3[3 12 8] C:1[2 /4 /1] 2[14 5 2]]", False),
        ("[3[3 12 8] C:2[2 /4 /1] 2[14 5 2]]", True),
        ("[3[3 12 8] C:2[2 /4 2] 2[14 5 2]]", True),
        ("[[3 12 8] [C:4[/7 4] 1]]", False),
        ("[[3 12 8] [2 C:7[/7 4]]]", False),
        ("[[3 12 8] [2 C:7[7 /4]]]", True),
    ],
)
def test_what_may_be_written_at_a_node(text: str, is_right: bool) -> None:
    claims = [one for one in check(parse(text)).claims if one.claim.number is not None]
    nodes = {one.label: one.right for one in claims}
    assert nodes[next(name for name in ("▲b", "▽C", "▲C", "▽A") if name in nodes)] is is_right


@pytest.mark.parametrize("algorithm", ["mtdf", "sss"])
def test_a_node_that_was_entered_several_times_has_the_bound_that_is_shown(
    algorithm: AlgorithmName,
) -> None:
    rules = Rules(algorithm)
    assert check(parse("[<=0[1 [0 9]]]"), rules).wrong
    assert not check(parse("[1[1 [0 9]]]"), rules).wrong


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        ("@cuts none\n[6[1 5 6] b:[8 ...]]", True),
        ("@cuts none\n6[a:[[1 5 6] b:[8 ...]] ...]", False),
        ("6[a:[[1 5 6] b:[8 /...]] ...]", True),
        ("6[a:[[1 5 6] b:[8 ...]] /...]", False),
        ("[[3 12] /[2 /...]]", True),
        ("[[3 12] [2 /[4 /...] /...]]", True),
        ("@order right-to-left\n[[6 [1 /...]] [3 4]]", False),
        ("@cuts none\n@order right-to-left\n[[6 5 ...] [3 4]]", True),
    ],
)
def test_what_is_claimed_of_children_that_are_not_drawn(text: str, is_right: bool) -> None:
    kinds = {"cut-rest", "cuts-none"}
    exercise = parse(text)
    rules = Rules(**exercise.directives.rules)
    claims = [one for one in check(exercise, rules).claims if one.claim.kind in kinds]
    assert claims
    assert all(one.right for one in claims) is is_right


@examples(250)
@given(cases(unknowns=True), st.data())
def test_no_accepted_bound_is_false_whatever_was_not_read(
    case: tuple[GameTree, Rules], data: st.DataObject
) -> None:
    tree, rules = case
    record = search(tree, rules)
    if rules.depth is not None:
        return
    for _ in range(3):
        worth = filled_in(record, lambda: data.draw(st.integers(-9, 9)))
        for node in range(len(tree)):
            for sign, number in Findings(record).bounds(node):
                assert worth[node] >= number if sign == ">=" else worth[node] <= number
