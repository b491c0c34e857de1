"""What a text is read as, in the notation on one line a tree, for the tests of the formats."""

from __future__ import annotations

from treeexplorer.formats import ReadTrees, read_trees
from treeexplorer.notation import NotationError, Problem, write_all


def opened(text: str, file: str = "given") -> ReadTrees:
    return read_trees(text, file=file)


def notation(text: str, file: str = "given") -> str:
    """Return the trees of a text: ``[3 [4 5]]; [1 2]``."""
    trees = opened(text, file).exercises
    return "; ".join(" ".join(write_all([each]).split()) for each in trees)


def problem(text: str, file: str = "given") -> Problem:
    """Return the first thing that is wrong with a text that cannot be read."""
    try:
        read = notation(text, file)
    except NotationError as error:
        return error.problems[0]
    raise AssertionError(f"it is read as {read}")
