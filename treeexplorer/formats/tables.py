"""The trace of a search as a table: the one that students hand in, as Markdown or as CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from treeexplorer.engine.record import Record, StepKind
from treeexplorer.explain.phrases import question
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.numbers import shown
from treeexplorer.text import csv_text, in_markdown
from treeexplorer.tree import Number

HEADINGS: Final = ("step", "node", "what happens", "v", "α", "β", "note")
_RIGHT_ALIGNED: Final = frozenset({"step", "v", "α", "β"})

_Cell: TypeAlias = str | Number | None


def _rows(record: Record) -> Iterator[tuple[_Cell, ...]]:
    """Yield the cells of each step: α and β on entry, or afterwards where a value arrives."""
    tree, labels = record.tree, record.tree.labels
    for number in range(1, record.steps + 1):
        now = snapshot(record, number)
        value = "" if now.at.value is None else shown(now.at.value)
        if now.child is not None:
            event = f"{value} arrives from {labels.label(now.child)}"
            if now.cut is not None:
                event += f": {now.cut.letter} cut-off"
        elif now.kind is StepKind.LEAF:
            event = f"leaf: {value}"
        else:
            null = record.null(now.at.call)
            event = f"enter: {question(record, now.at.call)}" if null else "enter"
        player, (alpha, beta) = tree.player(now.node), now.at.window or (None, None)
        node = f"{player.sign if player else ''}{labels.label(now.node)}"
        yield number, node, event, now.at.v, alpha, beta, now.sentence


def trace_markdown(record: Record) -> str:
    """Return the trace as a Markdown table.

    Names are escaped: whatever a file calls its nodes, the table shows it and does not obey it.
    """
    rules = ["---:" if name in _RIGHT_ALIGNED else "---" for name in HEADINGS]
    rows: list[Sequence[str]] = [HEADINGS, rules]
    for row in _rows(record):
        cells = ("" if cell is None else cell for cell in row)
        rows.append([in_markdown(each) if isinstance(each, str) else shown(each) for each in cells])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def trace_csv(record: Record) -> str:
    """Return the trace as CSV, its numbers as a spreadsheet reads them: ``-3``, ``inf``, 0.5."""
    rows = (
        [float(cell) if isinstance(cell, Fraction) else cell for cell in row]
        for row in _rows(record)
    )
    return csv_text([HEADINGS, *rows])
