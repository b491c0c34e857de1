"""Connect Four, on boards of any size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from treeexplorer.games.grids import check_turns, lines_of, picture, read_rows, rows_of
from treeexplorer.games.protocol import Game, PositionError
from treeexplorer.text import safe
from treeexplorer.tree import Number, Player

Board: TypeAlias = tuple[int, int]
"""The squares of X and of O as bits, row by row from the top left."""

_LENGTH: Final = 4


class ConnectFour(Game[Board, int]):
    """Connect Four: stones fall down their column; four in a row win, 1 to X and −1 to O.

    Args:
        columns: The board's width; 7 in the shops.
        rows: The board's height; 6 in the shops.
    """

    def __init__(self, columns: int = 4, rows: int = 4) -> None:
        self.title = f"Connect Four {columns}×{rows}"
        self._columns, self._rows = columns, rows
        self._lines = lines_of(columns, rows, _LENGTH)
        self._full = (1 << columns * rows) - 1
        self._column_masks = [
            sum(1 << row * columns + column for row in range(rows)) for column in range(columns)
        ]

    def start(self) -> Board:
        """Return the empty board."""
        return 0, 0

    def player(self, position: Board) -> Player:
        """Return MAX for X; X has the move when there are as many X as O."""
        crosses, noughts = position
        return Player.MAX if crosses.bit_count() == noughts.bit_count() else Player.MIN

    def moves(self, position: Board) -> Sequence[int]:
        """Return the columns with room, from left to right."""
        top = position[0] | position[1]
        return [column for column in range(self._columns) if not top >> column & 1]

    def play(self, position: Board, move: int) -> Board:
        """Return the board with a stone on top of a column."""
        crosses, noughts = position
        free = self._column_masks[move] & ~(crosses | noughts)
        stone = 1 << free.bit_length() - 1
        if crosses.bit_count() == noughts.bit_count():
            return crosses | stone, noughts
        return crosses, noughts | stone

    def value(self, position: Board) -> Number | None:
        """Return 1 if X has four in a row, −1 if O has, 0 on a full board."""
        crosses, noughts = position
        # Only the player who moved last can have completed a line.
        if crosses.bit_count() > noughts.bit_count():
            if any(crosses & line == line for line in self._lines):
                return 1
        elif any(noughts & line == line for line in self._lines):
            return -1
        return 0 if crosses | noughts == self._full else None

    def estimate(self, position: Board) -> Number:
        """Return a hundredth of the lines still open to X less those still open to O."""
        crosses, noughts = position
        open_lines = sum((not noughts & line) - (not crosses & line) for line in self._lines)
        return open_lines / 100

    def move_name(self, position: Board, move: int) -> str:  # noqa: ARG002 - a column is a column
        """Return the column's letter."""
        return chr(ord("a") + move)

    def draw(self, position: Board) -> str:
        """Return the board with its coordinates."""
        return picture(self._columns, rows_of(self._columns, self._rows, *position))

    def read(self, text: str) -> Board:
        """Return the board written in rows from the top, such as ``…./…./.X../XO..``."""
        crosses, noughts = read_rows(text, self._columns, self._rows)
        check_turns(crosses, noughts, text)
        self._check_gravity(crosses | noughts, text)
        won = [any(side & line == line for line in self._lines) for side in (crosses, noughts)]
        x_moved_last = crosses.bit_count() > noughts.bit_count()
        if won[1 if x_moved_last else 0]:
            raise PositionError(
                f"in “{safe(text)}” the game was over before the last stone was played"
            )
        return crosses, noughts

    def _check_gravity(self, stones: int, text: str) -> None:
        below = stones << self._columns & self._full
        for square in range(self._columns * self._rows):
            if below >> square & 1 and not stones >> square & 1:
                column, row = square % self._columns, square // self._columns
                raise PositionError(
                    f"a stone floats above the empty square {chr(ord('a') + column)}{row + 1} "
                    f"in “{safe(text)}”"
                )

    def write(self, position: Board) -> str:
        """Return the board in rows from the top."""
        return "/".join(rows_of(self._columns, self._rows, *position))
