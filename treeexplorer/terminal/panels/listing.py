"""The listing of the search, with the lines that the step executes and what they do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from treeexplorer.engine.algorithms import listing
from treeexplorer.engine.listings import executed
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.numbers import shown
from treeexplorer.terminal.lines import TextLine, fitted, length, line
from treeexplorer.terminal.view import View

_SHORTER: Final = (
    (re.compile(r"child, [^()]*"), "child, …"),
    (re.compile("node is a leaf or"), "leaf or"),
    (re.compile(r"\(node, .*\):"), "(node, …):"),
    (re.compile("return its value"), "its value"),
    (re.compile(r"\w+\(child, …\)"), "…"),
)
"""What gives way in a line without room, in turn."""
_ASSIGNED: Final = re.compile(r"(v|α|β) = ")
_PART: Final = "  if player is"
_COLOURS: Final = {"v": "bold strong", "α": "bold max", "β": "bold min"}


def lines_needed(view: View) -> tuple[int, int]:
    """Return how many lines the listing takes, and without the other players' parts."""
    texts, marked = _texts(view)
    return len(texts), len(_own_part(texts, marked))


def code(view: View, width: int, height: int) -> list[TextLine]:
    """Return the listing; in less room its part for the player at hand, or what is executed."""
    if height < 1:
        return []
    texts, marked = _texts(view)
    numbers = list(range(len(texts)))
    if len(texts) > height:
        numbers = _own_part(texts, marked)
    places = [place for place, number in enumerate(numbers) if number in marked]
    first = _first_seen(places, len(numbers), height)
    return [
        _line(view.snapshot, texts[number], width, is_marked=number in marked)
        for number in numbers[first : first + height]
    ]


def _texts(view: View) -> tuple[Sequence[str], frozenset[int]]:
    found = listing(view.rules, chance=view.tree.has_chance)
    return found.lines, frozenset(executed(view.record, view.step, found))


def _own_part(texts: Sequence[str], marked: frozenset[int]) -> list[int]:
    """Return the numbers of the lines outside the parts of players of which none is executed."""
    parts: list[list[int]] = [[]]
    for number, text in enumerate(texts):
        if text.startswith(_PART):
            parts.append([])
        parts[-1].append(number)
    first, *others = parts
    own = [part for part in others if marked.intersection(part)] or others[:1]
    return first + [number for part in own for number in part]


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
        return fitted(line((_fitting(text, width), "quiet")), width)
    result = _result(snapshot, text.strip())
    if len(text) + length(result) + 2 > width:
        result = result[-1:]  # of a test the outcome alone
    is_cut = snapshot.cut is not None and text.strip().startswith("if α")
    surface = "cut_surface" if is_cut else "current"
    style = "bold on_cut" if is_cut else "bold strong"
    if is_cut:
        result = tuple((part, style) for part, _ in result)
    words = _fitting(text, width - length(result) - 2)
    room = width - len(words) - length(result) - 1
    return fitted(line((words, style), " " * max(1, room), *result), width, surface)


def _fitting(text: str, width: int) -> str:
    """Return a line of the listing with … for what has no room, never within a word."""
    for long, short in _SHORTER:
        if len(text) > width:
            text = long.sub(short, text)
    end = text.rfind(" ", 0, width - 1)
    return text if len(text) <= width or end < 0 else f"{text[:end]} …"


def _result(snapshot: Snapshot, text: str) -> TextLine:
    """Return what an executed line came to in this step."""
    test = snapshot.test
    if test is not None and text.startswith("if α"):
        outcome = "TRUE" if test.holds else "FALSE"
        return line(f"{test} ", (outcome, ""))
    assigned = _ASSIGNED.match(text)
    for change in snapshot.changes:
        if assigned is not None and change.name == assigned[1]:
            return line((shown(change.after), _COLOURS[change.name]))
    return ()
