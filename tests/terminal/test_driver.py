"""Whatever bytes a terminal sends, the program goes on; whatever fails is one sentence."""

from __future__ import annotations

import os
import signal
import termios
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.terminal.fuzzing import BROKEN
from tests.terminal.real import Terminal
from treeexplorer.terminal.cleaner import Cleaner
from treeexplorer.terminal.driver import is_answered_in_time

DRAWN = str(Path(__file__).parents[2] / "examples" / "1-first-steps" / "6-8-1-5-6.tree")
KEYS = b"a\x1b[A\x1b[5;2~\x1b[97;5u\x1b[<0;10;3M\x1b[48;24;80;480;800t\x1b[200~x\x1b[201~\x1b"
CLEAN = {
    "letters": ("ßx".encode(), "ßx"),
    "no UTF-8": ("größe".encode("latin-1"), "gr��e"),
    "keys, reports and pastes that can be": (KEYS, KEYS.decode()),
    "a report that cannot be": (b"\x1b[1114112ux", "x"),
    "a key of more digits than are read at once": (b"\x1b[" + b"9" * 10_000 + b"ux", "x"),
    "a number that is too long, and cancelled": (b"\x1b[" + b"9" * 200 + b"\x1b[Ax", "\x1b[Ax"),
    "answers of the terminal": (b"\x1bP+q\x1b\\\x1b]0;q\x07\x1b_q\x1b\\x", "x"),
    "sequences in a paste": (
        b"\x1b[A\x1b[200~a\x1b[31mb\x1b[200~\x1bc\x1b[<0;1;1Md\x1b[201~\x1b[B",
        "\x1b[A\x1b[200~abcd\x1b[201~\x1b[B",
    ),
}


@pytest.mark.parametrize("what", CLEAN)
def test_input_is_cleaned_alike_however_it_is_cut(what: str) -> None:
    sent, kept = CLEAN[what]
    for size in (1, 2, 3, 5, 100, 4096):
        cleaner = Cleaner()
        pieces = [sent[start : start + size] for start in range(0, len(sent), size)]
        assert "".join(map(cleaner.feed, pieces)) + cleaner.flush() == kept, size


def test_what_was_begun_and_not_ended_is_not_lost() -> None:
    cleaner = Cleaner()
    assert cleaner.feed(b"x\x1b[12") == "x"
    assert cleaner.flush() == "\x1b[12"
    assert cleaner.flush() == ""


def test_the_end_of_what_is_too_long_for_a_key_is_waited_for() -> None:
    cleaner = Cleaner()
    assert cleaner.feed(b"x\x1b[" + b"9" * 1024) == "x"
    assert not cleaner.is_waiting
    assert cleaner.flush() == ""
    assert cleaner.feed(b"9" * 1024 + b"uy") == "y"
    assert cleaner.flush() == ""


def test_the_end_of_a_paste_is_waited_for() -> None:
    cleaner = Cleaner()
    said = cleaner.feed(b"\x1b[200~x\x1b[20")
    assert not cleaner.is_waiting
    said += cleaner.flush() + cleaner.feed(b"1~\x1b[A")
    assert said == "\x1b[200~x\x1b[201~\x1b[A"


class Answer(threading.Event):
    """An answer for which one waits a few times in vain, while the process is continued or not."""

    def __init__(self, continued: Sequence[int]) -> None:
        super().__init__()
        self.times_continued = 0
        self._continued = iter(continued)

    def wait(self, timeout: float | None = None) -> bool:  # noqa: ARG002 - no time passes
        times = next(self._continued, None)
        if times is None:
            return True
        self.times_continued += times
        return False


@pytest.mark.parametrize(
    ("continued", "is_in_time"), [([], True), ([0], False), ([1, 2], True), ([1, 0], False)]
)
def test_the_time_in_which_a_program_was_stopped_is_not_that_of_an_answer(
    continued: Sequence[int], is_in_time: bool
) -> None:
    answer = Answer(continued)
    assert is_answered_in_time(answer, lambda: answer.times_continued) == is_in_time


@pytest.fixture
def shown(terminal: Callable[..., Terminal]) -> Terminal:
    """The program once its tree is seen."""
    at = terminal(DRAWN)
    at.sees("▲")
    return at


def test_broken_input_of_every_kind_is_survived(shown: Terminal) -> None:
    for broken in BROKEN:
        shown.send(broken + b"\x1b[201~")
    shown.send("\x03\x11")
    assert shown.ended() == 0
    assert b"Traceback" not in shown.raw


FAILING = """
from treeexplorer.settings import Settings
from treeexplorer.terminal import app
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.sources import Source

def fail(self, *arguments):
    raise KeyError("\\x1b[31mbroken")

def fail_in_a_worker(self, *arguments):
    self.run_worker(lambda: fail(self), thread=True)

def panic(self, *arguments):
    self.app.panic("broken")

Explorer.action_move = {way}
raise SystemExit(app.run(app.Request(Source.of_text("[1 2]")), settings=Settings()))
"""


@pytest.mark.parametrize("way", ["fail", "fail_in_a_worker", "panic"])
def test_a_failure_is_one_sentence_and_a_sane_terminal(
    terminal: Callable[..., Terminal], way: str
) -> None:
    at = terminal("-c", FAILING.replace("{way}", way))
    at.sees("▲")
    at.send(" ")
    assert at.ended() == 1
    left = at.raw[at.raw.rindex(b"\x1b[?1049l") :]
    assert b"treeexplorer stopped because of a mistake of its own (" in left
    assert b"broken" in left
    assert b"Traceback" not in at.raw
    assert b"\x1b[31m" not in left
    assert b"\x1b[?25h" in left


def hang_up(end: int) -> None:
    """Close an end of a terminal, while its number stays taken."""
    with Path(os.devnull).open("rb+") as null:
        os.dup2(null.fileno(), end)


def test_input_that_ends_does_not_spin(shown: Terminal) -> None:
    hang_up(shown.slave)
    before = os.times().children_user
    hang_up(shown.master)
    assert shown.process.wait(timeout=180) == 128 + signal.SIGHUP
    assert os.times().children_user - before < 10


@pytest.mark.slow
def test_a_terminal_that_takes_nothing_more_does_not_keep_the_program(shown: Terminal) -> None:
    shown.settles(0.3)
    termios.tcflow(shown.slave, termios.TCOOFF)
    os.write(shown.master, b"nnnn")
    shown.process.terminate()
    assert shown.process.wait(timeout=180) == 128 + signal.SIGTERM
    assert termios.tcgetattr(shown.slave)[3] & termios.ECHO


@pytest.mark.parametrize("way", ["the terminal takes output again", "the program is told to end"])
def test_a_program_that_was_left_waits_for_a_terminal_that_takes_nothing(
    shown: Terminal, way: str
) -> None:
    shown.settles(0.3)
    termios.tcflow(shown.slave, termios.TCOOFF)
    shown.send("q")
    shown.until(lambda: termios.tcgetattr(shown.slave) == shown.before, "the terminal's mode")
    if way == "the terminal takes output again":
        termios.tcflow(shown.slave, termios.TCOON)
        assert shown.ended() == 0
        assert shown.is_sane()
    else:
        shown.process.terminate()
        assert shown.ended() == 128 + signal.SIGTERM


@pytest.mark.parametrize("way", ["the terminal vanishes", "the program is told to end"])
def test_the_program_ends_in_the_middle_of_a_long_paste(shown: Terminal, way: str) -> None:
    hang_up(shown.slave)
    shown.send(b"\x1b[200~" + b"[[3 12 8] [2 4 6]]" * 11_000)
    if way == "the terminal vanishes":
        hang_up(shown.master)
        assert shown.process.wait(timeout=180) == 128 + signal.SIGHUP
    else:
        shown.process.terminate()
        assert shown.ended() == 128 + signal.SIGTERM
