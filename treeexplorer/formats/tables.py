"""The trace of a search as a table: the one that students hand in, as Markdown or as CSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final, TypeAlias

from treeexplorer.engine.record import Record, StepKind
from treeexplorer.explain.phrases import question
from treeexplorer.explain.snapshot import Snapshot, snapshot
from treeexplorer.numbers import shown
from treeexplorer.text import in_markdown, render_csv
from treeexplorer.tree import Number

TABLE_HEADINGS: Final = ("step", "node", "what happens", "v", "α", "β", "note")
_RIGHT_ALIGNED: Final = frozenset({"step", "v", "α", "β"})

_Cell: TypeAlias = str | Number | None


def _build_rows(record: Record) -> Iterator[tuple[_Cell, ...]]:
    """Yield the cells of each step: α and β on entry, or afterwards where a value arrives."""
    for step_number in range(1, record.steps + 1):
        step = snapshot(record, step_number)
        alpha, beta = (None, None) if step.at.window is None else step.at.window
        yield (
            step_number,
            _format_node_with_sign(record, step.node),
            _describe_event(record, step),
            step.at.v,
            alpha,
            beta,
            step.sentence,
        )


def _describe_event(record: Record, step: Snapshot) -> str:
    """Return in words what happens in a step of a search.

    A node is entered (``enter``), a leaf is read (``leaf: 5``), or a child returns its value to its
    parent (``5 arrives from B``), which may end with a cut-off: ``5 arrives from B: β cut-off``.
    """
    value = "" if step.at.value is None else shown(step.at.value)
    # There is a child only in a step in which its value arrives.
    if step.child is not None:
        arrival = f"{value} arrives from {record.tree.labels.full_label(step.child)}"
        return arrival if step.cut is None else f"{arrival}: {step.cut.letter} cut-off"

    if step.kind is StepKind.LEAF:
        return f"leaf: {value}"

    # A search with a null window only asks a question, such as whether a node is worth more than 5.
    # The question is told, too.
    if record.has_null_window(step.at.call):
        return f"enter: {question(record, step.at.call)}"
    return "enter"


def _format_node_with_sign(record: Record, node: int) -> str:
    """Return the label of a node with its player's sign before it; a leaf has no sign."""
    player = record.tree.player(node)
    sign = "" if player is None else player.sign
    return f"{sign}{record.tree.labels.full_label(node)}"


def trace_markdown(record: Record) -> str:
    """Return the trace as a Markdown table.

    Names are escaped: whatever a file calls its nodes, the table shows it and does not obey it.
    """
    lines = [_format_line(TABLE_HEADINGS), _format_line(map(_format_rule, TABLE_HEADINGS))]
    lines += [_format_line(map(_format_markdown_cell, row)) for row in _build_rows(record)]
    return "".join(lines)


def _format_line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def _format_rule(heading: str) -> str:
    """Return what stands below a heading, and says to which side its column is aligned."""
    return "---:" if heading in _RIGHT_ALIGNED else "---"


def _format_markdown_cell(cell: _Cell) -> str:
    if isinstance(cell, str):
        return in_markdown(cell)
    return "" if cell is None else shown(cell)


def trace_csv(record: Record) -> str:
    """Return the trace as CSV, its numbers as a spreadsheet reads them: ``-3``, ``inf``, 0.5."""
    rows = (list(map(_convert_csv_cell, row)) for row in _build_rows(record))
    return render_csv([TABLE_HEADINGS, *rows])


def _convert_csv_cell(cell: _Cell) -> _Cell | float:
    return float(cell) if isinstance(cell, Fraction) else cell
