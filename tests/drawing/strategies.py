"""Trees to draw, as Hypothesis strategies."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.formats.trees import game_trees
from treeexplorer.tree import GameTree, from_nested

shapes = st.recursive(
    st.integers(-120, 1200),
    lambda inner: st.lists(inner, min_size=1, max_size=5),
    max_leaves=40,
)


def trees() -> st.SearchStrategy[GameTree]:
    """Return wide trees, and trees with names, players, chance nodes and undrawn children."""
    return st.one_of(shapes.map(from_nested), game_trees(unknowns=False))
