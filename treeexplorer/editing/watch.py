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
        """Tell whether a file now holds something else than what is known of it.

        A file that is gone or cannot be read counts as unchanged: it may come back, and saving says
        so. So does a file whose time and size have stayed the same since the watch began.

        Args:
            known: The digest of the content that is known.
        """
        now = stamp(self.path)
        if now is None:
            return False
        # The file is read again only if its time or size has changed.
        if now != self._stamp:
            try:
                self._digest = digest(read_bytes(self.path))
            except FileError:
                return False
            # After the file was read, so that a file which cannot be read is tried again.
            self._stamp = now
        has_been_read = self._digest is not None
        return has_been_read and self._digest != known
