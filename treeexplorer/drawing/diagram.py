"""The diagram: cards from the top down, with what a step of the search makes of them."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Sequence
from itertools import accumulate, pairwise, product
from operator import itemgetter
from typing import Final, NamedTuple

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


class _Beside(NamedTuple):
    """What stands beside an edge."""

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
        self._pieces: list[list[tuple[int, Sequence[Part]]]] = []
        self._overlays: dict[int, list[tuple[int, Part]]] = defaultdict(list)  # the slabs
        self._crossed: set[int] = set()  # branches whose cut has no room on the bus

    def lines(self, rows: int | None = None, *, trimmed: bool = False) -> list[Line]:
        """Return the lines of the drawing, or as many as are asked for, the last ones empty.

        ``trimmed`` leaves out the empty columns before the drawing.
        """
        layout = self.layout
        height = layout.height
        if self.look.turned is not None:
            height += 1  # for what the leaf was
        if rows is not None:
            height = max(height, rows)
        self._pieces = [[] for _ in range(height)]
        self._overlays = defaultdict(list)
        for row, members in enumerate(self.items.plies):
            if row:
                for parent in self.items.plies[row - 1]:
                    if not self.items.is_end(parent):
                        self._paint_bus(parent, layout.buses[row])
                self._paint_drops(row)
            for item in members:
                if not self.items.is_plain(item):
                    self._paint_rest(item, layout.heads[row])
                elif self.items.is_card(item):
                    self._paint_card(item, layout.heads[row])
                else:
                    self._paint_leaf(item, layout.heads[row])
        self._paint_notes()
        if layout.above:
            self._put(layout.heads[0] - 1, layout.columns[0], [self.upright(self.weight(0))])
            self._paint_beside([0], layout.heads[0] - 1)
            arrow = "^" if self.glyphs.ascii else "↑"
            text = f"{arrow} {counted(layout.above, 'ply', 'plies')} above"
            written = self._pieces[layout.heads[0]]
            column = 2 + max(layout.right_of(0) + 2, *(at + parts_width(it) for at, it in written))
            if column + width(text) <= layout.width:
                self._put(layout.heads[0], column, [(text, Role.QUIET)])
        first = min(column for pieces in self._pieces for column, _ in pieces) if trimmed else 0
        lines = [self._line(line, first) for line in range(len(self._pieces))]
        return lines if rows is None else [*lines, *([] for _ in range(rows))][:rows]

    # -- why something is wrong ----------------------------------------------------------------

    def _paint_notes(self) -> None:
        """Write beside mistakes why they are mistakes, where there is room: the mistakes first."""
        if self.look.answers is None:
            return
        items = range(len(self.items.ply))
        noted = [item for item in items if self.items.is_plain(item) and self._note(item)]
        noted.sort(key=lambda item: self._note_role(item) != Role.MISTAKE)
        for item in noted:
            line = self._line_of_note(item)
            first, *rest = map(self.glyphs.written, self._note(item))
            column = self._room_beside(item, line, width(first))
            if column is None:
                continue
            self._put(line, column, [(first, self._note_role(item))])
            for below, text in enumerate(rest, line + 1):
                column = self._room_below(item, below, width(text))
                if column is None:
                    break
                self._put(below, column, [(text, Role.QUIET)])

    def _note(self, item: int) -> tuple[str, ...]:
        answer = self.answer(item)
        return () if answer is None else answer.note

    def _note_role(self, item: int) -> Role:
        """Return the role of a note: that of a mistake, where it speaks of one."""
        answer = self.answer(item)
        if answer is None or Mark.MISTAKE in {
            answer.value_mark,
            answer.window_mark,
            answer.cut_mark,
        }:
            return Role.MISTAKE
        return Role.FOLLOWS

    def _line_of_note(self, item: int) -> int:
        """Return the first line of a note: below a leaf and its name, else that of the value."""
        form = self.layout.form
        head = self.layout.heads[self.items.ply[item]]
        if self.items.is_card(item):
            return head + form.lines - 1
        if form.names and self.leaf_name(self.items.node(item)):
            return head + 2
        return head + 1

    def _room_beside(self, item: int, line: int, cells: int) -> int | None:
        """Return the column nearest to an item from which a line has room for so many cells.

        What stands under or beside a neighbour would be read as said of that one.
        """
        columns = self.layout.columns
        before = self.items.beside(item, -1)
        after = self.items.beside(item, 1)
        low = 1 if before is None else columns[before] + 1
        high = self.layout.width if after is None else columns[after]
        reach = self.layout.cells[item] // 2 + cells
        return self._free_column(line, cells, columns[item], reach, (low, high))

    def _room_below(self, item: int, line: int, cells: int) -> int | None:
        """Return the column under an item from which a further line has room for so many cells."""
        within = (1, self.layout.width)
        return self._free_column(line, cells, self.layout.columns[item], cells // 2, within)

    def _free_column(
        self, line: int, cells: int, centre: int, reach: int, within: tuple[int, int]
    ) -> int | None:
        """Return the first of some free cells of a line, with one free cell on either side.

        Args:
            line: The line; below the drawing there is none.
            cells: How many cells are needed.
            centre: The column around which they should stand.
            reach: How far they may be moved from there.
            within: The first column, and one past the last, that they may have.
        """
        if line >= len(self._pieces):
            return None
        taken = [(column, column + parts_width(parts)) for column, parts in self._pieces[line]]
        low, high = within
        middle = centre - (cells - 1) // 2
        near = sorted(range(middle - reach, middle + reach + 1), key=lambda at: abs(at - middle))
        for column in near:
            is_within = low <= column and column + cells <= high
            if is_within and all(stop < column or column + cells < start for start, stop in taken):
                return column
        return None

    def _put(self, line: int, column: int, parts: Sequence[Part]) -> None:
        if line < len(self._pieces):
            self._pieces[line].append((column, parts))

    def _line(self, line: int, first: int) -> Line:
        """Return a line from a column on: what stands in it, and the slabs over that."""
        writer = LineWriter(first, self.layout.width)
        slabs = deque(sorted(self._overlays[line]))
        for at, parts in sorted(self._pieces[line], key=itemgetter(0)):
            if not slabs:
                writer.put_parts(at, parts)
                continue
            column = at
            for text, role in parts:
                while slabs and slabs[0][0] < column + width(text):
                    start, slab = slabs.popleft()
                    writer.put(column, text, role, start)
                    writer.put(start, *slab)
                column = writer.put(column, text, role)
        for start, slab in slabs:
            writer.put(start, *slab)
        return writer.parts

    # -- the bus -------------------------------------------------------------------------------

    def _paint_bus(self, parent: int, line: int) -> None:
        """Write the line from a card down to its bus, the bus, and the slab on it."""
        children = self.items.children(parent)
        columns = self.layout.columns
        middle = columns[parent]
        at = {middle: parent} | {columns[child]: child for child in children}
        places = sorted(at)
        weights = [self._weight_at(at[place], parent) for place in places]
        for above in range(self._line_below_card(parent), line):
            self._put(above, middle, [self.upright(max(weights))])
        stretches = _stretches(weights, places.index(middle))
        runs = self.glyphs.runs
        for (start, stop), weight in zip(pairwise(places), stretches, strict=True):
            run = runs[weight] * (stop - start - 1), ROLE_OF_WEIGHT[weight]
            self._put(line, start + 1, [run])
        arms = pairwise([Weight.NONE, *stretches, Weight.NONE])
        for place, own, (left, right) in zip(places, weights, arms, strict=True):
            is_child = at[place] != parent
            down = self.end_weight(at[place]) if is_child else Weight.NONE
            up = max(left, right, down) if place == middle else Weight.NONE
            cell = self.upright(max(up, down))
            if left or right:
                sign = self.glyphs.junction(up, right, down, left)
                cell = sign, ROLE_OF_WEIGHT[max(up, right, left, own)]
            self._put(line, place, [cell])
        if self.look.answers is None:
            self._paint_slab(parent, children, line)

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
        """Write what stands on a bus before the first branch that is, or may be, pruned."""
        view = self.view(parent)
        if self.look.question != view.node and not view.missed_on_equality and not view.is_cut:
            return
        waiting = PASSED if view.is_cut else (Status.UNSEEN,)
        pending = [child for child in children if self.status(child) in waiting]
        if not pending and self.look.turned is not None:
            return  # all that was pruned is read after all
        from_right = self.snapshot.record.rules.right_to_left
        places = SlabPlaces(self.layout, parent, pending, from_right=from_right)
        texts, role = self._slab_texts(view)
        if texts:
            self._put_slab(parent, places, texts, role)
        elif places.edge is not None:
            self._overlays[line].append((places.edge, (self.glyphs.cut, role)))
        elif pending:
            self._crossed.add(pending[-1 if from_right else 0])

    def _put_slab(
        self, parent: int, places: SlabPlaces, texts: tuple[str, ...], role: Role
    ) -> None:
        """Write the longest text that fits where it hides the least, but never over the window.

        A whole test is worth more than a good place: the shorter texts are tried after all places
        on and above the bus have no room for the longer two.
        """
        near = places.on_or_above_the_bus()
        ways = [(texts[:2], place) for place in near]
        ways += [(texts, place) for place in (*near, *places.over_what_is_there())]
        for tried, place in ways:
            room = place.stop - place.start
            text = next((text for text in tried if width(text) <= room), None)
            if text is None:
                continue
            column = places.column(place, width(text))
            if not self._is_on_window(parent, place.line, range(column, column + width(text))):
                self._overlays[place.line].append((column, (text, role)))
                return

    def _is_on_window(self, parent: int, line: int, columns: range) -> bool:
        """Tell whether some cells are those of the window on the path below a node."""
        row = self.items.ply[parent] + 1
        head = self.layout.heads[row]
        bus = self.layout.buses[row]
        if line != (head - 1 if head - bus > 1 else bus):
            return False
        space = min(1, head - bus - 1)
        for item in filter(self._shows_window, self.items.children(parent)):
            ends = self.window_ends(self.items.node(item))
            if ends is None:
                continue
            column = self.layout.columns[item]
            left, right = self._on_one_side(column, *([end] for end in ends))
            start = column - parts_width(left) - space
            stop = column + 1 + parts_width(right) + space
            if start < columns.stop and columns.start < stop:
                return True
        return False

    def _slab_texts(self, view: NodeView) -> tuple[tuple[str, ...], Role]:
        """Return what a slab says, the longest first, and its role; no text for a cross alone."""
        cross = self.glyphs.cut
        now = self.snapshot
        if self.look.question == view.node:
            return (f" {cross} ? ", f"{cross} ?", "?"), Role.NEWS
        if missed := view.missed_on_equality:
            test, close = map(self.glyphs.written, (missed.bare, missed.close))
            return (f" {test} ", test, close), Role.MISSED
        if now.kind is StepKind.CUT and view.node == now.node:
            test = f"{cross} {self.glyphs.written(str(now.test))}"
            return (f" {test} ", test, f" {cross} CUT ", f"{cross} CUT"), Role.SLAB
        return (), Role.SLAB

    # -- drops and stubs -----------------------------------------------------------------------

    def _paint_drops(self, row: int) -> None:
        """Write the ends of edges, and in the last of their lines what stands beside them."""
        bus = self.layout.buses[row]
        head = self.layout.heads[row]
        members = self.items.plies[row]
        if head - bus > 1:
            self._paint_beside(members, head - 1)  # before the edges, which give way to it
        else:
            self._paint_on_bus(members, bus)
        for item in members:
            drop = self._drop(item)
            column = self.layout.columns[item]
            for line in range(bus + 1, head - 1):
                self._put(line, column, drop)
            if head - bus > 1:
                slash = self._slash(item)
                self._put(head - 1, column, drop if slash is None else [slash])

    def _drop(self, item: int) -> list[Part]:
        """Return a cell of the line down to an item: a cross where a cut has no room on the bus."""
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
        """Write what stands beside the edges of a row: α on the left, β and more on the right.

        What is on the path stands there in any case; what is not gives way where it would touch
        another edge, or what belongs to that edge; of a mistake the mark remains.
        """
        columns = [self.layout.columns[item] for item in members]
        ranks = list(map(self._rank, members))
        placed: dict[int, _Beside] = {}
        for index in sorted(range(len(members)), key=ranks.__getitem__):
            first_free = columns[index - 1] if index else -2
            stop_free = columns[index + 1] - 1 if index + 1 < len(members) else self.layout.width
            before = placed.get(index - 1)
            after = placed.get(index + 1)
            if before is not None:
                first_free = max(first_free, before.stop)
            if after is not None and after.left:
                stop_free = after.start - 2
            room = range(first_free, stop_free)
            beside = self._fitting_beside(members[index], columns[index], ranks[index], room)
            if beside is not None:
                placed[index] = beside
                self._put_beside(beside, line)

    def _fitting_beside(self, item: int, column: int, rank: int, room: range) -> _Beside | None:
        """Return as much as has room beside an edge; ``None`` where nothing stands there, or can.

        It is tried with spaces, then without, then the mark of a mistake alone.
        """
        wholes = (True, False) if rank == 1 else (True,)
        for is_whole, space in product(wholes, (1, 0)):
            left, right = self._beside(item, is_whole=is_whole)
            is_certain = rank == 0 and space == 0
            if is_certain:
                left, right = self._on_one_side(column, left, right)
            before = parts_width(left)
            after = parts_width(right)
            if not before + after:
                return None
            start = column - before - (space if before else 0)
            stop = column + 1 + after + (space if after else 0)
            if self.has_both(item):
                stop += 1
            least = room.start + (2 if before else 1)
            if is_certain or (least <= start and stop <= room.stop):
                return _Beside(left, right, start, stop)
        return None

    def _put_beside(self, beside: _Beside, line: int) -> None:
        """Write what stands beside an edge, as far as it is inside the drawing."""
        before = parts_width(beside.left) + min(0, beside.start)
        self._put(line, max(0, beside.start), self._cut(beside.left, before))
        behind = beside.stop - parts_width(beside.right)
        self._put(line, behind, self._cut(beside.right, self.layout.width - behind))

    def _paint_on_bus(self, members: Sequence[int], line: int) -> None:
        """Write the windows of the path on the bus, at its ends, where edges have no line."""
        for item in filter(self._shows_window, members):
            ends = self.window_ends(self.items.node(item))
            if ends is not None:
                column = self.layout.columns[item]
                left, right = self._on_one_side(column, *([end] for end in ends))
                left = self._cut(left, column)
                self._overlay(line, column - parts_width(left), left)
                self._overlay(line, column, [self.upright(self.weight(item))])
                rest = self._cut(right, self.layout.width - column - 1)
                self._overlay(line, column + 1, rest)

    def _on_one_side(
        self, column: int, left: list[Part], right: list[Part]
    ) -> tuple[list[Part], list[Part]]:
        """Return what stands beside an edge, all of it on one side where the other has no room."""
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
        """Return as many parts as a line has cells for, a number that it cuts with dots."""
        kept: list[Part] = []
        for text, role in parts:
            room = cells - parts_width(kept)
            if width(text) <= room:
                kept.append((text, role))
            elif room > 2:
                kept.append((self.glyphs.clipped(text, room), role))
        return kept

    def _rank(self, item: int) -> int:
        """Return 0 where what stands above an item is on the path or looked at, 1 if marked."""
        if self._holds(item, self.look.cursor):
            return 0
        answer = self.answer(item)
        if answer is None:
            return 0 if self.is_on_path(self.items.node(item)) else 2
        if answer.window is None:
            return 0
        is_wrong = answer.window_mark not in {None, Mark.RIGHT}
        return 1 if is_wrong or answer.cut_mark is not None else 2

    def _beside(self, item: int, *, is_whole: bool = True) -> tuple[list[Part], list[Part]]:
        """Return what stands to the left and right of the edge above an item, or marks alone."""
        answer = self.answer(item)
        left: list[Part] = []
        right: list[list[Part]] = []
        if answer is None:
            ends = self._ends_beside(item)
            window_mark = None
        else:
            ends = self._written_window(answer)
            window_mark = answer.window_mark
            right.append(self._mark_parts(answer.cut_mark, ROLE_OF_MARK))
        if ends is not None and is_whole:
            alpha, beta = ends
            left = [alpha]
            right.append([beta, *self._mark_parts(window_mark, ROLE_OF_MARK, " ")])
        elif ends is not None:
            right.append(self._mark_parts(window_mark, ROLE_OF_MARK))
        if is_whole and self.items.is_plain(item):
            probability = self.probability(self.items.node(item))
            right.append([(probability, Role.QUIET)] if probability else [])
        return left, spaced(right, " " if is_whole else "")

    def _ends_beside(self, item: int) -> tuple[Part, Part] | None:
        """Return α and β of the search above an item; there is no edge above the root."""
        node = self.items.node(item)
        if node == 0 or not self.items.is_plain(item):
            return None
        return self.window_ends(node)

    def _written_window(self, answer: WrittenAnswer) -> tuple[Part, Part] | None:
        """Return the window that a person has written, or the box for one that is asked for."""
        texts = (" ? ", " ? ") if answer.window is None else answer.window
        if len(texts) != 2:  # nothing is asked here
            return None
        alpha_role = Role.ALPHA_END
        beta_role = Role.BETA_END
        if answer.here == "window":
            alpha_role = beta_role = Role.NEWS
        elif answer.window is None:
            alpha_role = beta_role = Role.HERE
        alpha, beta = map(self.glyphs.written, texts)
        return (alpha, alpha_role), (beta, beta_role)

    # -- cards ---------------------------------------------------------------------------------

    def _paint_card(self, item: int, head: int) -> None:
        """Write a node's card, with what it hides and its moving window.

        How many nodes it hides stands below the card, else on it, else behind it.
        """
        form = self.layout.form
        node = self.items.node(item)
        tight = self.layout.is_tight(item)
        cells = self.layout.cells[item]
        blank = self.card_role(node)
        label = self.label_parts(node, tight=tight)
        value = self.value_parts(node, spaced=form.lines > 1, tight=tight)
        count = self._count_of_hidden(item)
        count_on_card: list[Part] = []
        count_behind: list[Part] = []
        has_line_below = form.stub or self.items.ply[item] + 1 == len(self.layout.heads)
        if has_line_below:
            self._put_below(item, head + form.lines, count)
        elif form.lines == 1 and not value and parts_width([*label, *count]) < cells:
            count_on_card = count
        else:
            count_behind = count
        fill = " "
        if form.lines > 1:
            lines = self._lines_of_high_card(node, label, value, cells)
        elif value:
            lines = [self._label_and_value(item, label, value)]
        elif count_on_card:
            ((text, _),) = count_on_card
            role = Role.QUIET if blank == Role.SPACE else blank
            lines = [[*label, (" ", blank), (text, role)]]
        else:
            lines = [label]
            if blank == Role.PRUNED and self.look.marks:
                fill = self.glyphs.hatch
        for line, parts in enumerate(lines, head):
            padded = _padded(parts, cells, blank, fill)
            self._put(line, *self.marked(item, self.layout.left_of(item), padded))
        last = head + len(lines) - 1
        self._put(last, self.layout.right_of(item) + 2, self._behind(item, count_behind))

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
        """Return the label, the value and the moving window, as far as there are lines for them.

        What is pruned is hatched below its label; a node to come has no card.
        """
        below = self.layout.form.lines - 1
        blank = self.card_role(node)
        if blank == Role.SPACE:
            return [label]
        if blank == Role.PRUNED:
            hatched: list[Part] = [(self.glyphs.hatch * cells, Role.HATCHED)]
            return [label, *[hatched] * below]
        value = self._what_turning_does(node, value, cells)
        return [label, *[value, self._moving_window(node)][:below]]

    def _label_and_value(self, item: int, label: list[Part], value: list[Part]) -> list[Part]:
        """Return a card of one line, on which the label stands still while the value changes."""
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
        """Return a value with what it was before a leaf was turned, or that it stands still."""
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

    def _behind(self, item: int, parts: list[Part]) -> list[Part]:
        """Return what stands behind a card because it has no line: how many nodes it hides.

        Behind the root's stands what a person has written about the whole tree, as far as it fits.
        """
        following = self.items.beside(item, 1)
        end = self.layout.width if following is None else self.layout.left_of(following) - 1
        room = end - self.layout.right_of(item) - 2
        if parts_width(parts) > room:
            return []
        answer = None if item else self.answer(item)
        for text, mark in () if answer is None else answer.aside:
            more = [
                (self.glyphs.written(text), Role.QUIET),
                *self._mark_parts(mark, ROLE_OF_MARK, " "),
            ]
            longer = spaced([parts, more], "  ")
            if parts_width(longer) > room:
                break
            parts = longer
        return parts

    def _put_below(self, item: int, line: int, parts: list[Part]) -> None:
        self._put(line, self.layout.columns[item] - (parts_width(parts) - 1) // 2, parts)

    def _paint_leaf(self, item: int, head: int) -> None:
        """Write a leaf's value, and below it its name, or what it was before it was turned."""
        node = self.items.node(item)
        text, role = self.leaf_part(node)
        left = self.layout.columns[item] - (width(text) - 1) // 2
        column, parts = self.marked(item, left, [(text, role)])
        has_marks = column != left
        if not has_marks and role in {Role.NEWS, Role.PRUNED} and self.layout.form.gap >= 3:
            column = left - 1
            parts = [(f" {text} ", role)]
        self._put(head, column, parts)
        turned = self.look.turned
        name = self.leaf_name(node) if self.layout.form.names else ""
        if turned is not None and turned.leaf_before is not None and node == self.look.cursor:
            was = self.glyphs.number(turned.leaf_before)
            self._put_below(item, head + 1, [(f"was {was}", Role.QUIET)])
        elif name:
            name_role = role if role in {Role.GHOST, Role.PRUNED} else Role.QUIET
            self._put_below(item, head + 1, [(name, name_role)])

    def _paint_rest(self, item: int, head: int) -> None:
        """Write a ``…`` or what stands for siblings without room."""
        if item in self.items.clusters:
            text, role = self._cluster_part(item)
            if self.layout.form.lines > 1:
                word = "" if self.look.answers is not None else "done"
                self._put_below(item, head + 1, [(_WORDS.get(self.status(item), word), role)])
        else:
            text, role = self._elision_part(item)
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
    """Return the weight of each stretch of a bus: the strongest of the edges that lead over it.

    Args:
        weights: The weights of the edges from left to right, and of none where the parent stands.
        middle: The index of the parent's middle.
    """
    from_left = list(accumulate(weights, max))
    from_right = list(accumulate(reversed(weights), max))[::-1]
    return [*from_left[:middle], *from_right[middle + 1 :]]


def _padded(parts: list[Part], cells: int, role: str, fill: str = " ") -> list[Part]:
    """Return parts in the middle of some cells."""
    spare = max(0, cells - parts_width(parts))
    before = (spare + 1) // 2 if fill != " " else spare // 2
    return [(fill * before, role), *parts, (fill * (spare - before), role)]


# -- the focus -------------------------------------------------------------------------------------


def focus_of(step: Snapshot, cursor: int | None = None) -> Focus:
    """Return the way around which a tree without room is drawn at a step.

    It leads to the node that is looked at, or at which the search stands, and on to a leaf: over
    the child from which the search came back last, else over the one it enters next.
    """
    record = step.record
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
        if step.child is not None and step.node == nodes[-1]:
            nodes.append(step.child)
            continue
        children = list(record.children(nodes[-1]))
        visited = bisect_left(
            range(len(children)),
            True,
            key=lambda index: record.call_at(children[index], step.step) is None,
        )
        nodes.append(children[max(0, visited - 1)])
    return Focus(tuple(nodes), current)


def draw(
    record: Record, step: int | None = None, look: Look | None = None, room: Size | None = None
) -> list[Line]:
    """Return the drawing of a search at a step, without the empty columns before it.

    Without a step it is the last one. Without a room (a height of 0 is any height) the whole tree
    is drawn, as far as a million cells can hold it.
    """
    if look is None:
        look = Look()
    shown = snapshot(record, record.steps if step is None else step)
    layout = arrange(record.tree, look, room, focus_of(shown, look.cursor))
    return Diagram(layout, shown, look).lines(trimmed=True)
