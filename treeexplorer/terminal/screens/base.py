"""What all screens have in common: help, the palette, the colours, and how they are shown."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.binding import BindingType
from textual.screen import Screen

from treeexplorer.terminal.keys import PROGRAM, key, more
from treeexplorer.terminal.messages import OpenScreen, Quit

Result = TypeVar("Result")


class BaseScreen(Screen[Result]):
    """A screen whose keys mean the same as everywhere.

    Subclasses list their own keys in ``BINDINGS``, yield a
    :class:`~treeexplorer.terminal.widgets.footer.Hints` last, and show what has changed in
    :meth:`show`, once for each key. What they want of other screens they ask for with a message
    of :mod:`treeexplorer.terminal.messages`.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("question_mark", "help", "keys", "Show all keys"),
        more(PROGRAM, "f1", "help", "Show all keys, also while you type", "help_anywhere"),
        more(PROGRAM, "colon,ctrl+p", "palette", "Find what you want to do by its name"),
        more(PROGRAM, "T", "themes", "Choose the colours"),
    ]
    AUTO_FOCUS = ""
    ALLOW_SELECT = False

    def show(self) -> None:
        """Show what has changed."""

    def action_help(self) -> None:
        """Show all keys of this screen."""
        self.post_message(OpenScreen("help", about=self))

    def action_palette(self) -> None:
        """Find something to do by its name."""
        self.app.action_command_palette()

    def action_themes(self) -> None:
        """Choose the colours."""
        self.app.action_change_theme()

    def action_leave_program(self) -> None:
        """Quit the program."""
        self.post_message(Quit())
