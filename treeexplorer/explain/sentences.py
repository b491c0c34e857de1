"""Every step in words, and every node: the test with its numbers, who has what, what is pruned.

A step is told in a few short sentences, each written from facts (:mod:`treeexplorer.explain.facts`)
and the step's own numbers. They are computed for one step when asked for, in time that hardly
depends on the size of the tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from treeexplorer.engine import CutOff, Record, StepKind
from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.analysis import Witness, analysis_of
from treeexplorer.engine.record import ABOVE, Status, Step
from treeexplorer.explain.facts import (
    Fact,
    closed,
    elsewhere,
    has_after,
    has_at,
    leaves_something,
    missed_on_equality,
    nearest_opponent,
    needs_in,
    opponents_bound,
    proven,
    proven_facts,
    step_facts,
    test_at,
    under_equality,
    window_facts,
    with_rules,
    would_cut,
)
from treeexplorer.explain.words import (
    bound_text,
    elided_text,
    entry_text,
    having,
    is_drawn_whole,
    label,
    line_text,
    nodes_text,
    number_text,
    only_move,
    other_moves,
    player_word,
    pruned_text,
    question,
    rules_told,
    side_text,
    signed_number,
    window_text,
)
from treeexplorer.numbers import counted, shown
from treeexplorer.rules import meaning_of
from treeexplorer.text import capitalised
from treeexplorer.tree import (
    CHANCE_ROLE,
    FULL_WINDOW,
    INFINITY,
    MAX_ROLE,
    MIN_ROLE,
    GameTree,
    Number,
)

_LONGEST: Final = 160  # characters of a sentence, which can be read at a glance


def sentence(record: Record, step: int) -> str:
    """Return a step in words, as a trace prints it."""
    return " ".join(sentences(record, step))


def sentences(record: Record, step: int) -> tuple[str, ...]:
    """Return the sentences that tell a step: what happened, who has what, what is pruned."""
    at = record.step(step)
    told = {
        StepKind.START: _start,
        StepKind.VISIT: _visit,
        StepKind.LEAF: _leaf,
        StepKind.RETURN: _arrival,
        StepKind.CUT: _cut,
    }[at.kind](record, at)
    if record.complete and step == record.steps:
        told += ending(record)
    return tuple(told)


def waiting(record: Record) -> str | None:
    """Return which value a search waits for, ``None`` where it does not wait."""
    node = record.waits_for
    if node is None:
        return None
    return (
        f"The search has reached the unknown leaf {record.tree.labels.label(node)} "
        f"({record.tree.unknowns.get(node) or '?'}) and needs a number for it."
    )


# -- visits ------------------------------------------------------------------------------------


def _start(record: Record, at: Step) -> list[str]:
    nothing, begins = "Nothing has been read yet.", f"The search begins at {label(record, 0)}"
    if not record.has_windows:
        return [nothing, f"{begins}."]
    told = [nothing, f"{begins} with the window {window_text(at.window)}."]
    if not record.rules.has_conventions:
        meaning = meaning_of("algorithm", record.rules.algorithm)
        told.append(f"{meaning.title}: {meaning.explanation}")
    return told


def _visit(record: Record, at: Step) -> list[str]:
    who, again = label(record, at.node), "again " * (at.call in record.columns.earlier)
    if at.value is not None:
        asked = question(record, at.call) if record.null(at.call) else "exactly what is it worth?"
        return [f"{who} is asked again: {asked}", f"What is kept of it answers: {shown(at.value)}."]
    if record.tree.roles[at.node] == CHANCE_ROLE:
        told = [f"{who} is a chance node: it takes the weighted mean of its children."]
        if record.has_windows:
            told.append("Each of them is searched with the full window.")
        return told
    word = player_word(record, at.node)
    if record.rules.printed_form == "exchanged":
        word += f", in the branch labelled “{'minimizing' if word == 'MAX' else 'maximizing'}”"
    if not record.has_windows:
        told = [f"{who} ({word}) is entered."]
    elif record.null(at.call):
        told = [f"{who} ({word}) is asked {again}only: {question(record, at.call)}"]
    else:
        start = f"v starts at {number_text(at.v)}"
        told = [f"{who} ({word}) is entered {again}with {window_text(at.window)}; {start}."]
    if record.rules.right_to_left and at.node in record.tree.elided:
        told.append(f"From the right {elided_text(record, at.node)} would come first.")
    return told


def _leaf(record: Record, at: Step) -> list[str]:
    if not record.tree.is_leaf(at.node):
        plies = counted(record.rules.depth or 0, "ply", "plies")
        return [
            f"{label(record, at.node)} lies at the depth limit of {plies}.",
            f"Its estimate {number_text(at.value)} stands for what is below it.",
        ]
    told = [f"{label(record, at.node)} is read."]
    return told + _seen_by_min(record, record.tree.parent[at.node], at.value)


def _seen_by_min(record: Record, node: int, value: Number | None) -> list[str]:
    """Return, where values are seen from the side to move, what one is to MIN: its opposite."""
    if not algorithm_of(record.rules).negates or node < 0 or value is None:
        return []
    if record.tree.roles[node] != MIN_ROLE:
        return []
    return [f"To MIN, whose move it is at {label(record, node)}, that is {shown(-value)}."]


# -- arrivals ----------------------------------------------------------------------------------


def _arrival(record: Record, at: Step) -> list[str]:
    if missed_on_equality(record, at.child_call or 0):
        return _missed(record, at)
    following = record.following_call(at) if record.scopes else None
    if following is not None and record.node(following) == at.child:
        return _to_search_again(record, at, following)
    return [_what_arrives(record, at), *_seen_by_min(record, at.node, at.v), *_next(record, at)]


def _to_search_again(record: Record, at: Step, following: int) -> list[str]:
    better = "more" if record.tree.roles[at.node] == MAX_ROLE else "less"
    than = number_text(record.entry(at.child_call or 0)[0])
    arriving = f"{_arriving(record, at)} at {label(record, at.node)}"
    return [
        f"{arriving}: {better} than {than}, as asked, but perhaps not exactly that.",
        f"Next: {label(record, at.child or 0)} again, with {entry_text(record, following)}.",
    ]


def _arriving(record: Record, at: Step) -> str:
    """Return what arrives: a leaf by its value, the value of any other child with its label."""
    child = at.child or 0
    if record.tree.is_leaf(child):
        return f"{label(record, child)} arrives"
    return f"{number_text(at.value)} arrives from {label(record, child)}"


def _what_arrives(record: Record, at: Step) -> str:
    who, row = label(record, at.node), at.child_call or 0
    role, arriving, v = record.tree.roles[at.node], _arriving(record, at), number_text(at.v)
    if role == CHANCE_ROLE:
        weight = record.tree.probability(at.child or 0) or 0
        share = shown(weight * (at.value or 0) if weight else 0)
        return f"{arriving} at {who}: with weight {shown(weight)} it contributes {share}."
    if record.replaces_first and record.sibling_before(row) is None:
        return f"{arriving} at {who}, and this form takes it as it is: v = {v}."
    if at.v == record.v_before(row):
        has = has_after(record, row)
        if has is not None and has.through is None:
            return f"{arriving}; v of {who} stays {v}, the bound it began with."
        return f"{arriving}; {who} keeps {v} ({player_word(record, at.node)})."
    text = f"{arriving} at {who}: v {number_text(record.v_before(row))} → {v}"
    if not record.has_windows or at.window is None or at.before is None or record.null(at.call):
        return f"{text}."
    letter, index = ("α", 0) if role == MAX_ROLE else ("β", 1)
    if at.before == at.window:
        return f"{text}; {letter} stays {shown(at.window[index])}."
    return f"{text}, {letter} {shown(at.before[index])} → {shown(at.window[index])}."


def _next(record: Record, at: Step) -> list[str]:
    """Return the test and what a node does after it: go on, or return."""
    test = test_at(record, at)
    following = record.following_call(at) if record.scopes else None
    child = at.child or 0
    goes_on = following is not None if record.scopes else not record.is_last_child(child)
    told = []
    if goes_on:
        if test is not None:
            told.append(f"{test} is false.")
        if following is None:
            behind = record.rank_of_node[child] + record.tree.end[child] - child
            return [*told, f"Next: {label(record, record.node_at(behind))}."]
        return [*told, f"Next: {_asked_next(record, following)}"]
    if test is not None and test.holds:
        told.append(f"{test} holds, but nothing is left to prune.")
    if at.node in record.tree.elided and not record.rules.right_to_left:
        told.append(f"Unread: {elided_text(record, at.node)}.")
    if record.complete and at.number == record.steps and record.value(at.call) == at.v:
        return told  # the closing words say what the root returns
    return [*told, _returns(record, at)]


def _asked_next(record: Record, following: int) -> str:
    who = label(record, record.node(following))
    if record.null(following):
        return f"{who}: {question(record, following)}"
    return f"{who} with {window_text(record.entry(following))}."


def _returns(record: Record, at: Step) -> str:
    who, value = label(record, at.node), record.value(at.call)
    if at.v is not None and value is not None and value != at.v:
        return (
            f"{who} returns {shown(value)}: {shown(at.v)} lies outside its window and is clamped."
        )
    return f"{who} has no child left and returns {number_text(value)}."


def test_words(record: Record, at: Step) -> str:
    """Return the test that a step made with its numbers; empty where it made none."""
    test = test_at(record, at)
    return "" if test is None else str(test)


def _missed(record: Record, at: Step) -> list[str]:
    """Return why equality did not cut, and what the other test would have pruned."""
    told = [f"No cut-off at {label(record, at.node)}: {test_words(record, at)} is false."]
    rule = "this form" if record.rules.fixes_its_own_rules else "your rule"
    low, high = analysis_of(record).intervals.at(at.node, at.number)
    v = at.v or 0
    passes = low > v if record.tree.roles[at.node] == MAX_ROLE else high < v
    if passes:
        told.append(f"What arrives is clamped to the window, so {rule} cannot see more.")
    else:
        told.append(f"A tie is still possible, and {rule} looks on.")
    under = under_equality(record, at)
    if under is not None:
        left = record.children_after(at.node, at.child or 0)
        which = "In the classic form" if record.rules.fixes_its_own_rules else "Under ≥"
        told.append(f"{which}, {nodes_text(record, left, last=' and ')} would be pruned here.")
        told.append(f"Next: {nodes_text(record, left[:1])}.")
    elif at.node in record.tree.elided:
        told.append(_returns(record, at))
    return told


# -- cut-offs ----------------------------------------------------------------------------------


def cut_heading(record: Record, cut: CutOff) -> str:
    """Return a cut-off's kind and node: ``deep α cut-off at ▽Z``."""
    return f"{'deep ' * cut.deep}{cut.letter} cut-off at {label(record, cut.node)}"


def _cut(record: Record, at: Step) -> list[str]:
    cut = analysis_of(record).cut_off(at.child_call or 0)
    head, pruned = capitalised(cut_heading(record, cut)), pruned_sentence(record, cut)
    end = _proven_end(record, cut)
    is_tied = cut.is_tie and end == cut.bound and not record.null(cut.call)
    equal = f", and equal is enough{_whose_rule(record)}" if is_tied else ""
    told = [f"{head}: {test_words(record, at)}{equal}."]
    if cut.witness is None:
        return [*told, _is_worth(record, cut, end), _reason_of_window(record, cut), pruned]
    if is_tied:
        might = f"{label(record, cut.node)} might equal {label(record, cut.witness.node)}'s"
        tie = f"{might} {shown(cut.bound)} but cannot beat it; whether it does stays unknown."
        return [*told, tie, pruned]
    reasons = _reasons_deep if cut.deep else _reasons_shallow
    return [*told, _is_worth(record, cut, end), *reasons(record, cut, cut.witness), pruned]


def _whose_rule(record: Record) -> str:
    """Return where it is decided whether equality cuts."""
    if record.rules.fixes_its_own_rules:
        return " in this form"
    return " under your rule" if record.rules.has_conventions else ""


def pruned_sentence(record: Record, cut: CutOff) -> str:
    """Return what a cut-off prunes as a sentence."""
    elided = cut.node if cut.elided else None
    return f"Pruned: {pruned_text(record, cut.skipped, elided)}."


def _proven_end(record: Record, cut: CutOff) -> Number:
    """Return what a cut node is worth at least (at MAX) or at most, as far as that is proven."""
    low, high = closed(record, cut.call, cut.step)
    return low if cut.kind == "beta" else high


def _is_worth(record: Record, cut: CutOff, end: Number) -> str:
    """Return what a cut node has, and what it is worth as far as that is proven."""
    who, word = label(record, cut.node), player_word(record, cut.node)
    has = f"{who} is {word} and already has {shown(cut.v)}"
    if end == cut.v:
        return f"{has}, so it is worth {side_text(record, cut.node, cut.v)}."
    if abs(end) == INFINITY:
        return f"{has}, as far as the tree is drawn."
    return f"{has}; its leaves prove {side_text(record, cut.node, end)}."


def _reason_of_window(record: Record, cut: CutOff) -> str:
    if record.null(cut.call):
        answer = "yes" if (cut.kind == "beta") == (record.null(cut.call) == ABOVE) else "no"
        return f"It was asked only: {question(record, cut.call)} The answer is {answer}."
    if abs(cut.bound) == INFINITY:
        beyond = "larger" if cut.kind == "beta" else "smaller"
        return f"No number is {beyond} than {shown(cut.bound)}."
    bound = f"{cut.letter} = {shown(cut.bound)}"
    if cut.bound in record.rules.window:
        return f"The search was started with {bound}: a bound is enough."
    return f"{bound} was set by the call: a bound is enough."


def _reasons_shallow(record: Record, cut: CutOff, witness: Witness) -> list[str]:
    who, owner = label(record, cut.node), label(record, witness.node)
    has = f"has {having(record, cut.bound, witness.child)}"
    if not is_drawn_whole(record, witness.child):
        has += ", as far as the tree is drawn"
    if cut.kind == "alpha":
        return [f"{owner} {has}.", f"Nothing left in {who} can help {owner}."]
    return [f"{owner} is MIN and {has}.", f"Nothing left in {who} can make {owner} smaller."]


def _reasons_deep(record: Record, cut: CutOff, witness: Witness) -> list[str]:
    who, owner, child = (label(record, node) for node in (cut.node, *witness))
    opponent, has, still = _opponent_between(record, cut)
    owned = f"{shown(cut.bound)} it has"
    if child != shown(cut.bound):
        owned += f" through {child}"
    give_up = f"to reach {who}, {owner} would have to give up the {owned}"
    told = f"{opponent} {has}, {still} {give_up}."
    if len(told) <= _LONGEST:
        return [told]
    return [f"{opponent} {has}.", f"{capitalised(still)} {give_up}."]


def _opponent_between(record: Record, cut: CutOff) -> tuple[str, str, str]:
    """Return the nearest opponent above a deep cut-off, what it has, and how that goes on."""
    above = nearest_opponent(record, cut.call)
    node = record.node(above[0])
    is_parent = node == record.tree.parent[cut.node]
    who = f"{'Its parent ' * is_parent}{label(record, node)}"
    before = record.sibling_before(above[1])
    has = None if before is None else has_after(record, before)
    if not needs_in(record, cut, above).value:
        return who, "does not need it", "and"
    if has is None or has.through is None:
        return who, "has nothing yet and might still want it", "but"
    less = has.value < cut.v if record.tree.roles[node] == MAX_ROLE else has.value > cut.v
    return who, f"has {'only ' * less}{shown(has.value)} and might still want it", "but"


# -- the end -----------------------------------------------------------------------------------


def ending(record: Record) -> list[str]:
    """Return the closing words of a whole search."""
    value, who = record.root_value or 0, label(record, 0)
    low, high = analysis_of(record).intervals.at(0, record.steps)
    if low == high == value:
        caveat = _depth_caveat(record)
        return [f"The search ends: {who} is worth {shown(value)}{caveat}."]
    told = [f"The search ends: {who} returns {shown(value)}."]
    bound = bound_text(low, high)
    if bound is None:
        return [*told, f"Nothing is proven of {who}: too much is not drawn."]
    why = "As not everything is drawn, only" if record.tree.elided else "Only"
    return [*told, f"{why} this is proven: it is worth {bound}."]


def _depth_caveat(record: Record) -> str:
    """Return the reservation to make where estimates stand at the depth limit."""
    depth = record.rules.depth
    if depth is None or depth >= record.tree.depth:
        return ""
    return f" in the tree cut at {counted(depth, 'ply', 'plies')}"


def best_moves(record: Record) -> list[str]:
    """Return the best line of a finished search, and which other moves are or may be as good."""
    result = analysis_of(record).result
    told = []
    if len(result.line) > 1:
        told.append(f"Best line: {line_text(record.tree, result.line)}.")
    only = only_move(record)
    if only is not None:
        told.append(f"{label(record, result.line[1])} is {only}.")
    told += [f"{capitalised(phrase)}." for phrase in other_moves(record)]
    return told


# -- where a window comes from -----------------------------------------------------------------


def window_origin(record: Record, row: int) -> list[str]:
    """Return where the two ends of a call's window come from, one sentence each."""
    if not record.has_windows or record.null(row):
        return []
    node, window = record.node(row), record.entry(row)
    if record.tree.roles[node] == CHANCE_ROLE or window == FULL_WINDOW:
        return []
    told = []
    givers = {record.tree.roles[has.node]: has for has in window_facts(record, row)}
    for letter, bound, role in (("α", window[0], MAX_ROLE), ("β", window[1], MIN_ROLE)):
        if abs(bound) == INFINITY:
            continue
        has = givers.get(role)
        if has is not None:
            owner = f"{label(record, has.node)} has {having(record, bound, has.through)}"
            told.append(f"{letter} is {shown(bound)} because {owner}.")
        elif bound in record.rules.window:
            told.append(f"{letter} is {shown(bound)} because the search was started with it.")
    return told


# -- why a node had a cut-off, or had none, or was never visited -------------------------------


def why(record: Record, node: int, step: int | None = None) -> str:
    """Return why a node had a cut-off, or had none, or was never visited, as it stands at a step.

    Args:
        record: The record.
        node: Any node of its tree.
        step: The step from which to look back; the last one where ``None``.
    """
    return " ".join(why_sentences(record, node, step))


def why_sentences(record: Record, node: int, step: int | None = None) -> tuple[str, ...]:
    """Return the sentences of :func:`why`."""
    step = record.steps if step is None else step
    row = record.row_at(node, step)
    if row is None:
        return tuple(_not_visited(record, node, step))
    if _is_answered_at_once(record, row):
        return tuple(_answered(record, row))
    last = record.last_arrival(row, step)
    if last is None:
        entered = f"{label(record, node)} was entered at step {record.entered(row)}."
        return entered, "No child has returned to it yet."
    if record.has_cut(last):
        arrival = record.left(last)
        had = f"{label(record, node)} had a cut-off at step {arrival}."
        return had, *sentences(record, arrival)
    return tuple(_no_cut_off(record, row, last, step))


def _is_answered_at_once(record: Record, row: int) -> bool:
    return record.is_leaf_call(row) or row in record.remembered


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
        return ()
    if record.has_cut(last):
        return step_facts(record, record.left(last))
    facts: list[Fact] = [*window_facts(record, row)]
    decisive = _decisive(record, row, last, step)
    if decisive is not None:
        facts += step_facts(record, record.left(decisive))
    facts += (fact for fact in proven_facts(record, node, step) if fact not in facts)
    return tuple(facts)


def _not_visited(record: Record, node: int, step: int) -> list[str]:
    who = label(record, node)
    status = record.state(node, step).status
    if status is Status.BEYOND:
        plies = counted(record.rules.depth or 0, "ply", "plies")
        return [f"{who} lies below the depth limit of {plies} and is never visited."]
    arrival = _pruned_at(record, node, step)
    if status is Status.UNSEEN or arrival is None:
        return [f"{who} has not been reached by step {step}."]
    return [f"{who} was pruned at step {arrival}.", *sentences(record, arrival)]


def _pruned_at(record: Record, node: int, step: int) -> int | None:
    """Return the step of the arrival after which a node's branch was given up."""
    above = record.visited_ancestor(node, step)
    row = None if above is None else record.row_at(above, step)
    last = None if row is None else record.last_arrival(row, step)
    return None if last is None else record.left(last)


def _answered(record: Record, row: int) -> list[str]:
    node = record.node(row)
    verb = "was read" if record.is_leaf_call(row) else "was answered from memory"
    told = [f"{label(record, node)} {verb} at step {record.entered(row)}."]
    parent_row, before = record.parent_row(row), record.sibling_before(row)
    if parent_row is None:
        return [*told, "It is the whole tree."]
    parent = label(record, record.node(parent_row))
    if not record.has_windows:
        return [*told, "This search visits every node."]
    if before is None:
        return [*told, f"No test at {parent} comes before it."]
    test = test_at(record, record.step(record.left(before)))
    if test is None:
        return [*told, f"Every child of {parent} counts in its mean, so none is ever pruned."]
    after = f"After {_child(record, before)} the test at {parent} was false"
    return [*told, f"{after}: {test}."]


def _child(record: Record, row: int) -> str:
    return label(record, record.node(row))


def _decisive(record: Record, row: int, last: int, step: int) -> int | None:
    """Return the arrival with the last chance of a cut-off; ``None`` where there was none."""
    if _is_open(record, row, step) and not record.is_last_child(record.node(last)):
        return last
    if record.node(row) in record.tree.elided and not record.rules.right_to_left:
        return last
    return record.sibling_before(last)


def _no_cut_off(record: Record, row: int, last: int, step: int) -> list[str]:
    node = record.node(row)
    who = label(record, node)
    if not record.has_windows:
        return [f"{who} had no cut-off: this search visits every node."]
    if record.tree.roles[node] == CHANCE_ROLE:
        return [
            f"{who} had no cut-off.",
            f"Every child of {who} counts in its mean, so none is ever pruned.",
        ]
    decisive = _decisive(record, row, last, step)
    if decisive is None:
        return [f"{who} had no cut-off: it has a single child, so nothing could be pruned."]
    test = test_words(record, record.step(record.left(decisive)))
    had = "has no cut-off yet" if _is_open(record, row, step) else "had no cut-off"
    told = [f"{who} {had}: {_who_wants_it(record, row, decisive)}"]
    told.append(f"After {_child(record, decisive)}, {test} is false.")
    cut = would_cut(record, decisive)
    if cut is not None:
        letter = "β" if cut.end == "beta" else "α"
        sign = cut.op.replace("<=", "≤").replace(">=", "≥")
        told.append(f"Any {letter} {sign} {shown(cut.value)} would have cut.")
    return told


def _who_wants_it(record: Record, row: int, decisive: int) -> str:
    """Return what the opponent has, against which a node's v was too little for a cut-off."""
    node = record.node(row)
    who, at_max = label(record, node), record.tree.roles[node] == MAX_ROLE
    bound, letter = record.entry(row)[1 if at_max else 0], "β" if at_max else "α"
    v = number_text(record.after[decisive])
    if record.null(row):
        return f"the question is not settled by {v}."
    has = opponents_bound(record, row)
    if has is not None:
        owner = f"{label(record, has.node)} has {having(record, bound, has.through)}"
        return f"{owner}, and {who} {'only' if at_max else 'still has'} {v}."
    if abs(bound) == INFINITY:
        much = "much" if at_max else "little"
        return f"{_opponent_with_nothing(record, row)}, so nothing {who} offers is too {much}."
    if bound in record.rules.window:
        return f"the search was started with {letter} = {shown(bound)}, and {who} has only {v}."
    return f"its {letter} is {shown(bound)}, and {who} has only {v}."


def _opponent_with_nothing(record: Record, row: int) -> str:
    """Return who has nothing yet: the nearest opponent, or nobody above."""
    role = record.tree.roles[record.node(row)]
    wanted = MIN_ROLE if role == MAX_ROLE else MAX_ROLE
    nothing = "+∞" if wanted == MIN_ROLE else "−∞"
    for ancestor in record.tree.ancestors(record.node(row)):
        if record.tree.roles[ancestor] == wanted:
            return f"{label(record, ancestor)} has nothing yet ({nothing})"
        if record.tree.roles[ancestor] == CHANCE_ROLE:
            break
    return f"no {'MIN' if wanted == MIN_ROLE else 'MAX'} lies above it ({nothing})"


# -- more than the sentence says ---------------------------------------------------------------


def more(record: Record, node: int, step: int) -> tuple[str, ...]:
    """Return what the sentence about a node does not say.

    When it was entered, where its window came from, what is proven of it, which bounds would have
    cut, and what would cut next.
    """
    row = record.row_at(node, step)
    if row is None:
        return ()
    who = label(record, node)
    if _is_answered_at_once(record, row):
        return ()
    told = [f"{who} was entered at step {record.entered(row)}"]
    told[0] += f" with {entry_text(record, row)}" if _has_window(record, node) else ""
    told[0] += "" if told[0].endswith("?") else "."
    told += window_origin(record, row)
    told += _result(record, node, row, step)
    if _is_open(record, row, step) and _has_window(record, node) and not record.null(row):
        told += _next_chance(record, node, row, step)
    return tuple(told)


def _has_window(record: Record, node: int) -> bool:
    return record.has_windows and record.tree.roles[node] != CHANCE_ROLE


def _is_open(record: Record, row: int, step: int) -> bool:
    return record.left(row) > step and not (record.complete and step == record.steps)


def _next_chance(record: Record, node: int, row: int, step: int) -> list[str]:
    """Return what the next child to return would have to return for a cut-off."""
    last = record.step(step)
    if last.node == node and last.kind is StepKind.CUT:
        return []
    at_max = record.tree.roles[node] == MAX_ROLE
    bound = record.entry(row)[1 if at_max else 0]
    child = _child_to_return(record, node, row, step)
    if abs(bound) == INFINITY or child is None or not leaves_something(record, node, child):
        return []
    more = "more" if at_max else "less"
    much = f"{more} than {shown(bound)}" if record.rules.strict else f"{shown(bound)} or {more}"
    is_leaf = record.tree.is_leaf(child)
    gives = "the next leaf is" if is_leaf else f"{label(record, child)} returns"
    return [f"If {gives} {much}, the rest of {label(record, node)} is pruned."]


def _child_to_return(record: Record, node: int, row: int, step: int) -> int | None:
    """Return the child that is being searched, or the one that comes next."""
    current = record.current(step)
    if current is not None and current != node and record.tree.is_within(current, node):
        return record.tree.ancestor_at(current, record.tree.ply[node] + 1)
    last = record.last_arrival(row, step)
    if last is None:
        return next(iter(record.children(node)), None)
    return next(iter(record.children_after(node, record.node(last))), None)


def _result(record: Record, node: int, row: int, step: int) -> list[str]:
    """Return, of a finished node, what it returned and what its leaves prove beyond that."""
    value = record.value(row)
    if value is None or _is_open(record, row, step):
        has = has_at(record, row, step)
        if has is None or has.through is None:
            return []
        return [f"{label(record, node)} has {having(record, has.value, has.through)}."]
    low, high = proven(record, node, step)
    text = f"It returned {signed_number(value, low, high)}"
    bound = bound_text(low, high)
    if bound is None or (low, high) in {(value, value), (value, INFINITY), (-INFINITY, value)}:
        return [f"{text}."]
    return [f"{text}; the leaves prove {bound}."]


def elsewhere_sentences(tree: GameTree, record: Record, node: int) -> Iterator[str]:
    """Yield, for each convention under which something else becomes of a node, a sentence.

    Args:
        tree: The tree as the file has it.
        record: A finished search of it.
        node: The node.
    """
    who, is_leaf = label(record, node), record.tree.is_leaf(node)
    said = {
        "cut-off": f"{who} would have a cut-off",
        "visited": f"{who} would be {'read' if is_leaf else 'visited, without a cut-off'}",
        "pruned": f"{who} would be pruned",
    }
    for fact in elsewhere(tree, record, node):
        rules = with_rules(record.rules, fact)
        under = rules_told(record.rules, rules)
        if rules.order != record.rules.order:
            under = f"taken {'from the right' if rules.right_to_left else 'left to right'}"
        yield f"{capitalised(under)}, {said[fact.outcome]}."
