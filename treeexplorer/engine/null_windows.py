"""The searches that ask with null windows: PVS, NegaScout, SCOUT, MTD(f).

Each is a generator that yields the calls it wants made and is sent their values, with both players
written out. :class:`Driver` makes the calls and records them; the generators of the open calls
wait on a list, so how deep the tree is does not matter. A null window is a question about one
number, never an interval one unit wide.

Sources: Pearl 1980 (SCOUT); Marsland & Campbell 1982, Finkel & Fishburn 1983 (PVS); Reinefeld 1983
(NegaScout); Plaat, Schaeffer, Pijls & de Bruin 1996 (MTD(f), and SSS* as MTD(f) from +∞).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.engine.ordered import OrderedTree, added, normalised
from treeexplorer.engine.procedure import is_better, worst
from treeexplorer.engine.record import ABOVE, BELOW, CallWindow, Record
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, LEAF_ROLE, MAX_ROLE, Number, Window

_SLICE: Final = 5_000


FULL_SCOPE: Final = CallWindow(*FULL_WINDOW)


class Call(NamedTuple):
    """A call that a search wants made.

    Attributes:
        child: The rank of the node to search.
        scope: The window to enter it with.
        procedure: The search to make it with; its parent's where ``None``.
    """

    child: int
    scope: CallWindow
    procedure: Procedure | None = None


Searching: TypeAlias = Generator[Call, Number, Number]
Procedure: TypeAlias = "Callable[[Frame], Searching]"


@dataclass(slots=True)
class Frame:
    """An open call, as its search sees it.

    Attributes:
        tree: The tree in the order of the search.
        rank: The node.
        role: Whose node it is.
        scope: The window on entry.
        procedure: The search that it is made with, and its children.
        row: The call's row in the record.
        v: The best value so far, kept here so that it is recorded; ``None`` at chance nodes.
        is_cut: Set where the search returns although children are left.
        last: The row of the call that returned to it last.
    """

    tree: OrderedTree
    rank: int
    role: int
    scope: CallWindow
    procedure: Procedure
    row: int
    v: Number | None = None
    is_cut: bool = False
    last: int = -1

    def leaves_something(self, child: int) -> bool:
        """Tell whether a node that stops after a child skips anything."""
        end = self.tree.end
        return end[child] < end[self.rank] or self.rank in self.tree.elided


@dataclass
class Driver:
    """Makes the calls that searches ask for, and records them.

    Attributes:
        tree: The tree.
        record: The record to fill.
        memory: What answers calls without a search, for a search that has one.
    """

    tree: OrderedTree
    record: Record
    memory: Memory | None = None

    def run(self, procedure: Procedure, scope: CallWindow) -> Generator[None, None, Number]:
        """Search from the root once, a slice at a time, and return its value."""
        record, memory = self.record, self.memory
        stack: list[tuple[Frame, Searching]] = []
        call: Call | Number = Call(0, scope, procedure)
        while isinstance(call, Call):
            rank, scope, _ = call
            row = len(record.nodes)
            if row % _SLICE == _SLICE - 1:
                record.open_calls = len(stack)
                yield
            value = self.tree.values[rank]
            kept = memory.recall(rank, scope) if memory else None
            if value is None and kept is None and self.tree.roles[rank] == LEAF_ROLE:
                record.stop_at_unknown(rank, len(stack))
                return 0
            record.nodes.append(rank)
            record.scopes.append(scope)
            record.after.append(None)
            if value is None:
                record.inner.append(row)
                value = kept
            if kept is not None:
                record.remembered[row] = kept
            elif value is not None and memory:
                memory.keep(rank, FULL_SCOPE, value)
            if value is None:
                procedure, role = call.procedure or stack[-1][0].procedure, self.tree.roles[rank]
                frame = Frame(self.tree, rank, role, scope, procedure, row)
                started = weighted_mean if role == CHANCE_ROLE else procedure
                stack.append((frame, started(frame)))
            elif stack:
                stack[-1][0].last = row
            call = self._advance(stack, value)
        record.roots += 1
        return call

    def _advance(self, stack: list[tuple[Frame, Searching]], value: Number | None) -> Call | Number:
        """Hand a value up until a search asks for another call; return that, or the root's value.

        The value is ``None`` where the last of the open calls only begins.
        """
        record = self.record
        while stack:
            frame, searching = stack[-1]
            call: Call | None = None
            returned: Number = 0
            try:
                call = next(searching) if value is None else searching.send(value)
            except StopIteration as stop:
                returned = stop.value
            if value is not None:
                record.after[frame.last] = frame.v
            if call is not None:
                return call
            if frame.is_cut:
                record.cuts.append(frame.last)
            if self.memory:
                self.memory.keep(frame.rank, frame.scope, returned)
            if frame.role == CHANCE_ROLE:
                record.means[frame.row] = returned
            stack.pop()
            if stack:
                stack[-1][0].last = frame.row
            value = returned
        return 0 if value is None else value


def run(procedure: Procedure, tree: OrderedTree, record: Record) -> Iterator[None]:
    """Search from the root with a window as the rules have it, a slice at a time."""
    driver = Driver(tree, record)
    value = yield from driver.run(procedure, CallWindow(*record.rules.window))
    if record.waits_for is None:
        record.finish(value)


def alphabeta_procedure(frame: Frame) -> Searching:
    """Search a node with the window as it is: alpha-beta, fail-soft."""
    role, scope = frame.role, frame.scope
    v = frame.v = worst(role)
    for child in frame.tree.ranks_below(frame.rank):
        value = yield Call(child, scope.raised(role, v))
        if is_better(role, value, v):
            v = frame.v = value
        if scope.is_enough(role, v):
            frame.is_cut = frame.leaves_something(child)
            break
    return v


def weighted_mean(frame: Frame) -> Searching:
    """Search every child of a chance node with the full window and return their mean."""
    total: Number = 0
    for child in frame.tree.ranks_below(frame.rank):
        value = yield Call(child, FULL_SCOPE)
        total = added(total, frame.tree.weights[child], value)
    return normalised(total)


def beyond(role: int, number: Number) -> CallWindow:
    """Return the null window that asks whether a child is strictly better than a number."""
    return CallWindow(number, number, ABOVE if role == MAX_ROLE else BELOW)


def pvs(frame: Frame) -> Searching:
    """Search the first child with the window, and test whether each other one is better.

    A child that turns out better than α and not good enough to cut is searched again.
    """
    role, scope = frame.role, frame.scope
    if scope.null:
        return (yield from alphabeta_procedure(frame))
    v = frame.v = worst(role)
    for child in frame.tree.ranks_below(frame.rank):
        if child == frame.rank + 1:
            value = yield Call(child, scope)
        else:
            best = scope.own(role, v)
            value = yield Call(child, beyond(role, best))
            if is_better(role, value, best) and not scope.is_enough(role, value):
                value = yield Call(child, scope.beginning(role, value))
        if is_better(role, value, v):
            v = frame.v = value
        if scope.is_enough(role, v):
            frame.is_cut = frame.leaves_something(child)
            break
    return v


def negascout(frame: Frame) -> Searching:
    """Test each child against what the best one so far gives, and search again what is better.

    Where at most two plies remain the test's value is exact already, and is taken.
    """
    tree, role, scope = frame.tree, frame.role, frame.scope
    is_near = tree.plies - tree.tree.ply[tree.node_at(frame.rank)] <= 2
    v = frame.v = worst(role)
    limit = scope
    for child in frame.tree.ranks_below(frame.rank):
        value = yield Call(child, limit)
        if is_better(role, value, v):
            if limit == scope or (is_near and tree.roles[child] != role):
                v = frame.v = value
            else:
                v = frame.v = yield Call(child, scope.beginning(role, value))
        if scope.is_enough(role, v):
            frame.is_cut = frame.leaves_something(child)
            break
        limit = scope if scope.null else beyond(role, scope.own(role, v))
    return v


def scout(frame: Frame) -> Searching:
    """Evaluate the first child, and every other one that a test finds strictly better."""
    role = frame.role
    v = frame.v = worst(role)
    for child in frame.tree.ranks_below(frame.rank):
        if child == frame.rank + 1:
            v = frame.v = yield Call(child, FULL_SCOPE)
            continue
        value = yield Call(child, beyond(role, v), alphabeta_procedure)
        if is_better(role, value, v):
            v = frame.v = yield Call(child, FULL_SCOPE)
    return v


class Memory:
    """The bounds that have been found for each node.

    Attributes:
        bounds: The lower and upper bound on a node's value, by rank.
    """

    def __init__(self) -> None:
        self.bounds: dict[int, Window] = {}

    def recall(self, rank: int, scope: CallWindow) -> Number | None:
        """Return a bound that answers a call, ``None`` where none does."""
        lower, upper = self.bounds.get(rank, FULL_WINDOW)
        if lower == upper or scope.fails_high(lower):
            return lower
        return upper if scope.fails_low(upper) else None

    def keep(self, rank: int, scope: CallWindow, value: Number) -> None:
        """Keep what a call's value says about its node."""
        lower, upper = self.bounds.get(rank, FULL_WINDOW)
        if not scope.fails_low(value):
            lower = max(lower, value)
        if not scope.fails_high(value):
            upper = min(upper, value)
        self.bounds[rank] = lower, upper


def mtdf(tree: OrderedTree, record: Record, first_guess: Number | None = None) -> Iterator[None]:
    """Ask for the root's value by null windows at the last answer, beginning with a guess.

    From +∞ it reads the leaves of SSS* in the order of SSS*.
    """
    driver = Driver(tree, record, Memory())
    lower, upper = record.rules.window
    if first_guess is None:
        first_guess = record.rules.first_guess
    guess = max(lower, min(first_guess, upper))
    while lower < upper:
        scope = CallWindow(guess, guess, ABOVE if guess == lower else BELOW)
        guess = yield from driver.run(alphabeta_procedure, scope)
        if record.waits_for is not None:
            return
        if scope.fails_high(guess):
            lower = guess
        else:
            upper = guess
    record.finish(guess)
