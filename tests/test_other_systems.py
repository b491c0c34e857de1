"""What Linux has and other systems lack is not needed: Windows is imitated as far as it can be."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from treeexplorer import processes
from treeexplorer.terminal import app
from treeexplorer.terminal.signals import Requests

ROOT = Path(__file__).resolve().parent.parent

LACKING = """
import asyncio, click, os, pathlib, platformdirs, signal, subprocess, sys

click.progressbar([])  # loads what click needs of the system that there is

def fail(*_):
    raise NotImplementedError("Path.is_mount() is unsupported on this system")

def terminate(process):
    if process.poll() is None:
        os.kill(process.pid, 9)

pathlib.Path.is_mount = fail  # as before Python 3.12
subprocess.Popen.kill = terminate
for module in ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"):
    sys.modules[module] = None
for name in ("O_NONBLOCK", "fchmod", "fork", "getpgid", "getuid", "killpg", "set_blocking"):
    delattr(os, name)
for name in ("SIGCONT", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGTSTP"):
    delattr(signal, name)
sys.platform = "elsewhere"
"""


def run_lacking(code: str, folder: Path) -> str:
    """Run Python without the modules, functions and signals that POSIX systems alone have."""
    done = subprocess.run(
        [sys.executable, "-c", LACKING + code],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout


def command(*arguments: str) -> str:
    """Return Python that runs a command."""
    return f"from treeexplorer.cli import main\nmain({list(arguments)})"


def test_every_module_can_be_imported(tmp_path: Path) -> None:
    code = """
import importlib, pkgutil, treeexplorer
# The driver is that of POSIX systems: others are given Textual's own.
passed_over = {"treeexplorer.__main__", "treeexplorer.terminal.driver"}
for module in pkgutil.walk_packages(treeexplorer.__path__, "treeexplorer."):
    if module.name not in passed_over:
        importlib.import_module(module.name)
print("all")
"""
    assert run_lacking(code, tmp_path) == "all\n"


def test_a_search_looks_for_a_course_file_and_ends(tmp_path: Path) -> None:
    (tmp_path / "a.tree").write_text("[[3 12] [3 4]]\n")
    solve = command("solve", "a.tree")
    assert "cut when α ≥ β" in run_lacking(solve, tmp_path)
    (tmp_path / "treeexplorer.toml").write_text('cutoff = ">"\n')
    assert "cut when α > β" in run_lacking(solve, tmp_path)


def test_a_file_is_written_and_read_again(tmp_path: Path) -> None:
    code = """
from treeexplorer.files import read_bytes, write_atomically
write_atomically("a.tree", "old")
write_atomically("a.tree", "[1 2]")
print(read_bytes("a.tree").decode())
"""
    assert run_lacking(code, tmp_path) == "[1 2]\n"
    assert [path.name for path in tmp_path.iterdir()] == ["a.tree"]


RIGHT = """
import json, sys

def value(tree, player):
    if not isinstance(tree, list):
        return tree
    return player(value(child, min if player is max else max) for child in tree)

for line in sys.stdin:
    print(value(json.loads(line), max), flush=True)
"""


FEW_TREES = """
from treeexplorer.programs import verify
of_all = verify.instructive_trees
verify.instructive_trees = lambda levels: of_all(levels)[:9]
"""


@pytest.mark.parametrize("batch", [[], ["--batch"]], ids=["a start a tree", "one start"])
def test_a_program_is_verified(tmp_path: Path, batch: list[str]) -> None:
    (tmp_path / "right.py").write_text(RIGHT)
    verify = ("verify", "--trials", "5", *batch, "--", sys.executable, "right.py")
    assert run_lacking(FEW_TREES + command(*verify), tmp_path).startswith("Right on all 14 trees")


def test_a_program_that_hangs_is_ended(tmp_path: Path) -> None:
    (tmp_path / "late.py").write_text("import time; time.sleep(600)")
    code = """
from treeexplorer.programs.runner import ProgramRunner
from treeexplorer.tree import from_nested
program = ProgramRunner([sys.executable, "late.py"], timeout=0.2)
print(program(from_nested([1, 2])).failure)
"""
    assert run_lacking(code, tmp_path) == "it did not finish within 0.2 seconds\n"


def test_windows_is_asked_to_end_a_program_with_its_children(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = tmp_path / "asked"
    taskkill = tmp_path / "System32" / "taskkill.exe"
    taskkill.parent.mkdir()
    taskkill.write_text(f'#!/bin/sh\necho "$@" > {asked}\n')
    taskkill.chmod(0o755)
    process = processes.start([sys.executable, "-c", "import time; time.sleep(600)"])
    with monkeypatch.context() as windows:
        windows.setenv("SYSTEMROOT", str(tmp_path))
        windows.delattr(os, "killpg")
        windows.setattr(sys, "platform", "win32")
        processes.end(process)
    assert asked.read_text() == f"/T /F /PID {process.pid}\n"
    assert process.returncode


def test_windows_has_the_driver_that_textual_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")

    def never(*_: object) -> None:
        pytest.fail("nothing is asked of it")

    assert app.driver_class(Requests(never, never, never, never, never)) is None
