"""The record of a search: what every node looks like at any step, without replaying anything.

A search writes two columns: the nodes in the order in which they were called, and the parent's v
after each call had returned. Calls that enter each node at most once come in preorder, which fixes
the time of everything: with r calls before it and p open ancestors, a call is entered at step
2r + 1 − p, because of the r earlier calls all but p have returned. When it is left follows in the
same way from the number of calls inside its subtree, which one bisection finds.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING

from treeexplorer.engine.preorder import SearchOrder
from treeexplorer.engine.steps import NodeState, Status, Step, StepKind
from treeexplorer.rules import Rules
from treeexplorer.tree import (
    CHANCE_ROLE,
    FULL_WINDOW,
    INFINITY,
    MAX_ROLE,
    MIN_ROLE,
    GameTree,
    Number,
    Player,
    Window,
)

if TYPE_CHECKING:
    from treeexplorer.engine.intervals import Intervals

__all__ = ["NodeState", "Record", "Status", "Step", "StepKind"]

# What a null window asks (see :meth:`Record.null`).
NO_NULL = 0
ABOVE = 1  # is the node worth more than α? Its β is α, as close above as can be
BELOW = 2  # is the node worth less than β? Its α is β, as close below as can be


class Record(SearchOrder):
    """A search of a tree, written once, with the state at any step a function of the step.

    The columns have one row a call, in the order of the calls; the columns of ``inner`` calls one
    row a call of a node with children.

    Attributes:
        tree: The tree as searched (with the rules' levels, swapped where the form swaps).
        rules: The rules it was searched under.
        nodes: The rank of each call's node (see :mod:`treeexplorer.engine.ordered`).
        after: The parent's v after each call returned; ``None`` while it has not, at the root,
            and under chance nodes.
        inner: The rows of the calls of nodes with children, ascending.
        alpha: α on entry, by inner call.
        beta: β on entry, by inner call.
        means: What the calls of chance nodes returned, by row.
        cuts: The rows whose return led to a cut-off, in order of time.
        complete: Whether the search has ended.
        open_calls: How many calls are open where the record ends.
        intervals: What is proven, where somebody has asked for it.
        waits_for: The unknown leaf that the search could not evaluate, if there is one.
        has_windows: Whether its nodes are entered with windows.
        reenters: Whether the search may enter a node several times.
        leaf_range: What the search takes any drawn leaf to lie in without reading it.
    """

    reenters = False

    def __init__(
        self,
        tree: GameTree,
        rules: Rules,
        node_of_rank: array[int] | None,
        *,
        has_windows: bool = True,
    ) -> None:
        super().__init__(tree, rules, node_of_rank)
        self.has_windows = has_windows
        self.nodes = array("i")
        self.after: list[Number | None] = []
        self.inner = array("i")
        self.alpha: list[Number] = []
        self.beta: list[Number] = []
        self.means: dict[int, Number] = {}
        self.cuts = array("i")
        self.complete = False
        self.open_calls = 1
        self.waits_for: int | None = None
        self.intervals: Intervals | None = None
        self.leaf_range: Window = FULL_WINDOW
        self._latest: Step | None = None  # every pane of a screen asks for the same one
        self.replaces_first = rules.printed_form == "two-functions"

    def stop_at_unknown(self, rank: int, open_calls: int = 1) -> None:
        """Note that the search ends before an unknown leaf that has no value.

        Args:
            rank: The leaf.
            open_calls: How many calls are open there, where nothing else says so.
        """
        self.open_calls = open_calls
        self.waits_for = self.node_at(rank)

    def node(self, row: int) -> int:
        """Return the node of a call."""
        return self.node_at(self.nodes[row])

    # -- time ----------------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """The number of steps recorded so far; of the whole search once it is complete."""
        return max(0, 2 * len(self.nodes) - (1 if self.complete else self.open_calls))

    def row(self, node: int) -> int | None:
        """Return the row of a node's call, ``None`` where it was not visited."""
        rank = self.rank(node)
        row = bisect_left(self.nodes, rank)
        return row if row < len(self.nodes) and self.nodes[row] == rank else None

    def rows(self, node: int) -> list[int]:
        """Return the rows of all of a node's calls, ascending."""
        row = self.row(node)
        return [] if row is None else [row]

    def row_at(self, node: int, step: int) -> int | None:
        """Return the row of a node's latest call entered by a step."""
        row = self.row(node)
        return row if row is not None and self.entered(row) <= step else None

    def entered(self, row: int) -> int:
        """Return the step at which a call is entered."""
        return 2 * row + 1 - self.tree.ply[self.node(row)]

    def left(self, row: int) -> int:
        """Return the step at which a call's value arrives at its parent.

        The root's arrives nowhere: its number is one past the last step. A call that is still
        open where the record ends has a number past :attr:`steps`.
        """
        node = self.node(row)
        past = bisect_left(self.nodes, self.nodes[row] + self.tree.end[node] - node, row)
        return 2 * past - self.tree.ply[node]

    def parent_row(self, row: int) -> int | None:
        """Return the row of the call that made a call, ``None`` for the root's."""
        parent = self.tree.parent[self.node(row)]
        return None if parent < 0 else self.row(parent)

    def last_row_by(self, step: int) -> int:
        """Return the row entered last by a step; −1 at step 0.

        A call is entered once for itself and once less for each call that is open: there are no
        more rows to look at than half the plies of the tree.
        """
        count = len(self.nodes)
        first = min(max(0, (step - 1) // 2), count)
        last = min(max(0, (step + 1 + self.tree.depth) // 2), count)
        return first + bisect_right(range(first, last), step, key=self.entered) - 1

    # -- values and windows --------------------------------------------------------------------

    def is_leaf_call(self, row: int) -> bool:
        """Tell whether a call evaluated its node (a leaf, or an estimate at the horizon)."""
        return self._inner_index(row) is None

    def _inner_index(self, row: int) -> int | None:
        index = bisect_left(self.inner, row)
        return index if index < len(self.inner) and self.inner[index] == row else None

    def leaf_value(self, node: int) -> Number | None:
        """Return what evaluating a node gives: its number, or its estimate at the horizon."""
        value = self.tree.leaf_value(node)
        return self.tree.estimate(node) if value is None else value

    def value(self, row: int) -> Number | None:
        """Return what a call returned, ``None`` while it is open where the record ends."""
        if self.is_leaf_call(row):
            return self.leaf_value(self.node(row))
        if self.tree.roles[self.node(row)] == CHANCE_ROLE:
            return self.means.get(row)
        if not self.complete and self.left(row) > self.steps:
            return None
        last = self.last_arrival(row, self.left(row))
        v = None if last is None else self.after[last]
        if v is None or not self.rules.hard:
            return v
        alpha, beta = self.entry(row)
        return max(alpha, min(v, beta))

    def entry(self, row: int) -> Window:
        """Return the window a call was entered with."""
        index = self._inner_index(row)
        if index is not None:
            return self.alpha[index], self.beta[index]
        parent = self.parent_row(row)
        if parent is None:
            return self.rules.window
        return self.moving(parent, self.v_before(row)) or FULL_WINDOW

    def null(self, row: int) -> int:  # noqa: ARG002 - a search that enters a node once has none
        """Return whether a call's window is a null window, and on which side; 0 where it is not."""
        return 0

    def first_v(self, row: int) -> Number | None:
        """Return the v with which an inner call starts; ``None`` at a chance node."""
        role = self.tree.roles[self.node(row)]
        if role == CHANCE_ROLE:
            return None
        if self.rules.hard or self.replaces_first:
            alpha, beta = self.entry(row)
            return alpha if role == MAX_ROLE else beta
        return -INFINITY if role == MAX_ROLE else INFINITY

    def moving(self, row: int, v: Number | None) -> Window | None:
        """Return the window that an open call's children are entered with when it has a v."""
        role = self.tree.roles[self.node(row)]
        if role == CHANCE_ROLE or v is None:
            return None
        alpha, beta = self.entry(row)
        if not self.has_windows:
            return alpha, beta
        if role == MIN_ROLE:
            return alpha, v if self.replaces_first else min(beta, v)
        return v if self.replaces_first else max(alpha, v), beta

    def sibling_before(self, row: int) -> int | None:
        """Return the row of the call that returned to the same parent just before this one."""
        parent_row = self.parent_row(row)
        if parent_row is None or parent_row == row - 1:
            return None
        return self.row(self.tree.ancestor_at(self.node(row - 1), self.tree.ply[self.node(row)]))

    def v_before(self, row: int) -> Number | None:
        """Return the parent's v when a call is entered."""
        sibling = self.sibling_before(row)
        if sibling is not None:
            return self.after[sibling]
        parent = self.parent_row(row)
        return None if parent is None else self.first_v(parent)

    # -- steps ---------------------------------------------------------------------------------

    def place(self, step: int) -> tuple[int, int]:
        """Return the row entered last by a step, and how many calls have returned since."""
        row = self.last_row_by(step)
        return row, step - self.entered(row) if row >= 0 else 0

    def step(self, number: int) -> Step:
        """Return a step by its number.

        Raises:
            IndexError: There is no such step (yet).
        """
        if not 0 <= number <= self.steps:
            raise IndexError(f"there is no step {number}; the search has {self.steps}")
        latest = self._latest
        if latest is None or latest.number != number:
            latest = self._find(number)
            if self.complete:
                self._latest = latest
        return latest

    def _find(self, number: int) -> Step:
        if number == 0:
            return Step(0, StepKind.START, 0, 0, window=self.rules.window)
        row, returns = self.place(number)
        if returns == 0:
            leaf = self.is_leaf_call(row)
            return Step(
                number,
                StepKind.LEAF if leaf else StepKind.VISIT,
                self.node(row),
                row,
                value=self.value(row) if leaf else None,
                v=None if leaf else self.first_v(row),
                window=self.entry(row),
            )
        return self._arrival(number, row if returns == 1 else self._row_above(row, returns - 1))

    def _row_above(self, row: int, levels: int) -> int:
        """Return the row of an open ancestor of a call's node, so many plies above it."""
        return self.known_row(self._node_above(row, levels))

    def _node_above(self, row: int, levels: int) -> int:
        node = self.node(row)
        return self.tree.ancestor_at(node, self.tree.ply[node] - levels) if levels else node

    def known_row(self, node: int) -> int:
        """Return the row of the call of a node that was visited.

        Raises:
            LookupError: It was not.
        """
        row = self.row(node)
        if row is None:
            raise LookupError(f"node {node} was not visited")
        return row

    def _arrival(self, number: int, child_row: int) -> Step:
        child = self.node(child_row)
        parent = self.tree.parent[child]
        parent_row = self.known_row(parent)
        v = self.after[child_row]
        cut = bisect_left(self.cuts, number, key=self.left)
        is_cut = cut < len(self.cuts) and self.cuts[cut] == child_row
        return Step(
            number,
            StepKind.CUT if is_cut else StepKind.RETURN,
            parent,
            parent_row,
            child=child,
            child_call=child_row,
            value=self.value(child_row),
            v=v,
            before=self.moving(parent_row, self.v_before(child_row)),
            window=self.moving(parent_row, v),
        )

    def open_nodes(self, step: int) -> list[int]:
        """Return the open nodes at a step, from the root to the current one."""
        node = self.current(step)
        if node is None:
            return []
        path = [node, *self.tree.ancestors(node)]
        path.reverse()
        return path

    def current(self, step: int) -> int | None:
        """Return the node at which the search stands at a step."""
        row, returns = self.place(step)
        return None if row < 0 else self._node_above(row, returns)

    def last_arrival(self, row: int, step: int) -> int | None:
        """Return the row of the child whose value arrived last at a call by a step."""
        last, returns = self.place(min(step, self.left(row) - 1))
        if last == row:
            return None
        ply = self.tree.ply[self.node(row)] + 1
        below = self.known_row(self.tree.ancestor_at(self.node(last), ply))
        has_returned = self.tree.ply[self.node(last)] - returns < ply
        return below if has_returned else self.sibling_before(below)

    def v_at(self, row: int, step: int) -> Number | None:
        """Return the v of an open inner call at a step."""
        last = self.last_arrival(row, step)
        return self.first_v(row) if last is None else self.after[last]

    def returned_children(self, node: int, step: int) -> int:
        """Return how many children have returned to an open node's latest call by a step."""
        last, returns = self.place(step)
        ply = self.tree.ply[node] + 1
        current = self.node(last)
        if self.tree.ply[current] < ply:
            return 0
        before = self.order_of(self.tree.ancestor_at(current, ply))
        return before + 1 if self.tree.ply[current] - returns < ply else before

    def state(self, node: int, step: int) -> NodeState:
        """Return what a node looks like at a step, in time that does not depend on the step."""
        row = self.row_at(node, step)
        if row is None:
            return NodeState(self._status_unvisited(node, step))
        entry = self.entry(row)
        if self.left(row) <= step or (step == self.steps and node == 0 and self.complete):
            return NodeState(Status.CLOSED, row, entry, value=self.value(row))
        if self.is_leaf_call(row):
            return NodeState(Status.OPEN, row, entry, value=self.value(row))
        v = self.v_at(row, step)
        return NodeState(Status.OPEN, row, entry, v, self.moving(row, v))

    def visited_ancestor(self, node: int, step: int) -> int | None:
        """Return the lowest ancestor of a node (or itself) that was visited by a step.

        A node is visited after its parent, so the visited plies above it are the first ones.
        """
        tree = self.tree
        visited = bisect_left(
            range(tree.ply[node] + 1),
            True,
            key=lambda ply: self.row_at(tree.ancestor_at(node, ply), step) is None,
        )
        return tree.ancestor_at(node, visited - 1) if visited else None

    def _status_unvisited(self, node: int, step: int) -> Status:
        depth = self.rules.depth
        if depth is not None and self.tree.ply[node] > depth:
            return Status.BEYOND
        ancestor = self.visited_ancestor(node, step)
        if ancestor is None:
            return Status.UNSEEN
        left = self.left(self.known_row(ancestor))
        if step >= left - 1 and (self.complete or left <= self.steps):
            return Status.SKIPPED
        return Status.UNSEEN

    def readings(self) -> Iterator[tuple[int, int, Number]]:
        """Yield the step, the node and the value of every evaluation of a leaf, in order."""
        for row in range(len(self.nodes)):
            value = self.value(row) if self.is_leaf_call(row) else None
            if value is not None:
                yield self.entered(row), self.node(row), value

    def test_holds(self, step: Step) -> bool:
        """Tell whether the cut test succeeds after an arrival."""
        if step.window is None or step.v is None:
            return False
        null, at_max = self.null(step.call), self.tree.roles[step.node] == MAX_ROLE
        if null:
            number = self.entry(step.call)[0]
            if step.v == number:
                return at_max != (null == ABOVE)
            return (step.v > number) if at_max else (step.v < number)
        alpha, beta = step.window
        return alpha > beta or (alpha == beta and not self.rules.strict)

    def next_cut(self, step: int) -> int | None:
        """Return the step of the next cut-off after a step, by bisection."""
        index = bisect_left(self.cuts, step + 1, key=self.left)
        return self.left(self.cuts[index]) if index < len(self.cuts) else None

    def previous_cut(self, step: int) -> int | None:
        """Return the step of the last cut-off before a step, by bisection."""
        index = bisect_left(self.cuts, step, key=self.left)
        return self.left(self.cuts[index - 1]) if index else None

    # -- results -------------------------------------------------------------------------------

    @property
    def root_value(self) -> Number | None:
        """What the root returned, ``None`` while the search goes on."""
        return self.value(0) if self.complete else None

    def player(self, node: int) -> Player | None:
        """Return whose move it is at a node, as the search has it."""
        return self.tree.player(node)

    @property
    def evaluations(self) -> int:
        """How many times a leaf was evaluated."""
        return len(self.nodes) - len(self.inner)

    @property
    def evaluated(self) -> int:
        """How many distinct leaves were evaluated."""
        return self.evaluations

    @property
    def visited(self) -> int:
        """How many distinct nodes were visited."""
        return len(self.nodes)
