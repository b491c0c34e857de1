"""Under which conventions a set of answers is right.

Courses differ: an answer that is wrong under one convention is often the model answer under
another. So where answers do not fit the stated rules, every combination that a course may use is
tried, and those under which every claim is right are named, the nearest to the stated rules first.
"""

from __future__ import annotations

from treeexplorer.engine import HorizonError, RulesError, search
from treeexplorer.exercises.claims import claims_of
from treeexplorer.exercises.findings import Findings, judge
from treeexplorer.notation import Claims
from treeexplorer.rules import Rules, alternatives, other_levels
from treeexplorer.tree import GameTree


def conventions_that_fit(tree: GameTree, claims: Claims, rules: Rules) -> list[Rules]:
    """Return the conventions under which every claim of a tree is right.

    The window and the depth limit stay as they are. Each search is given up at the first wrong
    claim.

    Args:
        tree: The tree.
        claims: What is written about it.
        rules: The stated rules, which come first where they fit.
    """
    if not claims:
        return []
    levels = other_levels(rules.levels, chance=tree.has_chance)
    others = alternatives(rules, algorithms=["minimax"], levels=levels)
    return [candidate for candidate in (rules, *others) if all_right(tree, claims, candidate)]


def all_right(tree: GameTree, claims: Claims, rules: Rules) -> bool:
    """Tell whether every claim about a tree is right under some rules."""
    try:
        record = search(tree, rules)
    except (HorizonError, RulesError):
        return False
    if not record.complete:
        return False
    findings = Findings(record)
    judged = claims_of(record.tree, claims, rules.depth)
    return all(judge(claim, findings).right for claim in judged)
