"""Changes the code that judges in one place at a time, and sees whether its tests notice.

``python -m tests.mutation --count 300 --seed 1`` draws mutants of ``engine/`` and ``exercises/``.
First the tests of both are run once to learn which of them reach which lines. Then each mutant is
tried in a child of this process by the tests that reach its line, the quickest first, until one
fails. Those that survive are listed with the line to look at. ``--only check`` draws from modules
with that word in their path.
"""

from __future__ import annotations

import argparse
import ast
import importlib.abc
import importlib.machinery
import os
import pickle
import random
import resource
import signal
import sys
import tempfile
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import spec_from_loader
from pathlib import Path
from time import process_time
from types import CodeType, ModuleType
from typing import Final

import pytest
from coverage import Coverage
from hypothesis import Phase, settings

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = ("engine", "exercises")
LONGEST_SECONDS: Final = 600
MOST_MEMORY: Final = 4 * 2**30

# Mutants that do what the program does, by module, expression and change, with the reason.
EQUIVALENT: Final[dict[tuple[str, str, str], str]] = {
    ("record", "v < frame.beta", "v <= frame.beta"): "β becomes what it was",
    ("record", "v > frame.alpha", "v >= frame.alpha"): "α becomes what it was",
    ("analysis", "giver >= 0", "giver > 0"): "row 0 is the root, which gives no parent a value",
}

COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
COMPUTED: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
CALLED: Final = {"max": "min", "min": "max", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """One change of one file.

    Attributes:
        path: The file, from the project's folder.
        index: Which of the file's expressions is changed.
        lines: The lines of the expression.
        is_outside: Whether it stands outside all functions, where it is computed on import.
        before: The changed expression as it was.
        after: What it is now.
    """

    path: Path
    index: int
    lines: range
    is_outside: bool
    before: str
    after: str

    @property
    def reason(self) -> str:
        """Why it does what the program does; empty if it does not."""
        return EQUIVALENT.get((self.path.stem, self.before, self.after), "")

    def code(self) -> CodeType:
        """Return the changed module."""
        tree = ast.parse((ROOT / self.path).read_text(encoding="utf-8"))
        _change(_places(tree)[self.index])
        return compile(ast.fix_missing_locations(tree), str(ROOT / self.path), "exec")


def mutants(path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a file that differs from it in one expression."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    inside = {
        node
        for each in ast.walk(tree)
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for statement in (each.body if isinstance(each.body, list) else [each.body])
        for node in ast.walk(statement)
    }
    for index, node in enumerate(_places(tree)):
        before, lines = ast.unparse(node), range(node.lineno, (node.end_lineno or 0) + 1)
        changed = ast.parse(before, mode="eval").body
        _change(changed)
        yield Mutant(path, index, lines, node not in inside, before, ast.unparse(changed))


def _places(tree: ast.AST) -> list[ast.expr]:
    """Return the expressions that can be changed, in a fixed order, annotations left out."""
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        for name in ("annotation", "returns"):
            annotation = getattr(node, name, None)
            if isinstance(annotation, ast.AST):
                skipped.update(ast.walk(annotation))
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.expr) and node not in skipped and _can_change(node)
    ]


def _can_change(node: ast.AST) -> bool:
    if isinstance(node, ast.Compare):
        return type(node.ops[0]) in COMPARED
    if isinstance(node, ast.BinOp):
        texts = (node.left, node.right)
        return type(node.op) in COMPUTED and not any(isinstance(t, ast.JoinedStr) for t in texts)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in CALLED
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (bool, int))
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    return isinstance(node, ast.BoolOp)


def _change(node: ast.AST) -> None:
    if isinstance(node, ast.Compare):
        node.ops[0] = COMPARED[type(node.ops[0])]()
    elif isinstance(node, ast.BinOp):
        node.op = COMPUTED[type(node.op)]()
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        node.func.id = CALLED[node.func.id]
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        node.value = not node.value if isinstance(node.value, bool) else node.value + 1
    elif isinstance(node, ast.UnaryOp):
        node.operand = ast.UnaryOp(ast.Not(), node.operand)
    elif isinstance(node, ast.BoolOp):
        node.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()


class Reached:
    """A plugin of pytest that learns which lines of the two packages each test reaches."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self.seconds: dict[str, float] = {}
        files = [str(ROOT / "treeexplorer" / package / "*") for package in PACKAGES]
        self.coverage = Coverage(data_file=None, include=files, config_file=False)
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Write what is reached down to one test."""
        self.coverage.switch_context(item.nodeid)
        before = process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = process_time() - before

    def pytest_sessionfinish(self) -> None:
        """Hand over what was learnt."""
        self.coverage.stop()
        data = self.coverage.get_data()
        tests = {
            (str(Path(path).relative_to(ROOT)), line): set(names) & self.seconds.keys()
            for path in data.measured_files()
            for line, names in data.contexts_by_lineno(path).items()
        }
        self.target.write_bytes(pickle.dumps((tests, self.seconds)))


class Chosen:
    """A plugin of pytest that runs some tests, the quickest first.

    A test that computes much longer than it did without the mutant ends the process.
    """

    def __init__(self, seconds: dict[str, float]) -> None:
        self.seconds = seconds

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Run one test under its limit."""
        signal.setitimer(signal.ITIMER_PROF, 5 + 5 * self.seconds[item.nodeid])
        return (yield)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the chosen tests."""
        items[:] = [item for item in items if item.nodeid in self.seconds]
        items.sort(key=lambda item: self.seconds[item.nodeid])


class Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports a mutant in the place of its module."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.code = mutant.code()
        self.name = ".".join(mutant.path.with_suffix("").parts)

    def find_spec(
        self, fullname: str, *_: Sequence[str] | ModuleType | None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return the mutant's place if its module is asked for."""
        origin = str(ROOT / self.mutant.path)
        return spec_from_loader(fullname, self, origin=origin) if fullname == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        """Run the changed code."""
        module.__file__ = str(ROOT / self.mutant.path)
        exec(self.code, vars(module))  # noqa: S102 - that is what a mutant is for


def forked(arguments: list[str], plugin: object, most_seconds: int) -> bool:
    """Run pytest in a child of this process; tell whether every test passed in time."""
    child = os.fork()
    if child == 0:
        quiet = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(quiet, number)
        status = 1
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
            signal.alarm(most_seconds)
            options = ["-q", "-n", "0", "-p", "no:cacheprovider", *arguments]
            status = int(pytest.main(options, plugins=[plugin]))
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def learnt(packages: Sequence[str]) -> tuple[dict[tuple[str, int], set[str]], dict[str, float]]:
    """Return the tests that reach each line, and each test's seconds."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "reached"
        if not forked(
            [f"tests/{package}" for package in packages], Reached(target), 24 * LONGEST_SECONDS
        ):
            sys.exit("the tests fail without a mutant: run them first")
        tests, seconds = pickle.loads(target.read_bytes())  # noqa: S301 - written just now
    return tests, seconds


def survives(
    mutant: Mutant, tests: dict[tuple[str, int], set[str]], seconds: dict[str, float]
) -> bool:
    """Tell whether the tests that reach a mutant's line pass with it."""
    reaching = {
        test
        for (path, line), names in tests.items()
        if path == str(mutant.path) and (mutant.is_outside or line in mutant.lines)
        for test in names
    }
    chosen = {test: seconds[test] for test in reaching}
    if not chosen:
        return True
    sys.meta_path.insert(0, Changed(mutant))
    try:
        files = sorted({test.partition("::")[0] for test in chosen})
        return forked(["-x", *files], Chosen(chosen), LONGEST_SECONDS)
    finally:
        del sys.meta_path[0]


def main() -> None:
    """Draw mutants, try them, and print what survives."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="draw from modules with this word in their path")
    arguments = parser.parse_args()
    sys.dont_write_bytecode = False  # what the children import is compiled once
    settings.register_profile(
        "first failure", phases=[Phase.explicit, Phase.generate], database=None, derandomize=True
    )
    settings.load_profile("first failure")
    files = [
        path.relative_to(ROOT)
        for package in PACKAGES
        for path in sorted((ROOT / "treeexplorer" / package).glob("*.py"))
        if arguments.only in str(path)
    ]
    found = [mutant for path in files for mutant in mutants(path)]
    drawn = random.Random(arguments.seed).sample(found, min(arguments.count, len(found)))
    tests, seconds = learnt(sorted({mutant.path.parent.name for mutant in drawn}))
    killed = equivalent = 0
    for number, mutant in enumerate(drawn, 1):
        if not survives(mutant, tests, seconds):
            killed += 1
        else:
            equivalent += bool(mutant.reason)
            change = f"{mutant.before}  →  {mutant.after}"
            print(f"{mutant.path}:{mutant.lines[0]}: {change}  {mutant.reason}", flush=True)
        print(f"\r{number} of {len(drawn)} tried, {killed} killed", end="", file=sys.stderr)
    print(f"\n{killed} of {len(drawn)} mutants of {len(found)} are killed, {equivalent} equivalent")


if __name__ == "__main__":
    main()
