"""The outline: the answer sheet's table at a step, a line for each node, for trees of any size."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from typing import Final

from treeexplorer.course.answer_rows import answer_row
from treeexplorer.drawing.styled_text import CARD_ROLES
from treeexplorer.engine import Status
from treeexplorer.explain.snapshot import NodeView, Snapshot
from treeexplorer.numbers import shown, written
from treeexplorer.terminal.lines import (
    BLANK,
    StyledText,
    TextLine,
    at_columns,
    colour_of,
    fitted,
    line,
    sentence,
)
from treeexplorer.terminal.view import View
from treeexplorer.text import shorten
from treeexplorer.text import width as cells
from treeexplorer.tree import GameTree

_MARGIN: Final = 1  # cells before a line
_INDENT: Final = 2
_LABEL: Final = 16  # cells beyond the indents
_NARROWEST_LABEL: Final = 14
_LEAST_LABEL: Final = 4
_BEHIND_LABEL: Final = 2
"""The cells in the column of the label for what marks it: `` …``, or the slashes of ``/4/``."""
_ROOM_FOR_TESTS: Final = 56

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
_AROUND_BOUNDS: Final = len("(, )") + 2

_STRUCK: Final = "strike pruned"
_PRUNED: Final = (Status.SKIPPED, Status.BEYOND)
_STYLES_OF_UNSEEN: Final = {Status.SKIPPED: _STRUCK, Status.BEYOND: _STRUCK, Status.UNSEEN: "ghost"}
"""The styles of nodes that were not visited, by their status."""


def outline(
    view: View, width: int, *, marks: bool = False
) -> tuple[TextLine, Callable[[int], TextLine]]:
    """Return the heading of a table of all nodes, and a function that returns the line of a node.

    The columns are those of :func:`_widths_of_columns`, behind one for the label::

        node                  player  window on entry  returned  cut-off
        ▲ root …              MAX     (−∞, +∞)         v −∞
          ▽ a                 MIN     (−∞, +∞)         v 6
            ▲ b …             MAX     (−∞, 6)          ≥ 8        ╳ 8 ≥ 6

    A line is made when it is asked for, so that a large tree costs no more than the lines on the
    screen.

    Args:
        view: What is looked at.
        width: The cells of a line.
        marks: Whether signs say what is pruned (``/4/``) and what is new (``= 3*``).

    Returns:
        The heading, and the function: it takes the number of a node, and its line shows the step at
        which the view is when it is called.
    """
    widths = _widths_of_columns(view, width)
    room_for_label = width - _MARGIN - sum(widths.values())
    width_for_deepest_node = _INDENT * view.tree.depth + _LABEL
    label_width = max(_LEAST_LABEL, min(room_for_label, width_for_deepest_node))

    start_behind_label = _MARGIN + label_width
    # The last of these is where the last column ends: no text stands there.
    starts = [_MARGIN, *accumulate(widths.values(), initial=start_behind_label)]
    room_for_test = widths.get(_CUT, 0)

    def line_of(node: int) -> TextLine:
        snapshot_now = view.snapshot
        node_now = snapshot_now.view(node)
        label = _label(view.tree, node_now, label_width, marks=marks)
        text_by_column = _texts_by_column(snapshot_now, node_now, room_for_test, marks=marks)
        texts = [label, *(text_by_column[name] for name in widths)]
        return fitted(at_columns(texts, starts), width)

    heads = [line((name, "quiet")) for name in ("node", *widths)]
    return at_columns(heads, starts), line_of


def _widths_of_columns(view: View, width: int) -> dict[str, int]:
    """Return the names of the columns behind the label, in this order, with the cells of each.

    With windows they are ``player``, ``window on entry``, ``returned`` and ``cut-off``; without
    windows ``player`` and ``returned``. Where the table is narrow there is no column of players.

    Args:
        view: What is looked at.
        width: The cells of the whole table.
    """
    widths = {_PLAYER: _PLAYER_WIDTH}
    if view.has_windows:
        # The longest number that may stand in a window.
        bound_width = max(len("−∞"), *(cells(shown(end)) for end in view.span))
        widths[_WINDOW] = max(_WINDOW_WIDTH, 2 * bound_width + _AROUND_BOUNDS)
    widths[_RETURNED] = _RETURNED_WIDTH
    if view.has_windows:
        widths[_CUT] = _TEST_WIDTH if width >= _ROOM_FOR_TESTS else _CUT_WIDTH
    room_for_label = width - _MARGIN - sum(widths.values())
    if room_for_label < _NARROWEST_LABEL:
        del widths[_PLAYER]
    return widths


def _label(tree: GameTree, node: NodeView, room: int, *, marks: bool) -> TextLine:
    """Return a node's name, indented by its depth as far as its column has room.

    Behind it ``…`` stands for children that are not drawn::

        ▽ a …

    Args:
        tree: The tree.
        node: The node at the step that is shown.
        room: The cells of the column.
        marks: Whether the name of a pruned node stands between slashes, ``/4/``.
    """
    # The last cells are for the … or the slashes.
    room_for_name = room - _BEHIND_LABEL
    name = shorten(_name(tree, node), room_for_name)
    room_for_indent = room_for_name - cells(name)
    indent = max(0, min(_INDENT * tree.ply[node.node], room_for_indent))

    is_pruned = node.status in _PRUNED
    if is_pruned and marks:
        name = f"/{name}/"
    parts: list[StyledText] = [(" " * indent, ""), (name, _style_of_name(node))]
    # What the children have come to that are not drawn; None if all are.
    status_of_undrawn = node.elided
    if status_of_undrawn is not None:
        parts.append((" …", _STYLES_OF_UNSEEN.get(status_of_undrawn, "ghost")))
    return line(*parts)


def _name(tree: GameTree, node: NodeView) -> str:
    """Return what a node is called, with the value of a leaf that is not read, and its probability.

    For example ``▲ A``, ``c1``, ``c1 (8)`` for a leaf c1 that is not read, and ``▽ B × 0.5`` for a
    child of a chance node.

    Args:
        tree: The tree.
        node: The node at the step that is shown.
    """
    # An inner node; leaves have no player.
    if node.player is not None:
        name = f"{node.player.sign} {node.label}"
    elif node.status in _STYLES_OF_UNSEEN:
        name = _unread(node)
    else:
        name = node.label
    weight = tree.probability(node.node)
    return name if weight is None else f"{name} × {written(weight)}"


def _unread(leaf: NodeView) -> str:
    """Return a leaf's label with the value that it has in the tree, which nothing has returned."""
    if leaf.text.startswith(leaf.label):
        return leaf.text
    return f"{leaf.label} ({leaf.text})"


def _style_of_name(node: NodeView) -> str:
    """Return the style of a node's name: its player's, struck where it is pruned."""
    style = _STYLES_OF_UNSEEN.get(node.status)
    if style is None:
        return f"bold {colour_of(node.player)}"
    if style == "ghost" and node.player is not None:  # to come
        return CARD_ROLES[node.player].to_come
    return style


def _texts_by_column(
    snapshot: Snapshot, node: NodeView, room_for_test: int, *, marks: bool
) -> dict[str, TextLine]:
    """Return what stands in the row of a node, by the name of the column; empty texts are blank.

    There is a text for every column that there can be, also where the table has fewer.

    Args:
        snapshot: The step that is shown.
        node: The node at this step.
        room_for_test: The cells for the test of a cut-off.
        marks: Whether a star says that a value is new.
    """
    style_of_visited = "quiet"
    style = _STYLES_OF_UNSEEN.get(node.status, style_of_visited)
    window = BLANK
    if node.entry is not None:
        window = sentence(node.entry, "quiet")
    cut = _cut(snapshot, node, room_for_test)
    return {
        _PLAYER: line((answer_row(node).player, style)),
        _WINDOW: window,
        _RETURNED: _value(node, marks=marks),
        _CUT: line((cut, "bold on_cut on cut_surface")),
    }


def _value(node: NodeView, *, marks: bool) -> TextLine:
    """Return what a node has so far, ``v 6``, or has returned, ``= 6``; of a leaf its value.

    Args:
        node: The node at the step that is shown.
        marks: Whether a new value has a star: ``= 6*``.

    Returns:
        The value; blank for a leaf that is not read.
    """
    is_leaf = node.player is None
    is_unvisited = node.status in _STYLES_OF_UNSEEN
    if is_leaf and is_unvisited:
        return BLANK
    value = answer_row(node).value  # ``v 6``, ``= 6``; of a leaf its number alone
    if marks and node.is_new and not is_unvisited:
        value = f"{value}*"
    return line((value, _style_of_value(node)))


def _style_of_value(node: NodeView) -> str:
    """Return a style that says whether a node's value is new, may still change, or is final."""
    if node.status in _STYLES_OF_UNSEEN:
        return _STYLES_OF_UNSEEN[node.status]
    if node.is_new:
        return "bold news_text"
    may_still_change = node.status is Status.OPEN
    return "bold strong" if may_still_change else "bold decided"


def _cut(snapshot: Snapshot, node: NodeView, room: int) -> str:
    """Return the sign of a cut-off: at the step itself with its test, where it has room."""
    is_cut_now = snapshot.cut is not None and node.node == snapshot.node
    if not is_cut_now:
        return " ╳ " if node.is_cut else ""
    test = f" ╳ {snapshot.test} "
    return test if len(test) < room else " ╳ CUT "
