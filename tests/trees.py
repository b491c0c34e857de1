"""Trees written in the notation, for tests that ask for nothing but the tree."""

from __future__ import annotations

from treeexplorer.notation import parse
from treeexplorer.tree import GameTree


def tree_of(text: str) -> GameTree:
    """Return the one tree of a text, without its claims and directives."""
    return parse(text).tree


AIMA = tree_of("A:[B:[3 12 8] C:[2 4 6] D:[14 5 2]]")
TIE = tree_of("A:[B:[3 12 8] C:[3 4 6]]")
DEEP = tree_of("[3 [Y:[1 Z:[2 5]]]]")
ELIDED = tree_of("[a:[[1 5 6] b:[8 ...]] ...]")
