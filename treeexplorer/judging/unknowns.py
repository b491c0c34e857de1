"""What a tree is worth, and what is cut off, for every value of an unknown leaf.

The number line falls into pieces on each of which the search runs the same way. A *stretch* is an
interval of it, with or without each of its ends, or a point. The pieces are found
from left to right: a search is run just right of a number, with an unknown that notes at which
values some comparison would come out differently; up to the nearest of these, the piece reaches.
The pieces are exact, and so are their ends; where a range is known they cover it alone. There are
at most two searches for every place at which anything changes, however large the tree.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import count, groupby
from math import isinf
from typing import Any, Final, NamedTuple

from treeexplorer.engine import Record, search
from treeexplorer.engine.analysis import SIGN_OF, PrunedBranch, analysis_of
from treeexplorer.engine.intervals import BoundKind
from treeexplorer.engine.ordered_tree import normalised
from treeexplorer.errors import TreeexplorerError
from treeexplorer.judging.waiting import refuse_unknown
from treeexplorer.notation import Condition
from treeexplorer.numbers import counted, for_json, shown, signum
from treeexplorer.rules import Rules
from treeexplorer.tree import EXACT, INFINITY, GameTree, Number

_MOST_WORK: Final = 500_000
"""Nodes in all the searches that an answer takes: some seconds."""
_SHOWN_PIECES: Final = 8


class UnknownsError(TreeexplorerError):
    """A question about unknowns that has no answer as it stands; said in a sentence."""


class Linear(NamedTuple):
    """A value that depends on the unknown: ``slope · x + constant``; the slope is never 0."""

    slope: Number
    constant: Number


_X: Final = Linear(1, 0)


def in_words(stretch: Condition, word: str) -> str:
    """Return a stretch as people write it: ``x ≤ 3``, ``3 < x ≤ 4``, ``x = 5``, ``every x``."""
    return f"every {word}" if stretch.is_always else stretch.text(word, shown, ("≤", "≥"))


@dataclass(frozen=True, slots=True)
class Piece:
    """What a search comes to for a stretch of the unknown's values."""

    stretch: Condition
    value: Number | Linear  # what the root returns
    bound: BoundKind  # whether that is the root's minimax value, a bound of it, or neither
    best_node: int | None  # the best move; None where none is proven
    pruned: tuple[PrunedBranch, ...]  # branches in drawing order, then what is not drawn
    evaluated: int  # how many leaves are read
    tree: GameTree = field(repr=False, compare=False)

    @property
    def best(self) -> str | None:
        """The address of the best move; ``None`` where none is proven."""
        address = self.tree.labels.bounded_address
        return None if self.best_node is None else address(self.best_node)

    def branches(self, *, undrawn: bool = False) -> list[int]:
        """Return the roots of the pruned branches; or the parents of what is not drawn."""
        return [branch.node for branch in self.pruned if branch.is_elided is undrawn]

    @property
    def cut(self) -> tuple[str, ...]:
        """The addresses of the nodes that are cut off."""
        return tuple(map(self.tree.labels.bounded_address, self.branches()))

    def to_dict(self, word: str) -> dict[str, Any]:
        """Return the row that ``unknowns --json`` prints, given what the unknown is called."""
        labels = self.tree.labels
        low, high, *closed = _stretch_json(self.stretch)
        undrawn = self.branches(undrawn=True)
        return {
            "from": low,
            "to": high,
            "closed": closed,
            "value": self._value_json(word),
            "bound": self.bound,
            "best": self.best,
            "cut": list(self.cut),
            "cut_undrawn": [labels.bounded_address(node) for node in undrawn],
        }

    def _value_json(self, word: str) -> object:
        """Return the root's value for JSON: a number, the unknown's word, or slope and constant."""
        if not isinstance(self.value, Linear):
            return for_json(self.value)
        if self.value == _X:
            return word
        slope, constant = self.value
        return {"slope": for_json(slope), "constant": for_json(constant)}

    def value_in_words(self, word: str) -> str:
        """Return the root's value as people write it, given what the unknown is called.

        With the sign of what it says: ``x``, ``≤ 4``, ``≥ 2·x``; ``4?`` where nothing is proven.
        """
        if isinstance(self.value, Linear):
            text = _linear_in_words(self.value, word)
        else:
            text = shown(self.value)
        sign = SIGN_OF[self.bound]
        if sign == "=":
            return text
        return f"{text}?" if sign == "?" else f"{sign} {text}"

    def value_at(self, x: Number) -> Number:
        """Return the root's value for some x."""
        if not isinstance(self.value, Linear):
            return self.value
        if self.value == _X:
            return x
        slope, constant = self.value
        exact = Fraction(repr(x)) if isinstance(x, float) else x
        return normalised(slope * exact + constant)

    def joined(self, later: Piece) -> Piece | None:
        """Return this and the piece that follows without a gap as one, if they answer the same.

        A number at a single point answers the same as a value that depends on the unknown, and is
        that number at this point: ``x`` below 3, and 3 at 3, are ``x`` up to 3.
        """
        here = self.stretch
        there = later.stretch
        here_is_point = here.low == here.high
        there_is_point = there.low == there.high
        value = later.value
        if here_is_point or there_is_point:
            meeting = there.low
            if self.value_at(meeting) == later.value_at(meeting):
                value = self.value
        if self != replace(later, stretch=here, value=value):
            return None
        whole = replace(here, high=there.high, includes_high=there.includes_high)
        wider = later if here_is_point else self
        return replace(wider, stretch=whole)


class Cut(NamedTuple):
    """A node that is cut off for some values of an unknown."""

    node: int
    is_elided: bool  # what is cut off is what is not drawn of its children
    stretches: tuple[Condition, ...]


@dataclass(frozen=True)
class UnknownAnswer:
    """The answer for every value of one unknown.

    Attributes:
        tree: The tree with the unknown in it.
        word: What the unknown is called; a ``?`` by its address.
        nodes: The leaves at which it stands.
        pieces: The pieces from left to right; together they are the whole number line, or the
            range in which all values are known to lie.
    """

    tree: GameTree
    word: str
    nodes: tuple[int, ...]
    pieces: tuple[Piece, ...]

    def __repr__(self) -> str:
        word = spoken(self.tree, self.word)
        parts = [f"{p.value_in_words(word)} for {in_words(p.stretch, word)}" for p in self.pieces]
        more = f", … {len(parts)} pieces" if len(parts) > _SHOWN_PIECES else ""
        return f"<UnknownAnswer: {', '.join(parts[:_SHOWN_PIECES])}{more}>"

    def at(self, x: Number) -> Piece:
        """Return the answer for some x; for an infinite one, that at this end of the line.

        Raises:
            UnknownsError: It lies outside the known range.
        """
        lowest = self.pieces[0].stretch.low
        highest = self.pieces[-1].stretch.high
        if not lowest <= x <= highest:
            raise UnknownsError(
                f"{shown(x)} lies outside the range from {shown(lowest)} to {shown(highest)}, "
                "in which all values are known to lie"
            )
        at_end = self.pieces[-1] if x > 0 else self.pieces[0]
        exact = self.tree.as_searched(x)
        return next((piece for piece in self.pieces if exact in piece.stretch), at_end)

    @cached_property
    def cuts(self) -> tuple[Cut, ...]:
        """What is cut off for some value: first nodes in drawing order, then what is not drawn."""
        branches = {branch for piece in self.pieces for branch in piece.pruned}
        return tuple(Cut(*branch, self._pruned_for(branch)) for branch in _sorted(branches))

    def cut_for(self, node: str) -> tuple[Condition, ...]:
        """Return the exact set of values for which a node is cut off, as stretches.

        The node is told by an address, a name or a letter.

        Raises:
            AddressError: The reference leads to no node, or to more than one.
        """
        return self._pruned_for(PrunedBranch(self.tree.find(node)))

    def not_visited_for(self, node: int) -> tuple[Condition, ...]:
        """Return the values for which a node is not visited, at its own or a higher cut-off."""
        branches = set(map(PrunedBranch, (node, *self.tree.ancestors(node))))
        return self._pruned_for(*branches)

    def to_dict(self) -> dict[str, Any]:
        """Return the rows that ``unknowns --json`` prints, by what they are."""
        pieces = [piece.to_dict(self.word) for piece in self.pieces]
        cuts = [self._cut_json(cut) for cut in self.cuts]
        return {"unknown": self.word, "pieces": pieces, "cut": cuts}

    def _cut_json(self, cut: Cut) -> dict[str, Any]:
        """Return a node that is cut off for some values, for JSON."""
        labels = self.tree.labels
        row: dict[str, Any] = {
            "node": labels.bounded_address(cut.node),
            "label": labels.label(cut.node),
        }
        if cut.is_elided:
            row["elided"] = True
        row["cut_for"] = [_stretch_json(stretch) for stretch in cut.stretches]
        return row

    def _pruned_for(self, *branches: PrunedBranch) -> tuple[Condition, ...]:
        """Return the values for which any of some branches is pruned, neighbours joined."""

        def prunes(piece: Piece) -> bool:
            """Tell whether one of the branches is pruned in a piece."""
            return any(branch in piece.pruned for branch in branches)

        stretches: list[Condition] = []
        for is_pruned, neighbours in groupby(self.pieces, prunes):
            if not is_pruned:
                continue
            first, *others = [piece.stretch for piece in neighbours]
            last = others[-1] if others else first
            stretches.append(replace(first, high=last.high, includes_high=last.includes_high))
        return tuple(stretches)


def _linear_in_words(value: Linear, word: str) -> str:
    """Return ``slope · x + constant`` as people write it: ``x``, ``2·x − 3``."""
    slope, constant = value
    text = word if slope == 1 else f"{shown(slope)}·{word}"
    if constant < 0:
        return f"{text} − {shown(-constant)}"
    return f"{text} + {shown(constant)}" if constant else text


def _sorted(branches: Iterable[PrunedBranch]) -> list[PrunedBranch]:
    """Return branches in drawing order, what is not drawn last."""
    return sorted(branches, key=lambda branch: (branch.is_elided, branch.node))


def _stretch_json(stretch: Condition) -> list[Any]:
    """Return a stretch for JSON: its ends, and whether each belongs to it."""
    low = for_json(stretch.low)
    high = for_json(stretch.high)
    return [low, high, stretch.includes_low, stretch.includes_high]


def unknowns_of(tree: GameTree) -> dict[str, tuple[int, ...]]:
    """Return the leaves of each unknown, by its word; a ``?`` goes by its address."""
    leaves: dict[str, list[int]] = {}
    for node, word in tree.unknowns.items():
        key = word if word else tree.address(node)
        leaves.setdefault(key, []).append(node)
    return {word: tuple(nodes) for word, nodes in leaves.items()}


def spoken(tree: GameTree, word: str) -> str:
    """Return how an unknown is called in a text: its word, or a ``?`` by its name or address."""
    node = unknowns_of(tree)[word][0]
    if tree.unknowns[node]:
        return word
    return tree.names.get(node, f"?{word}")


def solve_for(tree: GameTree, rules: Rules, word: str) -> UnknownAnswer:
    """Return the answer for every value of one unknown: a word, or the address of a ``?``.

    Raises:
        UnknownsError: There is no such unknown, another one is in the way, or the answer has too
            many pieces for a tree of this size.
        HorizonError: A node at the depth limit has children and no estimate.

    Example:
        >>> from treeexplorer.notation import parse
        >>> solve_for(parse("[[3 5] [x 4]]").tree, Rules(), "x")
        <UnknownAnswer: 3 for x ≤ 3, x for 3 < x ≤ 4, 4 for x > 4>
    """
    leaves = unknowns_of(tree).get(word)
    if leaves is None:
        raise UnknownsError(f"there is no unknown “{word}” in this tree")
    merged: list[Piece] = []
    for piece in _pieces(tree, rules, word, leaves):
        wider = merged[-1].joined(piece) if merged else None
        if wider is None:
            merged.append(piece)
        else:
            merged[-1] = wider
    return UnknownAnswer(tree, word, leaves, tuple(merged))


def solve_each(tree: GameTree, rules: Rules) -> dict[str, UnknownAnswer]:
    """Return the answer for every unknown of a tree, by its word; raise as :func:`solve_for`.

    Of several, each is in the way of the others where the search comes to it.
    """
    return {word: solve_for(tree, rules, word) for word in unknowns_of(tree)}


def with_affine(tree: GameTree, numbers: Mapping[int, Any]) -> GameTree:
    """Return a tree with numbers of any sort at some leaves; the searches only compare them."""
    kind = bytearray(tree.kind)
    exact = dict(tree.exact)
    for node, number in numbers.items():
        kind[node] = EXACT
        exact[node] = number
    unknowns = {node: word for node, word in tree.unknowns.items() if node not in numbers}
    value = array("d", tree.value)
    return replace(tree, kind=bytes(kind), exact=exact, unknowns=unknowns, value=value)


def _pieces(tree: GameTree, rules: Rules, word: str, leaves: Sequence[int]) -> Iterator[Piece]:
    """Yield the pieces from left to right: open stretches, and the points between them.

    Raises:
        UnknownReachedError: The search comes to another unknown leaf.
        UnknownsError: There are too many pieces for a tree of this size.
    """
    lowest, highest = map(tree.as_searched, rules.known_range)
    unknown = Affine(Probe())
    probed = with_affine(tree, dict.fromkeys(leaves, unknown))
    probe = Probe() if lowest == -INFINITY else Probe(lowest)
    for searches in count(1):
        unknown.probe = probe
        record = search(probed, rules)
        refuse_unknown(record)
        piece = _piece(record, probe, highest, word)
        yield piece
        if _reaches(piece.stretch, highest):
            return
        probe = _probe_behind(piece.stretch)
        if searches * len(tree) > _MOST_WORK:
            name = spoken(tree, word)
            raise UnknownsError(
                f"after {counted(searches, 'search', 'searches')} of {len(tree)} nodes the answer "
                f"is found up to {name} = {shown(piece.stretch.high)} only; give {name} a value"
            )


def _reaches(stretch: Condition, highest: Number) -> bool:
    """Tell whether a stretch is the last one: an infinite end is part of none."""
    return stretch.high == highest and (stretch.includes_high or highest == INFINITY)


def _probe_behind(stretch: Condition) -> Probe:
    """Return the place behind a stretch: the point at its end, or just behind a point."""
    lean = 1 if stretch.includes_high else 0
    return Probe(stretch.high, lean=lean)


def _stretch_from(probe: Probe, highest: Number, word: str) -> Condition:
    """Return the interval in which a search runs as at a probe: a point, or all up to the next."""
    point = probe.point
    if point is not None and not probe.lean:
        return Condition(word, point, point)
    low = -INFINITY if point is None else point
    high = highest if probe.above is None else min(probe.above, highest)
    return Condition(word, low, high, False, False)


def _piece(record: Record, probe: Probe, highest: Number, word: str) -> Piece:
    """Return the result of a search, and for which values of the unknown it is the same.

    The result is the same as long as every comparison comes out as it did: the probe has noted for
    which values that is. Results are derived first, since that compares numbers, too.
    """
    analysis = analysis_of(record)
    value: Any = analysis.value
    if isinstance(value, Affine):
        value = Linear(value.slope, value.constant)
    best = analysis.moves(0).best
    bound = analysis.bound
    pruned = tuple(_sorted(analysis.pruned))
    stretch = _stretch_from(probe, highest, word)
    return Piece(stretch, value, bound, best, pruned, record.evaluated, record.tree)


# -- numbers that depend on an unknown ------------------------------------------------------------
#
# A search does nothing with leaf values but compare them and, at chance nodes, average them. So it
# can be run with slope · x + constant in place of a number. At every comparison such a number
# answers for one chosen place on the number line, and notes where the answer would change. Between
# the chosen place and the nearest of the notes, the search is the same, step by step.


@dataclass(slots=True)
class Probe:
    """A place on the number line for which a search is run, and what was noted on the way."""

    point: Number | None = None  # None is left of everything
    lean: int = 0  # 1 is just to the right of the point, nearer than anything else
    above: Number | None = None  # the nearest number to the right at which the search may change

    def side_of(self, crossing: Number) -> int:
        """Return on which side of a number the place lies: −1, 0 or 1."""
        point = self.point
        if point is None or point < crossing:
            if self.above is None or crossing < self.above:
                self.above = crossing
            return -1
        return 1 if point > crossing else self.lean


class Affine:
    """``slope · x + constant``, compared at the place of a probe; the slope is never 0."""

    __slots__ = ("constant", "probe", "slope")

    def __init__(self, probe: Probe, slope: Number = 1, constant: Number = 0) -> None:
        self.probe = probe
        self.slope = slope
        self.constant = constant

    __hash__ = None  # type: ignore[assignment]  # equal at one place is not equal everywhere

    def _sign(self, other: Number | Affine) -> int:
        """Return the sign of this minus another number, at the probe's place."""
        if isinstance(other, Affine):
            if other.slope == self.slope and other.constant == self.constant:
                return 0
            slope = Fraction(self.slope) - other.slope
            return self._sign_of(slope, Fraction(self.constant) - other.constant)
        if isinstance(other, float) and isinf(other):
            return -1 if other > 0 else 1
        is_unknown_itself = self.slope == 1 and not self.constant
        if is_unknown_itself:
            return self.probe.side_of(other)
        return self._sign_of(self.slope, Fraction(self.constant) - Fraction(other))

    def _sign_of(self, slope: Number, constant: Number) -> int:
        """Return the sign of ``slope · x + constant`` at the probe's place."""
        if slope == 0:
            return signum(constant)
        zero = normalised(-constant / slope)
        side = self.probe.side_of(zero)
        return side if slope > 0 else -side

    def __lt__(self, other: Number | Affine) -> bool:
        return self._sign(other) < 0

    def __le__(self, other: Number | Affine) -> bool:
        return self._sign(other) <= 0

    def __gt__(self, other: Number | Affine) -> bool:
        return self._sign(other) > 0

    def __ge__(self, other: Number | Affine) -> bool:
        return self._sign(other) >= 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (int, float, Fraction, Affine)):
            return self._sign(other) == 0
        return NotImplemented

    def __add__(self, other: Number | Affine) -> Affine | Number:
        if isinstance(other, Affine):
            slope = Fraction(self.slope) + Fraction(other.slope)
            constant = Fraction(self.constant) + Fraction(other.constant)
            return Affine(self.probe, slope, constant) if slope else normalised(constant)
        if isinstance(other, float) and isinf(other):
            return other
        return Affine(self.probe, self.slope, Fraction(self.constant) + Fraction(other))

    __radd__ = __add__

    def __mul__(self, weight: Number) -> Affine | Number:
        if not weight:
            return 0
        return Affine(self.probe, self.slope * Fraction(weight), self.constant * Fraction(weight))

    __rmul__ = __mul__

    def __neg__(self) -> Affine:
        return Affine(self.probe, -Fraction(self.slope), -Fraction(self.constant))
