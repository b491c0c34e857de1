"""What a search says about its tree: value, bound, best move, ties, principal variation."""

from __future__ import annotations

from dataclasses import dataclass

from treeexplorer.engine.cutoffs import CutOff, cut_offs
from treeexplorer.engine.intervals import BoundKind, Interval, Intervals, bound_of
from treeexplorer.engine.record import Record
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, MAX_ROLE, Number


@dataclass(frozen=True, slots=True)
class Result:
    """What a finished search found.

    Attributes:
        value: What the root returned.
        bound: Whether that is exact, a lower or upper bound, or neither.
        interval: What is proven about the root's minimax value.
        best: The root's best move; ``None`` where no move is proven.
        ties: Other moves proven to be exactly as good.
        line: The principal variation, from the root.
        cut_offs: Every cut-off, in order of time.
    """

    value: Number
    bound: BoundKind
    interval: Interval
    best: int | None
    ties: tuple[int, ...]
    line: tuple[int, ...]
    cut_offs: tuple[CutOff, ...]


def result_of(record: Record, intervals: Intervals | None = None) -> Result:
    """Return what a finished search found.

    Raises:
        ValueError: The search has not ended (it waits for an unknown leaf's value).
    """
    value = record.root_value
    if value is None:
        raise ValueError("the search has not ended")
    intervals = intervals or Intervals(record)
    interval = intervals.at(0, record.steps)
    row = record.known_row(0)
    best = best_move(record, intervals, row)
    return Result(
        value=value,
        bound=bound_of(value, interval),
        interval=interval,
        best=best,
        ties=ties_with(record, intervals, row, best),
        line=principal_variation(record, intervals),
        cut_offs=tuple(cut_offs(record)),
    )


def best_move(record: Record, intervals: Intervals, row: int) -> int | None:
    """Return the child that gave a call its value, ``None`` where no move is proven.

    It is the first child whose return moved v to its final value; where none did although the
    root's window is full, the first whose interval is exactly that value. A child that was merely
    cut off at the same value is never taken: below a narrow window it can move v, and yet be
    worth less than another.
    """
    node = record.node(row)
    if record.is_leaf_call(row) or record.tree.roles[node] == CHANCE_ROLE:
        return None
    if record.reenters:
        return _first_as_good(record, intervals, row)
    v = record.first_v(row)
    best: int | None = None
    first = True
    for child in record.children(node):
        child_row = record.row(child)
        if child_row is None:
            break
        after = record.after[child_row]
        if after != v or (first and record.replaces_first):
            best, v = child, after
        first = False
    if record.rules.window == FULL_WINDOW:
        return _first_exact(record, intervals, row) if best is None else best
    if best is None or v is None or not _is_worth(record, intervals, best, v):
        return None
    return best


def _is_worth(record: Record, intervals: Intervals, child: int, v: Number) -> bool:
    """Whether a child is proven to give its parent's player v, or better."""
    low, high = intervals.at(child, record.steps)
    at_max = record.tree.roles[record.tree.parent[child]] == MAX_ROLE
    return low >= v if at_max else high <= v


def _first_as_good(record: Record, intervals: Intervals, row: int) -> int | None:
    """Return the first child proven to give its player what the node is worth."""
    node, value = record.node(row), record.value(row)
    at_max = record.tree.roles[node] == MAX_ROLE
    if node:
        lowest, value = intervals.at(node, record.steps)
        if lowest != value:
            return None
    for child in record.children(node):
        low, high = intervals.at(child, record.steps)
        if value is not None and (low >= value if at_max else high <= value):
            return child
    return None


def _first_exact(record: Record, intervals: Intervals, row: int) -> int | None:
    value = record.value(row)
    for child in record.children(record.node(row)):
        child_row = record.row(child)
        if child_row is not None and intervals.closed(child_row) == (value, value):
            return child
    return None


def ties_with(record: Record, intervals: Intervals, row: int, best: int | None) -> tuple[int, ...]:
    """Return the other children of a call proven to be worth exactly what the best one is."""
    if best is None:
        return ()
    value = record.value(row)
    return tuple(
        child
        for child in record.children(record.node(row))
        if child != best
        and record.row(child) is not None
        and intervals.at(child, record.steps) == (value, value)
    )


def principal_variation(record: Record, intervals: Intervals) -> tuple[int, ...]:
    """Return the line of best moves from the root, as far as moves are proven."""
    line = [0]
    row = record.row(0)
    while row is not None:
        best = best_move(record, intervals, row)
        if best is None:
            break
        line.append(best)
        row = record.row(best)
    return tuple(line)
