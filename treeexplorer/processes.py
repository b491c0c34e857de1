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
    """Start a program, with pipes as its standard input, output and error.

    The pipes are not buffered. The program has a process group of its own, so that it can be ended
    with all that it starts.

    Args:
        command: The program and its arguments.

    Raises:
        OSError: It cannot be started.
    """
    return subprocess.Popen(  # noqa: S603 - running their program is what is asked for
        command,
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # On POSIX systems; the next line does the same on Windows.
        start_new_session=True,
        creationflags=_GROUP_OF_ITS_OWN,
    )


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill a program together with all processes of its group, and wait until it has ended.

    Args:
        process: The program, as :func:`start` returned it. It may have ended already.
    """
    if hasattr(os, "killpg"):
        # Also if the program itself has ended: others of its group may still run. The error says
        # that none does.
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    elif sys.platform == "win32" and process.poll() is None:
        # By its full path, since a folder of hand-ins may hold a program of that name.
        taskkill = Path(os.environ["SYSTEMROOT"], "System32", "taskkill.exe")
        subprocess.run(  # noqa: S603 - the system's own
            [taskkill, "/T", "/F", "/PID", str(process.pid)], capture_output=True, check=False
        )

    process.kill()
    process.wait()  # otherwise the system would keep the ended process as a zombie


@contextlib.contextmanager
def end_started_processes_afterwards() -> Iterator[None]:
    """At the end of the ``with`` block, end all processes that were started inside it.

    That includes processes which they have started, even if these left the process group or the
    session. Processes that ran before the block are spared. For example, a program that is tried
    starts a server in the background, and ends: at the end of the block the server is ended, too.

    It works on Linux only; on other systems it does nothing. There this process becomes the "child
    subreaper": when a process ends, its children become children of this one, and so they are
    found. It stays the subreaper after the block, which does no harm.
    """
    if not CAN_LIMIT:
        yield
        return
    children_before_block = set(_find_children())
    _become_subreaper()
    try:
        yield
    finally:
        _end_children_except(children_before_block)


def _become_subreaper() -> None:
    """Make this process the one that adopts its descendants when their parents end."""
    enabled = 1
    unused = 0  # prctl takes five arguments
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, enabled, unused, unused, unused)


def _end_children_except(spared: Collection[int]) -> None:
    """Kill the children of this process and all of their descendants, except the spared children.

    Processes are given by their ids. When a process ends, its children become children of this one
    (see :func:`end_started_processes_afterwards`). So it takes several rounds: with a child 10 that
    has started 11, the first round kills 10, and the second 11.
    """
    while children := set(_find_children()).difference(spared):
        for child in children:
            with contextlib.suppress(OSError):  # it has ended meanwhile
                os.kill(child, signal.SIGKILL)
                # Take notice of its end, or it would stay a zombie, which still counts as a child.
                # This does not wait: if it has not ended yet, the next round comes to it again.
                os.waitpid(child, os.WNOHANG)
        # Time for the system to end them, and to hand their children on.
        time.sleep(0.005)


def _find_children() -> Iterator[int]:
    """Yield the ids of the processes whose parent is this one (Linux).

    Each process has a folder ``/proc/ID``. A process may end while its folder is read, and is left
    out.
    """
    for folder in _PROCESSES.glob("[0-9]*"):
        with contextlib.suppress(OSError):
            status = (folder / "stat").read_bytes()  # PID (NAME) STATE PARENT …
            # The name may have brackets of its own.
            _, _, fields_after_name = status.rpartition(b")")
            _state, parent, *_ = fields_after_name.split()
            if int(parent) == os.getpid():
                yield int(folder.name)


def limit(process: int, gigabytes: float) -> None:
    """Limit the memory of a process and the size of files it writes; only Linux can do that.

    Memory means memory that the process can write to; addresses that a virtual machine only
    reserves do not count.

    Args:
        process: The id of the process.
        gigabytes: The limit for each of the two.
    """
    if not CAN_LIMIT:
        return
    import resource

    most_bytes = int(gigabytes * 2**30)
    for kind in (resource.RLIMIT_DATA, resource.RLIMIT_FSIZE):
        with contextlib.suppress(ProcessLookupError):  # the process has ended already
            _, hard_limit = resource.prlimit(process, kind)
            # A limit that is stricter already stays.
            if hard_limit == resource.RLIM_INFINITY:
                new_limit = most_bytes
            else:
                new_limit = min(most_bytes, hard_limit)
            resource.prlimit(process, kind, (new_limit, new_limit))


@contextlib.contextmanager
def limit_users_code(gigabytes: float) -> Iterator[None]:
    """Limit the memory of this process in a ``with`` block that runs somebody else's Python code.

    At the end of the block the old limit is restored, and the processes that the code has started
    are ended. It works on Linux only; on other systems it does nothing.

    Args:
        gigabytes: The memory that the whole process may use for data.
    """
    if not CAN_LIMIT:
        yield
        return
    import resource

    old_limits = resource.getrlimit(resource.RLIMIT_DATA)
    _, hard_limit = old_limits
    # Only the soft limit is set: a process may raise it again up to the hard one.
    soft_limit = int(gigabytes * 2**30)
    with end_started_processes_afterwards():
        try:
            resource.setrlimit(resource.RLIMIT_DATA, (soft_limit, hard_limit))
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_DATA, old_limits)
