"""Unsaved work is found again when the program that had it is gone, and only then."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from treeexplorer.editing.recovery import Work, find_lost_work, keep


def keep_in_another_program(
    folder: Path, path: Path | None = None, text: str = "[1 2]", name: str = "sheet"
) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from treeexplorer.editing.recovery import Work, keep\n"
        "path = Path(sys.argv[2]) if sys.argv[2] else None\n"
        "keep(Path(sys.argv[1]), Work(sys.argv[3], sys.argv[4], path))"
    )
    root = Path(__file__).resolve().parents[2]
    arguments = [sys.executable, "-c", code, str(folder), str(path or ""), text, name]
    subprocess.run(arguments, check=True, cwd=root)


def test_work_of_a_program_that_is_gone_is_found_and_can_be_forgotten(tmp_path: Path) -> None:
    keep_in_another_program(tmp_path, tmp_path / "sheet.tree")
    keep_in_another_program(tmp_path)
    found = find_lost_work(tmp_path)
    assert [(lost.work.text, lost.work.name) for lost in found] == [("[1 2]", "sheet")] * 2
    assert [lost.work.path for lost in found] == [None, tmp_path / "sheet.tree"]
    for lost in found:
        lost.forget()
    assert not list(tmp_path.iterdir())


def test_work_of_a_program_that_runs_is_not_lost(tmp_path: Path) -> None:
    file = keep(tmp_path / "unsaved", Work("[1 2]", "sheet"))
    assert file.exists()
    assert find_lost_work(tmp_path / "unsaved") == []
    keep_in_another_program(tmp_path / "unsaved")  # of the same name, and without a file as well
    assert len(find_lost_work(tmp_path / "unsaved")) == 1
    assert json.loads(file.read_text())["process"] == os.getpid()


def test_a_program_keeps_the_newest_text_of_a_file_and_none_of_another_program(
    tmp_path: Path,
) -> None:
    path = tmp_path / "sheet.tree"
    keep_in_another_program(tmp_path, path, "[3 4]")
    file = keep(tmp_path, Work("[1 2]", "sheet", path))
    assert keep(tmp_path, Work("[1 2 3]", "sheet", path)) == file
    assert json.loads(file.read_text())["text"] == "[1 2 3]"
    (lost,) = find_lost_work(tmp_path)
    assert lost.work.text == "[3 4]", "an edit does not write over what was lost before"


def test_work_of_an_earlier_program_with_the_same_process_id_is_lost(tmp_path: Path) -> None:
    """As in a container, where each program may be the first process."""
    keep_in_another_program(tmp_path)
    (file,) = tmp_path.iterdir()
    kept = json.loads(file.read_text())
    file.write_text(json.dumps({**kept, "process": os.getpid()}))
    (lost,) = find_lost_work(tmp_path)
    assert lost.work.text == "[1 2]"


def test_a_file_name_that_is_not_utf8_is_kept(tmp_path: Path) -> None:
    strange = tmp_path / os.fsdecode(b"caf\xe9\x1b.tree")
    keep_in_another_program(tmp_path / "unsaved", strange)
    (lost,) = find_lost_work(tmp_path / "unsaved")
    assert lost.work.path == strange


def test_broken_files_are_left_alone(tmp_path: Path) -> None:
    for name, text in {"a.json": "{", "b.json": "[]", "c.json": '{"format": 3}'}.items():
        (tmp_path / name).write_text(text)
    assert find_lost_work(tmp_path) == []
    assert len(list(tmp_path.iterdir())) == 3
    assert find_lost_work(tmp_path / "missing") == []
