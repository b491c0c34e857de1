"""Step, look, ``y``, ``why`` and the choice say the same of the same: one sentence, one source."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.engine.random_trees import cases
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.engine import Record, StepKind, analysis_of, search
from treeexplorer.errors import TreeexplorerError
from treeexplorer.explain.choice_words import describe_offer
from treeexplorer.explain.snapshot import moment_of, snapshot
from treeexplorer.explain.steps import sentences
from treeexplorer.explain.why import why
from treeexplorer.judging.choices import choice_of
from treeexplorer.judging.cutoff_tests import test_at as made_test
from treeexplorer.rules import Rules
from treeexplorer.tree import GameTree

RETOLD = ("was entered at step", "was read at step", "was answered from memory at step", "after ")
"""How a sentence begins or goes on that tells again what its step is told with."""


def searched(case: tuple[GameTree, Rules]) -> Record | None:
    try:
        return search(*case)
    except TreeexplorerError:  # these rules do not go together
        return None


def is_retold(text: str) -> bool:
    return any(words in text for words in RETOLD[:3]) or text.lower().startswith(RETOLD[3])


@examples(150)
@given(case=cases())
def test_y_says_what_why_says_of_the_node_at_which_the_search_stands(
    case: tuple[GameTree, Rules],
) -> None:
    record = searched(case)
    if record is None:
        return
    for step in range(1, record.steps + 1):
        moment = snapshot(record, step)
        node = moment.current
        if node is None or moment.kind is StepKind.CUT:
            continue
        if moment.view(node).missed_on_equality is not None:
            continue
        told = set(map(str, (*moment.sentences, *moment.banner.lines, *moment.beyond)))
        for sentence in map(str, why(record, node, step)):
            assert sentence in told or is_retold(sentence), (step, sentence)


@examples(150)
@given(case=cases())
def test_a_look_and_why_speak_of_the_same_step(case: tuple[GameTree, Rules]) -> None:
    record = searched(case)
    if record is None:
        return
    for node in range(len(record.tree)):
        moment = moment_of(record, node, record.steps)
        if moment is None or record.current(moment) != node:
            continue
        at = record.step(moment)
        if at.kind is StepKind.CUT and at.node == node:
            heading = sentences(record, moment)[0]
            test = made_test(record, at)
            assert str(test) in str(heading)
            assert str(test) in str(why(record, node)[0])


@examples(150)
@given(case=cases())
def test_where_a_test_holds_in_vain_step_why_and_library_say_so(
    case: tuple[GameTree, Rules],
) -> None:
    record = searched(case)
    if record is None or record.call_windows:
        return
    for step in range(1, record.steps + 1):
        at = record.step(step)
        test = made_test(record, at)
        if at.kind is not StepKind.RETURN or test is None or not test.holds or test.skips:
            continue
        sentence = f"{test} holds, but nothing is left to prune."
        assert sentence in map(str, sentences(record, step))
        for later in (step, record.steps):
            assert sentence in map(str, why(record, at.node, later))


@examples(150)
@given(case=cases())
def test_the_choice_offers_what_the_step_and_why_prove(case: tuple[GameTree, Rules]) -> None:
    record = searched(case)
    if record is None:
        return
    for cut in analysis_of(record).cut_offs:
        choice = choice_of(record, cut)
        offered = str(describe_offer(record, choice)).partition(": ")[2]
        if offered == "nothing is proven" or cut.is_tie or cut.source == "chance":
            continue
        told = " ".join(map(str, sentences(record, cut.step)))
        asked = " ".join(map(str, why(record, cut.node, cut.step)))
        bound = offered.removeprefix("exactly ")
        assert bound in told or bound in asked, (offered, told, asked)


@pytest.mark.parametrize(
    ("text", "node", "step", "said"),
    [
        ("[[3 12] [4 2]]", "B", 12, "3 ≥ 2 holds, but nothing is left to prune."),
        ("[[12 20] [13 14 15]]", "B", 10, "MIN moves β only: α stays 12."),
        ("[a:[[1 5 6] b:[8 ...]] 4]", "b", 13, "so it is worth 8 or more"),
    ],
)
def test_each_of_three_sentences_is_said_by_look_and_why(
    text: str, node: str, step: int, said: str
) -> None:
    record = search(tree_of(text))
    place = record.tree.find(node)
    moment = moment_of(record, place, step)
    assert moment == step
    look = snapshot(record, moment)
    assert said in " ".join(map(str, (*look.sentences, *look.beyond)))
    assert said in " ".join(map(str, why(record, place, step)))
