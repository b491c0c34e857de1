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
        """Return the item that a column shows in a ply, ``None`` where it ends above."""
        items = self.items
        item = self.ends[column]
        if ply >= items.ply[item]:
            return item if ply == items.ply[item] else None
        return items.item(items.tree.ancestor_at(items.node(item), ply))

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
        is_rest = self.items.is_elision(item)
        return bisect_left(self.leaves, self.items.tree.end[node] if is_rest else node)


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
        item, _ = _row_cells(self.columns, self.cells, self.first + row)[cell]
        return None if item is None else self.columns.items.node(item)

    def place(self, node: int) -> tuple[int, int]:
        """Return the character column and the line in which a node begins."""
        item = self.columns.items.item(node)
        row = max(0, min(self.columns.items.ply[item] - self.first, self.rows - 1))
        return self.left + self.cells_of(item)[0], self.top + row * self.lines

    def cells_of(self, item: int) -> tuple[int, int]:
        """Return the first cell that stands for an item, alone or among others, and the end."""
        first, last = self.columns.span(item)
        count = len(self.columns)
        start = self.cell_of(first)
        if self.cells < count:
            start = ((first + 1) * self.cells - 1) // count
        return start, max(start + 1, self.cell_of(last))

    def cell_of(self, column: int) -> int:
        """Return the first cell that stands for no column before a column."""
        return -(-column * self.cells // len(self.columns))


_columns_of = lru_cache(maxsize=2)(IcicleColumns)


def lay_out_icicle(
    tree: GameTree, room: Size, current: int = 0, *, is_strip: bool = False
) -> IcicleLayout:
    """Return what the cells of an icicle stand for that fills a room.

    The row of the current node is in sight. A strip, the overview below another drawing, has one
    line a ply and leaves out the root and what frames the rows.
    """
    start = 1 if is_strip and tree.depth else 0
    plies = tree.depth + 1 - start
    most = max(1, room.height if is_strip else room.height - _ABOVE - _BELOW)
    half = max(1, most // 2)
    wanted = max(0, tree.ply[current] - start - 1) // half * half
    first = start + max(0, min(wanted, plies - most))
    count = min(plies, most)
    lines = 1 if is_strip else max(1, most // count)
    left = _STRIP_GUTTER if is_strip else _GUTTER
    return IcicleLayout(
        columns=_columns_of(tree),
        first=first,
        rows=count,
        left=left,
        cells=max(1, room.width - left - 1),
        top=0 if is_strip else _ABOVE,
        lines=lines,
        width=room.width,
        height=count * lines + (0 if is_strip else _ABOVE + _BELOW),
        is_strip=is_strip,
    )


@lru_cache(maxsize=128)
def _row_cells(columns: IcicleColumns, cells: int, ply: int) -> list[tuple[int | None, bool]]:
    """Return the item above the middle of each cell of a row, and whether there are several."""
    row: list[tuple[int | None, bool]] = []
    for cell in range(cells):
        low, high = columns.of_cell(cell, cells)
        item = columns.item((low + high - 1) // 2, ply)
        first = low
        last = high
        if item is not None:
            first, last = columns.span(item)
        row.append((item, low <= first and last <= high and last - first < high - low))
    return row


@lru_cache(maxsize=128)
def _bins_of_row(columns: IcicleColumns, cells: int, ply: int) -> list[tuple[int, int]]:
    """Return the stretches of a row in which each cell stands for several items."""
    stretches: list[tuple[int, int]] = []
    row = _row_cells(columns, cells, ply)
    for is_bin, group in groupby(range(cells), lambda cell: row[cell][1]):
        if is_bin:
            stretch = list(group)
            stretches.append((stretch[0], stretch[-1] + 1))
    return stretches


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


_ROLE_OF_PLAYER: Final = {Player.MAX: Role.ALPHA, Player.MIN: Role.BETA}


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
        columns = self.layout.columns
        cells = self.layout.cells
        left = self.layout.left
        text = counted(len(columns.leaves), "leaf", "leaves")
        text += f" in {cells} columns" if len(columns) > cells else ""
        heading = [("WHOLE TREE", Role.TITLE), ("  ", Role.SPACE), (text, Role.QUIET)]
        below: Line = []
        node = self.look.cursor if self.look.cursor is not None else self.snapshot.current
        if node is not None:
            word = "now" if node == self.snapshot.current else "here"
            text = f"{self.glyphs.signs[Player.MAX]} {word}"
            column = min(self.layout.place(node)[0], self.layout.width - len(text))
            below = self._framed(column, [(text, Role.STRONG)])
        return [self._framed(left, heading), *rows, below, self._legend()]

    # -- states --------------------------------------------------------------------------------

    def runs(self, row: int) -> list[CellRun]:
        """Return what the cells of a row show; the path and what is new wherever they are."""
        layout = self.layout
        ply = self.layout.first + row
        cells = list(_row_cells(layout.columns, layout.cells, ply))
        seen: dict[int, State] = {}
        for node, shown in self._seen(ply):
            item = self.items.item(node)
            first, end = layout.cells_of(self.items.item(node))
            own = [cell for cell in range(first, end) if cells[cell][0] == item]
            if not own:
                own = [first]
            for cell in own:
                cells[cell] = (item, False)
                seen[cell] = shown
        # Neighbours look alike that stand for one item, and bins of one state.
        looks: list[object] = list(cells)
        for start, stop in _bins_of_row(layout.columns, layout.cells, ply):
            looks[start:stop] = self._states_of_bins[start:stop]
        for cell in seen:
            looks[cell] = cells[cell]
        runs: list[CellRun] = []
        for _, alike in groupby(range(len(cells)), looks.__getitem__):
            members = list(alike)
            start = members[0]
            above, is_bin = cells[start]
            if is_bin:
                state = self._states_of_bins[start]
            elif start in seen:
                state = seen[start]
            else:
                state = self._state(above)
            runs.append(CellRun(start, members[-1] + 1, above, is_bin, state))
        return runs

    def _state(self, item: int | None) -> State:
        if item is None:
            return State.NONE
        if not self.items.is_elision(item):
            return state_of(self.snapshot.status(self.items.node(item)))
        return State.PRUNED if self.view(item).elided in PASSED else State.UNDRAWN

    @cached_property
    def _states_of_bins(self) -> list[State]:
        """What each cell of a row shows where it is a bin."""
        cells = _leaves_of_cells(self.layout.columns, self.layout.cells)
        return [self._most(first, last) for first, last in cells]

    def _most(self, first: int, last: int) -> State:
        """Return the state of most of some leaves: counted by bisection, else of a sample."""
        leaves = self.layout.columns.leaves
        if first == last:
            return State.UNDRAWN
        if self._passed is None:
            sample = leaves[first : last : max(1, (last - first) // _SAMPLES)]
            states = [state_of(self.snapshot.status(leaf)) for leaf in sample]
            return max(set(states), key=lambda state: (states.count(state), state))
        low = max(first, self._passed.start)
        high = min(last, self._passed.stop)
        if low >= high:
            return State.TO_COME
        read = self._read(leaves[low], leaves[high - 1])
        counts = (
            (last - first - (high - low), State.TO_COME),
            (high - low - read, State.PRUNED),
            (read, State.DECIDED),
        )
        return max(counts)[1]

    @cached_property
    def _passed(self) -> range | None:
        """The leaves that have been read or pruned.

        They are those on the left of where the search stands, or on the right; ``None`` where it
        takes another order, or enters nodes again.
        """
        leaves = self.layout.columns.leaves
        record = self.snapshot.record
        rules = record.rules
        from_right = record.rules.right_to_left
        is_usual = rules.order in DRAWN_ORDERS and rules.depth is None
        if not is_usual or record.columns.earlier:
            return None

        def is_beyond(leaf: int) -> bool:
            """Tell whether a leaf stands to the right of where the search stands."""
            return (self.snapshot.status(leaf) is Status.UNSEEN) is not from_right

        index = bisect_left(leaves, True, key=is_beyond)
        return range(index, len(leaves)) if from_right else range(index)

    def _read(self, first: int, last: int) -> int:
        """Return how many of the leaves from one to another, all of them passed, have been read."""
        record = self.snapshot.record
        tree = self.tree
        low = first
        high = last
        if record.rules.right_to_left:  # the order in which the search may visit the nodes
            low, high = (len(tree) - tree.end[leaf] + tree.ply[leaf] for leaf in (last, first))
        start = bisect_left(record.nodes, low)
        stop = bisect_left(record.nodes, high + 1)
        inner = bisect_left(record.inner_calls, stop) - bisect_left(record.inner_calls, start)
        return stop - start - inner

    def _seen(self, ply: int) -> Iterator[tuple[int, State]]:
        """Yield the nodes of a ply that are seen wherever they are, the most important last."""
        step = self.snapshot
        tree = self.tree
        current = step.current
        cursor = self.look.cursor
        if current is not None and tree.ply[current] > ply:
            yield tree.ancestor_at(current, ply), State.PATH
        for node, state in ((self.news, State.NEW), (current, State.NOW), (cursor, State.NOW)):
            if node is not None and tree.ply[node] == ply:
                yield node, state

    # -- rows ----------------------------------------------------------------------------------

    def _row_lines(self, row: int) -> Iterator[Line]:
        layout = self.layout
        ply = self.layout.first + row
        slab = self._slab_over(row)
        gutter: Part = (f"ply {ply}", Role.QUIET)
        if not layout.is_strip:
            players = {self.tree.player(node) for node in self.tree.plies[ply][:200]} - {None}
            player = players.pop() if len(players) == 1 else None
            sign = " " if player is None else self.glyphs.signs[player]
            role = Role.QUIET
            if player is not None:
                role = _ROLE_OF_PLAYER.get(player, Role.QUIET)
            gutter = (f"{sign}{ply:2}", role)
        runs = self.runs(row)
        for line in range(layout.lines):
            writer = LineWriter(0, layout.width)
            if line == 0:
                writer.put(0, *gutter)
            for run in runs:
                start = layout.left + run.start
                stop = layout.left + run.stop
                if line == 0 and slab is not None and start < slab[1] and slab[0] < stop:
                    writer.put_parts(start, self._parts(run, slab[0] - start, line))
                    writer.put(slab[0], slab[2], Role.SLAB)
                    start = max(start, slab[1])
                writer.put_parts(start, self._parts(run, stop - start, line))
            yield writer.parts

    def _parts(self, run: CellRun, cells: int, line: int) -> Line:
        if cells <= 0 or run.item is None:
            return []
        state = run.state
        node = self.items.node(run.item)
        card = CARD_ROLES[self.player(node)]
        surface, border = _SURFACES.get(state, (card.label, card.border))
        if run.is_bin:
            is_last = self.items.ply[run.item] == self.tree.depth
            return [(self._fill(state, is_dotted=is_last) * cells, surface)]
        is_rest = self.items.is_elision(run.item)
        text = self._text(run.item, line, cells) if cells > 2 or is_rest else ""
        if state is State.NOW and cells > 2:
            before, after = self.glyphs.marks
            return [(before + _centred(text, cells - 2, " ") + after, surface)]
        parts: Line = []
        if cells > 1 and run.start and state not in {State.NOW, State.PRUNED, State.NEW}:
            parts = [("|" if self.look.ascii else "▏", border)]
            cells = cells - 1
        is_leaf = cells + len(parts) == 1 and self.tree.kind[node] != INNER
        if text and width(text) + 2 <= cells:
            text = f" {text} "
        return [*parts, (_centred(text, cells, self._fill(state, is_dotted=is_leaf)), surface)]

    def _fill(self, state: State, *, is_dotted: bool = False) -> str:
        """Return what fills a piece; in a strip each cell of leaves is told from the next."""
        is_told = is_dotted and self.layout.is_strip and state in {State.DECIDED, State.TO_COME}
        if self.look.marks or self.look.ascii or state is State.PRUNED or is_told:
            return "  ./#=*@"[state] if self.look.ascii else "  ·╱▪━*▌"[state]
        return " "

    def _text(self, item: int, line: int, cells: int) -> str:
        """Return what is written on a line of a piece, if it has room for it and two cells."""
        is_leaf_line = line == self.layout.lines // 2  # never a slab's, where there are several
        if self.items.is_elision(item):
            return self.glyphs.elided[:cells] if is_leaf_line else ""
        node = self.items.node(item)
        view = self.view(item)
        if view.is_leaf:
            text = self.leaf(node) if is_leaf_line else ""
            return text if width(text) + 2 <= cells else ""
        below = line - (self.layout.lines - 1) // 2
        if below not in {0, 1}:
            return ""
        label = self.label(node)
        sign = self.glyphs.signs[self.player(node)]
        spaced = self.layout.lines > 1 or view.sign == "v"
        pruned = view.status in PASSED
        value = "" if pruned else self.value_text(view, spaced=spaced)
        if self.layout.lines == 1:
            both = f"{label} {value}".rstrip()
            texts = [f"{sign} {both}", both, label]
        else:
            texts = [value] if below else [f"{sign} {label}", label]
        return next((text for text in texts if width(text) + 2 <= cells), "")

    def _slab_over(self, row: int) -> tuple[int, int, str] | None:
        """Return the first column, one past the last, and the text of the slab of a cut-off now."""
        cut = self.snapshot.cut
        layout = self.layout
        if cut is None or layout.first + row != self.tree.ply[cut.node] + 1:
            return None
        skipped = [self.items.item(node) for node in sorted(cut.skipped)]
        if cut.elided:
            skipped.append(self.items.children(self.items.item(cut.node))[-1])
        first, following = map(layout.cell_of, layout.columns.span(skipped[0]))
        stop = layout.cell_of(layout.columns.span(skipped[-1])[1])
        text = f"{self.glyphs.cut} CUT"
        room = stop - first
        leaf = self.items.node(skipped[0])
        if layout.lines == 1 and self.tree.is_leaf(leaf):  # its value stands beside the slab
            room = following - first - width(self.leaf(leaf)) - 2
        text = text if width(text) <= room else self.glyphs.cut
        return layout.left + first, layout.left + first + width(text), text

    # -- frame ---------------------------------------------------------------------------------

    def _legend(self) -> Line:
        on_max, on_min = (CARD_ROLES[player].label for player in (Player.MAX, Player.MIN))
        samples: list[tuple[Line, str]] = [
            ([(self._fill(State.PATH), on_max), (" ", on_min)], "path"),
            ([("".join(self.glyphs.marks), Role.HERE)], "now"),
        ]
        for state, name in _NAMES.items():
            samples.append(([(self._fill(state) * 2, _SURFACES[state][0])], name))
        legend: Line = []
        for surface, name in samples:
            longer = spaced([legend, [*surface, (f" {name}", Role.QUIET)]], "  ")
            if self.layout.left + parts_width(longer) > self.layout.width:
                break
            legend = longer
        return self._framed(self.layout.left, legend)

    def _framed(self, column: int, parts: Iterable[Part]) -> Line:
        writer = LineWriter(0, self.layout.width)
        writer.put_parts(column, parts)
        return writer.parts


def _centred(text: str, cells: int, fill: str) -> str:
    spare = max(0, cells - width(text))
    return fill * (spare // 2) + text + fill * (spare - spare // 2)
