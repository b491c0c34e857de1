"""The games have the numbers of moves, positions and nodes that are known for them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

import pytest

from tests.laws import costly
from treeexplorer.engine import Rules, search
from treeexplorer.gallery import examples_folder
from treeexplorer.games.boards import Othello, TicTacToe
from treeexplorer.games.growing import grow
from treeexplorer.games.nim import Nim
from treeexplorer.games.protocol import AnyGame
from treeexplorer.games.registry import load_game
from treeexplorer.tree import Number


def positions_by_ply(
    game: AnyGame, plies: int, kind: Callable[[Iterable[Any]], Collection[Any]]
) -> list[int]:
    """Count the positions after each number of moves: in a set once, in a list once a path."""
    positions, counts = kind([game.start()]), []
    for _ in range(plies + 1):
        counts.append(len(positions))
        positions = kind(
            game.play(position, move)
            for position in positions
            if game.value(position) is None
            for move in game.moves(position)
        )
    return counts


def test_tictactoe_is_a_draw_of_549946_nodes_255168_games_and_5478_positions() -> None:
    tree = grow(TicTacToe()).tree
    assert len(tree) == 549_946
    assert tree.leaf_count == 255_168
    assert search(tree).root_value == 0
    assert sum(positions_by_ply(TicTacToe(), 9, set)) == 5_478


class WonAtOnce(TicTacToe):
    """Ended as soon as the player to move can win, as the program of a textbook looks at it."""

    def value(self, position: str) -> Number | None:
        known = super().value(position)
        if known is not None:
            return known
        for move in self.moves(position):
            if won := super().value(self.play(position, move)):
                return won
        return None


@pytest.mark.parametrize(
    ("position", "plain", "alpha_beta"),
    [
        (".../.../...", 97_162, 4_493),
        (".../.X./...", 5_185, 378),
        ("X../.../...", 9_761, 513),
        (".X./.../...", 13_233, 766),
    ],
)
def test_a_win_taken_at_once_saves_calls_as_the_textbook_counts_them(
    position: str, plain: int, alpha_beta: int
) -> None:
    game = WonAtOnce()
    tree = grow(game, game.read(position)).tree
    assert len(search(tree, Rules("minimax", levels=tree.levels)).nodes) == plain
    window_of_a_loss_and_a_win = Rules(window=(-1, 1), levels=tree.levels)
    assert len(search(tree, window_of_a_loss_and_a_win).nodes) == alpha_beta


@costly()
def test_othello_4x4_is_won_by_the_second_player_by_8_and_a_pass_is_a_move() -> None:
    tree = grow(Othello(4)).tree
    assert tree.leaf_count == 60_060
    assert len(tree) == 224_821
    assert search(tree).root_value == -8
    passes = [node for node, name in tree.names.items() if name == "pass"]
    assert passes
    assert all(tree.child_count(tree.parent[node]) == 1 for node in passes)
    assert not tree.players  # whose turn it is goes on alternating


def test_othello_8x8_has_the_known_move_counts() -> None:
    assert positions_by_ply(Othello(8), 6, list)[1:] == [4, 12, 56, 244, 1_396, 8_200]


def test_connect_four_7x6_has_the_known_positions() -> None:
    game = load_game(f"{examples_folder() / 'connect_four.py'}:ConnectFour")
    assert positions_by_ply(game, 5, set) == [1, 7, 49, 238, 1_120, 4_263]


@pytest.mark.parametrize(
    ("heaps", "nodes"), [((1, 2), 12), ((1, 2, 3), 447), ((3, 4, 5), 1_038_768)]
)
def test_nim_with_ordered_heaps_has_the_known_nodes(heaps: tuple[int, ...], nodes: int) -> None:
    assert len(grow(Nim(heaps)).tree) == nodes
