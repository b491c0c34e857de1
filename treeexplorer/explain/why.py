"""Why a node was cut off, or not, or never visited, and why it returned what it did.

One grammar for every node at every step: at most three sentences that answer one question, the last
of them the conclusion.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final, NamedTuple

from treeexplorer.engine import Record, StepKind
from treeexplorer.engine.analysis import CutOff, analysis_of
from treeexplorer.engine.record import Status, Step
from treeexplorer.errors import present
from treeexplorer.explain import phrases
from treeexplorer.explain.cut_offs import explain_cut_off
from treeexplorer.explain.endings import describe_best_moves
from treeexplorer.explain.phrases import SetBy, depth_limit, describe_allowed_numbers
from treeexplorer.explain.returns import (
    describe_exactness,
    describe_test_without_effect,
    explain_returned_value,
)
from treeexplorer.explain.rules_in_words import describe_changed_rules
from treeexplorer.explain.sentence import (
    LONGEST,
    End,
    ItemList,
    Letter,
    NextLeaf,
    Node,
    Phrase,
    Sentence,
)
from treeexplorer.explain.steps import sentences
from treeexplorer.judging import best_values, bounds_that_cut, cutoff_tests, facts, facts_of_step
from treeexplorer.judging.facts import SIGNS, Inequality, Op
from treeexplorer.tree import (
    CHANCE_ROLE,
    FULL_WINDOW,
    INFINITY,
    MAX_ROLE,
    MIN_ROLE,
    GameTree,
    Number,
)

_MAX_SENTENCES: Final = 3  # sentences


class _SentenceOfStep(Sentence):
    """A sentence that says only what the step itself says, so that :func:`beyond` leaves it out."""

    __slots__ = ()


def why(record: Record, node: int, step: int | None = None) -> tuple[Sentence, ...]:
    """Explain what became of a node by a step of the search, in at most three sentences.

    At the step in which a child returns to the node they say what its value did: why the node is
    not cut off and which bound would have cut it off, why α or β stayed, and why this value is
    returned. At a later step they say why the node was cut off, or was not, or was never visited.

    Args:
        record: The search.
        node: The node.
        step: The number of the step; ``None`` to look back on the whole search.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> for sentence in why(record, 7):
        ...     print(sentence)
        4 was pruned at step 12: at ▽B, 3 ≥ 2.
        ▽B is MIN and already has 2, so it is worth 2 or less; ▲root has 3 through ▽A.
        Nothing left in ▽B can help ▲root.
    """
    return tuple(islice(_choose_explanation(record, node, step), _MAX_SENTENCES))


class _NodeState(NamedTuple):
    """The state of a node at a step, once at least one child has returned to it.

    Attributes:
        call: The call of the node.
        last_child_call: The call of the child that has returned last.
        step: The step: the one at which that child returned, or a later one.
    """

    record: Record
    call: int
    last_child_call: int
    step: int

    @property
    def node(self) -> int:
        """The number of the node."""
        return self.record.node(self.call)

    @property
    def named_node(self) -> Node:
        """The node as a sentence names it."""
        return Node(self.record.tree, self.node)

    @property
    def arrival(self) -> Step:
        """The step at which the last child's value arrived."""
        return self.record.arrival(self.last_child_call)

    @property
    def is_child_returning(self) -> bool:
        """Whether the last child returns in this very step."""
        return self.record.returned_at(self.last_child_call) == self.step

    @property
    def is_root_at_end(self) -> bool:
        """Whether the node is the root at the end of the search."""
        return _is_root_at_end_of_search(self.record, self.node, self.step)


def _choose_explanation(record: Record, node: int, step: int | None) -> Iterator[Sentence]:
    """Choose the explanation that fits the state of a node at a step.

    The states in their order: not visited; cut off; a leaf that was read; waiting for its first
    child; searching further children; returned. The step ``None`` looks back on the whole search.
    """
    last_step = record.steps if step is None else step
    last_call = record.call_at(node, last_step)
    cut_step = _find_deciding_cut_off(record, node, last_step)
    if last_call is None:
        return _explain_not_visited(record, node, last_step, cut_step)
    if cut_step is not None:
        return _explain_cut_off(record, cut_step)
    if _is_leaf_or_remembered(record, last_call):
        return _explain_leaf_or_remembered(record, last_call)

    last_child_call = record.last_return(last_call, last_step)
    if last_child_call is None:
        return _explain_before_first_return(record, last_call)

    state = _NodeState(record, last_call, last_child_call, last_step)
    if _is_still_searching_children(state):
        return _explain_going_on(state)
    # Looking back, there is no step in which a child is just returning.
    is_child_returning = step is not None and state.is_child_returning
    return _explain_return(state, is_child_returning=is_child_returning)


def _is_leaf_or_remembered(record: Record, call: int) -> bool:
    """Tell whether a call reads a leaf, or is answered from the search's memory."""
    return record.is_leaf_call(call) or call in record.remembered


def beyond(record: Record, step: int) -> Iterator[Sentence]:
    """Explain a step further than the sentences do that tell what happens in it.

    - A cut-off: what is pruned cannot change the root, or which values would still count.
    - A test that failed on equality alone: which bounds would have cut off.
    - Any other step: what :func:`why` says of the current node, unless the step says it itself.

    Args:
        record: The search.
        step: The number of the step.
    """
    shown_step = record.step(step)
    child_call = shown_step.child_call
    if shown_step.kind is StepKind.CUT:
        return _explain_consequence_of_cut_off(record, present(child_call))

    if child_call is not None and cutoff_tests.missed_on_equality(record, shown_step) is not None:
        is_bound_known = bounds_that_cut.would_cut(record, child_call) is not None
        return _describe_test_and_bound(record, child_call) if is_bound_known else iter(())

    current_node = record.current(step)
    if current_node is None:  # before the search begins
        return iter(())
    return _explain_beyond_step_sentences(record, current_node, step)


def _explain_beyond_step_sentences(record: Record, node: int, step: int) -> Iterator[Sentence]:
    """Yield the sentences of :func:`why` that neither the step nor the end of the search says."""
    already_said = {*sentences(record, step), *describe_best_moves(record)}
    for sentence in why(record, node, step):
        if not isinstance(sentence, _SentenceOfStep) and sentence not in already_said:
            yield sentence


def _explain_consequence_of_cut_off(record: Record, child_call: int) -> Iterator[Sentence]:
    """Say that a cut-off cannot change the root, or else which values would still count.

    For example ``Whatever the pruned leaves hold, ▲root is worth the same``, or where that is not
    proven, ``Only more than 3 would still count at ▲root``. The cut-off is given by the call of the
    child whose return led to it.
    """
    if _is_root_unaffected_by_pruning(record):
        yield Sentence(
            "whatever the pruned leaves hold, {root} is worth the same", root=Node(record.tree, 0)
        )
    else:
        cut = analysis_of(record).cut_off(child_call)
        yield from _describe_values_that_still_count(record, cut)


def _describe_values_that_still_count(record: Record, cut: CutOff) -> Iterator[Sentence]:
    """Say which values an ancestor would still accept: ``Only more than 3 would still count``.

    Nothing is said if no ancestor holds the bound of the cut-off, or the sign is not known.
    """
    sign = cutoff_tests.sign_that_would_not_cut(record, cut)
    if cut.witness is None or sign is None:
        return
    yield Sentence(
        "Only {bound} would still count at {owner}",
        bound=describe_allowed_numbers(sign, cut.origin.traced_bound),
        owner=Node(record.tree, cut.witness.node),
    )


def _is_root_unaffected_by_pruning(record: Record) -> bool:
    """Tell whether the root is proven to have the same value whatever the search prunes.

    That needs the full window, a tree without undrawn children, no depth limit (behind it the
    leaves differ from their estimates), and a search that never enters a node again.
    """
    rules = record.rules
    has_full_window = rules.window == FULL_WINDOW
    has_undrawn_children = bool(record.tree.elided)
    if not has_full_window or has_undrawn_children or rules.depth is not None:
        return False
    return not cutoff_tests.may_enter_again(record)


def _find_deciding_cut_off(record: Record, node: int, step: int) -> Step | None:
    """Find the step of the cut-off that decides what became of a node by a given step.

    A search may call a node several times; only the state of its last call counts.

    - The node has not been called: the cut-off at an ancestor by which it is skipped.
    - Its last call was cut off: this cut-off.
    - Its last call is over, and an earlier one was cut off: the latest of these cut-offs.
    - Its last call is still searching: ``None``, as a cut-off of an earlier call is past.

    It is ``None``, too, if there is no such cut-off.
    """
    last_call = record.call_at(node, step)
    if last_call is None:
        return cutoff_tests.skipping_cut(record, node, step)

    latest_cut = cutoff_tests.latest_cut(record, node, step)
    if latest_cut is None:
        return None
    if latest_cut.call == last_call:
        return latest_cut
    return latest_cut if _is_call_over(record, last_call, step) else None


def _is_call_over(record: Record, call: int, step: int) -> bool:
    """Tell whether a call has ended by a step.

    The root's call ends with the search: its value is returned to no node, so in no step.
    """
    has_returned = record.returned_at(call) <= step
    return has_returned or _is_root_at_end_of_search(record, record.node(call), step)


def _is_root_at_end_of_search(record: Record, node: int, step: int) -> bool:
    """Tell whether a node is the root, and a step the last one of a finished search."""
    return record.tree.is_root(node) and record.complete and step == record.steps


def _is_still_searching_children(state: _NodeState) -> bool:
    """Tell whether a node searches another child after the one that has returned last.

    It does until it has returned its value, the search has ended, or no child follows.
    """
    record = state.record
    # A call without a value never returns: the search stopped below it, at a leaf whose value is
    # unknown.
    is_stopped_below = record.value(state.call) is None
    if is_stopped_below:
        return True

    has_returned = record.returned_at(state.call) <= state.step
    if has_returned:
        return False

    has_search_ended = record.complete and state.step == record.steps
    if has_search_ended:
        return False

    return _has_following_child_call(record, state.last_child_call)


def _has_following_child_call(record: Record, child_call: int) -> bool:
    """Tell whether a node calls a child after a given call of a child, be it the same child."""
    if cutoff_tests.may_enter_again(record):
        # Such a search can leave a node early and return to a child, so the record is asked.
        return record.following_call(record.arrival(child_call)) is not None
    return not record.is_last_child(record.node(child_call))


def _join_with_semicolon(first_half: Sentence, second_half: Sentence) -> Sentence:
    """Join two sentences into one, with a semicolon between them."""
    return Sentence("{one}; {two}", one=first_half.phrase, two=second_half.phrase)


# -- not visited, read, entered ----------------------------------------------------------------


def _explain_not_visited(
    record: Record, node: int, step: int, cut_step: Step | None
) -> Iterator[Sentence]:
    """Explain why a node is not visited by a step: too deep, not reached yet, or pruned.

    ``cut_step`` is the step of the cut-off that pruned it, ``None`` if none did.
    """
    named_node = Node(record.tree, node)
    is_too_deep = record.status(node, step) is Status.BEYOND
    if is_too_deep:
        yield Sentence(
            "{node} lies below the depth limit of {plies} and is never visited",
            node=named_node,
            plies=depth_limit(record),
        )
    elif cut_step is None:
        yield Sentence("{node} has not been reached by step {step}", node=named_node, step=step)
    else:
        yield _describe_pruning(record, named_node, cut_step)
        yield from _explain_reasons_of_cut_off(record, cut_step)


def _describe_pruning(record: Record, node: Node, cut_step: Step) -> Sentence:
    """Say when and by which test a node was pruned: ``4 was pruned at step 12: at ▽B, 3 ≥ 2``."""
    return Sentence(
        "{node} was pruned at step {step}: at {cut}, {test}",
        node=node,
        step=cut_step.number,
        cut=Node(record.tree, cut_step.node),
        test=cutoff_tests.test_at(record, cut_step),
    )


def _explain_leaf_or_remembered(record: Record, call: int) -> Iterator[Sentence]:
    """Say when a leaf was read, or a node answered from memory, and how the search came to it.

    For example ``12 was read at step 5. At ▽A, after 3, −∞ ≥ 3 is false: the search goes on to
    12.``
    """
    yield _describe_step_of_answer(record, call)
    parent_call = record.caller(call)
    if parent_call is None:
        yield Sentence("It is the whole tree")
    else:
        yield _explain_how_search_reached_child(record, call, parent=record.node(parent_call))


def _describe_step_of_answer(record: Record, call: int) -> Sentence:
    """Say at which step a leaf was read, or a node answered from memory."""
    node = Node(record.tree, record.node(call))
    step = record.entered_at(call)
    if record.is_leaf_call(call):
        return _SentenceOfStep("{node} was read at step {step}", node=node, step=step)
    return _SentenceOfStep("{node} was answered from memory at step {step}", node=node, step=step)


def _explain_how_search_reached_child(record: Record, call: int, parent: int) -> Sentence:
    """Explain how the search came to a child: after which failed test, or why without a test.

    - ``At ▽A, after 3, −∞ ≥ 3 is false: the search goes on to 12``: a test was made after the
      child before it.
    - ``No test at ▽A comes before it``: it is the first child, or no test was made.
    - ``This search visits every node``: the parent is never tested. Of a first child this is said
      only in minimax, where no child is ever tested.
    """
    previous_call = record.find_previous_sibling_call(call)
    if previous_call is not None:
        test = cutoff_tests.test_at(record, record.arrival(previous_call))
        if test is not None:
            return _describe_failed_test_before(record, previous_call, call)

    # In a search with windows a first child needs no other reason than that it is the first.
    is_first_child = previous_call is None
    why_never_tested = _explain_why_never_tested(record, parent)
    if why_never_tested is None or (is_first_child and record.has_windows):
        return _describe_entry_without_test(record, call, parent)
    return why_never_tested


def _describe_entry_without_test(record: Record, call: int, parent: int) -> Sentence:
    """Say that the search reads a child as soon as it has entered the parent."""
    return Sentence(
        "No test at {parent} comes before it: once {parent} is entered, {node} is read",
        parent=Node(record.tree, parent),
        node=Node(record.tree, record.node(call)),
    )


def _describe_failed_test_before(record: Record, previous_call: int, call: int) -> Sentence:
    """Say by which failed test the search went on from one child to the next.

    For example ``At ▽A, after 3, −∞ ≥ 3 is false: the search goes on to 12.``
    """
    tested_step = record.arrival(previous_call)
    return Sentence(
        "At {parent}, after {child}, {test}: the search goes on to {node}",
        parent=Node(record.tree, tested_step.node),
        child=Node(record.tree, record.node(previous_call)),
        test=cutoff_tests.test_at(record, tested_step),
        node=Node(record.tree, record.node(call)),
    )


def _explain_why_never_tested(record: Record, node: int) -> Sentence | None:
    """Explain why a node is never tested for a cut-off; ``None`` if it may be.

    No node is in a search without windows (α, β), and no chance node if leaves may have any value.
    """
    if not record.has_windows:
        return Sentence("This search visits every node")

    is_chance_node = record.tree.roles[node] == CHANCE_ROLE
    if is_chance_node and not record.chance_windows:
        return Sentence(
            "Every child of {node} counts in its mean, so none is ever pruned",
            node=Node(record.tree, node),
        )
    return None


def _explain_before_first_return(record: Record, call: int) -> Iterator[Sentence]:
    """Explain a node that waits for its first child: how it was entered, and what would cut it off.

    For example ``▽B was entered at step 10 with (3, +∞). α is 3 because ▲root has 3 through ▽A. If
    the next leaf is 3 or less, the rest of ▽B is pruned.``
    """
    why_never_tested = _explain_why_never_tested(record, record.node(call))
    if why_never_tested is not None:  # then its window does not matter
        yield _describe_step_of_entry(record, call)
        yield why_never_tested
        return

    yield _describe_entry(record, call)
    # A null window only asks how the node compares with one number, which no other node has.
    if not record.has_null_window(call):
        yield from _explain_window_on_entry(record, call)
        yield from _explain_how_first_child_could_cut(record, call)


def _describe_step_of_entry(record: Record, call: int) -> Sentence:
    """Say at which step a node was entered."""
    return _SentenceOfStep(
        "{node} was entered at step {step}",
        node=Node(record.tree, record.node(call)),
        step=record.entered_at(call),
    )


def _describe_entry(record: Record, call: int) -> Sentence:
    """Say at which step a node was entered, and with which window or question."""
    return _SentenceOfStep(
        "{node} was entered at step {step} with {entry}",
        node=Node(record.tree, record.node(call)),
        step=record.entered_at(call),
        entry=phrases.describe_entry(record, call),
    )


def _explain_window_on_entry(record: Record, call: int) -> Iterator[Sentence]:
    """Explain where α and β of a call's window come from: ``α is 3 because ▲root has 3``.

    Only ends that a node or the start of the search has set are explained; if there are none,
    nothing is said.
    """
    explained_ends = [
        phrases.explain_window_end(record, end)
        for end in phrases.window_ends(record, call)
        if end.set_by in {SetBy.A_NODE, SetBy.THE_START}
    ]
    if explained_ends:
        yield Sentence("{ends}", ends=ItemList(tuple(explained_ends), last="; "))


def _explain_how_first_child_could_cut(record: Record, call: int) -> Iterator[Sentence]:
    """Say which value of its first child would cut a node off; if none can, why not."""
    is_bound_infinite = abs(_opponent_bound(record, call)) == INFINITY
    if is_bound_infinite:
        yield _describe_opponent_without_value(record, call).sentence
    else:
        first_child = next(record.children(record.node(call)))
        yield from _explain_how_next_child_could_cut(record, call, first_child)


def _opponent_bound(record: Record, call: int) -> Number:
    """Return the opponent's end of a call's window on entry: β at MAX, α at MIN."""
    alpha, beta = record.entry_window(call)
    is_max = record.tree.roles[record.node(call)] == MAX_ROLE
    return beta if is_max else alpha


def _explain_how_next_child_could_cut(
    record: Record, call: int, next_child: int
) -> Iterator[Sentence]:
    """Say which values of the next child would cut its parent off; nothing if none would.

    For example ``If the next leaf is 3 or less, the rest of ▽B is pruned.`` The call is the
    parent's.
    """
    if not _can_child_cut_off(record, call, next_child):
        return
    parent = Node(record.tree, record.node(call))
    cutting_values = _describe_values_that_cut(record, call)
    if record.tree.is_leaf(next_child):
        yield _describe_leaf_that_would_cut(next_child, cutting_values, parent)
    else:
        child = Node(record.tree, next_child)
        yield _describe_return_that_would_cut(child, cutting_values, parent)


def _describe_leaf_that_would_cut(leaf: int, cutting_values: Phrase, parent: Node) -> Sentence:
    """Say which values of a leaf cut off: ``If the next leaf is 3 or less, …``.

    The leaf is not called by its value, which is not known yet.
    """
    return Sentence(
        "If {leaf} is {bound}, the rest of {node} is pruned",
        leaf=NextLeaf(leaf),
        bound=cutting_values,
        node=parent,
    )


def _describe_return_that_would_cut(child: Node, cutting_values: Phrase, parent: Node) -> Sentence:
    """Say which returned values cut off: ``If ▽A returns 9 or more, the rest of ▲B is pruned``."""
    return Sentence(
        "If {child} returns {bound}, the rest of {node} is pruned",
        child=child,
        bound=cutting_values,
        node=parent,
    )


def _can_child_cut_off(record: Record, call: int, child: int) -> bool:
    """Tell whether some value of a child would cut off the parent's call and prune something.

    Not at a chance node, whose mean is tested instead of a child's value.
    """
    parent = record.node(call)
    if record.tree.roles[parent] == CHANCE_ROLE:
        return False
    if abs(_opponent_bound(record, call)) == INFINITY:
        return False
    return cutoff_tests.has_children_left(record, parent, child)


def _describe_values_that_cut(record: Record, call: int) -> Phrase:
    """Describe which values of a child reach the opponent's bound: ``9 or more``."""
    is_max = record.tree.roles[record.node(call)] == MAX_ROLE
    sign = _choose_cut_off_sign(is_max=is_max, is_strict=record.rules.strict)
    return describe_allowed_numbers(sign, _opponent_bound(record, call))


def _choose_cut_off_sign(*, is_max: bool, is_strict: bool) -> Op:
    """Choose how a value that cuts off compares with the opponent's bound, β or α."""
    if is_max:
        return ">" if is_strict else ">="
    return "<" if is_strict else "<="


# -- cut-offs, and none ------------------------------------------------------------------------


def _explain_cut_off(record: Record, cut_step: Step) -> Iterator[Sentence]:
    """Say that a node was cut off at a step, by which test, and for which reasons."""
    yield Sentence(
        "{node} had a {cut-off} at step {step}: {test}",
        node=Node(record.tree, cut_step.node),
        step=cut_step.number,
        test=cutoff_tests.test_at(record, cut_step),
    )
    yield from _explain_reasons_of_cut_off(record, cut_step)


def _explain_reasons_of_cut_off(record: Record, cut_step: Step) -> Iterator[Sentence]:
    """Give the reasons of a cut-off in one sentence, and the conclusion in another."""
    cut = analysis_of(record).cut_off(present(cut_step.child_call))
    *premises, conclusion = explain_cut_off(record, cut)
    if premises:
        yield _join_premises(premises, is_bound_by_chance_node=cut.source == "chance")
    yield conclusion


def _join_premises(premises: Sequence[Sentence], *, is_bound_by_chance_node: bool) -> Sentence:
    """Join the first and the last reason of a cut-off; return the last alone if that is too long.

    For example ``▽B is MIN and already has 2, so it is worth 2 or less; ▲root has 3 through ▽A``.
    If a chance node computed the bound, the last but one, what that node needs, takes the place of
    the first.
    """
    last_premise = premises[-1]
    if len(premises) == 1:
        return last_premise

    other_premise = premises[-2] if is_bound_by_chance_node else premises[0]
    joined = _join_with_semicolon(other_premise, last_premise)
    return joined if len(str(joined)) <= LONGEST else last_premise


def _explain_going_on(state: _NodeState) -> Iterator[Sentence]:
    """Explain why a node goes on after a child's return, and what would cut it off.

    The state has the node, the child that has returned last, the step of that return
    (``state.arrival``), and the step that is explained: that one or a later one.
    """
    record = state.record
    why_never_tested = _explain_why_never_tested(record, state.node)
    if why_never_tested is not None:
        yield why_never_tested
        return

    # Where ``3 > 3`` has failed, the sentences of its own step say why the node goes on all the
    # same, and what ``≥`` would do.
    failed_on_equality = cutoff_tests.missed_on_equality(record, state.arrival) is not None
    if failed_on_equality:
        yield from sentences(record, state.arrival.number)
    elif state.is_child_returning:
        yield from _explain_going_on_at_return(state)
    else:
        yield from _explain_going_on_after_return(state)


def _explain_going_on_at_return(state: _NodeState) -> Iterator[Sentence]:
    """Explain why a node goes on, at the very step at which a child returns to it.

    For example ``MIN moves β only: α stays 5. ▽A has no cut-off yet: α is 5 because ▲root has 5.
    After 9, 5 ≥ 9 is false; any α ≥ 9 would have cut.``
    """
    record = state.record
    is_chance_node = record.tree.roles[state.node] == CHANCE_ROLE
    can_move_window = not record.has_null_window(state.call) and not is_chance_node
    if can_move_window:
        yield _describe_effect_on_window(record, state.arrival)
    yield from _explain_why_not_cut_off_yet(state)


def _explain_going_on_after_return(state: _NodeState) -> Iterator[Sentence]:
    """Explain why a node has gone on to another child, and which value of that child would cut.

    The second part is left out for a null window, which only asks one question.
    """
    record = state.record
    yield from _explain_why_not_cut_off_yet(state)
    if not record.has_null_window(state.call):
        child = _find_child_being_searched(state)
        yield from _explain_how_next_child_could_cut(record, state.call, child)


def _find_child_being_searched(state: _NodeState) -> int:
    """Return the child of a node in whose subtree the search currently is."""
    tree = state.record.tree
    current_node = present(state.record.current(state.step))
    ply_of_children = tree.ply[state.node] + 1
    return tree.ancestor_at(current_node, ply_of_children)


def _explain_why_not_cut_off_yet(state: _NodeState) -> Iterator[Sentence]:
    """Explain why a node has no cut-off yet, and how its last test came out.

    The sentence that tells more comes last: the test, if a bound is known that would have cut
    (``… any α ≥ 9 would have cut``), else the reason (``… the question is not settled``).
    """
    record = state.record
    reason = Sentence(
        "{node} has no {cut-off} yet: {reason}",
        node=state.named_node,
        reason=_describe_reason_for_no_cut_off(record, state.call),
    )
    test_and_bound = _describe_test_and_bound(record, state.last_child_call)
    is_bound_known = bounds_that_cut.would_cut(record, state.last_child_call) is not None
    if is_bound_known:
        yield reason
        yield from test_and_bound
    else:
        yield from test_and_bound
        yield reason


def _describe_effect_on_window(record: Record, arrival: Step) -> Sentence:
    """Say which end of a node's window moves as a child returns, or that v and that end stay.

    MAX moves α up to its largest value so far, v; MIN moves β down to its smallest.
    """
    is_v_unchanged = arrival.v == record.parent_v_before(present(arrival.child_call))
    comparison = _compare_with_v(record, arrival)
    if is_v_unchanged and not comparison.holds:
        return _describe_unchanged_v(record, arrival, comparison)
    return _describe_moved_end_of_window(record, arrival)


def _compare_with_v(record: Record, arrival: Step) -> Inequality:
    """Compare an arriving value with its parent's v: ``value > v`` at MAX, ``value < v`` at MIN."""
    is_max = record.tree.roles[arrival.node] == MAX_ROLE
    sign: Op = ">" if is_max else "<"
    v: Number = present(arrival.v)
    return Inequality(present(arrival.value), sign, v)


def _describe_unchanged_v(record: Record, arrival: Step, comparison: Inequality) -> Sentence:
    """Say that an arriving value is no better than v: ``12 > 14 is false, so v and α stay; …``.

    ``comparison`` is the failed one, ``12 > 14``. MAX would move α with v, MIN β.
    """
    is_max = record.tree.roles[arrival.node] == MAX_ROLE
    moved_letter = Letter.ALPHA if is_max else Letter.BETA
    return Sentence(
        "{test}, so v and {own} stay; {player} moves {own} only",
        test=comparison,
        own=moved_letter,
        player=phrases.format_player(record, arrival.node),
    )


def _describe_moved_end_of_window(record: Record, arrival: Step) -> Sentence:
    """Say which end of the window a player moves and which stays: ``MAX moves α only: β stays +∞``.

    The player is that of the node to which a child returns in the step.
    """
    alpha, beta = present(arrival.window)
    is_max = record.tree.roles[arrival.node] == MAX_ROLE
    if is_max:
        moved_letter = Letter.ALPHA
        fixed_end = End("β", beta)
    else:
        moved_letter = Letter.BETA
        fixed_end = End("α", alpha)
    return Sentence(
        "{player} moves {own} only: {other} stays {bound}",
        player=phrases.format_player(record, arrival.node),
        own=moved_letter,
        other=Letter(fixed_end.letter),
        bound=fixed_end,
    )


def _describe_test_and_bound(record: Record, child_call: int) -> Iterator[Sentence]:
    """Say how the test after a child's return came out, and which bound would have cut off.

    For example ``After 3, −∞ ≥ 3 is false; any α ≥ 3 would have cut.`` The second half is left out
    if no such bound is known; nothing is said if no test was made.
    """
    test = cutoff_tests.test_at(record, record.arrival(child_call))
    if test is None:
        return
    child = Node(record.tree, record.node(child_call))
    # The step itself says the test, too; the bound that would have cut is new.
    test_result = _SentenceOfStep("after {child}, {test}", child=child, test=test)
    cutting_bound = bounds_that_cut.would_cut(record, child_call)
    if cutting_bound is None:
        yield test_result
    else:
        yield _join_with_semicolon(test_result, _describe_bound_that_cuts(cutting_bound))


def _describe_bound_that_cuts(cutting_bound: facts.WouldCut) -> Sentence:
    """Say which bound would have cut off a node: ``any α ≥ 3 would have cut``."""
    letter = Letter.BETA if cutting_bound.end == "beta" else Letter.ALPHA
    return Sentence(
        "any {letter} {sign} {value} would have cut",
        letter=letter,
        sign=SIGNS[cutting_bound.op],
        value=cutting_bound.value,
    )


def _describe_reason_for_no_cut_off(record: Record, call: int) -> Phrase:
    """Say why a MAX or MIN node is not cut off: it has not reached the opponent's bound.

    For example ``β is 3 because ▽A has 3``. An infinite bound means that the opponent has no value
    yet; in a null window, which only asks a question, ``the question is not settled``.
    """
    if record.has_null_window(call):
        return Phrase("the question is not settled")

    is_bound_infinite = abs(_opponent_bound(record, call)) == INFINITY
    if is_bound_infinite:
        return _describe_opponent_without_value(record, call)

    alpha, beta = phrases.window_ends(record, call)
    is_max = record.tree.roles[record.node(call)] == MAX_ROLE
    if is_max:
        return phrases.explain_window_end(record, beta)
    return phrases.explain_window_end(record, alpha)


def _describe_opponent_without_value(record: Record, call: int) -> Phrase:
    """Say that the nearest opponent above a node has no value yet, or that there is none above."""
    node = Node(record.tree, record.node(call))
    is_max = record.tree.roles[node.node] == MAX_ROLE
    if is_max:
        return _describe_min_without_value(record, node)
    return _describe_max_without_value(record, node)


def _describe_min_without_value(record: Record, max_node: Node) -> Phrase:
    """Say why a MAX node with β = +∞ cannot be cut off: no MIN node above it has a value yet.

    For example ``▽A has nothing yet (+∞), so nothing ▲B offers is too much``.
    """
    beta = End("β", INFINITY)
    min_ancestor = _find_nearest_ancestor_with_role(record.tree, max_node.node, MIN_ROLE)
    if min_ancestor is None:
        return Phrase(
            "no MIN lies above it ({bound}), so nothing {node} offers is too much",
            bound=beta,
            node=max_node,
        )
    return Phrase(
        "{owner} has nothing yet ({bound}), so nothing {node} offers is too much",
        owner=Node(record.tree, min_ancestor),
        bound=beta,
        node=max_node,
    )


def _describe_max_without_value(record: Record, min_node: Node) -> Phrase:
    """Say why a MIN node with α = −∞ cannot be cut off: no MAX node above it has a value yet.

    For example ``▲A has nothing yet (−∞), so nothing ▽B offers is too little``.
    """
    alpha = End("α", -INFINITY)
    max_ancestor = _find_nearest_ancestor_with_role(record.tree, min_node.node, MAX_ROLE)
    if max_ancestor is None:
        return Phrase(
            "no MAX lies above it ({bound}), so nothing {node} offers is too little",
            bound=alpha,
            node=min_node,
        )
    return Phrase(
        "{owner} has nothing yet ({bound}), so nothing {node} offers is too little",
        owner=Node(record.tree, max_ancestor),
        bound=alpha,
        node=min_node,
    )


def _find_nearest_ancestor_with_role(tree: GameTree, node: int, role: int) -> int | None:
    """Find the nearest ancestor of a node with a role; ``None`` if a chance node comes first."""
    for ancestor in tree.ancestors(node):
        if tree.roles[ancestor] == role:
            return ancestor
        if tree.roles[ancestor] == CHANCE_ROLE:
            return None
    return None


# -- what is returned --------------------------------------------------------------------------


def _explain_return(state: _NodeState, *, is_child_returning: bool) -> Iterator[Sentence]:
    """Explain why a node was not cut off, why it returned this value, and whether it is exact.

    The root's best moves are named at the end of the search. ``is_child_returning`` tells whether
    the last child returns in this very step, which then says its test itself.
    """
    record = state.record
    test_held_too_late = describe_test_without_effect(record, state.arrival)
    if test_held_too_late is not None:
        yield test_held_too_late
    elif not is_child_returning and not state.is_root_at_end:
        yield from _explain_return_without_cut_off(state)

    value = explain_returned_value(record, state.call, state.arrival)
    exactness = describe_exactness(record, state.call, state.step)
    yield _join_with_semicolon(value, exactness)

    if state.is_root_at_end:
        yield from describe_best_moves(record)


def _explain_return_without_cut_off(state: _NodeState) -> Iterator[Sentence]:
    """Explain why a node returned without a cut-off, with the last test that could have cut."""
    record = state.record
    why_never_tested = _explain_why_never_tested(record, state.node)
    if why_never_tested is not None:
        yield why_never_tested
        return

    tested_child_call = _find_last_call_with_siblings_left(record, state.last_child_call)
    if tested_child_call is None:
        yield Sentence(
            "{node} had no {cut-off}: it has a single child, so nothing could be pruned",
            node=state.named_node,
        )
        return

    reason = _describe_reason_for_no_cut_off(record, state.call)
    yield Sentence("{node} had no {cut-off}: {reason}", node=state.named_node, reason=reason)
    yield from _describe_test_and_bound(record, tested_child_call)


def _find_last_call_with_siblings_left(record: Record, last_child_call: int) -> int | None:
    """Find the call of the last child after which a cut-off would have pruned something.

    It is the child that returned last if children were left behind it, else the one before it.
    ``None`` if the node has a single child.
    """
    last_child = record.node(last_child_call)
    parent = record.tree.parent[last_child]
    if cutoff_tests.has_children_left(record, parent, last_child):
        return last_child_call
    return record.find_previous_sibling_call(last_child_call)


# -- facts, and other conventions --------------------------------------------------------------


def collect_node_facts(
    record: Record, node: int, step: int | None = None
) -> tuple[facts.Fact, ...]:
    """Collect the facts about a search on which the answer of :func:`why` rests.

    - A node that a cut-off decided on: the facts of the step of the cut-off.
    - A node neither visited nor pruned: none.
    - A leaf, or a node answered from memory: the facts of the test after the child before it.
    - Any other node: the facts about its last visit.

    Args:
        record: The search.
        node: The node.
        step: The number of the step; ``None`` to look back on the whole search.
    """
    last_step = record.steps if step is None else step
    cut_step = _find_deciding_cut_off(record, node, last_step)
    if cut_step is not None:
        return facts_of_step.step_facts(record, cut_step.number)

    last_call = record.call_at(node, last_step)
    if last_call is None:
        return ()
    if _is_leaf_or_remembered(record, last_call):
        return _collect_facts_of_test_before(record, last_call)
    return tuple(_collect_facts_of_visit(record, last_call, last_step))


def _collect_facts_of_test_before(record: Record, call: int) -> tuple[facts.Fact, ...]:
    """Collect the facts of the test after the previous child; none for a first child."""
    previous_call = record.find_previous_sibling_call(call)
    if previous_call is None:
        return ()
    return facts_of_step.step_facts(record, record.returned_at(previous_call))


def _collect_facts_of_visit(record: Record, call: int, step: int) -> list[facts.Fact]:
    """Collect the facts by a step about a call that was not cut off.

    They are the nodes that gave it α and β on entry; then, once a child has returned, the facts of
    the last test and what is proven of the node, unless the test has said so.
    """
    facts_of_window: list[facts.Fact] = [
        giver for giver in best_values.nodes_that_gave_window(record, call) if giver is not None
    ]
    last_child_call = record.last_return(call, step)
    if last_child_call is None:
        return facts_of_window

    facts_of_test = _collect_facts_of_last_test(_NodeState(record, call, last_child_call, step))
    facts_of_search = [*facts_of_window, *facts_of_test]
    proven_facts = facts_of_step.proven_facts(record, record.node(call), step)
    return [*facts_of_search, *(fact for fact in proven_facts if fact not in facts_of_search)]


def _collect_facts_of_last_test(state: _NodeState) -> Sequence[facts.Fact]:
    """Collect the facts of the last test for a cut-off at a node; none if it was never tested."""
    tested_child_call = _find_last_tested_child_call(state)
    if tested_child_call is None:
        return []
    return facts_of_step.step_facts(state.record, state.record.returned_at(tested_child_call))


def _find_last_tested_child_call(state: _NodeState) -> int | None:
    """Find the call of the last child after which a node could have been cut off.

    ``None`` if the node has a single child, after which nothing is left to prune.
    """
    if _is_still_searching_children(state):
        return state.last_child_call
    return _find_last_call_with_siblings_left(state.record, state.last_child_call)


def describe_outcomes_under_other_rules(
    tree: GameTree, record: Record, node: int
) -> Iterator[Sentence]:
    """Say what would become of a node under each other convention that changes it.

    For example ``Under the test >, 4 would be read.``

    Args:
        tree: The tree, with its players as they are written.
        record: The search of it.
        node: The node.
    """
    for fact in facts_of_step.outcomes_under_other_rules(tree, record, node):
        other_rules = replace(record.rules, **dict(fact.rules))
        rules_in_words = describe_changed_rules(record.rules, other_rules)
        yield _describe_outcome_under_rules(
            Node(record.tree, node), rules_in_words, fact.outcome, is_leaf=record.tree.is_leaf(node)
        )


def _describe_outcome_under_rules(
    node: Node, rules_in_words: str, outcome: facts.Outcome, *, is_leaf: bool
) -> Sentence:
    """Say what would become of a node under other rules: ``under the test >, 4 would be read``."""
    if outcome == "cut-off":
        return Sentence("{rules}, {node} would have a {cut-off}", rules=rules_in_words, node=node)
    if outcome == "pruned":
        return Sentence("{rules}, {node} would be pruned", rules=rules_in_words, node=node)
    if is_leaf:
        return Sentence("{rules}, {node} would be read", rules=rules_in_words, node=node)
    return Sentence(
        "{rules}, {node} would be visited, without a {cut-off}", rules=rules_in_words, node=node
    )
