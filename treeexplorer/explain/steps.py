"""Every step in words: what happened with its numbers, who has what, what is pruned.

A step is told in a few short sentences, each made from facts and the step's own numbers. They are
computed for one step when asked for, in time that hardly depends on the size of the tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from treeexplorer.engine import Record, StepKind
from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.engine.record import Step
from treeexplorer.errors import present
from treeexplorer.explain import cut_offs, phrases
from treeexplorer.explain.endings import describe_ending
from treeexplorer.explain.phrases import depth_limit, next_child, question
from treeexplorer.explain.returns import (
    describe_clamped_return,
    describe_return_after_last_child,
    describe_test_without_effect,
)
from treeexplorer.explain.sentence import Letter, Node, Phrase, Sentence, convert_to_phrase, joined
from treeexplorer.judging import best_values, cutoff_tests, facts
from treeexplorer.rules import find_rule_value
from treeexplorer.tree import CHANCE_ROLE, MAX_ROLE, MIN_ROLE, GameTree, Number


class StepInWords(NamedTuple):
    """The sentences that tell a step, by what each of them is for.

    A trace says all of them in this order. Two steps of ``[[3 12 8] [2 4 6]]``:

    ===========  =================================  ===============================================
    field        12 arrives at ▽A                   ▽B is cut off
    ===========  =================================  ===============================================
    headline     ``12 arrives; ▽A keeps 3 (MIN).``  ``α cut-off at ▽B: 3 ≥ 2.``
    details      none                               ``▽B is MIN and already has 2, …``, ``▲root …``
    failed_test  ``−∞ ≥ 3 is false.``               ``None``
    outcome      ``Next: 8.``                       ``Pruned: 4, 6.``
    ===========  =================================  ===============================================

    Attributes:
        headline: What happens. At a cut-off, and where only equality kept it off, with the test.
        details: What else there is to say of that, such as the reasons of a cut-off.
        failed_test: A failed test that the headline does not have; ``None`` without one.
        outcome: What comes of the step: which node is next, what is pruned, how the search ends.
    """

    headline: Sentence
    details: tuple[Sentence, ...] = ()
    failed_test: Sentence | None = None
    outcome: tuple[Sentence, ...] = ()

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """All sentences in order."""
        failed_test = () if self.failed_test is None else (self.failed_test,)
        return (self.headline, *self.details, *failed_test, *self.outcome)

    @property
    def without_headline_and_test(self) -> tuple[Sentence, ...]:
        """The sentences that are left where headline and test are shown in another place."""
        return (*self.details, *self.outcome)


def put_step_in_words(record: Record, step: int) -> StepInWords:
    """Describe a step by the parts of its description; at the end also what the search has found.

    Args:
        record: The search.
        step: The number of the step.
    """
    step_data = record.step(step)
    describe = _DESCRIPTIONS[step_data.kind]
    words = describe(record, step_data)
    is_end_of_search = record.complete and step == record.steps
    if not is_end_of_search:
        return words
    return words._replace(outcome=(*words.outcome, *describe_ending(record).sentences))


def sentences(record: Record, step: int) -> tuple[Sentence, ...]:
    """Describe a step: what happened, who has what, what is pruned; at the end the result, too."""
    return put_step_in_words(record, step).sentences


def describe_step(record: Record, step: int) -> str:
    """Describe a step in one text, as a trace prints it."""
    return joined(sentences(record, step))


def arrives_at(tree: GameTree, node: int, value: Number | None) -> Phrase:
    """Say that a value arrives at a node: ``3 arrives at ▽A``."""
    return Phrase("{value} arrives at {node}", value=value, node=Node(tree, node))


# -- visits ------------------------------------------------------------------------------------


def _describe_start(record: Record, step: Step) -> StepInWords:
    """Describe the state before the search: where it begins, and with which window.

    Of a search other than alpha-beta it is also explained what that search does.
    """
    headline = Sentence("Nothing has been read yet")
    if not record.has_windows:
        beginning = Sentence("The search begins at {node}", node=Node(record.tree, 0))
        return StepInWords(headline, outcome=(beginning,))
    return StepInWords(
        headline,
        outcome=(describe_first_window(record, step), *explain_unusual_search(record)),
    )


def describe_first_window(record: Record, start: Step) -> Sentence:
    """Say with which window a search begins: ``The search begins at ▲root with the window …``.

    Args:
        record: The search.
        start: Its step 0.
    """
    return Sentence(
        "The search begins at {node} with the window {window}",
        node=Node(record.tree, 0),
        window=start.window,
    )


def explain_unusual_search(record: Record) -> Iterator[Sentence]:
    """Explain what a search other than alpha-beta does; of alpha-beta nothing is said."""
    if not record.rules.has_conventions:
        yield _explain_algorithm(record)


def _explain_algorithm(record: Record) -> Sentence:
    """Return the title of a search and what it does, as the rules tell it."""
    meaning = find_rule_value("algorithm", record.rules.algorithm)
    return Sentence("{title}: {explanation}", title=meaning.title, explanation=meaning.explanation)


def _describe_visit(record: Record, step: Step) -> StepInWords:
    """Describe how a node with children is entered, or what the search remembers of it instead."""
    is_answered_from_memory = step.value is not None  # only then does a visit give a value at once
    if is_answered_from_memory:
        return _describe_answer_from_memory(record, step)
    if record.tree.roles[step.node] == CHANCE_ROLE:
        return _describe_entry_of_chance_node(record, step)
    return StepInWords(
        _describe_entry(record, step),
        details=tuple(_describe_undrawn_children(record, step.node)),
    )


def _describe_undrawn_children(record: Record, node: int) -> Iterator[Sentence]:
    """Say that a node's undrawn children would come first, if the search goes from the right."""
    if record.rules.right_to_left and node in record.tree.elided:
        undrawn = phrases.undrawn(record.tree, node)
        yield Sentence("From the right {undrawn} would come first", undrawn=undrawn)


def _describe_entry_of_chance_node(record: Record, step: Step) -> StepInWords:
    """Say that a chance node takes a mean, and with which windows (α, β) its children are searched.

    ``○B is a chance node: it takes the weighted mean of its children. …``
    """
    headline = Sentence(
        "{node} is a chance node: it takes the weighted mean of its children",
        node=Node(record.tree, step.node),
    )
    return StepInWords(headline, details=tuple(_describe_windows_below_chance_node(record, step)))


def _describe_windows_below_chance_node(record: Record, step: Step) -> Iterator[Sentence]:
    """Say with which windows (α, β) the children of a chance node are searched.

    Where a range of all leaf values is known, a child is asked no more than can still change the
    chance node: its window is made of the node's own. Without a range every child counts in full.
    """
    if record.rules.has_range:
        yield Sentence(
            "It is entered with {window}; of each child it wants what can still matter",
            window=step.window,
        )
    elif record.has_windows:
        yield Sentence("Each of them is searched with the full window")


def _describe_answer_from_memory(record: Record, step: Step) -> StepInWords:
    """Say that a node is asked again, and that the search answers from memory.

    ``▽A is asked again: is it worth more than 3? What is kept of it answers: 2.``
    """
    if record.has_null_window(step.call):  # it asks only how the node compares with one number
        question_asked = question(record, step.call)
    else:
        question_asked = Phrase("exactly what is it worth?")
    node = Node(record.tree, step.node)
    answer = Sentence("What is kept of it answers: {value}", value=step.value)
    return StepInWords(
        Sentence("{node} is asked again: {question}", node=node, question=question_asked),
        outcome=(answer,),
    )


def _describe_entry(record: Record, step: Step) -> Sentence:
    """Say that a node is entered, with its window (α, β) if the search has windows.

    A null window, whose two ends are equal, is told as the question that it asks.
    """
    if not record.has_windows:
        return Sentence(
            "{node} ({player}) is entered",
            node=Node(record.tree, step.node),
            player=_describe_player(record, step.node),
        )
    if record.has_null_window(step.call):
        return _describe_entry_with_question(record, step)
    return _describe_entry_with_window(record, step)


def _describe_entry_with_question(record: Record, step: Step) -> Sentence:
    """Say what a node is asked with a null window: ``▽A (MIN) is asked only: is it worth …``.

    A null window, whose two ends are equal, asks only how a node compares with one number.
    """
    return Sentence(
        "{node} ({player}) is asked {again}only: {question}",
        node=Node(record.tree, step.node),
        player=_describe_player(record, step.node),
        again=_describe_repetition(record, step.call),
        question=question(record, step.call),
    )


def _describe_entry_with_window(record: Record, step: Step) -> Sentence:
    """Say with which window (α, β) a node is entered, and at which number its v starts.

    ``▽A (MIN) is entered with (3, +∞); v starts at +∞``. v is the best value that the node has had
    from its children so far.
    """
    return Sentence(
        "{node} ({player}) is entered {again}with {window}; v starts at {v}",
        node=Node(record.tree, step.node),
        player=_describe_player(record, step.node),
        again=_describe_repetition(record, step.call),
        window=step.window,
        v=step.v,
    )


def _describe_repetition(record: Record, call: int) -> Phrase | None:
    """Return ``again`` if a node has been called before; else ``None``, which prints nothing."""
    return Phrase("again ") if call in record.columns.earlier else None


def _describe_player(record: Record, node: int) -> Phrase:
    """Return the player who moves at a node: ``MIN``.

    Under a printed program that exchanges its players, the branch of it that the search takes is
    added: ``MIN, in the branch labelled “maximizing”``.
    """
    player = phrases.format_player(record, node)
    if not record.rules.printed.swaps_players:
        return convert_to_phrase(player)
    if player == "MAX":
        return Phrase("{player}, in the branch labelled “minimizing”", player=player)
    return Phrase("{player}, in the branch labelled “maximizing”", player=player)


def _describe_evaluation(record: Record, step: Step) -> StepInWords:
    """Say that a leaf is read, or that a node's estimate is taken at the depth limit."""
    node = Node(record.tree, step.node)
    if record.tree.is_leaf(step.node):
        parent = record.tree.parent_of(step.node)
        return StepInWords(
            Sentence("{node} is read", node=node),
            details=tuple(_describe_value_seen_by_min(record, parent, step.value)),
        )

    # A node with children at the depth limit, below which the search does not look.
    estimate = Sentence("Its estimate {value} stands for what is below it", value=step.value)
    return StepInWords(
        Sentence("{node} lies at the depth limit of {plies}", node=node, plies=depth_limit(record)),
        details=(estimate,),
    )


def _describe_value_seen_by_min(
    record: Record, node: int | None, value: Number | None
) -> Iterator[Sentence]:
    """Say what an arriving value is to MIN if the search sees values from the side to move.

    That is its negative: ``To MIN, whose move it is at ▽A, that is −3``. In other searches, and at
    other nodes, nothing is said.
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


def _describe_arrival(record: Record, step: Step) -> StepInWords:
    """Describe what happens when a child's value arrives and nothing is cut off.

    - In general: ``3 arrives from ▽A at ▲root: v −∞ → 3, α −∞ → 3. 3 ≥ +∞ is false. Next: ▽B.``
    - If it would be cut off under ≥ instead of >: that only equality was missing.
    - If the same child is searched again next, as in PVS: why its value is not enough.
    """
    is_missed_on_equality = cutoff_tests.missed_on_equality(record, step) is not None
    if is_missed_on_equality:
        return _describe_test_missed_on_equality(record, step)
    call_of_same_child = _find_next_call_of_same_child(record, step)
    if call_of_same_child is not None:
        return _describe_inexact_answer(record, step, call_of_same_child)
    return _describe_effect_of_value(record, step)


def _describe_test_missed_on_equality(record: Record, step: Step) -> StepInWords:
    """Explain why two equal numbers did not cut off, and what the other test would have pruned.

    ``No cut-off at ▽B: 3 > 3 is false. A tie is still possible, and your rule looks on. Under ≥, 4
    would be pruned here. Next: 4.``
    """
    return StepInWords(
        cut_offs.describe_missed_cut_off(record, step),
        details=(cut_offs.explain_why_equality_did_not_cut(record, step),),
        outcome=tuple(_describe_outcome_of_missed_cut_off(record, step)),
    )


def _describe_outcome_of_missed_cut_off(record: Record, step: Step) -> Iterator[Sentence]:
    """Say what equality would have pruned, and which child comes next instead.

    If only undrawn children are left, which are not searched, the node returns.
    """
    children_left = record.children_after(step.node, present(step.child))
    would_prune_under_equality = cutoff_tests.under_equality(record, step) is not None
    if would_prune_under_equality:
        yield cut_offs.describe_pruning_under_equality(record, children_left)

    has_undrawn_children = step.node in record.tree.elided
    if children_left:
        yield next_child(record.tree, children_left[0])
    elif has_undrawn_children:
        yield from describe_return_after_last_child(record, step)


def _find_next_call_of_same_child(record: Record, step: Step) -> int | None:
    """Find the next call if it searches again the child whose value has just arrived."""
    if not cutoff_tests.may_enter_again(record):
        return None
    next_call = record.following_call(step)
    searches_again = next_call is not None and record.node(next_call) == step.child
    return next_call if searches_again else None


def _describe_effect_of_value(record: Record, step: Step) -> StepInWords:
    """Describe what a child's value changes at a node without a cut-off, and what comes next there.

    ``2 arrives at ▽A: v 3 → 2, β 3 → 2. −∞ ≥ 2 is false. Next: 8.``, or what the node returns after
    its last child.
    """
    change = _describe_change_of_value(record, step)
    other_effects = tuple(_describe_other_effects_of_value(record, step))
    next_child_sentence = _describe_next_child(record, step)
    if next_child_sentence is None:
        node_return = tuple(_describe_end_of_children(record, step))
        return StepInWords(change, details=other_effects, outcome=node_return)
    return StepInWords(
        change,
        details=other_effects,
        failed_test=_describe_failed_test(record, step),
        outcome=(next_child_sentence,),
    )


def _describe_other_effects_of_value(record: Record, step: Step) -> Iterator[Sentence]:
    """Say what the new v is to MIN in negamax, and what the mean of a chance node can now be."""
    yield from _describe_value_seen_by_min(record, step.node, step.v)
    is_chance_node = record.tree.roles[step.node] == CHANCE_ROLE
    values_lie_in_range = record.has_chance_windows
    if is_chance_node and values_lie_in_range:
        yield _describe_possible_mean(record, step)


def _describe_next_child(record: Record, step: Step) -> Sentence | None:
    """Say which child is searched after the one that has returned: ``Next: ▽B``.

    Without a further child it is ``None``.
    """
    if cutoff_tests.may_enter_again(record):
        return _describe_next_call(record, step)
    # Other searches enter each child once, in order.
    child = present(step.child)
    if record.is_last_child(child):
        return None
    return next_child(record.tree, _next_sibling_of(record, child))


def _describe_next_call(record: Record, step: Step) -> Sentence | None:
    """Say which child a search such as PVS calls next, and with which question or window.

    ``Next: ▽B: is it worth more than 3?`` It may be a child that has been called before. Without a
    further call it is ``None``.
    """
    next_call = record.following_call(step)
    if next_call is None:
        return None
    node = Node(record.tree, record.node(next_call))
    if record.has_null_window(next_call):
        return Sentence("Next: {node}: {question}", node=node, question=question(record, next_call))
    return Sentence("Next: {node} with {window}", node=node, window=record.entry_window(next_call))


def _describe_failed_test(record: Record, step: Step) -> Sentence | None:
    """Say which test for a cut-off failed: ``3 ≥ 8 is false``; ``None`` where none was made."""
    test = cutoff_tests.test_at(record, step)
    return None if test is None else Sentence("{test}", test=test)


def _describe_end_of_children(record: Record, step: Step) -> Iterator[Sentence]:
    """Say what a node leaves unread, and what it returns after its last drawn child."""
    nothing_to_prune = describe_test_without_effect(record, step)
    if nothing_to_prune is not None:
        yield nothing_to_prune
    if step.node in record.tree.elided and not record.rules.right_to_left:
        yield Sentence("Unread: {undrawn}", undrawn=phrases.undrawn(record.tree, step.node))
    yield from describe_return_after_last_child(record, step)


def _describe_arriving_value(record: Record, step: Step) -> Phrase:
    """Say what arrives: ``12 arrives`` of a leaf, ``3 arrives from ▽A`` of any other child."""
    child = Node(record.tree, present(step.child))
    if record.tree.is_leaf(child.node):
        return Phrase("{child} arrives", child=child)
    return Phrase("{value} arrives from {child}", value=step.value, child=child)


def _describe_inexact_answer(record: Record, step: Step, next_call: int) -> StepInWords:
    """Say that a child is worth more (or less) than it was asked about, and is searched again.

    ``next_call`` is the next call of the same child, which finds its exact value.
    """
    search_again = Sentence(
        "Next: {node} again, with {entry}",
        node=Node(record.tree, present(step.child)),
        entry=phrases.describe_entry(record, next_call),
    )
    return StepInWords(_describe_answer_to_null_window(record, step), outcome=(search_again,))


def _describe_answer_to_null_window(record: Record, step: Step) -> Sentence:
    """Say that a child is worth more, or less, than the number that it was asked about.

    It was asked with a null window, such as "is it worth more than 3?" at a MAX node, or "less" at
    a MIN node. The answer is yes, and leaves open how much more or less.
    """
    arriving = _describe_arriving_value(record, step)
    node = Node(record.tree, step.node)
    number_asked_about = record.number_in_null_window(present(step.child_call))
    if record.tree.roles[step.node] == MAX_ROLE:
        return Sentence(
            "{arriving} at {node}: more than {value}, as asked, but perhaps not exactly that",
            arriving=arriving,
            node=node,
            value=number_asked_about,
        )
    return Sentence(
        "{arriving} at {node}: less than {value}, as asked, but perhaps not exactly that",
        arriving=arriving,
        node=node,
        value=number_asked_about,
    )


def _describe_change_of_value(record: Record, step: Step) -> Sentence:
    """Say what an arriving value does to v, the node's best value so far, or to its mean.

    - At a chance node: ``6 arrives at ○B: with weight 0.5 it contributes 3``.
    - If v stays: ``12 arrives; ▽A keeps 3 (MIN)``.
    - If v moves: ``2 arrives at ▽A: v 3 → 2, β 3 → 2``.
    - In a printed form that takes the first child's value whatever v was: ``3 arrives at ▽A, and
      this form takes it as it is: v = 3``.
    """
    if record.tree.roles[step.node] == CHANCE_ROLE:
        return _describe_contribution_to_mean(record, step)

    child_call = present(step.child_call)
    is_first_child = record.find_previous_sibling_call(child_call) is None
    if is_first_child and record.replaces_first:
        return _describe_value_taken_as_it_is(record, step)

    v_before = record.parent_v_before(child_call)
    if step.v == v_before:
        return _describe_unchanged_v(record, step)
    return _describe_changed_v(record, step)


def _describe_contribution_to_mean(record: Record, step: Step) -> Sentence:
    """Say what an arriving value adds to the mean of a chance node.

    ``6 arrives at ○B: with weight 0.5 it contributes 3``
    """
    weight: Number = present(record.tree.probability(present(step.child)))
    share: Number = 0  # of a child with weight 0, also if its value is infinite
    if weight != 0:
        share = weight * present(step.value)
    return Sentence(
        "{arriving} at {node}: with weight {weight} it contributes {share}",
        arriving=_describe_arriving_value(record, step),
        node=Node(record.tree, step.node),
        weight=weight,
        share=share,
    )


def _describe_value_taken_as_it_is(record: Record, step: Step) -> Sentence:
    """Say that a printed form takes the first child's value whatever v was."""
    return Sentence(
        "{arriving} at {node}, and this form takes it as it is: v = {v}",
        arriving=_describe_arriving_value(record, step),
        node=Node(record.tree, step.node),
        v=step.v,
    )


def _describe_changed_v(record: Record, step: Step) -> Sentence:
    """Say that a node's best value so far, v, changes, and perhaps α or β with it.

    ``2 arrives at ▽A: v 3 → 2, β 3 → 2``; without a window only v.
    """
    moved_bound = _find_moved_bound(record, step)
    if moved_bound is not None:
        return _describe_changed_v_and_bound(record, step, moved_bound)
    return Sentence(
        "{arriving} at {node}: v {before} → {v}",
        arriving=_describe_arriving_value(record, step),
        node=Node(record.tree, step.node),
        before=record.parent_v_before(present(step.child_call)),
        v=step.v,
    )


def _describe_changed_v_and_bound(record: Record, step: Step, moved_bound: _MovedBound) -> Sentence:
    """Say that v and α or β change: ``2 arrives at ▽A: v 3 → 2, β 3 → 2``.

    v is the best value that a node has had from its children so far.
    """
    return Sentence(
        "{arriving} at {node}: v {before} → {v}, {letter} {old} → {bound}",
        arriving=_describe_arriving_value(record, step),
        node=Node(record.tree, step.node),
        before=record.parent_v_before(present(step.child_call)),
        v=step.v,
        letter=moved_bound.letter,
        old=moved_bound.before,
        bound=moved_bound.after,
    )


class _MovedBound(NamedTuple):
    """A bound of a window, α or β, that a step changes."""

    letter: Letter
    before: Number
    after: Number


def _find_moved_bound(record: Record, step: Step) -> _MovedBound | None:
    """Return the bound of a window that an arriving value changes: α at MAX, β at MIN.

    It is ``None`` if the window stays as it was, if there is none, and for a null window.
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
        return _MovedBound(Letter.ALPHA, before=old_alpha, after=alpha)
    return _MovedBound(Letter.BETA, before=old_beta, after=beta)


def _describe_possible_mean(record: Record, step: Step) -> Sentence:
    """Say what a chance node's mean can be after a child has returned."""
    low, high = facts.proven(record, step.node, step.number)
    node = Node(record.tree, step.node)
    if low == high:
        return Sentence("{node} is worth {value}", node=node, value=low)
    return Sentence("{node} is worth {low} to {high}", node=node, low=low, high=high)


def _describe_unchanged_v(record: Record, step: Step) -> Sentence:
    """Say that a node's best value so far, v, stays: ``12 arrives; ▽A keeps 3 (MIN)``.

    If no child has given it that value there is nothing to keep. Under fail-hard, for example, v of
    a MAX node begins at the α of its window, say 5: ``3 arrives; v of ▲B stays 5, the bound it
    began with``.
    """
    arriving = _describe_arriving_value(record, step)
    node = Node(record.tree, step.node)
    if _is_v_of_no_child(record, present(step.child_call)):
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
        player=phrases.format_player(record, step.node),
    )


def _is_v_of_no_child(record: Record, child_call: int) -> bool:
    """Tell whether, after a child has returned, its parent's v is still the bound it began with."""
    best_so_far = best_values.best_after(record, child_call)
    return best_so_far is not None and best_so_far.is_own_bound


def _next_sibling_of(record: Record, child: int) -> int:
    """Return the next sibling of a child in the order of the search; the child is not the last.

    The rank of a node is its number in preorder, with children in the order of the search. The
    subtree of a child comes before its next sibling: a child of rank 4 with three nodes in its
    subtree has a next sibling of rank 7.
    """
    size_of_subtree = record.tree.end[child] - child
    return record.node_at(record.rank_of_node[child] + size_of_subtree)


def _describe_cut_off(record: Record, step: Step) -> StepInWords:
    """Describe a cut-off by its test, its reasons and what it prunes.

    At the end comes what fail-hard returns instead of v, if that is another number.
    """
    cut = analysis_of(record).cut_off(present(step.child_call))
    skipped = cut_offs.describe_what_is_skipped(record, cut, step.number)
    clamped = describe_clamped_return(record, step)
    return StepInWords(
        cut_offs.describe_test_of_cut_off(record, cut),
        details=cut_offs.explain_cut_off(record, cut).sentences,
        outcome=(skipped,) if clamped is None else (skipped, clamped),
    )


_DESCRIPTIONS: Final[dict[StepKind, Callable[[Record, Step], StepInWords]]] = {
    StepKind.START: _describe_start,
    StepKind.VISIT: _describe_visit,
    StepKind.LEAF: _describe_evaluation,
    StepKind.RETURN: _describe_arrival,
    StepKind.CUT: _describe_cut_off,
}
