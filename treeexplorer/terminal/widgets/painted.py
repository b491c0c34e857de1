"""Widgets whose lines are kept as they were painted, so that only a line that changed costs time.

Textual paints a widget of text anew as a whole, wraps it, styles it and cuts it, every time it is
refreshed. The panes of the explorer are refreshed at every key, and most of their lines stay as
they were. Here a line that is the same keeps its strip, and with it everything that Textual
remembers about a strip: how it was filtered, cut, and written as escape sequences.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import groupby
from operator import itemgetter
from typing import Final, Self

from rich.segment import Segment
from rich.style import Style
from textual.content import Content
from textual.geometry import Region, Size
from textual.strip import Strip

from treeexplorer.terminal.styled import Run, Styled
from treeexplorer.terminal.widgets.immediate import ImmediateWidget

_MOST_KEPT: Final = 1000


class Painted(ImmediateWidget):
    """A widget without border and padding that shows lines of text.

    Subclasses return the lines that are to be seen from ``lines``.
    """

    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._is_stale = True
        self._painted_size = Size(0, 0)
        self._rows: list[Strip] = []
        self._strips: dict[tuple[Run, ...], Strip] = {}
        self._text_styles: dict[str, Style] = {}

    def lines(self) -> list[Styled]:
        """Return what is to be seen now; what is more than the widget's size is not shown."""
        raise NotImplementedError

    def render(self) -> Content:
        """Return what is to be seen now, for Textual to measure."""
        return Content("\n").join(line.content for line in self.lines())

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        """Have the lines made anew before the next frame."""
        self._is_stale = True
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def notify_style_update(self) -> None:
        """Forget what was painted with styles that may be others now."""
        super().notify_style_update()
        self._strips.clear()
        self._text_styles.clear()
        self._painted_size = Size(0, 0)
        self._is_stale = True

    def _exchange_repaint_regions(self) -> Collection[Region]:
        """Return the lines that differ from what was painted last, where all were to be."""
        regions = super()._exchange_repaint_regions()
        if not self._is_stale:
            return regions
        changed = self._changed()
        return [region for region in regions if region.size != self.size] + changed

    def _changed(self) -> list[Region]:
        """Make the lines anew; return the regions of those that are not what they were."""
        before, size = self._rows, self._painted_size
        self._make_rows()
        if size != self._painted_size or len(before) != len(self._rows):
            return [self.size.region]
        width = self.size.width
        return [
            Region(0, row, width, 1)
            for row, (old, new) in enumerate(zip(before, self._rows, strict=True))
            if old is not new
        ]

    def _make_rows(self) -> None:
        self._is_stale = False
        width, height = self._painted_size = self.size
        if not width or not height:
            self._rows = []
            return
        if len(self._strips) > _MOST_KEPT:
            self._strips.clear()
        rows = [self._strip(line.runs, width) for line in self.lines()[:height]]
        rows += [self._strip((), width)] * (height - len(rows))
        self._rows = rows

    def _strip(self, runs: tuple[Run, ...], width: int) -> Strip:
        strip = self._strips.get(runs)
        if strip is None or strip.cell_length != width:
            segments = [
                Segment("".join([text for text, _ in alike]), self._style(style))
                for style, alike in groupby(runs, key=itemgetter(1))
            ]
            strip = Strip(segments).adjust_cell_length(width, self._style(""))
            self._strips[runs] = strip
        return strip

    def _style(self, name: str) -> Style:
        style = self._text_styles.get(name)
        if style is None:
            mixed = self.visual_style
            if name:
                mixed += self._get_style(name)
            style = self._text_styles[name] = self.final(mixed.rich_style)
        return style

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines, made anew where that is necessary."""
        if self._is_stale or self._painted_size != self.size:
            self._make_rows()
        rows = self._rows[crop.y : crop.bottom]
        if crop.column_span != (0, self._painted_size.width):
            rows = [strip.crop(*crop.column_span) for strip in rows]
        return rows

    def render_line(self, y: int) -> Strip:
        """Return one line."""
        return self.render_lines(Region(0, y, self.size.width, 1))[0]
