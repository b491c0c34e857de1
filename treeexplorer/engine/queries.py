"""What a debugger answers: when did this window change, where are the cut-offs around a step?"""

from __future__ import annotations

from bisect import bisect_left

from treeexplorer.engine.record import Record


def next_cut(record: Record, step: int) -> int | None:
    """Return the step of the next cut-off after a step, by bisection."""
    index = bisect_left(record.cuts, step + 1, key=record.left)
    return record.left(record.cuts[index]) if index < len(record.cuts) else None


def previous_cut(record: Record, step: int) -> int | None:
    """Return the step of the last cut-off before a step, by bisection."""
    index = bisect_left(record.cuts, step, key=record.left)
    return record.left(record.cuts[index - 1]) if index else None


def window_changed(record: Record, node: int, step: int) -> int | None:
    """Return the step at which a node's window became what it is at a step.

    It is an arrival that moved a bound, or the node's entry where none has; ``None`` where the
    node has not been entered by then.
    """
    row = record.row_at(node, step)
    if row is None:
        return None
    arrival = record.last_arrival(row, step)
    while arrival is not None:
        at = record.step(record.left(arrival))
        if at.before != at.window:
            return at.number
        arrival = record.sibling_before(arrival)
    return record.entered(row)
