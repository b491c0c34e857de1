"""The rules: every convention of the search; each change is tried at once and its effect told."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType

from treeexplorer.engine.algorithms import idle_because
from treeexplorer.explain.comparing import effect
from treeexplorer.numbers import counted
from treeexplorer.rules import (
    CONVENTIONS,
    Convention,
    convention,
    meaning_of,
    parse_rule,
    title_of,
    values_of,
)
from treeexplorer.terminal import messages
from treeexplorer.terminal.keys import LOOK, key, more
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    at_columns,
    fitted,
    indent,
    line,
    sentence,
    wrapped,
)
from treeexplorer.terminal.panels.status import badged
from treeexplorer.terminal.screens.base import ListScreen, UpperScreen
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.line_view import LineView, Words
from treeexplorer.text import as_sentence
from treeexplorer.tree import Player

_PATIENCE_SECONDS: Final = 1.0
_FROM: Final = {
    "file": "from the file",
    "option": "from the call",
    "course file": "from the course file",
    "chosen here": "chosen here",
}
_LEVELS: Final = {
    (Player.MAX, Player.MIN): "MAX moves at the root, then they take turns.",
    (Player.MIN, Player.MAX): "MIN moves at the root, then they take turns.",
    (Player.MAX, Player.MIN, Player.MIN): "MAX, then two opponents one after the other.",
    (Player.MAX,): "MAX moves everywhere.",
    (Player.MIN,): "MIN moves everywhere.",
}
_TYPED: Final = {
    "window": "The root's α and β; if narrow, the value is a bound.",
    "range": "From where to where all values lie: more can be pruned.",
    "depth": "Search so many plies, then use the estimates (~).",
}
_LEAST_WITH_MARGIN: Final = 24
_VALUE_COLUMN: Final = 15
_COLUMNS: Final = (3, _VALUE_COLUMN - 2, 48)


class RulesScreen(ListScreen[None], UpperScreen):
    """Lets one choose the conventions of a view's search."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("tab", "go(1)", "next rule", "Go to the next rule", "rule_next"),
        key("right,space", "change(1)", "change", "Choose the next value", "rule_change"),
        key("left", "change(-1)", "back", "Choose the value before", "rule_change_back"),
        key("enter", "type", "type", "Type a value", "rule_type"),
        key("escape,r,q", "leave", "done", "Go back to the tree", "rules_close"),
        key("u", "undo", "as before", "Take back what was chosen here", "rule_undo"),
        more(LOOK, "shift+tab", "go(-1)", "Go to the rule before", "rule_before"),
    ]

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view: View = view
        self.selected = "algorithm"
        self.page = LineView(self._rows)
        self._place = 0, 1

    def heading(self, width: int) -> TextLine:
        what = line(("what the search goes by ", "quiet"))
        return badged(self.view.title, "RULES", what, width)

    def parts(self) -> ComposeResult:
        yield self.page
        yield Words(self._explained, surface="panel")

    def give_room(self, width: int, height: int) -> None:  # noqa: ARG002 - as wide as it is
        self.query_one(Words).styles.height = 3 if height >= _LEAST_WITH_MARGIN else 1

    def show(self) -> None:
        super().show()
        self.page.reveal(*self._place)

    def _rows(self, width: int, height: int) -> list[TextLine]:
        gap = [BLANK] if height >= 3 * len(CONVENTIONS) + 1 else []
        rows: list[TextLine] = [BLANK]
        for rule in CONVENTIONS:
            own = [self._row_of(rule, width), *self._explanation_of(rule, width)]
            if rule.name == self.selected:
                self._place = len(rows) - 1, len(own) + 1  # with the blank line above
            rows += [*own, *gap]
        return rows

    def _row_of(self, rule: Convention, width: int) -> TextLine:
        """Return a rule with its value and where that is from, between arrows if it is selected."""
        rules = self.view.rules
        is_idle = idle_because(rules, rule.name) is not None
        value = title_of(rule.name, rules.in_force(rule.name))
        shown_value = line("  ", (value, "ghost" if is_idle else "bold strong"), "  ")
        style = "ghost" if is_idle else "text"
        if rule.name == self.selected and not is_idle:
            style = "bold text"
            if _choices_of(rule.name):
                shown_value = line(("‹ ", "quiet"), (value, "bold strong"), (" ›", "quiet"))
        origin = line((_FROM.get(self.view.resolved.origins[rule.name], ""), "quiet"))
        row = at_columns([line((rule.title, style)), shown_value, origin], _COLUMNS)
        if rule.name == self.selected:
            margin, style_of_margin = row[0]
            marked = ((" ▌", "strong on current"), (margin[2:], style_of_margin), *row[1:])
            row = fitted(marked, width, "current")
        return row

    def _explanation_of(self, rule: Convention, width: int) -> list[TextLine]:
        """Return what the value of a rule means, or why it decides nothing."""
        rules = self.view.rules
        idle = idle_because(rules, rule.name)
        if idle is not None:
            meaning = f"Decides nothing: {idle}."
        elif rule.name in _TYPED:
            meaning = f"{_TYPED[rule.name]} ↵ types it."
        elif rule.name == "levels":
            meaning = _LEVELS.get(rules.levels, "As the file has it.")
        else:
            meaning = meaning_of(rule.name, getattr(rules, rule.name)).explanation
        explanation = sentence(meaning, "quiet" if idle is None else "ghost")
        return indent(wrapped(explanation, max(20, width - _VALUE_COLUMN - 2)), _VALUE_COLUMN)

    def _explained(self) -> list[TextLine]:
        record = self.view.record
        text = self.message
        if not text and record.complete:
            read = counted(record.evaluated, "leaf is", "leaves are")
            text = f"{read} read, {counted(len(record.cuts), 'cut-off', 'cut-offs')}."
        above = [BLANK] if self.app.size.height >= _LEAST_WITH_MARGIN else []
        return [*above, sentence(text, "bold strong")]

    def action_go(self, rows: int) -> None:
        names = [rule.name for rule in CONVENTIONS]
        at = names.index(self.selected) + rows
        at = at % len(names) if abs(rows) == 1 else max(0, min(at, len(names) - 1))
        self.selected = names[at]
        self.message = ""
        self.show()

    def action_change(self, by: int) -> None:
        rules = self.view.rules
        choices = _choices_of(self.selected)
        idle = idle_because(rules, self.selected)
        if idle is not None:
            self.say(f"Nothing changed: {idle}.")
        elif choices:
            value = getattr(rules, self.selected)
            choices = choices if value in choices else (value, *choices)
            self._apply(choices[(choices.index(value) + by) % len(choices)])
        else:
            self.action_type()

    def action_type(self) -> None:
        rule = convention(self.selected)
        example = rule.example
        if rule.values:
            example = ", ".join(value.title for value in rule.values)

        def reading(text: str) -> messages.Read:
            value = parse_rule(rule.name, text)
            chooses = f"↵ chooses {title_of(rule.name, value)}"
            return chooses, partial(self._apply, value)

        self.post_message(messages.AskForLine(rule.help, f"such as {example}", reading))

    def _apply(self, value: object) -> None:
        self._choose({**self.view.bookmark.changed_rules, self.selected: value})

    def action_undo(self) -> None:
        self._choose({})

    def _choose(self, chosen: dict[str, Any]) -> None:
        before = self.view.record
        try:
            self.view.choose_rules(chosen)
        except ValueError as error:
            self.say(f"Not possible: {as_sentence(str(error))}")
            return
        self.view.search_on(_PATIENCE_SECONDS)
        self.say(str(effect(before, self.view.record)))


def _choices_of(rule: str) -> tuple[Any, ...]:
    """Return what can be chosen for a rule, in order; nothing where a value is typed."""
    return tuple(_LEVELS) if rule == "levels" else values_of(rule)
