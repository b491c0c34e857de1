"""What a game has to say for itself so that its tree can be grown, searched and drawn.

A game is a small class of pure functions on positions. Positions and moves are whatever the game
likes, as long as they are never changed in place. MAX is the player who begins; every value is
told from MAX's side.

A game of your own is a subclass of :class:`Game` in a file of yours; see
:func:`treeexplorer.games.load_game`. :func:`check_game` finds out whether its rules hold together.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from treeexplorer.errors import TreeexplorerError
from treeexplorer.text import safe, shorten
from treeexplorer.tree import Number, Player

Position = TypeVar("Position")
Move = TypeVar("Move")


class GameError(TreeexplorerError):
    """A game cannot be found, loaded or played; the message says why in a sentence."""


class PositionError(TreeexplorerError):
    """A position cannot be read, or cannot arise in the game."""


class NoEstimateError(TreeexplorerError):
    """A game has no estimate of an unfinished position."""


class Game(ABC, Generic[Position, Move]):
    """The rules of a game for two players who take turns and see everything.

    The first seven methods must be defined; the others work as they are.

    Attributes:
        title: The game's name for people.
    """

    title: str

    @abstractmethod
    def start(self) -> Position:
        """Return the position in which the game begins."""

    @abstractmethod
    def player(self, position: Position) -> Player | str:
        """Return the player to move, as ``Player.MAX`` or ``"max"``.

        Asked only of unfinished games.
        """

    @abstractmethod
    def moves(self, position: Position) -> Sequence[Move]:
        """Return the moves of an unfinished position, at least one; a pass is a move."""

    @abstractmethod
    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a move."""

    @abstractmethod
    def value(self, position: Position) -> Number | None:
        """Return the worth of a finished game to MAX; ``None`` while it goes on."""

    @abstractmethod
    def draw(self, position: Position) -> str:
        """Return a picture of the position: lines of text."""

    def move_name(self, position: Position, move: Move) -> str:  # noqa: ARG002 - for games in which it matters
        """Return a short name of a move; no other move in the position may have it."""
        return str(move)

    def estimate(self, position: Position) -> Number:  # noqa: ARG002 - for games that can
        """Return the probable worth of an unfinished position to MAX.

        Raises:
            NoEstimateError: The game has no idea.
        """
        raise NoEstimateError(f"{self.title} has no estimate for a game that is not finished")

    def read(self, text: str) -> Position:  # noqa: ARG002 - for games that can
        """Return the position that a text describes.

        Raises:
            PositionError: The text stands for none.
        """
        raise PositionError(f"{self.title} reads no positions; it begins at its start")

    def write(self, position: Position) -> str:
        """Return a text from which :meth:`read` returns the position."""
        return str(position)


AnyGame: TypeAlias = Game[Any, Any]


def game_of(given: object) -> AnyGame:
    """Return a game, given as an instance or as its class.

    Raises:
        GameError: It is neither.
    """
    if isinstance(given, Game):
        return given
    if isinstance(given, type) and issubclass(given, Game):
        return given()
    name = safe(given.__name__ if isinstance(given, type) else type(given).__name__)
    raise GameError(f"a game is a subclass of treeexplorer.Game, or one made of it, not {name}")


def player_to_move(game: Game[Position, Move], position: Position) -> Player:
    """Ask a game who is to move in a position, and return MAX or MIN.

    A game may answer with a player, or with ``"max"`` or ``"min"`` in any case.

    Args:
        game: The rules of the game.
        position: An unfinished position.

    Raises:
        GameError: The answer is something else.
    """
    answer = game.player(position)
    # A player is a text, too: Player.MAX is "max".
    word = answer.strip().lower() if isinstance(answer, str) else ""
    for player in (Player.MAX, Player.MIN):
        if word == player.value:
            return player
    raise GameError(
        f"{game.title}: player() returns {safe(shorten(repr(answer), 60))}; "
        "it has to return Player.MAX or Player.MIN (or “max” or “min”)"
    )


def named_moves(game: Game[Position, Move], position: Position) -> dict[str, Move]:
    """Return the moves of an unfinished position by name, in the game's order."""
    return {game.move_name(position, move): move for move in game.moves(position)}
