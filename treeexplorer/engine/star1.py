"""Star1: alpha-beta where all values are known to lie from A to B, so that chance nodes cut, too.

The mean of a chance node lies between two ends while some of its children have not been read: each
of these counts with A in the lower one, and with B in the upper one. So a chance node can stop like
any other: the rest is pruned where the most that it can be worth is no more than α, or the least no
less than β. The same sums say how much of a child is still of interest, and that is the window with
which it is entered::

    α of child i = (α − what the others are worth at most) / its weight, but at least A
    β of child i = (β − what the others are worth at least) / its weight, but at most B

In [chance[2 ?]], with values from 0 to 10 and equal weights, ○ is worth 1 to 6 after its first
child: where MAX has 8 already, the second child is pruned.

Source: B. W. Ballard, The *-minimax search procedure for trees containing chance nodes, Artificial
Intelligence 21 (1983); Russell & Norvig, Artificial Intelligence, on games of chance.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.engine.intervals import Interval, merged_with
from treeexplorer.engine.ordered_tree import OrderedTree, UnknownLeafError, added, normalised
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
    """The interval of a chance node's mean, as its children are read one by one.

    Args:
        weights: The weights of its children.
        known: From where to where all values lie; either end may be infinite.

    Example:
        >>> half = Fraction(1, 2)
        >>> mean = ChanceMean([half, half], (0, 10))
        >>> mean.read(half, (2, 2))
        >>> mean.interval
        (1, 6)
        >>> mean.window_of_next(half, (4, 5))  # 2 and 6 make 4, and 2 and 8 make 5
        (6, 8)
    """

    def __init__(self, weights: Iterable[Number], known: Interval) -> None:
        self._known = known
        self._low: Number = 0  # of the children that are read
        self._high: Number = 0
        self._unread: Number = sum(weights)

    def read(self, weight: Number, interval: Interval) -> None:
        """Take what is proven of a child that has returned."""
        low, high = interval
        self._low = added(self._low, weight, low)
        self._high = added(self._high, weight, high, stronger=INFINITY)
        self._unread -= weight

    @property
    def interval(self) -> Interval:
        """The least and the most that the node can be worth."""
        lowest, highest = self._known
        low = added(self._low, self._unread, lowest)
        high = added(self._high, self._unread, highest, stronger=INFINITY)
        return normalised(low), normalised(high)

    def window_of_next(self, weight: Number, window: Window) -> Window:
        """Return the window with which the next child is entered (Ballard 1983).

        Its α is what it must be worth for the mean to be the node's α, with the other children at
        their most; its β what it must be worth for the mean to be β, with the others at their
        least. Both are kept within the range. An end of the range that is infinite gives no bound.

        Args:
            weight: The child's weight.
            window: The chance node's own window.

        Example:
            Values from 0 to 10, half the weight on each of two children, of which one is read and
            is 2: for a mean of 4 the other must be worth 6, and for a mean of 5 it must be 8. So
            (4, 5) becomes (6, 8).
        """
        if not weight:  # the mean does not depend on the child
            return self._known
        alpha, beta = window
        return self._alpha_of_next(weight, alpha), self._beta_of_next(weight, beta)

    def _alpha_of_next(self, weight: Number, alpha: Number) -> Number:
        """Return what the next child must be worth for the mean to be α, the others at their most.

        It is at least the lowest value of the range, and that if anything in the sum is infinite.
        """
        lowest, highest = self._known
        most_of_others = added(self._high, self._unread - weight, highest, stronger=INFINITY)
        if not _is_finite(highest, alpha, most_of_others):
            return lowest
        return max(lowest, _value_for_mean(alpha, most_of_others, weight))

    def _beta_of_next(self, weight: Number, beta: Number) -> Number:
        """Return what the next child must be worth for the mean to be β, the others at their least.

        It is at most the highest value of the range, and that if anything in the sum is infinite.
        """
        lowest, highest = self._known
        least_of_others = added(self._low, self._unread - weight, lowest)
        if not _is_finite(lowest, beta, least_of_others):
            return highest
        return min(highest, _value_for_mean(beta, least_of_others, weight))


def _value_for_mean(mean: Number, others: Number, weight: Number) -> Number:
    """Return what a child must be worth for its node to have a mean.

    Args:
        mean: The mean.
        others: What the other children give to it: the sum of their values by weight.
        weight: The child's weight.

    Example:
        >>> _value_for_mean(4, 1, Fraction(1, 2))  # 1 + 6/2 = 4
        6
    """
    return normalised((mean + -others) * (1 / Fraction(weight)))


def _is_finite(*numbers: Number) -> bool:
    """Tell whether no number is infinite."""
    return all(number not in FULL_WINDOW for number in numbers)


def reached_end(rules: Rules, window: Window, interval: Interval) -> Number | None:
    """Return the end of a chance node's interval at which it may stop; ``None`` where it goes on.

    It is the upper end if that is no more than α, the lower one if that is no less than β.

    Example:
        >>> reached_end(Rules(), (8, 10), (1, 6)), reached_end(Rules(), (5, 10), (1, 6))
        (6, None)
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


_Request: TypeAlias = tuple[int, Window]
"""The rank of a node, and the window with which it is entered."""
_Visit: TypeAlias = Generator[_Request, _Returned, _Returned]


def star1(ordered: OrderedTree, record: Record) -> Iterator[None]:
    """Search a tree with chance nodes under a range, a slice at a time.

    Each visit of a node is a generator that yields the calls it wants made, and is sent what they
    return. Those of the open calls wait on a list, so that no depth is too much.
    """
    search = _Star1(ordered, record)
    root = 0
    path = [search.visit((root, record.rules.root_window))]
    # What a visit that has just ended returned, to be sent to its parent's; None starts a visit.
    returned = None
    while path:
        try:
            request = path[-1].send(returned)  # type: ignore[arg-type]  # None starts a visit
        except StopIteration as end:  # the visit has ended
            path.pop()
            returned = end.value
            continue
        except UnknownLeafError as error:
            (unknown_rank,) = error.args
            record.stop_at_unknown(unknown_rank, len(path) - 1)  # the leaf itself is not open
            return
        if len(record.nodes) % _SLICE == 0:
            record.open_calls = len(path)
            yield
        path.append(search.visit(request))
        returned = None
    if returned is not None:
        record.finish(returned.value)


class _Star1:
    """The search of one tree: each visit yields the calls that it makes, and is sent what came."""

    def __init__(self, tree: OrderedTree, record: Record) -> None:
        self.tree = tree
        self.record = record
        self.rules = record.rules
        self.known: Interval = record.rules.known_range

    def visit(self, request: _Request) -> _Visit:
        """Record a call of a node, and evaluate the leaf or search the children.

        A generator: it yields the calls of children that it wants made, is sent what each of them
        returned, and returns the same of its own call.

        Args:
            request: The node's rank in the order of the search, and its window.

        Raises:
            UnknownLeafError: It is a leaf without a value; the error has its rank.
        """
        rank, window = request
        call = self._record_call(rank)
        leaf_value = self.tree.values[rank]
        if leaf_value is not None:
            exactly = (leaf_value, leaf_value)
            return _Returned(call, leaf_value, exactly)
        is_chance = self.tree.roles[rank] == CHANCE_ROLE
        search_children = self._average if is_chance else self._choose
        value, interval = yield from search_children(rank, window)
        if self.rules.hard:
            alpha, beta = window
            value = max(alpha, min(value, beta))
        if is_chance:
            self.record.chance_values[call] = value
        return _Returned(call, value, interval)

    def _record_call(self, rank: int) -> int:
        """Record a call of a node before any child's, and return its number.

        Raises:
            UnknownLeafError: It is a leaf without a value; the error has its rank.
        """
        record = self.record
        has_no_value = self.tree.values[rank] is None
        if has_no_value and self.tree.roles[rank] == LEAF_ROLE:
            raise UnknownLeafError(rank)
        call = len(record.nodes)  # its place in the two columns that follow
        record.nodes.append(rank)
        record.parent_v_after.append(None)  # the parent fills it in if it has a v
        if has_no_value:
            record.inner_calls.append(call)
        return call

    def _choose(
        self, rank: int, window: Window
    ) -> Generator[_Request, _Returned, tuple[Number, Interval]]:
        """Search the children of a MAX or MIN node until the window is empty: alpha-beta.

        Each ``yield`` asks for a child's call and gives what it returned.

        Returns:
            The best value, and what is proven about the node.
        """
        record = self.record
        role = self.tree.roles[rank]
        v: Number = present(record.starting_v(role, window))
        alpha, beta = window
        proven: Interval | None = None
        is_cut = False
        for child in self.tree.ranks_below(rank):
            returned = yield child, (alpha, beta)
            proven = merged_with(role, proven, returned.interval, weight=None)
            if role == MAX_ROLE:
                v = max(v, returned.value)
                alpha = max(alpha, v)
            else:
                v = min(v, returned.value)
                beta = min(beta, v)
            record.parent_v_after[returned.call] = v
            if self.rules.cuts(alpha, beta) and self._leaves_something(rank, child):
                is_cut = True
                record.cuts.append(returned.call)
                break
        if is_cut or self._has_undrawn_children(rank):
            # What was not visited may be anything in the range: one interval stands for all of it.
            proven = merged_with(role, proven, self.known, weight=None)
        return v, present(proven)

    def _has_undrawn_children(self, rank: int) -> bool:
        """Tell whether a node has undrawn children, of which nothing is known.

        They are the tree's own: a search from the right never skips them.
        """
        return self.tree.node_at(rank) in self.tree.tree.elided

    def _average(
        self, rank: int, window: Window
    ) -> Generator[_Request, _Returned, tuple[Number, Interval]]:
        """Search the children of a chance node until its mean cannot matter any more.

        Each child is entered with the window in which its value still decides whether the mean
        lies between α and β. The node stops early where the mean lies beyond one of them whatever
        the other children are worth.

        Each ``yield`` asks for a child's call and gives what it returned.

        Returns:
            The mean, or the end of its interval at which the node stopped; and that interval.
        """
        record = self.record
        weights = {child: self.tree.weights[child] for child in self.tree.ranks_below(rank)}
        *_, last_child = weights
        # Two sums: of what is proven of the children, which decides windows and cut-offs; and of
        # what they returned, which is the node's value.
        mean = ChanceMean(weights.values(), self.known)
        total: Number = 0
        for child, weight in weights.items():
            child_window = mean.window_of_next(weight, window)
            child_call = len(record.nodes)
            record.chance_windows[child_call] = child_window
            returned = yield child, child_window
            total = added(total, weight, returned.value)
            mean.read(weight, returned.interval)
            end = reached_end(self.rules, window, mean.interval)
            if end is not None and child != last_child:  # after the last nothing is left to skip
                record.cuts.append(child_call)
                record.parent_v_after[child_call] = end
                return end, mean.interval
        return normalised(total), mean.interval

    def _leaves_something(self, rank: int, child: int) -> bool:
        """Tell whether a node that stops after a child skips anything."""
        return self.tree.end[child] < self.tree.end[rank] or rank in self.tree.elided
