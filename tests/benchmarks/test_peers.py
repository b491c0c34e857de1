"""Recording a search beside the searches of libraries that many courses use.

A peer that is not installed is passed over; ``pip install --group peers`` brings them all. Each
searches what is natural to it: states of its own game, or the same random tree in the form in
which it takes one. Both sides visit the same nodes, which is checked, and run in turn. What a tree
costs before it can be searched is told apart: a peer that makes its states while it searches
never pays for those that it cuts off.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest

from tests.benchmarks.in_turn import best_of
from tests.benchmarks.test_searching import INF, random_tree, recorded
from treeexplorer.engine import Record, Rules, search
from treeexplorer.engine.ordered_tree import OrderedTree
from treeexplorer.games.boards import TicTacToe
from treeexplorer.games.growing import grow
from treeexplorer.tree import GameTree, from_nested


def beside(
    benchmark: Any,
    ours: Callable[[], Any],
    theirs: Callable[[], Any],
    rounds: int = 25,
    **figures: float,
) -> float:
    """Return how many times as long as ours a peer's work takes; note that and other figures."""
    our_time, their_time = best_of(rounds, ours, theirs)
    benchmark.extra_info.update(
        times_as_fast=their_time / our_time, ours_s=our_time, theirs_s=their_time, **figures
    )
    benchmark.pedantic(ours, rounds=1)
    return their_time / our_time


def in_memory(lists: Any) -> tuple[Callable[[], Record], Record]:
    """Return what records a search of nested lists, and a record of it."""
    rules = Rules()
    ordered = OrderedTree(from_nested(lists), rules)
    return lambda: recorded(ordered, rules), recorded(ordered, rules)


def as_gambit(tree: GameTree) -> str:
    """Return a tree of MAX and MIN with whole numbers as an extensive game, for OpenSpiel."""
    lines, sets = ['EFG 2 R "" { "MAX" "MIN" }', '""', ""], {1: 0, 2: 0}
    for node in range(len(tree)):
        if tree.is_leaf(node):
            value = int(tree.value[node])
            lines.append(f't "" {node} "" {{ {value}, {-value} }}')
            continue
        player = 1 + tree.ply[node] % 2
        sets[player] += 1
        moves = " ".join(f'"{move}"' for move in range(1, tree.child_count(node) + 1))
        lines.append(f'p "" {player} {sets[player]} "" {{ {moves} }} 0')
    return "\n".join(lines) + "\n"


def visits_of_openspiel(minimax: Any, game: Any) -> tuple[float, int]:
    """Return the value that OpenSpiel finds and how many states it visits."""
    counted = mock.Mock(wraps=minimax._alpha_beta)
    with mock.patch.object(minimax, "_alpha_beta", counted):
        value, _ = minimax.alpha_beta_search(game)
    return value, counted.call_count


def test_recording_a_tree_is_five_times_as_fast_as_openspiel(benchmark: Any) -> None:
    pyspiel: Any = pytest.importorskip("pyspiel")
    minimax: Any = pytest.importorskip("open_spiel.python.algorithms.minimax")
    lists = random_tree(8, 5)
    record_it, record = in_memory(lists)
    game = pyspiel.load_efg_game(as_gambit(record.tree))
    assert visits_of_openspiel(minimax, game) == (record.root_value, record.visited)
    factor = beside(
        benchmark, record_it, lambda: minimax.alpha_beta_search(game), visited=record.visited
    )
    assert factor >= 5


def walk_of_aima(games: Any, lists: Any) -> Any:
    """Return nested lists as a game of aima-python, its states pairs of a list and a player."""
    methods = {
        "initial": (lists, "MAX"),
        "actions": lambda _, state: range(len(state[0])),
        "result": lambda _, state, move: (state[0][move], "MIN" if state[1] == "MAX" else "MAX"),
        "utility": lambda _, state, player: state[0] if player == "MAX" else -state[0],
        "terminal_test": lambda _, state: not isinstance(state[0], list),
        "to_move": lambda _, state: state[1],
    }
    return type("Walk", (games.Game,), methods)()


def visits_of_aima(games: Any, game: Any) -> int:
    """Return how many states aima-python visits; it tests all of them but the root."""
    counted = mock.Mock(wraps=game.terminal_test)
    with mock.patch.object(game, "terminal_test", counted):
        games.alphabeta_search(game.initial, game)
    return 1 + counted.call_count


def test_recording_a_tree_is_faster_than_aima(benchmark: Any) -> None:
    games: Any = pytest.importorskip("aima3.games")
    lists = random_tree(8, 5)
    record_it, record = in_memory(lists)
    walk = walk_of_aima(games, lists)
    assert visits_of_aima(games, walk) == record.visited
    factor = beside(
        benchmark,
        record_it,
        lambda: games.alphabeta_search(walk.initial, walk),
        visited=record.visited,
    )
    assert factor >= 1.5


def test_all_of_tictactoe_is_grown_and_recorded_faster_than_aima_plays_it_out(
    benchmark: Any,
) -> None:
    games: Any = pytest.importorskip("aima3.games")
    game = games.TicTacToe()
    factor = beside(
        benchmark,
        lambda: search(grow(TicTacToe()).tree, Rules("minimax")),
        lambda: games.minimax_decision(game.initial, game),
        rounds=1,
    )
    assert factor > 1


def walk_of_easyai(easyai: Any, lists: Any) -> Any:
    """Return nested lists as a game of easyAI, which makes moves and takes them back."""

    def start(self: Any) -> None:
        self.players = [easyai.AI_Player(None), easyai.AI_Player(None)]
        self.current_player = 1
        self.path = [lists]

    methods = {
        "__init__": start,
        "possible_moves": lambda self: (
            list(range(len(self.path[-1]))) if isinstance(self.path[-1], list) else []
        ),
        "make_move": lambda self, move: self.path.append(self.path[-1][move]),
        "unmake_move": lambda self, _move: self.path.pop(),
        "is_over": lambda self: not isinstance(self.path[-1], list),
        "scoring": lambda self: self.path[-1] * (1 if self.current_player == 1 else -1),
    }
    return type("Walk", (easyai.TwoPlayerGame,), methods)


def test_recording_a_tree_is_twice_as_fast_as_easyai(benchmark: Any) -> None:
    easyai: Any = pytest.importorskip("easyAI")
    lists = random_tree(8, 5)
    record_it, record = in_memory(lists)
    walk = walk_of_easyai(easyai, lists)
    solve = easyai.Negamax(5, win_score=INF)
    factor = beside(benchmark, record_it, lambda: solve(walk()), visited=record.visited)
    assert factor >= 2
