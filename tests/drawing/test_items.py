"""What is drawn of a tree, and what stands beside it."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given

from tests.drawing.strategies import trees
from tests.laws import examples
from treeexplorer.drawing.items import items_of
from treeexplorer.tree import GameTree


@examples(60)
@given(trees())
def test_a_step_aside_leads_to_the_next_node_of_the_row_and_back(tree: GameTree) -> None:
    items = items_of(tree)
    for row in items.plies:
        nodes = [items.node(item) for item in row if not items.is_elision(item)]
        for node, following in pairwise(nodes):
            assert items.neighbour(node, "right") == following
            assert items.neighbour(following, "left") == node
        for node in nodes:
            assert items.neighbour(node, "up") == max(0, tree.parent[node])
            assert items.neighbour(node, "down") == next(iter(tree.children(node)), node)
        if nodes:
            assert items.neighbour(nodes[0], "left") == nodes[0]
            assert items.neighbour(nodes[-1], "right") == nodes[-1]
