"""How a class did, question by question: what was right, wrong and left out, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
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
                is_earned = each.earned[number]
                question.right += is_earned is True
                question.wrong += is_earned is False
                question.blank += is_earned is None
                if each.check is not None and is_earned is False:
                    _note_mistake(question, each.check, claim)
            rows.append(question)
        checks = [each.check for each in marked if each.check is not None]
        marking = sum(marks_cuts(check.written) for check in checks)
        slashed = ({one.node for one in check.written if one.kind == "cut"} for check in checks)
        counts = Counter(node for nodes in slashed for node in nodes)
        wanted = {claim.node for claim in tree.exercise.claims if claim.kind == "cut"}
        for node in sorted(counts.keys() - wanted):
            text = f"no {_text(tree.exercise.tree, Claim(node, 'cut'))}"
            tally = marking - counts[node], counts[node], len(checks) - marking
            answers = Counter({"a slash": counts[node]})
            rows.append(QuestionCount(tree.title, text, *tally, wrong_answers=answers))
    return rows


def _text(tree: GameTree, claim: Claim) -> str:
    if claim.kind == "cuts-none":
        return "nothing is pruned"
    text = tree.labels.text(claim.node) if tree.is_leaf(claim.node) else ""
    return _QUESTIONS[SUBJECT_OF[claim.kind]].format(text or tree.labels.signed(claim.node))


def _note_mistake(question: QuestionCount, check: Check, claim: Claim) -> None:
    """Count what a paper has in the place of a claim, and what explains it."""
    subject = SUBJECT_OF[claim.kind]
    for wrong in check.mistakes:
        if wrong.claim.node == claim.node and SUBJECT_OF.get(wrong.claim.kind, "cuts") == subject:
            question.wrong_answers[wrong.text] += 1
            slip = check.slips.everywhere or check.slips.at.get(wrong.claim)
            if check.fits or slip:
                question.misconceptions[str(slip or check.headline)] += 1
            return
