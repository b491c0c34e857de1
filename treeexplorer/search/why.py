"""Why a node was cut off, or was not, or was never reached."""

from __future__ import annotations

from treeexplorer.numerals import shown
from treeexplorer.search.cut_words import (
    bound_words,
    cut_reason,
    has_windows,
    test_text,
    window_text,
)
from treeexplorer.search.labels import child_label, label, player_word, starting
from treeexplorer.search.record import Record, Status, StepKind
from treeexplorer.tree import CHANCE_ROLE, INFINITY, MAX_ROLE, Number, Window


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
    if record.is_leaf_call(row):
        return _why_leaf(record, node, row)
    last = _last_arrival(record, row, step)
    name = starting(label(record, node))
    if last is None:
        return f"{name} was entered at step {record.entered(row)}; no child has returned to it yet."
    arrival = record.step(record.left(last))
    if arrival.kind is StepKind.CUT:
        return f"{name} was cut off at step {arrival.number}. {cut_reason(record, arrival)}"
    return _why_not_cut(record, node, row, last, step)


def _last_arrival(record: Record, row: int, step: int) -> int | None:
    """Return the row of the child whose value arrived last at a call, by a step."""
    node = record.node(row)
    inside = min(step, record.left(row) - 1)
    last = record.last_row_by(inside)
    if last == row:
        return None
    child = record.tree.ancestor_at(record.node(last), record.tree.ply[node] + 1)
    child_row = record.known_row(child)
    return child_row if record.left(child_row) <= inside else record.sibling_before(child_row)


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
    last = None if above is None else _last_arrival(record, record.known_row(above), step)
    if above is None or last is None:
        return f"{name} has not been reached by step {step}."
    arrival = record.left(last)
    return (
        f"{name} was never visited: at step {arrival} the rest of {label(record, above)} was "
        f"skipped. {cut_reason(record, record.step(arrival))}"
    )


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
        return f"{text}: the children of a chance node are never skipped."
    test = test_text(record, window)
    return f"{text}: after {_child(record, before)} the test at {parent}, {test}, was false."


def _child(record: Record, row: int) -> str:
    return child_label(record, record.node(row))


def _why_not_cut(record: Record, node: int, row: int, last: int, step: int) -> str:
    """Return the test that failed at a node, and what would have made it succeed."""
    name = starting(label(record, node))
    role = record.tree.roles[node]
    if role == CHANCE_ROLE:
        return (
            f"{name} was not cut off: every child of a chance node counts in its mean, so none is "
            "ever skipped."
        )
    if not has_windows(record):
        return f"{name} was not cut off: this search has no window and visits every node."
    decisive = last
    if record.left(row) <= step or record.complete:
        before_last = record.sibling_before(last)
        if before_last is None:
            return (
                f"{name} was not cut off: it has a single child, so there was never anything to "
                "skip."
            )
        decisive = before_last
    v = record.after[decisive]
    window = record.moving(row, v)
    if window is None or v is None:
        return f"{name} was not cut off."
    return (
        f"{name} was not cut off: after {_child(record, decisive)} its window was "
        f"{window_text(window)}, and {test_text(record, window)} is false. "
        + _what_would_cut(record, row, window, v)
    )


def _what_would_cut(record: Record, row: int, window: Window, v: Number) -> str:
    node = record.node(row)
    role = record.tree.roles[node]
    at_max = role == MAX_ROLE
    letter, bound = ("β", window[1]) if at_max else ("α", window[0])
    word = player_word(record.player(node))
    worth = f"It is {word} and was then worth {bound_words(role, v)}"
    if window[0] == window[1]:
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
