"""The icicle: one row a ply, one column a leaf or a ``...``, or a bin of them where too many.

Every cell is coloured by what the search did there, so that stepping makes a film of the search,
for three leaves and for a million. What a cell stands for is found once; what it shows at a step
costs a few bisections a cell, whatever the size of the tree.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from treeexplorer.drawing.items import items_of
from treeexplorer.drawing.painter import PASSED, Painter, spaced
from treeexplorer.drawing.styled_text import (
    CARD_ROLES,
    Line,
    LineWriter,
    Look,
    Part,
    Role,
    Size,
    parts_width,
)
from treeexplorer.engine.record import Status
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.numbers import counted
from treeexplorer.rules import DRAWN_ORDERS
from treeexplorer.text import width
from treeexplorer.tree import INNER, GameTree, Player

_GUTTER: Final = 4
_STRIP_GUTTER: Final = 7
_SAMPLES: Final = 7
_PLAYERS_LOOKED_AT: Final = 200
_ABOVE: Final = 1  # the heading
_BELOW: Final = 2  # the place of the current node, and the legend


class State(IntEnum):
    """What the search has done at a place of the tree."""

    NONE = 0
    UNDRAWN = 1
    TO_COME = 2
    PRUNED = 3
    DECIDED = 4
    PATH = 5
    NEW = 6
    NOW = 7


class IcicleColumns:
    """The columns of an icicle, from left to right: the leaves and each node's ``...``."""

    def __init__(self, tree: GameTree) -> None:
        self.items = items_of(tree)
        self.leaves = array("i", [node for node in range(len(tree)) if tree.kind[node] != INNER])
        self.ends = self.leaves
        if tree.elided:
            self.ends = array("i", filter(self.items.is_end, range(len(self.items))))

    def __len__(self) -> int:
        """Return the number of columns."""
        return len(self.ends)

    def item(self, column: int, ply: int) -> int | None:
        """Return the item that a column shows in a ply; ``None`` if the column ends above it."""
        items = self.items
        end = self.ends[column]
        if ply > items.ply[end]:
            return None
        if ply == items.ply[end]:
            return end
        return items.item(items.tree.ancestor_at(items.node(end), ply))

    def span(self, item: int) -> tuple[int, int]:
        """Return the first column below an item, and one past the last."""
        return bisect_left(self.ends, item), bisect_left(self.ends, self.items.end[item])

    def of_cell(self, cell: int, cells: int) -> tuple[int, int]:
        """Return the first column that a cell of a row stands for, and one past the last."""
        low = cell * len(self) // cells
        return low, max(low + 1, (cell + 1) * len(self) // cells)

    def leaves_before(self, column: int) -> int:
        """Return how many leaves stand before a column."""
        if column == len(self.ends):
            return len(self.leaves)
        item = self.ends[column]
        node = self.items.node(item)
        if self.items.is_elision(item):
            node = self.items.tree.end[node]  # it stands behind all that is drawn of its node
        return bisect_left(self.leaves, node)


class CellRun(NamedTuple):
    """Neighbouring cells of a row that look alike."""

    start: int
    stop: int  # one past the last cell
    item: int | None  # what they stand for, of several the middle one; ``None`` where the row ends
    is_bin: bool  # whether each of them stands for several items
    state: State


class IcicleLayout(NamedTuple):
    """What the cells of an icicle stand for."""

    columns: IcicleColumns
    first: int  # the ply of the first row
    rows: int
    left: int  # the character column of the first cell
    cells: int  # how many cells a row has
    top: int  # the line of the first row
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
        item = _row_cells(self.columns, self.cells, self.first + row)[cell].item
        return None if item is None else self.columns.items.node(item)

    def place(self, node: int) -> tuple[int, int]:
        """Return the character column and the line in which a node begins."""
        item = self.columns.items.item(node)
        row = max(0, min(self.columns.items.ply[item] - self.first, self.rows - 1))
        return self.left + self.cells_of(item)[0], self.top + row * self.lines

    def cells_of(self, item: int) -> tuple[int, int]:
        """Return the first cell that stands for an item, alone or among others, and the end."""
        first_column, end_column = self.columns.span(item)
        count = len(self.columns)
        if self.cells < count:  # a cell stands for several columns
            start = ((first_column + 1) * self.cells - 1) // count
        else:
            start = self.cell_of(first_column)
        return start, max(start + 1, self.cell_of(end_column))

    def cell_of(self, column: int) -> int:
        """Return the first cell that stands for no column before a column."""
        return -(-column * self.cells // len(self.columns))


_columns_of = lru_cache(maxsize=2)(IcicleColumns)


def lay_out_icicle(
    tree: GameTree, room: Size, current: int = 0, *, is_strip: bool = False
) -> IcicleLayout:
    """Return the layout of an icicle that fills a room and keeps a node's row in sight.

    Args:
        tree: The tree.
        room: The lines and columns that it takes.
        current: The node whose row is in sight, if not all rows are.
        is_strip: Whether it is the overview below another drawing. That has one line a ply, and
            leaves out the root, the heading and the legend.
    """
    first_ply = 1 if is_strip and tree.depth else 0
    plies = tree.depth + 1 - first_ply
    frame = 0 if is_strip else _ABOVE + _BELOW
    most_rows = max(1, room.height - frame)
    # The rows go on by half of those in sight, so that few steps of the search move them.
    half = max(1, most_rows // 2)
    plies_above = max(0, tree.ply[current] - first_ply - 1) // half * half
    rows = min(plies, most_rows)
    lines = 1 if is_strip else max(1, most_rows // rows)
    left = _STRIP_GUTTER if is_strip else _GUTTER
    return IcicleLayout(
        columns=_columns_of(tree),
        first=first_ply + max(0, min(plies_above, plies - most_rows)),
        rows=rows,
        left=left,
        cells=max(1, room.width - left - 1),
        top=0 if is_strip else _ABOVE,
        lines=lines,
        width=room.width,
        height=rows * lines + frame,
        is_strip=is_strip,
    )


class _Cell(NamedTuple):
    """What a cell of a row stands for."""

    item: int | None  # of several the middle one; ``None`` where nothing is as deep
    is_bin: bool  # whether it stands for several items


@lru_cache(maxsize=128)
def _row_cells(columns: IcicleColumns, cells: int, ply: int) -> list[_Cell]:
    """Return the item that each cell of a row in a ply shows, and whether it is a bin.

    A cell is a bin if its item is narrower than the cell, so that the cell stands for several.
    """
    row: list[_Cell] = []
    for cell in range(cells):
        low, high = columns.of_cell(cell, cells)
        item = columns.item((low + high - 1) // 2, ply)
        if item is None:
            row.append(_Cell(None, is_bin=False))
            continue
        first, last = columns.span(item)
        is_within = low <= first and last <= high
        leaves_room = last - first < high - low
        row.append(_Cell(item, is_bin=is_within and leaves_room))
    return row


@lru_cache(maxsize=128)
def _bins_of_row(columns: IcicleColumns, cells: int, ply: int) -> list[range]:
    """Return the cells of a row that stand for several items each, as ranges of neighbours."""
    row = _row_cells(columns, cells, ply)
    ranges: list[range] = []
    for is_bin, group in groupby(range(cells), lambda cell: row[cell].is_bin):
        if is_bin:
            members = list(group)
            ranges.append(range(members[0], members[-1] + 1))
    return ranges


@lru_cache(maxsize=4)
def _leaves_of_cells(columns: IcicleColumns, cells: int) -> list[tuple[int, int]]:
    """Return the first leaf that each cell of a row stands for, and one past the last."""
    ends = [columns.of_cell(cell, cells) for cell in range(cells)]
    return [(columns.leaves_before(low), columns.leaves_before(high)) for low, high in ends]


def state_of(status: Status) -> State:
    """Return what a node off the path is coloured by."""
    if status is Status.UNSEEN:
        return State.TO_COME
    return State.PRUNED if status in PASSED else State.DECIDED


_SURFACES: Final = {
    State.UNDRAWN: (Role.GHOST, Role.BORDER_TO_COME),
    State.TO_COME: (Role.TO_COME, Role.BORDER_TO_COME),
    State.PRUNED: (Role.HATCHED, Role.HATCHED),
    State.DECIDED: (Role.DECIDED_SURFACE, Role.BORDER_DECIDED),
    State.NEW: (Role.NEWS, Role.NEWS),
    State.NOW: (Role.HERE, Role.HERE),
}
_NAMES: Final = {
    State.DECIDED: "decided",
    State.NEW: "new",
    State.PRUNED: "pruned",
    State.TO_COME: "to come",
}


# What fills a cell of each state where colour does not tell them apart.
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
        return [self._heading(), *rows, self._place_of_node(), self._legend()]

    def _heading(self) -> Line:
        """Return the line above the rows: how many leaves there are, in how many columns."""
        columns = self.layout.columns
        cells = self.layout.cells
        text = counted(len(columns.leaves), "leaf", "leaves")
        if len(columns) > cells:
            text += f" in {cells} columns"
        parts = [("WHOLE TREE", Role.TITLE), ("  ", Role.SPACE), (text, Role.QUIET)]
        return self._line_from(self.layout.left, parts)

    def _place_of_node(self) -> Line:
        """Return the line below the rows: it points at the node under the cursor, or the current.

        It reads ``▲ here``, or ``▲ now`` below the node at which the search stands.
        """
        node = self.look.cursor
        if node is None:
            node = self.snapshot.current
        if node is None:
            return []
        word = "now" if node == self.snapshot.current else "here"
        text = f"{self.glyphs.signs[Player.MAX]} {word}"
        column, _ = self.layout.place(node)
        last_column = self.layout.width - len(text)
        return self._line_from(min(column, last_column), [(text, Role.STRONG)])

    # -- states --------------------------------------------------------------------------------

    def runs(self, row: int) -> list[CellRun]:
        """Return the cells of a row, neighbours that look alike as one run.

        A node on the path, and one that is new, is seen however many others its cell stands for.
        """
        layout = self.layout
        ply = layout.first + row
        cells = list(_row_cells(layout.columns, layout.cells, ply))
        highlighted = self._highlight(cells, ply)
        looks = self._looks(cells, highlighted, ply)
        runs: list[CellRun] = []
        for _, alike in groupby(range(len(cells)), looks.__getitem__):
            members = list(alike)
            start = members[0]
            item, is_bin = cells[start]
            if is_bin:
                state = self._states_of_bins[start]
            elif start in highlighted:
                state = highlighted[start]
            else:
                state = self._state(item)
            runs.append(CellRun(start, members[-1] + 1, item, is_bin, state))
        return runs

    def _highlight(self, cells: list[_Cell], ply: int) -> dict[int, State]:
        """Give cells of a row to the nodes that are always seen, and return these cells' states.

        Args:
            cells: The cells of the row, which are changed.
            ply: The ply of the row.
        """
        highlighted: dict[int, State] = {}
        for node, state in self._always_seen(ply):
            item = self.items.item(node)
            first, end = self.layout.cells_of(item)
            own = [cell for cell in range(first, end) if cells[cell].item == item]
            if not own:
                own = [first]
            for cell in own:
                cells[cell] = _Cell(item, is_bin=False)
                highlighted[cell] = state
        return highlighted

    def _looks(self, cells: list[_Cell], highlighted: dict[int, State], ply: int) -> list[object]:
        """Return what tells each cell from its neighbours: its item, or the state of a bin."""
        looks: list[object] = list(cells)
        for bins in _bins_of_row(self.layout.columns, self.layout.cells, ply):
            looks[bins.start : bins.stop] = self._states_of_bins[bins.start : bins.stop]
        for cell in highlighted:
            looks[cell] = cells[cell]
        return looks

    def _state(self, item: int | None) -> State:
        """Return what the search has done at an item off the path."""
        if item is None:
            return State.NONE
        if not self.items.is_elision(item):
            return state_of(self.snapshot.status(self.items.node(item)))
        is_pruned = self.view(item).elided in PASSED
        return State.PRUNED if is_pruned else State.UNDRAWN

    @cached_property
    def _states_of_bins(self) -> list[State]:
        """What each cell of a row shows where it stands for several items."""
        cells = _leaves_of_cells(self.layout.columns, self.layout.cells)
        return [self._commonest_state(first, end) for first, end in cells]

    def _commonest_state(self, first: int, end: int) -> State:
        """Return the state of most of the leaves from one to another.

        They are counted by bisection where the search reads leaves in their order; else a sample
        of them is.

        Args:
            first: The index of the first among the leaves.
            end: One past the index of the last.
        """
        if first == end:
            return State.UNDRAWN
        if self._passed is None:
            return self._commonest_of_sample(first, end)
        leaves = self.layout.columns.leaves
        low = max(first, self._passed.start)
        high = min(end, self._passed.stop)
        if low >= high:
            return State.TO_COME
        passed = high - low
        read = self._count_read(leaves[low], leaves[high - 1])
        counts = (
            (end - first - passed, State.TO_COME),
            (passed - read, State.PRUNED),
            (read, State.DECIDED),
        )
        _, commonest = max(counts)
        return commonest

    def _commonest_of_sample(self, first: int, end: int) -> State:
        """Return the most frequent state in a sample of the leaves from ``first`` up to ``end``."""
        step = max(1, (end - first) // _SAMPLES)
        sample = self.layout.columns.leaves[first:end:step]
        states = [state_of(self.snapshot.status(leaf)) for leaf in sample]
        return max(set(states), key=lambda state: (states.count(state), state))

    @cached_property
    def _passed(self) -> range | None:
        """The indices of the leaves that have been read or pruned.

        They are those on the left of where the search stands, or on the right; ``None`` where it
        takes another order, or enters nodes again.
        """
        leaves = self.layout.columns.leaves
        record = self.snapshot.record
        is_usual = record.rules.order in DRAWN_ORDERS and record.rules.depth is None
        if not is_usual or record.columns.earlier:
            return None

        def is_to_come(leaf: int) -> bool:
            return self.snapshot.status(leaf) is Status.UNSEEN

        if record.rules.right_to_left:
            first_passed = bisect_left(leaves, True, key=lambda leaf: not is_to_come(leaf))
            return range(first_passed, len(leaves))
        return range(bisect_left(leaves, True, key=is_to_come))

    def _count_read(self, first: int, last: int) -> int:
        """Return how many of the leaves from one to another have been read; all have been passed.

        The nodes of a record are in the order in which the search visits them, so that bisection
        finds those from one leaf to the other; those with children are subtracted.
        """
        record = self.snapshot.record
        low = first
        high = last
        if record.rules.right_to_left:
            low = self._place_from_right(last)
            high = self._place_from_right(first)
        start = bisect_left(record.nodes, low)
        stop = bisect_left(record.nodes, high + 1)
        inner = bisect_left(record.inner_calls, stop) - bisect_left(record.inner_calls, start)
        return stop - start - inner

    def _place_from_right(self, leaf: int) -> int:
        """Return the number of a leaf where nodes are numbered in preorder from right to left."""
        return len(self.tree) - self.tree.end[leaf] + self.tree.ply[leaf]

    def _always_seen(self, ply: int) -> Iterator[tuple[int, State]]:
        """Yield the nodes of a ply that are seen wherever they are, the most important last."""
        tree = self.tree
        current = self.snapshot.current
        if current is not None and tree.ply[current] > ply:
            yield tree.ancestor_at(current, ply), State.PATH
        here = ((self.news, State.NEW), (current, State.NOW), (self.look.cursor, State.NOW))
        for node, state in here:
            if node is not None and tree.ply[node] == ply:
                yield node, state

    # -- rows ----------------------------------------------------------------------------------

    def _row_lines(self, row: int) -> Iterator[Line]:
        """Yield the lines of a row; the first of them has its ply, and the slab of a cut-off."""
        slab = self._slab_over(row)
        runs = self.runs(row)
        for line in range(self.layout.lines):
            writer = LineWriter(0, self.layout.width)
            slab_on_line = None
            if line == 0:
                writer.put(0, *self._gutter(self.layout.first + row))
                slab_on_line = slab
            for run in runs:
                self._write_run(writer, run, line, slab_on_line)
            yield writer.parts

    def _gutter(self, ply: int) -> Part:
        """Return what stands to the left of a ply: ``▲ 2``, in a strip ``ply 2``.

        The sign of a player is left out where not all nodes of the ply are that player's.
        """
        if self.layout.is_strip:
            return f"ply {ply}", Role.QUIET
        players = {self.tree.player(node) for node in self.tree.plies[ply][:_PLAYERS_LOOKED_AT]}
        players.discard(None)
        player = players.pop() if len(players) == 1 else None
        if player is None:
            return f" {ply:2}", Role.QUIET
        return f"{self.glyphs.signs[player]}{ply:2}", _ROLE_OF_PLAYER.get(player, Role.QUIET)

    def _write_run(self, writer: LineWriter, run: CellRun, line: int, slab: _Slab | None) -> None:
        """Write a run of cells on one line of its row, and over it the slab if they overlap."""
        start = self.layout.left + run.start
        stop = self.layout.left + run.stop
        if slab is not None and start < slab.stop and slab.start < stop:
            writer.put_parts(start, self._parts(run, slab.start - start, line))
            writer.put(slab.start, slab.text, Role.SLAB)
            start = max(start, slab.stop)
        writer.put_parts(start, self._parts(run, stop - start, line))

    def _parts(self, run: CellRun, cells: int, line: int) -> Line:
        """Return cells of a run as parts of a line, with the run's text if there is room.

        Args:
            run: The cells that look alike.
            cells: How many of them are written; none if it is not positive.
            line: The line within the row.
        """
        if cells <= 0 or run.item is None:
            return []
        node = self.items.node(run.item)
        card = CARD_ROLES[self.player(node)]
        surface, border = _SURFACES.get(run.state, (card.label, card.border))
        if run.is_bin:
            is_last_ply = self.items.ply[run.item] == self.tree.depth
            return [(self._fill(run.state, is_dotted=is_last_ply) * cells, surface)]
        text = ""
        if cells > 2 or self.items.is_elision(run.item):
            text = self._text(run.item, line, cells)
        if run.state is State.NOW and cells > 2:
            before, after = self.glyphs.marks
            return [(before + _centred(text, cells - 2, " ") + after, surface)]
        is_leaf_of_one_cell = cells == 1 and self.tree.kind[node] != INNER
        fill = self._fill(run.state, is_dotted=is_leaf_of_one_cell)
        if not self._has_border(run) or cells == 1:
            return [(_centred(_with_spaces(text, cells), cells, fill), surface)]
        sign = "|" if self.look.ascii else "▏"
        inside = cells - 1
        return [(sign, border), (_centred(_with_spaces(text, inside), inside, fill), surface)]

    def _has_border(self, run: CellRun) -> bool:
        """Tell whether a line on its left parts a run from the one before."""
        return run.start > 0 and run.state not in {State.NOW, State.PRUNED, State.NEW}

    def _fill(self, state: State, *, is_dotted: bool = False) -> str:
        """Return the character that fills cells of a state; a space if colour tells the state.

        ``is_dotted`` is true for cells that stand for leaves. In a strip these cells are filled
        even if there is colour, so that one leaf can be told from the next.
        """
        is_told_apart = (
            is_dotted and self.layout.is_strip and state in {State.DECIDED, State.TO_COME}
        )
        has_no_colour = self.look.marks or self.look.ascii
        if not has_no_colour and state is not State.PRUNED and not is_told_apart:
            return " "
        return _ASCII_FILLS[state] if self.look.ascii else _FILLS[state]

    def _text(self, item: int, line: int, cells: int) -> str:
        """Return the text of an item on a line of its row; empty if no text of it fits.

        A text needs a free cell on either side; only the dots of undrawn nodes are clipped instead.
        """
        is_leaf_line = line == self.layout.lines // 2  # never a slab's, where there are several
        if self.items.is_elision(item):
            return self.glyphs.elided[:cells] if is_leaf_line else ""
        if not self.view(item).is_leaf:
            texts = self._texts_of_inner(item, line)
        elif is_leaf_line:
            texts = [self.leaf(self.items.node(item))]
        else:
            texts = []
        return next((text for text in texts if width(text) + 2 <= cells), "")

    def _texts_of_inner(self, item: int, line: int) -> list[str]:
        """Return what may be written of a node with children on a line, the longest first.

        On a row of one line they are ``▲ A v 3``, ``A v 3`` and ``A``; where there are more lines,
        the value stands below the label.
        """
        label_line = (self.layout.lines - 1) // 2
        if line not in {label_line, label_line + 1}:
            return []
        node = self.items.node(item)
        view = self.view(item)
        label = self.label(node)
        sign = self.glyphs.signs[self.player(node)]
        value = ""
        if view.status not in PASSED:
            value = self.value_text(view, spaced=self.layout.lines > 1 or view.sign == "v")
        if self.layout.lines == 1:
            both = f"{label} {value}".rstrip()
            return [f"{sign} {both}", both, label]
        if line == label_line:
            return [f"{sign} {label}", label]
        return [value]

    def _slab_over(self, row: int) -> _Slab | None:
        """Return the slab over the branches pruned at this step; ``None`` if the row has none.

        The slab is the text ``╳ CUT``, or the cross alone if the text has no room.
        """
        cut = self.snapshot.cut
        layout = self.layout
        if cut is None or layout.first + row != self.tree.ply[cut.node] + 1:
            return None
        skipped = [self.items.item(node) for node in sorted(cut.skipped)]
        if cut.elided:
            skipped.append(self.items.children(self.items.item(cut.node))[-1])
        first_column, next_column = layout.columns.span(skipped[0])
        _, end_column = layout.columns.span(skipped[-1])
        first_cell = layout.cell_of(first_column)
        room = layout.cell_of(end_column) - first_cell
        first_node = self.items.node(skipped[0])
        if layout.lines == 1 and self.tree.is_leaf(first_node):  # its value stands beside the slab
            room = layout.cell_of(next_column) - first_cell - width(self.leaf(first_node)) - 2
        text = f"{self.glyphs.cut} CUT"
        if width(text) > room:
            text = self.glyphs.cut
        return _Slab(layout.left + first_cell, text)

    # -- frame ---------------------------------------------------------------------------------

    def _legend(self) -> Line:
        """Return the line that explains the surfaces; those without room are left out."""
        on_max = CARD_ROLES[Player.MAX].label
        on_min = CARD_ROLES[Player.MIN].label
        samples: list[tuple[Line, str]] = [
            ([(self._fill(State.PATH), on_max), (" ", on_min)], "path"),
            ([("".join(self.glyphs.marks), Role.HERE)], "now"),
        ]
        for state, name in _NAMES.items():
            surface, _ = _SURFACES[state]
            samples.append(([(self._fill(state) * 2, surface)], name))
        legend: Line = []
        for sample, name in samples:
            longer = spaced([legend, [*sample, (f" {name}", Role.QUIET)]], "  ")
            if self.layout.left + parts_width(longer) > self.layout.width:
                break
            legend = longer
        return self._line_from(self.layout.left, legend)

    def _line_from(self, column: int, parts: Iterable[Part]) -> Line:
        """Return a line in which parts begin at a column, cut at the end of the room."""
        writer = LineWriter(0, self.layout.width)
        writer.put_parts(column, parts)
        return writer.parts


def _centred(text: str, cells: int, fill: str) -> str:
    """Return a text in the middle of some cells, the rest filled.

    Example:
        >>> _centred("A", 4, ".")
        '.A..'
    """
    spare = max(0, cells - width(text))
    return fill * (spare // 2) + text + fill * (spare - spare // 2)


def _with_spaces(text: str, cells: int) -> str:
    """Return a text with a space on either side, or alone if the cells have no room for them."""
    if text and width(text) + 2 <= cells:
        return f" {text} "
    return text
