"""Where a slab has room: on the bus before the branches that are pruned, or as near as can be.

A *slab* is a coloured text such as ``╳ 3 ≥ 2``, which shows the test of a cut-off. The *bus* is the
horizontal line that the children of a node share.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from treeexplorer.drawing.items import Item
from treeexplorer.drawing.layout import Layout

_GAP_ON_THE_BUS: Final = 1  # empty cells between a slab and what belongs to the next node
_GAP_ABOVE_THE_BUS: Final = 2  # empty cells between a slab and the next node's middle


class FreeCells(NamedTuple):
    """Cells of a line in which a slab may stand, in signed columns: see `CutoffLabelPlaces`."""

    line: int
    start: int  # the first column
    stop: int  # one past the last


def slab_places(
    layout: Layout, parent: Item, pending: Sequence[Item], *, from_right: bool
) -> CutoffLabelPlaces:
    """Prepare the places for the label of a cut-off, on the side where children are pruned.

    The label stands between the children that were read and those that are pruned, for example to
    the right of 3::

        ┌────┼ ╳ 3 ≥ 2 ┐        the bus, the line that joins the children
        5    3         8        8 is pruned

    Args:
        layout: The columns and lines of all items of the drawing.
        parent: The item whose children are joined by the bus.
        pending: Those of its children that are, or may be, pruned; the others were read.
        from_right: Whether the search visits children from right to left.
    """
    read_children = [child for child in layout.items.children(parent) if child not in pending]
    is_left = _is_label_on_the_left(
        read_columns=[layout.columns[item] for item in (parent, *read_children)],
        pending_columns=[layout.columns[child] for child in pending],
        from_right=from_right,
    )
    return CutoffLabelPlaces(
        layout, parent, is_left=is_left, read_children=read_children, pending_children=pending
    )


@dataclass(frozen=True)
class CutoffLabelPlaces:
    """The places for a slab around the bus below a node, the parent; made by `slab_places`.

    After a search from left to right has pruned the last two children, the slab stands to the
    right of what has been read::

               │ the parent
        ┌──────┼╌╌╌╌╌╌┬╌╌╌╌╌╌┐     the bus
        3      12     8      5
          read  ^      pending
                the edge: from this column on the bus leads to pending children alone

    *Pending* children are those that are, or may be, pruned. If they are on the left, all is
    mirrored. So that both sides have the same arithmetic, columns are *signed*: as they are where
    the slab stands on the right, negated where it stands on the left. A greater signed column is
    always further away from the children that were read.

    Attributes:
        layout: The columns and lines of all items of the drawing.
        parent: The item above the bus.
        is_left: Whether the slab stands to the left of the children that were read.
        read_children: The children that were read.
        pending_children: The other children.
    """

    layout: Layout
    parent: Item
    is_left: bool
    read_children: Sequence[Item]
    pending_children: Sequence[Item]

    # -- in signed columns -----------------------------------------------------------------------

    def _signed_column(self, item: Item) -> int:
        """Return the signed column of an item."""
        column = self.layout.columns[item]
        return -column if self.is_left else column

    @cached_property
    def _read_columns(self) -> list[int]:
        """The signed columns of the children that were read."""
        return list(map(self._signed_column, self.read_children))

    @cached_property
    def _pending_columns(self) -> list[int]:
        """The signed columns of the other children."""
        return list(map(self._signed_column, self.pending_children))

    @property
    def _row_of_children(self) -> int:
        """The row below the parent."""
        return self.layout.items.ply[self.parent] + 1

    @property
    def _bus(self) -> int:
        """The line of the bus, counted from the top."""
        return self.layout.buses[self._row_of_children]

    @property
    def _signed_edge(self) -> int:
        """The first signed column beyond the parent and the children that were read.

        If these stand in the columns 12, 5 and 10, it is 13 where the slab stands on the right. On
        the left their signed columns are -12, -5 and -10, and it is -4, which is column 4.
        """
        return 1 + max([self._signed_column(self.parent), *self._read_columns])

    @property
    def _end(self) -> int:
        """One past the outermost signed column.

        In a drawing of 80 columns it is 80 on the right. On the left column 0 is the outermost; its
        signed column is 0, too, so it is 1.
        """
        return 1 if self.is_left else self.layout.width

    @property
    def _first_branch(self) -> int | None:
        """The signed column of the nearest pending child beyond the edge; ``None`` without any."""
        edge = self._signed_edge
        return min((column for column in self._pending_columns if column > edge), default=None)

    @property
    def edge(self) -> int | None:
        """The column of the drawing from which the bus leads to pending children alone.

        It is ``None`` if none of them stands beyond it.
        """
        if self._first_branch is None:
            return None
        return -self._signed_edge if self.is_left else self._signed_edge

    def list_free_places(self) -> list[FreeCells]:
        """Return the places where a cut-off's label hides the least, the best first.

        In these drawings the label is ``###``. The horizontal line joins the children of a node,
        the stem leads down to it from the node itself, and ``p`` are pending children, which are or
        may be pruned::

                                                        │###
            ─┼###┬╌╌╌┐           ─┼#####╌╌┐            ─┼╌╌╌┬╌╌╌┐
                 p   p                p   p                 p   p
            1. before them       2. over their branches    3. beside the stem

        The first is missing if no pending child stands beyond the read ones, the third if the
        drawing has no stems.
        """
        places = [
            *self._find_cells_before_children(),
            self._find_cells_over_branches(),
            *self._find_cells_beside_stem(),
        ]
        return [self._clip_to_drawing(place) for place in places]

    def _find_cells_over_branches(self) -> FreeCells:
        """Return the cells of the bus from the edge up to what hangs from the parent's neighbour.

        The edge is the first column behind the children that were read.
        """
        stop = self._next_family - _GAP_ON_THE_BUS
        return FreeCells(self._bus, self._signed_edge, stop)

    def _find_cells_before_children(self) -> Iterator[FreeCells]:
        """Yield the cells of the bus before the nearest pending child beyond the edge, if any."""
        if self._first_branch is None:
            return
        start = self._signed_edge
        if start in self._pending_columns:  # one stands right beside the middle: it stays in sight
            start += 1
        yield FreeCells(self._bus, start, self._first_branch)

    def _find_cells_beside_stem(self) -> Iterator[FreeCells]:
        """Yield the cells of the line between the parent's card and the bus, if there is one."""
        if self.layout.form.stub == 0:
            return
        line = self._bus - 1
        start = self._signed_column(self.parent) + 1
        yield FreeCells(line, start, self._next_node - _GAP_ABOVE_THE_BUS)

    def list_covering_places(self) -> list[FreeCells]:
        """Return the places where a slab hides more, for where no better one has room.

        1. The line below the bus, if there is one.
        2. The bus from the edge to the end of the drawing, over the next nodes' edges.
        3. The whole line of the bus.
        """
        bus_beyond_edge = FreeCells(self._bus, self._signed_edge, self._end)
        first_of_line = self._end - self.layout.width  # a line has as many columns as the drawing
        whole_line_of_bus = FreeCells(self._bus, first_of_line, self._end)
        return [*self._find_cells_below_bus(), bus_beyond_edge, whole_line_of_bus]

    def _find_cells_below_bus(self) -> Iterator[FreeCells]:
        """Yield the cells of the line below the bus, if there is one above the children.

        They lie between the children that were read and what hangs from the parent's neighbour, in
        signed columns. If the last read child is in column 10, and the neighbour's first one in 30,
        they are those from 11 to 28: column 29 stays empty. If no read child is drawn, they begin
        in column 1.
        """
        has_line_below = self.layout.heads[self._row_of_children] - self._bus > 1
        if not has_line_below:
            return
        line_below_bus = self._bus + 1
        last_read_column = max(self._read_columns, default=0)
        stop = self._next_family - _GAP_ON_THE_BUS
        yield self._clip_to_drawing(FreeCells(line_below_bus, last_read_column + 1, stop))

    @property
    def _next_item(self) -> Item | None:
        """The next item of the parent's row, away from what is read; ``None`` if it is the last."""
        direction = -1 if self.is_left else 1
        return self.layout.items.next_in_row(self.parent, direction)

    @property
    def _next_node(self) -> int:
        """The signed column of the next item of the parent's row, or the end of the drawing."""
        if self._next_item is None:
            return self._end
        return self._signed_column(self._next_item)

    @property
    def _next_family(self) -> int:
        """The least signed column of the next item of the parent's row and of its children.

        Without a next item it is the end of the drawing.
        """
        if self._next_item is None:
            return self._end
        family = (self._next_item, *self.layout.items.children(self._next_item))
        return min(map(self._signed_column, family))

    def _clip_to_drawing(self, place: FreeCells) -> FreeCells:
        """Return a place without the cells that lie beyond the end of the drawing."""
        return place._replace(stop=min(place.stop, self._end))

    def column(self, place: FreeCells, cells: int) -> int:
        """Return the column of the drawing at which a slab of a given width begins in a place.

        The slab stands at the near end of the place, so on the left the place's first cell is the
        slab's last one: three cells from the signed column −10 on are the columns 8, 9 and 10.
        """
        if self.is_left:
            last_column = -place.start
            return last_column - cells + 1
        return place.start


def _is_label_on_the_left(
    read_columns: Sequence[int], pending_columns: Sequence[int], *, from_right: bool
) -> bool:
    """Tell whether a cut-off's label stands to the left of the children that were read.

    It stands on the side of the *pending* children, which are, or may be, pruned. If these stand on
    both sides of the children that were read, or on neither side, it stands where the search goes
    on: a search from right to left goes on to the left.

    ``read_columns`` are the columns of the children that were read, and of their parent.

    Example:
        >>> _is_label_on_the_left([30, 40], [10, 20], from_right=False)
        True
        >>> _is_label_on_the_left([30, 40], [50], from_right=False)
        False
        >>> _is_label_on_the_left([30, 40], [20, 50], from_right=True)  # on both sides
        True
    """
    search_goes_on_to_left = from_right
    if not pending_columns:
        return search_goes_on_to_left

    # A child in the very next column does not count: no cell is free between it and the others.
    has_pending_on_left = min(pending_columns) < min(read_columns) - 1
    has_pending_on_right = max(pending_columns) > max(read_columns) + 1
    is_pending_on_one_side = has_pending_on_left != has_pending_on_right
    if is_pending_on_one_side:
        return has_pending_on_left
    return search_goes_on_to_left
