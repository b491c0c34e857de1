"""The diagram: cards from the top down, painted line by line for the part that is looked at."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from treeexplorer.drawing.cards import Cards, CardTexts, parts_width
from treeexplorer.drawing.glyphs import Weight
from treeexplorer.drawing.layout import Focus, Items, Layout, arrange, more_text
from treeexplorer.drawing.runs import (
    Line,
    LineWriter,
    Look,
    Part,
    Role,
    Run,
    Size,
    Viewport,
)
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.engine.record import Record, Status, StepKind
from treeexplorer.explain.snapshot import NodeView, Snapshot, snapshot
from treeexplorer.text import width
from treeexplorer.tree import INNER

ROLE_OF_WEIGHT: Final = {
    Weight.NONE: Role.SPACE,
    Weight.DOTTED: Role.DASHED,
    Weight.LIGHT: Role.EDGE,
    Weight.HEAVY: Role.PATH,
    Weight.DOUBLE: Role.PRINCIPAL,
}
_MOST_CELLS: Final = 1_000_000
_WIDE: Final = 160
_PASSED: Final = (Status.SKIPPED, Status.BEYOND)
_WORDS: Final = {Status.SKIPPED: "pruned", Status.BEYOND: "not searched", Status.UNSEEN: "to come"}


class Slab(NamedTuple):
    """What stands on a bus before the first branch that is, or may be, pruned."""

    start: int
    texts: tuple[str, ...]  # the longest first
    room: int
    role: Role
    from_right: bool

    @property
    def text(self) -> str:
        """The longest text that has room; nothing where none has."""
        return next((text for text in self.texts if width(text) <= self.room), "")

    @property
    def column(self) -> int:
        """The first column of the text."""
        return self.start + (self.room - width(self.text) if self.from_right else 0)


@dataclass(frozen=True)
class Family:
    """A parent and those of its children whose edges can be seen.

    Attributes:
        parent: The parent item.
        children: The visible children, from left to right, and one more on either side.
        middle: The parent's column.
        start: The first column of the bus.
        stop: Its last column.
        weights: Columns and weights of the edges that tell how the bus is drawn.
    """

    parent: int
    children: list[int]
    middle: int
    start: int
    stop: int
    weights: list[tuple[int, Weight]]

    def across(self, left: int, right: int) -> Weight:
        """Return how the bus is drawn between two neighbouring columns."""
        if not self.start <= left < right <= self.stop:
            return Weight.NONE
        weight = Weight.NONE
        if right <= self.middle:
            for column, drawn in self.weights:
                if column <= left and drawn > weight:
                    weight = drawn
        else:
            for column, drawn in self.weights:
                if column >= right and drawn > weight:
                    weight = drawn
        return weight


class Painter:
    """What a step makes of the items of a drawing: statuses, edges, marks.

    Args:
        items: What is drawn.
        step: What the step shows.
        look: How to draw.
    """

    def __init__(self, items: Items, step: Snapshot, look: Look) -> None:
        self.items = items
        self.tree = items.tree
        self.snapshot = step
        self.look = look
        self.cards = Cards(self.tree, look)
        self.texts = CardTexts(self.cards, step)
        self.glyphs = self.cards.glyphs
        self._weights: dict[int, Weight] = {}
        self._shows_result = look.spoilers and step.is_last and look.answers is None

    def view(self, item: int) -> NodeView:
        """Return what the node of an item looks like."""
        return self.snapshot.view(self.items.node(item))

    def status(self, item: int) -> Status:
        """Return what an item is at the step."""
        node = self.items.node(item)
        if self.items.is_elision(item):
            return self.snapshot.view(node).elided or Status.UNSEEN
        return self.snapshot.status(node)

    def is_pruned(self, item: int) -> bool:
        """Tell whether an item is pruned, or beyond the depth limit."""
        return self.look.answers is None and self.status(item) in _PASSED

    def weight(self, item: int) -> Weight:
        """Return how the edge above an item is drawn."""
        weight = self._weights.get(item)
        if weight is None:
            weight = self._weights[item] = self._find_weight(item)
        return weight

    def _find_weight(self, item: int) -> Weight:
        node = self.items.node(item)
        if self.look.answers is not None:
            answer = self.look.answers.get(node)
            crossed = answer is not None and answer.crossed and not self.items.is_elision(item)
            return Weight.DOTTED if crossed else Weight.LIGHT
        if self.status(item) in _PASSED:
            return Weight.DOTTED
        if not self.items.is_plain(item):
            return Weight.LIGHT
        if self._shows_result and node in self._line:
            return Weight.DOUBLE
        return Weight.HEAVY if self._is_on_path(node) else Weight.LIGHT

    def _is_on_path(self, node: int) -> bool:
        step = self.snapshot
        if node == step.child:
            return not step.is_last
        current = step.current
        return current is not None and node <= current < self.tree.end[node] and not step.is_last

    @property
    def _line(self) -> frozenset[int]:
        return result_of(self.snapshot.record)[0]

    @property
    def _ties(self) -> frozenset[int]:
        return result_of(self.snapshot.record)[1]

    def end_weight(self, item: int) -> Weight:
        """Return how the end of the edge above an item is drawn; a tie's is double."""
        if not self._shows_result or self.items.ply[item] != 1 or not self.items.is_plain(item):
            return self.weight(item)
        return Weight.DOUBLE if self.items.node(item) in self._ties else self.weight(item)

    def strong_child(self, parent: int) -> int | None:
        """Return the child over which the path or the principal variation goes on."""
        node, step = self.items.node(parent), self.snapshot
        if self.look.answers is not None or self.items.is_end(parent):
            return None
        if self._shows_result:
            below = [each for each in self._line if self.tree.parent[each] == node]
            return self.items.item(below[0]) if below else None
        if step.child is not None and step.node == node:
            return self.items.item(step.child)
        current = step.current
        if current is None or not node < current < self.tree.end[node]:
            return None
        return self.items.item(self.tree.ancestor_at(current, self.tree.ply[node] + 1))

    def _holds(self, item: int, wanted: int | None) -> bool:
        """Tell whether an item is the node that is wanted, or hides it."""
        if wanted is None or self.items.is_elision(item):
            return False
        node = self.items.node(item)
        if node == wanted and item not in self.items.clusters:
            return True
        return self.items.is_end(item) and node <= wanted < self.items.stop(item)

    def marks_of(self, item: int) -> tuple[str, str, Role] | None:
        """Return what stands before and after the current node and the one looked at."""
        return self._marks.get(item)

    @cached_property
    def _marks(self) -> dict[int, tuple[str, str, Role]]:
        current = None if self.look.answers is not None else self.snapshot.current
        marks = (
            (current, self.glyphs.marks, Role.CURRENT),
            (self.look.cursor, self.glyphs.cursor, Role.CURSOR),
        )
        return {
            item: (*signs, role)
            for node, signs, role in marks
            if node is not None and self._holds(item := self.items.item(node), node)
        }


class Diagram(Painter):
    """Paints a layout at a step; what that costs depends on what is visible alone.

    Args:
        layout: Where everything stands.
        step: What the step shows.
        look: How to draw.
    """

    def __init__(self, layout: Layout, step: Snapshot, look: Look | None = None) -> None:
        super().__init__(layout.items, step, look or Look())
        self.layout = layout
        self._repeated: dict[tuple[int, bool, int, int], Line] = {}  # lines of edges alone

    def lines(self, viewport: Viewport | None = None) -> list[Line]:
        """Return the lines of a part of the drawing, each at most as wide as the part."""
        part = viewport or Viewport(0, 0, self.layout.width, self.layout.height)
        return [self.line(part.top + row, part.left, part.width) for row in range(part.height)]

    def line(self, number: int, left: int, cells: int) -> Line:
        """Return one line of the drawing between two columns; nothing beyond its edges."""
        layout = self.layout
        if not layout.top <= number < layout.height:
            return []
        row, right = layout.row_at(number), left + cells
        if number < layout.buses[0]:
            return []
        bus, head = layout.buses[row], layout.heads[row]
        first_stub = head + layout.form.lines
        is_repeated = bus < number < head - 1 or number > first_stub
        key = row, number > head, left, cells
        if is_repeated and key in self._repeated:
            return self._repeated[key]
        writer = LineWriter(left, cells)
        if is_repeated:
            self._repeated[key] = writer.runs
        if row and number == bus:
            self._paint_bus(writer, row, left, right)
        elif number < head:
            self._paint_drops(writer, row, left, right, is_last=number == head - 1)
        elif number < head + layout.form.lines and self._has_card_line(row, number - head):
            self._paint_cards(writer, row, number - head, left, right)
        else:
            self._paint_stubs(writer, row, number, left, right)
        if row == 0 and number == head and layout.above:
            self._paint_above(writer)
        return writer.runs

    def _has_card_line(self, row: int, line: int) -> bool:
        """Tell whether a line below the first of a row belongs to its cards."""
        if line == 0:
            return True
        following = row + 1
        if following < len(self.layout.buses):
            return self.layout.heads[row] + line < self.layout.buses[following]
        return True

    def _visible(self, row: int, left: int, right: int) -> list[int]:
        low, high = self.layout.visible(row, left, right)
        return list(self.items.plies[row][low:high])

    def _paint_above(self, writer: LineWriter) -> None:
        text = f"{self.layout.above} plies above" if self.layout.above > 1 else "1 ply above"
        arrow = "^" if self.glyphs.ascii else "↑"
        writer.put(self.layout.right_of(0) + 4, f"{arrow} {text}", Role.FOLDED)

    # -- the bus -------------------------------------------------------------------------------

    def _families(self, row: int, left: int, right: int) -> Iterator[Family]:
        """Yield the families with a bus between two columns, from left to right."""
        items, members = self.items, self.items.plies[row]
        low, high = self.layout.visible(row, left, right)
        children: list[int] = []
        parent = -1
        for index in range(max(0, low - 1), min(len(members), high + 1)):
            item = members[index]
            if items.parent[item] != parent:
                if children:
                    yield self._family(parent, children)
                parent, children = items.parent[item], []
            children.append(item)
        if children:
            yield self._family(parent, children)

    def _family(self, parent: int, children: list[int]) -> Family:
        items, columns = self.items, self.layout.columns
        members = items.plies[items.ply[children[0]]]
        last = members[bisect_left(members, items.end[parent]) - 1]
        telling = {parent + 1, last, *children}
        strong = self.strong_child(parent)
        if strong is not None and strong != parent:
            telling.add(strong)
        middle = columns[parent]
        return Family(
            parent=parent,
            children=children,
            middle=middle,
            start=min(columns[parent + 1], middle),
            stop=max(columns[last], middle),
            weights=[(columns[item], self.weight(item)) for item in sorted(telling)],
        )

    def _paint_bus(self, writer: LineWriter, row: int, left: int, right: int) -> None:
        for family in self._families(row, left, right):
            self._paint_family(writer, family)

    def _paint_family(self, writer: LineWriter, family: Family) -> None:
        columns = self.layout.columns
        points = {columns[item]: item for item in family.children}
        points.setdefault(family.middle, family.parent)
        slab = self._slab(family)
        previous: int | None = None
        for column in sorted(points):
            if previous is not None and column - previous > 1:
                weight = family.across(previous, column)
                run, role = self.glyphs.runs[weight], ROLE_OF_WEIGHT[weight]
                if slab is not None and slab.text and previous < slab.column < column:
                    writer.fill(previous + 1, slab.column, run, role)
                    writer.put(slab.column, slab.text, slab.role)
                writer.fill(previous + 1, column, run, role)
            self._paint_point(writer, family, column, points[column])
            previous = column

    def _paint_point(self, writer: LineWriter, family: Family, column: int, item: int) -> None:
        left = family.across(column - 1, column)
        right = family.across(column, column + 1)
        is_child = item != family.parent
        down = self.end_weight(item) if is_child else Weight.NONE
        up = max(left, right, down) if column == family.middle else Weight.NONE
        strongest = max(up, right, left, self.weight(item) if is_child else Weight.NONE)
        glyph = self.glyphs.junction(up, right, down, left)
        writer.put(column, glyph, ROLE_OF_WEIGHT[strongest])

    # -- slabs ---------------------------------------------------------------------------------

    def _slab(self, family: Family) -> Slab | None:
        """Return what stands before the first branch that is pruned, or was nearly."""
        if self.look.answers is not None:
            return None
        view = self.view(family.parent)
        is_question = self.look.question == view.node
        if not (view.is_cut or view.missed_on_equality or is_question):
            return None
        waiting = (Status.UNSEEN,) if not view.is_cut else _PASSED
        room = self._slab_room(family, waiting)
        if room is None:
            return None
        start, cells, from_right = room
        cross = self.glyphs.cut
        if is_question:
            texts: tuple[str, ...] = (f" {cross} ? ", f"{cross} ?", "?")
            role = Role.QUESTION
        elif view.missed_on_equality:
            test = (
                view.missed_on_equality.replace("−", "-")
                if self.glyphs.ascii
                else (view.missed_on_equality)
            )
            texts, role = (f" {test} ", test, test.replace(" ", "")), Role.MISSED
        elif self.snapshot.kind is StepKind.CUT and view.node == self.snapshot.node:
            texts, role = (f" {cross} CUT ", f"{cross} CUT", cross), Role.SLAB
        else:
            texts, role = (cross,), Role.SLAB
        return Slab(start, texts, cells, role, from_right)

    def _slab_room(
        self, family: Family, waiting: tuple[Status, ...]
    ) -> tuple[int, int, bool] | None:
        """Return the first column and the cells of a bus that lead to waiting children alone.

        The run over which the search went to the children before is never broken.
        """
        columns = self.layout.columns
        pending = [item for item in family.children if self.status(item) in waiting]
        if not pending:
            return None
        telling = {family.parent + 1, *family.children}
        live = [columns[item] for item in telling if self.status(item) not in waiting]
        low, high = min([family.middle, *live]), max([family.middle, *live])
        after = [columns[item] for item in pending if columns[item] > high + 1]
        before = [columns[item] for item in pending if columns[item] < low - 1]
        from_right = self.snapshot.record.rules.right_to_left
        near = {columns[item] for item in pending}  # a child right beside the middle keeps its end
        if before and (from_right or not after):
            end = low - (low - 1 in near)
            return max(before) + 1, end - max(before) - 1, True
        if after:
            start = high + (high + 1 in near)
            return start + 1, min(after) - start - 1, False
        return None

    def _is_crossed_below(self, item: int) -> bool:
        """Tell whether a cut is marked on an edge's end, because the bus has no room for it."""
        if self.look.answers is not None or self.status(item) not in _PASSED:
            return False
        parent = self.items.parent[item]
        if not self.view(parent).is_cut:
            return False
        low, high = self.items.children(parent)
        siblings = list(self.items.plies[self.items.ply[item]][low:high])
        if self.snapshot.record.rules.right_to_left:
            siblings.reverse()
        first = next((each for each in siblings if self.status(each) in _PASSED), None)
        if first != item:
            return False
        slab = self._slab(self._family(parent, siblings))
        return slab is None or not slab.text

    # -- drops and stubs -----------------------------------------------------------------------

    def _paint_drops(
        self, writer: LineWriter, row: int, left: int, right: int, *, is_last: bool
    ) -> None:
        """Write the ends of edges, and in the last of their lines what stands beside them."""
        visible = self._visible(row, left, right)
        drops = {self.layout.columns[item]: item for item in visible}
        beside = self._beside(drops) if is_last else {}
        covered = [(start, start + parts_width(parts)) for start, parts in beside.values()]
        pieces: list[tuple[int, int | list[Part]]] = list(beside.values())
        pieces += [
            (column, item)
            for column, item in drops.items()
            if not any(start <= column < stop for start, stop in covered)
        ]
        for column, piece in sorted(pieces, key=lambda each: each[0]):
            if isinstance(piece, int):
                self._paint_drop(writer, piece, column)
            else:
                writer.put_parts(column, piece)

    def _paint_drop(self, writer: LineWriter, item: int, column: int) -> None:
        weight = self.end_weight(item)
        answers = self.look.answers
        if answers is not None and weight is Weight.DOTTED:
            writer.put(column, "/" if self.glyphs.ascii else "╱", Role.SLAB)
        elif weight is Weight.DOTTED and self._is_crossed_below(item):
            writer.put(column, self.glyphs.cut, Role.SLAB)
        else:
            writer.put(column, self.glyphs.uprights[weight], ROLE_OF_WEIGHT[weight])

    def _beside(self, drops: dict[int, int]) -> dict[int, tuple[int, list[Part]]]:
        """Return where windows, probabilities and claims stand, with their parts, by item."""
        found: dict[int, tuple[int, list[Part]]] = {}
        columns = sorted(drops)
        free = 0  # the first column that nothing stands in yet
        for index, column in enumerate(columns):
            item = drops[column]
            parts = self._beside_parts(item) if self.items.is_plain(item) else []
            cells = parts_width(parts)
            if not cells:
                free = column + 1
                continue
            node = self.items.node(item)
            start = column + 1 + (not self.cards.probability(node))
            end = max(self.layout.width, self.layout.right_of(item) + 1)
            is_last = index + 1 == len(columns)
            following = end + 1 if is_last else columns[index + 1]
            if start + cells < following and start + cells <= end:
                found[item] = start, parts
            elif self._is_on_path(node) or self._holds(item, self.look.cursor):
                before = column - 1 - cells
                if before < free and start + cells <= end:
                    before = start
                if before >= 0:
                    found[item] = before, parts
            free = column + 1
            if item in found:
                free = max(free, found[item][0] + cells)
        return found

    def _beside_parts(self, item: int) -> list[Part]:
        """Return the probability, the window and the claims beside the edge above an item."""
        node = self.items.node(item)
        probability = self.cards.probability(node)
        parts: list[Part] = [(probability, Role.PROBABILITY)] if probability else []
        space = [(" ", Role.SPACE)]
        if self.look.answers is not None:
            answer = self.look.answers.get(node)
            if answer is None or answer.window == "":
                return parts
            here = answer.here == "window"
            text = "(?, ?)" if answer.window is None else answer.window
            filled = answer.window is not None and not here
            role = Role.BOX_HERE if here else Role.WINDOW if filled else Role.BOX
            return [*parts, *(space if parts else []), (f" {text} " if not filled else text, role)]
        if self.tree.kind[node] == INNER and node:
            entry = None
            if self.status(item) in {Status.OPEN, Status.CLOSED}:
                entry = self.snapshot.view(node).entry
            if entry is not None:
                parts += [*(space if parts else []), *self.texts.window(entry)]
            note = self.texts.note(node, "window")
            if note:
                parts += [*(space if parts else []), *note]
        cut = self.texts.note(node, "cut")
        if cut:
            parts += [*(space if parts else []), *cut]
        return parts

    def _counts(self, row: int, left: int, right: int) -> list[tuple[int, str, Role]]:
        """Return column, text and role of what stands for the hidden nodes below a row."""
        found = []
        for item in self._visible(row, left, right):
            hidden = self.items.hidden(item)
            if hidden:
                text, role = self._count(item, hidden)
                found.append((self.layout.columns[item] - (width(text) - 1) // 2, text, role))
        return found

    def _count(self, item: int, hidden: int) -> Part:
        """Return what stands for the hidden nodes below an item."""
        role = Role.PRUNED if self.status(item) in _PASSED else Role.FOLDED
        return self.cards.count(hidden), role

    def _paint_stubs(
        self, writer: LineWriter, row: int, number: int, left: int, right: int
    ) -> None:
        """Write what is between a row's cards and the bus below them."""
        first = self.layout.heads[row] + self.layout.form.lines
        counts = self._counts(row, left, right) if number == first else []
        for item in self._visible(row, left, right):
            if self.items.is_end(item):
                if self.items.hidden(item) and counts:
                    column, text, role = counts.pop(0)
                    writer.put(column, text, role)
                continue
            weight = self._stub(item)
            column = self.layout.columns[item]
            writer.put(column, self.glyphs.uprights[weight], ROLE_OF_WEIGHT[weight])

    def _stub(self, item: int) -> Weight:
        """Return how the line below an item is drawn: as the strongest edge that it leads to."""
        strong = self.strong_child(item)
        if strong is not None and strong != item:
            return self.weight(strong)
        low, high = self.items.children(item)
        members = self.items.plies[self.items.ply[item] + 1]
        return max(self.weight(members[low]), self.weight(members[high - 1]))

    # -- cards ---------------------------------------------------------------------------------

    def _paint_cards(self, writer: LineWriter, row: int, line: int, left: int, right: int) -> None:
        for item in self._visible(row, left, right):
            if not self.items.is_plain(item):
                self._paint_rest(writer, item, line)
            elif self.tree.kind[self.items.node(item)] == INNER:
                self._paint_card(writer, item, line)
            elif line == 0:
                self._paint_leaf(writer, item)
            elif not self.items.is_end(item):
                continue

    def _paint_card(self, writer: LineWriter, item: int, line: int) -> None:
        node = self.items.node(item)
        first, last = self.layout.left_of(item), self.layout.right_of(item)
        marks = self.marks_of(item)
        if marks is not None:
            writer.put(first - 1, marks[0], marks[2])
        writer.put_parts(first, self._card_line(node, item, line, last - first + 1))
        at = last + 1
        if marks is not None:
            writer.put(at, marks[1], marks[2])
        if line == self.layout.form.lines - 1:
            note = self.texts.note(node, "value")
            writer.put_parts(at + 1, note)
            if not note:
                self._paint_behind(writer, item, at + 1)

    def _paint_behind(self, writer: LineWriter, item: int, column: int) -> None:
        """Write behind a card what has no line of its own: hidden nodes, and the path's windows."""
        form, count = self.layout.form, self._homeless_count(item)
        parts: list[Part] = []
        if count is not None and not self._is_inside(item, count):
            parts = [count]
        elif not form.drop and self._is_on_path(self.items.node(item)):
            parts = self._beside_parts(item)
        if not parts:
            return
        row = self.items.plies[self.items.ply[item]]
        following = bisect_left(row, item + 1)
        end = self.layout.width
        if following < len(row):
            end = self.layout.left_of(row[following]) - 1
        if column + parts_width(parts) <= end:
            writer.put_parts(column, parts)

    def _homeless_count(self, item: int) -> Part | None:
        """Return what stands for hidden nodes where no line below the card has room for it."""
        hidden = self.items.hidden(item)
        is_last = self.items.ply[item] == len(self.layout.heads) - 1
        return None if not hidden or self.layout.form.stub or is_last else self._count(item, hidden)

    def _is_inside(self, item: int, count: Part) -> bool:
        """Tell whether a count stands on a card that has no value."""
        if self.layout.form.lines != 1 or self.texts.value(self.items.node(item), spaced=False):
            return False
        label = self.texts.label(self.items.node(item), tight=self.layout.is_tight(item))
        cells = self.layout.right_of(item) - self.layout.left_of(item) + 1
        return parts_width(label) + 1 + width(count[0]) <= cells

    def _card_line(self, node: int, item: int, line: int, cells: int) -> list[Part]:
        """Return the parts of one line of a card, as wide as the card."""
        tight, blank = self.layout.is_tight(item), self.texts.card(node)
        passed = blank is Role.PRUNED
        hatch = "/" if self.glyphs.ascii else "╱"
        label = self.texts.label(node, tight=tight)
        if self.layout.form.lines == 2:
            if line == 1 and passed:
                return [(hatch * cells, Role.HATCHED)]
            parts = self.texts.value(node, spaced=True) if line else label
            return _padded(parts, cells, blank)
        value = self.texts.value(node, spaced=False, tight=tight)
        if not value:
            count = self._homeless_count(item)
            if count is not None and self._is_inside(item, count):
                role = Role.FOLDED if blank is Role.SPACE else blank
                return _padded([*label, (" ", blank), (count[0], role)], cells, blank)
            fill = hatch if passed and self.look.marks else " "
            return _padded(label, cells, blank, fill)
        if tight:
            return _padded([*label, *value], cells, blank)
        parts = [*label, (" ", blank), *value]
        spare = cells - parts_width(parts)
        widest = self.cards.value_width()  # the label stands still while the value changes
        start = max(0, min(spare, (cells - parts_width(label) - widest) // 2))
        return [(" " * start, blank), *parts, (" " * max(0, spare - start), blank)]

    def _paint_leaf(self, writer: LineWriter, item: int) -> None:
        text, role = self.texts.leaf(self.items.node(item))
        cells = width(text)
        column = self.layout.columns[item] - max(0, cells - 1) // 2
        marks = self.marks_of(item)
        if marks is not None:
            writer.put(column - 1, marks[0], marks[2])
        elif role in {Role.NEWS, Role.PRUNED} and self.layout.form.gap >= 3:
            text, column, cells = f" {text} ", column - 1, cells + 2
        writer.put(column, text, role)
        if marks is not None:
            writer.put(column + cells, marks[1], marks[2])
        writer.put_parts(column + cells + 1, self.texts.note(self.items.node(item), "value"))

    def _paint_rest(self, writer: LineWriter, item: int, line: int) -> None:
        """Write a ``…`` or what stands for siblings without room."""
        status = self.status(item)
        passed = status in _PASSED and self.look.answers is None
        cluster = self.items.clusters.get(item)
        if cluster is not None:
            text = more_text(cluster.number) if line == 0 else _WORDS.get(status, "done")
            role = Role.PRUNED if passed else Role.FOLDED
        elif line:
            return
        else:
            text, role = self.glyphs.elided, Role.GHOST
            room = self.layout.right_of(item) - self.layout.left_of(item) + 1
            if passed:
                role = Role.PRUNED
                if room > width(text) + 1:
                    stroke = ("/" if self.glyphs.ascii else "╱") * ((room - width(text)) // 2)
                    text, role = f"{stroke}{text}{stroke}", Role.HATCHED
        marks = self.marks_of(item)
        column = self.layout.columns[item] - (width(text) - 1) // 2
        if marks is not None and line == 0:
            writer.put(column - 1, marks[0], marks[2])
        writer.put(column, text, role)
        if marks is not None and line == 0:
            writer.put(column + width(text), marks[1], marks[2])


def _padded(parts: list[Part], cells: int, role: Role, fill: str = " ") -> list[Part]:
    """Return parts in the middle of some cells."""
    spare = cells - parts_width(parts)
    if spare <= 0:
        return parts
    before = (spare + 1) // 2 if fill != " " else spare // 2
    padding = [(fill * before, role)] if before else []
    after = [(fill * (spare - before), role)] if spare > before else []
    return [*padding, *parts, *after]


@lru_cache(maxsize=4)
def result_of(record: Record) -> tuple[frozenset[int], frozenset[int]]:
    """Return the nodes of the principal variation of a finished search, and the root's ties."""
    result = analysis_of(record).result
    return frozenset(result.line), frozenset(result.ties)


# -- the focus -------------------------------------------------------------------------------------


def focus_of(step: Snapshot, cursor: int | None = None) -> Focus:
    """Return the way around which a tree without room is drawn at a step.

    It leads to the node that is looked at, or at which the search stands, and on to a leaf: over
    the child from which the search came back last, else over the one it enters next.
    """
    record, tree = step.record, step.record.tree
    target = cursor if cursor is not None else step.current or 0
    nodes = [target, *tree.ancestors(target)]
    nodes.reverse()
    current = len(nodes) - 1
    while tree.kind[nodes[-1]] == INNER:
        nodes.append(_next_child(record, step, nodes[-1]))
    return Focus(tuple(nodes), current, record.rules.right_to_left)


def _next_child(record: Record, step: Snapshot, node: int) -> int:
    if step.child is not None and step.node == node:
        return step.child
    children = record.child_column(node)
    visited = bisect_left(
        range(len(children)),
        True,
        key=lambda index: record.row_at(children[index], step.step) is None,
    )
    return children[max(0, visited - 1)]


def draw(
    record: Record, step: int | None = None, look: Look | None = None, room: Size | None = None
) -> list[Line]:
    """Return the drawing of a search at a step, without the empty columns before it.

    Args:
        record: The record.
        step: The step; the last one where ``None``.
        look: How to draw.
        room: What to fit (a height of 0 is any height). Where ``None`` the whole tree is drawn, as
            far as a million cells can hold it.
    """
    look = look or Look()
    shown = snapshot(record, record.steps if step is None else step)
    layout = arrange(record.tree, look, room)
    if room is None and layout.width * layout.height > _MOST_CELLS:
        layout = arrange(record.tree, look, Size(_WIDE, 0), focus_of(shown, look.cursor))
    elif room is not None and not layout.is_whole:
        layout = arrange(record.tree, look, room, focus_of(shown, look.cursor))
    lines = Diagram(layout, shown, look).lines()
    margin = min((_indentation(line) for line in lines if line), default=0)
    return [_without_margin(line, margin) for line in lines]


def _indentation(line: Line) -> int:
    return len(line[0].text) if line[0].role is Role.SPACE else 0


def _without_margin(line: Line, margin: int) -> Line:
    if not line or not margin:
        return line
    first = Run(line[0].text[margin:], line[0].role)
    return [first, *line[1:]] if first.text else line[1:]
