"""Everything that can be done on a screen: its keys as they are bound, and the palette."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.css.query import NoMatches
from textual.screen import ModalScreen
from textual.widgets import Input

from treeexplorer.errors import present
from treeexplorer.terminal.keys import HEADINGS, in_order, shown_key
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    at_columns,
    beside,
    indent,
    length,
    line,
    plain,
    run_together,
    sentence,
    spelt,
    wrapped,
)
from treeexplorer.terminal.screens.base import BaseScreen, LeftOnce, ListScreen
from treeexplorer.terminal.widgets.line_view import LineView, OneLine, PlainBar

_KEYS: Final = 16  # cells of the keys before what they do
_MOST_KEYS_OF_ACTION: Final = 3
"""The keys of one action that the help names."""
_HEADING: Final = 10  # cells of a heading beside its keys
_LONGEST_SOUGHT: Final = 200


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
        self.page = LineView(lambda width, height: self._lines(width - 1, height))

    def compose(self) -> ComposeResult:
        yield OneLine(self._title, surface="panel")
        yield self.page

    def _title(self, width: int) -> TextLine:
        """Return the first line; space is named in it only where the keys do not fit on a page."""
        height_of_page = self.app.size.height - 1
        lines = self._lines(width - 1, height_of_page)
        ways_on = "esc back "
        if len(lines) > height_of_page:
            ways_on = f"space further down   {ways_on}"
        return beside(line((" KEYS", "bold strong")), line((ways_on, "quiet")), width)

    def _lines(self, width: int, height: int) -> list[TextLine]:
        """Return the keys that the footer offers, then all others; those on a page of their own.

        All stand on one page where it has room for them.
        """
        first = _footer_part([each for each in self._bindings_of if each.show], width)
        others = _other_part([each for each in self._bindings_of if not each.show], width)
        has_room_for_all = len(first) + 1 + len(others) <= height
        gap = 1 if has_room_for_all else max(1, height - len(first))
        return [*first, *([BLANK] * gap), *others]


def _footer_part(bindings: list[Binding], width: int) -> list[TextLine]:
    """Return lines about the keys that the footer offers.

    A heading stands at the left of its keys, not above them, which saves a line for each::

         Step       n             Go on by one step
                    p             Go back by one step
         Files      s             Save the file

    A screen with few keys has no headings for them all, and then it shows none of them.

    Args:
        bindings: The keys that the footer offers.
        width: The cells of a line.
    """
    if not all(binding.id in HEADINGS for binding in bindings):
        return _in_columns(bindings, width)
    # HEADINGS has a heading for the id of each binding, so that several ids share one. All of them
    # are put in from the beginning, so that they come in the order of HEADINGS, not in that of the
    # bindings. A heading without bindings gives no line.
    by_heading: dict[str, list[Binding]] = {group.description: [] for group in HEADINGS.values()}
    for binding in bindings:
        by_heading[HEADINGS[present(binding.id)].description].append(binding)
    lines: list[TextLine] = []
    # `same` are the bindings with one heading; they have what its column, _HEADING cells, leaves.
    for heading, same in by_heading.items():
        lines += _beside_heading(heading, _in_columns(same, width - _HEADING))
    return lines


def _beside_heading(heading: str, texts: Sequence[TextLine]) -> Iterator[TextLine]:
    """Yield some lines moved to the right, with a heading at the left of the first one.

    Without lines nothing is yielded, not even the heading.
    """
    label = line((f" {heading}", "bold strong"))
    for text in texts:
        yield at_columns([label, text], [0, _HEADING])
        label = BLANK


def _other_part(bindings: list[Binding], width: int) -> list[TextLine]:
    """Return the keys that the footer does not offer, each group below its heading.

    Args:
        bindings: These keys; one without a group is left out.
        width: The cells of a line.
    """
    groups: dict[str, list[Binding]] = {}
    for binding in bindings:
        if binding.group is not None:
            groups.setdefault(binding.group.description, []).append(binding)
    lines: list[TextLine] = []
    for heading, same in groups.items():
        lines += [line((f" {heading}", "bold strong")), *_in_columns(same, width), BLANK]
    return lines


def _in_columns(bindings: list[Binding], width: int) -> list[TextLine]:
    """Return a line for each action: its keys, and at their right what it does.

    What is too long goes on below itself::

         n  →   Go on by one step
                of both

    Args:
        bindings: The keys; several of one action stand on one line.
        width: The cells of a line.
    """
    keys_by_action: dict[str, list[Binding]] = {}
    for binding in bindings:
        keys_by_action.setdefault(binding.action, []).append(binding)
    lines: list[TextLine] = []
    for same_action in keys_by_action.values():
        names = [shown_key(binding.key) for binding in same_action]
        shown_names = names[:_MOST_KEYS_OF_ACTION]
        badges = [line((f" {name} ", "bold strong on current")) for name in shown_names]
        keys = line(" ", *run_together(badges, " "))
        column = max(_KEYS, length(keys) + 1)
        first_key = same_action[0]
        what_it_does = first_key.tooltip if first_key.tooltip else first_key.description
        first_row, *other_rows = wrapped(sentence(what_it_does), width - column)
        lines.append(at_columns([keys, first_row], [0, column]))
        lines += indent(other_rows, column)
    return lines


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
            sought.max_length = _LONGEST_SOUGHT
        for found in self.query(CommandList):
            found.vertical_scrollbar.renderer = PlainBar  # type: ignore[misc]

    @on(Input.Changed)
    def _forget_what_was_found(self) -> None:
        """Highlight nothing until the new words have been sought; the first found is then.

        The list still shows what the words before had found, and enter would do that.
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


def _spelt(text: str) -> str:
    """Return a text of the palette as this terminal can show it."""
    return plain(spelt(line(text)))


class Actions(Provider):
    """Offers a screen's rows of the palette, and its keys."""

    def _offered(self) -> Iterator[Offered]:
        """Yield what the palette offers for the screen: its own rows, then its keys."""
        screen = self.screen
        if isinstance(screen, BaseScreen):
            bindings: dict[str, Binding] = {}
            for binding in in_order(screen):
                bindings.setdefault(binding.action, binding)  # its first key stands for an action
            yield from self._offered_rows(screen, bindings)
            yield from self._offered_keys(screen, bindings)

    def _offered_rows(
        self, screen: BaseScreen[Any], bindings: Mapping[str, Binding]
    ) -> Iterator[Offered]:
        """Yield a screen's rows, each with its key; without those that do nothing at this moment.

        An action with a key does nothing while the key does nothing. An action without a key, such
        as copying, is always offered.

        Args:
            screen: The screen.
            bindings: The keys that do something now, by their actions.
        """
        actions_with_key = {each.action for each in screen.BINDINGS if isinstance(each, Binding)}
        for row in screen.palette_rows():
            does_something = row.action in bindings or row.action not in actions_with_key
            if does_something:
                shown = f"{row.text}{self._key_of(row.action, bindings)}"
                run = partial(self.app.run_action, row.action, screen)
                yield Offered(_spelt(shown), (row.text, *row.synonyms), run)

    def _key_of(self, action: str, bindings: Mapping[str, Binding]) -> str:
        """Return the key of an action in brackets; of ``go(1)`` without a key that of ``go``."""
        name, _, _ = action.partition("(")
        binding = bindings.get(action, bindings.get(name))
        return "" if binding is None else f"  ({self.app.get_key_display(binding)})"

    def _offered_keys(
        self, screen: BaseScreen[Any], bindings: Mapping[str, Binding]
    ) -> Iterator[Offered]:
        """Yield an offer for each key of a screen: its sentence, and what does the same as the key.

        Args:
            screen: The screen, whose keys are in force now.
            bindings: Those that are offered, by action; all are in force now. The sentence of a
                key is its tooltip; one without is left out.
        """
        # The widget that answers a key: the screen, or the one that has the focus. Two of them may
        # have equal bindings, which id() tells apart.
        widgets = {id(active.binding): active.node for active in screen.active_bindings.values()}
        for action, binding in bindings.items():
            does = binding.tooltip
            if not does:
                continue
            shown = f"{does}  ({self.app.get_key_display(binding)})"
            run = partial(self.app.run_action, action, widgets[id(binding)])
            yield Offered(_spelt(shown), (does,), run)

    async def discover(self) -> Hits:
        for offered in self._offered():
            yield DiscoveryHit(offered.shown, offered.run)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for offered in self._offered():
            score = max(map(matcher.match, offered.words))
            if score > 0:
                shown = matcher.highlight(offered.shown)
                yield Hit(score, shown, offered.run, text=offered.shown)
