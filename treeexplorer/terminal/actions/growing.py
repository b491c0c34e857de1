"""How much alpha-beta saves: the way to the plot, and what can be done there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treeexplorer.terminal.keys import action

if TYPE_CHECKING:
    from treeexplorer.terminal.screens.explorer import Explorer
    from treeexplorer.terminal.screens.growth import GrowthScreen


@action(
    "growth",
    "H",
    "how much does it save?",
    group="Ask",
    description="Leaves evaluated by depth on uniform trees, as a plot and a table",
)
def growth(explorer: Explorer) -> None:
    """Open the plot for trees that branch as this one does at its root."""
    from treeexplorer.terminal.screens.growth import GrowthScreen

    tree = explorer.session.tree
    explorer.quieten()
    explorer.app.push_screen(GrowthScreen(sum(1 for _ in tree.children(0)) or 3))


@action(
    "growth_more",
    "plus up",
    "more moves a node",
    group="Change",
    scope="growth",
    footer="more moves",
    help_line="more / fewer moves a node",
)
def more_moves(screen: GrowthScreen) -> None:
    """Give every node another move."""
    screen.change_branching(1)


@action(
    "growth_fewer",
    "minus down",
    "fewer moves a node",
    group="Change",
    scope="growth",
    footer="fewer",
    shares_line_with="growth_more",
)
def fewer_moves(screen: GrowthScreen) -> None:
    """Take a move from every node."""
    screen.change_branching(-1)


@action("growth_turn", "tab t", "plot or table", group="Show", scope="growth", footer="plot, table")
def turn(screen: GrowthScreen) -> None:
    """Show the table for the plot, or the plot for the table."""
    screen.turn()


@action(
    "growth_page_down",
    "pagedown space",
    "on in the table",
    group="Show",
    scope="growth",
    help_line="on / back in a long table",
)
def page_down(screen: GrowthScreen) -> None:
    """Show what is below in the table."""
    screen.page(1)


@action(
    "growth_page_up",
    "pageup backspace",
    "back in the table",
    group="Show",
    scope="growth",
    shares_line_with="growth_page_down",
)
def page_up(screen: GrowthScreen) -> None:
    """Show what is above in the table."""
    screen.page(-1)


@action(
    "growth_leave", "escape ctrl+c q", "back", group="This program", scope="growth", footer="back"
)
def leave(screen: GrowthScreen) -> None:
    """Go back to the explorer."""
    screen.dismiss(None)
