"""The record of a search: what every node looks like at any step, without replaying anything.

A *call* is one visit of a node by the search: calls are numbered from 0 in the order in which they
are made, and the columns have one entry for each. A *step* enters a call, or returns from one; at
the parent that is the *arrival* of the child's value.

A search writes few columns: the node of each call, the parent's v after the call had returned, and
the windows where they do not follow from these. That fixes everything else. A call belongs to the
open call of its node's parent, so calls return exactly when the next call is of a node elsewhere;
and when they return, and with which window each is entered, follows. :class:`RecordColumns` holds
what follows, made once when somebody asks for it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeVar, cast

from treeexplorer.engine.ordered_tree import SearchOrder
from treeexplorer.rules import Rules, Windows
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

    ``node`` is the node that is visited, or the parent to which ``child`` returns ``value``;
    ``call`` and ``child_call`` are their calls. ``v`` is the node's v afterwards, and ``window``
    its window on entry, or its moving window after the return.
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
        """Tell whether a value is at most α.

        The α of a null window that asks for less than β is the next number below β.
        """
        if self.null == BELOW:
            return value < self.alpha
        return value <= self.alpha


def _call_or_none(call: int) -> int | None:
    """Return a call, ``None`` for the −1 of the columns."""
    return None if call < 0 else call


def _is_return(event: int) -> bool:
    """Tell whether a call returns in an event of the columns, or else is entered."""
    return event < 0


def _call_of_event(event: int) -> int:
    """Return the call that is entered, or returns, in an event of the columns.

    Example:
        >>> _call_of_event(4), _call_of_event(~4)
        (4, 4)
    """
    return ~event if event < 0 else event


class Record(SearchOrder):
    """A recorded search of a tree, whose state at any step is found without a replay.

    Calls are numbered from 0 in the order in which they were made; several may be of the same
    node. Two records are equal when they are as long, of the same tree and of the same rules.

    Attributes:
        tree: The tree as searched (with the rules' levels, swapped where the form swaps).
        rules: The rules it was searched under.
        has_windows: Whether its nodes are entered with windows.
        nodes: The rank of each call's node (see :mod:`treeexplorer.engine.ordered_tree`).
        v_after: The parent's v after each call returned; ``None`` while it has not, at a root, and
            under chance nodes, but where one stops: there, what it is worth at most or at least.
        inner_calls: The calls of nodes with children, ascending.
        call_windows: The window of each call, where that does not follow from its parent's.
        chance_windows: The window of each call that a chance node makes under a range.
        chance_values: What each call of a chance node returned.
        remembered: What each call returned that was answered from memory.
        cuts: The calls whose return led to a cut-off, in order of time.
        root_returns: How many calls of the root have returned.
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
        self.replaces_first = rules.printed.replaces_first

        # Columns that run in parallel: the search appends an entry for every call.
        self.nodes = array("i")  # the rank of the call's node
        self.v_after: list[Number | None] = []  # its parent's v after it has returned
        self.call_windows: list[CallWindow] = []  # filled by searches with null windows only

        # Some calls only: numbers of calls, ascending, and tables by the number of a call.
        self.inner_calls = array("i")  # of nodes with children
        self.cuts = array("i")  # in order of time: those whose return caused a cut-off
        self.chance_windows: dict[int, Window] = {}  # of a chance node's child, under a range
        self.chance_values: dict[int, Number] = {}  # what a chance node returned
        self.remembered: dict[int, Number] = {}  # what a call returned that memory answered

        # How far the search has come.
        self.open_calls = 0
        self.root_returns = 0
        self.root_value: Number | None = None
        self.complete = False
        self.waits_for: int | None = None

        # Caches of what follows from the fields above; left out when the record is pickled.
        self._derived: dict[Callable[[Any], object], object] = {}
        self._columns: RecordColumns | None = None

    def __eq__(self, other: object) -> bool:
        """Tell whether both are records of the same search that have come equally far.

        A tree and its rules determine every call, so the calls need not be compared one by one.
        """
        if not isinstance(other, Record):
            return NotImplemented
        return (
            self.tree == other.tree
            and self.rules == other.rules
            and len(self.nodes) == len(other.nodes)
            and self.complete == other.complete
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
        """Note that the search has ended with a value."""
        self.open_calls = 0
        self.root_returns = max(1, self.root_returns)
        self.complete = True
        self.root_value = value

    # -- what is derived -----------------------------------------------------------------------

    @property
    def columns(self) -> RecordColumns:
        """What follows from the columns that have been written so far."""
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

    def with_windows_on(self, windows: Windows) -> Record:
        """Return this finished search under rules by which a course writes other windows.

        The search does not depend on which ones are written, so all columns are shared.

        Example:
            >>> from treeexplorer.engine import search
            >>> from treeexplorer.tree import from_nested
            >>> record = search(from_nested([[3, 12], 2]))
            >>> exits = record.with_windows_on("exit")
            >>> exits.rules.windows, exits.columns is record.columns
            ('exit', True)
        """
        if windows == self.rules.windows:
            return self
        other = copy(self)
        other.rules = replace(self.rules, windows=windows)
        other._columns = self.columns
        return other

    # -- time ----------------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """The number of steps recorded so far; of the whole search once it is complete."""
        return 2 * len(self.nodes) - self.root_returns - self.open_calls

    def node(self, call: int) -> int:
        """Return the node of a call."""
        return self.node_at(self.nodes[call])

    def call_of(self, node: int) -> int | None:
        """Return a node's latest call, ``None`` where it was not visited."""
        return _call_or_none(self.columns.call_of_node[node])

    def calls_of(self, node: int) -> list[int]:
        """Return all calls of a node, ascending."""
        columns = self.columns
        calls = []
        call = columns.call_of_node[node]
        while call >= 0:
            calls.append(call)
            call = columns.earlier.get(call, -1)
        return calls[::-1]

    def call_at(self, node: int, step: int) -> int | None:
        """Return a node's latest call that is entered by a step, ``None`` where none is."""
        columns = self.columns
        call = columns.call_of_node[node]
        while call >= 0 and columns.entered[call] > step:
            call = columns.earlier.get(call, -1)
        return _call_or_none(call)

    def entered_at(self, call: int) -> int:
        """Return the step at which a call is entered."""
        return self.columns.entered[call]

    def returned_at(self, call: int) -> int:
        """Return the step at which a call returns its value to its parent.

        A root returns to nobody: its number is that of the next root's entry, or one past the last
        step. A call that is still open where the record ends has a number past the last step, too.
        """
        left = self.columns.returned[call]
        return self.steps + 1 if left == _STILL_OPEN else left

    def last_call_by(self, step: int) -> int:
        """Return the call that is entered last by a step; −1 at step 0."""
        return bisect_right(self.columns.entered, step) - 1

    def caller(self, call: int) -> int | None:
        """Return the call that made a call, its parent's; ``None`` for the root's."""
        return _call_or_none(self.columns.callers[call])

    def mover_before(self, call: int) -> int | None:
        """Return the call that had given the parent its v when a call is entered."""
        return _call_or_none(self.columns.movers[call])

    def sibling_before(self, call: int) -> int | None:
        """Return the call that had last returned to the same parent when a call is entered."""
        return _call_or_none(self.columns.siblings_before[call])

    def following_call(self, step: Step) -> int | None:
        """Return the call that a node makes next after a child has returned, if it makes one."""
        if step.number >= self.steps:
            return None
        following = self.columns.events[step.number]
        is_made_here = not _is_return(following) and self.caller(following) == step.call
        return following if is_made_here else None

    # -- values and windows --------------------------------------------------------------------

    def is_leaf_call(self, call: int) -> bool:
        """Tell whether a call is of a leaf (or of an estimate at the horizon)."""
        return self.is_evaluated(self.node(call))

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

    def value(self, call: int) -> Number | None:
        """Return what a call returned, ``None`` while it is open where the record ends."""
        return self.columns.values[call]

    def entry_window(self, call: int) -> Window:
        """Return the window a call was entered with; both ends are one in a null window."""
        return self.columns.entry_windows[call]

    def null_question(self, call: int) -> int:
        """Return what a call's null window asks: ``ABOVE`` or ``BELOW``; ``NO_NULL`` of others."""
        return self.call_windows[call].null if self.call_windows else NO_NULL

    def asked_about(self, call: int) -> Number:
        """Return the number that a null window asks about, which is both of its ends."""
        number, _ = self.entry_window(call)
        return number

    def has_null_window(self, call: int) -> bool:
        """Tell whether a call's window is a null window, which asks one question only."""
        return self.null_question(call) != NO_NULL

    def first_v(self, call: int) -> Number | None:
        """Return the first v of a call of an inner node; ``None`` at a chance node."""
        return self.starting_v(self.tree.roles[self.node(call)], self.entry_window(call))

    def starting_v(self, role: int, window: Window) -> Number | None:
        """Return the v of a node on entry, before any child has returned.

        Fail-soft starts at the player's worst value, −∞ at MAX and +∞ at MIN (Fishburn 1983).
        Fail-hard, and the form that takes the first child's value whatever it is
        (``replaces_first``), start at the player's own bound, α at MAX and β at MIN.

        Returns:
            The first v; ``None`` for a chance node, which has no v until it returns.
        """
        if role == CHANCE_ROLE:
            return None
        alpha, beta = window
        at_max = role == MAX_ROLE
        starts_at_bound = self.rules.hard or self.replaces_first
        if starts_at_bound:
            return alpha if at_max else beta
        return -INFINITY if at_max else INFINITY

    def v_before(self, call: int) -> Number | None:
        """Return the v that the parent has when a call is entered.

        Returns:
            ``None`` for a call of the root, which has no parent, and below chance nodes.

        Example:
            MAX's children 3, 5, 4 are entered while MAX's v is −∞, 3 and 5 (fail-soft).
        """
        caller = self.caller(call)
        if caller is None:
            return None
        sibling = self.sibling_before(call)
        if sibling is None:  # nothing has returned to the parent yet
            return self.first_v(caller)
        return self.v_after[sibling]

    def moving_window(self, call: int, v: Number | None) -> Window | None:
        """Return the window that an open call's children are entered with when it has a v."""
        return self.moved_window(self.tree.roles[self.node(call)], self.entry_window(call), v)

    def moved_window(self, role: int, window: Window, v: Number | None) -> Window | None:
        """Return an open node's window, given its v: α follows v at MAX, β at MIN.

        A bound moves inwards only, so a v that is worse than it leaves it where it is. In the form
        that takes the first child's value whatever it is (``replaces_first``) the bound *is* v.

        Args:
            role: Whose node it is.
            window: The window it was entered with.
            v: Its v.

        Returns:
            The window; ``None`` for a chance node, which has none that moves, and without a v.

        Example:
            At MAX, v = 5 turns (2, 9) into (5, 9). v = 1 leaves (2, 9) as it is, but makes it
            (1, 9) with ``replaces_first``.
        """
        if role == CHANCE_ROLE or v is None:
            return None
        if not self.has_windows:  # minimax: the window stands still
            return window
        alpha, beta = window
        if role == MIN_ROLE:
            beta = v if self.replaces_first else min(beta, v)
        else:
            alpha = v if self.replaces_first else max(alpha, v)
        return alpha, beta

    def window_at(self, call: int, step: int) -> Window:
        """Return the window of a call at a step, as v has moved it by then."""
        if self.is_leaf_call(call):
            return self.entry_window(call)
        window = self.moving_window(call, self.v_at(call, step))
        return self.entry_window(call) if window is None else window

    # -- steps ---------------------------------------------------------------------------------

    def step(self, number: int) -> Step:
        """Return a step by its number.

        Raises:
            IndexError: There is no such step (yet).
        """
        if not 0 <= number <= self.steps:
            raise IndexError(f"there is no step {number}; the search has {self.steps}")
        if number == 0:
            root = 0
            first_call = 0
            return Step(number, StepKind.START, root, first_call, window=self.rules.root_window)
        event = self.columns.events[number - 1]  # there is no event for step 0
        call = _call_of_event(event)
        return self._return_step(number, call) if _is_return(event) else self._entry(number, call)

    def arrival(self, call: int) -> Step:
        """Return the step at which a call's value arrives at its parent."""
        return self.step(self.returned_at(call))

    def _return_step(self, number: int, child_call: int) -> Step:
        """Return the step at which a child's call returns its value to its parent.

        The parent is the node of the step: v and the windows before and after are the parent's.
        """
        call = self.columns.callers[child_call]
        kind = StepKind.CUT if self.has_cut(child_call) else StepKind.RETURN
        # Both are the parent's v, and are kept by the child's call.
        v_before = self.v_before(child_call)
        v_after = self.v_after[child_call]
        return Step(
            number=number,
            kind=kind,
            node=self.node(call),
            call=call,
            child=self.node(child_call),
            child_call=child_call,
            value=self.value(child_call),
            v=v_after,
            before=self.moving_window(call, v_before),
            window=self.moving_window(call, v_after),
        )

    def _entry(self, number: int, call: int) -> Step:
        """Return the step at which a call is entered; leaves and memory answer it at once."""
        node = self.node(call)
        window = self.entry_window(call)
        if call in self.remembered:
            return Step(number, StepKind.VISIT, node, call, value=self.value(call), window=window)
        if self.is_leaf_call(call):
            return Step(number, StepKind.LEAF, node, call, value=self.value(call), window=window)
        return Step(number, StepKind.VISIT, node, call, v=self.first_v(call), window=window)

    def has_cut(self, call: int) -> bool:
        """Tell whether the return of a call led to a cut-off, by bisection."""
        index = bisect_left(self.cuts, self.returned_at(call), key=self.returned_at)
        return index < len(self.cuts) and self.cuts[index] == call

    def current(self, step: int) -> int | None:
        """Return the node at which the search stands at a step."""
        if step == 0:
            return None
        return self.node(self._current_call(step))

    def _current_call(self, step: int) -> int:
        """Return the call that a step enters, or that a child returns to; not of step 0."""
        event = self.columns.events[step - 1]
        call = _call_of_event(event)
        return self.columns.callers[call] if _is_return(event) else call

    def last_return(self, call: int, step: int) -> int | None:
        """Return the call of the last child that has returned to a call by a step.

        Args:
            call: A call that has been entered by the step.
            step: The step.

        Returns:
            ``None`` where no child has returned to it.

        Example:
            In ``[3 [5 7]]`` the children of the root are 3 and B. While B is open, the last child
            that has returned to the root is 3.
        """
        columns = self.columns
        has_returned = columns.returned[call] <= step
        if has_returned:
            return _call_or_none(columns.last_returned[call])
        current = self._current_call(step)
        if current == call:
            # The step enters the call, so that no child has returned; or it is a child's return.
            event = columns.events[step - 1]
            return _call_of_event(event) if _is_return(event) else None
        # The search stands below a child, which is open: the sibling before it returned last.
        ply_of_children = self.tree.ply[self.node(call)] + 1
        open_child = self.tree.ancestor_at(self.node(current), ply_of_children)
        open_child_call = self.call_at(open_child, step)
        return None if open_child_call is None else self.sibling_before(open_child_call)

    def v_at(self, call: int, step: int) -> Number | None:
        """Return the v of an inner call at a step."""
        last = self.last_return(call, step)
        return self.first_v(call) if last is None else self.v_after[last]

    def is_done(self, call: int, step: int) -> bool:
        """Tell whether the last value has arrived at a call, which may still be the current one."""
        return self.value(call) is not None and self.returned_at(call) - 1 <= step

    def status(self, node: int, step: int) -> Status:
        """Return what a node is at a step, in time that does not depend on the step."""
        call = self.call_at(node, step)
        if call is not None:
            return Status.CLOSED if self._has_ended(call, step) else Status.OPEN
        depth = self.rules.depth
        if depth is not None and self.tree.ply[node] > depth:
            return Status.BEYOND
        return Status.SKIPPED if self._is_skipped(node, step) else Status.UNSEEN

    def _has_ended(self, call: int, step: int) -> bool:
        """Tell whether a call has returned by a step; the root's does with the last step."""
        is_last_step = self.complete and step == self.steps
        is_roots_end = is_last_step and self.tree.is_root(self.node(call))
        return is_roots_end or self.returned_at(call) <= step

    def _is_skipped(self, node: int, step: int) -> bool:
        """Tell whether the lowest visited node above an unvisited one is done with it."""
        parent = self.tree.parent_of(node)
        ancestor = None if parent is None else self.visited_ancestor(parent, step)
        call = None if ancestor is None else self.call_at(ancestor, step)
        return call is not None and self.is_done(call, step)

    def undrawn_status(self, node: int, step: int) -> Status:
        """Return whether a node's undrawn children (``...``) are skipped at a step.

        They stand behind the drawn ones, as in ``[3 12 ...]``.

        Returns:
            ``SKIPPED`` where every call of the node so far was cut off before the undrawn ones;
            ``UNSEEN`` while one may still come to them, and where one did; ``BEYOND`` below the
            depth limit. Of a node that has not been visited: the node's own status.
        """
        call = self.call_at(node, step)
        if call is None:
            return self.status(node, step)
        if self.is_evaluated(node):  # with children, only the depth limit makes it so
            return Status.BEYOND
        comes_to_them_first = self.rules.right_to_left
        if comes_to_them_first or not self.is_done(call, step):
            return Status.UNSEEN
        calls = (each for each in self.calls_of(node) if self.entered_at(each) <= step)
        return Status.UNSEEN if any(map(self._came_to_the_end, calls)) else Status.SKIPPED

    def _came_to_the_end(self, call: int) -> bool:
        """Tell whether a call that has returned went past its last drawn child."""
        last_child = _call_or_none(self.columns.last_returned[call])
        if last_child is None:  # memory answered the call, which came to no child
            return False
        return not self.has_cut(last_child)

    def visited_ancestor(self, node: int, step: int) -> int | None:
        """Return the lowest node that was visited by a step, of a node and its ancestors.

        Returns:
            ``None`` where not even the root was visited.

        Example:
            With the root and A visited, it is A for A.2.1 and for A, and the root for B.1.
        """
        for near in (node, self.tree.parent_of(node)):  # mostly one of them: no bisection needed
            if near is not None and self.call_at(near, step) is not None:
                return near
        return self._visited_ancestor_by_bisection(node, step)

    def _visited_ancestor_by_bisection(self, node: int, step: int) -> int | None:
        """Return the lowest ancestor of a node that was visited by a step.

        A node is visited after its parent: on the path from the root the visited ones come first.
        """

        def is_unvisited(ply: int) -> bool:
            return self.call_at(self.tree.ancestor_at(node, ply), step) is None

        plies_above = range(self.tree.ply[node])
        visited_count = bisect_left(plies_above, True, key=is_unvisited)
        if visited_count == 0:
            return None
        return self.tree.ancestor_at(node, visited_count - 1)

    # -- results -------------------------------------------------------------------------------

    @property
    def tree_as_drawn(self) -> GameTree:
        """The tree with the players as drawn, where the form exchanges them."""
        swaps = self.rules.printed.swaps_players
        return self.tree.with_swapped_players() if swaps else self.tree

    def leaves_read(self) -> Iterator[tuple[int, Number]]:
        """Yield the node and the value of every evaluation of a leaf, in order.

        Where no steps are asked for, the columns need not be made, which takes longer than most
        searches of small trees.
        """
        for call, rank in enumerate(self.nodes):
            node = self.node_at(rank)
            if not self.is_evaluated(node) or call in self.remembered:
                continue
            value = self.leaf_value(node)
            if value is not None:
                yield node, value

    def readings(self) -> Iterator[tuple[int, int, Number]]:
        """Yield the step, the node and the value of every evaluation of a leaf, in order."""
        columns = self.columns
        searched_on = {*self.inner_calls, *self.remembered}
        calls = zip(columns.entered, columns.nodes, columns.values, strict=True)
        for call, (step, node, value) in enumerate(calls):
            if value is not None and call not in searched_on:
                yield step, node, value

    @property
    def evaluations(self) -> int:
        """How many times a leaf was evaluated."""
        remembered = sum(map(self.is_leaf_call, self.remembered))
        return len(self.nodes) - len(self.inner_calls) - remembered

    @property
    def evaluated(self) -> int:
        """How many distinct leaves were evaluated."""
        return self.visited - len({self.nodes[call] for call in self.inner_calls})

    @property
    def visited(self) -> int:
        """How many distinct nodes were visited."""
        return len(self.nodes) - len(self.columns.earlier)


@dataclass(slots=True)
class _OpenCall:
    """An open call while the columns are made.

    Attributes:
        call: The call.
        node: Its node.
        role: Whose node that is.
        v: Its v so far; ``None`` at a chance node.
        window: Its moving window, with which its next child is entered.
        mover: The child's call that moved v last, −1 for none.
    """

    call: int
    node: int
    role: int
    v: Number | None
    window: Window
    mover: int = -1


class RecordColumns:
    """What follows from the columns that a search has written, an entry for each call.

    Attributes:
        nodes: Each call's node.
        callers: The call that made it, its parent's; −1 for a root's.
        entered: The step at which each call is entered.
        returned: The step at which it returns to its parent.
        siblings_before: The call that had last returned to the same parent when it is entered, −1
            for none.
        movers: The call that had moved the parent's v to what it is when it is entered, −1 for
            none.
        run_tops: The topmost ancestor's call from which first calls lead down to it, with no
            chance node on the way. On such a run nothing has returned when the call is entered.
        last_returned: The child's call that returned to it last, −1 for none.
        entry_windows: The window on entry.
        values: What it returned.
        events: One a step: the call that is entered, or ``~call`` where it returns.
        call_of_node: Each node's latest call, −1 where it was not visited.
        earlier: The same node's call before, for calls of nodes entered again.
        is_final: Whether they are those of a search that has ended.
    """

    def __init__(self, record: Record) -> None:
        """Begin without entries; :meth:`extend` makes those of the calls that are written."""
        self._record = record
        self.is_final = False

        # By call: known when it is entered. An entry that is a call is −1 for none.
        self.nodes = array("i")
        self.callers = array("i")  # the parent's call
        self.entered = array("i")  # a step
        self.siblings_before = array("i")  # the call that returned to the parent just before
        self.movers = array("i")  # the call that gave the parent its v
        self.run_tops = array("i")  # where the run of first children ends, looking upwards
        self.entry_windows: list[Window] = []

        # By call: known when it has returned.
        self.returned = array("i")  # a step
        self.last_returned = array("i")  # the call of its last child
        self.values: list[Number | None] = []

        # By step, from step 1: a call that is entered, or ~call for one that returns.
        self.events = array("i")

        # By node: its latest call; and by call: the same node's call before.
        self.call_of_node = array("i", [-1]) * len(record.tree)
        self.earlier: dict[int, int] = {}

        # The calls that are open after the last entry, the root's first.
        self._path: list[_OpenCall] = []

    @property
    def is_whole(self) -> bool:
        """Whether nothing has been written since the entries were made."""
        record = self._record
        return len(self.nodes) == len(record.nodes) and len(self._path) <= record.open_calls

    def calls_returning(self, after: int, last: int) -> Iterator[int]:
        """Yield the calls that return after a step and up to another one, in order."""
        return (~event for event in self.events[after:last] if event < 0)

    def extend(self) -> None:
        """Add to the columns the calls that the search has recorded since the last time.

        The search records of which node each call is, and not when calls return. That follows from
        an invariant: the caller of a call is the open call of its node's parent. So before a call
        is entered, every open call below that parent's has returned.

        Linear in the number of new calls.

        Example:
            ``[[3 5] 4]`` with calls of the root, A, 3, 5 and 4: the 4 is the root's child, so that
            A, which is still open, returns before the 4 is entered.
        """
        record = self._record
        path = self._path
        parents = record.tree.parent
        first = len(self.nodes)
        self._append_empty_entries(first, len(record.nodes))
        for call in range(first, len(record.nodes)):
            node = self.nodes[call]
            # Nothing is left open below the parent. (A root's parent is −1: nothing is left open.)
            while path and path[-1].node != parents[node]:
                self._return_last_open()
            window = self._note_entry(call, node)
            value = self._value_without_search(call, node)
            if value is not None:
                self._note_return(call, value)
                continue
            role = record.tree.roles[node]
            v = record.starting_v(role, window)
            if role == CHANCE_ROLE:  # below it alpha-beta starts anew
                window = FULL_WINDOW
            path.append(_OpenCall(call, node, role, v, window))
        # What the search itself has closed after its last call has returned, too.
        while len(path) > record.open_calls:
            self._return_last_open()
        self.is_final = record.complete

    def _append_empty_entries(self, first: int, end: int) -> None:
        """Append an entry for each new call to every column that has one a call.

        Nodes are filled in at once; of the rest a call is −1, a value ``None``, a return still to
        come, until they are known. To append all at once takes half the time of one by one.

        Args:
            first: The first new call.
            end: One past the last.
        """
        record = self._record
        count = end - first
        none_yet = array("i", [-1]) * count
        ranks = record.nodes[first:end]
        if record.node_of_rank is None:  # ranks are nodes
            self.nodes.extend(ranks)
        else:
            self.nodes.extend(map(record.node_of_rank.__getitem__, ranks))
        self.callers.extend(none_yet)
        self.entered.extend(none_yet)
        self.returned.extend(array("i", [_STILL_OPEN]) * count)
        self.siblings_before.extend(none_yet)
        self.movers.extend(none_yet)
        self.run_tops.extend(range(first, end))  # each is its own top until it is entered
        self.last_returned.extend(none_yet)
        self.entry_windows.extend([FULL_WINDOW] * count)
        self.values.extend([None] * count)

    def _note_entry(self, call: int, node: int) -> Window:
        """Fill in what is known when a call is entered, and return the window it is entered with.

        The last open call is its parent's; without one it is a call of the root.
        """
        record = self._record
        if self._path:
            parent = self._path[-1]
            window = parent.window
            self.callers[call] = parent.call
            self.siblings_before[call] = self.last_returned[parent.call]
            self.movers[call] = parent.mover
            # A first child is called right after its parent, and goes on the parent's run.
            is_first_child = parent.call == call - 1
            if is_first_child and parent.role != CHANCE_ROLE:
                self.run_tops[call] = self.run_tops[parent.call]
        else:
            window = record.rules.root_window if record.has_windows else FULL_WINDOW
        # A window that the search has recorded takes the place of the parent's.
        if record.call_windows:
            recorded = record.call_windows[call]
            window = (recorded.alpha, recorded.beta)
        elif record.chance_windows:
            window = record.chance_windows.get(call, window)
        earlier = self.call_of_node[node]
        if earlier >= 0:
            self.earlier[call] = earlier
        self.call_of_node[node] = call
        self.events.append(call)
        self.entered[call] = len(self.events)  # steps count from 1
        self.entry_windows[call] = window
        return window

    def _value_without_search(self, call: int, node: int) -> Number | None:
        """Return the value of a call that searches no children; ``None`` where it does.

        A leaf has its own value, and memory one from an earlier call; a node with children at the
        depth limit has its estimate.
        """
        record = self._record
        leaf_value = record.tree.leaf_values[node]
        if leaf_value is not None:
            return leaf_value
        remembered = record.remembered.get(call)
        if remembered is not None:
            return remembered
        if record.is_evaluated(node):
            return record.tree.estimate(node)
        return None

    def _return_last_open(self) -> None:
        """Take the last open call off the path, and note its return."""
        closed = self._path.pop()
        value = closed.v
        if value is None:  # a chance node that was not stopped early: it has no v
            value = self._record.chance_values[closed.call]
        if self._record.rules.hard:  # fail-hard: clamped into the window on entry
            low, high = self.entry_windows[closed.call]
            value = max(low, min(value, high))
        self._note_return(closed.call, value)

    def _note_return(self, call: int, value: Number) -> None:
        """Note that a call returns a value, and move its parent's v and window.

        The call itself is on the path no more, so that the last on it is the parent's.
        """
        self.values[call] = value
        self.returned[call] = len(self.events) + 1  # the number of the step that is appended next
        if not self._path:  # a root returns to nobody, and its return is no step
            return
        self.events.append(~call)  # ~ marks a return
        parent = self._path[-1]
        is_first_return = self.last_returned[parent.call] < 0
        self.last_returned[parent.call] = call
        v = self._record.v_after[call]  # the parent's, as the search has recorded it
        if v is None:  # below a chance node
            return
        # In a form that replaces the starting v, the first child gives v even where both are equal.
        is_mover = v != parent.v or (is_first_return and self._record.replaces_first)
        if is_mover:
            parent.v = v
            parent.mover = call
            window = self._record.moved_window(parent.role, self.entry_windows[parent.call], v)
            parent.window = FULL_WINDOW if window is None else window
