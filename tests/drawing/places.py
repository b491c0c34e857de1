"""Trees and drawings that several tests use."""

from __future__ import annotations

from treeexplorer.drawing.diagram import Diagram, focus_of
from treeexplorer.drawing.layout import Layout, arrange
from treeexplorer.drawing.runs import Line, Look, Size, uncoloured
from treeexplorer.engine import Record
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.tree import GameTree, TreeBuilder


def chain(depth: int) -> GameTree:
    """Return a tree in which every node has one child."""
    builder = TreeBuilder()
    for _ in range(depth):
        builder.open()
    builder.leaf(3)
    for _ in range(depth):
        builder.close()
    return builder.tree()


def painted(
    record: Record, step: int, room: Size, look: Look | None = None
) -> tuple[Layout, list[Line]]:
    """Return the layout and the lines of a search at a step in a room."""
    look = look or Look()
    shown = snapshot(record, step)
    layout = arrange(record.tree, look, room, focus_of(shown, look.cursor))
    return layout, Diagram(layout, shown, look).lines()


def line_text(lines: list[Line]) -> str:
    """Return lines as a block between newlines, without the margin before them."""
    rows = uncoloured(lines).split("\n")
    margin = min((len(row) - len(row.lstrip()) for row in rows if row), default=0)
    return "\n" + "\n".join(row[margin:] for row in rows).strip("\n") + "\n"
