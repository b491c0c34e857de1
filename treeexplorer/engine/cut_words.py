"""Cut-offs in words: the test with its numbers, who has what, so what, what is skipped."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.analysis import CutOff, Witness, analysis_of
from treeexplorer.engine.labels import (
    child_label,
    children_text,
    elided_text,
    label,
    player_word,
    starting,
)
from treeexplorer.engine.record import ABOVE, Record, Step
from treeexplorer.numbers import shown
from treeexplorer.text import capitalised
from treeexplorer.tree import INFINITY, MAX_ROLE, MIN_ROLE, Number, Window

_FEW_CALLS: Final = 20_000


def has_windows(record: Record) -> bool:
    """Tell whether the search has windows at all."""
    return record.has_windows


def window_text(window: Window | None) -> str:
    """Return a window as ``(−∞, 6)``."""
    return f"({shown(window[0])}, {shown(window[1])})" if window else "no window"


def test_text(record: Record, step: Step) -> str:
    """Return the cut test with its numbers after an arrival, such as ``8 ≥ 6``.

    In a null window, which is a question about one number, v itself is compared with that number.
    """
    null, at_max = record.null(step.call), _role(record, step.node) == MAX_ROLE
    if not null or step.v is None:
        alpha, beta = step.window or record.rules.window
        return f"{shown(alpha)} {record.rules.test_sign} {shown(beta)}"
    number = record.entry(step.call)[0]
    sign = ">" if at_max == (null == ABOVE) else "≥"
    return f"{shown(step.v if at_max else number)} {sign} {shown(number if at_max else step.v)}"


def asked(record: Record, row: int) -> str:
    """Return the window a call was entered with in words, a null window as its question."""
    null, window = record.null(row), record.entry(row)
    if not null:
        return window_text(window)
    more = "more" if null == ABOVE else "less"
    side = "above" if null == ABOVE else "below"
    number = shown(window[0])
    return f"the null window just {side} {number} (is it worth {more} than {number}?)"


def bound_words(role: int, value: Number) -> str:
    """Return what a node that already has a value is worth: ``8 or more`` at MAX."""
    return f"{shown(value)} or {'more' if role == MAX_ROLE else 'less'}"


def window_below_chance(record: Record, node: int) -> str:
    """Return where the window of a chance node's child comes from."""
    name = label(record, node)
    if algorithm_of(record.rules).knows_range:
        return f"outside of it, the child alone would decide whether {name} matters"
    return f"below the chance node {name} the search starts anew"


def is_drawn_whole(record: Record, node: int) -> bool:
    """Tell whether nothing below a node is left out of the drawing."""
    if not record.tree.elided:
        return True
    elided = sorted(record.tree.elided)
    first = bisect_left(elided, node)
    return first == len(elided) or elided[first] >= record.tree.end[node]


def caveat(record: Record, child: int) -> str:
    """Return the reservation to make where the value of a child rests on an unfinished drawing."""
    return "" if is_drawn_whole(record, child) else ", as far as the tree is drawn"


def range_caveat(record: Record, *, quickly: bool = False) -> str:
    """Return the reservation to make where the root's value rests on the range of the leaves.

    Args:
        record: A finished search.
        quickly: Make none where it takes longer than a moment to find out (20,000 calls).
    """
    if quickly and len(record.nodes) > _FEW_CALLS:
        return ""
    found = analysis_of(record).range_behind
    if found is None:
        return ""
    given = "given that" if record.rules.leaf_range else "since"
    leaf = "drawn leaf" if record.tree.elided and not record.rules.leaf_range else "leaf"
    return f", {given} every {leaf} lies between {shown(found[0])} and {shown(found[1])}"


def skipped_text(record: Record, cut: CutOff) -> str:
    """Return what a cut-off skips, a long list shortened."""
    drawn = children_text(record, cut.skipped)
    if not cut.elided:
        return drawn
    return ", ".join(filter(None, [drawn, elided_text(record, cut.node)]))


def headline(record: Record, step: Step, cut: CutOff) -> str:
    """Return a cut-off's kind and node with the test: ``β cut-off at ▲b: 8 ≥ 6``."""
    kind = "β" if cut.kind == "beta" else "α"
    return (
        f"{'deep ' if cut.deep else ''}{kind} cut-off at {label(record, cut.node)}: "
        f"{test_text(record, step)}"
    )


def cut_line(record: Record, step: Step) -> str:
    """Return a cut-off in one line."""
    cut = _cut_of(record, step)
    return f"╳ {headline(record, step, cut)}"


def cut_sentence(record: Record, step: Step) -> str:
    """Return a cut-off in two sentences: the test, and what is skipped because of whom."""
    cut = _cut_of(record, step)
    head = capitalised(headline(record, step, cut))
    return f"{head}. {_who_has_it(record, cut)} Skipped: {skipped_text(record, cut)}."


def cut_reason(record: Record, step: Step) -> str:
    """Return a cut-off in full: the test; who has what; so what; what is skipped."""
    cut = _cut_of(record, step)
    head = capitalised(headline(record, step, cut))
    if cut.is_tie and not record.null(cut.call):
        head += ", and equal is enough under your rule"
    if cut.witness is None:
        why = _reason_of_window(record, cut)
    elif cut.is_tie:
        why = _reason_of_tie(record, cut, cut.witness)
    elif cut.deep:
        why = _reason_deep(record, cut, cut.witness)
    else:
        why = _reason_shallow(record, cut, cut.witness)
    return f"{head}. {why} Skipped: {skipped_text(record, cut)}."


def _cut_of(record: Record, step: Step) -> CutOff:
    if step.child_call is None:
        raise ValueError(f"step {step.number} is no cut-off")
    return analysis_of(record).cut_off(step.child_call)


def _role(record: Record, node: int) -> int:
    return record.tree.roles[node]


def worth(record: Record, cut: CutOff) -> str:
    """Return what a cut node is worth: ``2 or less``."""
    return bound_words(_role(record, cut.node), cut.v) + caveat(record, cut.after)


def _through(record: Record, witness: Witness) -> str:
    return f"through {child_label(record, witness.child)}{caveat(record, witness.child)}"


def _who_has_it(record: Record, cut: CutOff) -> str:
    name = label(record, cut.node)
    if cut.witness is None:
        return _window_words(record, cut)
    owner = starting(label(record, cut.witness.node))
    verb = "cannot matter" if not cut.is_tie else "cannot improve on that"
    return (
        f"{owner} already has {shown(cut.bound)} {_through(record, cut.witness)}, "
        f"so the rest of {name} {verb}."
    )


def _window_words(record: Record, cut: CutOff) -> str:
    null = record.null(cut.call)
    letter, more = ("β", "larger") if cut.kind == "beta" else ("α", "smaller")
    if null:
        asked_for = "more" if null == ABOVE else "less"
        answer = "yes" if (cut.kind == "beta") == (null == ABOVE) else "no"
        return (
            f"This call only asks whether it is worth {asked_for} than {shown(cut.bound)}, and "
            f"that is settled: {answer}."
        )
    if abs(cut.bound) == INFINITY:
        return f"No number is {more} than {shown(cut.bound)}, so the rest cannot change anything."
    if cut.bound not in record.rules.window:
        return (
            f"{letter} = {shown(cut.bound)} is set by a chance node above and the range of the "
            "leaves: beyond that, the rest cannot matter."
        )
    return (
        f"The search was started with {letter} = {shown(cut.bound)}: beyond that it wants no more "
        "than a bound."
    )


def _reason_of_window(record: Record, cut: CutOff) -> str:
    name = starting(label(record, cut.node))
    word = player_word(record.player(cut.node))
    return (
        f"{name} is {word} and already has {shown(cut.v)}, so it is worth {worth(record, cut)}. "
        f"{_window_words(record, cut)}"
    )


def _reason_of_tie(record: Record, cut: CutOff, witness: Witness) -> str:
    name = starting(label(record, cut.node))
    owner = label(record, witness.node)
    return (
        f"{name} is worth {worth(record, cut)}; {owner} already has {shown(cut.bound)} "
        f"{_through(record, witness)}. {name} might equal that but cannot beat it. "
        "Whether it does stays unknown."
    )


def _reason_shallow(record: Record, cut: CutOff, witness: Witness) -> str:
    name, owner = label(record, cut.node), label(record, witness.node)
    word = player_word(record.player(cut.node))
    leaves_only = not cut.elided and all(map(record.tree.is_leaf, cut.skipped))
    text = (
        f"{starting(name)} is {word} and already has {shown(cut.v)}, so it is worth "
        f"{worth(record, cut)}. {starting(owner)} "
    )
    through = _through(record, witness)
    if leaves_only:
        rest = children_text(record, cut.skipped, last=" and ")
        verb = "is" if len(cut.skipped) == 1 else "are"
        return text + (
            f"already has {shown(cut.bound)} {through}. So {owner} has no use for {name}, "
            f"whatever {rest} {verb}."
        )
    smaller = "smaller" if cut.kind == "beta" else "larger"
    return text + (
        f"is {player_word(record.player(witness.node))} and already has {shown(cut.bound)} "
        f"{through}. So {owner} has no use for {name}: whatever else {name} holds cannot make it "
        f"{smaller}."
    )


def _reason_deep(record: Record, cut: CutOff, witness: Witness) -> str:
    name, owner = label(record, cut.node), label(record, witness.node)
    return (
        f"{starting(name)} is worth {worth(record, cut)}. {_nearest_opponent(record, cut)} "
        f"{owner} already has {shown(cut.bound)} {_through(record, witness)}, and must give it up "
        f"for play to reach {name}. So nothing in {name} can change {owner}'s value."
    )


def _nearest_opponent(record: Record, cut: CutOff) -> str:
    """Return what the nearest opponent above a deep cut-off has: why it is not the reason."""
    wanted = MIN_ROLE if cut.kind == "beta" else MAX_ROLE
    row, parent_row = cut.call, record.parent_row(cut.call)
    while parent_row is not None and _role(record, record.node(parent_row)) != wanted:
        row, parent_row = parent_row, record.parent_row(parent_row)
    if parent_row is None:
        return "But"
    node = record.node(parent_row)
    is_parent = node == record.tree.parent[cut.node]
    subject = f"Its parent {label(record, node)}" if is_parent else starting(label(record, node))
    v = record.v_before(row)
    if v is None or v == record.first_v(parent_row):
        return f"{subject} has nothing of its own yet and might still want that. But"
    if (v < cut.v) if wanted == MAX_ROLE else (v > cut.v):
        return f"{subject} has only {shown(v)} and might still want that. But"
    return f"{subject} already has {shown(v)} and does not need it. Besides,"


def missed_cut(record: Record, step: Step) -> str | None:
    """Return why equality did not cut at a step, ``None`` where that is not what happened.

    That is: the window has become a single value, the test asks for more, and children are left.
    """
    window, child = step.window, step.child
    if window is None or child is None or window[0] != window[1] or not record.rules.strict:
        return None
    name, role = label(record, step.node), _role(record, step.node)
    alpha, beta = record.entry(step.call)
    left = record.children_after(step.node, child)
    if not left or alpha == beta or step.v not in window:
        return None
    bound = beta if role == MAX_ROLE else alpha
    opponent = MIN_ROLE if role == MAX_ROLE else MAX_ROLE
    witness, _ = analysis_of(record).witness(step.call, bound, opponent)
    if witness is not None:
        has = f"{label(record, witness.node)} has {shown(bound)}"
    else:
        has = f"the search was started with {'β' if role == MAX_ROLE else 'α'} = {shown(bound)}"
    rule = "this form" if record.rules.fixes_its_own_rules else "your rule"
    others = children_text(record, left, last=" and ")
    if step.node in record.tree.elided and not record.rules.right_to_left:
        others += f" and {elided_text(record, step.node)}"
    return (
        f"No cut-off at {name}: {test_text(record, step)} is false. {starting(name)} is worth "
        f"{bound_words(role, bound)}{caveat(record, child)} and {has}: a tie is still possible, "
        f"and {rule} (cut only when α > β) looks on. "
        f"Next: {children_text(record, left[:1])}. Under ≥, {others} would be skipped here."
    )
