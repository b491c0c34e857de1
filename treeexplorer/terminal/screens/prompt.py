"""One line to type at the foot of the screen; what it would do, or what is wrong, below it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, TypeAlias

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from treeexplorer.terminal.lines import TextLine, line, sentence
from treeexplorer.terminal.widgets.line_view import LineView

Attempt: TypeAlias = Callable[[str], tuple[bool, str]]
"""Tells whether a line can be accepted, and what it would do or what is wrong with it."""


class Prompt(ModalScreen["str | None"]):
    """Asks for one line, the drawing above it in sight; dismissed with ``None`` if given up.

    Args:
        title: What is asked.
        explanation: What can be written.
        attempt: Judges a line at every key.
        answer: What stands in the line at first.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+c", "give_up", "give up", show=False, priority=True)
    ]

    def __init__(self, title: str, explanation: str, attempt: Attempt, answer: str = "") -> None:
        super().__init__()
        self._asked = title
        self._explanation = explanation
        self._attempt = attempt
        self._answer = answer

    def compose(self) -> ComposeResult:
        """Build the question, the line and room for what is said of it."""
        with Vertical(id="box"):
            yield LineView(self._title_line, surface="panel", id="title")
            yield Input(self._answer, compact=True, select_on_focus=True)
            yield LineView(self._said, surface="panel", id="said")

    def _title_line(self, width: int, height: int) -> list[TextLine]:  # noqa: ARG002 - one line
        return [line((f" {self._asked}  ", "bold strong"), (self._explanation, "quiet"))]

    def _said(self, width: int, height: int) -> list[TextLine]:  # noqa: ARG002 - one line
        text = self.query_one(Input).value
        if text.strip() in {"", self._answer}:
            return [line((" ↵ accept   esc give up", "quiet"))]
        is_right, words = self._attempt(text)
        return [line(" ", *sentence(words, "" if is_right else "cut"))]

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say at once what the line would do, or what is wrong with it."""
        event.stop()
        self.query_one("#said", LineView).redraw()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Accept a line that is right."""
        event.stop()
        if event.value.strip() and self._attempt(event.value)[0]:
            self.dismiss(event.value)

    def action_give_up(self) -> None:
        """Close without an answer."""
        self.dismiss(None)
