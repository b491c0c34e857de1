"""The side: what stands beside the drawing, as much as there is room for, or one card of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from treeexplorer.terminal.lines import BLANK, TextLine, line
from treeexplorer.terminal.panels.banner import first_key
from treeexplorer.terminal.panels.funnel import funnel, half_lines
from treeexplorer.terminal.panels.moment import (
    changes,
    code,
    facts,
    lines_needed,
    moment,
    notes,
    position,
    trace,
)
from treeexplorer.terminal.view import View

Panel: TypeAlias = Callable[[View, int, int], list[TextLine]]

CARDS: Final = ("", "listing", "trace", "notes")
_LEAST_TRACE: Final = 6
_ROWS: Final = ("current", "cut_surface")


def side(view: View, width: int, height: int) -> list[TextLine]:
    """Return the side: a line left free at the top, a margin of two cells on either side."""
    room, rows = max(1, width - 3), max(0, height - (2 if height > 24 else 1))
    match view.card:
        case "":
            lines = _all_that_fits(view, room, rows)
        case "trace":
            lines = trace(view, room, rows)
        case "notes":
            top = [*facts(view, 5), BLANK]
            lines = [*top, *notes(view, room, rows - len(top))]
        case _:
            below = code(view, room, rows - 2) if view.step else [first_key(view)]
            lines = [line(("LISTING", "bold quiet")), BLANK, *below]
    return [BLANK, *(indented(text) for text in lines[:rows])][:height]


def indented(text: TextLine) -> TextLine:
    """Return a line behind the margin; a surface, or the mark of the current row, begins in it."""
    if not text:
        return BLANK
    sign, style = text[0]
    if sign == "▌":
        return ((" ", ""), *text)
    surface = style.partition(" on ")[2]
    return ((" ", ""), (" ", f"on {surface}" if surface in _ROWS else ""), *text)


def _all_that_fits(view: View, width: int, height: int) -> list[TextLine]:
    """Return the side's parts; the test stands here only where the listing does not show it."""
    lines = _top(view, width, height, with_test=False)
    room = height - len(lines) - 2
    choices = [needed for needed in lines_needed(view) if needed <= room]
    if choices and view.step and view.question is None:
        beside_trace = [needed for needed in choices if needed + 2 + _LEAST_TRACE <= room]
        needed = (beside_trace or choices)[0]
        lines += [BLANK, BLANK, *code(view, width, needed)]
        room -= needed + 2
    else:
        lines = _top(view, width, height, with_test=True)
        room = height - len(lines) - 2
    if room >= _LEAST_TRACE and view.step:
        lines += [BLANK, BLANK, *trace(view, width, room)]
    return lines


def _top(view: View, width: int, height: int, *, with_test: bool) -> list[TextLine]:
    """Return what is known of the node, the funnel or a cut-off's half-lines, what has changed."""
    if view.looking:
        top = [*facts(view, 5), BLANK]
        lines = [*top, *funnel(view, width, max(4, height - len(top)))]
    elif halves := half_lines(view, width, height):
        lines = halves
        below = changes(view.snapshot)
        if len(lines) + 1 + len(below) <= height:
            lines = [*lines, BLANK, *below]
    else:
        below = moment(view, width, 6, with_test=with_test)
        lines = funnel(view, width, max(4, height - (len(below) + 1 if below else 0)))
        if below:
            below = moment(view, width, max(2, height - len(lines) - 1), with_test=with_test)
            lines += [BLANK, *below] if len(lines) + len(below) < height else below
    board = position(view, height)
    if board and len(lines) + len(board) < height:
        lines += [BLANK, *board]
    return lines
