"""Writes a tree in the notation, canonically: read back, it is equal."""

from __future__ import annotations

from dataclasses import replace

from treeexplorer.notation.directives import write_directives
from treeexplorer.notation.layout import Layout
from treeexplorer.tree import DEFAULT_LEVELS, GameTree


def write(tree: GameTree) -> str:
    """Return a tree in the notation, with directives, claims and everything else in it.

    A node that fits in 80 columns stands on one line; another has its children on lines of their
    own, indented by two spaces. Linear in the size of the text.
    """
    directives = tree.directives
    if tree.levels != (directives.levels or DEFAULT_LEVELS):
        directives = replace(directives, levels=tree.levels)
    lines = write_directives(directives, nothing_cut=tree.claims.nothing_cut)
    return "\n".join([*lines, Layout(tree, {}).text()]) + "\n"
