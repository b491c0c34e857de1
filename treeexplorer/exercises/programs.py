"""Runs a person's program on trees, within limits, and leaves nothing running.

The program reads a nested list such as ``[[3, 12, 8], [2, 4, 6]]`` on a line of standard input and
prints the root's value and, if it likes, the leaves it evaluated in order. It is started once for
each tree, or once for all of them, answering line by line.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import selectors
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Final, Self

from treeexplorer.errors import TreeexplorerError
from treeexplorer.exercises.trials import to_nested
from treeexplorer.exercises.verdicts import Answer
from treeexplorer.text import safe, shorten
from treeexplorer.tree import GameTree, Number

OUTPUT_LIMIT: Final = 1_000_000
"""The most bytes a program may print for one tree."""

_NUMBER: Final = re.compile(r"(?<![\w.])[-+−]?(?:\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+|inf)(?!\w)")
_CHUNK: Final = 65_536
_LONGEST_NUMBER: Final = 400
_ERROR_LINES: Final = 8
_MARK: Final = "TREEEXPLORER_VERIFY"
_PROCESSES: Final = Path("/proc")


class ProgramError(TreeexplorerError):
    """A program that cannot be started."""


class ProgramRunner:
    """Runs one program again and again, each time in a process group of its own.

    Use it as a context manager: at the end everything that the program has started is ended, also
    what has left its process group. That is found by a word in its environment, where the system
    tells the environment of a process (Linux); elsewhere the process groups are ended.

    Args:
        command: The program and its arguments; no shell is involved.
        timeout: Seconds it may take for one tree.
        output_limit: The bytes it may print for one tree.
        batch: Whether one process answers all trees, a line in and a line out.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        timeout: float = 5.0,
        output_limit: int = OUTPUT_LIMIT,
        batch: bool = False,
    ) -> None:
        self._command, self._timeout, self._output_limit = list(command), timeout, output_limit
        self._word = secrets.token_hex(8)
        self._running: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self._ended = False
        self._batch = batch
        self._answering: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def __call__(self, tree: GameTree) -> Answer:
        """Return the program's answer for a tree.

        Raises:
            ProgramError: It cannot be started at all.
        """
        line = json.dumps(to_nested(tree)).encode() + b"\n"
        return self._ask(line) if self._batch else self._run(line)

    def end(self) -> None:
        """End whatever is running, at once; every answer still awaited is a failure."""
        with self._lock:
            self._ended = True
            running = list(self._running)
        for process in running:
            _kill(process)
        while True:
            left = list(self._strays())
            if not left:
                return
            for stray in left:
                with contextlib.suppress(OSError):
                    os.kill(stray, signal.SIGKILL)
            time.sleep(0.01)

    def _strays(self) -> Iterator[int]:
        """Yield the processes that carry this runner's word and have not ended."""
        mark = f"{_MARK}={self._word}".encode()
        for folder in _PROCESSES.glob("[0-9]*"):
            with contextlib.suppress(OSError):
                state = (folder / "stat").read_bytes().rpartition(b")")[2].split()[0]
                if state != b"Z" and mark in (folder / "environ").read_bytes().split(b"\0"):
                    yield int(folder.name)

    # -- one process for each tree ---------------------------------------------------------------

    def _run(self, line: bytes) -> Answer:
        with tempfile.TemporaryFile() as given:
            given.write(line)
            given.seek(0)
            process = self._start(given)
            try:
                printed, failure = self._collect(process, until_line=False)
                if failure is not None:
                    return Answer(failure=failure)
                if process.returncode:
                    return Answer(failure=_crash(process.returncode, printed[1]))
                return _answer(printed[0])
            finally:
                self._finish(process)

    # -- one process for all trees ---------------------------------------------------------------

    def _ask(self, line: bytes) -> Answer:
        process = self._answering
        if process is None:
            process = self._answering = self._start(subprocess.PIPE)
        try:
            assert process.stdin is not None  # noqa: S101 - it is a pipe
            process.stdin.write(line)
            process.stdin.flush()
            printed, failure = self._collect(process, until_line=True)
            if failure is None and b"\n" not in printed[0]:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(self._timeout)
                failure = _crash(process.returncode or 0, printed[1])
        except BrokenPipeError:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(self._timeout)
            failure = _crash(
                process.returncode or 0, self._collect(process, until_line=False)[0][1]
            )
        except BaseException:
            self._finish(process)
            self._answering = None
            raise
        if failure is not None:
            self._finish(process)
            self._answering = None
            return Answer(failure=failure)
        return _answer(printed[0].partition(b"\n")[0])

    # -- processes -------------------------------------------------------------------------------

    def _start(self, given: IO[bytes] | int) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._ended:
                raise ProgramError("the program is being ended")
            try:
                process = subprocess.Popen(  # noqa: S603 - running their program is what is asked for
                    self._command,
                    stdin=given,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    start_new_session=True,
                    env={**os.environ, _MARK: self._word},
                )
            except OSError as error:
                reason = error.strerror or str(error)
                raise ProgramError(
                    f"{safe(self._command[0])} cannot be run: {reason}{self._hint()}"
                ) from None
            self._running.add(process)
            return process

    def _hint(self) -> str:
        first = self._command[0]
        return f"; try: python {safe(first)}" if first.endswith(".py") else ""

    def _finish(self, process: subprocess.Popen[bytes]) -> None:
        """End a process and its group, however it came to this."""
        _kill(process)
        process.wait()
        with self._lock:
            self._running.discard(process)
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()

    def _collect(
        self, process: subprocess.Popen[bytes], *, until_line: bool
    ) -> tuple[tuple[bytes, bytes], str | None]:
        """Return what a program prints on both streams, and how it broke a limit if it did.

        Args:
            process: The program.
            until_line: Whether to stop reading at the end of the first line.
        """
        assert process.stdout is not None  # noqa: S101 - both are pipes
        assert process.stderr is not None  # noqa: S101
        deadline = time.monotonic() + self._timeout
        output, errors = bytearray(), bytearray()
        slow = f"it did not finish within {self._timeout:g} seconds"
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ, output)
            selector.register(process.stderr, selectors.EVENT_READ, errors)
            while selector.get_map():
                remaining = deadline - time.monotonic()
                if remaining <= 0:
                    return (bytes(output), bytes(errors)), slow
                for key, _ in selector.select(remaining):
                    chunk = os.read(key.fd, _CHUNK)
                    if not chunk:
                        selector.unregister(key.fileobj)
                    key.data.extend(chunk)
                    if len(key.data) > self._output_limit:
                        return (b"", b""), f"it printed more than {self._output_limit:,} bytes"
                    if until_line and key.data is output and b"\n" in chunk:
                        return (bytes(output), bytes(errors)), None
        if not until_line:
            try:
                process.wait(max(deadline - time.monotonic(), 0.01))
            except subprocess.TimeoutExpired:
                return (bytes(output), bytes(errors)), slow
        return (bytes(output), bytes(errors)), None


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()


def _crash(status: int, errors: bytes) -> str:
    if status < 0:
        return f"it was ended by signal {-status}{_said(errors)}"
    if not status:
        return f"it ended before it had answered{_said(errors)}"
    return f"it ended with status {status}{_said(errors)}"


def _said(errors: bytes) -> str:
    """Return the last lines that a program printed on its standard error."""
    lines = errors.decode("utf-8", "replace").strip().splitlines()[-_ERROR_LINES:]
    if not lines:
        return ""
    shown = [safe(shorten(line, 200)) for line in lines]
    if len(shown) == 1:
        return f", saying “{shown[0]}”"
    return ", saying:\n    " + "\n    ".join(shown)


def _answer(output: bytes) -> Answer:
    """Return the numbers in what a program printed, in time linear in its length."""
    text = output.decode("utf-8", "replace")
    numbers: list[Number] = []
    for found in _NUMBER.finditer(text):
        number = found.group()
        if len(number) > _LONGEST_NUMBER:
            return Answer(failure=f"it printed a number of {len(number):,} characters")
        numbers.append(_number(number))
    if not numbers:
        printed = f"only “{safe(shorten(text.strip(), 60))}”" if text.strip() else "nothing"
        return Answer(failure=f"it printed {printed}, and no number")
    return Answer(numbers[0], tuple(numbers[1:]) if len(numbers) > 1 else None)


def _number(text: str) -> Number:
    text = text.replace("−", "-")
    try:
        return int(text)
    except ValueError:
        return float(text)
