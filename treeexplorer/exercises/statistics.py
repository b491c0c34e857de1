"""How a class did, question by question: what was right, wrong and left out, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from treeexplorer.exercises.check import Check
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
        right: How many papers have earned it.
        wrong: How many have not.
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
    def commonest(self) -> tuple[str, str]:
        """The wrong answer and the misconception that occur most often; empty without any."""
        counters = (self.wrong_answers, self.misconceptions)
        answer, words = (next(iter(each.most_common(1)), ("", 0))[0] for each in counters)
        return answer, words


def questions(key: Sequence[KeyTree], grades: Iterable[Grade]) -> list[QuestionCount]:
    """Return the questions of a key in its order, as the papers answer them.

    Branches that were crossed although they are visited are questions, too, after the others of
    their tree: a paper that has no slash there has it right.
    """
    papers = [grade for grade in grades if grade.problem is None]
    rows: list[QuestionCount] = []
    for place, tree in enumerate(key):
        marked = [paper.trees[place] for paper in papers]
        for number, claim in enumerate(tree.exercise.claims):
            question = QuestionCount(tree.title, _text(tree.exercise.tree, claim))
            for each in marked:
                _count(question, each.check, claim, is_earned=each.earned[number])
            rows.append(question)
        rows += _needless_slashes(tree, [each.check for each in marked if each.check is not None])
    return rows


def _text(tree: GameTree, claim: Claim) -> str:
    if claim.kind == "cuts-none":
        return "nothing is pruned"
    text = tree.labels.text(claim.node) if tree.is_leaf(claim.node) else ""
    return _QUESTIONS[SUBJECT_OF[claim.kind]].format(text or tree.labels.signed(claim.node))


def _count(
    question: QuestionCount, check: Check | None, claim: Claim, *, is_earned: bool | None
) -> None:
    if check is None or is_earned is None:
        question.blank += 1
        return
    question.right += is_earned
    question.wrong += not is_earned
    subject = SUBJECT_OF[claim.kind]
    here = (one for one in check.mistakes if one.claim.node == claim.node)
    wrong = next((one for one in here if SUBJECT_OF.get(one.claim.kind, "cuts") == subject), None)
    if is_earned or wrong is None:
        return
    question.wrong_answers[wrong.text] += 1
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
