"""The program itself in a pseudo-terminal: what a person sees, and what is left behind."""

from __future__ import annotations

import random
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.benchmarks.uniform_trees import bare
from tests.laws import ordinarily
from tests.terminal.real import Clock, Terminal

DRAWN = Path(__file__).parents[2] / "examples" / "1-first-steps" / "6-8-1-5-6.tree"


def test_the_example_is_stepped_to_its_cut_off_and_to_its_end(
    terminal: Callable[..., Terminal],
) -> None:
    at = terminal(str(DRAWN))
    at.sees("step 0/15")
    for step in (1, 2, 3, 5, 7, 9, 10, 11, 13):
        at.send(" ")
        at.sees(f"step {step}/15")
    at.sees("β CUT-OFF at ▲b")
    at.sees("╳ 8 ≥ 6")
    at.sees("CHOOSES")
    at.send("  ")
    at.sees("step 15/15")
    at.send("\x7f")
    at.sees("step 14/15")
    at.send("q")
    assert at.ended() == 0
    assert at.is_sane()


def test_a_thread_that_ends_moves_no_clock(tmp_path: Path) -> None:
    for thread, waited in (("1", 0), ("2", 3_600_000_000_000)):
        (tmp_path / thread).mkdir()
        (tmp_path / thread / "schedstat").write_text(f"5 {waited} 7\n")
    clock = Clock(tmp_path)
    before = clock.time
    (tmp_path / "2" / "schedstat").unlink()
    assert clock.time - before < 1_800


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_what_was_written_bit_by_bit_is_what_is_written_as_a_whole(
    terminal: Callable[..., Terminal], tmp_path: Path, seed: int
) -> None:
    file = tmp_path / "wide.tree"
    file.write_text(bare(6, 1296), encoding="utf-8")
    at = terminal(str(file))
    at.sees("step 0/")
    chance = random.Random(seed)
    for _ in range(4):
        for _ in range(12):
            at.send(chance.choice("nnnnppcCv  ozti\t"))
            at.settles(0.05)
        at.settles(0.4)
        bit_by_bit = at.cells
        at.send("?")
        at.sees("KEYS")
        at.send("\x1b")
        at.until(lambda: "KEYS" not in at.text, "the help to close")
        at.settles(0.4)
        assert at.cells == bit_by_bit, at.text


SIGNALS = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT]


@pytest.mark.parametrize("way", [*ordinarily(1, ["q", "\x03", "\x11"]), *ordinarily(2, SIGNALS)])
def test_a_key_or_a_signal_ends_the_program_with_a_sane_terminal(
    terminal: Callable[..., Terminal], way: str | signal.Signals
) -> None:
    at = terminal(str(DRAWN))
    at.sees("step 0/15")
    if isinstance(way, str):
        at.send(way)
    else:
        at.process.send_signal(way)
    assert at.ended() == (0 if isinstance(way, str) else 128 + way)
    assert at.is_sane()
    assert b"Traceback" not in at.raw


def test_without_colour_there_is_no_colour_and_every_mark_is_there(
    terminal: Callable[..., Terminal],
) -> None:
    at = terminal(str(DRAWN), NO_COLOR="1")
    at.sees("step 0/15")
    at.send("c")
    at.sees("step 13/15")
    for mark in ("▌", "▐", "╳ 8 ≥ 6", "╱╱…╱╱", "CHOOSES", "−∞ ┇ 6"):
        assert mark in at.text
    cells = [cell for row in at.cells for cell in row]
    assert {cell.fg for cell in cells} | {cell.bg for cell in cells} == {"default"}
    bar = next(row for row in at.cells if "CUT-OFF" in "".join(cell.data for cell in row))
    assert all(cell.reverse for cell in bar)


def test_sixteen_colours_are_enough(terminal: Callable[..., Terminal]) -> None:
    at = terminal(str(DRAWN), TERM="xterm-16color", COLORTERM="")
    at.sees("step 0/15")
    at.send("c")
    at.sees("CHOOSES")
    at.sees("CUT-OFF")
    slab = next(row for row in at.cells if "CUT-OFF" in "".join(cell.data for cell in row))
    assert "red" in {cell.bg for cell in slab}


def test_reading_a_large_file_can_be_given_up_and_the_program_left(
    terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    file = tmp_path / "large.tree"
    file.write_text("[" + " ".join(["[a:[1 2 3] b:[4 5]]"] * 100_000) + "]\n")
    at = terminal(str(file))
    at.sees("reading")
    at.send("\x1b")
    at.sees("First steps")
    at.send("q")
    assert at.ended() == 0
    assert at.is_sane()


@pytest.mark.parametrize("keys", ordinarily(1, ["q", "\x03"]))
def test_quitting_while_a_large_file_is_read_waits_for_nothing(
    terminal: Callable[..., Terminal], keys: str, tmp_path: Path
) -> None:
    file = tmp_path / "large.tree"
    file.write_text("[" + " ".join(["[a:[b:1 c:2 d:3] e:[f:4 g:5]]"] * 400_000) + "]\n")
    at = terminal(str(file))
    at.sees("reading 12.0 MB")
    at.send(keys)
    assert at.ended() == 0
    assert at.is_sane()
    assert b"Traceback" not in at.raw
    assert b"step 0/" not in at.raw


@pytest.mark.parametrize(
    "tree",
    ["[" * 20_000 + "5" + "]" * 20_000, f"[{' '.join(map(str, range(20_000)))}]"],
    ids=["a chain 20,000 deep", "a node with 20,000 leaves"],
)
def test_a_tree_of_an_extreme_shape_opens_is_stepped_and_left(
    terminal: Callable[..., Terminal], tree: str, tmp_path: Path
) -> None:
    path = tmp_path / "extreme.tree"
    path.write_text(tree, encoding="utf-8")
    at = terminal(str(path))
    at.sees("step 0/")
    at.send(" ")
    at.sees("step 1/")
    at.sees("root")
    at.sees("/40001")
    at.send("\x1b[F")
    at.sees("step 40001/40001")
    at.send("tttq")
    assert at.ended() == 0
    assert at.is_sane()


def test_a_terminal_that_is_served_over_the_web_is_refused_with_a_sentence(
    terminal: Callable[..., Terminal],
) -> None:
    at = terminal(str(DRAWN), TEXTUAL_DRIVER="textual.drivers.web_driver:WebDriver")
    at.sees("export --to html")
    assert at.ended() == 2


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["game", "nim"], "step 0/"),
        (["."], "homework"),
    ],
)
def test_a_command_opens_its_screen(
    terminal: Callable[..., Terminal],
    arguments: list[str],
    text: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "homework.tree").write_text("[3 12]", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    terminal(*arguments).sees(text)
