"""What is seen while a tree is being read: painted first, read behind, given up with a key."""

from __future__ import annotations

from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.background import GivenUpError, Progress, in_background
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.styled import Styled
from treeexplorer.terminal.widgets.immediate import after_first_frame
from treeexplorer.terminal.widgets.lines import Divider, Lines, TooSmall, heading

if TYPE_CHECKING:
    from treeexplorer.terminal.app import ExplorerApp
    from treeexplorer.terminal.preparing import Prepared

_LOOKS_EVERY: Final = 0.1
_LONGEST_BAR: Final = 60
_UNSAID: Final = 0.2  # seconds that it may take before a word is lost about it


class Opening(Screen[None]):
    """Reads a source behind its first frame, and opens what it reads.

    A large one is read, searched for a moment and laid out in a thread, while this screen shows
    how far that has come.

    Args:
        source: What to read.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "give_up", "give up", show=False),
        Binding("q,ctrl+c", "leave", "quit", show=False),
    ]
    AUTO_FOCUS = ""

    app: ExplorerApp

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.source = source
        self.progress = Progress()
        self._is_large = source.is_large
        self._begun = 0.0

    def compose(self) -> ComposeResult:
        """Build the frame in which the tree will stand."""
        ink = self.app.ink
        yield Lines(lambda width, _: heading(ink, self.source.name, "", width), id="heading")
        yield Divider(ink)
        yield Lines(self._waiting, id="waiting")
        yield TooSmall(ink)

    def on_mount(self) -> None:
        """Begin to read as soon as the frame has been painted."""
        after_first_frame(self, self._begin)

    def _waiting(self, width: int, height: int) -> list[Styled]:
        """Return what is said meanwhile."""
        return self.app.ink.block(self._words(width) if self._is_large else [], width, height)

    def _words(self, width: int) -> list[Styled]:
        """Return how far the work has come, and the keys that end it."""
        if not self._begun or monotonic() - self._begun < _UNSAID:
            return []
        ink, progress = self.app.ink, self.progress
        keys = ink.line((" esc gives up   q quits", styles.QUIET))
        stage = progress.stage or "opening"
        if self.source.grow is not None and not progress.share:
            return [ink.line(f" {stage}: {progress.count:,} positions so far"), keys]
        room = max(1, min(_LONGEST_BAR, width - 8))
        done = int(room * progress.share)
        bar = ink.line(
            (" " + "━" * done, styles.CURRENT),
            ("─" * (room - done), styles.QUIET),
            f" {int(100 * progress.share):3} %",
        )
        return [ink.line(f" {stage} …"), bar, keys]

    def _begin(self) -> None:
        self._begun = monotonic()
        if self._is_large:
            self.app.settled.settle()
            self.set_interval(_LOOKS_EVERY, self.query_one("#waiting").refresh)
        self.run_worker(self._read(), name="read")

    async def _read(self) -> None:
        try:
            if self._is_large:
                await self._open_large()
            else:
                trees, remarks = self.source.read_with_remarks()
                self.app.show_trees(self.source, trees, remarks=remarks)
        except GivenUpError:
            return
        except ValueError as error:
            if self.is_current:
                self.app.show_problem(self.source, str(error))

    async def _open_large(self) -> None:
        app, source, progress = self.app, self.source, self.progress

        def work() -> Prepared:
            from treeexplorer.terminal.preparing import prepare

            ascii_only = app.ink.ascii_only
            return prepare(
                source, partial(app.new_session, source), progress, ascii_only=ascii_only
            )

        prepared = await in_background(work)
        if self.is_current:
            app.settled.settle()
            app.show_session(source, prepared.session, prepared=prepared, remarks=prepared.remarks)

    def on_unmount(self) -> None:
        """Let the work end: nobody waits for it any more."""
        self.progress.give_up()

    def action_give_up(self) -> None:
        """Read no further."""
        self.progress.give_up()
        self.app.leave_or_return()

    def action_leave(self) -> None:
        """Read no further, and quit."""
        self.progress.give_up()
        self.app.leave()
