"""Plays random games by somebody's rules, to find out whether they hold together."""

from __future__ import annotations

import copy
import math
import random
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from treeexplorer.games.protocol import (
    AnyGame,
    Game,
    GameError,
    NoEstimateError,
    PositionError,
    player_to_move,
)
from treeexplorer.text import safe, shorten

_GAMES: Final = 50
_MOST_PLIES: Final = 2_000


@dataclass(frozen=True, slots=True)
class GameCheck:
    """What playing random games has shown: nothing wrong.

    Attributes:
        games: How many games were played to their end.
        positions: How many positions were looked at.
        longest: The plies of the longest game.
    """

    games: int
    positions: int
    longest: int


def check_game(
    game: AnyGame | type[AnyGame], *, games: int = _GAMES, seed: int = 0, plies: int = _MOST_PLIES
) -> GameCheck:
    """Play random games and make sure that the rules hold together.

    In every position: the player to move is MAX or MIN, there is a move, no two moves have one
    name, playing changes no position in place and gives the same position again, a finished game
    has a number for a value, the position can be drawn, its text reads back where the game reads
    positions, and an estimate is a number where the game has estimates.

    Args:
        game: A game, or its class.
        games: How many games to play.
        seed: Decides the moves.
        plies: The longest that a game may take.

    Raises:
        GameError: A rule is broken; says which, in which position, after which moves.

    ::

        from treeexplorer.games.nim import Nim

        check_game(Nim).games  # 50
    """
    rules = _made(game)
    draw = random.Random(seed)  # noqa: S311 - games that can be played again
    positions = longest = 0
    for _ in range(games):
        position = _asked(rules, "start", (), [])
        played: list[str] = []
        while (value := _asked(rules, "value", (position,), played)) is None:
            if len(played) >= plies:
                raise GameError(
                    f"{rules.title}: a random game is not over after {plies} moves; does value() "
                    f"ever say that it is?{_where(rules, position, played)}"
                )
            position = _next(rules, position, played, draw)
        _require_number(rules, "value", value, position, played)
        _check_texts(rules, position, played)
        positions += len(played) + 1
        longest = max(longest, len(played))
    return GameCheck(games, positions, longest)


def _made(game: AnyGame | type[AnyGame]) -> AnyGame:
    made = game() if isinstance(game, type) else game
    if not isinstance(made, Game):
        raise GameError(
            f"{safe(type(made).__name__)} has to be a subclass of treeexplorer.Game to be checked"
        )
    if not isinstance(getattr(made, "title", None), str):
        raise GameError(f"{safe(type(made).__name__)} has no title, which is a short text")
    return made


def _next(game: AnyGame, position: Any, played: list[str], draw: random.Random) -> Any:
    """Check an unfinished position and return the one after a random move."""
    try:
        player_to_move(game, position)
    except GameError as error:
        raise GameError(f"{error}{_where(game, position, played)}") from None
    before = copy.deepcopy(position)
    moves = list(_asked(game, "moves", (position,), played))
    if not moves:
        raise GameError(
            f"{game.title}: moves() is empty, though value() says that the game goes on (a pass "
            f"is a move){_where(game, position, played)}"
        )
    names = [_asked(game, "move_name", (position, move), played) for move in moves]
    doubled = next((name for name in names if names.count(name) > 1), None)
    if doubled is not None:
        raise GameError(
            f"{game.title}: two moves are called {safe(shorten(repr(doubled), 40))}; "
            f"move_name() has to tell them apart{_where(game, position, played)}"
        )
    _check_texts(game, position, played)
    _check_estimate(game, position, played)
    chosen = draw.randrange(len(moves))
    after = _asked(game, "play", (position, moves[chosen]), played)
    name = safe(shorten(str(names[chosen]), 40))
    if position != before:
        raise GameError(
            f"{game.title}: play() changes the position it is given (with the move {name}); it has "
            f"to return a new one{_where(game, before, played)}"
        )
    if _asked(game, "play", (position, moves[chosen]), played) != after:
        raise GameError(
            f"{game.title}: the move {name} leads to two different positions when it is played "
            f"twice from the same one{_where(game, position, played)}"
        )
    played.append(name)
    return after


def _check_texts(game: AnyGame, position: Any, played: list[str]) -> None:
    drawing = _asked(game, "draw", (position,), played)
    if not isinstance(drawing, str):
        raise GameError(f"{game.title}: draw() has to return text{_where(game, None, played)}")
    if type(game).read is Game.read:
        return
    text = _asked(game, "write", (position,), played)
    try:
        back = game.read(text)
    except PositionError as error:
        raise GameError(
            f"{game.title}: read() refuses what write() has written ({error})"
            f"{_where(game, position, played)}"
        ) from None
    if back != position:
        raise GameError(
            f"{game.title}: read(write(position)) is another position"
            f"{_where(game, position, played)}"
        )


def _check_estimate(game: AnyGame, position: Any, played: list[str]) -> None:
    try:
        estimate = game.estimate(position)
    except NoEstimateError:
        return
    except Exception as error:
        raise _broken(game, "estimate", error, position, played) from error
    _require_number(game, "estimate", estimate, position, played)


def _require_number(
    game: AnyGame, method: str, number: object, position: Any, played: list[str]
) -> None:
    if (
        isinstance(number, bool)
        or not isinstance(number, int | float | Fraction)
        or math.isnan(number)
    ):
        raise GameError(
            f"{game.title}: {method}() returns {safe(shorten(repr(number), 60))}, which is no "
            f"number (or None while the game goes on){_where(game, position, played)}"
        )


def _asked(game: AnyGame, method: str, arguments: tuple[Any, ...], played: list[str]) -> Any:
    """Call a method of the game; what it raises becomes a sentence."""
    try:
        return getattr(game, method)(*arguments)
    except Exception as error:
        position = arguments[0] if arguments else None
        raise _broken(game, method, error, position, played) from error


def _broken(
    game: AnyGame, method: str, error: Exception, position: Any, played: list[str]
) -> GameError:
    said = safe(shorten(str(error), 120))
    return GameError(
        f"{game.title}: {method}() fails with {type(error).__name__}: {said}"
        f"{_where(game, position, played)}"
    )


def _where(game: AnyGame, position: Any, played: list[str]) -> str:
    """Return the position and the moves that led to it, as the end of a message."""
    moves = f"\nafter the moves {' '.join(played[-30:])}" if played else "\nat the start"
    if position is None:
        return moves
    try:
        drawing = safe(str(game.draw(position)), keep_newlines=True)
    except Exception:  # noqa: BLE001 - the drawing may be what is broken
        drawing = safe(shorten(repr(position), 200))
    return f"{moves}:\n{drawing}"
