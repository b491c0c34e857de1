"""A view that keeps its lines as they were painted, and has only those written that changed."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from textual.geometry import Offset, Region, Size
from textual.strip import Strip

from treeexplorer.drawing.runs import Line, Role
from treeexplorer.terminal.widgets.overview import Overviewed


class Sight(NamedTuple):
    """What can be seen of a view.

    Attributes:
        offset: The column and the line at its upper left corner.
        size: How many columns and lines there are, without the bars.
    """

    offset: Offset
    size: Size


class _Kept(NamedTuple):
    line: Line
    strip: Strip


class KeptView(Overviewed):
    """A view of lines, each painted once for as long as it stays.

    Whatever changes calls :meth:`look_again`, as often as it likes. Before the next frame the
    visible lines are drawn once, and those that are as they were are not written again.
    Subclasses draw a line in ``draw_line``.
    """

    def __init__(
        self,
        *,
        id: str | None = None,  # noqa: A002 - Textual's own name for it
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._kept: dict[int, _Kept] = {}
        self._kept_for = (0, 0)
        self._written: dict[int, _Kept] | None = None
        self._written_for = (0, 0)
        self._written_at = Offset(-1, -1)

    def draw_line(self, number: int, sight: Sight) -> Line:
        """Return a line of the view between the first and the last visible column."""
        raise NotImplementedError

    def number_of(self, row: int, sight: Sight) -> int:
        """Return which line stands in a row of what is visible."""
        return sight.offset.y + row

    @property
    def sight(self) -> Size:
        """The size of what is visible, without the bars."""
        return self.scrollable_content_region.size

    def look_again(self) -> None:
        """Have the lines painted anew, and those written that look different."""
        if self._written is None:
            self._written, self._written_for = self._kept, self._kept_for
        self._kept = {}
        self.refresh_bars()
        self.refresh()

    def forget_lines(self) -> None:
        """Have all lines painted anew and written."""
        self._kept, self._written = {}, {}

    def notify_style_update(self) -> None:
        """Forget what was painted in other styles."""
        super().notify_style_update()
        self.forget_lines()

    def _exchange_repaint_regions(self) -> Collection[Region]:
        """Return, where the lines were to be looked at again, those that look different."""
        regions = super()._exchange_repaint_regions()
        written, self._written = self._written, None
        sight = Sight(self.scroll_offset, self.sight)
        stayed = self._written_at == sight.offset
        self._written_at = sight.offset
        if not written or not stayed or self._written_for != (sight.offset.x, sight.size.width):
            return regions
        whole = {self.size, self.outer_size}
        parts = [region for region in regions if region.size not in whole]
        return parts + self._changed(written, sight)

    def _changed(self, written: dict[int, _Kept], sight: Sight) -> list[Region]:
        changed = []
        self._start_keeping(sight)
        for row in range(sight.size.height):
            number = self.number_of(row, sight)
            line, before = self.draw_line(number, sight), written.get(number)
            if before is not None and before.line == line:
                self._kept[number] = before
            else:
                self._keep(number, line, sight)
                changed.append(Region(0, row, sight.size.width, 1))
        return changed

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the visible lines; there is no border and no padding to put around them."""
        sight = Sight(self.scroll_offset, self.sight)
        width, space = self.outer_size.width, self.role_style(Role.SPACE)
        self._start_keeping(sight)
        strips = [self._strip(y, sight).adjust_cell_length(width, space) for y in crop.line_range]
        if crop.column_span != (0, width):
            strips = [strip.crop(*crop.column_span) for strip in strips]
        return strips

    def render_line(self, y: int) -> Strip:
        """Return one visible line."""
        return self.render_lines(Region(0, y, self.outer_size.width, 1))[0]

    def _start_keeping(self, sight: Sight) -> None:
        key = (sight.offset.x, sight.size.width)
        if key != self._kept_for:
            self._kept, self._kept_for = {}, key

    def _strip(self, row: int, sight: Sight) -> Strip:
        number = self.number_of(row, sight)
        kept = self._kept.get(number)
        return (kept or self._keep(number, self.draw_line(number, sight), sight)).strip

    def _keep(self, number: int, line: Line, sight: Sight) -> _Kept:
        kept = self._kept[number] = _Kept(line, self.strip_of(line, sight.size.width))
        return kept
