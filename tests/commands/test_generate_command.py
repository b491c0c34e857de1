"""What ``generate`` writes: the same trees as files, worksheets and course questions."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.commands.calling import run
from treeexplorer.engine import search
from treeexplorer.notation import parse_all


def text(*arguments: str) -> str:
    status, output, errors = run("generate", *arguments)
    assert (status, errors) == (0, "")
    return output


def test_several_trees_are_numbered_and_state_their_rules() -> None:
    trees = parse_all(text("--level", "3", "--cutoff", ">", "--count", "2", "--seed", "7"))
    assert [tree.directives.cutoff for tree in trees] == [">", ">"]


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--seed", "7"),
        ("--level", "3", "--cutoff", ">", "--count", "2"),
        ("--plies", "3", "--branching", "2-3", "--irregular", "--values", "-9,9"),
        ("--cut-offs", "1-2", "--no-deep", "--tie", "--leaves-read", "5-7"),
        ("--range", "0,20", "--levels", "min,max", "--order", "right-to-left", "--differs"),
        ("--title", "It's the tree #1\nof 2", "--algorithm", "pvs"),
    ],
    ids=["nothing", "seed", "level", "shape", "cut-offs", "rules", "title"],
)
def test_the_first_line_is_the_command_that_makes_the_same_trees(arguments: Sequence[str]) -> None:
    made = text(*arguments)
    sign, program, command, *again = shlex.split(made.splitlines()[0])
    assert (sign, program, command) == ("#", "treeexplorer", "generate")
    assert text(*again) == made


def test_a_course_file_is_not_needed_to_make_its_trees_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = tmp_path / "treeexplorer.toml"
    course.write_text('cutoff = ">"\ntitle = "Week 3"\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    made = text()
    course.unlink()
    assert text(*shlex.split(made.splitlines()[0])[3:]) == made


def test_the_json_of_the_first_tree_has_the_command_in_its_text() -> None:
    first, second = map(json.loads, text("--json", "--seed", "7", "--count", "2").splitlines())
    assert first["text"].startswith("# treeexplorer generate --seed 7 --count 2\nA:[")
    assert second["text"].startswith("A:[")


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
    course = 'title = "Week 3"\ncutoff = ">"\nfail = "hard"\n'
    (tmp_path / "treeexplorer.toml").write_text(course, "utf-8")
    monkeypatch.chdir(tmp_path)
    (made,) = parse_all(text("--seed", "1"))
    assert made.directives.rules == {"cutoff": ">", "fail": "hard"}
    (other,) = parse_all(text("--seed", "1", "--cutoff", ">="))
    assert other.directives.rules == {"cutoff": ">=", "fail": "hard"}


def test_trees_have_the_title_that_is_given_and_never_that_of_the_course(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "treeexplorer.toml").write_text('title = "Week 3"\n', "utf-8")
    monkeypatch.chdir(tmp_path)

    def titles(*arguments: str) -> list[str | None]:
        made = parse_all(text("--seed", "1", *arguments))
        return [tree.directives.title for tree in made]

    assert titles("--count", "2") == [None, None]
    assert titles("--title", "Pruning") == ["Pruning"]
    assert titles("--title", "Pruning", "--count", "2") == ["Pruning: Tree 1", "Pruning: Tree 2"]
