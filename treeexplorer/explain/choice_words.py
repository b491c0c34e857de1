"""A cut-off told as a choice: who chooses, both offers, and where their numbers come from."""

from __future__ import annotations

from typing import Final, NamedTuple

from treeexplorer.engine import CutOff, Record
from treeexplorer.explain.phrases import (
    beyond_range,
    bound_words,
    interval_text,
    numbers_that_are,
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
    """Return the heading that says who has the better offer at a cut-off.

    A cut-off is explained as a choice between two offers: a player higher up in the tree is sure of
    a bound, α or β, and the node that was cut off offers nothing better. This is the heading over
    the first offer, the bound. Usually it names the node where that player chooses:
    ``▲root CHOOSES``.

    Args:
        record: The search.
        choice: The cut-off as such a choice.
    """
    # The bound is the least or the greatest value that any leaf may have, as the rules state a
    # range of values. Nobody chooses then.
    is_end_of_range = choice.cut.source == "range"
    if is_end_of_range:
        if choice.cut.kind == "alpha":  # the lower end, α
            return Phrase("NOTHING IS WORTH LESS")
        return Phrase("NOTHING IS WORTH MORE")
    # No node in the tree has the bound: it came with the window that the search was asked for.
    if choice.chooser is None:
        return Phrase("WHOEVER ASKED CHOOSES")
    return Phrase("{node} CHOOSES", node=Node(record.tree, choice.chooser))


def wish(choice: Choice) -> Phrase:
    """Say which way the chooser's values get better: ``MAX wants →``."""
    if choice.wants is Player.MAX:
        return Phrase("MAX wants →")
    return Phrase("← MIN wants")


def what_is_there(record: Record, choice: Choice) -> Phrase:
    """Say why a player higher up is sure of the bound of a cut-off: ``through ▽A: has 3``.

    The bound is the number, α or β, that the cut-off node cannot beat.

    - ``10, an end of the range``: by the rules no leaf is worth more (or less).
    - ``○B needs more than 6 of ▽E``: a chance node computed the bound from its own.
    - ``through ▽A: has 3``: a node above has the number already, from a child.
    - ``asked for more than 3``: no node has it. The search was started with this bound, or only
      asks how the node compares with it (a null window).

    Args:
        record: The search.
        choice: The cut-off, as a choice between the bound and what the cut-off node offers.
    """
    bound = choice.bound
    if choice.cut.source == "range":
        return Phrase("{value}, an end of the range", value=bound.value)
    # A bound that a chance node computed is not the number that a node further up has.
    is_set_by_chance_node = choice.cut.source == "chance"
    if is_set_by_chance_node:
        return _what_is_needed(record, choice)
    if bound.holder is not None:
        return _what_the_chooser_has(record, bound.holder, bound.value)
    return _what_was_asked_for(choice)


def _what_was_asked_for(choice: Choice) -> Phrase:
    """Say that whoever started the search asks for more than α, or less than β."""
    if choice.wants is Player.MAX:
        return Phrase("asked for more than {value}", value=choice.bound.value)
    return Phrase("asked for less than {value}", value=choice.bound.value)


def _what_the_chooser_has(record: Record, best_so_far: BestSoFar, value: Number) -> Phrase:
    """Say which number a player is sure of, and through which child: ``through ▽A: has 3``.

    A leaf without a name is not named: ``through 3: has 3`` would say it twice.

    Args:
        record: The search.
        best_so_far: The node where the player moves, and the child that gave the number.
        value: The number.
    """
    if best_so_far.through is None or record.tree.labels.is_bare(best_so_far.through):
        return Phrase("has {value}", value=value)
    child = Node(record.tree, best_so_far.through)
    return Phrase("through {child}: has {value}", child=child, value=value)


def _what_is_needed(record: Record, choice: Choice) -> Phrase:
    """Say what a chance node above a cut-off needs of its child: ``○B needs more than 6 of ▽E``.

    If all leaf values are known to lie in a range, a chance node computes bounds for its children
    from its own bounds. The words are about the nearest such node above the cut-off, and its child
    on the way down to it.

    Args:
        record: The search.
        choice: The cut-off, whose bound chance nodes computed.
    """
    nearest_chance_call, *_ = choice.cut.origin.chance_calls  # from below: the nearest comes first
    chance_node = record.node(nearest_chance_call)
    # A bound that MAX has (α) must be exceeded to matter; one that MIN has must be undercut.
    op: Op = ">" if choice.wants is Player.MAX else "<"
    return Phrase(
        "{node} needs {number} of {child}",
        node=Node(record.tree, chance_node),
        number=numbers_that_are(op, choice.bound.value),
        child=_child_towards(record.tree, chance_node, choice.cut.node),
    )


def _child_towards(tree: GameTree, node: int, descendant: int) -> Node:
    """Return the child through which the path leads from a node down to another."""
    return Node(tree, tree.ancestor_at(descendant, tree.ply[node] + 1))


def what_is_offered(record: Record, choice: Choice) -> Phrase:
    """Say what the node with the cut-off can still be: ``through ▽K: 2 or less``."""
    node = Node(record.tree, choice.cut.node)
    worth = bound_words(*beyond_range(record, choice.offer))
    if worth is None:
        return Phrase("through {node}: nothing is proven", node=node)
    return Phrase("through {node}: {worth}", node=node, worth=worth)


def enough(choice: Choice) -> Phrase | None:
    """Say why one number is enough; ``None`` where there are two."""
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


def tried_table(record: Record, choice: Choice) -> TriedTable | None:
    """Return a table of what a cut-off node would be worth with other values of pruned leaves.

    The table shows that other values of the pruned leaves would change nothing above. See
    :class:`TriedTable` for its layout.

    Args:
        record: The search.
        choice: The cut-off, with the values that are tried in place of the pruned ones.

    Returns:
        The table; ``None`` if no values are tried.
    """
    if not choice.tried:
        return None
    cut_node = Node(record.tree, choice.cut.node)
    return TriedTable(
        heading=_what_if_heading(choice),
        values_heading=_heading_of_values(choice),
        worth_heading=Phrase("{node} is worth", node=cut_node),
        chooser_heading=_heading_of_chooser(record, choice),
        # The bound, or the number that chance nodes computed the bound from.
        chooser_value=choice.cut.origin.traced_bound,
        chooser_note=Phrase("after {node} returns", node=cut_node),
        columns=choice.tried,
    )


def _heading_of_chooser(record: Record, choice: Choice) -> Phrase | None:
    """Return the head of the chooser's row; ``None`` where no node chooses."""
    if choice.chooser is None:
        return None
    return Phrase("{node} has", node=Node(record.tree, choice.chooser))


def _what_if_heading(choice: Choice) -> Phrase:
    """Return the heading of the table: what is given other values."""
    if not choice.leaves:
        return Phrase("IF A MOVE NOT DRAWN GAVE")
    if len(choice.leaves) == 1 and not choice.cut.elided:
        return Phrase("IF THE PRUNED LEAF WERE")
    return Phrase("IF ALL THAT IS PRUNED WERE")


def _heading_of_values(choice: Choice) -> Phrase:
    """Return the head of the table's row of values: ``leaf``, ``leaves``, or ``move``.

    It is ``move`` where the only thing pruned is moves that are not drawn.
    """
    if not choice.leaves:
        return Phrase("move")
    if len(choice.leaves) > 1:
        return Phrase("leaves")
    return Phrase("leaf")


def leaves_text(tried: TriedValue) -> str:
    """Return the values of the leaves in a column, ``2 4 6``; one number if all are equal."""
    values = list(dict.fromkeys(tried.leaves))
    if len(values) == 1:
        return shown(values[0])
    if len(tried.leaves) > _LONGEST_OWN:
        return f"{shown(tried.leaves[0])} …"
    return " ".join(map(shown, tried.leaves))


def worth_text(tried: TriedValue) -> str:
    """Return what the node with the cut-off would be worth: ``2``, or ``≤2`` where more is open."""
    low, high = tried.worth
    if low == high:
        return shown(low)
    return interval_text(low, high).replace(" ", "")


def where_v_is_from(record: Record, choice: Choice) -> Phrase:
    """Say where the best value of a cut-off node comes from: ``the leaf, now``.

    Of a chance node it is the least or the most that its mean can be, which no single child gave.

    Args:
        record: The search.
        choice: The cut-off.
    """
    if record.tree.roles[choice.cut.node] == CHANCE_ROLE:
        return Phrase("what its children leave of the mean")
    return _who_gave(record, choice.cut, choice.v)


def where_bound_is_from(record: Record, choice: Choice) -> Phrase:
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
    is_set_by_chance_node = cut.source == "chance"
    if is_set_by_chance_node:
        return _why_a_chance_node_needs_it(record, choice)
    return _who_gave(record, cut, choice.bound)


def _why_a_chance_node_needs_it(record: Record, choice: Choice) -> Phrase:
    """Say from whose number a chance node computed a bound: ``needed where ▲root has 3``.

    If no child gave that number, it came with the window of the search.

    Args:
        record: The search.
        choice: The cut-off, whose bound a chance node computed.
    """
    owner = choice.bound.holder
    if owner is None or owner.through is None:
        return _who_gave(record, choice.cut, choice.bound)
    return Phrase(
        "needed where {owner} has {value}", owner=Node(record.tree, owner.node), value=owner.value
    )


def _who_gave(record: Record, cut: CutOff, source: NumberSource) -> Phrase:
    """Say which child gave a number to the node that has it: ``▽A gave it to ▲root``.

    Args:
        record: The search.
        cut: The cut-off in whose test the number stands.
        source: The number, with the node that has it.

    Returns:
        The words; ``the window that was given`` if no child gave the number.
    """
    best_so_far = source.holder
    if best_so_far is None or best_so_far.through is None:
        return Phrase("the window that was given")
    # It arrived just now, and led to the cut-off.
    if source.step == cut.step:
        return _giver_now(record, best_so_far.through)
    return _earlier_giver(record, best_so_far.node, best_so_far.through)


def _giver_now(record: Record, child: int) -> Phrase:
    """Say which child gives a number in the step of the cut-off: ``the leaf, now``, ``▽A, now``."""
    if record.is_evaluated(child):
        return Phrase("the leaf, now")
    return Phrase("{giver}, now", giver=Node(record.tree, child))


def _earlier_giver(record: Record, owner: int, child: int) -> Phrase:
    """Say which child gave a number to its parent before: ``▽A gave it to ▲root``.

    ``the leaf 3 of ▲root`` of a leaf that is called as its value.
    """
    giver = Node(record.tree, child)
    owner_node = Node(record.tree, owner)
    if record.tree.labels.is_bare(child):
        return Phrase("the leaf {giver} of {owner}", giver=giver, owner=owner_node)
    return Phrase("{giver} gave it to {owner}", giver=giver, owner=owner_node)
