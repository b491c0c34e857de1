"""Reading other people's trees takes little more than reading the same tree ourselves."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.benchmarks.in_turn import best_of
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


@pytest.mark.parametrize(
    "shape", [lambda tree: {"tree": tree}, as_records], ids=["lists", "records"]
)
def test_a_million_nodes_as_json_take_three_times_both_readers(shape: Any, benchmark: Any) -> None:
    tree = nested(random.Random(1), 6)
    text = json.dumps(shape(tree))
    notation = json.dumps(tree)
    del tree  # else the garbage collector would go through it again and again
    (exercise,) = read_trees(text).exercises
    assert exercise.tree == parse_all(notation)[0].tree
    ours, json_alone, notation_alone = best_of(
        4, lambda: read_trees(text), lambda: json.loads(text), lambda: parse_all(notation)
    )
    both = json_alone + notation_alone
    benchmark.extra_info.update(of_both=ours / both)
    benchmark.pedantic(lambda: None, rounds=1)
    assert ours <= 3 * both


def test_a_chain_is_as_deep_as_it_likes() -> None:
    for before, after in (('{"children":[', "]}"), ('{"a":', "}")):
        (exercise,) = read_trees(before * DEPTH + "[3]" + after * DEPTH).exercises
        assert exercise.tree.depth >= DEPTH
