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


def trace(view: View, width: int, height: int) -> list[TextLine]:
    """Return the table up to the step that is shown: what happens, v, α and β afterwards."""
    record, here = view.record, view.step
    columns = [("v", "quiet"), ("α", "bold max"), ("β", "bold min")][: 3 if view.has_windows else 1]
    heading = line(
        ("TRACE".ljust(width - 1 - _NUMBER * len(columns)), "bold quiet"),
        *((letter.rjust(_NUMBER), style) for letter, style in columns),
    )
    digits = len(str(record.steps))
    # The table stands still until it is full; then its first quarter goes.
    full = max(1, height - 1)
    quarter = max(1, full // 4)
    first = max(0, (here - full - 1) // quarter + 1) * quarter + 1
    room = width - 4 - digits - _NUMBER * len(columns)
    rows = [
        _row(record, at, (digits, room, width), len(columns), is_here=at == here)
        for at in range(first, here + 1)
    ]
    return [heading, *rows][:height]


def _row(
    record: Record, at: int, widths: tuple[int, int, int], columns: int, *, is_here: bool
) -> TextLine:
    digits, room, width = widths
    step = record.step(at)
    is_cut = step.kind is StepKind.CUT
    style = "bold strong" if is_here else "text"
    alpha, beta = step.window or (None, None)
    what = shorten(_what(record, step), max(4, room))
    cut = "bold on_cut" if is_here else "bold cut"
    text = line(
        (str(at).rjust(digits), style if is_here else "quiet"),
        (" ╳ " if is_cut else "   ", cut),
        (what + " " * (room - cells(what)), cut if is_cut else style),
        *(
            (
                (("" if end is None else shown(end)).rjust(_NUMBER)),
                cut if is_cut and is_here else style,
            )
            for end in (step.v, alpha, beta)[:columns]
        ),
    )
    if not is_here:
        return text
    return fitted(text, width, "cut_surface" if is_cut else "current")


def _what(record: Record, step: Step) -> str:
    labels = record.tree.labels
    if step.kind is StepKind.VISIT:
        return f"enter {labels.text(step.node)}"
    if step.kind is StepKind.LEAF:
        return f"read {labels.text(step.node)}"
    if step.child is None:
        return ""
    return f"{labels.text(step.child)} → {labels.text(step.node)}"
