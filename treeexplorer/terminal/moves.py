"""Where a key press leads: from one step of a record to another.

A record has a step for every visit and every arrival of a value. A person counts otherwise: a
leaf is read and its value handed up in one go. The functions here know both speeds; each takes a
record and a step and returns the step to go to, or ``None`` where there is none (yet); a step
before the first one stands for the first.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from treeexplorer.engine import Record, StepKind

Move: TypeAlias = Callable[[Record, int], int | None]


def end(record: Record, step: int) -> int | None:
    """Return the last step recorded."""
    return record.steps if step < record.steps else None


def next_node(record: Record, step: int) -> int | None:
    """Return the step after one more node is entered, read and handed up, or finished."""
    if step >= record.steps:
        return None
    following = step + 1
    is_leaf = record.step(following).kind is StepKind.LEAF
    return following + 1 if is_leaf and following < record.steps else following


def previous_node(record: Record, step: int) -> int | None:
    """Return the step that :func:`next_node` leads from."""
    before = step - 1
    is_leaf = before > 0 and record.step(before).kind is StepKind.LEAF
    return before - 1 if is_leaf else before


def finish(record: Record, step: int) -> int | None:
    """Return the step at which the current node's value arrives at its parent."""
    node = record.current(step)
    if node is None:
        return end(record, step)
    row = record.row_at(node, step)
    if row is None:
        return None
    left = record.left(row)
    if left > record.steps and not record.complete:
        return None
    left = min(left, record.steps)
    return left if left > step else None


def next_cut(record: Record, step: int) -> int | None:
    """Return the step of the next cut-off."""
    index = bisect_right(record.cuts, step, key=record.left)
    return record.left(record.cuts[index]) if index < len(record.cuts) else None


def previous_cut(record: Record, step: int) -> int | None:
    """Return the step of the cut-off before."""
    index = bisect_left(record.cuts, step, key=record.left)
    return record.left(record.cuts[index - 1]) if index else None


MOVES: Final[Mapping[str, Move]] = {
    "next": next_node,
    "step": lambda record, step: step + 1 if step < record.steps else None,
    "back": previous_node,
    "step_back": lambda _, step: step - 1,
    "previous_cut": previous_cut,
    "start": lambda *_: 0,
    "finish": finish,
}
"""The moves that keys and the palette name."""
