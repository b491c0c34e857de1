"""Where a slab has room: on the bus before the branches that are pruned, or as near as can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from treeexplorer.drawing.layout import Layout


class FreeCells(NamedTuple):
    """Some cells of a line in which a slab may stand.

    Columns are counted away from the branches that are read: where the slab stands on their left,
    from right to left and below zero.
    """

    line: int
    start: int  # the first column
    stop: int  # one past the last


class SlabPlaces:
    """The places for a slab around the bus below a node.

    Args:
        layout: Where the items stand.
        parent: The item above the bus.
        pending: Those of its children that are, or may be, pruned.
        from_right: Whether the search goes from right to left.
    """

    def __init__(
        self, layout: Layout, parent: int, pending: Sequence[int], *, from_right: bool
    ) -> None:
        items = layout.items
        columns = layout.columns
        read = [child for child in items.children(parent) if child not in pending]
        live = [columns[item] for item in (parent, *read)]
        ends = [columns[item] for item in pending] if pending else live
        self._layout = layout
        self._parent = parent
        self._is_left = _is_on_the_left(live, ends, from_right=from_right)
        self._flip = -1 if self._is_left else 1
        self._bus = layout.buses[items.ply[parent] + 1]
        self._pending = list(map(self._counted, pending))
        self._last_read = max(map(self._counted, read), default=0)
        self._edge = max(self._counted(item) for item in (parent, *read)) + 1
        self._end = 1 if self._is_left else layout.width

    def _counted(self, item: int) -> int:
        """Return the column of an item, as columns are counted here."""
        return self._flip * self._layout.columns[item]

    @property
    def _first_branch(self) -> int | None:
        """The column of the first branch that the bus leads to behind the edge."""
        return min((column for column in self._pending if column > self._edge), default=None)

    @property
    def edge(self) -> int | None:
        """The column at which the bus begins to lead to pending branches alone, if it does."""
        return None if self._first_branch is None else self._flip * self._edge

    def on_or_above_the_bus(self) -> list[FreeCells]:
        """Return where a slab hides the least: before the branches, over their ends, above them."""
        parent = self._parent
        beside = self._layout.items.beside(parent, self._flip)
        above_stop = self._end
        if beside is not None:
            above_stop = self._counted(beside)
        places: list[FreeCells] = []
        if self._first_branch is not None:
            # A branch right beside the middle keeps its end.
            start = self._edge + 1 if self._edge in self._pending else self._edge
            places.append(FreeCells(self._bus, start, self._first_branch))
        places.append(FreeCells(self._bus, self._edge, self._limit - 1))
        if self._layout.form.stub:
            places.append(FreeCells(self._bus - 1, self._counted(parent) + 1, above_stop - 2))
        return [self._inside(place) for place in places]

    def over_what_is_there(self) -> list[FreeCells]:
        """Return where a slab hides more: below the bus, then on it over what is beside."""
        places = [
            FreeCells(self._bus, self._edge, self._end),
            FreeCells(self._bus, self._end - self._layout.width, self._end),
        ]
        row = self._layout.items.ply[self._parent] + 1
        if self._layout.heads[row] - self._bus > 1:
            below = FreeCells(self._bus + 1, self._last_read + 1, self._limit - 1)
            places.insert(0, self._inside(below))
        return places

    @property
    def _limit(self) -> int:
        """The first column of the next node of the row and of its children."""
        items = self._layout.items
        beside = items.beside(self._parent, self._flip)
        if beside is None:
            return self._end
        return min(map(self._counted, (beside, *items.children(beside))))

    def _inside(self, place: FreeCells) -> FreeCells:
        """Return a place as far as it lies in the drawing: a branch may lie beyond it."""
        return place._replace(stop=min(place.stop, self._end))

    def column(self, place: FreeCells, cells: int) -> int:
        """Return the first column of a slab, as a drawing counts them, at the start of a place."""
        return 1 - place.start - cells if self._is_left else place.start


def _is_on_the_left(live: Sequence[int], ends: Sequence[int], *, from_right: bool) -> bool:
    """Tell whether a slab stands to the left of the branches that are read.

    Where branches are pending on both sides, or on neither, it stands where the search goes.
    """
    before = min(ends) < min(live) - 1
    after = max(ends) > max(live) + 1
    if before is after:
        return from_right
    return before
