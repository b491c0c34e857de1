"""The editor: a text in the notation, the caret at its problem, the drawing while one types."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.timer import Timer
from textual.widgets import TextArea

from treeexplorer.files import ANYTHING, ChangedError, digest, write_atomically
from treeexplorer.numbers import counted
from treeexplorer.terminal.keys import FILES, key, more
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    beside,
    fitted,
    line,
    paragraph,
    sentence,
    wrapped,
)
from treeexplorer.terminal.messages import OpenGallery, OpenScreen, OpenText
from treeexplorer.terminal.panels.tree import tree
from treeexplorer.terminal.screens.base import BaseScreen
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.footer import Hints
from treeexplorer.terminal.widgets.line_view import LineView
from treeexplorer.text import as_sentence, safe

if TYPE_CHECKING:
    from treeexplorer.editing.recovery import Recovery
    from treeexplorer.notation import Exercise, Problem

LARGEST_TEXT: Final = 200_000
_AT_ONCE: Final = 2_000
_PAUSE_SECONDS: Final = 0.3
_KEEPS_SECONDS: Final = 2.0
_LEAST_BESIDE: Final = 90
_BEGIN: Final = "Write a tree: [[3 12 8] [2 4 6]], a:max[…] names, min[…] players, x unknowns."


class Editor(BaseScreen[None]):
    """A text of trees that is written; what is wrong and the drawing follow at every key.

    Args:
        source: Where the text comes from; an empty text for a new tree.
        problem: What is said at first, where the text itself is not what is wrong.
        text: What stands in the editor at first, where that is not what the source holds.
        unsaved_folder: Where unsaved work is kept for recovery; ``None`` to keep none.
        at: The line and column of the caret, from 1; the first problem where ``None``.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5", "explore", "explore", priority=True, id="explore",
                tooltip="Show the trees as they are written"),
        Binding("f4", "next_problem", "next problem", priority=True, id="next_problem",
                tooltip="Go to the next problem"),
        Binding("ctrl+s", "save", "save", priority=True, id="save_text",
                tooltip="Save the text to its file"),
        Binding("escape", "leave", "back", priority=True, id="leave_editor",
                tooltip="Leave the editor"),
        key("f1", "help", "keys", "Show all keys", "editor_help"),
        more(FILES, "f6", "format", "Set the text in its usual form"),
    ]  # fmt: skip
    AUTO_FOCUS = "#editor-text"
    DEFAULT_CSS = """
    Editor #editor-heading { height: 1; }
    Editor #editor-body { height: 1fr; }
    Editor #editor-text { width: 1fr; height: 1fr; border: none; padding: 0; }
    Editor #editor-drawing { width: 1fr; height: 1fr; }
    Editor #editor-bar { height: 1; }
    Editor #editor-said { height: 4; }
    """

    def __init__(
        self,
        source: Source,
        problem: str = "",
        text: str | None = None,
        unsaved_folder: Path | None = None,
        at: tuple[int, int] | None = None,
    ) -> None:
        super().__init__()
        self.source = source
        self._first_text, self._cannot = text_of(source)
        self._text = self._first_text if text is None else text
        self._other_problem = "" if self._cannot else problem
        self._unsaved_folder = unsaved_folder
        self._at = at
        self.problems: list[Problem] = []
        self.view: View | None = None
        self._is_unfinished = False
        self._message = ""
        self._timer: Timer | None = None
        self._recovery: Recovery | None = None
        self._kept = ""

    # -- what is on the screen -----------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Build the text, the drawing, and what is said about them."""
        yield LineView(self._heading, surface="panel", id="editor-heading")
        with Horizontal(id="editor-body"):
            yield TextArea(
                self._text, id="editor-text", show_line_numbers=True, compact=True, soft_wrap=True
            )
            yield LineView(self._drawing, surface="panel", id="editor-drawing")
        yield LineView(self._bar, id="editor-bar")
        yield LineView(self._said, id="editor-said")
        yield Hints()

    def on_mount(self) -> None:
        """Look at the text, and stand at its first problem."""
        area = self._area
        area.cursor_blink = False
        if self._cannot:
            area.read_only = True
        self._look()
        if self._at is not None:
            self._go_to(*self._at)
        elif self.problems:
            self._go_to_problem(self.problems[0])
        self.set_interval(_KEEPS_SECONDS, self.keep_now, name="recovery")

    def on_resize(self, event: events.Resize) -> None:
        """Show the drawing only where there is room for it."""
        self.query_one("#editor-drawing").display = event.size.width >= _LEAST_BESIDE
        self.query_one("#editor-said").styles.height = 4 if event.size.height >= 22 else 2

    @property
    def _area(self) -> TextArea:
        return self.query_one("#editor-text", TextArea)

    @property
    def text(self) -> str:
        """What is written."""
        return self._area.text

    @property
    def has_unsaved_work(self) -> bool:
        """Whether something was written that would be lost."""
        return bool(self.text.strip()) and self.text != self._first_text

    def show(self) -> None:
        """Show what has changed."""
        for panel in self.query(LineView):
            panel.redraw()

    def _heading(self, width: int, height: int) -> list[TextLine]:  # noqa: ARG002 - one line
        changed = " (changed)" if self.is_mounted and self.has_unsaved_work else ""
        left = line(
            (f" {self.source.name}{changed}", "bold strong"),
            "  ",
            (" EDITOR ", "bold ground on min"),
        )
        return [beside(left, line(("bracket notation ", "quiet")), width)]

    def _drawing(self, width: int, height: int) -> list[TextLine]:
        if self.view is None:
            return []
        return tree(self.view.snapshot, width, height)

    def _bar(self, width: int, height: int) -> list[TextLine]:  # noqa: ARG002 - one line
        if self._cannot:
            return [fitted(line((" ✗  It cannot be read", "bold on_cut")), width, "cut_surface")]
        if not self.problems:
            word = "unfinished" if self._is_unfinished else "nothing is wrong"
            sign, style = ("…", "bold strong") if self._is_unfinished else ("✓", "bold decided")
            left = line((f" {sign}  ", style), (word, "bold strong"))
            return [beside(left, line((self._size_words(), "quiet")), width, "current")]
        first = self._problem_at_caret()
        count = counted(len(self.problems), "problem", "problems")
        place = f"line {first.line}, column {first.column}" if first.line else ""
        left = line((f" ✗  {place}", "bold strong"))
        return [beside(left, line((f"{count} ", "bold min")), width, "min_card")]

    def _size_words(self) -> str:
        view = self.view
        if view is None:
            return ""
        trees = [exercise.tree for exercise in view.exercises]
        several = f"{len(trees)} trees: " if len(trees) > 1 else ""
        nodes = counted(sum(map(len, trees)), "node", "nodes")
        leaves = counted(sum(one.leaf_count for one in trees), "leaf", "leaves")
        return f"{several}{nodes}, {leaves} "

    def _said(self, width: int, height: int) -> list[TextLine]:
        lines = [part for text in self._words() for part in wrapped(text, width - 2)]
        shown = paragraph(lines, width - 2, height)
        return [(((" ", ""), *text) if text else BLANK) for text in shown]

    def _words(self) -> list[TextLine]:
        if self._message:
            return [line((self._message, "bold news_text"))]
        if self._cannot:
            return [sentence(self._cannot)]
        if self.problems:
            problem = self._problem_at_caret()
            lines = [sentence(f"{problem.message[:1].upper()}{problem.message[1:]}.", "strong")]
            if problem.hint:
                lines.append(sentence(problem.hint, "quiet"))
            return lines
        if self._other_problem:
            return [sentence(self._other_problem, "strong")]
        if not self.text.strip():
            return [sentence(_BEGIN, "quiet")]
        return [line(("F5 shows it, step by step.", "quiet"))]

    # -- problems ------------------------------------------------------------------------------

    def on_text_area_changed(self) -> None:
        """Look at the text: at once, or after a pause in the typing where it is long."""
        self._message = ""
        if self._timer is not None:
            self._timer.stop()
        if len(self.text) <= _AT_ONCE:
            self._look()
        else:
            self._timer = self.set_timer(_PAUSE_SECONDS, self._look)

    def on_text_area_selection_changed(self) -> None:
        """Say the problem that is nearest to the caret."""
        self.show()

    def _look(self) -> None:
        """Read the text and show what it says, or what is wrong."""
        from treeexplorer.notation import NotationError, parse_all

        self.problems, self._is_unfinished = [], False
        text = self.text
        if text != self._text:
            self._other_problem = ""
        if not text.strip():
            self.view = None
        elif not self._cannot:
            try:
                self._draw(parse_all(text))
            except NotationError as error:
                closed = _with_brackets_closed(text) if text != self._text else None
                self._is_unfinished = closed is not None
                self.problems = [] if closed is not None else error.problems
                if closed is not None:
                    self._draw(closed)
        self.show()

    def _draw(self, trees: Sequence[Exercise]) -> None:
        try:
            self.view = View(trees, self.source.name)
        except ValueError as error:
            self._other_problem = str(error)

    def _problem_at_caret(self) -> Problem:
        """Return the problem on the line of the caret, or the first one."""
        row = self._area.cursor_location[0] + 1
        return next((one for one in self.problems if one.line == row), self.problems[0])

    def _go_to_problem(self, problem: Problem) -> None:
        if problem.line is not None:
            self._go_to(problem.line, problem.column or 1)

    def _go_to(self, row: int, column: int) -> None:
        area = self._area
        area.move_cursor((row - 1, column - 1))
        area.scroll_cursor_visible(center=True)
        self.show()

    def action_next_problem(self) -> None:
        """Go to the next problem behind the caret, or to the first one."""
        row, column = self._area.cursor_location
        here = (row + 1, column + 1)
        after = [one for one in self.problems if (one.line or 0, one.column or 0) > here]
        if self.problems:
            self._go_to_problem((after or self.problems)[0])
        else:
            self._tell("Nothing is wrong.")

    # -- doing things --------------------------------------------------------------------------

    def action_explore(self) -> None:
        """Show the trees as they are written."""
        self._look()
        if not self.problems and not self._is_unfinished and self.view is not None:
            if not self._other_problem:
                from treeexplorer.editing.saving import EditedFile

                changed = self.has_unsaved_work
                self.forget()
                read = EditedFile((), self._first_text, self.source.path)
                self.post_message(
                    OpenText(self.source, self.text, is_changed=changed, digest=read.digest)
                )
                return
            self._tell(self._other_problem)
        elif self._is_unfinished:
            self._tell("Brackets are still open; close them first.")
        elif self.problems:
            self._go_to_problem(self.problems[0])
            self.app.bell()
        else:
            self._tell("There is nothing to show yet.")

    def action_format(self) -> None:
        """Set the text in its usual form."""
        from treeexplorer.notation import NotationError, format_document

        try:
            text = format_document(self.text)
        except NotationError:
            self._tell("Only a text without problems can be formatted.")
        else:
            self._area.text = text
            self._tell("Set in its usual form.")

    def action_save(self) -> None:
        """Save the text to its file; ask for a name where it has none."""
        path = self.source.path
        if path is None or self.source.is_example:
            name = "tree.tree" if path is None else path.name
            self.post_message(
                OpenScreen(
                    "prompt",
                    then=self._save_as,
                    title="Save as",
                    explanation="a file name that ends in .tree",
                    attempt=_attempt_name,
                    answer=name,
                )
            )
        else:
            self._write(path)

    def _save_as(self, name: str | None) -> None:
        if name:
            self._write(Path(name.strip()).expanduser())

    def _answered(self, answer: str | None, path: Path) -> None:
        if answer == "overwrite":
            self._write(path, overwrite=True)

    def _write(self, path: Path, *, overwrite: bool = False) -> None:
        is_own = path == self.source.path and not overwrite and path.exists()
        try:
            expected = digest(self._first_text.encode()) if is_own else ANYTHING
            write_atomically(path, self.text, expected=expected)
        except ChangedError as error:
            self.post_message(
                OpenScreen(
                    "choose",
                    then=lambda answer: self._answered(answer, path),
                    question=as_sentence(str(error.strerror)),
                    choices=[("stay", "Leave it as it is"), ("overwrite", "Write over it")],
                )
            )
            return
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            self._tell(f"Not saved: {safe(reason)}.")
            return
        self.source = Source.of_file(path)
        self._first_text = self.text
        self.forget()
        self._tell(f"Saved as {safe(path.name)}.")

    def action_leave(self) -> None:
        """Leave the editor; ask first where something was written."""
        if not self.has_unsaved_work:
            self._leave("discard")
            return
        self.post_message(
            OpenScreen(
                "choose",
                then=self._leave,
                question="What you have written is not saved.",
                choices=[
                    ("stay", "Go back to the text"),
                    ("save", "Save it"),
                    ("discard", "Discard it"),
                ],
            )
        )

    def _leave(self, answer: str | None) -> None:
        if answer == "save":
            self.action_save()
        elif answer == "discard":
            self.forget()
            if self in self.app.screen_stack[:2]:
                self.post_message(OpenGallery())
            else:
                self.dismiss()

    def _tell(self, text: str) -> None:
        self._message = text
        self.show()

    # -- recovery ------------------------------------------------------------------------------

    def keep_now(self) -> None:
        """Keep what is written for the case that the program ends suddenly."""
        if self._unsaved_folder is None or not self.has_unsaved_work or self.text == self._kept:
            return
        from treeexplorer.editing.recovery import Recovery

        if self._recovery is None:
            self._recovery = Recovery(self.source.name, self.source.path, self._unsaved_folder)
        self._kept = self.text
        try:
            self._recovery.keep(self.text)
        except OSError as error:
            self._tell(f"What you write cannot be kept: {safe(error.strerror or str(error))}.")

    def forget(self) -> None:
        """Keep nothing any more: it is opened, saved, or given up."""
        if self._recovery is not None:
            self._recovery.forget()
            self._recovery = None
        self._kept = ""


def text_of(source: Source) -> tuple[str, str]:
    """Return the text of a source, and why it cannot be shown, empty where it can."""
    from treeexplorer.notation import NotationError, read_text

    if source.path is None:
        return source.text, ""
    try:
        text = read_text(source.path)
    except NotationError as error:
        return "", str(error)
    if len(text) > LARGEST_TEXT:
        return "", f"{source.name} is too long to be edited here ({len(text):,} characters)."
    return text, ""


def _attempt_name(name: str) -> tuple[bool, str]:
    path = Path(name.strip()).expanduser()
    if path.is_dir():
        return False, "That is a folder; add a name."
    if not path.absolute().parent.is_dir():
        return False, "There is no such folder."
    there = " (there is such a file; it is replaced)" if path.exists() else ""
    return bool(name.strip()), f"↵ saves it{there}"


def _with_brackets_closed(text: str) -> Sequence[Exercise] | None:
    """Return the exercises of a text whose last brackets are still open; none if more is wrong."""
    from treeexplorer.notation import NotationError, parse_all

    missing = text.count("[") - text.count("]")
    if missing <= 0:
        return None
    try:
        return parse_all(f"{text}\n{']' * missing}")
    except NotationError:
        return None
