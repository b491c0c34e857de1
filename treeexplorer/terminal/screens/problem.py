"""Why a file cannot be shown, with the place; it goes away when the file is mended."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.keys import bindings
from treeexplorer.terminal.screens.footed import Footed
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.styled import Styled
from treeexplorer.terminal.widgets.lines import Divider, Hints, Lines, TooSmall, heading

if TYPE_CHECKING:
    from textual.binding import BindingType

    from treeexplorer.terminal.app import ExplorerApp

_LOOKS_EVERY = 0.5
_FOOTER = ("problem_again", "problem_gallery", "problem_leave", "problem_help")


class ProblemScreen(Footed, Screen[None]):
    """Shows what is wrong with a source, and opens it as soon as the file has changed.

    Args:
        source: What could not be opened.
        problem: What is wrong, in sentences.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings("problem")
    AUTO_FOCUS = ""
    scopes = ("problem",)

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
        yield Hints(ink, self.footer, id="footer")
        yield TooSmall(ink)

    def footer(self) -> list[tuple[str, str, str]]:
        """Return what the footer says now: id, key and word of each hint."""
        can_read_again = self.source.path is not None
        return self.hints(name for name in _FOOTER if name != "problem_again" or can_read_again)

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

    def turn(self, by: int) -> None:
        """Show further lines of a long message."""
        before, self._first = self._first, self._first + by
        message = self.query_one("#message", Lines)
        message.lines()
        if self._first == before:
            self.app.bell()
        message.refresh()
