"""What ``import treeexplorer`` offers: exercises, their searches, and everything found in them.

Nodes are told by addresses (``root``, ``1``, ``3.2``), as in the JSON of the commands. Wherever a
node is asked for, its name or the letter of the drawing will do as well. No number of a node leaves
these modules: what the rooms below find is handed out in values of its own.

:mod:`.guards` says what an entry was given and what it wants. :mod:`.exercises` reads and writes
trees, :mod:`.records` searches them, :mod:`.checks` judges what is claimed, :mod:`.questions`
answers for every value of an unknown and under every convention, :mod:`.teaching` makes trees,
sheets and grades, and :mod:`.programs` tries somebody's own function.
"""
