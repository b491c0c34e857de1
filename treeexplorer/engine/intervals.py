"""What the leaves visited so far prove about a node's minimax value.

A returned value alone is not enough: under fail-hard it is clamped, and a child that was cut off at
the very value of its sibling looks the same as one that is worth it. The interval is right at
every level, under every convention.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, TypeAlias

from treeexplorer.engine.ordered_tree import added, normalised
from treeexplorer.engine.record import Record
from treeexplorer.tree import (
    CHANCE_ROLE,
    FULL_WINDOW,
    INFINITY,
    LEAF_ROLE,
    MAX_ROLE,
    GameTree,
    Number,
)

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


def minimax_intervals(
    tree: GameTree,
    depth: int | None = None,
    entries: Mapping[int, Number] | None = None,
    crossed: frozenset[int] = frozenset(),
) -> list[Interval]:
    """Return what all drawn leaves together prove about each node's minimax value.

    Both ends are equal where the value is settled; unknown leaves and ``...`` leave it open.
    Linear in the size of the tree, and without recursion: the nodes are taken from the last to
    the first, so that children come before their parents.

    Args:
        tree: The tree, its players as the search has them.
        depth: Plies after which estimates count instead of the subtree.
        entries: Values to put in the place of what is computed, for the nodes *above* them. The
            list still says at these nodes what their own children give.
        crossed: Branches that are left out of what is computed for the nodes above them.
    """
    entries = entries or {}
    leaves, roles, parent, ply = tree.leaf_values, tree.roles, tree.parent, tree.ply
    has_chance = tree.has_chance
    merged: list[Interval | None] = [None] * len(tree)
    for node in tree.elided:
        merged[node] = FULL_WINDOW
    proven: list[Interval] = [FULL_WINDOW] * len(tree)
    for node in range(len(tree) - 1, -1, -1):
        if depth is not None and ply[node] > depth:
            continue
        interval = merged[node] or FULL_WINDOW
        if roles[node] == LEAF_ROLE or ply[node] == depth:
            known = leaves[node] if roles[node] == LEAF_ROLE else tree.estimate(node)
            interval = FULL_WINDOW if known is None else (known, known)
        if has_chance:
            interval = normalised(interval[0]), normalised(interval[1])
        proven[node] = interval
        above = parent[node]
        if node in crossed and above >= 0 and roles[above] != CHANCE_ROLE:
            continue
        if above >= 0:
            handed = (entries[node], entries[node]) if node in entries else interval
            weight = tree.probability(node) if has_chance else None
            merged[above] = merged_with(roles[above], merged[above], handed, weight)
    return proven


def minimax_value(tree: GameTree, depth: int | None = None) -> Number | None:
    """Return the root's minimax value, ``None`` where the tree does not settle it."""
    low, high = minimax_intervals(tree, depth)[0]
    return low if low == high else None


class Intervals:
    """The proven intervals of a record's nodes, computed when asked for and kept.

    One interval is kept for each call of a node with children: what is proven about the node once
    the call has returned. They are found in the order of the returns, each from its children's.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self._columns = record.columns
        self._returned: dict[int, Interval] = {}
        self._steps_done = 0
        self._open: dict[int, Interval] = {}
        self._open_at = (-1, -1)
        self._prefixes: dict[int, tuple[list[int], list[Interval]]] = {}

    def after_call(self, row: int) -> Interval:
        """Return what is proven about the node of a call once that call has returned."""
        record, columns = self.record, self._columns
        node, value = columns.nodes[row], columns.values[row]
        if record.is_evaluated(node):
            return FULL_WINDOW if value is None else (value, value)
        if row not in self._returned:
            first, last = self._steps_done, min(columns.left[row], len(columns.events))
            self._steps_done = max(first, last)
            for returned in (~event for event in columns.events[first:last] if event < 0):
                child = columns.nodes[returned]
                if not record.is_evaluated(child):
                    self._returned[returned] = self._merged(child, columns.left[returned], {})
            if row not in self._returned:  # a root's, whose value arrives nowhere
                self._returned[row] = self._merged(node, columns.left[row], {})
        return self._returned[row]

    def at(self, node: int, step: int) -> Interval:
        """Return what is proven about a node by the leaves visited up to a step.

        What is found of the open nodes at a step is kept until another is asked for.
        """
        record = self.record
        row = record.row_at(node, step)
        if row is None:
            return FULL_WINDOW
        is_over = record.complete and step == record.steps
        if is_over or record.left(row) <= step or record.is_leaf_call(row):
            return self.after_call(row)
        if self._open_at != (step, record.steps):
            self._open_at, self._open = (step, record.steps), {}
            current = record.current(step) or 0
            if record.is_evaluated(current):
                self._open[current] = self.after_call(self._columns.row_of_node[current])
            for above in (current, *record.tree.ancestors(current)):
                if above not in self._open:
                    self._open[above] = self._of_open(above, step)
        return self._open[node]

    def _merged(self, node: int, step: int, known: Mapping[int, Interval]) -> Interval:
        """Return a node's interval from those of its children that have returned by a step.

        Args:
            node: The node, which is searched on.
            step: The step.
            known: The intervals of children that are open themselves.
        """
        tree, columns = self.record.tree, self._columns
        role, merged = tree.roles[node], None
        for child in self.record.children(node):
            row = columns.row_of_node[child]
            while row >= 0 and columns.left[row] > step:
                row = columns.earlier.get(row, -1)
            if child in known:
                interval = known[child]
            else:
                interval = FULL_WINDOW if row < 0 else self.after_call(row)
            weight = tree.probability(child) if role == CHANCE_ROLE else None
            merged = merged_with(role, merged, interval, weight)
            if row < 0 and child not in known and role != CHANCE_ROLE:
                break  # what comes behind it has not been visited either
        return self._finished(node, merged)

    def _of_open(self, node: int, step: int) -> Interval:
        """Return an open node's interval; what its first children prove together is kept.

        A node may have many children, and each step of a trace asks.
        """
        record, columns = self.record, self._columns
        if columns.earlier:  # nodes are asked again
            return self._merged(node, step, self._open)
        if node not in self._prefixes:
            self._prefixes[node] = list(record.children(node)), []
        children, prefixes = self._prefixes[node]
        rows, left, role = columns.row_of_node, columns.left, record.tree.roles[node]

        def returned_at(child: int) -> int:
            return left[rows[child]] if rows[child] >= 0 else step + 1

        def with_child(merged: Interval | None, child: int, interval: Interval) -> Interval:
            weight = record.tree.probability(child) if role == CHANCE_ROLE else None
            return merged_with(role, merged, interval, weight)

        count = bisect_right(children, step, key=returned_at)
        for child in children[len(prefixes) : count]:
            so_far = prefixes[-1] if prefixes else None
            prefixes.append(with_child(so_far, child, self.after_call(rows[child])))
        merged = prefixes[count - 1] if count else None
        rest = children[count:] if role == CHANCE_ROLE else children[count : count + 2]
        for child in rest:  # of MAX and MIN one that is not visited stands for all behind it
            merged = with_child(merged, child, self._open.get(child, FULL_WINDOW))
        return self._finished(node, merged)

    def _finished(self, node: int, merged: Interval | None) -> Interval:
        """Return a node's interval from that of its drawn children."""
        role, (low, high) = self.record.tree.roles[node], merged or FULL_WINDOW
        if node in self.record.tree.elided:
            return (low, INFINITY) if role == MAX_ROLE else (-INFINITY, high)
        return (normalised(low), normalised(high)) if role == CHANCE_ROLE else (low, high)
