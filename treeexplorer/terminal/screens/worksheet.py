"""The worksheet: the tree with boxes in its cards, filled in by hand, and marked."""

from __future__ import annotations

from collections.abc import Callable
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
from treeexplorer.engine.algorithms import algorithm_of, explain_why_idle
from treeexplorer.errors import present
from treeexplorer.explain.claim_texts import QUESTIONS
from treeexplorer.explain.judged import CheckedClaim
from treeexplorer.explain.paper import WrittenAnswer
from treeexplorer.explain.sentence import Phrase
from treeexplorer.gallery import Neighbour
from treeexplorer.judging.judge import Mark
from treeexplorer.marking.check import Check
from treeexplorer.marking.entries import EntryError
from treeexplorer.marking.worksheet import Box, Worksheet
from treeexplorer.notation import Claim, ClaimKind, Claims, ClaimTable, write_all
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
    wrapped,
)
from treeexplorer.terminal.panels.banner import score
from treeexplorer.terminal.panels.sheet import (
    CLAIM_NAMES,
    answers,
    fields,
    mistake,
    render_written_counts,
)
from treeexplorer.terminal.panels.status import heading
from treeexplorer.terminal.screens.base import LEAST_BESIDE, WritingScreen, refuse_larger
from treeexplorer.terminal.shown_sheet import (
    EMPTY_BOX,
    NO_ANSWER,
    ShownParts,
    ShownSheet,
    build_shown_sheet,
    find_first_node_to_look_at,
    find_node_of_changed_answer,
    list_nodes_by_mistake,
    open_sheet,
)
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.answer_form import AnswerForm, FormBox
from treeexplorer.terminal.widgets.canvas import Canvas
from treeexplorer.terminal.widgets.line_view import LineView, OneLine, Words
from treeexplorer.text import as_sentence

_ANSWER_START_CHARACTERS: Final = frozenset("0123456789-+.=<>≥≤(∞")
_PAPER_LEGEND: Final = "3 written   ╱ crossed out   · blank"
_CHECK_LEGEND: Final = "✓ agrees   ✗ mistake   ↳ follows, or the same"
_MIN_HEIGHT_WITH_LEGEND: Final = 22
"""The lines of a screen from which on one of them is a legend."""
_SEARCH_TIMEOUT_SECONDS: Final = 1.0
_MIN_WIDTH_BESIDE_LIST: Final = 120
_MIN_LIST_HEIGHT: Final = 5
"""The lines that the list of answers needs beside the tree."""
_BOX_WIDTH: Final = 12
"""How wide a box is in which an answer is written."""
_WORDS_HEIGHT_ON_HIGH_SCREEN: Final = 3
"""The lines that are kept for the words below the tree, on a screen with a legend."""
_WORDS_HEIGHT_ON_LOW_SCREEN: Final = 1
_MODEL_REMARK: Final = "The model answer stands in place of yours"
_ACTIONS_AFTER_MARKING: Final = frozenset({"explain", "mistake", "missing"})
"""The actions that do nothing before anything is marked."""
_ACTIONS_ON_CUTOFFS: Final = frozenset({"cross", "missing", "nothing"})
"""The actions that have no place in a search without cut-offs."""

_ACTIONS_AFTER_WRITING: Final = frozenset({"undo", "redo", "open_file"})
"""The actions that wait while something is written in a box, until it is written down."""
_KEYS_WHILE_WRITING: Final = _ACTIONS_AFTER_WRITING | {"leave", "help", "hint", "save", "blank"}
"""The actions that have a key while something is written; all other keys are typed."""


class _KeptShownSheet(NamedTuple):
    """What was drawn last, and of which sheet and with which parts: it holds while these stay."""

    persons_sheet: Worksheet
    parts: ShownParts
    shown: ShownSheet


def _copy_searched_view(view: View) -> View:
    """Return a twin of a view whose search is at its end, or has gone on for a moment."""
    twin = view.twin()
    twin.search_on(_SEARCH_TIMEOUT_SECONDS)
    return twin


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
    as_list = False
    """Whether the answers are shown as a list in place of the tree."""
    _selected_blank_kind: ClaimKind | None = None
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

        sheet = open_sheet(view, is_marked=is_marked)
        self._history = History(sheet)
        self._shown_parts = ShownParts()
        self._kept_shown_sheet: _KeptShownSheet | None = None

        # The tree, with the cursor where there is something to do first.
        self._original_view = view
        self.view: View = _copy_searched_view(view)
        self.view.point_at(find_first_node_to_look_at(sheet))

        # Where the answers are saved. Those that are written in the file count as saved.
        self._path = Path("answers.tree")
        self.saved_entries: ClaimTable = sheet.entries

        # The widgets that change with what is done; parts() places them.
        self.form = AnswerForm()
        self.legend = OneLine(self._render_legend)

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
        return self.sheet.blanks

    @property
    def shown_sheet(self) -> Worksheet:
        """The sheet that is drawn: the person's, or one with the model answer."""
        return self._shown.sheet

    @property
    def tells_why(self) -> bool:
        """Whether mistakes are explained where one looks."""
        return self._shown_parts.reasons

    @property
    def shows_missing(self) -> bool:
        """Whether the places of missing slashes are shown."""
        return self._shown_parts.missing_slashes

    @property
    def shows_model(self) -> bool:
        """Whether the model answer is shown in place of the person's."""
        return self._shown_parts.model

    @property
    def _shown(self) -> ShownSheet:
        """What is drawn of the sheet as it is now; built once for each change, not for each key."""
        sheet = self.sheet
        parts = self._shown_parts
        kept = self._kept_shown_sheet
        if kept is not None and kept.persons_sheet is sheet and kept.parts == parts:
            return kept.shown
        shown = build_shown_sheet(sheet, self.view.tree, parts)
        self._kept_shown_sheet = _KeptShownSheet(sheet, parts, shown)
        return shown

    def _show_own_answers(self) -> None:
        """Show the person's answers, in the place of which the model answer may stand.

        It gives way as soon as one of them is written, marked or asked about.
        """
        self._shown_parts = self._shown_parts._replace(model=False)

    def parts(self) -> ComposeResult:
        """Yield the tree or the list of answers, the panel beside it, and the lines below."""
        with Horizontal():
            yield Canvas(self.view)
            yield LineView(self._render_answer_list, id="sheet-list")
            yield LineView(self._render_side_panel, surface="panel", classes="-beside")
        yield self.legend
        yield OneLine(self._render_bar)
        yield self.form
        yield Words(self._render_sentences)

    @property
    def cursor(self) -> int:
        """The node that is looked at."""
        return self.view.cursor

    def unsaved(self) -> Work | None:
        """Return the sheet with the answers, if they are not saved."""
        if self.saved_entries == self.sheet.entries:
            return None
        return Work(self._write_file_text(), f"{self.view.title}, worksheet")

    def _write_file_text(self) -> str:
        """Return the text of the file with the answers to all its trees.

        This tree has the current answers; the others have those that were saved before.
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
        answers = {**self._shown.answers, self.cursor: self._build_answer_at_cursor()}
        self.view.look = Look(spoilers=False, answers=answers)
        super().show()

    def _build_answer_at_cursor(self) -> WrittenAnswer:
        """Return the answer that is drawn at the cursor, with boxes for what can be written.

        ==================================  =====================================================
        at the cursor is                    what is drawn there
        ==================================  =====================================================
        a leaf, a marked sheet, or the      the answer as it is written, without boxes
        model answer
        an inner node                       an empty box for a window that is not written, if the
                                            search has windows; the box of the value is marked
        an inner node of which something    the same with the value that is typed there; it is
        is being written below the tree     marked while the form is at the value
        ==================================  =====================================================
        """
        written = self._shown.answers.get(self.cursor, NO_ANSWER)
        is_leaf = self.view.tree.is_leaf(self.cursor)
        if is_leaf or not self._has_boxes:
            return written

        with_boxes = written
        if self.view.has_windows and not written.window:
            with_boxes = written._replace(window=EMPTY_BOX)
        if not self.is_writing:
            return with_boxes._replace(here="value")

        typed_value = self.form.answers["value"]
        is_at_value = self.form.current_box_name == "value"
        return with_boxes._replace(
            value=typed_value if typed_value else EMPTY_BOX,
            here="value" if is_at_value else "",
        )

    @property
    def _has_boxes(self) -> bool:
        """Whether there are boxes to fill in: a marked sheet and the model answer have none."""
        return self.sheet.checked is None and not self.shows_model

    def give_room(self, width: int, height: int) -> None:
        """Show the tree or the list, and as much beside and below it as there is room for.

        Beside either stands the panel, where the screen is wide enough; the list needs more room
        than the tree, so that the panel gives way to it on a screen that is less wide.
        """
        self.query_one(Canvas).display = not self.as_list
        self.query_one("#sheet-list").display = self.as_list
        least_width = _MIN_WIDTH_BESIDE_LIST if self.as_list else LEAST_BESIDE
        self.query_one(".-beside").display = width >= least_width

        # Below it: the legend, the form in which one writes, and the text at the bottom.
        is_high = height >= _MIN_HEIGHT_WITH_LEGEND
        is_marked = self.sheet.checked is not None
        has_marks = is_marked and not self.shows_model
        self.legend.display = has_marks and is_high

        self.form.fit(width)
        least_lines_of_words = (
            _WORDS_HEIGHT_ON_HIGH_SCREEN if is_high else _WORDS_HEIGHT_ON_LOW_SCREEN
        )
        third_of_screen = height // 3
        self.query_one(Words).fit(width, least_lines_of_words, third_of_screen)

    def heading(self, width: int) -> TextLine:
        badge = "WORKSHEET" if self.sheet.checked is None else "CHECK"
        if self.shows_model:
            badge = "MODEL ANSWER"
        return heading(self.view, width, badge)

    @property
    def _explained_claim(self) -> CheckedClaim | None:
        """What is wrong at the node that is looked at, once it is told: a mistake first."""
        checked = self.sheet.checked
        if checked is None or not self.tells_why or self.is_writing or self.shows_model:
            return None
        wrong = [claim for claim in checked.wrong if claim.claim.node == self.cursor]
        mistakes = [claim for claim in wrong if claim.mark is Mark.MISTAKE]
        return next(iter([*mistakes, *wrong]), None)

    def _render_side_panel(self, width: int, height: int) -> list[TextLine]:
        """Return the explanation of the mistake at the cursor, or else a list of the answers."""
        text_width = width - 3
        text_height = height - 1
        lines = self._render_explained_mistake(text_width, text_height)
        if not lines:
            lines = self._render_written_answers(text_width, text_height)
        return [BLANK, *map(indented, lines)][:height]

    def _render_explained_mistake(self, width: int, height: int) -> list[TextLine]:
        """Explain the mistake at the cursor; return no lines if none is explained."""
        claim = self._explained_claim
        if claim is None or self.sheet.checked is None:
            return []
        return mistake(self.view, self.sheet.checked, claim, width, height)

    def _render_written_answers(self, width: int, height: int) -> list[TextLine]:
        """Return the fields of the node at the cursor, the list of answers, and their number.

        A marked sheet and the model answer have no fields; the number is of the person's answers.
        The list is left out if it is empty, has no room, or stands in place of the tree.
        """
        lines: list[TextLine] = []
        if self._has_boxes:
            typed = self.form.answers if self.is_writing else {}
            lines += [*fields(self.view, self.sheet, width, typed), BLANK]

        lines_left = height - len(lines)
        counts = wrapped(render_written_counts(self.sheet), width)
        is_list_wanted = bool(self.shown_sheet.entries) and not self.as_list
        if is_list_wanted and lines_left >= _MIN_LIST_HEIGHT:
            blank_lines = 1
            room = Size(width, lines_left - blank_lines - len(counts))
            lines += [*self._render_shown_answers(room), BLANK]

        if not self.shows_model:
            lines += counts
        return lines

    def _render_answer_list(self, width: int, height: int) -> list[TextLine]:
        room = Size(width - 2, height - 2)
        return [BLANK, *indent(self._render_shown_answers(room), 2)]

    def _render_shown_answers(self, room: Size) -> list[TextLine]:
        """Return the list of the answers that are shown: the person's, or the model's."""
        return answers(
            self.view,
            self.shown_sheet,
            room,
            tells=self.tells_why,
            is_model=self.shows_model,
        )

    def _render_legend(self, width: int) -> TextLine:
        """Explain the signs of a marked sheet; on a narrow screen only the signs of the marks."""
        of_paper = line((" your paper  ", "bold quiet"), (_PAPER_LEGEND, "quiet"))
        of_check = line((" the search  ", "bold quiet"), (_CHECK_LEGEND, "quiet"))
        if length(of_paper) + length(of_check) + 3 > width:
            return of_check
        return line(*of_paper, "   ", *of_check)

    def _render_bar(self, width: int) -> TextLine:
        """Return the line below the tree: the question at the cursor, and what is left to do.

        For example ``?  ▲B: what is its value?      1 crossed · 3 blank``. A marked sheet has its
        score there, and the model answer says that it is one.
        """
        if self.shows_model:
            count = counted(len(self.shown_sheet.entries), "answer", "answers")
            remark = line((f" {_MODEL_REMARK}", "bold strong"))
            return beside(remark, line((f"{count} ", "bold min")), width, "question")
        if self.sheet.checked is not None:
            return self._render_score(self.sheet.checked, width)
        progress = f"{len(self.empty)} blank "
        cutoff_count = sum(kind == "cut" for _, kind in self.sheet.entries)
        if cutoff_count > 0:
            progress = f"{cutoff_count} crossed · {progress}"
        question = sentence(f" ?  {self._question}", "bold strong")
        return beside(question, line((progress, "bold min")), width, "question")

    def _render_score(self, checked: Check, width: int) -> TextLine:
        """Return the line with the number of right answers, and of mistakes or blanks at the right.

        With the cursor at a mistake that is its number: ``mistake 1 of 2``.
        """
        right_answers, wrong_answers = map(str, checked.tally.parts)
        if self.cursor in self._mistakes:
            remainder = self._format_number_of_mistake()
        elif checked.tally.mistakes:
            remainder = wrong_answers
        else:
            remainder = f"{len(self.empty)} blank"
        return score(right_answers, remainder, width, good=not checked.tally.mistakes)

    def _format_number_of_mistake(self) -> str:
        """Format which of the mistakes is the one at the cursor: ``mistake 1 of 2``.

        ======================================  ================================
        mistakes                                the text
        ======================================  ================================
        at B, and at C with the cursor          mistake 2 of 2
        in B's window and its value, and at C,  2 of 3 mistakes here
        with the cursor at B
        at B with the cursor, and a slash is    mistake 1 of 1, 1 slash missing
        missing whose place is not shown
        ======================================  ================================

        As soon as any node has several mistakes, they have no number each. A missing slash whose
        place is shown is a mistake like others.
        """
        nodes_by_mistake = list_nodes_by_mistake(self.sheet, with_missing=self.shows_missing)
        number_of_mistakes = len(nodes_by_mistake)
        has_node_with_several = len(set(nodes_by_mistake)) < number_of_mistakes
        if has_node_with_several:
            count_here = nodes_by_mistake.count(self.cursor)
            text = f"{count_here} of {number_of_mistakes} mistakes here"
        else:
            number = nodes_by_mistake.index(self.cursor) + 1
            text = f"mistake {number} of {number_of_mistakes}"

        if self._hidden_slash_count == 0:
            return text
        slashes = counted(self._hidden_slash_count, "slash", "slashes")
        return f"{text}, {slashes} missing"

    @property
    def _asked_claim_kind(self) -> ClaimKind:
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
        if self._selected_blank_kind is not None and self._selected_blank_kind in blank_kinds:
            return self._selected_blank_kind
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
    def _question(self) -> str:
        """The question at the node that is looked at: ``▲B: what is its value?``."""
        name = self.view.snapshot.signed(self.cursor)
        kind = self._asked_claim_kind
        if kind == "value" and self.view.tree.is_leaf(self.cursor):
            return f"{name}: is it read, or crossed out?"
        passes = "left" if self.view.rules.writes_exit_windows else "entered"
        return f"{name}: {QUESTIONS[kind].format(passes=passes)}"

    def _render_sentences(self) -> list[TextLine]:
        """Return the text below the sheet.

        It is a remark on the last key, else how the model answer is hidden, else a hint, else the
        verdict on a marked sheet, else how to write an answer.
        """
        hint = self.sheet.hint
        checked = self.sheet.checked
        if self.message:
            return [sentence(self.message, "strong")]
        if self.shows_model:
            return [line("M shows your own answers again.")]
        if hint is not None:
            return [line(("hint  ", "bold quiet"), *sentence(hint.text))]
        if checked is not None:
            return self._render_verdict(checked)
        reassurance = "Nothing is marked until you check. A blank is not a mistake."
        return [sentence(self._writing_instructions), line((reassurance, "quiet"))]

    @property
    def _writing_instructions(self) -> str:
        """How an answer is written, without a number that might be one."""
        if "pruned-if" in self.sheet.texts_at(self.cursor):
            names = [name for name in self.view.tree.unknowns.values() if name]
            x = names[0] if names else "x"
            return f"↵ writes a condition, as {x} <= a or a < {x} <= b, or always, or never."
        if algorithm_of(self.view.rules).negates:
            return "Write a value as a number, as MAX sees it."
        if not self.view.has_windows:
            return "Write a value as a number."
        return "Write a value as a number, a bound as >= or <= and a number, a window as α, β."

    def _render_verdict(self, checked: Check) -> list[TextLine]:
        """Return the verdict on the sheet, or what is wrong at the cursor if the user asked why."""
        reasons = self._collect_reasons_at_cursor(checked) if self.tells_why else []
        if reasons:
            return list(map(sentence, reasons))
        lines = list(map(sentence, checked.verdict))
        if self._hidden_slash_count > 0:
            lines.append(line((self._remark_on_hidden_slashes, "quiet")))
        return lines

    @property
    def _hidden_slash_count(self) -> int:
        """How many slashes are missing on a marked sheet that does not show where."""
        checked = self.sheet.checked
        if checked is None or self.shows_missing:
            return 0
        return checked.tally.missing

    @property
    def _remark_on_hidden_slashes(self) -> str:
        """How many slashes are missing, and which key shows where."""
        slashes = counted(self._hidden_slash_count, "slash is", "slashes are")
        return f"{slashes} missing: b shows where."

    def _collect_reasons_at_cursor(self, checked: Check) -> list[Phrase]:
        """Return why each claim at the cursor is wrong, and which facts it overlooks."""
        here = [claim for claim in checked.claims if claim.claim.node == self.cursor]
        reasons = [claim.reason for claim in here if not claim.right]
        overlooked = [each.words for each in checked.overlooked if self.cursor in each.nodes]
        return [*reasons, *overlooked]

    def _look_at(self, node: int, blank_kind: ClaimKind | None = None) -> None:
        """Move the cursor to a node, and ask for a kind of answer; drop a hint on another node."""
        self._selected_blank_kind = blank_kind
        hint = self.sheet.hint
        if hint is not None and hint.claim.node != node:
            self.sheet = replace(self.sheet, hint=None)
        self.view.point_at(node)
        self.say("")

    def action_look(self, direction: Direction) -> None:
        if self.as_list:
            self._look_at_neighbour_in_list(forwards=direction in {"down", "right"})
            return
        node = self.query_one(Canvas).neighbour(direction)
        if node == self.cursor:
            self.say("There is no node that way.")
        else:
            self._look_at(node)

    def _look_at_neighbour_in_list(self, *, forwards: bool) -> None:
        """Move the cursor to the node of the next or of the previous answer in the list."""
        nodes = [answer.node for answer in self.shown_sheet.claims]
        if forwards:
            neighbour = next((node for node in nodes if node > self.cursor), None)
        else:
            neighbour = next((node for node in reversed(nodes) if node < self.cursor), None)
        if neighbour is None:
            self.say("There is no answer that way.")
        else:
            self._look_at(neighbour)

    def on_canvas_pointed(self, event: Canvas.Pointed) -> None:
        if not self.is_writing:
            self._look_at(event.node)

    def action_blank(self, by: Neighbour) -> None:
        """Go to the next blank (1) or the previous one (-1); an open form is submitted first.

        A form with an answer that is rejected stays open.
        """
        kind = self._asked_claim_kind
        if self.is_writing:
            is_accepted = self._submit_answer_form()
            if not is_accepted:
                return
        self._go_to_blank_beside(kind, by)

    def _go_to_blank_beside(self, kind: ClaimKind, by: Neighbour) -> None:
        """Go to the next (1) or previous (-1) blank, seen from a box at the cursor."""
        self._show_own_answers()
        other_blank = self.sheet.blank_beside(Box(self.cursor, kind), by)
        if other_blank is not None:
            self._look_at(other_blank.node, other_blank.kind)
        elif self.empty:  # the box itself is blank
            self.say("This is the only blank.")
        else:
            self.say("Nothing is blank; K checks it.")

    def on_answer_form_changed(self) -> None:
        """Show what is typed in the card, too."""
        self.show()

    def on_key(self, event: events.Key) -> None:
        if self.is_writing:
            self.form.on_key(event)  # where it was typed before the box had the focus
        elif event.character and event.character in _ANSWER_START_CHARACTERS:
            event.stop()
            event.prevent_default()
            self.action_write(event.character)

    def has_key(self, action: str) -> bool:
        """Tell whether an action has its key: while something is written only a few have one.

        enter leads to the step of a mistake that is explained; else one writes with it.
        """
        explains_mistake = self._explained_claim is not None
        match action:
            case "to_step":
                return explains_mistake
            case "write":
                return not explains_mistake
            case _:
                return not self.is_writing or action in _KEYS_WHILE_WRITING

    def why_idle(self, action: str, parameters: tuple[object, ...]) -> str:  # noqa: ARG002
        """Return why an action does nothing now, as a sentence; empty if it does something."""
        if self.is_writing and action in _ACTIONS_AFTER_WRITING:
            return "You are writing: ↵ writes it down, esc gives it up."
        if action in _ACTIONS_ON_CUTOFFS and not self.view.has_windows:
            reason = present(explain_why_idle(self.view.rules, "cutoff"))
            return as_sentence(f"{reason}, so there is nothing to cross out")
        if action in _ACTIONS_AFTER_MARKING and self.sheet.checked is None:
            return "Nothing is marked yet: K marks what is written."
        return ""

    def action_write(self, text: str = "") -> None:
        """Write at this node, a text at first; hand it in where it is being written already."""
        if self.is_writing:
            self._submit_and_go_to_next_blank()
        else:
            self._open_answer_form(text)

    def _submit_and_go_to_next_blank(self) -> None:
        """Submit the form; if it filled a blank, go to the next one.

        A form with an answer that is rejected stays open.
        """
        kind = self._asked_claim_kind
        is_accepted = self._submit_answer_form()
        if not is_accepted:
            return
        has_text = any(self.form.answers.values())
        is_still_blank = Claim(self.cursor, kind) in self.empty
        if has_text and not is_still_blank and self.empty:
            self._go_to_blank_beside(kind, 1)

    def _open_answer_form(self, first_text: str) -> None:
        """Open a form with a box for each kind of answer at the cursor.

        For example ``▲B value [6]   best move [C]``, with the answers that are written so far.

        Args:
            first_text: What has been typed for the first box; empty to keep its answer.
        """
        texts_by_kind = self.sheet.texts_at(self.cursor)  # at least one
        boxes: list[FormBox] = []
        for kind in texts_by_kind:
            label = CLAIM_NAMES.get(kind, kind)
            is_first = not boxes
            if is_first:
                label = f"{self.view.snapshot.signed(self.cursor)} {label}"
            boxes.append(FormBox(kind, label, room=_BOX_WIDTH))

        texts: dict[str, str] = dict(texts_by_kind.items())
        if first_text:
            texts[boxes[0].name] = first_text

        self._show_own_answers()
        self.is_writing = True
        self.form.ask(boxes, texts)
        self.say("")  # shows the form, which can have the focus then
        self.set_focus(self.form)

    def _submit_answer_form(self) -> bool:
        """Write the answers in the form on the sheet, and close the form.

        Returns:
            True if all were accepted. Otherwise the form stays open at the first answer that was
            rejected; answers before it have been written.
        """
        texts_on_sheet = self.sheet.texts_at(self.cursor)  # by kind of answer; each has a box
        for kind, text_on_sheet in texts_on_sheet.items():
            typed_text = self.form.answers[kind]
            if typed_text == text_on_sheet:
                continue
            # _change_sheet passes the sheet and the node, and says why an answer is rejected.
            enter_answer = partial(Worksheet.enter, text=typed_text, kind=kind)
            if not self._change_sheet(enter_answer):
                self.form.reject(kind)
                return False

        self._close_answer_form()
        return True

    def action_to_step(self) -> None:
        """Show the search at the step of the mistake that is explained, above the sheet."""
        explained = self._explained_claim
        if explained is None:
            return
        view = self._original_view.twin()
        view.set_asks(False)  # the sheet is marked, so there is no answer to hide
        view.go_to(min(explained.step, view.steps))
        view.stop_looking()
        view.say("esc goes back to your answers.")
        self.post_message(messages.OpenScreen("mistake_step", view))

    def _close_answer_form(self) -> None:
        self.is_writing = False
        self.set_focus(None)
        self.say("")

    def _change_sheet(self, change: Callable[[Worksheet, int], Worksheet]) -> bool:
        """Apply a change to the sheet and show it; return False, with a remark, if it is rejected.

        Args:
            change: Takes the sheet and the node at the cursor, and returns the changed sheet. It
                raises ``EntryError`` for an answer that cannot be written.
        """
        old_sheet = self.sheet
        try:
            new_sheet = change(old_sheet, self.cursor)
        except EntryError as error:
            self.say(as_sentence(str(error)))
            return False

        # Only changes of answers can be undone, not those of marks or hints.
        if new_sheet.entries != old_sheet.entries:
            self._history.change(new_sheet)
        self.sheet = new_sheet
        self._show_own_answers()
        self.keep_now()
        self.say("")  # shows the sheet, without the remark on the key before
        return True

    def action_cross(self) -> None:
        self._change_sheet(Worksheet.slash)

    def action_nothing(self) -> None:
        self._change_sheet(lambda sheet, _: sheet.say_nothing_is_cut())

    def action_erase(self) -> None:
        old_sheet = self.sheet
        is_accepted = self._change_sheet(Worksheet.erase)
        if is_accepted and self.sheet.entries == old_sheet.entries:
            self.say("Nothing is written here that could be erased.")

    def action_undo(self) -> None:
        before = self.sheet
        if self._history.undo():
            self._show_undone_change(before, "Undone; ctrl+y writes it again.")
        else:
            self.say("There is nothing to undo.")

    def action_redo(self) -> None:
        before = self.sheet
        if self._history.redo():
            self._show_undone_change(before, "Written again; ctrl+z undoes it.")
        else:
            self.say("There is nothing to write again.")

    def _show_undone_change(self, old_sheet: Worksheet, remark: str) -> None:
        """Move the cursor to an answer that undo or redo has changed, and show a remark.

        Args:
            old_sheet: The sheet before undo or redo; it differs in one answer or more.
            remark: What is said.
        """
        # A hint that was given once stays given.
        self.sheet = replace(self.sheet, hint=None, hints_taken=old_sheet.hints_taken)
        self.keep_now()
        self._show_own_answers()
        self._look_at(find_node_of_changed_answer(old_sheet, self.sheet))
        self.say(remark)  # behind _look_at(), which shows the screen without a remark

    @property
    def _mistakes(self) -> list[int]:
        """The nodes of the mistakes that are shown, in the order of the search."""
        nodes = list_nodes_by_mistake(self.sheet, with_missing=self.shows_missing)
        return list(dict.fromkeys(nodes))

    def action_check(self) -> None:
        """Mark the sheet, and go to the first mistake unless the cursor is at one already.

        The answers are shown alone at first, without reasons and without missing slashes. So a
        missing slash is no mistake to go to. A sheet on which nothing is written is not marked.
        """
        if not self.sheet.entries:
            self.say("Nothing is written yet that could be marked.")
            return
        self.sheet = self.sheet.check()
        self._shown_parts = ShownParts()

        mistakes = self._mistakes
        has_mistake_elsewhere = bool(mistakes) and self.cursor not in mistakes
        self._look_at(mistakes[0] if has_mistake_elsewhere else self.cursor)

    def action_explain(self) -> None:
        """Explain the mistake at the cursor, and from now on each mistake that is looked at."""
        self._shown_parts = self._shown_parts._replace(reasons=True, model=False)
        checked = present(self.sheet.checked)
        is_wrong_here = any(claim.claim.node == self.cursor for claim in checked.wrong)
        self.say("" if is_wrong_here else self._explain_nothing_wrong_here())

    def _explain_nothing_wrong_here(self) -> str:
        """Return that nothing is wrong at the cursor, and where something is, if anywhere."""
        mistakes = self._mistakes
        if not mistakes:
            return f"Nothing is wrong here. {self._explain_no_next_mistake()}"
        goal = "the mistake" if len(mistakes) == 1 else "the next mistake"
        return f"Nothing is wrong here; m goes to {goal}."

    def action_missing(self) -> None:
        """Show the places where slashes are missing, or hide them."""
        missing_slashes = present(self.sheet.checked).missing_slashes
        if not missing_slashes:
            self.say("No slash is missing.")
            return

        self._shown_parts = self._shown_parts._replace(
            missing_slashes=not self.shows_missing, model=False
        )
        if self.shows_missing:
            self._look_at(min(slash.claim.node for slash in missing_slashes))
        self.say("")

    def action_mistake(self) -> None:
        """Go to the next mistake in the order of the search; after the last one to the first.

        Where there is no other, say so.
        """
        self._show_own_answers()
        mistakes = self._mistakes
        is_at_only_mistake = mistakes == [self.cursor]
        if not mistakes or is_at_only_mistake:
            self.say(self._explain_no_next_mistake(is_at_only_mistake=is_at_only_mistake))
        elif self.cursor in mistakes:
            next_index = mistakes.index(self.cursor) + 1
            self._look_at(mistakes[next_index % len(mistakes)])
        else:
            self._look_at(mistakes[0])

    def _explain_no_next_mistake(self, *, is_at_only_mistake: bool = False) -> str:
        """Return why there is no mistake to go to."""
        if self._hidden_slash_count > 0:
            return self._remark_on_hidden_slashes
        if is_at_only_mistake:
            return "There is no other mistake."
        return "No mistake is marked."

    def action_turn_view(self) -> None:
        self.as_list = not self.as_list
        self.show()
        self.call_after_refresh(self.show)

    def action_hint(self) -> None:
        """Show a hint, or more of it, and move the cursor to its node."""
        self.sheet = self.sheet.ask_hint()
        self._show_own_answers()
        hint = self.sheet.hint
        if hint is None:
            self.say("There is no further hint.")
            return
        # An open form belongs to the node at the cursor.
        if not self.is_writing:
            self._look_at(hint.claim.node)
        self.say("")

    def action_model(self) -> None:
        self._shown_parts = self._shown_parts._replace(model=not self.shows_model)
        self.say("")

    def action_save(self) -> None:
        title = "Save your answers as"
        expected = "a .tree file that W goes on with"
        name = str(self._path)
        self.post_message(
            messages.ask_for_file(title, expected, name, self._save_answers, for_trees=True)
        )

    def _save_answers(self, path: Path) -> None:
        if self.write(path, self._write_file_text(), "; W goes on with it when it is opened again"):
            self._path = path
            self.saved_entries = self.sheet.entries
            self._original_view.keep_answers(self.view.index, self.sheet.answered)
            self.forget()
            self.show()

    def action_leave(self) -> None:
        if self.is_writing:
            self._close_answer_form()
        else:
            super().action_leave()
