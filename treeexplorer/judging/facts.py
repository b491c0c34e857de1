"""Typed facts: every claim that a sentence makes, true whatever the unread leaves hold.

A sentence such as “▲root has 3 through ▽A” is printed only if a fact here backs it. Terms, by the
tree ``[A:[3 12 8] B:[2 4 6]]``, whose root is MAX's node and has two MIN nodes:

v
    A node's best value so far. After A has returned, the root has 3, through A
    (:class:`BestSoFar`).

test
    After each child a node compares two numbers (:class:`CutTest`). After the leaf 2 B compares
    α = 3, which the root has, with β = 2, its own v: 3 ≥ 2 holds, and the 4 and the 6 are skipped
    (:class:`Pruned`).

proven
    What the leaves read so far prove, as an interval (:class:`Proven`). B is worth 2 or less.

witness
    The ancestor that has the bound of a cut-off, and the child that gave it: the root, through A.

call
    One visit of a node by the search (see :mod:`treeexplorer.engine.record`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from treeexplorer.engine import Record
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.engine.intervals import Interval
from treeexplorer.numbers import shown
from treeexplorer.tree import Number

Op: TypeAlias = Literal[">=", ">", "<=", "<", "="]
SIGNS: Final[dict[Op, str]] = {">=": "≥", ">": ">", "<=": "≤", "<": "<", "=": "="}
"""How an operator is printed."""
Outcome: TypeAlias = Literal["visited", "cut-off", "pruned"]


@dataclass(frozen=True, slots=True)
class Inequality:
    """A comparison of two numbers, which may hold or not: ``3 ≥ 2``, ``3 ≥ 8 is false``."""

    left: Number
    op: Op
    right: Number

    @property
    def holds(self) -> bool:
        """Whether it is true."""
        if self.left == self.right:
            return self.op in {">=", "<=", "="}
        if self.left > self.right:
            return self.op in {">=", ">"}
        return self.op in {"<=", "<"}

    @property
    def sign(self) -> str:
        """How it is written: ``≥``."""
        return SIGNS[self.op]

    @property
    def bare(self) -> str:
        """The numbers and the sign, without whether it holds: ``3 ≥ 8``."""
        return f"{shown(self.left)} {self.sign} {shown(self.right)}"

    @property
    def close(self) -> str:
        """The same without blanks: ``3≥8``."""
        return f"{shown(self.left)}{self.sign}{shown(self.right)}"

    def __str__(self) -> str:
        return self.bare if self.holds else f"{self.bare} is false"


@dataclass(frozen=True, slots=True)
class Proven:
    """What the leaves read up to the step prove about a node's minimax value."""

    node: int
    low: Number
    high: Number


@dataclass(frozen=True, slots=True)
class BestSoFar:
    """A node's best value so far (v), and the child that gave it.

    Attributes:
        node: The node.
        value: Its v.
        through: The child that returned this value. ``None`` while no child has given v: under
            fail-hard v begins at the node's own bound, so the number is an end of its window.
    """

    node: int
    value: Number
    through: int | None

    @property
    def is_own_bound(self) -> bool:
        """Whether no child has given v: it is still the bound with which the node began."""
        return self.through is None


@dataclass(frozen=True, slots=True)
class CutTest(Inequality):
    """The test for a cut-off that a node made after a child; α, or what stands for it, is left.

    Attributes:
        node: The node.
        skips: Whether children are left to skip. The test is a cut-off if it holds and skips.
    """

    node: int
    skips: bool


@dataclass(frozen=True, slots=True)
class WouldCut:
    """The bounds on entry with which a node would have been cut off after a child, or before.

    ``WouldCut(node, after, "alpha", ">=", 3)`` says: with an α of 3 or more.

    Attributes:
        node: The node.
        after: The child after which the cut-off would have come at the latest.
        end: The end of the window that would have been another number; the other end stays.
        op: How that end would compare with ``value``.
        value: The number.
    """

    node: int
    after: int
    end: Literal["alpha", "beta"]
    op: Literal["<=", "<", ">=", ">"]
    value: Number


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What becomes of a node under other rules.

    Attributes:
        node: The node.
        rules: The rules that differ, each with its other value: ``(("cutoff", ">"),)``.
        outcome: What becomes of the node.
    """

    node: int
    rules: tuple[tuple[str, Any], ...]
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Needs:
    """Whether a node may still want the value of its open child, as better than the others.

    Attributes:
        node: The node.
        value: Whether it may.
    """

    node: int
    value: bool


@dataclass(frozen=True, slots=True)
class Pruned:
    """The children that a cut-off skips.

    Attributes:
        nodes: The drawn children.
        elided: The node whose undrawn children (``...``) are skipped; ``None`` if none are.
    """

    nodes: tuple[int, ...]
    elided: int | None


@dataclass(frozen=True, slots=True)
class OnlyIf:
    """What a chance node needs of a child under a known range.

    ``OnlyIf(node, ">", 8, child, 6)`` says: the node is worth more than 8 only if the child is
    worth more than 6.

    Attributes:
        node: The chance node.
        op: The sign of both comparisons.
        value: The number with which the node is compared.
        child: The child.
        needed: The number with which the child is compared.
    """

    node: int
    op: Literal[">", "<"]
    value: Number
    child: int
    needed: Number


Fact: TypeAlias = Proven | BestSoFar | CutTest | WouldCut | Elsewhere | Needs | OnlyIf | Pruned


def proven(record: Record, node: int, step: int) -> Interval:
    """Return what the leaves read up to a step prove about a node's minimax value."""
    return analysis_of(record).intervals.at(node, step)
