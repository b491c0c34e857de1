"""The record of a search that may enter a node several times, with the time of each call written.

The same questions as of :class:`~treeexplorer.engine.record.Record` have the same answers here;
where they speak of a node rather than of a call, its latest call by then is meant.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator

from treeexplorer.engine.record import Record
from treeexplorer.engine.steps import NodeState, Status, Step, StepKind
from treeexplorer.rules import Rules
from treeexplorer.tree import CHANCE_ROLE, INFINITY, MAX_ROLE, GameTree, Number, Window

_STILL_OPEN = 2**31 - 1


class ReentrantRecord(Record):
    """A search of a tree with one row a call, several of which may be of the same node.

    Attributes:
        parents: The row of the call that made each call, −1 for the root's.
        entered_at: The step at which each call was entered.
        left_at: The step at which its value arrived at its parent.
        before_it: The row that had returned to the same parent call before, −1 for the first.
        latest: The row that returned last to each call, −1 while none has.
        alphas: α on entry of every call.
        betas: β on entry of every call.
        nulls: ``ABOVE`` or ``BELOW`` where the window is a null window, else ``NO_NULL``.
        results: What each call returned.
        leaf_calls: 1 where a call evaluated its node.
        remembered: The rows that were answered from memory.
        events: One a step: the row that is entered, or ``~row`` where its value arrives.
    """

    reenters = True

    def __init__(
        self,
        tree: GameTree,
        rules: Rules,
        node_of_rank: array[int] | None,
        *,
        has_windows: bool = True,
    ) -> None:
        super().__init__(tree, rules, node_of_rank, has_windows=has_windows)
        self.parents = array("i")
        self.entered_at = array("i")
        self.left_at = array("i")
        self.before_it = array("i")
        self.latest = array("i")
        self.alphas: list[Number] = []
        self.betas: list[Number] = []
        self.nulls = bytearray()
        self.results: list[Number | None] = []
        self.leaf_calls = bytearray()
        self.remembered: set[int] = set()
        self.events = array("i")
        self._rows_of: dict[int, list[int]] = {}
        self._indexed = 0
        self._root_row = -1
        self._path_step = -1
        self._path: list[int] = []

    # -- writing -------------------------------------------------------------------------------

    def enter(
        self,
        rank: int,
        parent: int,
        window: Window,
        null: int,
        *,
        leaf: bool = False,
        remembered: bool = False,
    ) -> int:
        """Write the entry of a call and return its row."""
        row = len(self.nodes)
        if remembered:
            self.remembered.add(row)
        if remembered or not leaf:
            self.inner.append(row)
        if parent < 0:
            if self._root_row >= 0:
                self.left_at[self._root_row] = len(self.events) + 1
            self._root_row = row
        self.nodes.append(rank)
        self.parents.append(parent)
        self.events.append(row)
        self.entered_at.append(len(self.events))
        self.left_at.append(_STILL_OPEN)
        self.before_it.append(-1)
        self.latest.append(-1)
        self.alphas.append(window[0])
        self.betas.append(window[1])
        self.nulls.append(null)
        self.results.append(None)
        self.leaf_calls.append(leaf)
        self.after.append(None)
        return row

    def leave(self, row: int, value: Number) -> None:
        """Write what a call returned, and the step at which that arrives at its parent."""
        self.results[row] = value
        parent = self.parents[row]
        if parent < 0:
            return
        self.events.append(~row)
        self.left_at[row] = len(self.events)
        self.before_it[row] = self.latest[parent]
        self.latest[parent] = row

    # -- time ----------------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """The number of steps recorded so far; of the whole search once it is complete."""
        return len(self.events)

    def _all_rows(self, node: int) -> list[int]:
        for row in range(self._indexed, len(self.nodes)):
            self._rows_of.setdefault(self.node(row), []).append(row)
        self._indexed = len(self.nodes)
        return self._rows_of.get(node, [])

    def row(self, node: int) -> int | None:
        """Return the row of a node's latest call, ``None`` where it was not visited."""
        rows = self._all_rows(node)
        return rows[-1] if rows else None

    def rows(self, node: int) -> list[int]:
        """Return the rows of all of a node's calls, ascending."""
        return list(self._all_rows(node))

    def row_at(self, node: int, step: int) -> int | None:
        """Return the row of a node's latest call entered by a step."""
        rows = self._all_rows(node)
        index = bisect_right(rows, step, key=self.entered)
        return rows[index - 1] if index else None

    def entered(self, row: int) -> int:
        """Return the step at which a call is entered."""
        return self.entered_at[row]

    def last_row_by(self, step: int) -> int:
        """Return the row entered last by a step; −1 at step 0."""
        return bisect_right(self.entered_at, step) - 1

    def left(self, row: int) -> int:
        """Return the step at which a call's value arrives at its parent.

        A root's value arrives nowhere: its number is that of the next root's entry, or one past
        the last step.
        """
        left = self.left_at[row]
        return self.steps + 1 if left == _STILL_OPEN else left

    def parent_row(self, row: int) -> int | None:
        """Return the row of the call that made a call, ``None`` for a root's."""
        parent = self.parents[row]
        return None if parent < 0 else parent

    def sibling_before(self, row: int) -> int | None:
        """Return the row of the call that had returned to the same parent when one is entered."""
        before = self.before_it[row]
        if before < 0 and self.left_at[row] == _STILL_OPEN:
            parent = self.parents[row]
            before = self.latest[parent] if parent >= 0 else -1
        return None if before < 0 else before

    # -- values and windows --------------------------------------------------------------------

    def is_leaf_call(self, row: int) -> bool:
        """Tell whether a call is of a leaf (or of an estimate at the horizon)."""
        return bool(self.leaf_calls[row])

    def value(self, row: int) -> Number | None:
        """Return what a call returned, ``None`` while it is open where the record ends."""
        return self.results[row]

    def entry(self, row: int) -> Window:
        """Return the window a call was entered with; both ends are one in a null window."""
        return self.alphas[row], self.betas[row]

    def null(self, row: int) -> int:
        """Return whether a call's window is a null window: ``ABOVE``, ``BELOW``, ``NO_NULL``."""
        return self.nulls[row]

    def first_v(self, row: int) -> Number | None:
        """Return the v with which an inner call starts; ``None`` at a chance node."""
        role = self.tree.roles[self.node(row)]
        if role == CHANCE_ROLE:
            return None
        return -INFINITY if role == MAX_ROLE else INFINITY

    def moving(self, row: int, v: Number | None) -> Window | None:
        """Return the moving window of an open call that has a v."""
        role = self.tree.roles[self.node(row)]
        if role == CHANCE_ROLE or v is None:
            return None
        alpha, beta = self.entry(row)
        return (max(alpha, v), beta) if role == MAX_ROLE else (alpha, min(beta, v))

    # -- steps ---------------------------------------------------------------------------------

    def step(self, number: int) -> Step:
        """Return a step by its number.

        Raises:
            IndexError: There is no such step (yet).
        """
        if not 0 <= number <= self.steps:
            raise IndexError(f"there is no step {number}; the search has {self.steps}")
        if number == 0:
            return Step(0, StepKind.START, 0, 0, window=self.rules.window)
        row = self.events[number - 1]
        if row < 0:
            return self._arrived(number, ~row)
        known = row in self.remembered
        leaf = self.is_leaf_call(row) and not known
        return Step(
            number,
            StepKind.LEAF if leaf else StepKind.VISIT,
            self.node(row),
            row,
            value=self.value(row) if leaf or known else None,
            v=None if leaf or known else self.first_v(row),
            window=self.entry(row),
        )

    def _arrived(self, number: int, child_row: int) -> Step:
        parent_row = self.parents[child_row]
        v = self.after[child_row]
        index = bisect_right(self.cuts, number, key=self.left) - 1
        return Step(
            number,
            StepKind.CUT if index >= 0 and self.cuts[index] == child_row else StepKind.RETURN,
            self.node(parent_row),
            parent_row,
            child=self.node(child_row),
            child_call=child_row,
            value=self.value(child_row),
            v=v,
            before=self.moving(parent_row, self.v_before(child_row)),
            window=self.moving(parent_row, v),
        )

    def open_rows(self, step: int) -> list[int]:
        """Return the rows of the open calls at a step, from the root's to the current one."""
        if step == self._path_step:
            return self._path
        path: list[int] = []
        if step > 0:
            row = self.events[step - 1]
            row = self.parents[~row] if row < 0 else row
            while row >= 0:
                path.append(row)
                row = self.parents[row]
            path.reverse()
        self._path_step, self._path = step, path
        return path

    def open_nodes(self, step: int) -> list[int]:
        """Return the open nodes at a step, from the root to the current one."""
        return [self.node(row) for row in self.open_rows(step)]

    def current(self, step: int) -> int | None:
        """Return the node at which the search stands at a step."""
        path = self.open_rows(step)
        return self.node(path[-1]) if path else None

    def last_arrival(self, row: int, step: int) -> int | None:
        """Return the row of the child whose value arrived last at a call by a step."""
        path, depth = self.open_rows(step), self.tree.ply[self.node(row)]
        if depth >= len(path) or path[depth] != row:
            return None if self.latest[row] < 0 else self.latest[row]
        if depth + 1 < len(path):
            return self.sibling_before(path[depth + 1])
        event = self.events[step - 1]
        return ~event if event < 0 else None

    def v_at(self, row: int, step: int) -> Number | None:
        """Return the v of an open inner call at a step."""
        last = self.last_arrival(row, step)
        return self.first_v(row) if last is None else self.after[last]

    def state(self, node: int, step: int) -> NodeState:
        """Return what a node looks like at a step: its latest call by then."""
        row = self.row_at(node, step)
        if row is None:
            return NodeState(self._status_unvisited(node, step))
        entry, is_root = self.entry(row), self.parents[row] < 0
        if self.left(row) <= step or (is_root and self.complete and step == self.steps):
            return NodeState(Status.CLOSED, row, entry, value=self.value(row))
        if self.is_leaf_call(row) or row in self.remembered:
            return NodeState(Status.OPEN, row, entry, value=self.value(row))
        v = self.v_at(row, step)
        return NodeState(Status.OPEN, row, entry, v, self.moving(row, v))

    def readings(self) -> Iterator[tuple[int, int, Number]]:
        """Yield the step, the node and the value of every evaluation of a leaf, in order."""
        for row, leaf in enumerate(self.leaf_calls):
            value = self.results[row]
            if leaf and row not in self.remembered and value is not None:
                yield self.entered_at[row], self.node(row), value

    # -- results -------------------------------------------------------------------------------

    @property
    def root_value(self) -> Number | None:
        """What the last call of the root returned, ``None`` while the search goes on."""
        row = self.row(0)
        return self.value(row) if self.complete and row is not None else None

    @property
    def evaluations(self) -> int:
        """How many times a leaf was evaluated."""
        return len(self.nodes) - len(self.inner)

    @property
    def evaluated(self) -> int:
        """How many distinct leaves were evaluated."""
        return len({self.nodes[row] for row, leaf in enumerate(self.leaf_calls) if leaf})

    @property
    def visited(self) -> int:
        """How many distinct nodes were visited."""
        return len(set(self.nodes))
