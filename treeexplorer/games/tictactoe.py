"""Tic-tac-toe."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from treeexplorer.games.grids import (
    bits,
    picture,
    read_rows,
    rows_of,
    square_name,
)
from treeexplorer.games.protocol import Game, PositionError
from treeexplorer.text import safe
from treeexplorer.tree import Number, Player

_SIDE: Final = 3
_FULL: Final = 0b111_111_111
_LINES: Final = (
    *(0b000_000_111, 0b000_111_000, 0b111_000_000),
    *(0b001_001_001, 0b010_010_010, 0b100_100_100),
    *(0b100_010_001, 0b001_010_100),
)
_NAMES: Final = [square_name(square % _SIDE, square // _SIDE) for square in range(_SIDE * _SIDE)]

# What a set of squares is, looked up by its bits: a whole game has half a million positions.
_WON: Final = [any(mask & line == line for line in _LINES) for mask in range(_FULL + 1)]
_SQUARES: Final = [tuple(bits(mask)) for mask in range(_FULL + 1)]

Board: TypeAlias = tuple[int, int]
"""The squares of X and of O as bits, square 0 at the top left and square 8 at the bottom right."""


class TicTacToe(Game[Board, int]):
    """Tic-tac-toe: X begins, three in a row win; a win is worth 1 to X, −1 to O.

    Args:
        win_at_once: End the game as soon as the player to move can win with this move, as the
            program of a well-known textbook does before it looks at any reply.
    """

    title = "Tic-tac-toe"

    def __init__(self, *, win_at_once: bool = False) -> None:
        self.win_at_once = win_at_once

    def start(self) -> Board:
        """Return the empty board."""
        return 0, 0

    def player(self, position: Board) -> Player:
        """Return MAX for X; X has the move when there are as many X as O."""
        crosses, noughts = position
        return Player.MAX if crosses.bit_count() == noughts.bit_count() else Player.MIN

    def moves(self, position: Board) -> Sequence[int]:
        """Return the empty squares from the top left to the bottom right."""
        crosses, noughts = position
        return _SQUARES[_FULL ^ (crosses | noughts)]

    def play(self, position: Board, move: int) -> Board:
        """Return the board with one more mark."""
        crosses, noughts = position
        if crosses.bit_count() == noughts.bit_count():
            return crosses | 1 << move, noughts
        return crosses, noughts | 1 << move

    def value(self, position: Board) -> Number | None:
        """Return 1 if X has won, −1 if O has, 0 on a full board; a win comes before fullness."""
        crosses, noughts = position
        if _WON[crosses]:
            return 1
        if _WON[noughts]:
            return -1
        if crosses | noughts == _FULL:
            return 0
        if self.win_at_once:
            is_max = crosses.bit_count() == noughts.bit_count()
            own = crosses if is_max else noughts
            if any(_WON[own | 1 << square] for square in _SQUARES[_FULL ^ (crosses | noughts)]):
                return 1 if is_max else -1
        return None

    def estimate(self, position: Board) -> Number:
        """Return a tenth of the lines still open to X less those still open to O."""
        crosses, noughts = position
        open_lines = sum((not noughts & line) - (not crosses & line) for line in _LINES)
        return open_lines / 10

    def move_name(self, position: Board, move: int) -> str:  # noqa: ARG002 - a square is a square
        """Return the square, from ``a1`` at the top left to ``c3`` at the bottom right."""
        return _NAMES[move]

    def draw(self, position: Board) -> str:
        """Return the board with its coordinates."""
        return picture(_SIDE, rows_of(_SIDE, _SIDE, *position))

    def read(self, text: str) -> Board:
        """Return the board written as ``XO./.X./..O``; whose move it is follows from the marks."""
        crosses, noughts = read_rows(text, _SIDE, _SIDE)
        marks, others = crosses.bit_count(), noughts.bit_count()
        if marks - others not in {0, 1}:
            raise PositionError(
                "X begins and the players take turns, so there are as many X as O or one more; "
                f"“{safe(text)}” has {marks} X and {others} O"
            )
        if _WON[crosses] and _WON[noughts]:
            raise PositionError(f"both players have three in a row in “{safe(text)}”")
        return crosses, noughts

    def write(self, position: Board) -> str:
        """Return the board as ``XO./.X./..O``."""
        return "/".join(rows_of(_SIDE, _SIDE, *position))
