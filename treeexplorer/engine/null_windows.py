"""The searches that ask with null windows: PVS, NegaScout, SCOUT, MTD(f).

Each is a generator that yields the calls it wants made, is sent their values, and keeps the best in
its frame. :func:`searched` makes the calls and records them; the generators of the open calls wait
on a list, so how deep the tree is does not matter. A null window is a question about one number,
never an interval one unit wide.

Sources: Pearl 1980 (SCOUT); Marsland & Campbell 1982, Finkel & Fishburn 1983 (PVS); Reinefeld 1983
(NegaScout); Plaat, Schaeffer, Pijls & de Bruin 1996 (MTD(f), and SSS* as MTD(f) from +∞).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.engine.ordered_tree import OrderedTree, added, normalised
from treeexplorer.engine.procedure import is_better, worst
from treeexplorer.engine.record import ABOVE, BELOW, CallWindow, Record
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, LEAF_ROLE, MAX_ROLE, Number, Window

_SLICE: Final = 5_000
_FULL: Final = CallWindow(*FULL_WINDOW)


class Call(NamedTuple):
    """A call that a search wants made, with its parent's procedure where it has none."""

    child: int
    scope: CallWindow
    procedure: Procedure | None = None


CallRequests: TypeAlias = Generator[Call, Any, None]
Procedure: TypeAlias = "Callable[[Frame], CallRequests]"


@dataclass(slots=True)
class Frame:
    """An open call, as its search sees it; v is a chance node's mean once that is known."""

    tree: OrderedTree
    rank: int
    role: int
    scope: CallWindow
    procedure: Procedure
    row: int
    v: Number
    is_cut: bool = False

    @property
    def children(self) -> Iterator[int]:
        """The ranks of its children."""
        return self.tree.ranks_below(self.rank)

    @property
    def to_beat(self) -> Number:
        """What a child has to beat: v, or the player's own bound."""
        return (
            max(self.scope.alpha, self.v) if self.role == MAX_ROLE else min(self.scope.beta, self.v)
        )

    def window_from(self, number: Number) -> CallWindow:
        """Return the window from a number to the opponent's bound."""
        alpha, beta, _ = self.scope
        return CallWindow(number, beta) if self.role == MAX_ROLE else CallWindow(alpha, number)

    def null_window(self, number: Number) -> CallWindow:
        """Return the null window that asks whether a child is strictly better than a number."""
        return CallWindow(number, number, ABOVE if self.role == MAX_ROLE else BELOW)

    def is_enough(self, value: Number) -> bool:
        """Tell whether a node that is worth so much needs to look no further."""
        scope = self.scope
        return scope.fails_high(value) if self.role == MAX_ROLE else scope.fails_low(value)

    def stops(self, child: int, value: Number) -> bool:
        """Take the value of a child, and tell whether that is enough."""
        if is_better(self.role, value, self.v):
            self.v = value
        if not self.is_enough(self.v):
            return False
        end, rank = self.tree.end, self.rank
        self.is_cut = end[child] < end[rank] or rank in self.tree.elided
        return True


# -- the searches ------------------------------------------------------------------------------


def alphabeta_procedure(frame: Frame) -> CallRequests:
    """Search a node with the window as it is: alpha-beta, fail-soft."""
    scope = frame.scope
    for child in frame.children:
        moving = scope if scope.null else frame.window_from(frame.to_beat)
        if frame.stops(child, (yield Call(child, moving))):
            break


def chance_procedure(frame: Frame) -> CallRequests:
    """Search every child of a chance node with the full window and take their mean."""
    total: Number = 0
    for child in frame.children:
        value = yield Call(child, _FULL)
        total = added(total, frame.tree.weights[child], value)
    frame.v = normalised(total)


def pvs(frame: Frame) -> CallRequests:
    """Search the first child with the window, and test whether each other one is better.

    A child that turns out better than α and not good enough to cut is searched again.
    """
    for child in frame.children:
        if frame.scope.null or child == frame.rank + 1:
            value = yield Call(child, frame.scope)
        else:
            best = frame.to_beat
            value = yield Call(child, frame.null_window(best))
            if is_better(frame.role, value, best) and not frame.is_enough(value):
                value = yield Call(child, frame.window_from(value))
        if frame.stops(child, value):
            break


def negascout(frame: Frame) -> CallRequests:
    """Test each child against what the best one so far gives, and search again what is better.

    Where at most two plies remain the test's value is exact already, and is taken.
    """
    tree, role, scope = frame.tree, frame.role, frame.scope
    is_near = tree.plies - tree.tree.ply[tree.node_at(frame.rank)] <= 2
    limit = scope
    for child in frame.children:
        value = yield Call(child, limit)
        is_exact = limit == scope or (is_near and tree.roles[child] != role)
        if is_better(role, value, frame.v) and not is_exact:
            value = yield Call(child, frame.window_from(value))
        if frame.stops(child, value):
            break
        limit = scope if scope.null else frame.null_window(frame.to_beat)


def scout(frame: Frame) -> CallRequests:
    """Evaluate the first child, and every other one that a test finds strictly better."""
    for child in frame.children:
        if child > frame.rank + 1:
            tested = yield Call(child, frame.null_window(frame.v), alphabeta_procedure)
            if not is_better(frame.role, tested, frame.v):
                continue
        frame.v = yield Call(child, _FULL)


class Memory:
    """The bounds that have been found for each node, by its rank."""

    def __init__(self) -> None:
        self._bounds: dict[int, Window] = {}

    def recall(self, rank: int, scope: CallWindow) -> Number | None:
        """Return a bound that answers a call, ``None`` where none does."""
        lower, upper = self._bounds.get(rank, FULL_WINDOW)
        if lower == upper or scope.fails_high(lower):
            return lower
        return upper if scope.fails_low(upper) else None

    def keep(self, rank: int, scope: CallWindow, value: Number) -> None:
        """Keep what a call's value says about its node."""
        lower, upper = self._bounds.get(rank, FULL_WINDOW)
        if not scope.fails_low(value):
            lower = max(lower, value)
        if not scope.fails_high(value):
            upper = min(upper, value)
        self._bounds[rank] = lower, upper


# -- making the calls --------------------------------------------------------------------------


def searched(
    tree: OrderedTree,
    record: Record,
    procedure: Procedure,
    scope: CallWindow,
    memory: Memory | None = None,
) -> Generator[None, None, Number | None]:
    """Search from the root once, a slice at a time, and return its value.

    It is ``None`` where the search comes to an unknown leaf. What the memory has answers calls
    without a search.
    """
    stack: list[tuple[Frame, CallRequests]] = []
    call = Call(0, scope, procedure)
    while True:
        row = len(record.nodes)
        if row % _SLICE == _SLICE - 1:
            record.open_calls = len(stack)
            yield
        role, value = tree.roles[call.child], _written(tree, record, call, memory)
        if value is None and role == LEAF_ROLE:
            record.stop_at_unknown(call.child, len(stack))
            return None
        if value is None:
            procedure = call.procedure or stack[-1][0].procedure
            frame = Frame(tree, call.child, role, call.scope, procedure, row, worst(role))
            stack.append((frame, (chance_procedure if role == CHANCE_ROLE else procedure)(frame)))
        while stack:
            frame, searching = stack[-1]
            try:
                call, is_over = searching.send(value), False
            except StopIteration:
                is_over = True
            if value is not None and frame.role != CHANCE_ROLE:
                record.after[row] = frame.v
            if not is_over:
                break
            if frame.is_cut:
                record.cuts.append(row)
            if frame.role == CHANCE_ROLE:
                record.means[frame.row] = frame.v
            if memory:
                memory.keep(frame.rank, frame.scope, frame.v)
            stack.pop()
            row, value = frame.row, frame.v
        else:
            record.roots += 1
            return value


def _written(tree: OrderedTree, record: Record, call: Call, memory: Memory | None) -> Number | None:
    """Write a call into the record; return its value if it is a leaf's or known already."""
    value = tree.values[call.child]
    known = memory.recall(call.child, call.scope) if memory else None
    if value is None and known is None and tree.roles[call.child] == LEAF_ROLE:
        return None
    if known is not None:
        record.remembered[len(record.nodes)] = known
    elif value is not None and memory:
        memory.keep(call.child, _FULL, value)
    if value is None:
        record.inner.append(len(record.nodes))
    record.nodes.append(call.child)
    record.scopes.append(call.scope)
    record.after.append(None)
    return value if known is None else known


def search_by(procedure: Procedure, tree: OrderedTree, record: Record) -> Iterator[None]:
    """Search from the root with a window as the rules have it, a slice at a time."""
    value = yield from searched(tree, record, procedure, CallWindow(*record.rules.window))
    if value is not None:
        record.finish(value)


def mtdf(tree: OrderedTree, record: Record, first_guess: Number = 0) -> Iterator[None]:
    """Ask for the root's value by null windows at the last answer, beginning with a guess.

    From +∞ it reads the leaves of SSS* in the order of SSS*.
    """
    memory = Memory()
    lower, upper = record.rules.window
    guess = max(lower, min(first_guess, upper))
    while lower < upper:
        scope = CallWindow(guess, guess, ABOVE if guess == lower else BELOW)
        answer = yield from searched(tree, record, alphabeta_procedure, scope, memory)
        if answer is None:
            return
        guess = answer
        if scope.fails_high(guess):
            lower = guess
        else:
            upper = guess
    record.finish(guess)
