"""Nothing keeps the program from ending or stopping, and the terminal is given back each time."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.laws import ordinarily
from tests.terminal.real import Terminal

DRAWN = str(Path(__file__).parents[2] / "examples" / "1-first-steps" / "6-8-1-5-6.tree")

BUSY = """
import os
import time
from pathlib import Path
from treeexplorer.settings import Settings
from treeexplorer.terminal import app, driver
from treeexplorer.terminal.screens import editor
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.sources import Source

def post_for_ever(self, *arguments):
    time.sleep(0.001)  # what never has nothing to do need not compute meanwhile
    self.call_later(post_for_ever, self)

def compute_for_ever(self, *arguments):
    while True:
        pass

def begin(self, *arguments):
    os.write(2, b"\\x1b]0;busy\\x07")
    {way}(self)

Explorer.action_move = editor.Editor.action_save = begin
editor._BACKUP_INTERVAL_SECONDS = 1000
driver._ANSWER_SECONDS = 0.25  # no answer will come,
driver._END_SECONDS = 0.25  # or none that brings it to an end
source = Source.of_text("[[3 12 8] [2 4 6]]")
raise SystemExit(app.run(app.Request(source), settings=Settings()))
"""


def is_busy(at: Terminal) -> None:
    """Wait until a program says that it is busy, in the title of its window."""
    at.until(lambda: b"]0;busy" in at.raw, "the program to be busy")


@pytest.fixture
def busy(terminal: Callable[..., Terminal]) -> Callable[[str], Terminal]:
    """Return a function that starts the program and has it busy in some way."""

    def start(way: str) -> Terminal:
        at = terminal("-c", BUSY.replace("{way}", way))
        at.sees("step 0/")
        at.send(" ")
        is_busy(at)
        return at

    return start


@pytest.mark.parametrize("number", ordinarily(2, [signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1]))
@pytest.mark.parametrize("way", ["post_for_ever", "compute_for_ever"])
def test_a_signal_ends_a_program_that_is_busy_for_ever(
    busy: Callable[[str], Terminal], way: str, number: signal.Signals
) -> None:
    at = busy(way)
    at.process.send_signal(number)
    assert at.ended() == 128 + number
    assert at.is_sane()


ENDING = """
import os, signal, sys, time
from treeexplorer.settings import Settings
from treeexplorer.terminal import app, driver
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.sources import Source
from textual.app import App

driver._ANSWER_SECONDS = 1000  # on a busy machine the loop answers late

async def cannot_close(self):
    raise AssertionError

def write_late(text, write=sys.__stderr__.write):
    if text == "\\x1b[<u":  # one of the last things that are written
        time.sleep(0.5)  # the app is done before the terminal has them
    return write(text)

sys.__stderr__.write = write_late

def end(self, *arguments):
    self.app.exit(0)
    {meanwhile}

Explorer.action_move = end
raise SystemExit(app.run(app.Request(Source.of_text("[1 2]")), settings=Settings()))
"""


@pytest.mark.parametrize(
    "meanwhile",
    [
        "os.kill(os.getpid(), signal.SIGTSTP)",
        "os.kill(os.getpid(), signal.SIGCONT)",
        "App._close_all = cannot_close",  # as where a widget has lost its place
    ],
)
def test_nothing_that_comes_while_it_ends_sets_the_terminal_again(
    terminal: Callable[..., Terminal], meanwhile: str
) -> None:
    at = terminal("-c", ENDING.replace("{meanwhile}", meanwhile))
    at.sees("step 0/")
    at.send(" ")
    assert at.ended() == 0
    assert at.is_sane()
    assert b"Traceback" not in at.raw


@pytest.mark.parametrize("typed", ["\x11", "\x1b[113;5u"])
def test_a_second_ctrl_q_ends_a_program_that_is_busy_for_ever(
    busy: Callable[[str], Terminal], typed: str
) -> None:
    at = busy("post_for_ever")
    at.send(typed)
    at.read(0.75)  # three times as long as it waits for an answer
    assert at.process.poll() is None
    at.send(typed)
    assert at.ended() == 1
    assert at.is_sane()
    assert b"did not answer" in at.raw[at.raw.rindex(b"\x1b[?1049l") :]


def test_what_was_not_saved_is_kept_when_a_busy_program_is_ended(
    terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    at = terminal("-c", BUSY.replace("{way}", "post_for_ever"))
    at.sees("step 0/")
    at.send("e")
    at.sees("EDITOR")
    at.send("x")
    at.sees("(changed)")
    at.send("\x13")  # ctrl+s is busy for ever
    is_busy(at)
    at.process.terminate()
    assert at.ended() == 128 + signal.SIGTERM
    (kept,) = tmp_path.rglob("unsaved/*.json")
    assert "x[[3 12 8] [2 4 6]]" in kept.read_text(encoding="utf-8")


def test_two_pasted_ctrl_q_end_nothing(terminal: Callable[..., Terminal]) -> None:
    at = terminal(DRAWN)
    at.sees("step 0/15")
    at.send("\x1b[200~\x11\x11\x1b[201~")
    at.sees("pasted tree")  # a text, which is no tree
    at.send("\x1b")
    at.sees("step 0/15")
    at.send(" ")
    at.sees("step 1/15")


@pytest.mark.parametrize("number", [signal.SIGUSR1, signal.SIGALRM])
def test_a_signal_that_nobody_expects_leaves_a_sane_terminal(
    terminal: Callable[..., Terminal], number: signal.Signals
) -> None:
    at = terminal(DRAWN)
    at.sees("step 0/15")
    at.process.send_signal(number)
    assert at.ended() == 128 + number
    assert at.is_sane()


# A shell with one job, which it continues when it is told to.
SHELL = """
import fcntl, os, signal, sys, termios

fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
cooked = termios.tcgetattr(0)
job = os.fork()
if job == 0:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpgrp())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execv(sys.executable, [sys.executable, "-m", "treeexplorer", *sys.argv[1:]])
print("JOB", job, flush=True)
while os.WIFSTOPPED(os.waitpid(job, os.WUNTRACED)[1]):
    os.tcsetpgrp(0, os.getpgrp())
    termios.tcsetattr(0, termios.TCSANOW, cooked)
    print("STOPPED", flush=True)
    if input() == "fg":
        os.tcsetpgrp(0, job)
    os.kill(job, signal.SIGCONT)
termios.tcsetattr(0, termios.TCSANOW, cooked)
"""


def job_of(at: Terminal) -> int:
    """Return the process that the shell has started, once it is drawn."""
    at.sees("step 0/")
    found = re.search(rb"JOB (\d+)", at.raw)
    assert found is not None
    return int(found[1])


def has_stopped(at: Terminal) -> bool:
    """Tell whether the shell has said that the program is stopped since it last took its screen.

    On the screen that is not always to be read: the program may have been stopped in the middle of
    a sequence.
    """
    return at.raw.rfind(b"STOPPED") > at.raw.rfind(b"\x1b[?1049h")


def is_stopped(at: Terminal) -> None:
    """Wait until the program is stopped."""
    at.until(lambda: has_stopped(at), "the program to be stopped")


def drawn_again(at: Terminal) -> None:
    """Wait until the program has its screen back, and reads keys."""
    at.until(lambda: not has_stopped(at), "the screen to be drawn again")
    at.settles(0.5)


def test_a_stopped_program_goes_on_where_it_was(terminal: Callable[..., Terminal]) -> None:
    at = terminal("-c", SHELL, DRAWN)
    job = job_of(at)
    stopped_by = 2 * [signal.SIGTSTP, signal.SIGTTIN, signal.SIGSTOP]
    for step, number in zip((1, 2, 3, 5, 7, 9), stopped_by, strict=True):
        os.kill(job, number)
        is_stopped(at)
        if number != signal.SIGSTOP:  # which nobody is told of
            assert at.raw.rindex(b"\x1b[?1000l") > at.raw.rindex(b"\x1b[?1000h")
            assert at.is_sane()
        at.send("fg\r")
        drawn_again(at)
        at.send(" ")
        at.sees(f"step {step}/15")
    at.send("q")
    assert at.ended() == 0
    assert at.is_sane()


def test_the_rest_of_a_paste_in_which_the_program_was_stopped_is_pasted(
    terminal: Callable[..., Terminal],
) -> None:
    at = terminal("-c", SHELL, DRAWN)
    job = job_of(at)
    half = "[[3 12 8] [2 4 6] " * 1000
    at.send(f"\x1b[200~{half}")
    os.kill(job, signal.SIGTSTP)
    is_stopped(at)
    at.send("fg\r")
    drawn_again(at)
    at.send(f"{half}\x1b[201~")
    at.sees("NOT READ")
    at.sees("pasted tree")
    at.send("\x11")
    assert at.ended() == 0
    assert at.is_sane()


def test_a_program_that_is_continued_in_the_background_waits(
    terminal: Callable[..., Terminal],
) -> None:
    at = terminal("-c", SHELL, DRAWN)
    os.kill(job_of(at), signal.SIGSTOP)
    is_stopped(at)
    seen = at.raw.count(b"STOPPED")
    at.send("bg\r")
    at.until(lambda: at.raw.count(b"STOPPED") > seen, "another stop")
    at.send("fg\r")
    drawn_again(at)
    at.send("q")
    assert at.ended() == 0


def test_the_palette_suspends(terminal: Callable[..., Terminal]) -> None:
    at = terminal("-c", SHELL, DRAWN)
    job_of(at)
    at.send(":")
    at.sees("What do you want to do")
    at.send("suspend")
    at.sees("Suspend: back to the shell")
    at.settles()
    at.send("\r")
    is_stopped(at)
    assert at.is_sane()
    at.send("fg\r")
    drawn_again(at)
    at.send("q")
    assert at.ended() == 0


def busy_job_of(at: Terminal) -> int:
    """Return the process that the shell has started, once it is drawn and then busy."""
    job = job_of(at)
    at.send(" ")
    is_busy(at)
    return job


def has_gone_on(process: int) -> bool:
    """Tell whether a process that was stopped runs, and has taken the signal to continue."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    pending = re.search(r"ShdPnd:\s*([0-9a-f]+)", status)
    assert pending is not None
    is_continuing = int(pending[1], 16) & (1 << (signal.SIGCONT - 1))
    return "State:\tT" not in status and not is_continuing


# What stops the program without its loop is slow to go on.
LINGERING = """
import time
from treeexplorer.terminal import driver

def stop_and_linger(stop=driver.stop_process):
    stop()
    time.sleep(1000)

driver.stop_process = stop_and_linger
"""


def test_a_busy_program_is_stopped_all_the_same(terminal: Callable[..., Terminal]) -> None:
    shell = SHELL.replace('"-m", "treeexplorer", *sys.argv[1:]', '"-c", sys.argv[1]')
    at = terminal("-c", shell, BUSY.replace("{way}", "compute_for_ever"))
    job = busy_job_of(at)
    os.kill(job, signal.SIGTSTP)
    is_stopped(at)
    assert at.is_sane()
    os.kill(job, signal.SIGKILL)


def test_a_program_that_was_just_continued_is_stopped_again(
    terminal: Callable[..., Terminal],
) -> None:
    shell = SHELL.replace('"-m", "treeexplorer", *sys.argv[1:]', '"-c", sys.argv[1]')
    at = terminal("-c", shell, LINGERING + BUSY.replace("{way}", "compute_for_ever"))
    job = busy_job_of(at)
    os.kill(job, signal.SIGTSTP)
    is_stopped(at)
    seen = at.raw.count(b"STOPPED")
    at.send("fg\r")
    at.until(lambda: has_gone_on(job), "the program to go on")

    def is_stopped_again() -> bool:
        os.kill(job, signal.SIGTSTP)
        return at.raw.count(b"STOPPED") > seen

    at.until(is_stopped_again, "another stop")
    os.kill(job, signal.SIGKILL)
