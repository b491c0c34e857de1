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
from treeexplorer.engine.best_order import proof_costs
from treeexplorer.judging.what_if import leaves_of_search, what_if, worth_as_drawn
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
    hidden = [leaf for node in crossed for leaf in leaves_of_search(record, node)]
    # The drawn tree does not settle the root's value, so no change of it can be proven.
    if before is None or not hidden:
        return None
    raising = _with_fewest_leaves(_Aim(record, before, is_up=True), hidden)
    lowering = _with_fewest_leaves(_Aim(record, before, is_up=False), hidden)
    refutations = [each for each in (raising, lowering) if each is not None]
    # Of equal ones min() returns the first, which raises the value.
    return min(refutations, key=lambda each: len(each.changes), default=None)


def worth_without_changes(record: Record) -> Number | None:
    """Return the value of the root; ``None`` if the drawn tree does not settle it."""
    low, high = worth_as_drawn(record, 0)
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

    def refutation_with(self, leaves: Sequence[int], distances: Sequence[int]) -> Refutation | None:
        """Find one number with which, at some leaves, the root's value is raised (or lowered).

        Args:
            leaves: The leaves; all of them get the same number.
            distances: Some of :data:`_DISTANCES`. The first number that is enough is taken.

        Returns:
            The number at each leaf, and the root's new value; ``None`` if no number is enough.
        """
        if not leaves or not self.is_possible:
            return None
        root = 0
        for number in self._numbers_beyond(distances):
            lowest_worth, highest_worth = what_if(self.record, root, leaves, number)
            # Otherwise leaves that are not drawn decide what the root is worth.
            is_settled = lowest_worth == highest_worth
            if is_settled and self.is_reached_by(lowest_worth):
                return Refutation(dict.fromkeys(leaves, number), lowest_worth)
        return None

    def _numbers_beyond(self, distances: Sequence[int]) -> Iterator[Number]:
        """Yield numbers beyond the root's value, at some distances from the nearest integer.

        Above 3, at the distances 0 and 10, they are 4 and 14. A number outside the known range is
        replaced by the end of the range.
        """
        lowest, highest = self.record.rules.known_range
        nearest = _nearest_number(self.before, is_up=self.is_up)
        for distance in distances:
            number = nearest + distance if self.is_up else nearest - distance
            yield max(lowest, min(number, highest))


def _with_fewest_leaves(aim: _Aim, hidden: Sequence[int]) -> Refutation | None:
    """Return a refutation that changes the fewest hidden leaves; ``None`` if there is none.

    Without chance nodes the nearest integer beyond the root's value is enough if any number is. To
    move a mean far enough, a number further away may be needed.

    Args:
        aim: The aim.
        hidden: The leaves below the nodes that are crossed out.
    """
    if aim.record.tree.has_chance:
        return aim.refutation_with(_fewest_by_trials(aim, hidden), _DISTANCES)
    nearest_only = _DISTANCES[:1]
    return aim.refutation_with(_fewest_by_proof(aim, hidden), nearest_only)


def _nearest_number(before: Number, *, is_up: bool) -> int:
    """Return the nearest integer above a number, or below it; 0 beyond an infinite one."""
    if not isfinite(before):
        return 0
    if is_up:
        return floor(before) + 1
    return ceil(before) - 1


def _fewest_by_trials(aim: _Aim, hidden: Sequence[int]) -> Sequence[int]:
    """Return the fewest hidden leaves that move the root's value, found by trying sets of them.

    At most 400 sets are tried, the smallest first. If none of these moves it, leaves are taken away
    from all hidden ones instead, and the result may have more leaves than are needed. Empty if all
    hidden leaves together do not move it.
    """
    # All together move it if any set does.
    if not _can_move(aim, hidden):
        return ()
    for leaves in islice(_smallest_sets_first(hidden), _MOST_TRIALS):
        if _can_move(aim, leaves):
            return leaves
    return _without_needless_leaves(aim, hidden)


def _can_move(aim: _Aim, leaves: Sequence[int]) -> bool:
    """Tell whether some number, put at all of the leaves, moves the root as aimed.

    Only the farthest number is tried. The root's value never falls while leaves grow, and never
    grows while they fall: so the farthest number moves it if any does.
    """
    farthest_only = _DISTANCES[-1:]
    return aim.refutation_with(leaves, farthest_only) is not None


def _without_needless_leaves(aim: _Aim, leaves: Sequence[int]) -> Sequence[int]:
    """Return leaves that move the root, each of the first ones removed if the others suffice.

    The leaves are tried one after the other, so that the result is small, but not always the
    smallest possible.

    Args:
        aim: Whether the root's value is to be raised or lowered.
        leaves: Leaves that move it together.
    """
    needed = list(leaves)
    for leaf in leaves[:_MOST_TRIALS]:
        others = [other for other in needed if other != leaf]
        if _can_move(aim, others):
            needed = others
    return needed


def _smallest_sets_first(leaves: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the sets of some leaves: each alone, then any two of them, and so on."""
    for size in range(1, len(leaves) + 1):
        yield from combinations(leaves, size)


def _fewest_by_proof(aim: _Aim, hidden: Sequence[int]) -> Sequence[int]:
    """Return the fewest hidden leaves with which the root's value moves; empty if it cannot.

    To raise the value of a MAX node, one child has to be raised; to raise that of a MIN node, every
    child. So it is known of each node, from the leaves upwards, how many hidden leaves have to
    change to raise it at least. To lower the root's value, the players change places.

    Args:
        aim: Whether the value is raised or lowered.
        hidden: The leaves that may get another value, since they were crossed out.
    """
    tree = aim.record.tree
    changes_at_leaf = _changes_at_leaf(aim, hidden)
    # By node; infinite at a node that cannot be moved.
    fewest_changes = proof_costs(tree, tree.roles, changes_at_leaf, aim.player)
    root = 0
    if fewest_changes[root] == inf:
        return []
    return sorted(_leaves_to_change(aim, changes_at_leaf, fewest_changes))


def _leaves_to_change(
    aim: _Aim, changes_at_leaf: Mapping[int, float], fewest_changes: Sequence[float]
) -> Iterator[int]:
    """Yield the fewest hidden leaves that must change so that the root's value moves as aimed.

    Args:
        aim: Whether the root's value is raised or lowered.
        changes_at_leaf: By leaf: 1 if it must change, 0 if its value is far enough as it is.
        fewest_changes: By node: how many leaves below it must change at least; finite at the root.
    """
    tree = aim.record.tree
    nodes_to_move = [0]
    while nodes_to_move:
        node = nodes_to_move.pop()
        needs_no_change = fewest_changes[node] == 0
        if needs_no_change:
            continue
        is_hidden_leaf = node in changes_at_leaf
        if is_hidden_leaf:
            yield node
        elif tree.roles[node] == aim.player:  # one child is enough
            cheapest = min(tree.children(node), key=fewest_changes.__getitem__)
            nodes_to_move.append(cheapest)
        else:  # the opponent's node: every child must be moved
            nodes_to_move.extend(tree.children(node))


def _changes_at_leaf(aim: _Aim, hidden: Sequence[int]) -> dict[int, float]:
    """Return, by leaf, how many changes it takes there for the root's value to move as aimed.

    - 0 at a leaf whose value is beyond the root's value already.
    - 1 at any other hidden leaf: it needs another value.

    A leaf that is neither cannot help: it is not in the result.

    Example:
        In ``[[3 12] [14 5 /2]]`` the root is worth 3. To raise it, the 12, 14 and 5 take 0 changes,
        and the hidden 2 takes 1.
    """
    changes = dict.fromkeys(hidden, 1.0)
    for leaf in leaves_of_search(aim.record):
        value = aim.record.leaf_value(leaf)
        if value is not None and aim.is_reached_by(value):
            changes[leaf] = 0  # a hidden leaf, too
    return changes
