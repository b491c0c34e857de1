"""Explore game trees: read them, search them, see every window and every cut-off.

The public names are imported when they are first used, so that ``import treeexplorer`` costs
nothing::

    from treeexplorer import parse, search

    search(parse("[[3 12 8] [2 4 6] [14 5 2]]").tree).root_value  # 3
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from treeexplorer.engine import Record, Result, Rules, analysis_of, search
    from treeexplorer.exercises.verify import verify
    from treeexplorer.games import Game, GameError, PositionError, check_game
    from treeexplorer.notation import NotationError, load_all, parse, parse_all, write
    from treeexplorer.tree import GameTree, Player, TreeBuilder, from_nested

_HOMES = {
    "treeexplorer.exercises.verify": ("verify",),
    "treeexplorer.games": ("Game", "GameError", "PositionError", "check_game"),
    "treeexplorer.notation": ("NotationError", "load_all", "parse", "parse_all", "write"),
    "treeexplorer.engine": (
        "Record",
        "Result",
        "Rules",
        "analysis_of",
        "search",
    ),
    "treeexplorer.tree": ("GameTree", "Player", "TreeBuilder", "from_nested"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Game",
    "GameError",
    "GameTree",
    "NotationError",
    "Player",
    "PositionError",
    "Record",
    "Result",
    "Rules",
    "TreeBuilder",
    "analysis_of",
    "check_game",
    "from_nested",
    "load_all",
    "parse",
    "parse_all",
    "search",
    "verify",
    "write",
]


def __getattr__(name: str) -> Any:
    """Import a public name from the room it lives in."""
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(home), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
