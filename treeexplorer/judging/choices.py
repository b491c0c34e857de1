"""A cut-off as a choice: who chooses, the two offers, and what other leaves would change.

The *chooser* is the ancestor that has the bound of the cut-off (its witness). It chooses between
what it has already and the node with the cut-off, whose worth can only get worse for the chooser.
In ``[[3 12 8] [2 4 6]]`` the root chooses: it has 3 through its first child, and its second child
is worth 2 or less, whatever the pruned 4 and 6 are. With other values of the pruned leaves the
second child may be worth something else, but the root keeps its 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from treeexplorer.engine import CutOff, Record
from treeexplorer.engine.intervals import Interval, merged_with, minimax_intervals
from treeexplorer.errors import present
from treeexplorer.judging.facts import BestSoFar, best_at, proven
from treeexplorer.judging.what_if import leaves_pruned_for_good, what_if, worth_as_drawn
from treeexplorer.tree import INFINITY, Number, Player

_FAR_BELOW: Final = -9
_FAR_ABOVE: Final = 99
"""The values that are tried below and above both numbers, if they lie below and above them."""


class NumberSource(NamedTuple):
    """A number of a cut-off's test, and where it comes from.

    Attributes:
        value: The number.
        holder: The node that the number comes from, with its best value so far (v) and the child
            that gave it. The number is this v, or what a chance node computed from it under a
            range. ``None`` if the number comes from no node, such as an end of the first window.
        step: The step at which it arrived at that node.
    """

    value: Number
    holder: BestSoFar | None
    step: int | None


class TriedValue(NamedTuple):
    """Values of the pruned leaves, and what the node with the cut-off would then be worth.

    Attributes:
        leaves: The values, one for each pruned leaf; one alone if only undrawn moves are pruned.
        worth: What the node would be worth; a single number if the drawn leaves settle it.
        is_own: Whether these are the values that the leaves have.
    """

    leaves: tuple[Number, ...]
    worth: Interval
    is_own: bool = False


class Choice(NamedTuple):
    """What the chooser has, what the node with the cut-off can be worth, and what would change it.

    Attributes:
        cut: The cut-off.
        chooser: The witness; ``None`` if whoever asked for the window chooses.
        wants: The player who chooses: MAX at an α cut-off, MIN at a β cut-off.
        offer: What the node with the cut-off can be worth, as far as that is proven.
        bound: The bound of the cut-off, and where it comes from: what the chooser has, or what a
            chance node computed from it under a range.
        v: The v of the node with the cut-off, and where it comes from.
        leaves: The pruned leaves whose values are changed; none if only undrawn moves are pruned.
        tried: What the node would be worth with some of their values, ascending.
    """

    cut: CutOff
    chooser: int | None
    wants: Player
    offer: Interval
    bound: NumberSource
    v: NumberSource
    leaves: tuple[int, ...]
    tried: tuple[TriedValue, ...]


def choice_of(record: Record, cut: CutOff) -> Choice:
    """Return the choice that a cut-off is: who chooses, between which two offers.

    Linear in the size of the cut-off node's subtree. For a complete search it is computed once and
    kept with the record.

    Example:
        The root chooses between the 3 that it has and its second child, which is worth at most 2.
        That child has had v = 2 since step 12. With other values of the pruned leaves 4 and 6 it
        would be worth −9, or 2 again.

        >>> from treeexplorer.engine import analysis_of, search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
        >>> choice = choice_of(record, analysis_of(record).cut_offs[0])
        >>> choice.chooser, choice.bound.value, choice.offer, choice.v.step
        (0, 3, (-inf, 2), 12)
        >>> [(each.leaves, each.worth) for each in choice.tried]
        [((-9, -9), (-9, -9)), ((2, 2), (2, 2)), ((4, 6), (2, 2)), ((99, 99), (2, 2))]
    """
    # While the search goes on nothing is kept: a later call may read what is pruned now.
    if not record.complete:
        return _choice_of(record, cut)
    # The record keeps this table, which is empty when it is asked for the first time.
    choice_of_call = record.derive(_table_of_choices)
    if cut.call not in choice_of_call:
        choice_of_call[cut.call] = _choice_of(record, cut)
    return choice_of_call[cut.call]


def _table_of_choices(_: Record) -> dict[int, Choice]:
    """Return an empty table of choices, by the call with the cut-off."""
    return {}


def _choice_of(record: Record, cut: CutOff) -> Choice:
    """Describe a cut-off as a choice between two offers: who chooses, and what each is worth.

    The node above that has the bound of the cut-off chooses between what it has already and the
    node that is cut off. In ``[[3 12 8] [2 4 6]]`` the root chooses: it has 3, and its second child
    is worth 2 or less.

    Args:
        record: The search.
        cut: The cut-off.
    """
    # Those that no later visit has read: in a search such as PVS one might have.
    leaves = leaves_pruned_for_good(record, cut)
    return Choice(
        cut=cut,
        chooser=_chooser(cut),
        # MAX nodes give the bound of an α cut-off, MIN nodes that of a β cut-off.
        wants=Player.MAX if cut.kind == "alpha" else Player.MIN,
        # The interval in which the value of the node that is cut off must lie.
        offer=proven(record, cut.node, cut.step),
        bound=_bound_source(record, cut),
        v=_v_source(record, cut),
        leaves=tuple(leaves),
        tried=tuple(_tried_values(record, cut, leaves)),
    )


def _chooser(cut: CutOff) -> int | None:
    """Return the ancestor that has the bound of a cut-off; ``None`` if it is no ancestor's."""
    return None if cut.witness is None else cut.witness.node


def _bound_source(record: Record, cut: CutOff) -> NumberSource:
    """Return the bound of a cut-off, and who has it since when, if an ancestor does."""
    if cut.witness is None:
        return NumberSource(cut.bound, None, None)
    holder = BestSoFar(cut.witness.node, cut.origin.traced_bound, cut.witness.child)
    return NumberSource(cut.bound, holder, _arrival(record, cut.witness.child, cut.step))


def _v_source(record: Record, cut: CutOff) -> NumberSource:
    """Return the v of the node with the cut-off, and which child gave it when."""
    best = best_at(record, cut.call, cut.step)
    if best is None or best.through is None:
        return NumberSource(cut.v, best, None)
    return NumberSource(cut.v, best, _arrival(record, best.through, cut.step))


def _arrival(record: Record, child: int, step: int) -> int | None:
    """Return the last step, up to a given one, in which a child's value arrived at its parent.

    Args:
        record: The search.
        child: The child's node number. It may be visited several times.
        step: The number of the given step; later arrivals do not count.

    Returns:
        The number of the step; ``None`` if the value has not arrived by then.
    """
    arrivals = [record.returned_at(call) for call in record.calls_of(child)]
    return max((arrival for arrival in arrivals if arrival <= step), default=None)


def _tried_values(record: Record, cut: CutOff, leaves: Sequence[int]) -> list[TriedValue]:
    """Return what a node would be worth with other values of the leaves that it skips.

    Up to three numbers are tried, each as the value of all skipped leaves at once. The *own* values
    of the leaves, those that they have in the tree, are another trial if all are drawn and known.

    Args:
        record: The search.
        cut: The cut-off, which skips the leaves.
        leaves: The node numbers of the skipped leaves.

    Returns:
        The trials: the values of the leaves, and the worth of the node with them. They ascend by
        the smallest value of a leaf, then by the largest. Empty if nothing is skipped.

    Example:
        After the cut-off on 3 ≥ 2 in ``[[3 12 8] [2 4 6]]`` the leaves 4 and 6 are tried as −9 and
        −9, 2 and 2, 4 and 6, 99 and 99. The node is worth −9, 2, 2 and 2.
    """
    nothing_is_pruned = not leaves and not cut.elided
    if nothing_is_pruned:
        return []
    trials = [_with_one_value(record, cut, leaves, value) for value in _values_to_try(record, cut)]
    own_trial = _with_own_values(record, cut, leaves)
    if own_trial is not None:
        # If the leaves have one of the numbers that are tried, this is listed as their own alone.
        trials = [trial for trial in trials if trial.leaves != own_trial.leaves]
        trials.append(own_trial)
    return sorted(trials, key=lambda trial: (min(trial.leaves), max(trial.leaves)))


def _with_one_value(
    record: Record, cut: CutOff, leaves: Sequence[int], value: Number
) -> TriedValue:
    """Return what a node with a cut-off would be worth if all that is pruned had one value."""
    count = max(1, len(leaves))  # undrawn moves alone are told as one value
    return TriedValue((value,) * count, _worth_with(record, cut, leaves, value))


def _with_own_values(record: Record, cut: CutOff, leaves: Sequence[int]) -> TriedValue | None:
    """Return what a node with a cut-off is worth with the values that the pruned leaves have.

    ``None`` if they are not all drawn and known.
    """
    values = [record.leaf_value(leaf) for leaf in leaves]
    if cut.elided or None in values:
        return None
    known_values = tuple(map(present, values))
    return TriedValue(known_values, worth_as_drawn(record, cut.node), is_own=True)


def _values_to_try(record: Record, cut: CutOff) -> set[Number]:
    """Return the values to try: one below both numbers of a cut-off's test, v, and one above both.

    The first and the last are moved into the known range. If v is infinite, the bound is tried in
    its place. If both are infinite, −9 and 99 are tried, and nothing between them.

    Example:
        After the cut-off on 3 ≥ 2, without a known range, they are −9, 2 and 99.
    """
    finite_numbers = [number for number in (cut.v, cut.bound) if abs(number) != INFINITY]
    lowest, highest = record.rules.known_range
    below = max(lowest, _below(finite_numbers))
    above = min(highest, _above(finite_numbers))
    if not finite_numbers:
        return {below, above}
    v_or_bound = finite_numbers[0]
    return {below, v_or_bound, above}


def _below(numbers: Sequence[Number]) -> Number:
    """Return a number below all others: −9 if it is below them, else the least minus one."""
    if not numbers or min(numbers) > _FAR_BELOW:
        return _FAR_BELOW
    return min(numbers) - 1


def _above(numbers: Sequence[Number]) -> Number:
    """Return a number above all others: 99 if it is above them, else the greatest plus one."""
    if not numbers or max(numbers) < _FAR_ABOVE:
        return _FAR_ABOVE
    return max(numbers) + 1


def _worth_with(record: Record, cut: CutOff, leaves: Sequence[int], value: Number) -> Interval:
    """Return what a node with a cut-off would be worth if all that is pruned had one value.

    Pruned undrawn moves count as one more child: ``[3 4 ...]`` as ``[3 4 7]``.
    """
    if not cut.elided:
        return what_if(record, cut.node, leaves, value)
    worth_of_drawn = _worth_of_drawn(record, cut.node, leaves, value)
    undrawn_child = (value, value)
    no_weight = None  # no moves of a chance node are undrawn
    return merged_with(record.tree.roles[cut.node], worth_of_drawn, undrawn_child, no_weight)


def _worth_of_drawn(record: Record, node: int, leaves: Sequence[int], value: Number) -> Interval:
    """Return what a node would be worth if its undrawn children (``...``) were not there.

    Args:
        record: The search.
        node: The node; it has undrawn children.
        leaves: The leaves below it that get another value.
        value: This value.

    Returns:
        The lowest and the highest value that the node could have.
    """
    tree = record.tree
    tree_without_undrawn = replace(tree, elided=tree.elided - {node})
    interval_of_node = minimax_intervals(
        tree_without_undrawn,
        record.rules.depth,
        entries=dict.fromkeys(leaves, value),
        known=record.rules.known_range,
        top=node,
    )
    return interval_of_node[node]
