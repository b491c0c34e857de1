"""Every step in words: what happened with its numbers, who has what, what is pruned.

A step is told in a few short sentences, each made from facts and the step's own numbers. They are
computed for one step when asked for, in time that hardly depends on the size of the tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from treeexplorer.engine import Record, StepKind
from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.record import Step
from treeexplorer.errors import present
from treeexplorer.explain import phrases
from treeexplorer.explain.cut_offs import missed_cut_off, sentences_of_cut_off
from treeexplorer.explain.endings import ending
from treeexplorer.explain.phrases import depth_limit, next_child, question
from treeexplorer.explain.returns import (
    clamped_return,
    nothing_left_to_prune,
    returned_after_last_child,
)
from treeexplorer.explain.sentence import Letter, Node, Phrase, Sentence, as_phrase, joined
from treeexplorer.judging import facts
from treeexplorer.rules import meaning_of
from treeexplorer.tree import CHANCE_ROLE, MAX_ROLE, MIN_ROLE, GameTree, Number


def step_in_words(record: Record, step: int) -> str:
    """Return a step in words, as a trace prints it."""
    return joined(sentences(record, step))


def sentences(record: Record, step: int) -> tuple[Sentence, ...]:
    """Return the sentences that tell a step: what happened, who has what, what is pruned."""
    at = record.step(step)
    told = list(_TELLING[at.kind](record, at))
    if record.complete and step == record.steps:
        told += ending(record)
    return tuple(told)


def arrives_at(tree: GameTree, node: int, value: Number | None) -> Phrase:
    """Say that a value arrives at a node: ``3 arrives at ▽A``."""
    return Phrase("{value} arrives at {node}", value=value, node=Node(tree, node))


# -- visits ------------------------------------------------------------------------------------


def _start(record: Record, at: Step) -> Iterator[Sentence]:
    """Say where the search begins, and what it does where it is another one than alpha-beta."""
    root = Node(record.tree, 0)
    yield Sentence("Nothing has been read yet")
    if not record.has_windows:
        yield Sentence("The search begins at {node}", node=root)
        return
    yield Sentence(
        "The search begins at {node} with the window {window}", node=root, window=at.window
    )
    if not record.rules.has_conventions:
        meaning = meaning_of("algorithm", record.rules.algorithm)
        yield Sentence(
            "{title}: {explanation}", title=meaning.title, explanation=meaning.explanation
        )


def _visit(record: Record, at: Step) -> Iterator[Sentence]:
    """Say how a node with children is entered, or what memory answers."""
    if at.value is not None:
        yield from _remembered(record, at)
    elif record.tree.roles[at.node] == CHANCE_ROLE:
        yield from _chance_entered(record, at)
    else:
        yield _entered(record, at)
        if record.rules.right_to_left and at.node in record.tree.elided:
            yield Sentence(
                "From the right {undrawn} would come first",
                undrawn=phrases.undrawn(record.tree, at.node),
            )


def _chance_entered(record: Record, at: Step) -> Iterator[Sentence]:
    """Say what a chance node does, and which windows its children get."""
    yield Sentence(
        "{node} is a chance node: it takes the weighted mean of its children",
        node=Node(record.tree, at.node),
    )
    if record.rules.has_range:
        yield Sentence(
            "It is entered with {window}; of each child it wants what can still matter",
            window=at.window,
        )
    elif record.has_windows:
        yield Sentence("Each of them is searched with the full window")


def _remembered(record: Record, at: Step) -> Iterator[Sentence]:
    """Say that a node is asked again, and answered from memory."""
    asked = Phrase("exactly what is it worth?")
    if record.has_null_window(at.call):
        asked = question(record, at.call)
    yield Sentence(
        "{node} is asked again: {question}", node=Node(record.tree, at.node), question=asked
    )
    yield Sentence("What is kept of it answers: {value}", value=at.value)


def _entered(record: Record, at: Step) -> Sentence:
    """Say that a node is entered, with its window or its question."""
    node = Node(record.tree, at.node)
    player = _player_to_move(record, at.node)
    again = None
    if at.call in record.columns.earlier:
        again = Phrase("again ")
    if not record.has_windows:
        return Sentence("{node} ({player}) is entered", node=node, player=player)
    if record.has_null_window(at.call):
        return Sentence(
            "{node} ({player}) is asked {again}only: {question}",
            node=node,
            player=player,
            again=again,
            question=question(record, at.call),
        )
    return Sentence(
        "{node} ({player}) is entered {again}with {window}; v starts at {v}",
        node=node,
        player=player,
        again=again,
        window=at.window,
        v=at.v,
    )


def _player_to_move(record: Record, node: int) -> Phrase:
    """Return a node's player, with the branch of the text where its labels are exchanged."""
    player = phrases.player_word(record, node)
    if not record.rules.printed.swaps_players:
        return as_phrase(player)
    if player == "MAX":
        return Phrase("{player}, in the branch labelled “minimizing”", player=player)
    return Phrase("{player}, in the branch labelled “maximizing”", player=player)


def _leaf(record: Record, at: Step) -> Iterator[Sentence]:
    """Say that a leaf is read, or that an estimate is taken at the depth limit."""
    node = Node(record.tree, at.node)
    if record.tree.is_leaf(at.node):
        yield Sentence("{node} is read", node=node)
        yield from _seen_by_min(record, record.tree.parent_of(at.node), at.value)
    else:
        yield Sentence(
            "{node} lies at the depth limit of {plies}", node=node, plies=depth_limit(record)
        )
        yield Sentence("Its estimate {value} stands for what is below it", value=at.value)


def _seen_by_min(record: Record, node: int | None, value: Number | None) -> Iterator[Sentence]:
    """Say what a value is to MIN where values are seen from the side to move: its negative.

    Args:
        record: The search.
        node: The node at which it arrives; ``None`` above the root.
        value: The value, as MAX sees it.
    """
    if node is None or value is None or not algorithm_of(record.rules).negates:
        return
    if record.tree.roles[node] == MIN_ROLE:
        yield Sentence(
            "To MIN, whose move it is at {node}, that is {value}",
            node=Node(record.tree, node),
            value=-value,
        )


# -- arrivals ----------------------------------------------------------------------------------


def _arrival(record: Record, at: Step) -> Iterator[Sentence]:
    """Say what an arriving value changes, without a cut-off, and what comes next."""
    if facts.missed_on_equality(record, at) is not None:
        yield from missed_cut_off(record, at)
        return
    child = present(at.child)
    following = None  # the next call of this node, where a child may be searched again
    if record.call_windows:
        following = record.following_call(at)
    if following is not None and record.node(following) == child:
        yield from _asked_for_the_exact_value(record, at, following)
        return
    yield _what_arrives(record, at)
    yield from _seen_by_min(record, at.node, at.v)
    is_mean = record.tree.roles[at.node] == CHANCE_ROLE
    if is_mean and record.chance_windows:
        yield _what_the_mean_can_be(record, at)
    goes_on = following is not None
    if not record.call_windows:
        goes_on = not record.is_last_child(child)
    if goes_on:
        yield from _on_to_next_child(record, at, following)
    else:
        yield from _after_last_child(record, at)


def _on_to_next_child(record: Record, at: Step, following: int | None) -> Iterator[Sentence]:
    """Say which test failed, so that the node goes on, and which child comes next."""
    test = facts.test_at(record, at)
    if test is not None:
        yield Sentence("{test}", test=test)
    yield _next(record, present(at.child), following)


def _after_last_child(record: Record, at: Step) -> Iterator[Sentence]:
    """Say what a node leaves unread, and what it returns after its last drawn child."""
    idle = nothing_left_to_prune(record, at)
    if idle is not None:
        yield idle
    if at.node in record.tree.elided and not record.rules.right_to_left:
        yield Sentence("Unread: {undrawn}", undrawn=phrases.undrawn(record.tree, at.node))
    yield from returned_after_last_child(record, at)


def _arriving(record: Record, at: Step) -> Phrase:
    """Say what arrives: ``12 arrives`` of a leaf, ``3 arrives from ▽A`` of any other child."""
    child = Node(record.tree, present(at.child))
    if record.tree.is_leaf(child.node):
        return Phrase("{child} arrives", child=child)
    return Phrase("{value} arrives from {child}", value=at.value, child=child)


def _asked_for_the_exact_value(record: Record, at: Step, following: int) -> Iterator[Sentence]:
    """Say that a child was found to be worth more, or less, and is searched again."""
    arriving = _arriving(record, at)
    node = Node(record.tree, at.node)
    value = record.asked_about(present(at.child_call))
    if record.tree.roles[at.node] == MAX_ROLE:
        yield Sentence(
            "{arriving} at {node}: more than {value}, as asked, but perhaps not exactly that",
            arriving=arriving,
            node=node,
            value=value,
        )
    else:
        yield Sentence(
            "{arriving} at {node}: less than {value}, as asked, but perhaps not exactly that",
            arriving=arriving,
            node=node,
            value=value,
        )
    yield Sentence(
        "Next: {node} again, with {entry}",
        node=Node(record.tree, present(at.child)),
        entry=phrases.entry_words(record, following),
    )


def _what_arrives(record: Record, at: Step) -> Sentence:
    """Say what an arriving value does to v, and to α or β."""
    child_call = present(at.child_call)
    arriving = _arriving(record, at)
    node = Node(record.tree, at.node)
    if record.tree.roles[at.node] == CHANCE_ROLE:
        weight, share = _weight_and_share(record, at)
        return Sentence(
            "{arriving} at {node}: with weight {weight} it contributes {share}",
            arriving=arriving,
            node=node,
            weight=weight,
            share=share,
        )
    if record.replaces_first and record.sibling_before(child_call) is None:
        return Sentence(
            "{arriving} at {node}, and this form takes it as it is: v = {v}",
            arriving=arriving,
            node=node,
            v=at.v,
        )
    if at.v == record.v_before(child_call):
        return _v_is_kept(record, at, arriving)
    return _v_moves(record, at, arriving)


def _v_moves(record: Record, at: Step, arriving: Phrase) -> Sentence:
    """Say that v moves, and with it α at MAX, β at MIN."""
    node = Node(record.tree, at.node)
    before = record.v_before(present(at.child_call))
    moves_window = at.window != at.before and not record.has_null_window(at.call)
    if at.window is None or at.before is None or not moves_window:
        return Sentence(
            "{arriving} at {node}: v {before} → {v}",
            arriving=arriving,
            node=node,
            before=before,
            v=at.v,
        )
    if record.tree.roles[at.node] == MAX_ROLE:
        letter = Letter.ALPHA
        old, _ = at.before
        bound, _ = at.window
    else:
        letter = Letter.BETA
        _, old = at.before
        _, bound = at.window
    return Sentence(
        "{arriving} at {node}: v {before} → {v}, {letter} {old} → {bound}",
        arriving=arriving,
        node=node,
        before=before,
        v=at.v,
        letter=letter,
        old=old,
        bound=bound,
    )


def _what_the_mean_can_be(record: Record, at: Step) -> Sentence:
    """Say what a chance node's mean can be after a child has returned."""
    low, high = facts.proven(record, at.node, at.number)
    node = Node(record.tree, at.node)
    if low == high:
        return Sentence("{node} is worth {value}", node=node, value=low)
    return Sentence("{node} is worth {low} to {high}", node=node, low=low, high=high)


def _weight_and_share(record: Record, at: Step) -> tuple[Number, Number]:
    """Return the weight of a chance node's child, and what its value adds to the mean."""
    weight = record.tree.probability(present(at.child))
    if not weight:
        return 0, 0  # and not 0 · ∞
    value: Number = present(at.value)
    return weight, weight * value


def _v_is_kept(record: Record, at: Step, arriving: Phrase) -> Sentence:
    """Say that v stays: the player keeps it, or it is the bound that v began with."""
    node = Node(record.tree, at.node)
    has = facts.has_after(record, present(at.child_call))
    if has is not None and has.through is None:
        return Sentence(
            "{arriving}; v of {node} stays {v}, the bound it began with",
            arriving=arriving,
            node=node,
            v=at.v,
        )
    return Sentence(
        "{arriving}; {node} keeps {v} ({player})",
        arriving=arriving,
        node=node,
        v=at.v,
        player=phrases.player_word(record, at.node),
    )


def _next(record: Record, child: int, following: int | None) -> Sentence:
    """Say which child comes next, and how it is entered where its call is known."""
    if following is None:
        behind = record.rank_of_node[child] + record.tree.end[child] - child
        return next_child(record.tree, record.node_at(behind))
    node = Node(record.tree, record.node(following))
    if record.has_null_window(following):
        return Sentence("Next: {node}: {question}", node=node, question=question(record, following))
    return Sentence("Next: {node} with {window}", node=node, window=record.entry_window(following))


def _cut(record: Record, at: Step) -> Iterator[Sentence]:
    """Say what a cut-off is, then what fail-hard returns instead of v."""
    yield from sentences_of_cut_off(record, at)
    clamped = clamped_return(record, at)
    if clamped is not None:
        yield clamped


_TELLING: Final[dict[StepKind, Callable[[Record, Step], Iterator[Sentence]]]] = {
    StepKind.START: _start,
    StepKind.VISIT: _visit,
    StepKind.LEAF: _leaf,
    StepKind.RETURN: _arrival,
    StepKind.CUT: _cut,
}
