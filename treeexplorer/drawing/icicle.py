"""The icicle: one row a ply, one column a leaf or a ``...``, or a bin of them where too many.

Every cell is coloured by what the search did there, so that stepping makes a film of the search,
for three leaves and for a million. What a cell stands for is found once; what it shows at a step
costs a few bisections a cell, whatever the size of the tree.

The tree ``[A:[1 2 3] B:4]``, drawn in a wide room and in a narrow one::

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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.drawing.items import Item, items_of
from treeexplorer.drawing.painter import PASSED, Painter, join_groups_that_fit
from treeexplorer.drawing.styled_text import (
    CARD_ROLES,
    Line,
    LineWriter,
    Look,
    Part,
    Role,
    Size,
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

_SAMPLES: Final = 7
_PLAYERS_LOOKED_AT: Final = 200
_AROUND_TEXT: Final = 2  # the free cells on both sides of a text
_EMPTY_BEHIND_ROW: Final = 1  # the characters between the last cell and the right edge


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
        end = self.ends[column]
        if ply > items.ply[end]:
            return None
        if ply == items.ply[end]:
            return end
        # Further up. The node of a ``...`` is the one above it, so both cases begin with a node.
        node_of_end = items.node(end)
        return items.item(items.tree.ancestor_at(node_of_end, ply))

    def span(self, item: Item) -> tuple[ColumnIndex, ColumnIndex]:
        """Return the first column below an item, and one past the last."""
        return bisect_left(self.ends, item), bisect_left(self.ends, self.items.end[item])

    def takes_part_of(self, item: Item, first: ColumnIndex, end: ColumnIndex) -> bool:
        """Tell whether all columns of an item are among those from ``first`` up to ``end``.

        If the item has all of these columns to itself, the answer is no.
        """
        first_of_item, end_of_item = self.span(item)
        is_inside = first <= first_of_item and end_of_item <= end
        return is_inside and end_of_item - first_of_item < end - first

    def of_cell(self, cell: CellIndex, cells: int) -> tuple[ColumnIndex, ColumnIndex]:
        """Return the first column that a cell stands for, and one past the last.

        Args:
            cell: The cell.
            cells: How many cells a row has.
        """
        low = cell * len(self) // cells
        return low, max(low + 1, (cell + 1) * len(self) // cells)

    def leaves_before(self, column: ColumnIndex) -> int:
        """Return how many leaves of the tree stand to the left of a column.

        There is one column for each leaf and each ``...``, from left to right. The number of
        columns is a valid column, too: all leaves are to the left of it.
        """
        is_behind_all = column == len(self.ends)
        if is_behind_all:
            return len(self.leaves)
        item = self.ends[column]
        first_node_behind = self.items.node(item)
        if self.items.is_elision(item):
            # Its node is the one above it. It stands behind all nodes below that one.
            first_node_behind = self.items.tree.end[self.items.node(item)]
        # Leaves are in preorder, so those to the left have smaller numbers.
        return bisect_left(self.leaves, first_node_behind)


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
        item = _contents_of_row(self.columns, self.cells, self.first_ply + row)[cell].item
        return None if item is None else self.columns.items.node(item)

    def place(self, node: int) -> tuple[int, int]:
        """Return the character column and the line in which a node begins."""
        item = self.columns.items.item(node)
        row = max(0, min(self.columns.items.ply[item] - self.first_ply, self.rows - 1))
        return self.left + self.cells_of(item)[0], self.top + row * self.lines

    def cells_of(self, item: Item) -> tuple[CellIndex, CellIndex]:
        """Return the first cell that stands for a node, and one past the last.

        Cells are the characters of a row. Where columns (one for each leaf or ``...``) are more
        than cells, a cell stands for several columns, so that nodes may share a cell.

        Example:
            >>> from treeexplorer.notation import parse
            >>> tree = parse("[A:[1 2 3] B:4]").tree  # four columns
            >>> wide = lay_out_icicle(tree, Size(13, 9))
            >>> wide.cells, wide.cells_of(tree.find("A")), wide.cells_of(tree.find("B"))
            (8, (0, 6), (6, 8))
            >>> narrow = lay_out_icicle(tree, Size(7, 9))  # each cell stands for two columns
            >>> narrow.cells, narrow.cells_of(tree.find("A")), narrow.cells_of(tree.find("B"))
            (2, (0, 2), (1, 2))
        """
        first_column, end_column = self.columns.span(item)  # the end is one past the last
        if self.cells < len(self.columns):
            start = self._last_cell_from(first_column)
        else:
            start = self.cell_of(first_column)
        # At least one cell, even if the columns that follow begin in the same cell.
        return start, max(start + 1, self.cell_of(end_column))

    def cell_of(self, column: ColumnIndex) -> CellIndex:
        """Return the first cell that stands for no column to the left of a given one."""
        return -(-column * self.cells // len(self.columns))  # column · cells / columns, rounded up

    def _last_cell_from(self, column: ColumnIndex) -> CellIndex:
        """Return the last cell whose first column is a given one, or is to the left of that.

        It is the greatest number for which cell · columns // cells ≤ column, as in
        :meth:`IcicleColumns.of_cell`. If each cell stands for several columns, no other cell stands
        for this one.
        """
        # That is cell · columns < (column + 1) · cells.
        return ((column + 1) * self.cells - 1) // len(self.columns)


_columns_of = lru_cache(maxsize=2)(IcicleColumns)


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
    """Work out where an icicle has its rows and cells, so that it fills a room of the screen.

    An icicle shows each depth of the tree (a ply) as a row of cells. If not all rows have room,
    those in sight include the row of the current node.

    Args:
        tree: The tree.
        room: The lines and columns that it takes.
        current: The node whose row is in sight, if not all rows are.
        is_strip: Whether it is the overview below another drawing. That has one line a ply, and
            leaves out the root, the heading and the legend.
    """
    margins = _STRIP_MARGINS if is_strip else _USUAL_MARGINS
    plies = _plies_in_icicle(tree, is_strip=is_strip)
    room_lines = max(1, room.height - margins.above - margins.below)  # for all rows together
    rows_in_sight = min(len(plies), room_lines)
    wanted_row = tree.ply[current] - plies.start
    hidden_above = _rows_hidden_above(wanted_row, len(plies), in_sight=room_lines)
    # All rows are equally high. Lines that are left over stay empty.
    lines_of_each = 1 if is_strip else room_lines // rows_in_sight
    return IcicleLayout(
        columns=_columns_of(tree),
        first_ply=plies.start + hidden_above,
        rows=rows_in_sight,
        left=margins.left,
        cells=max(1, room.width - margins.left - _EMPTY_BEHIND_ROW),
        top=margins.above,
        lines=lines_of_each,
        width=room.width,
        height=margins.above + rows_in_sight * lines_of_each + margins.below,
        is_strip=is_strip,
    )


def _plies_in_icicle(tree: GameTree, *, is_strip: bool) -> range:
    """Return the plies that have a row; a strip leaves out the root unless the root is alone."""
    is_root_alone = tree.depth == 0
    first_ply = 1 if is_strip and not is_root_alone else 0
    return range(first_ply, tree.depth + 1)


def _rows_hidden_above(wanted: int, rows: int, in_sight: int) -> int:
    """Return how many rows are hidden above the first in sight, so that a wanted row is in sight.

    The rows move by half of those in sight, so that few steps of the search move them.

    Args:
        wanted: The number of the wanted row, from 0; negative above the first.
        rows: How many rows there are.
        in_sight: How many of them have room.

    Example:
        >>> [_rows_hidden_above(wanted, 10, 4) for wanted in range(10)]
        [0, 0, 0, 2, 2, 4, 4, 6, 6, 6]
    """
    half = max(1, in_sight // 2)
    seen_above = min(1, in_sight - 1)  # one row above the wanted one, if two have room
    most_that_keeps_it = max(0, wanted - seen_above)
    hidden = most_that_keeps_it // half * half
    most_hidden = max(0, rows - in_sight)  # then the last row is the last in sight
    return min(hidden, most_hidden)


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
def _contents_of_row(columns: IcicleColumns, cells: int, ply: int) -> tuple[_CellContent, ...]:
    """Return the node that each cell of a row shows, and whether it shows several.

    There is one column for each leaf and each ``...`` of the tree. A cell may stand for several
    columns. Then it shows the node of the middle one, and is a bin if these are several nodes.

    Args:
        columns: The columns of the tree.
        cells: How many cells the row has.
        ply: The depth of the nodes that the row shows.

    Returns:
        One content for each cell, from left to right.

    Example:
        >>> from treeexplorer.notation import parse
        >>> columns = IcicleColumns(parse("[A:[1 2 3] B:4]").tree)
        >>> [content.is_bin for content in _contents_of_row(columns, 2, ply=1)]
        [False, False]
        >>> [content.is_bin for content in _contents_of_row(columns, 2, ply=2)]  # 1 and 2, 3 and 4
        [True, True]
    """
    contents: list[_CellContent] = []
    for cell in range(cells):
        first, end = columns.of_cell(cell, cells)
        middle_column = (first + end - 1) // 2  # of an even number, the left one of the two
        item = columns.item(middle_column, ply)
        is_bin = item is not None and columns.takes_part_of(item, first, end)
        contents.append(_CellContent(item, is_bin))
    return tuple(contents)


@lru_cache(maxsize=128)
def _bins_of_row(columns: IcicleColumns, cells: int, ply: int) -> list[range]:
    """Return the cells of a row that stand for several nodes each, as ranges of neighbours.

    Such a cell is called a bin. If the cells 2, 3, 4 and 9 are bins, the ranges are 2 up to 4, and
    9 alone.

    Args:
        columns: What the row shows: the leaves and each ``...``.
        cells: How many cells it has.
        ply: The ply of its items.
    """
    contents = _contents_of_row(columns, cells, ply)
    ranges: list[range] = []
    for is_bin, neighbours in groupby(range(cells), lambda cell: contents[cell].is_bin):
        if is_bin:
            members = list(neighbours)
            ranges.append(range(members[0], members[-1] + 1))
    return ranges


@lru_cache(maxsize=4)
def _leaves_of_cells(columns: IcicleColumns, cells: int) -> list[tuple[int, int]]:
    """Return the leaves that each cell of a row stands for, as indices in `IcicleColumns.leaves`.

    Of each cell they are the index of the first leaf, and one past that of the last.
    """
    columns_of_cells = [columns.of_cell(cell, cells) for cell in range(cells)]
    return [
        (columns.leaves_before(first), columns.leaves_before(end))
        for first, end in columns_of_cells
    ]


def state_of(status: Status) -> State:
    """Return what a node off the path is coloured by."""
    if status is Status.UNSEEN:
        return State.TO_COME
    return State.PRUNED if status in PASSED else State.DECIDED


class _Surface(NamedTuple):
    """How a run of cells is coloured."""

    inside: str  # the role of its cells
    border: str  # the role of the border on its left


_SURFACES: Final = {
    State.UNDRAWN: _Surface(Role.GHOST, Role.BORDER_TO_COME),
    State.TO_COME: _Surface(Role.TO_COME, Role.BORDER_TO_COME),
    State.PRUNED: _Surface(Role.HATCHED, Role.HATCHED),
    State.DECIDED: _Surface(Role.DECIDED_SURFACE, Role.BORDER_DECIDED),
    State.NEW: _Surface(Role.NEWS, Role.NEWS),
    State.NOW: _Surface(Role.HERE, Role.HERE),
}
_NAMES: Final = {
    State.DECIDED: "decided",
    State.NEW: "new",
    State.PRUNED: "pruned",
    State.TO_COME: "to come",
}


# What fills a cell of each state where colour does not tell them apart, by the state's number.
_FILLS: Final = "  ·╱▪━*▌"
_ASCII_FILLS: Final = "  ./#=*@"
_ROLE_OF_PLAYER: Final = {Player.MAX: Role.ALPHA, Player.MIN: Role.BETA}


class _Slab(NamedTuple):
    """The red text over branches that are pruned at this step."""

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
        rows = [line for row in range(self.layout.rows) for line in self._row_lines(row)]
        if self.layout.is_strip:
            return rows
        return [self._heading(), *rows, self._pointer(), self._legend()]

    def _heading(self) -> Line:
        """Return the heading: ``WHOLE TREE  9 leaves``, or ``… 900 leaves in 70 columns``.

        The columns are told if they are fewer than the leaves and ``...``, so that one stands for
        several of these.
        """
        columns = self.layout.columns
        cells = self.layout.cells
        text = counted(len(columns.leaves), "leaf", "leaves")
        if len(columns) > cells:
            text += f" in {cells} columns"  # what a reader sees as columns are the cells
        parts = [("WHOLE TREE", Role.TITLE), ("  ", Role.SPACE), (text, Role.QUIET)]
        return self._line_from(self.layout.left, parts)

    def _pointer(self) -> Line:
        """Return the line below the rows, with an arrow under the node that is looked at.

        It reads ``▲ here`` under the node at the cursor, and ``▲ now`` under the node at which the
        search stands. Without a cursor it is the latter; without both the line is empty.
        """
        current = self.snapshot.current
        node = current if self.look.cursor is None else self.look.cursor
        if node is None:
            return []
        word = "now" if node == current else "here"
        triangle_up = self.glyphs.signs[Player.MAX]  # MAX has the sign ▲; here it is an arrow
        text = f"{triangle_up} {word}"
        column_of_node, _ = self.layout.place(node)
        last_that_fits = self.layout.width - width(text)
        # In a room narrower than the text that is negative, and the line begins within the text.
        return self._line_from(min(column_of_node, last_that_fits), [(text, Role.STRONG)])

    # -- states --------------------------------------------------------------------------------

    def runs(self, row: int) -> list[CellRun]:
        """Return what is painted in a row: runs, that is, neighbouring cells that look alike.

        They go from left to right, and together they cover the whole row.

        Args:
            row: The number of the row among those in sight, the topmost being 0.
        """
        ply = self.layout.first_ply + row
        contents = _contents_of_row(self.layout.columns, self.layout.cells, ply)
        runs: list[CellRun] = []
        start = 0
        for look, alike in groupby(self._looks_of_cells(contents, ply)):
            stop = start + len(list(alike))
            runs.append(self._run(start, stop, look, contents[start]))
            start = stop
        return runs

    def _run(
        self, start: CellIndex, stop: CellIndex, look: _CellLook, first_content: _CellContent
    ) -> CellRun:
        """Return neighbouring cells that look alike as one run, with its item and its state.

        Args:
            start: The first cell.
            stop: One past the last cell.
            look: What all of them show: the state of bins, a highlighted item, or the item that
                they stand for.
            first_content: What the first cell stands for. Of bins, which show no item, the run gets
                the item of this one.
        """
        if isinstance(look, State):
            return CellRun(start, stop, first_content.item, is_bin=True, state=look)
        if isinstance(look, _Highlight):
            return CellRun(start, stop, look.item, is_bin=False, state=look.state)
        return CellRun(start, stop, look.item, is_bin=False, state=self._state(look.item))

    def _looks_of_cells(self, contents: Sequence[_CellContent], ply: int) -> list[_CellLook]:
        """Return what each cell of a row shows at this step, from left to right.

        - A highlighted node is seen, however many others share its cells.
        - A bin, a cell for several items, shows the state of most of its leaves, such as "pruned".
        - Any other cell shows the item that it stands for.

        Args:
            contents: What the cells stand for, whatever the step.
            ply: The ply of the row.
        """
        looks: list[_CellLook] = list(contents)
        for bins in _bins_of_row(self.layout.columns, self.layout.cells, ply):
            looks[bins.start : bins.stop] = self._states_of_bins[bins.start : bins.stop]
        highlights: dict[CellIndex, _Highlight] = {}
        for node, state in self._highlighted_nodes(ply):
            highlight = _Highlight(self.items.item(node), state)
            cells = self._cells_to_highlight(highlight.item, contents, highlights)
            highlights.update(dict.fromkeys(cells, highlight))  # over earlier ones
        for cell, highlight in highlights.items():
            looks[cell] = highlight
        return looks

    def _cells_to_highlight(
        self,
        item: Item,
        contents: Sequence[_CellContent],
        highlights: Mapping[CellIndex, _Highlight],
    ) -> list[CellIndex]:
        """Return the cells of a row that are coloured to highlight a node.

        They are all cells that show the node. If none does, since others are shown in all cells
        that it shares with them, the first of its cells is taken: a highlight is always seen.

        Args:
            item: The node's item, which must be highlighted.
            contents: What the cells of its row stand for.
            highlights: The nodes that were highlighted before this one, by the cells that show them
                in place of their contents.
        """
        first, end = self.layout.cells_of(item)  # at least one cell: the end is one past the last
        showing_it: list[CellIndex] = []
        for cell in range(first, end):
            shown = highlights.get(cell, contents[cell])
            if shown.item == item:
                showing_it.append(cell)
        return showing_it if showing_it else [first]

    def _state(self, item: Item | None) -> State:
        """Return what the search has done at an item off the path; none where there is no item."""
        if item is None:
            return State.NONE
        if not self.items.is_elision(item):
            return state_of(self.snapshot.status(self.items.node(item)))
        is_pruned = self.view(item).elided in PASSED
        return State.PRUNED if is_pruned else State.UNDRAWN

    @cached_property
    def _states_of_bins(self) -> list[State]:
        """The state that each cell of a row shows if it is a bin, whichever ply the row has."""
        leaves_of_cells = _leaves_of_cells(self.layout.columns, self.layout.cells)
        return [self._commonest_state(first, end) for first, end in leaves_of_cells]

    def _commonest_state(self, first: int, end: int) -> State:
        """Return what the search has done at most of some neighbouring leaves.

        That is: read them, pruned them, or not come to them yet. If there are equally many, read
        comes before pruned, and that before to come.

        Args:
            first: The index in `IcicleColumns.leaves` of the first leaf.
            end: One past the index of the last.
        """
        leaves = end - first
        if leaves == 0:
            return State.UNDRAWN  # a ``...`` alone
        if self._passed_leaves is None:  # they are not passed in the order in which they are drawn
            return self._commonest_of_sample(first, end)
        # Most bins have none of the leaves that are passed, which are those read or pruned.
        if end <= self._passed_leaves.start or self._passed_leaves.stop <= first:
            return State.TO_COME
        # Counted by bisection: there may be a million leaves.
        passed = _intersection(range(first, end), self._passed_leaves)
        read = self._count_read(passed)
        pruned = len(passed) - read
        to_come = leaves - len(passed)
        if read >= pruned and read >= to_come:
            return State.DECIDED
        return State.PRUNED if pruned >= to_come else State.TO_COME

    def _commonest_of_sample(self, first: int, end: int) -> State:
        """Return the most frequent state in a sample of the leaves from ``first`` up to ``end``."""
        step = max(1, (end - first) // _SAMPLES)
        sample = self.layout.columns.leaves[first:end:step]
        states = [state_of(self.snapshot.status(leaf)) for leaf in sample]
        return max(set(states), key=lambda state: (states.count(state), state))

    @cached_property
    def _passed_leaves(self) -> range | None:
        """The leaves that have been read or pruned so far, as a range of indices.

        The indices are those of `IcicleColumns.leaves`, from left to right. If the search goes from
        left to right, they are the first so many leaves; from right to left, the last. If it takes
        another order, or enters nodes again, they are no range: ``None``.
        """
        if not self._passes_leaves_in_order:
            return None
        leaves = self.layout.columns.leaves
        # Bisection, since along the leaves "passed" changes only once.
        if self.snapshot.record.rules.right_to_left:
            first_passed = bisect_left(leaves, True, key=self._is_passed)
            return range(first_passed, len(leaves))
        first_to_come = bisect_left(leaves, True, key=lambda leaf: not self._is_passed(leaf))
        return range(first_to_come)

    @property
    def _passes_leaves_in_order(self) -> bool:
        """Whether the search reads or prunes the leaves in the order in which they are drawn."""
        record = self.snapshot.record
        is_usual = record.rules.order in DRAWN_ORDERS and record.rules.depth is None
        enters_again = record.columns.has_repeated_visits
        return is_usual and not enters_again

    def _is_passed(self, leaf: int) -> bool:
        """Tell whether a leaf has been read or pruned."""
        return self.snapshot.status(leaf) is not Status.UNSEEN

    def _count_read(self, passed: range) -> int:
        """Return how many of some neighbouring leaves have been read; the others were pruned.

        The search *calls* the nodes that it visits, one after the other. If it goes from left to
        right it meets nodes in preorder, so that the calls from one leaf to another are a range,
        which bisection finds. All of these calls but those of nodes with children are of leaves.

        Args:
            passed: The indices of the leaves in `IcicleColumns.leaves`. All must have been read or
                pruned already: the record of the search has later calls, too.
        """
        if not passed:
            return 0
        record = self.snapshot.record
        # `record.nodes` has for each call the rank of its node: its number in preorder, from the
        # right if the search goes that way.
        first_rank, last_rank = self._ranks_of_ends(passed)
        first_call = bisect_left(record.nodes, first_rank)
        end_call = bisect_right(record.nodes, last_rank)
        calls = end_call - first_call
        return calls - self._inner_calls_between(first_call, end_call)

    def _ranks_of_ends(self, passed: range) -> tuple[int, int]:
        """Return the ranks of the first and the last of some leaves, as the search meets them."""
        leaves = self.layout.columns.leaves
        leftmost = leaves[passed[0]]
        rightmost = leaves[passed[-1]]
        if self.snapshot.record.rules.right_to_left:
            return self._rank_from_right(rightmost), self._rank_from_right(leftmost)
        return leftmost, rightmost

    def _inner_calls_between(self, first: int, end: int) -> int:
        """Return how many calls from one number up to another are of nodes with children."""
        inner_calls = self.snapshot.record.inner_calls
        return bisect_left(inner_calls, end) - bisect_left(inner_calls, first)

    def _rank_from_right(self, leaf: int) -> int:
        """Return the number of a leaf where nodes are numbered in preorder from right to left."""
        nodes_to_the_right = len(self.tree) - self.tree.end[leaf]
        nodes_above = self.tree.ply[leaf]
        return nodes_to_the_right + nodes_above

    def _highlighted_nodes(self, ply: int) -> Iterator[tuple[int, State]]:
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
        is_below_ply = current is not None and ply_of[current] > ply
        if current is not None and is_below_ply:
            yield self.tree.ancestor_at(current, ply), State.PATH
        marked = ((self.news, State.NEW), (current, State.NOW), (self.look.cursor, State.NOW))
        for node, state in marked:
            if node is not None and ply_of[node] == ply:
                yield node, state

    # -- rows ----------------------------------------------------------------------------------

    def _row_lines(self, row: int) -> Iterator[Line]:
        """Yield the lines of text that make up one row of the icicle.

        The first line begins with the ply, such as ``▲ 2``, and has the label of a cut-off (the
        slab) if the row shows what is pruned at this step. The others have neither.

        Args:
            row: The number of the row among those in sight, the topmost being 0.
        """
        runs = self.runs(row)
        ply, role = self._gutter(self.layout.first_ply + row)
        first_line = LineWriter(0, self.layout.width)
        first_line.put(0, ply, role)
        yield self._with_runs(first_line, runs, 0, self._slab_over(row))
        for line in range(1, self.layout.lines):
            yield self._with_runs(LineWriter(0, self.layout.width), runs, line, None)

    def _with_runs(
        self, writer: LineWriter, runs: Sequence[CellRun], line: int, slab: _Slab | None
    ) -> Line:
        """Return a line of a row with its runs written behind what it has."""
        for run in runs:
            self._write_run(writer, run, line, slab)
        return writer.parts

    def _gutter(self, ply: int) -> Part:
        """Return the text to the left of a row, with its colour: ``▲ 2``, in a strip ``ply 2``.

        It is the number of the ply, with the sign of the player who moves there. The sign is left
        out if several players move there, or none, because all nodes are leaves.
        """
        if self.layout.is_strip:
            return f"ply {ply}", Role.QUIET
        # Looks at the first nodes alone: a ply may have a million of them.
        players = {self.tree.player(node) for node in self.tree.plies[ply][:_PLAYERS_LOOKED_AT]}
        players.discard(None)  # at leaves nobody moves
        player = players.pop() if len(players) == 1 else None
        if player is None:
            return f" {ply:2}", Role.QUIET
        return f"{self.glyphs.signs[player]}{ply:2}", _ROLE_OF_PLAYER.get(player, Role.QUIET)

    def _write_run(self, writer: LineWriter, run: CellRun, line: int, slab: _Slab | None) -> None:
        """Write a run, some neighbouring cells that look alike, on one line of its row.

        The label of a cut-off (the slab) is written over it if they overlap. It covers the middle
        of a run, or one end of it, or all of it::

            ░░░░╳ CUT░░░░    ╳ CUT░░░░    ░░░░╳ CUT    ╳ CUT

        Args:
            writer: What the text is appended to. It leaves out what would stand in columns that it
                has written already.
            run: The cells, counted from the first of the row.
            line: The number of the line within the row.
            slab: The label, if it is on this line.
        """
        start = self.layout.left + run.start
        stop = self.layout.left + run.stop
        has_no_slab = slab is None or slab.stop <= start or stop <= slab.start
        if slab is None or has_no_slab:
            writer.put_parts(start, self._parts(run, stop - start, line))
            return
        if start < slab.start:
            cells_before = slab.start - start
            writer.put_parts(start, self._parts(run, cells_before, line))
        # A slab over several runs is written whole over the first of them. At the others the writer
        # leaves it out, since its columns are written already.
        writer.put(slab.start, slab.text, Role.SLAB)
        if slab.stop < stop:
            cells_behind = stop - slab.stop
            writer.put_parts(slab.stop, self._parts(run, cells_behind, line))

    def _parts(self, run: CellRun, cells: int, line: int) -> Line:
        """Return the coloured text of some cells that look alike, such as ``▏ A v 3 ``.

        Args:
            run: The cells that look alike.
            cells: How many of them are written, at least one. They may be fewer than there are.
            line: The line within the row.
        """
        if run.item is None:  # nothing of the tree is as deep
            return []
        surface = self._surface_of(run)
        if run.is_bin:  # each cell stands for several nodes, so that there is no text
            return [(self._fill_of_bins(run) * cells, surface.inside)]
        text = self._text_of_run(run, line, cells)
        # The node where the search stands, or the one looked at, has marks at both ends: ``▌ A ▐``.
        if run.state is State.NOW and cells > _AROUND_TEXT:
            return [(self._between_marks(text, cells), surface.inside)]
        return self._parts_of_item(run, surface, cells, text)

    def _parts_of_item(self, run: CellRun, surface: _Surface, cells: int, text: str) -> Line:
        """Return cells of one item: a border on the left if there is one, then the filled text."""
        fill = self._fill_of_item(run, cells)
        if cells == 1 or not self._has_border(run):
            return [(_filled(text, cells, fill), surface.inside)]
        border_sign = "|" if self.look.ascii else "▏"
        return [(border_sign, surface.border), (_filled(text, cells - 1, fill), surface.inside)]

    def _text_of_run(self, run: CellRun, line: int, cells: int) -> str:
        """Return the text of a run of one item on a line; empty where there is no room for it."""
        item = present(run.item)
        has_room = cells > _AROUND_TEXT
        if has_room or self.items.is_elision(item):
            return self._text(item, line, cells)
        return ""

    def _between_marks(self, text: str, cells: int) -> str:
        """Return a text in the middle of some cells, with the marks of the current node around."""
        before, after = self.glyphs.marks
        between = cells - len(before) - len(after)
        return before + _centred(text, between, " ") + after

    def _surface_of(self, run: CellRun) -> _Surface:
        """Return the roles of a run's cells and of the border on its left.

        On the path they are those of the card of the player who moves there.
        """
        if run.state in _SURFACES:
            return _SURFACES[run.state]
        node = self.items.node(present(run.item))
        card = CARD_ROLES[self.player(node)]
        return _Surface(card.label, card.border)

    def _fill_of_bins(self, run: CellRun) -> str:
        """Return the character that fills bins; those of the last ply stand for leaves alone."""
        is_last_ply = self.items.ply[present(run.item)] == self.tree.depth
        return self._fill(run.state, for_leaves=is_last_ply)

    def _fill_of_item(self, run: CellRun, cells: int) -> str:
        """Return the character that fills the cells of one item around its text."""
        node = self.items.node(present(run.item))
        is_leaf_of_one_cell = cells == 1 and self.tree.kind[node] != INNER
        return self._fill(run.state, for_leaves=is_leaf_of_one_cell)

    def _has_border(self, run: CellRun) -> bool:
        """Tell whether a line on its left parts a run from the one before."""
        return run.start > 0 and run.state not in {State.NOW, State.PRUNED, State.NEW}

    def _fill(self, state: State, *, for_leaves: bool = False) -> str:
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
        if not is_colourless and not is_filled_in_strip and state is not State.PRUNED:
            return " "
        return _ASCII_FILLS[state] if self.look.ascii else _FILLS[state]

    def _text(self, item: Item, line: int, cells: int) -> str:
        """Return the longest text of a node that fits into its cells on one line of its row.

        A text needs a free cell on either side. It is empty if none fits, and on lines without one.

        Args:
            item: The node, or a ``...`` for undrawn ones, whose dots are clipped if need be.
            line: The number of the line within the row.
            cells: How many cells there are for the text and what is free around it.
        """
        if self.items.is_elision(item):
            return self.glyphs.elided[:cells] if self._is_line_of_leaves(line) else ""
        for text in self._longest_texts_first(item, line):
            if width(text) + _AROUND_TEXT <= cells:
                return text
        return ""

    def _longest_texts_first(self, item: Item, line: int) -> list[str]:
        """Return the texts that may be written for a node on a line of its row: ``▲ A v 3``."""
        if not self.view(item).is_leaf:
            return self._texts_of_inner(item, line)
        if self._is_line_of_leaves(line):
            return [self.leaf(self.items.node(item))]
        return []

    def _is_line_of_leaves(self, line: int) -> bool:
        """Tell whether leaves and each ``...`` are written on a line of their row.

        It is the middle line, of two the lower one: above it, on line 0, may be a slab.
        """
        return line == self.layout.lines // 2

    def _texts_of_inner(self, item: Item, line: int) -> list[str]:
        """Return the texts that may be written for a node with children, the longest first.

        On a row of one line they are ``▲ A v 3``, ``A v 3`` and ``A``. On a higher row they are
        ``▲ A`` and ``A`` on the middle line, the value on the line below, and none on other lines.

        Args:
            item: The node.
            line: The number of the line within the row.
        """
        lines = self.layout.lines
        label_line = (lines - 1) // 2  # the middle line, of two the upper one
        value_line = label_line + 1
        node = self.items.node(item)
        sign = self.glyphs.signs[self.player(node)]
        if lines == 1:
            # Without a value, at a pruned node, the space behind the label goes, too.
            label_and_value = f"{self.label(node)} {self._value_of_inner(node)}".rstrip()
            return [f"{sign} {label_and_value}", label_and_value, self.label(node)]
        if line == label_line:
            return [f"{sign} {self.label(node)}", self.label(node)]
        return [self._value_of_inner(node)] if line == value_line else []

    def _value_of_inner(self, node: int) -> str:
        """Return the value of a node with children; what is pruned has none."""
        view = self.snapshot.view(node)
        if view.status in PASSED:
            return ""
        is_on_own_line = self.layout.lines > 1
        return self.value_text(view, spaced=is_on_own_line or view.sign == "v")

    def _slab_over(self, row: int) -> _Slab | None:
        """Return the label of a cut-off, for the row of the branches that are pruned at this step.

        The label (the slab) is ``╳ CUT``, or the cross alone if that has no room. It begins where
        the leftmost pruned branch does. For other rows and at other steps it is ``None``.

        Args:
            row: The number of the row among those in sight, the topmost being 0.
        """
        cut = self.snapshot.cut
        if cut is None:
            return None
        ply_of_row = self.layout.first_ply + row
        ply_of_branches = self.tree.ply[cut.node] + 1
        if ply_of_row != ply_of_branches:
            return None
        branches = self._pruned_branches(cut)
        text = f"{self.glyphs.cut} CUT"
        if width(text) > self._room_over(branches):
            text = self.glyphs.cut
        first_cell = self._cells_below(branches[0]).start
        return _Slab(self.layout.left + first_cell, text)

    def _pruned_branches(self, cut: CutOff) -> list[Item]:
        """Return the items that a cut-off prunes, from left to right."""
        branches = [self.items.item(node) for node in sorted(cut.skipped)]
        if cut.elided:
            dots = self.items.children(self.items.item(cut.node))[-1]
            branches.append(dots)
        return branches

    def _room_over(self, branches: Sequence[Item]) -> int:
        """Return how many cells the label of a cut-off may take over the pruned branches.

        Args:
            branches: The pruned branches from left to right; they are neighbours.
        """
        first = self._cells_below(branches[0])
        first_node = self.items.node(branches[0])
        is_value_on_line_of_label = self.layout.lines == 1 and self.tree.is_leaf(first_node)
        if is_value_on_line_of_label:  # it stays in sight, with a free cell on either side
            cells_of_value = width(self.leaf(first_node)) + _AROUND_TEXT
            return len(first) - cells_of_value
        last = self._cells_below(branches[-1])
        return last.stop - first.start

    def _cells_below(self, item: Item) -> range:
        """Return the cells from the one in which an item begins to the one in which the next does.

        A cell that the item shares with what is to its left is not among them.
        """
        first_column, end_column = self.layout.columns.span(item)
        return range(self.layout.cell_of(first_column), self.layout.cell_of(end_column))

    # -- frame ---------------------------------------------------------------------------------

    def _legend(self) -> Line:
        """Return the line that explains the surfaces; those without room are left out.

        In front of each name stand two cells as a sample: ``▌▐ now  ╱╱ pruned``.
        """
        entries = [[*sample, (f" {name}", Role.QUIET)] for name, sample in self._samples()]
        room = self.layout.width - self.layout.left
        return self._line_from(self.layout.left, join_groups_that_fit(entries, "  ", room))

    def _samples(self) -> Iterator[tuple[str, Line]]:
        """Yield the name of each surface, and two cells of it."""
        on_max = CARD_ROLES[Player.MAX].label
        on_min = CARD_ROLES[Player.MIN].label
        yield "path", [(self._fill(State.PATH), on_max), (" ", on_min)]
        yield "now", [("".join(self.glyphs.marks), Role.HERE)]
        for state, name in _NAMES.items():
            yield name, [(self._fill(state) * 2, _SURFACES[state].inside)]

    def _line_from(self, column: int, parts: Iterable[Part]) -> Line:
        """Return a line in which parts begin at a column, cut at the end of the room."""
        writer = LineWriter(0, self.layout.width)
        writer.put_parts(column, parts)
        return writer.parts


def _intersection(first: range, second: range) -> range:
    """Return the numbers that are in both of two ranges.

    Example:
        >>> _intersection(range(2, 9), range(5))
        range(2, 5)
    """
    return range(max(first.start, second.start), min(first.stop, second.stop))


def _centred(text: str, cells: int, fill: str) -> str:
    """Return a text in the middle of some cells, the rest filled.

    Example:
        >>> _centred("A", 4, ".")
        '.A..'
    """
    spare = max(0, cells - width(text))
    return fill * (spare // 2) + text + fill * (spare - spare // 2)


def _filled(text: str, cells: int, fill: str) -> str:
    """Return a text in the middle of some cells, with free cells beside it if they have room.

    Example:
        >>> _filled("A", 5, "."), _filled("ABC", 4, ".")
        ('. A .', 'ABC.')
    """
    if not text:  # the usual case in a large tree
        return fill * cells
    has_room_for_spaces = width(text) + _AROUND_TEXT <= cells
    if has_room_for_spaces:
        return _centred(f" {text} ", cells, fill)
    return _centred(text, cells, fill)
