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
    label_room = max(4, min(width - 1 - sum(rooms.values()), _INDENT * view.tree.depth + _LABEL))
    starts = list(accumulate([1, label_room, *rooms.values()]))

    def row(node: int) -> TextLine:
        each = view.snapshot.view(node)
        known = _known(view.snapshot, each, rooms.get("cut-off", 0), marks=marks)
        label = _label(view.tree, each, label_room, marks=marks)
        return fitted(at_columns([label, *(known[name] for name in rooms)], starts), width)

    heads = [line((name, "quiet")) for name in ("node", *rooms)]
    return at_columns(heads, starts), row


def _rooms(view: View, width: int) -> dict[str, int]:
    """Return the columns beside the label with their cells; where it is narrow none of players."""
    rooms = {"player": 8, "returned": 10}
    if view.has_windows:
        number = max(2, *(cells(shown(end)) for end in view.span))
        cut = 12 if width >= _ROOM_FOR_TESTS else 7
        rooms = {"player": 8, "window on entry": max(17, 2 * number + 6)}
        rooms |= {"returned": 10, "cut-off": cut}
    if width - 1 - sum(rooms.values()) < _NARROWEST_LABEL:
        del rooms["player"]
    return rooms


def _label(tree: GameTree, each: NodeView, room: int, *, marks: bool) -> TextLine:
    """Return a node's label behind its indent, and what is not drawn below it as dots."""
    shade = _UNSEEN.get(each.status)
    text = each.label
    if each.player is not None:
        text = f"{each.player.sign} {each.label}"
    elif shade is not None:
        text = _unread(each)
    weight = tree.probability(each.node)
    if weight is not None:
        text = f"{text} × {written(weight)}"
    text = shorten(text, room - 2)
    indent = max(0, min(_INDENT * tree.ply[each.node], room - 2 - cells(text)))
    if marks and shade == _STRUCK:
        text = f"/{text}/"
    style = f"bold {colour_of(each.player)}"
    if shade == "ghost" and each.player is not None:  # to come, in its player's colour
        style = CARD_ROLES[each.player].to_come
    elif shade is not None:
        style = shade
    parts: list[StyledText] = [(" " * indent, ""), (text, style)]
    if each.elided is not None:
        parts.append((" …", _UNSEEN.get(each.elided, "ghost")))
    return line(*parts)


def _unread(leaf: NodeView) -> str:
    """Return a leaf's label with the value that it has in the tree, which nothing has returned."""
    if leaf.text.startswith(leaf.label):
        return leaf.text
    return f"{leaf.label} ({leaf.text})"


def _known(
    snapshot: Snapshot, each: NodeView, room_for_test: int, *, marks: bool
) -> dict[str, TextLine]:
    """Return what is known of a node, by the column in which it stands."""
    answer = answer_row(each)
    shade = _UNSEEN.get(each.status)
    style = "bold strong" if each.status is Status.OPEN else "bold decided"
    value = each.text if each.player is None else answer.value
    if each.player is None and shade is not None:
        value = ""
    if shade is not None:
        style = shade
    elif each.is_new:
        style = "bold news_text"
        if marks:
            value += "*"
    cut = _cut(snapshot, each, room_for_test)
    return {
        "player": line((answer.player, "quiet" if shade is None else shade)),
        "window on entry": BLANK if each.entry is None else sentence(each.entry, "quiet"),
        "returned": line((value, style)),
        "cut-off": line((cut, "bold on_cut on cut_surface")),
    }


def _cut(snapshot: Snapshot, each: NodeView, room: int) -> str:
    """Return the sign of a cut-off: at the step itself with its test, where it has room."""
    if snapshot.cut is None or each.node != snapshot.node:
        return " ╳ " if each.is_cut else ""
    test = f" ╳ {snapshot.test} "
    return test if len(test) < room else " ╳ CUT "
