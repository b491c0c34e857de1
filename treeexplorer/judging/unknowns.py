"""What a tree is worth, and what is cut off, for every value of an unknown leaf.

In ``[[3 5] [x 4]]`` the root is worth 3 for x ≤ 3, x for 3 < x ≤ 4, and 4 for x > 4; the leaf 4 is
cut off for x ≤ 3. Terms:

stretch
    An interval of the number line, with or without each of its ends, or a single point.

piece
    A stretch on which the search runs the same way, with what the search comes to there
    (:class:`Piece`). The pieces cover the number line; if a range is known, they cover the range.

probe
    A place on the number line for which a search is run: a point, or just right of a point, nearer
    to it than any number (:class:`Probe`).

The pieces are found from left to right. A search is run at a probe, with a number of the type
:class:`Affine` in place of the unknown. Whenever the search compares it, the probe notes at which
value of x the answer would change. The piece reaches up to the nearest of these values. So the ends
of the pieces are exact, and there are at most two searches for every value of x at which anything
changes, however large the tree is.
"""

from __future__ import annotations

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
    """A question about unknowns cannot be answered; the message says why."""


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
    """What a search comes to for a stretch of the unknown's values.

    Attributes:
        stretch: The values of the unknown.
        value: What the root returns: a number, or one that depends on the unknown.
        bound: Whether this is the root's minimax value, a bound of it, or neither.
        best_node: The best move; ``None`` if none is proven.
        pruned: The pruned branches in drawing order, then the nodes with pruned undrawn children.
        evaluated: The number of leaves that are read.
        tree: The tree, for the addresses of nodes.
    """

    stretch: Condition
    value: Number | Linear
    bound: BoundKind
    best_node: int | None
    pruned: tuple[PrunedBranch, ...]
    evaluated: int
    tree: GameTree = field(repr=False, compare=False)

    @property
    def best(self) -> str | None:
        """The address of the best move; ``None`` if none is proven."""
        address = self.tree.labels.bounded_address
        return None if self.best_node is None else address(self.best_node)

    def branches(self, *, undrawn: bool = False) -> list[int]:
        """Return the roots of the pruned branches, or else the parents of pruned undrawn children.

        Args:
            undrawn: Whether the parents of undrawn children are asked for.
        """
        return [branch.node for branch in self.pruned if branch.is_elided is undrawn]

    @property
    def cut(self) -> tuple[str, ...]:
        """The addresses of the nodes that are cut off."""
        return tuple(map(self.tree.labels.bounded_address, self.branches()))

    def to_dict(self, word: str) -> dict[str, Any]:
        """Return the piece as a row of JSON, as the command ``unknowns --json`` prints it.

        Nodes are given by their addresses, and ``closed`` says of both ends whether they belong to
        the stretch. Only the value may depend on the unknown.

        Args:
            word: The name of the unknown, such as ``x``, for the value.
        """
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
        """Return the root's value as people write it, with a sign if it is not exact.

        ``4`` or ``x`` is the minimax value itself, ``≤ 4`` or ``≥ 2·x`` is a bound of it, and
        ``4?`` says nothing of it.

        Args:
            word: The name of the unknown, such as ``x``.
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
        """Return the root's value for one value of the unknown x, exactly.

        ``2·x + 0.1`` at 0.2 is one half.

        Args:
            x: The value of the unknown; it should lie in this stretch.
        """
        if not isinstance(self.value, Linear):
            return self.value
        if self.value == _X:
            return x
        # The value is slope · x + constant.
        slope, constant = self.value
        exact_x = x
        if isinstance(x, float):
            exact_x = Fraction(repr(x))  # the decimal as it is written; the float 0.2 is no fifth
        return normalised(slope * exact_x + constant)

    def joined(self, later: Piece) -> Piece | None:
        """Return this piece and the next one as one piece if their answers agree; else ``None``.

        The pieces ``x`` for x < 3 and ``3`` for x = 3 become ``x`` for x ≤ 3. The later piece must
        begin where this one ends.
        """
        if not self._agrees_with(later):
            return None
        # At a point x may have been replaced by its number, so the other piece's value is kept.
        general = later if self._is_point else self
        return replace(general, stretch=_from_to(self.stretch, later.stretch))

    @property
    def _is_point(self) -> bool:
        """Whether it is for a single value of the unknown."""
        return self.stretch.low == self.stretch.high

    def _agrees_with(self, later: Piece) -> bool:
        """Tell whether the next piece has the same answer, apart from its stretch."""
        # Stretches always differ, and values are compared below: here both are made the same, so
        # that `==` compares all the other fields.
        later_as_here = replace(later, stretch=self.stretch, value=self.value)
        return self == later_as_here and self._values_agree(later)

    def _values_agree(self, later: Piece) -> bool:
        """Tell whether the next piece has the same value as this one.

        The value ``x`` for x < 3 and the value ``3`` at the point 3 agree. At the point, the search
        may have come to the number in place of x.
        """
        if self.value == later.value:
            return True
        if not self._is_point and not later._is_point:
            return False
        # One of the pieces is the point at which they meet.
        meeting_point = later.stretch.low
        return self.value_at(meeting_point) == later.value_at(meeting_point)


class Cut(NamedTuple):
    """A node that is cut off for some values of an unknown.

    Attributes:
        node: The node; or the parent, if undrawn children are cut off.
        is_elided: Whether undrawn children are cut off.
        stretches: The values of the unknown.
    """

    node: int
    is_elided: bool
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
        """Return the answer for one value of the unknown: the piece of the number line it lies in.

        Args:
            x: The value. For −∞ it is the first piece, for +∞ the last.

        Raises:
            UnknownsError: x lies outside the range in which all values are known to lie.
        """
        leftmost = self.pieces[0]
        rightmost = self.pieces[-1]
        # The pieces cover the whole range, from left to right.
        lowest = leftmost.stretch.low
        highest = rightmost.stretch.high
        if not lowest <= x <= highest:
            raise UnknownsError(
                f"{shown(x)} lies outside the range from {shown(lowest)} to {shown(highest)}, "
                "in which all values are known to lie"
            )
        exact = self.tree.as_searched(x)  # a fraction, if the ends of the pieces are fractions
        for piece in self.pieces:
            if exact in piece.stretch:
                return piece
        # Only an infinite x is left: a stretch does not contain its infinite end.
        return rightmost if x > 0 else leftmost

    @cached_property
    def cuts(self) -> tuple[Cut, ...]:
        """What is cut off for some value: first nodes in drawing order, then what is not drawn."""
        branches = {branch for piece in self.pieces for branch in piece.pruned}
        return tuple(Cut(*branch, self._pruned_for(branch)) for branch in _sorted(branches))

    def cut_for(self, node: str) -> tuple[Condition, ...]:
        """Return the exact set of values for which a node is cut off, as stretches.

        Args:
            node: An address, a name or a letter.

        Raises:
            AddressError: No node has it, or more than one.
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
        """Return a node that is cut off for some values of the unknown, as a row of JSON.

        As in ``{"node": "2.2", "label": "B.2", "cut_for": [["-inf", 3, False, True]]}``. The key
        ``elided`` is there only if the cut is of the node's undrawn children (``...``).

        Args:
            cut: The node and the values for which it is cut off.
        """
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
        """Return the values for which any of some branches is pruned, as the fewest stretches.

        A stretch is a part of the number line. If the branch is pruned in the pieces x < 3 and x =
        3, and visited in x > 3, the result is the one stretch x ≤ 3.

        Args:
            branches: The branches.
        """

        def prunes(piece: Piece) -> bool:
            """Tell whether one of the branches is pruned in a piece."""
            return any(branch in piece.pruned for branch in branches)

        stretches: list[Condition] = []
        # The pieces are in order and leave no gap, so that neighbours join to one stretch.
        for is_pruned, neighbours in groupby(self.pieces, prunes):
            if is_pruned:
                pieces = list(neighbours)
                stretches.append(_from_to(pieces[0].stretch, pieces[-1].stretch))
        return tuple(stretches)


def _from_to(first: Condition, last: Condition) -> Condition:
    """Return the stretch from the beginning of one stretch to the end of a later one."""
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
    """Return the leaves of each unknown, by its word; an unknown ``?`` by its address."""
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
    """Join neighbouring pieces of the number line that have the same answer.

    Args:
        pieces: The pieces from left to right, without gaps.

    Returns:
        The pieces that remain, from left to right.
    """
    joined: list[Piece] = []
    for piece in pieces:
        both = joined[-1].joined(piece) if joined else None
        if both is None:  # the first piece, or another answer than the piece before
            joined.append(piece)
        else:
            joined[-1] = both
    return tuple(joined)


def solve_each(tree: GameTree, rules: Rules) -> dict[str, UnknownAnswer]:
    """Return the answer for every unknown of a tree, by its word; raise as :func:`solve_for`.

    Of several, each is in the way of the others where the search comes to it.
    """
    return {word: solve_for(tree, rules, word) for word in unknowns_of(tree)}


def with_affine(tree: GameTree, numbers: Mapping[int, Any]) -> GameTree:
    """Return a tree in which some leaves have numbers of another type, such as ``2·x + 1``.

    Such a number (:class:`Affine`) depends on an unknown x. A search works on the tree unchanged:
    it only compares the numbers, and averages them at chance nodes.

    Args:
        tree: The tree, which stays as it is.
        numbers: The new number of each leaf. A leaf that was unknown is no longer unknown.
    """
    # Copies, since the tree stays as it is.
    kind = bytearray(tree.kind)
    exact = dict(tree.exact)  # by node: the numbers that are no floats
    for node, number in numbers.items():
        kind[node] = EXACT  # the number of the leaf is in the table
        exact[node] = number
    unknowns = {node: word for node, word in tree.unknowns.items() if node not in numbers}
    return replace(tree, kind=bytes(kind), exact=exact, unknowns=unknowns)


def _pieces(tree: GameTree, rules: Rules, word: str, leaves: Sequence[int]) -> Iterator[Piece]:
    """Yield the parts of the number line on which a tree has one answer, from left to right.

    They are alternately intervals without their ends, and the points between them. Each is found by
    one search, with the unknown x at a probe, which is a place on the number line. The probe notes
    at which larger x the search would run otherwise: there the piece ends.

    Args:
        tree: The tree.
        rules: The rules of the search.
        word: The name of the unknown.
        leaves: The leaves at which it stands.

    Example:
        In ``[[3 5] [x 4]]`` the first probe lies left of every number. At it x is compared with 3
        only, so the piece is x < 3. The next probes are the point 3, just right of 3, the point 4,
        and just right of 4.

    Raises:
        UnknownReachedError: The search comes to another unknown leaf.
        UnknownsError: There are too many pieces for a tree of this size.
    """
    # The range in which all values are known to lie; −∞ and +∞ if the rules state none.
    lowest, highest = map(tree.as_searched, rules.known_range)
    probe = Probe() if lowest == -INFINITY else Probe(lowest)
    # All the leaves hold this one object: a new probe of it moves every one of them.
    unknown = Affine(probe)
    tree_with_affine = with_affine(tree, dict.fromkeys(leaves, unknown))
    for searches in count(1):
        record = search(tree_with_affine, rules)
        refuse_unknown(record)
        # The results first: computing them compares values, too, which the probe notes.
        results = _results_of(record)
        stretch = _stretch_from(probe, highest, word)
        yield Piece(stretch, *results, tree=record.tree)
        if _reaches(stretch, highest):
            return
        # The work is the number of searches times the size of the tree. It is measured after the
        # piece is yielded, so that the first one is found in a tree of any size.
        if searches * len(tree) > _MOST_WORK:
            raise _too_much_work(tree, searches, stretch)
        # A new probe, with nothing noted: the notes of this search are of no use for the next.
        probe = _probe_after(stretch)
        unknown.probe = probe


def _too_much_work(tree: GameTree, searches: int, last: Condition) -> UnknownsError:
    """Return the error that an answer takes too many searches.

    Args:
        tree: The tree.
        searches: The number of searches that were made.
        last: The stretch of the last piece that was found.
    """
    name = spoken(tree, last.unknown)
    return UnknownsError(
        f"after {counted(searches, 'search', 'searches')} of {len(tree)} nodes the answer "
        f"is found up to {name} = {shown(last.high)} only; give {name} a value"
    )


def _reaches(stretch: Condition, highest: Number) -> bool:
    """Tell whether a stretch reaches the highest value; no stretch includes an infinite end."""
    if stretch.high != highest:
        return False
    return stretch.includes_high or highest == INFINITY


def _probe_after(stretch: Condition) -> Probe:
    """Return the probe after a stretch: at its end, or just right of an end that is included."""
    return Probe(stretch.high, is_just_right=stretch.includes_high)


def _stretch_from(probe: Probe, highest: Number, word: str) -> Condition:
    """Return the values of the unknown for which a search runs as it did at a probe.

    ================================================  ===========================
    the probe                                         the values
    ================================================  ===========================
    at the point 3                                    x = 3
    just right of 3; the next change is at 4          3 < x < 4
    left of every number; the next change is at 3     x < 3
    just right of 4; nothing changes any more         x > 4, up to ``highest``
    ================================================  ===========================

    Args:
        probe: The probe, after the search.
        highest: The end of the number line, or of the range in which all values are known to lie.
        word: The name of the unknown.
    """
    point = probe.point
    if point is not None and not probe.is_just_right:
        return Condition(word, point, point)
    low = -INFINITY if point is None else point
    high = highest
    if probe.next_change is not None:
        high = min(probe.next_change, highest)
    # Both ends are points with a stretch of their own.
    return Condition(word, low, high, includes_low=False, includes_high=False)


class _Results(NamedTuple):
    """What a search with an unknown leaf comes to: the fields of a :class:`Piece`, in order."""

    value: Number | Linear
    bound: BoundKind
    best_node: int | None
    pruned: tuple[PrunedBranch, ...]
    evaluated: int


def _results_of(record: Record) -> _Results:
    """Return what a search with the unknown at a probe comes to.

    To find them, values are compared, so that the probe notes at which values of the unknown the
    results would be others.
    """
    analysis = analysis_of(record)
    root = 0
    return _Results(
        value=_without_probe(analysis.value),
        bound=analysis.bound,
        best_node=analysis.moves(root).best,
        pruned=tuple(_sorted(analysis.pruned)),
        evaluated=record.evaluated,
    )


def _without_probe(value: Any) -> Number | Linear:
    """Return a value with a plain :class:`Linear` in place of an :class:`Affine` number."""
    return Linear(value.slope, value.constant) if isinstance(value, Affine) else value


# -- numbers that depend on an unknown ------------------------------------------------------------
#
# A search only compares leaf values and, at chance nodes, averages them. So it can be run with
# slope · x + constant in place of a number. In a comparison such a number answers for the x at the
# probe, and the probe notes at which x the answer would change. Between the probe and the nearest x
# that is noted, the search runs the same, step by step.


@dataclass(slots=True)
class Probe:
    """A place on the number line for which a search is run, and what the search noted there.

    Attributes:
        point: The point; ``None`` for a place left of every number.
        is_just_right: Whether the place is not the point itself, but just right of it, nearer to it
            than any number.
        next_change: The nearest number to the right at which a comparison would come out
            differently; ``None`` while none is noted.
    """

    point: Number | None = None
    is_just_right: bool = False
    next_change: Number | None = None

    def side_of(self, crossing: Number) -> int:
        """Return on which side of a number the probe lies, and note the number.

        It is noted as the next change if it lies to the right of the probe, nearer than the one
        that is noted.

        Args:
            crossing: A number at which a comparison comes out differently.

        Returns:
            −1 left of the number, 0 at it, 1 right of it.

        Example:
            >>> probe = Probe(3, is_just_right=True)
            >>> probe.side_of(3), probe.side_of(8), probe.side_of(5), probe.next_change
            (1, -1, -1, 5)
        """
        point = self.point
        if point is None or point < crossing:
            if self.next_change is None or crossing < self.next_change:
                self.next_change = crossing
            return -1
        if point > crossing or self.is_just_right:
            return 1
        return 0


class Affine:
    """A number ``slope · x + constant``, where x is the value of an unknown leaf.

    A comparison answers for the x at its probe, and the probe notes at which x the answer would
    change. The unknown leaf itself has the slope 1 and the constant 0; the mean of a chance node
    has other ones. The slope is never 0: a sum in which x cancels out is a plain number.

    Two such numbers are compared or added only within one search, where they have the same probe.

    Example:
        >>> probe = Probe(3, is_just_right=True)
        >>> x = Affine(probe)
        >>> x > 3, x > 5, probe.next_change
        (True, False, 5)
    """

    __slots__ = ("constant", "probe", "slope")

    def __init__(self, probe: Probe, slope: Number = 1, constant: Number = 0) -> None:
        self.probe = probe
        self.slope = slope
        self.constant = constant

    __hash__ = None  # type: ignore[assignment]  # equal at one place is not equal everywhere

    def _compared_with(self, other: Number | Affine) -> int:
        """Return −1 if this number is smaller than another one, 0 if equal, 1 if larger.

        That depends on x, for which the place of the probe is taken. The probe notes the x at which
        the result would change, see :meth:`Probe.side_of`.

        Args:
            other: The other number, which may depend on the same x.
        """
        if isinstance(other, Affine):
            return self._sign_of_difference(other)
        # Every finite number is below +∞ and above −∞, whatever x is.
        if isinstance(other, float) and isinf(other):
            return -1 if other > 0 else 1
        # x itself, as at every leaf: the difference below, of fractions, would take longer.
        is_unknown_itself = self.slope == 1 and not self.constant
        if is_unknown_itself:
            return self.probe.side_of(other)
        return self._sign_at_probe(self.slope, Fraction(self.constant) - Fraction(other))

    def _sign_of_difference(self, other: Affine) -> int:
        """Return the sign of this number minus another number of the same unknown."""
        if other.slope == self.slope and other.constant == self.constant:
            return 0
        slope = Fraction(self.slope) - other.slope
        return self._sign_at_probe(slope, Fraction(self.constant) - other.constant)

    def _sign_at_probe(self, slope: Number, constant: Number) -> int:
        """Return the sign of ``slope · x + constant`` for the x at the probe: −1, 0 or 1.

        The sign changes at x = −constant / slope. ``2 · x − 6`` changes at 3: it is negative for
        x < 3 and positive for x > 3. With a negative slope it is the other way round.
        """
        if slope == 0:
            return signum(constant)
        zero = normalised(-constant / slope)
        side = self.probe.side_of(zero)
        return side if slope > 0 else -side

    def __lt__(self, other: Number | Affine) -> bool:
        return self._compared_with(other) < 0

    def __le__(self, other: Number | Affine) -> bool:
        return self._compared_with(other) <= 0

    def __gt__(self, other: Number | Affine) -> bool:
        return self._compared_with(other) > 0

    def __ge__(self, other: Number | Affine) -> bool:
        return self._compared_with(other) >= 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (int, float, Fraction, Affine)):
            return self._compared_with(other) == 0
        return NotImplemented

    def __add__(self, other: Number | Affine) -> Affine | Number:
        """Return the sum with a number or another number of this kind.

        It is a plain number if x cancels out, or if the other number is infinite.

        Args:
            other: A number, or another number that depends on the same unknown x.
        """
        if isinstance(other, Affine):
            slope = Fraction(self.slope) + Fraction(other.slope)
            constant = Fraction(self.constant) + Fraction(other.constant)
            return Affine(self.probe, slope, constant) if slope else normalised(constant)
        # Whatever x is, it is finite.
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
