"""What a finished search found and what is shown on the way, by their definitions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.engine.random_records import any_search
from tests.engine.referee import INF, proven
from tests.laws import ordinarily
from tests.trees import tree_of
from treeexplorer.engine import Interval, Record, Rules, Status, analysis_of, search
from treeexplorer.engine.analysis import expected_types
from treeexplorer.engine.record import ABOVE, BELOW
from treeexplorer.tree import GameTree, Player, Window

BATCH = 120
BATCHES = ordinarily(1, range(10))


def searches(batch: int) -> Iterator[tuple[int, GameTree, Record]]:
    """Yield seeds with random trees and their searches, as far as they come."""
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        game, rules = any_search(seed)
        yield seed, game, search(game, rules)


class Proofs:
    """What the leaves that a search read up to a step prove, by the definition."""

    def __init__(self, game: GameTree, record: Record, step: int) -> None:
        self.game, self.rules = game, record.rules
        readings = record.readings()
        self.visited = {node: value for number, node, value in readings if number <= step}

    def of(self, node: int) -> Interval:
        return proven(self.game, self.rules, self.visited, node)


def best_by_definition(record: Record, proofs: Proofs, node: int) -> int | None:
    """Return the first child proven to have the node's value, or that raised v to it."""
    row = record.known_row(node)
    low, high = proofs.of(node)
    value = low if node and low == high else record.value(row)
    if record.is_leaf_call(row) or record.tree.player(node) is Player.CHANCE or value is None:
        return None
    v, mover, is_first = record.first_v(row), None, True
    for number in range(1, record.steps + 1):
        at = record.step(number)
        if at.call == row and at.child is not None:
            if at.v != v or (is_first and record.replaces_first):
                v, mover = at.v, at.child
            is_first = False
    at_max = record.tree.player(node) is Player.MAX
    for child in record.children(node):
        if record.row(child) is None:
            return None
        low, high = proofs.of(child)
        reaches = low >= value if at_max else high <= value
        if low == high == value or (child == mover and reaches):
            return child
    return None


@pytest.mark.parametrize("batch", BATCHES)
def test_what_is_proven_at_a_step_is_what_the_definition_says(batch: int) -> None:
    for seed in range(batch * 2 * BATCH, (batch + 1) * 2 * BATCH):
        game, rules = any_search(seed)
        record = search(game, rules)
        intervals = analysis_of(record).intervals
        for step in range(record.steps):
            proofs = Proofs(game, record, step)
            for node in record.open_nodes(step):
                assert intervals.at(node, step) == proofs.of(node), (seed, step, node)
        proofs = Proofs(game, record, record.steps)
        for node in range(len(game)):
            row = record.row(node)
            if record.state(node, record.steps).status is not Status.BEYOND:
                assert intervals.at(node, record.steps) == proofs.of(node), (seed, node)
            if row is not None and record.complete:
                assert intervals.closed(row) == proofs.of(node), (seed, node)


@pytest.mark.parametrize(
    ("text", "window", "interval"),
    [
        ("max[min[max[5 9] 7 8] 1]", (-INF, 4), (5, 7)),
        ("min[max[min[5 1] 3 2] 9]", (6, INF), (3, 5)),
    ],
)
def test_bounds_of_the_first_children_are_kept_until_the_last_value_arrives(
    text: str, window: Window, interval: Interval
) -> None:
    record = search(tree_of(text), Rules(window=window))
    arrivals = [n for n in range(1, record.steps + 1) if record.step(n).child == 6]
    found = [analysis_of(record).intervals.at(1, number) for number in arrivals]
    assert found[0] == interval


@pytest.mark.parametrize("batch", BATCHES)
def test_the_best_moves_and_the_ties_are_what_their_definitions_say(batch: int) -> None:
    for _, game, record in searches(batch):
        if record.complete:
            check_result(game, record)


def check_result(game: GameTree, record: Record) -> None:
    result, proofs = analysis_of(record).result, Proofs(game, record, record.steps)
    assert (result.value, result.interval) == (record.root_value, proofs.of(0))
    line = [0]
    while (best := best_by_definition(record, proofs, line[-1])) is not None:
        line.append(best)
    assert list(result.line) == line
    assert result.best == (line[1] if len(line) > 1 else None)
    if result.best is None:
        assert result.ties == result.may_tie == ()
        return
    known = {c: proofs.of(c) for c in record.children(0) if record.row(c) is not None}
    low, high = known.pop(result.best)
    ties = [child for child, other in known.items() if other == (low, high) and low == high]
    at_max = record.tree.player(0) is Player.MAX
    reach = [c for c, other in known.items() if (other[1] >= low if at_max else other[0] <= high)]
    assert list(result.ties) == ties
    assert list(result.may_tie) == [child for child in reach if child not in ties]


def shown_by_definition(record: Record, proofs: Proofs, node: int, step: int) -> tuple[Any, Any]:
    """Return the sign and the number of a node: v, what it returned with its bound, or a leaf's."""
    calls = [row for row in record.rows(node) if record.entered(row) <= step]
    if not calls:
        return "", None
    row = calls[-1]
    if record.is_leaf_call(row):
        return ("" if record.tree.is_leaf(node) else "~"), record.leaf_value(node)
    arrivals = [n for n in range(1, record.steps + 1) if record.step(n).call == row]
    if record.value(row) is None or step < arrivals[-1]:
        v = record.state(node, step).v
        return ("", None) if v is None else ("v", v)
    value, (low, high) = record.value(row), proofs.of(node)
    assert value is not None
    if not record.has_windows or low == high == value:
        return "=", value
    return ("≥" if low >= value else "≤" if high <= value else "?"), value


@pytest.mark.parametrize("batch", BATCHES)
def test_each_node_shows_what_it_returned_with_the_sign_of_what_that_says(batch: int) -> None:
    for seed, game, record in searches(batch):
        analysis = analysis_of(record)
        for step in range(0, record.steps + 1, 1 + record.steps // 8):
            proofs = Proofs(game, record, step)
            for node in range(len(game)):
                shown = shown_by_definition(record, proofs, node, step)
                assert analysis.shown(node, step) == shown, (seed, step, node)
                is_done = shown[1] is not None and shown[0] != "v"
                assert analysis.is_done(node, step) == is_done, (seed, step, node)


@pytest.mark.parametrize("batch", BATCHES)
def test_the_types_of_nodes_are_told_by_where_their_value_lies_in_their_window(batch: int) -> None:
    for seed, game, record in searches(batch):
        if not record.complete:
            continue
        types = analysis_of(record).found_types()
        for node in range(len(game)):
            row = record.row(node)
            if row is None or record.is_leaf_call(row):
                assert node not in types, seed
                continue
            if record.tree.player(node) is Player.CHANCE:
                continue
            value, (alpha, beta), null = record.value(row), record.entry(row), record.null(row)
            assert value is not None
            low = value <= alpha if null != BELOW else value < alpha
            high = value >= beta if null != ABOVE else value > beta
            passes, short = (high, low) if record.tree.player(node) is Player.MAX else (low, high)
            assert types[node] == ("cut" if passes else "all" if short else "pv"), (seed, node)


def test_the_expected_types_are_those_of_knuth_and_moore() -> None:
    """A PV node's first child is one too; the one child of a CUT node is an ALL node."""
    below = {"pv": ("pv", "cut"), "all": ("cut", "cut"), "cut": ("all", "")}
    for seed, game, record in searches(0):
        expected = {0: "pv"}
        for node in sorted(range(len(game)), key=game.ply.__getitem__):
            children = record.children(node) if node in expected else ()
            for place, child in enumerate(children):
                kind = below[expected[node]][place > 0]
                expected.update({child: kind} if kind else {})
        assert expected_types(game, record.rules) == expected, seed


def test_a_search_that_waits_for_a_leaf_has_no_result() -> None:
    with pytest.raises(ValueError, match="has not ended"):
        _ = analysis_of(search(tree_of("[3 x]"))).result
