"""What a tree is worth, and what is cut off, for every value of an unknown leaf.

The number line falls into pieces on each of which the search runs the same way. They are found
from left to right: a search is run just right of a number, with an unknown that notes at which
values some comparison would come out differently; up to the nearest of these, the piece reaches.
The pieces are exact, and so are their ends. There are at most two searches for every place at
which anything changes, however large the tree.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from treeexplorer.engine import Record, search
from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.engine.ordered import normalised
from treeexplorer.errors import TreeexplorerError
from treeexplorer.exercises.affine import Affine, Probe
from treeexplorer.notation import Condition
from treeexplorer.numbers import shown
from treeexplorer.rules import Rules
from treeexplorer.tree import EXACT, INFINITY, GameTree, Number

_MOST_WORK: Final = 4_000_000


class UnknownsError(TreeexplorerError):
    """A question about unknowns that has no answer as it stands; said in a sentence."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of the number line.

    Attributes:
        low: The left end.
        high: The right end.
        closed_low: Whether the left end belongs to it.
        closed_high: Whether the right end belongs to it.
    """

    low: Number
    high: Number
    closed_low: bool
    closed_high: bool

    def __contains__(self, x: Number) -> bool:
        above = self.low < x or (self.closed_low and self.low == x)
        return above and (x < self.high or (self.closed_high and self.high == x))

    def joined(self, later: Stretch) -> Stretch:
        """Return this stretch together with the one that follows it without a gap."""
        return Stretch(self.low, later.high, self.closed_low, later.closed_high)

    @property
    def is_everything(self) -> bool:
        """Whether it is the whole number line."""
        return self.low == -INFINITY and self.high == INFINITY

    def condition(self, word: str) -> Condition:
        """Return that an unknown lies in it, as it is claimed."""
        return Condition(word, self.low, self.high, self.closed_low, self.closed_high)

    def words(self, word: str) -> str:
        """Return a stretch as people write it: ``x ≤ 3``, ``3 < x ≤ 4``, ``x = 5``, ``every x``."""
        low, high = self.low, self.high
        left = "≤" if self.closed_low else "<"
        right = "≤" if self.closed_high else "<"
        if low == high:
            return f"{word} = {shown(low)}"
        if low == float("-inf") and high == float("inf"):
            return f"every {word}"
        if low == float("-inf"):
            return f"{word} {right} {shown(high)}"
        if high == float("inf"):
            return f"{word} {'≥' if self.closed_low else '>'} {shown(low)}"
        return f"{shown(low)} {left} {word} {right} {shown(high)}"


@dataclass(frozen=True, slots=True)
class Linear:
    """A value that depends on the unknown: ``slope · x + constant``; the slope is never 0."""

    slope: Number
    constant: Number

    @property
    def is_x(self) -> bool:
        """Whether this is the unknown itself."""
        return self.slope == 1 and self.constant == 0

    def at(self, x: Number) -> Number:
        """Return the value for some x."""
        if self.is_x:
            return x
        exact = Fraction(repr(x)) if isinstance(x, float) else x
        return normalised(self.slope * exact + self.constant)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a search of the tree comes to.

    Attributes:
        value: The root's value: a number, or one that depends on the unknown.
        best: The best move; ``None`` where none is proven.
        cut: The nodes that are cut off, each speaking for its subtree.
        evaluated: How many leaves are read.
    """

    value: Number | Linear
    best: int | None
    cut: tuple[int, ...]
    evaluated: int

    def value_at(self, x: Number) -> Number:
        """Return the root's value for some x."""
        return self.value.at(x) if isinstance(self.value, Linear) else self.value

    def agrees_at(self, x: Number, other: Outcome) -> bool:
        """Tell whether two outcomes are the same for some x."""
        return (
            self.best == other.best
            and self.cut == other.cut
            and self.value_at(x) == other.value_at(x)
        )


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the unknown's values for which the answer is the same."""

    stretch: Stretch
    outcome: Outcome


@dataclass(frozen=True)
class UnknownAnswer:
    """The answer for every value of one unknown.

    Attributes:
        tree: The tree with the unknown in it.
        rules: The conventions.
        word: What the unknown is called; a ``?`` by its address.
        nodes: The leaves at which it stands.
        pieces: The pieces from left to right; together they are the whole number line.
    """

    tree: GameTree
    rules: Rules
    word: str
    nodes: tuple[int, ...]
    pieces: tuple[Piece, ...]

    def at(self, x: Number) -> Outcome:
        """Return the answer for some x."""
        return next(piece.outcome for piece in self.pieces if x in piece.stretch)

    def tree_at(self, x: Number) -> GameTree:
        """Return the tree with a value for the unknown, to be searched and drawn."""
        return self.tree.with_values(dict.fromkeys(self.nodes, x))

    @cached_property
    def ever_cut(self) -> tuple[int, ...]:
        """The nodes that are cut off for some value of the unknown, in drawing order."""
        return tuple(sorted({node for piece in self.pieces for node in piece.outcome.cut}))

    def cut_for(self, node: int) -> tuple[Stretch, ...]:
        """Return the exact set of values for which a node is cut off, as stretches."""
        return self._stretches(lambda outcome: node in outcome.cut)

    def not_visited_for(self, node: int) -> tuple[Stretch, ...]:
        """Return for which values a node is not visited, be it that a node above it is cut off."""
        above = {node, *self.tree.ancestors(node)}
        return self._stretches(lambda outcome: not above.isdisjoint(outcome.cut))

    def _stretches(self, holds: Any) -> tuple[Stretch, ...]:
        found: list[Stretch] = []
        touching = False
        for piece in self.pieces:
            if not holds(piece.outcome):
                touching = False
                continue
            if touching:
                found[-1] = found[-1].joined(piece.stretch)
            else:
                found.append(piece.stretch)
            touching = True
        return tuple(found)


def unknowns_of(tree: GameTree) -> dict[str, tuple[int, ...]]:
    """Return the leaves of each unknown, by its word; a ``?`` goes by its address."""
    leaves: dict[str, list[int]] = {}
    for node, word in tree.unknowns.items():
        leaves.setdefault(word or tree.address(node), []).append(node)
    return {word: tuple(nodes) for word, nodes in leaves.items()}


def spoken(tree: GameTree, word: str) -> str:
    """Return how an unknown is called in a text: its word, or a ``?`` by its name or address."""
    node = unknowns_of(tree)[word][0]
    return word if tree.unknowns[node] else tree.names.get(node) or f"?{word}"


def solve_for(tree: GameTree, rules: Rules, word: str) -> UnknownAnswer:
    """Return the answer for every value of one unknown.

    Args:
        tree: A tree whose other unknowns, if there are any, are never reached.
        rules: The conventions.
        word: The unknown's word, or the address of a ``?``.

    Raises:
        UnknownsError: There is no such unknown, another one is in the way, or the answer has too
            many pieces for a tree of this size.
        HorizonError: A node at the depth limit has children and no estimate.
    """
    leaves = unknowns_of(tree).get(word)
    if leaves is None:
        raise UnknownsError(f"there is no unknown “{word}” in this tree")
    return UnknownAnswer(tree, rules, word, leaves, tuple(_merged(_pieces(tree, rules, leaves))))


def with_affine(tree: GameTree, numbers: Mapping[int, Any]) -> GameTree:
    """Return a tree with numbers of any sort at some leaves; the searches only compare them."""
    kind, exact = bytearray(tree.kind), dict(tree.exact)
    for node, number in numbers.items():
        kind[node], exact[node] = EXACT, number
    unknowns = {node: word for node, word in tree.unknowns.items() if node not in numbers}
    value = array("d", tree.value)
    return replace(tree, kind=bytes(kind), exact=exact, unknowns=unknowns, value=value)


def outcome_of(tree: GameTree, rules: Rules) -> Outcome:
    """Search a tree and return what it comes to.

    Raises:
        UnknownsError: The search comes to an unknown leaf, or a stated range of the leaves leaves
            out some of the values that the unknown can have.
    """
    if rules.leaf_range is not None and algorithm_of(rules).knows_range:
        raise UnknownsError(
            "the unknown can have any value, and not only those in the leaf range that is stated; "
            "leave the range out, or give the unknown a value with --set"
        )
    record = search(tree, rules)
    if record.waits_for is not None:
        word = tree.unknowns.get(record.waits_for) or tree.address(record.waits_for)
        raise UnknownsError(
            f"the search also comes to the unknown “{word}”; fix it with --set {word}=…"
        )
    value: Any = record.root_value
    if isinstance(value, Affine):
        value = Linear(value.slope, value.constant)
    best = analysis_of(record).best_move(record.known_row(0))
    return Outcome(value, best, tuple(sorted(set(_skipped(record)))), record.evaluated)


def _skipped(record: Record) -> Iterator[int]:
    """Yield the children that the cut-offs of a record skip."""
    for row in record.cuts:
        child = record.node(row)
        yield from record.children_after(record.tree.parent[child], child)


def _run(tree: GameTree, rules: Rules, leaves: Sequence[int], probe: Probe) -> Outcome:
    return outcome_of(with_affine(tree, dict.fromkeys(leaves, Affine(probe))), rules)


def _pieces(tree: GameTree, rules: Rules, leaves: Sequence[int]) -> Iterator[Piece]:
    probe = Probe()
    work = 0
    while True:
        work += 2 * len(tree)
        if work > _MOST_WORK:
            raise UnknownsError(
                f"the search changes at more than {work // (2 * len(tree))} values of the unknown, "
                f"too many for a tree of {len(tree)} nodes; give it a value with --set"
            )
        outcome = _run(tree, rules, leaves, probe)
        low = -INFINITY if probe.point is None else probe.point
        crossing = probe.above
        high = INFINITY if crossing is None else crossing
        yield Piece(Stretch(low, high, closed_low=False, closed_high=False), outcome)
        if crossing is None:
            return
        here = Probe(crossing)
        yield Piece(
            Stretch(crossing, crossing, closed_low=True, closed_high=True),
            _run(tree, rules, leaves, here),
        )
        probe = Probe(crossing, lean=1)


def _merged(pieces: Iterator[Piece]) -> list[Piece]:
    """Join neighbours with the same answer; a single point joins a side it agrees with."""
    merged: list[Piece] = []
    for piece in pieces:
        if not merged:
            merged.append(piece)
            continue
        before = merged[-1]
        if _joins(before, piece):
            outcome = piece.outcome if _is_point(before.stretch) else before.outcome
            merged[-1] = Piece(before.stretch.joined(piece.stretch), outcome)
        else:
            merged.append(piece)
    return merged


def _is_point(stretch: Stretch) -> bool:
    return stretch.low == stretch.high


def _joins(before: Piece, piece: Piece) -> bool:
    if _is_point(before.stretch) or _is_point(piece.stretch):
        return before.outcome.agrees_at(piece.stretch.low, piece.outcome)
    first, second = before.outcome, piece.outcome
    return (first.value, first.best, first.cut) == (second.value, second.best, second.cut)
