"""The diagram: cards from the top down, with what a step of the search makes of them.

From a card a *stem* leads down to the *bus*, the horizontal line that its children share, and from
the bus a *drop* to each child. A *slab* is a coloured text over the bus: the test of a cut-off::

               ▲ A              a card
                │               its stem
        ┌───────┼ ╳ 3 ≥ 2 ╌┐    the bus, with a slab
        │     3 │ +∞       ┊    the drops, one with its window: α on the left, β on the right
        5      ▽ B         7

An *item* is what is drawn at one place: a node, the ``…`` of undrawn children, or a *cluster* such
as ``7 more``, which stands for siblings that have no room.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, IntEnum
from itertools import accumulate, pairwise
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


_Piece: TypeAlias = tuple[int, Sequence[Part]]
"""Parts of a line that follow each other, and the column in which the first begins."""
_Overlay: TypeAlias = tuple[int, Part]
"""What is written over the pieces of a line, and the column in which it begins."""


class _Precedence(IntEnum):
    """What is done with texts beside an edge that have no room; the least gets its room first."""

    KEPT = 0  # they are written nevertheless: on the path, under the cursor, where one is to write
    SHORTENED = 1  # only their marks are written
    LEFT_OUT = 2


class _CountPlace(Enum):
    """Where the number of nodes that a card hides is written."""

    BELOW = "below the card"
    ON_CARD = "on the card"
    BEHIND = "behind the card"


class _EdgeTexts(NamedTuple):
    """The texts beside an edge: a window, a probability, marks."""

    left: list[Part]
    right: list[Part]
    start: int  # the first column of the texts and the edge together
    stop: int  # one past the last


class _SlabTexts(NamedTuple):
    """The texts of which one stands on a slab, all none if a cross without a text is left of it."""

    whole: tuple[str, ...]  # those with the whole test, the longest first
    shorter: tuple[str, ...]  # those that say less, the longest first
    role: Role


class Diagram(Painter):
    """Paints a layout at a step, in time linear in what is drawn."""

    def __init__(self, layout: Layout, step: Snapshot, look: Look | None = None) -> None:
        if look is None:
            look = Look()
        super().__init__(layout.items, step, look)
        self.layout = layout
        # What `lines` paints. Both are by line; an overlay covers the pieces below it.
        self._pieces: list[list[_Piece]] = []
        self._overlays: dict[int, list[_Overlay]] = defaultdict(list)
        # The first pruned children of buses without room for a cross: it stands on their drops.
        self._crossed: set[int] = set()

    def lines(self, rows: int | None = None, *, trimmed: bool = False) -> list[Line]:
        """Paint the drawing, and return it line by line.

        Args:
            rows: How many lines are returned, the last ones empty; without it, as many as it takes.
            trimmed: Whether the empty columns before the drawing are left out.
        """
        height = self.layout.height
        if self.look.turned is not None:
            height += 1  # a leaf with another value shows below that the one it had
        if rows is not None:
            height = max(height, rows)
        self._pieces = [[] for _ in range(height)]
        self._overlays = defaultdict(list)
        for row in range(len(self.items.plies)):
            if row > 0:
                self._paint_edges_above(row)
            self._paint_items(row)
        # These take what room is left, so they come last.
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
        """Write how many plies are hidden above the first card, and the edge that comes down.

        Its window stands beside the edge::

            3 │ +∞
             ▲ A    ↑ 2 plies above
        """
        layout = self.layout
        first_item = 0
        card_line = layout.heads[0]
        edge_line = card_line - 1
        edge = self.upright(self.weight(first_item))
        self._put(edge_line, layout.columns[first_item], [edge])
        self._paint_edge_texts([first_item], edge_line)
        arrow = "^" if self.glyphs.ascii else "↑"
        text = f"{arrow} {counted(layout.above, 'ply', 'plies')} above"
        ends_on_line = [column + parts_width(parts) for column, parts in self._pieces[card_line]]
        column = max(self._column_behind(first_item), *ends_on_line) + len("  ")
        if column + width(text) <= layout.width:
            self._put(card_line, column, [(text, Role.QUIET)])

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
        start = 1 if before is None else columns[before] + 1
        stop = self.layout.width if after is None else columns[after]
        # So far off, half of the text's width lies between it and the item.
        farthest = self.layout.cells[item] // 2 + cells
        return self._free_column(
            line, cells, centre=columns[item], farthest=farthest, within=range(start, stop)
        )

    def _room_below(self, item: int, line: int, cells: int) -> int | None:
        """Return the column nearest to an item from which a line below has room for some cells."""
        return self._free_column(
            line,
            cells,
            centre=self.layout.columns[item],
            farthest=cells // 2,  # so far off, one end of the text stands below the item's middle
            within=range(1, self.layout.width),
        )

    def _free_column(
        self, line: int, cells: int, *, centre: int, farthest: int, within: range
    ) -> int | None:
        """Return the first column of some free cells of a line; ``None`` if it has no such room.

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
        best_start = centre - (cells - 1) // 2
        starts = range(best_start - farthest, best_start + farthest + 1)
        for start in sorted(starts, key=lambda start: abs(start - best_start)):
            stop = start + cells
            if start < within.start or stop > within.stop:
                continue
            # With < instead of ≤ a cell stays free on either side.
            if all(taken_stop < start or stop < taken_start for taken_start, taken_stop in taken):
                return start
        return None

    def _put(self, line: int, column: int, parts: Sequence[Part]) -> None:
        """Write parts into a line from a column on; below the drawing nothing is written."""
        if line < len(self._pieces):
            self._pieces[line].append((column, parts))

    def _line(self, line: int, first: int) -> Line:
        """Return a finished line from its column ``first`` on: its pieces, and overlays on top."""
        writer = LineWriter(first, self.layout.width)
        overlays = deque(sorted(self._overlays[line]))
        for column, parts in sorted(self._pieces[line], key=itemgetter(0)):
            if overlays:
                _put_under_overlays(writer, column, parts, overlays)  # takes out those it writes
            else:
                writer.put_parts(column, parts)
        for overlay_column, (text, role) in overlays:  # those behind the last piece
            writer.put(overlay_column, text, role)
        return writer.parts

    # -- the bus -------------------------------------------------------------------------------

    def _paint_bus(self, parent: int, line: int) -> None:
        """Write what the edges to a card's children share: the stem from the card, and the bus.

        The bus is the horizontal line, here with a stem above it and three children below::

                │
            ┌───┼───┐

        Args:
            parent: The item of the card.
            line: The line of the bus.
        """
        children = self.items.children(parent)
        columns = self.layout.columns
        # The joints of the bus by column: where the stem meets it, and each child's edge. A child
        # in the column of the stem takes the parent's place.
        item_at = {columns[parent]: parent}
        item_at.update({columns[child]: child for child in children})
        joints = sorted(item_at)
        weights = [self._weight_at(item_at[joint], parent) for joint in joints]
        self._paint_stem(parent, line, max(weights))
        stretches = _stretches(weights, joints.index(columns[parent]))
        for (start, stop), weight in zip(pairwise(joints), stretches, strict=True):
            first_between = start + 1
            run = self.glyphs.runs[weight] * (stop - first_between)
            self._put(line, first_between, [(run, ROLE_OF_WEIGHT[weight])])
        arms = pairwise([Weight.NONE, *stretches, Weight.NONE])  # left and right of each joint
        for joint, (left, right) in zip(joints, arms, strict=True):
            self._put(line, joint, [self._junction(item_at[joint], parent, left, right)])
        is_search = self.look.answers is None
        if is_search:  # a person's paper shows no tests
            self._paint_slab(parent, children, line)

    def _paint_stem(self, parent: int, bus: int, weight: Weight) -> None:
        """Write the vertical line from a card down to the line of the bus."""
        stem = [self.upright(weight)]
        for line in range(self._line_below_card(parent), bus):
            self._put(line, self.layout.columns[parent], stem)

    def _junction(self, item: int, parent: int, left: Weight, right: Weight) -> Part:
        """Return the cell of a bus at which a child's edge or the parent's stem meets it.

        Both meet it in one cell if a child stands below the parent's middle: ``┼``.

        Args:
            item: The child below the cell, or the parent if no child stands there.
            parent: The item above the bus.
            left: The weight of the bus to the left of the cell.
            right: The weight of the bus to the right of it.
        """
        own_weight = self._weight_at(item, parent)
        down = Weight.NONE
        is_child = item != parent
        if is_child:
            down = self.end_weight(item)
        up = Weight.NONE
        is_below_stem = self.layout.columns[item] == self.layout.columns[parent]
        if is_below_stem:
            up = max(left, right, down)
        is_single_child = not left and not right
        if is_single_child:  # the stem goes straight on
            return self.upright(max(up, down))
        sign = self.glyphs.junction(up, right, down, left)
        # The end of a tie's edge is double, but the bus above it keeps the colour of its weight.
        return sign, ROLE_OF_WEIGHT[max(up, right, left, own_weight)]

    def _line_below_card(self, item: int) -> int:
        """Return the line below a card, or below the label of a node that has no card yet."""
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
        there, too, while the test is asked for, and where it failed on equality alone. Of an
        earlier cut-off a cross is left; without room on the bus it stands on a child's edge.

        Args:
            parent: The item above the bus.
            children: Its children.
            line: The line of the bus.
        """
        view = self.view(parent)
        if not self._has_slab(view):
            return
        # A cut has pruned children; a test that is asked for or failed is about those to come.
        pending_statuses = PASSED if view.is_cut else (Status.UNSEEN,)
        pending = [child for child in children if self.status(child) in pending_statuses]
        is_cut_no_more = not pending and self.look.turned is not None
        if is_cut_no_more:  # with another value for a leaf all that was pruned is read
            return
        from_right = self.snapshot.record.rules.right_to_left
        places = SlabPlaces(self.layout, parent, pending, from_right=from_right)
        texts = self._slab_texts(view)
        if texts.whole:
            self._put_slab(parent, places, texts)
        elif places.edge is not None:  # the bus has a cell that leads to pending children alone
            self._overlay(line, places.edge, [(self.glyphs.cut, texts.role)])
        elif pending:
            first_pending = pending[-1] if from_right else pending[0]
            self._crossed.add(first_pending)  # `_drop`, called later, draws the cross

    def _has_slab(self, view: NodeView) -> bool:
        """Tell whether a slab stands below a node: one shows its test, or a cross marks its cut."""
        is_asked = self.look.question == view.node
        return is_asked or view.is_cut or view.missed_on_equality is not None

    def _put_slab(self, parent: int, places: SlabPlaces, texts: _SlabTexts) -> None:
        """Write the longest text of a slab that fits where it hides the least.

        A whole test is worth more than a good place: the shorter texts are tried after all places
        on and above the bus have no room for a whole one. A place where the text would cover the
        window of a child on the path is passed over.

        Args:
            parent: The item above the bus.
            places: The places for the slab.
            texts: The texts for it.
        """
        good_places = places.on_or_above_the_bus()
        all_places = [*good_places, *places.over_what_is_there()]
        all_texts = (*texts.whole, *texts.shorter)
        attempts = [(texts.whole, place) for place in good_places]
        attempts += [(all_texts, place) for place in all_places]
        for longest_first, place in attempts:
            room = place.stop - place.start
            text = next((text for text in longest_first if width(text) <= room), None)
            if text is None:
                continue
            column = places.column(place, width(text))
            cells = range(column, column + width(text))
            if not self._covers_window(parent, place.line, cells):
                self._overlay(place.line, column, [(text, texts.role)])
                return

    def _covers_window(self, parent: int, line: int, cells: range) -> bool:
        """Tell whether cells of a line touch the window of a node's child on the path.

        The window stands on the line above the child's card, a space away from the edge. If that
        line is the bus itself, it stands on the bus without spaces::

            ┌────┼────┐            ┌─3┼+∞─┐
            │  3 │ +∞ │            5  A   7
            5    A    7

        Args:
            parent: The item whose children are looked at.
            line: The line of the cells.
            cells: Their columns.
        """
        row = self.items.ply[parent] + 1
        space = 0
        window_line = self.layout.buses[row]
        if self._has_lines_below_bus(row):
            space = 1
            window_line = self.layout.heads[row] - 1
        if line != window_line:
            return False
        for item, left, right in self._windows_on_path(self.items.children(parent)):
            column = self.layout.columns[item]
            start = column - space - parts_width(left)
            stop = column + 1 + space + parts_width(right)
            if start < cells.stop and cells.start < stop:
                return True
        return False

    def _has_lines_below_bus(self, row: int) -> bool:
        """Tell whether there are lines between the buses above a row and its cards."""
        return self.layout.heads[row] - self.layout.buses[row] > 1

    def _slab_texts(self, view: NodeView) -> _SlabTexts:
        """Return what may stand on the slab below a node, the coloured text on the bus.

        It shows a question mark while the test is asked for, ``3 > 3`` if it failed on equality,
        and ``╳ 3 ≥ 2`` at the step of a cut-off. Of a cut-off at an earlier step there is no text.
        """
        cross = self.glyphs.cut
        now = self.snapshot
        if self.look.question == view.node:  # first: a test that is asked for must not be shown
            return _SlabTexts((f" {cross} ? ", f"{cross} ?"), ("?",), Role.NEWS)
        missed = view.missed_on_equality
        if missed is not None:
            test = self.glyphs.written(missed.bare)
            without_spaces = self.glyphs.written(missed.close)
            return _SlabTexts((f" {test} ", test), (without_spaces,), Role.MISSED)
        if now.kind is StepKind.CUT and view.node == now.node:
            test = f"{cross} {self.glyphs.written(str(now.test))}"
            return _SlabTexts((f" {test} ", test), (f" {cross} CUT ", f"{cross} CUT"), Role.SLAB)
        return _SlabTexts((), (), Role.SLAB)

    # -- drops and stubs -----------------------------------------------------------------------

    def _paint_drops(self, row: int) -> None:
        """Write the edges from the buses down to a row's items, and what stands beside them.

        A bus is the horizontal line that siblings share::

            ┌──────┼──────┐    the bus
            │      │      │
            │    3 │ +∞   ╱    the last line, with windows and the slashes of a paper
            5      A      7    the row
        """
        bus = self.layout.buses[row]
        members = self.items.plies[row]
        if not self._has_lines_below_bus(row):
            self._paint_windows_on_bus(members, bus)
            return
        last_line = self.layout.heads[row] - 1
        # The texts come before the edges: of pieces in one column the first written is seen.
        self._paint_edge_texts(members, last_line)
        for item in members:
            column = self.layout.columns[item]
            drop = self._drop(item)
            for line in range(bus + 1, last_line):
                self._put(line, column, drop)
            slash = self._slash(item)
            self._put(last_line, column, drop if slash is None else [slash])

    def _drop(self, item: int) -> list[Part]:
        """Return what stands in one line of the vertical edge above an item.

        It is a cross if the item is the first pruned child of a cut-off whose cross had no room on
        the bus. A dotted line follows beside it if α and β both came down along the edge.
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

    def _paint_edge_texts(self, members: Sequence[int], line: int) -> None:
        """Write the texts beside the edges of a row: α on the left, β and more on the right.

        The texts are placed in the order of their :class:`_Precedence`, not from left to right: if
        two neighbours compete for room, the one placed first gets it.
        """
        columns = [self.layout.columns[item] for item in members]
        precedences = [self._precedence(item) for item in members]
        placed: dict[int, _EdgeTexts] = {}  # by the place of an item in the row
        for place in sorted(range(len(members)), key=precedences.__getitem__):
            free = self._free_around_edge(columns, place, placed)
            texts = self._fitting_edge_texts(
                members[place], columns[place], precedences[place], free
            )
            if texts is not None:
                placed[place] = texts
                self._put_edge_texts(texts, line)

    def _free_around_edge(
        self, columns: Sequence[int], place: int, placed: Mapping[int, _EdgeTexts]
    ) -> range:
        """Return the free columns around an edge, between its neighbours and their texts.

        `_fits` asks for one more free cell before a text on the left of the edge. Of the first edge
        that cell may lie outside the drawing, so its columns begin at −1.

        Args:
            columns: The columns of a row's edges.
            place: The place of the edge among them.
            placed: The texts that stand beside some of them already.
        """
        start = -1
        if place > 0:
            edge_before = columns[place - 1]
            start = edge_before + 1
        stop = self.layout.width
        if place + 1 < len(columns):
            edge_after = columns[place + 1]
            stop = edge_after - 1  # a free cell before it
        texts_before = placed.get(place - 1)
        if texts_before is not None:
            start = max(start, texts_before.stop + 1)  # a free cell behind them
        texts_after = placed.get(place + 1)
        if texts_after is not None and texts_after.left:
            stop = texts_after.start - 2  # two free cells before a neighbour's α
        return range(start, stop)

    def _fitting_edge_texts(
        self, item: int, column: int, precedence: _Precedence, free: range
    ) -> _EdgeTexts | None:
        """Return the texts beside an edge as long as they fit; ``None`` if none are written.

        They are tried with a space to the edge, ``3 │ +∞``, then without, ``3│+∞``. Texts without
        room are shortened to their marks, kept nevertheless or left out, as their precedence says.

        Args:
            item: The item below the edge.
            column: The column of the edge.
            precedence: What is done where there is no room.
            free: The columns between what stands on either side.
        """
        left, right = self._texts_of_edge(item)
        attempts = [(left, right, 1), (left, right, 0)]
        if precedence is _Precedence.SHORTENED:
            marks = self._marks_of_edge(item)
            attempts += [([], marks, 1), ([], marks, 0)]
        for left_texts, right_texts, space in attempts:
            if not parts_width([*left_texts, *right_texts]):
                return None
            placed = self._placed_edge_texts(item, column, left_texts, right_texts, space)
            if _fits(placed, free):
                return placed
        if precedence is _Precedence.KEPT:
            left, right = self._moved_to_free_side(column, left, right)
            return self._placed_edge_texts(item, column, left, right, space=0)
        return None

    def _placed_edge_texts(
        self, item: int, column: int, left: list[Part], right: list[Part], space: int
    ) -> _EdgeTexts:
        """Return the texts beside an edge, with the range of columns that they and it take.

        Args:
            item: The item below the edge.
            column: The column of the edge.
            left: The texts on its left.
            right: The texts on its right.
            space: How many cells stay free between the edge and a text.
        """
        start = column
        if parts_width(left):
            start -= parts_width(left) + space
        stop = column + 1
        if parts_width(right):
            stop += parts_width(right) + space
        if self.has_both(item):  # the edge is two cells wide
            stop += 1
        return _EdgeTexts(left, right, start, stop)

    def _put_edge_texts(self, texts: _EdgeTexts, line: int) -> None:
        """Write the texts beside an edge, without the parts that would leave the drawing."""
        cells_outside = max(0, -texts.start)  # to the left of column 0
        left_room = parts_width(texts.left) - cells_outside
        self._put(line, max(0, texts.start), self._clipped_parts(texts.left, left_room))
        right_start = texts.stop - parts_width(texts.right)
        right_room = self.layout.width - right_start
        self._put(line, right_start, self._clipped_parts(texts.right, right_room))

    def _paint_windows_on_bus(self, members: Sequence[int], bus: int) -> None:
        """Write the windows of items on the path over the bus: ``┌──3┼+∞──┐``.

        It is where they stand if there is no line between the bus and the cards.

        Args:
            members: The items of a row.
            bus: The line of the bus above it.
        """
        for item, left, right in self._windows_on_path(members):
            column = self.layout.columns[item]
            room_before = column
            room_behind = self.layout.width - column - 1
            before = self._clipped_parts(left, room_before)
            behind = self._clipped_parts(right, room_behind)
            self._overlay(bus, column - parts_width(before), before)
            self._overlay(bus, column, [self.upright(self.weight(item))])
            self._overlay(bus, column + 1, behind)

    def _windows_on_path(
        self, members: Sequence[int]
    ) -> Iterator[tuple[int, list[Part], list[Part]]]:
        """Yield each item on the path that has a window, and the texts left and right of its edge.

        They are α and β; if one side of the edge has no room for its own, both stand on the other.
        """
        for item in filter(self._shows_window, members):
            ends = self.window_ends(self.items.node(item))
            if ends is not None:
                alpha, beta = ends
                left, right = self._moved_to_free_side(self.layout.columns[item], [alpha], [beta])
                yield item, left, right

    def _moved_to_free_side(
        self, column: int, left: list[Part], right: list[Part]
    ) -> tuple[list[Part], list[Part]]:
        """Return the texts left and right of an edge, all on one side if the other has no room.

        The moved texts keep a thin line between them: ``┃3│+∞``. If neither side has room for all,
        both stay where they were.

        Args:
            column: The column of the edge.
            left: The texts on its left.
            right: The texts on its right.
        """
        thin_line = (self.glyphs.uprights[Weight.LIGHT], Role.QUIET)
        together = [*left, thin_line, *right]
        room_before = column
        room_behind = self.layout.width - column - 1
        if parts_width(left) > room_before and parts_width(together) <= room_behind:
            return [], together
        if parts_width(right) > room_behind and parts_width(together) <= room_before:
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

    def _clipped_parts(self, parts: list[Part], cells: int) -> list[Part]:
        """Return parts that take a number of cells at most; a text that is clipped ends in dots.

        A text is left out if less than three cells are left for it. A shorter one behind it that
        fits is kept nevertheless.
        """
        least_for_clipped = 3
        kept: list[Part] = []
        for text, role in parts:
            room = cells - parts_width(kept)
            if width(text) <= room:
                kept.append((text, role))
            elif room >= least_for_clipped:
                kept.append((self.glyphs.clipped(text, room), role))
        return kept

    def _precedence(self, item: int) -> _Precedence:
        """Return what is done with the texts beside the edge above an item if they lack room."""
        if self._holds(item, self.look.cursor):  # what is looked at is seen, search or paper
            return _Precedence.KEPT
        answer = self.answer(item)
        if answer is None:  # a search, no paper
            is_on_path = self.is_on_path(self.items.node(item))
            return _Precedence.KEPT if is_on_path else _Precedence.LEFT_OUT
        is_window_asked_for = answer.window is None  # and not written yet: a box stands there
        if is_window_asked_for:
            return _Precedence.KEPT
        is_window_wrong = answer.window_mark not in {None, Mark.RIGHT}
        if is_window_wrong or answer.cut_mark is not None:
            return _Precedence.SHORTENED
        return _Precedence.LEFT_OUT

    def _texts_of_edge(self, item: int) -> tuple[list[Part], list[Part]]:
        """Return what stands on the left and on the right of the edge above an item.

        On the left stands α. On the right stand the mark of a slash, β with the mark of the window,
        and the probability of a chance node's child: ``3 │ ✓ +∞ ✗ 0.5``.
        """
        answer = self.answer(item)
        slash_mark: list[Part] = []
        window_mark: list[Part] = []
        if answer is None:
            ends = self._searched_window(item)
        else:
            ends = self._written_window(answer)
            slash_mark = self._mark_parts(answer.cut_mark, ROLE_OF_MARK)
            window_mark = self._mark_parts(answer.window_mark, ROLE_OF_MARK, " ")
        left: list[Part] = []
        upper_end: list[Part] = []
        if ends is not None:
            alpha, beta = ends
            left = [alpha]
            upper_end = [beta, *window_mark]  # without a window, its mark is left out, too
        return left, spaced([slash_mark, upper_end, self._probability_parts(item)], " ")

    def _probability_parts(self, item: int) -> list[Part]:
        """Return the probability on the edge above an item; nothing where there is none."""
        if not self.items.is_plain(item):
            return []
        text = self.probability(self.items.node(item))
        return [(text, Role.QUIET)] if text else []

    def _marks_of_edge(self, item: int) -> list[Part]:
        """Return the marks of the slash and of the window that a person wrote at an item."""
        answer = self.answer(item)
        if answer is None:
            return []
        marks = self._mark_parts(answer.cut_mark, ROLE_OF_MARK)
        if self._written_window(answer) is not None:
            marks += self._mark_parts(answer.window_mark, ROLE_OF_MARK)
        return marks

    def _searched_window(self, item: int) -> tuple[Part, Part] | None:
        """Return α and β of the search above an item; there is no edge above the root."""
        node = self.items.node(item)
        if node == 0 or not self.items.is_plain(item):
            return None
        return self.window_ends(node)

    def _written_window(self, answer: WrittenAnswer) -> tuple[Part, Part] | None:
        """Return both ends of the window that a person wrote, as parts to draw.

        Two boxes with ``?`` stand for a window that is not written yet.

        Returns:
            α and β; ``None`` if no window is asked for.
        """
        if answer.window == ():  # none is asked for
            return None
        is_cursor_here = answer.here == "window"
        if answer.window is None:  # one is asked for and not written yet
            role_of_box = Role.NEWS if is_cursor_here else Role.HERE
            box = (" ? ", role_of_box)
            return box, box
        alpha, beta = map(self.glyphs.written, answer.window)
        if is_cursor_here:
            return (alpha, Role.NEWS), (beta, Role.NEWS)
        return (alpha, Role.ALPHA_END), (beta, Role.BETA_END)

    # -- cards ---------------------------------------------------------------------------------

    def _paint_card(self, item: int, head: int) -> None:
        """Write a node's card, and how many nodes it hides where these are not drawn.

        Args:
            item: The item of the node.
            head: The first line of the card.
        """
        node = self.items.node(item)
        form = self.layout.form
        is_tight = self.layout.is_tight(item)
        label = self.label_parts(node, tight=is_tight)
        value = self.value_parts(node, spaced=form.lines > 1, tight=is_tight)
        lines = self._lines_of_card(item, label, value)
        count = self._count_of_hidden(item)
        place = self._place_of_count(item, label, value, count)
        count_behind: list[Part] = []
        if place is _CountPlace.BELOW:
            self._put_below(item, head + form.lines, count)
        elif place is _CountPlace.ON_CARD:  # where the card has but one line
            lines = [self._label_and_count(node, label, count)]
        else:
            count_behind = count
        has_label_alone = lines == [label]
        fill = self._fill_around_label(node) if has_label_alone else " "
        for line, parts in enumerate(lines, head):
            padded = _padded(parts, self.layout.cells[item], self.card_role(node), fill)
            column, marked = self.marked(item, self.layout.left_of(item), padded)
            self._put(line, column, marked)
        last_line = head + len(lines) - 1
        parts_behind = self._parts_behind_card(item, count_behind)
        self._put(last_line, self._column_behind(item), parts_behind)

    def _fill_around_label(self, node: int) -> str:
        """Return what fills a card on which a label stands alone: strokes if it is pruned.

        If colours show that it is pruned, it is a space.
        """
        is_pruned = self.card_role(node) == Role.PRUNED
        if is_pruned and self.look.marks:
            return self.glyphs.hatch
        return " "

    def _column_behind(self, item: int) -> int:
        """Return the first column behind a card at which a text may begin.

        The column right behind the card is that of a mark: ``▌▲ A▐ text``.
        """
        column_of_mark = self.layout.right_of(item) + 1
        return column_of_mark + 1

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

        Args:
            node: The node.
            label: The parts of the label.
            value: The parts of the value.
            cells: The width of the card.
        """
        lines_below_label = self.layout.form.lines - 1
        has_no_card = self.card_role(node) == Role.SPACE
        is_pruned = self.card_role(node) == Role.PRUNED
        if has_no_card:
            return [label]
        if is_pruned:
            hatched: list[Part] = [(self.glyphs.hatch * cells, Role.HATCHED)]
            return [label] + [hatched] * lines_below_label
        below = [
            self._value_with_effect(node, value, cells),
            self._moving_window(node),
        ]
        return [label, *below[:lines_below_label]]

    def _label_and_value(self, item: int, label: list[Part], value: list[Part]) -> list[Part]:
        """Return a card of one line, on which the label stands still while the value changes.

        The label stands where it would with the widest value that the node can have in the middle
        of the card: ``|  ▲ A v −∞  |``, and later ``|  ▲ A v 3   |``.

        Args:
            item: The item of the node.
            label: The parts of the label.
            value: The parts of the value that the node has now.
        """
        if self.layout.is_tight(item):
            return [*label, *value]
        node = self.items.node(item)
        role_of_ground = self.card_role(node)
        cells = self.layout.cells[item]
        parts = [*label, (" ", role_of_ground), *value]
        spare = cells - parts_width(parts)
        widest_value = self.value_width(self.tree.roles[node])
        before_widest = (cells - parts_width(label) - widest_value) // 2
        before = max(0, min(spare, before_widest))
        behind = spare - before
        return [(" " * before, role_of_ground), *parts, (" " * behind, role_of_ground)]

    def _value_with_effect(self, node: int, value: list[Part], cells: int) -> list[Part]:
        """Return a node's value, with the effect of a new leaf value on it if that has room.

        A person may *turn* a leaf, that is, try another value for it. Then ``4 → 7`` says that the
        node's value changes from 4 to 7, and ``stays 4`` that it does not change.

        Args:
            node: The node.
            value: The parts of its value.
            cells: How many cells there are.
        """
        turned = self.look.turned
        if turned is None:
            return value
        is_followed = node == turned.node  # the node of which it is asked what the leaf does to it
        is_exact = turned.sign == "="  # one number, neither a bound nor a value so far
        role_between = CARD_ROLES[self.player(node)].between
        longer: list[Part] = []
        if is_followed and is_exact and turned.before is not None:
            arrow = "->" if self.glyphs.ascii else "→"
            before = f"{self.glyphs.number(turned.before)} {arrow} "
            longer = [(before, role_between), (self.glyphs.number(turned.number), Role.NEWS)]
        elif node == turned.keeper and value:  # it has the bound, which the leaf does not change
            number = present(self.snapshot.view(node).number)
            _, role_of_value = value[-1]
            longer = [("stays ", role_between), (self.glyphs.number(number), role_of_value)]
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

    def _parts_behind_card(self, item: int, count: list[Part]) -> list[Part]:
        """Return the parts behind a card: the number of nodes that it hides, if there is room.

        Behind the topmost card follow a person's answers about the whole tree, as many as have
        room, each with its mark: ``reads 7 leaves ✓``.

        Args:
            item: The item of the card.
            count: The parts of the number; empty if it is not written here.
        """
        room = self._room_behind(item)
        if parts_width(count) > room:
            return []
        is_topmost = item == 0
        answer = self.answer(item) if is_topmost else None
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
        end = self.layout.width
        if following is not None:
            end = self.layout.left_of(following) - 1  # a cell before it is for its mark
        return end - self._column_behind(item)

    def _put_below(self, item: int, line: int, parts: list[Part]) -> None:
        """Write parts into a line below an item, under its middle."""
        self._put(line, self._left_if_centred(item, parts_width(parts)), parts)

    def _paint_leaf(self, item: int, head: int) -> None:
        """Write a leaf's value and what stands below it.

        A value on a coloured ground has a coloured cell on either side, too, if leaves are so far
        apart that those cells do not touch: ``3``, but `` 3 `` where it is new or pruned.

        Args:
            item: The item of the leaf.
            head: The line of the value.
        """
        leaf = self.items.node(item)
        text, role = self.leaf_part(leaf)
        left = self._left_if_centred(item, width(text))
        column, parts = self.marked(item, left, [(text, role)])
        is_marked = column != left
        has_ground = role in {Role.NEWS, Role.PRUNED}
        has_room_for_spaces = self.layout.form.gap >= 3
        if has_ground and has_room_for_spaces and not is_marked:
            column = left - 1
            parts = [(f" {text} ", role)]
        self._put(head, column, parts)
        below = self._below_leaf(leaf, role)
        if below is not None:
            self._put_below(item, head + 1, [below])

    def _left_if_centred(self, item: int, cells: int) -> int:
        """Return the first column of some cells around an item's middle."""
        return self.layout.columns[item] - (cells - 1) // 2

    def _below_leaf(self, leaf: int, role: str) -> Part | None:
        """Return what stands below a leaf's value: its name, or the value that it had: ``was 3``.

        The latter stands there if a person tries another value for the leaf.

        Args:
            leaf: The leaf.
            role: The role of its value.
        """
        turned = self.look.turned
        is_turned = turned is not None and leaf == self.look.cursor  # the leaf of which it is tried
        if turned is not None and is_turned and turned.leaf_before is not None:
            return f"was {self.glyphs.number(turned.leaf_before)}", Role.QUIET
        name = self.leaf_name(leaf)
        if not name or not self.layout.form.names:
            return None
        is_dimmed_or_struck = role in {Role.GHOST, Role.PRUNED}
        return name, role if is_dimmed_or_struck else Role.QUIET

    def _paint_undrawn(self, item: int, head: int) -> None:
        """Write the sign for nodes that are not drawn: ``…``, or ``7 more`` for siblings.

        If cards have several lines, a word below ``7 more`` says what the search has done there.

        Args:
            item: The item that stands for these nodes.
            head: The line of the sign.
        """
        is_cluster = item in self.items.clusters
        if is_cluster:
            text, role = self._cluster_part(item)
        else:
            text, role = self._elision_part(item)
        if is_cluster and self.layout.form.lines > 1:
            self._put_below(item, head + 1, [(self._word_for_status(item), role)])
        left = self._left_if_centred(item, width(text))
        column, parts = self.marked(item, left, [(text, role)])
        self._put(head, column, parts)

    def _word_for_status(self, item: int) -> str:
        """Return what the search has done with undrawn siblings; nothing on a person's paper."""
        is_paper = self.look.answers is not None
        word_if_visited = "" if is_paper else "done"
        return _WORDS.get(self.status(item), word_if_visited)

    def _cluster_part(self, item: int) -> Part:
        """Return how many siblings an item stands for."""
        siblings = self.items.clusters[item].siblings
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


def _put_under_overlays(
    writer: LineWriter, column: int, parts: Sequence[Part], overlays: deque[_Overlay]
) -> None:
    """Write parts from a column on, and over them the overlays that begin among them or before.

    Args:
        writer: What writes the line, from left to right.
        column: Where the parts begin.
        parts: The parts.
        overlays: What is still to be written over the line, from left to right. What is written
            here is taken out.
    """
    for text, role in parts:
        behind_text = column + width(text)
        while overlays and overlays[0][0] < behind_text:
            overlay_column, (overlay, overlay_role) = overlays.popleft()
            writer.put(column, text, role, end=overlay_column)  # what of it stands before
            writer.put(overlay_column, overlay, overlay_role)
        # The writer leaves out what is written or covered already, so the rest of the text follows.
        column = writer.put(column, text, role)


def _fits(texts: _EdgeTexts, free: range) -> bool:
    """Tell whether the texts beside an edge fit into free columns.

    A text on the left needs one more free cell before it.
    """
    space_before = 1 if parts_width(texts.left) else 0
    return free.start + space_before <= texts.start and texts.stop <= free.stop


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

    If no child was visited yet, return the first child, in the order of the search.
    """
    if step.child is not None and step.node == node:
        return step.child
    record = step.record
    children = list(record.children(node))  # in the order in which the search visits them

    def is_to_come(index: int) -> bool:
        return record.call_at(children[index], step.step) is None

    # Visited children come before those to come, so a binary search finds how many there are.
    visited = bisect_left(range(len(children)), True, key=is_to_come)
    last_visited = max(0, visited - 1)
    return children[last_visited]


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
