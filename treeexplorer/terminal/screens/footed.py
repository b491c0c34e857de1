"""What screens with a footer share: actions are done by their ids, and by clicks on their hints."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import TYPE_CHECKING

from treeexplorer.terminal.keys import found

if TYPE_CHECKING:
    from treeexplorer.terminal.app import ExplorerApp
    from treeexplorer.terminal.widgets.lines import Hints


class Footed:
    """A screen with a footer; keys, the palette and clicks in the footer do its actions.

    Mixed into a Textual screen, which says in :meth:`footer` what stands there.
    """

    app: ExplorerApp

    def footer(self) -> list[tuple[str, str, str]]:
        """Return what the footer says now: id, key and word of each hint."""
        return []

    def hints(self, identifiers: Iterable[str]) -> list[tuple[str, str, str]]:
        """Return the footer's hints for some actions: id, key and word."""
        known = [found(name) for name in identifiers]
        return [(one.id, self.app.keys_of(one.id)[0], one.footer or one.title) for one in known]

    async def action_run(self, identifier: str) -> None:
        """Do what an action does."""
        done = found(identifier).run(self)
        if inspect.isawaitable(done):
            await done

    async def on_hints_chosen(self, event: Hints.Chosen) -> None:
        """Do what was clicked in the footer."""
        await self.action_run(event.action)
