"""Conditions at which a run stops: short ones, ``cut``, ``deep``, ``v >= 5``, and any other.

What is none of the short ones is read as the language of :mod:`treeexplorer.search.queries`:
``node == C and alpha > 2``.
"""

from __future__ import annotations

import math
import operator
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from treeexplorer.numerals import typed_number
from treeexplorer.search import Record, StepKind, queries
from treeexplorer.search.cutoffs import cut_off
from treeexplorer.search.record import Step

WORDS: Final = "cut, deep, tie, root, leaf 8, v >= 5, beta < 9, node == C and v > 2"

_LONGEST_RUN: Final = 300_000
_COMPARISON: Final = re.compile(r"(v|alpha|α|beta|β)\s*(>=|≥|<=|≤|>|<|=)\s*(\S+)")
_OPERATORS: Final[dict[str, Callable[[float, float], bool]]] = {
    ">=": operator.ge,
    "≥": operator.ge,
    "<=": operator.le,
    "≤": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}


@dataclass(frozen=True)
class Condition:
    """Something that holds at some steps of a search.

    Attributes:
        text: The condition as a person wrote it.
        holds: Whether it holds at a step.
        lasts: Whether it can hold over several steps, of which only the first counts.
    """

    text: str
    holds: Callable[[Record, Step], bool]
    lasts: bool = False


def condition(text: str, record: Record) -> Condition:
    """Return the condition that a text writes.

    Args:
        text: What somebody typed.
        record: A search of the tree whose nodes it may name.

    Raises:
        ValueError: It writes none; the message says what can be written.
    """
    typed, text = text, " ".join(text.lower().split())
    simple: dict[str, Callable[[Record, Step], bool]] = {
        "cut": lambda _, step: step.kind is StepKind.CUT,
        "deep": lambda record, step: _cut(record, step, "deep"),
        "tie": lambda record, step: _cut(record, step, "is_tie"),
        "root": lambda _, step: step.node == 0 and step.before not in {None, step.window},
    }
    if text in simple:
        return Condition(text, simple[text])
    if text.startswith("leaf "):
        wanted = _number(text.removeprefix("leaf "))
        return Condition(text, lambda _, step: step.kind is StepKind.LEAF and step.value == wanted)
    comparison = _COMPARISON.fullmatch(text)
    if comparison is None:
        return _of_any_kind(typed.strip(), record)
    what, sign, number = comparison.groups()
    return Condition(text, _compares(what, _OPERATORS[sign], _number(number)), lasts=True)


def renewed(conditions: Iterable[Condition], record: Record) -> list[Condition]:
    """Return conditions read again for another record, without those whose nodes are gone."""
    kept = []
    for one in conditions:
        with suppress(ValueError):
            kept.append(condition(one.text, record))
    return kept


def _of_any_kind(text: str, record: Record) -> Condition:
    try:
        return Condition(text, queries.condition(text, record), lasts=True)
    except queries.ConditionError as error:
        raise ValueError(f"{error}; write one of: {WORDS}") from None


def _number(text: str) -> float:
    try:
        return float(typed_number(text))
    except ValueError:
        raise ValueError(f"“{text}” is not a number; write one of: {WORDS}") from None


def _cut(record: Record, step: Step, what: str) -> bool:
    if step.kind is not StepKind.CUT:
        return False
    row = record.cuts[bisect_left(record.cuts, step.number, key=record.left)]
    return bool(getattr(cut_off(record, row), what))


def _compares(
    what: str, compare: Callable[[float, float], bool], number: float
) -> Callable[[Record, Step], bool]:
    def holds(_: Record, step: Step) -> bool:
        if what == "v":
            return step.v is not None and math.isfinite(step.v) and compare(float(step.v), number)
        if step.window is None:
            return False
        alpha, beta = step.window
        return compare(float(alpha if what in {"alpha", "α"} else beta), number)

    return holds


def next_holding(record: Record, step: int, conditions: Iterable[Condition]) -> int | None:
    """Return the next step at which one of some conditions begins to hold.

    Looks at most 300,000 steps ahead; time linear in the steps looked at.
    """
    wanted = list(conditions)
    if not wanted:
        return None
    for number in range(step + 1, min(record.steps, step + _LONGEST_RUN) + 1):
        if any(_begins(record, number, one) for one in wanted):
            return number
    return None


def previous_holding(record: Record, step: int, conditions: Iterable[Condition]) -> int | None:
    """Return the last step before this one at which one of some conditions began to hold."""
    wanted = list(conditions)
    for number in range(step - 1, max(0, step - _LONGEST_RUN), -1):
        if any(_begins(record, number, one) for one in wanted):
            return number
    return None


def _begins(record: Record, number: int, one: Condition) -> bool:
    """Tell whether a condition holds at a step and, if it lasts, did not hold before."""
    if not one.holds(record, record.step(number)):
        return False
    return not (one.lasts and one.holds(record, record.step(number - 1)))
