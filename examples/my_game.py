"""A game to begin with, as a page of Python.

Two players take turns; MAX begins. All values are told from MAX's side. A position is whatever
you like, as long as play() returns a new one and leaves the old one as it was. Open this game with

    treeexplorer game my_game.py

and check its rules with

    python my_game.py
"""

from treeexplorer import Game, Player, check_game

Position = tuple[int, Player]  # the stones, and who is to move


class TwentyOne(Game[Position, int]):
    """Twenty-one: take one, two or three stones; whoever takes the last one wins."""

    title = "Twenty-one, with seven stones"

    def start(self) -> Position:
        """Return the position in which the game begins."""
        return (7, Player.MAX)

    def player(self, position: Position) -> Player:
        """Return whose move it is: Player.MAX or Player.MIN ("max" or "min" will do)."""
        return position[1]

    def moves(self, position: Position) -> range:
        """Return the moves; at least one while the game goes on. A pass is a move, too."""
        return range(1, min(3, position[0]) + 1)

    def play(self, position: Position, move: int) -> Position:
        """Return the position after a move."""
        stones, player = position
        return (stones - move, player.opponent)

    def value(self, position: Position) -> int | None:
        """Return what a finished game is worth to MAX, and None while it goes on."""
        stones, player = position
        if stones:
            return None
        return -1 if player is Player.MAX else 1  # whoever is to move now did not take the last

    def draw(self, position: Position) -> str:
        """Return a picture of the position: one or more lines of text."""
        return "| " * position[0] or "no stone is left"

    # What follows may be left out.

    def move_name(self, position: Position, move: int) -> str:
        """Return a short name for a move; the moves of a position need different ones."""
        return f"take{move}"

    def estimate(self, position: Position) -> int:
        """Return what an unfinished game is probably worth to MAX, for trees of a few plies."""
        stones, player = position
        wins = stones % 4 != 0
        return 1 if wins == (player is Player.MAX) else -1

    def read(self, text: str) -> Position:
        """Return the position that a text stands for (--position)."""
        stones, _, player = text.partition(" ")
        return (int(stones), Player(player or "max"))

    def write(self, position: Position) -> str:
        """Return the text from which read() returns the position."""
        stones, player = position
        return f"{stones} {player.value}"


if __name__ == "__main__":
    print(check_game(TwentyOne))
