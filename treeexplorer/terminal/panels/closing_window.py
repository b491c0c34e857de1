"""The closing window: what is left for each child of the open node, in the columns of the drawing.

The bound that the node's player moves is a stepped line: each child has it as it was entered, and
the step to the next one stands in the column of the child that made it. The other bound runs
across. What lies between them is the window; where they meet is the cut-off, hatched beyond.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final, NamedTuple

from treeexplorer.drawing.layout import Layout
from treeexplorer.engine import Record
from treeexplorer.errors import present
from treeexplorer.explain.sentence import Letter, Node, Phrase
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.judging.facts import holders
from treeexplorer.numbers import shown
from treeexplorer.terminal.lines import BLANK, TextLine, edge_window, fitted, length, line, sentence
from treeexplorer.terminal.panels.chart import Chart
from treeexplorer.tree import CHANCE_ROLE, MAX_ROLE, Number, Window

LEAST_HEIGHT: Final = 12
_MARGIN: Final = 8
"""How far the window reaches beyond the first child and the last one."""
_COLOURS: Final = ("bold max", "bold min")  # of α and β
_PRUNED: Final = " pruned "
_HATCHED: Final = "pruned on pruned_surface"


class _WindowPart(NamedTuple):
    """Columns, and the window in them: that of a child, or at last what is left.

    It goes from ``first`` to before ``stop``; the search comes to it at the column ``at``.
    """

    first: int
    stop: int
    at: int
    window: Window


def closing_window(snapshot: Snapshot, layout: Layout, width: int, height: int) -> list[TextLine]:
    """Return the window of the node that is open over its children, a line for each row.

    Nothing where no node with a window is open, or its children do not all stand in a row.
    """
    call = _open_call(snapshot)
    if call is None or height < LEAST_HEIGHT:
        return []
    parts = _parts(snapshot, call, layout, width)
    if not parts:
        return []
    chart = Chart(width, height - 2)
    _paint(chart, snapshot, call, parts)
    return [fitted(_title(snapshot.record, call), width), BLANK, *chart.lines()]


def _open_call(snapshot: Snapshot) -> int | None:
    """Return the innermost call that is open, or that a value has just reached."""
    record = snapshot.record
    node = snapshot.current
    if node is None or not record.has_windows or record.scopes:
        return None
    if record.is_evaluated(node):
        node = record.tree.parent[node]
    if node < 0 or record.tree.roles[node] == CHANCE_ROLE:
        return None
    return record.row_at(node, snapshot.step)


def _parts(snapshot: Snapshot, call: int, layout: Layout, width: int) -> list[_WindowPart]:
    """Return the window that each child was entered with, and at last the one that is left.

    A child has the columns between the one entered before it and itself. There are none where the
    search does not go from one side to the other, or a child is not drawn.
    """
    record = snapshot.record
    items = layout.items
    node = record.node(call)
    drawn = [layout.columns[item] for item in items.children(items.item(node))]
    if not drawn or not all(items.is_plain(items.item(child)) for child in record.children(node)):
        return []
    windows: list[Window] = []
    edges = [max(0, drawn[0] - _MARGIN), min(width, drawn[-1] + _MARGIN)]
    if record.rules.right_to_left:
        edges.reverse()
    for child in record.children(node):
        row = record.row_at(child, snapshot.step)
        if row is not None and record.parent_row(row) == call:
            windows.append(record.entry(row))
            edges.insert(-1, layout.columns[items.item(child)])
    windows.append(record.window_at(call, snapshot.step))
    if edges != sorted(edges, reverse=record.rules.right_to_left):
        return []
    return [
        _WindowPart(min(ends), max(ends), min(ends[0], max(ends) - 1), window)
        for ends, window in zip(pairwise(edges), windows, strict=True)
    ]


def _title(record: Record, call: int) -> TextLine:
    """Return whose window it is, and which of its ends moves."""
    node = record.node(call)
    heading = sentence(Phrase("THE WINDOW OF {node}", node=Node(record.tree, node)), "bold quiet")
    moves = Phrase("each child can bring {β} down; {α} stays")
    if record.tree.roles[node] == MAX_ROLE:
        moves = Phrase("each child can bring {α} up; {β} stays")
    return line(" ", *heading, "   ", *sentence(moves, "quiet"))


def _paint(chart: Chart, snapshot: Snapshot, call: int, parts: list[_WindowPart]) -> None:
    """Paint windows, the bound that stays, the one that moves, a cut-off and the numbers."""
    record = snapshot.record
    moved = int(record.tree.roles[record.node(call)] != MAX_ROLE)
    now = parts[-1]
    rows = _rows_of_numbers(parts, chart.height)
    stays = rows[now.window[1 - moved]]
    for part in parts[:-1]:
        _paint_window(chart, part, rows, stays)
    first = min(part.first for part in parts)
    stop = max(part.stop for part in parts)
    chart.line(first, [stays] * (stop - first), _COLOURS[1 - moved])
    steps: list[int | None] = [None] * (stop - first)
    for part in parts:
        columns = range(part.first, part.stop)
        if part is now and snapshot.cut is not None:
            columns = range(now.at, now.at + 1)
        for column in columns:
            steps[column - first] = rows[part.window[moved]]
    chart.line(first, steps, _COLOURS[moved])
    if snapshot.cut is not None:
        chart.put(rows[now.window[moved]], now.at, [("●", _COLOURS[moved])])
        _paint_cut(chart, now, stays, 2 * moved - 1, str(present(snapshot.test).bare))
    _paint_numbers(chart, snapshot, call, rows, range(first, stop))


def _rows_of_numbers(parts: list[_WindowPart], height: int) -> dict[Number, int]:
    """Return the row of each number: evenly apart, the greatest at the top."""
    numbers = sorted({end for part in parts for end in part.window}, reverse=True)
    apart = (height - 2) / max(1, len(numbers) - 1)
    return {number: round(place * apart) for place, number in enumerate(numbers)}


def _paint_window(chart: Chart, part: _WindowPart, rows: dict[Number, int], stays: int) -> None:
    """Paint a surface between the bounds, and both numbers beside the one that stays.

    The first column is left for the step of the bound that moves.
    """
    alpha, beta = part.window
    size = part.stop - part.first - 1
    for row in range(rows[beta] + 1, rows[alpha]):
        chart.put(row, part.first + 1, [(" " * size, "on current")])
    row = stays - 1
    if stays == rows[beta]:
        row = stays + 1
    text = edge_window(part.window)
    if length(text) <= size and rows[beta] < row < rows[alpha]:
        start = part.first + 1 + (size - length(text)) // 2
        chart.put(row, start, [(sign, f"{style} on current") for sign, style in text])


def _paint_cut(chart: Chart, now: _WindowPart, stays: int, down: int, test: str) -> None:
    """Hatch what a cut-off leaves of the window, and write the test beyond the bound that stays."""
    beyond = [column for column in range(now.first, now.stop) if abs(column - now.at) > 1]
    hatched = range(stays) if down > 0 else range(stays + 1, chart.height)
    for row in hatched:
        for column in beyond:
            chart.put(row, column, [(" ╱"[(column + row) % 2], _HATCHED)])
    if hatched and len(beyond) > len(_PRUNED):
        middle = beyond[(len(beyond) - len(_PRUNED)) // 2]
        chart.put(hatched[len(hatched) // 2], middle, [(_PRUNED, _HATCHED)])
    slab = [(f" ╳ {test} ", "bold on_cut on cut_surface")]
    start = now.at + 2
    if now.at > now.first:
        start = now.at - 1 - length(slab)
    chart.put(max(0, min(stays + down, chart.height - 1)), start, slab)


def _paint_numbers(
    chart: Chart, snapshot: Snapshot, call: int, rows: dict[Number, int], columns: range
) -> None:
    """Write the numbers beside the window, and who has α and β, on the side that has room."""
    record = snapshot.record
    texts: dict[Number, TextLine] = {}
    owners = holders(record, call, snapshot.step)
    for letter, has, style in zip(Letter, owners, _COLOURS, strict=True):
        if has is not None and has.value in rows:
            name = Node(record.tree, has.node)
            words = sentence(Phrase("{node} has {value}", node=name, value=has.value))
            owner = line((f" {letter.value} ", style), *words)
            texts[has.value] = line(*texts.get(has.value, BLANK), *owner)
    for number in rows:
        texts.setdefault(number, line((shown(number), "quiet")))
    widest = max(map(length, texts.values())) + 3
    is_left = columns.start >= widest
    if is_left or chart.width - columns.stop >= widest:
        axis = columns.start - 2 if is_left else columns.stop + 1
        chart.axis(axis, {rows[number]: text for number, text in texts.items()}, is_left=is_left)
