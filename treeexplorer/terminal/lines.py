"""Lines of styled text: what panels return and what the widgets paint.

A line is a tuple of ``(text, style)`` pairs; the styles are named as in
:mod:`treeexplorer.terminal.theme`. No markup is ever read: what comes from a file stays text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextvars import ContextVar
from itertools import groupby
from math import isinf
from operator import itemgetter
from typing import Final, TypeAlias, TypeVar

from treeexplorer.explain.sentence import Node, Phrase, WordRole, parts_of
from treeexplorer.numbers import shown
from treeexplorer.text import width as cells
from treeexplorer.tree import Player, Window

T = TypeVar("T")
StyledText: TypeAlias = tuple[str, str]
TextLine: TypeAlias = Sequence[StyledText]
"""A line; the lines of drawings are such lines, too, their roles being names of styles."""

BLANK: Final[TextLine] = ()

_PLAYERS: Final[dict[WordRole, str]] = {
    "max": "bold max",
    "alpha": "bold max",
    "min": "bold min",
    "beta": "bold min",
}
_ROWS: Final = ("current", "cut_surface")
_WITHIN: Final = re.compile(r" (?=[≥≤<>=])|(?<=[≥≤<>=]) |(?<=,) (?=[^ (]*\))")
"""The blanks of ``8 ≥ 6`` and ``(6, +∞)``."""
_MIN_BEFORE_A_NAME: Final = re.compile(r"▽(?=\w)")  # ``VA`` would be a name
_WORDS: Final = {
    "∞": "inf", "−": "-", "≥": ">=", "≤": "<=", "α": "alpha", "β": "beta", "▲": "^", "▽": "V",
    "○": "o", "▌": "[", "▐": "]", "╳": "X", "✓": "ok", "✗": "x", "…": "...", "·": "-", "→": "->",
    "←": "left", "↑": "up", "↓": "down", "⌫": "backspace", "↵": "enter", "×": "x", "–": "-",
    "’": "'", "“": '"', "”": '"', "█": "#", "▒": "%", "░": ".", "▪": "#", "▏": "|", "●": "*",
    "▸": ">", "▾": "v", "⊞": "+", "‹": "<", "›": ">", "◂": "<", "↳": "^", "⋮": ":", "▔": "-",
}  # fmt: skip
_LINES: Final = ("─━═│┃║╌╎┊┇╱", "-==||#-::%/")
_JOINTS: Final = dict.fromkeys(map(chr, range(0x2500, 0x2580)), "+")
_ASCII: Final = str.maketrans({**_JOINTS, **_WORDS, **dict(zip(*_LINES, strict=True))})
in_ascii: Final = ContextVar("in_ascii", default=False)
"""Whether signs are spelt in ASCII, where they take more room: the app that runs says so."""


def line(*parts: str | StyledText) -> TextLine:
    """Return a line of texts and ``(text, style)`` pairs; empty texts are left out."""
    pieces: list[StyledText] = []
    for part in parts:
        piece = (part, "") if isinstance(part, str) else part
        if piece[0]:
            pieces.append(piece)
    return tuple(pieces)


def plain(text: TextLine) -> str:
    """Return the text of a line alone."""
    return "".join([part for part, _ in text])


def length(text: TextLine) -> int:
    """Return how many cells of the terminal a line takes."""
    return sum([cells(part) for part, _ in text])


def fitted(text: TextLine, width: int, surface: str = "") -> TextLine:
    """Return a line cut or padded to a width, with … where something is lost."""
    text = spelt(text)
    used = length(text)
    if used > width:
        more = spelt((("…", text[-1][1] if text else ""),))
        kept = _part(text, 0, _fitting(plain(text), 0, width - length(more)))
        text = (*kept, *more) if width >= length(more) else ()
        used = length(text)
    if surface:
        text = tuple((part, _on_surface(style, surface)) for part, style in text)
    if used < width:
        text = (*text, (" " * (width - used), f"on {surface}" if surface else ""))
    return text


def _on_surface(style: str, surface: str) -> str:
    """Return a style on a surface, unless it has a ground of its own."""
    if " on " in f" {style}":
        return style
    return f"{style} on {surface}".strip()


def beside(left: TextLine, right: TextLine, width: int, surface: str = "") -> TextLine:
    """Return a line with one text at each end; the left one yields, the right one goes last."""
    right = spelt(right)
    room = width - length(right)
    if room < 1:
        return fitted(left, width, surface)
    return fitted((*fitted(left, room - 1), (" ", ""), *right), width, surface)


def at_columns(texts: Sequence[TextLine], starts: Sequence[int]) -> TextLine:
    """Return texts, each beginning at its column; one that is too long pushes the next on."""
    pieces: list[StyledText] = []
    used = 0
    for text, start in zip(texts, starts, strict=False):
        if start > used:
            pieces.append((" " * (start - used), ""))
            used = start
        elif pieces and used > start and text:
            pieces.append((" ", ""))
            used += 1
        pieces.extend(text)
        used += length(text)
    return tuple(pieces)


def merged(pieces: Iterable[StyledText]) -> list[StyledText]:
    """Return pieces, neighbours of one style as one piece."""
    return [
        ("".join(text for text, _ in group), style)
        for style, group in groupby(pieces, key=itemgetter(1))
    ]


class Cells:
    """A line that is written in any order; what is written first stays."""

    def __init__(self, width: int) -> None:
        self._cells: list[StyledText] = [(" ", "")] * width

    def put(self, column: int, text: str, style: str, gap: int = 1) -> bool:
        """Write a text of narrow characters at a cell, or where it is whole; tell whether it could.

        So many cells around it must be blank as ``gap`` says.
        """
        begin = max(0, min(column, len(self._cells) - len(text)))
        end = begin + len(text)
        around = self._cells[max(0, begin - gap) : end + gap]
        is_taken = any(sign != " " for sign, _ in around)
        if is_taken or any(own for _, own in self._cells[begin:end]):
            return False
        self._cells[begin:end] = [(sign, style) for sign in text]
        return True

    def pieces(self) -> list[StyledText]:
        """Return what was written."""
        return merged(self._cells)


def colour_of(player: Player | None) -> str:
    """Return the colour of a player."""
    return "text" if player is None or player is Player.CHANCE else player.value


def sentence(text: str | Phrase | Node | Window, style: str = "") -> TextLine:
    """Return a sentence with its nodes, α and β in the colours of their players, all else in one.

    A node or a window alone is coloured, too; a text is not.
    """
    if isinstance(text, str):
        return line((text, style))
    parts = [(part, _PLAYERS.get(role, style)) for part, role in parts_of(text)]
    return line(*merged(parts))


def edge_window(window: Window) -> TextLine:
    """Return a window as it stands on an edge: ``3 ┃ +∞``; an infinite end is quiet."""
    alpha, beta = window
    alpha_style = "quiet" if isinf(alpha) else "bold max"
    beta_style = "quiet" if isinf(beta) else "bold min"
    return line((shown(alpha), alpha_style), (" ┃ ", "quiet"), (shown(beta), beta_style))


def wrapped(text: TextLine, width: int) -> list[TextLine]:
    """Return a line broken between words, and within those that are wider than the room."""
    text = spelt(text)
    whole = plain(text)
    if "\n" not in whole and length(text) <= width:
        return [text]
    return [_part(text, start, stop) for start, stop in _breaks(whole, max(1, width))]


def paragraph(lines: Iterable[TextLine], width: int, height: int) -> list[TextLine]:
    """Return lines wrapped to a width; what does not fit ends in … after a whole word."""
    rows = [part for text in lines for part in wrapped(text, width)]
    if len(rows) <= height or height < 1:
        return rows[: max(0, height)]
    kept = rows[:height]
    last = plain(kept[-1]).rstrip()
    more = spelt(line((" …", "quiet")))
    while cells(last) + length(more) > width and " " in last:
        last = last[: last.rindex(" ")]
    kept[-1] = (*_part(kept[-1], 0, len(last)), *more)
    return kept


def indent(lines: Iterable[TextLine], cells: int = 1) -> list[TextLine]:
    """Return lines behind a margin; what is blank stays so."""
    margin = (" " * cells, "")

    def behind(text: TextLine) -> TextLine:
        return (margin, *text) if text else BLANK

    return list(map(behind, lines))


def indented(text: TextLine) -> TextLine:
    """Return a line behind the margin; a surface, or the mark of the current row, begins in it."""
    if not text:
        return BLANK
    sign, style = text[0]
    if sign == "▌":
        return ((" ", ""), *text)
    surface = style.partition(" on ")[2]
    return ((" ", ""), (" ", f"on {surface}" if surface in _ROWS else ""), *text)


def inset(lines: Iterable[TextLine], width: int, height: int) -> list[TextLine]:
    """Return lines wrapped to a width, with a margin of one cell at either side."""
    return indent(paragraph(lines, width - 2, height))


def around(rows: Sequence[T], at: int, height: int) -> Sequence[T]:
    """Return as many rows as a height holds, one of them in the middle if it can be."""
    top = max(0, min(at - height // 2, len(rows) - height))
    return rows[top : top + height]


def _part(text: TextLine, start: int, stop: int) -> TextLine:
    pieces: list[StyledText] = []
    at = 0
    for part, style in text:
        if at >= stop:
            break
        piece = part[max(0, start - at) : stop - at]
        if piece:
            pieces.append((piece, style))
        at += len(part)
    return tuple(pieces)


def _fitting(text: str, start: int, width: int) -> int:
    """Return where the part ends that begins at a place and takes no more than some cells."""
    if text.isascii():
        return min(len(text), start + max(0, width))
    for index in range(start, len(text)):
        width -= cells(text[index])
        if width < 0:
            return index
    return len(text)


def _breaks(text: str, width: int) -> Iterator[tuple[int, int]]:
    """Yield start and end of each line, without the blanks at its end.

    A line ends within a test or a window only where it has no other blank.
    """
    start = 0
    loose = _WITHIN.sub("\N{NO-BREAK SPACE}", text)
    for row in text.split("\n"):
        end = start + len(row)
        while True:
            stop = min(end, _fitting(text, start, width))
            if stop < end:
                blank = loose.rfind(" ", start, stop + 1)
                if blank <= start:
                    blank = text.rfind(" ", start, stop + 1)
                stop = blank if blank > start else max(stop, start + 1)
            yield start, start + len(text[start:stop].rstrip())
            while stop < end and text[stop] == " ":
                stop += 1
            if stop >= end:
                break
            start = stop
        start = end + 1


def ascii_text(text: str) -> str:
    """Return text with our own signs spelt in ASCII; other people's letters stay."""
    return text if text.isascii() else _MIN_BEFORE_A_NAME.sub("V:", text).translate(_ASCII)


def ascii_line(text: TextLine) -> TextLine:
    """Return a line in ASCII; what grew takes its room from the next gap, so columns stay.

    At the end of a line, where no gap follows, it is taken from the gaps before; the blanks with
    which a line begins are left, so that a listing keeps its indentation.
    """
    whole = plain(text)
    owed = 0
    margin = len(whole) - len(whole.lstrip(" "))
    rest = list(_part(text, margin, len(whole)))
    for index, (part, style) in enumerate(rest):
        in_ascii = ascii_text(part)
        owed += max(0, cells(in_ascii) - cells(part))
        in_ascii, owed = _narrowed(in_ascii, owed)
        rest[index] = in_ascii, style
    for index, (part, style) in reversed(list(enumerate(rest))):
        in_ascii, owed = _narrowed(part, owed)
        rest[index] = in_ascii, style
    return (*_part(text, 0, margin), *rest)


def spelt(text: TextLine) -> TextLine:
    """Return a line as it is shown, so that it can be measured."""
    return ascii_line(text) if in_ascii.get() else text


def _narrowed(text: str, owed: int) -> tuple[str, int]:
    """Take cells from the gaps of two blanks and more; return the text and what is still owed."""
    while owed and (gap := re.search(r" {2,}", text)):
        taken = min(owed, len(gap[0]) - 1)
        text = text[: gap.start()] + text[gap.start() + taken :]
        owed -= taken
    return text, owed
