"""Opening, copying and keeping."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treeexplorer.terminal.keys import action

if TYPE_CHECKING:
    from treeexplorer.terminal.screens.explorer import Explorer
    from treeexplorer.terminal.screens.problem import ProblemScreen


@action(
    "gallery",
    "G",
    "gallery of examples",
    group="Files",
    description="The built-in examples, recent files, and a place to paste a tree",
    help_line="gallery; back to it",
)
def gallery(explorer: Explorer) -> None:
    """Open the gallery, or go back to where the explorer was opened from."""
    if explorer.returns:
        from treeexplorer.terminal.saving import unless_lost

        def go_back() -> None:
            explorer.dismiss()

        unless_lost(explorer.app, go_back)
    else:
        explorer.app.open_gallery()


@action(
    "back_out",
    "escape",
    "back",
    group="Files",
    description="Take an explanation away; without one, go back to the gallery",
    shares_line_with="gallery",
)
def back_out(explorer: Explorer) -> None:
    """Take away what was explained; who has read it does not want to leave the tree yet."""
    if explorer.explanation:
        explorer.quieten()
        explorer.update()
    else:
        gallery(explorer)


@action("open", "ctrl+o", "open a file", group="Files", description="Choose a tree file to open")
def open_file(explorer: Explorer) -> None:
    """Choose a file."""
    from treeexplorer.terminal.screens.picking import pick_file

    pick_file(explorer.app)


@action(
    "problem_again",
    "r",
    "read the file again",
    group="Files",
    scope="problem",
    footer="read again (or just save the file)",
)
def read_again(screen: ProblemScreen) -> None:
    """Read the source again."""
    screen.app.open(screen.source)


@action(
    "problem_down",
    "down j",
    "further lines",
    group="Look",
    scope="problem",
    help_line="scroll down / up",
)
def further_lines(screen: ProblemScreen) -> None:
    """Show the next line of a long message."""
    screen.turn(1)


@action(
    "problem_up",
    "up k",
    "earlier lines",
    group="Look",
    scope="problem",
    shares_line_with="problem_down",
)
def earlier_lines(screen: ProblemScreen) -> None:
    """Show the line before of a long message."""
    screen.turn(-1)


@action(
    "problem_gallery",
    "escape G",
    "gallery of examples",
    group="Files",
    scope="problem",
    footer="gallery",
)
def leave_for_gallery(screen: ProblemScreen) -> None:
    """Open the gallery."""
    screen.app.open_gallery()


@action(
    "problem_open", "ctrl+o", "open another file", group="Files", scope="problem", footer="open"
)
def open_another(screen: ProblemScreen) -> None:
    """Choose another file."""
    from treeexplorer.terminal.screens.picking import pick_file

    pick_file(screen.app)


@action("problem_leave", "q ctrl+c", "quit", group="This program", scope="problem", footer="quit")
def quit_here(screen: ProblemScreen) -> None:
    """Quit."""
    screen.app.leave()
