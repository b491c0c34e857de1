"""What a wrong slash overlooks is proven with as few leaves as possible."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.random_records import INF
from tests.engine.random_trees import trees
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.engine.intervals import minimax_value
from treeexplorer.judging.refutation import refutation
from treeexplorer.tree import GameTree, Number

FAR = 10**13


def hidden_leaves(tree: GameTree, node: int) -> list[int]:
    return [leaf for leaf in range(node, tree.end[node]) if tree.is_leaf(leaf)]


def moves_root(
    tree: GameTree, leaves: tuple[int, ...], before: Number, depth: int | None, *ways: int
) -> bool:
    """Tell whether any values of some leaves move the root: the extreme ones decide it."""
    changes = [dict.fromkeys(leaves, way * FAR) for way in ways or (1, -1)]
    values = (minimax_value(tree.with_values(changed), depth) for changed in changes)
    return any(value not in {None, before} for value in values)


@pytest.mark.parametrize(
    ("text", "node", "changes", "before", "value"),
    [
        ("[[3 12] [14 5 2]]", "2.3", {"2.3": 4}, 3, 4),
        ("[[2.5 12] [14 5 2]]", "2.3", {"2.3": 3}, 2.5, 3),
        ("[[3.5 12] [14 5]]", "2", {"2.2": 6}, 5, 6),
        ("@levels min max\n[[2.5 1] [9 7]]", "1.1", {"1.1": 3}, 2.5, 3),
        ("@levels min max\n[[4 3] [9 7]]", "2", {"2.1": 3, "2.2": 3}, 4, 3),
        ("[[-inf 12] [5 -inf]]", "2.2", {"2.2": 0}, -INF, 0),
        ("@levels min max\n[[inf 12] [5 inf]]", "2.2", {"2.2": 0}, INF, 5),
        ("[[3 12] [[1 1] [1 2]]]", "2", {"2.1.1": 4, "2.2.1": 4}, 3, 4),
        ("[[3 12] [2 4]]", "2.2", {}, 3, None),
        ("[[3 12] [2 4] chance[1 1]]", "2.2", {}, 3, None),
        ("@levels max chance min\n[[[3] [3]] [[0] [0 9]]]", "2.1", {"2.1.1": 14}, 3, 7),
    ],
)
def test_the_nearest_round_numbers_are_named(
    text: str, node: str, changes: dict[str, int], before: float, value: float | None
) -> None:
    tree = tree_of(text)
    found = refutation(tree, [tree.find(node)])
    if value is None:
        assert found is None
        return
    assert found is not None
    assert {tree.address(leaf): number for leaf, number in found.changes.items()} == changes
    assert (found.value, minimax_value(tree)) == (value, before)


@examples(120)
@given(trees(elided=True) | trees(chance=True), st.data())
def test_a_refutation_is_true_and_smallest_and_missing_only_where_none_exists(
    tree: GameTree, data: st.DataObject
) -> None:
    node = data.draw(st.integers(0, len(tree) - 1))
    depth = data.draw(st.sampled_from([None, None, 1, 2]))
    before = minimax_value(tree, depth)
    found = refutation(tree, [node], depth)
    if before is None:
        assert found is None
        return
    leaves = [
        leaf for leaf in hidden_leaves(tree, node) if depth is None or tree.ply[leaf] <= depth
    ]
    size = len(leaves) + 1 if found is None else len(found.changes)
    if found is not None:
        assert set(found.changes) <= set(leaves)
        assert found.value != before
        assert minimax_value(tree.with_values(found.changes), depth) == found.value
        if tree.has_chance and 2 ** len(leaves) > 400:
            for some in combinations(found.changes, len(found.changes) - 1):
                assert not moves_root(tree, some, before, depth, 1 if found.value > before else -1)
            return
    for smaller in range(1, min(size, 4)):
        for some in combinations(leaves, smaller):
            assert not moves_root(tree, some, before, depth)
