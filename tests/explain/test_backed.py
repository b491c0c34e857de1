"""Every claim in a sentence is one of the step's facts."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.engine.random_records import random_record
from tests.explain.test_truth import NUMBER, number
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
from treeexplorer.explain.sentences import sentences
from treeexplorer.explain.words import label
from treeexplorer.tree import CHANCE_ROLE, MAX_ROLE, Number

SIGNS = {">=": "≥", ">": ">"}


def claims(record: Record, step: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what a step's sentences claim: what kind of claim, and its words."""
    for text in sentences(record, step):
        if text.startswith("The search ends"):
            return
        for found in re.findall(rf"^(\S+) is M\w+ and already has ({NUMBER})", text):
            yield "has", found
        for found in re.findall(rf"^(\S+) (?:is MIN and )?has ({NUMBER})(?: through|\.|,)", text):
            yield "has", found
        for found in re.findall(rf"({NUMBER}) ([≥>]) ({NUMBER}) (?:is false|holds)", text):
            yield "test", found
        for value, side in re.findall(rf"worth ({NUMBER}) or (more|less)", text):
            yield "worth", (value, side)
        for value, side in re.findall(rf"leaves prove ({NUMBER}) or (more|less)", text):
            yield "worth", (value, side)
        if "might still want it" in text:
            yield "needs", ("true",)
        if "does not need it" in text:
            yield "needs", ("false",)
        if text.startswith("Pruned: "):
            yield "pruned", ()
        if "would be pruned here" in text:
            yield "elsewhere", ()


def is_backed(record: Record, step: int, kind: str, words: tuple[str, ...]) -> bool:
    facts = step_facts(record, step)
    at = record.step(step)
    if kind == "worth":
        value, is_more = number(words[0]), words[1] == "more"
        return any(_proves(fact, at.node, value, is_more=is_more) for fact in facts)
    if kind == "has":
        value = number(words[1])
        owners = [fact for fact in facts if isinstance(fact, Has) and fact.value == value]
        return any(label(record, fact.node) == words[0] for fact in owners)
    if kind == "test":
        left, right = number(words[0]), number(words[2])
        tests = [fact for fact in facts if isinstance(fact, CutTest)]
        return any(
            (fact.left, SIGNS[fact.op], fact.right) == (left, words[1], right) for fact in tests
        )
    if kind == "needs":
        wanted = words == ("true",)
        return any(isinstance(fact, Needs) and fact.value == wanted for fact in facts)
    return any(isinstance(fact, Pruned if kind == "pruned" else Elsewhere) for fact in facts)


def _proves(fact: Fact, node: int, value: Number, *, is_more: bool) -> bool:
    if not isinstance(fact, Proven) or fact.node != node:
        return False
    return fact.low >= value if is_more else fact.high <= value


@pytest.mark.parametrize("batch", range(6))
def test_every_claim_of_a_sentence_is_a_fact(batch: int) -> None:
    kinds = set()
    for seed in range(30_000 + 100 * batch, 30_000 + 100 * (batch + 1)):
        _, record = random_record(seed)
        for step in range(1, record.steps + 1):
            for kind, words in claims(record, step):
                kinds.add(kind)
                assert is_backed(record, step, kind, words), (seed, step, kind, words)
    assert kinds == {"has", "test", "worth", "needs", "pruned", "elsewhere"}


def test_a_cut_off_is_told_with_the_test_that_was_made() -> None:
    for seed in range(200):
        _, record = random_record(seed)
        for row in record.cuts:
            at = record.step(record.left(row))
            if record.tree.roles[at.node] == CHANCE_ROLE:
                continue
            made = made_test(record, at)
            assert made is not None
            head = sentences(record, at.number)[0]
            side = "β" if record.tree.roles[at.node] == MAX_ROLE else "α"
            assert f"{side} cut-off at {label(record, at.node)}: " in head
