"""What the leaves visited so far prove about a node's minimax value.

The *minimax value* of a node is what it is worth if all of its leaves count. Its *interval* (low,
high) is what the leaves visited so far prove: whatever the other leaves are, the value lies in it.
In ``[[3 5] [2 9]]``, of which alpha-beta skips the 9, the intervals are:

- ``[3 5]``, a MIN node: (−∞, 3) after the leaf 3, and (3, 3) after the leaf 5;
- ``[2 9]``, a MIN node: (−∞, 2) after the leaf 2, since the 9 could be any number;
- the root, a MAX node: (3, 3) then, since its children are worth 3, and at most 2.

The value that a node returned is not enough to know this. Fail-hard clamps it into the window, so
that a child which is cut off at its sibling's value looks like one that is worth this value.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from treeexplorer.engine.ordered_tree import added, simplify_fraction
from treeexplorer.engine.record import NO_CALL, Record
from treeexplorer.errors import present
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

_NO_SUM: Final[Interval] = (0, 0)
_NONE_OPEN: Final[Mapping[int, Interval]] = MappingProxyType({})


def classify_bound(value: Number, interval: Interval) -> BoundKind:
    """Return what a returned value says of a node's true value: exact, a bound, or nothing.

    - ``"exact"``: it is the minimax value, which the node has if all its leaves count.
    - ``"lower"``: the minimax value is proven to be at least as much.
    - ``"upper"``: the minimax value is proven to be at most as much.
    - ``"open"``: the minimax value may be smaller, and may be larger.

    Args:
        value: What the search returned for the node.
        interval: The lowest and the highest minimax value that the node can have, by the leaves
            that were read.

    Example:
        >>> classify_bound(3, (3, 3)), classify_bound(3, (3, INFINITY)), classify_bound(3, (2, 8))
        ('exact', 'lower', 'open')
    """
    low, high = interval
    if low == high == value:
        return "exact"
    if low >= value:
        return "lower"
    if high <= value:
        return "upper"
    return "open"


def merge_child_into_interval(
    role: int, so_far: Interval | None, interval: Interval, weight: Fraction | None
) -> Interval:
    """Merge one more child into the interval (lowest, highest value) of a node.

    At MAX the largest low and the largest high count, at MIN the smallest. At a chance node both
    are summed up by weight.

    Args:
        role: The node's role.
        so_far: The node's interval by the children before; ``None`` for the first child.
        interval: The child's interval.
        weight: The child's probability at a chance node; ``None`` at MAX and MIN.

    Example:
        >>> merge_child_into_interval(MAX_ROLE, (3, 3), (-INFINITY, 2), None)
        (3, 3)
        >>> merge_child_into_interval(MAX_ROLE, (3, 3), (5, INFINITY), None)
        (5, inf)
        >>> merge_child_into_interval(CHANCE_ROLE, (1, 1), (4, 8), Fraction(1, 2))
        (Fraction(3, 1), Fraction(5, 1))
    """
    # This case comes first: the first child of a chance node is weighted, too.
    if role == CHANCE_ROLE:
        return _add_weighted_interval(so_far, interval, present(weight))
    if so_far is None:
        return interval

    low_before, high_before = so_far
    low, high = interval
    if role == MAX_ROLE:
        return max(low_before, low), max(high_before, high)
    return min(low_before, low), min(high_before, high)


def _add_weighted_interval(sums: Interval | None, interval: Interval, weight: Number) -> Interval:
    """Add a child's low and high, times its weight, to the sums of a chance node.

    For example (1, 1) and half of (4, 8) give (3, 5). Without sums, ``None``, it begins at (0, 0).
    """
    low_sum, high_sum = _NO_SUM if sums is None else sums
    low, high = interval
    # If −∞ and +∞ meet in a sum, nothing is proven at that end: low is −∞, high is +∞.
    low_sum = added(low_sum, weight, low, stronger=-INFINITY)
    high_sum = added(high_sum, weight, high, stronger=INFINITY)
    return low_sum, high_sum


def merge_child_intervals(role: int, intervals: Sequence[Interval]) -> Interval:
    """Return the interval (lowest, highest value) of a MAX or MIN node from all its children's.

    At MAX the largest low and the largest high count, at MIN the smallest.

    Args:
        role: ``MAX_ROLE`` or ``MIN_ROLE``.
        intervals: The interval of each child; not empty.

    Example:
        >>> merge_child_intervals(MAX_ROLE, [(3, 3), (-INFINITY, 2)])
        (3, 3)
    """
    lows, highs = zip(*intervals, strict=True)
    best = max if role == MAX_ROLE else min
    return best(lows), best(highs)


def compute_minimax_intervals(
    tree: GameTree,
    depth: int | None = None,
    entries: Mapping[int, Number] | None = None,
    crossed: frozenset[int] = frozenset(),
    known: Interval = FULL_WINDOW,
    top: int = 0,
) -> list[Interval]:
    """Return what all drawn leaves together prove about each node's minimax value.

    Both ends are equal if the leaves settle the value. Unknown leaves and undrawn children
    (``...``) may leave an end open. Linear in the size of the subtree.

    Args:
        tree: The tree, its players as the search has them.
        depth: The depth limit: at this ply a node's estimate counts instead of its children.
        entries: Values by node. A node's parent is computed with the value in place of what the
            node's own children give; the list has at the node itself what its children give.
        crossed: Branches that are left out when their parents are computed.
        known: The known range: no value lies outside of it.
        top: The node whose subtree is computed.

    Returns:
        The interval of each node in the subtree, by node; entries of other nodes mean nothing.

    Example:
        The root is worth 3. If its second child, node 4, were worth 7, the root would be, too; what
        the children of node 4 give is still 2.

        >>> from treeexplorer.tree import from_nested
        >>> tree = from_nested([[3, 12], [2, 9]])
        >>> compute_minimax_intervals(tree)[0]
        (3, 3)
        >>> intervals = compute_minimax_intervals(tree, entries={4: 7})
        >>> intervals[0], intervals[4]
        ((7, 7), (2, 2))

    One thought: one pass over all nodes, in which each is computed and merged into its parent. A
    function call for each node would double the time.
    """
    if entries is None:
        entries = {}
    leaf_values = tree.leaf_values
    roles = tree.roles
    parents = tree.parent
    plies = tree.ply
    has_chance = tree.has_chance
    changed_nodes = crossed.union(entries)
    proven: list[Interval] = [known] * len(tree)

    # By node: what its children give that the loop has come to, `None` while it has come to none.
    # Undrawn children (`...`) are one more child, of which only the known range is proven.
    merged: list[Interval | None] = [None] * len(tree)
    for node in tree.elided:
        merged[node] = known

    # From the last node to the first: so all children of a node come before it.
    for node in range(tree.end[top] - 1, top - 1, -1):
        if depth is not None and plies[node] > depth:
            continue

        # 1. The node: by its value, by its estimate, or by its children.
        if roles[node] == LEAF_ROLE:
            interval = _make_leaf_interval(leaf_values[node], known)
        elif plies[node] == depth:
            interval = _make_leaf_interval(tree.estimate(node), known)
        else:
            of_children = merged[node]
            interval = known if of_children is None else of_children
        if has_chance:
            low, high = interval
            interval = (simplify_fraction(low), simplify_fraction(high))
        proven[node] = interval
        if node == top:
            break

        # 2. What counts of it at its parent: mostly the same.
        parent = parents[node]
        counted: Interval | None = interval
        if node in changed_nodes:
            counted = _change_interval_at_parent(
                interval,
                roles[parent],
                entry=entries.get(node),
                is_crossed=node in crossed,
                known=known,
            )
        if counted is None:
            continue

        # 3. Merge that into the parent's.
        weight = tree.probability(node) if has_chance else None
        merged[parent] = merge_child_into_interval(roles[parent], merged[parent], counted, weight)
    return proven


def _change_interval_at_parent(
    interval: Interval, parent_role: int, *, entry: Number | None, is_crossed: bool, known: Interval
) -> Interval | None:
    """Return what counts at a parent of a child that is crossed, or that has an entry.

    For example, the child's own children give (2, 2), and all values lie from 0 to 10::

        the child                            what counts of it
        has the entry 7                      (7, 7)
        is crossed, at MAX or MIN            None: the parent is computed without it
        is crossed, at a chance node         (0, 10): it counts in the mean, as if it were unread
        the same without a known range       (2, 2), or its entry: a mean with an unread child would
                                             say nothing
    """
    is_in_mean = parent_role == CHANCE_ROLE
    if is_crossed and not is_in_mean:
        return None
    if is_crossed and known != FULL_WINDOW:
        return known
    if entry is not None:
        return entry, entry
    return interval


def _make_leaf_interval(value: Number | None, known: Interval) -> Interval:
    """Return (value, value) for a leaf, or the known range for a leaf without a value."""
    if value is None:
        return known
    return value, value


def minimax_value(tree: GameTree, depth: int | None = None) -> Number | None:
    """Return the root's minimax value; ``None`` if the drawn leaves do not settle it.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> minimax_value(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
        3
    """
    low, high = compute_minimax_intervals(tree, depth)[0]
    return low if low == high else None


class Intervals:
    """The proven intervals of a search's nodes at any step, computed when asked for and kept.

    The interval of a node is the lowest and the highest value that it can have, by the leaves that
    have been read. A call is one visit of a node by the search.

    Attributes:
        record: The search.
        _interval_of_unread: The interval of an unvisited node: the known range, or (−∞, +∞).
        _intervals_after_call: By call of a node with children: its interval once the call has
            returned.
        _last_step_done: All calls that return up to this step are in ``_intervals_after_call``.
        _open_nodes: The intervals of the open nodes at the step that was asked about last.
        _first_children: By node: the intervals by its first child, its first two children, …
    """

    def __init__(self, record: Record) -> None:
        """Create the intervals of a search; none is computed yet.

        Args:
            record: The search. If it goes on, the new steps can be asked about, too.
        """
        self.record = record
        self._columns = record.columns
        self._leaf_values = record.tree.leaf_values
        self._interval_of_unread: Interval = record.rules.known_range

        # Three caches: of the calls that have returned, of the nodes that are open at one step, and
        # of the children of open nodes that have returned.
        self._intervals_after_call: dict[int, Interval] = {}
        self._last_step_done = 0  # the first cache is complete up to this step
        self._open_nodes: _OpenNodes | None = None
        self._first_children: dict[int, _FirstChildren] = {}

    def after_call(self, call: int) -> Interval:
        """Return the interval (lowest, highest value) of a node after one visit of it has returned.

        For a visit that is still open where the record ends, it is the interval by then.

        Args:
            call: The number of the visit.
        """
        node = self._columns.nodes[call]
        has_no_value = self._columns.values[call] is None  # it is open, or of an unknown leaf
        if has_no_value and not self.record.is_evaluated(node):
            return self.at(node, self.record.steps)
        return self._get_interval_after(call)

    def _get_interval_after(self, call: int) -> Interval:
        """Return the interval of a node after a call (visit) of it that has returned.

        ==============================  ================================================
        the node                        its interval
        ==============================  ================================================
        a leaf 3                        (3, 3)
        at the depth limit, worth ~3    (3, 3)
        any other node with children    computed from theirs when it is asked for first
        ==============================  ================================================
        """
        node = self._columns.nodes[call]
        leaf_value = self._leaf_values[node]
        if leaf_value is not None:
            return leaf_value, leaf_value
        if self.record.is_evaluated(node):  # by its estimate, at the depth limit
            return _make_leaf_interval(self._columns.values[call], self._interval_of_unread)
        if call not in self._intervals_after_call:
            self._compute_intervals_up_to(call)
        return self._intervals_after_call[call]

    def _compute_intervals_up_to(self, last_call: int) -> None:
        """Compute the interval after a call that has returned, and after all that returned before.

        Children return before their parents. So if the calls are taken in the order in which they
        return, the intervals of a node's children are there when they are needed, and nothing is
        computed by recursion. In ``[A:[B:[3 5] 4] 2]`` B comes first, then A, then the root.

        It goes on behind ``_last_step_done``: what returned up to there has been computed before.
        """
        last_step = self._columns.returned[last_call]
        for call in self._columns.events.generate_returning_calls(
            after=self._last_step_done, last=last_step
        ):
            node = self._columns.nodes[call]
            # Leaves and nodes at the depth limit are not kept. Leaves are asked for first since
            # most nodes are leaves, and is_evaluated is slower.
            is_leaf = self._leaf_values[node] is not None
            if not is_leaf and not self.record.is_evaluated(node):
                self._compute_interval_after(call)
        self._last_step_done = max(self._last_step_done, last_step)

        # The root returns to no parent, which is no step of the search: it is not among them.
        is_roots_call = self._columns.callers[last_call] == NO_CALL
        if is_roots_call:
            self._compute_interval_after(last_call)

    def _compute_interval_after(self, call: int) -> None:
        """Compute and keep the interval of a node with children after a call that has returned."""
        node = self._columns.nodes[call]
        step_of_return = self._columns.returned[call]
        interval = self._compute_interval_from_children(node, step_of_return)
        self._intervals_after_call[call] = interval

    def at(self, node: int, step: int) -> Interval:
        """Return the interval of a node at a step: the lowest and the highest value it can have.

        Args:
            node: The number of the node.
            step: The number of the step; leaves that are read later do not count.

        Example:
            >>> from treeexplorer.engine import search
            >>> from treeexplorer.tree import from_nested
            >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
            >>> intervals = Intervals(record)
            >>> intervals.at(1, 4), intervals.at(1, 8), intervals.at(0, 9)
            ((-inf, 3), (3, 3), (3, inf))
        """
        record = self.record
        call = record.call_at(node, step)
        if call is None:  # not visited yet
            return self._interval_of_unread

        is_finished = record.complete and step == record.steps
        has_returned = record.returned_at(call) <= step
        if is_finished or has_returned or record.is_leaf_call(call):
            return self.after_call(call)
        return self._find_interval_of_open_node(node, step)

    def _find_interval_of_open_node(self, node: int, step: int) -> Interval:
        """Return the interval of a node some of whose children are still to come at a step.

        The open nodes form the path from the root to the current node. Each interval follows from
        those of the node's children: the ones that have returned, and the one that is open, which
        is the next on the path. So they are computed from the current node upwards, until the
        interval of the node that is asked for is there.
        """
        open_nodes = self._get_open_nodes(step)
        while node not in open_nodes.intervals:  # the node is open: the way up comes to it
            interval = self._compute_interval_on_path(open_nodes.next_node, open_nodes)
            open_nodes.add_interval(interval)
        return open_nodes.intervals[node]

    def _get_open_nodes(self, step: int) -> _OpenNodes:
        """Return the open nodes of a step, with as many of their intervals as have been computed.

        Many nodes of one step are asked about in a row, so those of the last step are kept. They
        are made anew, without any interval yet, for another step, and also for the same step if
        the search has gone on: then a node that was the last of the record may have returned.
        """
        kept = self._open_nodes
        steps_recorded = self.record.steps
        if kept is not None and kept.step == step and kept.steps_recorded == steps_recorded:
            return kept

        root = 0
        current_node = self.record.current(step)  # the lowest open node; None before the first step
        new = _OpenNodes(
            step,
            steps_recorded,
            parents=self.record.tree.parent,
            next_node=root if current_node is None else current_node,
        )
        self._open_nodes = new
        return new

    def _compute_interval_on_path(self, node: int, open_nodes: _OpenNodes) -> Interval:
        """Compute the interval of a node on the path from the root to the current node.

        The intervals of the nodes below it on the path are in ``open_nodes`` already. The lowest
        node of the path may be a leaf, or a node at the depth limit.
        """
        if self.record.is_evaluated(node):
            return self.after_call(self._columns.call_of_node[node])

        # A search such as PVS enters children again. Then one that has returned may be open once
        # more, and the children need not be in the order "returned, open, unvisited".
        if self._columns.has_repeated_visits:
            return self._compute_interval_from_children(node, open_nodes.step, open_nodes.intervals)
        return self._compute_interval_in_order_of_visits(node, open_nodes)

    def _compute_interval_from_children(
        self, node: int, step: int, open_intervals: Mapping[int, Interval] = _NONE_OPEN
    ) -> Interval:
        """Compute the interval of an inner node from those of all its children.

        For example, at MAX the larger lows and the larger highs count, at a chance node their means
        by weight, here ½ each; an undrawn child (``...``) may have any value::

            intervals of the children   at MAX    at a chance node   at MAX with ``...``
            (3, 3), (−∞, 2)             (3, 3)    (−∞, 2½)           (3, +∞)
            (3, 5), (1, 9)              (3, 9)    (2, 7)             (3, +∞)

        Visits of children that return after the step do not count. ``open_intervals`` has the
        intervals of the children that are open at the step.
        """
        role = self.record.tree.roles[node]
        child_intervals = self._collect_intervals_that_count(node, step, open_intervals)
        if role == CHANCE_ROLE:
            interval_of_drawn = self._sum_up_by_weight(node, child_intervals)
        else:
            interval_of_drawn = merge_child_intervals(role, child_intervals)
        return self._complete_interval(node, interval_of_drawn)

    def _sum_up_by_weight(self, node: int, child_intervals: Sequence[Interval]) -> Interval:
        """Return the sums of the lows and of the highs of a chance node's children, by weight.

        For example the children (1, 1) and (4, 8), each with the probability ½, give (2½, 4½).
        """
        sums = _NO_SUM
        for child, interval in zip(self.record.children(node), child_intervals, strict=True):
            sums = self._merge_child(CHANCE_ROLE, sums, child, interval)
        return sums

    def _collect_intervals_that_count(
        self, node: int, step: int, open_intervals: Mapping[int, Interval]
    ) -> list[Interval]:
        """Return the intervals of a node's children that count for its own, in their order.

        At a chance node all of them count, each by its weight. At MAX and MIN one unvisited child
        stands for all, since (−∞, +∞) once more changes neither a largest nor a smallest number. If
        x and y are unvisited among the children 3, 5, x and y::

            at MAX and MIN      (3, 3), (5, 5), (−∞, +∞)
            at a chance node    (3, 3), (5, 5), (−∞, +∞), (−∞, +∞)
        """
        is_chance_node = self.record.tree.roles[node] == CHANCE_ROLE
        intervals: list[Interval] = []
        for child in self.record.children(node):
            interval = self._find_child_interval(child, step, open_intervals)
            if interval is not None:
                intervals.append(interval)
                continue

            # It is unvisited, and so are all children after it, since they are visited in order.
            intervals.append(self._interval_of_unread)
            if not is_chance_node:
                break
        return intervals

    def _find_child_interval(
        self, child: int, step: int, open_intervals: Mapping[int, Interval]
    ) -> Interval | None:
        """Return the interval of a child at a step; ``None`` if it has not been visited.

        ``open_intervals`` has the intervals of the nodes that are open at the step. Any other child
        has the interval that its last visit before the step has left.
        """
        if child in open_intervals:
            return open_intervals[child]
        call = self._find_last_returned_call(child, step)
        return None if call is None else self._get_interval_after(call)

    def _find_last_returned_call(self, node: int, step: int) -> int | None:
        """Return the last call (visit) of a node that has returned by a step; ``None`` if none has.

        A search such as PVS visits a node several times. For example its visits return in the steps
        4, 9 and 20: by step 15 the last one is that of step 9.
        """
        columns = self._columns
        call = columns.call_of_node[node]  # the latest visit; from it the loop goes back in time
        while call != NO_CALL and columns.returned[call] > step:
            call = columns.earlier.get(call, NO_CALL)
        return None if call == NO_CALL else call

    def _compute_interval_in_order_of_visits(self, node: int, open_nodes: _OpenNodes) -> Interval:
        """Compute the interval of an open node in a search that visits every node once at most.

        Its children are in the order of the search: first come those that have returned, then at
        most one that is open, then the unvisited ones. For example, a MAX node has six children::

            of these children              the intervals are      merged so far
            three that have returned       (3, 3) (5, 5) (4, 4)   (5, 5)
            an open one                    (−∞, 2)                (5, 5)
            two unvisited ones             (−∞, +∞) (−∞, +∞)      (5, +∞)
        """
        role = self.record.tree.roles[node]
        first_children = self._get_first_children(node)
        children = first_children.children
        returned_count = self._count_returned(children, open_nodes.step)
        interval = first_children.compute_interval(returned_count)

        # At a chance node every unvisited child counts by its weight. At MAX and MIN the open child
        # and one that is unvisited are enough: (−∞, +∞) once more changes nothing.
        end = len(children) if role == CHANCE_ROLE else returned_count + 2
        for child in children[returned_count:end]:
            child_interval = open_nodes.intervals.get(child, self._interval_of_unread)
            interval = self._merge_child(role, interval, child, child_interval)
        return self._complete_interval(node, present(interval))

    def _get_first_children(self, node: int) -> _FirstChildren:
        """Return the intervals by the first children of a node; none is computed at first."""
        if node not in self._first_children:
            children = list(self.record.children(node))
            merge_child = partial(self._merge_returned_child, self.record.tree.roles[node])
            self._first_children[node] = _FirstChildren(children, merge_child)
        return self._first_children[node]

    def _count_returned(self, children: list[int], step: int) -> int:
        """Count the children of a node that have returned their values by a step.

        Children return in the order of the search, so bisection finds the number. That holds only
        if every node is visited once.
        """
        return bisect_right(children, float(step), key=self._find_step_of_return)

    def _find_step_of_return(self, node: int) -> float:
        """Return the step in which a node returns its value; infinity if it has not been visited.

        For a node that is still open at the end of the record it is a step past the last.
        """
        call = self._columns.call_of_node[node]
        if call == NO_CALL:
            return INFINITY
        return self._columns.returned[call]

    def _merge_returned_child(self, role: int, so_far: Interval | None, child: int) -> Interval:
        """Merge a child that has returned, by its only visit, into the interval of its parent."""
        child_interval = self._get_interval_after(self._columns.call_of_node[child])
        return self._merge_child(role, so_far, child, child_interval)

    def _merge_child(
        self, role: int, so_far: Interval | None, child: int, interval: Interval
    ) -> Interval:
        """Merge one more child into the interval of a node; at a chance node by its weight."""
        weight = self.record.tree.probability(child) if role == CHANCE_ROLE else None
        return merge_child_into_interval(role, so_far, interval, weight)

    def _complete_interval(self, node: int, of_drawn_children: Interval) -> Interval:
        """Return the interval of a node by that of its drawn children together.

        Undrawn children (``...``) may be better for the node's player than all that are drawn. At
        a chance node all are drawn, and only the fractions of the mean are simplified::

            node                            its drawn children   the node itself
            MAX or MIN, all drawn           (3, 5)               (3, 5)
            MAX with undrawn children       (3, 5)               (3, +∞)
            MIN with undrawn children       (3, 5)               (−∞, 5)
            chance                          (2/1, 9/2)           (2, 9/2)
        """
        low, high = of_drawn_children
        role = self.record.tree.roles[node]
        if role == CHANCE_ROLE:
            return simplify_fraction(low), simplify_fraction(high)

        has_undrawn_children = node in self.record.tree.elided
        if not has_undrawn_children:
            return low, high

        lowest_possible, highest_possible = self._interval_of_unread
        if role == MAX_ROLE:
            return low, highest_possible
        return lowest_possible, high


@dataclass(slots=True)
class _OpenNodes:
    """The open nodes at a step, with their intervals, computed from the lowest node upwards.

    The open nodes are the path from the current node up to the root. The interval of each follows
    from that of the one below it, so they are added one by one. Only as many are computed as are
    asked for: in a deep tree these are mostly the lowest.

    Attributes:
        step: The step.
        steps_recorded: The number of steps that the record had then.
        parents: The parent of each node of the tree.
        next_node: The open node whose interval is to be added next; at first the current node.
        intervals: By open node: its interval at the step, as far as it has been added.
    """

    step: int
    steps_recorded: int
    parents: Sequence[int]
    next_node: int
    intervals: dict[int, Interval] = field(default_factory=dict)

    def add_interval(self, interval: Interval) -> None:
        """Add the interval of the next node; after it comes its parent."""
        self.intervals[self.next_node] = interval
        self.next_node = self.parents[self.next_node]


class _FirstChildren:
    """The intervals that a node would have with only its first children, computed as they return.

    A MAX node with the leaves 3, 5, 4::

        by the first    0       1        2        3 children
        its interval    None    (3, 3)   (5, 5)   (5, 5)

    Attributes:
        children: All children of the node, in the order of the search.
    """

    def __init__(
        self, children: list[int], merge_child: Callable[[Interval | None, int], Interval]
    ) -> None:
        """Begin with no child.

        Args:
            children: All children of the node, in the order of the search.
            merge_child: Merges a child that has returned into the interval by those before it.
        """
        self.children = children
        self._merge_child = merge_child
        self._interval_by_count: list[Interval | None] = [None]  # by no child, by the first, …

    def compute_interval(self, count: int) -> Interval | None:
        """Compute the interval by the first ``count`` children, all of which have returned.

        Each interval follows from the one before it and one more child. They are kept: if those by
        0 and 1 are there, and 3 is asked for, those by 2 and 3 are added.
        """
        intervals = self._interval_by_count
        merged_count = len(intervals) - 1
        for child in self.children[merged_count:count]:
            intervals.append(self._merge_child(intervals[-1], child))
        return intervals[count]
