"""Games on a grid: tic-tac-toe, and Othello on 4×4, 6×6 and 8×8 boards, passes included.

The squares of a player are the bits of a number, row by row from the top left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.games.protocol import Game, PositionError
from treeexplorer.text import safe
from treeexplorer.tree import Number, Player

_EMPTY: Final = "."
_SPELLINGS: Final = {".": ".", "-": ".", "X": "X", "x": "X", "O": "O", "o": "O", "0": "O"}


def square_name(column: int, row: int) -> str:
    """Return a square's name such as ``b3``: columns by letter, rows by number from the top."""
    return f"{chr(ord('a') + column)}{row + 1}"


def picture(size: int, first: int, second: int) -> str:
    """Return a board as lines of text with its coordinates."""
    head = "  " + " ".join(chr(ord("a") + column) for column in range(size))
    rows = enumerate(rows_of(size, first, second), 1)
    return "\n".join([head, *(f"{number} {' '.join(row)}" for number, row in rows)])


def rows_of(size: int, first: int, second: int) -> list[str]:
    """Return the rows of a board whose squares are bits, row by row from the top left."""
    marks = "".join(
        "X" if first >> square & 1 else "O" if second >> square & 1 else _EMPTY
        for square in range(size * size)
    )
    return [marks[start : start + size] for start in range(0, size * size, size)]


def read_rows(text: str, size: int) -> tuple[int, int]:
    """Return the squares of both players, as bits, from rows such as ``XO./.X./..O``.

    Raises:
        PositionError: The rows are too many, too few, too long or too short, or hold another
            character than ``X``, ``O`` and ``.``.
    """
    rows = text.strip().split("/")
    if [len(row) for row in rows] != [size] * size:
        example = "/".join([_EMPTY * size] * size)
        raise PositionError(
            f"a position here has {size} rows of {size} squares, written {example}, "
            f"not “{safe(text)}”"
        )
    first = second = 0
    for square, mark in enumerate("".join(rows)):
        if mark not in _SPELLINGS:
            raise PositionError(
                f"a square is X, O or . (empty), not “{safe(mark)}”, in “{safe(text)}”"
            )
        first |= (_SPELLINGS[mark] == "X") << square
        second |= (_SPELLINGS[mark] == "O") << square
    return first, second


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, from the lowest."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


# -- tic-tac-toe -----------------------------------------------------------------------------------

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

Marks: TypeAlias = tuple[int, int]
"""The squares of X and of O as bits, square 0 at the top left and square 8 at the bottom right."""


class TicTacToe(Game[Marks, int]):
    """Tic-tac-toe: X begins, three in a row win; a win is worth 1 to X, −1 to O."""

    title = "Tic-tac-toe"

    def start(self) -> Marks:
        """Return the empty board."""
        return 0, 0

    def player(self, position: Marks) -> Player:
        """Return MAX for X; X has the move when there are as many X as O."""
        crosses, noughts = position
        return Player.MAX if crosses.bit_count() == noughts.bit_count() else Player.MIN

    def moves(self, position: Marks) -> Sequence[int]:
        """Return the empty squares from the top left to the bottom right."""
        crosses, noughts = position
        return _SQUARES[_FULL ^ (crosses | noughts)]

    def play(self, position: Marks, move: int) -> Marks:
        """Return the board with one more mark."""
        crosses, noughts = position
        if crosses.bit_count() == noughts.bit_count():
            return crosses | 1 << move, noughts
        return crosses, noughts | 1 << move

    def value(self, position: Marks) -> Number | None:
        """Return 1 if X has won, −1 if O has, 0 on a full board; a win comes before fullness."""
        crosses, noughts = position
        if _WON[crosses]:
            return 1
        if _WON[noughts]:
            return -1
        return 0 if crosses | noughts == _FULL else None

    def estimate(self, position: Marks) -> Number:
        """Return a tenth of the lines still open to X less those still open to O."""
        crosses, noughts = position
        open_lines = sum((not noughts & line) - (not crosses & line) for line in _LINES)
        return open_lines / 10

    def move_name(self, position: Marks, move: int) -> str:  # noqa: ARG002 - a square is a square
        """Return the square, from ``a1`` at the top left to ``c3`` at the bottom right."""
        return _NAMES[move]

    def draw(self, position: Marks) -> str:
        """Return the board with its coordinates."""
        return picture(_SIDE, *position)

    def read(self, text: str) -> Marks:
        """Return the board written as ``XO./.X./..O``; whose move it is follows from the marks."""
        crosses, noughts = read_rows(text, _SIDE)
        marks, others = crosses.bit_count(), noughts.bit_count()
        if marks - others not in {0, 1}:
            raise PositionError(
                "X begins and the players take turns, so there are as many X as O or one more; "
                f"“{safe(text)}” has {marks} X and {others} O"
            )
        if _WON[crosses] and _WON[noughts]:
            raise PositionError(f"both players have three in a row in “{safe(text)}”")
        return crosses, noughts

    def write(self, position: Marks) -> str:
        """Return the board as ``XO./.X./..O``."""
        return "/".join(rows_of(_SIDE, *position))


# -- Othello ---------------------------------------------------------------------------------------

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

    A side is 4, 6 or 8 squares long.
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
        return picture(self._size, position.black, position.white)

    def read(self, text: str) -> Board:
        """Return the board written in rows with the player to move, ``.../… X`` or ``… O``."""
        rows, _, turn = text.strip().partition(" ")
        turn = turn.strip().upper() or "X"
        if turn not in {"X", "O"}:
            raise PositionError(
                f"after the rows stands who is to move, X or O, not “{safe(turn)}”, "
                f"in “{safe(text)}”"
            )
        black, white = read_rows(rows, self._size)
        return self._board(black, white, black_to_move=turn == "X")

    def write(self, position: Board) -> str:
        """Return the board in rows with the player to move."""
        rows = rows_of(self._size, position.black, position.white)
        return f"{'/'.join(rows)} {'X' if position.black_to_move else 'O'}"

    def _board(self, black: int, white: int, *, black_to_move: bool) -> Board:
        own, other = (black, white) if black_to_move else (white, black)
        legal = self._legal(own, other)
        over = not legal and not self._legal(other, own)
        return Board(black, white, black_to_move, legal, over)

    def _legal(self, own: int, other: int) -> int:
        """Return the empty squares from which a line of the other's discs leads to an own one."""
        empty = self._all ^ (own | other)
        legal = 0
        # Half the work of growing a tree is done here, so the two ways to shift are written out.
        for step, inside in self._forwards:
            line = own << step & inside & other
            while line:
                line = line << step & inside
                legal |= line & empty
                line &= other
        for step, inside in self._backwards:
            line = own >> step & inside & other
            while line:
                line = line >> step & inside
                legal |= line & empty
                line &= other
        return legal

    def _turned(self, disc: int, own: int, other: int) -> int:
        turned = 0
        for shift, steps in ((int.__lshift__, self._forwards), (int.__rshift__, self._backwards)):
            for step, inside in steps:
                line, square = 0, shift(disc, step) & inside
                while square & other:
                    line |= square
                    square = shift(square, step) & inside
                if square & own:
                    turned |= line
        return turned
