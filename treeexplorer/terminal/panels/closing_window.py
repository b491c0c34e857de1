"""The closing window: what is left for each child of the open node, in the columns of the drawing.

The bound that the node's player moves is a stepped line: each child has it as it was entered, and
each step stands in the column of the child that made it. The other bound runs across. What lies
between them is the window; where they meet is the cut-off, hatched beyond. Of a node that is only
asked how it compares with a number that number runs across, and v is the stepped line. Of a chance
node the least and the most that it can be worth are two stepped lines, and α and β run across.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from treeexplorer.drawing.focus import Focus
from treeexplorer.drawing.layout import Layout
from treeexplorer.drawing.placement import arrange
from treeexplorer.drawing.styled_text import Look, Size
from treeexplorer.engine import StepKind
from treeexplorer.explain.child_windows import (
    ChildWindows,
    child_windows,
    how_to_read,
    what_moves,
    why_no_windows,
    window_heading,
)
from treeexplorer.explain.sentence import ItemList, Node, Phrase
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    fitted,
    length,
    line,
    sentence,
    spelt,
)
from treeexplorer.terminal.panels.chart import Chart
from treeexplorer.terminal.panels.window_marks import paint_cut, paint_entry, paint_numbers
from treeexplorer.terminal.panels.window_places import Stretch, WindowPlaces, window_places
from treeexplorer.tree import GameTree, Number, Window

LEAST_HEIGHT: Final = 12
_HEADING_ROWS: Final = 2
"""The title and a blank line above the chart."""
_LOWER: Final = 0
_UPPER: Final = 1
"""The ends of a window, as indices of it: α and β, or the least and the most of a mean."""
_BETA: Final = "bold min"
_COLOURS: Final = ("bold max", _BETA)  # of α and β
_MEAN: Final = "bold strong"  # the least and the most that a mean can be


class _BoundLine(NamedTuple):
    """A line of the chart: it follows the lower or the upper end of the windows over the children.

    Attributes:
        end: ``_LOWER`` or ``_UPPER``.
        colour: Its colour.
        moves: Whether it is a stepped line; else it runs straight across.
    """

    end: int
    colour: str
    moves: bool


def closing_window(
    snapshot: Snapshot, layout: Layout, width: int, height: int, *, marks: bool = False
) -> list[TextLine]:
    """Return a chart of the window of the open node, over its children, a line for each row.

    The window lies between α and β. With each child that returns, one of both may move: the line of
    this bound has a step in the column of the child. Here a child of a MAX node has returned 3::

        +∞ ━━━━━━━━━━━━━━━━━━
         3       ┏━━━━━━━━━━━
        −∞ ━━━━━━┛

    Args:
        snapshot: The step of the search.
        layout: Where the nodes stand in the drawing above, so that each child has its own columns.
        width: The cells of a line.
        height: How many lines there may be.
        marks: Whether the line of β is dashed, for a terminal whose colours do not tell it from α.

    Returns:
        - The title, a blank line, and the chart.
        - If a node with a window is open, but cannot be drawn so: one line that says why.
        - If none is open, or the height is too low: nothing.
    """
    if height < LEAST_HEIGHT:
        return []
    windows = child_windows(snapshot, width)
    if windows is None:
        return _why_not_drawn(snapshot, width)
    places = window_places(windows, layout, width, is_cut=snapshot.cut is not None)
    if places is None:  # a child is not drawn by itself, and has no column
        return _why_not_drawn(snapshot, width)
    chart = Chart(width, height - _HEADING_ROWS)
    _paint(chart, snapshot, windows, places, marks=marks)
    return [fitted(_title(windows, places), width), BLANK, *chart.lines()]


def _why_not_drawn(snapshot: Snapshot, width: int) -> list[TextLine]:
    """Return one line that says why a window cannot be drawn; nothing where no node has one."""
    reason = why_no_windows(snapshot, width)
    if reason is None:
        return []
    return [fitted(line(" ", *sentence(reason, "quiet")), width)]


def _paint_how_to_read(chart: Chart, windows: ChildWindows, places: WindowPlaces) -> None:
    """Write in the middle of the chart how it is read; a chart without columns has no middle."""
    if not places.columns:
        return
    middle = places.columns[len(places.columns) // 2]
    for row, words in enumerate(how_to_read(windows), chart.height // 2 - 1):
        text = spelt(sentence(words, "quiet"))
        chart.put(row, max(0, middle - length(text) // 2), text)


def rows_for_window(tree: GameTree, look: Look, room: Size, focus: Focus) -> int:
    """Return how many rows below a drawing that has a room show the window; 0 where too few."""
    layout = arrange(tree, look, room, focus)
    spare = room.height - (layout.height - layout.top) - 2
    return spare if spare >= LEAST_HEIGHT else 0


def _title(windows: ChildWindows, places: WindowPlaces) -> TextLine:
    """Return the title: whose window it is, and which of its ends moves.

    If the search takes the children in another order than they are drawn in, the title says that
    order, too.
    """
    order: TextLine = BLANK
    if places.order:
        names = ItemList(tuple(Node(windows.record.tree, child) for child in places.order))
        order = sentence(Phrase("   entered in the order {nodes}", nodes=names), "quiet")
    title = sentence(window_heading(windows), "bold quiet")
    return line(" ", *title, "   ", *sentence(what_moves(windows), "quiet"), *order)


def _paint(
    chart: Chart, snapshot: Snapshot, windows: ChildWindows, places: WindowPlaces, *, marks: bool
) -> None:
    """Paint the chart in layers, each over those before.

    From the ground up: the windows of the children, the lines of both bounds, a cut-off, the
    numbers beside the lines, and before the first step how the chart is read.

    Args:
        chart: What is painted on.
        snapshot: The step.
        windows: The windows over the children of the open node: what was left for each child
            (``before`` and ``after``), what is left now (``now``), and α and β (``bounds``).
        places: In which columns they stand.
        marks: Whether β is dashed, as there are no colours to tell it from α.
    """
    windows_of_children = [child.window for child in places.children]
    rows = _rows_of_numbers([windows.now, windows.bounds, *windows_of_children], chart.height)
    _paint_children(chart, windows, places, rows)
    for bound_line in _lines_of(windows):
        line_rows = _rows_of_line(bound_line, windows, places, rows)
        is_beta = bound_line.colour == _BETA
        chart.line(places.columns.start, line_rows, bound_line.colour, is_dashed=marks and is_beta)
    if snapshot.cut is not None:
        _paint_cut_off(chart, snapshot, windows, places, rows)
    paint_numbers(chart, windows, places, rows, snapshot.step)
    if snapshot.kind is StepKind.START:
        _paint_how_to_read(chart, windows, places)


def _paint_children(
    chart: Chart, windows: ChildWindows, places: WindowPlaces, rows: dict[Number, int]
) -> None:
    """Paint a coloured surface for each child that was entered, in the columns of the child.

    The surface lies between both ends of what was left of the parent's window when the child was
    entered. On it stands, if there is room, the window with which the child itself was entered. At
    a chance node the surface is what its mean could still be, and nothing stands on it: the rows
    are values of the mean, not of the child.

    Args:
        chart: What is painted on.
        windows: The window of the open node, and what each of its children has left of it.
        places: In which columns the children stand.
        rows: The row of each number, from 0 at the top.
    """
    staying_row = _staying_row(windows, rows)
    for child in places.children:
        _paint_surface(chart, child, rows)
        if not windows.is_mean:
            paint_entry(chart, child, rows, staying_row)


def _paint_cut_off(
    chart: Chart,
    snapshot: Snapshot,
    windows: ChildWindows,
    places: WindowPlaces,
    rows: dict[Number, int],
) -> None:
    """Paint a cut-off: a dot where the end that moved has come to, its test, and what is pruned.

    Args:
        chart: What is painted on; the lines of the bounds are there already.
        snapshot: The step of the cut-off.
        windows: The windows over the children of the node that is cut off.
        places: In which columns they stand.
        rows: The row of each number, from 0 at the top.
    """
    upper_moved = windows.moving_end == _UPPER
    number_reached = windows.number_at_moving_end
    colour = _MEAN if windows.is_mean else _COLOURS[windows.moving_end]
    chart.put(rows[number_reached], places.last_entered, [("●", colour)])
    paint_cut(chart, snapshot, places, _staying_row(windows, rows), upper_moved=upper_moved)


def _staying_row(windows: ChildWindows, rows: dict[Number, int]) -> int:
    """Return the row of the bound that the node's player does not move: β at MAX, α at MIN.

    At a chance node it is the bound opposite to the end of its mean that counts as the moving one:
    where the node is cut off, that is the bound which its mean has reached.
    """
    return rows[windows.bounds[_opposite(windows.moving_end)]]


def _opposite(end: int) -> int:
    """Return the other end of a window."""
    return _LOWER if end == _UPPER else _UPPER


def _lines_of(windows: ChildWindows) -> list[_BoundLine]:
    """Return the lines of the chart, in the order in which they are painted.

    A node of MAX moves α and one of MIN moves β, in steps, and the other bound is a straight line.
    Of a chance node both ends of its mean move, so that α and β both are straight.

    Args:
        windows: The windows over the children of a node.

    Returns:
        First the straight lines, then the stepped ones, so that these are seen where they meet.
    """
    if windows.is_mean:
        return [
            _BoundLine(_LOWER, _COLOURS[_LOWER], moves=False),
            _BoundLine(_UPPER, _COLOURS[_UPPER], moves=False),
            _BoundLine(_LOWER, _MEAN, moves=True),
            _BoundLine(_UPPER, _MEAN, moves=True),
        ]
    moving_end = windows.moving_end
    staying_end = _opposite(moving_end)
    return [
        _BoundLine(staying_end, _COLOURS[staying_end], moves=False),
        _BoundLine(moving_end, _COLOURS[moving_end], moves=True),
    ]


def _rows_of_line(
    bound_line: _BoundLine, windows: ChildWindows, places: WindowPlaces, rows: dict[Number, int]
) -> Sequence[int | None]:
    """Return in which row a line of the chart runs, one row for each of ``places.columns``.

    A bound that stays has the same row everywhere. One that moves has in each stretch of columns
    the row of its end of the window there; columns without a window, such as those of pruned
    children, have ``None``. With the lower end of (−∞, 9) in two columns and that of (3, 9) in the
    next two::

         3     ┏━      rows = {9: 0, 3: 1, −∞: 2} gives [2, 2, 1, 1]
        −∞   ━━┛

    Args:
        bound_line: The line.
        windows: The window of a node, and what each of its children has left of it.
        places: The columns of the chart in which the children stand.
        rows: The row of each number, from 0 at the top.
    """
    end = bound_line.end
    if not bound_line.moves:
        row_everywhere = rows[windows.bounds[end]]
        return [row_everywhere] * len(places.columns)
    row_by_column = {
        column: rows[stretch.window[end]] for stretch in places.line for column in stretch.columns
    }
    return [row_by_column.get(column) for column in places.columns]


def _rows_of_numbers(windows: Sequence[Window], height: int) -> dict[Number, int]:
    """Return the row of each end of some windows: evenly apart, the greatest at the top.

    The distance says nothing of how far the numbers are apart. The least one is in the last row but
    one.

    Args:
        windows: The windows; −∞ and +∞ are numbers like others.
        height: The rows of the chart.

    Example:
        >>> _rows_of_numbers([(0, 9), (3, 9)], height=12)
        {9: 0, 3: 5, 0: 10}
    """
    numbers = sorted({end for window in windows for end in window}, reverse=True)
    # Between n numbers there are n - 1 distances. max: a single number has none, and row 0.
    rows_apart = (height - 2) / max(1, len(numbers) - 1)
    return {number: round(index * rows_apart) for index, number in enumerate(numbers)}


def _paint_surface(chart: Chart, child: Stretch, rows: dict[Number, int]) -> None:
    """Paint a coloured surface between both ends of a window, in the columns of a child.

    Its first column stays free for the line of a bound, which may rise or fall there, and the rows
    of both ends for the lines of the bounds.

    Args:
        chart: What is painted on.
        child: The columns, and the window.
        rows: The row of each number, from 0 at the top.
    """
    low, high = child.window
    columns = child.columns[1:]
    first_row = rows[high] + 1
    for row in range(first_row, rows[low]):
        chart.put(row, columns.start, [(" " * len(columns), "on current")])
