"""What a wrong slash overlooks is proven with as few leaves as possible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.random_records import INF
from tests.engine.random_trees import trees
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.engine import Rules, search
from treeexplorer.engine.intervals import minimax_value
from treeexplorer.judging.refutation import refutation
from treeexplorer.marking.check import check
from treeexplorer.notation import parse
from treeexplorer.rules import AlgorithmName
from treeexplorer.tree import GameTree, Number

FAR = 10**13


def hidden_leaves(tree: GameTree, node: int, depth: int | None) -> list[int]:
    """Return the leaves and estimates below a node that a search of a depth can come to."""
    nodes = range(node, tree.end[node])
    if depth is None:
        return [each for each in nodes if tree.is_leaf(each)]
    leaves = [each for each in nodes if tree.is_leaf(each) and tree.ply[each] <= depth]
    estimates = [each for each in nodes if not tree.is_leaf(each) and tree.ply[each] == depth]
    return sorted(leaves + estimates)


def turned(tree: GameTree, changes: Mapping[int, Number]) -> GameTree:
    """Return a tree with other numbers at some leaves and estimates."""
    leaves = {node: number for node, number in changes.items() if tree.is_leaf(node)}
    estimates = {node: number for node, number in changes.items() if not tree.is_leaf(node)}
    return replace(tree.with_values(leaves), estimates={**tree.estimates, **estimates})


def moves_root(
    tree: GameTree, leaves: tuple[int, ...], before: Number, depth: int | None, *ends: Number
) -> bool:
    """Tell whether any values of some leaves move the root: the extreme ones decide it."""
    changes = [dict.fromkeys(leaves, end) for end in ends]
    values = (minimax_value(turned(tree, changed), depth) for changed in changes)
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
    found = refutation(search(tree), [tree.find(node)])
    if value is None:
        assert found is None
        return
    assert found is not None
    assert {tree.address(leaf): number for leaf, number in found.changes.items()} == changes
    assert (found.value, minimax_value(tree)) == (value, before)


def test_an_estimate_at_the_depth_limit_is_a_leaf_and_what_is_below_it_is_none() -> None:
    exercise = parse("[3 /~2[9 9]]")
    rules = Rules(depth=1)
    assert refutation(search(exercise.tree, rules), [2]) == ({2: 4}, 4)
    (overlooked,) = check(exercise, rules).overlooked
    assert str(overlooked.words) == (
        "▽A: with ▽A estimated at 4 the root would be worth 4, not 3, and nobody would have looked."
    )


@pytest.mark.parametrize(
    ("highest", "value"), [(10, 4), (3.5, 3.5), (3, None)], ids=["room", "less than one", "none"]
)
def test_no_value_beyond_the_known_range_is_named(highest: Number, value: Number | None) -> None:
    record = search(tree_of("[[3 3] [3 2]]"), Rules(range=(0, highest)))
    found = refutation(record, [4])
    if value is None:
        assert found is None
    else:
        assert found == ({5: value, 6: value}, value)


@examples(120)
@given(trees(elided=True) | trees(chance=True), st.data())
def test_a_refutation_is_true_and_smallest_and_missing_only_where_none_exists(
    tree: GameTree, data: st.DataObject
) -> None:
    node = data.draw(st.integers(0, len(tree) - 1))
    depth = data.draw(st.sampled_from([None, None, 1, 2]))
    before = minimax_value(tree, depth)
    algorithm: AlgorithmName = "expectimax" if tree.has_chance else "alphabeta"
    record = search(tree, Rules(algorithm=algorithm, depth=depth, levels=tree.levels))
    found = refutation(record, [node])
    if before is None:
        assert found is None
        return
    leaves = hidden_leaves(tree, node, depth)
    size = len(leaves) + 1 if found is None else len(found.changes)
    if found is not None:
        assert set(found.changes) <= set(leaves)
        assert found.value != before
        assert minimax_value(turned(tree, found.changes), depth) == found.value
        if tree.has_chance and 2 ** len(leaves) > 400:
            way = 1 if found.value > before else -1
            for some in combinations(found.changes, len(found.changes) - 1):
                assert not moves_root(tree, some, before, depth, way * FAR)
            return
    for smaller in range(1, min(size, 4)):
        for some in combinations(leaves, smaller):
            assert not moves_root(tree, some, before, depth, FAR, -FAR)
