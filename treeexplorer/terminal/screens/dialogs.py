"""Questions at the foot of the screen, above which the tree stays in sight: a line, a choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList

from treeexplorer.terminal.keys import LOOK, more
from treeexplorer.terminal.lines import TextLine, inset, line, paragraph, sentence
from treeexplorer.terminal.messages import Choice, Reading
from treeexplorer.terminal.screens.base import BaseScreen, Result
from treeexplorer.terminal.widgets.line_view import LineView, OneLine
from treeexplorer.text import as_sentence

_MOST_CHOICES = 12
LONGEST_ANSWER = 20_000  # Textual measures the whole line at every key


class Dialog(ModalScreen[Result], BaseScreen[Result]):
    """A question at the foot of the screen; ``esc`` gives it up."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+c", "dismiss(None)", "give up", tooltip="Give up", priority=True)
    ]
    AUTO_FOCUS = "*"

    def done(self, do: Callable[[], object] | None) -> None:
        """Do something when the question is gone, once, however often it is answered."""
        if self.is_active:
            self.dismiss()
            if do is not None:
                do()


class Prompt(Dialog[None]):
    """Asks for one line; what it would do is said below, and done when the question is gone.

    Args:
        title: What is asked.
        explanation: What can be written.
        reading: Reads the line, at every key.
        answer: What stands in the line at first.
    """

    def __init__(self, title: str, explanation: str, reading: Reading, answer: str = "") -> None:
        super().__init__()
        self._asked = line((f"{title}  ", "bold strong"), (explanation, "quiet"))
        self._reading = reading
        self._answer = answer

    def compose(self) -> ComposeResult:
        """Build the question, the line and room for what is said of it."""
        with Vertical(id="box"):
            yield OneLine(lambda width: inset([self._asked], width, 1)[0], surface="panel")
            yield Input(self._answer, compact=True, select_on_focus=True, max_length=LONGEST_ANSWER)
            yield LineView(self._said, surface="panel")

    def _said(self, width: int, height: int) -> list[TextLine]:
        text, hints = self.query_one(Input).value, [line(("↵ accept   esc give up", "quiet"))]
        if not text.strip():
            return inset(hints, width, 1)
        try:
            said = sentence(self._reading(text)[0])
        except ValueError as error:
            said = sentence(as_sentence(str(error)), "cut")
            hints = [line(("esc give up", "quiet"))]
        return [*inset([said], width, height), *inset(hints, width, 1)][:height]

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say at once what the line would do, or what is wrong with it."""
        event.stop()
        self.query(LineView).last().redraw()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what a line says that is right."""
        event.stop()
        if not event.value.strip():
            return
        try:
            _, do = self._reading(event.value)
        except ValueError:
            return
        self.done(do)


class Choices(OptionList):
    """Textual's list with our keys; its own moves by a page fail before it is laid out."""

    BINDINGS: ClassVar[list[BindingType]] = [
        more(LOOK, "j", "cursor_down", "Go to the next line, as ↓ does", "choice_next"),
        more(LOOK, "k", "cursor_up", "Go to the line before, as ↑ does", "choice_before"),
    ]

    def action_page_down(self) -> None:
        """Go down by as many lines as are in sight."""
        self.highlighted = (self.highlighted or 0) + self.size.height

    def action_page_up(self) -> None:
        """Go up by as many lines as are in sight."""
        self.highlighted = (self.highlighted or 0) - self.size.height


class Choose(Dialog[None]):
    """Offers a few things, of which one is done when the question is gone.

    Args:
        question: What is to be chosen.
        choices: The words of each choice and what it does; ``None`` does nothing.
        at: Which is offered first, from 0.
    """

    def __init__(self, question: str, choices: Sequence[Choice], at: int = 0) -> None:
        super().__init__()
        self._question = [sentence(text, "bold strong") for text in question.split("\n")]
        self._choices = choices
        self._first = at

    def compose(self) -> ComposeResult:
        """Build the question and the list."""
        with Vertical():
            question = LineView(
                lambda width, height: paragraph(self._question, width, height), surface="panel"
            )
            question.styles.height = len(self._question)
            yield question
            options = Choices(*(Content(words) for words, _ in self._choices), markup=False)
            options.styles.max_height = _MOST_CHOICES
            yield options

    def on_mount(self) -> None:
        """Stand at the choice that is offered first."""
        self.query_one(Choices).highlighted = self._first

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what was chosen."""
        event.stop()
        self.done(self._choices[event.option_index][1])
