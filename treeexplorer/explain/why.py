"""Why a node was cut off, or not, or never visited, and why it returned what it did.

One grammar for every node at every step: at most three sentences that answer one question, the last
of them the conclusion.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from treeexplorer.engine import Record, StepKind
from treeexplorer.engine.analysis import analysis_of
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


class _Retold(Sentence):
    """A sentence that says again what its step is told with."""

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
    return tuple(islice(_answer(record, node, step), _MOST))


def _answer(record: Record, node: int, moment: int | None) -> Iterator[Sentence]:
    """Choose the answer to why a node fared as it did, by how it stands at a step."""
    step = record.steps if moment is None else moment
    call = record.call_at(node, step)
    cut = _deciding_cut(record, node, step)
    if call is None:
        return _not_visited(record, node, step, cut)
    if cut is not None:
        return _cut_off(record, cut)
    if record.is_leaf_call(call) or call in record.remembered:
        return _answered(record, call)
    last = record.last_return(call, step)
    if last is None:
        return _entered(record, call)
    if _waits(record, call, last, step):
        return _goes_on(record, call, last, step)
    return _returned(record, call, last, step, is_now=record.returned_at(last) == moment)


def beyond(record: Record, step: int) -> Iterator[Sentence]:
    """Say more of a step than its own sentences do.

    At a cut-off that is what pruning leaves as it is, or what would still count; where equality
    did not cut, the bounds that would have; else the answer to why, as far as it is new.
    """
    at = record.step(step)
    node = record.current(step)
    if at.kind is StepKind.CUT and at.child_call is not None:
        yield from _beyond_cut_off(record, at.child_call)
    elif at.child_call is not None and facts.missed_on_equality(record, at) is not None:
        if facts.would_cut(record, at.child_call):
            yield from _test_and_bound(record, at.child_call)
    elif node is not None:
        yield from _not_told_by_step(record, node, step)


def _not_told_by_step(record: Record, node: int, step: int) -> Iterator[Sentence]:
    """Yield the sentences of :func:`why` that the step itself and the end do not say, too."""
    told = {*sentences(record, step), *which_moves(record)}
    for sentence in why(record, node, step):
        if not isinstance(sentence, _Retold) and sentence not in told:
            yield sentence


def _beyond_cut_off(record: Record, child_call: int) -> Iterator[Sentence]:
    """Say that what is pruned cannot change the root, or what would still count."""
    cut = analysis_of(record).cut_off(child_call)
    op = facts.still_wanted(record, cut)
    if _leaves_root_alone(record):
        yield Sentence(
            "whatever the pruned leaves hold, {root} is worth the same", root=Node(record.tree, 0)
        )
    elif cut.witness is not None and op is not None:
        yield Sentence(
            "Only {bound} would still count at {owner}",
            bound=numbers_that_are(op, cut.origin.has),
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
    return is_whole and not record.call_windows


def _deciding_cut(record: Record, node: int, step: int) -> Step | None:
    """Return the cut-off that decided what became of a node, its own or one above it.

    A node that is just asked again, or just answered, is spoken of as it stands then.
    """
    call = record.call_at(node, step)
    if call is None:
        return facts.skipping_cut(record, node, step)
    cut = facts.latest_cut(record, node, step)
    if cut is None or cut.call == call:
        return cut
    is_over = record.returned_at(call) - 1 < step or _is_end(record, node, step)
    return cut if is_over else None


def _is_end(record: Record, node: int, step: int) -> bool:
    """Tell whether a node is the root at the end of its search, whose value arrives nowhere."""
    return record.tree.is_root(node) and record.complete and step == record.steps


def _waits(record: Record, call: int, last: int, step: int) -> bool:
    """Tell whether a call waits for another child after the one that returned last by a step.

    A call that never returns waits for the unknown leaf that its search has come to.
    """
    if record.value(call) is None:
        return True
    if record.returned_at(call) <= step or (record.complete and step == record.steps):
        return False
    if record.call_windows:
        return record.following_call(record.arrival(last)) is not None
    return not record.is_last_child(record.node(last))


def _both(first: Sentence, second: Sentence) -> Sentence:
    """Return two sentences as one."""
    return Sentence("{one}; {two}", one=first.phrase, two=second.phrase)


# -- not visited, read, entered ----------------------------------------------------------------


def _not_visited(record: Record, place: int, step: int, cut: Step | None) -> Iterator[Sentence]:
    """Say why a node is not visited: it lies too deep, its turn is to come, or it was pruned."""
    node = Node(record.tree, place)
    if record.status(place, step) is Status.BEYOND:
        yield Sentence(
            "{node} lies below the depth limit of {plies} and is never visited",
            node=node,
            plies=depth_limit(record),
        )
    elif cut is None:
        yield Sentence("{node} has not been reached by step {step}", node=node, step=step)
    else:
        at = Node(record.tree, cut.node)
        test = facts.test_at(record, cut)
        yield Sentence(
            "{node} was pruned at step {step}: at {cut}, {test}",
            node=node,
            step=cut.number,
            cut=at,
            test=test,
        )
        yield from _rests_on(record, cut)


def _answered(record: Record, call: int) -> Iterator[Sentence]:
    """Say when a leaf was read, or memory answered, and which test let the search come to it."""
    node = Node(record.tree, record.node(call))
    if record.is_leaf_call(call):
        yield _Retold("{node} was read at step {step}", node=node, step=record.entered_at(call))
    else:
        yield _Retold(
            "{node} was answered from memory at step {step}",
            node=node,
            step=record.entered_at(call),
        )
    caller = record.caller(call)
    if caller is None:
        yield Sentence("It is the whole tree")
        return
    yield _why_it_is_come_to(record, call, record.node(caller))


def _why_it_is_come_to(record: Record, call: int, above: int) -> Sentence:
    """Return the test before a leaf's turn at its parent, or why none was made."""
    node = Node(record.tree, record.node(call))
    parent = Node(record.tree, above)
    never = _never_tested(record, above)
    before = record.sibling_before(call)
    test = None if before is None else facts.test_at(record, record.arrival(before))
    if before is not None and test is not None:
        child = Node(record.tree, record.node(before))
        return Sentence(
            "At {parent}, after {child}, {test}: the search goes on to {node}",
            parent=parent,
            child=child,
            test=test,
            node=node,
        )
    is_first = before is None and record.has_windows
    if never is None or is_first:
        return Sentence(
            "No test at {parent} comes before it: once {parent} is entered, {node} is read",
            parent=parent,
            node=node,
        )
    return never


def _never_tested(record: Record, node: int) -> Sentence | None:
    """Say why no test for a cut-off is ever made at a node; ``None`` where some may be."""
    if not record.has_windows:
        return Sentence("This search visits every node")
    if record.tree.roles[node] == CHANCE_ROLE and not record.chance_windows:
        return Sentence(
            "Every child of {node} counts in its mean, so none is ever pruned",
            node=Node(record.tree, node),
        )
    return None


def _entered(record: Record, call: int) -> Iterator[Sentence]:
    """Say how a node was entered that no child has returned to, and what would cut it off."""
    place = record.node(call)
    node = Node(record.tree, place)
    number = record.entered_at(call)
    never = _never_tested(record, place)
    if never is not None:
        yield _Retold("{node} was entered at step {step}", node=node, step=number)
        yield never
        return
    yield _Retold(
        "{node} was entered at step {step} with {entry}",
        node=node,
        step=number,
        entry=phrases.entry_words(record, call),
    )
    if record.has_null_window(call):
        return
    known = [
        phrases.end_words(record, end)
        for end in phrases.window_ends(record, call)
        if end.set_by in {SetBy.A_NODE, SetBy.THE_START}
    ]
    if known:
        yield Sentence("{ends}", ends=ItemList(tuple(known), last="; "))
    if abs(_opponents_bound(record, call)) == INFINITY:
        yield _nothing_above(record, call).sentence
    yield from _next_chance(record, call, next(record.children(place)))


def _opponents_bound(record: Record, call: int) -> Number:
    """Return the opponent's end of a call's window on entry: β at MAX, α at MIN."""
    alpha, beta = record.entry_window(call)
    return beta if record.tree.roles[record.node(call)] == MAX_ROLE else alpha


def _next_chance(record: Record, call: int, child: int) -> Iterator[Sentence]:
    """Say which value of the next child would cut off; nothing where none would."""
    node = record.node(call)
    role = record.tree.roles[node]
    bound = _opponents_bound(record, call)
    if role == CHANCE_ROLE or abs(bound) == INFINITY:
        return
    if not facts.leaves_something(record, node, child):
        return
    op = _passing(at_max=role == MAX_ROLE, strict=record.rules.strict)
    cuts = numbers_that_are(op, bound)
    if record.tree.is_leaf(child):
        yield Sentence(
            "If {leaf} is {bound}, the rest of {node} is pruned",
            leaf=NextLeaf(child),
            bound=cuts,
            node=Node(record.tree, node),
        )
    else:
        yield Sentence(
            "If {child} returns {bound}, the rest of {node} is pruned",
            child=Node(record.tree, child),
            bound=cuts,
            node=Node(record.tree, node),
        )


def _passing(*, at_max: bool, strict: bool) -> Op:
    """Return how a value that cuts off compares with the opponent's bound."""
    if at_max:
        return ">" if strict else ">="
    return "<" if strict else "<="


# -- cut-offs, and none ------------------------------------------------------------------------


def _cut_off(record: Record, cut: Step) -> Iterator[Sentence]:
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
    """Return two premises as one sentence, or the last one alone where that would be too long.

    The two are the first and the last; where a chance node has handed the bound down, the last two.
    """
    last = premises[-1]
    if len(premises) == 1:
        return last
    other = premises[-2] if is_by_chance else premises[0]
    both = _both(other, last)
    return both if len(str(both)) <= LONGEST else last


def _goes_on(record: Record, call: int, last: int, step: int) -> Iterator[Sentence]:
    """Say why a node goes on after an arrival, and what would have cut it off.

    Args:
        record: The search.
        call: The node's call.
        last: The child's call that returned last.
        step: The step; the arrival may lie before it, in which case the next child is open.
    """
    arrival = record.arrival(last)
    never = _never_tested(record, arrival.node)
    if never is not None:
        yield never
        return
    if facts.missed_on_equality(record, arrival) is not None:
        yield from sentences(record, arrival.number)
        return
    is_now = arrival.number == step
    asks_one_question = record.has_null_window(call)
    is_mean = record.tree.roles[arrival.node] == CHANCE_ROLE
    if is_now and not asks_one_question and not is_mean:
        yield _what_moved(record, arrival)
    reason = Sentence(
        "{node} has no {cut-off} yet: {reason}",
        node=Node(record.tree, arrival.node),
        reason=_who_wants_it(record, call),
    )
    # What would have cut is the conclusion where a number is known, else the reason is.
    if facts.would_cut(record, last):
        yield reason
        yield from _test_and_bound(record, last)
    else:
        yield from _test_and_bound(record, last)
        yield reason
    if not is_now and not asks_one_question:
        open_child = record.tree.ancestor_at(
            present(record.current(step)), record.tree.ply[arrival.node] + 1
        )
        yield from _next_chance(record, call, open_child)


def _what_moved(record: Record, arrival: Step) -> Sentence:
    """Say which end of the window an arrival may move, or that it moves none."""
    alpha, beta = present(arrival.window)
    if record.tree.roles[arrival.node] == MAX_ROLE:
        own = Letter.ALPHA
        other = End("β", beta)
        better: Op = ">"
    else:
        own = Letter.BETA
        other = End("α", alpha)
        better = "<"
    player = phrases.player_word(record, arrival.node)
    v: Number = present(arrival.v)
    gain = Inequality(present(arrival.value), better, v)
    if v == record.v_before(present(arrival.child_call)) and not gain.holds:
        return Sentence(
            "{test}, so v and {own} stay; {player} moves {own} only",
            test=gain,
            own=own,
            player=player,
        )
    return Sentence(
        "{player} moves {own} only: {other} stays {bound}",
        player=player,
        own=own,
        other=Letter(other.letter),
        bound=other,
    )


def _test_and_bound(record: Record, child_call: int) -> Iterator[Sentence]:
    """Say how the test after a child came out, and which bound would have cut."""
    test = facts.test_at(record, record.arrival(child_call))
    if test is None:
        return
    after = _Retold(
        "after {child}, {test}", child=Node(record.tree, record.node(child_call)), test=test
    )
    cut = facts.would_cut(record, child_call)
    if cut is None:
        yield after
    else:
        letter = Letter.BETA if cut.end == "beta" else Letter.ALPHA
        yield _both(
            after,
            Sentence(
                "any {letter} {sign} {value} would have cut",
                letter=letter,
                sign=SIGNS[cut.op],
                value=cut.value,
            ),
        )


def _who_wants_it(record: Record, call: int) -> Phrase:
    """Say why v made no cut-off at a node: it did not reach what the opponent above has.

    If the opponent has nothing yet, that is said; a null window asks a question, which is open.
    """
    if record.has_null_window(call):
        return Phrase("the question is not settled")
    if abs(_opponents_bound(record, call)) == INFINITY:
        return _nothing_above(record, call)
    alpha_end, beta_end = phrases.window_ends(record, call)
    at_max = record.tree.roles[record.node(call)] == MAX_ROLE
    return phrases.end_words(record, beta_end if at_max else alpha_end)


def _nothing_above(record: Record, call: int) -> Phrase:
    """Say who has nothing yet: the nearest opponent, or nobody above."""
    place = record.node(call)
    node = Node(record.tree, place)
    at_max = record.tree.roles[place] == MAX_ROLE
    opponent = _nearest(record, place, MIN_ROLE if at_max else MAX_ROLE)
    if opponent is None:
        return _no_opponent_above(node, at_max=at_max)
    owner = Node(record.tree, opponent)
    if at_max:
        return Phrase(
            "{owner} has nothing yet ({bound}), so nothing {node} offers is too much",
            owner=owner,
            bound=End("β", INFINITY),
            node=node,
        )
    return Phrase(
        "{owner} has nothing yet ({bound}), so nothing {node} offers is too little",
        owner=owner,
        bound=End("α", -INFINITY),
        node=node,
    )


def _no_opponent_above(node: Node, *, at_max: bool) -> Phrase:
    """Say that no node of the other player lies above one, so that nothing cuts it off."""
    if at_max:
        return Phrase(
            "no MIN lies above it ({bound}), so nothing {node} offers is too much",
            bound=End("β", INFINITY),
            node=node,
        )
    return Phrase(
        "no MAX lies above it ({bound}), so nothing {node} offers is too little",
        bound=End("α", -INFINITY),
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


def _returned(
    record: Record, call: int, last: int, step: int, *, is_now: bool
) -> Iterator[Sentence]:
    """Say why there was no cut-off, why this value is returned, and whether it is exact."""
    arrival = record.arrival(last)
    is_end = _is_end(record, arrival.node, step)
    idle = nothing_left_to_prune(record, arrival)
    if idle is not None:
        yield idle
    elif not is_now and not is_end:
        yield from _had_no_cut_off(record, call, last)
    yield _both(why_this_value(record, call, arrival), how_exact(record, call, step))
    if is_end:
        yield from which_moves(record)


def _had_no_cut_off(record: Record, call: int, last: int) -> Iterator[Sentence]:
    """Say why a call returned without a cut-off, with the last test that could have made one."""
    place = record.node(call)
    node = Node(record.tree, place)
    never = _never_tested(record, place)
    decisive = _last_chance(record, last)
    if never is not None:
        yield never
    elif decisive is None:
        yield Sentence(
            "{node} had no {cut-off}: it has a single child, so nothing could be pruned", node=node
        )
    else:
        yield Sentence(
            "{node} had no {cut-off}: {reason}", node=node, reason=_who_wants_it(record, call)
        )
        yield from _test_and_bound(record, decisive)


def _last_chance(record: Record, last: int) -> int | None:
    """Return the arrival with the last chance of a cut-off; ``None`` where there was none."""
    child = record.node(last)
    skips = facts.leaves_something(record, record.tree.parent[child], child)
    return last if skips else record.sibling_before(last)


# -- facts, and other conventions --------------------------------------------------------------


def node_facts(record: Record, node: int, step: int | None = None) -> tuple[facts.Fact, ...]:
    """Return the facts that :func:`why` rests on."""
    moment = record.steps if step is None else step
    cut = _deciding_cut(record, node, moment)
    if cut is not None:
        return facts.step_facts(record, cut.number)
    call = record.call_at(node, moment)
    if call is None:
        return ()
    if record.is_leaf_call(call) or call in record.remembered:
        before = record.sibling_before(call)
        return () if before is None else facts.step_facts(record, record.returned_at(before))
    return tuple(_facts_without_cut(record, node, call, moment))


def _facts_without_cut(record: Record, node: int, call: int, step: int) -> list[facts.Fact]:
    """Return the facts about a call that has had no cut-off by a step.

    Who has its α and its β; once a child has returned, the facts of the step with the last chance
    of a cut-off, and what is proven of the node.
    """
    found: list[facts.Fact] = [has for has in facts.holders(record, call) if has is not None]
    last = record.last_return(call, step)
    if last is None:
        return found
    decisive = last if _waits(record, call, last, step) else _last_chance(record, last)
    if decisive is not None:
        found += facts.step_facts(record, record.returned_at(decisive))
    found += [fact for fact in facts.proven_facts(record, node, step) if fact not in found]
    return found


def elsewhere_sentences(tree: GameTree, record: Record, node: int) -> Iterator[Sentence]:
    """Say what becomes of a node under each convention that changes it."""
    for fact in facts.elsewhere(tree, record, node):
        under = under_other_rules(record.rules, replace(record.rules, **dict(fact.rules)))
        yield _elsewhere(record, node, under, fact.outcome)


def _elsewhere(record: Record, place: int, under: str, outcome: facts.Outcome) -> Sentence:
    """Say what becomes of a node under other rules."""
    node = Node(record.tree, place)
    match outcome:
        case "cut-off":
            return Sentence("{rules}, {node} would have a {cut-off}", rules=under, node=node)
        case "pruned":
            return Sentence("{rules}, {node} would be pruned", rules=under, node=node)
        case "visited" if record.tree.is_leaf(place):
            return Sentence("{rules}, {node} would be read", rules=under, node=node)
        case _:
            return Sentence(
                "{rules}, {node} would be visited, without a {cut-off}", rules=under, node=node
            )
