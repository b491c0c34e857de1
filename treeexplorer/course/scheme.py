"""How points are given: what a paper answers of a key's claims, and what is taken off.

A :class:`Marking` lays what is written about one tree beside the key's claims. Each of those is
earned or not, with the reason; each point that is lost has one cause: a wrong answer, or something
that is said once of several answers.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import cached_property
from typing import Final, NamedTuple

from treeexplorer.course.key import KeyTree
from treeexplorer.course.without_search import (
    are_copied,
    are_extremes,
    subjects_without_search,
)
from treeexplorer.explain.judged import CheckedClaim
from treeexplorer.judging.claims import SLASHES, SUBJECT_OF, marks_cuts
from treeexplorer.judging.judge import Mark
from treeexplorer.marking.check import Check
from treeexplorer.notation import ABOUT_THE_TREE, NEVER, Claim

SCHEME: Final = (
    "Points: one a value, window, bound or other claim of the key, one a pruned branch. "
    "A wrong slash takes one off, once for each node whose test fails, never below 0 for a tree. "
    "A slash is excused where the numbers on that paper make the test hold: what lies below it is "
    "earned; below a wrong one it is lost, and so is a value that needs what is crossed out beside "
    "it. What follows correctly from a mistake costs nothing, unless the numbers are copied from "
    "leaves. A tree without cuts has one point for that. A whole tree that is right under another "
    "convention that prunes loses one point; players other than those drawn are no convention. So "
    "does each tree that one slip touches, made in the whole hand-in: α and β exchanged in every "
    "window, ≤ and ≥ in every bound, or one other rule. One window everywhere, and copied leaves, "
    "or the largest or smallest everywhere, that do not fit each other, earn nothing. A right "
    "“never” earns its point where another condition of that tree is right, too; a wrong condition "
    "takes one off."
)
"""How points are given."""


class AnswerOutcome(Enum):
    """What becomes of a claim of the key, and why."""

    EARNED = "Earned"
    BLANK = "Not answered"
    WRONG = "Wrong"
    BELOW_WRONG_SLASH = "Below a wrong slash"
    CONTRADICTS = "“@cuts none” and slashes contradict each other"
    WITHOUT_SEARCH = "One answer everywhere, or leaves alone, takes no search"
    IDLE_NEVER = "“never” counts beside another condition that is right"

    @property
    def words(self) -> str:
        """What is said of the answers."""
        return self.value

    @property
    def is_shared(self) -> bool:
        """Whether it is said once of all answers that have it, and of no single one."""
        return self not in {
            AnswerOutcome.EARNED,
            AnswerOutcome.WRONG,
            AnswerOutcome.BELOW_WRONG_SLASH,
        }


class KeyAnswer(NamedTuple):
    """What a paper has in the place of one of the key's claims.

    Attributes:
        cause: The wrong answer by which it is lost; ``None`` where it is earned, or the outcome
            says enough.
    """

    claim: Claim
    outcome: AnswerOutcome
    cause: CheckedClaim | None = None

    @property
    def subject(self) -> str:
        """What the claim is about: ``values``, ``cuts`` and so on."""
        return SUBJECT_OF[self.claim.kind]

    @property
    def is_earned(self) -> bool | None:
        """Whether it is earned; ``None`` where it is not answered."""
        return None if self.outcome is AnswerOutcome.BLANK else self.outcome is AnswerOutcome.EARNED


class Marking:
    """What is written about one tree, beside what its key claims.

    Attributes:
        check: What is written, judged.
        answers: What is written in the place of each of the key's claims, in the key's order.
        wrong_slashes: The first wrong slash of each node whose test fails, but for the one that
            costs the point of a tree without cuts.
        wrong_conditions: The wrong conditions.
    """

    def __init__(self, key: KeyTree, check: Check) -> None:
        self.check = check
        self._key = key
        self._tree = check.record.tree
        self._given: defaultdict[tuple[int, str], list[CheckedClaim]] = defaultdict(list)
        for each in check.claims:
            self._given[each.claim.node, SUBJECT_OF.get(each.claim.kind, "missing")].append(each)
        self._outermost = self._outermost_slashes()
        self.answers: Sequence[KeyAnswer] = [*map(self._answer, key.exercise.claims)]
        self.wrong_slashes = self._wrong_slashes()
        self.wrong_conditions = [
            mistake for mistake in check.mistakes if mistake.claim.condition is not None
        ]

    @cached_property
    def lost(self) -> int:
        """How many points it is short of all, be that more than there are."""
        earned = sum(1 for answer in self.answers if answer.is_earned)
        taken_off = len(self.wrong_slashes) + len(self.wrong_conditions)
        return len(self.answers) - earned + taken_off

    def costs(self) -> Counter[CheckedClaim]:
        """Return how many points each wrong answer costs."""
        causes = [answer.cause for answer in self.answers if answer.cause is not None]
        return Counter([*causes, *self.wrong_slashes, *self.wrong_conditions])

    # -- one claim of the key ----------------------------------------------------------------------

    def _answer(self, claim: Claim) -> KeyAnswer:
        """Return what is written in the place of a claim, and what that is worth."""
        node = claim.node
        subject = SUBJECT_OF[claim.kind]
        here = self._given[node, subject]
        slash = None if claim.kind in ABOUT_THE_TREE else self._outermost.get(node)
        if slash is not None and (slash < node or subject != "cuts"):
            return self._below_slash(claim, slash)
        if here and subject in self._without_search and not self._is_root_of_extremes(here):
            return KeyAnswer(claim, AnswerOutcome.WITHOUT_SEARCH)
        if here and self._is_idle_never(claim):
            return KeyAnswer(claim, AnswerOutcome.IDLE_NEVER)
        if subject == "cuts":
            return self._about_cuts(claim)
        if not here:
            return KeyAnswer(claim, AnswerOutcome.BLANK)
        return self._judged(claim, here)

    def _below_slash(self, claim: Claim, slash: int) -> KeyAnswer:
        """Return the answer in the place of a claim on which, or above which, a slash stands."""
        if self._contradicts:
            return KeyAnswer(claim, AnswerOutcome.CONTRADICTS)
        if slash in self.check.bad_slashes:
            return KeyAnswer(claim, AnswerOutcome.BELOW_WRONG_SLASH, self._mistake_behind(slash))
        if SUBJECT_OF[claim.kind] == "cuts":
            return KeyAnswer(claim, AnswerOutcome.EARNED)
        return self._judged(claim, self._given[claim.node, SUBJECT_OF[claim.kind]])

    def _about_cuts(self, claim: Claim) -> KeyAnswer:
        """Return the answer to what is pruned, below no slash."""
        here = self._given[claim.node, "cuts"]
        if not marks_cuts(self.check.written):
            return KeyAnswer(claim, AnswerOutcome.BLANK)
        if self._contradicts:
            return KeyAnswer(claim, AnswerOutcome.CONTRADICTS)
        if claim.kind == "cuts-none":
            wrong = next((each for each in self.check.mistakes if each.claim.kind in SLASHES), None)
            if wrong is not None:
                return KeyAnswer(claim, AnswerOutcome.WRONG, wrong)
            return self._judged(claim, here)
        if here and claim.node in self.check.bad_slashes:
            return KeyAnswer(claim, AnswerOutcome.WRONG, self._mistake_behind(claim.node))
        if here:
            return self._judged(claim, here)
        if claim.kind == "cut-rest":
            return KeyAnswer(claim, AnswerOutcome.BLANK)
        beside = self._tree.children(self._tree.parent[claim.node])
        missing = (each for child in beside for each in self._given[child, "missing"])
        mistake = next((each for each in missing if each.mark is Mark.MISTAKE), None)
        if mistake is None:
            return KeyAnswer(claim, AnswerOutcome.EARNED)
        return KeyAnswer(claim, AnswerOutcome.WRONG, mistake)

    def _judged(self, claim: Claim, here: Iterable[CheckedClaim]) -> KeyAnswer:
        """Return the answer that is earned where all that is written there is right, or excused."""
        for each in here:
            if each.mark is Mark.MISTAKE or each.needs_crossed:
                return KeyAnswer(claim, AnswerOutcome.WRONG, each)
            if each.mark is Mark.CONSEQUENCE and self._is_copied and each.claim.kind == "value":
                return KeyAnswer(claim, AnswerOutcome.WITHOUT_SEARCH)
        return KeyAnswer(claim, AnswerOutcome.EARNED)

    # -- answers that take no search -----------------------------------------------------------

    @cached_property
    def _without_search(self) -> frozenset[str]:
        """The subjects of which the answers took no search; values that are all right took one."""
        right = self._key.exercise.claims
        subjects = subjects_without_search(self._tree, self.check.written, right)
        return subjects if self.check.wrong else subjects - {"values"}

    @cached_property
    def _is_copied(self) -> bool:
        return are_copied(self._tree, self.check.written)

    def _is_root_of_extremes(self, here: Sequence[CheckedClaim]) -> bool:
        """Tell whether answers are the root's, where an extreme leaf stands everywhere.

        Who takes the largest of the children at MAX, or the smallest at MIN, has computed that.
        """
        is_root = all(each.claim.node == 0 and each.claim.kind == "value" for each in here)
        follows = all(each.mark is Mark.CONSEQUENCE for each in here)
        return is_root and follows and not self._is_copied and self._has_extremes

    @cached_property
    def _has_extremes(self) -> bool:
        return are_extremes(self._tree, self.check.written)

    def _is_idle_never(self, claim: Claim) -> bool:
        """Tell whether a claim is ``never``, and no other condition of the tree is given right.

        Who writes ``never`` everywhere is often right. A key without another condition counts it.
        """
        if claim.condition != NEVER:
            return False
        others = [
            each
            for each in self._key.exercise.claims
            if each.condition is not None and each.condition != NEVER
        ]
        return bool(others) and not any(map(self._is_given_right, others))

    def _is_given_right(self, claim: Claim) -> bool:
        here = self._given[claim.node, SUBJECT_OF[claim.kind]]
        return bool(here) and self._judged(claim, here).outcome is AnswerOutcome.EARNED

    # -- slashes -------------------------------------------------------------------------------

    @cached_property
    def _contradicts(self) -> bool:
        kinds = {claim.kind for claim in self.check.written}
        return "cuts-none" in kinds and bool(kinds & SLASHES)

    def _outermost_slashes(self) -> dict[int, int]:
        """Return the outermost slash of each node that has one on it or above it."""
        slashes = {each.claim.node for each in self.check.claims if each.claim.kind == "cut"} - {0}
        outermost: dict[int, int] = {}
        for slash in sorted(slashes):
            if slash not in outermost:
                outermost |= dict.fromkeys(range(slash, self._tree.end[slash]), slash)
        return outermost

    def _mistake_behind(self, slash: int) -> CheckedClaim:
        """Return the mistake by which a slash is a bad one: itself, or one beside it."""
        beside = self._tree.children(self._tree.parent[slash])
        at_node = {mistake.claim.node: mistake for mistake in self._slash_mistakes()}
        if slash in at_node:
            return at_node[slash]
        return next(at_node[child] for child in beside if child in at_node)

    def _slash_mistakes(self) -> Iterator[CheckedClaim]:
        for mistake in self.check.mistakes:
            if mistake.claim.kind == "cut":
                yield mistake

    def _wrong_slashes(self) -> list[CheckedClaim]:
        """Return the first wrong slash of each node at which one is wrong that lies below no other.

        Where nothing is to be cut off, the first of them costs the point that there is for that.
        """
        by_node: dict[int, CheckedClaim] = {}
        for mistake in self.check.mistakes:
            node = mistake.claim.node
            if mistake.claim.kind == "cut" and self._outermost.get(node, node) == node:
                by_node.setdefault(self._tree.parent[node], mistake)
            elif mistake.claim.kind == "cut-rest" and node not in self._outermost:
                by_node.setdefault(node, mistake)
        wrong = list(by_node.values())
        has_none = any(claim.kind == "cuts-none" for claim in self._key.exercise.claims)
        return wrong[1:] if has_none else wrong
