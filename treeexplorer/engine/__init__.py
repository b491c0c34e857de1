"""How a tree is searched, and what that leaves behind.

- Searching: :mod:`algorithms` is the table of all searches and the door to them.
  :mod:`ordered_tree` is the tree as a search meets it; :mod:`heuristic_orders` are the orders by
  estimates and killer moves. :mod:`alphabeta` is the loop that records itself, :mod:`null_windows`
  are the searches that ask with null windows; :mod:`listings` has them all as they are printed.
- Searching otherwise: :mod:`procedure` is alpha-beta with hooks, :mod:`misconceptions` what people
  get wrong about it.
- What is left behind: :mod:`record` answers what any node looks like at any step.
- What follows from a record: :mod:`analysis`, with :mod:`intervals`, what is proven.
- Several searches: :mod:`best_order`.

What is said of all this stands in :mod:`treeexplorer.explain`.
"""

from treeexplorer.engine.algorithms import algorithm_of, begin, search
from treeexplorer.engine.analysis import CutOff, Witness, analysis_of
from treeexplorer.engine.intervals import Interval, classify_bound
from treeexplorer.engine.ordered_tree import HorizonError
from treeexplorer.engine.record import Record, Status, Step, StepKind
from treeexplorer.rules import ResolvedRules, Rules, RulesError

__all__ = [
    "CutOff", "HorizonError", "Interval", "Record",
    "ResolvedRules", "Rules", "RulesError", "Status", "Step", "StepKind", "Witness",
    "algorithm_of", "analysis_of", "begin", "classify_bound", "search",
]  # fmt: skip
