"""Widgets of a few lines that say what they are told: header, dividers, sentence, footer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual import events
from textual.content import Content
from textual.message import Message

from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.ink import Ink
from treeexplorer.terminal.proportions import SMALLEST
from treeexplorer.terminal.styled import Styled
from treeexplorer.terminal.widgets.painted import Painted

_NARROWEST: Final = 8


class Lines(Painted):
    """A widget whose content is made by a function of the room it has.

    Args:
        make: Returns the lines for a width and a height in cells.
        id: The widget's id.
    """

    def __init__(self, make: Callable[[int, int], list[Styled]], *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._make = make

    def lines(self) -> list[Styled]:
        """Return what is to be seen now: nothing where there is no room for a word."""
        width, height = self.size
        if width < _NARROWEST and self.id != "too-small":
            return [Styled(" " * width)] * height
        return self._make(width, height)


class TooSmall(Lines):
    """Covers a screen that is too small for anything else, and says what is needed.

    Args:
        ink: How text is written.
    """

    def __init__(self, ink: Ink) -> None:
        width, height = SMALLEST
        text = f"This needs a window of at least {width} by {height} characters."

        def made(width: int, height: int) -> list[Styled]:
            return ink.block(ink.line(text).wrap(max(1, width)), width, height)

        super().__init__(made, id="too-small")


class Divider(Painted):
    """A horizontal line, with a junction where a vertical one meets it.

    Args:
        ink: How lines are drawn.
        junction: The sign of the junction, such as ``┬``.
        column: Returns the junction's column, ``None`` where there is none.
    """

    def __init__(
        self,
        ink: Ink,
        junction: str = "",
        column: Callable[[], int | None] = lambda: None,
        *,
        id: str | None = None,  # noqa: A002 - Textual's name
    ) -> None:
        super().__init__(id=id)
        self._ink = ink
        self._junction = junction
        self._column = column

    def lines(self) -> list[Styled]:
        """Return the line."""
        width = self.size.width
        column = self._column()
        if column is None or not 0 <= column < width:
            line = "─" * width
        else:
            line = "─" * column + self._junction + "─" * (width - column - 1)
        return [self._ink.line((line, styles.QUIET))]


class Hints(Painted):
    """The footer: a few keys and what they do; a click does it.

    Args:
        ink: How text is written.
        hints: Returns (action id, key, word) for each hint.
        explain: Returns a sentence about an action, given its id.
    """

    class Chosen(Message):
        """A hint was clicked.

        Args:
            action: The id of its action.
        """

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(
        self,
        ink: Ink,
        hints: Callable[[], list[tuple[str, str, str]]],
        explain: Callable[[str], str] = lambda _: "",
        *,
        id: str,  # noqa: A002 - Textual's name
    ) -> None:
        super().__init__(id=id)
        self._ink = ink
        self._hints = hints
        self._explain = explain
        self._spans: list[tuple[int, int, str]] = []

    def lines(self) -> list[Styled]:
        """Return as many hints as there is room for; the last one always stays."""
        hints = [
            (action, self._ink.line((key, styles.KEY), f" {word}"))
            for action, key, word in self._hints()
        ]
        width = self.size.width - 2
        gap = 3
        while len(hints) > 1 and _total(hints, gap) > width:
            if gap > 2:
                gap -= 1
            else:
                del hints[-2]
        content = Styled(" ")
        self._spans = []
        for position, (action, hint) in enumerate(hints):
            if position:
                content += Styled(" " * gap)
            start = content.cell_length
            content += hint
            self._spans.append((start, content.cell_length, action))
        return [self._ink.fitted(content, self.size.width)]

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Explain the hint under the mouse."""
        at = [action for start, stop, action in self._spans if start <= event.x < stop]
        self.tooltip = Content(self._explain(at[0])) if at else None

    def on_click(self, event: events.Click) -> None:
        """Do what the hint under the mouse says."""
        for start, stop, action in self._spans:
            if start <= event.x < stop:
                self.post_message(self.Chosen(action))


def _total(hints: list[tuple[str, Styled]], gap: int) -> int:
    return sum(hint.cell_length + gap for _, hint in hints) - gap


def heading(ink: Ink, title: str, conventions: str, width: int) -> list[Styled]:
    """Return the header: the title at the left, the conventions at the right.

    The conventions give way first, part by part: a title that cannot be read says nothing.
    """
    left = ink.line((f" {title}", styles.STRONG))
    parts = conventions.split(" · ")
    room = max(width - left.cell_length - 2, width // 3)
    while True:
        right = ink.line((f"{' · '.join(parts)} ", styles.QUIET))
        if right.cell_length <= room or len(parts) == 1:
            break
        parts.pop()
    if right.cell_length > room:
        right = ink.fitted(right, room)
    return [ink.beside(left, right, width)]
