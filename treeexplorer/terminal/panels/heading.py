"""The first line of a screen, and the counter before the timeline."""

from __future__ import annotations

from typing import Final

from treeexplorer.engine import algorithm_of
from treeexplorer.rules import Rules, title_of
from treeexplorer.terminal.lines import BLANK, TextLine, beside, length, line, sentence
from treeexplorer.terminal.view import View
from treeexplorer.text import shorten
from treeexplorer.text import width as text_width

_SHORTEST_TITLE: Final = 8


def heading(view: View, width: int, mode: str = "") -> TextLine:
    """Return the title, the mode of the screen as a badge, and the rules.

    Args:
        view: What is looked at.
        width: The room in cells.
        mode: The badge, such as ``PRACTISE``.
    """
    title = view.title
    if len(view.exercises) > 1:
        title = f"{title}  {view.index + 1}/{len(view.exercises)}"
    if view.has_edits:
        title += " (edited)"
    badge = len(mode) + 4 if mode else 0
    rules = _rules(view.rules, width - text_width(title) - badge - 4)
    room = width - badge - length(rules) - 2
    return badged(shorten(title, max(_SHORTEST_TITLE, room)), mode, rules, width)


def badged(title: str, mode: str, right: TextLine, width: int) -> TextLine:
    """Return a title, a mode as a badge behind it, and what stands at the right if it has room."""
    badge = line("  ", (f" {mode} ", "bold ground on min")) if mode else BLANK
    left = (*line((f" {title}", "bold strong")), *badge)
    return beside(left, right if length(left) + length(right) < width else BLANK, width)


def _rules(rules: Rules, room: int) -> TextLine:
    """Return the rules; where room is short, without those that everybody expects."""
    parts, usual = conventions(rules), conventions(Rules())
    while len(parts) > 1 and sum(map(len, parts)) + 2 * len(parts) > room:
        expected = [part for part in parts if part in usual]
        if not expected:
            break
        parts.remove(expected[0])
    return sentence("  ".join(parts) + " ", "quiet")


def conventions(rules: Rules) -> list[str]:
    """Return the algorithm, the cut test where there is one, and everything unusual."""
    row = algorithm_of(rules)
    parts = [row.title]
    if rules.fixes_its_own_rules:
        parts[0] += f" ({rules.form})"
    if row.has_windows:
        parts.append(f"cut when α {rules.test_sign} β")
    if rules.hard and not rules.fixes_its_own_rules:
        parts.append("fail-hard")
    words = {"order": "", "window": "window ", "depth": "", "levels": ""}
    if row.takes_guess:
        words["first_guess"] = "guess "
    if row.knows_range:
        words["leaf_range"] = "leaves "
    for name, word in words.items():
        value = getattr(rules, name)
        if value != getattr(Rules(), name):
            parts.append(f"{word}{title_of(name, value)}")
    return parts


def counter(view: View) -> TextLine:
    """Return the number of the step, and of how many."""
    more = "" if view.record.complete else "+"
    return line(
        (" step ", "quiet"), (str(view.step), "bold strong"), (f"/{view.steps}{more}", "quiet")
    )
