"""Every step in words, with the real numbers: what happened, and why.

Three lengths: :func:`line` for a status line, :func:`sentence` (one or two sentences), and
:func:`reason`, the whole of it. Each is computed for one step when it is asked for, in time that
hardly depends on the size of the tree.
"""

from __future__ import annotations

from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.engine.call_words import arrival, chance_cut, visit
from treeexplorer.engine.cut_words import (
    asked,
    bound_words,
    caveat,
    cut_line,
    cut_reason,
    cut_sentence,
    has_windows,
    missed_cut,
    range_caveat,
    test_text,
    window_text,
)
from treeexplorer.engine.labels import (
    child_label,
    children_text,
    elided_text,
    label,
    player_word,
    starting,
)
from treeexplorer.engine.record import Record, Step, StepKind
from treeexplorer.engine.why import why
from treeexplorer.numbers import shown
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, INFINITY, MAX_ROLE, MIN_ROLE, Number

__all__ = ["label", "line", "reason", "sentence", "waiting", "why"]


def line(record: Record, step: int) -> str:
    """Return a step in a few words for a status line."""
    at = record.step(step)
    name = label(record, at.node)
    if at.kind is StepKind.START:
        return "before the search"
    if at.kind is StepKind.CUT:
        return cut_line(record, at)
    if at.kind is StepKind.VISIT:
        if at.value is not None:
            return f"{name} is remembered: {_number(at.value)}"
        return f"{name} is entered" + (f" with {asked(record, at.call)}" * has_windows(record))
    if at.kind is StepKind.LEAF:
        return f"{name} is read: {_number(at.value)}"
    text = f"{_number(at.value)} arrives at {name}"
    if at.v is None:
        return text
    return f"{text}: v = {shown(at.v)}" + (f", {window_text(at.window)}" * has_windows(record))


def sentence(record: Record, step: int) -> str:
    """Return a step in one or two sentences: what happened and what follows."""
    at = record.step(step)
    if at.kind is StepKind.START:
        return _start(record)
    if record.scopes and at.kind is not StepKind.LEAF:
        return _of_calls(record, at) + _end(record, at)
    if at.kind is StepKind.VISIT:
        return _visit(record, at)
    if at.kind is StepKind.LEAF:
        return _leaf(record, at) + _end(record, at)
    if at.kind is StepKind.CUT:
        return cut_sentence(record, at) + _end(record, at)
    return missed_cut(record, at) or _arrival(record, at) + _next(record, at) + _end(record, at)


def reason(record: Record, step: int) -> str:
    """Return all there is to say about a step: what happened, why, and what it means."""
    at = record.step(step)
    if at.kind is StepKind.CUT and record.tree.roles[at.node] != CHANCE_ROLE:
        return cut_reason(record, at) + _end(record, at)
    text = sentence(record, step)
    if at.kind is StepKind.VISIT and not record.null(at.call):
        return text + _why_this_window(record, at)
    return text


def _of_calls(record: Record, at: Step) -> str:
    if at.kind is StepKind.VISIT:
        return visit(record, at)
    if at.kind is StepKind.CUT and record.tree.roles[at.node] == CHANCE_ROLE:
        return chance_cut(record, at, analysis_of(record).cut_off(at.child_call or 0))
    return cut_sentence(record, at) if at.kind is StepKind.CUT else arrival(record, at)


def waiting(record: Record) -> str | None:
    """Return which value a search waits for, ``None`` where it does not wait."""
    node = record.waits_for
    if node is None:
        return None
    word = record.tree.unknowns.get(node)
    leaf = f"“{word}”, {label(record, node)}," if word else f"“?”, {label(record, node)},"
    return (
        f"The search has reached the unknown leaf {leaf} and cannot go on without a number for it."
    )


def _number(value: Number | None) -> str:
    return "?" if value is None else shown(value)


def _start(record: Record) -> str:
    name = label(record, 0)
    if not has_windows(record):
        return f"Before the search: nothing has been visited yet. It begins at {name}."
    return (
        f"Before the search: nothing has been visited yet. It begins at {name} with the window "
        f"{window_text(record.rules.window)}."
    )


def _visit(record: Record, at: Step) -> str:
    name = starting(label(record, at.node))
    word = player_word(record.player(at.node))
    if record.rules.printed_form == "exchanged":
        label_of_branch = "minimizing" if word == "MAX" else "maximizing"
        word = f"{word}, in the branch labelled “{label_of_branch}”"
    if record.tree.roles[at.node] == CHANCE_ROLE:
        text = f"{name}, a chance node, is entered: it takes the weighted mean of its children"
        return text + (", each searched with the full window." if has_windows(record) else ".")
    if not has_windows(record):
        text = f"{name} ({word}) is entered."
    else:
        window = window_text(at.window)
        text = f"{name} ({word}) is entered with {window}, and v starts at {_number(at.v)}."
    if record.rules.right_to_left and at.node in record.tree.elided:
        text += (
            f" From the right the first to come would be {elided_text(record, at.node)}: "
            "nothing can be known of them."
        )
    return text


def _why_this_window(record: Record, at: Step) -> str:
    """Return where the two ends of an entry window come from."""
    if not has_windows(record) or at.window is None or record.tree.roles[at.node] == CHANCE_ROLE:
        return ""
    texts, started = [], 0
    for letter, bound, role in (("α", at.window[0], MAX_ROLE), ("β", at.window[1], MIN_ROLE)):
        witness, _ = analysis_of(record).witness(at.call, bound, role)
        if witness is not None:
            owner = label(record, witness.node)
            through = child_label(record, witness.child)
            texts.append(f"{letter} = {shown(bound)} is what {owner} already has through {through}")
        elif abs(bound) != INFINITY and bound in record.rules.window:
            texts.append(f"{letter} = {shown(bound)} is what the search was started with")
            started += 1
    if started == len(texts) == 2:
        return f" The search was started with the window {window_text(at.window)}."
    return f" {' and '.join(texts)}." if texts else ""


def _leaf(record: Record, at: Step) -> str:
    name = starting(label(record, at.node))
    if not record.tree.is_leaf(at.node):
        limit = record.rules.depth
        return (
            f"{name} lies at the depth limit ({limit} {'ply' if limit == 1 else 'plies'}), so its "
            f"estimate {_number(at.value)} is used instead of its children."
        )
    is_a = "" if name.startswith("The leaf ") else "a leaf and is "
    text = f"{name} is {is_a}read: {_number(at.value)}."
    return text + _as_the_side_to_move_sees_it(record, record.tree.parent[at.node], at.value)


def _as_the_side_to_move_sees_it(record: Record, node: int, value: Number | None) -> str:
    """Return, in negamax, what a value is to MIN where MIN is to move: its opposite."""
    if not algorithm_of(record.rules).negates or node < 0 or value is None:
        return ""
    if record.tree.roles[node] != MIN_ROLE:
        return ""
    return f" To MIN, whose move it is at {label(record, node)}, that is {shown(-value)}."


def _arrival(record: Record, at: Step) -> str:
    """Return what the arrival of a value changes at a node."""
    name, child = label(record, at.node), at.child or 0
    value = _number(at.value)
    text = f"{value} arrives at {name} from {child_label(record, child)}"
    role = record.tree.roles[at.node]
    if role == CHANCE_ROLE:
        weight = record.tree.probability(child) or 0
        share = weight * at.value if at.value is not None and weight else 0
        return f"{text}: with weight {shown(weight)} it contributes {shown(share)}."
    v_before = record.v_before(at.child_call or 0)
    if record.replaces_first and record.sibling_before(at.child_call or 0) is None:
        text += f": this form takes its first child as it is, so v is now {_number(at.v)}"
    elif at.v == v_before:
        return f"{text}: {_unchanged(record, at, v_before)}."
    else:
        text += f": v goes from {_number(v_before)} to {_number(at.v)}"
    if not has_windows(record) or at.window is None:
        return f"{text}.{_as_the_side_to_move_sees_it(record, at.node, at.v)}"
    letter, index = ("α", 0) if role == MAX_ROLE else ("β", 1)
    if at.before == at.window:
        bound = shown(at.window[index])
        return f"{text}, but {letter} is {bound} already, so the window stays the same."
    return f"{text}, and {letter} with it. The window is now {window_text(at.window)}."


def _unchanged(record: Record, at: Step, v_before: Number | None) -> str:
    name, role = label(record, at.node), record.tree.roles[at.node]
    word, better = player_word(record.player(at.node)), "larger" if role == MAX_ROLE else "smaller"
    if v_before == at.value:
        return f"that is what v is already, so nothing changes ({word} wants something {better})"
    if v_before == record.first_v(at.call):
        return f"not {better} than the {_number(v_before)} that v started with; nothing changes"
    return f"{name} is {word} and already has {_number(v_before)}, so nothing changes"


def _next(record: Record, at: Step) -> str:
    """Return what a node does after an arrival: go on, or return."""
    left = record.children_after(at.node, at.child or 0)
    tested = has_windows(record) and record.tree.roles[at.node] != CHANCE_ROLE
    if left:
        test = f"{test_text(record, at)} is false, so on to" if tested else "Next:"
        return f" {test} {children_text(record, left[:1])}."
    text = ""
    if tested and record.test_holds(at):
        text += f" {test_text(record, at)} holds, but no child is left to skip."
    if at.node in record.tree.elided and not record.rules.right_to_left:
        text += f" Not looked at: {elided_text(record, at.node)}."
    return text + f" {_returns(record, at)}"


def _returns(record: Record, at: Step) -> str:
    name = label(record, at.node)
    value = record.value(at.call)
    if at.v is not None and value != at.v:
        return (
            f"{starting(name)} returns {_number(value)}: {shown(at.v)} lies outside its window "
            f"{window_text(record.entry(at.call))} and is clamped (fail-hard)."
        )
    return f"That was its last child: {name} returns {_number(value)}."


def _proven(name: str, low: Number, high: Number) -> str:
    """Return what is proven about a node whose value is not, because not all of it is drawn."""
    if low == -INFINITY and high == INFINITY:
        return f"Nothing is proven of {name}: too much is not drawn."
    if low == -INFINITY:
        worth = bound_words(MIN_ROLE, high)
    elif high == INFINITY:
        worth = bound_words(MAX_ROLE, low)
    else:
        worth = f"between {shown(low)} and {shown(high)}"
    return f"As not everything is drawn, only this is proven: {name} is worth {worth}."


def _end(record: Record, at: Step) -> str:
    """Return the closing words of a whole search at its last step."""
    if not record.complete or at.number != record.steps:
        return ""
    value, name = record.root_value, label(record, 0)
    if value is None:
        return ""
    if record.rules.window == FULL_WINDOW and not record.tree.elided:
        given = range_caveat(record, quickly=True)
        return f" The search ends: {name} is worth {shown(value)}{given}."
    alpha, beta = record.rules.window
    if record.tree.elided:
        low, high = analysis_of(record).intervals.at(0, record.steps)
        if low != high:
            return f" The search ends with {shown(value)}. {_proven(name, low, high)}"
        return f" The search ends: {name} is worth {shown(value)}."
    if has_windows(record) and value <= alpha and alpha != -INFINITY:
        worth = bound_words(MIN_ROLE, value)
    elif has_windows(record) and value >= beta and beta != INFINITY:
        worth = bound_words(MAX_ROLE, value)
    else:
        worth = shown(value)
    return f" The search ends: {name} is worth {worth}{caveat(record, 0)}."
