"""The game tree: immutable flat columns, in preorder."""

from __future__ import annotations

from treeexplorer.tree.building import GrowingTree, TreeBuilder, from_nested, shifted
from treeexplorer.tree.columns import AddressError, GameTree
from treeexplorer.tree.values import (
    CHANCE_ROLE,
    DECIMAL,
    DEFAULT_LEVELS,
    EXACT,
    FULL_WINDOW,
    INFINITY,
    INNER,
    INTEGER,
    LEAF_ROLE,
    MAX_ROLE,
    MIN_ROLE,
    NO_NODE,
    PLAYER_SPELLINGS,
    UNKNOWN,
    Levels,
    Number,
    Player,
    Window,
    classify_leaf_value,
    convert_to_leaf_number,
)

__all__ = [
    "CHANCE_ROLE",
    "DECIMAL",
    "DEFAULT_LEVELS",
    "EXACT",
    "FULL_WINDOW",
    "INFINITY",
    "INNER",
    "INTEGER",
    "LEAF_ROLE",
    "MAX_ROLE",
    "MIN_ROLE",
    "NO_NODE",
    "PLAYER_SPELLINGS",
    "UNKNOWN",
    "AddressError",
    "GameTree",
    "GrowingTree",
    "Levels",
    "Number",
    "Player",
    "TreeBuilder",
    "Window",
    "classify_leaf_value",
    "convert_to_leaf_number",
    "from_nested",
    "shifted",
]  # fmt: skip
