"""Trees grown from games: names, players, estimates, orders, and positions found again."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import examples
from treeexplorer.engine import Rules, search
from treeexplorer.gallery import examples_folder
from treeexplorer.games.boards import Othello, TicTacToe
from treeexplorer.games.growing import GameTooLargeError, grow, position_at
from treeexplorer.games.nim import Nim
from treeexplorer.games.protocol import AnyGame, Game, NoEstimateError
from treeexplorer.games.registry import load_game
from treeexplorer.tree import GameTree, Number, Player

SMALL: list[tuple[AnyGame, str, int | None]] = [
    (TicTacToe(), "XO./.X./..O", None),
    (Othello(4), "..../.XO./.OX./....", 4),
    (Nim(), "1,2,3", None),
    (load_game(f"{examples_folder() / 'connect_four.py'}:Small"), "..../..../..../XO..", 4),
]


def names_on_path(tree: GameTree, node: int) -> list[str]:
    return [tree.names[n] for n in reversed([node, *tree.ancestors(node)][:-1])]


def grown_one_by_one(game: AnyGame, position: Any, depth: int | None) -> list[tuple[Any, ...]]:
    """Return (name, ply, leaf value, player) of every node, by plain recursion on small trees."""
    rows: list[tuple[Any, ...]] = []

    def visit(position: Any, name: str | None, ply: int) -> None:
        value = game.value(position)
        if value is None and ply == depth:
            value = game.estimate(position)
        rows.append((name, ply, value, None if value is not None else game.player(position)))
        if value is None:
            for move in game.moves(position):
                visit(game.play(position, move), game.move_name(position, move), ply + 1)

    visit(position, None, 0)
    return rows


@pytest.mark.parametrize(("game", "text", "depth"), SMALL)
def test_the_tree_is_the_one_that_plain_recursion_builds(
    game: AnyGame, text: str, depth: int | None
) -> None:
    position = game.read(text)
    tree = grow(game, position, depth=depth).tree
    rows = [
        (tree.names.get(node), tree.ply[node], tree.leaf_value(node), tree.player(node))
        for node in range(len(tree))
    ]
    assert rows == grown_one_by_one(game, position, depth)


@pytest.mark.parametrize(("game", "text", "depth"), SMALL)
def test_the_position_of_any_node_is_found_again_by_its_moves(
    game: AnyGame, text: str, depth: int | None
) -> None:
    start = game.read(text)
    tree = grow(game, start, depth=depth).tree
    for node in random.Random(1).sample(range(len(tree)), k=60):
        position = position_at(game, tree, node, start)
        if tree.is_leaf(node):
            value = game.value(position)
            assert tree.leaf_value(node) == (game.estimate(position) if value is None else value)
        else:
            names = [tree.names[child] for child in tree.children(node)]
            assert names == [game.move_name(position, move) for move in game.moves(position)]


def test_a_node_of_another_game_is_refused() -> None:
    tree = grow(Nim((4,))).tree
    with pytest.raises(ValueError, match="is not a move of Tic-tac-toe"):
        position_at(TicTacToe(), tree, len(tree) - 1)


def test_the_best_moves_first_have_the_same_games_and_save_calls() -> None:
    game = Othello(4)
    ordered, natural = (grow(game, depth=6, best_first=first).tree for first in (True, False))
    assert search(ordered).root_value == search(natural).root_value
    assert sorted(names_on_path(ordered, node) for node in range(len(ordered))) == sorted(
        names_on_path(natural, node) for node in range(len(natural))
    )
    assert len(search(ordered).nodes) < len(search(natural).nodes)


def test_a_depth_limit_leaves_estimates_at_the_horizon_and_above_it() -> None:
    game = Othello(4)
    tree = grow(game, depth=3).tree
    assert tree.depth == 3
    assert set(tree.estimates) == {node for node in range(len(tree)) if not tree.is_leaf(node)}
    one_ply = search(tree, Rules(depth=1))
    after_a_move = [game.play(game.start(), move) for move in game.moves(game.start())]
    assert one_ply.root_value == max(map(game.estimate, after_a_move))


def test_min_to_move_stands_at_the_root_and_a_finished_game_is_a_leaf() -> None:
    game = TicTacToe()
    assert grow(game, game.read("X../.../..."), depth=1).tree.player(0) is Player.MIN
    assert list(grow(game, game.read("XXX/OO./...")).tree.leaf_values) == [1]


def test_too_large_a_tree_and_too_much_effort_are_refused_though_copies_are_cheap(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(GameTooLargeError, match="takes more than 1,000 moves to grow"):
        grow(TicTacToe(), effort=1_000)
    assert len(grow(TicTacToe(), effort=20_000).tree) == 549_946
    monkeypatch.setattr("treeexplorer.games.growing.NODE_LIMIT", 1_000)
    with pytest.raises(GameTooLargeError, match="more than 1,000 nodes; grow fewer plies"):
        grow(TicTacToe())


class Ladder(Game[int, int]):
    """One move at every position: a chain as long as one likes."""

    title = "Ladder"

    def __init__(self, steps: int, dead_end: int | None = None) -> None:
        self.steps, self.dead_end = steps, dead_end

    def start(self) -> int:
        return 0

    def player(self, position: int) -> Player:  # noqa: ARG002 - the game asks with it
        return Player.MAX

    def moves(self, position: int) -> list[int]:
        return [] if position == self.dead_end else [1]

    def play(self, position: int, move: int) -> int:
        return position + move

    def value(self, position: int) -> Number | None:
        return 7 if position == self.steps else None

    def draw(self, position: int) -> str:
        return f"step {position}"


def test_a_game_a_hundred_thousand_moves_long_grows() -> None:
    tree = grow(Ladder(100_000)).tree
    assert tree.depth == 100_000
    assert position_at(Ladder(100_000), tree, 100_000) == 100_000


def test_a_ladder_has_one_player_no_estimate_and_no_dead_end() -> None:
    tree = grow(Ladder(3)).tree
    assert [tree.player(node) for node in range(3)] == [Player.MAX] * 3
    with pytest.raises(NoEstimateError, match="Ladder has no estimate"):
        grow(Ladder(5), depth=2)
    with pytest.raises(ValueError, match="offers no move"):
        grow(Ladder(5, dead_end=3))


@examples(40)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=3))
def test_the_theory_of_nim_agrees_with_minimax(heaps: list[int]) -> None:
    game = Nim(heaps)
    if game.value(game.start()) is None:
        assert game.estimate(game.start()) == search(grow(game).tree).root_value


def test_the_notes_tell_where_a_tree_begins_and_where_it_ends() -> None:
    assert grow(Nim((1, 2))).directives.notes == ()
    game = TicTacToe()
    notes = grow(game, game.read("XO./.X./..O"), depth=2).directives.notes
    assert notes == (
        "From the position XO./.X./..O on.",
        "Games that go on after 2 plies end there in estimates.",
    )
    assert "after 1 ply end" in grow(game, depth=1).directives.notes[0]
