"""``why --what-if`` names the nearest change of one leaf that makes a difference."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from treeexplorer.cli import command_line

AIMA = "A:[B:[b1:3 b2:12 b3:8] C:[c1:2 c2:4 c3:6] D:[d1:14 d2:5 d3:2]]"


@pytest.mark.parametrize(
    ("node", "words"),
    [
        ("C", "What if: to undo the cut-off, lower b1 from 3 to less than 2, such as 1."),
        ("c3", "What if: for it to be visited, lower b1 from 3 to less than 2, such as 1."),
        ("A", "What if: for another move to be the best, lower b1 from 3 to less than 2"),
        ("B", "What if: nothing is cut off here that a change could undo."),
    ],
)
def test_the_nearest_change_is_named(node: str, words: str) -> None:
    result = CliRunner().invoke(command_line, ["why", "-e", AIMA, node, "--what-if"])
    assert result.exit_code == 0
    assert words in result.stdout


def test_where_no_leaf_is_enough_it_says_so() -> None:
    result = CliRunner().invoke(command_line, ["why", "-e", "[7]", "root", "--what-if"])
    assert "no change of a single leaf is enough for another move to be the best" in result.stdout
