"""Which mistakes answer every tree as a program does: lines of the listings, run on the trees."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.engine import Rules
from treeexplorer.programs.answers import (
    AnsweredTrees,
    ProgramAnswer,
    Tried,
    answer_of_function,
    expected,
    replace_huge_value_by_infinity,
    same,
    shortcomings,
)
from treeexplorer.programs.last_search import ends_with
from treeexplorer.programs.listings import LISTINGS
from treeexplorer.programs.mistakes import (
    MISTAKES,
    Mistake,
    has_list_for_all_calls,
    program,
    sort_by_nearness,
    takes,
)
from treeexplorer.programs.readings import first_readings, trees_with_distinct_leaves
from treeexplorer.programs.telling import (
    LeafConversion,
    convert_listing_leaves,
    find_sign_convention,
)
from treeexplorer.programs.trials import Nested
from treeexplorer.rules import CUTOFFS, DRAWN_ORDERS

MistakenListing: TypeAlias = Callable[[Nested], object]
"""A listing with a mistake in it, as a function of a tree."""
_IsAlike: TypeAlias = Callable[[ProgramAnswer, Tried], bool]
"""Tells of a listing's answer and of a tree with a program's whether they are alike."""

MOST_CAUSES: Final = 3
_MOST_NUMBERS: Final = 5  # of a program's text that may stand for ∞, or for a value
_NUMBER_FOR_INFINITY: Final = "99"
"""What stands in the table of mistakes for a number that a program takes for ∞."""
_LINE_WITH_FIRST_VALUE: Final = "v = -1"
"""The line of the table in which −1 stands for any number with which v begins in place of ∞."""
_NUMBER_LIKE_INFINITY: Final = (
    r"[-=]\s*(\d+\s*\*\*\s*\d+|\d+e\d+|[1-9]\d*(?:_\d+)+|[2-9]|\d{2,9})\b"
)
"""A number of a program's text that it may take for ∞: not 0 or 1; ``10**6`` and ``1e6``, too."""
_FACTOR: Final = "0.5"
"""What stands in the table of mistakes for a number by which a program multiplies values."""
_NUMBER_LIKE_FACTOR: Final = r"(?<![\w.])(0?\.\d+)\b"
"""A number below 1 of a program's text, by which it may multiply values."""
_ASSIGNED_NUMBER: Final = r"(?:=|return)\s*(-?\d{1,9})\b"
"""A number of a program's text with which v may begin."""
_ROWS: Final = frozenset((mistake.listing, mistake.number, mistake.instead) for mistake in MISTAKES)
"""Each line of the table, to tell it from one with another number in it."""


class Causes(NamedTuple):
    """The mistakes that explain a program's answers.

    Attributes:
        mistakes: Those that do exactly what the program does, the likeliest first.
        rules: The test and the order of children of the listings in which they do.
        of_last_search: Whether the program searches each tree several times, and they explain only
            the last of these searches.
    """

    mistakes: tuple[Mistake, ...]
    rules: Rules
    of_last_search: bool = False


def find_causes(answered: AnsweredTrees, *, by_move: bool) -> Causes | None:
    """Find the mistakes with which a listing answers every tree as a program does.

    A mistake is a wrong line in a listing, a short Python program with alpha-beta. Each listing is
    tried with several rules (an order of the children, and a test of α against β), from the left
    and with ≥ first. All mistakes that are returned hold under the first rules that have any.

    A program that searches each tree several times, as iterative deepening does, reads more leaves
    than any listing. If no mistake explains all of them, its last search is compared alone.

    Args:
        answered: The trees with the program's answers.
        by_move: Whether the program is wrong in the moves that it plays. Then only a listing that
            plays a move can explain it.

    Returns:
        At most three mistakes, the likeliest first; ``None`` if there is none.
    """
    is_alike = _answers_and_plays_alike if by_move else _answers_alike
    explanation = next(_find_explaining_mistakes(answered, is_alike), None)
    if explanation is not None:
        likeliest = _choose_likeliest_mistakes(explanation.mistakes, answered.text)
        return Causes(likeliest, explanation.rules)

    has_several_searches = _repeats_a_leaf(answered.tried)
    if has_several_searches and not by_move:
        return _find_causes_of_last_search(answered)
    return None


def _find_causes_of_last_search(answered: AnsweredTrees) -> Causes | None:
    """Find the mistakes that do as the last search of each tree does; ``None`` if none does.

    For example, the right program reads 5, 3 of ``[5 [3 12]]``. Of a program that reads 5, then 5,
    3, 12, the last search reads 5, 3, 12, as a listing without cut-offs does. A mistake by which a
    listing only plays another move explains nothing: its value and leaves are right.

    Rules of the listings are tried in turn, until some have mistakes that explain the program.
    """
    for explanation in _find_explaining_mistakes(answered, _answers_alike_at_last):
        rules = explanation.rules
        mistakes = [
            mistake
            for mistake in explanation.mistakes
            if _is_listing_wrong(mistake, rules, answered)
        ]
        if mistakes:
            likeliest = _choose_likeliest_mistakes(mistakes, answered.text)
            return Causes(likeliest, rules, of_last_search=True)
    return None


def _is_listing_wrong(mistake: Mistake, rules: Rules, answered: AnsweredTrees) -> bool:
    """Tell whether a listing with a mistake has another value or other leaves on some tree."""
    listing = program(mistake, rules, anew=True)
    return any(
        len(shortcomings(answer_of_function(listing, nested), right=expected(tree, rules))) > 0
        for nested, (tree, _) in answered.pair_nested_with_tried()
    )


def _repeats_a_leaf(tried: Sequence[Tried]) -> bool:
    """Tell whether a program reads a value twice on a tree whose leaves all differ."""
    distinct = trees_with_distinct_leaves([(tree, answer.told_leaves) for tree, answer in tried])
    return any(first_readings(leaves) != leaves for _, leaves in distinct)


def last_search_of(tried: Tried, listing: ProgramAnswer) -> ProgramAnswer:
    """Return a program's answer with the leaves of its last search alone, given what those are.

    Args:
        tried: The tree with the program's answer.
        listing: The answer of a listing which does as the last search does. If the program's leaves
            do not end with its leaves, the program's answer is returned as it is.
    """
    tree, answer = tried
    if listing.leaves is None or not ends_with(tree, answer.told_leaves, listing.leaves):
        return answer
    return replace(answer, leaves=listing.leaves)


def _answers_alike_at_last(listing: ProgramAnswer, tried: Tried) -> bool:
    """Tell whether a program answers a tree as a listing does, by the leaves of its last search."""
    return _answers_alike(listing, Tried(tried.tree, last_search_of(tried, listing)))


def _answers_alike(listing: ProgramAnswer, tried: Tried) -> bool:
    """Tell whether a program answers a tree as a listing does, or both fail on it.

    A listing is a short Python program with alpha-beta, here with a mistake in it. Its answer is
    taken as the right one, although it may be wrong for the tree: compared are the value, the
    leaves if the program prints them, and the move if both have one.
    """
    answer = tried.answer
    listing_fails = listing.failure is not None
    program_fails = answer.failure is not None
    if listing_fails or program_fails:
        return listing_fails and program_fails
    moves = () if listing.move is None else (listing.move,)
    return not shortcomings(answer, right=listing, moves=moves)


def _answers_and_plays_alike(listing: ProgramAnswer, tried: Tried) -> bool:
    """Tell whether a program answers a tree as a listing that plays a move, or both fail on it."""
    can_explain = listing.failure is not None or listing.move is not None
    return can_explain and _answers_alike(listing, tried)


def _tells_same_value(listing: ProgramAnswer, tried: Tried) -> bool:
    """Tell whether a listing finds the value that a program prints; leaves are not compared."""
    return listing.failure is None and same(tried.answer.value, listing.value)


def describe_value_causes(answered: AnsweredTrees) -> tuple[str, ...]:
    """Describe the mistakes by which a program may come to its root values, in a few words each.

    A mistake is a wrong line in a listing, a short Python program with alpha-beta. It is described
    if the listing finds the same value of every tree as the program; leaves and move may differ.
    For example a program says that ``[-3 -7]``, where MAX moves first, is worth 0. The listing in
    which v starts at 0 finds 0, too, so one of the phrases is ``v starts at 0``.

    Args:
        answered: The trees with the program's answers.

    Returns:
        At most three phrases, that of the listing which is most like the program's text first;
        empty if there is none, or if the program failed on any tree.
    """
    if answered.has_failure:
        return ()
    # Under other rules (an order of the children, a cut-off test) other mistakes may do the same:
    # those under the first rules are enough.
    explanation = next(_find_explaining_mistakes(answered, _tells_same_value), None)
    if explanation is None:
        return ()

    nearest_first = sort_by_nearness(explanation.mistakes, answered.text)
    phrases = _remove_repetitions(mistake.words for mistake in nearest_first)
    return tuple(phrases[:MOST_CAUSES])


def _remove_repetitions(phrases: Iterable[str]) -> list[str]:
    """Remove phrases that begin as an earlier one: several lines of listings have the same words.

    >>> _remove_repetitions(["v starts at 0", "v starts at 0, seen from either player", "no v"])
    ['v starts at 0', 'no v']
    """
    kept: list[str] = []
    for phrase in phrases:
        if not phrase.startswith(tuple(kept)):
            kept.append(phrase)
    return kept


@lru_cache(maxsize=16)
def is_python(text: str) -> bool:
    """Tell whether a program's text can be parsed as Python, and is not empty."""
    try:
        return bool(ast.parse(text).body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


class _Explanation(NamedTuple):
    """Mistakes that explain a program, each by itself, and the rules under which they do."""

    rules: Rules
    mistakes: list[Mistake]


def _find_explaining_mistakes(
    answered: AnsweredTrees, is_alike: _IsAlike
) -> Iterator[_Explanation]:
    """Find the rules of a search under which mistakes explain a program, with the mistakes.

    A mistake is a wrong line in a listing, a short Python program with alpha-beta. It explains the
    tested program if the listing with this line, run on every tree, answers alike. Rules under
    which no mistake does are left out.

    Args:
        answered: The trees with the program's answers.
        is_alike: Tells of the listing's answer and the program's answer whether they are alike.

    Yields:
        The rules (an order of the children and a cut-off test), and the mistakes; the likeliest
        rules first.
    """
    mistakes = [
        mistake
        for mistake in _generate_mistakes_with_numbers(answered.text)
        if takes(mistake.listing, answered.levels)
    ]
    trial = _MistakeTrial(answered, is_alike, find_sign_convention(answered.tried))

    for order, cutoff in product(DRAWN_ORDERS, CUTOFFS):  # the likeliest first
        rules = Rules(levels=answered.levels, cutoff=cutoff, order=order)
        explaining = [mistake for mistake in mistakes if trial.explains_anyhow(mistake, rules)]
        if explaining:
            yield _Explanation(rules, explaining)


class _MistakeTrial(NamedTuple):
    """Tries whether listings with a mistake answer as a program does.

    Attributes:
        answered: The trees with the program's answers.
        is_alike: Tells of a listing's answer and the program's answer whether they are alike.
        sign_convention: How the program prints leaves, if not as their own numbers: a leaf of 5 may
            be printed as −5 where MIN moves. Then a listing must do so, too.
    """

    answered: AnsweredTrees
    is_alike: _IsAlike
    sign_convention: LeafConversion | None

    def explains_anyhow(self, mistake: Mistake, rules: Rules) -> bool:
        """Tell whether a listing with a mistake answers every tree as the program does.

        A global variable may keep its value from tree to tree, if all are searched in one run, or
        each tree may have a run of its own.

        Args:
            mistake: The mistake.
            rules: The rules that the listing is written for.
        """
        if self.explains(mistake, rules, anew=False):
            return True
        return _keeps_global(mistake) and self.explains(mistake, rules, anew=True)

    def explains(self, mistake: Mistake, rules: Rules, *, anew: bool) -> bool:
        """Tell whether a listing with a mistake answers every tree as the program does.

        Args:
            mistake: The mistake.
            rules: The rules that the listing is written for.
            anew: Whether each tree has a run of its own, so that no global variable is kept.
        """
        listing = program(mistake, rules, anew=anew)
        if self.sign_convention is not None:
            levels = self.answered.levels
            listing = convert_listing_leaves(self.sign_convention, listing, levels)
        return _answers_every_tree_alike(listing, self.answered, self.is_alike)


def _answers_every_tree_alike(
    listing: Callable[[Nested], object], answered: AnsweredTrees, is_alike: _IsAlike
) -> bool:
    """Run a listing on every tree, and tell whether it answers each as the program does.

    A listing is a short Python program with alpha-beta; here it has a mistake in it. Its answers
    are converted as those of the tested program were before:

    - A root value of 10⁸ or more counts as ∞.
    - If the tested program prints only how many leaves it has read, so does the listing: its leaves
      3, 12, 2 become 3.

    Args:
        listing: The listing, as a function of a tree.
        answered: The trees with the program's answers.
        is_alike: Tells of the listing's answer and the program's answer whether they are alike.
    """
    for nested, tried in answered.pair_nested_with_tried():
        printed = answer_of_function(listing, nested)
        answer_of_listing = replace_huge_value_by_infinity(printed, tried.tree)
        if answered.tells_one_number:
            answer_of_listing = _replace_leaves_by_count(answer_of_listing)
        # Most listings differ soon: the other trees are not tried then.
        if not is_alike(answer_of_listing, tried):
            return False
    return True


def _replace_leaves_by_count(answer: ProgramAnswer) -> ProgramAnswer:
    """Replace the leaves of an answer by how many they are."""
    if answer.leaves is None:
        return answer
    return replace(answer, leaves=(len(answer.leaves),))


def _keeps_global(mistake: Mistake) -> bool:
    """Tell whether a listing with a mistake keeps a global variable from one tree to the next.

    A list for all calls is kept, too.
    """
    has_global = "global" in mistake.instead or "global" in LISTINGS[mistake.listing]
    return has_global or has_list_for_all_calls(mistake)


def _generate_mistakes_with_numbers(text: str) -> Iterator[Mistake]:
    """Yield all mistakes of the table, each with the numbers that the program may have in its line.

    For example the table has the wrong line ``INF = 99``, where 99 stands for any number. For a
    program with ``best = -999`` it is yielded as ``INF = 999``, and then as ``INF = 99``: the
    numbers in the program's text come first, then ordinary ones.

    A line that comes of a number may be in the table already, with words of its own: ``v = -1``
    becomes ``v = 0``, which the table calls “v starts at 0”. It is not yielded twice.

    Args:
        text: The program's text; empty if it is not known.
    """
    infinities = _find_numbers_in_text(_NUMBER_LIKE_INFINITY, text, ordinary=("99",))
    factors = _find_numbers_in_text(_NUMBER_LIKE_FACTOR, text, ordinary=(_FACTOR,))
    first_values = _find_numbers_in_text(_ASSIGNED_NUMBER, text, ordinary=("-1", "0", "1", "-99"))

    for mistake in MISTAKES:
        for line in _replace_placeholder(mistake.instead, infinities, factors, first_values):
            with_number = mistake._replace(instead=line)
            is_as_in_table = with_number == mistake
            if is_as_in_table or not _is_in_table(with_number):
                yield with_number


def _is_in_table(mistake: Mistake) -> bool:
    """Tell whether the table of mistakes has a wrong line in the same place, by whatever name."""
    return (mistake.listing, mistake.number, mistake.instead) in _ROWS


def _replace_placeholder(
    line: str, infinities: Sequence[str], factors: Sequence[str], first_values: Sequence[str]
) -> list[str]:
    """Replace the number in a line of the table of mistakes by each number that it stands for.

    >>> _replace_placeholder("INF = 99", ["999", "1e6"], factors=[], first_values=[])
    ['INF = 999', 'INF = 1e6']

    A line without such a number stays as it is.

    Args:
        line: The line; it may have several lines of code.
        infinities: What ``99`` stands for: numbers that a program may take for ∞.
        factors: What ``0.5`` stands for: numbers by which it may multiply.
        first_values: What ``-1`` stands for in ``v = -1``: numbers with which v may begin.
    """
    if _NUMBER_FOR_INFINITY in line:
        return [line.replace(_NUMBER_FOR_INFINITY, number) for number in infinities]
    if _FACTOR in line:
        return [line.replace(_FACTOR, number) for number in factors]
    if line == _LINE_WITH_FIRST_VALUE:
        return [f"v = {number}" for number in first_values]
    return [line]


def _find_numbers_in_text(pattern: str, text: str, *, ordinary: Sequence[str]) -> list[str]:
    r"""Find the first few numbers of a text that fit a pattern, then ordinary ones; each once.

    >>> _find_numbers_in_text(r"=\s*(\d+)", "low = 500", ordinary=["99"])
    ['500', '99']
    """
    numbers = list(dict.fromkeys(re.findall(pattern, text)))[:_MOST_NUMBERS]
    return list(dict.fromkeys([*numbers, *ordinary]))


def _choose_likeliest_mistakes(mistakes: Sequence[Mistake], text: str) -> tuple[Mistake, ...]:
    """Choose at most three mistakes, the nearest to a program's text first.

    First come the nearest mistakes of different listings, one of each; then, if there is room,
    further mistakes of the same listings. So several listings are named, rather than one alone.
    """
    by_nearness = sort_by_nearness(mistakes, text)
    nearest_of_listing: dict[str, Mistake] = {}
    for mistake in by_nearness:
        # Does nothing if a nearer mistake of the listing is there.
        nearest_of_listing.setdefault(mistake.listing, mistake)
    nearest = list(nearest_of_listing.values())
    others = [mistake for mistake in by_nearness if mistake not in nearest]
    return tuple([*nearest, *others][:MOST_CAUSES])


def compile_likeliest_mistake(causes: Causes) -> MistakenListing:
    """Compile the listing with the likeliest mistake, of which there must be one."""
    # Run anew for each tree: what a global variable keeps of one tree must not change the next.
    return program(causes.mistakes[0], causes.rules, anew=True)
