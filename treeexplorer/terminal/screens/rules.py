"""The rules: all conventions of the search; each change is tried at once and its effect told."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from treeexplorer.numerals import typed_number
from treeexplorer.settings import KEPT_RULES
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.choices import CHOICES, difference, meaning, neighbour, value_shown
from treeexplorer.terminal.screens.asking import Ask
from treeexplorer.terminal.session import Session
from treeexplorer.terminal.styled import Styled
from treeexplorer.terminal.widgets.lines import Divider, Hints, Lines, heading
from treeexplorer.terminal.widgets.timeline import counted
from treeexplorer.text import width as cells
from treeexplorer.tree import FULL_WINDOW, Window

if TYPE_CHECKING:
    from treeexplorer.terminal.app import ExplorerApp

_PATIENCE = 1.0
_FROM = {
    "built in": "",
    "default": "",
    "file": "from the file",
    "option": "from the call",
    "course file": "from the course file",
    "settings": "from your settings",
    "chosen here": "chosen here",
}


class RulesScreen(ModalScreen[None]):
    """Lets one choose the conventions of the search.

    Args:
        session: Whose search it is.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j,tab", "select(1)", show=False),
        Binding("up,k,shift+tab", "select(-1)", show=False),
        Binding("right,l,space", "change(1)", show=False),
        Binding("left,h", "change(-1)", show=False),
        Binding("enter", "type", show=False),
        Binding("u", "undo", show=False),
        Binding("s", "keep", show=False),
        Binding("escape,q,r,ctrl+c", "close", show=False),
    ]

    app: ExplorerApp

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._selected = 0
        self._effect = ""
        self._first_record = session.record

    def compose(self) -> ComposeResult:
        """Build the list and the line that says what a change did."""
        ink = self.app.ink
        yield Lines(
            lambda width, _: heading(ink, "Rules of the search", self.session.title, width),
            id="heading",
        )
        yield Divider(ink)
        yield Lines(self._list, id="message")
        yield Divider(ink)
        yield Lines(self._told, id="effect")
        yield Hints(ink, self._hints, id="footer")

    def _hints(self) -> list[tuple[str, str, str]]:
        return [
            ("select(1)", "↓ ↑", "select"),
            ("change(1)", "→ ←", "change"),
            ("type", "↵", "type"),
            ("undo", "u", "as the file has it"),
            ("keep", "s", "keep as my own"),
            ("close", "esc", "back"),
        ]

    async def on_hints_chosen(self, event: Hints.Chosen) -> None:
        """Do what was clicked in the footer."""
        await self.run_action(event.action)

    def _list(self, width: int, height: int) -> list[Styled]:
        ink, rules = self.app.ink, self.session.rules
        lines: list[Styled] = []
        spread = 2 if height >= 3 * len(CHOICES) else 1
        for index, choice in enumerate(CHOICES):
            chosen = index == self._selected
            value = value_shown(choice.rule, rules)
            origin = _FROM.get(self.session.resolved.origins[choice.rule], "")
            shown = f"‹ {value} ›" if chosen and choice.values else f"  {value}  "
            lines.append(
                ink.line(
                    ("▶ " if chosen else "  ", styles.CURRENT),
                    (choice.title.ljust(10), styles.STRONG if chosen else ""),
                    (shown + " " * max(0, 28 - cells(shown)), styles.KEY if chosen else ""),
                    (origin, styles.QUIET),
                )
            )
            text = ink.line((meaning(choice.rule, rules), "" if chosen else styles.QUIET))
            lines.extend(Styled(" " * 14) + part for part in text.wrap(max(20, width - 15)))
            lines.extend([Styled("")] * (spread - 1))
        top = max(
            0, min(len(lines) - height, self._selected * len(lines) // len(CHOICES) - height // 2)
        )
        return ink.block(lines[top:], width, height)

    def _told(self, width: int, height: int) -> list[Styled]:
        ink = self.app.ink
        record = self.session.record
        text = self._effect
        if not text and record.complete:
            read = counted(record.evaluated, "leaf is", "leaves are")
            text = f"{read} read, {counted(len(record.cuts), 'cut-off', 'cut-offs')}."
        return ink.block([ink.line((f" {text}", styles.STRONG))], width, height)

    def action_select(self, by: int) -> None:
        """Select another rule."""
        self._selected = (self._selected + by) % len(CHOICES)
        self._refresh()

    def action_change(self, by: int) -> None:
        """Choose another value for the selected rule."""
        choice = CHOICES[self._selected]
        if choice.values:
            self._apply(choice.rule, neighbour(choice, self.session.rules, by))
        else:
            self.action_type()

    def _apply(self, rule: str, value: object) -> None:
        before = self.session.record
        try:
            self.session.change_rules(**{rule: value})
        except ValueError as error:
            text = str(error)
            self._effect = f"Not possible: {text[0].upper()}{text[1:]}."
        else:
            self.session.search_on(_PATIENCE)
            self._effect = difference(before, self.session)
        self._refresh()

    def action_type(self) -> None:
        """Ask for a window or a depth."""
        choice = CHOICES[self._selected]
        if choice.rule == "window":
            self.app.push_screen(
                Ask(
                    "The root's window",
                    "Two numbers, α smaller than β, such as 0,5 or -inf,3",
                    _problem_with_window,
                ),
                lambda text: None if text is None else self._apply("window", window_in(text)),
            )
        elif choice.rule == "depth":
            self.app.push_screen(
                Ask("How many plies?", "A number from 1, or 0 for no limit", _problem_with_depth),
                lambda text: None if text is None else self._apply("depth", int(text) or None),
            )
        else:
            self.action_change(1)

    def action_keep(self) -> None:
        """Make what is chosen here the user's own default, for trees that say nothing else."""
        chosen = self.session.place.changed_rules
        kept = {name: value for name, value in chosen.items() if name in KEPT_RULES}
        settings = self.app.settings
        settings.rules = {**settings.rules, **kept}
        settings.rules = {
            name: value for name, value in settings.rules.items() if value is not None
        }
        problem = settings.save()
        if settings.problem:
            problem = "your settings file is broken, so it is not written to"
        names = ", ".join(sorted(kept)) or "nothing that was chosen here"
        self._effect = f"Not kept: {problem}." if problem else f"Kept for other trees: {names}."
        self._refresh()

    def action_undo(self) -> None:
        """Take back what was chosen here."""
        before = self.session.record
        self.session.forget_rules()
        self.session.search_on(_PATIENCE)
        self._effect = difference(before, self.session)
        self._refresh()

    def _refresh(self) -> None:
        for widget in self.query(Lines):
            widget.refresh()

    def action_close(self) -> None:
        """Return to the tree."""
        self.dismiss()


def window_in(text: str) -> Window:
    """Return the window that a text writes.

    Raises:
        ValueError: It writes none.
    """
    parts = text.strip("() ").replace(",", " ").split()
    if not parts:
        return FULL_WINDOW
    alpha, beta = (typed_number(part) for part in parts)
    if not alpha < beta:
        raise ValueError(text)
    return alpha, beta


def _problem_with_window(text: str) -> str:
    try:
        window_in(text)
    except ValueError:
        return "That is no window; write two numbers such as 0,5 with α smaller than β."
    return ""


def _problem_with_depth(text: str) -> str:
    return "" if text.strip().isdecimal() else "That is not a number of plies."
