"""Keeps unsaved work on the disk, so that a crash or a closed terminal does not lose it.

While there is unsaved work its text stands in a file of its own, one for each thing that is edited,
beside a lock that the system takes away when the program ends. It is removed when the work is saved
or given up, so one whose lock nobody holds is work that was lost.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Final, NamedTuple

from treeexplorer.files import FileError, Lock, read_bytes, write_atomically

_FORMAT: Final = 2


class Work(NamedTuple):
    """Work that is not saved.

    Attributes:
        text: The trees, in the notation.
        name: What they are called.
        path: The file they belong to; ``None`` where they have none.
        digest: The digest of what that file held when it was read.
    """

    text: str
    name: str
    path: Path | None = None
    digest: str | None = None


class Recovery:
    """Keeps unsaved work in a file.

    Args:
        folder: Where the file is.
    """

    def __init__(self, folder: Path) -> None:
        self._lock: Lock | None = None
        self.file = folder / f"{time.time_ns():x}-{os.urandom(4).hex()}.json"

    def keep(self, work: Work) -> None:
        """Keep work in place of what was kept before.

        Raises:
            OSError: The disk is full, or the folder cannot be written to.
        """
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self._lock is None:
            self._lock = Lock(_lock_of(self.file))
        path = None if work.path is None else str(work.path.absolute())
        kept = {**work._asdict(), "path": path, "format": _FORMAT, "saved_at": time.time()}
        write_atomically(self.file, json.dumps(kept))

    def forget(self) -> None:
        """Keep nothing any more: the work is saved, or given up."""
        self.file.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def _lock_of(file: Path) -> Path:
    return file.with_suffix(".lock")


class Lost(NamedTuple):
    """Work whose program no longer runs.

    Attributes:
        work: The work.
        saved_at: When it was kept last, in seconds since 1970.
        file: Where it is kept.
    """

    work: Work
    saved_at: float
    file: Path

    def forget(self) -> None:
        """Keep it no longer."""
        self.file.unlink(missing_ok=True)


def lost_work(folder: Path) -> list[Lost]:
    """Return the work whose programs no longer run, the latest first.

    Files that cannot be read, or are none of ours, are left alone.
    """
    found = [lost for file in folder.glob("*.json") if (lost := _read(file)) is not None]
    return sorted(found, key=lambda lost: -lost.saved_at)


def _read(file: Path) -> Lost | None:
    try:
        kept = json.loads(read_bytes(file))
        if kept["format"] != _FORMAT:
            return None
        Lock(_lock_of(file)).release()
        path, digest = kept["path"], kept["digest"]
        work = Work(
            str(kept["text"]),
            str(kept["name"]),
            None if path is None else Path(path),
            None if digest is None else str(digest),
        )
        return Lost(work, float(kept["saved_at"]), file)
    except (FileError, ValueError, KeyError, TypeError):
        return None
