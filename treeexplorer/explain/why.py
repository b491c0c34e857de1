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
from treeexplorer.explain.cut_offs import cut_reasons
from treeexplorer.explain.endings import which_moves
from treeexplorer.explain.phrases import SetBy, depth_limit, numbers_that_are
from treeexplorer.explain.returns import how_exact, nothing_left_to_prune, why_this_value
from treeexplorer.explain.rules_in_words import under_other_rules
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
from treeexplorer.judging import facts
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

_MOST: Final = 3  # sentences


class _ToldByStep(Sentence):
    """A sentence that says only what the step itself says, so that :func:`beyond` leaves it out."""

    __slots__ = ()


def why(record: Record, node: int, step: int | None = None) -> tuple[Sentence, ...]:
    """Say why a node fared as it did, as it stands at a step: at most three sentences.

    At the step in which a value arrives at the node the question is what that did: why not cut and
    from which bound on it would have, why α or β stayed, why this value is returned and whether it
    is exact. Later it is why the node had a cut-off, or none, or was never visited.

    Args:
        record: The search.
        node: The node.
        step: The step; the end of the search, seen from afterwards, where ``None``.

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
    return tuple(islice(_choose_answer(record, node, step), _MOST))


class _AfterReturn(NamedTuple):
    """How a node stands at a step, once a child has returned to it.

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
    def node(self) -> Node:
        """The node."""
        return Node(self.record.tree, self.record.node(self.call))

    @property
    def arrival(self) -> Step:
        """The step at which the value of that child arrived."""
        return self.record.arrival(self.last_child_call)

    @property
    def arrives_now(self) -> bool:
        """Whether that child returns in this very step."""
        return self.record.returned_at(self.last_child_call) == self.step

    @property
    def is_end(self) -> bool:
        """Whether this is the root at the end of its search."""
        return _is_end(self.record, self.node.node, self.step)


def _choose_answer(record: Record, node: int, given_step: int | None) -> Iterator[Sentence]:
    """Choose the answer to why a node fared as it did, by how the node stands at a step.

    The cases, in order: it was not visited; it was cut off; it is a leaf, or was answered from
    memory; no child has returned to it yet; it goes on to another child; it has returned its value.

    Args:
        record: The search.
        node: The node.
        given_step: The step; ``None`` where the whole search is looked back on.
    """
    step = record.steps if given_step is None else given_step
    last_visit = record.call_at(node, step)
    cut = _deciding_cut(record, node, step)
    if last_visit is None:
        return _why_not_visited(record, node, step, cut)
    if cut is not None:
        return _why_cut_off(record, cut)
    if _is_answered_at_once(record, last_visit):
        return _why_read_or_remembered(record, last_visit)
    last_child_call = record.last_return(last_visit, step)
    if last_child_call is None:
        return _why_nothing_returned_yet(record, last_visit)
    after = _AfterReturn(record, last_visit, last_child_call, step)
    if _searches_another_child(after):
        return _why_it_goes_on(after)
    # Looking back there is no step at which a value is just arriving.
    arrives_now = given_step is not None and after.arrives_now
    return _why_it_returned(after, arrives_now=arrives_now)


def _is_answered_at_once(record: Record, call: int) -> bool:
    """Tell whether a call is a leaf's, or one that memory answers."""
    return record.is_leaf_call(call) or call in record.remembered


def beyond(record: Record, step: int) -> Iterator[Sentence]:
    """Return what there is to say of a step beyond the sentences that tell what happens in it.

    - At a cut-off: that what is pruned cannot change the root, or what would still count.
    - Where only equality kept a test from cutting off: which bounds would have cut.
    - At any other step: the answer to :func:`why` of the current node, without the sentences that
      the step itself says.

    Args:
        record: The search.
        step: The number of the step.
    """
    at = record.step(step)
    if at.kind is StepKind.CUT:
        return _beyond_cut_off(record, present(at.child_call))
    if at.child_call is not None:  # a child returns
        failed_on_equality = facts.missed_on_equality(record, at) is not None
        if failed_on_equality:
            return _bounds_instead_of_equality(record, at.child_call)
    current_node = record.current(step)
    if current_node is None:  # before the search begins
        return iter(())
    return _not_told_by_step(record, current_node, step)


def _bounds_instead_of_equality(record: Record, child_call: int) -> Iterator[Sentence]:
    """Say which bounds would have cut off a node whose test failed on equality, if any are known.

    Args:
        record: The search.
        child_call: The call of the child after whose return the test was made.
    """
    if facts.would_cut(record, child_call) is not None:
        yield from _test_and_bound(record, child_call)


def _not_told_by_step(record: Record, node: int, step: int) -> Iterator[Sentence]:
    """Yield the sentences of :func:`why` that the step itself and the end do not say, too."""
    told = {*sentences(record, step), *which_moves(record)}
    for sentence in why(record, node, step):
        if not isinstance(sentence, _ToldByStep) and sentence not in told:
            yield sentence


def _beyond_cut_off(record: Record, child_call: int) -> Iterator[Sentence]:
    """Say that what a cut-off prunes cannot change the root, or else what would still count.

    ``Whatever the pruned leaves hold, ▲root is worth the same.`` Where that is not proven:
    ``Only more than 3 would still count at ▲root.``

    Args:
        record: The search.
        child_call: The call whose return led to the cut-off.
    """
    if _leaves_root_alone(record):
        yield Sentence(
            "whatever the pruned leaves hold, {root} is worth the same", root=Node(record.tree, 0)
        )
    else:
        yield from _what_would_still_count(record, analysis_of(record).cut_off(child_call))


def _what_would_still_count(record: Record, cut: CutOff) -> Iterator[Sentence]:
    """Say which values an ancestor would still take, in spite of a cut-off below it.

    ``Only more than 3 would still count at ▲root.``

    Nothing is said if no ancestor has the bound of the cut-off, or the sign is not known.

    Args:
        record: The search.
        cut: The cut-off. The ancestor that has its bound, α or β, is called its witness.
    """
    comparison = facts.sign_that_would_not_cut(record, cut)
    if cut.witness is not None and comparison is not None:
        yield Sentence(
            "Only {bound} would still count at {owner}",
            bound=numbers_that_are(comparison, cut.origin.traced_bound),
            owner=Node(record.tree, cut.witness.node),
        )


def _leaves_root_alone(record: Record) -> bool:
    """Tell whether the root is worth the same whatever a cut-off prunes.

    It is where it is searched with the full window and drawn whole. Behind a depth limit the
    leaves are worth what they are, and not what was estimated; a search that enters nodes again
    may still read them.
    """
    rules = record.rules
    is_whole = rules.window == FULL_WINDOW and rules.depth is None and not record.tree.elided
    return is_whole and not facts.may_enter_again(record)


def _deciding_cut(record: Record, node: int, step: int) -> Step | None:
    """Return the step of the cut-off that decides what became of a node by a step.

    ==================================================  ====================================
    the node                                            the cut-off
    ==================================================  ====================================
    was not visited                                     of the ancestor that skipped it
    had a cut-off in its last visit                     its own
    had one, and was visited again, which is over       its own, though of an earlier visit
    had one, and is being searched again                none: it is open what becomes of it
    ==================================================  ====================================

    Args:
        record: The search.
        node: The node.
        step: The number of the step up to which cut-offs count.

    Returns:
        The step; ``None`` if there is no such cut-off.
    """
    last_visit = record.call_at(node, step)
    if last_visit is None:
        return facts.skipping_cut(record, node, step)
    cut = facts.latest_cut(record, node, step)
    if cut is None or cut.call == last_visit:
        return cut
    return cut if _is_over(record, last_visit, step) else None


def _is_over(record: Record, call: int, step: int) -> bool:
    """Tell whether a visit is over by a step: it has returned, or is the root's of a whole search.

    The value of the root arrives nowhere, so that no step is the one of its return.
    """
    return record.returned_at(call) <= step or _is_end(record, record.node(call), step)


def _is_end(record: Record, node: int, step: int) -> bool:
    """Tell whether a node is the root at the end of its search, whose value arrives nowhere."""
    return record.tree.is_root(node) and record.complete and step == record.steps


def _searches_another_child(after: _AfterReturn) -> bool:
    """Tell whether a node searches another child after the one that has returned last.

    Args:
        after: How the node stands at a step: its call (one visit of the search), and the call of
            the child that has returned last.
    """
    record = after.record
    # A search that comes to a leaf whose value is unknown stops there. It stands at a child of
    # each node that has not returned by then.
    stops_below_it = record.value(after.call) is None
    if stops_below_it:
        return True
    has_search_ended = record.complete and after.step == record.steps
    has_node_returned = record.returned_at(after.call) <= after.step
    if has_search_ended or has_node_returned:
        return False
    return _another_call_follows(record, after.last_child_call)


def _another_call_follows(record: Record, child_call: int) -> bool:
    """Tell whether a node calls a child after a given call of a child, be it the same child."""
    if facts.may_enter_again(record):
        # Such a search can leave a node early, and come back to a child: the record says it.
        return record.following_call(record.arrival(child_call)) is not None
    return not record.is_last_child(record.node(child_call))


def _as_one_sentence(first: Sentence, second: Sentence) -> Sentence:
    """Return two sentences as one, with a semicolon between them."""
    return Sentence("{one}; {two}", one=first.phrase, two=second.phrase)


# -- not visited, read, entered ----------------------------------------------------------------


def _why_not_visited(record: Record, node: int, step: int, cut: Step | None) -> Iterator[Sentence]:
    """Say why a node is not visited: it lies too deep, its turn is to come, or it was pruned.

    Args:
        record: The search.
        node: The node.
        step: The step by which it is not visited.
        cut: The step of the cut-off above it that skipped it; ``None`` if none did.
    """
    named = Node(record.tree, node)
    is_too_deep = record.status(node, step) is Status.BEYOND
    if is_too_deep:
        yield Sentence(
            "{node} lies below the depth limit of {plies} and is never visited",
            node=named,
            plies=depth_limit(record),
        )
    # Its turn may still come after this step.
    elif cut is None:
        yield Sentence("{node} has not been reached by step {step}", node=named, step=step)
    else:
        yield _pruned_at(record, named, cut)
        yield from _rests_on(record, cut)


def _pruned_at(record: Record, node: Node, cut: Step) -> Sentence:
    """Say at which step a node was pruned, and by which test.

    ``4 was pruned at step 12: at ▽B, 3 ≥ 2.``

    Args:
        record: The search.
        node: The node that was pruned.
        cut: The step of the cut-off that pruned it.
    """
    return Sentence(
        "{node} was pruned at step {step}: at {cut}, {test}",
        node=node,
        step=cut.number,
        cut=Node(record.tree, cut.node),
        test=facts.test_at(record, cut),
    )


def _why_read_or_remembered(record: Record, call: int) -> Iterator[Sentence]:
    """Say when a leaf was read, or a node answered from memory, and why the search came to it.

    ``12 was read at step 5. At ▽A, after 3, −∞ ≥ 3 is false: the search goes on to 12.``

    Args:
        record: The search.
        call: The visit of the leaf, or of the node whose value the search remembers.
    """
    yield _when_it_was_answered(record, call)
    call_of_parent = record.caller(call)
    if call_of_parent is None:
        yield Sentence("It is the whole tree")
    else:
        yield _why_the_search_came(record, call, record.node(call_of_parent))


def _when_it_was_answered(record: Record, call: int) -> Sentence:
    """Say at which step a leaf was read, or a node answered from memory."""
    node = Node(record.tree, record.node(call))
    entered_at = record.entered_at(call)
    if record.is_leaf_call(call):
        return _ToldByStep("{node} was read at step {step}", node=node, step=entered_at)
    return _ToldByStep("{node} was answered from memory at step {step}", node=node, step=entered_at)


def _why_the_search_came(record: Record, call: int, parent_node: int) -> Sentence:
    """Say how the search came to a node: by which test, or why without one.

    The first case that holds:

    1. A first child in a search with windows (α, β): no test comes before it.
    2. A child after whose sibling a test was made: the search went on by that test.
    3. A child of a node at which no test is ever made, as in a search without windows: why not.
    4. Any other child: no test comes before it.

    Args:
        record: The search.
        call: The visit of a leaf, or of a node that memory answers.
        parent_node: Its parent.
    """
    call_before = record.sibling_before(call)
    is_first_child = call_before is None
    if is_first_child and record.has_windows:
        return _no_test_before(record, call, parent_node)
    if call_before is not None and facts.test_at(record, record.arrival(call_before)) is not None:
        return _went_on_after(record, call_before, call)
    never_tested = _why_never_tested(record, parent_node)
    if never_tested is not None:
        return never_tested
    return _no_test_before(record, call, parent_node)


def _no_test_before(record: Record, call: int, parent_node: int) -> Sentence:
    """Say that the search comes to a node as soon as its parent is entered."""
    return Sentence(
        "No test at {parent} comes before it: once {parent} is entered, {node} is read",
        parent=Node(record.tree, parent_node),
        node=Node(record.tree, record.node(call)),
    )


def _went_on_after(record: Record, call_before: int, call: int) -> Sentence:
    """Say by which failed test a search went on from one child to the next.

    ``At ▽A, after 3, −∞ ≥ 3 is false: the search goes on to 12.``

    Args:
        record: The search.
        call_before: The call (visit) of the child after which the test was made.
        call: The call of the next child.
    """
    tested = record.arrival(call_before)
    return Sentence(
        "At {parent}, after {child}, {test}: the search goes on to {node}",
        parent=Node(record.tree, tested.node),
        child=Node(record.tree, record.node(call_before)),
        test=facts.test_at(record, tested),
        node=Node(record.tree, record.node(call)),
    )


def _why_never_tested(record: Record, node: int) -> Sentence | None:
    """Say why no test for a cut-off is ever made at a node; ``None`` where some may be.

    None is made in a search without windows (α, β), and at a chance node if leaves may have any
    value.

    Args:
        record: The search.
        node: The node.
    """
    if not record.has_windows:
        return Sentence("This search visits every node")
    # Only if all values are known to lie in a range do chance nodes have windows.
    if record.tree.roles[node] == CHANCE_ROLE and not record.chance_windows:
        return Sentence(
            "Every child of {node} counts in its mean, so none is ever pruned",
            node=Node(record.tree, node),
        )
    return None


def _why_nothing_returned_yet(record: Record, call: int) -> Iterator[Sentence]:
    """Explain a node that waits for its first child: how it was entered, and what would cut it off.

    ``▽B was entered at step 10 with (3, +∞). α is 3 because ▲root has 3 through ▽A. If the next
    leaf is 3 or less, the rest of ▽B is pruned.``

    Args:
        record: The search.
        call: The call, that is, the visit of the node.
    """
    # A sentence if the node never makes a test for a cut-off: in a search without windows, or at a
    # chance node if leaves may have any value. Nothing can cut such a node off, and no window on
    # entry matters to it: so there is no more to say.
    never_tested = _why_never_tested(record, record.node(call))
    if never_tested is not None:
        yield _when_it_was_entered(record, call)
        yield never_tested
        return
    yield _how_it_was_entered(record, call)
    # A null window only asks how the node compares with one number. The sentence above has told
    # that question, and the number comes from no node.
    if not record.has_null_window(call):
        yield from _where_the_window_comes_from(record, call)
        yield from _what_would_cut_first(record, call)


def _when_it_was_entered(record: Record, call: int) -> Sentence:
    """Say at which step a node was entered."""
    return _ToldByStep(
        "{node} was entered at step {step}",
        node=Node(record.tree, record.node(call)),
        step=record.entered_at(call),
    )


def _how_it_was_entered(record: Record, call: int) -> Sentence:
    """Say at which step a node was entered, and with which window or question."""
    return _ToldByStep(
        "{node} was entered at step {step} with {entry}",
        node=Node(record.tree, record.node(call)),
        step=record.entered_at(call),
        entry=phrases.entry_words(record, call),
    )


def _where_the_window_comes_from(record: Record, call: int) -> Iterator[Sentence]:
    """Say who set the ends α and β of a node's window on entry: ``α is 3 because ▲root has 3``.

    Args:
        record: The search.
        call: The call, that is, the visit of the node.

    Yields:
        One sentence on the ends that a node has or the search was started with; none if both ends
        come from elsewhere, as an infinite end does.
    """
    ends = [
        phrases.end_words(record, end)
        for end in phrases.window_ends(record, call)
        if end.set_by in {SetBy.A_NODE, SetBy.THE_START}
    ]
    if ends:
        yield Sentence("{ends}", ends=ItemList(tuple(ends), last="; "))


def _what_would_cut_first(record: Record, call: int) -> Iterator[Sentence]:
    """Say which value of its first child would cut a node off; none while the bound is infinite."""
    if abs(_opponents_bound(record, call)) == INFINITY:
        yield _opponent_has_nothing(record, call).sentence
    # This yields nothing while the bound is infinite, since no value reaches it.
    first_child = next(record.children(record.node(call)))
    yield from _what_would_cut_next(record, call, first_child)


def _opponents_bound(record: Record, call: int) -> Number:
    """Return the opponent's end of a call's window on entry: β at MAX, α at MIN."""
    alpha, beta = record.entry_window(call)
    return beta if record.tree.roles[record.node(call)] == MAX_ROLE else alpha


def _what_would_cut_next(record: Record, call: int, child: int) -> Iterator[Sentence]:
    """Say which values of the next child would cut its parent off; nothing where none would.

    ``If the next leaf is 3 or less, the rest of ▽B is pruned.``

    Args:
        record: The search.
        call: The call (visit) of the parent.
        child: The next child.
    """
    if not _can_be_cut_by(record, call, child):
        return
    parent = Node(record.tree, record.node(call))
    values = _values_that_cut(record, call)
    if record.tree.is_leaf(child):
        yield _leaf_would_cut(child, values, parent)
    else:
        yield _return_would_cut(Node(record.tree, child), values, parent)


def _leaf_would_cut(leaf: int, values: Phrase, parent: Node) -> Sentence:
    """Say which values of a leaf cut off: ``if the next leaf is 3 or less, …``.

    It is not named by its value, which is not known yet.
    """
    return Sentence(
        "If {leaf} is {bound}, the rest of {node} is pruned",
        leaf=NextLeaf(leaf),
        bound=values,
        node=parent,
    )


def _return_would_cut(child: Node, values: Phrase, parent: Node) -> Sentence:
    """Say which returned values cut off: ``if ▽A returns 9 or more, the rest of ▲B is pruned``."""
    return Sentence(
        "If {child} returns {bound}, the rest of {node} is pruned",
        child=child,
        bound=values,
        node=parent,
    )


def _can_be_cut_by(record: Record, call: int, child: int) -> bool:
    """Tell whether some value of a child would cut off a call, and skip something by it."""
    node = record.node(call)
    is_mean = record.tree.roles[node] == CHANCE_ROLE  # not compared as a child's value is
    can_reach_bound = abs(_opponents_bound(record, call)) != INFINITY
    return not is_mean and can_reach_bound and facts.has_children_left(record, node, child)


def _values_that_cut(record: Record, call: int) -> Phrase:
    """Return which values of a child reach the opponent's bound: ``9 or more``."""
    at_max = record.tree.roles[record.node(call)] == MAX_ROLE
    comparison = _passing(at_max=at_max, strict=record.rules.strict)
    return numbers_that_are(comparison, _opponents_bound(record, call))


def _passing(*, at_max: bool, strict: bool) -> Op:
    """Return how a value that cuts off compares with the opponent's bound."""
    if at_max:
        return ">" if strict else ">="
    return "<" if strict else "<="


# -- cut-offs, and none ------------------------------------------------------------------------


def _why_cut_off(record: Record, cut: Step) -> Iterator[Sentence]:
    """Say that a node had a cut-off, by which test, and what that rests on."""
    node = Node(record.tree, cut.node)
    test = facts.test_at(record, cut)
    yield Sentence(
        "{node} had a {cut-off} at step {step}: {test}", node=node, step=cut.number, test=test
    )
    yield from _rests_on(record, cut)


def _rests_on(record: Record, arrival: Step) -> Iterator[Sentence]:
    """Say what a cut-off rests on in one sentence, and the conclusion that the banner gives."""
    cut = analysis_of(record).cut_off(present(arrival.child_call))
    *premises, conclusion = cut_reasons(record, cut)
    if premises:
        yield _in_one_sentence(premises, is_by_chance=cut.source == "chance")
    yield conclusion


def _in_one_sentence(premises: Sequence[Sentence], *, is_by_chance: bool) -> Sentence:
    """Return two of the reasons of a cut-off as one sentence, or the last one alone.

    ``▽B is MIN and already has 2, so it is worth 2 or less; ▲root has 3 through ▽A`` is made of the
    first reason, what the node is worth, and the last one, who has the bound. The last one stands
    alone if it is the only one, and if both together are too long.

    Args:
        premises: The reasons in order, at least one.
        is_by_chance: Whether a chance node computed the bound. Then the last but one says what the
            chance node needs, and is taken instead of the first.
    """
    last = premises[-1]
    if len(premises) == 1:
        return last
    other = premises[-2] if is_by_chance else premises[0]
    both = _as_one_sentence(other, last)
    return both if len(str(both)) <= LONGEST else last


def _why_it_goes_on(after: _AfterReturn) -> Iterator[Sentence]:
    """Say why a node goes on after a child has returned to it, and what would cut it off.

    Args:
        after: How the node stands at a step: its call (one visit of the search), and the call of
            the child that has returned last.
    """
    record = after.record
    never_tested = _why_never_tested(record, after.node.node)
    if never_tested is not None:
        yield never_tested
        return
    step_of_last_test = after.arrival
    failed_on_equality = facts.missed_on_equality(record, step_of_last_test) is not None
    if failed_on_equality:
        # What is said of that step tells why ``3 > 3`` goes on, and what ``≥`` would do.
        yield from sentences(record, step_of_last_test.number)
    elif after.arrives_now:
        yield from _why_it_goes_on_now(after)
    else:
        yield from _why_it_went_on(after)


def _why_it_goes_on_now(after: _AfterReturn) -> Iterator[Sentence]:
    """Say why a node goes on, at the step at which a child returns to it.

    ``MIN moves β only: α stays 5. ▽A has no cut-off yet: α is 5 because ▲root has 5. After 9, 5 ≥ 9
    is false; any α ≥ 9 would have cut.``
    """
    record = after.record
    is_mean = record.tree.roles[after.node.node] == CHANCE_ROLE
    moves_window = not record.has_null_window(after.call) and not is_mean
    if moves_window:
        yield _what_moved(record, after.arrival)
    yield from _why_no_cut_off_yet(after)


def _why_it_went_on(after: _AfterReturn) -> Iterator[Sentence]:
    """Say why a node went on, at a later step, and which value of its open child would cut it off.

    If the node was entered with a null window, the second part is left out: a null window asks one
    question only.
    """
    record = after.record
    yield from _why_no_cut_off_yet(after)
    if not record.has_null_window(after.call):
        yield from _what_would_cut_next(record, after.call, _child_being_searched(after))


def _child_being_searched(after: _AfterReturn) -> int:
    """Return the child of a node that is being searched: the search stands in its subtree."""
    tree = after.record.tree
    current_node = present(after.record.current(after.step))
    ply_of_children = tree.ply[after.node.node] + 1
    return tree.ancestor_at(current_node, ply_of_children)


def _why_no_cut_off_yet(after: _AfterReturn) -> Iterator[Sentence]:
    """Say why a node has no cut-off yet (the reason), and how its last test came out.

    Of the two sentences the one that tells more comes last:

    - the test, if it is known which bound would have cut off: ``▽A has no cut-off yet: α is 5
      because ▲root has 5. After 9, 5 ≥ 9 is false; any α ≥ 9 would have cut.``
    - else the reason, as in PVS: ``After 0, 0 ≥ 6 is false. ▲D has no cut-off yet: the question is
      not settled.``

    Args:
        after: How the node stands at a step: its call (one visit of the search), and the call of
            the child that has returned last.
    """
    record = after.record
    reason = Sentence(
        "{node} has no {cut-off} yet: {reason}",
        node=after.node,
        reason=_reason_for_no_cut_off(record, after.call),
    )
    test_and_bound = _test_and_bound(record, after.last_child_call)  # none if no test was made
    names_a_bound = facts.would_cut(record, after.last_child_call) is not None
    if names_a_bound:
        yield reason
        yield from test_and_bound
    else:
        yield from test_and_bound
        yield reason


def _what_moved(record: Record, arrival: Step) -> Sentence:
    """Say which end of its window a node's player moves, or that both v and that end stay.

    MAX moves α up to the largest value so far, its v; MIN moves β down to the smallest.

    Args:
        record: The search.
        arrival: The step at which a child returns to a MAX or MIN node.
    """
    stays = arrival.v == record.parent_v_before(present(arrival.child_call))
    comparison = _better_than_v(record, arrival)
    if stays and not comparison.holds:
        return _v_stays(record, arrival, comparison)
    return _moves_own_end(record, arrival)


def _better_than_v(record: Record, arrival: Step) -> Inequality:
    """Return the comparison of an arriving value with v: ``>`` at MAX, ``<`` at MIN."""
    better: Op = "<"
    if record.tree.roles[arrival.node] == MAX_ROLE:
        better = ">"
    v: Number = present(arrival.v)
    return Inequality(present(arrival.value), better, v)


def _v_stays(record: Record, arrival: Step, comparison: Inequality) -> Sentence:
    """Say that v stays, and with it an end of the window: ``12 > 14 is false, so v and α stay; …``.

    v is the best value that a node has had from its children. MAX moves α with it, MIN β.

    Args:
        record: The search.
        arrival: The step at which a child returns to a MAX or MIN node.
        comparison: The arriving value and v, with the sign for “better”: ``12 > 14``.
    """
    at_max = record.tree.roles[arrival.node] == MAX_ROLE
    own_letter = Letter.ALPHA if at_max else Letter.BETA
    return Sentence(
        "{test}, so v and {own} stay; {player} moves {own} only",
        test=comparison,
        own=own_letter,
        player=phrases.player_word(record, arrival.node),
    )


def _moves_own_end(record: Record, arrival: Step) -> Sentence:
    """Say which end of the window a node moves and which stays: ``MAX moves α only: β stays +∞``.

    Args:
        record: The search.
        arrival: The step at which a child returns to a MAX or MIN node.
    """
    alpha, beta = present(arrival.window)
    # A MIN node moves β and cannot move α; MAX the other way round.
    own_letter = Letter.BETA
    other_end = End("α", alpha)
    if record.tree.roles[arrival.node] == MAX_ROLE:
        own_letter = Letter.ALPHA
        other_end = End("β", beta)
    return Sentence(
        "{player} moves {own} only: {other} stays {bound}",
        player=phrases.player_word(record, arrival.node),
        own=own_letter,
        other=Letter(other_end.letter),
        bound=other_end,
    )


def _test_and_bound(record: Record, child_call: int) -> Iterator[Sentence]:
    """Say how the test after a child's return came out, and which bound would have cut off.

    ``After 3, −∞ ≥ 3 is false; any α ≥ 3 would have cut.`` The second half is left out where no
    such bound is known, and nothing is said where no test was made.

    Args:
        record: The search.
        child_call: The call (visit) of the child.
    """
    test = facts.test_at(record, record.arrival(child_call))
    if test is None:
        return
    child = Node(record.tree, record.node(child_call))
    # The step says the test itself; the bound that would have cut is new.
    result = _ToldByStep("after {child}, {test}", child=child, test=test)
    needed = facts.would_cut(record, child_call)
    if needed is None:
        yield result
    else:
        yield _as_one_sentence(result, _bound_that_cuts(needed))


def _bound_that_cuts(needed: facts.WouldCut) -> Sentence:
    """Say which bound would have cut off a node: ``any α ≥ 3 would have cut``.

    Args:
        needed: The end of the window, and how it would have to compare with which number.
    """
    letter = Letter.BETA if needed.end == "beta" else Letter.ALPHA
    return Sentence(
        "any {letter} {sign} {value} would have cut",
        letter=letter,
        sign=SIGNS[needed.op],
        value=needed.value,
    )


def _reason_for_no_cut_off(record: Record, call: int) -> Phrase:
    """Say why a MAX or MIN node is not cut off: it has not reached the opponent's bound.

    The opponent's bound is β at MAX and α at MIN.

    - A finite one: where it comes from, ``β is 3 because ▽A has 3``.
    - An infinite one, which no value reaches: that the opponent has nothing yet.
    - In a call that only asks how the node compares with a number (a null window): ``the question
      is not settled``.

    Args:
        record: The search.
        call: The call, that is, one visit of the node.
    """
    if record.has_null_window(call):
        return Phrase("the question is not settled")
    is_infinite = abs(_opponents_bound(record, call)) == INFINITY
    if is_infinite:
        return _opponent_has_nothing(record, call)
    alpha, beta = phrases.window_ends(record, call)
    if record.tree.roles[record.node(call)] == MAX_ROLE:
        return phrases.end_words(record, beta)
    return phrases.end_words(record, alpha)


def _opponent_has_nothing(record: Record, call: int) -> Phrase:
    """Say that the nearest opponent above has nothing yet, or that there is none above."""
    node = Node(record.tree, record.node(call))
    if record.tree.roles[node.node] == MAX_ROLE:
        return _min_has_nothing(record, node)
    return _max_has_nothing(record, node)


def _min_has_nothing(record: Record, node: Node) -> Phrase:
    """Say why a MAX node cannot be cut off yet: no MIN node above it has any value.

    ``▽A has nothing yet (+∞), so nothing ▲B offers is too much``; or that no MIN node lies above
    it.

    Args:
        record: The search.
        node: A MAX node whose β is +∞.
    """
    bound = End("β", INFINITY)
    # The node that would have β.
    owner = _nearest(record, node.node, MIN_ROLE)
    if owner is None:
        return Phrase(
            "no MIN lies above it ({bound}), so nothing {node} offers is too much",
            bound=bound,
            node=node,
        )
    return Phrase(
        "{owner} has nothing yet ({bound}), so nothing {node} offers is too much",
        owner=Node(record.tree, owner),
        bound=bound,
        node=node,
    )


def _max_has_nothing(record: Record, node: Node) -> Phrase:
    """Say why a MIN node cannot be cut off yet: no MAX node above it has any value.

    ``▲A has nothing yet (−∞), so nothing ▽B offers is too little``; or that no MAX node lies above
    it.

    Args:
        record: The search.
        node: A MIN node whose α is −∞.
    """
    bound = End("α", -INFINITY)
    # The node that would have α.
    owner = _nearest(record, node.node, MAX_ROLE)
    if owner is None:
        return Phrase(
            "no MAX lies above it ({bound}), so nothing {node} offers is too little",
            bound=bound,
            node=node,
        )
    return Phrase(
        "{owner} has nothing yet ({bound}), so nothing {node} offers is too little",
        owner=Node(record.tree, owner),
        bound=bound,
        node=node,
    )


def _nearest(record: Record, node: int, role: int) -> int | None:
    """Return the nearest node above with a role, below any chance node."""
    for ancestor in record.tree.ancestors(node):
        if record.tree.roles[ancestor] == role:
            return ancestor
        if record.tree.roles[ancestor] == CHANCE_ROLE:
            return None
    return None


# -- what is returned --------------------------------------------------------------------------


def _why_it_returned(after: _AfterReturn, *, arrives_now: bool) -> Iterator[Sentence]:
    """Say why a node had no cut-off, why it returns this value, and whether the value is exact.

    Of the root at the end of its search the best moves are said in place of the cut-offs.

    Args:
        after: How the node stands at a step: its call (one visit of the search), and the call of
            the child that has returned last.
        arrives_now: Whether its last child returns in this very step.
    """
    record = after.record
    holds_too_late = nothing_left_to_prune(record, after.arrival)
    if holds_too_late is not None:
        yield holds_too_late
    # The step at which the last child returns says its test itself.
    elif not arrives_now and not after.is_end:
        yield from _why_no_cut_off_at_all(after)
    value = why_this_value(record, after.call, after.arrival)
    exactness = how_exact(record, after.call, after.step)
    yield _as_one_sentence(value, exactness)
    if after.is_end:
        yield from which_moves(record)


def _why_no_cut_off_at_all(after: _AfterReturn) -> Iterator[Sentence]:
    """Say why a node returned without a cut-off, with the last test that could have made one.

    Args:
        after: How the node stands at a step: its call (one visit of the search), and the call of
            the child that has returned last.
    """
    record = after.record
    named = after.node
    never_tested = _why_never_tested(record, named.node)
    if never_tested is not None:
        yield never_tested
        return
    tested_child_call = _last_return_with_children_left(record, after.last_child_call)
    if tested_child_call is None:
        yield Sentence(
            "{node} had no {cut-off}: it has a single child, so nothing could be pruned", node=named
        )
        return
    reason = _reason_for_no_cut_off(record, after.call)
    yield Sentence("{node} had no {cut-off}: {reason}", node=named, reason=reason)
    yield from _test_and_bound(record, tested_child_call)


def _last_return_with_children_left(record: Record, last_child_call: int) -> int | None:
    """Return the call of the last child after which a cut-off would have pruned something.

    After the last child of a node nothing is left to prune, so it is the child before that. If the
    node has further children that were not called or are not drawn, it is the child that returned
    last.

    Returns:
        The call; ``None`` if the node has a single child.
    """
    child = record.node(last_child_call)
    parent = record.tree.parent[child]
    if facts.has_children_left(record, parent, child):
        return last_child_call
    return record.sibling_before(last_child_call)


# -- facts, and other conventions --------------------------------------------------------------


def node_facts(record: Record, node: int, step: int | None = None) -> tuple[facts.Fact, ...]:
    """Return the facts about a search from which the answer to :func:`why` is made.

    - A cut-off decides what became of the node: the facts of the step of the cut-off.
    - The node was neither visited nor pruned: none.
    - It is a leaf, or was answered from memory: the facts of the test after the child before it.
    - It was visited otherwise: the facts about its last visit.

    Args:
        record: The search.
        node: The node.
        step: The step; ``None`` where the whole search is looked back on.
    """
    last_step = record.steps if step is None else step
    cut = _deciding_cut(record, node, last_step)
    if cut is not None:
        return facts.step_facts(record, cut.number)
    last_visit = record.call_at(node, last_step)
    if last_visit is None:
        return ()
    if _is_answered_at_once(record, last_visit):
        return _facts_of_test_before(record, last_visit)
    return tuple(_facts_of_visit(record, last_visit, last_step))


def _facts_of_test_before(record: Record, call: int) -> tuple[facts.Fact, ...]:
    """Return the facts of the test after the child before a call; a first child needs none."""
    call_before = record.sibling_before(call)
    if call_before is None:
        return ()
    return facts.step_facts(record, record.returned_at(call_before))


def _facts_of_visit(record: Record, call: int, step: int) -> list[facts.Fact]:
    """Return the facts about a visit of a node that has had no cut-off by a step.

    First comes which nodes gave it the α and the β with which it was entered, as far as nodes did.
    If a child has returned, the facts of the last test follow, and what is proven of the node.

    Args:
        record: The search.
        call: The call, that is, the visit of the node.
        step: The number of the step.
    """
    found: list[facts.Fact] = [
        giver for giver in facts.nodes_that_gave_window(record, call) if giver is not None
    ]
    last_child_call = record.last_return(call, step)
    if last_child_call is None:
        return found
    tested_child_call = _last_tested_call(_AfterReturn(record, call, last_child_call, step))
    if tested_child_call is not None:
        step_of_test = record.returned_at(tested_child_call)
        found += facts.step_facts(record, step_of_test)
    proven = facts.proven_facts(record, record.node(call), step)
    # The step of the last test may have told what is proven.
    found += [fact for fact in proven if fact not in found]
    return found


def _last_tested_call(after: _AfterReturn) -> int | None:
    """Return the call of the last child after which a node could have been cut off.

    ``None`` if the node has a single child, after which nothing is left to prune.
    """
    if _searches_another_child(after):
        return after.last_child_call
    return _last_return_with_children_left(after.record, after.last_child_call)


def elsewhere_sentences(tree: GameTree, record: Record, node: int) -> Iterator[Sentence]:
    """Say what becomes of a node under each convention that changes it."""
    for fact in facts.outcomes_under_other_rules(tree, record, node):
        under = under_other_rules(record.rules, replace(record.rules, **dict(fact.rules)))
        yield _elsewhere(record, node, under, fact.outcome)


def _elsewhere(record: Record, place: int, under: str, outcome: facts.Outcome) -> Sentence:
    """Say what would become of a node under other rules: ``under the test >, 4 would be read``.

    Args:
        record: The search.
        place: The number of the node.
        under: The other rules in words.
        outcome: What becomes of the node under them.
    """
    node = Node(record.tree, place)
    match outcome:
        case "cut-off":
            return Sentence("{rules}, {node} would have a {cut-off}", rules=under, node=node)
        case "pruned":
            return Sentence("{rules}, {node} would be pruned", rules=under, node=node)
        case "visited" if record.tree.is_leaf(place):
            return Sentence("{rules}, {node} would be read", rules=under, node=node)
        # Visited, as a node with children.
        case _:
            return Sentence(
                "{rules}, {node} would be visited, without a {cut-off}", rules=under, node=node
            )
