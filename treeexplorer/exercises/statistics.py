"""How a class did, question by question: what was right, wrong and left out, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from treeexplorer.exercises.check import Check, CheckedClaim, Mark
from treeexplorer.exercises.grade import Grade, KeyTree
from treeexplorer.exercises.judge import SUBJECT_OF, marks_cuts
from treeexplorer.notation import Claim
from treeexplorer.tree import GameTree

_QUESTIONS: Final = {
    "values": "value of {}",
    "windows": "window of {}",
    "cuts": "slash at {}",
    "best": "best move",
    "read": "leaves read",
    "pruned-if": "when {} is pruned",
}


@dataclass
class QuestionCount:
    """One thing that a key claims, and how often it was answered how.

    Attributes:
        tree: The title of its tree.
        text: What is asked.
        right: How many papers have it right, or what follows correctly from a mistake.
        wrong: How many have it wrong.
        blank: How many have left it out.
        wrong_answers: What was written instead, and how often.
        misconceptions: What explains the papers on which it is wrong, and how often.
    """

    tree: str
    text: str
    right: int = 0
    wrong: int = 0
    blank: int = 0
    wrong_answers: Counter[str] = field(default_factory=Counter)
    misconceptions: Counter[str] = field(default_factory=Counter)

    @property
    def commonest_wrong_answer(self) -> str:
        """The wrong answer that was given most often, the first of several; empty without one."""
        return next((answer for answer, _ in self.wrong_answers.most_common(1)), "")

    @property
    def commonest_misconception(self) -> str:
        """What explains most of the wrong papers; empty where nothing does."""
        return next((words for words, _ in self.misconceptions.most_common(1)), "")


def questions(key: Sequence[KeyTree], grades: Iterable[Grade]) -> list[QuestionCount]:
    """Return the questions of a key in its order, as the papers answer them.

    Branches that were crossed although they are visited are questions, too, after the others of
    their tree: a paper that has no slash there has it right.
    """
    papers = [grade for grade in grades if grade.problem is None]
    rows: list[QuestionCount] = []
    for place, tree in enumerate(key):
        checks = [paper.trees[place].check for paper in papers]
        for claim in tree.exercise.claims:
            question = QuestionCount(tree.title, _text(tree.exercise.tree, claim))
            for check in checks:
                _count(question, check, list(_given(claim, check)) if check else [], claim)
            rows.append(question)
        rows += _needless_slashes(tree, [check for check in checks if check is not None])
    return rows


def _text(tree: GameTree, claim: Claim) -> str:
    if claim.kind == "cuts-none":
        return "nothing is pruned"
    text = tree.labels.text(claim.node) if tree.is_leaf(claim.node) else ""
    return _QUESTIONS[SUBJECT_OF[claim.kind]].format(text or tree.labels.signed(claim.node))


def _given(claim: Claim, check: Check) -> Iterator[CheckedClaim]:
    """Yield what a paper has in the place of a claim of the key."""
    for checked in check.claims:
        subject = SUBJECT_OF.get(checked.claim.kind, "cuts")
        if checked.claim.node == claim.node and subject == SUBJECT_OF[claim.kind]:
            yield checked


def _count(
    question: QuestionCount, check: Check | None, given: Sequence[CheckedClaim], claim: Claim
) -> None:
    if check is None or not given:
        is_about_cuts = SUBJECT_OF[claim.kind] == "cuts"
        if check is not None and is_about_cuts and marks_cuts(check.written):
            question.wrong += 1
        else:
            question.blank += 1
    elif all(checked.mark is not Mark.MISTAKE for checked in given):
        question.right += 1
    else:
        question.wrong += 1
        wrong = next(checked for checked in given if checked.mark is Mark.MISTAKE)
        question.wrong_answers["no slash" if wrong.claim.kind == "visited" else wrong.text] += 1
        slip = check.slips.everywhere or check.slips.at.get(wrong.claim)
        if check.fits or slip:
            question.misconceptions[str(slip or check.headline)] += 1


def _needless_slashes(key: KeyTree, checks: Sequence[Check]) -> Iterator[QuestionCount]:
    """Yield a question for every branch that some papers cross although it is visited."""
    wanted = {claim.node for claim in key.exercise.claims if claim.kind == "cut"}
    slashed = [{one.node for one in check.written if one.kind == "cut"} for check in checks]
    marking = sum(marks_cuts(check.written) for check in checks)
    counts = Counter(node for nodes in slashed for node in nodes - wanted)
    for node, wrong in sorted(counts.items()):
        yield QuestionCount(
            key.title,
            f"no {_text(key.exercise.tree, Claim(node, 'cut'))}",
            right=marking - wrong,
            wrong=wrong,
            blank=len(checks) - marking,
            wrong_answers=Counter({"a slash": wrong}),
        )
