"""The diagram: cards from the top down, with what a step of the search makes of them.

From a card a *stem* leads down to the *bus*, the horizontal line that its children share, and from
the bus a *drop* to each child. A *slab* is a coloured text over the bus: the test of a cut-off.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, IntEnum
from itertools import accumulate, pairwise, product
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.drawing.cards import Weight
from treeexplorer.drawing.focus import Focus
from treeexplorer.drawing.items import more_text
from treeexplorer.drawing.layout import Layout
from treeexplorer.drawing.painter import PASSED, ROLE_OF_MARK, ROLE_OF_WEIGHT, Painter, spaced
from treeexplorer.drawing.placement import arrange
from treeexplorer.drawing.slab_places import SlabPlaces
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
from treeexplorer.engine.record import Record, Status, StepKind
from treeexplorer.errors import present
from treeexplorer.explain.paper import WrittenAnswer
from treeexplorer.explain.snapshot import NodeView, Snapshot, snapshot
from treeexplorer.judging.judge import Mark
from treeexplorer.numbers import counted
from treeexplorer.text import width
from treeexplorer.tree import INNER

_WORDS: Final = {Status.SKIPPED: "pruned", Status.BEYOND: "not searched", Status.UNSEEN: "to come"}


_Slab: TypeAlias = tuple[int, Part]
"""What is written over a line, and the column in which it begins."""


class _Precedence(IntEnum):
    """The order in which texts beside edges get their room; the least is written first."""

    KEPT = 0  # they stand there nevertheless: on the path, under the cursor, where one is to write
    SHORTENED = 1  # the mark of a mistake is left of them
    LEFT_OUT = 2


class _CountPlace(Enum):
    """Where the number of nodes that a card hides is written."""

    BELOW = "below the card"
    ON_CARD = "on the card"
    BEHIND = "behind the card"


class _Beside(NamedTuple):
    """The texts beside an edge: a window, a probability, marks."""

    left: list[Part]
    right: list[Part]
    start: int  # the first column of all that, and of the edge
    stop: int  # one past the last


class Diagram(Painter):
    """Paints a layout at a step, in time linear in what is drawn."""

    def __init__(self, layout: Layout, step: Snapshot, look: Look | None = None) -> None:
        if look is None:
            look = Look()
        super().__init__(layout.items, step, look)
        self.layout = layout
        self._pieces: list[list[tuple[int, Sequence[Part]]]] = []  # by line, each at its column
        self._overlays: dict[int, list[_Slab]] = defaultdict(list)
        self._crossed: set[int] = set()  # branches whose cut has no room on the bus

    def lines(self, rows: int | None = None, *, trimmed: bool = False) -> list[Line]:
        """Return the drawing, line by line.

        Args:
            rows: How many lines are returned, the last ones empty; without it, as many as it takes.
            trimmed: Whether the empty columns before the drawing are left out.
        """
        height = self.layout.height
        if self.look.turned is not None:
            height += 1  # for what the leaf was
        if rows is not None:
            height = max(height, rows)
        self._pieces = [[] for _ in range(height)]
        self._overlays = defaultdict(list)
        for row in range(len(self.items.plies)):
            if row > 0:
                self._paint_edges_above(row)
            self._paint_items(row)
        self._paint_notes()
        if self.layout.above:
            self._paint_hidden_plies()
        first_column = 0
        if trimmed:
            first_column = min(column for pieces in self._pieces for column, _ in pieces)
        return [self._line(line, first_column) for line in range(height)][:rows]

    def _paint_edges_above(self, row: int) -> None:
        """Write the edges to the items of a row: the buses of their parents, then the drops."""
        for parent in self.items.plies[row - 1]:
            if not self.items.is_end(parent):
                self._paint_bus(parent, self.layout.buses[row])
        self._paint_drops(row)

    def _paint_items(self, row: int) -> None:
        """Write the cards and leaves of a row, and the ``…`` or ``7 more`` for undrawn nodes."""
        head = self.layout.heads[row]
        for item in self.items.plies[row]:
            if not self.items.is_plain(item):
                self._paint_undrawn(item, head)
            elif self.items.is_card(item):
                self._paint_card(item, head)
            else:
                self._paint_leaf(item, head)

    def _paint_hidden_plies(self) -> None:
        """Write how many plies are hidden above the first card, and the edge that comes down."""
        layout = self.layout
        first_item = 0
        head = layout.heads[0]
        edge = self.upright(self.weight(first_item))
        self._put(head - 1, layout.columns[first_item], [edge])
        self._paint_beside([first_item], head - 1)
        arrow = "^" if self.glyphs.ascii else "↑"
        text = f"{arrow} {counted(layout.above, 'ply', 'plies')} above"
        ends = [column + parts_width(parts) for column, parts in self._pieces[head]]
        column = max(layout.right_of(first_item) + 2, *ends) + 2
        if column + width(text) <= layout.width:
            self._put(head, column, [(text, Role.QUIET)])

    # -- why something is wrong ----------------------------------------------------------------

    def _paint_notes(self) -> None:
        """Write beside each wrong answer on a paper why it is wrong, if there is room.

        Notes on mistakes are written before notes on answers that only follow from a mistake,
        since the first notes get the room.
        """
        if self.look.answers is None:
            return
        items = range(len(self.items.ply))
        noted = [item for item in items if self.items.is_plain(item) and self._note(item)]
        noted.sort(key=lambda item: self._note_role(item) != Role.MISTAKE)
        for item in noted:
            self._paint_note(item)

    def _paint_note(self, item: int) -> None:
        """Write the note on an item: its first line beside the item, the others below that.

        A line that has no room ends the note.
        """
        first, *rest = map(self.glyphs.written, self._note(item))
        line = self._line_of_note(item)
        column = self._room_beside(item, line, width(first))
        if column is None:
            return
        self._put(line, column, [(first, self._note_role(item))])
        for below, text in enumerate(rest, line + 1):
            column = self._room_below(item, below, width(text))
            if column is None:
                return
            self._put(below, column, [(text, Role.QUIET)])

    def _note(self, item: int) -> tuple[str, ...]:
        """Return the lines of the note on an item's answer; empty if nothing is wrong with it."""
        answer = self.answer(item)
        return () if answer is None else answer.note

    def _note_role(self, item: int) -> Role:
        """Return how a note looks: as a mistake, or as what follows from one."""
        answer = self.answer(item)
        if answer is None:
            return Role.MISTAKE
        if Mark.MISTAKE in {answer.value_mark, answer.window_mark, answer.cut_mark}:
            return Role.MISTAKE
        return Role.FOLLOWS

    def _line_of_note(self, item: int) -> int:
        """Return the line on which an item's note begins.

        At a card it is the card's last line. At a leaf it is the line below the leaf, or below the
        leaf's name if one is written.
        """
        form = self.layout.form
        head = self.layout.heads[self.items.ply[item]]
        if self.items.is_card(item):
            return head + form.lines - 1
        if form.names and self.leaf_name(self.items.node(item)):
            return head + 2
        return head + 1

    def _room_beside(self, item: int, line: int, cells: int) -> int | None:
        """Return the column nearest to an item at which a text has room; ``None`` if none has.

        The text must stay between the middles of the item's neighbours: a reader would take a text
        below a neighbour to be about that neighbour.

        Args:
            item: The item beside which the text is to stand.
            line: The line of the text.
            cells: The width of the text.
        """
        columns = self.layout.columns
        before = self.items.next_in_row(item, -1)
        after = self.items.next_in_row(item, 1)
        low = 1 if before is None else columns[before] + 1
        high = self.layout.width if after is None else columns[after]
        farthest = self.layout.cells[item] // 2 + cells
        return self._free_column(line, cells, columns[item], farthest, range(low, high))

    def _room_below(self, item: int, line: int, cells: int) -> int | None:
        """Return the column nearest to an item from which a line below has room for some cells."""
        inside = range(1, self.layout.width)
        return self._free_column(line, cells, self.layout.columns[item], cells // 2, inside)

    def _free_column(
        self, line: int, cells: int, centre: int, farthest: int, within: range
    ) -> int | None:
        """Return the column of the first of some free cells, ``None`` where a line has no room.

        They are as near to a column as can be, and one more cell stays free on either side.

        Args:
            line: The line; one below the drawing has no cells.
            cells: How many cells are needed.
            centre: The column around which they should stand.
            farthest: By how many columns they may be off from there.
            within: The columns in which they may lie.
        """
        if line >= len(self._pieces):
            return None
        taken = [(column, column + parts_width(parts)) for column, parts in self._pieces[line]]
        best = centre - (cells - 1) // 2
        nearest_first = sorted(
            range(best - farthest, best + farthest + 1), key=lambda start: abs(start - best)
        )
        for start in nearest_first:
            stop = start + cells
            if start < within.start or stop > within.stop:
                continue
            if all(taken_stop < start or stop < taken_start for taken_start, taken_stop in taken):
                return start
        return None

    def _put(self, line: int, column: int, parts: Sequence[Part]) -> None:
        """Write parts into a line from a column on; below the drawing nothing is written."""
        if line < len(self._pieces):
            self._pieces[line].append((column, parts))

    def _line(self, line: int, first: int) -> Line:
        """Return a finished line from its column ``first`` on: its pieces with the slabs on top."""
        writer = LineWriter(first, self.layout.width)
        slabs = deque(sorted(self._overlays[line]))
        for column, parts in sorted(self._pieces[line], key=itemgetter(0)):
            if slabs:
                _put_under_slabs(writer, column, parts, slabs)
            else:
                writer.put_parts(column, parts)
        for slab_column, (text, role) in slabs:
            writer.put(slab_column, text, role)
        return writer.parts

    # -- the bus -------------------------------------------------------------------------------

    def _paint_bus(self, parent: int, line: int) -> None:
        """Write the part that a card's edges share: the stem down from it, and the bus across.

        The bus is the horizontal line, here with a stem above it and three children below::

                │
            ┌───┼───┐
        """
        children = self.items.children(parent)
        columns = self.layout.columns
        middle = columns[parent]
        item_at = {middle: parent} | {columns[child]: child for child in children}
        places = sorted(item_at)
        weights = [self._weight_at(item_at[place], parent) for place in places]
        for above in range(self._line_below_card(parent), line):
            self._put(above, middle, [self.upright(max(weights))])
        stretches = _stretches(weights, places.index(middle))
        for (start, stop), weight in zip(pairwise(places), stretches, strict=True):
            run = self.glyphs.runs[weight] * (stop - start - 1)
            self._put(line, start + 1, [(run, ROLE_OF_WEIGHT[weight])])
        arms = pairwise([Weight.NONE, *stretches, Weight.NONE])
        for place, (left, right) in zip(places, arms, strict=True):
            self._put(line, place, [self._junction(item_at[place], parent, left, right)])
        if self.look.answers is None:
            self._paint_slab(parent, children, line)

    def _junction(self, item: int, parent: int, left: Weight, right: Weight) -> Part:
        """Return the cell of a bus above a child, or below the parent, or both.

        Args:
            item: The child below it; the parent, where no child stands below its middle.
            parent: The item above the bus.
            left: How the bus is drawn to the left of it.
            right: How the bus is drawn to the right of it.
        """
        own = self._weight_at(item, parent)
        down = Weight.NONE
        if item != parent:
            down = self.end_weight(item)
        up = Weight.NONE
        if self.layout.columns[item] == self.layout.columns[parent]:
            up = max(left, right, down)
        if not left and not right:
            return self.upright(max(up, down))
        sign = self.glyphs.junction(up, right, down, left)
        return sign, ROLE_OF_WEIGHT[max(up, right, left, own)]

    def _line_below_card(self, item: int) -> int:
        """Return the line below a card; a node to come has none: an edge touches its label."""
        head = self.layout.heads[self.items.ply[item]]
        if self.card_role(self.items.node(item)) == Role.SPACE:
            return head + 1
        return head + self.layout.form.lines

    def _weight_at(self, item: int, parent: int) -> Weight:
        """Return the weight of the edge to an item; none where the parent itself stands."""
        if item == parent:
            return Weight.NONE
        return self.weight(item)

    def _paint_slab(self, parent: int, children: Sequence[int], line: int) -> None:
        """Write the slab of a cut-off, or a cross, before the first child that is pruned.

        The slab is a coloured text on the bus that shows the test, such as ``╳ 3 ≥ 2``. One stands
        there, too, while the test is asked for, and where it failed on equality alone.
        """
        view = self.view(parent)
        if not self._has_slab(view):
            return
        pending_statuses = PASSED if view.is_cut else (Status.UNSEEN,)
        pending = [child for child in children if self.status(child) in pending_statuses]
        if not pending and self.look.turned is not None:
            return  # all that was pruned is read after all
        from_right = self.snapshot.record.rules.right_to_left
        places = SlabPlaces(self.layout, parent, pending, from_right=from_right)
        texts, role = self._slab_texts(view)
        if texts:
            self._put_slab(parent, places, texts, role)
        elif places.edge is not None:
            self._overlay(line, places.edge, [(self.glyphs.cut, role)])
        elif pending:
            first_pending = pending[-1] if from_right else pending[0]
            self._crossed.add(first_pending)

    def _has_slab(self, view: NodeView) -> bool:
        """Tell whether a slab stands below a node: one shows its test, or a cross marks its cut."""
        is_asked = self.look.question == view.node
        return is_asked or view.is_cut or view.missed_on_equality is not None

    def _put_slab(
        self, parent: int, places: SlabPlaces, texts: tuple[str, ...], role: Role
    ) -> None:
        """Write the longest text that fits where it hides the least, but never over the window.

        A whole test is worth more than a good place: the shorter texts are tried after all places
        on and above the bus have no room for the longer two.
        """
        good_places = places.on_or_above_the_bus()
        attempts = [(texts[:2], place) for place in good_places]
        attempts += [(texts, place) for place in (*good_places, *places.over_what_is_there())]
        for tried, place in attempts:
            room = place.stop - place.start
            text = next((text for text in tried if width(text) <= room), None)
            if text is None:
                continue
            column = places.column(place, width(text))
            cells = range(column, column + width(text))
            if not self._is_on_window(parent, place.line, cells):
                self._overlay(place.line, column, [(text, role)])
                return

    def _is_on_window(self, parent: int, line: int, cells: range) -> bool:
        """Tell whether cells of a line touch the window of a node's child on the path."""
        row = self.items.ply[parent] + 1
        window_line = self.layout.buses[row]
        space = 0
        if self._has_drop(row):
            window_line = self.layout.heads[row] - 1
            space = 1
        if line != window_line:
            return False
        for item, left, right in self._windows_on_path(self.items.children(parent)):
            column = self.layout.columns[item]
            start = column - parts_width(left) - space
            stop = column + 1 + parts_width(right) + space
            if start < cells.stop and cells.start < stop:
                return True
        return False

    def _has_drop(self, row: int) -> bool:
        """Tell whether there are lines between the buses above a row and its cards."""
        return self.layout.heads[row] - self.layout.buses[row] > 1

    def _slab_texts(self, view: NodeView) -> tuple[tuple[str, ...], Role]:
        """Return what may stand on a node's slab, the longest first, and its role.

        A cut-off at this step gives ``' ╳ 3 ≥ 2 '`` and shorter texts; one at an earlier step none:
        a cross without a text is left of it.
        """
        cross = self.glyphs.cut
        now = self.snapshot
        if self.look.question == view.node:
            return (f" {cross} ? ", f"{cross} ?", "?"), Role.NEWS
        missed = view.missed_on_equality
        if missed is not None:
            test = self.glyphs.written(missed.bare)
            close = self.glyphs.written(missed.close)
            return (f" {test} ", test, close), Role.MISSED
        if now.kind is StepKind.CUT and view.node == now.node:
            test = f"{cross} {self.glyphs.written(str(now.test))}"
            return (f" {test} ", test, f" {cross} CUT ", f"{cross} CUT"), Role.SLAB
        return (), Role.SLAB

    # -- drops and stubs -----------------------------------------------------------------------

    def _paint_drops(self, row: int) -> None:
        """Write the edges from the buses down to a row's items, and what stands beside them."""
        bus = self.layout.buses[row]
        head = self.layout.heads[row]
        members = self.items.plies[row]
        if not self._has_drop(row):
            self._paint_on_bus(members, bus)
            return
        self._paint_beside(members, head - 1)  # before the edges, which give way to it
        for item in members:
            column = self.layout.columns[item]
            drop = self._drop(item)
            for line in range(bus + 1, head - 1):
                self._put(line, column, drop)
            slash = self._slash(item)
            self._put(head - 1, column, drop if slash is None else [slash])

    def _drop(self, item: int) -> list[Part]:
        """Return the parts of an edge's vertical line above an item.

        The line is a cross if the item is the first pending branch below a test whose sign had no
        room on the bus. A dotted second line follows if both α and β run along the edge.
        """
        drop = [self.upright(self.end_weight(item))]
        if item in self._crossed:
            drop = [(self.glyphs.cut, Role.SLAB)]
        if self.has_both(item):
            drop.append((self.glyphs.dots, Role.BETA))
        return drop

    def _slash(self, item: int) -> Part | None:
        """Return the slash with which a person has crossed an item out, in its mark's colour."""
        answer = self.answer(item)
        if answer is None or not answer.crossed:
            return None
        role = Role.SLAB if answer.cut_mark is None else ROLE_OF_MARK[answer.cut_mark]
        return self.glyphs.hatch, role

    def _paint_beside(self, members: Sequence[int], line: int) -> None:
        """Write the texts beside the edges of a row: α on the left, β and more on the right.

        The texts are placed in the order of their :class:`_Precedence`, not from left to right: if
        two neighbours compete for room, the one placed first gets it.
        """
        columns = [self.layout.columns[item] for item in members]
        precedences = [self._precedence(item) for item in members]
        placed: dict[int, _Beside] = {}  # by the place of an item in the row
        for place in sorted(range(len(members)), key=precedences.__getitem__):
            free = self._free_beside(columns, place, placed)
            beside = self._fitting_beside(members[place], columns[place], precedences[place], free)
            if beside is not None:
                placed[place] = beside
                self._put_beside(beside, line)

    def _free_beside(
        self, columns: Sequence[int], place: int, placed: Mapping[int, _Beside]
    ) -> range:
        """Return the free columns around an edge, between its neighbours and their texts.

        Args:
            columns: The columns of a row's edges.
            place: The place of the edge among them.
            placed: The texts that stand beside some of them already.
        """
        start = -2
        if place > 0:
            start = columns[place - 1]
        stop = self.layout.width
        if place + 1 < len(columns):
            stop = columns[place + 1] - 1
        before = placed.get(place - 1)
        if before is not None:
            start = max(start, before.stop)
        after = placed.get(place + 1)
        if after is not None and after.left:
            stop = after.start - 2
        return range(start, stop)

    def _fitting_beside(
        self, item: int, column: int, precedence: _Precedence, free: range
    ) -> _Beside | None:
        """Return the texts beside an edge as long as they fit; ``None`` where none stand there.

        They are tried with a space to the edge, then without; then, if they may be shortened, as
        marks alone.

        Args:
            item: The item below the edge.
            column: The column of the edge.
            precedence: What is done where there is no room.
            free: The columns between what stands on either side.
        """
        lengths = [self._beside(item)]
        if precedence is _Precedence.SHORTENED:
            lengths.append(([], self._marks_beside(item)))
        for texts, space in product(lengths, (1, 0)):
            left, right = texts
            is_kept = precedence is _Precedence.KEPT and not space
            if is_kept:
                left, right = self._on_one_side(column, left, right)
            if not parts_width([*left, *right]):
                return None
            beside = self._placed_beside(item, column, left, right, space)
            least_start = free.start + 1
            if parts_width(left):
                least_start += 1
            has_room = least_start <= beside.start and beside.stop <= free.stop
            if is_kept or has_room:
                return beside
        return None

    def _placed_beside(
        self, item: int, column: int, left: list[Part], right: list[Part], space: int
    ) -> _Beside:
        """Return the texts beside an edge, with the range of columns that they and it take."""
        start = column
        if parts_width(left):
            start -= parts_width(left) + space
        stop = column + 1
        if parts_width(right):
            stop += parts_width(right) + space
        if self.has_both(item):  # the edge is two cells wide
            stop += 1
        return _Beside(left, right, start, stop)

    def _put_beside(self, beside: _Beside, line: int) -> None:
        """Write the texts beside an edge, without the parts that would leave the drawing."""
        left_room = parts_width(beside.left) + min(0, beside.start)
        self._put(line, max(0, beside.start), self._cut(beside.left, left_room))
        right_start = beside.stop - parts_width(beside.right)
        self._put(line, right_start, self._cut(beside.right, self.layout.width - right_start))

    def _paint_on_bus(self, members: Sequence[int], line: int) -> None:
        """Write the windows of the path over the bus: there are no lines below it."""
        for item, left, right in self._windows_on_path(members):
            column = self.layout.columns[item]
            before = self._cut(left, column)
            after = self._cut(right, self.layout.width - column - 1)
            self._overlay(line, column - parts_width(before), before)
            self._overlay(line, column, [self.upright(self.weight(item))])
            self._overlay(line, column + 1, after)

    def _windows_on_path(
        self, members: Sequence[int]
    ) -> Iterator[tuple[int, list[Part], list[Part]]]:
        """Yield the items on the path with what of their windows stands left and right of them."""
        for item in filter(self._shows_window, members):
            ends = self.window_ends(self.items.node(item))
            if ends is not None:
                alpha, beta = ends
                left, right = self._on_one_side(self.layout.columns[item], [alpha], [beta])
                yield item, left, right

    def _on_one_side(
        self, column: int, left: list[Part], right: list[Part]
    ) -> tuple[list[Part], list[Part]]:
        """Return the left and the right texts of an edge, moved to one side if the other is full.

        The moved texts keep a thin line between them. If neither side has room for all, both stay.
        """
        together = [*left, (self.glyphs.uprights[Weight.LIGHT], Role.QUIET), *right]
        behind = self.layout.width - column - 1
        if parts_width(left) > column and parts_width(together) <= behind:
            return [], together
        if parts_width(right) > behind and parts_width(together) <= column:
            return together, []
        return left, right

    def _shows_window(self, item: int) -> bool:
        """Tell whether an item's window stands above it wherever there is room: on the path."""
        at = self.snapshot.current
        is_above = at is not None and self._is_above(self.items.node(item), at)
        is_seen = is_above or self._holds(item, self.look.cursor)
        return is_seen and self.items.is_plain(item)

    def _is_above(self, node: int, current: int) -> bool:
        """Tell whether a node is on the way to the current one, or is that itself."""
        return not self.snapshot.is_last and self.tree.is_within(current, node)

    def _overlay(self, line: int, column: int, parts: Sequence[Part]) -> None:
        """Write parts over what stands in a line, one behind the other."""
        for text, role in parts:
            self._overlays[line].append((column, (text, role)))
            column += width(text)

    def _cut(self, parts: list[Part], cells: int) -> list[Part]:
        """Return the parts that fit a number of cells; a text that is clipped ends in dots."""
        kept: list[Part] = []
        for text, role in parts:
            room = cells - parts_width(kept)
            if width(text) <= room:
                kept.append((text, role))
            elif room > 2:
                kept.append((self.glyphs.clipped(text, room), role))
        return kept

    def _precedence(self, item: int) -> _Precedence:
        """Return what is done with the texts beside the edge above an item if they lack room."""
        if self._holds(item, self.look.cursor):
            return _Precedence.KEPT
        answer = self.answer(item)
        if answer is None:
            is_on_path = self.is_on_path(self.items.node(item))
            return _Precedence.KEPT if is_on_path else _Precedence.LEFT_OUT
        is_asked = answer.window is None
        if is_asked:
            return _Precedence.KEPT
        is_wrong = answer.window_mark not in {None, Mark.RIGHT}
        if is_wrong or answer.cut_mark is not None:
            return _Precedence.SHORTENED
        return _Precedence.LEFT_OUT

    def _beside(self, item: int) -> tuple[list[Part], list[Part]]:
        """Return what stands on the left and on the right of the edge above an item.

        On the left stands α. On the right stand a slash's mark, β with the window's mark, and the
        probability of a chance node's child.
        """
        answer = self.answer(item)
        slash_mark: list[Part] = []
        window_mark: list[Part] = []
        if answer is None:
            ends = self._ends_beside(item)
        else:
            ends = self._written_window(answer)
            slash_mark = self._mark_parts(answer.cut_mark, ROLE_OF_MARK)
            window_mark = self._mark_parts(answer.window_mark, ROLE_OF_MARK, " ")
        left: list[Part] = []
        upper_end: list[Part] = []
        if ends is not None:
            alpha, beta = ends
            left = [alpha]
            upper_end = [beta, *window_mark]
        probability: list[Part] = []
        if self.items.is_plain(item):
            text = self.probability(self.items.node(item))
            probability = [(text, Role.QUIET)] if text else []
        return left, spaced([slash_mark, upper_end, probability], " ")

    def _marks_beside(self, item: int) -> list[Part]:
        """Return the marks of the slash and of the window that a person wrote at an item."""
        answer = self.answer(item)
        if answer is None:
            return []
        marks = self._mark_parts(answer.cut_mark, ROLE_OF_MARK)
        if self._written_window(answer) is not None:
            marks += self._mark_parts(answer.window_mark, ROLE_OF_MARK)
        return marks

    def _ends_beside(self, item: int) -> tuple[Part, Part] | None:
        """Return α and β of the search above an item; there is no edge above the root."""
        node = self.items.node(item)
        if node == 0 or not self.items.is_plain(item):
            return None
        return self.window_ends(node)

    def _written_window(self, answer: WrittenAnswer) -> tuple[Part, Part] | None:
        """Return both ends of the window that a person wrote, as parts to draw.

        Return two boxes with ``?`` if a window is asked for and not written yet, and ``None`` if no
        window is asked for.
        """
        if answer.window == ():
            return None
        is_cursor_here = answer.here == "window"
        if answer.window is None:
            role = Role.NEWS if is_cursor_here else Role.HERE
            return (" ? ", role), (" ? ", role)
        alpha, beta = map(self.glyphs.written, answer.window)
        if is_cursor_here:
            return (alpha, Role.NEWS), (beta, Role.NEWS)
        return (alpha, Role.ALPHA_END), (beta, Role.BETA_END)

    # -- cards ---------------------------------------------------------------------------------

    def _paint_card(self, item: int, head: int) -> None:
        """Write a node's card, and how many nodes it hides where these are not drawn."""
        node = self.items.node(item)
        form = self.layout.form
        tight = self.layout.is_tight(item)
        label = self.label_parts(node, tight=tight)
        value = self.value_parts(node, spaced=form.lines > 1, tight=tight)
        lines = self._lines_of_card(item, label, value)
        count = self._count_of_hidden(item)
        place = self._place_of_count(item, label, value, count)
        behind: list[Part] = []
        if place is _CountPlace.BELOW:
            self._put_below(item, head + form.lines, count)
        elif place is _CountPlace.ON_CARD:
            lines = [self._label_and_count(node, label, count)]
        else:
            behind = count
        blank = self.card_role(node)
        fill = " "
        if lines == [label] and blank == Role.PRUNED and self.look.marks:
            fill = self.glyphs.hatch
        for line, parts in enumerate(lines, head):
            padded = _padded(parts, self.layout.cells[item], blank, fill)
            self._put(line, *self.marked(item, self.layout.left_of(item), padded))
        last_line = head + len(lines) - 1
        self._put(last_line, self.layout.right_of(item) + 2, self._behind(item, behind))

    def _place_of_count(
        self, item: int, label: list[Part], value: list[Part], count: list[Part]
    ) -> _CountPlace:
        """Return where the number of nodes that a card hides is written.

        It is written below the card if there is a line for it. Without one it is written on the
        card, if the card shows only its label and has room, and else behind the card.
        """
        form = self.layout.form
        is_last_row = self.items.ply[item] + 1 == len(self.layout.heads)
        if form.stub or is_last_row:
            return _CountPlace.BELOW
        is_label_alone = form.lines == 1 and not value
        has_room = parts_width([*label, *count]) < self.layout.cells[item]
        if count and is_label_alone and has_room:
            return _CountPlace.ON_CARD
        return _CountPlace.BEHIND

    def _label_and_count(self, node: int, label: list[Part], count: list[Part]) -> list[Part]:
        """Return a label, followed on the same card by the number of hidden nodes."""
        ((text, _),) = count
        blank = self.card_role(node)
        role = Role.QUIET if blank == Role.SPACE else blank
        return [*label, (" ", blank), (text, role)]

    def _lines_of_card(self, item: int, label: list[Part], value: list[Part]) -> list[list[Part]]:
        """Return the parts on each line of a card, without the number of nodes that it hides."""
        if self.layout.form.lines > 1:
            node = self.items.node(item)
            return self._lines_of_high_card(node, label, value, self.layout.cells[item])
        if value:
            return [self._label_and_value(item, label, value)]
        return [label]

    def _count_of_hidden(self, item: int) -> list[Part]:
        """Return how many nodes a card hides below itself; nothing where there are none."""
        hidden = self.items.hidden(item)
        if not hidden:
            return []
        role = Role.PRUNED if self.is_pruned(item) else Role.QUIET
        return [(self.count(hidden, self.layout.cells[item]), role)]

    def _lines_of_high_card(
        self, node: int, label: list[Part], value: list[Part], cells: int
    ) -> list[list[Part]]:
        """Return the lines of a card of several lines: the label, the value, the moving window.

        If the card has fewer lines, the last of these are left out. A pruned node is hatched below
        its label. A node that is not visited yet has no card, so only its label.
        """
        lines_below = self.layout.form.lines - 1
        blank = self.card_role(node)
        if blank == Role.SPACE:
            return [label]
        if blank == Role.PRUNED:
            hatched: list[Part] = [(self.glyphs.hatch * cells, Role.HATCHED)]
            return [label] + [hatched] * lines_below
        below = [self._what_turning_does(node, value, cells), self._moving_window(node)]
        return [label, *below[:lines_below]]

    def _label_and_value(self, item: int, label: list[Part], value: list[Part]) -> list[Part]:
        """Return a card of one line, on which the label stands still while the value changes.

        Where it stands follows from the widest value that the node can have.
        """
        if self.layout.is_tight(item):
            return [*label, *value]
        node = self.items.node(item)
        blank = self.card_role(node)
        cells = self.layout.cells[item]
        parts = [*label, (" ", blank), *value]
        spare = cells - parts_width(parts)
        widest_value = self.value_width(self.tree.roles[node])
        wanted = (cells - parts_width(label) - widest_value) // 2
        before = max(0, min(spare, wanted))
        return [(" " * before, blank), *parts, (" " * (spare - before), blank)]

    def _what_turning_does(self, node: int, value: list[Part], cells: int) -> list[Part]:
        """Return a node's value, with the effect of a new leaf value on it if that has room.

        When a person tries another value for a leaf, ``4 → 7`` says that the node's value changes
        from 4 to 7, and ``stays 4`` that it does not change.
        """
        turned = self.look.turned
        if turned is None:
            return value
        quiet = CARD_ROLES[self.player(node)].between
        longer: list[Part] = []
        if node == turned.node and turned.before is not None and turned.sign == "=":
            arrow = "->" if self.glyphs.ascii else "→"
            before = f"{self.glyphs.number(turned.before)} {arrow} "
            longer = [(before, quiet), (self.glyphs.number(turned.number), Role.NEWS)]
        elif node == turned.keeper and value:
            number = present(self.snapshot.view(node).number)
            _, role = value[-1]
            longer = [("stays ", quiet), (self.glyphs.number(number), role)]
        if not longer or parts_width(longer) > cells:
            return value
        return longer

    def _moving_window(self, node: int) -> list[Part]:
        """Return α│β as they are now at a node on the path; nothing elsewhere."""
        is_shown = self.look.windows and self.look.answers is None
        if not is_shown or self.node_status(node) is not Status.OPEN:
            return []
        window = self.snapshot.view(node).window
        if window is None:
            return []
        alpha, beta = map(self.glyphs.number, window)
        roles = CARD_ROLES[self.player(node)]
        between = self.glyphs.uprights[Weight.LIGHT]
        return [(alpha, roles.alpha), (between, roles.between), (beta, roles.beta)]

    def _behind(self, item: int, count: list[Part]) -> list[Part]:
        """Return the parts behind a card: the number of nodes that it hides, if there is room.

        Behind the root follow a person's answers about the whole tree, as many as have room.
        """
        room = self._room_behind(item)
        if parts_width(count) > room:
            return []
        answer = self.answer(item) if item == 0 else None
        if answer is None:
            return count
        parts = count
        for text, mark in answer.aside:
            remark = [
                (self.glyphs.written(text), Role.QUIET),
                *self._mark_parts(mark, ROLE_OF_MARK, " "),
            ]
            longer = spaced([parts, remark], "  ")
            if parts_width(longer) > room:
                break
            parts = longer
        return parts

    def _room_behind(self, item: int) -> int:
        """Return how many cells are free between a card and the next one of its row."""
        following = self.items.next_in_row(item, 1)
        end = self.layout.width if following is None else self.layout.left_of(following) - 1
        return end - self.layout.right_of(item) - 2

    def _put_below(self, item: int, line: int, parts: list[Part]) -> None:
        """Write parts into a line below an item, under its middle."""
        self._put(line, self.layout.columns[item] - (parts_width(parts) - 1) // 2, parts)

    def _paint_leaf(self, item: int, head: int) -> None:
        """Write a leaf's value and what stands below it."""
        text, role = self.leaf_part(self.items.node(item))
        left = self.layout.columns[item] - (width(text) - 1) // 2
        column, parts = self.marked(item, left, [(text, role)])
        is_marked = column != left
        is_coloured = role in {Role.NEWS, Role.PRUNED}
        if is_coloured and not is_marked and self.layout.form.gap >= 3:
            column = left - 1
            parts = [(f" {text} ", role)]
        self._put(head, column, parts)
        below = self._below_leaf(self.items.node(item), role)
        if below is not None:
            self._put_below(item, head + 1, [below])

    def _below_leaf(self, leaf: int, role: str) -> Part | None:
        """Return what stands below a leaf's value: its name, or its value before it was turned.

        Args:
            leaf: The leaf.
            role: The role of its value.
        """
        turned = self.look.turned
        if turned is not None and turned.leaf_before is not None and leaf == self.look.cursor:
            return f"was {self.glyphs.number(turned.leaf_before)}", Role.QUIET
        name = self.leaf_name(leaf)
        if not name or not self.layout.form.names:
            return None
        return name, role if role in {Role.GHOST, Role.PRUNED} else Role.QUIET

    def _paint_undrawn(self, item: int, head: int) -> None:
        """Write the sign for nodes that are not drawn: ``…``, or ``7 more`` for siblings."""
        is_cluster = item in self.items.clusters
        text, role = self._cluster_part(item) if is_cluster else self._elision_part(item)
        if is_cluster and self.layout.form.lines > 1:
            word = "" if self.look.answers is not None else "done"
            self._put_below(item, head + 1, [(_WORDS.get(self.status(item), word), role)])
        column = self.layout.columns[item] - (width(text) - 1) // 2
        self._put(head, *self.marked(item, column, [(text, role)]))

    def _cluster_part(self, item: int) -> Part:
        """Return how many siblings an item stands for."""
        siblings, _ = self.items.clusters[item]
        return more_text(siblings), Role.PRUNED if self.is_pruned(item) else Role.QUIET

    def _elision_part(self, item: int) -> Part:
        """Return a ``…``, between strokes where it is pruned and has room for them."""
        text = self.glyphs.elided
        if not self.is_pruned(item):
            return text, Role.GHOST
        strokes = (self.layout.cells[item] - width(text)) // 2
        if strokes < 1:
            return text, Role.PRUNED
        stroke = self.glyphs.hatch * strokes
        return f"{stroke}{text}{stroke}", Role.HATCHED


def _stretches(weights: Sequence[Weight], middle: int) -> list[Weight]:
    """Return how each stretch of a bus is drawn, from one edge to the next.

    It is drawn as the strongest of the edges that lead over it from the parent's middle.

    Args:
        weights: The weights of the edges from left to right, and of none where the parent stands.
        middle: The index of the parent's middle.

    Example:
        >>> weights = [Weight.LIGHT, Weight.HEAVY, Weight.NONE, Weight.DOTTED]
        >>> [stretch.name for stretch in _stretches(weights, 2)]
        ['LIGHT', 'HEAVY', 'DOTTED']
    """
    from_left = list(accumulate(weights, max))
    from_right = list(accumulate(reversed(weights), max))[::-1]
    return [*from_left[:middle], *from_right[middle + 1 :]]


def _padded(parts: list[Part], cells: int, role: str, fill: str = " ") -> list[Part]:
    """Return parts centred in a number of cells, with a fill character on both sides.

    Example:
        >>> _padded([("v 3", "bold")], 6, "quiet")
        [(' ', 'quiet'), ('v 3', 'bold'), ('  ', 'quiet')]
    """
    spare = max(0, cells - parts_width(parts))
    before = spare // 2
    if fill != " ":
        before = (spare + 1) // 2
    return [(fill * before, role), *parts, (fill * (spare - before), role)]


def _put_under_slabs(
    writer: LineWriter, column: int, parts: Sequence[Part], slabs: deque[_Slab]
) -> None:
    """Write parts from a column on, and over them the slabs that begin among them or before.

    Args:
        writer: What writes the line.
        column: Where the parts begin.
        parts: The parts.
        slabs: The slabs still to be written, from left to right; those written are taken out.
    """
    for text, role in parts:
        while slabs and slabs[0][0] < column + width(text):
            slab_column, (slab_text, slab_role) = slabs.popleft()
            writer.put(column, text, role, slab_column)
            writer.put(slab_column, slab_text, slab_role)
        column = writer.put(column, text, role)  # what of it stands behind the slabs


# -- the focus -------------------------------------------------------------------------------------


def focus_of(step: Snapshot, cursor: int | None = None) -> Focus:
    """Return the path from the root to a leaf that stays in sight if the tree has no room.

    The path leads to the node under the cursor. Without a cursor it leads to the current node of
    the search, or to the root if there is none. From that node it goes on down to a leaf.
    """
    tree = step.record.tree
    target = cursor
    if target is None:
        target = step.current
    if target is None:
        target = 0
    nodes = [target, *tree.ancestors(target)]
    nodes.reverse()
    current = len(nodes) - 1
    while tree.kind[nodes[-1]] == INNER:
        nodes.append(_latest_child(step, nodes[-1]))
    return Focus(tuple(nodes), current)


def _latest_child(step: Snapshot, node: int) -> int:
    """Return the child that has just returned to a node, or else its last visited child.

    If no child was visited yet, return the first child. The children are visited in order, so a
    binary search finds the first unvisited one.
    """
    if step.child is not None and step.node == node:
        return step.child
    record = step.record
    children = list(record.children(node))

    def is_to_come(index: int) -> bool:
        return record.call_at(children[index], step.step) is None

    visited = bisect_left(range(len(children)), True, key=is_to_come)
    return children[max(0, visited - 1)]


def draw(
    record: Record, step: int | None = None, look: Look | None = None, room: Size | None = None
) -> list[Line]:
    """Return the drawing of a search at a step, without the empty columns before it.

    Args:
        record: The search.
        step: The step; without it the last one.
        look: How the tree is drawn.
        room: The cells that it may take, a height of 0 for any height. Without a room the whole
            tree is drawn, as far as a million cells can hold it.
    """
    if look is None:
        look = Look()
    if step is None:
        step = record.steps
    shown = snapshot(record, step)
    layout = arrange(record.tree, look, room, focus_of(shown, look.cursor))
    return Diagram(layout, shown, look).lines(trimmed=True)
