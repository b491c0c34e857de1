"""What can be done on the screen of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treeexplorer.terminal.keys import action

if TYPE_CHECKING:
    from treeexplorer.terminal.screens.rules import RulesScreen


@action(
    "rules_next",
    "down j tab",
    "next rule",
    group="Change",
    scope="rules",
    footer="select",
    help_line="next / previous rule",
)
def next_rule(screen: RulesScreen) -> None:
    """Select the next rule."""
    screen.select(1)


@action(
    "rules_previous",
    "up k shift+tab",
    "previous rule",
    group="Change",
    scope="rules",
    shares_line_with="rules_next",
)
def previous_rule(screen: RulesScreen) -> None:
    """Select the previous rule."""
    screen.select(-1)


@action(
    "rules_change",
    "right l space",
    "next choice for this rule",
    group="Change",
    scope="rules",
    footer="change",
    help_line="another choice for it",
    description="Take the next choice for the rule; the search is made anew at once",
)
def change(screen: RulesScreen) -> None:
    """Take the next choice."""
    screen.change(1)


@action(
    "rules_change_back",
    "left h",
    "previous choice for this rule",
    group="Change",
    scope="rules",
    shares_line_with="rules_change",
)
def change_back(screen: RulesScreen) -> None:
    """Take the previous choice."""
    screen.change(-1)


@action(
    "rules_type",
    "enter",
    "type a window or a depth",
    group="Change",
    scope="rules",
    footer="type",
    description="Type the window or the depth; for other rules, take the next choice",
)
def type_it(screen: RulesScreen) -> None:
    """Ask for a window or a depth."""
    screen.type_it()


@action(
    "rules_undo",
    "u",
    "rules as the file has them",
    group="Change",
    scope="rules",
    footer="as the file has it",
)
def take_back(screen: RulesScreen) -> None:
    """Take back what was chosen here."""
    screen.take_back()


@action(
    "rules_keep",
    "s",
    "keep as my own rules",
    group="Change",
    scope="rules",
    footer="keep as my own",
    description="Keep what was chosen here as the default for trees that say nothing else",
)
def keep(screen: RulesScreen) -> None:
    """Keep what was chosen for other trees."""
    screen.keep()


@action(
    "rules_close",
    "escape q r ctrl+c",
    "back to the tree",
    group="This program",
    scope="rules",
    footer="back",
)
def close(screen: RulesScreen) -> None:
    """Return to the tree."""
    screen.dismiss()
