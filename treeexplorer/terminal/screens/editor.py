"""The editor: a text in the notation, the caret at its problem, the drawing while one types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.geometry import Offset
from textual.widgets import TextArea

from treeexplorer.editing.recovery import Work
from treeexplorer.editing.text import EditedText, EditError
from treeexplorer.files import digest
from treeexplorer.notation import (
    Exercise,
    NotationError,
    Problem,
    parse_all,
    read_text,
)
from treeexplorer.numbers import counted, grouped
from treeexplorer.terminal import editing, messages
from treeexplorer.terminal.editing import Saving
from treeexplorer.terminal.keys import CHANGE, key, more
from treeexplorer.terminal.lines import TextLine, line, sentence
from treeexplorer.terminal.panels.preview import tree
from treeexplorer.terminal.panels.status import badged
from treeexplorer.terminal.screens.base import WritingScreen
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.view import NewView, View
from treeexplorer.terminal.widgets.line_view import LineView, Words
from treeexplorer.text import as_sentence

_MOST_CHARACTERS: Final = 40_000  # Textual wraps a whole line at every key
_KEEPS_SECONDS: Final = 2.0
_LEAST_BESIDE: Final = 90
_BEGIN: Final = "Write a tree: [[3 12 8] [2 4 6]], a:max[…] names, min[…] players, x unknowns."


class Text(TextArea):
    """Textual's text, which undoes edits before its cursor leaves lines that are gone.

    It takes no paste with which it would be too long.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        more(CHANGE, "ctrl+z", "undo", "Undo what was written last", "text_undo"),
        more(CHANGE, "ctrl+y", "redo", "Write again what was undone", "text_redo"),
    ]
    refuse: Callable[[str], None]
    """Is told why a paste was not taken."""

    def on_paste(self, event: events.Paste) -> None:
        problem = why_too_long(event.text, "What was pasted", len(self.text))
        if problem:
            event.prevent_default()
            event.stop()
            self.refuse(problem)

    def scroll_cursor_visible(self, center: bool = False, animate: bool = False) -> Offset:
        is_there = self.cursor_location[0] < self.document.line_count
        return super().scroll_cursor_visible(center, animate) if is_there else Offset()


class Editor(WritingScreen):
    """A text of trees that is written; what is wrong and the drawing follow at every key.

    Args:
        source: Where the text comes from; an empty text for a new tree.
        new_view: Makes the view that is drawn, where no trees that are shown are edited.
        problem: What is said at first, where the text itself is not what is wrong.
        file: The text and what is known of its file, where that is not what the source holds.
        edited: The view whose trees are edited, which takes the text when the editor is left.
        at: The line and column of the caret, from 1; the first problem where ``None``.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5", "explore", "explore", priority=True, id="explore",
                tooltip="Show the trees as they are written"),
        Binding("ctrl+s", "save", "save", priority=True, id="save_text",
                tooltip="Save the text to its file"),
        Binding("escape", "leave", "back", priority=True, id="leave_editor",
                tooltip="Leave the editor"),
        key("f1", "help", "keys", "Show all keys", "editor_help"),
    ]  # fmt: skip
    AUTO_FOCUS = "TextArea"
    UNSAVED = "What you have written is not saved."
    DEFAULT_CSS = "Editor TextArea { border: none; padding: 0; }"

    def __init__(
        self,
        source: Source,
        new_view: NewView,
        problem: str = "",
        file: EditedText | None = None,
        edited: View | None = None,
        at: tuple[int, int] | None = None,
    ) -> None:
        super().__init__()
        self.source = source
        self._new_view = new_view
        self._edited = edited
        self._cannot = ""
        if edited is not None:
            file = editing.file_of(edited)
        elif file is None:
            text = source.text
            try:
                text = text if source.path is None else read_text(source.path)
            except ValueError as error:
                self._cannot = str(error)
            file = EditedText(text, source.own_path)
        self.file = file
        if not self._cannot:
            self._cannot = why_too_long(file.text, source.name)
        self._text = "" if self._cannot else file.text
        is_lost = edited is None and file.has_unsaved_work
        self._kept_text = "" if is_lost else self._text
        self._problem = problem
        self._at = at
        self._area = Text(
            self._text, show_line_numbers=True, compact=True, read_only=bool(self._cannot)
        )
        self._area.cursor_blink = False
        self._area.refuse = self.say
        self.problems: list[Problem] = []

    def parts(self) -> ComposeResult:
        with Horizontal():
            yield self._area
            yield LineView(
                lambda *size: [] if self.view is None else tree(self.view.snapshot, *size),
                surface="panel",
                id="editor-drawing",
            )
        yield Words(self._words, surface="panel")

    def on_mount(self) -> None:
        self._look()
        if self._at is not None:
            self._go_to(*self._at)
        elif self.problems:
            self._go_to_problem(self.problems[0])
        self.keep_now()
        self.set_interval(_KEEPS_SECONDS, self.keep_now, name="recovery")

    def give_room(self, width: int, height: int) -> None:
        self.query_one("#editor-drawing").display = width >= _LEAST_BESIDE
        self.query_one(Words).styles.height = 4 if height >= 22 else 2

    @property
    def text(self) -> str:
        """What is written."""
        return self._area.text

    @property
    def has_unsaved_work(self) -> bool:
        """Whether something was written that would be lost."""
        return bool(self.text.strip()) and self.text != self._kept_text

    def unsaved(self) -> Work | None:
        work = Work(self.text, self.source.name, self.source.path, self.file.digest)
        return work if self.has_unsaved_work else None

    def heading(self, width: int) -> TextLine:
        changed = " (changed)" if self.is_mounted and self.has_unsaved_work else ""
        right = line(("bracket notation ", "quiet"))
        return badged(f"{self.source.name}{changed}", "EDITOR", right, width)

    def _words(self) -> list[TextLine]:
        if self.message:
            return [line((self.message, "bold news_text"))]
        if not self.problems:
            text = "F5 shows it, step by step." if self.text.strip() else _BEGIN
            return [line(("✓ ", "bold decided"), (text, "quiet"))]
        problem = self.problems[0]
        place = f"line {problem.line}, column {problem.column}: " if problem.line else ""
        others = len(self.problems) - 1
        more = f"  And {counted(others, 'problem', 'problems')} more." if others else ""
        message = problem.message if problem.line is None else as_sentence(problem.message)
        hints = [sentence(problem.hint, "quiet")] if problem.hint else []
        first = line(("✗ ", "bold cut"), (place, "quiet"), (message, "strong"), (more, "quiet"))
        return [first, *hints]

    def on_text_area_changed(self) -> None:
        self.message = ""
        self._look()

    def _look(self) -> None:
        """Find what is wrong, and what to draw: what is wrong keeps the last drawing."""
        text = self.text
        problem = self._cannot
        if not problem and text == self._text:
            problem = self._problem
        self.problems = [Problem(self.source.name, problem)] if problem else []
        trees: Sequence[Exercise] = ()
        try:
            trees = parse_all(text) if text.strip() else ()
        except NotationError as error:
            self.problems = error.problems
            with suppress(NotationError):  # its last brackets are still to be written
                trees = parse_all(f"{text}\n{']' * (text.count('[') - text.count(']'))}")
        try:
            if trees or not text.strip():
                self.view = self._view_of(trees) if trees else None
        except ValueError as error:
            self.problems = [Problem(self.source.name, as_sentence(str(error)))]
        self.show()

    def _view_of(self, trees: Sequence[Exercise]) -> View:
        """Return the trees as they will be shown.

        Raises:
            ValueError: The rules do not go with them.
        """
        if self._edited is None:
            return self._new_view(self.source, trees)
        view = self._edited.twin()
        view.go_to(0)
        view.replace_exercises(trees)
        return view

    def _go_to_problem(self, problem: Problem) -> None:
        if problem.line is not None:
            self._go_to(problem.line, 1 if problem.column is None else problem.column)

    def _go_to(self, row: int, column: int) -> None:
        self._area.move_cursor((row - 1, column - 1))
        self._area.scroll_cursor_visible(center=True)
        self.show()

    def action_explore(self) -> None:
        self._look()
        if self.problems:
            self._go_to_problem(self.problems[0])
        elif self.view is None:
            self.say("There is nothing to show yet.")
        elif self._edited is None:
            self.file.write(self.text)
            self.forget()
            self.post_message(messages.OpenText(self.source, self.file))
        else:
            try:
                if self.text != self.file.text:
                    editing.show_text(self._edited, self.text)
                self.give_up()
            except EditError as error:
                self.say(as_sentence(str(error)))

    def action_save(self) -> None:
        if self._cannot:
            self.say("Nothing of it is shown here, so nothing is saved.")
            return
        try:
            if self._edited is None:
                self.file.write(self.text)
            else:
                editing.show_text(self._edited, self.text)
        except EditError as error:
            self.say(f"Not saved: {as_sentence(str(error))}")
            return
        name = "tree.tree" if self.source.path is None else self.source.path.name
        Saving(self, self.file, name, self._saved, self._read_again).save()

    def _saved(self, message: str, path: Path | None) -> None:
        if path is not None:
            self.source = Source.of_file(path)
            if self._edited is not None:
                editing.belong_to(self._edited, path)
            self._kept_text = self.file.text
            self.forget()
        self.say(message)

    def _read_again(self) -> None:
        """Show what stands in the file by now; ``ctrl+z`` brings back what was written here."""
        try:
            if self._edited is not None:
                editing.read_again(self._edited)
            elif self.source.path is not None:
                text = read_text(self.source.path)
                self.file.read_again(text, digest(text))
        except ValueError as error:
            self.say(f"Not read again: {as_sentence(str(error))}")
            return
        self._area.replace(self.file.text, (0, 0), self._area.document.end)
        self._kept_text = self.file.text
        self.forget()
        self.show()


def why_too_long(text: str, name: str, more: int = 0) -> str:
    """Return why a text is not edited here beside so many more characters, empty where it is."""
    size = len(text) + more
    if size <= _MOST_CHARACTERS:
        return ""
    return f"{name} is too long to be edited here ({grouped(size)} characters)."
