"""The outline: one line a node, indented by ply, for deep and for very wide trees.

The lines are the items in their order, so nothing needs to be placed; which guides pass through a
line follows from the ancestors whose columns are in sight.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final, NamedTuple

from treeexplorer.drawing.cards import Weight
from treeexplorer.drawing.diagram import ROLE_OF_WEIGHT, Painter, joined
from treeexplorer.drawing.layout import Items
from treeexplorer.drawing.runs import Line, LineWriter, Look, Part, Role, Size, parts_width
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.tree import INNER

INDENT: Final = 3
_MARGIN: Final = 1
_ROOM: Final = 60  # for what is written at a node


class Outline(NamedTuple):
    """The places of an outline's items: line by item, column by ply.

    Attributes:
        items: What is drawn.
    """

    items: Items

    @property
    def width(self) -> int:
        """The whole outline's width in cells."""
        return self.column(len(self.items.plies) - 1) + _ROOM

    @property
    def height(self) -> int:
        """Its height in lines."""
        return len(self.items)

    @staticmethod
    def column(ply: int) -> int:
        """Return the column of the signs of a ply."""
        return _MARGIN + INDENT * ply

    def place(self, node: int) -> tuple[int, int]:
        """Return the column and the line of a node's sign or number."""
        item = self.items.item(node)
        return self.column(self.items.ply[item]), item

    def node_at(self, column: int, line: int) -> int | None:
        """Return the node whose text is at a place, ``None`` where there is none."""
        if not 0 <= line < self.height:
            return None
        start = self.column(self.items.ply[line]) - 1
        return self.items.node(line) if start <= column < start + _ROOM else None


class OutlinePainter(Painter):
    """Paints an outline at a step."""

    def __init__(self, outline: Outline, step: Snapshot, look: Look | None = None) -> None:
        super().__init__(outline.items, step, look or Look())
        self.outline = outline
        self._below: dict[int, Weight] = {}

    def lines(self, room: Size | None = None, left: int = 0, top: int = 0) -> list[Line]:
        """Return the lines of the outline, or of the part that is seen in a room."""
        part = room or Size(self.outline.width, self.outline.height)
        return [self.line(top + row, left, part.width) for row in range(part.height)]

    def line(self, number: int, left: int, cells: int) -> Line:
        """Return one line of the outline between two columns; nothing beyond its edges."""
        if not 0 <= number < self.outline.height:
            return []
        writer = LineWriter(left, cells)
        ply = self.items.ply[number]
        first = max(1, (left - _MARGIN) // INDENT)
        last = min(ply, (left + cells) // INDENT + 1)
        for guided in range(first, last + 1):
            self._write_guide(writer, number, guided, ply)
        self._write_text(writer, number)
        return writer.parts

    # -- guides --------------------------------------------------------------------------------

    def _write_guide(self, writer: LineWriter, item: int, ply: int, own_ply: int) -> None:
        """Write what stands in a line below the sign of the ancestor one ply up."""
        row = self.items.plies[ply]
        ancestor = row[bisect_right(row, item) - 1]
        column = Outline.column(ply - 1)
        below = self._weight_below(ancestor)
        if ply < own_ply:
            if below:
                writer.put(column, self.glyphs.uprights[below], ROLE_OF_WEIGHT[below])
            return
        own = self.end_weight(item)
        up = max(own, below)
        corner = self.glyphs.junction(up, own, below, Weight.NONE)
        writer.put(column, corner, ROLE_OF_WEIGHT[up])
        if self._is_cut_here(item):
            writer.put(column + 1, self.glyphs.cut, Role.SLAB)
        else:
            writer.put(column + 1, self.glyphs.runs[own], ROLE_OF_WEIGHT[own])

    def _is_cut_here(self, item: int) -> bool:
        """Tell whether an item is the first that a cut-off at its parent has pruned."""
        if not self.is_pruned(item) or self.is_pruned(self.items.parent[item]):
            return False
        step = 1 if self.snapshot.record.rules.right_to_left else -1
        before = self.items.sibling(item, step)
        return before is None or not self.is_pruned(before)

    def _weight_below(self, item: int) -> Weight:
        """Return how the guide goes on below an item, to its later siblings."""
        if item not in self._below:
            self._below[item] = self._find_weight_below(item)
        return self._below[item]

    def _find_weight_below(self, item: int) -> Weight:
        following, parent = self.items.sibling(item, 1), self.items.parent[item]
        if following is None:
            return Weight.NONE
        row = self.items.plies[self.items.ply[item]]
        later = [following, row[bisect_right(row, self.items.end[parent] - 1) - 1]]
        strong = self._strong_child(parent)
        if strong is not None and strong > item:
            later.append(strong)
        return max(map(self.weight, later))

    def _strong_child(self, parent: int) -> int | None:
        """Return the child over which the path or the principal variation goes on."""
        node, step = self.items.node(parent), self.snapshot
        if self.look.answers is not None:
            return None
        below = step.child if step.node == node and step.child is not None else step.current
        if self._shows_result:
            below = self._best.get(node)
        if below is None or not node < below < self.tree.end[node]:
            return None
        return self.items.item(self.tree.ancestor_at(below, self.tree.ply[node] + 1))

    # -- texts ---------------------------------------------------------------------------------

    def _write_text(self, writer: LineWriter, item: int) -> None:
        node, column = self.items.node(item), Outline.column(self.items.ply[item])
        if self.items.is_elision(item):
            pruned = self.is_pruned(item)
            writer.put(column, self.glyphs.elided, Role.PRUNED if pruned else Role.GHOST)
            return
        is_inner = self.tree.kind[node] == INNER
        parts = self._card(node) if is_inner else [self.leaf_part(node)]
        end = column + parts_width(parts) + 2
        writer.put_parts(*self.marked(item, column, parts))
        writer.put_parts(end, self._remarks(node, item))

    def _card(self, node: int) -> list[Part]:
        """Return a card's parts on one line."""
        value = self.value_parts(node)
        space: list[Part] = [(" ", self.card_role(node))] if value else []
        return [*self.label_parts(node), *space, *value]

    def _remarks(self, node: int, item: int) -> list[Part]:
        """Return what stands behind a node: folded nodes, probability, window, claims."""
        remarks: list[list[Part]] = []
        if hidden := self.items.hidden(item):
            remarks.append([(self.count(hidden), Role.QUIET)])
        if probability := self.probability(node):
            times = "x" if self.look.ascii else "×"
            remarks.append([(f"{times} {probability}", Role.QUIET)])
        if (ends := self.window_ends(node)) is not None:
            remarks.append(
                [ends[0], (f" {self.glyphs.uprights[Weight.LIGHT]} ", Role.QUIET), ends[1]]
            )
        return joined(remarks, "  ")
