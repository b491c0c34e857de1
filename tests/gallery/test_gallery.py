"""The built-in examples are found, named and put in a learner's order."""

from __future__ import annotations

import pytest

from treeexplorer.commands.loading import find_file
from treeexplorer.commands.problems import CallError
from treeexplorer.course_file import find_course
from treeexplorer.gallery import course_folder, examples, examples_folder, find, is_example


def test_the_gallery_begins_with_the_first_minute_and_the_drawing_with_the_dots() -> None:
    first, second = examples()[:2]
    assert first.path.read_text().splitlines()[-1] == "[a:[[1 5 6] b:[8 7 3]] c:[4 9]]"
    assert second.path.name == "6-8-1-5-6.tree"
    assert second.title == "6/8/1-5-6"
    assert second.path.read_text().splitlines()[-1] == "6[a:6[6[1 5 6] b:8[8 ...]] ...]"


def test_every_tree_file_is_an_example_with_a_title_of_its_own() -> None:
    files = {path for path in examples_folder().rglob("*.tree") if is_example(path)}
    assert {example.path for example in examples()} == files
    assert len({example.name for example in examples()}) == len(files)
    assert len({example.title for example in examples()}) == len(files)
    assert all(example.title != example.name for example in examples())


def test_what_a_course_gets_back_is_no_example() -> None:
    handed_in = set(course_folder().rglob("*.tree"))
    assert len(handed_in) == 4 + 2 + 5
    assert not handed_in & {example.path for example in examples()}
    assert not any(is_example(path) for path in handed_in)
    assert find("anna") is None
    assert find_course(course_folder() / "trees" / "4-a-tie.tree").rules == {"cutoff": ">"}


def test_an_example_is_found_with_and_without_the_ending() -> None:
    aima = find("aima.tree")
    assert aima is not None
    assert aima == find("aima")
    assert aima.read_text().splitlines()[-1] == "[[3 12 8] [2 4 6] [14 5 2]]"


def test_a_name_that_is_no_example_finds_nothing_but_its_likeness() -> None:
    assert find("aimaa") is None
    with pytest.raises(CallError, match="did you mean the example aima"):
        find_file("aimaa")
