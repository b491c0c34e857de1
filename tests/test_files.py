"""Files are written whole or not at all, whatever fails, and a sentence says what did."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults import ERRORS, FaultySystem
from treeexplorer import files
from treeexplorer.editing.recovery import Work, keep
from treeexplorer.editing.text import EditedText
from treeexplorer.files import ChangedError, FileError, digest, read_bytes, write_atomically
from treeexplorer.notation import read_text

# -- each operation of the system fails in turn ----------------------------------------------------


def save_an_edit(path: Path) -> None:
    text = read_text(path)
    edited = EditedText(text, path)
    edited.write("[7 2]\n")
    edited.save()


WRITERS: dict[str, tuple[str, Callable[[Path], None], str]] = {
    "a text": ("old", lambda path: write_atomically(path, "▲ new"), "▲ new"),
    "a text that nobody else changed": (
        "old", lambda path: write_atomically(path, "new", expected=digest(b"old")), "new"
    ),
    "an edited tree": ("[1 2]\n", save_an_edit, "[7 2]\n"),
}  # fmt: skip


def what_goes_wrong(write: Callable[[Path], None], path: Path) -> str | None:
    try:
        write(path)
    except (OSError, ValueError) as problem:
        return str(problem)
    return None


@pytest.mark.parametrize("error", ERRORS, ids=errno.errorcode.__getitem__)
@pytest.mark.parametrize("writer", WRITERS)
def test_whatever_fails_the_old_file_is_whole_or_the_new_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writer: str, error: int
) -> None:
    old, write, new = WRITERS[writer]
    failed: list[str] = []
    for fails in range(1, 100):
        folder = tmp_path / str(fails)
        folder.mkdir()
        path = folder / "a.tree"
        path.write_text(old)
        path.chmod(0o640)
        system = FaultySystem(fails, error)
        monkeypatch.setattr(files, "os", system)
        problem = what_goes_wrong(write, path)
        monkeypatch.setattr(files, "os", os)
        was_written = problem is None
        if problem is not None:
            assert path.name in problem
            assert "Errno" not in problem
        assert path.read_text("utf-8") == (new if was_written else old), (system.operation, fails)
        assert path.stat().st_mode & 0o777 == 0o640
        assert list(folder.iterdir()) == [path]
        if not system.operation:
            break
        failed.append(system.operation)
    reads = {"read"} if writer != "a text" else set()
    assert {"open", "write", "fsync", "chmod", "replace"} | reads <= set(failed)


@pytest.mark.parametrize("error", ERRORS, ids=errno.errorcode.__getitem__)
def test_unsaved_work_that_cannot_be_kept_leaves_what_was_kept_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int
) -> None:
    file = keep(tmp_path, Work("[1 2]", "sheet"))
    before = file.read_bytes()
    for fails in range(1, 20):
        monkeypatch.setattr(files, "os", FaultySystem(fails, error))
        try:
            keep(tmp_path, Work("[1 2]", "sheet"))
            break
        except OSError:
            assert file.read_bytes() == before
    else:
        raise AssertionError
    monkeypatch.undo()
    file.unlink()
    assert list(tmp_path.iterdir()) == []


# -- modes, links, names ---------------------------------------------------------------------------


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


def test_a_read_only_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.tree"
    path.write_text("old")
    path.chmod(0o444)
    with pytest.raises(FileError, match=r"a\.tree cannot be written: permission denied"):
        write_atomically(path, "new")
    assert path.read_text() == "old"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("x" * 300, "file name too long"),
        ("missing/a.tree", "its folder does not exist"),
        ("file/a.tree", "not a directory"),
        ("", "is a directory"),
        ("a\0b", "embedded null"),
    ],
)
def test_a_name_that_cannot_be_is_a_sentence(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match=message) as caught:
        write_atomically(f"{tmp_path}/{name}", "text")
    assert "cannot be written" in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_name_as_long_as_names_may_be_and_one_that_is_not_utf8(tmp_path: Path) -> None:
    for name in ("y" * 255, os.fsdecode(b"caf\xe9\x1b[31m.tree")):
        write_atomically(tmp_path / name, "text")
        assert read_bytes(tmp_path / name) == b"text"
    with pytest.raises(FileError) as caught:
        read_bytes(tmp_path / os.fsdecode(b"caf\xe9\x1b[31m"))
    assert str(caught.value).isprintable()


# -- somebody else ---------------------------------------------------------------------------------


def test_somebody_elses_change_is_found_at_the_moment_of_replacing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.tree"
    path.write_text("old")

    def slow_fsync(_descriptor: int) -> None:
        path.write_text("theirs")

    monkeypatch.setattr(os, "fsync", slow_fsync)
    with pytest.raises(ChangedError, match="was changed by somebody else"):
        write_atomically(path, "mine", expected=digest(b"old"))
    assert path.read_text() == "theirs"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_should_not_be_there_or_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "a.tree"
    write_atomically(path, "1", expected=None)
    with pytest.raises(ChangedError, match="there is a file of that name already"):
        write_atomically(path, "2", expected=None)
    path.unlink()
    with pytest.raises(ChangedError, match="gone from the disk"):
        write_atomically(path, "3", expected=digest(b"1"))
    assert list(tmp_path.iterdir()) == []


# -- devices, pipes, streams -----------------------------------------------------------------------


def test_devices_are_written_through() -> None:
    write_atomically("/dev/null", "text")
    with pytest.raises(FileError, match="/dev/full cannot be written: no space left on device"):
        write_atomically("/dev/full", "text")
    code = "from treeexplorer.files import write_atomically; write_atomically('/dev/stdout', 'hi')"
    root = Path(__file__).resolve().parents[1]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, cwd=root)
    assert done.stdout == b"hi"


def test_a_pipe_is_written_through_and_one_that_nobody_reads_is_not_waited_for(
    tmp_path: Path,
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(FileError, match="nobody reads from this pipe"):
        write_atomically(pipe, "text")
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_atomically(pipe, "text")
        assert os.read(reader, 10) == b"text"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_a_pipe_waits_a_moment_for_a_writer_that_comes_after_its_reader(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    code = "import sys, time; time.sleep(0.2); open(sys.argv[1], 'w').write('[1 2]')"
    with subprocess.Popen([sys.executable, "-c", code, str(pipe)]):
        assert read_bytes(pipe) == b"[1 2]"


def test_a_pipe_is_read_to_its_end_and_one_that_nobody_writes_is_not_waited_for_long(
    tmp_path: Path,
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(FileError, match="nobody writes into this pipe"):
        read_bytes(pipe)
    code = "import sys; f = open(sys.argv[1], 'w'); print('ready', flush=True); input()\n"
    code += "f.write('[1 2]' * 100_000)"
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)  # lets the writer open it
    with subprocess.Popen(
        [sys.executable, "-c", code, str(pipe)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdin is not None
        writer.stdout.readline()
        found: list[bytes] = []
        thread = threading.Thread(target=lambda: found.append(read_bytes(pipe)))
        thread.start()
        writer.stdin.write(b"\n")
        writer.stdin.close()
        thread.join(20)
        os.close(reader)
    assert found == [b"[1 2]" * 100_000]


def test_a_stream_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_FROM_A_STREAM", 5_000_000)
    with pytest.raises(FileError, match="the stream holds more than 5 MB"):
        read_bytes("/dev/zero")
    assert read_bytes("/dev/null") == b""
