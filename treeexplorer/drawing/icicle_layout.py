"""Where an icicle has its rows and cells, and what each cell stands for, whatever the step.

The tree ``[A:[1 2 3] B:[4]]``, drawn in a wide room and in a narrow one::

    the columns    0    1    2    3

    eight cells    0 1  2 3  4 5  6 7       two cells    0    1
    ply 0          root root root root      ply 0        root root
    ply 1          A    A    A    B         ply 1        A    A
    ply 2          1    2    3    4         ply 2        bin  bin

- An *item* is a node or a ``...``; the items are numbered from left to right in preorder.
- A *column* belongs to the tree: there is one for each leaf and one for each ``...``.
- A *cell* is a character of a row on the screen. All rows have equally many cells, and each row
  shows all columns.
- A *bin* is a cell that stands for several items of its row.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.drawing.items import Item, items_of
from treeexplorer.drawing.leaf_states import State
from treeexplorer.drawing.styled_text import Size
from treeexplorer.tree import INNER, GameTree

ColumnIndex: TypeAlias = int
"""The number of a leaf or a ``...``, counted from the left."""
CellIndex: TypeAlias = int
"""The number of a cell in its row; cell 0 stands right behind the name of the ply."""

_EMPTY_CELLS_BEHIND_ROW: Final = 1  # the characters between the last cell and the right edge


class IcicleColumns:
    """The columns of an icicle, from left to right: one for each leaf, one for each ``...``.

    A column takes several cells where there are few columns. Where there are many, a cell stands
    for several columns.
    """

    def __init__(self, tree: GameTree) -> None:
        self.items = items_of(tree)
        self.leaves = array("i", [node for node in range(len(tree)) if tree.kind[node] != INNER])
        # The item at the lower end of each column. Without any ``...`` the items are the nodes.
        self.ends = self.leaves
        if tree.elided:
            self.ends = array("i", filter(self.items.is_end, range(len(self.items))))

    def __len__(self) -> int:
        """Return the number of columns."""
        return len(self.ends)

    def item(self, column: ColumnIndex, ply: int) -> Item | None:
        """Return the node or ``...`` that a column of the icicle shows at a depth of the tree.

        There is one column for each leaf and each ``...``. At its lower end it shows that leaf or
        ``...``, and further up the nodes above it. Below its lower end it shows ``None``.
        """
        items = self.items
        lowest_item = self.ends[column]
        lowest_ply = items.ply[lowest_item]
        if ply > lowest_ply:
            return None
        if ply == lowest_ply:
            return lowest_item
        # The node of a ``...`` is its parent, so both leaves and ``...`` begin with a node here.
        node = items.node(lowest_item)
        return items.item(items.tree.ancestor_at(node, ply))

    def span(self, item: Item) -> range:
        """Return the columns below an item: of a leaf or ``...`` its own alone."""
        start = bisect_left(self.ends, item)
        stop = bisect_left(self.ends, self.items.end[item])
        return range(start, stop)

    def shares_range_with_others(self, item: Item, columns: range) -> bool:
        """Tell whether an item lies within a range of columns that it shares with other items."""
        span = self.span(item)
        is_inside = columns.start <= span.start and span.stop <= columns.stop
        return is_inside and len(span) < len(columns)

    def columns_of_cell(self, cell: CellIndex, cells: int) -> range:
        """Return the columns that a cell stands for: at least one.

        Of four columns, two cells stand for 0 and 1, and for 2 and 3; of eight cells the first two
        stand for 0, the next two for 1 and so on.

        Args:
            cell: The cell.
            cells: How many cells a row has.
        """
        start = cell * len(self) // cells
        stop = (cell + 1) * len(self) // cells
        return range(start, max(start + 1, stop))

    def leaves_before(self, column: ColumnIndex) -> int:
        """Return how many leaves of the tree stand to the left of a column.

        There is one column for each leaf and each ``...``, from left to right. The number of
        columns is a valid column, too: all leaves are to the left of it.
        """
        is_behind_all = column == len(self.ends)
        if is_behind_all:
            return len(self.leaves)

        item = self.ends[column]
        node = self.items.node(item)
        # Leaves are numbered in preorder, so those to the left have smaller numbers.
        if self.items.is_elision(item):  # a ``...`` stands behind all nodes below its parent
            end_of_parent = self.items.tree.end[node]
            return bisect_left(self.leaves, end_of_parent)
        return bisect_left(self.leaves, node)


class IcicleLayout(NamedTuple):
    """What the cells of an icicle stand for."""

    columns: IcicleColumns
    first_ply: int  # the ply of the first row
    rows: int  # how many plies are in sight
    left: int  # the characters before the first cell of a row
    cells: int  # how many cells a row has
    top: int  # the lines above the first row
    lines: int  # how many lines a row takes
    width: int
    height: int
    is_strip: bool  # whether it is the overview below another drawing

    def node_at(self, x: int, line: int) -> int | None:
        """Return the node at a place, of a ``...`` the one above, ``None`` where there is none."""
        row = (line - self.top) // self.lines
        cell = x - self.left
        if not 0 <= row < self.rows or not 0 <= cell < self.cells:
            return None
        ply = self.first_ply + row
        item = find_looks_of_row(self.columns, self.cells, ply)[cell].item
        if item is None:
            return None
        return self.columns.items.node(item)

    def place(self, node: int) -> tuple[int, int]:
        """Return the character column and the line in which a node begins."""
        item = self.columns.items.item(node)
        row = self.columns.items.ply[item] - self.first_ply
        row_in_sight = max(0, min(row, self.rows - 1))
        first_cell = self.cells_of(item).start
        return self.left + first_cell, self.top + row_in_sight * self.lines

    def cells_of(self, item: Item) -> range:
        """Return the cells that stand for an item: those whose columns overlap with its own.

        Cells are the characters of a row; columns belong to the tree, one for each leaf or ``...``.
        If there are fewer cells than columns, a cell stands for several columns, and items may
        share it: of the four columns below, each of two cells stands for two.

        Example:
            >>> from treeexplorer.notation import parse
            >>> tree = parse("[A:[1 2 3] B:[4]]").tree  # A has the columns 0 to 2, B column 3
            >>> wide = lay_out_icicle(tree, Size(13, 9))
            >>> wide.cells, wide.cells_of(tree.find("A")), wide.cells_of(tree.find("B"))
            (8, range(0, 6), range(6, 8))
            >>> narrow = lay_out_icicle(tree, Size(7, 9))
            >>> narrow.cells, narrow.cells_of(tree.find("A")), narrow.cells_of(tree.find("B"))
            (2, range(0, 2), range(1, 2))
        """
        span = self.columns.span(item)
        # From left to right, both the first and the last column of the cells never decrease.
        cells = range(self.cells)
        first = bisect_left(cells, span.start, key=self._last_column_of)
        first_behind = bisect_left(cells, span.stop, key=self._first_column_of)
        return range(first, first_behind)

    def cells_beginning_in(self, item: Item) -> range:
        """Return the cells that stand for an item, and for nothing to the left of it.

        They may be none, where the item lies in the middle of a cell.
        """
        cells = self.cells_of(item)
        shares_first_cell = self._first_column_of(cells.start) < self.columns.span(item).start
        return cells[1:] if shares_first_cell else cells

    def _first_column_of(self, cell: CellIndex) -> ColumnIndex:
        """Return the first column that a cell stands for."""
        return self.columns.columns_of_cell(cell, self.cells)[0]

    def _last_column_of(self, cell: CellIndex) -> ColumnIndex:
        """Return the last column that a cell stands for."""
        return self.columns.columns_of_cell(cell, self.cells)[-1]


_make_columns = lru_cache(maxsize=2)(IcicleColumns)


class _Margins(NamedTuple):
    """What an icicle has around its rows of cells."""

    left: int  # characters, for the name of the ply
    above: int  # lines: the heading
    below: int  # lines: the pointer to the current node, and the legend


_USUAL_MARGINS: Final = _Margins(left=4, above=1, below=2)
_STRIP_MARGINS: Final = _Margins(left=7, above=0, below=0)


def lay_out_icicle(
    tree: GameTree, room: Size, current: int = 0, *, is_strip: bool = False
) -> IcicleLayout:
    """Compute where an icicle has its rows and cells, so that it fills a room of the screen.

    An icicle shows each depth of the tree (a ply) as a row of cells. If not all rows have room,
    those in sight include the row of the current node.

    For example, of a tree with four plies in a room of some lines, of which three are margins::

        room    lines left for rows    rows in sight    lines per row
        20      17                     4                4, and one line stays empty
        5       2                      2                1

    Args:
        tree: The tree.
        room: The lines and columns that it takes.
        current: The node whose row is in sight, if not all rows are.
        is_strip: Whether it is the overview below another drawing. That has one line a ply, and
            leaves out the root, the heading and the legend.
    """
    margins = _STRIP_MARGINS if is_strip else _USUAL_MARGINS

    # How many rows are in sight, and how many lines each has. Lines that are left over stay empty.
    plies = _choose_plies(tree, is_strip=is_strip)
    available_lines = max(1, room.height - margins.above - margins.below)
    visible_rows = min(len(plies), available_lines)
    lines_per_row = 1 if is_strip else available_lines // visible_rows

    # Which rows are in sight.
    current_row = tree.ply[current] - plies.start
    hidden_rows = _count_rows_to_hide(current_row, len(plies), visible_rows)
    first_visible_ply = plies.start + hidden_rows

    cells_per_row = max(1, room.width - margins.left - _EMPTY_CELLS_BEHIND_ROW)
    return IcicleLayout(
        columns=_make_columns(tree),
        first_ply=first_visible_ply,
        rows=visible_rows,
        left=margins.left,
        cells=cells_per_row,
        top=margins.above,
        lines=lines_per_row,
        width=room.width,
        height=margins.above + visible_rows * lines_per_row + margins.below,
        is_strip=is_strip,
    )


def _choose_plies(tree: GameTree, *, is_strip: bool) -> range:
    """Return the plies that have a row; a strip leaves out the root unless the root is alone."""
    is_root_alone = tree.depth == 0
    if is_strip and not is_root_alone:
        return range(1, tree.depth + 1)
    return range(tree.depth + 1)


def _count_rows_to_hide(wanted_row: int, row_count: int, visible_rows: int) -> int:
    """Return how many of the upper rows to hide so that a wanted row can be seen.

    The rows are scrolled by half of those in sight, so that few steps of the search move them.

    Args:
        wanted_row: The number of the wanted row, from 0; negative above the first.
        row_count: How many rows there are.
        visible_rows: How many of them have room.

    Example:
        >>> [_count_rows_to_hide(wanted, 10, 4) for wanted in range(10)]
        [0, 0, 0, 2, 2, 4, 4, 6, 6, 6]
    """
    scroll_distance = max(1, visible_rows // 2)
    rows_seen_above = min(1, visible_rows - 1)  # one above the wanted row, if two have room
    most_that_keeps_it_visible = max(0, wanted_row - rows_seen_above)
    hidden_rows = most_that_keeps_it_visible // scroll_distance * scroll_distance
    most_hidden = max(0, row_count - visible_rows)  # then the last row is the last in sight
    return min(hidden_rows, most_hidden)


class CellLook(NamedTuple):
    """What a cell shows.

    Attributes:
        item: The item that it stands for, of several the middle one; ``None`` where no item is as
            deep as the row, and for a bin at a step.
        is_bin: Whether it stands for several items.
        state: What colours it at a step: of a bin, or of an item that must be seen. ``None`` for
            the state of the item.
    """

    item: Item | None
    is_bin: bool
    state: State | None = None


@lru_cache(maxsize=128)
def find_looks_of_row(columns: IcicleColumns, cells: int, ply: int) -> tuple[CellLook, ...]:
    """Return what each cell of a row shows, whatever the step: its node, or that it has several.

    A row is drawn in *cells*, the characters of a line on the screen. The tree has *columns*, one
    for each leaf and each ``...``. If there are fewer cells than columns, a cell stands for several
    columns, and shows the node above the middle one of these. If this node lies wholly in the cell
    and does not fill it, the cell stands for several nodes: it is a *bin*. In the example::

        column                 0   1   2   3
        ply 1                  A   A   A   B
        ply 2                  1   2   3   4
        two cells at ply 1     A       A         no bins, since A reaches over both
        two cells at ply 2     bin     bin       1 and 2 are one bin, 3 and 4 the other

    Args:
        columns: The columns of the tree.
        cells: How many cells the row has.
        ply: The depth of the nodes that the row shows.

    Returns:
        What each cell shows, from left to right.

    Example:
        >>> from treeexplorer.notation import parse
        >>> columns = IcicleColumns(parse("[A:[1 2 3] B:[4]]").tree)
        >>> [cell.is_bin for cell in find_looks_of_row(columns, 2, ply=1)]
        [False, False]
        >>> [cell.is_bin for cell in find_looks_of_row(columns, 2, ply=2)]
        [True, True]
    """
    looks: list[CellLook] = []
    for cell in range(cells):
        columns_of_cell = columns.columns_of_cell(cell, cells)
        # Of two columns in the middle the left one.
        middle_column = (columns_of_cell[0] + columns_of_cell[-1]) // 2
        item = columns.item(middle_column, ply)
        is_bin = item is not None and columns.shares_range_with_others(item, columns_of_cell)
        looks.append(CellLook(item, is_bin))
    return tuple(looks)


@lru_cache(maxsize=128)
def collect_ranges_of_bins(columns: IcicleColumns, cells: int, ply: int) -> list[range]:
    """Return the cells of a row that stand for several nodes each (bins), as ranges.

    For example, if the cells 2, 3, 4 and 9 are bins, the result is
    ``[range(2, 5), range(9, 10)]``.
    """
    looks = find_looks_of_row(columns, cells, ply)
    ranges: list[range] = []
    start = 0
    for is_bin, neighbours in groupby(look.is_bin for look in looks):
        stop = start + len(list(neighbours))
        if is_bin:
            ranges.append(range(start, stop))
        start = stop
    return ranges


@lru_cache(maxsize=4)
def find_leaves_of_cells(columns: IcicleColumns, cells: int) -> list[range]:
    """Return the leaves that each cell of a row stands for, as indices in `IcicleColumns.leaves`.

    Where a cell stands for a ``...`` alone, the range is empty.
    """
    leaf_ranges: list[range] = []
    for cell in range(cells):
        columns_of_cell = columns.columns_of_cell(cell, cells)
        start_leaf = columns.leaves_before(columns_of_cell.start)
        stop_leaf = columns.leaves_before(columns_of_cell.stop)
        leaf_ranges.append(range(start_leaf, stop_leaf))
    return leaf_ranges
