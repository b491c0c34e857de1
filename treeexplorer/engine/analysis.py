"""What follows from a record: cut-offs with their witnesses, results, node types."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
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
    best = _first_proven(intervals)
    if best is None:
        return Moves(may_be_better=_not_excluded(intervals))
    least_of_best, _ = intervals[best]
    rivals = [
        move for move, (_, high) in intervals.items() if move != best and high >= least_of_best
    ]
    ties = [move for move in rivals if intervals[move] == intervals[best]]
    may_tie = [move for move in rivals if intervals[move] != intervals[best]]
    return Moves(best, tuple(ties), tuple(may_tie))


def _not_excluded(intervals: Mapping[int, Interval]) -> tuple[int, ...]:
    """Return MAX's moves that may be worth more than every other is worth at least.

    Example:
        >>> _not_excluded({1: (5, 5), 2: (3, 8), 3: (1, 4)})
        (2,)
    """
    least = max(low for low, _ in intervals.values())
    return tuple(move for move, (_, high) in intervals.items() if high > least)


def _first_proven(intervals: Mapping[int, Interval]) -> int | None:
    """Return MAX's first move that is worth at least the most that any other can be worth.

    The most that the others can be worth is the highest end of all; for the move that has it
    itself, it is the second highest.
    """
    leader = max(intervals, key=lambda move: intervals[move][1])
    highest = intervals[leader][1]
    rivals = [high for move, (_, high) in intervals.items() if move != leader]
    second_highest = max(rivals, default=-INFINITY)
    for move, (low, _) in intervals.items():
        most_of_others = second_highest if move == leader else highest
        if low >= most_of_others:
            return move
    return None


class _Scan(NamedTuple):
    """How far the children of a call have been searched for one that gave its bound.

    Attributes:
        last: The call of the last child that was looked at, −1 for none.
        found: The call of the first one that gave it.
    """

    last: int = -1
    found: int | None = None


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
        """What is pruned, in the order of the cut-offs that skipped it first.

        A branch is pruned if a cut-off skipped it and no call has visited it. What is not drawn of
        a node's children is pruned if every call that searched the node was cut off before it. So
        in a search that enters nodes again, what one call skips and another comes to is not
        pruned, and while a node is open again, nothing below it is pruned yet.
        """
        record = self.record
        call_of_node = record.columns.call_of_node
        branches: dict[PrunedBranch, None] = {}
        for cut in self.cut_offs:
            if not record.is_done(call_of_node[cut.node], record.steps):
                continue
            for node in cut.skipped:
                if call_of_node[node] < 0:
                    branches[PrunedBranch(node)] = None
            if cut.elided and record.undrawn_status(cut.node, record.steps) is Status.SKIPPED:
                branches[PrunedBranch(cut.node, is_elided=True)] = None
        return tuple(branches)

    def is_pruned(self, cut: CutOff, step: int) -> bool:
        """Tell whether all that a cut-off skips is pruned at a step, and not visited otherwise."""
        record = self.record
        if not record.columns.earlier:
            return True
        if cut.elided and record.undrawn_status(cut.node, step) is not Status.SKIPPED:
            return False
        return all(record.call_at(node, step) is None for node in cut.skipped)

    def cut_off(self, child_call: int) -> CutOff:
        """Return the cut-off that the return of a call led to.

        Raises:
            LookupError: It led to none.
        """
        record = self.record
        columns = record.columns
        call = record.caller(child_call)
        v = record.v_after[child_call]
        if call is None or v is None:
            raise LookupError(f"call {child_call} made no cut-off")
        node = columns.nodes[call]
        child = columns.nodes[child_call]
        alpha, beta = columns.entry_windows[call]
        kind = self._kind_of_cut(call, node)
        if kind == "beta":
            bound = beta
            giver_role = MIN_ROLE
        else:
            bound = alpha
            giver_role = MAX_ROLE
        origin = self.origin(call, bound, giver_role)
        witness = origin.witness
        return CutOff(
            step=columns.returned[child_call],
            node=node,
            call=call,
            kind=kind,
            after=child,
            v=v,
            bound=bound,
            skipped=tuple(record.children_after(node, child)),
            elided=node in record.tree.elided and not record.rules.right_to_left,
            deep=witness is not None and witness.node != self._nearest(node, giver_role),
            origin=origin,
        )

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
        """Return where the bound of a call comes from.

        Args:
            call: The call that was entered with the bound.
            bound: Its α, which MAX nodes give, or its β, which MIN nodes give.
            role: The role of the nodes that give it.
        """
        record = self.record
        if record.has_null_window(call):
            return BoundOrigin("null-window", None, bound)
        if record.rules.has_range and bound == _end_given_by(role, record.rules.known_range):
            return BoundOrigin("range", None, bound)
        handed_by: list[int] = []
        witness, chance_call = self._giver(call, bound, role)
        while chance_call is not None and record.chance_windows:
            # The chance node made this bound of its own one: that is looked for above it.
            handed_by.append(chance_call)
            bound = _end_given_by(role, record.entry_window(chance_call))
            witness, chance_call = self._giver(chance_call, bound, role)
        if handed_by:
            return BoundOrigin("chance", witness, bound, tuple(handed_by))
        if witness is None:
            return BoundOrigin("window", None, bound)
        return BoundOrigin("witness", witness, bound)

    def witness(self, call: int, bound: Number, role: int) -> Witness | None:
        """Return the nearest ancestor of a player that has the very bound of a call.

        ``None`` where it is the window's that the search, or a chance node above, began with.
        """
        witness, _ = self._giver(call, bound, role)
        return witness

    def _giver(self, call: int, bound: Number, role: int) -> tuple[Witness | None, int | None]:
        """Return who gave a call its bound, or the chance node above at which the trace ends.

        Of several ancestors that have it the nearest is meant, and of its children the first.

        Args:
            call: The call that was entered with the bound.
            bound: Its α, which MAX nodes give, or its β, which MIN nodes give.
            role: The role of the nodes that give it.

        Returns:
            The ancestor and its child, and no call; or none, and the call of a chance node, which
            is ``None`` where the bound is the window's that the search began with.
        """
        columns = self.record.columns
        roles = self.record.tree.roles
        while True:
            # On a run of first calls nothing has returned: no ancestor on it can give a bound.
            first_call = columns.run_tops[call]
            caller = self.record.caller(first_call)
            if caller is None:
                return None, None
            parent = columns.nodes[caller]
            if roles[parent] == CHANCE_ROLE:
                return None, caller
            if roles[parent] == role:
                giver = self._giving_child(first_call, bound, role)
                if giver is not None:
                    return Witness(parent, columns.nodes[giver]), None
            call = caller

    def _giving_child(self, call: int, bound: Number, role: int) -> int | None:
        """Return the call that gave a call's parent its bound; ``None`` where an ancestor did.

        A child that moved its parent's window has given the bound. Where the parent was entered
        with the very bound, a child that returned it may have failed there: only one that is
        proven to be worth it has given it.

        Args:
            call: The call that was entered with the bound.
            bound: The bound.
            role: The parent's role.
        """
        columns = self.record.columns
        parents_own_bound = _end_given_by(role, columns.entry_windows[columns.callers[call]])
        if parents_own_bound == bound:
            return self._first_worth(call, bound, role)
        giver = self.record.mover_before(call)
        if giver is None or self.record.v_after[giver] != bound:
            return None
        return giver

    def _first_worth(self, call: int, bound: Number, role: int) -> int | None:
        """Return the first sibling's call before a call that returned the bound and is worth it.

        The bound is the one that their parent was handed down, so the siblings that have been
        looked at need not be looked at again: all calls together cost what their parent's do.
        """
        columns = self.record.columns
        caller = columns.callers[call]
        last = columns.siblings_before[call]
        scan = self._scans.get(caller, _Scan())
        if scan.found is None and last > scan.last:
            unseen = self._siblings_between(scan.last, last)
            worth = (each for each in unseen if self._is_worth(each, bound, role))
            scan = _Scan(last, found=next(worth, None))
            self._scans[caller] = scan
        if scan.found is None or scan.found > last:
            return None
        return scan.found

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

        It is what the search returned, with what that number says of the node's minimax value:
        ``=``, a bound, or ``?`` where nothing is proven. An open node shows its v, an open chance
        node the mean of what has been returned to it, a leaf its value, an estimate ``~``; a node
        that has not been visited shows nothing.
        """
        record = self.record
        call = record.call_at(node, step)
        if call is None:
            return "", None
        if record.is_leaf_call(call):
            sign: Sign = "" if record.tree.is_leaf(node) else "~"
            return sign, record.leaf_value(node)
        value = record.value(call)
        if value is None or not record.is_done(call, step):
            return self._shown_while_open(call, step)
        if not record.has_windows:
            return "=", value
        interval = self.intervals.at(node, min(step, record.returned_at(call)))
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
        record = self.record
        total: Number = 0
        total_weight: Number = 0
        child_call = record.last_return(call, step)
        while child_call is not None:
            weight = record.tree.probability(record.node(child_call))
            value = record.value(child_call)
            if weight is not None and value is not None:
                total = added(total, weight, exact(value))
                total_weight += weight
            child_call = record.sibling_before(child_call)
        if not total_weight:
            return None
        is_infinite = total in FULL_WINDOW
        if is_infinite:
            return total
        return normalised(Fraction(total) / Fraction(total_weight))


def _signed(sign: Sign, number: Number | None) -> tuple[Sign, Number | None]:
    """Return a number with its sign; without a number there is no sign."""
    return ("", None) if number is None else (sign, number)


def analysis_of(record: Record) -> Analysis:
    """Return the one analysis of a record, which is kept with it."""
    return record.derive(Analysis)
