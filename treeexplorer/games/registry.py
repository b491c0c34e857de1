"""Finds a game by its name, or in a Python file of the user's."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TypeGuard

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

    Example:
        >>> load_game("othello4").title
        'Othello 4×4'
    """
    if name.endswith(".py"):
        return _load_game_from_file(name, "")
    if ".py:" in name:
        # The last colon separates them: a path may have colons of its own.
        file, _, class_name = name.rpartition(":")
        return _load_game_from_file(file, class_name)
    if name not in GAMES:
        raise _make_unknown_game_error(name)
    _, make = GAMES[name]
    return make()


def _make_unknown_game_error(name: str) -> GameError:
    """Return the error that no game has a name, with the names that there are."""
    similar = nearest(name, GAMES)
    suggestion = "." if similar is None else f"; did you mean {similar}?"
    return GameError(
        f"there is no game “{safe(name)}”{suggestion} The games are {', '.join(GAMES)}, or a "
        "file of yours as my_game.py:Game"
    )


def _load_game_from_file(file: str, class_name: str) -> AnyGame:
    """Run a Python file and return the game in it, made from its class or function.

    Args:
        file: The path of the file, which is run.
        class_name: What the game is called in it; empty where it is the only one.

    Raises:
        GameError: There is no such file, nothing of this name in it, or something that is no game.
    """
    path = safe(file)
    name = safe(class_name)
    if not Path(file).is_file():
        raise GameError(f"there is no file {path}")
    with _explain_failure(path):
        found = _find_object(_run_file(file), class_name, path)

    if found is None:
        raise GameError(f"{path} has no class {name}")
    _check_has_all_methods(found, path)  # one that lacks some cannot be called
    with _explain_failure(path):
        made = found() if callable(found) else found

    if not isinstance(made, Game):
        raise GameError(f"{name} in {path} has to be a subclass of treeexplorer.Game")
    made.title = safe(str(getattr(made, "title", type(made).__name__)))
    return made


def _check_has_all_methods(found: Any, path: str) -> None:
    """Refuse a class that does not define every method of a game.

    Raises:
        GameError: It does not.
    """
    missing_methods = _find_missing_methods(found)
    if missing_methods:
        name = safe(found.__name__)
        raise GameError(f"{name} in {path} is no game yet: it lacks {', '.join(missing_methods)}")


@contextmanager
def _explain_failure(path: str) -> Iterator[None]:
    """Say of whatever a user's file raises that the file cannot be used, and why.

    Raises:
        GameError: In place of any other error; one that says already what is wrong stays as it is.
    """
    try:
        yield
    except GameError:
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {safe(str(error))}"
        raise GameError(f"{path} cannot be used: {reason}") from error


def _find_missing_methods(value: object) -> list[str]:
    """Return the abstract methods that a class does not define; empty for anything else."""
    return sorted(getattr(value, "__abstractmethods__", ()))


def _run_file(file: str) -> ModuleType:
    """Run a Python file of a user's and return it as a module.

    Args:
        file: The path of the file.

    Raises:
        GameError: It is no Python file.
    """
    path = Path(file)
    specification = importlib.util.spec_from_file_location(f"_game_{path.stem}", file)
    if specification is None or specification.loader is None:
        raise GameError(f"{safe(file)} is not a Python file")
    module = importlib.util.module_from_spec(specification)
    # Both before the file is run. Dataclasses in it look themselves up among the modules; and it
    # may import its neighbours, as a file that Python runs.
    sys.modules[specification.name] = module
    sys.path.insert(0, str(path.resolve().parent))
    specification.loader.exec_module(module)
    return module


def _find_object(module: ModuleType, class_name: str, path: str) -> Any:
    """Return the object with a name in a module; without a name, the only game in it."""
    if not class_name:
        return _find_only_game(module, path)
    return getattr(module, class_name, None)


def _find_only_game(module: ModuleType, path: str) -> type[AnyGame]:
    """Return the one class of a game that a file defines itself; imported ones do not count.

    Args:
        module: The file, which has been run.
        path: The path of the file, for the error.

    Raises:
        GameError: It defines none, or several.
    """
    games: list[type[AnyGame]] = [
        each for each in vars(module).values() if _is_game_defined_in(module, each)
    ]
    if len(games) != 1:
        names = ", ".join(safe(each.__name__) for each in games) if games else "none"
        raise GameError(f"which class? Write {path}:Game; the games in it are: {names}")
    return games[0]


def _is_game_defined_in(module: ModuleType, value: object) -> TypeGuard[type[AnyGame]]:
    """Tell whether an object is a class of a game that is defined, not imported, in a module."""
    if not isinstance(value, type) or not issubclass(value, Game):
        return False
    return value.__module__ == module.__name__
