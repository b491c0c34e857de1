"""The worksheet: the tree with boxes in its cards, filled in by hand, and marked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from treeexplorer.drawing.items import Direction
from treeexplorer.drawing.styled_text import Look, Size
from treeexplorer.editing.history import History
from treeexplorer.editing.recovery import Work
from treeexplorer.engine.algorithms import idle_because
from treeexplorer.errors import present
from treeexplorer.explain.judged import QUESTIONS, CheckedClaim
from treeexplorer.explain.paper import NOTHING_WRITTEN, WrittenAnswer, marked_paper
from treeexplorer.explain.sentence import Phrase
from treeexplorer.gallery import Neighbour
from treeexplorer.judging.judge import Mark
from treeexplorer.marking.check import Check
from treeexplorer.marking.entries import EntryError
from treeexplorer.marking.worksheet import Box, Worksheet
from treeexplorer.notation import (
    Claim,
    ClaimKind,
    Claims,
    ClaimTable,
    Exercise,
    claim_table,
    write_all,
)
from treeexplorer.numbers import counted
from treeexplorer.terminal import messages
from treeexplorer.terminal.keys import EXERCISES, LOOK, key, more
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    beside,
    indent,
    indented,
    length,
    line,
    sentence,
)
from treeexplorer.terminal.panels.banner import score
from treeexplorer.terminal.panels.sheet import CLAIM_NAMES, answers, fields, mistake, written_counts
from treeexplorer.terminal.panels.status import heading
from treeexplorer.terminal.screens.base import WritingScreen, refuse_larger
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.answer_form import AnswerForm, FormBox
from treeexplorer.terminal.widgets.canvas import Canvas
from treeexplorer.terminal.widgets.line_view import LineView, OneLine, Words
from treeexplorer.text import as_sentence
from treeexplorer.tree import GameTree

_BEGINS_AN_ENTRY: Final = frozenset("0123456789-+.=<>≥≤(∞")
_SIGNS_OF_PAPER: Final = "3 written   ╱ crossed out   · blank"
_SIGNS_OF_CHECK: Final = "✓ agrees   ✗ mistake   ↳ follows, or the same"
_LEAST_LEGEND: Final = 22
"""The lines of a screen from which on one of them is a legend."""
_PATIENCE_SECONDS: Final = 1.0
_LEAST_BESIDE_LIST: Final = 120
_LEAST_LIST: Final = 5
"""The lines that the list of answers needs beside the tree."""
_BOX_CELLS: Final = 12
"""How wide a box is in which an answer is written."""
_LEAST_FORM_WIDTH: Final = 20
"""The cells for which the form is laid out on a narrower screen."""
_WORDS_IF_HIGH: Final = 3
"""The lines that are kept for the words below the tree, on a screen with a legend."""
_WORDS_IF_LOW: Final = 1
_NOTHING: Final = WrittenAnswer()
_EMPTY_BOX: Final = None
"""What stands for a value or a window in a drawing, to have an empty box drawn."""
_NO_BOX: Final = ()
"""What stands for a window that is not asked for."""
_OF_MARKS: Final = frozenset({"explain", "mistake", "missing"})
"""The actions that do nothing before anything is marked."""
_OF_SLASHES: Final = frozenset({"cross", "nothing"})
"""The actions that have no place in a search without cut-offs."""

_WHILE_WRITING: Final = frozenset({"leave", "help", "hint", "save", "blank"})
"""The actions that there are while something is written in a box."""


class WorksheetScreen(WritingScreen):
    """A worksheet that is filled in, marked, and explained.

    Args:
        view: The search that is worked by hand.
        is_marked: Mark at once what the file has.

    Raises:
        ValueError: There is no answer: an unknown leaf is reached; the tree is too large; or
            nothing is written that could be marked.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "write", "write", "Write at this node", "sheet_write"),
        key("enter", "to_step", "its step", "Go to the step of a mistake", "sheet_step"),
        key("tab", "blank(1)", "next blank", "Go to the next blank", "sheet_blank"),
        key("x,slash", "cross", "cross", "Cross out the branch to this node", "sheet_cross"),
        key("K", "check", "mark", "Mark what is written", "sheet_check"),
        key("y", "explain", "why", "Tell why what is written here is wrong", "sheet_explain"),
        key("m", "mistake", "next mistake", "Go to the next mistake", "sheet_mistake"),
        key("b", "missing", "missing", "Show where slashes are missing, or hide it",
            "sheet_missing"),
        key("t", "turn_view", "list or tree", "Show the answers as a list, or in the tree",
            "sheet_list"),
        key("f2", "hint", "hint", "Show a hint, each time a clearer one", "sheet_hint"),
        key("ctrl+s", "save", "save", "Save your answers as a .tree file", "sheet_save"),
        key("escape", "leave", "leave", "Go back to the tree", "sheet_leave"),
        more(LOOK, "left,h", "look('left')", "Go to the sibling on the left", "sheet_left"),
        more(LOOK, "right,l", "look('right')", "Go to the sibling on the right", "sheet_right"),
        more(LOOK, "down,j", "look('down')", "Go to the first child", "sheet_down"),
        more(LOOK, "up,k", "look('up')", "Go to the parent", "sheet_up"),
        more(EXERCISES, "shift+tab", "blank(-1)", "Go to the blank before", "sheet_blank_before"),
        more(EXERCISES, "ctrl+z", "undo", "Undo what was written last", "sheet_undo"),
        more(EXERCISES, "ctrl+y", "redo", "Write again what was undone", "sheet_redo"),
        more(EXERCISES, "delete,backspace", "erase", "Erase what is written here", "sheet_erase"),
        more(EXERCISES, "N", "nothing", "Say that nothing is cut off", "sheet_nothing"),
        more(EXERCISES, "M", "model", "Show the model answer, or hide it", "sheet_model"),
    ]  # fmt: skip
    UNSAVED = "Your answers are not saved."

    is_writing = False
    """Whether a form is open in which something is written."""
    tells_why = False
    """Whether mistakes are explained where one looks."""
    shows_missing = False
    """Whether the places of missing slashes are shown."""
    shows_model = False
    """Whether the model answer is shown in place of the person's."""
    as_list = False
    """Whether the answers are shown as a list in place of the tree."""
    _sought_kind: ClaimKind | None = None
    """The kind of the blank to which ``tab`` has led; ``None`` where it has led to none."""

    def __init__(self, view: View, is_marked: bool = False) -> None:
        """Open the screen on which a person fills in what a search does, or sees it marked.

        Args:
            view: The tree and its rules. The worksheet is shown in a copy.
            is_marked: Whether the answers that are written in the file are marked at once.

        Raises:
            ValueError: The tree is too large for this screen, or nothing is written that could be
                marked.
        """
        super().__init__()
        refuse_larger(view, "a worksheet", "; `treeexplorer check` marks its answers")
        exercise = _exercise_with_answers(view)
        if is_marked and not exercise.claims:
            raise ValueError(
                "Nothing is written about this tree that could be marked: W fills in a worksheet."
            )
        sheet = Worksheet.opened(exercise, view.rules)
        if is_marked:
            sheet = sheet.check()
        shown = _shown_sheet(sheet, view.tree)
        nodes_to_look_at = [blank.node for blank in shown.blanks]
        if is_marked:
            nodes_to_look_at = _nodes_of_mistakes(sheet, with_missing=False)
        root = 0
        first_node = nodes_to_look_at[0] if nodes_to_look_at else root

        self._original_view = view
        self.view: View = view.twin()
        self.view.search_on(_PATIENCE_SECONDS)  # the answers are compared with its search
        self.view.point_at(first_node)
        self._history = History(sheet)
        self._shown = shown
        # What is written in the file counts as saved.
        self.saved_entries: ClaimTable = sheet.entries
        self.form = AnswerForm()
        self.legend = OneLine(self._legend)
        self._path = Path("answers.tree")

    @property
    def sheet(self) -> Worksheet:
        """The sheet as it is now."""
        return self._history.now

    @sheet.setter
    def sheet(self, sheet: Worksheet) -> None:
        """Take a sheet with other marks or another hint, which is no change to be undone."""
        self._history.now = sheet

    @property
    def empty(self) -> Claims:
        """The boxes in which nothing is written, in the order of the search."""
        return self._shown.blanks

    @property
    def shown_sheet(self) -> Worksheet:
        """The sheet that is drawn: the person's, or one with the model answer."""
        return self._shown.sheet

    def _read_sheet(self) -> None:
        """Work out what is shown of the sheet: once for each change of it, not for each key."""
        self._shown = _shown_sheet(
            self.sheet,
            self.view.tree,
            with_reasons=self.tells_why,
            with_missing=self.shows_missing,
            as_model=self.shows_model,
        )

    def parts(self) -> ComposeResult:
        """Yield the tree or the list of answers, the panel beside it, and the lines below."""
        with Horizontal():
            yield Canvas(self.view)
            yield LineView(self._list, id="sheet-list")
            yield LineView(self._side, surface="panel", classes="-beside")
        yield self.legend
        yield OneLine(self._bar)
        yield self.form
        yield Words(self._sentences)

    @property
    def cursor(self) -> int:
        """The node that is looked at."""
        return self.view.cursor

    def unsaved(self) -> Work | None:
        """Return the sheet with the answers, if they are not saved."""
        if self.saved_entries == self.sheet.entries:
            return None
        return Work(self._text(), f"{self.view.title}, worksheet")

    def _text(self) -> str:
        """Return the text of the file with the answers: all its trees, this one as it is now.

        Other trees have the answers that were saved in them before.
        """
        exercises = list(self._original_view.exercises)
        for index, bookmark in enumerate(self._original_view.bookmarks):
            if bookmark.answered is not None:
                exercises[index] = bookmark.answered
        # Last, so that what is written now wins over what was saved.
        exercises[self.view.index] = self.sheet.answered
        return write_all(exercises)

    def show(self) -> None:
        self.form.display = self.is_writing
        answers = {**self._shown.answers, self.cursor: self._answer_here()}
        self.view.look = Look(spoilers=False, answers=answers)
        super().show()

    def _answer_here(self) -> WrittenAnswer:
        """Return what is drawn at the node that is looked at.

        Until the sheet is marked an inner node has boxes there: for its value, in which the next
        key writes, and for its window where the search has windows.
        """
        answer = self._shown.answers.get(self.cursor, _NOTHING)
        is_marked = self.sheet.checked is not None
        if is_marked or self.view.tree.is_leaf(self.cursor):
            return answer
        has_window_written = bool(answer.window)
        if not has_window_written:
            window = _EMPTY_BOX if self.view.has_windows else _NO_BOX
            answer = answer._replace(window=window)
        return answer._replace(here="value")

    def give_room(self, width: int, height: int) -> None:
        """Show the tree or the list, and as much beside and below it as there is room for.

        Args:
            width: The cells of the screen.
            height: The lines of the screen.
        """
        super().give_room(width, height)  # shows the panel beside where the screen is wide enough
        self._show_tree_or_list(width)
        is_high = height >= _LEAST_LEGEND
        is_marked = self.sheet.checked is not None
        self.legend.display = is_marked and is_high
        self.form.styles.height = max(1, self.form.lines_needed(max(_LEAST_FORM_WIDTH, width)))
        least_lines_of_words = _WORDS_IF_HIGH if is_high else _WORDS_IF_LOW
        third_of_screen = height // 3
        self.query_one(Words).fit(width, least_lines_of_words, third_of_screen)

    def _show_tree_or_list(self, width: int) -> None:
        """Show the tree or the list of answers; the list needs more room than the tree."""
        self.query_one(Canvas).display = not self.as_list
        self.query_one("#sheet-list").display = self.as_list
        if self.as_list and width < _LEAST_BESIDE_LIST:
            self.query_one(".-beside").display = False

    def heading(self, width: int) -> TextLine:
        badge = "WORKSHEET" if self.sheet.checked is None else "CHECK"
        if self.shows_model:
            badge = "MODEL ANSWER"
        return heading(self.view, width, badge)

    @property
    def _explained(self) -> CheckedClaim | None:
        """What is wrong at the node that is looked at, once it is told: a mistake first."""
        checked = self.sheet.checked
        if checked is None or not self.tells_why or self.is_writing:
            return None
        wrong = [claim for claim in checked.wrong if claim.claim.node == self.cursor]
        mistakes = [claim for claim in wrong if claim.mark is Mark.MISTAKE]
        return next(iter([*mistakes, *wrong]), None)

    def _side(self, width: int, height: int) -> list[TextLine]:
        """Return the mistake that is explained; else what is written, here and elsewhere."""
        room = width - 3
        rows = height - 1
        lines = self._mistake_lines(room, rows)
        if not lines:
            lines = self._written_lines(room, rows)
        return [BLANK, *map(indented, lines)][:height]

    def _mistake_lines(self, width: int, height: int) -> list[TextLine]:
        """Return what is wrong at the node that is looked at; nothing where none is told."""
        wrong = self._explained
        if wrong is None or self.sheet.checked is None:
            return []
        return mistake(self.view, self.sheet.checked, wrong, width, height)

    def _written_lines(self, width: int, height: int) -> list[TextLine]:
        """Return what is written: at this node, on the whole sheet, and how much it is.

        From above: what is asked for at this node, until the sheet is marked; a list of all
        answers, if there is one and the list has room; how many answers there are.

        Args:
            width: The cells of a line.
            height: How many lines there may be.
        """
        lines: list[TextLine] = []
        is_marked = self.sheet.checked is not None
        if not is_marked:
            lines += [*fields(self.view, self.sheet, width), BLANK]

        left = height - len(lines)
        has_answers = bool(self.shown_sheet.entries)
        if has_answers and left >= _LEAST_LIST:
            lines_of_counts_and_blank = 2
            room = Size(width, left - lines_of_counts_and_blank)
            lines += [*answers(self.view, self.shown_sheet, room, tells=self.tells_why), BLANK]

        lines.append(written_counts(self.sheet))
        return lines

    def _list(self, width: int, height: int) -> list[TextLine]:
        room = Size(width - 2, height - 2)
        listed = answers(self.view, self.shown_sheet, room, tells=self.tells_why)
        return [BLANK, *indent(listed, 2)]

    def _legend(self, width: int) -> TextLine:
        """Return what the signs of a marked paper mean, those of the marks first to be kept."""
        of_paper = line((" your paper  ", "bold quiet"), (_SIGNS_OF_PAPER, "quiet"))
        of_check = line((" the search  ", "bold quiet"), (_SIGNS_OF_CHECK, "quiet"))
        if length(of_paper) + length(of_check) + 3 > width:
            return of_check
        return line(*of_paper, "   ", *of_check)

    def _bar(self, width: int) -> TextLine:
        """Return the line below the tree: what is asked at this node, and what is left to do.

        For example ``?  ▲B: what is its value?      1 crossed · 3 blank``. Once the sheet is marked
        it is the score.

        Args:
            width: The cells of the line.
        """
        if self.sheet.checked is not None:
            return self._score(self.sheet.checked, width)
        progress = f"{len(self.empty)} blank "
        crossed = sum(kind == "cut" for _, kind in self.sheet.entries)
        if crossed:
            progress = f"{crossed} crossed · {progress}"
        left = sentence(f" ?  {self._asked}", "bold strong")
        return beside(left, line((progress, "bold min")), width, "question")

    def _score(self, checked: Check, width: int) -> TextLine:
        """Return the line with how many answers are right, and at its right what is left.

        At the right stands which of the mistakes is looked at, else how many there are, else how
        many boxes are blank.

        Args:
            checked: The sheet as it was marked.
            width: The cells of the line.
        """
        right, wrong = map(str, checked.tally.parts)
        mistakes = self._mistakes
        if self.cursor in mistakes:
            rest = f"mistake {mistakes.index(self.cursor) + 1} of {len(mistakes)}"
        elif checked.tally.mistakes:
            rest = wrong
        else:
            rest = f"{len(self.empty)} blank"
        return score(right, rest, width, good=not checked.tally.mistakes)

    @property
    def _asked_kind(self) -> ClaimKind:
        """What is asked for at the node that is looked at.

        The first of these that there is:

        1. Its window, while a hint is about that.
        2. The blank to which ``tab`` has led.
        3. The first blank of the node.
        4. Its value, which can always be written anew.
        """
        if self._has_hint_about_window:
            return "window"
        blank_kinds = [blank.kind for blank in self.empty if blank.node == self.cursor]
        if self._sought_kind is not None and self._sought_kind in blank_kinds:
            return self._sought_kind
        if blank_kinds:
            return blank_kinds[0]
        return "value"

    @property
    def _has_hint_about_window(self) -> bool:
        """Whether a hint is shown about the window of the node that is looked at."""
        if self.sheet.hint is None:
            return False
        hinted_claim = self.sheet.hint.claim
        return hinted_claim.node == self.cursor and hinted_claim.window is not None

    @property
    def _asked(self) -> str:
        """The question at the node that is looked at: ``▲B: what is its value?``."""
        name = self.view.snapshot.signed(self.cursor)
        kind = self._asked_kind
        if kind == "value" and self.view.tree.is_leaf(self.cursor):
            return f"{name}: is it read, or crossed out?"
        passes = "left" if self.view.rules.writes_exit_windows else "entered"
        return f"{name}: {QUESTIONS[kind].format(passes=passes)}"

    def _sentences(self) -> list[TextLine]:
        """Return what is said below the sheet: the first of these that there is.

        1. A remark on the last key.
        2. A hint.
        3. What is said of the marked paper.
        4. How to write an answer.
        """
        hint = self.sheet.hint
        checked = self.sheet.checked
        if self.message:
            return [sentence(self.message, "strong")]
        if hint is not None:
            return [line(("hint  ", "bold quiet"), *sentence(hint.text))]
        if checked is not None:
            return self._on_paper(checked)
        calm = "Nothing is marked until you check. A blank is not a mistake."
        return [sentence(self._how_to_write), line((calm, "quiet"))]

    @property
    def _how_to_write(self) -> str:
        """How an answer is written, without a number that might be one."""
        if "pruned-if" in self.sheet.texts_at(self.cursor):
            names = [name for name in self.view.tree.unknowns.values() if name]
            x = names[0] if names else "x"
            return f"↵ writes a condition, as {x} <= a or a < {x} <= b, or always, or never."
        if not self.view.has_windows:
            return "Write a value as a number."
        return "Write a value as a number, a bound as >= or <= and a number, a window as α, β."

    def _on_paper(self, checked: Check) -> list[TextLine]:
        """Return what is said of a marked paper: what is wrong at this node, else the verdict.

        The verdict is on the whole paper. What is wrong at a node is told only once the user has
        asked.

        Args:
            checked: The sheet as it was marked.
        """
        reasons = self._reasons_here(checked) if self.tells_why else []
        if reasons:
            return list(map(sentence, reasons))
        lines = list(map(sentence, checked.verdict))
        missing = checked.tally.missing
        if missing and not self.shows_missing:
            slashes = counted(missing, "slash is", "slashes are")
            lines.append(line((f"{slashes} missing: b shows where.", "quiet")))
        return lines

    def _reasons_here(self, checked: Check) -> list[Phrase]:
        """Return why each claim at the node that is looked at is wrong, and what it overlooks."""
        here = [claim for claim in checked.claims if claim.claim.node == self.cursor]
        reasons = [claim.reason for claim in here if not claim.right]
        overlooked = [each.words for each in checked.overlooked if self.cursor in each.nodes]
        return [*reasons, *overlooked]

    def _look_at(self, node: int, sought_kind: ClaimKind | None = None) -> None:
        """Look at a node, and ask for a kind of answer there; a hint about another node goes."""
        self._sought_kind = sought_kind
        hint = self.sheet.hint
        if hint is not None and hint.claim.node != node:
            self.sheet = replace(self.sheet, hint=None)
        self.view.point_at(node)
        self.say("")

    def action_look(self, direction: Direction) -> None:
        if self.as_list:
            self._look_along_list(forwards=direction in {"down", "right"})
            return
        node = self.query_one(Canvas).neighbour(direction)
        if node == self.cursor:
            self.say("There is no node that way.")
        else:
            self._look_at(node)

    def _look_along_list(self, *, forwards: bool) -> None:
        """Look at the node of the next answer in the list, or of the one before."""
        nodes = [answer.node for answer in self.shown_sheet.claims]
        if forwards:
            further = next((node for node in nodes if node > self.cursor), None)
        else:
            further = next((node for node in reversed(nodes) if node < self.cursor), None)
        if further is None:
            self.say("There is no answer that way.")
        else:
            self._look_at(further)

    def on_canvas_pointed(self, event: Canvas.Pointed) -> None:
        if not self.is_writing:
            self._look_at(event.node)

    def action_blank(self, by: Neighbour) -> None:
        """Go to the next blank or the one before; hand in first what is being written."""
        asked = self._asked_kind
        if not self.is_writing or self._hand_in():
            self._go_on_from(asked, by)

    def _go_on_from(self, kind: ClaimKind, by: Neighbour) -> None:
        """Go to the blank after or before a box of this node; say so if there is none.

        Args:
            kind: Which box of the node it is.
            by: 1 for the next blank, −1 for the one before.
        """
        other_blank = self.sheet.blank_beside(Box(self.cursor, kind), by)
        if other_blank is not None:
            self._look_at(other_blank.node, other_blank.kind)
        elif self.empty:  # the box itself is blank
            self.say("This is the only blank.")
        else:
            self.say("Nothing is blank; K checks it.")

    def on_key(self, event: events.Key) -> None:
        if self.is_writing:
            self.form.on_key(event)  # where it was typed before the box had the focus
        elif event.character and event.character in _BEGINS_AN_ENTRY:
            event.stop()
            event.prevent_default()
            self.action_write(event.character)

    def why_idle(self, action: str) -> str:
        if action in _OF_MARKS:
            return "Nothing is marked yet: K marks what is written."
        reason = present(idle_because(self.view.rules, "cutoff"))
        return as_sentence(f"{reason}, so there is nothing to cross out")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Tell whether an action is offered: ``None`` offers it dimmed, and its key says why not.

        Args:
            action: The name of the action.
            parameters: Not used; Textual gives them.
        """
        explains_mistake = self._explained is not None
        is_marked = self.sheet.checked is not None
        # enter is the key of both: it leads to the step of a mistake that is explained.
        if action == "write":
            return not explains_mistake
        if action == "to_step":
            return explains_mistake
        if self.is_writing:
            return action in _WHILE_WRITING
        if action in _OF_MARKS and not is_marked:
            return None
        if action in _OF_SLASHES and not self.view.has_windows:
            return None
        return True

    def action_write(self, text: str = "") -> None:
        """Write at this node, a text at first; hand it in where it is being written already."""
        if self.is_writing:
            self._hand_in_and_go_on()
        else:
            self._begin_writing(text)

    def _hand_in_and_go_on(self) -> None:
        """Write what stands in the boxes on the sheet; go to the next blank if one was filled.

        If something could not be taken, the form stays open and nothing else happens.
        """
        kind = self._asked_kind
        could_be_taken = self._hand_in()
        if not could_be_taken:
            return
        has_text = any(self.form.answers.values())
        is_still_blank = Claim(self.cursor, kind) in self.empty
        was_filled = has_text and not is_still_blank
        if was_filled and self.empty:
            self._go_on_from(kind, 1)

    def _begin_writing(self, text: str) -> None:
        """Show a box for each kind of answer at this node, with what is written in it.

        Before the first box stands the node's name: ``▲B value [6]   best move [C]``.

        Args:
            text: What has been typed already, for the first box; empty to keep what is in it.
        """
        written = self.sheet.texts_at(self.cursor)  # by kind of answer, one at least
        boxes: list[FormBox] = []
        for kind in written:
            label = CLAIM_NAMES.get(kind, kind)
            is_first = not boxes
            if is_first:
                label = f"{self.view.snapshot.signed(self.cursor)} {label}"
            boxes.append(FormBox(kind, label, room=_BOX_CELLS))
        texts: dict[str, str] = dict(written.items())
        if text:
            first_box = boxes[0]
            texts[first_box.name] = text
        self.is_writing = True
        self.form.ask(boxes, texts)
        self.say("")  # shows the form, which can have the focus then
        self.set_focus(self.form)

    def _hand_in(self) -> bool:
        """Write what stands in the boxes on the sheet, and close the form.

        Returns:
            Whether all of it could be taken. Else the form stays open at the box with the first
            text that could not; texts of boxes before it are on the sheet already.
        """
        texts_on_sheet = self.sheet.texts_at(self.cursor)  # by kind of answer; each has a box
        for kind, text_on_sheet in texts_on_sheet.items():
            typed = self.form.answers[kind]
            if typed == text_on_sheet:
                continue
            # It gets the sheet and the node from _change, which says why a text is refused.
            enter_typed = partial(Worksheet.enter, text=typed, kind=kind)
            could_be_taken = self._change(enter_typed)
            if not could_be_taken:
                self.form.reject(kind)
                return False
        self._stop_writing()
        return True

    def action_to_step(self) -> None:
        explained = self._explained
        if explained is not None:
            self._original_view.visit(min(explained.step, self._original_view.steps))
            self.action_leave()

    def _stop_writing(self) -> None:
        self.is_writing = False
        self.set_focus(None)
        self.say("")

    def _change(self, change: Callable[[Worksheet, int], Worksheet]) -> bool:
        """Change the sheet, or say why it cannot be changed; tell whether it was.

        Args:
            change: Takes the sheet and the node that is looked at, and returns the changed sheet.
                It raises ``EntryError`` for what cannot be written.
        """
        before = self.sheet
        try:
            changed = change(before, self.cursor)
        except EntryError as error:
            self.say(as_sentence(str(error)))
            return False
        # Only changes of what is written can be undone, not those of marks or hints.
        if changed.entries != before.entries:
            self._history.change(changed)
        self.sheet = changed
        self._read_sheet()
        self.keep_now()
        self.say("")  # shows the sheet, without the remark on the key before
        return True

    def action_cross(self) -> None:
        self._change(Worksheet.slash)

    def action_nothing(self) -> None:
        self._change(lambda sheet, _: sheet.say_nothing_is_cut())

    def action_erase(self) -> None:
        self._change(Worksheet.erase)

    def action_undo(self) -> None:
        before = self.sheet
        if self._history.undo():
            self._show_change(before, "Undone; ctrl+y writes it again.")
        else:
            self.say("There is nothing to undo.")

    def action_redo(self) -> None:
        before = self.sheet
        if self._history.redo():
            self._show_change(before, "Written again; ctrl+z undoes it.")
        else:
            self.say("There is nothing to write again.")

    def _show_change(self, before: Worksheet, done: str) -> None:
        """Look at a node where the sheet differs from before, and say what was done to it.

        Args:
            before: The sheet before it was undone or written again; it differs in one entry or
                more.
            done: What is said.
        """
        # A hint that was given once stays given.
        self.sheet = replace(self.sheet, hint=None, hints_taken=before.hints_taken)
        self._read_sheet()
        self.keep_now()
        entries_before = set(before.entries.items())
        entries_now = set(self.sheet.entries.items())
        changed_nodes = [node for (node, _kind), _text in entries_before ^ entries_now]
        # A slash takes away “nothing is cut off”, which is written at the root. The slash
        # has the larger number.
        self._look_at(max(changed_nodes))
        self.say(done)  # after _look_at, which removes any remark

    @property
    def _mistakes(self) -> list[int]:
        """The nodes of the mistakes that are shown, in the order of the search."""
        return _nodes_of_mistakes(self.sheet, with_missing=self.shows_missing)

    def action_check(self) -> None:
        """Mark what is written, and look at a mistake if there is one.

        A mistake at the node that is looked at is kept in sight; else it is the first one.
        """
        self.sheet = self.sheet.check()
        self.tells_why = False
        self.shows_missing = False
        self._read_sheet()
        nodes_of_mistakes = self._mistakes  # without missing slashes, which are hidden now
        if nodes_of_mistakes and self.cursor not in nodes_of_mistakes:
            self._look_at(nodes_of_mistakes[0])
        else:
            self._look_at(self.cursor)

    def action_explain(self) -> None:
        """Tell why, here and at every mistake that is looked at from now on."""
        checked = present(self.sheet.checked)
        self.tells_why = True
        self._read_sheet()
        self.say("")
        if not any(each.claim.node == self.cursor for each in checked.wrong):
            self.say("Nothing is wrong here; m goes to the next mistake.")

    def action_missing(self) -> None:
        """Show where slashes are missing, or hide it."""
        checked = present(self.sheet.checked)
        if not checked.tally.missing:
            self.say("No slash is missing.")
            return
        self.shows_missing = not self.shows_missing
        self._read_sheet()  # draws the missing slashes, or draws them no longer
        if self.shows_missing:
            # Each missing slash is a claim that is wrong, and that nobody wrote.
            missing = [claim for claim in checked.wrong if not claim.is_written]
            self._look_at(min(claim.claim.node for claim in missing))
        self.say("")

    def action_mistake(self) -> None:
        """Go to the next mistake in the order of the search, from the last one to the first.

        From a node without a mistake it is the first one.
        """
        mistakes = self._mistakes
        if not mistakes:
            self.say("No mistake is marked.")
        elif self.cursor in mistakes:
            following = mistakes.index(self.cursor) + 1
            self._look_at(mistakes[following % len(mistakes)])
        else:
            self._look_at(mistakes[0])

    def action_turn_view(self) -> None:
        self.as_list = not self.as_list
        self.show()
        self.call_after_refresh(self.show)

    def action_hint(self) -> None:
        """Ask for a hint, or for more of it, and go to the node that it is about."""
        self.sheet = self.sheet.ask_hint()
        hint = self.sheet.hint
        if hint is None:
            self.say("There is no further hint.")
        else:
            # The form belongs to the node that is looked at, and stays there.
            if not self.is_writing:
                self._look_at(hint.claim.node)
            self.say("")

    def action_model(self) -> None:
        self.shows_model = not self.shows_model
        self._read_sheet()
        if self.shows_model:
            self.say("The model answer stands in place of yours. M shows yours again.")
        else:
            self.say("")

    def action_save(self) -> None:
        title = "Save your answers as"
        expected = "a .tree file that W goes on with"
        name = str(self._path)
        self.post_message(messages.ask_for_file(title, expected, name, self._save, for_trees=True))

    def _save(self, path: Path) -> None:
        if self.write(path, self._text(), "; W goes on with it when it is opened again"):
            self._path = path
            self.saved_entries = self.sheet.entries
            self._original_view.bookmarks[self.view.index].answered = self.sheet.answered
            self.forget()
            self.show()

    def action_leave(self) -> None:
        if self.is_writing:
            self._stop_writing()
        else:
            super().action_leave()


class _ShownSheet(NamedTuple):
    """What is shown of a worksheet.

    Attributes:
        blanks: The boxes in which nothing is written, in the order of the search.
        sheet: The sheet that is drawn: the person's, or one with the model answer.
        answers: What is drawn at each node where something is written or may be written, by node.
    """

    blanks: Claims
    sheet: Worksheet
    answers: Mapping[int, WrittenAnswer]


def _shown_sheet(
    sheet: Worksheet,
    tree: GameTree,
    *,
    with_reasons: bool = False,
    with_missing: bool = False,
    as_model: bool = False,
) -> _ShownSheet:
    """Return what is shown of a worksheet.

    Args:
        sheet: The person's sheet.
        tree: The tree.
        with_reasons: Whether short remarks stand at wrong answers of a marked sheet.
        with_missing: Whether the places of missing slashes are shown on a marked sheet.
        as_model: Whether the model answer stands in place of the person's.
    """
    drawn = sheet
    if as_model:
        drawn = replace(sheet, entries=claim_table(sheet.model), marks={}, checked=None)
    remarks: Mapping[int, tuple[str, ...]] = {}
    if drawn.checked is not None and with_reasons:
        remarks = drawn.checked.notes

    is_marked = sheet.checked is not None
    drawn_answers: dict[int, WrittenAnswer] = {}
    # At an inner node without a value this has the sign ``·``.
    for node, answer in marked_paper(tree, _marked_claims(drawn, with_missing)).items():
        if answer == _NOTHING:
            continue
        shown = answer._replace(note=remarks.get(node, ()))
        if answer.value == NOTHING_WRITTEN and not is_marked:
            shown = shown._replace(value=_EMPTY_BOX)
        drawn_answers[node] = shown
    return _ShownSheet(sheet.blanks, drawn, drawn_answers)


def _marked_claims(sheet: Worksheet, with_missing: bool) -> list[tuple[Claim, Mark | None]]:
    """Return the answers of a sheet with their marks; the missing slashes, too, if wanted."""
    claims = [(claim, sheet.mark(claim.node, claim.kind)) for claim in sheet.claims]
    if with_missing and sheet.checked is not None:
        judged = sheet.checked.claims
        claims += [(it.claim, it.mark) for it in judged if it.claim.kind == "visited"]
    return claims


def _nodes_of_mistakes(sheet: Worksheet, *, with_missing: bool) -> list[int]:
    """Return the nodes of the mistakes on a sheet, in the order of the search.

    Args:
        sheet: The sheet; it has no mistakes before it is marked.
        with_missing: Whether missing slashes are among them.
    """
    mistakes = () if sheet.checked is None else sheet.checked.mistakes
    shown = [each for each in mistakes if each.is_written or with_missing]
    return list(dict.fromkeys(each.claim.node for each in shown))


def _exercise_with_answers(view: View) -> Exercise:
    """Return the tree of a view with what was written about it: as it was saved, or in the file.

    It has the numbers that were given to unknown leaves.
    """
    given = view.exercises[view.index]
    saved = view.bookmark.answered
    claims = given.claims if saved is None else saved.claims
    return replace(given, tree=view.tree, claims=claims)
