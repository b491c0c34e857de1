"""Reads and writes files: the one place where the disk, the rights and the file's kind matter.

A file is written whole or not at all, whatever fails. What fails is a :class:`FileError`, whose
text is a sentence for a person.
"""

# The system is called through one module, whose calls the tests make fail.
# ruff: noqa: PTH101, PTH105, PTH108, PTH116

from __future__ import annotations

import errno
import hashlib
import os
import secrets
import stat
from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from functools import partial
from pathlib import Path
from types import EllipsisType
from typing import Any, Final, TypeAlias

from treeexplorer.errors import TreeexplorerError
from treeexplorer.text import safe, shorten

MOST_FROM_A_STREAM: Final = 256_000_000  # bytes; a file may be larger, for it has an end
MOST_OF_TOML: Final = 64_000
"""The most bytes of a course file and its like, which persons write."""
_BLOCK: Final = 1 << 20
_LONGEST_NAME: Final = 280  # cells
_BINARY: Final = getattr(os, "O_BINARY", 0)  # Windows would translate line ends
_NO_WAIT: Final = getattr(os, "O_NONBLOCK", 0)
"""Opens a pipe at once, without waiting for somebody at its other end; 0 on Windows."""
_TEMPORARY: Final = ".treeexplorer-"
_DEVICES: Final = ("/dev/", "/proc/")

AnyPath: TypeAlias = str | os.PathLike[str]


class FileError(OSError, TreeexplorerError):
    """A file cannot be read or written.

    Attributes:
        errno: The system's number of the error.
        strerror: The reason, without the file's name.
        filename: The file.
    """

    def __init__(self, path: AnyPath, done: str, error: OSError | ValueError) -> None:
        number = errno.EINVAL
        if isinstance(error, OSError) and error.errno:
            number = error.errno
        reason = _reason(number, done, error)
        super().__init__(number, reason, os.fspath(path))
        self._done = done

    def __str__(self) -> str:
        name = shorten(safe(str(self.filename)), _LONGEST_NAME)
        return f"{name} cannot be {self._done}: {safe(str(self.strerror))}"


def _reason(number: int, done: str, error: OSError | ValueError) -> str:
    """Return why a file could not be used, as the end of a sentence.

    Args:
        number: The system's number of the error.
        done: What was to be done, ``read`` or ``written``.
        error: What was raised.
    """
    if done == "written" and number == errno.ENOENT:
        return "its folder does not exist"
    if done == "written" and number == errno.ENXIO:
        return "nobody reads from this pipe"
    reason = _system_reason(error)
    return reason[:1].lower() + reason[1:]


def _system_reason(error: OSError | ValueError) -> str:
    """Return what an error says itself, or the system of its number."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    if isinstance(error, OSError) and error.errno:
        return os.strerror(error.errno)
    return str(error)


class ChangedError(FileError):
    """A file has changed since it was read: writing it would lose somebody's change."""


def reason_of(error: OSError) -> str:
    """Return the reason for an error of the system, without the file's name."""
    return error.strerror if error.strerror else str(error)


# -- reading ---------------------------------------------------------------------------------------


def read_bytes(path: AnyPath) -> bytes:
    """Return the content of a file as bytes; a pipe or device is read to its end.

    Args:
        path: The file.

    Raises:
        FileError: It cannot be read, is a folder, is a pipe into which nobody writes, or a stream
            of more than 256 MB.
    """
    try:
        # A pipe without a writer would make an ordinary `open` wait for ever; _NO_WAIT opens it at
        # once.
        descriptor = os.open(path, os.O_RDONLY | _BINARY | _NO_WAIT)
        try:
            return _read_to_end(descriptor)
        finally:
            os.close(descriptor)
    # ValueError: the path has a zero byte, or the stream was refused.
    except (OSError, ValueError) as error:
        raise FileError(path, "read", error) from error


def read_toml(path: AnyPath) -> dict[str, Any]:
    """Return the content of a TOML file: a dictionary of its keys.

    Decimals are of the type ``Decimal``, so that they are exactly as they are written.

    Args:
        path: The file.

    Raises:
        ValueError: It cannot be read, or is no TOML. The message does not name the file.
    """
    # Imported here, since it takes 3 ms, and few have settings or a course.
    import tomllib

    try:
        _refuse_larger(path, MOST_OF_TOML)
        text = read_bytes(path).decode("utf-8-sig")
        return tomllib.loads(text, parse_float=Decimal)
    # First, since some errors of files are both an OSError and a ValueError.
    except OSError as error:
        raise ValueError(f"it cannot be read: {reason_of(error)}") from None
    except ValueError as error:
        raise ValueError(f"it is not TOML: {error}") from None
    except RecursionError:
        raise ValueError("it is nested too deep") from None


def _refuse_larger(path: AnyPath, most: int) -> None:
    """Refuse a file with more than ``most`` bytes, before any of it is read.

    Raises:
        OSError: The file is larger, or there is no such file.
    """
    if os.stat(path).st_size > most:
        raise OSError(f"it holds more than {most // 1000} kB")


def _read_to_end(descriptor: int) -> bytes:
    """Return the content of an open file, pipe or device up to its end.

    Args:
        descriptor: The number of the open file; it was opened with :data:`_NO_WAIT`, so that
            reading does not wait.

    Raises:
        OSError: It is a folder, or cannot be read.
        ValueError: It is a pipe into which nobody writes, or a stream that does not end.
    """
    status = os.fstat(descriptor)
    mode = status.st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "")
    # Before reading waits again, in the next statement: if nobody writes into the pipe, a read that
    # waits would never return.
    beginning = _beginning_of_pipe(descriptor) if stat.S_ISFIFO(mode) else b""
    # 0 on Windows, which has no such mode.
    if _NO_WAIT:
        os.set_blocking(descriptor, True)
    is_stream = not stat.S_ISREG(mode)
    # A file is read in one block, of its size and one byte more.
    block = max(_BLOCK, status.st_size + 1)
    return beginning + read_all(partial(os.read, descriptor), block=block, is_stream=is_stream)


def _beginning_of_pipe(descriptor: int) -> bytes:
    """Return the bytes that a pipe has at this moment, without waiting; none if it has none yet.

    Args:
        descriptor: The number of the open pipe, which does not wait.

    Raises:
        ValueError: Nobody has opened the pipe for writing.
    """
    try:
        beginning = os.read(descriptor, _BLOCK)
    # There is a writer, which has written nothing yet.
    except BlockingIOError:
        return b""
    # Without a writer a pipe is at its end at once.
    is_at_end = not beginning
    if is_at_end:
        raise ValueError("nobody writes into this pipe")
    return beginning


def read_all(read: Callable[[int], bytes], *, block: int = _BLOCK, is_stream: bool = True) -> bytes:
    """Call a function that reads until it has nothing more, and return all its bytes.

    Args:
        read: Takes a number of bytes; returns at most as many, and none at the end.
        block: The number of bytes to ask for at once.
        is_stream: Whether it may never end, so that more than 256 MB are refused.

    Raises:
        ValueError: A stream holds more than 256 MB.
    """
    blocks: list[bytes] = []
    size = 0
    while True:
        read_now = read(block)
        if not read_now:
            return b"".join(blocks)
        blocks.append(read_now)
        size += len(read_now)
        if is_stream and size > MOST_FROM_A_STREAM:
            raise ValueError(f"the stream holds more than {MOST_FROM_A_STREAM // 10**6} MB")


def stamp(path: AnyPath) -> tuple[int, int] | None:
    """Return the time at which a file was written and its size; ``None`` if there is no such file.

    A different stamp later means that the file was written. A pipe or device has no stamp.
    """
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return (status.st_mtime_ns, status.st_size) if stat.S_ISREG(status.st_mode) else None


def digest(content: str | bytes) -> str:
    """Return a hash that tells one content of a file from another; a text counts as UTF-8."""
    return hashlib.blake2b(_as_bytes(content), digest_size=16).hexdigest()


def _as_bytes(content: str | bytes) -> bytes:
    """Return a text as UTF-8; bytes that were no UTF-8 when read are restored."""
    return content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content


# -- writing ---------------------------------------------------------------------------------------


def write_atomically(
    path: AnyPath, content: str | bytes, *, expected: str | EllipsisType | None = ...
) -> None:
    """Write a text (as UTF-8) or bytes to a file, which then holds all of it, or its old content.

    The content goes to a new file in the same folder, which replaces the old file once it is safely
    on the disk. If the path is a symbolic link, the file it leads to is replaced. The permissions
    of the old file are kept, and a read-only file is refused. A device or a pipe is written to
    directly.

    Args:
        path: The file.
        content: The new content.
        expected: The :func:`digest` of the content that is to be replaced; ``None`` if there must
            be no file; ``...`` for any content.

    Raises:
        ChangedError: The file holds something else.
        FileError: It cannot be written; what it held is unchanged.
    """
    data = _as_bytes(content)
    try:
        if _is_stream(path):
            _write_all(os.open(path, os.O_WRONLY | _BINARY | _NO_WAIT), data)
        else:
            _replace_file(Path(os.path.realpath(path)), data, path, expected)
    # It is an OSError, too, and would be wrapped once more below.
    except FileError:
        raise
    except (OSError, ValueError) as error:
        raise FileError(path, "written", error) from error


def _is_stream(path: AnyPath) -> bool:
    """Tell whether a path leads to a device or a pipe; a path without a file is no stream.

    A path below ``/dev`` or ``/proc`` always counts as one: no new file is made there.

    Args:
        path: The path; there need not be a file.

    Raises:
        OSError: It is a folder, or cannot be looked at.
    """
    is_device = os.fspath(path).startswith(_DEVICES)
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return is_device
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "")
    return is_device or not stat.S_ISREG(mode)


def _write_all(descriptor: int, data: bytes, *, is_settled: bool = False) -> None:
    """Write data to an open file and close it, also if writing fails.

    Args:
        descriptor: The number of the open file.
        data: What is written.
        is_settled: Whether to wait until it is safely on the disk.
    """
    try:
        if _NO_WAIT:  # it was opened like this so that a pipe without a reader is refused
            os.set_blocking(descriptor, True)
        rest = memoryview(data)
        while rest:
            # The system may write less than it is given.
            bytes_written = os.write(descriptor, rest[:_BLOCK])
            rest = rest[bytes_written:]
        if is_settled:
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _replace_file(
    target: Path, data: bytes, path_in_errors: AnyPath, expected: str | EllipsisType | None
) -> None:
    """Write data to a new file in the same folder, and rename it to replace a file.

    Args:
        target: The file itself, not a link to it; it need not exist.
        data: The content of the new file.
        path_in_errors: The path that was given, which may be a link to the file.
        expected: As for :func:`write_atomically`.

    Raises:
        ChangedError: The old file holds something else.
        OSError: The old file is read-only, or the new one cannot be written.
    """
    permissions = _permissions_of_writable(target)
    # A short name of its own: the file's name with an addition might be too long.
    temporary = target.parent / f"{_TEMPORARY}{secrets.token_hex(4)}"
    descriptor = os.open(temporary, os.O_WRONLY | _BINARY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        _write_all(descriptor, data, is_settled=True)  # on the disk before the old file goes
        if permissions is not None:
            os.chmod(temporary, permissions)
        # As late as possible: a change after this check would be lost.
        _check_unchanged(target, path_in_errors, expected)
        os.replace(temporary, target)
    # Also if the program is interrupted: the new file must not stay.
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def _permissions_of_writable(target: Path) -> int | None:
    """Return the permission bits of a file, such as ``0o644``; ``None`` if there is no file.

    Args:
        target: The file, which need not exist.

    Raises:
        PermissionError: It is read-only, without a text: :class:`FileError` adds the system's.
    """
    try:
        permissions = os.stat(target).st_mode & 0o777
    except FileNotFoundError:
        return None
    # The bits are asked, too, since the system lets root write to any file.
    is_read_only = not permissions & 0o222
    if is_read_only or not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "")
    return permissions


def _check_unchanged(target: Path, path: AnyPath, expected: str | EllipsisType | None) -> None:
    """Raise an error if the content of a file is not what is expected there.

    Args:
        target: The file.
        path: The path for the error.
        expected: The :func:`digest` of the content; ``None`` if there must be no file; ``...`` for
            any content.

    Raises:
        ChangedError: The content is another one, the file is gone, or there must be no file.
        FileError: The file cannot be read.
    """
    if expected is ...:
        return
    # None if there is no file, so that it equals an expected None.
    on_disk = _digest_on_disk(target)
    if on_disk == expected:
        return
    if expected is None:
        reason = "there is a file of that name already"
    elif on_disk is None:
        reason = "the file is gone from the disk"
    else:
        reason = "the file was changed by somebody else"
    raise ChangedError(path, "written", OSError(errno.ESTALE, reason))


def _digest_on_disk(path: Path) -> str | None:
    """Return the digest of a file's content; ``None`` if there is no file."""
    try:
        return digest(read_bytes(path))
    except FileError as error:
        if error.errno == errno.ENOENT:
            return None
        raise
