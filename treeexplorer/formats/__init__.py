"""Other people's trees: one door for every text that holds one, writers, traces as tables.

:mod:`door` asks the notation first, then :mod:`other_syntaxes` the rows of :mod:`syntaxes`, each of
which reads a text into the plain model (:mod:`model`); :mod:`documents` finds the trees in it, and
:mod:`shapes` says what a node is. :mod:`writing` is the way out.
"""

from treeexplorer.formats.door import ReadTrees, load_trees, read_notation, read_trees

__all__ = ["ReadTrees", "load_trees", "read_notation", "read_trees"]
