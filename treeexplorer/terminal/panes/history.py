"""The history card: how the root's window closed in over the steps, as a small plot."""

from __future__ import annotations

import math

from treeexplorer.numerals import shown
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.ink import Ink
from treeexplorer.terminal.panes.gauge import Scale
from treeexplorer.terminal.session import Session
from treeexplorer.terminal.styled import Styled
from treeexplorer.tree import FULL_WINDOW, Number, Window


def history(session: Session, ink: Ink, scale: Scale, width: int, height: int) -> list[Styled]:
    """Return the plot: steps to the right, values upwards, the root's window between α and β."""
    rows = max(3, min(height - 3, 12))
    room = max(8, width - 10)
    windows = _windows(session, room)
    grid = [[" "] * room for _ in range(rows)]
    for column, window in enumerate(windows):
        alpha, beta = (_row(scale, end, rows) for end in window)
        grid[beta][column] = "─" if math.isinf(window[1]) else "━"
        grid[alpha][column] = "─" if math.isinf(window[0]) else "━"
    last = windows[-1] if windows else FULL_WINDOW
    labels = {
        _row(scale, last[1], rows): ("β", last[1]),
        _row(scale, last[0], rows): ("α", last[0]),
    }
    lines = []
    for row in range(rows):
        letter, value = labels.get(row, ("", None))
        label = "" if value is None else f"{letter} {shown(value)}"
        style = styles.ALPHA if letter == "α" else styles.BETA
        lines.append(
            ink.line(
                " ",
                ("".join(grid[row][: len(windows)]), "$text-accent"),
                " ",
                (label, style),
            )
        )
    lines.append(ink.line((f" step 0 to {session.step}", styles.QUIET)))
    return lines


def _windows(session: Session, room: int) -> list[Window]:
    """Return the root's window at as many steps as there are columns, up to the one shown."""
    record = session.record
    if session.step == 0:
        return [record.rules.window]
    columns = min(room, session.step + 1)
    found: list[Window] = []
    for column in range(columns):
        step = round(column * session.step / max(1, columns - 1))
        state = record.state(0, step)
        latest = found[-1] if found else record.rules.window
        found.append(state.window or state.entry or latest)
        if step == record.steps and record.complete and column:
            last = record.step(step)
            found[-1] = last.window if last.node == 0 and last.window else latest
    return found


def _row(scale: Scale, value: Number, rows: int) -> int:
    if math.isinf(value):
        return 0 if value > 0 else rows - 1
    inner = scale.place(value, max(2, rows - 2))
    return rows - 2 - inner if rows > 3 else rows - 1 - inner
