"""What ``generate`` writes: the same trees as files, worksheets and course questions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.calling import run
from treeexplorer.engine import search
from treeexplorer.notation import parse_all


def text(*arguments: str) -> str:
    status, output, errors = run("generate", *arguments)
    assert (status, errors) == (0, "")
    return output


def test_a_tree_file_can_be_made_again_from_its_seed() -> None:
    first = text("--level", "3", "--cutoff", ">", "--count", "2", "--seed", "7")
    assert first == text("--level", "3", "--cutoff", ">", "--count", "2", "--seed", "7")
    trees = parse_all(first)
    assert [tree.directives.cutoff for tree in trees] == [">", ">"]
    assert trees[0].directives.notes == ("made with --seed 7",)
    assert trees[0].directives.title == "Game trees: Tree 1"


def test_orders_come_from_options() -> None:
    (exercise,) = parse_all(
        text("--plies", "3", "--branching", "2", "--values", "-5,5", "--cut-offs", "1-2")
    )
    tree = exercise.tree
    assert tree.leaf_count == 8
    assert 1 <= len(search(tree).cuts) <= 2
    assert all(-5 <= value <= 5 for value in tree.value)


def test_the_course_file_is_obeyed_and_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "treeexplorer.toml").write_text('cutoff = ">"\nfail = "hard"\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    (made,) = parse_all(text("--seed", "1"))
    assert made.directives.rules == {"cutoff": ">", "fail": "hard"}
    (other,) = parse_all(text("--seed", "1", "--cutoff", ">="))
    assert other.directives.rules == {"cutoff": ">=", "fail": "hard"}
