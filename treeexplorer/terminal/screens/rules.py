"""The rules: every convention of the search; each change is tried at once and its effect told."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, Final, NamedTuple

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
_RIGHT_MARGIN: Final = 2
_LEAST_ROOM: Final = 20  # cells for an explanation; a narrower screen cuts it
_COLUMNS: Final = (3, _VALUE_COLUMN - 2, 48)


class _RulesLayout(NamedTuple):
    """The lines of all rules, and in which rows the selected one is, with the line above it."""

    lines: list[TextLine]
    rows_of_selected: range


class RulesScreen(ListScreen[None], UpperScreen):
    """Lets one choose the conventions of a view's search."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("tab", "go(1)", "next rule", "Go to the next rule", "rule_next"),
        key("right,space", "change(1)", "change", "Choose the next value", "rule_change"),
        key("left", "change(-1)", "back", "Choose the value before", "rule_change_back"),
        key("enter", "type", "type", "Type a value", "rule_type"),
        key("escape,r,q", "leave", "done", "Go back to the tree", "rules_close"),
        key("u", "undo", "as before", "Take back what was chosen here", "rule_undo"),
        more(LOOK, "down,j", "go(1)", "Go to the next rule", "line_next"),
        more(LOOK, "up,k", "go(-1)", "Go to the rule before", "line_before"),
        more(LOOK, "shift+tab", "go(-1)", "Go to the rule before", "rule_before"),
        more(LOOK, "home", "page(-1_000_000)", "Go to the first rule", "line_first"),
        more(LOOK, "end", "page(1_000_000)", "Go to the last rule", "line_last"),
    ]

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view: View = view
        self.selected = "algorithm"
        self.page = LineView(self._lines)

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
        width, height = self.page.size
        if width > 0 and height > 0:
            selected_rows = self._laid_out(width, height).rows_of_selected
            self.page.reveal(selected_rows.start, len(selected_rows))

    def _lines(self, width: int, height: int) -> list[TextLine]:
        return self._laid_out(width, height).lines

    def _laid_out(self, width: int, height: int) -> _RulesLayout:
        """Return the lines of all rules with their explanations.

        Args:
            width: The cells of a line.
            height: How many lines are in sight. In a high room a blank line stands between the
                rules.
        """
        lines_of_rule = 3  # its row, about one for its explanation, and a blank one
        height_with_gaps = lines_of_rule * len(CONVENTIONS) + 1
        gap = [BLANK] if height >= height_with_gaps else []
        lines: list[TextLine] = [BLANK]
        rows_of_selected = range(1)
        for rule in CONVENTIONS:
            blank_above = len(lines) - 1
            lines += [self._row_of(rule, width), *self._explanation_of(rule, width)]
            if rule.name == self.selected:
                rows_of_selected = range(blank_above, len(lines))
            lines += gap
        return _RulesLayout(lines, rows_of_selected)

    def _row_of(self, rule: Convention, width: int) -> TextLine:
        """Return the row of a rule: its name, its value, and where that is from.

        A rule that decides nothing under the other rules is pale. The selected one is marked.

        Args:
            rule: The rule.
            width: The cells of the row.
        """
        is_idle = idle_because(self.view.rules, rule.name) is not None
        is_selected = rule.name == self.selected
        style = "text"
        if is_idle:
            style = "ghost"
        elif is_selected:
            style = "bold text"
        origin = _FROM.get(self.view.resolved.origins[rule.name], "")
        cells = [line((rule.title, style)), self._value_of(rule), line((origin, "quiet"))]
        row = at_columns(cells, _COLUMNS)
        return _marked(row, width) if is_selected else row

    def _value_of(self, rule: Convention) -> TextLine:
        """Return the value of a rule; between arrows where they choose another: ``‹ fail-soft ›``.

        Args:
            rule: The rule.
        """
        rules = self.view.rules
        value = title_of(rule.name, rules.in_force(rule.name))
        if idle_because(rules, rule.name) is not None:
            # Blanks in place of the arrows, so that all values begin in one column.
            return line("  ", (value, "ghost"), "  ")
        if rule.name == self.selected and _choices_of(rule.name):
            return line(("‹ ", "quiet"), (value, "bold strong"), (" ›", "quiet"))
        return line("  ", (value, "bold strong"), "  ")

    def _explanation_of(self, rule: Convention, width: int) -> list[TextLine]:
        """Return the lines below a rule: what its value means, or why it decides nothing.

        Those of a rule that decides nothing are paler (``ghost``) than the others (``quiet``).
        """
        is_idle = idle_because(self.view.rules, rule.name) is not None
        style = "ghost" if is_idle else "quiet"
        room = max(_LEAST_ROOM, width - _VALUE_COLUMN - _RIGHT_MARGIN)
        return indent(wrapped(sentence(self._meaning_of(rule), style), room), _VALUE_COLUMN)

    def _meaning_of(self, rule: Convention) -> str:
        """Return in a sentence or two what the value of a rule means, or why it decides nothing.

        Args:
            rule: The rule.
        """
        rules = self.view.rules
        idle = idle_because(rules, rule.name)
        if idle is not None:
            return f"Decides nothing: {idle}."
        if rule.name in _TYPED:  # any number may be typed, so no value has a meaning of its own
            return f"{_TYPED[rule.name]} ↵ types it."
        if rule.name == "levels":
            return _LEVELS.get(rules.levels, "As the file has it.")
        return meaning_of(rule.name, getattr(rules, rule.name)).explanation

    def _explained(self) -> list[TextLine]:
        """Return what the last change has done; before one, what the search costs.

        Such as ``7 leaves are read, 2 cut-offs.`` Nothing is said of a search that is not at its
        end.
        """
        record = self.view.record
        text = self.message
        if not text and record.complete:
            read = counted(record.evaluated, "leaf is", "leaves are")
            text = f"{read} read, {counted(len(record.cuts), 'cut-off', 'cut-offs')}."
        above = [BLANK] if self.app.size.height >= _LEAST_WITH_MARGIN else []
        return [*above, sentence(text, "bold strong")]

    def action_go(self, rows: int) -> None:
        """Select another rule, so many rows further down.

        A single step leads from the last rule to the first one and back; a page stops there.
        """
        names = [rule.name for rule in CONVENTIONS]
        last = len(names) - 1
        index = names.index(self.selected) + rows
        is_single_step = abs(rows) == 1
        if is_single_step:
            index %= len(names)
        else:
            index = max(0, min(index, last))
        self.selected = names[index]
        self.message = ""
        self.show()

    def action_change(self, by: int) -> None:
        """Choose the next value of the selected rule, or the one before; ask where it is typed.

        Args:
            by: 1 for the next value, −1 for the one before; after the last one comes the first.
        """
        rules = self.view.rules
        choices = _choices_of(self.selected)
        idle = idle_because(rules, self.selected)
        if idle is not None:
            self.say(f"Nothing changed: {idle}.")
        elif not choices:
            self.action_type()
        else:
            value = getattr(rules, self.selected)
            # A value from the file may not be among the choices. It stands before them.
            if value not in choices:
                choices = (value, *choices)
            index = (choices.index(value) + by) % len(choices)
            self._apply(choices[index])

    def action_type(self) -> None:
        """Ask for a value of the selected rule, on a line in which the user types it."""
        rule = convention(self.selected)
        example = rule.example
        if rule.values:
            example = ", ".join(value.title for value in rule.values)

        # Called for each text that is typed: it raises for one that is no value.
        def read_value(text: str) -> messages.LineAction:
            value = parse_rule(rule.name, text)
            words = f"↵ chooses {title_of(rule.name, value)}"
            return messages.LineAction(words, partial(self._apply, value))

        self.post_message(messages.AskForLine(rule.help, f"such as {example}", read_value))

    def _apply(self, value: object) -> None:
        self._choose({**self.view.bookmark.changed_rules, self.selected: value})

    def action_undo(self) -> None:
        self._choose({})

    def _choose(self, chosen: dict[str, Any]) -> None:
        """Search under other rules, and say what that changes, or why it is not possible.

        Args:
            chosen: The values of all rules that were changed here, by the name of the rule.
        """
        # The search before, to compare with.
        before = self.view.record
        try:
            self.view.choose_rules(chosen)
        # The view has taken the change back.
        except ValueError as error:
            self.say(f"Not possible: {as_sentence(str(error))}")
            return
        self.view.search_on(_PATIENCE_SECONDS)
        self.say(str(effect(before, self.view.record)))


def _marked(row: TextLine, width: int) -> TextLine:
    """Return the selected row: on a surface, with a mark in its margin."""
    margin, style_of_margin = row[0]
    marked = ((" ▌", "strong on current"), (margin[2:], style_of_margin), *row[1:])
    return fitted(marked, width, "current")


def _choices_of(rule: str) -> tuple[Any, ...]:
    """Return what can be chosen for a rule, in order; nothing where a value is typed."""
    return tuple(_LEVELS) if rule == "levels" else values_of(rule)
