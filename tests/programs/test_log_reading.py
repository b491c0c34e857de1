"""What the lines of a log say, as people print them."""

from __future__ import annotations

import pytest

from treeexplorer.programs.log_reading import LogRow, read_log
from treeexplorer.tree import INFINITY, Number

Numbers = tuple[Number | None, Number | None, Number | None]
NAMES = frozenset("AB")


@pytest.mark.parametrize(
    ("line", "numbers"),
    [
        ("B: alpha: -inf -> 5", (None, 5, None)),
        ("At node B beta changes from 8 to 5", (None, None, 5)),
        ("depth 2 node B returns 5", (5, None, None)),
        ("B alpha=3 beta=8 returned 4", (4, 3, 8)),
        ("B alpha=3 beta=8 -> 4", (4, 3, 8)),
        ("MIN B [-oo, INT_MAX]", (None, -INFINITY, INFINITY)),
        ("B (Integer.MIN_VALUE, +Infinity)", (None, -INFINITY, INFINITY)),
        ("Node B (MIN)\n  alpha = 3, beta = 8", (None, 3, 8)),
    ],
)
def test_a_line_gives_the_numbers_that_are_meant(line: str, numbers: Numbers) -> None:
    (row,) = read_log(line, NAMES).rows
    assert (row.node, row.value, row.alpha, row.beta) == ("B", *numbers)


def test_a_window_below_a_node_that_has_one_is_not_its_own() -> None:
    log = read_log("node B alpha=3 beta=8\nalpha=4, beta=8", NAMES)
    assert log.rows == (LogRow(1, "B", alpha=3, beta=8),)
    assert log.unread == 1


@pytest.mark.parametrize(
    "line", ["Leaf 12 alpha=3 beta=8", "leaf node with value: 12 (alpha=3, beta=8)"]
)
def test_a_leaf_without_a_name_is_told_by_its_value(line: str) -> None:
    assert read_log(line).rows == (LogRow(1, "12", value=12, alpha=3, beta=8),)


def test_a_count_of_leaves_is_no_leaf() -> None:
    log = read_log("node B alpha=3 beta=8\nleaf nodes evaluated: 7\nNodes visited: 7")
    assert len(log.rows) == 1
    assert log.unread == 2
    assert read_log("Visited: 7").rows == (LogRow(1, "7"),)


def test_the_smallest_number_of_a_double_is_not_infinite() -> None:
    (row,) = read_log("node B alpha=Double.MIN_VALUE beta=8").rows
    assert row.alpha is None
