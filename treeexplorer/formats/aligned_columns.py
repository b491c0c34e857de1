r"""Tables whose columns stand below each other, as programs print them.

pandas and SQL print tables so: with blanks between the columns, or in a frame of ``+``, ``-`` and
``|``. What separates the columns becomes a sign of a table, and all places stay.

>>> separate_columns("node parent value\nA    -      -\nB    A      3").split("\n")[2].split("\t")
['B', '   A', '     3']
"""

from __future__ import annotations

import re
from typing import Final

_RULE_OF_FRAME: Final = re.compile(r"[ \t]*\+?[-=]+(?:\+[-=]+)+\+?[ \t]*")
_ROW_OF_FRAME: Final = re.compile(r"[^|]*\|.*")
_WORD: Final = re.compile(r"[^\s,;|:=\[\](){}<>]+")
_CELL: Final = re.compile(r"\S+")
_RULE_OF_DASHES: Final = re.compile(r"[\s-]*--[\s-]*")
_NOTHING: Final = frozenset({"-", "--", "NaN", "None", "NULL", "null", "nan", "<NA>", "(null)"})
"""What programs print for a cell with nothing in it."""
_SUMMARY: Final = re.compile(  # [7 rows x 3 columns]   (7 rows)   7 rows in set (0.00 sec)
    r"\s*(?:[\[(]\d+ rows?\b.*|\d+ rows? in set\b.*)"
)


def open_frame(text: str) -> str | None:
    r"""Blank out the rules of a table in a frame; ``None`` if there is no frame.

    >>> open_frame("+---+---+\n| A | B |\n+---+---+").split("\n")[1]
    '| A | B |'
    """
    # A quick test, as most texts have none.
    if "-+" not in text and "=+" not in text:
        return None
    lines = text.split("\n")
    is_rule = [_RULE_OF_FRAME.fullmatch(line) is not None for line in lines]
    if not any(is_rule):
        return None
    opened: list[str] = []
    for line, rule in zip(lines, is_rule, strict=True):
        if rule or _SUMMARY.fullmatch(line) is not None:
            opened.append(" " * len(line))
        elif not line.strip() or _ROW_OF_FRAME.fullmatch(line) is not None:
            opened.append(line)
        else:
            return None
    return "\n".join(opened)


def separate_columns(text: str) -> str | None:
    r"""Put tabs between the columns of a table; ``None`` if its rows have not as many cells.

    pandas prints a number before each row, which has no heading, and blanks are put there:

    >>> separate_columns("   node value\n0     B     3\n1     C     5").split("\n")
    ['   node\tvalue', '      B\t    3', '      C\t    5']
    """
    lines = text.rstrip().split("\n")
    heading = next((line for line in lines if line.strip()), "")
    words = heading.split()
    if len(words) < 2 or any(_WORD.fullmatch(word) is None for word in words):
        return None

    separated_lines: list[str] = []
    for line in lines:
        is_rule = _RULE_OF_DASHES.fullmatch(line) is not None
        is_summary = _SUMMARY.fullmatch(line) is not None  # [2 rows x 2 columns]
        is_row = bool(line.strip()) and not is_rule and not is_summary
        separated = _separate_cells(line, len(words)) if is_row else " " * len(line)
        if separated is None:
            return None
        separated_lines.append(separated)
    blanks_at_end = text[len(text.rstrip()) :]
    return "\n".join(separated_lines) + blanks_at_end


def _separate_cells(line: str, column_count: int) -> str | None:
    r"""Put tabs between the cells of a line; ``None`` if it has another number of them.

    >>> _separate_cells("A  B  3", 3), _separate_cells("0 A NaN", 2), _separate_cells("A B", 3)
    ('A\t B\t 3', '  A\t   ', None)
    """
    cells = [*_CELL.finditer(line)]
    if len(cells) == column_count + 1 and cells[0][0].isdecimal():
        del cells[0]  # the number of the row
    if len(cells) != column_count:
        return None
    signs = [" "] * len(line)
    for cell in cells:
        if cell[0] not in _NOTHING:
            signs[cell.start() : cell.end()] = cell[0]
    for cell in cells[:-1]:
        signs[cell.end()] = "\t"
    return "".join(signs)
