"""The rows of an answer sheet's table, which the outline shows at every step."""

from __future__ import annotations

from typing import Final, NamedTuple

from treeexplorer.explain.phrases import window_text
from treeexplorer.explain.snapshot import NodeView

HEAD: Final = ("node", "player", "window on entry", "returned", "cut-off")
HEAD_WITHOUT_WINDOWS: Final = ("node", "player", "returned")


class AnswerRow(NamedTuple):
    """The row of one visited node in an answer sheet's table."""

    label: str
    player: str  # MAX, MIN or CHANCE; empty at a leaf
    window: str  # the window it was entered with; empty where the search has none
    value: str  # what it returned, with its sign: = 3, ≤ 2; a leaf's number
    cut: bool  # whether it had a cut-off


def answer_row(view: NodeView) -> AnswerRow:
    """Return the row of a node in an answer sheet's table, from its view at a search step.

    A leaf has no player, and a search without windows no window: these cells are "".
    """
    player = ""
    if view.player is not None:
        player = view.player.value.upper()
    window = ""
    if view.entry is not None:
        window = window_text(view.entry)
    return AnswerRow(view.label, player, window, view.value, view.is_cut)
