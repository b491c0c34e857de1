"""A page to read: it scrolls, is saved and copied. The answer sheet and the check are pages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from treeexplorer.files import write_atomically
from treeexplorer.terminal.keys import FILES, LOOK, key, more
from treeexplorer.terminal.lines import BLANK, TextLine, beside, line, wrapped
from treeexplorer.terminal.messages import OpenScreen
from treeexplorer.terminal.screens.base import BaseScreen
from treeexplorer.terminal.widgets.footer import Hints
from treeexplorer.terminal.widgets.line_view import LineView
from treeexplorer.text import safe


class Page(BaseScreen[None]):
    """Shows lines that are wrapped to the screen.

    Args:
        heading: Returns the first line for a width.
        lines: The lines of the page.
        text: Returns the page as plain text, as it is saved and copied.
        file_name: Under which name it is saved unless another one is given.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("down,j,space", "scroll_page(1)", "down", "Scroll down", "scroll_down"),
        key("up,k,backspace", "scroll_page(-1)", "up", "Scroll up", "scroll_up"),
        key("s,ctrl+s", "save", "save", "Save this page as a text file"),
        key("y", "copy", "copy", "Copy this page"),
        key("escape,q", "leave", "back", "Go back to the tree"),
        more(LOOK, "pagedown,right", "scroll_page(20)", "Scroll down by a screen", "page_down"),
        more(LOOK, "pageup,left", "scroll_page(-20)", "Scroll up by a screen", "page_up"),
        more(LOOK, "home", "scroll_to(0)", "Go to the top", "top"),
        more(LOOK, "end", "scroll_to(1)", "Go to the bottom", "bottom"),
        more(FILES, "ctrl+c", "leave", "Go back to the tree", "leave_page"),
    ]
    DEFAULT_CSS = """
    Page #page-heading { height: 1; }
    Page #page { height: 1fr; overflow-y: auto; }
    Page #page-said { height: 1; }
    """

    def __init__(
        self,
        heading: Callable[[int], TextLine],
        lines: list[TextLine],
        text: Callable[[], str],
        file_name: str,
    ) -> None:
        super().__init__()
        self._heading = heading
        self._page = lines
        self._text = text
        self._file_name = file_name
        self._message = ""

    def compose(self) -> ComposeResult:
        """Build the page between its heading and the footer."""
        yield LineView(lambda width, _: [self._heading(width)], surface="panel", id="page-heading")
        yield LineView(self._lines, id="page")
        yield LineView(self._said, id="page-said")
        yield Hints()

    def _lines(self, width: int, height: int) -> list[TextLine]:  # noqa: ARG002 - it scrolls
        lines: list[TextLine] = [BLANK]
        for text in self._page:
            lines += [(("  ", ""), *part) if part else BLANK for part in wrapped(text, width - 4)]
        return lines

    def _said(self, width: int, height: int) -> list[TextLine]:  # noqa: ARG002 - one line
        page = self.query_one("#page", LineView)
        below = page.virtual_size.height - page.size.height - page.scroll_offset.y
        more_words = f"{below} more lines below " if below > 0 else ""
        left = line((f"  {self._message}", "bold news_text")) if self._message else BLANK
        return [beside(left, line((more_words, "quiet")), width)]

    def show(self) -> None:
        """Show what has changed."""
        for view in self.query(LineView):
            view.redraw()

    def action_scroll_page(self, by: int) -> None:
        """Scroll by lines."""
        page = self.query_one("#page", LineView)
        step = by if abs(by) == 1 else (page.size.height - 2) * (1 if by > 0 else -1)
        page.scroll_to(y=page.scroll_offset.y + step, animate=False)
        self._message = ""
        self.call_after_refresh(self.show)

    def action_scroll_to(self, end: int) -> None:
        """Go to the top, or to the bottom."""
        page = self.query_one("#page", LineView)
        page.scroll_to(y=page.virtual_size.height if end else 0, animate=False)
        self.call_after_refresh(self.show)

    def action_copy(self) -> None:
        """Copy the page."""
        self.app.copy_to_clipboard(self._text())
        self._say("Copied.")

    def action_save(self) -> None:
        """Ask for a file name and save the page."""
        self.post_message(
            OpenScreen(
                "prompt",
                then=self._save_as,
                title="Save this page as",
                explanation="a file name",
                attempt=lambda name: (bool(name.strip()), "↵ saves the page"),
                answer=self._file_name,
            )
        )

    def _save_as(self, name: str | None) -> None:
        if not name:
            return
        path = Path(name).expanduser()
        try:
            write_atomically(path, self._text())
        except OSError as error:
            self._say(f"It could not be saved: {safe(error.strerror or str(error))}.")
        else:
            self._say(f"Saved as {safe(str(path))}.")

    def _say(self, text: str) -> None:
        self._message = text
        self.show()

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss()
