"""Othello on 4×4, 6×6 and 8×8 boards, passes included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from treeexplorer.games.grids import bits, picture, read_rows, rows_of, square_name
from treeexplorer.games.protocol import Game, PositionError
from treeexplorer.text import safe
from treeexplorer.tree import Number, Player

PASS: Final = -1

# What the estimate counts beside discs: a free choice is worth some, a corner much, because it
# can never be turned.
_MOBILITY_WEIGHT: Final = 2
_CORNER_WEIGHT: Final = 10


class Board(NamedTuple):
    """An Othello position.

    Attributes:
        black: Black's discs (X) as bits, row by row from the top left.
        white: White's discs (O).
        black_to_move: Whose turn it is.
        legal: The squares on which the player to move may play; 0 means a pass or the end.
        over: Whether neither player can play any more.
    """

    black: int
    white: int
    black_to_move: bool
    legal: int
    over: bool


class Othello(Game[Board, int]):
    """Othello: Black (X, MAX) begins; a finished game is worth Black's discs less White's.

    Args:
        size: The length of a side: 4, 6 or 8.
    """

    def __init__(self, size: int = 8) -> None:
        self.title = f"Othello {size}×{size}"
        self._size = size
        self._corners = sum(1 << square for square in (0, size - 1, size * (size - 1), size**2 - 1))
        self._all = (1 << size * size) - 1
        # A step to the left or right may not run over the edge into the next row.
        first_column = sum(1 << row * size for row in range(size))
        not_first, not_last = self._all ^ first_column, self._all ^ first_column << size - 1
        self._forwards = [
            (1, not_first), (size + 1, not_first), (size, self._all), (size - 1, not_last),
        ]  # fmt: skip
        self._backwards = [
            (1, not_last), (size + 1, not_last), (size, self._all), (size - 1, not_first),
        ]  # fmt: skip
        self._directions = [
            *self._forwards, *((-step, inside) for step, inside in self._backwards),
        ]  # fmt: skip

    def start(self) -> Board:
        """Return the four discs in the middle, Black to move."""
        high, low = self._size // 2 - 1, self._size // 2
        black = 1 << high * self._size + low | 1 << low * self._size + high
        white = 1 << high * self._size + high | 1 << low * self._size + low
        return self._board(black, white, black_to_move=True)

    def player(self, position: Board) -> Player:
        """Return MAX for Black."""
        return Player.MAX if position.black_to_move else Player.MIN

    def moves(self, position: Board) -> Sequence[int]:
        """Return the squares to play on from the top left, or the pass where there is none."""
        return list(bits(position.legal)) or [PASS]

    def play(self, position: Board, move: int) -> Board:
        """Return the board with a disc more and those it encloses turned over."""
        black, white, black_to_move = position[:3]
        if move != PASS:
            disc = 1 << move
            own, other = (black, white) if black_to_move else (white, black)
            turned = self._turned(disc, own, other)
            own, other = own | disc | turned, other ^ turned
            black, white = (own, other) if black_to_move else (other, own)
        return self._board(black, white, black_to_move=not black_to_move)

    def value(self, position: Board) -> Number | None:
        """Return Black's discs less White's once neither can play."""
        if not position.over:
            return None
        return position.black.bit_count() - position.white.bit_count()

    def estimate(self, position: Board) -> Number:
        """Return discs + 2 × mobility + 10 × corners, each Black's less White's."""
        black, white = position.black, position.white
        discs = black.bit_count() - white.bit_count()
        mobility = self._legal(black, white).bit_count() - self._legal(white, black).bit_count()
        corners = (black & self._corners).bit_count() - (white & self._corners).bit_count()
        return discs + _MOBILITY_WEIGHT * mobility + _CORNER_WEIGHT * corners

    def move_name(self, position: Board, move: int) -> str:  # noqa: ARG002 - a square is a square
        """Return the square, ``a1`` at the top left, or ``pass``."""
        return "pass" if move == PASS else square_name(move % self._size, move // self._size)

    def draw(self, position: Board) -> str:
        """Return the board with its coordinates."""
        rows = rows_of(self._size, self._size, position.black, position.white)
        return picture(self._size, rows)

    def read(self, text: str) -> Board:
        """Return the board written in rows with the player to move, ``.../… X`` or ``… O``."""
        rows, _, turn = text.strip().partition(" ")
        turn = turn.strip().upper() or "X"
        if turn not in {"X", "O"}:
            raise PositionError(
                f"after the rows stands who is to move, X or O, not “{safe(turn)}”, "
                f"in “{safe(text)}”"
            )
        black, white = read_rows(rows, self._size, self._size)
        return self._board(black, white, black_to_move=turn == "X")

    def write(self, position: Board) -> str:
        """Return the board in rows with the player to move."""
        rows = rows_of(self._size, self._size, position.black, position.white)
        return f"{'/'.join(rows)} {'X' if position.black_to_move else 'O'}"

    def _board(self, black: int, white: int, *, black_to_move: bool) -> Board:
        own, other = (black, white) if black_to_move else (white, black)
        legal = self._legal(own, other)
        over = not legal and not self._legal(other, own)
        return Board(black, white, black_to_move, legal, over)

    def _legal(self, own: int, other: int) -> int:
        """Return the empty squares from which a line of the other's discs leads to an own one."""
        empty = self._all ^ (own | other)
        found = 0
        # Half the work of growing a tree is done here, so the two ways to shift are written out.
        for step, inside in self._forwards:
            line = own << step & inside & other
            while line:
                line = line << step & inside
                found |= line & empty
                line &= other
        for step, inside in self._backwards:
            line = own >> step & inside & other
            while line:
                line = line >> step & inside
                found |= line & empty
                line &= other
        return found

    def _turned(self, disc: int, own: int, other: int) -> int:
        turned = 0
        for step, inside in self._directions:
            line, square = 0, _shifted(disc, step) & inside
            while square & other:
                line |= square
                square = _shifted(square, step) & inside
            if square & own:
                turned |= line
        return turned


def _shifted(mask: int, step: int) -> int:
    return mask << step if step > 0 else mask >> -step
