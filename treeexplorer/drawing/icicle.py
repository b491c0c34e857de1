"""The icicle: one row a ply, one column a leaf or a ``...``, or a bin of them where too many.

Every cell is coloured by what the search did there, so that stepping makes a film of the search,
for three leaves and for a million. What a cell stands for is found once; what it shows at a step
costs a few bisections a cell, whatever the size of the tree.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from treeexplorer.drawing.diagram import PASSED, Painter
from treeexplorer.drawing.layout import items_of
from treeexplorer.drawing.runs import (
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
    """The columns of an icicle: the leaves and each node's ``...``, from left to right.

    What stands in a column is written as among a drawing's items: a leaf by its index, the
    ``...`` of a node by the complement (``~node``). A ``...`` stands behind the last child.

    Args:
        tree: The tree.
    """

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        kind = tree.kind
        self.leaves = array("i", [node for node in range(len(tree)) if kind[node] != INNER])
        self._places = sorted((tree.end[node], -node) for node in tree.elided)
        self._rests = [
            bisect_left(self.leaves, end) + index for index, (end, _) in enumerate(self._places)
        ]

    def __len__(self) -> int:
        """Return the number of columns."""
        return len(self.leaves) + len(self._rests)

    def code(self, column: int) -> int:
        """Return the leaf in a column, or the complement of the node whose ``...`` it is."""
        rest = bisect_left(self._rests, column)
        if rest < len(self._rests) and self._rests[rest] == column:
            node = -self._places[rest][1]
            return ~node
        return self.leaves[column - rest]

    def ancestor(self, column: int, ply: int) -> int | None:
        """Return what a column shows in a ply, ``None`` where it ends above."""
        code = self.code(column)
        node = max(code, ~code)
        below = self.tree.ply[node] + (code < 0)
        if ply >= below:
            return code if ply == below else None
        return self.tree.ancestor_at(node, ply)

    def span(self, code: int) -> tuple[int, int]:
        """Return the first column below a node, or of a ``...``, and one past the last."""
        node = max(code, ~code)
        end = self.tree.end[node]
        stop = bisect_left(self.leaves, end) + bisect_right(self._places, (end, -node))
        if code < 0:
            return stop - 1, stop
        rests = bisect_left(self._places, (node + 1, -node - 1))
        return bisect_left(self.leaves, node) + rests, stop

    def leaf_range(self, first: int, last: int) -> tuple[int, int]:
        """Return the range of the leaves that stand in a range of columns."""
        return first - bisect_left(self._rests, first), last - bisect_left(self._rests, last)


class CellRun(NamedTuple):
    """Neighbouring cells of a row that stand for one node, or one cell for several.

    Attributes:
        start: The first cell.
        stop: One past the last cell.
        code: The node, the complement of one for its ``...``, of several that in the middle;
            ``None`` where the row has none.
        first: The first column below.
        last: One past the last column below.
        is_bin: Whether there are several nodes in the cell.
    """

    start: int
    stop: int
    code: int | None
    first: int
    last: int
    is_bin: bool


class IcicleLayout(NamedTuple):
    """What the cells of an icicle stand for.

    Attributes:
        tree: The tree.
        columns: Its leaves and its ``...``, from left to right.
        rows: The pieces of each row that is drawn, from left to right.
        first: The ply of the first row.
        left: The character column of the first cell.
        cells: How many cells a row has.
        top: The line of the first row.
        lines: How many lines a row takes.
        width: The width of the whole drawing.
        height: Its height.
        is_strip: Whether it is the overview below another drawing.
    """

    tree: GameTree
    columns: IcicleColumns
    rows: tuple[tuple[CellRun, ...], ...]
    first: int
    left: int
    cells: int
    top: int
    lines: int
    width: int
    height: int
    is_strip: bool

    def node_at(self, x: int, line: int) -> int | None:
        """Return the node at a place, of a ``...`` the one above, ``None`` where there is none."""
        row, cell = (line - self.top) // self.lines, x - self.left
        if not 0 <= row < len(self.rows) or not 0 <= cell < self.cells:
            return None
        code = self.rows[row][self.index_at(row, cell)].code
        return None if code is None else max(code, ~code)

    def place(self, node: int) -> tuple[int, int]:
        """Return the character column and the line in which a node begins."""
        row = max(0, min(self.tree.ply[node] - self.first, len(self.rows) - 1))
        return self.left + self.cell_with(self.columns.span(node)[0]), self.top + row * self.lines

    def index_at(self, row: int, cell: int) -> int:
        """Return the index of the piece at a cell of a row."""
        return bisect_right(self.rows[row], cell, key=lambda piece: piece.start) - 1

    def cell_with(self, column: int) -> int:
        """Return the first cell that stands for a column, alone or among others."""
        if self.cells >= len(self.columns):
            return self.cell_of(column)
        return ((column + 1) * self.cells - 1) // len(self.columns)

    def cell_of(self, column: int) -> int:
        """Return the first cell that stands for no column before a column."""
        return -(-column * self.cells // len(self.columns))


_columns_of = lru_cache(maxsize=2)(IcicleColumns)


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
    start = 1 if is_strip and tree.depth else 0
    plies = tree.depth + 1 - start
    most = max(1, room.height if is_strip else room.height - _ABOVE - _BELOW)
    half = max(1, most // 2)
    wanted = max(0, tree.ply[current] - start - 1) // half * half
    first, count = start + max(0, min(wanted, plies - most)), min(plies, most)
    lines = 1 if is_strip else max(1, most // count)
    return _layout(tree, room.width, range(first, first + count), lines, is_strip)


@lru_cache(maxsize=4)
def _layout(tree: GameTree, width: int, plies: range, lines: int, is_strip: bool) -> IcicleLayout:
    left = _STRIP_GUTTER if is_strip else _GUTTER
    columns = _columns_of(tree)
    cells = max(1, width - left - 1)
    return IcicleLayout(
        tree=tree,
        columns=columns,
        rows=tuple(_pieces(columns, cells, ply) for ply in plies),
        first=plies.start,
        left=left,
        cells=cells,
        top=0 if is_strip else _ABOVE,
        lines=lines,
        width=width,
        height=len(plies) * lines + (0 if is_strip else _ABOVE + _BELOW),
        is_strip=is_strip,
    )


def _pieces(columns: IcicleColumns, cells: int, ply: int) -> tuple[CellRun, ...]:
    """Return the pieces of a row: a cell belongs to the node above its middle column."""
    pieces: list[CellRun] = []
    for cell in range(cells):
        low = cell * len(columns) // cells
        high = max(low + 1, (cell + 1) * len(columns) // cells)
        code = columns.ancestor((low + high - 1) // 2, ply)
        if pieces and pieces[-1].code == code:
            pieces[-1] = pieces[-1]._replace(stop=cell + 1)
            continue
        first, last = (low, high) if code is None else columns.span(code)
        is_bin = first >= low and last <= high and last - first < high - low
        if is_bin:
            first, last = low, high
        pieces.append(CellRun(cell, cell + 1, code, first, last, is_bin and code is not None))
    return tuple(pieces)


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
_UNICODE_FILLS: Final = "  ·╱▪━*█"  # by state
_ASCII_FILLS: Final = "  ./#=*@"


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
        self._bins: dict[int, State] = {}

    def lines(self) -> list[Line]:
        """Return all lines of the icicle."""
        rows = [line for row in range(len(self.layout.rows)) for line in self._row_lines(row)]
        if self.layout.is_strip:
            return rows
        columns, cells, left = self.layout.columns, self.layout.cells, self.layout.left
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

    def states(self, row: int) -> list[tuple[CellRun, State]]:
        """Return the pieces of a row, and what they show."""
        pieces = self._pieces(row)
        states = [self._off_path(piece) for piece in pieces]
        for node, state in self._seen(self.layout.first + row):
            first, last = self.layout.columns.span(node)
            index = bisect_right(pieces, first, key=lambda piece: piece.last)
            while index < len(pieces) and pieces[index].first < last:
                if pieces[index].is_bin or pieces[index].code == node:
                    states[index] = state
                index += 1
        return list(zip(pieces, states, strict=True))

    def _pieces(self, row: int) -> list[CellRun]:
        """Return the pieces of a row, among them in any case the node on the path."""
        layout, tree, current = self.layout, self.tree, self.snapshot.current
        pieces, ply = list(layout.rows[row]), layout.first + row
        if current is None or tree.ply[current] < ply or self.snapshot.is_last:
            return pieces
        node = tree.ancestor_at(current, ply)
        first, last = layout.columns.span(node)
        cell = layout.cell_with(first)
        index = layout.index_at(row, cell)
        piece = pieces[index]
        is_narrow = last - first < len(layout.columns) // layout.cells + 1
        if is_narrow and not piece.is_bin and piece.code != node:
            own = CellRun(cell, cell + 1, node, first, last, False)
            rest = (piece._replace(stop=cell), own, piece._replace(start=cell + 1))
            pieces[index : index + 1] = [part for part in rest if part.start < part.stop]
        return pieces

    def _off_path(self, piece: CellRun) -> State:
        if piece.code is None:
            return State.NONE
        if piece.is_bin:
            if piece.first not in self._bins:
                self._bins[piece.first] = self._most(piece)
            return self._bins[piece.first]
        if piece.code >= 0:
            return state_of(self.snapshot.status(piece.code))
        is_pruned = self.snapshot.view(~piece.code).elided in PASSED
        return State.PRUNED if is_pruned else State.UNDRAWN

    def _most(self, piece: CellRun) -> State:
        """Return the state of most leaves of a bin: counted by bisection, else of a sample."""
        first, last = self.layout.columns.leaf_range(piece.first, piece.last)
        if first == last:
            return State.UNDRAWN
        if self._passed is None:
            leaves = self.layout.columns.leaves[first : last : max(1, (last - first) // _SAMPLES)]
            states = [state_of(self.snapshot.status(leaf)) for leaf in leaves]
            return max(set(states), key=lambda state: (states.count(state), state))
        low, high = max(first, self._passed.start), min(last, self._passed.stop)
        if low >= high:
            return State.TO_COME
        read = self._read(low, high)
        pruned, to_come = high - low - read, last - first - (high - low)
        _, state = max((to_come, State.TO_COME), (pruned, State.PRUNED), (read, State.DECIDED))
        return state

    @cached_property
    def _passed(self) -> range | None:
        """The leaves that have been read or pruned.

        They are those on the left of where the search stands, or on the right; ``None`` where it
        takes another order, or enters nodes again.
        """
        leaves, record = self.layout.columns.leaves, self.snapshot.record
        rules, from_right = record.rules, record.rules.right_to_left
        is_usual = rules.order in {"left-to-right", "right-to-left"} and rules.depth is None
        if not is_usual or record.columns.earlier:
            return None

        def is_beyond(leaf: int) -> bool:
            """Tell whether a leaf stands to the right of where the search stands."""
            return (self.snapshot.status(leaf) is Status.UNSEEN) is not from_right

        index = bisect_left(leaves, True, key=is_beyond)
        return range(index, len(leaves)) if from_right else range(index)

    def _read(self, low: int, high: int) -> int:
        """Return how many of a range of passed leaves have been read."""
        record, leaves = self.snapshot.record, self.layout.columns.leaves
        first, last = sorted((self._rank(leaves[low]), self._rank(leaves[high - 1])))
        start, stop = bisect_left(record.nodes, first), bisect_left(record.nodes, last + 1)
        inner = bisect_left(record.inner, stop) - bisect_left(record.inner, start)
        return stop - start - inner

    def _rank(self, node: int) -> int:
        """Return the place of a node in the order in which the search may visit the nodes."""
        tree = self.tree
        from_right = self.snapshot.record.rules.right_to_left
        return len(tree) - tree.end[node] + tree.ply[node] if from_right else node

    def _seen(self, ply: int) -> Iterator[tuple[int, State]]:
        """Yield the nodes of a ply that are seen wherever they are, the most important last."""
        step, tree = self.snapshot, self.tree
        current, news = step.current, self.news
        if current is not None and not step.is_last and tree.ply[current] > ply:
            yield tree.ancestor_at(current, ply), State.PATH
        for node, state in ((news, State.NEW), (current, State.NOW), (self.look.cursor, State.NOW)):
            if node is not None and tree.ply[node] == ply:
                yield node, state

    # -- rows ----------------------------------------------------------------------------------

    def _row_lines(self, row: int) -> Iterator[Line]:
        layout, tree, ply = self.layout, self.tree, self.layout.first + row
        slab = self._slab_over(row)
        spans: list[
            tuple[int, int, CellRun, State]
        ] = []  # neighbouring bins that look alike as one
        for piece, state in self.states(row):
            start = layout.left + piece.start
            if piece.is_bin and spans and spans[-1][2].is_bin and spans[-1][3] is state:
                start = spans.pop()[0]
            spans.append((start, layout.left + piece.stop, piece, state))
        gutter: Part = (f"ply {ply}", Role.QUIET)
        if not layout.is_strip:
            players = {tree.player(node) for node in tree.plies[ply][:200]} - {None}
            player = players.pop() if len(players) == 1 else None
            sign = " " if player is None else self.glyphs.signs[player]
            role = {Player.MAX: Role.ALPHA, Player.MIN: Role.BETA}.get(player or Player.CHANCE)
            gutter = (f"{sign}{ply:2}", role or Role.QUIET)
        for line in range(layout.lines):
            writer = LineWriter(0, layout.width)
            if line == 0:
                writer.put(0, *gutter)
            for start, stop, piece, state in spans:
                if line == 0 and slab is not None and start < slab[1] and slab[0] < stop:
                    self._write_piece(writer, piece, state, (start, slab[0]), line)
                    writer.put(slab[0], slab[2], Role.SLAB)
                    start = max(start, slab[1])  # noqa: PLW2901 - what is left of the piece
                self._write_piece(writer, piece, state, (start, stop), line)
            yield writer.parts

    def _write_piece(
        self,
        writer: LineWriter,
        piece: CellRun,
        state: State,
        columns: tuple[int, int],
        line: int,
    ) -> None:
        tree, (start, stop) = self.tree, columns
        cells = stop - start
        if cells <= 0 or piece.code is None:
            return
        is_rest, node = piece.code < 0, max(piece.code, ~piece.code)
        card = CARD_ROLES[self.player(node)]
        surface, border = _SURFACES.get(state) or (card.label, card.border)
        if piece.is_bin:
            fill = self._fill(state, is_dotted=tree.ply[node] + is_rest == tree.depth)
            writer.put(start, fill * cells, surface)
            return
        text = self._text(piece.code, line, cells) if cells > 2 or is_rest else ""
        if state is State.NOW and cells > 2:
            before, after = self.glyphs.marks
            writer.put(start, before + _centred(text, cells - 2, " ") + after, surface)
            return
        if cells > 1 and piece.start and state not in {State.NOW, State.PRUNED, State.NEW}:
            writer.put(start, "|" if self.look.ascii else "▏", border)
            start += 1
        fill = self._fill(state, is_dotted=cells == 1 and tree.kind[node] != INNER)
        if text and width(text) + 2 <= stop - start:
            text = f" {text} "
        writer.put(start, _centred(text, stop - start, fill), surface)

    def _fill(self, state: State, *, is_dotted: bool = False) -> str:
        """Return what fills a piece; in a strip each cell of leaves is told from the next."""
        is_told = is_dotted and self.layout.is_strip and state in {State.DECIDED, State.TO_COME}
        if self.look.marks or self.look.ascii or state is State.PRUNED or is_told:
            return self.fills[state]
        return " "

    def _text(self, code: int, line: int, cells: int) -> str:
        """Return what is written on a line of a piece, if it has room for it and two cells."""
        is_leaf_line = line == self.layout.lines // 2  # never a slab's, where there are several
        if code < 0:
            return self.glyphs.elided[:cells] if is_leaf_line else ""
        view = self.snapshot.view(code)
        if view.is_leaf:
            text = self.leaf(code) if is_leaf_line else ""
            return text if width(text) + 2 <= cells else ""
        below = line - (self.layout.lines - 1) // 2
        if below not in {0, 1}:
            return ""
        label, sign = self.label(code), self.glyphs.signs[self.player(code)]
        spaced = self.layout.lines > 1 or view.sign == "v"
        pruned = view.status in PASSED
        value = "" if pruned else self.value_text(view, spaced=spaced).removesuffix("*")
        if self.layout.lines == 1:
            both = f"{label} {value}".rstrip()
            texts = [f"{sign} {both}", both, label]
        else:
            texts = [value] if below else [f"{sign} {label}", label]
        return next((text for text in texts if width(text) + 2 <= cells), "")

    def _slab_over(self, row: int) -> tuple[int, int, str] | None:
        """Return the first column, one past the last, and the text of the slab of a cut-off now."""
        cut, layout = self.snapshot.cut, self.layout
        if cut is None or layout.first + row != self.tree.ply[cut.node] + 1:
            return None
        skipped = sorted(cut.skipped) + [~cut.node] * cut.elided
        span_of_first = layout.columns.span(skipped[0])
        start = layout.cell_of(span_of_first[0])
        stop = layout.cell_of(layout.columns.span(skipped[-1])[1])
        text, room = f"{self.glyphs.cut} CUT", stop - start
        if layout.lines == 1 and skipped[0] >= 0 and self.tree.is_leaf(skipped[0]):
            following = layout.cell_of(span_of_first[1])  # its value stands beside the slab
            room = following - start - width(self.leaf(skipped[0])) - 2
        if width(text) > room:
            text = self.glyphs.cut
        return layout.left + start, layout.left + start + width(text), text

    # -- frame ---------------------------------------------------------------------------------

    def _legend(self) -> Line:
        path = [
            (self._fill(State.PATH), CARD_ROLES[Player.MAX].label),
            (" ", CARD_ROLES[Player.MIN].label),
        ]
        samples = [(path, "path"), ([("".join(self.glyphs.marks), str(Role.HERE))], "now")]
        for state, name in _NAMES.items():
            samples.append(([(self._fill(state) * 2, _SURFACES[state][0])], name))
        parts: list[Part] = []
        for surface, name in samples:
            longer = [*parts, *surface, (f" {name}", Role.QUIET)]
            if self.layout.left + parts_width(longer) > self.layout.width:
                break
            parts = [*longer, ("  ", Role.SPACE)]
        return self._framed(self.layout.left, parts[:-1])

    def _framed(self, column: int, parts: Iterable[Part]) -> Line:
        writer = LineWriter(0, self.layout.width)
        writer.put_parts(column, parts)
        return writer.parts


def _centred(text: str, cells: int, fill: str) -> str:
    """Return a text in the middle of some cells."""
    spare = max(0, cells - width(text))
    return fill * (spare // 2) + text + fill * (spare - spare // 2)
