"""Why a node was cut off, or not, or never visited, and why it returned what it did.

One grammar for every node at every step: at most three sentences that answer one question, the last
of them the conclusion.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from treeexplorer.engine import Record, StepKind
from treeexplorer.engine.analysis import CutOff, analysis_of
from treeexplorer.engine.record import Status, Step
from treeexplorer.errors import present
from treeexplorer.explain import phrases
from treeexplorer.explain.cut_offs import explain_cut_off
from treeexplorer.explain.endings import describe_best_moves
from treeexplorer.explain.node_states import (
    NodeState,
    find_deciding_cut_off,
    find_last_call_with_siblings_left,
    is_leaf_or_remembered,
    is_still_searching_children,
)
from treeexplorer.explain.opponent_bounds import (
    describe_reason_for_no_cut_off,
    explain_how_first_child_could_cut,
    explain_how_next_child_could_cut,
    explain_why_never_tested,
)
from treeexplorer.explain.phrases import SetBy, depth_limit, describe_allowed_numbers
from treeexplorer.explain.returns import (
    describe_exactness,
    describe_test_without_effect,
    explain_returned_value,
)
from treeexplorer.explain.sentence import (
    LONGEST,
    End,
    ItemList,
    Letter,
    Node,
    Sentence,
    SentenceOfStep,
)
from treeexplorer.explain.steps import sentences
from treeexplorer.judging import bounds_that_cut, cutoff_tests, facts
from treeexplorer.judging.facts import SIGNS, Inequality, Op
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, MAX_ROLE, Number

_MAX_SENTENCES: Final = 3  # sentences


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


def _choose_explanation(record: Record, node: int, step: int | None) -> Iterator[Sentence]:
    """Choose the explanation that fits the state of a node at a step.

    The step ``None`` looks back on the whole search. The states of ▽A, of which the first that
    holds decides, and how their explanations begin:

    ========================================  ======================================================
    not visited                               ``▽A was pruned at step 12: …``
    left through a cut-off                    ``▽A had a cut-off at step 12: 3 ≥ 2``
    read as a leaf, or answered from memory   ``12 was read at step 5``
    waiting for its first child               ``▽A was entered at step 10 with (3, +∞)``
    searching further children                ``▽A has no cut-off yet: …``
    returned                                  ``▽A had no cut-off: …``, ``▽A returns 3: …``
    ========================================  ======================================================
    """
    last_step = record.steps if step is None else step
    last_call = record.call_at(node, last_step)  # a call is one visit of the search to the node
    cut_step = find_deciding_cut_off(record, node, last_step)
    if last_call is None:
        return _explain_not_visited(record, node, last_step, cut_step)
    if cut_step is not None:
        return _explain_cut_off(record, cut_step)
    if is_leaf_or_remembered(record, last_call):
        return _explain_leaf_or_remembered(record, last_call)

    last_child_call = record.last_return(last_call, last_step)
    if last_child_call is None:
        return _explain_before_first_return(record, last_call)

    state = NodeState(record, last_call, last_child_call, last_step)
    if is_still_searching_children(state):
        return _explain_going_on(state)
    # Looking back, there is no step in which a child is just returning.
    is_child_returning = step is not None and state.is_child_returning
    return _explain_return(state, is_said_by_step=is_child_returning)


def beyond(record: Record, step: int) -> Iterator[Sentence]:
    """Explain a step further than the sentences do that tell what happens in it.

    ====================================  ==========================================================
    the step                              what is said beyond it
    ====================================  ==========================================================
    is a cut-off                          what is pruned cannot change the root, or which values
                                          would still count
    has a test that failed on equality    which bounds would have cut off; nothing if none is known
    comes before the search begins        nothing
    is any other                          what :func:`why` says of the current node, except what the
                                          step says itself
    ====================================  ==========================================================

    Args:
        record: The search.
        step: The number of the step.
    """
    shown_step = record.step(step)
    child_call = shown_step.child_call
    if shown_step.kind is StepKind.CUT:
        return _explain_consequence_of_cut_off(record, present(child_call))

    if child_call is not None and cutoff_tests.missed_on_equality(record, shown_step) is not None:
        return _describe_test_if_bound_is_known(record, child_call)

    current_node = record.current(step)
    if current_node is None:
        return iter(())
    explanation = why(record, current_node, step)
    return (sentence for sentence in explanation if not isinstance(sentence, SentenceOfStep))


def _describe_test_if_bound_is_known(record: Record, child_call: int) -> Iterator[Sentence]:
    """Say how a test came out and which bound would have cut off; nothing if none is known."""
    if bounds_that_cut.would_cut(record, child_call) is not None:
        yield from _describe_test_and_bound(record, child_call)


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


def _join_with_semicolon(first_half: Sentence, second_half: Sentence) -> Sentence:
    """Join two sentences into one, with a semicolon between them."""
    return Sentence("{one}; {two}", one=first_half.phrase, two=second_half.phrase)


# -- not visited, read, entered ----------------------------------------------------------------


def _explain_not_visited(
    record: Record, node: int, step: int, cut_step: Step | None
) -> Iterator[Sentence]:
    """Explain why a node is not visited by a step, with the reasons of the cut-off if it is pruned.

    ``cut_step`` is the step of the cut-off that pruned it, ``None`` if none did.
    """
    yield describe_why_not_visited(record, node, step)
    is_too_deep = record.status(node, step) is Status.BEYOND
    if cut_step is not None and not is_too_deep:
        yield from _explain_reasons_of_cut_off(record, cut_step)


def describe_why_not_visited(record: Record, node: int, step: int) -> Sentence:
    """Say in one sentence why a node is not visited by a step: too deep, not reached, or pruned.

    ``4 was pruned at step 12: at ▽B, 3 ≥ 2``, or ``8 has not been reached by step 3``.
    """
    named_node = Node(record.tree, node)
    if record.status(node, step) is Status.BEYOND:
        return Sentence(
            "{node} lies below the depth limit of {plies} and is never visited",
            node=named_node,
            plies=depth_limit(record),
        )
    cut_step = find_deciding_cut_off(record, node, step)
    if cut_step is None:
        return Sentence("{node} has not been reached by step {step}", node=named_node, step=step)
    return _describe_pruning(record, named_node, cut_step)


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
        return SentenceOfStep("{node} was read at step {step}", node=node, step=step)
    return SentenceOfStep("{node} was answered from memory at step {step}", node=node, step=step)


def _explain_how_search_reached_child(record: Record, call: int, parent: int) -> Sentence:
    """Explain how the search came to a child: after which failed test, or why without a test.

    The first row that fits is said, here of the leaf 12 below ▽A:

    =================================  =============================================================
    the child                          what is said
    =================================  =============================================================
    is the first one, and the search   ``No test at ▽A comes before it: once ▽A is entered, 12 is
    has windows (α, β)                 read``
    comes after a test at its parent   ``At ▽A, after 3, −∞ ≥ 3 is false: the search goes on to 12``
    has a parent that is never tested  ``This search visits every node``
    is any other                       as of the first child
    =================================  =============================================================
    """
    previous_call = record.find_previous_sibling_call(call)
    is_first_child = previous_call is None
    if is_first_child and record.has_windows:
        return _describe_entry_without_test(record, call, parent)

    if previous_call is not None and _is_tested_after(record, previous_call):
        return _describe_failed_test_before(record, previous_call, call)

    why_never_tested = explain_why_never_tested(record, parent)
    if why_never_tested is not None:
        return why_never_tested
    return _describe_entry_without_test(record, call, parent)


def _is_tested_after(record: Record, child_call: int) -> bool:
    """Tell whether a node was tested for a cut-off when a call of a child had returned."""
    return cutoff_tests.test_at(record, record.arrival(child_call)) is not None


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


def _explain_before_first_return(record: Record, call: int) -> Iterator[Sentence]:
    """Explain a node that waits for its first child: how it was entered, and what would cut it off.

    For example ``▽B was entered at step 10 with (3, +∞). α is 3 because ▲root has 3 through ▽A. If
    the next leaf is 3 or less, the rest of ▽B is pruned.``
    """
    why_never_tested = explain_why_never_tested(record, record.node(call))
    if why_never_tested is not None:  # then its window does not matter
        yield _describe_step_of_entry(record, call)
        yield why_never_tested
        return

    yield _describe_entry(record, call)
    # A null window only asks how the node compares with one number, which no other node has.
    if not record.has_null_window(call):
        yield from _explain_window_on_entry(record, call)
        yield from explain_how_first_child_could_cut(record, call)


def _describe_step_of_entry(record: Record, call: int) -> Sentence:
    """Say at which step a node was entered."""
    return SentenceOfStep(
        "{node} was entered at step {step}",
        node=Node(record.tree, record.node(call)),
        step=record.entered_at(call),
    )


def _describe_entry(record: Record, call: int) -> Sentence:
    """Say at which step a node was entered, and with which window or question."""
    return SentenceOfStep(
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
    reasons = explain_cut_off(record, cut)
    if reasons.premises:
        yield _join_last_premises(reasons.premises)
    yield reasons.conclusion


def _join_last_premises(premises: Sequence[Sentence]) -> Sentence:
    """Join the last two reasons of a cut-off; return the last alone if that is too long.

    For example ``▽B is MIN and already has 2, so it is worth 2 or less; ▲root has 3 through ▽A``.
    """
    last_premise = premises[-1]
    if len(premises) == 1:
        return last_premise
    joined = _join_with_semicolon(premises[-2], last_premise)
    return joined if len(str(joined)) <= LONGEST else last_premise


def _explain_going_on(state: NodeState) -> Iterator[Sentence]:
    """Explain why a node goes on after a child's return, and what would cut it off.

    The state has the node, the child that has returned last, the step of that return
    (``state.arrival``), and the step that is explained: that one or a later one.
    """
    record = state.record
    why_never_tested = explain_why_never_tested(record, state.node)
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


def _explain_going_on_at_return(state: NodeState) -> Iterator[Sentence]:
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


def _explain_going_on_after_return(state: NodeState) -> Iterator[Sentence]:
    """Explain why a node has gone on to another child, and which value of that child would cut.

    The second part is left out for a null window, which only asks one question.
    """
    record = state.record
    yield from _explain_why_not_cut_off_yet(state)
    if not record.has_null_window(state.call):
        child = _find_child_being_searched(state)
        yield from explain_how_next_child_could_cut(record, state.call, child)


def _find_child_being_searched(state: NodeState) -> int:
    """Return the child of a node in whose subtree the search currently is."""
    tree = state.record.tree
    current_node = present(state.record.current(state.step))
    ply_of_children = tree.ply[state.node] + 1
    return tree.ancestor_at(current_node, ply_of_children)


def _explain_why_not_cut_off_yet(state: NodeState) -> Iterator[Sentence]:
    """Explain why a node has no cut-off yet, and how its last test came out.

    The sentence that tells more comes last: the test, if a bound is known that would have cut
    (``… any α ≥ 9 would have cut``), else the reason (``… the question is not settled``).
    """
    record = state.record
    reason = Sentence(
        "{node} has no {cut-off} yet: {reason}",
        node=state.named_node,
        reason=describe_reason_for_no_cut_off(record, state.call),
    )
    is_bound_known = bounds_that_cut.would_cut(record, state.last_child_call) is not None
    if is_bound_known:
        yield reason
        yield from _describe_test_and_bound(record, state.last_child_call)
    else:
        yield from _describe_test_and_bound(record, state.last_child_call)
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
    test_result = SentenceOfStep("after {child}, {test}", child=child, test=test)
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


# -- what is returned --------------------------------------------------------------------------


def _explain_return(state: NodeState, *, is_said_by_step: bool) -> Iterator[Sentence]:
    """Explain why a node was not cut off, why it returned this value, and whether it is exact.

    ``▽A had no cut-off: … After 8, −∞ ≥ 3 is false. ▽A returns 3: MIN keeps the smallest that came;
    that is exact.`` The root's best moves are named at the end of the search.

    Args:
        state: The node, with the return of its last child.
        is_said_by_step: Whether that return is the step that is explained, which says its test
            itself.
    """
    record = state.record
    yield from _explain_test_of_returned_node(state, is_said_by_step=is_said_by_step)

    value = explain_returned_value(record, state.call, state.arrival)
    exactness = describe_exactness(record, state.call, state.step)
    yield _join_with_semicolon(value, exactness)

    if state.is_root_at_end:
        yield from (sentence.sentence_of_step for sentence in describe_best_moves(record))


def _explain_test_of_returned_node(
    state: NodeState, *, is_said_by_step: bool
) -> Iterator[Sentence]:
    """Explain why a node that has returned was not cut off before.

    =====================================================  =======================================
    the first case that holds                              what is said
    =====================================================  =======================================
    the test holds after the last child                    ``5 ≥ 3 holds, but nothing is left …``
    the step that is explained says its test itself        nothing
    the node is the root, and the search has ended         nothing
    any other                                              ``▽A had no cut-off: …``
    =====================================================  =======================================
    """
    test_held_too_late = describe_test_without_effect(state.record, state.arrival)
    if test_held_too_late is not None:
        yield test_held_too_late.sentence_of_step
        return
    if is_said_by_step or state.is_root_at_end:
        return
    yield from _explain_return_without_cut_off(state)


def _explain_return_without_cut_off(state: NodeState) -> Iterator[Sentence]:
    """Explain why a node returned without a cut-off, with the last test that could have cut.

    ``▽A had no cut-off: ▲root has nothing yet …``, then ``After 12, −∞ ≥ 3 is false; …``. A node
    that is never tested, or has a single child, needs no other reason than that.
    """
    record = state.record
    why_never_tested = explain_why_never_tested(record, state.node)
    if why_never_tested is not None:
        yield why_never_tested
        return

    # If no other child came before the last one, and none is left behind it, there is none.
    tested_child_call = find_last_call_with_siblings_left(record, state.last_child_call)
    if tested_child_call is None:
        yield _describe_single_child(record, state.named_node)
        return

    reason = describe_reason_for_no_cut_off(record, state.call)
    yield Sentence("{node} had no {cut-off}: {reason}", node=state.named_node, reason=reason)
    yield from _describe_test_and_bound(record, tested_child_call)


def _describe_single_child(record: Record, parent: Node) -> Sentence:
    """Say that a node has a single child, or a single one that is drawn, and so no cut-off."""
    if parent.node in record.tree.elided:
        return Sentence(
            "{node} had no {cut-off}: a single child of it is drawn, so nothing could be pruned",
            node=parent,
        )
    return Sentence(
        "{node} had no {cut-off}: it has a single child, so nothing could be pruned", node=parent
    )
