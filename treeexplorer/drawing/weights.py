"""How the edge above each item is drawn: what the search has to do with it."""

from __future__ import annotations

from treeexplorer.drawing.glyphs import Weight
from treeexplorer.drawing.items import Items
from treeexplorer.drawing.moment import Moment
from treeexplorer.drawing.runs import Look
from treeexplorer.engine.record import Status


class EdgeWeights:
    """Tells how the edges of a drawing look at a moment."""

    def __init__(self, items: Items, moment: Moment, look: Look) -> None:
        self.items = items
        self.moment = moment
        self.look = look
        self._weights: dict[int, Weight] = {}

    def status(self, item: int) -> Status:
        """Return what an item is at the moment."""
        node = self.items.node(item)
        if self.items.is_elision(item):
            return self.moment.elision_status(node)
        return self.moment.status(node)

    def weight(self, item: int) -> Weight:
        """Return how the edge above an item is drawn."""
        weight = self._weights.get(item)
        if weight is None:
            weight = self._weights[item] = self._find_weight(item)
        return weight

    def _find_weight(self, item: int) -> Weight:
        items, moment = self.items, self.moment
        if self.status(item) in {Status.SKIPPED, Status.BEYOND}:
            return Weight.DOTTED
        if items.is_elision(item):
            return Weight.LIGHT
        node = items.node(item)
        if self.look.spoilers and node in moment.line:
            return Weight.DOUBLE
        return Weight.HEAVY if moment.is_on_path(node) else Weight.LIGHT

    def is_cut_off(self, item: int) -> bool:
        """Tell whether the edge above an item is the one that was cut."""
        if self.status(item) is not Status.SKIPPED:
            return False
        parent = self.items.node(self.items.parent[item])
        return self.moment.status(parent) is not Status.SKIPPED

    def drop(self, item: int) -> Weight:
        """Return how the end of the edge above an item is drawn; a tie's is double."""
        if self.look.spoilers and not self.items.is_elision(item):
            node = self.items.node(item)
            if self.items.ply[item] == 1 and node in self.moment.ties:
                return Weight.DOUBLE
        return self.weight(item)

    def strong_child(self, parent: int) -> int | None:
        """Return the child over which the current path or the principal variation goes on."""
        node = self.items.node(parent)
        child = self.moment.heavy_child(node)
        if child is None and self.look.spoilers:
            child = self.moment.line_child(node)
        if child is None or self.items.item(child) == parent:
            return None
        return self.items.item(child)
