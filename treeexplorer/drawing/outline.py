"""The outline: one line a node, indented by ply, for deep and for very wide trees.

The lines are the items in their order, so nothing needs to be placed; which guides pass through a
line follows from the ancestors whose columns are in sight.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Generator
from dataclasses import dataclass
from typing import Final

from treeexplorer.drawing.glyphs import Weight
from treeexplorer.drawing.items import Items, items_of
from treeexplorer.drawing.labels import Labels
from treeexplorer.drawing.moment import Moment
from treeexplorer.drawing.runs import Detail, Line, LineWriter, Look, Role, Viewport
from treeexplorer.drawing.texts import NodeTexts, Part, write_parts
from treeexplorer.drawing.weights import ROLE_OF_WEIGHT, EdgeWeights
from treeexplorer.text import width
from treeexplorer.tree import INNER, GameTree

INDENT: Final = 3
_MARGIN: Final = 1
_ROOM: Final = 60  # for what is written at a node


@dataclass(frozen=True)
class Outline:
    """The places of an outline's items: line by item, column by ply.

    Attributes:
        items: What is drawn.
        width: The whole outline's width in cells.
        height: Its height in lines.
    """

    items: Items
    width: int
    height: int

    @property
    def tree(self) -> GameTree:
        """The tree that is drawn."""
        return self.items.tree

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


def begin_outline(
    tree: GameTree, look: Look | None = None, folded: Collection[int] = ()
) -> Generator[None, None, Outline]:
    """Find the outline of a tree, a slice at a time; the generator returns it."""
    items = yield from items_of(tree, folded)
    labels = Labels(tree, look or Look(), Detail.NAMED)
    sample = range(0, len(items), max(1, len(items) // 1000))
    named = max((width(labels.name(node)) for node in tree.names), default=0)
    texts = max(width(labels.head(items.node(item))) for item in sample)
    cells = max(texts, named + 2) + 24
    return Outline(items, Outline.column(len(items.plies) - 1) + min(cells, _ROOM), len(items))


class OutlinePainter:
    """Paints an outline at a moment."""

    def __init__(self, outline: Outline, moment: Moment, look: Look | None = None) -> None:
        self.outline = outline
        self.moment = moment
        self.look = look or Look()
        labels = Labels(moment.tree, self.look, Detail.NAMED)
        self.glyphs = labels.glyphs
        self.texts = NodeTexts(labels, moment, outline.items.folded)
        self.weights = EdgeWeights(outline.items, moment, self.look)
        self._ancestors: dict[int, int] = {}
        self._below: dict[int, Weight] = {}

    def paint(self, viewport: Viewport) -> list[Line]:
        """Return the lines of a part of the outline, each at most as wide as the part."""
        return [
            self.line(viewport.top + row, viewport.left, viewport.width)
            for row in range(viewport.height)
        ]

    def line(self, number: int, left: int, cells: int) -> Line:
        """Return one line of the outline between two columns; nothing beyond its edges."""
        if not 0 <= number < self.outline.height:
            return []
        writer = LineWriter(left, cells)
        ply = self.outline.items.ply[number]
        first = max(1, (left - _MARGIN) // INDENT)
        last = min(ply, (left + cells) // INDENT + 1)
        for guided in range(first, last + 1):
            self._write_guide(writer, number, guided, ply)
        self._write_text(writer, number)
        return writer.runs

    # -- guides --------------------------------------------------------------------------------

    def _ancestor(self, item: int, ply: int) -> int:
        """Return the ancestor of an item on a ply, or the item itself."""
        known = self._ancestors.get(ply)
        items = self.outline.items
        if known is None or not known <= item < items.end[known]:
            row = items.plies[ply]
            known = self._ancestors[ply] = row[bisect_right(row, item) - 1]
        return known

    def _write_guide(self, writer: LineWriter, item: int, ply: int, own_ply: int) -> None:
        """Write what stands in a line below the sign of the ancestor one ply up."""
        ancestor = self._ancestor(item, ply)
        column = Outline.column(ply - 1)
        below = self._weight_below(ancestor)
        if ply < own_ply:
            if below:
                writer.put(column, self.glyphs.uprights[below], ROLE_OF_WEIGHT[below])
            return
        own = self.weights.drop(item)
        up = max(own, below)
        corner = self.glyphs.junction(up, own, below, Weight.NONE)
        writer.put(column, corner, ROLE_OF_WEIGHT[up])
        if self.weights.is_cut_off(item):
            writer.put(column + 1, self.glyphs.cut, Role.CUT)
        else:
            writer.put(column + 1, self.glyphs.runs[own], ROLE_OF_WEIGHT[own])

    def _weight_below(self, item: int) -> Weight:
        """Return how the guide goes on below an item, to its later siblings."""
        weight = self._below.get(item)
        if weight is None:
            weight = self._below[item] = self._find_weight_below(item)
        return weight

    def _find_weight_below(self, item: int) -> Weight:
        items = self.outline.items
        parent, following = items.parent[item], items.end[item]
        if following >= items.end[parent]:
            return Weight.NONE
        row = items.plies[items.ply[item]]
        last = row[bisect_right(row, items.end[parent] - 1) - 1]
        weight = max(self.weights.weight(following), self.weights.weight(last))
        strong = self.weights.strong_child(parent)
        if strong is not None and strong > item:
            weight = max(weight, self.weights.weight(strong))
        return weight

    # -- texts ---------------------------------------------------------------------------------

    def _write_text(self, writer: LineWriter, item: int) -> None:
        items = self.outline.items
        node, column = items.node(item), Outline.column(items.ply[item])
        if items.is_elision(item):
            writer.put(column, self.glyphs.elided, Role.ELIDED)
            return
        start, parts = self.texts.marked(node, column, self.texts.head(node))
        write_parts(writer, start, parts)
        at = start + sum(width(text) for text, _ in parts)
        at += 1 if start == column else 0  # what follows stands still when marks come and go
        write_parts(writer, at, self._remarks(node))

    def _remarks(self, node: int) -> list[Part]:
        tree, labels = self.moment.tree, self.texts.labels
        remarks: list[Part] = []
        if tree.kind[node] == INNER:
            remarks += [(" ", Role.SPACE), *self.texts.finding(node, _ROOM)]
            window = labels.window(self.moment, node)
            remarks.append((f"  {window}" if window else "", Role.WINDOW))
        elif self.look.claims and labels.claim(node):
            remarks.append((f" {labels.claim(node)}", Role.CLAIM))
        probability = labels.probability(node)
        if probability:
            remarks.append(
                (
                    f" × {probability}" if not self.look.ascii else f" x {probability}",
                    Role.PROBABILITY,
                )
            )
        return remarks
