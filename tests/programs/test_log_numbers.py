"""Numbers of nodes in a log are read as the nodes that they count."""

from __future__ import annotations

from typing import Any

import pytest

from treeexplorer.programs.log import compare_log
from treeexplorer.programs.log_numbers import replace_numbers_by_addresses
from treeexplorer.tree import GameTree, from_nested

NESTED = [[[52], [44, 76], 61], [[47], [90], 98]]
TREE = from_nested(NESTED)
LOG = """\
Visiting Node {0} | Depth=0 | Alpha=-Infinity | Beta=Infinity
Visiting Node {1} | Depth=1 | Alpha=-Infinity | Beta=Infinity
Visiting Node {2} | Depth=2 | Alpha=-Infinity | Beta=Infinity
Leaf Node {3} -> Value=52
Returning 52 from Node {2}
Visiting Node {4} | Depth=2 | Alpha=-Infinity | Beta=52
Leaf Node {5} -> Value=44
Leaf Node {6} -> Value=76
Returning 76 from Node {4}
Leaf Node {7} -> Value=61
Returning 52 from Node {1}"""


def number_nodes(tree: GameTree, *, by_level: bool, first: int) -> list[int]:
    """Return the number of each node, in preorder."""
    nodes: list[int] = list(range(len(tree)))
    if by_level:
        nodes.sort(key=lambda node: tree.ply[node])
    return [nodes.index(node) + first for node in range(len(tree))]


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("by_level", [False, True])
def test_nodes_may_be_counted(by_level: bool, first: int) -> None:
    log = LOG.format(*number_nodes(TREE, by_level=by_level, first=first))
    result = compare_log(log, TREE)
    assert result.right, result.text()
    order = "level by level" if by_level else "as they are drawn"
    assert f"Its nodes are counted {order} from {first}." in result.notes
    wrong = compare_log(log.replace("Beta=52", "Beta=44"), TREE)
    assert wrong.first_wrong is not None
    assert wrong.first_wrong.row.line == 6


@pytest.mark.parametrize(
    ("nested", "log"),
    [
        pytest.param([[3, 5], 2], "leaf 3\nleaf 5\nleaf 2", id="values of leaves"),
        pytest.param([[7, 5], 2], "node 0\nnode 9\nnode 2", id="no node has the number"),
        pytest.param([[7, 5], 2], "node 0\nnode 1\nleaf 1", id="node 1 is no leaf"),
        pytest.param([[7, 7], 7], "node 0\nnode 1\nnode 2", id="two ways to count fit"),
    ],
)
def test_numbers_that_may_be_something_else_stay(nested: Any, log: str) -> None:
    assert replace_numbers_by_addresses(log, from_nested(nested)).text == log
