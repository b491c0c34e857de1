"""The program in a pseudo-terminal, for tests that look at its screen and at what it leaves."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence

import pexpect
import pyte

from tests.terminal.fuzzing import own_time

_PATIENCE = 30.0  # seconds, without those in which the program had no processor


class Terminal:
    """A program in a pseudo-terminal, with a screen that a test can read."""

    def __init__(self, arguments: Sequence[str], environment: Mapping[str, str]) -> None:
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""
        surroundings = {
            **os.environ,
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LANG": "C.UTF-8",
            **environment,
        }
        self.child: pexpect.spawn[bytes] = pexpect.spawn(
            sys.executable,
            ["-m", "treeexplorer", *arguments],
            dimensions=(24, 80),
            env=surroundings,
            timeout=None,
        )

    @property
    def _time(self) -> float:
        return own_time(self.child.pid)

    @property
    def text(self) -> str:
        """The screen as one text."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def until(self, holds: Callable[[], bool], what: str) -> None:
        """Feed the screen until something holds; fail with the screen otherwise."""
        deadline = self._time + _PATIENCE
        while not holds():
            if self._time > deadline:
                raise AssertionError(f"waited in vain for {what}\n{self.text}")
            try:
                data = self.child.read_nonblocking(65_536, timeout=0.05)
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                if holds():
                    return
                raise AssertionError(f"ended before {what}\n{self.text}") from None
            self.raw += data
            self._stream.feed(data)

    def sees(self, text: str) -> None:
        """Wait until a text is on the screen."""
        self.until(lambda: text in self.text, repr(text))

    def settles(self, seconds: float = 0.2) -> None:
        """Wait until the program has written nothing for a while in which it could."""
        quiet_until = self._time + seconds
        while self._time < quiet_until:
            try:
                data = self.child.read_nonblocking(65_536, timeout=0.02)
            except pexpect.TIMEOUT:
                continue
            self.raw += data
            self._stream.feed(data)
            quiet_until = self._time + seconds

    @property
    def cells(self) -> list[list[pyte.screens.Char]]:
        """The cells of the screen, row by row, each with its character and its colours."""
        screen = self.screen
        return [[screen.buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines)]

    def ended(self) -> int | None:
        """Wait for the end; return the exit status, or minus the signal."""
        deadline = self._time + _PATIENCE
        while self.child.isalive() and self._time < deadline:
            try:
                self.raw += self.child.read_nonblocking(65_536, timeout=0.05)
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                break
        self.child.close()
        killed_by: int | None = self.child.signalstatus
        status: int | None = self.child.exitstatus
        return status if killed_by is None else -killed_by

    def is_sane(self) -> bool:
        """Tell whether the alternate screen, mouse and paste modes and the cursor are back."""
        pairs = [
            (b"\x1b[?1049h", b"\x1b[?1049l"),
            (b"\x1b[?1000h", b"\x1b[?1000l"),
            (b"\x1b[?2004h", b"\x1b[?2004l"),
            (b"\x1b[?25l", b"\x1b[?25h"),
        ]
        return all(self.raw.rfind(on) < self.raw.rfind(off) for on, off in pairs)
