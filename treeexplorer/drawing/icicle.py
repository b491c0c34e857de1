"""The icicle: one row a ply, one column a leaf, or a bin of leaves where they are too many.

Every cell is coloured by what the search did there, so that stepping makes a film of the search,
for three leaves and for a million. What a cell stands for is found once; what it shows at a step
costs a few bisections a cell, whatever the size of the tree.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple

from treeexplorer.drawing.diagram import Painter
from treeexplorer.drawing.layout import items_of
from treeexplorer.drawing.runs import Line, LineWriter, Look, Role, Run, Size
from treeexplorer.engine.record import Record, Status, StepKind
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.text import width
from treeexplorer.tree import INNER, GameTree, Player

NOWHERE: Final = -1
_GUTTER: Final = 4
_STRIP_GUTTER: Final = 7
_TALLEST: Final = 3
_SAMPLES: Final = 7
_LEAST_LABELLED: Final = 3


class State(IntEnum):
    """What the search has done at a place of the tree."""

    NONE = 0
    TO_COME = 1
    PRUNED = 2
    DECIDED = 3
    PATH = 4
    NEW = 5
    NOW = 6


class Piece(NamedTuple):
    """Neighbouring cells of a row that stand for one node, or one cell for several.

    Attributes:
        start: The first cell.
        stop: One past the last cell.
        node: The node, or the one in the middle of the cell; ``NOWHERE`` where the row has none.
        first: The first leaf below.
        last: One past the last leaf below.
        is_bin: Whether there are several nodes in the cell.
    """

    start: int
    stop: int
    node: int
    first: int
    last: int
    is_bin: bool


@dataclass(frozen=True)
class IcicleLayout:
    """What the cells of an icicle stand for.

    Attributes:
        tree: The tree.
        leaves: The leaves, from left to right.
        rows: The pieces of each row that is drawn, from left to right.
        first: The ply of the first row.
        left: The column of the first cell.
        cells: How many cells a row has.
        top: The line of the first row.
        lines: How many lines a row takes.
        width: The width of the whole drawing.
        height: Its height.
        is_strip: Whether it is the overview below another drawing.
    """

    tree: GameTree
    leaves: array[int]
    rows: tuple[tuple[Piece, ...], ...]
    first: int
    left: int
    cells: int
    top: int
    lines: int
    width: int
    height: int
    is_strip: bool

    def row_at(self, line: int) -> int | None:
        """Return the row of a line, ``None`` outside of the rows."""
        row = (line - self.top) // self.lines
        return row if 0 <= row < len(self.rows) else None

    def node_at(self, column: int, line: int) -> int | None:
        """Return the node at a place, ``None`` where there is none."""
        row, cell = self.row_at(line), column - self.left
        if row is None or not 0 <= cell < self.cells:
            return None
        piece = self.rows[row][self.index_at(row, cell)]
        return None if piece.node == NOWHERE else piece.node

    def place(self, node: int) -> tuple[int, int]:
        """Return the column and the line in which a node begins."""
        row = max(0, min(self.tree.ply[node] - self.first, len(self.rows) - 1))
        leaf = bisect_left(self.leaves, node)
        cell = min(leaf * self.cells // len(self.leaves), self.cells - 1)
        return self.left + cell, self.top + row * self.lines

    def index_at(self, row: int, cell: int) -> int:
        """Return the index of the piece at a cell of a row."""
        starts = [piece.start for piece in self.rows[row]]
        return bisect_left(starts, cell + 1) - 1

    def cell_of(self, leaf: int) -> int:
        """Return the first cell of a leaf."""
        return -(-leaf * self.cells // len(self.leaves))


@lru_cache(maxsize=2)
def _leaves_of(tree: GameTree) -> array[int]:
    kind = tree.kind
    return array("i", [node for node in range(len(tree)) if kind[node] != INNER])


def lay_out_icicle(
    tree: GameTree, room: Size, current: int = 0, *, is_strip: bool = False
) -> IcicleLayout:
    """Return what the cells of an icicle stand for.

    Args:
        tree: The tree.
        room: The room to fill.
        current: A node whose row is in sight where the plies are too many.
        is_strip: Whether it is the overview below another drawing: one line a ply, the root and
            what frames the rows left out.
    """
    left = _STRIP_GUTTER if is_strip else _GUTTER
    above, below = (0, 0) if is_strip else (1, 2)
    start = 1 if is_strip and tree.depth else 0
    plies = tree.depth + 1 - start
    most = max(1, room.height - above - below)
    first, count = start, min(plies, most)
    if plies > most:
        half = max(1, most // 2)
        wanted = max(0, tree.ply[current] - start - 1) // half * half
        first = start + min(wanted, plies - most)
    lines = 1 if is_strip else max(1, min(_TALLEST, most // count))
    leaves = _leaves_of(tree)
    cells = max(1, room.width - left - 1)
    share = cells // len(leaves)  # of each leaf, as wide as the others
    cells = share * len(leaves) if share else cells
    rows = tuple(tuple(_pieces(tree, leaves, cells, ply)) for ply in range(first, first + count))
    height = above + count * lines + below
    return IcicleLayout(
        tree, leaves, rows, first, left, cells, above, lines, room.width, height, is_strip
    )


def _pieces(tree: GameTree, leaves: array[int], cells: int, ply: int) -> Iterator[Piece]:
    """Yield the pieces of a row."""
    count, cell = len(leaves), 0
    row = tree.plies[ply]
    while cell < cells:
        low = cell * count // cells
        high = max(low + 1, (cell + 1) * count // cells)
        leaf = leaves[(low + high - 1) // 2]
        if tree.ply[leaf] < ply:
            yield Piece(cell, cell + 1, NOWHERE, low, high, False)
            cell += 1
            continue
        node = row[bisect_left(row, leaf + 1) - 1]
        first, last = bisect_left(leaves, node), bisect_left(leaves, tree.end[node])
        if first >= low and last <= high and last - first < high - low:
            yield Piece(cell, cell + 1, node, low, high, True)
            cell += 1
            continue
        stop = max(cell + 1, last * cells // count)
        low, high = stop * count // cells, (stop + 1) * count // cells
        if stop < cells and (low + max(high, low + 1) - 1) // 2 < last:
            stop += 1
        yield Piece(cell, stop, node, first, last, False)
        cell = stop


class _Progress:
    """Which leaves have been read and passed at a step, counted by bisection.

    From left to right (or from right to left) the leaves before the frontier have been read or
    pruned, and the others are to come. Other orders are sampled.
    """

    def __init__(self, layout: IcicleLayout, step: Snapshot) -> None:
        self.leaves = layout.leaves
        self.step = step
        self.record: Record = step.record
        self.tree = layout.tree
        self.mirrored = self.record.rules.right_to_left
        order = self.record.rules.order
        self.is_counted = (
            not self.record.columns.earlier
            and order in {"left-to-right", "right-to-left"}
            and self.record.rules.depth is None
        )
        self.past = 0
        self.frontier = self._frontier() if self.is_counted else 0

    def _frontier(self) -> int:
        """Return how many leaves have been passed, counted in the order of the search."""
        step, tree = self.step, self.tree
        node = step.current
        count = len(self.leaves)
        if node is None:
            self.past = len(tree) if self.mirrored else 0
            return 0
        if step.kind is StepKind.VISIT:
            past = tree.end[node] if self.mirrored else node
        else:
            done = step.is_last or self._is_done(node)
            passed = node if done or step.child is None else step.child
            past = passed if self.mirrored else tree.end[passed]
        self.past = past
        index = bisect_left(self.leaves, past)
        return count - index if self.mirrored else index

    def of_node(self, node: int) -> State:
        """Return the state of a node off the path; one bisection where leaves are counted."""
        if not self.is_counted or self.mirrored:
            return state_of(self.step.status(node))
        if node >= self.past:
            return State.TO_COME
        return State.PRUNED if self.record.row(node) is None else State.DECIDED

    def _is_done(self, node: int) -> bool:
        row = self.record.row_at(node, self.step.step)
        return row is not None and self.record.left(row) - 1 <= self.step.step

    def state(self, first: int, last: int) -> State:
        """Return the state of most of a range of leaves."""
        if not self.is_counted:
            return self._sampled(first, last)
        count = len(self.leaves)
        passed = self.frontier
        if self.mirrored:
            low, high = max(first, count - passed), last
        else:
            low, high = first, min(last, passed)
        if low >= high:
            return State.TO_COME
        read = self._read(low, high)
        pruned, to_come = high - low - read, last - first - (high - low)
        most = max(read, pruned, to_come)
        if most == read:
            return State.DECIDED
        return State.PRUNED if most == pruned else State.TO_COME

    def _read(self, low: int, high: int) -> int:
        """Return how many of a range of passed leaves have been read."""
        record = self.record
        ranks = sorted((self._rank(self.leaves[low]), self._rank(self.leaves[high - 1])))
        start, stop = bisect_left(record.nodes, ranks[0]), bisect_left(record.nodes, ranks[1] + 1)
        inner = bisect_left(record.inner, stop) - bisect_left(record.inner, start)
        return stop - start - inner

    def _rank(self, node: int) -> int:
        """Return the place of a node in the order in which the search may visit the nodes."""
        tree = self.tree
        return len(tree) - tree.end[node] + tree.ply[node] if self.mirrored else node

    def _sampled(self, first: int, last: int) -> State:
        stride = max(1, (last - first) // _SAMPLES)
        found = [
            state_of(self.step.status(self.leaves[leaf])) for leaf in range(first, last, stride)
        ]
        return max(set(found), key=lambda state: (found.count(state), state))


def state_of(status: Status) -> State:
    """Return what a node off the path is coloured by."""
    if status is Status.UNSEEN:
        return State.TO_COME
    return State.PRUNED if status in {Status.SKIPPED, Status.BEYOND} else State.DECIDED


_SURFACES: Final = {
    State.TO_COME: (Role.SURFACE_TO_COME, Role.BORDER_TO_COME),
    State.PRUNED: (Role.HATCHED, Role.HATCHED),
    State.DECIDED: (Role.SURFACE_DECIDED, Role.BORDER_DECIDED),
    State.NEW: (Role.NEWS, Role.NEWS),
    State.NOW: (Role.SURFACE_NOW, Role.SURFACE_NOW),
}
_PATHS: Final = {
    Player.MAX: (Role.SURFACE_MAX, Role.BORDER_MAX),
    Player.MIN: (Role.SURFACE_MIN, Role.BORDER_MIN),
    Player.CHANCE: (Role.SURFACE_CHANCE, Role.BORDER_CHANCE),
}
_UNICODE_FILLS: Final = {
    State.TO_COME: "·",
    State.PRUNED: "╱",
    State.DECIDED: "▪",
    State.PATH: "━",
    State.NEW: "*",
    State.NOW: "█",
}
_ASCII_FILLS: Final = {
    State.TO_COME: ".",
    State.PRUNED: "/",
    State.DECIDED: "#",
    State.PATH: "=",
    State.NEW: "*",
    State.NOW: "@",
}


class Icicle(Painter):
    """Paints an icicle at a step.

    Args:
        layout: What its cells stand for.
        step: What the step shows.
        look: How to draw.
    """

    def __init__(self, layout: IcicleLayout, step: Snapshot, look: Look | None = None) -> None:
        super().__init__(items_of(layout.tree), step, look or Look())
        self.layout = layout
        self.fills = _ASCII_FILLS if self.look.ascii else _UNICODE_FILLS
        self.progress = _Progress(layout, step)
        self._states: dict[int, list[State]] = {}  # by row
        self._bins: dict[int, State] = {}
        self._painted: dict[tuple[int, int, bool], Line] = {}

    def lines(self) -> list[Line]:
        """Return all lines of the icicle."""
        return [self.line(number) for number in range(self.layout.height)]

    def line(self, number: int) -> Line:
        """Return one line of the icicle; nothing beyond its edges."""
        layout = self.layout
        writer = LineWriter(0, layout.width)
        row = layout.row_at(number)
        if row is not None:
            return self._row_line(row, (number - layout.top) % layout.lines)
        if number >= layout.height or number < 0:
            return []
        if not layout.is_strip and number == 0:
            self._write_heading(writer)
        elif not layout.is_strip and number == layout.height - 2:
            self._write_now(writer)
        elif not layout.is_strip and number == layout.height - 1:
            self._write_legend(writer)
        return writer.runs

    # -- states --------------------------------------------------------------------------------

    def states(self, row: int) -> list[State]:
        """Return what the pieces of a row show."""
        known = self._states.get(row)
        if known is None:
            pieces = self.layout.rows[row]
            known = self._states[row] = [self._off_path(piece) for piece in pieces]
            for node, state in self._seen(self.layout.first + row):
                for index in self._pieces_of(pieces, node):
                    known[index] = state
        return known

    def _off_path(self, piece: Piece) -> State:
        if not piece.is_bin:
            return State.NONE if piece.node == NOWHERE else self.progress.of_node(piece.node)
        known = self._bins.get(piece.first)
        if known is None:
            known = self._bins[piece.first] = self.progress.state(piece.first, piece.last)
        return known

    def _seen(self, ply: int) -> Iterator[tuple[int, State]]:
        """Yield the nodes of a ply that are seen wherever they are, the most important last."""
        step, tree = self.snapshot, self.tree
        current, news = step.current, self.news
        if current is not None and not step.is_last and tree.ply[current] > ply:
            yield tree.ancestor_at(current, ply), State.PATH
        for node, state in ((news, State.NEW), (current, State.NOW), (self.look.cursor, State.NOW)):
            if node is not None and tree.ply[node] == ply:
                yield node, state

    def _pieces_of(self, pieces: Sequence[Piece], node: int) -> Iterator[int]:
        """Yield the indexes of the pieces of a row that stand for one of its nodes."""
        leaves = self.layout.leaves
        first, last = bisect_left(leaves, node), bisect_left(leaves, self.tree.end[node])
        index = bisect_right(pieces, first, key=lambda piece: piece.last)
        while index < len(pieces) and pieces[index].first < last:
            if pieces[index].is_bin or pieces[index].node == node:
                yield index
            index += 1

    def _roles(self, piece: Piece, state: State) -> tuple[Role, Role]:
        if state is State.PATH:
            return _PATHS[self.snapshot.record.player(piece.node) or Player.MAX]
        return _SURFACES[state]

    # -- rows ----------------------------------------------------------------------------------

    def _row_line(self, row: int, line: int) -> Line:
        """Return a line of a row; lines on which nothing is written are painted once."""
        layout = self.layout
        gutter = LineWriter(0, layout.left)
        if line == 0:
            self._write_gutter(gutter, layout.first + row)
        gutter.fill(0, layout.left, " ", Role.SPACE)
        slab = self._slab_over(row) if line == 0 else None
        middle = (layout.lines - 1) // 2
        is_written = middle <= line <= middle + 1 and any(
            not piece.is_bin and piece.stop - piece.start > 2 for piece in layout.rows[row]
        )
        key = row, line if is_written else -1, slab is not None
        cells = self._painted.get(key)
        if cells is None:
            writer = LineWriter(layout.left, layout.width - layout.left)
            self._write_row(writer, row, line, slab)
            cells = self._painted[key] = writer.runs
        return _joined(gutter.runs, cells)

    def _write_row(
        self, writer: LineWriter, row: int, line: int, slab: tuple[int, str] | None
    ) -> None:
        layout = self.layout
        hidden = self._hidden(row)
        is_leaves = layout.first + row == self.tree.depth
        run: tuple[int, int, State, Role] | None = None  # neighbouring bins that look the same
        for piece, state in zip(layout.rows[row], self.states(row), strict=True):
            start, stop = layout.left + piece.start, layout.left + piece.stop
            if slab is not None and slab[0] <= start < slab[0] + width(slab[1]):
                self._write_run(writer, run, is_leaves=is_leaves)
                run = None
                writer.put(slab[0], slab[1], Role.SLAB)
                start = slab[0] + width(slab[1])
            if piece.is_bin and stop > start:
                role = self._roles(piece, state)[0]
                if run is not None and run[1:] == (start, state, role):
                    run = run[0], stop, state, role
                    continue
                self._write_run(writer, run, is_leaves=is_leaves)
                run = start, stop, state, role
                continue
            self._write_run(writer, run, is_leaves=is_leaves)
            run = None
            if state is State.NONE:
                continue
            if hidden is not None and start <= hidden[0] < stop and hidden[1].node != piece.node:
                self._write_piece(writer, piece, state, start, hidden[0], line)
                shown = dict(self._seen(layout.first + row))[hidden[1].node]
                self._write_piece(writer, hidden[1], shown, hidden[0], hidden[0] + 1, line)
                start = hidden[0] + 1
            self._write_piece(writer, piece, state, start, stop, line)
        self._write_run(writer, run, is_leaves=is_leaves)

    def _write_run(
        self,
        writer: LineWriter,
        run: tuple[int, int, State, Role] | None,
        *,
        is_leaves: bool,
    ) -> None:
        """Write neighbouring bins that look the same."""
        if run is not None:
            start, stop, state, role = run
            writer.fill(start, stop, self._fill(state, is_dotted=is_leaves), role)

    def _hidden(self, row: int) -> tuple[int, Piece] | None:
        """Return the column of a row's node on the path, where it has no cell of its own."""
        ply, current = self.layout.first + row, self.snapshot.current
        if current is None or self.tree.ply[current] < ply or self.snapshot.is_last:
            return None
        node, leaves = self.tree.ancestor_at(current, ply), self.layout.leaves
        first, last = bisect_left(leaves, node), bisect_left(leaves, self.tree.end[node])
        cell = min(first * self.layout.cells // len(leaves), self.layout.cells - 1)
        piece = self.layout.rows[row][self.layout.index_at(row, cell)]
        if piece.is_bin or last - first >= len(leaves) // self.layout.cells + 1:
            return None
        return self.layout.left + cell, Piece(cell, cell + 1, node, first, last, False)

    def _write_gutter(self, writer: LineWriter, ply: int) -> None:
        players = {self.tree.player(node) for node in self.tree.plies[ply][:200]} - {None}
        player = players.pop() if len(players) == 1 else None
        if self.layout.is_strip:
            writer.put(0, f"ply {ply}", Role.QUIET)
            return
        sign = "" if player is None else self.glyphs.signs[player]
        role = {Player.MAX: Role.ALPHA, Player.MIN: Role.BETA}.get(player or Player.CHANCE)
        writer.put(0, f"{sign:1}{ply:2}" if sign else f"{ply:3}", role or Role.QUIET)

    def _write_piece(
        self, writer: LineWriter, piece: Piece, state: State, start: int, stop: int, line: int
    ) -> None:
        surface, border = self._roles(piece, state)
        cells = stop - start
        if cells <= 0:
            return
        text = self._text(piece, line, cells) if cells > 2 else ""
        if state is State.NOW and cells > 2:
            before, after = self.glyphs.marks
            writer.put(start, before + _centred(text, cells - 2, " ") + after, surface)
            return
        if cells > 1 and piece.start and state not in {State.NOW, State.PRUNED, State.NEW}:
            writer.put(start, "|" if self.look.ascii else "▏", border)
            start += 1
        is_leaf = self.tree.kind[piece.node] != INNER
        fill = self._fill(state, is_dotted=is_leaf and cells == 1)
        if width(text) + 2 <= stop - start:
            text = f" {text} " if text else ""
        writer.put(start, _centred(text, stop - start, fill), surface)

    def _fill(self, state: State, *, is_dotted: bool) -> str:
        """Return what fills a piece; in a strip each cell of leaves is told from the next."""
        if self.look.marks or self.look.ascii or state is State.PRUNED:
            return self.fills[state]
        if is_dotted and self.layout.is_strip and state in {State.DECIDED, State.TO_COME}:
            return self.fills[state]
        return " "

    def _text(self, piece: Piece, line: int, cells: int) -> str:
        """Return what is written on a line of a piece, if it has room for it and two cells."""
        if cells < _LEAST_LABELLED:
            return ""
        middle = (self.layout.lines - 1) // 2
        if not middle <= line <= middle + 1:
            return ""
        view = self.snapshot.view(piece.node)
        if view.is_leaf:
            texts = [self.leaf(piece.node)] if line == middle else []
        else:
            label = self.label(piece.node)
            sign = self.glyphs.signs[view.player or Player.MAX]
            spaced = self.layout.lines > 1 or view.sign == "v"
            pruned = view.status in {Status.SKIPPED, Status.BEYOND}
            value = "" if pruned else self.value_text(view, spaced=spaced)
            value = value.removesuffix("*")
            if self.layout.lines == 1:
                both = f"{label} {value}".rstrip()
                texts = [f"{sign} {both}", both, label]
            elif line == middle:
                texts = [f"{sign} {label}", label]
            else:
                texts = [value] if line == middle + 1 else []
        return next((text for text in texts if text and width(text) + 2 <= cells), "")

    def _slab_over(self, row: int) -> tuple[int, str] | None:
        """Return the column and the text of the slab over what a cut-off prunes now."""
        step, layout = self.snapshot, self.layout
        cut = step.cut
        if cut is None or layout.first + row != self.tree.ply[cut.node] + 1 or not cut.skipped:
            return None
        first, last = min(cut.skipped), max(cut.skipped)
        start = layout.cell_of(bisect_left(layout.leaves, first))
        stop = layout.cell_of(bisect_left(layout.leaves, self.tree.end[last]))
        cross = self.glyphs.cut
        texts = (f"{cross} CUT", cross)
        text = next((text for text in texts if width(text) <= stop - start), cross)
        return layout.left + start, text

    # -- frame ---------------------------------------------------------------------------------

    def _write_heading(self, writer: LineWriter) -> None:
        layout = self.layout
        leaves = len(layout.leaves)
        writer.put(layout.left, "WHOLE TREE", Role.TITLE)
        text = f"{leaves} leaves"
        if leaves > layout.cells:
            text += f" in {layout.cells} columns"
        writer.put(layout.left + 12, text, Role.QUIET)

    def _write_now(self, writer: LineWriter) -> None:
        node = self.look.cursor if self.look.cursor is not None else self.snapshot.current
        if node is None:
            return
        sign = self.glyphs.signs[Player.MAX]
        text = f"{sign} now" if node == self.snapshot.current else f"{sign} here"
        column = self.layout.place(node)[0]
        writer.put(min(column, self.layout.width - len(text)), text, Role.CURRENT)

    def _write_legend(self, writer: LineWriter) -> None:
        before, after = self.glyphs.marks
        samples: list[tuple[list[tuple[str, Role]], str]] = [
            ([(self._sample(State.PATH), Role.SURFACE_MAX), (" ", Role.SURFACE_MIN)], "path"),
            ([(before + after, Role.SURFACE_NOW)], "now"),
            ([(self._sample(State.DECIDED) * 2, Role.SURFACE_DECIDED)], "decided"),
            ([(self._sample(State.NEW) * 2, Role.NEWS)], "new"),
            ([(self.fills[State.PRUNED] * 2, Role.HATCHED)], "pruned"),
            ([(self._sample(State.TO_COME) * 2, Role.SURFACE_TO_COME)], "to come"),
        ]
        column = self.layout.left
        for parts, name in samples:
            end = column + sum(width(text) for text, _ in parts) + 1 + len(name)
            if end > self.layout.width:
                break
            writer.put_parts(column, [*parts, (f" {name}", Role.QUIET)])
            column = end + 2

    def _sample(self, state: State) -> str:
        return self.fills[state] if self.look.marks or self.look.ascii else " "


def _joined(before: Line, after: Line) -> Line:
    """Return two parts of a line as one."""
    if before and after and before[-1].role is after[0].role:
        middle = Run(before[-1].text + after[0].text, after[0].role)
        return [*before[:-1], middle, *after[1:]]
    return [*before, *after]


def _centred(text: str, cells: int, fill: str) -> str:
    """Return a text in the middle of some cells."""
    spare = max(0, cells - width(text))
    return fill * (spare // 2) + text + fill * (spare - spare // 2)
