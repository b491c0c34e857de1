"""What games on a grid share: the names of squares, pictures, and positions as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from treeexplorer.games.protocol import PositionError
from treeexplorer.text import safe

EMPTY: Final = "."
FIRST: Final = "X"
SECOND: Final = "O"

_READ: Final = {
    "x": FIRST,
    "X": FIRST,
    "o": SECOND,
    "O": SECOND,
    "0": SECOND,
    ".": EMPTY,
    "-": EMPTY,
}


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
        meant = _READ.get(mark)
        if meant is None:
            raise PositionError(
                f"a square is X, O or . (empty), not “{safe(mark)}”, in “{safe(text)}”"
            )
        first |= (meant == FIRST) << square
        second |= (meant == SECOND) << square
    return first, second


def check_turns(first: int, second: int, text: str) -> None:
    """Refuse a position of a game without passes in which the players' turns do not add up.

    Raises:
        PositionError: X has neither as many marks as O nor one more.
    """
    marks, others = first.bit_count(), second.bit_count()
    if marks - others not in {0, 1}:
        raise PositionError(
            f"X begins and the players take turns, so there are as many X as O or one more; "
            f"“{safe(text)}” has {marks} X and {others} O"
        )


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, from the lowest."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def lines_of(columns: int, rows: int, length: int) -> list[int]:
    """Return every straight line of a length on a board, as bits."""
    found = []
    for column_step, row_step in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        for row in range(rows):
            for column in range(columns):
                last_column = column + column_step * (length - 1)
                last_row = row + row_step * (length - 1)
                if 0 <= last_column < columns and last_row < rows:
                    found.append(
                        sum(
                            1 << (row + k * row_step) * columns + column + k * column_step
                            for k in range(length)
                        )
                    )
    return found
