"""How much memory a tree takes, while it is read and afterwards."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable

import pytest

from tests.benchmarks.plain_grammar import parse_plainly
from tests.benchmarks.uniform_trees import bare, decorated
from treeexplorer.notation import parse


def peak(read: Callable[[str], object], text: str) -> int:
    read("[1]")
    tracemalloc.start()
    kept = read(text)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del kept
    return most


@pytest.mark.parametrize("branching", [3, 10])
def test_a_bare_tree_keeps_24_bytes_a_node_and_its_text(branching: int) -> None:
    text = bare(branching, 30_000)
    tree = parse(text).tree
    columns = (tree.parent, tree.end, tree.ply, tree.value, tree.kind)
    assert sum(map(sys.getsizeof, columns)) <= 24 * len(tree)
    assert len(text) <= 4.5 * len(tree)


@pytest.mark.slow
@pytest.mark.parametrize("text", [bare(3, 10_000), bare(10, 10_000), decorated(3, 10_000)])
def test_reading_takes_a_third_of_the_memory_of_a_parse_tree(text: str) -> None:
    assert peak(parse, text) <= 0.35 * peak(parse_plainly, text)
