"""Nodes to which a program does not come, as a log shows that names all others."""

from __future__ import annotations

import pytest

from treeexplorer.notation.reader import parse
from treeexplorer.programs.expected_rows import compute_expected_rows
from treeexplorer.programs.log import compare_log
from treeexplorer.programs.log_nodes import match_rows_to_nodes
from treeexplorer.programs.log_omissions import find_nodes_passed_over
from treeexplorer.programs.log_reading import read_log
from treeexplorer.rules import Rules

TREE = "A:[B:3 C:[E:7 F:6] D:9 G:4]"
LINES = {
    "B": "B: value=3",
    "C": "C: beta=inf",
    "E": "E: value=7",
    "F": "F: value=6",
    "D": "D: value=9",
    "G": "G: value=4",
}


@pytest.mark.parametrize(
    ("named", "missing"),
    [
        pytest.param("BCED", "F (6)", id="it changes a bound as those that are named do"),
        pytest.param("BD", "", id="no node of the kinds of C, E and F is named"),
        pytest.param("BCEG", "F (6) and D (9)", id="both change bounds"),
    ],
)
def test_a_node_is_missing_if_others_of_its_kind_are_named(named: str, missing: str) -> None:
    lines = ["A: alpha=-inf", *(LINES[name] for name in named), "A: value=9"]
    result = compare_log("\n".join(lines), parse(TREE).tree)
    note = f"It does not name {missing}, where the search goes, too."
    assert (note in result.notes) == bool(missing)
    assert result.is_node_missing == bool(missing)


@pytest.mark.parametrize(
    ("end", "is_missing"),
    [
        pytest.param("A: value=9\nA: value=9", True, id="the second line of A is as it is left"),
        pytest.param("A: value=9", False, id="A may be printed after each child"),
    ],
)
def test_a_log_goes_to_its_end_where_the_root_has_a_line_of_its_own(
    end: str, is_missing: bool
) -> None:
    log = f"A: alpha=-inf\nB: value=3\nA: value=3\nD: value=9\n{end}"
    tree = parse("A:[B:3 D:9 G:4]").tree
    assert compare_log(log, tree).is_node_missing == is_missing


@pytest.mark.parametrize(
    ("named", "missing"),
    [
        pytest.param("B ... D G", "", id="C and what is below it may stand in the gap"),
        pytest.param("B C E ... G", "", id="F and D may"),
        pytest.param("... D G", "", id="all before D may"),
        pytest.param("B C E F D ...", "", id="G may"),
        pytest.param("B C ... F G", "D (9)", id="D does not stand before F"),
    ],
)
def test_what_may_stand_in_a_gap_is_not_missing(named: str, missing: str) -> None:
    lines = [LINES.get(name, name) for name in named.split()]
    result = compare_log("\n".join(["A: alpha=-inf", *lines, "A: value=9"]), parse(TREE).tree)
    expected = f"It does not name {missing}, where the search goes, too."
    assert (expected in result.notes) == bool(missing)
    assert result.is_node_missing == bool(missing)


def test_a_node_that_is_open_at_the_end_is_not_passed_over_if_another_has_its_name() -> None:
    tree = parse("A:[X:[B:3] C:[D:2] X:[E:9 F:1]]").tree
    log = match_rows_to_nodes(read_log("enter A\nenter C\nenter E", frozenset("ABCDEFX")), tree)
    search_rows = compute_expected_rows(tree, Rules())
    passed_over = find_nodes_passed_over(log.under_search(search_rows), search_rows)
    assert [tree.names[node] for node in passed_over] == ["B", "D"]
