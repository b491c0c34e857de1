"""The diagram: cards from the top down, with what a step of the search makes of them."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Sequence
from itertools import accumulate, pairwise, product
from operator import itemgetter
from typing import Final

from treeexplorer.drawing.cards import Weight
from treeexplorer.drawing.focus import Focus
from treeexplorer.drawing.items import more_text
from treeexplorer.drawing.layout import Layout
from treeexplorer.drawing.painter import PASSED, ROLE_OF_MARK, ROLE_OF_WEIGHT, Painter, spaced
from treeexplorer.drawing.placement import arrange
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
from treeexplorer.explain.snapshot import NodeView, Snapshot, snapshot
from treeexplorer.judging.judge import Mark
from treeexplorer.numbers import counted
from treeexplorer.text import width
from treeexplorer.tree import INNER

_WORDS: Final = {Status.SKIPPED: "pruned", Status.BEYOND: "not searched", Status.UNSEEN: "to come"}


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
        children = self.items.children(parent)
        columns = self.layout.columns
        middle = self.layout.columns[parent]
        points = {middle: parent} | {columns[child]: child for child in children}
        places = sorted(points)
        weights = [self._weight_at(points[place], parent) for place in places]
        card_lines = self.layout.form.lines
        if self.card_role(self.items.node(parent)) == Role.SPACE:
            card_lines = 1  # a node to come has no card: the edge touches its label
        below_card = self.layout.heads[self.items.ply[parent]] + card_lines
        for above in range(below_card, line):
            self._put(above, middle, [self.upright(max(weights))])
        # A stretch of the bus is drawn as the strongest of the edges that lead over it.
        from_left = list(accumulate(weights, max))
        from_right = list(accumulate(reversed(weights), max))[::-1]
        before_middle = bisect_left(places, middle)
        stretches = [*from_left[:before_middle], *from_right[before_middle + 1 :]]
        runs = self.glyphs.runs
        for (start, stop), weight in zip(pairwise(places), stretches, strict=True):
            self._put(
                line, start + 1, [(runs[weight] * (stop - start - 1), ROLE_OF_WEIGHT[weight])]
            )
        arms = pairwise([Weight.NONE, *stretches, Weight.NONE])
        for place, own, (left, right) in zip(places, weights, arms, strict=True):
            is_child = points[place] != parent
            down = self.end_weight(points[place]) if is_child else Weight.NONE
            up = max(left, right, down) if place == middle else Weight.NONE
            cell = self.upright(max(up, down))
            if left or right:
                sign = self.glyphs.junction(up, right, down, left)
                cell = sign, ROLE_OF_WEIGHT[max(up, right, left, own)]
            self._put(line, place, [cell])
        if self.look.answers is None:
            self._paint_slab(parent, children, line)

    def _weight_at(self, item: int, parent: int) -> Weight:
        """Return the weight of the edge to an item; none where the parent itself stands."""
        if item == parent:
            return Weight.NONE
        return self.weight(item)

    def _paint_slab(self, parent: int, children: Sequence[int], line: int) -> None:
        """Write what stands on a bus before the first branch that is, or may be, pruned.

        It stands where the bus leads to these branches alone; else over their ends; else beside
        the line above the bus; else below the bus, over the branches; and where nothing else is
        left, over what is beside. One thought: these places are tried in turn, each with the same
        numbers.
        """
        view = self.view(parent)
        if self.look.question != view.node and not view.missed_on_equality and not view.is_cut:
            return
        texts, role = self._slab_texts(view)
        waiting = PASSED if view.is_cut else (Status.UNSEEN,)
        pending = [child for child in children if self.status(child) in waiting]
        columns = self.layout.columns
        from_right = self.snapshot.record.rules.right_to_left
        live = [columns[item] for item in (parent, *children) if item not in pending]
        ends = [columns[item] for item in pending]
        if not pending and self.look.turned is not None:
            return  # all that was pruned is read after all
        if not ends:
            ends = live
        before = min(ends) < min(live) - 1
        after = max(ends) > max(live) + 1
        is_left = from_right if before is after else before
        # Where the slab stands on the left, all columns are counted from right to left.
        flip = -1 if is_left else 1
        near = [flip * columns[item] for item in pending]
        edge = max(flip * column for column in live) + 1
        end = 1 if is_left else self.layout.width
        run = min((column for column in near if column > edge), default=None)
        if not texts:
            if run is not None:
                self._overlays[line].append((flip * edge, (self.glyphs.cut, role)))
            elif pending:
                self._crossed.add(pending[-1 if from_right else 0])
            return
        beside = self.items.beside(parent, flip)
        limit = above = end
        if beside is not None:
            places = [flip * columns[item] for item in (beside, *self.items.children(beside))]
            limit = min(places)
            above = places[0]
        ways = []  # lines, with the first column and one past the last that are free
        if run is not None:  # a branch right beside the middle keeps its end
            ways.append((line, edge + int(edge in near), run))
        ways.append((line, edge, limit - 1))
        if self.layout.form.stub:
            ways.append((line - 1, flip * columns[parent] + 1, above - 2))
        anywhere = [(line, edge, end), (line, end - self.layout.width, end)]
        if self.layout.heads[self.items.ply[parent] + 1] - line > 1:
            last = max(
                (flip * columns[item] for item in children if item not in pending), default=0
            )
            anywhere.insert(0, (line + 1, last + 1, limit - 1))
        whole = [(texts[:2], way) for way in ways]
        for some, (at, start, stop) in [*whole, *((texts, way) for way in [*ways, *anywhere])]:
            room = min(stop, end) - start  # a branch may lie beyond the drawing
            text = next((text for text in some if width(text) <= room), None)
            if text is not None:
                column = 1 - start - width(text) if is_left else start
                if not self._is_on_window(parent, at, range(column, column + width(text))):
                    self._overlays[at].append((column, (text, role)))
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
            drop = [self.upright(self.end_weight(item))]
            if item in self._crossed:
                drop = [(self.glyphs.cut, Role.SLAB)]
            if self.has_both(item):
                drop.append((self.glyphs.dots, Role.BETA))
            for line in range(bus + 1, head - 1):
                self._put(line, self.layout.columns[item], drop)
            answer = self.answer(item)
            if answer is not None and answer.crossed:
                role = Role.SLAB if answer.cut_mark is None else ROLE_OF_MARK[answer.cut_mark]
                drop = [(self.glyphs.hatch, role)]
            if head - bus > 1:
                self._put(head - 1, self.layout.columns[item], drop)

    def _paint_beside(self, members: Sequence[int], line: int) -> None:
        """Write what stands beside the edges of a row: α on the left, β and more on the right.

        What is on the path stands there in any case; what is not gives way where it would touch
        another edge, or what belongs to that edge; of a mistake the mark remains.
        """
        columns = [self.layout.columns[item] for item in members]
        ranks = list(map(self._rank, members))
        taken: dict[int, tuple[int, int]] = {}
        for index in sorted(range(len(members)), key=ranks.__getitem__):
            high = columns[index + 1] - 1 if index + 1 < len(columns) else self.layout.width
            high = min(high, taken.get(index + 1, (high + 2, 0))[0] - 2)
            beside = columns[index - 1] if index else -2
            beside = max(beside, taken.get(index - 1, (0, -2))[1])
            wholes = (True, False) if ranks[index] == 1 else (True,)
            for is_whole, space in product(wholes, (1, 0)):
                left, right = self._beside(members[index], is_whole=is_whole)
                if not ranks[index] and not space:
                    left, right = self._on_one_side(columns[index], left, right)
                before = parts_width(left)
                after = parts_width(right)
                if not before + after:
                    break
                low = beside + (2 if before else 1)
                start = columns[index] - before - (space if before else 0)
                stop = columns[index] + 1 + after + (space if after else 0)
                stop += self.has_both(members[index])
                if (start >= low and stop <= high) or (not ranks[index] and not space):
                    first = start if before else start + 1
                    taken[index] = first, stop
                    self._put(line, max(0, start), self._cut(left, before + min(0, start)))
                    behind = stop - after
                    self._put(line, behind, self._cut(right, self.layout.width - behind))
                    break

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
        answer = self.answer(item)
        if self._holds(item, self.look.cursor) or (answer is not None and answer.window is None):
            return 0
        if answer is not None:
            is_wrong = answer.window_mark not in {None, Mark.RIGHT}
            return 1 if answer.cut_mark is not None or is_wrong else 2
        return 0 if self.is_on_path(self.items.node(item)) else 2

    def _beside(self, item: int, *, is_whole: bool = True) -> tuple[list[Part], list[Part]]:
        """Return what stands to the left and right of the edge above an item, or marks alone."""
        node = self.items.node(item)
        answer = self.answer(item)
        left: list[Part] = []
        right: list[list[Part]] = []
        ends: tuple[Part, Part] | None = None
        if answer is None:
            ends = self.window_ends(node) if node and self.items.is_plain(item) else None
        else:
            right.append(self._mark_parts(answer.cut_mark, ROLE_OF_MARK))
            texts = (" ? ", " ? ") if answer.window is None else answer.window
            roles = Role.ALPHA_END, Role.BETA_END
            if answer.here == "window" or answer.window is None:
                roles = (Role.NEWS if answer.here == "window" else Role.HERE,) * 2
            if texts:
                alpha, beta = map(self.glyphs.written, texts)
                ends = (alpha, roles[0]), (beta, roles[1])
        mark = None if answer is None else answer.window_mark
        if ends is not None and is_whole:
            left = [ends[0]]
            right.append([ends[1], *self._mark_parts(mark, ROLE_OF_MARK, " ")])
        elif ends is not None:
            right.append(self._mark_parts(mark, ROLE_OF_MARK))
        is_shown = self.items.is_plain(item) and is_whole
        probability = self.probability(node) if is_shown else ""
        right.append([(probability, Role.QUIET)] if probability else [])
        return left, spaced(right, " " if is_whole else "")

    # -- cards ---------------------------------------------------------------------------------

    def _paint_card(self, item: int, head: int) -> None:
        """Write a node's card, with what it hides below it and its moving window.

        One thought: the lines of a card are one text, which is then padded to its width.
        """
        layout = self.layout
        form = self.layout.form
        node = self.items.node(item)
        tight = layout.is_tight(item)
        cells = layout.cells[item]
        blank = self.card_role(node)
        hatch = self.glyphs.hatch
        label = self.label_parts(node, tight=tight)
        value = self.value_parts(node, spaced=form.lines > 1, tight=tight)
        if form.lines > 1:
            value = self._what_turning_does(node, value, cells)
        count: list[Part] = []
        if hidden := self.items.hidden(item):
            shade = Role.PRUNED if self.is_pruned(item) else Role.QUIET
            count = [(self.count(hidden, cells), shade)]
        if form.stub or self.items.ply[item] + 1 == len(layout.heads):  # there is a line below
            self._put_below(item, head + form.lines, count)
            count = []
        lines = [label]
        fill = " "
        if form.lines > 1:
            lines += [value, self._moving_window(node)][: form.lines - 1]
            if blank == Role.PRUNED:
                lines[1:] = [[(hatch * cells, Role.HATCHED)]] * (form.lines - 1)
            elif blank == Role.SPACE:
                lines = [label]
        elif not value and count and parts_width([*label, *count]) < cells:
            role = Role.QUIET if blank == Role.SPACE else blank
            lines = [[*label, (" ", blank), (count[0][0], role)]]
            count = []
        elif not value:
            fill = hatch if blank == Role.PRUNED and self.look.marks else " "
        elif tight:
            lines = [[*label, *value]]
        else:  # the label stands still while the value changes
            parts = [*label, (" ", blank), *value]
            spare = cells - parts_width(parts)
            most = self.value_width(self.tree.roles[node])
            start = max(0, min(spare, (cells - parts_width(label) - most) // 2))
            lines = [[(" " * start, blank), *parts, (" " * (spare - start), blank)]]
        for line, parts in enumerate(lines):
            padded = _padded(parts, cells, blank, fill)
            self._put(head + line, *self.marked(item, layout.left_of(item), padded))
        self._put(head + len(lines) - 1, layout.right_of(item) + 2, self._behind(item, count))

    def _what_turning_does(self, node: int, value: list[Part], cells: int) -> list[Part]:
        """Return a value with what it was before a leaf was turned, or that it stands still."""
        turned = self.look.turned
        longer: list[Part] = []
        quiet = CARD_ROLES[self.player(node)].between
        if turned is None:
            return value
        if node == turned.node and turned.before is not None and turned.sign == "=":
            now = self.glyphs.number(turned.number)
            arrow = "->" if self.glyphs.ascii else "→"
            longer = [(f"{self.glyphs.number(turned.before)} {arrow} ", quiet), (now, Role.NEWS)]
        elif node == turned.keeper and value:
            number = self.snapshot.view(node).number
            longer = [("stays ", quiet), (self.glyphs.number(present(number)), value[-1][1])]
        return longer if longer and parts_width(longer) <= cells else value

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
        node = self.items.node(item)
        text, role = self.leaf_part(self.items.node(item))
        left = self.layout.columns[item] - (width(text) - 1) // 2
        column, parts = self.marked(item, left, [(text, role)])
        if column == left and role in {Role.NEWS, Role.PRUNED} and self.layout.form.gap >= 3:
            column = left - 1
            parts = [(f" {text} ", role)]
        self._put(head, column, parts)
        turned = self.look.turned
        if turned is not None and turned.leaf_before is not None and node == self.look.cursor:
            was = self.glyphs.number(turned.leaf_before)
            self._put_below(item, head + 1, [(f"was {was}", Role.QUIET)])
        elif self.layout.form.names and (name := self.leaf_name(node)):
            is_kept = role in {Role.GHOST, Role.PRUNED}
            self._put_below(item, head + 1, [(name, role if is_kept else Role.QUIET)])

    def _paint_rest(self, item: int, head: int) -> None:
        """Write a ``…`` or what stands for siblings without room."""
        passed = self.is_pruned(item)
        text = self.glyphs.elided
        role = Role.PRUNED if passed else Role.GHOST
        spare = self.layout.cells[item] - width(text)
        if cluster := self.items.clusters.get(item):
            role = Role.PRUNED if passed else Role.QUIET
            text = more_text(cluster[0])
            word = "" if self.look.answers is not None else "done"
            if self.layout.form.lines > 1:
                self._put_below(item, head + 1, [(_WORDS.get(self.status(item), word), role)])
        elif passed and spare > 1:
            stroke = self.glyphs.hatch * (spare // 2)
            text = f"{stroke}{text}{stroke}"
            role = Role.HATCHED
        column = self.layout.columns[item] - (width(text) - 1) // 2
        self._put(head, *self.marked(item, column, [(text, role)]))


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
            key=lambda index: record.row_at(children[index], step.step) is None,
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
