"""Tables that are not read, since nothing in their heading says what stands below what."""

from __future__ import annotations

import re
from typing import Final

from treeexplorer.formats.atoms import is_number
from treeexplorer.formats.edge_table import find_table_start, parse_decimal_comma, split_heading
from treeexplorer.formats.model import Placed
from treeexplorer.formats.words import NAME, VALUE, meaning, plain_word

_SEPARATORS: Final = ",;\t|"
_LONGEST_LINE: Final = 2_000  # characters: a tree on one line is no row
_NO_CELL: Final = re.compile(r"[\[\](){}=:<>]")
_LEAF_WORDS: Final = frozenset({"leaf", "leafname"})


def is_table_of_leaves(text: str) -> bool:
    r"""Tell whether the rows of a table are the names of leaves with their values, and no more.

    >>> is_table_of_leaves("leaf,value\na,3\nb,5"), is_table_of_leaves("A,B\nB,3\nA,5")
    (True, False)
    """
    rows = _split_rows(text)
    if len(rows) < 2 or len(rows[0]) != 2:
        return False
    name, value = rows[0]
    is_of_leaves = meaning(name) == NAME or plain_word(name) in _LEAF_WORDS
    if not is_of_leaves or meaning(value) != VALUE:
        return False
    return all(is_number(row[1]) and not is_number(row[0]) for row in rows[1:])


def is_table_of_unknown_heading(text: str) -> bool:
    r"""Tell whether a text has rows of as many cells as its heading, with a number among them.

    >>> is_table_of_unknown_heading("von,nach,zahl\nA,B,3\nA,C,5")
    True
    >>> is_table_of_unknown_heading("A B 3\nA C 5")
    False
    """
    rows = _split_rows(text)
    if len(rows) < 2:
        return False
    heading, *others = rows
    are_words = all(word and not is_number(word) for word in heading)
    return are_words and any(is_number(cell) for row in others for cell in row)


def _split_rows(text: str) -> list[list[str]]:
    r"""Split a text into the rows of a table; none if its lines have different numbers of cells.

    >>> _split_rows("leaf;value\na;3"), _split_rows("leaf;value\na")
    ([['leaf', 'value'], ['a', '3']], [])
    """
    lines = [line for line in text[find_table_start(text) :].splitlines() if line.strip()]
    if not lines:
        return []
    has_long_line = max(map(len, lines)) > _LONGEST_LINE
    if has_long_line or any(_NO_CELL.search(line) is not None for line in lines):
        return []

    for separator in _SEPARATORS:
        rows = [split_heading(line, separator) for line in lines]
        column_count = len(rows[0])
        if column_count > 1 and all(len(row) == column_count for row in rows):
            return [[_parse_cell(cell, separator) for cell in row] for row in rows]
    return []


def _parse_cell(cell: str, separator: str) -> str:
    """Return a cell with a full stop for a decimal comma, where commas do not separate cells."""
    return parse_decimal_comma(Placed(cell), separator)
