"""The rules: all conventions of the search; each change is tried at once and its effect told."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import ComposeResult
from textual.screen import ModalScreen

from treeexplorer.engine.choices import idle_because
from treeexplorer.numbers import counted, typed_number
from treeexplorer.settings import KEPT_RULES
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.choices import (
    difference,
    meaning,
    neighbour,
    shown_conventions,
    value_shown,
    values_of,
)
from treeexplorer.terminal.keys import actions, bindings
from treeexplorer.terminal.screens.asking import Ask
from treeexplorer.terminal.screens.footed import Footed
from treeexplorer.terminal.session import Session
from treeexplorer.terminal.styled import Styled
from treeexplorer.terminal.widgets.lines import Divider, Hints, Lines, heading
from treeexplorer.text import as_sentence
from treeexplorer.text import width as cells
from treeexplorer.tree import Window

if TYPE_CHECKING:
    from textual.binding import BindingType

    from treeexplorer.terminal.app import ExplorerApp

_PATIENCE = 1.0
_FOOTER = (
    ("rules_next", "rules_previous"),
    ("rules_change", "rules_change_back"),
    ("rules_type",),
    ("rules_undo",),
    ("rules_keep",),
    ("rules_close",),
    ("rules_help",),
)
_FROM = {
    "built in": "",
    "default": "",
    "file": "from the file",
    "option": "from the call",
    "course file": "from the course file",
    "settings": "from your settings",
    "chosen here": "chosen here",
}


class RulesScreen(Footed, ModalScreen[None]):
    """Lets one choose the conventions of the search.

    Args:
        session: Whose search it is.
    """

    CSS_PATH = "dialogs.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings("rules")
    ALLOW_SELECT = False
    scopes = ("rules",)

    app: ExplorerApp

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._selected = "algorithm"
        self._effect = ""

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
        yield Hints(ink, self.footer, id="footer")

    def footer(self) -> list[tuple[str, str, str]]:
        """Return what the footer says now: id, key and word of each hint."""
        known = actions()
        return [
            (name, " ".join(self.app.keys_of(one)[0] for one in (name, *pair)), known[name].footer)
            for name, *pair in _FOOTER
        ]

    def _list(self, width: int, height: int) -> list[Styled]:
        ink, rules = self.app.ink, self.session.rules
        lines: list[Styled] = []
        conventions = shown_conventions(rules)
        spread = 2 if height >= 3 * len(conventions) else 1
        for one in conventions:
            chosen = one.name == self._selected
            value = value_shown(one.name, rules)
            origin = _FROM.get(self.session.resolved.origins[one.name], "")
            is_open = chosen and values_of(one.name) and idle_because(rules, one.name) is None
            shown = f"‹ {value} ›" if is_open else f"  {value}  "
            lines.append(
                ink.line(
                    ("▶ " if chosen else "  ", styles.CURRENT),
                    (one.title.ljust(10), styles.STRONG if chosen else ""),
                    (shown + " " * max(0, 28 - cells(shown)), styles.KEY if chosen else ""),
                    (origin, styles.QUIET),
                )
            )
            text = ink.line((meaning(one.name, rules), "" if chosen else styles.QUIET))
            lines.extend(Styled(" " * 14) + part for part in text.wrap(max(20, width - 15)))
            lines.extend([Styled("")] * (spread - 1))
        above = self._index * len(lines) // len(conventions)
        top = max(0, min(len(lines) - height, above - height // 2))
        return ink.block(lines[top:], width, height)

    def _told(self, width: int, height: int) -> list[Styled]:
        ink = self.app.ink
        record = self.session.record
        text = self._effect
        if not text and record.complete:
            read = counted(record.evaluated, "leaf is", "leaves are")
            text = f"{read} read, {counted(len(record.cuts), 'cut-off', 'cut-offs')}."
        return ink.block([ink.line((f" {text}", styles.STRONG))], width, height)

    @property
    def _names(self) -> list[str]:
        return [one.name for one in shown_conventions(self.session.rules)]

    @property
    def _index(self) -> int:
        return self._names.index(self._selected)

    def select(self, by: int) -> None:
        """Select another rule."""
        names = self._names
        self._selected = names[(self._index + by) % len(names)]
        self._refresh()

    def change(self, by: int) -> None:
        """Choose another value for the selected rule."""
        rule, rules = self._selected, self.session.rules
        idle = idle_because(rules, rule)
        if idle is not None:
            self._effect = f"Nothing changed: {idle}."
            self._refresh()
        elif values_of(rule):
            self._apply(rule, neighbour(rule, rules, by))
        else:
            self._ask(rule)

    def _apply(self, rule: str, value: object) -> None:
        before = self.session.record
        try:
            self.session.change_rules(**{rule: value})
        except ValueError as error:
            self._effect = f"Not possible: {as_sentence(str(error))}"
        else:
            self.session.search_on(_PATIENCE)
            self._effect = difference(before, self.session)
        self._refresh()

    def type_it(self) -> None:
        """Ask for what is typed; choose the next value where there is a list."""
        self.change(1)

    def _ask(self, rule: str) -> None:
        """Ask for a window, a depth or another rule that is written with numbers."""
        title, explanation, read = _QUESTIONS[rule]

        def problem_with(text: str) -> str:
            try:
                read(text)
            except ValueError:
                return f"Not that: {explanation[0].lower()}{explanation[1:]}."
            return ""

        def take(text: str | None) -> None:
            if text is not None:
                self._apply(rule, read(text))

        self.app.push_screen(Ask(title, explanation, problem_with), take)

    def keep(self) -> None:
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

    def take_back(self) -> None:
        """Take back what was chosen here."""
        before = self.session.record
        self.session.forget_rules()
        self.session.search_on(_PATIENCE)
        self._effect = difference(before, self.session)
        self._refresh()

    def _refresh(self) -> None:
        for widget in self.query(Lines):
            widget.refresh()


def _two_numbers(text: str) -> Window:
    parts = text.strip("() ").replace(",", " ").split()
    low, high = (typed_number(part) for part in parts)
    return low, high


def _window(text: str) -> Window:
    alpha, beta = _two_numbers(text)
    if not alpha < beta:
        raise ValueError(text)
    return alpha, beta


def _leaf_range(text: str) -> Window | None:
    if text.strip().lower() == "tree":
        return None
    low, high = _two_numbers(text)
    if not low <= high:
        raise ValueError(text)
    return low, high


def _depth(text: str) -> int | None:
    if not text.strip().isdecimal():
        raise ValueError(text)
    return int(text) or None


# For each rule that is typed: what is asked, what can be written, and what reads it.
_QUESTIONS: Final[dict[str, tuple[str, str, Callable[[str], object]]]] = {
    "window": (
        "The root's window",
        "Two numbers, α smaller than β, such as 0,5 or -inf,inf",
        _window,
    ),
    "depth": ("How many plies?", "A number of plies from 1, or 0 for no limit", _depth),
    "first_guess": ("Where does MTD(f) begin?", "A number; inf begins like SSS*", typed_number),
    "leaf_range": (
        "Between what do all leaves lie?",
        "Two numbers such as -10,10; “tree” for those that are drawn",
        _leaf_range,
    ),
}
