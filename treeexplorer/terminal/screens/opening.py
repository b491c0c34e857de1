"""What is seen while a file is being read: painted first, read behind."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.background import FRAME, in_background
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.styled import Styled
from treeexplorer.terminal.widgets.lines import Divider, Lines, TooSmall, heading

if TYPE_CHECKING:
    from treeexplorer.terminal.app import ExplorerApp

_LARGE_FILE = 200_000


class Opening(Screen[None]):
    """Reads a source behind its first frame, and opens what it reads.

    Args:
        source: What to read.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,ctrl+c", "give_up", "give up", show=False)
    ]
    AUTO_FOCUS = ""

    app: ExplorerApp

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.source = source
        self._begun = False

    def compose(self) -> ComposeResult:
        """Build the frame in which the tree will stand."""
        ink = self.app.ink
        yield Lines(lambda width, _: heading(ink, self.source.name, "", width), id="heading")
        yield Divider(ink)
        yield Lines(self._waiting, id="waiting")
        yield TooSmall(ink)

    def _waiting(self, width: int, height: int) -> list[Styled]:
        """Return what is said meanwhile; that it is being painted is the sign to begin."""
        if not self._begun:
            self._begun = True
            self.app.call_later(self.set_timer, FRAME, self._begin)
        text = f" {self._doing()} …   esc gives up" if self._is_large() else ""
        return self.app.ink.block([self.app.ink.line((text, styles.QUIET))], width, height)

    def _is_large(self) -> bool:
        stamp = self.source.stamp()
        size = stamp[0] if stamp else len(self.source.text)
        return self.source.grow is not None or size > _LARGE_FILE

    def _doing(self) -> str:
        stamp = self.source.stamp()
        if self.source.grow is not None:
            return "growing the tree"
        return f"reading {(stamp[0] if stamp else len(self.source.text)) / 1e6:.1f} MB"

    def _begin(self) -> None:
        self.run_worker(self._read(), name="read")

    async def _read(self) -> None:
        from treeexplorer.notation import NotationError

        try:
            if self._is_large():
                trees, remarks = await in_background(self.source.read_with_remarks)
            else:
                trees, remarks = self.source.read_with_remarks()
        except NotationError as error:
            if self.is_current:
                self.app.show_problem(self.source, str(error))
            return
        if self.is_current:
            self.app.show_trees(self.source, trees, remarks=remarks)

    def action_give_up(self) -> None:
        """Read no further."""
        self.app.leave_or_return()
