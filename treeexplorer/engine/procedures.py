"""The searches that are written as they are printed: PVS, NegaScout, SCOUT, MTD(f).

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
from treeexplorer.engine.record import ABOVE, BELOW, Record, Scope
from treeexplorer.numbers import shown
from treeexplorer.rules import RulesError
from treeexplorer.tree import (
    CHANCE_ROLE,
    FULL_WINDOW,
    INFINITY,
    LEAF_ROLE,
    MAX_ROLE,
    Number,
    Window,
)

_SLICE: Final = 5_000


FULL_SCOPE: Final = Scope(*FULL_WINDOW)


def above(number: Number) -> Scope:
    """Return the null window that asks whether a node is worth more than a number."""
    return Scope(number, number, ABOVE)


def below(number: Number) -> Scope:
    """Return the null window that asks whether a node is worth less than a number."""
    return Scope(number, number, BELOW)


class Call(NamedTuple):
    """A call that a search wants made.

    Attributes:
        child: The rank of the node to search.
        scope: The window to enter it with.
        procedure: The search to make it with; its parent's where ``None``.
    """

    child: int
    scope: Scope
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
        leaf_range: The range in which the search knows every leaf to lie.
        procedure: The search that it is made with, and its children.
        v: The best value so far, kept here so that it is recorded; ``None`` at chance nodes.
        is_cut: Set where the search returns although children are left.
        row: The call's row in the record.
        last: The row of the call that returned to it last.
    """

    tree: OrderedTree
    rank: int
    role: int
    scope: Scope
    leaf_range: Window
    procedure: Procedure
    v: Number | None = None
    is_cut: bool = False
    row: int = -1
    last: int = -1

    def children(self) -> Iterator[int]:
        """Yield the ranks of the node's children."""
        child, end = self.rank + 1, self.tree.end
        stop = end[self.rank]
        while child < stop:
            yield child
            child = end[child]

    def leaves_something(self, child: int) -> bool:
        """Tell whether a node that stops after a child skips anything."""
        end = self.tree.end
        return end[child] < end[self.rank] or self.rank in self.tree.elided


def run(
    procedure: Procedure, tree: OrderedTree, record: Record, at_chance: Procedure | None = None
) -> Iterator[None]:
    """Search from the root with a window as the rules have it, a slice at a time.

    Args:
        procedure: The search.
        tree: The tree.
        record: The record to fill.
        at_chance: What searches chance nodes; the weighted mean of all children where ``None``.
    """
    driver = Driver(tree, record, at_chance=at_chance)
    value = yield from driver.run(procedure, Scope(*record.rules.window))
    if record.waits_for is None:
        record.finish(value)


class Driver:
    """Makes the calls that searches ask for, and records them.

    Args:
        tree: The tree.
        record: The record to fill.
        memory: What answers calls without a search, for a search that has one.
        at_chance: See :func:`run`.
    """

    def __init__(
        self,
        tree: OrderedTree,
        record: Record,
        memory: Memory | None = None,
        at_chance: Procedure | None = None,
    ) -> None:
        self.tree = tree
        self.record = record
        self.memory = memory
        self._at_chance = at_chance or weighted_mean

    def run(self, procedure: Procedure, scope: Scope) -> Generator[None, None, Number]:
        """Search from the root once, a slice at a time, and return its value."""
        stack: list[tuple[Frame, Searching]] = []
        call = Call(0, scope, procedure)
        made = 0
        while True:
            made += 1
            if not made % _SLICE:
                self.record.open_calls = len(stack)
                yield
            value = self._answered(call, stack)
            if value is None:
                if self.tree.roles[call.child] == LEAF_ROLE:
                    self.record.stop_at_unknown(call.child, len(stack))
                    return 0
                self._open(call, stack)
            advanced = self._advance(stack, value)
            if not isinstance(advanced, Call):
                self.record.open_calls = 0
                self.record.roots += 1
                return advanced
            call = advanced

    def _answered(self, call: Call, stack: list[tuple[Frame, Searching]]) -> Number | None:
        """Record and return the value of a call that needs no search: a leaf's, or one kept."""
        rank, scope, _ = call
        value = self.tree.values[rank]
        kept = self.memory.recall(rank, scope) if self.memory else None
        answer = kept if value is None else value
        if answer is None:
            return None
        row = self._enter(call)
        if value is None:
            self.record.inner.append(row)
        if kept is not None:
            self.record.remembered[row] = kept
        elif self.memory:
            self.memory.keep(rank, FULL_SCOPE, answer)
        if stack:
            stack[-1][0].last = row
        return answer

    def _enter(self, call: Call) -> int:
        """Write a call down and return its row."""
        record = self.record
        row = len(record.nodes)
        record.nodes.append(call.child)
        record.scopes.append(call.scope)
        record.after.append(None)
        return row

    def _open(self, call: Call, stack: list[tuple[Frame, Searching]]) -> None:
        rank, scope, procedure = call
        procedure = procedure or stack[-1][0].procedure
        role, leaf_range = self.tree.roles[rank], self.record.leaf_range
        frame = Frame(self.tree, rank, role, scope, leaf_range, procedure)
        frame.row = self._enter(call)
        self.record.inner.append(frame.row)
        searching = self._at_chance if role == CHANCE_ROLE else procedure
        stack.append((frame, searching(frame)))

    def _advance(self, stack: list[tuple[Frame, Searching]], value: Number | None) -> Call | Number:
        """Hand a value up until a search asks for another call; return that, or the root's value.

        Args:
            stack: The open calls.
            value: The value that arrives at the last of them; ``None`` where it only begins.
        """
        record = self.record
        while stack:
            frame, searching = stack[-1]
            try:
                call = next(searching) if value is None else searching.send(value)
            except StopIteration as stop:
                if value is not None:
                    record.after[frame.last] = frame.v
                    if frame.is_cut:
                        record.cuts.append(frame.last)
                value = self._leave(stack, stop.value)
            else:
                if value is not None:
                    record.after[frame.last] = frame.v
                return call
        return 0 if value is None else value

    def _leave(self, stack: list[tuple[Frame, Searching]], value: Number) -> Number:
        frame, _ = stack.pop()
        if self.memory:
            self.memory.keep(frame.rank, frame.scope, value)
        if frame.role == CHANCE_ROLE:
            self.record.means[frame.row] = value
        if stack:
            stack[-1][0].last = frame.row
        return value


def is_better(role: int, value: Number, v: Number) -> bool:
    """Tell whether a value is strictly better than v for the player of a node."""
    return value > v if role == MAX_ROLE else value < v


def worst(role: int) -> Number:
    """Return the v with which a node starts."""
    return -INFINITY if role == MAX_ROLE else INFINITY


def alphabeta_procedure(frame: Frame) -> Searching:
    """Search a node with the window as it is: alpha-beta, fail-soft."""
    role, scope = frame.role, frame.scope
    v = frame.v = worst(role)
    for child in frame.children():
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
    for child in frame.children():
        value = yield Call(child, FULL_SCOPE)
        total = added(total, frame.tree.weights[child], value)
    return normalised(total)


def beyond(role: int, number: Number) -> Scope:
    """Return the null window that asks whether a child is strictly better than a number."""
    return above(number) if role == MAX_ROLE else below(number)


def _open_side(role: int, scope: Scope, value: Number) -> Scope:
    """Return the window from a value to the opponent's bound."""
    if role == MAX_ROLE:
        return Scope(value, scope.beta)
    return Scope(scope.alpha, value)


def _own_bound(role: int, scope: Scope) -> Number:
    return scope.alpha if role == MAX_ROLE else scope.beta


def pvs(frame: Frame) -> Searching:
    """Search the first child with the window, and test whether each other one is better.

    A child that turns out better than α and not good enough to cut is searched again.
    """
    role, scope = frame.role, frame.scope
    if scope.null:
        return (yield from alphabeta_procedure(frame))
    v = frame.v = worst(role)
    for child in frame.children():
        if child == frame.rank + 1:
            value = yield Call(child, scope)
        else:
            best = _own_bound(role, scope.raised(role, v))
            value = yield Call(child, beyond(role, best))
            if is_better(role, value, best) and not scope.is_enough(role, value):
                value = yield Call(child, _open_side(role, scope, value))
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
    role, scope = frame.role, frame.scope
    v = frame.v = worst(role)
    limit = scope
    for child in frame.children():
        value = yield Call(child, limit)
        if is_better(role, value, v):
            if limit == scope or _is_exact(frame, child):
                v = frame.v = value
            else:
                v = frame.v = yield Call(child, _open_side(role, scope, value))
        if scope.is_enough(role, v):
            frame.is_cut = frame.leaves_something(child)
            break
        limit = scope if scope.null else beyond(role, _own_bound(role, scope.raised(role, v)))
    return v


def _is_exact(frame: Frame, child: int) -> bool:
    """Tell whether a test's value is exact: two plies remain, and the child is an opponent's."""
    tree = frame.tree
    plies_below = tree.plies - tree.tree.ply[tree.node_at(frame.rank)]
    return plies_below <= 2 and tree.roles[child] != frame.role


def scout(frame: Frame) -> Searching:
    """Evaluate the first child, and every other one that a test finds strictly better."""
    role = frame.role
    v = frame.v = worst(role)
    for child in frame.children():
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

    def recall(self, rank: int, scope: Scope) -> Number | None:
        """Return a bound that answers a call, ``None`` where none does."""
        lower, upper = self.bounds.get(rank, FULL_WINDOW)
        if lower == upper or scope.fails_high(lower):
            return lower
        return upper if scope.fails_low(upper) else None

    def keep(self, rank: int, scope: Scope, value: Number) -> None:
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

    Args:
        tree: The tree.
        record: The record to fill.
        first_guess: Where to begin; what the rules say where ``None``.
    """
    driver = Driver(tree, record, Memory())
    lower, upper = record.rules.window
    if first_guess is None:
        first_guess = record.rules.first_guess
    guess = max(lower, min(first_guess, upper))
    while lower < upper:
        scope = above(guess) if guess == lower else below(guess)
        guess = yield from driver.run(alphabeta_procedure, scope)
        if record.waits_for is not None:
            return
        if scope.fails_high(guess):
            lower = guess
        else:
            upper = guess
    record.finish(guess)


def range_of_leaves(tree: OrderedTree, stated: Window | None) -> Window:
    """Return the least and the largest value a leaf can have.

    Raises:
        RulesError: A leaf lies outside the range that is stated.
    """
    known = [value for value in tree.values if value is not None]
    span = min(known, default=0), max(known, default=0)
    if stated is None:
        return span
    least, most = map(tree.tree.as_searched, stated)
    if not least <= span[0] <= span[1] <= most:
        raise RulesError(
            f"the leaf range {shown(least)} to {shown(most)} does not hold every leaf: they reach "
            f"from {shown(span[0])} to {shown(span[1])}; state those, or leave the range out"
        )
    return least, most


@dataclass
class _Mean:
    """What is known of a chance node's mean while its children return.

    Attributes:
        frame: The chance node's call.
        bounds: The least and the most that each child can be worth.
        low: The mean if every child were worth the least it can be.
        high: The mean if every child were worth the most it can be.
    """

    frame: Frame
    bounds: dict[int, Window]
    low: Number
    high: Number

    def scope(self, child: int) -> Scope:
        """Return the window outside of which a child's value decides the chance node's."""
        weight = self.frame.tree.weights[child]
        if not weight:
            return FULL_SCOPE
        low, high = alpha, beta = self.bounds[child]
        needed = self.frame.scope
        if needed.alpha != -INFINITY:
            alpha = max(low, (needed.alpha - self.high + weight * high) / weight)
        if needed.beta != INFINITY:
            beta = min(high, (needed.beta - self.low + weight * low) / weight)
        return Scope(normalised(alpha), normalised(beta))

    def learn(self, child: int, bounds: Window) -> bool:
        """Take in what a child can be worth, and tell whether the mean is decided by it."""
        weight = self.frame.tree.weights[child]
        if weight:
            low, high = self.bounds[child]
            self.low += weight * (bounds[0] - low)
            self.high += weight * (bounds[1] - high)
            self.bounds[child] = bounds
        return self.high <= self.frame.scope.alpha or self.low >= self.frame.scope.beta

    def value(self) -> Number:
        """Return the mean, or the bound on it that lies outside the window."""
        return normalised(self.high if self.high <= self.frame.scope.alpha else self.low)


def star1(frame: Frame) -> Searching:
    """Search a chance node until no child that is left can bring its mean into the window: Star1.

    Without bounds on its leaves, that is the weighted mean of all.
    """
    leaf_range = frame.leaf_range
    if -INFINITY in leaf_range or INFINITY in leaf_range:
        return (yield from weighted_mean(frame))
    children = list(frame.children())
    mean = _Mean(frame, dict.fromkeys(children, leaf_range), *leaf_range)
    for child in children:
        value = yield Call(child, mean.scope(child))
        if mean.learn(child, (value, value)) and frame.leaves_something(child):
            frame.is_cut = True
            break
    return mean.value()
