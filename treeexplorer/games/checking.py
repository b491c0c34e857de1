"""Plays random games by somebody's rules, to find out whether they hold together."""

from __future__ import annotations

import copy
import random
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from treeexplorer.errors import TreeexplorerError
from treeexplorer.games.protocol import (
    AnyGame,
    Game,
    GameError,
    PositionError,
    game_of,
    player_to_move,
)
from treeexplorer.text import described, safe, shorten
from treeexplorer.tree import convert_to_leaf_number

_GAMES: Final = 50
_MOST_GAMES: Final = 100_000
_MOST_PLIES: Final = 2_000
_SHOWN_MOVES: Final = 30


@dataclass(frozen=True, slots=True)
class GameCheck:
    """The result of playing random games in which no rule was broken.

    Attributes:
        games: How many games were played to their end.
        positions: How many positions were looked at.
        longest: The plies of the longest game.
    """

    games: int
    positions: int
    longest: int


def check_game(game: AnyGame | type[AnyGame], *, games: int = _GAMES) -> GameCheck:
    """Play random games, and raise an error if the rules contradict themselves.

    In every position: the player to move is MAX or MIN, there is a move, no two moves have one
    name, playing a move does not change the position and gives the same result again, a finished
    game has a number for a value, the position can be drawn, its text reads back if the game reads
    positions, and an estimate is a number if the game has estimates.

    Args:
        game: A game, or its class.
        games: How many games to play.

    Raises:
        TypeError: The number of games is none.
        GameError: It is no game, or a rule is broken: says which, in which position, after which
            moves.

    ::

        from treeexplorer.games.nim import Nim

        check_game(Nim).games  # 50
    """
    rules = game_of(game)
    _check_number_of_games(games)
    random_numbers = random.Random(0)  # noqa: S311 - games that can be played again
    plies = [_Trial(rules).play_to_end(random_numbers) for _ in range(games)]
    positions = sum(plies) + games  # each game has one more than it has plies
    return GameCheck(games, positions, max(plies))


def _check_number_of_games(games: object) -> None:
    """Refuse what is not a number of games to play."""
    wanted = f"games is a number of games from 1 to {_MOST_GAMES:,}"
    if isinstance(games, bool) or not isinstance(games, int):
        raise TypeError(f"{wanted}, not {described(games)}")
    if not 1 <= games <= _MOST_GAMES:
        raise TreeexplorerError(f"{wanted}, not {described(games)}")


def _format_briefly(value: object) -> str:
    """Return a value as Python shows it, made safe and short."""
    return safe(shorten(repr(value), 60))


def _defines_equality(position: object) -> bool:
    """Tell whether the class of a position defines ``==``.

    Without it an object equals only itself, and not even a copy.
    """
    return bool(copy.deepcopy(position) == position)


class _NamedMove(NamedTuple):
    """A move as the game gives it, with its name, which should be a text."""

    name: Any
    move: Any


class _Trial:
    """A random game: its current position, and the moves played so far."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.position: Any = None
        self.played: list[str] = []
        self.position = self.call_game("start")

    def play_to_end(self, random_numbers: random.Random) -> int:
        """Play random moves until the game is over, check every position, and count the moves.

        Raises:
            GameError: A rule of the game is broken, or the game does not end.
        """
        value = self._read_value_at_start()
        while value is None:
            self._check_length()
            self._check_position()
            self._play_random_move(random_numbers)
            value = self.call_game("value", self.position)
        self.require_number("value", value)
        self.check_texts()
        return len(self.played)

    def _check_length(self) -> None:
        """Raise an error if very many moves are played and the game is not over."""
        if len(self.played) >= _MOST_PLIES:
            raise self.make_error(
                f"a random game is not over after {_MOST_PLIES} moves; does value() ever say that "
                "it is?"
            )

    def _read_value_at_start(self) -> Any:
        """Return the value of the game before the first move; ``None`` means that it goes on.

        A game may be over at once, but then there must be no move.

        Raises:
            GameError: There is a value, and a move, too.
        """
        value = self.call_game("value", self.position)
        if value is None:
            return None
        self.require_number("value", value)
        has_move = any(True for _ in self.call_game("moves", self.position))
        if has_move:
            raise self.make_error(
                f"value() is {_format_briefly(value)} before the first move, so the "
                "game is over; it has to return None while the game goes on"
            )
        return value

    def _check_position(self) -> None:
        """Raise an error if the player to move in an unfinished position is not MAX or MIN."""
        try:
            player_to_move(self.game, self.position)
        except GameError as error:
            raise GameError(f"{error}{self._describe_where()}") from None

    def _play_random_move(self, random_numbers: random.Random) -> None:
        """Check the position, its moves and one random move, and play that move."""
        # 1. Keep a copy of the position. Whatever the game is asked below might change it, which
        # would be a mistake in the game.
        position_before = copy.deepcopy(self.position)

        # 2. Check what the game says of the position.
        named_moves = self._list_named_moves()
        self.check_texts()
        self._check_estimate()

        # 3. Choose a move, and play it: twice, since both must lead to the same position.
        chosen = named_moves[random_numbers.randrange(len(named_moves))]
        printable_name = safe(shorten(str(chosen.name), 40))
        self.position = self._play_twice(chosen.move, printable_name, position_before)
        self.played.append(printable_name)

    def _check_estimate(self) -> None:
        """Raise an error if the game has estimates, and that of the position is no number."""
        has_estimate = type(self.game).estimate is not Game.estimate
        if has_estimate:
            self.require_number("estimate", self.call_game("estimate", self.position))

    def _play_twice(self, move: Any, name: str, position_before: Any) -> Any:
        """Play a move twice, and return the position after it if both times gave the same.

        ``position_before`` is a copy of the position, made before anything was asked of it.

        Raises:
            GameError: Playing changes the position that it is given, or leads to another one the
                second time.
        """
        after_first_time = self.call_game("play", self.position, move)
        # Before the second time, which proves nothing if the position is another one by then.
        self._check_position_unchanged(name, position_before)

        after_second_time = self.call_game("play", self.position, move)
        if not self._are_alike(after_second_time, after_first_time):
            raise self.make_error(
                f"the move {name} leads to two different positions when it is played twice from "
                "the same one"
            )
        return after_first_time

    def _check_position_unchanged(self, name: str, before: Any) -> None:
        """Raise an error if the position is another one than before a move was played."""
        if not self._are_alike(self.position, before):
            self.position = before  # the message is to show the position as it was
            raise self.make_error(
                f"play() changes the position it is given (with the move {name}); it has to "
                "return a new one"
            )

    def _list_named_moves(self) -> list[_NamedMove]:
        """List the moves of the position with their names; there is at least one.

        Raises:
            GameError: There is no move, or two have the same name.
        """
        moves = list(self.call_game("moves", self.position))
        if not moves:
            raise self.make_error(
                "moves() is empty, though value() says that the game goes on (a pass is a move)"
            )
        # Names should be texts, but a game may return anything.
        names = [self.call_game("move_name", self.position, move) for move in moves]
        self._check_names_differ(names)
        return list(map(_NamedMove, names, moves))

    def _check_names_differ(self, names: list[Any]) -> None:
        """Raise an error if two moves have the same name."""
        for name in names:
            if names.count(name) > 1:
                raise self.make_error(
                    f"two moves are called {_format_briefly(name)}; move_name() has to tell them "
                    "apart"
                )

    def check_texts(self) -> None:
        """Raise an error if the position cannot be drawn, or its text does not read back."""
        if not isinstance(self.call_game("draw", self.position), str):
            raise self.make_error("draw() has to return text")
        reads_positions = type(self.game).read is not Game.read
        if reads_positions and not self._are_alike(self._read_back(), self.position):
            raise self.make_error("read(write(position)) is another position")

    def _read_back(self) -> Any:
        """Return the position that the game reads from its own text of the position."""
        text = self.call_game("write", self.position)
        try:
            return self.game.read(text)
        except PositionError as error:
            raise self.make_error(f"read() refuses what write() has written ({error})") from None

    def _are_alike(self, one: Any, other: Any) -> bool:
        """Tell whether two positions are the same, as well as the game can tell.

        If the class of positions defines ``==``, it decides. Without it the positions are compared
        as the game writes them; if it does not write them, by what a player sees.
        """
        if one == other:
            return True
        if _defines_equality(one):
            return False
        writes_positions = type(self.game).write is not Game.write
        if writes_positions:
            return bool(self.call_game("write", one) == self.call_game("write", other))
        return self._list_what_player_sees(one) == self._list_what_player_sees(other)

    def _list_what_player_sees(self, position: Any) -> list[Any]:
        """List what a player sees of a position: value, drawing, who is to move, names of moves.

        Of a finished game it is the value and the drawing. Two positions that look alike have equal
        lists.
        """
        value = self.call_game("value", position)
        looks = [value, self.call_game("draw", position)]
        if value is None:
            moves = self.call_game("moves", position)
            looks.append(self.call_game("player", position))
            looks.append([self.call_game("move_name", position, move) for move in moves])
        return looks

    def require_number(self, method: str, number: object) -> None:
        """Raise an error if a method of the game returned no number that a leaf can store.

        Args:
            method: The name of the method, for the error.
            number: What it returned.

        Raises:
            GameError: It is none.
        """
        try:
            convert_to_leaf_number(number)
        except TreeexplorerError:
            raise self.make_error(
                f"{method}() returns {_format_briefly(number)}, which is no number (or "
                "None while the game goes on)"
            ) from None

    def call_game(self, method: str, *arguments: Any) -> Any:
        """Call a method of the game; turn any exception in it into a sentence."""
        try:
            return getattr(self.game, method)(*arguments)
        except Exception as error:
            reason = safe(shorten(str(error), 120))
            raise self.make_error(
                f"{method}() fails with {type(error).__name__}: {reason}"
            ) from error

    def make_error(self, text: str) -> GameError:
        """Return an error with a message, the moves played and the position."""
        return GameError(f"{self.game.title}: {text}{self._describe_where()}")

    def _describe_where(self) -> str:
        """Return the moves and the position they led to, as the end of a message."""
        moves = "at the start"
        if self.played:
            moves = f"after the moves {' '.join(self.played[-_SHOWN_MOVES:])}"
        if self.position is None:
            return f"\n{moves}"
        return f"\n{moves}:\n{self._draw_position()}"

    def _draw_position(self) -> str:
        """Return the drawing of the position, or the position as Python shows it."""
        try:
            return safe(str(self.game.draw(self.position)), keep_newlines=True)
        except Exception:  # noqa: BLE001 - the drawing may be what is broken
            return _format_briefly(self.position)
