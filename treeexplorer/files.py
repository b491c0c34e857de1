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
import selectors
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
_SECONDS_FOR_A_WRITER: Final = 1.0
"""How long a pipe that nobody writes may wait for its writer, which is often started beside us."""
_TEMPORARY: Final = ".treeexplorer-"
_DEVICES: Final = ("/dev/", "/proc/")

_KINDS: Final = {
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"PK\x03\x04": "a file of an office program, or a ZIP archive",
    b"\xd0\xcf\x11\xe0": "a file of an office program",
    b"{\\rtf": "a rich text (RTF)",
}
"""What files are whose first bytes are these."""

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
        reason = _explain_failure(number, done, error)
        super().__init__(number, reason, os.fspath(path))
        self._done = done

    def __str__(self) -> str:
        name = shorten(safe(str(self.filename)), _LONGEST_NAME)
        return f"{name} cannot be {self._done}: {safe(str(self.strerror))}"


def _explain_failure(number: int, done: str, error: OSError | ValueError) -> str:
    """Return why a file could not be ``read`` or ``written``, as the end of a sentence.

    For example ``its folder does not exist``. ``number`` is the system's number of the error.
    """
    if done == "written" and number == errno.ENOENT:
        return "its folder does not exist"
    if done == "written" and number == errno.ENXIO:
        return "nobody reads from this pipe"
    reason = _get_system_reason(error)
    return reason[:1].lower() + reason[1:]


def _get_system_reason(error: OSError | ValueError) -> str:
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
        # An ordinary `open` would wait for ever for somebody who writes into a pipe.
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
    import tomllib  # here, since it takes 3 ms, and few have settings or a course

    try:
        _check_size(path, MOST_OF_TOML)
        text = read_bytes(path).decode("utf-8-sig")
        return tomllib.loads(text, parse_float=Decimal)
    # First, since some errors of files are both an OSError and a ValueError.
    except OSError as error:
        raise ValueError(f"it cannot be read: {reason_of(error)}") from None
    except ValueError as error:
        raise ValueError(f"it is not TOML: {error}") from None
    except RecursionError:
        raise ValueError("it is nested too deep") from None


def describe_kind_but_text(data: bytes) -> str | None:
    """Return what a file is if it is no text: ``a PDF``; ``None`` of a text.

    >>> describe_kind_but_text(b"%PDF-1.4"), describe_kind_but_text(b"[3 4]")
    ('a PDF', None)
    """
    for beginning, kind in _KINDS.items():
        if data.startswith(beginning):
            return kind
    return "a binary file" if b"\0" in data else None


def _check_size(path: AnyPath, most_bytes: int) -> None:
    """Raise an OSError if a file has more bytes, before any of it is read, or is missing."""
    if os.stat(path).st_size > most_bytes:
        raise OSError(f"it holds more than {most_bytes // 1000} kB")


def _read_to_end(descriptor: int) -> bytes:
    """Return the content of an open file, pipe or device up to its end.

    It was opened with :data:`_NO_WAIT`, so that reading does not wait at first. An OSError is
    raised for a folder; a ValueError for a pipe into which nobody writes, or a stream that does not
    end.
    """
    status = os.fstat(descriptor)
    is_folder = stat.S_ISDIR(status.st_mode)
    is_pipe = stat.S_ISFIFO(status.st_mode)
    is_file = stat.S_ISREG(status.st_mode)
    if is_folder:
        raise IsADirectoryError(errno.EISDIR, "")

    # 1. While reading does not wait: is there a writer? Without one, a pipe is refused here; a read
    # that waits would perhaps never return.
    beginning = _read_beginning_of_pipe(descriptor) if is_pipe else b""

    # 2. From here on reading waits for what a writer has still to write.
    if _NO_WAIT:  # 0 on Windows, which has no such mode
        os.set_blocking(descriptor, True)

    # 3. The rest. A file is read in one block, of its size and one byte more.
    block_size = max(_BLOCK, status.st_size + 1)
    rest = read_all(partial(os.read, descriptor), block=block_size, is_stream=not is_file)
    return beginning + rest


def _read_beginning_of_pipe(descriptor: int) -> bytes:
    """Return the first bytes of an open pipe; b"" if its writer has written nothing in a second.

    A ValueError is raised if nobody has opened the pipe for writing by then. In the shell's line
    ``make-tree > pipe & treeexplorer pipe``, for example, we may be here before ``make-tree`` is.
    """
    with selectors.DefaultSelector() as selector:
        selector.register(descriptor, selectors.EVENT_READ)
        selector.select(_SECONDS_FOR_A_WRITER)
    try:
        beginning = os.read(descriptor, _BLOCK)
    except BlockingIOError:  # there is a writer, which has written nothing yet
        return b""
    if not beginning:  # without a writer a pipe is at its end at once
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
    total_size = 0
    while True:
        data = read(block)
        if not data:
            return b"".join(blocks)
        blocks.append(data)
        total_size += len(data)
        if is_stream and total_size > MOST_FROM_A_STREAM:
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
    return hashlib.blake2b(_encode(content), digest_size=16).hexdigest()


def _encode(content: str | bytes) -> bytes:
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
    directly; it holds no old content, so nothing is expected of it.

    Args:
        path: The file.
        content: The new content.
        expected: What is to be replaced: the :func:`digest` of a content for a file that holds just
            this; ``None`` for no file, so that one that exists is refused; ``...``, which stands
            for "not said", for any content or none.

    Raises:
        ChangedError: The file holds something else than was expected.
        FileError: It cannot be written; what it held is unchanged.
    """
    data = _encode(content)
    try:
        if _is_stream(path):
            _write_to_stream(path, data)
        else:
            file_behind_links = Path(os.path.realpath(path))
            _replace_file(file_behind_links, data, path_in_errors=path, expected=expected)
    # A FileError, such as a ChangedError, names the path already. It is an OSError, too, so that it
    # has to be let through before those are caught.
    except FileError:
        raise
    except (OSError, ValueError) as error:
        raise FileError(path, "written", error) from error


def _write_to_stream(path: AnyPath, data: bytes) -> None:
    """Write data to a device or a pipe, such as ``/dev/stdout``; refuse a pipe without a reader."""
    # Without `_NO_WAIT` the system would wait until somebody reads from the pipe.
    descriptor = os.open(path, os.O_WRONLY | _BINARY | _NO_WAIT)
    _write_and_close(descriptor, data)


def _is_stream(path: AnyPath) -> bool:
    """Tell whether a path leads to a device or a pipe; a path without a file is no stream.

    A path below ``/dev`` or ``/proc`` always counts as one: no new file is made there. An OSError
    is raised for a folder.
    """
    is_device = os.fspath(path).startswith(_DEVICES)
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return is_device
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "")
    return is_device or not stat.S_ISREG(mode)


def _write_and_close(descriptor: int, data: bytes, *, waits_for_disk: bool = False) -> None:
    """Write data to an open file and close it, also if writing fails.

    If ``waits_for_disk``, the data is safely on the disk before it is closed.
    """
    try:
        if _NO_WAIT:  # it was opened like this so that a pipe without a reader is refused
            os.set_blocking(descriptor, True)
        remaining = memoryview(data)
        while remaining:
            # The system may write less than it is given.
            count = os.write(descriptor, remaining[:_BLOCK])
            remaining = remaining[count:]
        if waits_for_disk:
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _replace_file(
    target: Path, data: bytes, path_in_errors: AnyPath, expected: str | EllipsisType | None
) -> None:
    """Write data to a new file in the same folder, and rename it to replace a file.

    The order makes sure that at every moment the target holds all of the old content or all of the
    new one, also if the computer is switched off.

    The target is the file itself, not a link to it, and need not exist; ``path_in_errors`` may be a
    link to it. A ChangedError is raised if the old file is not as ``expected``, which is as for
    :func:`write_atomically`; an OSError if the old file is read-only or the new one fails.
    """
    permissions = _get_permissions(target)  # raises the error for a read-only file

    # 1. Create the new file. It must be one that nobody has: O_EXCL fails if it exists. Its name is
    # short, since the target's name with an addition might be too long.
    new_file = target.parent / f"{_TEMPORARY}{secrets.token_hex(4)}"
    descriptor = os.open(new_file, os.O_WRONLY | _BINARY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        # 2. Write it, and wait until all is on the disk: only then the old content may go.
        _write_and_close(descriptor, data, waits_for_disk=True)
        if permissions is not None:
            os.chmod(new_file, permissions)

        # 3. Check the old file as late as possible: a change after this check would be lost.
        _check_unchanged(target, path_in_errors, expected)

        # 4. Replace it, in one step.
        os.replace(new_file, target)
    except BaseException:  # also if the program is interrupted: the new file must not stay
        with suppress(OSError):
            os.unlink(new_file)
        raise


def _get_permissions(target: Path) -> int | None:
    """Return the permission bits of a file, such as ``0o644``; ``None`` if there is no file.

    A PermissionError is raised if it is read-only, without a text: :class:`FileError` adds the
    system's.
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


def _check_unchanged(
    target: Path, path_in_errors: AnyPath, expected: str | EllipsisType | None
) -> None:
    """Raise a ChangedError if the content of a file is not what is expected there.

    ``expected`` is the :func:`digest` of the content; ``None`` if there must be no file; ``...``
    for any content.
    """
    if expected is ...:
        return
    digest_on_disk = _compute_digest_on_disk(target)
    if digest_on_disk == expected:  # also if both are None: there is no file
        return
    if expected is None:
        reason = "there is a file of that name already"
    elif digest_on_disk is None:
        reason = "the file is gone from the disk"
    else:
        reason = "the file was changed by somebody else"
    raise ChangedError(path_in_errors, "written", OSError(errno.ESTALE, reason))


def _compute_digest_on_disk(path: Path) -> str | None:
    """Return the digest of a file's content; ``None`` if there is no file."""
    try:
        return digest(read_bytes(path))
    except FileError as error:
        if error.errno == errno.ENOENT:
            return None
        raise
