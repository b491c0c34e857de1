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

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Final, Literal, NamedTuple, TypeAlias

from treeexplorer.engine.intervals import BoundKind, Interval, Intervals, bound_of
from treeexplorer.engine.ordered_tree import added, normalised
from treeexplorer.engine.record import Record, Status
from treeexplorer.errors import present
from treeexplorer.numbers import exact
from treeexplorer.tree import (
    CHANCE_ROLE,
    FULL_WINDOW,
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


def moves_of(role: int, intervals: Mapping[int, Interval]) -> Moves:
    """Return which moves of a node are best, given the interval in which each move's value lies.

    At MAX a move is proven best if the least it can be worth (the low end) is at least the most
    that any other can be worth (their high ends). At MIN it is the other way round.

    Args:
        role: Who moves at the node. At a chance node there is no best move.
        intervals: By move (the number of a child): the lowest and the highest value that it can
            have. The order is that of the search: of moves that tie the first is the best.

    Returns:
        The best move and its rivals; where no move is proven best, those that may be.

    Example:
        >>> moves_of(MAX_ROLE, {1: (3, 3), 5: (-INFINITY, 3), 9: (2, 2)})
        Moves(best=1, ties=(), may_tie=(5,), may_be_better=())
        >>> moves_of(MAX_ROLE, {1: (5, 5), 2: (3, INFINITY)})
        Moves(best=None, ties=(), may_tie=(), may_be_better=(2,))
    """
    if role not in {MAX_ROLE, MIN_ROLE} or not intervals:
        return Moves()
    # From here on the node is MAX's: MIN's moves become MAX's with all signs changed, and so low
    # and high change places.
    if role == MIN_ROLE:
        intervals = {move: (-high, -low) for move, (low, high) in intervals.items()}
    best = _first_proven_best(intervals)
    if best is None:
        return Moves(may_be_better=_not_excluded(intervals))
    # No rival can be better than the proven best move, so one with the same interval is worth
    # exactly as much.
    rivals = _rivals(best, intervals)
    ties = [move for move in rivals if intervals[move] == intervals[best]]
    may_tie = [move for move in rivals if intervals[move] != intervals[best]]
    return Moves(best, tuple(ties), tuple(may_tie))


def _rivals(best: int, intervals: Mapping[int, Interval]) -> list[int]:
    """Return MAX's other moves that may be worth as much as a best one."""
    least, _ = intervals[best]
    return [move for move, (_, high) in intervals.items() if move != best and high >= least]


def _not_excluded(intervals: Mapping[int, Interval]) -> tuple[int, ...]:
    """Return MAX's moves that may be worth more than every other is worth at least.

    Example:
        >>> _not_excluded({1: (5, 5), 2: (3, 8), 3: (1, 4)})
        (2,)
    """
    least = max(low for low, _ in intervals.values())
    return tuple(move for move, (_, high) in intervals.items() if high > least)


def _first_proven_best(intervals: Mapping[int, Interval]) -> int | None:
    """Return MAX's first move that is proven to be at least as good as every other.

    The least that it can be worth must be at least the most that any other move can be worth.
    Linear in the number of moves: the highest of all high ends is found once, and the second
    highest, which is what counts for the move that has the highest.

    Args:
        intervals: By move, in order: the lowest and the highest value that it can have; not empty.

    Returns:
        The move; ``None`` if none is proven.

    Example:
        >>> _first_proven_best({1: (3, 3), 5: (-INFINITY, 3), 9: (2, 2)})
        1
        >>> _first_proven_best({1: (3, 3), 5: (-INFINITY, 4)})
    """
    most_of_move = {move: high for move, (_, high) in intervals.items()}
    # The move with the highest high end.
    highest_move = max(most_of_move, key=most_of_move.__getitem__)
    # Taken out, so that what remains is the others of `highest_move`.
    highest = most_of_move.pop(highest_move)
    second_highest = max(most_of_move.values(), default=-INFINITY)
    for move, (least, _) in intervals.items():
        # The highest high end of all other moves.
        most_of_others = second_highest if move == highest_move else highest
        if least >= most_of_others:
            return move
    return None


class _Scan(NamedTuple):
    """A search among the children of one call for the first that is proven to be worth its bound.

    It is continued from where it stopped, so that no child is looked at twice.

    Attributes:
        last_looked_at: The call of the last child that was looked at; −1 for none.
        first_found: The call of the first child that is worth the bound; ``None`` while none is.
    """

    last_looked_at: int = -1
    first_found: int | None = None


class _TraceEnd(NamedTuple):
    """Where the trace of a bound ends: at a witness, at a chance node, or at the root.

    Both attributes are ``None`` at the root: the search began with the bound.

    Attributes:
        witness: The ancestor that gave the bound, with the child that gave it to the ancestor.
        chance_call: The call of a chance node. Below it alpha-beta begins with a new window.
    """

    witness: Witness | None = None
    chance_call: int | None = None


def _end_given_by(role: int, window: Window) -> Number:
    """Return the end of a window that the nodes of a role give: α for MAX, β for MIN."""
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
        self._scans: dict[int, _Scan] = {}

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

        They differ from what the cut-offs skip in searches that enter nodes again, such as PVS:
        what one call skips another may visit, and then it is not pruned. While a node is open once
        more, its next call may still do so, and none of its branches is listed yet.
        """
        branches = chain.from_iterable(map(self._pruned_by, self.cut_offs))
        distinct = dict.fromkeys(branches)  # two calls of a node may skip the same branch
        return tuple(distinct)

    def _pruned_by(self, cut: CutOff) -> list[PrunedBranch]:
        """Return the branches that a cut-off skipped and that were not visited later on.

        Some searches (such as PVS) enter a node several times, and may visit then what an earlier
        call, that is, an earlier visit of the node, has skipped.

        Args:
            cut: The cut-off.

        Returns:
            The skipped children in the order of the search; last, marked ``is_elided``, those that
            are not drawn (``...``). Empty while the node of the cut-off is open again: this visit
            may still come to the branches.
        """
        record = self.record
        latest_call = record.columns.call_of_node[cut.node]
        if not record.is_done(latest_call, record.steps):
            return []
        # call_of is None for a node that no call has visited.
        branches = [PrunedBranch(node) for node in cut.skipped if record.call_of(node) is None]
        if cut.elided and record.undrawn_status(cut.node, record.steps) is Status.SKIPPED:
            branches.append(PrunedBranch(cut.node, is_elided=True))
        return branches

    def is_pruned(self, cut: CutOff, step: int) -> bool:
        """Tell whether nothing of what a cut-off skips has been visited by a step.

        Most searches visit a node once, and then nothing that is skipped is ever visited. Others,
        such as PVS, may enter the node again and visit what was skipped before.

        Args:
            cut: The cut-off.
            step: The number of the step; visits up to this step count.
        """
        record = self.record
        # `earlier` has the earlier visits of nodes that were visited more than once.
        enters_nodes_again = bool(record.columns.earlier)
        if not enters_nodes_again:
            return True
        # Children that are not drawn (`...`) have no numbers, so they are asked for by their
        # parent.
        if cut.elided and record.undrawn_status(cut.node, step) is not Status.SKIPPED:
            return False
        return all(record.call_at(node, step) is None for node in cut.skipped)

    def cut_off(self, child_call: int) -> CutOff:
        """Describe the cut-off at a node that was caused by the value of one of its children.

        A call is one visit of a node by the search; calls are numbered in the order in which they
        are made. The bound is the end of the node's window (α, β) that the child's value has
        reached.

        Args:
            child_call: The call of the child; it must be one of ``record.cuts``.

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
        # v: the node's best value so far, with the child's value included.
        v = record.parent_v_after[child_call]
        if call is None or v is None:
            raise LookupError(f"call {child_call} made no cut-off")
        node = record.node(call)
        child = record.node(child_call)
        kind = self._kind_of_cut(call, node)
        # The bound was set by the opponent: β by a MIN node above, α by a MAX node above.
        giver_role = MIN_ROLE if kind == "beta" else MAX_ROLE
        bound = _end_given_by(giver_role, record.entry_window(call))
        origin = self.origin(call, bound, giver_role)
        # Children that are not drawn (`...`) come last from the left. From the right they come
        # first, so that they have been visited already.
        skips_undrawn = node in record.tree.elided and not record.rules.right_to_left
        return CutOff(
            step=record.returned_at(child_call),
            node=node,
            call=call,
            kind=kind,
            after=child,
            v=v,
            bound=bound,
            skipped=tuple(record.children_after(node, child)),
            elided=skips_undrawn,
            deep=self._is_deep(node, origin.witness, giver_role),
            origin=origin,
        )

    def _is_deep(self, node: int, witness: Witness | None, giver_role: int) -> bool:
        """Tell whether a cut-off is deep: its witness is not the nearest opposing ancestor.

        A cut-off without a witness is not deep: no ancestor gave the bound.
        """
        if witness is None:
            return False
        return witness.node != self._nearest_ancestor(node, giver_role)

    def _kind_of_cut(self, call: int, node: int) -> CutKind:
        """Return which end of its window made a call stop.

        MAX stops when its v reaches β, MIN when its v reaches α. A chance node stops at α if it is
        proven to be worth no more than α, else at β.

        Args:
            call: The call (one visit) of the node that is cut off.
            node: The number of the node.
        """
        role = self.record.tree.roles[node]
        if role == MAX_ROLE:
            return "beta"
        if role == MIN_ROLE:
            return "alpha"
        alpha, _ = self.record.entry_window(call)
        _, high = self.intervals.after_call(call)
        stops_at_alpha = self.record.rules.cuts(alpha, high)
        return "alpha" if stops_at_alpha else "beta"

    def origin(self, call: int, bound: Number, role: int) -> BoundOrigin:
        """Return where the bound of a call comes from, such as an ancestor's best value so far.

        A call is one visit of a node. It is entered with a window (α, β); a bound is one end of it.
        For the other places that a bound can come from see :class:`BoundOrigin`.

        Args:
            call: The number of the call that was entered with the bound.
            bound: The bound itself: the call's α or its β.
            role: The players' nodes that set such a bound: ``MAX_ROLE`` for α, ``MIN_ROLE`` for β.

        Example:
            >>> from treeexplorer.engine import search
            >>> from treeexplorer.tree import from_nested
            >>> record = search(from_nested([3, [2, 9]]))  # the second child is entered with α = 3
            >>> origin = Analysis(record).origin(record.call_of(2), 3, MAX_ROLE)
            >>> origin.source, origin.witness
            ('witness', Witness(node=0, child=1))
        """
        record = self.record
        # These two cases come first: an ancestor may have the same number by chance, but the bound
        # does not come from it. A null window only asks whether a node is worth more than a number.
        if record.has_null_window(call):
            return BoundOrigin("null-window", witness=None, traced_bound=bound)
        # An end of the range in which all values are known to lie.
        if record.rules.has_range and bound == _end_given_by(role, record.rules.known_range):
            return BoundOrigin("range", witness=None, traced_bound=bound)
        return self._origin_above(call, bound, role)

    def _origin_above(self, call: int, bound: Number, role: int) -> BoundOrigin:
        """Return which ancestor the bound of a call comes from, or that none set it.

        The search for it goes upwards. Under a known range of all values (Star1, Ballard 1983) a
        chance node on the way computes the bound for its children from its own bound. Then the
        chance node is noted, and the trace goes on above it with the chance node's own bound.

        Args:
            call: The number of the call (one visit of a node) that was entered with the bound.
            bound: The bound: the call's α or its β.
            role: The players' nodes that set such a bound: ``MAX_ROLE`` for α, ``MIN_ROLE`` for β.

        Returns:
            The ancestor as its ``witness``, or ``None`` if none set it. Its ``source`` is
            ``"chance"`` if a chance node was passed on the way; otherwise ``"witness"``, or
            ``"window"`` without an ancestor.
        """
        record = self.record
        # Without a range the trace ends at a chance node: below it, windows begin anew.
        computes_bounds = bool(record.chance_windows)
        chance_calls: list[int] = []
        end = self._trace_bound(call, bound, role)
        while end.chance_call is not None and computes_bounds:
            chance_calls.append(end.chance_call)
            bound = _end_given_by(role, record.entry_window(end.chance_call))
            end = self._trace_bound(end.chance_call, bound, role)
        if chance_calls:
            return BoundOrigin(
                "chance", end.witness, traced_bound=bound, chance_calls=tuple(chance_calls)
            )
        if end.witness is None:
            return BoundOrigin("window", None, bound)
        return BoundOrigin("witness", end.witness, bound)

    def witness(self, call: int, bound: Number, role: int) -> Witness | None:
        """Return the nearest ancestor of a player that has the bound of a call, and its child.

        Returns:
            ``None`` if no ancestor has it, up to the root or to the next chance node above.
        """
        return self._trace_bound(call, bound, role).witness

    def _trace_bound(self, call: int, bound: Number, role: int) -> _TraceEnd:
        """Look upwards for the nearest ancestor that has set a bound, and the child it got it from.

        In ``[3 [[[2 9]]]]`` the node ``[2 9]`` is entered with α = 3. The nodes between have no
        value yet; the root has set it when its first child, the leaf 3, returned.

        Args:
            call: The call (one visit of a node) that was entered with the bound.
            bound: Its α, which MAX nodes set, or its β, which MIN nodes set.
            role: The role of the nodes that can have set it: ``MAX_ROLE`` for α, ``MIN_ROLE`` for
                β.

        Returns:
            The ancestor with the first of its children that has the bound; or the first chance node
            on the way up, where the trace ends; or neither, if the root is reached.
        """
        columns = self.record.columns
        roles = self.record.tree.roles
        while True:
            # A node that enters its first child has no value yet, so it gave no bound. In a deep
            # tree many nodes above one another are first children: the trace jumps to the topmost.
            top_call = columns.run_tops[call]
            # The caller is the parent's call.
            caller = self.record.caller(top_call)
            if caller is None:
                return _TraceEnd()
            ancestor = columns.nodes[caller]
            if roles[ancestor] == CHANCE_ROLE:
                return _TraceEnd(chance_call=caller)
            if roles[ancestor] == role:
                # Below an ancestor of this role, an earlier sibling of `top_call` may have set the
                # bound.
                giver = self._sibling_that_gave(top_call, bound, role)
                if giver is not None:
                    return _TraceEnd(witness=Witness(ancestor, columns.nodes[giver]))
            call = caller

    def _sibling_that_gave(self, call: int, bound: Number, role: int) -> int | None:
        """Return the call of the earlier sibling whose value became the bound that a call has.

        Args:
            call: The number of a call, that is, of one visit of a node; not of the root.
            bound: The bound that it was entered with: its α below a MAX node, its β below a MIN
                node.
            role: The parent's role.

        Returns:
            The sibling's call; ``None`` if no sibling set the bound. An ancestor of the parent may
            have.

        Example:
            In ``[3 5 4 C:[2 9]]`` the root is entered with α = −∞, and C with α = 5: the sibling 5
            set it.
        """
        parent_call = present(self.record.caller(call))
        bound_of_parent = _end_given_by(role, self.record.entry_window(parent_call))
        if bound == bound_of_parent:
            # No sibling has moved the bound, but one may be worth just as much.
            return self._first_sibling_worth(call, bound, role)
        # The sibling that changed the parent's v (its best value so far) last.
        mover = self.record.mover_before(call)
        if mover is None:
            return None
        # A child that PVS searches again is entered with a number that is not the parent's v.
        is_parents_v = self.record.parent_v_after[mover] == bound
        return mover if is_parents_v else None

    def _first_sibling_worth(self, call: int, bound: Number, role: int) -> int | None:
        """Return the call of the first earlier sibling that is proven to be worth at least a bound.

        At a MIN parent it is “at most”. The bound is the one that the parent was entered with, so
        it is the same for all siblings, and no sibling is looked at twice: how far the siblings of
        a parent have been looked at is kept in ``self._scans``.

        Args:
            call: The call (one visit of a node) whose earlier siblings are looked at.
            bound: The bound that their parent was entered with.
            role: The parent's role.

        Returns:
            The sibling's call; ``None`` if no earlier sibling is worth the bound.
        """
        columns = self.record.columns
        parent_call = columns.callers[call]
        last_sibling = columns.siblings_before[call]
        scan = self._scans.get(parent_call, _Scan())
        # Calls are numbered in the order in which they are made, so later siblings have larger
        # numbers.
        if scan.first_found is None and last_sibling > scan.last_looked_at:
            new_siblings = self._siblings_between(scan.last_looked_at, last_sibling)
            worth_bound = (each for each in new_siblings if self._is_worth(each, bound, role))
            scan = _Scan(last_sibling, first_found=next(worth_bound, None))
            self._scans[parent_call] = scan
        if scan.first_found is None:
            return None
        # The scan may have been made for a later sibling, and have found one after this call.
        is_earlier = scan.first_found <= last_sibling
        return scan.first_found if is_earlier else None

    def _siblings_between(self, after: int, last: int) -> list[int]:
        """Return the calls of siblings that returned after a call and up to another, in order.

        Args:
            after: The call before the first, or −1.
            last: The last call.
        """
        calls: list[int] = []
        call = last
        while call > after:
            calls.append(call)
            call = self.record.columns.siblings_before[call]
        return calls[::-1]

    def _is_worth(self, call: int, bound: Number, role: int) -> bool:
        """Tell whether a call returned a bound, and its node is proven to be worth that much."""
        if self.record.columns.values[call] != bound:
            return False
        low, high = self.intervals.after_call(call)
        return low >= bound if role == MAX_ROLE else high <= bound

    def _nearest_ancestor(self, node: int, role: int) -> int:
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
        return bound_of(self.value, self.interval)

    def moves(self, node: int) -> Moves:
        """Return which of a node's moves are best, by all that was read."""
        record = self.record
        if record.is_evaluated(node):
            return Moves()
        children = record.children(node)
        proven = {child: self.intervals.at(child, record.steps) for child in children}
        return moves_of(record.tree.roles[node], proven)

    @cached_property
    def line(self) -> tuple[int, ...]:
        """The principal variation: the best moves from the root, as far as they are proven.

        Node numbers, beginning with the root's 0. The line ends at a leaf, at a node that was not
        visited, or at one where no move is proven best.
        """
        line = [0]
        # From each node on to its best move. A leaf has none, so that the line ends there.
        while self.record.call_of(line[-1]) is not None:
            best = self.moves(line[-1]).best
            if best is None:
                break
            line.append(best)
        return tuple(line)

    # -- what is shown -------------------------------------------------------------------------

    def shown(self, node: int, step: int) -> tuple[Sign, Number | None]:
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
            >>> analysis.shown(1, 1), analysis.shown(1, 4), analysis.shown(1, 7)
            (('', None), ('v', 3), ('=', 3))
            >>> analysis.shown(4, 10)
            ('≤', 2)
        """
        record = self.record
        call = record.call_at(node, step)
        if call is None:  # not visited yet
            return "", None
        # Also true of a node with children at the depth limit, which counts with its estimate.
        if record.is_leaf_call(call):
            sign: Sign = "" if record.tree.is_leaf(node) else "~"
            return sign, record.leaf_value(node)
        value = record.value(call)
        if value is None or not record.is_done(call, step):
            return self._shown_while_open(call, step)
        # Minimax and its kin cut nothing off, so that what they return is always exact.
        if not record.has_windows:
            return "=", value
        interval = self.intervals.at(node, step)
        return SIGN_OF[bound_of(value, interval)], value

    def _shown_while_open(self, call: int, step: int) -> tuple[Sign, Number | None]:
        """Return the sign and the number of a call that has not returned by a step."""
        record = self.record
        if call in record.remembered:  # it is answered from memory in the next step
            return "", None
        if record.tree.roles[record.node(call)] == CHANCE_ROLE:
            return _signed("mean", self.running_mean(call, step))
        return _signed("v", record.v_at(call, step))

    def running_mean(self, call: int, step: int) -> Number | None:
        """Return the mean of the children that have returned to a chance node's call by a step.

        Only the weights of these children count. Once the last child has returned, the mean is the
        node's value; before that it says nothing of the node's value.

        Args:
            call: The call (one visit) of the chance node.
            step: The number of the step; what returns later does not count.

        Returns:
            The exact mean; ``None`` if no child with a weight above 0 has returned.

        Example:
            For ``chance[1/2*2 1/4*8 1/4*0]`` the mean is 2 after the first child, then 4, then 3.
        """
        total: Number = 0
        total_weight: Number = 0
        for weight, value in self._weighted_returns(call, step):
            total = added(total, weight, exact(value))
            total_weight += weight
        if not total_weight:
            return None
        is_infinite = total in FULL_WINDOW
        return total if is_infinite else normalised(Fraction(total) / Fraction(total_weight))

    def _weighted_returns(self, call: int, step: int) -> Iterator[tuple[Fraction, Number]]:
        """Yield the weight and value of each child that has returned to a chance node by a step.

        The child that returned last comes first. The weight is the child's probability.

        Args:
            call: The call (one visit) of the chance node.
            step: The number of the step; what returns later is left out.
        """
        record = self.record
        child_call = record.last_return(call, step)
        while child_call is not None:
            weight = record.tree.probability(record.node(child_call))
            value = record.value(child_call)
            if weight is not None and value is not None:
                yield weight, value
            # Each child knows the call that returned to the same parent before it.
            child_call = record.sibling_before(child_call)


def _signed(sign: Sign, number: Number | None) -> tuple[Sign, Number | None]:
    """Return a number with its sign; without a number there is no sign."""
    return ("", None) if number is None else (sign, number)


def analysis_of(record: Record) -> Analysis:
    """Return the one analysis of a record, which is kept with it."""
    return record.derive(Analysis)
