"""Signals, a suspended program and a closed terminal: sane modes, kept work, nothing left over."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.terminal.real import Terminal

DRAWN = Path(__file__).parents[2] / "examples" / "1-first-steps" / "6-8-1-5-6.tree"


def mine(folder: Path) -> Path:
    file = folder / "mine.tree"
    file.write_text("[3 12]\n")
    return file


def kept(folder: Path) -> list[str]:
    """Return the texts of the unsaved work that is kept under a folder."""
    files = sorted(folder.glob("treeexplorer/unsaved/*.json"))
    return [json.loads(file.read_text())["text"] for file in files]


def with_an_edit(terminal: Callable[..., Terminal], file: Path) -> Terminal:
    at = terminal(str(file))
    at.sees("step 0/5")
    at.child.send("ijle")
    at.sees("Edit the root's second child")
    at.child.send("77\r")
    at.sees("12 → 77")
    return at


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT])
def test_a_signal_ends_the_program_with_a_sane_terminal_and_its_work_kept(
    terminal: Callable[..., Terminal], tmp_path: Path, number: signal.Signals
) -> None:
    file = mine(tmp_path)
    at = with_an_edit(terminal, file)
    at.child.kill(number)
    assert at.ended() == 128 + number
    assert at.is_sane()
    assert b"Traceback" not in at.raw
    assert kept(tmp_path) == ["[3 77]\n"]
    assert file.read_text() == "[3 12]\n"


def test_what_is_being_written_is_kept_when_the_program_is_ended(
    terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    at = terminal()
    at.sees("First steps")
    at.child.send("n")
    at.sees("Write a tree")
    at.child.send("[1 2 [3")
    at.sees("[1 2 [3")
    at.child.send(" 4")
    at.sees("[1 2 [3 4")
    at.child.kill(signal.SIGTERM)
    at.ended()
    assert kept(tmp_path) == ["[1 2 [3 4"]


class Closable:
    """A program in a pseudo-terminal whose other end can be closed.

    Args:
        arguments: What the program is called with.
        folder: Where its settings and its unsaved work are.
        controls: Whether the terminal sends signals to the program, as a shell's does.
    """

    def __init__(self, arguments: list[str], folder: Path, *, controls: bool) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

        def become_leader() -> None:
            os.setsid()
            if controls:
                fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        places = {"XDG_CONFIG_HOME": str(folder), "XDG_STATE_HOME": str(folder)}
        self.program = subprocess.Popen(
            [sys.executable, "-m", "treeexplorer", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, **places, "TERM": "xterm-256color"},
            preexec_fn=become_leader,  # noqa: PLW1509 - a session of its own, without threads here
        )
        os.close(slave)
        self.seen = b""

    def until(self, text: str) -> None:
        deadline = time.monotonic() + 30
        while text.encode() not in self.seen:
            assert time.monotonic() < deadline, self.seen[-2000:]
            self.seen += os.read(self.master, 65_536)

    def send(self, keys: str, expected: str) -> None:
        self.seen = b""
        os.write(self.master, keys.encode())
        self.until(expected)


@pytest.mark.parametrize("controls", [True, False], ids=["with SIGHUP", "without any signal"])
def test_a_closed_terminal_ends_the_program_and_its_work_is_kept(
    tmp_path: Path, controls: bool
) -> None:
    at = Closable([str(mine(tmp_path))], tmp_path, controls=controls)
    try:
        at.until("step 0/5")
        at.send("i", "Looking at")
        at.send("jl", "second child")
        at.send("e", "Edit the root's second child")
        at.send("77\r", "12 → 77")
        os.close(at.master)
        assert at.program.wait(timeout=20) == 128 + signal.SIGHUP
    finally:
        at.program.kill()
        at.program.wait()
    assert kept(tmp_path) == ["[3 77]\n"]


def is_cooked(at: Terminal) -> bool:
    """Tell whether the terminal echoes and collects lines, as a shell needs it."""
    modes: int = termios.tcgetattr(at.child.child_fd)[3]
    return bool(modes & termios.ICANON and modes & termios.ECHO)


@pytest.mark.parametrize("way", ["a signal", "the palette"])
def test_suspended_it_gives_the_terminal_back_and_takes_it_again_when_it_goes_on(
    terminal: Callable[..., Terminal], way: str
) -> None:
    at = terminal(str(DRAWN))
    at.sees("step 0/15")
    at.child.send("c")
    at.sees("step 13/15")
    assert not is_cooked(at)
    if way == "a signal":
        at.child.kill(signal.SIGTSTP)
    else:
        at.child.send(":")
        at.sees("What do you want to do?")
        at.child.send("suspend")
        at.sees("suspend to the shell")
        at.until(lambda: "next node" not in at.text, "the others to go")
        at.child.send("\r")
    at.until(at.is_stopped, "the program to stop")
    at.until(at.is_sane, "the modes of the shell")
    assert is_cooked(at)
    at.screen.reset()
    at.child.kill(signal.SIGCONT)
    at.sees("step 13/15")
    assert not is_cooked(at)
    for mode in (b"\x1b[?1049h", b"\x1b[?1000h", b"\x1b[?2004h"):
        assert at.raw.rfind(mode) > at.raw.rfind(mode[:-1] + b"l")
    at.child.send("n")
    at.sees("step 14/15")
    at.child.send("q")
    assert at.ended() == 0
    assert at.is_sane()
