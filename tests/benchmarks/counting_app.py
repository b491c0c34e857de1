"""The peer of the explorer: a Textual app that only counts key presses and turns of the wheel."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.widgets import Static


class CountingApp(App[None]):
    """Shows how often a key was pressed."""

    ENABLE_COMMAND_PALETTE = False
    count = 0

    def compose(self) -> ComposeResult:
        """Build the number."""
        yield Static("0")

    def on_key(self) -> None:
        """Count a key."""
        self._count()

    def on_mouse_scroll_down(self) -> None:
        """Count a turn of the wheel."""
        self._count()

    def on_mouse_scroll_up(self) -> None:
        """Count a turn of the wheel back."""
        self._count()

    def _count(self) -> None:
        self.count += 1
        self.query_one(Static).update(str(self.count))


if __name__ == "__main__":
    CountingApp().run()
