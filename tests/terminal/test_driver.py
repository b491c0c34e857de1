"""Whatever bytes a terminal sends, the program goes on; whatever fails is one sentence."""

from __future__ import annotations

import os
import pty
import random
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pexpect
import pytest

from treeexplorer.terminal.driver import Cleaner

DRAWN = str(Path(__file__).parents[2] / "examples" / "1-first-steps" / "6-8-1-5-6.tree")
BROKEN = [
    b"\xff\xfe\xe9",
    b"\x1b[48;24;80;0;0t\x1b[<0;5;5M\x1b[<0;5;5m",
    b"\x1b[1114112u",
    b"\x1b[55296u",
    b"\x1b[97:65;5u",
    b"\x1b[" + b"9" * 5000 + b"u",
    b"\x1b[48;0;0;0;0t",
    b"\x1b[48;99999999;9999999;1;1t",
    b"\x1b[<99999999999999999999;1;1M",
    b"\x1b[200~caf\xe9 [3 12]\x1b[201~",
    b"\x1b[200~never ended \xc3",
    b"\x1b[9999;9999R",
    b"\x1b[?2026;5$y\x1b[?2048;2$y",
    b"\x00\x01\x1c\x1d\x80\x90\x9b\x9c",
    b"\x1b\x1b\x1b[",
]


def test_bytes_of_latin_1_become_its_letters() -> None:
    assert Cleaner().feed("größe".encode("latin-1")) == "größe"


@pytest.mark.parametrize(
    ("sent", "kept"), [("ßx".encode(), "ßx"), (b"\x1b[1114112ux", "x")], ids=["letter", "report"]
)
def test_what_is_cut_in_two_is_read_as_one(sent: bytes, kept: str) -> None:
    for cut in range(1, len(sent)):
        cleaner = Cleaner()
        assert cleaner.feed(sent[:cut]) + cleaner.feed(sent[cut:]) == kept


def test_keys_reports_and_pastes_that_can_be_pass_unchanged() -> None:
    sent = "a\x1b[A\x1b[5;2~\x1b[97;5u\x1b[<0;10;3M\x1b[48;24;80;480;800t\x1b[200~x\x1b[201~\x1b"
    cleaner = Cleaner()
    assert cleaner.feed(sent.encode()) + cleaner.flush() == sent


@pytest.mark.parametrize("answer", ["\x1bP+q\x1b\\", "\x1b]0;q\x07", "\x1b_q\x1b\\"])
def test_answers_of_the_terminal_are_not_typed_as_keys(answer: str) -> None:
    cleaner = Cleaner()
    cut = len(answer) - 2
    assert cleaner.feed(answer.encode()) == ""
    assert cleaner.feed(answer[:cut].encode()) + cleaner.feed(answer[cut:].encode() + b"x") == "x"


def test_what_was_begun_and_not_ended_is_not_lost() -> None:
    cleaner = Cleaner()
    assert cleaner.feed(b"x\x1b[12") == "x"
    assert cleaner.flush() == "\x1b[12"
    assert cleaner.flush() == ""


@pytest.mark.parametrize("size", [1, 2, 3, 5, 100])
def test_sequences_in_a_paste_are_left_out_however_it_is_cut(size: int) -> None:
    sent = b"\x1b[A\x1b[200~a\x1b[31mb\x1b[200~\x1bc\x1b[<0;1;1Md\x1b[201~\x1b[B"
    cleaner = Cleaner()
    pieces = [sent[start : start + size] for start in range(0, len(sent), size)]
    assert "".join(map(cleaner.feed, pieces)) == "\x1b[A\x1b[200~abcd\x1b[201~\x1b[B"


def test_the_end_of_a_paste_is_waited_for() -> None:
    cleaner = Cleaner()
    said = cleaner.feed(b"\x1b[200~x\x1b[20")
    assert not cleaner.is_waiting
    said += cleaner.flush() + cleaner.feed(b"1~\x1b[A")
    assert said == "\x1b[200~x\x1b[201~\x1b[A"


def test_every_clean_text_is_taken_by_the_parser() -> None:
    random_bytes = random.Random(17)
    alphabet = [b"\x1b[", b"\x1b", b"48;", b"<", b"u", b"t", b"M", b"~", b":", b";", b"1114112"]
    for _ in range(300):
        pieces = [
            random_bytes.choice([*alphabet, *BROKEN, random_bytes.randbytes(3)])
            for _ in range(random_bytes.randrange(1, 12))
        ]
        cleaner = Cleaner()
        text = "".join(map(cleaner.feed, pieces)) + cleaner.flush()
        assert not [c for c in text if 0xD800 <= ord(c) < 0xE000], pieces
        text.encode()


@pytest.fixture
def places(tmp_path: Path) -> dict[str, str]:
    folders = {name: str(tmp_path) for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME")}
    return {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", **folders}


def started(places: dict[str, str], *arguments: str) -> pexpect.spawn[bytes]:
    """Return Python in a terminal once a tree is seen there."""
    child: pexpect.spawn[bytes] = pexpect.spawn(
        sys.executable, list(arguments), dimensions=(24, 80), env=places, timeout=120
    )
    child.expect_exact(b"\xe2\x96\xb2")
    return child


def test_broken_input_of_every_kind_is_survived(places: dict[str, str]) -> None:
    child = started(places, "-m", "treeexplorer", DRAWN)
    for broken in BROKEN:
        child.send(broken)
        child.send(b"\x1b[201~")
    child.send("\x03")
    child.sendcontrol("q")
    child.expect(pexpect.EOF)
    child.close()
    assert isinstance(child.before, bytes)
    assert b"Traceback" not in child.before
    assert child.exitstatus == 0


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
def test_a_failure_is_one_sentence_and_a_sane_terminal(places: dict[str, str], way: str) -> None:
    program = FAILING.replace("{way}", way)
    child = started(places, "-c", program)
    child.send(" ")
    child.expect(pexpect.EOF)
    child.close()
    left = child.before
    assert isinstance(left, bytes)
    assert child.exitstatus == 1
    assert b"treeexplorer stopped because of a mistake of its own (" in left
    assert b"broken" in left
    assert b"Traceback" not in left
    after = left[left.rindex(b"\x1b[?1049l") :]
    assert b"\x1b[31m" not in after
    assert b"\x1b[?25h" in after


@contextmanager
def shown(places: dict[str, str]) -> Iterator[tuple[subprocess.Popen[bytes], int, int]]:
    """The program once its tree is seen, the terminal and the program's own end of it."""
    master, slave = pty.openpty()
    program = subprocess.Popen(
        [sys.executable, "-m", "treeexplorer", DRAWN],
        stdin=slave, stdout=slave, stderr=slave, env=places, start_new_session=True,
    )  # fmt: skip
    try:
        while b"\xe2\x96\xb2" not in os.read(master, 65_536):
            pass
        yield program, master, slave
    finally:
        program.kill()
        program.wait()
        os.close(slave)
        os.close(master)


def hang_up(end: int) -> None:
    """Close an end of a terminal, while its number stays taken."""
    with Path(os.devnull).open("rb+") as null:
        os.dup2(null.fileno(), end)


def test_input_that_ends_does_not_spin(places: dict[str, str]) -> None:
    with shown(places) as (program, master, slave):
        hang_up(slave)
        before = os.times().children_user
        hang_up(master)
        assert program.wait(timeout=60) == 128 + signal.SIGHUP
    assert os.times().children_user - before < 10


@contextmanager
def stopped(places: dict[str, str]) -> Iterator[tuple[subprocess.Popen[bytes], int, int]]:
    """The same, where the terminal takes no output any more."""
    with shown(places) as (program, master, slave):
        while select.select([master], [], [], 0.3)[0]:
            os.read(master, 65_536)
        termios.tcflow(slave, termios.TCOOFF)
        yield program, master, slave


def written_when_quit(master: int, slave: int) -> None:
    """Quit, and wait until the terminal has its own mode again while output is still waiting."""
    os.write(master, b"q")
    deadline = time.monotonic() + 60
    while not termios.tcgetattr(slave)[3] & termios.ECHO and time.monotonic() < deadline:
        time.sleep(0.02)
    assert termios.tcgetattr(slave)[3] & termios.ECHO


def test_what_is_still_to_be_written_is_not_stopped_by_a_key(places: dict[str, str]) -> None:
    with stopped(places) as (program, master, slave):
        written_when_quit(master, slave)
        deadline = time.monotonic() + 60
        assert not termios.tcgetattr(slave)[0] & termios.IXON
        os.write(master, b"\x13")
        termios.tcflow(slave, termios.TCOON)
        while program.poll() is None and time.monotonic() < deadline:
            if select.select([master], [], [], 0.05)[0]:
                os.read(master, 65_536)
        assert program.poll() == 0
        assert termios.tcgetattr(slave)[0] & termios.IXON


def test_a_program_that_is_stopped_while_it_ends_does_not_begin_anew(
    places: dict[str, str],
) -> None:
    with stopped(places) as (program, master, slave):
        written_when_quit(master, slave)
        deadline = time.monotonic() + 60
        program.send_signal(signal.SIGTSTP)
        time.sleep(0.3)
        termios.tcflow(slave, termios.TCOON)
        written = b""
        while program.poll() is None and time.monotonic() < deadline:
            program.send_signal(signal.SIGCONT)  # a busy machine may stop it only now
            if select.select([master], [], [], 0.05)[0]:
                written += os.read(master, 65_536)
        assert program.poll() == 0
        assert b"\x1b[?1049h" not in written


@pytest.mark.slow
def test_a_terminal_that_takes_nothing_more_does_not_keep_the_program(
    places: dict[str, str],
) -> None:
    with stopped(places) as (program, master, slave):
        os.write(master, b"nnnn")
        program.terminate()
        assert program.wait(timeout=90) == 128 + signal.SIGTERM
        assert termios.tcgetattr(slave)[3] & termios.ECHO


@pytest.mark.parametrize("way", ["the terminal vanishes", "the program is told to end"])
def test_the_program_ends_in_the_middle_of_a_long_paste(places: dict[str, str], way: str) -> None:
    with shown(places) as (program, master, slave):
        hang_up(slave)
        os.set_blocking(master, False)
        rest = b"\x1b[200~" + b"[[3 12 8] [2 4 6]]" * 11_000
        while rest:
            readable, writable, _ = select.select([master], [master], [], 60)
            if readable:
                os.read(master, 65_536)
            if writable:
                rest = rest[os.write(master, rest[:4096]) :]
        if way == "the terminal vanishes":
            hang_up(master)
            assert program.wait(timeout=60) == 128 + signal.SIGHUP
        else:
            program.terminate()
            end = time.monotonic() + 60
            while program.poll() is None and time.monotonic() < end:
                with suppress(OSError):
                    select.select([master], [], [], 0.05)
                    os.read(master, 65_536)
            assert program.poll() == 128 + signal.SIGTERM
