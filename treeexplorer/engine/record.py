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


def _none_if_no_call(call: int) -> int | None:
    """Return a call number from a column; ``None`` in place of ``NO_CALL``."""
    return None if call == NO_CALL else call


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
        """Create an empty record, to which a search appends every visit of a node.

        Args:
            order: The tree with the order in which the search visits its nodes.
            rules: The rules of the search.
            has_windows: Whether the search enters nodes with windows (α, β), as minimax does not.
        """
        super().__init__(order.tree, order.node_of_rank)
        self.rules = rules
        self.has_windows = has_windows
        self.replaces_first = rules.printed.replaces_first

        # Lists with one entry for each call: `append_call` lets them grow together. (The loop of
        # alpha-beta does so itself, to be fast.) Searches without null windows have no third list.
        self.nodes = array("i")
        self.parent_v_after: list[Number | None] = []
        self.call_windows: list[CallWindow] = []

        # Of some calls only: lists of their numbers, and dictionaries with their numbers as keys.
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

        # Caches, which are not pickled: `derive` and `columns` fill them from the fields above.
        self._derived: dict[Callable[[Any], object], object] = {}
        self._columns: RecordColumns | None = None

    def __eq__(self, other: object) -> bool:
        """Tell whether both are records of the same search, and have come equally far.

        The visits need not be compared: the tree and the rules determine every one of them.
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

    def append_call(
        self, rank: int, *, has_children: bool, window: CallWindow | None = None
    ) -> int:
        """Append a call (one visit) of the node at a rank, and return the number of the call.

        Calls are numbered from 0 in the order of time: a call is appended before the calls of the
        node's children. Its number is its index in all lists that have one entry for each call.

        Args:
            rank: The rank of the node.
            has_children: Whether the search sees children of the node.
            window: Its window, in a search with null windows; in others it follows from the
                parent's.
        """
        call = len(self.nodes)
        self.nodes.append(rank)
        self.parent_v_after.append(None)  # not known before the call returns
        if has_children:
            self.inner_calls.append(call)
        if window is not None:
            self.call_windows.append(window)
        return call

    def note_chance_window(self, child_call: int, window: Window) -> None:
        """Note the window that a chance node has computed for a child, before it calls the child.

        It must be known during the call: the record is also shown while the search goes on.
        """
        self.chance_windows[child_call] = window

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
        if not columns.is_final and not columns.is_up_to_date:
            columns.append_new_calls()
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

    def is_waiting_at(self, step: int) -> bool:
        """Tell whether a step is the last before an unknown leaf, at which the search waits."""
        return not self.complete and step == self.steps

    def node(self, call: int) -> int:
        """Return the node of a call."""
        return self.node_at(self.nodes[call])

    def call_of(self, node: int) -> int | None:
        """Return a node's latest call; ``None`` if it was not visited."""
        return _none_if_no_call(self.columns.call_of_node[node])

    def calls_of(self, node: int) -> list[int]:
        """Return the numbers of all visits of a node, the first visit first.

        Most searches visit a node once, but PVS, for example, may visit it several times. The list
        is empty for a node that was not visited.
        """
        columns = self.columns
        calls = []
        call = columns.call_of_node[node]  # the latest one; from it the list goes back in time
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
        return _none_if_no_call(call)

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
        return _none_if_no_call(self.columns.callers[call])

    def find_call_that_set_parent_v(self, call: int) -> int | None:
        """Return the earlier sibling's call whose value is the parent's v when a call is entered.

        ``None`` if no sibling has moved the parent's v.
        """
        return _none_if_no_call(self.columns.v_setters[call])

    def find_previous_sibling_call(self, call: int) -> int | None:
        """Return the call that last returned to the same parent before a call is entered.

        ``None`` for the call of a first child.
        """
        return _none_if_no_call(self.columns.siblings_before[call])

    def following_call(self, step: Step) -> int | None:
        """Return the call that a node makes next, right after a child has returned to it.

        Args:
            step: The step in which the child returns.

        Returns:
            The call; ``None`` if the node visits no further child, but returns itself.

        Example:
            In ``[3 B:[5 7]]`` the leaf 3 returns to the root in step 3. The root then makes the
            call of B. The leaf 7 returns to B in step 8, and B makes no call after it.

            >>> from treeexplorer.engine import search
            >>> from treeexplorer.tree import from_nested
            >>> record = search(from_nested([3, [5, 7]]))
            >>> record.following_call(record.step(3)), record.following_call(record.step(8))
            (2, None)
        """
        is_last_step = step.number >= self.steps
        if is_last_step:
            return None
        entered_call = self.columns.events.find_entered_call(step.number + 1)
        if entered_call is None:  # the node itself returns
            return None
        # The root returns without a step. In MTD(f) the root itself is called again after that.
        is_made_by_node = self.caller(entered_call) == step.call
        return entered_call if is_made_by_node else None

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
        return self.count_leaves_to_read(0)

    def count_leaves_to_read(self, node: int) -> int:
        """Count the numbers that minimax reads in the subtree of a node: leaves and estimates.

        A node at the depth limit counts as one: its estimate is read in place of its subtree.
        """
        depth_limit = self.rules.depth
        if depth_limit is None or not self.has_horizon:
            return self.tree.count_leaves(node)

        plies = self.tree.ply
        count = 0
        for descendant in range(node, self.tree.end[node]):
            is_reached = plies[descendant] <= depth_limit
            if is_reached and self.is_evaluated(descendant):
                count += 1
        return count

    def leaf_value(self, node: int) -> Number | None:
        """Return what evaluating a node gives: its number, or its estimate at the horizon."""
        value = self.tree.leaf_value(node)
        return self.tree.estimate(node) if value is None else value

    def value(self, call: int) -> Number | None:
        """Return what a call returned, ``None`` while it is open where the record ends."""
        return self.columns.values[call]

    @property
    def has_call_windows(self) -> bool:
        """Whether the search records the window of every call, as those with null windows do."""
        return len(self.call_windows) > 0

    @property
    def has_chance_windows(self) -> bool:
        """Whether chance nodes have computed the windows of children from their own, as in Star1.

        It is false until a chance node has called a child.
        """
        return len(self.chance_windows) > 0

    def entry_window(self, call: int) -> Window:
        """Return the window a call was entered with; both ends are one in a null window."""
        return self.columns.entry_windows[call]

    def null_question(self, call: int) -> int:
        """Return what a call's null window asks: ``ABOVE`` or ``BELOW``; ``NO_NULL`` of others."""
        return self.call_windows[call].null if self.has_call_windows else NO_NULL

    def number_in_null_window(self, call: int) -> Number:
        """Return the number that a null window asks about, which is both of its ends."""
        number, _ = self.entry_window(call)
        return number

    def has_null_window(self, call: int) -> bool:
        """Tell whether a call's window is a null window, which asks one question only."""
        return self.null_question(call) != NO_NULL

    def first_v(self, call: int) -> Number | None:
        """Return the first v of a call of an inner node; ``None`` at a chance node."""
        return self.choose_starting_v(self.tree.roles[self.node(call)], self.entry_window(call))

    def choose_starting_v(self, role: int, window: Window) -> Number | None:
        """Return the v (best value so far) of a node before any of its children has returned.

        - Fail-soft: the worst value for the player, −∞ at MAX and +∞ at MIN (Fishburn 1983).
        - Fail-hard: the player's own bound, α at MAX and β at MIN. So does the printed form of
          alpha-beta that takes its first child's value whatever it is (``replaces_first``).

        Args:
            role: Whose node it is: MAX, MIN or chance.
            window: The window (α, β) with which the node is entered.

        Returns:
            The first v; ``None`` for a chance node, which has no v until it returns.
        """
        if role == CHANCE_ROLE:
            return None

        starts_at_bound = self.rules.hard or self.replaces_first
        if starts_at_bound:
            alpha, beta = window
            return alpha if role == MAX_ROLE else beta
        return -INFINITY if role == MAX_ROLE else INFINITY

    def parent_v_before(self, call: int) -> Number | None:
        """Return the parent's v (best value so far) at the moment at which a child is entered.

        Args:
            call: The child's call (one visit of the child).

        Returns:
            ``None`` for a call of the root, which has no parent, and below chance nodes.

        Example:
            In ``[3 5 4]`` the leaves are entered while the root's v is −∞, 3 and 5 (fail-soft).
        """
        parent_call = self.caller(call)
        if parent_call is None:
            return None

        previous_sibling_call = self.find_previous_sibling_call(call)
        if previous_sibling_call is None:  # nothing has returned to the parent yet
            return self.first_v(parent_call)
        return self.parent_v_after[previous_sibling_call]

    def narrow_window_of_call(self, call: int, v: Number | None) -> Window | None:
        """Return the window of an open call, given its v; see :meth:`narrow_window`.

        Its next child is entered with this window.
        """
        return self.narrow_window(self.tree.roles[self.node(call)], self.entry_window(call), v)

    def narrow_window(self, role: int, window: Window, v: Number | None) -> Window | None:
        """Return the window of an open node: one end of its entry window is moved to its v.

        At MAX α rises to v, the best value so far; at MIN β falls to v. A v that is worse than the
        bound does not move it, except in the printed form that takes its first child's value
        whatever it is (``replaces_first``).

        Args:
            role: Whose node it is: MAX, MIN or chance.
            window: The window (α, β) with which the node was entered.
            v: Its best value so far.

        Returns:
            The window; ``None`` at a chance node, whose window does not move, and without a v.

        Example:
            At MAX, v = 5 turns (2, 9) into (5, 9). v = 1 leaves (2, 9) as it is, but makes it (1,
            9) with ``replaces_first``.
        """
        if role == CHANCE_ROLE or v is None:
            return None

        alpha, beta = window
        if not self.has_windows:  # minimax: the window stands still
            return window
        if role == MAX_ROLE:
            new_alpha = v if self.replaces_first else max(alpha, v)
            return new_alpha, beta
        new_beta = v if self.replaces_first else min(beta, v)
        return alpha, new_beta

    def window_at(self, call: int, step: int) -> Window:
        """Return the window of a call at a step: its entry window, as its v has moved it so far."""
        if self.is_leaf_call(call):
            return self.entry_window(call)
        window = self.narrow_window_of_call(call, self.v_at(call, step))
        return self.entry_window(call) if window is None else window

    # -- steps ---------------------------------------------------------------------------------

    def step(self, number: int) -> Step:
        """Return what happens in a step: a node is entered, or a child returns its value.

        Step 0 is the state before the search: nothing has been entered.

        Raises:
            IndexError: There is no step with this number (yet).
        """
        if not 0 <= number <= self.steps:
            raise IndexError(f"there is no step {number}; the search has {self.steps}")
        if number == 0:
            return Step(number, StepKind.START, node=0, call=0, window=self.rules.root_window)

        returning_call = self.columns.events.find_returning_call(number)
        if returning_call is not None:
            return self._describe_return_step(number, child_call=returning_call)
        entered_call = present(self.columns.events.find_entered_call(number))
        return self._describe_entry_step(number, call=entered_call)

    def arrival(self, call: int) -> Step:
        """Return the step at which a call's value arrives at its parent."""
        return self.step(self.returned_at(call))

    def _describe_return_step(self, number: int, child_call: int) -> Step:
        """Describe the step in which a child returns its value to its parent.

        In ``[[3 5] 4]`` the leaf 3 returns to a MIN node: the value is 3, the parent's v becomes 3,
        and the parent's window changes from (−∞, +∞) to (−∞, 3).
        """
        parent_call = self.columns.callers[child_call]
        v_before = self.parent_v_before(child_call)
        v_after = self.parent_v_after[child_call]
        kind = StepKind.CUT if self.caused_cut_off(child_call) else StepKind.RETURN
        return Step(
            number=number,
            kind=kind,
            node=self.node(parent_call),
            call=parent_call,
            child=self.node(child_call),
            child_call=child_call,
            value=self.value(child_call),
            v=v_after,
            before=self.narrow_window_of_call(parent_call, v_before),
            window=self.narrow_window_of_call(parent_call, v_after),
        )

    def _describe_entry_step(self, number: int, call: int) -> Step:
        """Describe the step in which a node is entered.

        The step has a value if it is known at once: that of a leaf, or an answer from memory.
        """
        node = self.node(call)
        window = self.entry_window(call)
        # Memory may answer for a leaf, too; then no leaf is evaluated. So this case comes first.
        if call in self.remembered:
            return Step(number, StepKind.VISIT, node, call, value=self.value(call), window=window)
        if self.is_leaf_call(call):
            return Step(number, StepKind.LEAF, node, call, value=self.value(call), window=window)
        return Step(number, StepKind.VISIT, node, call, v=self.first_v(call), window=window)

    def caused_cut_off(self, call: int) -> bool:
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
        columns = self.columns
        returning_call = columns.events.find_returning_call(step)
        if returning_call is not None:
            return columns.callers[returning_call]
        return present(columns.events.find_entered_call(step))

    def last_return(self, call: int, step: int) -> int | None:
        """Return the call of the child that was the last to return to a node, as of a step.

        Args:
            call: A call (one visit) of the node, entered by then.
            step: The number of the step; children that return later do not count.

        Returns:
            The child's call; ``None`` if no child has returned yet.

        Example:
            Of the node B in ``[3 B:[5 7]]``, where 5 and 7 have the calls 3 and 4::

                step   what happens     so B                  last return to B
                4      B is entered     is the step's node    none
                5      5 is entered     waits for the 5       none
                6      5 returns to B   is the step's node    call 3
                7      7 is entered     waits for the 7       call 3
                8      7 returns to B   is the step's node    call 4
                9      B returns        has returned          call 4

            >>> from treeexplorer.engine import search
            >>> from treeexplorer.tree import from_nested
            >>> record = search(from_nested([3, [5, 7]]))
            >>> [record.last_return(2, step) for step in range(4, 10)]  # 2 is B's call
            [None, None, 3, 3, 4, 4]
        """
        has_returned = self.columns.returned[call] <= step
        if has_returned:
            return _none_if_no_call(self.columns.last_child_calls[call])

        is_call_of_step = self._current_call(step) == call
        if is_call_of_step:
            # A child returns to it in this very step: that one is the last. Or it is entered in the
            # step, and none has returned yet.
            return self.columns.events.find_returning_call(step)

        # It waits for a child that is open. Since that was entered no other child has returned.
        return self._find_last_return_before_open_child(call, step)

    def _find_last_return_before_open_child(self, call: int, step: int) -> int | None:
        """Return the last child's call that returned to a node before its open child was entered.

        The open child is the ancestor of the current node that is a child of the call's node.
        """
        ply_of_children = self.tree.ply[self.node(call)] + 1
        current_node = self.node(self._current_call(step))
        open_child = self.tree.ancestor_at(current_node, ply_of_children)
        open_child_call = present(self.call_at(open_child, step))
        return self.find_previous_sibling_call(open_child_call)

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

        It takes equally long at every step.
        """
        call = self.call_at(node, step)
        if call is not None:
            return Status.CLOSED if self._has_ended(call, step) else Status.OPEN

        depth_limit = self.rules.depth
        if depth_limit is not None and self.tree.ply[node] > depth_limit:
            return Status.BEYOND
        return Status.SKIPPED if self._is_skipped(node, step) else Status.UNSEEN

    def _has_ended(self, call: int, step: int) -> bool:
        """Tell whether a call has ended by a step; the root's last call ends with the search."""
        is_finished = self.complete and step == self.steps
        if is_finished and self.tree.is_root(self.node(call)):
            return True
        return self.returned_at(call) <= step

    def _is_skipped(self, node: int, step: int) -> bool:
        """Tell whether an unvisited node is skipped: its lowest visited ancestor is done."""
        parent = self.tree.parent_of(node)
        if parent is None:
            return False
        ancestor = self.find_visited_ancestor(parent, step)
        if ancestor is None:
            return False
        ancestor_call = present(self.call_at(ancestor, step))
        return self.is_done(ancestor_call, step)

    def undrawn_status(self, node: int, step: int) -> Status:
        """Return the status at a step of those children of a node that are not drawn (``...``).

        They are the last children, as in ``[3 12 ...]``; a search from the right visits them first.

        Args:
            node: A node with undrawn children.
            step: The number of the step.

        Returns:
            The first that holds:

            - the node's own status if it has not been visited;
            - ``BEYOND`` if the node is at the depth limit;
            - ``UNSEEN`` if a visit has come to the undrawn children, or may still do so;
            - ``SKIPPED``: every visit of the node so far was cut off before them.
        """
        is_visited = self.call_at(node, step) is not None
        if not is_visited:
            return self.status(node, step)
        if self._is_at_depth_limit(node):
            return Status.BEYOND
        if self._may_have_come_to_undrawn(node, step):
            return Status.UNSEEN
        return Status.SKIPPED

    def _may_have_come_to_undrawn(self, node: int, step: int) -> bool:
        """Tell whether a visit of a node has come to its undrawn children, or may still do so.

        From the right every visit begins with them. From the left a visit comes to them after all
        drawn children, if it is not cut off; so the last visit may still do so while it is open.
        """
        if self.rules.right_to_left:
            return True
        visits = [call for call in self.calls_of(node) if self.entered_at(call) <= step]
        last_is_open = not self.is_done(visits[-1], step)
        return last_is_open or any(map(self._searched_all_children, visits))

    def _searched_all_children(self, call: int) -> bool:
        """Tell whether a call that is over was not cut off, so that it searched every child.

        A call that was answered from memory searched none.
        """
        last_child_call = _none_if_no_call(self.columns.last_child_calls[call])
        if last_child_call is None:
            return False
        return not self.caused_cut_off(last_child_call)

    def find_visited_ancestor(self, node: int, step: int) -> int | None:
        """Return the lowest node that has been visited by a step: the node itself, or an ancestor.

        Returns:
            ``None`` if not even the root has been visited.

        Example:
            If only the root and its child A are visited, it is A for the nodes A and A.2.1, and the
            root for B.1.
        """
        parent = self.tree.parent_of(node)
        if self.call_at(node, step) is not None:
            return node
        # Mostly it is the parent, and then no bisection is needed.
        if parent is not None and self.call_at(parent, step) is not None:
            return parent
        return self._find_visited_ancestor_by_bisection(node, step)

    def _find_visited_ancestor_by_bisection(self, node: int, step: int) -> int | None:
        """Return the lowest ancestor of a node that has been visited by a step, or ``None``.

        A node is visited after its parent. So on the path from the root down to the node the
        visited nodes come first, and bisection counts them.
        """

        def is_unvisited(ply: int) -> bool:
            ancestor = self.tree.ancestor_at(node, ply)
            return self.call_at(ancestor, step) is None

        plies_of_ancestors = range(self.tree.ply[node])
        visited_count = bisect_left(plies_of_ancestors, True, key=is_unvisited)
        if visited_count == 0:
            return None
        lowest_visited_ply = visited_count - 1
        return self.tree.ancestor_at(node, lowest_visited_ply)

    # -- results -------------------------------------------------------------------------------

    @property
    def tree_as_drawn(self) -> GameTree:
        """The tree with the players as drawn, where the form exchanges them."""
        swaps = self.rules.printed.swaps_players
        return self.tree.with_swapped_players() if swaps else self.tree

    def leaves_read(self) -> Iterator[tuple[int, Number]]:
        """Yield the node and the value of every leaf that was evaluated, in the order of time.

        A leaf that is read twice is yielded twice. Estimates at the depth limit count as leaves.
        :meth:`readings` yields the steps, too, but needs :attr:`columns`: for a small tree they
        take longer to make than the search.
        """
        for call, rank in enumerate(self.nodes):
            if call in self.remembered:  # answered from memory
                continue
            node = self.node_at(rank)
            if not self.is_evaluated(node):
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
    """A call of an inner node while it is open: what changes whenever a child returns to it.

    Attributes:
        call: The call.
        role: Whose node it is of.
        v: Its v so far; ``None`` at a chance node.
        window: The window with which its next child is entered: v has moved one end of it.
        v_setter: The child's call that set v last; ``NO_CALL`` while none has.
        last_child_call: The child's call that returned last; ``NO_CALL`` while none has.
    """

    call: int
    role: int
    v: Number | None
    window: Window
    v_setter: int = NO_CALL
    last_child_call: int = NO_CALL


class _Events:
    """What happens in each step of a search: a call is entered, or a call returns to its caller.

    Steps are numbered from 1. An event is kept as one number: the call that is entered, or for the
    return of a call its complement ``~call``, which is negative. In ``[3 5]`` the root's call 0 is
    entered, call 1 is entered and returns, and so is call 2::

        step     1   2   3    4   5
        event    0   1   ~1   2   ~2
    """

    def __init__(self) -> None:
        self._numbers = array("i")

    def append_entry(self, call: int) -> int:
        """Append the entry of a call, and return its step."""
        self._numbers.append(call)
        return len(self._numbers)

    def append_return(self, call: int) -> int:
        """Append the return of a call to its caller, and return its step."""
        self._numbers.append(~call)
        return len(self._numbers)

    @property
    def next_step(self) -> int:
        """The number of the step of the event that is appended next."""
        return len(self._numbers) + 1

    def find_entered_call(self, step: int) -> int | None:
        """Return the call that is entered in a step; ``None`` if a call returns in it."""
        number = self._numbers[step - 1]
        return number if number >= 0 else None

    def find_returning_call(self, step: int) -> int | None:
        """Return the call that returns in a step; ``None`` if a call is entered in it."""
        number = self._numbers[step - 1]
        return ~number if number < 0 else None

    def generate_returning_calls(self, *, after: int, last: int) -> Iterator[int]:
        """Yield the calls that return in the steps after one and up to a last one, in order."""
        for number in self._numbers[after:last]:
            if number < 0:
                yield ~number


def _make_empty_column() -> array[int]:
    return array("i")


@dataclass(eq=False)
class RecordColumns:
    """What follows from the columns that a search has written.

    A call is one visit of a node, numbered from 0 in the order of time. A step is an event of the
    search, numbered from 1: a call is entered, or it returns to its parent. Most columns have one
    entry for each call. An entry that is a call is ``NO_CALL`` for none.

    A new object has no entries; :meth:`append_new_calls` adds those of the calls that are recorded.

    Attributes:
        record: What a search has written, or is still writing.
        nodes: By call: its node.
        callers: By call: the parent's call; ``NO_CALL`` for a call of the root.
        entered: By call: the step at which it is entered.
        returned: By call: the step at which it returns to its parent; a number past every step
            while it is open.
        siblings_before: By call: the call that last returned to the same parent before it is
            entered.
        v_setters: By call: the earlier sibling's call that set the parent's v, as it is when the
            call is entered.
        first_child_chain_tops: By call: the topmost call that leads down to it through first
            children only, with no chance node on the way; the call itself if it is of no first
            child. Nothing has returned to any caller on such a chain when the call is entered.
        last_child_calls: By call that has returned: the child's call that returned to it last.
        entry_windows: By call: the window on entry.
        values: By call: what it returned; ``None`` while it is open.
        events: By step: the call that is entered, or that returns.
        call_of_node: By node: its latest call.
        earlier: By call: the call of the same node before it. It has only the calls of nodes that
            were entered before.
        is_final: Whether the search has ended, so that nothing will be added.
    """

    record: Record
    is_final: bool = False

    nodes: array[int] = field(default_factory=_make_empty_column)
    callers: array[int] = field(default_factory=_make_empty_column)
    entered: array[int] = field(default_factory=_make_empty_column)
    returned: array[int] = field(default_factory=_make_empty_column)
    siblings_before: array[int] = field(default_factory=_make_empty_column)
    v_setters: array[int] = field(default_factory=_make_empty_column)
    first_child_chain_tops: array[int] = field(default_factory=_make_empty_column)
    last_child_calls: array[int] = field(default_factory=_make_empty_column)
    entry_windows: list[Window] = field(default_factory=list)
    values: list[Number | None] = field(default_factory=list)

    events: _Events = field(default_factory=_Events)
    call_of_node: array[int] = field(init=False)
    earlier: dict[int, int] = field(default_factory=dict)

    # The calls that are open where the entries end, the root's first.
    _open_calls: list[_OpenCall] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.call_of_node = array("i", [NO_CALL]) * len(self.record.tree)

    @property
    def is_up_to_date(self) -> bool:
        """Whether nothing has been written since the entries were made."""
        record = self.record
        return len(self.nodes) == len(record.nodes) and len(self._open_calls) <= record.open_calls

    @property
    def has_repeated_visits(self) -> bool:
        """Whether a node was visited more than once, as in PVS."""
        return len(self.earlier) > 0

    def append_new_calls(self) -> None:
        """Append the entries of all calls that the search has recorded since the last time.

        The search records which node each call visits, but not when a call returns. That follows
        from the ply of the node: a node at ply 2 is entered while exactly 2 calls are open, those
        of its parent and of the root. All other open calls have returned before. In
        ``[A:[3 5] 4]`` the calls lead to these steps::

            call of    its ply   that return before   it is entered   it returns   open after it
            the root   0                              step 1                       root
            A          1                              step 2                       root, A
            3          2                              step 3          step 4       root, A
            5          2                              step 5          step 6       root, A
            4          1         A in step 7          step 8          step 9       root

        If the search has paused after the 3, root and A are still open in ``_open_calls``, and the
        next time this goes on with the 5.
        """
        new_calls = range(len(self.nodes), len(self.record.nodes))
        self._append_nodes(new_calls)
        self._append_blank_entries(new_calls)

        plies = self.record.tree.ply
        open_calls = self._open_calls
        for call in new_calls:
            # 1. The calls return that are no longer open when this one is made, if any are not.
            node = self.nodes[call]
            if len(open_calls) > plies[node]:
                self._return_calls_until(open_count=plies[node])
            caller = open_calls[-1] if open_calls else None  # that of the node's parent

            # 2. The call is entered, with the window that its caller has now.
            window = self._find_entry_window(call, caller)
            self._record_entry(call, node, window, caller)

            # 3. It returns at once if it has a value. Otherwise its children are the next calls.
            value = self._find_value_without_search(call, node)
            if value is None:
                open_calls.append(self._make_open_call(call, node, window))
            else:
                self._record_return(call, value, caller)

        # After the last call the search has recorded how many are open: the others have returned.
        self._return_calls_until(open_count=self.record.open_calls)
        self.is_final = self.record.complete

    def _append_nodes(self, new_calls: range) -> None:
        """Append the node of each new call to the column of nodes.

        The search has recorded ranks, the places of nodes in its own order. From left to right
        these are the numbers of the nodes; else a table converts them.
        """
        record = self.record
        ranks = record.nodes[new_calls.start : new_calls.stop]
        if record.node_of_rank is None:
            self.nodes.extend(ranks)
        else:
            self.nodes.extend(map(record.node_of_rank.__getitem__, ranks))

    def _append_blank_entries(self, new_calls: range) -> None:
        """Append an entry that means "not known yet" for each new call to every other column.

        Each column has one entry for each call, so all of them must grow by the same count. For the
        new calls 4 and 5 for example ``callers`` grows by two times ``NO_CALL``, and ``values`` by
        ``[None, None]``; they are filled in when the calls are entered and return. To append them
        all at once takes half the time of one by one.
        """
        count = len(new_calls)

        # Columns whose entries are calls.
        no_calls = array("i", [NO_CALL]) * count
        self.callers.extend(no_calls)
        self.siblings_before.extend(no_calls)
        self.v_setters.extend(no_calls)
        self.last_child_calls.extend(no_calls)
        self.first_child_chain_tops.extend(new_calls)  # each is its own top until it is entered

        # Columns whose entries are steps.
        no_steps = array("i", [_STILL_OPEN]) * count
        self.entered.extend(no_steps)
        self.returned.extend(no_steps)

        # Columns with windows and values.
        self.entry_windows.extend([FULL_WINDOW] * count)
        self.values.extend([None] * count)

    def _find_entry_window(self, call: int, caller: _OpenCall | None) -> Window:
        """Return the window (α, β) with which a call (one visit of a node) is entered.

        A window that the search has recorded counts; any other follows from what is above::

            the call is made                          its window
            by a search with null windows (PVS)       recorded, as that of every call
            by a chance node in Star1                 recorded
            by another node, of a child               the node's window at that time
            of the root                               that of the rules
            of the root, by minimax                   (−∞, +∞): it has no windows
        """
        record = self.record
        if record.has_call_windows:
            recorded_window = record.call_windows[call]
            return recorded_window.alpha, recorded_window.beta
        if call in record.chance_windows:
            return record.chance_windows[call]
        if caller is not None:
            return caller.window
        return record.rules.root_window if record.has_windows else FULL_WINDOW

    def _record_entry(self, call: int, node: int, window: Window, caller: _OpenCall | None) -> None:
        """Fill in when a call (one visit of a node) is entered, with which window, and after which.

        ``caller`` is the open call of the node's parent; ``None`` for the root. For example, the
        leaves of ``[3 12 8]`` have the calls 1, 2 and 3. That of the 12 is entered in step 4, after
        the steps "enter the root", "enter the 3", "the 3 returns"::

            entered[2]         4
            entry_windows[2]   (3, +∞)
            callers[2]         0, the call of the root; for the rest see _copy_state_of_caller
        """
        self.entered[call] = self.events.append_entry(call)
        self.entry_windows[call] = window

        # A node that is visited again, as in PVS, has a chain of visits from the latest back.
        previous_call = self.call_of_node[node]
        if previous_call != NO_CALL:
            self.earlier[call] = previous_call
        self.call_of_node[node] = call

        if caller is not None:
            self._copy_state_of_caller(call, caller)

    def _copy_state_of_caller(self, call: int, caller: _OpenCall) -> None:
        """Fill in what the parent's call knows at the moment at which it makes a call of a child.

        For example the root of ``[B:[5 7] 2]`` is MAX's. All calls are entered in this order::

            call              0 root   1 B   2 leaf 5   3 leaf 7   4 leaf 2
            its caller                 0     1          1          0
            the sibling before                          2          1
            who set parent's v                          2          1
            top of the chain  0        0     0          3          4

        The last line: 0, 1 and 2 are a chain of first children, whose top is 0. At the 7, which is
        no first child, another chain begins. So does one below a chance node, for each child.
        """
        self.callers[call] = caller.call
        self.siblings_before[call] = caller.last_child_call
        self.v_setters[call] = caller.v_setter

        is_first_child = caller.last_child_call == NO_CALL
        if is_first_child and caller.role != CHANCE_ROLE:
            self.first_child_chain_tops[call] = self.first_child_chain_tops[caller.call]

    def _find_value_without_search(self, call: int, node: int) -> Number | None:
        """Return the value of a leaf, of a node that memory answers for, or at the depth limit.

        Returns ``None`` for a node whose children are searched.
        """
        leaf_value = self.record.tree.leaf_values[node]
        if leaf_value is not None:
            return leaf_value
        remembered_value = self.record.remembered.get(call)
        if remembered_value is not None:
            return remembered_value
        if self.record.is_evaluated(node):
            return self.record.tree.estimate(node)
        return None

    def _make_open_call(self, call: int, node: int, window: Window) -> _OpenCall:
        """Return the state of a call of an inner node before any of its children has returned."""
        role = self.record.tree.roles[node]
        v = self.record.choose_starting_v(role, window)
        # Below a chance node alpha-beta starts anew.
        window_of_children = FULL_WINDOW if role == CHANCE_ROLE else window
        return _OpenCall(call, role, v, window_of_children)

    def _return_calls_until(self, *, open_count: int) -> None:
        """Let the calls that were opened last return, until so many are open as are given.

        If the calls of root, A and A.1 are open, and 1 is given, A.1 returns to A, and then A to
        the root.
        """
        open_calls = self._open_calls
        while len(open_calls) > open_count:
            last_call = open_calls.pop()
            caller = open_calls[-1] if open_calls else None  # the root's call has none
            self.last_child_calls[last_call.call] = last_call.last_child_call
            value = self._compute_returned_value(last_call)
            self._record_return(last_call.call, value, caller)

    def _compute_returned_value(self, closed_call: _OpenCall) -> Number:
        """Return the value that a call of an inner node returns to its parent.

        It is v, the best value, at MAX, at MIN and at a chance node that stopped early; else it is
        the chance node's mean. Under fail-hard it is clamped into the entry window.
        """
        if closed_call.v is None:  # a chance node that did not stop early
            value = self.record.chance_values[closed_call.call]
        else:
            value = closed_call.v

        if self.record.rules.hard:
            alpha, beta = self.entry_windows[closed_call.call]
            return max(alpha, min(value, beta))
        return value

    def _record_return(self, call: int, value: Number, caller: _OpenCall | None) -> None:
        """Fill in what a call has returned, and in which step, and take it into its parent's state.

        The return of the root, which has no parent (``caller`` is ``None``), is not a step: it gets
        the number past the last step.
        """
        self.values[call] = value
        if caller is None:
            self.returned[call] = self.events.next_step
            return
        self.returned[call] = self.events.append_return(call)
        self._update_caller(caller, child_call=call)

    def _update_caller(self, caller: _OpenCall, *, child_call: int) -> None:
        """Update the state of a parent's open call, to which a child's call has just returned.

        For example, a MAX node was entered with (2, 9), and the calls of three children return::

            the child's call   it returns   v   v_setter   window
            4                  3            3   4          (3, 9)
            6                  5            5   6          (5, 9)
            7                  1            5   6          (5, 9)

        The search has recorded v. It narrows the window on entry, not that of the row before: v is
        the best of all children so far. A chance node has no v before it stops early, and no child
        is entered after that: its window stays.
        """
        is_first_child = caller.last_child_call == NO_CALL
        caller.last_child_call = child_call
        v = self.record.parent_v_after[child_call]
        if v is None:  # a chance node that goes on
            return

        # In the form that takes its first child's value whatever it is (``replaces_first``), that
        # child sets v, even to the number that v has had before.
        is_taken_as_first = is_first_child and self.record.replaces_first
        has_set_v = v != caller.v or is_taken_as_first
        if has_set_v:
            caller.v = v
            caller.v_setter = child_call
            entry_window = self.entry_windows[caller.call]
            window = self.record.narrow_window(caller.role, entry_window, v)
            if window is not None:
                caller.window = window
