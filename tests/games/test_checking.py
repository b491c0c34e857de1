"""Broken rules of a game are found by playing it at random."""

from __future__ import annotations

from typing import Any

import pytest

from treeexplorer.gallery import examples_folder
from treeexplorer.games.checking import check_game
from treeexplorer.games.nim import Nim
from treeexplorer.games.protocol import Game, GameError
from treeexplorer.games.registry import GAMES, load_game


@pytest.mark.parametrize("name", GAMES)
def test_the_built_in_games_hold_together(name: str) -> None:
    result = check_game(load_game(name), games=5)
    assert result.games == 5
    assert result.positions > 5


@pytest.mark.parametrize(
    "name", ["my_game.py:Game", "connect_four.py:Game", "connect_four.py:Small"]
)
def test_the_games_in_a_page_hold_together(name: str) -> None:
    assert check_game(load_game(str(examples_folder() / name)), games=20).games == 20


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
    from treeexplorer.engine import search
    from treeexplorer.games.growing import grow

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


def test_a_move_that_changes_the_position_in_place_is_found() -> None:
    class Listed(Dots):
        def start(self) -> Any:
            return [0, 0, set()]

        def play(self, position: Any, move: int) -> Any:
            position[2].add(move)
            return position

    with pytest.raises(GameError, match="changes the position it is given"):
        check_game(Listed)


def test_rules_that_throw_dice_are_found() -> None:
    rolls = iter(range(10_000))

    class Dice(Nim):
        def play(self, position: Any, move: Any) -> Any:
            to_move, heaps = super().play(position, move)
            return to_move, (*heaps, next(rolls))

    with pytest.raises(GameError, match="leads to two different positions"):
        check_game(Dice)


class NeverDecided(Dots):
    def value(self, position: Any) -> int:
        return super().value(position) or 0


def test_what_is_no_game_or_never_goes_on_is_told() -> None:
    with pytest.raises(GameError, match=r"subclass of treeexplorer\.Game"):
        check_game(int)  # type: ignore[arg-type]
    with pytest.raises(GameError, match=r"value\(\) is 0 before the first move.* return None"):
        check_game(NeverDecided)
