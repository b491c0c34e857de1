"""How a tree is searched, and what that leaves behind."""

import sys
from types import ModuleType

from treeexplorer.search.cutoffs import CutOff, Witness, cut_offs
from treeexplorer.search.dispatch import begin, search
from treeexplorer.search.intervals import Interval, Intervals, bound_of
from treeexplorer.search.ordered import HorizonError
from treeexplorer.search.record import NodeState, Record, Status, Step, StepKind
from treeexplorer.search.results import Result, result_of
from treeexplorer.search.rules import ResolvedRules, Rules, RulesError, resolve
from treeexplorer.tree import GameTree

__all__ = [
    "CutOff",
    "HorizonError",
    "Interval",
    "Intervals",
    "NodeState",
    "Record",
    "ResolvedRules",
    "Result",
    "Rules",
    "RulesError",
    "Status",
    "Step",
    "StepKind",
    "Witness",
    "begin",
    "bound_of",
    "cut_offs",
    "resolve",
    "result_of",
    "search",
]


class _Room(ModuleType):
    """A room that can be called like the function it is named after.

    ``from treeexplorer import search`` finds this module once anything has imported it, and
    means the function.
    """

    def __call__(self, tree: GameTree, rules: Rules | None = None) -> Record:
        return search(tree, rules)


sys.modules[__name__].__class__ = _Room
