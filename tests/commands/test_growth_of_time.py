"""Twice as much takes each command at most three times as long, or as its output grows."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.commands.calling import run, shell

SMALL = 200
MOST = 3.0
"""Times the processor time, for twice as much."""
SHAPES: dict[str, Callable[[int], str]] = {
    "left chain": lambda n: "[" * n + "7" + " 1]" * n,
    "right chain": lambda n: "[1 " * n + "7" + "]" * n,
    "wide": lambda n: f"[{' '.join(f'[{i % 7} {i % 5}]' for i in range(n))}]",
    "pairs with unknowns": lambda n: f"[{' '.join(f'[x {i}]' for i in range(n))}]",
    "chance chain": lambda n: "chance[0.5*" * n + "7" + " 0.5*1]" * n,
    "leaves": lambda n: f"[{' '.join(str(i * 7 % 11) for i in range(10 * n))}]",
    "claims": lambda n: f"[{' '.join(f'=6[{i % 7} /6 5]' for i in range(n))}]",
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
    "export --to html": ("export", "--to", "html"),
}
LEAST = 0.1  # seconds: shorter times say nothing


def cost(name: str, text: str, folder: Path) -> tuple[float, int]:
    """Return the processor time that a command takes on a tree, and the length of its output."""
    file = folder / "a.tree"
    file.write_text(text, encoding="utf-8")
    command, *more = COMMANDS[name]
    begin = time.process_time()
    status, output, errors = run(command, str(file), *more)
    spent = time.process_time() - begin
    assert status in {0, 1} or len(errors.splitlines()) < 4, errors[:500]
    return spent, len(output)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", COMMANDS)
def test_time_grows_with_the_tree_or_with_the_output(name: str, shape: str, tmp_path: Path) -> None:
    make = SHAPES[shape]
    cost(name, make(20), tmp_path)  # what is imported once
    for _ in range(3):
        small, output = cost(name, make(2 * SMALL), tmp_path)
        large, longer_output = cost(name, make(4 * SMALL), tmp_path)
        allowed = max(MOST, 1.5 * longer_output / max(1, output))
        if large <= allowed * max(small, LEAST):
            return
    pytest.fail(f"{small:.2f} s, then {large:.2f} s")


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in COMMANDS if "--json" not in name])
def test_a_chain_20000_deep_takes_seconds(name: str, tmp_path: Path) -> None:
    (tmp_path / "chain.tree").write_text(SHAPES["right chain"](20_000), encoding="utf-8")
    command, *more = COMMANDS[name]
    begin = os.times()
    done = shell(f"treeexplorer {command} chain.tree {' '.join(more)} > out", tmp_path)
    assert done.returncode in {0, 1, 2}, done.stderr
    assert "Traceback" not in done.stderr
    end = os.times()
    assert sum(end[2:4]) - sum(begin[2:4]) < 45  # of the programs that were started
