"""What a tree can be ordered to be, and how far a tree is from an order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Final

from treeexplorer.engine import Record, cut_offs, result_of, search
from treeexplorer.engine.rules import CUTOFFS, FAILS, Rules
from treeexplorer.tree import GameTree, Number

MOST_LEAVES: Final = 100_000


class OrderError(ValueError):
    """An order that makes no sense, or that no tree was found to meet; said in a sentence."""


@dataclass(frozen=True, slots=True)
class Range:
    """A least and a greatest number, both included."""

    low: int
    high: int

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise OrderError(f"a range goes upwards: {self.low} is more than {self.high}")

    def __str__(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low} to {self.high}"

    def miss(self, number: int) -> int:
        """Return how far a number is outside."""
        return max(self.low - number, number - self.high, 0)


@dataclass(frozen=True)
class Order:
    """What a generated tree is to be like; ``None`` where it does not matter.

    Attributes:
        plies: How many plies deep.
        branching: How many children a node has.
        irregular: Whether some branches end early.
        values: The range of the leaf values.
        cut_offs: How many cut-offs.
        deep: Whether at least one cut-off is deep (``True``), or none is (``False``).
        tie: Whether at least one cut-off is made by equality, or none is.
        same: Whether root value, best move and cuts are the same under every cut test and return
            rule, or deliberately not.
        leaves_read: How many leaves the search reads.
        rules: The conventions that all this is about.
    """

    plies: int = 2
    branching: Range = field(default_factory=lambda: Range(3, 3))
    irregular: bool = False
    values: Range = field(default_factory=lambda: Range(0, 20))
    cut_offs: Range | None = None
    deep: bool | None = None
    tie: bool | None = None
    same: bool | None = None
    leaves_read: Range | None = None
    rules: Rules = field(default_factory=Rules)


LEVELS: Final[tuple[Order, ...]] = (
    Order(2, Range(2, 3), values=Range(1, 12), cut_offs=Range(1, 1), deep=False, tie=False),
    Order(2, Range(3, 3), values=Range(0, 20), cut_offs=Range(1, 2), tie=False, same=True),
    Order(3, Range(2, 3), values=Range(0, 20), cut_offs=Range(2, 4), tie=False),
    Order(3, Range(2, 3), irregular=True, cut_offs=Range(3, 6), tie=True, same=False),
    Order(4, Range(2, 3), irregular=True, values=Range(-9, 20), cut_offs=Range(3, 9), deep=True),
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What a search of a tree comes to, as far as orders speak about it."""

    cut_offs: int
    deep: int
    ties: int
    leaves_read: int
    same: bool | None


def facts_of(tree: GameTree, order: Order) -> Facts:
    """Search a tree and return what orders ask about; ``same`` only where the order does."""
    record = search(tree, order.rules)
    cuts = cut_offs(record)
    return Facts(
        cut_offs=len(cuts),
        deep=sum(cut.deep for cut in cuts),
        ties=sum(cut.is_tie for cut in cuts),
        leaves_read=record.evaluated,
        same=None if order.same is None else is_same_under_all(tree, order.rules),
    )


def is_same_under_all(tree: GameTree, rules: Rules) -> bool:
    """Tell whether root value, best move and cuts are the same under both tests and rules."""
    answers: set[tuple[Number, int | None, tuple[int, ...]]] = set()
    for cutoff, fail in product(CUTOFFS, FAILS):
        record = search(tree, replace(rules, form="classic", cutoff=cutoff, fail=fail))
        answers.add(_answer(record))
    return len(answers) == 1


def _answer(record: Record) -> tuple[Number, int | None, tuple[int, ...]]:
    result = result_of(record)
    skipped = sorted(node for cut in result.cut_offs for node in cut.skipped)
    return result.value, result.best, tuple(skipped)


def misses(order: Order, facts: Facts) -> Iterator[tuple[int, str]]:
    """Yield how far a tree is from each thing ordered that it misses, and in words."""
    for wanted, number, thing in (
        (order.cut_offs, facts.cut_offs, "cut-offs"),
        (order.leaves_read, facts.leaves_read, "leaves read"),
    ):
        if wanted is not None and wanted.miss(number):
            yield wanted.miss(number), f"{wanted} {thing} wanted, {number} in the nearest tree"
    for wish, number, thing in (
        (order.deep, facts.deep, "deep cut-off"),
        (order.tie, facts.ties, "cut-off on equality"),
    ):
        if wish is True and not number:
            yield 1, f"a {thing} wanted, none in the nearest tree"
        elif wish is False and number:
            yield number, f"no {thing} wanted, {number} in the nearest tree"
    if order.same is not None and facts.same is not order.same:
        wanted_words = "the same" if order.same else "a different"
        yield 1, f"{wanted_words} answer under the conventions wanted, but it is not so"


def refuse_impossible(order: Order) -> None:
    """Refuse an order that no tree can meet, with the reason.

    Raises:
        OrderError: It cannot be met.
    """
    if order.plies < 1 or order.branching.low < 1:
        raise OrderError("a tree has at least 1 ply and 1 child at each node")
    leaves = order.branching.high**order.plies
    if leaves > MOST_LEAVES:
        raise OrderError(
            f"{order.plies} plies with {order.branching} children each may have {leaves} leaves; "
            f"{MOST_LEAVES} are the most that is generated"
        )
    wants_cut = (order.cut_offs is not None and order.cut_offs.low > 0) or order.deep or order.tie
    if wants_cut and order.plies < 2:
        raise OrderError("a tree of 1 ply has nothing to cut off: the root has no bound above it")
    if wants_cut and order.branching.high < 2:
        raise OrderError("where every node has 1 child, there is no other child to cut off")
    alternating = len(set(order.rules.levels)) == len(order.rules.levels) == 2
    if order.deep and order.plies < 4 and alternating:
        raise OrderError(
            "a deep cut-off needs 4 plies: its node has the bound from its parent's grandparent"
        )
    if order.leaves_read is not None and order.leaves_read.low > leaves:
        raise OrderError(f"{order.leaves_read} leaves cannot be read: there are {leaves} at most")
    if order.tie and order.rules.strict:
        raise OrderError("under the test α > β nothing is cut off on equality")
    span = order.values.high - order.values.low
    if order.tie is False and span == 0 and order.plies > 1:
        raise OrderError("where all leaves are equal, every cut-off is one on equality")
