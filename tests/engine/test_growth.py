"""How many leaves are read on uniform trees: the theory holds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import examples
from treeexplorer.engine import search
from treeexplorer.engine.growth import build_uniform_tree, format_growth_table, growth
from treeexplorer.errors import TreeexplorerError

SIZES = st.tuples(st.integers(2, 4), st.integers(1, 5))


def minimal_leaves(branching: int, depth: int) -> int:
    """Return b^⌈d/2⌉ + b^⌊d/2⌋ − 1, the leaves of the minimal tree (Knuth & Moore 1975)."""
    return int(branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1)


@examples(20)
@given(SIZES)
def test_the_best_order_reads_the_minimal_tree_and_the_worst_everything(
    size: tuple[int, int],
) -> None:
    branching, depth = size
    best = search(build_uniform_tree(branching, depth, "best"))
    worst = search(build_uniform_tree(branching, depth, "worst"))
    assert best.evaluations == minimal_leaves(branching, depth)
    assert worst.evaluations == branching**depth
    assert best.root_value == worst.root_value


@examples(20)
@given(SIZES, st.integers(0, 100))
def test_a_uniform_tree_is_uniform_and_its_leaves_differ(size: tuple[int, int], seed: int) -> None:
    branching, depth = size
    tree = build_uniform_tree(branching, depth, "random", seed)
    leaves = [node for node in range(len(tree)) if tree.is_leaf(node)]
    assert {tree.ply[leaf] for leaf in leaves} == {depth}
    assert {tree.leaf_value(leaf) for leaf in leaves} == set(range(branching**depth))
    assert all(
        len(list(tree.children(node))) == branching
        for node in range(len(tree))
        if not tree.is_leaf(node)
    )
    assert minimal_leaves(branching, depth) <= search(tree).evaluations <= branching**depth


def test_random_order_lies_between_the_best_and_the_worst() -> None:
    for branching in (2, 3):
        for row in growth(branching, range(1, 7)):
            assert row.best == minimal_leaves(branching, row.depth)
            assert row.worst == row.minimax == branching**row.depth == round(row.root**2)
            assert row.best <= row.random <= row.worst
    # On two plies the last of four leaves is skipped if the third is the smallest of the first 3.
    (row,) = growth(2, [2])
    assert abs(row.random - (4 - 1 / 3)) < 0.25


@pytest.mark.parametrize("size", [(10, 6), (2, 1000)])
def test_too_large_trees_are_refused_before_anything_is_built(size: tuple[int, int]) -> None:
    with pytest.raises(TreeexplorerError, match="leaves are too many; there can be 100,000"):
        growth(size[0], [size[1]])


def test_the_table_has_a_row_a_depth() -> None:
    lines = format_growth_table(3, growth(3, [1, 4])).splitlines()
    assert lines[1] == "Random order is the mean of up to 50 trees; the others are exact."
    assert lines[4].split() == ["1", "3", "3", "3.0", "3", "1.7"]
    assert lines[5].split()[:3] == ["4", "81", "81"]
    assert lines[5].split()[4:] == ["17", "9.0"]
