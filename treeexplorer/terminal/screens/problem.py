"""Why a file cannot be shown, with the place; it goes away when the file is mended."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.styled import Styled
from treeexplorer.terminal.widgets.lines import Divider, Hints, Lines, heading

if TYPE_CHECKING:
    from treeexplorer.terminal.app import ExplorerApp

_LOOKS_EVERY = 0.5


class ProblemScreen(Screen[None]):
    """Shows what is wrong with a source, and opens it as soon as the file has changed.

    Args:
        source: What could not be opened.
        problem: What is wrong, in sentences.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,G", "gallery", "gallery"),
        Binding("r", "again", "read again"),
        Binding("down,j", "scroll(1)", show=False),
        Binding("up,k", "scroll(-1)", show=False),
        Binding("q,ctrl+c", "leave", "quit"),
    ]
    AUTO_FOCUS = ""

    app: ExplorerApp

    def __init__(self, source: Source, problem: str) -> None:
        super().__init__()
        self.source = source
        self.problem = problem
        self._first = 0
        self._stamp = source.stamp()

    def compose(self) -> ComposeResult:
        """Build the message and the keys."""
        ink = self.app.ink
        yield Lines(
            lambda width, _: heading(ink, self.source.name, "cannot be read", width), id="heading"
        )
        yield Divider(ink)
        yield Lines(self._message, id="message")
        yield Divider(ink)
        yield Hints(ink, self._hints, id="footer")

    def _hints(self) -> list[tuple[str, str, str]]:
        hints = [("gallery", "esc", "gallery"), ("leave", "q", "quit")]
        if self.source.path is not None:
            hints.insert(0, ("again", "r", "read again (or just save the file)"))
        return hints

    async def on_hints_chosen(self, event: Hints.Chosen) -> None:
        """Do what was clicked in the footer."""
        await self.run_action(event.action)

    def _message(self, width: int, height: int) -> list[Styled]:
        ink = self.app.ink
        lines: list[Styled] = []
        for position, text in enumerate(self.problem.split("\n")):
            style = styles.CUT if position == 0 else ""
            is_quoted = text.startswith("  ")
            content = ink.line((f" {text}", style))
            lines.extend([content] if is_quoted else content.wrap(max(10, width - 1)))
        self._first = max(0, min(self._first, len(lines) - height))
        return ink.block(lines[self._first :], width, height)

    def on_mount(self) -> None:
        """Look from time to time whether the file has been mended."""
        if self.source.path is not None:
            self.set_interval(_LOOKS_EVERY, self._look)

    def _look(self) -> None:
        stamp = self.source.stamp()
        if stamp is not None and stamp != self._stamp and self.is_current:
            self._stamp = stamp
            self.app.open(self.source)

    def on_paste(self, event: events.Paste) -> None:
        """Open a tree that is pasted."""
        event.stop()
        self.app.open_text(event.text)

    def action_scroll(self, by: int) -> None:
        """Show further lines of a long message."""
        self._first += by
        self.query_one("#message").refresh()

    def action_again(self) -> None:
        """Read the source again."""
        self.app.open(self.source)

    def action_gallery(self) -> None:
        """Open the gallery."""
        self.app.open_gallery()

    def action_leave(self) -> None:
        """Quit."""
        self.app.leave()
