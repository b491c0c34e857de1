"""What all screens have in common: help, the palette, the colours, and how they are shown."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual import events
from textual.binding import Binding, BindingType
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
        more(PROGRAM, "colon", "palette", "Find what you want to do by its name"),
        Binding("ctrl+c", "leave_program", "Quit", show=False, system=True),
    ]
    WITHOUT_KEYS: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Actions that the palette alone offers, each with what it does."""
    AUTO_FOCUS = ""
    ALLOW_SELECT = False

    def show(self) -> None:
        """Show what has changed."""

    def keep_now(self) -> None:
        """Keep for recovery what is not saved on this screen, because the program ends."""

    def action_help(self) -> None:
        """Show all keys of this screen."""
        self.post_message(
            OpenScreen("help", about=self, names=tuple(name for _, name in self.WITHOUT_KEYS))
        )

    def action_palette(self) -> None:
        """Find something to do by its name."""
        self.app.action_command_palette()

    def action_themes(self) -> None:
        """Choose the colours."""
        self.app.action_change_theme()

    def action_leave_program(self) -> None:
        """Quit the program."""
        self.post_message(Quit())

    def say(self, text: str) -> None:
        """Show a short remark."""
        self.notify(text, markup=False)

    def on_key(self, event: events.Key) -> None:
        """Say which keys there are after one that does nothing here.

        Only a key that writes a sign can be one that somebody meant; what else a terminal sends,
        such as a sequence that nobody knows, is passed over.
        """
        if not event.is_printable or event.character is None or self.focused is not None:
            return
        bindings = self.active_bindings
        if event.key in bindings:
            return
        hints = [active.binding for active in bindings.values() if active.binding.show]
        words = [f"{self.app.get_key_display(hint)} {hint.description}" for hint in hints[:2]]
        name = "space" if event.character == " " else event.character
        self.say("   ".join([f"There is no key {name} here.", *words, "? keys"]))
