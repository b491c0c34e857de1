"""What a tree is worth once its unread leaves and its undrawn children are filled in."""

from __future__ import annotations

from collections.abc import Mapping

from treeexplorer.tree import GameTree, Number, Player


def minimax(
    tree: GameTree, values: Mapping[int, Number], undrawn: Mapping[int, list[Number]]
) -> list[Number]:
    """Return every node's value, for some values of the leaves and of what is not drawn."""
    worth: list[Number] = [0] * len(tree)
    for node in reversed(range(len(tree))):
        if tree.is_leaf(node):
            worth[node] = values[node]
            continue
        below = [worth[child] for child in tree.children(node)] + undrawn.get(node, [])
        player = tree.player(node)
        if player is Player.CHANCE:
            children = tree.children(node)
            worth[node] = sum((tree.probability(child) or 0) * worth[child] for child in children)
        else:
            worth[node] = max(below) if player is Player.MAX else min(below)
    return worth
