"""All keys, as they are bound, on one screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.ink import Ink
from treeexplorer.terminal.keys import GROUPS, Action, Scope, actions
from treeexplorer.terminal.styled import Styled
from treeexplorer.terminal.widgets.lines import Divider, Lines, heading
from treeexplorer.text import width as cells

if TYPE_CHECKING:
    from collections.abc import Callable

    from treeexplorer.terminal.app import ExplorerApp

_NARROWEST = 38
_HEADINGS = {
    "look": "While looking around",
    "gallery": "Gallery",
    "practise": "Practise",
    "worksheet": "Worksheet",
    "play": "Play",
    "unknowns": "Unknown leaves",
    "compare": "Two searches side by side",
    "growth": "How much does alpha-beta save?",
    "writing": "Writing a tree",
    "rules": "Rules of the search",
    "problem": "A file that cannot be read",
}


class Help(ModalScreen[None]):
    """Shows what every key does; further pages follow where there is no room for all.

    Args:
        scopes: Whose keys to show.
    """

    CSS_PATH = "dialogs.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,ctrl+c,question_mark,f1", "close", show=False),
        Binding("space,right,down,pagedown,tab", "turn(1)", show=False),
        Binding("left,up,pageup,backspace", "turn(-1)", show=False),
    ]

    app: ExplorerApp

    def __init__(self, scopes: tuple[Scope, ...] = ("explorer", "look", "gallery")) -> None:
        super().__init__()
        self._scopes = scopes
        self._page = 0
        self._pages = 1

    def compose(self) -> ComposeResult:
        """Build the list."""
        ink = self.app.ink
        yield Lines(self._title, id="heading")
        yield Divider(ink)
        yield Lines(self._list, id="keys")

    def _title(self, width: int, height: int) -> list[Styled]:  # noqa: ARG002 - one line at any height
        page = f"page {self._page + 1} of {self._pages}: space turns · " if self._pages > 1 else ""
        return heading(self.app.ink, "All keys", f"{page}esc closes", width)

    def _list(self, width: int, height: int) -> list[Styled]:
        columns = max(1, width // _NARROWEST)
        room = width // columns
        sections = _sections(self.app.ink, self.app.keys_of, room - 2, self._scopes)
        pages = _pages(sections, columns, height)
        if len(pages) != self._pages:
            self._pages = len(pages)
            self.query_one("#heading").refresh()
        self._page %= len(pages)
        shown = pages[self._page]
        rows = [
            Styled.joined(
                self.app.ink.fitted(
                    Styled(" ") + (column[row] if row < len(column) else Styled("")), room
                )
                for column in shown
            )
            for row in range(height)
        ]
        return self.app.ink.block(rows, width, height)

    def action_close(self) -> None:
        """Return to what was looked at."""
        self.dismiss()

    def action_turn(self, by: int) -> None:
        """Show another page."""
        self._page = (self._page + by) % self._pages
        self.refresh()
        for widget in self.query(Lines):
            widget.refresh()


def _sections(
    ink: Ink, keys_of: Callable[[str], list[str]], room: int, shown: tuple[Scope, ...]
) -> list[list[Styled]]:
    """Return the lines of each group of actions, its heading first."""
    known = list(actions().values())
    sections = []
    scopes: list[tuple[Scope, str]] = []
    for scope in shown:
        scopes += [(scope, group) for group in GROUPS] if scope == "explorer" else [(scope, "")]
    for scope, group in scopes:
        listed = [
            found
            for found in known
            if found.scope == scope
            and (not group or found.group == group)
            and not found.shares_line_with
        ]
        lines = [line for found in listed for line in _lines(ink, keys_of, found, known, room)]
        if lines:
            title = _HEADINGS.get(scope, group)
            sections.append([ink.line((title, styles.HEADING)), *lines])
    unbound = [one for one in known if one.scope in shown and not keys_of(one.id)[0]]
    lines = [part for one in unbound for part in ink.line(one.title).wrap(room)]
    if lines:
        palette = keys_of("palette")[0]
        sections.append([ink.line((f"By name, with {palette}", styles.HEADING)), *lines])
    return sections


def _lines(
    ink: Ink, keys_of: Callable[[str], list[str]], found: Action, known: list[Action], room: int
) -> list[Styled]:
    """Return an action's keys and what they do; none where it has no key."""
    sharing = [other for other in known if other.shares_line_with == found.id]
    keys = " / ".join(
        " ".join(keys_of(action.id)[: 3 if not sharing else 2])
        for action in [found, *sharing]
        if keys_of(action.id)[0]
    )
    if len(sharing) > 3:
        keys = f"{keys_of(found.id)[0]} … {keys_of(sharing[-1].id)[0]}"
    if not keys:
        return []
    column = 11 if room < 44 else 15
    text = found.help_line or found.title
    keys = keys + " " * max(1, column - cells(ink.text(keys)))
    start = cells(ink.text(keys))
    first, *rest = ink.line(text).wrap(max(10, room - start)) if text else [Styled("")]
    hanging = Styled(" " * min(start, column))
    return [ink.line((keys, styles.KEY)) + first, *(hanging + part for part in rest)]


def _pages(sections: list[list[Styled]], columns: int, height: int) -> list[list[list[Styled]]]:
    """Return pages of columns of lines; a section is split only where it is longer than a page."""
    filled: list[list[Styled]] = [[]]
    for section in sections:
        column = filled[-1]
        if column and len(column) + 1 + len(section) > height:
            rest = height - len(column) - 1
            if rest >= 4 and len(section) - rest >= 2:
                column.extend([Styled(""), *section[:rest]])
                filled.append(list(section[rest:]))
            else:
                filled.append(list(section))
        else:
            if column:
                column.append(Styled(""))
            column.extend(section)
        while len(filled[-1]) > height:
            long = filled.pop()
            filled.extend([long[:height], long[height:]])
    return [filled[at : at + columns] for at in range(0, len(filled), columns)]
