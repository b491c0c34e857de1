"""Columns that are made all at once say what every node says by itself."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.laws import examples
from treeexplorer.tree import LEAF_ROLE, GameTree, Player, from_nested

LEAVES = st.one_of(
    st.integers(-9, 9), st.integers(2**53, 2**60), st.floats(allow_nan=False, width=16)
)
NESTED = st.recursive(st.integers(-9, 9), lambda inner: st.lists(inner, min_size=1, max_size=4))
MIXED = st.recursive(LEAVES, lambda inner: st.lists(inner, min_size=1, max_size=4))
LEVELS = st.lists(st.sampled_from(list(Player)), min_size=1, max_size=4)


def check(tree: GameTree) -> None:
    nodes = range(len(tree))
    assert tree.leaf_values == [tree.leaf_value(node) for node in nodes]
    assert list(map(type, tree.leaf_values)) == [type(tree.leaf_value(node)) for node in nodes]
    for node in nodes:
        level = tree.levels[tree.ply[node] % len(tree.levels)]
        assert tree.roles[node] == (LEAF_ROLE if tree.is_leaf(node) else level.role)


@examples(100)
@given(st.one_of(NESTED, MIXED), LEVELS)
def test_values_and_roles_agree_with_each_node(nested: object, levels: list[Player]) -> None:
    check(from_nested(nested, levels))


def test_a_chain_deeper_than_a_byte_counts_has_its_roles_too() -> None:
    nested: object = 5
    for _ in range(700):
        nested = [nested]
    check(from_nested(nested, [Player.MIN, Player.MAX, Player.MAX]))
