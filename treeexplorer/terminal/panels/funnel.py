"""The funnel: every open node's window as a bar on one number line, and the leaves read so far.

Windows nest, so the bars narrow row by row; where α has reached β the gap is red and says EMPTY.
A search without windows shows each open node's v on the same line instead.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from treeexplorer.engine import StepKind
from treeexplorer.explain.snapshot import NodeView, Snapshot
from treeexplorer.numbers import shown
from treeexplorer.terminal.lines import (
    BLANK,
    Cells,
    StyledText,
    TextLine,
    colour_of,
    fitted,
    length,
    line,
)
from treeexplorer.terminal.view import View
from treeexplorer.text import shorten
from treeexplorer.text import width as cells
from treeexplorer.tree import Number, Window

_LONGEST_LABEL: Final = 10
_LONGEST_V: Final = 8
_SHORTEST_V: Final = 3
_BEFORE_V: Final = 1
"""The blanks between a node's name and its v."""
_TITLE: Final = "WINDOW"
_LEAST_AXIS: Final = 8
_CELLS_OF_INFINITY: Final = 3
"""The cells at either end of the number line: ``−∞`` or ``+∞``, and a blank."""
_LINES_WITHOUT_PATH: Final = 3
"""The lines beside those of the open nodes: title, verdict, leaves."""
_ROOT: Final = 0
_HEIGHT_OF_LEAVES: Final = 2
"""The line of the leaves with a blank one; this room is kept before the first leaf is read, too."""
_BEFORE_AXIS: Final = 2
"""The blanks between a node's v and the number line."""


class Axis:
    """A number line that orders numbers, as far to scale as the room allows.

    Example:
        >>> axis = Axis([2, 3], [], (0, 10), 20)
        >>> axis.place(2), axis.place(3), axis.place(math.inf)
        (6, 8, 19)

    Args:
        bounds: Numbers that must be told apart, with room for a mark between them.
        others: Numbers that may share a column where they are many.
        span: The least and the largest number that may ever stand on it.
        width: Its cells; −∞ stands at the first and +∞ at the last.
    """

    def __init__(
        self, bounds: Iterable[Number], others: Iterable[Number], span: Window, width: int
    ) -> None:
        """Give each number its column on a number line.

        Args:
            bounds: Numbers that must be told apart, with room for a mark between them, such as the
                ends of windows.
            others: Numbers that may share a column where they are many, such as the values of
                leaves.
            span: The least and the greatest number that may ever stand on the line.
            width: The cells of the line; −∞ stands at the first and +∞ at the last.
        """
        self.width = width
        self._column_of_finite = _columns_of_finite(bounds, others, span, width)

    def place(self, number: Number) -> int:
        """Return the column of one of the numbers."""
        if math.isinf(number):
            return 0 if number < 0 else self.width - 1
        return self._column_of_finite[number]


def _columns_of_finite(
    bounds: Iterable[Number], others: Iterable[Number], span: Window, width: int
) -> dict[Number, int]:
    """Return the column of each finite number on a number line, by number.

    The numbers stand to scale, but for those that had to be moved apart from their neighbours.

    Args:
        bounds: Numbers that must be told apart.
        others: Numbers that may share a column where they are many.
        span: The least and the greatest number that may ever stand on the line.
        width: The cells of the line. Those at both ends are kept for −∞ and +∞.
    """
    finite_bounds = {bound for bound in bounds if not math.isinf(bound)}
    finite_others = {number for number in others if not math.isinf(number)}
    numbers = sorted(finite_bounds | finite_others)

    first_column = _CELLS_OF_INFINITY
    last_column = max(first_column, width - 1 - _CELLS_OF_INFINITY)
    room = last_column - first_column
    to_scale = [first_column + round(_share(number, span) * room) for number in numbers]
    distances = _widest_distances(numbers, finite_bounds, room)
    columns = _moved_apart(to_scale, distances, last_column)
    return dict(zip(numbers, columns, strict=True))


def _moved_apart(places: Sequence[int], distances: Sequence[int], last: int) -> list[int]:
    """Return ascending places, moved as little as gives each pair of neighbours its distance.

    They are moved to the right first; where that leads beyond the last place, back to the left.

    Args:
        places: The places, ascending.
        distances: The least distance from each place to the next one; one fewer than the places.
            Their sum is at most the distance from the first place that may be taken to the last.
        last: The last place that may be taken.

    Example:
        >>> _moved_apart([3, 3, 9, 9], [2, 2, 2], 10)
        [3, 5, 8, 10]
    """
    moved = list(places)
    # From the left: each place is pushed to the right by the one before it.
    for index, distance in enumerate(distances):
        moved[index + 1] = max(moved[index + 1], moved[index] + distance)
    if moved:
        moved[-1] = min(moved[-1], last)
    # From the right: the last place pushes the others back to the left.
    for index in reversed(range(len(distances))):
        moved[index] = min(moved[index], moved[index + 1] - distances[index])
    return moved


def _widest_distances(numbers: Sequence[Number], important: set[Number], room: int) -> list[int]:
    """Return the least distance in columns from each number to the next one.

    The first of these whose sum a room holds:

    1. Each number has room to be written above its column.
    2. Each number has a column of its own, and important neighbours have a free one between them.
    3. No important number shares its column with the next number.
    4. All may share one.

    Args:
        numbers: The numbers, ascending.
        important: Those that must be told apart.
        room: The columns from the first number to the last one.

    Example:
        >>> [_widest_distances([2, 3, 10], {2, 3}, room) for room in (5, 4, 2, 1)]
        [[2, 3], [2, 1], [1, 1], [0, 0]]
    """
    pairs = list(pairwise(numbers))
    with_room_for_text = [_distance_of_texts(low, high) for low, high in pairs]
    with_free_columns = [_distance_with_free_column(pair, important) for pair in pairs]
    with_own_columns = [_distance_with_own_column(low, important) for low, _ in pairs]
    for distances in (with_room_for_text, with_free_columns, with_own_columns):
        if sum(distances) <= room:
            return distances
    return [0] * len(pairs)


def _distance_of_texts(low: Number, high: Number) -> int:
    """Return the distance at which a blank is left between two numbers, each centred."""
    halves = (cells(shown(low)) + cells(shown(high)) - 1) // 2
    return halves + 2


def _distance_with_free_column(pair: tuple[Number, Number], important: set[Number]) -> int:
    """Return 2, which leaves a column free, if both numbers of a pair are important; else 1."""
    return 2 if important.issuperset(pair) else 1


def _distance_with_own_column(number: Number, important: set[Number]) -> int:
    """Return 1, which keeps the column of a number free of the next one, if it is important."""
    return 1 if number in important else 0


def _share(number: Number, span: Window) -> float:
    """Return how far a number lies between two others, from 0 to 1."""
    low, high = span
    try:
        return min(1.0, max(0.0, float((number - low) / (high - low))))
    except (OverflowError, ZeroDivisionError):
        return 0.5


def funnel(view: View, width: int, height: int) -> list[TextLine]:
    """Return the windows of the open nodes as bars on one number line, and the leaves below.

    An open node has been entered and has not returned yet. Windows, from α to β, lie within each
    other, so that the bars get narrower from the root down. At ▲ b, α has become 8, which is more
    than β, so that its window is empty: between both stands a gap::

        WINDOW   v  −∞           6     8 +∞
        ▲ root  −∞  ━━━━━━━━━━━━━━━━━━━━━━━
        ▽ a      6  ━━━━━━━━━━━━━┫
        ▌▲ b     8               ┫▒▒▒▒▒┣
                                  EMPTY
        leaves         1      5  6     8

    Args:
        view: What is looked at.
        width: The cells of a line.
        height: How many lines there may be. Where it is low, blank lines go first, then the nodes
            nearest to the root.
    """
    nodes = _nodes_with_row(view.snapshot, height)
    columns = _columns(view, nodes, width)
    is_nothing_open = not nodes  # such as before the first step
    if is_nothing_open:
        return [_title(view, columns, nodes)][:height]
    title_and_rows = _title_and_rows(view, columns, nodes, width)
    height_with_gaps = sum(len(group) + 1 for group in title_and_rows) + _HEIGHT_OF_LEAVES
    groups = [*title_and_rows, _leaves(view.snapshot, columns)]
    return _joined(groups, has_gaps=height_with_gaps <= height)[:height]


def _title_and_rows(
    view: View, columns: _Columns, nodes: Sequence[NodeView], width: int
) -> list[list[TextLine]]:
    """Return the title, the open nodes, and a word on the last one, in groups of lines.

    Blank lines may be put between groups, but not within one.

    Args:
        view: What is looked at.
        columns: The widths of the columns, and the number line.
        nodes: The open nodes that have a row, from the top; at least one. The last one is the node
            at which the search stands, or its parent if that is a leaf.
        width: The cells of a line.
    """
    *outer_nodes, current = nodes
    return [
        [_title(view, columns, nodes), *_nodes_above(view.snapshot, nodes[0])],
        *([_row(node, columns, "text")] for node in outer_nodes),
        [_highlighted_row(current, columns, width), _verdict(current, columns)],
    ]


def _joined(groups: Iterable[Sequence[TextLine]], *, has_gaps: bool) -> list[TextLine]:
    """Return groups of lines below each other, with blank lines between them if wanted."""
    lines: list[TextLine] = []
    for group in groups:
        if group and lines and has_gaps:
            lines.append(BLANK)
        lines += group
    return lines


def _nodes_above(snapshot: Snapshot, top: NodeView) -> list[TextLine]:
    """Return one line that says how many open nodes are above the first one with a row, if any."""
    count = snapshot.record.tree.ply[top.node]
    return [line((f"⋮ {count} above", "quiet"))] if count else []


def _bounds(view: View, rows: Sequence[NodeView]) -> set[Number]:
    """Return the ends of the windows of the open nodes; without windows what each has."""
    if not view.has_windows:
        return {row.v for row in rows if row.v is not None}
    windows = [row.window for row in rows if row.window is not None]
    return {end for window in windows for end in window}


def _title(view: View, columns: _Columns, nodes: Sequence[NodeView]) -> TextLine:
    """Return what the columns are called, and the numbers above the number line."""
    name = _TITLE if view.has_windows else "VALUES"
    names = f"{name:<{columns.label_width}}{'v':>{columns.v_width}}"
    return line((names, "bold quiet"), "  ", *_numbers_above(columns.axis, nodes))


class _Columns(NamedTuple):
    """What a line consists of.

    Attributes:
        label_width: The cells of a node's name.
        v_width: The cells of its v, with a blank before it.
        axis: The number line, at the end.
    """

    label_width: int
    v_width: int
    axis: Axis

    @property
    def axis_start(self) -> int:
        """The cell of the whole line at which the number line begins."""
        return self.label_width + self.v_width + _BEFORE_AXIS


def _columns(view: View, nodes: Sequence[NodeView], width: int) -> _Columns:
    """Return the columns of the funnel: a node's name, its v, and the number line.

    Args:
        view: What is looked at.
        nodes: The open nodes that have a row.
        width: The cells of a line. Names and numbers take what they need, up to a limit; the number
            line has the rest, but never less than ``_LEAST_AXIS``.
    """
    widths_of_names = [min(_LONGEST_LABEL, cells(_name_of(node))) for node in nodes]
    label_width = max([len(_TITLE), *widths_of_names])  # the title stands above the names
    widths_of_values = [min(_LONGEST_V, cells(number_or_blank(node.v))) for node in nodes]
    v_width = _BEFORE_V + max([_SHORTEST_V, *widths_of_values])
    axis = Axis(
        bounds=_bounds(view, nodes),
        others=view.snapshot.axis,
        span=view.span,
        width=max(_LEAST_AXIS, width - label_width - v_width - _BEFORE_AXIS),
    )
    return _Columns(label_width, v_width, axis)


def _nodes_with_row(snapshot: Snapshot, height: int) -> list[NodeView]:
    """Return the open nodes that have a row in the funnel, from the top; leaves have none.

    If not all have room, the last ones are returned, one fewer than there are rows: in the first
    row stands how many are above, ``⋮ 3 above``. If the root itself is a leaf, it has a row.

    Args:
        snapshot: The step.
        height: The lines of the funnel, of which title, verdict and leaves take three.
    """
    # The path from the root may be long: its end shows whether all of it has room.
    end_of_path = snapshot.path(max(_LINES_WITHOUT_PATH, height))
    inner_nodes = [node for node in end_of_path if node.player is not None]
    if not inner_nodes:  # the root is a leaf, or nothing is open
        return list(end_of_path[:1])
    rows = max(1, height - _LINES_WITHOUT_PATH)
    begins_at_root = inner_nodes[0].node == _ROOT
    if begins_at_root and len(inner_nodes) <= rows:
        return inner_nodes
    rows_below_number_of_others = max(1, rows - 1)
    return inner_nodes[-rows_below_number_of_others:]


def _row(node: NodeView, columns: _Columns, style_of_v: str) -> TextLine:
    """Return the row of an open node: its name, its v, and its window on the number line.

    For example::

        ▽ a      6  ━━━━━━━━━━━━━┫

    Args:
        node: The node at the step that is shown.
        columns: The widths of the columns, and the number line.
        style_of_v: The style of v, the best value that the node has had from its children so far.
    """
    name = _name(node, columns.label_width)
    v = shorten(number_or_blank(node.v), columns.v_width - _BEFORE_V).rjust(columns.v_width)
    return line(
        (name, f"bold {colour_of(node.player)}"),
        " " * (columns.label_width - cells(name)),
        (v, style_of_v),
        " " * _BEFORE_AXIS,
        *_row_bar(columns.axis, node),
    )


def _highlighted_row(node: NodeView, columns: _Columns, width: int) -> TextLine:
    """Return the row of the current node, highlighted, behind a mark ``▌``."""
    row = _row(node, columns, "bold strong")
    return (("▌", "strong on current"), *fitted(row, width, "current"))


def _numbers_above(axis: Axis, nodes: Sequence[NodeView]) -> list[StyledText]:
    """Return the line of numbers above the bars, each centred above its column.

    For example ``−∞           6     8 +∞``. Where two numbers would touch, the smaller one moves to
    the left. A number is left out if it would touch the ``−∞`` at the left end.

    Args:
        axis: The number line.
        nodes: The nodes whose bars stand below it.
    """
    styles = _styles_of_numbers(nodes)
    above = Cells(axis.width)
    # Both infinities always stand there. They are put first, as what is put first keeps its place.
    above.put(0, "−∞", "quiet")
    above.put(axis.width - cells("+∞"), "+∞", "quiet")
    finite = [number for number in styles if not math.isinf(number)]
    # The largest first: a number makes room for those at its right, which stand already.
    for number in sorted(finite, reverse=True):
        _put_centred_or_left(above, axis.place(number), shown(number), styles[number])
    return above.pieces()


def _put_centred_or_left(row: Cells, column: int, text: str, style: str) -> None:
    """Write a text centred at a column, or the nearest place with room at the left of that.

    It is not written if there is no room up to the ``−∞`` at the left end.
    """
    centred = column - cells(text) // 2
    behind_infinity = _CELLS_OF_INFINITY
    for start in range(centred, behind_infinity - 1, -1):
        has_been_put = row.put(start, text, style)
        if has_been_put:
            return


def _styles_of_numbers(nodes: Sequence[NodeView]) -> dict[Number, str]:
    """Return the numbers that stand above the number line, each with its style.

    These are the ends of the nodes' windows, α in the colour of MAX and β in that of MIN. For a
    node without a window it is its v in the colour of its player.

    Args:
        nodes: The nodes from the top; a number has the style that the first of them gives it.

    Returns:
        The styles by number; −∞ and +∞ may be among them.
    """
    styles: dict[Number, str] = {}
    for node in nodes:
        if node.window is not None:
            alpha, beta = node.window
            # setdefault keeps the style that a number has already.
            styles.setdefault(alpha, "bold max")
            styles.setdefault(beta, "bold min")
        elif node.v is not None:
            styles.setdefault(node.v, f"bold {colour_of(node.player)}")
    return styles


def _row_bar(axis: Axis, node: NodeView) -> list[StyledText]:
    """Return what stands on the number line in a node's row.

    One of these; without a window and without a v it is nothing::

        ┣━━━━━┫            a window, from α to β
        ┫▒▒▒▒▒┣            an empty window, from β up to α, red
        ───●──────         without windows: v

    Args:
        axis: The number line.
        node: The node at the step that is shown.
    """
    if node.window is not None:
        return _empty_bar(axis, node.window) if node.is_empty else _bar(axis, node.window)
    if node.v is None:
        return []
    column = axis.place(node.v)
    # The line goes on to the end behind the one cell of the point.
    after = ("─" * (axis.width - column - 1), "ghost")
    return [("─" * column, "ghost"), ("●", f"bold {colour_of(node.player)}"), after]


def _empty_bar(axis: Axis, window: Window) -> list[StyledText]:
    """Return an empty window as two marks, ``┫`` for β and ``┣`` for α, with a red gap between.

    A window is empty if α ≥ β. Where both have a column with one between, the marks stand there;
    else β moves to the left and α stands behind it, as far as the number line reaches::

          ┫▒▒▒▒┣     β = 2 and α = 7, where each number has a column, from 0
            ┫▒┣      α = β = 5: the gap stands at 5, the marks beside it
        ┫┣           α = β = 0, at the left end: no gap (likewise at the right end)

    Args:
        axis: The number line.
        window: α and β, where α ≥ β.

    Returns:
        The texts with their styles, from the left end of the number line on.
    """
    alpha, beta = window
    beta_column = axis.place(beta)
    alpha_column = axis.place(alpha)
    has_free_column_between = alpha_column - beta_column >= 2
    if has_free_column_between:
        column_of_left_mark = beta_column
        column_of_right_mark = alpha_column
    else:
        last_column = axis.width - 1
        column_of_left_mark = max(0, beta_column - 1)
        column_of_right_mark = min(last_column, beta_column + 1)
    gap_width = column_of_right_mark - column_of_left_mark - 1
    return [
        (" " * column_of_left_mark, ""),
        ("┫", "bold min"),
        ("▒" * gap_width, "cut"),
        ("┣", "bold max"),
    ]


def _bar(axis: Axis, window: Window) -> list[StyledText]:
    """Return a window as a bar on the number line, from α to β.

    An infinite end has no mark, as the bar goes on there::

        ┣━━━━┫   both ends are numbers      ━━━━━┫   α is −∞

    Args:
        axis: The number line.
        window: α and β, where α ≤ β.

    Returns:
        The texts with their styles, from the left end of the number line on.
    """
    alpha, beta = window
    left = axis.place(alpha)
    right = axis.place(beta)
    # Where α and β are equal, even infinite, both marks are drawn.
    has_one_value = alpha == beta
    has_left_end = has_one_value or not math.isinf(alpha)
    has_right_end = has_one_value or not math.isinf(beta)
    first = ("┣", "bold max") if has_left_end else ("━", "strong")
    last = ("┫", "bold min") if has_right_end else ("━", "strong")
    return [(" " * left, ""), first, ("━" * max(0, right - left - 1), "strong"), last]


def _verdict(node: NodeView, columns: _Columns) -> TextLine:
    """Return the line below the last bar with a word on its window: `` EMPTY `` or `` ONLY 3 ``.

    The word is centred below the bar, as far as the number line has room. The line is blank if
    there is nothing to be said of the window.

    Args:
        node: The node to which the bar belongs.
        columns: The widths of the columns, and the number line.
    """
    word = _word_on_window(node)
    if node.window is None or not word:
        return BLANK
    axis = columns.axis
    alpha, beta = node.window
    middle_of_bar = (axis.place(alpha) + axis.place(beta)) // 2
    start_on_axis = middle_of_bar - length(word) // 2
    last_start = axis.width - length(word)
    start = columns.axis_start + min(start_on_axis, last_start)
    return line(" " * max(0, start), *word)


def _word_on_window(node: NodeView) -> TextLine:
    """Return `` EMPTY ``, or `` ONLY 3 `` where α and β are 3; blank for any other window."""
    if node.is_empty:
        return line((" EMPTY ", "bold on_cut on cut_surface"))
    if node.window is not None and node.only:
        return line((f" ONLY {shown(node.window[0])} ", "bold strong on current"))
    return BLANK


def _leaves(snapshot: Snapshot, columns: _Columns) -> list[TextLine]:
    """Return the line below the bars with the values of the leaves that were read.

    For example, where ``·`` is a value whose number has no room::

        leaves         1      5 ·6     8

    Args:
        snapshot: The step. The value of the leaf that it reads, or that arrives at the parent, is
            highlighted.
        columns: The widths of the columns, and the number line.

    Returns:
        A list with the line, empty if no leaf was read.
    """
    values_read = snapshot.axis
    if not values_read:
        return []
    axis = columns.axis
    newest = _newest(snapshot)
    # A text that would lie on another one is not put: the newest comes first, so as to be there.
    values_line = Cells(axis.width)
    if newest in values_read:
        text = f" {shown(newest)} "
        values_line.put(axis.place(newest) - cells(text) // 2, text, "bold on_news on news")
    for value in values_read:
        if value != newest:
            _put_value_or_dot(values_line, axis.place(value), shown(value))
    return [line(("leaves".ljust(columns.axis_start), "quiet"), *values_line.pieces())]


def _put_value_or_dot(row: Cells, column: int, value: str) -> None:
    """Write a value centred at its column; without room a dot ``·``, or nothing."""
    has_been_put = row.put(column - cells(value) // 2, value, "decided")
    if not has_been_put:
        row.put(column, "·", "decided", gap=0)


def _newest(snapshot: Snapshot) -> Number | None:
    """Return the value of the leaf that this step reads, or takes up to its parent."""
    node = snapshot.node if snapshot.kind is StepKind.LEAF else snapshot.child
    if node is None:
        return None
    leaf = snapshot.view(node)
    return leaf.number if leaf.is_leaf else None


def _name(row: NodeView, room: int) -> str:
    """Return a node's sign and name, shortened to a room.

    A name loses its end: ``▽ a long n…``. An address, such as ``1.2.1.3``, loses its beginning, so
    that it is not taken for those of the other open nodes, which begin alike: ``▽ …2.1.3``.

    Args:
        row: The node; its text may be an address, the positions among siblings from the root down.
        room: The most cells of the name.
    """
    name = _name_of(row)
    # "1.2.1.3" gives "1", "2", "1", "3"; a label gives something else, or a single number.
    numbers = row.text.split(".")
    is_address = all(map(str.isdigit, numbers))
    if cells(name) <= room or not is_address:
        return shorten(name, room)
    sign = name.removesuffix(row.text)  # the player's, and a blank
    room_behind_dots = room - cells(sign) - cells("…")
    while numbers and len(".".join(numbers)) > room_behind_dots:
        del numbers[0]
    return f"{sign}…{'.'.join(numbers)}"


def _name_of(node: NodeView) -> str:
    """Return a node's label behind the sign of its player."""
    return f"{node.player.sign} {node.text}" if node.player else node.text


def number_or_blank(value: Number | None) -> str:
    """Return a number as it is shown, and nothing where there is none yet."""
    return "" if value is None else shown(value)
