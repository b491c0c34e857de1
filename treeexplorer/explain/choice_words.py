"""A cut-off told as a choice: who chooses, both offers, and where their numbers come from."""

from __future__ import annotations

from typing import Final, NamedTuple

from treeexplorer.engine import Record
from treeexplorer.explain.phrases import (
    beyond_range,
    bound_words,
    interval_text,
    numbers_that_are,
)
from treeexplorer.explain.sentence import Node, Phrase
from treeexplorer.judging.choices import Choice, NumberSource, TriedValue
from treeexplorer.judging.facts import Op
from treeexplorer.numbers import shown
from treeexplorer.tree import CHANCE_ROLE, Number, Player

SOURCES: Final = Phrase("WHERE THE TWO COME FROM")
"""The heading above where the numbers come from."""
_LONGEST_OWN: Final = 3
"""How many leaves' values stand one by one in the table."""


def chooser(record: Record, choice: Choice) -> Phrase:
    """Say who chooses: ``▲root CHOOSES``."""
    if choice.cut.source == "range" and choice.wants is Player.MAX:
        return Phrase("NOTHING IS WORTH LESS")
    if choice.cut.source == "range":
        return Phrase("NOTHING IS WORTH MORE")
    if choice.chooser is None:
        return Phrase("WHOEVER ASKED CHOOSES")
    return Phrase("{node} CHOOSES", node=Node(record.tree, choice.chooser))


def wish(choice: Choice) -> Phrase:
    """Say which way the chooser's values get better: ``MAX wants →``."""
    if choice.wants is Player.MAX:
        return Phrase("MAX wants →")
    return Phrase("← MIN wants")


def what_is_there(record: Record, choice: Choice) -> Phrase:
    """Say what the chooser has already: ``through ▽A: has 3``."""
    value = choice.bound.value
    has = choice.bound.has
    if choice.cut.source == "range":
        return Phrase("{value}, an end of the range", value=value)
    if choice.cut.origin.handed_by:
        return _what_is_needed(record, choice)
    if has is None:
        if choice.wants is Player.MAX:
            return Phrase("asked for more than {value}", value=value)
        return Phrase("asked for less than {value}", value=value)
    if has.through is None or record.tree.labels.is_bare(has.through):
        return Phrase("has {value}", value=value)
    return Phrase("through {child}: has {value}", child=Node(record.tree, has.through), value=value)


def _what_is_needed(record: Record, choice: Choice) -> Phrase:
    """Say what a chance node above needs of its child: ``○B needs more than 6 of ▽E``."""
    chance = record.node(choice.cut.origin.handed_by[0])
    child = record.tree.ancestor_at(choice.cut.node, record.tree.ply[chance] + 1)
    op: Op = ">" if choice.wants is Player.MAX else "<"
    return Phrase(
        "{node} needs {number} of {child}",
        node=Node(record.tree, chance),
        number=numbers_that_are(op, choice.bound.value),
        child=Node(record.tree, child),
    )


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
    """What would come of some values of what is pruned; the chooser's row stands still.

    Attributes:
        heading: What is turned: ``IF THE PRUNED LEAF WERE``.
        turned: The head of the row of values: ``leaf``, ``leaves`` or ``move``.
        follows: The head of the row of what the node with the cut-off is worth.
        stands: The head of the chooser's row; ``None`` where whoever asked chooses.
        has: What the chooser has in every column.
        moment: Of which moment the chooser's row speaks: ``after ▽K returns``.
        columns: What is tried, ascending.
    """

    heading: Phrase
    turned: Phrase
    follows: Phrase
    stands: Phrase | None
    has: Number
    moment: Phrase
    columns: tuple[TriedValue, ...]


def tried_table(record: Record, choice: Choice) -> TriedTable | None:
    """Return what other values of the pruned leaves would change; ``None`` where none are tried."""
    if not choice.tried:
        return None
    node = Node(record.tree, choice.cut.node)
    stands = None
    if choice.chooser is not None:
        stands = Phrase("{node} has", node=Node(record.tree, choice.chooser))
    return TriedTable(
        heading=_what_if_heading(choice),
        turned=_what_is_turned(choice),
        follows=Phrase("{node} is worth", node=node),
        stands=stands,
        has=choice.cut.origin.has,
        moment=Phrase("after {node} returns", node=node),
        columns=choice.tried,
    )


def _what_if_heading(choice: Choice) -> Phrase:
    """Return the heading of the table: what is given other values."""
    if not choice.leaves:
        return Phrase("IF A MOVE NOT DRAWN GAVE")
    if len(choice.leaves) == 1 and not choice.cut.elided:
        return Phrase("IF THE PRUNED LEAF WERE")
    return Phrase("IF ALL THAT IS PRUNED WERE")


def _what_is_turned(choice: Choice) -> Phrase:
    """Return the head of the table's row of values."""
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


def where_from(record: Record, choice: Choice, source: NumberSource) -> Phrase:
    """Say where a number of the test comes from: ``▽A gave it to ▲root``, ``the leaf, now``."""
    cut = choice.cut
    is_bound = source is choice.bound
    is_mean = source is choice.v and record.tree.roles[cut.node] == CHANCE_ROLE
    if is_mean:
        return Phrase("what its children leave of the mean")
    if is_bound and cut.source == "range":
        return Phrase("the range of all values")
    if is_bound and record.has_null_window(cut.call):
        return Phrase("the number that is asked about")
    has = source.has
    if has is None or has.through is None:
        return Phrase("the window that was given")
    if is_bound and cut.origin.handed_by:
        owner = Node(record.tree, has.node)
        return Phrase("needed where {owner} has {value}", owner=owner, value=has.value)
    return _who_gave_it(record, has.node, has.through, is_now=source.step == cut.step)


def _who_gave_it(record: Record, owner: int, child: int, *, is_now: bool) -> Phrase:
    """Say which child gave a number to its owner, and whether it does so in this step.

    ``▽A gave it to ▲root``, ``the leaf 3 of ▲root``, ``▽A, now``, ``the leaf, now``.
    """
    giver = Node(record.tree, child)
    if is_now and record.is_evaluated(child):
        return Phrase("the leaf, now")
    if is_now:
        return Phrase("{giver}, now", giver=giver)
    owner_node = Node(record.tree, owner)
    if record.tree.labels.is_bare(child):
        return Phrase("the leaf {giver} of {owner}", giver=giver, owner=owner_node)
    return Phrase("{giver} gave it to {owner}", giver=giver, owner=owner_node)
