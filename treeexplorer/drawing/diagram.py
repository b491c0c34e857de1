"""The diagram: the tree from the top down, painted line by line for the part that is looked at."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from treeexplorer.drawing.edges import EdgePainter
from treeexplorer.drawing.folding import lay_out_to_fit
from treeexplorer.drawing.labels import Labels
from treeexplorer.drawing.layout import TIDY_UP_TO, Layout, lay_out
from treeexplorer.drawing.moment import Moment
from treeexplorer.drawing.runs import Detail, Line, LineWriter, Look, Role, Viewport
from treeexplorer.drawing.texts import NodeTexts, write_parts
from treeexplorer.engine.record import Record
from treeexplorer.text import width
from treeexplorer.tree import INNER

_PLIES_SEARCHED: Final = 200


class DiagramPainter:
    """Paints a layout at a moment.

    Painting costs what is visible, whatever the size of the tree.
    """

    def __init__(self, layout: Layout, moment: Moment, look: Look | None = None) -> None:
        self.layout = layout
        self.moment = moment
        self.look = look or Look()
        labels = Labels(moment.tree, self.look, layout.detail)
        self.texts = NodeTexts(labels, moment, layout.items.folded)
        self._in_sight: tuple[tuple[int, int], int | None] | None = None
        self.edges = EdgePainter(layout, moment, self.look, labels)

    def paint(self, viewport: Viewport) -> list[Line]:
        """Return the lines of a part of the drawing, each at most as wide as the part."""
        return [
            self.line(viewport.top + row, viewport.left, viewport.width)
            for row in range(viewport.height)
        ]

    def line(self, number: int, left: int, cells: int) -> Line:
        """Return one line of the drawing between two columns; nothing beyond its edges."""
        if not 0 <= number < self.layout.height:
            return []
        writer = LineWriter(left, cells)
        ply = self.layout.ply_at(number)
        head, right = self.layout.heads[ply], left + cells
        if number < head:
            if number == self.layout.tops[ply]:
                self.edges.paint(writer, ply, left, right)
            else:
                self.edges.paint_uprights(writer, ply, left, right)
            return writer.runs
        row = self.layout.items.plies[ply]
        low, high = self.layout.visible(ply, left, right)
        for index in range(low, high):
            room = self._room(row[index], row[index + 1] if index + 1 < len(row) else None)
            self._paint_item(writer, row[index], number - head, room)
        if not writer.runs:
            self._paint_absent(writer, ply, number - head, left, right)
        return writer.runs

    def _paint_absent(self, writer: LineWriter, ply: int, line: int, left: int, right: int) -> None:
        """Write the node above what is in sight at the edge, with an arrow to where it stands.

        In a wide tree a parent can be many screens away from its children. Where no node of its
        ply is in sight there is room for it.
        """
        layout = self.layout
        below = self._item_in_sight(left, right)
        if below is None or layout.items.ply[below] <= ply:
            return
        row = layout.items.plies[ply]
        item = row[bisect_right(row, below) - 1]
        before, after = self.texts.labels.glyphs.arrows
        if layout.columns[item] < left:
            if line == 0:
                writer.put(left, before, Role.PATH)
            self._paint_item(writer, item, line, right - left, left + width(before) + 1)
            return
        cells = layout.right_of(item) - layout.columns[item] + width(after) + 2
        self._paint_item(writer, item, line, cells, right - cells)
        if line == 0:
            writer.put(right - width(after), after, Role.PATH)

    def _item_in_sight(self, left: int, right: int) -> int | None:
        """Return an item between two columns: the current one, or else one of the lowest ply."""
        layout, key = self.layout, (left, right)
        if self._in_sight is not None and self._in_sight[0] == key:
            return self._in_sight[1]
        found: int | None = None
        for node in (self.moment.current, self.moment.news.child):
            item = -1 if node is None else layout.items.item(node)
            if found is None and item >= 0 and left <= layout.columns[item] < right:
                found = item
        ply = len(layout.items.plies) - 1
        lowest = max(0, ply - _PLIES_SEARCHED)
        while found is None and ply >= lowest:
            low, high = layout.visible(ply, left, right)
            found = layout.items.plies[ply][low] if low < high else None
            ply -= 1
        self._in_sight = key, found
        return found

    def _room(self, item: int, following: int | None) -> int:
        """Return how many cells there are from an anchor to the next text of the ply."""
        column = self.layout.columns[item]
        if following is None:
            return max(self.layout.width - column, self.layout.right_of(item) - column + 1)
        return max(self.layout.left_of(following) - column - 1, 1)

    def _paint_item(
        self, writer: LineWriter, item: int, line: int, room: int, column: int | None = None
    ) -> None:
        items = self.layout.items
        node = items.node(item)
        column = self.layout.columns[item] if column is None else column
        if items.is_elision(item):
            if line == 0:
                elided = self.texts.labels.glyphs.elided
                writer.put(column - (len(elided) - 1) // 2, elided, Role.ELIDED)
        elif line == 0:
            self.texts.write_head(writer, node, column, room)
        elif self.moment.tree.kind[node] == INNER:
            if line == 1:
                write_parts(writer, column, self.texts.finding(node, room))
            else:
                window = self.texts.labels.window(self.moment, node)
                writer.put(column, window if len(window) <= room else "", Role.WINDOW)


def draw(
    record: Record,
    step: int | None = None,
    look: Look | None = None,
    cells: int | None = None,
    detail: Detail = Detail.NAMED,
) -> list[Line]:
    """Return the whole drawing of a search at a step.

    Args:
        record: The record.
        step: The step; the last one where ``None``.
        look: How to draw.
        cells: The width to fit, with as much of the tree as it has room for; any where ``None``.
        detail: How much to write at each node (less, where a tree is too large for that).
    """
    look = look or Look()
    moment = Moment(record, record.steps if step is None else step)
    if cells is None:
        large = len(record.tree) > TIDY_UP_TO
        layout = lay_out(record.tree, look, Detail.VALUE if large else detail)
    else:
        layout = lay_out_to_fit(record.tree, look, cells, detail, moment.current)
    painter = DiagramPainter(layout, moment, look)
    return painter.paint(Viewport(0, 0, layout.width, layout.height))
