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
from itertools import accumulate, pairwise, product, repeat
from operator import attrgetter
from typing import Final, NamedTuple

from treeexplorer.drawing.cards import Weight
from treeexplorer.drawing.focus import Focus
from treeexplorer.drawing.items import Item, format_more_siblings
from treeexplorer.drawing.layout import Layout
from treeexplorer.drawing.painter import (
    PASSED,
    STYLE_OF_MARK,
    STYLE_OF_WEIGHT,
    Painter,
    PlacedParts,
    join_groups,
    join_groups_that_fit,
)
from treeexplorer.drawing.placement import arrange
from treeexplorer.drawing.slab_places import CutoffLabelPlaces, FreeCells, slab_places
from treeexplorer.drawing.styled_text import (
    CARD_STYLES,
    Line,
    LineWriter,
    Look,
    Size,
    StyledPart,
    TextStyle,
    count_cells_of_parts,
)
from treeexplorer.engine.record import Record, Status, StepKind
from treeexplorer.errors import present
from treeexplorer.explain.paper import WrittenAnswer
from treeexplorer.explain.snapshot import NodeView, Snapshot, snapshot
from treeexplorer.judging.judge import Mark
from treeexplorer.numbers import counted
from treeexplorer.text import width
from treeexplorer.tree import INNER, Number

_WORD_FOR_STATUS: Final = {
    Status.SKIPPED: "pruned",
    Status.BEYOND: "not searched",
    Status.UNSEEN: "to come",
}
_GAP_FOR_COLOURED_CELLS: Final = 3  # between two texts: then the coloured cells do not touch
_TOP_ITEM: Final = 0
_TOP_ROW: Final = 0


class _PlacedText(NamedTuple):
    """Styled texts of a line that follow each other."""

    column: int  # where the first of them begins
    parts: tuple[StyledPart, ...]


class _Overlay(NamedTuple):
    """What is written over the texts of a line."""

    column: int  # where it begins
    text: str
    style: str


class _TextsBesideEdge(NamedTuple):
    """The texts beside a vertical edge."""

    left: list[StyledPart]
    right: list[StyledPart]

    @property
    def is_empty(self) -> bool:
        """Whether nothing is to be written."""
        return not count_cells_of_parts(self.left) and not count_cells_of_parts(self.right)


class _Priority(IntEnum):
    """What happens to texts beside an edge that have no room; the least gets its room first."""

    ALWAYS_SHOWN = (
        0  # they are written over what is there: on the path, at the cursor, boxes to fill in
    )
    MAY_BE_SHORTENED = 1  # only the marks of a person's answers are written
    MAY_BE_OMITTED = 2


class _CountPlace(Enum):
    """Where the number of nodes that a card hides is written."""

    BELOW = "below the card"
    ON_CARD = "on the card"
    BEHIND = "behind the card"


class _TextsToPlace(NamedTuple):
    """The texts that should stand beside an edge, and what happens if they have no room."""

    texts: _TextsBesideEdge
    priority: _Priority


class _PlacedEdgeTexts(NamedTuple):
    """The texts beside an edge: a window, a probability, marks."""

    left: list[StyledPart]
    right: list[StyledPart]
    start: int  # the first column of the texts and the edge together
    stop: int  # one past the last


class _CutoffLabel(NamedTuple):
    """The texts of which one is written as the label of a cut-off, on a coloured background."""

    full_texts: tuple[str, ...]  # wherever it has room one of these is written; the longest first
    short_texts: tuple[str, ...]  # only where no good place has room for one of the others
    style: TextStyle


class _PlacedLabel(NamedTuple):
    """The label of a cut-off at a place where it has room."""

    line: int
    column: int
    text: str


class _Joint(NamedTuple):
    """A place at which the stem from a card or the edge to a child meets the bus, or both do."""

    column: int
    weight: Weight  # that of the edge to the child below it; ``NONE`` where there is no child
    weight_of_lower_end: Weight  # the same but for a tied move, whose edge ends in a double line


class _Bus(NamedTuple):
    """The line that the edges from a card to its children share.

    The stem comes down from the card to it, and an edge leads down from it to each child.
    """

    parent: Item  # the item of the card
    line: int
    joints: list[_Joint]  # from left to right
    segment_weights: list[Weight]  # how the bus is drawn from each joint to the next
    stem_weight: Weight


class _Cutoff(NamedTuple):
    """A cut-off below a node, as it is drawn at a step."""

    label: _CutoffLabel | None  # at the steps after the cut-off ``None``: a cross alone is drawn
    pruned_children: list[Item]
    places: CutoffLabelPlaces


class _CardTexts(NamedTuple):
    """What is written on a node's card."""

    label: list[StyledPart]
    value: list[StyledPart]
    hidden_count: list[StyledPart]  # how many nodes below it are not drawn; empty if all are


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
        # An overlay hides the texts in its columns.
        self._texts_by_line: list[list[_PlacedText]] = []
        self._overlays_by_line: dict[int, list[_Overlay]] = defaultdict(list)

    def lines(self, rows: int | None = None, *, trimmed: bool = False) -> list[Line]:
        """Paint the drawing, and return it line by line.

        Args:
            rows: How many lines are returned, the last ones empty; without it, as many as it takes.
            trimmed: Whether the empty columns before the drawing are left out.
        """
        height = self._compute_height()
        if rows is not None:
            height = max(height, rows)
        self._texts_by_line = [[] for _ in range(height)]
        self._overlays_by_line = defaultdict(list)
        self._draw_all()

        first_column = 0
        if trimmed:
            first_column = self._find_first_column()
        return [self._join_line(line, first_column) for line in range(height)][:rows]

    def _compute_height(self) -> int:
        """Return how many lines the drawing takes."""
        if self.look.trial is not None:
            return self.layout.height + 1  # a leaf shows its earlier value below the tried one
        return self.layout.height

    def _draw_all(self) -> None:
        """Draw everything: first the tree row by row, then notes where room is left.

        The order matters: notes stand in columns without a text, so that the tree must be drawn
        first. The count of hidden plies follows all texts in its line, so that it comes last.
        """
        for row in range(len(self.items.plies)):
            if row > 0:  # no edges lead to the topmost row from within the drawing
                self._draw_edges_above_row(row)
            self._draw_items_of_row(row)
        self._draw_notes()

        has_hidden_plies = self.layout.above > 0
        if has_hidden_plies:
            self._draw_edge_to_hidden_parent()
            self._draw_count_of_hidden_plies()

    def _find_first_column(self) -> int:
        """Return the leftmost column in which something is drawn."""
        return min(text.column for texts in self._texts_by_line for text in texts)

    def _draw_edges_above_row(self, row: int) -> None:
        """Draw the edges from the parents to the nodes of a row, with the texts beside them."""
        bus_line = self.layout.buses[row]  # the horizontal line that siblings share
        parents = [item for item in self.items.plies[row - 1] if not self.items.is_end(item)]
        for parent in parents:
            self._draw_bus(parent, bus_line)

        cutoffs = self._find_cutoffs_to_draw(parents)
        for parent, cutoff in cutoffs.items():
            self._draw_cutoff_on_bus(parent, bus_line, cutoff)

        # The cross of a cut-off stands on the bus, or on the edge to a child.
        children_with_cross = {
            child
            for child in map(self._find_child_with_cross, cutoffs.values())
            if child is not None
        }
        self._draw_vertical_edges(row, children_with_cross)

    def _draw_items_of_row(self, row: int) -> None:
        """Draw all cards and leaves of a row, and each ``…`` or ``7 more`` for undrawn nodes.

        A card is the box of a node with children. Row 0 is the topmost.
        """
        first_line = self.layout.heads[row]
        for item in self.items.plies[row]:
            # First: `is_card` is also true of an item that stands for several nodes.
            if not self.items.is_plain(item):
                self._draw_undrawn(item, first_line)
            elif self.items.is_card(item):
                self._draw_card(item, first_line)
            else:
                self._draw_leaf(item, first_line)

    def _draw_edge_to_hidden_parent(self) -> None:
        """Draw the edge that comes down to the topmost card, with its window: ``3 │ +∞``."""
        line_above_card = self.layout.heads[_TOP_ROW] - 1
        edge = self.render_vertical_line(self.weight(_TOP_ITEM))
        self._write_parts(line_above_card, self.layout.columns[_TOP_ITEM], [edge])
        self._draw_texts_beside_edges([_TOP_ITEM], line_above_card)

    def _draw_count_of_hidden_plies(self) -> None:
        """Draw to the right of the topmost node how many plies above it are hidden.

        The line then reads ``▲ A    ↑ 2 plies above``. The text is left out if it has no room.
        """
        line = self.layout.heads[_TOP_ROW]
        arrow = "↑"
        if self.glyphs.ascii:
            arrow = "^"
        text = f"{arrow} {counted(self.layout.above, 'ply', 'plies')} above"

        # Other texts may follow the card in this line; this one stands behind the last of them.
        first_free_column = self._column_behind(_TOP_ITEM)
        for other in self._texts_by_line[line]:
            first_free_column = max(
                first_free_column, other.column + count_cells_of_parts(other.parts)
            )
        column = first_free_column + width("  ")

        has_room = column + width(text) <= self.layout.width
        if has_room:
            self._write_parts(line, column, [(text, TextStyle.QUIET)])

    # -- why something is wrong ----------------------------------------------------------------

    def _draw_notes(self) -> None:
        """Draw beside each wrong answer of a person why it is wrong, if there is room.

        Notes on mistakes get their room before notes on answers that only follow from a mistake.
        Without a person's answers nothing is drawn.
        """
        if self.look.answers is None:
            return

        items_with_note = [
            item
            for item in range(len(self.items.ply))
            if self.items.is_plain(item) and self._note_on_answer(item)
        ]
        # Within both kinds they stay in their order.
        mistakes_first = sorted(items_with_note, key=self._is_note_on_consequence)
        for item in mistakes_first:
            self._draw_note(item)

    def _is_note_on_consequence(self, item: Item) -> bool:
        """Tell whether the note on an answer is not on a mistake, but on what follows from one."""
        return self._choose_note_style(item) != TextStyle.MISTAKE

    def _draw_note(self, item: Item) -> None:
        """Draw why a person's answer is wrong: one line beside the node, the others below that.

        The node must have a note. A line that has no room ends it.
        """
        first_text, *further_texts = map(self.glyphs.written, self._note_on_answer(item))
        line = self._choose_line_of_note(item)
        column = self._find_room_beside(item, line, width(first_text))
        if column is None:
            return
        self._write_parts(line, column, [(first_text, self._choose_note_style(item))])

        for line_below, text in enumerate(further_texts, line + 1):
            column = self._find_room_below(item, line_below, width(text))
            if column is None:
                return
            self._write_parts(line_below, column, [(text, TextStyle.QUIET)])

    def _note_on_answer(self, item: Item) -> tuple[str, ...]:
        """Return the lines of the note on an item's answer; empty if nothing is wrong with it."""
        answer = self.answer(item)
        if answer is None:
            return ()
        return answer.note

    def _choose_note_style(self, item: Item) -> TextStyle:
        """Choose the style of a note: that of a mistake, or of what follows from a mistake."""
        answer = self.answer(item)
        if answer is None:
            return TextStyle.MISTAKE
        if Mark.MISTAKE in {answer.value_mark, answer.window_mark, answer.cut_mark}:
            return TextStyle.MISTAKE
        return TextStyle.FOLLOWS

    def _choose_line_of_note(self, item: Item) -> int:
        """Choose the line of the drawing on which the note on a node's wrong answer begins.

        At a card (the box of a node with children) it is the card's last line. At a leaf it is the
        line below the leaf, or below the leaf's name if one is drawn.
        """
        form = self.layout.form
        row = self.items.ply[item]
        first_line = self.layout.heads[row]
        if self.items.is_card(item):
            return first_line + form.lines - 1

        has_name_below = form.names and self.leaf_name(self.items.node(item)) != ""
        if has_name_below:
            return first_line + 2
        return first_line + 1

    def _find_room_beside(self, item: Item, line: int, text_width: int) -> int | None:
        """Find the first column of a text in a line so that it is as near to a node as possible.

        The text must stay between the middles of the node's neighbours in its row: a reader would
        take a text below a neighbour to be about that neighbour. Without room it is ``None``.
        """
        columns = self.layout.columns
        left_neighbour = self.items.next_in_row(item, -1)
        right_neighbour = self.items.next_in_row(item, 1)

        start = 1  # column 0 stays empty
        if left_neighbour is not None:
            start = columns[left_neighbour] + 1
        stop = self.layout.width
        if right_neighbour is not None:
            stop = columns[right_neighbour]

        half_of_node = self.layout.cells[item] // 2
        return self._find_free_column(
            line,
            text_width,
            centre=columns[item],
            max_distance=half_of_node + text_width,
            allowed_columns=range(start, stop),
        )

    def _find_room_below(self, item: Item, line: int, text_width: int) -> int | None:
        """Find the first column of a text in a line so that it stands below a node's middle.

        Some cell of the text is in the column of the middle or right beside it. Without room it is
        ``None``.
        """
        return self._find_free_column(
            line,
            text_width,
            centre=self.layout.columns[item],
            max_distance=text_width // 2,
            allowed_columns=range(1, self.layout.width),
        )

    def _find_free_column(
        self,
        line: int,
        text_width: int,
        *,
        centre: int,
        max_distance: int,
        allowed_columns: range,
    ) -> int | None:
        """Find the first column of a text in a line, so that its middle is near a centre.

        At least one cell stays free between the text and those that are in the line already.
        Without such room, and for a line below the drawing, it is ``None``.

        Args:
            line: The line.
            text_width: How many cells the text takes.
            centre: The column in which its middle should stand.
            max_distance: How many columns its middle may be off from there.
            allowed_columns: The columns in which all of it must lie.
        """
        is_below_drawing = line >= len(self._texts_by_line)
        if is_below_drawing:
            return None

        taken_ranges = [
            range(text.column, text.column + count_cells_of_parts(text.parts))
            for text in self._texts_by_line[line]
        ]
        best_start = centre - (text_width - 1) // 2
        for start in _columns_nearest_first(best_start, max_distance):
            stop = start + text_width
            is_allowed = start >= allowed_columns.start and stop <= allowed_columns.stop
            text_columns = range(start, stop)
            if is_allowed and all(_is_apart(text_columns, taken) for taken in taken_ranges):
                return start
        return None

    def _write_parts(self, line: int, column: int, parts: Sequence[StyledPart]) -> None:
        """Write styled texts into a line from a column on; below the drawing nothing is written.

        The texts of a line are joined when all are written. Of two that share columns, the one that
        begins further left is seen there; of two that begin in one column, the one that was written
        first.
        """
        if line < len(self._texts_by_line):
            self._texts_by_line[line].append(_PlacedText(column, tuple(parts)))

    def _write_overlay(self, line: int, column: int, parts: Sequence[StyledPart]) -> None:
        """Write styled texts over whatever stands in a line, one behind the other."""
        for text, style in parts:
            self._overlays_by_line[line].append(_Overlay(column, text, style))
            column += width(text)

    def _join_line(self, line: int, first_column: int) -> Line:
        """Join all texts of one line of the drawing, without what is left of a column."""
        texts = tuple(self._texts_by_line[line])
        overlays = tuple(self._overlays_by_line[line])
        return list(_join_texts(texts, overlays, first_column, self.layout.width))

    # -- the bus -------------------------------------------------------------------------------

    def _draw_bus(self, parent: Item, bus_line: int) -> None:
        """Draw the lines that join a node to all its children: a stem down, then a bus across.

        Here the bus, the horizontal line, has the stem above it and leads to three children::

                │
            ┌───┼───┐
        """
        bus = self._build_bus(parent, bus_line)
        self._draw_stem(bus)
        self._draw_bus_segments(bus)
        self._draw_joints(bus)

    def _build_bus(self, parent: Item, bus_line: int) -> _Bus:
        """Build the horizontal line, the bus, that joins a node's children: ``┌──┼──┐``.

        Its joints are the columns at which it meets the stem, the line that comes down from the
        node, or the edge to a child.
        """
        columns = self.layout.columns
        child_at_column = {columns[child]: child for child in self.items.children(parent)}
        stem_column = columns[parent]

        joint_columns = sorted({stem_column, *child_at_column})
        joints = [self._make_joint(column, child_at_column.get(column)) for column in joint_columns]
        weights = [joint.weight for joint in joints]
        return _Bus(
            parent=parent,
            line=bus_line,
            joints=joints,
            segment_weights=_compute_segment_weights(weights, joint_columns.index(stem_column)),
            stem_weight=max(weights),
        )

    def _make_joint(self, column: int, child: Item | None) -> _Joint:
        """Make the joint of a bus in a column, with the child below it if there is one."""
        if child is None:
            return _Joint(column, Weight.NONE, Weight.NONE)
        return _Joint(column, self.weight(child), self.weight_of_lower_end(child))

    def _draw_bus_segments(self, bus: _Bus) -> None:
        """Draw the horizontal line of a bus between its joints."""
        segments = zip(pairwise(bus.joints), bus.segment_weights, strict=True)
        for (joint, next_joint), weight in segments:
            start = joint.column + 1
            cells = next_joint.column - start
            text = self.glyphs.runs[weight] * cells
            self._write_parts(bus.line, start, [(text, STYLE_OF_WEIGHT[weight])])

    def _draw_joints(self, bus: _Bus) -> None:
        """Draw the cells of a bus, a horizontal line, at which vertical lines meet it.

        These are the edges down to the children, and the stem, which comes down from the parent.
        """
        stem_column = self.layout.columns[bus.parent]
        # By joint: the weight of the bus on its left and on its right. With three joints a, b, c
        # the segments are those from a to b and from b to c.
        weights_on_left = [Weight.NONE, *bus.segment_weights]  # the bus begins at the first joint
        weights_on_right = [*bus.segment_weights, Weight.NONE]  # and ends at the last one
        for joint, left, right in zip(bus.joints, weights_on_left, weights_on_right, strict=True):
            is_below_stem = joint.column == stem_column
            junction = self._render_junction(joint, left, right, is_below_stem=is_below_stem)
            self._write_parts(bus.line, joint.column, [junction])

    def _draw_stem(self, bus: _Bus) -> None:
        """Draw the vertical line from a card down to its bus."""
        stem = [self.render_vertical_line(bus.stem_weight)]
        column = self.layout.columns[bus.parent]
        for line in range(self._line_below_card(bus.parent), bus.line):
            self._write_parts(line, column, stem)

    def _render_junction(
        self, joint: _Joint, left: Weight, right: Weight, *, is_below_stem: bool
    ) -> StyledPart:
        """Return the character of a cell of a bus, with its style: ``┬``, ``┴``, ``┼``, ``┐``.

        A bus is the horizontal line that joins a node's children. Up to four lines meet in a cell,
        each of a weight, of which ``NONE`` is no line. In ``┌─┼─┐`` the middle one has lines to the
        left and right, down to a child, and up to the parent: its stem.

        Args:
            joint: The cell, with the weight of the line down to a child.
            left: The weight of the bus to the left of the cell.
            right: The weight of the bus to the right of it.
            is_below_stem: Whether the stem ends in the cell.
        """
        down = joint.weight_of_lower_end
        heaviest_but_stem = max(left, right, down)
        # The stem leads to all children, so it is as heavy as the heaviest line.
        up = heaviest_but_stem if is_below_stem else Weight.NONE

        is_single_child_below_parent = left == Weight.NONE and right == Weight.NONE
        if is_single_child_below_parent:
            return self.render_vertical_line(max(up, down))

        character = self.glyphs.junction(up=up, right=right, down=down, left=left)
        # The double line of a tied move does not count for the style: it has the usual one.
        heaviest = max(up, right, left, joint.weight)
        return character, STYLE_OF_WEIGHT[heaviest]

    def _line_below_card(self, item: Item) -> int:
        """Return the line below a card, or below the label of a node that has no card yet."""
        first_line = self.layout.heads[self.items.ply[item]]
        has_card = self.node_status(self.items.node(item)) is not Status.UNSEEN
        if has_card:
            return first_line + self.layout.form.lines
        return first_line + 1

    def _find_cutoffs_to_draw(self, parents: Iterable[Item]) -> dict[Item, _Cutoff]:
        """Find the cut-offs to be drawn below some nodes at this step, by node."""
        cutoffs: dict[Item, _Cutoff] = {}
        for parent in parents:
            cutoff = self._find_cutoff_to_draw(parent)
            if cutoff is not None:
                cutoffs[parent] = cutoff
        return cutoffs

    def _find_cutoff_to_draw(self, parent: Item) -> _Cutoff | None:
        """Find the cut-off to be drawn below a node at this step; ``None`` if there is none.

        It has a label at the step of the cut-off, and where its test is asked for or has just
        failed (see :meth:`_choose_cutoff_label`). At later steps it has none. On a paper, which a
        person fills in, no cut-off is drawn.
        """
        is_paper = self.look.answers is not None
        if is_paper:
            return None

        view = self.view(parent)
        label = self._choose_cutoff_label(view)
        has_cutoff = label is not None or view.is_cut
        if not has_cutoff:
            return None

        pruned_children = self._collect_pruned_children(parent, view)
        # If another value is tried for a leaf, the search may read all that it had pruned.
        is_cutoff_gone = not pruned_children and self.look.trial is not None
        if is_cutoff_gone:
            return None

        from_right = self.snapshot.record.rules.right_to_left
        places = slab_places(self.layout, parent, pruned_children, from_right=from_right)
        return _Cutoff(label, pruned_children, places)

    def _draw_cutoff_on_bus(self, parent: Item, bus_line: int, cutoff: _Cutoff) -> None:
        """Draw a cut-off over the line that joins a node's children: ``╳ 3 ≥ 2``, or ``╳`` alone.

        The cross alone needs a cell that leads to pruned children alone; without one nothing is
        drawn.
        """
        column_of_cross = cutoff.places.edge
        if cutoff.label is not None:
            self._draw_cutoff_label(parent, cutoff.places, cutoff.label)
        elif column_of_cross is not None:
            self._write_overlay(bus_line, column_of_cross, [(self.glyphs.cut, TextStyle.SLAB)])

    def _find_child_with_cross(self, cutoff: _Cutoff) -> Item | None:
        """Find the child above which the cross of a cut-off stands; ``None`` if it is on the bus.

        It stands above the first pruned child if no cell of the bus leads to pruned children alone.
        """
        is_drawn_on_bus = cutoff.label is not None or cutoff.places.edge is not None
        if is_drawn_on_bus:
            return None
        from_right = self.snapshot.record.rules.right_to_left
        return _find_first_in_search_order(cutoff.pruned_children, from_right=from_right)

    def _collect_pruned_children(self, parent: Item, view: NodeView) -> list[Item]:
        """Return the children that a cut-off prunes, or would prune if its test held.

        A cut-off has pruned children; a test that is asked for or failed is about those to come.
        """
        statuses: tuple[Status, ...] = (Status.UNSEEN,)
        if view.is_cut:
            statuses = PASSED
        return [child for child in self.items.children(parent) if self.status(child) in statuses]

    def _draw_cutoff_label(
        self, parent: Item, places: CutoffLabelPlaces, label: _CutoffLabel
    ) -> None:
        """Draw the label of a cut-off, the longest text that fits where it hides the least.

        A place where it would cover the window of a child on the path is passed over.
        """
        for placed_label in _find_places_for_label(places, label):
            if not self._covers_window(parent, placed_label):
                part = (placed_label.text, label.style)
                self._write_overlay(placed_label.line, placed_label.column, [part])
                return

    def _covers_window(self, parent: Item, label: _PlacedLabel) -> bool:
        """Tell whether the label of a cut-off covers the window of a node's child on the path.

        The window stands on either side of the edge to the child, ``3 │ +∞``. It is covered if the
        label is on the same line and has a column in common with it.
        """
        row_of_children = self.items.ply[parent] + 1
        is_on_line_of_windows = label.line == self._find_line_of_windows(row_of_children)
        if not is_on_line_of_windows:
            return False
        label_columns = range(label.column, label.column + width(label.text))
        return any(
            _have_common_column(window_columns, label_columns)
            for window_columns in self._find_columns_of_windows(parent)
        )

    def _find_line_of_windows(self, row: int) -> int:
        """Return the line of the windows above a row's cards: the last one, or the bus itself.

        ::

            ┌────┼────┐            ┌─3┼+∞─┐
            │  3 │ +∞ │            5  A   7
            5    A    7
        """
        if self._has_lines_below_bus(row):
            return self.layout.heads[row] - 1
        return self.layout.buses[row]

    def _find_columns_of_windows(self, parent: Item) -> Iterator[range]:
        """Yield the columns of the window of each child on the path, its edge included.

        ``3 │ +∞`` around the edge in column 10 takes the columns 8 to 13. On the line that joins
        the children it has no spaces: ``3┼+∞`` takes the columns 9 to 12.
        """
        row_of_children = self.items.ply[parent] + 1
        space = 1 if self._has_lines_below_bus(row_of_children) else 0
        for child, texts in self._find_windows_on_path(self.items.children(parent)):
            edge_column = self.layout.columns[child]
            start = edge_column - space - count_cells_of_parts(texts.left)
            stop = edge_column + 1 + space + count_cells_of_parts(texts.right)
            yield range(start, stop)

    def _has_lines_below_bus(self, row: int) -> bool:
        """Tell whether there are lines between the buses above a row and its cards."""
        return self.layout.heads[row] - self.layout.buses[row] > 1

    def _choose_cutoff_label(self, view: NodeView) -> _CutoffLabel | None:
        """Choose the texts that can show the test of a cut-off below a node; ``None`` for no test.

        The first of these that holds is chosen, each in several lengths:

        1. A person is asked for the test, which must not be shown then: ``╳ ?``.
        2. The test failed only because both numbers are equal: ``3 > 3``.
        3. The node is cut off at this step: ``╳ 3 ≥ 2``, or ``╳ CUT`` where that has no room.
        """
        cross = self.glyphs.cut

        is_asked_for = self.look.question == view.node
        if is_asked_for:
            texts = (f" {cross} ? ", f"{cross} ?")
            return _CutoffLabel(texts, short_texts=("?",), style=TextStyle.NEWS)

        failed_test = view.missed_on_equality
        if failed_test is not None:
            test = self.glyphs.written(failed_test.bare)
            test_without_spaces = self.glyphs.written(failed_test.close)
            texts = (f" {test} ", test)
            return _CutoffLabel(texts, short_texts=(test_without_spaces,), style=TextStyle.MISSED)

        is_cut_off_now = (
            view.is_cut and self.snapshot.kind is StepKind.CUT and view.node == self.snapshot.node
        )
        if is_cut_off_now:
            test = self.glyphs.written(str(self.snapshot.test))
            texts = (f" {cross} {test} ", f"{cross} {test}")
            short_texts = (f" {cross} CUT ", f"{cross} CUT")
            return _CutoffLabel(texts, short_texts=short_texts, style=TextStyle.SLAB)
        return None

    # -- drops and stubs -----------------------------------------------------------------------

    def _draw_vertical_edges(self, row: int, children_with_cross: Collection[Item]) -> None:
        """Draw the vertical edges above all nodes of a row, with the texts beside them.

        They lead down from the buses, the horizontal lines that siblings share::

            ┌──────┼──────┐    the bus
            │      │      │
            │    3 │ +∞   ╱    the last line, with windows and the slashes of a paper
            5      A      7    the row

        If the row stands right below the bus there is no room for edges: then the windows are drawn
        on the bus itself.

        Args:
            row: The number of the row.
            children_with_cross: The items whose edge shows the cross of a cut-off.
        """
        bus_line = self.layout.buses[row]
        items = self.items.plies[row]
        if not self._has_lines_below_bus(row):
            self._draw_windows_on_bus(items, bus_line)
            return

        first_line_of_row = self.layout.heads[row]
        line_above_row = first_line_of_row - 1
        edge_lines = range(bus_line + 1, first_line_of_row)
        # Texts are written before the edges: of two that begin in one column the first is seen.
        self._draw_texts_beside_edges(items, line_above_row)
        for item in items:
            edge = self._render_vertical_edge(item, has_cross=item in children_with_cross)
            self._draw_vertical_edge(item, edge, edge_lines)

    def _draw_vertical_edge(self, item: Item, edge: list[StyledPart], lines: range) -> None:
        """Draw the vertical edge above a node; a person's slash replaces it in its last line.

        Args:
            item: What is drawn of the node.
            edge: What stands in one line of the edge.
            lines: The lines of the edge, the last of which is right above the node.
        """
        column = self.layout.columns[item]
        for line in lines[:-1]:
            self._write_parts(line, column, edge)

        line_above_node = lines[-1]
        slash = self._render_slash(item)
        if slash is None:
            self._write_parts(line_above_node, column, edge)
        else:
            self._write_parts(line_above_node, column, [slash])

    def _render_vertical_edge(self, item: Item, *, has_cross: bool) -> list[StyledPart]:
        """Return what stands in one line of the vertical edge above an item: an edge or a cross.

        A dotted line follows beside the edge if α and β both came down along it.
        """
        if has_cross:
            parts: list[StyledPart] = [(self.glyphs.cut, TextStyle.SLAB)]
        else:
            parts = [self.render_vertical_line(self.weight_of_lower_end(item))]
        if self.has_both_rails(item):
            parts.append((self.glyphs.dots, TextStyle.BETA))
        return parts

    def _render_slash(self, item: Item) -> StyledPart | None:
        """Return the slash with which a person crossed an item out, in the style of its mark."""
        answer = self.answer(item)
        if answer is None or not answer.crossed:
            return None
        if answer.cut_mark is None:
            return self.glyphs.hatch, TextStyle.SLAB
        return self.glyphs.hatch, STYLE_OF_MARK[answer.cut_mark]

    def _draw_texts_beside_edges(self, items: Sequence[Item], line: int) -> None:
        """Draw the texts beside the vertical edges above a row's items, as far as they have room.

        On the left of an edge stands α; on the right stand β and more: ``3 │ +∞``.
        """
        for texts in self._place_texts_beside_edges(items):
            self._draw_placed_texts(texts, line)

    def _place_texts_beside_edges(self, items: Sequence[Item]) -> Iterable[_PlacedEdgeTexts]:
        """Return the texts beside the edges above a row's items that have room.

        If two neighbours compete for room, the more important texts get it, such as those on the
        path of the search; of equally important ones those on the left.
        """
        edge_columns = [self.layout.columns[item] for item in items]
        texts_to_place = self._collect_texts_beside_edges(items)
        # The sort is stable, so that equally important texts stay in order from left to right.
        most_important_first = sorted(
            texts_to_place, key=lambda index: texts_to_place[index].priority
        )

        placed_texts: dict[int, _PlacedEdgeTexts] = {}  # by the index of an item in the row
        for index in most_important_first:
            free_columns = self._find_free_columns_around_edge(edge_columns, index, placed_texts)
            texts = self._fit_texts_beside_edge(items[index], texts_to_place[index], free_columns)
            if texts is not None:
                placed_texts[index] = texts
        return placed_texts.values()

    def _find_free_columns_around_edge(
        self, edge_columns: Sequence[int], index: int, placed_texts: Mapping[int, _PlacedEdgeTexts]
    ) -> range:
        """Return the columns between an edge's neighbours and the texts placed beside them.

        Args:
            edge_columns: The columns of a row's edges, from left to right.
            index: The index of the edge in ``edge_columns``.
            placed_texts: The texts that stand beside some of the edges already, by edge index.
        """
        start = -1  # `_fits` asks for a free cell before α; at the first edge it may lie outside
        has_left_neighbour = index > 0
        if has_left_neighbour:
            start = _first_free_column_behind(edge_columns[index - 1], placed_texts.get(index - 1))

        stop = self.layout.width
        has_right_neighbour = index + 1 < len(edge_columns)
        if has_right_neighbour:
            stop = _stop_of_free_columns_before(
                edge_columns[index + 1], placed_texts.get(index + 1)
            )
        return range(start, stop)

    def _collect_texts_beside_edges(self, items: Sequence[Item]) -> dict[int, _TextsToPlace]:
        """Return the texts to place beside the edges of a row, by the index of an item in the row.

        Most edges have no texts: they are left out before anything else is asked about them.
        """
        texts_to_place: dict[int, _TextsToPlace] = {}
        for index, item in enumerate(items):
            texts = self._render_texts_beside_edge(item)
            if not texts.is_empty:
                texts_to_place[index] = _TextsToPlace(texts, self._choose_priority(item))
        return texts_to_place

    def _fit_texts_beside_edge(
        self, item: Item, to_place: _TextsToPlace, free_columns: range
    ) -> _PlacedEdgeTexts | None:
        """Place texts beside a vertical edge in free columns; ``None`` if they have no room there.

        These are tried, and the first that fits is placed:

        =================  =========================================================================
        ``3 │ +∞ ✓``       all texts, with a space on either side of the edge
        ``3│+∞ ✓``         all texts, without spaces
        ``│ ✓``, ``│✓``    if they may be shortened: the marks of a person's answers alone
        ``3│+∞ ✓``         if they must always be shown: all texts, over what stands there
        =================  =========================================================================
        """
        texts_to_try = [to_place.texts]
        if to_place.priority is _Priority.MAY_BE_SHORTENED:
            marks = self._render_marks_at_edge(item)
            if marks:
                texts_to_try.append(_TextsBesideEdge(left=[], right=marks))

        for texts, space in product(texts_to_try, (1, 0)):
            placed_texts = self._place_texts_beside_edge(item, texts, space)
            if _fits(placed_texts, free_columns):
                return placed_texts

        if to_place.priority is not _Priority.ALWAYS_SHOWN:
            return None
        # At the margin of the drawing all are moved to the other side of the edge: ``┃3│+∞``.
        texts_within_drawing = self._move_to_side_with_room(item, to_place.texts)
        return self._place_texts_beside_edge(item, texts_within_drawing, space=0)

    def _place_texts_beside_edge(
        self, item: Item, texts: _TextsBesideEdge, space: int
    ) -> _PlacedEdgeTexts:
        """Place texts beside the vertical edge above an item; return them with their columns.

        With one space, ``3 │ +∞`` around the edge in column 10 takes columns 8 to 13.
        """
        edge_column = self.layout.columns[item]
        # A second, dotted line may follow beside the edge.
        edge_width = 2 if self.has_both_rails(item) else 1

        left_width = count_cells_of_parts(texts.left)
        cells_on_left = left_width + space if left_width > 0 else 0
        right_width = count_cells_of_parts(texts.right)
        cells_on_right = right_width + space if right_width > 0 else 0
        return _PlacedEdgeTexts(
            texts.left,
            texts.right,
            start=edge_column - cells_on_left,
            stop=edge_column + edge_width + cells_on_right,
        )

    def _draw_placed_texts(self, texts: _PlacedEdgeTexts, line: int) -> None:
        """Write the texts beside an edge, without the parts that would leave the drawing."""
        cells_outside = max(0, -texts.start)  # to the left of column 0
        left_room = count_cells_of_parts(texts.left) - cells_outside
        self._write_parts(line, max(0, texts.start), self._clip_parts(texts.left, left_room))

        right_start = texts.stop - count_cells_of_parts(texts.right)
        right_room = self.layout.width - right_start
        self._write_parts(line, right_start, self._clip_parts(texts.right, right_room))

    def _draw_windows_on_bus(self, items: Sequence[Item], bus_line: int) -> None:
        """Draw α and β beside the edges on the path of the search: ``┌──3┼+∞──┐``.

        They are written over the bus, the horizontal line that siblings share, since there is no
        line between it and the nodes. A text that would leave the drawing is shortened. In a
        drawing of 20 columns, an edge in column 3 has room for 3 cells on its left, 16 on its
        right.
        """
        for item, texts in self._find_windows_on_path(items):
            edge_column = self.layout.columns[item]
            left_room = edge_column
            right_room = self.layout.width - edge_column - 1

            left = self._clip_parts(texts.left, left_room)
            edge = self.render_vertical_line(self.weight(item))
            right = self._clip_parts(texts.right, right_room)

            first_column = edge_column - count_cells_of_parts(left)
            self._write_overlay(bus_line, first_column, [*left, edge, *right])

    def _find_windows_on_path(
        self, items: Sequence[Item]
    ) -> Iterator[tuple[Item, _TextsBesideEdge]]:
        """Yield each of some items that is on the path and has a window, with the window's texts.

        α is written to the left of the edge above the item, and β to the right: ``3 │ +∞``. At the
        margin of the drawing one of them may have no room. Then both stand on the other side.
        """
        for item in items:
            if not self._is_window_on_path(item):
                continue
            window = self.render_entry_window(self.items.node(item))
            if window is None:
                continue
            alpha, beta = window
            texts = _TextsBesideEdge(left=[alpha], right=[beta])
            yield item, self._move_to_side_with_room(item, texts)

    def _move_to_side_with_room(self, item: Item, texts: _TextsBesideEdge) -> _TextsBesideEdge:
        """Move all texts beside a vertical edge to one side if the other is too near the margin.

        The moved texts have a thin line between them: at the left margin ``3┃+∞`` becomes
        ``┃3│+∞``. If neither side has room for all, both stay where they were.
        """
        thin_line = (self.glyphs.uprights[Weight.LIGHT], TextStyle.QUIET)
        all_texts = [*texts.left, thin_line, *texts.right]
        width_of_all = count_cells_of_parts(all_texts)
        edge_column = self.layout.columns[item]
        left_room = edge_column
        right_room = self.layout.width - edge_column - 1

        is_left_too_narrow = count_cells_of_parts(texts.left) > left_room
        if is_left_too_narrow and width_of_all <= right_room:
            return _TextsBesideEdge(left=[], right=all_texts)

        is_right_too_narrow = count_cells_of_parts(texts.right) > right_room
        if is_right_too_narrow and width_of_all <= left_room:
            return _TextsBesideEdge(left=all_texts, right=[])
        return texts

    def _is_window_on_path(self, item: Item) -> bool:
        """Tell whether an item is a node on the path or under the cursor: it shows its window."""
        if not self.items.is_plain(item):
            return False
        current = self.snapshot.current
        if current is not None and self._is_on_way_to(self.items.node(item), current):
            return True
        return self._stands_for(item, self.look.cursor)

    def _is_on_way_to(self, node: int, current: int) -> bool:
        """Tell whether a node is on the way to the current one, or is that itself."""
        return not self.snapshot.is_last and self.tree.is_within(current, node)

    def _clip_parts(self, parts: list[StyledPart], cells: int) -> list[StyledPart]:
        """Shorten a row of styled texts to a number of cells; a clipped text ends in dots.

        A text that does not fit into the cells that are left is left out if they are fewer than
        three. A shorter one behind it that fits is kept nevertheless.
        """
        least_cells_for_clipped_text = 3  # fewer would show hardly more than the dots
        kept: list[StyledPart] = []
        for text, style in parts:
            room = cells - count_cells_of_parts(kept)
            if width(text) <= room:
                kept.append((text, style))
            elif room >= least_cells_for_clipped_text:
                kept.append((self.glyphs.clipped(text, room), style))
        return kept

    def _choose_priority(self, item: Item) -> _Priority:
        """Choose what happens to the texts beside the edge above an item if they lack room."""
        is_under_cursor = self._stands_for(item, self.look.cursor)
        if is_under_cursor:
            return _Priority.ALWAYS_SHOWN

        answer = self.answer(item)
        if answer is not None:  # a person's answer stands there, not what the search did
            return _choose_priority_of_answer(answer)

        if self.is_on_path(self.items.node(item)):
            return _Priority.ALWAYS_SHOWN
        return _Priority.MAY_BE_OMITTED

    def _render_texts_beside_edge(self, item: Item) -> _TextsBesideEdge:
        """Return the texts on the left and on the right of the vertical edge above an item.

        On the left stands α; on the right stand β and, at a chance node's child, the probability:
        ``3 │ +∞ 0.5``. On a paper they are what a person wrote.
        """
        answer = self.answer(item)
        probability = self._render_probability(item)
        if answer is not None:
            return self._render_answer_beside_edge(answer, probability)
        window = self._render_window_of_search(item)
        if window is None:
            return _TextsBesideEdge(left=[], right=probability)
        alpha, beta = window
        return _TextsBesideEdge(left=[alpha], right=join_groups([[beta], probability], " "))

    def _render_answer_beside_edge(
        self, answer: WrittenAnswer, probability: list[StyledPart]
    ) -> _TextsBesideEdge:
        """Return the texts that a person wrote beside an edge: ``3 │ ✓ +∞ ✗ 0.5``.

        On the left stands α. On the right stand the mark of the slash that crosses the edge out, β,
        the mark of the window (α and β together), and the probability, which may be empty. Without
        a window its mark is left out, too.
        """
        slash_mark = self._render_mark(answer.cut_mark, STYLE_OF_MARK)
        window = self._render_written_window(answer)
        if window is None:
            return _TextsBesideEdge(left=[], right=join_groups([slash_mark, probability], " "))

        alpha, beta = window
        window_mark = self._render_mark(answer.window_mark, STYLE_OF_MARK, " ")
        beta_with_mark = [beta, *window_mark]
        right = join_groups([slash_mark, beta_with_mark, probability], " ")
        return _TextsBesideEdge(left=[alpha], right=right)

    def _render_probability(self, item: Item) -> list[StyledPart]:
        """Return the probability on the edge above an item as styled text; often empty."""
        if not self.items.is_plain(item):
            return []
        text = self.probability(self.items.node(item))
        if not text:
            return []
        return [(text, TextStyle.QUIET)]

    def _render_marks_at_edge(self, item: Item) -> list[StyledPart]:
        """Return the marks (✓, ✗ or ↳) of what a person wrote at the edge above a node.

        The first is that of the slash that crosses the edge out, the second that of α and β. Each
        is missing where no mark was given; without an answer there are none.
        """
        answer = self.answer(item)
        if answer is None:
            return []
        slash_mark = self._render_mark(answer.cut_mark, STYLE_OF_MARK)
        if self._render_written_window(answer) is None:
            return slash_mark
        window_mark = self._render_mark(answer.window_mark, STYLE_OF_MARK)
        return [*slash_mark, *window_mark]

    def _render_window_of_search(self, item: Item) -> tuple[StyledPart, StyledPart] | None:
        """Return α and β of the search above an item; there is no edge above the root."""
        node = self.items.node(item)
        if node == 0 or not self.items.is_plain(item):
            return None
        return self.render_entry_window(node)

    def _render_written_window(self, answer: WrittenAnswer) -> tuple[StyledPart, StyledPart] | None:
        """Return α and β as a person wrote them at a node, as styled texts.

        =====================  ============================================================
        ``answer.window``      the result
        =====================  ============================================================
        ``()``                 ``None``: no window is asked for
        ``None``               two boxes with a ``?``: the window is still to be written
        ``("3", "+∞")``        these texts
        =====================  ============================================================
        """
        if answer.window == ():
            return None

        is_cursor_here = answer.here == "window"
        if answer.window is None:
            box_style = TextStyle.NEWS if is_cursor_here else TextStyle.HERE
            box = (" ? ", box_style)
            return box, box

        alpha, beta = map(self.glyphs.written, answer.window)
        if is_cursor_here:
            return (alpha, TextStyle.NEWS), (beta, TextStyle.NEWS)
        return (alpha, TextStyle.ALPHA_END), (beta, TextStyle.BETA_END)

    # -- cards ---------------------------------------------------------------------------------

    def _draw_card(self, item: Item, first_line: int) -> None:
        """Draw the card (box) of a node with children, and how many nodes it hides below itself.

        The card shows the node's label and value. The number of hidden nodes stands on the card,
        below it or behind it, depending on the room. What is behind it is written in the card's
        last line.
        """
        texts = self._render_card_texts(item)
        count_place = self._choose_count_place(item, texts)
        card_lines = self._render_card_lines(item, texts, count_place)
        self._draw_card_lines(item, first_line, card_lines)

        if count_place is _CountPlace.BELOW:
            line_below_card = first_line + self.layout.form.lines
            self._draw_below(item, line_below_card, texts.hidden_count)

        last_card_line = first_line + len(card_lines) - 1
        count_behind_card = texts.hidden_count if count_place is _CountPlace.BEHIND else []
        parts_behind_card = self._render_parts_behind_card(item, count_behind_card)
        self._write_parts(last_card_line, self._column_behind(item), parts_behind_card)

    def _render_card_texts(self, item: Item) -> _CardTexts:
        """Return the texts of a node's box: its label, its value and how many nodes it hides.

        In a tight box, which has no spaces, they are ``▲A`` and ``v3``; else ``▲ A`` and ``v 3``.
        """
        node = self.items.node(item)
        is_tight = self.layout.is_tight(item)
        value_has_own_line = self.layout.form.lines > 1
        return _CardTexts(
            label=self.render_label(node, tight=is_tight),
            value=self.render_value(node, spaced=value_has_own_line, tight=is_tight),
            hidden_count=self._render_hidden_count(item),
        )

    def _draw_card_lines(
        self, item: Item, first_line: int, card_lines: Sequence[list[StyledPart]]
    ) -> None:
        """Draw the lines of a node's box, each centred between blanks that fill the box."""
        background = self.card_style(self.items.node(item))
        for line, parts in enumerate(card_lines, first_line):
            padded = _pad(parts, self.layout.cells[item], background)
            placed = self.add_marks_around(item, self.layout.left_of(item), padded)
            self._write_parts(line, placed.column, placed.parts)

    def _render_label_line(self, item: Item, label: list[StyledPart]) -> list[StyledPart]:
        """Return the one line of a box without a value: its label, filled up to the box's width.

        If the node is pruned, and colours do not show it, the label stands between strokes.
        """
        background = self.card_style(self.items.node(item))
        fill = " "
        if background == TextStyle.PRUNED and self.look.marks:
            fill = self.glyphs.hatch
        return _pad(label, self.layout.cells[item], background, fill)

    def _column_behind(self, item: Item) -> int:
        """Return the first column behind a card at which a text may begin.

        The column right behind the card is that of a mark: ``▌▲ A▐ text``.
        """
        column_of_mark = self.layout.right_of(item) + 1
        return column_of_mark + 1

    def _choose_count_place(self, item: Item, texts: _CardTexts) -> _CountPlace:
        """Choose where to write how many nodes are hidden below a node's box, its card.

        The best place is below the card, if there is a line for it. Else it is on the card, if that
        has room, and else behind the card.
        """
        is_last_row = self.items.ply[item] + 1 == len(self.layout.heads)
        has_line_below_cards = self.layout.form.stub > 0
        if has_line_below_cards or is_last_row:
            return _CountPlace.BELOW
        if texts.hidden_count and self._has_room_for_count(item, texts):
            return _CountPlace.ON_CARD
        return _CountPlace.BEHIND

    def _has_room_for_count(self, item: Item, texts: _CardTexts) -> bool:
        """Tell whether the number of hidden nodes has room behind the label on a card.

        It has none on a card that shows a value, and on one of several lines.
        """
        if texts.value or self.layout.form.lines > 1:
            return False
        needed_cells = (
            count_cells_of_parts(texts.label)
            + width(" ")
            + count_cells_of_parts(texts.hidden_count)
        )
        return needed_cells <= self.layout.cells[item]

    def _render_label_and_count(self, item: Item, texts: _CardTexts) -> list[StyledPart]:
        """Return a label, followed on the same card by the number of hidden nodes."""
        ((count, _),) = texts.hidden_count
        background = self.card_style(self.items.node(item))
        count_style = background
        if background == TextStyle.SPACE:
            count_style = TextStyle.QUIET
        return [*texts.label, (" ", background), (count, count_style)]

    def _render_card_lines(
        self, item: Item, texts: _CardTexts, count_place: _CountPlace
    ) -> Sequence[list[StyledPart]]:
        """Return the styled texts on each line of a node's box, from the top down.

        The number of nodes that the box hides is among them only if its place is on the card.
        """
        if count_place is _CountPlace.ON_CARD:  # where the card has but one line
            return [self._render_label_and_count(item, texts)]
        if self.layout.form.lines > 1:
            return self._render_lines_of_high_card(item, texts)
        if texts.value:
            return [self._render_label_and_value(item, texts)]
        return [self._render_label_line(item, texts.label)]

    def _render_hidden_count(self, item: Item) -> list[StyledPart]:
        """Return how many nodes a card hides below itself as styled text; empty for none."""
        hidden_nodes = self.items.hidden(item)
        if not hidden_nodes:
            return []
        style = TextStyle.QUIET
        if self.is_pruned(item):
            style = TextStyle.PRUNED
        return [(self.count(hidden_nodes, self.layout.cells[item]), style)]

    def _render_lines_of_high_card(self, item: Item, texts: _CardTexts) -> list[list[StyledPart]]:
        """Return the lines of a node's box that is two or three lines high.

        They are the label, the value, and in a box of three lines the window as it is now. A pruned
        node is hatched below its label. A node that the search has not visited yet has no box, so
        only its label is returned.
        """
        node = self.items.node(item)
        line_count = self.layout.form.lines
        status = self.node_status(node)
        if status is Status.UNSEEN:
            return [texts.label]

        if status in PASSED:
            hatched_line: StyledPart = (
                self.glyphs.hatch * self.layout.cells[item],
                TextStyle.HATCHED,
            )
            return [texts.label, *repeat([hatched_line], line_count - 1)]

        value = self._render_value_or_effect(item, texts.value)
        if line_count > 2:
            return [texts.label, value, self._render_current_window(node)]
        return [texts.label, value]

    def _render_label_and_value(self, item: Item, texts: _CardTexts) -> list[StyledPart]:
        """Return the one line of a low box with label and value, filled up to the box's width.

        The label stands in the same column at all steps, while the value becomes longer or shorter:
        at first ``|  ▲ A v −∞  |``, and later ``|  ▲ A v 3   |``.
        """
        if self.layout.is_tight(item):  # without spaces
            return [*texts.label, *texts.value]

        node = self.items.node(item)
        card_width = self.layout.cells[item]
        background = self.card_style(node)
        parts = [*texts.label, (" ", background), *texts.value]
        free_cells = max(0, card_width - count_cells_of_parts(parts))

        # The same at all steps: where the label begins if it is centred with the widest value.
        widest_value = self.value_width(self.tree.roles[node])
        cells_beside_both = max(0, card_width - count_cells_of_parts(texts.label) - widest_value)
        usual_left_padding = cells_beside_both // 2

        left_padding = min(usual_left_padding, free_cells)
        right_padding = free_cells - left_padding
        return [(" " * left_padding, background), *parts, (" " * right_padding, background)]

    def _render_value_or_effect(self, item: Item, value: list[StyledPart]) -> list[StyledPart]:
        """Return a node's value, or the effect of a tried leaf value on it if that has room."""
        effect = self._render_effect_of_trial(self.items.node(item), value)
        if not effect or count_cells_of_parts(effect) > self.layout.cells[item]:
            return value
        return effect

    def _render_effect_of_trial(self, node: int, value: list[StyledPart]) -> list[StyledPart]:
        """Return how a node's value changes if a person tries another value for a pruned leaf.

        Two nodes above the leaf may show an effect; at all others the text is empty:

        - ``4 → 7``: the value of the node with the cut-off changes from 4 to 7.
        - ``stays 4``: the node that has the bound of the cut-off keeps its value.

        Args:
            node: The node.
            value: Its value as it is written without an effect; empty if it has none.
        """
        trial = self.look.trial
        if trial is None:
            return []

        is_exact = trial.sign == "="  # one number, neither a bound nor a value so far
        has_cutoff = node == trial.node
        if has_cutoff and is_exact and trial.before is not None:
            return self._render_changed_value(node, trial.before, trial.number)

        has_bound_of_cutoff = node == trial.bound_holder
        if has_bound_of_cutoff and value:
            _, number_style = value[-1]  # a value ends with its number
            return self._render_unchanged_value(node, number_style)
        return []

    def _render_changed_value(self, node: int, before: Number, after: Number) -> list[StyledPart]:
        """Return the change of a node's value as styled text: ``4 → 7``."""
        arrow = "→"
        if self.glyphs.ascii:
            arrow = "->"
        style = CARD_STYLES[self.player(node)].between
        return [
            (f"{self.glyphs.number(before)} {arrow} ", style),
            (self.glyphs.number(after), TextStyle.NEWS),
        ]

    def _render_unchanged_value(self, node: int, number_style: str) -> list[StyledPart]:
        """Return the text that a node's value does not change: ``stays 4``."""
        number = present(self.snapshot.view(node).number)
        word_style = CARD_STYLES[self.player(node)].between
        return [("stays ", word_style), (self.glyphs.number(number), number_style)]

    def _render_current_window(self, node: int) -> list[StyledPart]:
        """Return α and β as they are now at a node that the search is in: ``3│+∞``.

        Elsewhere, on a person's paper, and if windows are not shown, the list is empty.
        """
        if not self.look.windows or self.look.answers is not None:
            return []
        if self.node_status(node) is not Status.OPEN:
            return []
        window = self.snapshot.view(node).window
        if window is None:
            return []

        alpha, beta = map(self.glyphs.number, window)
        separator = self.glyphs.uprights[Weight.LIGHT]
        styles = CARD_STYLES[self.player(node)]
        return [(alpha, styles.alpha), (separator, styles.between), (beta, styles.beta)]

    def _render_parts_behind_card(
        self, item: Item, hidden_count: list[StyledPart]
    ) -> list[StyledPart]:
        """Return the number of nodes that a card hides and remarks on it, as far as they fit.

        The number is empty if it is not written behind the card.
        """
        groups = [hidden_count, *self._render_answers_on_tree(item)]
        if not any(groups):  # nearly everywhere: no need to measure the room
            return []
        return join_groups_that_fit(groups, "  ", self._count_free_cells_behind(item))

    def _render_answers_on_tree(self, item: Item) -> list[list[StyledPart]]:
        """Return a person's answers about the whole tree, such as ``reads 7 leaves ✓``.

        They stand at the topmost node; at any other node, and without answers, none are returned.
        Each is a list of styled texts: the answer, then its mark if it was marked.
        """
        if item != _TOP_ITEM:
            return []
        answer = self.answer(item)
        if answer is None:
            return []
        return [
            [
                (self.glyphs.written(text), TextStyle.QUIET),
                *self._render_mark(mark, STYLE_OF_MARK, " "),
            ]
            for text, mark in answer.aside
        ]

    def _count_free_cells_behind(self, item: Item) -> int:
        """Return how many cells are free between a card and the next one of its row."""
        next_item = self.items.next_in_row(item, 1)
        end = self.layout.width
        if next_item is not None:
            end = self.layout.left_of(next_item) - 1  # a cell before it is for its mark
        return end - self._column_behind(item)

    def _draw_below(self, item: Item, line: int, parts: list[StyledPart]) -> None:
        """Write styled texts into a line below an item, under its middle."""
        self._write_parts(
            line, self._compute_centred_column(item, count_cells_of_parts(parts)), parts
        )

    def _draw_leaf(self, item: Item, first_line: int) -> None:
        """Draw a leaf's value, and in the line below it the leaf's name or earlier value, if any.

        ``first_line`` is the first line of the leaf's row.
        """
        leaf = self.items.node(item)
        value = self.render_leaf(leaf)
        placed = self._place_leaf(item, value)
        self._write_parts(first_line, placed.column, placed.parts)

        _, value_style = value
        text_below = self._render_text_below_leaf(leaf, value_style)
        if text_below is not None:
            self._draw_below(item, first_line + 1, [text_below])

    def _place_leaf(self, item: Item, value: StyledPart) -> PlacedParts:
        """Return a leaf's value with what stands around it, and the column where all of it begins.

        Around the current leaf, or that under the cursor, stand marks: ``▌3▐``. Any other value on
        a coloured background, new or pruned, has a coloured cell on either side, if there is room.
        """
        text, style = value
        column = self._compute_centred_column(item, width(text))
        has_marks = self.find_marks_around(item) is not None
        has_background = style in {TextStyle.NEWS, TextStyle.PRUNED}
        has_room = self.layout.form.gap >= _GAP_FOR_COLOURED_CELLS
        if has_background and has_room and not has_marks:
            return PlacedParts(column - 1, [(f" {text} ", style)])
        return self.add_marks_around(item, column, [value])

    def _compute_centred_column(self, item: Item, text_width: int) -> int:
        """Return the first column of a text that is centred at an item's middle."""
        return self.layout.columns[item] - (text_width - 1) // 2

    def _find_value_before_trial(self, leaf: int) -> Number | None:
        """Find the value of a leaf for which a person tries another; ``None`` for other leaves.

        It is that of the leaf under the cursor. An unknown leaf had none.
        """
        if self.look.trial is None or leaf != self.look.cursor:
            return None
        return self.look.trial.leaf_before

    def _render_text_below_leaf(self, leaf: int, value_style: str) -> StyledPart | None:
        """Return the styled text below a leaf's value; ``None`` if there is none.

        - ``was 3``, if a person tries another value for the leaf: the value that it had.
        - Else the leaf's name, if it has one and the form shows names. If the value is dimmed or
          struck, so is the name.
        """
        value_before_trial = self._find_value_before_trial(leaf)
        if value_before_trial is not None:
            return f"was {self.glyphs.number(value_before_trial)}", TextStyle.QUIET

        name = self.leaf_name(leaf)
        if not name or not self.layout.form.names:
            return None
        if value_style in {TextStyle.GHOST, TextStyle.PRUNED}:
            return name, value_style
        return name, TextStyle.QUIET

    def _draw_undrawn(self, item: Item, first_line: int) -> None:
        """Draw ``…`` or ``7 more`` where nodes of the tree are not drawn.

        ``…`` stands for children that the author left out. ``7 more``, a cluster, stands for
        siblings that have no room; if boxes have several lines, a word such as ``pruned`` below it
        says what the search has done there.
        """
        is_cluster = item in self.items.clusters
        part = self._render_cluster(item) if is_cluster else self._render_ellipsis(item)
        text, style = part

        column = self._compute_centred_column(item, width(text))
        placed = self.add_marks_around(item, column, [part])
        self._write_parts(first_line, placed.column, placed.parts)
        if is_cluster and self.layout.form.lines > 1:
            self._draw_below(item, first_line + 1, [(self._describe_status(item), style)])

    def _describe_status(self, item: Item) -> str:
        """Return what the search has done with undrawn siblings; nothing on a person's paper."""
        word_if_visited = "done"
        is_paper = self.look.answers is not None
        if is_paper:
            word_if_visited = ""
        return _WORD_FOR_STATUS.get(self.status(item), word_if_visited)

    def _render_cluster(self, item: Item) -> StyledPart:
        """Return the styled text for siblings that have no room, such as ``7 more``."""
        text = format_more_siblings(self.items.clusters[item].siblings)
        if self.is_pruned(item):
            return text, TextStyle.PRUNED
        return text, TextStyle.QUIET

    def _render_ellipsis(self, item: Item) -> StyledPart:
        """Return the ``…`` for undrawn children as styled text, between strokes if it is pruned.

        Pruned in five cells it reads ``╱╱…╱╱``; in less than three it has no strokes.
        """
        ellipsis = self.glyphs.elided
        if not self.is_pruned(item):
            return ellipsis, TextStyle.GHOST

        strokes_on_each_side = (self.layout.cells[item] - width(ellipsis)) // 2
        if strokes_on_each_side < 1:
            return ellipsis, TextStyle.PRUNED
        strokes = self.glyphs.hatch * strokes_on_each_side
        return f"{strokes}{ellipsis}{strokes}", TextStyle.HATCHED


def _columns_nearest_first(centre: int, max_distance: int) -> list[int]:
    """Return the columns around a centre, the nearest first.

    Example:
        >>> _columns_nearest_first(10, 2)
        [10, 9, 11, 8, 12]
    """
    columns = range(centre - max_distance, centre + max_distance + 1)
    return sorted(columns, key=lambda column: abs(column - centre))


def _is_apart(columns: range, others: range) -> bool:
    """Tell whether two ranges of columns neither overlap nor touch: one column is between them.

    Example:
        >>> _is_apart(range(4, 6), range(0, 3)), _is_apart(range(3, 6), range(0, 3))
        (True, False)
    """
    return others.stop < columns.start or columns.stop < others.start


def _have_common_column(columns: range, others: range) -> bool:
    """Tell whether two ranges of columns have a column in common."""
    return columns.start < others.stop and others.start < columns.stop


def _find_places_for_label(
    places: CutoffLabelPlaces, label: _CutoffLabel
) -> Iterator[_PlacedLabel]:
    """Yield the label of a cut-off at each place with room for it, the best place first.

    In each place it is the longest text that fits.
    """
    for texts, place in _pair_texts_with_places(places, label):
        room = place.stop - place.start
        text = next((text for text in texts if width(text) <= room), None)
        if text is not None:
            yield _PlacedLabel(place.line, places.column(place, width(text)), text)


def _pair_texts_with_places(
    places: CutoffLabelPlaces, label: _CutoffLabel
) -> Iterator[tuple[tuple[str, ...], FreeCells]]:
    """Yield the places for a cut-off's label, each with the texts to try there, the best first.

    A full text is worth more than a good place: the short texts are tried after all places on and
    above the bus have no room for a full one.
    """
    good_places = places.list_free_places()
    for place in good_places:
        yield label.full_texts, place

    all_texts = (*label.full_texts, *label.short_texts)
    for place in [*good_places, *places.list_covering_places()]:
        yield all_texts, place


def _first_free_column_behind(edge_column: int, texts: _PlacedEdgeTexts | None) -> int:
    """Return the first column that is free behind an edge and the texts beside it."""
    if texts is None:
        return edge_column + 1
    return texts.stop + 1  # a free cell behind them


def _stop_of_free_columns_before(edge_column: int, texts: _PlacedEdgeTexts | None) -> int:
    """Return one past the last column that is free before an edge and the texts beside it."""
    if texts is None or not texts.left:
        return edge_column - 1  # a free cell before it
    return texts.start - 2  # two free cells before its α


def _choose_priority_of_answer(answer: WrittenAnswer) -> _Priority:
    """Choose what happens to a person's answer beside an edge if it lacks room.

    Boxes for a window (the pair of α and β) that is still to be written are always shown. The marks
    of a wrong window and of a slash, with which a person has pruned the edge, are shown at least.
    Everything else may be left out.
    """
    has_boxes_to_fill = answer.window is None  # a window that is not asked for is ()
    if has_boxes_to_fill:
        return _Priority.ALWAYS_SHOWN

    is_window_wrong = answer.window_mark in {Mark.MISTAKE, Mark.CONSEQUENCE}
    is_slash_marked = answer.cut_mark is not None
    if is_window_wrong or is_slash_marked:
        return _Priority.MAY_BE_SHORTENED
    return _Priority.MAY_BE_OMITTED


def _compute_segment_weights(weights: Sequence[Weight], stem_index: int) -> list[Weight]:
    """Return the weight of each segment of a bus, from one joint to the next.

    A segment leads from the parent's stem to all children beyond it. It is drawn like the heaviest
    edge among these children.

    Args:
        weights: The weight of the edge at each joint, from left to right; of the joint with the
            stem alone it is ``NONE``.
        stem_index: The index of the joint with the stem.

    Example:
        Two children stand to the left of the stem, and one to the right.

        >>> weights = [Weight.LIGHT, Weight.HEAVY, Weight.NONE, Weight.DOTTED]
        >>> [weight.name for weight in _compute_segment_weights(weights, 2)]
        ['LIGHT', 'HEAVY', 'DOTTED']
    """
    heaviest_up_to = list(accumulate(weights, max))
    heaviest_from = list(accumulate(reversed(weights), max))[::-1]
    return [*heaviest_up_to[:stem_index], *heaviest_from[stem_index + 1 :]]


def _find_first_in_search_order(children: Sequence[Item], *, from_right: bool) -> Item | None:
    """Return the one of some siblings to which the search comes first; ``None`` without any.

    The siblings are given from left to right.
    """
    if not children:
        return None
    return children[-1] if from_right else children[0]


def _pad(parts: list[StyledPart], cells: int, style: str, fill: str = " ") -> list[StyledPart]:
    """Centre styled texts in a number of cells, with a fill character on both sides.

    Example:
        >>> _pad([("v 3", "bold")], 6, "quiet")
        [(' ', 'quiet'), ('v 3', 'bold'), ('  ', 'quiet')]
    """
    free_cells = max(0, cells - count_cells_of_parts(parts))
    left = free_cells // 2
    if fill != " ":
        left = (free_cells + 1) // 2
    right = free_cells - left
    return [(fill * left, style), *parts, (fill * right, style)]


@lru_cache(maxsize=256)
def _join_texts(
    texts: tuple[_PlacedText, ...],
    overlays: tuple[_Overlay, ...],
    first_column: int,
    max_width: int,
) -> tuple[StyledPart, ...]:
    """Join the texts of one line, and write the overlays over them.

    The result is kept in a cache, since a step leaves most lines of a drawing as they are.
    """
    writer = LineWriter(first_column, max_width)
    # By column alone: the sort is stable, so texts that begin in one column stay in their order.
    for text in sorted(texts, key=attrgetter("column")):
        writer.append_parts(text.column, text.parts)
    if not overlays:
        return tuple(writer.parts)
    return tuple(_write_overlays(writer.parts, sorted(overlays), first_column, max_width))


def _write_overlays(
    parts: Line, overlays: Iterable[_Overlay], first_column: int, max_width: int
) -> Line:
    """Return a line with other texts, the overlays, written over it.

    Args:
        parts: The line.
        overlays: What is written over it, from left to right. Of two that share columns the first
            is seen there.
        first_column: The column of the line's first character.
        max_width: The most columns that the new line may have.

    Example:
        >>> _write_overlays([("──────", "quiet")], [_Overlay(2, "╳", "bold")], 0, 80)
        [('──', 'quiet'), ('╳', 'bold'), ('───', 'quiet')]
    """
    # The writer goes from left to right, and never writes a column twice: of a text that begins
    # before the first free column it puts only the rest. So the same text can be put again and
    # again, each time up to the next overlay. In the example:
    #     put(0, "──────", end=2)    writes "──"
    #     put(2, "╳")                writes "╳"
    #     put(0, "──────")           writes "───", what follows from column 3 on
    writer = LineWriter(first_column, max_width)
    remaining = deque(overlays)
    column = first_column
    for text, style in parts:
        end_of_text = column + width(text)
        while remaining and remaining[0].column < end_of_text:
            overlay = remaining.popleft()
            writer.put(column, text, style, end=overlay.column)  # the text before the overlay
            writer.put(overlay.column, overlay.text, overlay.style)
        writer.put(column, text, style)  # the text behind all overlays
        column = end_of_text

    for overlay in remaining:  # those behind the end of the line
        writer.put(overlay.column, overlay.text, overlay.style)
    return writer.parts


def _fits(texts: _PlacedEdgeTexts, free_columns: range) -> bool:
    """Tell whether the texts beside an edge fit into free columns.

    A text on the left needs one more free cell before it.
    """
    space_before = 0
    if count_cells_of_parts(texts.left):
        space_before = 1
    first_needed_column = texts.start - space_before
    return free_columns.start <= first_needed_column and texts.stop <= free_columns.stop


# -- the focus -------------------------------------------------------------------------------------


def choose_focus(step: Snapshot, cursor: int | None = None) -> Focus:
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
    focused_node = _choose_focused_node(step, cursor)
    path = [focused_node, *tree.ancestors(focused_node)]
    path.reverse()  # from the root down
    index_of_focused_node = len(path) - 1

    while tree.kind[path[-1]] == INNER:
        path.append(_find_latest_child(step, path[-1]))
    return Focus(tuple(path), index_of_focused_node)


def _choose_focused_node(step: Snapshot, cursor: int | None) -> int:
    """Return the node that is looked at: under the cursor, else the current one, else the root."""
    if cursor is not None:
        return cursor
    if step.current is not None:
        return step.current
    return 0


def _find_latest_child(step: Snapshot, node: int) -> int:
    """Return the child that has just returned to a node, or else its last visited child.

    If no child was visited yet, return the first child, in the order of the search.
    """
    if step.child is not None and step.node == node:
        return step.child
    children = list(step.record.children(node))  # in the order in which the search visits them
    visited = _count_visited(step, children)
    return children[max(0, visited - 1)]


def _count_visited(step: Snapshot, siblings: Sequence[int]) -> int:
    """Return how many of some siblings are visited; they must stand in the order of the search."""

    def is_to_come(child: int) -> bool:
        return step.record.call_at(child, step.step) is None

    return bisect_left(siblings, True, key=is_to_come)


def draw(
    record: Record, step: int | None = None, look: Look | None = None, room: Size | None = None
) -> list[Line]:
    """Draw a game tree as lines of styled text, with what a search knows at a step.

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
    step_snapshot = snapshot(record, step)
    focus = choose_focus(step_snapshot, look.cursor)
    layout = arrange(record.tree, look, room, focus)
    return Diagram(layout, step_snapshot, look).lines(trimmed=True)
