"""What a program of a game holds beside a tree: its board, the lines that win, what its ends count.

Most programs with minimax play tic-tac-toe: their lists of numbers look like trees and are none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from treeexplorer.formats.lists import is_list
from treeexplorer.formats.words import plain_word

_BOARD_VARIABLES: Final = re.compile(
    r"(?!dash|key|clip)\w*board|(?:\w*game|start\w*|initial)?grid|squares"
    r"|win(?:s|(?:ning)?(?:combos?|combinations?|lines?|conditions?|patterns?|positions?|states?))"
    r"|directions?|dirs?|offsets|deltas|pst|(?:pawn|knight|bishop|rook|queen|king)\w*"
)
_WINNING: Final = frozenset(
    map(
        frozenset,
        [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)],
    )
)
"""The lines of tic-tac-toe, whose cells are numbered from 0."""
_ENDS: Final = frozenset(
    {
        "", "x", "o", "t", "d", "n", "tie", "draw", "none", "null", "win", "won", "loss", "lose",
        "lost", "human", "ai", "computer", "bot", "player", "opponent",
    }
)  # fmt: skip
"""How a game may end: who wins, or nobody."""


def is_called_board(variable: str) -> bool:
    """Tell whether a variable is called as the state of a game is, or as a table about it.

    >>> is_called_board("board"), is_called_board("winning_combos"), is_called_board("tree")
    (True, True, False)
    """
    return _BOARD_VARIABLES.fullmatch(plain_word(variable)) is not None


def are_ends_of_game(record: Mapping[Any, Any]) -> bool:
    """Tell whether a record has a number for each end of a game: ``{"X": 1, "O": -1, "tie": 0}``.

    What one player wins the other loses, so that they add up to 0.

    >>> are_ends_of_game({"X": 10, "O": -10, None: 0}), are_ends_of_game({"X": 3, "O": 5})
    (True, False)
    """
    ends = {plain_word(str(key)) for key in record}
    numbers = [value for value in record.values() if isinstance(value, int)]
    has_only_numbers = len(numbers) == len(record) > 1
    return has_only_numbers and ends <= _ENDS and sum(numbers) == 0


def are_winning_lines(rows: Sequence[Any]) -> bool:
    """Tell whether lists are the eight lines of three cells that win tic-tac-toe.

    The cells are numbered row by row, from 0 or from 1, or are pairs of a row and a column. So the
    first line is ``[0, 1, 2]``, ``[1, 2, 3]`` or ``[(0, 0), (0, 1), (0, 2)]``.
    """
    if len(rows) != len(_WINNING) or not all(is_list(row) and len(row) == 3 for row in rows):
        return False

    lines: list[list[int]] = []
    for row in rows:
        cell_numbers = [number for number in map(_parse_cell, row) if number is not None]
        if len(cell_numbers) < len(row):  # a cell is something else
            return False
        lines.append(cell_numbers)

    first_number = min(map(min, lines))
    lines_from_zero = {frozenset(number - first_number for number in line) for line in lines}
    return lines_from_zero == _WINNING


def _parse_cell(cell: Any) -> int | None:
    """Return the number of a cell, ``5`` or ``(1, 2)``; ``None`` for anything else.

    The cells of the board are numbered row by row, three in a row: ``(1, 2)`` is 5.
    """
    if isinstance(cell, int):
        return cell
    is_pair = is_list(cell) and len(cell) == 2 and all(isinstance(part, int) for part in cell)
    if not is_pair:
        return None
    row: int = cell[0]
    column: int = cell[1]
    return 3 * row + column
