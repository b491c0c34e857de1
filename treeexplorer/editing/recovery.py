"""Keeps unsaved work on the disk, so that a crash or a closed terminal does not lose it.

A program keeps one recovery for each file it is at work on: the newest text, with the id of the
process. It is removed when the work is saved or given up, so one whose process is gone is work that
was lost. No program writes over what another one has kept.
"""

from __future__ import annotations

import json
import os
import secrets
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

from treeexplorer.files import digest, read_bytes, write_atomically

_FORMAT: Final = 3
_RUN: Final = secrets.token_hex(8)
"""Tells this program from an earlier one to which the system gave the same process id."""


class Work(NamedTuple):
    """Unsaved trees, the file they belong to, and the digest of what was read there."""

    text: str
    name: str
    path: Path | None = None
    digest: str | None = None


class Lost(NamedTuple):
    """Unsaved work of a program that no longer runs, and the recovery file that holds it."""

    work: Work
    saved_at: float  # in seconds since 1970
    file: Path

    def forget(self) -> None:
        """Delete the recovery file."""
        self.file.unlink(missing_ok=True)


def keep(folder: Path, work: Work) -> Path:
    """Write unsaved work to a recovery file and return that file.

    It replaces what this program kept for the same file before.

    Raises:
        OSError: The disk is full, or the folder cannot be written to.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = _make_recovery_path(folder, work)
    write_atomically(file, json.dumps(_make_content(work)))
    return file


def _make_recovery_path(folder: Path, work: Work) -> Path:
    """Return the file that keeps some work: one for this program and what the work belongs to."""
    path = _get_absolute_path(work)
    owner = work.name if path is None else path
    name = digest(os.fsencode(f"{_RUN} {owner}"))
    return folder / f"{name}.json"


def _get_absolute_path(work: Work) -> str | None:
    """Return the whole path of the file that some work belongs to, if there is one."""
    return None if work.path is None else str(work.path.absolute())


def _make_content(work: Work) -> dict[str, Any]:
    """Return what is written to a recovery file: the unsaved work, and which program keeps it.

    It is a dictionary for JSON, with the fields of the work and of the process.
    """
    return {
        **work._asdict(),
        # In place of the path among the fields, which may be relative, the whole path as a text.
        "path": _get_absolute_path(work),
        "format": _FORMAT,
        "process": os.getpid(),
        "run": _RUN,
        "saved_at": time.time(),
    }


def find_lost_work(folder: Path) -> list[Lost]:
    """List the unsaved work of programs that no longer run, the latest first.

    Files that cannot be read, or are no recovery files, are skipped.

    Args:
        folder: The folder of the recovery files.
    """
    lost_works: list[Lost] = []
    for file in folder.glob("*.json"):
        content = _read_recovery_file(file)
        # A program that runs may still save its work itself.
        if content is None or _is_running(content["process"], content.get("run")):
            continue
        work = Work(
            text=str(content["text"]),
            name=str(content["name"]),
            path=None if content["path"] is None else Path(content["path"]),
            digest=content["digest"],
        )
        lost_works.append(Lost(work, float(content["saved_at"]), file))
    return sorted(lost_works, key=lambda lost: lost.saved_at, reverse=True)


def _read_recovery_file(file: Path) -> dict[str, Any] | None:
    """Return the content of a recovery file, with at least the fields of :class:`Work`.

    ``None`` if the file cannot be read or holds anything else.
    """
    try:
        content: dict[str, Any] = json.loads(read_bytes(file))
        has_our_format = content["format"] == _FORMAT
        has_all_fields = {*Work._fields, "saved_at"} <= content.keys()
    # No JSON; JSON without these keys; or JSON that is no object. A file that cannot be read raises
    # a FileError, which is a ValueError.
    except (ValueError, KeyError, TypeError):
        return None
    if not has_our_format or not has_all_fields:
        return None
    return content


def _is_running(process: int, run: str | None) -> bool:
    """Tell whether the program that wrote a recovery file still runs.

    Args:
        process: The id of its process.
        run: A random mark of that run of the program; ``None`` if an earlier version has kept none.
    """
    # 1. Its id is that of this process. Then it is this run, or an earlier one that has ended: a
    # system gives the ids of ended processes to new ones.
    is_own_id = process == os.getpid()
    if is_own_id:
        return run == _RUN

    # 2. On Windows no other process is asked: `os.kill` would end it. So only this run is known.
    if os.name == "nt":
        return run == _RUN

    # 3. Signal 0 does nothing to a process, and fails if there is none.
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # there is one, and it is somebody else's
        return True
    return True
