"""What the door makes of a text, as the tests of the syntaxes ask for it."""

from __future__ import annotations

import re

import pytest

from treeexplorer.formats.door import read_trees
from treeexplorer.notation import NotationError, Problem, write


def opened(text: str, file: str = "given") -> tuple[str, str]:
    """Return the name of the syntax that took a text, and its trees in the notation on one line."""
    found = read_trees(text, file=file)
    name = re.match(r"read as (.*?): ", found.read_as)
    trees = "; ".join(" ".join(write(each).split()) for each in found.exercises)
    return "the notation" if name is None else name[1], trees


def left_out(text: str) -> str:
    """Return what the door says that it left out."""
    _, _, listed = read_trees(text, file="given").read_as.partition("left out: ")
    return listed


def refused(text: str, file: str = "given") -> Problem:
    """Return the first problem of a text that is refused."""
    with pytest.raises(NotationError) as error:
        read_trees(text, file=file)
    return error.value.problems[0]
