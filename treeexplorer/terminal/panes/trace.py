"""The trace card: the steps as a table that goes along with the search."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from treeexplorer.engine import Record, StepKind
from treeexplorer.engine.labels import short_address
from treeexplorer.engine.record import Step
from treeexplorer.numbers import shown
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.ink import Ink
from treeexplorer.terminal.panes.moment import number, sign_of
from treeexplorer.terminal.session import Session
from treeexplorer.terminal.styled import Styled
from treeexplorer.text import shorten
from treeexplorer.text import width as cells

_VALUE: Final = 6  # cells for a number


def first_shown(session: Session, height: int) -> int:
    """Return the first step of the table when it has room for some rows.

    The table stands still until it is full; then its first quarter goes.
    """
    room = max(1, height - 1)
    quarter = max(1, room // 4)
    return max(0, (session.step - room - 1) // quarter + 1) * quarter + 1


def trace(session: Session, ink: Ink, width: int, height: int) -> list[Styled]:
    """Return the table up to the step that is shown: what happens, v, α and β afterwards."""
    record, here = session.record, session.step
    heading = [(ink.text(letter).rjust(_VALUE), styles.HEADING) for letter in "vαβ"]
    lines = [ink.line(" " * (width - len("vαβ") * _VALUE), *heading)]
    if here == 0:
        return [*lines, ink.line((" nothing has happened yet", styles.QUIET))]
    numbers = len(str(record.steps)) + 1
    return lines + [
        _row(record, at, ink, (width, numbers), is_here=at == here)
        for at in range(first_shown(session, height), here + 1)
    ]


@lru_cache(maxsize=512)
def _row(record: Record, at: int, ink: Ink, widths: tuple[int, int], *, is_here: bool) -> Styled:
    """Return the row of a step, which looks the same as long as it is or is not the last one."""
    width, numbers = widths
    step = record.step(at)
    style = styles.STRONG if is_here else ""
    alpha, beta = step.window or (None, None)
    columns = ["" if end is None else shown(end) for end in (step.v, alpha, beta)]
    room = width - numbers - len(columns) * _VALUE - 2
    what = ink.text(shorten(_what(record, step), max(4, room)))
    return ink.line(
        ("▶" if is_here else " ", styles.CURRENT),
        (str(at).rjust(numbers - 1) + " ", style or styles.QUIET),
        (
            what + " " * (room - cells(what)),
            styles.CUT if step.kind is StepKind.CUT else style,
        ),
        *((ink.text(column).rjust(_VALUE), style) for column in columns),
    )


def _what(record: Record, step: Step) -> str:
    name = record.tree.names.get(step.node) or short_address(record.tree, step.node)
    name = f"{sign_of(record, step.node)}{name}"
    if step.kind is StepKind.VISIT:
        return f"enter {name}"
    if step.kind is StepKind.LEAF:
        return f"read {number(step.value)}"
    cross = "╳ " if step.kind is StepKind.CUT else ""
    return f"{cross}{number(step.value)} to {name}"
