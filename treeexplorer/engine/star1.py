"""Star1: alpha-beta where all values are known to lie from A to B, so that chance nodes cut, too.

While some children of a chance node have not been read, its mean lies in an interval: for the low
end an unread child counts as A, for the high end as B. So a chance node can stop early. Its other
children are pruned if its high end is no more than α, or its low end no less than β. The same sums
give the *chance window*, the window with which a child is entered. Outside of it the child's value
cannot bring the mean between α and β::

    α of child i = (α − what the others are worth at most) / its weight, but at least A
    β of child i = (β − what the others are worth at least) / its weight, but at most B

In ``[8 chance[2 x]]`` all values lie from 0 to 10, and the weights are equal. After the 2 the
chance node is worth 1 to 6. MAX has 8 already, so x is pruned.

Source: B. W. Ballard, The *-minimax search procedure for trees containing chance nodes, Artificial
Intelligence 21 (1983); Russell & Norvig, Artificial Intelligence, on games of chance.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.engine.intervals import Interval, merge_child_intervals
from treeexplorer.engine.ordered_tree import OrderedTree, added, simplify_fraction
from treeexplorer.engine.record import Record
from treeexplorer.errors import present
from treeexplorer.rules import Rules
from treeexplorer.tree import (
    CHANCE_ROLE,
    FULL_WINDOW,
    INFINITY,
    LEAF_ROLE,
    MAX_ROLE,
    Number,
    Window,
)

_SLICE: Final = 4_000


class ChanceMean:
    """The interval in which a chance node's mean lies, while its children are read one by one.

    Args:
        weights: The weights of its children.
        known: The known range (A, B) of all values; either end may be infinite.

    Example:
        >>> half = Fraction(1, 2)
        >>> mean = ChanceMean([half, half], (0, 10))
        >>> mean.read(half, (2, 2))
        >>> mean.interval
        (1, 6)
        >>> mean.compute_child_window(half, (4, 5))  # 2 and 6 make 4, and 2 and 8 make 5
        (6, 8)
    """

    def __init__(self, weights: Iterable[Number], known: Interval) -> None:
        self._known = known
        # Sums over the children that are read, by weight: of the least, and of the most.
        self._low: Number = 0
        self._high: Number = 0
        self._unread_weight: Number = sum(weights)

    def read(self, weight: Number, interval: Interval) -> None:
        """Add a child that has returned, and what is proven of it."""
        low, high = interval
        self._low = added(self._low, weight, low)
        self._high = added(self._high, weight, high, stronger=INFINITY)
        self._unread_weight -= weight

    @property
    def interval(self) -> Interval:
        """The least and the most that the node can be worth."""
        lowest, highest = self._known
        low = added(self._low, self._unread_weight, lowest)
        high = added(self._high, self._unread_weight, highest, stronger=INFINITY)
        return simplify_fraction(low), simplify_fraction(high)

    def compute_child_window(self, weight: Number, window: Window) -> Window:
        """Return the window (α, β) with which the next child is entered (Ballard 1983).

        - Its α is the value with which the mean would be the node's α if the other children were
          worth their most.
        - Its β is the value with which the mean would be the node's β if they were worth their
          least.

        Both lie in the known range.

        Args:
            weight: The child's weight.
            window: The chance node's own window.

        Example:
            In ``chance[2 x]`` all values lie from 0 to 10, and the weights are equal. For a mean of
            4 the second child must be worth 6, for a mean of 5 it must be worth 8. So (4, 5) of the
            chance node becomes (6, 8).
        """
        if not weight:  # the mean does not depend on the child
            return self._known
        alpha, beta = window
        return self._compute_child_alpha(weight, alpha), self._compute_child_beta(weight, beta)

    def _compute_child_alpha(self, weight: Number, alpha: Number) -> Number:
        """Return the child's value with which the mean is α if the others are worth their most.

        If the known range or α is infinite there is no such value, and it is the lowest value.
        """
        lowest, highest = self._known
        unread_weight_of_others = self._unread_weight - weight
        most_of_others = added(self._high, unread_weight_of_others, highest, stronger=INFINITY)
        if not _is_finite(highest, alpha, most_of_others):
            return lowest
        return max(lowest, _compute_value_for_mean(alpha, most_of_others, weight))

    def _compute_child_beta(self, weight: Number, beta: Number) -> Number:
        """Return the child's value with which the mean is β if the others are worth their least.

        If the known range or β is infinite there is no such value, and it is the highest value.
        """
        lowest, highest = self._known
        unread_weight_of_others = self._unread_weight - weight
        least_of_others = added(self._low, unread_weight_of_others, lowest)
        if not _is_finite(lowest, beta, least_of_others):
            return highest
        return min(highest, _compute_value_for_mean(beta, least_of_others, weight))


def _compute_value_for_mean(mean: Number, sum_of_others: Number, weight: Number) -> Number:
    """Return the value that a child must have for its chance node to have a given mean.

    ``sum_of_others`` is the weighted sum of the other children's values.

    Example:
        >>> _compute_value_for_mean(4, 1, Fraction(1, 2))  # 1 + 6/2 = 4
        6
    """
    return simplify_fraction((mean + -sum_of_others) * (1 / Fraction(weight)))


def _is_finite(*numbers: Number) -> bool:
    """Tell whether no number is infinite."""
    return all(number not in FULL_WINDOW for number in numbers)


def find_early_stop_value(rules: Rules, window: Window, interval: Interval) -> Number | None:
    """Return the value with which a chance node may stop early; ``None`` if it must go on.

    A node may stop if its mean cannot matter any more: if the highest possible mean is at most α,
    or the lowest is at least β. Under the rule that cuts only on ``>`` it must be beyond the bound.

    Args:
        rules: The rules, with the cut test.
        window: The chance node's window (α, β).
        interval: The lowest and the highest mean that is possible.

    Example:
        >>> find_early_stop_value(Rules(), (8, 10), (1, 6))
        6
        >>> find_early_stop_value(Rules(), (5, 10), (1, 6))
    """
    alpha, beta = window
    low, high = interval
    if rules.cuts(alpha, high):
        return high
    if rules.cuts(low, beta):
        return low
    return None


class _Returned(NamedTuple):
    """What a call returned, and what is proven about its node."""

    call: int
    value: Number
    interval: Interval


class _Request(NamedTuple):
    """What a visit asks for: the rank of a node, and the window with which it is entered."""

    rank: int
    window: Window


_Visit: TypeAlias = Generator[_Request, _Returned, _Returned]


def star1(ordered: OrderedTree, record: Record) -> Iterator[None]:
    """Search a tree with chance nodes, all values of which lie in a known range, by Star1.

    Each visit of a node is a generator: it yields a request for each child that it wants visited,
    and is sent what the visit returned. The open visits wait on a stack, so that the tree may be of
    any depth.

    Each ``yield`` of this function is a pause, in which the caller can show the record so far.

    Args:
        ordered: The tree in the order of the search.
        record: The record to fill, with the rules.
    """
    search = _Star1(ordered, record)
    root_request = _Request(rank=0, window=record.rules.root_window)
    open_visits = [search.visit(root_request)]
    returned: _Returned | None = None  # sent to the last open visit; None starts it
    while open_visits:
        outcome = _resume_visit(open_visits[-1], returned)
        if isinstance(outcome, _Returned):
            open_visits.pop()
            returned = outcome
            continue

        child = outcome.rank
        is_unknown_leaf = ordered.values[child] is None and ordered.roles[child] == LEAF_ROLE
        if is_unknown_leaf:
            record.stop_at_unknown(child, len(open_visits))
            return
        if len(record.nodes) % _SLICE == 0:
            record.open_calls = len(open_visits)
            yield
        open_visits.append(search.visit(outcome))
        returned = None

    record.finish(present(returned).value)


def _resume_visit(visit: _Visit, child_returned: _Returned | None) -> _Request | _Returned:
    """Run a visit until it asks for a child's visit or ends; return the request or the result.

    ``child_returned`` is what the child returned that it asked for last; ``None`` to start it.
    """
    try:
        return visit.send(child_returned)  # type: ignore[arg-type]  # None starts a generator
    except StopIteration as end:
        returned: _Returned = end.value
        return returned


class _Star1:
    """Star1 on one tree: each visit of a node yields the calls that it makes of its children."""

    def __init__(self, tree: OrderedTree, record: Record) -> None:
        self.tree = tree
        self.record = record
        self.rules = record.rules
        self.known: Interval = record.rules.known_range

    def visit(self, request: _Request) -> _Visit:
        """Visit a node: record it, then evaluate the leaf or search the children.

        A generator in place of a recursive function: where that would call itself for a child, this
        one yields a request, and :func:`star1` sends it what the child's visit returned. ``yield
        from`` passes the requests of a part of this visit on, and gives what that part returns.

        Returns:
            The number of the visit, its value, and the interval that is proven for the node's
            value. Fail-hard clamps the value into the window, but not the interval.
        """
        rank = request.rank
        window = request.window
        call = self._record_call(rank)  # before the calls of the children
        leaf_value = self.tree.values[rank]
        if leaf_value is not None:
            return _Returned(call, leaf_value, interval=(leaf_value, leaf_value))

        if self.tree.roles[rank] == CHANCE_ROLE:
            mean, interval = yield from self._search_chance_node(rank, window)
            value = self._clamp_if_fail_hard(mean, window)
            self.record.chance_values[call] = value
            return _Returned(call, value, interval)

        v, interval = yield from self._search_players_node(rank, window)
        value = self._clamp_if_fail_hard(v, window)
        return _Returned(call, value, interval)

    def _clamp_if_fail_hard(self, value: Number, window: Window) -> Number:
        """Return a node's value, under fail-hard clamped into its entry window."""
        if not self.rules.hard:
            return value
        alpha, beta = window
        return max(alpha, min(value, beta))

    def _record_call(self, rank: int) -> int:
        """Append a visit of a node to the record, and return the number of the visit.

        Must be called before any child is visited: visits are numbered in the order of time.
        """
        record = self.record
        call = len(record.nodes)
        record.nodes.append(rank)
        record.parent_v_after.append(None)  # until the call returns
        has_children = self.tree.roles[rank] != LEAF_ROLE
        if has_children:
            record.inner_calls.append(call)
        return call

    def _search_players_node(
        self, rank: int, window: Window
    ) -> Generator[_Request, _Returned, tuple[Number, Interval]]:
        """Search the children of a MAX or MIN node by alpha-beta, until the cut test holds.

        A generator in place of a recursive function: each ``yield`` stands for the call that would
        search a child with a window, and gives what that call returns.

        Returns:
            The best value, and the interval that is proven for the node's value.
        """
        record = self.record
        role = self.tree.roles[rank]
        alpha, beta = window
        v: Number = present(record.choose_starting_v(role, window))
        child_intervals: list[Interval] = []
        for child in self.tree.child_ranks(rank):
            returned = yield _Request(child, (alpha, beta))
            child_intervals.append(returned.interval)

            if role == MAX_ROLE:
                v = max(v, returned.value)
                alpha = max(alpha, v)
            else:
                v = min(v, returned.value)
                beta = min(beta, v)
            record.parent_v_after[returned.call] = v

            # It is a cut-off only if a child is skipped, so not after the last child.
            if self.rules.cuts(alpha, beta) and self._has_children_after(rank, child):
                record.cuts.append(returned.call)
                child_intervals.append(self.known)  # a skipped child may have any value
                break

        if self._has_undrawn_children(rank):
            child_intervals.append(self.known)
        return v, merge_child_intervals(role, child_intervals)

    def _has_undrawn_children(self, rank: int) -> bool:
        """Tell whether a node has undrawn children (``...``), of which nothing is known.

        ``OrderedTree.elided`` does not tell: it is empty in a search from the right.
        """
        return self.tree.node_at(rank) in self.tree.tree.elided

    def _search_chance_node(
        self, rank: int, window: Window
    ) -> Generator[_Request, _Returned, tuple[Number, Interval]]:
        """Search the children of a chance node until their mean cannot matter any more (Star1).

        All values lie in a known range, so the children that have returned prove an interval of the
        mean. The node stops early if the interval lies at or below α, or at or above β. For
        example, values lie from 0 to 10, and two children have the weight ½. After a first child of
        2 the mean lies in (1, 6): with α = 7 the node stops, and its value is 6.

        A child returns its value and what is proven of it. What is proven decides windows and
        cut-offs; the values, which may be bounds, add up to the mean. Of a child that returns 2,
        for example, only (0, 2) may be proven.

        A generator: each ``yield`` asks for the visit of a child and gives what it returned.

        Returns:
            The mean, or the end of its interval at which the node stopped; and the interval.
        """
        record = self.record
        children = list(self.tree.child_ranks(rank))
        weights = [self.tree.weights[child] for child in children]
        proven_mean = ChanceMean(weights, self.known)
        weighted_sum: Number = 0  # of the returned values
        for child, weight in zip(children, weights, strict=True):
            child_window = proven_mean.compute_child_window(weight, window)
            # The visit of the child will be the next call. It is recorded before the visit, since
            # the search may pause and be looked at during it.
            record.chance_windows[record.next_call] = child_window
            returned = yield _Request(child, child_window)
            weighted_sum = added(weighted_sum, weight, returned.value)
            proven_mean.read(weight, returned.interval)

            early_value = find_early_stop_value(self.rules, window, proven_mean.interval)
            has_children_left = child != children[-1]
            if early_value is not None and has_children_left:
                record.note_chance_cut(returned.call, early_value)
                return early_value, proven_mean.interval
        return simplify_fraction(weighted_sum), proven_mean.interval

    def _has_children_after(self, rank: int, child: int) -> bool:
        """Tell whether a node has children, drawn or undrawn, that come after a child."""
        # In preorder the subtree of the last child ends where its parent's does.
        is_last_drawn = self.tree.end[child] == self.tree.end[rank]
        has_undrawn = rank in self.tree.elided
        return has_undrawn or not is_last_drawn
