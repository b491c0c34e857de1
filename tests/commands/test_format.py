"""``treeexplorer format``: prints, checks, rewrites."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from tests.commands import calling

run = partial(calling.run, "format")


def test_it_prints_the_canonical_form(tmp_path: Path) -> None:
    path = tmp_path / "a.tree"
    path.write_text("[3,4] # four\n", encoding="utf-8")
    assert run(str(path)) == (0, "[3 4]  # four\n", "")
    assert run("-", text="[3,4]") == (0, "[3 4]\n", "")
    assert run("-e", "[3,4]") == (0, "[3 4]\n", "")
    assert path.read_text(encoding="utf-8") == "[3,4] # four\n"


def test_check_answers_with_its_status_and_write_rewrites_what_changes(tmp_path: Path) -> None:
    path = tmp_path / "a.tree"
    path.write_text("[3,4]\n", encoding="utf-8")
    assert run("--check", str(path)) == (1, "", f"treeexplorer: {path} is not in canonical form\n")
    assert run("--write", str(path)) == (0, "", "")
    assert path.read_text(encoding="utf-8") == "[3 4]\n"
    before = path.stat()
    assert run("--check", str(path)) == run("--write", str(path)) == (0, "", "")
    assert path.stat().st_ino == before.st_ino
    path.write_text("[3,4", encoding="utf-8")
    assert run("--write", str(path))[0] == 2
    assert path.read_text(encoding="utf-8") == "[3,4"


def test_a_leaf_that_stays_unknown_is_named_to_people_only() -> None:
    def errors(*arguments: str) -> str:
        return calling.run(*arguments, "-e", "[[3] [2 l2]]")[2]

    notice = "treeexplorer: -e: 1 unknown leaf: l2 (line 1, column 9)\n"
    assert errors("solve") == errors("draw") == notice
    assert errors("solve", "--json") == errors("solve", "--set", "l2=12") == ""
    assert errors("unknowns") == ""
