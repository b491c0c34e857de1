"""The closing window: what is left for each child of the open node, in the columns of the drawing.

The bound that the node's player moves is a stepped line: each child has it as it was entered, and
each step stands in the column of the child that made it. The other bound runs across. What lies
between them is the window; where they meet is the cut-off, hatched beyond. Of a node that is only
asked how it compares with a number that number runs across, and v is the stepped line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from treeexplorer.drawing.focus import Focus
from treeexplorer.drawing.layout import Layout
from treeexplorer.drawing.placement import arrange
from treeexplorer.drawing.styled_text import Look, Size
from treeexplorer.engine import StepKind
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.errors import present
from treeexplorer.explain.child_windows import (
    ChildWindows,
    child_windows,
    owners,
    what_moves,
    window_heading,
)
from treeexplorer.explain.sentence import ItemList, Node, Phrase
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.numbers import shown
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    edge_window,
    fitted,
    length,
    line,
    sentence,
    spelt,
)
from treeexplorer.terminal.panels.chart import Chart
from treeexplorer.terminal.panels.window_places import Stretch, WindowPlaces, window_places
from treeexplorer.tree import GameTree, Number, Window

LEAST_HEIGHT: Final = 12
_COLOURS: Final = ("bold max", "bold min")  # of α and β
_BEFORE_THE_FIRST_STEP: Final = (
    line(("What lies between α and β is still possible.", "quiet")),
    line(("Where nothing is left between them, the rest is pruned.", "quiet")),
)
"""How the window is read, as long as nothing is in it."""
_HATCHED: Final = "pruned on pruned_surface"


def closing_window(
    snapshot: Snapshot, layout: Layout, width: int, height: int, *, marks: bool = False
) -> list[TextLine]:
    """Return the window of the node that is open over its children, a line for each row.

    Nothing where no node with a window is open, or its children have no columns. With ``marks`` the
    line of β is dashed, which its colour would tell.
    """
    windows = child_windows(snapshot, width)
    if windows is None or height < LEAST_HEIGHT:
        return []
    places = window_places(windows, layout, width, is_cut=snapshot.cut is not None)
    if places is None:
        return []
    chart = Chart(width, height - 2)
    _paint(chart, snapshot, windows, places, marks=marks)
    if snapshot.kind is StepKind.START:
        middle = places.columns[len(places.columns) // 2]
        for row, text in enumerate(map(spelt, _BEFORE_THE_FIRST_STEP), chart.height // 2 - 1):
            chart.put(row, max(0, middle - length(text) // 2), text)
    return [fitted(_title(windows, places), width), BLANK, *chart.lines()]


def rows_for_window(tree: GameTree, look: Look, room: Size, focus: Focus) -> int:
    """Return how many rows below a drawing that has a room show the window; 0 where too few."""
    layout = arrange(tree, look, room, focus)
    spare = room.height - (layout.height - layout.top) - 2
    return spare if spare >= LEAST_HEIGHT else 0


def _title(windows: ChildWindows, places: WindowPlaces) -> TextLine:
    """Return whose window it is, which of its ends moves, and an order that is not that drawn."""
    order: TextLine = BLANK
    if places.order:
        names = ItemList(tuple(Node(windows.record.tree, child) for child in places.order))
        order = sentence(Phrase("   entered in the order {nodes}", nodes=names), "quiet")
    title = sentence(window_heading(windows), "bold quiet")
    return line(" ", *title, "   ", *sentence(what_moves(windows), "quiet"), *order)


def _paint(
    chart: Chart, snapshot: Snapshot, windows: ChildWindows, places: WindowPlaces, *, marks: bool
) -> None:
    """Paint windows, the bound that stays, the one that moves, a cut-off and the numbers."""
    moved = windows.moved
    rows = _rows_of_numbers([windows.now, *(each.left for each in places.children)], chart.height)
    stays = rows[windows.now[1 - moved]]
    for child in places.children:
        _paint_window(chart, child, rows, stays)
    columns = places.columns
    is_beta = marks and not moved
    chart.line(columns.start, [stays] * len(columns), _COLOURS[1 - moved], is_dashed=is_beta)
    steps: list[int | None] = [None] * len(columns)
    for stretch in places.line:
        for column in range(stretch.first, stretch.stop):
            steps[column - columns.start] = rows[stretch.left[moved]]
    chart.line(columns.start, steps, _COLOURS[moved], is_dashed=marks and bool(moved))
    if snapshot.cut is not None:
        chart.put(rows[windows.now[moved]], places.at, [("●", _COLOURS[moved])])
        _paint_cut(chart, snapshot, places, stays, 2 * moved - 1)
    _paint_numbers(chart, windows, places, rows, snapshot.step)


def _rows_of_numbers(windows: Sequence[Window], height: int) -> dict[Number, int]:
    """Return the row of each number: evenly apart, the greatest at the top."""
    numbers = sorted({end for window in windows for end in window}, reverse=True)
    apart = (height - 2) / max(1, len(numbers) - 1)
    return {number: round(place * apart) for place, number in enumerate(numbers)}


def _paint_window(chart: Chart, child: Stretch, rows: dict[Number, int], stays: int) -> None:
    """Paint a surface between the bounds, and the child's own window beside the one that stays.

    The first column is left for the step of the bound that moves.
    """
    low, high = child.left
    size = child.stop - child.first - 1
    for row in range(rows[high] + 1, rows[low]):
        chart.put(row, child.first + 1, [(" " * size, "on current")])
    row = stays - 1
    if stays == rows[high]:
        row = stays + 1
    text = spelt(edge_window(present(child.entry)))
    if length(text) <= size and rows[high] < row < rows[low]:
        start = child.first + 1 + (size - length(text)) // 2
        chart.put(row, start, [(sign, f"{style} on current") for sign, style in text])


def _paint_cut(
    chart: Chart, snapshot: Snapshot, places: WindowPlaces, stays: int, down: int
) -> None:
    """Hatch what a cut-off skips of the window, and put the slab beyond the bound that stays."""
    word = " skipped "
    if analysis_of(snapshot.record).is_pruned(present(snapshot.cut), snapshot.step):
        word = " pruned "
    hatched = range(stays) if down > 0 else range(stays + 1, chart.height)
    for columns in places.pruned:
        for row in hatched:
            signs = [" ╱"[(column + row) % 2] for column in columns]
            chart.put(row, columns.start, [("".join(signs), _HATCHED)])
        if hatched and len(columns) > len(word):
            middle = columns[(len(columns) - len(word)) // 2]
            chart.put(hatched[len(hatched) // 2], middle, [(word, _HATCHED)])
    test = "CUT" if snapshot.test is None else str(snapshot.test.bare)
    slab = spelt(line((f" ╳ {test} ", "bold on_cut on cut_surface")))
    start = places.at + 2
    if places.pruned and places.pruned[0].stop <= places.at:
        start = places.at - 1 - length(slab)
    chart.put(max(0, min(stays + down, chart.height - 1)), start, slab)


def _paint_numbers(
    chart: Chart, windows: ChildWindows, places: WindowPlaces, rows: dict[Number, int], step: int
) -> None:
    """Write the numbers beside the window, and who has α and β, on the side that has room.

    Where none has, the numbers of what is left now stand on their lines.
    """
    texts: dict[Number, TextLine] = {}
    for number, words in owners(windows, step).values():
        if number in rows:
            gap = "  " if number in texts else ""
            texts[number] = line(*texts.get(number, BLANK), gap, *spelt(sentence(words)))
    for number in rows:
        texts.setdefault(number, spelt(line((shown(number), "quiet"))))
    widest = max(map(length, texts.values())) + 3
    columns = places.columns
    if columns.start >= widest:
        beside = {rows[number]: text for number, text in texts.items()}
        chart.axis(columns.start - 2, beside, is_left=True)
    elif chart.width - columns.stop >= widest:
        beside = {rows[number]: text for number, text in texts.items()}
        chart.axis(columns.stop + 1, beside, is_left=False)
    else:
        for number in windows.now:
            text = line(" ", *texts[number], " ")
            chart.put(rows[number], max(0, columns.stop - 2 - length(text)), text)
