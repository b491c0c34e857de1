"""Which mistakes answer every tree as a program does: lines of the listings, run on the trees."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
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
    same,
    shortcomings,
    with_infinity,
)
from treeexplorer.programs.last_search import ends_with
from treeexplorer.programs.listings import LISTINGS
from treeexplorer.programs.mistakes import MISTAKES, Mistake, program, sort_by_nearness, takes
from treeexplorer.programs.readings import first_readings, trees_with_distinct_leaves
from treeexplorer.programs.telling import convert_listing_leaves, find_sign_convention
from treeexplorer.programs.trials import Nested
from treeexplorer.rules import CUTOFFS, DRAWN_ORDERS

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
        rules: The test and the order under which they do.
        of_last_search: Whether they explain the last of several searches of each tree alone.
    """

    mistakes: tuple[Mistake, ...]
    rules: Rules
    of_last_search: bool = False


def find_causes(answered: AnsweredTrees, *, by_move: bool) -> Causes | None:
    """Return the mistakes that answer every tree as a program does; ``None`` if none does.

    They hold under some rules: an order of the children, and a test of α against β. If there are
    mistakes under several rules, only those under the first are returned; the order from the left
    and the test ≥ come first.

    Of a program that searches each tree several times, as in iterative deepening, the last search
    alone may be explained.

    Args:
        answered: The trees with the program's answers.
        by_move: Whether only a listing that plays a move can explain what is wrong.
    """
    is_alike = _answers_and_plays_alike if by_move else _answers_alike
    likeliest = next(_find_explaining_mistakes(answered, is_alike), None)
    if likeliest is not None:
        rules, mistakes = likeliest
        return Causes(_choose_likeliest_mistakes(mistakes, answered.text), rules)
    if by_move or not _repeats_a_leaf(answered.tried):
        return None
    return _find_causes_of_last_search(answered)


def _find_causes_of_last_search(answered: AnsweredTrees) -> Causes | None:
    """Find the mistakes that do as the last search of each tree does; ``None`` if none does.

    A mistake that shows in the move alone explains nothing: there the last search is right.
    """
    for rules, mistakes in _find_explaining_mistakes(answered, _answers_alike_at_last):
        wrong = [mistake for mistake in mistakes if _is_listing_wrong(mistake, rules, answered)]
        if wrong:
            likeliest = _choose_likeliest_mistakes(wrong, answered.text)
            return Causes(likeliest, rules, of_last_search=True)
    return None


def _is_listing_wrong(mistake: Mistake, rules: Rules, answered: AnsweredTrees) -> bool:
    """Tell whether a listing with a mistake has another value or other leaves on some tree."""
    listing = program(mistake, rules, anew=True)
    return any(
        len(shortcomings(answer_of_function(listing, nested), right=expected(tree, rules))) > 0
        for nested, (tree, _) in answered.with_arguments()
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
    leaves if the program tells them, and the move if both tell one.
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
    """Tell whether a listing finds the value that a program tells; leaves are not compared."""
    return listing.failure is None and same(tried.answer.value, listing.value)


def describe_value_causes(answered: AnsweredTrees) -> tuple[str, ...]:
    """Return in words the mistakes that give every tree the same root value as the program.

    Only the value is compared, not the leaves and not the move. The program's search has some order
    of the children and some cut-off test; the mistakes are those under the first order and test
    under which there are any.

    Args:
        answered: The trees with the program's answers.

    Returns:
        At most three phrases, such as ``v starts at 0``, the likeliest mistake first; empty if
        there is none, or if the program failed on any tree.
    """
    if answered.has_failure:
        return ()
    likeliest = next(_find_explaining_mistakes(answered, _tells_same_value), None)
    if likeliest is None:
        return ()
    _, mistakes = likeliest
    causes: list[str] = []
    for mistake in sort_by_nearness(mistakes, answered.text):
        # Different lines may have the same words, or add to these what shows in the leaves alone.
        if not mistake.words.startswith(tuple(causes)):
            causes.append(mistake.words)
    return tuple(causes[:MOST_CAUSES])


@lru_cache(maxsize=16)
def is_python(text: str) -> bool:
    """Tell whether a program's text can be parsed as Python, and is not empty."""
    try:
        return bool(ast.parse(text).body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def _find_explaining_mistakes(
    answered: AnsweredTrees, is_alike: _IsAlike
) -> Iterator[tuple[Rules, list[Mistake]]]:
    """Find the rules of a search under which mistakes explain a program, with the mistakes.

    A mistake is a wrong line in a listing, a short Python program with alpha-beta. It explains the
    tested program if the listing with this line, run on every tree, answers alike. Rules under
    which no mistake does are left out.

    A listing that keeps a global variable is tried in two ways: the variable may keep its value
    from tree to tree, as in a program that answers all trees in one run, or be set up anew for each
    tree. Other listings answer the same both ways, and are tried once.

    Args:
        answered: The trees with the program's answers.
        is_alike: Tells of the listing's answer and the program's answer whether they are alike.

    Yields:
        The rules (an order of the children and a cut-off test), and the mistakes; the likeliest
        rules first. The same rules may come twice, once for each of the two ways.
    """
    levels = answered.levels
    all_mistakes = _generate_mistakes_with_numbers(answered.text)
    mistakes = [mistake for mistake in all_mistakes if takes(mistake.listing, levels)]
    mistakes_with_global = [mistake for mistake in mistakes if _keeps_global(mistake)]
    # How the program prints its leaves, such as −5 for 5 where MIN moves; None for as they are.
    leaf_convention = find_sign_convention(answered.tried)

    def explains(mistake: Mistake, rules: Rules, *, anew: bool) -> bool:
        """Tell whether a listing with a mistake answers every tree as the program does."""
        listing = program(mistake, rules, anew=anew)
        if leaf_convention is not None:  # then the listing must print its leaves so, too
            listing = convert_listing_leaves(leaf_convention, listing, levels)
        return _answers_every_tree_alike(listing, answered, is_alike)

    # From the likeliest rules to the least likely, since callers take the first that are yielded.
    for order, cutoff in product(DRAWN_ORDERS, CUTOFFS):
        rules = Rules(levels=levels, cutoff=cutoff, order=order)

        # First way: all trees in one run, so that a global variable keeps its value.
        explaining = [mistake for mistake in mistakes if explains(mistake, rules, anew=False)]
        if explaining:
            yield rules, explaining

        # Second way: each tree in a run of its own, which sets up global variables anew.
        explaining_anew = [
            mistake for mistake in mistakes_with_global if explains(mistake, rules, anew=True)
        ]
        if explaining_anew:
            yield rules, explaining_anew


def _answers_every_tree_alike(
    listing: Callable[[Nested], object], answered: AnsweredTrees, is_alike: _IsAlike
) -> bool:
    """Run a listing on every tree, and tell whether it answers each as the program does.

    A listing is a short Python program with alpha-beta; here it has a mistake in it. The answers of
    the program are those that are meant: a root value of 10⁸ or more counts as ∞. If it tells one
    number in place of leaves, that is how many it has read.

    Args:
        listing: A listing with a mistake, as a function of a tree.
        answered: The trees with the program's answers.
        is_alike: Tells of the listing's answer and the program's answer whether they are alike.
    """
    tells_number_of_leaves = answered.tells_one_number
    for nested, tried in answered.with_arguments():
        answer_of_listing = with_infinity(answer_of_function(listing, nested), tried.tree)
        if tells_number_of_leaves:
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
    """Tell whether a listing with a mistake keeps a global variable from one tree to the next."""
    return "global" in mistake.instead or "global" in LISTINGS[mistake.listing]


def _generate_mistakes_with_numbers(text: str) -> Iterator[Mistake]:
    """Yield all mistakes of the table, each with the numbers that the program may have in its line.

    For example the table has the wrong line ``INF = 99``, where 99 stands for any number. For a
    program with ``best = -999`` it is yielded as ``INF = 999``, and then as ``INF = 99``: the
    numbers in the program's text come first, then ordinary ones.

    No mistake is yielded twice: if ``v = -1`` becomes ``v = 0``, which has a row of its own in the
    table, with better words, it is yielded only when that row has its turn.

    Args:
        text: The program's text; empty if it is not known.
    """
    infinities = _find_numbers_in_text(_NUMBER_LIKE_INFINITY, text, ordinary=("99",))
    factors = _find_numbers_in_text(_NUMBER_LIKE_FACTOR, text, ordinary=(_FACTOR,))
    first_values = _find_numbers_in_text(_ASSIGNED_NUMBER, text, ordinary=("-1", "0", "1", "-99"))

    for mistake in MISTAKES:
        line_in_table = mistake.instead
        for line in _replace_placeholder(line_in_table, infinities, factors, first_values):
            is_line_of_another_row = (
                line != line_in_table and (mistake.listing, mistake.number, line) in _ROWS
            )
            if not is_line_of_another_row:
                yield mistake._replace(instead=line)


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
