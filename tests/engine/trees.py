"""Trees for the tests of the searches, written as nested lists with names."""

from __future__ import annotations

from typing import Any

from treeexplorer.tree import DEFAULT_LEVELS, GameTree, Levels, TreeBuilder


def tree(nested: Any, levels: Levels = DEFAULT_LEVELS) -> GameTree:
    """Return the tree of nested lists; ``(name, node)`` names a node, ``...`` is elided.

    A string is an unknown leaf.
    """
    builder = TreeBuilder()
    builder.levels = levels
    pending: list[Any] = [nested]
    closing = object()
    while pending:
        item = pending.pop()
        name = None
        if isinstance(item, tuple):
            name, item = item
        if item is closing:
            builder.close()
        elif isinstance(item, list):
            node = builder.open(name)
            if item[-1] is ...:
                builder.elided.add(node)
                item = item[:-1]
            pending.append(closing)
            pending.extend(reversed(item))
        elif isinstance(item, str):
            builder.unknown(item, name)
        else:
            builder.leaf(item, name)
    return builder.tree()


AIMA = tree(("A", [("B", [3, 12, 8]), ("C", [2, 4, 6]), ("D", [14, 5, 2])]))
TIE = tree(("A", [("B", [3, 12, 8]), ("C", [3, 4, 6])]))
DEEP = tree([3, [("Y", [1, ("Z", [2, 5])])]])
ELIDED = tree([("a", [[1, 5, 6], ("b", [8, ...])]), ...])
