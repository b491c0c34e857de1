"""What the leaves visited so far prove about a node's minimax value.

A returned value alone is not enough: under fail-hard it is clamped, and a child that was cut off at
the very value of its sibling looks the same as one that is worth it. The interval is right at
every level, under every convention.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, TypeAlias

from treeexplorer.search.ordered import normalised
from treeexplorer.search.record import Record
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, INFINITY, MAX_ROLE, Number

Interval: TypeAlias = tuple[Number, Number]
BoundKind: TypeAlias = Literal["exact", "lower", "upper", "open"]


def bound_of(value: Number, interval: Interval) -> BoundKind:
    """Return what a returned value is, given what is proven: exact, a bound, or neither."""
    low, high = interval
    if low == high == value:
        return "exact"
    if low >= value:
        return "lower"
    return "upper" if high <= value else "open"


class Intervals:
    """The proven intervals of a record's calls, computed when asked for and kept.

    Asking for a call's interval costs time linear in the calls below it, once.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self._closed: dict[int, Interval] = {}

    def closed(self, row: int) -> Interval:
        """Return what is proven about the node of a call once that call has returned."""
        known = self._closed.get(row)
        if known is None:
            self._fill(row)
            known = self._closed[row]
        return known

    def at(self, node: int, step: int) -> Interval:
        """Return what is proven about a node by the leaves visited up to a step."""
        record = self.record
        row = record.row_at(node, step)
        if row is None:
            return FULL_WINDOW
        if record.is_leaf_call(row) or record.left(row) <= step or step == record.steps:
            return self.closed(row)
        path = record.open_nodes(step)
        below: tuple[int, Interval] | None = None
        for opened in reversed(path[path.index(node) :]):
            below = opened, self._open(opened, step, below)
        return below[1] if below is not None else FULL_WINDOW

    def _open(self, node: int, step: int, below: tuple[int, Interval] | None) -> Interval:
        """Combine the children of an open node; ``below`` is its open child's interval."""
        record = self.record
        row = record.row_at(node, step)
        if row is not None and record.is_leaf_call(row):
            return self.closed(row)
        parts: list[tuple[Interval, Fraction | None]] = []
        for child in record.tree.children(node):
            if below is not None and child == below[0]:
                interval = below[1]
            else:
                child_row = record.row_at(child, step)
                interval = FULL_WINDOW if child_row is None else self.closed(child_row)
            parts.append((interval, record.tree.probability(child)))
        if node in record.tree.elided:
            parts.append((FULL_WINDOW, None))
        return combine(record.tree.roles[node], iter(parts))

    def _fill(self, first: int) -> None:
        record, tree = self.record, self.record.tree
        past = first + 1
        end_rank = record.nodes[first] + tree.end[record.node(first)] - record.node(first)
        parents: list[int] = [-1]
        covered: dict[int, int] = {}
        stack = [(first, end_rank)]
        while past < len(record.nodes) and record.nodes[past] < end_rank:
            rank = record.nodes[past]
            while rank >= stack[-1][1]:
                stack.pop()
            node = record.node_at(rank)
            end = rank + tree.end[node] - node
            parents.append(stack[-1][0])
            covered[stack[-1][0]] = end
            stack.append((past, end))
            past += 1
        self._accumulate(first, past, parents, covered)

    def _accumulate(
        self, first: int, past: int, parents: list[int], covered: dict[int, int]
    ) -> None:
        record, tree, closed = self.record, self.record.tree, self._closed
        gathered: dict[int, Interval] = {}
        for row in range(past - 1, first - 1, -1):
            node = record.node(row)
            if row not in covered:
                value = record.value(row) if record.is_leaf_call(row) else None
                interval = FULL_WINDOW if value is None else (value, value)
            else:
                low, high = gathered.pop(row)
                end = record.nodes[row] + tree.end[node] - node
                if covered[row] < end or node in tree.elided:
                    role = tree.roles[node]
                    if role == CHANCE_ROLE:
                        low, high = FULL_WINDOW
                    elif role == MAX_ROLE:
                        high = INFINITY
                    else:
                        low = -INFINITY
                interval = normalised(low), normalised(high)
            closed[row] = interval
            parent = parents[row - first]
            if parent >= 0:
                role = tree.roles[record.node(parent)]
                gathered[parent] = _merged(
                    role, gathered.get(parent), interval, tree.probability(node)
                )


def _merged(
    role: int, so_far: Interval | None, interval: Interval, weight: Fraction | None
) -> Interval:
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


def combine(role: int, parts: Iterator[tuple[Interval, Fraction | None]]) -> Interval:
    """Return a node's interval from its children's intervals and, under chance, weights."""
    merged: Interval | None = None
    for interval, weight in parts:
        merged = _merged(role, merged, interval, weight)
    if merged is None:
        return FULL_WINDOW
    return normalised(merged[0]), normalised(merged[1])
