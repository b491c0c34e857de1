"""All keys of a screen as they are bound: the first day's keys on one page, then all others."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any, ClassVar, Final

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
    indent,
    length,
    line,
    sentence,
    wrapped,
)
from treeexplorer.terminal.screens.base import BaseScreen, ListScreen
from treeexplorer.terminal.widgets.line_view import OneLine, Rows

_KEYS: Final = 19  # cells of the keys before what they do
_TWO_COLUMNS: Final = 110


class Help(ModalScreen[None], ListScreen[None]):
    """Shows what every key of a screen does.

    Args:
        about: The screen.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,ctrl+c,question_mark,f1", "dismiss(None)", "back"),
        Binding("space,right", "page(1)", show=False),
        Binding("backspace,left", "page(-1)", show=False),
    ]

    def __init__(self, about: BaseScreen[Any]) -> None:
        super().__init__()
        self._bindings_of = [binding for binding in in_order(about) if not binding.system]
        self._names = [name for _, name in about.WITHOUT_KEYS]
        self.page = Rows(lambda width, height: self._lines(width - 1, height))

    def compose(self) -> ComposeResult:
        """Build the heading and the list, which scrolls."""
        left = line((" KEYS", "bold strong"))
        right = line(("space further down   esc back ", "quiet"))
        yield OneLine(lambda width: beside(left, right, width), surface="panel")
        yield self.page

    def _lines(self, width: int, height: int) -> list[TextLine]:
        lines = _in_columns(_entries([each for each in self._bindings_of if each.show]), width)
        lines = [BLANK, *lines] if len(lines) < height else lines
        groups: dict[str, list[Binding]] = {}
        for binding in self._bindings_of:
            if not binding.show and binding.group is not None:
                groups.setdefault(binding.group.description, []).append(binding)
        rest: list[TextLine] = []
        for heading, bindings in groups.items():
            rest += [line((f" {heading}", "bold strong"))]
            rest += [*_in_columns(_entries(bindings), width), BLANK]
        if self._names:
            rest.append(line((" By name, with ", "bold strong"), (" : ", "bold strong on current")))
            names = [(BLANK, sentence(name, "quiet")) for name in self._names]
            rest += _in_columns(names, width, start=1)
        gap = 1 if len(lines) + 1 + len(rest) <= height else max(1, height - len(lines))
        return [*lines, *([BLANK] * gap), *rest]


def _entries(bindings: list[Binding]) -> list[tuple[TextLine, TextLine]]:
    by_action: dict[str, list[Binding]] = {}
    for binding in bindings:
        by_action.setdefault(binding.action, []).append(binding)
    return [
        (
            columns([line((f" {shown(each.key)} ", "bold strong on current")) for each in found],
                    [1, 0, 0]),
            sentence(found[0].tooltip or found[0].description, "text"),
        )
        for found in by_action.values()
    ]  # fmt: skip


def _in_columns(
    entries: list[tuple[TextLine, TextLine]], width: int, start: int = _KEYS
) -> list[TextLine]:
    """Return keys with what they do, wrapped; in two columns where there is room for them."""
    if width >= _TWO_COLUMNS:
        half = (len(entries) + 1) // 2
        parts = (_in_columns(part, width // 2, start) for part in (entries[:half], entries[half:]))
        return [
            (*fitted(left, width // 2), *right)
            for left, right in zip_longest(*parts, fillvalue=BLANK)
        ]
    lines: list[TextLine] = []
    for keys, words in entries:
        at = max(start, length(keys) + 1)
        first, *others = wrapped(words, width - at)
        lines += [columns([keys, first], [0, at]), *indent(others, at)]
    return lines
