"""The position of the node looked at, where the tree is a game's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.ink import Ink
from treeexplorer.terminal.styled import Styled

if TYPE_CHECKING:
    from treeexplorer.terminal.sources import Source
    from treeexplorer.tree import GameTree


def position(source: Source | None, tree: GameTree, node: int, ink: Ink) -> list[Styled]:
    """Return the drawing of a node's position; nothing where the tree is no game's.

    A game's tree can be edited, and then a node need not be a position any more.
    """
    if source is None or source.picture is None:
        return []
    try:
        drawn = source.picture(tree, node)
    except ValueError:
        return [ink.line((" no position of the game: the tree was changed", styles.QUIET))]
    return [ink.line(f" {line}") for line in drawn]
