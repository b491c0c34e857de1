"""What follows from a record: cut-offs with their witnesses, results, node types.

Terms, by the tree ``[[3 5] [2 9]]``. Its root is MAX's, with the MIN nodes A ``[3 5]`` and B
``[2 9]``:

v
    The best value that has been returned to a node so far. The root's v is 3 once A has returned.

bound
    One end of the window (α, β) with which a call is entered. B is entered with α = 3.

cut-off
    A node stops before its last child, because its window is empty. After its first child B's v is
    2, which can only fall, and MAX has 3 already: B skips the 9. This is an α cut-off: the bound
    that v reached is α.

witness
    The ancestor that has the bound as its v, and the child that gave it: of B's α, the root through
    A. A cut-off is *deep* if a nearer ancestor belongs to the same player as the witness.

proven
    True for every value that the unread leaves can have. B is proven to be worth 2 or less: its
    interval is (−∞, 2). See :mod:`treeexplorer.engine.intervals`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain
from typing import Final, Literal, NamedTuple, TypeAlias

from treeexplorer.engine.intervals import BoundKind, Interval, Intervals, classify_bound
from treeexplorer.engine.ordered_tree import added, simplify_fraction
from treeexplorer.engine.record import NO_CALL, Record, Status
from treeexplorer.errors import present
from treeexplorer.numbers import exact
from treeexplorer.tree import (
    CHANCE_ROLE,
    INFINITY,
    MAX_ROLE,
    MIN_ROLE,
    Number,
    Window,
)

CutKind: TypeAlias = Literal["alpha", "beta"]
BoundSource: TypeAlias = Literal["witness", "window", "null-window", "chance", "range"]
Sign: TypeAlias = Literal["", "v", "mean", "=", "≥", "≤", "?", "~"]

SIGN_OF: Final[dict[BoundKind, Sign]] = {"exact": "=", "lower": "≥", "upper": "≤", "open": "?"}


class Witness(NamedTuple):
    """The ancestor that has a bound as its best value so far, and the child that gave it.

    It belongs to the opponent of the node that is cut off.
    """

    node: int
    child: int


class BoundOrigin(NamedTuple):
    """Where a bound comes from: one end of the window that a call was entered with.

    In ``[3 [2 9]]`` the root has 3 when the second child is entered with α = 3. The root is the
    witness of this α, through its first child.

    Attributes:
        source: What set the bound: ``"witness"`` for an ancestor's best value so far; ``"window"``
            for an end of the window that the search began with, or that alpha-beta began with anew
            below a chance node; ``"range"`` for an end of the known range; ``"null-window"`` for a
            number that the search only asks about; ``"chance"`` for a number that a chance node
            computed from its own bound (Star1).
        witness: The ancestor that has the bound, and the child that gave it. For ``"chance"`` it is
            the ancestor that has the topmost chance node's own bound. ``None`` if no ancestor has
            it.
        traced_bound: The number that was looked for at the ancestors. It is the bound itself, but
            for ``"chance"`` the topmost chance node's own bound.
        chance_calls: For ``"chance"``, the calls of the chance nodes that computed a bound from
            their own, the nearest first.
    """

    source: BoundSource
    witness: Witness | None
    traced_bound: Number
    chance_calls: tuple[int, ...] = ()


class CutOff(NamedTuple):
    """A cut-off: at least one child was skipped because the window was empty.

    Attributes:
        call: The node's call (see :mod:`treeexplorer.engine.record`).
        kind: ``beta`` at a MAX node, ``alpha`` at a MIN node; at a chance node the end of the
            window that is reached.
        after: The child whose value made the cut.
        v: The node's v; of a chance node the most that it can be worth, or the least.
        bound: The bound that v reached: β at MAX, α at MIN.
        skipped: The drawn children that are skipped, in the order of the search.
        elided: Whether undrawn children (``...``) are skipped, too.
        deep: Whether the witness is not the nearest opposing ancestor.
        origin: Where the bound comes from.
    """

    step: int
    node: int
    call: int
    kind: CutKind
    after: int
    v: Number
    bound: Number
    skipped: tuple[int, ...]
    elided: bool
    deep: bool
    origin: BoundOrigin

    @property
    def source(self) -> BoundSource:
        """Where the bound comes from."""
        return self.origin.source

    @property
    def witness(self) -> Witness | None:
        """Which ancestor has the bound, or that of a chance node above the node, if one does."""
        return self.origin.witness

    @property
    def letter(self) -> Literal["α", "β"]:
        """The bound that v reached, as it is written: ``α`` or ``β``."""
        return "β" if self.kind == "beta" else "α"

    @property
    def is_tie(self) -> bool:
        """Whether equality made the cut."""
        return self.v == self.bound


class ShownNumber(NamedTuple):
    """The number that is displayed at a node, and the sign before it: ``≤`` and 2.

    A node without a number, ``None``, has no sign, either.
    """

    sign: Sign
    number: Number | None


_NO_NUMBER: Final = ShownNumber("", None)


class PrunedBranch(NamedTuple):
    """A branch that is pruned, or what is not drawn of the children of a node."""

    node: int
    is_elided: bool = False


class Moves(NamedTuple):
    """Which of a node's drawn moves are best, as far as that is proven.

    Attributes:
        best: The first move that is proven to be at least as good as every other; ``None`` if
            none is.
        ties: Other moves, proven to be exactly as good as the best one.
        may_tie: Other moves that may be as good as the best one, and cannot be better.
        may_be_better: Where no move is proven, those that may be better than every other.
    """

    best: int | None = None
    ties: tuple[int, ...] = ()
    may_tie: tuple[int, ...] = ()
    may_be_better: tuple[int, ...] = ()

    @property
    def proven(self) -> frozenset[int]:
        """The moves that are proven to be the best."""
        if self.best is None:
            return frozenset()
        return frozenset({self.best, *self.ties})


def find_best_moves(role: int, intervals: Mapping[int, Interval]) -> Moves:
    """Find the best moves of a node, given the lowest and the highest value of each move.

    A MAX move is proven best if its lowest value is at least the highest value of every other move.
    At MIN it is the other way round.

    Args:
        role: Who moves at the node. At a chance node there is no best move.
        intervals: By move (the number of a child), in the order of the search: the lowest and the
            highest value that it can have. Of moves that tie the first is the best.

    Returns:
        The best move and its rivals; where no move is proven best, those that may be.

    Example:
        >>> find_best_moves(MAX_ROLE, {1: (3, 3), 5: (-INFINITY, 3), 9: (2, 2)})
        Moves(best=1, ties=(), may_tie=(5,), may_be_better=())
        >>> find_best_moves(MAX_ROLE, {1: (5, 5), 2: (3, INFINITY)})
        Moves(best=None, ties=(), may_tie=(), may_be_better=(2,))
    """
    if role not in {MAX_ROLE, MIN_ROLE} or not intervals:
        return Moves()

    # With all signs changed, MIN's moves are MAX's, whose node it is from here on.
    if role == MIN_ROLE:
        intervals = {move: (-high, -low) for move, (low, high) in intervals.items()}

    best = _find_first_proven_best(intervals)
    if best is None:
        return Moves(may_be_better=_find_moves_that_may_be_better(intervals))

    # No other move can be better than the best one: with the same interval it is exactly as good.
    rivals = _find_rivals(best, intervals)
    ties = [move for move in rivals if intervals[move] == intervals[best]]
    may_tie = [move for move in rivals if intervals[move] != intervals[best]]
    return Moves(best, tuple(ties), tuple(may_tie))


def _find_rivals(best: int, intervals: Mapping[int, Interval]) -> list[int]:
    """Return MAX's other moves whose highest value reaches the lowest value of the best move."""
    lowest_of_best, _ = intervals[best]
    rivals = []
    for move, (_, high) in intervals.items():
        if move != best and high >= lowest_of_best:
            rivals.append(move)
    return rivals


def _find_moves_that_may_be_better(intervals: Mapping[int, Interval]) -> tuple[int, ...]:
    """Return MAX's moves whose highest value is above the lowest value of every move.

    Example:
        >>> _find_moves_that_may_be_better({1: (5, 5), 2: (3, 8), 3: (1, 4)})
        (2,)
    """
    highest_low = max(low for low, _ in intervals.values())
    return tuple(move for move, (_, high) in intervals.items() if high > highest_low)


def _find_first_proven_best(intervals: Mapping[int, Interval]) -> int | None:
    """Return MAX's first move whose lowest value is at least the highest value of every other move.

    Example:
        >>> _find_first_proven_best({1: (3, 3), 5: (-INFINITY, 3), 9: (2, 2)})
        1
        >>> _find_first_proven_best({1: (3, 3), 5: (-INFINITY, 4)})  # the second may be worth 4
    """
    # The highest value of all other moves is the second highest for the move that has the highest.
    # So two numbers are enough, and time grows only linearly with the number of moves.
    high_of_move = {move: high for move, (_, high) in intervals.items()}
    highest_move = max(high_of_move, key=high_of_move.__getitem__)
    highest = high_of_move.pop(highest_move)
    second_highest = max(high_of_move.values(), default=-INFINITY)

    for move, (low, _) in intervals.items():
        highest_of_others = second_highest if move == highest_move else highest
        if low >= highest_of_others:
            return move
    return None


class _ReachedBound(NamedTuple):
    """The bound that the v of a node reached, so that the node was cut off.

    Attributes:
        kind: Which end of the window it is.
        number: The bound.
        setter_role: The nodes that set such a bound: MAX nodes set α, MIN nodes β.
    """

    kind: CutKind
    number: Number
    setter_role: int


class _FirstSiblingScan:
    """Finds the first of some siblings' calls that is wanted, and remembers how far it has looked.

    It may be asked often, for the siblings up to one and to another: none is looked at twice.

    Example:
        >>> sibling_before = [NO_CALL, 0, 1, 2]  # the calls 0, 1, 2 and 3, one after the other
        >>> scan = _FirstSiblingScan(sibling_before, is_wanted=lambda call: call >= 2)
        >>> scan.find_up_to(1), scan.find_up_to(3), scan.find_up_to(1)
        (None, 2, None)
    """

    def __init__(self, sibling_before: Sequence[int], is_wanted: Callable[[int], bool]) -> None:
        """Begin before the first sibling.

        Args:
            sibling_before: By call: that of the sibling before it, which is a smaller number;
                ``NO_CALL`` for the first.
            is_wanted: Tells of a sibling's call whether it is wanted; the answer must not change.
        """
        self._sibling_before = sibling_before
        self._is_wanted = is_wanted
        self._last_looked_at = NO_CALL
        self._found_call: int | None = None

    def find_up_to(self, last_call: int) -> int | None:
        """Return the first wanted call that is not later than a sibling's; ``None`` without any."""
        if self._found_call is None:
            self._look_at_calls_up_to(last_call)
        if self._found_call is None or self._found_call > last_call:
            return None
        return self._found_call

    def _look_at_calls_up_to(self, last_call: int) -> None:
        """Look at the calls not looked at yet, in order, up to a last one or the first wanted."""
        for call in self._collect_calls_not_looked_at(last_call):
            self._last_looked_at = call
            if self._is_wanted(call):
                self._found_call = call
                return

    def _collect_calls_not_looked_at(self, last_call: int) -> list[int]:
        """Return the siblings' calls after the last that was looked at, up to a last one."""
        calls: list[int] = []
        call = last_call
        while call > self._last_looked_at:
            calls.append(call)
            call = self._sibling_before[call]
        calls.reverse()
        return calls


class _ChildAndParentCall(NamedTuple):
    """The call (one visit) of a node, and the call of its parent that made it."""

    child_call: int
    parent_call: int


class _TraceEnd(NamedTuple):
    """Where the trace of a bound ends: at a witness, at a chance node, or at the root.

    Both attributes are ``None`` at the root: the search began with the bound.

    Attributes:
        witness: The ancestor that gave the bound, with the child that gave it to the ancestor.
        chance_call: The call of a chance node. Below it alpha-beta begins with a new window.
    """

    witness: Witness | None = None
    chance_call: int | None = None


def _get_own_bound(role: int, window: Window) -> Number:
    """Return the end of a window that nodes of a role move: α for MAX, β for MIN."""
    alpha, beta = window
    return alpha if role == MAX_ROLE else beta


class Analysis:
    """Everything that is derived from a record, computed when asked for and kept.

    Attributes:
        intervals: What is proven about each node.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.intervals = Intervals(record)
        self._cut_offs: list[CutOff] = []
        self._sibling_scans: dict[int, _FirstSiblingScan] = {}  # by the parent's call

    # -- cut-offs ------------------------------------------------------------------------------

    @property
    def cut_offs(self) -> list[CutOff]:
        """Every cut-off so far, in order of time."""
        for call in self.record.cuts[len(self._cut_offs) :]:
            self._cut_offs.append(self.cut_off(call))
        return self._cut_offs

    @property
    def pruned(self) -> tuple[PrunedBranch, ...]:
        """The branches that a cut-off skipped and no call visited, in the order of the cut-offs.

        In searches that enter nodes again, such as PVS, what one call skips another may visit, and
        then it is not pruned. While a node is open once more, none of its branches is listed yet.
        """
        branches = chain.from_iterable(map(self._find_pruned_branches, self.cut_offs))
        distinct = dict.fromkeys(branches)  # two calls of a node may skip the same branch
        return tuple(distinct)

    def _find_pruned_branches(self, cut: CutOff) -> list[PrunedBranch]:
        """Return the branches that a cut-off skipped and that no other visit of the node visited.

        In the order of the search; at the end the undrawn children (``...``), as one branch. While
        the node is open again, as in PVS, they may still be visited: then the list is empty.
        """
        record = self.record
        latest_call = record.columns.call_of_node[cut.node]
        is_open_again = not record.is_done(latest_call, record.steps)
        if is_open_again:
            return []

        unvisited = [node for node in cut.skipped if record.call_of(node) is None]
        branches = [PrunedBranch(node) for node in unvisited]
        if self._has_pruned_undrawn(cut, record.steps):
            branches.append(PrunedBranch(cut.node, is_elided=True))
        return branches

    def is_pruned(self, cut: CutOff, step: int) -> bool:
        """Tell whether all that a cut-off skips is still unvisited at a step.

        Only searches that visit a node again, such as PVS, come to what was skipped before.

        Args:
            cut: The cut-off.
            step: The number of the step; visits up to this step count.
        """
        record = self.record
        if not record.columns.has_repeated_visits:
            return True
        if cut.elided and not self._has_pruned_undrawn(cut, step):
            return False
        return all(record.call_at(node, step) is None for node in cut.skipped)

    def _has_pruned_undrawn(self, cut: CutOff, step: int) -> bool:
        """Tell whether a cut-off skips undrawn children (``...``) that are unvisited at a step."""
        if not cut.elided:
            return False
        return self.record.undrawn_status(cut.node, step) is Status.SKIPPED

    def cut_off(self, child_call: int) -> CutOff:
        """Describe the cut-off that the value of a child caused at its parent.

        Args:
            child_call: The child's call (one visit of it); one of ``record.cuts``.

        Raises:
            LookupError: The call is the root's, or no v was recorded after it (the parent's best
                value so far).

        Example:
            In ``[[3 5] [2 9]]`` the second MIN node gets 2 from its first leaf, and MAX has 3
            already. So the call of leaf 2 causes a cut-off: its kind is ``alpha``, its bound 3, and
            the 9 is skipped. The bound comes from the root, through the root's first child.
        """
        record = self.record
        call = record.caller(child_call)
        v = record.parent_v_after[child_call]
        if call is None or v is None:
            raise LookupError(f"call {child_call} made no cut-off")
        node = record.node(call)
        child = record.node(child_call)

        # v reached one of the two bounds with which the node was entered. Who has set that one?
        reached = self._find_reached_bound(call, node)
        origin = self.origin(call, reached.number, reached.setter_role)
        return CutOff(
            step=record.returned_at(child_call),
            node=node,
            call=call,
            kind=reached.kind,
            after=child,
            v=v,
            bound=reached.number,
            skipped=tuple(record.children_after(node, child)),
            elided=self._skips_undrawn_children(node),
            deep=self._is_deep(node, origin.witness, reached.setter_role),
            origin=origin,
        )

    def _skips_undrawn_children(self, node: int) -> bool:
        """Tell whether a cut-off at a node skips children that are not drawn (``...``).

        They are a node's last children: a search from the right has visited them first.
        """
        has_undrawn = node in self.record.tree.elided
        return has_undrawn and not self.record.rules.right_to_left

    def _is_deep(self, node: int, witness: Witness | None, setter_role: int) -> bool:
        """Tell whether a cut-off is deep: its witness is not the nearest opposing ancestor.

        A cut-off without a witness is not deep: no ancestor set the bound.
        """
        if witness is None:
            return False
        return witness.node != self._find_nearest_ancestor(node, setter_role)

    def _find_reached_bound(self, call: int, node: int) -> _ReachedBound:
        """Return the bound that made a node stop, of the two with which its call was entered.

        If a MIN node that was entered with (3, 9) is cut off, it has reached α = 3, which MAX nodes
        set; a MAX node with the same window has reached β = 9, which MIN nodes set.
        """
        kind = self._find_kind_of_cut(call, node)
        alpha, beta = self.record.entry_window(call)
        if kind == "alpha":
            return _ReachedBound(kind, alpha, setter_role=MAX_ROLE)
        return _ReachedBound(kind, beta, setter_role=MIN_ROLE)

    def _find_kind_of_cut(self, call: int, node: int) -> CutKind:
        """Return which end of its window made a node stop: ``beta`` at MAX, ``alpha`` at MIN.

        A chance node stops at α if its mean can be no more than α, and otherwise at β.
        """
        role = self.record.tree.roles[node]
        if role == MAX_ROLE:
            return "beta"
        if role == MIN_ROLE:
            return "alpha"

        alpha, _ = self.record.entry_window(call)
        _, highest_mean = self.intervals.after_call(call)
        stops_at_alpha = self.record.rules.cuts(alpha, highest_mean)
        return "alpha" if stops_at_alpha else "beta"

    def origin(self, call: int, bound: Number, role: int) -> BoundOrigin:
        """Find where a bound comes from, such as the best value so far of an ancestor.

        A bound is one end of the window (α, β) with which a call (one visit of a node) is entered.
        Several places may have the same number. It comes from the first of these::

            the number                                        the source
            a null window of the call only asks about it      null-window
            it is an end of the known range                   range
            it is the best value so far of an ancestor        witness
            a chance node above has computed it (Star1)       chance
            the search, or a part of it, began with it        window

        Args:
            call: The call that was entered with the bound.
            bound: The call's α or its β.
            role: The nodes that set such a bound: ``MAX_ROLE`` for α, ``MIN_ROLE`` for β.

        Example:
            >>> from treeexplorer.engine import search
            >>> from treeexplorer.tree import from_nested
            >>> record = search(from_nested([3, [2, 9]]))  # the second child is entered with α = 3
            >>> origin = Analysis(record).origin(record.call_of(2), 3, MAX_ROLE)
            >>> origin.source, origin.witness
            ('witness', Witness(node=0, child=1))
        """
        if self.record.has_null_window(call):
            return BoundOrigin("null-window", witness=None, traced_bound=bound)

        rules = self.record.rules
        end_of_range = _get_own_bound(role, rules.known_range)  # for α the lowest value of a leaf
        if rules.has_range and bound == end_of_range:
            return BoundOrigin("range", witness=None, traced_bound=bound)

        return self._find_origin_above(call, bound, role)

    def _find_origin_above(self, call: int, bound: Number, role: int) -> BoundOrigin:
        """Find where a bound comes from that a call's parent handed down to it.

        There are three cases. Take the α of the leaf 2:

        - An ancestor's best value so far: in ``[3 [2 9]]`` the 3 of the root.
        - The window with which alpha-beta began: in ``[[2 9]]`` the root's α, −∞.
        - A chance node that computed it from its own α, as only Star1 does: in ``[8 chance[2 x]]``.
        """
        trace_end = self._trace_bound_upwards(call, bound, role)
        if trace_end.witness is not None:
            return BoundOrigin("witness", trace_end.witness, traced_bound=bound)

        if trace_end.chance_call is not None and self.record.has_chance_windows:
            return self._find_origin_above_chance_nodes(trace_end.chance_call, role)

        # The trace has come to the root, or to a chance node below which alpha-beta began anew.
        return BoundOrigin("window", witness=None, traced_bound=bound)

    def _find_origin_above_chance_nodes(self, nearest_chance_call: int, role: int) -> BoundOrigin:
        """Find where a bound comes from that a chance node computed from its own bound (Star1).

        That may have been computed in turn, by another chance node above. So the way leads upwards
        until a bound comes from elsewhere. For example, chance node C enters chance node D, and D
        enters a leaf, in the call of which α is 8::

            the α of    is   and comes from
            the leaf    8    D, which computed it from its own α
            D           6    C, which computed it from its own α
            C           4    the root, which has 4 as its v: it is the witness

        The result has the calls of D and C, this witness, and the 4 as the traced bound.

        Args:
            nearest_chance_call: The call that computed the bound: that of D.
            role: That of the nodes that set such a bound: MAX for α, MIN for β.
        """
        chance_calls: list[int] = []
        chance_call: int | None = nearest_chance_call
        while chance_call is not None:
            chance_calls.append(chance_call)
            own_bound = self._get_own_bound_on_entry(chance_call, role)
            trace_end = self._trace_bound_upwards(chance_call, own_bound, role)
            chance_call = trace_end.chance_call
        return BoundOrigin(
            "chance",
            trace_end.witness,
            traced_bound=own_bound,
            chance_calls=tuple(chance_calls),
        )

    def _get_own_bound_on_entry(self, call: int, role: int) -> Number:
        """Return the bound with which a call was entered: its α for ``MAX_ROLE``, else its β."""
        return _get_own_bound(role, self.record.entry_window(call))

    def witness(self, call: int, bound: Number, role: int) -> Witness | None:
        """Return the nearest ancestor of a player that has the bound of a call, and its child.

        Returns:
            ``None`` if no ancestor has it, up to the root or to the next chance node above.
        """
        return self._trace_bound_upwards(call, bound, role).witness

    def _trace_bound_upwards(self, call: int, bound: Number, role: int) -> _TraceEnd:
        """Find the nearest ancestor that has set a bound of a call, or the next chance node above.

        A node can have set a bound only if a child has returned a value to it before. For example,
        in ``[3 A:[4 B:[C:[5 2] 9]]]`` the leaf 5 is entered with α = 3. Which node has set it? From
        the leaf upwards::

            node   whose   returned before   has it set α = 3?
            C      MIN     nothing           no: the 5 is its first child
            B      MAX     nothing           no: C is its first child
            A      MIN     4                 no: MIN's nodes set β
            root   MAX     3                 yes: it is the witness, with its child 3

        Args:
            call: The call that was entered with the bound.
            bound: The bound.
            role: The nodes that set such a bound: ``MAX_ROLE`` for α, ``MIN_ROLE`` for β.
        """
        for child_call, parent_call in self._climb_to_nodes_with_values(call):
            parent = self.record.node(parent_call)
            parent_role = self.record.tree.roles[parent]
            if parent_role == CHANCE_ROLE:  # no bound from above it comes through
                return _TraceEnd(chance_call=parent_call)
            if parent_role == role:
                setter_call = self._find_sibling_that_set(bound, child_call, role)
                if setter_call is not None:  # else the parent was entered with the bound already
                    return _TraceEnd(witness=Witness(parent, child=self.record.node(setter_call)))
        return _TraceEnd()  # nobody set it: the search of the root began with it

    def _climb_to_nodes_with_values(self, call: int) -> Iterator[_ChildAndParentCall]:
        """Yield the ancestors' calls that may have set a bound of a call, from the nearest upwards.

        They are those to which a child had returned before, and those of all chance nodes. Beside
        each stands the call of its child on the way. For example, in ``[3 A:[4 B:[C:[5 2] 9]]]``,
        from the leaf 5 upwards::

            child   ancestor
            5       C          passed over: the 5 is its first child
            C       B          passed over: C is its first child
            B       A          yielded: the 4 has returned to it
            A       root       yielded: the 3 has returned to it

        Ancestors that are passed over are not even looked at, since in a deep tree there may be
        thousands in a row. The record has for each call the topmost one that leads down to it
        through first children only: for the leaf 5 that is B.
        """
        topmost_of_first_children = self.record.columns.first_child_chain_tops
        child_call = topmost_of_first_children[call]
        parent_call = self.record.caller(child_call)
        while parent_call is not None:
            yield _ChildAndParentCall(child_call, parent_call)
            child_call = topmost_of_first_children[parent_call]
            parent_call = self.record.caller(child_call)

    def _find_sibling_that_set(self, bound: Number, call: int, role: int) -> int | None:
        """Return the call of the earlier sibling whose value became a bound, or ``None``.

        For example, the first two children of a MAX node returned 3 and 5. The third is entered::

            if the node was entered with   the third has   that was set by
            α = 2                          α = 5           the 5, which the node has as its v
            α = 5                          α = 5           the 5, too: it is nearer than what set
                                                           the α of the node
            α = 7                          α = 7           no sibling: ``None``

        ``role`` is that of the parent: MAX if the bound is an α, MIN if it is a β.
        """
        parent_call = present(self.record.caller(call))
        is_older_than_siblings = bound == self._get_own_bound_on_entry(parent_call, role)
        if is_older_than_siblings:
            return self._find_first_sibling_worth(bound, call)
        return self._find_sibling_that_set_v(bound, call)

    def _find_sibling_that_set_v(self, v: Number, call: int) -> int | None:
        """Return the call of the earlier sibling that set the parent's best value to v.

        Returns ``None`` if the parent's best value is another one. That happens in PVS: a child
        that returned 7 may be searched again with the bound 7, while the parent has 5 still.
        """
        setter_call = self.record.find_call_that_set_parent_v(call)
        if setter_call is None or self.record.parent_v_after[setter_call] != v:
            return None
        return setter_call

    def _find_first_sibling_worth(self, bound: Number, call: int) -> int | None:
        """Return the call of the first earlier sibling that is proven to be worth a bound.

        At a MAX parent that means at least the bound, at a MIN parent at most. For example the
        parent is MAX's, was entered with α = 5, and its children are 3, 5, 5, 7::

            the call of      returns the call of
            7                the first 5
            the first 5      nothing: only the 3 is earlier

        Args:
            bound: The α (at MIN the β) with which the parent was entered: so it is the same for all
                children of the parent's call, which share one scan.
            call: The child's call.
        """
        parent_call = self.record.columns.callers[call]
        siblings_before = self.record.columns.siblings_before
        if parent_call not in self._sibling_scans:
            is_worth_bound = partial(self._is_proven_worth, bound)
            self._sibling_scans[parent_call] = _FirstSiblingScan(siblings_before, is_worth_bound)
        return self._sibling_scans[parent_call].find_up_to(siblings_before[call])

    def _is_proven_worth(self, bound: Number, call: int) -> bool:
        """Tell whether a call returned a bound, and its node is proven to be worth that much.

        At a MAX parent that means worth the bound or more, at a MIN parent worth it or less.
        """
        if self.record.columns.values[call] != bound:
            return False
        low, high = self.intervals.after_call(call)
        parent = self.record.tree.parent[self.record.node(call)]
        at_max = self.record.tree.roles[parent] == MAX_ROLE
        return low >= bound if at_max else high <= bound

    def _find_nearest_ancestor(self, node: int, role: int) -> int:
        """Return a node's nearest ancestor with a role; there must be one."""
        parents = self.record.tree.parent
        roles = self.record.tree.roles
        ancestor = parents[node]
        while roles[ancestor] != role:
            ancestor = parents[ancestor]
        return ancestor

    # -- results -------------------------------------------------------------------------------

    @property
    def value(self) -> Number:
        """What the root returned.

        Raises:
            ValueError: The search has not ended (it waits for an unknown leaf's value).
        """
        value = self.record.root_value
        if value is None:
            raise ValueError("the search has not ended")
        return value

    @property
    def interval(self) -> Interval:
        """What is proven about the root's minimax value."""
        return self.intervals.at(0, self.record.steps)

    @property
    def bound(self) -> BoundKind:
        """Whether the value is exact, a lower or upper bound, or neither."""
        return classify_bound(self.value, self.interval)

    def moves(self, node: int) -> Moves:
        """Return which of a node's moves are best, by all that was read."""
        record = self.record
        if record.is_evaluated(node):
            return Moves()
        children = record.children(node)
        proven = {child: self.intervals.at(child, record.steps) for child in children}
        return find_best_moves(record.tree.roles[node], proven)

    @cached_property
    def line(self) -> tuple[int, ...]:
        """The principal variation: the best moves from the root, as far as they are proven.

        Node numbers, from the root's 0 on. The line ends at a leaf, at an unvisited node, or at one
        where no move is proven best.
        """
        node = 0
        line = [node]
        while self.record.call_of(node) is not None:
            best_child = self.moves(node).best
            if best_child is None:
                break
            line.append(best_child)
            node = best_child
        return tuple(line)

    # -- what is shown -------------------------------------------------------------------------

    def shown(self, node: int, step: int) -> ShownNumber:
        """Return the number that is displayed at a node at a step, and the sign before it.

        - Not visited yet: no sign and ``None``.
        - A leaf: no sign and its value. An estimate at the depth limit: ``~``.
        - Open, that is, some children are still to come: ``v`` and the best value so far; at a
          chance node ``mean`` and the mean so far.
        - Returned: the returned value with ``=``, ``≥`` or ``≤``, by what it proves of the node's
          minimax value; ``?`` if it proves nothing.

        Args:
            node: The number of the node.
            step: The number of the step; what happens later does not count.

        Example:
            In ``[A:[3 5] B:[2 9]]`` the 2 cuts off B. These are A before its visit, while it is
            open, and at its end, and then B at its end.

            >>> from treeexplorer.engine import search
            >>> from treeexplorer.tree import from_nested
            >>> analysis = Analysis(search(from_nested([[3, 5], [2, 9]])))
            >>> [tuple(analysis.shown(1, step)) for step in (1, 4, 7)]
            [('', None), ('v', 3), ('=', 3)]
            >>> analysis.shown(4, 10)
            ShownNumber(sign='≤', number=2)
        """
        record = self.record
        call = record.call_at(node, step)
        if call is None:  # not visited yet
            return _NO_NUMBER
        if record.is_leaf_call(call):
            return self._show_leaf(node)

        value = record.value(call)
        if value is not None and record.is_done(call, step):
            return self._show_returned_value(node, value, step)
        return self._show_open_node(call, step)

    def _show_leaf(self, node: int) -> ShownNumber:
        """Return the value of a leaf, or with ``~`` the estimate of a node at the depth limit."""
        sign: Sign = "" if self.record.tree.is_leaf(node) else "~"
        return ShownNumber(sign, self.record.leaf_value(node))

    def _show_returned_value(self, node: int, value: Number, step: int) -> ShownNumber:
        """Return the value that a node with children has returned, with the sign of what it proves.

        Searches without windows, such as minimax, cut nothing off: what they return is exact.
        """
        if not self.record.has_windows:
            return ShownNumber("=", value)
        interval = self.intervals.at(node, step)
        return ShownNumber(SIGN_OF[classify_bound(value, interval)], value)

    def _show_open_node(self, call: int, step: int) -> ShownNumber:
        """Return the v or the mean so far, with its sign, of a call that has not returned yet."""
        record = self.record
        if call in record.remembered:  # it is answered from memory in the next step
            return _NO_NUMBER
        if record.tree.roles[record.node(call)] == CHANCE_ROLE:
            return _add_sign("mean", self.compute_running_mean(call, step))
        return _add_sign("v", record.v_at(call, step))

    def compute_running_mean(self, call: int, step: int) -> Number | None:
        """Compute the mean of those children of a chance node that have returned by a step.

        Only the weights of these children count. Once the last child has returned, the mean is the
        node's value.

        Args:
            call: The call (one visit) of the chance node.
            step: The number of the step; what returns later does not count.

        Returns:
            The exact mean; ``None`` if no child with a weight above 0 has returned.

        Example:
            For ``chance[1/2*2 1/4*8 1/4*0]`` the mean is 2 after the first child, then 4, then 3.
        """
        weighted_sum: Number = 0
        total_weight: Number = 0
        for weight, value in self._iterate_weighted_returns(call, step):
            weighted_sum = added(weighted_sum, weight, exact(value))
            total_weight += weight

        if total_weight == 0:
            return None
        if weighted_sum in {INFINITY, -INFINITY}:
            return weighted_sum
        return simplify_fraction(Fraction(weighted_sum) / Fraction(total_weight))

    def _iterate_weighted_returns(self, call: int, step: int) -> Iterator[tuple[Fraction, Number]]:
        """Yield the probability and the value of each child that has returned to a chance node.

        The child that returned last comes first. What returns after the step is left out.
        """
        record = self.record
        child_call = record.last_return(call, step)
        while child_call is not None:
            weight = record.tree.probability(record.node(child_call))
            value = record.value(child_call)
            if weight is not None and value is not None:
                yield weight, value
            child_call = record.find_previous_sibling_call(child_call)


def _add_sign(sign: Sign, number: Number | None) -> ShownNumber:
    """Return a number with its sign; without a number there is no sign."""
    return _NO_NUMBER if number is None else ShownNumber(sign, number)


def analysis_of(record: Record) -> Analysis:
    """Return the one analysis of a record, which is kept with it."""
    return record.derive(Analysis)
