"""Nodes that are printed as nested lists are found by what is below them."""

from __future__ import annotations

import pytest

from tests.trees import tree_of
from treeexplorer.programs.log import compare_log
from treeexplorer.programs.log_reading import LogError

TREE = tree_of("[[3 12] [2 4]]")
LINES = (
    "visiting [[3, 12], [2, 4]] alpha=-inf beta=inf",
    "visiting [3, 12] alpha=-inf beta=inf",
    "visiting 3 alpha=-inf beta=inf",
    "visiting 12 alpha=-inf beta=3",
    "visiting [2, 4] alpha=3 beta=inf",
    "visiting 2 alpha=3 beta=inf",
)


@pytest.mark.parametrize(
    "change",
    [
        ("visiting ", "  "),
        ("visiting ", "alphabeta("),
        ("visiting ", "Node: "),
        ("visiting ", "MAX at "),
        (", ", " "),
    ],
)
def test_a_list_is_the_node_with_these_children(change: tuple[str, str]) -> None:
    log = "\n".join(LINES).replace(*change)
    result = compare_log(log, TREE)
    assert result.headline.startswith("All 6 rows agree"), result.text()
    assert not compare_log(log.replace("beta=3", "beta=12"), TREE).right


def test_a_list_may_be_printed_as_its_node_is_left() -> None:
    log = "[3, 12] -> 3\n[2, 4] -> 2\n[[3, 12], [2, 4]] -> 3\n3"
    assert compare_log(log, TREE).right
    assert not compare_log(log.replace("-> 2", "-> 4"), TREE).right


def test_tuples_are_lists_too() -> None:
    log = "((3, 12), (2, 4)) -inf inf\n(3, 12) -inf inf\n(2, 4) 3 inf"
    assert compare_log(log, TREE).right


def test_a_list_that_is_several_nodes_is_refused() -> None:
    log = "visit [[3, 12], [3, 12]] alpha=2\nvisit [3, 12] alpha=3"
    with pytest.raises(LogError, match=r"line 2 has “\[3, 12\]”, which is more than one node"):
        compare_log(log, tree_of("[[3 12] [3 12]]"))


def test_two_numbers_in_brackets_are_a_window_where_nodes_have_names() -> None:
    log = "A [-inf, inf]\nB [-inf, inf]\nC [3, inf]"
    assert compare_log(log, tree_of("A:[B:[3 12] C:[2 4]]")).right
