"""The tree canvas: the drawing of a view, as large as its room, and what the mouse points at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from textual import events, on
from textual.message import Message

from treeexplorer.drawing.diagram import Diagram, focus_of
from treeexplorer.drawing.focus import Focus
from treeexplorer.drawing.icicle import Icicle, IcicleLayout, lay_out_icicle
from treeexplorer.drawing.items import Direction, items_of
from treeexplorer.drawing.layout import Layout
from treeexplorer.drawing.placement import arrange, layout_if_whole
from treeexplorer.drawing.styled_text import Line, Look, Size
from treeexplorer.terminal.lines import BLANK, TextLine, fitted, line
from treeexplorer.terminal.panels.closing_window import closing_window, rows_for_window
from treeexplorer.terminal.panels.outline import outline
from treeexplorer.terminal.panels.status import beside_strip, counts_width, read_line
from treeexplorer.terminal.view import Kept, View
from treeexplorer.terminal.widgets.line_view import LineView

__all__ = ["Canvas", "Direction"]

_WHEEL: Final = 3  # rows, by which a turn of it scrolls
_LEAST_HEIGHT: Final = 18  # of a pane in which the whole tree stands below the drawing
_LEAST_LEAVES: Final = 6
_TALL: Final = 34
_LEFT: Final = 1  # column of ground before an icicle
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
        return has_same_parents and _shows(self.layout, focus)


class _DrawnIcicle(NamedTuple):
    """An icicle that was drawn, and the row of the pane in which it begins."""

    layout: IcicleLayout
    top: int


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
        super().__init__(self._lines, id=id)
        self.view = view
        # Where the nodes of the diagram stand, and how many rows below it are free for the closing
        # window. Both are kept while tree, look and room are the same, so that nothing moves.
        self._kept_layout: _KeptLayout | None = None
        self._kept_spare_rows: Kept[int] | None = None
        # The icicle that was drawn last, for the mouse.
        self._icicle: _DrawnIcicle | None = None
        # The first node of the outline that is shown, and what was shown when it was chosen.
        self._top = 0
        self._top_of: object = None

    # -- drawing -------------------------------------------------------------------------------

    def _look(self) -> Look:
        """Return the look of the drawing: what the screen asks for, with what holds now put in.

        Put in are the open question and what is crossed out, the node that is looked at, ASCII, and
        marks where there are no colours. Spoilers, which tell what the search will find, are taken
        away while the user is asked.
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

    def _lines(self, width: int, height: int) -> list[TextLine]:
        """Return the drawing of the chosen kind: an outline, an icicle or a diagram.

        Args:
            width: The cells of a line.
            height: How many lines the pane has.
        """
        # The kinds with an icicle note it anew.
        self._icicle = None  # one of another drawing is not pointed at
        match self.view.kind:
            case "outline":
                return self._outline(width, height)
            case "icicle":
                return self._icicle_alone(width, height)
            case "diagram":
                return self._diagram(width, height)

    def _icicle_alone(self, width: int, height: int) -> list[TextLine]:
        """Return the icicle of the whole tree below a blank line and behind a blank column.

        It is kept, so that a click leads to its node.
        """
        room = Size(width - _LEFT, height - 1)
        layout = lay_out_icicle(self.view.tree, room, self.view.cursor)
        self._icicle = _DrawnIcicle(layout, top=1)
        painted = self._icicle_lines(layout, self._look())
        return [BLANK, *(((" ", ""), *text) for text in painted)][:height]

    def _diagram(self, width: int, height: int) -> list[TextLine]:
        """Return the diagram of the tree and what stands below it.

        From the top: the diagram; how the α/β window closes at the current node, where rows are
        free for that; at the foot of the pane the whole tree as a strip, or a line of leaves read.

        Args:
            width: The cells of a line.
            height: How many lines the pane has.
        """
        look = self._look()
        # From the bottom up: the foot has its room first, then the window, and the diagram has the
        # rest.
        foot = self._foot(look, width, height)
        above_foot = Size(width, height - len(foot))
        window_rows = self._rows_to_spare(look, above_foot)
        room = Size(width, above_foot.height - window_rows)
        layout = self._diagram_layout(look, room)
        window = self._closing_window(look, layout, width, window_rows)
        return [*Diagram(layout, self.view.snapshot, look).lines(room.height), *window, *foot]

    def _foot(self, look: Look, width: int, height: int) -> list[TextLine]:
        """Return what stands at the foot of the pane, below a blank line.

        It is the whole tree as a strip where a part of it is drawn above and there is room, else
        the values of the leaves that were read, else nothing.
        """
        if not look.spoilers:  # either would give away the answer to a question
            return []
        strip_height = _strip_height(self.view, look, Size(width, height))
        if strip_height > 0:
            return [BLANK, *self._whole_tree(look, width, height, strip_height)]
        read = read_line(self.view, width, height)
        return [BLANK, read] if read else []

    def _closing_window(
        self, look: Look, layout: Layout, width: int, height: int
    ) -> list[TextLine]:
        """Return how the α/β window closes over a node's children, in the diagram's columns.

        Args:
            look: How the tree is drawn.
            layout: Where the diagram has the nodes.
            width: The cells of a line.
            height: How many rows are free for the window; 0 for no window.

        Returns:
            As many lines as the height; those that are not needed are blank.
        """
        window: list[TextLine] = []
        is_before_first_step = self.view.step == 0
        # Practise asks for the first window before the search begins.
        would_answer = is_before_first_step and not self.view.look.spoilers
        if height and not would_answer:
            window = closing_window(self.view.snapshot, layout, width, height, marks=look.marks)
        return [*window, *[BLANK] * (height - len(window))]

    def _rows_to_spare(self, look: Look, room: Size) -> int:
        """Return how many rows below a drawing are free for the closing window.

        They do not depend on the step, so that the drawing does not move from step to step.

        Args:
            look: How the tree is drawn.
            room: The cells and rows for the drawing and the window.
        """
        view = self.view
        is_paper = look.answers is not None
        if is_paper or not view.has_windows:
            return 0
        # What the number of rows depends on beside the step; it is computed again only if this
        # changes.
        key = (view.tree, look.ascii, look.marks, room)
        if self._kept_spare_rows is None or self._kept_spare_rows.key != key:
            focus = focus_of(view.snapshot, look.cursor)
            self._kept_spare_rows = Kept(key, rows_for_window(view.tree, look, room, focus))
        return self._kept_spare_rows.value

    def _whole_tree(self, look: Look, width: int, height: int, rows: int) -> list[TextLine]:
        """Return the whole tree as a strip at the foot of the pane, with counts at its right.

        A strip has a row for each ply below the root. With more rows than that it has a heading.
        Each time the strip is noted, so that a click leads to its node.

        Args:
            look: How the tree is drawn.
            width: The cells of a line.
            height: How many lines the pane has.
            rows: How many of them the strip takes, its heading included.
        """
        # The counts at the right take some cells, and one is free at the left.
        room = Size(width - counts_width(self.view) - _LEFT, rows)
        heading: list[TextLine] = []
        has_heading = rows > self.view.tree.depth
        if has_heading:
            room = Size(room.width, rows - _HEADING_ROWS)
            heading = [line((" WHOLE TREE", "bold quiet")), BLANK]
        layout = lay_out_icicle(self.view.tree, room, self.view.cursor, is_strip=True)
        # The strip has the last rows of the pane.
        self._icicle = _DrawnIcicle(layout, top=height - layout.height)
        painted = self._icicle_lines(layout, look)
        counts_of_rows = beside_strip(self.view, len(painted))
        rows_of_strip = [
            ((" ", ""), *fitted(strip, room.width), *counts)
            for strip, counts in zip(painted, counts_of_rows, strict=True)
        ]
        return [*heading, *rows_of_strip]

    def _icicle_lines(self, icicle: IcicleLayout, look: Look) -> list[Line]:
        """Return the lines of an icicle; where surfaces have few colours signs fill its cells."""
        has_marks = look.marks or self.styles_in_use.few
        return Icicle(icicle, self.view.snapshot, replace(look, marks=has_marks)).lines()

    def _diagram_layout(self, look: Look, room: Size) -> Layout:
        """Return where the nodes of the diagram stand, as before if possible.

        It is the layout from before, so that nothing moves, unless the tree, the look or the room
        has changed, or that layout leaves out a part of the tree in which the path has come to be.

        Args:
            look: How the tree is drawn.
            room: The cells and rows for the diagram.
        """
        view = self.view
        key = (view.tree, look.ascii, look.marks, room)
        focus = focus_of(view.snapshot, look.cursor)
        kept = self._kept_layout
        if kept is not None and kept.key == key and kept.shows(focus):
            return kept.layout
        # A new layout takes the place of the one that is kept.
        layout = arrange(view.tree, look, room, focus)
        self._kept_layout = _KeptLayout(layout, key, focus.nodes)
        return layout

    def _outline(self, width: int, height: int) -> list[TextLine]:
        """Return the rows in sight of a table of all nodes, below its heading.

        The row of the node that is looked at is highlighted, behind a mark ``▌``.

        Args:
            width: The cells of a line.
            height: How many lines the pane has.
        """
        view = self.view
        heading, row = outline(view, width, marks=self.styles_in_use.none)
        rows = height - 1
        # Before the rows are made: it sets self._top, the node of the first row in sight.
        self._scroll_to_cursor(width, rows)
        lines = [heading]
        for node in range(self._top, min(self._top + rows, len(view.tree))):
            text = row(node)
            if node == view.cursor:
                # The mark takes the place of the margin, which is the first piece of the row.
                text = fitted((("▌", "strong on current"), *text[1:]), width, "current")
            lines.append(text)
        return lines

    def _scroll_to_cursor(self, width: int, rows: int) -> None:
        """Scroll the outline so that the node that is looked at is in sight.

        The outline has a row for each node, in preorder: the number of the node is the number of
        its row. If the user has scrolled it, it stays where it is until the step, the node or the
        room changes.

        Args:
            width: The cells of a row.
            rows: How many rows are in sight.
        """
        view = self.view
        # Rows at the top and the bottom into which the node does not come, if it can be avoided.
        margin = min(3, (rows + 1) // 4)
        first_row = self._top + margin
        end_row = self._top + rows - margin
        is_in_sight = first_row <= view.cursor < end_row
        shown = (view.record, view.step, view.cursor, width, rows)
        has_changed = self._top_of != shown
        self._top_of = shown
        if has_changed and not is_in_sight:
            self._top = view.cursor - (rows + 1) // 2
        largest_top = len(view.tree) - rows
        # Neither above the first node nor below the last one.
        self._top = max(0, min(self._top, largest_top))

    # -- pointing ------------------------------------------------------------------------------

    def neighbour(self, direction: Direction) -> int:
        """Return the parent, the first child or a neighbour of the node looked at; else itself."""
        view = self.view
        if self._kept_layout is not None and view.kind == "diagram":
            return self._kept_layout.layout.items.neighbour(view.cursor, direction)
        return items_of(view.tree).neighbour(view.cursor, direction)

    def node_at(self, x: int, y: int) -> int | None:
        """Return the node that is drawn at a cell of this pane.

        Args:
            x: The column, from 0 at the left.
            y: The row, from 0 at the top.

        Returns:
            The number of the node; ``None`` where there is none.
        """
        if self.view.kind == "outline":
            return self._node_of_outline_row(y)
        icicle = self._icicle
        if icicle is not None:
            # An icicle fills the pane, or it is a strip below the diagram.
            is_in_strip = icicle.layout.is_strip and y >= icicle.top
            if self.view.kind == "icicle" or is_in_strip:
                return icicle.layout.node_at(x - _LEFT, y - icicle.top)
        if self._kept_layout is None:
            return None
        return self._kept_layout.layout.node_at(x, y)

    def _node_of_outline_row(self, y: int) -> int | None:
        """Return the node of a row of the outline; row 0 is the heading."""
        is_heading = y == 0
        node = self._top + y - 1
        if is_heading or node >= len(self.view.tree):
            return None
        return node

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
        if self.view.kind == "outline":
            self._top += _WHEEL if isinstance(event, events.MouseScrollDown) else -_WHEEL
            self.redraw()


def _shows(layout: Layout, focus: Focus) -> bool:
    """Tell whether a layout shows the end of a path as a node of its own, and its current node."""
    last = focus.nodes[-1]
    item = layout.items.item(last)
    is_last_drawn = layout.items.is_plain(item) and layout.items.node(item) == last
    return is_last_drawn and focus.current >= layout.above


def _strip_height(view: View, look: Look, room: Size) -> int:
    """Return how many rows of a pane the strip with the whole tree takes; 0 for no strip.

    There is none in a low pane, below a small tree, and where the diagram has room for all nodes. A
    tall pane gives it a row for each ply and a heading, others at most a fifth of their rows.

    Args:
        view: What is looked at.
        look: How the tree is drawn.
        room: The cells and rows of the whole pane.
    """
    tree = view.tree
    height = room.height
    is_small = height < _LEAST_HEIGHT or tree.leaf_count < _LEAST_LEAVES
    if is_small or layout_if_whole(tree, look.at_rest, room) is not None:
        return 0
    if height >= _TALL and tree.depth <= height // 4:
        return tree.depth + _HEADING_ROWS
    return min(tree.depth, height // 5)
