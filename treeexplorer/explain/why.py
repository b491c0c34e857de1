"""Why a node was cut off, or not, or never visited, and why it returned what it did.

One grammar at every step and for every node: two or three sentences that answer one question and
end in a conclusion.
"""

from __future__ import annotations

from collections.abc import Iterator

from treeexplorer.engine import Record
from treeexplorer.engine.record import Status, Step, StepKind
from treeexplorer.explain.facts import (
    Fact,
    elsewhere,
    has_at,
    leaves_something,
    missed_on_equality,
    proven,
    proven_facts,
    step_facts,
    test_at,
    window_holders,
    with_rules,
    would_cut,
)
from treeexplorer.explain.sentence import (
    SIGNS,
    Argument,
    End,
    Inequality,
    Letter,
    Node,
    Op,
    Phrase,
    Sentence,
)
from treeexplorer.explain.sentences import (
    best_moves,
    clamped_return,
    depth_limit,
    ending,
    sentences,
)
from treeexplorer.explain.words import (
    bound_words,
    entry_words,
    having,
    player_word,
    returned_words,
    rules_told,
)
from treeexplorer.tree import (
    CHANCE_ROLE,
    FULL_WINDOW,
    INFINITY,
    MAX_ROLE,
    MIN_ROLE,
    GameTree,
)


def why(record: Record, node: int, step: int | None = None) -> tuple[Sentence, ...]:
    """Return why a node fared as it did, as it stands at a step.

    At the step in which a value arrives at the node the question is what that did: why it cut, why
    not and from which bound on it would have, why α or β stayed, why this value is returned and
    whether it is exact. Later it is why the node had a cut-off, or none, or was never visited.

    Args:
        record: The record.
        node: Any node of its tree.
        step: The step from which to look back; the last one where ``None``.
    """
    moment, step = step, record.steps if step is None else step
    row = record.row_at(node, step)
    if row is None:
        return tuple(_not_visited(record, node, step))
    if _is_answered_at_once(record, row):
        return tuple(_answered(record, row, moment))
    last = record.last_arrival(row, step)
    if last is None:
        return tuple(_entered(record, row, step))
    arrival = record.step(record.left(last))
    if arrival.kind is StepKind.CUT:
        return tuple(_cut_off(record, arrival, moment))
    if _is_open(record, row, step) and not _has_returned(record, last):
        return tuple(_goes_on(record, row, arrival, step))
    return tuple(_returned(record, row, arrival, step, is_now=arrival.number == moment))


def _is_answered_at_once(record: Record, row: int) -> bool:
    return record.is_leaf_call(row) or row in record.remembered


def _is_open(record: Record, row: int, step: int) -> bool:
    return record.left(row) > step and not (record.complete and step == record.steps)


def _has_returned(record: Record, last: int) -> bool:
    """Tell whether the return of a child was the last one that its parent waited for."""
    if record.scopes:
        return record.following_call(record.step(record.left(last))) is None
    return record.is_last_child(record.node(last))


# -- not visited, read, entered ----------------------------------------------------------------


def _not_visited(record: Record, place: int, step: int) -> Iterator[Sentence]:
    node, status = Node(record.tree, place), record.state(place, step).status
    if status is Status.BEYOND:
        yield Sentence("beyond", node=node, plies=depth_limit(record))
        return
    arrival = _pruned_at(record, place, step)
    if status is Status.UNSEEN or arrival is None:
        yield Sentence("not_reached", node=node, step=step)
        return
    yield Sentence("was_pruned", node=node, step=arrival)
    yield from sentences(record, arrival)
    yield from _is_the_same(record)


def _pruned_at(record: Record, node: int, step: int) -> int | None:
    """Return the step of the arrival after which a node's branch was given up."""
    above = record.visited_ancestor(node, step)
    row = None if above is None else record.row_at(above, step)
    last = None if row is None else record.last_arrival(row, step)
    return None if last is None else record.left(last)


def _answered(record: Record, row: int, moment: int | None) -> Iterator[Sentence]:
    node = Node(record.tree, record.node(row))
    if record.entered(row) != moment:
        key = "was_read" if record.is_leaf_call(row) else "was_answered"
        yield Sentence(key, node=node, step=record.entered(row))
    parent_row, before = record.parent_row(row), record.sibling_before(row)
    if parent_row is None:
        yield Sentence("whole_tree")
        return
    parent = Node(record.tree, record.node(parent_row))
    if not record.has_windows:
        yield Sentence("visits_every_node")
    elif before is None:
        yield Sentence("no_test_before", parent=parent, node=node)
    else:
        test = test_at(record, record.step(record.left(before)))
        child = Node(record.tree, record.node(before))
        if test is None:
            yield Sentence("counts_in_mean", node=parent)
        else:
            yield Sentence("test_before", parent=parent, child=child, test=test, node=node)


def _entered(record: Record, row: int, step: int) -> Iterator[Sentence]:
    """Yield where the window of a node comes from that has no value yet, and what would cut."""
    node = Node(record.tree, record.node(row))
    has_window = record.has_windows and record.tree.roles[node.node] != CHANCE_ROLE
    entry = entry_words(record, row) if has_window else None
    key = "was_entered_with" if has_window else "was_entered"
    yield Sentence(key, node=node, step=record.entered(row), entry=entry)
    if not record.has_windows:
        yield Sentence("visits_every_node")
    elif not has_window:
        yield Sentence("counts_in_mean", node=node)
    elif not record.null(row):
        yield from window_origin(record, row)
        opponents_end = record.entry(row)[1 if record.tree.roles[node.node] == MAX_ROLE else 0]
        if abs(opponents_end) == INFINITY:
            yield Sentence("because", reason=_nothing_above(record, row))
        yield from _next_chance(record, row, step)


def window_origin(record: Record, row: int) -> Iterator[Sentence]:
    """Yield where the two ends of a call's window come from, one sentence each."""
    letters = ((Letter.ALPHA, "α"), (Letter.BETA, "β"))
    for (word, letter), value, has in zip(
        letters, record.entry(row), window_holders(record, row), strict=True
    ):
        bound = End("α" if letter == "α" else "β", value)
        if has is not None:
            owner, what = Node(record.tree, has.node), having(record, value, has.through)
            yield Sentence("end_because", letter=word, bound=bound, owner=owner, value=what)
        elif abs(value) != INFINITY and value in record.rules.window:
            yield Sentence("end_started", letter=word, bound=bound)


def _next_chance(record: Record, row: int, step: int) -> Iterator[Sentence]:
    """Yield what the next child would have to return for a cut-off, where any number would do."""
    place = record.node(row)
    node, at_max = Node(record.tree, place), record.tree.roles[place] == MAX_ROLE
    bound = record.entry(row)[1 if at_max else 0]
    child = _child_to_return(record, row, step)
    if child is None or not leaves_something(record, place, child):
        return
    if abs(bound) == INFINITY:
        return
    key = (
        ("or_more" if at_max else "or_less")
        if not record.rules.strict
        else ("more_than" if at_max else "less_than")
    )
    yield Sentence(
        "leaf_cuts" if record.tree.is_leaf(child) else "only_cuts",
        child=Node(record.tree, child),
        bound=Phrase(key, value=bound),
        node=node,
    )


def _child_to_return(record: Record, row: int, step: int) -> int | None:
    """Return the child that is being searched, or the one that comes next."""
    node, current = record.node(row), record.current(step)
    if current is not None and current != node and record.tree.is_within(current, node):
        return record.tree.ancestor_at(current, record.tree.ply[node] + 1)
    last = record.last_arrival(row, step)
    if last is None:
        return next(iter(record.children(node)), None)
    return next(iter(record.children_after(node, record.node(last))), None)


# -- cut-offs, and none ------------------------------------------------------------------------


def _cut_off(record: Record, arrival: Step, moment: int | None) -> Iterator[Sentence]:
    """Yield the reasons of a cut-off, and that it changes nothing at the root."""
    if arrival.number != moment:
        node = Node(record.tree, arrival.node)
        yield Sentence("had_cut_off", node=node, step=arrival.number)
    yield from sentences(record, arrival.number)
    yield from _is_the_same(record)


def _is_the_same(record: Record) -> Iterator[Sentence]:
    """Yield that what a cut-off prunes does not matter to the root, where that can be said.

    A search that enters nodes again may still read it later.
    """
    is_full = record.rules.window == FULL_WINDOW and not record.tree.elided
    if is_full and not record.scopes:
        yield Sentence("the_same_root", root=Node(record.tree, 0))


def _goes_on(record: Record, row: int, arrival: Step, step: int) -> Iterator[Sentence]:
    """Yield why an arrival neither cut off nor moved the other end, and what would have cut."""
    if not record.has_windows:
        yield Sentence("visits_every_node")
        return
    if record.tree.roles[arrival.node] == CHANCE_ROLE:
        yield Sentence("counts_in_mean", node=Node(record.tree, arrival.node))
        return
    if missed_on_equality(record, arrival.child_call or 0):
        yield from sentences(record, arrival.number)[arrival.number == step :]
        row_of_child = arrival.child_call or 0
        yield Sentence("because", reason=_who_wants_it(record, row, row_of_child))
        yield from _would_have_cut(record, row_of_child)
        return
    if arrival.number == step and not record.null(row):
        yield _what_moved(record, arrival)
    yield from _no_cut_off(record, row, arrival.child_call or 0, "not_cut_yet")
    if not record.null(row):
        yield from _next_chance(record, row, step)


def _what_moved(record: Record, arrival: Step) -> Sentence:
    """Return which ends of the window an arrival moved, and why no other."""
    at_max = record.tree.roles[arrival.node] == MAX_ROLE
    own, other = (Letter.ALPHA, Letter.BETA) if at_max else (Letter.BETA, Letter.ALPHA)
    end = 0 if at_max else 1
    common: dict[str, Argument] = {"player": player_word(record, arrival.node), "own": own}
    before, v = record.v_before(arrival.child_call or 0), arrival.v
    window = arrival.window
    if window is None or v is None or before is None or arrival.value is None:
        return Sentence("moves_own", **common)
    op: Op = ">" if at_max else "<"
    if v == before:
        comparison = Inequality(arrival.value, op, v)
        if not comparison.holds:
            return Sentence("v_stays", **common, test=comparison)
    if arrival.before == window:
        comparison = Inequality(v, op, window[end])
        if not comparison.holds:
            return Sentence("own_stays", **common, test=comparison, bound=window[end])
    stays = End("β" if at_max else "α", window[1 - end])
    return Sentence("moves_only", **common, other=other, bound=stays)


def _no_cut_off(record: Record, row: int, decisive: int, key: str) -> Iterator[Sentence]:
    """Yield why a child's return did not cut off, and from which bound on it would have."""
    node, child = Node(record.tree, record.node(row)), Node(record.tree, record.node(decisive))
    yield Sentence(key, node=node, reason=_who_wants_it(record, row, decisive))
    test = test_at(record, record.step(record.left(decisive)))
    if test is not None:
        yield Sentence("after", child=child, test=test)
    yield from _would_have_cut(record, decisive)


def _would_have_cut(record: Record, child_row: int) -> Iterator[Sentence]:
    """Yield from which bound on the return of a child would have cut off."""
    cut = would_cut(record, child_row)
    if cut is not None:
        letter = Letter.BETA if cut.end == "beta" else Letter.ALPHA
        yield Sentence("would_have_cut", letter=letter, sign=SIGNS[cut.op], value=cut.value)


def _who_wants_it(record: Record, row: int, decisive: int) -> Phrase:
    """Return what the opponent has, against which a node's v was too little for a cut-off."""
    node, at_max = record.node(row), record.tree.roles[record.node(row)] == MAX_ROLE
    bound = record.entry(row)[1 if at_max else 0]
    common: dict[str, Argument] = {"node": Node(record.tree, node), "v": record.after[decisive]}
    if record.null(row):
        return Phrase("not_settled", **common)
    has = window_holders(record, row)[1 if at_max else 0]
    if has is not None:
        owner, value = Node(record.tree, has.node), having(record, bound, has.through)
        return Phrase("only_has" if at_max else "still_has", **common, owner=owner, value=value)
    if abs(bound) == INFINITY:
        return _nothing_above(record, row)
    end, letter = End("β" if at_max else "α", bound), Letter.BETA if at_max else Letter.ALPHA
    key = "started_and_only" if bound in record.rules.window else "bound_and_only"
    return Phrase(key, **common, letter=letter, bound=end)


def _nothing_above(record: Record, row: int) -> Phrase:
    """Return who has nothing yet: the nearest opponent, or nobody above."""
    node = record.node(row)
    at_max = record.tree.roles[node] == MAX_ROLE
    wanted, bound = (MIN_ROLE, INFINITY) if at_max else (MAX_ROLE, -INFINITY)
    common: dict[str, Argument] = {
        "node": Node(record.tree, node),
        "bound": End("β" if at_max else "α", bound),
        "much": "much" if at_max else "little",
    }
    for ancestor in record.tree.ancestors(node):
        if record.tree.roles[ancestor] == wanted:
            return Phrase("has_nothing", **common, owner=Node(record.tree, ancestor))
        if record.tree.roles[ancestor] == CHANCE_ROLE:
            break
    return Phrase("nobody_above", **common, player="MIN" if at_max else "MAX")


def _decisive(record: Record, row: int, last: int) -> int | None:
    """Return the arrival with the last chance of a cut-off; ``None`` where there was none."""
    if record.node(row) in record.tree.elided and not record.rules.right_to_left:
        return last
    return record.sibling_before(last)


# -- what is returned --------------------------------------------------------------------------


def _returned(
    record: Record, row: int, arrival: Step, step: int, *, is_now: bool
) -> Iterator[Sentence]:
    """Yield why a node had no cut-off, why it returns what it does, and if that is exact."""
    place = arrival.node
    node = Node(record.tree, place)
    if not is_now:
        if not record.has_windows:
            yield Sentence("never_cut", node=node, reason=Phrase("every_node"))
        elif record.tree.roles[place] == CHANCE_ROLE:
            yield Sentence("counts_in_mean", node=node)
        else:
            decisive = _decisive(record, row, arrival.child_call or 0)
            if decisive is None:
                yield Sentence("never_cut", node=node, reason=Phrase("single_child"))
            else:
                yield from _no_cut_off(record, row, decisive, "never_cut")
    test = test_at(record, arrival)
    if is_now and test is not None and test.holds:
        yield Sentence("nothing_to_prune", test=test)
    yield _why_this_value(record, row, arrival)
    if place == 0 and record.complete and step == record.steps:
        yield from ending(record)
        yield from best_moves(record)
        return
    yield _how_exact(record, row, step)


def _why_this_value(record: Record, row: int, arrival: Step) -> Sentence:
    node, value = Node(record.tree, arrival.node), record.value(row)
    role = record.tree.roles[arrival.node]
    clamped = clamped_return(record, arrival)
    if clamped is not None:
        return clamped
    if role == CHANCE_ROLE:
        return Sentence("weighted_mean", node=node, value=value)
    at_max = role == MAX_ROLE
    has = has_at(record, row, arrival.number)
    if has is not None and has.through is None:
        better = "more" if at_max else "less"
        return Sentence("began_with", node=node, value=value, better=better)
    largest = "largest" if at_max else "smallest"
    player = player_word(record, arrival.node)
    return Sentence("best_that_came", node=node, value=value, player=player, largest=largest)


def _how_exact(record: Record, row: int, step: int) -> Sentence:
    node = Node(record.tree, record.node(row))
    low, high = proven(record, node.node, step)
    bound = bound_words(low, high)
    if bound is None:
        return Sentence("says_nothing")
    value = record.value(row) or 0
    if low == high == value:
        return Sentence("is_exact")
    if (low, high) in {(value, INFINITY), (-INFINITY, value)}:
        return Sentence("is_bound", node=node, bound=bound)
    return Sentence("proves_more", value=returned_words(value, low, high), bound=bound)


# -- facts, and other conventions --------------------------------------------------------------


def node_facts(record: Record, node: int, step: int | None = None) -> tuple[Fact, ...]:
    """Return the facts that :func:`why` rests on."""
    step = record.steps if step is None else step
    row = record.row_at(node, step)
    if row is None:
        arrival = _pruned_at(record, node, step)
        return () if arrival is None else step_facts(record, arrival)
    if _is_answered_at_once(record, row):
        before = record.sibling_before(row)
        return () if before is None else step_facts(record, record.left(before))
    last = record.last_arrival(row, step)
    if last is None:
        return tuple(filter(None, window_holders(record, row)))
    if record.has_cut(last):
        return step_facts(record, record.left(last))
    facts: list[Fact] = [*filter(None, window_holders(record, row))]
    is_last = not _is_open(record, row, step) or _has_returned(record, last)
    decisive = _decisive(record, row, last) if is_last else last
    if decisive is not None:
        facts += step_facts(record, record.left(decisive))
    facts += (fact for fact in proven_facts(record, node, step) if fact not in facts)
    return tuple(facts)


def elsewhere_sentences(tree: GameTree, record: Record, node: int) -> Iterator[Sentence]:
    """Yield, for each convention under which something else becomes of a node, a sentence.

    Args:
        tree: The tree as the file has it.
        record: A finished search of it.
        node: The node.
    """
    visited = "elsewhere_read" if record.tree.is_leaf(node) else "elsewhere_visited"
    keys = {"cut-off": "elsewhere_cut", "visited": visited, "pruned": "elsewhere_pruned"}
    for fact in elsewhere(tree, record, node):
        under = rules_told(record.rules, with_rules(record.rules, fact))
        yield Sentence(keys[fact.outcome], rules=under, node=Node(record.tree, node))
