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
_ROW_SURFACES: Final = ("current", "cut_surface")
"""The backgrounds that highlight a whole row."""
_BLANK_WITHIN: Final = re.compile(r" (?=[≥≤<>=])|(?<=[≥≤<>=]) |(?<=,) (?=[^ (]*\))")
"""The blanks of ``8 ≥ 6`` and ``(6, +∞)``."""
_MIN_BEFORE_A_NAME: Final = re.compile(r"▽(?=\w)")  # ``VA`` would be a name
_WORDS: Final = {
    "∞": "inf", "−": "-", "≥": ">=", "≤": "<=", "α": "alpha", "β": "beta", "▲": "^", "▽": "V",
    "○": "o", "▌": "[", "▐": "]", "╳": "X", "✓": "+", "✗": "x", "…": "...", "·": "-", "→": "->",
    "←": "<-", "↑": "up", "↓": "down", "⌫": "backspace", "↵": "enter", "×": "x", "–": "-",
    "’": "'", "“": '"', "”": '"', "█": "#", "▒": "%", "░": ".", "▪": "#", "▏": "|", "●": "*",
    "▸": ">", "▾": "v", "⊞": "+", "‹": "<", "›": ">", "◂": "<", "↳": "~", "⋮": ":", "▔": "-",
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
    """Return a line cut or padded to a width, with … where something is lost.

    It is cut between two words, or within a word that would leave a third of the room blank.

    Example:
        >>> plain(fitted(line("α-cut-off"), 6)), plain(fitted(line("cut"), 6))
        ('α-cut…', 'cut   ')
        >>> plain(fitted(line("8 arrives at ▽B"), 11))
        '8 arrives …'
    """
    text = spelt(text)
    if length(text) > width:
        text = _shortened(text, width)
    if surface:
        text = tuple((part, _on_surface(style, surface)) for part, style in text)
    used = length(text)
    if used < width:
        ground = f"on {surface}" if surface else ""
        text = (*text, (" " * (width - used), ground))
    return text


def _shortened(text: TextLine, width: int) -> TextLine:
    """Return the beginning of a line that is too long, with … behind it; nothing without room.

    Args:
        text: The line, wider than the width.
        width: The most cells of the result.
    """
    if not text:
        return BLANK
    _, last_style = text[-1]
    dots = spelt(line(("…", last_style)))  # in ASCII more than one cell
    room = width - length(dots)
    if room < 0:
        return BLANK
    characters = plain(text)
    # How many characters have room, and how many of them are whole words with the blanks behind.
    characters_with_room = _fitting(characters, 0, room)
    whole_words = characters.rfind(" ", 0, characters_with_room) + 1
    lost_with_word = characters_with_room - whole_words
    is_little_lost = 3 * lost_with_word < characters_with_room
    kept = whole_words if is_little_lost else characters_with_room
    return (*_part(text, 0, kept), *dots)


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
    """Join texts in one line, each at its column; one that is too long pushes the next on.

    Args:
        texts: One for each column; an empty one leaves its column blank.
        starts: The cell at which each column begins; there may be more of them than texts.

    Example:
        >>> plain(at_columns([line("▽B"), line("8 is read"), line("10")], [0, 4, 10]))
        '▽B  8 is read 10'
    """
    pieces: list[StyledText] = []
    used = 0  # cells that are written
    # strict=False, as columns at the end may have no text.
    for text, start in zip(texts, starts, strict=False):
        gap = 0
        if used < start:
            gap = start - used
        elif used > start and text:  # the text before reaches into this column
            gap = 1
        if gap:
            pieces.append((" " * gap, ""))
        pieces.extend(text)
        used += gap + length(text)
    return tuple(pieces)


def run_together(texts: Iterable[TextLine], gap: str) -> TextLine:
    """Return lines as one, with a gap between them."""
    pieces: list[StyledText] = []
    for text in texts:
        if pieces:
            pieces.append((gap, ""))
        pieces += text
    return tuple(pieces)


def merged(pieces: Iterable[StyledText]) -> list[StyledText]:
    """Return pieces, neighbours of one style as one piece."""
    return [
        ("".join(text for text, _ in group), style)
        for style, group in groupby(pieces, key=itemgetter(1))
    ]


class Cells:
    """A line that is written in any order; what is written first stays.

    Example:
        >>> row = Cells(9)
        >>> row.put(4, "12", "strong"), row.put(5, "7", "quiet"), row.put(8, "10", "")
        (True, False, True)
        >>> "".join(text for text, _ in row.pieces())
        '    12 10'
    """

    def __init__(self, width: int) -> None:
        self._cells: list[StyledText] = [(" ", "")] * width

    def put(self, column: int, text: str, style: str, gap: int = 1) -> bool:
        """Write a text at a column, if there is room for it; tell whether there was.

        Near an end of the line the text is moved so that it is whole. There is no room where
        another text stands, or where one would stand closer than the gap.

        Args:
            column: Where it begins; may lie outside of the line.
            text: The text, of narrow characters, at most as long as the line.
            style: Its style.
            gap: How many cells at either side of it must be blank.
        """
        last_start = len(self._cells) - len(text)
        start = max(0, min(column, last_start))
        stop = start + len(text)
        with_gaps = self._cells[max(0, start - gap) : stop + gap]
        touches_text = any(sign != " " for sign, _ in with_gaps)
        # A blank with a style belongs to a text. A gap may stand on such blanks.
        covers_styled_blank = any(other_style for _, other_style in self._cells[start:stop])
        if touches_text or covers_styled_blank:
            return False
        self._cells[start:stop] = [(sign, style) for sign in text]
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
    """Wrap lines to a width; where the height is too small the last row ends in ….

    Example:
        >>> [plain(row) for row in paragraph([line("3 arrives at A, which has 5")], 14, 1)]
        ['3 arrives at …']
    """
    if height < 1:
        return []
    rows = [part for text in lines for part in wrapped(text, width)]
    if len(rows) <= height:
        return rows
    *whole_rows, last_row = rows[:height]
    return [*whole_rows, _with_dots(last_row, width)]


def _with_dots(row: TextLine, width: int) -> TextLine:
    """Return a row with … behind it, without the last words that leave no room for that."""
    dots = spelt(line((" …", "quiet")))
    room = width - length(dots)
    words = plain(row).rstrip()
    while cells(words) > room and " " in words:
        words = words[: words.rindex(" ")]
    return (*_part(row, 0, len(words)), *dots)


def indent(lines: Iterable[TextLine], cells: int = 1) -> list[TextLine]:
    """Return lines behind a margin; what is blank stays so."""
    margin = (" " * cells, "")

    def behind(text: TextLine) -> TextLine:
        return (margin, *text) if text else BLANK

    return list(map(behind, lines))


def indented(text: TextLine) -> TextLine:
    """Return a line behind a margin of two cells.

    If the line is a highlighted row, the second cell of the margin belongs to the row: it has the
    row's background, or the mark ``▌`` if the row begins with that.

    Example:
        >>> indented([("test", "bold on current")])
        ((' ', ''), (' ', 'on current'), ('test', 'bold on current'))
        >>> indented([("▌", "strong"), ("▽B", "bold on current")])
        ((' ', ''), ('▌', 'strong'), ('▽B', 'bold on current'))
    """
    if not text:
        return BLANK
    outer_cell = (" ", "")
    first_text, first_style = text[0]
    if first_text == "▌":
        return (outer_cell, *text)
    _, _, background = first_style.partition(" on ")  # "current" of "bold on current"
    is_highlighted = background in _ROW_SURFACES
    inner_style = f"on {background}" if is_highlighted else ""
    inner_cell = (" ", inner_style)
    return (outer_cell, inner_cell, *text)


def inset(lines: Iterable[TextLine], width: int, height: int) -> list[TextLine]:
    """Return lines wrapped to a width, with a margin of one cell at either side."""
    return indent(paragraph(lines, width - 2, height))


def around(rows: Sequence[T], at: int, height: int) -> Sequence[T]:
    """Return as many rows as a height holds, one of them in the middle if it can be.

    Args:
        rows: All rows.
        at: The index of the row that should be in the middle.
        height: How many rows are returned at most.

    Example:
        >>> around("abcdefg", 3, 3), around("abcdefg", 0, 3)
        ('cde', 'abc')
    """
    top = max(0, min(at - height // 2, len(rows) - height))
    return rows[top : top + height]


def _part(text: TextLine, start: int, stop: int) -> TextLine:
    """Return the part of a line from one character to before another.

    Example:
        >>> _part([("α ", "max"), ("≥ 8", "")], 1, 3)
        ((' ', 'max'), ('≥', ''))
    """
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
    """Return the index at which the longest part from a start ends that has room in a width.

    Args:
        text: The text.
        start: The index at which the part begins.
        width: The most cells of the part.

    Example:
        >>> _fitting("α 日本 β", 0, 5)  # the signs of 日本 take two cells each
        3
    """
    # The usual case, made fast: each character takes one cell.
    if text.isascii():
        return min(len(text), start + max(0, width))
    left = width
    for index in range(start, len(text)):
        left -= cells(text[index])
        if left < 0:
            return index
    return len(text)


def _breaks(text: str, width: int) -> Iterator[tuple[int, int]]:
    """Wrap a text; yield the indices at which each row starts and ends, without trailing blanks.

    Example:
        >>> list(_breaks("α 8 ≥ β 6 cuts off", 10))
        [(0, 9), (10, 18)]
    """
    offset = 0
    for paragraph_text in text.split("\n"):
        for start, stop in _breaks_of_paragraph(paragraph_text, width):
            yield offset + start, offset + stop
        offset += len(paragraph_text) + len("\n")


def _breaks_of_paragraph(text: str, width: int) -> Iterator[tuple[int, int]]:
    """Wrap a text without line breaks; yield the indices at which each row starts and ends.

    Rows end without trailing blanks. An empty text has one empty row. A test, such as ``α 8 ≥ β``,
    is broken only if it is wider than a row.

    Args:
        text: The text.
        width: The most cells of a row.
    """
    # The same text without blanks in its tests. It is as long, so that indices hold for both.
    with_tests_unbroken = _BLANK_WITHIN.sub("\N{NO-BREAK SPACE}", text)
    start = 0
    while True:
        stop = _fitting(text, start, width)
        is_last_row = stop == len(text)
        if not is_last_row:
            stop = _break_before(stop, start, with_tests_unbroken, text)
        row = text[start:stop].rstrip()
        yield start, start + len(row)
        # The blanks at which the text is broken do not begin the next row.
        rest = text[stop:].lstrip(" ")
        if not rest:
            return
        start = len(text) - len(rest)


def _break_before(end: int, start: int, *texts: str) -> int:
    """Return where to break a row that begins at a start and has room up to an end.

    That is at its last blank in the first of some texts that has one, else within a word.

    Args:
        end: Where the room ends.
        start: Where the row begins.
        texts: The same text, first without the blanks at which it is better not broken.
    """
    for text in texts:
        blank = text.rfind(" ", start, end + 1)
        if blank > start:
            return blank
    return max(end, start + 1)


def ascii_text(text: str) -> str:
    """Return text with our own signs spelt in ASCII; other people's letters stay."""
    return text if text.isascii() else _MIN_BEFORE_A_NAME.sub("V:", text).translate(_ASCII)


def ascii_line(text: TextLine) -> TextLine:
    """Spell a line in ASCII, and keep its columns where they are.

    Some signs become longer, such as ∞, which becomes ``inf``. The cells that they need are taken
    from the gaps behind them; what these do not have is taken from the gaps before them. The blanks
    at the beginning stay, so that a listing keeps its indentation. Where the gaps are too few the
    line becomes longer.

    Example:
        >>> plain(ascii_line(line("∞ on entry   ✓")))
        'inf on entry +'
    """
    whole = plain(text)
    margin_width = len(whole) - len(whole.lstrip(" "))
    margin = _part(text, 0, margin_width)
    behind_margin = _part(text, margin_width, len(whole))

    cells_too_many = 0
    pieces: list[StyledText] = []
    for part, style in behind_margin:
        in_ascii_signs = ascii_text(part)
        cells_too_many += max(0, cells(in_ascii_signs) - cells(part))
        narrowed = _narrow_gaps(in_ascii_signs, cells_too_many)
        pieces.append((narrowed, style))
        cells_too_many -= len(in_ascii_signs) - len(narrowed)
    return (*margin, *_narrow_from_right(pieces, cells_too_many))


def _narrow_from_right(pieces: Sequence[StyledText], cells_too_many: int) -> list[StyledText]:
    """Return a line with cells taken from its gaps, the last gaps first."""
    narrowed_pieces: list[StyledText] = []
    for part, style in reversed(pieces):
        narrowed = _narrow_gaps(part, cells_too_many)
        narrowed_pieces.append((narrowed, style))
        cells_too_many -= len(part) - len(narrowed)
    narrowed_pieces.reverse()
    return narrowed_pieces


def spelt(text: TextLine) -> TextLine:
    """Return a line as it is shown, so that it can be measured."""
    return ascii_line(text) if in_ascii.get() else text


def _narrow_gaps(text: str, cells_too_many: int) -> str:
    """Return a text with cells taken from gaps of two blanks and more, of which one blank stays.

    Example:
        >>> _narrow_gaps("inf   8  6", 2), _narrow_gaps("inf   8  6", 5)
        ('inf 8  6', 'inf 8 6')
    """
    if cells_too_many == 0:
        return text
    narrowed = ""
    for piece in re.split("( {2,})", text):
        is_gap = piece.startswith("  ")
        taken = min(cells_too_many, len(piece) - 1) if is_gap else 0
        narrowed += piece[taken:]
        cells_too_many -= taken
    return narrowed
