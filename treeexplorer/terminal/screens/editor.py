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
from treeexplorer.terminal.panels.status import render_title_with_badge
from treeexplorer.terminal.screens.base import WritingScreen
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.view import NewView, View
from treeexplorer.terminal.widgets.line_view import LineView, Words
from treeexplorer.text import as_sentence

_MAX_CHARACTERS: Final = 40_000  # Textual wraps a whole line at every key
_BACKUP_INTERVAL_SECONDS: Final = 2.0
_MIN_WIDTH_WITH_DRAWING: Final = 90
_HINT_FOR_EMPTY_TEXT: Final = (
    "Write a tree: [[3 12 8] [2 4 6]], a:max[…] names, min[…] players, x unknowns."
)


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
        # What is edited, and how the editor opens with it.
        self.source = asked.source
        self._edited_view = asked.edited  # the view whose trees are edited, if there is one
        self._new_view = new_view
        self._opening = _load_text_to_edit(asked, problem)
        self._caret_at_first = asked.at

        # What changes while the text is edited.
        self.file = self._opening.file
        self._saved_text = self._opening.saved_text  # the text is unsaved while it differs
        self._parsed_text: str | None = None  # whose problems and drawing are shown
        self.problems: list[Problem] = []
        self._area = self._build_text_area(
            self._opening.shown_text, read_only=self._opening.is_refused
        )

    def _build_text_area(self, text: str, *, read_only: bool) -> Text:
        """Create the widget in which the text is edited."""
        area = Text(text, show_line_numbers=True, compact=True, read_only=read_only)
        area.cursor_blink = False
        area.refuse = self.say
        return area

    def parts(self) -> ComposeResult:
        with Horizontal():
            yield self._area
            yield LineView(self._render_drawing, surface="panel", id="editor-drawing")
        yield Words(self._render_words, surface="panel")

    def _render_drawing(self, width: int, height: int) -> list[TextLine]:
        return [] if self.view is None else tree(self.view.snapshot, width, height)

    def on_mount(self) -> None:
        """Parse and draw the text, place the caret, and back up unsaved work every two seconds.

        The caret starts at the requested position, or else at the first problem.
        """
        self._read_trees()
        if self._caret_at_first is not None:
            row, column = self._caret_at_first
            self._move_caret(row, column)
        elif self.problems:
            self._move_caret_to_problem(self.problems[0])
        self.keep_now()  # a recovered text has unsaved work from the beginning
        self.set_interval(_BACKUP_INTERVAL_SECONDS, self.keep_now, name="recovery")

    def give_room(self, width: int, height: int) -> None:
        self.query_one("#editor-drawing").display = width >= _MIN_WIDTH_WITH_DRAWING
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
        return render_title_with_badge(f"{self.source.name}{changed}", "EDITOR", right, width)

    def _render_words(self) -> list[TextLine]:
        """Return the text below the editor: a remark, or the first problem, or what to do next."""
        if self.message:
            return [line((self.message, "bold news_text"))]
        if self.problems:
            return self._render_problem(self.problems[0])
        text = "F5 shows it, step by step." if self.text.strip() else _HINT_FOR_EMPTY_TEXT
        return [line(("✓ ", "bold decided"), (text, "quiet"))]

    def _render_problem(self, problem: Problem) -> list[TextLine]:
        """Return a problem with its place and the number of other problems; below it its hint."""
        place = ""
        message = problem.message
        if problem.line is not None:
            place = f"line {problem.line}, column {problem.column}: "
            message = as_sentence(message)

        others = len(self.problems) - 1
        more = f"  And {counted(others, 'problem', 'problems')} more." if others else ""

        lines = [line(("✗ ", "bold cut"), (place, "quiet"), (message, "strong"), (more, "quiet"))]
        if problem.hint:
            lines.append(line(("hint: ", "quiet"), *sentence(problem.hint, "quiet")))
        return lines

    def on_text_area_changed(self) -> None:
        """Parse the text; several keys that came while it was parsed before cost this only once."""
        if self.text != self._parsed_text:
            self.message = ""
            self._read_trees()

    def _read_trees(self) -> None:
        """Parse the text, and show its problems and its drawing."""
        text = self.text
        read = self._read_text(text)
        self.view = read.view
        self.problems = read.problems
        self._parsed_text = text
        self.show()

    def _read_text(self, text: str) -> _ReadText:
        """Return what is shown of a text: a drawing of its first tree, and its problems.

        ======================================  ===================  =====================
        the text                                is drawn             has the problems
        ======================================  ===================  =====================
        is blank                                not at all           of the opening
        has no tree: ``3 12]``                  as it was before     that the parser finds
        has a tree but for brackets: ``[[3 12`` as ``[[3 12]]``      that the parser finds
        has a tree that the rules do not allow  as it was before     that the rules find
        is right                                as it is             of the opening
        ======================================  ===================  =====================

        The problem of the opening, such as that the tree was refused elsewhere, ends with the first
        change of the text.
        """
        if not text.strip():
            return _ReadText(None, self._collect_initial_problems(text))

        parsed = _parse_unfinished_text(text)
        problems = parsed.problems
        if not problems:
            problems = self._collect_initial_problems(text)
        if not parsed.trees:
            return _ReadText(self.view, problems)
        try:
            return _ReadText(self._build_view(parsed.trees), problems)
        except ValueError as error:  # the rules do not go with the trees
            return _ReadText(self.view, [Problem(self.source.name, as_sentence(str(error)))])

    def _collect_initial_problems(self, text: str) -> list[Problem]:
        """Return the problem with which the editor was opened, if the text is still the same."""
        if self._opening.problem and text == self._opening.shown_text:
            return [Problem(self.source.name, self._opening.problem)]
        return []

    def _build_view(self, trees: Sequence[Exercise]) -> View:
        """Return a view of the trees, as they will be explored.

        Raises:
            ValueError: The rules do not go with the trees.
        """
        if self._edited_view is None:
            return self._new_view(self.source, trees)
        view = self._edited_view.twin()
        view.go_to(0)
        view.replace_exercises(trees)
        return view

    def _move_caret_to_problem(self, problem: Problem) -> None:
        if problem.line is not None:
            self._move_caret(problem.line, 1 if problem.column is None else problem.column)

    def _move_caret(self, row: int, column: int) -> None:
        self._area.move_cursor((row - 1, column - 1))
        self._area.scroll_cursor_visible(center=True)
        self.show()

    def action_explore(self) -> None:
        """Show the trees in the explorer, or move the caret to the first problem.

        Trees of a view are shown in that view, those of a file in a new explorer.
        """
        self._read_trees()
        if self.problems:
            self._move_caret_to_problem(self.problems[0])
        elif self.view is None:
            self.say("There is nothing to show yet.")
        elif self._edited_view is not None:
            self._show_in_view_and_leave(self._edited_view)
        else:
            self._open_in_explorer()

    def _open_in_explorer(self) -> None:
        """Open the text in a new explorer that replaces all screens."""
        self.file.write(self.text)
        self.forget()
        self.post_message(messages.OpenText(self.source, self.file))

    def _show_in_view_and_leave(self, edited: View) -> None:
        """Show the text in the view whose trees are edited, and leave the editor.

        If the view cannot show it, the editor stays and says why.
        """
        is_changed = self.text != self.file.text
        if is_changed:
            try:
                editing.show_text(edited, self.text)
            except EditError as error:
                self.say(as_sentence(str(error)))
                return
        # Leaves without a question: the view has the text now.
        self.give_up()

    def action_save(self) -> None:
        """Save the text to its file, or ask for a file name if it has none.

        Trees of a view are shown in the view first. If the view cannot show them, nothing is saved.
        """
        if self._opening.is_refused:  # saving would put the empty text area in place of the text
            self.say("Nothing of it is shown here, so nothing is saved.")
            return
        try:
            self._apply_text()
        except EditError as error:
            self.say(f"Not saved: {as_sentence(str(error))}")
            return
        name = "tree.tree" if self.source.path is None else self.source.path.name
        saving = Saving(
            self, self.file, name, done=self._handle_saved, read_again=self._replace_by_file_text
        )
        saving.save()

    def _apply_text(self) -> None:
        """Put the text into the edited file, and show it in the view that is edited.

        Raises:
            EditError: The view cannot show it; then the file keeps its text.
        """
        if self._edited_view is None:
            self.file.write(self.text)
        else:
            editing.show_text(self._edited_view, self.text)

    def _handle_saved(self, message: str, saved_to: Path | None) -> None:
        """Say what saving has come to; from now on the text belongs to the file it was saved to.

        Args:
            message: The result, as a sentence.
            saved_to: The file; ``None`` if nothing was saved.
        """
        if saved_to is not None:
            self._take_over_file(saved_to)
        self.say(message)

    def _take_over_file(self, path: Path) -> None:
        """Let the text, and the view that is edited, belong to the file that now has the text."""
        self.source = Source.of_file(path)
        if self._edited_view is not None:
            editing.belong_to(self._edited_view, path)
        self._saved_text = self.file.text
        self.forget()  # the backup for a recovery is not needed any more

    def _replace_by_file_text(self) -> None:
        """Replace the text by the current content of the file; ``ctrl+z`` undoes that."""
        try:
            self._reread_file()
        except ValueError as error:
            self.say(f"Not read again: {as_sentence(str(error))}")
            return
        # Replaced like something that is typed, so that it can be undone.
        self._area.replace(self.file.text, (0, 0), self._area.document.end)
        self._saved_text = self.file.text
        self.forget()
        self.show()

    def _reread_file(self) -> None:
        """Read the file again, also into the view that is edited.

        Raises:
            ValueError: The file cannot be read, or the view cannot show it.
        """
        if self._edited_view is not None:
            editing.read_again(self._edited_view)
        elif self.source.path is not None:
            text = read_text(self.source.path)
            self.file.read_again(text, digest(text))


class _ReadText(NamedTuple):
    """What is shown of a text: the view of its trees, if there is one, and its problems."""

    view: View | None
    problems: list[Problem]


class _ParsedText(NamedTuple):
    """What was read of a text that is being written.

    Attributes:
        trees: Its trees; none where it cannot be read.
        problems: What is wrong with it.
    """

    trees: Sequence[Exercise]
    problems: list[Problem]


def _parse_unfinished_text(text: str) -> _ParsedText:
    """Parse a text that is still being typed, in which the last brackets may be missing.

    For example ``[[3 12] [2`` has the tree of ``[[3 12] [2]]``, and the problem that brackets are
    missing.
    """
    try:
        return _ParsedText(trees=parse_all(text), problems=[])
    except NotationError as error:
        problems = error.problems

    missing_brackets = text.count("[") - text.count("]")
    if missing_brackets <= 0:
        return _ParsedText(trees=(), problems=problems)
    closing = "]" * missing_brackets
    try:
        # On a line of their own, as the text may end in a comment.
        trees = parse_all(f"{text}\n{closing}")
    except NotationError:
        return _ParsedText(trees=(), problems=problems)
    return _ParsedText(trees, problems)


class _Opening(NamedTuple):
    """What the editor opens with.

    Attributes:
        file: The text that is edited, with its undo and its file.
        shown_text: What stands in the text area; nothing if the text is refused.
        saved_text: What counts as saved of it.
        problem: What is wrong with the text, as a sentence; empty for nothing.
        is_refused: Whether the editor cannot show the text, for the reason in ``problem``.
    """

    file: EditedText
    shown_text: str
    saved_text: str
    problem: str
    is_refused: bool


def _load_text_to_edit(request: messages.OpenEditor, problem: str) -> _Opening:
    """Load the text that is asked for, or find out why the editor cannot show it.

    Args:
        request: Which text.
        problem: What is known to be wrong with it; empty for nothing.
    """
    try:
        file = _load_file(request)
        refusal = why_too_long(file.text, request.source.name)
    except ValueError as error:
        file = EditedText(request.source.text, request.source.own_path)
        refusal = str(error)
    if refusal:
        return _Opening(file, shown_text="", saved_text="", problem=refusal, is_refused=True)

    # Unsaved work that nobody has edited here is that of a program that ended: nothing is saved.
    is_recovered = request.edited is None and file.has_unsaved_work
    saved_text = "" if is_recovered else file.text
    return _Opening(file, file.text, saved_text, problem, is_refused=False)


def _load_file(request: messages.OpenEditor) -> EditedText:
    """Return the text to edit: that of a view, or a given text, or that of the source.

    The source's file may have changed since it was read, so it is read from the disk again.

    Raises:
        ValueError: It cannot be read, or is no text.
    """
    source = request.source
    if request.edited is not None:
        return editing.file_of(request.edited)
    if request.file is not None:
        return request.file
    if source.path is None:
        return EditedText(source.text, source.own_path)
    return EditedText(_read_text_on_disk(source.path), source.own_path)


def _read_text_on_disk(path: Path) -> str:
    """Return the text of a file; an empty file, which is no document, has an empty text.

    Raises:
        ValueError: It cannot be read, or is no text.
    """
    data = read_bytes(path)
    if not data:
        return ""
    return decode(data, file=str(path))


def why_too_long(text: str, name: str, more: int = 0) -> str:
    """Return why a text is too long to be edited here; empty where it is not.

    Args:
        text: The text.
        name: What it is called in the sentence.
        more: How many characters are to be added to it.
    """
    size = len(text) + more
    if size <= _MAX_CHARACTERS:
        return ""
    return f"{name} is too long to be edited here ({grouped(size)} characters)."
