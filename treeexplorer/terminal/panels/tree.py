"""The drawing of a tree on screens that only look at it: cards, centred, as large as fits."""

from __future__ import annotations

from typing import Final

from treeexplorer.drawing.diagram import Diagram, focus_of
from treeexplorer.drawing.layout import arrange
from treeexplorer.drawing.runs import Look, Size
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.terminal.lines import BLANK, TextLine

_LEAST_WITH_MARGIN: Final = 14


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
