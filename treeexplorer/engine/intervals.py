"""What the leaves visited so far prove about a node's minimax value.

A returned value alone is not enough: under fail-hard it is clamped, and a child that was cut off at
the very value of its sibling looks the same as one that is worth it. The interval is right at
every level, under every convention.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

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

_NO_SUM: Final[Interval] = (0, 0)
_NONE_OPEN: Final[Mapping[int, Interval]] = MappingProxyType({})


def bound_of(value: Number, interval: Interval) -> BoundKind:
    """Return what a returned value says of the minimax value: exact, a bound, or nothing.

    Args:
        value: What a call returned.
        interval: What is proven about the node's minimax value.

    Example:
        >>> bound_of(3, (3, 3)), bound_of(3, (3, INFINITY)), bound_of(3, (2, 8))
        ('exact', 'lower', 'open')
    """
    low, high = interval
    if low == high == value:
        return "exact"
    if low >= value:  # the node is proven to be worth at least the value, perhaps more
        return "lower"
    if high <= value:
        return "upper"
    return "open"


def merged_with(
    role: int, so_far: Interval | None, interval: Interval, weight: Fraction | None
) -> Interval:
    """Return the interval of a node's children so far, with one more child's.

    Args:
        role: The node's role.
        so_far: What the children before it prove together; ``None`` where it is the first.
        interval: What is proven about the child.
        weight: Its weight, at a chance node.

    Example:
        >>> merged_with(MAX_ROLE, (3, 3), (-INFINITY, 2), None)
        (3, 3)
        >>> merged_with(MAX_ROLE, (3, 3), (5, INFINITY), None)
        (5, inf)
        >>> merged_with(CHANCE_ROLE, (1, 1), (4, 8), Fraction(1, 2))
        (Fraction(3, 1), Fraction(5, 1))
    """
    low, high = interval
    if role == CHANCE_ROLE:
        low_sum, high_sum = _NO_SUM if so_far is None else so_far
        part = 0 if weight is None else weight
        low_sum = added(low_sum, part, low)
        high_sum = added(high_sum, part, high, stronger=INFINITY)
        return low_sum, high_sum
    if so_far is None:
        return interval
    low_before, high_before = so_far
    if role == MAX_ROLE:
        return max(low_before, low), max(high_before, high)
    return min(low_before, low), min(high_before, high)


def minimax_intervals(
    tree: GameTree,
    depth: int | None = None,
    entries: Mapping[int, Number] | None = None,
    crossed: frozenset[int] = frozenset(),
    known: Interval = FULL_WINDOW,
    top: int = 0,
) -> list[Interval]:
    """Return what all drawn leaves together prove about each node's minimax value.

    Both ends are equal where the value is settled; unknown leaves and ``...`` leave it open.
    Linear in the size of the subtree, and without recursion: the nodes are taken from the last to
    the first, so that children come before their parents.

    Args:
        tree: The tree, its players as the search has them.
        depth: Plies after which estimates count instead of the subtree.
        entries: Values to put in the place of what is computed, for the nodes *above* them. The
            list still says at these nodes what their own children give.
        crossed: Branches that are left out of what is computed for the nodes above them.
        known: From where to where all values are known to lie.
        top: The node whose subtree is looked at; of all others the list says nothing.

    One thought: a pass over all nodes, each settled and handed to its parent; a call a node would
    take as long again.
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
        if is_left_out and known != FULL_WINDOW:  # a mean has to reckon with something
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
    """Return the root's minimax value, ``None`` where the tree does not settle it.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> minimax_value(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
        3
    """
    low, high = minimax_intervals(tree, depth)[0]
    return low if low == high else None


class Intervals:
    """The proven intervals of a record's nodes, computed when asked for and kept.

    One interval is kept for each call of a node with children: what is proven about the node once
    the call has returned. They are found in the order of the returns, each from its children's.
    """

    def __init__(self, record: Record) -> None:
        """Begin without any interval: each is worked out when it is first asked for, and kept."""
        self.record = record
        self._columns = record.columns
        self._leaf_values = record.tree.leaf_values
        # The interval of what has not been read: the known range, or (−∞, +∞).
        self._of_unread: Interval = record.rules.known_range

        # By call of a node with children: its interval after the call's return. There for every
        # call that returns by step _steps_done.
        self._after_call: dict[int, Interval] = {}
        self._steps_done = 0

        # By open node: its interval at one step, the step of _open_at, with the number of steps
        # there were. There for the lowest open nodes only; _next_open is the node above them.
        self._open: dict[int, Interval] = {}
        self._open_at: tuple[int, int] | None = None
        self._next_open = 0

        # By open node: what its first children prove together, whatever the step.
        self._first_children: dict[int, _FirstChildren] = {}

    def after_call(self, call: int) -> Interval:
        """Return what is proven about the node of a call once that call has returned."""
        columns = self._columns
        node = columns.nodes[call]
        value = self._leaf_values[node]
        if value is not None:
            return value, value
        if self.record.is_evaluated(node):
            return _interval_of(columns.values[call], self._of_unread)
        if call not in self._after_call:
            last_step = len(columns.events)
            self._work_out_returns_until(min(columns.returned[call], last_step))
        if call not in self._after_call:
            # A root returns to nobody: no step returns it, and it is not among those worked out.
            self._after_call[call] = self._interval_from_children(node, columns.returned[call])
        return self._after_call[call]

    def _work_out_returns_until(self, step: int) -> None:
        """Add to ``_after_call`` each call that returns by a step.

        They are taken in the order of their returns: children return before their parents, whose
        intervals are made of theirs. So nothing is worked out twice, and nothing recursively.
        """
        columns = self._columns
        after = self._steps_done
        self._steps_done = max(after, step)
        for call in columns.calls_returning(after, step):
            node = columns.nodes[call]
            is_leaf = self._leaf_values[node] is not None  # mostly, and found out faster
            if is_leaf or self.record.is_evaluated(node):
                continue
            interval = self._interval_from_children(node, columns.returned[call])
            self._after_call[call] = interval

    def at(self, node: int, step: int) -> Interval:
        """Return what is proven about a node by the leaves visited up to a step.

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
        # The node is open. Open nodes are worked out from the current one upwards, until it comes.
        self._go_to_open_nodes_of(step)
        while node not in self._open:
            self._work_out_next_open(step)
        return self._open[node]

    def _go_to_open_nodes_of(self, step: int) -> None:
        """Empty the cache of open nodes if it is of another step, or of a record that has grown."""
        if self._open_at == (step, self.record.steps):
            return
        self._open_at = (step, self.record.steps)
        self._open = {}
        current = self.record.current(step)
        self._next_open = 0 if current is None else current

    def _work_out_next_open(self, step: int) -> None:
        """Add the lowest open node that is not in the cache yet, and go on to its parent.

        The interval of a node follows from that of the open node below it. One is worked out at a
        time, since at a step of a deep tree mostly the lowest ones are asked for.
        """
        node = self._next_open
        if self.record.is_evaluated(node):
            self._open[node] = self.after_call(self._columns.call_of_node[node])
        else:
            self._open[node] = self._interval_of_open(node, step)
        self._next_open = self.record.tree.parent[node]

    def _interval_from_children(
        self, node: int, step: int, of_open: Mapping[int, Interval] = _NONE_OPEN
    ) -> Interval:
        """Return a node's interval, made of what is proven about each child at a step.

        Args:
            node: A node whose children are searched; it has at least one.
            step: The step.
            of_open: The intervals of children that are open at the step.

        Example:
            MAX with children of (3, 3) and (−∞, 2) has (3, 3): the largest low, the largest high.
        """
        role = self.record.tree.roles[node]
        intervals = self._child_intervals(node, step, of_open)
        if role == CHANCE_ROLE:
            return self._interval_of_mean(node, intervals)
        lows, highs = zip(*intervals, strict=True)
        if role == MAX_ROLE:
            return self._with_undrawn(node, (max(lows), max(highs)))
        return self._with_undrawn(node, (min(lows), min(highs)))

    def _interval_of_mean(self, node: int, intervals: Sequence[Interval]) -> Interval:
        """Return a chance node's interval: a sum, in which every child has its own weight."""
        mean: Interval | None = None
        for child, interval in zip(self.record.children(node), intervals, strict=True):
            mean = self._with_child(CHANCE_ROLE, mean, child, interval)
        return self._with_undrawn(node, mean)

    def _child_intervals(
        self, node: int, step: int, of_open: Mapping[int, Interval]
    ) -> list[Interval]:
        """Return the intervals of a node's children at a step, in the order of the search.

        A child that has not been visited has the whole known range, and no child after it has been
        visited either. At MAX and MIN one of them counts as much as all, so the list ends with it.
        """
        needs_all = self.record.tree.roles[node] == CHANCE_ROLE  # a mean counts each
        intervals: list[Interval] = []
        for child in self.record.children(node):
            interval = self._child_interval(child, step, of_open)
            if interval is not None:
                intervals.append(interval)
                continue
            intervals.append(self._of_unread)
            if not needs_all:
                break
        return intervals

    def _child_interval(
        self, child: int, step: int, of_open: Mapping[int, Interval]
    ) -> Interval | None:
        """Return a child's interval at a step; ``None`` where no call of it has come that far."""
        if child in of_open:
            return of_open[child]
        # From the child's latest call back to the last one that had returned by the step.
        columns = self._columns
        call = columns.call_of_node[child]
        while call >= 0 and columns.returned[call] > step:
            call = columns.earlier.get(call, -1)
        has_returned = call >= 0
        return self.after_call(call) if has_returned else None

    def _interval_of_open(self, node: int, step: int) -> Interval:
        """Return an open node's interval at a step, mostly without looking at every child.

        What the first children prove that have returned is kept (:class:`_FirstChildren`). To it
        are added the child that is open, and those that have not been visited.

        Example:
            At MAX the children 3, 5, 4 have returned, which proves (5, 5). While the fourth and
            last is open with (−∞, 2), the node has (5, 5); with one more unvisited (5, +∞).
        """
        enters_nodes_again = bool(self._columns.earlier)
        if enters_nodes_again:  # then a child that has returned may be open once more
            return self._interval_from_children(node, step, self._open)
        if node not in self._first_children:
            self._first_children[node] = _FirstChildren(list(self.record.children(node)), [])
        children = self._first_children[node].nodes
        returned = self._count_returned(children, step)
        merged = self._proven_by_first(node, returned)
        role = self.record.tree.roles[node]
        # At MAX and MIN the one that may be open, and one unvisited, for all like it.
        last = len(children) if role == CHANCE_ROLE else returned + 2
        for child in children[returned:last]:
            interval = self._open.get(child, self._of_unread)
            merged = self._with_child(role, merged, child, interval)
        return self._with_undrawn(node, merged)

    def _count_returned(self, children: list[int], step: int) -> int:
        """Return how many of a node's children have returned by a step; they are the first ones."""
        columns = self._columns

        def returned_at(child: int) -> int:
            """Return the step of a child's return, a later one where it has not been visited."""
            call = columns.call_of_node[child]
            is_visited = call >= 0
            return columns.returned[call] if is_visited else step + 1

        return bisect_right(children, step, key=returned_at)

    def _proven_by_first(self, node: int, count: int) -> Interval | None:
        """Return what the first children of a node prove together; ``None`` of no children.

        Prefixes that have been asked for are kept, and longer ones are appended to them.

        Args:
            node: The node.
            count: How many of its children, which have all returned.

        Example:
            Of 3, 5, 4 at MAX it is (3, 3) for one child, (5, 5) for two and for three.
        """
        if count == 0:
            return None
        children, prefixes = self._first_children[node]
        role = self.record.tree.roles[node]
        for child in children[len(prefixes) : count]:
            so_far = prefixes[-1] if prefixes else None
            interval = self.after_call(self._columns.call_of_node[child])
            prefixes.append(self._with_child(role, so_far, child, interval))
        return prefixes[count - 1]

    def _with_child(
        self, role: int, so_far: Interval | None, child: int, interval: Interval
    ) -> Interval:
        """Return what a node's first children prove together, with one more child."""
        weight = self.record.tree.probability(child) if role == CHANCE_ROLE else None
        return merged_with(role, so_far, interval, weight)

    def _with_undrawn(self, node: int, merged: Interval | None) -> Interval:
        """Return a node's interval, given what its drawn children prove together.

        Undrawn children (``...``) may be better for the node's player than all that are drawn: at
        MAX they leave the upper end open, at MIN the lower one.

        Args:
            node: The node.
            merged: What the drawn children prove; ``None`` where none counts.

        Example:
            Where (3, 5) is proven of the drawn ones, it is (3, +∞) at MAX with ``...``, and (−∞,
            5) at MIN.
        """
        role = self.record.tree.roles[node]
        low, high = self._of_unread if merged is None else merged
        lowest, highest = self._of_unread
        has_undrawn = node in self.record.tree.elided  # never at a chance node
        if has_undrawn:
            return (low, highest) if role == MAX_ROLE else (lowest, high)
        if role == CHANCE_ROLE:  # means are fractions; an integral one becomes an integer
            return normalised(low), normalised(high)
        return low, high


class _FirstChildren(NamedTuple):
    """What the first children of a node prove together, for each number of them.

    Attributes:
        nodes: All children, in the order of the search.
        prefixes: Of the first child, of the first two, …: as many as have been asked for. At MAX,
            3, 5, 4 make (3, 3), (5, 5), (5, 5).
    """

    nodes: list[int]
    prefixes: list[Interval]
