"""Bytes, sizes and signals for the program in a real pseudo-terminal, drawn from a seed."""

from __future__ import annotations

import os
import random
import signal
import tempfile
import termios
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from tests.benchmarks.uniform_trees import bare
from tests.terminal.real import Terminal

Event: TypeAlias = (
    "tuple[Literal['bytes'], bytes] | tuple[Literal['keys'], tuple[bytes, ...]] "
    "| tuple[Literal['size'], tuple[int, int]] | tuple[Literal['signal'], int]"
)

EVENTS: Final = 40
RARE: Final = 5
STARTED: Final = 20.0
ENDED: Final = 60.0
LONGEST: Final = 400.0
"""Seconds, without those in which a busy machine had no processor for the program."""
SECONDS_OF_READER: Final = 0.2
"""So long the thread that reads keys may wait for one before it ends."""
PASTES: Final = (10, 200, 5_000)
LARGE_PASTES: Final = (*PASTES, 200_000, 1_000_000)
SECONDS_A_KEY: Final = 0.5
"""Processor time that the thread of the screen may take for a key; other threads are not felt.

Where large texts are pasted that is not asked for: in an editor each key costs what is written.
"""

PATIENT: Final = """
from treeexplorer.cli import main
from treeexplorer.terminal import driver

driver._ANSWER_SECONDS = 20.0  # a busy machine may have no processor for the program meanwhile
main()
"""

FILES: Final = {
    "broken.tree": "@title Broken\n[[3 12 8] [2 4 6]\n",
    "deep.tree": "[1 " * 3_000 + "2" + "]" * 3_000,
    "wide.tree": "[" + " ".join(map(str, range(20_000))) + "]",
}


OPENED: Final[tuple[tuple[str, ...], ...]] = (
    (), ("6-8-1-5-6",), ("aima",), ("ucla-cs161",), ("unknown-leaf",), ("broken.tree",), (".",),
    ("-e", "[[3 12 8] [2 x 6] [14 5 2]]"), ("-e", "[1 2]", "--ascii"), ("cs188-expectimax",),
    ("binary-ten-plies",), ("forty-plies",), ("deep.tree",), ("wide.tree",), ("large.tree",),
)  # fmt: skip

_KEYS: Final = (
    *(bytes([code]) for code in range(1, 127)),
    *(f"\x1b[{key}".encode() for key in "ABCDHF"),
    *(f"\x1b[{number}~".encode() for number in range(1, 25)),
    *(f"\x1b[1;{modifier}{key}".encode() for modifier in range(2, 9) for key in "ABCDHF"),
    *(f"\x1bO{key}".encode() for key in "PQRS"),
    b" ", b" ", b" ", b"\r", b"\r", b"\t", b"\x1b", b"\x7f", "α≥β▲…".encode(), "日本語".encode(),
)  # fmt: skip
BROKEN: Final = (
    b"\xff\xfe\xe9", b"\xff", b"\xe9", b"\x1b[" + b"9" * 5000 + b"u", b"\x1b[55296u",
    b"\x1b[48;24;80;0;0t\x1b[<0;5;5M\x1b[<0;5;5m", b"\x1b[200~never ended \xc3",
    b"\xc3", b"\xe2\x82", b"\xf0\x9f", b"\x1b[", b"\x1b[<", b"\x1b[<0;5",
    b"\x1bP", b"\x1b]", b"\x1b[1114112u", b"\x1b[99999999999u", b"\x1b[48;24;80;0;0t",
    b"\x1b[48;0;0;0;0t",
    b"\x1b[?2026;2$y", b"\x1b[200~", b"\x1b[201~", b"\x1b[<0;1;1m", b"\x1b[<35;99999;99999M",
    b"\x1b[M\xff\xff\xff", b"\x1b[?1;2c", b"\x1b[24;80R", b"\x00", b"\x1b\x1b\x1b[", b"\x1b[;;;~",
    b"\x1b_G\x1b\\", b"\x9b", b"\xc2\x9b31m", b"\x1b[57358u", b"\x1b[97;1:3u",
)  # fmt: skip

# What opens a box to write in, from the explorer, from the gallery, or from a list.
_BOXES: Final = (
    (b"/",), (b"e",), (b"=",), (b"s",), (b":",), (b"r",), (b"W",), (b"P",), (b"w",), (b"n",),
    (b"x",), (b"\x0f",), (b"\r", b"="), (b"W", b"x"), (b"A", b" "),
)  # fmt: skip
_INSIDE: Final = (b"\t", b"\x1b[B", b"\x1b[C", b"\r", b" ")
_RARE: Final = (
    b"\x1b[97;5u", b"\x1b[97;2;65u", b"\x1b[13u", b"\x1b[27u", b"\x1b[127;5u", b"\x1b[57399u",
    b"\x1b[57444;1u", b"\x1b[?25u", b"\x1b[1;1:3A",
    b"\x1b]11;rgb:0e0e/1111/1717\x1b\\", b"\x1b]10;rgb:ff/ff/ff\x07", b"\x1b]52;c;W1sxXV0=\x07",
    b"\x1b]11;rgb:0e0e", b"\x1bP>|terminal 1.0\x1b\\", b"\x1b[?62;22c", b"\x1b[>41;0;0c",
    b"\x1b[?2026;1$y", b"\x1b[?2048;1$y", b"\x1b[?1016;1$y", b"\x1b[48;30;100;600;1000t",
    b"\x1b[48;1;1;1;1t", b"\x1b[8;24;80t", b"\x1b[<0;1500;900M\x1b[<0;1500;900m",
    b"\x1b[<35;-3;-7M", b"\x1b[32;10;10M", b"\x1b[M !!", b"\x1b[I\x1b[O\x1b[I", b"\x1b",
    b"\x1b\x1b", b"\x1b\x1b[A", b"\x1bO", b"\x1b[200~[[3 1", b"2] [4 5]]\x1b[20", b"1~",
)  # fmt: skip


@dataclass(frozen=True)
class Run:
    """What a seed stands for.

    Attributes:
        seed: The seed.
        arguments: What the program is opened with.
        size: The first columns and lines.
        events: What is sent.
        is_timed: Whether a key may not take long.
    """

    seed: int
    arguments: tuple[str, ...]
    size: tuple[int, int]
    events: tuple[Event, ...]
    is_timed: bool = True


def run_of(seed: int) -> Run:
    """Return the run of a seed."""
    draw = random.Random(seed)
    is_timed = seed % 2 == 0
    pastes = PASTES if is_timed else LARGE_PASTES
    opened = draw.choice(OPENED)
    size = draw.choice([(80, 24), (100, 30), (60, 20), (160, 50), (40, 12), _size(draw)])
    events = [_event(draw, pastes) for _ in range(EVENTS)]
    for more in [_rare(draw) for _ in range(RARE)] + [_box(draw, pastes) for _ in range(RARE)]:
        at = draw.randint(0, len(events))
        events[at:at] = more
    return Run(seed, opened, size, tuple(events), is_timed)


def _size(draw: random.Random) -> tuple[int, int]:
    return draw.randint(1, 300), draw.randint(1, 100)


def _event(draw: random.Random, pastes: Sequence[int]) -> Event:
    kind = draw.random()
    if kind < 0.6:
        return "keys", tuple(draw.choice(_KEYS) for _ in range(draw.choice([1, 1, 1, 2, 6])))
    if kind < 0.72:
        return "bytes", draw.choice(BROKEN)
    if kind < 0.78:
        return "bytes", draw.randbytes(draw.randint(1, 60))
    if kind < 0.84:
        return "bytes", _mouse(draw)
    if kind < 0.86:
        return "bytes", draw.choice([b"\x1b[I", b"\x1b[O"])
    if kind < 0.89:
        return "bytes", _paste(draw, pastes)
    if kind < 0.97:
        return "size", _size(draw)
    return "signal", draw.choice([signal.SIGWINCH, signal.SIGCONT, signal.SIGTSTP])


def _rare(draw: random.Random) -> list[Event]:
    """Return what terminals answer and new ones send, or many sizes at once."""
    if draw.random() < 0.8:
        return [("bytes", draw.choice(_RARE))]
    return [("size", _size(draw)) for _ in range(20)]


def _box(draw: random.Random, pastes: Sequence[int]) -> list[Event]:
    """Return what opens a box, moves about in it, and pastes into it."""
    inside = tuple(draw.choice(_INSIDE) for _ in range(draw.randint(1, 12)))
    pasted = draw.choice([b"9", b"[[3 12 8] ", b"-1e9 ", "−∞,".encode(), b"/", b"x\n"])
    length = draw.choice(pastes)
    text = (pasted * (length // len(pasted) + 1))[:length]
    return [
        ("keys", (b"\x1b", *draw.choice(_BOXES))),
        ("keys", inside),
        ("bytes", b"\x1b[200~" + text + b"\x1b[201~"),
        ("keys", (b"\r",)),
    ]


def _mouse(draw: random.Random) -> bytes:
    button = draw.choice([0, 1, 2, 32, 35, 64, 65, 4, 16])
    column, line = draw.randint(0, 320), draw.randint(0, 110)
    return f"\x1b[<{button};{column};{line}{draw.choice('Mm')}".encode()


def _paste(draw: random.Random, pastes: Sequence[int]) -> bytes:
    length = draw.choice(pastes)
    piece = draw.choice([b"[[3 12 8] [2 4 6]]", b"[", b"\xff\x00\x1b[31m", "日本".encode(), b"a\n"])
    text = (piece * (length // len(piece) + 1))[:length]
    return b"\x1b[200~" + text + (b"\x1b[201~" if draw.random() < 0.8 else b"")


class _Program(Terminal):
    """The program of a run, in a folder with files to open."""

    def __init__(self, run: Run, home: Path) -> None:
        for name, text in FILES.items():
            (home / name).write_text(text)
        (home / "large.tree").write_text(bare(6, 6**6))
        folders = dict.fromkeys(("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"), str(home))
        environment = {**folders, "PYTHONFAULTHANDLER": "1"}
        super().__init__(("-c", PATIENT, *run.arguments), environment, run.size, home)

    def begin(self) -> None:
        """Read until the screen is there."""
        until = self.time + STARTED
        while b"\x1b[?1049h" not in self.raw and self.time < until:
            self.read(0.05)
        self.read(0.3)

    def read(self, seconds: float) -> bool:
        """Read for a while; go on with a program that was told to stop, as a shell would."""
        has_come = super().read(seconds)
        if self.is_stopped:
            self.process.send_signal(signal.SIGCONT)
        return has_come

    @property
    def is_stopped(self) -> bool:
        """Whether the program has stopped, and waits to be continued."""
        try:
            state = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2]
        except OSError:
            return False
        return state.split()[0] == "T"

    @property
    def screen_time(self) -> float:
        """Seconds of processor time that the thread of the screen has taken."""
        with suppress(OSError):
            task = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/schedstat")
            return int(task.read_text().split()[0]) / 1e9
        return 0.0

    def settle(self) -> None:
        """Read until the thread of the screen has nothing more to do."""
        until = self.time + ENDED
        before = -1.0
        while self.screen_time - before > 0.003 and self.time < until:
            before = self.screen_time
            self.read(0.04)

    def press(self, keys: tuple[bytes, ...]) -> float:
        """Send keys; return the processor time they took, without what was sent before them."""
        self.settle()
        before = self.screen_time
        self.send(b"".join(keys))
        self.settle()
        return self.screen_time - before


def tried(run: Run) -> str | None:
    """Make a run; return what went wrong and the last output, ``None`` where nothing did."""
    with tempfile.TemporaryDirectory() as home:
        program = _Program(run, Path(home))
        try:
            return _tried(program, run)
        finally:
            program.close()


def _tried(program: _Program, run: Run) -> str | None:
    program.begin()
    until = program.time + LONGEST
    for event in run.events:
        if program.process.poll() is not None:
            break
        if program.time > until:
            return _failure(program, f"it takes more than {LONGEST:.0f} s")
        if event[0] == "bytes":
            program.send(event[1])
        elif event[0] == "keys":
            seconds = program.press(event[1])
            if run.is_timed and seconds > SECONDS_A_KEY * len(event[1]):
                return _failure(program, f"{event[1]!r} took {seconds:.2f} s of processor time")
        elif event[0] == "size":
            program.resize(event[1])
        else:
            os.kill(program.process.pid, event[1])
            # The thread of the screen waits for the one that reads keys, and takes no time: the
            # keys after it would be charged with what is still to be done of those before it.
            program.read(2 * SECONDS_OF_READER)
        program.read(0.01)
    if program.process.poll() is None:
        program.read(0.2)
        os.kill(program.process.pid, signal.SIGTERM)
    status = program.ended(ENDED)
    if status is None:
        program.process.send_signal(signal.SIGABRT)  # it says where it stands
        program.read(1.0)
        return _failure(program, "it hangs: it does not end when it is told to")
    if b"Traceback" in program.raw:
        return _failure(program, "it prints a traceback")
    if status not in {0, -signal.SIGTERM, 128 + signal.SIGTERM}:
        return _failure(program, f"it ends with status {status}")
    entered = program.raw.rfind(b"\x1b[?1049h")
    if entered >= 0 and program.raw.rfind(b"\x1b[?1049l") < entered:
        return _failure(program, "it leaves the alternate screen switched on")
    if termios.tcgetattr(program.slave) != program.before:
        return _failure(program, "it leaves the terminal in another mode")
    return None


def _failure(program: _Program, words: str) -> str:
    said = program.raw.rfind(b"treeexplorer stopped")
    output = program.raw[said:][:3_000] if said >= 0 else program.raw[-3_000:]
    return f"{words}\n{output.decode('utf-8', 'replace')}"
