"""Files are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from treeexplorer.files import write_atomically


def test_a_file_is_replaced_and_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "a.tree"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    write_atomically(path, "▲ new\n")
    assert path.read_bytes() == "▲ new\n".encode()
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_gets_the_usual_permissions(tmp_path: Path) -> None:
    usual = tmp_path / "usual"
    usual.touch()
    write_atomically(tmp_path / "b.tree", "[1]\n")
    assert (tmp_path / "b.tree").stat().st_mode == usual.stat().st_mode


def test_a_symbolic_link_stays_one(tmp_path: Path) -> None:
    path, link = tmp_path / "a.tree", tmp_path / "link.tree"
    path.touch()
    link.symlink_to(path)
    write_atomically(link, "[1]\n")
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == "[1]\n"


def test_a_full_disk_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.tree"
    path.write_text("old", encoding="utf-8")

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]
