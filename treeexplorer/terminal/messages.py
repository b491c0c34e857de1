"""What screens ask of the app: they post these messages, and only the app knows all screens.

A screen never imports another one. It posts ``OpenScreen("rules", self.view, then=…)``; the app
makes the screen, shows it, and hands what it is dismissed with to ``then``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.message import Message

from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.view import View


class OpenScreen(Message):
    """Show another screen above this one.

    Args:
        name: The screen, one of the names in :data:`treeexplorer.terminal.app.SCREENS`.
        view: What it shows.
        then: Takes what the screen is dismissed with.
        options: What the screen's constructor takes beside the view.
    """

    def __init__(
        self,
        name: str,
        view: View | None = None,
        then: Callable[[Any], None] | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.name = name
        self.view = view
        self.then = then
        self.options = options


class OpenSource(Message):
    """Read trees and show them in the explorer, in place of what is shown now."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.source = source


class OpenText(Message):
    """Show the trees of a text that was edited.

    Args:
        source: Where the text came from.
        text: The text.
        is_changed: Whether it is another one than the source has.
        digest: The digest of what the source's file held when it was read.
    """

    def __init__(
        self, source: Source, text: str, *, is_changed: bool, digest: str | None = None
    ) -> None:
        super().__init__()
        self.source = source
        self.text = text
        self.is_changed = is_changed
        self.digest = digest


class ShowView(Message):
    """Show a view in the explorer, in place of what is shown now."""

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view = view


class OpenEditor(Message):
    """Show the text of a source in the editor, the caret at its first problem."""

    def __init__(self, source: Source, problem: str = "") -> None:
        super().__init__()
        self.source = source
        self.problem = problem


class OpenGallery(Message):
    """Leave what is shown for the gallery."""


class Quit(Message):
    """Quit the program; unsaved work is asked about first."""
