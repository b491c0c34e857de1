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
    join_lines,
    length,
    line,
    render_edge_window,
    sentence,
    spelt,
)
from treeexplorer.terminal.panels.chart import Chart
from treeexplorer.terminal.panels.window_places import Stretch, WindowPlaces
from treeexplorer.tree import Number

_HATCHED_STYLE: Final = "pruned on pruned_surface"
_GAP_BESIDE_WINDOW: Final = 3
"""The cells between the window and a text beside it: the axis, with a free cell on either side."""
_GAP_BESIDE_AXIS: Final = 1
"""The columns between the axis and the window."""
_GAP_BESIDE_TEST: Final = 1
"""The columns between the test of a cut-off and the column of the child that caused it."""
_GAP_AT_END: Final = 2
"""The columns behind a text on a line, in which that is seen to go on."""


def draw_entry_window(
    chart: Chart, child: Stretch, rows: dict[Number, int], fixed_row: int
) -> None:
    """Draw the window with which a child was entered, such as ``3 ┃ +∞``, in the child's columns.

    It stands next to the line of the bound that does not move, on the inside of the window; without
    room it is left out. Here α stays at 3, and β comes down in the next column::

        +∞ ━━━━━━━━┓
                   ┃
             3 ┃ +∞┃
         3 ━━━━━━━━━

    Args:
        chart: The chart to draw on.
        child: The columns of the child; in the first of them the line may rise or fall.
        rows: The row of each number, the greatest at the top, which is row 0.
        fixed_row: The row of the bound that does not move.
    """
    low, high = child.window
    upper_row = rows[high]
    lower_row = rows[low]
    is_line_at_top = fixed_row == upper_row
    text_row = fixed_row + 1 if is_line_at_top else fixed_row - 1
    has_room_between_lines = upper_row < text_row < lower_row
    if not has_room_between_lines:
        return

    free_columns = child.columns[1:]
    text = spelt(render_edge_window(present(child.entry)))
    spare_width = len(free_columns) - length(text)
    if spare_width < 0:
        return

    centred_start = free_columns.start + spare_width // 2
    parts = [(part, f"{style} on current") for part, style in text]
    chart.put(text_row, centred_start, parts)


def draw_cut_off(
    chart: Chart,
    snapshot: Snapshot,
    places: WindowPlaces,
    fixed_row: int,
    *,
    upper_moved: bool,
) -> None:
    """Hatch what a cut-off skips, and write its test in red.

    The hatching lies on the side from which the moving bound came; the test stands on the other
    side of the bound that did not move. Here β came down to 2, and α stays at 3::

        +∞ ━━━━━━━━┓  ╱ ╱ pruned ╱ ╱
                   ┃ ╱ ╱ ╱ ╱ ╱ ╱ ╱ ╱
         3 ━━━━━━━━┃━━━━━━━━━━━━━━━━
                   ┃  ╳ 3 ≥ 2
         2         ●

    Args:
        chart: The chart to draw on.
        snapshot: The step of the cut-off.
        places: The columns of the children and of what is pruned.
        fixed_row: The row of the bound that did not move, from 0 at the top.
        upper_moved: Whether the upper end of the window came down; else the lower end rose.
    """
    if upper_moved:
        hatched_rows = range(fixed_row)
        last_row = chart.height - 1
        test_row = min(fixed_row + 1, last_row)
    else:
        hatched_rows = range(fixed_row + 1, chart.height)
        test_row = max(fixed_row - 1, 0)
    for columns in places.pruned:
        _draw_hatching(chart, hatched_rows, columns, _choose_hatching_word(snapshot))
    _draw_test(chart, snapshot, places, test_row)


def _choose_hatching_word(snapshot: Snapshot) -> str:
    """Return what to call the branches behind a cut-off: pruned, or skipped if read before."""
    is_pruned = analysis_of(snapshot.record).is_pruned(present(snapshot.cut), snapshot.step)
    return " pruned " if is_pruned else " skipped "


def _draw_hatching(chart: Chart, rows: range, columns: range, word: str) -> None:
    """Hatch a rectangle of the chart, with a word in its middle if it is wide enough.

    For example::

         ╱ ╱ ╱ ╱ ╱ ╱
        ╱  pruned ╱
         ╱ ╱ ╱ ╱ ╱ ╱
    """
    for row in rows:
        for column in columns:
            # Like the black squares of a chessboard.
            has_stroke = (column + row) % 2 == 1
            sign = "╱" if has_stroke else " "
            chart.put(row, column, [(sign, _HATCHED_STYLE)])

    spare_width = len(columns) - len(word)
    if rows and spare_width > 0:
        middle_row = rows[len(rows) // 2]
        chart.put(middle_row, columns.start + spare_width // 2, [(word, _HATCHED_STYLE)])


def _draw_test(chart: Chart, snapshot: Snapshot, places: WindowPlaces, row: int) -> None:
    """Draw the test of a cut-off, ``╳ 3 ≥ 2``, in red beside the child whose value caused it.

    It stands on the side of the pruned children, one column away from the child::

        search from the left:    │  ╳ 3 ≥ 2       from the right:     ╳ 3 ≥ 2  │
    """
    test = "CUT" if snapshot.test is None else str(snapshot.test.bare)
    text = spelt(line((f" ╳ {test} ", "bold on_cut on cut_surface")))
    child_column = places.last_entered
    is_pruned_at_left = bool(places.pruned) and places.pruned[0].stop <= child_column
    if is_pruned_at_left:
        start = child_column - _GAP_BESIDE_TEST - length(text)
    else:
        start = child_column + 1 + _GAP_BESIDE_TEST
    chart.put(row, start, text)


def draw_numbers(
    chart: Chart, windows: ChildWindows, places: WindowPlaces, rows: dict[Number, int], step: int
) -> None:
    """Draw an axis beside the window with the number of each row, and who has α and β.

    For example::

        α ▲root has 3 ┤ ━━━━━━━
                      │
           β ▽B has 2 ┤

    The axis stands at the left, or else at the right. If neither side has room, the most important
    numbers are written on their own lines.

    Args:
        chart: The chart to draw on.
        windows: The windows that a node gave to its children.
        places: The columns of the chart in which they stand.
        rows: The row of each number, from 0 at the top.
        step: The number of the step.
    """
    text_by_number = _describe_numbers(windows, rows, step)
    text_by_row = {rows[number]: text for number, text in text_by_number.items()}
    needed_width = max(map(length, text_by_number.values())) + _GAP_BESIDE_WINDOW
    columns = places.columns
    width_at_left = columns.start
    width_at_right = chart.width - columns.stop
    if width_at_left >= needed_width:
        chart.axis(columns.start - 1 - _GAP_BESIDE_AXIS, text_by_row, is_left=True)
    elif width_at_right >= needed_width:
        chart.axis(columns.stop + _GAP_BESIDE_AXIS, text_by_row, is_left=False)
    else:
        important_numbers = dict.fromkeys((*windows.bounds, *windows.now))  # each once
        for number in important_numbers:
            _write_on_line(chart, rows[number], columns.stop, text_by_number[number])


def _write_on_line(chart: Chart, row: int, stop: int, text: TextLine) -> None:
    """Write a text on a line of the window, near the right end of the line at ``stop``."""
    text_with_blanks = line(" ", *text, " ")
    start = stop - _GAP_AT_END - length(text_with_blanks)
    chart.put(row, max(0, start), text_with_blanks)


def _describe_numbers(
    windows: ChildWindows, rows: dict[Number, int], step: int
) -> dict[Number, TextLine]:
    """Return the text for the row of each number: who has it, or the number alone if nobody has.

    For example ``{3: "α ▲root has 3", 2: "β ▽B has 2", +∞: "+∞"}``. A number that several have
    names them all: ``α ▲root has 3  β ▽B has 3``.
    """
    owners_by_number: dict[Number, list[TextLine]] = {number: [] for number in rows}
    # At step 0 no node is entered yet; the owners are those of the first step.
    for number, owner in owners(windows, max(1, step)):
        if number in rows:
            owners_by_number[number].append(spelt(sentence(owner)))
    return {number: _join_owners(number, texts) for number, texts in owners_by_number.items()}


def _join_owners(number: Number, owner_texts: Sequence[TextLine]) -> TextLine:
    """Join the texts of who has a number into one line; without any, return the number alone."""
    if not owner_texts:
        return spelt(line((shown(number), "quiet")))
    return join_lines(owner_texts, "  ")
