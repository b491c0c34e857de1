"""The outline: the answer sheet's table at a step, for deep and for very wide trees.

The lines are the items in their order, so nothing needs to be placed; a node's label is indented
by its ply as far as its column is wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from treeexplorer.drawing.diagram import VISITED, Painter, joined
from treeexplorer.drawing.layout import Items
from treeexplorer.drawing.runs import Line, LineWriter, Look, Part, Role, Size, parts_width
from treeexplorer.explain.snapshot import NodeView, Snapshot
from treeexplorer.explain.words import window_text
from treeexplorer.text import width
from treeexplorer.tree import CHANCE_ROLE, MAX_ROLE

HEAD: Final = ("node", "player", "window on entry", "returned", "cut-off")
_INDENT: Final = 2
_GAP: Final = 2
_NARROWEST_NODE: Final = 14
_WIDEST_NODE: Final = 28  # with a probability, without its indent
_PLAYER: Final = 6
_CUT: Final = 12


class AnswerRow(NamedTuple):
    """What is handed in of a visited node."""

    label: str
    player: str  # ``MAX``, ``MIN`` or ``CHANCE``; empty at a leaf
    window: str  # the window it was entered with; empty where the search has none
    value: str  # what it returned, with its sign: ``= 3``, ``≤ 2``; a leaf's number
    cut: bool  # whether it had a cut-off


def answer_row(view: NodeView) -> AnswerRow:
    """Return what is handed in of a node as it looks at a step."""
    return AnswerRow(
        label=view.label,
        player=view.player.value.upper() if view.player else "",
        window=window_text(view.entry) if view.entry else "",
        value=view.value,
        cut=view.is_cut,
    )


class OutlinePainter(Painter):
    """Paints an outline at a step: a heading, and a line of some cells for each item."""

    def __init__(
        self, items: Items, step: Snapshot, look: Look | None = None, cells: int = 80
    ) -> None:
        super().__init__(items, step, look or Look())
        self.cells = cells
        window = max(len(HEAD[2]), 2 * self.widest_number + 4) if step.record.has_windows else 0
        value = self.value_width(CHANCE_ROLE if self.tree.has_chance else MAX_ROLE)
        widths = [_PLAYER, window, max(len(HEAD[3]), value), _CUT if window else 0]
        # In a narrow room the players go first, whom the signs tell, then the words of a test.
        for column, least in ((0, 0), (3, width(HEAD[4])), (3, 0), (1, 2 * self.widest_number + 4)):
            if self._node_width(widths) < _NARROWEST_NODE:
                widths[column] = min(widths[column], least)
        most = _INDENT * len(items.plies) + _WIDEST_NODE  # so that the columns stay together
        self.widths = [max(1, min(most, self._node_width(widths))), *widths]

    def _node_width(self, widths: list[int]) -> int:
        return self.cells - sum(each + _GAP for each in widths if each)

    def lines(self, room: Size, top: int = 0) -> list[Line]:
        """Return the heading, and as many lines from one on as there is room for."""
        heading: list[list[Part]] = [[(text, Role.QUIET)] for text in (f" {HEAD[0]}", *HEAD[1:])]
        rows = range(top, min(top + room.height - 1, len(self.items)))
        return [self._line(heading), *(self._line(self._cells(item)) for item in rows)]

    def _line(self, cells: list[list[Part]]) -> Line:
        line, column = LineWriter(0, self.cells), 0
        for parts, each in zip(cells, self.widths, strict=True):
            if each:
                clipped = LineWriter(0, each)
                clipped.put_parts(0, parts)
                line.put_parts(column, clipped.parts)
                column += each + _GAP
        return line.parts

    def _cells(self, item: int) -> list[list[Part]]:
        node, ply = self.items.node(item), self.items.ply[item]
        if self.items.is_elision(item):
            role = Role.PRUNED if self.is_pruned(item) else Role.GHOST
            dots = (f" {' ' * self._indent(ply, 4)}{self.glyphs.elided}", role)
            return [[dots], [], [], [], []]
        view = self.view(item)
        row, status = answer_row(view), self.node_status(node)
        is_seen = status in VISITED
        shade = Role.PRUNED if self.is_pruned(item) else Role.QUIET if is_seen else Role.GHOST
        label: list[Part] = [(self.label(node), shade)]
        if view.player:
            label = self.label_parts(node)
        column, label = self.marked(item, 1, label)
        times = "x" if self.look.ascii else "×"
        if probability := self.probability(node):
            label = joined([label, [(f"{times} {probability}", Role.QUIET)]], " ")
        indent: Part = (" " * (column + self._indent(ply, parts_width(label) + 1)), Role.SPACE)
        ends: Sequence[Part] = self.window_ends(node) or [
            (self.glyphs.number(end), Role.QUIET) for end in view.entry or ()
        ]
        window: list[Part] = []
        if ends:
            window = [("(", Role.QUIET), ends[0], (", ", Role.QUIET), ends[1], (")", Role.QUIET)]
        value = self.value_parts(node, spaced=True) if view.player else [self.leaf_part(node)]
        cut: list[Part] = []
        if row.cut:
            is_now = self.snapshot.cut is not None and node == self.snapshot.node
            test = f" {self.glyphs.written(str(self.snapshot.test))}" if is_now else ""
            text = f" {self.glyphs.cut}{test} "
            if width(text) > self.widths[4]:
                text = f" {self.glyphs.cut} CUT"
            cut = [(text, Role.SLAB)]
        return [[indent, *label], [(row.player, shade)], window, value, cut]

    def _indent(self, ply: int, cells: int) -> int:
        return max(0, min(_INDENT * ply, self.widths[0] - cells))
