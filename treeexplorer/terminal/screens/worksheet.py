"""The worksheet: the tree without answers, its boxes in the cards, filled in by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from treeexplorer.drawing.runs import Answer, Look
from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.exercises.check import Mark
from treeexplorer.exercises.judge import claim_text
from treeexplorer.exercises.tasks import EntryError
from treeexplorer.exercises.worksheet import Worksheet
from treeexplorer.files import write_atomically
from treeexplorer.notation import Claim
from treeexplorer.terminal.keys import EXERCISES, LOOK, key, more
from treeexplorer.terminal.lines import (
    BLANK,
    Piece,
    TextLine,
    beside,
    columns,
    fitted,
    line,
    paragraph,
    sentence,
    wrapped,
)
from treeexplorer.terminal.messages import OpenScreen
from treeexplorer.terminal.panels.heading import heading
from treeexplorer.terminal.panels.tree import tree
from treeexplorer.terminal.screens.base import BaseScreen
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.answer_form import AnswerForm, Box
from treeexplorer.terminal.widgets.footer import Hints
from treeexplorer.terminal.widgets.line_view import LineView
from treeexplorer.text import safe, shorten

if TYPE_CHECKING:
    from treeexplorer.editing.recovery import Recovery

_BEGINS_AN_ENTRY: Final = frozenset("0123456789-+.=<>≥≤(∞")
_LEAST_SIDE: Final = 76
_HOW: Final = "Write =6 or 6 for a value, >=8 or <=2 for a bound, 3,inf for a window."
_HOW_WITHOUT_WINDOWS: Final = "Write =6 or 6 for a value."
_CALM: Final = "Nothing is marked until you check. A blank is not a mistake."
_MODEL: Final = "The model answer stands beside yours. M hides it again."
_DEGREES: Final = ("where to look", "what to compare", "the answer")
_COLUMNS: Final = (0, 9, 20, 28)
_FIELDS: Final = (0, 7, 18)


class Sheet(BaseScreen[None]):
    """Shows a worksheet and lets one fill it in.

    Args:
        view: The tree; its search stays where it is.
        unsaved_folder: Where unsaved answers are kept for recovery; ``None`` to keep none.

    Raises:
        ValueError: There is no answer: an unknown leaf is reached.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "write", "write", "Write at this node", "sheet_write"),
        key("tab", "next_blank", "next blank", "Go to the next blank", "sheet_blank"),
        key("x,slash", "cross", "cross", "Cross out the branch to this node", "sheet_cross"),
        key("K", "check", "check", "Check what is written", "sheet_check"),
        key("f2", "hint", "hint", "Show a hint, each time a clearer one", "sheet_hint"),
        key("ctrl+s", "save", "save", "Save your answers as a .tree file", "sheet_save"),
        key("escape", "leave", "leave", "Go back to the tree", "sheet_leave"),
        more(LOOK, "left,h", "move(-1)", "Go to the sibling on the left", "sheet_left"),
        more(LOOK, "right,l", "move(1)", "Go to the sibling on the right", "sheet_right"),
        more(LOOK, "down,j", "down", "Go to the first child", "sheet_down"),
        more(LOOK, "up,k", "up", "Go to the parent", "sheet_up"),
        more(LOOK, "shift+tab", "previous_blank", "Go to the blank before", "sheet_blank_before"),
        more(EXERCISES, "delete,backspace", "erase", "Erase what is written here", "sheet_erase"),
        more(EXERCISES, "N", "nothing", "Say that nothing is cut off", "sheet_nothing"),
        more(EXERCISES, "C", "check_all", "Check, every branch being decided", "sheet_finish"),
        more(EXERCISES, "M", "model", "Show the model answer, or hide it", "sheet_model"),
        more(EXERCISES, "ctrl+z", "undo", "Take the last entry back", "sheet_undo"),
        more(EXERCISES, "ctrl+y", "redo", "Make it again", "sheet_redo"),
        more(EXERCISES, "ctrl+c", "leave", "Go back to the tree", "sheet_away"),
    ]
    DEFAULT_CSS = """
    Sheet #sheet-heading, Sheet #sheet-bar, Sheet #sheet-foot { height: 1; }
    Sheet #sheet-body { height: 1fr; }
    Sheet #sheet-tree { width: 1fr; height: 1fr; }
    Sheet #sheet-side { width: 38%; max-width: 60; height: 1fr; }
    Sheet #sheet-entry { height: 1; }
    Sheet #sheet-words { height: 3; }
    """

    def __init__(self, view: View, unsaved_folder: Path | None = None) -> None:
        super().__init__()
        self.view = view.twin()
        self.view.search_on(1.0)
        self.sheet = Worksheet.opened(view.exercises[view.index], view.rules)
        self.cursor = 0
        self.kept = self.sheet.entries
        self.shows_model = False
        self.message = ""
        self.is_writing = False
        self._before: list[Worksheet] = []
        self._undone: list[Worksheet] = []
        self._path: Path | None = None
        self._unsaved_folder = unsaved_folder
        self._recovery: Recovery | None = None

    # -- what is on the screen -----------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Build the screen from top to bottom."""
        yield LineView(self._heading, surface="panel", id="sheet-heading")
        with Horizontal(id="sheet-body"):
            yield LineView(self._tree, id="sheet-tree")
            yield LineView(self._side, surface="panel", id="sheet-side")
        yield LineView(self._bar, id="sheet-bar")
        yield AnswerForm(id="sheet-entry")
        yield LineView(self._words, id="sheet-words")
        yield LineView(self._foot, id="sheet-foot")
        yield Hints()

    def on_mount(self) -> None:
        """Begin at the first blank."""
        blanks = self.blanks
        self.cursor = blanks[0] if blanks else 0
        self.show()

    @property
    def form(self) -> AnswerForm:
        """The box that is written into."""
        return self.query_one(AnswerForm)

    @property
    def blanks(self) -> list[int]:
        """The nodes at which something is to be written and nothing is, in drawing order."""
        written = {node for node, kind in self.sheet.entries if kind != "window"}
        wanted = {node for node, kind in self.sheet.boxes if kind == "value"}
        return sorted(wanted - written)

    @property
    def crossed(self) -> int:
        """How many branches are crossed out."""
        return sum(kind == "cut" for _, kind in self.sheet.entries)

    @property
    def has_unsaved_work(self) -> bool:
        """Whether answers would be lost without this screen."""
        return self.kept != self.sheet.entries

    def show(self) -> None:
        """Show the sheet as it is now."""
        self.form.display = self.is_writing
        self._give_room()
        for panel in self.query(LineView):
            panel.redraw()

    def on_resize(self, event: events.Resize) -> None:  # noqa: ARG002 - Textual's signature
        """Divide the room anew."""
        self._give_room()

    def _give_room(self) -> None:
        width, height = self.app.size
        self.query_one("#sheet-side").display = width >= _LEAST_SIDE
        self.query_one("#sheet-foot").display = height >= 24
        needed = len([part for text in self._sentences() for part in wrapped(text, width - 2)])
        least = 1 if height < 22 else 3
        self.query_one("#sheet-words").styles.height = max(least, min(needed, height // 3))

    def _heading(self, width: int, height: int) -> list[TextLine]:  # noqa: ARG002 - one line
        mode = "MODEL ANSWER" if self.shows_model else "WORKSHEET"
        return [heading(self.view, width, mode)]

    def _tree(self, width: int, height: int) -> list[TextLine]:
        look = Look(spoilers=False, cursor=self.cursor, answers=self._answers())
        return tree(self.view.snapshot, width, height, look)

    def _answers(self) -> dict[int, Answer]:
        """Return what is written at each node, for the boxes of the drawing."""
        entries, shown = self.sheet.entries, self.view.tree
        found: dict[int, Answer] = {}
        for node in range(len(shown)):
            claims = {
                claim.kind: claim_text(self.view.tree, claim)
                for claim in self.sheet.entries_at(node)
            }
            value = claims.get("value", claims.get("bound"))
            window: str | None = claims.get("window", "")
            if node == self.cursor and not window and self._has_windows:
                window = None
            is_leaf = shown.is_leaf(node)
            found[node] = Answer(
                "" if is_leaf else value,
                "" if is_leaf else window,
                crossed=(node, "cut") in entries,
                here="value" if node == self.cursor and not is_leaf else "",
            )
        return found

    @property
    def _has_windows(self) -> bool:
        return algorithm_of(self.view.rules).has_windows

    def _side(self, width: int, height: int) -> list[TextLine]:
        room = width - 4
        lines: list[TextLine] = [BLANK, self._node_line(), BLANK]
        if self._has_windows:
            lines += [self._field("window", "window", "on entry"), BLANK]
        hint = "6 or >=8" if self._has_windows else "6"
        lines += [self._field("value", "value", hint), BLANK]
        if self._has_windows:
            crossed = (self.cursor, "cut") in self.sheet.entries
            box = _box("yes" if crossed else "no")
            lines += [columns([line(("cut", "quiet")), box, _quiet("x cross")], _FIELDS), BLANK]
        lines += [*self._written(room, max(0, height - len(lines) - 5)), BLANK]
        lines += self._progress(room)
        return [((("  ", ""), *text) if text else BLANK) for text in lines[:height]]

    def _node_line(self) -> TextLine:
        record, node = self.sheet.record, self.cursor
        player = record.player(node)
        name = sentence(self.view.snapshot.signed(node), "bold")
        words = player.value.upper() if player is not None else "leaf"
        return columns([name, line((words, "strong"))], [0, 10])

    def _field(self, name: str, kind: str, hint: str) -> TextLine:
        kinds = {"value": ("value", "bound"), "window": ("window",)}[kind]
        found = [claim for claim in self.sheet.entries_at(self.cursor) if claim.kind in kinds]
        text = claim_text(self.view.tree, found[0]) if found else ""
        sign: TextLine = self._mark(found[0]) if found else BLANK
        return columns([line((name, "quiet")), (*_box(text or "?"), *sign), _quiet(hint)], _FIELDS)

    def _mark(self, claim: Claim) -> TextLine:
        mark = self.sheet.mark(claim.node, claim.kind)
        if mark is None:
            return BLANK
        return line((f" {mark.sign}", "bold decided" if mark is Mark.RIGHT else "bold cut"))

    def _written(self, width: int, height: int) -> list[TextLine]:
        """Return a table of the nodes to fill in, around the one at hand."""
        if height < 3:
            return []
        words = ("", "window", "value", "crossed") if self._has_windows else ("", "value")
        head = columns([_quiet(word) for word in words], _COLUMNS)
        nodes = [node for node in range(len(self.view.tree)) if self._is_listed(node)]
        at = nodes.index(self.cursor) if self.cursor in nodes else 0
        room = height - 2
        top = max(0, min(at - room // 2, len(nodes) - room))
        rows = [self._written_row(node, width) for node in nodes[top : top + room]]
        return [line(("WRITTEN", "bold quiet")), head, *rows]

    def _is_listed(self, node: int) -> bool:
        return not self.view.tree.is_leaf(node)

    def _written_row(self, node: int, width: int) -> TextLine:
        cells: dict[str, TextLine] = {"window": _quiet("?"), "value": _quiet("?")}
        for claim in self.sheet.entries_at(node):
            kind = "value" if claim.kind == "bound" else claim.kind
            cells[kind] = (*line((claim_text(self.view.tree, claim), "strong")), *self._mark(claim))
        children = self.view.tree.children(node)
        crossed = [child for child in children if (child, "cut") in self.sheet.entries]
        labels = " ".join(self.view.tree.labels.text(child) for child in crossed[:4])
        name = sentence(shorten(self.view.snapshot.signed(node), 9))
        written = [cells["window"]] if self._has_windows else []
        written.append(cells["value"])
        if labels:
            written.append(line((labels, "pruned")))
        text = columns([name, *written], _COLUMNS)
        return fitted(text, width, "current") if node == self.cursor else text

    def _progress(self, width: int) -> list[TextLine]:
        """Return how much is filled in, as words and as a bar."""
        wanted = sum(kind == "value" for _, kind in self.sheet.boxes)
        blank = len(self.blanks)
        filled = wanted - blank
        words = line(
            (f"{filled} of {wanted} filled in", "bold decided"),
            "  ",
            (f"{blank} blank", "bold strong"),
        )
        done = round(width * filled / wanted) if wanted else 0
        return [words, line((" " * done, "on decided"), (" " * (width - done), "on current"))]

    def _bar(self, width: int, height: int) -> list[TextLine]:  # noqa: ARG002 - one line
        if self.sheet.verdict is not None:
            return [self._verdict_bar(width)]
        name = self.view.snapshot.signed(self.cursor)
        asked = f" ?  {name}: which value is returned?"
        if self.view.tree.is_leaf(self.cursor):
            asked = f" ?  {name}: is it read, or crossed out?"
        crossed = f"{self.crossed} crossed · " if self.crossed else ""
        right = line((f"{crossed}{len(self.blanks)} blank ", "bold min"))
        return [beside(sentence(asked, "bold strong"), right, width, "min_card")]

    def _verdict_bar(self, width: int) -> TextLine:
        right = sum(one.mark is Mark.RIGHT for one in self.sheet.marks.values())
        count = len(self.sheet.marks)
        good = right == count
        left = line(
            (" ✓  " if good else " ✗  ", "bold decided" if good else "bold min"),
            (f"{right} of {count} right", "bold strong"),
        )
        blank = line((f"{len(self.blanks)} blank ", "bold strong"))
        return beside(left, blank, width, "current" if good else "min_card")

    def _words(self, width: int, height: int) -> list[TextLine]:
        lines = paragraph(self._sentences(), width - 2, height)
        return [(((" ", ""), *text) if text else BLANK) for text in lines]

    def _sentences(self) -> list[TextLine]:
        if self.message:
            return [sentence(self.message, "strong")]
        hint = self.sheet.hint
        if hint is not None:
            degree = _DEGREES[hint.degree - 1]
            return [line((f"hint  {degree}: ", "bold quiet"), *sentence(hint.text))]
        verdict = self.sheet.verdict
        if verdict is not None:
            first = self.sheet.first_wrong
            why = f"First: {self.sheet.why(first)}" if first is not None else ""
            return [sentence(verdict), *([sentence(why)] if why else [])]
        how = _HOW if self._has_windows else _HOW_WITHOUT_WINDOWS
        return [sentence(how), line((_CALM, "quiet"))]

    def _foot(self, width: int, height: int) -> list[TextLine]:  # noqa: ARG002 - one line
        kept = "not saved yet" if self.has_unsaved_work else "nothing unsaved"
        return [beside(_quiet(f" {self.view.title}"), _quiet(f"{kept} "), width)]

    # -- moving --------------------------------------------------------------------------------

    def _look_at(self, node: int) -> None:
        self.cursor = node
        self.message = ""
        self.show()

    def action_move(self, by: int) -> None:
        """Go to a sibling."""
        tree_, node = self.view.tree, self.cursor
        parent = tree_.parent[node]
        siblings = list(tree_.children(parent)) if parent >= 0 else [node]
        at = siblings.index(node) + by
        if 0 <= at < len(siblings):
            self._look_at(siblings[at])
        else:
            self.say("There is no node that way.")

    def action_down(self) -> None:
        """Go to the first child."""
        children = list(self.view.tree.children(self.cursor))
        if children:
            self._look_at(children[0])
        else:
            self.say("A leaf has no children.")

    def action_up(self) -> None:
        """Go to the parent."""
        parent = self.view.tree.parent[self.cursor]
        if parent >= 0:
            self._look_at(parent)
        else:
            self.say("This is the root.")

    def action_next_blank(self) -> None:
        """Go to the next blank."""
        self._turn(1)

    def action_previous_blank(self) -> None:
        """Go to the blank before."""
        self._turn(-1)

    def _turn(self, by: int) -> None:
        blanks = self.blanks
        others = [node for node in blanks if (node > self.cursor if by > 0 else node < self.cursor)]
        if not blanks:
            self.say("Nothing is blank; K checks it.")
        elif others:
            self._look_at(others[0] if by > 0 else others[-1])
        else:
            self._look_at(blanks[0] if by > 0 else blanks[-1])

    # -- writing -------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Begin an entry with the first character typed; ``esc`` gives one up."""
        if not self.is_writing and event.character and event.character in _BEGINS_AN_ENTRY:
            event.stop()
            event.prevent_default()
            self.write(event.character)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Leave the arrows and letters to the box while it is written into."""
        return not self.is_writing or action in {"leave", "help", "hint", "save"}

    def action_write(self) -> None:
        """Write at this node."""
        self.write()

    def write(self, text: str = "") -> None:
        """Ask for an entry at the node that is looked at."""
        name = self.view.snapshot.signed(self.cursor)
        self.is_writing = True
        self.message = ""
        self.show()
        self.form.ask([Box("entry", name, room=16, after="  ↵ writes it, esc gives up")],
                      {"entry": text})  # fmt: skip
        self.set_focus(self.form)
        self.refresh_bindings()

    def _stop_writing(self) -> None:
        self.is_writing = False
        self.set_focus(None)
        self.refresh_bindings()

    def on_answer_form_submitted(self, event: AnswerForm.Submitted) -> None:
        """Write down what was typed; what cannot be read stays in the box."""
        event.stop()
        text, node = event.answers.get("entry", ""), self.cursor
        try:
            sheet = self.sheet.enter(node, text)
        except EntryError as error:
            self.message = f"{str(error)[:1].upper()}{str(error)[1:]}."
            self.show()
            self.form.reject("entry")
            return
        self._stop_writing()
        self._take(sheet)
        if text.strip() and self.blanks:
            self._turn(1)

    def _change(self, change: Callable[[Worksheet], Worksheet]) -> None:
        try:
            sheet = change(self.sheet)
        except EntryError as error:
            self.say(f"{str(error)[:1].upper()}{str(error)[1:]}.")
        else:
            self._take(sheet)

    def _take(self, sheet: Worksheet) -> None:
        """Go on with another sheet, so that it can be undone."""
        if sheet.entries != self.sheet.entries:
            self._before.append(self.sheet)
            self._undone.clear()
        self.sheet = sheet
        self.message = ""
        self.keep_now()
        self.show()

    def action_cross(self) -> None:
        """Cross out the branch to this node, or take that back."""
        node = self.cursor
        self._change(lambda sheet: sheet.slash(node))

    def action_nothing(self) -> None:
        """Say that nothing is cut off, or take that back."""
        self._change(lambda sheet: sheet.say_nothing_is_cut())

    def action_erase(self) -> None:
        """Erase what is written at this node."""
        node = self.cursor
        self._change(
            lambda sheet: sheet.erase(node, "value").erase(node, "bound").erase(node, "window")
        )

    def action_undo(self) -> None:
        """Take the last entry back."""
        if not self._before:
            self.say("There is nothing to take back.")
            return
        self._undone.append(self.sheet)
        self.sheet = self._before.pop()
        self.keep_now()
        self.show()

    def action_redo(self) -> None:
        """Make the entry again that was taken back last."""
        if not self._undone:
            self.say("There is nothing to make again.")
            return
        self._before.append(self.sheet)
        self.sheet = self._undone.pop()
        self.keep_now()
        self.show()

    # -- checking ------------------------------------------------------------------------------

    def action_check(self) -> None:
        """Mark every entry and go to the first wrong one."""
        self._check(finished=False)

    def action_check_all(self) -> None:
        """Mark every entry; every branch that is not crossed out counts as visited."""
        self._check(finished=True)

    def _check(self, *, finished: bool) -> None:
        self.sheet = self.sheet.check(finished=finished)
        self.message = ""
        if self.sheet.first_wrong is not None:
            self.cursor = self.sheet.first_wrong.claim.node
        self.show()

    def action_hint(self) -> None:
        """Show a hint for the next thing to write down, and look at its node."""
        self.sheet = self.sheet.ask_hint()
        self.message = ""
        if self.sheet.hint is None:
            self.message = "Everything is written down."
        elif not self.is_writing:
            self.cursor = self.sheet.hint.claim.node
        self.show()

    def action_model(self) -> None:
        """Show the model answer, or hide it."""
        self.shows_model = not self.shows_model
        self.say(_MODEL if self.shows_model else "")

    def say(self, text: str) -> None:
        """Show a remark."""
        self.message = text
        self.show()

    # -- keeping -------------------------------------------------------------------------------

    def action_save(self) -> None:
        """Ask for a file name and save the answers as a ``.tree`` file with claims."""
        name = "".join(c if c.isalnum() else "-" for c in self.view.title.lower()).strip("-")
        self.post_message(
            OpenScreen(
                "prompt",
                then=self._save_as,
                title="Save your answers as",
                explanation="a .tree file that W goes on with",
                attempt=lambda text: (bool(text.strip()), "↵ saves them"),
                answer=str(self._path or f"{name or 'tree'}-answers.tree"),
            )
        )

    def _save_as(self, name: str | None) -> None:
        if not name:
            return
        path = Path(name.strip()).expanduser()
        try:
            write_atomically(path, self.sheet.text())
        except (OSError, ValueError) as error:
            self.say(f"Not saved: {safe(getattr(error, 'strerror', None) or str(error))}.")
            return
        self._path = path
        self.kept = self.sheet.entries
        self.forget()
        self.say(f"Saved as {safe(str(path))}; W goes on with it when it is opened again.")

    def keep_now(self) -> None:
        """Keep answers that are not saved, for the case that the program ends suddenly."""
        if not self.has_unsaved_work:
            self.forget()
            return
        if self._unsaved_folder is None:
            return
        from treeexplorer.editing.recovery import Recovery

        if self._recovery is None:
            name = f"{self.view.title}, worksheet"
            self._recovery = Recovery(name, None, self._unsaved_folder)
        try:
            self._recovery.keep(self.sheet.text())
        except OSError as error:
            self.message = f"Your answers cannot be kept: {safe(error.strerror or str(error))}."

    def forget(self) -> None:
        """Keep nothing any more: it is saved, or given up."""
        if self._recovery is not None:
            self._recovery.forget()
            self._recovery = None

    def action_leave(self) -> None:
        """Give up an entry, or go back to the tree; ask where something would be lost."""
        if self.is_writing:
            self._stop_writing()
            self.show()
            return
        if not self.has_unsaved_work:
            self.dismiss()
            return
        self.post_message(
            OpenScreen(
                "choose",
                then=self._leave,
                question="Your answers are not saved.",
                choices=[
                    ("stay", "Go on with the worksheet"),
                    ("save", "Save them"),
                    ("discard", "Leave without them"),
                ],
            )
        )

    def _leave(self, answer: str | None) -> None:
        if answer == "save":
            self.action_save()
        elif answer == "discard":
            self.forget()
            self.dismiss()


def _box(text: str) -> TextLine:
    return line((f" {text}".ljust(10), "bold strong on current"))


def _quiet(text: str) -> TextLine:
    piece: Piece = (text, "quiet")
    return line(piece)
