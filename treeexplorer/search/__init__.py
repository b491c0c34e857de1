"""How a tree is searched, and what that leaves behind.

- What is asked: :mod:`rules`, as a table to choose from in :mod:`choices`, from a course file in
  :mod:`course`.
- Searching: :mod:`dispatch` is the door. :mod:`ordered` is the tree as a search meets it,
  :mod:`alphabeta` the loop that records itself; :mod:`calls` runs the procedures of :mod:`plain`,
  :mod:`scouting`, :mod:`mtdf` and :mod:`chance`, and :mod:`sss` keeps its list of open nodes.
- What is left behind: :mod:`record` answers what any node looks like at any of the :mod:`steps`;
  :mod:`reentrant` is the record of a search that enters nodes several times.
- What follows from a record: :mod:`intervals` (what is proven), :mod:`cutoffs`, :mod:`results`,
  :mod:`queries`, :mod:`conditions`, :mod:`node_types`.
- Several searches: :mod:`comparing`, :mod:`differences`, :mod:`alignment`, :mod:`elsewhere`,
  :mod:`ordering`.
- In words: :mod:`explain` (every step), :mod:`why` (a node), :mod:`forms` (the printed listings),
  with :mod:`labels` for what a node is called.
"""

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
