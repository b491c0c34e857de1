"""Trees typed in notation: what is wrong, and the drawing, follow while one types."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import TextArea

from treeexplorer.numbers import counted
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.keys import bindings
from treeexplorer.terminal.screens.footed import Footed
from treeexplorer.terminal.session import Session
from treeexplorer.terminal.styled import Styled
from treeexplorer.terminal.widgets.canvas import TreeCanvas
from treeexplorer.terminal.widgets.lines import Divider, Hints, Lines, TooSmall, heading

if TYPE_CHECKING:
    from pathlib import Path

    from textual.binding import BindingType

    from treeexplorer.editing.recovery import Recovery
    from treeexplorer.notation import NotationError
    from treeexplorer.terminal.app import ExplorerApp
    from treeexplorer.tree import GameTree

LARGEST_TEXT: Final = 200_000
_AT_ONCE: Final = 2_000
_PAUSE: Final = 0.3
_KEEPS_EVERY: Final = 2.0
_FOOTER: Final = ("writing_open", "writing_leave", "writing_help")
_BEGIN: Final = "Write a tree: [[3 12 8] [2 4 6]], a:max[…] names, min[…] players, x unknowns."


class Writing(Footed, Screen["str | None"]):
    """A text in the notation, dismissed with the text when it is right and accepted.

    Args:
        title: What the text is called.
        text: What stands there at first.
        draft: What was written before in its place, if anything.
        path: The file it belongs to, if there is one.
        digest: The digest of what that file held when it was read.
        take: Takes a text that is right, or returns why it cannot.
    """

    CSS_PATH = "writing.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings("writing")
    AUTO_FOCUS = "#text"
    scopes = ("writing",)

    app: ExplorerApp

    def __init__(
        self,
        title: str,
        text: str = "",
        draft: str = "",
        path: Path | None = None,
        digest: str | None = None,
        take: Callable[[str], str] = lambda _: "",
    ) -> None:
        super().__init__()
        self._take = take
        self._path, self._digest = path, digest
        self._title_text = title
        self._first_text = text
        self._draft = draft or text
        self._trees: list[GameTree] = []
        self._problem = ""
        self._hint = _BEGIN
        self._is_unfinished = False
        self._timer: Timer | None = None
        self._keeps: Timer | None = None
        self._recovery: Recovery | None = None
        self._kept = ""
        self._is_done = False

    def compose(self) -> ComposeResult:
        """Build the text, what is said about it, and the drawing."""
        ink = self.app.ink
        yield Lines(
            lambda width, _: heading(ink, self._title_text, "bracket notation", width),
            id="heading",
        )
        yield Divider(ink)
        yield TextArea(self._draft, id="text", show_line_numbers=True, compact=True)
        yield Divider(ink)
        yield Lines(self._said, id="said")
        yield Divider(ink)
        canvas = TreeCanvas(ascii_only=ink.ascii_only, id="drawing")
        canvas.view = "whole"
        canvas.can_focus = False
        yield canvas
        yield Hints(ink, self.footer, id="footer")
        yield TooSmall(ink)

    def on_resize(self, event: events.Resize) -> None:
        """Choose the layout for the room there is."""
        self.set_class(event.size.height < 18, "-low")

    def on_mount(self) -> None:
        """Look at the text that is there at first."""
        self.query_one("#text", TextArea).cursor_blink = False
        self._look()
        self._begin_to_keep()

    @property
    def text(self) -> str:
        """What is written."""
        return self.query_one("#text", TextArea).text

    @property
    def is_changed(self) -> bool:
        """Whether something was written that would be lost."""
        return bool(self.text.strip()) and self.text != self._first_text

    # -- what is written -----------------------------------------------------------------------

    def on_text_area_changed(self) -> None:
        """Look at the text: at once, or after a pause in the typing where it is long."""
        if self._timer is not None:
            self._timer.stop()
        if len(self.text) <= _AT_ONCE:
            self._look()
        else:
            self._timer = self.set_timer(_PAUSE, self._look)
        self._begin_to_keep()

    def _begin_to_keep(self) -> None:
        """Keep what is written from the first change on."""
        if self._keeps is None and self.app.unsaved_folder is not None and self.is_changed:
            self._keeps = self.set_interval(_KEEPS_EVERY, self._keep)
            self._keep()

    def keep_now(self) -> None:
        """Keep what is written for recovery, because the program ends."""
        if self.is_changed and not self._is_done:
            self._keep()

    def _keep(self) -> None:
        """Keep what is written for the case that the program ends suddenly."""
        from treeexplorer.editing.recovery import Recovery

        if self._recovery is None and self.app.unsaved_folder is not None:
            self._recovery = Recovery(
                self._title_text, self._path, self.app.unsaved_folder, self._digest
            )
        if self._recovery is not None and self.text != self._kept:
            self._kept = self.text
            try:
                self._recovery.keep(self.text)
            except OSError as error:
                self._recovery = None
                reason = error.strerror or str(error)
                self.notify(f"what you write cannot be kept: {reason}", markup=False)

    def on_unmount(self) -> None:
        """Keep it no longer: it was opened, or given up."""
        if self._is_done and self._recovery is not None:
            self._recovery.forget()

    def on_text_area_selection_changed(self) -> None:
        """Draw the tree in which the cursor is."""
        if self._trees and not self._problem:
            self._draw()

    def _look(self) -> None:
        """Read the text and show what it says, or what is wrong."""
        from treeexplorer.notation import NotationError, parse_all

        self._problem = self._hint = ""
        self._is_unfinished = False
        text = self.text
        if not text.strip():
            self._trees, self._hint = [], _BEGIN
        else:
            try:
                self._trees = parse_all(text)
            except NotationError as error:
                self._explain(error)
                closed = _with_brackets_closed(text)
                self._is_unfinished = bool(closed)
                self._trees = closed or self._trees
            if self._trees:
                self._draw()
        self.query_one("#drawing").visible = bool(self._trees)
        self.query_one("#said").refresh()

    def _explain(self, error: NotationError) -> None:
        problem = error.problems[0]
        place = f"line {problem.line}, column {problem.column}: " if problem.line else ""
        more = len(error.problems) - 1
        self._problem = f"{place}{problem.message}" + (f" (and {more} more)" if more else "")
        self._hint = problem.hint or ""

    def _draw(self) -> None:
        """Draw the tree in which the cursor is, and say how large it is if all is right."""
        from treeexplorer.notation import notices

        index = self._at_cursor()
        tree = self._trees[index]
        try:
            session = Session([tree], "")
        except ValueError as error:
            self._problem = self._problem or str(error)
            return
        self.query_one("#drawing", TreeCanvas).show(session.record, 0)
        if self._problem:
            return
        several = f"tree {index + 1} of {len(self._trees)}: " if len(self._trees) > 1 else ""
        nodes = counted(len(tree), "node", "nodes")
        leaves = counted(tree.leaf_count, "leaf", "leaves")
        self._hint = several + ", ".join([nodes, leaves, *notices(tree)])
        self.query_one("#said").refresh()

    def _at_cursor(self) -> int:
        """Return which tree the cursor is in, or the one below it."""
        row = self.query_one("#text", TextArea).cursor_location[0] + 1
        for index, tree in enumerate(self._trees):
            if tree.positions is not None and tree.positions.of_node(len(tree) - 1)[0] >= row:
                return index
        return len(self._trees) - 1

    def _said(self, width: int, height: int) -> list[Styled]:
        ink = self.app.ink
        style = styles.STRONG if self._is_unfinished else styles.CUT
        lines = [ink.line((self._problem, style))] if self._problem else []
        if self._hint:
            lines.append(ink.line((self._hint, styles.QUIET)))
        shown = ink.paragraph(lines, width - 2, height)
        return ink.block([Styled(" ") + line for line in shown], width, height)

    def footer(self) -> list[tuple[str, str, str]]:
        """Return what the footer says now: id, key and word of each hint."""
        return self.hints(_FOOTER)

    # -- doing things --------------------------------------------------------------------------

    def accept(self) -> None:
        """Hand over the text if it is right."""
        self._look()
        if not self._problem and self._trees:
            self._problem = self._take(self.text)
            if not self._problem:
                self._finish(self.text)
                return
            self.query_one("#said").refresh()
        self.app.bell()

    def _finish(self, text: str | None) -> None:
        self._is_done = True
        self.dismiss(text)

    def give_up(self) -> None:
        """Return without the text; ask first where something was written."""
        if not self.is_changed:
            self._finish(None)
            return
        from treeexplorer.terminal.screens.question import Question

        def answered(answer: str | None) -> None:
            if answer == "d":
                self._finish(None)

        self.app.push_screen(
            Question(
                "What you have written is not kept.",
                "Go back to open it, or discard it.",
                [("d", "discard it")],
            ),
            answered,
        )


def _with_brackets_closed(text: str) -> list[GameTree]:
    """Return the trees of a text whose last brackets are still open; none if more is wrong."""
    from treeexplorer.notation import NotationError, parse_all

    missing = text.count("[") - text.count("]")
    if missing <= 0:
        return []
    try:
        return parse_all(f"{text}\n{']' * missing}")
    except NotationError:
        return []
