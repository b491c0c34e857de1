"""The overview: a whole drawing in one line of cells, with the part that is looked at."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import Final

from treeexplorer.drawing.layout import Layout
from treeexplorer.drawing.moment import Moment
from treeexplorer.drawing.outline import Outline
from treeexplorer.drawing.runs import Line, Look, Role, Run
from treeexplorer.engine.record import Record, Status, StepKind


@dataclass(frozen=True)
class _Marks:
    """The characters of an overview."""

    unread: str
    read: str
    cut: str
    current: str
    window: tuple[str, str]


_UNICODE: Final = _Marks("·", "━", "╌", "▼", ("[", "]"))
_ASCII: Final = _Marks(".", "=", "x", "V", ("[", "]"))


class Overview:
    """Shows which parts of a drawing were read, cut off, or are still to come.

    Each cell stands for a part of the drawing's width (of an outline: of its height) and shows
    the item in the middle of that part, so that a line costs its own width, not the tree's size.
    """

    def __init__(self, places: Layout | Outline, moment: Moment, look: Look) -> None:
        self.places = places
        self.moment = moment
        self.marks = _ASCII if look.ascii else _UNICODE
        self._row = places.items.fullest_ply if isinstance(places, Layout) else None

    @property
    def extent(self) -> int:
        """The width of the drawing, or the height of the outline."""
        return self.places.height if isinstance(self.places, Outline) else self.places.width

    def cell_of_current(self, cells: int) -> int | None:
        """Return the cell in which the current node lies."""
        return self._cell_of_current(cells, max(1, self.extent))

    def line(self, cells: int, start: int, end: int) -> Line:
        """Return the overview.

        Args:
            cells: Its width.
            start: Where the part that is looked at begins, in the drawing.
            end: Where it ends.
        """
        extent = max(1, self.extent)
        first = min(max(0, start * cells // extent), cells - 1)
        last = max(min(-(-end * cells // extent), cells) - 1, first)
        current = self._cell_of_current(cells, extent)
        line: Line = []
        for cell in range(cells):
            if cell == current:
                run = Run(self.marks.current, Role.CURRENT)
            elif cell in {first, last}:
                run = Run(self.marks.window[cell == last and last > first], Role.CURSOR)
            else:
                run = self._run_at((2 * cell + 1) * extent // (2 * cells))
            if line and line[-1].role is run.role:
                line[-1] = Run(line[-1].text + run.text, run.role)
            else:
                line.append(run)
        return line

    def _cell_of_current(self, cells: int, extent: int) -> int | None:
        current = self.moment.current
        if current is None:
            return None
        column, line = self.places.place(current)
        at = line if isinstance(self.places, Outline) else column
        return min(at * cells // extent, cells - 1)

    def _run_at(self, place: int) -> Run:
        status = self._status_at(place)
        if status in {Status.SKIPPED, Status.BEYOND}:
            return Run(self.marks.cut, Role.DOTTED)
        if status is Status.UNSEEN:
            return Run(self.marks.unread, Role.UNREAD)
        return Run(self.marks.read, Role.EDGE if status is Status.CLOSED else Role.PATH)

    def _status_at(self, place: int) -> Status:
        items = self.places.items
        item = self._nearest(place) if self._row is not None else min(place, len(items) - 1)
        node = items.node(item)
        if items.is_elision(item):
            return self.moment.elision_status(node)
        return self.moment.status(node)

    def _nearest(self, column: int) -> int:
        """Return the item of the fullest ply that stands nearest to a column."""
        if self._row is None or not isinstance(self.places, Layout):
            return column
        row, columns = self._row, self.places.columns
        index = min(bisect_left(row, column, key=columns.__getitem__), len(row) - 1)
        if index and column - columns[row[index - 1]] < columns[row[index]] - column:
            index -= 1
        return row[index]


class OverviewLines:
    """Remembers the overviews painted last, because most steps change nothing in them.

    An overview is painted anew when the current node has left its cell, when something was cut
    off, and after a jump.
    """

    def __init__(self) -> None:
        self._of: tuple[Layout | Outline, Record, _Marks] | None = None
        self._painted: dict[tuple[int, int, int], tuple[int | None, int, Line]] = {}

    def line(self, overview: Overview, cells: int, start: int, end: int) -> Line:
        """Return what :meth:`Overview.line` does."""
        moment = overview.moment
        of = overview.places, moment.record, overview.marks
        if self._of is None or any(
            one is not other for one, other in zip(of, self._of, strict=True)
        ):
            self._of = of
            self._painted.clear()
        key = cells, start, end
        current = overview.cell_of_current(cells)
        cell, step, line = self._painted.get(key, (None, -2, []))
        is_next = abs(moment.step - step) <= 1 and moment.news.kind is not StepKind.CUT
        if not line or cell != current or not is_next:
            line = overview.line(cells, start, end)
        self._painted = {key: (current, moment.step, line)}
        return line
