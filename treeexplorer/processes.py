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
    """On exit, end all processes started meanwhile, even those that left the process group.

    On Linux this process adopts the orphans among its descendants, whatever their group, session or
    environment. On other systems nothing is done here: process groups are all there is.
    """
    if not CAN_LIMIT:
        yield
        return
    children_before = set(_children())
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
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
    """Run somebody else's Python code in this process within limits, then end what it started."""
    with nothing_outlives(), contextlib.ExitStack() as cleanup:
        if CAN_LIMIT:
            import resource

            before = resource.getrlimit(resource.RLIMIT_DATA)
            cleanup.callback(resource.setrlimit, resource.RLIMIT_DATA, before)
            resource.setrlimit(resource.RLIMIT_DATA, (int(gigabytes * 2**30), before[1]))
        yield
