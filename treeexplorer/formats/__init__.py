"""Other people's trees: one door for every text that holds one, writers, traces as tables.

:mod:`door` asks the notation first and then the rows of :mod:`syntaxes`, each of which reads a text
into the plain model (:mod:`model`); :mod:`documents` finds the trees in it, and :mod:`shapes` says
what a node is. :mod:`writing` is the way out.
"""

from treeexplorer.formats.documents import tree_of_objects
from treeexplorer.formats.door import ReadTrees, load_trees, read_notation, read_trees
from treeexplorer.formats.writing import WRITERS, left_out

__all__ = [
    "WRITERS", "ReadTrees", "left_out", "load_trees", "read_notation", "read_trees",
    "tree_of_objects",
]  # fmt: skip
