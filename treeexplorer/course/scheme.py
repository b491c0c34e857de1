"""How points are given: what a paper answers of a key's claims, and what is taken off.

Terms. Each claim of the key is a *question* that a paper answers, or leaves *blank*; an answer that
gets its point is *earned*. A *slash* crosses out a branch: it claims that the branch is pruned.

A :class:`Marking` says of each question of one tree whether it is earned, and why. Each point that
is lost has one cause: a wrong answer, or something that is said once of several answers.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
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
_MISSING_SLASHES: Final = "missing slashes"
"""The subject of a claim that nobody wrote: a branch without a slash is claimed to be visited."""


class AnswerOutcome(Enum):
    """What happened to a claim of the key on a paper, and why."""

    EARNED = "Earned"
    BLANK = "Not answered"
    WRONG = "Wrong"
    BELOW_WRONG_SLASH = "Below a wrong slash"
    CONTRADICTS = "“@cuts none” and slashes contradict each other"
    WITHOUT_SEARCH = "One answer everywhere, or leaves alone, takes no search"
    NEVER_ALONE = "“never” counts beside another condition that is right"

    @property
    def words(self) -> str:
        """The words that say why answers with this outcome are lost."""
        return self.value

    @property
    def is_shared(self) -> bool:
        """Whether the outcome is explained once for all answers that have it.

        The other outcomes are explained at the single answer, or need no explanation.
        """
        return self not in {
            AnswerOutcome.EARNED,
            AnswerOutcome.WRONG,
            AnswerOutcome.BELOW_WRONG_SLASH,
        }


class KeyAnswer(NamedTuple):
    """The outcome of one claim of the key on a paper.

    Attributes:
        claim: The claim of the key.
        outcome: Whether its point is earned, else why it is lost.
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
        """Whether the claim's point is earned; ``None`` if the paper leaves it blank."""
        if self.outcome is AnswerOutcome.BLANK:
            return None
        return self.outcome is AnswerOutcome.EARNED


class Marking:
    """A paper about one tree, marked by the claims of its key.

    Attributes:
        check: What is written, judged.
    """

    def __init__(self, key: KeyTree, check: Check) -> None:
        """Mark a paper about one tree: decide which claims of the key get their point.

        A *paper* is what a person wrote about the tree. A *claim* is one thing written there, such
        as a value at a node. A claim of the key is *earned* if it gets its point.

        Args:
            key: The tree, with the claims that a paper is to make.
            check: What the paper claims, judged by the search that the key is for.
        """
        self.check = check
        self._key = key
        self._tree = check.record.tree

    @cached_property
    def answers(self) -> Sequence[KeyAnswer]:
        """What becomes of each of the key's claims, in the key's order."""
        return [self._judge_claim(claim) for claim in self._key.exercise.claims]

    @cached_property
    def wrong_slashes(self) -> Sequence[CheckedClaim]:
        """The wrong slashes that take off a point each: one for each node with a wrong cut-off.

        If the key says that nothing is pruned (``cuts-none``), the first of them is left out: it
        loses the point of that claim already, and must not cost a second one. So of two wrong
        slashes, at different nodes, only the second is here.
        """
        wrong_slashes = self._collect_wrong_slash_of_each_node()
        nothing_is_pruned = any(claim.kind == "cuts-none" for claim in self._key.exercise.claims)
        return wrong_slashes[1:] if nothing_is_pruned else wrong_slashes

    def _collect_wrong_slash_of_each_node(self) -> list[CheckedClaim]:
        """Return one wrong slash for each node at which slashes wrongly claim a cut-off.

        If two children of a node are wrongly crossed out, that is one wrong cut-off, and the first
        slash stands for it.
        """
        first_by_cut_node: dict[int, CheckedClaim] = {}
        for mistake in self.check.mistakes:
            cut_node = self._find_node_of_claimed_cut(mistake.claim)
            if cut_node is not None:
                first_by_cut_node.setdefault(cut_node, mistake)
        return list(first_by_cut_node.values())

    @cached_property
    def wrong_conditions(self) -> Sequence[CheckedClaim]:
        """The wrong conditions, such as ``x < 3``, which cost a point each."""
        return [mistake for mistake in self.check.mistakes if mistake.claim.condition is not None]

    @cached_property
    def lost(self) -> int:
        """The number of points taken off in all, which may be more than there are."""
        not_earned = sum(1 for answer in self.answers if not answer.is_earned)
        return not_earned + len(self.wrong_slashes) + len(self.wrong_conditions)

    def costs(self) -> Counter[CheckedClaim]:
        """Return how many points each wrong answer costs."""
        causes = [answer.cause for answer in self.answers if answer.cause is not None]
        return Counter([*causes, *self.wrong_slashes, *self.wrong_conditions])

    # -- one claim of the key ----------------------------------------------------------------------

    @cached_property
    def _written(self) -> Mapping[tuple[int, str], Sequence[CheckedClaim]]:
        """The paper's claims by node number and subject, such as ``(4, "values")``, in their order.

        A missing slash, which nobody wrote, has a subject of its own.
        """
        claims_by_question: defaultdict[tuple[int, str], list[CheckedClaim]] = defaultdict(list)
        for each in self.check.claims:
            subject = SUBJECT_OF.get(each.claim.kind, _MISSING_SLASHES)
            claims_by_question[each.claim.node, subject].append(each)
        return claims_by_question

    def _find_written_for(self, claim: Claim) -> Sequence[CheckedClaim]:
        """Return the paper's claims at the node, and on the subject, of a key's claim."""
        return self._written.get((claim.node, SUBJECT_OF[claim.kind]), ())

    def _judge_claim(self, claim: Claim) -> KeyAnswer:
        """Judge whether the paper earns a claim of the key, such as the value at a node.

        The first of these that holds decides, so the order matters:

        1. A slash crosses out the node, with whatever is written there.
        2. The answer took no search: it may be right, but by luck.
        3. The claim is about pruning, which slashes anywhere on the paper may answer.
        4. Nothing is written.
        5. What is written is right, follows from a mistake, or is a mistake.
        """
        slash_node = self._find_slash_over(claim)
        if slash_node is not None:
            return self._judge_crossed_out(claim, slash_node)

        written = self._find_written_for(claim)
        if written and self._took_no_search(claim, written):
            return KeyAnswer(claim, AnswerOutcome.WITHOUT_SEARCH)
        if written and self._is_lone_never(claim):
            return KeyAnswer(claim, AnswerOutcome.NEVER_ALONE)

        if _asks_what_is_pruned(claim):
            return self._judge_pruning(claim)

        if not written:
            return KeyAnswer(claim, AnswerOutcome.BLANK)
        return self._judge_written(claim, written)

    def _find_slash_over(self, claim: Claim) -> int | None:
        """Find the topmost node whose slash crosses out a claim's answer; ``None`` if none does.

        In ``[3 /[2 4]]`` the slash crosses out the value of its node, and the leaves 2 and 4. It
        does not cross out the answer to the question whether its node is pruned: that answer is the
        slash itself. Only a slash higher up does.
        """
        if claim.kind in ABOUT_THE_TREE:  # such as the best move, which stands at no node
            return None
        topmost_slash = self._topmost_slash.get(claim.node)
        is_at_node = topmost_slash == claim.node
        if is_at_node and _asks_what_is_pruned(claim):
            return None
        return topmost_slash

    def _judge_crossed_out(self, claim: Claim, slash_node: int) -> KeyAnswer:
        """Judge a claim of the key about a node that is crossed out by a slash there or above.

        A slash says that a branch is pruned, so nobody has to write anything within the branch. The
        first row that holds decides:

        ===========================================  ===============================================
        the slash                                    what the key asks within its branch
        ===========================================  ===============================================
        stands beside “nothing is pruned”            is lost: the two contradict each other
        is wrong                                     is lost
        is no mistake; asked is what is pruned       is earned: the slash says it
        is no mistake; anything else is asked        is earned, unless a mistake is written there
        ===========================================  ===============================================
        """
        if self._contradicts:
            return KeyAnswer(claim, AnswerOutcome.CONTRADICTS)
        if slash_node in self.check.bad_slashes:
            mistake = self._find_mistake_behind(slash_node)
            return KeyAnswer(claim, AnswerOutcome.BELOW_WRONG_SLASH, mistake)
        if _asks_what_is_pruned(claim):
            return KeyAnswer(claim, AnswerOutcome.EARNED)
        return self._judge_written(claim, self._find_written_for(claim))

    def _judge_written(self, claim: Claim, written: Iterable[CheckedClaim]) -> KeyAnswer:
        """Judge a claim of the key by what the paper says about its node and subject.

        It is lost by the first of these answers, and earned if there is none:

        - a mistake;
        - an answer that is right only with a branch that is wrongly crossed out;
        - on a paper whose values are all copied from leaves, a value that follows from a mistake:
          copying makes such values without any search.

        So a claim for which nothing is written is earned. That is asked only where nothing has to
        be written, as in a branch that is rightly crossed out.
        """
        for answer in written:
            if answer.mark is Mark.MISTAKE:
                return KeyAnswer(claim, AnswerOutcome.WRONG, answer)
            if answer.relies_on_wrong_slash:
                return KeyAnswer(claim, AnswerOutcome.WRONG, answer)
            is_following_value = answer.mark is Mark.CONSEQUENCE and answer.claim.kind == "value"
            if self._is_copied and is_following_value:
                return KeyAnswer(claim, AnswerOutcome.WITHOUT_SEARCH)
        return KeyAnswer(claim, AnswerOutcome.EARNED)

    # -- what is pruned ----------------------------------------------------------------------------

    def _judge_pruning(self, claim: Claim) -> KeyAnswer:
        """Judge a claim of the key about pruning, with no slash above its node.

        Such a claim says that nothing is pruned (its kind is ``cuts-none``), that the branch at a
        node is (``cut``), or that children which are not drawn are (``cut-rest``). First the paper
        as a whole decides, then what it says of that branch.
        """
        says_nothing_on_pruning = not marks_cuts(self.check.written)
        if says_nothing_on_pruning:
            return KeyAnswer(claim, AnswerOutcome.BLANK)
        if self._contradicts:
            return KeyAnswer(claim, AnswerOutcome.CONTRADICTS)

        written = self._find_written_for(claim)
        if claim.kind == "cuts-none":
            return self._judge_nothing_pruned(claim, written)
        if written:
            return self._judge_with_slash(claim, written)
        return self._judge_without_slash(claim)

    def _judge_with_slash(self, claim: Claim, written: Sequence[CheckedClaim]) -> KeyAnswer:
        """Return the outcome of a pruned branch that has a slash."""
        if claim.node in self.check.bad_slashes:
            return KeyAnswer(claim, AnswerOutcome.WRONG, self._find_mistake_behind(claim.node))
        return self._judge_written(claim, written)

    def _judge_nothing_pruned(self, claim: Claim, written: Sequence[CheckedClaim]) -> KeyAnswer:
        """Return the outcome of the claim that nothing is pruned, which any wrong slash loses."""
        for mistake in self.check.mistakes:
            if mistake.claim.kind in SLASHES:
                return KeyAnswer(claim, AnswerOutcome.WRONG, mistake)
        return self._judge_written(claim, written)

    def _judge_without_slash(self, claim: Claim) -> KeyAnswer:
        """Return the outcome of a pruned branch that has no slash, on a paper that draws slashes.

        Such a paper claims that the branch is visited; but nobody need claim that of children that
        are not drawn. It is lost if a missing slash at one of its siblings or itself is a mistake.
        It is earned if the numbers on the paper make the test fail, so that no slash follows.
        """
        if claim.kind == "cut-rest":
            return KeyAnswer(claim, AnswerOutcome.BLANK)
        mistake = self._find_mistaken_missing_slash(claim.node)
        if mistake is None:
            return KeyAnswer(claim, AnswerOutcome.EARNED)
        return KeyAnswer(claim, AnswerOutcome.WRONG, mistake)

    def _find_mistaken_missing_slash(self, node: int) -> CheckedClaim | None:
        """Return a missing slash at a node or a sibling that is a mistake, if there is one."""
        for sibling in self._tree.children(self._tree.parent[node]):
            for missing in self._written.get((sibling, _MISSING_SLASHES), ()):
                if missing.mark is Mark.MISTAKE:
                    return missing
        return None

    # -- answers that take no search -----------------------------------------------------------

    def _took_no_search(self, claim: Claim, written: Sequence[CheckedClaim]) -> bool:
        """Tell whether an answer is on a subject whose answers took no search.

        The root's value is excepted if it was computed.
        """
        if SUBJECT_OF[claim.kind] not in self._without_search:
            return False
        return not self._is_computed_root(written)

    @cached_property
    def _without_search(self) -> frozenset[str]:
        """The subjects whose answers took no search.

        ``values`` is not among them if nothing is wrong.
        """
        right = self._key.exercise.claims
        subjects = subjects_without_search(self._tree, self.check.written, right)
        if not self.check.wrong:
            return subjects - {"values"}
        return subjects

    @cached_property
    def _is_copied(self) -> bool:
        """Whether the numbers took no work: one everywhere, or each node's first (or last) leaf."""
        return are_copied(self._tree, self.check.written)

    @cached_property
    def _has_extremes(self) -> bool:
        """Whether each number is the largest leaf below its node, or each is the smallest."""
        return are_extremes(self._tree, self.check.written)

    def _is_computed_root(self, written: Sequence[CheckedClaim]) -> bool:
        """Tell whether the answers are the root's value, computed from the numbers at its children.

        A student who writes the largest leaf, or the smallest, at each node searches nothing. But
        one who takes the largest of these at a MAX root, or the smallest at a MIN root, computes
        that value.
        """
        is_root = all(each.claim.node == 0 and each.claim.kind == "value" for each in written)
        follows = all(each.mark is Mark.CONSEQUENCE for each in written)
        return is_root and follows and self._has_extremes and not self._is_copied

    def _is_lone_never(self, claim: Claim) -> bool:
        """Tell whether a claim of the key is ``never``, and none of its other conditions is earned.

        A condition says for which values of an unknown leaf a branch is pruned: ``x < 3``, or
        ``never``. Who writes ``never`` everywhere is often right by chance: where the key has ``x <
        3`` at one branch and ``never`` at another, such a paper gets no point for either.
        """
        if claim.condition != NEVER:
            return False
        other_conditions = [
            other for other in self._key.exercise.claims if other.condition not in {None, NEVER}
        ]
        if not other_conditions:  # “never” is all that there is to write
            return False
        return not any(map(self._is_answered_right, other_conditions))

    def _is_answered_right(self, claim: Claim) -> bool:
        """Tell whether the paper answers a claim of the key, and gets its point by that answer."""
        written = self._find_written_for(claim)
        if not written:
            return False
        return self._judge_written(claim, written).outcome is AnswerOutcome.EARNED

    # -- slashes -------------------------------------------------------------------------------

    @cached_property
    def _contradicts(self) -> bool:
        """Whether the paper both draws slashes and claims that nothing is pruned."""
        kinds = {claim.kind for claim in self.check.written}
        return "cuts-none" in kinds and not kinds.isdisjoint(SLASHES)

    @cached_property
    def _topmost_slash(self) -> Mapping[int, int]:
        """By node: the topmost crossed-out node at or above it; nodes without one are missing.

        A slash at the root is ignored: nothing would be left of the tree.
        """
        crossed_out = {
            checked.claim.node for checked in self.check.claims if checked.claim.kind == "cut"
        }
        crossed_out.discard(0)
        topmost: dict[int, int] = {}
        for node in sorted(crossed_out):  # a node comes before all that is below it
            if node not in topmost:
                subtree = range(node, self._tree.end[node])
                topmost.update(dict.fromkeys(subtree, node))
        return topmost

    @cached_property
    def _mistaken_slashes(self) -> Mapping[int, CheckedClaim]:
        """The slashes at nodes that are mistakes, by node."""
        return {
            mistake.claim.node: mistake
            for mistake in self.check.mistakes
            if mistake.claim.kind == "cut"
        }

    def _find_mistake_behind(self, slash_node: int) -> CheckedClaim:
        """Find the mistake that makes a bad slash, given by its node, bad.

        Who takes a node for cut off crosses out all of its children that are left: in
        ``[3 /5 /8]`` the slash at 5 is the mistake, and the one at 8 only goes on from it. So of
        either slash it is the one at 5.
        """
        node_of_mistake = self.check.bad_slashes[slash_node]
        return self._mistaken_slashes[node_of_mistake]

    def _find_node_of_claimed_cut(self, claim: Claim) -> int | None:
        """Find the node at which a slash claims a cut-off; ``None`` if no cut-off is claimed.

        - A slash at a child (a claim ``cut``) claims a cut-off at its parent.
        - A slash at the children that are not drawn (``cut-rest``) claims one at the node itself.
        - A slash below another slash claims nothing more: what is pruned has no cut-offs.
        """
        node = claim.node
        topmost_slash = self._topmost_slash.get(node)
        if claim.kind == "cut":
            is_below_slash = topmost_slash is not None and topmost_slash != node
            return None if is_below_slash else self._tree.parent[node]
        if claim.kind == "cut-rest":
            # The undrawn children of a crossed-out node are below that slash.
            is_below_slash = topmost_slash is not None
            return None if is_below_slash else node
        return None


def _asks_what_is_pruned(claim: Claim) -> bool:
    """Tell whether a claim of the key says that something is pruned, or that nothing is."""
    return SUBJECT_OF[claim.kind] == "cuts"
