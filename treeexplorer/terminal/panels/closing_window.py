"""The closing window: what is left for each child of the open node, in the columns of the drawing.

The bound that the node's player moves comes down child by child at MIN, and goes up at MAX; each of
its steps stands in the column of the child that made it. The other bound runs across. Between them
lies what a child was entered with. Where they meet is the cut-off, hatched beyond.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from treeexplorer.drawing.layout import Layout
from treeexplorer.engine import Record
from treeexplorer.explain.phrases import having
from treeexplorer.explain.sentence import Letter, Node, Phrase
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.judging.facts import Has, holders
from treeexplorer.numbers import shown
from treeexplorer.terminal.lines import (
    BLANK,
    StyledText,
    TextLine,
    length,
    line,
    merged,
    sentence,
    wrapped,
)
from treeexplorer.text import width as cells
from treeexplorer.tree import CHANCE_ROLE, MAX_ROLE, Number, Window

LEAST_HEIGHT: Final = 12
_LEAST_CHILDREN: Final = 2
_LABELS: Final = 24
"""The columns that the names of the bounds take beside the window."""
_FIRST_SHARE: Final = 8
"""How far the first child's part reaches to the left where no sibling stands beside it."""
_HATCH: Final = "╱"
_PRUNED: Final = " pruned "


class Entered(NamedTuple):
    """A child that was entered: where it stands, with which window, and what was left after it.

    Attributes:
        after: The window of the node once the child had returned; ``None`` before that.
    """

    column: int
    entry: Window
    after: Window | None


def closing_window(snapshot: Snapshot, layout: Layout, width: int, height: int) -> list[TextLine]:
    """Return the window of the node that is open over its children, a line for each row.

    Nothing where the search has no window, where no node with several children is open, or where
    they are not all drawn.
    """
    node = _open_node(snapshot)
    if node is None or height < LEAST_HEIGHT:
        return []
    columns = _columns(snapshot, layout, node)
    places = [layout.columns[item] for item in layout.items.children(layout.items.item(node))]
    if not columns or len(places) < _LEAST_CHILDREN:
        return []
    entered = _entered(snapshot, node, columns)
    row = snapshot.record.row_at(node, snapshot.step)
    if row is None:
        return []
    title = wrapped(_title(snapshot.record, node), width - 2)[:1]
    chart = _Chart(snapshot, row, places, entered, (width, height - 2))
    return [line(" ", *title[0]), BLANK, *chart.lines()]


def _open_node(snapshot: Snapshot) -> int | None:
    """Return the innermost node that is open, or that a value has just reached."""
    record = snapshot.record
    node = snapshot.current
    if node is None or not record.has_windows or record.scopes:
        return None
    if record.is_evaluated(node):
        node = record.tree.parent[node]
    if node < 0 or record.tree.roles[node] == CHANCE_ROLE:
        return None
    row = record.row_at(node, snapshot.step)
    if row is None or record.null(row):
        return None
    return node


def _columns(snapshot: Snapshot, layout: Layout, node: int) -> dict[int, int]:
    """Return the column of each child that is drawn, in the order of the drawing."""
    items = layout.items
    columns: dict[int, int] = {}
    for child in snapshot.record.tree.children(node):
        item = items.item(child)
        if not items.is_plain(item) or items.node(item) != child:
            return {}
        columns[child] = layout.columns[item]
    return columns


def _entered(snapshot: Snapshot, node: int, columns: Mapping[int, int]) -> list[Entered]:
    """Return the children that this call has entered so far, in the order of the search."""
    record = snapshot.record
    step = snapshot.step
    call = record.row_at(node, step)
    entered: list[Entered] = []
    for child in record.children(node):
        row = record.row_at(child, step)
        if row is None or call is None or record.parent_row(row) != call:
            continue
        after = None
        if record.left(row) <= step:
            after = record.window_at(call, record.left(row))
        entered.append(Entered(columns[child], record.entry(row), after))
    return entered


def _title(record: Record, node: int) -> TextLine:
    """Return whose window it is, and which of its ends moves."""
    name = Node(record.tree, node)
    heading = sentence(Phrase("THE WINDOW OF {node}", node=name), "bold quiet")
    moves = Phrase(
        "each child can bring {moved} down; {other} stays", moved=Letter.BETA, other=Letter.ALPHA
    )
    if record.tree.roles[node] == MAX_ROLE:
        moves = Phrase(
            "each child can bring {moved} up; {other} stays", moved=Letter.ALPHA, other=Letter.BETA
        )
    return line(*heading, "   ", *sentence(moves, "quiet"))


class _Chart:
    """The window over the columns of the children, painted cell by cell."""

    def __init__(
        self,
        snapshot: Snapshot,
        row: int,
        places: Sequence[int],
        entered: Sequence[Entered],
        room: tuple[int, int],
    ) -> None:
        self.snapshot = snapshot
        self.row = row
        self.places = places  # the columns of the children, of … too
        self.entered = entered
        self.width, self.height = room
        self.moved_end = 1
        self.moving = "bold min"
        self.still = "bold max"
        if snapshot.record.tree.roles[snapshot.record.node(row)] == MAX_ROLE:
            self.moved_end = 0
            self.moving = "bold max"
            self.still = "bold min"
        self.window = snapshot.record.window_at(row, snapshot.step)
        self.rows = self._rows_of_numbers()
        self.cells: list[list[StyledText]] = [[(" ", "")] * self.width for _ in range(self.height)]

    def lines(self) -> list[TextLine]:
        """Return the painted rows."""
        for place, child in enumerate(self.entered):
            self._paint_gap(place, child)
        self._paint_still_bound()
        self._paint_steps()
        self._paint_pruned()
        self._paint_numbers()
        return [tuple(merged(row)) for row in self.cells]

    def _rows_of_numbers(self) -> dict[Number, int]:
        """Return the row of each number: evenly apart, the greatest at the top."""
        record = self.snapshot.record
        numbers: set[Number] = {*record.entry(self.row), *self.window}
        for child in self.entered:
            numbers.update(child.entry)
            numbers.update(child.after or ())
        ordered = sorted(numbers, reverse=True)
        apart = (self.height - 2) / max(1, len(ordered) - 1)
        return {number: round(place * apart) for place, number in enumerate(ordered)}

    def _left_of(self, place: int) -> int:
        """Return the first column of a child's part: behind the child that was entered before."""
        if place:
            return min(self.entered[place - 1].column, self.entered[place].column) + 1
        return max(0, self.entered[0].column - _FIRST_SHARE)

    def _put(self, row: int, column: int, text: str, style: str) -> None:
        for place, sign in enumerate(text, column):
            if 0 <= row < self.height and 0 <= place < self.width:
                self.cells[row][place] = (sign, style)

    def _paint_gap(self, place: int, child: Entered) -> None:
        """Paint what lay between the bounds when a child was entered, with its window."""
        alpha, beta = child.entry
        if alpha >= beta:
            return
        first = self._left_of(place)
        size = child.column - first
        for row in range(self.rows[beta] + 1, self.rows[alpha]):
            self._put(row, first, " " * size, "strong on current")
        ends = (_end(alpha, "bold max"), (" ┃ ", "quiet"), _end(beta, "bold min"))
        used = sum(cells(text) for text, _ in ends)
        if used <= size and self.rows[alpha] - self.rows[beta] > 1:
            row = self.rows[alpha] - 1
            start = first + (size - used) // 2
            for text, style in ends:
                self._put(row, start, text, f"{style} on current")
                start += cells(text)

    def _span(self) -> tuple[int, int]:
        """Return the first column of the window and one past the last."""
        first = max(0, self.places[0] - _FIRST_SHARE)
        return first, min(self.width, self.places[-1] + _FIRST_SHARE // 2)

    def _paint_still_bound(self) -> None:
        """Paint the bound that the node's player does not move, across all children."""
        bound = self.window[1 - self.moved_end]
        first, stop = self._span()
        style = "quiet" if math.isinf(bound) else self.still
        self._put(self.rows[bound], first, "━" * (stop - first), style)
        if not self.entered:
            level = self.window[self.moved_end]
            style = "quiet" if math.isinf(level) else self.moving
            self._put(self.rows[level], first, "━" * (stop - first), style)

    def _paint_steps(self) -> None:
        """Paint the bound that moves: level up to a child, and then where that child brought it."""
        for place, child in enumerate(self.entered):
            level = child.entry[self.moved_end]
            row = self.rows[level]
            style = "quiet" if math.isinf(level) else self.moving
            first = self._left_of(place)
            self._put(row, first, "━" * (child.column - first), style)
            if child.after is None or child.after[self.moved_end] == level:
                self._put(row, child.column, "━", style)
                continue
            below = self.rows[child.after[self.moved_end]]
            step = 1 if below > row else -1
            for between in range(row + step, below, step):
                self._put(between, child.column, "┃", self.moving)
            self._put(row, child.column, "┓" if step > 0 else "┛", self.moving)
            self._put(below, child.column, "┗" if step > 0 else "┏", self.moving)

    def _paint_pruned(self) -> None:
        """Hatch what lies beyond a cut-off, and put the test where the bounds have met."""
        cut = self.snapshot.cut
        test = self.snapshot.test
        if cut is None or test is None or not self.entered:
            return
        last = self.entered[-1].column
        still = self.rows[self.window[1 - self.moved_end]]
        rows = range(still)
        row_of_test = min(self.height - 1, still + 1)
        if not self.moved_end:
            rows = range(still + 1, self.height)
            row_of_test = max(0, still - 1)
        self._hatch(rows, last + 2, self._span()[1])
        self._put(self.rows[cut.v], last, "●", self.moving)
        self._put(row_of_test, last + 2, f" ╳ {test.bare} ", "bold on_cut on cut_surface")

    def _hatch(self, rows: Sequence[int], first: int, stop: int) -> None:
        """Hatch some rows from one column to another, and say in their middle what that is."""
        if first >= stop or not rows:
            return
        style = "pruned on pruned_surface"
        for row in rows:
            signs = ((" ", _HATCH)[(column + row) % 2] for column in range(first, stop))
            self._put(row, first, "".join(signs), style)
        start = first + (stop - first - cells(_PRUNED)) // 2
        if start > first:
            self._put(rows[len(rows) // 2], start, _PRUNED, style)

    # -- the numbers beside it -----------------------------------------------------------------

    def _paint_numbers(self) -> None:
        """Write the numbers on an axis, and who has α and β, on the side that has room."""
        first, stop = self._span()
        is_left = first >= _LABELS
        if not is_left and self.width - stop < _LABELS:
            return
        axis = first - 2 if is_left else stop + 1
        for row in range(self.height):
            self._put(row, axis, "│", "quiet")
        for number, row in self.rows.items():
            style = "quiet"
            if not math.isinf(number):
                style = self.still if number == self.window[1 - self.moved_end] else self.moving
            text = shown(number)
            self._put(row, axis, "┤" if is_left else "├", "quiet")
            start = axis - 1 - cells(text) if is_left else axis + 2
            self._put(row, start, text, style)
        for letter, has in self._owners():
            self._write_owner(letter, has, axis, is_left=is_left)

    def _owners(self) -> list[tuple[Letter, Has]]:
        """Return which node has α and which β; an end that nobody has is left out."""
        owners = holders(self.snapshot.record, self.row, self.snapshot.step)
        return [
            (letter, has) for letter, has in zip(Letter, owners, strict=True) if has is not None
        ]

    def _write_owner(self, letter: Letter, has: Has, axis: int, *, is_left: bool) -> None:
        """Write who has a bound beside its number: through which child, too, where that fits."""
        record = self.snapshot.record
        style = "bold max" if letter is Letter.ALPHA else "bold min"
        start = axis - _LABELS + 3
        room = _LABELS - 5 - cells(shown(has.value))
        if not is_left:
            start = axis + 3 + cells(shown(has.value))
            room = self.width - start
        node = Node(record.tree, has.node)
        for value in (having(record, has.value, has.through), has.value):
            words = sentence(Phrase("{node} has {value}", node=node, value=value))
            text = line((f"{letter.value} ", style), *words)
            if length(text) <= room:
                break
        else:
            return
        column = start
        for piece, piece_style in text:
            self._put(self.rows[has.value], column, piece, piece_style)
            column += cells(piece)


def _end(bound: Number, style: str) -> StyledText:
    """Return an end of a window; an infinite one is quiet."""
    if math.isinf(bound):
        return shown(bound), "quiet"
    return shown(bound), style
