"""The icicle: one row a ply, one column a leaf or a ``...``, or a bin of them where too many.

Every cell is coloured by what the search did there, so that stepping makes a film of the search,
for three leaves and for a million. What a cell stands for is found once; what it shows at a step
costs a few bisections a cell, whatever the size of the tree.

- An *item* is a node or a ``...``.
- A *cell* is a character of a row on the screen (see :mod:`.icicle_layout`).
- A *bin* is a cell that stands for several items of its row. Its colour is the commonest *state*
  of the leaves in its columns.
- A *run* is what neighbouring cells that look alike are written as.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import Final, NamedTuple

from treeexplorer.drawing.icicle_layout import (
    CellIndex,
    CellLook,
    IcicleLayout,
    collect_ranges_of_bins,
    find_leaves_of_cells,
    find_looks_of_row,
)
from treeexplorer.drawing.items import Item
from treeexplorer.drawing.leaf_states import LeafStates, State, state_of
from treeexplorer.drawing.painter import PASSED, Painter, join_groups_that_fit
from treeexplorer.drawing.styled_text import (
    CARD_STYLES,
    Line,
    LineWriter,
    Look,
    StyledPart,
    TextStyle,
)
from treeexplorer.engine.analysis import CutOff
from treeexplorer.errors import present
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.numbers import counted
from treeexplorer.text import width
from treeexplorer.tree import INNER, Player

_MOST_NODES_TO_INSPECT: Final = 200
_FREE_CELLS_AROUND_TEXT: Final = 2  # the free cells on both sides of a text


class CellRun(NamedTuple):
    """Neighbouring cells of a row that look alike."""

    start: CellIndex
    stop: CellIndex  # one past the last cell
    item: Item | None  # of a bin the middle one; ``None`` where nothing of the tree is as deep
    is_bin: bool  # whether each of the cells stands for several items
    state: State


class _RunStyles(NamedTuple):
    """How a run of cells is coloured."""

    inside: str  # the style of its cells
    border: str  # the style of the border on its left


_STYLES_OF_STATE: Final = {
    State.UNDRAWN: _RunStyles(TextStyle.GHOST, TextStyle.BORDER_TO_COME),
    State.TO_COME: _RunStyles(TextStyle.TO_COME, TextStyle.BORDER_TO_COME),
    State.PRUNED: _RunStyles(TextStyle.HATCHED, TextStyle.HATCHED),
    State.DECIDED: _RunStyles(TextStyle.DECIDED_SURFACE, TextStyle.BORDER_DECIDED),
    State.NEW: _RunStyles(TextStyle.NEWS, TextStyle.NEWS),
    State.NOW: _RunStyles(TextStyle.HERE, TextStyle.HERE),
}
_LEGEND_NAMES: Final = {
    State.DECIDED: "decided",
    State.PRUNED: "pruned",
    State.NEW: "new",
    State.TO_COME: "to come",
}
"""The states with a sample in the legend, which has room for the first ones at least."""


# What fills a cell of each state where colour does not tell them apart, by the state's number.
_FILL_OF_STATE: Final = "  ·╱▪━*▌"
_ASCII_FILL_OF_STATE: Final = "  ./#=*@"
_STYLE_OF_PLAYER: Final = {Player.MAX: TextStyle.ALPHA, Player.MIN: TextStyle.BETA}


class _CutoffLabel(NamedTuple):
    """The red label of a cut-off, over branches that are pruned at this step."""

    start: int  # its first column
    text: str

    @property
    def stop(self) -> int:
        """One past its last column."""
        return self.start + width(self.text)


class Icicle(Painter):
    """Paints an icicle at a step."""

    def __init__(self, layout: IcicleLayout, step: Snapshot, look: Look | None = None) -> None:
        if look is None:
            look = Look()
        super().__init__(layout.columns.items, step, look)
        self.layout = layout

    def lines(self) -> list[Line]:
        """Return all lines of the icicle."""
        lines_of_rows = [line for row in range(self.layout.rows) for line in self._render_row(row)]
        if self.layout.is_strip:
            return lines_of_rows
        return [
            self._render_heading(),
            *lines_of_rows,
            self._render_pointer(),
            self._render_legend(),
        ]

    def _render_heading(self) -> Line:
        """Return the heading: ``WHOLE TREE  9 leaves``, or ``… 900 leaves in 70 columns``.

        The columns are told if they are fewer than the leaves and ``...``, so that one stands for
        several of these.
        """
        columns = self.layout.columns
        cells = self.layout.cells
        text = counted(len(columns.leaves), "leaf", "leaves")
        if len(columns) > cells:
            text += f" in {cells} columns"  # what a reader sees as columns are the cells
        parts = [("WHOLE TREE", TextStyle.TITLE), ("  ", TextStyle.SPACE), (text, TextStyle.QUIET)]
        return self._write_line(self.layout.left, parts)

    def _render_pointer(self) -> Line:
        """Return the line below the rows, with an arrow under the node that is looked at.

        It reads ``▲ here`` under the node at the cursor, and ``▲ now`` under the node at which the
        search stands. Without a cursor it is the latter; without both the line is empty.
        """
        current = self.snapshot.current
        node = self.look.cursor
        if node is None:
            node = current
        if node is None:
            return []

        word = "here"
        if node == current:
            word = "now"
        arrow = self.glyphs.signs[Player.MAX]  # the sign of MAX is ▲; here it is an arrow
        text = f"{arrow} {word}"

        node_column, _ = self.layout.place(node)
        # In a room narrower than the text this is negative, and the line begins within the text.
        last_column_that_fits = self.layout.width - width(text)
        return self._write_line(min(node_column, last_column_that_fits), [(text, TextStyle.STRONG)])

    # -- states --------------------------------------------------------------------------------

    def runs(self, row: int) -> list[CellRun]:
        """Return a row as runs, that is, neighbouring cells that look alike.

        They go from left to right, and together they cover the whole row.

        Args:
            row: The number of the row among those in sight, the topmost being 0.
        """
        ply = self.layout.first_ply + row
        looks_at_any_step = find_looks_of_row(self.layout.columns, self.layout.cells, ply)
        runs: list[CellRun] = []
        start = 0
        for look, neighbours in groupby(self._choose_looks_of_cells(looks_at_any_step, ply)):
            stop = start + len(list(neighbours))
            # Bins of one state may stand for different items: the run has the first of these.
            item = looks_at_any_step[start].item if look.is_bin else look.item
            state = self._choose_state(item) if look.state is None else look.state
            runs.append(CellRun(start, stop, item, look.is_bin, state))
            start = stop
        return runs

    def _choose_looks_of_cells(
        self, looks_at_any_step: Sequence[CellLook], ply: int
    ) -> list[CellLook]:
        """Return what each cell of a row shows at this step, from left to right.

        Three layers are painted one over the other, so that the last one is seen: the items, the
        states of bins, and the highlighted nodes, however many others share their cells.
        """
        looks = list(looks_at_any_step)
        for bins in collect_ranges_of_bins(self.layout.columns, self.layout.cells, ply):
            looks[bins.start : bins.stop] = self._looks_of_bins[bins.start : bins.stop]
        for cell, highlight in self._place_highlights(looks_at_any_step, ply).items():
            looks[cell] = highlight
        return looks

    @cached_property
    def _looks_of_bins(self) -> list[CellLook]:
        """What each cell of a row shows if it is a bin: the state of most of its leaves."""
        leaf_states = LeafStates(self.snapshot, self.layout.columns.leaves)
        return [
            CellLook(None, is_bin=True, state=leaf_states.find_commonest_state(leaves))
            for leaves in find_leaves_of_cells(self.layout.columns, self.layout.cells)
        ]

    def _place_highlights(
        self, looks_at_any_step: Sequence[CellLook], ply: int
    ) -> dict[CellIndex, CellLook]:
        """Return the highlighted nodes of a row by the cells that show them at this step.

        Each is painted over those before it, the most important one last. For example, a row of
        three cells shows A, A and B, and C shares the last cell with B. The search stands at B, and
        the cursor on C::

            painted       the row shows
                          A   A   B
            B             A   A   B     in the cell that shows it already
            C             A   A   C     no cell shows it: in the first of those that it shares
        """
        highlights: dict[CellIndex, CellLook] = {}
        items_shown = [look.item for look in looks_at_any_step]
        for node, state in self._collect_highlighted_nodes(ply):
            item = self.items.item(node)
            cells = self.layout.cells_of(item)  # at least one
            for cell in _choose_cells_to_highlight(item, cells, items_shown):
                items_shown[cell] = item
                highlights[cell] = CellLook(item, is_bin=False, state=state)
        return highlights

    def _choose_state(self, item: Item | None) -> State:
        """Return what the search has done at an item off the path; none where there is no item."""
        if item is None:
            return State.NONE
        if not self.items.is_elision(item):
            return state_of(self.snapshot.status(self.items.node(item)))
        is_pruned = self.view(item).elided in PASSED
        if is_pruned:
            return State.PRUNED
        return State.UNDRAWN

    def _collect_highlighted_nodes(self, ply: int) -> Iterator[tuple[int, State]]:
        """Yield the nodes of a ply that must be seen, each with the state that colours it.

        These are, as far as they are in the ply:

        1. the node above the one at which the search stands;
        2. the one whose value is new;
        3. the one at which the search stands;
        4. the one under the cursor.

        Where two of them compete for a cell, the later one gets it.
        """
        ply_of = self.tree.ply
        current = self.snapshot.current
        if current is not None and ply_of[current] > ply:
            yield self.tree.ancestor_at(current, ply), State.PATH
        if self.news is not None and ply_of[self.news] == ply:
            yield self.news, State.NEW
        if current is not None and ply_of[current] == ply:
            yield current, State.NOW
        if self.look.cursor is not None and ply_of[self.look.cursor] == ply:
            yield self.look.cursor, State.NOW

    # -- rows ----------------------------------------------------------------------------------

    def _render_row(self, row: int) -> Iterator[Line]:
        """Yield the lines of text that make up one row of the icicle.

        The first line begins with the ply, such as ``▲ 2``, and has the label of a cut-off if the
        row shows what is pruned at this step. The others have neither. The topmost row is 0.
        """
        runs = self.runs(row)
        ply = self.layout.first_ply + row
        ply_name, style = self._render_ply_name(ply)
        writer = LineWriter(0, self.layout.width)
        writer.put(0, ply_name, style)
        yield self._write_runs(writer, runs, 0, self._place_cutoff_label(ply))

        for line in range(1, self.layout.lines):
            writer = LineWriter(0, self.layout.width)
            yield self._write_runs(writer, runs, line, None)

    def _write_runs(
        self, writer: LineWriter, runs: Sequence[CellRun], line: int, label: _CutoffLabel | None
    ) -> Line:
        """Write the runs of a row behind what a line has, and return the line."""
        for run in runs:
            self._write_run(writer, run, line, label)
        return writer.parts

    def _render_ply_name(self, ply: int) -> StyledPart:
        """Return the styled text to the left of a row: ``▲ 2``, or in a strip ``ply 2``.

        It is the number of the ply, with the sign of the player who moves there. The sign is left
        out if several players move there, or none, because all nodes are leaves.
        """
        if self.layout.is_strip:
            return f"ply {ply}", TextStyle.QUIET

        # Looks at the first nodes alone: a ply may have a million of them.
        first_nodes = self.tree.plies[ply][:_MOST_NODES_TO_INSPECT]
        players = {self.tree.player(node) for node in first_nodes}
        players.discard(None)  # at leaves nobody moves
        if len(players) != 1:
            return f" {ply:2}", TextStyle.QUIET

        player = present(players.pop())
        return f"{self.glyphs.signs[player]}{ply:2}", _STYLE_OF_PLAYER.get(player, TextStyle.QUIET)

    def _write_run(
        self, writer: LineWriter, run: CellRun, line: int, label: _CutoffLabel | None
    ) -> None:
        """Write a run, some neighbouring cells that look alike, on one line of its row.

        Where the label of a cut-off is, it is written instead of the run. It may lie over several
        runs: then it is written with the one in which it begins. Here the run has the columns 10 to
        22::

            the label     the line                what is written
            none          ░░░░░░░░░░░░░           it in 10 to 22
            14 to 18      ░░░░╳ CUT░░░░           it in 10 to 13, the label, it in 19 to 22
            8 to 12          ░░░░░░░░░░           it in 13 to 22; the label is there already
            20 to 24      ░░░░░░░░░░╳ CUT         it in 10 to 19, the label

        Args:
            writer: What the text is appended to.
            run: The cells, counted from the first of the row.
            line: The number of the line within the row.
            label: The label of a cut-off, if it is on this line.
        """
        # In columns of the screen, left of which is the name of the row.
        columns = range(self.layout.left + run.start, self.layout.left + run.stop)
        if label is None:
            self._write_part_of_run(writer, run, columns, line)
            return

        before_label = range(columns.start, min(columns.stop, label.start))
        behind_label = range(max(columns.start, label.stop), columns.stop)
        self._write_part_of_run(writer, run, before_label, line)
        if label.start in columns:
            writer.put(label.start, label.text, TextStyle.SLAB)
        self._write_part_of_run(writer, run, behind_label, line)

    def _write_part_of_run(
        self, writer: LineWriter, run: CellRun, columns: range, line: int
    ) -> None:
        """Write a run as if it had only some columns; nothing if there are none of them."""
        if columns:
            writer.append_parts(columns.start, self._render_run(run, len(columns), line))

    def _render_run(self, run: CellRun, cells: int, line: int) -> Line:
        """Return the styled text of some cells that look alike.

        In nine cells:

        ==============  ============================================================================
        (empty)         no node of the tree is as deep as this row
        ``░░░░░░░░░``   bins: each cell stands for several nodes, so that none is named
        ``▌   A   ▐``   the node where the search stands, or the one that is looked at
        ``▏ A v 3  ``   any other node, with what is known of it
        ==============  ============================================================================

        Args:
            run: The cells that look alike.
            cells: How many of them are written, at least one. They may be fewer than there are.
            line: The line within the row.
        """
        if run.item is None:
            return []

        styles = self._choose_styles(run)
        if run.is_bin:
            return [(self._choose_fill_of_bins(run) * cells, styles.inside)]

        text = self._choose_text_of_run(run, line, cells)
        has_room_for_marks = cells > _FREE_CELLS_AROUND_TEXT
        if run.state is State.NOW and has_room_for_marks:
            return [(self._put_between_marks(text, cells), styles.inside)]
        return self._render_cells_of_item(run, styles, cells, text)

    def _render_cells_of_item(
        self, run: CellRun, styles: _RunStyles, cells: int, text: str
    ) -> Line:
        """Return cells of one item: a border on the left if there is one, then the filled text."""
        fill = self._choose_fill_of_item(run, cells)
        if cells == 1 or not self._has_border(run):
            return [(_centre_with_spaces(text, cells, fill), styles.inside)]
        border = "|" if self.look.ascii else "▏"
        return [
            (border, styles.border),
            (_centre_with_spaces(text, cells - 1, fill), styles.inside),
        ]

    def _choose_text_of_run(self, run: CellRun, line: int, cells: int) -> str:
        """Return the text of a run of one item on a line; empty where there is no room for it."""
        item = present(run.item)
        has_room = cells > _FREE_CELLS_AROUND_TEXT
        if has_room or self.items.is_elision(item):
            return self._choose_text_of_item(item, line, cells)
        return ""

    def _put_between_marks(self, text: str, cells: int) -> str:
        """Centre a text in some cells, between the marks of the current node: ``▌ A ▐``."""
        before, after = self.glyphs.marks
        cells_between = cells - len(before) - len(after)
        return before + _centre(text, cells_between, " ") + after

    def _choose_styles(self, run: CellRun) -> _RunStyles:
        """Return the styles of a run's cells and of the border on its left.

        On the path they are those of the card of the player who moves there.
        """
        if run.state in _STYLES_OF_STATE:
            return _STYLES_OF_STATE[run.state]
        node = self.items.node(present(run.item))
        card = CARD_STYLES[self.player(node)]
        return _RunStyles(card.label, card.border)

    def _choose_fill_of_bins(self, run: CellRun) -> str:
        """Return the character that fills bins; those of the last ply stand for leaves alone."""
        is_last_ply = self.items.ply[present(run.item)] == self.tree.depth
        return self._choose_fill(run.state, for_leaves=is_last_ply)

    def _choose_fill_of_item(self, run: CellRun, cells: int) -> str:
        """Return the character that fills the cells of one item around its text."""
        node = self.items.node(present(run.item))
        is_leaf_of_one_cell = cells == 1 and self.tree.kind[node] != INNER
        return self._choose_fill(run.state, for_leaves=is_leaf_of_one_cell)

    def _has_border(self, run: CellRun) -> bool:
        """Tell whether a line on its left parts a run from the one before."""
        return run.start > 0 and run.state not in {State.NOW, State.PRUNED, State.NEW}

    def _choose_fill(self, state: State, *, for_leaves: bool = False) -> str:
        """Return the character that fills cells of a state; a space if colour alone tells it.

        Pruned cells are always hatched.

        Args:
            state: The state.
            for_leaves: Whether each cell stands for leaves and nothing else. In a strip such cells
                are filled even if there is colour, so that one leaf can be told from the next.
        """
        is_colourless = self.look.marks or self.look.ascii
        is_leaf_in_strip = for_leaves and self.layout.is_strip
        is_filled_in_strip = is_leaf_in_strip and state in {State.DECIDED, State.TO_COME}
        is_filled = is_colourless or is_filled_in_strip or state is State.PRUNED
        if not is_filled:
            return " "
        if self.look.ascii:
            return _ASCII_FILL_OF_STATE[state]
        return _FILL_OF_STATE[state]

    def _choose_text_of_item(self, item: Item, line: int, cells: int) -> str:
        """Return the longest text of an item that fits into its cells on one line of its row.

        A text needs a free cell on either side. It is empty if none fits, and on lines without one.
        The dots of a ``...`` are clipped if need be.
        """
        if not self.items.is_elision(item):
            for text in self._list_texts_of_node(item, line):
                if width(text) + _FREE_CELLS_AROUND_TEXT <= cells:
                    return text
            return ""

        if self._is_line_of_leaves(line):
            return self.glyphs.elided[:cells]
        return ""

    def _list_texts_of_node(self, item: Item, line: int) -> list[str]:
        """Return the texts that may be written for a node on a line of its row, longest first."""
        if not self.view(item).is_leaf:
            return self._list_texts_of_inner_node(item, line)
        if self._is_line_of_leaves(line):
            return [self.leaf(self.items.node(item))]
        return []

    def _is_line_of_leaves(self, line: int) -> bool:
        """Tell whether leaves and each ``...`` are written on a line of their row.

        It is the middle line, of two the lower one: above it, on line 0, may be a slab.
        """
        return line == self.layout.lines // 2

    def _list_texts_of_inner_node(self, item: Item, line: int) -> list[str]:
        """Return the texts that may be written for a node with children, the longest first.

        On a row of one line they are ``▲ A v 3``, ``A v 3`` and ``A``. On a higher row they are
        ``▲ A`` and ``A`` on the middle line, on the line below ``≥ 63`` and ``≥63``, and none on
        other lines.

        Args:
            item: The node.
            line: The number of the line within the row.
        """
        node = self.items.node(item)
        line_count = self.layout.lines
        label_line = (line_count - 1) // 2  # the middle line, of two the upper one
        value_line = label_line + 1
        if line_count > 1 and line == value_line:
            return [
                self._format_value_of_inner_node(node, spaced=True),
                self._format_value_of_inner_node(node, spaced=False),
            ]
        if line != label_line:
            return []

        label = self.label(node)
        sign = self.glyphs.signs[self.player(node)]
        if line_count > 1:
            return [f"{sign} {label}", label]

        # Without a value, at a pruned node, the space behind the label goes, too.
        value = self._format_value_of_inner_node(node, spaced=False)
        label_and_value = f"{label} {value}".rstrip()
        return [f"{sign} {label_and_value}", label_and_value, label]

    def _format_value_of_inner_node(self, node: int, *, spaced: bool) -> str:
        """Return the value of a node with children as text; what is pruned has none.

        Behind ``v`` stands a space in any case.
        """
        view = self.snapshot.view(node)
        if view.status in PASSED:
            return ""
        return self.format_value(view, spaced=spaced or view.sign == "v")

    def _place_cutoff_label(self, ply: int) -> _CutoffLabel | None:
        """Return the label of this step's cut-off, for the row of a ply; ``None`` if it has none.

        The branches that are pruned have the label: the row below the node that is cut off. It is
        ``╳ CUT``, or ``╳`` if that has no room, and begins where the leftmost of them does::

            ▏      node      ▏
            ▏read  ╳ CUT░░░░░▏
        """
        cutoff = self.snapshot.cut
        if cutoff is None:
            return None
        ply_of_branches = self.tree.ply[cutoff.node] + 1
        if ply != ply_of_branches:
            return None

        branches = self._collect_pruned_branches(cutoff)  # from left to right
        leftmost_branch = branches[0]
        text = f"{self.glyphs.cut} CUT"
        if width(text) > self._count_cells_for_label(branches):
            text = self.glyphs.cut
        first_cell = self.layout.cells_beginning_in(leftmost_branch).start
        return _CutoffLabel(self.layout.left + first_cell, text)

    def _collect_pruned_branches(self, cutoff: CutOff) -> list[Item]:
        """Return the items that a cut-off prunes, from left to right."""
        branches = [self.items.item(node) for node in sorted(cutoff.skipped)]
        if cutoff.elided:
            dots = self.items.children(self.items.item(cutoff.node))[-1]
            branches.append(dots)
        return branches

    def _count_cells_for_label(self, branches: Sequence[Item]) -> int:
        """Return how many cells the label of a cut-off may take over the pruned branches.

        It may take all of their cells. But where a row has only one line, the value of a leaf
        stands on it, too: if the first branch is a leaf, its value must stay visible beside the
        label, which then has only what is left of the leaf's own cells. Two branches of 20 cells
        each, with two cells around every text::

            the first branch is           lines of a row   cells for the label
            a node, or a leaf             2                40
            a node                        1                40
            a leaf with the value 7       1                20 − (1 + 2) = 17

        The branches are neighbours, from left to right.
        """
        first_branch = branches[0]
        last_branch = branches[-1]
        cells_of_first = self.layout.cells_beginning_in(first_branch)
        first_node = self.items.node(first_branch)
        shares_line_with_value = self.layout.lines == 1 and self.tree.is_leaf(first_node)
        if shares_line_with_value:
            cells_of_value = width(self.leaf(first_node)) + _FREE_CELLS_AROUND_TEXT
            return len(cells_of_first) - cells_of_value

        cells_of_last = self.layout.cells_beginning_in(last_branch)
        return cells_of_last.stop - cells_of_first.start

    # -- frame ---------------------------------------------------------------------------------

    def _render_legend(self) -> Line:
        """Return the line that explains the colours; entries without room are left out.

        In front of each name stand two cells as a sample: ``▌▐ now  ╱╱ pruned``.
        """
        entries = [
            [*sample, (f" {name}", TextStyle.QUIET)]
            for name, sample in self._render_legend_samples()
        ]
        room = self.layout.width - self.layout.left
        return self._write_line(self.layout.left, join_groups_that_fit(entries, "  ", room))

    def _render_legend_samples(self) -> Iterator[tuple[str, Line]]:
        """Yield the name of each kind of cell, and two such cells as a sample."""
        max_style = CARD_STYLES[Player.MAX].label
        min_style = CARD_STYLES[Player.MIN].label
        yield "path", [(self._choose_fill(State.PATH), max_style), (" ", min_style)]
        yield "now", [("".join(self.glyphs.marks), TextStyle.HERE)]
        for state, name in _LEGEND_NAMES.items():
            yield name, [(self._choose_fill(state) * 2, _STYLES_OF_STATE[state].inside)]

    def _write_line(self, column: int, parts: Iterable[StyledPart]) -> Line:
        """Return a line in which styled texts begin at a column, cut off at the right edge."""
        writer = LineWriter(0, self.layout.width)
        writer.append_parts(column, parts)
        return writer.parts


def _choose_cells_to_highlight(
    item: Item, cells: range, items_shown: Sequence[Item | None]
) -> list[CellIndex]:
    """Choose those of an item's cells that are coloured to highlight it.

    They are the cells that show it. If other items are shown in all of them, the first one is
    taken: a highlight is always seen.

    Args:
        item: The item.
        cells: The cells that stand for it, some of them for others, too; at least one.
        items_shown: What each cell of the row shows so far.

    Example:
        >>> row = [5, 5, 7, 7, 8]
        >>> _choose_cells_to_highlight(7, range(1, 4), row)  # it shares the first cell with 5
        [2, 3]
        >>> _choose_cells_to_highlight(6, range(1, 3), row)
        [1]
    """
    cells_showing_item = [cell for cell in cells if items_shown[cell] == item]
    return cells_showing_item if cells_showing_item else [cells.start]


def _centre(text: str, cells: int, fill: str) -> str:
    """Centre a text in some cells, the rest filled.

    Example:
        >>> _centre("A", 4, ".")
        '.A..'
    """
    free_cells = max(0, cells - width(text))
    left = free_cells // 2
    right = free_cells - left
    return fill * left + text + fill * right


def _centre_with_spaces(text: str, cells: int, fill: str) -> str:
    """Centre a text in some cells, the rest filled; a space beside the text if both have room.

    Example:
        >>> _centre_with_spaces("A", 5, "."), _centre_with_spaces("ABC", 4, ".")
        ('. A .', 'ABC.')
    """
    if not text:  # the usual case in a large tree
        return fill * cells
    has_room_for_spaces = width(text) + _FREE_CELLS_AROUND_TEXT <= cells
    if has_room_for_spaces:
        return _centre(f" {text} ", cells, fill)
    return _centre(text, cells, fill)
