"""What is right of a program's answers, and what explains the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from treeexplorer.engine import Rules
from treeexplorer.explain.rules_in_words import format_conventions
from treeexplorer.numbers import counted
from treeexplorer.programs.answers import (
    AnsweredTrees,
    Tried,
    best_moves,
)
from treeexplorer.programs.causes import (
    Causes,
    compile_likeliest_mistake,
    describe_value_causes,
    find_causes,
    is_python,
)
from treeexplorer.programs.collected_answers import CollectedAnswers
from treeexplorer.programs.followed_search import (
    FollowedSearch,
    count_trees_with_leaves_of,
    reads_only_again,
)
from treeexplorer.programs.leaves import (
    find_followed_search,
    has_right_values,
    leaves_by_tree_of,
)
from treeexplorer.programs.moves import (
    last_move,
    plays_last_tied_move,
    plays_wrongly,
    unproven_move,
)
from treeexplorer.programs.readings import (
    LeavesByTree,
    repeats_a_subtree,
)
from treeexplorer.programs.shortened import ShallowSearch, find_shallow_search
from treeexplorer.programs.telling import (
    LeafConversion,
    find_sign_convention,
    prints_number_of_no_leaf,
    restore_leaves_by_tree,
)
from treeexplorer.programs.values import (
    TreeChange,
    find_explaining_change,
    find_search_of_changed_tree,
)
from treeexplorer.programs.verification import RIGHT_VERDICTS, Verdict, Verification
from treeexplorer.rules import FAILS, alternatives
from treeexplorer.text import as_sentence

_FEW: Final = 10  # trees: fewer show nothing


_PLAYS_LAST_TIED: Final = (
    "It plays the last of the moves that return the root's value, as with ≥ in place of >: what "
    "such a move returns may be only a bound."
)


_REPEATED_SUBTREES: Final = (
    "Its values are wrong only where a subtree occurs again: something is kept from one position "
    "to the next, such as a table whose entries are only bounds."
)


_LAST_SEARCH_ALONE: Final = (
    "It searches each tree several times, as in iterative deepening; its leaves are here those of "
    "the last search alone."
)


_LEAVES_OF_NO_SEARCH: Final = "Its leaves are those of no search of that tree that is known here."


_LEAVES_OF_NO_CONVENTION: Final = (
    "On no tree are its leaves those that a convention known here reads."
)


_VERDICTS_WITHOUT_A_MISTAKE: Final = RIGHT_VERDICTS | {
    "another convention",
    "leaves told otherwise",
}
"""The verdicts on programs that search as a convention does."""


_VERDICTS_WITHOUT_A_REMARK: Final[frozenset[Verdict]] = frozenset({"right", "no leaves"})
"""The right verdicts whose headline says nothing of what is particular about the search."""


class Diagnosis(NamedTuple):
    """What is right of a program's answers, and what explains the rest.

    Attributes:
        verdict: How far they are right.
        followed: The search that its leaves follow.
        causes: The mistakes of the listings that explain every answer, and their rules.
        findings: What its values, moves or leaves are where they are not right, in sentences.
        has_equal_causes: Whether nothing tells which of the mistakes is the likeliest.
        sign_convention: How it prints leaves, if not as their own numbers.
    """

    verdict: Verdict
    followed: FollowedSearch
    causes: Causes
    findings: list[str]
    has_equal_causes: bool
    sign_convention: LeafConversion | None

    @property
    def rules(self) -> Rules:
        """The rules that the program follows, with a mistake if there is one."""
        return self.causes.rules

    def make_comparable(self, answers: CollectedAnswers) -> CollectedAnswers:
        """Convert answers to what a right program answers, as far as the difference is no mistake.

        Leaves get their own numbers (−5 becomes 5 where the program prints it so), and if only the
        last of several searches of a tree is explained, only its leaves are kept.
        """
        if self.sign_convention is not None:
            answers = answers.restore_leaves(self.sign_convention)
        if self.causes.of_last_search:
            answers = answers.keep_last_search(compile_likeliest_mistake(self.causes))
        return answers

    def build_verification(
        self, answers: CollectedAnswers, claim: Rules | None, failing: Mapping[str, Sequence[Tried]]
    ) -> Verification:
        """Build the result of trying the program; a wrong tree to show is added to it later.

        Args:
            answers: The program's answers.
            claim: The convention that it claims; ``None`` if it claims none.
            failing: By shortcoming, such as ``a wrong root value``: the trees whose answers have
                it. The result has only how many they are.
        """
        notes_on_search = self._describe_search()
        notes_on_moves = _describe_moves(answers.tried, self.verdict, self.rules)
        return Verification(
            tried=tuple(answers.tried),
            layer=self.verdict,
            rules=self.rules,
            claimed=claim,
            counts={shortcoming: len(trees) for shortcoming, trees in failing.items()},
            mistakes=self.causes.mistakes,
            equals=self.has_equal_causes,
            findings=tuple(self.findings),
            particular=self.followed.remark,
            notes=(*answers.notes, *notes_on_search, *notes_on_moves),
        )

    def _describe_search(self) -> list[str]:
        """Describe in notes what the headline does not say of the search and of its leaves.

        ==================================  ================================================
        the verdict                         the notes
        ==================================  ================================================
        ``right``, ``no leaves``            the remark on the search, if there is one
        ``fewer leaves``, ``own order``, …  none: the headline has the remark already
        a wrong one, as ``other leaves``    why the report has other leaves than are printed
        ==================================  ================================================
        """
        if self.verdict not in RIGHT_VERDICTS:
            return self._describe_other_leaves_in_report()
        has_remark_in_headline = self.verdict not in _VERDICTS_WITHOUT_A_REMARK
        if has_remark_in_headline or not self.followed.remark:
            return []
        return [as_sentence(self.followed.remark)]

    def _describe_other_leaves_in_report(self) -> list[str]:
        """Describe why a report has other leaves than are printed; nothing if it has the same.

        They are those of the last search alone, or they have their own numbers, such as 5 for a
        printed −5.
        """
        notes: list[str] = []
        if self.causes.of_last_search:
            notes.append(_LAST_SEARCH_ALONE)
        if self.sign_convention is not None:
            words = self.sign_convention.words
            notes.append(as_sentence(f"{words}; below they have their own numbers"))
        return notes


class MistakeFinder:
    """Finds what explains a program's wrong answers.

    Its methods are given the *verdict* on the program, which says what is wrong with it in the
    first place (:data:`Verdict`), such as its values or its leaves.
    """

    def __init__(self, answered: AnsweredTrees, base: Rules) -> None:
        """Store a program's answers, and the rules that it is measured by at first."""
        self._answered = answered
        self._tried = answered.tried
        self._base = base
        self._sign_convention = find_sign_convention(answered.tried)

    def diagnose(self, *, claimed: bool) -> Diagnosis:
        """Find out how far the program's answers are right, and what explains those that are wrong.

        Args:
            claimed: Whether the program claims the rules that it is measured by.
        """
        judgement = _judge_answers(self._tried, self._base, claimed=claimed)
        followed = judgement.followed
        causes = self._find_causes(judgement.verdict, followed.rules)
        findings = self._describe_findings(judgement.verdict, followed, causes)
        # The likeliest mistake is found by the program's text, which is compared with listings in
        # Python. A text in another language says nothing.
        can_find_likeliest = is_python(self._answered.text)
        return Diagnosis(
            judgement.verdict,
            followed,
            causes,
            findings,
            has_equal_causes=not can_find_likeliest,
            sign_convention=self._sign_convention,
        )

    def _find_causes(self, verdict: Verdict, rules: Rules) -> Causes:
        """Find the mistakes of the listings that explain every answer, and their rules.

        If there are none, because the program searches as a convention does or no mistake explains
        its answers, they are returned empty, with the given rules.
        """
        no_causes = Causes(mistakes=(), rules=rules)
        if verdict in _VERDICTS_WITHOUT_A_MISTAKE:
            return no_causes
        causes = find_causes(self._answered, by_move=verdict == "wrong moves")
        return no_causes if causes is None else causes

    def _describe_findings(
        self, verdict: Verdict, followed: FollowedSearch, causes: Causes
    ) -> list[str]:
        """Describe in sentences what the verdict says is wrong: values, moves, or leaves.

        Nothing is said if none of these is wrong, and less if mistakes explain every answer.

        Args:
            verdict: How far the program's answers are right.
            followed: The search that its leaves follow, with a remark on it, if there is one.
            causes: The mistakes that explain every answer; there may be none.
        """
        if verdict == "wrong values":
            return self._explain_wrong_values(causes)
        if verdict == "wrong moves":
            return self._explain_wrong_moves()
        if verdict == "other leaves" and followed.remark and not causes.mistakes:
            return [as_sentence(followed.remark)]
        if verdict == "other leaves":
            return self._describe_nearest_search(causes)
        return []

    def _explain_wrong_values(self, causes: Causes) -> list[str]:
        """Explain wrong root values in sentences: whose values they are, or where they occur.

        - If they are all those of a changed tree, with MIN moving first for example, that is told,
          and the leaves are compared with those of that tree.
        - Else, if they are those of a search that is too shallow, that is told, unless a mistake of
          the listings explains every answer.
        - Else it is told on which trees they are wrong, and what the leaves are like.
        """
        is_explained = len(causes.mistakes) > 0
        change = find_explaining_change(self._answered)
        if change is not None:
            return [
                f"All its values are those of {change.words}.",
                *self._describe_leaves_of_changed_tree(change),
            ]
        if not is_explained:
            shallow = find_shallow_search(self._answered)
            if shallow is not None:
                return _describe_shallow_search(shallow)
        return [
            *self._describe_wrong_values(is_explained=is_explained),
            *self._describe_nearest_search(causes),
        ]

    def _explain_wrong_moves(self) -> list[str]:
        """Explain all moves of the program by one habit, in one sentence; none if neither fits.

        For example the search of the root's moves returns 3, 5, 5 and 2, so that the second is the
        right one:

        ==============  ===============================================================
        it plays        its habit
        ==============  ===============================================================
        the third       the last of the moves that returned the root's value
        the fourth      the last move of all
        ==============  ===============================================================
        """
        # Not empty, since a move is wrong; of no moves at all the first habit would seem true.
        trees_with_move = [tried for tried in self._tried if tried.answer.move is not None]
        if _plays_last_tied_moves(trees_with_move):
            return [_PLAYS_LAST_TIED]
        plays_last_of_all = all(last_move(tried) for tried in trees_with_move)
        if plays_last_of_all:
            return ["It plays the last move, whatever that is worth."]
        return []

    def _describe_leaves_of_changed_tree(self, change: TreeChange) -> list[str]:
        """Describe in a sentence the search of a changed tree whose leaves the program reads.

        Returns:
            A list of one sentence; empty if the program prints no leaves.
        """
        if all(answer.leaves is None for _, answer in self._tried):
            return []
        rules = find_search_of_changed_tree(self._answered, change)
        if rules is None:
            return [_LEAVES_OF_NO_SEARCH]
        return [f"Its leaves are those of that tree, too: {format_conventions(rules)}."]

    def _describe_wrong_values(self, *, is_explained: bool) -> list[str]:
        """Describe where values are wrong, and which mistakes explain the values alone."""
        sentences: list[str] = []
        if self._is_wrong_only_where_subtrees_repeat():
            sentences.append(_REPEATED_SUBTREES)
        if not is_explained:
            sentences += self._describe_mistakes_explaining_values()
        return sentences

    def _describe_mistakes_explaining_values(self) -> list[str]:
        """Describe in a sentence the mistakes that explain all values; none if no mistake does."""
        mistakes_in_words = describe_value_causes(self._answered)
        if not mistakes_in_words:
            return []
        causes = "; or ".join(mistakes_in_words)
        return [f"All its values, but not all its leaves, would come of this: {causes}."]

    def _is_wrong_only_where_subtrees_repeat(self) -> bool:
        """Tell whether the program's values are right on all trees without repeated subtrees.

        Then something that it keeps of one position may be wrong for another, such as an entry of a
        table that is only a bound. There must be at least ten trees in which no subtree occurs
        twice: fewer would show nothing. That some value is wrong is known to the caller.
        """
        trees_without_repetition = [
            tried
            for nested, tried in self._answered.pair_nested_with_tried()
            if not repeats_a_subtree(nested)
        ]
        are_enough = len(trees_without_repetition) >= _FEW
        return are_enough and has_right_values(trees_without_repetition, self._base)

    def _describe_nearest_search(self, causes: Causes) -> list[str]:
        """Describe in sentences the search whose leaves are most like the program's.

        The first that holds is told; here of a search that reads 3, 12, 2:

        ========================================  =============================================
        the program                               what is told
        ========================================  =============================================
        is explained in its last search           nothing: the leaves before it are no mistake
        prints no leaves                          nothing
        reads 3, 3, 12, 2: some leaves again      “It reads the leaves that alpha-beta … reads”
        reads 3, 12, 4: others                    “Its leaves are right on 12 of 140 trees, …”
        ========================================  =============================================

        Args:
            causes: The mistakes that explain every answer, or the last search; there may be none.
        """
        if causes.of_last_search:
            return []
        leaves_by_tree = self._collect_restored_leaves()
        if not leaves_by_tree:
            return []
        searches = self._list_searches_to_compare()
        read_again = [rules for rules in searches if reads_only_again(leaves_by_tree, rules)]
        if read_again:
            known = f"the leaves that {format_conventions(read_again[0])} reads, in the same order"
            return [f"It reads {known}, but some of them again, which no search explains."]
        return [
            _describe_search_right_on_most_trees(leaves_by_tree, searches),
            *_describe_foreign_numbers(leaves_by_tree),
        ]

    def _collect_restored_leaves(self) -> LeavesByTree:
        """Collect the trees with the leaves that the program prints, each by its own number.

        A tree is left out where a printed number may stand for different leaves.
        """
        printed_by_tree = leaves_by_tree_of(self._tried)
        if self._sign_convention is None:
            return printed_by_tree
        return restore_leaves_by_tree(self._sign_convention, printed_by_tree)

    def _list_searches_to_compare(self) -> list[Rules]:
        """List the rules of alpha-beta to compare with: the claimed or ordinary ones first."""
        return [
            rules for rules in (self._base, *alternatives(self._base)) if rules.is_classic_alphabeta
        ]


class _Judgement(NamedTuple):
    """How far a program's answers are right, and the search that its leaves follow."""

    verdict: Verdict
    followed: FollowedSearch


def _judge_answers(tried: Sequence[Tried], base: Rules, *, claimed: bool) -> _Judgement:
    """Judge how far a program's answers are right, and find which search its leaves follow.

    The verdict is the first of these that is true:

    - ``no answer``: it fails on some tree.
    - ``wrong values``: some root value is wrong.
    - ``wrong moves``: some move that it plays is not best.
    - what :func:`find_followed_search` says of its leaves.

    Returns:
        The verdict, and the search. Leaves are compared only if all values are right; otherwise the
        search is the base, with the verdict ``other leaves``.
    """
    not_compared = FollowedSearch("other leaves", base)
    if any(answer.failure is not None for _, answer in tried):
        return _Judgement("no answer", not_compared)
    if not has_right_values(tried, base):
        return _Judgement("wrong values", not_compared)

    followed = find_followed_search(tried, base, claimed=claimed)
    if any(map(plays_wrongly, tried)):
        return _Judgement("wrong moves", followed)
    return _Judgement(followed.verdict, followed)


def _describe_moves(tried: Sequence[Tried], verdict: Verdict, rules: Rules) -> list[str]:
    """Describe in one note, or none, the moves that a program plays."""
    if verdict == "wrong moves" and _counts_moves_from_zero(tried):
        return ["It counts moves from 0: every one is best if the first child is move 1."]
    if verdict in RIGHT_VERDICTS:
        return _describe_unproven_moves(tried, rules)
    return []


def _describe_unproven_moves(tried: Sequence[Tried], rules: Rules) -> list[str]:
    """Describe in one note on how many trees a program plays a best move without proof; else none.

    For example, in ``[[3 12] [3 5]]`` MAX may play both moves. But a search with the test ≥ returns
    for the second, after its 3, only that it is worth 3 at most: this does not prove it best.
    """
    count = sum(1 for tried_tree in tried if unproven_move(tried_tree, rules))
    if count == 0:
        return []
    note = (
        f"On {counted(count, 'tree', 'trees')} its move is right but not proven by such a search: "
        "what it returned for that move is only a bound."
    )
    return [note]


def _counts_moves_from_zero(tried: Sequence[Tried]) -> bool:
    """Tell whether every move is best if the program counts the root's moves from 0.

    Then its 0 is move 1. Trees for which it tells no move are not asked about.
    """
    for tree, answer in tried:
        if answer.move is not None and answer.move + 1 not in best_moves(tree):
            return False
    return True


def _describe_search_right_on_most_trees(
    leaves_by_tree: LeavesByTree, searches: Sequence[Rules]
) -> str:
    """Describe in a sentence the search whose leaves a program reads on the most trees.

    Of several the first counts.

    Args:
        leaves_by_tree: The trees, each with the leaves that the program reads.
        searches: The rules of the searches, the claimed or ordinary one first.
    """
    trees_right = [count_trees_with_leaves_of(leaves_by_tree, rules) for rules in searches]
    most_right = max(trees_right)
    if most_right == 0:
        return _LEAVES_OF_NO_CONVENTION
    nearest = searches[trees_right.index(most_right)]
    trees = f"{most_right} of {len(leaves_by_tree)} trees"
    return f"Its leaves are right on {trees}, as {format_conventions(nearest)} reads them."


def _plays_last_tied_moves(trees_with_move: Sequence[Tried]) -> bool:
    """Tell whether on each tree a program plays the last move that returned the root's value.

    A search that is cut off returns another number under fail-hard than under fail-soft, and so it
    may return the root's value for other moves. Which the program uses is not known; but it uses
    the same one on all trees.
    """
    for fail in FAILS:
        if all(plays_last_tied_move(tried, fail) for tried in trees_with_move):
            return True
    return False


def _describe_shallow_search(shallow: ShallowSearch) -> list[str]:
    """Describe in sentences the truncated trees that a program searches.

    In a truncated tree some nodes with children count as leaves, each with an estimate such as 0,
    and what is below them is left out. The first sentence is about the values; the second one, if
    the program prints the leaves that it reads, about those.

    Args:
        shallow: How the trees are truncated, and the search whose leaves the program prints.
    """
    sentence_on_values = f"All its values are those of {shallow.truncation.words}."
    if shallow.prints_other_leaves:
        return [sentence_on_values, _LEAVES_OF_NO_SEARCH]
    if shallow.rules is None:  # it prints no leaves
        return [sentence_on_values]
    rules = format_conventions(shallow.rules)
    but_no_estimates = "" if shallow.prints_estimates else ", and it tells no such node"
    sentence_on_leaves = f"Its leaves are those of that tree, too: {rules}{but_no_estimates}."
    return [sentence_on_values, sentence_on_leaves]


def _describe_foreign_numbers(leaves_by_tree: LeavesByTree) -> list[str]:
    """Describe in a sentence on how many trees a program prints a number that no leaf has."""
    count = sum(1 for tree, leaves in leaves_by_tree if prints_number_of_no_leaf(tree, leaves))
    if count == 0:
        return []
    trees = f"{count:,} of {len(leaves_by_tree):,} trees"
    return [f"Among the leaves that it tells are numbers that no leaf has, on {trees}."]
