"""The two half-lines of a cut-off: what the node can still become, and what is still wanted."""

from __future__ import annotations

import math
from typing import Final

from treeexplorer.engine.intervals import Interval
from treeexplorer.explain.sentence import Node, Phrase
from treeexplorer.explain.snapshot import Outlook
from treeexplorer.numbers import shown
from treeexplorer.terminal.lines import BLANK, Cells, TextLine, fitted, line, sentence
from treeexplorer.terminal.panels.funnel import Axis
from treeexplorer.terminal.view import View
from treeexplorer.tree import MAX_ROLE

_SPREAD: Final = 11  # lines with a blank one between the parts


def half_lines(view: View, width: int, height: int) -> list[TextLine]:
    """Return both half-lines and that no number is in both; nothing where a step is no cut-off."""
    found = view.snapshot.outlook
    if found is None or width < 16:
        return []
    bounds = [end for end in (*(found.interval or ()), *found.wanted) if not math.isinf(end)]
    words = max([0, *(len(shown(end)) for end in bounds)]) + 4
    axis = Axis(bounds, (), view.span, max(8, width - words))
    is_max = view.tree.roles[found.node] == MAX_ROLE
    own, other = ("bold max", "bold min") if is_max else ("bold min", "bold max")
    who, through = _witness(view, found)
    become = Phrase("can_become", node=Node(view.tree, found.node))
    no_number = f" {Phrase('no_number')} "
    margin = " " * max(0, (width - len(no_number)) // 2)
    parts = [
        [
            sentence(become, "bold quiet"),
            _proven(found, axis, own),
        ],
        [who, _wanted(found, axis, other), through],
        [
            sentence(Phrase("both_take"), "bold quiet"),
            _both(found, axis, own, other),
            line(margin, (no_number, "bold on_cut on cut_surface")),
        ],
    ]
    gap = [BLANK] * (height >= _SPREAD)
    return [*parts[0], *gap, *parts[1], *gap, *parts[2]][:height]


def _proven(found: Outlook, axis: Axis, style: str) -> TextLine:
    if found.interval is None:
        return sentence(Phrase("nothing_is_proven"), "quiet")
    low, high = found.interval
    words = f"= {shown(low)}"
    if low != high:
        words = " ".join(
            [f"≥ {shown(low)}"] * (not math.isinf(low))
            + [f"≤ {shown(high)}"] * (not math.isinf(high))
        )
    bar = fitted(_bar(axis, found.interval, style), axis.width)
    return line(*bar, "  ", (words, "bold strong"))


def _wanted(found: Outlook, axis: Axis, style: str) -> TextLine:
    low, high = found.wanted
    is_more = math.isinf(high)
    sign = (">" if is_more else "<") if not found.tie else ("≥" if is_more else "≤")
    bar = fitted(_bar(axis, found.wanted, style), axis.width)
    return line(*bar, "  ", (f"{sign} {shown(low if is_more else high)}", "bold strong"))


def _witness(view: View, found: Outlook) -> tuple[TextLine, TextLine]:
    """Return who set the bound, as a heading, and through which child."""
    is_more = math.isinf(found.wanted[1])
    if found.witness is None:
        asked = Phrase("asked_for_more" if is_more else "asked_for_less")
        return sentence(Phrase("search_would_take"), "bold quiet"), sentence(asked, "quiet")
    node, child = (Node(view.tree, each) for each in found.witness)
    has = Phrase("it_has", value=found.wanted[0 if is_more else 1], child=child)
    return sentence(Phrase("would_take", node=node), "bold quiet"), sentence(has, "quiet")


def _both(found: Outlook, axis: Axis, own: str, other: str) -> TextLine:
    row = Cells(axis.width)
    for interval, style in ((found.interval, own), (found.wanted, other)):
        if interval is not None:
            at = 0
            for text, colour in _bar(axis, interval, style):
                if text.strip():
                    row.put(at, text, colour, gap=0)
                at += len(text)
    return tuple(row.pieces())


def _bar(axis: Axis, interval: Interval, style: str) -> TextLine:
    low, high = interval
    first = 0 if math.isinf(low) else axis.place(low)
    last = axis.width - 1 if math.isinf(high) else axis.place(high)
    if low == high:
        return line(" " * first, ("●", style))
    opened = "━" if math.isinf(low) else "┣"
    closed = "━" if math.isinf(high) else "┫"
    return line(" " * first, (opened + "━" * max(0, last - first - 1) + closed, style))
