"""What is left of a node's window for each child that it enters: what the closing window shows."""

from __future__ import annotations

from typing import NamedTuple

from treeexplorer.engine import Record
from treeexplorer.explain.phrases import question
from treeexplorer.explain.sentence import Letter, Node, Phrase
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.judging.facts import holders
from treeexplorer.tree import CHANCE_ROLE, MAX_ROLE, Number, Window


class ChildWindow(NamedTuple):
    """What is left of a node's window when a child is entered, and when its value has arrived.

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

    Of a null window one end is the number that is asked about, the other v.

    Attributes:
        record: The record.
        call: The call.
        children: The children that it has entered, in that order, each with its last call.
        now: What is left now.
    """

    record: Record
    call: int
    children: tuple[ChildWindow, ...]
    now: Window

    @property
    def node(self) -> int:
        """The node of the call."""
        return self.record.node(self.call)

    @property
    def moved(self) -> int:
        """Which end the node's player moves: 0 the lower one, 1 the upper one."""
        return int(self.record.tree.roles[self.node] != MAX_ROLE)

    @property
    def is_asked(self) -> bool:
        """Whether the node is only asked how it compares with a number."""
        return bool(self.record.null(self.call))


def child_windows(snapshot: Snapshot, most: int) -> ChildWindows | None:
    """Return the windows below the innermost call that is open, or that a value has just reached.

    ``None`` where that call has no window, is a chance node's, or has more children than ``most``.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.explain.snapshot import snapshot
        >>> from treeexplorer.notation import parse
        >>> windows = child_windows(snapshot(search(parse("[[3 12 8] [2 4 6]]").tree), 7), 80)
        >>> [each.before for each in windows.children], windows.now
        ([(-inf, inf), (-inf, 3), (-inf, 3)], (-inf, 3))
    """
    record = snapshot.record
    step = snapshot.step
    call = _open_call(snapshot)
    if call is None or record.tree.child_count(record.node(call)) > most:
        return None
    rows = [record.row_at(child, step) for child in record.children(record.node(call))]
    entered = sorted(row for row in rows if row is not None and record.parent_row(row) == call)
    children: list[ChildWindow] = []
    for row in entered:
        after = None
        if record.left(row) <= step:
            after = _left(record, call, record.after[row])
        before = _left(record, call, record.v_before(row))
        children.append(ChildWindow(record.node(row), before, after, record.entry(row)))
    now = _left(record, call, record.v_at(call, step))
    return ChildWindows(record, call, tuple(children), now)


def _open_call(snapshot: Snapshot) -> int | None:
    """Return the innermost call that is open, but a leaf's; ``None`` where it has no window."""
    """Return that call: before the first step the root's, whose window is given."""
    record = snapshot.record
    node = snapshot.current
    if not record.has_windows:
        return None
    if node is None:
        is_known = bool(record.nodes) and not record.scopes and not record.is_leaf_call(0)
        return 0 if is_known and record.tree.roles[0] != CHANCE_ROLE else None
    if record.is_evaluated(node):
        node = record.tree.parent[node]
    if node < 0 or record.tree.roles[node] == CHANCE_ROLE:
        return None
    return record.row_at(node, snapshot.step)


def _left(record: Record, call: int, v: Number | None) -> Window:
    """Return what a v leaves of a call's window; of a null window v and what is asked about."""
    entry = record.entry(call)
    if v is None:
        return entry
    if not record.null(call):
        window = record.moving(call, v)
        return entry if window is None else window
    alpha, beta = entry
    at_max = record.tree.roles[record.node(call)] == MAX_ROLE
    return (v, beta) if at_max else (alpha, v)


def window_heading(windows: ChildWindows) -> Phrase:
    """Return whose window it is, in capitals."""
    node = Node(windows.record.tree, windows.node)
    if windows.is_asked:
        return Phrase("THE QUESTION AT {node}", node=node)
    return Phrase("THE WINDOW OF {node}", node=node)


def what_moves(windows: ChildWindows) -> Phrase:
    """Return which end the children can move, and what stays."""
    if windows.is_asked:
        asked = question(windows.record, windows.call)
        if windows.moved:
            return Phrase("{question} Each child can bring v down", question=asked)
        return Phrase("{question} Each child can bring v up", question=asked)
    if windows.moved:
        return Phrase("each child can bring {β} down; {α} stays")
    return Phrase("each child can bring {α} up; {β} stays")


def owners(windows: ChildWindows, step: int) -> dict[int, tuple[Number, Phrase]]:
    """Return who has which number at an end of the window, by the end: 0 the lower one.

    Of a null window one end is v, and the other the number that is asked about.
    """
    record = windows.record
    if windows.is_asked:
        moves = windows.moved
        stays = 1 - moves
        v = windows.now[moves]
        asked = windows.now[stays]
        node = Node(record.tree, windows.node)
        return {
            stays: (asked, Phrase("asked about {value}", value=asked)),
            moves: (v, Phrase("{node} has {value}", node=node, value=v)),
        }
    found: dict[int, tuple[Number, Phrase]] = {}
    ends = zip(Letter, holders(record, windows.call, step), strict=True)
    for end, (letter, has) in enumerate(ends):
        if has is not None:
            node = Node(record.tree, has.node)
            words = Phrase("{letter} {node} has {value}", letter=letter, node=node, value=has.value)
            found[end] = (has.value, words)
    return found
