"""A built-in example's name stands where a file's does."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner


@pytest.mark.parametrize("name", ["aima.tree", "aima"])
def test_the_tree_of_the_textbook_is_solved_by_its_name(name: str) -> None:
    from treeexplorer.cli import command_line

    result = CliRunner().invoke(command_line, ["solve", name, "--json"])
    found = json.loads(result.stdout)
    assert (found["file"], found["title"], found["tree"]) == (name, "AIMA Figure 5.2", 1)
    assert (found["value"], found["line"]) == (3, ["root", "1", "1.1"])
    assert (found["nodes"], found["visited"], found["evaluated"], found["steps"]) == (13, 11, 7, 21)
    (cut,) = found["cutoffs"]
    assert (cut["node"], cut["kind"], cut["skipped"]) == ("2", "alpha", ["2.2", "2.3"])
