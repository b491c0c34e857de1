"""The trace of a search as a table: the one that students hand in, as Markdown or as CSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final, TypeAlias

from treeexplorer.engine.record import Record, StepKind
from treeexplorer.explain.snapshot import Snapshot, snapshot
from treeexplorer.explain.words import question
from treeexplorer.numbers import shown
from treeexplorer.text import csv_text, in_markdown
from treeexplorer.tree import Number

HEADINGS: Final = ("step", "node", "what happens", "v", "α", "β", "note")
_RIGHT_ALIGNED: Final = frozenset({"step", "v", "α", "β"})

_Cell: TypeAlias = str | Number | None


def _rows(record: Record) -> Iterator[tuple[_Cell, ...]]:
    """Yield the cells of each step: α and β on entry, or afterwards where a value arrives."""
    for number in range(1, record.steps + 1):
        now = snapshot(record, number)
        alpha, beta = now.at.window or (None, None)
        yield number, _node(now), _event(now), now.at.v, alpha, beta, now.sentence


def _node(now: Snapshot) -> str:
    """Return the sign of a node's player and its label, of a leaf its label alone."""
    player = now.record.tree.player(now.node)
    return f"{player.sign if player else ''}{now.record.tree.labels.label(now.node)}"


def _event(now: Snapshot) -> str:
    if now.child is None:
        if now.kind is StepKind.LEAF:
            return f"leaf: {shown(now.at.value or 0)}"
        null = now.record.null(now.at.call)
        return f"enter: {question(now.record, now.at.call)}" if null else "enter"
    value = "" if now.at.value is None else shown(now.at.value)
    arrival = f"{value} arrives from {now.record.tree.labels.label(now.child)}"
    if now.cut is None:
        return arrival
    return f"{arrival}: {now.cut.letter} cut-off"


def trace_markdown(record: Record) -> str:
    """Return the trace as a Markdown table.

    Names are escaped: whatever a file calls its nodes, the table shows it and does not obey it.
    """
    rules = ["---:" if name in _RIGHT_ALIGNED else "---" for name in HEADINGS]
    rows: list[Iterable[str]] = [HEADINGS, rules]
    rows += [map(_in_markdown, row) for row in _rows(record)]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _in_markdown(cell: _Cell) -> str:
    if cell is None:
        return ""
    return in_markdown(cell) if isinstance(cell, str) else shown(cell)


def trace_csv(record: Record) -> str:
    """Return the trace as CSV.

    Numbers are written with an ASCII sign (``-3``, ``inf``) and means as decimals, so that a
    spreadsheet reads them as numbers; a text that it would take for a formula gets an apostrophe
    in front.
    """
    return csv_text([HEADINGS, *(map(_in_csv, row) for row in _rows(record))])


def _in_csv(cell: _Cell) -> str | float | None:
    return float(cell) if isinstance(cell, Fraction) else cell
