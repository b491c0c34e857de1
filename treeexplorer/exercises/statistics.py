"""How a class did, question by question: what was right, wrong and left out, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

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


class Question(NamedTuple):
    """One thing that a key claims, and how often it was answered how.

    Attributes:
        tree: The title of its tree.
        text: What is asked.
        right: How many papers have earned it.
        wrong: How many have not.
        blank: How many have left it out.
        wrong_answer: What was written instead most often; empty without any.
        misconception: What explains most papers on which it is wrong; empty without any.
    """

    tree: str
    text: str
    right: int
    wrong: int
    blank: int
    wrong_answer: str
    misconception: str = ""


def questions(key: Sequence[KeyTree], grades: Iterable[Grade]) -> Iterator[Question]:
    """Yield the questions of a key in its order, as the papers answer them.

    Branches that were crossed although they are visited are questions, too, after the others of
    their tree: a paper that has no slash there has it right.
    """
    papers = [grade for grade in grades if grade.problem is None]
    for place, key_tree in enumerate(key):
        marked = [paper.trees[place] for paper in papers]
        title, tree, claims = key_tree.title, key_tree.exercise.tree, key_tree.exercise.claims
        for number, claim in enumerate(claims):
            earned = [each.earned[number] for each in marked]
            wrong = [each.check for each in marked if each.check and each.earned[number] is False]
            mistakes = [mistake for check in wrong for mistake in _mistake(check, claim)]
            yield Question(
                title,
                _text(tree, claim),
                right=earned.count(True),
                wrong=earned.count(False),
                blank=earned.count(None),
                wrong_answer=_commonest(answer for answer, _ in mistakes),
                misconception=_commonest(slip for _, slip in mistakes if slip),
            )
        written = [each.check.written for each in marked if each.check is not None]
        marking = sum(map(marks_cuts, written))
        slashes = Counter(each.node for paper in written for each in paper if each.kind == "cut")
        for node in sorted(slashes.keys() - {each.node for each in claims if each.kind == "cut"}):
            text, count = f"no {_text(tree, Claim(node, 'cut'))}", slashes[node]
            blank = len(written) - marking
            yield Question(title, text, marking - count, count, blank, wrong_answer="a slash")


def _commonest(texts: Iterable[str]) -> str:
    return next((text for text, _ in Counter(texts).most_common(1)), "")


def _text(tree: GameTree, claim: Claim) -> str:
    if claim.kind == "cuts-none":
        return "nothing is pruned"
    text = tree.labels.text(claim.node) if tree.is_leaf(claim.node) else ""
    return _QUESTIONS[SUBJECT_OF[claim.kind]].format(text or tree.labels.signed(claim.node))


def _mistake(check: Check, claim: Claim) -> Iterator[tuple[str, str]]:
    """Yield what a paper has in the place of a claim, and what explains it; else nothing."""
    subject = SUBJECT_OF[claim.kind]
    for wrong in check.mistakes:
        if wrong.claim.node == claim.node and SUBJECT_OF.get(wrong.claim.kind, "cuts") == subject:
            slip = check.slips.everywhere or check.slips.at.get(wrong.claim)
            yield wrong.text, str(slip or check.headline) if check.fits or slip else ""
            return
