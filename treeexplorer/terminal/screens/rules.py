"""The rules: every convention of the search; each change is tried at once and its effect told."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, Final, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType

from treeexplorer.engine.algorithms import explain_why_idle
from treeexplorer.explain.differences import effect
from treeexplorer.numbers import counted
from treeexplorer.rules import (
    CONVENTIONS,
    Convention,
    convention,
    find_rule_value,
    list_rule_values,
    parse_rule,
    title_of,
)
from treeexplorer.terminal import messages
from treeexplorer.terminal.keys import LOOK, key, more
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    fitted,
    indent,
    join_at_columns,
    line,
    sentence,
    wrapped,
)
from treeexplorer.terminal.panels.status import render_title_with_badge
from treeexplorer.terminal.screens.base import ListScreen, UpperScreen
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.line_view import LineView, Words
from treeexplorer.text import as_sentence
from treeexplorer.tree import Player

_SEARCH_TIMEOUT_SECONDS: Final = 1.0
_ORIGIN_IN_WORDS: Final = {
    "file": "from the file",
    "option": "from the call",
    "course file": "from the course file",
    "chosen here": "chosen here",
}
_MEANING_OF_LEVELS: Final = {
    (Player.MAX, Player.MIN): "MAX moves at the root, then they take turns.",
    (Player.MIN, Player.MAX): "MIN moves at the root, then they take turns.",
    (Player.MAX, Player.MIN, Player.MIN): "MAX, then two opponents one after the other.",
    (Player.MAX,): "MAX moves everywhere.",
    (Player.MIN,): "MIN moves everywhere.",
}
_MEANING_OF_TYPED_RULES: Final = {
    "window": "The root's α and β; if narrow, the value is a bound.",
    "range": "From where to where all values lie: more can be pruned.",
    "depth": "Search so many plies, then use the estimates (~).",
}
_MAX_WORDS_HEIGHT: Final = 4
"""The lines that what a rule changes may take below the rules."""
_MIN_HEIGHT_WITH_MARGIN: Final = 24
_MARGIN_WIDTH: Final = 3
_VALUE_COLUMN: Final = 15
_RIGHT_MARGIN: Final = 2
_MIN_EXPLANATION_WIDTH: Final = 20  # cells for an explanation; a narrower screen cuts it
_COLUMN_STARTS: Final = (0, _VALUE_COLUMN - _MARGIN_WIDTH - 2, 45)
"""Where name, value and origin begin behind the margin; a value has two cells for an arrow."""


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
        self.page = LineView(self._render_lines)

    def heading(self, width: int) -> TextLine:
        what = line(("what the search goes by ", "quiet"))
        return render_title_with_badge(self.view.title, "RULES", what, width)

    def parts(self) -> ComposeResult:
        yield self.page
        yield Words(self._render_effect, surface="panel")

    def give_room(self, width: int, height: int) -> None:
        least_lines_of_words = 3 if height >= _MIN_HEIGHT_WITH_MARGIN else 1
        self.query_one(Words).fit(width, least_lines_of_words, _MAX_WORDS_HEIGHT)

    def show(self) -> None:
        super().show()
        width, height = self.page.size
        if width > 0 and height > 0:
            selected_rows = self._lay_out_rules(width, height).rows_of_selected
            self.page.reveal(selected_rows.start, len(selected_rows))

    def _render_lines(self, width: int, height: int) -> list[TextLine]:
        return self._lay_out_rules(width, height).lines

    def _lay_out_rules(self, width: int, height: int) -> _RulesLayout:
        """Return the lines of all rules with their explanations, and the rows of the selected rule.

        If there is room for it, a blank line separates the rules.
        """
        lines_of_rule = 3  # its row, about one for its explanation, and a blank one
        height_with_gaps = lines_of_rule * len(CONVENTIONS) + 1
        gap = [BLANK] if height >= height_with_gaps else []
        lines: list[TextLine] = [BLANK]
        rows_by_rule: dict[str, range] = {}
        for rule in CONVENTIONS:
            first_row = len(lines)
            lines += [self._render_row(rule, width), *self._render_explanation(rule, width)]
            rows_by_rule[rule.name] = range(first_row, len(lines))
            lines += gap

        rows_of_selected = rows_by_rule[self.selected]
        line_above = rows_of_selected.start - 1
        return _RulesLayout(lines, range(line_above, rows_of_selected.stop))

    def _render_row(self, rule: Convention, width: int) -> TextLine:
        """Return the row of a rule: its name, its value, and where the value comes from.

        A rule that has no effect under the other rules is pale. The selected row is highlighted.
        """
        has_effect = explain_why_idle(self.view.rules, rule.name) is None
        is_selected = rule.name == self.selected
        if not has_effect:
            style = "ghost"
        elif is_selected:
            style = "bold text"
        else:
            style = "text"
        origin = _ORIGIN_IN_WORDS.get(self.view.resolved.origins[rule.name], "")
        cells = [line((rule.title, style)), self._render_value(rule), line((origin, "quiet"))]
        row = join_at_columns(cells, _COLUMN_STARTS)
        if is_selected:
            mark = (" ▌", "strong on current")
            return fitted((mark, (" ", ""), *row), width, "current")
        return ((" " * _MARGIN_WIDTH, ""), *row)

    def _render_value(self, rule: Convention) -> TextLine:
        """Return the value of a rule; of the selected rule between arrows: ``‹ fail-soft ›``."""
        rules = self.view.rules
        value = title_of(rule.name, rules.get_effective_value(rule.name))
        if explain_why_idle(rules, rule.name) is not None:
            # Blanks in place of the arrows, so that all values begin in one column.
            return line("  ", (value, "ghost"), "  ")
        if rule.name == self.selected and _list_choices(rule.name):
            return line(("‹ ", "quiet"), (value, "bold strong"), (" ›", "quiet"))
        return line("  ", (value, "bold strong"), "  ")

    def _render_explanation(self, rule: Convention, width: int) -> list[TextLine]:
        """Return the lines below a rule: what its value means, or why it has no effect."""
        is_idle = explain_why_idle(self.view.rules, rule.name) is not None
        style = "ghost" if is_idle else "quiet"
        room = max(_MIN_EXPLANATION_WIDTH, width - _VALUE_COLUMN - _RIGHT_MARGIN)
        return indent(wrapped(sentence(self._explain_value(rule), style), room), _VALUE_COLUMN)

    def _explain_value(self, rule: Convention) -> str:
        """Return what the value of a rule means, or why the rule has no effect."""
        rules = self.view.rules
        reason_without_effect = explain_why_idle(rules, rule.name)
        if reason_without_effect is not None:
            return f"Decides nothing: {reason_without_effect}."
        if rule.name in _MEANING_OF_TYPED_RULES:
            return f"{_MEANING_OF_TYPED_RULES[rule.name]} ↵ types it."
        if rule.name == "levels":
            return _MEANING_OF_LEVELS.get(rules.levels, "As the file has it.")
        return find_rule_value(rule.name, getattr(rules, rule.name)).explanation

    def _render_effect(self) -> list[TextLine]:
        """Return the effect of the last change, or else what the search costs.

        For example ``7 leaves are read, 2 cut-offs.`` A search that has not ended has no costs.
        """
        record = self.view.record
        text = self.message
        if not text and record.complete:
            leaves = counted(record.evaluated, "leaf is", "leaves are")
            cutoffs = counted(len(record.cuts), "cut-off", "cut-offs")
            text = f"{leaves} read, {cutoffs}."
        lines_above = [BLANK] if self.app.size.height >= _MIN_HEIGHT_WITH_MARGIN else []
        return [*lines_above, sentence(text, "bold strong")]

    def action_go(self, rows: int) -> None:
        """Move the selection down by some rules; a single step wraps around at the ends."""
        names = [rule.name for rule in CONVENTIONS]
        index = names.index(self.selected) + rows
        is_single_step = abs(rows) == 1
        if is_single_step:
            index %= len(names)
        else:
            index = max(0, min(index, len(names) - 1))
        self.selected = names[index]
        self.message = ""
        self.show()

    def action_change(self, by: int) -> None:
        """Choose the next value of the selected rule (1), or the previous one (-1), cyclically.

        If the value is a number, ask for it.
        """
        rules = self.view.rules
        reason_without_effect = explain_why_idle(rules, self.selected)
        if reason_without_effect is not None:
            self.say(f"Nothing changed: {reason_without_effect}.")
            return
        choices = _list_choices(self.selected)
        if not choices:
            self.action_type()
            return

        value = getattr(rules, self.selected)
        # A value from the file may not be among the choices. It stands before them.
        if value not in choices:
            choices = (value, *choices)
        new_index = (choices.index(value) + by) % len(choices)
        self._change_selected_rule(choices[new_index])

    def action_type(self) -> None:
        """Ask for a value of the selected rule, which the user types."""
        rule = convention(self.selected)
        examples = rule.example
        if rule.values:
            examples = ", ".join(value.title for value in rule.values)

        # Called for each text that is typed: the prompt shows the error as a remark.
        def parse_answer(text: str) -> messages.LineAction:
            value = parse_rule(rule.name, text)
            description = f"↵ chooses {title_of(rule.name, value)}"
            return messages.LineAction(description, partial(self._change_selected_rule, value))

        self.post_message(messages.AskForLine(rule.help, f"such as {examples}", parse_answer))

    def _change_selected_rule(self, value: object) -> None:
        self._search_under_rules({**self.view.bookmark.changed_rules, self.selected: value})

    def action_undo(self) -> None:
        self._search_under_rules({})

    def _search_under_rules(self, changed_rules: dict[str, Any]) -> None:
        """Search again under changed rules, and show the effect, or why it is not possible.

        Args:
            changed_rules: The values of all rules that were changed on this screen, by name.
        """
        record_before = self.view.record
        try:
            self.view.choose_rules(changed_rules)
        except ValueError as error:  # the view has kept its rules
            self.say(f"Not possible: {as_sentence(str(error))}")
            return
        self.view.search_on(_SEARCH_TIMEOUT_SECONDS)
        self.say(str(effect(record_before, self.view.record)))


def _list_choices(rule: str) -> tuple[Any, ...]:
    """Return the values that can be chosen for a rule; none if a number is typed instead."""
    return tuple(_MEANING_OF_LEVELS) if rule == "levels" else list_rule_values(rule)
