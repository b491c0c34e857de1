"""What is left of a node's window for each child that it enters: what the closing window shows."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from typing import Final, NamedTuple

from treeexplorer.engine import Record
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.engine.star1 import ChanceMean
from treeexplorer.errors import present
from treeexplorer.explain.phrases import question
from treeexplorer.explain.sentence import Letter, Node, Phrase
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.judging.best_values import nodes_that_gave_window
from treeexplorer.judging.facts import BestSoFar, proven
from treeexplorer.numbers import counted
from treeexplorer.tree import CHANCE_ROLE, MAX_ROLE, Number, Window

_LOWER: Final = 0  # the place of an end in a window
_UPPER: Final = 1


class ChildWindow(NamedTuple):
    """What is left of a node's window when a child is entered, and when its value has arrived.

    Of a chance node this is what its mean can still be.

    Attributes:
        child: The child.
        before: What is left when it is entered.
        after: What it leaves; ``None`` while it is open.
        entry: The window with which it is entered itself: in most searches what is left.
    """

    child: int
    before: Window
    after: Window | None
    entry: Window


class ChildWindows(NamedTuple):
    """The window of an open call, and how each child has narrowed it.

    ===============================  ===============================  ==========================
    the node                         ``now``                          ``bounds``
    ===============================  ===============================  ==========================
    MAX, entered with (0, 9), v = 3  (3, 9): v has moved α            (3, 9), the same
    asked only about 5, with v = 3   (3, 5): from v to the number     (3, 5), the same
    chance, entered with (4, 10)     (1, 6): what its mean can be     (4, 10): α and β stay
    ===============================  ===============================  ==========================

    Attributes:
        record: The record.
        call: The call.
        children: The children that it has entered, in that order, each with its last call.
        now: What is left now.
        bounds: What ends it: the node is left once nothing of ``now`` lies between them.
    """

    record: Record
    call: int
    children: tuple[ChildWindow, ...]
    now: Window
    bounds: Window

    @property
    def node(self) -> int:
        """The node of the call."""
        return self.record.node(self.call)

    @property
    def moving_end(self) -> int:
        """Which end of ``now`` moves: 0 for the lower end, 1 for the upper end.

        - At a MAX node it is the lower end, at a MIN node the upper end.
        - Both ends of a mean move. It is the upper end if the mean cuts off at α because it has
          become too small, and else the lower end.
        """
        if self.is_mean:
            alpha, _ = self.bounds
            _, most = self.now
            return _UPPER if self.record.rules.cuts(alpha, most) else _LOWER
        is_max = self.record.tree.roles[self.node] == MAX_ROLE
        return _LOWER if is_max else _UPPER

    @property
    def number_at_moving_end(self) -> Number:
        """The number at the end of ``now`` that moves; see :attr:`moving_end`."""
        lower, upper = self.now
        return upper if self.moving_end == _UPPER else lower

    @property
    def is_mean(self) -> bool:
        """Whether it is a chance node, whose mean is narrowed from both sides."""
        return self.record.tree.roles[self.node] == CHANCE_ROLE

    @property
    def is_asked(self) -> bool:
        """Whether the node is only asked how it compares with a number."""
        return self.record.has_null_window(self.call)


def child_windows(snapshot: Snapshot, most: int) -> ChildWindows | None:
    """Return the window of the node that the search is in, and how each child narrowed it.

    That is the node at which the search stands, or its parent where it stands at a leaf. Before the
    first step it is the root. At a MAX or MIN node the best value so far, v, narrows the window (α,
    β); of a chance node it is the interval that its mean can lie in.

    Args:
        snapshot: The step.
        most: The most children that the node may have.

    Returns:
        The windows; ``None`` in a search without windows, at a node with more children, and at a
        chance node where no range of all values is known.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.explain.snapshot import snapshot
        >>> from treeexplorer.notation import parse
        >>> at_min = snapshot(search(parse("[[3 12 8] [2 4 6]]").tree), 7)  # 8 has just been read
        >>> windows = child_windows(at_min, most=80)
        >>> [child.before for child in windows.children], windows.now
        ([(-inf, inf), (-inf, 3), (-inf, 3)], (-inf, 3))
    """
    record = snapshot.record
    visit = _find_visit_to_show(snapshot)
    if visit is None:
        return None

    node = record.node(visit.call)
    if _find_obstacle(record, node, most) is not None:
        return None
    is_chance_node = record.tree.roles[node] == CHANCE_ROLE
    if is_chance_node:
        return _build_windows_of_mean(record, visit.call, visit.step)
    return _build_windows_of_v(record, visit.call, visit.step)


class _Obstacle(Enum):
    """Why the windows of a node's children cannot be drawn."""

    MEAN_OF_ANY_VALUES = auto()  # the mean could be anything as long as one child is not read
    TOO_MANY_CHILDREN = auto()


def _find_obstacle(record: Record, node: int, most: int) -> _Obstacle | None:
    """Find out what keeps the windows of a node's children from being drawn; ``None`` for nothing.

    ``most`` is the most children for which there is room.
    """
    is_chance_node = record.tree.roles[node] == CHANCE_ROLE
    if is_chance_node and not record.rules.has_range:
        return _Obstacle.MEAN_OF_ANY_VALUES
    if record.tree.child_count(node) > most:
        return _Obstacle.TOO_MANY_CHILDREN
    return None


def _build_windows_of_v(record: Record, call: int, step: int) -> ChildWindows:
    """Build the window of a MAX or MIN node at a step, and those that each child has left.

    The node's best value so far, v, moves one end of the window (α, β): of (0, 9), MAX with v = 3
    leaves (3, 9). The call is one visit of the node.
    """
    v = record.v_at(call, step)
    window_now = _compute_remaining_window(record, call, v)
    children = [
        _build_window_of_child(record, call, child_call, step)
        for child_call in _collect_child_calls(record, call, step)
    ]
    return ChildWindows(
        record=record,
        call=call,
        children=tuple(children),
        now=window_now,
        bounds=window_now,  # its ends are α and β themselves
    )


def _build_windows_of_mean(record: Record, call: int, step: int) -> ChildWindows:
    """Build the interval in which a chance node's mean lies, and those that each child has left.

    For example ``chance[2 6]`` with values from 0 to 10, entered with (4, 10), after the 2: the
    mean lies in (1, 6), and each child that is read narrows that. What it is compared with,
    (4, 10), stays as it is. The search has a range in which all values lie.
    """
    return ChildWindows(
        record=record,
        call=call,
        children=tuple(_compute_intervals_of_mean(record, call, step)),
        now=proven(record, record.node(call), step),
        bounds=record.entry_window(call),
    )


def _collect_child_calls(record: Record, call: int, step: int) -> list[int]:
    """Collect the last call of each child that a call has searched by a step, in their order.

    Calls are numbered in the order in which the search makes them. A child that another call of the
    same node has searched, and this one not, is left out.
    """
    last_calls = [record.call_at(child, step) for child in record.children(record.node(call))]
    return sorted(
        child_call
        for child_call in last_calls
        if child_call is not None and record.caller(child_call) == call
    )


def _build_window_of_child(record: Record, call: int, child_call: int, step: int) -> ChildWindow:
    """Build what v left of a node's window when a child was entered, and when it returned.

    v is the best value that the node has had from its children so far. A child that returns after
    the given step is still open, and has left nothing yet.
    """
    v_before = record.parent_v_before(child_call)
    window_after = None
    has_returned = record.returned_at(child_call) <= step
    if has_returned:
        v_after = record.parent_v_after[child_call]
        window_after = _compute_remaining_window(record, call, v_after)
    return ChildWindow(
        child=record.node(child_call),
        before=_compute_remaining_window(record, call, v_before),
        after=window_after,
        entry=record.entry_window(child_call),
    )


def _compute_intervals_of_mean(record: Record, call: int, step: int) -> Iterator[ChildWindow]:
    """Yield for each child the least and the most that the mean could be before and after it.

    ``chance[2 6]`` with values from 0 to 10: (0, 10) before the 2, (1, 6) after it, (4, 4) after
    the 6. A child that returns after the given step is still open: nothing is known yet after it.
    """
    weights = _collect_weights(record, record.node(call))
    mean = ChanceMean(weights.values(), record.rules.known_range)
    for child_call in _collect_child_calls(record, call, step):
        child = record.node(child_call)
        interval_before = mean.interval
        interval_after = None
        has_returned = record.returned_at(child_call) <= step
        if has_returned:
            worth_of_child = analysis_of(record).intervals.after_call(child_call)
            mean.read(weights[child], worth_of_child)  # narrows the interval of the mean
            interval_after = mean.interval
        yield ChildWindow(
            child,
            before=interval_before,
            after=interval_after,
            entry=record.entry_window(child_call),
        )


def _collect_weights(record: Record, node: int) -> dict[int, Number]:
    """Collect the probability of each child of a chance node, in the order of the search."""
    tree = record.tree
    return {child: present(tree.probability(child)) for child in record.children(node)}


def explain_missing_windows(snapshot: Snapshot, most: int) -> Phrase | None:
    """Explain why the windows below the node that the search is in are not drawn.

    ============================================  ==================================================
    the node                                      what is said
    ============================================  ==================================================
    takes a mean of values that may be anything   ``○A takes the mean of its children: …``
    has too many children                         ``▲A has 90 children, more than there are …``
    has another child than those that are drawn   ``Some children of ▲A are not drawn here, …``
    ============================================  ==================================================

    Args:
        snapshot: A step at which they are not drawn.
        most: The most children for which there are columns.

    Returns:
        The reason; ``None`` where there is no such node, or the search has no windows.
    """
    record = snapshot.record
    visit = _find_visit_to_show(snapshot)
    if visit is None:
        return None

    node = Node(record.tree, record.node(visit.call))
    match _find_obstacle(record, node.node, most):
        case _Obstacle.MEAN_OF_ANY_VALUES:
            return Phrase(
                "{node} takes the mean of its children: no window closes over them", node=node
            )
        case _Obstacle.TOO_MANY_CHILDREN:
            child_count = record.tree.child_count(node.node)
            return Phrase(
                "{node} has {children}, more than there are columns: their windows have no room",
                node=node,
                children=counted(child_count, "child", "children"),
            )
        case None:  # there are windows, so that only a drawing without some columns hides them
            return Phrase(
                "Some children of {node} are not drawn here, so their windows are not", node=node
            )


class _Visit(NamedTuple):
    """A call of a node, and the step at which it is shown."""

    call: int
    step: int


def _find_visit_to_show(snapshot: Snapshot) -> _Visit | None:
    """Find the visit of the node whose window is shown.

    ==============================  ===============================================
    the search                      what is shown
    ==============================  ===============================================
    has not begun                   the root as step 1 enters it
    stands at a node with children  that node
    stands at a leaf                its parent, as there are no windows below a leaf
    has no windows                  nothing
    ==============================  ===============================================

    It is nothing, too, if the whole tree is a leaf.
    """
    record = snapshot.record
    if not record.has_windows:
        return None

    if snapshot.current is None:
        call = _find_call_of_root(record)
        return None if call is None else _Visit(call, step=1)

    node: int | None = snapshot.current
    if record.is_evaluated(snapshot.current):
        node = record.tree.parent_of(snapshot.current)
    call = None if node is None else record.call_at(node, snapshot.step)
    return None if call is None else _Visit(call, snapshot.step)


def _find_call_of_root(record: Record) -> int | None:
    """Return the call of the root; ``None`` where it is a leaf, or is never searched."""
    first_call = 0
    if not record.nodes or record.is_leaf_call(first_call):
        return None
    return first_call


def _compute_remaining_window(record: Record, call: int, v: Number | None) -> Window:
    """Compute what a node's best value leaves of the window (α, β) with which it was entered.

    - Entered with (0, 9), MAX with v = 3 has (3, 9) left, and MIN (0, 3).
    - Entered with the null window (5, 5), which only asks whether the node is worth more than 5,
      MAX with v = 3 has (3, 5) left: from v to the number. MIN with v = 8 has (5, 8).

    Without a best value so far, ``None``, the window is still the one on entry.
    """
    if v is None:
        return record.entry_window(call)

    if record.has_null_window(call):
        number_asked_about = record.number_in_null_window(call)
        is_max = record.tree.roles[record.node(call)] == MAX_ROLE
        if is_max:  # v only rises: it is the lower end
            return v, number_asked_about
        return number_asked_about, v

    # v moves α of a MAX node, and β of a MIN node. The result is None only for a chance node, and
    # this is not called for one.
    return present(record.narrow_window_of_call(call, v))


def format_window_heading(windows: ChildWindows) -> Phrase:
    """Return the heading above a drawing of windows: ``THE WINDOW OF ▲A``."""
    node = Node(windows.record.tree, windows.node)
    if windows.is_asked:
        return Phrase("THE QUESTION AT {node}", node=node)
    if windows.is_mean:
        return Phrase("THE MEAN OF {node}", node=node)
    return Phrase("THE WINDOW OF {node}", node=node)


def describe_moving_end(windows: ChildWindows) -> Phrase:
    """Say which end of a window the children can move, and what stays.

    ``each child can bring β down; α stays`` at MIN. A null window, which only asks about a number,
    and the mean of a chance node are told otherwise.
    """
    if windows.is_asked:
        return _describe_moves_of_v(windows)
    if windows.is_mean:
        return Phrase("each child can bring the least up and the most down; {α} and {β} stay")
    if windows.moving_end == _UPPER:
        return Phrase("each child can bring {β} down; {α} stays")
    return Phrase("each child can bring {α} up; {β} stays")


def _describe_moves_of_v(windows: ChildWindows) -> Phrase:
    """Say what a null window asks, and in which direction a child can move v."""
    question_asked = question(windows.record, windows.call)
    if windows.moving_end == _UPPER:
        return Phrase("{question} Each child can bring v down", question=question_asked)
    return Phrase("{question} Each child can bring v up", question=question_asked)


def explain_drawing_of_windows(windows: ChildWindows) -> tuple[Phrase, Phrase]:
    """Explain in two lines how the drawing of windows is read, where nothing has moved yet."""
    if windows.is_asked:
        return (
            Phrase("Once v has come to the number that is asked about,"),
            Phrase("the question is answered, and the rest is skipped."),
        )
    if windows.is_mean:
        return (
            Phrase("What lies between the least and the most is still possible."),
            Phrase("Once all of it is beyond {α} or {β}, the rest is pruned."),
        )
    return (
        Phrase("What lies between {α} and {β} is still possible."),
        Phrase("Where nothing is left between them, the rest is pruned."),
    )


class OwnedNumber(NamedTuple):
    """A number at an end of a window, and words that say whose it is: ``α ▲root has 3``."""

    number: Number
    words: Phrase


def owners(windows: ChildWindows, step: int) -> list[OwnedNumber]:
    """Return the numbers at the ends of the window at a step, each with words that say whose it is.

    ====================  ======================================================================
    the window            what is said
    ====================  ======================================================================
    an ordinary one       of α and β, if a node has them: ``α ▲root has 3``
    a null window         of the number and of v: ``asked about 5``, ``▲C has 3``
    a mean                of α and β as above, then ``at least 1`` and ``at most 6``
    ====================  ======================================================================

    Args:
        windows: The window of a node and of its children.
        step: The number of the step.
    """
    if windows.is_asked:
        return _describe_ends_of_question(windows)
    ends = list(_describe_bounds_of_nodes(windows, step))
    if windows.is_mean:
        least, most = windows.now
        ends += _describe_ends_of_mean(least, most)
    return ends


def _describe_ends_of_question(windows: ChildWindows) -> list[OwnedNumber]:
    """Return the number that a null window asks about, then v, each with words.

    A null window only asks how a node compares with one number. v is the best value that the node
    has had from its children so far.
    """
    number_asked_about = windows.record.number_in_null_window(windows.call)
    v = windows.number_at_moving_end
    node = Node(windows.record.tree, windows.node)
    return [
        OwnedNumber(number_asked_about, Phrase("asked about {value}", value=number_asked_about)),
        OwnedNumber(v, Phrase("{node} has {value}", node=node, value=v)),
    ]


def _describe_bounds_of_nodes(windows: ChildWindows, step: int) -> Iterator[OwnedNumber]:
    """Yield α and β at a step, each with the node that has it: 3 and ``α ▲root has 3``.

    A bound that no node has is left out.
    """
    alpha, beta = nodes_that_gave_window(windows.record, windows.call, step)
    if alpha is not None:
        yield _describe_holder(windows.record, Letter.ALPHA, alpha)
    if beta is not None:
        yield _describe_holder(windows.record, Letter.BETA, beta)


def _describe_holder(record: Record, letter: Letter, holder: BestSoFar) -> OwnedNumber:
    """Say which node has α or β as its best value: ``α ▲root has 3``."""
    words = Phrase(
        "{letter} {node} has {value}",
        letter=letter,
        node=Node(record.tree, holder.node),
        value=holder.value,
    )
    return OwnedNumber(holder.value, words)


def _describe_ends_of_mean(least: Number, most: Number) -> list[OwnedNumber]:
    """Return the two ends between which a mean lies, each with words; or the mean alone."""
    if least == most:
        return [OwnedNumber(least, Phrase("mean {value}", value=least))]
    return [
        OwnedNumber(least, Phrase("at least {value}", value=least)),
        OwnedNumber(most, Phrase("at most {value}", value=most)),
    ]
