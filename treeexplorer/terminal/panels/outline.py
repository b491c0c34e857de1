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

_INDENT: Final = 2
_LABEL: Final = 16  # cells beyond the indents
_NARROWEST_LABEL: Final = 14
_ROOM_FOR_TESTS: Final = 56
_STRUCK: Final = "strike pruned"
_UNSEEN: Final = {Status.SKIPPED: _STRUCK, Status.BEYOND: _STRUCK, Status.UNSEEN: "ghost"}


def outline(
    view: View, width: int, *, marks: bool = False
) -> tuple[TextLine, Callable[[int], TextLine]]:
    """Return the heading of the table, and what makes the line of a node.

    With ``marks``, signs say what is pruned (``/4/``) and what is new (``= 3*``).
    """
    rooms = _rooms(view, width)
    widest_label = _INDENT * view.tree.depth + _LABEL
    label_room = max(4, min(width - 1 - sum(rooms.values()), widest_label))
    starts = list(accumulate([1, label_room, *rooms.values()]))

    def row(node: int) -> TextLine:
        seen = view.snapshot.view(node)
        label = _label(view.tree, seen, label_room, marks=marks)
        known = _known(view.snapshot, seen, rooms.get("cut-off", 0), marks=marks)
        cells_of_row = [label, *(known[name] for name in rooms)]
        return fitted(at_columns(cells_of_row, starts), width)

    heads = [line((name, "quiet")) for name in ("node", *rooms)]
    return at_columns(heads, starts), row


def _rooms(view: View, width: int) -> dict[str, int]:
    """Return the columns beside the label with their cells; where it is narrow none of players."""
    if view.has_windows:
        number_width = max(2, *(cells(shown(end)) for end in view.span))
        rooms = {
            "player": 8,
            "window on entry": max(17, 2 * number_width + 6),
            "returned": 10,
            "cut-off": 12 if width >= _ROOM_FOR_TESTS else 7,
        }
    else:
        rooms = {"player": 8, "returned": 10}
    if width - 1 - sum(rooms.values()) < _NARROWEST_LABEL:
        del rooms["player"]
    return rooms


def _label(tree: GameTree, each: NodeView, room: int, *, marks: bool) -> TextLine:
    """Return a node's label behind its indent, and what is not drawn below it as dots."""
    text = shorten(_name(tree, each), room - 2)
    indent = max(0, min(_INDENT * tree.ply[each.node], room - 2 - cells(text)))
    if marks and _UNSEEN.get(each.status) == _STRUCK:
        text = f"/{text}/"
    parts: list[StyledText] = [(" " * indent, ""), (text, _style_of_name(each))]
    if each.elided is not None:
        parts.append((" …", _UNSEEN.get(each.elided, "ghost")))
    return line(*parts)


def _name(tree: GameTree, each: NodeView) -> str:
    """Return what a node is called, with the value of a leaf that is not read, and its weight."""
    if each.player is not None:
        name = f"{each.player.sign} {each.label}"
    elif each.status in _UNSEEN:
        name = _unread(each)
    else:
        name = each.label
    weight = tree.probability(each.node)
    return name if weight is None else f"{name} × {written(weight)}"


def _unread(leaf: NodeView) -> str:
    """Return a leaf's label with the value that it has in the tree, which nothing has returned."""
    if leaf.text.startswith(leaf.label):
        return leaf.text
    return f"{leaf.label} ({leaf.text})"


def _style_of_name(each: NodeView) -> str:
    """Return the style of a node's name: its player's, struck where it is pruned."""
    style = _UNSEEN.get(each.status)
    if style is None:
        return f"bold {colour_of(each.player)}"
    if style == "ghost" and each.player is not None:  # to come
        return CARD_ROLES[each.player].to_come
    return style


def _known(
    snapshot: Snapshot, each: NodeView, room_for_test: int, *, marks: bool
) -> dict[str, TextLine]:
    """Return what is known of a node, by the column in which it stands."""
    style_of_player = _UNSEEN.get(each.status, "quiet")
    return {
        "player": line((answer_row(each).player, style_of_player)),
        "window on entry": BLANK if each.entry is None else sentence(each.entry, "quiet"),
        "returned": _value(each, marks=marks),
        "cut-off": line((_cut(snapshot, each, room_for_test), "bold on_cut on cut_surface")),
    }


def _value(each: NodeView, *, marks: bool) -> TextLine:
    """Return what a node has or has returned; of a leaf that is not read nothing."""
    is_leaf = each.player is None
    value = each.text if is_leaf else answer_row(each).value
    if each.status in _UNSEEN:
        return BLANK if is_leaf else line((value, _UNSEEN[each.status]))
    if each.is_new:
        sign = "*" if marks else ""
        return line((f"{value}{sign}", "bold news_text"))
    return line((value, "bold strong" if each.status is Status.OPEN else "bold decided"))


def _cut(snapshot: Snapshot, each: NodeView, room: int) -> str:
    """Return the sign of a cut-off: at the step itself with its test, where it has room."""
    if snapshot.cut is None or each.node != snapshot.node:
        return " ╳ " if each.is_cut else ""
    test = f" ╳ {snapshot.test} "
    return test if len(test) < room else " ╳ CUT "
