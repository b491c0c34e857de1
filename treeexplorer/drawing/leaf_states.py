"""What the search has done at a step: at a node, and at most of many neighbouring leaves."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import cached_property
from typing import Final

from treeexplorer.drawing.painter import PASSED
from treeexplorer.engine.record import Status
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.rules import DRAWN_ORDERS

_SAMPLE_SIZE: Final = 7


class State(IntEnum):
    """What the search has done at a place of the tree; of equally many the greater one is shown."""

    NONE = 0  # no node is as deep here
    UNDRAWN = 1  # a ``...``
    TO_COME = 2
    PRUNED = 3
    DECIDED = 4
    PATH = 5  # above the node at which the search stands
    NEW = 6  # its value has just come
    NOW = 7  # where the search stands, or what is looked at


def state_of(status: Status) -> State:
    """Return what a node off the path is coloured by."""
    if status is Status.UNSEEN:
        return State.TO_COME
    if status in PASSED:
        return State.PRUNED
    return State.DECIDED


class LeafStates:
    """What the search has done at the leaves of a tree at a step, for many leaves at once."""

    def __init__(self, step: Snapshot, leaves: array[int]) -> None:
        """Prepare to ask about the leaves of a tree.

        Args:
            step: The step.
            leaves: The node numbers of all leaves, from left to right.
        """
        self._step = step
        self._tree = step.record.tree
        self._leaves = leaves

    def find_commonest_state(self, leaves: range) -> State:
        """Return what the search has done at most of some neighbouring leaves.

        That is: read them, pruned them, or not come to them yet. Of equally many the first of these
        is returned.

        Args:
            leaves: Their indices from the left, from 0. Without any there is only a ``...``.
        """
        if not leaves:
            return State.UNDRAWN
        if self._passed_leaves is None:  # they are not passed in the order in which they are drawn
            return self._find_commonest_state_in_sample(leaves)

        # Passed leaves are those read or pruned. Most bins have none of them.
        passed = _intersect_ranges(leaves, self._passed_leaves)
        if not passed:
            return State.TO_COME

        read_count = self._count_read_leaves(passed)
        leaves_by_state = {
            State.DECIDED: read_count,
            State.PRUNED: len(passed) - read_count,
            State.TO_COME: len(leaves) - len(passed),
        }
        # Of equally large counts `max` takes the first.
        return max(leaves_by_state, key=leaves_by_state.__getitem__)

    def _find_commonest_state_in_sample(self, leaves: range) -> State:
        """Return the most frequent state in a sample of some neighbouring leaves.

        Of 70 leaves every tenth is looked at. If two states are equally frequent, it is the greater
        one.
        """
        sample_step = max(1, len(leaves) // _SAMPLE_SIZE)
        sample = self._leaves[leaves.start : leaves.stop : sample_step]
        states = [state_of(self._step.status(leaf)) for leaf in sample]
        return max(set(states), key=lambda state: (states.count(state), state))

    @cached_property
    def _passed_leaves(self) -> range | None:
        """The leaves that have been read or pruned so far, as a range of indices from the left.

        A search that takes all leaves in the order in which they are drawn passes them one after
        the other, so that they are a range::

            search from left to right     passed  passed  to come  to come     range(0, 2)
            search from right to left     to come  to come  passed  passed     range(2, 4)

        ``None`` for any other search, which may leave gaps: one that orders children otherwise,
        that enters nodes again, or that has a depth limit.
        """
        record = self._step.record
        has_drawn_order = record.rules.order in DRAWN_ORDERS
        has_depth_limit = record.rules.depth is not None
        enters_nodes_again = record.columns.has_repeated_visits
        if not has_drawn_order or has_depth_limit or enters_nodes_again:
            return None

        if record.rules.right_to_left:
            first_passed = self._find_first_leaf(self._is_passed)
            return range(first_passed, len(self._leaves))
        first_to_come = self._find_first_leaf(self._is_to_come)
        return range(first_to_come)

    def _find_first_leaf(self, condition: Callable[[int], bool]) -> int:
        """Return the index of the first leaf from the left for which a condition holds.

        It must hold for all leaves to the right of that one, too: the leaf is found by bisection.
        If it holds for none, the index is one past the last.
        """
        return bisect_left(self._leaves, True, key=condition)

    def _is_passed(self, leaf: int) -> bool:
        """Tell whether a leaf has been read or pruned."""
        return not self._is_to_come(leaf)

    def _is_to_come(self, leaf: int) -> bool:
        """Tell whether a leaf has neither been read nor pruned so far."""
        return self._step.status(leaf) is Status.UNSEEN

    def _count_read_leaves(self, passed: range) -> int:
        """Count how many of some neighbouring leaves have been read; the others were pruned.

        Leaves may be a million, so they are not looked at one by one. Every node is visited once at
        most, and in preorder, so the record lists the visited nodes in ascending order. Bisection
        finds those from the first leaf to the last, and how many of these have children::

            tree                 [[1 2] 3 [4 5]], with the nodes 0 [1 [2 3] 4 5 [6 7]]
            visited nodes        0 1 2 3 4 5 6          node 7 was pruned
            from node 3 to 7     3 4 5 6                four visits
            with children        5                      one of them: so 3 leaves were read

        Args:
            passed: The indices of the leaves. At the step all of them have been read or pruned.
                Then none is visited later, and it does no harm that the record has later visits.
        """
        nodes = self._find_nodes_in_search_order(passed)
        visits = _find_indices_within(self._step.record.nodes, nodes)
        visits_of_inner_nodes = _find_indices_within(self._step.record.inner_calls, visits)
        return len(visits) - len(visits_of_inner_nodes)

    def _find_nodes_in_search_order(self, leaves: range) -> range:
        """Return the nodes from the first of some leaves to the last, as the record numbers them.

        It numbers nodes in preorder, from the right if the search goes from right to left: then
        the rightmost leaf is the first. For example, the leaves 3 and 5 of ``[3 [5 2]]``::

            the search          the 3   the 5   the nodes from one to the other
            from the left       1       3       1 to 3
            from the right      4       3       3 to 4
        """
        leftmost = self._leaves[leaves[0]]
        rightmost = self._leaves[leaves[-1]]
        if not self._step.record.rules.right_to_left:
            return range(leftmost, rightmost + 1)
        first = self._preorder_number_from_right(rightmost)
        last = self._preorder_number_from_right(leftmost)
        return range(first, last + 1)

    def _preorder_number_from_right(self, leaf: int) -> int:
        """Return the number of a leaf where nodes are numbered in preorder from right to left."""
        nodes_to_the_right = len(self._tree) - self._tree.end[leaf]
        nodes_above = self._tree.ply[leaf]
        return nodes_to_the_right + nodes_above


def _find_indices_within(ascending: Sequence[int], limits: range) -> range:
    """Return the indices of those of some ascending numbers that lie within a range.

    The ends of the range need not be among the numbers.

    Example:
        >>> _find_indices_within([0, 2, 3, 5, 9], range(3, 8))  # the 3 and the 5
        range(2, 4)
    """
    return range(bisect_left(ascending, limits.start), bisect_left(ascending, limits.stop))


def _intersect_ranges(numbers: range, others: range) -> range:
    """Return the numbers that are in both of two ranges.

    Example:
        >>> _intersect_ranges(range(2, 9), range(5))
        range(2, 5)
    """
    return range(max(numbers.start, others.start), min(numbers.stop, others.stop))
