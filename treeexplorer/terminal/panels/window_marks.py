"""What is written in the closing window: the window of a child, a cut-off, who has which number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from treeexplorer.engine.analysis import analysis_of
from treeexplorer.errors import present
from treeexplorer.explain.child_windows import ChildWindows, owners
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.numbers import shown
from treeexplorer.terminal.lines import (
    TextLine,
    edge_window,
    length,
    line,
    run_together,
    sentence,
    spelt,
)
from treeexplorer.terminal.panels.chart import Chart
from treeexplorer.terminal.panels.window_places import Stretch, WindowPlaces
from treeexplorer.tree import Number

_HATCHED: Final = "pruned on pruned_surface"
_BESIDE_WINDOW: Final = 3
"""The cells between the window and a text beside it: the axis, with a free cell on either side."""
_FREE_BESIDE_AXIS: Final = 1
"""The columns between the axis and the window."""
_FREE_BESIDE_TEST: Final = 1
"""The columns between the test of a cut-off and the column of the child that caused it."""
_FREE_AT_THE_END: Final = 2
"""The columns behind a text on a line, in which that is seen to go on."""


def paint_entry(chart: Chart, child: Stretch, rows: dict[Number, int], staying_row: int) -> None:
    """Write the window with which a child was entered next to the line of the bound that stays.

    It stands between the two lines that bound the window, above α or below β, whichever stays; it
    is left out where it has no room. Here α stays at 3, and β comes down in the next column::

        +∞ ━━━━━━━━┓
                   ┃
             3 ┃ +∞┃
         3 ━━━━━━━━━

    Args:
        chart: What is painted on.
        child: The columns of the child; in the first of them the line may rise or fall.
        rows: The row of each number, the greatest at the top, which is row 0.
        staying_row: The row of the bound that stays.
    """
    low, high = child.window
    row_of_upper_bound = rows[high]
    row_of_lower_bound = rows[low]
    row_above = staying_row - 1
    row_below = staying_row + 1
    upper_bound_stays = staying_row == row_of_upper_bound
    row = row_below if upper_bound_stays else row_above

    free_columns = child.columns[1:]
    text = spelt(edge_window(present(child.entry)))
    columns_to_spare = len(free_columns) - length(text)
    is_between_lines = row_of_upper_bound < row < row_of_lower_bound
    if is_between_lines and columns_to_spare >= 0:
        pieces = [(part, f"{style} on current") for part, style in text]
        chart.put(row, free_columns.start + columns_to_spare // 2, pieces)


def paint_cut(
    chart: Chart,
    snapshot: Snapshot,
    places: WindowPlaces,
    staying_row: int,
    *,
    upper_moved: bool,
) -> None:
    """Hatch what a cut-off skips, and write its test in red.

    One end of the window has moved to the other one, whose line stays in its row. The part between
    that row and the side from which the end came is hatched. The test stands in the first row
    behind the line, or on the line where the chart ends there. Here β came down to 2, and α stays
    at 3::

        +∞ ━━━━━━━━┓  ╱ ╱ pruned ╱ ╱
                   ┃ ╱ ╱ ╱ ╱ ╱ ╱ ╱ ╱
         3 ━━━━━━━━┃━━━━━━━━━━━━━━━━
                   ┃  ╳ 3 ≥ 2
         2         ●

    Args:
        chart: What is painted on.
        snapshot: The step of the cut-off.
        places: Where the windows stand.
        staying_row: The row of the bound that stays, counted from the top.
        upper_moved: Whether the upper end of the window came down to the lower one, which stays;
            else the lower end rose.
    """
    first_row = 0
    last_row = chart.height - 1
    if upper_moved:
        rows_above_line = range(staying_row)
        hatched_rows = rows_above_line
        test_row = min(staying_row + 1, last_row)
    else:
        rows_below_line = range(staying_row + 1, chart.height)
        hatched_rows = rows_below_line
        test_row = max(staying_row - 1, first_row)
    for columns in places.pruned:
        _hatch(chart, hatched_rows, columns, _word_for_skipped(snapshot))
    _paint_test(chart, snapshot, places, test_row)


def _word_for_skipped(snapshot: Snapshot) -> str:
    """Return what to call the branches behind a cut-off: pruned, or skipped if read before."""
    is_pruned = analysis_of(snapshot.record).is_pruned(present(snapshot.cut), snapshot.step)
    return " pruned " if is_pruned else " skipped "


def _hatch(chart: Chart, rows: range, columns: range, word: str) -> None:
    """Hatch a part of the chart, with a word in its middle where it has room.

    For example::

         ╱ ╱ ╱ ╱ ╱ ╱
        ╱  pruned ╱
         ╱ ╱ ╱ ╱ ╱ ╱

    Args:
        chart: What is painted on.
        rows: The rows of the part, from the top; none if there is nothing to hatch.
        columns: The columns of the part.
        word: The word, with a blank at either side.
    """
    for row in rows:
        for column in columns:
            # Like the black squares of a chessboard.
            has_stroke = (column + row) % 2 == 1
            sign = "╱" if has_stroke else " "
            chart.put(row, column, [(sign, _HATCHED)])
    free_columns = len(columns) - len(word)
    if rows and free_columns > 0:
        middle_row = rows[len(rows) // 2]
        chart.put(middle_row, columns.start + free_columns // 2, [(word, _HATCHED)])


def _paint_test(chart: Chart, snapshot: Snapshot, places: WindowPlaces, row: int) -> None:
    """Write the test of a cut-off, such as ``╳ 3 ≥ 2``, in red on a row of the chart.

    It stands beside the column of the child whose value caused the cut-off, on the side where the
    pruned children stand, and one column is left free between::

        search from the left:    │  ╳ 3 ≥ 2       from the right:     ╳ 3 ≥ 2  │

    Args:
        chart: What is painted on; it ignores what lies outside of it.
        snapshot: The step of the cut-off.
        places: The columns of the children.
        row: The row to write on, from 0 at the top.
    """
    # Without the numbers of the test the word alone is written.
    test = "CUT" if snapshot.test is None else str(snapshot.test.bare)
    text = spelt(line((f" ╳ {test} ", "bold on_cut on cut_surface")))
    child_column = places.last_entered
    # The first pruned columns decide; without any the text goes to the right.
    is_pruned_at_left = bool(places.pruned) and places.pruned[0].stop <= child_column
    if is_pruned_at_left:
        stop = child_column - _FREE_BESIDE_TEST
        start = stop - length(text)
    else:
        column_behind_child = child_column + 1
        start = column_behind_child + _FREE_BESIDE_TEST
    chart.put(row, start, text)


def paint_numbers(
    chart: Chart, windows: ChildWindows, places: WindowPlaces, rows: dict[Number, int], step: int
) -> None:
    """Write the numbers of the rows, and who has α and β, on an axis beside the window.

    For example::

        α ▲root has 3 ┤ ━━━━━━━
                      │
           β ▽B has 2 ┤

    The axis is at the left of the window, or where that has no room at its right. Without room on
    either side α, β and the numbers of what is left now are written on their own lines.

    Args:
        chart: What is painted on.
        windows: The windows that a node gave to its children.
        places: The columns of the chart in which they stand.
        rows: The row of each number, from 0 at the top.
        step: The number of the step.
    """
    texts = _texts_of_numbers(windows, rows, step)
    texts_by_row = {rows[number]: text for number, text in texts.items()}
    room_needed = max(map(length, texts.values())) + _BESIDE_WINDOW
    columns = places.columns
    room_at_left = columns.start
    room_at_right = chart.width - columns.stop
    if room_at_left >= room_needed:
        column_before_window = columns.start - 1
        chart.axis(column_before_window - _FREE_BESIDE_AXIS, texts_by_row, is_left=True)
    elif room_at_right >= room_needed:
        column_behind_window = columns.stop
        chart.axis(column_behind_window + _FREE_BESIDE_AXIS, texts_by_row, is_left=False)
    else:
        without_repeats = dict.fromkeys((*windows.bounds, *windows.now))
        for number in without_repeats:
            _paint_on_line(chart, rows[number], columns.stop, texts[number])


def _paint_on_line(chart: Chart, row: int, stop: int, text: TextLine) -> None:
    """Write a text on a line of the window, close to the column before which that stops."""
    with_blanks = line(" ", *text, " ")
    start = stop - _FREE_AT_THE_END - length(with_blanks)
    chart.put(row, max(0, start), with_blanks)


def _texts_of_numbers(
    windows: ChildWindows, rows: dict[Number, int], step: int
) -> dict[Number, TextLine]:
    """Return what is written beside the row of each number: who has it, else the number alone.

    For example ``{3: "α ▲root has 3", 2: "β ▽B has 2", +∞: "+∞"}``. A number that several have
    names them all: ``α ▲root has 3  β ▽B has 3``.

    Args:
        windows: The windows over the children of a node.
        rows: The row of each number.
        step: The step; 0, at which no node is entered yet, counts as 1.
    """
    texts_by_number: dict[Number, list[TextLine]] = {number: [] for number in rows}
    # Each phrase says who has a number, such as ``α ▲root has 3``.
    for number, phrase in owners(windows, max(1, step)):
        has_row = number in rows
        if has_row:
            texts_by_number[number].append(spelt(sentence(phrase)))
    return {number: _owners_or_number(number, texts) for number, texts in texts_by_number.items()}


def _owners_or_number(number: Number, owners_of_number: Sequence[TextLine]) -> TextLine:
    """Return on one line who has a number; if nobody has it, the number alone."""
    if not owners_of_number:
        return spelt(line((shown(number), "quiet")))
    return run_together(owners_of_number, "  ")
