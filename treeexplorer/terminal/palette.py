"""The command palette: every action, found by its name."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Protocol, runtime_checkable

from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider

from treeexplorer.terminal.keys import Action, actions


@runtime_checkable
class RunsActions(Protocol):
    """A screen on which actions of some scopes can be done."""

    scopes: tuple[str, ...]

    def action_run(self, identifier: str) -> Awaitable[None]:
        """Do what an action does."""


class ActionProvider(Provider):
    """Offers the actions of the screen below the palette."""

    def _offered(self) -> list[tuple[Action, Callable[[], Awaitable[None]]]]:
        screen = self.screen
        if not isinstance(screen, RunsActions):
            return []
        return [
            (found, partial(screen.action_run, found.id))
            for found in actions().values()
            if found.scope in screen.scopes and found.id != "palette"
        ]

    async def discover(self) -> Hits:
        """Offer everything while nothing is typed."""
        for found, run in self._offered():
            yield DiscoveryHit(self._title(found), run, help=found.description)

    async def search(self, query: str) -> Hits:
        """Offer what fits what is typed: title or description."""
        matcher = self.matcher(query)
        for found, run in self._offered():
            title = self._title(found)
            score = max(matcher.match(title), matcher.match(found.description) * 0.8)
            if score > 0:
                yield Hit(score, matcher.highlight(title), run, text=title, help=found.description)

    def _title(self, found: Action) -> str:
        from treeexplorer.terminal.app import ExplorerApp

        app = self.app
        keys = app.keys_of(found.id)[0] if isinstance(app, ExplorerApp) else ""
        title = found.title
        return f"{title}  ({keys})" if keys else title


class Palette(CommandPalette):
    """Textual's palette, whose list takes no keys while it has no room to be seen."""

    def _action_command_list(self, action: str) -> None:
        if self.query_one(CommandList).size:
            super()._action_command_list(action)
