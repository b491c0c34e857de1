"""SSS*: best-first search with a list of open nodes, each with a bound on what it can still give.

One step is one operation on the list: the entry with the highest merit (the leftmost of those) is
taken off, and

- an unsolved node with children is *expanded*: a MAX node puts all its children on the list, a
  MIN node its first;
- an unsolved leaf is *solved*: its merit becomes the smaller of the merit and its value;
- a solved child of a MIN node hands on to the next child, or solves its parent with the last;
- a solved child of a MAX node solves its parent, and all other entries below that are *purged*.

Source: Stockman 1979, *A minimax algorithm better than alpha-beta?*
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import chain
from typing import Final

from treeexplorer.engine.ordered import OrderedTree
from treeexplorer.engine.record import Record
from treeexplorer.engine.steps import NodeState, Status, Step, StepKind
from treeexplorer.rules import Rules
from treeexplorer.tree import LEAF_ROLE, MAX_ROLE, GameTree, Number, Window

_SLICE: Final = 5_000
_NEVER: Final = 2**31 - 1
_NOWHERE: Final = -1


@dataclass(slots=True)
class OpenEntry:
    """An entry of the list of open nodes.

    Attributes:
        node: The node.
        solved: Whether its merit is its value.
        merit: What it is worth at most.
        since: The step that put it on the list.
        until: The step that took it off or purged it.
    """

    node: int
    solved: bool
    merit: Number
    since: int
    until: int = _NEVER


class OpenListRecord(Record):
    """The record of SSS*: its operations, and the list of open nodes at every step.

    A node is entered when it is taken off the list for the first time, and closed when it is
    solved. It has a merit instead of a window, shown as its v.

    Attributes:
        operations: The steps, in order.
        entries: Every entry the list ever had, in the order in which they were put on it.
    """

    reenters = True

    def __init__(self, tree: GameTree, rules: Rules, node_of_rank: array[int] | None) -> None:
        super().__init__(tree, rules, node_of_rank)
        self.operations: list[Step] = []
        self.entries: list[OpenEntry] = []
        self._row_of: dict[int, int] = {}
        self._entries_of: dict[int, list[int]] = {}
        self._entered: list[int] = []
        self._solved_at: dict[int, int] = {}
        self._merits: dict[int, Number] = {}

    # -- writing -------------------------------------------------------------------------------

    def take(self, rank: int, *, leaf: bool) -> int:
        """Write that a node is entered by the coming step, and return its row."""
        node = self.node_at(rank)
        self._row_of[node] = len(self.nodes)
        if not leaf:
            self.inner.append(len(self.nodes))
        self.nodes.append(rank)
        self.after.append(None)
        self._entered.append(self.steps + 1)
        return len(self.nodes) - 1

    def put(self, rank: int, merit: Number, *, solved: bool) -> int:
        """Write that the coming step puts an entry on the list, and return its number."""
        node, number = self.node_at(rank), len(self.entries)
        self._entries_of.setdefault(node, []).append(number)
        self.entries.append(OpenEntry(node, solved, merit, since=self.steps + 1))
        return number

    def solve(self, node: int, merit: Number) -> None:
        """Write that the coming step solves a node."""
        self._solved_at[node] = self.steps + 1
        self._merits[node] = merit

    # -- reading -------------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """The number of operations recorded so far."""
        return len(self.operations)

    def open_list(self, step: int) -> list[OpenEntry]:
        """Return the list of open nodes after a step, in the order in which they will be taken."""
        rank = self.rank
        there = [entry for entry in self.entries if entry.since <= step < entry.until]
        return sorted(there, key=lambda entry: (-entry.merit, rank(entry.node)))

    def step(self, number: int) -> Step:
        """Return a step by its number.

        Raises:
            IndexError: There is no such step (yet).
        """
        if not 0 <= number <= self.steps:
            raise IndexError(f"there is no step {number}; the search has {self.steps}")
        return self.operations[number - 1] if number else Step(0, StepKind.START, 0, 0)

    def row(self, node: int) -> int | None:
        """Return the row of a node, ``None`` where it was never taken off the list."""
        return self._row_of.get(node)

    def entered(self, row: int) -> int:
        """Return the step at which a node is taken off the list for the first time."""
        return self._entered[row]

    def last_row_by(self, step: int) -> int:
        """Return the row entered last by a step; −1 at step 0."""
        return bisect_right(self._entered, step) - 1

    def left(self, row: int) -> int:
        """Return the step at which a node is solved, past the last one where it is not."""
        return self._solved_at.get(self.node(row), self.steps + 1)

    def parent_row(self, row: int) -> int | None:
        """Return the row of a node's parent, ``None`` at the root."""
        parent = self.tree.parent[self.node(row)]
        return None if parent < 0 else self.row(parent)

    def is_leaf_call(self, row: int) -> bool:
        """Tell whether a row is a leaf's (or of an estimate at the horizon)."""
        depth, node = self.rules.depth, self.node(row)
        return self.tree.is_leaf(node) or (depth is not None and self.tree.ply[node] == depth)

    def value(self, row: int) -> Number | None:
        """Return the merit with which a node was solved, ``None`` where it was not."""
        return self._merits.get(self.node(row))

    def entry(self, row: int) -> Window:  # noqa: ARG002 - no node has a window
        """Return the window of the whole search; SSS* has no other."""
        return self.rules.window

    def moving(self, row: int, v: Number | None) -> Window | None:  # noqa: ARG002 - as above
        """Return no window."""
        return None

    def sibling_before(self, row: int) -> int | None:  # noqa: ARG002 - nothing arrives in order
        """Return no sibling: SSS* keeps no running value of a node."""
        return None

    def last_arrival(self, row: int, step: int) -> int | None:  # noqa: ARG002 - as above
        """Return no arrival."""
        return None

    def current(self, step: int) -> int | None:
        """Return the node of a step's operation."""
        return self.step(step).node if step else None

    def state(self, node: int, step: int) -> NodeState:
        """Return what a node looks like after a step; its v is its merit."""
        row = self.row_at(node, step)
        if self._is_passed(node, step):
            return NodeState(Status.SKIPPED, row)
        if row is None:
            return NodeState(self._status_unvisited(node, step))
        if self.left(row) <= step:
            return NodeState(Status.CLOSED, row, value=self.value(row))
        return NodeState(Status.OPEN, row, v=self.merit(node, step))

    def _is_passed(self, node: int, step: int) -> bool:
        """Tell whether a node was left unsolved below one that is solved by a step.

        What was not visited is not solved, so the climb begins where the search has been.
        """
        if self._solved_at.get(node, _NEVER) <= step:
            return False
        visited = self.visited_ancestor(node, step)
        if visited is None:
            return False
        above = chain((visited,), self.tree.ancestors(visited))
        return any(self._solved_at.get(ancestor, _NEVER) <= step for ancestor in above)

    def _status_unvisited(self, node: int, step: int) -> Status:  # noqa: ARG002 - as in Record
        depth = self.rules.depth
        beyond = depth is not None and self.tree.ply[node] > depth
        return Status.BEYOND if beyond else Status.UNSEEN

    def merit(self, node: int, step: int) -> Number | None:
        """Return a node's merit when it was last on the list by a step."""
        for number in reversed(self._entries_of.get(node, ())):
            if self.entries[number].since <= step:
                return self.entries[number].merit
        return None

    def readings(self) -> Iterator[tuple[int, int, Number]]:
        """Yield the step, the node and the value of every leaf that was read, in order."""
        for row in range(len(self.nodes)):
            value = self.leaf_value(self.node(row)) if self.is_leaf_call(row) else None
            if value is not None:
                yield self._entered[row], self.node(row), value

    @property
    def root_value(self) -> Number | None:
        """The merit with which the root was solved, ``None`` while the search goes on."""
        return self._merits.get(0) if self.complete else None

    @property
    def evaluations(self) -> int:
        """How many leaves were evaluated; none is evaluated twice."""
        return len(self.nodes) - len(self.inner)


class _OpenList:
    """The list of open nodes: a heap by merit, and the entries linked in the order of the tree.

    What comes onto the list always takes the place of an entry that has been taken off: children
    that of their parent, a child that of the one before it, a solved parent that of its child. So
    no place is ever searched for, and what is purged stands side by side.
    """

    def __init__(self, record: OpenListRecord) -> None:
        self.record = record
        self.heap: list[tuple[Number, int, int]] = []
        self.entry_of: dict[int, int] = {}
        self.before = {0: _NOWHERE}
        self.after = {0: _NOWHERE}

    def pop(self) -> tuple[int, OpenEntry]:
        """Take the entry with the highest merit off; its place stays for what is put there."""
        while True:
            _, rank, number = heappop(self.heap)
            if self.entry_of.get(rank) == number:
                return rank, self._closed(rank)

    def put(self, place: int, ranks: Iterable[int], merit: Number, *, solved: bool) -> None:
        """Put entries on the list, in the place of the one that was taken off last."""
        before, after = self.before.pop(place), self.after.pop(place)
        for rank in ranks:
            number = self.entry_of[rank] = self.record.put(rank, merit, solved=solved)
            heappush(self.heap, (-merit, rank, number))
            self._link(before, rank)
            before = rank
        self._link(before, after)

    def purge(self, place: int, rank: int, end: int) -> None:
        """Take every entry of a subtree off the list but for one place that is kept in it."""
        for neighbour in (self.before, self.after):
            while rank <= neighbour[place] < end:
                purged = neighbour[place]
                self._closed(purged)
                self._link(self.before.pop(purged), self.after.pop(purged))

    def _closed(self, rank: int) -> OpenEntry:
        """Write that the coming step takes an entry off the list, and return it."""
        entry = self.record.entries[self.entry_of.pop(rank)]
        entry.until = self.record.steps + 1
        return entry

    def _link(self, before: int, after: int) -> None:
        self.after[before] = after
        self.before[after] = before


def sss(tree: OrderedTree, record: OpenListRecord) -> Iterator[None]:
    """Search with a list of open nodes until the root is solved, a slice at a time."""
    open_list = _OpenList(record)
    open_list.put(0, [0], record.rules.window[1], solved=False)
    record.entries[0].since = 0
    made = 0
    while True:
        made += 1
        if not made % _SLICE:
            yield
        rank, entry = open_list.pop()
        if entry.solved:
            if _hand_up(tree, record, open_list, rank, entry.merit):
                record.complete = True
                return
            continue
        value = tree.values[rank]
        if value is None and tree.roles[rank] == LEAF_ROLE:
            record.stop_at_unknown(rank)
            entry.until = _NEVER
            return
        row = record.take(rank, leaf=value is not None)
        node = record.node_at(rank)
        if value is None:
            open_list.put(rank, _successors(tree, rank), entry.merit, solved=False)
            _note(record, StepKind.EXPAND, node, row, v=entry.merit)
            continue
        merit = min(entry.merit, value)
        record.solve(node, merit)
        if rank:
            open_list.put(rank, [rank], merit, solved=True)
        _note(record, StepKind.SOLVE, node, row, value=value, v=merit)
        if not rank:
            record.complete = True
            return


def _successors(tree: OrderedTree, rank: int) -> Iterator[int]:
    """Yield the children that a node puts on the list: all of them at MAX, else the first."""
    child = rank + 1
    while child < tree.end[rank]:
        yield child
        if tree.roles[rank] != MAX_ROLE:
            return
        child = tree.end[child]


def _hand_up(
    tree: OrderedTree, record: OpenListRecord, open_list: _OpenList, rank: int, merit: Number
) -> bool:
    """Hand a solved node's merit to its parent, and tell whether that solves the root."""
    node = record.node_at(rank)
    parent = tree.tree.parent[node]
    above = record.rank(parent)
    at_max, row = tree.roles[above] == MAX_ROLE, record.known_row(parent)
    following = tree.end[rank]
    if not at_max and following < tree.end[above]:
        open_list.put(rank, [following], merit, solved=False)
        _note(record, StepKind.SOLVE, parent, row, child=node, value=merit)
        return False
    if at_max:
        open_list.purge(rank, above, tree.end[above])
    record.solve(parent, merit)
    if above:
        open_list.put(rank, [above], merit, solved=True)
    kind = StepKind.PURGE if at_max else StepKind.SOLVE
    _note(record, kind, parent, row, child=node, value=merit, v=merit)
    return not above


def _note(
    record: OpenListRecord,
    kind: StepKind,
    node: int,
    row: int,
    *,
    child: int | None = None,
    value: Number | None = None,
    v: Number | None = None,
) -> None:
    child_row = None if child is None else record.row(child)
    record.operations.append(Step(record.steps + 1, kind, node, row, child, child_row, value, v))
