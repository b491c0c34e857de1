"""The tree canvas: the drawing of a view, as large as its room, and what the mouse points at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from textual import events, on
from textual.message import Message

from treeexplorer.drawing.diagram import draw_layout
from treeexplorer.drawing.focus import Focus
from treeexplorer.drawing.focus_path import choose_focus
from treeexplorer.drawing.icicle import Icicle
from treeexplorer.drawing.icicle_layout import IcicleLayout, lay_out_icicle
from treeexplorer.drawing.items import Direction, items_of
from treeexplorer.drawing.layout import Layout
from treeexplorer.drawing.placement import arrange, lay_out_if_it_fits
from treeexplorer.drawing.styled_text import Line, Look, Size
from treeexplorer.terminal.lines import BLANK, TextLine, fitted, line
from treeexplorer.terminal.panels.closing_window import closing_window, compute_window_rows
from treeexplorer.terminal.panels.outline import outline
from treeexplorer.terminal.panels.status import counts_width, render_leaf_counts, render_leaf_values
from treeexplorer.terminal.view import Kept, View
from treeexplorer.terminal.widgets.line_view import LineView

__all__ = ["Canvas", "Direction"]

_ROWS_PER_WHEEL_STEP: Final = 3  # rows, by which a turn of it scrolls
_MIN_HEIGHT_WITH_STRIP: Final = 18  # of a pane in which the whole tree stands below the drawing
_MIN_LEAVES_WITH_STRIP: Final = 6
_TALL_PANE_HEIGHT: Final = 34
_MAX_CURSOR_MARGIN: Final = 3  # rows between the cursor of an outline and an edge of the pane
_LEFT_MARGIN: Final = 1  # column of ground before an icicle
_HEADING_ROWS: Final = 2  # of the strip: its heading and a blank line


class _KeptLayout(NamedTuple):
    """Where the nodes of a diagram stand.

    Attributes:
        layout: The places of the nodes.
        key: The tree, the look and the room for which they hold.
        path: The nodes from the root to the one for which they were found.
    """

    layout: Layout
    key: object
    path: Sequence[int]

    def shows(self, focus: Focus) -> bool:
        """Tell whether the diagram shows the path of another step as well."""
        if self.layout.is_whole:
            return True
        has_same_parents = focus.nodes[:-1] == self.path[:-1]
        return has_same_parents and _is_focus_shown(self.layout, focus)


class _DrawnIcicle(NamedTuple):
    """An icicle that was drawn, and the row of the pane in which it begins."""

    layout: IcicleLayout
    top: int


class _Drawing(NamedTuple):
    """The lines of a pane or of a part of it, and where in the pane its nodes are, for the mouse.

    Attributes:
        lines: The lines.
        diagram: The places of the nodes in a diagram, which is at the top of the pane.
        icicle: An icicle, which reaches to the foot of the pane.
        outline: The nodes in the rows of an outline, behind its heading.
    """

    lines: list[TextLine]
    diagram: Layout | None = None
    icicle: _DrawnIcicle | None = None
    outline: range = range(0)

    def node_at(self, x: int, y: int) -> int | None:
        """Return the node that is drawn at a cell of the pane, if there is one.

        Args:
            x: The column, from 0 at the left.
            y: The row, from 0 at the top.
        """
        if self.icicle is not None and y >= self.icicle.top:
            return self.icicle.layout.node_at(x - _LEFT_MARGIN, y - self.icicle.top)
        if self.diagram is not None:
            return self.diagram.node_at(x, y)
        row_of_outline = y - 1  # row 0 of the pane is the heading
        is_row = 0 <= row_of_outline < len(self.outline)
        return self.outline[row_of_outline] if is_row else None


class Canvas(LineView):
    """Draws a view's tree; posts :class:`Pointed` where a node is clicked.

    A diagram always fits: where the tree is too large, it is drawn around the path. An outline
    has a line for each node and is scrolled. The view may be replaced by another one.
    """

    @dataclass
    class Pointed(Message):
        """A node was clicked, or clicked twice."""

        node: int
        twice: bool

    def __init__(self, view: View, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        """Make a pane that draws the tree of a view.

        Args:
            view: What is drawn: a tree, its search, and the step at which it stands.
            id: The widget's name in the style sheet and in searches for it.
        """
        super().__init__(self._draw_tree, id=id)
        self.view = view
        # Where the nodes of the diagram stand, and how many rows below it are free for the closing
        # window. Both are kept while tree, look and room are the same, so that nothing moves.
        self._kept_layout: _KeptLayout | None = None
        self._kept_window_rows: Kept[int] | None = None
        # What was drawn last.
        self._drawn = _Drawing([])
        # The first node of the outline that is in sight; and the step, cursor and size of the last
        # drawing, as another one of these scrolls to the cursor.
        self._first_outline_row = 0
        self._shown_in_outline: object = None

    # -- drawing -------------------------------------------------------------------------------

    def _choose_look(self) -> Look:
        """Return how the tree is drawn: as the screen asks, plus the open question and the cursor.

        Spoilers, which show what the search will find, are hidden while the user is asked.
        """
        view = self.view
        look = view.look
        # As the screen asks for, unless the user is asked whether a node is cut off.
        question = look.question
        crossed = look.crossed
        if view.question is not None:
            question = view.question.at.node
            crossed = view.crossed
        cursor = view.cursor if view.has_cursor else None
        has_marks = look.marks or self.styles_in_use.none  # without colours
        return replace(
            look,
            question=question,
            crossed=crossed,
            cursor=cursor,
            spoilers=look.spoilers and not view.asks,
            ascii=self.app.has_class("-ascii"),
            marks=has_marks,
        )

    def _draw_tree(self, width: int, height: int) -> list[TextLine]:
        """Draw the tree as an outline, an icicle or a diagram, and return the lines."""
        match self.view.kind:
            case "outline":
                self._drawn = self._draw_outline(width, height)
            case "icicle":
                self._drawn = self._draw_icicle(width, height)
            case "diagram":
                self._drawn = self._draw_diagram_and_foot(width, height)
        return self._drawn.lines

    def _draw_icicle(self, width: int, height: int) -> _Drawing:
        """Draw the icicle of the whole tree, below a blank line and behind a blank column."""
        blank_lines = 1
        room = Size(width - _LEFT_MARGIN, height - blank_lines)
        layout = lay_out_icicle(self.view.tree, room, self.view.cursor)
        rows = [
            ((" " * _LEFT_MARGIN, ""), *row)
            for row in self._render_icicle(layout, self._choose_look())
        ]
        icicle = _DrawnIcicle(layout, top=blank_lines)
        return _Drawing([BLANK, *rows][:height], icicle=icicle)

    def _draw_diagram_and_foot(self, width: int, height: int) -> _Drawing:
        """Draw the diagram, below it the closing window, and at the foot the whole tree as a strip.

        The foot has its room first, then the window; the diagram has the rest.
        """
        look = self._choose_look()
        foot = self._draw_foot(look, width, height)

        height_above_foot = height - len(foot.lines)
        window_rows = self._find_closing_window_height(look, Size(width, height_above_foot))

        diagram_rows = height_above_foot - window_rows
        layout = self._find_diagram_layout(look, Size(width, diagram_rows))
        diagram = draw_layout(layout, self.view.snapshot, look, rows=diagram_rows)
        window = self._render_closing_window(look, layout, width, window_rows)
        return _Drawing([*diagram, *window, *foot.lines], diagram=layout, icicle=foot.icicle)

    def _draw_foot(self, look: Look, width: int, height: int) -> _Drawing:
        """Draw the foot of the pane: the whole tree as a strip, or else the leaves that were read.

        It is empty while the user is asked, as it would give away the answer, and where it has no
        room.
        """
        if not look.spoilers:  # either would give away the answer to a question
            return _Drawing([])
        strip_height = _choose_strip_height(self.view, look, Size(width, height))
        if strip_height > 0:
            strip = self._draw_strip(look, width, height, strip_height)
            return strip._replace(lines=[BLANK, *strip.lines])
        leaves_read = render_leaf_values(self.view, width, height)
        if not leaves_read:
            return _Drawing([])
        return _Drawing([BLANK, leaves_read])

    def _render_closing_window(
        self, look: Look, layout: Layout, width: int, height: int
    ) -> list[TextLine]:
        """Return how the α/β window closes over a node's children, in the diagram's columns.

        The lines are as many as the height; unused ones are blank. On the screen Practise, which
        asks for the first window, it is blank before the first step.
        """
        window: list[TextLine] = []
        is_before_first_step = self.view.step == 0
        is_on_practise = not self.view.look.spoilers
        would_tell_answer = is_before_first_step and is_on_practise
        if height > 0 and not would_tell_answer:
            window = closing_window(self.view.snapshot, layout, width, height, marks=look.marks)
        blank_lines = [BLANK] * (height - len(window))
        return [*window, *blank_lines]

    def _find_closing_window_height(self, look: Look, room: Size) -> int:
        """Return how many rows below the diagram the closing window has; 0 for no window.

        That is the chart of how a node's window (α, β) narrows from child to child. The number is
        computed once for a tree, a look and a room, and kept: if it changed from step to step with
        the path, the drawing would move.
        """
        view = self.view
        is_paper = look.answers is not None
        if is_paper or not view.has_windows:
            return 0

        key = (view.tree, look.ascii, look.marks, room)
        kept = self._kept_window_rows
        if kept is not None and kept.key == key:
            return kept.value
        focus = choose_focus(view.snapshot, look.cursor)
        rows = compute_window_rows(view.tree, look, room, focus)
        self._kept_window_rows = Kept(key, rows)
        return rows

    def _draw_strip(self, look: Look, width: int, height: int, strip_height: int) -> _Drawing:
        """Draw the whole tree as a strip at the foot of the pane, with counts at its right.

        A strip that has more rows than plies has a heading. For example of 3 plies::

             WHOLE TREE

             ████████████████████████   12 read
             ████████████ ███████████    4 pruned
             █████ ██████ ████ ██████    0 to come
        """
        tree = self.view.tree
        heading: list[TextLine] = []
        has_heading = strip_height > tree.depth
        if has_heading:
            heading = [line((" WHOLE TREE", "bold quiet")), BLANK]

        strip_width = width - _LEFT_MARGIN - counts_width(self.view)
        room = Size(strip_width, strip_height - len(heading))
        layout = lay_out_icicle(tree, room, self.view.cursor, is_strip=True)
        rows = self._render_strip_beside_counts(layout, look, strip_width)
        # For the mouse: the icicle has the last rows of the pane.
        icicle = _DrawnIcicle(layout, top=height - layout.height)
        return _Drawing([*heading, *rows], icicle=icicle)

    def _render_strip_beside_counts(
        self, layout: IcicleLayout, look: Look, width: int
    ) -> list[TextLine]:
        """Render the lines of an icicle, padded to a width, and behind each a count of leaves."""
        icicle_lines = self._render_icicle(layout, look)
        counts = render_leaf_counts(self.view, len(icicle_lines))
        return [
            ((" " * _LEFT_MARGIN, ""), *fitted(icicle_line, width), *count)
            for icicle_line, count in zip(icicle_lines, counts, strict=True)
        ]

    def _render_icicle(self, icicle: IcicleLayout, look: Look) -> list[Line]:
        """Return the lines of an icicle; in a theme with few colours signs fill its cells."""
        has_marks = look.marks or self.styles_in_use.few
        return Icicle(icicle, self.view.snapshot, replace(look, marks=has_marks)).lines()

    def _find_diagram_layout(self, look: Look, room: Size) -> Layout:
        """Return where the nodes of the diagram are, from the cache if it shows the current path.

        Reusing the layout keeps the nodes in place from step to step.
        """
        view = self.view
        key = (view.tree, look.ascii, look.marks, room)
        focus = choose_focus(view.snapshot, look.cursor)
        kept = self._kept_layout
        if kept is None or kept.key != key or not kept.shows(focus):
            layout = arrange(view.tree, look, room, focus)
            kept = _KeptLayout(layout, key, focus.nodes)
            self._kept_layout = kept
        return kept.layout

    def _draw_outline(self, width: int, height: int) -> _Drawing:
        """Draw the visible rows of a table of all nodes, with a heading and the cursor marked.

        Row 7 of the table is that of node 7.
        """
        view = self.view
        heading, row_of = outline(view, width, marks=self.styles_in_use.none)
        rows_in_sight = height - 1
        self._scroll_outline(width, rows_in_sight)

        lines = [heading]
        end = min(self._first_outline_row + rows_in_sight, len(view.tree))
        nodes_in_sight = range(self._first_outline_row, end)
        for node in nodes_in_sight:
            row = row_of(node)
            if node == view.cursor:
                _margin, *pieces = row  # the mark takes the place of the margin
                row = fitted((("▌", "strong on current"), *pieces), width, "current")
            lines.append(row)
        return _Drawing(lines, outline=nodes_in_sight)

    def _scroll_outline(self, width: int, rows_in_sight: int) -> None:
        """Scroll the outline to the cursor if the step, the cursor or the size has changed.

        As long as nothing of that changes, rows to which the user has scrolled stay in sight, even
        if the cursor is not among them.
        """
        view = self.view
        shown_now = (view.record, view.step, view.cursor, width, rows_in_sight)
        shown_before = self._shown_in_outline
        self._shown_in_outline = shown_now
        top = self._first_outline_row
        if shown_now != shown_before:
            top = _scroll_to_row(view.cursor, top, rows_in_sight)

        # Neither above the first node, nor farther down than the last node at the bottom.
        last_top = max(0, len(view.tree) - rows_in_sight)
        self._first_outline_row = max(0, min(top, last_top))

    # -- pointing ------------------------------------------------------------------------------

    def neighbour(self, direction: Direction) -> int:
        """Return the parent, first child or sibling of the cursor in a direction, else itself."""
        view = self.view
        if self._kept_layout is not None and view.kind == "diagram":
            return self._kept_layout.layout.items.neighbour(view.cursor, direction)
        return items_of(view.tree).neighbour(view.cursor, direction)

    def node_at(self, x: int, y: int) -> int | None:
        """Return the node that is drawn at a cell of the pane, if there is one."""
        return self._drawn.node_at(x, y)

    def on_click(self, event: events.Click) -> None:
        node = self.node_at(event.x, event.y)
        if node is not None:
            event.stop()
            self.post_message(self.Pointed(node, twice=event.chain >= 2))

    @on(events.MouseScrollDown)
    @on(events.MouseScrollUp)
    def scroll_outline(self, event: events.MouseEvent) -> None:
        """Scroll the outline; the other drawings always fit."""
        event.stop()
        if self.view.kind != "outline":
            return
        goes_down = isinstance(event, events.MouseScrollDown)
        self._first_outline_row += _ROWS_PER_WHEEL_STEP if goes_down else -_ROWS_PER_WHEEL_STEP
        self.redraw()


def _scroll_to_row(row: int, top: int, rows_in_sight: int) -> int:
    """Return the first row to show of a table, so that a row is in sight and not near an edge.

    If the row is in sight already, that is ``top``; else the row is put into the middle. The result
    may lie before the first row of the table or too near to its end.

    Example:
        >>> _scroll_to_row(12, top=5, rows_in_sight=10)  # rows 5 to 14, of which 7 to 12 will do
        5
        >>> _scroll_to_row(13, top=5, rows_in_sight=10)
        8
    """
    # Rows at the top and the bottom into which the row does not come, if it can be avoided.
    quarter_of_rows = (rows_in_sight + 1) // 4
    margin = min(_MAX_CURSOR_MARGIN, quarter_of_rows)
    is_in_sight = top + margin <= row < top + rows_in_sight - margin
    if is_in_sight:
        return top
    half_of_rows = (rows_in_sight + 1) // 2
    return row - half_of_rows


def _is_focus_shown(layout: Layout, focus: Focus) -> bool:
    """Tell whether a layout shows a path's current node, its end, and the givers beside it.

    *Givers* are the nodes that gave α and β their numbers. What is required of a node is that its
    row is drawn, or that it is drawn itself and not only one of those that ``⊞12`` stands for:

    ====================  ===================  ====================
    the node              its row is drawn     it is drawn itself
    ====================  ===================  ====================
    the current node      required
    the end of the path                        required
    a giver                                    if its row is drawn
    ====================  ===================  ====================
    """
    is_current_above = focus.current < layout.above
    if is_current_above:
        return False
    ply = layout.items.tree.ply
    givers_in_rows = [giver for giver in focus.givers if ply[giver] > layout.above]
    end_of_path = focus.nodes[-1]
    return all(_is_drawn_itself(layout, node) for node in (end_of_path, *givers_in_rows))


def _is_drawn_itself(layout: Layout, node: int) -> bool:
    """Tell whether a layout has a node as such, and not only a count that stands for it."""
    items = layout.items
    item = items.item(node)
    return items.is_plain(item) and items.node(item) == node


def _choose_strip_height(view: View, look: Look, room: Size) -> int:
    """Return how many rows the strip with the whole tree has; 0 for no strip.

    There is none in a low pane, for a small tree, or if the diagram shows all nodes. A tall pane
    has a row for each ply and a heading; any other has at most a fifth of its rows.
    """
    is_low_pane = room.height < _MIN_HEIGHT_WITH_STRIP
    is_small_tree = view.tree.leaf_count < _MIN_LEAVES_WITH_STRIP
    if is_low_pane or is_small_tree:
        return 0
    is_whole_in_diagram = lay_out_if_it_fits(view.tree, look.at_rest, room) is not None
    if is_whole_in_diagram:
        return 0

    plies = view.tree.depth
    quarter_of_pane = room.height // 4
    if room.height >= _TALL_PANE_HEIGHT and plies <= quarter_of_pane:
        return plies + _HEADING_ROWS
    fifth_of_pane = room.height // 5
    return min(plies, fifth_of_pane)
