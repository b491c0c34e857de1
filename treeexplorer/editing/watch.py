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

        ===============================================  ======================================
        the file                                         has changed
        ===============================================  ======================================
        has had one time and size since the watch began  no: it has not been read
        is gone, or cannot be read                       no: it may come back, and saving says so
        has got another time or size                     if its content has another digest
        ===============================================  ======================================

        Args:
            known: The digest of the content that is known.
        """
        current_stamp = stamp(self.path)
        if current_stamp is None:
            return False
        if current_stamp != self._stamp:
            try:
                content = read_bytes(self.path)
            except FileError:
                return False
            self._digest = digest(content)
            self._stamp = current_stamp
        has_been_read = self._digest is not None
        return has_been_read and self._digest != known
