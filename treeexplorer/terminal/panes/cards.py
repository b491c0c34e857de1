"""The cards of the explorer's deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from treeexplorer.terminal.panes.moment import moment
from treeexplorer.terminal.widgets.deck import Card

if TYPE_CHECKING:
    from treeexplorer.terminal.screens.explorer import Explorer


def cards(explorer: Explorer) -> list[Card]:
    """Return all cards of an explorer, in their order."""
    ink = explorer.app.ink

    def show_moment(width: int, height: int) -> list[Content]:
        return moment(explorer.session, ink, explorer.scale, width, height)

    return [Card("moment", "", show_moment)]
