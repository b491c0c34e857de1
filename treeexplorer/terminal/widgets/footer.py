"""The footer: as many whole hints as the width holds, the most useful first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from textual.app import ComposeResult
from textual.widgets import Footer

from treeexplorer.text import width

_MARGIN: Final = 1
_GAP: Final = 1
_LAST: Final = "help"


class Hints(Footer):
    """Textual's footer without the hints that would be cut off; the key of help comes last."""

    DEFAULT_CSS = """
    Hints { padding: 0 1; }
    Hints FooterKey, Hints.-compact FooterKey { margin-right: 1; }
    """

    def __init__(self) -> None:
        super().__init__(show_command_palette=False, compact=True)
        self._composed_for = 0

    def compose(self) -> ComposeResult:
        """Yield the hints that fit."""
        hints = list(zip(super().compose(), self._shown(), strict=False))
        self._composed_for = self.app.size.width
        room = self._composed_for - 2 * _MARGIN
        last = [hint for hint in hints if hint[1][0] == _LAST]
        room -= sum(cells for _, (_, cells) in last)
        for widget, (action, cells) in hints:
            if action == _LAST:
                continue
            room -= cells
            if room < 0:
                break
            yield widget
        for widget, _ in last:
            yield widget

    def _shown(self) -> Iterator[tuple[str, int]]:
        """Yield the action of each hint and how many cells it takes with the gap behind it."""
        seen: set[str] = set()
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if binding.show and binding.action not in seen:
                seen.add(binding.action)
                shown = self.app.get_key_display(binding)
                yield binding.action, width(shown) + 1 + width(binding.description) + _GAP

    def on_resize(self) -> None:
        """Choose the hints for another width."""
        if self._composed_for not in {0, self.app.size.width}:
            self.refresh(recompose=True)
