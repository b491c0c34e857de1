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
    """Yield the statistics of each question of a key, over all papers that were graded."""
    papers = [grade for grade in grades if grade.problem is None]
    for place, wanted in enumerate(key):
        marked = [paper.trees[place] for paper in papers]
        for number in range(len(wanted.exercise.claims)):
            yield _statistics(wanted, number, marked)


def _statistics(wanted: KeyTree, number: int, marked: Sequence[TreeGrade]) -> QuestionStatistics:
    """Return how often one question is answered right, wrong or not at all, with the wrong answers.

    Args:
        wanted: The key's tree.
        number: Which of its claims is asked for, from 0.
        marked: The grades that the papers have for this tree.
    """
    claim = wanted.exercise.claims[number]
    earned = [tree.earned[number] for tree in marked]
    # A list, as it is gone through twice.
    wrong = list(_mistakes_on(claim, number, marked))
    wrong_answers = Counter(mistake.text for _, mistake in wrong)
    # A paper that nothing explains counts for none.
    explanations = Counter(filter(None, (_what_explains(tree) for tree, _ in wrong)))
    return QuestionStatistics(
        tree=wanted.title,
        question=question_text(wanted.tree, claim),
        right=earned.count(True),
        wrong=earned.count(False),
        blank=earned.count(None),
        wrong_answers=tuple(wrong_answers.most_common()),
        slip=tuple(explanations.most_common(1)),
    )


def _mistakes_on(
    claim: Claim, number: int, marked: Sequence[TreeGrade]
) -> Iterator[tuple[TreeGrade, CheckedClaim]]:
    """Yield the papers that have a claim of the key wrong, each with its mistake there.

    Args:
        claim: The claim of the key.
        number: Which of the key's claims it is, from 0.
        marked: The grades of all papers for the tree of the claim.
    """
    for paper in marked:
        is_wrong = paper.earned[number] is False  # None: the paper leaves it blank
        if is_wrong and paper.check is not None:
            # There may be none: a claim can be lost without a mistake at its place.
            mistake = _mistake_at(paper.check, claim)
            if mistake is not None:
                yield paper, mistake


def _mistake_at(check: Check, claim: Claim) -> CheckedClaim | None:
    """Return a paper's mistake on what a key's claim asks; ``None`` if there is no such mistake.

    The mistake has the claim's node and subject. A missing slash has the subject ``cuts``.
    """
    question = claim.node, SUBJECT_OF[claim.kind]
    for mistake in check.mistakes:
        if (mistake.claim.node, SUBJECT_OF.get(mistake.claim.kind, "cuts")) == question:
            return mistake
    return None


def _what_explains(tree: TreeGrade) -> str:
    """Return in words what explains the mistakes on a paper; empty if nothing does.

    It is the reading by which the paper is marked, if there is one, else the check's diagnosis.
    """
    if tree.reading is not None:
        return str(meant_words(tree.reading))
    if tree.check is None or tree.check.diagnosis is None:
        return ""
    return str(tree.check.diagnosis)


def with_counts(texts: Iterable[tuple[str, int]]) -> str:
    """Return each text with its count.

    >>> with_counts([("12", 3), ("14", 1)])
    '12 (3×), 14 (1×)'
    """
    return ", ".join(f"{text} ({count}×)" for text, count in texts)
