"""Positions: read, drawn, and refused where they cannot arise."""

from __future__ import annotations

import pytest

from treeexplorer.gallery import examples_folder
from treeexplorer.games.protocol import AnyGame, PositionError
from treeexplorer.games.registry import load_game
from treeexplorer.tree import Player

SMALL_CONNECT_FOUR = f"{examples_folder() / 'connect_four.py'}:Small"


def test_tictactoe_is_drawn_with_coordinates_which_are_its_moves() -> None:
    game = load_game("tictactoe")
    position = game.read("XO./.X./..O")
    assert game.draw(position).splitlines() == ["  a b c", "1 X O .", "2 . X .", "3 . . O"]
    names = [game.move_name(position, move) for move in game.moves(position)]
    assert names == ["c1", "a2", "c2", "a3", "b3"]
    assert game.player(position) is Player.MAX


def test_othello_begins_as_in_the_rule_book() -> None:
    game = load_game("othello8")
    start = game.start()
    assert [game.move_name(start, move) for move in game.moves(start)] == ["d3", "c4", "f5", "e6"]
    after = game.play(start, game.moves(start)[0])
    assert game.write(after) == (
        "......../......../...X..../...XX.../...XO.../......../......../........ O"
    )


def test_othello_passes_only_when_no_square_is_left_to_play_on() -> None:
    game = load_game("othello4")
    stuck = game.read("XXX./XXXX/XXXX/OXX. O")
    assert [game.move_name(stuck, move) for move in game.moves(stuck)] == ["d1", "d4"]
    position = game.read("XO../XX../XX../X... O")
    assert game.value(position) is None
    assert [game.move_name(position, move) for move in game.moves(position)] != ["pass"]
    passing = game.read(".OX./..../..../.... O")
    assert [game.move_name(passing, move) for move in game.moves(passing)] == ["d1"]
    alone = game.read("OX../..../..../.... X")
    assert [game.move_name(alone, move) for move in game.moves(alone)] == ["pass"]
    assert game.value(game.read("XXX./..../..../.... O")) == 3


def test_stones_fall_to_the_lowest_free_row() -> None:
    game = load_game(SMALL_CONNECT_FOUR)
    position = game.start()
    for column in (0, 0, 1):
        position = game.play(position, column)
    assert game.write(position) == "..../..../O.../XX.."


def test_nim_is_drawn_with_a_stroke_a_stone() -> None:
    game = load_game("nim")
    assert game.draw(game.read("3,0,1")).splitlines() == ["a | | |", "b", "c |"]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("tictactoe", "XO./.X.", "3 rows of 3 squares"),
        ("tictactoe", "XO./.Q./..O", "a square is X, O or"),
        ("tictactoe", "XXX/.../...", "X begins and the players take turns"),
        ("tictactoe", "XXX/OOO/...", "both players have three in a row"),
        ("tictactoe", "\x1b[31m", "␛"),
        ("othello4", "..../.XO./.OX./.... Z", "who is to move"),
        (SMALL_CONNECT_FOUR, "..../X.../..../....", "floats above an empty square"),
        (SMALL_CONNECT_FOUR, "..../..X./OOOO/XXOX X", "a board here looks like"),
        ("nim", "three", "is its heaps"),
        ("nim", "3,4,99999", "at most 999 stones"),
        ("nim", ",".join(["1"] * 27), "at most 26 heaps"),
        (SMALL_CONNECT_FOUR, "..../..../XXXX/OOOO", "over before the last stone"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_a_sentence(
    name: str, text: str, message: str
) -> None:
    game: AnyGame = load_game(name)
    with pytest.raises(PositionError, match=message):
        game.read(text)
