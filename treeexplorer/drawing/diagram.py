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
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum, IntEnum
from functools import lru_cache
from itertools import accumulate, pairwise, repeat
from operator import attrgetter
from typing import Final, NamedTuple

from treeexplorer.drawing.cards import Weight
from treeexplorer.drawing.focus import Focus
from treeexplorer.drawing.items import Item, more_text
from treeexplorer.drawing.layout import Layout
from treeexplorer.drawing.painter import (
    PASSED,
    ROLE_OF_MARK,
    ROLE_OF_WEIGHT,
    Painter,
    PlacedParts,
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
_GAP_FOR_COLOURED_CELLS: Final = 3  # between two texts: then the coloured cells do not touch
_TOP_ITEM: Final = 0
_TOP_ROW: Final = 0


class _Piece(NamedTuple):
    """Parts of a line that follow each other."""

    column: int  # where the first of them begins
    parts: tuple[Part, ...]


class _Overlay(NamedTuple):
    """What is written over the pieces of a line."""

    column: int  # where it begins
    text: str
    role: str


class _Sides(NamedTuple):
    """The texts beside a vertical edge."""

    left: list[Part]
    right: list[Part]

    @property
    def is_empty(self) -> bool:
        """Whether nothing is to be written."""
        return not parts_width(self.left) and not parts_width(self.right)


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
    """The texts of which one is written as a slab, the colour of the slab included."""

    full: tuple[str, ...]  # wherever it has room one of these is written; the longest first
    short: tuple[str, ...]  # written only where no good place has room for one of the others
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


class _Joint(NamedTuple):
    """A place at which the stem from a card or the edge to a child meets the bus, or both do."""

    column: int
    child: Item | None  # the child below it; ``None`` where the stem alone meets the bus
    weight: Weight  # that of the edge to the child; ``NONE`` without one


class _Bus(NamedTuple):
    """The line that the edges from a card to its children share.

    The stem comes down from the card to it, and an edge leads down from it to each child.
    """

    parent: Item  # the item of the card
    line: int
    joints: list[_Joint]  # from left to right
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
        if self.look.trial is not None:
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
        return min(piece.column for pieces in self._pieces for piece in pieces)

    def _paint_edges_above(self, row: int) -> None:
        """Write the edges to the items of a row: the buses of their parents, then the drops."""
        bus = self.layout.buses[row]  # all buses above a row stand on one line
        with_cross: set[Item] = set()  # whose edge shows the cross of a cut-off
        for parent in self.items.plies[row - 1]:
            if not self.items.is_end(parent):
                self._paint_bus(parent, bus)
                first_pruned = self._paint_cutoff(parent, bus)
                if first_pruned is not None:
                    with_cross.add(first_pruned)
        self._paint_drops(row, with_cross)

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
        ends_of_texts = [piece.column + parts_width(piece.parts) for piece in self._pieces[line]]
        first_free = max(self._column_behind(_TOP_ITEM), *ends_of_texts)
        two_spaces = 2
        column = first_free + two_spaces
        arrow = "^" if self.glyphs.ascii else "↑"
        text = f"{arrow} {counted(self.layout.above, 'ply', 'plies')} above"
        end = column + width(text)
        if end <= self.layout.width:
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
        is_below_drawing = line >= len(self._pieces)
        if is_below_drawing:
            return None
        taken = [
            range(piece.column, piece.column + parts_width(piece.parts))
            for piece in self._pieces[line]
        ]
        wanted_start = centre - (cells - 1) // 2
        for start in _nearest_first(wanted_start, farthest):
            columns = range(start, start + cells)
            is_inside = within.start <= columns.start and columns.stop <= within.stop
            if is_inside and all(_is_apart(columns, others) for others in taken):
                return start
        return None

    def _put(self, line: int, column: int, parts: Sequence[Part]) -> None:
        """Write parts into a line from a column on; below the drawing nothing is written.

        Of two pieces that share columns, the one that begins further left is seen there; of two
        that begin in one column, the one that is put first.
        """
        if line < len(self._pieces):
            self._pieces[line].append(_Piece(column, tuple(parts)))

    def _overlay(self, line: int, column: int, parts: Sequence[Part]) -> None:
        """Write parts over what stands in a line, one behind the other."""
        for text, role in parts:
            self._overlays[line].append(_Overlay(column, text, role))
            column += width(text)

    def _line(self, line: int, first: int) -> Line:
        """Join the texts that are to stand in one line of the drawing, and return the line.

        Args:
            line: The line, counted from the top.
            first: The first column that is returned; what is to the left of it is left out.
        """
        pieces = tuple(self._pieces[line])
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

    def _bus(self, parent: Item, line: int) -> _Bus:
        """Work out the line that joins a node's children: where edges meet it, and how it is drawn.

        That line is the bus: ``┌──┼──┐``. Its joints are the columns at which the stem from the
        parent or the edge to a child meets it.

        Args:
            parent: What is drawn of the node.
            line: The line of the drawing on which the bus stands.
        """
        columns = self.layout.columns
        children = {columns[child]: child for child in self.items.children(parent)}
        stem_column = columns[parent]
        joint_columns = sorted({stem_column, *children})
        joints = [self._joint(column, children.get(column)) for column in joint_columns]
        weights = [joint.weight for joint in joints]
        stretches = _stretches(weights, joint_columns.index(stem_column))
        return _Bus(parent, line, joints, stretches, stem=max(weights))

    def _joint(self, column: int, child: Item | None) -> _Joint:
        """Return the place of a bus in a column, with the child below it if there is one."""
        weight = Weight.NONE if child is None else self.weight(child)
        return _Joint(column, child, weight)

    def _paint_stretches(self, bus: _Bus) -> None:
        """Write the pieces of a bus between its joints."""
        for (joint, next_joint), weight in zip(pairwise(bus.joints), bus.stretches, strict=True):
            first_between = joint.column + 1
            run = self.glyphs.runs[weight] * (next_joint.column - first_between)
            self._put(bus.line, first_between, [(run, ROLE_OF_WEIGHT[weight])])

    def _paint_joints(self, bus: _Bus) -> None:
        """Write the cells of a bus at which edges and the stem meet it."""
        stem_column = self.layout.columns[bus.parent]
        sides = pairwise([Weight.NONE, *bus.stretches, Weight.NONE])  # of each joint
        for joint, (left, right) in zip(bus.joints, sides, strict=True):
            is_below_stem = joint.column == stem_column
            character = self._junction(joint, left, right, is_below_stem=is_below_stem)
            self._put(bus.line, joint.column, [character])

    def _paint_stem(self, bus: _Bus) -> None:
        """Write the vertical line from a card down to the line of its bus."""
        stem = [self.upright(bus.stem)]
        column = self.layout.columns[bus.parent]
        for line in range(self._line_below_card(bus.parent), bus.line):
            self._put(line, column, stem)

    def _junction(self, joint: _Joint, left: Weight, right: Weight, *, is_below_stem: bool) -> Part:
        """Return the character at which lines meet, with its colour: ``┬``, ``┴``, ``┼``, ``┐``.

        It is a cell of a bus, the horizontal line that joins a node's children. From above the
        node's stem may meet it, from below the edge to a child, or both: ``┼``. A line of the
        weight ``NONE`` does not meet it.

        Args:
            joint: The cell, with the child below it.
            left: The weight of the bus to the left of the cell.
            right: The weight of the bus to the right of it.
            is_below_stem: Whether the stem meets the cell.
        """
        edge = Weight.NONE if joint.child is None else self.end_weight(joint.child)
        stem = Weight.NONE
        if is_below_stem:  # the stem leads to all children, so it is like the heaviest line
            stem = max(left, right, edge)
        has_bus = left != Weight.NONE or right != Weight.NONE
        if not has_bus:  # a single child right below its parent: the stem goes straight on
            return self.upright(max(stem, edge))
        sign = self.glyphs.junction(up=stem, right=right, down=edge, left=left)
        # Not that of `edge`: a tie's edge ends in a double line, without the colour of one.
        heaviest = max(stem, right, left, joint.weight)
        return sign, ROLE_OF_WEIGHT[heaviest]

    def _line_below_card(self, item: Item) -> int:
        """Return the line below a card, or below the label of a node that has no card yet."""
        head = self.layout.heads[self.items.ply[item]]
        has_card = self.node_status(self.items.node(item)) is not Status.UNSEEN
        if not has_card:
            return head + 1
        return head + self.layout.form.lines

    def _paint_cutoff(self, parent: Item, bus: int) -> Item | None:
        """Write what is told of a cut-off at a node, over the line that joins its children.

        - At the step of the cut-off: its test, ``╳ 3 ≥ 2``.
        - While a person is asked for the test: a question mark.
        - If the test failed only because both numbers are equal: that test, ``3 > 3``.
        - At the steps after the cut-off: a cross, ``╳``.

        At any other node and on a person's paper nothing is written. The text with the test is
        called a *slab*. It stands beside the children that were read, before the *pending* ones:
        those that are pruned, or that would be.

        Args:
            parent: What is drawn of the node.
            bus: The line of the drawing that joins the children.

        Returns:
            The child whose edge must show the cross, if the line has no room for it; else ``None``.
        """
        is_paper = self.look.answers is not None
        if is_paper:
            return None
        view = self.view(parent)
        texts = self._slab_texts(view)
        if texts is None and not view.is_cut:
            return None
        pending = self._pending_children(parent, view)
        # If another value is tried for a leaf, the search may read all that it had pruned.
        is_cut_no_more = not pending and self.look.trial is not None
        if is_cut_no_more:
            return None
        from_right = self.snapshot.record.rules.right_to_left
        places = slab_places(self.layout, parent, pending, from_right=from_right)
        if texts is not None:
            self._put_slab(parent, places, texts)
            return None
        if places.edge is not None:  # the line has a cell that leads to pruned children alone
            self._overlay(bus, places.edge, [(self.glyphs.cut, Role.SLAB)])
            return None
        if not pending:
            return None
        # The first one that is pruned, as the search goes.
        return pending[-1] if from_right else pending[0]

    def _pending_children(self, parent: Item, view: NodeView) -> list[Item]:
        """Return the children that a cut-off prunes, or would prune if its test held.

        A cut has pruned children; a test that is asked for or failed is about those to come.
        """
        statuses = PASSED if view.is_cut else (Status.UNSEEN,)
        return [child for child in self.items.children(parent) if self.status(child) in statuses]

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
        for item, sides in self._windows_on_path(self.items.children(parent)):
            column_of_edge = self.layout.columns[item]
            start = column_of_edge - space - parts_width(sides.left)
            stop = column_of_edge + 1 + space + parts_width(sides.right)
            yield range(start, stop)

    def _has_lines_below_bus(self, row: int) -> bool:
        """Tell whether there are lines between the buses above a row and its cards."""
        return self.layout.heads[row] - self.layout.buses[row] > 1

    def _slab_texts(self, view: NodeView) -> _SlabTexts | None:
        """Return the texts that can show the test of a cut-off below a node; ``None`` for no test.

        From the longest text to the shortest, spaces and then the test itself are left out:
        `` ╳ 3 ≥ 2 ``, ``╳ 3 ≥ 2``, `` ╳ CUT ``, ``╳ CUT``.
        """
        cross = self.glyphs.cut
        is_asked = self.look.question == view.node
        if is_asked:  # first: a test that is asked for must not be shown
            return _SlabTexts(full=(f" {cross} ? ", f"{cross} ?"), short=("?",), role=Role.NEWS)
        missed = view.missed_on_equality
        if missed is not None:
            test = self.glyphs.written(missed.bare)
            test_without_spaces = self.glyphs.written(missed.close)
            full = (f" {test} ", test)
            return _SlabTexts(full, short=(test_without_spaces,), role=Role.MISSED)
        is_cut_now = self.snapshot.kind is StepKind.CUT and view.node == self.snapshot.node
        if is_cut_now and view.is_cut:
            test = f"{cross} {self.glyphs.written(str(self.snapshot.test))}"
            short = (f" {cross} CUT ", f"{cross} CUT")
            return _SlabTexts(full=(f" {test} ", test), short=short, role=Role.SLAB)
        return None

    # -- drops and stubs -----------------------------------------------------------------------

    def _paint_drops(self, row: int, with_cross: Collection[Item]) -> None:
        """Write the vertical edges above all nodes of a row, with the texts beside them.

        They lead down from the buses, the horizontal lines that siblings share::

            ┌──────┼──────┐    the bus
            │      │      │
            │    3 │ +∞   ╱    the last line, with windows and the slashes of a paper
            5      A      7    the row

        Args:
            row: The number of the row.
            with_cross: The items whose edge shows the cross of a cut-off.
        """
        bus = self.layout.buses[row]  # all buses above a row stand on one line
        members = self.items.plies[row]
        if not self._has_lines_below_bus(row):  # there are no vertical edges
            self._paint_windows_on_bus(members, bus)
            return
        line_above_row = self.layout.heads[row] - 1
        # Texts are put before the edges: so they are seen where an edge begins in the same column.
        self._paint_edge_texts(members, line_above_row)
        for item in members:
            drop = self._drop(item, has_cross=item in with_cross)
            self._paint_drop(item, drop, range(bus + 1, line_above_row + 1))

    def _paint_drop(self, item: Item, drop: list[Part], lines: range) -> None:
        """Write the vertical edge above a node, and in its last line a person's slash if any.

        Args:
            item: What is drawn of the node.
            drop: What stands in one line of the edge.
            lines: The lines of the edge, the last of which is right above the node.
        """
        column = self.layout.columns[item]
        *upper_lines, last_line = lines
        for line in upper_lines:
            self._put(line, column, drop)
        slash = self._slash(item)
        above_node = drop if slash is None else [slash]
        self._put(last_line, column, above_node)

    def _drop(self, item: Item, *, has_cross: bool) -> list[Part]:
        """Return what stands in one line of the vertical edge above an item.

        A dotted line follows beside the edge if α and β both came down along it.

        Args:
            item: The item.
            has_cross: Whether a cross stands in place of the edge: at the first pruned child of a
                cut-off whose cross has no room on the bus.
        """
        drop = [self.upright(self.end_weight(item))]
        if has_cross:
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

        On the left of an edge stands α; on the right stand β and more: ``3 │ +∞``.

        Args:
            members: The items below the edges, from left to right.
            line: The line of the drawing on which the texts stand.
        """
        for texts in self._edge_texts_with_room(members):
            self._put_edge_texts(texts, line)

    def _edge_texts_with_room(self, members: Sequence[Item]) -> Iterable[_EdgeTexts]:
        """Return the texts beside the edges above some items, the most important first.

        If two neighbours compete for room, the one placed first gets it. So texts that must be
        seen, such as those on the path of the search, are placed first, and not from left to right.

        Args:
            members: All items of a row, from left to right.
        """
        columns = [self.layout.columns[item] for item in members]
        wanted = self._wanted_edge_texts(members)
        # Of equal precedence the left one comes first, for the sort is stable.
        most_important_first = sorted(wanted, key=lambda index: wanted[index].precedence)
        placed: dict[int, _EdgeTexts] = {}  # by the index of an item in the row
        for index in most_important_first:
            free = self._free_around_edge(columns, index, placed)
            texts = self._fitting_edge_texts(members[index], wanted[index], free)
            if texts is not None:
                placed[index] = texts
        return placed.values()

    def _free_around_edge(
        self, columns: Sequence[int], index: int, placed: Mapping[int, _EdgeTexts]
    ) -> range:
        """Return the columns in which the texts beside a vertical edge may stand.

        They lie between the edges to its left and right, and between the texts that were placed
        beside those two edges already.

        Args:
            columns: The columns of a row's edges, from left to right.
            index: The index of the edge in ``columns``.
            placed: The texts that stand beside some of the edges already, by the edge's index.
        """
        start = -1  # `_fits` asks for a free cell before α; at the first edge it may lie outside
        if index > 0:
            start = _free_behind(columns[index - 1], placed.get(index - 1))
        stop = self.layout.width
        if index + 1 < len(columns):
            stop = _free_before(columns[index + 1], placed.get(index + 1))
        return range(start, stop)

    def _wanted_edge_texts(self, members: Sequence[Item]) -> dict[int, _WantedTexts]:
        """Return what should stand beside the edges of a row, by the index of an item in the row.

        Most edges have no texts: they are left out before anything else is asked about them.
        """
        wanted: dict[int, _WantedTexts] = {}
        for index, item in enumerate(members):
            sides = self._texts_of_edge(item)
            if not sides.is_empty:
                wanted[index] = _WantedTexts(sides, self._precedence(item))
        return wanted

    def _fitting_edge_texts(
        self, item: Item, wanted: _WantedTexts, free: range
    ) -> _EdgeTexts | None:
        """Return the longest texts beside a vertical edge that have room, with their place.

        These are tried: all texts with a space to the edge, ``3 │ +∞``; all without, ``3│+∞``; and
        if they may be shortened, the marks of a person's answers alone, with a space and without.

        Args:
            item: The item below the edge.
            wanted: The texts, and what is done where they have no room: shorten, leave out, or
                write anyway.
            free: The columns between what stands on either side.

        Returns:
            The texts; ``None`` if none has room and they need not be written.
        """
        attempts = [wanted.sides]
        marks = self._marks_of_edge(item)
        if marks and wanted.precedence is _Precedence.SHORTENED:
            attempts.append(_Sides(left=[], right=marks))
        for sides in attempts:
            for space in (1, 0):
                texts = self._placed_edge_texts(item, sides, space)
                if _fits(texts, free):
                    return texts
        must_be_written = wanted.precedence is _Precedence.KEPT
        if must_be_written:  # even over what stands there
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
        cells_of_edge = 2 if self.has_both(item) else 1
        start = self.layout.columns[item]
        stop = start + cells_of_edge
        if parts_width(sides.left):
            start -= parts_width(sides.left) + space
        if parts_width(sides.right):
            stop += space + parts_width(sides.right)
        return _EdgeTexts(sides.left, sides.right, start, stop)

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

        There is no line between the bus, the horizontal line that siblings share, and the nodes. So
        they are written over the bus. What would leave the drawing is cut.

        Args:
            members: The items of a row.
            bus: The line of the drawing with the buses above the row.
        """
        for item, sides in self._windows_on_path(members):
            column_of_edge = self.layout.columns[item]
            column_behind = column_of_edge + 1
            cells_before = column_of_edge  # from column 0 up to the edge
            cells_behind = self.layout.width - column_behind
            before = self._clipped_parts(sides.left, cells_before)
            behind = self._clipped_parts(sides.right, cells_behind)
            edge = self.upright(self.weight(item))
            self._overlay(bus, column_of_edge - parts_width(before), before)
            self._overlay(bus, column_of_edge, [edge])
            self._overlay(bus, column_behind, behind)

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
                sides = _Sides(left=[alpha], right=[beta])
                yield item, self._moved_to_free_side(item, sides)

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
        thin_line = (self.glyphs.uprights[Weight.LIGHT], Role.QUIET)
        together = [*sides.left, thin_line, *sides.right]
        cells_before = self.layout.columns[item]
        cells_behind = self.layout.width - cells_before - 1  # without that of the edge
        if parts_width(sides.left) > cells_before and parts_width(together) <= cells_behind:
            return _Sides(left=[], right=together)
        if parts_width(sides.right) > cells_behind and parts_width(together) <= cells_before:
            return _Sides(left=together, right=[])
        return sides

    def _shows_window(self, item: Item) -> bool:
        """Tell whether an item's window stands above it wherever there is room: on the path."""
        at = self.snapshot.current
        is_above = at is not None and self._is_above(self.items.node(item), at)
        is_seen = is_above or self._holds(item, self.look.cursor)
        return is_seen and self.items.is_plain(item)

    def _is_above(self, node: int, current: int) -> bool:
        """Tell whether a node is on the way to the current one, or is that itself."""
        return not self.snapshot.is_last and self.tree.is_within(current, node)

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
        ``3 │ +∞ 0.5``. On a paper they are what a person wrote.

        Args:
            item: What is drawn of the node.
        """
        answer = self.answer(item)
        probability = self._probability_parts(item)
        if answer is not None:
            return self._texts_on_paper(answer, probability)
        window = self._searched_window(item)
        if window is None:
            return _Sides(left=[], right=probability)
        alpha, beta = window
        return _Sides(left=[alpha], right=spaced([[beta], probability], " "))

    def _texts_on_paper(self, answer: WrittenAnswer, probability: list[Part]) -> _Sides:
        """Return the texts that a person has written beside an edge: ``3 │ ✓ +∞ ✗ 0.5``.

        On the left stands α. On the right stand

        - the mark of the slash that crosses the edge out;
        - β, and behind it the mark of the window (α and β together);
        - the probability.

        Without a window its mark is left out, too.

        Args:
            answer: What the person has written at the node below the edge.
            probability: The probability of that node; empty if it has none.
        """
        slash_mark = self._mark_parts(answer.cut_mark, ROLE_OF_MARK)
        window = self._written_window(answer)
        if window is None:
            return _Sides(left=[], right=spaced([slash_mark, probability], " "))
        alpha, beta = window
        window_mark = self._mark_parts(answer.window_mark, ROLE_OF_MARK, " ")
        beta_with_mark = [beta, *window_mark]
        return _Sides(left=[alpha], right=spaced([slash_mark, beta_with_mark, probability], " "))

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
        self._put_card(item, head, lines)
        if place is _CountPlace.BELOW:
            self._put_below(item, head + self.layout.form.lines, texts.hidden)
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

    def _put_card(self, item: Item, head: int, lines: Sequence[list[Part]]) -> None:
        """Write the lines of a node's box, each between blanks that fill the box.

        Args:
            item: What is drawn of the node.
            head: The line of the drawing for the first line of the box.
            lines: What stands on each of its lines, without the blanks around.
        """
        ground = self.card_role(self.items.node(item))
        for line, parts in enumerate(lines, head):
            padded = _padded(parts, self.layout.cells[item], ground)
            text = self.marked(item, self.layout.left_of(item), padded)
            self._put(line, text.column, text.parts)

    def _label_alone(self, item: Item, label: list[Part]) -> list[Part]:
        """Return the one line of a box without a value: its label, filled up to the box's width.

        If the node is pruned, and colours do not show it, the label stands between strokes.
        """
        ground = self.card_role(self.items.node(item))
        has_strokes = ground == Role.PRUNED and self.look.marks
        fill = self.glyphs.hatch if has_strokes else " "
        return _padded(label, self.layout.cells[item], ground, fill)

    def _column_behind(self, item: Item) -> int:
        """Return the first column behind a card at which a text may begin.

        The column right behind the card is that of a mark: ``▌▲ A▐ text``.
        """
        column_of_mark = self.layout.right_of(item) + 1
        return column_of_mark + 1

    def _place_of_count(self, item: Item, texts: _CardTexts) -> _CountPlace:
        """Return where to write how many nodes are hidden below a node's box, its card.

        The best place is below the card, if there is a line for it. Else it is on the card, if that
        has room, and else behind the card.

        Args:
            item: What is drawn of the node.
            texts: The texts of its card; that of the number is empty if nothing is hidden.
        """
        is_last_row = self.items.ply[item] + 1 == len(self.layout.heads)
        has_stub = self.layout.form.stub > 0  # the line between a row of cards and the bus below
        if has_stub or is_last_row:
            return _CountPlace.BELOW
        if texts.hidden and self._has_room_on_card(item, texts):
            return _CountPlace.ON_CARD
        return _CountPlace.BEHIND

    def _has_room_on_card(self, item: Item, texts: _CardTexts) -> bool:
        """Tell whether the number of hidden nodes has room behind the label of a card.

        It has none on a card that shows a value, and on one of several lines.
        """
        if texts.value or self.layout.form.lines > 1:
            return False
        cells = parts_width(texts.label) + len(" ") + parts_width(texts.hidden)
        return cells <= self.layout.cells[item]

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
        return [self._label_alone(item, texts.label)]

    def _count_of_hidden(self, item: Item) -> list[Part]:
        """Return how many nodes a card hides below itself; nothing where there are none."""
        hidden = self.items.hidden(item)
        if not hidden:
            return []
        role = Role.PRUNED if self.is_pruned(item) else Role.QUIET
        return [(self.count(hidden, self.layout.cells[item]), role)]

    def _lines_of_high_card(self, item: Item, texts: _CardTexts) -> list[list[Part]]:
        """Return the lines of a node's box that is several lines high: two or three.

        They are the label, the value, and in a box of three lines α│β as they are now. A pruned
        node is hatched below its label. A node that the search has not visited yet has no box, so
        only its label is returned.
        """
        node = self.items.node(item)
        lines = self.layout.form.lines
        status = self.node_status(node)
        if status is Status.UNSEEN:
            return [texts.label]
        if status in PASSED:
            hatched: Part = (self.glyphs.hatch * self.layout.cells[item], Role.HATCHED)
            return [texts.label, *repeat([hatched], lines - 1)]
        label_and_value = [texts.label, self._value_with_effect(item, texts.value)]
        if lines == len(label_and_value):
            return label_and_value
        return [*label_and_value, self._moving_window(node)]

    def _label_and_value(self, item: Item, texts: _CardTexts) -> list[Part]:
        """Return the one line of a low box with label and value, filled up to the box's width.

        The label stands in the same column at all steps, while the value becomes longer or shorter:
        at first ``|  ▲ A v −∞  |``, and later ``|  ▲ A v 3   |``.
        """
        if self.layout.is_tight(item):  # without spaces
            return [*texts.label, *texts.value]
        node = self.items.node(item)
        cells = self.layout.cells[item]
        ground = self.card_role(node)
        parts = [*texts.label, (" ", ground), *texts.value]
        spare = max(0, cells - parts_width(parts))
        # The label begins where it would if it were centred with the node's widest value, or
        # further left if the value at this step has no room then.
        widest_value = self.value_width(self.tree.roles[node])
        before_if_centred = max(0, (cells - parts_width(texts.label) - widest_value) // 2)
        before = min(spare, before_if_centred)
        return [(" " * before, ground), *parts, (" " * (spare - before), ground)]

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
        trial = self.look.trial
        if trial is None:
            return []
        has_cutoff = node == trial.node
        is_exact = trial.sign == "="  # one number, neither a bound nor a value so far
        if has_cutoff and is_exact and trial.before is not None:
            return self._changed_value(node, trial.before, trial.number)
        has_the_bound = node == trial.bound_holder
        if has_the_bound and value:
            _, role_of_number = value[-1]  # a value ends with its number
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
        text = self._placed_leaf(item, value)
        self._put(head, text.column, text.parts)
        _, role = value
        below = self._below_leaf(leaf, role)
        if below is not None:
            self._put_below(item, head + 1, [below])

    def _placed_leaf(self, item: Item, value: Part) -> PlacedParts:
        """Return a leaf's value with what stands around it, and where all of it begins.

        Around the current leaf, or that under the cursor, stand marks: ``▌3▐``. Any other value on
        a coloured ground, new or pruned, has a coloured cell on either side, if that has room.

        Args:
            item: What is drawn of the leaf.
            value: The text of the value, with its colour.
        """
        text, role = value
        left = self._left_if_centred(item, width(text))
        has_marks = self.marks_around(item) is not None
        has_ground = role in {Role.NEWS, Role.PRUNED}
        has_room = self.layout.form.gap >= _GAP_FOR_COLOURED_CELLS
        if has_ground and has_room and not has_marks:
            return PlacedParts(left - len(" "), [(f" {text} ", role)])
        return self.marked(item, left, [value])

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
        trial = self.look.trial
        is_under_cursor = leaf == self.look.cursor  # the leaf for which a value is tried
        if trial is not None and trial.leaf_before is not None and is_under_cursor:
            return f"was {self.glyphs.number(trial.leaf_before)}", Role.QUIET
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
            part = self._cluster_part(item)
            if self.layout.form.lines > 1:
                _, role = part
                self._put_below(item, head + 1, [(self._word_for_status(item), role)])
        else:
            part = self._elision_part(item)
        left = self._left_if_centred(item, parts_width([part]))
        text = self.marked(item, left, [part])
        self._put(head, text.column, text.parts)

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


def _is_apart(columns: range, others: range) -> bool:
    """Tell whether two ranges of columns neither overlap nor touch: one column is between them.

    Example:
        >>> _is_apart(range(4, 6), range(0, 3)), _is_apart(range(3, 6), range(0, 3))
        (True, False)
    """
    return others.stop < columns.start or columns.stop < others.start


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

    A full text is worth more than a good place: the short texts are tried after all places on and
    above the bus have no room for a full one.
    """
    good_places = places.on_or_above_the_bus()
    all_places = [*good_places, *places.over_what_is_there()]
    yield from zip(repeat(texts.full), good_places)
    yield from zip(repeat((*texts.full, *texts.short)), all_places)


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

    The boxes for a window, the pair of α and β, are always written: they are to be filled in. Of a
    wrong window the marks are written at least, and so is the mark of a slash, with which a person
    has pruned the edge. Everything else may be left out.
    """
    has_empty_boxes = answer.window is None  # one that is not asked for is ()
    if has_empty_boxes:
        return _Precedence.KEPT
    is_window_wrong = answer.window_mark in {Mark.MISTAKE, Mark.CONSEQUENCE}
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
    pieces: tuple[_Piece, ...], overlays: tuple[_Overlay, ...], first: int, width_of_line: int
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
    # By column alone: this sort leaves pieces that begin in one column in their order.
    for piece in sorted(pieces, key=attrgetter("column")):
        writer.put_parts(piece.column, piece.parts)
    if not overlays:
        return tuple(writer.parts)
    new_writer = LineWriter(first, width_of_line)
    return tuple(_overlaid(writer.parts, sorted(overlays), new_writer, first))


def _overlaid(parts: Line, overlays: Iterable[_Overlay], writer: LineWriter, first: int) -> Line:
    """Return a line with other texts, the overlays, written over it.

    ``────────`` with the overlay ``╳`` in its third column becomes ``──╳─────``.

    Args:
        parts: The line, which begins at the first column.
        overlays: What is written over it, from left to right. Of two that share columns the first
            is seen there.
        writer: What writes the new line, from left to right. It leaves out the columns of a text
            that are written already.
        first: The first column.
    """
    remaining = deque(overlays)
    column = first
    for text, role in parts:
        behind_text = column + width(text)
        while remaining and remaining[0].column < behind_text:
            overlay = remaining.popleft()
            writer.put(column, text, role, end=overlay.column)  # what of it stands before
            writer.put(overlay.column, overlay.text, overlay.role)
        writer.put(column, text, role)  # what of it stands behind all of them
        column = behind_text
    for overlay in remaining:
        writer.put(overlay.column, overlay.text, overlay.role)
    return writer.parts


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
