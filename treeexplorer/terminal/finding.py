"""Finding nodes by what a person remembers of them: a label, a place, a value, a name."""

from __future__ import annotations

import math
from contextlib import suppress

from treeexplorer.numbers import shown, written
from treeexplorer.tree import GameTree


def matches(tree: GameTree, sought: str) -> list[int]:
    """Return the nodes that fit, ascending: a value, a label or address, part of a name.

    The first of these kinds that fits any node decides. Time linear in the size of the tree.
    """
    sought = sought.strip()
    found = _with_value(tree, sought.replace("−", "-").replace("∞", "inf").removeprefix("="))
    if found or not sought:
        return found
    with suppress(ValueError):
        return [tree.labels.find(sought)]
    wanted = sought.casefold()
    unknown = [node for node, word in tree.unknowns.items() if word == sought]
    parts = [node for node, name in tree.names.items() if wanted in name.casefold()]
    return sorted({*unknown, *parts})


def _with_value(tree: GameTree, wanted: str) -> list[int]:
    try:
        number = float(wanted)
    except ValueError:
        return []
    found = []
    for node, value in enumerate(tree.value):
        if (value == number or math.isinf(value)) and tree.is_leaf(node):
            own = tree.leaf_value(node)
            if own is not None and (own == number or wanted in {written(own), shown(own)}):
                found.append(node)
    return found
