"""What is written in the closing window: the window of a child, a cut-off, who has which number."""

from __future__ import annotations

from typing import Final

from treeexplorer.engine.analysis import analysis_of
from treeexplorer.errors import present
from treeexplorer.explain.child_windows import ChildWindows, owners
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.numbers import shown
from treeexplorer.terminal.lines import BLANK, TextLine, edge_window, length, line, sentence, spelt
from treeexplorer.terminal.panels.chart import Chart
from treeexplorer.terminal.panels.window_places import Stretch, WindowPlaces
from treeexplorer.tree import Number

_HATCHED: Final = "pruned on pruned_surface"


def paint_entry(chart: Chart, child: Stretch, rows: dict[Number, int], staying_row: int) -> None:
    """Write a child's own window beside the bound that stays, where it has room between both."""
    low, high = child.left
    size = child.stop - child.first - 1
    row = staying_row - 1
    if staying_row == rows[high]:
        row = staying_row + 1
    text = spelt(edge_window(present(child.entry)))
    if length(text) <= size and rows[high] < row < rows[low]:
        start = child.first + 1 + (size - length(text)) // 2
        chart.put(row, start, [(sign, f"{style} on current") for sign, style in text])


def paint_cut(
    chart: Chart, snapshot: Snapshot, places: WindowPlaces, staying_row: int, *, is_below: bool
) -> None:
    """Hatch what a cut-off skips of the window, and put the slab beyond the bound that stays.

    Args:
        chart: The chart.
        snapshot: The step of the cut-off.
        places: Where the windows stand.
        staying_row: The row of the bound that stays.
        is_below: Whether it is the lower one, below which the other end has come.
    """
    word = " skipped "
    if analysis_of(snapshot.record).is_pruned(present(snapshot.cut), snapshot.step):
        word = " pruned "
    hatched_rows = range(staying_row) if is_below else range(staying_row + 1, chart.height)
    for columns in places.pruned:
        _hatch(chart, hatched_rows, columns, word)
    slab_row = staying_row + 1 if is_below else staying_row - 1
    _paint_slab(chart, snapshot, places, max(0, min(slab_row, chart.height - 1)))


def _hatch(chart: Chart, rows: range, columns: range, word: str) -> None:
    """Hatch a part of the chart, with a word in its middle where it has room."""
    for row in rows:
        start = (columns.start + row) % 2  # each row is one sign off the one above it
        signs = (" ╱" * len(columns))[start : start + len(columns)]
        chart.put(row, columns.start, [(signs, _HATCHED)])
    if rows and len(columns) > len(word):
        middle = columns[(len(columns) - len(word)) // 2]
        chart.put(rows[len(rows) // 2], middle, [(word, _HATCHED)])


def _paint_slab(chart: Chart, snapshot: Snapshot, places: WindowPlaces, row: int) -> None:
    """Put the test, red, beside the child of the cut-off, on the side of what is pruned."""
    test = "CUT" if snapshot.test is None else str(snapshot.test.bare)
    slab = spelt(line((f" ╳ {test} ", "bold on_cut on cut_surface")))
    is_pruned_at_left = bool(places.pruned) and places.pruned[0].stop <= places.at
    start = places.at - 1 - length(slab) if is_pruned_at_left else places.at + 2
    chart.put(row, start, slab)


def paint_numbers(
    chart: Chart, windows: ChildWindows, places: WindowPlaces, rows: dict[Number, int], step: int
) -> None:
    """Write the numbers beside the window, and who has α and β, on the side that has room.

    Where none has, α and β and the numbers of what is left now stand on their lines.
    """
    texts = _texts_of_numbers(windows, rows, step)
    by_row = {rows[number]: text for number, text in texts.items()}
    needed = max(map(length, texts.values())) + 3
    columns = places.columns
    if columns.start >= needed:
        chart.axis(columns.start - 2, by_row, is_left=True)
    elif chart.width - columns.stop >= needed:
        chart.axis(columns.stop + 1, by_row, is_left=False)
    else:
        for number in dict.fromkeys((*windows.bounds, *windows.now)):
            text = line(" ", *texts[number], " ")
            chart.put(rows[number], max(0, columns.stop - 2 - length(text)), text)


def _texts_of_numbers(
    windows: ChildWindows, rows: dict[Number, int], step: int
) -> dict[Number, TextLine]:
    """Return what is written beside each number that has a row: who has it, else it alone."""
    texts: dict[Number, TextLine] = {}
    for number, words in owners(windows, max(1, step)):
        if number in rows:
            gap = "  " if number in texts else ""
            texts[number] = line(*texts.get(number, BLANK), gap, *spelt(sentence(words)))
    for number in rows:
        texts.setdefault(number, spelt(line((shown(number), "quiet"))))
    return texts
