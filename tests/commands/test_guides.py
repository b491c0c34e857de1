"""The guides of ``help`` are true: their commands run, in the order in which they stand."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path
from shutil import copytree

import pytest

from tests.commands.calling import invoked
from tests.commands.test_verify_command import RIGHT
from treeexplorer.commands.help_ import COURSE
from treeexplorer.course.wording import PHRASES, WORDS, read_wording
from treeexplorer.gallery import course_folder
from treeexplorer.guides import student


@pytest.mark.usefixtures("few_trees")
@pytest.mark.parametrize("page", [student(), COURSE], ids=["student", "course"])
def test_the_commands_of_a_guide_run(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_alphabeta.py").write_text(RIGHT)
    copytree(course_folder(), tmp_path, dirs_exist_ok=True)
    lines = [line.strip() for line in page.splitlines()]
    commands = [shlex.split(line)[1:] for line in lines if line.startswith("treeexplorer ")]
    assert len(commands) >= 2
    for name, *words in commands:
        few = ["--trials", "2"] if name == "verify" else []
        here = [sys.executable if word == "python" else word for word in words]
        done = invoked(name, *few, *here)
        assert done.exit_code == 0, (name, words, done.output, done.stderr)


@pytest.mark.parametrize("topic", ["student", "course"])
def test_a_guide_is_two_pages_at_most_and_printed_by_help(topic: str) -> None:
    printed = invoked("help", topic).stdout
    assert 30 < len(printed.splitlines()) <= 120
    assert max(map(len, printed.splitlines())) <= 100


def test_what_a_sheet_says_is_listed_as_the_file_that_says_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    printed = invoked("help", "course").stdout
    listed = printed[printed.index("  language =") :]
    Path("words.toml").write_text(listed, "utf-8")
    assert read_wording("words.toml").own == {**PHRASES, **WORDS}
    named = set(re.findall(r"\{(\w+)\}", printed))
    assert named <= set(re.findall(r"\{(\w+)\}", " ".join(PHRASES.values())))


def test_the_lines_of_the_course_folder_make_what_stands_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "week-3"
    copytree(course_folder(), folder)
    made = ("sheet.md", "key.tree", "blank.tree", "points.csv")
    for name in made:
        (folder / name).unlink()
    monkeypatch.chdir(folder)
    lines = (folder / "README.md").read_text("utf-8").splitlines()
    commands = [shlex.split(line)[1:] for line in lines if line.startswith("treeexplorer ")]
    assert [command[0] for command in commands] == ["sheet", "grade"]
    for command in commands:
        done = invoked(*command)
        assert done.exit_code == 0, done.stderr
    for name in made:
        kept = (course_folder() / name).read_text("utf-8")
        assert (folder / name).read_text("utf-8") == kept, f"run the lines of README.md: {name}"
    assert {path.name for path in folder.iterdir()} == {
        path.name for path in course_folder().iterdir()
    }
