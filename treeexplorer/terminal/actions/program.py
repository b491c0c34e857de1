"""The program itself: help, the command palette, quitting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treeexplorer.terminal.keys import action

if TYPE_CHECKING:
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
    explorer.app.action_suspend_process()
