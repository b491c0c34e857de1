"""Between a search and the tree that a person has on paper."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from treeexplorer.engine.record import Record
from treeexplorer.notation import Claim, Claims, Exercise
from treeexplorer.numbers import written
from treeexplorer.rules import RULE_NAMES, Rules
from treeexplorer.tree import GameTree, Number

_WRITTEN_PLACES: Final = 6


def tree_as_drawn(record: Record) -> GameTree:
    """Return a record's tree with the players as drawn, where its form exchanges them."""
    exchanged = record.rules.printed_form == "exchanged"
    return record.tree.with_swapped_players() if exchanged else record.tree


def exercise_with_rules(exercise: Exercise, rules: Rules, also: Iterable[str] = ()) -> Exercise:
    """Return an exercise whose directives say the rules that are not the built-in ones.

    Args:
        exercise: The exercise.
        rules: The rules.
        also: The names of rules to say in any case, because a course file says otherwise.
    """
    usual, also = Rules(), set(also)
    stated: dict[str, Any] = dict.fromkeys(RULE_NAMES)
    for name in RULE_NAMES:
        fixed_by_form = rules.fixes_its_own_rules and name in {"cutoff", "fail"}
        is_unusual = name in also or getattr(rules, name) != getattr(usual, name)
        if is_unusual and not fixed_by_form:
            stated[name] = getattr(rules, name)
    directives = exercise.directives._replace(**stated)
    tree = exercise.tree.with_levels(rules.levels)
    return replace(exercise, directives=directives, tree=tree)


def writable(claims: Claims) -> Claims:
    """Return claims whose numbers the notation can write; a mean such as 13/3 is rounded."""

    def rounded(number: Number) -> Number:
        if isinstance(number, Fraction) and "/" in written(number):
            return float(round(number, _WRITTEN_PLACES))
        return number

    def writable(claim: Claim) -> Claim:
        number = None if claim.number is None else rounded(claim.number)
        window = claim.window
        if window is not None:
            window = rounded(window[0]), rounded(window[1])
        return claim._replace(number=number, window=window)

    return tuple(map(writable, claims))
