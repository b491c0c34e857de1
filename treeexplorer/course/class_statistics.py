"""How a class did: for each question of a key how it was answered, and what was got wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from treeexplorer.course.grade import Grade, TreeGrade, describe_reading, format_question
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
    for tree_index, key_tree in enumerate(key):
        tree_grades = [paper.trees[tree_index] for paper in papers]
        for claim_index in range(len(key_tree.exercise.claims)):
            yield _compute_statistics(key_tree, claim_index, tree_grades)


def _compute_statistics(
    key_tree: KeyTree, claim_index: int, tree_grades: Sequence[TreeGrade]
) -> QuestionStatistics:
    """Count how the papers answer one claim of a key's tree: right, wrong, how, or not at all."""
    claim = key_tree.exercise.claims[claim_index]
    earned = [tree.earned[claim_index] for tree in tree_grades]
    found = list(_iterate_mistakes(claim, claim_index, tree_grades))
    wrong_answers = Counter(each.mistake.text for each in found)
    explanations = [_explain_mistakes(each.paper) for each in found]
    explanation_counts = Counter(explanation for explanation in explanations if explanation)
    return QuestionStatistics(
        tree=key_tree.title,
        question=format_question(key_tree.tree, claim),
        right=earned.count(True),
        wrong=earned.count(False),
        blank=earned.count(None),
        wrong_answers=tuple(wrong_answers.most_common()),
        slip=tuple(explanation_counts.most_common(1)),
    )


class _MistakeOnPaper(NamedTuple):
    """A paper that has a claim of the key wrong, with its mistake there."""

    paper: TreeGrade
    mistake: CheckedClaim


def _iterate_mistakes(
    claim: Claim, claim_index: int, tree_grades: Sequence[TreeGrade]
) -> Iterator[_MistakeOnPaper]:
    """Yield the papers that have a claim of the key wrong, each with its mistake there.

    A claim can be lost without a mistake at its place; such a paper is left out.
    """
    for paper in tree_grades:
        is_wrong = paper.earned[claim_index] is False  # None: the paper leaves it blank
        if is_wrong and paper.check is not None:
            mistake = _find_mistake_at(paper.check, claim)
            if mistake is not None:
                yield _MistakeOnPaper(paper, mistake)


def _find_mistake_at(check: Check, claim: Claim) -> CheckedClaim | None:
    """Find a paper's mistake at the node, and on the subject, of a key's claim."""
    subject = SUBJECT_OF[claim.kind]
    for mistake in check.mistakes:
        # A missing slash, which is no claim of its own, is about cuts.
        subject_of_mistake = SUBJECT_OF.get(mistake.claim.kind, "cuts")
        if mistake.claim.node == claim.node and subject_of_mistake == subject:
            return mistake
    return None


def _explain_mistakes(tree: TreeGrade) -> str:
    """Return in words what explains the mistakes on a paper; empty if nothing does.

    It is the reading by which the paper is marked, if there is one, else the check's diagnosis.
    """
    if tree.reading is not None:
        return str(describe_reading(tree.reading))
    if tree.check is None or tree.check.diagnosis is None:
        return ""
    return str(tree.check.diagnosis)


def with_counts(texts: Iterable[tuple[str, int]]) -> str:
    """Return each text with its count.

    >>> with_counts([("12", 3), ("14", 1)])
    '12 (3×), 14 (1×)'
    """
    return ", ".join(f"{text} ({count}×)" for text, count in texts)
