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
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeVar, cast

from treeexplorer.engine.ordered_tree import SearchOrder
from treeexplorer.errors import present
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

# Entries of columns.
NO_CALL: Final = -1
_STILL_OPEN: Final = 2**31 - 1  # in place of the step of a return: it is past every step

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
    """Return an entry of a column as a call; ``None`` for ``NO_CALL``."""
    return None if call == NO_CALL else call


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
        made. The rank of a node is the node's place in the order of the search. The fields are
        described at the class.

        Args:
            order: The tree with the order in which the search takes its nodes.
            rules: The rules of the search.
            has_windows: Whether the search enters nodes with windows (α, β), as minimax does not.
        """
        super().__init__(order.tree, order.node_of_rank)
        self.rules = rules
        self.has_windows = has_windows
        self.replaces_first = rules.printed.replaces_first

        # Columns: one entry for every call. Only searches with null windows fill call_windows.
        self.nodes = array("i")
        self.parent_v_after: list[Number | None] = []
        self.call_windows: list[CallWindow] = []

        # Lists and tables of some calls.
        self.inner_calls = array("i")
        self.cuts = array("i")
        self.chance_windows: dict[int, Window] = {}
        self.chance_values: dict[int, Number] = {}
        self.remembered: dict[int, Number] = {}

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

    @property
    def next_call(self) -> int:
        """The number of the call that is made next."""
        return len(self.nodes)

    def note_chance_cut(self, child_call: int, value: Number) -> None:
        """Note that a chance node stopped early after a child, and with which value."""
        self.cuts.append(child_call)
        self.parent_v_after[child_call] = value

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

    def waits_at(self, step: int) -> bool:
        """Tell whether a step is the last before an unknown leaf, at which the search waits."""
        return not self.complete and step == self.steps

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
        # From the latest call backwards.
        call = columns.call_of_node[node]
        while call != NO_CALL:
            calls.append(call)
            call = columns.earlier.get(call, NO_CALL)
        return calls[::-1]

    def call_at(self, node: int, step: int) -> int | None:
        """Return a node's latest call of those entered by a step; ``None`` if it has none."""
        columns = self.columns
        call = columns.call_of_node[node]
        while call != NO_CALL and columns.entered[call] > step:
            call = columns.earlier.get(call, NO_CALL)
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
        following = self.columns.event_of_step(step.number + 1)
        is_made_here = not _is_return(following) and self.caller(following) == step.call
        return following if is_made_here else None

    # -- values and windows --------------------------------------------------------------------

    def is_leaf_call(self, call: int) -> bool:
        """Tell whether a call is of a leaf (or of an estimate at the horizon)."""
        return self.is_evaluated(self.node(call))

    def is_evaluated(self, node: int) -> bool:
        """Tell whether a node is evaluated when it is visited, and not searched on."""
        return self.tree.end[node] == node + 1 or self._is_at_depth_limit(node)

    def _is_at_depth_limit(self, node: int) -> bool:
        """Tell whether a node's estimate counts in place of its children, if it has any."""
        return self.tree.ply[node] == self.rules.depth

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

        Step 0 is the state before the search: nothing has been entered.

        Args:
            number: The number of the step, from 0.

        Raises:
            IndexError: There is no such step (yet).
        """
        if not 0 <= number <= self.steps:
            raise IndexError(f"there is no step {number}; the search has {self.steps}")
        if number == 0:
            root = 0
            first_call = 0
            return Step(number, StepKind.START, root, first_call, window=self.rules.root_window)
        event = self.columns.event_of_step(number)
        call = _call_of_event(event)
        if _is_return(event):
            return self._return_step(number, call)
        return self._entry(number, call)

    def arrival(self, call: int) -> Step:
        """Return the step at which a call's value arrives at its parent."""
        return self.step(self.returned_at(call))

    def _return_step(self, number: int, child_call: int) -> Step:
        """Describe the step in which a child returns its value to its parent.

        ``value`` is what the child returns. All other fields are of the parent: its v is its best
        value so far, with this value taken into account; ``before`` and ``window`` are its window
        just before the step and after it; the kind is ``CUT`` if it skips its other children.

        Args:
            number: The number of the step.
            child_call: The call (one visit of a node) that returns; it is not of the root.

        Example:
            In ``[[3 5] 4]`` the 3 returns to a MIN node: the value and v are 3, and the window is
            (−∞, +∞) before and (−∞, 3) after.
        """
        parent_call = self.columns.callers[child_call]
        kind = StepKind.CUT if self.has_cut(child_call) else StepKind.RETURN
        v_before = self.parent_v_before(child_call)
        v_after = self.parent_v_after[child_call]
        window_before = self.moving_window(parent_call, v_before)
        window_after = self.moving_window(parent_call, v_after)
        return Step(
            number=number,
            kind=kind,
            node=self.node(parent_call),
            call=parent_call,
            child=self.node(child_call),
            child_call=child_call,
            value=self.value(child_call),
            v=v_after,
            before=window_before,
            window=window_after,
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
        event = self.columns.event_of_step(step)
        call = _call_of_event(event)
        return self.columns.callers[call] if _is_return(event) else call

    def last_return(self, call: int, step: int) -> int | None:
        """Return the child that was the last to return its value to a node by a step.

        Args:
            call: A call, that is, one visit, of the node; it has been entered by the step.
            step: The number of the step; what returns later does not count.

        Returns:
            The child's call; ``None`` if no child has returned.

        Example:
            In ``[3 [5 7]]`` the children of the root are 3 and B. While B is open, the last child
            that has returned to the root is 3.
        """
        has_returned = self.columns.returned[call] <= step
        if has_returned:
            return _call_or_none(self.columns.last_returned[call])
        is_at_call = self._current_call(step) == call
        if is_at_call:
            return self._child_returning_in(step)
        return self._last_return_before_open_child(call, step)

    def _child_returning_in(self, step: int) -> int | None:
        """Return the call that returns in a step; ``None`` if the step enters a node."""
        event = self.columns.event_of_step(step)
        return _call_of_event(event) if _is_return(event) else None

    def _last_return_before_open_child(self, call: int, step: int) -> int | None:
        """Return the last child's call that has returned to a node, one of whose children is open.

        Args:
            call: The node's call.
            step: A step below the open child, or at it.
        """
        ply_of_children = self.tree.ply[self.node(call)] + 1
        current_node = self.node(self._current_call(step))
        open_child = self.tree.ancestor_at(current_node, ply_of_children)
        open_child_call = present(self.call_at(open_child, step))
        return self.sibling_before(open_child_call)

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
            - The node's own status if it has not been visited.
            - ``BEYOND`` if the node is at the depth limit.
            - ``UNSEEN`` if a visit has come to the undrawn children, or may still do so.
            - ``SKIPPED`` if every visit of the node so far was cut off before them.
        """
        latest_call = self.call_at(node, step)
        if latest_call is None:
            return self.status(node, step)
        if self._is_at_depth_limit(node):
            return Status.BEYOND
        if self.rules.right_to_left:
            return Status.UNSEEN
        may_still_come = not self.is_done(latest_call, step)
        if may_still_come:
            return Status.UNSEEN
        calls_so_far = [call for call in self.calls_of(node) if self.entered_at(call) <= step]
        has_come = any(self._came_past_last_drawn_child(call) for call in calls_so_far)
        return Status.UNSEEN if has_come else Status.SKIPPED

    def _came_past_last_drawn_child(self, call: int) -> bool:
        """Tell whether a call that has returned was not cut off before its undrawn children."""
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

        A leaf that is read twice comes twice. Estimates at the depth limit are among the leaves.
        :meth:`readings` yields the steps, too, but needs :attr:`columns`: for a small tree they
        take longer to make than the search.
        """
        for call, rank in enumerate(self.nodes):
            node = self.node_at(rank)
            is_answered_from_memory = call in self.remembered
            if is_answered_from_memory or not self.is_evaluated(node):
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
        window: The window with which its next child is entered: v has moved one end of it.
        mover: The child's call that moved v last; ``NO_CALL`` while none has.
    """

    call: int
    node: int
    role: int
    v: Number | None
    window: Window
    mover: int = NO_CALL


def _empty_column() -> array[int]:
    return array("i")


@dataclass(eq=False)
class RecordColumns:
    """What follows from the columns that a search has written.

    A call is one visit of a node, numbered from 0 in the order of time. A step is an event of the
    search, numbered from 1: a call is entered, or it returns to its parent. Most columns have one
    entry for each call. An entry that is a call is ``NO_CALL`` for none.

    A new object has no entries; :meth:`extend` adds those of the calls that are recorded.

    Attributes:
        record: What a search has written, or is still writing.
        nodes: By call: its node.
        callers: By call: the parent's call; ``NO_CALL`` for a call of the root.
        entered: By call: the step at which it is entered.
        returned: By call: the step at which it returns to its parent; a number past every step
            while it is open.
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

    record: Record
    is_final: bool = False

    nodes: array[int] = field(default_factory=_empty_column)
    callers: array[int] = field(default_factory=_empty_column)
    entered: array[int] = field(default_factory=_empty_column)
    returned: array[int] = field(default_factory=_empty_column)
    siblings_before: array[int] = field(default_factory=_empty_column)
    movers: array[int] = field(default_factory=_empty_column)
    run_tops: array[int] = field(default_factory=_empty_column)
    last_returned: array[int] = field(default_factory=_empty_column)
    entry_windows: list[Window] = field(default_factory=list)
    values: list[Number | None] = field(default_factory=list)

    events: array[int] = field(default_factory=_empty_column)
    call_of_node: array[int] = field(init=False)
    earlier: dict[int, int] = field(default_factory=dict)

    # The calls that are open where the entries end, the root's first.
    _open_calls: list[_OpenCall] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.call_of_node = array("i", [NO_CALL]) * len(self.record.tree)

    @property
    def is_whole(self) -> bool:
        """Whether nothing has been written since the entries were made."""
        record = self.record
        return len(self.nodes) == len(record.nodes) and len(self._open_calls) <= record.open_calls

    @property
    def has_repeated_visits(self) -> bool:
        """Whether a node was visited more than once, as in PVS."""
        return len(self.earlier) > 0

    def event_of_step(self, step: int) -> int:
        """Return what happens in a step: the call that it enters, or ``~call`` if one returns."""
        return self.events[step - 1]  # steps are numbered from 1

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
        record = self.record
        open_calls = self._open_calls  # the root's first; kept from one time to the next
        parents = record.tree.parent
        leaf_values = record.tree.leaf_values
        new_calls = range(len(self.nodes), len(record.nodes))
        self._append_empty_entries(new_calls)
        for call in new_calls:
            node = self.nodes[call]
            # The parent of the root is no node: before a new call of the root all calls return.
            while open_calls and open_calls[-1].node != parents[node]:
                self._return_last_open()
            caller = open_calls[-1] if open_calls else None
            window = self._entry_window(call, caller)
            self._note_entry(call, node, window, caller)
            value = leaf_values[node]
            if value is None:
                value = self._value_by_memory_or_estimate(call, node)
            if value is None:
                open_calls.append(self._opened(call, node, window))
            else:
                self._note_return(call, value, caller)
        # These returned after the last call that is recorded.
        while len(open_calls) > record.open_calls:
            self._return_last_open()
        self.is_final = record.complete

    def _append_empty_entries(self, new_calls: range) -> None:
        """Append an entry for each new call (visit of a node) to every column that is by call.

        The nodes are filled in. The other entries mean “not known yet”. To append them all at once
        takes half the time of one by one.

        Args:
            new_calls: The numbers of the new calls.
        """
        record = self.record
        count = len(new_calls)
        no_calls = array("i", [NO_CALL]) * count
        no_steps = array("i", [_STILL_OPEN]) * count
        ranks = record.nodes[new_calls.start : new_calls.stop]
        if record.node_of_rank is None:  # from left to right the ranks are the nodes
            self.nodes.extend(ranks)
        else:
            self.nodes.extend(map(record.node_of_rank.__getitem__, ranks))
        self.callers.extend(no_calls)
        self.entered.extend(no_steps)
        self.returned.extend(no_steps)
        self.siblings_before.extend(no_calls)
        self.movers.extend(no_calls)
        self.run_tops.extend(new_calls)  # each is its own top until it is entered
        self.last_returned.extend(no_calls)
        self.entry_windows.extend([FULL_WINDOW] * count)
        self.values.extend([None] * count)

    def _entry_window(self, call: int, caller: _OpenCall | None) -> Window:
        """Return the window (α, β) with which a call (one visit of a node) is entered.

        Most searches hand down the window of the caller, as it is then. Some record other windows.

        Args:
            call: The number of the call.
            caller: The call of the parent; ``None`` for a call of the root.
        """
        record = self.record
        if record.call_windows:
            recorded = record.call_windows[call]
            return recorded.alpha, recorded.beta
        if call in record.chance_windows:
            return record.chance_windows[call]
        if caller is not None:
            return caller.window
        return record.rules.root_window if record.has_windows else FULL_WINDOW

    def _note_entry(self, call: int, node: int, window: Window, caller: _OpenCall | None) -> None:
        """Fill in the columns for a call (one visit of a node) that is entered.

        Args:
            call: The number of the call; its entries exist already.
            node: The number of its node.
            window: The window (α, β) with which it is entered.
            caller: The call of the parent; ``None`` for a call of the root.
        """
        self.entry_windows[call] = window
        self.events.append(call)
        self.entered[call] = len(self.events)  # steps count from 1
        latest_call = self.call_of_node[node]
        if latest_call != NO_CALL:
            self.earlier[call] = latest_call
        self.call_of_node[node] = call
        if caller is None:
            return
        self.callers[call] = caller.call
        self.siblings_before[call] = self.last_returned[caller.call]
        self.movers[call] = caller.mover
        # A first child's call directly follows its parent's, and continues the parent's run.
        is_first_child = caller.call == call - 1
        if is_first_child and caller.role != CHANCE_ROLE:
            self.run_tops[call] = self.run_tops[caller.call]

    def _value_by_memory_or_estimate(self, call: int, node: int) -> Number | None:
        """Return the value of a node with children if they are not searched; ``None`` if they are.

        Args:
            call: The number of the call, that is, of one visit of the node. Memory may answer it.
            node: The number of the node. At the depth limit its value is its estimate.
        """
        remembered = self.record.remembered.get(call)
        if remembered is not None:
            return remembered
        if self.record.is_evaluated(node):
            return self.record.tree.estimate(node)
        return None

    def _opened(self, call: int, node: int, window: Window) -> _OpenCall:
        """Return a call of a node with children as it is before any of them has returned.

        Args:
            call: The number of the call, that is, of one visit of the node.
            node: The number of the node.
            window: The window (α, β) with which the call is entered.
        """
        record = self.record
        role = record.tree.roles[node]
        v = record.starting_v(role, window)
        # Below a chance node alpha-beta starts anew.
        window_of_children = FULL_WINDOW if role == CHANCE_ROLE else window
        return _OpenCall(call, node, role, v, window_of_children)

    def _return_last_open(self) -> None:
        """Close the call that was opened last, and note what it returns to the one before it."""
        closed = self._open_calls.pop()
        caller = self._open_calls[-1] if self._open_calls else None
        self._note_return(closed.call, self._value_of_searched(closed), caller)

    def _value_of_searched(self, closed: _OpenCall) -> Number:
        """Return what a call of a node with children returns.

        MAX and MIN return v, their best value. So does a chance node that stopped early: its v is
        what it is worth at most, or at least. Otherwise a chance node returns its mean. Under
        fail-hard the value is clamped into the window on entry.
        """
        record = self.record
        value = closed.v
        if value is None:  # a chance node that did not stop early
            value = record.chance_values[closed.call]
        if not record.rules.hard:
            return value
        alpha, beta = self.entry_windows[closed.call]
        return max(alpha, min(value, beta))

    def _note_return(self, call: int, value: Number, caller: _OpenCall | None) -> None:
        """Fill in the columns for a call that returns, and move the caller's v and window.

        A call is one visit of a node; v is a node's best value so far.

        Args:
            call: The number of the call.
            value: What it returns.
            caller: The call of the parent; ``None`` for a call of the root, whose return is no
                step.
        """
        step = len(self.events) + 1
        self.values[call] = value
        self.returned[call] = step
        if caller is None:
            return
        self.events.append(~call)  # ~ marks a return
        is_first_return = self.last_returned[caller.call] == NO_CALL
        self.last_returned[caller.call] = call
        v = self.record.parent_v_after[call]
        if v is None:  # the parent is a chance node
            return
        # One printed form takes its first child's value as v whatever it is: then the child counts
        # as the one that moved v even if v was the same number before.
        is_taken_as_first = is_first_return and self.record.replaces_first
        if v != caller.v or is_taken_as_first:
            caller.v = v
            caller.mover = call
            window = self.record.moved_window(caller.role, self.entry_windows[caller.call], v)
            caller.window = FULL_WINDOW if window is None else window
