"""The slider over the moments of two searches, with a mark where they begin to differ."""

from __future__ import annotations

from textual import events
from textual.message import Message

from treeexplorer.engine.alignment import Alignment
from treeexplorer.numbers import counted
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.ink import Ink
from treeexplorer.terminal.styled import Styled
from treeexplorer.terminal.widgets.painted import Painted


class Moments(Painted):
    """A slider over the moments of an alignment."""

    class Scrubbed(Message):
        """The slider was moved to a moment.

        Args:
            moment: The moment.
        """

        def __init__(self, moment: int) -> None:
            super().__init__()
            self.moment = moment

    def __init__(self, ink: Ink, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._ink = ink
        self._alignment: Alignment | None = None
        self._moment = 0
        self._bar = (0, 0)

    def show(self, alignment: Alignment, moment: int) -> None:
        """Show a moment of an alignment."""
        self._alignment, self._moment = alignment, moment
        self.refresh()

    def lines(self) -> list[Styled]:
        """Return the slider, with the counts beside it."""
        alignment = self._alignment
        if alignment is None:
            return []
        last = len(alignment) - 1
        count = len(alignment.differences)
        left = self._ink.line((f" moment {self._moment}/{last}  ", styles.STRONG))
        right = self._ink.line(
            f"  {counted(count, 'difference', 'differences')} " if count else "  no difference "
        )
        room = max(0, self.size.width - left.cell_length - right.cell_length)
        self._bar = (left.cell_length, room)
        marked = {self._column(moment) for moment in alignment.differences}
        here = self._column(self._moment)
        parts: list[styles.Part] = []
        for column in range(room):
            if column == here:
                parts.append(("●", styles.CURRENT))
            elif column in marked:
                parts.append(("╳", styles.CUT))
            else:
                parts.append(("━", "$text-accent") if column < here else ("─", styles.QUIET))
        return [self._ink.fitted(left + self._ink.line(*parts) + right, self.size.width)]

    def _column(self, moment: int) -> int:
        room, last = self._bar[1], len(self._alignment or ()) - 1
        return round(moment * (room - 1) / last) if last > 0 and room else 0

    def on_click(self, event: events.Click) -> None:
        """Show the moment that is clicked."""
        start, room = self._bar
        last = len(self._alignment or ()) - 1
        if room > 1 and last > 0:
            column = max(0, min(event.x - start, room - 1))
            self.post_message(self.Scrubbed(round(column * last / (room - 1))))
