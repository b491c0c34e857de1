"""Trees to draw, as Hypothesis strategies."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from treeexplorer.tree import GameTree, TreeBuilder

shapes = st.recursive(
    st.integers(-120, 1200),
    lambda inner: st.lists(inner, min_size=1, max_size=5),
    max_leaves=40,
)
names = st.sampled_from([None, None, None, "a", "left child", "日本", "é"])


@st.composite
def trees(draw: st.DrawFn) -> GameTree:
    """Return an irregular tree with some names, wide ones among them, and some ``...``."""
    builder = TreeBuilder()
    closing = object()
    pending: list[Any] = [draw(shapes)]
    while pending:
        item = pending.pop()
        if item is closing:
            node = builder.close()
            if draw(st.integers(0, 5)) == 0:
                builder.elided.add(node)
        elif isinstance(item, list):
            builder.open(draw(names))
            pending.append(closing)
            pending.extend(reversed(item))
        else:
            builder.leaf(item, draw(names))
    return builder.tree()


@st.composite
def foldings(draw: st.DrawFn, tree: GameTree) -> list[int]:
    """Return some nodes to fold."""
    return draw(st.lists(st.integers(0, len(tree) - 1), max_size=3))
