"""The drawing of a tree on screens that only look at it: cards, centred, as large as fits."""

from __future__ import annotations

from treeexplorer.drawing.diagram import Diagram, focus_of
from treeexplorer.drawing.layout import arrange
from treeexplorer.drawing.runs import Look, Size
from treeexplorer.engine import Record
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.terminal.lines import TextLine


def tree(
    record: Record, step: int, width: int, height: int, look: Look | None = None
) -> list[TextLine]:
    """Return the drawing of a tree at a step, in the middle of the room.

    Args:
        record: The search.
        step: The step.
        width: The room in cells.
        height: Its lines.
        look: How it is drawn.
    """
    look = look or Look()
    shown = snapshot(record, step)
    focus = focus_of(shown, look.cursor)
    layout = arrange(record.tree, look, Size(max(10, width), max(1, height)), focus)
    lines = Diagram(layout, shown, look).lines()[:height]
    return [tuple((run.text, run.role) for run in line) for line in lines]
