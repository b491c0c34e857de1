"""The trace: the steps as a table that goes along with the search."""

from __future__ import annotations

from typing import Final

from treeexplorer.engine import Record, StepKind
from treeexplorer.engine.record import Step
from treeexplorer.numbers import shown
from treeexplorer.terminal.lines import TextLine, fitted, line
from treeexplorer.terminal.view import View
from treeexplorer.text import shorten
from treeexplorer.text import width as cells

_NUMBER: Final = 7  # cells for v, α or β
_ACTION: Final = 10  # cells for what happens, before the numbers stand closer together


def trace(view: View, width: int, height: int) -> list[TextLine]:
    """Return the table up to the step that is shown: what happens, v, α and β afterwards."""
    record, here = view.record, view.step
    columns = [("v", "quiet"), ("α", "bold max"), ("β", "bold min")][: 3 if view.has_windows else 1]
    digits = len(str(record.steps))
    # The table stands still until it is full; then its first quarter goes.
    full = max(1, height - 1)
    quarter = max(1, full // 4)
    first = max(0, (here - full - 1) // quarter + 1) * quarter + 1
    number = _NUMBER
    if width - 4 - digits - number * len(columns) < _ACTION:  # as narrow as the numbers are
        ends = (end for at in range(first, here + 1) for end in _ends(record.step(at)))
        number = min(_NUMBER, 1 + max(map(cells, ends), default=0))
    room = width - 4 - digits - number * len(columns)
    lines: list[TextLine] = [
        line(
            ("TRACE".ljust(width - 1 - number * len(columns)), "bold quiet"),
            *((letter.rjust(number), style) for letter, style in columns),
        )
    ]
    for at in range(first, here + 1):
        step, is_here = record.step(at), at == here
        is_cut = step.kind is StepKind.CUT
        style = "bold strong" if is_here else "text"
        what = shorten(_what(record, step), max(4, room))
        text = line(
            (str(at).rjust(digits), style if is_here else "quiet"),
            (" ╳ " if is_cut else "   ", style),
            (what + " " * (room - cells(what)), style),
            *((end.rjust(number), style) for end in _ends(step)[: len(columns)]),
        )
        lines.append(fitted(text, width, "current") if is_here else text)
    return lines[:height]


def _ends(step: Step) -> tuple[str, ...]:
    alpha, beta = step.window or (None, None)
    return tuple("" if end is None else shown(end) for end in (step.v, alpha, beta))


def _what(record: Record, step: Step) -> str:
    labels = record.tree.labels
    if step.kind is StepKind.VISIT:
        return f"enter {labels.text(step.node)}"
    if step.kind is StepKind.LEAF:
        return f"read {labels.text(step.node)}"
    if step.child is None:
        return ""
    return f"{labels.text(step.child)} → {labels.text(step.node)}"
