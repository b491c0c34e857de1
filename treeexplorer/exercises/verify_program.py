"""Runs a person's program on a tree, within limits, and leaves nothing running.

The program reads a nested list such as ``[[3, 12, 8], [2, 4, 6]]`` on standard input and prints
the root's value and, if it likes, the leaves it evaluated in order.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import selectors
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from typing import IO, Final

from treeexplorer.exercises.verify_answers import Answer
from treeexplorer.exercises.verify_trees import to_nested
from treeexplorer.text import safe, shorten
from treeexplorer.tree import GameTree, Number

OUTPUT_LIMIT: Final = 1_000_000
"""The most characters a program may print for one tree."""

_NUMBER: Final = re.compile(r"(?<![\w.])[-+−]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+|inf)(?![\w])")
_CHUNK: Final = 65_536


class ProgramError(ValueError):
    """A program that cannot be started."""


class ProgramRunner:
    """Runs one program again and again, each time in a process group of its own.

    Args:
        command: The program and its arguments; no shell is involved.
        timeout: Seconds it may take for one tree.
        output_limit: The bytes it may print for one tree.
    """

    def __init__(
        self, command: Sequence[str], *, timeout: float = 5.0, output_limit: int = OUTPUT_LIMIT
    ) -> None:
        self._command, self._timeout, self._output_limit = list(command), timeout, output_limit

    def __call__(self, tree: GameTree) -> Answer:
        """Return the program's answer for a tree.

        Raises:
            ProgramError: It cannot be started at all.
        """
        with tempfile.TemporaryFile() as given:
            given.write(json.dumps(to_nested(tree)).encode() + b"\n")
            given.seek(0)
            try:
                process = subprocess.Popen(  # noqa: S603 - running their program is what is asked for
                    self._command,
                    stdin=given,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    start_new_session=True,
                )
            except OSError as error:
                reason = error.strerror or str(error)
                raise ProgramError(
                    f"{safe(self._command[0])} cannot be run: {reason}{self._hint()}"
                ) from None
            try:
                return self._answer(process)
            finally:
                _end(process)

    def _hint(self) -> str:
        first = self._command[0]
        return f"; try: python {safe(first)}" if first.endswith(".py") else ""

    def _answer(self, process: subprocess.Popen[bytes]) -> Answer:
        output, errors, failure = self._collect(process)
        if failure is not None:
            return Answer(failure=failure)
        if process.returncode:
            return Answer(failure=_crash(process.returncode, errors))
        numbers = [_number(text) for text in _NUMBER.findall(output)]
        if not numbers:
            printed = f"only “{safe(shorten(output.strip(), 60))}”" if output.strip() else "nothing"
            return Answer(failure=f"it printed {printed}, and no number")
        return Answer(numbers[0], tuple(numbers[1:]) if len(numbers) > 1 else None)

    def _collect(self, process: subprocess.Popen[bytes]) -> tuple[str, str, str | None]:
        """Return what the program prints on both streams until it ends or breaks a limit."""
        assert process.stdout is not None  # noqa: S101 - both are pipes
        assert process.stderr is not None  # noqa: S101
        deadline = time.monotonic() + self._timeout
        printed: dict[IO[bytes], bytearray] = {
            process.stdout: bytearray(),
            process.stderr: bytearray(),
        }
        slow = f"it did not finish within {self._timeout:g} seconds"
        with selectors.DefaultSelector() as selector:
            for stream, text in printed.items():
                selector.register(stream, selectors.EVENT_READ, text)
            while selector.get_map():
                remaining = deadline - time.monotonic()
                if remaining <= 0:
                    return "", "", slow
                for key, _ in selector.select(remaining):
                    chunk = os.read(key.fd, _CHUNK)
                    if not chunk:
                        selector.unregister(key.fileobj)
                    key.data.extend(chunk)
                    if len(key.data) > self._output_limit:
                        return "", "", f"it printed more than {self._output_limit:,} bytes"
        try:
            process.wait(max(deadline - time.monotonic(), 0.01))
        except subprocess.TimeoutExpired:
            return "", "", slow
        output, errors = (text.decode("utf-8", "replace") for text in printed.values())
        return output, errors, None


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the program and everything it started, however it came to this."""
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()


def _crash(status: int, errors: str) -> str:
    if status < 0:
        return f"it was ended by signal {-status}"
    lines = errors.strip().splitlines()
    said = f", saying “{safe(shorten(lines[-1], 120))}”" if lines else ""
    return f"it ended with status {status}{said}"


def _number(text: str) -> Number:
    text = text.replace("−", "-")
    try:
        return int(text)
    except ValueError:
        return float(text)
