"""The timeline: where one is in the search, with a mark at every cut-off; it can be dragged."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection

from textual import events
from textual.message import Message

from treeexplorer.engine import Record, StepKind
from treeexplorer.numbers import counted, grouped
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.ink import Ink
from treeexplorer.terminal.styled import Styled
from treeexplorer.terminal.widgets.painted import Painted


class Timeline(Painted):
    """A slider over the steps of a record."""

    class Scrubbed(Message):
        """The slider was moved to a step.

        Args:
            step: The step.
        """

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    def __init__(self, ink: Ink, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._ink = ink
        self._record: Record | None = None
        self._step = 0
        self._left = ""
        self._right = ""
        self._bar = (0, 0)
        self._steps = 0
        self._marks: set[int] = set()
        self._marked_for = (0, 0, 0)
        self._stops: Collection[int] = ()

    def show(
        self, record: Record, step: int, leaves: int, cuts: int, stops: Collection[int] = ()
    ) -> None:
        """Show a step of a record, how many leaves were read and branches cut, and breakpoints.

        Args:
            record: The record.
            step: The step.
            leaves: How many leaves were read by then.
            cuts: How many cut-offs were made by then.
            stops: The steps at which nodes with breakpoints are entered.
        """
        self._record, self._step = record, step
        self._stops = stops
        ended = record.complete or record.waits_for is not None
        total = str(record.steps) if record.complete else "?" if ended else "…"
        self._steps = record.steps
        self._left = f" step {step}/{total}  ".ljust(len(f" step {record.steps}/{total}  "))
        read = counted(leaves, "leaf", "leaves")
        self._right = f"  {read} read · {counted(cuts, 'branch', 'branches')} cut "
        self._right = self._right.ljust(self._longest(record))
        self.refresh()

    @staticmethod
    def _longest(record: Record) -> int:
        """Return how long the numbers at the right can become, so that nothing moves with them."""
        leaves, cuts = max(2, record.evaluations), max(2, len(record.cuts))
        return len(f"  {grouped(leaves)} leaves read · {grouped(cuts)} branches cut ")

    def lines(self) -> list[Styled]:
        """Return the slider with its numbers."""
        record = self._record
        if record is None:
            return []
        width = self.size.width
        left, right = self._ink.line((self._left, styles.STRONG)), self._ink.line(self._right)
        room = width - left.cell_length - right.cell_length
        if room < 8:
            right = Styled(" ")
            room = width - left.cell_length - 1
        self._bar = (left.cell_length, max(0, room))
        return [self._ink.fitted(left + self._track(record, max(0, room)) + right, width)]

    def _track(self, record: Record, room: int) -> Styled:
        here = self._column(self._step)
        signs = ["━" if column <= here and self._step else "─" for column in range(room)]
        if self._steps <= room:
            for row in range(len(record.nodes)):
                if record.is_leaf_call(row):
                    column = self._column(record.entered(row))
                    signs[column] = "┷" if signs[column] == "━" else "┴"
        marked = self._marked(record, room)
        stops = {self._column(stop) for stop in self._stops if stop <= self._steps}
        parts: list[styles.Part] = []
        shows_cut = record.step(self._step).kind is StepKind.CUT
        for column, sign in enumerate(signs):
            if column in marked and (shows_cut or column != here):
                parts.append(("╳", f"{styles.CUT} reverse" if column == here else styles.CUT))
            elif column == here:
                parts.append(("●", styles.CURRENT))
            elif column in stops:
                parts.append(("■", styles.CUT))
            else:
                parts.append((sign, "$text-accent" if column < here else styles.QUIET))
        return self._ink.line(*_merged(parts))

    def _marked(self, record: Record, room: int) -> set[int]:
        """Return the columns with a cut-off, which are the same at every step."""
        key = (id(record), record.steps, room)
        if key != self._marked_for:
            self._marked_for, self._marks = key, self._find_marked(record, room)
        return self._marks

    def _find_marked(self, record: Record, room: int) -> set[int]:
        """Return the columns with a cut-off; two bisections a column when there are many."""
        if len(record.cuts) <= room * 4:
            return {self._column(record.left(row)) for row in record.cuts}
        marked = set()
        for column in range(room):
            first = bisect_left(record.cuts, self._step_at(column), key=record.left)
            last = bisect_right(record.cuts, self._step_at(column + 1) - 1, key=record.left)
            if last > first:
                marked.add(column)
        return marked

    def _column(self, step: int) -> int:
        room = self._bar[1]
        return round(step * (room - 1) / self._steps) if self._steps and room else 0

    def _step_at(self, column: int) -> int:
        room = self._bar[1]
        return round(column * self._steps / (room - 1)) if room > 1 else 0

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin to drag."""
        self.capture_mouse()
        self._scrub(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Go along with the mouse."""
        if self.app.mouse_captured is self:
            self._scrub(event.x)

    def on_mouse_up(self, event: events.MouseUp) -> None:  # noqa: ARG002 - Textual's signature
        """End the drag."""
        self.release_mouse()

    def _scrub(self, x: int) -> None:
        start, room = self._bar
        if room:
            self.post_message(self.Scrubbed(self._step_at(max(0, min(x - start, room - 1)))))


def _merged(parts: list[styles.Part]) -> list[styles.Part]:
    """Return parts with neighbours of one style joined, so that few segments are painted."""
    merged: list[tuple[str, str]] = []
    for part in parts:
        text, style = part if isinstance(part, tuple) else (part, "")
        if merged and merged[-1][1] == style:
            merged[-1] = (merged[-1][0] + text, style)
        else:
            merged.append((text, style))
    return list(merged)
