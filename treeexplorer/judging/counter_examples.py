"""Counter-examples to a branch that was crossed out too soon: a value that makes a difference."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from math import ceil, floor, isfinite
from typing import Final, NamedTuple

from treeexplorer.engine import Record
from treeexplorer.judging.questions import Task
from treeexplorer.judging.what_if import leaves_of_search, what_if
from treeexplorer.tree import FULL_WINDOW, Number, Window

_MOST_LEAVES: Final = 8
_LARGEST_SUBTREE: Final = 2_000
"""Beyond these nothing is tried: a key waits for the answer."""


class CounterExample(NamedTuple):
    """A value that leaves could have, as far as the search knows, and what would come of it.

    Attributes:
        leaves: The leaves below what was crossed out that have it.
        value: The value.
        node: A node above the one that was asked about, which would be worth something else; or the
            one itself, whose worth would lie within its window, which no cut-off leaves open.
        worth: What it would be worth.
    """

    leaves: tuple[int, ...]
    value: Number
    node: int
    worth: Number


def counter_example(record: Record, task: Task, crossed: Collection[int]) -> CounterExample | None:
    """Return a value of leaves below crossed branches that makes a difference, if one is found.

    That is first one that changes a node above, as near to the root as can be, then one with which
    the node itself is worth something within its window. The leaves are as few as can be. Every
    other leaf keeps the value that is drawn; only leaves that the search has not read are turned.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.judging.questions import task_at
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[6, 9], [[8, 2], 1]]))
        >>> counter_example(record, task_at(record, 10), [8])
        CounterExample(leaves=(8,), value=7, node=0, worth=7)
    """
    tree = record.tree
    above = list(tree.ancestors(task.at.node))
    if not above:  # the root itself was asked about
        above = [task.at.node]
    tried = [node for node in reversed(above) if tree.end[node] - node <= _LARGEST_SUBTREE]
    if not tried:
        return None
    leaves = list(_unread_leaves(record, task.at.number, crossed))
    values = list(_values_to_try(record, task.at.window))
    for node in tried:
        found = _that_changes(record, node, leaves, values)
        if found is not None:
            return found
    return _that_counts(record, task, leaves, values)


def _unread_leaves(record: Record, step: int, branches: Collection[int]) -> Iterator[int]:
    """Yield the leaves below some branches that are unread at a step."""
    for branch in sorted(branches):
        for leaf in leaves_of_search(record, branch):
            if record.call_at(leaf, step) is None:
                yield leaf


def _values_to_try(record: Record, window: Window | None) -> Iterator[Number]:
    """Yield values between the ends of a window, which count there, then some beyond them."""
    low, high = FULL_WINDOW if window is None else window
    lowest, highest = record.rules.known_range
    values = [*_values_between(low, high), *_values_beyond(low, high)]
    for value in dict.fromkeys(values):
        if lowest <= value <= highest:
            yield record.tree.as_searched(value)


def _values_between(low: Number, high: Number) -> list[Number]:
    """Return the integers that are nearest to two numbers between them, or what is halfway.

    None where there is nothing between them, or no end.
    """
    if not isfinite(low) or not isfinite(high) or low >= high:
        return []
    nearest: list[Number] = [floor(low) + 1, ceil(high) - 1]
    between = [value for value in nearest if low < value < high]
    if between:
        return between
    return [float((Fraction(low) + Fraction(high)) / 2)]


def _values_beyond(low: Number, high: Number) -> list[Number]:
    """Return the integers that are nearest below and above the finite ones of two numbers."""
    ends = [end for end in (low, high) if isfinite(end)]
    if not ends:
        return []
    return [floor(min(ends)) - 1, ceil(max(ends)) + 1]


def _that_changes(
    record: Record, node: int, leaves: Sequence[int], values: Sequence[Number]
) -> CounterExample | None:
    """Return what changes a node: one leaf, or all together, and a value."""
    low, high = what_if(record, node, (), 0)
    if low != high:
        return None  # what it is worth as drawn is not settled
    worths = _worths(record, node, leaves, values)
    return next((each for each in worths if each.worth != low), None)


def _that_counts(
    record: Record, task: Task, leaves: Sequence[int], values: Sequence[Number]
) -> CounterExample | None:
    """Return what makes the node that was asked about worth something within its window."""
    if task.at.window is None:
        return None
    low, high = task.at.window
    worths = _worths(record, task.at.node, leaves, values)
    return next((each for each in worths if low < each.worth < high), None)


def _worths(
    record: Record, node: int, leaves: Sequence[int], values: Sequence[Number]
) -> Iterator[CounterExample]:
    """Yield what a node is worth with values of one leaf, or of all leaves together."""
    groups: list[tuple[int, ...]] = [(leaf,) for leaf in leaves[:_MOST_LEAVES]]
    if len(leaves) > 1:
        groups.append(tuple(leaves))
    for group in groups:
        for value in values:
            low, high = what_if(record, node, group, value)
            if low == high:
                yield CounterExample(group, value, node, low)
