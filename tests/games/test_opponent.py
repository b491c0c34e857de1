"""The program answers well, says what it cost, and never loses at tic-tac-toe."""

from __future__ import annotations

import pytest

from treeexplorer.engine import Rules, search
from treeexplorer.games.boards import Marks, Othello, TicTacToe
from treeexplorer.games.nim import Nim
from treeexplorer.games.opponent import SEARCHES, outcome, read_move, reply
from treeexplorer.games.protocol import GameError
from treeexplorer.games.registry import load_game
from treeexplorer.rules import Algorithm


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", SEARCHES)
@pytest.mark.parametrize("program_begins", [True, False])
def test_the_program_loses_no_line_of_tictactoe(program_begins: bool, algorithm: Algorithm) -> None:
    game = TicTacToe()
    start = game.start()
    pending = [reply(game, start, algorithm).position if program_begins else start]
    seen: set[Marks] = set()
    finished = 0
    while pending:
        position = pending.pop()
        if position in seen:
            continue
        seen.add(position)
        for move in game.moves(position):
            after = game.play(position, move)
            if game.value(after) is None:
                after = reply(game, after, algorithm).position
            if game.value(after) is None:
                pending.append(after)
            else:
                finished += 1
                assert outcome(game, after, person_is_max=not program_begins) != "you win"
    assert finished > 20


def test_the_program_takes_a_win_and_not_the_full_board_that_loses() -> None:
    # After 0, 4, 2, 1, 7, 3, 5 the program that looks for a full board first plays 6 and loses.
    game = TicTacToe()
    answer = reply(game, game.read("XOX/OOX/.X."))
    assert answer.name == "c3"
    assert answer.value == 0


def test_a_reply_carries_its_tree_and_what_both_searches_cost() -> None:
    game = TicTacToe()
    answer = reply(game, game.read(".../.X./..."))
    assert answer.calls == len(search(answer.tree).nodes)
    assert len(search(answer.tree, Rules(algorithm="minimax")).nodes) == len(answer.tree)
    assert answer.calls < len(answer.tree) / 10
    assert answer.depth is None


def test_a_large_game_is_searched_as_deep_as_is_quick() -> None:
    game = Othello(8)
    answer = reply(game, game.start())
    assert answer.depth is not None
    assert answer.depth >= 3
    assert game.read(game.write(answer.position)) == answer.position


@pytest.mark.parametrize("heaps", [(1, 2), (1, 3, 5), (2, 2, 1), (5, 6, 7, 8)])
def test_the_program_leaves_a_lost_nim_position_whenever_it_can(heaps: tuple[int, ...]) -> None:
    game = Nim(heaps)
    won = game.estimate(game.start()) == 1
    answer = reply(game, game.start())
    after = game.value(answer.position)
    assert (game.estimate(answer.position) if after is None else after) == (1 if won else -1)


@pytest.mark.parametrize(
    ("position", "typed", "message"),
    [
        ("XO./.X./..O", "z9", "“z9” is no move here; you can play c1, a2"),
        ("XO./.X./..O", "a1", "is no move here"),
        ("XO./.X./..O", "", "type a move: c1, a2"),
        ("XO./.X./..O", "\x1b[2J", "␛"),
        ("XXX/OO./...", "c2", "the game is over"),
    ],
)
def test_an_invalid_move_gets_a_clear_message(position: str, typed: str, message: str) -> None:
    game = load_game("tictactoe")
    with pytest.raises(GameError, match=message):
        read_move(game, game.read(position), typed)


def test_a_move_is_read_in_any_case_and_none_is_played_after_the_end() -> None:
    game = load_game("tictactoe")
    position = game.read("XO./.X./..O")
    assert read_move(game, position, " C1 ") == read_move(game, position, "c1")
    with pytest.raises(GameError, match="the game is over"):
        reply(game, game.read("XXX/OO./..."))


def test_the_outcome_is_told_from_the_persons_side() -> None:
    game = load_game("tictactoe")
    won = game.read("XXX/OO./...")
    assert outcome(game, won, person_is_max=True) == "you win"
    assert outcome(game, won, person_is_max=False) == "the program wins"
    assert outcome(game, game.start(), person_is_max=True) is None
    assert outcome(game, game.read("XOX/XOO/OXX"), person_is_max=True) == "a draw"
    discs = Othello(4)
    lost = discs.read("OOO./..../..../.... X")
    assert outcome(discs, lost, person_is_max=True) == "the program wins by 3"
