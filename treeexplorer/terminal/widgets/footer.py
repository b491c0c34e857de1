"""The footer: as many whole hints as the width holds, the most useful first."""

from __future__ import annotations

from typing import Final

from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Footer

from treeexplorer.terminal.keys import in_order
from treeexplorer.text import width

_MARGIN: Final = 1
_GAP: Final = 2
_LAST: Final = "help"


class Hints(Footer):
    """Textual's footer without the hints that would be cut off; the key of help comes last."""

    DEFAULT_CSS = """
    Hints { padding: 0 1; }
    Hints FooterKey, Hints.-compact FooterKey { margin-right: 2; }
    """

    def __init__(self) -> None:
        super().__init__(show_command_palette=False, compact=True)
        self._composed_for = 0

    def compose(self) -> ComposeResult:
        """Yield the hints that fit."""
        self._composed_for = self.app.size.width
        active = [each.binding for each in self.screen.active_bindings.values()]
        actions = dict.fromkeys(each.action for each in active if each.show)
        # Textual's footer makes its hints in the same order.
        widgets = dict(zip(actions, super().compose(), strict=False))
        hints = {
            binding.action: binding
            for binding in reversed(in_order(self.screen))
            if binding.show and binding.action in widgets
        }
        room = self._composed_for - 2 * _MARGIN
        room -= self._cells(hints[_LAST]) if _LAST in hints else 0
        for action in reversed(hints):
            if action == _LAST:
                continue
            room -= self._cells(hints[action])
            if room < 0:
                break
            yield widgets[action]
        if _LAST in widgets:
            yield widgets[_LAST]

    def _cells(self, binding: Binding) -> int:
        shown = self.app.get_key_display(binding)
        return width(shown) + 1 + width(binding.description) + _GAP

    def on_resize(self) -> None:
        """Choose the hints for another width."""
        if self._composed_for not in {0, self.app.size.width}:
            self.refresh(recompose=True)
