"""The footer: the keys that do something now, as many as there is room for, for eye and mouse."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from textual import events
from textual.binding import Binding
from textual.screen import Screen

from treeexplorer.terminal.keys import in_order
from treeexplorer.terminal.lines import StyledText, TextLine
from treeexplorer.terminal.widgets.line_view import LineView
from treeexplorer.text import width as cells

_MARGIN: Final = 1
_GAP: Final = 2
_LAST_ACTION: Final = "help"


class _Hint(NamedTuple):
    """What the footer says of a key."""

    binding: Binding
    key: str
    word: str

    @property
    def width(self) -> int:
        return cells(self.key) + cells(self.word)

    def painted(self, *, is_pointed_at: bool) -> list[StyledText]:
        """Return the hint; where the mouse points at it, all of it is on one ground."""
        word_style = "strong on current" if is_pointed_at else "quiet"
        return [(self.key, "bold strong on current"), (self.word, word_style)]


class Hints(LineView):
    """Says which keys do something, the key of help last; none that would be cut off.

    A hint is pressed with the mouse as well, and a tooltip says what its key does.
    """

    DEFAULT_CSS = "Hints { dock: bottom; height: 1; }"

    def __init__(self) -> None:
        super().__init__(self._render_lines)
        self._offered: list[_Hint] = []
        self._pointed_at: _Hint | None = None

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._update_hints)

    def _update_hints(self, screen: Screen[Any]) -> None:
        """Show the keys that are enabled on the screen now."""
        by_action: dict[str, Binding] = {}
        for binding in in_order(screen):
            if binding.show:
                by_action.setdefault(binding.action, binding)
        self._offered = [self._build_hint(binding) for binding in by_action.values()]
        self.redraw()

    def _build_hint(self, binding: Binding) -> _Hint:
        return _Hint(binding, self.app.get_key_display(binding), f" {binding.description}")

    def _choose_hints_that_fit(self, width: int) -> list[_Hint]:
        """Return the first hints that fit into a width; the hint of the help key always does."""
        help_hints = [hint for hint in self._offered if hint.binding.action == _LAST_ACTION]
        other_hints = [hint for hint in self._offered if hint.binding.action != _LAST_ACTION]
        width_of_help = sum(hint.width + _GAP for hint in help_hints)
        room = width - 2 * _MARGIN - width_of_help

        fitting_hints: list[_Hint] = []
        end = 0
        for hint in other_hints:
            end += hint.width + _GAP
            if end > room:
                break
            fitting_hints.append(hint)
        return [*fitting_hints, *help_hints]

    def _render_lines(self, width: int, _height: int) -> list[TextLine]:
        pieces: list[StyledText] = [(" " * _MARGIN, "")]
        for hint in self._choose_hints_that_fit(width):
            pieces += hint.painted(is_pointed_at=hint == self._pointed_at)
            pieces.append((" " * _GAP, ""))
        return [tuple(pieces)]

    # -- pointing ------------------------------------------------------------------------------

    def _find_hint_at(self, x: int) -> _Hint | None:
        """Return the hint at a column, ``None`` between two of them."""
        start = _MARGIN
        for hint in self._choose_hints_that_fit(self.size.width):
            if start <= x < start + hint.width:
                return hint
            start += hint.width + _GAP
        return None

    def _highlight_hint(self, hint: _Hint | None) -> None:
        if hint == self._pointed_at:
            return
        self._pointed_at = hint
        self.tooltip = None if hint is None else hint.binding.tooltip
        self.styles.pointer = "default" if hint is None else "pointer"
        self.redraw()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._highlight_hint(self._find_hint_at(event.x))

    def on_leave(self) -> None:
        self._highlight_hint(None)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        hint = self._find_hint_at(event.x)
        if hint is not None:
            self.app.simulate_key(hint.binding.key)
