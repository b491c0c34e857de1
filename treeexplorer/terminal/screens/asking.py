"""Dialogs that ask for one line of text, and say what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from treeexplorer.terminal import ink as styles

if TYPE_CHECKING:
    from treeexplorer.terminal.app import ExplorerApp

Attempt: TypeAlias = Callable[[str], tuple[bool, str]]
"""Tells whether a line can be accepted, and what it would do or what is wrong with it."""


class _OneLine(ModalScreen["str | None"]):
    """A dialog with one line to type in, dismissed with ``None`` where it is given up."""

    CSS_PATH = "dialogs.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+c", "give_up", show=False, priority=True)
    ]

    app: ExplorerApp

    def __init__(
        self, title: str, explanation: str, answer: str, *, is_selected: bool, classes: str
    ) -> None:
        super().__init__(classes=classes)
        self._title_text = title
        self._explanation = explanation
        self._answer = answer
        self._is_selected = is_selected

    def on_mount(self) -> None:
        """Show the end of an answer that is to be changed, not replaced."""
        if not self._is_selected:
            self.call_after_refresh(self._show_end)

    def _show_end(self) -> None:
        line = self.query_one("#answer", Input)
        line.action_home()  # a line that is at its end already is not scrolled there
        line.action_end()

    def _keys(self) -> Content:
        return self.app.ink.content(("↵ accept   esc give up", styles.QUIET))

    def action_give_up(self) -> None:
        """Close without an answer."""
        self.dismiss(None)


class Ask(_OneLine):
    """Asks for one line in the middle of the screen.

    Args:
        title: What is asked.
        explanation: What happens with the answer.
        check: Returns what is wrong with an answer, as a sentence; empty where nothing is.
        answer: What stands in the line at first.
        is_selected: Whether the first key that is typed takes its place.
    """

    def __init__(
        self,
        title: str,
        explanation: str = "",
        check: Callable[[str], str] = lambda _: "",
        answer: str = "",
        *,
        is_selected: bool = True,
    ) -> None:
        super().__init__(title, explanation, answer, is_selected=is_selected, classes="dialog")
        self._check = check

    def compose(self) -> ComposeResult:
        """Build the question, the line and room for a problem."""
        ink = self.app.ink
        with Vertical(classes="box"):
            yield Static(ink.content((self._title_text, styles.STRONG)))
            if self._explanation:
                yield Static(ink.content((self._explanation, styles.QUIET)))
            yield Input(self._answer, id="answer", select_on_focus=self._is_selected)
            yield Static(self._keys(), id="problem")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say at once what is wrong."""
        problem = self._check(event.value) if event.value.strip() else ""
        self.query_one("#problem", Static).update(
            self.app.ink.content((problem, styles.CUT)) if problem else self._keys()
        )

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Accept an answer that is right."""
        event.stop()
        if event.value.strip() and not self._check(event.value):
            self.dismiss(event.value)


class Prompt(_OneLine):
    """Asks for one line at the foot of the screen, the drawing above it in sight.

    It says at every key what the line would do.

    Args:
        title: What is asked.
        explanation: What can be written.
        attempt: Returns whether a line can be accepted, and what it would do or what is wrong.
        answer: What stands in the line at first.
        is_selected: Whether the first key that is typed takes its place.
    """

    def __init__(
        self,
        title: str,
        explanation: str,
        attempt: Attempt,
        answer: str = "",
        *,
        is_selected: bool = True,
    ) -> None:
        super().__init__(title, explanation, answer, is_selected=is_selected, classes="prompt")
        self._attempt = attempt

    def compose(self) -> ComposeResult:
        """Build the line, and below it what it would do."""
        ink = self.app.ink
        with Vertical(classes="box"):
            yield Static(
                ink.content(
                    (self._title_text, styles.STRONG), (f"  {self._explanation}", styles.QUIET)
                )
            )
            yield Input(self._answer, id="answer", select_on_focus=self._is_selected, compact=True)
            yield Static(self._keys(), id="problem")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say at once what the line would do, or what is wrong with it."""
        said = self.query_one("#problem", Static)
        if event.value == self._answer:
            said.update(self._keys())
            return
        is_right, text = self._attempt(event.value)
        said.update(self.app.ink.content((text, "" if is_right else styles.CUT)))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Accept a line that is right; one that was not changed changes nothing."""
        event.stop()
        if event.value == self._answer:
            self.dismiss(None)
        elif self._attempt(event.value)[0]:
            self.dismiss(event.value)
