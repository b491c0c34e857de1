"""What a claim is held against: what a search found at each node, and the judgement itself.

A claim is judged against anything that can say how a node was entered, what it returned and what
was proven about it. That is the recorded search (:class:`Findings`), and it is also what would
follow from a person's own earlier entries (:mod:`treeexplorer.exercises.follow`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal, Protocol, TypeAlias

from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.intervals import Interval, Intervals, bound_of
from treeexplorer.engine.record import Record
from treeexplorer.exercises.values import proven_values
from treeexplorer.notation import BoundSign, Claim
from treeexplorer.numbers import decimal_places
from treeexplorer.rules import Rules
from treeexplorer.tree import (
    CHANCE_ROLE,
    INFINITY,
    LEAF_ROLE,
    MAX_ROLE,
    GameTree,
    Number,
    Window,
)

As: TypeAlias = Literal["returned", "minimax"]


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a node, as far as claims speak about it.

    Attributes:
        entry: The window it was entered with.
        value: What it returned; ``None`` while it is open.
        interval: What was proven about the node's minimax value.
        failed: The bound it returned because its v reached the opponent's bound, ``">="`` or
            ``"<="``, be it with the last child; ``None`` otherwise.
    """

    entry: Window
    value: Number | None
    interval: Interval
    failed: BoundSign | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a claim is right, and for a plain number as what."""

    right: bool
    as_: As | None = None


class Found(Protocol):
    """Whatever can say what was found at a node."""

    def calls(self, node: int) -> Sequence[Call]:
        """Return the node's calls, in order; none where it was not visited."""

    def visited(self, node: int) -> bool:
        """Tell whether the node was visited."""

    def minimax(self, node: int) -> Number | None:
        """Return the node's minimax value, ``None`` where the tree does not settle it."""


class Findings:
    """What a recorded search found.

    Attributes:
        record: The search.
        intervals: Its proven intervals.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.intervals = Intervals(record)

    @cached_property
    def _values(self) -> list[Interval]:
        return proven_values(self.record.tree, self.record.rules.depth)

    def calls(self, node: int) -> list[Call]:
        """Return the node's calls, in order; none where it was not visited."""
        record = self.record
        calls = []
        for row in record.rows(node):
            entry, value, interval = (
                record.entry(row),
                record.value(row),
                self.intervals.closed(row),
            )
            failed = (
                None
                if record.is_leaf_call(row)
                else failed_bound(record.tree, record.rules, node, entry, value, interval)
            )
            calls.append(Call(entry, value, interval, failed))
        return calls

    def visited(self, node: int) -> bool:
        """Tell whether the node was visited."""
        return self.record.row(node) is not None

    def minimax(self, node: int) -> Number | None:
        """Return the node's minimax value, ``None`` where the tree does not settle it."""
        low, high = self._values[node]
        return low if low == high else None


def failed_bound(
    tree: GameTree,
    rules: Rules,
    node: int,
    entry: Window,
    value: Number | None,
    interval: Interval,
) -> BoundSign | None:
    """Return the bound that a call stopped at, ``None`` where its cut test never held."""
    role = tree.roles[node]
    if value is None or role in {LEAF_ROLE, CHANCE_ROLE}:
        return None
    if not algorithm_of(rules).has_windows:
        return None
    if role == MAX_ROLE:
        v, bound = max(value, interval[0]), entry[1]
        reached = v > bound or (v == bound and not rules.strict)
        return ">=" if reached else None
    v, bound = min(value, interval[1]), entry[0]
    reached = v < bound or (v == bound and not rules.strict)
    return "<=" if reached else None


def judge(claim: Claim, found: Found) -> Verdict:
    """Return whether a claim is what was found.

    A plain number may be the returned value or the minimax value; a bound must have the direction
    and the number found, and a weaker one is wrong though it is true; a slash is right where
    nothing of its subtree was visited.
    """
    if claim.kind == "cut":
        return Verdict(not found.visited(claim.node))
    if claim.kind == "visited":
        return Verdict(found.visited(claim.node))
    calls = found.calls(claim.node)
    if claim.window is not None:
        alpha, beta = claim.window
        return Verdict(
            any(agrees(alpha, call.entry[0]) and agrees(beta, call.entry[1]) for call in calls)
        )
    if claim.number is None:
        return Verdict(False)
    if claim.sign is not None:
        number = claim.number
        return Verdict(
            any(
                sign == claim.sign and agrees(number, bound)
                for call in calls
                for sign, bound in found_bounds(call)
            )
        )
    if any(call.value is not None and agrees(claim.number, call.value) for call in calls):
        return Verdict(True, "returned")
    minimax = found.minimax(claim.node)
    if minimax is not None and agrees(claim.number, minimax):
        return Verdict(True, "minimax")
    return Verdict(False)


def found_bounds(call: Call) -> set[tuple[BoundSign, Number]]:
    """Return the bounds that a call found: of what is proven, and of what it returned."""
    bounds: set[tuple[BoundSign, Number]] = set()
    low, high = call.interval
    if low != high:
        if low > -INFINITY:
            bounds.add((">=", low))
        if high < INFINITY:
            bounds.add(("<=", high))
    if call.value is not None:
        kind = bound_of(call.value, call.interval)
        if kind == "lower":
            bounds.add((">=", call.value))
        elif kind == "upper":
            bounds.add(("<=", call.value))
        if call.failed is not None:
            bounds.add((call.failed, call.value))
    return bounds


def agrees(written: Number, found: Number) -> bool:
    """Tell whether a written number is the one found.

    A mean such as 13/3 has no finite decimal: there, the number found, rounded to as many places
    as were written (one at least), counts as written.
    """
    if written == found:
        return True
    if not isinstance(found, Fraction) or not isinstance(written, Fraction):
        return False
    places = decimal_places(written)
    if decimal_places(found) is not None or not places:
        return False
    error: Fraction = abs(written - found) * 10**places * 2
    return error <= 1
