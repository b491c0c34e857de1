"""What the screens of the other modes share: the frame, its dividers, the footer, the actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events
from textual.screen import Screen

from treeexplorer.terminal.screens.footed import Footed
from treeexplorer.terminal.widgets.canvas import TreeCanvas
from treeexplorer.terminal.widgets.lines import Divider, Hints, Lines

if TYPE_CHECKING:
    from treeexplorer.terminal.app import ExplorerApp


class Mode(Footed, Screen[None]):
    """A screen with something on the left, a pane ``#beside`` it, and lines below.

    A mode says how wide the pane is and shows itself in :meth:`update`.
    """

    CSS_PATH = "exercises.tcss"
    AUTO_FOCUS = ""
    ALLOW_SELECT = False

    app: ExplorerApp

    key_remark = ""
    """What is to be said of the last key, which did nothing."""

    def update(self) -> None:
        """Show the mode as it is now."""
        for widget in (*self.query(Lines), *self.query(Hints)):
            widget.refresh()

    def beside_width(self, width: int) -> int:
        """Return how wide the pane is on a screen of some width; 0 hides it."""
        from treeexplorer.terminal.proportions import deck_width

        return min(deck_width(width), 44) if width >= 56 else 0

    @property
    def canvas(self) -> TreeCanvas:
        """The drawing."""
        return self.query_one("#canvas", TreeCanvas)

    def drawing(self) -> TreeCanvas:
        """Return a new drawing that leaves the keys to the screen."""
        canvas = TreeCanvas(ascii_only=self.app.ink.ascii_only, id="canvas")
        canvas.can_focus = False
        return canvas

    def on_resize(self, event: events.Resize) -> None:
        """Choose the layout for the room there is."""
        beside = self.query_one("#beside")
        self.set_class(event.size.height < 16, "-low")
        width = self.beside_width(event.size.width)
        beside.display = width > 0
        beside.styles.width = width
        self.call_after_refresh(self.update)
        self.call_after_refresh(self._redivide)

    def _redivide(self) -> None:
        for divider in self.query(Divider):
            divider.refresh()

    def divide(self) -> int | None:
        """Return the column at which the pane begins, ``None`` where it is hidden."""
        beside = self.query_one("#beside")
        return beside.region.x if beside.display else None

    def on_key(self, event: events.Key) -> None:
        """Say of a key that does nothing which keys there are, until the next key."""
        from treeexplorer.terminal.unbound import remark_on

        remark = remark_on(event, self, self.footer())
        if remark != self.key_remark:
            self.key_remark = remark
            self.update()
