"""The tree canvas: the drawing of a view, as large as its room, and what the mouse points at."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from textual import events, on
from textual.message import Message

from treeexplorer.drawing.diagram import Diagram, focus_of
from treeexplorer.drawing.focus import Focus
from treeexplorer.drawing.icicle import Icicle, IcicleLayout, lay_out_icicle
from treeexplorer.drawing.items import Direction, items_of
from treeexplorer.drawing.layout import Layout
from treeexplorer.drawing.placement import arrange, layout_if_whole
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
        """Return how the view is to be drawn here: with a question, the cursor, this terminal."""
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
        """Return the drawing of the kind that is chosen."""
        self._icicle = None  # one of another drawing is not pointed at
        match self.view.kind:
            case "outline":
                return self._outline(width, height)
            case "icicle":
                return self._icicle_alone(width, height)
            case "diagram":
                return self._diagram(width, height)

    def _icicle_alone(self, width: int, height: int) -> list[TextLine]:
        """Return the icicle of the whole tree, with a margin above it and at its left."""
        layout = lay_out_icicle(self.view.tree, Size(width - 1, height - 1), self.view.cursor)
        self._icicle = layout
        self._icicle_top = 1
        painted = self._icicle_lines(layout, self._look())
        return [BLANK, *(((" ", ""), *text) for text in painted)][:height]

    def _diagram(self, width: int, height: int) -> list[TextLine]:
        """Return the diagram; below it the closing window and the whole tree, or what is read."""
        look = self._look()
        below = self._below_diagram(look, width, height)
        room = Size(width, height - len(below))
        window_rows = self._rows_to_spare(look, room)
        room = Size(width, room.height - window_rows)
        layout = self._diagram_layout(look, room)
        window = self._closing_window(look, layout, width, window_rows)
        return [*Diagram(layout, self.view.snapshot, look).lines(room.height), *window, *below]

    def _below_diagram(self, look: Look, width: int, height: int) -> list[TextLine]:
        """Return the whole tree as a strip where there is room; else the leaves that are read.

        Nothing where it would give away what is asked.
        """
        if not look.spoilers:
            return []
        strip_height = _strip_height(self.view, look, Size(width, height))
        if strip_height:
            return [BLANK, *self._whole_tree(look, width, height, strip_height)]
        read = read_line(self.view, width, height)
        return [BLANK, read] if read else []

    def _closing_window(
        self, look: Look, layout: Layout, width: int, height: int
    ) -> list[TextLine]:
        """Return the closing window in the columns of a diagram, filled up to a height."""
        window: list[TextLine] = []
        is_asked_for = not self.view.step and not self.view.look.spoilers  # by practise
        if height and not is_asked_for:
            window = closing_window(self.view.snapshot, layout, width, height, marks=look.marks)
        return [*window, *[BLANK] * (height - len(window))]

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
        """Return the whole tree as a strip of some rows at the foot of the pane, with its counts.

        It has a heading where there are more rows than plies.
        """
        room = Size(width - counts_width(self.view) - 1, rows)
        heading: list[TextLine] = []
        if rows > self.view.tree.depth:
            room = Size(room.width, rows - 2)
            heading = [line((" WHOLE TREE", "bold quiet")), BLANK]
        layout = lay_out_icicle(self.view.tree, room, self.view.cursor, is_strip=True)
        self._icicle = layout
        self._icicle_top = height - layout.height
        painted = self._icicle_lines(layout, look)
        lines = list(heading)
        for strip, counts in zip(painted, beside_strip(self.view, len(painted)), strict=True):
            lines.append(((" ", ""), *fitted(strip, room.width), *counts))
        return lines

    def _icicle_lines(self, icicle: IcicleLayout, look: Look) -> list[Line]:
        """Return the lines of an icicle; where surfaces have few colours signs fill its cells."""
        has_marks = look.marks or self.styles_in_use.few
        return Icicle(icicle, self.view.snapshot, replace(look, marks=has_marks)).lines()

    def _diagram_layout(self, look: Look, room: Size) -> Layout:
        """Return where the nodes stand: as before, as long as that shows the path."""
        view = self.view
        key = (view.tree, look.ascii, look.marks, room)
        focus = focus_of(view.snapshot, look.cursor)
        known = self._layout
        if known is not None and self._layout_of == key:
            has_same_parents = focus.nodes[:-1] == self._focus[:-1]
            if known.is_whole or (has_same_parents and _shows(known, focus)):
                return known
        layout = arrange(view.tree, look, room, focus)
        self._layout = layout
        self._layout_of = key
        self._focus = focus.nodes
        return layout

    def _outline(self, width: int, height: int) -> list[TextLine]:
        """Return the table around the node that is looked at, unless it is scrolled."""
        view = self.view
        heading, row = outline(view, width, marks=self.styles_in_use.none)
        rows = height - 1
        self._scroll_to_cursor(width, rows)
        lines = [heading]
        for node in range(self._top, min(self._top + rows, len(view.tree))):
            text = row(node)
            if node == view.cursor:
                text = fitted((("▌", "strong on current"), *text[1:]), width, "current")
            lines.append(text)
        return lines

    def _scroll_to_cursor(self, width: int, rows: int) -> None:
        """Scroll the outline so that the node that is looked at is in sight.

        An outline that was scrolled stays where it is until another node is looked at.
        """
        view = self.view
        height = rows + 1
        margin = min(3, height // 4)
        seen_at = (view.record, view.step, view.cursor, width, height)
        is_in_sight = self._top + margin <= view.cursor < self._top + rows - margin
        if self._seen_at != seen_at and not is_in_sight:
            self._top = view.cursor - height // 2
        self._seen_at = seen_at
        self._top = max(0, min(self._top, len(view.tree) - rows))

    # -- pointing ------------------------------------------------------------------------------

    def neighbour(self, direction: Direction) -> int:
        """Return the parent, the first child or a neighbour of the node looked at; else itself."""
        view = self.view
        if self._layout is not None and view.kind == "diagram":
            return self._layout.items.neighbour(view.cursor, direction)
        return items_of(view.tree).neighbour(view.cursor, direction)

    def node_at(self, x: int, y: int) -> int | None:
        """Return the node drawn at a place, ``None`` where there is none."""
        if self.view.kind == "outline":
            node = self._top + y - 1  # below the heading
            return node if y and node < len(self.view.tree) else None
        if self._icicle is not None:
            is_strip_below = self._icicle.is_strip and y >= self._icicle_top
            if self.view.kind == "icicle" or is_strip_below:
                return self._icicle.node_at(x - 1, y - self._icicle_top)
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


def _shows(layout: Layout, focus: Focus) -> bool:
    """Tell whether a layout shows the end of a path as a node of its own, and its current node."""
    last = focus.nodes[-1]
    item = layout.items.item(last)
    is_last_drawn = layout.items.is_plain(item) and layout.items.node(item) == last
    return is_last_drawn and focus.current >= layout.above


def _strip_height(view: View, look: Look, room: Size) -> int:
    """Return how many lines of a pane the whole tree takes below a drawing of a part of it."""
    tree = view.tree
    height = room.height
    is_small = height < _LEAST_HEIGHT or tree.leaf_count < _LEAST_LEAVES
    if is_small or layout_if_whole(tree, look.at_rest, room) is not None:
        return 0
    if height >= _TALL and tree.depth <= height // 4:
        return tree.depth + 2
    return min(tree.depth, height // 5)
