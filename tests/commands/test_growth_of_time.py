"""Twice as much takes each command at most three times as long, or as its output grows."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from tests.commands.calling import run, shell
from tests.trees import tree_of
from treeexplorer import cli

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
    "import": ("import",),
    "sheet --as markdown": ("sheet", "--as", "markdown"),
    "sheet --as latex": ("sheet", "--as", "latex"),
    "sheet --as moodle": ("sheet", "--as", "moodle"),
}
"""The commands that are given the tree's file, and what stands behind it."""
LEAST = 0.1  # seconds: shorter times say nothing


def on_the_tree(name: str, file: Path) -> Sequence[str]:
    command, *more = COMMANDS[name]
    return command, str(file), *more


def sheet_and_key(file: Path) -> Sequence[str]:
    key = file.with_name("key.tree")
    blank = file.with_name("blank.tree")
    return "sheet", str(file), "--key", str(key), "--blank", str(blank)


def graded(file: Path, change: Callable[[str], str]) -> Sequence[str]:
    """Return the call that grades what becomes of a tree's key; of an unknown one, its conditions.

    A tree of which nothing can be asked is its own key.
    """
    key = file.with_name("key.tree")
    ask = "pruned-if" if "x" in file.read_text("utf-8").split("[x") else "values,cuts,windows"
    status, _, _ = run("sheet", str(file), "--ask", ask, "--key", str(key))
    if status:
        key.write_text(file.read_text("utf-8"), encoding="utf-8")
    paper = file.with_name("paper.tree")
    paper.write_text(change(key.read_text("utf-8")), encoding="utf-8")
    return "grade", str(key), str(paper), "--feedback", str(file.with_name("feedback"))


def wrong(key: str) -> str:
    """Return a paper with each fifth value, bound and condition one too large, and no slash."""
    places = count()

    def larger(found: re.Match[str]) -> str:
        sign, number = found.groups()
        return f"{sign}{int(number) + (not next(places) % 5)}"

    return re.sub(r"(=|<=|>=|if x <|if x <= )(\d+)", larger, key.replace("/", ""))


def logged(file: Path) -> Sequence[str]:
    """Return the call that compares a search's own steps and a wrong one behind them."""
    _, steps, _ = run("trace", str(file), "--csv")
    log = file.with_name("log.csv")
    log.write_text(f"{steps}0,root,enter,12345,0,0,", encoding="utf-8")
    return "verify", "--log", str(log), str(file)


def tried(file: Path) -> Sequence[str]:
    program = file.with_name("program.py")
    program.write_text(PROGRAM, encoding="utf-8")
    return "verify", "--trees", str(file), "--trials", "1", "--", sys.executable, str(program)


def played(file: Path) -> Sequence[str]:
    """Return the call that grows the tree of a game whose moves are the children of a tree."""
    tree = tree_of(file.read_text("utf-8"))
    shape = {
        "children": [list(tree.children(node)) for node in range(len(tree))],
        "plies": list(tree.ply),
        "values": list(tree.value),
    }
    file.with_name("shape.json").write_text(json.dumps(shape), encoding="utf-8")
    game = file.with_name("shape.py")
    game.write_text(GAME, encoding="utf-8")
    return "game", str(game), "--tree"


PROGRAM = """\
import json


def alphabeta(node, alpha, beta, at_max):
    if not isinstance(node, list):
        return node
    v = float("-inf") if at_max else float("inf")
    for child in node:
        value = alphabeta(child, alpha, beta, not at_max)
        v = max(v, value) if at_max else min(v, value)
        alpha = max(alpha, v) if at_max else alpha
        beta = beta if at_max else min(beta, v)
        if alpha >= beta:
            break
    return v


print(alphabeta(json.loads(input()), float("-inf"), float("inf"), True))
"""
GAME = """\
import json
from pathlib import Path

from treeexplorer import Game, Player

SHAPE = json.loads(Path(__file__).with_name("shape.json").read_text("utf-8"))


class Shape(Game):
    title = "A tree as a game"

    def start(self):
        return 0

    def player(self, position):
        return Player.MIN if SHAPE["plies"][position] % 2 else Player.MAX

    def moves(self, position):
        return SHAPE["children"][position]

    def play(self, position, move):
        return move

    def value(self, position):
        return None if SHAPE["children"][position] else SHAPE["values"][position]

    def draw(self, position):
        return str(position)
"""
CALLS: dict[str, Callable[[Path], Sequence[str]]] = {
    **{name: partial(on_the_tree, name) for name in COMMANDS},
    "sheet with key and blank": sheet_and_key,
    "grade a right paper": partial(graded, change=str),
    "grade a wrong paper": partial(graded, change=wrong),
    "verify --log": logged,
    "verify --trees": tried,
    "game": played,
}
"""How each command is called on a tree, what it is given beside the tree made before."""


def cost(call: Callable[[Path], Sequence[str]], text: str, folder: Path) -> tuple[float, int]:
    """Return the processor time that a command takes on a tree, and the length of its output."""
    for left in folder.iterdir():
        if left.is_file():
            left.unlink()
    file = folder / "a.tree"
    file.write_text(text, encoding="utf-8")
    arguments = call(file)
    begin = os.times()
    status, output, errors = run(*arguments)
    end = os.times()
    assert status in {0, 1} or len(errors.splitlines()) < 4, errors[:500]
    written = sum(each.stat().st_size for each in folder.rglob("*") if each.is_file())
    return sum(end[:4]) - sum(begin[:4]), len(output) + written


def check_growth(
    call: Callable[[Path], Sequence[str]], make: Callable[[int], str], folder: Path
) -> None:
    """Fail where twice as much takes more than its share; a slow moment of the machine may pass."""
    cost(call, make(20), folder)  # what is imported once
    for _ in range(3):
        small, output = cost(call, make(2 * SMALL), folder)
        large, longer_output = cost(call, make(4 * SMALL), folder)
        allowed = max(MOST, 1.5 * longer_output / max(1, output))
        if large <= allowed * max(small, LEAST):
            return
    pytest.fail(f"{small:.2f} s, then {large:.2f} s")


def test_every_command_that_is_given_a_tree_is_measured() -> None:
    measured = {name.split()[0] for name in CALLS} | {"generate"}
    assert set(cli.COMMANDS) - measured == {"growth", "examples", "web", "help"}


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", CALLS)
def test_time_grows_with_the_tree_or_with_the_output(name: str, shape: str, tmp_path: Path) -> None:
    check_growth(CALLS[name], SHAPES[shape], tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        "--count {} --branching 2 --plies 4",
        "--count 5 --branching {} --plies 2",
        "--count 5 --branching {} --plies 2 --cut-offs 2-200 --tie",
    ],
)
def test_time_grows_with_the_trees_that_are_made(options: str, tmp_path: Path) -> None:
    def generated(file: Path) -> Sequence[str]:
        number = len(file.read_text("utf-8")) // 40
        return "generate", "--seed", "1", *options.format(number).split()

    check_growth(generated, lambda number: "x" * 2 * number, tmp_path)


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
