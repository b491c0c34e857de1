"""What the leaves visited so far prove about a node's minimax value.

A returned value alone is not enough: under fail-hard it is clamped, and a child that was cut off at
the very value of its sibling looks the same as one that is worth it. The interval is right at
every level, under every convention.
"""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from typing import Literal, TypeAlias

from treeexplorer.engine.interval_history import Interval, IntervalHistory, finished, merged_with
from treeexplorer.engine.record import Record
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, Number, Window

__all__ = ["BoundKind", "Interval", "Intervals", "bound_of", "range_behind", "shared_intervals"]

BoundKind: TypeAlias = Literal["exact", "lower", "upper", "open"]


def bound_of(value: Number, interval: Interval) -> BoundKind:
    """Return what a returned value is, given what is proven: exact, a bound, or neither."""
    low, high = interval
    if low == high == value:
        return "exact"
    if low >= value:
        return "lower"
    return "upper" if high <= value else "open"


def reads_everything(record: Record) -> bool:
    """Tell whether every value is exact, because nothing is cut off, left out or estimated."""
    rules = record.rules
    return not record.has_windows and rules.depth is None and not record.tree.elided


class Intervals:
    """The proven intervals of a record's calls, computed when asked for and kept.

    Asking for a call's interval costs time linear in the calls below it, once.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self._closed: dict[int, Interval] = {}
        self._prefixes: dict[int, list[Interval]] = {}
        self._path: dict[int, Interval] = {}
        self._path_step = (-1, -1)
        self._history: IntervalHistory | None = None
        self._without_range: tuple[int, Interval] = (-1, FULL_WINDOW)

    def closed(self, row: int) -> Interval:
        """Return what is proven about the node of a call once that call has returned."""
        if self.record.reenters:
            return self.at(self.record.node(row), self.record.left(row))
        known = self._closed.get(row)
        if known is None and reads_everything(self.record):
            value = self.record.value(row)
            known = None if value is None else (value, value)
        if known is None:
            self._fill(row)
            known = self._closed[row]
        return known

    def at(self, node: int, step: int) -> Interval:
        """Return what is proven about a node by the leaves visited up to a step.

        The intervals of all open nodes at the step asked for last are kept, so that asking for
        every node on a screen costs one walk along the path.
        """
        record = self.record
        if record.reenters:
            if self._history is None or self._history.steps != record.steps:
                self._history = IntervalHistory(record)
            return self._history.at(node, step)
        row = record.row_at(node, step)
        if row is None:
            return FULL_WINDOW
        if record.is_leaf_call(row) or record.left(row) <= step or step == record.steps:
            return self.closed(row)
        if self._path_step != (step, record.steps):
            self._path_step = step, record.steps
            self._path = self._along_path(step)
        return self._path[node]

    def without_range(self) -> Interval:
        """Return what the leaves alone prove about the root, whatever is known of their range."""
        steps, interval = self._without_range
        if steps != self.record.steps:
            interval = IntervalHistory(self.record, knows_range=False).at(0, self.record.steps)
            self._without_range = self.record.steps, interval
        return interval

    def _along_path(self, step: int) -> dict[int, Interval]:
        """Return the intervals of the nodes that are open at a step."""
        record, tree = self.record, self.record.tree
        path = record.open_nodes(step)
        node = path.pop()
        row = record.known_row(node)
        if record.is_leaf_call(row):
            interval = self.closed(row)
        else:
            returned = record.returned_children(node, step)
            whole = self._is_whole(node, returned)
            interval = finished(tree.roles[node], self._first_children(node, returned), whole=whole)
        found = {node: interval}
        while path:
            child, node = node, path.pop()
            returned = record.order_of(child)
            merged = self._first_children(node, returned)
            merged = merged_with(tree.roles[node], merged, interval, self._weight(child))
            whole = self._is_whole(node, returned + 1, child)
            interval = found[node] = finished(tree.roles[node], merged, whole=whole)
        return found

    def _is_whole(self, node: int, visited: int, last: int | None = None) -> bool:
        """Tell whether a node's first visited children are all that counts for its interval."""
        record, tree = self.record, self.record.tree
        if node in tree.elided:
            return False
        if tree.roles[node] == CHANCE_ROLE:
            return not any(map(self._weight, record.child_column(node)[visited:]))
        if last is not None:
            return record.is_last_child(last)
        return visited == tree.child_count(node)

    def _first_children(self, node: int, count: int) -> Interval | None:
        """Return the merged intervals of a node's first returned children, kept for the next."""
        record = self.record
        merged = self._prefixes.setdefault(node, [])
        if len(merged) < count:
            children = record.child_column(node)
            role = record.tree.roles[node]
            so_far = merged[-1] if merged else None
            for child in children[len(merged) : count]:
                interval = self.closed(record.known_row(child))
                so_far = merged_with(role, so_far, interval, self._weight(child))
                merged.append(so_far)
        return merged[count - 1] if count else None

    def _weight(self, child: int) -> Fraction | None:
        return self.record.tree.probability(child) if self.record.tree.has_chance else None

    def _fill(self, first: int) -> None:
        """Find the intervals of a call and of all calls below it, those that are known skipped."""
        record, tree = self.record, self.record.tree
        past = first + 1
        end_rank = record.nodes[first] + tree.end[record.node(first)] - record.node(first)
        rows, parents = [first], [-1]
        covered: dict[int, int] = {}
        stack = [(first, end_rank)]
        while past < len(record.nodes) and record.nodes[past] < end_rank:
            rank = record.nodes[past]
            while rank >= stack[-1][1]:
                stack.pop()
            node = record.node_at(rank)
            end = rank + tree.end[node] - node
            rows.append(past)
            parents.append(stack[-1][0])
            covered[stack[-1][0]] = end
            if past in self._closed:
                past = bisect_left(record.nodes, end, past)
            else:
                stack.append((past, end))
                past += 1
        self._accumulate(rows, parents, covered)

    def _accumulate(self, rows: list[int], parents: list[int], covered: dict[int, int]) -> None:
        record, tree, closed = self.record, self.record.tree, self._closed
        gathered: dict[int, Interval] = {}
        for row, parent in zip(reversed(rows), reversed(parents), strict=True):
            node = record.node(row)
            if row in closed:
                interval = closed[row]
            elif row not in covered:
                value = record.value(row) if record.is_leaf_call(row) else None
                interval = FULL_WINDOW if value is None else (value, value)
            else:
                end = record.nodes[row] + tree.end[node] - node
                whole = covered[row] == end and node not in tree.elided
                if tree.roles[node] == CHANCE_ROLE and not whole:
                    whole = self._is_whole(node, record.returned_children(node, record.steps))
                interval = finished(tree.roles[node], gathered.pop(row), whole=whole)
            closed[row] = interval
            if parent >= 0:
                role = tree.roles[record.node(parent)]
                gathered[parent] = merged_with(
                    role, gathered.get(parent), interval, self._weight(node)
                )


def range_behind(record: Record) -> Window | None:
    """Return the range of the leaves where what is proven about the root rests on it.

    ``None`` where the leaves that were read prove as much without it. Time as for the intervals
    themselves, once.
    """
    if record.leaf_range == FULL_WINDOW:
        return None
    intervals = shared_intervals(record)
    with_range = intervals.at(0, record.steps)
    return None if intervals.without_range() == with_range else record.leaf_range


def shared_intervals(record: Record) -> Intervals:
    """Return the intervals of a record that everything which asks now and then has in common."""
    if record.intervals is None:
        record.intervals = Intervals(record)
    return record.intervals
