"""The course file: where it is found, what it says, and what is wrong with one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from treeexplorer.course_file import CourseFileError, find_course


def write(folder: Path, text: str) -> Path:
    file = folder / "treeexplorer.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_nearest_file_above_is_found(tmp_path: Path) -> None:
    assert not find_course(tmp_path / "nowhere" / "a.tree").rules
    inner = tmp_path / "week-3" / "trees"
    inner.mkdir(parents=True)
    above = write(tmp_path, "")
    (inner / "a.tree").write_text("[1 2]", encoding="utf-8")
    assert find_course(inner / "a.tree").path == above.resolve()
    nearer = write(tmp_path / "week-3", "")
    assert find_course(inner).path == nearer.resolve()


def test_a_course_file_is_not_looked_for_above_the_home_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, 'cutoff = ">"')
    home = tmp_path / "home"
    (home / "trees").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    assert find_course(home / "trees").path is None
    monkeypatch.setenv("HOME", str(tmp_path))
    assert find_course(home / "trees").rules == {"cutoff": ">"}


@pytest.mark.skipif(getattr(os, "getuid", lambda: 1)() != 0, reason="only root gives files away")
def test_a_course_file_belongs_to_the_user_or_to_whom_the_trees_belong(tmp_path: Path) -> None:
    file, trees = write(tmp_path, 'cutoff = ">"'), tmp_path / "trees"
    trees.mkdir()
    assert find_course(trees).path == file.resolve()
    os.chown(file, 54321, 54321)
    assert find_course(trees).path is None
    os.chown(trees, 54321, 54321)
    assert find_course(trees).path == file.resolve()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('cutof = ">"', "did you mean “cutoff”?"),
        ('colour = "red"', "the rules are algorithm, form"),
        ('cutoff = "<"', "cutoff takes >= or >, not “<”"),
        ("depth = true", "depth takes a whole number of plies, 1 or more, not “True”"),
        ("depth = 0", "depth takes a whole number of plies, 1 or more, not “0”"),
        ("window = [3, 3]", "the first number must be smaller than the second"),
        ("window = [3]", "window takes two numbers"),
        ("levels = 3", "levels takes the players max, min and chance"),
        ('levels = ["max", "mni"]', "not “mni”; did you mean min?"),
        ('window = "much 3"', "window: “much” is not a number"),
        ("window = [nan, 3]", "window: “NaN” is not a number"),
        ("first_guess = 2", "there is no rule “first_guess”"),
        ("title = 3", "title is a text in quotes"),
        ("cutoff = ", "treeexplorer.toml"),
        ("#" * 64_001, "treeexplorer.toml: it cannot be read: it holds more than 64 kB"),
        ("\x1b = 1", "treeexplorer.toml"),
    ],
)
def test_what_is_wrong_is_said_with_the_file(tmp_path: Path, text: str, said: str) -> None:
    file = write(tmp_path, text)
    with pytest.raises(CourseFileError, match=r"treeexplorer\.toml") as error:
        find_course(file)
    assert said in str(error.value)
    assert "\x1b" not in str(error.value)
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CourseFileError, match="not TOML"):
        find_course(file)


def test_a_course_file_has_a_title_and_instructions_beside_its_rules(tmp_path: Path) -> None:
    write(tmp_path, 'title = "Week\\u001b 3"\ninstructions = "Read.\\nWrite."\ncutoff = "α > β"\n')
    (tmp_path / "a.tree").write_text("[1 2]", encoding="utf-8")
    course = find_course(tmp_path / "a.tree")
    assert course.title == "Week␛ 3"
    assert course.instructions == "Read.\nWrite."
    assert course.rules == {"cutoff": ">"}
    assert course.path == (tmp_path / "treeexplorer.toml").resolve()
