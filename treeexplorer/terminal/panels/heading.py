"""The first line of a screen, and the counter before the timeline."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from treeexplorer.explain.sentence import Phrase
from treeexplorer.explain.words import conventions
from treeexplorer.rules import Rules
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
    while len(parts) > 1 and sum(len(str(part)) + 2 for part in parts) > room:
        expected = [part for part in parts if part in usual]
        if not expected:
            break
        parts.remove(expected[0])
    return rules_line(parts)


def rules_line(parts: Iterable[Phrase]) -> TextLine:
    """Return rules side by side, α and β in their colours."""
    return tuple(piece for part in parts for piece in (*sentence(part, "quiet"), ("  ", "")))


def counter(view: View) -> TextLine:
    """Return the number of the step, and of how many."""
    more = "" if view.record.complete else "+"
    return line(
        (" step ", "quiet"), (str(view.step), "bold strong"), (f"/{view.steps}{more}", "quiet")
    )
