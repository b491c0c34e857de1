"""How a tree is searched, and what that leaves behind."""

from treeexplorer.search.alphabeta import begin, search
from treeexplorer.search.cutoffs import CutOff, Witness, cut_offs
from treeexplorer.search.intervals import Interval, Intervals, bound_of
from treeexplorer.search.ordered import HorizonError
from treeexplorer.search.record import NodeState, Record, Status, Step, StepKind
from treeexplorer.search.results import Result, result_of
from treeexplorer.search.rules import ResolvedRules, Rules, RulesError, resolve

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
