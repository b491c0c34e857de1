"""All keys of a screen as they are bound: the first day's keys on one page, then all others."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from treeexplorer.terminal.keys import in_order, shown
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    beside,
    columns,
    fitted,
    line,
    paragraph,
    sentence,
)
from treeexplorer.terminal.screens.base import BaseScreen, LeftOnce
from treeexplorer.terminal.widgets.line_view import LineView, OneLine


class Help(ModalScreen[None], LeftOnce[None]):
    """Shows what every key of a screen does.

    Args:
        about: The screen.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,ctrl+c,question_mark,f1", "dismiss(None)", "back"),
        Binding("space,down,pagedown,right,j", "scroll(1)", show=False),
        Binding("backspace,up,pageup,left,k", "scroll(-1)", show=False),
        Binding("home", "scroll(-1000)", show=False),
        Binding("end", "scroll(1000)", show=False),
    ]

    def __init__(self, about: BaseScreen[Any]) -> None:
        super().__init__()
        self._rows = [binding for binding in in_order(about) if not binding.system]
        self._names = [name for _, name in about.WITHOUT_KEYS]

    def compose(self) -> ComposeResult:
        """Build the heading and the list, which scrolls."""
        left = line((" KEYS", "bold strong"))
        right = line(("space further down   esc back ", "quiet"))
        yield OneLine(lambda width: beside(left, right, width), surface="panel")
        yield LineView(self._list, id="keys")

    def _list(self, width: int, height: int) -> list[TextLine]:
        first = [binding for binding in self._rows if binding.show]
        lines = _in_columns(_lines(first), width)
        lines = [BLANK, *lines] if len(lines) < height else lines
        groups: dict[str, list[Binding]] = {}
        for binding in self._rows:
            if not binding.show and binding.group is not None:
                groups.setdefault(binding.group.description, []).append(binding)
        rest: list[TextLine] = []
        for heading, bindings in groups.items():
            rest += [line((f" {heading}", "bold strong"))]
            rest += [*_in_columns(_lines(bindings), width), BLANK]
        if self._names:
            rest.append(line((" By name, with ", "bold strong"), (" : ", "bold strong on current")))
            rest += _in_columns([sentence(f" {name}", "quiet") for name in self._names], width)
        gap = 1 if len(lines) + 1 + len(rest) <= height else max(1, height - len(lines))
        return [*lines, *([BLANK] * gap), *rest]

    def action_scroll(self, pages: int) -> None:
        """Turn pages."""
        keys = self.query_one("#keys", LineView)
        keys.scroll_relative(y=pages * max(1, keys.size.height), animate=False)


def _lines(bindings: list[Binding]) -> list[TextLine]:
    """Return a line for each action: its keys, and what they do."""
    by_action: dict[str, list[Binding]] = {}
    for binding in bindings:
        by_action.setdefault(binding.action, []).append(binding)
    return [_line(found) for found in by_action.values()]


def _line(found: list[Binding]) -> TextLine:
    keys = columns([line((f" {shown(each.key)} ", "bold strong on current")) for each in found],
                   [1, 0, 0])  # fmt: skip
    return columns([keys, sentence(found[0].tooltip or found[0].description, "text")], [0, 19])


def _in_columns(lines: list[TextLine], width: int) -> list[TextLine]:
    """Return lines in two columns where there is room for them, and each ended by a word."""
    if width < 110:
        beside_bar = width - 1
        return [part for text in lines for part in paragraph([text], beside_bar, 1)]
    half = (len(lines) + 1) // 2
    room = width // 2
    right = [*lines[half:], BLANK]
    return [(*fitted(left, room), *other) for left, other in zip(lines[:half], right, strict=False)]
