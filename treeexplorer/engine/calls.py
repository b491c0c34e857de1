"""Runs searches that are written as they are printed, without recursion.

Such a search is a generator that yields the calls it wants made and is sent their values. The
generators of the open calls wait on a list; how deep the tree is does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.engine.ordered import OrderedTree
from treeexplorer.engine.record import ABOVE, BELOW, NO_NULL
from treeexplorer.engine.reentrant import ReentrantRecord
from treeexplorer.tree import FULL_WINDOW, LEAF_ROLE, MAX_ROLE, Number, Window

_SLICE: Final = 5_000


class Scope(NamedTuple):
    """The window of a call.

    A null window asks one question only, whether a node is worth more (or less) than a number. It
    is no interval between that number and the next: leaves may be decimal, huge or infinite.

    Attributes:
        alpha: α.
        beta: β; equal to α in a null window.
        null: ``ABOVE`` (worth more than α?), ``BELOW`` (worth less than β?), or ``NO_NULL``.
    """

    alpha: Number
    beta: Number
    null: int = NO_NULL

    def is_enough(self, role: int, v: Number) -> bool:
        """Tell whether a node with this v needs to look no further."""
        if role == MAX_ROLE:
            return v > self.beta if self.null == ABOVE else v >= self.beta
        return v < self.alpha if self.null == BELOW else v <= self.alpha

    def raised(self, role: int, v: Number) -> Scope:
        """Return the moving window of a node with this v."""
        if self.null:
            return self
        if role == MAX_ROLE:
            return Scope(max(self.alpha, v), self.beta)
        return Scope(self.alpha, min(self.beta, v))


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
    """

    child: int
    scope: Scope


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
        procedure: The search its children are searched with, unless they ask for another.
        v: The best value so far, kept here so that it is recorded; ``None`` at chance nodes.
        is_cut: Set where the search returns although children are left.
        row: The call's row in the record.
        replaced_by: The search that the next call is made with, for that call only.
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
    replaced_by: Procedure | None = None

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


def run(procedure: Procedure, tree: OrderedTree, record: ReentrantRecord) -> Iterator[None]:
    """Search from the root with a window as the rules have it, a slice at a time."""
    driver = Driver(tree, record)
    yield from driver.run(procedure, Scope(*record.rules.window))
    record.complete = record.waits_for is None


class Driver:
    """Makes the calls that searches ask for, and records them."""

    def __init__(self, tree: OrderedTree, record: ReentrantRecord) -> None:
        self.tree = tree
        self.record = record
        self.remembered: Callable[[int, Scope], Number | None] | None = None
        self.remember: Callable[[int, Scope, Number], None] | None = None

    def run(self, procedure: Procedure, scope: Scope) -> Generator[None, None, Number]:
        """Search from the root once, a slice at a time, and return its value."""
        stack: list[tuple[Frame, Searching]] = []
        call, wanted = Call(0, scope), procedure
        made = 0
        while True:
            made += 1
            if not made % _SLICE:
                yield
            value = self._answered(call, stack)
            if value is None:
                if self.tree.roles[call.child] == LEAF_ROLE:
                    self.record.stop_at_unknown(call.child)
                    return 0
                self._open(call, wanted, stack)
            advanced = self._advance(stack, value)
            if not isinstance(advanced, Call):
                return advanced
            call, frame = advanced, stack[-1][0]
            wanted = frame.replaced_by or frame.procedure

    def _answered(self, call: Call, stack: list[tuple[Frame, Searching]]) -> Number | None:
        """Record and return the value of a call that needs no search: a leaf's, or one kept."""
        rank, scope = call
        value = self.tree.values[rank]
        kept = self.remembered(rank, scope) if self.remembered else None
        if value is None and kept is None:
            return None
        answer = value if value is not None else kept
        parent = stack[-1][0].row if stack else -1
        window = (scope.alpha, scope.beta)
        leaf, known = value is not None, kept is not None
        row = self.record.enter(rank, parent, window, scope.null, leaf=leaf, remembered=known)
        if not known and self.remember and answer is not None:
            self.remember(rank, FULL_SCOPE, answer)
        if answer is not None:
            self.record.leave(row, answer)
        return answer

    def _open(self, call: Call, wanted: Procedure, stack: list[tuple[Frame, Searching]]) -> None:
        rank, scope = call
        frame = Frame(self.tree, rank, self.tree.roles[rank], scope, self.record.leaf_range, wanted)
        parent = stack[-1][0].row if stack else -1
        frame.row = self.record.enter(rank, parent, (scope.alpha, scope.beta), scope.null)
        stack.append((frame, wanted(frame)))

    def _advance(self, stack: list[tuple[Frame, Searching]], value: Number | None) -> Call | Number:
        """Hand a value up until a search asks for another call; return that, or the root's value.

        Args:
            stack: The open calls.
            value: The value that arrives at the last of them; ``None`` where it only begins.
        """
        record = self.record
        while stack:
            frame, searching = stack[-1]
            arrived = record.latest[frame.row]
            try:
                call = next(searching) if value is None else searching.send(value)
            except StopIteration as stop:
                result: Number = stop.value
                if value is not None:
                    record.after[arrived] = frame.v
                    if frame.is_cut:
                        record.cuts.append(arrived)
                stack.pop()
                if self.remember:
                    self.remember(frame.rank, frame.scope, result)
                record.leave(frame.row, result)
                value = result
            else:
                if value is not None:
                    record.after[arrived] = frame.v
                return call
        return 0 if value is None else value
