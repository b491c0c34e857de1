"""The answer sheet: what one would hand in, with the labels of the drawing; saved and copied."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType

from treeexplorer.course.answers import AnswerSheet
from treeexplorer.course.pages import plain_text
from treeexplorer.engine import Record
from treeexplorer.explain.rules_in_words import format_conventions
from treeexplorer.judging.waiting import check_has_no_unknown
from treeexplorer.terminal import messages
from treeexplorer.terminal.keys import key
from treeexplorer.terminal.lines import BLANK, TextLine, join_at_columns, line, sentence, wrapped
from treeexplorer.terminal.panels.outline import outline
from treeexplorer.terminal.screens.base import ListScreen, UpperScreen
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.line_view import LineView, OnDemand, OneLine

_LABEL_COLUMN: Final = 20
_MIN_ANSWER_WIDTH: Final = 10
_MAX_NODES_NAMED: Final = 400  # leaves and branches on the screen; what is saved names all
_STYLE_BY_ANSWER: Final = {"value": "bold decided", "best move": "strong"}


class Answers(ListScreen[None], UpperScreen):
    """The answer sheet of a finished search.

    Raises:
        ValueError: The search has not ended.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("space,right", "page(1)", "further down", "Scroll down by a screen"),
        key("backspace,left", "page(-1)", "up", "Scroll up by a screen", "answers_up"),
        key("s,ctrl+s", "save", "save", "Save this page as a text file"),
        key("y", "copy", "copy", "Copy this page"),
        key("escape,q", "leave", "back", "Go back to the tree"),
    ]
    MODE = "ANSWER SHEET"

    def __init__(self, view: View) -> None:
        """Open the answer sheet of a search.

        Args:
            view: The search. The table on the sheet is that of its last step, wherever the view
                stands.

        Raises:
            ValueError: The search has not ended.
        """
        super().__init__()
        check_has_no_unknown(view.record)
        if not view.record.complete:
            raise ValueError("the search has not ended, so there is no answer sheet yet")
        self.view: View = view
        self.page = LineView(self._render_sheet)
        self.sheet = AnswerSheet(view.record, view.title, format_conventions(view.rules))
        self._view_at_end = _copy_view_at_last_step(view)
        self._visited = _collect_visited_nodes(view.record)
        # The answers for the width at which they were asked for last: wrapping them takes long.
        self._answers_for_width = lru_cache(maxsize=1)(self._render_answers)

    def parts(self) -> ComposeResult:
        yield self.page
        yield OneLine(lambda _: line((f"  {self.message}", "bold news_text")))

    def _render_answers(self, width: int) -> list[TextLine]:
        """Return the upper part of the sheet: the answers, with their names at the left.

        For example, with an answer that is wrapped::

            value               3, exactly
            cut-offs            α cut-off at ▽B:
                                3 ≥ 2; pruned: 4, 6
        """
        lines: list[TextLine] = [BLANK]
        for name, text in self.sheet.pairs(_MAX_NODES_NAMED):
            answer = sentence(text, _STYLE_BY_ANSWER.get(name, ""))
            label = line((name, "quiet"))
            # width - 4: without the two cells at either side.
            for row in wrapped(answer, max(_MIN_ANSWER_WIDTH, width - 4 - _LABEL_COLUMN)):
                lines.append(join_at_columns([label, row], [2, 2 + _LABEL_COLUMN]))
                label = BLANK  # the name stands only before the first part
        return [*lines, BLANK]

    def _render_sheet(self, width: int, _height: int) -> OnDemand:
        """Return the answers and a table of the visited nodes, made line by line when shown."""
        margin = (" ", "")
        heading, row_of = outline(self._view_at_end, width - len(" "), has_news=False)
        lines_above_table = [*self._answers_for_width(width), (margin, *heading)]

        # Lines are counted from 0: first those above, then a line for each visited node.
        def line_at(number: int) -> TextLine:
            if number < len(lines_above_table):
                return lines_above_table[number]
            node = self._visited[number - len(lines_above_table)]
            return (margin, *row_of(node))

        return OnDemand(len(lines_above_table) + len(self._visited), line_at)

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self._format_as_text())
        self.say("Copied.")

    def _format_as_text(self) -> str:
        return plain_text(tuple(self.sheet.blocks()))

    def action_save(self) -> None:
        save = partial(self.write, text=self._format_as_text())
        self.post_message(
            messages.ask_for_file("Save this page as", "a file name", "answers.txt", save)
        )


def _copy_view_at_last_step(view: View) -> View:
    """Return a copy of a view that stands at the last step."""
    copy = view.twin()
    copy.go_to(view.steps)
    return copy


def _collect_visited_nodes(record: Record) -> list[int]:
    """Return the nodes that a search visits, in preorder."""
    return [node for node in range(len(record.tree)) if record.call_of(node) is not None]
