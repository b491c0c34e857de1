"""Where a run stops: where nodes with breakpoints are entered, and conditions begin to hold."""

from __future__ import annotations

from typing import Final

from treeexplorer.engine import Record
from treeexplorer.engine.conditions import next_beginning, previous_beginning
from treeexplorer.terminal import stepping
from treeexplorer.terminal.place import Place

_FURTHEST: Final = 300_000


def next_stop(place: Place, record: Record, step: int, most: int = _FURTHEST) -> int | None:
    """Return the next step at which a run stops; ``None`` where there is none.

    Args:
        place: The breakpoints and conditions.
        record: The search.
        step: Where the run begins.
        most: How many steps it is to look ahead for a condition.
    """
    found = (
        stepping.next_break(record, step, place.breakpoints),
        next_beginning(record, step, place.conditions, most),
    )
    return min((stop for stop in found if stop is not None), default=None)


def previous_stop(place: Place, record: Record, step: int, most: int = _FURTHEST) -> int | None:
    """Return the last step before this one at which a run stops; ``None`` where there is none."""
    found = (
        stepping.previous_break(record, step, place.breakpoints),
        previous_beginning(record, step, place.conditions, most),
    )
    return max((stop for stop in found if stop is not None), default=None)


def reason(place: Place, record: Record, step: int, label: str) -> str:
    """Return why a run stops at a step: a breakpoint, or the condition that begins to hold.

    Args:
        place: The breakpoints and conditions.
        record: The search.
        step: Where it stops.
        label: What the node at which the search stands is called.
    """
    for condition in place.conditions:
        if condition.begins(record, step):
            return f"stopped where this holds: {condition.text}"
    return f"stopped at the breakpoint at {label}"
