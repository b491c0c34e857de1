"""Which node is which after a text was changed elsewhere."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.editing.model import SMALL
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.editing.matching import matching, surviving
from treeexplorer.notation import Exercise, write


@pytest.mark.parametrize(
    ("before", "after", "pairs"),
    [
        ("[[1 2] [3 4]]", "[[1 2] [3 5]]", {"2": "2", "2.2": "2.2"}),
        ("[[1 2] [3 4]]", "[[1 2] 7 [3 4]]", {"1": "1", "2": "3", "2.1": "3.1"}),
        ("[[1 2] 7 [3 4]]", "[[1 2] [3 4]]", {"2": None, "3": "2", "3.2": "2.2"}),
        ("[a:[1 2] b:[3 4]]", "[b:[3 4] a:[1 2]]", {"a": "a", "b": "b", "1.1": "2.1"}),
        ("[a:[1 2] 5]", "[c:[1 2] 5]", {"1": "1", "1.2": "1.2", "2": "2"}),
        ("[5]", "[6 7]", {"root": "root", "1": "1"}),
        ("[[1 9] [3 8]]", "[[2 9] [4 8]]", {"1.1": "1.1", "1.2": "1.2", "2": "2", "2.1": "2.1"}),
    ],
)
def test_a_node_is_found_again(before: str, after: str, pairs: dict[str, str | None]) -> None:
    first, second = tree_of(before), tree_of(after)
    counterpart = matching(first, second)
    for old, new in pairs.items():
        expected = None if new is None else second.find(new)
        assert counterpart(first.find(old)) == expected, old


@examples(80)
@given(SMALL, SMALL)
def test_no_two_nodes_become_the_same_one_and_all_are_there(
    first: Exercise, second: Exercise
) -> None:
    before, after = first.tree, second.tree
    counterpart = matching(before, after)
    found = [new for node in range(len(before)) if (new := counterpart(node)) is not None]
    assert len(set(found)) == len(found)
    assert all(0 <= node < len(after) for node in found)


@examples(60)
@given(SMALL)
def test_in_the_same_text_read_again_every_node_is_itself(exercise: Exercise) -> None:
    tree = exercise.tree
    counterpart = matching(tree, tree_of(write(exercise)))
    assert [counterpart(node) for node in range(len(tree))] == list(range(len(tree)))


def test_what_is_gone_leaves_its_parent_to_be_looked_at() -> None:
    before, after = tree_of("[a:[1 b:[2 3]] 4]"), tree_of("[a:[1] 4]")
    assert surviving(before, before.find("b") + 1, matching(before, after)) == after.find("a")


@pytest.mark.slow
def test_a_chain_and_a_bush_of_a_hundred_thousand_are_matched() -> None:
    chain = tree_of("[" * 100_000 + "1" + "]" * 100_000)
    longer = tree_of("[" * 100_001 + "1" + "]" * 100_001)
    assert matching(chain, longer)(50_000) == 50_000
    bush, other = tree_of("[" + "1 " * 100_000 + "]"), tree_of("[" + "2 " * 100_000 + "]")
    assert matching(bush, other)(70_000) == 70_000
