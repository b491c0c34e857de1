"""One step of a search as a drawing needs it: what is at each node, asked node by node.

Nothing is computed for the whole tree. A node lies on the current path when the current node lies
in its subtree, which two comparisons tell; a node that was not visited is skipped or still to come
according to its parent.
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from treeexplorer.drawing.knowledge import Knowledge
from treeexplorer.engine.record import Record, Status, StepKind
from treeexplorer.tree import INFINITY, Number, Window

FindingKind: TypeAlias = Literal["v", "=", ">=", "<=", "..", "?", "~"]


class Finding(NamedTuple):
    """What is known about a node: its v while it is open, and what is proven once it is done.

    Attributes:
        kind: ``v`` the best value so far, ``=`` exact, ``>=`` and ``<=`` bounds, ``..`` between
            two numbers, ``?`` returned but nothing is proven, ``~`` an estimate.
        number: The number, or the lower end.
        high: The upper end of ``..``.
    """

    kind: FindingKind
    number: Number
    high: Number | None = None


class Moment:
    """A record at a step.

    Args:
        record: The record.
        step: The step, from 0 to ``record.steps``.
        knowledge: What is kept from step to step.
        current: The node to mark, where it is not the one at which the search stands.
    """

    def __init__(
        self,
        record: Record,
        step: int,
        knowledge: Knowledge | None = None,
        current: int | None = None,
    ) -> None:
        self.record = record
        self.tree = record.tree
        self.step = step
        self.knowledge = knowledge or Knowledge(record)
        self.current = record.current(step) if current is None else current
        self.news = record.step(step)
        self._statuses: dict[int, Status] = {}
        self._done: dict[int, bool] = {}

    @property
    def is_last(self) -> bool:
        """Whether the search has ended at this step."""
        return self.record.complete and self.step == self.record.steps

    def is_on_path(self, node: int) -> bool:
        """Tell whether a node is open, or is the child whose value arrives."""
        current = self.current
        if current is None:
            return False
        if node == self.news.child:
            return not self.is_last
        return node <= current < self.tree.end[node]

    def heavy_child(self, node: int) -> int | None:
        """Return the child over which the current path goes on, or whose value arrives."""
        current = self.current
        if current is None or not node <= current < self.tree.end[node]:
            return None
        if node == current:
            return self.news.child if self.news.node == node and not self.is_last else None
        return self._child_towards(node, current)

    def _child_towards(self, node: int, below: int) -> int:
        """Return the child of a node in whose subtree another node lies."""
        ply = self.tree.plies[self.tree.ply[node] + 1]
        low, high = 0, len(ply)
        while low < high:
            middle = (low + high) // 2
            if ply[middle] <= below:
                low = middle + 1
            else:
                high = middle
        return ply[low - 1]

    def is_done(self, node: int) -> bool:
        """Tell whether the last value has arrived at a node (it may still be the current one)."""
        done = self._done.get(node)
        if done is None:
            row = self.record.row_at(node, self.step)
            done = (
                row is not None
                and self.record.value(row) is not None
                and (self.record.is_leaf_call(row) or self.record.left(row) - 1 <= self.step)
            )
            self._done[node] = done
        return done

    def status(self, node: int) -> Status:
        """Return what a node is at this step."""
        status = self._statuses.get(node)
        if status is None:
            status = self._statuses[node] = self._find_status(node)
        return status

    def _find_status(self, node: int) -> Status:
        record, step = self.record, self.step
        if type(record) is not Record:
            return record.state(node, step).status
        row = record.row_at(node, step)
        if row is not None:
            closed = record.left(row) <= step or (node == 0 and self.is_last)
            return Status.CLOSED if closed else Status.OPEN
        parent = self.tree.parent[node]
        above = self._statuses.get(parent)
        if above is None or parent < 0 or record.rules.depth is not None:
            return record.state(node, step).status
        if above is Status.OPEN and not self.is_done(parent):
            return Status.UNSEEN
        return Status.UNSEEN if above is Status.UNSEEN else Status.SKIPPED

    def is_cut(self, node: int) -> bool:
        """Tell whether a node was left through a cut-off that skipped something."""
        if not self.is_done(node):
            return False
        row = self.record.row_at(node, self.step)
        if row is None or self.record.is_leaf_call(row):
            return False
        if row == 0 and self.record.left(row) - 1 > self.record.steps:
            return False
        return self.record.step(self.record.left(row) - 1).kind is StepKind.CUT

    def elision_status(self, node: int) -> Status:
        """Return what the undrawn children of a node are at this step."""
        if self.status(node) in {Status.SKIPPED, Status.BEYOND}:
            return self.status(node)
        if self.is_cut(node) and not self.record.rules.right_to_left:
            return Status.SKIPPED
        return Status.UNSEEN

    def finding(self, node: int) -> Finding | None:
        """Return what is known about a visited node; ``None`` where that is nothing yet."""
        record = self.record
        row = record.row_at(node, self.step)
        if row is None:
            return None
        if record.is_leaf_call(row):
            value = record.leaf_value(node)
            estimated = not self.tree.is_leaf(node)
            return None if value is None else Finding("~" if estimated else "=", value)
        if not self.is_done(node):
            v = self._v(node, row)
            return None if v is None else Finding("v", v)
        return self._proven(row)

    def _proven(self, row: int) -> Finding | None:
        interval = self.knowledge.interval(row)
        value = self.record.value(row)
        if interval is None:
            return None if value is None else Finding("v", value)
        low, high = interval
        if low == high:
            return Finding("=", low)
        if low == -INFINITY:
            if high == INFINITY:
                return None if value is None else Finding("?", value)
            return Finding("<=", high)
        return Finding(">=", low) if high == INFINITY else Finding("..", low, high)

    def _v(self, node: int, row: int) -> Number | None:
        if node == self.news.node and self.news.call == row:
            return self.news.v
        if type(self.record) is not Record:
            return self.record.state(node, self.step).v
        last = self.record.current(self.step)
        if last is None or last == node:
            return self.record.state(node, self.step).v
        child_row = self.record.row_at(self._child_towards(node, last), self.step)
        return None if child_row is None else self.record.v_before(child_row)

    def entry(self, node: int) -> Window | None:
        """Return the window a visited node was entered with."""
        row = self.record.row_at(node, self.step)
        return None if row is None else self.record.entry(row)

    @cached_property
    def _shows_result(self) -> bool:
        return self.is_last and self.knowledge.has_result

    @property
    def line(self) -> frozenset[int]:
        """The principal variation, once the search has ended."""
        return self.knowledge.line if self._shows_result else frozenset()

    @property
    def ties(self) -> frozenset[int]:
        """The root's other best moves, once the search has ended."""
        return self.knowledge.ties if self._shows_result else frozenset()

    def line_child(self, node: int) -> int | None:
        """Return the node that follows another in the principal variation."""
        return self.knowledge.moves.get(node) if self._shows_result else None
