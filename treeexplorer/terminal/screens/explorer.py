"""The explorer: the drawing of the tree, what explains it, and the keys that step through it."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from treeexplorer.drawing.diagram import Diagram, focus_of
from treeexplorer.drawing.layout import arrange
from treeexplorer.drawing.runs import Look, Size
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.terminal import moves
from treeexplorer.terminal.keys import EXERCISES, STEP, key, more
from treeexplorer.terminal.lines import TextLine
from treeexplorer.terminal.messages import OpenGallery, OpenScreen
from treeexplorer.terminal.panels.banner import banner, lines_wanted
from treeexplorer.terminal.panels.heading import counter, heading
from treeexplorer.terminal.panels.side import side
from treeexplorer.terminal.screens.base import BaseScreen
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.footer import Hints
from treeexplorer.terminal.widgets.line_view import LineView


class Explorer(BaseScreen[None]):
    """Shows a view and lets one step through it.

    Args:
        view: What is looked at.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("space,right,pagedown", "next", "next", "Go on by one node"),
        key("backspace,left,pageup", "back", "back", "Go back by one node"),
        key("c,down", "next_cut", "cut-off", "Go to the next cut-off"),
        key("P", "practise", "practise", "Practise: answer what comes next"),
        key("q", "leave", "quit", "Quit"),
        more(EXERCISES, "L", "class_mode", "Ask a class what comes next"),
        more(STEP, "C,up", "previous_cut", "Go to the cut-off before"),
        more(STEP, "n", "next_step", "Go on by one step of the record"),
        more(STEP, "p", "previous_step", "Go back by one step of the record"),
        more(STEP, "home", "start", "Go to the start"),
        more(STEP, "end", "end", "Go to the end of the search"),
    ]

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view = view

    def compose(self) -> ComposeResult:
        """Build the screen from top to bottom."""
        yield LineView(self._heading, surface="panel", id="heading")
        with Horizontal(id="body"):
            yield LineView(self._drawing, id="canvas")
            yield LineView(self._side, surface="panel", id="side")
        yield LineView(self._banner, id="banner")
        yield LineView(self._counter, id="timeline")
        yield Hints()

    def show(self) -> None:
        """Show the view as it is now."""
        self._give_room()
        for panel in self.query(LineView):
            panel.redraw()

    def on_resize(self, event: events.Resize) -> None:
        """Divide the room anew."""
        width = event.size.width
        side_width = side_width_of(width)
        panel = self.query_one("#side", LineView)
        panel.display = side_width > 0
        panel.styles.width = side_width
        self._give_room()

    def _give_room(self) -> None:
        """Give the banner the lines it needs, more where something was asked for."""
        width, height = self.app.size
        wanted = max(banner_height_of(height), lines_wanted(self.view, width))
        self.query_one("#banner").styles.height = min(wanted, max(2, height // 2))

    def _heading(self, width: int, height: int) -> list[TextLine]:  # noqa: ARG002 - one line
        return [heading(self.view, width)]

    def _drawing(self, width: int, height: int) -> list[TextLine]:
        view = self.view
        shown = snapshot(view.record, view.step)
        layout = arrange(view.record.tree, Look(), Size(width, height), focus_of(shown))
        return [
            tuple((run.text, run.role) for run in line) for line in Diagram(layout, shown).lines()
        ]

    def _side(self, width: int, height: int) -> list[TextLine]:
        return side(self.view, width, height)

    def _banner(self, width: int, height: int) -> list[TextLine]:
        return banner(self.view, width, height)

    def _counter(self, width: int, height: int) -> list[TextLine]:  # noqa: ARG002 - one line
        return [counter(self.view)]

    # -- time ----------------------------------------------------------------------------------

    def _move(self, move: moves.Move) -> None:
        self.view.clear()
        self.view.move(move)
        self.show()

    def action_next(self) -> None:
        """Go on by one node."""
        self._move(moves.next_node)

    def action_back(self) -> None:
        """Go back by one node."""
        self._move(moves.previous_node)

    def action_next_step(self) -> None:
        """Go on by one step of the record."""
        self._move(moves.next_step)

    def action_previous_step(self) -> None:
        """Go back by one step of the record."""
        self._move(moves.previous_step)

    def action_start(self) -> None:
        """Go to the start."""
        self._move(moves.start)

    def action_end(self) -> None:
        """Go to the end of the search."""
        self._move(moves.end)

    def action_next_cut(self) -> None:
        """Go to the next cut-off."""
        self._move(moves.next_cut)

    def action_previous_cut(self) -> None:
        """Go to the cut-off before."""
        self._move(moves.previous_cut)

    # -- exercises -----------------------------------------------------------------------------

    def action_practise(self) -> None:
        """Practise on this tree."""
        self.post_message(OpenScreen("practise", self.view))

    def action_class_mode(self) -> None:
        """Ask a class about this tree."""
        self.post_message(OpenScreen("practise", self.view, class_mode=True))

    def action_leave(self) -> None:
        """Leave for the gallery."""
        self.post_message(OpenGallery())


def side_width_of(width: int) -> int:
    """Return how wide the side is on a screen of a width; 0 where there is none."""
    if width < 76:
        return 0
    return max(min(40, width - 50), round(0.3 * width))


def banner_height_of(height: int) -> int:
    """Return how many lines the banner takes on a screen of a height."""
    if height < 22:
        return 3
    return 5 if height < 28 else 7
