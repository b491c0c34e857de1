"""How a tree is searched, and what that leaves behind.

- What is asked: :mod:`rules`, as a table to choose from in :mod:`choices`, from a course file in
  :mod:`course`.
- Searching: :mod:`algorithms` is the table of all searches and the door to them. :mod:`ordered` is
  the tree as a search meets it, :mod:`alphabeta` the loop that records itself; :mod:`calls` runs
  the procedures of :mod:`plain`, :mod:`scouting`, :mod:`mtdf` and :mod:`chance`.
- What is left behind: :mod:`record` answers what any node looks like at any of the :mod:`steps`;
  :mod:`reentrant` is the record of a search that enters nodes several times.
- What follows from a record: :mod:`intervals` (what is proven), :mod:`cutoffs`, :mod:`results`,
  :mod:`node_types`.
- Several searches: :mod:`comparing`, :mod:`differences`, :mod:`alignment`, :mod:`elsewhere`,
  :mod:`ordering`.
- In words: :mod:`explain` (every step), :mod:`why` (a node), :mod:`forms` (the printed listings),
  with :mod:`labels` for what a node is called.
"""

from treeexplorer.engine.algorithms import Algorithm, algorithm_of, begin, search
from treeexplorer.engine.cutoffs import CutOff, Witness, cut_offs
from treeexplorer.engine.intervals import Interval, Intervals, bound_of
from treeexplorer.engine.ordered import HorizonError
from treeexplorer.engine.record import NodeState, Record, Status, Step, StepKind
from treeexplorer.engine.results import Result, result_of
from treeexplorer.rules import ResolvedRules, Rules, RulesError, resolve

__all__ = [
    "Algorithm",
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
    "algorithm_of",
    "begin",
    "bound_of",
    "cut_offs",
    "resolve",
    "result_of",
    "search",
]
