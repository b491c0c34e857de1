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
from treeexplorer.engine.ordered_tree import CallStack, OrderedTree, added, simplify_fraction
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
        rules: The rules, with the cut test ``α ≥ β`` (or ``α > β``).
        window: The chance node's window (α, β).
        interval: The lowest and the highest mean that is possible.

    Example:
        The mean lies from 1 to 6. It is too low for (8, 10), too high for (0, 1), and may still
        matter for (5, 10).

        >>> find_early_stop_value(Rules(), (8, 10), (1, 6))
        6
        >>> find_early_stop_value(Rules(), (0, 1), (1, 6))
        1
        >>> find_early_stop_value(Rules(), (5, 10), (1, 6)) is None
        True
    """
    alpha, beta = window
    lowest_mean, highest_mean = interval
    # The cut test asks whether nothing lies between two numbers: first between α and all that the
    # mean can be, then between that and β.
    is_too_low = rules.cuts(alpha, beta=highest_mean)
    is_too_high = rules.cuts(alpha=lowest_mean, beta=beta)
    if is_too_low:
        return highest_mean
    if is_too_high:
        return lowest_mean
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


class _Worth(NamedTuple):
    """What the search of a node's children finds: the node's value, and its proven interval."""

    value: Number
    interval: Interval


_Visit: TypeAlias = Generator[_Request, _Returned, _Returned]
_SearchOfChildren: TypeAlias = Generator[_Request, _Returned, _Worth]
"""Part of a visit; at its end it gives what the node is worth."""


def star1(ordered: OrderedTree, record: Record) -> Iterator[None]:
    """Search a tree with chance nodes, all values of which lie in a known range, by Star1.

    Each visit of a node is a generator: it yields a request for each child that it wants visited,
    and is sent what that visit returned (:class:`CallStack`). In ``[3 B:[5 2]]``::

        request                 open visits when it is met
        the root
        the leaf 3              root
        B                       root; the 3 has returned
        the leaf 5              root, B
        the leaf 2              root, B; the 5 has returned

    Each ``yield`` of this function is a pause, in which the caller can show the record so far. The
    search ends before an unknown leaf.

    Args:
        ordered: The tree in the order of the search.
        record: The record to fill, with the rules.
    """
    open_visits = CallStack(_Star1(ordered, record).visit)
    request: _Request | None = _Request(rank=0, window=record.rules.root_window)
    while request is not None:
        # 1. Before a visit: perhaps the end of the search, or a pause.
        if ordered.is_unknown_leaf(request.rank):
            record.stop_at_unknown(request.rank, len(open_visits))
            return
        is_time_to_pause = len(record.nodes) % _SLICE == _SLICE - 1
        if is_time_to_pause:
            record.open_calls = len(open_visits)
            yield

        # 2. The visit. The open visits go on until one of them requests another one; there is no
        # further request once the root has returned.
        request = open_visits.run_to_next_call(request)
    record.finish(open_visits.result.value)


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
        from`` passes on the requests of a part of this visit, and gives what that part returns.

        Returns:
            The number of the visit, its value, and the interval that is proven for the node's
            value. Fail-hard clamps the value into the window; what is proven stays. If values lie
            from 0 to 10, and a MAX node that is entered with (2, 6) is cut off after a child worth
            7, it returns::

                fail-soft   7, and (7, 10)
                fail-hard   6, and (7, 10)
        """
        rank = request.rank
        window = request.window
        has_children = self.tree.roles[rank] != LEAF_ROLE
        call = self.record.append_call(rank, has_children=has_children)
        leaf_value = self.tree.values[rank]
        if leaf_value is not None:
            return _Returned(call, leaf_value, interval=(leaf_value, leaf_value))

        is_chance_node = self.tree.roles[rank] == CHANCE_ROLE
        if is_chance_node:
            worth = yield from self._search_chance_node(rank, window)
        else:
            worth = yield from self._search_players_node(rank, window)

        value = self._clamp_if_fail_hard(worth.value, window)
        if is_chance_node:
            self.record.chance_values[call] = value
        return _Returned(call, value, worth.interval)

    def _clamp_if_fail_hard(self, value: Number, window: Window) -> Number:
        """Return a node's value, under fail-hard clamped into its entry window."""
        if not self.rules.hard:
            return value
        alpha, beta = window
        return max(alpha, min(value, beta))

    def _search_players_node(self, rank: int, window: Window) -> _SearchOfChildren:
        """Search the children of a MAX or MIN node by alpha-beta, until the cut test holds.

        For example, a MAX node is entered with (2, 6), and all values lie from 0 to 10::

            child   it is visited with   it returns   proven for it   v   then (α, β)
            1st     (2, 6)               3            (3, 3)          3   (3, 6)
            2nd     (3, 6)               7            (7, 10)         7   (7, 6): empty, so it stops
            3rd     skipped                           (0, 10)

        It returns v = 7, and (7, 10): the largest low and the largest high of its children. Under
        fail-hard v would begin at 2, the player's own bound; else it begins at −∞.

        A generator in place of a recursive function: each ``yield`` stands for the call that would
        search a child with a window, and gives what that call returns.

        Returns:
            The best value, and the interval that is proven for the node's value.
        """
        record = self.record
        role = self.tree.roles[rank]
        choose_better = max if role == MAX_ROLE else min
        v: Number = present(record.choose_starting_v(role, window))
        narrowed_window = window
        child_intervals: list[Interval] = []
        has_unread_children = self._has_undrawn_children(rank)
        for child in self.tree.child_ranks(rank):
            # 1. Visit the child.
            returned = yield _Request(child, narrowed_window)
            child_intervals.append(returned.interval)

            # 2. Keep the better value, and narrow the window on entry to it.
            v = choose_better(v, returned.value)
            record.parent_v_after[returned.call] = v
            narrowed_window = present(record.narrow_window(role, window, v))

            # 3. Cut off. After the last child there is nothing to skip, so it is none.
            alpha, beta = narrowed_window
            if self.rules.cuts(alpha, beta) and self._has_children_after(rank, child):
                record.cuts.append(returned.call)
                has_unread_children = True  # the skipped ones
                break

        if has_unread_children:  # they may have any value; one interval stands for all of them
            child_intervals.append(self.known)
        return _Worth(v, merge_child_intervals(role, child_intervals))

    def _has_undrawn_children(self, rank: int) -> bool:
        """Tell whether a node has undrawn children (``...``), of which nothing is known.

        ``OrderedTree.elided`` does not tell: it is empty in a search from the right.
        """
        return self.tree.node_at(rank) in self.tree.tree.elided

    def _search_chance_node(self, rank: int, window: Window) -> _SearchOfChildren:
        """Search the children of a chance node until their mean cannot matter any more (Star1).

        All values lie in a known range, so the children that have returned prove an interval of the
        mean. The node stops early if that lies at or below α, or at or above β.

        A child's value may be only a bound of what it is worth. So two sums are kept: the mean of
        the values is what the node returns at its end, and what is proven decides on windows and
        early stops. For example, values lie from 0 to 10, two children have the weight ½, and the
        node is entered with (3, 10)::

            child   it is visited with   it returns   proven for it   proven for the mean
            1st     (0, 10)              2            (2, 2)          (1, 6)
            2nd     (4, 10)              3            (0, 3)          (1, 2½)

        It returns the mean of 2 and 3, and (1, 2½). If it is entered with (7, 10), it stops after
        the first child, since (1, 6) lies below α: it returns 6, and (1, 6).

        A generator in place of a recursive function: each ``yield`` stands for the call that would
        search a child with a window, and gives what that call returns.

        Returns:
            The mean, or the end of its interval at which the node stopped; and the interval.
        """
        record = self.record
        children = list(self.tree.child_ranks(rank))
        weights = [self.tree.weights[child] for child in children]
        proven_mean = ChanceMean(weights, self.known)
        sum_of_values: Number = 0
        for child, weight in zip(children, weights, strict=True):
            # 1. Visit the child: that is the next call.
            child_window = proven_mean.compute_child_window(weight, window)
            record.note_chance_window(record.next_call, child_window)
            returned = yield _Request(child, child_window)

            # 2. Add it to both sums.
            sum_of_values = added(sum_of_values, weight, returned.value)
            proven_mean.read(weight, returned.interval)

            # 3. Stop if children are left that cannot matter any more.
            early_value = find_early_stop_value(self.rules, window, proven_mean.interval)
            has_children_left = child != children[-1]
            if early_value is not None and has_children_left:
                record.note_chance_cut(returned.call, early_value)
                return _Worth(early_value, proven_mean.interval)
        return _Worth(simplify_fraction(sum_of_values), proven_mean.interval)

    def _has_children_after(self, rank: int, child: int) -> bool:
        """Tell whether a node has children, drawn or undrawn, that come after a child."""
        # In preorder the subtree of the last child ends where its parent's does.
        is_last_drawn = self.tree.end[child] == self.tree.end[rank]
        has_undrawn = rank in self.tree.elided
        return has_undrawn or not is_last_drawn
