"""How much was read, how much was saved, and how much is to come."""

from __future__ import annotations

from treeexplorer.numbers import grouped
from treeexplorer.terminal.lines import TextLine, line
from treeexplorer.terminal.view import View

_LABEL = 9


def counts_bars(view: View, width: int, height: int) -> list[TextLine]:
    """Return bars of the leaves read, pruned and to come, and the number of cut-offs."""
    snapshot = view.snapshot
    total = max(1, snapshot.leaves)
    rows = [
        ("read", snapshot.read, "█", "decided", "bold decided"),
        ("pruned", snapshot.pruned, "╱", "pruned on pruned_surface", "pruned"),
        ("to come", snapshot.to_come, "░", "ghost", "quiet"),
    ]
    digits = max(len(grouped(count)) for _, count, *_ in rows)
    room = max(4, width - _LABEL - digits - 2)
    lines = []
    for name, count, sign, style, number_style in rows:
        cells = min(room, max(1 if count else 0, round(count * room / total)))
        lines.append(
            line(
                (f"{name:<{_LABEL}}", "quiet"),
                (sign * cells, style),
                " " * (room - cells + 2),
                (grouped(count).rjust(digits), number_style),
            )
        )
    cutoffs = len(view.record.cuts)
    of = f"  of {grouped(cutoffs)}" if view.record.complete else ""
    lines += [
        (),
        line(("cut-offs  ", "quiet"), (grouped(snapshot.cutoffs), "bold strong"), (of, "quiet")),
    ]
    return lines[:height]
