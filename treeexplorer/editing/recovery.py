"""Keeps unsaved work on the disk, so that a crash or a closed terminal does not lose it.

While there is unsaved work its text stands in a file of its own, one for each thing that is edited,
beside a lock that the system takes away when the program ends. It is removed when the work is saved
or given up, so one whose lock nobody holds is work that was lost.
"""

from __future__ import annotations

import json
import secrets
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from treeexplorer.files import FileError, Lock, read_bytes, write_atomically

_FORMAT: Final = 2


@dataclass(frozen=True)
class Recovered:
    """Work that was not saved.

    Attributes:
        text: The trees, in the notation.
        name: What they were called.
        path: The file they belong to; ``None`` where they had none.
        digest: The digest of what that file held when it was read.
        saved_at: When they were kept last, in seconds since 1970.
        file: The recovery file.
    """

    text: str
    name: str
    path: Path | None
    digest: str | None
    saved_at: float
    file: Path

    def forget(self) -> None:
        """Remove the recovery file."""
        self.file.unlink(missing_ok=True)


class Recovery:
    """Keeps the unsaved work of one document.

    Args:
        name: What the trees are called.
        path: The file they belong to.
        folder: Where the work is kept.
        digest: The digest of what that file held when it was read.
    """

    def __init__(
        self, name: str, path: Path | None, folder: Path, digest: str | None = None
    ) -> None:
        self._digest = digest
        self._name = name
        self._path = None if path is None else path.absolute()
        self._lock: Lock | None = None
        self.file = folder / f"{time.time_ns():x}-{secrets.token_hex(4)}.json"

    def keep(self, text: str) -> None:
        """Keep a text in place of what was kept before.

        Raises:
            OSError: The disk is full, or the folder cannot be written to.
        """
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self._lock is None:
            self._lock = Lock(_lock_of(self.file))
        work = {
            "format": _FORMAT,
            "name": self._name,
            "path": None if self._path is None else str(self._path),
            "digest": self._digest,
            "saved_at": time.time(),
            "text": text,
        }
        write_atomically(self.file, json.dumps(work))

    def forget(self) -> None:
        """Keep nothing any more: the work is saved, or given up."""
        self.file.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def _lock_of(file: Path) -> Path:
    return file.with_suffix(".lock")


def lost_work(folder: Path) -> list[Recovered]:
    """Return the work whose programs no longer run, the latest first.

    Files that cannot be read, or are none of ours, are left alone.
    """
    found = [work for file in folder.glob("*.json") if (work := _read(file)) is not None]
    return sorted(found, key=lambda work: -work.saved_at)


def _read(file: Path) -> Recovered | None:
    try:
        work = json.loads(read_bytes(file))
        if work["format"] != _FORMAT:
            return None
        Lock(_lock_of(file)).release()
        path = work["path"]
        return Recovered(
            str(work["text"]),
            str(work["name"]),
            None if path is None else Path(path),
            None if work["digest"] is None else str(work["digest"]),
            float(work["saved_at"]),
            file,
        )
    except (FileError, ValueError, KeyError, TypeError):
        return None
