"""The record of a search: what every node looks like at any step, without replaying anything.

A search writes few columns: the nodes in the order in which they were called, the parent's v after
each call had returned, and the windows where they do not follow from these. That fixes everything
else. A call belongs to the open call of its node's parent, so calls return exactly when the next
call is of a node elsewhere; and when they return, and with which window each is entered, follows.
:class:`RecordColumns` holds what follows, one row a call, made once when somebody asks for it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeVar, cast

from treeexplorer.engine.ordered_tree import SearchOrder
from treeexplorer.rules import Rules
from treeexplorer.tree import (
    CHANCE_ROLE,
    FULL_WINDOW,
    INFINITY,
    MAX_ROLE,
    MIN_ROLE,
    GameTree,
    Number,
    Window,
)

T = TypeVar("T")

_STILL_OPEN: Final = 2**31 - 1

# What a null window asks (see :meth:`Record.null`).
NO_NULL: Final = 0
ABOVE: Final = 1  # is the node worth more than α? Its β is α, as close above as can be
BELOW: Final = 2  # is the node worth less than β? Its α is β, as close below as can be


class Status(StrEnum):
    """What a node is at a step."""

    UNSEEN = "unseen"
    OPEN = "open"
    CLOSED = "closed"
    SKIPPED = "skipped"
    BEYOND = "beyond"


class StepKind(StrEnum):
    """What happens in a step."""

    START = "start"
    VISIT = "visit"
    LEAF = "leaf"
    RETURN = "return"
    CUT = "cut"


class Step(NamedTuple):
    """One step of a search, from 1; step 0 is the state before it.

    ``node`` is the node that is visited, or the parent at which the value of ``child`` arrives;
    ``call`` and ``child_call`` are the rows of their calls. ``v`` is the node's v afterwards, and
    ``window`` its window on entry, or its moving window after the arrival.
    """

    number: int
    kind: StepKind
    node: int
    call: int
    child: int | None = None
    child_call: int | None = None
    value: Number | None = None
    v: Number | None = None
    before: Window | None = None
    window: Window | None = None


class CallWindow(NamedTuple):
    """The window of a call.

    A null window asks one question only, whether a node is worth more than α (``ABOVE``), or less
    than β (``BELOW``); both ends are one number. It is no interval between that number and the
    next: leaves may be decimal, huge or infinite.
    """

    alpha: Number
    beta: Number
    null: int = NO_NULL

    def fails_high(self, value: Number) -> bool:
        """Tell whether a value is at least β.

        The β of a null window that asks for more than α is the next number above α.

        Example:
            >>> CallWindow(3, 5).fails_high(5), CallWindow(3, 3, ABOVE).fails_high(3)
            (True, False)
        """
        if self.null == ABOVE:
            return value > self.beta
        return value >= self.beta

    def fails_low(self, value: Number) -> bool:
        """Tell whether a value is at most α, in a null window below β the next number below it."""
        if self.null == BELOW:
            return value < self.alpha
        return value <= self.alpha


def _known(row: int) -> int | None:
    """Return a row, ``None`` for the −1 of the columns."""
    return None if row < 0 else row


class Record(SearchOrder):
    """A search of a tree, written once, with the state at any step a function of the step.

    Rows are calls, in the order in which they were made; several may be of the same node. Two
    records are equal when they are as long, of the same tree and of the same rules.

    Attributes:
        tree: The tree as searched (with the rules' levels, swapped where the form swaps).
        rules: The rules it was searched under.
        has_windows: Whether its nodes are entered with windows.
        nodes: The rank of each call's node (see :mod:`treeexplorer.engine.ordered_tree`).
        after: The parent's v after each call returned; ``None`` while it has not, at a root, and
            under chance nodes, but where one stops: there, what it is worth at most or at least.
        inner: The rows of the calls of nodes with children, ascending.
        scopes: The window of each call, where that does not follow from its parent's.
        handed_down: The windows of the calls that a chance node makes under a range, by row.
        means: What the calls of chance nodes returned, by row.
        remembered: What the calls that were answered from memory returned, by row.
        cuts: The rows whose return led to a cut-off, in order of time.
        roots: How many calls of the root have returned.
        complete: Whether the search has ended.
        open_calls: How many calls are open where the record ends.
        root_value: What the last call of the root returned, ``None`` while the search goes on.
        waits_for: The unknown leaf that the search could not evaluate, if there is one.
    """

    def __init__(self, order: SearchOrder, rules: Rules, *, has_windows: bool) -> None:
        """Begin a record of a search that has made no call."""
        super().__init__(order.tree, order.node_of_rank)
        self.rules = rules
        self.has_windows = has_windows
        self.nodes = array("i")
        self.after: list[Number | None] = []
        self.inner = array("i")
        self.scopes: list[CallWindow] = []
        self.handed_down: dict[int, Window] = {}
        self.means: dict[int, Number] = {}
        self.remembered: dict[int, Number] = {}
        self.cuts = array("i")
        self.roots = 0
        self.complete = False
        self.open_calls = 0
        self.root_value: Number | None = None
        self.waits_for: int | None = None
        self.replaces_first = rules.printed.replaces_first
        self._derived: dict[Callable[[Any], object], object] = {}
        self._columns: RecordColumns | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return (self.tree, self.rules, len(self.nodes), self.complete) == (
            other.tree,
            other.rules,
            len(other.nodes),
            other.complete,
        )

    def __hash__(self) -> int:
        return hash((self.tree, self.rules))

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_derived": {}, "_columns": None}

    # -- writing -------------------------------------------------------------------------------

    def stop_at_unknown(self, rank: int, open_calls: int) -> None:
        """Note that the search ends before an unknown leaf that has no value."""
        self.open_calls = open_calls
        self.waits_for = self.node_at(rank)

    def finish(self, value: Number) -> None:
        """Note that the search has ended, and with which value."""
        self.open_calls = 0
        self.roots = max(1, self.roots)
        self.complete = True
        self.root_value = value

    # -- what is derived -----------------------------------------------------------------------

    @property
    def columns(self) -> RecordColumns:
        """One row a call, made of what has been written so far."""
        columns = self._columns
        if columns is None:
            columns = self._columns = self.derive(RecordColumns)
        if not columns.is_final and not columns.is_whole:
            columns.extend()
        return columns

    def derive(self, kind: Callable[[Record], T]) -> T:
        """Return what a class or function makes of this record, made once and kept with it."""
        if kind not in self._derived:
            self._derived[kind] = kind(self)
        return cast("T", self._derived[kind])

    # -- time ----------------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """The number of steps recorded so far; of the whole search once it is complete."""
        return 2 * len(self.nodes) - self.roots - self.open_calls

    def node(self, row: int) -> int:
        """Return the node of a call."""
        return self.node_at(self.nodes[row])

    def row(self, node: int) -> int | None:
        """Return the row of a node's latest call, ``None`` where it was not visited."""
        return _known(self.columns.row_of_node[node])

    def rows(self, node: int) -> list[int]:
        """Return the rows of all of a node's calls, ascending."""
        columns = self.columns
        rows = []
        row = columns.row_of_node[node]
        while row >= 0:
            rows.append(row)
            row = columns.earlier.get(row, -1)
        return rows[::-1]

    def row_at(self, node: int, step: int) -> int | None:
        """Return the row of a node's latest call entered by a step."""
        columns = self.columns
        row = columns.row_of_node[node]
        while row >= 0 and columns.entered[row] > step:
            row = columns.earlier.get(row, -1)
        return _known(row)

    def entered(self, row: int) -> int:
        """Return the step at which a call is entered."""
        return self.columns.entered[row]

    def left(self, row: int) -> int:
        """Return the step at which a call's value arrives at its parent.

        A root's value arrives nowhere: its number is that of the next root's entry, or one past
        the last step. A call that is still open where the record ends has a number past the last
        step, too.
        """
        left = self.columns.left[row]
        return self.steps + 1 if left == _STILL_OPEN else left

    def last_row_by(self, step: int) -> int:
        """Return the row entered last by a step; −1 at step 0."""
        return bisect_right(self.columns.entered, step) - 1

    def parent_row(self, row: int) -> int | None:
        """Return the row of the call that made a call, ``None`` for a root's."""
        return _known(self.columns.parents[row])

    def sibling_before(self, row: int) -> int | None:
        """Return the row of the call that had returned to the same parent when one is entered."""
        return _known(self.columns.before[row])

    def following_call(self, step: Step) -> int | None:
        """Return the row of the call that a node makes next after an arrival, if it makes one."""
        if step.number >= self.steps:
            return None
        columns = self.columns
        row = columns.events[step.number]
        return row if row >= 0 and columns.parents[row] == step.call else None

    # -- values and windows --------------------------------------------------------------------

    def is_leaf_call(self, row: int) -> bool:
        """Tell whether a call is of a leaf (or of an estimate at the horizon)."""
        return self.is_evaluated(self.node(row))

    def is_evaluated(self, node: int) -> bool:
        """Tell whether a node is evaluated when it is visited, and not searched on."""
        return self.tree.end[node] == node + 1 or self.tree.ply[node] == self.rules.depth

    @cached_property
    def has_horizon(self) -> bool:
        """Whether the depth limit leaves out a part of the tree."""
        return self.rules.depth is not None and self.rules.depth < self.tree.depth

    @cached_property
    def ends(self) -> int:
        """How many leaves there are to read, with the estimates that a depth limit reads."""
        return self.count_ends(0)

    def count_ends(self, node: int) -> int:
        """Return how many leaves there are to read in a subtree, with the estimates."""
        depth = self.rules.depth
        if depth is None or not self.has_horizon:
            return self.tree.count_leaves(node)
        plies = self.tree.ply
        searched = (each for each in range(node, self.tree.end[node]) if plies[each] <= depth)
        return sum(map(self.is_evaluated, searched))

    def leaf_value(self, node: int) -> Number | None:
        """Return what evaluating a node gives: its number, or its estimate at the horizon."""
        value = self.tree.leaf_value(node)
        return self.tree.estimate(node) if value is None else value

    def value(self, row: int) -> Number | None:
        """Return what a call returned, ``None`` while it is open where the record ends."""
        return self.columns.values[row]

    def entry(self, row: int) -> Window:
        """Return the window a call was entered with; both ends are one in a null window."""
        return self.columns.entries[row]

    def null(self, row: int) -> int:
        """Return whether a call's window is a null window: ``ABOVE``, ``BELOW``, ``NO_NULL``."""
        return self.scopes[row].null if self.scopes else NO_NULL

    def first_v(self, row: int) -> Number | None:
        """Return the v with which an inner call starts; ``None`` at a chance node."""
        return self.starting_v(self.tree.roles[self.node(row)], self.entry(row))

    def starting_v(self, role: int, window: Window) -> Number | None:
        """Return the v with which a node starts that is entered with a window."""
        if role == CHANCE_ROLE:
            return None
        alpha, beta = window
        at_max = role == MAX_ROLE
        starts_at_bound = self.rules.hard or self.replaces_first
        if starts_at_bound:
            return alpha if at_max else beta
        return -INFINITY if at_max else INFINITY

    def v_before(self, row: int) -> Number | None:
        """Return the parent's v when a call is entered."""
        before = self.columns.before[row]
        if before >= 0:
            return self.after[before]
        parent = self.columns.parents[row]
        if parent < 0:
            return None
        return self.first_v(parent)

    def moving(self, row: int, v: Number | None) -> Window | None:
        """Return the window that an open call's children are entered with when it has a v."""
        return self.moved(self.tree.roles[self.node(row)], self.entry(row), v)

    def moved(self, role: int, window: Window, v: Number | None) -> Window | None:
        """Return a node's window once v has moved it; ``None`` for a chance node, or without v."""
        if role == CHANCE_ROLE or v is None:
            return None
        if not self.has_windows:
            return window
        alpha, beta = window
        if role == MIN_ROLE:
            beta = v if self.replaces_first else min(beta, v)
        else:
            alpha = v if self.replaces_first else max(alpha, v)
        return alpha, beta

    def window_at(self, row: int, step: int) -> Window:
        """Return the window of a call at a step, as v has moved it by then."""
        if self.is_leaf_call(row):
            return self.entry(row)
        window = self.moving(row, self.v_at(row, step))
        return self.entry(row) if window is None else window

    # -- steps ---------------------------------------------------------------------------------

    def step(self, number: int) -> Step:
        """Return a step by its number.

        Raises:
            IndexError: There is no such step (yet).
        """
        if not 0 <= number <= self.steps:
            raise IndexError(f"there is no step {number}; the search has {self.steps}")
        if number == 0:
            return Step(0, StepKind.START, 0, 0, window=self.rules.root_window)
        event = self.columns.events[number - 1]
        return self._arrival(number, ~event) if event < 0 else self._entry(number, event)

    def _arrival(self, number: int, row: int) -> Step:
        """Return the step at which a call's value arrives at its parent."""
        parent_row = self.columns.parents[row]
        v = self.after[row]
        return Step(
            number,
            StepKind.CUT if self.has_cut(row) else StepKind.RETURN,
            self.node(parent_row),
            parent_row,
            child=self.node(row),
            child_call=row,
            value=self.value(row),
            v=v,
            before=self.moving(parent_row, self.v_before(row)),
            window=self.moving(parent_row, v),
        )

    def _entry(self, number: int, row: int) -> Step:
        """Return the step at which a call is entered; leaves and memory answer it at once."""
        node = self.node(row)
        window = self.entry(row)
        if row in self.remembered:
            return Step(number, StepKind.VISIT, node, row, value=self.value(row), window=window)
        if self.is_leaf_call(row):
            return Step(number, StepKind.LEAF, node, row, value=self.value(row), window=window)
        return Step(number, StepKind.VISIT, node, row, v=self.first_v(row), window=window)

    def has_cut(self, row: int) -> bool:
        """Tell whether the return of a call led to a cut-off, by bisection."""
        index = bisect_left(self.cuts, self.left(row), key=self.left)
        return index < len(self.cuts) and self.cuts[index] == row

    def current(self, step: int) -> int | None:
        """Return the node at which the search stands at a step."""
        row = self._current_row(step)
        return None if row < 0 else self.node(row)

    def _current_row(self, step: int) -> int:
        """Return the row of the call at which the search stands, −1 before the first step.

        It is the call that the step enters, or the one at which a value arrives.
        """
        if step == 0:
            return -1
        event = self.columns.events[step - 1]
        return event if event >= 0 else self.columns.parents[~event]

    def last_arrival(self, row: int, step: int) -> int | None:
        """Return the row of the child whose value arrived last at a call by a step."""
        columns = self.columns
        if columns.left[row] <= step:
            return _known(columns.latest[row])
        current = self._current_row(step)
        if current == row:
            event = columns.events[step - 1]
            return ~event if event < 0 else None
        ply = self.tree.ply[self.node(row)] + 1
        below = self.row_at(self.tree.ancestor_at(self.node(current), ply), step)
        return None if below is None else self.sibling_before(below)

    def v_at(self, row: int, step: int) -> Number | None:
        """Return the v of an inner call at a step."""
        last = self.last_arrival(row, step)
        return self.first_v(row) if last is None else self.after[last]

    def is_done(self, row: int, step: int) -> bool:
        """Tell whether the last value has arrived at a call, which may still be the current one."""
        return self.value(row) is not None and self.left(row) - 1 <= step

    def status(self, node: int, step: int) -> Status:
        """Return what a node is at a step, in time that does not depend on the step."""
        row = self.row_at(node, step)
        if row is not None:
            is_over = node == 0 and self.complete and step == self.steps
            return Status.CLOSED if is_over or self.left(row) <= step else Status.OPEN
        depth = self.rules.depth
        if depth is not None and self.tree.ply[node] > depth:
            return Status.BEYOND
        above = self.tree.parent[node]
        ancestor = None if above < 0 else self.visited_ancestor(above, step)
        if ancestor is None:
            return Status.UNSEEN
        ancestor_row = self.row_at(ancestor, step)
        is_skipped = ancestor_row is not None and self.is_done(ancestor_row, step)
        return Status.SKIPPED if is_skipped else Status.UNSEEN

    def undrawn_status(self, node: int, step: int) -> Status:
        """Return what a node's undrawn children (``...``) are at a step.

        They are skipped where every call of the node so far was cut off before it came to them;
        a call that is answered from memory comes to nothing. Where one came to them they are
        still unseen.
        """
        row = self.row_at(node, step)
        if row is None:
            return self.status(node, step)
        if self.is_evaluated(node):
            return Status.BEYOND
        if self.rules.right_to_left or not self.is_done(row, step):
            return Status.UNSEEN
        for call in self.rows(node):
            last_child = self.columns.latest[call]
            comes_to_children = self.entered(call) <= step and last_child >= 0
            if comes_to_children and not self.has_cut(last_child):
                return Status.UNSEEN
        return Status.SKIPPED

    def visited_ancestor(self, node: int, step: int) -> int | None:
        """Return the lowest ancestor of a node (or itself) that was visited by a step.

        A node is visited after its parent, so the visited plies above it are the first ones.
        """
        tree = self.tree
        for near in (node, tree.parent[node]):  # in a drawing one of them mostly is
            if near >= 0 and self.row_at(near, step) is not None:
                return near

        def is_unvisited(ply: int) -> bool:
            return self.row_at(tree.ancestor_at(node, ply), step) is None

        visited_plies = bisect_left(range(tree.ply[node]), True, key=is_unvisited)
        if not visited_plies:
            return None
        return tree.ancestor_at(node, visited_plies - 1)

    # -- results -------------------------------------------------------------------------------

    @property
    def tree_as_drawn(self) -> GameTree:
        """The tree with the players as drawn, where the form exchanges them."""
        swaps = self.rules.printed.swaps_players
        return self.tree.with_swapped_players() if swaps else self.tree

    def readings(self) -> Iterator[tuple[int, int, Number]]:
        """Yield the step, the node and the value of every evaluation of a leaf, in order."""
        columns = self.columns
        searched_on = {*self.inner, *self.remembered}
        calls = zip(columns.entered, columns.nodes, columns.values, strict=True)
        for row, (step, node, value) in enumerate(calls):
            if value is not None and row not in searched_on:
                yield step, node, value

    @property
    def evaluations(self) -> int:
        """How many times a leaf was evaluated."""
        remembered = sum(map(self.is_leaf_call, self.remembered))
        return len(self.nodes) - len(self.inner) - remembered

    @property
    def evaluated(self) -> int:
        """How many distinct leaves were evaluated."""
        return self.visited - len({self.nodes[row] for row in self.inner})

    @property
    def visited(self) -> int:
        """How many distinct nodes were visited."""
        return len(self.nodes) - len(self.columns.earlier)


@dataclass(slots=True)
class _OpenRow:
    """An open call while the columns are made: its v, its moving window, who moved v."""

    row: int
    node: int
    role: int
    v: Number | None
    window: Window
    mover: int = -1


class RecordColumns:
    """What follows from the columns that a search has written: one row a call.

    Attributes:
        nodes: Each call's node.
        parents: The row of the call that made each call, −1 for a root's.
        entered: The step at which each call is entered.
        left: The step at which its value arrives at its parent.
        before: The row that had returned to the same parent when it is entered, −1 for none.
        movers: The row that had moved the parent's v to what it is when it is entered, −1 for
            none.
        runs: The row of the topmost ancestor from which first calls lead down to it, with no
            chance node on the way. On such a run nothing has returned when the call is entered.
        latest: The row that returned to it last, −1 for none.
        entries: The window on entry.
        values: What it returned.
        events: One a step: the row that is entered, or ``~row`` where its value arrives.
        row_of_node: The row of each node's latest call, −1 where it was not visited.
        earlier: The row of the same node's call before, for calls of nodes entered again.
        is_final: Whether they are those of a search that has ended.
    """

    def __init__(self, record: Record) -> None:
        """Begin without rows; :meth:`extend` makes those of the calls that are written."""
        self._record = record
        self.is_final = False
        self.nodes = array("i")
        self.parents = array("i")
        self.entered = array("i")
        self.left = array("i")
        self.before = array("i")
        self.movers = array("i")
        self.runs = array("i")
        self.latest = array("i")
        self.entries: list[Window] = []
        self.values: list[Number | None] = []
        self.events = array("i")
        self.row_of_node = array("i", [-1]) * len(record.tree)
        self.earlier: dict[int, int] = {}
        self._path: list[_OpenRow] = []

    @property
    def is_whole(self) -> bool:
        """Whether nothing has been written since the rows were made."""
        record = self._record
        return len(self.nodes) == len(record.nodes) and len(self._path) <= record.open_calls

    def extend(self) -> None:
        """Make the rows of the calls that have been written since, in time linear in them."""
        record = self._record
        path = self._path
        parent_of = record.tree.parent
        first = len(self.nodes)
        self._make_room(first, len(record.nodes))
        for row in range(first, len(record.nodes)):
            node = self.nodes[row]
            while path and path[-1].node != parent_of[node]:
                self._leave()
            window = self._enter(row, node)
            value = self._value_at_once(row, node)
            if value is not None:
                self._return(row, value)
                continue
            role = record.tree.roles[node]
            v = record.starting_v(role, window)
            if role == CHANCE_ROLE:
                window = FULL_WINDOW
            path.append(_OpenRow(row, node, role, v, window))
        while len(path) > record.open_calls:
            self._leave()
        self.is_final = record.complete

    def _make_room(self, first: int, end: int) -> None:
        """Append rows that say nothing yet, all at once: one by one takes twice the time."""
        record = self._record
        count = end - first
        nothing = array("i", [-1]) * count
        ranks = record.nodes[first:end]
        if record.node_of_rank is None:
            self.nodes.extend(ranks)
        else:
            self.nodes.extend(map(record.node_of_rank.__getitem__, ranks))
        self.parents.extend(nothing)
        self.entered.extend(nothing)
        self.left.extend(array("i", [_STILL_OPEN]) * count)
        self.before.extend(nothing)
        self.movers.extend(nothing)
        self.runs.extend(range(first, end))
        self.latest.extend(nothing)
        self.entries.extend([FULL_WINDOW] * count)
        self.values.extend([None] * count)

    def _enter(self, row: int, node: int) -> Window:
        """Fill in the row of a call that is entered now, and return its window."""
        record = self._record
        if self._path:
            above = self._path[-1]
            parent = above.row
            window = above.window
            self.parents[row] = parent
            self.before[row] = self.latest[parent]
            self.movers[row] = above.mover
            if parent == row - 1 and above.role != CHANCE_ROLE:
                self.runs[row] = self.runs[parent]
        else:
            window = record.rules.root_window if record.has_windows else FULL_WINDOW
        if record.scopes:
            scope = record.scopes[row]
            window = (scope.alpha, scope.beta)
        elif record.handed_down:
            window = record.handed_down.get(row, window)
        earlier = self.row_of_node[node]
        if earlier >= 0:
            self.earlier[row] = earlier
        self.row_of_node[node] = row
        self.events.append(row)
        self.entered[row] = len(self.events)
        self.entries[row] = window
        return window

    def _value_at_once(self, row: int, node: int) -> Number | None:
        """Return what a leaf or memory answers a call with; ``None`` where it searches on."""
        record = self._record
        value = record.tree.leaf_values[node]
        if value is not None:
            return value
        value = record.remembered.get(row)
        if value is None and record.is_evaluated(node):
            return record.leaf_value(node)
        return value

    def _leave(self) -> None:
        """Let the last open call return."""
        call = self._path.pop()
        value = self._record.means[call.row] if call.v is None else call.v
        if self._record.rules.hard:
            low, high = self.entries[call.row]
            value = max(low, min(value, high))
        self._return(call.row, value)

    def _return(self, row: int, value: Number) -> None:
        """Note that a call returns a value, and what that changes at its parent."""
        self.values[row] = value
        self.left[row] = len(self.events) + 1
        if not self._path:
            return
        self.events.append(~row)
        above = self._path[-1]
        is_first = self.latest[above.row] < 0
        self.latest[above.row] = row
        v = self._record.after[row]
        if v is None:
            return
        moves_v = v != above.v or (is_first and self._record.replaces_first)
        if moves_v:
            above.v = v
            above.mover = row
            window = self._record.moved(above.role, self.entries[above.row], v)
            above.window = FULL_WINDOW if window is None else window
