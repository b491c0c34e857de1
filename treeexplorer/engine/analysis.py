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

# Who set the bound that a cut-off reached: MAX nodes set α, MIN nodes set β.
_SETTER_ROLE_OF_CUT: Final[dict[CutKind, int]] = {"alpha": MAX_ROLE, "beta": MIN_ROLE}


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


class _SiblingScan(NamedTuple):
    """How far the children of one call have been searched for the first that is worth a bound.

    The search is continued from where it stopped, so that no child is looked at twice.

    Attributes:
        last_call: The call of the last child that was looked at; ``NO_CALL`` for none.
        found_call: The call of the first child that is worth the bound; ``None`` while none is.
    """

    last_call: int = NO_CALL
    found_call: int | None = None


class _TraceEnd(NamedTuple):
    """Where the trace of a bound ends: at a witness, at a chance node, or at the root.

    Both attributes are ``None`` at the root: the search began with the bound.

    Attributes:
        witness: The ancestor that gave the bound, with the child that gave it to the ancestor.
        chance_call: The call of a chance node. Below it alpha-beta begins with a new window.
    """

    witness: Witness | None = None
    chance_call: int | None = None


def _bound_set_by(role: int, window: Window) -> Number:
    """Return the bound of a window that nodes of a role set: α for MAX, β for MIN."""
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
        self._sibling_scans: dict[int, _SiblingScan] = {}  # by the parent's call

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
        """Return the branches that a cut-off skipped and that no visit of the node came to.

        Some searches, such as PVS, visit a node again, and may then come to what was skipped
        before. While the node is open again, this may still happen, so none of its branches is
        returned.

        Args:
            cut: The cut-off.

        Returns:
            The skipped children in the order of the search; last, marked ``is_elided``, those that
            are not drawn (``...``).
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
        setter_role = _SETTER_ROLE_OF_CUT[kind]
        bound = _bound_set_by(setter_role, record.entry_window(call))
        origin = self.origin(call, bound, setter_role)
        return CutOff(
            step=record.returned_at(child_call),
            node=node,
            call=call,
            kind=kind,
            after=child,
            v=v,
            bound=bound,
            skipped=tuple(record.children_after(node, child)),
            elided=self._skips_undrawn_children(node),
            deep=self._is_deep(node, origin.witness, setter_role),
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
        return witness.node != self._nearest_ancestor(node, setter_role)

    def _kind_of_cut(self, call: int, node: int) -> CutKind:
        """Return which bound made a node stop: ``beta`` at MAX, ``alpha`` at MIN.

        A chance node has an interval in which its mean must lie. It stops at α if the highest
        possible mean is no more than α, and otherwise at β.

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
        _, highest_mean = self.intervals.after_call(call)
        stops_at_alpha = self.record.rules.cuts(alpha, highest_mean)
        return "alpha" if stops_at_alpha else "beta"

    def origin(self, call: int, bound: Number, role: int) -> BoundOrigin:
        """Return where the bound of a call comes from, such as an ancestor's best value so far.

        A call is one visit of a node. It is entered with a window (α, β); a bound is one end of it.
        All places that a bound can come from are listed at :class:`BoundOrigin`.

        Args:
            call: The number of the call that was entered with the bound.
            bound: The bound itself: the call's α or its β.
            role: The nodes that set such a bound: ``MAX_ROLE`` for α, ``MIN_ROLE`` for β.

        Example:
            >>> from treeexplorer.engine import search
            >>> from treeexplorer.tree import from_nested
            >>> record = search(from_nested([3, [2, 9]]))  # the second child is entered with α = 3
            >>> origin = Analysis(record).origin(record.call_of(2), 3, MAX_ROLE)
            >>> origin.source, origin.witness
            ('witness', Witness(node=0, child=1))
        """
        rules = self.record.rules
        # An ancestor may have the same number by chance. So these two cases come before a look
        # upwards.
        asks_question_only = self.record.has_null_window(call)
        if asks_question_only:
            return BoundOrigin("null-window", witness=None, traced_bound=bound)
        is_end_of_known_range = rules.has_range and bound == _bound_set_by(role, rules.known_range)
        if is_end_of_known_range:
            return BoundOrigin("range", witness=None, traced_bound=bound)
        return self._origin_above(call, bound, role)

    def _origin_above(self, call: int, bound: Number, role: int) -> BoundOrigin:
        """Return where a bound comes from that was handed down: from which ancestor, if from one.

        Args:
            call: The call (one visit of a node) that was entered with the bound.
            bound: The call's α or its β.
            role: The nodes that set such a bound: ``MAX_ROLE`` for α, ``MIN_ROLE`` for β.
        """
        trace_end = self._trace_bound(call, bound, role)
        if trace_end.witness is not None:
            return BoundOrigin("witness", trace_end.witness, traced_bound=bound)
        # Chance nodes compute bounds only if the range of all values is known (Star1).
        chance_nodes_compute_bounds = bool(self.record.chance_windows)
        if trace_end.chance_call is None or not chance_nodes_compute_bounds:
            return BoundOrigin("window", witness=None, traced_bound=bound)
        return self._origin_above_chance_nodes(trace_end.chance_call, role)

    def _origin_above_chance_nodes(self, nearest_chance_call: int, role: int) -> BoundOrigin:
        """Return where a bound comes from that a chance node computed from its own bound (Star1).

        The chance node's own bound is traced on upwards. If another chance node computed that, its
        own bound is traced, and so on.

        Args:
            nearest_chance_call: The call of the chance node that computed the bound.
            role: The nodes that set such a bound: ``MAX_ROLE`` for α, ``MIN_ROLE`` for β.
        """
        chance_calls: list[int] = []
        chance_call: int | None = nearest_chance_call
        while chance_call is not None:
            chance_calls.append(chance_call)
            own_bound = _bound_set_by(role, self.record.entry_window(chance_call))
            trace_end = self._trace_bound(chance_call, own_bound, role)
            chance_call = trace_end.chance_call
        return BoundOrigin("chance", trace_end.witness, own_bound, tuple(chance_calls))

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
            role: The role of the nodes that can have set it.

        Returns:
            The ancestor with the first of its children that has the bound; or the first chance node
            on the way up, where the trace ends; or neither, if the root is reached.
        """
        nodes = self.record.columns.nodes
        roles = self.record.tree.roles
        for caller, child_call in self._callers_after_a_return(call):
            ancestor = nodes[caller]
            if roles[ancestor] == CHANCE_ROLE:
                return _TraceEnd(chance_call=caller)
            if roles[ancestor] == role:
                setter_call = self._sibling_that_set(bound, child_call, role)
                if setter_call is not None:
                    return _TraceEnd(witness=Witness(ancestor, nodes[setter_call]))
        return _TraceEnd()

    def _callers_after_a_return(self, call: int) -> Iterator[tuple[int, int]]:
        """Yield the calls above a call, without players' nodes that have no value yet.

        A node that enters its first child has no value yet, so it set no bound. In a deep tree many
        nodes above one another are first children: all of these are passed in one step.

        Args:
            call: The call (one visit of a node).

        Yields:
            The call of an ancestor, the nearest first, and the call of the ancestor's child that is
            on the way to it.
        """
        columns = self.record.columns
        while True:
            child_call = columns.run_tops[call]
            caller = self.record.caller(child_call)
            if caller is None:
                return
            yield caller, child_call
            call = caller

    def _sibling_that_set(self, bound: Number, call: int, role: int) -> int | None:
        """Return the call of the earlier sibling whose value is the bound that a call has.

        Args:
            bound: The bound that the call was entered with: α below a MAX node, β below a MIN node.
            call: The number of the call, that is, of one visit of a node; not of the root.
            role: The parent's role.

        Returns:
            The sibling's call; ``None`` if no sibling set the bound. An ancestor of the parent may
            have.

        Example:
            In ``[3 5 4 C:[2 9]]`` the root is entered with α = −∞, and C with α = 5: the sibling 5
            set it.
        """
        record = self.record
        parent_call = present(record.caller(call))
        is_bound_of_parent = bound == _bound_set_by(role, record.entry_window(parent_call))
        if is_bound_of_parent:
            return self._first_sibling_worth(bound, call, role)
        # The sibling whose value is v, the parent's best value so far.
        best_sibling_call = record.mover_before(call)
        if best_sibling_call is None:
            return None
        v = record.parent_v_after[best_sibling_call]
        # PVS may search a child again with another number than v as its bound.
        return best_sibling_call if v == bound else None

    def _first_sibling_worth(self, bound: Number, call: int, role: int) -> int | None:
        """Return the call of the first earlier sibling that is proven to be worth at least a bound.

        At a MIN parent it is “at most”. How far the siblings of a parent have been looked at is
        kept, so that none is looked at twice.

        Args:
            bound: The bound that their parent was entered with, which is the same for all siblings.
            call: The call (one visit of a node) whose earlier siblings are looked at.
            role: The parent's role.

        Returns:
            The sibling's call; ``None`` if no earlier sibling is worth the bound.
        """
        columns = self.record.columns
        parent_call = columns.callers[call]
        last_sibling = columns.siblings_before[call]
        scan = self._sibling_scans.get(parent_call, _SiblingScan())
        # Calls are numbered in the order of time: a later sibling has a larger number.
        has_new_siblings = last_sibling > scan.last_call
        if scan.found_call is None and has_new_siblings:
            new_siblings = self._siblings_between(scan.last_call, last_sibling)
            worth_bound = (each for each in new_siblings if self._is_worth(each, bound, role))
            scan = _SiblingScan(last_sibling, found_call=next(worth_bound, None))
            self._sibling_scans[parent_call] = scan
        if scan.found_call is None:
            return None
        # The children were looked at for a later sibling, too: the one that was found may be later.
        is_earlier_sibling = scan.found_call <= last_sibling
        return scan.found_call if is_earlier_sibling else None

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
        if record.is_leaf_call(call):
            return self._shown_at_leaf(node)
        value = record.value(call)
        if value is None or not record.is_done(call, step):
            return self._shown_while_open(call, step)
        return self._shown_after_return(node, value, step)

    def _shown_at_leaf(self, node: int) -> tuple[Sign, Number | None]:
        """Return the value of a leaf, or with ``~`` the estimate of a node at the depth limit."""
        sign: Sign = "" if self.record.tree.is_leaf(node) else "~"
        return sign, self.record.leaf_value(node)

    def _shown_after_return(
        self, node: int, value: Number, step: int
    ) -> tuple[Sign, Number | None]:
        """Return the value that a node with children has returned, with the sign of what it proves.

        Searches without windows, such as minimax, cut nothing off: what they return is exact.
        """
        if not self.record.has_windows:
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
        weighted_total: Number = 0
        total_weight: Number = 0
        for weight, value in self._weighted_returns(call, step):
            weighted_total = added(weighted_total, weight, exact(value))
            total_weight += weight
        if total_weight == 0:
            return None
        if weighted_total in {INFINITY, -INFINITY}:
            return weighted_total
        return normalised(Fraction(weighted_total) / Fraction(total_weight))

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
