"""The searches against the referee: every step, every state, every interval, on random trees."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.random_records import open_nodes, state_at
from tests.engine.random_trees import cases, rules_for, trees
from tests.engine.referee import Referee, Replay, WaitingError, minimax_value, proven
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.engine import Record, Rules, Status, Step, begin, bound_of, search
from treeexplorer.engine.analysis import Moves, analysis_of
from treeexplorer.rules import Order
from treeexplorer.tree import FULL_WINDOW, GameTree, Number, from_nested

FORMS = json.loads((Path(__file__).parents[1] / "data" / "forms.json").read_text("utf-8"))


def event_of(step: Step) -> tuple[Any, ...]:
    """Return a step as the referee notes it."""
    if step.kind == "visit":
        return (str(step.kind), step.node, step.window, step.v)
    if step.kind == "leaf":
        return (str(step.kind), step.node, step.window, step.value)
    return (
        str(step.kind),
        step.node,
        step.child,
        step.value,
        step.v,
        step.before,
        step.window,
    )


def state_of(record: Record, node: int, step: int) -> tuple[Any, ...] | None:
    status, *state = state_at(record, node, step)
    if status in {Status.UNSEEN, Status.BEYOND}:
        return None
    return ("skipped",) if status is Status.SKIPPED else (str(status), *state)


@examples(300)
@given(cases(unknowns=True))
def test_every_step_is_what_the_referee_does(case: tuple[GameTree, Rules]) -> None:
    game, rules = case
    referee, record = Referee(game, rules), search(game, rules)
    try:
        assert record.root_value == referee.run()
        assert record.steps == 2 * len(record.nodes) - 1
    except WaitingError:
        assert record.waits_for in game.unknowns
        assert (record.root_value, record.complete) == (None, False)
    assert [event_of(record.step(s)) for s in range(1, record.steps + 1)] == referee.events


@examples(100)
@given(trees(chance=True) | trees(elided=True), st.sampled_from([None, 1, 2]), st.booleans())
def test_minimax_is_what_the_referee_does(game: GameTree, depth: int | None, left: bool) -> None:
    order: Order = "left-to-right" if left else "right-to-left"
    rules = Rules(algorithm="minimax", depth=depth, levels=game.levels, order=order)
    referee = Referee(game, rules)
    assert search(game, rules).root_value == referee.run()
    record = search(game, rules)
    assert [event_of(record.step(s)) for s in range(1, record.steps + 1)] == referee.events


@examples(150)
@given(cases(unknowns=True))
def test_the_state_at_every_step_is_what_a_replay_gives(case: tuple[GameTree, Rules]) -> None:
    game, rules = case
    referee, record = Referee(game, rules), search(game, rules)
    value: Number | None = None
    with suppress(WaitingError):
        value = referee.run()
    for step, (expected, path) in enumerate(Replay(referee, record.complete).states()):
        assert open_nodes(record, step) == path
        assert record.current(step) == (path[-1] if path else None)
        for node in range(len(game)):
            wanted = expected.get(node)
            if wanted and wanted[-1] == "root":
                wanted = (*wanted[:-1], value)
            assert state_of(record, node, step) == wanted, (step, node)


@examples(150)
@given(cases())
def test_intervals_at_every_step_follow_their_definition(case: tuple[GameTree, Rules]) -> None:
    game, rules = case
    record = search(game, rules)
    intervals = analysis_of(record).intervals
    visited: dict[int, Any] = {}
    for number in range(record.steps + 1):
        step = record.step(number)
        if step.kind == "leaf":
            visited[step.node] = step.value
        for node in range(len(game)):
            if record.status(node, number) is not Status.BEYOND:
                wanted = proven(game, rules, visited, node)
                assert intervals.at(node, number) == wanted, (number, node)
    for row in range(len(record.nodes)):
        assert intervals.after_call(row) == proven(game, rules, visited, record.node(row))


@examples(150)
@given(trees(chance=True) | trees(), st.data())
def test_a_full_window_finds_the_minimax_value_under_every_convention(
    game: GameTree, data: st.DataObject
) -> None:
    rules = data.draw(rules_for(game, forms=False))
    full = Rules(**{**vars(rules), "window": FULL_WINDOW})
    assert search(game, full).root_value == minimax_value(game, full)


@examples(150)
@given(trees(chance=True) | trees(), st.data())
def test_a_narrow_window_bounds_the_minimax_value(game: GameTree, data: st.DataObject) -> None:
    rules = data.draw(rules_for(game, forms=False))
    record = search(game, rules)
    value, truth = record.root_value, minimax_value(game, rules)
    assert value is not None
    bound = bound_of(value, analysis_of(record).intervals.after_call(0))
    assert {"exact": truth == value, "lower": truth >= value, "upper": truth <= value}[bound]
    alpha, beta = rules.window
    if rules.fail == "hard" and not record.is_leaf_call(0):
        assert value == max(alpha, min(truth, beta))
    elif alpha < truth < beta:
        assert value == truth


@examples(100)
@given(cases())
def test_the_best_move_is_proven(case: tuple[GameTree, Rules]) -> None:
    game, rules = case
    if game.elided or rules.window != FULL_WINDOW or rules.form == "exchanged":
        return
    result = analysis_of(search(game, rules)).result
    assert result.bound == "exact"
    for child in (result.moves.best, *result.moves.ties):
        if child is not None:
            referee = Referee(
                game, Rules(algorithm="minimax", levels=rules.levels, depth=rules.depth)
            )
            assert referee.minimax(child) == result.value


@examples(150)
@given(trees(), st.data())
def test_below_a_narrow_window_the_best_move_is_worth_what_the_root_is(
    game: GameTree, data: st.DataObject
) -> None:
    rules = data.draw(rules_for(game, forms=False))
    best = analysis_of(search(game, rules)).result.moves.best
    if best is not None and not game.elided:
        plain = Rules(algorithm="minimax", levels=rules.levels, depth=rules.depth)
        referee = Referee(game, plain)
        assert referee.minimax(best) == referee.minimax(0)


@pytest.mark.parametrize(
    ("text", "window", "best"),
    [
        ("[[1 2] [3 0]]", (5, 9), None),
        ("[[1 2] [3 0]]", (0, 9), 1),
        ("[[-2 -3] [-1 -4] -1]", (-1, 2), 7),
        ("[[-2 -3] [-1 -4] -2]", (-1, 2), None),
    ],
)
def test_a_move_that_was_merely_cut_off_is_not_the_best(
    text: str, window: tuple[int, int], best: int | None
) -> None:
    assert analysis_of(search(tree_of(text), Rules(window=window))).result.moves.best == best


def test_a_move_that_rests_on_what_is_not_drawn_is_not_the_best() -> None:
    result = analysis_of(search(tree_of("[[-7 8 ...] [-4 -7]]"))).result
    assert (result.value, result.moves) == (-7, Moves(4, (), (1,)))


def test_the_only_move_is_the_best_whatever_is_proven_of_it() -> None:
    narrow = Rules(window=(1, 9), fail="hard")
    assert analysis_of(search(tree_of("max[max[1 ...]]"), narrow)).result.moves.best == 1
    assert analysis_of(search(tree_of("min[min[1 ...]]"))).result.moves.best == 1


@examples(150)
@given(cases())
def test_what_may_be_as_good_is_named(case: tuple[GameTree, Rules]) -> None:
    game, rules = case
    record = search(game, rules)
    result = analysis_of(record).result
    if result.moves.best is None or game.elided:
        return
    plain = Rules(algorithm="minimax", levels=record.tree.levels, depth=rules.depth)
    referee = Referee(record.tree, plain)
    values = {child: referee.minimax(child) for child in game.children(0)}
    for child in result.moves.ties:
        assert values[child] == values[result.moves.best]
    as_good = [child for child in values if values[child] == values[result.moves.best]]
    for child in as_good:
        known = child in {result.moves.best, *result.moves.ties, *result.moves.may_tie}
        assert known or record.row(child) is None


@examples(60)
@given(cases())
def test_a_record_filled_slice_by_slice_is_the_same(case: tuple[GameTree, Rules]) -> None:
    game, rules = case
    whole = search(game, rules)
    record, progress = begin(game, rules)
    for _ in progress:
        assert record.steps <= whole.steps
    assert record.nodes == whole.nodes
    assert record.after == whole.after


@pytest.mark.parametrize("entry", FORMS, ids=lambda entry: str(entry["tree"]))
@pytest.mark.parametrize("form", ["classic", "exchanged", "bounds", "two-functions"])
def test_each_printed_form_reads_the_leaves_that_are_known(entry: Any, form: Any) -> None:
    game = from_nested(json.loads(entry["tree"].replace(" ", ",")))
    record = search(game, Rules(form=form))
    fact = entry[form]
    leaves = [row for row in range(len(record.nodes)) if record.is_leaf_call(row)]
    assert [game.address(record.node(row)) for row in leaves] == fact["evaluated"]
    assert record.root_value == fact["value"]
    assert len(record.nodes) == fact["calls"]
