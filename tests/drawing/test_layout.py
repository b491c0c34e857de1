"""The places of the nodes: nothing overlaps, parents stand in the middle."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.drawing.places import chain
from tests.drawing.strategies import foldings, trees
from treeexplorer.drawing.layout import Layout, lay_out
from treeexplorer.drawing.runs import Detail, Look
from treeexplorer.tree import GameTree, from_nested

LAWS = settings(max_examples=60, deadline=None)
details = st.sampled_from(Detail)


def neighbours(layout: Layout) -> list[tuple[int, int]]:
    return [pair for row in layout.items.plies for pair in pairwise(row)]


@LAWS
@given(st.data(), trees(), details, st.booleans())
def test_texts_of_a_ply_never_overlap(
    data: st.DataObject, tree: GameTree, detail: Detail, ascii_only: bool
) -> None:
    folded = data.draw(foldings(tree))
    layout = lay_out(tree, Look(ascii=ascii_only), detail, folded)
    for one, following in neighbours(layout):
        assert layout.right_of(one) + layout.gap < layout.left_of(following)


@LAWS
@given(trees(), details)
def test_a_parent_stands_in_the_middle_of_its_children(tree: GameTree, detail: Detail) -> None:
    layout = lay_out(tree, detail=detail)
    for item in range(len(layout.items)):
        if not layout.items.is_leaf(item):
            low, high = layout.children(item)
            row = layout.items.plies[layout.items.ply[item] + 1]
            outer = layout.columns[row[low]], layout.columns[row[high - 1]]
            assert abs(layout.columns[item] - sum(outer) // 2) <= 1


@LAWS
@given(trees(), details)
def test_every_text_lies_within_the_width(tree: GameTree, detail: Detail) -> None:
    layout = lay_out(tree, detail=detail)
    items = range(len(layout.items))
    assert min(map(layout.left_of, items)) == 1
    assert max(map(layout.right_of, items)) == layout.width - 2


@LAWS
@given(st.data(), trees())
def test_a_folded_subtree_is_one_item(data: st.DataObject, tree: GameTree) -> None:
    folded = data.draw(foldings(tree))
    items = lay_out(tree, folded=folded).items
    for node in range(len(tree)):
        hiding = [above for above in tree.ancestors(node) if above in items.folded]
        shown = items.node(items.item(node))
        assert shown == (hiding[-1] if hiding else node)


@LAWS
@given(trees())
def test_the_same_shape_is_drawn_the_same_wherever_it_stands(tree: GameTree) -> None:
    nested = [[1, [2, 3]], 4, [1, [2, 3]]]
    layout = lay_out(from_nested(nested))
    first, second = 1, 7
    shift = layout.columns[second] - layout.columns[first]
    for offset in range(5):
        assert layout.columns[second + offset] - layout.columns[first + offset] == shift


def test_small_subtrees_are_spread_evenly_between_large_ones() -> None:
    layout = lay_out(from_nested([[1, 2, 3, 4, 5], 6, 7, [1, 2, 3, 4, 5]]))
    children = [layout.columns[node] for node in layout.tree.children(0)]
    gaps = [after - before for before, after in pairwise(children)]
    assert max(gaps) - min(gaps) <= 2


def test_the_richest_detail_that_fits_is_chosen() -> None:
    tree = from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    spacious = lay_out(tree, room=(160, 50))
    usual = lay_out(tree, room=(48, 12))
    narrow = lay_out(tree, room=(30, 6))
    assert [spacious.detail, usual.detail, narrow.detail] == [
        Detail.WINDOW,
        Detail.NAMED,
        Detail.VALUE,
    ]
    assert narrow.width <= 30


def test_a_tree_that_fits_is_given_air() -> None:
    tree = from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert lay_out(tree, room=(90, 20)).gap > lay_out(tree, room=(46, 20)).gap


@pytest.mark.parametrize(
    "tree",
    [chain(100_000), from_nested(list(range(100_000)))],
    ids=["a chain 100,000 deep", "a flat node with 100,000 leaves"],
)
def test_extreme_trees_have_places(tree: GameTree) -> None:
    layout = lay_out(tree)
    assert len(layout.columns) == 100_001
    for one, following in neighbours(layout):
        assert layout.columns[one] < layout.columns[following]


def test_large_trees_are_put_into_slots_without_overlap() -> None:
    tree = from_nested([[[value * 7 % 1000 for value in range(30)] for _ in range(20)]] * 20)
    layout = lay_out(tree)
    assert isinstance(layout.left, int)
    for one, following in neighbours(layout):
        assert layout.right_of(one) < layout.left_of(following)


def test_what_stands_at_a_place_is_found() -> None:
    tree = from_nested([[3, 12, 8], [2, 4, 6]])
    layout = lay_out(tree)
    for node in range(len(tree)):
        assert layout.node_at(*layout.place(node)) == node
    column, line = layout.place(0)
    assert layout.node_at(column, line + 2) is None
