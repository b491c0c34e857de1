"""Questions above a screen that stays in sight: a line, a choice, a file, work to be recovered."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import DirectoryTree, Input, OptionList

from treeexplorer.terminal import messages
from treeexplorer.terminal.lines import TextLine, inset, line, paragraph, sentence
from treeexplorer.terminal.screens.base import BaseScreen, Result
from treeexplorer.terminal.sources import OWN, is_foreign
from treeexplorer.terminal.widgets.line_view import LineView, OneLine
from treeexplorer.text import as_sentence, safe

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
    """Asks for one line; what it would do is said below, and done when the question is gone."""

    def __init__(self, asked: messages.Ask) -> None:
        super().__init__()
        self._asked = asked

    def compose(self) -> ComposeResult:
        asked, longest = self._asked, LONGEST_ANSWER
        title = line((f"{asked.title}  ", "bold strong"), (asked.explanation, "quiet"))
        with Vertical(id="box"):
            yield OneLine(lambda width: inset([title], width, 1)[0], surface="panel")
            yield Input(asked.answer, compact=True, select_on_focus=True, max_length=longest)
            yield LineView(self._reading_lines, surface="panel")

    def _reading_lines(self, width: int, height: int) -> list[TextLine]:
        text, hints, lines = self.query_one(Input).value, "↵ accept   esc give up", []
        try:
            lines = [sentence(self._asked.reading(text)[0])] if text.strip() else []
        except ValueError as error:
            lines, hints = [sentence(as_sentence(str(error)), "cut")], "esc give up"
        return [*inset(lines, width, height), *inset([line((hints, "quiet"))], width, 1)][:height]

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.query(LineView).last().redraw()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if not event.value.strip():
            return
        try:
            _, do = self._asked.reading(event.value)
        except ValueError:
            return
        self.done(do)


class Choices(OptionList):
    """Textual's list with our keys; its own moves by a page fail before it is laid out."""

    def action_page_down(self) -> None:
        self.highlighted = (self.highlighted or 0) + self.size.height

    def action_page_up(self) -> None:
        self.highlighted = (self.highlighted or 0) - self.size.height


class Choose(Dialog[None]):
    """Offers a few things; one is done when the question is gone."""

    def __init__(self, offer: messages.Offer) -> None:
        super().__init__()
        self._offer = offer

    def compose(self) -> ComposeResult:
        lines = [sentence(text, "bold strong") for text in self._offer.question.split("\n")]
        question = LineView(lambda *size: paragraph(lines, *size), surface="panel")
        question.styles.height = len(lines)
        options = Choices(*(Content(title) for title, _ in self._offer.choices), markup=False)
        options.styles.max_height = _MOST_CHOICES
        with Vertical():
            yield question
            yield options

    def on_mount(self) -> None:
        self.query_one(Choices).highlighted = self._offer.at

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.done(self._offer.choices[event.option_index][1])


class Trees(DirectoryTree):
    """A folder with those of its files that can be opened."""

    ICON_NODE = "▸ "
    ICON_NODE_EXPANDED = "▾ "
    ICON_FILE = "  "

    def filter_paths(self, paths: Iterable[Path]) -> Iterable[Path]:
        return [path for path in paths if not path.name.startswith(".") and _is_offered(path)]


def _is_offered(path: Path) -> bool:
    try:
        return path.is_dir() or path.suffix.lower() in {OWN, ".txt"} or is_foreign(path)
    except OSError:
        return False


class Picker(Dialog["Path | None"]):
    """Asks for a file, in a folder at first; dismissed with its path."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "turn", "list or line", tooltip="Go to the list or the line", priority=True)
    ]
    AUTO_FOCUS = "Input"
    DEFAULT_CSS = """
    Picker > Vertical {
        width: 80%; min-width: 40; height: 80%; background: $panel; padding: 1 2;
    }
    Picker Input { border: none; height: 1; padding: 0; margin: 1 0; }
    Picker DirectoryTree { height: 1fr; background: $panel; padding: 0; }
    """

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__()
        self._folder = folder or Path.cwd()

    def compose(self) -> ComposeResult:
        with Vertical():
            yield OneLine(
                lambda _: line(
                    ("Open a file  ", "bold strong"), (safe(str(self._folder)), "quiet")
                ),
                surface="panel",
            )
            yield Input(
                placeholder="a path, or tab to choose", compact=True, max_length=LONGEST_ANSWER
            )
            yield Trees(self._folder)
            yield OneLine(self._status_line, surface="panel")

    def _status_line(self, _width: int) -> TextLine:
        if self.message:
            return line(("✗ ", "bold cut"), (self.message, "strong"))
        return line(("↵ opens it   tab list or line   esc gives up", "quiet"))

    def on_directory_tree_file_selected(self, event: DirectoryTree.FileSelected) -> None:
        event.stop()
        self.dismiss(event.path)

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.say("")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        text, trees = event.value.strip(), self.query_one(Trees)
        if not text:
            trees.focus()
            return
        try:
            path = (self._folder / Path(text).expanduser()).resolve()
            is_folder, is_there = path.is_dir(), path.exists()
        except (OSError, ValueError, RuntimeError) as error:
            self.say(safe(str(error)))
            return
        if is_folder:
            self._folder = trees.path = path
            event.input.value = ""
        elif is_there:
            self.dismiss(path)
        else:
            self.say("There is no such file.")

    def action_turn(self) -> None:
        trees, path = self.query_one(Trees), self.query_one(Input)
        (path if trees.has_focus else trees).focus()
