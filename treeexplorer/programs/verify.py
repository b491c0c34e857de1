"""Tries a person's own alpha-beta on many trees: what is right first, then the mistake.

A program is judged in steps: whether it answers, whether its values are right, whether the moves
it plays are, which search its leaves follow. What is wrong is told step by step, with what is
right of it: which change of the tree explains all values, which search the leaves follow then. A
mistake of the listings is named where it answers every tree as the program does. The smallest tree
found on which it goes wrong is shown.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from treeexplorer.engine import Rules
from treeexplorer.explain.rules_in_words import format_conventions
from treeexplorer.notation import Exercise, write
from treeexplorer.numbers import convert_number_to_json, convert_numbers_to_json, counted
from treeexplorer.programs.answers import (
    SHORTCOMINGS,
    AnsweredTrees,
    Program,
    ProgramAnswer,
    Tried,
    answer_of_function,
    best_moves,
    expected,
    read_value_last,
    replace_huge_value_by_infinity,
    shortcomings,
    within_reason,
)
from treeexplorer.programs.binary_trees import describe_binary_trees
from treeexplorer.programs.causes import (
    Causes,
    describe_value_causes,
    find_causes,
    is_python,
    last_search_of,
)
from treeexplorer.programs.differences import (
    describe_leaves_printed_otherwise,
    difference,
    difference_in_any_order,
)
from treeexplorer.programs.followed_search import (
    FollowedSearch,
    count_trees_with_leaves_of,
    reads_only_again,
)
from treeexplorer.programs.last_search import goes_through_once, is_explained_at_last
from treeexplorer.programs.leaves import (
    find_followed_search,
    has_right_values,
    leaves_by_tree_of,
)
from treeexplorer.programs.mistakes import Mistake
from treeexplorer.programs.mistakes import program as mistaken_program
from treeexplorer.programs.moves import (
    last_move,
    plays_last_tied_move,
    plays_wrongly,
    unproven_move,
)
from treeexplorer.programs.readings import (
    LeavesByTree,
    repeats_a_subtree,
    trees_with_distinct_leaves,
)
from treeexplorer.programs.shortened import ShallowSearch, find_shallow_search
from treeexplorer.programs.telling import (
    LeafConversion,
    find_sign_convention,
    prints_number_of_no_leaf,
    restore_leaves,
    restore_leaves_by_tree,
)
from treeexplorer.programs.trials import (
    Nested,
    instructive_trees,
    size_of,
    smallest,
    tells_leaves_apart,
    to_nested,
)
from treeexplorer.programs.values import (
    TreeChange,
    find_explaining_change,
    find_search_of_changed_tree,
)
from treeexplorer.rules import FAILS, alternatives
from treeexplorer.text import as_sentence
from treeexplorer.tree import GameTree, from_nested

_MOST_FAILURES: Final = 3
_SHRINKING_SECONDS: Final = 30.0
_FEW: Final = 10  # trees: fewer show nothing
_TAKEN_AS_INFINITY: Final = "Root values of 100,000,000 and more were taken as infinity."
_VALUE_IS_LAST: Final = "The root's value is the last number that it prints; it belongs first."
_PLAYS_LAST_TIED: Final = (
    "It plays the last of the moves that return the root's value, as with ≥ in place of >: what "
    "such a move returns may be only a bound."
)
_REPEATED_SUBTREES: Final = (
    "Its values are wrong only where a subtree occurs again: something is kept from one position "
    "to the next, such as a table whose entries are only bounds."
)
_ANSWERS_CHANGE: Final = (
    "Asked again, it answers a tree differently: is something kept from one tree to the next, such "
    "as α, β or a table, or is it left to chance?"
)
_LAST_SEARCH_ALONE: Final = (
    "It searches each tree several times, as in iterative deepening; its leaves are here those of "
    "the last search alone."
)
_LEAVES_OF_NO_SEARCH: Final = "Its leaves are those of no search of that tree that is known here."
_LEAVES_OF_NO_CONVENTION: Final = (
    "On no tree are its leaves those that a convention known here reads."
)

_Listing: TypeAlias = Callable[[Nested], object]
"""A listing as a function of a tree."""
Verdict: TypeAlias = Literal[
    "right",
    "no leaves",
    "fewer leaves",
    "leaves again",
    "leaves not judged",
    "own order",
    "another convention",
    "plain minimax",
    "leaves told otherwise",
    "other leaves",
    "wrong moves",
    "wrong values",
    "no answer",
]
"""How far a program is right; the first six are right."""
RIGHT_VERDICTS: Final = frozenset(
    {"right", "no leaves", "fewer leaves", "leaves again", "leaves not judged", "own order"}
)
_VERDICTS_WITHOUT_A_MISTAKE: Final = RIGHT_VERDICTS | {
    "another convention",
    "leaves told otherwise",
}
"""The verdicts on programs that search as a convention does."""
_HEADLINES: Final[Mapping[Verdict, str]] = {
    "right": "Right on all {trees}, leaf by leaf: {rules}.",
    "no leaves": "Right on all {trees}, as far as the root's value goes: it told no leaves.",
    "fewer leaves": "Right on all {trees}: {rules}; {particular}.",
    "leaves again": "Right on all {trees}: {rules}; {particular}.",
    "leaves not judged": "Right on all {trees}, as far as the root's value goes: {particular}.",
    "own order": "Right on all {trees}: {rules}; {particular}.",
    "another convention": "Right on all {trees}, leaf by leaf, under another convention: {rules}; "
    "it claims: {claims}.",
    "plain minimax": "All values are right on {trees}, but it is plain minimax: it never prunes. "
    "If it is meant to be minimax, claim that: --algorithm minimax.",
    "leaves told otherwise": "All values are right on {trees}; {particular}.",
    "other leaves": "All values are right on {trees}; its leaves are not those of {claims}, nor of "
    "another search known here: {short}.",
    "wrong moves": "All values are right on {trees}; it plays a move that is not best on {moves}.",
    "wrong values": "It answers all {trees}; {right} values are right, {wrong} wrong.",
    "no answer": "It answers {answered} of {trees}, {right} with the right value.",
}


@dataclass(frozen=True)
class Verification:
    """The result of trying a program on many trees.

    Attributes:
        tried: The trees on which it was run with its answers, before one was made smaller.
        layer: The verdict: how far it is right.
        rules: The search and convention that its leaves follow, as far as they follow one.
        claimed: The convention it claims, if it claims one.
        counts: On how many trees its answers have each of :data:`SHORTCOMINGS`, by ``rules``.
        wrong: The smallest tree on which it goes wrong; ``None`` if there is none.
        wrong_in_any_order: Whether ``wrong`` is a tree on which its last search is alpha-beta in no
            order of the children.
        mistakes: At most three classic mistakes with which alpha-beta answers every tree just as it
            does, the likeliest first.
        equals: Whether nothing tells which of the mistakes is the likeliest.
        findings: What its values and its leaves are where they are not right, in sentences.
        particular: What is particular about its leaves, such as how many fewer it reads.
        notes: What else there is to know, in sentences.
    """

    tried: tuple[Tried, ...]
    layer: Verdict
    rules: Rules
    claimed: Rules | None = None
    counts: Mapping[str, int] = field(default_factory=dict)
    wrong: Tried | None = None
    wrong_in_any_order: bool = False
    mistakes: tuple[Mistake, ...] = ()
    equals: bool = False
    findings: tuple[str, ...] = ()
    particular: str = ""
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Verification: {self.headline}>"

    @property
    def right(self) -> bool:
        """Whether the program has no mistake."""
        return self.layer in RIGHT_VERDICTS

    @property
    def _reference(self) -> Rules:
        """The rules that decide which answers are right: the claimed ones, if any are claimed."""
        return self.rules if self.claimed is None else self.claimed

    @property
    def headline(self) -> str:
        """One line that says what is right and what is not.

        There is a text with gaps for each verdict, such as ``Right on all {trees}, leaf by leaf:
        {rules}.``; the gaps are filled in here.
        """
        # No tree is counted twice: a program that gives no answer gives no wrong value either.
        trees_answered = len(self.tried) - self._count_trees_with("no answer")
        wrong_values = self._count_trees_with("a wrong root value")

        text_with_gaps = _HEADLINES[self.layer]
        # Each text has some of these gaps; `format` ignores the others.
        return text_with_gaps.format(
            trees=self._format_tree_counts(),
            rules=self._describe_rules(),
            claims=format_conventions(self._reference),
            short=self._format_shortcomings(),
            particular=self.particular,
            moves=self._count_trees_with("a wrong move"),
            answered=trees_answered,
            right=trees_answered - wrong_values,
            wrong=wrong_values,
        )

    def _count_trees_with(self, shortcoming: str) -> int:
        """Count the trees on which an answer has one of :data:`SHORTCOMINGS`."""
        return self.counts.get(shortcoming, 0)

    def _describe_rules(self) -> str:
        """Describe the convention that the leaves follow, with what is particular about them."""
        conventions = format_conventions(self.rules)
        if self.layer == "another convention" and self.particular:
            return f"{conventions}, where {self.particular}"
        return conventions

    def _format_tree_counts(self) -> str:
        """Format the number of trees and their size: ``140 trees (up to 6 children, 7 plies)``."""
        # `parent` has an entry for each node, so that a node with three children is in it three
        # times. The root's own entry, for no parent, counts once, and is never the most.
        children = max(max(Counter(tree.parent).values()) for tree, _ in self.tried)
        plies = max(tree.depth for tree, _ in self.tried)
        return f"{len(self.tried)} trees (up to {children} children, {plies} plies)"

    def _format_shortcomings(self) -> str:
        """Format each shortcoming with its number of trees: ``too many leaves on 12, …``."""
        shown = [f"{name} on {self.counts[name]}" for name in SHORTCOMINGS if name in self.counts]
        return ", ".join(shown)

    def text(self) -> str:
        """Return the result in sentences, and the smallest tree on which the program is wrong.

        They come in this order: the headline, notes, what is known of the wrong answers, the
        mistakes that explain them, and the tree.
        """
        lines = [self.headline, *self.notes, *self.findings]
        # Several mistakes, of which none is the likeliest, are told in a line each. Else the
        # likeliest is shown in its listing.
        if len(self.mistakes) > 1 and self.equals:
            lines += self._describe_equal_mistakes()
        elif self.mistakes:
            lines += self._describe_likeliest_mistake()
        if self.wrong is not None:
            # A tree of several lines is indented as a whole.
            drawn = write(Exercise(self.wrong.tree)).strip().replace("\n", "\n  ")
            lines.append(f"\nThe smallest tree found on which it differs:\n\n  {drawn}\n")
            lines.append(self._explain_difference(self.wrong))
        return "\n".join(lines)

    def _explain_difference(self, wrong: Tried) -> str:
        """Explain in sentences how the program's answer on a tree differs from the right one."""
        if self.wrong_in_any_order:
            return difference_in_any_order(wrong, self._reference)
        if self.layer == "leaves told otherwise":
            return describe_leaves_printed_otherwise(wrong, self._reference)
        return difference(wrong, self._reference)

    def _describe_likeliest_mistake(self) -> list[str]:
        """Describe the likeliest mistake, with its listing, and then the others, in lines.

        A listing is a short Python program with alpha-beta. It is printed with each wrong line
        below the right one, as a comment behind “not”::

            > if alpha >= beta: break
              # not: if beta >= alpha: break
        """
        likeliest = self.mistakes[0]
        blank_line = ""
        lines = [
            blank_line,
            f"It does exactly what {likeliest.listing} does when {likeliest.words}.",
            "In that form it comes of what stands after “not”:",
            blank_line,
            *likeliest.text(self.rules),
        ]
        other_mistakes = self.mistakes[1:]
        if other_mistakes:
            lines += [blank_line, "The same would come of:"]
            lines += [_describe_other_mistake(mistake, likeliest) for mistake in other_mistakes]
        return lines

    def _describe_equal_mistakes(self) -> list[str]:
        """Describe mistakes of which none is the likeliest: an introduction, and one line for each.

        The second line may be::

            - negamax, when v starts at 0, seen from either player: `v = 0` for `v = -INF`
        """
        lines = ["\nIt does exactly what would come of each of these; its text has to tell which:"]
        for mistake in self.mistakes:
            code = _format_wrong_and_right_code(mistake)
            lines.append(f"- {mistake.listing}, when {mistake.words}: {code}")
        return lines

    def to_dict(self) -> dict[str, Any]:
        """Return the result as the JSON object that ``verify --json`` prints.

        ``layer`` is the verdict: how far the program is right (:data:`Verdict`). ``smallest`` is
        the smallest tree found on which it is wrong, with both answers; ``None`` if it is right.
        """
        return {
            "right": self.right,
            "layer": self.layer,
            "headline": self.headline,
            "findings": list(self.findings),
            "mistakes": [_mistake_to_dict(mistake) for mistake in self.mistakes],
            "smallest": None if self.wrong is None else self._wrong_tree_to_dict(self.wrong),
            "notes": list(self.notes),
        }

    def _wrong_tree_to_dict(self, wrong: Tried) -> dict[str, Any]:
        """Convert a tree on which the program goes wrong to JSON, with both answers.

        ``{"tree": [[3, 12], [2, 4]], "value": 2, …, "right_value": 3, …}``; moves are numbers of
        the root's children, from 1, as texts.
        """
        tree, answer = wrong
        right = expected(tree, self._reference)
        return {
            "tree": to_nested(tree),
            "value": convert_number_to_json(answer.value),
            "leaves": convert_numbers_to_json(answer.told_leaves),
            "move": None if answer.move is None else str(answer.move),
            "failure": answer.failure,
            "right_value": convert_number_to_json(right.value),
            "right_leaves": convert_numbers_to_json(right.told_leaves),
            "right_moves": [str(move) for move in sorted(best_moves(tree))],
        }


def _mistake_to_dict(mistake: Mistake) -> dict[str, Any]:
    """Convert a mistake to JSON: where it is, what stands there, and what should stand there.

    ``number`` is the number of the first wrong line, from 1: ``{"listing": "negamax", "number": 11,
    "instead": "return -v", …}``.
    """
    return {
        "listing": mistake.listing,
        "number": mistake.number,
        "instead": mistake.instead,
        "name": mistake.name,
        "words": mistake.words,
        "right": mistake.right,
    }


def _describe_other_mistake(mistake: Mistake, likeliest: Mistake) -> str:
    """Describe a mistake in one line, with its words unless the likeliest one has the same.

    The line may be::

        - negamax, when v starts at 0, seen from either player: `v = 0` for `v = -INF`
    """
    has_same_words = mistake.words == likeliest.words
    when = "" if has_same_words else f", when {mistake.words}"
    return f"- {mistake.listing}{when}: {_format_wrong_and_right_code(mistake)}"


def _format_wrong_and_right_code(mistake: Mistake) -> str:
    """Format the code of a mistake: ```if beta > alpha``` for ```if alpha > beta```."""
    return f"`{_join_code_lines(mistake.instead)}` for `{_join_code_lines(mistake.right)}`"


def _join_code_lines(code: str) -> str:
    """Join several lines of code to one line, separated by semicolons."""
    return "; ".join(line.strip() for line in code.splitlines())


# -- trying a program --------------------------------------------------------------------------


def verify_program(
    program: Program,
    *,
    rules: Rules | None = None,
    claimed: bool = False,
    trees: Iterable[GameTree] = (),
    text: str = "",
) -> Verification:
    """Try a program on many trees, and return what is right of its answers and what is wrong.

    Args:
        program: The program: it takes a tree and returns its answer.
        rules: The convention that it claims. If it claims none, only who moves at each ply; the
            ordinary rules if ``None``.
        claimed: Whether it claims the convention; else any convention is right.
        trees: The trees to try after those that tell mistakes apart.
        text: The program's own, if it is known; it says which listing is the nearest.
    """
    base = Rules() if rules is None else rules
    claim = base if claimed else None

    # 1. Ask the program about all trees.
    all_trees = chain(instructive_trees(base.levels), trees)
    answers = _collect_answers(program, all_trees, base)

    # 2. Find which search it makes, and which mistakes explain wrong answers.
    answered = AnsweredTrees(answers.tried, base.levels, text)
    diagnosis = _MistakeFinder(answered, base).diagnose(claimed=claimed)

    # 3. Compare its answers with those of the search that it claims, or else of the one it makes.
    reference = diagnosis.rules if claim is None else claim
    comparable_answers = diagnosis.make_comparable(answers)
    failing = _group_trees_by_shortcoming(comparable_answers.tried, reference)
    verification = diagnosis.build_verification(answers, claim, failing)
    if verification.right:
        return verification

    # 4. Something is wrong: add what helps to find it.
    verification = _add_findings_on_binary_trees(verification, answers, answered, base)
    return _add_smallest_wrong_tree(
        verification, comparable_answers, failing, reference, diagnosis.causes
    )


def _add_findings_on_binary_trees(
    verification: Verification, answers: _Answers, answered: AnsweredTrees, base: Rules
) -> Verification:
    """Add what a program answers on complete binary trees, if nothing else explains its values.

    Programs that take the leaves as an array are right on such trees alone.

    Args:
        verification: The result so far.
        answers: The program, which can be asked about these trees.
        answered: The trees of the result with the answers.
        base: The rules that the program claims, or the ordinary ones.
    """
    has_wrong_values = verification.layer in {"no answer", "wrong values"}
    if not has_wrong_values or verification.mistakes:
        return verification
    is_claimed = verification.claimed is not None
    on_binary_trees = describe_binary_trees(answers.ask, answered, base, claimed=is_claimed)
    return replace(verification, findings=(*verification.findings, *on_binary_trees))


def _add_smallest_wrong_tree(
    verification: Verification,
    answers: _Answers,
    failing: Mapping[str, Sequence[Tried]],
    reference: Rules,
    causes: Causes,
) -> Verification:
    """Add to a result the smallest tree found on which the program goes wrong.

    This takes the longest of all, since the program is asked about smaller and smaller trees.

    Args:
        verification: The result, with wrong answers.
        answers: The program's answers, and a way to ask it again.
        failing: By shortcoming, such as ``a wrong root value``: the trees whose answers have it.
        reference: The rules that decide which answers are right.
        causes: The mistakes that explain every answer; there may be none.
    """
    # If the leaves are those of no search, the best tree to show is one whose leaves no order of
    # the children explains.
    are_leaves_unexplained = verification.layer == "other leaves" and not causes.mistakes
    if are_leaves_unexplained:
        unexplained = _find_smallest_unexplained_tree(answers, reference)
        if unexplained is not None:
            return replace(verification, wrong=unexplained, wrong_in_any_order=True)

    wrong, notes = _find_smallest_wrong_tree(answers, failing, reference, causes)
    return replace(verification, wrong=wrong, notes=(*verification.notes, *notes))


class _Answers(NamedTuple):
    """A program's answers to all trees, as they are meant.

    Attributes:
        tried: The trees with the answers.
        program: The program, which can be asked about another tree.
        value_is_last: Whether the last number that it prints is the root's value, and not the
            first.
        notes: How its answers are read, in sentences.
    """

    tried: list[Tried]
    program: Program
    value_is_last: bool
    notes: list[str]

    def ask(self, tree: GameTree) -> ProgramAnswer:
        """Return the program's answer to one more tree, read as the others are."""
        answer = replace_huge_value_by_infinity(within_reason(self.program(tree), tree), tree)
        return read_value_last(answer) if self.value_is_last else answer

    def restore_leaves(self, conversion: LeafConversion) -> _Answers:
        """Convert the numbers that are printed for leaves back to the leaves' own numbers.

        An answer in which a number may stand for different leaves is left without leaves.
        """

        def restore_leaves_of_answer(tried: Tried) -> ProgramAnswer:
            """Convert the numbers in one answer."""
            tree, answer = tried
            if answer.leaves is None:
                return answer
            return replace(answer, leaves=restore_leaves(conversion, tree, answer.leaves))

        return self._change_each(restore_leaves_of_answer)

    def keep_last_search(self, listing: _Listing) -> _Answers:
        """Keep of each answer only the leaves of the last search, which searches as a listing."""

        def remove_earlier_searches(tried: Tried) -> ProgramAnswer:
            """Remove the leaves of the searches before the last from one answer."""
            return last_search_of(tried, answer_of_function(listing, to_nested(tried.tree)))

        return self._change_each(remove_earlier_searches)

    def _change_each(self, change: Callable[[Tried], ProgramAnswer]) -> _Answers:
        """Change each answer, and each answer to a tree that is asked about later."""
        return _Answers(
            tried=[Tried(tried.tree, change(tried)) for tried in self.tried],
            program=lambda tree: change(Tried(tree, self.ask(tree))),
            value_is_last=False,
            notes=self.notes,
        )

    def are_repeated(self, failing: Sequence[Tried]) -> bool:
        """Ask the program again about a few trees, and tell whether its answers are the same."""
        # Three trees of all and three that went wrong: not more, since the program may be slow.
        sample = [*self.tried[:_MOST_FAILURES], *failing[:_MOST_FAILURES]]
        # A tree on which it failed is not asked again, since the failure may take its time.
        answered = [tried for tried in sample if tried.answer.failure is None]
        new_answers = [self.ask(tried.tree) for tried in answered]
        for tried, new_answer in zip(answered, new_answers, strict=True):
            # A failure now proves nothing.
            if new_answer.failure is None and new_answer != tried.answer:
                return False
        return True


def _collect_answers(program: Program, trees: Iterable[GameTree], base: Rules) -> _Answers:
    """Ask a program about trees, and collect its answers as they are meant.

    - A root value of 10⁸ or more means infinity.
    - A program may print the root's value last and not first. The last number is taken for it if
      that makes the values right on all trees, and the first number does not.

    Args:
        program: The program.
        trees: The trees. After three failures the program is asked about no more of them.
        base: The rules; they say who moves.
    """
    answer_of_tree = _ask_about_each_tree(program, trees)
    printed = [Tried(tree, answer) for tree, answer in answer_of_tree.items()]
    value_first = [
        Tried(tree, replace_huge_value_by_infinity(answer, tree)) for tree, answer in printed
    ]
    value_last = [Tried(tree, read_value_last(answer)) for tree, answer in value_first]

    notes: list[str] = []
    for as_printed, as_meant in zip(printed, value_first, strict=True):
        is_taken_as_infinity = as_meant.answer.value != as_printed.answer.value
        if is_taken_as_infinity:
            notes.append(_TAKEN_AS_INFINITY)
            break

    value_is_last = not has_right_values(value_first, base) and has_right_values(value_last, base)
    if value_is_last:
        return _Answers(value_last, program, value_is_last=True, notes=[*notes, _VALUE_IS_LAST])
    return _Answers(value_first, program, value_is_last=False, notes=notes)


def _ask_about_each_tree(
    program: Program, trees: Iterable[GameTree]
) -> dict[GameTree, ProgramAnswer]:
    """Ask a program about each tree, and collect its answer by tree; stop after three failures.

    Of equal trees only the first is asked about. The answers are in the order of the trees.
    """
    answer_of_tree: dict[GameTree, ProgramAnswer] = {}
    failure_count = 0
    for tree in trees:
        if tree in answer_of_tree:
            continue
        answer = within_reason(program(tree), tree)
        answer_of_tree[tree] = answer
        if answer.failure is not None:
            failure_count += 1
        # Three show that it fails, and each failure may take seconds.
        if failure_count == _MOST_FAILURES:
            break
    return answer_of_tree


def _classify_answers(
    tried: Sequence[Tried], base: Rules, *, claimed: bool
) -> tuple[Verdict, FollowedSearch]:
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
        return "no answer", not_compared
    if not has_right_values(tried, base):
        return "wrong values", not_compared

    followed = find_followed_search(tried, base, claimed=claimed)
    if any(plays_wrongly(tried_tree) for tried_tree in tried):
        return "wrong moves", followed
    return followed.verdict, followed


def _group_trees_by_shortcoming(tried: Sequence[Tried], reference: Rules) -> dict[str, list[Tried]]:
    """Group the trees with wrong answers by what is wrong with the answer.

    ``{"a wrong root value": […], "too few leaves": […]}``; a shortcoming that no answer has is not
    there.
    """
    failing: dict[str, list[Tried]] = {}
    for tried_tree in tried:
        tree, answer = tried_tree
        # A tree stands under each shortcoming that its answer has.
        for name in shortcomings(answer, expected(tree, reference), best_moves(tree)):
            failing.setdefault(name, []).append(tried_tree)
    return failing


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


class _Diagnosis(NamedTuple):
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

    def make_comparable(self, answers: _Answers) -> _Answers:
        """Convert answers to what a right program answers, as far as the difference is no mistake.

        Leaves get their own numbers (−5 becomes 5 where the program prints it so), and if only the
        last of several searches of a tree is explained, only its leaves are kept.
        """
        if self.sign_convention is not None:
            answers = answers.restore_leaves(self.sign_convention)
        if self.causes.of_last_search:
            answers = answers.keep_last_search(_compile_likeliest_mistake(self.causes))
        return answers

    def build_verification(
        self, answers: _Answers, claim: Rules | None, failing: Mapping[str, Sequence[Tried]]
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

        - The leaves are right, or none are told: there may be a remark on the search.
        - They are right with a difference: the headline says all.
        - Something is wrong: the report may show other leaves than are printed, those of the last
          search alone, or 5 for a printed −5.
        """
        if self.verdict in {"right", "no leaves"}:
            remark = self.followed.remark
            return [as_sentence(remark)] if remark else []
        if self.verdict in RIGHT_VERDICTS:
            return []

        notes: list[str] = []
        if self.causes.of_last_search:
            notes.append(_LAST_SEARCH_ALONE)
        if self.sign_convention is not None:
            words = self.sign_convention.words
            notes.append(as_sentence(f"{words}; below they have their own numbers"))
        return notes


class _MistakeFinder:
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

    def diagnose(self, *, claimed: bool) -> _Diagnosis:
        """Find out how far the program's answers are right, and what explains those that are wrong.

        Args:
            claimed: Whether the program claims the rules that it is measured by.
        """
        verdict, followed = _classify_answers(self._tried, self._base, claimed=claimed)
        causes = self._find_causes(verdict, followed.rules)
        findings = self._describe_findings(verdict, followed, causes)
        # The likeliest mistake is found by the program's text, which is compared with listings in
        # Python. A text in another language says nothing.
        can_find_likeliest = is_python(self._answered.text)
        return _Diagnosis(
            verdict,
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
        """Explain all moves of the program by one habit, in one sentence; none if neither does.

        There are two habits:

        - It plays the last of the moves whose search returned the root's value, where the first
          would be right.
        - It plays the last move of all.
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

        That is a search of which it reads the same leaves in the same order, some of them again;
        or else the one whose leaves it reads on the most trees. Nothing is said if the program
        prints no leaves, or if its last search is explained: the leaves before it say nothing.

        Args:
            causes: The mistakes that explain every answer, or the last search; there may be none.
        """
        leaves_by_tree = self._collect_restored_leaves()
        if not leaves_by_tree or causes.of_last_search:
            return []

        searches = self._list_searches_to_compare()
        for rules in searches:
            if reads_only_again(leaves_by_tree, rules):
                known = f"the leaves that {format_conventions(rules)} reads, in the same order"
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
        plays_them_always = all(plays_last_tied_move(tried, fail) for tried in trees_with_move)
        if plays_them_always:
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


def _find_smallest_wrong_tree(
    answers: _Answers, failing: Mapping[str, Sequence[Tried]], reference: Rules, causes: Causes
) -> tuple[Tried, list[str]]:
    """Find a small tree on which a program goes wrong in the worst way.

    A tree is made smaller by asking the program about smaller ones. If the program does not repeat
    its answers, that is in vain: then the smallest tree that was tried is taken.

    Args:
        answers: The program, which can be asked about any tree.
        failing: By shortcoming, such as ``a wrong root value``: the trees whose answers have it.
        reference: The rules by which an answer is right or wrong.
        causes: The mistakes that explain the program, if any. A listing with the likeliest of them
            is asked before the program, which may be slow.

    Returns:
        The tree with the program's answer, and a list of notes on it: that the program does not
        repeat its answers, or none.
    """
    # They are listed from the worst to the least.
    worst_shortcoming = next(name for name in SHORTCOMINGS if name in failing)
    failing_trees = failing[worst_shortcoming]

    if not answers.are_repeated(failing_trees):
        smallest_tried = min(failing_trees, key=lambda tried: size_of(to_nested(tried.tree)))
        return smallest_tried, [_ANSWERS_CHANGE]

    listing = _compile_likeliest_mistake(causes) if causes.mistakes else None
    shrinker = _TreeShrinker(answers.ask, _Shortcoming(worst_shortcoming, reference), listing)
    return shrinker.find_smallest(failing_trees), []


def _compile_likeliest_mistake(causes: Causes) -> _Listing:
    """Compile the listing with the likeliest mistake, of which there must be one."""
    # Run anew for each tree: what a global variable keeps of one tree must not change the next.
    return mistaken_program(causes.mistakes[0], causes.rules, anew=True)


def _find_smallest_unexplained_tree(answers: _Answers, reference: Rules) -> Tried | None:
    """Find a small tree on which no order of the children explains the last search of a program.

    A program may search a tree several times, or in an order of its own. Then a tree on which its
    leaves differ from those of the reference would show nothing wrong.

    Args:
        answers: The program's answers, and a way to ask it again.
        reference: The test and the return rule of alpha-beta.

    Returns:
        The tree with the program's answer; ``None`` if the program goes through each tree once, if
        each tree is explained by itself, if numbers are printed that no leaf has, or if the program
        does not repeat its answers.
    """
    if not _are_leaves_to_be_explained(leaves_by_tree_of(answers.tried)):
        return None

    shortcoming = _UnexplainedLastSearch(reference)
    best_first = _sort_best_to_show_first(answers.tried)
    unexplained = (tried for tried in best_first if shortcoming.is_in(tried.answer, tried.tree))
    best_tried = next(unexplained, None)
    if best_tried is None or not answers.are_repeated([best_tried]):
        return None

    # Perhaps the program goes wrong on a smaller tree, too.
    shrinker = _TreeShrinker(answers.ask, shortcoming, listing=None)
    return shrinker.find_smallest([best_tried])


def _sort_best_to_show_first(tried: Sequence[Tried]) -> list[Tried]:
    """Sort trees with answers: those whose leaves all differ first, and small ones before large."""

    def find_rank(tried_tree: Tried) -> tuple[bool, tuple[int, ...]]:
        """Return a sort key; ``False`` comes before ``True``."""
        tree = tried_tree.tree
        has_equal_leaves = not tells_leaves_apart(tree)
        return has_equal_leaves, size_of(to_nested(tree))

    return sorted(tried, key=find_rank)


def _are_leaves_to_be_explained(leaves_by_tree: LeavesByTree) -> bool:
    """Tell whether a program prints only leaves, and goes through some tree more than once.

    What it goes through once, from the left or from the right, is compared with the reference. A
    tree counts if its leaves all differ: there a value tells which leaf it is.
    """
    if any(prints_number_of_no_leaf(tree, leaves) for tree, leaves in leaves_by_tree):
        return False
    distinct = trees_with_distinct_leaves(leaves_by_tree)
    return not all(goes_through_once(tree, leaves) for tree, leaves in distinct)


class _UnexplainedLastSearch(NamedTuple):
    """The shortcoming that the last search is alpha-beta in no order of the children."""

    rules: Rules

    def is_in(self, answer: ProgramAnswer, tree: GameTree) -> bool:
        """Tell whether an answer on a tree is wrong in this way."""
        if answer.failure is not None or answer.leaves is None:
            return False
        return not is_explained_at_last(tree, answer.leaves, self.rules)


class _Shortcoming(NamedTuple):
    """One of :data:`SHORTCOMINGS`, with the rules by which answers are right or wrong."""

    name: str
    rules: Rules

    def is_in(self, answer: ProgramAnswer, tree: GameTree) -> bool:
        """Tell whether an answer on a tree is wrong in this way."""
        return self.name in shortcomings(answer, expected(tree, self.rules), best_moves(tree))


class _TreeShrinker:
    """Makes trees smaller on which a program goes wrong, for half a minute at most."""

    def __init__(
        self,
        ask: Program,
        shortcoming: _Shortcoming | _UnexplainedLastSearch,
        listing: _Listing | None,
    ) -> None:
        """Begin to measure the time: after half a minute nothing smaller is looked for.

        A listing is a short Python program with alpha-beta and a mistake in it.

        Args:
            ask: Asks the program about a tree.
            shortcoming: In what its answers have to be wrong.
            listing: A listing that answers as the program does, if one is known: the program, which
                may be slow, is then asked only about trees on which the listing goes wrong.
        """
        self._ask = ask
        self._shortcoming = shortcoming
        self._listing = listing
        self._until = time.monotonic() + _SHRINKING_SECONDS

    def find_smallest(self, failing: Sequence[Tried]) -> Tried:
        """Make trees on which the program fails smaller; return the smallest, with its answer."""
        nested = smallest([to_nested(tree) for tree, _ in failing], self._is_wrong_on)
        tree = self._build_tree(nested)
        return Tried(tree, self._ask(tree))

    def _is_wrong_on(self, nested: Nested) -> bool:
        """Tell whether the program goes wrong on a tree; on none when time is up.

        Then nothing smaller is found, and the search for it ends.
        """
        if time.monotonic() > self._until:
            return False
        tree = self._build_tree(nested)
        if not self._is_listing_wrong_on(nested, tree):
            return False
        return self._shortcoming.is_in(self._ask(tree), tree)

    def _is_listing_wrong_on(self, nested: Nested, tree: GameTree) -> bool:
        """Tell whether the listing goes wrong on a tree, as it may if there is no listing.

        The listing has the mistake that the program seems to have. It is mostly faster than the
        program, which is not asked about a tree on which the listing is right.
        """
        if self._listing is None:
            return True
        answer = replace_huge_value_by_infinity(answer_of_function(self._listing, nested), tree)
        return self._shortcoming.is_in(answer, tree)

    def _build_tree(self, nested: Nested) -> GameTree:
        """Build the tree of nested lists, with the players of the rules."""
        return from_nested(nested, self._shortcoming.rules.levels)
