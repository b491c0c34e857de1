"""What the leaves prove about each node, step by step, in searches that enter nodes repeatedly."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from typing import TypeAlias

from treeexplorer.engine.means import added, normalised
from treeexplorer.engine.record import Record
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, INFINITY, MAX_ROLE, Number

Interval: TypeAlias = tuple[Number, Number]


def merged_with(
    role: int, so_far: Interval | None, interval: Interval, weight: Fraction | None
) -> Interval:
    """Return the interval of a node's children so far, with one more child's."""
    if role == CHANCE_ROLE:
        low, high = so_far or (0, 0)
        return (
            added(low, weight or 0, interval[0]),
            added(high, weight or 0, interval[1], stronger=INFINITY),
        )
    if so_far is None:
        return interval
    if role == MAX_ROLE:
        return max(so_far[0], interval[0]), max(so_far[1], interval[1])
    return min(so_far[0], interval[0]), min(so_far[1], interval[1])


def finished(
    role: int, merged: Interval | None, *, whole: bool, beyond: Interval = FULL_WINDOW
) -> Interval:
    """Return a node's interval from its visited children's.

    Args:
        role: Whose node it is.
        merged: What its visited children prove together; ``None`` where there is none.
        whole: Whether they are all it has.
        beyond: What is known of the others.
    """
    if merged is None:
        return beyond
    low, high = merged
    if whole:
        return normalised(low), normalised(high)
    if role == CHANCE_ROLE:
        return beyond
    return (low, beyond[1]) if role == MAX_ROLE else (beyond[0], high)


class IntervalHistory:
    """The proven interval of every node, as a list of the steps at which it changed.

    Built once in time linear in the leaves read, times their depth, times the children on the way.

    A search that rests on the range of the leaves (Star1) knows it of every leaf it skips.
    A range found from the drawn leaves says nothing of what is not drawn or has no value; one that
    was stated speaks of these, too.

    Args:
        record: The record.
        knows_range: Whether the range of the leaves counts, where the search rests on it.

    Attributes:
        steps: How many steps of the record it covers.
    """

    def __init__(self, record: Record, *, knows_range: bool = True) -> None:
        self.record = record
        self.steps = record.steps
        self._changes: dict[int, list[tuple[int, Interval]]] = {}
        self._open_ended: dict[int, int] = {}
        self._drawn = record.leaf_range if knows_range else FULL_WINDOW
        self._beyond = FULL_WINDOW if record.rules.leaf_range is None else self._drawn
        self._unread: dict[int, Interval] = {}
        if self._drawn != self._beyond:
            self._exempt_from_range()
        read: set[int] = set()
        for step, node, value in record.readings():
            if node not in read:
                read.add(node)
                self._carry_up(node, step, (value, value))

    def at(self, node: int, step: int) -> Interval:
        """Return what the leaves read up to a step prove about a node."""
        changes = self._changes.get(node, [])
        index = bisect_right(changes, step, key=lambda change: change[0])
        return changes[index - 1][1] if index else self._at_first(node)

    def _latest(self, node: int) -> Interval:
        changes = self._changes.get(node)
        return changes[-1][1] if changes else self._at_first(node)

    def _at_first(self, node: int) -> Interval:
        """Return what is known of a node before any leaf is read."""
        return self._unread.get(node, self._drawn)

    def _exempt_from_range(self) -> None:
        """Note what is known at first of the nodes with something below that has no value."""
        tree = self.record.tree
        affected: set[int] = set()
        for end in (*tree.elided, *tree.unknowns):
            node = end
            while node >= 0 and node not in affected:
                affected.add(node)
                node = tree.parent[node]
        for node in sorted(affected, reverse=True):
            self._unread[node] = self._beyond if tree.is_leaf(node) else self._merged(node)

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

        At MAX the low end only moves by the child that changed, and the high end stays what it was
        at first until no child has that for its own; at MIN the other way round.
        """
        tree = self.record.tree
        role = tree.roles[node]
        low, high = self._latest(node)
        if role != CHANCE_ROLE:
            at_max = role == MAX_ROLE
            left = self._open_ended.get(node)
            open_end = self._at_first(node)[at_max]
            if left is None:
                at_first = map(self._at_first, tree.children(node))
                left = sum(interval[at_max] == open_end for interval in at_first)
                left += node in tree.elided
            left -= before[at_max] == open_end != after[at_max]
            self._open_ended[node] = left
            if left:
                return (max(low, after[0]), open_end) if at_max else (open_end, min(high, after[1]))
        return self._merged(node)

    def _merged(self, node: int) -> Interval:
        """Return what is known of a node's children, drawn or not, put together."""
        tree, role = self.record.tree, self.record.tree.roles[node]
        merged: Interval | None = None
        for child in tree.children(node):
            weight = tree.probability(child) if role == CHANCE_ROLE else None
            merged = merged_with(role, merged, self._latest(child), weight)
        return finished(role, merged, whole=node not in tree.elided, beyond=self._beyond)
