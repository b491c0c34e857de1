"""From a change to the terminal without detours.

Textual passes a message from each widget that has changed to its screen, over two event loops'
turns, and waits for the next sixtieth of a second. That is right for many small changes from many
sides. After a key, the person waits for it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, Self

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget

_SOON: Final = 1 / 200  # seconds, in which another thread writes what it was given


class ImmediateWidget(Widget):
    """A widget that puts itself on its screen's list of what to paint, without a message."""

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        """Have the widget, or regions of it, painted with the next frame."""
        if layout or recompose or not repaint or not self.is_running or not self.is_attached:
            return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)
        self.clear_cached_dimensions()
        self._repaint_regions.update(regions or (self.outer_size.region,))
        self.screen._dirty_widgets.add(self)
        self.screen.check_idle()
        return self

    def final(self, style: Style) -> Style:
        """Return a style as it is written: without colour or dimming where those are not wanted.

        Textual asks its filters for every segment of every line. None looks at the text, so
        asking once a style is enough.
        """
        segments = [Segment(" ", style)]
        for line_filter in self.get_line_filters():
            segments = line_filter.apply(segments, self.background_colors[1])
        return segments[0].style or Style.null()


def paint_now(screen: Screen[Any]) -> None:
    """Write what has changed on a screen to the terminal, unless that has to wait.

    It has to where a layout is due, more keys have been pressed already, or another screen is in
    front; then it comes with the next frame.
    """
    app = screen.app
    is_due = screen._layout_required or screen._scroll_required or screen._repaint_required
    if is_due or app._batch_count or not app._message_queue.empty() or not screen.is_current:
        return
    widgets = screen._dirty_widgets
    if widgets:
        screen._compositor.update_widgets(widgets)
        screen._compositor_refresh()


def after_first_frame(screen: Screen[Any], then: Callable[[], Any]) -> None:
    """Do something that takes long once a new screen has been written, and not before.

    While an app starts it holds its frames back, so the screen is looked at until it may be seen.
    Nothing is done where the screen is left before that; one that is covered has been written.
    """
    app = screen.app
    if screen.is_current:
        if app._batch_count or not screen.size or screen._layout_required:
            screen.set_timer(_SOON, partial(after_first_frame, screen, then))
            return
        app._display(screen, screen._compositor.render_update(full=True))
    screen.set_timer(_SOON, then)
