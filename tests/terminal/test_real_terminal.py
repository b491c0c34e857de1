"""The program itself in a pseudo-terminal: what a person sees, and what is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pexpect
import pyte
import pytest

DRAWN = Path(__file__).parents[2] / "examples" / "1-first-steps" / "6-8-1-5-6.tree"
_PATIENCE = 30.0


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
            timeout=_PATIENCE,
        )

    @property
    def text(self) -> str:
        """The screen as one text."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def until(self, holds: Callable[[], bool], what: str) -> None:
        """Feed the screen until something holds; fail with the screen otherwise."""
        deadline = time.monotonic() + _PATIENCE
        while not holds():
            if time.monotonic() > deadline:
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

    def ended(self) -> int | None:
        """Wait for the end; return the exit status, or minus the signal."""
        deadline = time.monotonic() + _PATIENCE
        while self.child.isalive() and time.monotonic() < deadline:
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

    def is_stopped(self) -> bool:
        """Tell whether the program is suspended."""
        command = ["ps", "-o", "stat=", "-p", str(self.child.pid)]
        state = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        return state.strip().startswith("T")

    def is_sane(self) -> bool:
        """Tell whether the alternate screen, mouse and paste modes and the cursor are back."""
        pairs = [
            (b"\x1b[?1049h", b"\x1b[?1049l"),
            (b"\x1b[?1000h", b"\x1b[?1000l"),
            (b"\x1b[?2004h", b"\x1b[?2004l"),
            (b"\x1b[?25l", b"\x1b[?25h"),
        ]
        return all(self.raw.rfind(on) < self.raw.rfind(off) for on, off in pairs)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Return a function that starts the program with settings of its own."""
    started: list[Terminal] = []

    def start(*arguments: str, **environment: str) -> Terminal:
        environment["XDG_CONFIG_HOME"] = environment["XDG_STATE_HOME"] = str(tmp_path)
        started.append(Terminal(arguments, environment))
        return started[-1]

    yield start
    for each in started:
        each.child.close(force=True)


def test_the_example_is_stepped_to_its_cut_off_and_to_its_end(
    terminal: Callable[..., Terminal],
) -> None:
    at = terminal(str(DRAWN))
    at.sees("step 0/15")
    for step in (1, 2, 3, 5, 7, 9, 10, 11, 13):
        at.child.send(" ")
        at.sees(f"step {step}/15")
    at.sees("β cut-off at ▲b: 8 ≥ 6")
    at.sees("a takes ≤ 6")
    at.sees("4 leaves read · 1 branch cut")
    at.child.send("  ")
    at.sees("step 15/15")
    at.child.send("\x7f")
    at.sees("step 14/15")
    at.child.send("q")
    assert at.ended() == 0
    assert at.is_sane()


@pytest.mark.parametrize("keys", ["q", "\x03"])
def test_quitting_leaves_the_terminal_as_it_was(
    terminal: Callable[..., Terminal], keys: str
) -> None:
    at = terminal(str(DRAWN))
    at.sees("step 0/15")
    at.child.send(keys)
    assert at.ended() == 0
    assert at.is_sane()


def test_being_terminated_leaves_the_terminal_as_it_was(
    terminal: Callable[..., Terminal],
) -> None:
    at = terminal(str(DRAWN))
    at.sees("step 0/15")
    at.child.kill(signal.SIGTERM)
    assert at.ended() == 128 + signal.SIGTERM
    assert at.is_sane()


def test_the_gallery_opens_the_first_tree(terminal: Callable[..., Terminal]) -> None:
    at = terminal()
    at.sees("The first two cut-offs")
    at.sees("8 leaves")
    at.child.send("\r")
    at.sees("step 0/19")
    at.child.send("c")
    at.sees("step 13/19")


def test_without_colour_there_is_no_colour_and_every_mark_is_there(
    terminal: Callable[..., Terminal],
) -> None:
    at = terminal(str(DRAWN), NO_COLOR="1")
    at.sees("step 0/15")
    at.child.send("c")
    at.sees("step 13/15")
    for mark in ("▶▲ b◀", "╳", "╌", "≥8", "=6"):
        assert mark in at.text
    colours = {
        character.fg for line in at.screen.buffer.values() for character in line.values()
    } | {character.bg for line in at.screen.buffer.values() for character in line.values()}
    assert colours == {"default"}


def test_a_wrong_file_is_explained_and_the_terminal_left_sane(
    terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    file = tmp_path / "wrong.tree"
    file.write_text("[[3 12 8]\n")
    at = terminal(str(file))
    at.sees("never closed")
    at.child.send("q")
    assert at.ended() == 0
    assert at.is_sane()


def test_a_closed_terminal_ends_the_program(terminal: Callable[..., Terminal]) -> None:
    at = terminal(str(DRAWN))
    at.sees("step 0/15")
    at.child.kill(signal.SIGHUP)
    assert at.ended() == 128 + signal.SIGHUP


def test_the_program_comes_back_from_being_suspended(terminal: Callable[..., Terminal]) -> None:
    at = terminal(str(DRAWN))
    at.sees("step 0/15")
    at.child.send("c")
    at.sees("step 13/15")
    at.child.kill(signal.SIGTSTP)
    at.until(lambda: at.raw.rfind(b"\x1b[?1049l") > at.raw.rfind(b"\x1b[?1049h"), "the shell")
    at.until(at.is_stopped, "the program to stop")
    at.screen.reset()
    at.child.kill(signal.SIGCONT)
    at.sees("step 13/15")
    at.child.send("n")
    at.sees("step 14/15")


def test_reading_a_large_file_can_be_given_up_and_the_program_left(
    terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    file = tmp_path / "large.tree"
    file.write_text("[" + " ".join(["[a:[1 2 3] b:[4 5]]"] * 40_000) + "]\n")
    at = terminal(str(file))
    at.sees("esc gives up")
    at.child.send("\x1b")
    at.sees("First steps")
    at.child.send("q")
    assert at.ended() == 0
    assert at.is_sane()


def test_unsaved_work_survives_a_killed_program(
    terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    file = tmp_path / "mine.tree"
    file.write_text("[3 12]  # kept\n")
    at = terminal(str(file))
    at.sees("step 0/5")
    at.child.send("ijle")
    at.sees("Edit the root's second child")
    at.child.send("77\r")
    at.sees("12 → 77")
    at.child.kill(signal.SIGKILL)
    at.ended()
    assert file.read_text() == "[3 12]  # kept\n"
    again = terminal()
    again.sees("Unsaved changes of mine.tree were found")
    again.child.send("\r")
    again.sees("mine.tree (edited)")
    again.child.send("\x13")
    again.sees("saved mine.tree")
    assert file.read_text() == "[3 77]  # kept\n"
    again.child.send("q")
    assert again.ended() == 0
    assert again.is_sane()


@pytest.mark.parametrize(
    "tree",
    ["[" * 100_000 + "5" + "]" * 100_000, f"[{' '.join(map(str, range(100_000)))}]"],
    ids=["a chain 100,000 deep", "a node with 100,000 leaves"],
)
def test_a_tree_of_an_extreme_shape_opens_is_stepped_and_left(
    terminal: Callable[..., Terminal], tree: str, tmp_path: Path
) -> None:
    path = tmp_path / "extreme.tree"
    path.write_text(tree, encoding="utf-8")
    at = terminal(str(path))
    at.sees("step 0/")
    at.child.send(" ")
    at.sees("step 1/")
    at.sees("root")
    at.sees("/200001")
    at.child.send("\x1b[F")
    at.sees("step 200001/200001")
    at.child.send("q")
    assert at.ended() == 0
    assert at.is_sane()
