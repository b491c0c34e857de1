"""The slider: a place on a line with marks, for steps, for two searches and for numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from textual import events
from textual.message import Message

from treeexplorer.terminal.lines import TextLine
from treeexplorer.terminal.panels.track import Track, track_lines
from treeexplorer.terminal.widgets.line_view import LineView


class Slider(LineView):
    """Shows tracks one below the other; a click or a drag on one posts :class:`Moved`.

    Args:
        tracks: Returns the tracks.
    """

    DEFAULT_CSS = "Slider { height: 1; }"

    @dataclass
    class Moved(Message):
        """A track was clicked or dragged: which one, from 0, and to which place."""

        track: int
        place: Fraction

    def __init__(self, tracks: Callable[[], Sequence[Track]]) -> None:
        super().__init__(self._tracks_lines)
        self._tracks = tracks

    def _tracks_lines(self, width: int, height: int) -> list[TextLine]:
        lines = [text for track in self._tracks() for text in track_lines(track, width)]
        return lines[:height]

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin to drag."""
        self.capture_mouse()
        self._slide(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Go along with the mouse."""
        if self.app.mouse_captured is self:
            self._slide(event)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """End the drag."""
        event.stop()
        self.release_mouse()

    def _slide(self, event: events.MouseEvent) -> None:
        event.stop()
        row = 0
        for number, track in enumerate(self._tracks()):
            row += 2 if track.numbers else 1
            if event.y < row:
                start, room = track.room(self.size.width)
                if room > 1:
                    self.post_message(self.Moved(number, track.place(event.x - start, room)))
                return
