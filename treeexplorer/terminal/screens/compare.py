"""Two searches of the same tree side by side, stepped together, the differences a key away."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen

from treeexplorer.search import Record, explain
from treeexplorer.search.alignment import Alignment
from treeexplorer.search.comparing import name_of, partings
from treeexplorer.search.differences import differences, rules_told, told
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.conventions import conventions
from treeexplorer.terminal.keys import actions, bindings
from treeexplorer.terminal.session import Session
from treeexplorer.terminal.widgets.canvas import TreeCanvas
from treeexplorer.terminal.widgets.lines import Divider, Hints, Lines, heading
from treeexplorer.terminal.widgets.moments import Moments

if TYPE_CHECKING:
    from textual.binding import BindingType

    from treeexplorer.terminal.app import ExplorerApp

MOST_STEPS: Final = 100_000
_PATIENCE: Final = 2.0
_FOOTER: Final = (
    "compare_next",
    "compare_back",
    "compare_difference",
    "compare_rules",
    "compare_go",
    "compare_leave",
    "compare_help",
)


class TooLargeError(Exception):
    """Searches that are too long to be laid side by side, with the reason as a sentence."""


class _Side(TreeCanvas, inherit_bindings=False):
    can_focus = False


class Compare(Screen["int | None"]):
    """Shows the explorer's search at the left and the same tree under other rules at the right.

    Dismissed with the step of the left search to go to, if one is asked for.

    Args:
        session: The session whose search is at the left.

    Raises:
        TooLargeError: The searches have too many steps.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings("compare")
    AUTO_FOCUS = ""
    ALLOW_SELECT = False
    scopes = ("compare",)

    app: ExplorerApp

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._left = session
        self.right = _counterpart(session)
        self.moment = 0
        self.alignment: Alignment
        self._told = ""
        self._partings: dict[int, str] = {}
        self._align()

    # -- the two searches ----------------------------------------------------------------------

    def _align(self) -> None:
        """Pair the steps of both searches, and stay at the left one's step."""
        first, second = self._records()
        for record in (first, second):
            if not record.complete:
                raise TooLargeError("one of the searches is not at its end, so nothing is compared")
        if first.steps + second.steps > MOST_STEPS:
            raise TooLargeError(
                f"these searches have {first.steps + second.steps:,} steps, too many to be laid "
                "side by side; treeexplorer compare counts them"
            )
        step = self._left.step
        self.alignment = Alignment(first, second)
        found = differences(first, second)
        self._told = told(first, second, found, rules_told(first.rules, second.rules))
        self._partings = {parting.node: parting.text for parting in partings(first, second)}
        self.moment = self.alignment.moment_of(step)

    def _records(self) -> tuple[Record, Record]:
        return self._left.record, self.right.record

    def rules_changed(self) -> None:
        """Compare with the right search under the rules it has now."""
        self.right.search_on(_PATIENCE)
        try:
            self._align()
        except TooLargeError as error:
            self.notify(str(error), severity="warning", markup=False)
            self.dismiss(None)
            return
        self.update()

    # -- what is on the screen -----------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Build both sides and what is said about them."""
        ink = self.app.ink
        yield Lines(
            lambda width, _: heading(ink, self._left.title, "side by side", width), id="heading"
        )
        yield Divider(ink, "┬", self._middle)
        with Horizontal(id="sides"):
            with Vertical():
                yield Lines(self._rules(self._left), id="rules-left")
                yield _Side(ascii_only=ink.ascii_only, id="left")
            yield Lines(self._bar, id="bar")
            with Vertical():
                yield Lines(self._rules(self.right), id="rules-right")
                yield _Side(ascii_only=ink.ascii_only, id="right")
        yield Divider(ink, "┼", self._middle)
        yield Lines(self._happens, id="happens")
        yield Divider(ink)
        yield Lines(self._summary, id="summary")
        yield Moments(ink, id="moments")
        yield Hints(ink, self._hints, id="footer")

    def on_resize(self, event: events.Resize) -> None:
        """Give both sides the same width, so that both are drawn alike."""
        self.query_one("#bar").styles.width = 2 - event.size.width % 2

    def on_mount(self) -> None:
        """Show where both searches stand."""
        self.update()

    def update(self) -> None:
        """Show the moment."""
        pair = self.alignment[self.moment]
        for name, record, step in zip(
            ("#left", "#right"), self._records(), (pair.first, pair.second), strict=True
        ):
            self.query_one(name, _Side).show(record, step)
        for widget in self.query(Lines):
            widget.refresh()
        self.query_one("#moments", Moments).show(self.alignment, self.moment)

    def _middle(self) -> int | None:
        return self.query_one("#bar").region.x

    def _bar(self, width: int, height: int) -> Content:
        return self.app.ink.block([self.app.ink.line(("│", styles.QUIET))] * height, width, height)

    def _rules(self, session: Session) -> Callable[[int, int], Content]:
        def rules(width: int, height: int) -> Content:
            counts = self.app.ink.line((f"{session.record.evaluated:,} leaves ", styles.QUIET))
            text = conventions(session.rules)
            if len(text) + counts.cell_length + 2 > width:
                text = name_of(session.rules)
            line = self.app.ink.beside(
                self.app.ink.line((f" {text}", styles.STRONG)), counts, width
            )
            return self.app.ink.block([line], width, height)

        return rules

    def _happens(self, width: int, height: int) -> Content:
        """Return what each search does at this moment, side by side, and why they part."""
        ink = self.app.ink
        middle = self._middle() or width // 2
        pair = self.alignment[self.moment]
        first, second = self._records()
        left = ink.fitted(self._does(first, pair.first, is_moving=pair.moved[0]), middle)
        right = self._does(second, pair.second, is_moving=pair.moved[1])
        both = left + ink.line(("│", styles.QUIET)) + right
        lines = [both]
        if self.moment and self.alignment.differs(self.moment):
            nodes = (first.step(pair.first).node, second.step(pair.second).node)
            why = next((self._partings[node] for node in nodes if node in self._partings), "")
            lines += [Content(" ") + line for line in ink.line((why, styles.CUT)).wrap(width - 2)]
        return ink.block(lines, width, height)

    def _does(self, record: Record, step: int, *, is_moving: bool) -> Content:
        ink = self.app.ink
        if self.moment and not is_moving:
            return ink.line((" waits; it does nothing here", styles.QUIET))
        differs = self.moment > 0 and self.alignment.differs(self.moment)
        return ink.line((f" {explain.line(record, step)}", styles.CUT if differs else ""))

    def _summary(self, width: int, height: int) -> Content:
        text = self._told[0].upper() + self._told[1:] + "."
        lines = self.app.ink.paragraph([self.app.ink.line(text)], width - 2, height)
        return self.app.ink.block([Content(" ") + line for line in lines], width, height)

    def _hints(self) -> list[tuple[str, str, str]]:
        known = actions()
        return [
            (name, self.app.keys_of(name)[0], known[name].footer or known[name].title)
            for name in _FOOTER
        ]

    # -- moving --------------------------------------------------------------------------------

    async def action_run(self, identifier: str) -> None:
        """Do what an action does."""
        done = actions()[identifier].run(self)
        if inspect.isawaitable(done):
            await done

    async def on_hints_chosen(self, event: Hints.Chosen) -> None:
        """Do what was clicked in the footer."""
        await self.action_run(event.action)

    def on_moments_scrubbed(self, event: Moments.Scrubbed) -> None:
        """Show the moment that was clicked."""
        self.go_to(event.moment)

    def go_to(self, moment: int | None) -> None:
        """Show a moment."""
        if moment is not None:
            self.moment = max(0, min(moment, len(self.alignment) - 1))
            self.update()

    @property
    def left_step(self) -> int:
        """The step of the left search."""
        return self.alignment[self.moment].first


def _counterpart(session: Session) -> Session:
    """Return a session of the same tree under rules that are likely to make a difference."""
    values = [place.values for place in session.places]
    right = Session(session.trees, session.name, session.layers, session.index, values)
    right.place.changed_rules.update(session.place.changed_rules)
    rules = session.rules
    offers: list[dict[str, Any]] = [{"algorithm": "alphabeta"}]
    if rules.algorithm == "alphabeta":
        other_order = "left-to-right" if rules.right_to_left else "right-to-left"
        offers = [
            {"cutoff": ">=" if rules.strict else ">"},
            {"order": other_order},
            {"algorithm": "minimax"},
        ]
        if rules.form != "classic":
            offers = [{"form": "classic"}, {"algorithm": "minimax"}]
    for offer in offers:
        try:
            right.change_rules(**offer)
        except ValueError:
            continue
        right.search_on(_PATIENCE)
        ours, theirs = session.record, right.record
        if not (ours.complete and theirs.complete) or ours.steps > MOST_STEPS:
            break
        if differences(ours, theirs):
            break
        if offer is not offers[-1]:
            right.forget_rules()
            right.change_rules(**session.place.changed_rules)
    return right
