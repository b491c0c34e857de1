"""A file that was changed on the disk is noticed, and only then."""

from __future__ import annotations

import os
from pathlib import Path

from treeexplorer.editing.watch import Watch
from treeexplorer.files import digest


def written(path: Path, text: str, second: int) -> str:
    """Write a text at a second of its own, which a quick disk may not tell; return its digest."""
    path.write_text(text)
    os.utime(path, (second, second))
    return digest(text)


def test_a_file_has_changed_while_it_holds_something_else(tmp_path: Path) -> None:
    path = tmp_path / "a.tree"
    known = written(path, "[1 2]", 1)
    watch = Watch(path)
    assert not watch.has_changed(known)
    newer = written(path, "[1 3]", 2)
    assert watch.has_changed(known)
    assert watch.has_changed(known), "as long as nobody reads it"
    assert not watch.has_changed(newer), "as soon as somebody has read it"
    written(path, "[1 2]", 3)
    assert not watch.has_changed(known), "it is what it was"


def test_a_file_that_is_touched_or_gone_has_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "a.tree"
    known = written(path, "[1 2]", 1)
    watch = Watch(path)
    os.utime(path, (2, 2))
    assert not watch.has_changed(known)
    path.unlink()
    assert not watch.has_changed(known), "an editor may be about to put another in its place"
    written(path, "[1 3]", 3)
    assert watch.has_changed(known)


def test_a_pipe_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    watch = Watch(path)
    os.utime(path, (2, 2))
    assert not watch.has_changed("what it held")
