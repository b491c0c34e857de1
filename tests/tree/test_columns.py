"""What is asked of a tree's columns agrees with a walk over them."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.engine.random_trees import trees
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.tree import GameTree

WIDE = tree_of(f"[1 [{' '.join(f'[{leaf} 0]' for leaf in range(100))}] 2]")


def check_children(tree: GameTree) -> None:
    for node in range(len(tree)):
        children = list(tree.children(node))
        places = range(-1, len(children) + 3)
        expected = [None, None, *children, None, None]
        assert [tree.child_at(node, place) for place in places] == expected
        assert tree.child_count(node) == len(children) == len(tree.child_column(node))
        for place, child in enumerate(children, 1):
            assert list(tree.siblings_after(child)) == children[place:]


@examples(60)
@given(trees(elided=True, chance=True))
def test_each_node_but_the_root_is_a_child_of_its_parent(tree: GameTree) -> None:
    assert tree.is_root(0)
    assert tree.parent_of(0) is None
    children = {child: node for node in range(len(tree)) for child in tree.children(node)}
    for node in range(1, len(tree)):
        assert not tree.is_root(node)
        assert tree.parent_of(node) == children[node]


@examples(60)
@given(trees(elided=True, chance=True))
def test_a_child_is_found_by_its_position(tree: GameTree) -> None:
    check_children(tree)


def test_a_child_among_many_is_found_by_its_position() -> None:
    check_children(WIDE)


@pytest.mark.parametrize("node", [0, 2, len(WIDE) - 1])
def test_an_address_is_the_same_whichever_is_asked_for_first(node: int) -> None:
    tree = tree_of(f"[1 [{' '.join(f'[{leaf} 0]' for leaf in range(100))}] 2]")
    nodes = [node, *reversed(range(len(tree)))]
    assert list(map(tree.labels.full_address, nodes)) == list(map(tree.address, nodes))
