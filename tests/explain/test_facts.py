"""Every fact is proven again by experiment.

The leaves not yet read are set to extremes, the bounds on entry are varied, other rules are run:
by the textbook's recursion, which shares nothing with the searches.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import TypeAlias

import pytest

from tests.engine.ballard import Ballard
from tests.engine.random_ranges import random_ranged_record
from tests.engine.random_records import random_record
from tests.engine.referee import INF, Referee, WaitingError
from tests.explain import texts
from tests.explain.phrases import arguments_in
from tests.laws import batches, some
from tests.trees import tree_of
from treeexplorer.engine import Record, Rules, StepKind, analysis_of, search
from treeexplorer.errors import present
from treeexplorer.explain.node_facts import collect_node_facts
from treeexplorer.explain.sentence import Letter, Node, Phrase
from treeexplorer.explain.steps import sentences
from treeexplorer.judging import cutoff_tests, facts_of_step
from treeexplorer.judging.best_values import player_between
from treeexplorer.judging.facts import (
    BestSoFar,
    CutTest,
    Elsewhere,
    Fact,
    Needs,
    OnlyIf,
    Proven,
    Pruned,
    WouldCut,
)
from treeexplorer.judging.facts_of_step import outcomes_under_other_rules, step_facts
from treeexplorer.tree import CHANCE_ROLE, INFINITY, MAX_ROLE, GameTree, Number, Player, Window

RandomSearch: TypeAlias = Callable[[int], tuple[GameTree, Record]]
HUGE = 10**6
QUARTER = Fraction(1, 4)
UNREAD = (-HUGE, HUGE)
BATCHES = [
    *(range(first, first + 300) for first in range(0, 2_400, 300)),
    *(range(first, first + 1_000) for first in range(10_000, 30_000, 1_000)),
]
HAS = {texts.HAS, texts.HAS_AS_DRAWN, texts.MIN_HAS, texts.MIN_HAS_AS_DRAWN}
WANTS = {
    texts.NOTHING_YET: True,
    **dict.fromkeys(texts.MIGHT_WANT, True),
    texts.DOES_NOT_NEED: False,
}
OF_THE_END = {
    *(texts.ENDS, texts.ENDS_WITH_WORTH, texts.IS_WORTH_CUT),
    *(texts.ONLY_IS_PROVEN, texts.DRAWN_PROVEN, texts.NOTHING_PROVEN),
}


class Experiment:
    """A tree of which some leaves have been read, and the others can hold anything."""

    def __init__(self, game: GameTree, record: Record, step: int) -> None:
        self.game, self.record, self.rules = game, record, record.rules
        self.read = {
            node: record.leaf_value(node) for number, node, _ in record.readings() if number <= step
        }
        self.referee = Referee(game, record.rules)
        lowest, highest = record.rules.known_range
        self.special: dict[int, Number] = {}
        self.unread = (max(UNREAD[0], lowest), min(UNREAD[1], highest))

    def value(
        self, node: int, pick: int, special: dict[int, tuple[int, int]] | None = None
    ) -> Number:
        """Return a node's minimax value when what is unread holds its least (0) or largest (1).

        For some nodes, what the unread below them holds instead, and the player's value that
        stands for the node where the second is not 0.
        """
        if node in self.special:
            return self.special[node]
        if special and node in special:
            pick, replaced = special[node]
            if replaced:
                return replaced * INF
        if node in self.read:
            value = self.read[node]
            assert value is not None
            return value
        game = self.game
        if game.is_leaf(node):
            return self.unread[pick]
        if self.rules.depth is not None and game.ply[node] >= self.rules.depth:
            return self.unread[pick]
        children = list(game.children(node))
        values = [self.value(child, pick, special) for child in children]
        if node in game.elided:
            values.append(self.unread[pick])
        player = self.referee.player(node)
        if player is Player.CHANCE:
            weights = [self.referee.weight(child, len(children)) for child in children]
            return sum((w * v for w, v in zip(weights, values, strict=True) if w), start=0)
        return max(values) if player is Player.MAX else min(values)


def prove(game: GameTree, record: Record, fact: Fact, step: int) -> None:
    if isinstance(fact, Proven):
        prove_bound(Experiment(game, record, step), fact)
    elif isinstance(fact, Needs):
        prove_needs(Experiment(game, record, step), fact, step)
    elif isinstance(fact, WouldCut):
        prove_would_cut(game, record, fact)
    elif isinstance(fact, Elsewhere):
        prove_elsewhere(game, record, fact)
    elif isinstance(fact, BestSoFar):
        prove_has(record, fact, step)
    elif isinstance(fact, CutTest):
        prove_test(record, fact, step)
    elif isinstance(fact, OnlyIf):
        prove_only_if(Experiment(game, record, step), fact)
    else:
        prove_pruned(record, fact, step)


def prove_bound(experiment: Experiment, fact: Proven) -> None:
    least, most = experiment.value(fact.node, 0), experiment.value(fact.node, 1)
    assert least >= fact.low
    assert most <= fact.high
    if abs(fact.low) != INF:
        assert least == fact.low
    if abs(fact.high) != INF:
        assert most == fact.high


def prove_only_if(experiment: Experiment, fact: OnlyIf) -> None:
    """Check that a child with just the number needed makes the mean just the other number."""
    pick = 1 if fact.op == ">" else 0
    experiment.special = {fact.child: fact.needed}
    assert experiment.value(fact.node, pick) == fact.value


def prove_needs(experiment: Experiment, fact: Needs, step: int) -> None:
    record = experiment.record
    current = record.current(step)
    assert current is not None
    child = next(c for c in record.children(fact.node) if experiment.game.is_within(current, c))
    at_max = record.tree.player(fact.node) is Player.MAX
    worst = -1 if at_max else 1
    without = experiment.value(fact.node, 0 if at_max else 1, {child: (0, worst)})
    with_it = experiment.value(fact.node, 0 if at_max else 1, {child: (1 if at_max else 0, 0)})
    assert fact.value == (with_it > without if at_max else with_it < without)


def prove_would_cut(game: GameTree, record: Record, fact: WouldCut) -> None:
    row = record.call_of(fact.node)
    assert row is not None
    alpha, beta = record.entry_window(row)
    ends = {fact.value, alpha, beta, *(end for end in record.rules.window)}
    ends |= {value for value in record.tree.leaf_values if value is not None}
    ends |= {end + change for end in ends if abs(end) != INF for change in (-QUARTER, QUARTER)}
    lowest, highest = record.rules.known_range
    ends = {end for end in ends if lowest <= end <= highest}
    children = list(record.children(fact.node))
    assert fact.after != children[-1] or fact.node in game.elided
    for end in ends:
        window = (alpha, end) if fact.end == "beta" else (end, beta)
        cut = cuts_by(game, record, fact, window)
        if cut is not None:
            assert cut == holds(end, fact.op, fact.value), (fact, end, window)


def book_of(game: GameTree, rules: Rules) -> Referee:
    return Ballard(game, rules) if rules.has_range else Referee(game, rules)


def holds(left: Number, op: str, right: Number) -> bool:
    return {"<=": left <= right, "<": left < right, ">=": left >= right, ">": left > right}[op]


class NodesEntered:
    """What the book does at the nodes of a record that are entered with some windows.

    Many facts ask about the same node and window: each is searched once.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self._cutting: dict[tuple[int, Window], frozenset[int] | None] = {}

    def children_that_cut(self, game: GameTree, node: int, window: Window) -> frozenset[int] | None:
        """Return the children whose return cuts the node off; ``None`` where it waits."""
        if (node, window) not in self._cutting:
            self._cutting[node, window] = self._searched(game, node, window)
        return self._cutting[node, window]

    def _searched(self, game: GameTree, node: int, window: Window) -> frozenset[int] | None:
        referee = book_of(game, self.record.rules)
        try:
            referee.alphabeta(node, *window)
        except WaitingError:
            return None
        return frozenset(e[2] for e in referee.events if e[0] == "cut" and e[1] == node)


def cuts_by(game: GameTree, record: Record, fact: WouldCut, window: Window) -> bool | None:
    """Tell whether a node entered with a window is cut off by the return of a child."""
    if record.rules.form == "two-functions" and window[0] >= window[1]:
        return True  # its loop does not begin
    cutting = record.derive(NodesEntered).children_that_cut(game, fact.node, window)
    if cutting is None:
        return None
    children = list(record.children(fact.node))
    return not cutting.isdisjoint(children[: children.index(fact.after) + 1])


def prove_elsewhere(game: GameTree, record: Record, fact: Elsewhere) -> None:
    referee = book_of(game, replace(record.rules, **dict(fact.rules)))
    try:
        referee.run()
    except WaitingError:
        return
    visited = any(
        event[0] in {"visit", "leaf"} and event[1] == fact.node for event in referee.events
    )
    cut = any(event[0] == "cut" and event[1] == fact.node for event in referee.events)
    assert fact.outcome == ("cut-off" if cut else "visited" if visited else "pruned")


def prove_has(record: Record, fact: BestSoFar, step: int) -> None:
    """Check that the child returned the number, and that the node's v is that number."""
    if fact.through is None:
        assert fact.value in record.entry_window(record.call_at(fact.node, step) or 0)
        return
    returned = [
        record.value(call)
        for call in record.calls_of(fact.through)
        if record.returned_at(call) <= step
    ]
    assert fact.value in returned
    call = record.call_at(fact.node, step)
    assert call is not None
    last = record.last_return(call, step)
    assert last is not None
    assert record.parent_v_after[last] == fact.value


def prove_test(record: Record, fact: CutTest, step: int) -> None:
    at = record.step(step)
    assert fact.holds == (fact.left >= fact.right if fact.op == ">=" else fact.left > fact.right)
    assert (fact.op == ">") == record.rules.strict or record.null_question(at.call)
    if at.kind is StepKind.CUT:
        assert fact.holds
    elif fact.holds:
        assert (
            record.returned_at(at.call) == step + 1
            or record.rules.algorithm == "scout"
            or at.number == record.steps
        )
    elif (
        step < record.steps
        and not record.columns.earlier
        and not record.is_last_child(at.child or 0)
    ):
        assert record.caller(record.step(step + 1).call) == at.call


def prove_pruned(record: Record, fact: Pruned, step: int) -> None:
    at = record.step(step)
    assert at.kind is StepKind.CUT
    children = list(record.children(at.node))
    assert list(fact.nodes) == children[children.index(at.child or 0) + 1 :]
    assert (fact.elided is not None) == (
        at.node in record.tree.elided and not record.rules.right_to_left
    )
    if not record.columns.earlier:
        assert all(record.call_of(node) is None for node in fact.nodes)


def prove_all(seed: int, case: RandomSearch = random_record) -> set[type]:
    """Prove every fact of a random search, of its steps and of some of its nodes."""
    game, record = case(seed)
    kinds = set()
    for step in range(1, record.steps + 1):
        for fact in step_facts(record, step):
            kinds.add(type(fact))
            prove(game, record, fact, step)
    random = Random(seed)
    for node in random.sample(range(len(game)), min(3, len(game))):
        for fact in collect_node_facts(record, node):
            if isinstance(fact, WouldCut | Elsewhere):
                kinds.add(type(fact))
                prove(game, record, fact, record.steps)
    if record.complete and record.rules.form != "exchanged":
        for fact in outcomes_under_other_rules(game, record, random.randrange(len(game))):
            prove(game, record, fact, record.steps)
    return kinds


@pytest.mark.parametrize("seeds", batches(3, BATCHES), ids=str)
def test_every_fact_is_proven_again_by_experiment(seeds: range) -> None:
    kinds = set[type]().union(*map(prove_all, some(seeds)))
    assert {Proven, BestSoFar, CutTest, WouldCut, Elsewhere, Needs, Pruned} <= kinds


@pytest.mark.parametrize("seeds", batches(2, BATCHES), ids=str)
def test_every_fact_under_a_range_is_proven_again_by_experiment(seeds: range) -> None:
    kinds = set[type]().union(*(prove_all(seed, random_ranged_record) for seed in some(seeds)))
    assert {Proven, BestSoFar, CutTest, WouldCut, Elsewhere, Needs, OnlyIf, Pruned} <= kinds


# -- every claim in a sentence is one of the step's facts -----------------------------------------


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


def is_backed(phrase: Phrase, known: tuple[Fact, ...]) -> bool:
    """Tell whether what a phrase claims is one of some facts; true where it claims nothing."""
    key = phrase.text
    if key in {texts.SO_IS_WORTH, texts.LEAVES_PROVE}:
        bound = phrase.arguments["bound"]
        assert isinstance(bound, Phrase)
        value = bound.arguments["value"]
        ends = (value, INFINITY) if bound.text == texts.OR_MORE else (-INFINITY, value)
        return any(
            isinstance(fact, Proven)
            and fact.node == node_of(phrase)
            and ends in {(fact.low, INFINITY), (-INFINITY, fact.high)}
            for fact in known
        )
    if key in HAS:
        claim = node_of(phrase), number_of(phrase)
        return any(
            isinstance(fact, BestSoFar) and (fact.node, fact.value) == claim for fact in known
        )
    if key in WANTS:
        return Needs(node_of(phrase), WANTS[key]) in known
    if key == texts.NEEDS_OF_CHILD:
        return any(isinstance(fact, OnlyIf) and fact.node == node_of(phrase) for fact in known)
    if key in {texts.MEAN_AT_MOST, texts.MEAN_AT_LEAST}:
        v = phrase.arguments["v"]
        return any(
            isinstance(fact, Proven)
            and fact.node == node_of(phrase)
            and v == (fact.high if key == texts.MEAN_AT_MOST else fact.low)
            for fact in known
        )
    if key == texts.PRUNED:
        return any(isinstance(fact, Pruned) for fact in known)
    if key in texts.UNDER_EQUALITY:
        return any(isinstance(fact, Elsewhere) for fact in known)
    return all(
        argument in known for argument in phrase.arguments.values() if isinstance(argument, CutTest)
    )


def claims(record: Record, step: int) -> list[Phrase]:
    """Return every phrase of the sentences about a step, those within others included."""
    told = [sentence for sentence in sentences(record, step) if sentence.text not in OF_THE_END]
    return [argument for argument in arguments_in(*told) if isinstance(argument, Phrase)]


def keys_of_backed_claims(case: RandomSearch, batch: int) -> set[str]:
    """Return the texts of all claims about some searches, each of which is found to be a fact."""
    keys = set()
    for seed in range(30_000 + 100 * batch, 30_000 + 100 * (batch + 1)):
        _, record = case(seed)
        for step in range(1, record.steps + 1):
            known = step_facts(record, step)
            for phrase in claims(record, step):
                keys.add(phrase.text)
                assert is_backed(phrase, known), (seed, step, phrase)
    return keys


@pytest.mark.parametrize("batch", batches(6, range(6)))
def test_every_claim_of_a_sentence_is_a_fact(batch: int) -> None:
    keys = keys_of_backed_claims(random_record, batch)
    assert keys >= {texts.SO_IS_WORTH, texts.TEST_ALONE, texts.PRUNED}
    assert keys & texts.UNDER_EQUALITY
    assert keys & HAS
    assert keys & WANTS.keys()


def test_every_claim_of_a_sentence_under_a_range_is_a_fact() -> None:
    batches = (keys_of_backed_claims(random_ranged_record, batch) for batch in range(3))
    keys = set[str]().union(*batches)
    assert keys >= {texts.NEEDS_OF_CHILD, texts.MEAN_AT_MOST, texts.MEAN_AT_LEAST}


def test_a_cut_off_is_told_with_the_test_that_was_made() -> None:
    for seed in range(200):
        _, record = random_record(seed)
        for row in record.cuts:
            at = record.arrival(row)
            if record.tree.roles[at.node] == CHANCE_ROLE:
                continue
            head = sentences(record, at.number)[0]
            cut = head.arguments["cut"]
            assert head.text in {texts.CUT_OFF, *texts.CUT_OFF_ON_EQUALITY}
            assert head.arguments["test"] == cutoff_tests.test_at(record, at) is not None
            assert isinstance(cut, Phrase)
            letter = Letter.BETA if record.tree.roles[at.node] == MAX_ROLE else Letter.ALPHA
            assert (node_of(cut), cut.arguments["letter"]) == (at.node, letter)


@pytest.mark.parametrize(
    ("tree", "step", "node"), [("[3 [[1 [1 3]] 2]]", 10, 3), ("[[1 [[5 [5 4]]]] 3]", 11, 4)]
)
def test_what_only_equals_what_a_node_has_is_not_wanted(tree: str, step: int, node: int) -> None:
    record = search(tree_of(tree), Rules())
    cut = next(cut for cut in analysis_of(record).cut_offs if cut.step == step)
    assert cut.deep
    assert player_between(record, cut)[1] == Needs(node, False)


@pytest.mark.parametrize(
    ("tree", "node", "wants"),
    [
        ("[0 max[min[-4 4]]]", 2, True),
        ("[0 max[min[-4 4] 2]]", 2, False),
        ("[0 max[min[-4 4] ...]]", 2, False),
        ("min[0 min[max[4 -4]]]", 2, True),
        ("min[0 min[max[4 -4] 2]]", 2, False),
    ],
)
def test_only_a_node_with_another_child_can_do_without_the_worst_of_a_range(
    tree: str, node: int, wants: bool
) -> None:
    record = search(tree_of(tree), Rules(range=(-4, 4)))
    (cut,) = analysis_of(record).cut_offs
    assert player_between(record, cut) == (None, Needs(node, wants))


@pytest.mark.parametrize(
    ("inner", "outcome", "says"), [("[3]", "pruned", True), ("[3 ...]", "visited", False)]
)
def test_what_equality_prunes_at_a_mean_is_claimed_only_where_all_is_drawn(
    inner: str, outcome: str, says: bool
) -> None:
    game = tree_of(f"[2 chance[-3 min[max{inner} 3] 5]]")
    rules = Rules(range=(-6, 6), cutoff=">")
    record = search(game, rules)
    last = len(game) - 1
    missed = record.step(record.entered_at(present(record.call_of(last))) - 1)
    assert cutoff_tests.missed_on_equality(record, missed) is not None
    assert facts_of_step.outcome(search(game, replace(rules, cutoff=">=")), last) == outcome
    claim = Elsewhere(last, (("cutoff", ">="),), "pruned")
    assert (claim in step_facts(record, missed.number)) == says
    told = [str(sentence) for sentence in sentences(record, missed.number)]
    assert ("Under ≥, 5 would be pruned here." in told) == says
    assert told[-1] == "Next: 5."
