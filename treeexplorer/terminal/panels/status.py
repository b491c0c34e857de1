"""The first line of a screen and the last: title and rules, the step and its place, the counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from treeexplorer.engine import Record, Status
from treeexplorer.explain.rules_in_words import conventions
from treeexplorer.numbers import counted, grouped, shown
from treeexplorer.rules import Rules
from treeexplorer.terminal.lines import (
    BLANK,
    StyledText,
    TextLine,
    beside,
    fitted,
    length,
    line,
    merged,
    sentence,
)
from treeexplorer.terminal.view import View
from treeexplorer.text import shorten
from treeexplorer.text import width as text_width

_SHORTEST_TITLE: Final = 8


def heading(view: View, width: int, mode: str = "") -> TextLine:
    """Return the title, the mode of the screen (``PRACTISE``) as a badge, and the rules."""
    title = view.title
    if len(view.exercises) > 1:
        title = f"{title}  {view.index + 1}/{len(view.exercises)}"
    if view.is_outdated:
        title += " (changed on the disk)"
    elif view.has_edits:
        title += " (edited)"
    badge = len(mode) + 4 if mode else 0
    room = width - text_width(title) - badge - 4
    parts = conventions(view.rules)
    usual = conventions(Rules())
    while len(parts) > 1 and sum(len(str(part)) + 2 for part in parts) > room:
        expected = [part for part in parts if part in usual]  # by everybody: these give way
        if not expected:
            break
        parts.remove(expected[0])
    rules = [piece for part in parts for piece in (*sentence(part, "quiet"), ("  ", ""))]
    room = width - badge - length(rules) - 2
    return badged(shorten(title, max(_SHORTEST_TITLE, room)), mode, rules, width)


def badged(title: str, mode: str, right: TextLine, width: int) -> TextLine:
    """Return a title, a mode as a badge behind it, and what stands at the right if it has room."""
    badge = line("  ", (f" {mode} ", "bold ground on min")) if mode else BLANK
    left = (*line((f" {title}", "bold strong")), *badge)
    return beside(left, right if length(left) + length(right) < width else BLANK, width)


def counter(view: View) -> TextLine:
    """Return the number of the step, and of how many; whether it is that of a look.

    While one is asked it is not said how many there are: that tells how much is pruned.
    """
    of_steps = f"/{view.steps}" if view.record.complete else f"/{view.steps}+"
    if view.asks:
        of_steps = ""
    look = " (look)" if view.is_look else ""
    return line(
        (" step ", "quiet"),
        (str(view.step), "bold strong"),
        (of_steps, "quiet"),
        (look, "bold news_text"),
    )


_LEAST_HEIGHT: Final = 18
_MOST_LEAVES: Final = 24

_STYLES: Final = {"read": "bold decided", "pruned": "bold pruned", "to come": "quiet"}


def counts(view: View, width: int) -> TextLine:
    """Return the leaves read and the cut-offs made, in equal room at all steps; less if narrow."""
    digits = len(grouped(view.record.ends))
    snapshot = view.snapshot
    leaves = counted(snapshot.read, "leaf", "leaves")
    if view.record.has_horizon:  # an estimate is no leaf
        leaves = grouped(snapshot.read)
    text = f"{leaves} read "
    most = digits + 13
    if view.has_windows:
        text += f"· {counted(snapshot.cutoffs, 'cut-off', 'cut-offs')} "
        most += digits + 12
    if most > width:
        text = f"{grouped(snapshot.read)} read "
        most = digits + 6
    return line((text.rjust(most), "quiet")) if most <= width else ()


def counts_width(view: View) -> int:
    """Return the cells that the counts beside the whole tree take at any step."""
    return len(f" {grouped(view.record.ends)} to come")


def beside_strip(view: View, rows: int) -> list[TextLine]:
    """Return the counts beside the whole tree, as many lines as it has rows."""
    digits = len(grouped(view.record.ends))
    snapshot = view.snapshot
    leaves = {"read": snapshot.read, "pruned": snapshot.pruned, "to come": snapshot.to_come}
    lines: list[TextLine] = [
        line(" ", (grouped(count).rjust(digits), _STYLES[name]), (f" {name}", "quiet"))
        for name, count in leaves.items()
        if view.has_windows or name != "pruned"
    ]
    return [*lines, *[BLANK] * rows][:rows]


def _number(record: Record, node: int) -> str:
    """Return what is read at a leaf, or at an estimate, as its card shows it."""
    value = record.leaf_value(node)
    if value is None:
        return record.tree.labels.text(node)
    return shown(value) if record.tree.is_leaf(node) else f"~{shown(value)}"


def read_line(view: View, width: int, height: int) -> TextLine:
    """Return which leaves of a small tree were read, in order, and which are pruned.

    Before the search begins, which there are to read.
    """
    tree = view.tree
    record = view.record
    if height < _LEAST_HEIGHT or record.ends > _MOST_LEAVES:
        return BLANK
    if not view.step:
        return fitted(_to_read(record), width)
    nodes = [node for step, node, _ in record.readings() if step <= view.step]
    skipped = [
        node
        for node in range(len(tree))
        if record.is_evaluated(node) and view.snapshot.status(node) is Status.SKIPPED
    ]
    if view.look.turned is not None:  # what is read after all
        nodes += [node for node in skipped if node in view.look.turned.read]
        skipped = [node for node in skipped if node not in view.look.turned.read]
    read = " ".join(_number(record, node) for node in nodes)
    pruned = [_number(record, node) for node in skipped]
    pruned += ["…" for node in tree.elided if view.snapshot.view(node).elided is Status.SKIPPED]
    values = line((" READ ", "bold quiet"), (read, "decided") if read else ("nothing yet", "ghost"))
    if pruned:
        values = (*values, ("   PRUNED ", "bold quiet"), (" ".join(pruned), "pruned"))
    return fitted(values, width)


def _to_read(record: Record) -> TextLine:
    """Return how many leaves there are, and which, in the order in which they would be read."""
    ends = filter(record.is_evaluated, range(len(record.tree)))
    in_turn = sorted(ends, key=record.rank_of_node.__getitem__)
    noun = "VALUES"
    if not record.has_horizon:  # an estimate is no leaf
        noun = "LEAF" if record.ends == 1 else "LEAVES"
    return line(
        (f" {record.ends} {noun} TO READ  ", "bold quiet"),
        (" ".join(_number(record, node) for node in in_turn), "text"),
    )


class Track(NamedTuple):
    """One line of a slider: a place among others, with marks, and what stands beside the line."""

    at: int
    low: int
    high: int
    marks: Sequence[int] = ()  # ascending
    before: TextLine = BLANK
    after: TextLine = BLANK
    most: int = 0  # cells; 0 for all there are

    def room(self, width: int) -> tuple[int, int]:
        """Return the column at which the track begins, and its cells."""
        start = length(self.before)
        room = max(0, width - start - length(self.after))
        return start, min(room, self.most) if self.most else room

    def column(self, place: int, room: int) -> int:
        """Return the cell of a track at which a place is."""
        if room < 2 or self.high <= self.low or place <= self.low:
            return 0
        if place >= self.high:
            return room - 1
        span = self.high - self.low
        return (2 * (place - self.low) * (room - 1) + span) // (2 * span)

    def place(self, column: int, room: int) -> int:
        """Return the place at a cell of a track."""
        column = max(0, min(column, room - 1))
        return self.low + round((self.high - self.low) * column / max(1, room - 1))


def track_line(track: Track, width: int) -> TextLine:
    """Return a track as one line."""
    start, room = track.room(width)
    if room < 1:
        return fitted((*track.before, *track.after), width)
    here = track.column(track.at, room)
    marked = {track.column(mark, room) for mark in track.marks}

    def sign(column: int) -> StyledText:
        if column == here:
            at_cut = ("╳", "bold on_cut on cut_surface")
            return at_cut if column in marked else ("●", "bold strong")
        if column in marked:
            return "╳", "cut" if column < here else "quiet"
        return ("━", "quiet") if column < here else ("─", "ghost")

    pieces = merged(map(sign, range(room)))
    gap = " " * max(0, width - start - room - length(track.after))
    return line(*track.before, *pieces, gap, *track.after)
