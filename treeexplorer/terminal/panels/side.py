"""The side: what stands beside the drawing, as much as there is room for, or one card of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from treeexplorer.terminal.lines import BLANK, TextLine, line
from treeexplorer.terminal.panels.counts import counts_bars
from treeexplorer.terminal.panels.funnel import funnel
from treeexplorer.terminal.panels.listing import code, lines_needed
from treeexplorer.terminal.panels.moment import facts, moment
from treeexplorer.terminal.panels.trace import trace
from treeexplorer.terminal.view import View

Panel: TypeAlias = Callable[[View, int, int], list[TextLine]]

CARDS: Final = ("", "listing", "trace", "counts", "notes")
_LEAST_TRACE: Final = 6


def side(view: View, width: int, height: int) -> list[TextLine]:
    """Return the side: a line left free at the top, a margin of two cells on either side."""
    room, rows = width - 3, height - 1
    lines = _card(view, room, rows) if view.card else _all_that_fits(view, room, rows)
    return [BLANK, *(_indented(text) for text in lines)]


def _indented(text: TextLine) -> TextLine:
    """Return a line behind the margin; a row with a surface of its own has a mark before it."""
    if text and text[0][1].endswith(" on current"):
        return ((" ", ""), ("▌", "strong on current"), *text)
    if text and text[0][1].endswith(" on cut_surface"):
        return ((" ", ""), (" ", "on cut_surface"), *text)
    return (("  ", ""), *text) if text else BLANK


def _all_that_fits(view: View, width: int, height: int) -> list[TextLine]:
    top = facts(view, 5) if view.looking else []
    if top:
        top = [*top, BLANK]
    below = moment(view, width, 6) if not view.looking else []
    first = funnel(view, width, max(4, height - len(top) - (len(below) + 1 if below else 0)))
    lines = [*top, *first]
    if below:
        below = moment(view, width, max(2, height - len(lines) - 1))
        lines += [BLANK, *below] if len(lines) + len(below) < height else below
    room = height - len(lines) - 2
    needed = lines_needed(view)
    if needed <= room:
        lines += [BLANK, BLANK, *code(view, width, needed)]
        room = height - len(lines) - 2
    if room >= _LEAST_TRACE and view.step:
        lines += [BLANK, BLANK, *trace(view, width, room)]
    return lines[:height]


def _card(view: View, width: int, height: int) -> list[TextLine]:
    if view.card == "listing":
        return [line(("LISTING", "bold quiet")), BLANK, *code(view, width, height - 2)]
    if view.card == "trace":
        return trace(view, width, height)
    if view.card == "counts":
        return [line(("COUNTS", "bold quiet")), BLANK, *counts_bars(view, width, height - 2)]
    return facts(view, height)
