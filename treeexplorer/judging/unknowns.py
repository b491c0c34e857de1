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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
        """Return the roots of the pruned branches that are drawn.

        With ``undrawn`` it is the parents of pruned children that are not drawn.
        """
        return [branch.node for branch in self.pruned if branch.is_elided is undrawn]

    @property
    def cut(self) -> tuple[str, ...]:
        """The addresses of the nodes that are cut off."""
        return tuple(map(self.tree.labels.bounded_address, self.branches()))

    def to_dict(self, word: str) -> dict[str, Any]:
        """Return the row that ``unknowns --json`` prints, given what the unknown is called."""
        labels = self.tree.labels
        low, high, includes_low, includes_high = _stretch_json(self.stretch)
        undrawn = self.branches(undrawn=True)
        return {
            "from": low,
            "to": high,
            "closed": [includes_low, includes_high],
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
        """Return the root's value as people write it, with the sign of what it says.

        Such as ``4`` or ``x`` for the minimax value itself, ``≤ 4`` or ``≥ 2·x`` for a bound, and
        ``4?`` if nothing is proven.

        Args:
            word: What the unknown is called.
        """
        text = self._value_text(word)
        match SIGN_OF[self.bound]:
            case "=":
                return text
            case "?":
                return f"{text}?"
            case sign:
                return f"{sign} {text}"

    def _value_text(self, word: str) -> str:
        """Return the root's value without a sign: ``4`` or ``2·x − 3``."""
        if isinstance(self.value, Linear):
            return _linear_in_words(self.value, word)
        return shown(self.value)

    def value_at(self, x: Number) -> Number:
        """Return the root's value for some x, exactly: ``2·x + 0.1`` at 0.2 is one half."""
        if not isinstance(self.value, Linear):
            return self.value
        if self.value == _X:
            return x
        slope, constant = self.value
        # As it is written: the 0.1 of a float is no tenth, but its shortest spelling is.
        exact = Fraction(repr(x)) if isinstance(x, float) else x
        return normalised(slope * exact + constant)

    def joined(self, later: Piece) -> Piece | None:
        """Return this piece and the next one as one piece if their answers agree; else ``None``.

        The pieces ``x`` for x < 3 and ``3`` for x = 3 become ``x`` for x ≤ 3. The later piece must
        begin where this one ends.
        """
        if not self._agrees_with(later):
            return None
        # The value of the wider piece holds for both: that of a point is known at the point alone.
        wider = later if self._is_point else self
        return replace(wider, stretch=_from_to(self.stretch, later.stretch))

    @property
    def _is_point(self) -> bool:
        """Whether it is for a single value of the unknown."""
        return self.stretch.low == self.stretch.high

    def _agrees_with(self, later: Piece) -> bool:
        """Tell whether the next piece has the same answer."""
        later_as_here = replace(later, stretch=self.stretch, value=self.value)
        return self == later_as_here and self._values_agree(later)

    def _values_agree(self, later: Piece) -> bool:
        """Tell whether the next piece has the same value; beside a point, the same number there."""
        if self.value == later.value:
            return True
        has_point = self._is_point or later._is_point
        meeting_point = later.stretch.low
        return has_point and self.value_at(meeting_point) == later.value_at(meeting_point)


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
        """Return the values for which any of some branches is pruned, as few stretches as can be.

        Of the pieces x < 3 (pruned), x = 3 (pruned) and x > 3 (visited) the first two make x ≤ 3.
        """

        def prunes(piece: Piece) -> bool:
            """Tell whether one of the branches is pruned in a piece."""
            return any(branch in piece.pruned for branch in branches)

        stretches: list[Condition] = []
        for is_pruned, neighbours in groupby(self.pieces, prunes):
            if is_pruned:
                pieces = list(neighbours)
                stretches.append(_from_to(pieces[0].stretch, pieces[-1].stretch))
        return tuple(stretches)


def _from_to(first: Condition, last: Condition) -> Condition:
    """Return the stretch from the beginning of one to the end of a later one."""
    return replace(first, high=last.high, includes_high=last.includes_high)


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
    pieces = _joined_where_equal(_pieces(tree, rules, word, leaves))
    return UnknownAnswer(tree, word, leaves, pieces)


def _joined_where_equal(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Return pieces, those made one that lie side by side and have the same answer."""
    joined: list[Piece] = []
    for piece in pieces:
        wider = joined[-1].joined(piece) if joined else None
        if wider is None:
            joined.append(piece)
        else:
            joined[-1] = wider
    return tuple(joined)


def solve_each(tree: GameTree, rules: Rules) -> dict[str, UnknownAnswer]:
    """Return the answer for every unknown of a tree, by its word; raise as :func:`solve_for`.

    Of several, each is in the way of the others where the search comes to it.
    """
    return {word: solve_for(tree, rules, word) for word in unknowns_of(tree)}


def with_affine(tree: GameTree, numbers: Mapping[int, Any]) -> GameTree:
    """Return a tree in which some leaves have numbers of another type, such as :class:`Affine`.

    A search works on it unchanged, since it only compares the numbers, and averages them at chance
    nodes. The columns of the given tree are copied, so that none is shared.

    Args:
        tree: The tree.
        numbers: The numbers, by leaf; a leaf that was unknown is known then.
    """
    kind = bytearray(tree.kind)
    exact = dict(tree.exact)
    for node, number in numbers.items():
        kind[node] = EXACT
        exact[node] = number
    unknowns = {node: word for node, word in tree.unknowns.items() if node not in numbers}
    value = array("d", tree.value)
    return replace(tree, kind=bytes(kind), exact=exact, unknowns=unknowns, value=value)


def _pieces(tree: GameTree, rules: Rules, word: str, leaves: Sequence[int]) -> Iterator[Piece]:
    """Yield the pieces of the number line on each of which the search has one result.

    From left to right they are intervals without their ends, and the points between them. Each
    takes one search, at a *probe*: a chosen place of the number line. While the search compares the
    unknown with numbers, the probe notes the nearest number to its right at which a comparison
    would come out differently. Up to there the piece reaches.

    In ``[[3 5] [x 4]]`` the first probe lies left of every number, and the piece is x < 3; the
    next probes are the point 3, just right of 3, the point 4, and just right of 4.

    Raises:
        UnknownReachedError: The search comes to another unknown leaf.
        UnknownsError: There are too many pieces for a tree of this size.
    """
    lowest, highest = map(tree.as_searched, rules.known_range)
    search_at = _search_with_unknown(tree, rules, leaves)
    probe = Probe() if lowest == -INFINITY else Probe(lowest)
    for searches in count(1):
        piece = _piece_at(search_at(probe), probe, highest, word)
        yield piece
        if _reaches(piece.stretch, highest):
            return
        if searches * len(tree) > _MOST_WORK:
            raise _too_much_work(tree, searches, piece.stretch)
        probe = _probe_behind(piece.stretch)


def _search_with_unknown(
    tree: GameTree, rules: Rules, leaves: Sequence[int]
) -> Callable[[Probe], Record]:
    """Return a function that searches a tree with its unknown leaves at a probe."""
    # All the leaves hold this one object: setting its probe moves every one of them.
    unknown = Affine(Probe())
    tree_with_affine = with_affine(tree, dict.fromkeys(leaves, unknown))

    def search_at(probe: Probe) -> Record:
        """Return the search; raise ``UnknownReachedError`` if it comes to another unknown."""
        unknown.probe = probe
        record = search(tree_with_affine, rules)
        refuse_unknown(record)
        return record

    return search_at


def _too_much_work(tree: GameTree, searches: int, last: Condition) -> UnknownsError:
    """Return the error that an answer takes too many searches, found up to a last stretch."""
    name = spoken(tree, last.unknown)
    return UnknownsError(
        f"after {counted(searches, 'search', 'searches')} of {len(tree)} nodes the answer "
        f"is found up to {name} = {shown(last.high)} only; give {name} a value"
    )


def _reaches(stretch: Condition, highest: Number) -> bool:
    """Tell whether a stretch is the last one: an infinite end is part of none."""
    return stretch.high == highest and (stretch.includes_high or highest == INFINITY)


def _probe_behind(stretch: Condition) -> Probe:
    """Return the place behind a stretch: the point at its end, or just right of a point."""
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


def _piece_at(record: Record, probe: Probe, highest: Number, word: str) -> Piece:
    """Return the results of a search at a probe, and for which values of the unknown they hold.

    They hold as long as every comparison comes out as it did; the probe has noted for how long.
    """
    analysis = analysis_of(record)
    with_every_value = Piece(
        stretch=Condition(word),
        value=_without_probe(analysis.value),
        bound=analysis.bound,
        best_node=analysis.moves(0).best,
        pruned=tuple(_sorted(analysis.pruned)),
        evaluated=record.evaluated,
        tree=record.tree,
    )
    # Last: to derive the results compares numbers, too, and the probe notes that.
    return replace(with_every_value, stretch=_stretch_from(probe, highest, word))


def _without_probe(value: Any) -> Number | Linear:
    """Return a value that may depend on the unknown without the probe, which is of one search."""
    return Linear(value.slope, value.constant) if isinstance(value, Affine) else value


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
    lean: int = 0  # 1: just to the right of the point, nearer to it than any number; 0: at it
    above: Number | None = None  # the nearest number to the right at which the search may change

    def side_of(self, crossing: Number) -> int:
        """Return on which side of a number the place lies: −1 left of it, 0 at it, 1 right of it.

        A number that lies to the right of the place is noted, if it is the nearest so far.
        """
        point = self.point
        if point is None or point < crossing:
            if self.above is None or crossing < self.above:
                self.above = crossing
            return -1
        return 1 if point > crossing else self.lean


class Affine:
    """A number ``slope · x + constant`` of an unknown x, compared at the place of a probe.

    Compared with another number it answers for the x at which its probe lies, and the probe notes
    where the answer would change. Of an unknown leaf the slope is 1 and the constant 0; the mean of
    a chance node has others. The slope is never 0: a sum in which x cancels out is a plain number.

    Two of them are compared and added only within one search, in which they have the same probe.

    Example:
        >>> probe = Probe(3, lean=1)  # just to the right of 3
        >>> x = Affine(probe)
        >>> x > 3, x > 5, probe.above
        (True, False, 5)
    """

    __slots__ = ("constant", "probe", "slope")

    def __init__(self, probe: Probe, slope: Number = 1, constant: Number = 0) -> None:
        self.probe = probe
        self.slope = slope
        self.constant = constant

    __hash__ = None  # type: ignore[assignment]  # equal at one place is not equal everywhere

    def _sign(self, other: Number | Affine) -> int:
        """Return the sign of this minus another number, at the probe's place: −1, 0 or 1."""
        if isinstance(other, Affine):
            return self._sign_beside(other)
        if isinstance(other, float) and isinf(other):
            return -1 if other > 0 else 1  # for every x: the probe has nothing to note
        is_unknown_itself = self.slope == 1 and not self.constant
        if is_unknown_itself:
            return self.probe.side_of(other)  # as below, without fractions
        return self._sign_of(self.slope, Fraction(self.constant) - Fraction(other))

    def _sign_beside(self, other: Affine) -> int:
        """Return the sign of this minus another number of the same unknown: −1, 0 or 1."""
        if other.slope == self.slope and other.constant == self.constant:
            return 0
        slope = Fraction(self.slope) - other.slope
        return self._sign_of(slope, Fraction(self.constant) - other.constant)

    def _sign_of(self, slope: Number, constant: Number) -> int:
        """Return the sign of ``slope · x + constant`` at the probe's place: −1, 0 or 1.

        The sign changes at x = −constant / slope. ``2 · x − 6`` is negative left of 3, and positive
        right of it; with a negative slope it is the other way round.
        """
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
        """Return the sum; a plain number if x cancels out, or if the other number is infinite."""
        if isinstance(other, Affine):
            slope = Fraction(self.slope) + Fraction(other.slope)
            constant = Fraction(self.constant) + Fraction(other.constant)
            return Affine(self.probe, slope, constant) if slope else normalised(constant)
        if isinstance(other, float) and isinf(other):
            return other
        return Affine(self.probe, self.slope, Fraction(self.constant) + Fraction(other))

    __radd__ = __add__

    def __mul__(self, weight: Number) -> Affine | Number:
        """Return the product with a number, such as a probability; with 0 the plain number 0."""
        if not weight:
            return 0
        return Affine(self.probe, self.slope * Fraction(weight), self.constant * Fraction(weight))

    __rmul__ = __mul__

    def __neg__(self) -> Affine:
        return Affine(self.probe, -Fraction(self.slope), -Fraction(self.constant))
