"""The code card: the listing of the search, with the lines that the step executes marked."""

from __future__ import annotations

from treeexplorer.search.forms import executed, listing
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
        is_marked = number in marked
        indent = len(text) - len(text.lstrip())
        style = styles.STRONG if is_marked else styles.QUIET
        room = max(12, width - 4 - indent)
        parts = ink.line((" ".join(text.split()), style)).wrap(room)
        for position, part in enumerate(parts):
            if is_marked:
                focus.append(len(lines))
            marker = ink.line(("▶" if is_marked and position == 0 else " ", styles.CURRENT))
            hang = indent + (2 if position else 0)
            lines.append(marker + Styled(" " * hang) + part)
    lines = [ink.fitted(line, width) if line.cell_length > width else line for line in lines]
    if len(lines) <= height:
        return lines
    middle = (focus[0] + focus[-1]) // 2 if focus else 0
    first = max(0, min(middle - height // 2, len(lines) - height))
    if focus and focus[-1] >= first + height:
        first = focus[-1] - height + 1
    return lines[first : first + height]
