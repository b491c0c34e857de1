"""The diagram: cards from the top down, with what a step of the search makes of them.

From a card a *stem* leads down to the *bus*, the horizontal line that its children share, and from
the bus a vertical edge to each child. The *label* of a cut-off, its test, stands over the bus::

               ▲ A              a card
                │               its stem
        ┌───────┼ ╳ 3 ≥ 2 ╌┐    the bus, with a label
        │     3 │ +∞       ┊    the edges, one with its window: α on the left, β on the right
        5      ▽ B         7

An *item* is what is drawn at one place: a node, the ``…`` of undrawn children, or a *cluster* such
as ``7 more``, which stands for siblings that have no room.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from treeexplorer.drawing.cardless_items import CardlessItems
from treeexplorer.drawing.cutoff_labels import CutoffLabels
from treeexplorer.drawing.drawer import Drawer
from treeexplorer.drawing.edge_texts import EdgeTexts
from treeexplorer.drawing.edges import Edges
from treeexplorer.drawing.focus_path import choose_focus
from treeexplorer.drawing.items import Item
from treeexplorer.drawing.layout import Layout
from treeexplorer.drawing.mistake_notes import MistakeNotes
from treeexplorer.drawing.node_cards import NodeCards
from treeexplorer.drawing.painter import Painter
from treeexplorer.drawing.placement import arrange
from treeexplorer.drawing.styled_text import Line, Look, Size, TextStyle
from treeexplorer.drawing.text_canvas import TextCanvas
from treeexplorer.engine.record import Record
from treeexplorer.explain.snapshot import Snapshot, snapshot
from treeexplorer.numbers import counted
from treeexplorer.text import width

_TOP_ITEM: Final = 0
_TOP_ROW: Final = 0


def draw(
    record: Record, step: int | None = None, look: Look | None = None, room: Size | None = None
) -> list[Line]:
    """Draw a game tree as lines of styled text, with what a search knows at a step.

    The empty columns to the left of the drawing are left out.

    Args:
        record: The search.
        step: The step; without it the last one.
        look: How the tree is drawn.
        room: The cells that it may take, a height of 0 for any height. Without a room the whole
            tree is drawn, as far as a million cells can hold it.
    """
    if look is None:
        look = Look()
    if step is None:
        step = record.steps
    step_snapshot = snapshot(record, step)
    focus = choose_focus(step_snapshot, look.cursor)
    layout = arrange(record.tree, look, room, focus)
    return draw_layout(layout, step_snapshot, look, trimmed=True)


def draw_layout(
    layout: Layout,
    step: Snapshot,
    look: Look | None = None,
    *,
    rows: int | None = None,
    trimmed: bool = False,
) -> list[Line]:
    """Draw a tree whose items have their places, in time linear in what is drawn.

    Args:
        layout: The columns and lines of all that is drawn.
        step: What the search knows at the step.
        look: How it is drawn: with or without colours, windows, a cursor. Without it as usual.
        rows: How many lines are returned, the last ones empty; without it, as many as it takes.
        trimmed: Whether the empty columns before the drawing are left out.
    """
    if look is None:
        look = Look()
    height = _compute_height(layout, look)
    if rows is not None:
        height = max(height, rows)
    canvas = TextCanvas(height, layout.width)
    _TreeDrawer(Painter(layout.items, step, look), layout, canvas).draw()

    first_column = 0
    if trimmed:
        first_column = canvas.find_first_column()
    return [canvas.join_line(line, first_column) for line in range(height)][:rows]


def _compute_height(layout: Layout, look: Look) -> int:
    """Return how many lines a drawing takes."""
    if look.trial is not None:
        return layout.height + 1  # a leaf shows its earlier value below the tried one
    return layout.height


class _TreeDrawer(Drawer):
    """Draws the rows of a tree from the top down, each with the edges above it."""

    def __init__(self, painter: Painter, layout: Layout, canvas: TextCanvas) -> None:
        """Prepare to draw a tree; what is drawn stands on the canvas then."""
        super().__init__(painter, layout, canvas)
        self._cards = NodeCards(painter, layout, canvas)
        self._cardless_items = CardlessItems(painter, layout, canvas)
        self._edges = Edges(painter, layout, canvas)
        self._edge_texts = EdgeTexts(painter, layout, canvas)
        self._cutoff_labels = CutoffLabels(painter, layout, canvas, self._edge_texts)
        self._notes = MistakeNotes(painter, layout, canvas)

    def draw(self) -> None:
        """Draw everything: first the tree row by row, then notes where room is left.

        The order matters: notes stand in columns without a text, so that the tree must be drawn
        first. The count of hidden plies follows all texts in its line, so that it comes last.
        """
        for row in range(len(self._layout.items.plies)):
            if row > 0:  # no edges lead to the topmost row from within the drawing
                self._draw_edges_above_row(row)
            self._draw_items_of_row(row)
        self._notes.draw()

        has_hidden_plies = self._layout.above > 0
        if has_hidden_plies:
            self._draw_edge_to_hidden_parent()
            self._draw_count_of_hidden_plies()

    def _draw_edges_above_row(self, row: int) -> None:
        """Draw the edges from the parents to the nodes of a row, with the texts beside them."""
        bus_line = self._layout.buses[row]  # the horizontal line that siblings share
        parents = [
            item
            for item in self._layout.items.plies[row - 1]
            if not self._layout.items.is_end(item)
        ]
        for parent in parents:
            self._edges.draw_bus(parent, bus_line)

        cutoffs = self._cutoff_labels.find_cutoffs(parents)
        for parent, cutoff in cutoffs.items():
            self._cutoff_labels.draw_on_bus(parent, bus_line, cutoff)

        # The cross of a cut-off stands on the bus, or on the edge to a child.
        children_with_cross = {
            child
            for child in map(self._cutoff_labels.find_child_with_cross, cutoffs.values())
            if child is not None
        }
        self._draw_vertical_edges(row, children_with_cross)

    def _draw_vertical_edges(self, row: int, children_with_cross: Collection[Item]) -> None:
        """Draw the vertical edges above all nodes of a row, with the texts beside them.

        They lead down from the buses, the horizontal lines that siblings share::

            ┌──────┼──────┐    the bus
            │      │      │
            │    3 │ +∞   ╱    the last line, with windows and the slashes of a paper
            5      A      7    the row

        If the row stands right below the bus there is no room for edges: then the windows are drawn
        on the bus itself.

        Args:
            row: The number of the row.
            children_with_cross: The items whose edge shows the cross of a cut-off.
        """
        bus_line = self._layout.buses[row]
        items = self._layout.items.plies[row]
        if not self._layout.has_lines_below_bus(row):
            self._edge_texts.draw_on_bus(items, bus_line)
            return

        first_line_of_row = self._layout.heads[row]
        line_above_row = first_line_of_row - 1
        edge_lines = range(bus_line + 1, first_line_of_row)
        # Texts are written before the edges: of two that begin in one column the first is seen.
        self._edge_texts.draw_beside_edges(items, line_above_row)
        for item in items:
            self._edges.draw_vertical_edge(item, edge_lines, has_cross=item in children_with_cross)

    def _draw_items_of_row(self, row: int) -> None:
        """Draw all cards and leaves of a row, and each ``…`` or ``7 more`` for undrawn nodes.

        A card is the box of a node with children. If boxes have several lines, a word such as
        ``pruned`` stands below ``7 more``, beside all else in the row. Row 0 is the topmost.
        """
        first_line = self._layout.heads[row]
        items = self._layout.items.plies[row]
        for item in items:
            # First: `is_card` is also true of an item that stands for several nodes.
            if not self._layout.items.is_plain(item):
                self._cardless_items.draw_undrawn(item, first_line)
            elif self._layout.items.is_card(item):
                self._cards.draw(item, first_line)
            else:
                self._cardless_items.draw_leaf(item, first_line)

        if self._layout.form.lines > 1:
            clusters = [item for item in items if item in self._layout.items.clusters]
            for cluster in clusters:
                self._cardless_items.draw_status_below(cluster, first_line + 1)

    def _draw_edge_to_hidden_parent(self) -> None:
        """Draw the edge that comes down to the topmost card, with its window: ``3 │ +∞``."""
        line_above_card = self._layout.heads[_TOP_ROW] - 1
        edge = self._painter.render_vertical_line(self._painter.weight(_TOP_ITEM))
        self._canvas.write(line_above_card, self._layout.columns[_TOP_ITEM], [edge])
        self._edge_texts.draw_beside_edges([_TOP_ITEM], line_above_card)

    def _draw_count_of_hidden_plies(self) -> None:
        """Draw to the right of the topmost node how many plies above it are hidden.

        The line then reads ``▲ A    ↑ 2 plies above``. The text is left out if it has no room.
        """
        line = self._layout.heads[_TOP_ROW]
        arrow = "↑"
        if self._painter.glyphs.ascii:
            arrow = "^"
        text = f"{arrow} {counted(self._layout.above, 'ply', 'plies')} above"

        # Other texts may follow the card in this line; this one stands behind the last of them.
        end_of_card = self._layout.column_behind(_TOP_ITEM)
        end_of_texts = self._canvas.find_end_of_line(line)
        column = max(end_of_card, end_of_texts) + width("  ")

        has_room = column + width(text) <= self._layout.width
        if has_room:
            self._canvas.write(line, column, [(text, TextStyle.QUIET)])
