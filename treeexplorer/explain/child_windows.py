"""What is left of a node's window for each child that it enters: what the closing window shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from treeexplorer.engine import Record
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.engine.star1 import ChanceMean
from treeexplorer.errors import present
from treeexplorer.explain.phrases import question
from treeexplorer.explain.sentence import Letter, Node, Phrase
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.judging.facts import holders, proven
from treeexplorer.numbers import counted
from treeexplorer.tree import CHANCE_ROLE, MAX_ROLE, Number, Window


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
    """The window of an open call over the children of its node.

    Of a null window one end is the number that is asked about, the other v. Of a chance node under
    a range it is what its mean can be, beside α and β, which stand still.

    Attributes:
        record: The record.
        call: The call.
        children: The children that it has entered, in that order, each with its last call.
        now: What is left now.
        bounds: The window whose ends can meet those of ``now``: for a mean α and β, else ``now``.
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
    def moved(self) -> int:
        """Which end the node's player moves: 0 the lower one, 1 the upper one.

        Chance moves both: it is the one at which the other side can be reached.
        """
        if self.is_mean:
            alpha, _ = self.bounds
            _, most = self.now
            return int(self.record.rules.cuts(alpha, most))
        return int(self.record.tree.roles[self.node] != MAX_ROLE)

    @property
    def is_mean(self) -> bool:
        """Whether it is a chance node, whose mean is narrowed from both sides."""
        return self.record.tree.roles[self.node] == CHANCE_ROLE

    @property
    def is_asked(self) -> bool:
        """Whether the node is only asked how it compares with a number."""
        return self.record.has_null_window(self.call)


def child_windows(snapshot: Snapshot, most: int) -> ChildWindows | None:
    """Return the windows below the innermost call that is open, or that a value has just reached.

    ``None`` where that call has no window, or more children than ``most``, or is a chance node's
    whose values have no known range. Before the first step it is the first call.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.explain.snapshot import snapshot
        >>> from treeexplorer.notation import parse
        >>> windows = child_windows(snapshot(search(parse("[[3 12 8] [2 4 6]]").tree), 7), 80)
        >>> [each.before for each in windows.children], windows.now
        ([(-inf, inf), (-inf, 3), (-inf, 3)], (-inf, 3))
    """
    record = snapshot.record
    step = max(1, snapshot.step)
    call = _open_call(snapshot)
    if call is None or record.tree.child_count(record.node(call)) > most:
        return None
    is_mean = record.tree.roles[record.node(call)] == CHANCE_ROLE
    if is_mean and not record.rules.has_range:
        return None
    children = _children_of_mean if is_mean else _children_of_player
    entered = children(record, call, _calls_of_children(record, call, step), step)
    if is_mean:
        now = proven(record, record.node(call), step)
        return ChildWindows(record, call, tuple(entered), now, record.entry_window(call))
    now = _left(record, call, record.v_at(call, step))
    return ChildWindows(record, call, tuple(entered), now, now)


def _calls_of_children(record: Record, call: int, step: int) -> list[int]:
    """Return the last call of each child that a call has searched by a step."""
    calls = [record.call_at(child, step) for child in record.children(record.node(call))]
    return sorted(each for each in calls if each is not None and record.caller(each) == call)


def _children_of_player(
    record: Record, call: int, calls: list[int], step: int
) -> Iterator[ChildWindow]:
    """Yield what v has left of the window when each child was entered, and when it returned."""
    for each in calls:
        after = None
        if record.returned_at(each) <= step:
            after = _left(record, call, record.v_after[each])
        before = _left(record, call, record.v_before(each))
        yield ChildWindow(record.node(each), before, after, record.entry_window(each))


def _children_of_mean(
    record: Record, call: int, calls: list[int], step: int
) -> Iterator[ChildWindow]:
    """Yield what the mean could be when each child was entered, and when it returned."""
    tree = record.tree
    weights = {each: present(tree.probability(each)) for each in record.children(record.node(call))}
    mean = ChanceMean(weights.values(), record.rules.known_range)
    proven_after = analysis_of(record).intervals.after_call
    for each in calls:
        child = record.node(each)
        before = mean.interval
        after = None
        if record.returned_at(each) <= step:
            mean.read(weights[child], proven_after(each))
            after = mean.interval
        yield ChildWindow(child, before, after, record.entry_window(each))


def why_no_windows(snapshot: Snapshot, most: int) -> Phrase | None:
    """Say why what is open has no windows to draw; ``None`` where nothing with windows is open.

    The columns are too few where a node has more than ``most`` children.
    """
    record = snapshot.record
    call = _open_call(snapshot)
    if call is None:
        return None
    node = Node(record.tree, record.node(call))
    children = record.tree.child_count(record.node(call))
    if record.tree.roles[record.node(call)] == CHANCE_ROLE and not record.rules.has_range:
        return Phrase(
            "{node} takes the mean of its children: no window closes over them", node=node
        )
    if children > most:
        return Phrase(
            "{node} has {children}, more than there are columns: their windows have no room",
            node=node,
            children=counted(children, "child", "children"),
        )
    return Phrase("Some children of {node} are not drawn here, so their windows are not", node=node)


def _open_call(snapshot: Snapshot) -> int | None:
    """Return the innermost call that is open, but a leaf's; ``None`` where it has no window.

    Before the first step it is the first call, with which the rules begin.
    """
    record = snapshot.record
    if not record.has_windows:
        return None
    if snapshot.current is None:
        has_first_call = bool(record.nodes) and not record.is_leaf_call(0)
        return 0 if has_first_call else None
    node: int | None = snapshot.current
    if record.is_evaluated(snapshot.current):
        node = record.tree.parent_of(snapshot.current)
    return None if node is None else record.call_at(node, snapshot.step)


def _left(record: Record, call: int, v: Number | None) -> Window:
    """Return what v leaves of a call's window; of a null window v and the number asked about."""
    entry = record.entry_window(call)
    if v is None:
        return entry
    if not record.has_null_window(call):
        window = record.moving_window(call, v)
        return entry if window is None else window
    alpha, beta = entry
    at_max = record.tree.roles[record.node(call)] == MAX_ROLE
    return (v, beta) if at_max else (alpha, v)


def window_heading(windows: ChildWindows) -> Phrase:
    """Say whose window it is, in capitals."""
    node = Node(windows.record.tree, windows.node)
    if windows.is_asked:
        return Phrase("THE QUESTION AT {node}", node=node)
    if windows.is_mean:
        return Phrase("THE MEAN OF {node}", node=node)
    return Phrase("THE WINDOW OF {node}", node=node)


def what_moves(windows: ChildWindows) -> Phrase:
    """Say which end the children can move, and what stays."""
    if windows.is_asked:
        asked = question(windows.record, windows.call)
        if windows.moved:
            return Phrase("{question} Each child can bring v down", question=asked)
        return Phrase("{question} Each child can bring v up", question=asked)
    if windows.is_mean:
        return Phrase("each child can bring the least up and the most down; {α} and {β} stay")
    if windows.moved:
        return Phrase("each child can bring {β} down; {α} stays")
    return Phrase("each child can bring {α} up; {β} stays")


def how_to_read(windows: ChildWindows) -> tuple[Phrase, Phrase]:
    """Say how the lines are read, for a screen on which nothing has moved yet."""
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


def owners(windows: ChildWindows, step: int) -> list[tuple[Number, Phrase]]:
    """Return the numbers at the ends of the window, each with who has it.

    Of a chance node they are what its mean can be.

    Of a null window one end is v, and the other the number that is asked about.
    """
    record = windows.record
    if windows.is_asked:
        moves = windows.moved
        stays = 1 - moves
        v = windows.now[moves]
        asked = windows.now[stays]
        node = Node(record.tree, windows.node)
        return [
            (asked, Phrase("asked about {value}", value=asked)),
            (v, Phrase("{node} has {value}", node=node, value=v)),
        ]
    found: list[tuple[Number, Phrase]] = []
    for letter, has in zip(Letter, holders(record, windows.call, step), strict=True):
        if has is not None:
            node = Node(record.tree, has.node)
            words = Phrase("{letter} {node} has {value}", letter=letter, node=node, value=has.value)
            found.append((has.value, words))
    if windows.is_mean:
        found += _ends_of_mean(*windows.now)
    return found


def _ends_of_mean(least: Number, most: Number) -> list[tuple[Number, Phrase]]:
    """Return the two ends between which a mean lies, with what they are; or the mean."""
    if least == most:
        return [(least, Phrase("mean {value}", value=least))]
    return [
        (least, Phrase("at least {value}", value=least)),
        (most, Phrase("at most {value}", value=most)),
    ]
