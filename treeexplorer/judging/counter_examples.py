"""Counter-examples to a branch that was crossed out too soon: a value that makes a difference."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from math import ceil, floor, isfinite
from typing import Final, NamedTuple

from treeexplorer.engine import Record
from treeexplorer.judging.questions import Task
from treeexplorer.judging.what_if import compute_interval_as_drawn, leaves_of_search, what_if
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
    ancestors = _list_ancestors_to_recompute(record.tree, step.node)
    if not ancestors:
        return None

    leaves = list(_collect_unread_leaves(record, crossed, step.number))
    values = list(_choose_values_to_try(record, step.window))
    # A change at the root is the strongest example, so it is looked for first.
    for ancestor in ancestors:
        example = _find_change_of_worth(record, ancestor, leaves, values)
        if example is not None:
            return example
    if step.window is None:
        return None
    return _find_worth_within_window(record, step.node, step.window, leaves, values)


def _list_ancestors_to_recompute(tree: GameTree, node: int) -> list[int]:
    """Return a node's ancestors from the root down, but none with a large subtree.

    For the root it is the root itself.
    """
    from_node_to_root = [node] if tree.is_root(node) else list(tree.ancestors(node))
    return [
        ancestor
        for ancestor in reversed(from_node_to_root)
        if tree.end[ancestor] - ancestor <= _LARGEST_SUBTREE
    ]


def _collect_unread_leaves(record: Record, branches: Collection[int], step: int) -> Iterator[int]:
    """Yield the leaves below some branches that the search has not read by a step."""
    for branch in sorted(branches):
        for leaf in leaves_of_search(record, branch):
            has_been_read = record.call_at(leaf, step) is not None
            if not has_been_read:
                yield leaf


def _choose_values_to_try(record: Record, window: Window | None) -> Iterator[Number]:
    """Yield values to try at leaves: first some within a node's window, then some outside.

    With a value within its window the node itself must not be cut off, which is what is looked for.
    For the window (3, 8) they are 4, 7, 2 and 9. A node without a window has nothing to try.
    """
    alpha, beta = FULL_WINDOW if window is None else window
    lowest, highest = record.rules.known_range
    values = [*_choose_values_between(alpha, beta), *_choose_values_beyond(alpha, beta)]
    each_once = dict.fromkeys(values)
    for value in each_once:
        if lowest <= value <= highest:
            yield record.tree.as_searched(value)


def _choose_values_between(low: Number, high: Number) -> list[Number]:
    """Return the first and the last integer within an open interval, or else its middle.

    Example:
        >>> _choose_values_between(3, 8), _choose_values_between(3, 4)
        ([4, 7], [3.5])
        >>> _choose_values_between(3, 3), _choose_values_between(3, float("inf"))
        ([], [])
    """
    if not isfinite(low) or not isfinite(high) or low >= high:
        return []
    first_integer = floor(low) + 1
    last_integer = ceil(high) - 1
    if first_integer <= last_integer:
        return [first_integer, last_integer]
    return [float((Fraction(low) + Fraction(high)) / 2)]


def _choose_values_beyond(low: Number, high: Number) -> list[Number]:
    """Return the nearest integer below both numbers and the nearest above; infinity is ignored.

    Example:
        >>> _choose_values_beyond(3, 8), _choose_values_beyond(3, float("inf"))
        ([2, 9], [2, 4])
    """
    finite_numbers = [number for number in (low, high) if isfinite(number)]
    if not finite_numbers:
        return []
    return [floor(min(finite_numbers)) - 1, ceil(max(finite_numbers)) + 1]


def _find_change_of_worth(
    record: Record, node: int, leaves: Sequence[int], values: Sequence[Number]
) -> CounterExample | None:
    """Find a value of leaves below a node with which the node would be worth something else.

    ``None`` if none of the values changes it, or if the drawn leaves leave open what it is worth,
    so that no change can be proven.
    """
    low, high = compute_interval_as_drawn(record, node)
    if low != high:
        return None
    worth_now = low
    for example in _compute_worths(record, node, leaves, values):
        if example.worth != worth_now:
            return example
    return None


def _find_worth_within_window(
    record: Record, node: int, window: Window, leaves: Sequence[int], values: Sequence[Number]
) -> CounterExample | None:
    """Find a value of leaves with which their node would be worth something between its α and β.

    Such a worth matters to the search, so that the node must not be cut off.
    """
    alpha, beta = window
    for example in _compute_worths(record, node, leaves, values):
        if alpha < example.worth < beta:
            return example
    return None


def _compute_worths(
    record: Record, node: int, leaves: Sequence[int], values: Sequence[Number]
) -> Iterator[CounterExample]:
    """Yield what a node would be worth if leaves below it had other values.

    Each leaf alone gets every value, then all leaves together do. Changes that leave open what the
    node is worth are left out.
    """
    for changed_leaves in _choose_leaves_to_change(leaves):
        for value in values:
            low, high = what_if(record, node, changed_leaves, value)
            if low == high:
                yield CounterExample(leaves=changed_leaves, value=value, node=node, worth=low)


def _choose_leaves_to_change(leaves: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the first few leaves, each alone, and then all leaves together.

    For example ``[4, 6]`` becomes ``[(4,), (6,), (4, 6)]``.
    """
    each_alone = [(leaf,) for leaf in leaves[:_MOST_LEAVES]]
    if len(leaves) <= 1:
        return [*each_alone]
    return [*each_alone, tuple(leaves)]
