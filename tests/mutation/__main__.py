"""Changes the code that judges in one place at a time, and sees whether its tests notice.

``python -m tests.mutation --count 300 --seed 1`` draws mutants of ``engine/`` and ``exercises/``,
runs for each the tests that mirror its module in a copy of the project, and lists those that
survive, with a line to look at. ``--only check`` draws from modules with that word in their path.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = ("engine", "exercises")

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
        line: The line of the change.
        before: The changed expression as it was.
        after: What it is now.
        text: The file's new text.
    """

    path: Path
    line: int
    before: str
    after: str
    text: str


def mutants(path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a file that differs from it in one expression."""
    source = (ROOT / path).read_text(encoding="utf-8")
    for index in range(len(_places(ast.parse(source)))):
        tree = ast.parse(source)
        node = _places(tree)[index]
        before = ast.unparse(node)
        _change(node)
        ast.fix_missing_locations(tree)
        line = getattr(node, "lineno", 0)
        yield Mutant(path, line, before, ast.unparse(node), ast.unparse(tree))


def _places(tree: ast.AST) -> list[ast.AST]:
    """Return the expressions that can be changed, in a fixed order, annotations left out."""
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        for name in ("annotation", "returns"):
            annotation = getattr(node, name, None)
            if isinstance(annotation, ast.AST):
                skipped.update(ast.walk(annotation))
    return [node for node in ast.walk(tree) if node not in skipped and _can_change(node)]


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


def tests_of(path: Path) -> list[str]:
    """Return the tests of a module's package, those that import the module itself first."""
    folder = ROOT / "tests" / path.parent.relative_to("treeexplorer")
    module = ".".join(path.with_suffix("").parts)

    def is_other(test: Path) -> bool:
        return f"{module} import" not in test.read_text(encoding="utf-8")

    tests = sorted(sorted(folder.glob("test_*.py")), key=is_other)
    return [str(test.relative_to(ROOT)) for test in tests]


def survives(mutant: Mutant, copy: Path, seconds: float) -> bool:
    """Tell whether the tests of a mutant's module pass in a copy of the project."""
    target = copy / mutant.path
    original = target.read_text(encoding="utf-8")
    target.write_text(mutant.text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", *tests_of(mutant.path)]
    try:
        done = subprocess.run(
            command,
            cwd=copy,
            capture_output=True,
            timeout=seconds,
            check=False,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        )
    except subprocess.TimeoutExpired:
        return False
    finally:
        target.write_text(original, encoding="utf-8")
    return done.returncode == 0


def copied(folder: Path) -> Path:
    """Return a copy of what the tests need."""
    for name in ("treeexplorer", "tests", "examples"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, folder / name)
    return folder


def main() -> None:
    """Draw mutants, try them, and print what survives."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="draw from modules with this word in their path")
    parser.add_argument("--seconds", type=float, default=300.0, help="the longest a run may take")
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    files = [
        path.relative_to(ROOT)
        for package in PACKAGES
        for path in sorted((ROOT / "treeexplorer" / package).glob("*.py"))
        if arguments.only in str(path)
    ]
    found = [mutant for path in files for mutant in mutants(path)]
    drawn = random.Random(arguments.seed).sample(found, min(arguments.count, len(found)))
    copies: SimpleQueue[Path] = SimpleQueue()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(arguments.workers) as pool:
        for number in range(arguments.workers):
            copies.put(copied(Path(folder) / str(number)))

        def tried(mutant: Mutant) -> bool:
            copy = copies.get()
            try:
                return survives(mutant, copy, arguments.seconds)
            finally:
                copies.put(copy)

        alive = 0
        for number, (mutant, survived) in enumerate(
            zip(drawn, pool.map(tried, drawn), strict=True), 1
        ):
            alive += survived
            if survived:
                print(f"{mutant.path}:{mutant.line}: {mutant.before}  →  {mutant.after}")
            print(f"\r{number} of {len(drawn)} tried, {alive} survive", end="", file=sys.stderr)
    print(f"\n{len(drawn) - alive} of {len(drawn)} mutants of {len(found)} are killed")


if __name__ == "__main__":
    main()
