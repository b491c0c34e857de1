"""A widget that shows what a panel's function returns for a view, line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from treeexplorer.drawing.runs import Line

Lines: TypeAlias = Callable[[int, int], list[Line]]


class Panel(Widget, can_focus=False):
    """Shows lines; only those that changed are written again.

    Args:
        lines: Returns the lines for a width and a height, of which those that fit are shown.
        id: The widget's id.
    """

    ALLOW_SELECT = False

    def __init__(self, lines: Lines, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._lines = lines
        self._shown: list[Line] = []
        self._shown_for = (0, 0)

    def show(self) -> None:
        """Show what the function returns now."""
        size = self.size
        if not size:
            return
        before, self._shown = self._shown, self._lines(size.width, size.height)[: size.height]
        self._shown += [[] for _ in range(size.height - len(self._shown))]
        if self._shown_for != size:
            self._shown_for = size
            self.refresh()
            return
        changed = [y for y, line in enumerate(self._shown) if line != before[y]]
        if changed:
            self.refresh(*(Region(0, y, size.width, 1) for y in changed))

    def on_resize(self) -> None:
        """Show what there is room for now."""
        self.show()

    def render_line(self, y: int) -> Strip:
        """Return one line."""
        line = self._shown[y] if y < len(self._shown) else []
        segments = [Segment(run.text, self.rich_style) for run in line]
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)
