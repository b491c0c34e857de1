"""The program in a pseudo-terminal, for tests that look at its screen and at what it leaves."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import pyte

ROOT = Path(__file__).resolve().parents[2]
_PATIENCE = 180.0  # seconds, without those in which the program had no processor


class Clock:
    """Seconds, without those in which a program waited for a processor."""

    def __init__(self, threads: Path) -> None:
        self._threads = threads
        self._waited: dict[str, int] = {}
        """By thread, for how many nanoseconds; a thread that has ended has waited, too."""

    @property
    def time(self) -> float:
        """The time, from some moment on."""
        for thread in self._threads.glob("*/schedstat"):
            with suppress(OSError, IndexError):
                self._waited[thread.parent.name] = int(thread.read_text().split()[1])
        return time.monotonic() - sum(self._waited.values()) / 1e9


class Terminal:
    """Python in a pseudo-terminal whose output is always read, with a screen that one can look at.

    Attributes:
        master: The terminal's end.
        slave: The program's end, which stays open here, too.
        before: The mode of the terminal before the program began.
        raw: All that was written.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        size: tuple[int, int] = (80, 24),
        cwd: Path | None = None,
    ) -> None:
        self.master, self.slave = pty.openpty()
        self.resize(size)
        self.before = termios.tcgetattr(self.slave)
        self.raw = bytearray()
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self._fed = 0
        self._text: str | None = None
        surroundings = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        surroundings |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
        self.process = subprocess.Popen(
            [sys.executable, *arguments],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            start_new_session=True,
            cwd=cwd,
            env={**surroundings, "PYTHONPATH": str(ROOT), **environment},
        )
        self._clock = Clock(Path(f"/proc/{self.process.pid}/task"))

    def resize(self, size: tuple[int, int]) -> None:
        """Say that the terminal has another size, in columns and lines."""
        columns, lines = size
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    @property
    def time(self) -> float:
        """Seconds on a clock that stands still while the program waits for a processor."""
        return self._clock.time

    def read(self, seconds: float) -> bool:
        """Read for a while; tell whether anything came."""
        size, until = len(self.raw), time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if select.select([self.master], [], [], left)[0]:
                try:
                    self.raw += os.read(self.master, 65_536)
                except OSError:
                    break
        return len(self.raw) > size

    def send(self, data: bytes | str) -> None:
        """Write everything, reading what comes meanwhile."""
        rest = data.encode() if isinstance(data, str) else data
        until = self.time + _PATIENCE
        while rest and self.process.poll() is None and self.time < until:
            if select.select([], [self.master], [], 0.05)[1]:
                rest = rest[os.write(self.master, rest[:1024]) :]
            self.read(0.001)

    def until(self, holds: Callable[[], bool], what: str) -> None:
        """Read until something holds; fail with the screen otherwise."""
        deadline = self.time + _PATIENCE
        while not holds():
            has_ended = self.process.poll() is not None
            self.read(0.02)
            if self.time > deadline or (has_ended and not holds()):
                raise AssertionError(f"waited in vain for {what}\n{self.text}")

    def sees(self, text: str) -> None:
        """Wait until a text is on the screen."""
        self.until(lambda: text in self.text, repr(text))

    def settles(self, seconds: float = 0.2) -> None:
        """Wait until the program has written nothing for a while in which it could."""
        quiet_until = self.time + seconds
        while self.time < quiet_until:
            if self.read(0.02):
                quiet_until = self.time + seconds

    @property
    def screen(self) -> pyte.Screen:
        """The screen after all that was written."""
        self._stream.feed(bytes(self.raw[self._fed :]))
        self._fed = len(self.raw)
        return self._screen

    @property
    def text(self) -> str:
        """The screen as one text, made anew when anything has come."""
        if self._text is None or self._fed < len(self.raw):
            self._text = "\n".join(line.rstrip() for line in self.screen.display)
        return self._text

    @property
    def cells(self) -> list[list[pyte.screens.Char]]:
        """The cells of the screen, row by row, each with its character and its colours."""
        screen = self.screen
        return [[screen.buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines)]

    def ended(self, seconds: float = _PATIENCE) -> int | None:
        """Read until the end; return the exit status, or minus the signal, ``None`` for no end."""
        until = self.time + seconds
        while self.process.poll() is None and self.time < until:
            self.read(0.05)
        while self.read(0.1):  # all that it wrote before its end
            pass
        return self.process.poll()

    def is_sane(self) -> bool:
        """Tell whether the terminal has its mode and its screen back: mouse, paste, cursor."""
        modes = (
            (b"1049", b"h", b"l"),
            (b"1000", b"h", b"l"),
            (b"2004", b"h", b"l"),
            (b"25", b"l", b"h"),
        )
        ends = (
            self.raw.rfind(b"\x1b[?" + mode + on) < self.raw.rfind(b"\x1b[?" + mode + off)
            for mode, on, off in modes
        )
        return all(ends) and termios.tcgetattr(self.slave) == self.before

    def close(self) -> None:
        """End the program, whatever it does."""
        self.process.kill()
        self.process.wait()
        os.close(self.slave)
        os.close(self.master)
