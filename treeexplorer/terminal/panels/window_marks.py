"""What is written in the closing window: the window of a child, a cut-off, who has which number."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from treeexplorer.engine.analysis import analysis_of
from treeexplorer.errors import present
from treeexplorer.explain.child_windows import ChildWindows, OwnedNumber, owners
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
    text_row = _find_row_inside(child, rows, fixed_row)
    if text_row is None:
        return
    text = spelt(render_edge_window(present(child.entry)))
    free_columns = child.columns[1:]
    spare_width = len(free_columns) - length(text)
    if spare_width < 0:
        return

    centred_start = free_columns.start + spare_width // 2
    parts = [(part, f"{style} on current") for part, style in text]
    chart.put(text_row, centred_start, parts)


def _find_row_inside(child: Stretch, rows: dict[Number, int], fixed_row: int) -> int | None:
    """Return the row next to a bound of a child's window, on the inside; ``None`` if it has none.

    For example a window from row 0 down to row 5 has the row 1 inside its upper bound, and the row
    4 inside its lower bound. One from row 2 to row 3 has no row inside.
    """
    low, high = child.window
    upper_row = rows[high]
    lower_row = rows[low]
    row_inside = fixed_row + 1 if fixed_row == upper_row else fixed_row - 1
    return row_inside if upper_row < row_inside < lower_row else None


def draw_cut_off(
    chart: Chart,
    snapshot: Snapshot,
    places: WindowPlaces,
    fixed_row: int,
    *,
    is_hatched_above: bool,
) -> None:
    """Hatch what a cut-off skips, and write its test in red.

    The hatching lies above the bound that did not move where the other one came down to it, and
    below it where that rose; the test stands on the other side. Here β came down to 2, and α stays
    at 3::

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
        is_hatched_above: Whether the hatching lies above that row, as the upper end of the window
            came down; else it lies below, as the lower end rose.
    """
    if is_hatched_above:
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
    # At step 0 no node is entered yet: then the numbers belong to whom they do at the first step.
    text_by_number = _describe_numbers(rows, owners(windows, max(1, step)))
    longest_text = max(map(length, text_by_number.values()))
    axis = _find_room_for_axis(chart.width, places.columns, longest_text)
    if axis is not None:
        text_by_row = {rows[number]: text for number, text in text_by_number.items()}
        chart.axis(axis.column, text_by_row, is_left=axis.is_left)
        return

    important_numbers = dict.fromkeys((*windows.bounds, *windows.now))  # each once
    for number in important_numbers:
        _write_on_line(chart, rows[number], places.columns.stop, text_by_number[number])


class _AxisPlace(NamedTuple):
    """The column of an axis, and whether its texts stand at its left or at its right."""

    column: int
    is_left: bool


def _find_room_for_axis(
    chart_width: int, window_columns: range, text_width: int
) -> _AxisPlace | None:
    """Choose a place for an axis beside the window, better at its left; ``None`` without room.

    Example:
        >>> _find_room_for_axis(chart_width=40, window_columns=range(10, 36), text_width=5)
        _AxisPlace(column=8, is_left=True)
        >>> _find_room_for_axis(chart_width=40, window_columns=range(2, 30), text_width=5)
        _AxisPlace(column=31, is_left=False)
    """
    needed_width = text_width + _GAP_BESIDE_WINDOW
    width_at_left = window_columns.start
    if width_at_left >= needed_width:
        return _AxisPlace(window_columns.start - 1 - _GAP_BESIDE_AXIS, is_left=True)
    width_at_right = chart_width - window_columns.stop
    if width_at_right >= needed_width:
        return _AxisPlace(window_columns.stop + _GAP_BESIDE_AXIS, is_left=False)
    return None


def _write_on_line(chart: Chart, row: int, stop: int, text: TextLine) -> None:
    """Write a text on a line of the window, near the right end of the line at ``stop``."""
    text_with_blanks = line(" ", *text, " ")
    start = stop - _GAP_AT_END - length(text_with_blanks)
    chart.put(row, max(0, start), text_with_blanks)


def _describe_numbers(
    numbers: Collection[Number], owned_numbers: Iterable[OwnedNumber]
) -> dict[Number, TextLine]:
    """Return a text for each number: who has it, or the number alone if nobody has.

    For example the numbers 3, 2 and +∞ with the owners ``(3, "α ▲root has 3")`` and
    ``(2, "β ▽B has 2")`` give ``{3: "α ▲root has 3", 2: "β ▽B has 2", +∞: "+∞"}``. If several have
    a number, its text names them all: ``α ▲root has 3  β ▽B has 3``.
    """
    owners_by_number: dict[Number, list[TextLine]] = {number: [] for number in numbers}
    for owned in owned_numbers:
        if owned.number in owners_by_number:
            owners_by_number[owned.number].append(spelt(sentence(owned.words)))
    return {number: _join_owners(number, texts) for number, texts in owners_by_number.items()}


def _join_owners(number: Number, owner_texts: Sequence[TextLine]) -> TextLine:
    """Join the texts of who has a number into one line; without any, return the number alone."""
    if not owner_texts:
        return spelt(line((shown(number), "quiet")))
    return join_lines(owner_texts, "  ")
