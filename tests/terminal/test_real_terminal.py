"""The program itself in a pseudo-terminal: what a person sees, and what is left behind."""

from __future__ import annotations

import random
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.benchmarks.uniform_trees import bare
from tests.terminal.real import Terminal

ENDLESS = """
import time
from treeexplorer.games import Game
from treeexplorer.tree import Player

class Endless(Game):
    title = "Endless"

    def start(self):
        return 0

    def player(self, position):
        return Player.MIN if position % 2 else Player.MAX

    def moves(self, position):
        return [1, 2]

    def play(self, position, move):
        time.sleep(0.002)
        return position + 1

    def value(self, position):
        return None

    def draw(self, position):
        return str(position)
"""

DRAWN = Path(__file__).parents[2] / "examples" / "1-first-steps" / "6-8-1-5-6.tree"


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


@pytest.mark.parametrize("seed", range(2))
def test_what_was_written_bit_by_bit_is_what_is_written_as_a_whole(
    terminal: Callable[..., Terminal], tmp_path: Path, seed: int
) -> None:
    file = tmp_path / "wide.tree"
    file.write_text(bare(6, 1296), encoding="utf-8")
    at = terminal(str(file))
    at.sees("step 0/")
    chance = random.Random(seed)
    for _ in range(5):
        for _ in range(12):
            at.child.send(chance.choice("nnnnppcCvV  oOwhjklzft\t"))
            at.settles(0.02)
        at.settles()
        bit_by_bit = at.cells
        at.child.send("?")
        at.sees("All keys")
        at.child.send("\x1b")
        at.until(lambda: "All keys" not in at.text, "the help to close")
        at.settles()
        assert at.cells == bit_by_bit, at.text


@pytest.mark.parametrize("keys", ["q", "\x03"])
def test_quitting_leaves_the_terminal_as_it_was(
    terminal: Callable[..., Terminal], keys: str
) -> None:
    at = terminal(str(DRAWN))
    at.sees("step 0/15")
    at.child.send(keys)
    assert at.ended() == 0
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


@pytest.mark.parametrize("keys", ["q", "\x03"])
def test_quitting_while_a_large_file_is_read_waits_for_nothing(
    terminal: Callable[..., Terminal], keys: str, tmp_path: Path
) -> None:
    file = tmp_path / "large.tree"
    file.write_text("[" + " ".join(["[a:[b:1 c:2 d:3] e:[f:4 g:5]]"] * 400_000) + "]\n")
    at = terminal(str(file))
    at.sees("reading 12.0 MB")
    at.sees("1 %")
    at.child.send(keys)
    assert at.ended() == 0
    assert at.is_sane()
    assert b"Traceback" not in at.raw
    assert b"step 0/" not in at.raw


@pytest.mark.parametrize("keys", ["q", "\x03", "\x1bq"])
def test_a_game_that_never_ends_growing_is_left(
    terminal: Callable[..., Terminal], keys: str, tmp_path: Path
) -> None:
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS)
    at = terminal("game", f"{file}:Endless", "--limit", "1000000000")
    at.sees("positions so far")
    for key in keys:
        at.child.send(key)
        if key == "\x1b":
            at.sees("First steps")
    assert at.ended() == 0
    assert at.is_sane()
    assert b"Traceback" not in at.raw


def test_a_game_is_seen_to_grow_before_it_is_shown(terminal: Callable[..., Terminal]) -> None:
    at = terminal("game", "othello6")
    at.sees("positions so far")
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
