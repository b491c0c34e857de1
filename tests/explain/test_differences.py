"""Two searches compared: what each reads and cuts, and which steps belong together."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.random_records import random_record
from tests.engine.random_trees import rules_for, trees
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.engine import Record, Rules, search
from treeexplorer.explain.alignment import Alignment, describe_step_difference
from treeexplorer.explain.differences import differences, effect
from treeexplorer.explain.rules_in_words import describe_changed_rules
from treeexplorer.rules import OrderName
from treeexplorer.tree import GameTree

TIES = "A:[B:[3 12 8] C:[3 4 6] D:[14 5 2]]"


def compared(text: str, second: Rules) -> str:
    tree = tree_of(text)
    ours, theirs = search(tree, Rules()), search(tree, second)
    when = describe_changed_rules(ours.rules, theirs.rules)
    return str(differences(ours, theirs).sentence(when).phrase)


@pytest.mark.parametrize(
    ("text", "second", "sentence"),
    [
        (
            TIES,
            Rules(cutoff=">"),
            "under the test >, 2 more leaves are read: 4, 6; 1 cut-off is gone: ▽C",
        ),
        (
            TIES,
            Rules(window=(3, 5)),
            "with the window (3, 5), 2 leaves are not read: 12, 8; 1 cut-off is new: ▽B",
        ),
        pytest.param(
            "[[1 2] [3 4]]",
            Rules(fail="hard"),
            "with fail-hard, the same leaves are read, the same branches cut, "
            "the same value returned",
        ),
        (
            "[[3 12 8] [2 4 6] [14 5 2]]",
            Rules(fail="hard"),
            "with fail-hard, ▽B returns 3 instead of 2, ▽C returns 3 instead of 2",
        ),
    ],
)
def test_the_sentence_says_what_other_rules_change(text: str, second: Rules, sentence: str) -> None:
    assert compared(text, second) == sentence


def test_many_leaves_are_counted_and_leaves_that_are_read_again() -> None:
    text = compared("[[3] [2 " + "5 " * 30 + "]]", Rules(algorithm="minimax"))
    assert text.startswith("with minimax, 30 more leaves are read: B.2 (5), B.3 (5), ")
    assert "B.5 (5) and 26 more;" in text
    tree = "[[[1 2] [3 4]] [[5 6] [0 9]]]"
    assert "of a leaf read before" in compared(tree, Rules(algorithm="pvs"))


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Record, Record]:
    """Draw two searches of the same tree."""
    tree = draw(trees())
    return search(tree, draw(rules_for(tree))), search(tree, draw(rules_for(tree)))


@examples(60)
@given(pairs())
def test_every_step_has_its_moment_and_neither_search_goes_back(
    pair: tuple[Record, Record],
) -> None:
    alignment = Alignment(*pair)
    steps: tuple[list[int], list[int]] = ([], [])
    for moment in range(1, len(alignment)):
        before = alignment[moment - 1]
        now = alignment[moment]
        assert any(now.makes_step)
        stands = [(before.first, now.first), (before.second, now.second)]
        for side, (record, (stood, at)) in enumerate(zip(pair, stands, strict=True)):
            if now.makes_step[side]:
                steps[side].append(at)
                assert record.step(at).node == now.node or not alignment.is_by_node
            else:
                assert at == stood
        if all(now.makes_step) and alignment.is_by_node:
            ours, theirs = pair[0].step(now.first), pair[1].step(now.second)
            assert (ours.node, ours.child) == (theirs.node, theirs.child)
    for search_, record in enumerate(pair):
        assert steps[search_] == list(range(1, record.steps + 1))
        for step in range(record.steps + 1):
            assert alignment[alignment.moment_of(step, search_)][1 + search_] == step


@examples(60)
@given(trees(), st.sampled_from([{"cutoff": ">"}, {"fail": "hard"}, {"algorithm": "minimax"}]))
def test_in_the_same_order_both_stand_at_one_node_or_one_waits_where_it_pruned(
    tree: GameTree, changes: dict[str, Any]
) -> None:
    pair = search(tree, Rules()), search(tree, Rules(**changes))
    alignment = Alignment(*pair)
    assert alignment.is_by_node
    for moment in range(1, len(alignment)):
        now = alignment[moment]
        for record, at, does in zip(pair, (now.first, now.second), now.makes_step, strict=True):
            if not does:
                above = [now.node, *record.tree.ancestors(now.node)]
                last = next(each for each in above if record.call_of(each) is not None)
                assert last in {record.step(at).node, record.step(at).child}


@examples(30)
@given(pairs())
def test_a_search_is_aligned_with_itself_step_by_step(pair: tuple[Record, Record]) -> None:
    record = pair[0]
    alignment = Alignment(record, record)
    assert len(alignment) == record.steps + 1
    assert alignment.differences == []


def test_under_another_cut_test_the_tie_differs_and_then_what_one_search_has_alone() -> None:
    tree = tree_of(TIES)
    searches = search(tree, Rules()), search(tree, Rules(cutoff=">"))
    alignment = Alignment(*searches)
    assert alignment.differences == [12]
    assert alignment[12].first == alignment[12].second == 12
    does = [alignment[at].makes_step for at in (13, 16, 17)]
    assert does == [(False, True), (False, True), (True, True)]
    both, one = (str(describe_step_difference(*searches, alignment[at])) for at in (12, 13))
    assert both == (
        "Alpha-beta ≥: α cut-off at ▽C: 3 ≥ 3, and equal is enough under your rule; "
        "alpha-beta >: No cut-off at ▽C: 3 > 3 is false."
    )
    assert one == "Only alpha-beta > has this step: 4 is read."


def test_the_effect_of_other_rules_is_one_sentence() -> None:
    waiting = search(tree_of("[[3 x] [1 2]]"), Rules())
    record = search(tree_of(TIES), Rules())
    assert str(effect(record, record)).startswith("Now the same leaves are read")
    assert str(effect(waiting, record)) == "7 leaves are read, 1 cut-off."
    assert str(effect(record, waiting)) == (
        "Step 5 reads the unknown leaf A.2 (x) and needs a number for it."
    )


def test_an_edit_that_gives_nodes_other_labels_is_told_with_those_that_are_shown() -> None:
    before, after = (
        search(tree_of(f"[[{leaf} 12 8] [2 4 6] [14 5 2]]"), Rules()) for leaf in ("3", "b:99")
    )
    assert str(effect(before, after)) == (
        "Now 1 leaf is not read: 2; 1 cut-off is new: ▽D; ▲root returns 8 instead of 3."
    )


@pytest.mark.parametrize("seed", range(60))
def test_what_is_compared_is_what_the_records_have(seed: int) -> None:
    game, record = random_record(90_000 + seed)
    turned: OrderName = "left-to-right" if record.rules.right_to_left else "right-to-left"
    for rules in (record.rules, Rules(levels=game.levels), Rules(levels=game.levels, order=turned)):
        other = search(game, rules)
        found = differences(record, other)
        assert not differences(record, record)
        read, read_too = ({node for _, node, _ in each.readings()} for each in (record, other))
        assert (found.fewer, found.more) == (
            tuple(sorted(read - read_too)),
            tuple(sorted(read_too - read)),
        )
        assert list(found.returned) == [
            (node, record.value(call), other.value(other_call))
            for node in range(len(game))
            if (call := record.call_of(node)) is not None and not record.is_leaf_call(call)
            if (other_call := other.call_of(node)) is not None
            if None not in {record.value(call), other.value(other_call)}
            if record.value(call) != other.value(other_call)
        ]
