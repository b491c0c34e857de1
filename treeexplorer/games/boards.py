"""Games on a grid: tic-tac-toe, and Othello on 4×4, 6×6 and 8×8 boards, passes included.

A board is a text of its squares, ``X``, ``O`` or ``.``, row by row from the top left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from treeexplorer.games.protocol import Game, PositionError
from treeexplorer.text import safe
from treeexplorer.tree import Number, Player

_EMPTY: Final = "."
_SPELLINGS: Final = str.maketrans("-xo0", ".XOO")


def square_name(square: int, size: int) -> str:
    """Return a square's name: its column as a letter, its row from the top as a number.

    >>> square_name(7, size=3)
    'b3'
    """
    return f"{chr(ord('a') + square % size)}{square // size + 1}"


def board_picture(board: str, size: int) -> str:
    """Return a board as lines of text with its coordinates."""
    letters = " ".join(chr(ord("a") + column) for column in range(size))
    lines = [f"  {letters}"]
    for number, row in enumerate(rows_of(board, size).split("/"), 1):
        lines.append(f"{number} {' '.join(row)}")
    return "\n".join(lines)


def rows_of(board: str, size: int) -> str:
    """Return a board written in rows: ``XO./.X./..O``."""
    return "/".join(board[start : start + size] for start in range(0, size * size, size))


def read_rows(text: str, size: int) -> str:
    """Return the board that is written in rows, as one text of squares, row by row.

    ``XO./.X./..O`` becomes ``XO..X...O``.

    Args:
        text: The rows, with a slash between them. Small letters, ``0`` for O and ``-`` for an empty
            square are understood.
        size: How many rows there must be, and how many squares in each.

    Raises:
        PositionError: The rows are too many, too few, too long or too short, or hold another
            character than ``X``, ``O`` and ``.``.
    """
    rows = text.strip().translate(_SPELLINGS).split("/")
    is_square = len(rows) == size and all(len(row) == size for row in rows)
    if not is_square:
        example = rows_of(_EMPTY * size * size, size)
        wanted = f"{size} rows of {size} squares, written {example}"
        raise PositionError(f"a position here has {wanted}, not “{safe(text)}”")
    board = "".join(rows)
    # strip removes good squares at both ends, so that what is left begins with a strange one.
    strange = board.strip("XO.")
    if strange:
        found = f"“{safe(strange[0])}”, in “{safe(text)}”"
        raise PositionError(f"a square is X, O or . (empty), not {found}")
    return board


# -- tic-tac-toe -----------------------------------------------------------------------------------

_SIDE: Final = 3
_LINES: Final = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    *((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    *((0, 4, 8), (2, 4, 6)),
)


class TicTacToe(Game[str, int]):
    """Tic-tac-toe: X begins, three in a row win; X (MAX) winning is worth 1, O winning −1."""

    title = "Tic-tac-toe"

    def start(self) -> str:
        """Return the empty board."""
        return _EMPTY * _SIDE * _SIDE

    def player(self, position: str) -> Player:
        """Return MAX if X is to move, else MIN; X is to move if there are as many X as O."""
        return Player.MAX if position.count("X") == position.count("O") else Player.MIN

    def moves(self, position: str) -> Sequence[int]:
        """Return the empty squares from the top left to the bottom right."""
        return [square for square, mark in enumerate(position) if mark == _EMPTY]

    def play(self, position: str, move: int) -> str:
        """Return the board with one more mark."""
        mark = "X" if self.player(position) is Player.MAX else "O"
        return position[:move] + mark + position[move + 1 :]

    def value(self, position: str) -> Number | None:
        """Return 1 if X has won, −1 if O has, 0 for a draw, ``None`` while the game goes on."""
        lines = self._read_lines(position)
        if "XXX" in lines:
            return 1
        if "OOO" in lines:
            return -1
        return None if _EMPTY in position else 0

    def estimate(self, position: str) -> Number:
        """Return the lines open to X minus those open to O, divided by 10."""
        lines = self._read_lines(position)
        open_to_x = sum("O" not in line for line in lines)
        open_to_o = sum("X" not in line for line in lines)
        return (open_to_x - open_to_o) / 10

    def _read_lines(self, board: str) -> list[str]:
        """Return the marks on each row, column and diagonal."""
        return ["".join(board[square] for square in line) for line in _LINES]

    def move_name(self, position: str, move: int) -> str:  # noqa: ARG002 - a square is a square
        """Return the square's name, from ``a1`` at the top left to ``c3`` at the bottom right."""
        return square_name(move, _SIDE)

    def draw(self, position: str) -> str:
        """Return the board with its coordinates."""
        return board_picture(position, _SIDE)

    def read(self, text: str) -> str:
        """Read a position such as ``XO./.X./..O``, and refuse one that no game can reach.

        The marks tell who is to move. Two things are checked: X begins and the players take turns,
        and not both have three in a row.

        Args:
            text: The rows of the board, with a slash between them.

        Raises:
            PositionError: It is no such position.
        """
        board = read_rows(text, _SIDE)
        crosses = board.count("X")
        noughts = board.count("O")
        if crosses - noughts not in {0, 1}:
            raise PositionError(
                "X begins and the players take turns, so there are as many X as O or one more; "
                f"“{safe(text)}” has {crosses} X and {noughts} O"
            )
        # As in XXX/OOO/…: a game ends with the first three in a row.
        if {"XXX", "OOO"} <= set(self._read_lines(board)):
            raise PositionError(f"both players have three in a row in “{safe(text)}”")
        return board

    def write(self, position: str) -> str:
        """Return the board as ``XO./.X./..O``."""
        return rows_of(position, _SIDE)


# -- Othello ---------------------------------------------------------------------------------------

PASS: Final = -1

# What the estimate counts beside discs: a free choice is worth some, a corner much, because it
# can never be turned.
_MOBILITY_WEIGHT: Final = 2
_CORNER_WEIGHT: Final = 10


class Board(NamedTuple):
    """An Othello position: the squares, whose turn it is, and the squares to play on."""

    squares: str
    turn: str  # ``X`` (Black) or ``O`` (White)
    legal: tuple[int, ...]


class _EnclosedLine(NamedTuple):
    """Discs of one side in a row, and the square behind the last of them."""

    discs: Sequence[int]
    square_behind: int


class Othello(Game[Board, int]):
    """Othello: Black (X, MAX) begins; a finished game is worth Black's discs minus White's."""

    def __init__(self, size: int = 8) -> None:
        self.title = f"Othello {size}×{size}"
        self._size = size
        self._corners = (0, size - 1, size * (size - 1), size * size - 1)
        self._beyond = size * size  # stands behind the last square of each ray
        self._rays = [self._collect_rays(square) for square in range(size * size)]

    def _collect_rays(self, square: int) -> list[list[int]]:
        """Return the squares in each of the eight directions from a square."""
        steps = (-1, 0, 1)
        return [
            self._list_squares_of_ray(square, x, y)
            for x, y in product(steps, steps)
            if (x, y) != (0, 0)
        ]

    def _list_squares_of_ray(self, square: int, x: int, y: int) -> list[int]:
        """List the squares in one direction from a square, up to the edge of the board.

        Each step goes ``x`` squares to the right and ``y`` down, both −1, 0 or 1. Behind the last
        square stands the number that means “beyond the board”, 16 on a board of 4 × 4. There the
        squares from 1 downwards to the right are ``[6, 11, 16]``.
        """
        ray: list[int] = []
        # Squares are numbered row by row from the top left. The ray begins one step away.
        row = square // self._size + y
        column = square % self._size + x
        while 0 <= row < self._size and 0 <= column < self._size:
            ray.append(row * self._size + column)
            row += y
            column += x
        return [*ray, self._beyond]

    def start(self) -> Board:
        """Return the position with four discs in the middle and Black to move."""
        blank = _EMPTY * (self._size // 2 - 1)
        outside = _EMPTY * self._size * (self._size // 2 - 1)
        return self._make_board(f"{outside}{blank}OX{blank}{blank}XO{blank}{outside}", "X")

    def player(self, position: Board) -> Player:
        """Return MAX if Black is to move, else MIN."""
        return Player.MAX if position.turn == "X" else Player.MIN

    def moves(self, position: Board) -> Sequence[int]:
        """Return the legal squares from the top left, or only the pass if there are none."""
        return position.legal if position.legal else [PASS]

    def play(self, position: Board, move: int) -> Board:
        """Return the position after a disc is placed and the enclosed discs are turned over.

        Args:
            position: The position before.
            move: The number of the square, or ``PASS``.
        """
        side = position.turn
        squares = list(position.squares)
        if move != PASS:
            squares[move] = side
            # From the board before the move: a line of the other side's discs up to an own one.
            for line in self._find_enclosed_lines(position.squares, side, start=move, end=side):
                for square in line.discs:
                    squares[square] = side
        return self._make_board("".join(squares), _other_side(side))

    def value(self, position: Board) -> Number | None:
        """Return Black's discs minus White's if neither side can play, else ``None``."""
        can_play = len(position.legal) > 0
        if can_play or self._find_legal_squares(position.squares, _other_side(position.turn)):
            return None
        return position.squares.count("X") - position.squares.count("O")

    def estimate(self, position: Board) -> Number:
        """Return discs + 2 × mobility + 10 × corners of Black, minus the same of White."""
        return self._compute_strength(position.squares, "X") - self._compute_strength(
            position.squares, "O"
        )

    def _compute_strength(self, squares: str, side: str) -> int:
        """Return a side's discs + 2 × its mobility + 10 × its corners."""
        discs = squares.count(side)
        mobility = len(self._find_legal_squares(squares, side))
        corners = [squares[corner] for corner in self._corners].count(side)
        return discs + _MOBILITY_WEIGHT * mobility + _CORNER_WEIGHT * corners

    def move_name(self, position: Board, move: int) -> str:  # noqa: ARG002 - a square is a square
        """Return the square, ``a1`` at the top left, or ``pass``."""
        return "pass" if move == PASS else square_name(move, self._size)

    def draw(self, position: Board) -> str:
        """Return the board with its coordinates."""
        return board_picture(position.squares, self._size)

    def read(self, text: str) -> Board:
        """Read a position such as ``..../.XO./.OX./.... O``: the rows, then who is to move.

        Without a player X is to move.

        Args:
            text: The rows of the board, with a slash between them, a blank, and ``X`` or ``O``.

        Raises:
            PositionError: It is no such position.
        """
        # Without a blank the rest is empty.
        rows, _, rest = text.strip().partition(" ")
        turn = rest.strip().upper()
        if not turn:
            turn = "X"
        if turn not in {"X", "O"}:
            raise PositionError(
                f"after the rows stands who is to move, X or O, not “{safe(turn)}”, "
                f"in “{safe(text)}”"
            )
        return self._make_board(read_rows(rows, self._size), turn)

    def write(self, position: Board) -> str:
        """Return the board in rows with the player to move."""
        return f"{rows_of(position.squares, self._size)} {position.turn}"

    def _make_board(self, squares: str, turn: str) -> Board:
        """Return a position with its legal squares."""
        return Board(squares, turn, self._find_legal_squares(squares, turn))

    def _find_legal_squares(self, squares: str, side: str) -> tuple[int, ...]:
        """Return the squares that a side may play on.

        They are empty, and from a disc of the side a line of the other side's discs leads to them.
        """
        legal: set[int] = set()
        for square, mark in enumerate(squares):
            if mark == side:
                lines = self._find_enclosed_lines(squares, side, start=square, end=_EMPTY)
                legal.update(line.square_behind for line in lines)
        return tuple(sorted(legal))

    def _find_enclosed_lines(
        self, squares: str, side: str, *, start: int, end: str
    ) -> Iterator[_EnclosedLine]:
        """Yield in each direction the opponent's discs between a square and a given mark.

        For X, from square 0 of ``XOO.`` to the mark ``.`` of an empty square, these are the discs
        on the squares 1 and 2, with the square 3 behind them.
        """
        opponent = _other_side(side)
        # Each ray ends with the number of a square beyond the board. Its mark is this blank, which
        # is no disc and no mark of a square: so every ray has a first square without opponent.
        marks = squares + " "
        for ray in self._rays[start]:
            discs: list[int] = []
            for square in ray:
                if marks[square] == opponent:
                    discs.append(square)
                    continue
                if discs and marks[square] == end:
                    yield _EnclosedLine(discs, square_behind=square)
                break


def _other_side(side: str) -> str:
    """Return the other of ``X`` and ``O``."""
    return "O" if side == "X" else "X"
