"""Questions above a screen that stays in sight: a line, a choice, a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import DirectoryTree, Input, OptionList

from treeexplorer.terminal import messages
from treeexplorer.terminal.keys import LOOK, key, more
from treeexplorer.terminal.lines import (
    TextLine,
    line,
    paragraph,
    plain,
    sentence,
    spelt,
    wrap_with_margins,
)
from treeexplorer.terminal.screens.base import BaseScreen, Result
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.widgets.line_view import LineView, OneLine, Words
from treeexplorer.text import as_sentence, safe

_MAX_CHOICES_SHOWN = 12
LONGEST_ANSWER = 20_000  # Textual measures the whole line at every key
_MOST_ROWS_ON_ANSWER = 4  # what is said of an answer; a longer text ends in …
_MOST_ROWS_OF_QUESTION = 2  # with its explanation; a longer text ends in …
_OTHER_ROWS_OF_PROMPT = 2  # the input and the keys


class Dialog(ModalScreen[Result], BaseScreen[Result]):
    """A question at the foot of the screen; ``esc`` gives it up."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+c", "dismiss(None)", "give up", tooltip="Give up", priority=True)
    ]
    AUTO_FOCUS = "*"

    def has_key(self, action: str) -> bool:
        """Tell whether an action has its key: no file is opened from within a question."""
        return action != "open_file"

    def done(self, do: Callable[[], object] | None) -> None:
        """Do something when the question is gone, once, however often it is answered."""
        if self.is_active:
            self.dismiss()
            if do is not None:
                do()


class AnswerLine(Input):
    """Textual's line to write in, whose ``↵`` is named in help."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "submit", "accept", "Accept what is typed", "answer_accept"),
    ]


class _RemarkOnAnswer(NamedTuple):
    """What is said below a typed answer: what ``↵`` would do, or the mistake; and the keys."""

    lines: Sequence[TextLine]
    keys: str


class Prompt(Dialog[None]):
    """Asks for one line; what it would do is said below, and done when the question is gone."""

    def __init__(self, question: messages.AskForLine) -> None:
        super().__init__()
        self._question = question
        self._title = line((f"{question.title}  ", "bold strong"), (question.explanation, "quiet"))
        self._remark = self._remark_on(question.answer)

    def compose(self) -> ComposeResult:
        """Yield the question, the line for the answer, and what the answer would do."""
        with Vertical(id="box"):
            yield Words(lambda: [self._title], surface="panel")
            yield AnswerLine(
                self._question.answer,
                compact=True,
                select_on_focus=True,
                max_length=LONGEST_ANSWER,
            )
            yield LineView(self._render_below_input, surface="panel")

    def _remark_on(self, answer: str) -> _RemarkOnAnswer:
        """Read a typed answer, and return what is said of it."""
        if not self._can_be_answer(answer):
            return _RemarkOnAnswer([], "esc give up")
        try:
            action = self._question.read(answer)
        except ValueError as error:
            return _RemarkOnAnswer([sentence(as_sentence(str(error)), "cut")], "esc give up")
        return _RemarkOnAnswer([sentence(action.words)], "↵ accept   esc give up")

    def _render_below_input(self, width: int, height: int) -> list[TextLine]:
        """Render what is said of the typed answer; the last row is kept for the keys."""
        key_line = wrap_with_margins([line((self._remark.keys, "quiet"))], width, height=1)
        return [*wrap_with_margins(self._remark.lines, width, height - 1), *key_line]

    def give_room(self, width: int, height: int) -> None:  # noqa: ARG002 - it asks for no more
        """Give the box a row for each row of the question and of what is said of the answer."""
        title_rows = wrap_with_margins([self._title], width, _MOST_ROWS_OF_QUESTION)
        remark_rows = wrap_with_margins(self._remark.lines, width, _MOST_ROWS_ON_ANSWER)
        self.query_one(Words).fit(width, 1, _MOST_ROWS_OF_QUESTION)
        self.query_one("#box").styles.height = (
            _OTHER_ROWS_OF_PROMPT + len(title_rows) + max(1, len(remark_rows))
        )

    def _can_be_answer(self, text: str) -> bool:
        """Return whether a text can be an answer; an empty one can only to some questions."""
        return self._question.takes_empty_line or bool(text.strip())

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._remark = self._remark_on(event.value)
        self.give_room(*self.size)
        self.query(LineView).last().redraw()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Run the action of the answer; ignore an answer that is empty or a mistake."""
        event.stop()
        if not self._can_be_answer(event.value):
            return
        try:
            action = self._question.read(event.value)
        except ValueError:  # the mistake is shown below the input already
            return
        self.done(action.run)


class Choices(OptionList):
    """Textual's list with our keys; its own moves by a page fail before it is laid out."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "select", "do it", "Do what is selected", "choice_do"),
        more(LOOK, "down", "cursor_down", "Go to the next choice", "choice_next"),
        more(LOOK, "up", "cursor_up", "Go to the choice before", "choice_before"),
    ]

    def action_page_down(self) -> None:
        self._move_highlight(self.size.height)

    def action_page_up(self) -> None:
        self._move_highlight(-self.size.height)

    def _move_highlight(self, rows: int) -> None:
        at = 0 if self.highlighted is None else self.highlighted
        self.highlighted = at + rows


class Choose(Dialog[None]):
    """Offers a few things; one is done when the question is gone."""

    def __init__(self, offer: messages.Offer) -> None:
        super().__init__()
        self._offer = offer

    def compose(self) -> ComposeResult:
        """Yield the question, and below it the list of what can be chosen."""
        lines = [sentence(text, "bold strong") for text in self._offer.question.split("\n")]
        question = LineView(lambda width, height: paragraph(lines, width, height), surface="panel")
        question.styles.height = len(lines)
        # Spelt here: a ``LineView`` turns its lines into ASCII itself, Textual's list does not.
        titles = [plain(spelt(line(title))) for title, _ in self._offer.choices]
        options = Choices(*map(Content, titles), markup=False)
        options.styles.max_height = _MAX_CHOICES_SHOWN
        with Vertical():
            yield question
            yield options
            yield OneLine(lambda _: line(("↵ does it   esc gives up", "quiet")), surface="panel")

    def on_mount(self) -> None:
        for choices in self.query(Choices):  # of which an app that is ending makes none
            choices.highlighted = 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        _, do = self._offer.choices[event.option_index]
        self.done(do)


class Files(DirectoryTree):
    """A folder without what is hidden."""

    ICON_NODE = "▸ "
    ICON_NODE_EXPANDED = "▾ "
    ICON_FILE = "  "

    def filter_paths(self, paths: Iterable[Path]) -> Iterable[Path]:
        return [path for path in paths if not path.name.startswith(".")]


class Picker(Dialog[None]):
    """Lets one choose a file, in a folder at first, and has it opened."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("backspace", "up", "folder above", tooltip="List the folder above")
    ]
    DEFAULT_CSS = """
    Picker > Vertical {
        width: 80%; min-width: 40; height: 80%; background: $panel; padding: 1 2;
    }
    Picker DirectoryTree { height: 1fr; background: $panel; padding: 0; margin: 1 0; }
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._files = Files(folder)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield OneLine(self._render_title, surface="panel")
            yield self._files
            hints = line(("↵ opens it   ⌫ goes up   esc gives up", "quiet"))
            yield OneLine(lambda _: hints, surface="panel")

    def _render_title(self, _width: int) -> TextLine:
        return line(("Open a file  ", "bold strong"), (safe(str(self._files.path)), "quiet"))

    def action_up(self) -> None:
        self._files.path = Path(self._files.path).parent
        self.show()

    def on_directory_tree_file_selected(self, event: DirectoryTree.FileSelected) -> None:
        event.stop()
        self.done(lambda: self.app.post_message(messages.OpenSource(Source.of_file(event.path))))
