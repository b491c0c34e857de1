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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

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
from treeexplorer.explain.sentences import waiting
from treeexplorer.explain.words import window_text
from treeexplorer.numbers import shown
from treeexplorer.tree import FULL_WINDOW, MAX_ROLE


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
        is_answered: Whether the question is answered, so that its step is shown.
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
    is_answered: bool = False

    # -- what is on the screen -----------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether all questions have been asked."""
        return self.position >= len(self.questions)

    @property
    def open(self) -> bool:
        """Whether the question on still waits for an answer."""
        return not self.over and not self.is_answered

    @property
    def question(self) -> Task | None:
        """The question on; ``None`` once the quiz is over."""
        return None if self.over else task_at(self.record, self.questions[self.position])

    @property
    def shown_step(self) -> int:
        """The step at which to show the tree, so that nothing is given away."""
        question = self.question
        return self.record.steps if question is None else question.at.number - self.open

    @property
    def solution(self) -> Mapping[Field, str]:
        """What belongs into the boxes; empty while the question is open."""
        answers = self.question.answers if self.question and self.is_answered else {}
        return {name: shown_answer(answer) for name, answer in answers.items()}

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

        A first try that is not all right leaves the question open for a second one, and says what
        to look at; no sentence is said twice.

        Raises:
            EntryError: A box is empty or cannot be read; this counts as no try.
        """
        question, record = self.question, self.record
        if question is None or self.is_answered:
            return self
        given: dict[Field, Answer] = {}
        for name in question.answers:
            text = typed.get(name, "")
            if not text.strip():
                raise EntryError(f"the box “{FIELD_LABELS[name]}” is still empty")
            is_cut = name == "cut"
            given[name] = (
                read_yes_no(text) if is_cut else record.tree.as_searched(read_number(text))
            )
        feedback: list[BoxFeedback] = []
        for name, answer in given.items():
            kind, text = None, ""
            if not accepted(record, question, name, answer):
                kind, text = remark_on(record, question, name, given)
                text = "" if text in {box.text for box in feedback} else text
            feedback.append(BoxFeedback(name, shown_answer(answer), kind, text))
        kinds = dict.fromkeys(box.misconception for box in feedback if box.misconception)
        made, tries = (*self.made, *kinds), self.tries + 1
        answered = replace(self, feedback=tuple(feedback), tries=tries, made=made, hint=None)
        if kinds:
            return answered._close(Outcome.WRONG) if self.tries else answered
        if self.hint_degree >= DEGREES:
            return answered._close(Outcome.SHOWN)
        return answered._close(Outcome.SECOND_TRY if self.tries else Outcome.FIRST_TRY)

    def ask_hint(self) -> Quiz:
        """Show a hint: where to look, then what to compare, then the answer."""
        question = self.question
        if question is None or self.is_answered:
            return self
        degree = min(self.hint_degree + 1, DEGREES)
        return replace(self, hint=hint(self.record, question, degree), hint_degree=degree)

    def reveal(self) -> Quiz:
        """Close the question and show what happens, without an answer."""
        return self._close(Outcome.SHOWN) if self.open else self

    def _close(self, outcome: Outcome) -> Quiz:
        return replace(self, is_answered=True, outcomes=(*self.outcomes, outcome))

    def next(self) -> Quiz:
        """Go on to the next question; an open one counts as shown."""
        if self.over:
            return self
        outcomes, position = self.reveal().outcomes, self.position + 1
        return Quiz(self.record, self.questions, position, outcomes=outcomes, made=self.made)


def begin_quiz(record: Record) -> Quiz:
    """Return a quiz on a finished search, at its first question.

    Raises:
        UnknownReachedError: The search waits for the value of an unknown leaf.
    """
    if record.waits_for is not None:
        raise UnknownReachedError(str(waiting(record)))
    return Quiz(record, steps_with_tasks(record))


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
    at_max, is_taken = record.tree.roles[step.node] == MAX_ROLE, takes_first(record, step)
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
    left, right = compared(record, step)
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
    if asked := asked_of(record, step):
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
