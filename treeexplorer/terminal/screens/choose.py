"""A choice at the foot of the screen, above which the tree stays in sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from treeexplorer.terminal.lines import paragraph, sentence
from treeexplorer.terminal.widgets.line_view import LineView

_MOST_CHOICES = 12


class Choose(ModalScreen["str | None"]):
    """Offers a few things, of which one is chosen.

    Args:
        question: What is to be chosen.
        choices: The name and the words of each choice.
        chosen: The name of the choice that is offered first.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+c", "give_up", "give up", show=False),
        Binding("j", "move(1)", "Next", show=False),
        Binding("k", "move(-1)", "Before", show=False),
    ]

    def __init__(self, question: str, choices: Sequence[tuple[str, str]], chosen: str = "") -> None:
        super().__init__()
        self._question = question
        self._choices = list(choices)
        self._chosen = chosen

    def compose(self) -> ComposeResult:
        """Build the dialog."""
        with Vertical():
            question = LineView(
                lambda width, height: paragraph(
                    [sentence(text, "bold strong") for text in self._question.split("\n")],
                    width,
                    height,
                ),
                surface="panel",
            )
            question.styles.height = 1 + self._question.count("\n")
            yield question
            options = OptionList(
                *(Option(Content(words), id=name) for name, words in self._choices),
                markup=False,
            )
            options.styles.max_height = _MOST_CHOICES
            yield options

    def on_mount(self) -> None:
        """Stand at the choice that is offered first."""
        options = self.query_one(OptionList)
        names = [name for name, _ in self._choices]
        options.highlighted = names.index(self._chosen) if self._chosen in names else 0
        options.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the choice."""
        event.stop()
        self.choose(event.option_id or "")

    def choose(self, name: str) -> None:
        """Do what was chosen: the choice itself is what the dialog is dismissed with."""
        self.dismiss(name)

    def action_move(self, by: int) -> None:
        """Go to the next choice, or to the one before."""
        options = self.query_one(OptionList)
        if by > 0:
            options.action_cursor_down()
        else:
            options.action_cursor_up()

    def action_give_up(self) -> None:
        """Close without a choice."""
        self.dismiss(None)
