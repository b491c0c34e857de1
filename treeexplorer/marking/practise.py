"""Practise: question after question through a search, each with a second try.

A :class:`Quiz` is a value, like a worksheet: every event returns a new one.

    quiz = begin_quiz(record)                  the first question is quiz.question
    quiz = quiz.answer({"alpha": "3", "beta": "inf"})
                                               quiz.feedback says what is right, and why not
    quiz = quiz.next()                         the next question; quiz.over at the end
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from treeexplorer.engine import Record
from treeexplorer.explain.hints import DEGREES, WrongEntry, diagnose_answer, hint, shown_answer
from treeexplorer.explain.sentence import Phrase
from treeexplorer.judging.questions import Answer, Field, Task, accepted, steps_with_tasks, task_at
from treeexplorer.judging.waiting import check_has_no_unknown
from treeexplorer.marking.entries import read_answer


class Ending(StrEnum):
    """How a question ended."""

    FIRST_TRY = "right"
    SECOND_TRY = "right on the second try"
    WRONG = "wrong"
    SHOWN = "shown"


class BoxFeedback(NamedTuple):
    """What is said about one box."""

    field: Field
    given: str  # as people read it
    misconception: WrongEntry | None = None
    text: Phrase | None = None  # about the mistake, where no box before has the same

    @property
    def right(self) -> bool:
        """Whether it is right."""
        return self.misconception is None


@dataclass(frozen=True)
class Quiz:
    """A run through the questions of one search.

    Attributes:
        questions: The steps that are asked about, ascending.
        position: Which of them is on, from 0; their number once the quiz is over.
        feedback: What is said about the boxes of the last try.
        hint: The hint that is on show.
        hint_degree: How far the hints have gone for the question on, 0 to 3.
        outcomes: How the questions so far ended, by their positions.
        made: Every mistake made so far.
    """

    record: Record
    questions: Sequence[int]
    position: int = 0
    feedback: tuple[BoxFeedback, ...] = ()
    hint: Phrase | None = None
    hint_degree: int = 0
    outcomes: Mapping[int, Ending] = field(default_factory=dict)
    made: tuple[WrongEntry, ...] = ()

    @property
    def over(self) -> bool:
        """Whether all questions have been asked."""
        return self.position >= len(self.questions)

    @property
    def open(self) -> bool:
        """Whether the question on still waits for an answer."""
        return not self.over and self.outcome is None

    @property
    def is_second_try(self) -> bool:
        """Whether the question on was answered once, and wrongly: the feedback is about that."""
        return self.open and bool(self.feedback)

    @property
    def question(self) -> Task | None:
        """The question on; ``None`` once the quiz is over."""
        return None if self.over else task_at(self.record, self.questions[self.position])

    @property
    def outcome(self) -> Ending | None:
        """How the question on ended; ``None`` while it is open."""
        return self.outcomes.get(self.position)

    @property
    def shown_step(self) -> int:
        """The step at which to show the tree, so that nothing is given away."""
        question = self.question
        if question is None:
            return self.record.steps
        if self.open:
            return question.at.number - 1
        return question.at.number

    @property
    def solution(self) -> Mapping[Field, str]:
        """What belongs into the boxes; empty while the question is open."""
        question = self.question
        if question is None or self.open:
            return {}
        return {name: shown_answer(answer) for name, answer in question.answers.items()}

    @property
    def score(self) -> Counter[Ending]:
        """How many questions ended how."""
        return Counter(self.outcomes.values())

    @property
    def misconceptions(self) -> Sequence[tuple[WrongEntry, int]]:
        """The kinds of mistakes made and how often, the most frequent first."""
        return Counter(self.made).most_common()

    # -- events --------------------------------------------------------------------------------

    def answer(self, typed: Mapping[Field, str]) -> Quiz:
        """Return the quiz with the question answered by what stands in the boxes.

        If all boxes are right, the question is closed. Otherwise the feedback says what is wrong: a
        first try leaves the question open for a second one, a second try closes it as wrong. A
        question that is closed already stays as it is.

        Args:
            typed: What stands in each box of the question; a missing box counts as empty.

        Raises:
            EntryError: A box is empty or cannot be read; this counts as no try.
        """
        question = self.question
        if question is None or not self.open:
            return self

        feedback = self._build_feedback(question, typed)
        # A mistake that is made in several boxes counts once.
        mistakes = dict.fromkeys(box.misconception for box in feedback if box.misconception)
        answered = replace(self, feedback=feedback, made=(*self.made, *mistakes), hint=None)

        if all(box.right for box in feedback):
            return answered._close(self._choose_right_ending())
        if self.is_second_try:
            return answered._close(Ending.WRONG)
        return answered

    def _choose_right_ending(self) -> Ending:
        """Return how a right answer ends the question on.

        After the last hint, which tells the answer, the answer counts as shown.
        """
        if self.hint_degree >= DEGREES:
            return Ending.SHOWN
        return Ending.SECOND_TRY if self.is_second_try else Ending.FIRST_TRY

    def _build_feedback(
        self, question: Task, typed: Mapping[Field, str]
    ) -> tuple[BoxFeedback, ...]:
        """Build the feedback on each box of a question from what is typed there.

        A remark that holds of several boxes is made at the first of them alone; the others have no
        text.

        Raises:
            EntryError: A box is empty, or not there, or cannot be read.
        """
        # All boxes are read first: a remark on one may depend on another.
        answers = {
            name: read_answer(self.record, name, typed.get(name, "")) for name in question.answers
        }
        feedback: list[BoxFeedback] = []
        for name in answers:
            box = self._build_feedback_on_box(question, name, answers)
            is_repeated = any(box.text == earlier.text for earlier in feedback)
            feedback.append(box._replace(text=None) if is_repeated else box)
        return tuple(feedback)

    def _build_feedback_on_box(
        self, question: Task, name: Field, answers: Mapping[Field, Answer]
    ) -> BoxFeedback:
        """Build the feedback on one box: that its answer is right, or which mistake it shows."""
        answer = answers[name]
        if accepted(self.record, question, name, answer):
            return BoxFeedback(name, shown_answer(answer))
        remark = diagnose_answer(self.record, question, name, answers)
        return BoxFeedback(name, shown_answer(answer), remark.kind, remark.words)

    def ask_hint(self) -> Quiz:
        """Show a hint: where to look, then what to compare, then the answer."""
        question = self.question
        if question is None or not self.open:
            return self
        degree = min(self.hint_degree + 1, DEGREES)
        return replace(self, hint=hint(self.record, question, degree), hint_degree=degree)

    def reveal(self) -> Quiz:
        """Close the question and show what happens, without an answer."""
        return self._close(Ending.SHOWN) if self.open else self

    def _close(self, outcome: Ending) -> Quiz:
        """Return the quiz with the question on ended in a way."""
        return replace(self, outcomes={**self.outcomes, self.position: outcome})

    def next(self) -> Quiz:
        """Go on to the next question; an open one counts as shown."""
        if self.over:
            return self
        return self.reveal().at(self.position + 1)

    def before(self) -> Quiz:
        """Go back to the question before, if there is one; an open one stays unanswered."""
        is_first = self.position == 0
        return self if is_first else self.at(self.position - 1)

    def at(self, position: int) -> Quiz:
        """Go to a question by its position: one that has ended is shown as it ended."""
        outcomes = self.outcomes
        return Quiz(self.record, self.questions, position, outcomes=outcomes, made=self.made)


def begin_quiz(record: Record) -> Quiz:
    """Return a quiz on a search, at its first question.

    Raises:
        UnknownReachedError: The search waits for the value of an unknown leaf.
    """
    check_has_no_unknown(record)
    return Quiz(record, steps_with_tasks(record))
