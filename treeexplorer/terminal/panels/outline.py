"""The outline: the answer sheet's table at a step, a line for each node, for trees of any size."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from typing import Final

from treeexplorer.course.answer_rows import answer_row
from treeexplorer.drawing.runs import CARD_ROLES
from treeexplorer.engine import Status
from treeexplorer.numbers import shown, written
from treeexplorer.terminal.lines import (
    BLANK,
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

_INDENT: Final = 2
_LABEL: Final = 16  # cells beyond the indents
_NARROWEST_LABEL: Final = 14
_ROOM_FOR_TESTS: Final = 56
_UNSEEN: Final = {Status.SKIPPED: "pruned", Status.BEYOND: "pruned", Status.UNSEEN: "ghost"}


def outline(
    view: View, width: int, *, marks: bool = False
) -> tuple[TextLine, Callable[[int], TextLine]]:
    """Return the heading of the table, and what makes the line of a node.

    With ``marks``, signs say what is pruned (``/4/``) and what is new (``= 3*``).
    """
    tree = view.tree
    snapshot = view.snapshot
    rooms = {"player": 8, "returned": 10}
    if view.has_windows:
        number = max(2, *(cells(shown(end)) for end in view.span))
        cut = 12 if width >= _ROOM_FOR_TESTS else 7
        rooms = {"player": 8, "window on entry": max(17, 2 * number + 6)}
        rooms |= {"returned": 10, "cut-off": cut}
    if width - 1 - sum(rooms.values()) < _NARROWEST_LABEL:
        del rooms["player"]
    room = max(4, min(width - 1 - sum(rooms.values()), _INDENT * tree.depth + _LABEL))
    starts = list(accumulate([1, room, *rooms.values()]))

    def row(node: int) -> TextLine:
        each = snapshot.view(node)
        weight = tree.probability(node)
        answer = answer_row(each)
        shade = _UNSEEN.get(each.status)
        label = f"{each.player.sign} {each.label}" if each.player else each.label
        value = answer.value if each.player else each.text
        label = shorten(label if weight is None else f"{label} × {written(weight)}", room - 2)
        indent = max(0, min(_INDENT * tree.ply[node], room - 2 - cells(label)))
        style = "bold strong" if each.status is Status.OPEN else "bold decided"
        if each.is_new and shade is None:
            style = "bold news_text"
            value = f"{value}*" if marks else value
        if marks and shade == "pruned":
            label, value = (f"/{text}/" if text else "" for text in (label, value))
        of_label = f"bold {colour_of(each.player)}"
        if shade == "ghost" and each.player is not None:  # to come, in its player's colour
            of_label = CARD_ROLES[each.player].to_come
        elif shade is not None:
            of_label = shade
        parts = [(" " * indent, ""), (label, of_label)]
        if each.elided is not None:
            parts.append((" …", _UNSEEN.get(each.elided, "ghost")))
        cut = " ╳ " if answer.cut else ""
        if snapshot.cut is not None and node == snapshot.node:
            cut = f" ╳ {snapshot.test} "
            cut = cut if len(cut) < rooms["cut-off"] else " ╳ CUT "
        known = {
            "player": line((answer.player, shade or "quiet")),
            "window on entry": BLANK if each.entry is None else sentence(each.entry, "quiet"),
            "returned": line((value, shade or style)),
            "cut-off": line((cut, "bold on_cut on cut_surface")),
        }
        texts = [line(*parts), *(known[name] for name in rooms)]
        return fitted(at_columns(texts, starts), width)

    heads = [line((name, "quiet")) for name in ("node", *rooms)]
    return at_columns(heads, starts), row
