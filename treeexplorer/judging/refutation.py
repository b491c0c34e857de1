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
from treeexplorer.judging.what_if import leaves_of_search, what_if, worth_as_drawn
from treeexplorer.tree import INFINITY, MAX_ROLE, MIN_ROLE, Number

_MOST_TRIALS: Final = 400
_DISTANCES: Final = (0, *(10**power for power in range(1, 13)))
"""How far from the next number leaves are moved, one after the other."""


class Refutation(NamedTuple):
    """Leaf values that make a difference although the answer left them out."""

    changes: dict[int, Number]  # by leaf
    value: Number  # what the root is worth then


def refutation(record: Record, crossed: Iterable[int]) -> Refutation | None:
    """Return leaf values below crossed nodes that change the root's value; ``None`` if none do.

    As few leaves as are found to be enough get another value. If as few can raise the root's value
    as lower it, it is raised.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.notation import parse
        >>> tree = parse("[[3 12] [14 5 /2]]").tree
        >>> refutation(search(tree), [tree.find("2.3")])  # if the 2 were a 4
        Refutation(changes={7: 4}, value=4)
    """
    before = worth_without_changes(record)
    hidden = [leaf for node in crossed for leaf in leaves_of_search(record, node)]
    if before is None or not hidden:
        return None
    raising = _with_fewest_leaves(record, hidden, before, is_up=True)
    lowering = _with_fewest_leaves(record, hidden, before, is_up=False)
    found = [each for each in (raising, lowering) if each is not None]
    return min(found, key=lambda each: len(each.changes), default=None)  # the first of equals


def _with_fewest_leaves(
    record: Record, hidden: Sequence[int], before: Number, *, is_up: bool
) -> Refutation | None:
    """Return a value of the fewest hidden leaves that raises the root's value, or lowers it.

    Without chance nodes the next integer beyond the root's value is enough if anything is. To move
    a mean, a number further away may be needed.

    Args:
        record: The search.
        hidden: The leaves that the answer left out.
        before: The root's value as drawn.
        is_up: Whether the root's value is to be raised, or else lowered.
    """
    if record.tree.has_chance:
        leaves = _fewest_by_trials(record, hidden, before, is_up=is_up)
        return _with_root_moved(record, leaves, before, _DISTANCES, is_up=is_up)
    leaves = _fewest_by_proof(record, hidden, before, is_up=is_up)
    nearest_only = _DISTANCES[:1]
    return _with_root_moved(record, leaves, before, nearest_only, is_up=is_up)


def worth_without_changes(record: Record) -> Number | None:
    """Return the value of the root; ``None`` if the drawn tree does not settle it."""
    low, high = worth_as_drawn(record, 0)
    return low if low == high else None


def _with_root_moved(
    record: Record, leaves: Sequence[int], before: Number, distances: Sequence[int], *, is_up: bool
) -> Refutation | None:
    """Return a refutation in which some leaves have one number, the first that moves the root.

    ``None`` if no number that is tried moves it.

    Args:
        record: The search.
        leaves: The leaves that get the number, all of them the same.
        before: The root's value as drawn. If it is +∞ it cannot be raised, if −∞ not lowered.
        distances: How far beyond the next integer the numbers to try lie, ascending.
        is_up: Whether the root's value is to be raised, or else lowered.
    """
    cannot_move = before == (INFINITY if is_up else -INFINITY)
    if not leaves or cannot_move:
        return None
    for number in _numbers_beyond(record, before, distances, is_up=is_up):
        low, high = what_if(record, 0, leaves, number)
        is_settled = low == high
        if is_settled and _is_beyond(low, before, is_up=is_up):
            return Refutation(dict.fromkeys(leaves, number), low)
    return None


def _numbers_beyond(
    record: Record, before: Number, distances: Sequence[int], *, is_up: bool
) -> Iterator[Number]:
    """Yield numbers above a value, or below it, at some distances from the next integer.

    Above 3, at the distances 0 and 10, these are 4 and 14. A number outside the known range is
    replaced by the end of the range, which may come several times.
    """
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


def _fewest_by_trials(
    record: Record, hidden: Sequence[int], before: Number, *, is_up: bool
) -> Sequence[int]:
    """Return the fewest hidden leaves that move the root's value, found by trying sets of them.

    If the sets are too many to try, a set is returned that moves it, from which each of the first
    leaves was removed if the others sufficed. Empty if all hidden leaves together do not move it.
    """

    def can_move(leaves: Sequence[int]) -> bool:
        """Tell whether a number at the leaves moves the root; the farthest one does if any does."""
        farthest_only = _DISTANCES[-1:]
        return _with_root_moved(record, leaves, before, farthest_only, is_up=is_up) is not None

    if not can_move(hidden):
        return ()
    for leaves in islice(_smallest_sets_first(hidden), _MOST_TRIALS):
        if can_move(leaves):
            return leaves
    needed = list(hidden)
    for leaf in hidden[:_MOST_TRIALS]:
        others = [other for other in needed if other != leaf]
        if can_move(others):
            needed = others
    return needed


def _smallest_sets_first(leaves: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the sets of some leaves: each alone, then any two of them, and so on."""
    for size in range(1, len(leaves) + 1):
        yield from combinations(leaves, size)


def _fewest_by_proof(
    record: Record, hidden: Sequence[int], before: Number, *, is_up: bool
) -> Sequence[int]:
    """Return the fewest hidden leaves that move the root past its value; empty if none do.

    They are a cheapest proof that it can be moved. To raise the root's value, MAX needs one child
    that is raised, MIN all of its children, down to leaves that are hidden, or that lie above the
    value as they are; to lower it, the players change places.
    """
    tree = record.tree
    chooser = MAX_ROLE if is_up else MIN_ROLE
    prices = _leaf_prices(record, hidden, before, is_up=is_up)
    cost = proof_costs(tree, tree.roles, prices, chooser)
    cannot_be_proven = cost[0] == inf
    if cannot_be_proven:
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
    """Return the price of each leaf in a proof that the root's value can be raised, or lowered.

    A hidden leaf costs 1: it needs another value. A leaf costs 0 if its own value is above the
    root's value already (below it, to lower it). Every other leaf proves nothing, and has no price.
    To raise a root worth 3 in ``[[3 12] [14 5 /2]]`` the 12, 14 and 5 cost 0, and the hidden 2
    costs 1.

    Args:
        record: The search.
        hidden: The leaves that may get another value.
        before: The root's value as drawn.
        is_up: Whether it is to be raised, or else lowered.
    """
    prices = dict.fromkeys(hidden, 1.0)
    for leaf in leaves_of_search(record):
        value = record.leaf_value(leaf)
        if value is not None and _is_beyond(value, before, is_up=is_up):
            prices[leaf] = 0  # a hidden leaf, too
    return prices
