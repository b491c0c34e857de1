"""The searches, step by step, against their textbooks."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from tests.engine.random_records import INF, any_search
from tests.engine.referee import Referee, WaitingError
from tests.engine.test_referee import event_of as referees_event_of
from tests.engine.textbook import Textbook, stockman
from tests.laws import ordinarily
from tests.trees import tree_of
from treeexplorer.engine import Record, Rules, search
from treeexplorer.rules import DRAWN_ORDERS, Algorithm
from treeexplorer.tree import Player

AGAIN: tuple[Algorithm, ...] = ("pvs", "negascout", "scout", "mtdf", "sss")
BATCH = 80


def event_of(record: Record, number: int) -> tuple[Any, ...]:
    """Return a step as the textbook notes it."""
    step = record.step(number)
    if step.child is not None:
        kind = str(step.kind)
        return kind, step.node, step.child, step.value, step.v, step.before, step.window
    kind = "known" if step.kind == "visit" and step.value is not None else str(step.kind)
    entry = (*(step.window or ()), record.null(step.call))
    return kind, step.node, entry, step.v if kind == "visit" else step.value


@pytest.mark.parametrize("batch", ordinarily(1, range(10)))
@pytest.mark.parametrize("algorithm", AGAIN)
def test_every_step_is_what_the_textbook_does(algorithm: Algorithm, batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        game, rules = any_search(seed, algorithm)
        record = search(game, rules)
        textbook = Textbook(game, rules)
        try:
            assert record.root_value == textbook.run(), seed
            assert record.complete, seed
        except WaitingError:
            assert record.waits_for in game.unknowns, seed
            assert (record.root_value, record.complete) == (None, False), seed
        events = [event_of(record, number) for number in range(1, record.steps + 1)]
        assert events == textbook.events, seed


@pytest.mark.parametrize("batch", ordinarily(1, range(10)))
def test_every_step_of_alpha_beta_is_what_the_referee_does(batch: int) -> None:
    for seed in range(batch * 5 * BATCH, (batch + 1) * 5 * BATCH):
        game, rules = any_search(seed, "alphabeta")
        if rules.order in DRAWN_ORDERS:
            record, referee = search(game, rules), Referee(game, rules)
            with suppress(WaitingError):
                assert record.root_value == referee.run(), seed
            steps = map(record.step, range(1, record.steps + 1))
            assert [referees_event_of(step) for step in steps] == referee.events, seed


@pytest.mark.parametrize("algorithm", ["minimax", "negamax", "expectimax"])
@pytest.mark.parametrize(
    "text", ["[inf 3]", "min[-inf 3]", "[[-inf 3] 4]", "min[[inf 3] 4]", "chance[[2 inf 5] 1]"]
)
def test_no_window_ever_keeps_minimax_from_a_leaf(algorithm: Algorithm, text: str) -> None:
    game = tree_of(text)
    record = search(game, Rules(algorithm))
    assert (record.evaluated, len(record.cuts)) == (game.leaf_count, 0)


@pytest.mark.parametrize("batch", ordinarily(1, range(10)))
def test_sss_reads_the_leaves_of_stockman_s_list_in_its_order(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        game, rules = any_search(seed, "sss")
        if not game.unknowns and INF not in map(abs, game.value):  # nothing is less than −∞
            record = search(game, Rules("sss", levels=rules.levels))
            tree = record.tree
            read = list(dict.fromkeys(node for _, node, _ in record.readings()))
            players = [tree.player(node) or Player.MAX for node in range(len(tree))]
            assert read == stockman(tree, players.__getitem__), seed
