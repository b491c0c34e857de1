"""The tree canvas: a drawing of any size, of which only what is visible is ever painted."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from rich.segment import Segment
from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip

from treeexplorer.drawing.diagram import DiagramPainter
from treeexplorer.drawing.items import Direction
from treeexplorer.drawing.knowledge import Knowledge
from treeexplorer.drawing.layout import Layout
from treeexplorer.drawing.moment import Moment
from treeexplorer.drawing.outline import OutlinePainter
from treeexplorer.drawing.overview import Overview, OverviewLines
from treeexplorer.drawing.runs import Detail, Line, Look
from treeexplorer.engine.record import Record
from treeexplorer.terminal.background import in_background
from treeexplorer.terminal.widgets.following import followed, scrolled
from treeexplorer.terminal.widgets.kept import KeptView, Sight
from treeexplorer.terminal.widgets.placing import Placer, Places, View, Work, waiting_line

_AT_ONCE: Final = 0.05  # seconds in which most trees are laid out
_SLICE: Final = 0.012  # seconds of laying out between two looks at the keyboard
_PAUSE: Final = 0.001
_TRAIL: Final = -1  # the number of the line that shows the way from the root


class TreeCanvas(KeptView, can_focus=True):
    """Shows a record at a step, as a diagram or as an outline.

    The places are computed once for a tree; a step repaints the lines that it changes. Give it
    something to show with :meth:`show`; it tells what the user points at with its messages.

    Attributes:
        follow: Whether the canvas scrolls to where the search stands.
        record: The record that is shown.
        step: The step that is shown.
    """

    class NodeHighlighted(Message):
        """The cursor was moved to a node."""

        def __init__(self, canvas: TreeCanvas, node: int) -> None:
            super().__init__()
            self.canvas = canvas
            self.node = node

        @property
        def control(self) -> TreeCanvas:
            """The canvas."""
            return self.canvas

    class NodeChosen(NodeHighlighted):
        """A node was chosen: double-clicked, or entered."""

    def __init__(
        self,
        *,
        ascii_only: bool = False,
        id: str | None = None,  # noqa: A002 - Textual's own name for it
        classes: str | None = None,
        placer: Placer | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.record: Record | None = None
        self.step = 0
        self.follow = True
        self._override: int | None = None
        self._look = Look(ascii=ascii_only, marks_unread=ascii_only)
        self._detail: Detail | None = None
        self._folded: frozenset[int] = frozenset()
        self._knowledge: Knowledge | None = None
        self._view: View = "diagram"
        self._places: Places | None = None
        self._placer = placer or Placer()
        self._overviews = OverviewLines()
        self._placing: Work[Places] | None = None
        self._room: tuple[int, int] | None = None
        self._painter: DiagramPainter | OutlinePainter | None = None

    # -- what is shown -------------------------------------------------------------------------

    def show(
        self,
        record: Record,
        step: int,
        current: int | None = None,
        folded: frozenset[int] = frozenset(),
    ) -> None:
        """Show a record at a step.

        Args:
            record: The record.
            step: The step.
            current: The node to mark, where it is not the one at which the search stands.
            folded: What another tree than the one before begins with as folded.
        """
        if self.record is not record:
            if self.record is None or self.record.tree is not record.tree:
                self._folded = folded
                self._look = replace(self._look, cursor=None)
                self._forget_places()
            self.record = record
            self._knowledge = Knowledge(record, patient=True)
        self.step = step
        self._override = current
        self._update()
        if self.follow and self.cursor is None:
            self._follow()

    @property
    def moment(self) -> Moment | None:
        """The record at the step that is shown."""
        return None if self._painter is None else self._painter.moment

    @property
    def look(self) -> Look:
        """How the tree is drawn."""
        return self._look

    def set_look(self, look: Look) -> None:
        """Draw the tree in another way."""
        before, self._look = self._look, look
        if look.takes_other_room_than(before):
            self._forget_places()
        self._update()

    @property
    def detail(self) -> Detail | None:
        """How much is written at each node; ``None`` for as much as there is room for."""
        return self._detail

    @detail.setter
    def detail(self, detail: Detail | None) -> None:
        if detail != self._detail:
            self._detail = detail
            self._forget_places()
            self._update()
            self._keep_in_sight()

    @property
    def view(self) -> View:
        """How the tree is shown: as a diagram, as an outline, or folded to what fits."""
        return self._view

    @view.setter
    def view(self, view: View) -> None:
        if view != self._view:
            self._view = view
            self._forget_places()
            self._update()
            self.scroll_to_node(self._in_focus, centre=True)

    @property
    def places(self) -> Places | None:
        """Where the nodes stand."""
        return self._places

    @property
    def _marked(self) -> int | None:
        return None if self.moment is None else self.moment.current

    @property
    def _in_focus(self) -> int:
        """The node to keep in sight: the one that is looked at, else the current one."""
        return self.cursor if self.cursor is not None else self._marked or 0

    # -- folding -------------------------------------------------------------------------------

    @property
    def folded(self) -> frozenset[int]:
        """The nodes whose subtrees are folded."""
        return self._folded

    def fold(self, node: int) -> None:
        """Hide what is below a node behind a count."""
        self._set_folded(self._folded | {node})

    def unfold(self, node: int) -> None:
        """Show what is below a node again, and the node itself."""
        if self.record is not None:
            above = {node, *self.record.tree.ancestors(node)}
            self._set_folded(self._folded - above)

    def toggle_fold(self, node: int) -> None:
        """Fold a node, or unfold it."""
        if node in self._folded:
            self.unfold(node)
        else:
            self.fold(node)

    def _set_folded(self, folded: Collection[int]) -> None:
        if frozenset(folded) != self._folded:
            self._folded = frozenset(folded)
            self._forget_places()
            self._update()
            self._keep_in_sight()

    # -- places --------------------------------------------------------------------------------

    def _forget_places(self) -> None:
        self._places = self._placing = None

    def _update(self) -> None:
        """Make the painter for what is to be shown, and refresh the lines that look different."""
        record = self.record
        if record is None or self._room is None:
            return
        if self._places is None:
            self._painter = None
            if self._placing is None:
                self._placing = self._placer.begin(
                    record.tree, self._view, self._look, self._detail, self._folded, self._room
                )
                self._place_on(self._placing, _AT_ONCE)
            if self._places is None:
                return
        moment = Moment(record, self.step, self._knowledge, self._override)
        if isinstance(self._places, Layout):
            self._painter = DiagramPainter(self._places, moment, self._look)
        else:
            self._painter = OutlinePainter(self._places, moment, self._look)
        self.look_again()
        if self._knowledge is not None and self._knowledge.is_large:
            self.call_after_refresh(self._begin_to_learn, self._knowledge)

    def _begin_to_learn(self, knowledge: Knowledge) -> None:
        if knowledge.wanted and not knowledge.is_learning:
            knowledge.is_learning = True
            self.run_worker(self._learn(knowledge), group="learning")

    async def _learn(self, knowledge: Knowledge) -> None:
        """Let another thread find what takes long, and show it when it is there."""
        await in_background(knowledge.learn)
        if knowledge is self._knowledge:
            self._update()

    def _place_on(self, placing: Work[Places], seconds: float) -> None:
        """Go on finding the nodes' places for some time, and later if that is not enough."""
        if placing is not self._placing:
            return
        places = placing.go_on(seconds)
        self.look_again()
        if places is None:
            self.set_timer(_PAUSE, lambda: self._place_on(placing, _SLICE))
            return
        self._places, self._placing = places, None
        self.virtual_size = Size(places.width, places.height)
        if seconds == _SLICE:
            self._update()
            self.scroll_to_node(self._in_focus, centre=True)

    def on_mount(self) -> None:
        """Mark with signs what cannot be told apart by colour where there is none."""
        if self.app.no_color:
            self.set_look(replace(self._look, marks_unread=True))

    def on_resize(self) -> None:
        """Lay the tree out for the new room, and keep the node in focus in sight."""
        room = (self.container_size.width, self.container_size.height)
        if room == self._room:
            return
        self._room = room
        self._forget_places()
        self._update()
        self._keep_in_sight()

    @staticmethod
    def _origin_in(places: Places, sight: Size) -> Offset:
        """Where the drawing begins: a small one stands in the middle, not at the very top."""
        beside, below = sight.width - places.width, sight.height - places.height
        return Offset(max(0, beside // 2), max(0, (below + 1) // 3))

    def overview(
        self, length: int, start: int, end: int, *, vertical: bool
    ) -> list[Segment] | None:
        """Return the cells of a bar: below a diagram and beside an outline it is the overview."""
        if self._painter is None or self._places is None or vertical != (self._view == "outline"):
            return None
        overview = Overview(self._places, self._painter.moment, self._look)
        return self.segments(self._overviews.line(overview, length, start, end))

    # -- painting ------------------------------------------------------------------------------

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the visible lines."""
        if self._room != self.container_size:
            # Mounted or laid out anew during a layout, a widget is not told of its place.
            self.call_later(self.on_resize)
        return super().render_lines(crop)

    def number_of(self, row: int, sight: Sight) -> int:
        """Return which line stands in a row; the first is the way there, below the root."""
        return _TRAIL if row == 0 and sight.offset.y else super().number_of(row, sight)

    def draw_line(self, number: int, sight: Sight) -> Line:
        """Return one line of the drawing."""
        cells = sight.size.width
        if self._painter is None or self._places is None:
            return self._waiting(number)
        if number == _TRAIL:
            return self._painter.texts.trail(self._in_focus, cells)
        origin = self._origin_in(self._places, sight.size)
        return self._painter.line(number - origin.y, sight.offset.x - origin.x, cells)

    def _waiting(self, number: int) -> Line:
        """Return a line of what stands here while the nodes' places are being found."""
        if self._placing is None or self.record is None:
            return []
        if number - self.scroll_offset.y != self.sight.height // 2:
            return []
        return waiting_line(self.record.tree, self._look, self.sight.width)

    # -- scrolling -----------------------------------------------------------------------------

    def scroll_to_node(self, node: int, *, centre: bool = False) -> None:
        """Bring a node into the comfortable part of what is visible, moving as little as can be."""
        if self._places is not None and self.sight:
            place = Offset(*self._places.place(node))
            self._scroll(scrolled(place, self.scroll_offset, self.sight, centre=centre))

    def _keep_in_sight(self) -> None:
        """Scroll after the places have changed, unless the view is to stay where it is."""
        if self.follow or self.cursor is not None:
            self.scroll_to_node(self._in_focus)

    def _scroll(self, offset: Offset) -> None:
        if offset != self.scroll_offset:
            self.scroll_to(offset.x, offset.y, animate=False, force=True, immediate=True)

    def _follow(self) -> None:
        """Scroll to where the search stands; to the child whose parent is out of reach of it."""
        if self._places is None or self.moment is None or not self.sight:
            return
        node = self.moment.current or 0
        arrived = None if self.moment.is_last else self.moment.news.child
        other = self.moment.tree.parent[node] if arrived is None else arrived
        column, line = self._places.place(node)
        beside = column if other < 0 else self._places.place(other)[0]
        if arrived is not None and abs(beside - column) >= self.sight.width:
            column = beside
        offset = followed(Offset(column, line), beside, self.scroll_offset, self.sight)
        self._scroll(offset)

    # -- the cursor ----------------------------------------------------------------------------

    @property
    def cursor(self) -> int | None:
        """The node that is looked at; ``None`` when that is where the search stands."""
        return self._look.cursor

    @cursor.setter
    def cursor(self, node: int | None) -> None:
        if node == self._look.cursor:
            return
        self._look = replace(self._look, cursor=node)
        self._update()
        if node is not None:
            self.scroll_to_node(node)
        elif self.follow:
            self._follow()

    def highlight(self, node: int) -> None:
        """Move the cursor to a node as a person does, and tell."""
        self.cursor = node
        self.post_message(self.NodeHighlighted(self, node))

    def move_cursor(self, direction: Direction) -> None:
        """Move the cursor to the parent, the first child, or the neighbour on the same ply."""
        node = self.neighbour(direction)
        if node is not None:
            self.highlight(node)

    def neighbour(self, direction: Direction) -> int | None:
        """Return where the cursor would move to, ``None`` while nothing is drawn."""
        if self._places is None or self.record is None:
            return None
        start = self.cursor if self.cursor is not None else self._marked
        return 0 if start is None else self._places.items.neighbour(start, direction)

    # -- the mouse -----------------------------------------------------------------------------

    def node_at(self, offset: Offset) -> int | None:
        """Return the node at a place of the visible part, ``None`` where there is none."""
        if self._places is None or (offset.y == 0 and self.scroll_offset.y):
            return None
        place = offset + self.scroll_offset - self._origin_in(self._places, self.sight)
        return self._places.node_at(place.x, place.y)

    def on_click(self, event: events.Click) -> None:
        """Look at the node that is clicked; choose it when it is double-clicked."""
        node = self.node_at(Offset(event.x, event.y))
        if node is None:
            return
        event.stop()
        if event.chain >= 2:
            self.post_message(self.NodeChosen(self, node))
        else:
            self.highlight(node)
