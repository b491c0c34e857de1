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
from treeexplorer.engine.ordered_tree import simplify_fraction
from treeexplorer.errors import TreeexplorerError
from treeexplorer.judging.waiting import check_has_no_unknown
from treeexplorer.notation import Condition
from treeexplorer.numbers import convert_number_to_json, counted, shown, signum
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
        if self.best_node is None:
            return None
        return self.tree.labels.full_address(self.best_node)

    def branches(self, *, undrawn: bool = False) -> list[int]:
        """Return the roots of the pruned branches, or else the parents of pruned undrawn children.

        Args:
            undrawn: Whether the parents of undrawn children are asked for.
        """
        return [branch.node for branch in self.pruned if branch.is_elided is undrawn]

    @property
    def cut(self) -> tuple[str, ...]:
        """The addresses of the nodes that are cut off."""
        return tuple(map(self.tree.labels.full_address, self.branches()))

    def to_dict(self, word: str) -> dict[str, Any]:
        """Return the piece as a row of JSON, as the command ``unknowns --json`` prints it.

        Nodes are given by their addresses, and ``closed`` says of both ends whether they belong to
        the stretch. Only the value may depend on the unknown.

        Args:
            word: The name of the unknown, such as ``x``, for the value.
        """
        address = self.tree.labels.full_address
        parents_of_undrawn = self.branches(undrawn=True)
        return {
            "from": convert_number_to_json(self.stretch.low),
            "to": convert_number_to_json(self.stretch.high),
            "closed": [self.stretch.includes_low, self.stretch.includes_high],
            "value": self._convert_value_to_json(word),
            "bound": self.bound,
            "best": self.best,
            "cut": list(self.cut),
            "cut_undrawn": [address(parent) for parent in parents_of_undrawn],
        }

    def _convert_value_to_json(self, word: str) -> object:
        """Convert the root's value to JSON: a number, the unknown's word, or slope and constant."""
        if not isinstance(self.value, Linear):
            return convert_number_to_json(self.value)
        if self.value == _X:
            return word
        slope, constant = self.value
        return {
            "slope": convert_number_to_json(slope),
            "constant": convert_number_to_json(constant),
        }

    def value_in_words(self, word: str) -> str:
        """Return the root's value as people write it, with a sign if it is not exact.

        ``4`` or ``x`` is the minimax value itself, ``≤ 4`` or ``≥ 2·x`` is a bound of it, and
        ``4?`` says nothing of it.

        Args:
            word: The name of the unknown, such as ``x``.
        """
        text = self._format_value(word)
        sign = SIGN_OF[self.bound]
        if sign == "=":
            return text
        if sign == "?":
            return f"{text}?"
        return f"{sign} {text}"

    def _format_value(self, word: str) -> str:
        """Format the root's value without a sign: ``4`` or ``2·x − 3``."""
        if isinstance(self.value, Linear):
            return _format_linear(self.value, word)
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
        if isinstance(x, float):
            exact_x: Number = Fraction(repr(x))  # the decimal as written: the float 0.2 is no fifth
        else:
            exact_x = x
        slope, constant = self.value
        return simplify_fraction(slope * exact_x + constant)

    def join_with(self, later: Piece) -> Piece | None:
        """Join this piece and the next one to one piece if their answers agree; else ``None``.

        The pieces ``x`` for x < 3 and ``3`` for x = 3 become ``x`` for x ≤ 3. The later piece must
        begin where this one ends.
        """
        if not self._has_same_answer(later):
            return None
        # At a point x may have been replaced by its number, so the other piece's value is kept.
        piece_to_keep = later if self._is_point else self
        return replace(piece_to_keep, stretch=_span_stretches(self.stretch, later.stretch))

    @property
    def _is_point(self) -> bool:
        """Whether it is for a single value of the unknown."""
        return self.stretch.low == self.stretch.high

    def _has_same_answer(self, later: Piece) -> bool:
        """Tell whether the next piece has the same answer, apart from its stretch."""
        if not self._has_same_value(later):
            return False
        # With equal stretches and values, `==` compares all the other fields.
        later_as_here = replace(later, stretch=self.stretch, value=self.value)
        return self == later_as_here

    def _has_same_value(self, later: Piece) -> bool:
        """Tell whether the next piece has the same value as this one.

        The value ``x`` for x < 3 and the value ``3`` at the point 3 agree: at the point, the search
        may have come to the number in place of x.
        """
        if self.value == later.value:
            return True

        # Different values can agree at one point alone, so one of the pieces must be this point.
        is_one_a_point = self._is_point or later._is_point
        if not is_one_a_point:
            return False
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
        texts = [
            f"{piece.value_in_words(word)} for {in_words(piece.stretch, word)}"
            for piece in self.pieces[:_SHOWN_PIECES]
        ]
        if len(self.pieces) > _SHOWN_PIECES:
            texts.append(f"… {len(self.pieces)} pieces")
        return f"<UnknownAnswer: {', '.join(texts)}>"

    def at(self, x: Number) -> Piece:
        """Return the answer for one value of the unknown: the piece of the number line it lies in.

        Args:
            x: The value. For −∞ it is the first piece, for +∞ the last.

        Raises:
            UnknownsError: x lies outside the range in which all values are known to lie.
        """
        # The pieces cover the whole range, from left to right.
        first_piece = self.pieces[0]
        last_piece = self.pieces[-1]
        lowest = first_piece.stretch.low
        highest = last_piece.stretch.high
        if not lowest <= x <= highest:
            raise UnknownsError(
                f"{shown(x)} lies outside the range from {shown(lowest)} to {shown(highest)}, "
                "in which all values are known to lie"
            )

        exact_x = self.tree.as_searched(x)  # a fraction, if the ends of the pieces are fractions
        for piece in self.pieces:
            if exact_x in piece.stretch:
                return piece
        # Only an infinite x is left: a stretch does not contain its infinite end.
        return last_piece if x > 0 else first_piece

    @cached_property
    def cuts(self) -> tuple[Cut, ...]:
        """What is cut off for some value: first nodes in drawing order, then what is not drawn."""
        branches = {branch for piece in self.pieces for branch in piece.pruned}
        return tuple(
            Cut(branch.node, branch.is_elided, self._collect_pruning_stretches(branch))
            for branch in _sort_branches(branches)
        )

    def cut_for(self, node: str) -> tuple[Condition, ...]:
        """Return the exact set of values for which a node is cut off, as stretches.

        Args:
            node: An address, a name or a letter.

        Raises:
            AddressError: No node has it, or more than one.
        """
        return self._collect_pruning_stretches(PrunedBranch(self.tree.find(node)))

    def not_visited_for(self, node: int) -> tuple[Condition, ...]:
        """Return the values for which a node is not visited, at its own or a higher cut-off."""
        branches = set(map(PrunedBranch, (node, *self.tree.ancestors(node))))
        return self._collect_pruning_stretches(*branches)

    def to_dict(self) -> dict[str, Any]:
        """Return the rows that ``unknowns --json`` prints, by what they are."""
        pieces = [piece.to_dict(self.word) for piece in self.pieces]
        cuts = [self._convert_cut_to_json(cut) for cut in self.cuts]
        return {"unknown": self.word, "pieces": pieces, "cut": cuts}

    def _convert_cut_to_json(self, cut: Cut) -> dict[str, Any]:
        """Convert a node that is cut off for some values of the unknown to a row of JSON.

        As in ``{"node": "2.2", "label": "B.2", "cut_for": [["-inf", 3, False, True]]}``. The key
        ``elided`` is there only if the cut is of the node's undrawn children (``...``).
        """
        labels = self.tree.labels
        row: dict[str, Any] = {
            "node": labels.full_address(cut.node),
            "label": labels.label(cut.node),
        }
        if cut.is_elided:
            row["elided"] = True
        row["cut_for"] = [_convert_stretch_to_json(stretch) for stretch in cut.stretches]
        return row

    def _collect_pruning_stretches(self, *branches: PrunedBranch) -> tuple[Condition, ...]:
        """Return the values for which any of some branches is pruned, as the fewest stretches.

        A stretch is a part of the number line. If the branch is pruned in the pieces x < 3 and
        x = 3, and visited in x > 3, the result is the one stretch x ≤ 3.
        """

        def prunes_a_branch(piece: Piece) -> bool:
            """Tell whether one of the branches is pruned in a piece."""
            return any(branch in piece.pruned for branch in branches)

        stretches: list[Condition] = []
        # The pieces are in order and leave no gap, so that neighbours join to one stretch.
        for is_pruned, neighbours in groupby(self.pieces, key=prunes_a_branch):
            if is_pruned:
                pieces = list(neighbours)
                stretches.append(_span_stretches(pieces[0].stretch, pieces[-1].stretch))
        return tuple(stretches)


def _span_stretches(first: Condition, last: Condition) -> Condition:
    """Return the stretch from the beginning of one stretch to the end of a later one."""
    return replace(first, high=last.high, includes_high=last.includes_high)


def _format_linear(value: Linear, word: str) -> str:
    """Format ``slope · x + constant`` as people write it: ``x``, ``2·x − 3``."""
    slope, constant = value
    term = word if slope == 1 else f"{shown(slope)}·{word}"
    if constant == 0:
        return term
    if constant < 0:
        return f"{term} − {shown(-constant)}"
    return f"{term} + {shown(constant)}"


def _sort_branches(branches: Iterable[PrunedBranch]) -> list[PrunedBranch]:
    """Sort branches in drawing order, with what is not drawn last."""
    return sorted(branches, key=lambda branch: (branch.is_elided, branch.node))


def _convert_stretch_to_json(stretch: Condition) -> list[Any]:
    """Convert a stretch to JSON: its ends, and whether each belongs to it."""
    low = convert_number_to_json(stretch.low)
    high = convert_number_to_json(stretch.high)
    return [low, high, stretch.includes_low, stretch.includes_high]


def collect_leaves_of_unknowns(tree: GameTree) -> dict[str, tuple[int, ...]]:
    """Return the leaves of each unknown, by its word; an unknown ``?`` by its address."""
    leaves_of: dict[str, list[int]] = {}
    for leaf, word in tree.unknowns.items():
        key = word if word else tree.address(leaf)
        leaves_of.setdefault(key, []).append(leaf)
    return {key: tuple(leaves) for key, leaves in leaves_of.items()}


def spoken(tree: GameTree, word: str) -> str:
    """Return how an unknown is called in a text: its word, or a ``?`` by its name or address."""
    leaf = collect_leaves_of_unknowns(tree)[word][0]
    has_word = tree.unknowns[leaf] != ""
    if has_word:
        return word
    return tree.names.get(leaf, f"?{word}")


def solve_for_unknown(tree: GameTree, rules: Rules, word: str) -> UnknownAnswer:
    """Return the answer for every value of one unknown: a word, or the address of a ``?``.

    Raises:
        UnknownsError: There is no such unknown, another one is in the way, or the answer has too
            many pieces for a tree of this size.
        HorizonError: A node at the depth limit has children and no estimate.

    Example:
        >>> from treeexplorer.notation import parse
        >>> solve_for_unknown(parse("[[3 5] [x 4]]").tree, Rules(), "x")
        <UnknownAnswer: 3 for x ≤ 3, x for 3 < x ≤ 4, 4 for x > 4>
    """
    leaves = collect_leaves_of_unknowns(tree).get(word)
    if leaves is None:
        raise UnknownsError(f"there is no unknown “{word}” in this tree")
    pieces = _join_equal_neighbours(_find_pieces(tree, rules, word, leaves))
    return UnknownAnswer(tree, word, leaves, pieces)


def _join_equal_neighbours(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Join neighbouring pieces of the number line that have the same answer.

    The pieces are given from left to right, without gaps, and so are those that remain.
    """
    remaining: list[Piece] = []
    for piece in pieces:
        joined = remaining[-1].join_with(piece) if remaining else None
        if joined is None:  # the first piece, or another answer than the piece before
            remaining.append(piece)
        else:
            remaining[-1] = joined
    return tuple(remaining)


def solve_for_each_unknown(tree: GameTree, rules: Rules) -> dict[str, UnknownAnswer]:
    """Solve a tree for each of its unknowns, by its word; raise as :func:`solve_for_unknown`.

    Of several, each is in the way of the others where the search comes to it.
    """
    return {word: solve_for_unknown(tree, rules, word) for word in collect_leaves_of_unknowns(tree)}


def replace_leaves_by_affine(tree: GameTree, numbers: Mapping[int, Any]) -> GameTree:
    """Return a tree in which some leaves have numbers of another type, such as ``2·x + 1``.

    Such a number (:class:`Affine`) depends on an unknown x. A search works on the tree unchanged:
    it only compares the numbers, and averages them at chance nodes.

    Args:
        tree: The tree, which stays as it is.
        numbers: The new number of each leaf. A leaf that was unknown is no longer unknown.
    """
    kinds = bytearray(tree.kind)
    for leaf in numbers:
        kinds[leaf] = EXACT  # the number of the leaf is in the table of exact numbers
    return replace(
        tree,
        kind=bytes(kinds),
        exact={**tree.exact, **numbers},
        unknowns={leaf: word for leaf, word in tree.unknowns.items() if leaf not in numbers},
    )


def _find_pieces(tree: GameTree, rules: Rules, word: str, leaves: Sequence[int]) -> Iterator[Piece]:
    """Yield the parts of the number line on which a tree has one answer, from left to right.

    They are alternately intervals without their ends, and the points between them. Each takes one
    search, with the unknown x at one place. The next place is where the piece ends.

    Args:
        tree: The tree.
        rules: The rules of the search.
        word: The name of the unknown.
        leaves: The leaves at which it stands.

    Example:
        In ``[[3 5] [x 4]]`` the searches are::

            with x                   x is compared with   the piece is
            left of every number     3 only               x < 3
            at 3                     3                    x = 3
            just right of 3          3 and 4              3 < x < 4
            at 4                     3 and 4              x = 4
            just right of 4          3 and 4              x > 4

    Raises:
        UnknownReachedError: The search comes to another unknown leaf.
        UnknownsError: There are too many pieces for a tree of this size.
    """
    # The range in which all values are known to lie; −∞ and +∞ if the rules state none.
    lowest, highest = map(tree.as_searched, rules.known_range)
    tree_with_x = _TreeWithUnknown(tree, leaves)
    place = _choose_first_place(lowest)
    for search_count in count(1):
        answer = tree_with_x.search_at(place, rules)
        stretch = _find_stretch_around(place, answer.next_change, highest, word)
        yield Piece(stretch, *answer.results, tree=answer.tree)
        if _reaches_end(stretch, highest):
            return

        # The work is the number of searches times the size of the tree. It is measured after the
        # piece is yielded, so that the first one is found in a tree of any size.
        if search_count * len(tree) > _MOST_WORK:
            raise _make_too_much_work_error(tree, search_count, stretch)
        place = _choose_next_place(stretch)


class _Place(NamedTuple):
    """A place on the number line: a point, or just right of one, nearer to it than any number."""

    point: Number
    is_just_right: bool


class _AnswerAtPlace(NamedTuple):
    """What a search comes to with the unknown x at a place.

    Attributes:
        tree: The tree that was searched, with x in it.
        results: What the search comes to.
        next_change: The nearest number to the right at which the search, or what it comes to, may
            be another; +∞ if there is none.
    """

    tree: GameTree
    results: _SearchResults
    next_change: Number


class _TreeWithUnknown:
    """A tree with a number x at the leaves of an unknown, which is searched with x at any place.

    One object stands for x at all of these leaves, so that the tree is built once. Each search
    gives it a probe of its own, which is not seen outside.
    """

    def __init__(self, tree: GameTree, leaves: Sequence[int]) -> None:
        """Put x at some leaves of a tree; it has no place before the first search."""
        self._x = Affine(Probe(0))
        self._tree = replace_leaves_by_affine(tree, dict.fromkeys(leaves, self._x))

    def search_at(self, place: _Place, rules: Rules) -> _AnswerAtPlace:
        """Search the tree with x at a place.

        For example x stands just right of 3 in ``[[3 5] [x 4]]``. It is compared with 3 and with 4,
        so that nothing changes up to 4: the search comes to the value x, and 4 is its next change.

        Raises:
            UnknownReachedError: The search comes to another unknown leaf.
        """
        probe = Probe(place.point, place.is_just_right)
        self._x.probe = probe
        record = search(self._tree, rules)
        check_has_no_unknown(record)
        results = _collect_results(record)
        # Read last: whatever compares x above, the probe notes where it would come out otherwise.
        return _AnswerAtPlace(record.tree, results, probe.next_change)


def _make_too_much_work_error(
    tree: GameTree, search_count: int, last_stretch: Condition
) -> UnknownsError:
    """Make the error that an answer takes too many searches, with the last piece that was found."""
    name = spoken(tree, last_stretch.unknown)
    return UnknownsError(
        f"after {counted(search_count, 'search', 'searches')} of {len(tree)} nodes the answer "
        f"is found up to {name} = {shown(last_stretch.high)} only; give {name} a value"
    )


def _reaches_end(stretch: Condition, highest: Number) -> bool:
    """Tell whether a stretch reaches the highest value; no stretch includes an infinite end."""
    if stretch.high != highest:
        return False
    return stretch.includes_high or highest == INFINITY


def _choose_first_place(lowest: Number) -> _Place:
    """Choose the place at the lowest value, or left of every number if that is −∞."""
    return _Place(lowest, is_just_right=lowest == -INFINITY)


def _choose_next_place(stretch: Condition) -> _Place:
    """Choose the place behind a stretch: its end, or just right of an end that is included."""
    return _Place(stretch.high, is_just_right=stretch.includes_high)


def _find_stretch_around(
    place: _Place, next_change: Number, highest: Number, word: str
) -> Condition:
    """Return the values of the unknown for which a search runs as it did at a place.

    ================================================  ===========================
    the place                                         the values
    ================================================  ===========================
    at the point 3                                    x = 3
    just right of 3; the next change is at 4          3 < x < 4
    left of every number; the next change is at 3     x < 3
    just right of 4; nothing changes any more         x > 4, up to ``highest``
    ================================================  ===========================

    Args:
        place: The place.
        next_change: The nearest number to the right of it at which the search may run otherwise.
        highest: The end of the number line, or of the range in which all values are known to lie.
        word: The name of the unknown.
    """
    if not place.is_just_right:
        return Condition(word, low=place.point, high=place.point)

    # The stretch reaches from the place to the next change. Its ends are points, each of which has
    # a stretch of its own.
    high = min(next_change, highest)
    return Condition(word, place.point, high, includes_low=False, includes_high=False)


class _SearchResults(NamedTuple):
    """What a search with an unknown leaf comes to: the fields of a :class:`Piece`, in order."""

    value: Number | Linear
    bound: BoundKind
    best_node: int | None
    pruned: tuple[PrunedBranch, ...]
    evaluated: int


def _collect_results(record: Record) -> _SearchResults:
    """Collect what a finished search comes to: the root's value, the best move, what is pruned.

    A value that depends on the unknown leaf x comes as a :class:`Linear`, such as 2·x + 1. The best
    move, and whether the value is exact, are found by further comparisons of x.
    """
    analysis = analysis_of(record)
    root = 0
    return _SearchResults(
        value=_remove_probe(analysis.value),
        bound=analysis.bound,
        best_node=analysis.moves(root).best,
        pruned=tuple(_sort_branches(analysis.pruned)),
        evaluated=record.evaluated,
    )


def _remove_probe(value: Any) -> Number | Linear:
    """Replace an :class:`Affine` number by a plain :class:`Linear`; keep any other number."""
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
        point: The point.
        is_just_right: Whether the place is not the point itself, but just right of it, nearer to it
            than any number. Just right of −∞ is left of every number.
        next_change: The nearest number to the right at which a comparison would come out
            differently; +∞ while none is noted.
    """

    point: Number
    is_just_right: bool = False
    next_change: Number = INFINITY

    def compare_and_note(self, crossing: Number) -> int:
        """Tell on which side of a number the probe lies, and note the number if it is to the right.

        Of all numbers to the right the nearest is kept, as ``next_change``: up to there every
        comparison comes out as it does at the probe.

        Args:
            crossing: A finite number at which a comparison comes out differently.

        Returns:
            −1 left of the number, 0 at it, 1 right of it.

        Example:
            >>> probe = Probe(3, is_just_right=True)
            >>> probe.compare_and_note(3), probe.compare_and_note(8), probe.compare_and_note(5)
            (1, -1, -1)
            >>> probe.next_change
            5
        """
        if self.point < crossing:
            self.next_change = min(self.next_change, crossing)
            return -1
        is_at_crossing = self.point == crossing and not self.is_just_right
        return 0 if is_at_crossing else 1


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

    def _compare_with(self, other: Number | Affine) -> int:
        """Return −1 if this number is smaller than another one, 0 if equal, 1 if larger.

        The result may depend on x. It is that for the x at the probe, which notes the x at which
        both numbers are equal: up to there the result holds. For example at the probe x = 3:

        =====================  ======  ==============================
        the comparison         result  what the probe notes
        =====================  ======  ==============================
        x with 5               −1      5
        x + 1 with 5           −1      4
        2 · x with x + 1       1       1, which is not right of 3
        x with x + 1           −1      nothing: so it is for each x
        x with +∞              −1      nothing: each x is finite
        =====================  ======  ==============================
        """
        if isinstance(other, Affine):
            return self._compare_with_line(other.slope, other.constant)

        is_other_infinite = isinstance(other, float) and isinf(other)
        if is_other_infinite:
            return -1 if other > 0 else 1

        # x itself, as at every leaf. It needs no line, whose fractions take longer.
        is_x_itself = self.slope == 1 and not self.constant
        if is_x_itself:
            return self.probe.compare_and_note(other)
        return self._compare_with_line(0, other)

    def _compare_with_line(self, slope: Number, constant: Number) -> int:
        """Compare this number with ``slope · x + constant`` for the x at the probe: −1, 0 or 1.

        The lines of both numbers cross at one x, which the probe notes, unless they are parallel.
        For example 2 · x and x + 3 cross at x = 3. The steeper line, 2 · x, is below the other one
        left of this point, and above it right of the point.
        """
        is_parallel = self.slope == slope
        if is_parallel:
            return signum(Fraction(self.constant) - Fraction(constant))
        crossing = (Fraction(constant) - self.constant) / (self.slope - slope)
        side = self.probe.compare_and_note(simplify_fraction(crossing))
        is_steeper = self.slope > slope
        return side if is_steeper else -side

    def __lt__(self, other: Number | Affine) -> bool:
        return self._compare_with(other) < 0

    def __le__(self, other: Number | Affine) -> bool:
        return self._compare_with(other) <= 0

    def __gt__(self, other: Number | Affine) -> bool:
        return self._compare_with(other) > 0

    def __ge__(self, other: Number | Affine) -> bool:
        return self._compare_with(other) >= 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (int, float, Fraction, Affine)):
            return self._compare_with(other) == 0
        return NotImplemented

    def __add__(self, other: Number | Affine) -> Affine | Number:
        """Return the sum with a plain number, or with one that depends on the same unknown x.

        It is a plain number if x cancels out, or if the other number is infinite.
        """
        if isinstance(other, Affine):
            slope = Fraction(self.slope) + Fraction(other.slope)
            constant = Fraction(self.constant) + Fraction(other.constant)
            if slope == 0:
                return simplify_fraction(constant)
            return Affine(self.probe, slope, constant)
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
