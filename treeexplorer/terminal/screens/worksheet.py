"""The worksheet: the tree with boxes in its cards, filled in by hand, and marked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from treeexplorer.drawing.layout import Direction
from treeexplorer.drawing.runs import Look, WrittenAnswer
from treeexplorer.editing.recovery import Work
from treeexplorer.exercises.check import CheckedClaim, Mark
from treeexplorer.exercises.marked import NOTHING_WRITTEN, marked
from treeexplorer.exercises.tasks import EntryError
from treeexplorer.exercises.worksheet import Worksheet
from treeexplorer.explain.judged import Known, claim_text, known_at
from treeexplorer.explain.sentence import Node, Phrase
from treeexplorer.notation import Claim, ClaimKind
from treeexplorer.numbers import counted, grouped
from treeexplorer.terminal.keys import EXERCISES, LOOK, key, more
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    around,
    beside,
    columns,
    fitted,
    indent,
    line,
    sentence,
    wrapped,
)
from treeexplorer.terminal.messages import ask_for_file
from treeexplorer.terminal.panels.banner import score
from treeexplorer.terminal.panels.funnel import funnel
from treeexplorer.terminal.panels.heading import heading
from treeexplorer.terminal.panels.side import indented
from treeexplorer.terminal.screens.base import LEAST_BESIDE, WritingScreen
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.answer_form import AnswerForm, Box
from treeexplorer.terminal.widgets.canvas import Canvas
from treeexplorer.terminal.widgets.line_view import LineView, OneLine, Words
from treeexplorer.text import as_sentence, shorten

_BEGINS_AN_ENTRY: Final = frozenset("0123456789-+.=<>≥≤(∞")
_HOW: Final = "Write =6 or 6 for a value, >=8 or <=2 for a bound, 3,inf for a window."
_HOW_WITHOUT_WINDOWS: Final = "Write =6 or 6 for a value."
_CALM: Final = "Nothing is marked until you check. A blank is not a mistake."
_MODEL: Final = "The model answer stands beside yours. M hides it again."
_MARKED: Final = (
    "✓ right, ✗ a mistake, ↳ follows from one. Try again, or K tells why; m the next ✗."
)
_ALL_RIGHT: Final = "All that is written is right."
LARGEST_SHEET: Final = 2_000
_DEGREES: Final = ("where to look", "what to compare", "the answer")
_LEAST_BESIDE_LIST: Final = 120
_COLUMNS: Final = (0, 9, 20, 28)
_FIELDS: Final = (0, 7, 18)
_LIST: Final = (2, 5, 22, 34, 48)
_SIGNS: Final = {"✓": "bold decided", "✗": "bold cut", "↳": "bold min"}
_KINDS: Final = {"bound": "value", "cut": "slash", "cuts-none": "no slash", "best": "best move",
                 "read": "leaves read", "pruned-if": "pruned"}  # fmt: skip


class WorksheetScreen(WritingScreen):
    """Shows a worksheet, lets one fill it in, marks it, and tells what is wrong with it.

    Args:
        view: The tree; its search stays where it is.
        marked: Whether the answers that the file has are marked at once.

    Attributes:
        tells: Whether the reasons are told beside the marks.
        as_list: Whether the answers are shown as a list in place of the drawing.

    Raises:
        ValueError: There is no answer: an unknown leaf is reached; the tree is too large; or
            nothing is written that could be marked.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "write", "write", "Write at this node", "sheet_write"),
        key("enter", "to_step", "its step", "Go to the step of a mistake", "sheet_step"),
        key("tab", "blank(1)", "next blank", "Go to the next blank", "sheet_blank"),
        key("x,slash", "cross", "cross", "Cross out the branch to this node", "sheet_cross"),
        key("K", "check", "mark", "Mark what is written; again: tell why", "sheet_check"),
        key("m", "mistake", "next ✗", "Go to the next mistake", "sheet_mistake"),
        key("t", "turn_view", "as a list", "Show the answers as a list, or in the tree",
            "sheet_list"),
        key("f2", "hint", "hint", "Show a hint, each time a clearer one", "sheet_hint"),
        key("ctrl+s", "save", "save", "Save your answers as a .tree file", "sheet_save"),
        key("escape", "leave", "leave", "Go back to the tree", "sheet_leave"),
        more(LOOK, "left,h", "look('left')", "Go to the sibling on the left", "sheet_left"),
        more(LOOK, "right,l", "look('right')", "Go to the sibling on the right", "sheet_right"),
        more(LOOK, "down,j", "look('down')", "Go to the first child", "sheet_down"),
        more(LOOK, "up,k", "look('up')", "Go to the parent", "sheet_up"),
        more(LOOK, "shift+tab", "blank(-1)", "Go to the blank before", "sheet_blank_before"),
        more(EXERCISES, "delete,backspace", "erase", "Erase what is written here", "sheet_erase"),
        more(EXERCISES, "N", "nothing", "Say that nothing is cut off", "sheet_nothing"),
        more(EXERCISES, "M", "model", "Show the model answer, or hide it", "sheet_model"),
        more(EXERCISES, "ctrl+z", "undo", "Take the last entry back", "sheet_undo"),
        more(EXERCISES, "ctrl+y", "redo", "Make it again", "sheet_redo"),
    ]  # fmt: skip
    UNSAVED = "Your answers are not saved."

    def __init__(self, view: View, *, marked: bool = False) -> None:
        super().__init__()
        if len(view.tree) > LARGEST_SHEET:
            raise ValueError(
                f"a worksheet takes up to {grouped(LARGEST_SHEET)} nodes, and this tree has "
                f"{grouped(len(view.tree))}; `treeexplorer check` marks its answers"
            )
        if marked and not view.exercises[view.index].claims:
            raise ValueError(
                "Nothing is written about this tree that could be marked: W fills in a worksheet."
            )
        self._explored = view
        self.view: View = view.twin()
        self.view.search_on(1.0)
        self.sheet = Worksheet.opened(view.exercises[view.index], view.rules)
        self.kept = self.sheet.entries
        self.form = AnswerForm()
        self.shows_model = False
        self.is_writing = False
        self.tells = self.as_list = False
        self._moment: View | None = None  # that of the mistake told last
        self._has_step = False
        self._before: list[Worksheet] = []
        self._undone: list[Worksheet] = []
        name = "".join(c if c.isalnum() else "-" for c in view.title.lower()).strip("-")
        self._path = Path(f"{name or 'tree'}-answers.tree")
        self.view.look_at(next(iter(self.blanks), 0))
        if marked:
            self.sheet = self.sheet.check()
            self.view.look_at(next((one.claim.node for one in self._mistakes), 0))

    # -- what is on the screen -----------------------------------------------------------------

    def parts(self) -> ComposeResult:
        """Yield the drawing, what is asked, and the box for an entry."""
        with Horizontal():
            yield Canvas(self.view)
            yield LineView(self._list, id="sheet-list")
            yield LineView(self._side, surface="panel", classes="-beside")
        yield OneLine(self._bar)
        yield self.form
        yield Words(self._sentences)
        yield OneLine(self._foot)

    @property
    def cursor(self) -> int:
        """The node that is looked at."""
        return self.view.cursor

    @property
    def blanks(self) -> list[int]:
        """The nodes at which something is to be written and nothing is, in drawing order."""
        written = {node for node, kind in self.sheet.entries if kind != "window"}
        return sorted({node for node, kind in self.sheet.boxes if kind == "value"} - written)

    @property
    def crossed(self) -> int:
        """How many branches are crossed out."""
        return sum(kind == "cut" for _, kind in self.sheet.entries)

    @property
    def has_unsaved_work(self) -> bool:
        """Whether answers would be lost without this screen."""
        return self.kept != self.sheet.entries

    def unsaved(self) -> Work | None:
        """Return the sheet with the answers, if they are not saved."""
        if not self.has_unsaved_work:
            return None
        return Work(self.sheet.text(), f"{self.view.title}, worksheet")

    def show(self) -> None:
        """Show the sheet as it is now."""
        self.form.display = self.is_writing
        self.view.look = Look(spoilers=False, answers=self._answers())
        super().show()
        has_step = self._told is not None
        if has_step is not self._has_step:  # what the footer offers is another thing
            self._has_step = has_step
            self.refresh_bindings()

    def give_room(self, width: int, height: int) -> None:
        """Divide the room among the parts of the screen."""
        super().give_room(width, height)
        self.query(OneLine).last().display = height >= 24
        self.query_one(Canvas).display = not self.as_list
        self.query_one("#sheet-list").display = self.as_list
        if self.as_list and width < _LEAST_BESIDE_LIST:
            self.query_one(".-beside").display = False
        self.query_one(Words).fit(width, 1 if height < 22 else 3, height // 3)

    def heading(self, width: int) -> TextLine:
        """Return whose answers are shown."""
        return heading(self.view, width, "MODEL ANSWER" if self.shows_model else "WORKSHEET")

    def _at(self, node: int) -> list[Claim]:
        return self.sheet.model_at(node) if self.shows_model else self.sheet.entries_at(node)

    def _texts(self, claims: list[Claim]) -> dict[str, str]:
        return {
            "value" if claim.kind == "bound" else claim.kind: claim_text(self.view.tree, claim)
            for claim in claims
        }

    def _answers(self) -> dict[int, WrittenAnswer]:
        """Return what is written at each node, for the boxes of the drawing."""
        in_drawing = self._at if self.app.size.width < LEAST_BESIDE else self.sheet.entries_at
        tree = self.view.tree
        written = [claim for node in range(len(tree)) for claim in in_drawing(node)]
        marks = ((claim, self.sheet.mark(claim.node, claim.kind)) for claim in written)
        found = [(claim, "" if mark is None else mark.sign) for claim, mark in marks]
        if self.tells and self.sheet.checked is not None:  # slashes that are missing
            visited = (each for each in self.sheet.checked.claims if each.kind == "visited")
            found += [(each.claim, each.mark.sign) for each in visited]
        paper = marked(tree, found)
        for node, answer in paper.items():
            if answer.value == NOTHING_WRITTEN:
                paper[node] = answer._replace(value=None)
        here = paper[self.cursor]
        if not tree.is_leaf(self.cursor):
            window = here.window or (None if self.view.has_windows else ())
            paper[self.cursor] = here._replace(window=window, here="value")
        return paper

    @property
    def _told(self) -> CheckedClaim | None:
        checked = self.sheet.checked
        here = [] if checked is None or not self.tells or self.is_writing else checked.wrong
        wrong = [one for one in here if one.claim.node == self.cursor]
        return min(wrong, key=lambda one: one.mark is not Mark.MISTAKE, default=None)

    def _side(self, width: int, height: int) -> list[TextLine]:
        told = self._told
        known = None if told is None else known_at(self.sheet.record, told.claim)
        if told is not None and known is not None:
            return [*map(indented, self._known(told, known, width - 3, height))][:height]
        return self._fields(width, height)

    def _known(self, told: CheckedClaim, known: Known, width: int, height: int) -> list[TextLine]:
        """Return what the search knew at the moment of a mistake, and what would make it right."""
        self._moment = self._moment or self.view.twin()
        self._moment.go_to(known.step)
        self._moment.look_at(known.node)
        lines = [BLANK, sentence(known.heading, "bold quiet"), BLANK]
        lines += [*funnel(self._moment, width, 6), BLANK, *map(sentence, known.ends)]
        if known.test is not None:
            badge = f" {str(known.test.holds).upper()} "
            test = line((known.test.bare, "bold strong"))
            lines += [BLANK, beside(test, line((badge, "bold ground on quiet")), width)]
        checked = self.sheet.checked
        rows = [] if checked is None else checked.elsewhere(told)
        if not rows or len(lines) + 2 + len(rows) > height:
            return lines
        heading = Phrase("would_be_right", node=told.name)
        lines += [BLANK, sentence(heading, "bold quiet")]
        answers = (("no", "text"), ("yes", "bold decided"))
        lines += [columns([sentence(rule), line(answers[yes])], [0, 24]) for rule, yes in rows]
        slip = checked.slips.everywhere or checked.slips.at.get(told.claim) if checked else None
        return lines if slip is None else [*lines, *wrapped(sentence(slip), width)]

    def _fields(self, width: int, height: int) -> list[TextLine]:
        """Return what is written at this node, what is written elsewhere, and how far that is."""
        player = self.sheet.record.tree.player(self.cursor)
        name = sentence(Node(self.view.tree, self.cursor), "bold")
        words = player.value.upper() if player is not None else "leaf"
        lines: list[TextLine] = [BLANK, columns([name, line((words, "strong"))], [0, 10]), BLANK]
        written = self._texts(self.sheet.entries_at(self.cursor))
        written["cut"] = "yes" if "cut" in written else "no"
        has_windows = self.view.has_windows
        fields: dict[ClaimKind, str] = {}
        if has_windows:
            fields["window"] = f"on {self.view.rules.windows}"
        if player is not None:  # a leaf's number is given
            fields["value"] = "6 or >=8" if has_windows else "6"
        if has_windows:
            fields["cut"] = "x cross"
        for kind, hint in fields.items():
            box = (f" {written.get(kind, '?')}".ljust(10), "bold strong on current")
            sign = BLANK if kind == "cut" else self._mark(self.cursor, kind)
            field = [_quiet(kind), (*line(box), *sign), _quiet(hint)]
            lines += [columns(field, _FIELDS), BLANK]
        lines += [*self._table(width - 4, height - len(lines) - 5), BLANK]
        return indent([*lines, *self._progress(width - 4)][:height], 2)

    def _mark(self, node: int, kind: ClaimKind) -> TextLine:
        """Return the sign beside what is written, nothing where it was not marked since."""
        mark = self.sheet.mark(node, kind)
        if mark is None and kind == "value":
            mark = self.sheet.mark(node, "bound")
        return BLANK if mark is None else line((f" {mark.sign}", _SIGNS[mark.sign]))

    def _list(self, width: int, height: int) -> list[TextLine]:
        """Return what is written as a list, in drawing order; what was found once it is told."""
        tree = self.view.tree
        rows = sorted(self.sheet.claims, key=lambda claim: (claim.node, claim.kind))
        rows = [claim for claim in rows if claim.kind != "visited"]
        heads = ("", "node", "what", "written", "found" if self.tells else "")
        lines = [columns([*map(_quiet, heads)], _LIST)]
        at = next((i for i, claim in enumerate(rows) if claim.node == self.cursor), 0)
        for claim in around(rows, at, max(1, height - 2)):
            checked = self.sheet.marks.get((claim.node, claim.kind))
            sign = "" if checked is None else checked.mark.sign
            is_told = checked is not None and self.tells and not checked.right
            found = str(checked.saying.found) if checked is not None and is_told else ""
            cells = [
                line((sign, _SIGNS.get(sign, ""))),
                sentence(shorten(self.view.snapshot.signed(claim.node), 16), "strong"),
                _quiet(_KINDS.get(claim.kind, claim.kind)),
                line((claim_text(tree, claim), "text")),
                line((found, "text")),
            ]
            text = columns(cells, _LIST)
            lines.append(fitted(text, width, "current") if claim.node == self.cursor else text)
        return [BLANK, *lines][:height]

    def _table(self, width: int, height: int) -> list[TextLine]:
        if height < 3:
            return []
        tree = self.view.tree
        nodes = [node for node in range(len(tree)) if not tree.is_leaf(node)]
        at = nodes.index(self.cursor) if self.cursor in nodes else 0
        words = ("", "window", "value", "crossed") if self.view.has_windows else ("", "value")
        title = "MODEL ANSWER" if self.shows_model else "WRITTEN"
        rows = [self._row(node, width) for node in around(nodes, at, height - 2)]
        return [line((title, "bold quiet")), columns([*map(_quiet, words)], _COLUMNS), *rows]

    def _row(self, node: int, width: int) -> TextLine:
        tree, texts = self.view.tree, self._texts(self._at(node))
        cells = [sentence(shorten(self.view.snapshot.signed(node), 9))]
        kinds: tuple[ClaimKind, ...] = ("window", "value") if self.view.has_windows else ("value",)
        for kind in kinds:
            mark = BLANK if self.shows_model else self._mark(node, kind)
            text = line((texts[kind], "strong")) if kind in texts else _quiet("?")
            cells.append((*text, *mark))
        crossed = [n for n in tree.children(node) if "cut" in self._texts(self._at(n))]
        if crossed:
            names = [tree.names.get(each) or tree.labels.text(each) for each in crossed]
            cells.append(line((shorten(" ".join(names), width - _COLUMNS[-1]), "pruned")))
        text = columns(cells, _COLUMNS)
        return fitted(text, width, "current") if node == self.cursor else text

    def _progress(self, width: int) -> list[TextLine]:
        wanted = sum(kind == "value" for _, kind in self.sheet.boxes)
        blank = len(self.blanks)
        filled = (f"{wanted - blank} of {wanted} filled in", "bold decided")
        done = round(width * (wanted - blank) / wanted) if wanted else 0
        bar = line((" " * done, "on decided"), (" " * (width - done), "on current"))
        return [line(filled, "  ", (f"{blank} blank", "bold strong")), bar]

    def _bar(self, width: int) -> TextLine:
        blank = f"{len(self.blanks)} blank"
        if self.sheet.checked is not None:
            tally = self.sheet.checked.tally
            wrong = counted(tally.mistakes, "mistake", "mistakes")
            return score(tally.right, tally.written, wrong if tally.mistakes else blank, width)
        crossed = f"{self.crossed} crossed · " if self.crossed else ""
        words = line((f"{crossed}{blank} ", "bold min"))
        return beside(sentence(f" ?  {self._asked}", "bold strong"), words, width, "question")

    @property
    def _asked(self) -> str:
        name, hint = self.view.snapshot.signed(self.cursor), self.sheet.hint
        if self.view.tree.is_leaf(self.cursor):
            return f"{name}: is it read, or crossed out?"
        if hint is not None and hint.claim.window is not None and hint.claim.node == self.cursor:
            passes = "left" if self.view.rules.windows == "exit" else "entered"
            return f"{name}: with which window is it {passes}?"
        return f"{name}: which value is returned?"

    def _sentences(self) -> list[TextLine]:
        hint, checked = self.sheet.hint, self.sheet.checked
        if self.message:
            return [sentence(self.message, "strong")]
        if hint is not None:
            degree = _DEGREES[hint.degree - 1]
            return [line((f"hint  {degree}: ", "bold quiet"), *sentence(hint.text))]
        if checked is not None and not self.tells:
            return [sentence(_MARKED if checked.wrong else _ALL_RIGHT)]
        if checked is not None:
            here = [one for one in checked.claims if one.claim.node == self.cursor]
            wrong: list[str | Phrase] = [one.why for one in here if not one.right]
            wrong += [each.words for each in checked.overlooked if self.cursor in each.nodes]
            return [*map(sentence, wrong or [checked.headline])]
        how = _HOW if self.view.has_windows else _HOW_WITHOUT_WINDOWS
        return [sentence(how), line((_CALM, "quiet"))]

    def _foot(self, width: int) -> TextLine:
        kept = "not saved yet" if self.has_unsaved_work else "nothing unsaved"
        return beside(_quiet(f" {self.view.title}"), _quiet(f"{kept} "), width)

    # -- moving --------------------------------------------------------------------------------

    def _look_at(self, node: int) -> None:
        self.view.look_at(node)
        self.say("")

    def action_look(self, direction: Direction) -> None:
        """Go to the parent, the first child or a sibling."""
        node = self.query_one(Canvas).neighbour(direction)
        if node == self.cursor:
            self.say("There is no node that way.")
        else:
            self._look_at(node)

    def on_canvas_pointed(self, event: Canvas.Pointed) -> None:
        """Go to the node that was clicked."""
        if not self.is_writing:
            self._look_at(event.node)

    def action_blank(self, by: int) -> None:
        """Go to the next blank, or to the one before."""
        blanks = self.blanks[::by]
        if blanks:
            ahead = [node for node in blanks if (node - self.cursor) * by > 0]
            self._look_at((ahead or blanks)[0])
        else:
            self.say("Nothing is blank; K checks it.")

    # -- writing -------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Begin an entry with the first character typed; ``esc`` gives one up."""
        if self.is_writing:
            self.form.on_key(event)  # where it was typed before the box had the focus
        elif event.character and event.character in _BEGINS_AN_ENTRY:
            event.stop()
            event.prevent_default()
            self.action_write(event.character)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Leave the arrows and letters to the box while it is written into."""
        if action in {"write", "to_step"}:
            return (self._told is None) is (action == "write")
        return not self.is_writing or action in {"leave", "help", "hint", "save"}

    def action_write(self, text: str = "") -> None:
        """Ask for an entry at the node that is looked at, or write down what was typed."""
        if self.is_writing:
            self._enter(self.form.answers["entry"])
            return
        name = self.view.snapshot.signed(self.cursor)
        self.is_writing = True
        self.say("")
        box = Box("entry", name, room=16, after="  ↵ writes it, esc gives up")
        self.form.ask([box], {"entry": text})
        self.set_focus(self.form)
        self.refresh_bindings()

    def action_to_step(self) -> None:
        """Go to the step that shows the mistake that is told."""
        if (told := self._told) is not None:
            self._explored.go_to(min(told.step, self._explored.steps))
            self._explored.stop_looking()
            self.action_leave()

    def _stop_writing(self) -> None:
        self.is_writing = False
        self.set_focus(None)
        self.refresh_bindings()

    def _enter(self, text: str) -> None:
        """Write down what was typed; what cannot be read stays in the box."""
        if not self._change(lambda sheet, node: sheet.enter(node, text)):
            self.form.reject("entry")
            return
        self._stop_writing()
        self.show()
        if text.strip() and self.blanks:
            self.action_blank(1)

    def _change(self, change: Callable[[Worksheet, int], Worksheet]) -> bool:
        """Change the sheet, so that it can be undone; tell whether it could be."""
        try:
            sheet = change(self.sheet, self.cursor)
        except EntryError as error:
            self.say(as_sentence(str(error)))
            return False
        if sheet.entries != self.sheet.entries:
            self._before.append(self.sheet)
            self._undone.clear()
        self._take(sheet)
        return True

    def _take(self, sheet: Worksheet) -> None:
        self.sheet = sheet
        self.message = ""
        self.keep_now()
        self.show()

    def action_cross(self) -> None:
        """Cross out the branch to this node, or take that back."""
        self._change(Worksheet.slash)

    def action_nothing(self) -> None:
        """Say that nothing is cut off, or take that back."""
        self._change(lambda sheet, _: sheet.say_nothing_is_cut())

    def action_erase(self) -> None:
        """Erase what is written at this node."""
        self._change(lambda sheet, node: sheet.enter(node, "").erase(node, "window"))

    def _turn_back(self, found: list[Worksheet], other: list[Worksheet], words: str) -> None:
        if found:
            other.append(self.sheet)
            self._take(found.pop())
        else:
            self.say(words)

    def action_undo(self) -> None:
        """Take the last entry back."""
        self._turn_back(self._before, self._undone, "There is nothing to take back.")

    def action_redo(self) -> None:
        """Make the entry again that was taken back last."""
        self._turn_back(self._undone, self._before, "There is nothing to make again.")

    # -- checking ------------------------------------------------------------------------------

    @property
    def _mistakes(self) -> list[CheckedClaim]:
        """The mistakes that are marked, in the order of the search."""
        return [] if self.sheet.checked is None else [*self.sheet.checked.mistakes]

    def action_check(self) -> None:
        """Mark what is written; where that is done, tell why, and of slashes that are missing."""
        if self.sheet.checked is None:
            self.sheet, self.tells = self.sheet.check(), False
        else:
            self.tells = not self.tells
            self.sheet = self.sheet.check(finished=self.tells)
        first = next((one.claim.node for one in self._mistakes), self.cursor)
        is_at_one = any(one.claim.node == self.cursor for one in self._mistakes)
        self._look_at(self.cursor if is_at_one else first)

    def action_mistake(self) -> None:
        """Go to the next mistake in the order of the search, or to the first one."""
        nodes = list(dict.fromkeys(one.claim.node for one in self._mistakes))
        if nodes:
            at = nodes.index(self.cursor) + 1 if self.cursor in nodes else 0
            self._look_at(nodes[at % len(nodes)])
        elif self.sheet.checked is None:
            self.say("Nothing is marked yet: K marks what is written.")
        else:
            self.say("No mistake is marked.")

    def action_turn_view(self) -> None:
        """Show the answers as a list, or in the tree."""
        self.as_list = not self.as_list
        self.show()
        self.call_after_refresh(self.show)

    def action_hint(self) -> None:
        """Show a hint for what is asked here, else for the next thing to write down."""
        self.sheet = self.sheet.ask_hint(self.cursor)
        hint = self.sheet.hint
        if hint is None:
            self.say("Everything is written down.")
        else:
            self._look_at(self.cursor if self.is_writing else hint.claim.node)

    def action_model(self) -> None:
        """Show the model answer, or hide it."""
        self.shows_model = not self.shows_model
        self.say(_MODEL if self.shows_model else "")

    # -- keeping -------------------------------------------------------------------------------

    def action_save(self) -> None:
        """Ask for a file name and save the answers as a ``.tree`` file with claims."""
        self.post_message(
            ask_for_file(
                "Save your answers as",
                "a .tree file that W goes on with",
                str(self._path),
                self._save,
                for_trees=True,
            )
        )

    def _save(self, path: Path) -> None:
        if self.write(path, self.sheet.text(), "; W goes on with it when it is opened again"):
            self._path, self.kept = path, self.sheet.entries
            self.forget()
            self.show()

    def action_leave(self) -> None:
        """Give up an entry, or go back to the tree; ask where something would be lost."""
        if self.is_writing:
            self._stop_writing()
            self.say("")
        else:
            super().action_leave()


def _quiet(text: str) -> TextLine:
    return line((text, "quiet"))
