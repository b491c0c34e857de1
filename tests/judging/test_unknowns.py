"""The answer for every value of an unknown agrees with a search at any of its values."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import isfinite
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.random_records import OTHERS, pruned_by_definition, with_undrawn
from tests.engine.random_trees import SEEDS, cases
from tests.judging.filled import filled_in
from tests.laws import examples
from tests.pace import takes_less_than
from tests.trees import tree_of
from treeexplorer.engine import Record, Rules, search
from treeexplorer.engine.analysis import PrunedBranch, analysis_of
from treeexplorer.judging.unknowns import (
    Linear,
    UnknownAnswer,
    UnknownsError,
    collect_leaves_of_unknowns,
    replace_leaves_by_affine,
    solve_for_each_unknown,
    solve_for_unknown,
)
from treeexplorer.judging.waiting import UnknownReachedError
from treeexplorer.notation import Condition
from treeexplorer.tree import UNKNOWN, GameTree, Number

INF = float("inf")


def answer(text: str, **rules: object) -> UnknownAnswer:
    tree = tree_of(text)
    return solve_for_unknown(tree, Rules(levels=tree.levels, **rules), "x")  # type: ignore[arg-type]  # the tests name them


def pieces(found: UnknownAnswer) -> list[tuple[Number, bool, object]]:
    """Return each piece's right end, whether it is closed, and the value (``x`` for itself)."""
    return [
        (
            piece.stretch.high,
            piece.stretch.includes_high,
            "x" if isinstance(piece.value, Linear) else piece.value,
        )
        for piece in found.pieces
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[left:[3 5] right:[x 4]]", [(3, True, 3), (4, True, "x"), (INF, False, 4)]),
        # the first move gives x up to 3; at 3 it gives the 3 that stands before x
        ("[[3 x] x]", [(3, True, "x"), (INF, False, "x")]),
        ("[x x]", [(INF, False, "x")]),
        (
            f"[{' '.join(f'[{number} {number + 3}]' for number in range(2000))} [x 5000]]",
            [(1999, True, 1999), (5000, True, "x"), (INF, False, 5000)],
        ),
    ],
    ids=["pieces", "a tie", "the same unknown", "thousands of leaves"],
)
def test_the_value_is_a_piecewise_function_of_the_unknown(
    text: str, expected: list[tuple[Number, bool, object]]
) -> None:
    assert pieces(answer(text)) == expected


def test_the_cut_test_decides_whether_the_end_belongs_to_the_cut() -> None:
    for cutoff in (">=", ">"):
        found = answer("[left:[3 5] right:[x 4]]", cutoff=cutoff)
        closed = cutoff == ">="
        assert found.cut_for("2.2") == (Condition("x", -INF, 3, False, closed),)
        assert [piece.best for piece in found.pieces] == ["1", *["1"] * (not closed), "2", "2"]


def test_below_a_chance_node_the_pieces_are_affine() -> None:
    found = answer("[chance[x 4] chance[3 6]]")
    assert [piece.value for piece in found.pieces] == [Fraction(9, 2), Linear(Fraction(1, 2), 2)]
    assert found.pieces[0].stretch.high == 5


def test_beside_a_chance_node_a_decimal_belongs_to_the_stretch_that_ends_with_it() -> None:
    found = answer("[0.1 [x chance[0.3 0.5]]]")
    assert found.cut_for("2.2") == (Condition("x", -INF, Fraction("0.1"), includes_low=False),)
    assert [found.at(x).branches() for x in (0.09, 0.1, 0.11)] == [[4], [4], []]


def test_an_unknown_is_compared_with_a_mean_that_it_is_part_of() -> None:
    """Where x is less than 4, the mean of x and 4 is more than x."""
    mean, itself = Linear(Fraction(1, 2), 2), Linear(1, 0)
    for text, at_four in (("[x chance[x 4]]", itself), ("[chance[x 4] x]", mean)):
        below, above = answer(text).pieces
        assert (below.value, above.value, below.stretch.high) == (mean, itself, 4)
        assert answer(text).at(4).value == at_four  # of two equal moves the first is kept


def test_a_question_mark_goes_by_its_address() -> None:
    assert collect_leaves_of_unknowns(tree_of("[x [? x] ?]")) == {
        "x": (1, 4),
        "2.1": (3,),
        "3": (5,),
    }


def test_a_node_below_a_cut_one_is_not_visited_there() -> None:
    found = answer("[[3 5] [x [4 [7 8]]]]")
    inner = found.tree.find("2.2.2")
    assert found.cut_for("2.2.2") == (Condition("x", 3, 4, includes_low=False),)
    assert found.not_visited_for(inner) == (Condition("x", -INF, 4, includes_low=False),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[x y]", "the unknown leaf 2 (y)"),
        ("[[3 x] [y 4]]", "the unknown leaf B.1 (y)"),
        ("[1 2]", "no unknown “x”"),
    ],
)
def test_a_question_without_an_answer_is_refused(text: str, message: str) -> None:
    with pytest.raises((UnknownReachedError, UnknownsError), match=re.escape(message)):
        answer(text)
    assert len(solve_for_unknown(tree_of("[[3 x] [1 4]]"), Rules(), "x").pieces) > 1


def test_an_answer_in_too_many_pieces_for_a_large_tree_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A search of 102 nodes left of all changes, then two for each of 100."""
    tree = f"[x {' '.join(map(str, range(100)))}]"
    monkeypatch.setattr("treeexplorer.judging.unknowns._MOST_WORK", 2_500)
    message = "after 25 searches of 102 nodes the answer is found up to x = 12 only; give x a value"
    with pytest.raises(UnknownsError, match=message):
        answer(tree)
    monkeypatch.setattr("treeexplorer.judging.unknowns._MOST_WORK", 0)
    with pytest.raises(UnknownsError, match=r"after 1 search of 102 nodes .* up to x = 0 only"):
        answer(tree)
    monkeypatch.setattr("treeexplorer.judging.unknowns._MOST_WORK", 2 * 102 * 101)
    assert pieces(answer(tree)) == [(99, False, 99), (INF, False, "x")]


def test_an_answer_that_would_take_minutes_is_refused_after_the_work_that_is_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched_nodes = 0

    def count_and_search(tree: GameTree, rules: Rules) -> Record:
        nonlocal searched_nodes
        searched_nodes += len(tree)
        return search(tree, rules)

    most_work = 5_000
    monkeypatch.setattr("treeexplorer.judging.unknowns._MOST_WORK", most_work)
    monkeypatch.setattr("treeexplorer.judging.unknowns.search", count_and_search)
    tree = f"[{' '.join(f'[x {number}]' for number in range(1000))}]"
    with pytest.raises(UnknownsError, match=r"es of 3001 nodes .* found up to x = \d+ only"):
        answer(tree)
    nodes_of_tree = 3_001
    assert most_work < searched_nodes <= most_work + nodes_of_tree


def test_a_mean_with_an_unknown_and_a_number_that_no_double_holds_is_exact() -> None:
    (piece,) = answer(f"chance[x {10**299}]").pieces
    assert piece.value == Linear(Fraction(1, 2), 10**299 // 2)


# -- against brute force -----------------------------------------------------------------------


@st.composite
def with_unknowns(draw: st.DrawFn, count: int = 1) -> tuple[GameTree, Rules]:
    tree, rules = draw(cases())
    others = [name for name in OTHERS if name != "sss" or not tree.has_chance]
    algorithm = draw(st.sampled_from([rules.algorithm, *others]))
    if algorithm in OTHERS:
        rules = replace(rules, algorithm=algorithm, form="classic")
    if not tree.has_chance and draw(st.booleans()):
        tree = with_undrawn(draw(SEEDS), tree)
    leaves = [node for node in range(len(tree)) if tree.is_leaf(node)]
    words = ["x", "y"][:count]
    chosen = draw(st.lists(st.sampled_from(leaves), min_size=1, max_size=3, unique=True))
    unknowns = {node: words[i % count] for i, node in enumerate(chosen)}
    kind = bytearray(tree.kind)
    exact = {node: number for node, number in tree.exact.items() if node not in unknowns}
    for node in unknowns:
        kind[node] = UNKNOWN
    return replace(tree, kind=bytes(kind), exact=exact, unknowns=unknowns), rules


def places(found: UnknownAnswer) -> list[Number]:
    """Return every breakpoint and numbers between, before and after them."""
    numbers = {value for value in found.tree.leaf_values if value is not None}
    numbers |= {piece.stretch.low for piece in found.pieces}
    ends = sorted({Fraction(number) for number in numbers if isfinite(number)}) or [Fraction(0)]
    between = [(low + high) / 2 for low, high in pairwise(ends)]
    return [ends[0] - 1, *ends, *between, ends[-1] + 1]


@examples(80)
@given(with_unknowns())
def test_every_piece_agrees_with_a_search_at_every_breakpoint_and_between(
    case: tuple[GameTree, Rules],
) -> None:
    tree, rules = case
    found = solve_for_unknown(tree, rules, "x")
    assert found.pieces[0].stretch.low == -INF
    assert found.pieces[-1].stretch.high == INF
    for x in places(found):
        record = search(replace_leaves_by_affine(tree, dict.fromkeys(found.nodes, x)), rules)
        result, here = analysis_of(record), found.at(x)
        assert sum(x in piece.stretch for piece in found.pieces) == 1
        assert here.value_at(x) == result.value
        assert here.best_node == result.moves(0).best
        assert here.evaluated == record.evaluated
        assert here.bound == result.bound
        assert set(here.pruned) == pruned_by_definition(record)
        for cut in found.cuts:
            is_cut = PrunedBranch(cut.node, cut.is_elided) in here.pruned
            assert any(x in stretch for stretch in cut.stretches) is is_cut


@examples(120)
@given(with_unknowns(), st.data())
def test_what_is_said_of_the_value_holds_whatever_is_filled_in(
    case: tuple[GameTree, Rules], data: st.DataObject
) -> None:
    tree, rules = case
    if rules.depth is not None:
        return
    found = solve_for_unknown(tree, rules, "x")
    for x in data.draw(st.lists(st.sampled_from(places(found)), max_size=4)):
        record, here = (
            search(replace_leaves_by_affine(tree, dict.fromkeys(found.nodes, x)), rules),
            found.at(x),
        )
        worth = filled_in(record, lambda: data.draw(st.integers(-9, 9)), found.nodes)[0]
        value = here.value_at(x)
        assert here.bound != "exact" or worth == value
        assert here.bound != "lower" or worth >= value
        assert here.bound != "upper" or worth <= value


@pytest.mark.parametrize(
    ("text", "rules", "worth"),
    [
        ("[[3 12] [4 x]]", {"window": (5, 10)}, ["≤ 4"]),
        ("[[3 12] [x 4 ...]]", {}, ["3", "≤ x", "≤ 4"]),
        ("[[9 5] [x [8 ...]]]", {}, ["5", "x", "≥ 8"]),
        ("[x chance[2 4]]", {"window": (0, 2)}, ["3", "≥ x"]),
    ],
)
def test_a_bound_is_told_from_a_value(text: str, rules: dict[str, Any], worth: list[str]) -> None:
    found = answer(text, **rules)
    assert [piece.value_in_words("x") for piece in found.pieces] == worth


def test_undrawn_children_that_are_pruned_are_cut_off() -> None:
    found = answer("[[3 12] [x 4 ...]]")
    assert found.cuts[-1] == (4, True, (Condition("x", -INF, 3, includes_low=False),))
    assert [piece.branches(undrawn=True) for piece in found.pieces] == [[4], [], []]
    assert [row.get("elided") for row in found.to_dict()["cut"]] == [None, True]


def test_each_of_several_unknowns_has_an_answer_where_no_search_comes_to_them() -> None:
    found = solve_for_each_unknown(tree_of("[5 [3 x] [2 [y 1]] 4]"), Rules())
    assert [len(found[word].pieces) for word in ("x", "y")] == [1, 1]


def test_many_unknowns_are_refused_at_once() -> None:
    unread = " ".join(f"[3 x{number}]" for number in range(2_000))

    def refused() -> None:
        with pytest.raises(UnknownReachedError, match=r"the unknown leaf 2002 \(y\)"):
            solve_for_each_unknown(tree_of(f"[5 {unread} y]"), Rules())

    assert takes_less_than(10, refused)
