"""Explore game trees: read them, search them, see every window and every cut-off.

``import treeexplorer as te`` is enough for a notebook, a test or a grader::

    exercise = te.parse("[[3 12 8] [2 4 6] [14 5 2]]")
    record = te.search(exercise)
    record.value, record.best, record.evaluated  # (3, '1', 7)

The names are imported when they are first used, so that ``import treeexplorer`` costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from treeexplorer.errors import TreeexplorerError
    from treeexplorer.exercises.verify import VerificationError, verify
    from treeexplorer.games.checking import check_game
    from treeexplorer.games.protocol import Game, GameError, PositionError
    from treeexplorer.library import (
        Exercise,
        SearchRecord,
        SearchWaitsError,
        check,
        from_nested,
        load,
        load_all,
        parse,
        parse_all,
        rules_of,
        search,
        unknowns,
    )
    from treeexplorer.notation import NotationError, write, write_all
    from treeexplorer.rules import Rules, RulesError
    from treeexplorer.tree import GameTree, Player

_HOMES = {
    "treeexplorer.errors": ("TreeexplorerError",),
    "treeexplorer.exercises.verify": ("VerificationError", "verify"),
    "treeexplorer.games.checking": ("check_game",),
    "treeexplorer.games.protocol": ("Game", "GameError", "PositionError"),
    "treeexplorer.library": (
        "Exercise",
        "SearchRecord",
        "SearchWaitsError",
        "check",
        "from_nested",
        "load",
        "load_all",
        "parse",
        "parse_all",
        "rules_of",
        "search",
        "unknowns",
    ),
    "treeexplorer.notation": ("NotationError", "write", "write_all"),
    "treeexplorer.rules": ("Rules", "RulesError"),
    "treeexplorer.tree": ("GameTree", "Player"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Exercise",
    "Game",
    "GameError",
    "GameTree",
    "NotationError",
    "Player",
    "PositionError",
    "Rules",
    "RulesError",
    "SearchRecord",
    "SearchWaitsError",
    "TreeexplorerError",
    "VerificationError",
    "check",
    "check_game",
    "from_nested",
    "load",
    "load_all",
    "parse",
    "parse_all",
    "rules_of",
    "search",
    "unknowns",
    "verify",
    "write",
    "write_all",
]


def __getattr__(name: str) -> Any:
    """Import a public name from the module it lives in."""
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(home), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
