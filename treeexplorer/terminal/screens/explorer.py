"""The explorer: the drawing of the tree, what explains it, and the keys that step through it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from treeexplorer.drawing.diagram import draw
from treeexplorer.drawing.runs import Line, Role, Run
from treeexplorer.terminal import moves
from treeexplorer.terminal.keys import STEP, key, more
from treeexplorer.terminal.messages import OpenGallery
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
        key("q", "leave", "quit", "Quit"),
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
        yield LineView(self._counter, id="timeline")
        yield Hints()

    def show(self) -> None:
        """Show the view as it is now."""
        for panel in self.query(LineView):
            panel.redraw()

    def _heading(self, width: int, height: int) -> list[Line]:  # noqa: ARG002 - one line
        return [[Run(" " + self.view.title, Role.TITLE)]]

    def _drawing(self, width: int, height: int) -> list[Line]:  # noqa: ARG002 - provisional
        return draw(self.view.record, self.view.step, cells=width)

    def _counter(self, width: int, height: int) -> list[Line]:  # noqa: ARG002 - one line
        return [[Run(f" step {self.view.step}/{self.view.steps}", Role.TITLE)]]

    # -- time ----------------------------------------------------------------------------------

    def _move(self, move: Callable[..., int | None]) -> None:
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

    def action_leave(self) -> None:
        """Leave for the gallery."""
        self.post_message(OpenGallery())
