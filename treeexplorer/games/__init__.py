"""Trees from games: the rules of some, and what grows trees from them.

A game of your own takes a page of code::

    from treeexplorer.games import Game
    from treeexplorer.tree import Player

    class Countdown(Game):
        title = "Countdown: take one or two, and say zero to win"

        def start(self):
            return (10, Player.MAX)

        def player(self, position):
            return position[1]

        def moves(self, position):
            return range(1, min(2, position[0]) + 1)

        def play(self, position, move):
            count, player = position
            return (count - move, player.opponent)

        def value(self, position):
            count, player = position
            if count:
                return None
            return -1 if player is Player.MAX else 1

        def draw(self, position):
            return f"{position[0]} left"

and is opened with ``treeexplorer game countdown.py:Countdown``. See
:class:`~treeexplorer.games.protocol.Game` for what else a game may say.
"""

from treeexplorer.games.growing import (
    MOVE_ORDERS,
    NODE_LIMIT,
    MoveOrder,
    TooLargeError,
    grow,
    picture,
    position_at,
)
from treeexplorer.games.protocol import AnyGame, Game, NoEstimateError, PositionError, named_moves
from treeexplorer.games.registry import GAMES, GameError, load_game

__all__ = [
    "GAMES",
    "MOVE_ORDERS",
    "NODE_LIMIT",
    "AnyGame",
    "Game",
    "GameError",
    "MoveOrder",
    "NoEstimateError",
    "PositionError",
    "TooLargeError",
    "grow",
    "load_game",
    "named_moves",
    "picture",
    "position_at",
]
