"""The cards of the explorer's deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treeexplorer.terminal.panes.code import code, lines_needed
from treeexplorer.terminal.panes.history import history
from treeexplorer.terminal.panes.moment import moment
from treeexplorer.terminal.panes.notes import notes
from treeexplorer.terminal.panes.position import position
from treeexplorer.terminal.panes.statistics import statistics
from treeexplorer.terminal.panes.trace import first_shown, trace
from treeexplorer.terminal.styled import Styled
from treeexplorer.terminal.widgets.deck import Card

if TYPE_CHECKING:
    from treeexplorer.terminal.screens.explorer import Explorer

# The path, the gauge and a line of what has happened need this many lines above a board.
_ROOM_BESIDE_A_BOARD = 8


def cards(explorer: Explorer) -> list[Card]:
    """Return all cards of an explorer, in their order."""
    ink = explorer.app.ink
    turn = explorer.app.keys_of("card")[0]
    trace_height = 0

    def show_position(width: int, height: int) -> list[Styled]:  # noqa: ARG001 - as drawn
        session = explorer.session
        return position(explorer.source, session.tree, session.cursor, ink)[:height]

    def show_moment(width: int, height: int) -> list[Styled]:
        session, room = explorer.session, height
        board = show_position(width, height)
        if board and height - len(board) >= _ROOM_BESIDE_A_BOARD:
            room = height - len(board)
        lines = moment(session, ink, explorer.scale, width, room)
        if room == height:
            return lines
        return lines + [Styled("")] * (room - len(lines)) + board

    def show_code(width: int, height: int) -> list[Styled]:
        return code(explorer.session, ink, width, height)

    def code_needs(width: int) -> int:
        return lines_needed(explorer.session, ink, width)

    def show_trace(width: int, height: int) -> list[Styled]:
        nonlocal trace_height
        trace_height = height
        return trace(explorer.session, ink, width, height)

    def go_to_row(line: int) -> None:
        step = first_shown(explorer.session, trace_height) + line - 1
        if line >= 1 and step <= explorer.session.step:
            explorer.go_to(step)

    def show_statistics(width: int, height: int) -> list[Styled]:
        return statistics(explorer.session, ink, width, height)

    def show_history(width: int, height: int) -> list[Styled]:
        return history(explorer.session, ink, explorer.scale, width, height)

    def show_notes(width: int, height: int) -> list[Styled]:
        return notes(explorer.session, ink, width, height)

    shown = [
        Card("moment", "", show_moment),
        Card("code", "code", show_code, needs=code_needs),
        Card("trace", "trace", show_trace, go_to_row),
        Card("statistics", "counts", show_statistics),
        Card("history", "window of the root", show_history),
        Card("notes", "node and notes", show_notes, more=f"{turn} reads on"),
    ]
    if explorer.source is not None and explorer.source.picture is not None:
        shown.append(Card("position", "position", show_position))
    return shown
