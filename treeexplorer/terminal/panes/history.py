"""The history card: how the root's window closed in over the steps, as a small plot."""

from __future__ import annotations

import math
from functools import lru_cache

from treeexplorer.engine import Record
from treeexplorer.numbers import shown
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
        label = "" if value is None else f" {letter} {shown(value)}"
        style = styles.ALPHA if letter == "α" else styles.BETA
        lines.append(
            ink.line(
                " ",
                ("".join(grid[row][: len(windows)]).rstrip(), "$text-accent"),
                (label, style),
            )
        )
    lines.append(ink.line((f" step 0 to {session.step}", styles.QUIET)))
    return lines


def _windows(session: Session, room: int) -> list[Window]:
    """Return the root's window at no more steps than there are columns, up to the one shown.

    The steps lie a power of two apart, so that the plot grows to the right and seldom closes up.
    """
    record, step = session.record, session.step
    if step == 0:
        return [record.rules.window]
    apart = 1
    while step // apart >= room - 1:
        apart *= 2
    found = [_window_at(record, at) or record.rules.window for at in range(0, step, apart)]
    if step < record.steps or not record.complete:
        return [*found, _window_at(record, step) or found[-1]]
    last = record.step(step)
    return [*found, last.window if last.node == 0 and last.window else found[-1]]


@lru_cache(maxsize=4096)
def _window_at(record: Record, step: int) -> Window | None:
    """Return the root's window at a step, which stays what it is while the search goes on."""
    state = record.state(0, step)
    return state.window or state.entry


def _row(scale: Scale, value: Number, rows: int) -> int:
    if math.isinf(value):
        return 0 if value > 0 else rows - 1
    inner = scale.place(value, max(2, rows - 2))
    return rows - 2 - inner if rows > 3 else rows - 1 - inner
