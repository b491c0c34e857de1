"""Leaf values that a wrong slash overlooks: with them the root would be worth something else.

In ``[[3 12] [14 5 /2]]`` the root is worth 3. If the leaf that is crossed out were a 4, the root
would be worth 4: this *refutes* the slash.

The leaves are those of the search, estimates at the depth limit among them; their values lie in the
known range.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from math import ceil, floor, inf, isfinite
from typing import Final, NamedTuple

from treeexplorer.engine import Record
from treeexplorer.engine.best_order import compute_proof_costs
from treeexplorer.judging.what_if import compute_interval_as_drawn, leaves_of_search, what_if
from treeexplorer.tree import INFINITY, MAX_ROLE, MIN_ROLE, Number

_MOST_TRIALS: Final = 400
_DISTANCES: Final = (0, *(10**power for power in range(1, 13)))
"""How far beyond the nearest integer the numbers are that are tried at leaves, ascending.

To raise a root that is worth 3, the nearest integer is 4: 4, 14, 104 and so on are tried.
"""


class Refutation(NamedTuple):
    """Values of leaves that were crossed out, with which the root is worth something else.

    Attributes:
        changes: The new values, by leaf.
        value: What the root is worth with them.
    """

    changes: dict[int, Number]
    value: Number


def refutation(record: Record, crossed: Iterable[int]) -> Refutation | None:
    """Find leaf values below crossed-out nodes that change the root's value; ``None`` if none do.

    As few leaves as possible get another value. If the root's value can be raised with as few as it
    can be lowered with, it is raised.

    Args:
        record: The search.
        crossed: The nodes that somebody has crossed out as cut off.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.notation import parse
        >>> tree = parse("[[3 12] [14 5 /2]]").tree
        >>> refutation(search(tree), [tree.find("2.3")])  # if the 2 were a 4
        Refutation(changes={7: 4}, value=4)
    """
    before = worth_without_changes(record)
    if before is None:
        return None  # the drawn tree does not settle the root's value: no change can be proven
    crossed_leaves = [leaf for node in crossed for leaf in leaves_of_search(record, node)]
    if not crossed_leaves:
        return None

    raising = _find_smallest_refutation(_Aim(record, before, is_up=True), crossed_leaves)
    lowering = _find_smallest_refutation(_Aim(record, before, is_up=False), crossed_leaves)
    if raising is None or lowering is None:
        return lowering if raising is None else raising
    raising_is_as_small = len(raising.changes) <= len(lowering.changes)
    return raising if raising_is_as_small else lowering


def worth_without_changes(record: Record) -> Number | None:
    """Return the value of the root; ``None`` if the drawn tree does not settle it."""
    low, high = compute_interval_as_drawn(record, 0)
    return low if low == high else None


class _Aim(NamedTuple):
    """The aim of changing leaf values: to raise the root's value, or to lower it.

    Attributes:
        record: The search.
        before: The root's value as drawn.
        is_up: Whether it is to be raised; otherwise it is to be lowered.
    """

    record: Record
    before: Number
    is_up: bool

    @property
    def player(self) -> int:
        """The role of the player who wants the root's value to move like this."""
        return MAX_ROLE if self.is_up else MIN_ROLE

    @property
    def is_possible(self) -> bool:
        """Whether the root's value can move like this at all: +∞ cannot be raised."""
        farthest = INFINITY if self.is_up else -INFINITY
        return self.before != farthest

    def is_reached_by(self, value: Number) -> bool:
        """Tell whether a value lies above the root's value as drawn, or else below it."""
        return value > self.before if self.is_up else value < self.before

    def find_refutation(self, leaves: Sequence[int], distances: Sequence[int]) -> Refutation | None:
        """Find one number that moves the root's value as wanted if all the leaves have it.

        For example, the root is worth 3 and is to be raised, with the distances 0 and 10::

            if all leaves are 4    the root is worth 3     not enough
            if all leaves are 14   the root is worth 8     so 14 is the number

        ``None`` if no number moves it.
        """
        if not leaves or not self.is_possible:
            return None
        for number in self._choose_numbers_beyond(distances):
            value = self._compute_root_value(leaves, number)
            if value is not None and self.is_reached_by(value):
                changes = dict.fromkeys(leaves, number)
                return Refutation(changes, value)
        return None

    def _compute_root_value(self, leaves: Sequence[int], number: Number) -> Number | None:
        """Compute what the root would be worth if all the leaves had a number.

        ``None`` if that is not settled, as leaves that are not drawn decide it.
        """
        root = 0
        lowest, highest = what_if(self.record, root, leaves, value=number)
        return lowest if lowest == highest else None

    def _choose_numbers_beyond(self, distances: Sequence[int]) -> Iterator[Number]:
        """Yield numbers beyond the root's value, at some distances from the nearest integer.

        Above 3, at the distances 0 and 10, they are 4 and 14. A number outside the known range is
        replaced by the end of the range.
        """
        lowest, highest = self.record.rules.known_range
        nearest = _find_nearest_integer(self.before, is_up=self.is_up)
        for distance in distances:
            number = nearest + distance if self.is_up else nearest - distance
            yield max(lowest, min(number, highest))


def _find_smallest_refutation(aim: _Aim, crossed_leaves: Sequence[int]) -> Refutation | None:
    """Find a refutation that changes as few crossed-out leaves as possible.

    Without chance nodes the nearest integer beyond the root's value is enough if any number is. To
    move a mean far enough, a number further away may be needed.
    """
    if aim.record.tree.has_chance:
        leaves = _find_fewest_leaves_by_trials(aim, crossed_leaves)
        return aim.find_refutation(leaves, _DISTANCES)
    leaves = _find_fewest_leaves_by_proof(aim, crossed_leaves)
    nearest_only = _DISTANCES[:1]
    return aim.find_refutation(leaves, nearest_only)


def _find_nearest_integer(number: Number, *, is_up: bool) -> int:
    """Return the nearest integer above a number, or below it; 0 for an infinite number."""
    if not isfinite(number):
        return 0
    if is_up:
        return floor(number) + 1
    return ceil(number) - 1


def _find_fewest_leaves_by_trials(aim: _Aim, crossed_leaves: Sequence[int]) -> Sequence[int]:
    """Find the fewest crossed-out leaves that move the root's value, by trying sets of them.

    At most 400 sets are tried, the smallest first. If none of these moves it, leaves are taken away
    from all crossed-out ones instead, and the result may have more leaves than are needed. Empty if
    all crossed-out leaves together do not move it.
    """
    if not _can_move_root(aim, crossed_leaves):
        return ()
    for leaves in islice(_list_smallest_sets_first(crossed_leaves), _MOST_TRIALS):
        if _can_move_root(aim, leaves):
            return leaves
    return _remove_needless_leaves(aim, crossed_leaves)


def _can_move_root(aim: _Aim, leaves: Sequence[int]) -> bool:
    """Tell whether some number, put at all of the leaves, moves the root as aimed.

    Only the farthest number is tried. The root's value never falls while leaves grow, and never
    grows while they fall: so the farthest number moves it if any does.
    """
    farthest_only = _DISTANCES[-1:]
    return aim.find_refutation(leaves, farthest_only) is not None


def _remove_needless_leaves(aim: _Aim, leaves: Sequence[int]) -> Sequence[int]:
    """Remove, one after the other, each leaf without which the others still move the root.

    The result is small, but not always the smallest possible.
    """
    needed = list(leaves)
    for leaf in leaves[:_MOST_TRIALS]:
        others = [other for other in needed if other != leaf]
        if _can_move_root(aim, others):
            needed = others
    return needed


def _list_smallest_sets_first(leaves: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the sets of some leaves: each alone, then any two of them, and so on."""
    for size in range(1, len(leaves) + 1):
        yield from combinations(leaves, size)


def _find_fewest_leaves_by_proof(aim: _Aim, crossed_leaves: Sequence[int]) -> Sequence[int]:
    """Find the fewest crossed-out leaves with which the root's value moves; empty if it cannot.

    To raise the value of a MAX node, one child has to be raised; to raise that of a MIN node, every
    child. So it is computed for each node, from the leaves upwards, how many leaves have to change
    to raise it at least: at a MAX node the least number of any child, at a MIN node the sum of all.
    It is infinite if the node cannot be raised. To lower the root's value, the players change
    places: ``aim.player`` is the one who needs only one child.

    For example, to raise the root of ``[A:[3 12] B:[14 5 /2]]`` above 3::

        3       infinite: it is not crossed out      14, 5   0 each: they lie above 3 already
        12      0: it lies above 3 already           2       1: it is crossed out
        A       infinite, the sum of its children    B       1, the sum of its children
        root    1, the least of A and B: so the 2 has to change
    """
    tree = aim.record.tree
    changes_at_leaves = _count_changes_at_leaves(aim, crossed_leaves)
    least_changes = compute_proof_costs(tree, tree.roles, changes_at_leaves, aim.player)  # by node
    root = 0
    is_fixed = least_changes[root] == inf
    if is_fixed:
        return []
    return sorted(_collect_leaves_to_change(aim, changes_at_leaves, least_changes))


def _collect_leaves_to_change(
    aim: _Aim, changes_by_leaf: Mapping[int, float], changes_by_node: Sequence[float]
) -> Iterator[int]:
    """Yield the fewest leaves that must change so that the root's value moves as aimed.

    A leaf takes 1 change, or 0 if its value is far enough as it is. A node takes the changes of its
    cheapest child, or of all its children, and from the root such children are followed downwards.
    """
    tree = aim.record.tree
    root = 0
    nodes_to_move = [root]
    while nodes_to_move:
        node = nodes_to_move.pop()
        if changes_by_node[node] == 0:
            continue
        if node in changes_by_leaf:
            yield node
        elif tree.roles[node] == aim.player:  # one child is enough
            cheapest_child = min(tree.children(node), key=changes_by_node.__getitem__)
            nodes_to_move.append(cheapest_child)
        else:  # the opponent's node: every child must be moved
            nodes_to_move.extend(tree.children(node))


def _count_changes_at_leaves(aim: _Aim, crossed_leaves: Sequence[int]) -> dict[int, float]:
    """Return how many changes each leaf takes for the root's value to move as aimed.

    A leaf takes none if its value lies beyond the root's already; another leaf takes one if it is
    crossed out, and cannot help otherwise: then it is not in the result. In
    ``[[3 12] [14 5 /2]]``, to raise the root's 3, the 12, 14 and 5 take 0 changes, the 2 takes 1.
    """
    changes = dict.fromkeys(crossed_leaves, 1.0)
    for leaf in leaves_of_search(aim.record):
        value = aim.record.leaf_value(leaf)
        if value is not None and aim.is_reached_by(value):
            changes[leaf] = 0
    return changes
