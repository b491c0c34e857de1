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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from treeexplorer.engine.ordered_tree import added, normalised
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


def bound_of(value: Number, interval: Interval) -> BoundKind:
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
        >>> bound_of(3, (3, 3)), bound_of(3, (3, INFINITY)), bound_of(3, (2, 8))
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


def merged_with(
    role: int, so_far: Interval | None, interval: Interval, weight: Fraction | None
) -> Interval:
    """Return the interval of a node from some of its children and one more child.

    The interval of a node is the lowest and the highest value that it can have. At MAX the largest
    low and the largest high count, at MIN the smallest. At a chance node both are added up by
    weight.

    Args:
        role: The node's role.
        so_far: The interval from the children before; ``None`` for the first child.
        interval: The interval of the one more child.
        weight: The child's probability at a chance node; ``None`` at MAX and MIN.

    Example:
        >>> merged_with(MAX_ROLE, (3, 3), (-INFINITY, 2), None)
        (3, 3)
        >>> merged_with(MAX_ROLE, (3, 3), (5, INFINITY), None)
        (5, inf)
        >>> merged_with(CHANCE_ROLE, (1, 1), (4, 8), Fraction(1, 2))
        (Fraction(3, 1), Fraction(5, 1))
    """
    # Before `so_far` is tested: the first child of a chance node is weighted, too.
    if role == CHANCE_ROLE:
        return _weighted_sums(so_far, interval, present(weight))
    if so_far is None:
        return interval
    low, high = interval
    low_before, high_before = so_far
    if role == MAX_ROLE:
        return max(low_before, low), max(high_before, high)
    return min(low_before, low), min(high_before, high)


def _weighted_sums(so_far: Interval | None, interval: Interval, weight: Number) -> Interval:
    """Return the sums of the lows and of the highs of a chance node's children, with one more."""
    low, high = interval
    low_sum, high_sum = _NO_SUM if so_far is None else so_far
    # If −∞ and +∞ meet in a sum, nothing is proven of it at that end: low is −∞, high is +∞.
    low_sum = added(low_sum, weight, low, stronger=-INFINITY)
    high_sum = added(high_sum, weight, high, stronger=INFINITY)
    return low_sum, high_sum


def interval_of_best(role: int, intervals: Sequence[Interval]) -> Interval:
    """Return the interval of a MAX or MIN node from those of all its children.

    At MAX the largest low and the largest high count, at MIN the smallest.

    Args:
        role: ``MAX_ROLE`` or ``MIN_ROLE``.
        intervals: The lowest and the highest value of each child; not empty.

    Example:
        >>> interval_of_best(MAX_ROLE, [(3, 3), (-INFINITY, 2)])
        (3, 3)
    """
    lows, highs = zip(*intervals, strict=True)
    best = max if role == MAX_ROLE else min
    return best(lows), best(highs)


def minimax_intervals(
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
    merged: list[Interval | None] = [None] * len(tree)
    for node in tree.elided:
        merged[node] = known
    proven: list[Interval] = [known] * len(tree)
    # From the last node to the first: children come before their parents.
    for node in range(tree.end[top] - 1, top - 1, -1):
        if depth is not None and plies[node] > depth:
            continue
        if roles[node] == LEAF_ROLE:
            interval = _interval_of(leaf_values[node], known)
        elif plies[node] == depth:
            interval = _interval_of(tree.estimate(node), known)
        else:
            of_children = merged[node]
            interval = known if of_children is None else of_children
        if has_chance:
            low, high = interval
            interval = (normalised(low), normalised(high))
        proven[node] = interval
        if node == top:
            break
        parent = parents[node]
        is_left_out = node in crossed
        if is_left_out and roles[parent] != CHANCE_ROLE:
            continue
        if is_left_out and known != FULL_WINDOW:
            # Every child counts in a mean, so one that is left out counts as unread.
            interval = known
        elif node in entries:
            interval = (entries[node], entries[node])
        weight = tree.probability(node) if has_chance else None
        merged[parent] = merged_with(roles[parent], merged[parent], interval, weight)
    return proven


def _interval_of(value: Number | None, known: Interval) -> Interval:
    """Return a leaf's interval: its value, or the known range where it has none."""
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
    low, high = minimax_intervals(tree, depth)[0]
    return low if low == high else None


class Intervals:
    """The proven intervals of a record's nodes at any step, computed when asked for and kept.

    The interval of a node is the lowest and the highest value that it can have. A call is one visit
    of a node.

    Attributes:
        record: The search.
        _of_unread: The interval of a node that has not been visited: the known range, or (−∞, +∞).
        _after_call: By call of a node with children: its interval once the call has returned.
        _steps_done: Every call that returns by this step is in ``_after_call``.
        _open_nodes: The intervals of the open nodes at the step that was asked about last.
        _first_children: By node: what its first child, its first two children, … prove together.
            When they have returned, this is the same at every step.
    """

    def __init__(self, record: Record) -> None:
        """Begin with nothing computed; intervals are computed when they are asked for, and kept.

        The interval of a node is the lowest and the highest value that it can have, by the leaves
        that have been read. A call is one visit of a node by the search.

        Args:
            record: The search.
        """
        self.record = record
        self._columns = record.columns
        self._leaf_values = record.tree.leaf_values
        self._of_unread: Interval = record.rules.known_range

        self._after_call: dict[int, Interval] = {}
        self._steps_done = 0
        self._open_nodes: _OpenNodes | None = None
        self._first_children: dict[int, _FirstChildren] = {}

    def after_call(self, call: int) -> Interval:
        """Return the lowest and the highest value of a node once one visit of it has returned.

        Args:
            call: The number of the visit. Calls are numbered in the order in which they are made.
        """
        columns = self._columns
        node = columns.nodes[call]
        leaf_value = self._leaf_values[node]
        if leaf_value is not None:
            return leaf_value, leaf_value
        if self.record.is_evaluated(node):  # by its estimate, at the depth limit
            return _interval_of(columns.values[call], self._of_unread)
        step_of_return = columns.returned[call]
        is_call_of_root = columns.callers[call] == NO_CALL  # the root returns to no parent
        is_open = step_of_return > len(columns.events)
        returns_in_a_step = not is_call_of_root and not is_open
        if returns_in_a_step:
            self._keep_all_returned_by(step_of_return)
        elif call not in self._after_call:
            self._after_call[call] = self._interval_from_children(node, step_of_return)
        return self._after_call[call]

    def _keep_all_returned_by(self, step: int) -> None:
        """Keep in ``_after_call`` the interval of each call that returns by a step.

        Steps that were done before are not done again. In the order of the returns children come
        before their parents. So the intervals of the children are there when a parent's is
        computed, without recursion.

        Args:
            step: The number of the last step.
        """
        if step <= self._steps_done:
            return
        new_returns = self._columns.calls_returning(after=self._steps_done, last=step)
        # Set before the loop, which asks for the intervals of calls that are kept by then.
        self._steps_done = step
        for call in new_returns:
            node = self._columns.nodes[call]
            is_leaf = self._leaf_values[node] is not None  # most are; faster than is_evaluated
            if is_leaf or self.record.is_evaluated(node):
                continue
            step_of_return = self._columns.returned[call]
            self._after_call[call] = self._interval_from_children(node, step_of_return)

    def at(self, node: int, step: int) -> Interval:
        """Return the lowest and the highest value that a node can have, by the leaves read so far.

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
            return self._of_unread
        is_over = record.complete and step == record.steps
        has_returned = record.returned_at(call) <= step
        if is_over or has_returned or record.is_leaf_call(call):
            return self.after_call(call)
        return self._at_open_node(node, step)

    def _at_open_node(self, node: int, step: int) -> Interval:
        """Return the interval of a node some of whose children are still to come at a step.

        The open nodes are those on the path from the root to the current node. Each is computed
        from the one below it, so all below the node are computed before it.

        Args:
            node: The number of the node.
            step: The number of the step.
        """
        open_nodes = self._open_nodes_at(step)
        while node not in open_nodes.intervals:
            lowest = open_nodes.lowest_without_interval
            open_nodes.intervals[lowest] = self._interval_on_path(lowest, open_nodes)
            open_nodes.lowest_without_interval = self.record.tree.parent[lowest]
        return open_nodes.intervals[node]

    def _open_nodes_at(self, step: int) -> _OpenNodes:
        """Return the store for the intervals of the open nodes at a step; it may be empty as yet.

        The store of the step that was asked about last is used again if the step is the same and
        the search has not gone on since. Otherwise it is replaced by an empty one.

        Args:
            step: The number of the step.
        """
        steps = self.record.steps
        last = self._open_nodes
        if last is not None and last.step == step and last.steps_recorded == steps:
            return last
        current = self.record.current(step)
        # There is no current node at step 0, before the search: then the root is the lowest.
        lowest = 0 if current is None else current
        self._open_nodes = _OpenNodes(step, steps, lowest_without_interval=lowest, intervals={})
        return self._open_nodes

    def _interval_on_path(self, node: int, open_nodes: _OpenNodes) -> Interval:
        """Return the interval of a node on the path from the root to the current node.

        Args:
            node: The node.
            open_nodes: The open nodes at the step; those below the node have their intervals.
        """
        # The lowest node of the path may be a leaf, or a node at the depth limit.
        if self.record.is_evaluated(node):
            return self.after_call(self._columns.call_of_node[node])
        return self._interval_of_open(node, open_nodes)

    def _interval_from_children(
        self, node: int, step: int, open_intervals: Mapping[int, Interval] = _NONE_OPEN
    ) -> Interval:
        """Compute the lowest and the highest value of a node from those of all its children.

        A MAX node whose children have (3, 3) and (−∞, 2) has (3, 3): the largest low and the
        largest high.

        Args:
            node: A node that is searched, and so has children.
            step: The step; visits of children that return later do not count.
            open_intervals: The intervals of children that are open at the step: some of their own
                children are still to come.
        """
        role = self.record.tree.roles[node]
        intervals = self._child_intervals(node, step, open_intervals)
        if role == CHANCE_ROLE:
            return self._interval_of_mean(node, intervals)
        return self._with_undrawn(node, interval_of_best(role, intervals))

    def _interval_of_mean(self, node: int, intervals: Sequence[Interval]) -> Interval:
        """Return a chance node's interval: the sums of its children's lows and highs by weight."""
        mean: Interval | None = None
        for child, interval in zip(self.record.children(node), intervals, strict=True):
            mean = self._with_child(CHANCE_ROLE, mean, child, interval)
        return self._with_undrawn(node, mean)

    def _child_intervals(
        self, node: int, step: int, open_intervals: Mapping[int, Interval]
    ) -> list[Interval]:
        """Return the lowest and highest values of a node's children, in the order of the search.

        At MAX and MIN the list ends with the first child that has not been visited. No child after
        it has been visited either, and all of them have the same interval, so that one counts for
        all.

        Args:
            node: A node with children.
            step: The step; visits of children that return later do not count.
            open_intervals: The intervals of children that are open at the step.
        """
        needs_all = self.record.tree.roles[node] == CHANCE_ROLE  # every child counts in a mean
        intervals: list[Interval] = []
        for child in self.record.children(node):
            interval = self._child_interval(child, step, open_intervals)
            if interval is not None:
                intervals.append(interval)
                continue
            intervals.append(self._of_unread)
            if not needs_all:
                break
        return intervals

    def _child_interval(
        self, child: int, step: int, open_intervals: Mapping[int, Interval]
    ) -> Interval | None:
        """Return the lowest and the highest value of a child; ``None`` if it has not been visited.

        Args:
            child: The child.
            step: The step; visits that return later do not count.
            open_intervals: The intervals of children that are open at the step. An open child must
                be in it.
        """
        if child in open_intervals:
            return open_intervals[child]
        # A search such as PVS visits a node several times. `earlier` leads from each call (visit)
        # to the one before; the last that had returned by the step counts.
        columns = self._columns
        call = columns.call_of_node[child]
        while call != NO_CALL and columns.returned[call] > step:
            call = columns.earlier.get(call, NO_CALL)
        if call == NO_CALL:
            return None
        return self.after_call(call)

    def _interval_of_open(self, node: int, open_nodes: _OpenNodes) -> Interval:
        """Return the lowest and the highest value of a node whose search is still going on.

        Args:
            node: The node.
            open_nodes: The open nodes at the step; the interval of the node's open child is among
                them.

        Example:
            At a MAX node the children 3, 5, 4 have returned, which proves (5, 5). The fourth child
            is open with (−∞, 2). Then the node has (5, 5); with a fifth, unvisited child it has (5,
            +∞).
        """
        # When nodes are visited again, a child that has returned may be open once more.
        if self._columns.has_repeated_visits:
            return self._interval_from_children(node, open_nodes.step, open_nodes.intervals)
        role = self.record.tree.roles[node]
        first_children = self._first_children_of(node)
        children = first_children.nodes
        returned_count = self._count_returned(children, open_nodes.step)
        proven = self._proven_by_first(role, first_children, returned_count)
        if role == CHANCE_ROLE:
            others = children[returned_count:]
        else:
            # One may be open. All behind it are unvisited and alike, so that one counts for all.
            others = children[returned_count : returned_count + 2]
        for child in others:
            interval = open_nodes.intervals.get(child, self._of_unread)
            proven = self._with_child(role, proven, child, interval)
        return self._with_undrawn(node, proven)

    def _first_children_of(self, node: int) -> _FirstChildren:
        """Return what is kept of a node's first children; nothing is computed as yet at first."""
        if node not in self._first_children:
            children = list(self.record.children(node))
            self._first_children[node] = _FirstChildren(children, proven=[])
        return self._first_children[node]

    def _count_returned(self, children: list[int], step: int) -> int:
        """Return how many of a node's children have returned their values by a step.

        The children return one after the other, in the order of the search, so that those that have
        returned are the first ones. Only for searches that visit every node once.
        """
        return bisect_right(children, float(step), key=self._step_of_return)

    def _step_of_return(self, node: int) -> float:
        """Return the step in which a node returns its value; infinity if it has not been visited.

        A node that is still open at the end of the record has a step past every other.
        """
        call = self._columns.call_of_node[node]
        is_visited = call != NO_CALL
        return self._columns.returned[call] if is_visited else INFINITY

    def _proven_by_first(
        self, role: int, first_children: _FirstChildren, count: int
    ) -> Interval | None:
        """Return the lowest and the highest value of a node if it had its first children only.

        The result for each number of children up to ``count`` is computed once, and kept.

        Args:
            role: The node's role.
            first_children: The node's children, and where the results are kept.
            count: How many children count; all of them have returned.

        Returns:
            The interval; ``None`` for no children.

        Example:
            At a MAX node with the leaves 3, 5, 4 it is (3, 3) for one child, and (5, 5) for two and
            for three.
        """
        if count == 0:
            return None
        children = first_children.nodes
        proven = first_children.proven
        # Each result is made from the one before and one more child.
        for child in children[len(proven) : count]:
            so_far = proven[-1] if proven else None
            interval = self.after_call(self._columns.call_of_node[child])
            proven.append(self._with_child(role, so_far, child, interval))
        return proven[count - 1]

    def _with_child(
        self, role: int, so_far: Interval | None, child: int, interval: Interval
    ) -> Interval:
        """Return what some children of a node and one more child prove together."""
        weight = self.record.tree.probability(child) if role == CHANCE_ROLE else None
        return merged_with(role, so_far, interval, weight)

    def _with_undrawn(self, node: int, drawn: Interval | None) -> Interval:
        """Return a node's interval with those of its children that exist, but are not drawn.

        The notation ``...`` says that there are some. They may be better for the node's player than
        every drawn child: at MAX the highest value is open then, at MIN the lowest.

        Args:
            node: The node.
            drawn: The lowest and the highest value by the drawn children; ``None`` if nothing is
                known.

        Example:
            If the drawn children prove (3, 5), a MAX node with ``...`` has (3, +∞), and a MIN node
            with ``...`` has (−∞, 5).
        """
        role = self.record.tree.roles[node]
        lowest_of_all, highest_of_all = self._of_unread
        low, high = self._of_unread if drawn is None else drawn
        if role == CHANCE_ROLE:  # all of its children are drawn; their mean is a fraction
            return normalised(low), normalised(high)
        has_undrawn = node in self.record.tree.elided
        if not has_undrawn:
            return low, high
        if role == MAX_ROLE:
            return low, highest_of_all
        return lowest_of_all, high


@dataclass(slots=True)
class _OpenNodes:
    """The open nodes at a step, with their intervals, computed from the lowest node upwards.

    Only as many are computed as are asked for: in a deep tree these are mostly the lowest.

    Attributes:
        step: The step.
        steps_recorded: The number of steps that the record had then.
        lowest_without_interval: The lowest open node whose interval has not been computed.
        intervals: By open node: its interval at the step.
    """

    step: int
    steps_recorded: int
    lowest_without_interval: int
    intervals: dict[int, Interval]


class _FirstChildren(NamedTuple):
    """What the first child, the first two children, … of a node prove together.

    Attributes:
        nodes: All children, in the order of the search.
        proven: The interval by the first child, by the first two, …: as many as have been asked for
            so far. At a MAX node with the leaves 3, 5, 4 they are (3, 3), (5, 5), (5, 5).
    """

    nodes: list[int]
    proven: list[Interval]
