"""Predict mode: question after question through a search, each with a second try.

A :class:`Quiz` is a value, like a worksheet: every event returns a new one.

    quiz = begin_quiz(record)                  the first question is quiz.question
    quiz = quiz.answer({"alpha": "3", "beta": "inf"})
                                               quiz.feedback says what is right, and why not
    quiz = quiz.answer({…})                    the second try, where the first was not all right
    quiz = quiz.next()                         the next question; quiz.over at the end
    quiz.slips                                 the kinds of mistakes made, most frequent first

While ``quiz.open``, a screen shows the tree at ``quiz.shown_step``, the step before the one that
is asked about, and no totals and marks ahead. Once the question is closed, ``quiz.shown_step`` is
the step itself.

In class mode nobody types: :meth:`Quiz.reveal` closes the question, :meth:`Quiz.next` asks the
next, and nothing is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from treeexplorer.engine.explain import reason, waiting
from treeexplorer.engine.record import Record
from treeexplorer.exercises.check import UnknownReachedError
from treeexplorer.exercises.questions import (
    Answer,
    Field,
    Question,
    Questions,
    Scope,
    accepted,
    question_hint,
    read_answers,
    right_answers,
    shown_answer,
)
from treeexplorer.exercises.slips import Slip, slip_of


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
        right: Whether it is right.
        slip: The kind of mistake, if it is wrong.
        text: A sentence about the mistake; empty where there is none, or where the box before
            has the same.
    """

    field: Field
    given: str
    right: bool
    slip: Slip | None = None
    text: str = ""

    @property
    def sign(self) -> str:
        """``✓`` or ``✗``."""
        return "✓" if self.right else "✗"


@dataclass(frozen=True)
class Quiz:
    """A run through the questions of one search.

    Attributes:
        record: The search.
        questions: All its questions, in order.
        position: Which of them is on, from 0; their number once the quiz is over.
        class_mode: Whether it is a class at a projector: no boxes, no score.
        tries: How often the question on has been answered.
        feedback: What is said about the boxes of the last try.
        hint: The hint that is on show.
        hint_degree: How far the hints have gone for the question on, 0 to 3.
        outcomes: How the questions so far ended.
        made: Every mistake made so far.
        closed: Whether the question on is closed, so that its step is shown.
    """

    record: Record
    questions: Sequence[Question]
    position: int = 0
    class_mode: bool = False
    tries: int = 0
    feedback: tuple[BoxFeedback, ...] = ()
    hint: str | None = None
    hint_degree: int = 0
    outcomes: tuple[Outcome, ...] = ()
    made: tuple[Slip, ...] = ()
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
    def question(self) -> Question | None:
        """The question on; ``None`` once the quiz is over."""
        return None if self.over else self.questions[self.position]

    @property
    def shown_step(self) -> int:
        """The step at which to show the tree, so that nothing is given away."""
        question = self.question
        if question is None:
            return self.record.steps
        return question.step if self.closed else question.shown_step

    @property
    def solution(self) -> Mapping[Field, str]:
        """What belongs into the boxes; empty while the question is open."""
        question = self.question
        if question is None or not self.closed:
            return {}
        answers = right_answers(self.record, question)
        return {name: shown_answer(answer) for name, answer in answers.items()}

    @property
    def reason(self) -> str:
        """Why that is right; empty while the question is open."""
        question = self.question
        return reason(self.record, question.step) if question is not None and self.closed else ""

    @property
    def score(self) -> Mapping[Outcome, int]:
        """How many questions ended how."""
        counts = Counter(self.outcomes)
        return {outcome: counts[outcome] for outcome in Outcome}

    @property
    def slips(self) -> Sequence[tuple[Slip, int]]:
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
        given = read_answers(question, typed)
        feedback = tuple(self._feedback(question, given))
        tries = self.tries + 1
        slips = tuple(dict.fromkeys(box.slip for box in feedback if box.slip is not None))
        answered = replace(self, feedback=feedback, tries=tries, made=self.made + slips, hint=None)
        if all(box.right for box in feedback):
            outcome = Outcome.FIRST_TRY if tries == 1 else Outcome.SECOND_TRY
            if self.hint_degree >= 3:
                outcome = Outcome.SHOWN
            return answered._close(outcome)
        return answered._close(Outcome.WRONG) if tries > 1 else answered

    def _feedback(self, question: Question, given: Mapping[Field, Answer]) -> Iterator[BoxFeedback]:
        """Yield what is said about each box; no sentence is said twice.

        A first try is told what to look at, a second one what is right.
        """
        said: set[str] = set()
        for name in question.fields:
            answer = shown_answer(given[name])
            if accepted(self.record, question, name, given[name]):
                yield BoxFeedback(name, answer, True)
                continue
            found = slip_of(self.record, question, name, given)
            text = found.text if self.tries else found.nudge
            yield BoxFeedback(name, answer, False, found.slip, "" if text in said else text)
            said.add(text)

    def ask_hint(self) -> Quiz:
        """Show a hint: where to look, then what to compare, then the answer."""
        question = self.question
        if question is None or self.closed:
            return self
        degree = min(self.hint_degree + 1, 3)
        return replace(self, hint=question_hint(self.record, question, degree), hint_degree=degree)

    def reveal(self) -> Quiz:
        """Close the question and show what happens, without an answer."""
        return self._close(Outcome.SHOWN) if self.open else self

    def _close(self, outcome: Outcome) -> Quiz:
        counted = () if self.class_mode else (outcome,)
        return replace(self, closed=True, outcomes=self.outcomes + counted)

    def next(self) -> Quiz:
        """Go on to the next question; an open one counts as shown."""
        if self.over:
            return self
        left = self.reveal()
        return Quiz(
            record=left.record,
            questions=left.questions,
            position=left.position + 1,
            class_mode=left.class_mode,
            outcomes=left.outcomes,
            made=left.made,
        )

    def advance(self) -> Quiz:
        """Class mode's one key: reveal the question that is open, else ask the next."""
        return self.reveal() if self.open else self.next()


def begin_quiz(record: Record, scope: Scope = Scope.USUAL, *, class_mode: bool = False) -> Quiz:
    """Return a quiz on a finished search, at its first question.

    Args:
        record: The search.
        scope: At which steps to ask.
        class_mode: For a class at a projector: no boxes, no score.

    Raises:
        UnknownReachedError: The search waits for the value of an unknown leaf.
    """
    if record.waits_for is not None:
        raise UnknownReachedError(waiting(record) or "")
    return Quiz(record, Questions(record, scope), class_mode=class_mode)
