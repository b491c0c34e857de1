"""Broken rules of a game are found by playing it at random."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from treeexplorer.engine import search
from treeexplorer.gallery import examples_folder
from treeexplorer.games.checking import check_game
from treeexplorer.games.growing import grow
from treeexplorer.games.nim import Nim
from treeexplorer.games.protocol import Game, GameError
from treeexplorer.games.registry import GAMES, load_game

IN_A_PAGE = ["my_game.py:TwentyOne", "connect_four.py:ConnectFour", "connect_four.py:Small"]


@pytest.mark.parametrize("name", [*GAMES, *(str(examples_folder() / each) for each in IN_A_PAGE)])
def test_the_games_hold_together(name: str) -> None:
    result = check_game(load_game(name), games=20)
    assert result.games == 20
    assert result.positions > 20


class Dots(Game[tuple[int, int, frozenset[int]], int]):
    """Dots and boxes on one square: who draws its last side gets the box and the game."""

    title = "One box"

    def start(self) -> Any:
        return (0, 0, frozenset())

    def player(self, position: Any) -> str:
        return "max" if len(position[2]) % 2 == 0 else "MIN"

    def moves(self, position: Any) -> list[int]:
        return [side for side in range(4) if side not in position[2]]

    def play(self, position: Any, move: int) -> Any:
        first, second, drawn = position
        sides = drawn | {move}
        if len(sides) == 4:
            return (first, second + 1, sides) if len(drawn) % 2 else (first + 1, second, sides)
        return (first, second, sides)

    def value(self, position: Any) -> int | None:
        return position[0] - position[1] if len(position[2]) == 4 else None

    def draw(self, position: Any) -> str:
        return f"sides {sorted(position[2])}"


def test_a_newcomers_game_is_right_and_opens() -> None:
    assert check_game(Dots).longest == 4
    assert search(grow(Dots()).tree).root_value == -1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"player": lambda *_: "white"}, r"player\(\) returns 'white'"),
        ({"moves": lambda *_: []}, r"moves\(\) is empty"),
        ({"move_name": lambda *_: "x"}, "two moves are called 'x'"),
        ({"value": lambda *_: None}, "is not over after|is empty"),
        ({"value": lambda *_: "won"}, r"value\(\) returns 'won', which is no number"),
        ({"estimate": lambda *_: None}, r"estimate\(\) returns None"),
        ({"draw": lambda *_: 3}, r"draw\(\) has to return text"),
        ({"play": lambda *_: 1 / 0}, r"play\(\) fails with ZeroDivisionError"),
        ({"write": lambda *_: "1"}, "is another position"),
        ({"write": lambda *_: "?"}, r"read\(\) refuses what write\(\) has written"),
    ],
)
def test_a_broken_rule_is_told_with_its_place(changes: dict[str, Any], message: str) -> None:
    broken = type("Broken", (Nim,), changes)
    with pytest.raises(GameError, match=message) as caught:
        check_game(broken)
    assert str(caught.value).startswith("Nim: ")
    assert "at the start" in str(caught.value) or "after the moves" in str(caught.value)


class Listed(Dots):
    def start(self) -> Any:
        return [0, 0, set()]

    def play(self, position: Any, move: int) -> Any:
        position[2].add(move)
        return position


class Dice(Nim):
    rolls = count()

    def play(self, position: Any, move: Any) -> Any:
        to_move, heaps = super().play(position, move)
        return to_move, (*heaps, next(self.rolls))


class NeverDecided(Dots):
    def value(self, position: Any) -> int:
        return super().value(position) or 0


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Listed, "changes the position it is given"),
        (Dice, "leads to two different positions"),
        (int, r"subclass of treeexplorer\.Game"),
        (NeverDecided, r"value\(\) is 0 before the first move.* return None"),
    ],
)
def test_a_game_that_cannot_be_played_is_told_why(game: Any, message: str) -> None:
    with pytest.raises(GameError, match=message):
        check_game(game)


class Board:
    """A position as many write it: a class without ``__eq__``."""

    def __init__(self, left: int, to_move: str = "MAX") -> None:
        self.left = left
        self.to_move = to_move


class Stones(Game[Board, int]):
    """Take one or two stones of five; who takes the last one wins."""

    title = "Stones"

    def start(self) -> Board:
        return Board(5)

    def player(self, position: Board) -> str:
        return position.to_move

    def moves(self, position: Board) -> list[int]:
        return [count for count in (1, 2) if count <= position.left]

    def play(self, position: Board, move: int) -> Board:
        return Board(position.left - move, "MIN" if position.to_move == "MAX" else "MAX")

    def value(self, position: Board) -> int | None:
        if position.left:
            return None
        return -1 if position.to_move == "MAX" else 1

    def draw(self, position: Board) -> str:
        return "o" * position.left


class WrittenStones(Stones):
    def write(self, position: Board) -> str:
        return f"{position.left} {position.to_move}"

    def read(self, text: str) -> Board:
        left, to_move = text.split()
        return Board(int(left), to_move)


@pytest.mark.parametrize("game", [Stones, WrittenStones])
def test_positions_without_equality_are_compared_by_what_is_seen_of_them(game: Any) -> None:
    assert check_game(game).longest >= 3


class StonesInPlace(Stones):
    def play(self, position: Board, move: int) -> Board:
        position.left -= move
        return Board(position.left, "MIN" if position.to_move == "MAX" else "MAX")


class WrittenStonesInPlace(WrittenStones, StonesInPlace):
    pass


class StonesThatBreed(Stones):
    extra = count()

    def play(self, position: Board, move: int) -> Board:
        after = super().play(position, move)
        after.left += next(self.extra)
        return after


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (StonesInPlace, "changes the position it is given"),
        (WrittenStonesInPlace, "changes the position it is given"),
        (StonesThatBreed, "leads to two different positions"),
    ],
)
def test_without_equality_a_changed_position_is_still_seen(game: Any, message: str) -> None:
    with pytest.raises(GameError, match=message):
        check_game(game)
