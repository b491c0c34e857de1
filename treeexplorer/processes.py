"""Starts the programs of strangers, keeps them within limits, and leaves nothing of them running.

- On Linux all descendants of a program are found and ended.
- On other POSIX systems a program runs in a process group of its own, which is ended with it.
- On Windows a running program is ended with its children. Processes that it has left behind when
  it ends by itself are not found.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Final

_PROCESSES: Final = Path("/proc")
CAN_LIMIT: Final = sys.platform.startswith("linux")
"""Whether memory and files of another process can be limited, and its orphans adopted."""

_SET_CHILD_SUBREAPER: Final = 36  # PR_SET_CHILD_SUBREAPER of linux/prctl.h
_GROUP_OF_ITS_OWN: Final = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # Windows alone


def start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a program in its own process group, with unbuffered pipes as its three streams.

    Raises:
        OSError: It cannot be started.
    """
    return subprocess.Popen(  # noqa: S603 - running their program is what is asked for
        command,
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,  # Windows takes no notice of it
        creationflags=_GROUP_OF_ITS_OWN,
    )


def end(process: subprocess.Popen[bytes]) -> None:
    """End a program together with its process group, and wait until it has ended."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(OSError):  # no process of the group runs any more
            os.killpg(process.pid, signal.SIGKILL)
    elif sys.platform == "win32" and process.poll() is None:
        # By its full path, since a folder of hand-ins may hold a program of that name.
        taskkill = Path(os.environ["SYSTEMROOT"], "System32", "taskkill.exe")
        subprocess.run(  # noqa: S603 - the system's own
            [taskkill, "/T", "/F", "/PID", str(process.pid)], capture_output=True, check=False
        )
    process.kill()
    process.wait()


@contextlib.contextmanager
def nothing_outlives() -> Iterator[None]:
    """At the end of the ``with`` block, end all processes that were started inside it.

    It works on Linux only; on other systems it does nothing. This process becomes the "child
    subreaper" of its descendants: a process whose parent has ended becomes a child of this one,
    even if it left the process group or the session. It stays the subreaper after the block, which
    does no harm.
    """
    if not CAN_LIMIT:
        yield
        return
    children_before = set(_children())
    _become_subreaper()
    try:
        yield
    finally:
        _end_children_except(children_before)


def _become_subreaper() -> None:
    """Make this process the one that adopts its descendants when their parents end."""
    on = 1
    unused = 0  # prctl takes five arguments
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, on, unused, unused, unused)


def _end_children_except(kept: Collection[int]) -> None:
    """End all children of this process except some, and every descendant of theirs.

    The children of an ended process become children of this one, so that it takes several rounds.
    It returns when none is left.
    """
    strays = set(_children()).difference(kept)
    while strays:
        for stray in strays:
            with contextlib.suppress(OSError):  # it has ended meanwhile
                os.kill(stray, signal.SIGKILL)
                os.waitpid(stray, os.WNOHANG)
        time.sleep(0.005)
        strays = set(_children()).difference(kept)


def _children() -> Iterator[int]:
    """Yield the processes whose parent is this one."""
    for folder in _PROCESSES.glob("[0-9]*"):
        with contextlib.suppress(OSError):
            status = (folder / "stat").read_bytes()  # PID (NAME) STATE PARENT …
            _, _, after_name = status.rpartition(b")")  # the name may have brackets of its own
            _state, parent, *_ = after_name.split()
            if int(parent) == os.getpid():
                yield int(folder.name)


def limit(process: int, gigabytes: float) -> None:
    """Limit a process's memory and the size of files it writes, if the system can do that.

    Memory means memory that the process can write to; addresses that a virtual machine only
    reserves do not count.
    """
    if not CAN_LIMIT:
        return
    import resource

    most = int(gigabytes * 2**30)
    for kind in (resource.RLIMIT_DATA, resource.RLIMIT_FSIZE):
        with contextlib.suppress(ProcessLookupError):  # the process has ended already
            _, hard = resource.prlimit(process, kind)
            allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.prlimit(process, kind, (allowed, allowed))


@contextlib.contextmanager
def strangers_code(gigabytes: float) -> Iterator[None]:
    """Limit the memory of this process in a ``with`` block that runs somebody else's Python code.

    At the end of the block the old limit is restored, and the processes that the code has started
    are ended. It works on Linux only; on other systems it does nothing.

    Args:
        gigabytes: The memory that the whole process may use for data.
    """
    with nothing_outlives(), contextlib.ExitStack() as cleanup:
        if CAN_LIMIT:
            import resource

            old_limits = resource.getrlimit(resource.RLIMIT_DATA)
            _, hard_limit = old_limits
            cleanup.callback(resource.setrlimit, resource.RLIMIT_DATA, old_limits)
            soft_limit = int(gigabytes * 2**30)
            resource.setrlimit(resource.RLIMIT_DATA, (soft_limit, hard_limit))
        yield
