"""The slider: a step on a line with marks, of one search or of two."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual import events
from textual.message import Message

from treeexplorer.terminal.panels.status import Track, render_track
from treeexplorer.terminal.widgets.line_view import LineView


class Slider(LineView):
    """Shows tracks one below the other; a click or a drag on one posts :class:`Moved`."""

    DEFAULT_CSS = "Slider { height: 1; }"

    @dataclass
    class Moved(Message):
        """A track was clicked or dragged: which one, from 0, and to which place."""

        track: int
        place: int

    def __init__(self, tracks: Callable[[], Sequence[Track]]) -> None:
        super().__init__(lambda width, _: [render_track(track, width) for track in tracks()])
        self._tracks = tracks

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self.capture_mouse()
        self._post_moved(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self.app.mouse_captured is self:
            self._post_moved(event)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        event.stop()
        self.release_mouse()

    def _post_moved(self, event: events.MouseEvent) -> None:
        """Post :class:`Moved` with the track below the mouse, and the nearest place on it.

        Nothing is posted where there is no track, or one without room for two places.

        Args:
            event: The click or drag; its coordinates count from the corner of the widget.
        """
        # First, so that nothing behind the slider is clicked, even beside a track.
        event.stop()
        tracks = self._tracks()
        if not 0 <= event.y < len(tracks):
            return
        track = tracks[event.y]
        room = track.room(self.size.width)
        if room.width > 1:
            place = track.place(event.x - room.start, room.width)
            self.post_message(self.Moved(event.y, place))
