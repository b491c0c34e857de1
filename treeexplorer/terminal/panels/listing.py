"""The listing of the search, with the lines that the step executes and what they do."""

from __future__ import annotations

import re
from typing import Final

from treeexplorer.engine.algorithms import listing
from treeexplorer.engine.listings import executed
from treeexplorer.explain import Snapshot
from treeexplorer.numbers import shown
from treeexplorer.terminal.lines import TextLine, fitted, length, line
from treeexplorer.terminal.view import View

_ARGUMENTS: Final = re.compile(r"child, [^()]*")
_ASSIGNED: Final = re.compile(r"(v|α|β) = ")
_COLOURS: Final = {"v": "bold strong", "α": "bold max", "β": "bold min"}


def lines_needed(view: View) -> int:
    """Return how many lines the whole listing takes."""
    return len(listing(view.rules, chance=view.tree.has_chance).lines)


def code(view: View, width: int, height: int) -> list[TextLine]:
    """Return the listing; where it is longer than the room, the part around what is executed."""
    shown_listing = listing(view.rules, chance=view.tree.has_chance)
    texts = shown_listing.lines
    marked = sorted(executed(view.record, view.step, shown_listing))
    first = _first_seen(marked, len(texts), height)
    return [
        _line(view.snapshot, text, width, is_marked=number in marked)
        for number, text in enumerate(texts[first : first + height], first)
    ]


def _first_seen(marked: list[int], count: int, height: int) -> int:
    """Return from where a long listing is shown: it turns by half pages, else it stands still."""
    if count <= height or not marked:
        return 0
    half = max(1, height // 2)
    turned = max(0, -(-(marked[-1] + 1 - height) // half)) * half
    return (
        min(turned, marked[0], count - height)
        if marked[-1] - marked[0] < height
        else marked[-1] + 1 - height
    )


def _line(snapshot: Snapshot, text: str, width: int, *, is_marked: bool) -> TextLine:
    if not is_marked:
        return fitted(line((_fitting(text, width - 1), "quiet")), width)
    result = _result(snapshot, text.strip())
    is_cut = snapshot.cut is not None and text.strip().startswith("if α")
    surface = "cut_surface" if is_cut else "current"
    style = "bold on_cut" if is_cut else "bold strong"
    if is_cut:
        result = tuple((part, style) for part, _ in result)
    words = _fitting(text, width - length(result) - 2)
    room = width - len(words) - length(result) - 1
    return fitted(line((words, style), " " * max(1, room), *result), width, surface)


def _fitting(text: str, width: int) -> str:
    """Return a line of the listing without the arguments of a call that has no room for them."""
    return text if len(text) <= width else _ARGUMENTS.sub("child, …", text)


def _result(snapshot: Snapshot, text: str) -> TextLine:
    """Return what an executed line came to in this step."""
    test = snapshot.test
    if test is not None and text.startswith("if α"):
        outcome = "TRUE" if test.holds else "FALSE"
        return line(f"{shown(test.left)} {test.op} {shown(test.right)} {outcome}")
    assigned = _ASSIGNED.match(text)
    for change in snapshot.changes:
        if assigned is not None and change.name == assigned[1]:
            return line((shown(change.after), _COLOURS[change.name]))
    return ()
