"""Trees written in the notation, for tests that ask for nothing but the tree."""

from __future__ import annotations

from treeexplorer.notation import parse
from treeexplorer.tree import GameTree


def tree_of(text: str) -> GameTree:
    """Return the one tree of a text, without its claims and directives."""
    return parse(text).tree
