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

__version__ = "0.3.0"

__all__ = [
    "AddressError", "AnswerSheet", "Check", "CheckedClaim", "ChoiceError", "Claim", "Condition",
    "Contender", "Cost", "CourseFileError", "CutFor", "CutOff", "Directives", "Exercise",
    "FileError", "Game", "GameCheck", "GameError", "GameTooLargeError", "Grade", "Growth",
    "HorizonError", "LatexError", "Linear", "LogComparison", "LogError", "Mark", "Marks", "Mistake",
    "Moment",
    "NoEstimateError", "NodeAtStep", "NotationError", "Order", "OrderError", "Ordering",
    "PageError", "Parting", "Piece", "Player", "PositionError", "PrintedForm", "Problem",
    "ProgramAnswer", "Pruned", "QuestionStatistics", "Range", "Reason", "Rules", "RulesError",
    "SearchRecord", "Sheet", "Step", "Tally", "TreeGrade", "TreeexplorerError", "Tried",
    "UnknownAnswer", "UnknownNodeError", "UnknownReachedError", "UnknownsError", "VariantError",
    "Verification", "VerificationError", "WrongKeyError", "check", "check_game",
    "class_statistics", "compare", "examples", "format", "from_nested", "game_tree", "generate",
    "generate_all", "grade", "growth", "load", "load_all", "order", "parse", "parse_all",
    "search", "sheet", "unknowns", "verify", "write", "write_all",
]  # fmt: skip

if TYPE_CHECKING:
    from treeexplorer.course.class_statistics import QuestionStatistics
    from treeexplorer.course.generate import Order, OrderError, Range
    from treeexplorer.course.grade import Cost, Marks
    from treeexplorer.course.key import WrongKeyError
    from treeexplorer.course.variants import VariantError
    from treeexplorer.course_file import CourseFileError
    from treeexplorer.drawing.choice_panel import ChoiceError
    from treeexplorer.drawing.latex import LatexError
    from treeexplorer.drawing.page import PageError
    from treeexplorer.engine.growth import Growth
    from treeexplorer.engine.ordered_tree import HorizonError
    from treeexplorer.errors import TreeexplorerError
    from treeexplorer.files import FileError
    from treeexplorer.games.checking import GameCheck, check_game
    from treeexplorer.games.growing import GameTooLargeError
    from treeexplorer.games.protocol import Game, GameError, NoEstimateError, PositionError
    from treeexplorer.judging.judge import Mark
    from treeexplorer.judging.unknowns import Linear, UnknownsError
    from treeexplorer.judging.waiting import UnknownReachedError
    from treeexplorer.library.checks import Check, CheckedClaim, Tally, check
    from treeexplorer.library.exercises import (
        Claim,
        Exercise,
        examples,
        format,  # noqa: A004 - what the command is called
        from_nested,
        load,
        load_all,
        parse,
        parse_all,
        write,
        write_all,
    )
    from treeexplorer.library.programs import (
        LogComparison,
        Tried,
        Verification,
        VerificationError,
        verify,
    )
    from treeexplorer.library.questions import (
        Contender,
        CutFor,
        Piece,
        UnknownAnswer,
        compare,
        unknowns,
    )
    from treeexplorer.library.records import AnswerSheet, SearchRecord, search
    from treeexplorer.library.steps import (
        CutOff,
        Moment,
        NodeAtStep,
        Parting,
        Pruned,
        Reason,
        Step,
        UnknownNodeError,
    )
    from treeexplorer.library.teaching import (
        Grade,
        Ordering,
        Sheet,
        TreeGrade,
        class_statistics,
        game_tree,
        generate,
        generate_all,
        grade,
        growth,
        order,
        sheet,
    )
    from treeexplorer.notation import Condition, Directives, NotationError, Problem
    from treeexplorer.programs.answers import ProgramAnswer
    from treeexplorer.programs.log_reading import LogError
    from treeexplorer.programs.mistakes import Mistake
    from treeexplorer.rules import PrintedForm, Rules, RulesError
    from treeexplorer.tree import AddressError, Player
else:
    # Typing tools look at the imports above alone, so that they find a name that is misspelt.
    _HOMES = {
        "treeexplorer.drawing.choice_panel": "ChoiceError",
        "treeexplorer.drawing.latex": "LatexError",
        "treeexplorer.drawing.page": "PageError",
        "treeexplorer.engine.ordered_tree": "HorizonError",
        "treeexplorer.errors": "TreeexplorerError",
        "treeexplorer.course.generate": "Order OrderError Range",
        "treeexplorer.course.class_statistics": "QuestionStatistics",
        "treeexplorer.course.grade": "Cost Marks",
        "treeexplorer.course.key": "WrongKeyError",
        "treeexplorer.course.variants": "VariantError",
        "treeexplorer.engine.growth": "Growth",
        "treeexplorer.programs.mistakes": "Mistake",
        "treeexplorer.judging.unknowns": "Linear UnknownsError",
        "treeexplorer.programs.answers": "ProgramAnswer",
        "treeexplorer.programs.log_reading": "LogError",
        "treeexplorer.judging.judge": "Mark",
        "treeexplorer.judging.waiting": "UnknownReachedError",
        "treeexplorer.files": "FileError",
        "treeexplorer.games.checking": "GameCheck check_game",
        "treeexplorer.games.growing": "GameTooLargeError",
        "treeexplorer.games.protocol": "Game GameError NoEstimateError PositionError",
        "treeexplorer.library.checks": "Check CheckedClaim Tally check",
        "treeexplorer.library.exercises": (
            "Claim Exercise examples format from_nested load load_all parse parse_all write "
            "write_all"
        ),
        "treeexplorer.library.programs": (
            "LogComparison Tried Verification VerificationError verify"
        ),
        "treeexplorer.library.questions": ("Contender CutFor Piece UnknownAnswer compare unknowns"),
        "treeexplorer.library.records": "AnswerSheet SearchRecord search",
        "treeexplorer.library.steps": (
            "CutOff Moment NodeAtStep Parting Pruned Reason Step UnknownNodeError"
        ),
        "treeexplorer.library.teaching": (
            "Grade Ordering Sheet TreeGrade class_statistics game_tree generate generate_all "
            "grade growth order sheet"
        ),
        "treeexplorer.notation": "Condition Directives NotationError Problem",
        "treeexplorer.course_file": "CourseFileError",
        "treeexplorer.rules": "PrintedForm Rules RulesError",
        "treeexplorer.tree": "AddressError Player",
    }
    _HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

    def __getattr__(name: str) -> object:
        """Import a public name from the module it lives in."""
        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(importlib.import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return __all__
