"""Trees from games: the rules of some, and what grows trees from them.

A game of your own takes a page of code: ``treeexplorer game --template`` prints one to begin with.
It is opened with ``treeexplorer game my_game.py:Game`` and checked by :func:`check_game`.
"""

from treeexplorer.games.checking import check_game
from treeexplorer.games.growing import (
    NODE_LIMIT,
    MoveOrder,
    TooLargeError,
    grow,
    picture,
    position_at,
)
from treeexplorer.games.protocol import (
    AnyGame,
    Game,
    GameError,
    NoEstimateError,
    PositionError,
)
from treeexplorer.games.registry import GAMES, load_game

__all__ = [
    "GAMES",
    "NODE_LIMIT",
    "AnyGame",
    "Game",
    "GameError",
    "MoveOrder",
    "NoEstimateError",
    "PositionError",
    "TooLargeError",
    "check_game",
    "grow",
    "load_game",
    "picture",
    "position_at",
]
