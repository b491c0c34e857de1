"""The trace of a search as a table: the one that students hand in, as Markdown or as CSV.

Both are made row by row, so that a long search can be piped on while it is being written.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from treeexplorer import numbers
from treeexplorer.engine.record import Record, StepKind
from treeexplorer.explain.snapshot import Snapshot, snapshot
from treeexplorer.explain.words import question
from treeexplorer.tree import Number

HEADINGS: Final = ("step", "node", "what happens", "v", "α", "β", "note")
_RIGHT_ALIGNED: Final = frozenset({"step", "v", "α", "β"})
_MARKDOWN_SPECIAL: Final = re.compile(r"([\\`*_\[\]<>|~#&!$])")
_FORMULA_START: Final = tuple("=+-@＝＋－＠")


@dataclass(frozen=True, slots=True)
class TraceRow:
    """One step of a search as the cells of a table.

    Attributes:
        step: The number of the step, from 1.
        node: The node's sign and name.
        event: What happens there, in a few words.
        v: The node's v afterwards; ``None`` where it has none.
        alpha: α on entry, or afterwards where a value arrives; ``None`` where there is no window.
        beta: β, likewise.
        note: The step in a sentence.
    """

    step: int
    node: str
    event: str
    v: Number | None
    alpha: Number | None
    beta: Number | None
    note: str


def trace_rows(record: Record) -> Iterator[TraceRow]:
    """Yield the rows of a trace, one a step."""
    for number in range(1, record.steps + 1):
        now = snapshot(record, number)
        alpha, beta = now.at.window or (None, None)
        yield TraceRow(
            step=number,
            node=_node(now),
            event=_event(now),
            v=now.at.v,
            alpha=alpha,
            beta=beta,
            note=now.sentence,
        )


def _node(now: Snapshot) -> str:
    """Return the sign of a node's player and its label, of a leaf its label alone."""
    player = now.record.tree.player(now.node)
    return f"{player.sign if player else ''}{now.record.tree.labels.label(now.node)}"


def _event(now: Snapshot) -> str:
    if now.child is None:
        if now.kind is StepKind.LEAF:
            return f"leaf: {numbers.shown(now.at.value or 0)}"
        null = now.record.null(now.at.call)
        return f"enter: {question(now.record, now.at.call)}" if null else "enter"
    value = "" if now.at.value is None else numbers.shown(now.at.value)
    arrival = f"{value} arrives from {now.record.tree.labels.label(now.child)}"
    if now.cut is None:
        return arrival
    return f"{arrival}: {'β' if now.cut.kind == 'beta' else 'α'} cut-off"


def trace_markdown(record: Record) -> Iterator[str]:
    """Yield the trace as the lines of a Markdown table, without line ends.

    Names are escaped: whatever a file calls its nodes, the table shows it and does not obey it.
    """
    yield _markdown_line(HEADINGS)
    yield _markdown_line("---:" if name in _RIGHT_ALIGNED else "---" for name in HEADINGS)
    for row in trace_rows(record):
        yield _markdown_line(
            (
                str(row.step),
                escaped(row.node),
                escaped(row.event),
                *(_shown(number) for number in (row.v, row.alpha, row.beta)),
                escaped(row.note),
            )
        )


def _markdown_line(cells: tuple[str, ...] | Iterator[str]) -> str:
    return f"| {' | '.join(cells)} |"


def escaped(cell: str) -> str:
    """Return a text that Markdown shows as it stands."""
    return _MARKDOWN_SPECIAL.sub(r"\\\1", cell).replace("\n", " ")


def _shown(number: Number | None) -> str:
    return "" if number is None else numbers.shown(number)


def trace_csv(record: Record) -> Iterator[str]:
    """Yield the trace as the lines of a CSV table, without line ends.

    Numbers are written with an ASCII sign (``-3``, ``inf``), so that a spreadsheet reads them as
    numbers; a text that it would take for a formula gets an apostrophe in front.
    """
    yield _csv_line(HEADINGS)
    for row in trace_rows(record):
        yield _csv_line(
            (
                str(row.step),
                _no_formula(row.node),
                _no_formula(row.event),
                *(
                    "" if number is None else numbers.written(number)
                    for number in (row.v, row.alpha, row.beta)
                ),
                _no_formula(row.note),
            )
        )


def _csv_line(cells: tuple[str, ...]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="").writerow(cells)
    return buffer.getvalue()


def _no_formula(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA_START) else cell
