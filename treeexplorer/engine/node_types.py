"""PV, CUT and ALL nodes: what a node's place says it should be, and what a search made of it.

Source: Knuth & Moore 1975 (types 1, 2 and 3); Marsland & Popowich 1985 for the names.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from treeexplorer.engine.ordered import OrderedTree
from treeexplorer.engine.record import Record
from treeexplorer.rules import Rules
from treeexplorer.tree import MAX_ROLE, GameTree

NodeType: TypeAlias = Literal["pv", "cut", "all"]


def expected_types(tree: GameTree, rules: Rules) -> dict[int, NodeType]:
    """Return the type that each critical node has by its position in the order of the search.

    The root and every first child of a PV node are PV nodes, the other children of a PV node and
    the children of an ALL node are CUT nodes, and the first child of a CUT node is an ALL node.
    The others are not critical: with the best order they are not visited.
    """
    ordered = OrderedTree(tree, rules)
    types: dict[int, NodeType] = {0: "pv"}
    pending: list[tuple[int, NodeType]] = [(0, "pv")]
    while pending:
        rank, kind = pending.pop()
        child, first = rank + 1, True
        while child < ordered.end[rank]:
            below: NodeType = "cut"
            if first and kind != "all":
                below = "pv" if kind == "pv" else "all"
            types[ordered.node(child)] = below
            pending.append((child, below))
            if kind == "cut":
                break
            child, first = ordered.end[child], False
    return types


def found_types(record: Record) -> dict[int, NodeType]:
    """Return the type that each visited node turned out to have.

    A PV node's value lies inside its window; a CUT node's passes its opponent's bound; at an ALL
    node every child stays short of its own.
    """
    types: dict[int, NodeType] = {}
    for row in range(len(record.nodes)):
        node, value = record.node(row), record.value(row)
        if value is None or record.is_leaf_call(row):
            continue
        alpha, beta = record.entry(row)
        at_max = record.tree.roles[node] == MAX_ROLE
        if value >= beta:
            types[node] = "cut" if at_max else "all"
        elif value <= alpha:
            types[node] = "all" if at_max else "cut"
        else:
            types[node] = "pv"
    return types
