"""What the leaves prove about each node, step by step, in searches that enter nodes repeatedly."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from typing import TypeAlias

from treeexplorer.search.ordered import normalised
from treeexplorer.search.record import Record
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, INFINITY, MAX_ROLE, Number

Interval: TypeAlias = tuple[Number, Number]


def merged_with(
    role: int, so_far: Interval | None, interval: Interval, weight: Fraction | None
) -> Interval:
    """Return the interval of a node's children so far, with one more child's."""
    if role == CHANCE_ROLE:
        low, high = so_far or (0, 0)
        if not weight:
            return low, high
        return low + weight * interval[0], high + weight * interval[1]
    if so_far is None:
        return interval
    if role == MAX_ROLE:
        return max(so_far[0], interval[0]), max(so_far[1], interval[1])
    return min(so_far[0], interval[0]), min(so_far[1], interval[1])


def finished(role: int, merged: Interval | None, *, whole: bool) -> Interval:
    """Return a node's interval from its visited children's, given whether they are all it has."""
    if merged is None:
        return FULL_WINDOW
    low, high = merged
    if whole:
        return normalised(low), normalised(high)
    if role == CHANCE_ROLE:
        return FULL_WINDOW
    return (low, INFINITY) if role == MAX_ROLE else (-INFINITY, high)


class IntervalHistory:
    """The proven interval of every node, as a list of the steps at which it changed.

    Built once in time linear in the leaves read, times their depth, times the children on the way.

    Attributes:
        steps: How many steps of the record it covers.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.steps = record.steps
        self._changes: dict[int, list[tuple[int, Interval]]] = {}
        self._open_ended: dict[int, int] = {}
        read: set[int] = set()
        for step, node, value in record.readings():
            if node not in read:
                read.add(node)
                self._carry_up(node, step, (value, value))

    def at(self, node: int, step: int) -> Interval:
        """Return what the leaves read up to a step prove about a node."""
        changes = self._changes.get(node, [])
        index = bisect_right(changes, step, key=lambda change: change[0])
        return changes[index - 1][1] if index else FULL_WINDOW

    def _latest(self, node: int) -> Interval:
        changes = self._changes.get(node)
        return changes[-1][1] if changes else FULL_WINDOW

    def _carry_up(self, node: int, step: int, interval: Interval) -> None:
        """Note a leaf's value, and what changes by it at its ancestors."""
        tree = self.record.tree
        while True:
            before = self._latest(node)
            self._changes.setdefault(node, []).append((step, interval))
            node_above = tree.parent[node]
            if node_above < 0:
                return
            combined = self._combined(node_above, before, interval)
            if combined == self._latest(node_above):
                return
            node, interval = node_above, combined

    def _combined(self, node: int, before: Interval, after: Interval) -> Interval:
        """Return a node's interval when one of its children's has changed.

        At MAX the low end only moves by the child that changed, and the high end is open until
        every child's is closed; at MIN the other way round.
        """
        tree = self.record.tree
        role = tree.roles[node]
        low, high = self._latest(node)
        if role != CHANCE_ROLE:
            at_max = role == MAX_ROLE
            left = self._open_ended.get(node)
            if left is None:
                left = tree.child_count(node) + (node in tree.elided)
            open_end = INFINITY if at_max else -INFINITY
            left -= before[at_max] == open_end != after[at_max]
            self._open_ended[node] = left
            if left:
                return (
                    (max(low, after[0]), INFINITY) if at_max else (-INFINITY, min(high, after[1]))
                )
        merged: Interval | None = None
        for child in tree.children(node):
            weight = tree.probability(child) if role == CHANCE_ROLE else None
            merged = merged_with(role, merged, self._latest(child), weight)
        return finished(role, merged, whole=node not in tree.elided)
