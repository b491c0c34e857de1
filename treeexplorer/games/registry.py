"""Finds a game by its name, or in a Python file of the user's."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Final

from treeexplorer.games.boards import Othello, TicTacToe
from treeexplorer.games.nim import Nim
from treeexplorer.games.protocol import AnyGame, Game, GameError
from treeexplorer.text import nearest, safe

GAMES: Final[dict[str, tuple[str, Callable[[], AnyGame]]]] = {
    "tictactoe": ("tic-tac-toe; positions such as XO./.X./..O", TicTacToe),
    "othello4": ("Othello on 4×4; positions such as ..../.XO./.OX./.... O", lambda: Othello(4)),
    "othello6": ("Othello on 6×6", lambda: Othello(6)),
    "othello8": ("Othello on 8×8", lambda: Othello(8)),
    "nim": ("Nim with heaps 1, 2, 3; positions such as 3,4,5", Nim),
}
"""The built-in games by name: what they are in a line, and how they are made."""


def load_game(name: str) -> AnyGame:
    """Return a built-in game, or one from a Python file.

    Args:
        name: A name of :data:`GAMES`, or ``my_game.py:Game``: a file and the class in it, which
            needs no name where it is the only game there. **The file is run**, with all that a
            Python program may do.

    Raises:
        GameError: There is no such game, or the file or class cannot be used.
    """
    if ".py:" in name or name.endswith(".py"):
        return _from_file(name)
    if name not in GAMES:
        similar = nearest(name, GAMES)
        raise GameError(
            f"there is no game “{safe(name)}”"
            + (f"; did you mean {similar}?" if similar else ".")
            + f" The games are {', '.join(GAMES)}, or a file of yours as my_game.py:Game"
        )
    return GAMES[name][1]()


def _from_file(name: str) -> AnyGame:
    """Return the game that a class or function in a file makes, or the game itself."""
    if name.endswith(".py"):
        file = name
        class_name = ""
    else:
        file, _, class_name = name.rpartition(":")
    if not Path(file).is_file():
        raise GameError(f"there is no file {safe(file)}")
    place = safe(file)
    specification = importlib.util.spec_from_file_location(f"_game_{Path(file).stem}", file)
    if specification is None or specification.loader is None:
        raise GameError(f"{place} is not a Python file")
    module = importlib.util.module_from_spec(specification)
    sys.modules[specification.name] = module  # dataclasses in the file look themselves up there
    sys.path.insert(0, str(Path(file).resolve().parent))  # as where Python runs the file
    try:
        specification.loader.exec_module(module)
        made = getattr(module, class_name, None) if class_name else _only_game(module, place)
        lacking = sorted(getattr(made, "__abstractmethods__", ()))
        if callable(made) and not lacking:
            made = made()
    except GameError:
        raise
    except Exception as error:
        raise GameError(
            f"{place} cannot be used: {type(error).__name__}: {safe(str(error))}"
        ) from error
    if made is None:
        raise GameError(f"{place} has no class {safe(class_name)}")
    if lacking:
        name = safe(made.__name__)
        raise GameError(f"{name} in {place} is no game yet: it lacks {', '.join(lacking)}")
    if not isinstance(made, Game):
        name = safe(class_name)
        raise GameError(f"{name} in {place} has to be a subclass of treeexplorer.Game")
    made.title = safe(str(getattr(made, "title", type(made).__name__)))
    return made


def _only_game(module: ModuleType, place: str) -> type[AnyGame]:
    """Return the one game that a file defines."""
    games = [
        each
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Game) and each.__module__ == module.__name__
    ]
    if len(games) != 1:
        names = ", ".join(safe(each.__name__) for each in games) if games else "none"
        raise GameError(f"which class? Write {place}:Game; the games in it are: {names}")
    return games[0]
