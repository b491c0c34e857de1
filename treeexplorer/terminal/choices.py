"""The conventions of a search as the rules screen shows them, and what changing one changed."""

from __future__ import annotations

from typing import Any, Final

from treeexplorer.engine import Record, Rules
from treeexplorer.engine.choices import (
    CONVENTIONS,
    Convention,
    choice_of,
    choices_of,
    idle_because,
    title_of,
)
from treeexplorer.numbers import counted, shown
from treeexplorer.terminal.session import Session
from treeexplorer.text import as_sentence
from treeexplorer.tree import Player

MAX, MIN = Player.MAX, Player.MIN

_LEVELS: Final = {
    (MAX, MIN): "MAX moves at the root, then they take turns.",
    (MIN, MAX): "MIN moves at the root, then they take turns.",
    (MAX, MIN, MIN): "MAX, then two opponents one after the other.",
    (MAX,): "MAX moves everywhere.",
    (MIN,): "MIN moves everywhere.",
}
_TYPED: Final = {
    "window": "The root's α and β; if narrow, the value is a bound. ↵ types it.",
    "depth": "Search so many plies, then use the estimates (~). ↵ types it.",
    "first_guess": "MTD(f) asks first whether the root is worth this. ↵ types it.",
    "leaf_range": "What every leaf lies between, read or not. ↵ types it.",
}
_ONE_SEARCH_ONLY: Final = ("first_guess", "leaf_range")


def shown_conventions(rules: Rules) -> list[Convention]:
    """Return the conventions to choose from; what single searches alone use is left out."""
    return [
        one
        for one in CONVENTIONS
        if one.name not in _ONE_SEARCH_ONLY or idle_because(rules, one.name) is None
    ]


def values_of(rule: str) -> tuple[Any, ...]:
    """Return what can be chosen for a rule, in order; nothing where a value is typed."""
    return tuple(_LEVELS) if rule == "levels" else choices_of(rule)


def meaning(rule: str, rules: Rules) -> str:
    """Return one line about what is chosen for a rule, or why it decides nothing."""
    idle = idle_because(rules, rule)
    if idle is not None:
        return f"Idle: {idle}."
    if rule in _TYPED:
        return _TYPED[rule]
    if rule == "levels":
        return _LEVELS.get(rules.levels, "As the file has it.")
    chosen = choice_of(rule, getattr(rules, rule))
    return chosen.explanation if chosen else ""


def value_shown(rule: str, rules: Rules) -> str:
    """Return what is chosen for a rule, in a few words."""
    value = getattr(rules, rule)
    if rule == "cutoff":
        return f"α {rules.test_sign} β"
    if rule == "fail":
        return "fail-hard" if rules.hard else "fail-soft"
    if rule == "window":
        return f"({shown(value[0])}, {shown(value[1])})"
    if rule == "depth":
        return "unlimited" if value is None else f"{value} plies"
    if rule == "levels":
        return " ".join(level.value.upper() for level in value) + " …"
    if rule == "first_guess":
        return shown(value)
    if rule == "leaf_range":
        return "as in the tree" if value is None else f"{shown(value[0])} to {shown(value[1])}"
    return title_of(rule, value)


def neighbour(rule: str, rules: Rules, by: int) -> Any:
    """Return the value beside the one that is chosen, going round at the ends."""
    value, values = getattr(rules, rule), values_of(rule)
    if value not in values:
        values = (value, *values)
    return values[(values.index(value) + by) % len(values)]


def difference(before: Record, after: Session) -> str:
    """Return what other rules changed, in a sentence."""
    record = after.record
    if not (before.complete and record.complete):
        return "The search is not at its end, so what changed cannot be counted yet."
    parts = []
    more = record.evaluated - before.evaluated
    if more:
        word = "more" if more > 0 else "fewer"
        leaves = counted(abs(more), f"{word} leaf is", f"{word} leaves are")
        parts.append(f"now {leaves} read")
    cuts = len(record.cuts) - len(before.cuts)
    if cuts:
        word = "more" if cuts > 0 else "fewer"
        parts.append(counted(abs(cuts), f"cut-off {word}", f"cut-offs {word}"))
    old, new = before.root_value, record.root_value
    if old != new and old is not None and new is not None:
        parts.append(f"the root returns {shown(new)} instead of {shown(old)}")
    if not parts:
        same = [record.node(row) for row in range(len(record.nodes))] == [
            before.node(row) for row in range(len(before.nodes))
        ]
        return (
            "Nothing changed: the same nodes, the same value."
            if same
            else ("The same counts, but other nodes are visited.")
        )
    return as_sentence(", ".join(parts))
