"""A small dialog that asks which of a few things to do; each has its key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.keys import shown

if TYPE_CHECKING:
    from treeexplorer.terminal.app import ExplorerApp


class Question(ModalScreen[str]):
    """Asks one question; escape is always an answer, the empty one.

    Args:
        title: What is asked.
        explanation: What there is to know before answering.
        answers: Pairs of a key and what it does, in few words.
        escape: What escape does, in few words.
    """

    CSS_PATH = "dialogs.tcss"
    app: ExplorerApp

    def __init__(
        self,
        title: str,
        explanation: str,
        answers: Sequence[tuple[str, str]],
        escape: str = "go back",
    ) -> None:
        super().__init__(classes="dialog")
        self._title_text = title
        self._explanation = explanation
        self._answers = [*answers, ("escape", escape)]

    def compose(self) -> ComposeResult:
        """Build the question and its answers."""
        ink = self.app.ink
        with Vertical(classes="box"):
            yield Static(ink.content((self._title_text, styles.STRONG)))
            yield Static(ink.content((self._explanation, styles.QUIET)))
            yield Static("")
            for key, text in self._answers:
                yield Static(ink.content((f"{shown(key):>5}", styles.KEY), f"  {text}"))

    def on_key(self, event: events.Key) -> None:
        """Answer with the key that is pressed."""
        event.stop()
        if event.key in {"escape", "ctrl+c"}:
            self.dismiss("")
        elif event.key in {key for key, _ in self._answers}:
            self.dismiss(event.key)
