"""What is seen while a large tree is read: painted at once, read in a thread, given up by a key."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

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

_LOOKS_EVERY: Final = 0.1
_LONGEST_BAR: Final = 60


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
        yield LineView(self._waiting, id="waiting")

    def on_mount(self) -> None:
        self.set_interval(_LOOKS_EVERY, self.show)
        self.run_worker(self._open())

    def _waiting(self, width: int, height: int) -> list[TextLine]:
        done = self.progress.done  # another thread writes them
        size = self.progress.size
        room = min(_LONGEST_BAR, width - 8)
        bar = min(room, done * room // size) if size else 0
        count = f"  {grouped(done)}" if done and not size else ""
        margin = " " * ((width - room) // 2)
        stage = self.progress.stage if self.progress.stage else "opening"
        lines = [
            line(margin, (f"{stage} …{count}", "text")),
            BLANK,
            line(margin, ("━" * bar, "bold decided"), ("─" * (room - bar), "ghost")),
            BLANK,
            line(margin, (self.message, "quiet")),
        ]
        return [*([BLANK] * max(0, (height - len(lines)) // 2)), *lines]

    async def _open(self) -> None:
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
