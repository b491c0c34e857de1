"""A small dialog that asks for one line of text, and says what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from treeexplorer.terminal import ink as styles

if TYPE_CHECKING:
    from treeexplorer.terminal.app import ExplorerApp


class Ask(ModalScreen[str | None]):
    """Asks for one line.

    Args:
        title: What is asked.
        explanation: What happens with the answer.
        check: Returns what is wrong with an answer, as a sentence; empty where nothing is.
        answer: What stands in the line at first.
        is_selected: Whether the first key that is typed takes its place.
    """

    CSS_PATH = "dialogs.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+c", "give_up", show=False, priority=True)
    ]

    app: ExplorerApp

    def __init__(
        self,
        title: str,
        explanation: str = "",
        check: Callable[[str], str] = lambda _: "",
        answer: str = "",
        *,
        is_selected: bool = True,
    ) -> None:
        super().__init__(classes="dialog")
        self._is_selected = is_selected
        self._title_text = title
        self._explanation = explanation
        self._check = check
        self._answer = answer

    def compose(self) -> ComposeResult:
        """Build the question, the line and room for a problem."""
        ink = self.app.ink
        with Vertical(classes="box"):
            yield Static(ink.content((self._title_text, styles.STRONG)))
            if self._explanation:
                yield Static(ink.content((self._explanation, styles.QUIET)))
            yield Input(self._answer, id="answer", select_on_focus=self._is_selected)
            yield Static(ink.content(("↵ accept   esc give up", styles.QUIET)), id="problem")

    def on_mount(self) -> None:
        """Show the end of an answer that is to be changed, not replaced."""
        if not self._is_selected:
            self.call_after_refresh(self._show_end)

    def _show_end(self) -> None:
        line = self.query_one("#answer", Input)
        line.action_home()  # a line that is at its end already is not scrolled there
        line.action_end()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say at once what is wrong."""
        problem = self._check(event.value) if event.value.strip() else ""
        self.query_one("#problem", Static).update(
            self.app.ink.content((problem, styles.CUT))
            if problem
            else self.app.ink.content(("↵ accept   esc give up", styles.QUIET))
        )

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Accept an answer that is right."""
        event.stop()
        if event.value.strip() and not self._check(event.value):
            self.dismiss(event.value)

    def action_give_up(self) -> None:
        """Close without an answer."""
        self.dismiss(None)
