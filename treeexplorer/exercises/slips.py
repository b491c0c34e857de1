"""The kinds of mistakes that people make when they predict a search, told by what they wrote."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from treeexplorer.engine.explain import label
from treeexplorer.engine.record import Record
from treeexplorer.engine.steps import Step
from treeexplorer.exercises.questions import Answer, Field, Question, right_answers
from treeexplorer.numbers import shown
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


@dataclass(frozen=True, slots=True)
class SlipFound:
    """A mistake that stands in a box.

    Attributes:
        slip: Its kind.
        nudge: What to look at, without the answer: for the first try.
        text: What is right, and why: once the question is closed.
    """

    slip: Slip
    nudge: str
    text: str


def slip_of(
    record: Record, question: Question, name: Field, given: Mapping[Field, Answer]
) -> SlipFound:
    """Return what kind of mistake stands in a box that is wrong, with sentences about it.

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
        numbers = f"α = {_said(right, 'because_left')}, β = {_said(right, 'because_right')}"
        compared = "The test compares α and β as they are now"
        return SlipFound(Slip.OTHER_REASON, f"{compared}.", f"{compared}: {numbers}.")
    if name == "v":
        return _v_slip(record, step, given["v"])
    if question.child is None:
        return _window_slip(record, step, (given["alpha"], given["beta"]))
    return _end_slip(record, step, name, given)


def _said(answers: Mapping[Field, Answer], name: Field) -> str:
    answer = answers[name]
    return str(answer) if isinstance(answer, bool) else shown(answer)


def _cut_slip(record: Record, step: Step, is_cut: bool) -> SlipFound:
    alpha, beta = step.window or FULL_WINDOW
    sign = record.rules.test_sign
    test = f"{shown(alpha)} {sign} {shown(beta)}"
    if alpha == beta:
        enough = "equal is enough" if is_cut else "equal is not enough"
        nudge = "α and β are equal: is equal enough under your rule?"
        return SlipFound(Slip.EQUALITY, nudge, f"{test}: under your rule {enough}.")
    nudge = f"Put your two numbers into the test: is α {sign} β?"
    if is_cut:
        return SlipFound(Slip.MISSED_CUT, nudge, f"{test} holds, so the rest is cut off.")
    return SlipFound(Slip.CUT_TOO_SOON, nudge, f"{test} is false, so the search goes on.")


def _v_slip(record: Record, step: Step, given: Answer) -> SlipFound:
    name = label(record, step.node)
    at_max = record.tree.roles[step.node] == MAX_ROLE
    before = record.v_before(step.child_call) if step.child_call is not None else None
    keeps = "larger" if at_max else "smaller"
    word = "MAX" if at_max else "MIN"
    nudge = f"{name} is {word}: it keeps the {keeps} one of what it had and what arrives."
    if step.value is None or before is None:
        return SlipFound(Slip.OTHER_VALUE, nudge, nudge)
    compared = f"{shown(before)} and {shown(step.value)}"
    text = f"{name} is {word} and keeps the {keeps} one of {compared}."
    slip = Slip.KEPT_WORSE if given in {before, step.value} else Slip.OTHER_VALUE
    return SlipFound(slip, nudge, text)


def _window_slip(record: Record, step: Step, given: tuple[Answer, Answer]) -> SlipFound:
    window = step.window or FULL_WINDOW
    parent_row = record.parent_row(step.call)
    if parent_row is None:
        nudge = "Nothing has come before: with which window do your rules begin?"
        return SlipFound(Slip.OTHER_WINDOW, nudge, f"The search begins with {_shown(window)}.")
    above = label(record, record.tree.parent[step.node])
    entry = record.entry(parent_row)
    if given == (window[1], window[0]) or _in_the_other_end(given, window):
        whose = _whose(record, step, window)
        return SlipFound(Slip.ENDS_SWAPPED, whose, whose)
    now = f"what are the α and β of {above} at this moment?"
    if given == entry and entry != window:
        came = f"{_shown(entry)} is what {above} came in with"
        return SlipFound(
            Slip.OLD_WINDOW,
            f"{came}. Since then something has come back: {now}",
            f"{came}. Since then the window has become {_shown(window)}.",
        )
    stands = f"{above}'s window stands at {_shown(window)}"
    if given == FULL_WINDOW:
        handed = "The window is handed down"
        return SlipFound(Slip.STARTED_ANEW, f"{handed}: {now}", f"{handed}: {stands}.")
    return SlipFound(
        Slip.OTHER_WINDOW, f"A child gets its parent's window: {now}", f"{stands} now."
    )


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


def _end_slip(record: Record, step: Step, name: Field, given: Mapping[Field, Answer]) -> SlipFound:
    before, window = step.before or FULL_WINDOW, step.window or FULL_WINDOW
    at_max = record.tree.roles[step.node] == MAX_ROLE
    own, letter, other = ("alpha", "α", "β") if at_max else ("beta", "β", "α")
    word = "MAX" if at_max else "MIN"
    index = 0 if name == "alpha" else 1
    if name != own:
        only = f"{word} moves {letter} only"
        text = f"{only}; {other} stays {shown(before[index])}."
        return SlipFound(Slip.MOVED_WRONG_END, f"{only}.", text)
    moved = window[index] != before[index]
    if moved and given[name] == before[index]:
        return SlipFound(
            Slip.NOT_MOVED,
            f"Compare v with {letter} = {shown(before[index])}: is it better?",
            f"v = {_number(step.v)} is better than {letter} = {shown(before[index])}, "
            f"so {letter} becomes {shown(window[index])}.",
        )
    nudge = f"{letter} follows v where v is better, and stays where it is not."
    return SlipFound(Slip.OTHER_END, nudge, f"{letter} is {shown(window[index])} now.")


def _shown(window: Window) -> str:
    return f"({shown(window[0])}, {shown(window[1])})"


def _number(value: Number | None) -> str:
    return "?" if value is None else shown(value)
