"""Why a node was cut off, or was not, or was never reached."""

from __future__ import annotations

from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.engine.call_words import chance_cut
from treeexplorer.engine.cut_words import (
    bound_words,
    cut_reason,
    has_windows,
    test_text,
    window_text,
)
from treeexplorer.engine.labels import child_label, label, player_word, starting
from treeexplorer.engine.record import Record, Status, Step, StepKind
from treeexplorer.numbers import shown
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, INFINITY, MAX_ROLE, Number, Window


def why(record: Record, node: int, step: int | None = None) -> str:
    """Return why a node was cut off, or not, or was never reached, as it stands at a step.

    Args:
        record: The record.
        node: Any node of its tree.
        step: The step from which to look back; the last one where ``None``.
    """
    step = record.steps if step is None else step
    row = record.row_at(node, step)
    if row is None:
        return _why_not_reached(record, node, step)
    if record.is_leaf_call(row) or row in record.remembered:
        return _why_leaf(record, node, row)
    last = record.last_arrival(row, step)
    name = starting(label(record, node))
    if last is None:
        return f"{name} was entered at step {record.entered(row)}; no child has returned to it yet."
    arrival = record.step(record.left(last))
    if arrival.kind is StepKind.CUT:
        return f"{name} was cut off at step {arrival.number}. {_cut(record, arrival)}"
    return _why_not_cut(record, node, row, last, step)


def _why_not_reached(record: Record, node: int, step: int) -> str:
    name = starting(label(record, node))
    status = record.state(node, step).status
    if status is Status.BEYOND:
        limit = record.rules.depth
        return (
            f"{name} was never visited: it lies below the depth limit of {limit} "
            f"{'ply' if limit == 1 else 'plies'}."
        )
    if status is Status.UNSEEN:
        return f"{name} has not been reached by step {step}."
    above = record.visited_ancestor(node, step)
    last = None if above is None else record.last_arrival(record.known_row(above), step)
    if above is None or last is None:
        return f"{name} has not been reached by step {step}."
    arrival = record.left(last)
    return (
        f"{name} was never visited: at step {arrival} the rest of {label(record, above)} was "
        f"skipped. {_cut(record, record.step(arrival))}"
    )


def _cut(record: Record, at: Step) -> str:
    """Return a cut-off in full, at a chance node, too."""
    if at.kind is not StepKind.CUT:
        return f"{starting(label(record, at.node))} had what it was asked for."
    if record.scopes and record.tree.roles[at.node] == CHANCE_ROLE:
        return chance_cut(record, at, analysis_of(record).cut_off(at.child_call or 0))
    return cut_reason(record, at)


def _why_leaf(record: Record, node: int, row: int) -> str:
    name = starting(label(record, node))
    text = f"{name} was read at step {record.entered(row)}"
    parent_row = record.parent_row(row)
    if parent_row is None:
        return f"{text}: it is the whole tree."
    parent = label(record, record.node(parent_row))
    if not has_windows(record):
        return f"{text}: this search visits every node."
    before = record.sibling_before(row)
    window = record.moving(parent_row, record.v_before(row))
    if before is None:
        return f"{text}: it is the first child of {parent} to be taken, and no test comes before."
    if window is None:
        return f"{text}: {_why_chance_goes_on(record, parent_row)}."
    test = test_text(record, record.step(record.left(before)))
    return f"{text}: after {_child(record, before)} the test at {parent}, {test}, was false."


def _why_chance_goes_on(record: Record, row: int) -> str:
    """Return why the children of a chance node that were visited had to be."""
    name = label(record, record.node(row))
    if not algorithm_of(record.rules).knows_range:
        return f"every child of {name} counts in its mean, so none is ever skipped"
    if record.entry(row) == FULL_WINDOW:
        return f"{name} was entered with {window_text(FULL_WINDOW)}, in which any mean lies"
    return (
        f"before, the mean of {name} could still lie in its window {window_text(record.entry(row))}"
    )


def _child(record: Record, row: int) -> str:
    return child_label(record, record.node(row))


def _why_not_cut(record: Record, node: int, row: int, last: int, step: int) -> str:
    """Return the test that failed at a node, and what would have made it succeed."""
    name = starting(label(record, node))
    role = record.tree.roles[node]
    if role == CHANCE_ROLE:
        return f"{name} was not cut off: {_why_chance_goes_on(record, row)}."
    if not has_windows(record):
        return f"{name} was not cut off: this search has no window and visits every node."
    decisive = last
    is_at_end = record.complete and step >= record.steps
    is_open = record.left(row) > step and not is_at_end
    if not is_open:
        before_last = record.sibling_before(last)
        if before_last is None:
            return (
                f"{name} was not cut off: it has a single child, so there was never anything to "
                "skip."
            )
        decisive = _first_equality(record, row, before_last)
    v = record.after[decisive]
    window = record.moving(row, v)
    if window is None or v is None:
        return f"{name} was not cut off."
    test = test_text(record, record.step(record.left(decisive)))
    return (
        f"{name} {'is not cut off yet' if is_open else 'was not cut off'}: after "
        f"{_child(record, decisive)} its window was "
        f"{window_text(window)}, and {test} is false. " + _what_would_cut(record, row, window, v)
    )


def _first_equality(record: Record, row: int, arrival: int) -> int:
    """Return the first of the arrivals up to one since which the window has been a single value."""
    earlier = record.sibling_before(arrival)
    window = record.moving(row, record.after[arrival])
    while (
        window is not None
        and window[0] == window[1]
        and earlier is not None
        and record.moving(row, record.after[earlier]) == window
    ):
        arrival, earlier = earlier, record.sibling_before(earlier)
    return arrival


def _what_would_cut(record: Record, row: int, window: Window, v: Number) -> str:
    node = record.node(row)
    role = record.tree.roles[node]
    at_max = role == MAX_ROLE
    letter, bound = ("β", window[1]) if at_max else ("α", window[0])
    word = player_word(record.player(node))
    worth = f"It is {word} and was then worth {bound_words(role, v)}"
    if window[0] == window[1] == v:
        return f"{worth}: exactly its {letter}. Under α ≥ β the rest would have been skipped."
    if abs(v) == INFINITY:
        return f"{worth}, which no {letter} can match."
    side = "less" if at_max else "more"
    least = "" if record.rules.strict else f"{shown(v)} or "
    than = f"less than {shown(v)}" if at_max else f"more than {shown(v)}"
    needed = f"{least}{side}" if least else than
    return (
        f"{worth}; its {letter} is {shown(bound)}. {letter} = {needed} would have cut it off there."
    )
