"""A cut-off told as a choice: who chooses, both offers, and where their numbers come from."""

from __future__ import annotations

from treeexplorer.engine import Record
from treeexplorer.explain.phrases import beyond_range, bound_words, numbers_that_are
from treeexplorer.explain.sentence import Node, Phrase
from treeexplorer.judging.choices import Choice, NumberSource
from treeexplorer.judging.facts import Op
from treeexplorer.tree import CHANCE_ROLE, Player


def chooser(record: Record, choice: Choice) -> Phrase:
    """Return who chooses: ``▲root CHOOSES``."""
    if choice.cut.source == "range" and choice.wants is Player.MAX:
        return Phrase("NOTHING IS WORTH LESS")
    if choice.cut.source == "range":
        return Phrase("NOTHING IS WORTH MORE")
    if choice.chooser is None:
        return Phrase("WHOEVER ASKED CHOOSES")
    return Phrase("{node} CHOOSES", node=Node(record.tree, choice.chooser))


def wish(choice: Choice) -> Phrase:
    """Return in which direction the chooser looks for more: ``MAX wants →``."""
    if choice.wants is Player.MAX:
        return Phrase("MAX wants →")
    return Phrase("← MIN wants")


def what_is_there(record: Record, choice: Choice) -> Phrase:
    """Return what the chooser has already: ``through ▽A: has 3``."""
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
    """Return what a chance node above needs of its child: ``○B needs more than 6 of ▽E``."""
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
    """Return what the node with the cut-off can still be: ``through ▽K: 2 or less``."""
    node = Node(record.tree, choice.cut.node)
    worth = bound_words(*beyond_range(record, choice.offer))
    if worth is None:
        return Phrase("through {node}: nothing is proven", node=node)
    return Phrase("through {node}: {worth}", node=node, worth=worth)


def enough(choice: Choice) -> Phrase | None:
    """Return why one number is enough; ``None`` where there are two."""
    if not choice.cut.is_tie:
        return None
    return Phrase("Equal is enough under ≥: it could be as good, never better")


def what_if_heading(choice: Choice) -> Phrase:
    """Return what is turned, as a heading: ``IF THE PRUNED LEAF WERE``."""
    if not choice.leaves:
        return Phrase("IF A MOVE NOT DRAWN GAVE")
    if len(choice.leaves) == 1 and not choice.cut.elided:
        return Phrase("IF THE PRUNED LEAF WERE")
    return Phrase("IF ALL THAT IS PRUNED WERE")


def when_it_stands(record: Record, choice: Choice) -> Phrase:
    """Return of which moment the chooser's row speaks: ``after ▽K returns``."""
    return Phrase("after {node} returns", node=Node(record.tree, choice.cut.node))


def where_from(record: Record, choice: Choice, source: NumberSource) -> Phrase:
    """Return where a number of the test comes from: ``▽A gave it to ▲root``, ``the leaf, now``."""
    has = source.has
    tree = record.tree
    if source is choice.v and tree.roles[choice.cut.node] == CHANCE_ROLE:
        return Phrase("what its children leave of the mean")
    if source is choice.bound and choice.cut.source == "range":
        return Phrase("the range of all values")
    if has is None or has.through is None:
        return Phrase("the window that was given")
    if source is choice.bound and choice.cut.origin.handed_by:
        owner = Node(tree, has.node)
        return Phrase("needed where {owner} has {value}", owner=owner, value=has.value)
    is_now = source.step == choice.cut.step
    if record.is_evaluated(has.through) and is_now:
        return Phrase("the leaf, now")
    giver = Node(tree, has.through)
    owner = Node(tree, has.node)
    if is_now:
        return Phrase("{giver}, now", giver=giver)
    if tree.labels.is_bare(has.through):
        return Phrase("the leaf {giver} of {owner}", giver=giver, owner=owner)
    return Phrase("{giver} gave it to {owner}", giver=giver, owner=owner)
