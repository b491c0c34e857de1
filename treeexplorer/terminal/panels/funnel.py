"""The funnel: every open node's window as a bar on one number line, and the leaves read so far.

Windows nest, so the bars narrow row by row; where α has reached β the gap is red and says EMPTY.
A search without windows shows each open node's v on the same line instead. At a cut-off two
half-lines stand there: what the node can still become, and what is still wanted.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from treeexplorer.engine import StepKind
from treeexplorer.engine.intervals import Interval
from treeexplorer.explain.facts import proven
from treeexplorer.explain.sentence import Node, Phrase
from treeexplorer.explain.snapshot import NodeView, Snapshot
from treeexplorer.numbers import shown
from treeexplorer.terminal.lines import BLANK, Cells, Piece, TextLine, fitted, line, sentence
from treeexplorer.terminal.panels.moment import colour_of
from treeexplorer.terminal.view import View
from treeexplorer.text import shorten
from treeexplorer.text import width as cells
from treeexplorer.tree import FULL_WINDOW, Number, Window

_LONGEST_LABEL: Final = 10
_LONGEST_V: Final = 8
_TITLE: Final = "WINDOW"


class Axis:
    """A number line that orders numbers, as far to scale as the room allows.

    Args:
        bounds: Numbers that must be told apart, with room for a mark between them.
        others: Numbers that may share a column where they are many.
        span: The least and the largest number that may ever stand on it.
        width: Its cells; −∞ stands at the first and +∞ at the last.
    """

    def __init__(
        self, bounds: Iterable[Number], others: Iterable[Number], span: Window, width: int
    ) -> None:
        self.width = width
        important = {bound for bound in bounds if not math.isinf(bound)}
        self._numbers = sorted(important.union(n for n in others if not math.isinf(n)))
        self._places = _spread(self._numbers, important, span, width)

    def place(self, number: Number) -> int:
        """Return the column of one of the numbers."""
        if math.isinf(number) or not self._places:
            return 0 if number < 0 else self.width - 1
        index = bisect_left(self._numbers, number)
        return self._places[min(index, len(self._places) - 1)]


def _spread(
    numbers: Sequence[Number], important: set[Number], span: Window, width: int
) -> list[int]:
    """Return the columns of ascending numbers: to scale at first, then moved apart."""
    first, last = 3, max(3, width - 4)
    places = [first + round(_share(number, span) * (last - first)) for number in numbers]
    gaps = [
        2 + (cells(shown(number)) + cells(shown(other)) - 1) // 2
        for number, other in pairwise(numbers)
    ]
    if sum(gaps) > last - first:
        gaps = [
            2 if number in important and other in important else 1
            for number, other in pairwise(numbers)
        ]
    if sum(gaps) > last - first:
        gaps = [1 if number in important else 0 for number in numbers[1:]]
    if sum(gaps) > last - first:
        gaps = [0] * len(gaps)
    for index, gap in enumerate(gaps):
        places[index + 1] = max(places[index + 1], places[index] + gap)
    limit = last
    for index in reversed(range(len(places))):
        places[index] = min(places[index], limit)
        limit = places[index] - (gaps[index - 1] if index else 0)
    return places


def _share(number: Number, span: Window) -> float:
    """Return how far a number lies between two others, from 0 to 1."""
    low, high = span
    if not low < high:
        return 0.5
    try:
        share = float((number - low) / (high - low))
    except OverflowError:
        return 0.5
    return min(1.0, max(0.0, share))


class _Rows:
    """The rows of a funnel in their columns: labels, v, and the number line."""

    def __init__(self, view: View, rows: Sequence[NodeView], width: int) -> None:
        self.snapshot = view.snapshot
        self.width = width
        self.has_windows = view.has_windows
        names = [min(_LONGEST_LABEL, cells(_name_of(row))) for row in rows]
        self.labels = max([len(_TITLE), *names])
        v_width = max([3, *(min(_LONGEST_V, cells(_number(row.v))) for row in rows)])
        self.v_end = self.labels + 1 + v_width
        self.start = self.v_end + 2
        bounds: set[Number] = set()
        for row in rows:
            bounds.update(row.window or ())
            if row.v is not None and not self.has_windows:
                bounds.add(row.v)
        self.axis = Axis(bounds, self.snapshot.axis, view.span, max(8, width - self.start))

    def heading(self, rows: Sequence[NodeView]) -> TextLine:
        """Return the words above the columns, and the numbers above the marks on the line."""
        axis = self.axis
        colours: dict[Number, str] = {}
        for row in rows:
            if row.window is not None:
                colours.setdefault(row.window[0], "bold max")
                colours.setdefault(row.window[1], "bold min")
            elif row.v is not None:
                colours.setdefault(row.v, f"bold {colour_of(row.player)}")
        title = _TITLE if self.has_windows else "VALUES"
        head = f"{title:<{self.labels}}{'v':>{self.v_end - self.labels}}"
        above = Cells(axis.width)
        above.put(0, "−∞", "quiet")
        above.put(axis.width, "+∞", "quiet")
        for bound, style in sorted(colours.items(), reverse=True):
            if math.isinf(bound):
                continue
            begin = axis.place(bound) - cells(shown(bound)) // 2
            while begin >= 3 and not above.put(begin, shown(bound), style):
                begin -= 1  # what collides moves left, or is left out
        return line((head, "bold quiet"), "  ", *above.pieces())

    def row(self, row: NodeView, *, is_now: bool) -> TextLine:
        """Return the row of an open node: its label, its v, its bar."""
        colour = f"bold {colour_of(row.player)}"
        name = _name(row, self.labels)
        v = shorten(_number(row.v), self.v_end - self.labels - 1)
        is_new = row.node == self.snapshot.node and any(
            change.name == "v" and change.before != change.after for change in self.snapshot.changes
        )
        v_style = "bold strong" if is_now else "bold news_text" if is_new else "text"
        text = line(
            (name, colour),
            " " * (self.labels - cells(name)),
            (v.rjust(self.v_end - self.labels), v_style),
            "  ",
            *self._bar(row),
        )
        return (
            (("▌", "strong on current"), *fitted(text, self.width, "current")) if is_now else text
        )

    def _bar(self, row: NodeView) -> list[Piece]:
        axis = self.axis
        if row.window is None:
            if row.v is None:
                return []
            place, colour = axis.place(row.v), colour_of(row.player)
            track = ("─" * place, "track"), ("─" * (axis.width - place - 1), "track")
            return [track[0], ("●", f"bold {colour}"), track[1]]
        alpha, beta = row.window
        left, right = axis.place(alpha), axis.place(beta)
        if row.is_empty:
            left, right = right, left
            if right - left < 2:
                left, right = max(0, left - 1), min(axis.width - 1, left + 1)
            return [
                (" " * left, ""),
                ("┫", "bold min"),
                ("▒" * (right - left - 1), "cut"),
                ("┣", "bold max"),
            ]
        if row.only:
            return [(" " * left, ""), ("┣", "bold max"), ("┫", "bold min")]
        opened = ("━" if math.isinf(alpha) else "┣", "strong" if math.isinf(alpha) else "bold max")
        closed = ("━" if math.isinf(beta) else "┫", "strong" if math.isinf(beta) else "bold min")
        between = max(0, right - left - 1)
        return [(" " * left, ""), opened, ("━" * between, "strong"), closed]

    def verdict(self, row: NodeView) -> TextLine:
        """Return what is to be said below the last row: that its window is empty, or nearly."""
        if row.window is None or not (row.is_empty or row.only):
            return BLANK
        word = " EMPTY " if row.is_empty else f" ONLY {shown(row.window[0])} "
        style = "bold on_cut on cut_surface" if row.is_empty else "bold strong on current"
        middle = sum(map(self.axis.place, row.window)) // 2
        column = self.start + min(middle - len(word) // 2, self.axis.width - len(word))
        return line(" " * max(0, column), (word, style))

    def leaves(self) -> TextLine:
        """Return the values of the leaves read so far, each below its place on the line."""
        snapshot = self.snapshot
        values = snapshot.axis
        if not values:
            return BLANK
        newest = _newest(snapshot)
        below = Cells(self.axis.width)
        for value in sorted(values, key=lambda number: (number != newest, number)):
            place, text = self.axis.place(value), shown(value)
            begin = place - cells(text) // 2
            if value == newest:
                below.put(begin - 1, f" {text} ", "bold on_news on news")
            elif not below.put(begin, text, "decided"):
                below.put(place, "·", "decided", gap=0)
        return line((f"{'leaves':<{self.start}}", "quiet"), *below.pieces())


def funnel(view: View, width: int, height: int) -> list[TextLine]:
    """Return the funnel: a heading, a row for each open node, what is empty, the leaves.

    Blank lines between the rows go first where it is low, then the rows between the root and the
    last ones.
    """
    snapshot = view.snapshot
    rows = [row for row in snapshot.path(max(3, height)) if row.player is not None]
    if not rows:
        rows = list(snapshot.path(2))[:1]
    fixed = 3
    room = max(1, height - fixed)
    left_out = rows[0].node != 0 if rows else False
    if len(rows) > room or left_out:
        rows, left_out = rows[-max(1, room - 1) :], True
    paint = _Rows(view, rows, width)
    spread = 2 * len(rows) + fixed + 2 + left_out <= height
    lines = [paint.heading(rows)]
    if left_out and rows:
        above = snapshot.record.tree.ply[rows[0].node]
        lines.append(line((f"⋮ {above} above", "quiet")))
    for row in rows:
        if spread:
            lines.append(BLANK)
        lines.append(paint.row(row, is_now=row is rows[-1]))
    lines.append(paint.verdict(rows[-1]) if rows else BLANK)
    leaves = paint.leaves()
    if leaves:
        lines += [BLANK, leaves] if spread else [leaves]
    return lines[:height]


def _name(row: NodeView, room: int) -> str:
    """Return a node's name; of an address without room the end, which tells it from the others."""
    name, parts = _name_of(row), row.text.split(".")
    if cells(name) <= room or not all(map(str.isdigit, parts)):
        return shorten(name, room)
    sign = name.removesuffix(row.text)
    while parts and cells(sign) + 1 + len(".".join(parts)) > room:
        parts.pop(0)
    return f"{sign}…{'.'.join(parts)}"


def _newest(snapshot: Snapshot) -> Number | None:
    """Return the value of the leaf that was read in this step, or arrived in it."""
    leaf = snapshot.node if snapshot.kind is StepKind.LEAF else snapshot.child
    if leaf is None:
        return None
    seen = snapshot.view(leaf)
    return seen.number if seen.is_leaf else None


def _name_of(node: NodeView) -> str:
    return f"{node.player.sign} {node.text}" if node.player else node.text


def _number(value: Number | None) -> str:
    return "" if value is None else shown(value)


_SPREAD: Final = 11  # lines with a blank one between the parts


def half_lines(view: View, width: int, height: int) -> list[TextLine]:
    """Return both half-lines and that no number is in both; nothing where a step is no cut-off."""
    cut, test = view.snapshot.cut, view.snapshot.test
    if cut is None or test is None or width < 16:
        return []
    interval = low, high = proven(view.record, cut.node, cut.step)
    is_more, bound = cut.kind == "alpha", cut.bound
    wanted = (bound, math.inf) if is_more else (-math.inf, bound)
    ends = [end for end in (*interval, *wanted) if not math.isinf(end)]
    axis = Axis(ends, (), view.span, max(8, width - max(len(shown(end)) for end in ends) - 4))
    styles = ("bold max", "bold min")
    own, other = styles if not is_more else styles[::-1]

    can_be = sentence(Phrase("nothing_is_proven"), "quiet")
    both = Cells(axis.width)
    if interval != FULL_WINDOW:
        interval_ends = [f"≥ {shown(low)}"] * (not math.isinf(low))
        interval_ends += [f"≤ {shown(high)}"] * (not math.isinf(high))
        interval_ends = [f"= {shown(low)}"] if low == high else interval_ends
        column, bar = _bar(axis, interval)
        both.put(column, bar, own, gap=0)
        can_be = _beside_bar(axis, line(" " * column, (bar, own)), " ".join(interval_ends))
    signs = ("≥", "≤") if test.op == ">" else (">", "<")
    column, bar = _bar(axis, wanted)
    both.put(column, bar, other, gap=0)
    interval_ends = [signs[0 if is_more else 1], shown(bound)]
    takes = _beside_bar(axis, line(" " * column, (bar, other)), " ".join(interval_ends))

    asked = Phrase("search_would_take")
    through = Phrase("asked_for_more" if is_more else "asked_for_less")
    if cut.witness is not None:
        node, child = (Node(view.tree, each) for each in cut.witness)
        asked, through = Phrase("would_take", node=node), Phrase("it_has", value=bound, child=child)
    no_number = f" {Phrase('no_number')} "
    margin = " " * max(0, (width - len(no_number)) // 2)
    become = Phrase("can_become", node=Node(view.tree, cut.node))
    gap = [BLANK] * (height >= _SPREAD)
    lines = [sentence(become, "bold quiet"), can_be, *gap]
    lines += [sentence(asked, "bold quiet"), takes, sentence(through, "quiet"), *gap]
    lines += [sentence(Phrase("both_take"), "bold quiet"), tuple(both.pieces())]
    return [*lines, line(margin, (no_number, "bold on_cut on cut_surface"))][:height]


def _beside_bar(axis: Axis, bar: TextLine, label: str) -> TextLine:
    return line(*fitted(bar, axis.width), "  ", (label, "bold strong"))


def _bar(axis: Axis, interval: Interval) -> tuple[int, str]:
    """Return the column at which an interval begins on a number line, and its bar."""
    low, high = interval
    first, last = axis.place(low), axis.place(high)
    if low == high:
        return first, "●"
    opened = "━" if math.isinf(low) else "┣"
    closed = "━" if math.isinf(high) else "┫"
    return first, opened + "━" * max(0, last - first - 1) + closed
