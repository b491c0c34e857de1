"""Two searches of the same tree side by side, stepped together, the differences a key away."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen

from treeexplorer.engine import Record, explain
from treeexplorer.engine.alignment import Alignment
from treeexplorer.engine.comparing import name_of
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.background import in_background
from treeexplorer.terminal.comparison import Comparison, TooLargeError
from treeexplorer.terminal.conventions import conventions
from treeexplorer.terminal.keys import bindings
from treeexplorer.terminal.screens.footed import Footed
from treeexplorer.terminal.session import Session
from treeexplorer.terminal.styled import Styled
from treeexplorer.terminal.widgets.canvas import TreeCanvas
from treeexplorer.terminal.widgets.lines import Divider, Hints, Lines, TooSmall, heading
from treeexplorer.terminal.widgets.moments import Moments
from treeexplorer.text import as_sentence

if TYPE_CHECKING:
    from textual.binding import BindingType

    from treeexplorer.terminal.app import ExplorerApp

_FOOTER: Final = (
    "compare_next",
    "compare_back",
    "compare_difference",
    "compare_rules",
    "compare_go",
    "compare_leave",
    "compare_help",
)


class _Side(TreeCanvas, inherit_bindings=False):
    can_focus = False


class Compare(Footed, Screen["int | None"]):
    """Shows the explorer's search at the left and the same tree under other rules at the right.

    Dismissed with the step of the left search to go to, if one is asked for.

    Args:
        comparison: The two searches.
    """

    CSS_PATH = "compare.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings("compare")
    AUTO_FOCUS = ""
    ALLOW_SELECT = False
    scopes = ("compare",)

    app: ExplorerApp

    def __init__(self, comparison: Comparison) -> None:
        super().__init__()
        self.comparison = comparison
        self.moment = self.alignment.moment_of(comparison.left.step)
        self.remark = ""

    @property
    def alignment(self) -> Alignment:
        """Which steps of the searches belong together."""
        return self.comparison.alignment

    async def rules_changed(self) -> None:
        """Compare with the right search under the rules it has now."""
        step = self.left_step
        try:
            await in_background(self.comparison.align)
        except TooLargeError as error:
            self.notify(str(error), severity="warning", markup=False)
            self.dismiss(None)
            return
        self.moment = self.alignment.moment_of(step)
        self.update()

    # -- what is on the screen -----------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Build both sides and what is said about them."""
        ink = self.app.ink
        yield Lines(
            lambda width, _: heading(ink, self.comparison.left.title, "side by side", width),
            id="heading",
        )
        yield Divider(ink, "┬", self._middle)
        with Horizontal(id="sides"):
            with Vertical():
                yield Lines(self._rules(self.comparison.left), id="rules-left")
                yield _Side(ascii_only=ink.ascii_only, id="left")
            yield Lines(self._bar, id="bar")
            with Vertical():
                yield Lines(self._rules(self.comparison.right), id="rules-right")
                yield _Side(ascii_only=ink.ascii_only, id="right")
        yield Divider(ink, "┼", self._middle)
        yield Lines(self._happens, id="happens")
        yield Divider(ink, id="divider-summary")
        yield Lines(self._summary, id="summary")
        yield Moments(ink, id="moments")
        yield Hints(ink, self.footer, id="footer")
        yield TooSmall(ink)

    def on_resize(self, event: events.Resize) -> None:
        """Give both sides the same width, so that both are drawn alike."""
        self.query_one("#bar").styles.width = 2 - event.size.width % 2
        self.set_class(event.size.height < 20, "-low")

    def on_mount(self) -> None:
        """Show where both searches stand."""
        self.update()

    def update(self) -> None:
        """Show the moment."""
        pair = self.alignment[self.moment]
        for name, record, step in zip(
            ("#left", "#right"), self.comparison.records, (pair.first, pair.second), strict=True
        ):
            self.query_one(name, _Side).show(record, step)
        for widget in self.query(Lines):
            widget.refresh()
        self.query_one("#moments", Moments).show(self.alignment, self.moment)

    def _middle(self) -> int | None:
        return self.query_one("#bar").region.x

    def _bar(self, width: int, height: int) -> list[Styled]:
        return self.app.ink.block([self.app.ink.line(("│", styles.QUIET))] * height, width, height)

    def _rules(self, session: Session) -> Callable[[int, int], list[Styled]]:
        def shown(width: int, height: int) -> list[Styled]:
            counts = self.app.ink.line((f"{session.record.evaluated:,} leaves ", styles.QUIET))
            text = conventions(session.rules)
            if len(self.app.ink.text(text)) + counts.cell_length + 2 > width:
                text = name_of(session.rules)
            rules = self.app.ink.line((f" {text}", styles.STRONG))
            if rules.cell_length + counts.cell_length >= width:
                return self.app.ink.block([rules], width, height)
            line = self.app.ink.beside(rules, counts, width)
            return self.app.ink.block([line], width, height)

        return shown

    def _happens(self, width: int, height: int) -> list[Styled]:
        """Return what each search does at this moment, side by side, and why they part."""
        ink = self.app.ink
        middle = self._middle() or width // 2
        pair = self.alignment[self.moment]
        first, second = self.comparison.records
        left = self._does(first, pair.first, is_moving=pair.moved[0]).wrap(middle - 2)
        right = self._does(second, pair.second, is_moving=pair.moved[1]).wrap(width - middle - 2)
        bar = ink.line(("│ ", styles.QUIET))
        lines = [
            ink.fitted(Styled(" ") + one, middle) + bar + other
            for one, other in zip_longest(left, right, fillvalue=Styled(""))
        ]
        if self.moment and self.alignment.differs(self.moment):
            nodes = (first.step(pair.first).node, second.step(pair.second).node)
            why = next(
                (
                    self.comparison.partings[node]
                    for node in nodes
                    if node in self.comparison.partings
                ),
                "",
            )
            lines += [Styled(" ") + line for line in ink.line((why, styles.CUT)).wrap(width - 2)]
        return ink.block(lines, width, height)

    def _does(self, record: Record, step: int, *, is_moving: bool) -> Styled:
        ink = self.app.ink
        if self.moment and not is_moving:
            return ink.line(("waits; it does nothing here", styles.QUIET))
        differs = self.moment > 0 and self.alignment.differs(self.moment)
        return ink.line((explain.line(record, step), styles.CUT if differs else ""))

    def say(self, text: str) -> None:
        """Show a remark in place of the summary, until the next moment."""
        self.remark = text
        self.query_one("#summary").refresh()

    def _summary(self, width: int, height: int) -> list[Styled]:
        text = self.remark or as_sentence(self.comparison.told)
        lines = self.app.ink.paragraph([self.app.ink.line(text)], width - 2, height)
        return self.app.ink.block([Styled(" ") + line for line in lines], width, height)

    def footer(self) -> list[tuple[str, str, str]]:
        """Return what the footer says now: id, key and word of each hint."""
        return self.hints(_FOOTER)

    # -- moving --------------------------------------------------------------------------------

    def on_moments_scrubbed(self, event: Moments.Scrubbed) -> None:
        """Show the moment that was clicked."""
        self.go_to(event.moment)

    def go_to(self, moment: int | None) -> None:
        """Show a moment."""
        self.remark = ""
        if moment is not None:
            self.moment = max(0, min(moment, len(self.alignment) - 1))
            self.update()

    @property
    def left_step(self) -> int:
        """The step of the left search."""
        return self.alignment[self.moment].first
