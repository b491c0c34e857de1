"""What follows from a record: cut-offs with their witnesses, results, node types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Final, Literal, NamedTuple, TypeAlias

from treeexplorer.engine.intervals import BoundKind, Interval, Intervals, bound_of
from treeexplorer.engine.ordered_tree import added, normalised
from treeexplorer.engine.record import Record, Status
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
    """The opposing ancestor that already has the bound, and the child that gave it."""

    node: int
    child: int


class BoundOrigin(NamedTuple):
    """Where the end of a call's window comes from.

    Attributes:
        source: What has set it.
        witness: Which ancestor has it, and through which of its children; below a chance node that
            has handed it down, which has the chance node's own bound. ``None`` where none has.
        has: What the witness has: the bound itself, or the chance node's own.
        handed_by: The calls of the chance nodes that it was handed down by, from below.
    """

    source: BoundSource
    witness: Witness | None
    has: Number
    handed_by: tuple[int, ...] = ()


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
        best: The first move that is proven to be at least as good as every other; ``None`` where
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
    """Return which moves of a node are best, by what is proven about each of them.

    At MAX a move is the best if the least it can be worth is at least the most that any other can
    be worth; at MIN it is mirrored.

    Example:
        >>> moves_of(MAX_ROLE, {1: (3, 3), 5: (-INFINITY, 3), 9: (2, 2)})
        Moves(best=1, ties=(), may_tie=(5,), may_be_better=())
        >>> moves_of(MAX_ROLE, {1: (5, 5), 2: (3, INFINITY)})
        Moves(best=None, ties=(), may_tie=(), may_be_better=(2,))
    """
    if role not in {MAX_ROLE, MIN_ROLE} or not intervals:
        return Moves()
    if role == MIN_ROLE:  # MIN's moves are those of MAX with all signs changed
        intervals = {move: (-high, -low) for move, (low, high) in intervals.items()}
    best = _first_proven_best(intervals)
    if best is None:
        return Moves(may_be_better=_not_excluded(intervals))
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
    """Return MAX's first move that is proven to be as good as every other.

    Its lower end has to be at least the upper end of each other move. Linear in the moves.

    Example:
        >>> _first_proven_best({1: (3, 3), 5: (-INFINITY, 3), 9: (2, 2)})
        1
        >>> _first_proven_best({1: (3, 3), 5: (-INFINITY, 4)})
    """
    highest_move = max(intervals, key=lambda move: intervals[move][1])
    _, highest = intervals[highest_move]
    upper_ends_of_rest = [high for move, (_, high) in intervals.items() if move != highest_move]
    second_highest = max(upper_ends_of_rest, default=-INFINITY)
    for move, (low, _) in intervals.items():
        most_of_others = second_highest if move == highest_move else highest
        if low >= most_of_others:
            return move
    return None


class _Scan(NamedTuple):
    """How far the children of a call have been searched for one that is proven to have its bound.

    Attributes:
        last: The call of the last child that was looked at, −1 for none.
        found: The call of the first child that is; ``None`` while none is.
    """

    last: int = -1
    found: int | None = None


class _TraceEnd(NamedTuple):
    """Where a bound comes from, looking upwards; both are ``None`` where the root began with it.

    Attributes:
        witness: The ancestor that gave the bound, with its child.
        chance_call: The call of a chance node, below which alpha-beta started anew.
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
        """Return the branches that a cut-off of a finished node skips and no call has visited."""
        record = self.record
        call_of_node = record.columns.call_of_node
        if not record.is_done(call_of_node[cut.node], record.steps):
            return []
        unvisited = [node for node in cut.skipped if call_of_node[node] < 0]
        branches = list(map(PrunedBranch, unvisited))
        if cut.elided and record.undrawn_status(cut.node, record.steps) is Status.SKIPPED:
            branches.append(PrunedBranch(cut.node, is_elided=True))
        return branches

    def is_pruned(self, cut: CutOff, step: int) -> bool:
        """Tell whether all that a cut-off skips is pruned at a step, and not visited otherwise."""
        record = self.record
        if not record.columns.earlier:
            return True
        if cut.elided and record.undrawn_status(cut.node, step) is not Status.SKIPPED:
            return False
        return all(record.call_at(node, step) is None for node in cut.skipped)

    def cut_off(self, child_call: int) -> CutOff:
        """Return the cut-off at a node that the return of its child's call caused.

        Args:
            child_call: One of the record's ``cuts``.

        Raises:
            LookupError: The call is the root's, or no v was recorded after it.

        Example:
            In ``[[3 5] [2 9]]`` MIN's second node has 2, and MAX has 3: the call of leaf 2 causes
            an α cut-off, whose bound 3 comes from the root through its first child.
        """
        record = self.record
        columns = record.columns
        call = record.caller(child_call)
        v = record.v_after[child_call]
        if call is None or v is None:
            raise LookupError(f"call {child_call} made no cut-off")
        node = columns.nodes[call]
        child = columns.nodes[child_call]
        kind = self._kind_of_cut(call, node)
        # The bound is the opponent's: MIN nodes above give β, MAX nodes above give α.
        giver_role = MIN_ROLE if kind == "beta" else MAX_ROLE
        bound = _end_given_by(giver_role, columns.entry_windows[call])
        origin = self.origin(call, bound, giver_role)
        # Undrawn children are the last from the left, and the first from the right.
        skips_undrawn = node in record.tree.elided and not record.rules.right_to_left
        return CutOff(
            step=columns.returned[child_call],
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
        """Tell whether a cut-off is deep: the bound is not of the nearest opposing ancestor.

        Without a witness no ancestor gave the bound, and the cut-off is not deep.
        """
        if witness is None:
            return False
        return witness.node != self._nearest(node, giver_role)

    def _kind_of_cut(self, call: int, node: int) -> CutKind:
        """Return which end of its window made a call stop.

        A chance node stops at α where it cannot be worth more, else at β.
        """
        role = self.record.tree.roles[node]
        if role == CHANCE_ROLE:
            alpha, _ = self.record.columns.entry_windows[call]
            _, high = self.intervals.after_call(call)
            return "alpha" if self.record.rules.cuts(alpha, high) else "beta"
        return "beta" if role == MAX_ROLE else "alpha"

    def origin(self, call: int, bound: Number, role: int) -> BoundOrigin:
        """Return where the bound of a call comes from, such as an ancestor that has this value.

        Under a range a chance node computes its children's bounds from its own (Star1, Ballard
        1983). Then the chance node's own bound is traced upwards, and the result's ``has`` is that
        one, not ``bound``.

        Args:
            call: The call that was entered with the bound.
            bound: Its α, which MAX nodes give, or its β, which MIN nodes give.
            role: The role of the nodes that give it.

        Returns:
            The origin, whose ``source`` is ``witness`` for an ancestor; ``chance`` for a chance
            node that computed it; ``window`` for the one that the search or a chance node began
            with; ``range`` for an end of the known range; ``null-window`` for a number that the
            search only asks about.
        """
        record = self.record
        # Before the ancestors, one of which may happen to have the same number.
        if record.has_null_window(call):
            return BoundOrigin("null-window", witness=None, has=bound)
        if record.rules.has_range and bound == _end_given_by(role, record.rules.known_range):
            return BoundOrigin("range", witness=None, has=bound)
        return self._origin_above(call, bound, role)

    def _origin_above(self, call: int, bound: Number, role: int) -> BoundOrigin:
        """Return where the bound of a call comes from, traced upwards through chance nodes."""
        record = self.record
        handed_by: list[int] = []
        end = self._trace_bound(call, bound, role)
        while end.chance_call is not None and record.chance_windows:
            handed_by.append(end.chance_call)
            bound = _end_given_by(role, record.entry_window(end.chance_call))
            end = self._trace_bound(end.chance_call, bound, role)
        if handed_by:
            return BoundOrigin("chance", end.witness, has=bound, handed_by=tuple(handed_by))
        if end.witness is None:
            return BoundOrigin("window", witness=None, has=bound)
        return BoundOrigin("witness", end.witness, has=bound)

    def witness(self, call: int, bound: Number, role: int) -> Witness | None:
        """Return the nearest ancestor of a player that has the bound of a call, and its child.

        Returns:
            ``None`` where no ancestor has it, up to the root or to the next chance node above.
        """
        return self._trace_bound(call, bound, role).witness

    def _trace_bound(self, call: int, bound: Number, role: int) -> _TraceEnd:
        """Look upwards for the node that gave a call its bound, up to a chance node or the root.

        Where several ancestors have it, the nearest is taken, and its first child that has it. In
        ``[3 [[[2 9]]]]`` the node ``[2 9]`` is entered with α = 3. It and the node above it are
        first children, so the trace begins at the child of the root: MAX gave the bound at the
        root, through the 3.

        Args:
            call: The call that was entered with the bound.
            bound: Its α, which MAX nodes give, or its β, which MIN nodes give.
            role: The role of the nodes that give it.
        """
        columns = self.record.columns
        roles = self.record.tree.roles
        while True:
            # On a run of first children nothing has returned, so no ancestor on it gives a bound.
            # A deep tree has long runs: their tops are kept, and the trace jumps to them.
            top_call = columns.run_tops[call]
            caller = self.record.caller(top_call)
            if caller is None:
                return _TraceEnd()
            ancestor = columns.nodes[caller]
            if roles[ancestor] == CHANCE_ROLE:
                return _TraceEnd(chance_call=caller)
            if roles[ancestor] == role:
                giver = self._sibling_that_gave(top_call, bound, role)
                if giver is not None:
                    return _TraceEnd(witness=Witness(ancestor, columns.nodes[giver]))
            call = caller

    def _sibling_that_gave(self, call: int, bound: Number, role: int) -> int | None:
        """Return the sibling's call that gave the parent the bound a call was entered with.

        ``None`` where no sibling did, but perhaps an ancestor of the parent.

        Args:
            call: The call that was entered with the bound.
            bound: Its α below a MAX node, its β below a MIN node.
            role: The parent's role.

        Example:
            MAX is entered with α = −∞ and has the children 3, 5, 4 and C: C is entered with α = 5,
            which the 5 gave.
        """
        columns = self.record.columns
        bound_on_entry = _end_given_by(role, columns.entry_windows[columns.callers[call]])
        if bound == bound_on_entry:
            return self._first_sibling_worth(call, bound, role)
        # The bound has moved since, and the last sibling that moved it has given it.
        mover = self.record.mover_before(call)
        if mover is None:
            return None
        is_from_v = self.record.v_after[mover] == bound  # a search again begins at another number
        return mover if is_from_v else None

    def _first_sibling_worth(self, call: int, bound: Number, role: int) -> int | None:
        """Return the first earlier sibling's call whose node is proven to be worth a bound.

        What was found is kept for the next siblings of the call. It holds for them, since the bound
        is the one that the parent was entered with: no child is looked at twice.

        Args:
            call: The call.
            bound: The bound that its parent was entered with.
            role: The parent's role: at MAX a sibling is worth at least the bound, at MIN at most.
        """
        columns = self.record.columns
        caller = columns.callers[call]
        last = columns.siblings_before[call]
        scan = self._scans.get(caller, _Scan())
        if scan.found is None and last > scan.last:
            not_looked_at = self._siblings_between(scan.last, last)
            worth = (each for each in not_looked_at if self._is_worth(each, bound, role))
            scan = _Scan(last, found=next(worth, None))
            self._scans[caller] = scan
        # One that was found for a later sibling may have returned after this call.
        is_before_call = scan.found is not None and scan.found <= last
        return scan.found if is_before_call else None

    def _siblings_between(self, after: int, last: int) -> list[int]:
        """Return the calls that returned to one parent after a call and up to another, in order."""
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

    def _nearest(self, node: int, role: int) -> int:
        """Return a node's nearest ancestor with a role."""
        parents = self.record.tree.parent
        roles = self.record.tree.roles
        node = parents[node]
        while roles[node] != role:
            node = parents[node]
        return node

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
        """The principal variation: the best moves from the root, as far as moves are proven."""
        line = [0]
        while self.record.call_of(line[-1]) is not None:
            best = self.moves(line[-1]).best
            if best is None:
                break
            line.append(best)
        return tuple(line)

    # -- what is shown -------------------------------------------------------------------------

    def shown(self, node: int, step: int) -> tuple[Sign, Number | None]:
        """Return the number that is shown at a node at a step, and the sign before it.

        That is what its last call by the step has returned, with ``=``, ``≥`` or ``≤`` for what the
        number says of the node's minimax value, or ``?`` where it says nothing.

        Example:
            ``("≤", 2)`` at a MIN node that was cut off, ``("v", 3)`` at an open one, ``("mean",
            4)`` at an open chance node, ``("~", 4)`` at an estimate, ``("", 5)`` at a leaf, and
            ``("", None)`` at a node that has not been visited.
        """
        record = self.record
        call = record.call_at(node, step)
        if call is None:  # not visited yet
            return "", None
        if record.is_leaf_call(call):
            sign: Sign = "" if record.tree.is_leaf(node) else "~"
            return sign, record.leaf_value(node)
        value = record.value(call)
        if value is None or not record.is_done(call, step):
            return self._shown_while_open(call, step)
        if not record.has_windows:  # minimax and its kin: they cut nothing off
            return "=", value
        interval = self.intervals.at(node, step)
        return SIGN_OF[bound_of(value, interval)], value

    def _shown_while_open(self, call: int, step: int) -> tuple[Sign, Number | None]:
        """Return the sign and number of an open call; nothing where memory is about to answer."""
        record = self.record
        if call in record.remembered:
            return "", None
        if record.tree.roles[record.node(call)] == CHANCE_ROLE:
            return _signed("mean", self.running_mean(call, step))
        return _signed("v", record.v_at(call, step))

    def running_mean(self, call: int, step: int) -> Number | None:
        """Return the mean of what a call of a chance node has been given by a step.

        Each child that has returned counts by its weight, in relation to the weights of these
        children alone. It is the node's value once the last has returned, and says nothing of
        it before.

        Returns:
            The mean, exactly; ``None`` where nothing of any weight has been returned yet.

        Example:
            Of ``chance[1/2*2 1/4*8 1/4*0]`` it is 2 after the first child, then 4, then 3.
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
        """Yield the weight and value of each child that has returned by a step, the last first."""
        record = self.record
        child_call = record.last_return(call, step)
        while child_call is not None:
            weight = record.tree.probability(record.node(child_call))
            value = record.value(child_call)
            if weight is not None and value is not None:
                yield weight, value
            child_call = record.sibling_before(child_call)


def _signed(sign: Sign, number: Number | None) -> tuple[Sign, Number | None]:
    """Return a number with its sign; without a number there is no sign."""
    return ("", None) if number is None else (sign, number)


def analysis_of(record: Record) -> Analysis:
    """Return the one analysis of a record, which is kept with it."""
    return record.derive(Analysis)
