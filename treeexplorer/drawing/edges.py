"""The line of edges above a ply: from each parent to its children."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from treeexplorer.drawing.glyphs import Weight
from treeexplorer.drawing.labels import Labels
from treeexplorer.drawing.layout import Layout
from treeexplorer.drawing.moment import Moment
from treeexplorer.drawing.runs import LineWriter, Look, Role
from treeexplorer.drawing.weights import ROLE_OF_WEIGHT, EdgeWeights

_CROSS_WITHIN = 3  # cells from the child that is cut off


@dataclass
class Family:
    """A parent and those of its children whose edges can be seen.

    Attributes:
        parent: The parent item.
        children: The visible children's items, from left to right, and one more on either side.
        middle: The parent's column.
        start: The first child's column.
        stop: The last child's column.
        weights: The columns and the edges of the visible children, and of those others that tell
            how the edges on which all run are drawn.
    """

    parent: int
    children: list[int]
    middle: int
    start: int
    stop: int
    weights: list[tuple[int, Weight]]


class EdgePainter:
    """Draws the edges of a layout at a moment."""

    def __init__(self, layout: Layout, moment: Moment, look: Look, labels: Labels) -> None:
        self.layout = layout
        self.moment = moment
        self.labels = labels
        self.glyphs = labels.glyphs
        self.weights = EdgeWeights(layout.items, moment, look)

    # -- families ------------------------------------------------------------------------------

    def families(self, ply: int, left: int, right: int) -> Iterator[Family]:
        """Yield the families with edges between two columns, from left to right."""
        items = self.layout.items
        row = items.plies[ply]
        low, high = self.layout.visible(ply, left, right)
        children: list[int] = []
        parent = -1
        for index in range(max(0, low - 1), min(len(row), high + 1)):
            item = row[index]
            if items.parent[item] != parent:
                if children:
                    yield self._family(parent, children)
                parent, children = items.parent[item], []
            children.append(item)
        if children:
            yield self._family(parent, children)

    def _family(self, parent: int, children: list[int]) -> Family:
        items, columns = self.layout.items, self.layout.columns
        row = items.plies[items.ply[children[0]]]
        last = row[bisect_left(row, items.end[parent]) - 1]
        telling = [parent + 1, last, *children]
        strong = self.weights.strong_child(parent)
        if strong is not None:
            telling.append(strong)
        return Family(
            parent=parent,
            children=children,
            middle=columns[parent],
            start=columns[parent + 1],
            stop=columns[last],
            weights=[(columns[item], self.weights.weight(item)) for item in telling],
        )

    # -- lines ---------------------------------------------------------------------------------

    def paint(self, writer: LineWriter, ply: int, left: int, right: int) -> None:
        """Write the edges above a ply."""
        for family in self.families(ply, left, right):
            self._paint_family(writer, family)

    def paint_uprights(self, writer: LineWriter, ply: int, left: int, right: int) -> None:
        """Write the second line of edges above a ply, which has the probabilities beside it."""
        items = self.layout.items
        row = items.plies[ply]
        low, high = self.layout.visible(ply, left, right)
        for item in row[low:high]:
            weight = self.weights.drop(item)
            glyph = self.glyphs.uprights[weight]
            writer.put(self.layout.columns[item], glyph, ROLE_OF_WEIGHT[weight])
            if not items.is_elision(item):
                text = self.labels.probability(items.node(item))
                writer.put(self.layout.columns[item] + 1, text, Role.PROBABILITY)

    def _paint_family(self, writer: LineWriter, family: Family) -> None:
        columns = self.layout.columns
        points = {columns[item]: item for item in family.children}
        points.setdefault(family.middle, family.parent)
        stops = sorted(points)
        previous: int | None = None
        for column in stops:
            if previous is not None:
                self._paint_run(writer, family, previous, column, points)
            child = points[column] if points[column] != family.parent else None
            self._paint_point(writer, family, column, child)
            previous = column

    def across(self, family: Family, left: int, right: int) -> Weight:
        """Return how the stretch between two neighbouring columns of a family is drawn."""
        if not family.start <= left < right <= family.stop:
            return Weight.NONE
        weight = Weight.DOTTED
        if right <= family.middle:
            for column, drawn in family.weights:
                if column <= left and drawn > weight:
                    weight = drawn
        else:
            for column, drawn in family.weights:
                if column >= right and drawn > weight:
                    weight = drawn
        return weight

    def _paint_run(
        self, writer: LineWriter, family: Family, left: int, right: int, points: dict[int, int]
    ) -> None:
        weight = self.across(family, left, right)
        if right - left <= 1:
            return
        run, role = self.glyphs.runs[weight], ROLE_OF_WEIGHT[weight]
        before = right <= family.middle
        child = points[left] if before else points[right]
        if child == family.parent or weight > Weight.DOTTED or not self.weights.is_cut_off(child):
            writer.fill(left + 1, right, run, role)
            return
        middle = (left + right) // 2
        cross = min(middle, left + _CROSS_WITHIN) if before else max(middle, right - _CROSS_WITHIN)
        writer.fill(left + 1, cross, run, role)
        writer.put(cross, self.glyphs.cut, Role.CUT)
        writer.fill(cross + 1, right, run, role)

    def _paint_point(
        self, writer: LineWriter, family: Family, column: int, child: int | None
    ) -> None:
        middle = family.middle
        left = self.across(family, column - 1, column) if column > 0 else Weight.NONE
        right = self.across(family, column, column + 1)
        down = Weight.NONE if child is None else self.weights.drop(child)
        up = Weight.NONE
        if column == middle:
            up = max(left, right, down)
        if child is not None and self._is_crossed_here(family, column, child, left, right):
            writer.put(column, self.glyphs.cut, Role.CUT)
            return
        strongest = max(
            up, right, left, Weight.NONE if child is None else self.weights.weight(child)
        )
        writer.put(column, self.glyphs.junction(up, right, down, left), ROLE_OF_WEIGHT[strongest])

    def _is_crossed_here(
        self, family: Family, column: int, child: int, left: Weight, right: Weight
    ) -> bool:
        """Tell whether the cross of a cut branch stands right above the child.

        It does where the stretch towards the parent has no room for it, or leads to another child
        that was not cut off.
        """
        if not self.weights.is_cut_off(child):
            return False
        middle = family.middle
        if column == middle:
            return True
        if (right if column < middle else left) > Weight.DOTTED:
            return True
        towards = self.layout.columns
        others = [towards[item] for item in (*family.children, family.parent)]
        return (column + 1 if column < middle else column - 1) in others
