"""What nodes and lists of nodes are called in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from treeexplorer.engine.record import Record
from treeexplorer.numbers import shown
from treeexplorer.text import capitalised
from treeexplorer.tree import GameTree, Player

_ORDINALS: Final = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)
_LONGEST_LIST: Final = 5
_LONGEST_ADDRESS: Final = 24


def ordinal(position: int) -> str:
    """Return a position from 1 in words: ``first``, ``tenth``, ``21st``."""
    if position <= len(_ORDINALS):
        return _ORDINALS[position - 1]
    ending = "th" if position // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(position % 10)
    return f"{position}{ending or 'th'}"


def _tree_of(record_or_tree: Record | GameTree) -> GameTree:
    return record_or_tree.tree if isinstance(record_or_tree, Record) else record_or_tree


def label(record_or_tree: Record | GameTree, node: int) -> str:
    """Return what a node is called in a sentence, in time that hardly depends on the tree.

    A named node is its player's sign and its name (``▲b``; a leaf its name alone), the root
    without a name is ``the root``. Any other is told by its nearest named ancestor, up to two
    plies above it (``a's first child``), and further down by its address with the player's sign.
    """
    tree = _tree_of(record_or_tree)
    named = _own_name(tree, node)
    if named is not None:
        return named
    parent = tree.parent[node]
    place = ordinal(tree.position(node))
    owner = _bare_name(tree, parent)
    if owner is not None:
        return f"{owner}'s {place} child"
    grandparent = tree.parent[parent]
    owner = _bare_name(tree, grandparent)
    if owner is not None:
        return f"the {place} child of {owner}'s {ordinal(tree.position(parent))} child"
    player = tree.player(node)
    return f"{player.sign if player else 'the leaf'} at {short_address(tree, node)}"


def _own_name(tree: GameTree, node: int) -> str | None:
    name = tree.names.get(node)
    if name is not None:
        player = tree.player(node)
        return f"{player.sign}{name}" if player else name
    return "the root" if tree.parent[node] < 0 else None


def _bare_name(tree: GameTree, node: int) -> str | None:
    return tree.names.get(node) or ("the root" if tree.parent[node] < 0 else None)


def short_address(tree: GameTree, node: int) -> str:
    """Return a node's address, the middle of a very long one left out."""
    ply = tree.ply[node]
    if ply <= _LONGEST_ADDRESS:
        return tree.address(node)
    kept = [*range(1, 4), *range(ply - 5, ply + 1)]
    parts = [str(tree.position(tree.ancestor_at(node, level))) for level in kept]
    return f"{'.'.join(parts[:3])}.….{'.'.join(parts[3:])} (ply {ply})"


def child_label(record_or_tree: Record | GameTree, child: int) -> str:
    """Return what a child is called right after its parent: ``▽B`` or ``its first child``."""
    tree = _tree_of(record_or_tree)
    named = _own_name(tree, child)
    return named or f"its {ordinal(tree.position(child))} child"


def starting(text: str) -> str:
    """Return a text with a capital where its first word is ours, not a name."""
    return capitalised(text) if text.startswith(("the ", "its ")) else text


def player_word(player: Player | None) -> str:
    """Return the player's name in capitals, as courses write it."""
    return player.value.upper() if player else "nobody"


def leaf_text(record: Record, node: int) -> str:
    """Return a child in a list: a leaf by its number (or its unknown's word), else its label."""
    tree = record.tree
    value = record.leaf_value(node) if tree.is_leaf(node) else None
    if value is not None:
        return shown(value)
    return tree.unknowns.get(node) or "?" if tree.is_leaf(node) else label(tree, node)


def listed(items: Sequence[str], more: int = 0, *, last: str = ", ") -> str:
    """Return items as a list in words, with what is left out counted."""
    if more:
        return f"{', '.join(items)} and {more} more"
    if last != ", " and len(items) > 1:
        return f"{', '.join(items[:-1])}{last}{items[-1]}"
    return ", ".join(items)


def children_text(record: Record, children: Sequence[int], *, last: str = ", ") -> str:
    """Return a list of siblings for a sentence; a long one is shortened and counted."""
    count = len(children)
    room = count if count <= _LONGEST_LIST else _LONGEST_LIST - 1
    return listed([leaf_text(record, child) for child in children[:room]], count - room, last=last)


def elided_text(record: Record, node: int) -> str:
    """Return the words for a node's children that are not drawn."""
    return f"… (moves of {label(record, node)} that are not drawn)"
