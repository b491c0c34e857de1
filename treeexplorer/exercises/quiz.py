"""Predict mode: question after question through a search, each with a second try.

A :class:`Quiz` is a value, like a worksheet: every event returns a new one.

    quiz = begin_quiz(record)                  the first question is quiz.question
    quiz = quiz.answer({"alpha": "3", "beta": "inf"})
                                               quiz.feedback says what is right, and why not
    quiz = quiz.answer({…})                    the second try, where the first was not all right
    quiz = quiz.next()                         the next question; quiz.over at the end
    quiz.misconceptions                        the kinds of mistakes made, most frequent first

While ``quiz.open``, a screen shows the tree at ``quiz.shown_step``, the step before the one that
is asked about, and no totals and marks ahead. Once the question is closed, ``quiz.shown_step`` is
the step itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from treeexplorer.engine import Record, Step
from treeexplorer.exercises.check import UnknownReachedError
from treeexplorer.exercises.tasks import (
    DEGREES,
    FIELD_LABELS,
    Answer,
    EntryError,
    Field,
    Task,
    accepted,
    asked_of,
    compared,
    hint,
    read_number,
    read_yes_no,
    shown_answer,
    steps_with_tasks,
    takes_first,
    task_at,
)
from treeexplorer.explain.facts import CutTest
from treeexplorer.explain.sentences import waiting
from treeexplorer.explain.words import window_text
from treeexplorer.numbers import shown
from treeexplorer.tree import FULL_WINDOW, MAX_ROLE, GameTree, Window


class Outcome(StrEnum):
    """How a question ended."""

    FIRST_TRY = "right"
    SECOND_TRY = "right on the second try"
    WRONG = "wrong"
    SHOWN = "shown"


@dataclass(frozen=True, slots=True)
class BoxFeedback:
    """What is said about one box.

    Attributes:
        field: The box.
        given: What was written there, as people read it.
        misconception: The kind of mistake; ``None`` where it is right.
        text: A sentence about the mistake; empty where there is none, or where the box before
            has the same.
    """

    field: Field
    given: str
    misconception: WrongEntry | None = None
    text: str = ""

    @property
    def right(self) -> bool:
        """Whether it is right."""
        return self.misconception is None

    @property
    def sign(self) -> str:
        """``✓`` or ``✗``."""
        return "✓" if self.right else "✗"


@dataclass(frozen=True)
class Quiz:
    """A run through the questions of one search.

    Attributes:
        record: The search.
        questions: The steps that are asked about, ascending.
        position: Which of them is on, from 0; their number once the quiz is over.
        tries: How often the question on has been answered.
        feedback: What is said about the boxes of the last try.
        hint: The hint that is on show.
        hint_degree: How far the hints have gone for the question on, 0 to 3.
        outcomes: How the questions so far ended.
        made: Every mistake made so far.
        closed: Whether the question on is closed, so that its step is shown.
    """

    record: Record
    questions: Sequence[int]
    position: int = 0
    tries: int = 0
    feedback: tuple[BoxFeedback, ...] = ()
    hint: str | None = None
    hint_degree: int = 0
    outcomes: tuple[Outcome, ...] = ()
    made: tuple[WrongEntry, ...] = ()
    closed: bool = False

    # -- what is on the screen -----------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether all questions have been asked."""
        return self.position >= len(self.questions)

    @property
    def open(self) -> bool:
        """Whether the question on still waits for an answer."""
        return not self.over and not self.closed

    @property
    def question(self) -> Task | None:
        """The question on; ``None`` once the quiz is over."""
        if self.over:
            return None
        return task_at(self.record, self.questions[self.position])

    @property
    def shown_step(self) -> int:
        """The step at which to show the tree, so that nothing is given away."""
        question = self.question
        if question is None:
            return self.record.steps
        return question.at.number if self.closed else question.at.number - 1

    @property
    def solution(self) -> Mapping[Field, str]:
        """What belongs into the boxes; empty while the question is open."""
        question = self.question
        if question is None or not self.closed:
            return {}
        return {name: shown_answer(answer) for name, answer in question.answers.items()}

    @property
    def score(self) -> Mapping[Outcome, int]:
        """How many questions ended how."""
        counts = Counter(self.outcomes)
        return {outcome: counts[outcome] for outcome in Outcome}

    @property
    def misconceptions(self) -> Sequence[tuple[WrongEntry, int]]:
        """The kinds of mistakes made and how often, the most frequent first."""
        return Counter(self.made).most_common()

    # -- events --------------------------------------------------------------------------------

    def answer(self, typed: Mapping[Field, str]) -> Quiz:
        """Hand in what stands in the boxes.

        A first try that is not all right leaves the question open for a second one.

        Raises:
            EntryError: A box is empty or cannot be read; this counts as no try.
        """
        question = self.question
        if question is None or self.closed:
            return self
        given = _read(self.record.tree, question, typed)
        feedback = tuple(self._feedback(question, given))
        tries = self.tries + 1
        kinds = dict.fromkeys(box.misconception for box in feedback if box.misconception)
        made = (*self.made, *kinds)
        answered = replace(self, feedback=feedback, tries=tries, made=made, hint=None)
        if kinds:
            return answered._close(Outcome.WRONG) if tries > 1 else answered
        if self.hint_degree >= DEGREES:
            return answered._close(Outcome.SHOWN)
        return answered._close(Outcome.FIRST_TRY if tries == 1 else Outcome.SECOND_TRY)

    def _feedback(self, question: Task, given: Mapping[Field, Answer]) -> Iterator[BoxFeedback]:
        """Yield what is said about each box; no sentence is said twice.

        A first try is told what to look at, a second one what is right.
        """
        said: set[str] = set()
        for name in question.answers:
            answer = shown_answer(given[name])
            if accepted(self.record, question, name, given[name]):
                yield BoxFeedback(name, answer)
                continue
            misconception, nudge, reason = remark_on(self.record, question, name, given)
            text = reason if self.tries else nudge
            yield BoxFeedback(name, answer, misconception, "" if text in said else text)
            said.add(text)

    def ask_hint(self) -> Quiz:
        """Show a hint: where to look, then what to compare, then the answer."""
        question = self.question
        if question is None or self.closed:
            return self
        degree = min(self.hint_degree + 1, DEGREES)
        return replace(self, hint=hint(self.record, question, degree), hint_degree=degree)

    def reveal(self) -> Quiz:
        """Close the question and show what happens, without an answer."""
        return self._close(Outcome.SHOWN) if self.open else self

    def _close(self, outcome: Outcome) -> Quiz:
        return replace(self, closed=True, outcomes=(*self.outcomes, outcome))

    def next(self) -> Quiz:
        """Go on to the next question; an open one counts as shown."""
        if self.over:
            return self
        return replace(
            self.reveal(),
            position=self.position + 1,
            tries=0,
            feedback=(),
            hint=None,
            hint_degree=0,
            closed=False,
        )


def begin_quiz(record: Record) -> Quiz:
    """Return a quiz on a finished search, at its first question.

    Args:
        record: The search.

    Raises:
        UnknownReachedError: The search waits for the value of an unknown leaf.
    """
    if record.waits_for is not None:
        raise UnknownReachedError(str(waiting(record)))
    return Quiz(record, steps_with_tasks(record))


def _read(tree: GameTree, task: Task, typed: Mapping[Field, str]) -> dict[Field, Answer]:
    """Return what was typed into the boxes, its numbers as the search of a tree has them.

    Raises:
        EntryError: A box is empty or cannot be read; the message names it.
    """
    answers: dict[Field, Answer] = {}
    for name in task.answers:
        text = typed.get(name, "")
        if not text.strip():
            raise EntryError(f"the box “{FIELD_LABELS[name]}” is still empty")
        if name == "cut":
            answers[name] = read_yes_no(text)
        else:
            answers[name] = tree.as_searched(read_number(text))
    return answers


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


Remark: TypeAlias = tuple[WrongEntry, str, str]
"""A kind of mistake, what to look at (for the first try), and what is right and why (after it)."""


def remark_on(record: Record, task: Task, name: Field, given: Mapping[Field, Answer]) -> Remark:
    """Return what kind of mistake stands in a box that is wrong, with sentences about it.

    Args:
        record: The search.
        task: The task.
        name: The box.
        given: What was written into all of the boxes.
    """
    step = task.at
    if task.test is not None and name in {"cut", "because_left", "because_right"}:
        return _on_test(record, step, task.test, name)
    if name == "v":
        return _on_v(record, step, given["v"])
    if task.at.child is None:
        return _on_window(record, step, (given["alpha"], given["beta"]))
    return _on_end(record, step, name, given)


def _on_test(record: Record, step: Step, test: CutTest, name: Field) -> Remark:
    left, right = compared(record, step)
    if name != "cut":
        nudge = f"The test compares {left} and {right} as they are now"
        text = f"{nudge}: {left} = {shown(test.left)}, {right} = {shown(test.right)}."
        return WrongEntry.OTHER_REASON, f"{nudge}.", text
    if test.left == test.right:
        enough = "equal is enough" if test.holds else "equal is not enough"
        where = "for what is asked here" if record.null(step.call) else "under your rule"
        nudge = f"{left} and {right} are equal: is equal enough {where}?"
        return WrongEntry.EQUALITY, nudge, f"{test}: {where} {enough}."
    nudge = f"Put your two numbers into the test: is {left} {test.sign} {right}?"
    if test.holds:
        return WrongEntry.MISSED_CUT, nudge, f"{test} holds, so the rest is cut off."
    return WrongEntry.CUT_TOO_SOON, nudge, f"{test}, so the search goes on."


def _on_v(record: Record, step: Step, given: Answer) -> Remark:
    name = record.tree.labels.signed(step.node)
    at_max = record.tree.roles[step.node] == MAX_ROLE
    before = record.v_before(step.child_call) if step.child_call is not None else None
    keeps = "larger" if at_max else "smaller"
    word = "MAX" if at_max else "MIN"
    nudge = f"{name} is {word}: it keeps the {keeps} one of what it had and what arrives."
    if step.value is None or before is None:
        return WrongEntry.OTHER_VALUE, nudge, nudge
    if takes_first(record, step):
        taken = "This form takes the first child as it is"
        return WrongEntry.OTHER_VALUE, f"{taken}.", f"{taken}: v = {shown(step.value)}."
    both = f"{shown(before)} and {shown(step.value)}"
    text = f"{name} is {word} and keeps the {keeps} one of {both}."
    kind = WrongEntry.KEPT_WORSE if given in {before, step.value} else WrongEntry.OTHER_VALUE
    return kind, nudge, text


def _on_window(record: Record, step: Step, given: tuple[Answer, Answer]) -> Remark:
    window, asked = step.window or FULL_WINDOW, asked_of(record, step)
    parent_row = record.parent_row(step.call)
    if asked:
        return WrongEntry.OTHER_WINDOW, asked, f"{asked} Its window is {window_text(window)}."
    if parent_row is None:
        nudge = "Nothing has come before: with which window do your rules begin?"
        return WrongEntry.OTHER_WINDOW, nudge, f"The search begins with {window_text(window)}."
    above = record.tree.labels.signed(record.tree.parent[step.node])
    entry = record.entry(parent_row)
    alpha, beta = window
    moved_alpha = alpha not in FULL_WINDOW and given[1] == alpha != beta
    moved_beta = beta not in FULL_WINDOW and given[0] == beta != alpha
    if given == (beta, alpha) or moved_alpha or moved_beta:
        whose = _whose(record, step, window)
        return WrongEntry.ENDS_SWAPPED, whose, whose
    now = f"what are the α and β of {above} at this moment?"
    if given == entry and entry != window:
        came = f"{window_text(entry)} is what {above} came in with"
        nudge = f"{came}. Since then something has come back: {now}"
        text = f"{came}. Since then the window has become {window_text(window)}."
        return WrongEntry.OLD_WINDOW, nudge, text
    stands = f"{above}'s window stands at {window_text(window)}"
    if given == FULL_WINDOW:
        handed = "The window is handed down"
        return WrongEntry.STARTED_ANEW, f"{handed}: {now}", f"{handed}: {stands}."
    nudge = f"A child gets its parent's window: {now}"
    return WrongEntry.OTHER_WINDOW, nudge, f"{stands} now."


def _whose(record: Record, step: Step, window: Window) -> str:
    """Return whose bounds the ends of a window are."""
    parts = []
    for index, (player, letter) in enumerate((("MAX", "α"), ("MIN", "β"))):
        if window[index] != FULL_WINDOW[index]:
            is_given = window[index] == record.rules.window[index]
            whose = "where the search began" if is_given else f"what {player} already has"
            parts.append(f"{shown(window[index])} is {whose}: it is {letter}")
    name = record.tree.labels.signed(step.node)
    return f"{'; '.join(parts) or name + ' comes in with the full window'}."


def _on_end(record: Record, step: Step, name: Field, given: Mapping[Field, Answer]) -> Remark:
    before, window = step.before or FULL_WINDOW, step.window or FULL_WINDOW
    at_max = record.tree.roles[step.node] == MAX_ROLE
    own, letter, other = ("alpha", "α", "β") if at_max else ("beta", "β", "α")
    word = "MAX" if at_max else "MIN"
    index = 0 if name == "alpha" else 1
    if name != own:
        only = f"{word} moves {letter} only"
        text = f"{only}; {other} stays {shown(before[index])}."
        return WrongEntry.MOVED_WRONG_END, f"{only}.", text
    if takes_first(record, step):
        taken = f"This form takes the first child as it is, and {letter} with it"
        return WrongEntry.OTHER_END, f"{taken}.", f"{taken}: {letter} = {shown(window[index])}."
    moved = window[index] != before[index]
    if moved and given[name] == before[index]:
        had = f"{letter} = {shown(before[index])}"
        better = f"v = {shown(step.v or 0)} is better than {had}"
        text = f"{better}, so {letter} becomes {shown(window[index])}."
        return WrongEntry.NOT_MOVED, f"Compare v with {had}: is it better?", text
    nudge = f"{letter} follows v where v is better, and stays where it is not."
    return WrongEntry.OTHER_END, nudge, f"{letter} is {shown(window[index])} now."
