"""How long reading takes, beside others reading the same tree.

Run by hand, and read the column of multiples:

    python -m pytest tests/benchmarks/test_reading.py --benchmark-only \
        --benchmark-group-by=group --benchmark-sort=mean --benchmark-columns=min,mean,rounds
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.benchmarks.plain_grammar import parse_plainly
from tests.benchmarks.uniform_trees import bare, decorated, parenthesised
from treeexplorer.notation import parse

SHAPES = [(10, 1_000), (3, 1_000), (10, 100_000), (3, 100_000), (10, 1_000_000), (3, 1_000_000)]
READERS: dict[str, Callable[[str], Any]] = {
    "json": json.loads,
    "treeexplorer": parse,
    "literal_eval": ast.literal_eval,
    "plain_lark": parse_plainly,
}
SLOW = 100_000  # more leaves than that take the slow peers minutes and gigabytes


def rounds_for(leaves: int) -> int:
    return 50 if leaves <= 1_000 else 5 if leaves <= 100_000 else 3


def measure(benchmark: BenchmarkFixture, read: Callable[[str], Any], text: str, size: int) -> None:
    benchmark.pedantic(  # type: ignore[no-untyped-call]  # pytest-benchmark has no types
        read, args=(text,), rounds=rounds_for(size), warmup_rounds=1
    )


@pytest.mark.parametrize(("branching", "leaves"), SHAPES)
@pytest.mark.parametrize("peer", [*READERS, "nltk"])
def test_bare_trees(benchmark: BenchmarkFixture, peer: str, branching: int, leaves: int) -> None:
    benchmark.group = f"bare, branching {branching}, {leaves} leaves"
    text = bare(branching, leaves)
    if peer == "nltk":
        read = pytest.importorskip("nltk").Tree.fromstring
        text = parenthesised(text)
    else:
        read = READERS[peer]
    if leaves > SLOW and peer == "plain_lark":
        pytest.skip("a parse tree of this size takes gigabytes")
    measure(benchmark, read, text, leaves)


@pytest.mark.parametrize(("branching", "leaves"), [shape for shape in SHAPES if shape[1] <= SLOW])
@pytest.mark.parametrize("peer", ["treeexplorer", "plain_lark"])
def test_decorated_trees(
    benchmark: BenchmarkFixture, peer: str, branching: int, leaves: int
) -> None:
    benchmark.group = f"decorated, branching {branching}, {leaves} leaves"
    measure(benchmark, READERS[peer], decorated(branching, leaves), leaves)


@pytest.mark.parametrize("peer", ["treeexplorer", "plain_lark"])
def test_a_deep_chain(benchmark: BenchmarkFixture, peer: str) -> None:
    benchmark.group = "a chain 100,000 deep"
    measure(benchmark, READERS[peer], "[" * 100_000 + "1" + "]" * 100_000, 100_000)
