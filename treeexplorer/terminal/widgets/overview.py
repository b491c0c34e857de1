"""The overview strip: a scroll bar that shows what lies where it leads."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Self, TypeAlias

from rich.segment import Segment
from textual import events
from textual.geometry import Region
from textual.scrollbar import ScrollBar, ScrollTo
from textual.strip import Strip

from treeexplorer.terminal.widgets.immediate import ImmediateWidget, paint_now
from treeexplorer.terminal.widgets.roles import RoleView

Cells: TypeAlias = list[Segment]
MarksOf: TypeAlias = Callable[[int, int, int], Cells | None]


class Overviewed(RoleView):
    """A view whose bars show what lies where they lead."""

    DEFAULT_CSS = "Overviewed { scrollbar-size: 1 1; }"

    def overview(
        self, length: int, start: int, end: int, *, vertical: bool
    ) -> list[Segment] | None:
        """Return the cells of a bar; ``None`` for a plain one.

        Args:
            length: How many cells there are.
            start: Where the part that is looked at begins.
            end: Where it ends.
            vertical: Whether it is the bar beside the view, or the one below it.
        """
        raise NotImplementedError

    @property
    def horizontal_scrollbar(self) -> ScrollBar:
        """The bar below the view."""
        if self._horizontal_scrollbar is None:
            self._horizontal_scrollbar = self._new_bar(vertical=False)
        return self._horizontal_scrollbar

    @property
    def vertical_scrollbar(self) -> ScrollBar:
        """The bar beside the view."""
        if self._vertical_scrollbar is None:
            self._vertical_scrollbar = self._new_bar(vertical=True)
        return self._vertical_scrollbar

    def _new_bar(self, *, vertical: bool) -> ScrollBar:
        bar = OverviewBar(
            partial(self.overview, vertical=vertical),
            lambda: self.scroll_y if vertical else self.scroll_x,
            vertical=vertical,
            thickness=1,
        )
        bar.display = False
        self.app._start_widget(self, bar)
        return bar

    # -- the wheel -----------------------------------------------------------------------------

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Look further down; to the right with shift or ctrl."""
        self._turn(event, 0, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Look further up; to the left with shift or ctrl."""
        self._turn(event, 0, -1)

    def on_mouse_scroll_right(self, event: events.MouseScrollRight) -> None:
        """Look further to the right."""
        self._turn(event, 1, 0)

    def on_mouse_scroll_left(self, event: events.MouseScrollLeft) -> None:
        """Look further to the left."""
        self._turn(event, -1, 0)

    def _turn(self, event: events.MouseEvent, right: int, down: int) -> None:
        """Scroll at once: an animation would only be late where a drawing is wide."""
        event.prevent_default()
        if event.shift or event.ctrl:
            right, down = right or down, 0
        before = self.scroll_offset
        self.scroll_to(
            self.scroll_x + right * self.app.scroll_sensitivity_x,
            self.scroll_y + down * self.app.scroll_sensitivity_y,
            animate=False,
            immediate=True,
        )
        if self.scroll_offset != before:
            event.stop()
            paint_now(self.screen)

    def refresh_bars(self) -> None:
        """Paint the bars that are on the screen anew."""
        for bar in (self._horizontal_scrollbar, self._vertical_scrollbar):
            if bar is not None and bar.display:
                bar.refresh()


class OverviewBar(ScrollBar, ImmediateWidget):
    """A scroll bar whose cells tell which parts of a drawing were read, cut off, or not yet seen.

    Press anywhere to go there, drag to look along the tree.

    Args:
        marks: Given the bar's length and the part that is looked at (start and end), returns the
            bar's cells, or ``None`` where a plain bar is to be shown.
        offset: Returns how far the view is scrolled; a bar that was not shown yet does not know.
        vertical: Whether the bar stands upright.
        thickness: How many cells wide it is.
    """

    def __init__(
        self, marks: MarksOf, offset: Callable[[], float], *, vertical: bool, thickness: int
    ) -> None:
        super().__init__(
            vertical=vertical, name="vertical" if vertical else "horizontal", thickness=thickness
        )
        self._marks = marks
        self._offset = offset

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        """Have the bar painted anew; what Textual keeps of a bar is no longer right then."""
        self._styles_cache.clear()
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines of the bar; there is nothing around it."""
        return [self.render_line(y).crop(*crop.column_span) for y in crop.line_range]

    def render_line(self, y: int) -> Strip:
        """Return the bar, or one cell of an upright one."""
        length = self.size.height if self.vertical else self.size.width
        start = int(self._offset())
        cells = self._marks(length, start, start + self.window_size)
        if cells is None or (y and not self.vertical):
            return super().render_line(y)
        if not self.vertical:
            return Strip(cells, length)
        cell = _split(cells)[y]
        return Strip([cell]).adjust_cell_length(self.size.width, cell.style)

    # -- the mouse -----------------------------------------------------------------------------

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Go where the bar is pressed."""
        event.prevent_default()
        event.stop()
        self.capture_mouse()
        self._go_to(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Go along while the bar is held."""
        if self.grabbed:
            event.prevent_default()
            event.stop()
            self._go_to(event)

    def _go_to(self, event: events.MouseEvent) -> None:
        length = self.size.height if self.vertical else self.size.width
        at = event.y if self.vertical else event.x
        place = self.window_virtual_size * at / max(1, length) - self.window_size / 2
        place = max(0.0, min(place, self.window_virtual_size - self.window_size))
        if self.vertical:
            self.post_message(ScrollTo(y=place, animate=False))
        else:
            self.post_message(ScrollTo(x=place, animate=False))


def _split(cells: list[Segment]) -> list[Segment]:
    return [Segment(character, style) for text, style, _ in cells for character in text]
