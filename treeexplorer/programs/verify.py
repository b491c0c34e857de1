"""Tries a person's own alpha-beta on many trees: what is right first, then the mistake.

A program is judged in layers: whether it answers, whether its values are right, whether the moves
it plays are, which search its leaves follow. What is wrong is told layer by layer, with what is
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
from treeexplorer.explain.rules_in_words import conventions_in_words
from treeexplorer.notation import Exercise, write
from treeexplorer.numbers import all_for_json, counted, for_json
from treeexplorer.programs.answers import (
    SHORTCOMINGS,
    AnsweredTrees,
    Program,
    ProgramAnswer,
    Tried,
    answer_of_function,
    best_moves,
    expected,
    from_the_end,
    shortcomings,
    with_infinity,
    within_reason,
)
from treeexplorer.programs.binary_trees import findings_on_binary_trees
from treeexplorer.programs.causes import Causes, causes_of, is_python, last_search_of, value_causes
from treeexplorer.programs.differences import (
    difference,
    difference_in_any_order,
    difference_of_telling,
)
from treeexplorer.programs.last_search import goes_through_once, is_explained_at_last
from treeexplorer.programs.leaves import (
    Following,
    agreeing,
    followed,
    has_right_values,
    leaves_by_tree_of,
    reads_only_again,
)
from treeexplorer.programs.mistakes import Mistake
from treeexplorer.programs.mistakes import program as mistaken_program
from treeexplorer.programs.moves import last_move, last_that_returns, plays_wrongly, unproven_move
from treeexplorer.programs.readings import (
    LeavesByTree,
    repeats_a_subtree,
    trees_with_distinct_leaves,
)
from treeexplorer.programs.shortened import ShallowSearch, shallow_search_of
from treeexplorer.programs.telling import (
    Telling,
    all_in_own_numbers,
    in_own_numbers,
    telling_of,
    tells_other_numbers,
)
from treeexplorer.programs.trials import (
    Nested,
    instructive_trees,
    size_of,
    smallest,
    tells_leaves_apart,
    to_nested,
)
from treeexplorer.programs.values import TreeChange, change_that_explains, search_followed
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
Layer: TypeAlias = Literal[
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
RIGHT_LAYERS: Final = frozenset(
    {"right", "no leaves", "fewer leaves", "leaves again", "leaves not judged", "own order"}
)
_LAYERS_WITHOUT_A_MISTAKE: Final = RIGHT_LAYERS | {"another convention", "leaves told otherwise"}
"""The layers of programs that search as a convention does."""
_HEADLINES: Final[Mapping[Layer, str]] = {
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
        layer: How far it is right.
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
    layer: Layer
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
        return self.layer in RIGHT_LAYERS

    @property
    def _reference(self) -> Rules:
        """The rules that decide which answers are right: the claimed ones, if any are claimed."""
        return self.rules if self.claimed is None else self.claimed

    @property
    def headline(self) -> str:
        """One line that says what is right and what is not.

        There is a text with gaps for each layer (how far the program is right), such as ``Right on
        all {trees}, leaf by leaf: {rules}.``; the gaps are filled in here. A text has only some of
        the gaps.
        """
        # `counts` has the number of trees by shortcoming, and no key for one that no tree has. "No
        # answer" never stands beside another shortcoming, so that no tree is counted twice.
        trees_answered = len(self.tried) - self.counts.get("no answer", 0)
        wrong_values = self.counts.get("a wrong root value", 0)
        # All gaps that any text has; those that this text lacks are ignored.
        return _HEADLINES[self.layer].format(
            trees=self._trees_in_words(),
            rules=self._rules_in_words(),
            claims=conventions_in_words(self._reference),
            short=self._shortcomings_in_words(),
            particular=self.particular,
            moves=self.counts.get("a wrong move", 0),
            answered=trees_answered,
            right=trees_answered - wrong_values,
            wrong=wrong_values,
        )

    def _rules_in_words(self) -> str:
        """Return the convention that the leaves follow, with what is particular about them."""
        conventions = conventions_in_words(self.rules)
        is_another = self.layer == "another convention"
        if is_another and self.particular:
            return f"{conventions}, where {self.particular}"
        return conventions

    def _trees_in_words(self) -> str:
        """Return the number of trees and their size: ``140 trees (up to 6 children, …)``."""
        # `parent` has an entry for each node, so that a node with three children is in it three
        # times. The root's own entry, for no parent, counts once, and is never the most.
        children = max(max(Counter(tree.parent).values()) for tree, _ in self.tried)
        plies = max(tree.depth for tree, _ in self.tried)
        return f"{len(self.tried)} trees (up to {children} children, {plies} plies)"

    def _shortcomings_in_words(self) -> str:
        """Return each shortcoming with its number of trees: ``too many leaves on 12, …``."""
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
            lines += self._equal_causes()
        elif self.mistakes:
            lines += self._likely_causes()
        if self.wrong is not None:
            # A tree of several lines is indented as a whole.
            drawn = write(Exercise(self.wrong.tree)).strip().replace("\n", "\n  ")
            lines.append(f"\nThe smallest tree found on which it differs:\n\n  {drawn}\n")
            lines.append(self._difference(self.wrong))
        return "\n".join(lines)

    def _difference(self, wrong: Tried) -> str:
        """Return in sentences how the program's answer on a tree differs from the right one."""
        if self.wrong_in_any_order:
            return difference_in_any_order(wrong, self._reference)
        if self.layer == "leaves told otherwise":
            return difference_of_telling(wrong, self._reference)
        return difference(wrong, self._reference)

    def _likely_causes(self) -> list[str]:
        """Return lines on the likeliest mistake, with its listing, and on the others.

        A mistake is a wrong line in a listing, which is a short Python program with alpha-beta.

        There must be at least one mistake. The listing has each wrong line below the right one, as
        a comment behind “not”::

            > if alpha >= beta: break
              # not: if beta >= alpha: break
        """
        first, *others = self.mistakes
        blank_line = ""
        lines = [
            blank_line,
            f"It does exactly what {first.listing} does when {first.words}.",
            "In that form it comes of what stands after “not”:",
            blank_line,
            *first.text(self.rules),
        ]
        if not others:
            return lines
        return [
            *lines,
            blank_line,
            "The same would come of:",
            *(_other_cause(mistake, first) for mistake in others),
        ]

    def _equal_causes(self) -> list[str]:
        """Return lines with the mistakes if none is likelier: an introduction, and one for each.

        The second line may be::

            - negamax, when v starts at 0, seen from either player: `v = 0` for `v = -INF`
        """
        return [
            "\nIt does exactly what would come of each of these; its text has to tell which:",
            *(
                f"- {mistake.listing}, when {mistake.words}: {_wrong_for_right(mistake)}"
                for mistake in self.mistakes
            ),
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as the JSON object that ``verify --json`` prints.

        ``layer`` says how far the program is right (:data:`Layer`). ``smallest`` is the smallest
        tree found on which it is wrong, with both answers; ``None`` if it is right.
        """
        return {
            "right": self.right,
            "layer": self.layer,
            "headline": self.headline,
            "findings": list(self.findings),
            "mistakes": [_mistake_json(mistake) for mistake in self.mistakes],
            "smallest": None if self.wrong is None else self._wrong_json(self.wrong),
            "notes": list(self.notes),
        }

    def _wrong_json(self, wrong: Tried) -> dict[str, Any]:
        """Return a tree on which the program goes wrong as a JSON object, with both answers.

        ``{"tree": [[3, 12], [2, 4]], "value": 2, …, "right_value": 3, …}``; moves are numbers of
        the root's children, from 1, as texts.

        Args:
            wrong: The tree with the program's answer.
        """
        tree, answer = wrong
        right = expected(tree, self._reference)
        return {
            "tree": to_nested(tree),
            "value": for_json(answer.value),
            "leaves": all_for_json(answer.told_leaves),
            "move": None if answer.move is None else str(answer.move),
            "failure": answer.failure,
            "right_value": for_json(right.value),
            "right_leaves": all_for_json(right.told_leaves),
            "right_moves": [str(move) for move in sorted(best_moves(tree))],
        }


def _mistake_json(mistake: Mistake) -> dict[str, Any]:
    """Return a mistake as a JSON object: where it is, what stands there, and what should stand.

    A mistake is a wrong line in a listing, which is a short Python program with alpha-beta.
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


def _other_cause(mistake: Mistake, likeliest: Mistake) -> str:
    """Return a line on a mistake, with its words unless they are those of the likeliest.

    A mistake is a wrong line in a listing, a short Python program with alpha-beta. The line may
    be::

        - negamax, when v starts at 0, seen from either player: `v = 0` for `v = -INF`

    Args:
        mistake: The mistake.
        likeliest: The mistake that was told before, with its words.
    """
    has_same_words = mistake.words == likeliest.words
    when = "" if has_same_words else f", when {mistake.words}"
    return f"- {mistake.listing}{when}: {_wrong_for_right(mistake)}"


def _wrong_for_right(mistake: Mistake) -> str:
    """Return wrong and right code in words: ```if beta > alpha``` for ```if alpha > beta```."""
    return f"`{_in_one_line(mistake.instead)}` for `{_in_one_line(mistake.right)}`"


def _in_one_line(code: str) -> str:
    """Return several lines of code in one line, separated by semicolons."""
    return "; ".join(line.strip() for line in code.splitlines())


# -- trying a program --------------------------------------------------------------------------


def verification_of(
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
    # Ask the program about all trees.
    all_trees = chain(instructive_trees(base.levels), trees)
    answers = _answers_as_meant(program, all_trees, base)

    # Find which search it follows, and what explains answers that are wrong.
    answered = AnsweredTrees(answers.tried, base.levels, text)
    diagnosis = _Finder(answered, base).diagnosis(claimed=claimed)

    # Say on which trees it is wrong, by the claim, or without one by the rules that it follows.
    reference = diagnosis.rules if claim is None else claim
    judged = diagnosis.judged(answers)
    failing = _trees_by_shortcoming(judged.tried, reference)
    verification = diagnosis.verification(answers, claim, failing)
    if verification.right:
        return verification

    # Ask about trees that may be the only ones which it is made for.
    if verification.layer in {"no answer", "wrong values"} and not verification.mistakes:
        on_binary_trees = findings_on_binary_trees(answers.ask, answered, base, claimed=claimed)
        findings = (*verification.findings, *on_binary_trees)
        verification = replace(verification, findings=findings)

    # Show a small one of them. This takes the longest: the program is asked about smaller trees.
    return _with_tree_to_show(verification, judged, failing, reference, diagnosis.causes)


def _with_tree_to_show(
    verification: Verification,
    answers: _Answers,
    failing: Mapping[str, Sequence[Tried]],
    reference: Rules,
    causes: Causes,
) -> Verification:
    """Return the result of trying a program with a small tree on which it goes wrong.

    Args:
        verification: The result, which is not right.
        answers: The program's answers, and a way to ask it again.
        failing: The trees with wrong answers, by their shortcoming; at least one.
        reference: The rules by which they are wrong.
        causes: The mistakes that explain them, if any do.
    """
    if verification.layer == "other leaves" and not causes.mistakes:
        unexplained = _unexplained_tree_to_show(answers, reference)
        if unexplained is not None:
            return replace(verification, wrong=unexplained, wrong_in_any_order=True)
    wrong, notes = _tree_to_show(answers, failing, reference, causes)
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
        answer = with_infinity(within_reason(self.program(tree), tree), tree)
        return from_the_end(answer) if self.value_is_last else answer

    def in_own_numbers(self, telling: Telling) -> _Answers:
        """Return the answers with the own numbers of leaves that are told otherwise.

        Where a number may stand for leaves of different numbers, no leaves are told.

        Args:
            telling: The way in which they are told.
        """

        def in_own(tried: Tried) -> ProgramAnswer:
            """Return the answer for a tree with the own numbers of its leaves."""
            tree, answer = tried
            if answer.leaves is None:
                return answer
            return replace(answer, leaves=in_own_numbers(telling, tree, answer.leaves))

        return self._changed(in_own)

    def of_last_search(self, listing: _Listing) -> _Answers:
        """Return the answers with the leaves of the last search of each tree alone.

        Args:
            listing: A listing that does as the last search does.
        """

        def of_last(tried: Tried) -> ProgramAnswer:
            """Return the answer for a tree without the leaves of the searches before the last."""
            return last_search_of(tried, answer_of_function(listing, to_nested(tried.tree)))

        return self._changed(of_last)

    def _changed(self, change: Callable[[Tried], ProgramAnswer]) -> _Answers:
        """Return the answers with a change of each, also of those that are asked for later."""
        return _Answers(
            tried=[Tried(tried.tree, change(tried)) for tried in self.tried],
            program=lambda tree: change(Tried(tree, self.ask(tree))),
            value_is_last=False,
            notes=self.notes,
        )

    def are_given_again(self, failing: Sequence[Tried]) -> bool:
        """Tell whether the program, asked again, gives the same answers.

        A tree on which it failed is not asked again, since the failure may take its time.
        """
        # Three trees of all and three that went wrong: not more, since the program may be slow.
        some = [*self.tried[:_MOST_FAILURES], *failing[:_MOST_FAILURES]]
        # Pairs of the new answer and the one from before. A failure now proves nothing.
        again = [(self.ask(tree), answer) for tree, answer in some if answer.failure is None]
        return all(second.failure is not None or second == answer for second, answer in again)


def _answers_as_meant(program: Program, trees: Iterable[GameTree], base: Rules) -> _Answers:
    """Ask a program about trees, and return its answers as they are meant.

    A root value of 10⁸ or more means infinity. A program may print the root's value last and not
    first: it is taken to do so if that makes the value right on all trees, and the first does not.

    Args:
        program: The program.
        trees: The trees. After three failures the program is asked about no more of them.
        base: The rules; they say who moves.
    """
    printed = _answers_as_printed(program, trees)
    value_first: list[Tried] = []
    has_infinity = False
    for tree, answer in printed.items():
        answer_with_infinity = with_infinity(answer, tree)
        value_first.append(Tried(tree, answer_with_infinity))
        if answer_with_infinity.value != answer.value:
            has_infinity = True
    notes = [_TAKEN_AS_INFINITY] if has_infinity else []

    value_last = [Tried(tree, from_the_end(answer)) for tree, answer in value_first]
    if not has_right_values(value_first, base) and has_right_values(value_last, base):
        return _Answers(value_last, program, value_is_last=True, notes=[*notes, _VALUE_IS_LAST])
    return _Answers(value_first, program, value_is_last=False, notes=notes)


def _answers_as_printed(
    program: Program, trees: Iterable[GameTree]
) -> dict[GameTree, ProgramAnswer]:
    """Ask a program about each tree once, and return its answers; after three failures stop.

    Returns:
        The tree -> the answer, in the order of the trees; an answer has only what the program said.
    """
    printed: dict[GameTree, ProgramAnswer] = {}
    failures = 0
    for tree in trees:
        # Three show that it fails, and each failure may take seconds.
        if failures == _MOST_FAILURES:
            return printed
        # Equal trees may be among them: a program is asked about each once.
        if tree not in printed:
            printed[tree] = within_reason(program(tree), tree)
            if printed[tree].failure is not None:
                failures += 1
    return printed


def _layer_and_search(
    tried: Sequence[Tried], base: Rules, *, claimed: bool
) -> tuple[Layer, Following]:
    """Return how far a program's answers are right, and which search its leaves follow.

    The *layer* is the first of these that is true:

    - ``no answer``: it fails on some tree.
    - ``wrong values``: some root value is wrong.
    - ``wrong moves``: some move that it plays is not best.
    - what :func:`followed` says of its leaves.

    Args:
        tried: The trees with the program's answers.
        base: The rules that it claims, or the ordinary ones.
        claimed: Whether it claims them.

    Returns:
        The layer, and the search. Leaves are compared only if all values are right; otherwise the
        search is the base, with the layer ``other leaves``.
    """
    not_compared = Following("other leaves", base)
    if any(answer.failure is not None for _, answer in tried):
        return "no answer", not_compared
    if not has_right_values(tried, base):
        return "wrong values", not_compared
    following = followed(tried, base, claimed=claimed)
    has_wrong_move = any(plays_wrongly(tried_tree) for tried_tree in tried)
    if has_wrong_move:
        return "wrong moves", following
    return following.layer, following


def _trees_by_shortcoming(tried: Sequence[Tried], reference: Rules) -> dict[str, list[Tried]]:
    """Return the trees whose answers fall short of the reference, by shortcoming.

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


def _notes_on_moves(tried: Sequence[Tried], layer: Layer, rules: Rules) -> list[str]:
    """Return a list of one note on the moves that a program plays, or of none.

    Args:
        tried: The trees with the program's answers.
        layer: How far it is right.
        rules: The rules that it follows.
    """
    if layer == "wrong moves" and _counts_moves_from_0(tried):
        return ["It counts moves from 0: every one is best if the first child is move 1."]
    if layer in RIGHT_LAYERS:
        return _note_on_unproven_moves(tried, rules)
    return []


def _note_on_unproven_moves(tried: Sequence[Tried], rules: Rules) -> list[str]:
    """Return a list of one note on moves that are best by chance, or of none if there are none.

    A search may return for a move only a bound that equals the best value. A program that plays
    such a move has not proven that it is best, though it is.

    Args:
        tried: The trees with the program's answers.
        rules: The rules of the search.
    """
    count = sum(1 for tried_tree in tried if unproven_move(tried_tree, rules))
    if count == 0:
        return []
    note = (
        f"On {counted(count, 'tree', 'trees')} its move is right but not proven by such a search: "
        "what it returned for that move is only a bound."
    )
    return [note]


def _counts_moves_from_0(tried: Sequence[Tried]) -> bool:
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
        layer: How far they are right.
        following: The search that its leaves follow.
        causes: The mistakes of the listings that explain every answer, and their rules.
        findings: What its values, moves or leaves are where they are not right, in sentences.
        has_equal_causes: Whether nothing tells which of the mistakes is the likeliest.
        telling: The convention by which it tells leaves, if not by their own numbers.
    """

    layer: Layer
    following: Following
    causes: Causes
    findings: list[str]
    has_equal_causes: bool
    telling: Telling | None

    @property
    def rules(self) -> Rules:
        """The rules that the program follows, with a mistake if there is one."""
        return self.causes.rules

    def judged(self, answers: _Answers) -> _Answers:
        """Return the answers as they are judged: leaves by their own numbers, of the last search.

        Args:
            answers: The program's answers.
        """
        judged = answers
        if self.telling is not None:
            judged = judged.in_own_numbers(self.telling)
        if self.causes.of_last_search:
            judged = judged.of_last_search(_likeliest_listing(self.causes))
        return judged

    def verification(
        self, answers: _Answers, claimed: Rules | None, failing: Mapping[str, Sequence[Tried]]
    ) -> Verification:
        """Return the result of trying the program, without a tree on which it goes wrong.

        Args:
            answers: The program's answers.
            claimed: The convention that it claims; ``None`` if it claims none.
            failing: The trees with wrong answers, by their shortcoming.
        """
        notes_on_moves = _notes_on_moves(answers.tried, self.layer, self.rules)
        return Verification(
            tried=tuple(answers.tried),
            layer=self.layer,
            rules=self.rules,
            claimed=claimed,
            counts={shortcoming: len(trees) for shortcoming, trees in failing.items()},
            mistakes=self.causes.mistakes,
            equals=self.has_equal_causes,
            findings=tuple(self.findings),
            particular=self.following.words,
            notes=(*answers.notes, *self._notes_on_searches(), *notes_on_moves),
        )

    def _notes_on_searches(self) -> list[str]:
        """Return notes on which search is judged, and on what is told in place of leaves."""
        if self.layer not in RIGHT_LAYERS:
            notes = [_LAST_SEARCH_ALONE] if self.causes.of_last_search else []
            if self.telling is not None:
                words = f"{self.telling.words}; below they have their own numbers"
                notes.append(as_sentence(words))
            return notes
        if self.layer not in {"right", "no leaves"} or not self.following.words:
            return []
        return [as_sentence(self.following.words)]


class _Finder:
    """Finds what explains a program's wrong answers.

    Its methods are asked with the *layer* of the program: what is wrong with it in the first place
    (:data:`Layer`), such as its values or its leaves.
    """

    def __init__(self, answered: AnsweredTrees, base: Rules) -> None:
        """Store a program's answers, and the rules that it is measured by at first."""
        self._answered = answered
        self._tried = answered.tried
        self._base = base
        self._telling = telling_of(answered.tried)

    def diagnosis(self, *, claimed: bool) -> _Diagnosis:
        """Return what is right and wrong of the program's answers, and why.

        Args:
            claimed: Whether the program claims the rules that it is measured by.
        """
        layer, following = _layer_and_search(self._tried, self._base, claimed=claimed)
        causes = self.causes(layer, following.rules)
        # The likeliest mistake is told by the program's text, which is compared with listings in
        # Python. A text in another language tells nothing.
        tells_likeliest_mistake = is_python(self._answered.text)
        return _Diagnosis(
            layer,
            following,
            causes,
            findings=self.findings(layer, following, causes),
            has_equal_causes=not tells_likeliest_mistake,
            telling=self._telling,
        )

    def causes(self, layer: Layer, rules: Rules) -> Causes:
        """Return the mistakes of the listings that explain every answer, and their rules.

        There are none if no mistake explains them, or if the search makes none: the program is
        right, if only under another convention than it claims, or tells its leaves otherwise.

        Args:
            layer: What is wrong.
            rules: The rules to return where there are no mistakes.
        """
        no_causes = Causes(mistakes=(), rules=rules)
        if layer in _LAYERS_WITHOUT_A_MISTAKE:
            return no_causes
        causes = causes_of(self._answered, by_move=layer == "wrong moves")
        return no_causes if causes is None else causes

    def findings(self, layer: Layer, following: Following, causes: Causes) -> list[str]:
        """Return sentences on the values, the moves or the leaves, whichever are wrong first.

        A mistake is a wrong line in a listing, which is a short Python program with alpha-beta.

        Args:
            layer: How far the program is right. Only three of the layers have sentences.
            following: The search that its leaves follow.
            causes: The mistakes of the listings that explain every answer; if there are any, less
                is said.

        Returns:
            The sentences, in the order in which they are told; empty for the other layers.
        """
        is_explained = len(causes.mistakes) > 0
        match layer:
            case "wrong values":
                return self._findings_on_values(causes)
            case "wrong moves":
                return self._findings_on_moves()
            case "other leaves" if following.words and not is_explained:
                return [as_sentence(following.words)]
            case "other leaves":
                return self._nearest_convention(causes)
        return []

    def _findings_on_values(self, causes: Causes) -> list[str]:
        """Return sentences on wrong root values: whose values they are, or where they occur.

        - If they are all those of a changed tree, with MIN moving first for example, that is told,
          and the leaves are compared with those of that tree.
        - Else, if they are those of a search that is too shallow, that is told, unless a mistake of
          the listings explains every answer.
        - Else it is told on which trees they are wrong, and what the leaves are like.

        Args:
            causes: The mistakes of the listings that explain every answer.
        """
        is_explained = len(causes.mistakes) > 0
        change = change_that_explains(self._answered)
        if change is not None:
            return [f"All its values are those of {change.words}.", *self._leaves_of(change)]
        if not is_explained:
            shallow = shallow_search_of(self._answered)
            if shallow is not None:
                return _findings_on_shallow_search(shallow)
        return [*self._values(is_explained=is_explained), *self._nearest_convention(causes)]

    def _findings_on_moves(self) -> list[str]:
        """Return a sentence on the habit that explains all moves of the program; else none.

        There are two habits: it plays the last of the moves whose search returned the root's value,
        where the first would be right; or it plays the last move of all.

        Returns:
            A list of one sentence, or an empty one.
        """
        # Not empty, since a move is wrong; of no moves at all the first habit would seem true.
        trees_with_move = [tried for tried in self._tried if tried.answer.move is not None]
        # What a search returns that is cut off depends on its fail rule.
        for fail in FAILS:
            plays_last_tied = all(last_that_returns(tried, fail) for tried in trees_with_move)
            if plays_last_tied:
                return [_PLAYS_LAST_TIED]
        plays_last_of_all = all(last_move(tried) for tried in trees_with_move)
        if plays_last_of_all:
            return ["It plays the last move, whatever that is worth."]
        return []

    def _leaves_of(self, change: TreeChange) -> list[str]:
        """Return a sentence on the search of a changed tree whose leaves the program reads.

        Args:
            change: The change of the trees (other players, for example) that explains all values.

        Returns:
            A list of one sentence; empty if the program tells no leaves.
        """
        if all(answer.leaves is None for _, answer in self._tried):
            return []
        rules = search_followed(self._answered, change)
        if rules is None:
            return [_LEAVES_OF_NO_SEARCH]
        return [f"Its leaves are those of that tree, too: {conventions_in_words(rules)}."]

    def _values(self, *, is_explained: bool) -> list[str]:
        """Return sentences on where values are wrong, and which mistakes explain values alone."""
        sentences: list[str] = []
        if self._is_wrong_only_where_subtrees_repeat():
            sentences.append(_REPEATED_SUBTREES)
        if not is_explained:
            sentences += self._causes_of_values()
        return sentences

    def _causes_of_values(self) -> list[str]:
        """Return a sentence on the mistakes that explain all values; none if no mistake does."""
        words = value_causes(self._answered)
        if not words:
            return []
        return [
            f"All its values, but not all its leaves, would come of this: {'; or '.join(words)}."
        ]

    def _is_wrong_only_where_subtrees_repeat(self) -> bool:
        """Tell whether the program's values are right on all trees without repeated subtrees.

        Then something that it keeps of one position may be wrong for another, such as an entry of a
        table that is only a bound. There must be at least ten trees in which no subtree occurs
        twice: fewer would show nothing. That some value is wrong is known to the caller.
        """
        trees_without_repetition = [
            tried
            for nested, tried in self._answered.with_arguments()
            if not repeats_a_subtree(nested)
        ]
        are_enough = len(trees_without_repetition) >= _FEW
        return are_enough and has_right_values(trees_without_repetition, self._base)

    def _nearest_convention(self, causes: Causes) -> list[str]:
        """Return sentences on the search whose leaves are most like the program's.

        If the last of several searches is explained, the leaves of the others say nothing.

        It is a search whose leaves the program reads in the same order, some of them again; else
        the one whose leaves it reads on the most trees. In the second case another sentence may say
        that it tells numbers that no leaf has.

        Returns:
            One or two sentences; none if the program tells no leaves.
        """
        leaves_by_tree = self._leaves_in_own_numbers()
        if not leaves_by_tree or causes.of_last_search:
            return []
        # The claimed or ordinary one first, so that of equal ones it is named.
        searches = self._searches_to_compare()
        for rules in searches:
            if reads_only_again(leaves_by_tree, rules):
                known = f"the leaves that {conventions_in_words(rules)} reads, in the same order"
                return [f"It reads {known}, but some of them again, which no search explains."]

        nearest = max(searches, key=lambda rules: agreeing(leaves_by_tree, rules))
        trees_right = agreeing(leaves_by_tree, nearest)
        on_leaves = _LEAVES_OF_NO_CONVENTION
        if trees_right > 0:
            trees = f"{trees_right} of {len(leaves_by_tree)} trees"
            convention = conventions_in_words(nearest)
            on_leaves = f"Its leaves are right on {trees}, as {convention} reads them."
        return [on_leaves, *_finding_on_other_numbers(leaves_by_tree)]

    def _leaves_in_own_numbers(self) -> LeavesByTree:
        """Return the trees with the leaves that the program tells, each by its own number.

        A tree is left out where a number that is told may stand for leaves of different numbers.
        """
        leaves_by_tree = leaves_by_tree_of(self._tried)
        if self._telling is None:
            return leaves_by_tree
        return all_in_own_numbers(self._telling, leaves_by_tree)

    def _searches_to_compare(self) -> list[Rules]:
        """Return the searches with conventions: the claimed or ordinary one before the others."""
        return [
            rules for rules in (self._base, *alternatives(self._base)) if rules.is_classic_alphabeta
        ]


def _findings_on_shallow_search(found: ShallowSearch) -> list[str]:
    """Return sentences on the shortened trees that a program searches.

    In a shortened tree some nodes with children count a number, and what is below them is left out.

    Args:
        found: How the trees are shortened, and the search whose leaves the program tells; the rules
            are ``None`` if it tells no leaves.
    """
    on_values = f"All its values are those of {found.shortening.words}."
    if found.tells_others:
        return [on_values, _LEAVES_OF_NO_SEARCH]
    if found.rules is None:
        return [on_values]
    rules = conventions_in_words(found.rules)
    without = "" if found.tells_stand_ins else ", and it tells no such node"
    return [on_values, f"Its leaves are those of that tree, too: {rules}{without}."]


def _finding_on_other_numbers(leaves_by_tree: LeavesByTree) -> list[str]:
    """Return a sentence on how many trees a program tells a number that no leaf has, if on any."""
    count = sum(1 for tree, leaves in leaves_by_tree if tells_other_numbers(tree, leaves))
    if count == 0:
        return []
    trees = f"{count:,} of {len(leaves_by_tree):,} trees"
    return [f"Among the leaves that it tells are numbers that no leaf has, on {trees}."]


def _tree_to_show(
    answers: _Answers, failing: Mapping[str, Sequence[Tried]], reference: Rules, causes: Causes
) -> tuple[Tried, list[str]]:
    """Find a small tree on which a program goes wrong in the worst way.

    A tree is made smaller by asking the program about smaller ones. If the program does not repeat
    its answers, that is in vain: then the smallest tree that was tried is taken.

    Args:
        answers: The program's answers, and a way to ask it again.
        failing: The trees with wrong answers, by their shortcoming; at least one.
        reference: The rules by which they are wrong.
        causes: The mistakes that explain them, if any do.

    Returns:
        The tree with the program's answer, and a list of notes on it: that the program does not
        repeat its answers, or none.
    """
    from_worst_to_least = [name for name in SHORTCOMINGS if name in failing]
    worst = from_worst_to_least[0]
    failing_worst = failing[worst]
    if not answers.are_given_again(failing_worst):
        smallest_tried = min(failing_worst, key=lambda tried: size_of(to_nested(tried.tree)))
        return smallest_tried, [_ANSWERS_CHANGE]
    listing = _likeliest_listing(causes) if causes.mistakes else None
    shrinking = _Shrinking(answers.ask, _Shortcoming(worst, reference), listing)
    return shrinking.smallest(failing_worst), []


def _likeliest_listing(causes: Causes) -> _Listing:
    """Return the listing with the likeliest mistake, of which there must be one, as a function."""
    # Run anew for each tree: what a global variable keeps of one tree must not change the next.
    return mistaken_program(causes.mistakes[0], causes.rules, anew=True)


def _unexplained_tree_to_show(answers: _Answers, reference: Rules) -> Tried | None:
    """Find a small tree on which no order of the children explains the last search of a program.

    Of a program that searches a tree several times, or in an order of its own, the leaves of the
    reference are not those to be read: a small tree on which they differ would show nothing wrong.

    Args:
        answers: The program's answers, and a way to ask it again.
        reference: The test and the return rule of alpha-beta.

    Returns:
        The tree with the program's answer; ``None`` if the program goes through each tree once, if
        each tree is explained by itself, if numbers are told that no leaf has, or if the program
        does not repeat its answers.
    """
    told = leaves_by_tree_of(answers.tried)
    if any(tells_other_numbers(tree, leaves) for tree, leaves in told):
        return None
    distinct = trees_with_distinct_leaves(told)
    if all(goes_through_once(tree, leaves) for tree, leaves in distinct):
        return None
    wrong = _UnlikeAnyOrder(reference)
    # Small ones first, and leaves that all differ before others, as the result is to be.
    by_size = sorted(
        answers.tried,
        key=lambda tried: (not tells_leaves_apart(tried.tree), size_of(to_nested(tried.tree))),
    )
    unexplained = next((tried for tried in by_size if wrong.is_in(tried.answer, tried.tree)), None)
    if unexplained is None or not answers.are_given_again([unexplained]):
        return None
    return _Shrinking(answers.ask, wrong, listing=None).smallest([unexplained])


class _UnlikeAnyOrder(NamedTuple):
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


class _Shrinking:
    """Makes trees smaller on which a program goes wrong, for half a minute at most."""

    def __init__(
        self,
        ask: Program,
        shortcoming: _Shortcoming | _UnlikeAnyOrder,
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

    def smallest(self, failing: Sequence[Tried]) -> Tried:
        """Return the smallest tree found, with the program's answer, given trees to begin with."""
        nested = smallest([to_nested(tree) for tree, _ in failing], self._goes_wrong)
        tree = self._tree(nested)
        return Tried(tree, self._ask(tree))

    def _goes_wrong(self, nested: Nested) -> bool:
        """Tell whether the program goes wrong on a tree; on none when time is up.

        Then nothing smaller is found, and the search for it ends.
        """
        if time.monotonic() > self._until:
            return False
        tree = self._tree(nested)
        if not self._listing_goes_wrong(nested, tree):
            return False
        return self._shortcoming.is_in(self._ask(tree), tree)

    def _listing_goes_wrong(self, nested: Nested, tree: GameTree) -> bool:
        """Tell whether the listing goes wrong on a tree, as it may if there is no listing.

        The listing has the mistake that the program seems to have. It is mostly faster than the
        program, which is not asked about a tree on which the listing is right.

        Args:
            nested: The tree as nested lists, which the listing reads.
            tree: The same tree.
        """
        if self._listing is None:
            return True
        answer = with_infinity(answer_of_function(self._listing, nested), tree)
        return self._shortcoming.is_in(answer, tree)

    def _tree(self, nested: Nested) -> GameTree:
        """Return the tree of nested lists, with the players of the rules."""
        return from_nested(nested, self._shortcoming.rules.levels)
