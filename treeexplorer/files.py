"""Writes files so that a crash or a full disk never leaves half of one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_atomically(path: str | Path, text: str) -> None:
    """Write a text as UTF-8 under a path: afterwards it holds all of the text, or what it held.

    The text goes to a new file in the same folder, which takes the old one's place when it is
    safely on the disk. A symbolic link stays one: the file that it leads to is replaced. The old
    file's permissions are kept.

    Raises:
        OSError: The folder cannot be written to, or the disk is full; nothing has changed then.
    """
    target = Path(os.path.realpath(path))
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).chmod(_permissions(target))
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _permissions(target: Path) -> int:
    """Return the permissions that a file has, or that a new one would get."""
    try:
        return target.stat().st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
