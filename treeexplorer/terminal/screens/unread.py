"""A text that cannot be read as a tree: shown as it is, with what is wrong and what can be read."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType

from treeexplorer.formats.meant import is_meant_as_notation
from treeexplorer.gallery import Neighbour
from treeexplorer.terminal import messages
from treeexplorer.terminal.keys import FILES, key, more
from treeexplorer.terminal.lines import TextLine, line, paragraph, sentence
from treeexplorer.terminal.panels.status import render_title_with_badge
from treeexplorer.terminal.screens.base import ListScreen, UpperScreen
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.widgets.line_view import LineView, Words
from treeexplorer.text import safe

_MAX_CHARACTERS: Final = 100_000  # of a large file the beginning is enough to recognise it


class Unread(ListScreen[None], UpperScreen):
    """Shows a text that nobody can edit here, unless it is meant as the notation.

    Args:
        source: Where the text comes from.
        text: The text; empty where even that cannot be read.
        problem: Why it is no tree, as the command line says it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("space,right", "page(1)", "further down", "Scroll down by a screen", "unread_down"),
        key("backspace,left", "page(-1)", "up", "Scroll up by a screen", "unread_up"),
        key("e", "edit", "edit", "Edit the text, where it is meant as the notation"),
        key("escape,q", "leave", "back", "Go back"),
        more(FILES, "left_square_bracket", "tree(-1)", "Show the tree file before",
             "unread_previous_tree"),
        more(FILES, "right_square_bracket", "tree(1)", "Show the next tree file",
             "unread_next_tree"),
    ]  # fmt: skip
    MODE = "NOT READ"

    def __init__(self, source: Source, text: str, problem: str) -> None:
        """Open the screen that shows a text and why it is no tree.

        Args:
            source: Where the text comes from.
            text: The text, of which the beginning is shown; empty where it cannot be read.
            problem: Why it is no tree, a sentence for each line.
        """
        super().__init__()
        self.source = source
        self._text = text
        self._problem = problem
        shown = safe(text[:_MAX_CHARACTERS], keep_newlines=True)
        lines = [line((f"  {row}", "quiet")) for row in shown.split("\n")]
        # The page is scrolled: its lines do not depend on its size.
        self.page = LineView(lambda _width, _height: lines, id="unread-text")

    def heading(self, width: int) -> TextLine:
        return render_title_with_badge(
            self.source.name, self.MODE, line(("read only ", "quiet")), width
        )

    def parts(self) -> ComposeResult:
        yield self.page
        yield Words(self._render_words, surface="panel")

    def give_room(self, width: int, height: int) -> None:
        words = self.query_one(Words)
        wanted = len(paragraph(self._render_words(), width - 4, height))
        words.styles.height = max(2, min(wanted, height // 2))

    def _render_words(self) -> list[TextLine]:
        """Return why the text is no tree, below a remark on the last key."""
        remark: list[TextLine] = []
        if self.message:
            remark.append(line((self.message, "bold news_text")))
        return [*remark, *map(sentence, self._problem.split("\n"))]

    def action_tree(self, by: Neighbour) -> None:
        self.post_message(messages.OpenBeside(self.source, by))

    def action_edit(self) -> None:
        if is_meant_as_notation(self._text, self.source.name):
            self.post_message(messages.OpenEditor(self.source))
        else:
            self.say("This is not in the notation, so it is not edited here; n writes a new tree.")
