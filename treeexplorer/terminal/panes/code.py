"""The code card: the listing of the search, with the lines that the step executes marked."""

from __future__ import annotations

from functools import lru_cache

from treeexplorer.engine.forms import executed, listing
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.ink import Ink
from treeexplorer.terminal.session import Session
from treeexplorer.terminal.styled import Styled


def code(session: Session, ink: Ink, width: int, height: int) -> list[Styled]:
    """Return the listing; where it is longer than the room, the part around what is executed."""
    record = session.record
    shown = listing(record.rules, chance=record.tree.has_chance)
    marked = set(executed(record, session.step))
    lines: list[Styled] = []
    focus: list[int] = []
    for number, text in enumerate(shown.lines):
        parts = _wrapped(ink, text, width, is_marked=number in marked)
        if number in marked:
            focus.extend(range(len(lines), len(lines) + len(parts)))
        lines.extend(parts)
    if len(lines) <= height:
        return lines
    first = _first_seen(focus[0], focus[-1], height) if focus else 0
    first = min(first, len(lines) - height)
    return lines[first : first + height]


def _first_seen(first: int, last: int, height: int) -> int:
    """Return from where a long listing is shown: it turns by half pages, else it stands still."""
    half = max(1, height // 2)
    turned = max(0, -(-(last + 1 - height) // half)) * half
    return min(turned, first) if last - first < height else last + 1 - height


def lines_needed(session: Session, ink: Ink, width: int) -> int:
    """Return how many lines the whole listing takes, with its heading."""
    record = session.record
    shown = listing(record.rules, chance=record.tree.has_chance)
    return 1 + sum(len(_wrapped(ink, text, width, is_marked=False)) for text in shown.lines)


@lru_cache(maxsize=512)
def _wrapped(ink: Ink, text: str, width: int, *, is_marked: bool) -> tuple[Styled, ...]:
    """Return a line of a listing in as many lines as it needs, its indentation kept."""
    indent = len(text) - len(text.lstrip())
    style = styles.STRONG if is_marked else styles.QUIET
    parts = ink.line((" ".join(text.split()), style)).wrap(max(12, width - 4 - indent))
    marker = ink.line(("▶" if is_marked else " ", styles.CURRENT))
    first, hang = marker + Styled(" " * indent), Styled(" " * (indent + 3))
    lines = [(hang if position else first) + part for position, part in enumerate(parts)]
    return tuple(ink.fitted(line, width) for line in lines)
