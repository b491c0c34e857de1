"""The same tree with the children of its nodes in another order."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from treeexplorer.tree import GameTree

Item = TypeVar("Item")


def reordered(tree: GameTree, order: Mapping[int, Sequence[int]]) -> GameTree:
    """Return a tree with the children of some nodes in another order, everything else with them.

    Args:
        tree: The tree.
        order: The children of each node whose children move, in their new order.
    """
    sequence = array("i")
    pending = [0]
    while pending:
        node = pending.pop()
        sequence.append(node)
        children = order.get(node)
        pending.extend(reversed(children if children is not None else tree.child_column(node)))
    place = array("i", bytes(4 * len(tree)))
    for new, old in enumerate(sequence):
        place[old] = new

    def moved(items: Mapping[int, Item]) -> dict[int, Item]:
        return {place[node]: item for node, item in items.items()}

    def moved_set(nodes: Iterable[int]) -> frozenset[int]:
        return frozenset(place[node] for node in nodes)

    return replace(
        tree,
        parent=array("i", (place[p] if (p := tree.parent[old]) >= 0 else -1 for old in sequence)),
        end=array("i", (place[old] + tree.end[old] - old for old in sequence)),
        ply=array("i", (tree.ply[old] for old in sequence)),
        value=array("d", (tree.value[old] for old in sequence)),
        kind=bytes(tree.kind[old] for old in sequence),
        exact=moved(tree.exact),
        names=moved(tree.names),
        players=moved(tree.players),
        probabilities=moved(tree.probabilities),
        elided=moved_set(tree.elided),
        estimates=moved(tree.estimates),
        unknowns=moved(tree.unknowns),
    )
