"""Everything that can be done on a screen: its keys as they are bound, and the palette."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.screen import ModalScreen
from textual.widgets import Input

from treeexplorer.errors import present
from treeexplorer.terminal.keys import HEADINGS, format_key_name, in_order
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    beside,
    indent,
    join_at_columns,
    join_lines,
    length,
    line,
    plain,
    sentence,
    spelt,
    wrapped,
)
from treeexplorer.terminal.screens.base import BaseScreen, LeftOnce, ListScreen
from treeexplorer.terminal.widgets.line_view import LineView, OneLine, PlainBar

_KEYS_WIDTH: Final = 16  # cells of the keys before what they do
_MAX_KEYS_PER_ACTION: Final = 3
"""The keys of one action that the help names."""
_HEADING_WIDTH: Final = 10  # cells of a heading beside its keys
_MAX_QUERY_LENGTH: Final = 200


class Help(ModalScreen[None], ListScreen[None]):
    """Shows what every key of a screen does."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,ctrl+c,question_mark,f1", "dismiss(None)", "back"),
        Binding("space,right", "page(1)", show=False),
        Binding("backspace,left", "page(-1)", show=False),
    ]

    def __init__(self, about: BaseScreen[Any]) -> None:
        super().__init__()
        self._bindings_of = [binding for binding in in_order(about) if not binding.system]
        self.page = LineView(lambda width, height: self._render_lines(width - 1, height))

    def compose(self) -> ComposeResult:
        yield OneLine(self._render_title, surface="panel")
        yield self.page

    def _render_title(self, width: int) -> TextLine:
        """Return the first line; space is named in it only where the keys do not fit on a page."""
        height_of_page = self.app.size.height - 1
        lines = self._render_lines(width - 1, height_of_page)
        ways_on = "esc back "
        if len(lines) > height_of_page:
            ways_on = f"space further down   {ways_on}"
        return beside(line((" KEYS", "bold strong")), line((ways_on, "quiet")), width)

    def _render_lines(self, width: int, height: int) -> list[TextLine]:
        """Return the keys of the footer, then the other keys: on one page if they fit, else two."""
        bindings_in_footer = [binding for binding in self._bindings_of if binding.show]
        other_bindings = [binding for binding in self._bindings_of if not binding.show]
        first_part = _render_footer_keys(bindings_in_footer, width)
        second_part = _render_other_keys(other_bindings, width)

        blank_lines = 1
        has_room_for_all = len(first_part) + blank_lines + len(second_part) <= height
        if not has_room_for_all:
            blank_lines = max(1, height - len(first_part))
        return [*first_part, *([BLANK] * blank_lines), *second_part]


def _render_footer_keys(bindings: list[Binding], width: int) -> list[TextLine]:
    """Return a table of the keys in the footer, with headings at the left.

    For example::

         Step       n             Go on by one step
                    p             Go back by one step
         Files      s             Save the file

    If one of the keys has no heading, the table has no headings.
    """
    if not all(binding.id in HEADINGS for binding in bindings):
        return _render_key_table(bindings, width)

    # All headings are put in first, so that they come in the order of HEADINGS. Several ids of
    # bindings share a heading, and a heading without bindings gives no line.
    bindings_by_heading: dict[str, list[Binding]] = {
        group.description: [] for group in HEADINGS.values()
    }
    for binding in bindings:
        heading = HEADINGS[present(binding.id)].description
        bindings_by_heading[heading].append(binding)

    lines: list[TextLine] = []
    for heading, bindings_below_heading in bindings_by_heading.items():
        table = _render_key_table(bindings_below_heading, width - _HEADING_WIDTH)
        lines += _indent_beside_heading(heading, table)
    return lines


def _indent_beside_heading(heading: str, texts: Sequence[TextLine]) -> Iterator[TextLine]:
    """Indent lines, and put a heading at the left of the first one; without lines yield nothing."""
    label = line((f" {heading}", "bold strong"))
    for text in texts:
        yield join_at_columns([label, text], [0, _HEADING_WIDTH])
        label = BLANK


def _render_other_keys(bindings: list[Binding], width: int) -> list[TextLine]:
    """Return a table of keys for each group, with its heading above; skip keys without a group."""
    bindings_by_group: dict[str, list[Binding]] = {}
    for binding in bindings:
        if binding.group is not None:
            bindings_by_group.setdefault(binding.group.description, []).append(binding)

    lines: list[TextLine] = []
    for heading, bindings_of_group in bindings_by_group.items():
        lines.append(line((f" {heading}", "bold strong")))
        lines += _render_key_table(bindings_of_group, width)
        lines.append(BLANK)
    return lines


def _render_key_table(bindings: list[Binding], width: int) -> list[TextLine]:
    """Return a line for each action: its keys, and at their right what it does.

    For example, with a text that is wrapped::

         n  →   Go on by one step
                of both
    """
    bindings_by_action: dict[str, list[Binding]] = {}
    for binding in bindings:
        bindings_by_action.setdefault(binding.action, []).append(binding)

    lines: list[TextLine] = []
    for bindings_of_action in bindings_by_action.values():
        lines += _render_keys_of_action(bindings_of_action, width)
    return lines


def _render_keys_of_action(bindings: Sequence[Binding], width: int) -> list[TextLine]:
    """Return the keys of an action, and beside them what it does, wrapped to as many lines."""
    badges = [
        line((f" {format_key_name(binding.key)} ", "bold strong on current"))
        for binding in bindings[:_MAX_KEYS_PER_ACTION]
    ]
    keys = line(" ", *join_lines(badges, " "))
    description_column = max(_KEYS_WIDTH, length(keys) + 1)

    first_binding = bindings[0]
    description = first_binding.tooltip if first_binding.tooltip else first_binding.description
    first_row, *other_rows = wrapped(sentence(description), width - description_column)
    return [
        join_at_columns([keys, first_row], [0, description_column]),
        *indent(other_rows, description_column),
    ]


class Palette(CommandPalette, LeftOnce[None]):
    """Textual's palette, which does only what was found for the words that were typed.

    One moves in its list while that has room; otherwise moving fails. What is sought has an end:
    Textual measures the whole line at every key, so that a pasted megabyte would keep the program
    busy for minutes.
    """

    def __init__(self, providers: Sequence[type[Provider]]) -> None:
        super().__init__(providers, placeholder="What do you want to do, or to know?")

    def on_mount(self) -> None:
        """Change the parts, of which an app that is ending has made none."""
        for sought in self.query(Input):
            sought.max_length = _MAX_QUERY_LENGTH
        for found in self.query(CommandList):
            found.vertical_scrollbar.renderer = PlainBar  # type: ignore[misc]

    @on(Input.Changed)
    def _clear_highlight(self) -> None:
        """Highlight nothing until the search for the new words is done.

        The list still shows what was found for the old words, and enter would run that.
        """
        self.query_one(CommandList).highlighted = None

    def query_one(self, *asked: Any) -> Any:
        """Return a part; once all are closed one that nobody sees.

        The search for commands may still be at work then, and that it finds no part would end the
        program.
        """
        try:
            return super().query_one(*asked)
        except NoMatches:
            if not isinstance(asked[-1], type):
                raise
            return asked[-1]()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "command_list" and not self.query_one(CommandList).scrollable_content_region:
            return False
        return super().check_action(action, parameters)


class Offered(NamedTuple):
    """What the palette offers on a screen: as it is shown, its words, and what does it."""

    shown: str
    words: tuple[str, ...]
    run: Callable[[], Awaitable[Any]]


def _format_for_terminal(text: str) -> str:
    """Convert a text of the palette to what this terminal can show."""
    return plain(spelt(line(text)))


def _find_handler(binding: Binding, active_bindings: Iterable[ActiveBinding]) -> DOMNode:
    """Return who handles a key: the screen, or the widget that has the focus.

    Both may have a binding with the same key and action. Two such bindings are equal, but are not
    the same object: so they are compared with ``is``.
    """
    return next(active.node for active in active_bindings if active.binding is binding)


class Actions(Provider):
    """Offers a screen's rows of the palette, and its keys."""

    def _find_offers(self) -> Iterator[Offered]:
        """Yield the commands that the palette offers: the rows of the screen, then its keys."""
        screen = self.screen
        if not isinstance(screen, BaseScreen):
            return
        binding_by_action: dict[str, Binding] = {}
        for binding in in_order(screen):
            binding_by_action.setdefault(binding.action, binding)  # the first key of the action
        yield from self._find_row_offers(screen, binding_by_action)
        yield from self._find_key_offers(screen, binding_by_action)

    def _find_row_offers(
        self, screen: BaseScreen[Any], bindings: Mapping[str, Binding]
    ) -> Iterator[Offered]:
        """Yield the rows of a screen, with their keys, except those whose key is disabled now.

        Args:
            screen: The screen.
            bindings: The keys that are enabled now, by action.
        """
        actions_with_key = {
            binding.action for binding in screen.BINDINGS if isinstance(binding, Binding)
        }
        for row in screen.palette_rows():
            is_disabled = row.action in actions_with_key and row.action not in bindings
            if is_disabled:
                continue
            title = f"{row.text}{self._format_key_of(row.action, bindings)}"
            run = partial(self.app.run_action, row.action, screen)
            yield Offered(_format_for_terminal(title), (row.text, *row.synonyms), run)

    def _format_key_of(self, action: str, bindings: Mapping[str, Binding]) -> str:
        """Return the key of an action in brackets; ``go(1)`` without a key has that of ``go``."""
        name, _, _ = action.partition("(")
        binding = bindings.get(action, bindings.get(name))
        return "" if binding is None else f"  ({self.app.get_key_display(binding)})"

    def _find_key_offers(
        self, screen: BaseScreen[Any], bindings: Mapping[str, Binding]
    ) -> Iterator[Offered]:
        """Yield a command for each key of a screen that has a tooltip; it does what the key does.

        Args:
            screen: The screen.
            bindings: The keys that are enabled now, by action.
        """
        active_bindings = list(screen.active_bindings.values())
        for action, binding in bindings.items():
            description = binding.tooltip
            if not description:
                continue
            title = f"{description}  ({self.app.get_key_display(binding)})"
            handler = _find_handler(binding, active_bindings)
            run = partial(self.app.run_action, action, handler)
            yield Offered(_format_for_terminal(title), (description,), run)

    async def discover(self) -> Hits:
        for offered in self._find_offers():
            yield DiscoveryHit(offered.shown, offered.run)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for offered in self._find_offers():
            score = max(map(matcher.match, offered.words))
            if score > 0:
                shown = matcher.highlight(offered.shown)
                yield Hit(score, shown, offered.run, text=offered.shown)
