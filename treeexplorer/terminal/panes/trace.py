"""The trace card: the steps as a table that goes along with the search."""

from __future__ import annotations

from treeexplorer.numerals import shown
from treeexplorer.search import Record, StepKind
from treeexplorer.search.labels import short_address
from treeexplorer.search.record import Step
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.ink import Ink
from treeexplorer.terminal.panes.moment import number, sign_of
from treeexplorer.terminal.session import Session
from treeexplorer.terminal.styled import Styled
from treeexplorer.text import shorten
from treeexplorer.text import width as cells


def first_shown(session: Session, height: int) -> int:
    """Return the first step of the table when it has room for some rows."""
    room = max(1, height - 1)
    last = max(1, session.record.steps - room + 1)
    return max(1, min(session.step - room * 2 // 3, last))


def trace(session: Session, ink: Ink, width: int, height: int) -> list[Styled]:
    """Return the table: step, what happens, v, α and β afterwards; later steps are quiet."""
    record = session.record
    numbers = len(str(record.steps)) + 1
    value = 6
    room = width - numbers - 3 * value - 2
    lines = [
        ink.line(
            (" " * (width - 3 * value), ""),
            *(
                (" " * (value - cells(ink.text(letter))) + letter, styles.HEADING)
                for letter in "vαβ"
            ),
        )
    ]
    first = first_shown(session, height)
    for at in range(first, min(record.steps, first + height - 2) + 1):
        if at > session.step:
            break
        step = record.step(at)
        style = styles.STRONG if at == session.step else ""
        alpha, beta = step.window or (None, None)
        columns = ["" if end is None else shown(end) for end in (step.v, alpha, beta)]
        what = ink.text(shorten(_what(record, step), max(4, room)))
        marker = "▶" if at == session.step else " "
        is_cut = step.kind is StepKind.CUT
        lines.append(
            ink.line(
                (marker, styles.CURRENT),
                (str(at).rjust(numbers - 1) + " ", style or styles.QUIET),
                (what + " " * (room - cells(what)), styles.CUT if is_cut else style),
                *((" " * (value - cells(ink.text(c))) + c, style) for c in columns),
            )
        )
    if session.step == 0:
        lines.append(ink.line((" nothing has happened yet", styles.QUIET)))
    return lines


def _what(record: Record, step: Step) -> str:
    name = record.tree.names.get(step.node) or short_address(record.tree, step.node)
    name = f"{sign_of(record, step.node)}{name}"
    if step.kind is StepKind.VISIT:
        return f"enter {name}"
    if step.kind is StepKind.LEAF:
        return f"read {number(step.value)}"
    cross = "╳ " if step.kind is StepKind.CUT else ""
    return f"{cross}{number(step.value)} to {name}"
