"""The searches against the books: every step, every state, every value, on random trees."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.engine.random_records import INF, any_search, open_nodes, state_at
from tests.engine.referee import Referee, WaitingError, minimax_value, replayed
from tests.engine.textbook import Textbook, stockman
from tests.laws import batches
from tests.trees import tree_of
from treeexplorer.engine import Record, Rules, Status, search
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.rules import ALGORITHMS, DRAWN_ORDERS, AlgorithmName
from treeexplorer.tree import FULL_WINDOW, GameTree, Number, Player, from_nested

FORMS = json.loads((Path(__file__).parents[1] / "data" / "forms.json").read_text("utf-8"))
AGAIN: tuple[AlgorithmName, ...] = ("pvs", "negascout", "scout", "mtdf", "sss")
# Alpha-beta has as many conventions as there are other searches, and more.
TRIED: tuple[AlgorithmName, ...] = (*ALGORITHMS, *("alphabeta",) * 9)
BATCH = 900
SECONDS = 120.0
VARIABLE = "TREEEXPLORER_SEED"


def case(seed: int) -> tuple[GameTree, Rules]:
    """Return a random tree and rules of any search, its children in a drawn order."""
    game, rules = any_search(seed, TRIED[seed % len(TRIED)])
    return game, rules if rules.order in DRAWN_ORDERS else replace(rules, order="right-to-left")


def book_of(game: GameTree, rules: Rules) -> Referee | Textbook:
    if rules.algorithm in AGAIN:
        return Textbook(game, rules)
    windowless = rules.algorithm != "alphabeta"
    return Referee(game, replace(rules, algorithm="minimax") if windowless else rules)


def event_of(record: Record, number: int) -> tuple[Any, ...]:
    """Return a step as the books note it."""
    step = record.step(number)
    if step.child is not None:
        kind = str(step.kind)
        return kind, step.node, step.child, step.value, step.v, step.before, step.window
    kind = "known" if step.kind == "visit" and step.value is not None else str(step.kind)
    null = (record.null_question(step.call),) if record.call_windows else ()
    return kind, step.node, (*(step.window or ()), *null), step.v if kind == "visit" else step.value


def every_step_is_what_the_book_does(seed: int) -> None:
    game, rules = case(seed)
    record, book = search(game, rules), book_of(game, rules)
    try:
        assert record.root_value == book.run()
        assert record.complete
    except WaitingError:
        assert record.waits_for in game.unknowns
        assert (record.root_value, record.complete) == (None, False)
    assert [event_of(record, number) for number in range(1, record.steps + 1)] == book.events


def the_state_at_every_step_is_what_a_replay_gives(seed: int) -> None:
    game, rules = case(seed)
    record, book = search(game, rules), book_of(game, rules)
    if seed % 4 or not isinstance(book, Referee):
        return
    value: Number | None = None
    try:
        value = book.run()
    except WaitingError:
        assert not record.complete
    for step, (expected, path) in enumerate(replayed(book, value)):
        assert open_nodes(record, step) == path
        assert record.current(step) == (path[-1] if path else None)
        for node in range(len(game)):
            wanted = expected.get(node)
            status, *state = state_at(record, node, step)
            if status in {Status.UNSEEN, Status.BEYOND}:
                assert wanted is None, (step, node)
            else:
                found = ("skipped",) if status is Status.SKIPPED else (str(status), *state)
                assert found == wanted, (step, node)


def what_is_returned_bounds_the_minimax_value(seed: int) -> None:
    game, rules = case(seed)
    record = search(game, rules)
    value, tree = record.root_value, record.tree
    if value is None or game.unknowns or game.elided:
        return
    truth = minimax_value(tree, replace(rules, form="classic", levels=tree.levels))
    bound = analysis_of(record).bound
    is_so = {"exact": truth == value, "lower": truth >= value, "upper": truth <= value}
    assert is_so.get(bound, tree.has_chance)
    alpha, beta = rules.window if record.has_windows and rules.algorithm != "scout" else FULL_WINDOW
    if record.rules.hard and not record.is_leaf_call(0):
        assert value == max(alpha, min(truth, beta))
    elif alpha < truth < beta or (alpha, beta) == FULL_WINDOW:
        assert (value, bound) == (truth, "exact")


LAWS: tuple[Callable[[int], None], ...] = (
    every_step_is_what_the_book_does,
    the_state_at_every_step_is_what_a_replay_gives,
    what_is_returned_bounds_the_minimax_value,
)


@pytest.mark.parametrize("batch", batches(1, range(10)))
@pytest.mark.parametrize("law", LAWS)
def test_every_search_obeys_the(law: Callable[[int], None], batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        law(seed)


@pytest.mark.slow
def test_the_laws_hold_for_two_minutes_with_seeds_that_nobody_has_tried() -> None:
    first = int(os.environ.get(VARIABLE) or random.SystemRandom().randrange(10**9))
    print(f"the adversary begins with {VARIABLE}={first}")
    until = time.monotonic() + SECONDS
    for seed in count(first):
        for law in LAWS:
            try:
                law(seed)
            except Exception as error:
                error.add_note(f"to see it again: {VARIABLE}={seed}")
                raise
        if time.monotonic() > until:
            print(f"{seed - first + 1} seeds without a difference")
            return


@pytest.mark.parametrize("algorithm", ["minimax", "negamax", "expectimax"])
@pytest.mark.parametrize(
    "text", ["[inf 3]", "min[-inf 3]", "[[-inf 3] 4]", "min[[inf 3] 4]", "chance[[2 inf 5] 1]"]
)
def test_no_window_ever_keeps_minimax_from_a_leaf(algorithm: AlgorithmName, text: str) -> None:
    game = tree_of(text)
    record = search(game, Rules(algorithm))
    assert (record.evaluated, len(record.cuts)) == (game.leaf_count, 0)


@pytest.mark.parametrize("batch", batches(1, range(10)))
def test_sss_reads_the_leaves_of_stockman_s_list_in_its_order(batch: int) -> None:
    for seed in range(batch * 80, (batch + 1) * 80):
        game, rules = any_search(seed, "sss")
        if not game.unknowns and INF not in map(abs, game.value):  # nothing is less than −∞
            record = search(game, Rules("sss", levels=rules.levels))
            tree = record.tree
            read = list(dict.fromkeys(node for _, node, _ in record.readings()))
            players = [tree.player(node) or Player.MAX for node in range(len(tree))]
            assert read == stockman(tree, players.__getitem__), seed


@pytest.mark.parametrize("entry", FORMS, ids=lambda entry: str(entry["tree"]))
@pytest.mark.parametrize("form", ["classic", "exchanged", "bounds", "two-functions"])
def test_each_printed_form_reads_the_leaves_that_are_known(entry: Any, form: Any) -> None:
    game = from_nested(json.loads(entry["tree"].replace(" ", ",")))
    record = search(game, Rules(form=form))
    fact = entry[form]
    leaves = [call for call in range(len(record.nodes)) if record.is_leaf_call(call)]
    assert [game.address(record.node(call)) for call in leaves] == fact["evaluated"]
    assert record.root_value == fact["value"]
    assert len(record.nodes) == fact["calls"]
