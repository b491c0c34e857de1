"""The operations of the system, of which one fails: as SQLite tests what a full disk does."""

from __future__ import annotations

import errno
import os
from typing import Any

OPERATIONS = (
    *("open", "read", "write", "fsync", "chmod", "replace", "close", "stat", "fstat", "access"),
)
ERRORS = (
    errno.ENOSPC, errno.EACCES, errno.EROFS, errno.ENAMETOOLONG, errno.EIO, errno.EINTR
)  # fmt: skip


class FaultySystem:
    """The module ``os``, whose n-th counted operation fails."""

    def __init__(self, fails: int, error: int) -> None:
        self.fails, self.error = fails, error
        self.counted = 0
        self.operation = ""

    def __getattr__(self, name: str) -> Any:
        known = getattr(os, name)
        if name not in OPERATIONS:
            return known

        def operation(*arguments: Any, **options: Any) -> Any:
            self.counted += 1
            if self.counted == self.fails:
                self.operation = name
                if name == "close":
                    known(*arguments)
                raise OSError(self.error, os.strerror(self.error))
            if name == "write":  # half a write is a write
                descriptor, data = arguments
                return known(descriptor, data[: max(1, len(data) // 2)])
            return known(*arguments, **options)

        return operation
