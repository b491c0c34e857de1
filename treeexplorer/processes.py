"""Starts the programs of strangers, keeps them within limits, and leaves nothing of them running.

A program runs in a process group of its own where the system has those (POSIX), and is ended with
it. Windows ends a running program with its children; what a program there has left behind when it
ends by itself is not found any more.
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
        with contextlib.suppress(OSError):  # nothing of the group runs any more
            os.killpg(process.pid, signal.SIGKILL)
    elif sys.platform == "win32" and process.poll() is None:
        # Named in full, for a folder of hand-ins may hold a program of that name.
        taskkill = Path(os.environ["SYSTEMROOT"], "System32", "taskkill.exe")
        subprocess.run(  # noqa: S603 - the system's own
            [taskkill, "/T", "/F", "/PID", str(process.pid)], capture_output=True, check=False
        )
    process.kill()
    process.wait()


@contextlib.contextmanager
def nothing_outlives() -> Iterator[None]:
    """At the end of the ``with`` block, end all processes that were started inside it.

    That works on Linux alone; on other systems nothing is done. This process becomes the "child
    subreaper" of its descendants, and stays it: each process whose parent has ended becomes a child
    of this one, even if it left the process group or the session.
    """
    if not CAN_LIMIT:
        yield
        return
    children_before = set(_children())
    on = 1
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, on, 0, 0, 0)  # the zeros have no meaning
    try:
        yield
    finally:
        _end_all_but(children_before)


def _end_all_but(kept: Collection[int]) -> None:
    """End the children of this process except those to keep, and the children they leave.

    The children of an ended process become children of this one: hence several rounds.
    """
    strays = set(_children()).difference(kept)
    while strays:
        for stray in strays:
            with contextlib.suppress(OSError):
                os.kill(stray, signal.SIGKILL)
                os.waitpid(stray, os.WNOHANG)
        time.sleep(0.005)
        strays = set(_children()).difference(kept)


def _children() -> Iterator[int]:
    """Yield the processes whose parent is this one."""
    for folder in _PROCESSES.glob("[0-9]*"):
        with contextlib.suppress(OSError):
            status = (folder / "stat").read_bytes()
            _, _, behind_name = status.rpartition(b")")  # the name may hold anything
            _state, parent, *_ = behind_name.split()
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
        with contextlib.suppress(ProcessLookupError):  # it has ended already
            _, hard = resource.prlimit(process, kind)
            allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.prlimit(process, kind, (allowed, allowed))


@contextlib.contextmanager
def strangers_code(gigabytes: float) -> Iterator[None]:
    """Limit the memory of this process in a ``with`` block that runs somebody else's Python code.

    At the end of the block the old limit is set again, and then the processes are ended that the
    code has started. On other systems than Linux nothing is limited or ended.

    Args:
        gigabytes: How much memory the whole process may use for data.
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
