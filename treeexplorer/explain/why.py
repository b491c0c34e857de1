"""Why a node was cut off, or not, or never visited, and why it returned what it did.

One grammar for every node at every step: at most three sentences that answer one question, the last
of them the conclusion.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from treeexplorer.engine import Record, StepKind
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.engine.record import Status, Step
from treeexplorer.explain import words
from treeexplorer.explain.sentence import Argument, End, ItemList, Letter, Node, Phrase, Sentence
from treeexplorer.explain.sentences import (
    LONGEST,
    clamped_return,
    cut_reasons,
    depth_limit,
    sentences,
    which_moves,
)
from treeexplorer.judging import facts
from treeexplorer.judging.facts import SIGNS, Inequality, Op
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, INFINITY, MAX_ROLE, MIN_ROLE, GameTree

_MOST: Final = 3  # sentences
_BOUNDS: Final[dict[Op, str]] = {
    ">": "more_than",
    "<": "less_than",
    ">=": "or_more",
    "<=": "or_less",
}


class _Retold(Sentence):
    """A sentence that says again what its step is told with."""

    __slots__ = ()


def why(record: Record, node: int, step: int | None = None) -> tuple[Sentence, ...]:
    """Return why a node fared as it did, as it stands at a step: at most three sentences.

    At the step in which a value arrives at the node the question is what that did: why not cut and
    from which bound on it would have, why α or β stayed, why this value is returned and whether it
    is exact. Later it is why the node had a cut-off, or none, or was never visited.
    """
    moment, step = step, record.steps if step is None else step
    row, cut = record.row_at(node, step), _deciding_cut(record, node, step)
    last = None if row is None else record.last_arrival(row, step)
    if row is None:
        answer = _not_visited(record, node, step, cut)
    elif cut is not None:
        answer = _cut_off(record, cut)
    elif record.is_leaf_call(row) or row in record.remembered:
        answer = _answered(record, row)
    elif last is None:
        answer = _entered(record, row)
    elif _waits(record, row, last, step):
        answer = _goes_on(record, row, last, step)
    else:
        answer = _returned(record, row, last, step, is_now=record.left(last) == moment)
    return tuple(islice(answer, _MOST))


def beyond(record: Record, step: int) -> Iterator[Sentence]:
    """Yield what there is to say of a step beyond what the step is told with.

    At a cut-off that is what pruning leaves as it is, or what would still count.
    """
    at, node = record.step(step), record.current(step)
    if at.kind is StepKind.CUT and at.child_call is not None:
        cut = analysis_of(record).cut_off(at.child_call)
        op = facts.still_wanted(record, cut)
        if _leaves_root_alone(record):
            yield Sentence("same_root", root=Node(record.tree, 0))
        elif cut.witness is not None and op is not None:
            bound = Phrase(_BOUNDS[op], value=cut.bound)
            yield Sentence("still_counts", bound=bound, owner=Node(record.tree, cut.witness.node))
    elif at.child_call is not None and facts.missed_on_equality(record, at) is not None:
        if facts.would_cut(record, at.child_call):
            yield from _test_and_bound(record, at.child_call)
    elif node is not None:
        known = {*sentences(record, step), *which_moves(record)}
        for sentence in why(record, node, step):
            if not isinstance(sentence, _Retold) and sentence not in known:
                yield sentence


def _leaves_root_alone(record: Record) -> bool:
    """Tell whether the root is worth the same whatever a cut-off prunes.

    It is where it is searched with the full window and drawn whole. Behind a depth limit the
    leaves are worth what they are, and not what was estimated; a search that enters nodes again
    may still read them.
    """
    rules = record.rules
    is_whole = rules.window == FULL_WINDOW and rules.depth is None and not record.tree.elided
    return is_whole and not record.scopes


def _deciding_cut(record: Record, node: int, step: int) -> Step | None:
    """Return the cut-off that decided what became of a node, its own or one above it.

    A node that is just asked again, or just answered, is spoken of as it stands then.
    """
    row = record.row_at(node, step)
    if row is None:
        return facts.skipping_cut(record, node, step)
    cut = facts.latest_cut(record, node, step)
    if cut is None or cut.call == row:
        return cut
    is_over = record.left(row) - 1 < step or _is_end(record, node, step)
    return cut if is_over else None


def _is_end(record: Record, node: int, step: int) -> bool:
    return node == 0 and record.complete and step == record.steps


def _waits(record: Record, row: int, last: int, step: int) -> bool:
    """Tell whether a call waits for another child after the one that returned last by a step."""
    if record.left(row) <= step or (record.complete and step == record.steps):
        return False
    if record.scopes:
        return record.following_call(record.step(record.left(last))) is not None
    return not record.is_last_child(record.node(last))


def _both(first: Sentence, second: Sentence) -> Sentence:
    """Return two sentences as one."""
    return Sentence("both", one=first.phrase, two=second.phrase)


# -- not visited, read, entered ----------------------------------------------------------------


def _not_visited(record: Record, place: int, step: int, cut: Step | None) -> Iterator[Sentence]:
    node = Node(record.tree, place)
    if record.status(place, step) is Status.BEYOND:
        yield Sentence("beyond", node=node, plies=depth_limit(record))
    elif cut is None:
        yield Sentence("not_reached", node=node, step=step)
    else:
        at, test = Node(record.tree, cut.node), facts.test_at(record, cut)
        yield Sentence("was_pruned", node=node, step=cut.number, cut=at, test=test)
        yield from _rests_on(record, cut)


def _answered(record: Record, row: int) -> Iterator[Sentence]:
    node = Node(record.tree, record.node(row))
    key = "was_read" if record.is_leaf_call(row) else "was_answered"
    yield _Retold(key, node=node, step=record.entered(row))
    parent_row, before = record.parent_row(row), record.sibling_before(row)
    if parent_row is None:
        yield Sentence("whole_tree")
        return
    above = record.node(parent_row)
    parent, never = Node(record.tree, above), _never_tested(record, above)
    test = None if before is None else facts.test_at(record, record.step(record.left(before)))
    if before is not None and test is not None:
        child = Node(record.tree, record.node(before))
        yield Sentence("test_before", parent=parent, child=child, test=test, node=node)
    elif never is None or (before is None and record.has_windows):
        yield Sentence("no_test_before", parent=parent, node=node)
    else:
        yield never


def _never_tested(record: Record, node: int) -> Sentence | None:
    """Return why no test for a cut-off is ever made at a node; ``None`` where some may be."""
    if not record.has_windows:
        return Sentence("visits_every_node")
    if record.tree.roles[node] == CHANCE_ROLE:
        return Sentence("counts_in_mean", node=Node(record.tree, node))
    return None


def _entered(record: Record, row: int) -> Iterator[Sentence]:
    """Yield where the window of a node comes from that has no value yet, and what would cut."""
    node, role = Node(record.tree, record.node(row)), record.tree.roles[record.node(row)]
    number, never = record.entered(row), _never_tested(record, record.node(row))
    if never is not None:
        yield _Retold("was_entered", node=node, step=number)
        yield never
        return
    yield _Retold("was_entered_with", node=node, step=number, entry=words.entry_words(record, row))
    if record.null(row):
        return
    known = [
        words.end_words(record, end)
        for end in words.window_ends(record, row)
        if end.set_by in {words.SetBy.A_NODE, words.SetBy.THE_START}
    ]
    if known:
        yield Sentence("plain", text=ItemList(tuple(known), last="; "))
    if abs(record.entry(row)[1 if role == MAX_ROLE else 0]) == INFINITY:
        yield Sentence("plain", text=_nothing_above(record, row))
    yield from _next_chance(record, row, next(record.children(record.node(row))))


def _next_chance(record: Record, row: int, child: int) -> Iterator[Sentence]:
    """Yield what a child would have to return for a cut-off, where a number would do."""
    node = record.node(row)
    at_max = record.tree.roles[node] == MAX_ROLE
    bound = record.entry(row)[int(at_max)]
    if not facts.leaves_something(record, node, child) or abs(bound) == INFINITY:
        return
    ops: tuple[Op, Op] = (">", "<") if record.rules.strict else (">=", "<=")
    yield Sentence(
        "leaf_cuts" if record.tree.is_leaf(child) else "only_cuts",
        child=Node(record.tree, child),
        bound=Phrase(_BOUNDS[ops[not at_max]], value=bound),
        node=Node(record.tree, node),
    )


# -- cut-offs, and none ------------------------------------------------------------------------


def _cut_off(record: Record, cut: Step) -> Iterator[Sentence]:
    node, test = Node(record.tree, cut.node), facts.test_at(record, cut)
    yield Sentence("had_cut_off", node=node, step=cut.number, test=test)
    yield from _rests_on(record, cut)


def _rests_on(record: Record, arrival: Step) -> Iterator[Sentence]:
    """Yield what a cut-off rests on in one sentence, and the conclusion that the banner gives."""
    cut = analysis_of(record).cut_off(arrival.child_call or 0)
    *premises, conclusion = cut_reasons(record, cut)
    if premises:
        both = _both(premises[0], premises[-1])
        fits = len(premises) > 1 and len(str(both)) <= LONGEST
        yield both if fits else premises[-1]
    yield conclusion


def _goes_on(record: Record, row: int, last: int, step: int) -> Iterator[Sentence]:
    """Yield why an arrival neither cut off nor moved the other end, and what would have cut."""
    arrival = record.step(record.left(last))
    never = _never_tested(record, arrival.node)
    if never is not None:
        yield never
    elif facts.missed_on_equality(record, arrival) is not None:
        yield from sentences(record, arrival.number)
    else:
        if arrival.number == step and not record.null(row):
            yield _what_moved(record, arrival)
        node, reason = Node(record.tree, arrival.node), _who_wants_it(record, row)
        answer = [Sentence("not_cut_yet", node=node, reason=reason)]
        answer += _test_and_bound(record, last)
        yield from answer if facts.would_cut(record, last) else reversed(answer)
        if arrival.number < step and not record.null(row):
            ply = record.tree.ply[arrival.node] + 1
            child = record.tree.ancestor_at(record.current(step) or 0, ply)
            yield from _next_chance(record, row, child)


def _what_moved(record: Record, arrival: Step) -> Sentence:
    """Return which end of the window an arrival may move, and that it did not move v."""
    at_max = record.tree.roles[arrival.node] == MAX_ROLE
    own, other = (Letter.ALPHA, Letter.BETA) if at_max else (Letter.BETA, Letter.ALPHA)
    common: dict[str, Argument] = {"player": words.player_word(record, arrival.node), "own": own}
    v, stays = arrival.v or 0, (arrival.window or FULL_WINDOW)[int(at_max)]
    gain = Inequality(arrival.value or 0, ">" if at_max else "<", v)
    if v == record.v_before(arrival.child_call or 0) and not gain.holds:
        return Sentence("v_stays", **common, test=gain)
    return Sentence("moves_only", **common, other=other, bound=End(other.value, stays))


def _test_and_bound(record: Record, child_row: int) -> Iterator[Sentence]:
    """Yield the test after the return of a child, and from which bound on it would have cut."""
    test = facts.test_at(record, record.step(record.left(child_row)))
    if test is None:
        return
    after = _Retold("after", child=Node(record.tree, record.node(child_row)), test=test)
    cut = facts.would_cut(record, child_row)
    if cut is None:
        yield after
    else:
        letter = Letter.BETA if cut.end == "beta" else Letter.ALPHA
        yield _both(
            after, Sentence("would_have_cut", letter=letter, sign=SIGNS[cut.op], value=cut.value)
        )


def _who_wants_it(record: Record, row: int) -> Phrase:
    """Return what the opponent has, against which a node's v was too little for a cut-off."""
    end = int(record.tree.roles[record.node(row)] == MAX_ROLE)
    if record.null(row):
        return Phrase("not_settled")
    is_open = abs(record.entry(row)[end]) == INFINITY
    if is_open:
        return _nothing_above(record, row)
    return words.end_words(record, words.window_ends(record, row)[end])


def _nothing_above(record: Record, row: int) -> Phrase:
    """Return who has nothing yet: the nearest opponent, or nobody above."""
    node = record.node(row)
    at_max = record.tree.roles[node] == MAX_ROLE
    wanted, bound = (MIN_ROLE, End("β", INFINITY)) if at_max else (MAX_ROLE, End("α", -INFINITY))
    much = "much" if at_max else "little"
    common: dict[str, Argument] = {"node": Node(record.tree, node), "bound": bound, "much": much}
    for ancestor in record.tree.ancestors(node):
        if record.tree.roles[ancestor] == wanted:
            return Phrase("has_nothing", **common, owner=Node(record.tree, ancestor))
        if record.tree.roles[ancestor] == CHANCE_ROLE:
            break
    return Phrase("nobody_above", **common, player="MIN" if at_max else "MAX")


# -- what is returned --------------------------------------------------------------------------


def _returned(
    record: Record, row: int, last: int, step: int, *, is_now: bool
) -> Iterator[Sentence]:
    """Yield why there was no cut-off, why this value is returned, and whether it is exact."""
    arrival = record.step(record.left(last))
    value, exactness = _why_this_value(record, row, arrival), _how_exact(record, row, step)
    is_end, never = _is_end(record, arrival.node, step), _never_tested(record, arrival.node)
    if not (is_now or is_end):
        node, decisive = Node(record.tree, arrival.node), _last_chance(record, last)
        if never is not None:
            yield never
        elif decisive is None:
            yield Sentence("never_cut", node=node, reason=Phrase("single_child"))
        else:
            yield Sentence("never_cut", node=node, reason=_who_wants_it(record, row))
            yield from _test_and_bound(record, decisive)
    yield _both(value, exactness)
    if is_end:
        yield from which_moves(record)


def _last_chance(record: Record, last: int) -> int | None:
    """Return the arrival with the last chance of a cut-off; ``None`` where there was none."""
    child = record.node(last)
    skips = facts.leaves_something(record, record.tree.parent[child], child)
    return last if skips else record.sibling_before(last)


def _why_this_value(record: Record, row: int, arrival: Step) -> Sentence:
    clamped, has = clamped_return(record, arrival), facts.has_at(record, row, arrival.number)
    if clamped is not None:
        return clamped
    node = Node(record.tree, arrival.node)
    common: dict[str, Argument] = {"node": node, "value": record.value(row)}
    if record.tree.roles[arrival.node] == CHANCE_ROLE:
        return Sentence("weighted_mean", **common)
    at_max = record.tree.roles[arrival.node] == MAX_ROLE
    if has is not None and has.through is None:
        return Sentence("began_with", **common, better="more" if at_max else "less")
    player, largest = words.player_word(record, arrival.node), "largest" if at_max else "smallest"
    return Sentence("best_that_came", **common, player=player, largest=largest)


def _how_exact(record: Record, row: int, step: int) -> Sentence:
    node, value = record.node(row), record.value(row) or 0
    low, high = facts.proven(record, node, step)
    bound = words.bound_words(low, high)
    if bound is None:
        return Sentence("says_nothing")
    if low == high == value:
        return Sentence("is_exact")
    if (low, high) in {(value, INFINITY), (-INFINITY, value)}:
        return Sentence("is_bound", node=Node(record.tree, node), bound=bound)
    return Sentence("proves_more", value=words.returned_words(value, low, high), bound=bound)


# -- facts, and other conventions --------------------------------------------------------------


def node_facts(record: Record, node: int, step: int | None = None) -> tuple[facts.Fact, ...]:
    """Return the facts that :func:`why` rests on."""
    step = record.steps if step is None else step
    row = record.row_at(node, step)
    cut = _deciding_cut(record, node, step)
    if cut is not None:
        return facts.step_facts(record, cut.number)
    if row is None:
        return ()
    if record.is_leaf_call(row) or row in record.remembered:
        before = record.sibling_before(row)
        return () if before is None else facts.step_facts(record, record.left(before))
    last = record.last_arrival(row, step)
    found: list[facts.Fact] = [*filter(None, facts.holders(record, row))]
    if last is None:
        return tuple(found)
    decisive = last if _waits(record, row, last, step) else _last_chance(record, last)
    if decisive is not None:
        found += facts.step_facts(record, record.left(decisive))
    found += (fact for fact in facts.proven_facts(record, node, step) if fact not in found)
    return tuple(found)


def elsewhere_sentences(tree: GameTree, record: Record, node: int) -> Iterator[Sentence]:
    """Yield, for each convention under which something else becomes of a node, a sentence."""
    visited = "elsewhere_read" if record.tree.is_leaf(node) else "elsewhere_visited"
    keys = {"cut-off": "elsewhere_cut", "visited": visited, "pruned": "elsewhere_pruned"}
    for fact in facts.elsewhere(tree, record, node):
        under = words.rules_told(record.rules, replace(record.rules, **dict(fact.rules)))
        yield Sentence(keys[fact.outcome], rules=under, node=Node(record.tree, node))
