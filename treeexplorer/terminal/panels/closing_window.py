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
    describe_moving_end,
    explain_drawing_of_windows,
    explain_missing_windows,
    format_window_heading,
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
from treeexplorer.terminal.panels.window_marks import draw_cut_off, draw_entry_window, draw_numbers
from treeexplorer.terminal.panels.window_places import Stretch, WindowPlaces, window_places
from treeexplorer.tree import GameTree, Number, Window

LEAST_HEIGHT: Final = 12
_HEADING_HEIGHT: Final = 2
"""The title and a blank line above the chart."""
_LOWER: Final = 0
_UPPER: Final = 1
"""The ends of a window, as indices of it: α and β, or the least and the most of a mean."""
_BOUND_COLOURS: Final = ("bold max", "bold min")  # of α and β
_MEAN_COLOUR: Final = "bold strong"  # the least and the most that a mean can be


class _BoundLine(NamedTuple):
    """A line of the chart: it follows the lower or the upper end of the windows over the children.

    Attributes:
        end: ``_LOWER`` or ``_UPPER``.
        colour: Its colour.
        is_stepped: Whether it has steps; else it runs straight across.
        is_of_beta: Whether it is the line of β, which is dashed where there are no colours.
    """

    end: int
    colour: str
    is_stepped: bool
    is_of_beta: bool


def closing_window(
    snapshot: Snapshot, layout: Layout, width: int, height: int, *, marks: bool = False
) -> list[TextLine]:
    """Draw a chart of how the window of the open node narrows from child to child.

    The window lies between α and β. With each child that returns, one of both may move: its line
    has a step in the column of the child. Here a child of a MAX node has returned 3::

        +∞ ━━━━━━━━━━━━━━━━━━
         3       ┏━━━━━━━━━━━
        −∞ ━━━━━━┛

    Args:
        snapshot: The step of the search.
        layout: Where the nodes stand in the drawing above, so that each child has its own columns.
        width: The width of a line.
        height: The most lines.
        marks: Whether the line of β is dashed, for a terminal whose colours do not tell it from α.

    Returns:
        - The title, a blank line, and the chart.
        - If the window of the open node cannot be drawn: one line that says why.
        - If no node with a window is open, or the height is too low: nothing.
    """
    if height < LEAST_HEIGHT:
        return []
    windows = child_windows(snapshot, width)
    if windows is None:
        return _explain_why_not_drawn(snapshot, width)
    places = window_places(windows, layout, width, is_cut=snapshot.cut is not None)
    if places is None:  # the drawing hides a child, so that it has no column
        return _explain_why_not_drawn(snapshot, width)

    chart = Chart(width, height - _HEADING_HEIGHT)
    _draw_chart(chart, snapshot, windows, places, marks=marks)
    return [fitted(_render_title(windows, places), width), BLANK, *chart.lines()]


def _explain_why_not_drawn(snapshot: Snapshot, width: int) -> list[TextLine]:
    """Return one line that says why a window cannot be drawn; nothing if no node has one."""
    reason = explain_missing_windows(snapshot, width)
    if reason is None:
        return []
    return [fitted(line(" ", *sentence(reason, "quiet")), width)]


def _draw_reading_help(chart: Chart, windows: ChildWindows, places: WindowPlaces) -> None:
    """Write in the middle of the chart, on a few lines, how it is read."""
    if not places.columns:
        return
    middle_column = places.columns[len(places.columns) // 2]
    first_row = chart.height // 2 - 1
    for row, words in enumerate(explain_drawing_of_windows(windows), first_row):
        text = spelt(sentence(words, "quiet"))
        start = max(0, middle_column - length(text) // 2)
        chart.put(row, start, text)


def compute_window_rows(tree: GameTree, look: Look, room: Size, focus: Focus) -> int:
    """Return how many rows below a drawing that has a room show the window; 0 where too few."""
    layout = arrange(tree, look, room, focus)
    spare = room.height - (layout.height - layout.top) - 2
    return spare if spare >= LEAST_HEIGHT else 0


def _render_title(windows: ChildWindows, places: WindowPlaces) -> TextLine:
    """Render the title: whose window it is, and which of its ends moves.

    If the search takes the children in another order than they are drawn in, the title says that
    order, too.
    """
    heading = sentence(format_window_heading(windows), "bold quiet")
    moving_bound = sentence(describe_moving_end(windows), "quiet")
    title = line(" ", *heading, "   ", *moving_bound)
    if not places.order:
        return title
    children = ItemList(tuple(Node(windows.record.tree, child) for child in places.order))
    order = sentence(Phrase("   entered in the order {nodes}", nodes=children), "quiet")
    return line(*title, *order)


def _draw_chart(
    chart: Chart, snapshot: Snapshot, windows: ChildWindows, places: WindowPlaces, *, marks: bool
) -> None:
    """Draw the chart in five layers, from the ground up.

    Where two layers have the same cell the later one is seen: a line on a surface, the dot on its
    line, a number on the line that it stands at.

    Args:
        chart: The chart to draw on.
        snapshot: The step.
        windows: What was left of the open node's window for each child, and what is left now.
        places: The columns in which these stand.
        marks: Whether β is dashed, as there are no colours to tell it from α.
    """
    # The row of each number that an end of a window has.
    child_windows_shown = [child.window for child in places.children]
    rows = _assign_rows([windows.now, windows.bounds, *child_windows_shown], chart.height)

    # 1. The windows of the children, as coloured surfaces.
    _draw_children(chart, windows, places, rows)

    # 2. The stepped lines of the bounds.
    for bound_line in _choose_bound_lines(windows):
        chart.line(
            places.columns.start,
            _compute_line_rows(bound_line, windows, places, rows),
            bound_line.colour,
            is_dashed=marks and bound_line.is_of_beta,
        )

    # 3. A cut-off, if the step makes one.
    if snapshot.cut is not None:
        _draw_dot_at_moving_bound(chart, windows, places, rows)
        draw_cut_off(
            chart,
            snapshot,
            places,
            fixed_row=_find_row_of_fixed_bound(windows, rows),
            is_hatched_above=windows.moving_end == _UPPER,
        )

    # 4. The numbers beside the lines.
    draw_numbers(chart, windows, places, rows, snapshot.step)

    # 5. How the chart is read, before the first step.
    if snapshot.kind is StepKind.START:
        _draw_reading_help(chart, windows, places)


def _draw_children(
    chart: Chart, windows: ChildWindows, places: WindowPlaces, rows: dict[Number, int]
) -> None:
    """Draw a coloured surface for each child that was entered, and on it the child's own window.

    The surface shows what was left of the parent's window when the child was entered. The child's
    own window, such as ``3 ┃ +∞``, is left out where it has no room.
    """
    for child in places.children:
        _draw_surface(chart, child, rows)

    if windows.is_mean:
        # A chance node: the rows are values of its mean, so a child's window has no place there.
        return
    row_of_fixed_bound = _find_row_of_fixed_bound(windows, rows)
    for child in places.children:
        draw_entry_window(chart, child, rows, row_of_fixed_bound)


def _draw_dot_at_moving_bound(
    chart: Chart, windows: ChildWindows, places: WindowPlaces, rows: dict[Number, int]
) -> None:
    """Draw a dot where the last child has moved a bound to, such as α to 3 at a MAX node.

    It stands in the column of that child and in the row of the 3, in the colour of α.
    """
    row = rows[windows.number_at_moving_end]
    colour = _MEAN_COLOUR if windows.is_mean else _BOUND_COLOURS[windows.moving_end]
    chart.put(row, places.last_entered, [("●", colour)])


def _find_row_of_fixed_bound(windows: ChildWindows, rows: dict[Number, int]) -> int:
    """Return the row of the bound that the node's player cannot move: β at MAX, α at MIN.

    At a chance node it is the bound that the moving end of its mean comes nearer to: where the node
    is cut off, the mean has reached it.
    """
    fixed_end = _opposite_end(windows.moving_end)
    return rows[windows.bounds[fixed_end]]


def _opposite_end(end: int) -> int:
    """Return the other end of a window: ``_UPPER`` for ``_LOWER``, and the other way round."""
    return _LOWER if end == _UPPER else _UPPER


def _choose_bound_lines(windows: ChildWindows) -> list[_BoundLine]:
    """Return the lines of the chart in drawing order: first the straight ones, then the stepped.

    A MAX node moves α and a MIN node β, in steps; the other bound is a straight line. At a chance
    node both ends of its mean move, and α and β are straight.
    """
    if windows.is_mean:
        return [
            _make_line_of_bound(_LOWER, is_stepped=False),
            _make_line_of_bound(_UPPER, is_stepped=False),
            _BoundLine(_LOWER, _MEAN_COLOUR, is_stepped=True, is_of_beta=False),
            _BoundLine(_UPPER, _MEAN_COLOUR, is_stepped=True, is_of_beta=False),
        ]
    return [
        _make_line_of_bound(_opposite_end(windows.moving_end), is_stepped=False),
        _make_line_of_bound(windows.moving_end, is_stepped=True),
    ]


def _make_line_of_bound(end: int, *, is_stepped: bool) -> _BoundLine:
    """Make the line of α for ``_LOWER``, or of β for ``_UPPER``, in the colour of its player."""
    return _BoundLine(end, _BOUND_COLOURS[end], is_stepped, is_of_beta=end == _UPPER)


def _compute_line_rows(
    bound_line: _BoundLine, windows: ChildWindows, places: WindowPlaces, rows: dict[Number, int]
) -> Sequence[int | None]:
    """Compute in which row of the chart a line runs in each column of ``places.columns``.

    A straight line has the same row everywhere. A stepped line follows one end of a window, and
    the window is another one in each stretch of columns. For example, with the rows
    ``{9: 0, 3: 1, −∞: 2}`` the lower end goes from −∞ to 3::

        column      10       11       12       13
        window      (−∞, 9)  (−∞, 9)  (3, 9)   (3, 9)
        lower end   −∞       −∞       3        3
        row         2        2        1        1

    A column without a window, such as that of a pruned child, has ``None``: the line is broken.
    """
    if not bound_line.is_stepped:
        row_everywhere = rows[windows.bounds[bound_line.end]]
        return [row_everywhere] * len(places.columns)

    row_by_column: dict[int, int] = {}
    for stretch in places.line:
        row_of_stretch = rows[stretch.window[bound_line.end]]
        row_by_column |= dict.fromkeys(stretch.columns, row_of_stretch)
    return [row_by_column.get(column) for column in places.columns]


def _assign_rows(windows: Sequence[Window], height: int) -> dict[Number, int]:
    """Return the row of each end of some windows: evenly apart, the greatest at the top.

    Rows are not to scale, and −∞ and +∞ are numbers like others. The least number is in the last
    row but one.

    Example:
        >>> _assign_rows([(0, 9), (3, 9)], height=12)
        {9: 0, 3: 5, 0: 10}
    """
    numbers = sorted({end for window in windows for end in window}, reverse=True)
    # Between n numbers there are n - 1 distances; max, as a single number has none.
    distance = (height - 2) / max(1, len(numbers) - 1)
    return {number: round(index * distance) for index, number in enumerate(numbers)}


def _draw_surface(chart: Chart, child: Stretch, rows: dict[Number, int]) -> None:
    """Draw a coloured surface between both ends of a window, in the columns of a child.

    Its first column stays free for the line of a bound, which may rise or fall there; so do the
    rows of both ends.
    """
    low, high = child.window
    columns = child.columns[1:]
    for row in range(rows[high] + 1, rows[low]):
        chart.put(row, columns.start, [(" " * len(columns), "on current")])
