"""Finding nodes by what a person remembers of them: a name, an address, a value."""

from __future__ import annotations

from treeexplorer.numbers import shown, written
from treeexplorer.tree import GameTree


def matches(tree: GameTree, sought: str) -> list[int]:
    """Return the nodes that fit, ascending: an exact name, an address, a value, part of a name.

    The first of these kinds that fits any node decides. Time linear in the size of the tree.
    """
    sought = sought.strip()
    if not sought:
        return []
    exact = [node for node, name in tree.names.items() if name == sought]
    if exact:
        return sorted(exact)
    by_value = _with_value(tree, sought)
    if "." in sought or sought == "root" or not by_value:
        try:
            return [tree.find(sought)]
        except ValueError:
            pass
    if by_value:
        return by_value
    wanted = sought.casefold()
    unknown = [node for node, word in tree.unknowns.items() if word == sought]
    parts = [node for node, name in tree.names.items() if wanted in name.casefold()]
    return sorted({*unknown, *parts})


def _with_value(tree: GameTree, sought: str) -> list[int]:
    wanted = sought.replace("−", "-").replace("∞", "inf").removeprefix("=")
    try:
        number = float(wanted)
    except ValueError:
        return []
    found = []
    for node, value in enumerate(tree.value):
        if (value == number or value in (float("inf"), float("-inf"))) and tree.is_leaf(node):
            own = tree.leaf_value(node)
            if own is not None and (own == number or wanted in {written(own), shown(own)}):
                found.append(node)
    return found


def problem_with(tree: GameTree, sought: str) -> str:
    """Return why nothing is found, as a sentence; empty where something is."""
    if not sought.strip() or matches(tree, sought):
        return ""
    return f"nothing here is called “{sought.strip()}”, stands there or is worth that"
