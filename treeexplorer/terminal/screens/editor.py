"""The editor: a text in the notation, the caret at its problem, the drawing while one types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.geometry import Offset
from textual.widgets import TextArea

from treeexplorer.editing.recovery import Work
from treeexplorer.editing.text import EditedText, EditError
from treeexplorer.files import digest, read_bytes
from treeexplorer.notation import (
    Exercise,
    NotationError,
    Problem,
    decode,
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
    """Textual's text area, with our keys for undo, that refuses a paste that is too long."""

    BINDINGS: ClassVar[list[BindingType]] = [
        more(CHANGE, "ctrl+z", "undo", "Undo what was written last", "text_undo"),
        more(CHANGE, "ctrl+y", "redo", "Write again what was undone", "text_redo"),
    ]
    refuse: Callable[[str], None]
    """Takes the sentence why a paste was refused."""

    def on_paste(self, event: events.Paste) -> None:
        problem = why_too_long(event.text, "What was pasted", len(self.text))
        if problem:
            event.prevent_default()
            event.stop()
            self.refuse(problem)

    def scroll_cursor_visible(self, center: bool = False, animate: bool = False) -> Offset:
        row, _ = self.cursor_location
        if row >= self.document.line_count:  # an undo has just removed the cursor's line
            return Offset()
        return super().scroll_cursor_visible(center, animate)


class Editor(WritingScreen):
    """A text of trees that is written; its problems and its drawing follow at every key.

    Args:
        asked: The text that is edited, and where its caret stands at first.
        new_view: Makes the view that is drawn, unless the trees of a view are edited.
        problem: A problem to show at first, beside those of the text itself.
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

    def __init__(self, asked: messages.OpenEditor, new_view: NewView, problem: str = "") -> None:
        """Open the editor with the text that is asked for.

        Args:
            asked: Says which text: that of a view, one with its undo, or that of a source.
            new_view: Makes the view that is drawn beside the text.
            problem: What is wrong with the text, if that is known; empty for nothing.
        """
        super().__init__()
        to_edit = _text_to_edit(asked)
        is_shown = not to_edit.why_not_shown
        text = to_edit.file.text if is_shown else ""
        # The work of a recovered text counts as unsaved: it differs from an empty one.
        is_recovered = asked.edited is None and to_edit.file.has_unsaved_work

        self.source = asked.source
        self.file = to_edit.file
        self.problems: list[Problem] = []
        self._edited_view = asked.edited  # the view whose trees are edited, if there is one
        self._new_view = new_view
        # Why the editor has an empty text area in place of the text; empty if it has the text.
        self._why_not_shown = to_edit.why_not_shown
        self._text_at_first = text
        self._problem_at_first = problem if is_shown else to_edit.why_not_shown
        self._caret_at_first = asked.at
        # The text of which the problems and the drawing are shown.
        self._text_read: str | None = None
        # What differs from this text is unsaved.
        self._saved_text = "" if is_recovered else text
        self._area = self._text_area(text, read_only=not is_shown)

    def _text_area(self, text: str, *, read_only: bool) -> Text:
        """Return the widget in which a text is written."""
        area = Text(text, show_line_numbers=True, compact=True, read_only=read_only)
        area.cursor_blink = False
        area.refuse = self.say
        return area

    def parts(self) -> ComposeResult:
        with Horizontal():
            yield self._area
            yield LineView(self._drawing, surface="panel", id="editor-drawing")
        yield Words(self._words, surface="panel")

    def _drawing(self, width: int, height: int) -> list[TextLine]:
        return [] if self.view is None else tree(self.view.snapshot, width, height)

    def on_mount(self) -> None:
        """Read and draw the text, set the caret, and keep unsaved work every two seconds.

        The caret stands where it was asked for, or else at the first problem.
        """
        self._read_trees()
        if self._caret_at_first is not None:
            row, column = self._caret_at_first
            self._go_to(row, column)
        elif self.problems:
            self._go_to_problem(self.problems[0])
        self.keep_now()  # a recovered text has unsaved work from the beginning
        self.set_interval(_KEEPS_SECONDS, self.keep_now, name="recovery")

    def give_room(self, width: int, height: int) -> None:
        self.query_one("#editor-drawing").display = width >= _LEAST_BESIDE
        least = 4 if height >= 22 else 2
        self.query_one(Words).fit(width, least, max(least, height // 4))

    @property
    def text(self) -> str:
        """What is written."""
        return self._area.text

    @property
    def has_unsaved_work(self) -> bool:
        """Whether something was written that would be lost."""
        return bool(self.text.strip()) and self.text != self._saved_text

    def unsaved(self) -> Work | None:
        work = Work(self.text, self.source.name, self.source.path, self.file.digest)
        return work if self.has_unsaved_work else None

    def heading(self, width: int) -> TextLine:
        changed = " (changed)" if self.is_mounted and self.has_unsaved_work else ""
        right = line(("bracket notation ", "quiet"))
        return badged(f"{self.source.name}{changed}", "EDITOR", right, width)

    def _words(self) -> list[TextLine]:
        """Return what is said below the text: a remark, the first problem, or what comes next."""
        if self.message:
            return [line((self.message, "bold news_text"))]
        if self.problems:
            return self._problem_lines(self.problems[0])
        text = "F5 shows it, step by step." if self.text.strip() else _BEGIN
        return [line(("✓ ", "bold decided"), (text, "quiet"))]

    def _problem_lines(self, problem: Problem) -> list[TextLine]:
        """Return a problem with its place and the number of the others; below it its hint."""
        place = ""
        message = problem.message
        if problem.line is not None:
            place = f"line {problem.line}, column {problem.column}: "
            message = as_sentence(message)
        others = len(self.problems) - 1
        more = f"  And {counted(others, 'problem', 'problems')} more." if others else ""
        first = line(("✗ ", "bold cut"), (place, "quiet"), (message, "strong"), (more, "quiet"))
        if not problem.hint:
            return [first]
        return [first, line(("hint: ", "quiet"), *sentence(problem.hint, "quiet"))]

    def on_text_area_changed(self) -> None:
        """Read what is written, once for all keys that came while it was read before."""
        if self.text != self._text_read:
            self.message = ""
            self._read_trees()

    def _read_trees(self) -> None:
        """Read what is written, and show its problems and its drawing.

        The drawing stays as it was while what is written cannot be drawn.
        """
        text = self.text
        self._text_read = text
        if not text.strip():
            self.view = None
            self.problems = self._known_problems(text)
            self.show()
            return
        read = _read_so_far(text)
        self.problems = read.problems if read.problems else self._known_problems(text)
        if read.trees:
            try:
                self.view = self._view_of(read.trees)
            except ValueError as error:  # the rules do not go with the trees
                self.problems = [Problem(self.source.name, as_sentence(str(error)))]
        self.show()

    def _known_problems(self, text: str) -> list[Problem]:
        """Return the problem of a text that was known when the editor was opened, if any."""
        if self._problem_at_first and text == self._text_at_first:
            return [Problem(self.source.name, self._problem_at_first)]
        return []

    def _view_of(self, trees: Sequence[Exercise]) -> View:
        """Return the trees as they will be shown.

        Raises:
            ValueError: The rules do not go with them.
        """
        if self._edited_view is None:
            return self._new_view(self.source, trees)
        view = self._edited_view.twin()
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
        """Show the trees as they are written, or go to what is wrong with them.

        Trees of a view are shown in that view, and those of a file in a new explorer. A text
        without trees has nothing to show.
        """
        self._read_trees()
        if self.problems:
            self._go_to_problem(self.problems[0])
        elif self.view is None:
            self.say("There is nothing to show yet.")
        elif self._edited_view is not None:
            self._return_to(self._edited_view)
        else:
            self._open_text()

    def _open_text(self) -> None:
        """Open the text in the explorer, in place of all that is shown."""
        self.file.write(self.text)
        self.forget()
        self.post_message(messages.OpenText(self.source, self.file))

    def _return_to(self, edited: View) -> None:
        """Show the text in the view whose trees are edited, and leave the editor.

        If the view cannot show it, the editor stays and says why.
        """
        try:
            if self.text != self.file.text:
                editing.show_text(edited, self.text)
        except EditError as error:
            self.say(as_sentence(str(error)))
            return
        # Leaves without a question: the view has the text now.
        self.give_up()

    def action_save(self) -> None:
        """Save what is written to its file, or under a name that is asked for.

        The trees of a view are first shown there as they are written. If the view cannot show
        them, nothing is saved.
        """
        if self._why_not_shown:  # saving would put the empty text area in place of the text
            self.say("Nothing of it is shown here, so nothing is saved.")
            return
        try:
            self._take_over_text()
        except EditError as error:
            self.say(f"Not saved: {as_sentence(str(error))}")
            return
        name = "tree.tree" if self.source.path is None else self.source.path.name
        saving = Saving(
            self, self.file, name, done=self._note_and_say_saved, read_again=self._read_again
        )
        saving.save()

    def _take_over_text(self) -> None:
        """Make what is written the text of the file, and show it in the view that is edited.

        Raises:
            EditError: The view cannot show it; then the file keeps its text.
        """
        if self._edited_view is None:
            self.file.write(self.text)
        else:
            editing.show_text(self._edited_view, self.text)

    def _note_and_say_saved(self, message: str, saved_to: Path | None) -> None:
        """Say what came of saving; take the file as that of the text from now on.

        Args:
            message: What came of it, as a sentence.
            saved_to: The file; ``None`` where nothing was saved.
        """
        if saved_to is not None:
            self.source = Source.of_file(saved_to)
            if self._edited_view is not None:
                editing.belong_to(self._edited_view, saved_to)
            self._saved_text = self.file.text
            self.forget()
        self.say(message)

    def _read_again(self) -> None:
        """Show what stands in the file by now; ``ctrl+z`` brings back what was written here."""
        try:
            self._read_file_again()
        except ValueError as error:
            self.say(f"Not read again: {as_sentence(str(error))}")
            return
        # Replaced like something that is typed, so that it can be undone.
        self._area.replace(self.file.text, (0, 0), self._area.document.end)
        self._saved_text = self.file.text
        self.forget()
        self.show()

    def _read_file_again(self) -> None:
        """Take over what stands in the file, in the view that is edited, too.

        Raises:
            ValueError: The file cannot be read, or the view cannot show it.
        """
        if self._edited_view is not None:
            editing.read_again(self._edited_view)
        elif self.source.path is not None:
            text = read_text(self.source.path)
            self.file.read_again(text, digest(text))


class _ReadSoFar(NamedTuple):
    """What was read of a text that is being written.

    Attributes:
        trees: Its trees; none where it cannot be read.
        problems: What is wrong with it.
    """

    trees: Sequence[Exercise]
    problems: list[Problem]


def _read_so_far(text: str) -> _ReadSoFar:
    """Return the trees of a text as far as it is written, and its problems.

    A text that only lacks closing brackets has its trees as well: the brackets are still to come.
    """
    try:
        return _ReadSoFar(parse_all(text), [])
    except NotationError as error:
        problems = error.problems
    missing_brackets = text.count("[") - text.count("]")
    if missing_brackets <= 0:
        return _ReadSoFar((), problems)
    closing = "]" * missing_brackets
    try:
        # On a line of their own, as the text may end in a comment.
        trees = parse_all(f"{text}\n{closing}")
    except NotationError:
        return _ReadSoFar((), problems)
    return _ReadSoFar(trees, problems)


class _TextToEdit(NamedTuple):
    """The text that is edited.

    Attributes:
        file: The text, with its undo and its file.
        why_not_shown: Why the editor cannot show it, as a sentence; empty where it can.
    """

    file: EditedText
    why_not_shown: str


def _text_to_edit(asked: messages.OpenEditor) -> _TextToEdit:
    """Return the text that is edited.

    - If the trees of a view are edited: the text of the view.
    - Else, if a text with its undo is given: that text.
    - Else the text of the source; of a file, as it stands on the disk now, where an empty one is
      as good a beginning as any.
    """
    source = asked.source
    if asked.edited is not None:
        file = editing.file_of(asked.edited)
    elif asked.file is not None:
        file = asked.file
    elif source.path is None:
        file = EditedText(source.text, source.own_path)
    else:
        try:
            data = read_bytes(source.path)
            text_on_disk = decode(data, file=str(source.path)) if data else ""
        except ValueError as error:
            return _TextToEdit(EditedText(source.text, source.own_path), str(error))
        file = EditedText(text_on_disk, source.own_path)
    return _TextToEdit(file, why_too_long(file.text, source.name))


def why_too_long(text: str, name: str, more: int = 0) -> str:
    """Return why a text is too long to be edited here; empty where it is not.

    Args:
        text: The text.
        name: What it is called in the sentence.
        more: How many characters are to be added to it.
    """
    size = len(text) + more
    if size <= _MOST_CHARACTERS:
        return ""
    return f"{name} is too long to be edited here ({grouped(size)} characters)."
