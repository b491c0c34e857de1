"""What a check says is true: every test, every bound and every verdict, on random papers."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache, partial
from itertools import product

import pytest

from tests.engine.random_records import any_search
from tests.explain import texts
from tests.explain.phrases import arguments_in, number
from tests.judging.filled import filled_in, minimax_as_drawn, random_paper
from tests.laws import batches, some
from tests.trees import tree_of
from treeexplorer.engine import Record, analysis_of, search
from treeexplorer.explain.deciding_windows import find_deciding_window
from treeexplorer.explain.judged import CheckedClaim
from treeexplorer.explain.sentence import (
    End,
    ItemList,
    Letter,
    Node,
    Phrase,
    convert_to_phrase,
    parts_of,
)
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.explain.steps import sentences
from treeexplorer.judging.facts import Inequality
from treeexplorer.marking.check import Check
from treeexplorer.notation import Claim
from treeexplorer.tree import INFINITY, Number

BATCHES = 40
BATCH = 60
FILLINGS = 3
HOLD = {texts.UNMARKED_FOR, texts.WAS_PRUNED}
FAIL = {texts.SLASHED_FOR, texts.VISITED_WITH, texts.BY_OWN_NUMBERS}
CLAIMS_OF_WORTH = {
    **dict.fromkeys((texts.AND_PROVEN, texts.NOT_PROVEN, texts.WEAKER, texts.DISPROVED), "proven"),
    **dict.fromkeys((texts.MINIMAX_VALUE, texts.ITS_MINIMAX_VALUE), "value"),
    **dict.fromkeys((texts.FOUND_BOUND, texts.MINIMAX_ALTHOUGH), "written"),
}
"""What a sentence claims that its node is worth, by the sentence."""
OF_ALL_LEAVES = {texts.MINIMAX_VALUE, texts.ITS_MINIMAX_VALUE, texts.MINIMAX_ALTHOUGH}


@cache
def papers(batch: int) -> list[Check]:
    return list(papers_of(batch))


def papers_of(batch: int) -> Iterator[Check]:
    for seed in some(range(95_000 + batch * BATCH, 95_000 + (batch + 1) * BATCH)):
        record, chooser = search(*any_search(seed)), random.Random(seed)
        if record.complete and len(record.tree) > 1:
            for chance_of_one in (0.1, 0.4):
                yield Check(record, random_paper(chooser, record.tree, chance_of_one))


def said_of(one: CheckedClaim) -> list[Phrase]:
    """Return what is said of a claim; what is wrong with it is said of wrong ones alone."""
    found, _, mistake, reason = one.saying
    phrases = [found, *reason] if one.right else [found, mistake, *reason]
    return [each for each in arguments_in(*phrases) if isinstance(each, Phrase)]


@pytest.mark.parametrize("batch", batches(2, range(BATCHES)))
def test_every_test_that_a_check_names_came_out_as_it_says(batch: int) -> None:
    keys = set()
    for check in papers(batch):
        verdict = [each for each in arguments_in(*check.verdict) if isinstance(each, Phrase)]
        for phrase in [*verdict, *(each for one in check.claims for each in said_of(one))]:
            for argument in phrase.arguments.values():
                if isinstance(argument, Inequality):
                    keys.add(phrase.text)
                    text = "".join(part for part, _ in parts_of(argument))
                    assert text.endswith(" is false") != argument.holds
                    assert argument.holds or phrase.text not in HOLD, (check.record, phrase)
                    assert not argument.holds or phrase.text not in FAIL, (check.record, phrase)
                    assert phrase.text not in HOLD or str(argument) in cut_tests(check.record)
    assert keys == HOLD | FAIL


@pytest.mark.parametrize("batch", batches(2, range(BATCHES)))
def test_of_a_node_that_is_wrongly_crossed_out_it_is_said_what_is_pruned_inside(batch: int) -> None:
    told = set()
    for check in papers(batch):
        record = check.record
        for one in check.wrong:
            if one.claim.kind != "cut" or one.relies_on_wrong_slash:
                continue
            cuts = (cut for cut in analysis_of(record).cut_offs if cut.node == one.claim.node)
            cut = next(cuts, None)
            skipped = [] if cut is None else [Node(record.tree, node) for node in cut.skipped]
            said = [each for each in one.saying.reason if each.text == texts.ONLY_INSIDE]
            assert [each.arguments["branches"] for each in said] == (
                [ItemList((*skipped,))] * bool(skipped)
            )
            told.add(bool(said))
    assert told == {True, False}


def cut_tests(record: Record) -> set[str]:
    """Return the tests that the cut-offs of a search are told with."""
    heads = (sentences(record, cut.step)[0] for cut in analysis_of(record).cut_offs)
    return {str(head.arguments["test"]) for head in heads}


def interval_in(text: str) -> tuple[Number, Number]:
    """Return the ends that some words of a bound allow: ``≥ 8``, ``= 3``, ``2 … 5``."""
    if text == "nothing":
        return -INFINITY, INFINITY
    numbers = [number(one) for one in re.findall(r"[−+]?(?:∞|[\d./]+)", text)]
    low = -INFINITY if "≤" in text else numbers[0]
    return low, INFINITY if "≥" in text else numbers[-1]


@pytest.mark.parametrize("batch", batches(2, range(BATCHES)))
def test_every_bound_that_a_check_calls_proven_holds_for_all_that_was_not_read(batch: int) -> None:
    keys = set()
    for check in papers(batch):
        record = check.record
        values = record.tree.leaf_values
        if record.rules.depth is not None or any(abs(value or 0) == INFINITY for value in values):
            continue
        chosen = partial(random.Random(batch).randint, -9, 9)
        worths = [filled_in(record, chosen) for _ in range(FILLINGS)]
        drawn = [] if record.tree.elided or None in values else [minimax_as_drawn(record.tree)]
        for one in check.claims:
            for phrase in said_of(one):
                name = CLAIMS_OF_WORTH.get(phrase.text)
                if name is None:
                    continue
                keys.add(phrase.text)
                low, high = interval_in(str(convert_to_phrase(phrase.arguments[name])))
                node = phrase.arguments.get("node")
                at = node.node if isinstance(node, Node) else one.claim.node
                known = drawn if phrase.text in OF_ALL_LEAVES else worths
                assert all(low <= each[at] <= high for each in known), (record, one, phrase)
    assert len(keys) > len(CLAIMS_OF_WORTH) // 2


def test_what_was_known_is_said_of_the_branch_that_was_cut_and_not_of_what_lies_in_it() -> None:
    record = search(tree_of("[[3 12] [2 [4 5]]]"))
    branch, inside = map(record.tree.find, ("2.2", "2.2.1"))
    known = find_deciding_window(record, Claim(branch, "cut"))
    assert known is not None
    assert (str(known.heading), str(known.test)) == ("WHAT ▽B KNEW BEFORE ▲C", "3 ≥ 2")
    assert find_deciding_window(record, Claim(inside, "cut")) is None


@pytest.mark.parametrize("batch", batches(2, range(20)))
def test_the_window_at_the_moment_of_a_mistake_is_that_of_the_search(batch: int) -> None:
    keys = set()
    for check in papers(batch):
        record = check.record
        for one in check.wrong:
            known = find_deciding_window(record, one.claim)
            if known is None:
                continue
            window = snapshot(record, known.step).view(known.node).window
            assert window == tuple(end_in(phrase) for phrase in known.ends)
            for phrase in known.ends:
                keys.add((phrase.text, phrase.arguments["letter"]))
                if isinstance(has := phrase.arguments.get("value"), Phrase):
                    child = has.arguments["child"]
                    assert isinstance(child, Node)
                    assert record.value(record.call_at(child.node, known.step) or 0) in window
            if one.claim.kind == "cut" and known.test is not None:
                assert not known.test.holds
                assert (known.test.left, known.test.right) == window
    assert keys >= set(product((texts.END_BECAUSE, texts.END_OPEN), Letter))


def end_in(phrase: Phrase) -> Number:
    end = phrase.arguments["bound"]
    assert isinstance(end, End)
    return end.value


@pytest.mark.parametrize("batch", batches(1, range(8)))
def test_the_few_words_beside_a_mistake_are_what_the_search_did(batch: int) -> None:
    seen = set[str]()
    for check in papers(batch):
        record = check.record
        held = cut_tests(record)
        for mistake in check.mistakes:
            node = mistake.claim.node
            first, *rest = mistake.note or ("",)
            seen.add(first.partition(" ")[0] + " " + mistake.claim.kind)
            if mistake.claim.kind == "cut":
                assert first == ("was read" if record.is_evaluated(node) else "was visited")
                assert record.call_of(node) is not None
                for words in rest:
                    left, sign, right = words.removesuffix(" false").split(" ")
                    assert (
                        number(left) <= number(right)
                        if sign == ">"
                        else number(left) < number(right)
                    )
            elif mistake.claim.kind == "visited":
                assert first == "is pruned"
                assert record.call_of(node) is None
                assert set(rest) <= held
            elif first == "never visited":
                assert record.call_of(node) is None
            elif first:
                assert first == f"is {mistake.saying.found}"
    assert {"was cut", "is visited", "is value", "is window"} <= seen
