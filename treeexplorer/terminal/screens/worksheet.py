"""The worksheet: the tree without answers, filled in by hand on the screen.

The screen shows a worksheet (:mod:`treeexplorer.exercises.worksheet`) and hands it what is typed.
Every event makes a new worksheet, so undoing is going back to the one before.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal

from treeexplorer.engine import Record, explain
from treeexplorer.exercises.claims import Claim
from treeexplorer.exercises.entries import EntryError
from treeexplorer.exercises.worksheet import Worksheet
from treeexplorer.files import write_atomically
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.actions.checking import worst_signs
from treeexplorer.terminal.conventions import conventions
from treeexplorer.terminal.keys import bindings
from treeexplorer.terminal.screens.mode import Mode
from treeexplorer.terminal.styled import Styled
from treeexplorer.terminal.widgets.boxes import Box, Boxes
from treeexplorer.terminal.widgets.canvas import TreeCanvas
from treeexplorer.terminal.widgets.lines import Divider, Hints, Lines, TooSmall, heading
from treeexplorer.text import capitalised, safe

if TYPE_CHECKING:
    from textual.binding import BindingType

    from treeexplorer.drawing.items import Direction
    from treeexplorer.editing.recovery import Recovery


_BEGINS_AN_ENTRY: Final = frozenset("0123456789-+.=<>≥≤(∞")
_FOOTER: Final = (
    "sheet_enter",
    "sheet_cut",
    "sheet_check",
    "sheet_hint",
    "sheet_model",
    "sheet_save",
    "sheet_help",
)
_HOW: Final = (
    "Arrows move. Type a value (6), a bound (>=8) or a window (3,inf) at a node; "
    "x cuts a branch. K checks what you have."
)
_MODEL: Final = "The model answer stands beside yours. M hides it again."


class Sheet(Mode):
    """Shows a worksheet and lets one fill it in.

    Args:
        sheet: The worksheet.
        title: What the tree is called.
        path: Where it is kept, if it has been kept before.
        remark: What to say at first.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings("worksheet")
    scopes = ("worksheet",)

    def __init__(
        self, sheet: Worksheet, title: str, path: Path | None = None, remark: str = ""
    ) -> None:
        super().__init__()
        self.sheet = sheet
        self.title_text = title
        self.path = path
        self.remark = remark or _HOW
        self.shows_model = False
        self.kept = sheet.entries
        self._before: list[Worksheet] = []
        self._undone: list[Worksheet] = []
        self._record: Record | None = None
        self._recovery: Recovery | None = None
        self._writing = False

    # -- what is on the screen -----------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Build the screen from top to bottom."""
        ink = self.app.ink
        yield Lines(self._heading, id="heading")
        yield Divider(ink, "┬", self.divide)
        with Horizontal(id="body"):
            yield self.drawing()
            yield Lines(self._pane, id="beside")
        yield Divider(ink, "┴", self.divide)
        yield Lines(self._remark, id="sentence")
        yield Boxes(ink, id="entry")
        yield Divider(ink)
        yield Lines(self._progress, id="progress")
        yield Hints(ink, self.footer, id="footer")
        yield TooSmall(ink)

    def on_mount(self) -> None:
        """Show the sheet, with the cursor at the root."""
        self.query_one("#entry").display = False
        self.update()
        self.canvas.cursor = 0
        self.update()

    @property
    def cursor(self) -> int:
        """The node that is looked at."""
        return self.canvas.cursor or 0

    def update(self) -> None:
        """Show the sheet as it is now."""
        canvas, sheet = self.canvas, self.sheet
        if self._record is None or self._record.tree.claims is not sheet.entries:
            record = copy.copy(sheet.record)
            record.tree = replace(record.tree, claims=sheet.entries)
            self._record = record
        cursor = canvas.cursor
        canvas.show(self._record, self._record.steps if self.shows_model else 0)
        canvas.set_look(
            replace(
                canvas.look,
                claims=True,
                spoilers=self.shows_model,
                verdicts=worst_signs(list(sheet.marks.values())),
            )
        )
        canvas.cursor = cursor
        super().update()

    def on_resize(self, event: events.Resize) -> None:
        """Choose the layout for the room there is."""
        from treeexplorer.terminal.proportions import banner_height

        height = banner_height(event.size.width, event.size.height)
        self.query_one("#sentence").styles.height = height
        super().on_resize(event)

    def _heading(self, width: int, height: int) -> list[Styled]:  # noqa: ARG002 - one line at any height
        mode = "MODEL ANSWER" if self.shows_model else "WORKSHEET"
        rules = self.sheet.record.rules
        return heading(self.app.ink, f"{self.title_text} · {mode}", conventions(rules), width)

    def _pane(self, width: int, height: int) -> list[Styled]:
        ink, sheet, node = self.app.ink, self.sheet, self.cursor
        name = explain.label(sheet.record, node)
        lines = [ink.line((name, styles.STRONG))]
        lines += self._claims(sheet.entries_at(node), "you wrote", marked=True)
        if self.shows_model:
            lines += self._claims(sheet.model_at(node), "right is", marked=False)
        if sheet.entries.nothing_cut:
            lines.append(ink.line("you say that nothing is cut off"))
        edge = ink.line(("│", styles.QUIET))
        wrapped = [Styled(" ") + part for line in lines for part in line.wrap(width - 3)]
        return ink.block([edge + line for line in wrapped] + [edge] * height, width, height)

    def _claims(self, claims: list[Claim], words: str, *, marked: bool) -> list[Styled]:
        ink = self.app.ink
        if not claims:
            return [ink.line((f"{words}: nothing", styles.QUIET))]
        lines = []
        for claim in claims:
            mark = self.sheet.mark(claim.node, claim.kind) if marked else None
            sign = f" {mark.sign}" if mark else ""
            style = styles.GOOD if sign == " ✓" else styles.CUT
            lines.append(ink.line(f"{words}: {claim.text}", (sign, style)))
        return lines

    def _remark(self, width: int, height: int) -> list[Styled]:
        ink, sheet = self.app.ink, self.sheet
        if self.key_remark:
            lines = [ink.line(self.key_remark)]
        elif sheet.hint is not None:
            degree = ("where to look", "what to compare", "the answer")[sheet.hint.degree - 1]
            lines = [ink.line((f"Hint: {degree}", styles.STRONG)), ink.line(sheet.hint.text)]
        else:
            lines = [ink.line(capitalised(self.remark))]
        block = ink.paragraph(lines, width - 2, height)
        return ink.block([Styled(" ") + line for line in block], width, height)

    def _progress(self, width: int, height: int) -> list[Styled]:  # noqa: ARG002 - one line at any height
        ink = self.app.ink
        done, tasks = self.sheet.progress if self.sheet.marks else (None, len(self.sheet.tasks))
        written = sum(len(self.sheet.entries_at(node)) for node in range(len(self.sheet.tree)))
        left = f" {written} written down" if done is None else f" {done} of {tasks} right so far"
        kept = "not saved " if self.has_unsaved_work else ""
        return [ink.beside(ink.line((left, styles.QUIET)), ink.line((kept, styles.QUIET)), width)]

    def footer(self) -> list[tuple[str, str, str]]:
        """Return what the footer says now: id, key and word of each hint."""
        return self.hints(_FOOTER)

    # -- entries -------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Begin an entry with the first character typed."""
        if not self._writing and event.character and event.character in _BEGINS_AN_ENTRY:
            event.stop()
            event.prevent_default()
            self.write(event.character)
        elif self._writing and event.key == "escape":
            event.stop()
            event.prevent_default()
            self._stop_writing()

    def write(self, text: str = "") -> None:
        """Ask for an entry at the node that is looked at."""
        boxes = self.query_one("#entry", Boxes)
        name = explain.label(self.sheet.record, self.cursor)
        boxes.ask((Box("entry", f"{name}:", "  ↵ write down   esc give up", room=14),), text)
        boxes.display = True
        self._writing = True
        self.set_focus(boxes)

    def _stop_writing(self) -> None:
        self._writing = False
        self.set_focus(None)
        self.query_one("#entry").display = False

    def on_boxes_submitted(self, event: Boxes.Submitted) -> None:
        """Write down what was typed."""
        event.stop()
        text, node = event.answers.get("entry", ""), self.cursor
        self._stop_writing()
        self.change(lambda sheet: sheet.enter(node, text))

    def change(self, event: Callable[[Worksheet], Worksheet]) -> None:
        """Do something to the sheet, so that it can be undone; say what is wrong with it."""
        try:
            sheet = event(self.sheet)
        except EntryError as error:
            self.say(str(error))
        else:
            if sheet.entries != self.sheet.entries:
                self._before.append(self.sheet)
                self._undone.clear()
            self.sheet = sheet
            self.remark = _HOW
        self._keep()
        self.update()

    def undo(self) -> None:
        """Take the last entry back."""
        if self._before:
            self._undone.append(self.sheet)
            self.sheet = self._before.pop()
        else:
            self.say("There is nothing to take back.")
        self._keep()
        self.update()

    def redo(self) -> None:
        """Make the entry again that was taken back last."""
        if self._undone:
            self._before.append(self.sheet)
            self.sheet = self._undone.pop()
        else:
            self.say("There is nothing to make again.")
        self._keep()
        self.update()

    def move(self, direction: Direction) -> None:
        """Look at a neighbour; say where there is none."""
        if self.canvas.neighbour(direction) in {None, self.cursor}:
            self.say("There is no node that way.")
        else:
            self.canvas.move_cursor(direction)
            self.update()

    def say(self, text: str) -> None:
        """Show a remark in place of the one before, and of a hint."""
        self.remark = text
        self.sheet = replace(self.sheet, hint=None)
        self.update()

    # -- checking ------------------------------------------------------------------------------

    def check(self, *, finished: bool = False) -> None:
        """Mark every entry and explain the first wrong one."""
        self.sheet = self.sheet.check(finished=finished)
        first = self.sheet.first_wrong
        verdict = self.sheet.verdict or ""
        if first is None:
            done, tasks = self.sheet.progress
            self.remark = f"✓ {verdict} {done} of {tasks} right so far."
        else:
            self.canvas.cursor = first.claim.node
            self.remark = f"{verdict} First: {self.sheet.why(first)}"
        self.update()

    def hint(self) -> None:
        """Show a hint for the next thing to write down, and look at its node."""
        self.sheet = self.sheet.ask_hint()
        if self.sheet.hint is None:
            self.remark = "Everything is written down."
        else:
            self.canvas.cursor = self.sheet.hint.task.claim.node
        self.update()

    def toggle_model(self) -> None:
        """Show the model answer beside the entries, or hide it."""
        self.shows_model = not self.shows_model
        self.say(_MODEL if self.shows_model else _HOW)

    # -- keeping -------------------------------------------------------------------------------

    def save(self) -> None:
        """Ask for a file name and keep the sheet as a ``.tree`` file with claims."""
        from treeexplorer.terminal.screens.asking import Ask

        suggested = str(self.path or Path(f"{_file_name(self.title_text)}-answers.tree"))

        def keep(name: str | None) -> None:
            if name is not None:
                self.save_as(Path(name).expanduser())

        ask = Ask("Save the worksheet as", "A .tree file with your answers", answer=suggested)
        self.app.push_screen(ask, keep)

    def save_as(self, path: Path) -> None:
        """Keep the sheet under a path."""
        try:
            write_atomically(path, self.sheet.text())
        except OSError as error:
            self.say(f"It could not be saved: {safe(error.strerror or str(error))}")
        else:
            self.path = path
            self.kept = self.sheet.entries
            self._keep()
            self.say(f"Saved as {safe(str(path))}; W goes on with it when it is opened again.")

    @property
    def has_unsaved_work(self) -> bool:
        """Whether answers would be lost without this screen."""
        return self.kept != self.sheet.entries

    def keep_now(self) -> None:
        """Keep the answers for recovery, because the program ends."""
        self._keep()

    def _keep(self) -> None:
        """Keep answers that are not saved, for the case that the program ends suddenly."""
        from treeexplorer.editing.recovery import Recovery

        folder = self.app.unsaved_folder
        if not self.has_unsaved_work:
            self._forget()
        elif folder is not None:
            if self._recovery is None:
                self._recovery = Recovery(f"{self.title_text}, worksheet", None, folder)
            try:
                self._recovery.keep(self.sheet.text())
            except OSError as error:
                self.remark = f"Your answers cannot be kept: {safe(error.strerror or str(error))}"

    def _forget(self) -> None:
        if self._recovery is not None:
            self._recovery.forget()
            self._recovery = None

    def leave(self) -> None:
        """Return to the explorer; ask first where something would be lost."""
        if not self.has_unsaved_work:
            self.dismiss()
            return
        from treeexplorer.terminal.screens.asking import Ask

        def decide(answer: str | None) -> None:
            if answer is not None and answer.strip().lower().startswith("y"):
                self._forget()
                self.dismiss()

        self.app.push_screen(
            Ask("Leave without saving your answers?", "y leaves, esc stays (ctrl+s saves)"), decide
        )

    # -- what the widgets report ---------------------------------------------------------------

    def on_tree_canvas_node_highlighted(self, event: TreeCanvas.NodeHighlighted) -> None:
        """Look at the node that was clicked."""
        self.canvas.cursor = event.node
        self.update()

    def on_tree_canvas_node_chosen(self, event: TreeCanvas.NodeChosen) -> None:
        """Write at the node that was double-clicked."""
        self.canvas.cursor = event.node
        self.write()


def _file_name(title: str) -> str:
    """Return a title as a plain file name."""
    plain = "".join(sign if sign.isalnum() else "-" for sign in title.lower())
    return "-".join(part for part in plain.split("-") if part)[:40] or "worksheet"
