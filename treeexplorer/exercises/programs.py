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
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from typing import Final, Self

from treeexplorer.errors import TreeexplorerError
from treeexplorer.exercises.trials import to_nested
from treeexplorer.exercises.verify import ProgramAnswer
from treeexplorer.processes import limit, nothing_outlives
from treeexplorer.text import safe, shorten
from treeexplorer.tree import GameTree, Number

OUTPUT_LIMIT: Final = 1_000_000
"""The most bytes a program may print for one tree."""

_NUMBER: Final = re.compile(
    r"(?<![\w.])[-+−]?(?:\d{1,300}(?:\.\d*)?(?:e[-+]?\d+)?|\.\d+|inf(?:inity)?|∞)(?!\w)",
    re.IGNORECASE,
)
_NO_NUMBER: Final = re.compile(
    r"\b(?:nan|none|null|undefined)\b(?=[\s,;]*(?:[-\d\[(]|$))", re.IGNORECASE | re.MULTILINE
)
_CHUNK: Final = 65_536
_SECONDS_FOR_MORE: Final = 0.002
_ERROR_LINES: Final = 8


class ProgramError(TreeexplorerError):
    """A program that cannot be started."""


class ProgramRunner:
    """Runs one program again and again, each time in a process group of its own.

    Use it as a context manager: at the end everything that the program has started is ended. On
    Linux that holds also for what has left its process group.

    Args:
        command: The program and its arguments; no shell is involved.
        timeout: Seconds it may take for one tree.
        batch: Whether one process answers all trees, a line in and a line out.
        memory: Gigabytes of memory each of its processes may use, and of a file it may write;
            systems other than Linux do not limit that.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        timeout: float = 5.0,
        batch: bool = False,
        memory: float = 1.0,
    ) -> None:
        if os.name != "posix":
            raise ProgramError(
                "programs are run on Linux, macOS and the like only; treeexplorer.verify tries a "
                "Python function everywhere"
            )
        self._command, self._timeout, self._memory = list(command), timeout, memory
        self._batch = batch
        self._process: subprocess.Popen[bytes] | None = None
        self._cleanup = contextlib.ExitStack()

    def __enter__(self) -> Self:
        self._cleanup.enter_context(nothing_outlives())
        return self

    def __exit__(self, *_: object) -> None:
        self._end()
        self._cleanup.close()

    def __call__(self, tree: GameTree) -> ProgramAnswer:
        """Return the program's answer for a tree.

        Raises:
            ProgramError: It cannot be started at all.
        """
        process = self._process = self._process or self._started()
        goes_on = False
        try:
            output, errors, failure = self._exchange(process, json.dumps(to_nested(tree)))
            if failure is None and (process.returncode or (self._batch and b"\n" not in output)):
                failure = _crash(process.returncode or 0, errors)
            first, _, more = output.partition(b"\n")
            if self._batch and failure is None and more.strip():
                failure = "it printed more than one line"
            goes_on = self._batch and failure is None
        finally:
            if not goes_on:
                self._end()
        return ProgramAnswer(failure=failure) if failure else _answer(first if goes_on else output)

    def _started(self) -> subprocess.Popen[bytes]:
        try:
            process = subprocess.Popen(  # noqa: S603 - running their program is what is asked for
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            reason, program = error.strerror or str(error), safe(self._command[0])
            hint = f"; try: python {program}" if program.endswith(".py") else ""
            raise ProgramError(f"{program} cannot be run: {reason}{hint}") from None
        limit(process.pid, self._memory)
        return process

    def _end(self) -> None:
        """End what is running, with its process group."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            with contextlib.suppress(OSError), process:
                pass  # closes its streams, and waits for it

    def _exchange(
        self, process: subprocess.Popen[bytes], line: str
    ) -> tuple[bytes, bytes, str | None]:
        """Hand a line over, and return what comes back; see :meth:`_collect`."""
        assert process.stdin is not None  # noqa: S101 - it is a pipe
        with contextlib.suppress(BrokenPipeError):  # it has ended, or closed its input
            process.stdin.write(f"{line}\n".encode())
            process.stdin.flush()
            if not self._batch:
                process.stdin.close()
        output, errors, failure = self._collect(process, self._timeout)
        if self._batch and failure and not output:
            with contextlib.suppress(BrokenPipeError):
                process.stdin.close()
            if b"\n" in self._collect(process, 1.0)[0]:
                failure = (
                    "it answers only when its input ends: read one line at a time, and flush "
                    "your output after each"
                )
        return output, errors, failure

    def _collect(
        self, process: subprocess.Popen[bytes], timeout: float
    ) -> tuple[bytes, bytes, str | None]:
        """Return what a program prints on both streams, and how it broke a limit if it did.

        Of a program that answers all trees that is the first line, with what follows it at once;
        of others, everything.
        """
        assert process.stdout is not None  # noqa: S101 - both are pipes
        assert process.stderr is not None  # noqa: S101
        deadline = time.monotonic() + timeout
        output, errors = bytearray(), bytearray()
        slow = f"it did not finish within {self._timeout:g} seconds"
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ, output)
            selector.register(process.stderr, selectors.EVENT_READ, errors)
            while selector.get_map():
                remaining = deadline - time.monotonic()
                if remaining <= 0:
                    return bytes(output), bytes(errors), slow
                for key, _ in selector.select(remaining):
                    chunk = os.read(key.fd, _CHUNK)
                    if not chunk:
                        selector.unregister(key.fileobj)
                    key.data.extend(chunk)
                    if len(key.data) > OUTPUT_LIMIT:
                        return b"", b"", f"it printed more than {OUTPUT_LIMIT:,} bytes"
                    if self._batch and b"\n" in output:
                        # What follows at once would be taken for the answer to the next tree.
                        for other, _ in selector.select(_SECONDS_FOR_MORE):
                            other.data.extend(os.read(other.fd, _CHUNK))
                        return bytes(output), bytes(errors), None
        try:
            process.wait(max(deadline - time.monotonic(), 0.01))
        except subprocess.TimeoutExpired:
            return bytes(output), bytes(errors), slow
        return bytes(output), bytes(errors), None


def _crash(status: int, errors: bytes) -> str:
    """Return how a program ended, with the last lines that it printed on its standard error."""
    ending = f"it was ended by signal {-status}" if status < 0 else f"it ended with status {status}"
    if status == 0:
        ending = "it ended before it had answered; with --batch it answers one tree after another"
    lines = errors.decode("utf-8", "replace").strip().splitlines()[-_ERROR_LINES:]
    shown = "".join(f"\n    {safe(shorten(line, 200))}" for line in lines)
    return f"{ending}, saying:{shown}" if shown else ending


def _answer(output: bytes) -> ProgramAnswer:
    """Return the numbers in what a program printed, in time linear in its length."""
    text = output.decode("utf-8", "replace")
    numbers: list[Number] = []
    first: re.Match[str] | None = None
    for match in _NUMBER.finditer(text):
        first = first or match
        number = match[0].replace("−", "-").replace("∞", "inf")
        numbers.append(int(number) if number.lstrip("+-").isdigit() else float(number))
    nothing = _NO_NUMBER.search(text)
    if first and nothing and nothing.start() < first.start():
        return ProgramAnswer(failure=f"it printed {nothing[0]} where the root's value belongs")
    if numbers:
        return ProgramAnswer(numbers[0], tuple(numbers[1:]) or None)
    printed = f"only “{safe(shorten(text.strip(), 60))}”" if text.strip() else "nothing"
    return ProgramAnswer(failure=f"it printed {printed}, and no number")
