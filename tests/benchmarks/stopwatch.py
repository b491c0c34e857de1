"""A program in a pseudo-terminal with a stopwatch: how long from a key to the screen.

The harness answers Textual's question whether the terminal can hold back its picture until a frame
is whole. From then on every frame ends with a mark, which says when it has arrived. Nothing else
is measured: no pilot, no screen that has to be computed here.
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from types import TracebackType
from typing import Final, Self

import pexpect

WHEEL_DOWN: Final = b"\x1b[<65;12;9M"
WHEEL_UP: Final = b"\x1b[<64;12;9M"
ROOT: Final = Path(__file__).parents[2]

_QUESTION: Final = b"\x1b[?2026$p"
_ANSWER: Final = b"\x1b[?2026;2$y"
_FRAME_ENDS: Final = b"\x1b[?2026l"
_QUIET_SECONDS: Final = 0.06
_PATIENCE: Final = 120.0


class Stopwatch:
    """A Python module that runs in a pseudo-terminal.

    Args:
        module: The module's name.
        arguments: What it is given.
        size: The terminal's width and height in cells.
        settings: A folder for the program's settings.
    """

    def __init__(
        self,
        module: str,
        *arguments: str,
        size: tuple[int, int] = (80, 24),
        settings: Path | None = None,
    ) -> None:
        environment = {
            **os.environ,
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LANG": "C.UTF-8",
            "PYTHONPATH": str(ROOT),
            "XDG_CONFIG_HOME": str(settings or "/nonexistent"),
            "XDG_STATE_HOME": str(settings or "/nonexistent"),
        }
        environment.pop("NO_COLOR", None)
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # what is installed is compiled once
        self.output = b""
        self._began = time.perf_counter()
        self._child = pexpect.spawn(
            sys.executable,
            ["-m", module, *arguments],
            dimensions=(size[1], size[0]),
            env=environment,
        )
        self._descriptor: int = self._child.child_fd

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._child.close(force=True)

    @property
    def process(self) -> int:
        """The number of the process."""
        return int(self._child.pid or 0)

    def memory(self) -> int:
        """Return how many bytes the process holds (where the system tells in /proc)."""
        pages = int(Path(f"/proc/{self.process}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def processor(self) -> float:
        """Return how many seconds the process has computed (where the system tells in /proc)."""
        threads = Path(f"/proc/{self.process}/task").glob("*/schedstat")
        return sum(int(each.read_text(encoding="ascii").split()[0]) for each in threads) / 1e9

    def _read(self, seconds: float) -> bytes:
        ready, _, _ = select.select([self._descriptor], [], [], seconds)
        if not ready:
            return b""
        data = os.read(self._descriptor, 1 << 16)
        if _QUESTION in data:
            os.write(self._descriptor, _ANSWER)
        self.output += data
        return data

    def first_frame(self) -> float:
        """Return the seconds from the start of the program to its first whole frame."""
        while self.output.count(_FRAME_ENDS) < 1:
            self._read(_PATIENCE)
        return time.perf_counter() - self._began

    def until(self, text: str) -> float:
        """Wait until a text has been written; return the seconds since the start."""
        wanted = text.encode()
        while wanted not in self.output:
            if not self._read(_PATIENCE):
                raise TimeoutError(f"waited in vain for {text!r}")
        return time.perf_counter() - self._began

    def settle(self, seconds: float = 0.4) -> None:
        """Read until nothing has been written for some time."""
        while self._read(seconds):
            pass

    def press(self, key: bytes) -> float:
        """Return the seconds from a key to the end of the last frame that it causes."""
        self.output = b""
        began = ended = time.perf_counter()
        os.write(self._descriptor, key)
        while True:
            waits = _QUIET_SECONDS if self.output.endswith(_FRAME_ENDS) else 2.0
            if not self._read(waits):
                break
            ended = time.perf_counter()
        if not self.output:
            raise TimeoutError(f"nothing answers {key!r}")
        return ended - began

    def leave(self, key: bytes) -> float:
        """Return the seconds from a key to the end of the program that it ends."""
        began = time.perf_counter()
        os.write(self._descriptor, key)
        with suppress(OSError):  # which is how a terminal says that nobody writes to it any more
            while self._read(_PATIENCE):
                pass
        self._child.wait()
        return time.perf_counter() - began


def answers(
    stopwatches: Sequence[Stopwatch], keys: Sequence[bytes], repeat: int
) -> list[tuple[float, float]]:
    """Return how long each program takes to answer keys that all of them are given in turn.

    Turn by turn, so that whatever else the machine does meets all of them alike.

    Returns:
        For each program the median of the seconds that it computes, and of those until its last
        frame is there; beside other work the second grow faster than the first.
    """
    for stopwatch in stopwatches:
        for key in keys:
            stopwatch.press(key)
    computed: list[list[float]] = [[] for _ in stopwatches]
    waited: list[list[float]] = [[] for _ in stopwatches]
    for _ in range(repeat):
        for key in keys:
            for index, stopwatch in enumerate(stopwatches):
                before = stopwatch.processor()
                waited[index].append(stopwatch.press(key))
                computed[index].append(stopwatch.processor() - before)
    return [(median(one), median(other)) for one, other in zip(computed, waited, strict=True)]
