"""Changes the code that judges and words in one place at a time, and runs the tests that reach it.

``python -m tests.mutation --count 150`` draws mutants of the modules in ``MUTATED``. The tests in
``TESTS`` are run once to learn which functions of them reach which line; then each mutant is
written into a copy of the checkout, where those tests run, the quickest first, until one fails, and
then, where the golden tests reach it, all of those. A mutant that survives is printed with its
line: a test is missing, or it does what the program does.
"""

from __future__ import annotations

import argparse
import ast
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from itertools import accumulate
from pathlib import Path
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

import pytest
from coverage import Coverage, CoverageData

ROOT: Final = Path(__file__).resolve().parents[1]
MUTATED: Final = (
    "engine/*",
    "explain/*",
    "judging/*",
    "marking/*",
    "programs/*",
    "course/*",
    "drawing/*",
    "numbers",
)
TESTS: Final = (
    *(
        "tests/engine",
        "tests/explain",
        "tests/judging",
        "tests/marking",
        "tests/programs",
        "tests/course",
        "tests/drawing",
        "tests/formats",
    ),
    *("tests/library", "tests/gallery", "tests/golden", "tests/commands"),
    *("tests/terminal/test_panels.py", "tests/terminal/test_asking.py", "tests/test_numbers.py"),
    "tests/test_docstrings.py",
)
PYTEST: Final = (
    *("-m", "pytest", "-q", "-n", "0", "--hypothesis-profile", "first failure"),
    *("-W", "ignore", "-p", "no:cacheprovider"),
)
GOLDEN: Final = "tests/golden/test_golden.py"
_NO_TEST: Final = ""  # the name under which coverage.py notes what runs outside of tests
SECONDS: Final = 60
"""How long the quickest tests of a mutant took together when none of them failed."""
COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COMPUTED: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
CALLED: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Mutant(NamedTuple):
    """One expression of a file, by its place among those that can be changed."""

    path: Path
    place: int
    lines: range
    change: str


def mutated_paths() -> list[Path]:
    """Return the modules that are mutated."""
    package = ROOT / "treeexplorer"
    return [path for name in MUTATED for path in sorted(package.glob(f"{name}.py"))]


def changed(node: ast.expr, conditions: set[ast.AST]) -> ast.expr | None:
    """Return what an expression becomes, ``None`` where it stays as it is."""
    match node:
        case ast.Compare(left, [operator, *others], values) if type(operator) in COMPARED:
            return ast.Compare(left, [COMPARED[type(operator)](), *others], values)
        case ast.BinOp(ast.JoinedStr(), _, _) | ast.BinOp(_, _, ast.JoinedStr()):
            return None
        case ast.BinOp(left, operation, right) if type(operation) in COMPUTED:
            return ast.BinOp(left, COMPUTED[type(operation)](), right)
        case ast.Call(ast.Name(name), arguments, keywords) if name in CALLED:
            return ast.Call(ast.Name(CALLED[name]), arguments, keywords)
        case ast.Constant(bool() as truth):
            return ast.Constant(not truth)
        case ast.Constant(int() as number):
            return ast.Constant(number + 1)
        case ast.UnaryOp(ast.Not(), operand):
            return operand
        case ast.BoolOp(ast.Or(), values):
            return ast.BoolOp(ast.And(), values)
        case ast.BoolOp(ast.And(), values):
            return ast.BoolOp(ast.Or(), values)
    return ast.UnaryOp(ast.Not(), node) if node in conditions else None


def expressions(tree: ast.AST) -> list[tuple[ast.expr, ast.expr]]:
    """Return the expressions that can be changed with what they become, in a fixed order.

    Annotations and decorators are left out (slots or the size of a cache change no answer), and so
    are the numbers at the top of a module: measures and samples, none of which is the right one.
    The ``0`` of ``x or 0`` stands there for the types alone, where x is known to be a number, and
    ``strict`` of a ``zip`` asserts what is known. A −1 that is no index means none, as −2 would.
    """
    skipped: set[ast.AST] = set()
    indices: set[ast.AST] = set()
    conditions: set[ast.AST] = set()
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign):
            skipped.update(part for part in ast.walk(node) if isinstance(part, ast.Constant))
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.IfExp | ast.While):
            conditions.add(node.test)
        quiet = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        match node:
            case ast.BoolOp(ast.Or(), values):
                skipped.update(part for part in values if isinstance(part, ast.Constant))
            case ast.keyword("strict", asserted):
                skipped.add(asserted)
            case ast.UnaryOp(ast.USub(), ast.Constant(1) as none):
                skipped.add(none)
            case ast.Subscript(_, ast.UnaryOp(ast.USub(), ast.Constant(1) as last)):
                indices.add(last)
        for part in (*getattr(node, "decorator_list", ()), *filter(None, quiet)):
            skipped.update(ast.walk(part))
    return [
        (node, other)
        for node in ast.walk(tree)
        if isinstance(node, ast.expr) and node not in skipped - indices
        if (other := changed(node, conditions)) is not None
    ]


def exchange(tree: ast.AST, old: ast.expr, new: ast.expr) -> None:
    """Put an expression in the place of another."""
    for node in ast.walk(tree):
        for name, field in ast.iter_fields(node):
            if field is old:
                setattr(node, name, new)
            elif isinstance(field, list) and old in field:
                field[field.index(old)] = new


def pytest_collection_finish() -> None:
    """Import what is mutated before the first test, where this module is a plugin.

    What runs at import, as a table that a function builds, then runs in none of the tests.
    """
    for path in mutated_paths():
        import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Note under the name of the test which lines it reaches, where this module is a plugin.

    A law runs inside Hypothesis, so that its name cannot be read off the frames.
    """
    measuring = Coverage.current()
    if measuring is not None:
        measuring.switch_context(item.nodeid.partition("[")[0])


def learnt(folder: Path) -> dict[tuple[str, int], list[str]]:
    """Run the tests once, and return those that reach each line, the quickest first.

    The golden tests come last, whatever they take, and the others only as far as there is time.
    """
    included = "\n ".join(f"treeexplorer/{name}.py" for name in MUTATED)
    (folder / "rc").write_text(f"[run]\ninclude=\n {included}\n", encoding="utf-8")
    measured = CoverageData(no_disk=True)
    seconds: dict[str, float] = {}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for times, data in pool.map(partial(measure, folder), range(len(TESTS))):
            seconds |= times
            measured.update(data)
    reaching = {}
    for path in measured.measured_files():
        by_line = measured.contexts_by_lineno(path)
        inside = lines_of_functions(ast.parse(Path(path).read_bytes()))
        every = {name for names in by_line.values() for name in names}
        for line, at_line in by_line.items():
            is_read_at_import = line not in inside or _NO_TEST in at_line
            names = every if is_read_at_import else at_line
            quickest = sorted(names, key=lambda name: seconds.get(name, math.inf))
            until = accumulate(seconds.get(name, math.inf) for name in quickest)
            few = [name for name, total in zip(quickest, until, strict=True) if total < SECONDS]
            golden = [name for name in names if name.startswith(GOLDEN)]
            reaching[os.path.relpath(path, ROOT), line] = [*few, *golden]
    return reaching


def measure(folder: Path, number: int) -> tuple[dict[str, float], CoverageData]:
    """Run one part of the tests; return how long each takes, and the lines that it reaches."""
    data = folder / f"data-{number}"
    xml = folder / f"times-{number}.xml"
    measuring = ("-m", "coverage", "run", "--rcfile", str(folder / "rc"), "--data-file", str(data))
    tests = (*PYTEST, "-p", "tests.mutation", "--junitxml", str(xml), TESTS[number])
    subprocess.run(
        [sys.executable, *measuring, *tests], cwd=ROOT, stdout=subprocess.DEVNULL, check=False
    )
    seconds: dict[str, float] = {}
    for case in ET.parse(xml).iter("testcase"):  # noqa: S314 - written just now
        path = str(case.get("classname")).replace(".", "/")
        name = f"{path}.py::{str(case.get('name')).partition('[')[0]}"
        # One that fails without a mutant, as a test of speed may, says nothing of one.
        lost = len(case) and case[0].tag in {"failure", "error"}
        taken = math.inf if lost else float(case.get("time") or 0)
        seconds[name] = seconds.get(name, 0) + taken
    measured = CoverageData(data)
    measured.read()
    return seconds, measured


def lines_of_functions(tree: ast.AST) -> set[int]:
    """Return the lines that stand in the body of a function."""
    return {
        line
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        for line in range(node.body[0].lineno, (node.end_lineno or 0) + 1)
    }


def survives(mutant: Mutant, tests: Collection[str]) -> bool:
    """Tell whether the tests that reach a mutant pass in a copy of the checkout with it."""
    with tempfile.TemporaryDirectory() as folder:
        left_out = shutil.ignore_patterns(".*", "node_modules")
        copy = Path(shutil.copytree(ROOT, f"{folder}/copy", ignore=left_out))
        tree = ast.parse((ROOT / mutant.path).read_bytes())
        old, new = expressions(tree)[mutant.place]
        exchange(tree, old, new)
        (copy / mutant.path).write_text(ast.unparse(ast.fix_missing_locations(tree)))
        runs = [(list(tests), 4 * SECONDS)]
        if any(name.startswith(GOLDEN) for name in tests):
            runs.append((["-m", "slow", GOLDEN], 10 * SECONDS))
        environment = os.environ | {"PYTHONPATH": str(copy)}
        for run, most_seconds in runs:
            command = [sys.executable, *PYTEST, "-x", *run]
            try:
                done = subprocess.run(
                    command,
                    cwd=copy,
                    env=environment,
                    timeout=most_seconds,
                    stdout=subprocess.DEVNULL,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                return False
            if done.returncode:
                return False
        return True


def main() -> None:
    """Draw mutants, try them, and print what survives."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=float, default=0.9, help="the share that has to be killed")
    arguments = parser.parse_args()
    found = [
        Mutant(
            path.relative_to(ROOT),
            place,
            range(old.lineno, (old.end_lineno or 0) + 1),
            f"{ast.unparse(old)}  →  {ast.unparse(new)}",
        )
        for path in mutated_paths()
        for place, (old, new) in enumerate(expressions(ast.parse(path.read_bytes())))
    ]
    drawn = random.Random(arguments.seed).sample(found, arguments.count)
    os.environ["TREEEXPLORER_LAWS"] = "all"
    with tempfile.TemporaryDirectory() as folder:
        reaching = learnt(Path(folder))

    def is_killed(mutant: Mutant) -> bool:
        names = dict.fromkeys(
            name for line in mutant.lines for name in reaching.get((str(mutant.path), line), ())
        )
        return bool(names) and not survives(mutant, names)

    killed = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for mutant, is_dead in zip(drawn, pool.map(is_killed, drawn), strict=True):
            killed += is_dead
            if not is_dead:
                print(f"{mutant.path}:{mutant.lines[0]}: {mutant.change}", flush=True)
    print(f"{killed} of {len(drawn)} mutants, drawn from {len(found)}, are killed")
    sys.exit(killed < arguments.least * len(drawn))


if __name__ == "__main__":
    main()
