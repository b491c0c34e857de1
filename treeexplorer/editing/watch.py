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
        self._stamp = stamp(path)  # the time and the size that the file had last
        self._digest: str | None = None  # of what was read since the watch began

    def has_changed(self, known: str) -> bool:
        """Tell whether a file now holds something else than what is known of it.

        A file counts as unchanged if its time and size have stayed the same since the watch began.
        So does a file that is gone or cannot be read: it may come back, and saving says so.

        Args:
            known: The digest of the content that is known.
        """
        current_stamp = stamp(self.path)
        if current_stamp is None:  # it is gone
            return False
        if current_stamp != self._stamp:
            try:
                content = read_bytes(self.path)
            except FileError:
                return False
            self._digest = digest(content)
            self._stamp = current_stamp
        if self._digest is None:
            return False
        return self._digest != known
