"""The diagram: the tree from the top down, painted line by line for the part that is looked at."""

from __future__ import annotations

from treeexplorer.drawing.edges import EdgePainter
from treeexplorer.drawing.folding import lay_out_to_fit
from treeexplorer.drawing.labels import Labels
from treeexplorer.drawing.layout import TIDY_UP_TO, Layout, lay_out
from treeexplorer.drawing.moment import Finding, Moment
from treeexplorer.drawing.runs import Detail, Line, LineWriter, Look, Role, Viewport
from treeexplorer.search.record import Record, Status, StepKind
from treeexplorer.text import width
from treeexplorer.tree import INNER, UNKNOWN


class DiagramPainter:
    """Paints a layout at a moment.

    Painting costs what is visible, whatever the size of the tree.
    """

    def __init__(self, layout: Layout, moment: Moment, look: Look | None = None) -> None:
        self.layout = layout
        self.moment = moment
        self.look = look or Look()
        self.labels = Labels(moment.tree, self.look, layout.detail)
        self.edges = EdgePainter(layout, moment, self.look, self.labels.glyphs)

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
        return writer.runs

    def _room(self, item: int, following: int | None) -> int:
        """Return how many cells there are from an anchor to the next text of the ply."""
        column = self.layout.columns[item]
        if following is None:
            return max(self.layout.width - column, self.layout.right_of(item) - column + 1)
        return max(self.layout.left_of(following) - column - 1, 1)

    def _paint_item(self, writer: LineWriter, item: int, line: int, room: int) -> None:
        items, glyphs = self.layout.items, self.labels.glyphs
        node, column = items.node(item), self.layout.columns[item]
        if items.is_elision(item):
            if line == 0:
                start = column - (len(glyphs.elided) - 1) // 2
                writer.put(start, glyphs.elided, Role.ELIDED)
            return
        if self.moment.tree.kind[node] != INNER:
            if line == 0:
                self._paint_leaf(writer, node, column, room)
            return
        if line == 0:
            self._paint_head(writer, node, column, room)
        elif line == 1:
            self._paint_finding(writer, node, column, room)
        else:
            window = self.labels.window(self.moment, node)
            writer.put(column, window if len(window) <= room else "", Role.WINDOW)

    # -- first lines ---------------------------------------------------------------------------

    def _paint_leaf(self, writer: LineWriter, node: int, column: int, room: int) -> None:
        text = self.labels.leaf(node)
        before = max(0, width(text) - 1) // 2
        text = self.labels.glyphs.clipped(text, room + before)
        self._paint_marked(writer, node, column - before, [(text, self._leaf_role(node))])

    def _leaf_role(self, node: int) -> Role:
        status = self.moment.status(node)
        if status in {Status.SKIPPED, Status.BEYOND}:
            return Role.SKIPPED
        if status is Status.UNSEEN:
            return Role.UNREAD
        return Role.UNKNOWN if self.moment.tree.kind[node] == UNKNOWN else Role.LEAF

    def _paint_head(self, writer: LineWriter, node: int, column: int, room: int) -> None:
        status = self.moment.status(node)
        faint = {
            Status.UNSEEN: Role.UNSEEN,
            Status.SKIPPED: Role.SKIPPED,
            Status.BEYOND: Role.SKIPPED,
        }.get(status)
        parts = [(self.labels.sign(node), faint or self.labels.role(node))]
        if self.layout.detail == Detail.VALUE:
            parts += self._finding_parts(node, room - width(parts[0][0]))
        elif name := self.labels.name(node):
            parts.append((self.labels.glyphs.clipped(f" {name}", room - 1), faint or Role.NAME))
        if node in self.layout.items.folded:
            space = " " if self.layout.detail > Detail.VALUE else ""
            parts.append((f"{space}{self.labels.folded(node)}", Role.FOLDED))
        self._paint_marked(writer, node, column, parts)

    def _paint_marked(
        self, writer: LineWriter, node: int, column: int, parts: list[tuple[str, Role]]
    ) -> None:
        """Write a node's first line, between marks if it is the current or the looked-at one."""
        glyphs = self.labels.glyphs
        is_current, is_cursor = node == self.moment.current, node == self.look.cursor
        if is_current or is_cursor:
            marks = glyphs.marks if is_current else glyphs.cursor
            role = Role.CURRENT if is_current else Role.CURSOR
            parts = [(marks[0], role), *parts, (marks[1], role)]
            column -= 1
            if is_cursor:
                parts = [(text, Role.CURSOR) for text, _ in parts]
        elif self.look.marks_unread and parts[0][1] is Role.UNREAD:
            parts, column = [(glyphs.unread, Role.UNREAD), *parts], column - 1
        for text, part_role in parts:
            writer.put(column, text, part_role)
            column += width(text)

    # -- findings ------------------------------------------------------------------------------

    def _paint_finding(self, writer: LineWriter, node: int, column: int, room: int) -> None:
        for text, role in self._finding_parts(node, room):
            writer.put(column, text, role)
            column += width(text)

    def _finding_parts(self, node: int, room: int) -> list[tuple[str, Role]]:
        parts: list[tuple[str, Role]] = []
        finding = self.moment.finding(node)
        if finding is not None:
            text = self.labels.finding(finding, room)
            parts.append((text, self._finding_role(node, finding)))
            room -= width(text) + 1
        if self.look.claims:
            claim = self.labels.claim(node)
            if claim and width(claim) <= room:
                parts.append((f" {claim}" if parts else claim, Role.CLAIM))
        return parts

    def _finding_role(self, node: int, finding: Finding) -> Role:
        news = self.moment.news
        if node == news.node and news.kind in {StepKind.RETURN, StepKind.CUT}:
            return Role.NEWS
        if finding.kind == "v":
            return Role.OPEN
        return Role.VALUE if finding.kind == "=" else Role.BOUND


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
