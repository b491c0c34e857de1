"""Reading other people's trees takes little more than reading the same tree ourselves."""

from __future__ import annotations

import json
import random
from time import process_time
from typing import Any

import pytest

from treeexplorer.formats import read_trees
from treeexplorer.notation import parse_all

DEPTH = 100_000


def nested(source: random.Random, plies: int) -> Any:
    """Return a tree of ten children a node as nested lists."""
    if plies == 0:
        return source.randint(-99, 99)
    return [nested(source, plies - 1) for _ in range(10)]


def as_records(tree: Any) -> Any:
    """Return a tree of nested lists with a record for each node."""
    if isinstance(tree, int):
        return {"value": tree}
    return {"children": [as_records(child) for child in tree]}


@pytest.mark.slow
@pytest.mark.parametrize(
    "shape", [lambda tree: {"tree": tree}, as_records], ids=["lists", "records"]
)
def test_a_million_nodes_as_json_take_three_times_both_readers(shape: Any) -> None:
    tree = nested(random.Random(1), 6)
    text, notation = json.dumps(shape(tree)), json.dumps(tree)
    begin = process_time()
    json.loads(text)
    parse_all(notation)
    both = process_time() - begin
    begin = process_time()
    (exercise,) = read_trees(text).exercises
    assert process_time() - begin < 3 * both
    assert exercise.tree == parse_all(notation)[0].tree


def test_a_chain_is_as_deep_as_it_likes() -> None:
    for before, after in (('{"children":[', "]}"), ('{"a":', "}")):
        (exercise,) = read_trees(before * DEPTH + "[3]" + after * DEPTH).exercises
        assert exercise.tree.depth >= DEPTH
