"""The outline: the answer sheet's table at a step, a line for each node, for trees of any size."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from treeexplorer.course.answer_rows import answer_row
from treeexplorer.drawing.styled_text import CARD_STYLES
from treeexplorer.engine import Status
from treeexplorer.explain.snapshot import NodeView, Snapshot
from treeexplorer.numbers import shown, written
from treeexplorer.terminal.lines import (
    BLANK,
    StyledText,
    TextLine,
    fitted,
    join_at_columns,
    line,
    player_colour,
    sentence,
)
from treeexplorer.terminal.view import View
from treeexplorer.text import shorten, shorten_address
from treeexplorer.text import width as cells
from treeexplorer.tree import GameTree

_MARGIN: Final = 1  # cells before a line
_INDENT_WIDTH: Final = 2
_PREFERRED_LABEL_WIDTH: Final = 16  # cells beyond the indents
_MIN_LABEL_WIDTH_WITH_PLAYERS: Final = 14
_MIN_LABEL_WIDTH: Final = 4
_MIN_NAME_WIDTH: Final = 8
"""The cells that a name keeps beside its indent; a longer one is cut before it loses its indent."""
_MIN_CUT_LABEL_WIDTH: Final = 3
"""The cells that are left of a label that is cut for the numbers behind it: ``丙…``."""
_MARK_WIDTH: Final = 2
"""The cells in the column of the label for what marks it: `` …``, or the slashes of ``/4/``."""
_MIN_WIDTH_FOR_TESTS: Final = 56

# The names of the columns, which stand above them, and the least cells of each with a gap.
_PLAYER: Final = "player"
_WINDOW: Final = "window on entry"
_RETURNED: Final = "returned"
_CUT: Final = "cut-off"
_PLAYER_WIDTH: Final = len(_PLAYER) + 2
_WINDOW_WIDTH: Final = len(_WINDOW) + 2
_RETURNED_WIDTH: Final = len(_RETURNED) + 2
_CUT_WIDTH: Final = len(" ╳ CUT ")
_TEST_WIDTH: Final = 12
_PUNCTUATION_WIDTH: Final = len("(, )") + 2

_STRUCK_STYLE: Final = "strike pruned"
_PRUNED_STATUSES: Final = (Status.SKIPPED, Status.BEYOND)
_STYLE_BY_UNVISITED_STATUS: Final = {
    Status.SKIPPED: _STRUCK_STYLE,
    Status.BEYOND: _STRUCK_STYLE,
    Status.UNSEEN: "ghost",
}
"""The styles of nodes that were not visited, by their status."""


def outline(
    view: View, width: int, *, marks: bool = False, has_news: bool = True
) -> tuple[TextLine, Callable[[int], TextLine]]:
    """Return the heading of a table of all nodes, and a function that renders the row of a node.

    For example::

        node                  player  window on entry  returned  cut-off
        ▲ root …              MAX     (−∞, +∞)         v −∞
          ▽ a                 MIN     (−∞, +∞)         v 6
            ▲ b …             MAX     (−∞, 6)          ≥ 8        ╳ 8 ≥ 6

    A row is rendered when it is needed, so that a large tree costs no more than the rows on the
    screen.

    Args:
        view: The search and the step that is shown.
        width: The width of a line.
        marks: Whether signs say what is pruned (``/4/``) and what is new (``= 3*``).
        has_news: Whether the value that the step has changed is told from the others, as it is not
            in a table of answers.

    Returns:
        The heading, and the function: it takes the number of a node, and its row shows the step at
        which the view is when it is called.
    """
    layout = _lay_out_table(view, width)

    def render_node(node: int) -> TextLine:
        """Render the row of a node at the step at which the view is now."""
        snapshot = view.snapshot
        node_view = snapshot.view(node)
        if not has_news:
            node_view = node_view._replace(is_new=False)
        row = _render_row(snapshot, view.tree, node_view, layout, marks=marks)
        return fitted(row, width)

    headings = [line((column, "quiet")) for column in ("node", *layout.width_by_column)]
    return join_at_columns(headings, layout.starts), render_node


class _TableLayout(NamedTuple):
    """Where the columns of the table stand.

    Attributes:
        label_width: The width of the first column, which has the labels of the nodes.
        width_by_column: The widths of the other columns by their headings, from left to right.
        starts: Where each column begins, and behind them where the last one ends.
    """

    label_width: int
    width_by_column: Mapping[str, int]
    starts: Sequence[int]


def _render_row(
    snapshot: Snapshot, tree: GameTree, node: NodeView, layout: _TableLayout, *, marks: bool
) -> TextLine:
    """Render the row of a node: ``▽ a   MIN   (−∞, +∞)   v 6``.

    Args:
        snapshot: The step that is shown.
        tree: The tree.
        node: What the step shows of the node.
        layout: Where the columns stand; those that it leaves out are not rendered.
        marks: Whether signs say what is pruned, as in ``/4/``, and what is new, as in ``= 3*``.
    """
    label = _render_label(tree, node, layout.label_width, marks=marks)
    test_width = layout.width_by_column.get(_CUT, 0)
    cell_by_column = _render_cells(snapshot, node, test_width, marks=marks)
    cells_in_order = [cell_by_column[column] for column in layout.width_by_column]
    return join_at_columns([label, *cells_in_order], layout.starts)


def _lay_out_table(view: View, width: int) -> _TableLayout:
    """Lay out the columns in a width; labels have what the others leave, and no more than needed.

    For example labels of 20 cells and columns of 8 and 10 begin at 1, 21 and 29, and end at 39.
    """
    width_by_column = _compute_column_widths(view, width)
    remaining_width = width - _MARGIN - sum(width_by_column.values())
    width_for_deepest_node = _INDENT_WIDTH * view.tree.depth + _PREFERRED_LABEL_WIDTH
    label_width = max(_MIN_LABEL_WIDTH, min(remaining_width, width_for_deepest_node))

    label_stop = _MARGIN + label_width
    starts = [_MARGIN, *accumulate(width_by_column.values(), initial=label_stop)]
    return _TableLayout(label_width, width_by_column, starts)


def _compute_column_widths(view: View, width: int) -> dict[str, int]:
    """Return the width of each column behind the label, by its heading, from left to right.

    With windows: ``player``, ``window on entry``, ``returned`` and ``cut-off``. Without windows:
    ``player`` and ``returned``. In a narrow table there is no column ``player``.
    """
    width_by_column = {_PLAYER: _PLAYER_WIDTH}
    if view.has_windows:
        longest_bound = max(len("−∞"), *(cells(shown(end)) for end in view.span))
        width_by_column[_WINDOW] = max(_WINDOW_WIDTH, 2 * longest_bound + _PUNCTUATION_WIDTH)
    width_by_column[_RETURNED] = _RETURNED_WIDTH
    if view.has_windows:
        width_by_column[_CUT] = _TEST_WIDTH if width >= _MIN_WIDTH_FOR_TESTS else _CUT_WIDTH

    label_width = width - _MARGIN - sum(width_by_column.values())
    if label_width < _MIN_LABEL_WIDTH_WITH_PLAYERS:
        del width_by_column[_PLAYER]
    return width_by_column


def _render_label(tree: GameTree, node: NodeView, width: int, *, marks: bool) -> TextLine:
    """Render a node's name, indented by its depth as far as the column is wide enough.

    ``▽ a …`` has children that are not drawn. With ``marks`` a pruned node is ``/4/``.
    """
    # The last cells are kept for the … or the slashes.
    name_width = width - _MARK_WIDTH
    indent = _choose_indent(tree, node, name_width)
    name = _format_name(tree, node, name_width - indent)

    is_pruned = node.status in _PRUNED_STATUSES
    if is_pruned and marks:
        name = f"/{name}/"
    parts: list[StyledText] = [(" " * indent, ""), (name, _choose_name_style(node))]

    undrawn_status = node.elided  # that of the children that are not drawn; None if all are
    if undrawn_status is not None:
        parts.append((" …", _STYLE_BY_UNVISITED_STATUS.get(undrawn_status, "ghost")))
    return line(*parts)


def _choose_indent(tree: GameTree, node: NodeView, width: int) -> int:
    """Choose how far a node's name is indented in a column, which says whose child the node is.

    A long name is cut for the sake of its indent, but ``_MIN_NAME_WIDTH`` cells of it stay.
    """
    full_name_width = cells(_format_label(node) + _format_numbers(tree, node))
    width_left_for_indent = width - min(full_name_width, _MIN_NAME_WIDTH)
    return max(0, min(_INDENT_WIDTH * tree.ply[node.node], width_left_for_indent))


def _format_name(tree: GameTree, node: NodeView, max_width: int) -> str:
    """Format a node's name, with the value of an unread leaf and the probability of the node.

    For example ``▲ A``, ``c1``, ``c1 (8)`` for a leaf c1 that is not read, and ``▽ B × 0.5`` for a
    child of a chance node. Where there is no room the label is cut and the numbers stay:
    ``Kno… (8)``. An address keeps its end, which tells the node from its siblings: ``▽ …3.2``.
    """
    label = _format_label(node)
    numbers = _format_numbers(tree, node)
    width_left_for_label = max_width - cells(numbers)
    has_room_for_label = width_left_for_label >= min(cells(label), _MIN_CUT_LABEL_WIDTH)
    if not has_room_for_label:
        return shorten(label + numbers, max_width)
    is_address = node.node not in tree.names and "." in node.label
    if is_address:
        return shorten_address(label, node.label, width_left_for_label) + numbers
    return shorten(label, width_left_for_label) + numbers


def _format_label(node: NodeView) -> str:
    """Format a node's label, with its player's sign; an unread leaf may be called by its value."""
    if node.player is not None:
        return f"{node.player.sign} {node.label}"
    if _is_unread_leaf(node) and _is_called_by_its_value(node):
        return node.text
    return node.label


def _format_numbers(tree: GameTree, node: NodeView) -> str:
    """Format what stands behind a label: an unread leaf's value `` (8)``, a probability `` × 0.5``.

    A leaf that is called by its value is not given it twice.
    """
    numbers = ""
    if _is_unread_leaf(node) and not _is_called_by_its_value(node):
        numbers = f" ({node.text})"
    probability = tree.probability(node.node)
    if probability is not None:
        numbers = f"{numbers} × {written(probability)}"
    return numbers


def _is_unread_leaf(node: NodeView) -> bool:
    return node.player is None and node.status in _STYLE_BY_UNVISITED_STATUS


def _is_called_by_its_value(leaf: NodeView) -> bool:
    return leaf.text.startswith(leaf.label)


def _choose_name_style(node: NodeView) -> str:
    """Choose the style of a node's name: its player's colour, struck through if it is pruned."""
    was_visited = node.status not in _STYLE_BY_UNVISITED_STATUS
    if was_visited:
        return f"bold {player_colour(node.player)}"
    is_to_come = node.status is Status.UNSEEN
    if is_to_come and node.player is not None:
        return CARD_STYLES[node.player].to_come
    return _STYLE_BY_UNVISITED_STATUS[node.status]


def _render_cells(
    snapshot: Snapshot, node: NodeView, test_width: int, *, marks: bool
) -> dict[str, TextLine]:
    """Render the cells of a node's row, by the heading of the column; some may be blank.

    All columns that there can be have a cell, also those that this table leaves out. With ``marks``
    a new value has a star.
    """
    visited_style = "quiet"
    style = _STYLE_BY_UNVISITED_STATUS.get(node.status, visited_style)
    window = BLANK if node.entry is None else sentence(node.entry, "quiet")
    cut_off = _format_cut_off(snapshot, node, test_width)
    return {
        _PLAYER: line((answer_row(node).player, style)),
        _WINDOW: window,
        _RETURNED: _render_value(node, marks=marks),
        _CUT: line((cut_off, "bold on_cut on cut_surface")),
    }


def _render_value(node: NodeView, *, marks: bool) -> TextLine:
    """Render a node's value so far, ``v 6``, or returned, ``= 6``; for a leaf its number.

    The value of an unread leaf is blank. With ``marks`` a new value has a star: ``= 6*``.
    """
    is_leaf = node.player is None
    is_unvisited = node.status in _STYLE_BY_UNVISITED_STATUS
    if is_leaf and is_unvisited:
        return BLANK

    value = answer_row(node).value  # ``v 6``, ``= 6``; for a leaf its number alone
    if marks and node.is_new and not is_unvisited:
        value = f"{value}*"
    return line((value, _choose_value_style(node)))


def _choose_value_style(node: NodeView) -> str:
    """Choose a style that says whether a node's value is new, may still change, or is final."""
    if node.status in _STYLE_BY_UNVISITED_STATUS:
        return _STYLE_BY_UNVISITED_STATUS[node.status]
    if node.is_new:
        return "bold news_text"
    may_still_change = node.status is Status.OPEN
    return "bold strong" if may_still_change else "bold decided"


def _format_cut_off(snapshot: Snapshot, node: NodeView, max_width: int) -> str:
    """Format the sign of a cut-off: at its own step with the test, ``╳ 8 ≥ 6``, later ``╳``."""
    is_cut_now = snapshot.cut is not None and node.node == snapshot.node
    if is_cut_now:
        test = f" ╳ {snapshot.test} "
        return test if len(test) < max_width else " ╳ CUT "
    return " ╳ " if node.is_cut else ""
