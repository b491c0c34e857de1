"""The preview of a tree: what it is, its drawing at a step, and what happens there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from treeexplorer.drawing.diagram import Diagram, focus_of
from treeexplorer.drawing.placement import arrange
from treeexplorer.drawing.styled_text import Look, Size
from treeexplorer.explain.rules_in_words import conventions
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.numbers import counted, grouped
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    beside,
    fitted,
    in_ascii,
    indent,
    length,
    line,
    paragraph,
    sentence,
    wrapped,
)
from treeexplorer.terminal.panels.banner import bar
from treeexplorer.terminal.panels.closing_window import closing_window, rows_for_window
from treeexplorer.terminal.panels.status import Track, counter, track_line
from treeexplorer.terminal.view import View

_MOST_NOTES: Final = 3
_BETWEEN_SENTENCES: Final = re.compile(r"(?<=[.?!]) ")
_LEAST_WIDTH: Final = 4
_LEAST_WITH_MARGIN: Final = 14
_LEAST_WITH_HINT: Final = 18
_LEAST_WITH_NOTES: Final = 20


def preview(view: View, width: int, height: int, *, hint: str = "") -> list[TextLine]:
    """Return title, source and note, the drawing, the bar of the step, its place in time, a hint.

    Where it is low, the note gives way first, then the source.
    """
    top = _about(view, width, height)
    below = _step_and_place(view, width, height)
    if height >= _LEAST_WITH_HINT:
        below += [BLANK, fitted(line(("  " + hint, "quiet")), width)]
    room = height - len(top) - len(below)
    drawn: list[TextLine] = []
    if room > 0:
        look = Look(spoilers=False, ascii=in_ascii.get())
        drawn = _drawing_and_window(view, width, room, look)[:room]
    blank = [BLANK] * (room - len(drawn))
    return [*top, *drawn, *blank, *below][:height]


def _step_and_place(view: View, width: int, height: int) -> list[TextLine]:
    """Return what happens at the step, and below it where the step is in the search."""
    snapshot = view.snapshot
    event = bar(snapshot.banner, max(1, width - 2))
    _, style_of_event = event[-1]
    margin = (" ", style_of_event)
    before = line(" ", *counter(view), "   ")
    read = line((f"   {snapshot.read} of {grouped(snapshot.record.ends)} read  ", "quiet"))
    track = Track(view.step, 0, max(1, view.steps), view.marks(width), before, read)
    gap = [BLANK] if height >= _LEAST_WITH_MARGIN else []
    return [(margin, *event, margin), *gap, track_line(track, width)]


def _drawing_and_window(view: View, width: int, height: int, look: Look) -> list[TextLine]:
    """Return the drawing, and below it the closing window where there is room for that."""
    snapshot = view.snapshot
    above = _above(height)
    room = Size(width, height - len(above))
    spare = 0
    if view.has_windows and width >= _LEAST_WIDTH:
        room = Size(width, room.height - 1)  # a line is free below the window
        spare = rows_for_window(view.tree, look, room, focus_of(snapshot))
    if not spare:
        return tree(snapshot, width, height, look)
    room = Size(width, room.height - spare)
    layout = arrange(view.tree, look, room, focus_of(snapshot))
    drawn = Diagram(layout, snapshot, look).lines(room.height)
    return [*above, *drawn, *closing_window(snapshot, layout, width, spare)]


def _about(view: View, width: int, height: int) -> list[TextLine]:
    """Return a tree's title, its source and its first note where it is high enough, its size."""
    directives = view.exercises[view.index].directives
    shown_tree = view.tree
    lines: list[TextLine] = [BLANK, line(("  " + view.title, "bold strong"))]
    if directives.source and height >= 16:
        lines += indent(paragraph([line((directives.source, "quiet"))], width - 4, 1), 2)
    if directives.notes and height >= _LEAST_WITH_NOTES:
        notes = _first_sentences(directives.notes[0], width - 4, _MOST_NOTES)
        lines += [BLANK, *indent(notes, 2)]
    rules = (*sentence(conventions(view.rules)[-1], "quiet"), ("  ", ""))
    facts = [
        f"{grouped(len(shown_tree))} nodes",
        counted(shown_tree.leaf_count, "leaf", "leaves"),
        counted(shown_tree.depth, "ply", "plies"),
    ]
    if len(view.exercises) > 1:
        facts.append(f"{len(view.exercises)} trees")
    while len(facts) > 1 and length(_facts(facts)) + length(rules) >= width:
        facts.pop()
    if height >= _LEAST_WITH_NOTES:
        lines.append(BLANK)
    return [*lines, beside(_facts(facts), rules, width)]


def _facts(facts: Sequence[str]) -> TextLine:
    """Return facts about a tree on one line: ``13 nodes · 9 leaves · 2 plies``."""
    return line(("  " + " · ".join(facts), "quiet"))


def _first_sentences(note: str, width: int, height: int) -> list[TextLine]:
    """Return the sentences of a note that have room as a whole; of a first one without, a part."""
    rows: list[TextLine] = []
    kept = ""
    for each in _BETWEEN_SENTENCES.split(note):
        kept = f"{kept} {each}".strip()
        following = wrapped(sentence(kept), width)
        if len(following) > height:
            break
        rows = following
    return rows if rows else paragraph([sentence(note)], width, height)


def tree(snapshot: Snapshot, width: int, height: int, look: Look | None = None) -> list[TextLine]:
    """Return the drawing of a tree at a step, in the middle of the room."""
    if width < _LEAST_WIDTH or height < 1:
        return []
    if look is None:
        look = Look()
    above = _above(height)
    room = Size(width, height - len(above))
    layout = arrange(snapshot.record.tree, look, room, focus_of(snapshot, look.cursor))
    return [*above, *Diagram(layout, snapshot, look).lines(room.height)]


def _above(height: int) -> list[TextLine]:
    """Return the line that is left free above a drawing, where it is high enough for one."""
    return [BLANK] if height >= _LEAST_WITH_MARGIN else []
