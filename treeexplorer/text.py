"""Makes untrusted text safe to show, measures how wide it is, and makes sentences of remarks.

Everything that comes from a file passes through :func:`safe` once, at the door.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

_CONTROL_PICTURES = 0x2400
_QUOTED = 60
_SHORT = 40
_FORMULA_START = tuple("=+-@＝＋－＠")
_PLACE_IN_FILE = re.compile(r"[^\n:]+:\d+:")  # such as my.tree:1:7:
_MARKDOWN_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&!$]|^[-+](?=\s))")

LATEX_OF = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    **{character: f"\\{character}" for character in "{}$&#_%"},
    "·": r"$\cdot$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "∞": r"$\infty$",
    "−": "$-$",
    "α": r"$\alpha$",
    "β": r"$\beta$",
    "▲": r"$\blacktriangle$",
    "▽": r"$\triangledown$",
    "○": r"$\bigcirc$",
    "→": r"$\rightarrow$",
    "…": r"\dots{}",
    "“": "``",
    "”": "''",
    "’": "'",
    "–": "--",
}
"""What prints the characters that LaTeX takes for commands, and signs that few fonts have."""

_INVISIBLE = (
    # C1 controls: some terminals obey them like ESC sequences.
    *range(0x80, 0xA0), 0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5,
    # Zero-width characters and directional marks; line separators, embeddings and overrides.
    *range(0x180B, 0x1810), *range(0x200B, 0x2010), *range(0x2028, 0x202F), *range(0x2060, 0x2070),
    0x3164, *range(0xD800, 0xE000), *range(0xFE00, 0xFE10), 0xFEFF, 0xFFA0, *range(0xFFF9, 0xFFFC),
    *range(0xE0000, 0xE1000),
)  # fmt: skip
_VISIBLE = (
    {code: chr(_CONTROL_PICTURES + code) for code in range(0x20)}
    | {0x7F: "␡"}
    | dict.fromkeys(_INVISIBLE, "�")
)


def safe(text: str, *, keep_newlines: bool = False) -> str:
    r"""Return ``text`` with every control or invisible character made visible.

    C0 controls and DEL become their control pictures (``\x1b`` becomes ``␛``); C1 controls,
    bidirectional controls and zero-width characters become ``�``, because a terminal would obey
    them or a reader would not see them.

    Args:
        text: Any text from outside.
        keep_newlines: Keep ``\n`` (for texts of several lines); tabs become spaces either way.

    Example:
        >>> safe("a\x1b[31m"), safe("a\tb")
        ('a␛[31m', 'a b')
    """
    if text.isascii() and text.isprintable():
        return text
    text = text.replace("\t", " ")
    if keep_newlines:
        return "\n".join(line.translate(_VISIBLE) for line in text.split("\n"))
    return text.translate(_VISIBLE)


@lru_cache(maxsize=4096)
def _compute_character_width(character: str) -> int:
    """Return how many cells a character takes: 0, 1 or 2.

    A character that combines with the one before it takes no cell.
    """
    if unicodedata.combining(character):
        return 0
    is_wide = unicodedata.east_asian_width(character) in "WF"
    return 2 if is_wide else 1


def width(text: str) -> int:
    """Return how many terminal cells ``text`` (already safe) takes.

    Example:
        >>> width("αβ"), width("木")
        (2, 2)
    """
    if text.isascii():
        return len(text)
    if len(text) <= _SHORT:
        return _compute_width_of_short(text)
    return sum(map(_compute_character_width, text))


@lru_cache(maxsize=4096)
def _compute_width_of_short(text: str) -> int:
    """Return the width of a short text; it is cached, since drawings use the same signs often."""
    return sum(map(_compute_character_width, text))


def shorten(text: str, cells: int) -> str:
    """Cut a text to a number of terminal cells; if anything is cut off, it ends in ``…``.

    Args:
        text: The text, safe to show. Some of its characters take two cells, others none.
        cells: The most cells that the result takes.

    Example:
        >>> shorten("alpha-beta", 6), shorten("alpha", 6)
        ('alpha…', 'alpha')
    """
    if width(text) <= cells:
        return text
    if cells <= 0:
        return ""

    kept_characters: list[str] = []
    cells_left = cells - 1  # one cell is for the dots
    for character in text:
        cells_left -= _compute_character_width(character)
        if cells_left < 0:
            break
        kept_characters.append(character)
    return "".join(kept_characters) + "…"


def shorten_address(label: str, address: str, cells: int) -> str:
    """Leave out the first positions of the address in a label, as few as have no room.

    The last ones tell a node from its siblings. If not even the last one has room, the label is cut
    as any text is.

    Args:
        label: The address, perhaps behind a player's sign, or before a value.
        address: The address alone.
        cells: The most cells that the result takes.

    Example:
        >>> shorten_address("▽ 1.1.3.2", "1.1.3.2", 7)
        '▽ …3.2'
        >>> shorten_address("1.1.3.2 (0.5)", "1.1.3.2", 10)
        '…3.2 (0.5)'
    """
    if width(label) <= cells:
        return label
    sign, _, value = label.partition(address)
    positions = address.split(".")
    for first_shown in range(1, len(positions)):
        shortened = f"{sign}…{'.'.join(positions[first_shown:])}{value}"
        if width(shortened) <= cells:
            return shortened
    return shorten(label, cells)


def aligned(rows: Iterable[Sequence[str]], *, numbers_from: int | None = None) -> Iterator[str]:
    """Yield rows of a table as lines of text, all columns padded to one width.

    Args:
        rows: The cells, safe to show, as many in each row.
        numbers_from: The first column, from 0, whose cells are aligned to the right, as numbers
            are; ``None`` if all are aligned to the left.

    Example:
        >>> list(aligned([("search", "leaves"), ("minimax", "9")], numbers_from=1))
        ['search   leaves', 'minimax       9']
    """
    table = list(rows)
    column_widths = [max(map(width, column)) for column in zip(*table, strict=True)]
    for row in table:
        padded_cells = []
        for column, cell in enumerate(row):
            padding = " " * (column_widths[column] - width(cell))
            is_number = numbers_from is not None and column >= numbers_from
            if is_number:
                padded_cells.append(padding + cell)
            else:
                padded_cells.append(cell + padding)
        yield "  ".join(padded_cells).rstrip()


def render_csv(rows: Iterable[Iterable[object]]) -> str:
    r"""Return rows of cells as CSV, protected from being run as formulas by a spreadsheet.

    A text that a spreadsheet would take for a formula gets a ``'`` in front.

    Args:
        rows: The cells of each row; numbers stay numbers.

    Example:
        >>> render_csv([["name", 3], ["=1+1", 4]])
        "name,3\n'=1+1,4\n"
    """
    import csv  # start-up stays light
    from io import StringIO

    def protect(cell: object) -> object:
        """Return a cell that is no formula: ``'=1+1`` for ``=1+1``."""
        # Only texts: a negative number begins with a minus, too, and is no formula.
        is_formula = isinstance(cell, str) and cell.startswith(_FORMULA_START)
        return f"'{cell}" if is_formula else cell

    buffer = StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(map(protect, row) for row in rows)
    return buffer.getvalue()


def in_markdown(text: str) -> str:
    """Return a text escaped so that Markdown shows it as it is."""
    return _MARKDOWN_SPECIAL.sub(r"\\\1", text)


def escape_for_latex(text: str) -> str:
    """Return a text escaped so that LaTeX prints it as it is."""
    return "".join(LATEX_OF.get(character, character) for character in text)


def quoted(text: str) -> str:
    """Return untrusted text in quotation marks for a message: safe, and shortened where long."""
    return f"“{shorten(safe(text[: 2 * _QUOTED]), _QUOTED)}”"


def described(value: object) -> str:
    """Return a value in words for an error message: its type, and the value itself, short and safe.

    Args:
        value: Any object, such as an argument of a wrong type.

    Example:
        >>> described([[3, 12]]), described(None)
        ('the list [[3, 12]]', 'None')
    """
    if value is None:
        return "None"
    if isinstance(value, type):
        return f"the class {safe(value.__name__)}"
    try:
        representation = repr(value)
    except Exception:  # noqa: BLE001 - whatever a stranger's class raises, this is a message
        # Python's own, such as `<mine.Node object at 0x…>`.
        representation = object.__repr__(value)
    return f"the {safe(type(value).__name__)} {shorten(safe(representation), _QUOTED)}"


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that was probably meant by a word; ``None`` if none is near.

    Example:
        >>> nearest("alphabet", ["alphabeta", "minimax"]), nearest("x", ["minimax"])
        ('alphabeta', None)
    """
    if len(word) > _QUOTED:
        return None
    from difflib import get_close_matches  # only a slip needs it

    matches = get_close_matches(word.lower(), list(candidates), n=1, cutoff=0.6)
    return matches[0] if matches else None


def capitalise(text: str) -> str:
    """Return a text with a capital letter at its start, but α, β and a file's place unchanged.

    Example:
        >>> capitalise("a tie"), capitalise("α cut-off"), capitalise("a.tree:1:7: no number")
        ('A tie', 'α cut-off', 'a.tree:1:7: no number')
    """
    if text.startswith(("α", "β")) or _PLACE_IN_FILE.match(text):
        return text
    return text[:1].upper() + text[1:]


def as_sentence(remark: str) -> str:
    """Return a remark as a sentence of its own: a capital letter, a full stop."""
    return capitalise(remark).rstrip(".") + "."
