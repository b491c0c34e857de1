"""What games on a grid share: the names of squares, pictures, and positions as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from treeexplorer.games.protocol import PositionError
from treeexplorer.text import safe

EMPTY: Final = "."
FIRST: Final = "X"
SECOND: Final = "O"

_SPELLINGS: Final = str.maketrans("xo0-", "XOO.")


def square_name(column: int, row: int) -> str:
    """Return a square's name such as ``b3``: columns by letter, rows by number from the top."""
    return f"{chr(ord('a') + column)}{row + 1}"


def picture(columns: int, rows: Iterable[str]) -> str:
    """Return a board as lines of text with its coordinates."""
    head = "  " + " ".join(chr(ord("a") + column) for column in range(columns))
    lines = [f"{number} {' '.join(row)}" for number, row in enumerate(rows, 1)]
    return "\n".join([head, *lines])


def rows_of(columns: int, rows: int, first: int, second: int) -> list[str]:
    """Return the rows of a board whose squares are bits, row by row from the top left."""
    marks = [
        FIRST if first >> square & 1 else SECOND if second >> square & 1 else EMPTY
        for square in range(columns * rows)
    ]
    return ["".join(marks[row * columns : (row + 1) * columns]) for row in range(rows)]


def read_rows(text: str, columns: int, rows: int) -> tuple[int, int]:
    """Return the squares of both players, as bits, from rows such as ``XO./.X./..O``.

    Raises:
        PositionError: The rows are too many, too few, too long or too short, or hold another
            character than ``X``, ``O`` and ``.``.
    """
    written = text.strip().split("/")
    example = "/".join([EMPTY * columns] * rows)
    if len(written) != rows or any(len(row) != columns for row in written):
        raise PositionError(
            f"a position here has {rows} rows of {columns} squares, written {example}, "
            f"not “{safe(text)}”"
        )
    first = second = 0
    for square, mark in enumerate("".join(written)):
        meant = mark.translate(_SPELLINGS)
        if meant not in {FIRST, SECOND, EMPTY}:
            raise PositionError(
                f"a square is X, O or . (empty), not “{safe(mark)}”, in “{safe(text)}”"
            )
        first |= (meant == FIRST) << square
        second |= (meant == SECOND) << square
    return first, second


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, from the lowest."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
