"""The answer sheet: what one would hand in, with the labels of the drawing."""

from __future__ import annotations

from treeexplorer.exercises.answers import AnswerSheet, answer_sheet
from treeexplorer.exercises.pages import plain_text
from treeexplorer.terminal.lines import BLANK, TextLine, columns, line, sentence
from treeexplorer.terminal.panels.heading import conventions, heading
from treeexplorer.terminal.screens.page import Page
from treeexplorer.terminal.view import View
from treeexplorer.text import width as cells

_LABEL_COLUMN = 20
_GAP = 3


class Answers(Page):
    """The answer sheet of a finished search.

    Args:
        view: What is looked at.

    Raises:
        ValueError: The search has not ended.
    """

    def __init__(self, view: View) -> None:
        if not view.record.complete:
            raise ValueError("the search has not ended, so there is no answer sheet yet")
        sheet = answer_sheet(view.record, view.title, ", ".join(conventions(view.rules)))
        super().__init__(
            lambda width: heading(view, width, "ANSWER SHEET"),
            answer_lines(sheet),
            lambda: plain_text(tuple(sheet.blocks())),
            "answers.txt",
        )


def answer_lines(sheet: AnswerSheet) -> list[TextLine]:
    """Return the lines of an answer sheet: the answers, then the visited nodes as a table."""
    rows = sheet.pairs()
    lines = [_answer(name, text) for name, text in rows]
    return [*lines, BLANK, *_table(sheet)]


def _answer(name: str, text: str) -> TextLine:
    style = "bold decided" if name == "value" else "strong" if name == "best move" else ""
    return columns([line((name, "quiet")), sentence(text, style)], [0, _LABEL_COLUMN])


def _table(sheet: AnswerSheet) -> list[TextLine]:
    table = sheet.table()
    widths = [max(map(cells, column)) for column in zip(table.head, *table.rows, strict=True)]
    starts = [sum(widths[:i]) + _GAP * i for i in range(len(widths))]
    lines = [columns([line((word, "bold quiet")) for word in table.head], starts)]
    for row, shown in zip(sheet.rows, table.rows, strict=True):
        colour = {"MAX": "bold max", "MIN": "bold min"}.get(row.player, "text")
        style = "cut" if row.cut else "text"
        cells_of = [line((shown[0], colour)), *(line((text, "text")) for text in shown[1:-1])]
        lines.append(columns([*cells_of, line((shown[-1], style))], starts))
    return lines
