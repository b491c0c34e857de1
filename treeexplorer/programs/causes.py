"""Which mistakes answer every tree as a program does: lines of the listings, run on the trees."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from treeexplorer.engine import Rules
from treeexplorer.programs.answers import (
    ProgramAnswer,
    Tried,
    answer_of_function,
    same,
    shortcomings,
    with_infinity,
)
from treeexplorer.programs.listings import LISTINGS
from treeexplorer.programs.mistakes import MISTAKES, Mistake, nearest_first, program, takes
from treeexplorer.programs.trials import Nested
from treeexplorer.rules import CUTOFFS, DRAWN_ORDERS
from treeexplorer.tree import Levels

MOST_CAUSES: Final = 3
_MOST_NUMBERS: Final = 5  # of a program's text that may stand for ∞, or for a value


class Causes(NamedTuple):
    """The mistakes that explain a program's answers.

    Attributes:
        mistakes: Those that do exactly what the program does, the likeliest first.
        rules: The test and the order under which they do.
    """

    mistakes: tuple[Mistake, ...]
    rules: Rules


def causes_of(
    tried: Sequence[Tried], nested: Sequence[Nested], levels: Levels, text: str, *, by_move: bool
) -> Causes | None:
    """Return the mistakes that answer every tree as a program does; ``None`` where none does.

    Args:
        tried: The trees with the program's answers.
        nested: The same trees as nested lists.
        levels: Who moves at each ply.
        text: The program's own, where it is known; it says which listing is the nearest.
        by_move: Whether only a listing that plays a move can explain what is wrong.
    """

    def explains(listing: ProgramAnswer, answer: ProgramAnswer) -> bool:
        """Tell whether the answer of a listing is that of the program: both may fail."""
        listing_fails = listing.failure is not None
        program_fails = answer.failure is not None
        if listing_fails or program_fails:
            return listing_fails and program_fails
        if listing.move is None:
            return not by_move and not shortcomings(answer, listing)
        return not shortcomings(answer, listing, (listing.move,))

    for rules, mistakes in _alike(tried, nested, levels, text, explains):
        return Causes(_likeliest(mistakes, text), rules)
    return None


def value_causes(
    tried: Sequence[Tried], nested: Sequence[Nested], levels: Levels, text: str
) -> tuple[str, ...]:
    """Return in words which mistakes give every tree the value that a program gives it."""

    def explains(listing: ProgramAnswer, answer: ProgramAnswer) -> bool:
        """Tell whether a listing finds the value that the program tells."""
        return listing.failure is None and same(answer.value, listing.value)

    if any(answer.failure is not None for _, answer in tried):
        return ()
    for _, mistakes in _alike(tried, nested, levels, text, explains):
        words = dict.fromkeys(each.words for each in nearest_first(mistakes, text))
        return tuple(words)[:MOST_CAUSES]
    return ()


def is_python(text: str) -> bool:
    """Tell whether a program's text is known to be Python."""
    try:
        return bool(ast.parse(text).body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def _alike(
    tried: Sequence[Tried],
    nested: Sequence[Nested],
    levels: Levels,
    text: str,
    explains: Callable[[ProgramAnswer, ProgramAnswer], bool],
) -> Iterator[tuple[Rules, list[Mistake]]]:
    """Yield rules with the mistakes whose answers explain a program's on every tree, if any do."""
    rows = [row for row in _rows(text) if takes(row.listing, levels)]

    def is_alike(row: Mistake, rules: Rules, *, anew: bool) -> bool:
        """Tell whether a listing with a mistake explains the answer to every tree."""
        function = program(row, rules, anew=anew)
        for (tree, answer), argument in zip(tried, nested, strict=True):
            its_answer = with_infinity(answer_of_function(function, argument), tree)
            if not explains(its_answer, answer):
                return False
        return True

    for order, cutoff, anew in product(DRAWN_ORDERS, CUTOFFS, (False, True)):
        rules = Rules(levels=levels, cutoff=cutoff, order=order)
        # Only what keeps something from tree to tree is another program when it is started anew.
        differing = [row for row in rows if not anew or _keeps_something(row)]
        alike = [row for row in differing if is_alike(row, rules, anew=anew)]
        if alike:
            yield rules, alike


def _keeps_something(row: Mistake) -> bool:
    """Tell whether a listing keeps something from one tree to the next."""
    return "global" in row.instead or "global" in LISTINGS[row.listing]


def _rows(text: str) -> Iterator[Mistake]:
    """Yield the mistakes, with numbers of a program's text where a row has one like them."""
    limits = _numbers(r"[-=]\s*(\d{2,9})\b", text, "99")
    returned = _numbers(r"(?:=|return)\s*(-?\d{1,9})\b", text, "-1", "0", "1", "-99")
    for row in MISTAKES:
        if "99" in row.instead:
            yield from (row._replace(instead=row.instead.replace("99", each)) for each in limits)
        elif row.instead == "v = -1":
            yield from (row._replace(instead=f"v = {number}") for number in returned)
        else:
            yield row


def _numbers(pattern: str, text: str, *ordinary: str) -> list[str]:
    """Return the first few numbers of a program's text that fit a pattern, then ordinary ones."""
    found = re.findall(pattern, text)[:_MOST_NUMBERS]
    return list(dict.fromkeys([*found, *ordinary]))


def _likeliest(mistakes: Sequence[Mistake], text: str) -> tuple[Mistake, ...]:
    """Return at most three mistakes, the nearest to a program's text first.

    After the first one come others of other forms, then of the same.
    """
    firsts: list[Mistake] = []
    others: list[Mistake] = []
    forms: set[str] = set()
    for mistake in nearest_first(mistakes, text):
        if mistake.listing in forms:
            others.append(mistake)
        else:
            firsts.append(mistake)
            forms.add(mistake.listing)
    return tuple([*firsts, *others][:MOST_CAUSES])
