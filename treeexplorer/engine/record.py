"""The record of a search: what every node looks like at any step, without replaying anything.

Terms, by the tree ``[3 B:[5 2]]``, whose root is MAX's node:

call
    One visit of a node by the search. Calls are numbered from 0 in the order in which they are
    made: here 0 the root, 1 the leaf 3, 2 B, 3 the leaf 5, 4 the leaf 2. Most searches visit a node
    once; PVS and MTD(f) may make several calls of one node. The *caller* of a call is the call of
    the parent.

step
    An event of the search, numbered from 1: a call is entered, or it returns its value to its
    parent, which is the *arrival* of the value there. Here 1 enters the root, 2 the leaf 3, in 3
    the leaf 3 returns to the root, 4 enters B, and so on. Step 0 is the state before the search.

v
    A node's best value so far: the largest value that has arrived at a MAX node, the smallest at a
    MIN node. The root's v is 3 after step 3; B's is 5, then 2.

window
    (α, β): the values that still matter to a call. B is entered with (3, +∞). While a node is open,
    its own v moves one end: α at MAX, β at MIN. After B's first child B's window is (3, 5).

rank
    The place of a node in the order of the search. From left to right it is the node's own number.

A search writes few columns, with one entry for each call: the rank of the call's node, the parent's
v after the call has returned, and the windows that do not follow from these. The rest follows. The
caller of a call is the open call of its node's parent. So a call returns just before a call is made
of a node that is not below its own. :class:`RecordColumns` holds what follows; it is made when it
is first asked for.
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
    """One step of a search: a node is entered, or a child returns its value to its parent.

    Attributes:
        number: The step's number, from 1; 0 is the state before the search.
        kind: What happens.
        node: The node that is entered, or the parent to which a child returns.
        call: The call of ``node``.
        child: The child that returns; ``None`` at an entry.
        child_call: The call of ``child``.
        value: What the child returns, or what a leaf is worth that is entered.
        v: The best value so far of ``node`` after the step.
        before: The window of ``node`` before a child's return.
        window: The window of ``node`` after the step.
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
    """The window with which a call is entered: an ordinary one, or a null window.

    A null window asks one question: is the node worth more than a number (``ABOVE``), or less
    (``BELOW``)? Both of its ends are this number. Textbooks write (3, 4) for “more than 3”, but
    leaves may be decimal, huge or infinite here, so that there is no next number.

    Attributes:
        alpha: Its α.
        beta: Its β.
        null: What a null window asks; ``NO_NULL`` for an ordinary window.
    """

    alpha: Number
    beta: Number
    null: int = NO_NULL

    def fails_high(self, value: Number) -> bool:
        """Tell whether a value is at least β.

        A null window (3, 3) that asks for more than 3 has a β just above 3: only a value above 3
        is at least as much.

        Example:
            >>> CallWindow(3, 5).fails_high(5), CallWindow(3, 3, ABOVE).fails_high(3)
            (True, False)
        """
        if self.null == ABOVE:
            return value > self.beta
        return value >= self.beta

    def fails_low(self, value: Number) -> bool:
        """Tell whether a value is at most α.

        A null window (3, 3) that asks for less than 3 has an α just below 3: only a value below 3
        is at most as much.
        """
        if self.null == BELOW:
            return value < self.alpha
        return value <= self.alpha


def _call_or_none(call: int) -> int | None:
    """Return an entry of a column as a call; ``None`` for −1, which stands for no call."""
    return None if call < 0 else call


def _is_return(event: int) -> bool:
    """Tell whether an event is the return of a call; otherwise it is an entry."""
    return event < 0


def _call_of_event(event: int) -> int:
    """Return the call that an event enters or returns; ``~call`` stands for its return.

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
        parent_v_after: By call: the parent's v after the call has returned. ``None`` before that,
            for the root, and below chance nodes. Only the call after which a chance node stops has
            an entry: what the chance node is worth at most, or at least.
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
        """Begin an empty record, in which a search writes every visit of a node.

        A call is one visit of a node. Calls are numbered from 0 in the order in which they are
        made. The rank of a node is the node's place in the order of the search.

        Args:
            order: The tree with the order in which the search takes its nodes.
            rules: The rules of the search.
            has_windows: Whether the search enters nodes with windows (α, β), as minimax does not.
        """
        super().__init__(order.tree, order.node_of_rank)
        self.rules = rules
        self.has_windows = has_windows
        self.replaces_first = rules.printed.replaces_first

        # Columns that run in parallel: the search appends an entry for every call.
        self.nodes = array("i")  # the rank of the call's node
        self.parent_v_after: list[Number | None] = []  # its parent's v after it has returned
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

        A tree and its rules determine every visit, so visits need not be compared one by one: it is
        enough that there are equally many.
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
        """Return this finished search under rules with another value of ``windows``.

        The rule says which windows a course writes beside the nodes, those on entry or those on
        exit. The search does not depend on it, so all columns are shared.

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
        """Return a node's latest call; ``None`` if it was not visited."""
        return _call_or_none(self.columns.call_of_node[node])

    def calls_of(self, node: int) -> list[int]:
        """Return the numbers of all visits of a node, in the order in which they were made.

        Most searches visit a node once; some, such as PVS, several times. Empty if it was not
        visited.

        Args:
            node: The number of the node.
        """
        columns = self.columns
        calls = []
        # From the latest call backwards; −1 stands for none.
        call = columns.call_of_node[node]
        while call >= 0:
            calls.append(call)
            call = columns.earlier.get(call, -1)
        return calls[::-1]

    def call_at(self, node: int, step: int) -> int | None:
        """Return a node's latest call of those entered by a step; ``None`` if it has none."""
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

        A call of the root has no parent: its number is that of the next entry of the root, or one
        past the last step. A call that is still open at the end of the record has one past the last
        step, too.
        """
        step = self.columns.returned[call]
        return self.steps + 1 if step == _STILL_OPEN else step

    def last_call_by(self, step: int) -> int:
        """Return the call that is entered last by a step; −1 at step 0."""
        return bisect_right(self.columns.entered, step) - 1

    def caller(self, call: int) -> int | None:
        """Return the call that made a call, its parent's; ``None`` for the root's."""
        return _call_or_none(self.columns.callers[call])

    def mover_before(self, call: int) -> int | None:
        """Return the earlier sibling's call whose value is the parent's v when a call is entered.

        ``None`` if no sibling has moved the parent's v.
        """
        return _call_or_none(self.columns.movers[call])

    def sibling_before(self, call: int) -> int | None:
        """Return the call that last returned to the same parent before a call is entered.

        ``None`` for the call of a first child.
        """
        return _call_or_none(self.columns.siblings_before[call])

    def following_call(self, step: Step) -> int | None:
        """Return the call that a node makes right after a child has returned to it.

        Args:
            step: The step at which the child returns.

        Returns:
            The call; ``None`` if the node makes no call then, but returns itself.
        """
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
        """Return how many numbers there are to read below a node: leaves, and estimates.

        At the depth limit the estimate of a node is read in place of everything below it, and
        counts as one.

        Args:
            node: The root of the subtree.
        """
        depth = self.rules.depth
        if depth is None or not self.has_horizon:
            return self.tree.count_leaves(node)
        plies = self.tree.ply
        subtree = range(node, self.tree.end[node])
        # is_evaluated holds of leaves and of nodes at the depth limit; deeper leaves are never
        # reached.
        within_depth = (each for each in subtree if plies[each] <= depth)
        return sum(map(self.is_evaluated, within_depth))

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
        """Return the best value (v) with which a node begins, before any child has returned.

        - Fail-soft: the player's worst value, −∞ at MAX and +∞ at MIN (Fishburn 1983).
        - Fail-hard: the player's own bound, α at MAX and β at MIN. It is the same in the printed
          form of alpha-beta that takes the first child's value whatever it is (``replaces_first``).

        Args:
            role: Whose node it is: MAX, MIN or chance.
            window: The window (α, β) with which the node is entered.

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

    def parent_v_before(self, call: int) -> Number | None:
        """Return the parent's best value (v) at the moment at which a child is entered.

        Args:
            call: The number of the child's call, that is, of one visit of the child.

        Returns:
            ``None`` for a call of the root, which has no parent, and below chance nodes.

        Example:
            In ``[3 5 4]`` the leaves are entered while the root's v is −∞, 3 and 5 (fail-soft).
        """
        parent_call = self.caller(call)
        if parent_call is None:
            return None
        sibling_call = self.sibling_before(call)
        if sibling_call is None:  # nothing has returned to the parent yet
            return self.first_v(parent_call)
        # Nothing has changed at the parent since the sibling before has returned.
        return self.parent_v_after[sibling_call]

    def moving_window(self, call: int, v: Number | None) -> Window | None:
        """Return the window of an open call, given its v; see :meth:`moved_window`.

        Its next child is entered with this window.
        """
        return self.moved_window(self.tree.roles[self.node(call)], self.entry_window(call), v)

    def moved_window(self, role: int, window: Window, v: Number | None) -> Window | None:
        """Return the window of a node, with one end moved to the node's best value so far (v).

        At MAX α rises to v, at MIN β falls to v. A v that is worse than the bound does not move it.
        In the printed form that takes the first child's value whatever it is (``replaces_first``)
        the bound is set to v even then.

        Args:
            role: Whose node it is.
            window: The window (α, β) with which it was entered.
            v: Its best value so far.

        Returns:
            The window; ``None`` for a chance node, whose window does not move, and without a v.

        Example:
            At MAX, v = 5 turns (2, 9) into (5, 9). v = 1 leaves (2, 9) as it is, but makes it (1,
            9) with ``replaces_first``.
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
        """Return the window of a call at a step: that of its entry, as v has moved it by then."""
        if self.is_leaf_call(call):
            return self.entry_window(call)
        window = self.moving_window(call, self.v_at(call, step))
        return self.entry_window(call) if window is None else window

    # -- steps ---------------------------------------------------------------------------------

    def step(self, number: int) -> Step:
        """Return what happens in a step: a node is entered, or a child returns its value.

        Args:
            number: The number of the step, from 1; 0 is the state before the search.

        Raises:
            IndexError: There is no such step (yet).
        """
        if not 0 <= number <= self.steps:
            raise IndexError(f"there is no step {number}; the search has {self.steps}")
        if number == 0:
            root = 0
            first_call = 0
            return Step(number, StepKind.START, root, first_call, window=self.rules.root_window)
        # An event is the number of the call that is entered, or ~call (negative) for one that
        # returns.
        event = self.columns.events[number - 1]  # there is no event for step 0
        call = _call_of_event(event)
        return self._return_step(number, call) if _is_return(event) else self._entry(number, call)

    def arrival(self, call: int) -> Step:
        """Return the step at which a call's value arrives at its parent."""
        return self.step(self.returned_at(call))

    def _return_step(self, number: int, child_call: int) -> Step:
        """Describe the step in which a child returns its value to its parent.

        A call is one visit of a node. The step has these parts, of which only ``value`` is the
        child's:

        - ``value``: what the child returns.
        - ``v``: the parent's best value, with this value taken into account.
        - ``before`` and ``window``: the parent's window (α, β) just before the step and after it.
        - ``kind``: ``CUT`` if the parent then skips the rest of its children, else ``RETURN``.

        Args:
            number: The number of the step.
            child_call: The number of the child's call that returns. It is not the root's, which
                has no parent to return to.

        Example:
            In ``[[3 5] 4]`` the 3 returns to a MIN node: the value and v are 3, and the window is
            (−∞, +∞) before and (−∞, 3) after.
        """
        parent_call = self.columns.callers[child_call]
        kind = StepKind.CUT if self.has_cut(child_call) else StepKind.RETURN
        v_before = self.parent_v_before(child_call)
        v_after = self.parent_v_after[child_call]
        return Step(
            number=number,
            kind=kind,
            node=self.node(parent_call),
            call=parent_call,
            child=self.node(child_call),
            child_call=child_call,
            value=self.value(child_call),
            v=v_after,
            # Both begin with the window with which the parent was entered. One end of it is moved
            # (α at MAX, β at MIN): to the v before the step, or to the v after it. In minimax the
            # window stands still.
            before=self.moving_window(parent_call, v_before),
            window=self.moving_window(parent_call, v_after),
        )

    def _entry(self, number: int, call: int) -> Step:
        """Describe the step in which a node is entered.

        Where the value is known at once, at a leaf and where memory answers, the step has it.

        Args:
            number: The number of the step.
            call: The number of the call, that is, of one visit of the node.
        """
        node = self.node(call)
        window = self.entry_window(call)
        # Asked before the leaf: memory may answer for a leaf, too, and then no leaf is evaluated.
        if call in self.remembered:
            return Step(number, StepKind.VISIT, node, call, value=self.value(call), window=window)
        if self.is_leaf_call(call):
            return Step(number, StepKind.LEAF, node, call, value=self.value(call), window=window)
        return Step(number, StepKind.VISIT, node, call, v=self.first_v(call), window=window)

    def has_cut(self, call: int) -> bool:
        """Tell whether the return of a call led to a cut-off at its parent.

        The cut-offs are in the order of their steps, so it is found by bisection.
        """
        index = bisect_left(self.cuts, self.returned_at(call), key=self.returned_at)
        return index < len(self.cuts) and self.cuts[index] == call

    def current(self, step: int) -> int | None:
        """Return the node that a step enters, or to which a child returns; ``None`` at step 0."""
        if step == 0:
            return None
        return self.node(self._current_call(step))

    def _current_call(self, step: int) -> int:
        """Return the call that a step enters, or that a child returns to; not of step 0."""
        event = self.columns.events[step - 1]
        call = _call_of_event(event)
        return self.columns.callers[call] if _is_return(event) else call

    def last_return(self, call: int, step: int) -> int | None:
        """Return the child that was the last to return its value to a node by a step.

        A call is one visit of a node.

        Args:
            call: The number of a call of the node; it has been entered by the step.
            step: The number of the step; what returns later does not count.

        Returns:
            The number of the child's call; ``None`` if no child has returned.

        Example:
            In ``[3 [5 7]]`` the children of the root are 3 and B. While B is open, the last child
            that has returned to the root is 3.
        """
        columns = self.columns
        # Of a call that is still open `returned` is a number larger than any step.
        has_returned = columns.returned[call] <= step
        if has_returned:
            return _call_or_none(columns.last_returned[call])
        # The call has not returned, so the step is at this call or somewhere below it. The current
        # call is the one that the step enters, or to which a child returns in it.
        current_call = self._current_call(step)
        if current_call == call:
            # The event of step 1 is at index 0. It is the number of the call that is entered, or
            # ~call (negative) for one that returns: here the child that returns in this very step.
            event = columns.events[step - 1]
            if _is_return(event):
                return _call_of_event(event)
            return None  # the step enters the call, so no child has returned yet
        # A child is open, and the step is in its subtree: the sibling before it returned last. The
        # child is the ancestor of the current node in the ply below the call's node, or that node.
        ply_of_children = self.tree.ply[self.node(call)] + 1
        open_child = self.tree.ancestor_at(self.node(current_call), ply_of_children)
        open_child_call = self.call_at(open_child, step)
        return None if open_child_call is None else self.sibling_before(open_child_call)

    def v_at(self, call: int, step: int) -> Number | None:
        """Return the best value so far (v) of a call of a node with children, at a step."""
        last = self.last_return(call, step)
        return self.first_v(call) if last is None else self.parent_v_after[last]

    def is_done(self, call: int, step: int) -> bool:
        """Tell whether the last value has arrived at a call by a step.

        The call itself may return one step later.
        """
        return self.value(call) is not None and self.returned_at(call) - 1 <= step

    def status(self, node: int, step: int) -> Status:
        """Return what a node is at a step: unseen, open, closed, skipped, or below the depth limit.

        The time that it takes does not depend on the step.

        Args:
            node: The number of the node.
            step: The number of the step.
        """
        call = self.call_at(node, step)
        if call is not None:
            return Status.CLOSED if self._has_ended(call, step) else Status.OPEN
        depth = self.rules.depth
        if depth is not None and self.tree.ply[node] > depth:
            return Status.BEYOND
        # Not visited, but within the depth limit: whether it still may be.
        return Status.SKIPPED if self._is_skipped(node, step) else Status.UNSEEN

    def _has_ended(self, call: int, step: int) -> bool:
        """Tell whether a call has returned by a step; the root's last call ends with the search."""
        is_last_step = self.complete and step == self.steps
        is_roots_end = is_last_step and self.tree.is_root(self.node(call))
        return is_roots_end or self.returned_at(call) <= step

    def _is_skipped(self, node: int, step: int) -> bool:
        """Tell whether an unvisited node will not be visited any more.

        It is skipped once its lowest visited ancestor is done.
        """
        parent = self.tree.parent_of(node)
        ancestor = None if parent is None else self.visited_ancestor(parent, step)
        call = None if ancestor is None else self.call_at(ancestor, step)
        return call is not None and self.is_done(call, step)

    def undrawn_status(self, node: int, step: int) -> Status:
        """Return the status at a step of those children of a node that are not drawn (``...``).

        They are the last children, as in ``[3 12 ...]``. From the right the search comes to them
        first.

        Args:
            node: The number of a node with undrawn children.
            step: The number of the step.

        Returns:
            - ``SKIPPED`` if every visit of the node so far was cut off before its undrawn children.
            - ``UNSEEN`` if a visit has come to them, or may still do so.
            - ``BEYOND`` if the node is at the depth limit.
            - The node's own status if it has not been visited.
        """
        call = self.call_at(node, step)
        if call is None:
            return self.status(node, step)
        is_at_depth_limit = self.is_evaluated(node)  # since it has children
        if is_at_depth_limit:
            return Status.BEYOND
        comes_to_them_first = self.rules.right_to_left
        if comes_to_them_first or not self.is_done(call, step):
            return Status.UNSEEN
        # Every visit of the node so far, since one may skip what another comes to.
        calls = (each for each in self.calls_of(node) if self.entered_at(each) <= step)
        return Status.UNSEEN if any(map(self._came_to_the_end, calls)) else Status.SKIPPED

    def _came_to_the_end(self, call: int) -> bool:
        """Tell whether a call that has returned went past its last drawn child."""
        last_child = _call_or_none(self.columns.last_returned[call])
        if last_child is None:  # memory answered the call, which came to no child
            return False
        return not self.has_cut(last_child)

    def visited_ancestor(self, node: int, step: int) -> int | None:
        """Return the lowest visited node at a step among a node and its ancestors.

        Returns:
            ``None`` if not even the root was visited.

        Example:
            If only the root and its child A are visited, it is A for the nodes A and A.2.1, and the
            root for B.1.
        """
        for near in (node, self.tree.parent_of(node)):  # mostly one of them: no bisection needed
            if near is not None and self.call_at(near, step) is not None:
                return near
        return self._visited_ancestor_by_bisection(node, step)

    def _visited_ancestor_by_bisection(self, node: int, step: int) -> int | None:
        """Return the lowest ancestor of a node that was visited by a step.

        A node is visited after its parent, so that on the path from the root the visited nodes come
        first. Their number is found by bisection.

        Args:
            node: The number of the node.
            step: The number of the step.

        Returns:
            The ancestor; ``None`` if not even the root was visited.
        """

        def is_unvisited(ply: int) -> bool:
            return self.call_at(self.tree.ancestor_at(node, ply), step) is None

        # The plies of its ancestors: from 0, the root's, to its parent's.
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
        """Yield the node and the value of every leaf that was evaluated, in the order of time.

        Estimates at the depth limit are among them. Unlike :meth:`readings` it says no steps, and
        so needs no :attr:`columns`: for a small tree they take longer to make than the search.

        Returns:
            Pairs of a node number and its value; a leaf that is read twice comes twice.
        """
        # The place of an entry is the number of the call (visit); the entry is the node's rank, its
        # place in the order of the search.
        for call, rank in enumerate(self.nodes):
            node = self.node_at(rank)
            is_remembered = call in self.remembered  # memory answered, no leaf was evaluated
            if is_remembered or not self.is_evaluated(node):
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
    """What follows from the columns that a search has written.

    Most columns have one entry for each call. An entry that is a call is −1 for no call.

    Attributes:
        nodes: By call: its node.
        callers: By call: the parent's call; −1 for a call of the root.
        entered: By call: the step at which it is entered.
        returned: By call: the step at which it returns to its parent.
        siblings_before: By call: the call that last returned to the same parent before it is
            entered.
        movers: By call: the earlier sibling's call whose value is the parent's v when it is
            entered.
        run_tops: By call: the topmost call that leads down to it through first children only, with
            no chance node on the way; the call itself if it is of no first child. Nothing has
            returned to any caller on such a run when the call is entered.
        last_returned: By call: the child's call that returned to it last.
        entry_windows: By call: the window on entry.
        values: By call: what it returned; ``None`` while it is open.
        events: By step, from step 1: the call that is entered, or ``~call`` if it returns.
        call_of_node: By node: its latest call.
        earlier: By call: the call of the same node before it. It has only the calls of nodes that
            were entered before.
        is_final: Whether the search has ended, so that nothing will be added.
    """

    def __init__(self, record: Record) -> None:
        """Begin without entries; :meth:`extend` adds those of the calls that are recorded.

        A call is one visit of a node, numbered from 0 in the order of time. A step is an event of
        the search: a call is entered, or it returns to its parent.

        Args:
            record: What a search has written, or is still writing.
        """
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
        """Yield the calls that return after a step and up to a last step, in order."""
        return (~event for event in self.events[after:last] if event < 0)

    def extend(self) -> None:
        """Work out the calls that the search has recorded since the last time, and append them.

        A call is one visit of a node. The search records the node of each call, but not when calls
        return. This follows from an invariant: a call is made by the open call of its node's
        parent. So before a call is entered, every open call below its caller has returned.

        Linear in the number of new calls.

        Example:
            In ``[A:[3 5] 4]`` the calls are of the root, A, 3, 5 and 4. The 4 is the root's child,
            so that A, which is still open, returns before the 4 is entered.
        """
        record = self._record
        # The open calls, the root's first; kept from one time to the next.
        path = self._path
        parents = record.tree.parent
        first = len(self.nodes)
        self._append_empty_entries(first, len(record.nodes))
        for call in range(first, len(record.nodes)):
            node = self.nodes[call]
            # Every open call below the parent returns. The root's parent is −1: every call does.
            while path and path[-1].node != parents[node]:
                self._return_last_open()
            # The last call on the path is the caller now, on which `_note_entry` relies.
            window = self._note_entry(call, node)
            value = self._value_without_search(call, node)
            # A leaf, or answered from memory: it returns at once, and is never on the path.
            if value is not None:
                self._note_return(call, value)
                continue
            role = record.tree.roles[node]
            v = record.starting_v(role, window)
            if role == CHANCE_ROLE:  # below it alpha-beta starts anew
                window = FULL_WINDOW
            path.append(_OpenCall(call, node, role, v, window))
        # These returned after the last call that is recorded.
        while len(path) > record.open_calls:
            self._return_last_open()
        self.is_final = record.complete

    def _append_empty_entries(self, first: int, end: int) -> None:
        """Append an entry for each new call (visit of a node) to every column.

        The nodes are filled in. The other entries mean “not known yet”: −1 for a call or a step,
        ``None`` for a value. To append them all at once takes half the time of one by one.

        Args:
            first: The number of the first new call.
            end: One past the last.
        """
        record = self._record
        count = end - first
        none_yet = array("i", [-1]) * count
        ranks = record.nodes[first:end]
        # A search writes ranks, the places of nodes in its order. From left to right these are the
        # nodes' own numbers.
        if record.node_of_rank is None:
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
        """Fill in the columns for a call that is entered, and return the call's window.

        A call is one visit of a node. The caller, whose child it is, must be the last open call on
        the path. With an empty path it is a call of the root.

        Args:
            call: The number of the call; its entries exist already.
            node: The number of its node.

        Returns:
            The window (α, β) with which it is entered.
        """
        record = self._record
        if self._path:
            parent = self._path[-1]
            window = parent.window
            self.callers[call] = parent.call
            self.siblings_before[call] = self.last_returned[parent.call]
            self.movers[call] = parent.mover
            # A first child's call directly follows its parent's, and continues the parent's run.
            is_first_child = parent.call == call - 1
            if is_first_child and parent.role != CHANCE_ROLE:
                self.run_tops[call] = self.run_tops[parent.call]
        else:
            window = record.rules.root_window if record.has_windows else FULL_WINDOW
        # Some searches record windows that do not follow from the parent's.
        if record.call_windows:
            recorded = record.call_windows[call]
            window = (recorded.alpha, recorded.beta)
        elif record.chance_windows:
            window = record.chance_windows.get(call, window)
        # Read before it is replaced: the call of the same node before this one, −1 if there is
        # none.
        earlier = self.call_of_node[node]
        if earlier >= 0:
            self.earlier[call] = earlier
        self.call_of_node[node] = call
        # First the event, whose number is the step of the entry.
        self.events.append(call)
        self.entered[call] = len(self.events)  # steps count from 1
        self.entry_windows[call] = window
        return window

    def _value_without_search(self, call: int, node: int) -> Number | None:
        """Return the value of a call that searches no children; ``None`` if it searches them.

        A call is one visit of a node. Its value is that of a leaf, that which memory answered with,
        or the estimate of a node at the depth limit.

        Args:
            call: The number of the call.
            node: The number of its node.
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
        """Close the last open call (visit of a node), and note the value that it returns.

        MAX and MIN return v, their best value. A chance node returns its mean, or the end of the
        mean's interval at which it stopped. Under fail-hard the value is clamped into the window on
        entry.
        """
        closed = self._path.pop()
        value = closed.v
        if value is None:  # a chance node that did not stop early has no v
            value = self._record.chance_values[closed.call]
        if self._record.rules.hard:
            alpha, beta = self.entry_windows[closed.call]
            value = max(alpha, min(value, beta))
        # After the pop: the last call on the path has to be the parent's.
        self._note_return(closed.call, value)

    def _note_return(self, call: int, value: Number) -> None:
        """Fill in the columns for a call that returns, and update its parent's v and window.

        A call is one visit of a node; v is a node's best value so far. The last call on the path
        must be the parent's; an empty path means a call of the root.

        Args:
            call: The number of the call.
            value: What it returns.
        """
        self.values[call] = value
        self.returned[call] = len(self.events) + 1  # the number of the step that is appended next
        if not self._path:  # the root returns to no parent: its return is no step
            return
        self.events.append(~call)  # ~ marks a return
        parent = self._path[-1]
        # Read before the next line changes it.
        is_first_return = self.last_returned[parent.call] < 0
        self.last_returned[parent.call] = call
        v = self._record.parent_v_after[call]
        if v is None:  # the parent is a chance node
            return
        # One printed form takes its first child's value as v whatever it is: then the child counts
        # as the one that moved v even if v was the same number before.
        is_taken_as_first = is_first_return and self._record.replaces_first
        if v != parent.v or is_taken_as_first:
            parent.v = v
            parent.mover = call
            window = self._record.moved_window(parent.role, self.entry_windows[parent.call], v)
            parent.window = FULL_WINDOW if window is None else window
