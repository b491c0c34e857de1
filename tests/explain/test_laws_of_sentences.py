"""Laws that every sentence keeps, wherever it is shown, on random trees under every rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import TypeAlias

import pytest

from tests.engine.random_records import any_search, random_record
from tests.engine.referee import Referee
from tests.explain import texts
from tests.explain.phrases import arguments_in
from tests.laws import batches, some
from treeexplorer.engine import Record, Rules, Status, StepKind, analysis_of, search
from treeexplorer.engine.record import ABOVE, BELOW, Step
from treeexplorer.explain.cut_offs import summarize_cut_off
from treeexplorer.explain.endings import describe_best_line_and_moves
from treeexplorer.explain.node_facts import collect_node_facts
from treeexplorer.explain.partings import Parting, find_partings
from treeexplorer.explain.phrases import depth_limit
from treeexplorer.explain.sentence import (
    Argument,
    Count,
    End,
    NextLeaf,
    Node,
    Phrase,
    Sentence,
    joined,
    parts_of,
)
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.explain.why import why
from treeexplorer.judging.facts import Inequality
from treeexplorer.judging.facts_of_step import outcome, outcomes_under_other_rules
from treeexplorer.rules import AlgorithmName, OrderName
from treeexplorer.tree import CHANCE_ROLE, INFINITY, MIN_ROLE, GameTree, Number

SEEDS = 500
BATCHES = 5
in_batches = pytest.mark.parametrize("batch", batches(3, range(BATCHES)))
Told: TypeAlias = dict[str, dict[str, Argument]]
"""The arguments of what is said at a step, by the sentence."""
HUGE = 10**6
HOW_EXACT = {texts.IS_EXACT, texts.IS_BOUND, texts.PROVES_MORE, texts.SAYS_NOTHING}
CONCLUSIONS = {
    *(texts.CANNOT_HELP, texts.CANNOT_LOWER, *texts.TIE),  # why it cut
    texts.DEEP_REASON,
    *texts.DEEP_REST,  # why a deep cut-off cut
    *(
        *texts.ASKED_ONLY,
        *texts.NOTHING_BEYOND,
        texts.STARTED_WITH,
        *texts.SET_BY,
    ),  # why a window did
    *(
        texts.BOTH,
        texts.NOT_CUT_YET,
        *texts.UNDER_EQUALITY,
        texts.ONLY_CUTS,
        texts.LEAF_CUTS,
    ),  # why not, and when
    *(texts.IS_BEST, texts.AS_GOOD, texts.MAY_BE_AS_GOOD, texts.MAY_BE_BETTER),  # of the moves
    *(texts.WHERE_ENDS_COME_FROM, *texts.NOTHING_ABOVE),
    *(texts.NO_TEST_BEFORE, texts.TEST_BEFORE, texts.WAS_ENTERED_WITH),  # why it was visited
    *(
        texts.VISITS_EVERY_NODE,
        texts.COUNTS_IN_MEAN,
        texts.WHOLE_TREE,
        texts.NOT_REACHED,
        texts.LIES_BEYOND,
    ),
}
HOLD = {
    *(texts.CUT_OFF, *texts.CUT_OFF_ON_EQUALITY, texts.NOTHING_TO_PRUNE, texts.CUT_SUMMARY),
    *(texts.HAD_CUT_OFF, texts.WAS_PRUNED),
}
FAIL = {texts.NO_CUT_OFF, texts.AFTER, texts.TEST_BEFORE, texts.V_STAYS}
TIES = {
    *texts.CUT_OFF_ON_EQUALITY,
    *texts.TIE,
    texts.NO_CUT_OFF,
    texts.LOOKS_ON,
    *texts.UNDER_EQUALITY,
}


def phrases_at(record: Record, step: int) -> list[Phrase]:
    """Return everything that is said at a step: trace, banner, why, answer sheet."""
    now = snapshot(record, step)
    banner = now.banner
    said = [*now.sentences, *now.beyond, *banner.lines, banner.heading]
    said += [phrase for phrase in (banner.test, banner.right) if phrase is not None]
    said += why(record, step * 7 % len(record.tree), step)
    if now.cut is not None:
        said.append(summarize_cut_off(record, now.cut))
    return [each for each in arguments_in(*said) if isinstance(each, Phrase)]


def seeds_of(batch: int) -> range:
    return range(60_000 + batch * SEEDS // BATCHES, 60_000 + (batch + 1) * SEEDS // BATCHES)


@cache
def records(batch: int) -> list[Record]:
    return [random_record(seed)[1] for seed in some(seeds_of(batch))]


@in_batches
def test_an_inequality_is_true_or_is_said_to_be_false(batch: int) -> None:
    for record in records(batch):
        for step in range(record.steps + 1):
            for phrase in phrases_at(record, step):
                for argument in phrase.arguments.values():
                    if not isinstance(argument, Inequality):
                        continue
                    text = "".join(part for part, _ in parts_of(argument))
                    assert text.endswith(" is false") != argument.holds
                    assert argument.holds or phrase.text not in HOLD, (step, phrase)
                    assert not argument.holds or phrase.text not in FAIL, (step, phrase)
                if phrase.text == texts.COUNTS_IN_MEAN:
                    node = phrase.arguments["node"]
                    assert isinstance(node, Node)
                    assert record.tree.roles[node.node] == CHANCE_ROLE, (step, phrase)


@in_batches
def test_why_is_answered_in_at_most_three_sentences_and_ends_in_a_conclusion(batch: int) -> None:
    for record in records(batch):
        nodes = range(len(record.tree))
        answers = [why(record, node) for node in nodes]
        for step in range(record.steps + 1):
            answers += [
                why(record, record.step(step).node, step),
                why(record, step % len(nodes), step),
            ]
        for answer in answers:
            assert 1 <= len(answer) <= 3, answer
            assert answer[-1].text in CONCLUSIONS, answer


@in_batches
def test_what_is_said_beyond_the_banner_is_not_what_the_banner_says(batch: int) -> None:
    told = 0
    for record in records(batch):
        for step in range(record.steps + 1):
            now = snapshot(record, step)
            banner = f"{now.banner.heading} {joined(now.banner.lines)}".casefold()
            for sentence in now.beyond:
                told += 1
                assert str(sentence.phrase).casefold() not in banner, (record.rules, step)
            assert now.beyond or now.cut is None or now.cut.witness is None
            if now.beyond:
                assert now.beyond[-1].text in CONCLUSIONS | {texts.SAME_ROOT, texts.STILL_COUNTS}
    assert told


@pytest.mark.parametrize("algorithm", ["alphabeta", "pvs", "negascout", "scout", "mtdf", "sss"])
def test_why_says_of_every_node_what_became_of_it(algorithm: AlgorithmName) -> None:
    keys = {"cut-off": {texts.HAD_CUT_OFF}, "pruned": {texts.WAS_PRUNED, texts.LIES_BEYOND}}
    for seed in range(120):
        record = search(*any_search(97_000 + seed, algorithm))
        for node in range(len(record.tree) if record.complete else 0):
            first = why(record, node)[0]
            expected = outcome(record, node)
            for kind, keys_of_kind in keys.items():
                assert (first.text in keys_of_kind) == (expected == kind), (record.rules, node)
            if first.text in {texts.HAD_CUT_OFF, texts.WAS_PRUNED}:
                assert first.arguments["test"] == collect_node_facts(record, node)[0]
                step = first.arguments["step"]
                assert isinstance(step, int)
                at = record.step(step)
                assert at.kind is StepKind.CUT
                assert first.arguments["node"] == Node(record.tree, node)
                cut = first.arguments.get("cut", Node(record.tree, node))
                assert cut == Node(record.tree, at.node)
                assert record.tree.is_within(node, at.node)
            elif first.text in {texts.WAS_READ, texts.WAS_ENTERED, texts.WAS_ENTERED_WITH}:
                assert first.arguments["step"] == record.entered_at(record.calls_of(node)[-1])


@in_batches
def test_why_of_a_cut_off_ends_in_the_conclusion_of_the_banner(batch: int) -> None:
    told = 0
    for record in records(batch):
        for cut in analysis_of(record).cut_offs:
            lines = snapshot(record, cut.step).banner.lines
            ends = {texts.PRUNED, texts.SKIPPED_BY_CALL}
            concluded = next(n for n, line in enumerate(lines) if line.text in ends) - 1
            premises, conclusion = lines[:concluded], lines[concluded]
            unseen = [node for node in cut.skipped if record.call_at(node, cut.step) is None]
            for node in (cut.node, *unseen):
                if record.status(node, cut.step) is Status.BEYOND:
                    continue
                answer = why(record, node, cut.step)
                assert answer[-1] == conclusion
                told += 1
                assert all(each.text != texts.PRUNED for each in answer)
                if premises:
                    assert str(premises[-1].phrase) in str(answer[-2])
    assert told


@in_batches
def test_a_tie_is_spoken_of_only_at_a_tie_and_the_right_only_from_the_right(batch: int) -> None:
    for record in records(batch):
        for step in range(record.steps + 1):
            at, test = record.step(step), snapshot(record, step).test
            is_tie = test is not None and test.left == test.right
            keys = {each.text for each in snapshot(record, step).sentences}
            if keys & {texts.LOOKS_ON, texts.SEES_NO_MORE}:
                low, high = analysis_of(record).intervals.at(at.node, step)
                assert at.v is not None
                assert (texts.LOOKS_ON in keys) == (low <= at.v <= high)
            for phrase in phrases_at(record, step):
                is_now = phrase.arguments.get("node") == Node(record.tree, at.node)
                assert is_tie or not is_now or phrase.text not in TIES, (step, phrase)
                if not record.rules.right_to_left:
                    assert phrase.text != texts.UNDRAWN_FIRST
                    assert "from the right" not in str(phrase).lower()


@in_batches
def test_why_names_the_step_and_what_that_step_moved(batch: int) -> None:
    for record in records(batch):
        # A first child may be taken as it is, and a test's answer asked for again.
        is_simple = not (record.replaces_first or record.call_windows)
        for step in range(1, record.steps + 1):
            at = record.step(step)
            first = why(record, at.node, step)[0]
            if first.text in {texts.V_STAYS, texts.MOVES_ONLY}:
                assert at.window is not None
                own = int(record.tree.roles[at.node] == MIN_ROLE)
                assert first.arguments["own"] == ("α", "β")[own]
                is_same = at.v == record.parent_v_before(at.child_call or 0)
                assert not is_simple or is_same == (first.text == texts.V_STAYS)
                if first.text == texts.MOVES_ONLY:
                    assert first.arguments["other"] == ("β", "α")[own]
                    assert first.arguments["bound"] == End(("β", "α")[own], at.window[1 - own])
                else:
                    assert at.before == at.window


@in_batches
def test_the_next_leaf_cuts_off_exactly_where_it_is_said_to(batch: int) -> None:
    told = 0
    for record in records(batch):
        if record.tree.unknowns or record.rules.depth is not None or record.call_windows:
            continue
        for call in record.inner_calls:
            step = record.entered_at(call)
            for sentence in why(record, record.node(call), step):
                if sentence.text == texts.LEAF_CUTS:
                    told += 1
                    leaf = sentence.arguments["leaf"]
                    assert isinstance(leaf, NextLeaf)
                    check_next_leaf(record, step, leaf.node, sentence)
    assert told


def check_next_leaf(record: Record, step: int, leaf: int, sentence: Sentence) -> None:
    """Give the next leaf values about the bound, and see whether its node is cut off by it."""
    bound = sentence.arguments["bound"]
    assert isinstance(bound, Phrase)
    value = number_in(bound.arguments["value"])
    for number in (value - 1, value, value + 1):
        tree = record.tree_as_drawn.with_values({leaf: number})
        at = search(tree, record.rules).step(step + 2)
        holds = {
            texts.OR_MORE: number >= value,
            texts.OR_LESS: number <= value,
            texts.MORE_THAN: number > value,
            texts.LESS_THAN: number < value,
        }[bound.text]
        assert (at.child, at.kind is StepKind.CUT) == (leaf, holds), (step, sentence, number)


@in_batches
def test_what_would_cut_is_a_child_and_what_is_pruned_is_counted(batch: int) -> None:
    for record in records(batch):
        tree = record.tree
        for step in range(1, record.steps + 1):
            for node in (record.step(step).node, *tree.ancestors(record.step(step).node)):
                for sentence in why(record, node, step):
                    if sentence.text == texts.ONLY_CUTS:
                        child = sentence.arguments["child"]
                        assert isinstance(child, Node)
                        assert tree.parent[child.node] == node
                        assert not tree.is_leaf(child.node)
                        assert record.call_windows or child.node in in_turn(record, step)
                    if sentence.text == texts.LEAF_CUTS:
                        leaf = sentence.arguments["leaf"]
                        assert isinstance(leaf, NextLeaf)
                        assert tree.parent[leaf.node] == node
                        assert tree.is_leaf(leaf.node)
                        assert record.call_windows or leaf.node in in_turn(record, step)
            now = snapshot(record, step)
            if now.cut is not None:
                assert now.banner.right is not None
                is_leaves = not now.cut.elided and all(map(tree.is_leaf, now.cut.skipped))
                number = len(now.cut.skipped) + now.cut.elided
                noun = ("leaf", "leaves") if is_leaves else ("branch", "branches")
                assert now.banner.right.arguments["count"] == Count(number, *noun)
                is_read = any(record.call_at(node, step) is not None for node in now.cut.skipped)
                is_read |= now.cut.elided and now.view(now.node).elided is not Status.SKIPPED
                keys = {line.text for line in now.banner.lines} & {
                    texts.PRUNED,
                    texts.SKIPPED_BY_CALL,
                }
                assert keys == {texts.SKIPPED_BY_CALL if is_read else texts.PRUNED}
                assert now.banner.right.text == (
                    texts.COUNT_SKIPPED if is_read else texts.COUNT_PRUNED
                )
        if record.complete:
            keys = {each.text for each in describe_best_line_and_moves(record)}
            assert (texts.BEST_LINE in keys) == (len(analysis_of(record).line) > 1)


def in_turn(record: Record, step: int) -> set[int | None]:
    """Return the open nodes of a step, and the one that is entered next."""
    current, call = record.current(step) or 0, record.last_call_by(step) + 1
    following = record.node(call) if call < len(record.nodes) else record.waits_for
    return {current, *record.tree.ancestors(current), following}


@in_batches
def test_every_step_is_told_as_the_record_has_it(batch: int) -> None:
    keys: set[str] = set()
    for record in records(batch):
        for step in range(record.steps + 1):
            at = record.step(step)
            told = {each.text: each.arguments for each in snapshot(record, step).sentences}
            keys |= told.keys()
            if at.kind is StepKind.START:
                check_beginning(record, told)
            elif at.kind is StepKind.LEAF:
                check_leaf(record, at, told)
            elif at.kind is StepKind.VISIT:
                check_visit(record, at, told)
            elif texts.CONTRIBUTES in told:
                weight = record.tree.probability(at.child or 0)
                assert weight is not None
                assert told[texts.CONTRIBUTES]["weight"] == weight
                assert told[texts.CONTRIBUTES]["share"] == (weight and weight * (at.value or 0))
    assert keys >= {
        texts.ENTERED,
        texts.ASKED,
        texts.ENTERED_WITH,
        texts.FULL_WINDOWS,
        texts.CONTRIBUTES,
        texts.ESTIMATE,
    }


def check_beginning(record: Record, told: Told) -> None:
    assert (texts.BEGINS_WITH in told) == record.has_windows == (texts.BEGINS not in told)
    assert (texts.ABOUT_THE_SEARCH in told) == (
        record.has_windows and not record.rules.has_conventions
    )
    if record.has_windows:
        assert told[texts.BEGINS_WITH]["window"] == record.rules.window


def check_leaf(record: Record, at: Step, told: Told) -> None:
    is_leaf = record.tree.is_leaf(at.node)
    assert (texts.IS_READ in told, texts.DEPTH_LIMIT in told) == (is_leaf, not is_leaf)
    if not is_leaf:
        assert str(told[texts.DEPTH_LIMIT]["plies"]) == str(depth_limit(record))
        assert depth_limit(record).number == record.tree.ply[at.node]
        assert told[texts.ESTIMATE]["value"] == record.tree.estimate(at.node)


def check_visit(record: Record, at: Step, told: Told) -> None:
    """Check that a node is told to be entered with its window, a question, or without either."""
    if at.call in record.remembered:
        assert told[texts.REMEMBERED]["value"] == record.remembered[at.call]
    elif record.tree.roles[at.node] == CHANCE_ROLE:
        assert texts.CHANCE in told
        assert (texts.FULL_WINDOWS in told) == record.has_windows
    elif not record.has_windows:
        assert texts.ENTERED in told
    elif record.null_question(at.call):
        question = told[texts.ASKED]["question"]
        assert isinstance(question, Phrase)
        assert (
            question.text
            == {ABOVE: texts.ASKS_FOR_MORE, BELOW: texts.ASKS_FOR_LESS}[
                record.null_question(at.call)
            ]
        )
        assert question.arguments["value"] == record.entry_window(at.call)[0]
    else:
        assert told[texts.ENTERED_WITH]["window"] == record.entry_window(at.call)
        assert told[texts.ENTERED_WITH]["v"] == record.first_v(at.call)


def test_no_other_order_is_spoken_of_unasked() -> None:
    for seed in range(60):
        game, record = random_record(70_000 + seed)
        for node in range(0, len(game), 3):
            for fact in outcomes_under_other_rules(game, record, node):
                assert "order" not in dict(fact.rules)


@in_batches
def test_how_exact_a_value_is_said_to_be_is_proven(batch: int) -> None:
    for record in records(batch):
        if record.tree.elided or not record.complete or record.tree.unknowns:
            continue
        plain = Rules(algorithm="minimax", levels=record.tree.levels, depth=record.rules.depth)
        referee = Referee(record.tree, plain)
        for node in range(len(record.tree)):
            call = record.call_of(node)
            if call is None or record.is_leaf_call(call):
                continue
            worth, value = referee.minimax(node), record.value(call)
            told = {
                each.text: each
                for each in arguments_in(*why(record, node))
                if isinstance(each, Phrase)
            }
            if told.keys() & HOW_EXACT:
                low, high = analysis_of(record).intervals.at(node, record.steps)
                assert (texts.IS_EXACT in told) == (low == high == value)
            assert texts.IS_EXACT not in told or worth == value
            for key in told.keys() & {texts.IS_BOUND, texts.PROVES_MORE}:
                low, high = ends_of(told[key])
                assert low <= worth <= high, (told[key], worth)
            if texts.PROVES_MORE in told:
                returned = told[texts.PROVES_MORE].arguments["value"]
                assert isinstance(returned, Phrase)
                assert returned.arguments["value"] == value


def ends_of(sentence: Phrase) -> tuple[Number, Number]:
    """Return the least and the most that a bound in words allows."""
    bound = sentence.arguments["bound"]
    assert isinstance(bound, Phrase)
    numbers = {name: number_in(value) for name, value in bound.arguments.items()}
    match bound.text:
        case texts.OR_MORE:
            return numbers["value"], INFINITY
        case texts.OR_LESS:
            return -INFINITY, numbers["value"]
        case texts.EXACTLY:
            return numbers["value"], numbers["value"]
    return numbers["low"], numbers["high"]


def number_in(argument: Argument) -> Number:
    assert isinstance(argument, int | float | Fraction)
    return argument


@pytest.mark.parametrize("algorithm", ["pvs", "negascout", "scout", "mtdf", "sss"])
def test_a_question_at_a_cut_off_is_answered_truly(algorithm: AlgorithmName) -> None:
    answers = set()
    for seed in range(80):
        record = search(*any_search(98_000 + seed, algorithm))
        for cut in analysis_of(record).cut_offs:
            for told in why(record, record.node(cut.call), cut.step):
                if told.text in texts.ASKED_ONLY:
                    window = record.call_windows[cut.call]
                    is_above = window.null == ABOVE
                    is_so = cut.v > window.alpha if is_above else cut.v < window.beta
                    assert str(told).endswith("yes." if is_so else "no.")
                    answers.add(is_so)
    assert answers == {True, False}


@in_batches
def test_what_is_pruned_does_not_matter_to_the_root(batch: int) -> None:
    told = 0
    for seed in seeds_of(batch):  # it is told of few cut-offs
        _, record = random_record(seed)
        tree = record.tree
        if tree.unknowns:
            continue
        plain = Rules(algorithm="minimax", levels=tree.levels)
        for cut in analysis_of(record).cut_offs:
            if texts.SAME_ROOT not in {each.text for each in snapshot(record, cut.step).beyond}:
                continue
            told += 1
            leaves = [
                leaf
                for node in cut.skipped
                for leaf in range(node, tree.end[node])
                if tree.is_leaf(leaf)
            ]
            worth = Referee(tree, plain).minimax(0)
            for number in (-HUGE, HUGE):
                changed = tree.with_values(dict.fromkeys(leaves, number))
                assert Referee(changed, plain).minimax(0) == worth, cut
    assert told


def test_what_two_searches_do_where_they_part_is_true() -> None:
    seen: set[str] = set()
    for seed in range(300):
        game, record = random_record(80_000 + seed)
        if not record.complete or record.rules.algorithm != "alphabeta":
            continue
        for other in other_searches(game, record):
            for cutting, second in ((record, other), (other, record)):
                for parting in find_partings(cutting, second):
                    seen.add(parting.sentence.text)
                    check_parting(parting, cutting, second)
    assert seen == {texts.PARTS, texts.PARTS_BY_TEST}


def other_searches(game: GameTree, record: Record) -> Iterator[Record]:
    rules = replace(record.rules, form="classic", algorithm="alphabeta")
    turned: OrderName = "left-to-right" if rules.right_to_left else "right-to-left"
    for other in (
        replace(rules, cutoff=">" if rules.cutoff == ">=" else ">="),
        replace(rules, order=turned),
        replace(rules, fail="hard", cutoff=">"),
    ):
        yield search(game, other)


def check_parting(parting: Parting, first: Record, second: Record) -> None:
    test, other = map(parting.sentence.arguments.get, ("test", "other"))
    assert isinstance(parting.sentence.arguments["node"], Node)
    assert isinstance(test, Inequality)
    assert test.holds
    if parting.sentence.text == texts.PARTS_BY_TEST:
        assert isinstance(other, Inequality)
        assert not other.holds
    named = arguments_in(parting.sentence.arguments["nodes"])
    visited = [each for each in named if isinstance(each, Node)]
    assert visited
    for each in visited:
        assert (first.call_of(each.node) is None) is not (second.call_of(each.node) is None)
