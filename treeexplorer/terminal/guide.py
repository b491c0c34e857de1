"""The first minute: before each cut-off it stops once and asks what the person would do."""

from __future__ import annotations

from bisect import bisect_left

from treeexplorer.engine import Record, StepKind
from treeexplorer.engine.cutoffs import cut_off
from treeexplorer.engine.labels import children_text, label
from treeexplorer.numbers import shown
from treeexplorer.terminal import stepping


class Guide:
    """Asks before each cut-off, once, whether there is any point in looking further."""

    def __init__(self) -> None:
        self._asked: set[int] = set()

    def question(self, record: Record, step: int) -> tuple[int, str] | None:
        """Return where to stop and what to ask before going on from a step, if there is anything.

        Args:
            record: The record.
            step: The step from which the person goes on by one node.
        """
        target = stepping.next_node(record, step)
        if target is None or target in self._asked:
            return None
        arrival = record.step(target)
        if arrival.kind is not StepKind.CUT:
            return None
        self._asked.add(target)
        row = record.cuts[bisect_left(record.cuts, target, key=record.left)]
        skipped = cut_off(record, row).skipped
        rest = children_text(record, skipped, last=" and ") if skipped else "the rest"
        before = target - 1
        stop = before if record.step(before).kind is StepKind.LEAF else step
        value = "" if arrival.value is None else shown(arrival.value)
        where = label(record, arrival.node)
        return stop, f"{where} has {value} now. Is there any point in looking at {rest}?"
