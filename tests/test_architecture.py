"""The rooms stay apart, and start-up stays light."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

CORE = (
    "treeexplorer",
    "treeexplorer.drawing",
    "treeexplorer.editing.text",
    "treeexplorer.exercises",
    "treeexplorer.formats",
    "treeexplorer.games",
    "treeexplorer.gallery",
    "treeexplorer.notation",
    "treeexplorer.engine",
)


def modules_after(code: str) -> set[str]:
    """Return the top-level modules a fresh interpreter has loaded after running some code."""
    code += "\nimport sys\nprint(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("room", CORE)
def test_the_core_does_not_load_textual(room: str) -> None:
    loaded = modules_after(f"import {room}")
    assert "treeexplorer" in loaded
    assert "textual" not in loaded


def test_help_loads_neither_textual_nor_lark() -> None:
    loaded = modules_after(
        "from treeexplorer.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass"
    )
    assert "click" in loaded
    assert not loaded & {"textual", "lark"}


def test_solving_does_not_load_textual() -> None:
    loaded = modules_after(
        "from treeexplorer.cli import main\n"
        "try: main(['solve', '-e', '[1 2]'])\nexcept SystemExit: pass"
    )
    assert "lark" in loaded
    assert "textual" not in loaded


def test_a_class_name_means_one_thing() -> None:
    """What the library shows of the engine, of facts and of the notation keeps their words."""
    classes = Counter(
        node.name
        for path in (ROOT / "treeexplorer").rglob("*.py")
        if path.name != "library.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, count in classes.items() if count > 1] == []
