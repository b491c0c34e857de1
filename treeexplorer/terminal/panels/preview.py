"""The preview of a tree: what it is, its drawing at a step, and what happens there."""

from __future__ import annotations

from typing import Final

from treeexplorer.drawing.diagram import Diagram, focus_of
from treeexplorer.drawing.layout import arrange
from treeexplorer.drawing.runs import Look, Size
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.numbers import counted, grouped
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    beside,
    fitted,
    indent,
    line,
    paragraph,
    sentence,
)
from treeexplorer.terminal.panels.banner import bar
from treeexplorer.terminal.panels.heading import conventions, counter
from treeexplorer.terminal.panels.track import Track, track_lines
from treeexplorer.terminal.view import View

_MOST_NOTES = 3
_LEAST_WITH_MARGIN: Final = 14


def preview(view: View, width: int, height: int, *, hint: str = "") -> list[TextLine]:
    """Return title, source and note, the drawing, the bar of the step and its place in time.

    Args:
        view: What is previewed.
        width: The room in cells.
        height: Its lines; the note gives way first, then the source.
        hint: What is said on the last line.
    """
    room = width - 4
    top = _about(view, room, height)
    below = _below(view, width, room, height, hint)
    rows = height - len(top) - len(below)
    drawn = tree(view.snapshot, width, rows, Look(spoilers=False)) if rows > 0 else []
    drawn = drawn[:rows] + [BLANK] * (rows - len(drawn))
    return [*top, *drawn, *below][:height]


def _about(view: View, room: int, height: int) -> list[TextLine]:
    directives = view.exercises[view.index].directives
    lines: list[TextLine] = [BLANK, line(("  " + view.title, "bold strong"))]
    if directives.source and height >= 16:
        lines += indent(paragraph([line((directives.source, "quiet"))], room, 1), 2)
    if directives.notes and height >= 20:
        notes = paragraph([sentence(directives.notes[0])], room, _MOST_NOTES)
        lines += [BLANK, *indent(notes, 2)]
    lines += [BLANK] * (height >= 20)
    lines.append(_facts(view, room))
    return lines


def _facts(view: View, room: int) -> TextLine:
    tree_ = view.tree
    leaves, plies = (
        counted(tree_.leaf_count, "leaf", "leaves"),
        counted(tree_.depth, "ply", "plies"),
    )
    words = [f"{grouped(len(tree_))} nodes · {leaves} · {plies}"]
    if len(view.exercises) > 1:
        words.append(f"{len(view.exercises)} trees")
    left = line(("  " + "   ".join(words), "quiet"))
    return beside(left, sentence(conventions(view.rules)[-1] + "  ", "quiet"), room + 4)


def _below(view: View, width: int, room: int, height: int, hint: str) -> list[TextLine]:
    snapshot = view.snapshot
    lines: list[TextLine] = [bar(snapshot.banner, width)]
    read = line((f"   {snapshot.read} of {grouped(snapshot.leaves)} read  ", "quiet"))
    marks = [view.record.left(row) for row in view.record.cuts[:2000]]
    before = line(" ", *counter(view), "   ")
    lines += [BLANK] * (height >= 14)
    lines += track_lines(Track(view.step, 0, max(1, view.steps), marks, before, read), width)
    if height >= 18:
        lines += [BLANK, fitted(line(("  " + hint, "quiet")), room + 4)]
    return lines


def tree(snapshot: Snapshot, width: int, height: int, look: Look | None = None) -> list[TextLine]:
    """Return the drawing of a tree at a step, in the middle of the room.

    Args:
        snapshot: The step.
        width: The room in cells.
        height: Its lines.
        look: How it is drawn.
    """
    if width < 4 or height < 1:
        return []
    look = look or Look()
    above = [BLANK] if height >= _LEAST_WITH_MARGIN else []
    room = Size(width, height - len(above))
    layout = arrange(snapshot.record.tree, look, room, focus_of(snapshot, look.cursor))
    return [*above, *Diagram(layout, snapshot, look).lines(room.height)]
