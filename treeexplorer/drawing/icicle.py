"""The icicle: one row a ply, one column a leaf or a ``...``, or a bin of them where too many.

Every cell is coloured by what the search did there, so that stepping makes a film of the search,
for three leaves and for a million. What a cell stands for is found once; what it shows at a step
costs a few bisections a cell, whatever the size of the tree.

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
- A *bin* is a cell that stands for several items of its row. Its colour is the commonest *state*
  of the leaves in its columns.
- A *run* is what neighbouring cells that look alike are written as.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.drawing.items import Item, items_of
from treeexplorer.drawing.painter import PASSED, Painter, join_groups_that_fit
from treeexplorer.drawing.styled_text import (
    CARD_STYLES,
    Line,
    LineWriter,
    Look,
    Size,
    StyledPart,
    TextStyle,
)
from treeexplorer.engine.analysis import CutOff
from treeexplorer.engine.record import Status
from treeexplorer.errors import present
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.numbers import counted
from treeexplorer.rules import DRAWN_ORDERS
from treeexplorer.text import width
from treeexplorer.tree import INNER, GameTree, Player

ColumnIndex: TypeAlias = int
"""The number of a leaf or a ``...``, counted from the left."""
CellIndex: TypeAlias = int
"""The number of a cell in its row; cell 0 stands right behind the name of the ply."""

_SAMPLE_SIZE: Final = 7
_MOST_NODES_TO_INSPECT: Final = 200
_FREE_CELLS_AROUND_TEXT: Final = 2  # the free cells on both sides of a text
_EMPTY_CELLS_BEHIND_ROW: Final = 1  # the characters between the last cell and the right edge


class State(IntEnum):
    """What the search has done at a place of the tree; of equally many the greater one is shown."""

    NONE = 0  # no node is as deep here
    UNDRAWN = 1  # a ``...``
    TO_COME = 2
    PRUNED = 3
    DECIDED = 4
    PATH = 5  # above the node at which the search stands
    NEW = 6  # its value has just come
    NOW = 7  # where the search stands, or what is looked at


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

    def span(self, item: Item) -> tuple[ColumnIndex, ColumnIndex]:
        """Return the first column below an item, and one past the last."""
        return bisect_left(self.ends, item), bisect_left(self.ends, self.items.end[item])

    def shares_range_with_others(self, item: Item, start: ColumnIndex, stop: ColumnIndex) -> bool:
        """Tell whether an item lies within a range of columns that it shares with other items."""
        item_start, item_stop = self.span(item)
        is_inside = start <= item_start and item_stop <= stop
        is_shorter = item_stop - item_start < stop - start
        return is_inside and is_shorter

    def columns_of_cell(self, cell: CellIndex, cells: int) -> tuple[ColumnIndex, ColumnIndex]:
        """Return the first column that a cell stands for, and one past the last.

        Args:
            cell: The cell.
            cells: How many cells a row has.
        """
        start = cell * len(self) // cells
        stop = (cell + 1) * len(self) // cells
        return start, max(start + 1, stop)  # at least one column

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


class CellRun(NamedTuple):
    """Neighbouring cells of a row that look alike."""

    start: CellIndex
    stop: CellIndex  # one past the last cell
    item: Item | None  # of a bin the middle one; ``None`` where nothing of the tree is as deep
    is_bin: bool  # whether each of the cells stands for several items
    state: State


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
        item = _find_contents_of_row(self.columns, self.cells, ply)[cell].item
        if item is None:
            return None
        return self.columns.items.node(item)

    def place(self, node: int) -> tuple[int, int]:
        """Return the character column and the line in which a node begins."""
        item = self.columns.items.item(node)
        row = self.columns.items.ply[item] - self.first_ply
        row_in_sight = max(0, min(row, self.rows - 1))
        first_cell, _ = self.cells_of(item)
        return self.left + first_cell, self.top + row_in_sight * self.lines

    def cells_of(self, item: Item) -> tuple[CellIndex, CellIndex]:
        """Return the first cell that stands for a node, and one past the last.

        A node stands above some columns: the tree has one for each leaf or ``...``. Cells are the
        characters of a row, over which the columns are spread evenly. If there are fewer cells than
        columns, a cell stands for several columns, so that nodes may share a cell.

        Example:
            >>> from treeexplorer.notation import parse
            >>> tree = parse("[A:[1 2 3] B:[4]]").tree  # four columns
            >>> wide = lay_out_icicle(tree, Size(13, 9))
            >>> wide.cells, wide.cells_of(tree.find("A")), wide.cells_of(tree.find("B"))
            (8, (0, 6), (6, 8))
            >>> narrow = lay_out_icicle(tree, Size(7, 9))  # each cell stands for two columns
            >>> narrow.cells, narrow.cells_of(tree.find("A")), narrow.cells_of(tree.find("B"))
            (2, (0, 2), (1, 2))
        """
        start_column, stop_column = self.columns.span(item)
        has_each_column_own_cells = self.cells >= len(self.columns)
        if has_each_column_own_cells:
            return self.first_cell_of(start_column), self.first_cell_of(stop_column)

        # In the narrow example cell 0 stands for the columns 0 and 1, and cell 1 for 2 and 3. A has
        # the columns 0 to 2, so both cells stand for it; B has column 3, so it begins in cell 1,
        # though that stands for a column of A, too. A node has at least one cell.
        start = self._last_cell_that_covers(start_column)
        stop = max(start + 1, self.first_cell_of(stop_column))
        return start, stop

    def first_cell_of(self, column: ColumnIndex) -> CellIndex:
        """Return the first cell that stands for no column to the left of a given one."""
        return -(-column * self.cells // len(self.columns))  # column · cells / columns, rounded up

    def _last_cell_that_covers(self, column: ColumnIndex) -> CellIndex:
        """Return the last cell whose first column is a given one, or is to the left of that.

        If each cell stands for several columns, it is the only one that stands for the given one.
        For example the 6 columns 0 to 5 have 2 cells, which begin with the columns 0 and 3: of the
        columns 0 to 2 it is cell 0, and of 3 to 5 cell 1.
        """
        # The first column of a cell is cell · columns // cells, as in `columns_of_cell`. That is at
        # most `column` as long as cell · columns < (column + 1) · cells.
        return ((column + 1) * self.cells - 1) // len(self.columns)


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


class _CellContent(NamedTuple):
    """What a cell of a row stands for, whatever the step."""

    item: Item | None  # of several the middle one; ``None`` where nothing is as deep
    is_bin: bool  # whether it stands for several items


class _Highlight(NamedTuple):
    """What a cell shows in place of its content: an item that must be seen."""

    item: Item
    state: State


_CellLook: TypeAlias = _CellContent | _Highlight | State
"""What a cell shows at a step: the item that it stands for, a highlight, or the state of a bin."""


@lru_cache(maxsize=128)
def _find_contents_of_row(columns: IcicleColumns, cells: int, ply: int) -> tuple[_CellContent, ...]:
    """Return the node that each cell of a row shows, and whether it stands for several.

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
        One content for each cell, from left to right.

    Example:
        >>> from treeexplorer.notation import parse
        >>> columns = IcicleColumns(parse("[A:[1 2 3] B:[4]]").tree)
        >>> [cell.is_bin for cell in _find_contents_of_row(columns, 2, ply=1)]
        [False, False]
        >>> [cell.is_bin for cell in _find_contents_of_row(columns, 2, ply=2)]
        [True, True]
    """
    contents: list[_CellContent] = []
    for cell in range(cells):
        # The columns for which the cell stands: from `start` to before `stop`, at least one.
        start, stop = columns.columns_of_cell(cell, cells)
        middle_column = (start + stop - 1) // 2  # of two middle ones the left
        node_in_middle = columns.item(middle_column, ply)
        is_bin = node_in_middle is not None and columns.shares_range_with_others(
            node_in_middle, start, stop
        )
        contents.append(_CellContent(node_in_middle, is_bin))
    return tuple(contents)


@lru_cache(maxsize=128)
def _collect_ranges_of_bins(columns: IcicleColumns, cells: int, ply: int) -> list[range]:
    """Return the cells of a row that stand for several nodes each (bins), as ranges.

    For example, if the cells 2, 3, 4 and 9 are bins, the result is
    ``[range(2, 5), range(9, 10)]``.
    """
    contents = _find_contents_of_row(columns, cells, ply)
    ranges: list[range] = []
    start = 0
    for is_bin, neighbours in groupby(content.is_bin for content in contents):
        stop = start + len(list(neighbours))
        if is_bin:
            ranges.append(range(start, stop))
        start = stop
    return ranges


@lru_cache(maxsize=4)
def _find_leaves_of_cells(columns: IcicleColumns, cells: int) -> list[tuple[int, int]]:
    """Return the leaves that each cell of a row stands for, as indices in `IcicleColumns.leaves`.

    Of each cell they are the index of the first leaf, and one past that of the last.
    """
    leaf_ranges: list[tuple[int, int]] = []
    for cell in range(cells):
        start_column, stop_column = columns.columns_of_cell(cell, cells)
        start_leaf = columns.leaves_before(start_column)
        stop_leaf = columns.leaves_before(stop_column)
        leaf_ranges.append((start_leaf, stop_leaf))
    return leaf_ranges


def state_of(status: Status) -> State:
    """Return what a node off the path is coloured by."""
    if status is Status.UNSEEN:
        return State.TO_COME
    if status in PASSED:
        return State.PRUNED
    return State.DECIDED


class _RunStyles(NamedTuple):
    """How a run of cells is coloured."""

    inside: str  # the style of its cells
    border: str  # the style of the border on its left


_STYLES_OF_STATE: Final = {
    State.UNDRAWN: _RunStyles(TextStyle.GHOST, TextStyle.BORDER_TO_COME),
    State.TO_COME: _RunStyles(TextStyle.TO_COME, TextStyle.BORDER_TO_COME),
    State.PRUNED: _RunStyles(TextStyle.HATCHED, TextStyle.HATCHED),
    State.DECIDED: _RunStyles(TextStyle.DECIDED_SURFACE, TextStyle.BORDER_DECIDED),
    State.NEW: _RunStyles(TextStyle.NEWS, TextStyle.NEWS),
    State.NOW: _RunStyles(TextStyle.HERE, TextStyle.HERE),
}
_LEGEND_NAMES: Final = {
    State.DECIDED: "decided",
    State.PRUNED: "pruned",
    State.NEW: "new",
    State.TO_COME: "to come",
}
"""The states with a sample in the legend, which has room for the first ones at least."""


# What fills a cell of each state where colour does not tell them apart, by the state's number.
_FILL_OF_STATE: Final = "  ·╱▪━*▌"
_ASCII_FILL_OF_STATE: Final = "  ./#=*@"
_STYLE_OF_PLAYER: Final = {Player.MAX: TextStyle.ALPHA, Player.MIN: TextStyle.BETA}


class _CutoffLabel(NamedTuple):
    """The red label of a cut-off, over branches that are pruned at this step."""

    start: int  # its first column
    text: str

    @property
    def stop(self) -> int:
        """One past its last column."""
        return self.start + width(self.text)


class Icicle(Painter):
    """Paints an icicle at a step."""

    def __init__(self, layout: IcicleLayout, step: Snapshot, look: Look | None = None) -> None:
        if look is None:
            look = Look()
        super().__init__(layout.columns.items, step, look)
        self.layout = layout

    def lines(self) -> list[Line]:
        """Return all lines of the icicle."""
        lines_of_rows = [line for row in range(self.layout.rows) for line in self._render_row(row)]
        if self.layout.is_strip:
            return lines_of_rows
        return [
            self._render_heading(),
            *lines_of_rows,
            self._render_pointer(),
            self._render_legend(),
        ]

    def _render_heading(self) -> Line:
        """Return the heading: ``WHOLE TREE  9 leaves``, or ``… 900 leaves in 70 columns``.

        The columns are told if they are fewer than the leaves and ``...``, so that one stands for
        several of these.
        """
        columns = self.layout.columns
        cells = self.layout.cells
        text = counted(len(columns.leaves), "leaf", "leaves")
        if len(columns) > cells:
            text += f" in {cells} columns"  # what a reader sees as columns are the cells
        parts = [("WHOLE TREE", TextStyle.TITLE), ("  ", TextStyle.SPACE), (text, TextStyle.QUIET)]
        return self._write_line(self.layout.left, parts)

    def _render_pointer(self) -> Line:
        """Return the line below the rows, with an arrow under the node that is looked at.

        It reads ``▲ here`` under the node at the cursor, and ``▲ now`` under the node at which the
        search stands. Without a cursor it is the latter; without both the line is empty.
        """
        current = self.snapshot.current
        node = self.look.cursor
        if node is None:
            node = current
        if node is None:
            return []

        word = "here"
        if node == current:
            word = "now"
        arrow = self.glyphs.signs[Player.MAX]  # the sign of MAX is ▲; here it is an arrow
        text = f"{arrow} {word}"

        node_column, _ = self.layout.place(node)
        # In a room narrower than the text this is negative, and the line begins within the text.
        last_column_that_fits = self.layout.width - width(text)
        return self._write_line(min(node_column, last_column_that_fits), [(text, TextStyle.STRONG)])

    # -- states --------------------------------------------------------------------------------

    def runs(self, row: int) -> list[CellRun]:
        """Return a row as runs, that is, neighbouring cells that look alike.

        They go from left to right, and together they cover the whole row.

        Args:
            row: The number of the row among those in sight, the topmost being 0.
        """
        ply = self.layout.first_ply + row
        contents = _find_contents_of_row(self.layout.columns, self.layout.cells, ply)
        runs: list[CellRun] = []
        start = 0
        for cell_look, neighbours in groupby(self._choose_looks_of_cells(contents, ply)):
            stop = start + len(list(neighbours))
            runs.append(self._make_run(start, stop, cell_look, contents[start]))
            start = stop
        return runs

    def _make_run(
        self, start: CellIndex, stop: CellIndex, cell_look: _CellLook, first_content: _CellContent
    ) -> CellRun:
        """Make a run of neighbouring cells that look alike, with its item and its state.

        Args:
            start: The first cell.
            stop: One past the last cell.
            cell_look: What all of them show: one item, highlighted or not; or if each cell stands
                for several items, only the state of these.
            first_content: What the first cell stands for.
        """
        if isinstance(cell_look, State):  # the cells may have several items: the run gets the first
            return CellRun(start, stop, first_content.item, is_bin=True, state=cell_look)

        item = cell_look.item
        if isinstance(cell_look, _Highlight):
            return CellRun(start, stop, item, is_bin=False, state=cell_look.state)
        return CellRun(start, stop, item, is_bin=False, state=self._choose_state(item))

    def _choose_looks_of_cells(self, contents: Sequence[_CellContent], ply: int) -> list[_CellLook]:
        """Return what each cell of a row shows at this step, from left to right.

        Three layers are painted one over the other, so that the last one is seen.

        Args:
            contents: What the cells stand for, whatever the step.
            ply: The ply of the row.
        """
        # 1. The item that the cell stands for.
        cell_looks: list[_CellLook] = list(contents)

        # 2. Over a *bin*, a cell that stands for several items: the state of most of its leaves,
        # such as "pruned". Bins are given as ranges of neighbouring cells.
        for bins in _collect_ranges_of_bins(self.layout.columns, self.layout.cells, ply):
            for cell in bins:
                cell_looks[cell] = self._states_of_bins[cell]

        # 3. A highlighted node, however many others share its cells.
        for cell, highlight in self._place_highlights(contents, ply).items():
            cell_looks[cell] = highlight
        return cell_looks

    def _place_highlights(
        self, contents: Sequence[_CellContent], ply: int
    ) -> dict[CellIndex, _Highlight]:
        """Return the highlighted nodes of a row by the cells that show them at this step.

        Of two nodes that want the same cell, the more important one gets it. ``contents`` is what
        the cells stand for, whatever the step.
        """
        highlights: dict[CellIndex, _Highlight] = {}
        shown_items = [content.item for content in contents]  # of each cell, as it is so far
        for node, state in self._collect_highlighted_nodes(ply):  # the most important one last
            highlight = _Highlight(self.items.item(node), state)
            for cell in self._choose_cells_to_highlight(highlight.item, shown_items):
                highlights[cell] = highlight
                shown_items[cell] = highlight.item
        return highlights

    def _choose_cells_to_highlight(
        self, item: Item, shown_items: Sequence[Item | None]
    ) -> list[CellIndex]:
        """Return the cells of a row that are coloured to highlight a node.

        They are all cells that show the node. If none does, since others are shown in all cells
        that it shares with them, the first of its cells is taken: a highlight is always seen.

        Args:
            item: The item of the node.
            shown_items: The item that each cell of the row shows so far.
        """
        start, stop = self.layout.cells_of(item)  # at least one cell
        cells_showing_item = [cell for cell in range(start, stop) if shown_items[cell] == item]
        return cells_showing_item if cells_showing_item else [start]

    def _choose_state(self, item: Item | None) -> State:
        """Return what the search has done at an item off the path; none where there is no item."""
        if item is None:
            return State.NONE
        if not self.items.is_elision(item):
            return state_of(self.snapshot.status(self.items.node(item)))
        is_pruned = self.view(item).elided in PASSED
        if is_pruned:
            return State.PRUNED
        return State.UNDRAWN

    @cached_property
    def _states_of_bins(self) -> list[State]:
        """The state that each cell of a row shows if it is a bin, whichever ply the row has."""
        leaves_of_cells = _find_leaves_of_cells(self.layout.columns, self.layout.cells)
        return [self._find_commonest_state(first, end) for first, end in leaves_of_cells]

    def _find_commonest_state(self, start: int, stop: int) -> State:
        """Return what the search has done at most of some neighbouring leaves.

        That is: read them, pruned them, or not come to them yet. Of equally many the first of these
        is returned. The leaves are a range of indices in `IcicleColumns.leaves`; if it is empty,
        there is only a ``...``.
        """
        is_dots_alone = start == stop
        if is_dots_alone:
            return State.UNDRAWN
        if self._passed_leaves is None:  # they are not passed in the order in which they are drawn
            return self._find_commonest_state_in_sample(start, stop)

        # Passed leaves are those read or pruned. Most bins have none of them.
        passed = _intersect_ranges(range(start, stop), self._passed_leaves)
        if not passed:
            return State.TO_COME

        read_count = self._count_read_leaves(passed)  # by bisection: they may be a million
        leaves_by_state = {
            State.DECIDED: read_count,
            State.PRUNED: len(passed) - read_count,
            State.TO_COME: (stop - start) - len(passed),
        }
        # Of equally large counts `max` takes the first.
        return max(leaves_by_state, key=leaves_by_state.__getitem__)

    def _find_commonest_state_in_sample(self, start: int, stop: int) -> State:
        """Return the most frequent state in a sample of the leaves from ``start`` up to ``stop``.

        If two are equally frequent, it is the greater one.
        """
        sample_step = max(1, (stop - start) // _SAMPLE_SIZE)
        sample = self.layout.columns.leaves[start:stop:sample_step]
        states = [state_of(self.snapshot.status(leaf)) for leaf in sample]
        return max(set(states), key=lambda state: (states.count(state), state))

    @cached_property
    def _passed_leaves(self) -> range | None:
        """The leaves that have been read or pruned so far, as a range of indices.

        The indices are those of `IcicleColumns.leaves`, from left to right. Along them "passed"
        changes only once, so the place is found by bisection::

            search from left to right     passed  passed  to come  to come     range(0, 2)
            search from right to left     to come  to come  passed  passed     range(2, 4)

        If the search takes another order, or enters nodes again, they are no range: ``None``.
        """
        if not self._passes_leaves_in_order:
            return None

        leaves = self.layout.columns.leaves
        if self.snapshot.record.rules.right_to_left:
            first_passed = bisect_left(leaves, True, key=self._is_passed)
            return range(first_passed, len(leaves))
        first_to_come = bisect_left(leaves, True, key=self._is_to_come)
        return range(first_to_come)

    @property
    def _passes_leaves_in_order(self) -> bool:
        """Whether the search reads or prunes the leaves in the order in which they are drawn."""
        record = self.snapshot.record
        has_drawn_order = record.rules.order in DRAWN_ORDERS
        has_depth_limit = record.rules.depth is not None
        enters_nodes_again = record.columns.has_repeated_visits
        return has_drawn_order and not has_depth_limit and not enters_nodes_again

    def _is_passed(self, leaf: int) -> bool:
        """Tell whether a leaf has been read or pruned."""
        return not self._is_to_come(leaf)

    def _is_to_come(self, leaf: int) -> bool:
        """Tell whether a leaf has neither been read nor pruned so far."""
        return self.snapshot.status(leaf) is Status.UNSEEN

    def _count_read_leaves(self, passed: range) -> int:
        """Count how many of some neighbouring leaves have been read; the others were pruned.

        All nodes that the search visited from the first of these leaves to the last are counted,
        and then those with children are taken away. The visited nodes are listed in the record, one
        for each *call*. As every node is visited once, and in preorder, their numbers ascend, so
        that the nodes from 3 to 7 are found by bisection::

            tree             [[1 2] 3 [4 5]], with the nodes 0 [1 [2 3] 4 5 [6 7]]
            visited nodes    0 1 2 3 4 5 6        node 7 was pruned
            from 3 to 7            3 4 5 6        four nodes; one, node 5, has children: 3 leaves

        Args:
            passed: The indices of the leaves in `IcicleColumns.leaves`. All must have been read or
                pruned already: the record of the search has later calls, too.
        """
        if not passed:
            return 0
        # From right to left, the record numbers nodes in preorder from the right, as these two are.
        visited_nodes = self.snapshot.record.nodes
        first_leaf, last_leaf = self._first_and_last_in_search_order(passed)

        # Either leaf may be pruned: bisection then finds the place where it would be.
        start_call = bisect_left(visited_nodes, first_leaf)
        stop_call = bisect_right(visited_nodes, last_leaf)
        visit_count = stop_call - start_call
        visits_of_inner_nodes = self._count_inner_calls(start_call, stop_call)
        return visit_count - visits_of_inner_nodes

    def _first_and_last_in_search_order(self, passed: range) -> tuple[int, int]:
        """Return the numbers of the first and the last of some leaves as the search meets them.

        Nodes are numbered in preorder, from the right if the search goes from right to left: then
        the rightmost leaf is the first.
        """
        leaves = self.layout.columns.leaves
        leftmost = leaves[passed[0]]
        rightmost = leaves[passed[-1]]
        if self.snapshot.record.rules.right_to_left:
            first = self._preorder_number_from_right(rightmost)
            last = self._preorder_number_from_right(leftmost)
            return first, last
        return leftmost, rightmost

    def _count_inner_calls(self, start_call: int, stop_call: int) -> int:
        """Count how many calls from one number up to another are of nodes with children."""
        inner_calls = self.snapshot.record.inner_calls
        return bisect_left(inner_calls, stop_call) - bisect_left(inner_calls, start_call)

    def _preorder_number_from_right(self, leaf: int) -> int:
        """Return the number of a leaf where nodes are numbered in preorder from right to left."""
        nodes_to_the_right = len(self.tree) - self.tree.end[leaf]
        nodes_above = self.tree.ply[leaf]
        return nodes_to_the_right + nodes_above

    def _collect_highlighted_nodes(self, ply: int) -> Iterator[tuple[int, State]]:
        """Yield the nodes of a ply that must be seen, each with the state that colours it.

        These are, as far as they are in the ply:

        1. the node above the one at which the search stands;
        2. the one whose value is new;
        3. the one at which the search stands;
        4. the one under the cursor.

        Where two of them compete for a cell, the later one gets it.
        """
        ply_of = self.tree.ply
        current = self.snapshot.current
        if current is not None and ply_of[current] > ply:
            yield self.tree.ancestor_at(current, ply), State.PATH
        if self.news is not None and ply_of[self.news] == ply:
            yield self.news, State.NEW
        if current is not None and ply_of[current] == ply:
            yield current, State.NOW
        if self.look.cursor is not None and ply_of[self.look.cursor] == ply:
            yield self.look.cursor, State.NOW

    # -- rows ----------------------------------------------------------------------------------

    def _render_row(self, row: int) -> Iterator[Line]:
        """Yield the lines of text that make up one row of the icicle.

        The first line begins with the ply, such as ``▲ 2``, and has the label of a cut-off if the
        row shows what is pruned at this step. The others have neither. The topmost row is 0.
        """
        runs = self.runs(row)
        ply = self.layout.first_ply + row
        ply_name, style = self._render_ply_name(ply)
        writer = LineWriter(0, self.layout.width)
        writer.put(0, ply_name, style)
        yield self._write_runs(writer, runs, 0, self._place_cutoff_label(ply))

        for line in range(1, self.layout.lines):
            writer = LineWriter(0, self.layout.width)
            yield self._write_runs(writer, runs, line, None)

    def _write_runs(
        self, writer: LineWriter, runs: Sequence[CellRun], line: int, label: _CutoffLabel | None
    ) -> Line:
        """Write the runs of a row behind what a line has, and return the line."""
        for run in runs:
            self._write_run(writer, run, line, label)
        return writer.parts

    def _render_ply_name(self, ply: int) -> StyledPart:
        """Return the styled text to the left of a row: ``▲ 2``, or in a strip ``ply 2``.

        It is the number of the ply, with the sign of the player who moves there. The sign is left
        out if several players move there, or none, because all nodes are leaves.
        """
        if self.layout.is_strip:
            return f"ply {ply}", TextStyle.QUIET

        # Looks at the first nodes alone: a ply may have a million of them.
        first_nodes = self.tree.plies[ply][:_MOST_NODES_TO_INSPECT]
        players = {self.tree.player(node) for node in first_nodes}
        players.discard(None)  # at leaves nobody moves
        if len(players) != 1:
            return f" {ply:2}", TextStyle.QUIET

        player = present(players.pop())
        return f"{self.glyphs.signs[player]}{ply:2}", _STYLE_OF_PLAYER.get(player, TextStyle.QUIET)

    def _write_run(
        self, writer: LineWriter, run: CellRun, line: int, label: _CutoffLabel | None
    ) -> None:
        """Write a run, some neighbouring cells that look alike, on one line of its row.

        Where the label of a cut-off is, it is written instead of the run. Here the run has the
        columns 10 to 22, and the label 14 to 18::

            ░░░░╳ CUT░░░░
            10  14   19

        The run remains in 10 to 13 and in 19 to 22. A label that begins before the run, or ends
        behind it, leaves nothing on that side.

        Args:
            writer: What the text is appended to.
            run: The cells, counted from the first of the row.
            line: The number of the line within the row.
            label: The label of a cut-off, if it is on this line.
        """
        # In columns of the screen, left of which is the name of the row.
        start = self.layout.left + run.start
        stop = self.layout.left + run.stop
        # No label, or one that ends before the run, or begins behind it.
        if label is None or label.stop <= start or stop <= label.start:
            self._write_part_of_run(writer, run, range(start, stop), line)
            return

        before_label = range(start, label.start)  # empty if the label begins first
        behind_label = range(label.stop, stop)  # empty if the label ends last
        self._write_part_of_run(writer, run, before_label, line)
        is_first_run_below_label = start <= label.start
        if is_first_run_below_label:  # a label over several runs is written once
            writer.put(label.start, label.text, TextStyle.SLAB)
        self._write_part_of_run(writer, run, behind_label, line)

    def _write_part_of_run(
        self, writer: LineWriter, run: CellRun, columns: range, line: int
    ) -> None:
        """Write a run as if it had only some columns; nothing if there are none of them."""
        if columns:
            writer.append_parts(columns.start, self._render_run(run, len(columns), line))

    def _render_run(self, run: CellRun, cells: int, line: int) -> Line:
        """Return the styled text of some cells that look alike.

        In nine cells:

        ==============  ============================================================================
        (empty)         no node of the tree is as deep as this row
        ``░░░░░░░░░``   bins: each cell stands for several nodes, so that none is named
        ``▌   A   ▐``   the node where the search stands, or the one that is looked at
        ``▏ A v 3  ``   any other node, with what is known of it
        ==============  ============================================================================

        Args:
            run: The cells that look alike.
            cells: How many of them are written, at least one. They may be fewer than there are.
            line: The line within the row.
        """
        if run.item is None:
            return []

        styles = self._choose_styles(run)
        if run.is_bin:
            return [(self._choose_fill_of_bins(run) * cells, styles.inside)]

        text = self._choose_text_of_run(run, line, cells)
        has_room_for_marks = cells > _FREE_CELLS_AROUND_TEXT
        if run.state is State.NOW and has_room_for_marks:
            return [(self._put_between_marks(text, cells), styles.inside)]
        return self._render_cells_of_item(run, styles, cells, text)

    def _render_cells_of_item(
        self, run: CellRun, styles: _RunStyles, cells: int, text: str
    ) -> Line:
        """Return cells of one item: a border on the left if there is one, then the filled text."""
        fill = self._choose_fill_of_item(run, cells)
        if cells == 1 or not self._has_border(run):
            return [(_centre_with_spaces(text, cells, fill), styles.inside)]
        border = "|" if self.look.ascii else "▏"
        return [
            (border, styles.border),
            (_centre_with_spaces(text, cells - 1, fill), styles.inside),
        ]

    def _choose_text_of_run(self, run: CellRun, line: int, cells: int) -> str:
        """Return the text of a run of one item on a line; empty where there is no room for it."""
        item = present(run.item)
        has_room = cells > _FREE_CELLS_AROUND_TEXT
        if has_room or self.items.is_elision(item):
            return self._choose_text_of_item(item, line, cells)
        return ""

    def _put_between_marks(self, text: str, cells: int) -> str:
        """Centre a text in some cells, between the marks of the current node: ``▌ A ▐``."""
        before, after = self.glyphs.marks
        cells_between = cells - len(before) - len(after)
        return before + _centre(text, cells_between, " ") + after

    def _choose_styles(self, run: CellRun) -> _RunStyles:
        """Return the styles of a run's cells and of the border on its left.

        On the path they are those of the card of the player who moves there.
        """
        if run.state in _STYLES_OF_STATE:
            return _STYLES_OF_STATE[run.state]
        node = self.items.node(present(run.item))
        card = CARD_STYLES[self.player(node)]
        return _RunStyles(card.label, card.border)

    def _choose_fill_of_bins(self, run: CellRun) -> str:
        """Return the character that fills bins; those of the last ply stand for leaves alone."""
        is_last_ply = self.items.ply[present(run.item)] == self.tree.depth
        return self._choose_fill(run.state, for_leaves=is_last_ply)

    def _choose_fill_of_item(self, run: CellRun, cells: int) -> str:
        """Return the character that fills the cells of one item around its text."""
        node = self.items.node(present(run.item))
        is_leaf_of_one_cell = cells == 1 and self.tree.kind[node] != INNER
        return self._choose_fill(run.state, for_leaves=is_leaf_of_one_cell)

    def _has_border(self, run: CellRun) -> bool:
        """Tell whether a line on its left parts a run from the one before."""
        return run.start > 0 and run.state not in {State.NOW, State.PRUNED, State.NEW}

    def _choose_fill(self, state: State, *, for_leaves: bool = False) -> str:
        """Return the character that fills cells of a state; a space if colour alone tells it.

        Pruned cells are always hatched.

        Args:
            state: The state.
            for_leaves: Whether each cell stands for leaves and nothing else. In a strip such cells
                are filled even if there is colour, so that one leaf can be told from the next.
        """
        is_colourless = self.look.marks or self.look.ascii
        is_leaf_in_strip = for_leaves and self.layout.is_strip
        is_filled_in_strip = is_leaf_in_strip and state in {State.DECIDED, State.TO_COME}
        is_filled = is_colourless or is_filled_in_strip or state is State.PRUNED
        if not is_filled:
            return " "
        if self.look.ascii:
            return _ASCII_FILL_OF_STATE[state]
        return _FILL_OF_STATE[state]

    def _choose_text_of_item(self, item: Item, line: int, cells: int) -> str:
        """Return the longest text of an item that fits into its cells on one line of its row.

        A text needs a free cell on either side. It is empty if none fits, and on lines without one.
        The dots of a ``...`` are clipped if need be.
        """
        if not self.items.is_elision(item):
            for text in self._list_texts_of_node(item, line):
                if width(text) + _FREE_CELLS_AROUND_TEXT <= cells:
                    return text
            return ""

        if self._is_line_of_leaves(line):
            return self.glyphs.elided[:cells]
        return ""

    def _list_texts_of_node(self, item: Item, line: int) -> list[str]:
        """Return the texts that may be written for a node on a line of its row, longest first."""
        if not self.view(item).is_leaf:
            return self._list_texts_of_inner_node(item, line)
        if self._is_line_of_leaves(line):
            return [self.leaf(self.items.node(item))]
        return []

    def _is_line_of_leaves(self, line: int) -> bool:
        """Tell whether leaves and each ``...`` are written on a line of their row.

        It is the middle line, of two the lower one: above it, on line 0, may be a slab.
        """
        return line == self.layout.lines // 2

    def _list_texts_of_inner_node(self, item: Item, line: int) -> list[str]:
        """Return the texts that may be written for a node with children, the longest first.

        On a row of one line they are ``▲ A v 3``, ``A v 3`` and ``A``. On a higher row they are
        ``▲ A`` and ``A`` on the middle line, the value on the line below, and none on other lines.

        Args:
            item: The node.
            line: The number of the line within the row.
        """
        node = self.items.node(item)
        line_count = self.layout.lines
        label_line = (line_count - 1) // 2  # the middle line, of two the upper one
        value_line = label_line + 1
        if line_count > 1 and line == value_line:
            return [self._format_value_of_inner_node(node)]
        if line != label_line:
            return []

        label = self.label(node)
        sign = self.glyphs.signs[self.player(node)]
        if line_count > 1:
            return [f"{sign} {label}", label]

        # Without a value, at a pruned node, the space behind the label goes, too.
        label_and_value = f"{label} {self._format_value_of_inner_node(node)}".rstrip()
        return [f"{sign} {label_and_value}", label_and_value, label]

    def _format_value_of_inner_node(self, node: int) -> str:
        """Return the value of a node with children as text; what is pruned has none."""
        view = self.snapshot.view(node)
        if view.status in PASSED:
            return ""
        is_on_own_line = self.layout.lines > 1
        return self.format_value(view, spaced=is_on_own_line or view.sign == "v")

    def _place_cutoff_label(self, ply: int) -> _CutoffLabel | None:
        """Return the label of this step's cut-off, for the row of a ply; ``None`` if it has none.

        The branches that are pruned have the label: the row below the node that is cut off. It is
        ``╳ CUT``, or ``╳`` if that has no room, and begins where the leftmost of them does::

            ▏      node      ▏
            ▏read  ╳ CUT░░░░░▏
        """
        cutoff = self.snapshot.cut
        if cutoff is None:
            return None
        ply_of_branches = self.tree.ply[cutoff.node] + 1
        if ply != ply_of_branches:
            return None

        branches = self._collect_pruned_branches(cutoff)  # from left to right
        leftmost_branch = branches[0]
        text = f"{self.glyphs.cut} CUT"
        if width(text) > self._count_cells_for_label(branches):
            text = self.glyphs.cut
        first_cell = self._cells_that_begin_in(leftmost_branch).start
        return _CutoffLabel(self.layout.left + first_cell, text)

    def _collect_pruned_branches(self, cutoff: CutOff) -> list[Item]:
        """Return the items that a cut-off prunes, from left to right."""
        branches = [self.items.item(node) for node in sorted(cutoff.skipped)]
        if cutoff.elided:
            dots = self.items.children(self.items.item(cutoff.node))[-1]
            branches.append(dots)
        return branches

    def _count_cells_for_label(self, branches: Sequence[Item]) -> int:
        """Return how many cells the label of a cut-off may take over the pruned branches.

        It may take all of their cells. But if the first branch is a leaf, and its row has only one
        line, the leaf's value must stay visible beside the label. Then the label may take what the
        value leaves free in the leaf's own cells. The branches are neighbours, from left to right.
        """
        first_branch = branches[0]
        last_branch = branches[-1]
        cells_of_first = self._cells_that_begin_in(first_branch)
        first_node = self.items.node(first_branch)
        shares_line_with_value = self.layout.lines == 1 and self.tree.is_leaf(first_node)
        if shares_line_with_value:
            cells_of_value = width(self.leaf(first_node)) + _FREE_CELLS_AROUND_TEXT
            return len(cells_of_first) - cells_of_value

        cells_of_last = self._cells_that_begin_in(last_branch)
        return cells_of_last.stop - cells_of_first.start

    def _cells_that_begin_in(self, item: Item) -> range:
        """Return the cells from the one in which an item begins to the one in which the next does.

        A cell that the item shares with what is to its left is not among them.
        """
        start_column, stop_column = self.layout.columns.span(item)
        return range(
            self.layout.first_cell_of(start_column), self.layout.first_cell_of(stop_column)
        )

    # -- frame ---------------------------------------------------------------------------------

    def _render_legend(self) -> Line:
        """Return the line that explains the colours; entries without room are left out.

        In front of each name stand two cells as a sample: ``▌▐ now  ╱╱ pruned``.
        """
        entries = [
            [*sample, (f" {name}", TextStyle.QUIET)]
            for name, sample in self._render_legend_samples()
        ]
        room = self.layout.width - self.layout.left
        return self._write_line(self.layout.left, join_groups_that_fit(entries, "  ", room))

    def _render_legend_samples(self) -> Iterator[tuple[str, Line]]:
        """Yield the name of each kind of cell, and two such cells as a sample."""
        max_style = CARD_STYLES[Player.MAX].label
        min_style = CARD_STYLES[Player.MIN].label
        yield "path", [(self._choose_fill(State.PATH), max_style), (" ", min_style)]
        yield "now", [("".join(self.glyphs.marks), TextStyle.HERE)]
        for state, name in _LEGEND_NAMES.items():
            yield name, [(self._choose_fill(state) * 2, _STYLES_OF_STATE[state].inside)]

    def _write_line(self, column: int, parts: Iterable[StyledPart]) -> Line:
        """Return a line in which styled texts begin at a column, cut off at the right edge."""
        writer = LineWriter(0, self.layout.width)
        writer.append_parts(column, parts)
        return writer.parts


def _intersect_ranges(numbers: range, others: range) -> range:
    """Return the numbers that are in both of two ranges.

    Example:
        >>> _intersect_ranges(range(2, 9), range(5))
        range(2, 5)
    """
    return range(max(numbers.start, others.start), min(numbers.stop, others.stop))


def _centre(text: str, cells: int, fill: str) -> str:
    """Centre a text in some cells, the rest filled.

    Example:
        >>> _centre("A", 4, ".")
        '.A..'
    """
    free_cells = max(0, cells - width(text))
    left = free_cells // 2
    right = free_cells - left
    return fill * left + text + fill * right


def _centre_with_spaces(text: str, cells: int, fill: str) -> str:
    """Centre a text in some cells, the rest filled; a space beside the text if both have room.

    Example:
        >>> _centre_with_spaces("A", 5, "."), _centre_with_spaces("ABC", 4, ".")
        ('. A .', 'ABC.')
    """
    if not text:  # the usual case in a large tree
        return fill * cells
    has_room_for_spaces = width(text) + _FREE_CELLS_AROUND_TEXT <= cells
    if has_room_for_spaces:
        return _centre(f" {text} ", cells, fill)
    return _centre(text, cells, fill)
