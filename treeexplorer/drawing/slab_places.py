"""Where a slab has room: on the bus before the branches that are pruned, or as near as can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from treeexplorer.drawing.layout import Layout


class FreeCells(NamedTuple):
    """Some cells of a line in which a slab may stand.

    Where the slab stands to the left of the branches that are read, columns are negated: then both
    sides are worked out alike, from the smaller column to the greater.
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
        self._layout = layout
        self._parent = parent
        columns = layout.columns
        children = layout.items.children(parent)
        read = [child for child in children if child not in pending]
        live_columns = [columns[item] for item in (parent, *read)]
        pending_columns = [columns[item] for item in pending]
        if not pending:
            pending_columns = live_columns
        self._is_left = _is_on_the_left(live_columns, pending_columns, from_right=from_right)
        self._direction = -1 if self._is_left else 1
        self._bus = layout.buses[layout.items.ply[parent] + 1]
        self._pending = [self._signed_column(item) for item in pending]
        read_columns = [self._signed_column(item) for item in read]
        self._last_read = max(read_columns, default=0)
        self._edge = max([self._signed_column(parent), *read_columns]) + 1
        self._end = 1 if self._is_left else layout.width  # one past the drawing's last column

    def _signed_column(self, item: int) -> int:
        """Return the column of an item, negated where the slab stands on the left."""
        return self._direction * self._layout.columns[item]

    @property
    def _first_branch(self) -> int | None:
        """The signed column of the first branch that the bus leads to behind the edge."""
        return min((column for column in self._pending if column > self._edge), default=None)

    @property
    def edge(self) -> int | None:
        """The column from which the bus leads only to pending branches; ``None`` without any."""
        if self._first_branch is None:
            return None
        return self._direction * self._edge

    def on_or_above_the_bus(self) -> list[FreeCells]:
        """Return where a slab hides the least: before the branches, over their ends, above them."""
        parent = self._parent
        beside = self._layout.items.beside(parent, self._direction)
        above_stop = self._end
        if beside is not None:
            above_stop = self._signed_column(beside)
        places: list[FreeCells] = []
        if self._first_branch is not None:
            # A branch right beside the middle keeps its end.
            start = self._edge + 1 if self._edge in self._pending else self._edge
            places.append(FreeCells(self._bus, start, self._first_branch))
        places.append(FreeCells(self._bus, self._edge, self._limit - 1))
        if self._layout.form.stub:
            above_start = self._signed_column(parent) + 1
            places.append(FreeCells(self._bus - 1, above_start, above_stop - 2))
        return [self._inside(place) for place in places]

    def over_what_is_there(self) -> list[FreeCells]:
        """Return the places of second choice: below the bus, then on the bus over other things."""
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
        """The signed column of the next node of the row, or of its nearest child."""
        items = self._layout.items
        beside = items.beside(self._parent, self._direction)
        if beside is None:
            return self._end
        return min(map(self._signed_column, (beside, *items.children(beside))))

    def _inside(self, place: FreeCells) -> FreeCells:
        """Return a place without its cells outside the drawing, where a branch may lie."""
        return place._replace(stop=min(place.stop, self._end))

    def column(self, place: FreeCells, cells: int) -> int:
        """Return the column of the drawing at which a slab of a given width begins in a place."""
        if self._is_left:
            return 1 - place.start - cells
        return place.start


def _is_on_the_left(live: Sequence[int], ends: Sequence[int], *, from_right: bool) -> bool:
    """Tell whether a slab stands to the left of the branches that are read.

    Where branches are pending on both sides, or on neither, it stands where the search goes.
    """
    before = min(ends) < min(live) - 1
    after = max(ends) > max(live) + 1
    if before is after:
        return from_right
    return before
