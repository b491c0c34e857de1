"""The tree canvas: the drawing of a view, as large as its room, and what the mouse points at."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from textual import events
from textual.message import Message

from treeexplorer.drawing.diagram import Diagram, focus_of
from treeexplorer.drawing.layout import Direction, Layout, arrange
from treeexplorer.drawing.outline import Outline, OutlinePainter, outline_of
from treeexplorer.drawing.runs import Look, Size, Viewport
from treeexplorer.terminal.lines import TextLine
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.line_view import LineView

__all__ = ["Canvas", "Direction"]

_WHEEL: Final = 3


class Canvas(LineView):
    """Draws a view's tree; posts :class:`Pointed` where a node is clicked.

    A diagram always fits: where the tree is too large, it is drawn around the path. An outline
    has a line for each node and is scrolled.

    Args:
        view: What is drawn; may be replaced by another one.
        id: The widget's id.
    """

    class Pointed(Message):
        """A node was clicked.

        Args:
            node: The node.
            twice: Whether it was clicked twice.
        """

        def __init__(self, node: int, *, twice: bool) -> None:
            super().__init__()
            self.node = node
            self.twice = twice

    def __init__(self, view: View, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(self._lines, id=id)
        self.view = view
        self._layout: Layout | Outline | None = None
        self._layout_of: object = None
        self._top = 0
        self._left = 0
        self._seen_at: object = None

    # -- drawing -------------------------------------------------------------------------------

    def _look(self) -> Look:
        view = self.view
        few = self.styles_in_use.none
        return replace(
            view.look,
            ascii=self.app.has_class("-ascii"),
            marks=few or view.look.marks,
            cursor=view.cursor if view.looking else None,
        )

    def _lines(self, width: int, height: int) -> list[TextLine]:
        if self.view.kind == "outline":
            return self._outline(width, height)
        look = self._look()
        layout = self._diagram_layout(look, Size(width, height))
        return list(Diagram(layout, self.view.snapshot, look).lines(Viewport(0, 0, width, height)))

    def _diagram_layout(self, look: Look, room: Size) -> Layout:
        view = self.view
        folded = view.bookmark.folded
        known = self._layout
        whole = (view.tree.value, look.ascii, look.marks, id(look.notes), room, folded)
        if isinstance(known, Layout) and known.is_whole and self._layout_of == whole:
            return known
        focus = focus_of(view.snapshot, look.cursor)
        key = (*whole, focus)
        if isinstance(known, Layout) and self._layout_of == key:
            return known
        layout = arrange(view.tree, look, room, focus, folded)
        self._layout, self._layout_of = layout, whole if layout.is_whole else key
        return layout

    def _outline(self, width: int, height: int) -> list[TextLine]:
        view = self.view
        key = (view.tree.value, view.bookmark.folded)
        if not isinstance(self._layout, Outline) or self._layout_of != key:
            self._layout, self._layout_of = outline_of(view.tree, view.bookmark.folded), key
        outline = self._layout
        self._follow(outline, width, height)
        painter = OutlinePainter(outline, view.snapshot, self._look())
        return list(painter.lines(Viewport(self._left, self._top, width, height)))

    def _follow(self, outline: Outline, width: int, height: int) -> None:
        """Scroll to the node at hand where it is another one than before, as little as can be."""
        view = self.view
        here = (view.record, view.step, view.cursor, width, height)
        if self._seen_at != here and (view.follow or view.looking):
            column, row = outline.place(view.cursor)
            margin = min(3, height // 4)
            if not self._top + margin <= row < self._top + height - margin:
                self._top = row - height // 2
            if not self._left <= column < self._left + width * 2 // 3:
                self._left = max(0, column - width // 3)
        self._seen_at = here
        self._top = max(0, min(self._top, outline.height - height))

    # -- pointing ------------------------------------------------------------------------------

    def neighbour(self, direction: Direction) -> int:
        """Return the parent, the first child or a neighbour of the node looked at; else itself."""
        cursor = self.view.cursor
        if self._layout is None:
            return cursor
        return self._layout.items.neighbour(cursor, direction)

    def node_at(self, x: int, y: int) -> int | None:
        """Return the node drawn at a place, ``None`` where there is none."""
        if self._layout is None:
            return None
        return self._layout.node_at(x + self._left_now, y + self._top_now)

    @property
    def _left_now(self) -> int:
        return self._left if isinstance(self._layout, Outline) else 0

    @property
    def _top_now(self) -> int:
        return self._top if isinstance(self._layout, Outline) else 0

    def on_click(self, event: events.Click) -> None:
        """Tell which node is clicked."""
        node = self.node_at(event.x, event.y)
        if node is not None:
            event.stop()
            self.post_message(self.Pointed(node, twice=event.chain >= 2))

    def _scroll_outline(self, rows: int, columns: int) -> None:
        if isinstance(self._layout, Outline):
            self._top += rows
            self._left = max(0, self._left + columns)
            self.redraw()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll the outline down."""
        event.stop()
        self._scroll_outline(_WHEEL, 0)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll the outline up."""
        event.stop()
        self._scroll_outline(-_WHEEL, 0)

    def on_mouse_scroll_right(self, event: events.MouseScrollRight) -> None:
        """Scroll the outline to the right."""
        event.stop()
        self._scroll_outline(0, _WHEEL)

    def on_mouse_scroll_left(self, event: events.MouseScrollLeft) -> None:
        """Scroll the outline to the left."""
        event.stop()
        self._scroll_outline(0, -_WHEEL)
