"""Hints on what one writes at a step of a search, and remarks on what was written instead.

A :class:`Task` is what one writes down at a step; practise asks for it, and a hint of the worksheet
is about it.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal, TypeAlias

from treeexplorer.engine import Record, Step, StepKind
from treeexplorer.explain.facts import CutTest, leaves_something, test_at
from treeexplorer.explain.judged import claim_text
from treeexplorer.explain.sentence import joined
from treeexplorer.explain.sentences import sentence
from treeexplorer.explain.why import why
from treeexplorer.explain.words import label, question, window_text
from treeexplorer.notation import Claim
from treeexplorer.numbers import shown
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, MAX_ROLE, Number, Player

Field: TypeAlias = Literal["v", "alpha", "beta", "cut", "because_left", "because_right"]
Answer: TypeAlias = Number | bool

FIELD_LABELS: Final[dict[Field, str]] = {
    "v": "v",
    "alpha": "α",
    "beta": "β",
    "cut": "cut off the rest?",
    "because_left": "because …",
    "because_right": "because … (right)",
}
DEGREES: Final = 3


@dataclass(frozen=True, slots=True)
class Task:
    """What one writes down at one step.

    Attributes:
        at: The step at which it can be known, an entry or an arrival; the one before is shown while
            it is asked.
        answers: What is asked for in practise, in order, with what belongs into each box.
        test: The test that decides whether the rest is cut off, ``None`` where none is made.
    """

    at: Step
    answers: Mapping[Field, Answer]
    test: CutTest | None = None


def steps_with_tasks(record: Record) -> Sequence[int]:
    """Return the steps that practise asks about: entries of nodes, arrivals with children left.

    They are found in one pass over the calls, so that practise on a tree of any size begins at
    once; :func:`task_at` makes each task when it is asked for.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12], [2, 4]]))
        >>> steps = steps_with_tasks(record)
        >>> len(steps), dict(task_at(record, steps[1]).answers)
        (6, {'alpha': -inf, 'beta': inf})
    """
    steps = set()
    for row in range(len(record.nodes)):
        if record.has_windows and not record.is_leaf_call(row):
            steps.add(record.entered(row))
        node = record.node(row)
        parent = record.tree.parent[node]
        if parent < 0 or record.left(row) > record.steps:
            continue
        if record.tree.roles[parent] != CHANCE_ROLE and leaves_something(record, parent, node):
            steps.add(record.left(row))
    return array("i", sorted(steps))


def task_at(record: Record, number: int) -> Task:
    """Return the task at a step."""
    step = record.step(number)
    test = test_at(record, step)
    answers: dict[Field, Answer] = {}
    if step.child is not None and step.v is not None:
        answers["v"] = step.v
    if record.has_windows and step.window is not None:
        answers["alpha"], answers["beta"] = step.window
    if test is not None and test.skips:
        answers["cut"] = step.kind is StepKind.CUT
        answers["because_left"], answers["because_right"] = test.left, test.right
    return Task(step, answers, test)


def _takes_first(record: Record, step: Step) -> bool:
    """Tell whether what arrives is taken as it is, being the first that arrives at its node."""
    row = step.child_call
    return record.replaces_first and row is not None and record.sibling_before(row) is None


def _compared(record: Record, step: Step) -> tuple[str, str]:
    """Return what the test at a step compares: α and β, or v with one of them."""
    if not record.scopes:
        return "α", "β"
    return ("v", "β") if record.tree.roles[step.node] == MAX_ROLE else ("α", "v")


def _asked_of(record: Record, step: Step) -> str:
    """Return why a node is not entered with its parent's window, in a sentence; else nothing."""
    name, parent_row = label(record, step.node), record.parent_row(step.call)
    above = record.tree.parent[step.node]
    if above >= 0 and record.tree.roles[above] == CHANCE_ROLE:
        return f"Below the chance node {label(record, above)} the search starts anew."
    if record.null(step.call):
        return f"{name} is asked only: {question(record, step.call)}"
    rows = record.rows(step.node)
    calls = [row for row in rows if row < step.call and record.parent_row(row) == parent_row]
    return f"{name} is searched again: what is not known of it yet?" if calls else ""


def shown_answer(answer: Answer) -> str:
    """Return an answer as people read it."""
    if isinstance(answer, bool):
        return "y" if answer else "n"
    return shown(answer)


# -- hints -------------------------------------------------------------------------------------


def hint(record: Record, task: Task, degree: int, claim: Claim | None = None) -> str:
    """Return a hint for a task: 1 where to look, 2 what to compare, 3 the answer with its reason.

    It is about one of the task's claims, or about what is asked in practise where that is ``None``.
    """
    if claim is None:
        texts = (
            _entry_hints(record, task) if task.at.child is None else _arrival_hints(record, task)
        )
    elif claim.kind in {"cut", "cut-rest"}:
        texts = _cut_hints(record, task, claim.node)
    elif claim.kind == "window" and record.rules.windows == "entry":
        texts = _entry_hints(record, task)
    else:
        texts = _value_hints(record, claim)
    return texts[min(max(degree, 1), DEGREES) - 1]


def _entry_hints(record: Record, task: Task) -> tuple[str, str, str]:
    step = task.at
    name, window = label(record, step.node), step.window or FULL_WINDOW
    answer = f"{name} is entered with {window_text(window)}."
    parent_row, asked = record.parent_row(step.call), _asked_of(record, step)
    if asked:
        where = f"Look at {name}: what does this search want to know of it?"
        return where, asked, f"{answer} {sentence(record, step.number)}"
    if parent_row is None:
        begin = "full window" if record.rules.window == FULL_WINDOW else "window that is given"
        where = f"Look at {name}: with which window do the rules begin?"
        return where, f"The search begins at {name}, with the {begin}.", answer
    above = label(record, record.tree.parent[step.node])
    where = f"Look at {above}: what are its α and β at this moment?"
    entry = window_text(record.entry(parent_row))
    if record.sibling_before(step.call) is None:
        compare = f"It is the first child: compare with {above}, which was entered with {entry}."
    else:
        v = record.v_before(step.call)
        now = "" if v is None else f", and by now its v is {shown(v)}"
        compare = (
            f"{above} was entered with {entry}{now}. Which of the two ends does that move, "
            "and does it move it at all?"
        )
    return where, compare, f"{answer} {sentence(record, step.number)}"


def _arrival_hints(record: Record, task: Task) -> tuple[str, str, str]:
    name, step, answers = label(record, task.at.node), task.at, task.answers
    is_max = record.tree.player(step.node) is Player.MAX
    keeps, end, word = ("larger", "α", "MAX") if is_max else ("smaller", "β", "MIN")
    where = f"{name} is {word}: it keeps the {keeps} one of its v and what arrives"
    if _takes_first(record, step):
        where = f"{name} is {word}, and this form takes the first child as it is"
    where += f", and {end} is the end it may move." if step.window else "."
    v = None if step.child_call is None else record.v_before(step.child_call)
    before = "nothing yet" if v is None else shown(v)
    compare = f"Compare what {name} had, {before}, with {shown(step.value or 0)}."
    if task.test is not None and task.test.skips:
        left, right = _compared(record, step)
        compare += f" Then test: {left} {task.test.sign} {right}?"
    moved: tuple[Field, ...] = ("v", "alpha", "beta")
    parts = [f"{FIELD_LABELS[n]} = {shown_answer(answers[n])}" for n in moved if n in answers]
    decided = f"; {'cut off' if answers['cut'] else 'no cut-off'}" if "cut" in answers else ""
    return where, compare, f"{', '.join(parts)}{decided}. {sentence(record, step.number)}"


def _cut_hints(record: Record, task: Task, node: int) -> tuple[str, str, str]:
    step, name = task.at, label(record, task.at.node)
    if step.kind is not StepKind.CUT:
        where = f"Look at {name}: does the search ever come to {label(record, node)}?"
        compare = f"What is already known of {name}, and is it enough?"
        return where, compare, joined(why(record, node))
    child = "now" if step.child is None else f"after {label(record, step.child)}"
    where = f"Look at {name}: is there any point in looking further {child}?"
    alpha, beta = map(shown, step.window or FULL_WINDOW)
    known, test = f"α = {alpha} and β = {beta}", test_at(record, step)
    if record.null(step.call):
        known = f"v = {shown(step.v or 0)}"
    asks = f" Is {test.bare}?" if test else ""
    return where, f"At {name}, {known}.{asks}", sentence(record, step.number)


_TAKES: Final = {
    Player.MAX: "is MAX and takes the largest",
    Player.MIN: "is MIN and takes the smallest",
    Player.CHANCE: "is a chance node and takes the weighted mean",
    None: "takes the value",
}


def _value_hints(record: Record, claim: Claim) -> tuple[str, str, str]:
    row, name = record.rows(claim.node)[-1], label(record, claim.node)
    returns = "With which window is it left?" if claim.window else "What does it return?"
    where = f"Look at {name}: every child that is searched there has returned. {returns}"
    calls = [rows[-1] for rows in map(record.rows, record.children(claim.node)) if rows]
    values = [shown(value) for value in map(record.value, calls) if value is not None]
    takes = _TAKES[record.tree.player(claim.node)]
    compare = f"{name} {takes} of what has returned: {', '.join(values)}."
    if claim.window:
        entry = window_text(record.entry(row))
        compare += f" It was entered with {entry}: which end has that moved?"
        return where, compare, f"{name} is left with {claim_text(record.tree, claim)}."
    if record.rules.hard and record.entry(row) != FULL_WINDOW:
        compare += f" But nothing outside its window {window_text(record.entry(row))} is returned."
    answer = f"{name} returns {shown(claim.number or 0)}"
    if claim.sign is not None:
        answer += f", and that is only a bound: {claim_text(record.tree, claim)}"
    return where, compare, f"{answer}."


# -- kinds of mistakes -------------------------------------------------------------------------


class WrongEntry(StrEnum):
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


def remark_on(
    record: Record, task: Task, name: Field, given: Mapping[Field, Answer]
) -> tuple[WrongEntry, str]:
    """Return what kind of mistake stands in a box that is wrong, and what to look at.

    ``given`` is what was written into all of the boxes.
    """
    step, test = task.at, task.test
    if step.child is None:
        return _on_window(record, step, (given["alpha"], given["beta"]))
    at_max, is_taken = record.tree.roles[step.node] == MAX_ROLE, _takes_first(record, step)
    player, letter, keeps = ("MAX", "α", "larger") if at_max else ("MIN", "β", "smaller")
    taken = "This form takes the first child as it is"
    if name == "v":
        if is_taken:
            return WrongEntry.OTHER_VALUE, f"{taken}."
        before = None if step.child_call is None else record.v_before(step.child_call)
        is_worse = before is not None and given["v"] in {before, step.value}
        signed = record.tree.labels.signed(step.node)
        return (
            WrongEntry.KEPT_WORSE if is_worse else WrongEntry.OTHER_VALUE,
            f"{signed} is {player}: it keeps the {keeps} one of what it had and what arrives.",
        )
    if name in {"alpha", "beta"}:
        if at_max is (name == "beta"):
            return WrongEntry.MOVED_WRONG_END, f"{player} moves {letter} only."
        if is_taken:
            return WrongEntry.OTHER_END, f"{taken}, and {letter} with it."
        before_end, end = (
            (each or FULL_WINDOW)[name == "beta"] for each in (step.before, step.window)
        )
        if given[name] == before_end != end:
            had = f"{letter} = {shown(before_end)}"
            return WrongEntry.NOT_MOVED, f"Compare v with {had}: is it better?"
        follows = f"{letter} follows v where v is better, and stays where it is not."
        return WrongEntry.OTHER_END, follows
    left, right = _compared(record, step)
    if name != "cut" or test is None:
        return WrongEntry.OTHER_REASON, f"The test compares {left} and {right} as they are now."
    if test.left == test.right:
        where = "for what is asked here" if record.null(step.call) else "under your rule"
        return WrongEntry.EQUALITY, f"{left} and {right} are equal: is equal enough {where}?"
    kind = WrongEntry.MISSED_CUT if test.holds else WrongEntry.CUT_TOO_SOON
    return kind, f"Put your two numbers into the test: is {left} {test.sign} {right}?"


def _on_window(record: Record, step: Step, given: tuple[Answer, Answer]) -> tuple[WrongEntry, str]:
    """Return what is wrong with the window with which a node is entered, and what to look at."""
    window, parent_row = step.window or FULL_WINDOW, record.parent_row(step.call)
    if asked := _asked_of(record, step):
        return WrongEntry.OTHER_WINDOW, asked
    if parent_row is None:
        begin = "Nothing has come before: with which window do your rules begin?"
        return WrongEntry.OTHER_WINDOW, begin
    (alpha, beta), labels = window, record.tree.labels
    moved_alpha = alpha not in FULL_WINDOW and given[1] == alpha != beta
    moved_beta = beta not in FULL_WINDOW and given[0] == beta != alpha
    if given == (beta, alpha) or moved_alpha or moved_beta:
        owners = []
        ends = zip(window, FULL_WINDOW, record.rules.window, ("MAX", "MIN"), "αβ", strict=True)
        for end, infinite, first, player, letter in ends:
            if end != infinite:
                owner = "where the search began" if end == first else f"what {player} already has"
                owners.append(f"{shown(end)} is {owner}: it is {letter}")
        whose = "; ".join(owners) or f"{labels.signed(step.node)} comes in with the full window"
        return WrongEntry.ENDS_SWAPPED, f"{whose}."
    above, entry = labels.signed(record.tree.parent[step.node]), record.entry(parent_row)
    now = f"what are the α and β of {above} at this moment?"
    if given == entry and entry != window:
        came = f"{window_text(entry)} is what {above} came in with"
        return WrongEntry.OLD_WINDOW, f"{came}. Since then something has come back: {now}"
    if given == FULL_WINDOW:
        return WrongEntry.STARTED_ANEW, f"The window is handed down: {now}"
    return WrongEntry.OTHER_WINDOW, f"A child gets its parent's window: {now}"
