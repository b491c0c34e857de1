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
    fitted,
    length,
    line,
    player_colour,
)
from treeexplorer.terminal.view import View
from treeexplorer.text import shorten, shorten_address
from treeexplorer.text import width as cells
from treeexplorer.tree import Number, Window

_MAX_LABEL_WIDTH: Final = 10
_MAX_V_WIDTH: Final = 8
_MIN_V_WIDTH: Final = 3
_GAP_BEFORE_V: Final = 1
"""The blanks between a node's name and its v."""
_TITLE: Final = "WINDOW"
_MIN_AXIS_WIDTH: Final = 8
_INFINITY_WIDTH: Final = 3
"""The cells at either end of the number line: ``−∞`` or ``+∞``, and a blank."""
_LINES_BESIDE_NODES: Final = 3
"""The lines beside those of the open nodes: title, verdict, leaves."""
_ROOT: Final = 0
_LEAVES_HEIGHT: Final = 2
"""The line of the leaves with a blank one; this room is kept before the first leaf is read, too."""
_GAP_BEFORE_AXIS: Final = 2
"""The blanks between a node's v and the number line."""


class Axis:
    """A number line that orders numbers, as far to scale as the room allows.

    Example:
        >>> axis = Axis([2, 3], [], (0, 10), 20)
        >>> axis.column_of(2), axis.column_of(3), axis.column_of(math.inf)
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
        self._column_by_number = _assign_columns(bounds, others, span, width)

    def column_of(self, number: Number) -> int:
        """Return the column of one of the numbers."""
        if math.isinf(number):
            return 0 if number < 0 else self.width - 1
        return self._column_by_number[number]


def _assign_columns(
    bounds: Iterable[Number], others: Iterable[Number], span: Window, width: int
) -> dict[Number, int]:
    """Return the column of each finite number on a number line that is ``width`` cells wide.

    Numbers stand to scale where they can; where they are too close, they are moved apart. The
    ``bounds`` never touch each other; the ``others`` may share a column.
    """
    finite_bounds = {bound for bound in bounds if not math.isinf(bound)}
    finite_others = {number for number in others if not math.isinf(number)}
    numbers = sorted(finite_bounds | finite_others)

    # Both ends of the line are kept for −∞ and +∞.
    first_column = _INFINITY_WIDTH
    last_column = max(first_column, width - 1 - _INFINITY_WIDTH)
    available_width = last_column - first_column

    positions = [_scale_to_unit(number, span) for number in numbers]  # from 0.0 to 1.0
    columns_to_scale = [first_column + round(share * available_width) for share in positions]
    distances = _choose_distances(numbers, finite_bounds, available_width)
    columns = _move_apart(columns_to_scale, distances, last_column)
    return dict(zip(numbers, columns, strict=True))


def _move_apart(positions: Sequence[int], distances: Sequence[int], last: int) -> list[int]:
    """Move ascending positions so that each has at least a given distance to the next one.

    They are moved to the right, and back to the left where they would lie beyond ``last``.
    ``distances[i]`` is the least distance from ``positions[i]`` to ``positions[i + 1]``.

    Example:
        >>> _move_apart([3, 3, 9, 9], [2, 2, 2], 10)
        [3, 5, 8, 10]
    """
    result = list(positions)
    if not result:
        return result

    # From the left: each position pushes the next one to the right.
    for index, distance in enumerate(distances):
        result[index + 1] = max(result[index + 1], result[index] + distance)

    # From the right: the last one pushes the others back to the left.
    result[-1] = min(result[-1], last)
    for index in reversed(range(len(distances))):
        result[index] = min(result[index], result[index + 1] - distances[index])
    return result


def _choose_distances(
    numbers: Sequence[Number], important: set[Number], available_width: int
) -> list[int]:
    """Choose the least distance in columns from each number to the next, as wide as has room.

    These are tried, the widest first:

    1. Each number can be written above its column.
    2. Each number has its own column, and important neighbours a free column between them.
    3. No important number shares its column with the next number.
    4. All numbers may share one column.

    Example:
        >>> [_choose_distances([2, 3, 10], {2, 3}, width) for width in (5, 4, 2, 1)]
        [[2, 3], [2, 1], [1, 1], [0, 0]]
    """
    pairs = list(pairwise(numbers))
    with_room_for_text = [_distance_between_texts(low, high) for low, high in pairs]
    with_free_columns = [_distance_with_free_column(pair, important) for pair in pairs]
    with_own_columns = [_distance_with_own_column(low, important) for low, _ in pairs]
    for distances in (with_room_for_text, with_free_columns, with_own_columns):
        if sum(distances) <= available_width:
            return distances
    return [0] * len(pairs)


def _distance_between_texts(low: Number, high: Number) -> int:
    """Return how far apart two centred numbers must stand to leave a blank between their texts."""
    half_of_both_texts = (cells(shown(low)) + cells(shown(high)) - 1) // 2
    return half_of_both_texts + 2


def _distance_with_free_column(pair: tuple[Number, Number], important: set[Number]) -> int:
    """Return 2, which leaves a column free, if both numbers of a pair are important; else 1."""
    return 2 if important.issuperset(pair) else 1


def _distance_with_own_column(number: Number, important: set[Number]) -> int:
    """Return 1, which keeps the column of a number free of the next one, if it is important."""
    return 1 if number in important else 0


def _scale_to_unit(number: Number, span: Window) -> float:
    """Return where a number lies within a span, from 0.0 to 1.0: 0.25 for 5 in (0, 20)."""
    low, high = span
    try:
        return min(1.0, max(0.0, float((number - low) / (high - low))))
    except (OverflowError, ZeroDivisionError):
        return 0.5


def funnel(view: View, width: int, height: int) -> list[TextLine]:
    """Draw the windows of the open nodes as bars on one number line, and the leaves below.

    A node is open from when it is entered until it returns. From the root down the windows, from α
    to β, get narrower. At ▲ b here α = 8 is more than β = 6, so that its window is empty::

        WINDOW   v  −∞           6     8 +∞
        ▲ root  −∞  ━━━━━━━━━━━━━━━━━━━━━━━
        ▽ a      6  ━━━━━━━━━━━━━┫
        ▌▲ b     8               ┫▒▒▒▒▒┣
                                  EMPTY
        leaves         1      5  6     8

    Args:
        view: The search and the step that is shown.
        width: The width of a line.
        height: The most lines. If it is low, blank lines are left out first, then the nodes
            nearest to the root.
    """
    visible_nodes = _choose_visible_nodes(view.snapshot, height)
    columns = _compute_columns(view, visible_nodes, width)
    if not visible_nodes:  # such as before the first step
        return [_render_title(view, columns, visible_nodes)][:height]

    title_and_nodes = _render_title_and_nodes(view, columns, visible_nodes, width)
    height_with_blanks = sum(len(group) + 1 for group in title_and_nodes) + _LEAVES_HEIGHT
    has_room_for_blanks = height_with_blanks <= height
    groups = [*title_and_nodes, _render_leaves(view.snapshot, columns)]
    return _join_groups(groups, with_blank_lines=has_room_for_blanks)[:height]


def _render_title_and_nodes(
    view: View, columns: _Columns, nodes: Sequence[NodeView], width: int
) -> list[list[TextLine]]:
    """Render the title and a row for each node, as groups of lines.

    Blank lines may be put between groups, not within one. The last node is the one at which the
    search stands: it is highlighted, with a word about its window below, such as ``EMPTY``.
    """
    top_node = nodes[0]
    current_node = nodes[-1]
    title_lines = [
        _render_title(view, columns, nodes),
        *_render_count_above(view.snapshot, top_node),
    ]
    groups = [title_lines]
    groups += [[_render_node(node, columns, "text")] for node in nodes[:-1]]
    groups.append(
        [
            _render_current_node(current_node, columns, width),
            _render_verdict(current_node, columns),
        ]
    )
    return groups


def _join_groups(groups: Iterable[Sequence[TextLine]], *, with_blank_lines: bool) -> list[TextLine]:
    """Join groups of lines into one list, with or without a blank line between two groups."""
    lines: list[TextLine] = []
    for group in groups:
        if with_blank_lines and group and lines:
            lines.append(BLANK)
        lines += group
    return lines


def _render_count_above(snapshot: Snapshot, top_node: NodeView) -> list[TextLine]:
    """Render how many open nodes lie above the top one, ``⋮ 3 above``; no line if none do."""
    count = snapshot.record.tree.ply[top_node.node]
    if count == 0:
        return []
    return [line((f"⋮ {count} above", "quiet"))]


def _collect_bounds(view: View, nodes: Sequence[NodeView]) -> set[Number]:
    """Collect α and β of all nodes; in a search without windows, their v instead."""
    if not view.has_windows:
        return {node.v for node in nodes if node.v is not None}
    bounds: set[Number] = set()
    for node in nodes:
        if node.window is not None:
            bounds.update(node.window)
    return bounds


def _render_title(view: View, columns: _Columns, nodes: Sequence[NodeView]) -> TextLine:
    """Render the headings of the columns, and the numbers that stand above the number line."""
    title = _TITLE if view.has_windows else "VALUES"
    headings = f"{title:<{columns.label_width}}{'v':>{columns.v_width}}"
    return line((headings, "bold quiet"), "  ", *_render_numbers(columns.axis, nodes))


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
        return self.label_width + self.v_width + _GAP_BEFORE_AXIS


def _compute_columns(view: View, nodes: Sequence[NodeView], width: int) -> _Columns:
    """Compute the widths of the columns: a node's name, its v, and the number line.

    Name and v get what the longest one needs, up to a limit. The number line gets the rest, but at
    least ``_MIN_AXIS_WIDTH``.
    """
    longest_name = max((cells(_format_full_name(node)) for node in nodes), default=0)
    # The title stands above the names.
    label_width = max(len(_TITLE), min(_MAX_LABEL_WIDTH, longest_name))

    longest_v = max((cells(format_number_or_blank(node.v)) for node in nodes), default=0)
    v_width = _GAP_BEFORE_V + max(_MIN_V_WIDTH, min(_MAX_V_WIDTH, longest_v))

    remaining_width = width - label_width - v_width - _GAP_BEFORE_AXIS
    axis = Axis(
        bounds=_collect_bounds(view, nodes),
        others=view.snapshot.axis,
        span=view.span,
        width=max(_MIN_AXIS_WIDTH, remaining_width),
    )
    return _Columns(label_width, v_width, axis)


def _choose_visible_nodes(snapshot: Snapshot, height: int) -> list[NodeView]:
    """Choose the open nodes that get a row, from the top; leaves get none.

    If they do not all fit, the lowest ones are chosen, and one row is kept free for the count of
    the others, ``⋮ 3 above``. If the root itself is a leaf, it gets a row.
    """
    # A path can be very long; this much of its end is enough to see whether all of it fits.
    end_of_path = snapshot.path(max(_LINES_BESIDE_NODES, height))
    inner_nodes = [node for node in end_of_path if node.player is not None]
    if not inner_nodes:  # the root is a leaf, or nothing is open
        return list(end_of_path[:1])

    row_count = max(1, height - _LINES_BESIDE_NODES)
    is_whole_path = inner_nodes[0].node == _ROOT
    if is_whole_path and len(inner_nodes) <= row_count:
        return inner_nodes
    rows_below_count = max(1, row_count - 1)
    return inner_nodes[-rows_below_count:]


def _render_node(node: NodeView, columns: _Columns, v_style: str) -> TextLine:
    """Render the row of an open node: its name, its v, and its window on the number line.

    For example ``▽ a      6  ━━━━━━━━━━━━━┫``.
    """
    name = _format_name(node, columns.label_width)
    padding = " " * (columns.label_width - cells(name))
    v = shorten(format_number_or_blank(node.v), columns.v_width - _GAP_BEFORE_V)
    return line(
        (name, f"bold {player_colour(node.player)}"),
        padding,
        (v.rjust(columns.v_width), v_style),
        " " * _GAP_BEFORE_AXIS,
        *_draw_window_or_v(columns.axis, node),
    )


def _render_current_node(node: NodeView, columns: _Columns, width: int) -> TextLine:
    """Render the row of the node at which the search stands: highlighted, behind a mark ``▌``."""
    row = _render_node(node, columns, "bold strong")
    return (("▌", "strong on current"), *fitted(row, width, "current"))


def _render_numbers(axis: Axis, nodes: Sequence[NodeView]) -> list[StyledText]:
    """Render the numbers above the bars, each centred above its column: ``−∞       6     8 +∞``.

    Where two numbers would touch, the smaller one moves to the left. A number that would touch the
    ``−∞`` at the left end is left out.
    """
    style_by_number = _choose_number_styles(nodes)
    row = Cells(axis.width)
    # What is written first keeps its cells: both infinities, then the numbers from the largest.
    row.put(0, "−∞", "quiet")
    row.put(axis.width - cells("+∞"), "+∞", "quiet")
    finite_numbers = [number for number in style_by_number if not math.isinf(number)]
    for number in sorted(finite_numbers, reverse=True):
        style = style_by_number[number]
        _write_centred_or_left(row, axis.column_of(number), shown(number), style)
    return row.pieces()


def _write_centred_or_left(row: Cells, column: int, text: str, style: str) -> None:
    """Write a text centred at a column or, if other texts are in the way, further to the left.

    If there is no room up to the ``−∞`` at the left end, nothing is written.
    """
    centred_start = column - cells(text) // 2
    for start in range(centred_start, _INFINITY_WIDTH - 1, -1):
        is_written = row.put(start, text, style)
        if is_written:
            return


def _choose_number_styles(nodes: Sequence[NodeView]) -> dict[Number, str]:
    """Return the numbers to be written above the number line, with the style of each.

    These are α of all nodes in the colour of MAX, and β in that of MIN; for a node without a window
    its v in the colour of its player. If several nodes have a number, the first one decides.
    """
    style_by_number: dict[Number, str] = {}
    for node in nodes:
        if node.window is not None:
            alpha, beta = node.window
            style_by_number.setdefault(alpha, "bold max")
            style_by_number.setdefault(beta, "bold min")
        elif node.v is not None:
            style_by_number.setdefault(node.v, f"bold {player_colour(node.player)}")
    return style_by_number


def _draw_window_or_v(axis: Axis, node: NodeView) -> list[StyledText]:
    """Draw a node's window on the number line or, in a search without windows, its v.

    One of these, or nothing as long as the node has neither::

        ┣━━━━━┫            a window, from α to β
        ┫▒▒▒▒▒┣            an empty window, from β up to α, red
        ───●──────         v
    """
    if node.window is not None and node.is_empty:
        return _draw_empty_window(axis, node.window)
    if node.window is not None:
        return _draw_window(axis, node.window)
    if node.v is None:
        return []

    column = axis.column_of(node.v)
    cells_behind_point = axis.width - column - 1
    return [
        ("─" * column, "ghost"),
        ("●", f"bold {player_colour(node.player)}"),
        ("─" * cells_behind_point, "ghost"),
    ]


def _draw_empty_window(axis: Axis, window: Window) -> list[StyledText]:
    """Draw an empty window (α ≥ β): ``┫`` for β, a red gap, and ``┣`` for α.

    If there is no free column between α and β, the marks are moved apart, as far as the number line
    reaches::

          ┫▒▒▒▒┣     β = 2 and α = 7, where each number has a column, from 0
            ┫▒┣      α = β = 5: the gap stands at 5, the marks beside it
        ┫┣           α = β = 0, at the left end: no gap (likewise at the right end)
    """
    alpha, beta = window
    left_column = axis.column_of(beta)
    right_column = axis.column_of(alpha)
    has_free_column_between = right_column - left_column >= 2
    if not has_free_column_between:
        gap_column = left_column
        last_column = axis.width - 1
        left_column = max(0, gap_column - 1)
        right_column = min(last_column, gap_column + 1)

    gap_width = right_column - left_column - 1
    return [
        (" " * left_column, ""),
        ("┫", "bold min"),
        ("▒" * gap_width, "cut"),
        ("┣", "bold max"),
    ]


def _draw_window(axis: Axis, window: Window) -> list[StyledText]:
    """Draw a window (α ≤ β) as a bar from α to β; an infinite end has no mark.

    For example::

        ┣━━━━┫   both ends are numbers      ━━━━━┫   α is −∞
    """
    alpha, beta = window
    left_column = axis.column_of(alpha)
    right_column = axis.column_of(beta)
    # Where α equals β both marks are drawn, even at an infinity.
    has_left_mark = alpha == beta or not math.isinf(alpha)
    has_right_mark = alpha == beta or not math.isinf(beta)
    bar_width = max(0, right_column - left_column - 1)
    return [
        (" " * left_column, ""),
        ("┣", "bold max") if has_left_mark else ("━", "strong"),
        ("━" * bar_width, "strong"),
        ("┫", "bold min") if has_right_mark else ("━", "strong"),
    ]


def _render_verdict(node: NodeView, columns: _Columns) -> TextLine:
    """Render a word about a node's window, centred below its bar: ``EMPTY`` or ``ONLY 3``.

    The line is blank if the window is neither empty nor a single number.
    """
    verdict = _choose_verdict(node)
    if node.window is None or not verdict:
        return BLANK

    axis = columns.axis
    alpha, beta = node.window
    middle_of_bar = (axis.column_of(alpha) + axis.column_of(beta)) // 2
    centred_start = middle_of_bar - length(verdict) // 2
    last_start = axis.width - length(verdict)
    start = columns.axis_start + min(centred_start, last_start)
    return line(" " * max(0, start), *verdict)


def _choose_verdict(node: NodeView) -> TextLine:
    """Return `` EMPTY ``, or `` ONLY 3 `` where α and β are 3; blank for any other window."""
    if node.is_empty:
        return line((" EMPTY ", "bold on_cut on cut_surface"))
    if node.window is not None and node.only:
        alpha, _ = node.window
        return line((f" ONLY {shown(alpha)} ", "bold strong on current"))
    return BLANK


def _render_leaves(snapshot: Snapshot, columns: _Columns) -> list[TextLine]:
    """Render the line with the values of the leaves read so far; no line before the first one.

    Each value stands in its column of the axis. For example ``leaves         1      5 ·6     8``,
    where ``·`` is a value whose number has no room beside the others. The value that this step
    reads, or takes up to the parent, is highlighted, and has room first.
    """
    values = snapshot.axis
    if not values:
        return []

    axis = columns.axis
    row = Cells(axis.width)
    # The newest value first: a row of cells keeps what is written first, and takes later texts only
    # where there is room for them.
    newest_value = _find_newest_leaf_value(snapshot)
    if newest_value in values:
        text = f" {shown(newest_value)} "
        _write_text_or_dot(row, axis.column_of(newest_value), text, "bold on_news on news")

    other_values = [value for value in values if value != newest_value]
    for value in other_values:
        _write_text_or_dot(row, axis.column_of(value), shown(value), "decided")
    return [line(("leaves".ljust(columns.axis_start), "quiet"), *row.pieces())]


def _write_text_or_dot(row: Cells, column: int, text: str, style: str) -> None:
    """Write a text centred at a column; without room a dot ``·``, or nothing."""
    is_written = row.put(column - cells(text) // 2, text, style)
    if not is_written:
        row.put(column, "·", style, gap=0)


def _find_newest_leaf_value(snapshot: Snapshot) -> Number | None:
    """Return the value of the leaf that this step reads, or that it takes up to the parent."""
    node = snapshot.node if snapshot.kind is StepKind.LEAF else snapshot.child
    if node is None:
        return None
    node_view = snapshot.view(node)
    if not node_view.is_leaf:
        return None
    return node_view.number


def _format_name(node: NodeView, max_width: int) -> str:
    """Format a node's sign and name, shortened to a width.

    A label loses its end: ``▽ a long n…``. An address, such as ``1.2.1.3``, loses its beginning,
    because those of the other open nodes begin alike: ``▽ …2.1.3``.
    """
    name = _format_full_name(node)
    is_address = all(map(str.isdigit, node.text.split(".")))
    if is_address:
        return shorten_address(name, node.text, max_width)
    return shorten(name, max_width)


def _format_full_name(node: NodeView) -> str:
    """Format a node's name behind the sign of its player, if it has one: ``▽ a``."""
    if node.player is None:
        return node.text
    return f"{node.player.sign} {node.text}"


def format_number_or_blank(value: Number | None) -> str:
    """Return a number as it is shown, and nothing where there is none yet."""
    return "" if value is None else shown(value)
