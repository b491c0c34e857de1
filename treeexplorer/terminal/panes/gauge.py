"""The window gauge: a number line on which α and β move together.

The double line is the window: the values that still matter. At a cut-off the bound that moved has
crossed the other one, and the line shows by how much.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from treeexplorer.numbers import shown
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.ink import Ink
from treeexplorer.terminal.styled import Styled
from treeexplorer.text import width as cells
from treeexplorer.tree import INNER, GameTree, Number, Window

_LARGEST_EXACT_SCALE = 200_000


@dataclass(frozen=True)
class Scale:
    """The part of the number line that a tree needs; the same at every step."""

    low: float
    high: float

    def place(self, number: Number, room: int) -> int:
        """Return the column, from 0, at which a number stands on a line of some columns."""
        if math.isinf(number):
            return 0 if number < 0 else room - 1
        span = self.high - self.low
        share = (float(number) - self.low) / span if span else 0.5
        margin = 0.1
        return round((margin + (1 - 2 * margin) * min(1.0, max(0.0, share))) * (room - 1))


def scale_of(tree: GameTree) -> Scale:
    """Return the scale that holds every leaf of a tree; time linear in its size."""
    if len(tree) <= _LARGEST_EXACT_SCALE:
        values = [v for v, kind in zip(tree.value, tree.kind, strict=True) if kind != INNER]
    else:
        values = list(tree.value)
    finite = [value for value in values if math.isfinite(value)]
    return Scale(min(finite), max(finite)) if finite else Scale(0, 1)


@dataclass(frozen=True)
class Reading:
    """What the gauge shows.

    Attributes:
        entry: The window the node came in with.
        window: The window now.
        v: The node's v; ``None`` where it has none.
        at_max: Whether α is the bound that moves here.
        cut: Whether the cut test succeeded.
    """

    entry: Window
    window: Window
    v: Number | None
    at_max: bool
    cut: bool


def gauge(ink: Ink, scale: Scale, reading: Reading, width: int) -> list[Styled]:
    """Return the gauge as three lines: the letters, the line, and what is to be said of it."""
    left, right = ink.text("−∞"), ink.text("+∞")
    room = width - cells(left) - cells(right) - 4
    if room < 8:
        return []
    start = cells(left) + 2
    alpha, beta = reading.window
    places = _apart(ink, scale, reading, room)
    track = _track(ink, reading, places, room)
    line = ink.line((f" {left} ", styles.QUIET)) + track + ink.line((f" {right}", styles.QUIET))
    letters: dict[int, tuple[str, str]] = {}
    v_place = None if reading.v is None else _column(scale, reading.v, room, start, width)
    if v_place is not None:
        letters[v_place] = ("v", styles.STRONG)
    met = alpha == beta
    letters[_letter_column(alpha, places[0], start, width)] = (
        "α=β" if met and not ink.ascii_only else "α",
        styles.ALPHA,
    )
    if not met:
        letters[_letter_column(beta, places[1], start, width)] = ("β", styles.BETA)
    return [_letters(ink, letters), line, _verdict(ink, reading, places, start, width)]


def _column(scale: Scale, number: Number, room: int, start: int, width: int) -> int:
    if math.isinf(number):
        return 1 if number < 0 else width - 2
    return start + scale.place(number, room)


def _letter_column(number: Number, place: int, start: int, width: int) -> int:
    if math.isinf(number):
        return 1 if number < 0 else width - 2
    return start + place


def _apart(ink: Ink, scale: Scale, reading: Reading, room: int) -> tuple[int, int]:
    """Return the columns of α and β, far enough apart that both numbers can be read."""
    alpha, beta = reading.window
    first, second = scale.place(alpha, room), scale.place(beta, room)
    if alpha == beta or math.isinf(alpha) or math.isinf(beta):
        return _clamped(ink, alpha, first, room), _clamped(ink, beta, second, room)
    lower, upper = min(alpha, beta), max(alpha, beta)
    low, high = min(first, second), max(first, second)
    low_width = cells(ink.text(shown(lower)))
    high = max(high, low + low_width + 2)
    high = min(high, room - cells(ink.text(shown(upper))))
    low = max(0, min(low, high - low_width - 2))
    return (low, high) if alpha < beta else (high, low)


def _clamped(ink: Ink, number: Number, place: int, room: int) -> int:
    return max(0, min(place, room - cells(ink.text(shown(number)))))


def _track(ink: Ink, reading: Reading, places: tuple[int, int], room: int) -> Styled:
    alpha, beta = reading.window
    if reading.cut or alpha >= beta:
        open_from = 0 if reading.at_max else places[0]
        open_to = places[1] if reading.at_max else room
        if reading.at_max and not math.isinf(reading.entry[0]):
            open_from = min(places[1], max(0, places[1] - 4))
        if not reading.at_max and not math.isinf(reading.entry[1]):
            open_to = min(room, places[0] + 5)
    else:
        open_from = 0 if math.isinf(alpha) else places[0]
        open_to = room if math.isinf(beta) else places[1]
    characters = ["═" if open_from <= i < open_to else "─" for i in range(room)]
    marks = [
        (place, shown(number), style)
        for place, number, style in (
            (places[0], alpha, styles.ALPHA),
            (places[1], beta, styles.BETA),
        )
        if not math.isinf(number)
    ]
    if alpha == beta:
        marks = marks[:1]
    marks.sort()
    parts: list[styles.Part] = []
    at = 0
    for place, number, style in marks:
        parts.append(("".join(characters[at:place]), styles.QUIET))
        parts.append((number, style))
        at = place + cells(ink.text(number))
    parts.append(("".join(characters[at:]), styles.QUIET))
    return ink.line(*parts)


def _letters(ink: Ink, letters: dict[int, tuple[str, str]]) -> Styled:
    parts: list[styles.Part] = []
    at = 0
    for column in sorted(letters):
        letter, style = letters[column]
        if column < at:
            continue
        parts.append(" " * (column - at))
        parts.append((letter, style))
        at = column + cells(ink.text(letter))
    return ink.line(*parts)


def _verdict(ink: Ink, reading: Reading, places: tuple[int, int], start: int, width: int) -> Styled:
    alpha, beta = reading.window
    if alpha < beta:
        return Styled("")
    if alpha == beta:
        word = "met: nothing between" if reading.cut else "met, and that is not enough"
        style = styles.CUT if reading.cut else ""
        left = start + places[0]
        if left + 2 + len(word) > width and left > len(word):
            return ink.line(" " * (left - 1 - len(word)), (f"{word} ┘", style))
        return ink.line(" " * left, (f"└ {word}", style))
    low, high = start + min(places), start + max(places)
    if math.isinf(alpha) or math.isinf(beta):
        return ink.line(" " * max(0, low - 3), ("crossed", styles.CUT))
    inside = high - low - 1
    if inside >= len(" crossed "):
        return ink.line(" " * low, ("└" + " crossed ".center(inside) + "┘", styles.CUT))
    bracket = "└" + "─" * inside + "┘"
    if low > len("crossed "):
        return ink.line(" " * (low - len("crossed ")), (f"crossed {bracket}", styles.CUT))
    return ink.line(" " * low, (f"{bracket} crossed", styles.CUT))
