"""Tidy placement: subtrees are as near to each other as they can be."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tests.drawing.strategies import trees
from tests.laws import examples
from treeexplorer.drawing.tidy import place_tidily
from treeexplorer.tree import GameTree


@examples(60)
@given(trees(), st.data())
def test_subtrees_are_as_near_as_they_can_be_and_never_nearer(
    tree: GameTree, data: st.DataObject
) -> None:
    reaches = st.lists(st.integers(0, 9), min_size=len(tree), max_size=len(tree))
    left, right = data.draw(reaches), data.draw(reaches)
    columns = place_tidily(tree.parent, left, right)

    def gap(one: int, other: int) -> int:
        """Return how many columns lie between two subtrees in the row where they are nearest."""
        ends: dict[int, int] = {}
        for node in range(one, tree.end[one]):
            end = columns[node] + right[node]
            ends[tree.ply[node]] = max(end, ends.get(tree.ply[node], end))
        return min(
            columns[node] - left[node] - ends[tree.ply[node]]
            for node in range(other, tree.end[other])
            if tree.ply[node] in ends
        )

    for node in range(len(tree)):
        children = list(tree.children(node))
        gaps = [gap(one, other) for one, other in combinations(children, 2)]
        assert all(each >= 1 for each in gaps)
        assert len(children) != 2 or gaps == [1]
