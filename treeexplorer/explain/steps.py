"""Every step in words: what happened with its numbers, who has what, what is pruned.

A step is told in a few short sentences, each made from facts and the step's own numbers. They are
computed for one step when asked for, in time that hardly depends on the size of the tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

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
    this_step = record.step(step)
    tell = _TELLING[this_step.kind]
    sentences_of_step = list(tell(record, this_step))
    if record.complete and step == record.steps:
        sentences_of_step += ending(record)
    return tuple(sentences_of_step)


def arrives_at(tree: GameTree, node: int, value: Number | None) -> Phrase:
    """Say that a value arrives at a node: ``3 arrives at ▽A``."""
    return Phrase("{value} arrives at {node}", value=value, node=Node(tree, node))


# -- visits ------------------------------------------------------------------------------------


def _tell_start(record: Record, step: Step) -> Iterator[Sentence]:
    """Say where the search begins, and, if it is another one than alpha-beta, what it does.

    Args:
        record: The search.
        step: The state before the search, step 0, with the window that the root is entered with.
    """
    root = Node(record.tree, 0)
    yield Sentence("Nothing has been read yet")
    if not record.has_windows:
        yield Sentence("The search begins at {node}", node=root)
        return
    yield Sentence(
        "The search begins at {node} with the window {window}", node=root, window=step.window
    )
    if not record.rules.has_conventions:
        yield _what_the_search_does(record)


def _what_the_search_does(record: Record) -> Sentence:
    """Return the title of a search and what it does, as the rules tell it."""
    meaning = meaning_of("algorithm", record.rules.algorithm)
    return Sentence("{title}: {explanation}", title=meaning.title, explanation=meaning.explanation)


def _tell_visit(record: Record, step: Step) -> Iterator[Sentence]:
    """Say how a node with children is entered, or what the search remembers of it instead.

    Args:
        record: The search.
        step: The step that enters the node.
    """
    is_answered_from_memory = step.value is not None  # only then does a visit give a value at once
    if is_answered_from_memory:
        yield from _say_answered_from_memory(record, step)
    elif record.tree.roles[step.node] == CHANCE_ROLE:
        yield from _say_chance_entered(record, step)
    else:
        yield _say_entered(record, step)
        yield from _undrawn_first(record, step.node)


def _undrawn_first(record: Record, node: int) -> Iterator[Sentence]:
    """Say that undrawn children would come first, as they do from the right."""
    if record.rules.right_to_left and node in record.tree.elided:
        undrawn = phrases.undrawn(record.tree, node)
        yield Sentence("From the right {undrawn} would come first", undrawn=undrawn)


def _say_chance_entered(record: Record, step: Step) -> Iterator[Sentence]:
    """Say what a chance node does, and with which windows (α, β) its children are searched.

    Where a range of all leaf values is known, a child is asked no more than can still change the
    chance node: its window is made of the node's own. Without a range every child counts in full.

    Args:
        record: The search.
        step: The step that enters the chance node.
    """
    yield Sentence(
        "{node} is a chance node: it takes the weighted mean of its children",
        node=Node(record.tree, step.node),
    )
    if record.rules.has_range:
        yield Sentence(
            "It is entered with {window}; of each child it wants what can still matter",
            window=step.window,
        )
    elif record.has_windows:
        yield Sentence("Each of them is searched with the full window")


def _say_answered_from_memory(record: Record, step: Step) -> Iterator[Sentence]:
    """Say that a node is asked again, and that the search answers from memory.

    ``▽A is asked again: is it worth more than 3? What is kept of it answers: 2.``

    Args:
        record: The search.
        step: The step, with the value that was remembered.
    """
    # What a call with an ordinary window asks; a null window asks only about one number.
    asked = Phrase("exactly what is it worth?")
    if record.has_null_window(step.call):
        asked = question(record, step.call)
    yield Sentence(
        "{node} is asked again: {question}", node=Node(record.tree, step.node), question=asked
    )
    yield Sentence("What is kept of it answers: {value}", value=step.value)


def _say_entered(record: Record, step: Step) -> Sentence:
    """Say that a node is entered, with its window (α, β) if the search has windows.

    A null window, whose two ends are equal, is told as the question that it asks.

    Args:
        record: The search.
        step: The step that enters the node.
    """
    if record.has_windows and record.has_null_window(step.call):
        return _say_entered_with_question(record, step)
    if record.has_windows:
        return _say_entered_with_window(record, step)
    return Sentence(
        "{node} ({player}) is entered",
        node=Node(record.tree, step.node),
        player=_player_to_move(record, step.node),
    )


def _say_entered_with_question(record: Record, step: Step) -> Sentence:
    """Say what a node is asked with a null window: ``▽A (MIN) is asked only: is it worth …``.

    A null window, whose two ends are equal, asks only how a node compares with one number.

    Args:
        record: The search.
        step: The step that enters the node.
    """
    return Sentence(
        "{node} ({player}) is asked {again}only: {question}",
        node=Node(record.tree, step.node),
        player=_player_to_move(record, step.node),
        again=_again(record, step.call),
        question=question(record, step.call),
    )


def _say_entered_with_window(record: Record, step: Step) -> Sentence:
    """Say with which window (α, β) a node is entered, and at which number its v starts.

    ``▽A (MIN) is entered with (3, +∞); v starts at +∞.``

    v is the best value that the node has had from its children so far.

    Args:
        record: The search.
        step: The step that enters the node.
    """
    return Sentence(
        "{node} ({player}) is entered {again}with {window}; v starts at {v}",
        node=Node(record.tree, step.node),
        player=_player_to_move(record, step.node),
        again=_again(record, step.call),
        window=step.window,
        v=step.v,
    )


def _again(record: Record, call: int) -> Phrase | None:
    """Return ``again`` for a call of a node that has had one before; ``None`` prints nothing."""
    return Phrase("again ") if call in record.columns.earlier else None


def _player_to_move(record: Record, node: int) -> Phrase:
    """Return a node's player, with the branch of the text where its labels are exchanged."""
    player = phrases.player_word(record, node)
    if not record.rules.printed.swaps_players:
        return as_phrase(player)
    if player == "MAX":
        return Phrase("{player}, in the branch labelled “minimizing”", player=player)
    return Phrase("{player}, in the branch labelled “maximizing”", player=player)


def _tell_leaf(record: Record, step: Step) -> Iterator[Sentence]:
    """Say that a leaf is read, or that an estimate is taken at the depth limit.

    Args:
        record: The search.
        step: The step at which the node is evaluated.
    """
    node = Node(record.tree, step.node)
    if record.tree.is_leaf(step.node):
        yield Sentence("{node} is read", node=node)
        # Nothing, unless the search sees values from the side to move, and that is MIN.
        yield from _seen_by_min(record, record.tree.parent_of(step.node), step.value)
    # A node with children at the depth limit, below which the search does not look.
    else:
        yield Sentence(
            "{node} lies at the depth limit of {plies}", node=node, plies=depth_limit(record)
        )
        yield Sentence("Its estimate {value} stands for what is below it", value=step.value)


def _seen_by_min(record: Record, node: int | None, value: Number | None) -> Iterator[Sentence]:
    """Say what a value is to MIN if the search sees values from the side to move: its negative.

    ``To MIN, whose move it is at ▽A, that is −3.`` Nothing is said in other searches, and at other
    nodes.

    Args:
        record: The search.
        node: The node at which the value arrives; ``None`` above the root.
        value: The value, as MAX sees it; ``None`` where there is none.
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


def _tell_arrival(record: Record, step: Step) -> Iterator[Sentence]:
    """Say what happens when a child's value arrives and nothing is cut off.

    ``3 arrives from ▽A at ▲root: v −∞ → 3, α −∞ → 3. 3 ≥ +∞ is false. Next: ▽B.``
    """
    if facts.missed_on_equality(record, step) is not None:  # told as a cut-off that was missed
        return missed_cut_off(record, step)
    call_again = _call_of_same_child(record, step)
    if call_again is not None:
        return _asked_for_the_exact_value(record, step, call_again)
    return _value_arrives(record, step)


def _call_of_same_child(record: Record, step: Step) -> int | None:
    """Return the call that searches the child again whose value has just arrived, if one does."""
    if not facts.may_enter_again(record):
        return None
    next_call = record.following_call(step)
    searches_again = next_call is not None and record.node(next_call) == step.child
    return next_call if searches_again else None


def _value_arrives(record: Record, step: Step) -> Iterator[Sentence]:
    """Say what a child's value does at a node without a cut-off, and what comes next there.

    ``2 arrives at ▽A: v 3 → 2, β 3 → 2. −∞ ≥ 2 is false. Next: 8.``, or what the node returns after
    its last child.

    Args:
        record: The search.
        step: The step at which the value arrives.
    """
    yield _what_arrives(record, step)
    yield from _seen_by_min(record, step.node, step.v)
    is_chance_node = record.tree.roles[step.node] == CHANCE_ROLE
    values_lie_in_a_range = bool(record.chance_windows)
    if is_chance_node and values_lie_in_a_range:
        yield _what_the_mean_can_be(record, step)
    next_child_or_none = _what_comes_next(record, step)
    if next_child_or_none is None:
        yield from _after_last_child(record, step)
        return
    test_told = failed_test(record, step)
    if test_told is not None:
        yield test_told
    yield next_child_or_none


def _what_comes_next(record: Record, step: Step) -> Sentence | None:
    """Say which child comes after the one that has returned: ``Next: ▽B``.

    Args:
        record: The search.
        step: The step at which a child returns to its parent.

    Returns:
        The sentence; ``None`` if no further child is searched.
    """
    if facts.may_enter_again(record):
        return _child_called_next(record, step)
    # Other searches enter each child once, in order.
    child = present(step.child)
    if record.is_last_child(child):
        return None
    return next_child(record.tree, _sibling_after(record, child))


def _child_called_next(record: Record, step: Step) -> Sentence | None:
    """Say which child a search such as PVS calls next, and with which question or window.

    ``Next: ▽B: is it worth more than 3?`` It may be a child that has been called before.

    Args:
        record: The search, one that may enter a node again.
        step: The step at which a child returns to its parent.

    Returns:
        The sentence; ``None`` if the parent calls no further child.
    """
    next_call = record.following_call(step)
    if next_call is None:
        return None
    node = Node(record.tree, record.node(next_call))
    if record.has_null_window(next_call):
        return Sentence("Next: {node}: {question}", node=node, question=question(record, next_call))
    return Sentence("Next: {node} with {window}", node=node, window=record.entry_window(next_call))


def failed_test(record: Record, step: Step) -> Sentence | None:
    """Say which test failed, so that the node goes on; ``None`` where none was made."""
    test = facts.test_at(record, step)
    return None if test is None else Sentence("{test}", test=test)


def _after_last_child(record: Record, step: Step) -> Iterator[Sentence]:
    """Say what a node leaves unread, and what it returns after its last drawn child."""
    idle = nothing_left_to_prune(record, step)
    if idle is not None:
        yield idle
    if step.node in record.tree.elided and not record.rules.right_to_left:
        yield Sentence("Unread: {undrawn}", undrawn=phrases.undrawn(record.tree, step.node))
    yield from returned_after_last_child(record, step)


def _arriving(record: Record, step: Step) -> Phrase:
    """Say what arrives: ``12 arrives`` of a leaf, ``3 arrives from ▽A`` of any other child."""
    child = Node(record.tree, present(step.child))
    if record.tree.is_leaf(child.node):
        return Phrase("{child} arrives", child=child)
    return Phrase("{value} arrives from {child}", value=step.value, child=child)


def _asked_for_the_exact_value(record: Record, step: Step, next_call: int) -> Iterator[Sentence]:
    """Say that a child is worth more (or less) than it was asked about, and is searched again.

    Args:
        record: The search.
        step: The step at which the answer arrives.
        next_call: The next call of the same child, which finds its exact value.
    """
    yield _more_or_less_than_asked(record, step)
    yield Sentence(
        "Next: {node} again, with {entry}",
        node=Node(record.tree, present(step.child)),
        entry=phrases.entry_words(record, next_call),
    )


def _more_or_less_than_asked(record: Record, step: Step) -> Sentence:
    """Say that a child is worth more, or less, than the number that it was asked about.

    It was asked with a null window, such as "is it worth more than 3?". The answer is yes, and
    leaves open how much more.

    Args:
        record: The search.
        step: The step at which the answer arrives at a MAX node (“more”) or a MIN node (“less”).
    """
    arriving = _arriving(record, step)
    node = Node(record.tree, step.node)
    asked = record.asked_about(present(step.child_call))
    at_max = record.tree.roles[step.node] == MAX_ROLE
    if at_max:
        return Sentence(
            "{arriving} at {node}: more than {value}, as asked, but perhaps not exactly that",
            arriving=arriving,
            node=node,
            value=asked,
        )
    return Sentence(
        "{arriving} at {node}: less than {value}, as asked, but perhaps not exactly that",
        arriving=arriving,
        node=node,
        value=asked,
    )


def _what_arrives(record: Record, step: Step) -> Sentence:
    """Say what an arriving value does to v, the node's best value so far, or to its mean.

    - At a chance node: ``6 arrives at ○B: with weight 0.5 it contributes 3``.
    - If v stays: ``12 arrives; ▽A keeps 3 (MIN)``.
    - If v moves: ``2 arrives at ▽A: v 3 → 2, β 3 → 2``.
    - In a printed form that takes the first child's value whatever v was: ``3 arrives at ▽A, and
      this form takes it as it is: v = 3``.

    Args:
        record: The search.
        step: The step at which a child's value arrives.
    """
    child_call = present(step.child_call)
    if record.tree.roles[step.node] == CHANCE_ROLE:
        return _share_of_mean(record, step)
    is_first_child = record.sibling_before(child_call) is None
    if is_first_child and record.replaces_first:
        return _taken_as_it_is(record, step)
    v_before = record.parent_v_before(child_call)
    if step.v == v_before:
        return _v_is_kept(record, step)
    return _v_moves(record, step)


def _share_of_mean(record: Record, step: Step) -> Sentence:
    """Say what an arriving value adds to the mean of a chance node.

    ``6 arrives at ○B: with weight 0.5 it contributes 3.``

    Args:
        record: The search.
        step: The step at which the value of a child arrives.
    """
    weight, share = _weight_and_share(record, step)
    return Sentence(
        "{arriving} at {node}: with weight {weight} it contributes {share}",
        arriving=_arriving(record, step),
        node=Node(record.tree, step.node),
        weight=weight,
        share=share,
    )


def _taken_as_it_is(record: Record, step: Step) -> Sentence:
    """Say that a printed form takes the first child's value whatever v was."""
    return Sentence(
        "{arriving} at {node}, and this form takes it as it is: v = {v}",
        arriving=_arriving(record, step),
        node=Node(record.tree, step.node),
        v=step.v,
    )


def _v_moves(record: Record, step: Step) -> Sentence:
    """Say that a node's best value so far, v, changes, and perhaps an end of its window.

    ``2 arrives at ▽A: v 3 → 2, β 3 → 2``; without a window only v.

    Args:
        record: The search.
        step: The step at which the value of a child arrives.
    """
    end = _end_moved(record, step)
    if end is not None:
        return _v_and_end_move(record, step, end)
    return Sentence(
        "{arriving} at {node}: v {before} → {v}",
        arriving=_arriving(record, step),
        node=Node(record.tree, step.node),
        before=record.parent_v_before(present(step.child_call)),
        v=step.v,
    )


def _v_and_end_move(record: Record, step: Step, end: _MovedEnd) -> Sentence:
    """Say that v and an end of the window move: ``2 arrives at ▽A: v 3 → 2, β 3 → 2``.

    v is the best value that a node has had from its children so far.

    Args:
        record: The search.
        step: The step at which the value of a child arrives.
        end: The end of the window, α or β, with its numbers before and after the step.
    """
    return Sentence(
        "{arriving} at {node}: v {before} → {v}, {letter} {old} → {bound}",
        arriving=_arriving(record, step),
        node=Node(record.tree, step.node),
        before=record.parent_v_before(present(step.child_call)),
        v=step.v,
        letter=end.letter,
        old=end.before,
        bound=end.after,
    )


class _MovedEnd(NamedTuple):
    """An end of a window that a step moves."""

    letter: Letter
    before: Number
    after: Number


def _end_moved(record: Record, step: Step) -> _MovedEnd | None:
    """Return the end of a window that an arriving value moves: α at MAX, β at MIN.

    Args:
        record: The search.
        step: The step at which a child's value arrives at a MAX or MIN node.

    Returns:
        The end, before and after the step; ``None`` where the window stays as it was, where there
        is none, and for a null window.
    """
    window_before = step.before
    window_now = step.window
    if window_before is None or window_now is None or window_before == window_now:
        return None
    if record.has_null_window(step.call):  # it asks about one number, and is not told as a window
        return None
    old_alpha, old_beta = window_before
    alpha, beta = window_now
    if record.tree.roles[step.node] == MAX_ROLE:
        return _MovedEnd(Letter.ALPHA, before=old_alpha, after=alpha)
    return _MovedEnd(Letter.BETA, before=old_beta, after=beta)


def _what_the_mean_can_be(record: Record, step: Step) -> Sentence:
    """Say what a chance node's mean can be after a child has returned."""
    low, high = facts.proven(record, step.node, step.number)
    node = Node(record.tree, step.node)
    if low == high:
        return Sentence("{node} is worth {value}", node=node, value=low)
    return Sentence("{node} is worth {low} to {high}", node=node, low=low, high=high)


def _weight_and_share(record: Record, step: Step) -> tuple[Number, Number]:
    """Return the weight of a chance node's child, and what its value adds to the mean."""
    weight = record.tree.probability(present(step.child))
    if not weight:
        return 0, 0  # and not 0 · ∞
    value: Number = present(step.value)
    return weight, weight * value


def _v_is_kept(record: Record, step: Step) -> Sentence:
    """Say that a node's best value so far, v, stays: ``12 arrives; ▽A keeps 3 (MIN)``.

    Where v began at a bound of the window, as under fail-hard, and no child has given anything
    better, the node has nothing to keep: v stays the bound that it began with.

    Args:
        record: The search.
        step: The step at which the value of a child arrives.
    """
    arriving = _arriving(record, step)
    node = Node(record.tree, step.node)
    best_so_far = facts.best_after(record, present(step.child_call))
    is_first_bound = (
        best_so_far is not None and best_so_far.through is None
    )  # a number that no child has given
    if is_first_bound:
        return Sentence(
            "{arriving}; v of {node} stays {v}, the bound it began with",
            arriving=arriving,
            node=node,
            v=step.v,
        )
    return Sentence(
        "{arriving}; {node} keeps {v} ({player})",
        arriving=arriving,
        node=node,
        v=step.v,
        player=phrases.player_word(record, step.node),
    )


def _sibling_after(record: Record, child: int) -> int:
    """Return the next sibling of a child in the order of the search; the child is not the last.

    The rank of a node is its number in preorder, with children in the order of the search. The
    subtree of a child comes before its next sibling: a child of rank 4 with three nodes in its
    subtree has a next sibling of rank 7.
    """
    size_of_subtree = record.tree.end[child] - child
    return record.node_at(record.rank_of_node[child] + size_of_subtree)


def _tell_cut_off(record: Record, step: Step) -> Iterator[Sentence]:
    """Say what a cut-off is, then what fail-hard returns instead of v."""
    yield from sentences_of_cut_off(record, step)
    clamped = clamped_return(record, step)
    if clamped is not None:
        yield clamped


_TELLING: Final[dict[StepKind, Callable[[Record, Step], Iterator[Sentence]]]] = {
    StepKind.START: _tell_start,
    StepKind.VISIT: _tell_visit,
    StepKind.LEAF: _tell_leaf,
    StepKind.RETURN: _tell_arrival,
    StepKind.CUT: _tell_cut_off,
}
