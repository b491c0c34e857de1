"""The README is true: its commands run, its Python prints what it says, its picture is ours."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.trees import tree_of
from treeexplorer.cli import command_line

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """Return the README's blocks of code in a language."""
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


COMMANDS = [line for block in blocks("sh") for line in block.splitlines()]
PRINTING = [line for line in COMMANDS if line.startswith("treeexplorer ")]


@pytest.mark.parametrize("line", PRINTING)
def test_a_command_of_the_readme_prints_its_answer(line: str) -> None:
    done = CliRunner().invoke(command_line, shlex.split(line)[1:])
    assert done.exit_code == 0, done.output
    assert done.stdout.strip()


def test_the_commands_that_are_not_run_here_are_the_ones_that_install_open_and_test() -> None:
    rest = [line for line in COMMANDS if line not in PRINTING]
    assert rest == [
        "pip install .",
        "treeexplorer",
        "pip install -e '.[test]'",
        "python -m pytest -n 2",
    ]
    assert rest[-1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_trees_of_the_readme_can_be_read() -> None:
    (block,) = blocks("text")
    trees = [line.split("  ")[0] for line in block.splitlines()]
    assert len(trees) == 4
    assert all(len(tree_of(tree)) > 1 for tree in trees)


def test_the_python_of_the_readme_prints_what_its_comment_says() -> None:
    (code,) = blocks("python")
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.strip() == code.strip().rsplit("# ", 1)[1]


def test_the_picture_of_the_readme_is_what_the_program_draws() -> None:
    (picture,) = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README)
    drawn = CliRunner().invoke(command_line, ["export", "--to", "svg", "--step", "13", "6-8-1-5-6"])
    assert drawn.exit_code == 0
    assert (ROOT / picture).read_text(encoding="utf-8") == drawn.stdout


def test_the_short_help_of_every_command_fits_on_its_line() -> None:
    done = CliRunner().invoke(command_line, ["--help"], terminal_width=80)
    listed = done.stdout.split("Look:")[1]
    assert "..." not in listed
