"""The tree canvas: the drawing of a view, as large as its room, and what the mouse points at."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from textual import events, on
from textual.message import Message

from treeexplorer.drawing.diagram import Diagram, focus_of
from treeexplorer.drawing.icicle import Icicle, IcicleLayout, lay_out_icicle
from treeexplorer.drawing.items import Direction, items_of
from treeexplorer.drawing.layout import Layout
from treeexplorer.drawing.placement import arrange, fits
from treeexplorer.drawing.styled_text import Line, Look, Size
from treeexplorer.terminal.lines import BLANK, TextLine, fitted, line
from treeexplorer.terminal.panels.closing_window import closing_window, rows_for_window
from treeexplorer.terminal.panels.outline import outline
from treeexplorer.terminal.panels.status import beside_strip, counts_width, read_line
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.line_view import LineView

__all__ = ["Canvas", "Direction"]

_WHEEL: Final = 3  # rows, by which a turn of it scrolls
_LEAST_HEIGHT: Final = 18  # of a pane in which the whole tree stands below the drawing
_LEAST_LEAVES: Final = 6
_TALL: Final = 34


class Canvas(LineView):
    """Draws a view's tree; posts :class:`Pointed` where a node is clicked.

    A diagram always fits: where the tree is too large, it is drawn around the path. An outline
    has a line for each node and is scrolled. The view may be replaced by another one.
    """

    @dataclass
    class Pointed(Message):
        """A node was clicked, or clicked twice."""

        node: int
        twice: bool

    def __init__(self, view: View, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(self._lines, id=id)
        self.view = view
        self._layout: Layout | None = None
        self._layout_of: object = None
        self._spare = 0
        self._spare_of: object = None
        self._icicle: IcicleLayout | None = None
        self._icicle_top = 0
        self._focus: tuple[int, ...] = ()
        self._top = 0
        self._seen_at: object = None

    # -- drawing -------------------------------------------------------------------------------

    def _look(self) -> Look:
        view = self.view
        has_marks = view.look.marks or self.styles_in_use.none
        question = view.look.question
        crossed = view.look.crossed
        if view.question is not None:
            question = view.question.at.node
            crossed = view.crossed
        return replace(
            view.look,
            spoilers=view.look.spoilers and not view.asks,
            question=question,
            crossed=crossed,
            ascii=self.app.has_class("-ascii"),
            marks=has_marks,
            cursor=view.cursor if view.has_cursor else None,
        )

    def _lines(self, width: int, height: int) -> list[TextLine]:
        """Return the drawing; below a diagram the whole tree where there is room for both."""
        view = self.view
        look = self._look()
        if view.kind == "outline":
            return self._outline(width, height)
        if view.kind == "icicle":
            icicle = lay_out_icicle(view.tree, Size(width - 1, height - 1), view.cursor)
            self._icicle = icicle
            self._icicle_top = 1
            painted = self._icicle_lines(icicle, look)
            return [BLANK, *(((" ", ""), *text) for text in painted)][:height]
        below = _strip_height(view, look, Size(width, height)) if look.spoilers else 0
        lines: list[TextLine] = []
        if below:
            lines = [BLANK, *self._whole_tree(look, width, height, below)]
        elif look.spoilers and (read := read_line(view, width, height)):
            lines = [BLANK, read]
        room = Size(width, height - len(lines))
        spare = self._rows_to_spare(look, room)
        room = Size(width, room.height - spare)
        layout = self._diagram_layout(look, room)
        if spare:
            window: list[TextLine] = []
            if view.step or view.look.spoilers:  # practise asks for the first window
                window = closing_window(view.snapshot, layout, width, spare, marks=look.marks)
            lines = [*window, *[BLANK] * (spare - len(window)), *lines]
        return [*Diagram(layout, view.snapshot, look).lines(room.height), *lines]

    def _rows_to_spare(self, look: Look, room: Size) -> int:
        """Return how many rows below a drawing show the closing window, whatever the step."""
        view = self.view
        if look.answers is not None or not view.has_windows:
            return 0
        key = (view.tree, look.ascii, look.marks, room)
        if self._spare_of != key:
            focus = focus_of(view.snapshot, look.cursor)
            self._spare = rows_for_window(view.tree, look, room, focus)
            self._spare_of = key
        return self._spare

    def _whole_tree(self, look: Look, width: int, height: int, rows: int) -> list[TextLine]:
        room = Size(width - counts_width(self.view) - 1, rows)
        heading: list[TextLine] = []
        if rows > self.view.tree.depth:
            room = Size(room.width, rows - 2)
            heading = [line((" WHOLE TREE", "bold quiet")), BLANK]
        layout = lay_out_icicle(self.view.tree, room, self.view.cursor, is_strip=True)
        self._icicle = layout
        self._icicle_top = height - layout.height
        painted = self._icicle_lines(layout, look)
        counts = beside_strip(self.view, len(painted))
        return [
            *heading,
            *(
                ((" ", ""), *fitted(pane, room.width), *of)
                for pane, of in zip(painted, counts, strict=True)
            ),
        ]

    def _icicle_lines(self, icicle: IcicleLayout, look: Look) -> list[Line]:
        """Return the lines of an icicle; where surfaces have few colours signs fill its cells."""
        has_marks = look.marks or self.styles_in_use.few
        return Icicle(icicle, self.view.snapshot, replace(look, marks=has_marks)).lines()

    def _diagram_layout(self, look: Look, room: Size) -> Layout:
        """Return where the nodes stand; as before where the path to a sibling is still drawn."""
        view = self.view
        key = (view.tree, look.ascii, look.marks, room)
        known = self._layout
        focus = focus_of(view.snapshot, look.cursor)
        if known is not None and self._layout_of == key:
            item = known.items.item(focus.nodes[-1])
            is_drawn = known.items.is_plain(item) and known.items.node(item) == focus.nodes[-1]
            is_drawn = is_drawn and focus.current >= known.above  # the current node, too
            if known.is_whole or (is_drawn and focus.nodes[:-1] == self._focus[:-1]):
                return known
        layout = arrange(view.tree, look, room, focus)
        self._layout = layout
        self._layout_of = key
        self._focus = focus.nodes
        return layout

    def _outline(self, width: int, height: int) -> list[TextLine]:
        """Return the table around the node that is looked at, unless it is scrolled."""
        view = self.view
        rows = height - 1
        margin = min(3, height // 4)
        heading, row = outline(view, width, marks=self.styles_in_use.none)
        here = (view.record, view.step, view.cursor, width, height)
        is_seen = self._top + margin <= view.cursor < self._top + rows - margin
        if self._seen_at != here and not is_seen:  # another node than before, out of sight
            self._top = view.cursor - height // 2
        self._seen_at = here
        self._top = max(0, min(self._top, len(view.tree) - rows))
        lines = [heading]
        for node in range(self._top, min(self._top + rows, len(view.tree))):
            text = row(node)
            if node == view.cursor:
                text = fitted((("▌", "strong on current"), *text[1:]), width, "current")
            lines.append(text)
        return lines

    # -- pointing ------------------------------------------------------------------------------

    def neighbour(self, direction: Direction) -> int:
        """Return the parent, the first child or a neighbour of the node looked at; else itself."""
        view = self.view
        is_drawn = self._layout is not None and view.kind == "diagram"
        items = self._layout.items if self._layout and is_drawn else items_of(view.tree)
        return items.neighbour(view.cursor, direction)

    def node_at(self, x: int, y: int) -> int | None:
        """Return the node drawn at a place, ``None`` where there is none."""
        icicle = self._icicle
        is_below = y >= self._icicle_top
        has_strip = self.view.kind == "diagram" and icicle is not None and icicle.is_strip
        if icicle is not None and (self.view.kind == "icicle" or (has_strip and is_below)):
            return icicle.node_at(x - 1, y - self._icicle_top)
        if self.view.kind == "outline":
            node = y - 1 + self._top
            return node if y and node < len(self.view.tree) else None
        return None if self._layout is None else self._layout.node_at(x, y)

    def on_click(self, event: events.Click) -> None:
        node = self.node_at(event.x, event.y)
        if node is not None:
            event.stop()
            self.post_message(self.Pointed(node, twice=event.chain >= 2))

    @on(events.MouseScrollDown)
    @on(events.MouseScrollUp)
    def scroll_outline(self, event: events.MouseEvent) -> None:
        """Scroll the outline; the other drawings always fit."""
        event.stop()
        if self.view.kind == "outline":
            self._top += _WHEEL if isinstance(event, events.MouseScrollDown) else -_WHEEL
            self.redraw()


def _strip_height(view: View, look: Look, room: Size) -> int:
    """Return how many lines of a pane the whole tree takes below a drawing of a part of it."""
    tree = view.tree
    height = room.height
    is_small = height < _LEAST_HEIGHT or tree.leaf_count < _LEAST_LEAVES
    if is_small or fits(tree, look.at_rest, room) is not None:
        return 0
    if height >= _TALL and tree.depth <= height // 4:
        return tree.depth + 2
    return min(tree.depth, height // 5)
