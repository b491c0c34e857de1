"""Under which conventions a set of answers is right.

Courses differ: an answer that is wrong under one convention is often the model answer under
another. So where answers do not fit the stated rules, every combination that a course may use is
tried, and those under which every claim is right are named, the nearest to the stated rules first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Final

from treeexplorer.engine import HorizonError, search
from treeexplorer.engine.rules import CUTOFFS, FAILS, ORDERS, Algorithm, Form, Rules
from treeexplorer.exercises.claims import Claim, claims_of
from treeexplorer.exercises.findings import Findings, judge
from treeexplorer.tree import GameTree, Levels

_OTHER_FORMS: Final[tuple[Form, ...]] = ("bounds", "two-functions", "exchanged")


def conventions_that_fit(tree: GameTree, rules: Rules) -> list[Rules]:
    """Return the conventions under which every claim of a tree is right.

    The window and the depth limit stay as they are. At most 33 searches, each given up at the
    first wrong claim.

    Args:
        tree: A tree with claims.
        rules: The stated rules, which come first where they fit.
    """
    if not tree.claims:
        return []
    return [candidate for candidate in conventions(rules) if all_right(tree, candidate)]


def all_right(tree: GameTree, rules: Rules) -> bool:
    """Tell whether every claim of a tree is right under some rules."""
    try:
        record = search(tree, rules)
    except HorizonError:
        return False
    if not record.complete:
        return False
    findings = Findings(record)
    claims: list[Claim] = claims_of(record.tree, rules.depth)
    return all(judge(claim, findings).right for claim in claims)


def conventions(rules: Rules) -> list[Rules]:
    """Return the stated rules and every other combination, those that differ least first."""
    candidates = dict.fromkeys([rules, *_combinations(rules)])
    return sorted(candidates, key=lambda one: (len(differences(one, rules)), one.form != "classic"))


def _combinations(rules: Rules) -> Iterator[Rules]:
    swapped: Levels = tuple(player.opponent for player in rules.levels)
    plain: Algorithm = "expectimax" if rules.algorithm == "expectimax" else "minimax"
    for levels in dict.fromkeys((rules.levels, swapped)):
        base = replace(
            rules, form="classic", cutoff=">=", fail="soft", levels=levels, algorithm="alphabeta"
        )
        for order, cutoff, fail in product(ORDERS, CUTOFFS, FAILS):
            yield replace(base, order=order, cutoff=cutoff, fail=fail)
        yield replace(base, algorithm=plain)
        for order, form in product(ORDERS, _OTHER_FORMS):
            yield replace(base, order=order, form=form)


def differences(candidate: Rules, stated: Rules) -> list[str]:
    """Return in words how some rules differ from the stated ones, one phrase a difference."""
    if candidate == stated:
        return []
    phrases: list[str] = []
    algorithm = candidate.algorithm
    if algorithm != stated.algorithm:
        phrases.append(
            "you search with alpha-beta" if algorithm == "alphabeta" else "you use plain minimax"
        )
    if algorithm == "alphabeta":
        if candidate.form not in {"classic", stated.form}:
            phrases.append(f"you use the printed form “{candidate.form}”")
        elif candidate.form == "classic":
            phrases.extend(_classic_differences(candidate, stated))
        if candidate.order != stated.order:
            phrases.append(
                "you take the children from right to left"
                if candidate.right_to_left
                else "you take the children from left to right"
            )
    if candidate.levels != stated.levels:
        phrases.append(f"{candidate.levels[0].value.upper()} moves first")
    return phrases


def _classic_differences(candidate: Rules, stated: Rules) -> Iterator[str]:
    if stated.fixes_its_own_rules:
        yield "you use the form “classic”"
    if candidate.strict != stated.strict:
        yield "you cut only on α > β" if candidate.strict else "you cut already on α ≥ β"
    if candidate.hard != stated.hard:
        yield (
            "values outside the window are clamped (fail-hard)"
            if candidate.hard
            else "values outside the window are returned as they are (fail-soft)"
        )
