"""Under which other conventions a node would have fared otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, Literal, TypeAlias

from treeexplorer.engine.comparing import name_of
from treeexplorer.engine.dispatch import search
from treeexplorer.engine.ordered import HorizonError
from treeexplorer.engine.record import Record, StepKind
from treeexplorer.engine.rules import FORMS, Rules, RulesError
from treeexplorer.tree import GameTree

Fate: TypeAlias = Literal["cut off", "not cut off", "never visited"]

_SAID: Final[dict[Fate, str]] = {
    "cut off": "it would be cut off",
    "not cut off": "it would be visited and not cut off",
    "never visited": "it would never be visited",
}


def fate(record: Record, node: int) -> Fate:
    """Return what became of a node in a finished search."""
    rows = record.rows(node)
    if not rows:
        return "never visited"
    for row in rows:
        last = record.last_arrival(row, record.steps)
        if last is not None and record.step(record.left(last)).kind is StepKind.CUT:
            return "cut off"
    return "not cut off"


def other_conventions(rules: Rules) -> Iterator[Rules]:
    """Yield the rules that differ from some in one convention of alpha-beta."""
    plain = replace(rules, algorithm="alphabeta", form="classic")
    if rules.algorithm != "alphabeta" or rules.form != "classic":
        yield plain
    yield replace(plain, cutoff=">" if rules.cutoff == ">=" else ">=")
    yield replace(plain, fail="hard" if rules.fail == "soft" else "soft")
    yield replace(plain, order="left-to-right" if rules.right_to_left else "right-to-left")
    for form in FORMS[1:]:
        if form not in {rules.form, "exchanged"}:
            yield replace(plain, form=form, cutoff=">=", fail="soft")


def fates_elsewhere(tree: GameTree, record: Record, node: int) -> list[str]:
    """Return, for each convention under which a node fares otherwise, a sentence that says so."""
    here = fate(record, node)
    sentences = []
    for rules in other_conventions(record.rules):
        try:
            other = search(tree, rules)
        except (HorizonError, RulesError):
            continue
        there = fate(other, node)
        if there != here and other.waits_for is None:
            sentences.append(f"Under {name_of(rules)}, {_SAID[there]}.")
    return sentences
