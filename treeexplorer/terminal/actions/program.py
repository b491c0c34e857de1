"""The program itself: help, the command palette, quitting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from treeexplorer.terminal.keys import action

if TYPE_CHECKING:
    from treeexplorer.terminal.app import ExplorerApp
    from treeexplorer.terminal.keys import Scope
    from treeexplorer.terminal.screens.explorer import Explorer


@action("help", "? f1", "all keys", group="This program", footer="all keys")
def show_help(explorer: Explorer) -> None:
    """Show all keys."""
    from treeexplorer.terminal.screens.help import Help

    explorer.app.push_screen(Help())


@action(
    "palette",
    "ctrl+p :",
    "command palette",
    group="This program",
    description="Find everything that can be done by its name",
)
def palette(explorer: Explorer) -> None:
    """Open the command palette."""
    explorer.app.action_command_palette()


@action(
    "quit",
    "q ctrl+c",
    "quit",
    group="This program",
    description="Quit; asks only when something would be lost",
)
def leave(explorer: Explorer) -> None:
    """Quit, or go back to where the explorer was opened from."""
    if explorer.returns:
        explorer.dismiss()
    else:
        explorer.app.leave()


@action("suspend", "", "suspend to the shell", group="This program")
def suspend(explorer: Explorer) -> None:
    """Suspend the program; ``fg`` in the shell brings it back."""
    if explorer.app.can_suspend:
        explorer.app.action_suspend_process()
    else:
        explorer.say("this terminal cannot suspend a program")


class _Shown(Protocol):
    """A screen of the app."""

    @property
    def app(self) -> ExplorerApp:
        """The app."""


def _of_screen(scope: Scope, prefix: str, *, takes_text: bool = False) -> None:
    """Register the help and the palette of a screen; where text is typed they have no letters."""

    @action(
        f"{prefix}_help",
        "f1" if takes_text else "f1 ?",
        "all keys",
        group="This program",
        scope=scope,
        footer="keys",
    )
    def show_help_of_screen(screen: _Shown) -> None:
        from treeexplorer.terminal.screens.help import Help

        screen.app.push_screen(Help((scope,)))

    @action(
        f"{prefix}_palette",
        "ctrl+p" if takes_text else "ctrl+p :",
        "command palette",
        group="This program",
        scope=scope,
        description="Find everything that can be done here by its name",
    )
    def open_palette_of_screen(screen: _Shown) -> None:
        screen.app.action_command_palette()


_of_screen("practise", "practise")
_of_screen("worksheet", "sheet")
_of_screen("play", "play")
_of_screen("unknowns", "unknown")
_of_screen("compare", "compare")
_of_screen("growth", "growth")
_of_screen("rules", "rules")
_of_screen("problem", "problem")
_of_screen("writing", "writing", takes_text=True)
