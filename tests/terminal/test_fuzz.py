"""Bytes at random: keys, pastes, mouse, focus, resizes, broken sequences, on a real terminal.

A failure prints the seed that reproduces it and the fewest pieces of input that still fail.
"""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path

import pexpect
import pytest

from tests.terminal.real import Terminal

DRAWN = str(Path(__file__).parents[2] / "examples" / "1-first-steps" / "6-8-1-5-6.tree")
SHORT = 4
LONG = int(os.environ.get("FUZZ_SEEDS", "200"))
_PIECES = 40
_MOST_TRIES = 24
_NO_FILES = b"\x13\x0f"  # ctrl+s and ctrl+o would write and read files of the machine

Piece = tuple[str, bytes]

KEYS = [
    *(bytes([code]) for code in range(0x20, 0x7F) if chr(code) not in "qG"),
    b"\r", b"\t", b"\x7f", b"\x1b", b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\x1b[H",
    b"\x1b[F", b"\x1b[5~", b"\x1b[6~", b"\x1b[Z", b"\x1bOP", b"\x1bOQ", b"\x1bOR", b"\x1bOS",
    b"\x1b[15~", b"\x1b[17~", b"\x1b[18~", b"\x1b[19~", b"\x1b[20~",
]  # fmt: skip
BROKEN = [
    b"\xff\xfe", b"\xe9", b"\xc3", b"\x9b", b"\x1b[", b"\x1b[1114112u", b"\x1b[55296u",
    b"\x1b[48;24;80;0;0t", b"\x1b[48;0;0;0;0t", b"\x1b[" + b"9" * 400 + b"u", b"\x1b[<0;9M",
    b"\x1b[97:65:;5u", b"\x1b]0;title\x07", b"\x1bP+q\x1b\\", b"\x1b[?2026;9$y", b"\x1b[200~",
]  # fmt: skip


def pieces_of(seed: int) -> list[Piece]:
    """Return the input of a seed, piece by piece."""
    chance = random.Random(seed)
    found: list[Piece] = []
    for _ in range(_PIECES):
        kind = chance.random()
        if kind < 0.55:
            found.append(("send", chance.choice(KEYS)))
        elif kind < 0.7:
            found.append(("send", chance.choice(BROKEN)))
        elif kind < 0.8:
            column, row = chance.randint(1, 300), chance.randint(1, 100)
            button, end = chance.choice([0, 1, 2, 32, 64, 65]), chance.choice("Mm")
            found.append(("send", f"\x1b[<{button};{column};{row}{end}".encode()))
        elif kind < 0.86:
            size = chance.choice([3, 100, 5000])
            text = chance.randbytes(size).replace(b"\x1b", b"[").translate(None, _NO_FILES)
            found.append(("send", b"\x1b[200~" + text + b"\x1b[201~"))
        elif kind < 0.9:
            found.append(("send", chance.choice([b"\x1b[I", b"\x1b[O"])))
        elif kind < 0.97:
            width, height = chance.randint(1, 300), chance.randint(1, 100)
            found.append(("size", f"{width} {height}".encode()))
        else:
            found.append(("signal", b"WINCH"))
    return found


def survives(pieces: list[Piece], folder: Path) -> str:
    """Run the program on pieces of input; return what went wrong, empty if nothing did."""
    places = {"XDG_CONFIG_HOME": str(folder), "XDG_STATE_HOME": str(folder)}
    terminal = Terminal([DRAWN], places)
    child = terminal.child
    try:
        terminal.sees("step 0/")
        for kind, data in pieces:
            if kind == "size":
                width, height = map(int, data.split())
                child.setwinsize(height, width)
            elif kind == "signal":
                child.kill(signal.SIGWINCH)
            else:
                child.send(data)
            _read(terminal)
            if not child.isalive():
                return f"it ended after {data!r}"
        child.send(b"\x1b[201~")
        child.kill(signal.SIGTERM)
        status = terminal.ended()
    except OSError as error:
        return f"it ended: {error}"
    finally:
        child.close(force=True)
    if b"Traceback" in terminal.raw or b"mistake of its own" in terminal.raw:
        return "it failed"
    if status != 128 + signal.SIGTERM:
        return f"it hung or ended with {status}"
    return "" if terminal.is_sane() else "the terminal was left in a wrong mode"


def _read(terminal: Terminal) -> None:
    while True:
        try:
            terminal.raw += terminal.child.read_nonblocking(65_536, timeout=0.01)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return


def shrunk(pieces: list[Piece], folder: Path) -> list[Piece]:
    """Return fewer pieces that still fail, found by leaving runs of them out."""
    size, tries = len(pieces) // 2, 0
    while size and tries < _MOST_TRIES:
        for start in range(0, len(pieces), size):
            fewer = pieces[:start] + pieces[start + size :]
            tries += 1
            if survives(fewer, folder):
                pieces = fewer
                break
        else:
            size //= 2
    return pieces


def check(seed: int, folder: Path) -> None:
    pieces = pieces_of(seed)
    problem = survives(pieces, folder)
    if problem:
        fewest = shrunk(pieces, folder)
        pytest.fail(f"seed {seed}: {problem}; the fewest pieces that fail: {fewest!r}")


@pytest.mark.parametrize("seed", range(SHORT))
def test_random_bytes_are_survived(seed: int, tmp_path: Path) -> None:
    check(seed, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SHORT, SHORT + LONG))
def test_many_random_bytes_are_survived(seed: int, tmp_path: Path) -> None:
    check(seed, tmp_path)
