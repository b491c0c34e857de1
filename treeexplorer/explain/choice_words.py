"""A cut-off told as a choice: who chooses, both offers, and where their numbers come from."""

from __future__ import annotations

from typing import Final, NamedTuple

from treeexplorer.engine import CutOff, Record
from treeexplorer.explain.phrases import (
    describe_allowed_numbers,
    describe_bounds,
    format_interval,
    remove_ends_of_range,
)
from treeexplorer.explain.sentence import Node, Phrase
from treeexplorer.judging.choices import Choice, NumberSource, TriedValue
from treeexplorer.judging.facts import BestSoFar, Op
from treeexplorer.numbers import shown
from treeexplorer.tree import CHANCE_ROLE, GameTree, Number, Player

SOURCES: Final = Phrase("WHERE THE TWO COME FROM")
"""The heading above where the numbers come from."""
_LONGEST_OWN: Final = 3
"""How many leaves' values stand one by one in the table."""


def chooser(record: Record, choice: Choice) -> Phrase:
    """Return the heading that says who has the better offer at a cut-off: ``▲root CHOOSES``.

    A cut-off is explained as a choice between two offers: a player higher up in the tree is sure of
    a bound, α or β, and the node that was cut off offers nothing better. This is the heading over
    the first offer, the bound; it names the node where that player chooses.

    Args:
        record: The search.
        choice: The cut-off as such a choice.
    """
    # The bound may be the least or the greatest value that the rules allow. Nobody chooses then.
    is_end_of_range = choice.cut.source == "range"
    if is_end_of_range and choice.cut.kind == "alpha":
        return Phrase("NOTHING IS WORTH LESS")
    if is_end_of_range:
        return Phrase("NOTHING IS WORTH MORE")

    if choice.chooser is None:  # no node has the bound: it is of the window the search was given
        return Phrase("WHOEVER ASKED CHOOSES")
    return Phrase("{node} CHOOSES", node=Node(record.tree, choice.chooser))


def wish(choice: Choice) -> Phrase:
    """Say which way the chooser's values get better: ``MAX wants →``."""
    if choice.wants is Player.MAX:
        return Phrase("MAX wants →")
    return Phrase("← MIN wants")


def describe_bound_of_choice(record: Record, choice: Choice) -> Phrase:
    """Say why a player higher up is sure of the bound of a cut-off: ``through ▽A: has 3``.

    The bound is the number, α or β, that the cut-off node cannot beat.

    ====================================================  =========================================
    the bound                                             what is said
    ====================================================  =========================================
    is an end of the range of all values                  ``10, an end of the range``
    was computed by a chance node from its own            ``○A needs more than 6 of ▽B``
    is what a node above has from a child                 ``through ▽A: has 3``
    is the number of a null window, or the search began   ``asked for more than 3``
    with it
    ====================================================  =========================================

    Args:
        record: The search.
        choice: The cut-off, as a choice between the bound and what the cut-off node offers.
    """
    bound = choice.bound
    if choice.cut.source == "range":
        return Phrase("{value}, an end of the range", value=bound.value)
    # A bound that a chance node computed is not the number that a node further up has.
    is_computed_by_chance_node = choice.cut.source == "chance"
    if is_computed_by_chance_node:
        return _describe_need_of_chance_node(record, choice)
    if bound.holder is not None:
        return _describe_best_so_far(record, bound.holder, bound.value)
    if choice.wants is Player.MAX:
        return Phrase("asked for more than {value}", value=bound.value)
    return Phrase("asked for less than {value}", value=bound.value)


def _describe_best_so_far(record: Record, best_so_far: BestSoFar, value: Number) -> Phrase:
    """Say which number a player is sure of, and through which child: ``through ▽A: has 3``.

    A leaf without a name is not named: ``through 3: has 3`` would say it twice.
    """
    if best_so_far.through is None or record.tree.labels.is_shown_by_value_alone(
        best_so_far.through
    ):
        return Phrase("has {value}", value=value)
    child = Node(record.tree, best_so_far.through)
    return Phrase("through {child}: has {value}", child=child, value=value)


def _describe_need_of_chance_node(record: Record, choice: Choice) -> Phrase:
    """Say what a chance node above a cut-off needs of its child: ``○A needs more than 6 of ▽B``.

    If all leaf values are known to lie in a range, a chance node computes bounds for its children
    from its own. In ``[4 chance[2 min[5 9]]]`` with values from 0 to 10, ○A has α = 4; after the 2
    its mean is more than 4 only if ▽B is worth more than 6. That 6 is the bound of the cut-off at
    ▽B, which the root's MAX wants to be exceeded.
    """
    nearest_chance_call = choice.cut.origin.chance_calls[0]  # they are listed from it upwards
    chance_node = record.node(nearest_chance_call)
    is_lower_bound = choice.wants is Player.MAX  # α: only more than that counts
    needed: Op = ">" if is_lower_bound else "<"
    return Phrase(
        "{node} needs {number} of {child}",
        node=Node(record.tree, chance_node),
        number=describe_allowed_numbers(needed, choice.bound.value),
        child=_child_towards(record.tree, chance_node, choice.cut.node),
    )


def _child_towards(tree: GameTree, node: int, descendant: int) -> Node:
    """Return the child through which the path leads from a node down to another."""
    return Node(tree, tree.ancestor_at(descendant, tree.ply[node] + 1))


def describe_offer(record: Record, choice: Choice) -> Phrase:
    """Say what the node with the cut-off can still be worth: ``through ▽K: 2 or less``."""
    node = Node(record.tree, choice.cut.node)
    worth = describe_bounds(*remove_ends_of_range(record, choice.offer))
    if worth is None:
        return Phrase("through {node}: nothing is proven", node=node)
    return Phrase("through {node}: {worth}", node=node, worth=worth)


def enough(choice: Choice) -> Phrase | None:
    """Explain why an equal number is enough for a cut-off; ``None`` if the numbers differ."""
    if not choice.cut.is_tie:
        return None
    return Phrase("Equal is enough under ≥: it could be as good, never better")


class TriedTable(NamedTuple):
    """What a cut-off node would be worth, if the pruned leaves had other values.

    The table shows that none of them makes the chooser choose otherwise::

        IF THE PRUNED LEAF WERE          heading
        leaf         −9    2    4   99   values_heading, then the value tried in each column
        ▽K is worth  −9    2    2    2   worth_heading, then the worth in each column
        ▲root has     3    3    3    3   chooser_heading, then chooser_value in each column
        after ▽K returns                 chooser_note

    Attributes:
        heading: What is given other values.
        values_heading: The head of the row of values: ``leaf``, ``leaves`` or ``move``.
        worth_heading: The head of the row of what the node with the cut-off would be worth.
        chooser_heading: The head of the chooser's row; ``None`` where no node chooses.
        chooser_value: What the chooser has, whatever the leaves are.
        chooser_note: Of which moment the chooser's row speaks.
        columns: The values that are tried, ascending.
    """

    heading: Phrase
    values_heading: Phrase
    worth_heading: Phrase
    chooser_heading: Phrase | None
    chooser_value: Number
    chooser_note: Phrase
    columns: tuple[TriedValue, ...]


def build_tried_table(record: Record, choice: Choice) -> TriedTable | None:
    """Build a table of what a cut-off node would be worth with other values of pruned leaves.

    The table shows that other values of the pruned leaves would change nothing above. See
    :class:`TriedTable` for its layout.

    Args:
        record: The search.
        choice: The cut-off, as the choice of the *chooser*: the ancestor that has the bound, and
            would have to prefer the cut-off node to it. With it the values that are tried in place
            of the pruned ones.

    Returns:
        The table; ``None`` if no values are tried.
    """
    if not choice.tried:
        return None

    chooser_heading = None
    if choice.chooser is not None:
        chooser_heading = Phrase("{node} has", node=Node(record.tree, choice.chooser))
    # What the chooser has is the bound, or the number from which chance nodes computed the bound.
    chooser_value = choice.cut.origin.traced_bound

    cut_node = Node(record.tree, choice.cut.node)
    return TriedTable(
        heading=_choose_table_heading(choice),
        values_heading=_choose_values_heading(choice),
        worth_heading=Phrase("{node} is worth", node=cut_node),
        chooser_heading=chooser_heading,
        chooser_value=chooser_value,
        chooser_note=Phrase("after {node} returns", node=cut_node),
        columns=choice.tried,
    )


def _choose_table_heading(choice: Choice) -> Phrase:
    """Return the heading of the table, which says what is given other values."""
    if not choice.leaves:
        return Phrase("IF A MOVE NOT DRAWN GAVE")
    is_one_leaf_pruned = len(choice.leaves) == 1 and not choice.cut.elided
    if is_one_leaf_pruned:
        return Phrase("IF THE PRUNED LEAF WERE")
    return Phrase("IF ALL THAT IS PRUNED WERE")


def _choose_values_heading(choice: Choice) -> Phrase:
    """Return the head of the table's row of values: ``leaf``, ``leaves``, or ``move``.

    It is ``move`` where the only thing pruned is moves that are not drawn.
    """
    if not choice.leaves:
        return Phrase("move")
    if len(choice.leaves) > 1:
        return Phrase("leaves")
    return Phrase("leaf")


def leaves_text(tried: TriedValue) -> str:
    """Format the values of the leaves in a column: ``2 4 6``, or ``2 …`` of more than three.

    It is one number if all are equal.
    """
    first_value = tried.leaves[0]
    if all(value == first_value for value in tried.leaves):
        return shown(first_value)
    if len(tried.leaves) > _LONGEST_OWN:
        return f"{shown(first_value)} …"
    return " ".join(map(shown, tried.leaves))


def format_tried_worth(tried: TriedValue) -> str:
    """Format what the node with the cut-off would be worth: ``2``, or ``≤2`` where more is open."""
    low, high = tried.worth
    if low == high:
        return shown(low)
    return format_interval(low, high).replace(" ", "")


def describe_source_of_v(record: Record, choice: Choice) -> Phrase:
    """Say where the best value of a cut-off node comes from: ``the leaf, now``.

    Of a chance node it is the least or the most that its mean can be, which no single child gave.
    """
    if record.tree.roles[choice.cut.node] == CHANCE_ROLE:
        return Phrase("what its children leave of the mean")
    return _describe_source(record, choice.cut, choice.v)


def describe_source_of_bound(record: Record, choice: Choice) -> Phrase:
    """Say where the bound of a cut-off comes from: ``▽A gave it to ▲root``.

    The bound is the number, α or β, that the cut-off node could not beat.

    Args:
        record: The search.
        choice: The cut-off, with the node that has the bound and the child that gave it.
    """
    cut = choice.cut
    if cut.source == "range":
        return Phrase("the range of all values")
    asks_about_number = record.has_null_window(cut.call)
    if asks_about_number:
        return Phrase("the number that is asked about")
    is_computed_by_chance_node = cut.source == "chance"
    if is_computed_by_chance_node:
        return _describe_source_of_need(record, choice)
    return _describe_source(record, cut, choice.bound)


def _describe_source_of_need(record: Record, choice: Choice) -> Phrase:
    """Say from whose number a chance node computed a bound: ``needed where ▲root has 3``.

    If no child gave that number, it came with the window of the search.
    """
    holder = choice.bound.holder
    if holder is None or holder.through is None:
        return _describe_source(record, choice.cut, choice.bound)
    return Phrase(
        "needed where {owner} has {value}", owner=Node(record.tree, holder.node), value=holder.value
    )


def _describe_source(record: Record, cut: CutOff, source: NumberSource) -> Phrase:
    """Say which child gave a number of a cut-off's test to its node: ``▽A gave it to ▲root``.

    In ``[[3 12 8] [2 4 6]]`` ▽B is cut off after its 2, since the root has 3:

    =======================  ========================  =================================
    the number               given                     what is said
    =======================  ========================  =================================
    2, the v of ▽B           in the very step          ``the leaf, now``
    3, the α of ▲root        by ▽A, some steps before  ``▽A gave it to ▲root``
    of no child              with the first window     ``the window that was given``
    =======================  ========================  =================================
    """
    holder = source.holder
    if holder is None or holder.through is None:
        return Phrase("the window that was given")
    child = holder.through
    is_given_by_cut_off_step = source.step == cut.step
    if is_given_by_cut_off_step:
        return _describe_present_giver(record, child)
    return _describe_earlier_giver(record, holder.node, child)


def _describe_present_giver(record: Record, child: int) -> Phrase:
    """Say which child gives a number in the step of the cut-off: ``the leaf, now``, ``▽A, now``."""
    if record.is_evaluated(child):
        return Phrase("the leaf, now")
    return Phrase("{giver}, now", giver=Node(record.tree, child))


def _describe_earlier_giver(record: Record, parent: int, child: int) -> Phrase:
    """Say which child gave a number to its parent before: ``▽A gave it to ▲root``.

    ``the leaf 3 of ▲root`` of a leaf without a name.
    """
    giver = Node(record.tree, child)
    owner = Node(record.tree, parent)
    if record.tree.labels.is_shown_by_value_alone(child):
        return Phrase("the leaf {giver} of {owner}", giver=giver, owner=owner)
    return Phrase("{giver} gave it to {owner}", giver=giver, owner=owner)
