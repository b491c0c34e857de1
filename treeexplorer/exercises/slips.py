"""The kinds of mistakes that people make when they predict a search, told by what they wrote."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from treeexplorer.exercises.questions import Answer, Field, Question, right_answers
from treeexplorer.numerals import shown
from treeexplorer.search.explain import label
from treeexplorer.search.record import Record
from treeexplorer.search.steps import Step
from treeexplorer.tree import FULL_WINDOW, MAX_ROLE, Number, Window


class Slip(StrEnum):
    """A kind of mistake; its text names it for the list at the end."""

    ENDS_SWAPPED = "α and β exchanged"
    STARTED_ANEW = "a node entered with the full window instead of its parent's"
    OLD_WINDOW = "what the earlier children brought is missing from the window"
    OTHER_WINDOW = "another window"
    KEPT_WORSE = "the worse value is kept: MAX keeps the larger, MIN the smaller"
    OTHER_VALUE = "another value of v"
    MOVED_WRONG_END = "the wrong end of the window is moved"
    NOT_MOVED = "the end of the window is not moved"
    OTHER_END = "another α or β"
    MISSED_CUT = "a cut-off is missed"
    CUT_TOO_SOON = "cut off although the test fails"
    EQUALITY = "equality: the rule for cutting on a tie"
    OTHER_REASON = "the right decision for another reason"


def slip_of(
    record: Record, question: Question, name: Field, given: Mapping[Field, Answer]
) -> tuple[Slip, str]:
    """Return what kind of mistake stands in a box that is wrong, and a sentence about it.

    Args:
        record: The search.
        question: The question.
        name: The box.
        given: What was written into all of the boxes.
    """
    step = record.step(question.step)
    right = right_answers(record, question)
    if name == "cut":
        return _cut_slip(record, step, bool(right["cut"]))
    if name in {"because_left", "because_right"}:
        words = f"The test compares α and β: α = {_said(right, 'because_left')}"
        return Slip.OTHER_REASON, f"{words}, β = {_said(right, 'because_right')}."
    if name == "v":
        return _v_slip(record, step, given["v"])
    if question.child is None:
        return _window_slip(record, step, (given["alpha"], given["beta"]))
    return _end_slip(record, step, name, given)


def _said(answers: Mapping[Field, Answer], name: Field) -> str:
    answer = answers[name]
    return str(answer) if isinstance(answer, bool) else shown(answer)


def _cut_slip(record: Record, step: Step, is_cut: bool) -> tuple[Slip, str]:
    alpha, beta = step.window or FULL_WINDOW
    sign = record.rules.test_sign
    test = f"{shown(alpha)} {sign} {shown(beta)}"
    if alpha == beta:
        enough = "equal is enough" if is_cut else "equal is not enough"
        return Slip.EQUALITY, f"{test}: under your rule {enough}."
    if is_cut:
        return Slip.MISSED_CUT, f"{test} holds, so the rest is cut off."
    return Slip.CUT_TOO_SOON, f"{test} is false, so the search goes on."


def _v_slip(record: Record, step: Step, given: Answer) -> tuple[Slip, str]:
    name = label(record, step.node)
    at_max = record.tree.roles[step.node] == MAX_ROLE
    before = record.v_before(step.child_call) if step.child_call is not None else None
    keeps = "larger" if at_max else "smaller"
    word = "MAX" if at_max else "MIN"
    had = "nothing yet" if before is None else shown(before)
    if step.value is None or before is None:
        return Slip.OTHER_VALUE, f"{name} keeps the {keeps} value."
    text = f"{name} is {word} and keeps the {keeps} one of {had} and {shown(step.value)}."
    if given in {before, step.value}:
        return Slip.KEPT_WORSE, text
    return Slip.OTHER_VALUE, text


def _window_slip(record: Record, step: Step, given: tuple[Answer, Answer]) -> tuple[Slip, str]:
    window = step.window or FULL_WINDOW
    parent_row = record.parent_row(step.call)
    if parent_row is None:
        return Slip.OTHER_WINDOW, f"The search begins with {_shown(window)}."
    above = label(record, record.tree.parent[step.node])
    entry = record.entry(parent_row)
    if given == (window[1], window[0]) or _in_the_other_end(given, window):
        return Slip.ENDS_SWAPPED, _whose(record, step, window)
    if given == entry and entry != window:
        return Slip.OLD_WINDOW, (
            f"{_shown(entry)} is what {above} came in with. Since then its first children have "
            f"come back, and the window stands at {_shown(window)}."
        )
    if given == FULL_WINDOW:
        return (
            Slip.STARTED_ANEW,
            f"The window is handed down: {above}'s stands at {_shown(window)}.",
        )
    return Slip.OTHER_WINDOW, f"{above}'s window stands at {_shown(window)} now."


def _in_the_other_end(given: tuple[Answer, Answer], window: Window) -> bool:
    """Tell whether a number of the window was written, but into the other end."""
    alpha, beta = window
    infinite = {FULL_WINDOW[0], FULL_WINDOW[1]}
    moved_alpha = alpha not in infinite and given[1] == alpha != beta
    moved_beta = beta not in infinite and given[0] == beta != alpha
    return moved_alpha or moved_beta


def _whose(record: Record, step: Step, window: Window) -> str:
    """Return whose bounds the ends of a window are."""
    parts = []
    if window[0] != FULL_WINDOW[0]:
        parts.append(f"{shown(window[0])} is what MAX already has: it is α")
    if window[1] != FULL_WINDOW[1]:
        parts.append(f"{shown(window[1])} is what MIN already has: it is β")
    name = label(record, step.node)
    return f"{'; '.join(parts) or name + ' comes in with the full window'}."


def _end_slip(
    record: Record, step: Step, name: Field, given: Mapping[Field, Answer]
) -> tuple[Slip, str]:
    before, window = step.before or FULL_WINDOW, step.window or FULL_WINDOW
    at_max = record.tree.roles[step.node] == MAX_ROLE
    own, letter = ("alpha", "α") if at_max else ("beta", "β")
    word = "MAX" if at_max else "MIN"
    index = 0 if name == "alpha" else 1
    if name != own:
        return Slip.MOVED_WRONG_END, (
            f"{word} moves {letter} only; {'β' if at_max else 'α'} stays {shown(before[index])}."
        )
    moved = window[index] != before[index]
    if moved and given[name] == before[index]:
        return Slip.NOT_MOVED, (
            f"v = {_number(step.v)} is better than {letter} = {shown(before[index])}, "
            f"so {letter} becomes {shown(window[index])}."
        )
    return Slip.OTHER_END, f"{letter} is {shown(window[index])} now."


def _shown(window: Window) -> str:
    return f"({shown(window[0])}, {shown(window[1])})"


def _number(value: Number | None) -> str:
    return "?" if value is None else shown(value)
