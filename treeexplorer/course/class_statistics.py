"""How a class did: for each question of a key how it was answered, and what was got wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from treeexplorer.course.grade import Grade, TreeGrade, meant_words, question_text
from treeexplorer.course.key import KeyTree
from treeexplorer.explain.judged import CheckedClaim
from treeexplorer.judging.claims import SUBJECT_OF
from treeexplorer.marking.check import Check
from treeexplorer.notation import Claim


class QuestionStatistics(NamedTuple):
    """How the papers answer one question of a key.

    Attributes:
        tree: The title of the tree.
        question: What is asked.
        right: How many papers have it right.
        wrong: How many have it wrong.
        blank: How many have no answer.
        wrong_answers: Each wrong answer with its count, the commonest first.
        slip: What explains the most of the papers on which it is wrong, with their number; empty
            where nothing explains any.
    """

    tree: str
    question: str
    right: int
    wrong: int
    blank: int
    wrong_answers: tuple[tuple[str, int], ...]
    slip: tuple[tuple[str, int], ...]


STATISTICS_COLUMNS: Final = (
    "tree",
    "question",
    "right",
    "wrong",
    "blank",
    "wrong answers",
    "commonest misconception",
)
"""What the columns of a table of questions are called."""


def questions(key: Sequence[KeyTree], grades: Iterable[Grade]) -> Iterator[QuestionStatistics]:
    """Yield each question of a key, in its order, as the papers answer it."""
    papers = [grade for grade in grades if grade.problem is None]
    for place, wanted in enumerate(key):
        marked = [paper.trees[place] for paper in papers]
        for number in range(len(wanted.exercise.claims)):
            yield _statistics(wanted, number, marked)


def _statistics(wanted: KeyTree, number: int, marked: Sequence[TreeGrade]) -> QuestionStatistics:
    """Return how the papers answer one question.

    Args:
        wanted: The key's tree.
        number: Which of its claims is asked for, from 0.
        marked: The grades that the papers have for this tree.
    """
    claim = wanted.exercise.claims[number]
    earned = [tree.earned[number] for tree in marked]
    wrong_answers = Counter[str]()
    explanations = Counter[str]()
    for tree in marked:
        if tree.earned[number] is not False or tree.check is None:
            continue
        mistake = _mistake_at(tree.check, claim)
        if mistake is None:
            continue
        wrong_answers[mistake.text] += 1
        explanation = _what_explains(tree)
        if explanation:
            explanations[explanation] += 1
    return QuestionStatistics(
        tree=wanted.title,
        question=question_text(wanted.tree, claim),
        right=earned.count(True),
        wrong=earned.count(False),
        blank=earned.count(None),
        wrong_answers=tuple(wrong_answers.most_common()),
        slip=tuple(explanations.most_common(1)),
    )


def _mistake_at(check: Check, claim: Claim) -> CheckedClaim | None:
    """Return the mistake that a paper has in the place of a key's claim; ``None`` without one.

    A slash that is missing is a mistake about what is cut off.
    """
    question = claim.node, SUBJECT_OF[claim.kind]
    for mistake in check.mistakes:
        if (mistake.claim.node, SUBJECT_OF.get(mistake.claim.kind, "cuts")) == question:
            return mistake
    return None


def _what_explains(tree: TreeGrade) -> str:
    """Return what explains a paper: how it is meant, else what was likely done differently.

    It is empty where nothing explains it.
    """
    if tree.reading is not None:
        return str(meant_words(tree.reading))
    if tree.check is None or tree.check.diagnosis is None:
        return ""
    return str(tree.check.diagnosis)


def with_counts(texts: Iterable[tuple[str, int]]) -> str:
    """Return texts with how often each is there.

    >>> with_counts([("12", 3), ("14", 1)])
    '12 (3×), 14 (1×)'
    """
    return ", ".join(f"{text} ({count}×)" for text, count in texts)
