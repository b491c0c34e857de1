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
        slip: What explains most of the papers on which it is wrong, with their number; empty where
            nothing explains any.
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
        for number, claim in enumerate(wanted.exercise.claims):
            yield _question(wanted, number, claim, marked)


def _question(
    wanted: KeyTree, number: int, claim: Claim, marked: Sequence[TreeGrade]
) -> QuestionStatistics:
    earned = [tree.earned[number] for tree in marked]
    answers = Counter[str]()
    slips = Counter[str]()
    for tree in marked:
        mistake = None
        if tree.check is not None and tree.earned[number] is False:
            mistake = _mistake_at(tree.check, claim)
        if mistake is None:
            continue
        answers[mistake.text] += 1
        slip = _what_explains(tree)
        if slip:
            slips[slip] += 1
    return QuestionStatistics(
        wanted.title,
        question_text(wanted.tree, claim),
        earned.count(True),
        earned.count(False),
        earned.count(None),
        tuple(answers.most_common()),
        tuple(slips.most_common(1)),
    )


def _mistake_at(check: Check, claim: Claim) -> CheckedClaim | None:
    """Return what a paper has wrong in the place of a claim."""
    subject = SUBJECT_OF[claim.kind]
    for wrong in check.mistakes:
        if wrong.claim.node == claim.node and SUBJECT_OF.get(wrong.claim.kind, "cuts") == subject:
            return wrong
    return None


def _what_explains(tree: TreeGrade) -> str:
    """Return what explains a paper: how it is meant, else what was likely done differently."""
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
