"""Every command that writes: whatever fails, the old file is whole or the new one is."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from tests.commands.calling import invoked
from tests.faults import ERRORS, FaultySystem
from treeexplorer import files

TREE = "[[3 12]   [2 4]]\n"
COMMANDS: dict[str, list[str]] = {
    "export": ["export", "--to", "json", "-o", "out", "in.tree"],
    "import": ["import", "-o", "out", "in.json"],
    "generate": ["generate", "--seed", "1", "--plies", "2", "-o", "out"],
    "trace": ["trace", "--csv", "-o", "out", "in.tree"],
    "sheet": ["sheet", "in.tree", "-o", "out", "--key", "key.tree", "--blank", "blank.tree"],
    "format": ["format", "--write", "in.tree"],
}


def folder_of(tmp_path: Path, name: str) -> Path:
    folder = tmp_path / name
    folder.mkdir()
    for file, text in (("in.tree", TREE), ("in.json", "[3, [4, 5]]"), ("out", "old")):
        (folder / file).write_text(text)
    return folder


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_writes_whole_files_or_says_why_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    arguments = COMMANDS[command]
    right = folder_of(tmp_path, "right")
    before = contents(right)
    monkeypatch.chdir(right)
    done = invoked(*arguments)
    assert done.exit_code == 0, done.output
    after = contents(right)
    assert after != before
    for number, error in enumerate(ERRORS):
        for fails in range(1 + number, 60, len(ERRORS)):
            folder = folder_of(tmp_path, f"{error}-{fails}")
            monkeypatch.chdir(folder)
            system = FaultySystem(fails, error)
            monkeypatch.setattr(files, "os", system)
            failed = invoked(*arguments)
            monkeypatch.setattr(files, "os", os)
            found = contents(folder)
            assert found.items() <= after.items() | before.items(), system.operation
            assert set(found) <= set(after)
            if failed.exit_code:
                assert failed.exit_code == 2
                assert "cannot be" in failed.stderr or "treeexplorer:" in failed.stderr
                assert "Errno" not in failed.output
                assert "Traceback" not in failed.output
            else:
                assert found == after, (errno.errorcode[error], system.operation)
