"""Explore game trees: read them, search them, see every window and every cut-off.

``import treeexplorer as te`` is enough for a notebook, a test or a grader::

    exercise = te.parse("[[3 12 8] [2 4 6] [14 5 2]]")
    record = te.search(exercise)
    record.value, record.best, record.evaluated  # (3, '1', 7)

The names are imported when they are first used, so that ``import treeexplorer`` costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

__all__ = [
    "AddressError", "Check", "CheckedClaim", "Contender", "CourseFileError", "CutOff",
    "Exercise", "FileError", "Game", "GameCheck", "GameError", "GameTree", "Grade",
    "HorizonError", "Moment", "NoEstimateError", "NodeAtStep", "NotationError", "Order",
    "OrderError", "PageError", "Piece", "Player", "PositionError", "Pruned", "Range", "Reason",
    "Rules", "RulesError", "SearchRecord", "Step", "TreeexplorerError",
    "UnknownAnswer", "UnknownNodeError", "UnknownReachedError", "UnknownsError", "Verification",
    "VerificationError", "WrongKeyError", "check", "check_game", "compare", "from_nested",
    "game_tree", "generate", "grade", "load", "load_all", "parse", "parse_all",
    "search", "unknowns", "verify", "write", "write_all",
]  # fmt: skip

if TYPE_CHECKING:
    from treeexplorer.drawing.page import PageError
    from treeexplorer.engine.ordered_tree import HorizonError
    from treeexplorer.errors import TreeexplorerError
    from treeexplorer.exercises.check import Check
    from treeexplorer.exercises.generate import Order, OrderError, Range
    from treeexplorer.exercises.grade import Grade, WrongKeyError
    from treeexplorer.exercises.unknowns import Piece, UnknownAnswer, UnknownsError
    from treeexplorer.exercises.verify import Verification, VerificationError, verify
    from treeexplorer.explain.comparing import Contender
    from treeexplorer.explain.judged import CheckedClaim
    from treeexplorer.explain.sentences import UnknownReachedError
    from treeexplorer.files import FileError
    from treeexplorer.games.checking import GameCheck, check_game
    from treeexplorer.games.protocol import Game, GameError, NoEstimateError, PositionError
    from treeexplorer.library import (
        CutOff,
        Exercise,
        Moment,
        NodeAtStep,
        Pruned,
        Reason,
        SearchRecord,
        Step,
        UnknownNodeError,
        check,
        compare,
        from_nested,
        game_tree,
        generate,
        grade,
        load,
        load_all,
        parse,
        parse_all,
        search,
        unknowns,
    )
    from treeexplorer.notation import NotationError, write, write_all
    from treeexplorer.rules import CourseFileError, Rules, RulesError
    from treeexplorer.tree import AddressError, GameTree, Player
else:
    # Typing tools look at the imports above alone, so that they find a name that is misspelt.
    _HOMES = {
        "treeexplorer.drawing.page": "PageError",
        "treeexplorer.engine.ordered_tree": "HorizonError",
        "treeexplorer.errors": "TreeexplorerError",
        "treeexplorer.exercises.check": "Check",
        "treeexplorer.explain.judged": "CheckedClaim",
        "treeexplorer.explain.sentences": "UnknownReachedError",
        "treeexplorer.exercises.generate": "Order OrderError Range",
        "treeexplorer.exercises.grade": "Grade WrongKeyError",
        "treeexplorer.exercises.unknowns": "Piece UnknownAnswer UnknownsError",
        "treeexplorer.exercises.verify": "Verification VerificationError verify",
        "treeexplorer.explain.comparing": "Contender",
        "treeexplorer.files": "FileError",
        "treeexplorer.games.checking": "GameCheck check_game",
        "treeexplorer.games.protocol": "Game GameError NoEstimateError PositionError",
        "treeexplorer.library": (
            "CutOff Exercise Moment NodeAtStep Pruned Reason SearchRecord "
            "Step UnknownNodeError check compare from_nested game_tree generate grade load "
            "load_all parse parse_all search unknowns"
        ),
        "treeexplorer.notation": "NotationError write write_all",
        "treeexplorer.rules": "CourseFileError Rules RulesError",
        "treeexplorer.tree": "AddressError GameTree Player",
    }
    _HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

    def __getattr__(name: str) -> object:
        """Import a public name from the module it lives in."""
        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(importlib.import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return __all__
