"""The drawing of a tree on screens that only look at it: cards, centred, as large as fits."""

from __future__ import annotations

from treeexplorer.drawing.diagram import draw
from treeexplorer.drawing.runs import Look
from treeexplorer.engine import Record
from treeexplorer.terminal.lines import BLANK, TextLine, length


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
    lines = draw(record, step, look or Look(), cells=max(10, width - 2))[:height]
    widest = max(map(length, lines), default=0)
    margin = " " * max(0, (width - widest) // 2)
    above = [BLANK] * (1 if len(lines) < height else 0)
    return [*above, *(((margin, ""), *text) for text in lines)][:height]
