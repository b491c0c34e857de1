"""Counter-examples to a branch that was crossed out too soon: a value that makes a difference."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import ceil, floor, isfinite
from typing import Final, NamedTuple

from treeexplorer.engine import Record
from treeexplorer.judging.questions import Task
from treeexplorer.judging.what_if import leaves_of_search, what_if, worth_as_drawn
from treeexplorer.tree import FULL_WINDOW, GameTree, Number, Window

_MOST_LEAVES: Final = 8
"""The most leaves that are tried alone."""
_LARGEST_SUBTREE: Final = 2_000
"""Larger subtrees are not computed again: a key press waits for the answer."""


class CounterExample(NamedTuple):
    """A value that unread leaves could have, and a node that would then be worth something else.

    Attributes:
        leaves: The leaves with the value. They lie below the branches that were crossed out.
        value: The value.
        node: An ancestor of the node at which the branches were crossed out, if it would be worth
            something else. Otherwise that node itself: it would be worth something between its α
            and its β, so that a cut-off at it would be wrong.
        worth: What ``node`` would be worth.
    """

    leaves: tuple[int, ...]
    value: Number
    node: int
    worth: Number


def counter_example(record: Record, task: Task, crossed: Collection[int]) -> CounterExample | None:
    """Find a value of wrongly pruned leaves that would change something; ``None`` if none does.

    Somebody crossed out branches at a node too soon. Values are tried at the leaves of the branches
    that the search has not read: first at a single leaf, then at all of them. A counter-example is
    a value with which

    - an ancestor of the node would be worth something else; the one nearest to the root is taken;
    - or else the node itself would be worth something between its α and its β.

    Args:
        record: The search.
        task: The task at the node, with the step at which the branches were crossed out.
        crossed: The branches.

    Returns:
        The value, the leaves that get it, and the node with what it would then be worth. Only a
        few values are tried, so that ``None`` proves nothing.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.judging.questions import task_at
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[6, 9], [[8, 2], 1]]))
        >>> counter_example(record, task_at(record, 10), [8])  # the 1
        CounterExample(leaves=(8,), value=7, node=0, worth=7)
    """
    step = task.at
    ancestors = _ancestors_from_root(record.tree, step.node)
    # None is small enough to be computed again.
    if not ancestors:
        return None
    leaves = list(_unread_leaves(record, step.number, crossed))
    values = list(_values_to_try(record, step.window))
    # From the root downwards: a change at the root is the strongest example.
    for ancestor in ancestors:
        changing = _find_changing(record, ancestor, leaves, values)
        if changing is not None:
            return changing
    return _find_within_window(record, task, leaves, values)


def _ancestors_from_root(tree: GameTree, node: int) -> list[int]:
    """Return a node's ancestors from the root down, without those with a large subtree.

    For the root it is the root itself.
    """
    # Ancestors come from the parent up to the root; they are turned round below.
    path = [node] if tree.is_root(node) else list(tree.ancestors(node))
    return [each for each in reversed(path) if tree.end[each] - each <= _LARGEST_SUBTREE]


def _unread_leaves(record: Record, step: int, branches: Collection[int]) -> Iterator[int]:
    """Yield the leaves below some branches that are unread at a step."""
    for branch in sorted(branches):
        for leaf in leaves_of_search(record, branch):
            if record.call_at(leaf, step) is None:
                yield leaf


def _values_to_try(record: Record, window: Window | None) -> Iterator[Number]:
    """Yield values to try at leaves: some between the ends of a window, then some outside.

    Between them come first, since with such a value the node itself must not be cut off.

    Args:
        record: The search; values outside of its known range are left out.
        window: The window (α, β) of the node; ``None`` counts as (−∞, +∞), which gives no values.
    """
    low, high = FULL_WINDOW if window is None else window
    lowest, highest = record.rules.known_range
    values = [*_values_between(low, high), *_values_beyond(low, high)]
    # Each value once, in this order.
    for value in dict.fromkeys(values):
        if lowest <= value <= highest:
            yield record.tree.as_searched(value)


def _values_between(low: Number, high: Number) -> list[Number]:
    """Return the integers next to both ends of an interval, within it, or else its middle.

    Args:
        low: The lower end; it is not in the interval.
        high: The upper end; it is not in the interval.

    Returns:
        Two numbers, which may be the same; one, if no integer lies within; none, if an end is
        infinite or the interval is empty.

    Example:
        >>> _values_between(3, 8), _values_between(3, 4), _values_between(3, 3)
        ([4, 7], [3.5], [])
    """
    if not isfinite(low) or not isfinite(high) or low >= high:
        return []
    nearest: list[Number] = [floor(low) + 1, ceil(high) - 1]
    # Without an integer within, floor + 1 is at least `high`, and ceil − 1 at most `low`.
    between = [value for value in nearest if low < value < high]
    if between:
        return between
    return [float((Fraction(low) + Fraction(high)) / 2)]


def _values_beyond(low: Number, high: Number) -> list[Number]:
    """Return the nearest integer below two numbers and the nearest above; infinity is ignored.

    Example:
        >>> _values_beyond(3, 8), _values_beyond(3, float("inf"))
        ([2, 9], [2, 4])
    """
    ends = [end for end in (low, high) if isfinite(end)]
    if not ends:
        return []
    return [floor(min(ends)) - 1, ceil(max(ends)) + 1]


def _find_changing(
    record: Record, node: int, leaves: Sequence[int], values: Sequence[Number]
) -> CounterExample | None:
    """Find a value of some leaves with which a node would be worth something else.

    Args:
        record: The search.
        node: The node; the leaves are below it.
        leaves: The leaves whose values are changed.
        values: The values that are tried.

    Returns:
        The first change that changes the node's worth; ``None`` if none does.
    """
    # The lowest and the highest value that the node can have as the tree is drawn.
    low, high = worth_as_drawn(record, node)
    if low != high:
        return None  # the drawn leaves do not settle its worth, so no change can be proven
    # From here on `low` is what the node is worth. `candidate.worth` is a single number, too:
    # changes that leave the worth open are not among the candidates.
    for candidate in _worths_with(record, node, leaves, values):
        if candidate.worth != low:
            return candidate
    return None


def _find_within_window(
    record: Record, task: Task, leaves: Sequence[int], values: Sequence[Number]
) -> CounterExample | None:
    """Find a value of some leaves with which a node would be worth something between its α and β.

    The window (α, β) has the values that matter to the search: with such a value the node must not
    be cut off.

    Args:
        record: The search.
        task: The task at the node.
        leaves: Leaves below the node; each alone gets a value, then all together.
        values: The values that are tried.

    Returns:
        The first such value; ``None`` if there is none, or if the node has no window.
    """
    if task.at.window is None:
        return None
    alpha, beta = task.at.window
    for candidate in _worths_with(record, task.at.node, leaves, values):
        if alpha < candidate.worth < beta:
            return candidate
    return None


def _worths_with(
    record: Record, node: int, leaves: Sequence[int], values: Sequence[Number]
) -> Iterator[CounterExample]:
    """Yield what a node would be worth if some leaves had other values.

    Each leaf alone gets every value, then all leaves together do. Values with which the node's
    worth is not settled are left out.

    Args:
        record: The search.
        node: The node.
        leaves: Leaves below it.
        values: The values that are tried.
    """
    for group, value in product(_groups_to_change(leaves), values):
        # The lowest and the highest value that the node could have.
        low, high = what_if(record, node, group, value)
        is_settled = low == high
        if is_settled:
            yield CounterExample(leaves=group, value=value, node=node, worth=low)


def _groups_to_change(leaves: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the first few leaves, each alone, and then all leaves together."""
    # All together are not cut down to the first few: they count as one group.
    each_alone = [(leaf,) for leaf in leaves[:_MOST_LEAVES]]
    if len(leaves) <= 1:
        return [*each_alone]
    return [*each_alone, tuple(leaves)]
