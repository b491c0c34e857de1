"""Lines of styled text: what panels return and what the widgets paint.

A line is a tuple of ``(text, style)`` pairs; the styles are named as in
:mod:`treeexplorer.terminal.theme`. No markup is ever read: what comes from a file stays text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextvars import ContextVar
from itertools import groupby
from math import isinf
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias, TypeVar

from treeexplorer.explain.sentence import Node, Phrase, WordRole, parts_of
from treeexplorer.numbers import shown
from treeexplorer.text import width as cells
from treeexplorer.tree import Player, Window

T = TypeVar("T")
StyledText: TypeAlias = tuple[str, str]
TextLine: TypeAlias = Sequence[StyledText]
"""A line; the lines of drawings are such lines, too, their roles being names of styles."""

BLANK: Final[TextLine] = ()

_STYLE_BY_ROLE: Final[dict[WordRole, str]] = {
    "max": "bold max",
    "alpha": "bold max",
    "min": "bold min",
    "beta": "bold min",
}
_FREE_CELL: Final = (" ", "")
"""A cell of a line in which nothing is written yet."""
_ROW_SURFACES: Final = ("current", "cut_surface")
"""The backgrounds that highlight a whole row."""
_BLANK_IN_TEST: Final = re.compile(r" (?=[≥≤<>=])|(?<=[≥≤<>=]) |(?<=,) (?=[^ (]*\))")
"""The blanks of ``8 ≥ 6`` and ``(6, +∞)``."""
_MIN_SIGN_BEFORE_NAME: Final = re.compile(r"▽(?=\w)")  # ``VA`` would be a name
_ASCII_BY_SIGN: Final = {
    "∞": "inf", "−": "-", "≥": ">=", "≤": "<=", "α": "alpha", "β": "beta", "▲": "^", "▽": "V",
    "○": "o", "▌": "[", "▐": "]", "╳": "X", "✓": "+", "✗": "x", "…": "...", "·": "-", "→": "->",
    "←": "<-", "↑": "up", "↓": "down", "⌫": "backspace", "↵": "enter", "×": "x", "–": "-",
    "’": "'", "“": '"', "”": '"', "█": "#", "▒": "%", "░": ".", "▪": "#", "▏": "|", "●": "*",
    "▸": ">", "▾": "v", "⊞": "+", "‹": "<", "›": ">", "◂": "<", "↳": "~", "⋮": ":", "▔": "-",
}  # fmt: skip
_LINE_SIGNS_AND_ASCII: Final = ("─━═│┃║╌╎┊┇╱", "-==||#-::%/")
_ASCII_BY_JOINT: Final = dict.fromkeys(map(chr, range(0x2500, 0x2580)), "+")
_ASCII: Final = str.maketrans(
    {**_ASCII_BY_JOINT, **_ASCII_BY_SIGN, **dict(zip(*_LINE_SIGNS_AND_ASCII, strict=True))}
)
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
    """Cut or pad a line to a width, with … where something is lost.

    It is cut between two words, or within a word that would leave a third of the width blank. With
    a surface, that is the background of the whole line.

    Example:
        >>> plain(fitted(line("α-cut-off"), 6)), plain(fitted(line("cut"), 6))
        ('α-cut…', 'cut   ')
        >>> plain(fitted(line("8 arrives at ▽B"), 11))
        '8 arrives …'
    """
    text = spelt(text)
    if length(text) > width:
        text = _shorten(text, width)
    if surface:
        text = tuple((part, _add_surface(style, surface)) for part, style in text)

    padding_width = width - length(text)
    if padding_width > 0:
        padding_style = f"on {surface}" if surface else ""
        text = (*text, (" " * padding_width, padding_style))
    return text


def _shorten(text: TextLine, width: int) -> TextLine:
    """Shorten a line that is too long, with … at its end: ``8 arrives …``; blank without room."""
    if not text:
        return BLANK
    _, last_style = text[-1]
    dots = spelt(line(("…", last_style)))  # in ASCII more than one cell
    width_before_dots = width - length(dots)
    if width_before_dots < 0:
        return BLANK
    kept_count = _count_kept_characters(plain(text), width_before_dots)
    return (*_slice_line(text, 0, kept_count), *dots)


def _count_kept_characters(text: str, width: int) -> int:
    """Count the characters that stay of a text that is wider than ``width`` cells.

    It is cut behind a blank, unless a third of what fits would be lost for that.

    Example:
        >>> _count_kept_characters("8 arrives at the root", 11)  # "8 arrives a" would fit
        10
        >>> _count_kept_characters("a transposition", 9)  # "a transpo" fits, "a " is too little
        9
    """
    fitting_count = _find_fitting_end(text, 0, width)
    whole_words_count = text.rfind(" ", 0, fitting_count) + 1
    lost_count = fitting_count - whole_words_count
    if 3 * lost_count < fitting_count:
        return whole_words_count
    return fitting_count


def _add_surface(style: str, surface: str) -> str:
    """Add a background to a style, unless it has one: ``bold`` becomes ``bold on current``."""
    if " on " in f" {style}":
        return style
    return f"{style} on {surface}".strip()


def beside(left: TextLine, right: TextLine, width: int, surface: str = "") -> TextLine:
    """Join a text at the left end and one at the right end of a line; the left one is cut first."""
    right = spelt(right)
    left_width = width - length(right)
    if left_width < 1:
        return fitted(left, width, surface)
    return fitted((*fitted(left, left_width - 1), (" ", ""), *right), width, surface)


def join_at_columns(texts: Sequence[TextLine], starts: Sequence[int]) -> TextLine:
    """Join texts in one line, each at its column; one that is too long pushes the next on.

    Args:
        texts: One for each column; an empty one leaves its column blank.
        starts: The cell at which each column begins; there may be more of them than texts.

    Example:
        >>> plain(join_at_columns([line("▽B"), line("8 is read"), line("10")], [0, 4, 10]))
        '▽B  8 is read 10'
    """
    pieces: list[StyledText] = []
    position = 0  # the cell behind what is written
    # strict=False, as columns at the end may have no text.
    for text, start in zip(texts, starts, strict=False):
        if position < start:
            gap = start - position
        elif position > start and text:  # the text before reaches into this column
            gap = 1
        else:
            gap = 0
        if gap:
            pieces.append((" " * gap, ""))
        pieces.extend(text)
        position += gap + length(text)
    return tuple(pieces)


def join_lines(texts: Iterable[TextLine], gap: str) -> TextLine:
    """Join lines into one line, with a gap between them."""
    pieces: list[StyledText] = []
    for text in texts:
        if pieces:
            pieces.append((gap, ""))
        pieces += text
    return tuple(pieces)


def merged(pieces: Iterable[StyledText]) -> list[StyledText]:
    """Merge neighbouring pieces of the same style into one piece."""
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
        self._cells: list[StyledText] = [_FREE_CELL] * width

    def put(self, column: int, text: str, style: str, gap: int = 1) -> bool:
        """Write a text at a column, if there is room for it; return whether there was.

        Near an end of the line the text is moved so that it is whole. There is no room in a line
        that is too short, where another text stands, or where one would stand closer than the gap.

        Args:
            column: Where it begins; may lie outside of the line.
            text: The text, of narrow characters.
            style: Its style.
            gap: How many cells at either side of it must be blank.
        """
        last_start = len(self._cells) - len(text)
        if last_start < 0:
            return False
        start = max(0, min(column, last_start))
        stop = start + len(text)
        own_cells = self._cells[start:stop]
        cells_beside = self._cells[max(0, start - gap) : start] + self._cells[stop : stop + gap]
        # A blank with a style belongs to another text: it is not written over, but may be a gap.
        is_free = all(cell == _FREE_CELL for cell in own_cells)
        has_gaps = all(character == " " for character, _ in cells_beside)
        if not is_free or not has_gaps:
            return False
        self._cells[start:stop] = [(character, style) for character in text]
        return True

    def pieces(self) -> list[StyledText]:
        """Return what was written."""
        return merged(self._cells)


def player_colour(player: Player | None) -> str:
    """Return the colour of a player: ``max`` or ``min``; ``text`` for chance and for a leaf."""
    if player is None or player is Player.CHANCE:
        return "text"
    return player.value


def sentence(text: str | Phrase | Node | Window, style: str = "") -> TextLine:
    """Render a sentence in a style, with its nodes, α and β in the colours of their players.

    A node or a window alone is coloured, too; a text is not.
    """
    if isinstance(text, str):
        return line((text, style))
    parts = [(part, _STYLE_BY_ROLE.get(role, style)) for part, role in parts_of(text)]
    return line(*merged(parts))


def render_edge_window(window: Window) -> TextLine:
    """Render a window as it stands on an edge: ``3 ┃ +∞``; an infinite end is quiet."""
    alpha, beta = window
    alpha_style = "quiet" if isinf(alpha) else "bold max"
    beta_style = "quiet" if isinf(beta) else "bold min"
    return line((shown(alpha), alpha_style), (" ┃ ", "quiet"), (shown(beta), beta_style))


def wrapped(text: TextLine, width: int) -> list[TextLine]:
    """Wrap a line to a width: between words, or within a word that is wider than that."""
    text = spelt(text)
    whole_text = plain(text)
    if "\n" not in whole_text and length(text) <= width:
        return [text]
    rows = _find_rows(whole_text, max(1, width))
    return [_slice_line(text, start, stop) for start, stop in rows]


def paragraph(lines: Iterable[TextLine], width: int, height: int) -> list[TextLine]:
    """Wrap lines to a width; where the height is too small the last row ends in ….

    Example:
        >>> [plain(row) for row in paragraph([line("3 arrives at A, which has 5")], 14, 1)]
        ['3 arrives at …']
    """
    if height < 1:
        return []
    rows = [row for text in lines for row in wrapped(text, width)]
    if len(rows) <= height:
        return rows
    last_row = _end_with_dots(rows[height - 1], width)
    return [*rows[: height - 1], last_row]


def _end_with_dots(row: TextLine, width: int) -> TextLine:
    """Put … behind a row, in place of its last words if there is no room: ``3 arrives at …``."""
    dots = spelt(line((" …", "quiet")))
    width_before_dots = width - length(dots)
    words = plain(row).rstrip()
    while cells(words) > width_before_dots and " " in words:
        words = words[: words.rindex(" ")]
    return (*_slice_line(row, 0, len(words)), *dots)


def indent(lines: Iterable[TextLine], cells: int = 1) -> list[TextLine]:
    """Put a margin of some cells before each line; blank lines stay blank."""
    margin = (" " * cells, "")

    def add_margin(text: TextLine) -> TextLine:
        return (margin, *text) if text else BLANK

    return list(map(add_margin, lines))


def indented(text: TextLine) -> TextLine:
    """Put a margin of two cells before a line.

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
    is_highlighted_row = background in _ROW_SURFACES
    inner_style = f"on {background}" if is_highlighted_row else ""
    return (outer_cell, (" ", inner_style), *text)


def wrap_with_margins(lines: Iterable[TextLine], width: int, height: int) -> list[TextLine]:
    """Wrap lines to a width, with a margin of one cell at either side."""
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


def _slice_line(text: TextLine, start: int, stop: int) -> TextLine:
    """Return the characters of a line from one index to before another, with their styles.

    Example:
        >>> _slice_line([("α ", "max"), ("≥ 8", "")], 1, 3)
        ((' ', 'max'), ('≥', ''))
    """
    pieces: list[StyledText] = []
    part_start = 0
    for part, style in text:
        if part_start >= stop:
            break
        piece = part[max(0, start - part_start) : stop - part_start]
        if piece:
            pieces.append((piece, style))
        part_start += len(part)
    return tuple(pieces)


def _find_fitting_end(text: str, start: int, width: int) -> int:
    """Return the index at which the longest part from ``start`` ends that fits into a width.

    Example:
        >>> _find_fitting_end("α 日本 β", 0, 5)  # the signs of 日本 take two cells each
        3
    """
    # The usual case, made fast: each character takes one cell.
    if text.isascii():
        return min(len(text), start + max(0, width))
    remaining_width = width
    for index in range(start, len(text)):
        remaining_width -= cells(text[index])
        if remaining_width < 0:
            return index
    return len(text)


def _find_rows(text: str, width: int) -> Iterator[tuple[int, int]]:
    """Wrap a text; yield the indices at which each row starts and stops, without trailing blanks.

    Example:
        >>> list(_find_rows("α 8 ≥ β 6 cuts off", 10))
        [(0, 9), (10, 18)]
    """
    paragraph_start = 0
    for paragraph_text in text.split("\n"):
        for start, stop in _find_rows_of_paragraph(paragraph_text, width):
            yield paragraph_start + start, paragraph_start + stop
        paragraph_start += len(paragraph_text) + len("\n")


def _find_rows_of_paragraph(text: str, width: int) -> Iterator[tuple[int, int]]:
    """Wrap a text without line breaks; yield the indices at which each row starts and stops.

    Rows neither begin nor end with the blanks at which the text is broken. An empty text has one
    empty row. A test, such as ``8 ≥ 6``, is broken only if it is wider than a row.

    Example:
        >>> list(_find_rows_of_paragraph("cut as 8 ≥ 6", 10))  # "cut as" and "8 ≥ 6"
        [(0, 6), (7, 12)]
    """
    blanks_in_tests = frozenset(match.start() for match in _BLANK_IN_TEST.finditer(text))
    start = 0
    while True:
        end_of_room = _find_fitting_end(text, start, width)
        is_last_row = end_of_room == len(text)
        if is_last_row:
            stop = len(text)
        else:
            stop = _choose_break(text, blanks_in_tests, start=start, end=end_of_room)
        yield start, start + len(text[start:stop].rstrip())

        start = _skip_blanks(text, stop)
        if start == len(text):
            return


def _skip_blanks(text: str, start: int) -> int:
    """Return the index of the first character from ``start`` on that is no blank, or the end."""
    while start < len(text) and text[start] == " ":
        start += 1
    return start


def _choose_break(text: str, blanks_in_tests: Collection[int], *, start: int, end: int) -> int:
    """Choose where to break a row of a text that has room from ``start`` to before ``end``.

    It is the first of these that there is. ``|`` marks the end of the room:

    ================================  =================  =================
    broken at                         the text           the row
    ================================  =================  =================
    the last blank outside of tests   ``cut as 8 ≥| 6``  ``cut as``
    the last blank                    ``8 ≥| 6``         ``8``
    a letter before a colon           ``▽name|: 2``      ``▽nam``
    the end of the room               ``▽na|me``         ``▽na``
    ================================  =================  =================

    The letter before a colon goes to the next row, which would else begin with the colon. A row has
    at least one character, however narrow it is.

    Args:
        text: The text, which goes on behind ``end``.
        blanks_in_tests: The indices of the blanks in its tests.
        start: The index of the row's first character.
        end: The index of the first character that has no room.
    """
    none_found = -1
    last_blank = text.rfind(" ", start + 1, end + 1)
    last_blank_outside = last_blank
    while last_blank_outside in blanks_in_tests:
        last_blank_outside = text.rfind(" ", start + 1, last_blank_outside)

    if last_blank_outside != none_found:
        return last_blank_outside
    if last_blank != none_found:
        return last_blank
    stop = end - 1 if text[end] == ":" else end
    return max(stop, start + 1)


def ascii_text(text: str) -> str:
    """Spell our own signs in ASCII, such as ``>=`` for ``≥``; other people's letters stay."""
    if text.isascii():
        return text
    return _MIN_SIGN_BEFORE_NAME.sub("V:", text).translate(_ASCII)


def ascii_line(text: TextLine) -> TextLine:
    """Spell a line in ASCII, and keep its columns where they are.

    Some signs become longer, such as ∞, which becomes ``inf``. The cells that they need are taken
    from the gaps behind them, and what is still missing from the gaps before them. The blanks at
    the beginning stay, so that a listing keeps its indentation. Where the gaps are too few the line
    becomes longer.

    Example:
        >>> plain(ascii_line(line("∞ on entry   ✓")))
        'inf on entry +'
    """
    whole_text = plain(text)
    margin_width = len(whole_text) - len(whole_text.lstrip(" "))
    margin = _slice_line(text, 0, margin_width)
    text_behind_margin = _slice_line(text, margin_width, len(whole_text))

    pieces: list[StyledText] = []
    missing_cells = 0  # how many cells the line is too long so far: in the example 2, for "inf"
    for part, style in text_behind_margin:
        ascii_part = ascii_text(part)
        missing_cells += max(0, cells(ascii_part) - cells(part))
        narrowed = _narrow_gaps(ascii_part, missing_cells)
        missing_cells -= narrowed.removed_blanks
        pieces.append((narrowed.text, style))
    # No gap behind the long signs is left: now the gaps before them.
    return (*margin, *_narrow_gaps_from_right(pieces, missing_cells))


def _narrow_gaps_from_right(pieces: Sequence[StyledText], missing_cells: int) -> list[StyledText]:
    """Take some cells from the gaps of a line, the last gaps first."""
    narrowed_pieces: list[StyledText] = []
    for part, style in reversed(pieces):
        narrowed = _narrow_gaps(part, missing_cells)
        missing_cells -= narrowed.removed_blanks
        narrowed_pieces.append((narrowed.text, style))
    narrowed_pieces.reverse()
    return narrowed_pieces


def spelt(text: TextLine) -> TextLine:
    """Return a line as it will be shown, in ASCII or not, so that it can be measured."""
    if in_ascii.get():
        return ascii_line(text)
    return text


class _NarrowedText(NamedTuple):
    """A text whose gaps were narrowed, and how many blanks that has removed."""

    text: str
    removed_blanks: int


def _narrow_gaps(text: str, missing_cells: int) -> _NarrowedText:
    """Take some cells from the gaps of a text, which have two blanks or more and keep one.

    Example:
        >>> _narrow_gaps("inf   8  6", 2)
        _NarrowedText(text='inf 8  6', removed_blanks=2)
        >>> _narrow_gaps("inf   8  6", 5)
        _NarrowedText(text='inf 8 6', removed_blanks=3)
    """
    if missing_cells == 0:
        return _NarrowedText(text, removed_blanks=0)
    narrowed_text = ""
    still_missing = missing_cells
    for piece in re.split("( {2,})", text):
        is_gap = piece.startswith("  ")
        removed_blanks = min(still_missing, len(piece) - 1) if is_gap else 0
        narrowed_text += piece[removed_blanks:]
        still_missing -= removed_blanks
    return _NarrowedText(narrowed_text, removed_blanks=missing_cells - still_missing)
