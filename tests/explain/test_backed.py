"""Every claim in a sentence is one of the step's facts."""

from __future__ import annotations

import pytest

from tests.engine.random_records import random_record
from tests.explain.phrases import arguments_in
from treeexplorer.engine import Record
from treeexplorer.explain.facts import (
    CutTest,
    Elsewhere,
    Fact,
    Has,
    Needs,
    Proven,
    Pruned,
    step_facts,
)
from treeexplorer.explain.facts import (
    test_at as made_test,
)
from treeexplorer.explain.sentence import Letter, Node, Phrase
from treeexplorer.explain.sentences import sentences
from treeexplorer.tree import CHANCE_ROLE, INFINITY, MAX_ROLE

HAS = {"has", "has_as_drawn", "min_has", "min_has_as_drawn"}
WANTS = {"nothing_yet": True, "might_want": True, "only_might_want": True, "does_not_need": False}
OF_THE_END = {
    "ends",
    "is_worth",
    "is_worth_cut",
    "only_is_proven",
    "drawn_proven",
    "nothing_proven",
}


def node_of(phrase: Phrase) -> int:
    """Return the node that a phrase speaks of, behind "its parent", too."""
    argument = phrase.arguments["node"]
    if isinstance(argument, Phrase):
        argument = argument.arguments["node"]
    assert isinstance(argument, Node)
    return argument.node


def number_of(phrase: Phrase) -> object:
    """Return the number that a node is said to have, through a child or not."""
    value = phrase.arguments["value"]
    return value.arguments["value"] if isinstance(value, Phrase) else value


def is_backed(phrase: Phrase, facts: tuple[Fact, ...]) -> bool:
    """Tell whether what a phrase claims is one of some facts; true where it claims nothing."""
    key = phrase.key
    if key in {"worth", "leaves_prove"}:
        bound = phrase.arguments["bound"]
        assert isinstance(bound, Phrase)
        value = bound.arguments["value"]
        ends = (value, INFINITY) if bound.key == "or_more" else (-INFINITY, value)
        return any(
            isinstance(fact, Proven)
            and fact.node == node_of(phrase)
            and ends in {(fact.low, INFINITY), (-INFINITY, fact.high)}
            for fact in facts
        )
    if key in HAS:
        claim = node_of(phrase), number_of(phrase)
        return any(isinstance(fact, Has) and (fact.node, fact.value) == claim for fact in facts)
    if key in WANTS:
        return Needs(node_of(phrase), WANTS[key]) in facts
    if key == "pruned":
        return any(isinstance(fact, Pruned) for fact in facts)
    if key == "under_equality":
        return any(isinstance(fact, Elsewhere) for fact in facts)
    return all(
        argument in facts for argument in phrase.arguments.values() if isinstance(argument, CutTest)
    )


def claims(record: Record, step: int) -> list[Phrase]:
    """Return every phrase of the sentences about a step, those within others included."""
    told = [sentence for sentence in sentences(record, step) if sentence.key not in OF_THE_END]
    return [argument for argument in arguments_in(*told) if isinstance(argument, Phrase)]


@pytest.mark.parametrize("batch", range(6))
def test_every_claim_of_a_sentence_is_a_fact(batch: int) -> None:
    keys = set()
    for seed in range(30_000 + 100 * batch, 30_000 + 100 * (batch + 1)):
        _, record = random_record(seed)
        for step in range(1, record.steps + 1):
            facts = step_facts(record, step)
            for phrase in claims(record, step):
                keys.add(phrase.key)
                assert is_backed(phrase, facts), (seed, step, phrase)
    assert keys >= {"worth", "test", "pruned", "under_equality"}
    assert keys & HAS
    assert keys & WANTS.keys()


def test_a_cut_off_is_told_with_the_test_that_was_made() -> None:
    for seed in range(200):
        _, record = random_record(seed)
        for row in record.cuts:
            at = record.step(record.left(row))
            if record.tree.roles[at.node] == CHANCE_ROLE:
                continue
            head = sentences(record, at.number)[0]
            cut = head.arguments["cut"]
            assert head.key in {"cut_off", "cut_off_on_equality"}
            assert head.arguments["test"] == made_test(record, at) is not None
            assert isinstance(cut, Phrase)
            letter = Letter.BETA if record.tree.roles[at.node] == MAX_ROLE else Letter.ALPHA
            assert (node_of(cut), cut.arguments["letter"]) == (at.node, letter)
