"""What a child returns to its parent is read however a program says it."""

from __future__ import annotations

import pytest

from tests.trees import tree_of
from treeexplorer.programs.log import compare_log
from treeexplorer.programs.log_returns import reword_returns

TREE = tree_of("A:[B:[D:5 E:8] C:[F:2 G:6]]")
RETURNS = (
    ("B", "D", 5, 5, "beta=5"),
    ("B", "E", 8, 5, "beta=5"),
    ("A", "B", 5, 5, "alpha=5"),
    ("C", "F", 2, 2, "beta=2"),
    ("A", "C", 2, 5, "alpha=5"),
)
"""Node, child, what the child returns, v of the node then, and the bound."""
WAYS = (
    "{node}: child {child} returned {value}",
    "{node}: child {child} returned {value}, best {v}",
    "from {child} to {node}: {value}",
    "{child} returns {value} to {node}",
    "{child} passes {value} up to {node}, {bound}",
    "Child {child} of {node} has value {value}, so the best value of {node} is now {v}.",
    "{node} gets {value} from {child}",
    "{child} -> {node}: {value}",
    "Return value {value} from {child} to {node}",
    "back from {child} to {node}: {bound}",
    "{child} = {value}, now {node} = {v}",
    "update {node} with {child}={value}: {bound}",
    "evaluating child {child} at {node}: {value}",
)


def print_returns(way: str) -> str:
    """Print what each child returns."""
    return "\n".join(
        way.format(node=node, child=child, value=value, v=v, bound=bound)
        for node, child, value, v, bound in RETURNS
    )


@pytest.mark.parametrize("way", WAYS)
def test_what_a_child_returns_is_read_however_it_is_said(way: str) -> None:
    log = print_returns(way)
    result = compare_log(log, TREE)
    assert result.right, result.text()
    assert not compare_log(log.replace("5", "4"), TREE).right


def test_a_wrong_value_of_a_child_is_shown_beside_the_right_one() -> None:
    log = print_returns("{node}: child {child} returned {value}, best {v}")
    wrong = log.replace("E returned 8", "E returned 7")
    text = compare_log(wrong, TREE).text()
    assert (
        "  the log  B  value 5  E returned 7\n  ours     B  value 5  E returned 8"
        in text.replace("E (8)", "E")
    )


def test_names_of_nodes_are_no_labels_of_numbers() -> None:
    assert compare_log("B = 5\nC = 2\nA = 5", TREE).right
    assert compare_log("node A: A=-inf B=inf\nnode B: A=-inf B=inf\nnode D: 5", TREE).right


@pytest.mark.parametrize(
    "line", ["A -> B: 5", "B returns 5 to C", "going from B to D", "D = 5, E = 8"]
)
def test_what_leads_to_no_parent_stays_as_it_is(line: str) -> None:
    assert reword_returns(line, TREE) == line
