"""Tells when a file on the disk holds something else than what is known of it."""

from __future__ import annotations

from pathlib import Path

from treeexplorer.files import FileError, digest, read_bytes, stamp


class Watch:
    """Watches a file; as long as the file's time and size stay, it is not read.

    Attributes:
        path: The file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._stamp = stamp(path)
        self._digest: str | None = None

    def has_changed(self, known: str) -> bool:
        """Tell whether the file's content has another digest than ``known``.

        A file that is gone or cannot be read counts as unchanged: it may come back, and saving says
        so. So does a file whose time and size have stayed the same since the watch began.
        """
        now = stamp(self.path)
        if now is None:
            return False
        if now != self._stamp:
            try:
                self._digest = digest(read_bytes(self.path))
            except FileError:
                return False
            self._stamp = now
        has_been_read = self._digest is not None
        return has_been_read and self._digest != known
