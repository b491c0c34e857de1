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
from treeexplorer.engine.intervals import (
    Interval,
    compute_minimax_intervals,
    merge_child_into_interval,
)
from treeexplorer.errors import present
from treeexplorer.judging.best_values import best_at
from treeexplorer.judging.facts import BestSoFar, proven
from treeexplorer.judging.what_if import (
    collect_leaves_pruned_for_good,
    compute_interval_as_drawn,
    what_if,
)
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
        return _compute_choice(record, cut)
    # The record keeps this table, which is empty when it is asked for the first time.
    choice_by_call = record.derive(_make_empty_table)
    if cut.call not in choice_by_call:
        choice_by_call[cut.call] = _compute_choice(record, cut)
    return choice_by_call[cut.call]


def _make_empty_table(_: Record) -> dict[int, Choice]:
    """Return an empty table of choices, by the call with the cut-off."""
    return {}


def _compute_choice(record: Record, cut: CutOff) -> Choice:
    """Find out who chooses at a cut-off, what the two offers are, and what would change them.

    In ``[[3 12 8] B:[2 4 6]]`` B is cut off after the 2. The root chooses, for MAX: it has 3 (the
    bound), and is offered B, whose v is 2, and which is worth 2 or less. The 4 and the 6 are tried
    with other values.
    """
    # Who chooses: the ancestor that has the bound, for MAX if the bound is an α.
    chooser = None if cut.witness is None else cut.witness.node
    choosing_player = Player.MAX if cut.kind == "alpha" else Player.MIN

    # The two offers: what the chooser has already, and the node with the cut-off.
    bound = _trace_bound(record, cut)
    v = _trace_v(record, cut)
    offered_interval = proven(record, cut.node, cut.step)

    # Which pruned leaves may have other values. Not one that the search visits later, as in PVS.
    leaves = collect_leaves_pruned_for_good(record, cut)
    tried_values = _try_other_values(record, cut, leaves)
    return Choice(
        cut=cut,
        chooser=chooser,
        wants=choosing_player,
        offer=offered_interval,
        bound=bound,
        v=v,
        leaves=tuple(leaves),
        tried=tuple(tried_values),
    )


def _trace_bound(record: Record, cut: CutOff) -> NumberSource:
    """Return the bound of a cut-off, which ancestor has it, and since which step."""
    if cut.witness is None:
        return NumberSource(cut.bound, holder=None, step=None)
    ancestor = BestSoFar(cut.witness.node, cut.origin.traced_bound, cut.witness.child)
    step = _find_last_arrival(record, cut.witness.child, up_to_step=cut.step)
    return NumberSource(cut.bound, ancestor, step)


def _trace_v(record: Record, cut: CutOff) -> NumberSource:
    """Return the v of the node with the cut-off, which child gave it, and at which step."""
    best = best_at(record, cut.call, cut.step)
    if best is None or best.through is None:
        return NumberSource(cut.v, best, step=None)
    step = _find_last_arrival(record, best.through, up_to_step=cut.step)
    return NumberSource(cut.v, best, step)


def _find_last_arrival(record: Record, child: int, *, up_to_step: int) -> int | None:
    """Return the last step at which a child's value arrived at its parent.

    A search may visit the child several times. Arrivals after ``up_to_step`` do not count; ``None``
    if there is none before.
    """
    arrivals = [record.returned_at(call) for call in record.calls_of(child)]
    return max((step for step in arrivals if step <= up_to_step), default=None)


def _try_other_values(record: Record, cut: CutOff, leaves: Sequence[int]) -> list[TriedValue]:
    """Compute what the node with a cut-off would be worth with other values of its pruned leaves.

    For example, after the cut-off on 3 ≥ 2 in ``[[3 12 8] [2 4 6]]`` these are tried, in this order
    (by the smallest value of a leaf, then by the largest)::

        values of the leaves 4 and 6   the node is worth
        −9, −9                         −9
        2, 2                           2
        4, 6, their own                2
        99, 99                         2

    Nothing is tried if no leaf and no undrawn move (``...``) is pruned.
    """
    has_nothing_to_change = not leaves and not cut.elided
    if has_nothing_to_change:
        return []

    trials = [
        _try_one_value_for_all(record, cut, leaves, value)
        for value in _choose_values_to_try(record, cut)
    ]
    own_trial = _try_own_values(record, cut, leaves)
    if own_trial is not None:
        # The same values may have been tried already: then as those that the leaves have.
        others = [trial for trial in trials if trial.leaves != own_trial.leaves]
        trials = [*others, own_trial]
    return sorted(trials, key=lambda trial: (min(trial.leaves), max(trial.leaves)))


def _try_one_value_for_all(
    record: Record, cut: CutOff, leaves: Sequence[int], value: Number
) -> TriedValue:
    """Compute what the node with a cut-off would be worth if all that is pruned had one value."""
    worth = _compute_worth(record, cut, leaves, value)
    number_of_values = max(1, len(leaves))  # undrawn moves alone are told as one value
    return TriedValue((value,) * number_of_values, worth)


def _try_own_values(record: Record, cut: CutOff, leaves: Sequence[int]) -> TriedValue | None:
    """Compute what the node with a cut-off is worth with the values that its pruned leaves have.

    ``None`` if a pruned leaf is not drawn, or has no value.
    """
    values = [record.leaf_value(leaf) for leaf in leaves]
    if cut.elided or None in values:
        return None
    known_values = tuple(map(present, values))
    return TriedValue(known_values, compute_interval_as_drawn(record, cut.node), is_own=True)


def _choose_values_to_try(record: Record, cut: CutOff) -> set[Number]:
    """Choose a value below both numbers of a cut-off's test, one of the two, and one above both.

    After the cut-off on 3 ≥ 2, with v = 2, they are −9, 2 and 99. In a known range from 0 to 10
    they are 0, 2 and 10.
    """
    lowest, highest = record.rules.known_range
    finite_numbers = [number for number in (cut.v, cut.bound) if abs(number) != INFINITY]
    below = max(lowest, _choose_number_below(finite_numbers))
    above = min(highest, _choose_number_above(finite_numbers))
    if not finite_numbers:
        return {below, above}
    v_or_bound = finite_numbers[0]
    return {below, v_or_bound, above}


def _choose_number_below(numbers: Sequence[Number]) -> Number:
    """Return −9 if it is below all numbers, else the least of them minus one."""
    if not numbers or min(numbers) > _FAR_BELOW:
        return _FAR_BELOW
    return min(numbers) - 1


def _choose_number_above(numbers: Sequence[Number]) -> Number:
    """Return 99 if it is above all numbers, else the greatest of them plus one."""
    if not numbers or max(numbers) < _FAR_ABOVE:
        return _FAR_ABOVE
    return max(numbers) + 1


def _compute_worth(record: Record, cut: CutOff, leaves: Sequence[int], value: Number) -> Interval:
    """Compute what the node with a cut-off would be worth if all that is pruned had one value.

    Pruned undrawn moves count as one more child: ``[3 4 ...]`` as ``[3 4 7]`` if the value is 7.
    """
    if not cut.elided:
        return what_if(record, cut.node, leaves, value)
    worth_of_drawn_children = _compute_worth_of_drawn_children(record, cut.node, leaves, value)
    player = record.tree.roles[cut.node]
    # No moves of a chance node are undrawn, so that the undrawn child needs no weight.
    return merge_child_into_interval(player, worth_of_drawn_children, (value, value), None)


def _compute_worth_of_drawn_children(
    record: Record, node: int, changed_leaves: Sequence[int], value: Number
) -> Interval:
    """Compute what a node would be worth if it had none but its drawn children.

    For example ``[3 4 ...]`` is taken as ``[3 4]``. The changed leaves below the node have the
    value that is given; the lowest and the highest worth that the node can have are returned.
    """
    tree = record.tree
    tree_without_undrawn = replace(tree, elided=tree.elided - {node})
    worth_by_node = compute_minimax_intervals(
        tree_without_undrawn,
        record.rules.depth,
        entries=dict.fromkeys(changed_leaves, value),
        known=record.rules.known_range,
        top=node,
    )
    return worth_by_node[node]
