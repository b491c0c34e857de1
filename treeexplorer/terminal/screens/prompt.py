"""One line at the foot of the explorer in which a node is edited, the drawing above it in sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from treeexplorer.terminal import ink as styles

if TYPE_CHECKING:
    from treeexplorer.terminal.app import ExplorerApp

Try = Callable[[str], "tuple[bool, str]"]


class Prompt(ModalScreen[str | None]):
    """Asks for one line, and says at every key what it would do.

    Args:
        title: What is asked.
        explanation: What can be written.
        attempt: Returns whether a line can be accepted, and what it would do or what is wrong.
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
        explanation: str,
        attempt: Try,
        answer: str = "",
        *,
        is_selected: bool = True,
    ) -> None:
        super().__init__(classes="prompt")
        self._is_selected = is_selected
        self._title_text = title
        self._explanation = explanation
        self._attempt = attempt
        self._answer = answer

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
            yield Static(self._hint(), id="problem")

    def _hint(self) -> Content:
        return self.app.ink.content(("↵ accept   esc give up", styles.QUIET))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say at once what the line would do, or what is wrong with it."""
        said = self.query_one("#problem", Static)
        if event.value == self._answer:
            said.update(self._hint())
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

    def action_give_up(self) -> None:
        """Close without an answer."""
        self.dismiss(None)
