"""What a finished search found and what is shown on the way, by their definitions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tests.engine.random_records import any_search, state_at
from tests.engine.referee import INF, proven
from tests.laws import batches
from tests.trees import tree_of
from treeexplorer.engine import Interval, Record, Status, analysis_of, search
from treeexplorer.engine.analysis import Moves
from treeexplorer.rules import AlgorithmName, Rules
from treeexplorer.tree import CHANCE_ROLE, MAX_ROLE, MIN_ROLE, GameTree, Number, Player

BATCH = 120
BATCHES = batches(1, range(10))


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


@pytest.mark.parametrize("batch", BATCHES)
def test_what_is_proven_at_a_step_is_what_the_definition_says(batch: int) -> None:
    for seed, game, record in searches(batch):
        intervals = analysis_of(record).intervals
        for step in range(record.steps + 1):
            proofs = Proofs(game, record, step)
            for node in range(len(game)):
                if record.status(node, step) is not Status.BEYOND:
                    assert intervals.at(node, step) == proofs.of(node), (seed, step, node)
        proofs = Proofs(game, record, record.steps)
        for node in set(record.columns.nodes) if record.complete else ():
            assert intervals.after_call(record.calls_of(node)[-1]) == proofs.of(node), (seed, node)


@pytest.mark.parametrize("algorithm", ["mtdf", "sss"])
def test_each_search_of_the_root_proves_what_was_read_until_its_end(
    algorithm: AlgorithmName,
) -> None:
    game = tree_of("[[3 12 8] [2 4 6] [14 5 2]]")
    record = search(game, Rules(algorithm))
    calls_of_root = record.calls_of(0)
    assert len(calls_of_root) > 1
    intervals = analysis_of(record).intervals
    for call in calls_of_root:
        proofs = Proofs(game, record, record.returned_at(call))
        assert intervals.after_call(call) == proofs.of(0)


@pytest.mark.parametrize("batch", BATCHES)
def test_the_best_moves_and_the_ties_are_what_their_definitions_say(batch: int) -> None:
    for _, game, record in searches(batch):
        if record.complete:
            check_result(game, record)


def check_result(game: GameTree, record: Record) -> None:
    analysis, proofs = analysis_of(record), Proofs(game, record, record.steps)
    assert (analysis.value, analysis.interval) == (record.root_value, proofs.of(0))
    line = [0]
    while record.call_of(line[-1]) is not None:
        best = analysis.moves(line[-1]).best
        if best is None:
            break
        line.append(best)
    assert list(analysis.line) == line
    for node in record.columns.nodes:
        check_moves(record, proofs, node)


def check_moves(record: Record, proofs: Proofs, node: int) -> None:
    """Fill in all that was not read and is not drawn, and see which moves are the best then."""
    moves, role = analysis_of(record).moves(node), record.tree.roles[node]
    children = [] if record.is_evaluated(node) else list(record.children(node))
    if role not in {MAX_ROLE, MIN_ROLE} or not children:
        assert moves == Moves()
        return
    side = 1 if role == MAX_ROLE else -1
    ends = [{side * fill(record, proofs, child, x) for x in (-INF, INF)} for child in children]
    fillings = [dict(zip(children, values, strict=True)) for values in product(*ends)]
    best = moves.best
    if best is None:
        sure = [min(values[child] for values in fillings) for child in children]
        for child in children:
            assert any(values[child] < max(values.values()) for values in fillings)
            may_be_better = any(values[child] > max(sure) for values in fillings)
            assert may_be_better == (child in moves.may_be_better)
        return
    assert moves.may_be_better == ()
    for child in children:
        assert all(values[child] <= values[best] for values in fillings)
        if child != best:
            may_tie = any(values[child] == values[best] for values in fillings)
            assert may_tie == (child in moves.ties or child in moves.may_tie)
            is_tie = all(values[child] == values[best] for values in fillings)
            assert is_tie == (child in moves.ties)
    before = children[: children.index(best)]
    assert all(any(values[c] < max(values.values()) for values in fillings) for c in before)


def fill(record: Record, proofs: Proofs, node: int, unread: Number) -> Number:
    """Return a node's minimax value with a number for all that was not read and is not drawn."""
    if node in proofs.visited:
        return proofs.visited[node]
    if record.is_evaluated(node):
        return unread
    tree, children = record.tree, list(record.tree.children(node))
    values = [fill(record, proofs, child, unread) for child in children]
    if tree.player(node) is Player.CHANCE:
        weights = [tree.probability(child) or 0 for child in children]
        return sum(w * value for w, value in zip(weights, values, strict=True) if w)
    values += [unread] * (node in tree.elided)
    return max(values) if tree.player(node) is Player.MAX else min(values)


def mean_so_far(record: Record, call: int, step: int) -> Number | None:
    """Return the mean of what has arrived at a chance node, by the weights of these children."""
    if record.tree.roles[record.node(call)] != CHANCE_ROLE or call in record.remembered:
        return None
    parts: list[tuple[Fraction, Number]] = []
    for number in range(1, step + 1):
        at = record.step(number)
        if at.call == call and at.child is not None and at.value is not None:
            parts.append((record.tree.probability(at.child) or Fraction(0), at.value))
    infinite = [value for weight, value in parts if weight and abs(value) == INF]
    weights = sum(weight for weight, _ in parts)
    if infinite or not weights:
        return infinite[0] if infinite else None
    return sum(weight * Fraction(value) for weight, value in parts if weight) / weights


def shown_by_definition(record: Record, proofs: Proofs, node: int, step: int) -> tuple[Any, Any]:
    """Return the sign and the number of a node: v, what it returned with its bound, or a leaf's."""
    calls = [call for call in record.calls_of(node) if record.entered_at(call) <= step]
    if not calls:
        return "", None
    call = calls[-1]
    if record.is_leaf_call(call):
        return ("" if record.tree.is_leaf(node) else "~"), record.leaf_value(node)
    arrivals = [n for n in range(1, record.steps + 1) if record.step(n).call == call]
    if record.value(call) is None or step < arrivals[-1]:
        v = state_at(record, node, step)[2]
        mean = mean_so_far(record, call, step)
        return ("mean", mean) if mean is not None else ("", None) if v is None else ("v", v)
    value, (low, high) = record.value(call), proofs.of(node)
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
                is_done = shown[1] is not None and shown[0] not in {"v", "mean"}
                call = record.call_at(node, step)
                assert (call is not None and record.is_done(call, step)) == is_done, (seed, step)


def test_a_search_that_waits_for_a_leaf_has_no_result() -> None:
    with pytest.raises(ValueError, match="has not ended"):
        _ = analysis_of(search(tree_of("[3 x]"))).value
