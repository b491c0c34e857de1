"""How much alpha-beta saves, as a plot and a table: leaves read on uniform trees by their depth."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import ComposeResult
from textual.screen import Screen
from textual.worker import Worker, WorkerState

from treeexplorer.exercises.growth import OTHER_SEARCHES, Growth, growth
from treeexplorer.exercises.growth_output import plot, table
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.keys import bindings
from treeexplorer.terminal.screens.footed import Footed
from treeexplorer.terminal.styled import Styled
from treeexplorer.terminal.widgets.lines import Divider, Hints, Lines, TooSmall, heading

if TYPE_CHECKING:
    from textual.binding import BindingType

    from treeexplorer.engine.rules import Algorithm
    from treeexplorer.terminal.app import ExplorerApp

_FOOTER: Final = ("growth_more", "growth_fewer", "growth_turn", "growth_leave", "growth_help")
_TRIALS: Final = 20
_MOST_LEAVES: Final = 1_100
_LARGEST_BRANCHING: Final = 20
_SEARCHES: Final[tuple[Algorithm, ...]] = ("alphabeta", *OTHER_SEARCHES)


class _LeftError(Exception):
    """Nobody waits for the count any more."""


class GrowthScreen(Footed, Screen[None]):
    """Shows how the leaves that searches evaluate grow with the depth of uniform trees."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("growth")
    AUTO_FOCUS = ""
    ALLOW_SELECT = False
    scopes = ("growth",)

    app: ExplorerApp

    def __init__(self, branching: int = 3) -> None:
        super().__init__()
        self.branching = min(max(branching, 2), _LARGEST_BRANCHING)
        self.rows: list[Growth] = []
        self.shows_table = False
        self._top = 0
        self._done = 0.0
        self._problem = ""
        self._counts: Worker[list[Growth]] | None = None

    def compose(self) -> ComposeResult:
        """Build the screen from top to bottom."""
        ink = self.app.ink
        yield Lines(self._heading, id="heading")
        yield Divider(ink)
        yield Lines(self._body, id="body")
        yield Divider(ink)
        yield Hints(ink, self.footer, id="footer")
        yield TooSmall(ink)

    def on_mount(self) -> None:
        """Begin to count."""
        self.count()

    def on_unmount(self) -> None:
        """Stop counting."""
        if self._counts is not None:
            self._counts.cancel()

    def count(self) -> None:
        """Search the trees for this number of moves, in a thread."""
        if self._counts is not None:
            self._counts.cancel()
        self.rows, self._top, self._done, self._problem = [], 0, 0.0, ""
        depths = [d for d in range(1, 12) if self.branching**d <= _MOST_LEAVES]
        total = _TRIALS * len(depths)
        branching, app = self.branching, self.app

        def counted() -> list[Growth]:
            return growth(
                branching,
                depths,
                trials=_TRIALS,
                algorithms=_SEARCHES,
                processes=1,
                progress=tell,
            )

        def tell(trials: int) -> None:
            if worker.is_cancelled:
                raise _LeftError
            app.call_from_thread(self._advance, trials, total)

        worker = self._counts = self.run_worker(
            counted, thread=True, exclusive=True, exit_on_error=False
        )
        self.update()

    def _advance(self, trials: int, total: int) -> None:
        self._done += 100 * trials / total
        self.update()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Show what was counted."""
        if event.worker is not self._counts:
            return
        if event.state is WorkerState.SUCCESS and event.worker.result is not None:
            self.rows = event.worker.result
        elif event.state is WorkerState.ERROR:
            self._problem = f"This could not be counted: {event.worker.error}"
        self.update()

    def update(self) -> None:
        """Show what is known now."""
        for widget in self.query(Lines):
            widget.refresh()

    def change_branching(self, by: int) -> None:
        """Give every node more or fewer moves."""
        changed = min(max(self.branching + by, 2), _LARGEST_BRANCHING)
        if changed == self.branching:
            self.notify(f"{changed} moves a node are the {'most' if by > 0 else 'fewest'} here")
        else:
            self.branching = changed
            self.count()

    def turn(self) -> None:
        """Show the table for the plot, or the plot for the table."""
        self.shows_table = not self.shows_table
        self._top = 0
        self.update()

    def page(self, by: int) -> None:
        """Show the next or previous lines of the table, where not all of them have room."""
        width, height = self.query_one("#body").size
        lines = len(self._table(width)) if self.shows_table and self.rows else 0
        room = height if lines <= height else height - 1
        top = max(0, min(self._top + by * room, lines - room))
        if top == self._top:
            whole = not self.shows_table or lines <= height
            where = "there is no more" if whole else f"this is the {'end' if by > 0 else 'start'}"
            self.notify(f"{where} of the {'table' if self.shows_table else 'plot'}", markup=False)
        self._top = top
        self.update()

    def _heading(self, width: int, height: int) -> list[Styled]:  # noqa: ARG002 - one line at any height
        moves = f"{self.branching} moves a node"
        title = "How much does alpha-beta save?" if width >= 50 else "How much is saved?"
        return heading(self.app.ink, title, moves, width)

    def _body(self, width: int, height: int) -> list[Styled]:
        ink = self.app.ink
        if not self.rows:
            text = self._problem or f"searching random trees … {self._done:.0f} %"
            return ink.block([Styled(""), ink.line(f" {text}")], width, height)
        if self.shows_table:
            return ink.block(self._tabled(width, height), width, height)
        lines = self._plotted(width, height, 1)
        if len(lines) > height:
            lines = self._plotted(width, height, len(lines) - height + 1)
        return ink.block([ink.line(f" {line}") for line in lines], width, height)

    def _table(self, width: int) -> list[str]:
        return [part for line in table(self.rows).split("\n") for part in _wrapped(line, width)]

    def _tabled(self, width: int, height: int) -> list[Styled]:
        """Return the lines of the table that have room; the last says where the others are."""
        ink = self.app.ink
        lines = self._table(width)
        room = height if len(lines) <= height else height - 1
        top = self._top = max(0, min(self._top, len(lines) - room))
        shown = [ink.line(f" {line}") for line in lines[top : top + room]]
        if room < height:
            down, up = (self.app.keys_of(f"growth_page_{way}")[0] for way in ("down", "up"))
            ways = [f"{down} more below"] if top + room < len(lines) else []
            ways += [f"{up} more above"] if top else []
            shown.append(ink.line((f" {'   '.join(ways)}", styles.KEY)))
        return shown

    def _plotted(self, width: int, height: int, below: int) -> list[str]:
        """Return the lines of a plot whose legend takes some lines below it."""
        room = height - below + 1
        *lines, legend = plot(self.rows, ("alphabeta", "sss"), width=width - 2, height=room).split(
            "\n"
        )
        return [*lines, *_wrapped(legend, width)]

    def footer(self) -> list[tuple[str, str, str]]:
        """Return what the footer says now: id, key and word of each hint."""
        return self.hints(_FOOTER)


def _wrapped(line: str, width: int) -> list[str]:
    import textwrap

    return textwrap.wrap(line, width - 2, drop_whitespace=False) or [""]
