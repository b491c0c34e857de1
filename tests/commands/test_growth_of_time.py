"""Four times as much takes each command at most six times as long; a deep chain seconds."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.commands.calling import run, shell

SMALL = 200
SHAPES: dict[str, Callable[[int], str]] = {
    "depth": lambda n: "[1 " * n + "5" + "]" * n,
    "leaves": lambda n: f"[{' '.join(str(i * 7 % 11) for i in range(10 * n))}]",
    "width": lambda n: f"[{' '.join(f'[{i % 7} {i % 5}]' for i in range(n))}]",
    "claims": lambda n: f"[{' '.join(f'=6[{i % 7} /6 5]' for i in range(n))}]",
    "unknowns": lambda n: f"[{' '.join(f'[x{i} {i}]' for i in range(n))}]",
    "names": lambda n: f"[{' '.join(f'n{i}:[{i % 7} m{i}:4]' for i in range(n))}]",
}
COMMANDS: dict[str, tuple[str, ...]] = {
    "solve": ("solve",),
    "solve --json": ("solve", "--json"),
    "trace": ("trace",),
    "trace --json": ("trace", "--json"),
    "trace --csv": ("trace", "--csv"),
    "check": ("check",),
    "check --json": ("check", "--json"),
    "compare": ("compare",),
    "unknowns": ("unknowns",),
    "why": ("why", "1"),
    "order --sorted": ("order", "--sorted"),
    "format": ("format",),
    "draw": ("draw",),
    "export --to json": ("export", "--to", "json"),
    "export --to dot": ("export", "--to", "dot"),
    "export --to svg": ("export", "--to", "svg"),
    "export --to latex": ("export", "--to", "latex"),
}
LEAST = 0.1  # seconds: shorter times say nothing


def seconds(name: str, text: str, folder: Path) -> float:
    """Return the processor time that a command takes on a tree."""
    file = folder / "a.tree"
    file.write_text(text, encoding="utf-8")
    command, *more = COMMANDS[name]
    begin = time.process_time()
    status, _, errors = run(command, str(file), *more)
    spent = time.process_time() - begin
    assert status in {0, 1} or len(errors.splitlines()) < 4, errors[:500]
    return spent


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", COMMANDS)
def test_time_grows_with_the_tree(name: str, shape: str, tmp_path: Path) -> None:
    make = SHAPES[shape]
    seconds(name, make(20), tmp_path)  # what is imported once
    for _ in range(3):
        small = max(seconds(name, make(SMALL), tmp_path), LEAST)
        large = seconds(name, make(4 * SMALL), tmp_path)
        if large <= 6 * small:
            return
    pytest.fail(f"{small:.2f} s, then {large:.2f} s")


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in COMMANDS if "--json" not in name])
def test_a_chain_20000_deep_takes_seconds(name: str, tmp_path: Path) -> None:
    (tmp_path / "chain.tree").write_text(SHAPES["depth"](20_000), encoding="utf-8")
    command, *more = COMMANDS[name]
    begin = os.times()
    done = shell(f"treeexplorer {command} chain.tree {' '.join(more)} > out", tmp_path)
    assert done.returncode in {0, 1, 2}, done.stderr
    assert "Traceback" not in done.stderr
    end = os.times()
    assert sum(end[2:4]) - sum(begin[2:4]) < 45  # of the programs that were started
