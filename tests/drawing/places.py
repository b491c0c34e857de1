"""Trees and drawings that several tests use."""

from __future__ import annotations

from collections.abc import Callable

from treeexplorer.drawing.diagram import draw_layout
from treeexplorer.drawing.focus_path import choose_focus
from treeexplorer.drawing.icicle import Icicle
from treeexplorer.drawing.icicle_layout import lay_out_icicle
from treeexplorer.drawing.layout import Layout
from treeexplorer.drawing.placement import arrange
from treeexplorer.drawing.styled_text import Line, Look, Size, convert_to_plain_text
from treeexplorer.engine import Record
from treeexplorer.explain.snapshot import Snapshot, snapshot
from treeexplorer.tree import GameTree, TreeBuilder

LETTERS = {
    "max": "a", "min": "b", "on_cut": "x", "cut": "x", "cut_on_current": "x",
    "pruned": "p", "decided": "d",
    "on_news": "n", "news_text": "n", "strong": "s", "text": "s", "quiet": "q", "ghost": "g",
    "ground": "o",
}  # fmt: skip


def chain(depth: int) -> GameTree:
    """Return a tree in which every node has one child."""
    builder = TreeBuilder()
    for _ in range(depth):
        builder.open()
    builder.leaf(3)
    for _ in range(depth):
        builder.close()
    return builder.tree()


def place(layout: Layout, node: int) -> tuple[int, int]:
    """Return the column and the line of the middle of a node's card, on its first line."""
    item = layout.items.item(node)
    return layout.columns[item], layout.heads[layout.items.ply[item]]


def painted(
    record: Record, step: int, room: Size, look: Look | None = None
) -> tuple[Layout, list[Line]]:
    """Return the layout and the lines of a search at a step in a room."""
    look = look or Look()
    shown = snapshot(record, step)
    layout = arrange(record.tree, look, room, choose_focus(shown, look.cursor))
    return layout, draw_layout(layout, shown, look)


def line_text(lines: list[Line]) -> str:
    """Return lines as a block between newlines, without the margin before them."""
    rows = convert_to_plain_text(lines).split("\n")
    margin = min((len(row) - len(row.lstrip()) for row in rows if row), default=0)
    return "\n" + "\n".join(row[margin:] for row in rows).strip("\n") + "\n"


def letter(role: str) -> str:
    words = role.split(" on ", maxsplit=1)[0].split()
    colour = LETTERS[words[-1]] if words else "."
    return colour.upper() if "bold" in words else colour


def diagram(step: Snapshot, look: Look, room: Size) -> list[Line]:
    layout = arrange(step.record.tree, look, room, choose_focus(step, look.cursor))
    return draw_layout(layout, step, look)


def icicle(step: Snapshot, look: Look, room: Size) -> list[Line]:
    return Icicle(lay_out_icicle(step.record.tree, room, step.current or 0), step, look).lines()


Draw = Callable[[Snapshot, Look, Size], list[Line]]


def coloured(draw: Draw, step: Snapshot, room: Size, look: Look | None = None) -> str:
    """Return a drawing as a block, below each line a letter for the colour of each character."""
    block = []
    for line in draw(step, look or Look(), room):
        characters = "".join(part for part, _ in line)
        letters = "".join(letter(role) * len(part) for part, role in line)
        shown = [" " if c == " " else each for c, each in zip(characters, letters, strict=True)]
        block += [characters.rstrip(), "".join(shown).rstrip()]
    return "\n" + "\n".join(block).strip("\n") + "\n"
