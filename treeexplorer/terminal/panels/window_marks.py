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


def paint_entry(chart: Chart, child: Stretch, rows: dict[Number, int], stays: int) -> None:
    """Write a child's own window beside the bound that stays, where it has room between both."""
    low, high = child.left
    size = child.stop - child.first - 1
    row = stays - 1
    if stays == rows[high]:
        row = stays + 1
    text = spelt(edge_window(present(child.entry)))
    if length(text) <= size and rows[high] < row < rows[low]:
        start = child.first + 1 + (size - length(text)) // 2
        chart.put(row, start, [(sign, f"{style} on current") for sign, style in text])


def paint_cut(
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


def paint_numbers(
    chart: Chart, windows: ChildWindows, places: WindowPlaces, rows: dict[Number, int], step: int
) -> None:
    """Write the numbers beside the window, and who has α and β, on the side that has room.

    Where none has, α and β and the numbers of what is left now stand on their lines.
    """
    texts: dict[Number, TextLine] = {}
    for number, words in owners(windows, max(1, step)):
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
        for number in dict.fromkeys((*windows.bounds, *windows.now)):
            text = line(" ", *texts[number], " ")
            chart.put(rows[number], max(0, columns.stop - 2 - length(text)), text)
