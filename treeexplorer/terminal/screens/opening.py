"""What is seen while a large tree is read: painted at once, read in a thread, given up by a key."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType

from treeexplorer.numbers import grouped
from treeexplorer.terminal import messages
from treeexplorer.terminal.background import GivenUpError, Progress, in_background
from treeexplorer.terminal.keys import key
from treeexplorer.terminal.lines import BLANK, TextLine, fitted, line
from treeexplorer.terminal.screens.base import BaseScreen
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.widgets.line_view import LineView

_REFRESH_INTERVAL_SECONDS: Final = 0.1
_MAX_BAR_WIDTH: Final = 60


class _MeasuredProgress(NamedTuple):
    """The cells of a bar that are filled, and a count where the total is not known."""

    filled_cells: int = 0
    count_in_words: str = ""


class Opening(BaseScreen[None]):
    """Reads a source behind its first frame, by ``prepare`` in a thread, and has it shown."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("escape", "give_up", "give up", "Read no further"),
        key("q", "app.quit", "quit", "Read no further, and quit"),
    ]

    def __init__(
        self, source: Source, prepare: Callable[[Source, Progress], messages.Opened]
    ) -> None:
        super().__init__()
        self.source = source
        self.progress = Progress()
        self._prepare = prepare

    def heading(self, width: int) -> TextLine:
        return fitted(line((f" {self.source.name}", "bold strong")), width)

    def parts(self) -> ComposeResult:
        yield LineView(self._render_progress, id="waiting")

    def on_mount(self) -> None:
        self.set_interval(_REFRESH_INTERVAL_SECONDS, self.show)
        self.run_worker(self._read_source())

    def _render_progress(self, width: int, height: int) -> list[TextLine]:
        """Return the current stage of the reading and a progress bar, in the middle of the screen.

        If the total is not known, the bar stays empty, and a count is shown.
        """
        stage = self.progress.stage if self.progress.stage else "opening"
        bar_width = min(_MAX_BAR_WIDTH, width - 8)
        measured = self._measure_progress(bar_width)
        margin = " " * ((width - bar_width) // 2)
        lines = [
            line(margin, (f"{stage} …{measured.count_in_words}", "text")),
            BLANK,
            line(
                margin,
                ("━" * measured.filled_cells, "bold decided"),
                ("─" * (bar_width - measured.filled_cells), "ghost"),
            ),
            BLANK,
            line(margin, (self.message, "quiet")),
        ]
        blank_above = max(0, (height - len(lines)) // 2)
        return [*[BLANK] * blank_above, *lines]

    def _measure_progress(self, bar_width: int) -> _MeasuredProgress:
        """Measure how much is done on a bar of some cells, or count it if the total is not known.

        For example 30 of 120 fill 5 cells of 20. Of an unknown total no cell is filled, and the
        count is ``  30``.
        """
        done = self.progress.done  # another thread writes them
        size = self.progress.size
        if size:
            return _MeasuredProgress(filled_cells=min(bar_width, done * bar_width // size))
        return _MeasuredProgress(count_in_words=f"  {grouped(done)}" if done else "")

    async def _read_source(self) -> None:
        try:
            opened = await in_background(lambda: self._prepare(self.source, self.progress))
        except GivenUpError:
            return
        if self in self.app.screen_stack:
            self.post_message(opened)

    def on_unmount(self) -> None:
        self.progress.is_given_up = True

    def action_give_up(self) -> None:
        self.post_message(messages.OpenGallery())
