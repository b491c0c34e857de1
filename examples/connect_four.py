"""Connect Four, as a game in a page: open it with

treeexplorer game examples/connect_four.py:Small
treeexplorer game examples/connect_four.py:ConnectFour --depth 4
"""

from itertools import pairwise

from treeexplorer import Game, Player, PositionError


class ConnectFour(Game):
    """Connect Four: stones fall down their column; four in a row win, 1 to X and −1 to O."""

    columns, rows = 7, 6

    def __init__(self):
        self.title = f"Connect Four {self.columns}×{self.rows}"
        squares = {(column, row) for column in range(self.columns) for row in range(self.rows)}
        directions = ((1, 0), (0, 1), (1, 1), (-1, 1))
        lines = [
            {(column + k * right, row + k * down) for k in range(4)}
            for column, row in squares
            for right, down in directions
        ]
        self.lines = [line for line in lines if line <= squares]

    def start(self):
        """Return the empty board: a text a row, from the top."""
        return ("." * self.columns,) * self.rows

    def player(self, board):
        """Return MAX for X, who begins."""
        stones = "".join(board)
        return Player.MAX if stones.count("X") == stones.count("O") else Player.MIN

    def moves(self, board):
        """Return the columns with room, from left to right."""
        return [column for column in range(self.columns) if board[0][column] == "."]

    def play(self, board, move):
        """Return the board with a stone on top of a column."""
        row = max(row for row in range(self.rows) if board[row][move] == ".")
        stone = "X" if self.player(board) is Player.MAX else "O"
        changed = board[row][:move] + stone + board[row][move + 1 :]
        return (*board[:row], changed, *board[row + 1 :])

    def value(self, board):
        """Return 1 if X has four in a row, −1 if O has, 0 on a full board."""
        for line in self.lines:
            stones = {board[row][column] for column, row in line}
            if stones in ({"X"}, {"O"}):
                return 1 if stones == {"X"} else -1
        return None if "." in board[0] else 0

    def estimate(self, board):
        """Return a hundredth of the lines still open to X less those still open to O."""
        lines = ["".join(board[row][column] for column, row in line) for line in self.lines]
        return sum(("O" not in line) - ("X" not in line) for line in lines) / 100

    def move_name(self, board, move):
        """Return the column's letter."""
        return "abcdefgh"[move]

    def draw(self, board):
        """Return the board with its columns' letters."""
        head = " ".join("abcdefgh"[: self.columns])
        return "\n".join([head, *(" ".join(row) for row in board)])

    def read(self, text):
        """Return the board written in rows from the top, such as ..../..../.X../XO.."""
        board = tuple(text.split("/"))
        stones = "".join(board)
        if [len(row) for row in board] != [self.columns] * self.rows or set(stones) - set(".XO"):
            raise PositionError(f"a board here looks like {self.write(self.start())}")
        if stones.count("X") - stones.count("O") not in {0, 1}:
            raise PositionError("X begins, so there are as many X as O or one more")
        for upper, lower in pairwise(board):
            if any(a != "." and b == "." for a, b in zip(upper, lower, strict=True)):
                raise PositionError("a stone floats above an empty square")
        to_move = "X" if self.player(board) is Player.MAX else "O"
        if any({board[row][column] for column, row in line} == {to_move} for line in self.lines):
            raise PositionError("the game was over before the last stone was played")
        return board

    def write(self, board):
        """Return the board in rows from the top."""
        return "/".join(board)


class Small(ConnectFour):
    """The same on four by four squares, where nobody can force a win."""

    columns, rows = 4, 4
