"""The styles of a drawing's roles, from theme variables, so that every theme works."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual.scroll_view import ScrollView
from textual.strip import Strip

from treeexplorer.drawing.runs import Line, Role
from treeexplorer.terminal.widgets.immediate import ImmediateWidget

PREFIX: Final = "role--"

_STYLES: Final = """
    & > .role--max { color: $text-primary; text-style: bold; }
    & > .role--min { color: $text-warning; text-style: bold; }
    & > .role--chance { color: $text-success; text-style: bold; }
    & > .role--unread { text-style: dim; }
    & > .role--unseen { text-style: dim; }
    & > .role--skipped { text-style: dim; }
    & > .role--unknown { color: $text-accent; text-style: italic; }
    & > .role--leaf { text-style: bold; }
    & > .role--value { color: $text-success; text-style: bold; }
    & > .role--bound { color: $text-success; }
    & > .role--window { text-style: dim; }
    & > .role--news { text-style: bold reverse; }
    & > .role--current { color: $text-accent; text-style: bold; }
    & > .role--cursor { text-style: reverse; }
    & > .role--breakpoint { color: $text-error; text-style: bold; }
    & > .role--edge { text-style: dim; }
    & > .role--path { text-style: bold; }
    & > .role--cut { color: $text-error; text-style: bold; }
    & > .role--dotted { text-style: dim; }
    & > .role--principal { color: $text-success; text-style: bold; }
    & > .role--tie { color: $text-success; }
    & > .role--probability { text-style: italic; }
    & > .role--claim { text-style: italic; }
    & > .role--elided { text-style: dim; }
    & > .role--folded { color: $text-secondary; }
    & > .role--title { text-style: bold; }
"""


class RoleView(ScrollView, ImmediateWidget):
    """A scroll view that shows lines of runs, each role in its style."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {PREFIX + role.value for role in Role}
    DEFAULT_CSS = f"RoleView {{ {_STYLES} }}"

    def __init__(
        self,
        *,
        id: str | None = None,  # noqa: A002 - Textual's own name for it
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._styles_by_role: dict[Role, Style] = {}

    def notify_style_update(self) -> None:
        """Forget the styles when the theme changes."""
        super().notify_style_update()
        self._styles_by_role.clear()

    def role_style(self, role: Role) -> Style:
        """Return the style of a role under the present theme."""
        style = self._styles_by_role.get(role)
        if style is None:
            style = self.final(self.get_component_rich_style(PREFIX + role.value))
            self._styles_by_role[role] = style
        return style

    def segments(self, line: Line) -> list[Segment]:
        """Return a line as segments, one a run."""
        return [Segment(text, self.role_style(role)) for text, role in line]

    def strip_of(self, line: Line, cells: int) -> Strip:
        """Return a line as a strip of a given width."""
        return Strip(self.segments(line)).adjust_cell_length(cells, self.role_style(Role.SPACE))
