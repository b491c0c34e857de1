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
from functools import lru_cache
from itertools import accumulate, pairwise, product, repeat
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.drawing.cards import Weight
from treeexplorer.drawing.focus import Focus
from treeexplorer.drawing.items import Item, more_text
from treeexplorer.drawing.layout import Layout
from treeexplorer.drawing.painter import (
    PASSED,
    ROLE_OF_MARK,
    ROLE_OF_WEIGHT,
    Painter,
    spaced,
    spaced_in,
)
from treeexplorer.drawing.placement import arrange
from treeexplorer.drawing.slab_places import FreeCells, SlabPlaces, slab_places
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
from treeexplorer.tree import INNER, Number

_WORDS: Final = {Status.SKIPPED: "pruned", Status.BEYOND: "not searched", Status.UNSEEN: "to come"}
_TOP_ITEM: Final = 0
_TOP_ROW: Final = 0

_Piece: TypeAlias = tuple[int, Sequence[Part]]
"""Parts of a line that follow each other, and the column in which the first begins."""
_Overlay: TypeAlias = tuple[int, Part]
"""What is written over the pieces of a line, and the column in which it begins."""
_Sides: TypeAlias = tuple[list[Part], list[Part]]
"""The texts to the left of an edge, and those to the right of it."""


class _Precedence(IntEnum):
    """What is done with texts beside an edge that have no room; the least gets its room first."""

    KEPT = 0  # they are written over what is there: on the path, at the cursor, boxes to fill in
    SHORTENED = 1  # only the marks of a person's answers are written
    LEFT_OUT = 2


class _CountPlace(Enum):
    """Where the number of nodes that a card hides is written."""

    BELOW = "below the card"
    ON_CARD = "on the card"
    BEHIND = "behind the card"


class _WantedTexts(NamedTuple):
    """The texts that should stand beside an edge, and what is done if they have no room."""

    sides: _Sides
    precedence: _Precedence


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


class _PlacedSlab(NamedTuple):
    """The text of a slab at a place where it has room."""

    line: int
    column: int
    text: str

    @property
    def cells(self) -> range:
        """The columns that it takes."""
        return range(self.column, self.column + width(self.text))


class _Bus(NamedTuple):
    """The line that the edges from a card to its children share.

    Its *joints* are the columns where the stem from the card meets it, and each child's edge.
    """

    parent: Item  # the item of the card
    line: int
    joints: list[int]  # from left to right
    items: list[Item]  # the child below each joint, or the parent if there is none
    stretches: list[Weight]  # how the bus is drawn from each joint to the next
    stem: Weight


class _CardTexts(NamedTuple):
    """What is written on a node's card."""

    label: list[Part]
    value: list[Part]
    hidden: list[Part]  # how many nodes below it are not drawn; empty if all are


class Diagram(Painter):
    """Paints a layout at a step, in time linear in what is drawn."""

    def __init__(self, layout: Layout, step: Snapshot, look: Look | None = None) -> None:
        """Prepare the drawing of a tree at one step; nothing is drawn before ``lines`` is called.

        Args:
            layout: The columns and lines of all that is drawn.
            step: What the search knows at the step.
            look: How it is drawn: with or without colours, windows, a cursor. Without it as usual.
        """
        if look is None:
            look = Look()
        super().__init__(layout.items, step, look)
        self.layout = layout
        # The texts to be written, by line of the drawing. `lines` fills both before it joins them.
        # An overlay hides the pieces in its columns.
        self._pieces: list[list[_Piece]] = []
        self._overlays: dict[int, list[_Overlay]] = defaultdict(list)
        # Children whose edge shows the cross of a cut-off, since the bus had no room for it. A bus
        # is the horizontal line that siblings share.
        self._crossed: set[Item] = set()

    def lines(self, rows: int | None = None, *, trimmed: bool = False) -> list[Line]:
        """Paint the drawing, and return it line by line.

        Args:
            rows: How many lines are returned, the last ones empty; without it, as many as it takes.
            trimmed: Whether the empty columns before the drawing are left out.
        """
        height = self._height(0 if rows is None else rows)
        self._pieces = [[] for _ in range(height)]
        self._overlays = defaultdict(list)
        self._paint()
        first_column = self._first_taken_column() if trimmed else 0
        return [self._line(line, first_column) for line in range(height)][:rows]

    def _height(self, least: int) -> int:
        """Return how many lines are painted: as many as the drawing takes, or more if asked."""
        height = self.layout.height
        if self.look.turned is not None:
            height += 1  # a leaf with another value shows below that the one it had
        return max(height, least)

    def _paint(self) -> None:
        """Write all texts of the drawing: first the tree row by row, then notes where room is left.

        The order binds: notes look for columns without a text, so that the tree must be written
        before them, and the count of hidden plies follows all that is written in its line.
        """
        for row in range(len(self.items.plies)):
            if row > 0:  # no edges lead to the topmost row from within the drawing
                self._paint_edges_above(row)
            self._paint_items(row)
        self._paint_notes()
        if self.layout.above:  # plies are hidden above the topmost card
            self._paint_edge_from_above()
            self._paint_count_of_hidden_plies()

    def _first_taken_column(self) -> int:
        """Return the leftmost column in which something is written."""
        return min(column for pieces in self._pieces for column, _ in pieces)

    def _paint_edges_above(self, row: int) -> None:
        """Write the edges to the items of a row: the buses of their parents, then the drops."""
        for parent in self.items.plies[row - 1]:
            if not self.items.is_end(parent):
                self._paint_bus(parent, self.layout.buses[row])
        self._paint_drops(row)

    def _paint_items(self, row: int) -> None:
        """Write everything of one row of the tree but its edges.

        That is the cards (the boxes of nodes with children), the leaves, and a ``…`` or ``7 more``
        for nodes that are not drawn.

        Args:
            row: The number of the row, the topmost being 0.
        """
        head = self.layout.heads[row]  # the first line of the row
        for item in self.items.plies[row]:
            # First: `is_card` is also true of an item that stands for several nodes.
            if not self.items.is_plain(item):
                self._paint_undrawn(item, head)
            elif self.items.is_card(item):
                self._paint_card(item, head)
            else:
                self._paint_leaf(item, head)

    def _paint_edge_from_above(self) -> None:
        """Write the edge that comes down to the topmost card, with its window: ``3 │ +∞``."""
        line = self.layout.heads[_TOP_ROW] - 1
        edge = self.upright(self.weight(_TOP_ITEM))
        self._put(line, self.layout.columns[_TOP_ITEM], [edge])
        self._paint_edge_texts([_TOP_ITEM], line)

    def _paint_count_of_hidden_plies(self) -> None:
        """Write to the right of the topmost node how many plies are hidden above the drawing.

        The line then reads ``▲ A    ↑ 2 plies above``. The text is left out if it has no room.
        """
        line = self.layout.heads[_TOP_ROW]
        # Texts may stand behind the node's card already: how many nodes it hides, and a person's
        # remarks. So the text follows the last of all texts in this line.
        written_up_to = [column + parts_width(parts) for column, parts in self._pieces[line]]
        first_free = max(self._column_behind(_TOP_ITEM), *written_up_to)
        column = first_free + len("  ")
        arrow = "^" if self.glyphs.ascii else "↑"
        text = f"{arrow} {counted(self.layout.above, 'ply', 'plies')} above"
        if column + width(text) <= self.layout.width:
            self._put(line, column, [(text, Role.QUIET)])

    # -- why something is wrong ----------------------------------------------------------------

    def _paint_notes(self) -> None:
        """Write beside each wrong answer of a person why it is wrong, if there is room.

        Without a person's answers (a paper) nothing is written. A note takes room in which later
        notes cannot be written, so that notes on mistakes come before notes on answers that only
        follow from a mistake.
        """
        if self.look.answers is None:
            return
        items = range(len(self.items.ply))
        noted = [item for item in items if self.items.is_plain(item) and self._note(item)]
        # Mistakes have the key False, which comes first. The sort is stable: otherwise the
        # nodes stay in preorder.
        noted.sort(key=lambda item: self._note_role(item) != Role.MISTAKE)
        for item in noted:
            self._paint_note(item)

    def _paint_note(self, item: Item) -> None:
        """Write why a person's answer is wrong: one line beside the node, the others below that.

        A line that has no room ends the note. If the first line has none, nothing is written.

        Args:
            item: What is drawn of the node. Its note must not be empty.
        """
        first, *others = map(self.glyphs.written, self._note(item))
        line = self._line_of_note(item)
        column = self._room_beside(item, line, width(first))
        if column is None:
            return
        self._put(line, column, [(first, self._note_role(item))])
        self._paint_lines_below(item, line, others)

    def _paint_lines_below(self, item: Item, line: int, texts: Sequence[str]) -> None:
        """Write the further lines of a note, up to the first that has no room."""
        for below, text in enumerate(texts, line + 1):
            column = self._room_below(item, below, width(text))
            if column is None:
                return
            self._put(below, column, [(text, Role.QUIET)])

    def _note(self, item: Item) -> tuple[str, ...]:
        """Return the lines of the note on an item's answer; empty if nothing is wrong with it."""
        answer = self.answer(item)
        return () if answer is None else answer.note

    def _note_role(self, item: Item) -> Role:
        """Return how a note looks: as a mistake, or as what follows from one."""
        answer = self.answer(item)
        if answer is None:
            return Role.MISTAKE
        if Mark.MISTAKE in {answer.value_mark, answer.window_mark, answer.cut_mark}:
            return Role.MISTAKE
        return Role.FOLLOWS

    def _line_of_note(self, item: Item) -> int:
        """Return the line of the drawing on which the note on a node's wrong answer begins.

        At a card (the box of a node with children) it is the card's last line. At a leaf it is the
        line below the leaf, or below the leaf's name if one is written. Lines count from the top.
        """
        form = self.layout.form
        head = self.layout.heads[self.items.ply[item]]  # the first line of the node's row
        if self.items.is_card(item):
            return head + form.lines - 1
        if form.names and self.leaf_name(self.items.node(item)):
            return head + 2
        return head + 1

    def _room_beside(self, item: Item, line: int, cells: int) -> int | None:
        """Return the column nearest to a node from which a text has room beside the node.

        The text must stay between the middles of the node's neighbours in its row: a reader would
        take a text below a neighbour to be about that neighbour.

        Args:
            item: What is drawn of the node.
            line: The line of the text.
            cells: How wide the text is.

        Returns:
            The text's first column, or ``None`` if there is no such room.
        """
        columns = self.layout.columns
        before = self.items.next_in_row(item, -1)
        after = self.items.next_in_row(item, 1)
        # Without a neighbour the text may go up to the margin. Column 0 stays empty.
        start = 1 if before is None else columns[before] + 1
        stop = self.layout.width if after is None else columns[after]
        # So far off, half of the text's width lies between it and the item.
        farthest = self.layout.cells[item] // 2 + cells
        return self._free_column(
            line, cells, centre=columns[item], farthest=farthest, within=range(start, stop)
        )

    def _room_below(self, item: Item, line: int, cells: int) -> int | None:
        """Return the column nearest to a node from which a text has room in a line below the node.

        Some cell of the text must be in the column of the node's middle or right beside it. The
        first column of the text is returned, or ``None`` if there is no such room.

        Args:
            item: What is drawn of the node.
            line: The line of the text.
            cells: How wide the text is.
        """
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
        """Return the column from which a text fits into a line, as near to a centre as can be.

        The text touches no text that is in the line already: one cell at least stays free between
        them. If there is no such room, ``None`` is returned.

        Args:
            line: The line; one below the drawing has no cells.
            cells: How wide the text is.
            centre: The column in which its middle should stand.
            farthest: By how many columns its middle may be off from there.
            within: The columns in which all of it must lie.
        """
        if line >= len(self._pieces):
            return None
        taken = [(column, column + parts_width(parts)) for column, parts in self._pieces[line]]
        for start in _nearest_first(centre - (cells - 1) // 2, farthest):
            stop = start + cells
            is_inside = within.start <= start and stop <= within.stop
            if is_inside and _is_apart(start, stop, taken):
                return start
        return None

    def _put(self, line: int, column: int, parts: Sequence[Part]) -> None:
        """Write parts into a line from a column on; below the drawing nothing is written."""
        if line < len(self._pieces):
            self._pieces[line].append((column, parts))

    def _line(self, line: int, first: int) -> Line:
        """Join the texts that are to stand in one line of the drawing, and return the line.

        Pieces lie beside each other: of two that share columns, the one that begins further left
        is seen there. Overlays are written over the pieces.

        Args:
            line: The line, counted from the top.
            first: The first column that is returned; what is to the left of it is left out.
        """
        pieces = tuple([(column, tuple(parts)) for column, parts in self._pieces[line]])
        overlays = tuple(self._overlays[line])
        return list(_joined(pieces, overlays, first, self.layout.width))

    # -- the bus -------------------------------------------------------------------------------

    def _paint_bus(self, parent: Item, line: int) -> None:
        """Write the lines that join a node to all its children: a stem down, then a bus across.

        Here the bus, the horizontal line, has the stem above it and leads to three children::

                │
            ┌───┼───┐

        Args:
            parent: What is drawn of the node.
            line: The line of the drawing on which the bus stands.
        """
        bus = self._bus(parent, line)
        self._paint_stem(bus)
        self._paint_stretches(bus)
        self._paint_joints(bus)
        is_search = self.look.answers is None
        if is_search:  # a person's paper shows no tests
            self._paint_slab(parent, line)

    def _bus(self, parent: Item, line: int) -> _Bus:
        """Work out the line that joins a node's children: where edges meet it, and how it is drawn.

        That line is the bus: ``┌──┼──┐``. Its joints are the columns at which the stem from the
        parent or the edge to a child meets it.

        Args:
            parent: What is drawn of the node.
            line: The line of the drawing on which the bus stands.
        """
        columns = self.layout.columns
        item_at = {columns[parent]: parent}
        # After the parent, since a child in the column of the stem takes the parent's place.
        item_at.update({columns[child]: child for child in self.items.children(parent)})
        joints = sorted(item_at)
        items = [item_at[joint] for joint in joints]
        weights = [self._weight_at(item, parent) for item in items]
        # A joint with the stem alone has the weight NONE, the least of all.
        stretches = _stretches(weights, joints.index(columns[parent]))
        return _Bus(parent, line, joints, items, stretches, stem=max(weights))

    def _paint_stretches(self, bus: _Bus) -> None:
        """Write the pieces of a bus between its joints."""
        for (joint, next_joint), weight in zip(pairwise(bus.joints), bus.stretches, strict=True):
            first_between = joint + 1
            run = self.glyphs.runs[weight] * (next_joint - first_between)
            self._put(bus.line, first_between, [(run, ROLE_OF_WEIGHT[weight])])

    def _paint_joints(self, bus: _Bus) -> None:
        """Write the cells of a bus at which edges and the stem meet it."""
        arms = pairwise([Weight.NONE, *bus.stretches, Weight.NONE])  # left and right of each joint
        for joint, item, (left, right) in zip(bus.joints, bus.items, arms, strict=True):
            self._put(bus.line, joint, [self._junction(item, bus.parent, left, right)])

    def _paint_stem(self, bus: _Bus) -> None:
        """Write the vertical line from a card down to the line of its bus."""
        stem = [self.upright(bus.stem)]
        column = self.layout.columns[bus.parent]
        for line in range(self._line_below_card(bus.parent), bus.line):
            self._put(line, column, stem)

    def _junction(self, item: Item, parent: Item, left: Weight, right: Weight) -> Part:
        """Return the character at which lines meet, with its colour: ``┬``, ``┴``, ``┼``, ``┐``.

        It is a cell of a bus, the horizontal line that joins a node's children. From above the
        node's stem may meet it, from below the edge to a child, or both: ``┼``.

        Args:
            item: The child below the cell, or the parent if no child stands there.
            parent: The item above the bus.
            left: The weight of the bus to the left of the cell.
            right: The weight of the bus to the right of it.
        """
        # A line of the weight NONE does not meet the cell. Greater weights are heavier lines.
        down = Weight.NONE
        is_child = item != parent
        if is_child:
            down = self.end_weight(item)
        up = Weight.NONE
        is_below_stem = self.layout.columns[item] == self.layout.columns[parent]
        if is_below_stem:  # the stem leads to all children, so it is like the heaviest line
            up = max(left, right, down)
        has_bus = left != Weight.NONE or right != Weight.NONE
        if not has_bus:  # a single child right below its parent: the stem goes straight on
            return self.upright(max(up, down))
        sign = self.glyphs.junction(up, right, down, left)
        # The end of a tie's edge is double, but the bus above it keeps the colour of its weight.
        return sign, ROLE_OF_WEIGHT[max(up, right, left, self._weight_at(item, parent))]

    def _line_below_card(self, item: Item) -> int:
        """Return the line below a card, or below the label of a node that has no card yet."""
        head = self.layout.heads[self.items.ply[item]]
        if self.card_role(self.items.node(item)) == Role.SPACE:
            return head + 1
        return head + self.layout.form.lines

    def _weight_at(self, item: Item, parent: Item) -> Weight:
        """Return the weight of the edge to an item; none where the parent itself stands."""
        if item == parent:
            return Weight.NONE
        return self.weight(item)

    def _paint_slab(self, parent: Item, line: int) -> None:
        """Write the test of a cut-off on the line that joins a node's children: ``╳ 3 ≥ 2``.

        This text, the slab, stands before the first pruned child. At a node to which none of the
        following applies, nothing is written.

        - At the step of the cut-off a slab shows its test; at later steps a cross is left.
        - While a person is asked for the test, a slab has a question mark.
        - If the test failed because both numbers are equal, a slab shows that.

        Args:
            parent: What is drawn of the node.
            line: The line of the drawing with the bus, on which a cross stands.
        """
        view = self.view(parent)
        if not self._has_slab(view):
            return
        pending = self._pending_children(parent, view)
        # With another value for a leaf the search may read all that it pruned.
        is_cut_no_more = not pending and self.look.turned is not None
        if is_cut_no_more:
            return
        from_right = self.snapshot.record.rules.right_to_left
        places = slab_places(self.layout, parent, pending, from_right=from_right)
        texts = self._slab_texts(view)
        if texts.whole:
            self._put_slab(parent, places, texts)
        else:  # the cut-off was at an earlier step
            self._put_cross(line, places, pending)

    def _pending_children(self, parent: Item, view: NodeView) -> list[Item]:
        """Return the children that a cut-off prunes, or would prune if its test held.

        A cut has pruned children; a test that is asked for or failed is about those to come.
        """
        statuses = PASSED if view.is_cut else (Status.UNSEEN,)
        return [child for child in self.items.children(parent) if self.status(child) in statuses]

    def _put_cross(self, line: int, places: SlabPlaces, pruned: Sequence[Item]) -> None:
        """Write the cross of an earlier cut-off: on the bus, or without room on a child's edge."""
        if places.edge is not None:  # the bus has a cell that leads to pruned children alone
            self._overlay(line, places.edge, [(self.glyphs.cut, Role.SLAB)])
        elif pruned:
            from_right = self.snapshot.record.rules.right_to_left
            first_pruned = pruned[-1] if from_right else pruned[0]
            self._crossed.add(first_pruned)  # `_drop`, called later, draws the cross

    def _has_slab(self, view: NodeView) -> bool:
        """Tell whether a slab stands below a node: one shows its test, or a cross marks its cut."""
        is_asked = self.look.question == view.node
        return is_asked or view.is_cut or view.missed_on_equality is not None

    def _put_slab(self, parent: Item, places: SlabPlaces, texts: _SlabTexts) -> None:
        """Write the longest text of a slab that fits where it hides the least.

        A place where it would cover the window of a child on the path is passed over.
        """
        for slab in _slabs_with_room(places, texts):
            if not self._covers_window(parent, slab):
                self._overlay(slab.line, slab.column, [(slab.text, texts.role)])
                return

    def _covers_window(self, parent: Item, slab: _PlacedSlab) -> bool:
        """Tell whether a slab touches the window of a node's child on the path."""
        if slab.line != self._line_of_windows(self.items.ply[parent] + 1):
            return False
        return any(_overlap(cells, slab.cells) for cells in self._cells_of_windows(parent))

    def _line_of_windows(self, row: int) -> int:
        """Return the line of the windows above a row's cards: the last one, or the bus itself.

        ::

            ┌────┼────┐            ┌─3┼+∞─┐
            │  3 │ +∞ │            5  A   7
            5    A    7
        """
        if self._has_lines_below_bus(row):
            return self.layout.heads[row] - 1
        return self.layout.buses[row]

    def _cells_of_windows(self, parent: Item) -> Iterator[range]:
        """Yield the columns of the window of each child on the path, its edge included."""
        space = 1 if self._has_lines_below_bus(self.items.ply[parent] + 1) else 0
        for item, (left, right) in self._windows_on_path(self.items.children(parent)):
            column = self.layout.columns[item]
            start = column - space - parts_width(left)
            stop = column + 1 + space + parts_width(right)
            yield range(start, stop)

    def _has_lines_below_bus(self, row: int) -> bool:
        """Tell whether there are lines between the buses above a row and its cards."""
        return self.layout.heads[row] - self.layout.buses[row] > 1

    def _slab_texts(self, view: NodeView) -> _SlabTexts:
        """Return the texts that can show the test of a cut-off below a node, the longest first.

        The one that has room is written as the slab, a coloured text on the line that joins the
        node's children. From the longest texts to the shortest, spaces and then the test itself
        are left out: `` ╳ 3 ≥ 2 ``, ``╳ 3 ≥ 2``, `` ╳ CUT ``, ``╳ CUT``.

        - ``╳ ?`` while a person is asked for the test.
        - ``3 > 3`` if the test failed only because both numbers are equal.
        - ``╳ 3 ≥ 2`` at the step of a cut-off.
        - Nothing at a later step: a cross alone is left of the cut-off.
        """
        cross = self.glyphs.cut
        if self.look.question == view.node:  # first: a test that is asked for must not be shown
            return _SlabTexts((f" {cross} ? ", f"{cross} ?"), ("?",), Role.NEWS)
        missed = view.missed_on_equality
        if missed is not None:
            test = self.glyphs.written(missed.bare)
            without_spaces = self.glyphs.written(missed.close)
            return _SlabTexts((f" {test} ", test), (without_spaces,), Role.MISSED)
        if self.snapshot.kind is StepKind.CUT and view.node == self.snapshot.node:
            test = f"{cross} {self.glyphs.written(str(self.snapshot.test))}"
            return _SlabTexts((f" {test} ", test), (f" {cross} CUT ", f"{cross} CUT"), Role.SLAB)
        return _SlabTexts((), (), Role.SLAB)

    # -- drops and stubs -----------------------------------------------------------------------

    def _paint_drops(self, row: int) -> None:
        """Write the vertical edges above all nodes of a row, with the texts beside them.

        They lead down from the buses, the horizontal lines that siblings share::

            ┌──────┼──────┐    the bus
            │      │      │
            │    3 │ +∞   ╱    the last line, with windows and the slashes of a paper
            5      A      7    the row
        """
        bus = self.layout.buses[row]  # all buses above a row stand on one line
        members = self.items.plies[row]
        # The nodes stand right below the bus: there are no vertical edges.
        if not self._has_lines_below_bus(row):
            self._paint_windows_on_bus(members, bus)
            return
        last_line = self.layout.heads[row] - 1
        # The texts come before the edges: of pieces in one column the first written is seen.
        self._paint_edge_texts(members, last_line)
        for item in members:
            self._paint_drop(item, bus, last_line)

    def _paint_drop(self, item: Item, bus: int, last_line: int) -> None:
        """Write the vertical edge above a node, and in its last line a person's slash if any.

        Args:
            item: What is drawn of the node.
            bus: The line above the first of the edge: that of the bus, which siblings share.
            last_line: The line of the edge right above the node.
        """
        column = self.layout.columns[item]
        drop = self._drop(item)
        for line in range(bus + 1, last_line):
            self._put(line, column, drop)
        slash = self._slash(item)
        above_item = drop if slash is None else [slash]
        self._put(last_line, column, above_item)

    def _drop(self, item: Item) -> list[Part]:
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

    def _slash(self, item: Item) -> Part | None:
        """Return the slash with which a person has crossed an item out, in its mark's colour."""
        answer = self.answer(item)
        if answer is None or not answer.crossed:
            return None
        role = Role.SLAB if answer.cut_mark is None else ROLE_OF_MARK[answer.cut_mark]
        return self.glyphs.hatch, role

    def _paint_edge_texts(self, members: Sequence[Item], line: int) -> None:
        """Write the texts beside the vertical edges of a row, as far as they have room.

        On the left of an edge stands α; on the right stand β and more: ``3 │ +∞``. If two
        neighbours compete for room, the one placed first gets it. So texts that must be seen, such
        as those on the path of the search, are placed first, and not from left to right.

        Args:
            members: The items below the edges, from left to right.
            line: The line of the drawing on which the texts stand.
        """
        columns = [self.layout.columns[item] for item in members]
        wanted = self._wanted_edge_texts(members)
        placed: dict[int, _EdgeTexts] = {}  # by the place of an item in the row
        # The least precedence comes first; of equal ones the left one does, for the sort is stable.
        for place in sorted(wanted, key=lambda place: wanted[place].precedence):
            # Looks at the two neighbours in `placed`, so that each text is entered there at once.
            free = self._free_around_edge(columns, place, placed)
            texts = self._fitting_edge_texts(members[place], wanted[place], free)
            if texts is not None:
                placed[place] = texts
                self._put_edge_texts(texts, line)

    def _free_around_edge(
        self, columns: Sequence[int], place: int, placed: Mapping[int, _EdgeTexts]
    ) -> range:
        """Return the columns in which the texts beside a vertical edge may stand.

        They lie between the edges to its left and right, and between the texts that were written
        beside those two edges already.

        Args:
            columns: The columns of a row's edges, from left to right.
            place: The index of the edge in ``columns``.
            placed: The texts that stand beside some of the edges already, by the edge's index.
        """
        start = -1  # `_fits` asks for a free cell before α; at the first edge it may lie outside
        if place > 0:
            start = _free_behind(columns[place - 1], placed.get(place - 1))
        stop = self.layout.width
        if place + 1 < len(columns):
            stop = _free_before(columns[place + 1], placed.get(place + 1))
        return range(start, stop)

    def _wanted_edge_texts(self, members: Sequence[Item]) -> dict[int, _WantedTexts]:
        """Return what should stand beside the edges of a row, by the place of an item in the row.

        Most edges have no texts: they are left out before anything else is asked about them.
        """
        sides_of = {place: self._texts_of_edge(item) for place, item in enumerate(members)}
        return {
            place: _WantedTexts(sides, self._precedence(members[place]))
            for place, sides in sides_of.items()
            if any(map(parts_width, sides))
        }

    def _fitting_edge_texts(
        self, item: Item, wanted: _WantedTexts, free: range
    ) -> _EdgeTexts | None:
        """Choose how the texts beside a vertical edge are written, by the room that is there.

        The first of these that fits is taken: all texts with a space to the edge, ``3 │ +∞``; all
        without, ``3│+∞``; and if they may be shortened, the marks of a person's answers alone.

        Args:
            item: The item below the edge.
            wanted: The texts, and what is done where they have no room: shorten, leave out, or
                write anyway.
            free: The columns between what stands on either side.

        Returns:
            The texts with their place, or ``None`` if nothing is written.
        """
        attempts = [wanted.sides]
        marks = self._marks_of_edge(item)
        if marks and wanted.precedence is _Precedence.SHORTENED:
            attempts.append(([], marks))
        # In this order: of each attempt first with a space of 1, then without; then the next one.
        for sides, space in product(attempts, (1, 0)):
            texts = self._placed_edge_texts(item, sides, space)
            if _fits(texts, free):
                return texts
        # These are written even over what stands there.
        if wanted.precedence is _Precedence.KEPT:
            sides = self._moved_to_free_side(item, wanted.sides)
            return self._placed_edge_texts(item, sides, space=0)
        return None

    def _placed_edge_texts(self, item: Item, sides: _Sides, space: int) -> _EdgeTexts:
        """Return the texts beside a vertical edge, with the range of columns that they and it take.

        For the edge in column 10 with ``3 │ +∞`` that is from column 8 up to 14, the end excluded.

        Args:
            item: The item below the edge.
            sides: The texts on its left and on its right; either may be empty.
            space: How many cells stay free between the edge and a text.
        """
        left, right = sides
        start = self.layout.columns[item]
        stop = start + 1
        if parts_width(left):
            start -= parts_width(left) + space
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

    def _paint_windows_on_bus(self, members: Sequence[Item], bus: int) -> None:
        """Write α and β beside the edges on the path of the search: ``┌──3┼+∞──┐``.

        They are written over the bus, the horizontal line that siblings share, since the nodes
        stand right below it: there is no other line for them. What would leave the drawing is cut.

        Args:
            members: The items of a row.
            bus: The line of the drawing with the buses above the row.
        """
        for item, (left, right) in self._windows_on_path(members):
            column = self.layout.columns[item]
            before = self._clipped_parts(left, cells=column)
            behind = self._clipped_parts(right, cells=self.layout.width - column - 1)
            self._overlay(bus, column - parts_width(before), before)
            self._overlay(bus, column, [self.upright(self.weight(item))])
            self._overlay(bus, column + 1, behind)

    def _windows_on_path(self, members: Sequence[Item]) -> Iterator[tuple[Item, _Sides]]:
        """Yield each of some items that is on the path and has a window, with the window's texts.

        α is written to the left of the edge above the item, and β to the right: ``3 │ +∞``. At the
        margin of the drawing one of them may have no room. Then both stand on the other side.

        Args:
            members: The items of a row, or some of them.
        """
        for item in filter(self._shows_window, members):
            ends = self.window_ends(self.items.node(item))
            if ends is not None:
                alpha, beta = ends
                yield item, self._moved_to_free_side(item, ([alpha], [beta]))

    def _moved_to_free_side(self, item: Item, sides: _Sides) -> _Sides:
        """Move the texts beside a vertical edge to one side if the margin is too near on the other.

        The moved texts have a thin line between them. At the left margin ``3┃+∞`` becomes
        ``┃3│+∞``. If neither side has room for all, both stay where they were.

        Args:
            item: The item below the edge.
            sides: The texts on the left of the edge, and those on the right.

        Returns:
            The texts on the left and on the right, one of them empty if texts were moved.
        """
        left, right = sides
        thin_line = (self.glyphs.uprights[Weight.LIGHT], Role.QUIET)
        together = [*left, thin_line, *right]
        room_before = self.layout.columns[item]
        room_behind = self.layout.width - room_before - 1
        if parts_width(left) > room_before and parts_width(together) <= room_behind:
            return [], together
        if parts_width(right) > room_behind and parts_width(together) <= room_before:
            return together, []
        return left, right

    def _shows_window(self, item: Item) -> bool:
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
        """Shorten a row of coloured texts to a number of cells.

        A text that is clipped ends in dots. A text is left out if it does not fit and less
        than three cells are left for it. A shorter one behind it that fits is kept nevertheless.

        Args:
            parts: The texts, each with its colour.
            cells: How many cells they may take together; not positive for none.
        """
        least_for_clipped = 3  # less would show hardly more than the dots
        kept: list[Part] = []
        for text, role in parts:
            room = cells - parts_width(kept)
            if width(text) <= room:
                kept.append((text, role))
            elif room >= least_for_clipped:
                kept.append((self.glyphs.clipped(text, room), role))
        return kept

    def _precedence(self, item: Item) -> _Precedence:
        """Return what is done with the texts beside the edge above a node if they lack room.

        They are kept, shortened or left out. The first case that holds counts.
        """
        # The node under the cursor is looked at: its texts are always seen.
        if self._holds(item, self.look.cursor):
            return _Precedence.KEPT
        # A person's answer stands there, not what the search did.
        answer = self.answer(item)
        if answer is not None:
            return _precedence_on_paper(answer)
        is_on_path = self.is_on_path(self.items.node(item))
        return _Precedence.KEPT if is_on_path else _Precedence.LEFT_OUT

    def _texts_of_edge(self, item: Item) -> _Sides:
        """Return the texts on the left and on the right of the vertical edge above a node.

        On the left stands α; on the right stand β and, at a chance node's child, the probability:
        ``3 │ +∞ 0.5``. Without a window, the pair of α and β, the left is empty.

        Args:
            item: What is drawn of the node.

        Returns:
            The texts on the left and those on the right, each with its colour.
        """
        answer = self.answer(item)
        probability = self._probability_parts(item)
        if answer is not None:  # what a person wrote is shown, not what the search did
            return self._texts_on_paper(answer, probability)
        ends = self._searched_window(item)
        if ends is None:
            return [], probability
        alpha, beta = ends
        return [alpha], spaced([[beta], probability], " ")

    def _texts_on_paper(self, answer: WrittenAnswer, probability: list[Part]) -> _Sides:
        """Return the texts that a person has written beside an edge: ``3 │ ✓ +∞ ✗ 0.5``.

        On the left stands α. On the right stand first the mark of the slash that crosses the edge
        out, then β with the mark of the window (α and β together), then the probability.

        Args:
            answer: What the person has written at the node below the edge.
            probability: The probability of that node; empty if it has none.

        Returns:
            The texts on the left, and those on the right.
        """
        slash_mark = self._mark_parts(answer.cut_mark, ROLE_OF_MARK)
        ends = self._written_window(answer)
        if ends is None:  # the mark of the window is left out, too
            return [], spaced([slash_mark, probability], " ")
        alpha, beta = ends
        window_mark = self._mark_parts(answer.window_mark, ROLE_OF_MARK, " ")
        return [alpha], spaced([slash_mark, [beta, *window_mark], probability], " ")

    def _probability_parts(self, item: Item) -> list[Part]:
        """Return the probability on the edge above an item; nothing where there is none."""
        if not self.items.is_plain(item):
            return []
        text = self.probability(self.items.node(item))
        return [(text, Role.QUIET)] if text else []

    def _marks_of_edge(self, item: Item) -> list[Part]:
        """Return the marks (✓, ✗ or ↳) of what a person wrote at the edge above a node.

        The first is that of the slash that crosses the edge out, the second that of α and β. Each
        is missing where no mark was given; without an answer there are none.
        """
        answer = self.answer(item)
        if answer is None:
            return []
        marks = self._mark_parts(answer.cut_mark, ROLE_OF_MARK)
        if self._written_window(answer) is not None:
            marks += self._mark_parts(answer.window_mark, ROLE_OF_MARK)
        return marks

    def _searched_window(self, item: Item) -> tuple[Part, Part] | None:
        """Return α and β of the search above an item; there is no edge above the root."""
        node = self.items.node(item)
        if node == 0 or not self.items.is_plain(item):
            return None
        return self.window_ends(node)

    def _written_window(self, answer: WrittenAnswer) -> tuple[Part, Part] | None:
        """Return α and β, each with its colour, as a person wrote them at a node.

        Two boxes with ``?`` stand for a window (α and β) that is not written yet. If no window is
        asked for, ``None`` is returned.
        """
        # `answer.window` is () if none is asked for, None if it is still to be written, or a pair.
        if answer.window == ():
            return None
        is_cursor_here = answer.here == "window"
        if answer.window is None:  # both boxes look alike
            role_of_box = Role.NEWS if is_cursor_here else Role.HERE
            box = (" ? ", role_of_box)
            return box, box
        alpha, beta = map(self.glyphs.written, answer.window)
        if is_cursor_here:
            return (alpha, Role.NEWS), (beta, Role.NEWS)
        return (alpha, Role.ALPHA_END), (beta, Role.BETA_END)

    # -- cards ---------------------------------------------------------------------------------

    def _paint_card(self, item: Item, head: int) -> None:
        """Write the box of a node with children, and the number of nodes hidden below it, if any.

        The box, the card, has the node's label and value.

        Args:
            item: What is drawn of the node.
            head: The first line of its row.
        """
        texts = self._texts_of_card(item)
        place = self._place_of_count(item, texts)
        lines = self._lines_of_card(item, texts, place)
        self._put_card(item, head, texts, lines)
        if place is _CountPlace.BELOW:
            self._put_below(item, head + self.layout.form.lines, texts.hidden)
        # On the card the number is in `lines` already.
        count_behind = texts.hidden if place is _CountPlace.BEHIND else []
        last_line = head + len(lines) - 1
        self._put(last_line, self._column_behind(item), self._parts_behind_card(item, count_behind))

    def _texts_of_card(self, item: Item) -> _CardTexts:
        """Return the texts of a node's box: its label, its value and how many nodes it hides.

        In a tight box, which has no spaces, they are ``▲A`` and ``v3``; else ``▲ A`` and ``v 3``.

        Args:
            item: What is drawn of the node.
        """
        node = self.items.node(item)
        is_tight = self.layout.is_tight(item)
        has_own_line = self.layout.form.lines > 1
        return _CardTexts(
            label=self.label_parts(node, tight=is_tight),
            value=self.value_parts(node, spaced=has_own_line, tight=is_tight),
            hidden=self._count_of_hidden(item),
        )

    def _put_card(
        self, item: Item, head: int, texts: _CardTexts, lines: Sequence[list[Part]]
    ) -> None:
        """Write the lines of a node's box, each filled up to the width of the box.

        Args:
            item: What is drawn of the node.
            head: The line of the drawing for the first line of the box.
            texts: The texts of the box.
            lines: What stands on each of its lines, without the blanks around.
        """
        node = self.items.node(item)
        has_label_alone = lines == [texts.label]
        fill = self._fill_around_label(node) if has_label_alone else " "
        for line, parts in enumerate(lines, head):
            padded = _padded(parts, self.layout.cells[item], self.card_role(node), fill)
            column, marked = self.marked(item, self.layout.left_of(item), padded)
            self._put(line, column, marked)

    def _fill_around_label(self, node: int) -> str:
        """Return what fills a card on which a label stands alone: strokes if it is pruned.

        If colours show that it is pruned, it is a space.
        """
        is_pruned = self.card_role(node) == Role.PRUNED
        if is_pruned and self.look.marks:
            return self.glyphs.hatch
        return " "

    def _column_behind(self, item: Item) -> int:
        """Return the first column behind a card at which a text may begin.

        The column right behind the card is that of a mark: ``▌▲ A▐ text``.
        """
        column_of_mark = self.layout.right_of(item) + 1
        return column_of_mark + 1

    def _place_of_count(self, item: Item, texts: _CardTexts) -> _CountPlace:
        """Return where to write how many nodes are hidden below a node's box, its card.

        A place is returned even if nothing is hidden; then nothing is written there.

        - Below the card, if there is a line for it: the stub, or a line below the last row.
        - Else on the card, if the card shows only its label and has room.
        - Else behind the card.
        """
        form = self.layout.form
        # The stub is the line between the cards of a row and the bus below; some forms have none.
        is_last_row = self.items.ply[item] + 1 == len(self.layout.heads)
        has_line_below = form.stub > 0 or is_last_row
        if has_line_below:
            return _CountPlace.BELOW
        is_label_alone = form.lines == 1 and not texts.value
        # Less than, not at most: a blank stands between the two.
        has_room = parts_width([*texts.label, *texts.hidden]) < self.layout.cells[item]
        if texts.hidden and is_label_alone and has_room:
            return _CountPlace.ON_CARD
        return _CountPlace.BEHIND

    def _label_and_count(self, item: Item, texts: _CardTexts) -> list[Part]:
        """Return a label, followed on the same card by the number of hidden nodes."""
        ((text, _),) = texts.hidden
        blank = self.card_role(self.items.node(item))
        role = Role.QUIET if blank == Role.SPACE else blank
        return [*texts.label, (" ", blank), (text, role)]

    def _lines_of_card(
        self, item: Item, texts: _CardTexts, place: _CountPlace
    ) -> Sequence[list[Part]]:
        """Return the coloured texts on each line of a node's box, from the top down.

        Args:
            item: What is drawn of the node.
            texts: The texts of the box.
            place: Where the number of nodes that it hides is written.
        """
        if place is _CountPlace.ON_CARD:  # where the card has but one line
            return [self._label_and_count(item, texts)]
        if self.layout.form.lines > 1:
            return self._lines_of_high_card(item, texts)
        if texts.value:
            return [self._label_and_value(item, texts)]
        return [texts.label]

    def _count_of_hidden(self, item: Item) -> list[Part]:
        """Return how many nodes a card hides below itself; nothing where there are none."""
        hidden = self.items.hidden(item)
        if not hidden:
            return []
        role = Role.PRUNED if self.is_pruned(item) else Role.QUIET
        return [(self.count(hidden, self.layout.cells[item]), role)]

    def _lines_of_high_card(self, item: Item, texts: _CardTexts) -> list[list[Part]]:
        """Return the lines of a node's box that is several lines high.

        They are the label, the value, and α│β as they are now; a box of two lines has no third. A
        pruned node is hatched below its label. A node that the search has not visited yet has no
        box, so only its label is returned.
        """
        node = self.items.node(item)
        role = self.card_role(node)
        lines_below_label = self.layout.form.lines - 1
        if role == Role.SPACE:
            return [texts.label]
        if role == Role.PRUNED:
            hatched: Part = (self.glyphs.hatch * self.layout.cells[item], Role.HATCHED)
            return [texts.label, *repeat([hatched], lines_below_label)]
        below = [self._value_with_effect(item, texts.value), self._moving_window(node)]
        return [texts.label, *below[:lines_below_label]]

    def _label_and_value(self, item: Item, texts: _CardTexts) -> list[Part]:
        """Return the one line of a low box with label and value, filled up to the box's width.

        The label stands in the same column at all steps, while the value becomes longer or shorter:
        at first ``|  ▲ A v −∞  |``, and later ``|  ▲ A v 3   |``.
        """
        if self.layout.is_tight(item):  # without spaces
            return [*texts.label, *texts.value]
        ground = self.card_role(self.items.node(item))
        parts = [*texts.label, (" ", ground), *texts.value]
        spare = self.layout.cells[item] - parts_width(parts)
        # What stands before the label if label and widest value are centred, as far as it has room.
        before = max(0, min(spare, self._cells_before_label(item, texts.label)))
        return [(" " * before, ground), *parts, (" " * (spare - before), ground)]

    def _cells_before_label(self, item: Item, label: list[Part]) -> int:
        """Return how many cells stand before a label and the node's widest value, if centred."""
        widest_value = self.value_width(self.tree.roles[self.items.node(item)])
        return (self.layout.cells[item] - parts_width(label) - widest_value) // 2

    def _value_with_effect(self, item: Item, value: list[Part]) -> list[Part]:
        """Return a node's value, with the effect of a new leaf value on it if that has room."""
        effect = self._effect_of_leaf(self.items.node(item), value)
        if not effect or parts_width(effect) > self.layout.cells[item]:
            return value
        return effect

    def _effect_of_leaf(self, node: int, value: list[Part]) -> list[Part]:
        """Return the text that tells how a node's value changes if a leaf gets another value.

        A person tries another value for a leaf that was pruned. Two nodes above it may tell the
        effect; at all others, and if no value is tried, the text is empty:

        - ``4 → 7``: the value of the node with the cut-off changes from 4 to 7.
        - ``stays 4``: the node that has the bound of the cut-off keeps its value.

        Args:
            node: The node.
            value: Its value as it is written without an effect; empty if it has none.
        """
        turned = self.look.turned
        if turned is None:
            return []
        is_exact = turned.sign == "="  # one number, neither a bound nor a value so far
        follows_the_leaf = node == turned.node
        if follows_the_leaf and is_exact and turned.before is not None:
            return self._changed_value(node, turned.before, turned.number)
        has_the_bound = node == turned.witness
        if has_the_bound and value:
            # The last part of a value ends with the number, or with the `*` of what is new.
            _, role_of_number = value[-1]
            return self._kept_value(node, role_of_number)
        return []

    def _changed_value(self, node: int, before: Number, after: Number) -> list[Part]:
        """Return how the value of a node changes: ``4 → 7``."""
        arrow = "->" if self.glyphs.ascii else "→"
        role = CARD_ROLES[self.player(node)].between
        return [
            (f"{self.glyphs.number(before)} {arrow} ", role),
            (self.glyphs.number(after), Role.NEWS),
        ]

    def _kept_value(self, node: int, role: str) -> list[Part]:
        """Return that the value of a node does not change: ``stays 4``, the number in a role."""
        number = present(self.snapshot.view(node).number)
        role_of_words = CARD_ROLES[self.player(node)].between
        return [("stays ", role_of_words), (self.glyphs.number(number), role)]

    def _moving_window(self, node: int) -> list[Part]:
        """Return α and β as they are now at a node that the search is in: ``3│+∞``, coloured.

        Elsewhere, on a person's paper, and if windows are not shown, the list is empty.
        """
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

    def _parts_behind_card(self, item: Item, count: list[Part]) -> list[Part]:
        """Return the number of nodes that a card hides and remarks on it, as far as they fit.

        Args:
            item: The item of the card.
            count: The parts of the number; empty if it is not written behind the card.
        """
        groups = [count, *self._remarks_on_tree(item)]
        if not any(groups):  # nearly everywhere: no need to measure the room
            return []
        return spaced_in(groups, "  ", self._room_behind(item))

    def _remarks_on_tree(self, item: Item) -> list[list[Part]]:
        """Return a person's answers about the whole tree, such as ``reads 7 leaves ✓``.

        They stand at the topmost node; at any other node, and without answers, none are returned.
        Each is a list of coloured texts: the answer, then its mark if it was marked.
        """
        answer = self.answer(item) if item == _TOP_ITEM else None
        if answer is None:
            return []
        return [
            [(self.glyphs.written(text), Role.QUIET), *self._mark_parts(mark, ROLE_OF_MARK, " ")]
            for text, mark in answer.aside
        ]

    def _room_behind(self, item: Item) -> int:
        """Return how many cells are free between a card and the next one of its row."""
        following = self.items.next_in_row(item, 1)
        end = self.layout.width
        if following is not None:
            end = self.layout.left_of(following) - 1  # a cell before it is for its mark
        return end - self._column_behind(item)

    def _put_below(self, item: Item, line: int, parts: list[Part]) -> None:
        """Write parts into a line below an item, under its middle."""
        self._put(line, self._left_if_centred(item, parts_width(parts)), parts)

    def _paint_leaf(self, item: Item, head: int) -> None:
        """Write a leaf's value, and in the line below it the leaf's name or earlier value, if any.

        Args:
            item: What is drawn of the leaf.
            head: The first line of its row.
        """
        leaf = self.items.node(item)
        value = self.leaf_part(leaf)
        column, parts = self._placed_leaf(item, value)
        self._put(head, column, parts)
        _, role = value
        below = self._below_leaf(leaf, role)
        if below is not None:
            self._put_below(item, head + 1, [below])

    def _placed_leaf(self, item: Item, value: Part) -> tuple[int, list[Part]]:
        """Add the coloured cells or marks around a leaf's value, and return where all of it begins.

        A value on a coloured ground, new or pruned, has a coloured cell on either side, too:
        `` 3 ``. But around the current leaf, or that under the cursor, stand marks: ``▌3▐``.

        Args:
            item: What is drawn of the leaf.
            value: The text of the value, with its colour.

        Returns:
            The first column, and the parts that are written from there.
        """
        text, role = value
        left = self._left_if_centred(item, width(text))
        column, parts = self.marked(item, left, [value])
        is_marked = column != left
        # With three cells between leaves, the cells of two neighbours do not touch.
        has_room_for_spaces = self.layout.form.gap >= 3
        has_ground = role in {Role.NEWS, Role.PRUNED}
        if has_ground and has_room_for_spaces and not is_marked:
            return left - 1, [(f" {text} ", role)]
        return column, parts

    def _left_if_centred(self, item: Item, cells: int) -> int:
        """Return the first column of some cells around an item's middle."""
        return self.layout.columns[item] - (cells - 1) // 2

    def _below_leaf(self, leaf: int, role: str) -> Part | None:
        """Return the text below a leaf's value, with its colour; ``None`` if there is none.

        - ``was 3``, if a person tries another value for the leaf: the value that it had.
        - Else the leaf's name, if it has one and the form shows names.

        Args:
            leaf: The leaf.
            role: The role of its value. If the value is dimmed or struck, so is the name.
        """
        turned = self.look.turned
        is_under_cursor = leaf == self.look.cursor  # the leaf for which a value is tried
        if turned is not None and turned.leaf_before is not None and is_under_cursor:
            return f"was {self.glyphs.number(turned.leaf_before)}", Role.QUIET
        name = self.leaf_name(leaf)
        if not name or not self.layout.form.names:
            return None
        is_dimmed_or_struck = role in {Role.GHOST, Role.PRUNED}
        return name, role if is_dimmed_or_struck else Role.QUIET

    def _paint_undrawn(self, item: Item, head: int) -> None:
        """Write ``…`` or ``7 more`` where nodes of the tree are not drawn.

        ``…`` stands for children that the author left out. ``7 more``, a cluster, stands for
        siblings that have no room; if boxes have several lines, a word such as ``pruned`` below it
        says what the search has done there.

        Args:
            item: The item that stands for the nodes.
            head: The first line of its row.
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

    def _word_for_status(self, item: Item) -> str:
        """Return what the search has done with undrawn siblings; nothing on a person's paper."""
        is_paper = self.look.answers is not None
        word_if_visited = "" if is_paper else "done"
        return _WORDS.get(self.status(item), word_if_visited)

    def _cluster_part(self, item: Item) -> Part:
        """Return how many siblings an item stands for."""
        siblings = self.items.clusters[item].siblings
        return more_text(siblings), Role.PRUNED if self.is_pruned(item) else Role.QUIET

    def _elision_part(self, item: Item) -> Part:
        """Return the ``…`` for undrawn children with its colour, between strokes if it is pruned.

        Pruned in five cells it reads ``╱╱…╱╱``; in less than three it has no strokes.
        """
        text = self.glyphs.elided
        if not self.is_pruned(item):
            return text, Role.GHOST
        strokes = (self.layout.cells[item] - width(text)) // 2
        if strokes < 1:
            return text, Role.PRUNED
        stroke = self.glyphs.hatch * strokes
        return f"{stroke}{text}{stroke}", Role.HATCHED


def _nearest_first(wanted: int, farthest: int) -> list[int]:
    """Return the columns around a wanted one, the nearest first.

    Example:
        >>> _nearest_first(10, 2)
        [10, 9, 11, 8, 12]
    """
    columns = range(wanted - farthest, wanted + farthest + 1)
    return sorted(columns, key=lambda column: abs(column - wanted))


def _is_apart(start: int, stop: int, taken: Sequence[tuple[int, int]]) -> bool:
    """Tell whether some cells touch none of those that are taken.

    Example:
        >>> _is_apart(4, 6, [(0, 3)]), _is_apart(3, 6, [(0, 3)])
        (True, False)
    """
    return all(
        taken_stop < start or stop < taken_start  # so one cell stays free between them
        for taken_start, taken_stop in taken
    )


def _overlap(first: range, second: range) -> bool:
    """Tell whether two ranges of columns have a column in common."""
    return first.start < second.stop and second.start < first.stop


def _slabs_with_room(places: SlabPlaces, texts: _SlabTexts) -> Iterator[_PlacedSlab]:
    """Yield the slabs that have room, the best first: in each place the longest text that fits."""
    for longest_first, place in _attempts(places, texts):
        room = place.stop - place.start
        text = next((text for text in longest_first if width(text) <= room), None)
        if text is not None:
            yield _PlacedSlab(place.line, places.column(place, width(text)), text)


def _attempts(places: SlabPlaces, texts: _SlabTexts) -> Iterator[tuple[tuple[str, ...], FreeCells]]:
    """Yield the places for a slab, each with the texts that are tried there, the best first.

    A whole test is worth more than a good place: the shorter texts are tried after all places on
    and above the bus have no room for a whole one.
    """
    good_places = places.on_or_above_the_bus()
    all_places = [*good_places, *places.over_what_is_there()]
    yield from zip(repeat(texts.whole), good_places)
    yield from zip(repeat((*texts.whole, *texts.shorter)), all_places)


def _free_behind(edge: int, texts: _EdgeTexts | None) -> int:
    """Return the first column that is free behind an edge and the texts beside it."""
    if texts is None:
        return edge + 1
    return texts.stop + 1  # a free cell behind them


def _free_before(edge: int, texts: _EdgeTexts | None) -> int:
    """Return one past the last column that is free before an edge and the texts beside it."""
    if texts is None or not texts.left:
        return edge - 1  # a free cell before it
    return texts.start - 2  # two free cells before its α


def _precedence_on_paper(answer: WrittenAnswer) -> _Precedence:
    """Return what is done with the texts that a person wrote beside an edge if they lack room.

    A window is the pair of α and β. A slash is a line through the edge: the person has pruned it.

    - A window that is asked for and not written yet is kept: its boxes are to be filled in.
    - Of a wrong window, and beside a slash that was marked, at least the marks are written.
    - Any other window is left out.
    """
    has_empty_boxes = answer.window is None
    if has_empty_boxes:
        return _Precedence.KEPT
    is_window_wrong = answer.window_mark not in {None, Mark.RIGHT}
    is_slash_marked = answer.cut_mark is not None
    if is_window_wrong or is_slash_marked:
        return _Precedence.SHORTENED
    return _Precedence.LEFT_OUT


def _stretches(weights: Sequence[Weight], middle: int) -> list[Weight]:
    """Return how each stretch of a bus is drawn, from one joint to the next.

    A stretch leads from the parent's stem to all children beyond it. It is drawn like the strongest
    edge among these children.

    Args:
        weights: The weight of the edge at each joint, from left to right; of the joint with the
            stem alone it is ``NONE``.
        middle: The index of the joint with the stem.

    Example:
        Two children stand to the left of the stem, and one to the right.

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


@lru_cache(maxsize=256)
def _joined(
    pieces: tuple[tuple[int, tuple[Part, ...]], ...],
    overlays: tuple[_Overlay, ...],
    first: int,
    width_of_line: int,
) -> tuple[Part, ...]:
    """Return pieces and the overlays over them as one line.

    Lines are kept, since a step leaves most lines of a drawing as they are.

    Args:
        pieces: What stands in the line.
        overlays: What is written over it.
        first: The first column that is returned.
        width_of_line: How many columns are returned at most.
    """
    writer = LineWriter(first, width_of_line)
    # Texts can only be appended to the writer, so that both are taken from left to right.
    overlays_left = deque(sorted(overlays))
    # By column alone, since this sort is stable: of pieces that begin in one column, the one
    # that was put first stays first, and is the one that is seen.
    for column, parts in sorted(pieces, key=itemgetter(0)):
        if overlays_left:
            # Takes those that it writes out of `overlays_left`.
            _put_under_overlays(writer, column, parts, overlays_left)
        else:
            writer.put_parts(column, parts)
    for overlay_column, (text, role) in overlays_left:  # those behind the last piece
        writer.put(overlay_column, text, role)
    return tuple(writer.parts)


def _put_under_overlays(
    writer: LineWriter, column: int, parts: Sequence[Part], overlays: deque[_Overlay]
) -> None:
    """Append texts to a line, with other texts, the overlays, written over them.

    ``────────`` with the overlay ``╳`` in its third column becomes ``──╳─────``. Overlays that
    begin behind the texts are left for the texts that follow.

    Args:
        writer: What writes the line, from left to right.
        column: Where the parts begin.
        parts: The parts.
        overlays: What is still to be written over the line, from left to right. It is changed:
            the overlays that are written here are taken out.
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

    The path leads through the node that is looked at: the one under the cursor, or without a cursor
    the current node of the search, or the root if there is none. From there it goes on down to a
    leaf, at each node to the child that was visited last, or to the first one to be visited.

    Args:
        step: The search at a step.
        cursor: The node under the cursor; ``None`` without a cursor.

    Returns:
        The nodes of the path from the root down, and the index of the node that is looked at.
    """
    tree = step.record.tree
    target = _node_in_focus(step, cursor)
    nodes = [target, *tree.ancestors(target)]
    nodes.reverse()  # from the root down to the target
    current = len(nodes) - 1  # the index of the target, before the path grows below it
    while tree.kind[nodes[-1]] == INNER:
        nodes.append(_latest_child(step, nodes[-1]))
    return Focus(tuple(nodes), current)


def _node_in_focus(step: Snapshot, cursor: int | None) -> int:
    """Return the node that is looked at: under the cursor, else the current one, else the root."""
    if cursor is not None:
        return cursor
    return 0 if step.current is None else step.current


def _latest_child(step: Snapshot, node: int) -> int:
    """Return the child that has just returned to a node, or else its last visited child.

    If no child was visited yet, return the first child, in the order of the search.
    """
    if step.child is not None and step.node == node:
        return step.child
    children = list(step.record.children(node))  # in the order in which the search visits them
    last_visited = max(0, _how_many_visited(step, children) - 1)
    return children[last_visited]


def _how_many_visited(step: Snapshot, children: Sequence[int]) -> int:
    """Return how many of some siblings are visited, those that are to come being last."""

    def is_to_come(child: int) -> bool:
        return step.record.call_at(child, step.step) is None

    return bisect_left(children, True, key=is_to_come)


def draw(
    record: Record, step: int | None = None, look: Look | None = None, room: Size | None = None
) -> list[Line]:
    """Draw a game tree as lines of coloured text, with what a search knows at a step.

    The empty columns to the left of the drawing are left out.

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
