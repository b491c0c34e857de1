"""What a stranger's type checker makes of the library."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from treeexplorer.gallery import examples_folder

CACHE = Path(__file__).resolve().parents[2] / ".mypy_cache" / "stranger"
"""Kept from run to run: without it mypy reads the whole package anew."""

RIGHT = """
import treeexplorer as te

exercise = te.parse("[[3 12 8] [2 4 6] [14 5 2]]")
record = te.search(exercise, cutoff=">", fail="hard", window=(-10, 10), depth=None)
best: str | None = record.best
headline: str = te.check(exercise, order="right-to-left").headline
step: te.Step = record[3]
steps: tuple[te.Step, ...] = record[3:6]
figure: bytes = record.export("png", width=300)
text: str = exercise.export("dot")
levels = te.from_nested([[3, 12], [2, 4]], levels=["min", "max"]).levels
"""

WRONG = (
    ("te.serach(exercise)", "attr-defined"),
    ('te.search(exercise, cutof=">")', "call-arg"),
    ('te.search(exercise, cutoff="=")', "arg-type"),
    ("te.search(3)", "arg-type"),
    ("record.why(3)", "arg-type"),
    ('te.unknowns(exercise, values={"x": "three"})', "dict-item"),
    ('te.verify("python x.py")', "call-overload"),
    ("record.parent", "attr-defined"),
    ('exercise.export("gambit")', "call-overload"),
    ('record.export("svg", width=300)', "call-overload"),
    ('te.order(exercise, "upwards")', "arg-type"),
    ('te.sheet(exercise, ask=["names"])', "list-item"),
)


def test_a_strangers_script_is_checked_and_the_game_to_begin_with_is_typed(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="the group lint is not installed")
    script = tmp_path / "script.py"
    script.write_text(RIGHT + "".join(f"{line}\n" for line, _ in WRONG))
    options = ["--strict", "--config-file=", "--cache-dir", str(CACHE)]
    files = [str(script), str(examples_folder() / "my_game.py")]
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", *options, *files],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    first = RIGHT.count("\n") + 1
    expected = [(str(script), number, code) for number, (_, code) in enumerate(WRONG, first)]
    found = [
        (str(tmp_path / line.split(":")[0]), int(line.split(":")[1]), line.rpartition("[")[2][:-1])
        for line in checked.stdout.splitlines()
        if ": error:" in line
    ]
    assert found == expected, checked.stdout
