"""Unsaved work is found again when the program that had it is gone, and only then."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from treeexplorer.editing.recovery import Recovery, Work, lost_work


def keep_in_another_program(folder: Path, path: Path | None = None) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from treeexplorer.editing.recovery import Recovery, Work\n"
        "path = Path(sys.argv[2]) if sys.argv[2] else None\n"
        "Recovery(Path(sys.argv[1])).keep(Work('[1 2]\\n', 'sheet', path))"
    )
    root = Path(__file__).resolve().parents[2]
    subprocess.run([sys.executable, "-c", code, str(folder), str(path or "")], check=True, cwd=root)


def test_work_of_a_program_that_is_gone_is_found_and_can_be_forgotten(tmp_path: Path) -> None:
    keep_in_another_program(tmp_path, tmp_path / "sheet.tree")
    keep_in_another_program(tmp_path)
    found = lost_work(tmp_path)
    assert [(lost.work.text, lost.work.name) for lost in found] == [("[1 2]\n", "sheet")] * 2
    assert [lost.work.path for lost in found] == [None, tmp_path / "sheet.tree"]
    for lost in found:
        lost.forget()
    assert lost_work(tmp_path) == []
    assert not list(tmp_path.iterdir())


def test_work_of_a_program_that_runs_is_not_lost(tmp_path: Path) -> None:
    recovery = Recovery(tmp_path / "unsaved")
    recovery.keep(Work("[1 2]", "sheet"))
    assert recovery.file.exists()
    assert lost_work(tmp_path / "unsaved") == []
    recovery.forget()
    recovery.forget()
    assert not recovery.file.exists()


def test_what_was_kept_last_counts(tmp_path: Path) -> None:
    recovery = Recovery(tmp_path)
    recovery.keep(Work("[1 2]", "sheet"))
    recovery.keep(Work("[3 4]", "saved under another name"))
    kept = json.loads(recovery.file.read_text())
    assert (kept["text"], kept["name"]) == ("[3 4]", "saved under another name")
    assert {file.suffix for file in tmp_path.iterdir()} == {".json", ".lock"}


def test_two_pieces_of_work_on_one_file_do_not_disturb_each_other(tmp_path: Path) -> None:
    one, other = (Recovery(tmp_path) for _ in range(2))
    one.keep(Work("[1 2]", "sheet"))
    other.keep(Work("[3 4]", "sheet"))
    other.forget()
    assert json.loads(one.file.read_text())["text"] == "[1 2]"


def test_a_process_number_that_returns_does_not_hide_lost_work(tmp_path: Path) -> None:
    keep_in_another_program(tmp_path)
    (file,) = tmp_path.glob("*.json")
    assert "process" not in json.loads(file.read_text())
    assert len(lost_work(tmp_path)) == 1


def test_a_file_name_that_is_not_utf8_is_kept(tmp_path: Path) -> None:
    strange = tmp_path / os.fsdecode(b"caf\xe9\x1b.tree")
    keep_in_another_program(tmp_path / "unsaved", strange)
    (lost,) = lost_work(tmp_path / "unsaved")
    assert lost.work.path == strange


def test_broken_files_are_left_alone(tmp_path: Path) -> None:
    for name, text in {"a.json": "{", "b.json": "[]", "c.json": '{"format": 9}'}.items():
        (tmp_path / name).write_text(text)
    assert lost_work(tmp_path) == []
    assert len(list(tmp_path.iterdir())) == 3
    assert lost_work(tmp_path / "missing") == []
