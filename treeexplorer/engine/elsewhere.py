"""Under which other conventions a node would have fared otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from treeexplorer.engine.algorithms import search
from treeexplorer.engine.comparing import name_of
from treeexplorer.engine.ordered import HorizonError
from treeexplorer.engine.record import Record, StepKind
from treeexplorer.rules import Rules, RulesError, alternatives, changed
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
    for candidate in alternatives(rules):
        if len(changed(candidate, rules)) == 1 and candidate.form != "exchanged":
            yield candidate


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
