"""Where key presses lead, on the record alone."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from treeexplorer.engine import Record, StepKind, queries, search
from treeexplorer.notation import parse
from treeexplorer.terminal import stepping
from treeexplorer.tree import from_nested


def walked(move: stepping.Move, record: Record, step: int) -> list[int]:
    """Return every step that a move leads to, one after the other."""
    steps = []
    while (target := move(record, step)) is not None:
        steps.append(target)
        step = target
    return steps


TREES = st.recursive(st.integers(-9, 9), lambda inner: st.lists(inner, min_size=1, max_size=3))


@pytest.fixture
def record() -> Record:
    return search(parse("6[a:6[6[1 5 6] b:8[8 ...]] ...]"))


def test_a_press_enters_a_node_reads_a_leaf_or_finishes_a_node(record: Record) -> None:
    presses = [0]
    while (step := stepping.next_node(record, presses[-1])) is not None:
        presses.append(step)
    assert presses == [0, 1, 2, 3, 5, 7, 9, 10, 11, 13, 14, 15]


@settings(deadline=None, max_examples=60)
@given(nested=TREES)
def test_going_back_undoes_going_on(nested: object) -> None:
    record = search(from_nested(nested))  # type: ignore[arg-type]  # a nested list of any depth
    step = 0
    while (following := stepping.next_node(record, step)) is not None:
        assert stepping.previous_node(record, following) == step
        step = following
    assert step == record.steps


@settings(deadline=None, max_examples=60)
@given(nested=TREES)
def test_every_leaf_that_is_read_is_passed_once_forward_and_back(nested: object) -> None:
    record = search(from_nested(nested))  # type: ignore[arg-type]  # a nested list of any depth
    there = walked(stepping.next_leaf, record, 0)
    back = walked(stepping.previous_leaf, record, record.steps + 1)
    assert len(there) == record.evaluated
    assert back == there[::-1]


def test_cut_offs_are_found_in_both_directions(record: Record) -> None:
    assert queries.next_cut(record, 0) == 13
    assert queries.next_cut(record, 13) is None
    assert queries.previous_cut(record, 15) == 13
    assert queries.previous_cut(record, 13) is None
    assert record.step(13).kind is StepKind.CUT


def test_finishing_a_node_again_finishes_its_parent(record: Record) -> None:
    first = stepping.finish(record, 5)
    assert first == 10
    second = stepping.finish(record, first)
    assert second == 15
    assert stepping.finish(record, 15) is None


def test_entries_lead_up_to_the_root(record: Record) -> None:
    assert stepping.entry(record, 13) == 11
    assert stepping.entry(record, 11) == 2
    assert stepping.entry(record, 2) == 1
    assert stepping.entry(record, 1) == 0
    assert stepping.entry(record, 0) is None


def test_the_last_change_of_a_window_is_the_arrival_that_moved_a_bound(record: Record) -> None:
    a = record.tree.find("a")
    assert queries.window_changed(record, a, 14 - 1) == 10
    assert queries.window_changed(record, a, 10 - 1) == 2
    assert queries.window_changed(record, a, 2 - 1) is None


def test_running_stops_where_a_breakpoint_is_entered(record: Record) -> None:
    b = record.tree.find("b")
    assert stepping.next_break(record, 0, {b}) == 11
    assert stepping.next_break(record, 11, {b}) is None
    assert stepping.previous_break(record, 15, {b}) == 11


def test_a_single_leaf_has_one_press() -> None:
    record = search(parse("7"))
    assert stepping.next_node(record, 0) == 1
    assert stepping.next_node(record, 1) is None
    assert stepping.previous_node(record, 1) == 0
