"""The command palette: everything that can be done on a screen, found by its name."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any

from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.css.query import NoMatches
from textual.theme import ThemeProvider

from treeexplorer.terminal.keys import in_order
from treeexplorer.terminal.screens.base import BaseScreen, LeftOnce


class Palette(CommandPalette, LeftOnce[None]):
    """Textual's palette, in whose list one moves while it has room; otherwise that fails."""

    def __init__(self, *, themes: bool = False) -> None:
        providers, what = ([ThemeProvider], "themes") if themes else (None, "commands")
        super().__init__(providers, placeholder=f"Search for {what}…", id="--command-palette")

    def query_one(self, *asked: Any) -> Any:
        """Return a part; once all are closed one that nobody sees.

        The search for commands may still be at work then, and that it finds no part would end the
        program.
        """
        try:
            return super().query_one(*asked)
        except NoMatches:
            if not isinstance(asked[-1], type):
                raise
            return asked[-1]()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave out the moves where there is no room."""
        if action == "command_list" and not self.query_one(CommandList).scrollable_content_region:
            return False
        return super().check_action(action, parameters)


class Actions(Provider):
    """Offers the keys of the screen below the palette, and what has no key there."""

    def _offered(self) -> Iterator[tuple[str, str, Callable[[], Awaitable[Any]]]]:
        screen = self.screen
        seen: set[str] = set()
        owners = {id(active.binding): active.node for active in screen.active_bindings.values()}
        for binding in in_order(screen):
            if binding.tooltip and binding.action not in seen:
                seen.add(binding.action)
                shown = self.app.get_key_display(binding)
                owner = owners[id(binding)]  # the widget with the focus has keys of its own
                run = partial(self.app.run_action, binding.action, owner)
                yield f"{binding.tooltip}  ({shown})", binding.tooltip, run
        if isinstance(screen, BaseScreen):
            for action, name in screen.WITHOUT_KEYS:
                yield name, name, partial(screen.run_action, action)

    async def discover(self) -> Hits:
        """Offer everything while nothing is typed."""
        for text, _, run in self._offered():
            yield DiscoveryHit(text, run)

    async def search(self, query: str) -> Hits:
        """Offer what fits what is typed."""
        matcher = self.matcher(query)
        for text, name, run in self._offered():
            score = matcher.match(name)
            if score > 0:
                yield Hit(score, matcher.highlight(text), run, text=text)
