"""Keeps unsaved work on the disk, so that a crash or a closed terminal does not lose it.

While there is unsaved work its text stands in a file of its own, one for each thing that is edited.
It is removed when the work is saved or given up, so one that is found, and whose program no longer
runs, is work that was lost.
"""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from treeexplorer.files import write_atomically

_FORMAT: Final = 1


@dataclass(frozen=True)
class Recovered:
    """Work that was not saved.

    Attributes:
        text: The trees, in the notation.
        name: What they were called.
        path: The file they belong to; ``None`` where they had none.
        digest: The digest of what that file held when it was read, as a document has it.
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
        self,
        name: str,
        path: Path | None,
        folder: Path,
        digest: str | None = None,
    ) -> None:
        self._digest = digest
        self._name = name
        self._path = None if path is None else path.absolute()
        self._folder = folder
        self.file = self._folder / f"{time.time_ns():x}-{os.getpid()}.json"

    def keep(self, text: str) -> None:
        """Keep a text in place of what was kept before.

        Raises:
            OSError: The disk is full, or the folder cannot be written to.
        """
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        work = {
            "format": _FORMAT,
            "name": self._name,
            "path": None if self._path is None else str(self._path),
            "digest": self._digest,
            "saved_at": time.time(),
            "process": os.getpid(),
            "text": text,
        }
        write_atomically(self.file, json.dumps(work))

    def forget(self) -> None:
        """Keep nothing any more: the work is saved, or given up."""
        self.file.unlink(missing_ok=True)


def lost_work(folder: Path) -> list[Recovered]:
    """Return the work that programs which no longer run have left, the latest first.

    Files that cannot be read, or are none of ours, are left alone.
    """
    found = []
    for file in folder.glob("*.json"):
        work = _read(file)
        if work is not None:
            found.append(work)
    return sorted(found, key=lambda work: -work.saved_at)


def _read(file: Path) -> Recovered | None:
    try:
        work = json.loads(file.read_text(encoding="utf-8"))
        if work["format"] != _FORMAT or _runs(int(work["process"])):
            return None
        path = work["path"]
        return Recovered(
            str(work["text"]),
            str(work["name"]),
            None if path is None else Path(path),
            None if work["digest"] is None else str(work["digest"]),
            float(work["saved_at"]),
            file,
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _runs(process: int) -> bool:
    """Tell whether a process with this number runs; on Windows none is known to."""
    if os.name == "nt" or process <= 0:
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
