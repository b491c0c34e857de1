"""Leaf values that a wrong slash overlooks: with them the root would be worth something else.

The leaves are those of the search, estimates at the depth limit among them; their values lie in the
known range.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice
from math import ceil, floor, inf, isfinite
from typing import Final, NamedTuple

from treeexplorer.engine import Record
from treeexplorer.engine.best_order import proof_costs
from treeexplorer.judging.what_if import leaves_of_search, what_if
from treeexplorer.tree import INFINITY, MAX_ROLE, MIN_ROLE, Number

_MOST_TRIALS: Final = 400
_DISTANCES: Final = (0, *(10**power for power in range(1, 13)))
"""How far from the next number leaves are moved, one after the other."""


class Refutation(NamedTuple):
    """Leaf values that make a difference although the answer left them out."""

    changes: dict[int, Number]  # by leaf
    value: Number  # what the root is worth then


def refutation(record: Record, crossed: Iterable[int]) -> Refutation | None:
    """Return leaf values below some nodes that change the root's value, ``None`` if none do.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> refutation(search(from_nested([[3, 12], [14, 5, 2]])), [7])  # the 2
        Refutation(changes={7: 4}, value=4)
    """
    before = worth_without_changes(record)
    hidden = [leaf for node in crossed for leaf in leaves_of_search(record, node)]
    if before is None or not hidden:
        return None
    moved_up = _with_fewest_leaves(record, hidden, before, is_up=True)
    moved_down = _with_fewest_leaves(record, hidden, before, is_up=False)
    found = [each for each in (moved_up, moved_down) if each is not None]
    return min(found, key=lambda each: len(each.changes), default=None)


def _with_fewest_leaves(
    record: Record, hidden: Sequence[int], before: Number, *, is_up: bool
) -> Refutation | None:
    """Return values of the fewest hidden leaves that move the root's value up, or down.

    Without chance nodes the next number in that direction moves the root if any does. A mean may
    take a larger one.
    """
    if record.tree.has_chance:
        leaves = _fewest_tried(record, hidden, before, is_up=is_up)
        return _with_root_moved(record, leaves, before, _DISTANCES, is_up=is_up)
    leaves = _fewest(record, hidden, before, is_up=is_up)
    return _with_root_moved(record, leaves, before, _DISTANCES[:1], is_up=is_up)


def worth_without_changes(record: Record) -> Number | None:
    """Return what the root is worth, ``None`` where what is drawn does not settle it."""
    low, high = what_if(record, 0, (), 0)
    return low if low == high else None


def _with_root_moved(
    record: Record, leaves: Sequence[int], before: Number, distances: Sequence[int], *, is_up: bool
) -> Refutation | None:
    """Return the nearest round number for some leaves that moves the root's value, if any does.

    Args:
        record: The search.
        leaves: The leaves that get the number, all of them the same.
        before: What the root is worth without it; an infinite value moves one way alone.
        distances: How far from the next number the numbers are that are tried, ascending.
        is_up: Whether the root is to be worth more, or else less.
    """
    cannot_move = before == (INFINITY if is_up else -INFINITY)
    if not leaves or cannot_move:
        return None
    for number in _numbers_beyond(record, before, distances, is_up=is_up):
        low, high = what_if(record, 0, leaves, number)
        if low == high and _is_beyond(low, before, is_up=is_up):
            return Refutation(dict.fromkeys(leaves, number), low)
    return None


def _numbers_beyond(
    record: Record, before: Number, distances: Sequence[int], *, is_up: bool
) -> Iterator[Number]:
    """Yield numbers above or below a value, at some distances, within the known range."""
    lowest, highest = record.rules.known_range
    nearest = _nearest_number(before, is_up=is_up)
    for distance in distances:
        number = nearest + distance if is_up else nearest - distance
        yield max(lowest, min(number, highest))


def _is_beyond(value: Number, before: Number, *, is_up: bool) -> bool:
    """Tell whether a value lies above another one, or else below it."""
    return value > before if is_up else value < before


def _nearest_number(before: Number, *, is_up: bool) -> int:
    """Return the nearest integer above a number, or below it; 0 beyond an infinite one."""
    if not isfinite(before):
        return 0
    if is_up:
        return floor(before) + 1
    return ceil(before) - 1


def _fewest_tried(
    record: Record, hidden: Sequence[int], before: Number, *, is_up: bool
) -> Sequence[int]:
    """Return the fewest hidden leaves that move the root's value, found by trying them.

    Where there are too many sets to try, none of the leaves returned can be spared.
    """

    def moves(leaves: Sequence[int]) -> bool:
        """Tell whether any number moves the root; what the largest does not move, none does."""
        return _with_root_moved(record, leaves, before, _DISTANCES[-1:], is_up=is_up) is not None

    if not moves(hidden):
        return ()
    for leaves in islice(_smallest_sets_first(hidden), _MOST_TRIALS):
        if moves(leaves):
            return leaves
    needed = list(hidden)
    for leaf in hidden[:_MOST_TRIALS]:
        others = [other for other in needed if other != leaf]
        if moves(others):
            needed = others
    return needed


def _smallest_sets_first(leaves: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the sets of some leaves: each alone, then any two of them, and so on."""
    for size in range(1, len(leaves) + 1):
        yield from combinations(leaves, size)


def _fewest(record: Record, hidden: Sequence[int], before: Number, *, is_up: bool) -> Sequence[int]:
    """Return the fewest hidden leaves that move the root past its value; empty if none do.

    They are a cheapest proof that it can be moved: one child of the chooser's nodes, every child
    of the opponent's, down to leaves that are hidden, or lie beyond the value as they are.
    """
    tree = record.tree
    chooser = MAX_ROLE if is_up else MIN_ROLE
    prices = _leaf_prices(record, hidden, before, is_up=is_up)
    cost = proof_costs(tree, tree.roles, prices, chooser)
    if cost[0] == inf:
        return []
    leaves: list[int] = []
    pending = [0]
    while pending:
        node = pending.pop()
        is_proven_as_it_is = cost[node] == 0
        if is_proven_as_it_is:
            continue
        if node in prices:
            leaves.append(node)
        elif tree.roles[node] == chooser:
            pending.append(min(tree.children(node), key=cost.__getitem__))
        else:
            pending.extend(tree.children(node))
    return sorted(leaves)


def _leaf_prices(
    record: Record, hidden: Sequence[int], before: Number, *, is_up: bool
) -> dict[int, float]:
    """Return what leaves cost in a proof: 0 if beyond the value as they are, 1 if hidden.

    The other leaves prove nothing, and have no price.
    """
    prices = dict.fromkeys(hidden, 1.0)
    for leaf in leaves_of_search(record):
        value = record.leaf_value(leaf)
        if value is not None and _is_beyond(value, before, is_up=is_up):
            prices[leaf] = 0
    return prices
