"""What is shown beside the drawing, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treeexplorer.terminal.keys import action

if TYPE_CHECKING:
    from collections.abc import Callable

    from treeexplorer.terminal.screens.explorer import Explorer


@action("card", "tab", "next card", group="Show", description="Turn to the next card of the pane")
def next_card(explorer: Explorer) -> None:
    """Turn to the next card."""
    explorer.deck.turn(1)


@action(
    "card_back",
    "shift+tab",
    "previous card",
    group="Show",
    description="Turn to the card before",
)
def previous_card(explorer: Explorer) -> None:
    """Turn to the card before."""
    explorer.deck.turn(-1)


def toggle_pane(explorer: Explorer, identifier: str) -> None:
    """Show or hide a pane, and remember it; bring a card to the front that is behind others."""
    hidden = explorer.app.settings.hidden
    title = dict(PANES)[identifier]
    if explorer.deck.is_behind(identifier):
        explorer.deck.bring(identifier)
        explorer.say(f"in front: {title}")
        return
    hidden ^= {identifier}
    if identifier in explorer.deck.card_ids:
        explorer.deck.hidden ^= {identifier}
        if identifier not in hidden:
            explorer.deck.bring(identifier)
        explorer.deck.display = bool(explorer.deck.visible_cards)
    else:
        explorer.query_one(f"#{identifier}").display = identifier not in hidden
    explorer.refresh(layout=True)
    explorer.update()
    key = explorer.app.keys_of(f"pane_{identifier}")[0]
    explorer.say(f"hidden: {title}; {key} shows it again" if identifier in hidden else title)


def _pane(identifier: str, title: str) -> Callable[[Explorer], None]:
    def show_or_hide(explorer: Explorer) -> None:
        toggle_pane(explorer, identifier)

    show_or_hide.__doc__ = f"Show or hide {title}."
    return show_or_hide


PANES = (
    ("moment", "path and window"),
    ("code", "code"),
    ("trace", "trace"),
    ("statistics", "statistics"),
    ("history", "window over time"),
    ("notes", "notes"),
    ("sentence", "sentence"),
    ("timeline", "timeline"),
    ("footer", "keys below"),
)

for _number, (_identifier, _title) in enumerate(PANES, 1):
    action(
        f"pane_{_identifier}",
        str(_number),
        f"show or hide: {_title}",
        group="Show",
        shares_line_with="" if _number == 1 else "pane_moment",
        help_line="show or hide a pane",
    )(_pane(_identifier, _title))


@action("theme", "T", "colours", group="Show", description="Choose the colours (a theme)")
def choose_theme(explorer: Explorer) -> None:
    """Choose a theme."""
    explorer.app.search_themes()
