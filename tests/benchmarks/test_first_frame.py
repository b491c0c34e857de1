"""How soon something is seen: the first frame beside that of an empty Textual app."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

import pexpect
import pytest

ROUNDS = 7
EXAMPLE = Path(__file__).parents[2] / "examples" / "1-first-steps" / "6-8-1-5-6.tree"
EMPTY = """
from textual.app import App
from textual.widgets import Static

class Empty(App):
    def compose(self):
        yield Static("ready")

Empty().run()
"""


def seconds_until(arguments: list[str], text: str, folder: Path) -> float:
    """Return how long a program takes in a pseudo-terminal until a text is on its screen."""
    environment = {
        **os.environ,
        "TERM": "xterm-256color",
        "XDG_CONFIG_HOME": str(folder),
        "XDG_STATE_HOME": str(folder),
    }
    start = time.perf_counter()
    child = pexpect.spawn(
        sys.executable, arguments, dimensions=(24, 80), env=environment, timeout=60
    )
    child.expect_exact(text)
    seconds = time.perf_counter() - start
    child.close(force=True)
    return seconds


@pytest.mark.parametrize(
    ("arguments", "text"),
    [([str(EXAMPLE)], EXAMPLE.name), ([], "First steps")],
    ids=["a file", "the gallery"],
)
def test_the_first_frame_takes_at_most_half_as_long_again_as_an_empty_app(
    benchmark: Any, arguments: list[str], text: str, tmp_path: Path
) -> None:
    command = ["-m", "treeexplorer", *arguments]
    seconds_until(command, text, tmp_path)
    empty: list[float] = []

    def in_turn() -> float:
        empty.append(seconds_until(["-c", EMPTY], "ready", tmp_path))
        return seconds_until(command, text, tmp_path)

    ours = [benchmark.pedantic(in_turn, rounds=1)]
    ours += [in_turn() for _ in range(ROUNDS - 1)]
    ratio = min(ours) / min(empty)
    benchmark.extra_info["times an empty app"] = round(ratio, 2)
    assert ratio <= 1.5
