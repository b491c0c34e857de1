"""Changes the code that judges in one place at a time, and sees whether its tests notice.

``python -m tests.mutation --count 300 --seed 1`` draws mutants of ``engine/`` and ``exercises/``.
First their tests are run once to learn which of them reach which lines; one that fails then, as a
test of speed may, is left out. Then each mutant is tried by the tests that reach its line, the
quickest first, until one fails: in a child of the process that has run them, in which the changed
functions get their new code. A mutant that survives there, or that changes what is computed on
import, is tried again by importing it anew. Those that survive that, too, are listed with the line
to look at. ``--only check`` leaves out what is drawn from modules without that word in their path.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import gc
import importlib.abc
import importlib.machinery
import os
import pickle
import resource
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import _lru_cache_wrapper, partial
from hashlib import sha256
from importlib.util import spec_from_loader
from pathlib import Path
from time import process_time
from types import CodeType, FunctionType, ModuleType
from typing import IO, Any, Final, TypeAlias

import pytest
from coverage import Coverage
from hypothesis import Phase, settings

ROOT: Final = Path(__file__).resolve().parents[2]
# Each package with the tests that mirror its modules.
TESTS: Final = {
    "engine": ("tests/engine",),
    "exercises": (
        "tests/exercises",
        "tests/commands/test_check_command.py",
        "tests/commands/test_generate_command.py",
        "tests/commands/test_grade_command.py",
        "tests/commands/test_growth_command.py",
        "tests/commands/test_lecturers_afternoon.py",
        "tests/commands/test_sheet_command.py",
        "tests/commands/test_unknowns_command.py",
        "tests/commands/test_verify_command.py",
    ),
}
LONGEST_SECONDS: Final = 600
MOST_MEMORY: Final = 4 * 2**30

_SAME: Final = "it becomes what it was"
_ROOT: Final = "row 0 is the root, which no node has called and which returns to none"
_ABOVE: Final = "no node stands above the root"
_NONE: Final = "any number below 0 stands for none"
_TIME: Final = "it only saves time"
_MUCH: Final = "how much is tried, or done at a time, is a choice"
_UNUSED: Final = "it is never read"
_EQUALLY_LONG: Final = "both are equally long"

_FOLLOWING: Final = "return row if row >= 0 and columns.parents[row] == step.call else None"
_GIVER: Final = "if roles[parent] == role and giver >= 0 and after[giver] == bound:"
_VALUE: Final = "if value is not None and end[child] == child + 1:"
_CHANCE: Final = "chance, best = random.Random(1), start"
_BEGUN: Final = "*(_sorted(tree, rules, values, best_first=first) for first in (True, False)),"
_GAIN: Final = 'if (gain <= 0) if goal == "best" else (gain >= 0):'

_SEED: Final = "return variant(tree.tree, tree.searched_under, (seed * 26 + index) * 1000 + place)"
_TOLD: Final = "[[2, [7, -4]], [[[1, 3], 9], 5]],"
_HUGE: Final = (
    "return replace(answer, value=INFINITY if value > 0 else -INFINITY, meant_infinite=True)"
)
_TRIED: Final = "for _ in range(_TRIES if len(tree) <= _MOST_NODES_TO_TRY else 1):"
_SECOND_LEVEL: Final = (
    "Order(2, Range(3, 3), values=Range(0, 20), cut_offs=Range(1, 2), tie=False, same=True),"
)
_SIMPLER: Final = "for lower in dict.fromkeys((0, 1, node // 2, node - 1, -node, node + 1)):"
_END_OF_LINE: Final = "end, exact = self.pieces[-1 if x > 0 else 0], self.tree.as_searched(x)"
_SHIFT: Final = "shift = chooser.choice([-3, -2, -1, 1, 2, 3])"
_NOTHING_CUT: Final = 'return self._with(kept | {(0, "cuts-none"): Claim(0, "cuts-none")}, -1)'
_AS_SEARCHED: Final = "not tree.has_chance or claim.kind == 'cut'"
_SEVERAL: Final = "1 < len(several) <= _MOST_LISTED"

# Mutants that do what the program does, or of which nobody is promised anything else, with the
# reason: by module, expression and what it becomes; or by module, line and the change in it.
EQUIVALENT: Final[dict[tuple[str, str, str], str]] = {
    ("alphabeta", "x > v", "x >= v"): _SAME,
    ("alphabeta", "x < v", "x <= v"): _SAME,
    ("alphabeta", "v > alpha", "v >= alpha"): _SAME,
    ("alphabeta", "v < beta", "v <= beta"): _SAME,
    ("alphabeta", "row, stop, child = -1, 1, 0", "1 → 2"): _ABOVE,
    ("alphabeta", "at_max: bool | None = True", "True → False"): _ABOVE,
    ("alphabeta", "_SLICE: Final = 4_000", "4000 → 4001"): _MUCH,
    ("procedures", "_SLICE: Final = 5_000", "5000 → 5001"): _MUCH,
    ("procedures", "if row % _SLICE == _SLICE - 1:", "1 → 2"): _MUCH,
    ("procedures", "returned: Number = 0", "0 → 1"): _UNUSED,
    ("procedures", "last: int = -1", "1 → 2"): _UNUSED,
    ("procedures", "return 0", "0 → 1"): _UNUSED,
    ("procedures", "return 0 if value is None else value", "0 → 1"): _UNUSED,
    ("record", "v < frame.beta", "v <= frame.beta"): _SAME,
    ("record", "v > frame.alpha", "v >= frame.alpha"): _SAME,
    ("record", "_STILL_OPEN: Final = 2**31 - 1", "1 → 2"): "no search has as many steps",
    ("record", "before >= 0", "before > 0"): _ROOT,
    ("record", "if before >= 0:", "0 → 1"): _ROOT,
    ("record", "self.latest[frame.row] < 0", "self.latest[frame.row] <= 0"): _ROOT,
    ("record", "is_first = self.latest[frame.row] < 0", "0 → 1"): _ROOT,
    ("record", _FOLLOWING, "0 → 1"): _ROOT,
    ("record", _FOLLOWING, "row >= 0 → row > 0"): _ROOT,
    ("record", "row = columns.earlier.get(row, -1)", "1 → 2"): _NONE,
    ("record", "self.mover = -1", "1 → 2"): _NONE,
    ("record", "latest_add(-1)", "1 → 2"): _NONE,
    ("record", "column(-1)", "1 → 2"): _NONE,
    ("record", "return -1", "1 → 2"): _NONE,
    ("record", 'self.row_of_node = array("i", [-1]) * len(record.tree)', "1 → 2"): _NONE,
    ("record", "return self.steps + 1 if left == _STILL_OPEN else left", "1 → 2"): (
        "any step past the last will do"
    ),
    ("record", "row - 1", "row + 1"): _TIME,
    ("record", "v == frame.v or v is None", "v == frame.v and v is None"): _TIME,
    ("record", "value = frame.v if frame.v is not None else 0", "0 → 1"): _UNUSED,
    ("analysis", "giver >= 0", "giver > 0"): _ROOT,
    ("analysis", _GIVER, "0 → 1"): _ROOT,
    ("analysis", "last < 0", "last <= 0"): _ROOT,
    ("analysis", "if last < 0:", "0 → 1"): _ROOT,
    ("analysis", "mover < 0", "mover <= 0"): _ROOT,
    ("analysis", "return None if mover < 0 else record.node(mover)", "0 → 1"): _ROOT,
    ("analysis", "columns.before[last] < 0", "columns.before[last] <= 0"): _ROOT,
    ("analysis", "is_first = columns.before[last] < 0", "0 → 1"): _ROOT,
    ("intervals", "low > merged[0]", "low >= merged[0]"): _SAME,
    ("intervals", "high > merged[1]", "high >= merged[1]"): _SAME,
    ("intervals", "low < merged[0]", "low <= merged[0]"): _SAME,
    ("intervals", "high < merged[1]", "high <= merged[1]"): _SAME,
    ("intervals", "row >= 0", "row > 0"): _ROOT,
    ("intervals", "while row >= 0 and columns.left[row] > step:", "0 → 1"): _ROOT,
    ("intervals", "if row >= 0 and left[row] > step:", "0 → 1"): _ROOT,
    ("intervals", "row < 0", "row <= 0"): _ROOT,
    ("intervals", "if row < 0:", "0 → 1"): _ROOT,
    ("intervals", "event >= 0", "event > 0"): _ROOT,
    ("intervals", "if event >= 0 or ~event in closed:", "0 → 1"): _ROOT,
    ("intervals", "row = columns.earlier.get(row, -1)", "1 → 2"): _NONE,
    ("intervals", "self._path_step = (-1, -1)", "1 → 2"): _NONE,
    ("intervals", "elif low < merged[0] or high < merged[1]:", "0 → 1"): _SAME,
    ("intervals", "max(self._filled, last)", "min(self._filled, last)"): _TIME,
    ("intervals", "left[row] > step", "left[row] >= step"): _TIME,
    ("intervals", "row >= 0 and left[row] > step", "row >= 0 or left[row] > step"): _TIME,
    ("intervals", "last is None", "last is not None"): _TIME,
    ("intervals", _VALUE, "value is not None → value is None"): _TIME,
    ("ordered", "depth > tree.depth", "depth >= tree.depth"): "all nodes there are leaves",
    ("ordering", "_FEW_ORDERS: Final = 5_000", "5000 → 5001"): _MUCH,
    ("ordering", "_TRIES: Final = 300", "300 → 301"): _MUCH,
    ("ordering", "_LARGE: Final = 5_000", "5000 → 5001"): _MUCH,
    ("ordering", "len(start.tree) > _LARGE", "len(start.tree) >= _LARGE"): _MUCH,
    ("ordering", _CHANCE, "1 → 2"): _MUCH,
    ("ordering", _BEGUN, "False → True"): _MUCH,
    ("ordering", _GAIN, "gain <= 0 → gain < 0"): _MUCH,
    ("ordering", _GAIN, "gain >= 0 → gain > 0"): _MUCH,
    ("ordering", _GAIN, "0 → 1"): _MUCH,
    ("ordering", "count_orders(tree) <= _FEW_ORDERS", "count_orders(tree) < _FEW_ORDERS"): _MUCH,
    ("ordering", "total > _FEW_ORDERS", "total >= _FEW_ORDERS"): _MUCH,
    ("ordering", "total *= factorial(min(tree.child_count(node), 20))", "20 → 21"): (
        "both are far more than are tried"
    ),
    ("ordering", "at_least[node] = 1", "1 → 2"): "only how costs compare with each other counts",
    ("ordering", "at_most[node] = 1", "1 → 2"): "only how costs compare with each other counts",
    ("answers", "row_of_node[node] < 0", "row_of_node[node] <= 0"): _ROOT,
    ("check", "_MOST_TRIALS: Final = 400", "400 → 401"): _MUCH,
    ("check", "record, seen = findings.record, 0", "0 → 1"): _TIME,
    ("generate", "_CHANGES_A_SHAPE: Final = 250", "250 → 251"): _MUCH,
    ("generate", "_MOST_TREES: Final = 4_000", "4000 → 4001"): _MUCH,
    ("generate", "_MOST_WORK: Final = 3_000_000", "3000000 → 3000001"): _MUCH,
    ("generate", "_MOST_NODES_TO_TRY: Final = 2_000", "2000 → 2001"): _MUCH,
    ("generate", "_TRIES: Final = 200", "200 → 201"): _MUCH,
    ("generate", "closing = -1", "1 → 2"): _NONE,
    ("generate", "depth > 64", "depth >= 64"): "2**64 leaves are too many, too",
    ("generate", "builder.leaf(0)", "0 → 1"): _UNUSED,
    ("generate", "tried < most", "tried <= most"): _MUCH,
    ("generate", _TRIED, "1 → 2"): _MUCH,
    ("generate", "low, high = int(min(finite, default=0)), int(max(finite, default=0))", "0 → 1"): (
        "where no number is finite, any will do"
    ),
    (
        "generate",
        "chooser.random() < _ENDS_EARLY",
        "chooser.random() <= _ENDS_EARLY",
    ): "a random number is never just as large",
    ("generate", _SECOND_LEVEL, "2 → 3"): "how hard a level is, is a choice",
    ("generate", "tried = 0", "0 → 1"): _MUCH,
    ("generate", _SHIFT, "1 → 2"): _MUCH,
    ("generate", _SHIFT, "2 → 3"): _MUCH,
    ("generate", _SHIFT, "3 → 4"): _MUCH,
    ("generate", "now = low + chooser.randint(-2, 2)", "2 → 3"): _MUCH,
    ("generate", "now += chooser.randint(1, 3)", "1 → 2"): _MUCH,
    ("generate", "now += chooser.randint(1, 3)", "3 → 4"): _MUCH,
    ("grade", "all(map(counts, here))", "any(map(counts, here))"): (
        "of a node one claim of each subject is written"
    ),
    (
        "check",
        "for claim, right in zip(claims, judged, strict=True)",
        "True → False",
    ): _EQUALLY_LONG,
    (
        "trials",
        "tree = tree.with_values(dict(zip(leaves, values, strict=True)))",
        "True → False",
    ): _EQUALLY_LONG,
    (
        "verify",
        "wrong = [one.tree for one, short in zip(tried, found, strict=True) if short]",
        "True → False",
    ): _EQUALLY_LONG,
    ("judge", "error <= 1", "error < 1"): "a number halfway has a finite decimal",
    ("check", "found, below = [], -1", "1 → 2"): _NONE,
    ("judge", "right = False", "False → True"): "no other claim is about the tree",
    ("moodle", "_MOST_LISTED: Final = 3", "3 → 4"): _MUCH,
    (
        "pages",
        "wide = max(map(_least_width, _VIEW_BOX.findall(written)), default=0)",
        "0 → 1",
    ): "both are narrow",
    ("trials", _SIMPLER, "2 → 3"): _MUCH,
    ("unknowns", _END_OF_LINE, "0 → 1"): "only an infinite number is beyond all pieces",
    ("verify", "threads: int = 1,", "1 → 2"): _TIME,
    ("judge", _AS_SEARCHED, _AS_SEARCHED.replace(" or ", " and ")): (
        "without chance nodes numbers are searched as they are written"
    ),
    ("moodle", _SEVERAL, _SEVERAL.replace("1 <", "1 <=")): "one move alone is accepted already",
    ("pages", "wide <= _WIDEST_MM", "wide < _WIDEST_MM"): "no leaves are exactly as wide",
    ("programs", "remaining <= 0", "remaining < 0"): "with no time left it looks once more",
    ("sheet", _SEED, "26 → 27"): "the seeds of two sheets stay apart",
    ("sheet", "seed * 26 + index", "seed * 26 - index"): "the seeds of two sheets stay apart",
    ("trials", "[[[[1]], [[0], [4, 0]]], [2, 3]],", "4 → 5"): "it tells the same mistakes",
    ("trials", _TOLD, "4 → 5"): "it tells the same mistakes",
    ("trials", _TOLD, "7 → 8"): "it tells the same mistakes",
    ("verify", "value > 0", "value >= 0"): "0 is not huge",
    ("verify", _HUGE, "0 → 1"): "1 is not huge",
    ("verify", "time.monotonic() <= until", "time.monotonic() < until"): _MUCH,
    ("unknowns", "_MOST_WORK: Final = 4_000_000", "4000000 → 4000001"): _MUCH,
    ("unknowns", "len(leaves) < 2", "len(leaves) <= 2"): _TIME,
    ("unknowns", "if len(leaves) < 2:", "2 → 3"): _TIME,
    ("unknowns", "self.is_x = slope == 1 and constant == 0", "0 → 1"): _TIME,
    ("unknowns", "return -1 if other > 0 else 1", "0 → 1"): "it is infinite",
    ("unknowns", "slope > 0", "slope >= 0"): "it is not 0",
    ("unknowns", "return 1 if point > crossing else self.lean", "1 → 2"): "only its sign counts",
    ("unknowns", "x > 0", "x >= 0"): "it is infinite",
    ("trials", "values=Range(least // 10, 9),", "10 → 11"): "−50 // 11 is −5, too",
    ("quiz", "class_mode: bool = False", "False → True"): _UNUSED,
    ("worksheet", 'return self._with(self._without((0, "cuts-none")), -1)', "1 → 2"): _NONE,
    ("worksheet", _NOTHING_CUT, "1 → 2"): _NONE,
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
        line: The text of its first line, without a comment.
    """

    path: Path
    index: int
    lines: range
    is_outside: bool
    before: str
    after: str
    line: str

    @property
    def reason(self) -> str:
        """Why it does what the program does; empty if it does not."""
        module, change = self.path.stem, f"{self.before} → {self.after}"
        in_line = EQUIVALENT.get((module, self.line, change), "")
        return in_line or EQUIVALENT.get((module, self.before, self.after), "")

    def lot(self, seed: int) -> bytes:
        """Return what decides whether it is drawn: it stays where other lines change."""
        change = (seed, str(self.path), self.line, self.before, self.after)
        return sha256(repr(change).encode()).digest()

    def reached(self, tests: Reaching) -> set[str]:
        """Return the tests that reach it."""
        return {
            test
            for (path, line), names in tests.items()
            if path == str(self.path) and (self.is_outside or line in self.lines)
            for test in names
        }

    def code(self) -> CodeType:
        """Return the changed module."""
        tree = ast.parse((ROOT / self.path).read_text(encoding="utf-8"))
        _change(_places(tree)[self.index])
        return compile(ast.fix_missing_locations(tree), str(ROOT / self.path), "exec")


def mutants(path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a file that differs from it in one expression."""
    text = (ROOT / path).read_text(encoding="utf-8")
    tree, source = ast.parse(text), text.splitlines()
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
        line = source[node.lineno - 1].partition("#")[0].strip()
        yield Mutant(path, index, lines, node not in inside, before, ast.unparse(changed), line)


def _places(tree: ast.AST) -> list[ast.expr]:
    """Return the expressions that can be changed, in a fixed order.

    Annotations are left out, and so is what decorators are given: whether a class has slots, or how
    much a cache keeps, changes no answer. So is what finds the processes to be ended: its mutants
    would end others.
    """
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        for decorator in getattr(node, "decorator_list", ()):
            skipped.update(ast.walk(decorator))
        if isinstance(node, ast.FunctionDef) and node.name == "_strays":
            skipped.update(ast.walk(node))
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


Reaching: TypeAlias = dict[tuple[str, int], set[str]]
"""The tests that reach each line of a file."""


class Session:
    """A plugin of pytest that learns which lines each test reaches, and tries mutants.

    It writes to a pipe: what it has learnt, and of each mutant that can be tried by exchanging
    code, its place in the list and whether it survives.
    """

    def __init__(self, drawn: Sequence[Mutant], pipe: IO[bytes]) -> None:
        self.drawn = drawn
        self.pipe = pipe

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests once, and then for each mutant those that reach it."""
        tests, seconds = self._learnt(session)
        session.testsfailed = 0
        self._tell((tests, seconds))
        items = {item.nodeid: item for item in session.items}
        for index, mutant in enumerate(self.drawn):
            if not mutant.is_outside:
                names = sorted(mutant.reached(tests), key=seconds.__getitem__)
                chosen = {items[name]: seconds[name] for name in names}
                self._tell((index, in_child(partial(_notice, session, mutant, chosen))))
        return True

    def _tell(self, what: object) -> None:
        pickle.dump(what, self.pipe)
        self.pipe.flush()

    def _learnt(self, session: pytest.Session) -> tuple[Reaching, dict[str, float]]:
        seconds: dict[str, float] = {}
        files = [str(ROOT / "treeexplorer" / package / "*") for package in TESTS]
        coverage = Coverage(data_file=None, include=files, config_file=False)
        coverage.start()
        for item in session.items:
            coverage.switch_context(item.nodeid)
            before, failed = process_time(), session.testsfailed
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            if session.testsfailed == failed:
                seconds[item.nodeid] = process_time() - before
        coverage.stop()
        data = coverage.get_data()
        tests = {
            (str(Path(path).relative_to(ROOT)), line): set(names) & seconds.keys()
            for path in data.measured_files()
            for line, names in data.contexts_by_lineno(path).items()
        }
        return tests, seconds


def _notice(session: pytest.Session, mutant: Mutant, chosen: dict[pytest.Item, float]) -> bool:
    """Exchange a mutant's code and tell whether a test fails then."""
    try:
        exchange(mutant)
    except ValueError:  # it has other functions
        return False
    for item, seconds in chosen.items():
        limit(seconds)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        if session.testsfailed:
            return True
    return False


def exchange(mutant: Mutant) -> None:
    """Give the functions of a mutant's module their changed code; forget what was kept so far."""
    original = compile((ROOT / mutant.path).read_bytes(), str(ROOT / mutant.path), "exec")
    changed = dict(zip(_codes(original), _codes(mutant.code()), strict=True))
    for one in gc.get_objects():
        if isinstance(one, FunctionType):
            one.__code__ = changed.get(one.__code__, one.__code__)
        elif isinstance(one, _lru_cache_wrapper) and one.__module__.startswith("treeexplorer"):
            one.cache_clear()


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def limit(seconds: float) -> None:
    """End this process once it has computed much longer than a test's usual seconds."""
    signal.setitimer(signal.ITIMER_PROF, 2 + 5 * seconds)


class Chosen:
    """A plugin of pytest that runs some tests, the quickest first.

    A test that computes much longer than it did without the mutant ends the process.
    """

    def __init__(self, seconds: dict[str, float]) -> None:
        self.seconds = seconds

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Run one test under its limit."""
        limit(self.seconds[item.nodeid])
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


def started(function: Callable[[], bool], most_seconds: int) -> int:
    """Start a quiet child of this process that ends with a function's answer; return its id."""
    child = os.fork()
    if child == 0:
        quiet = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(quiet, number)
        status = 1
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
            signal.alarm(most_seconds)
            status = int(function())
        finally:
            os._exit(status)
    return child


def in_child(function: Callable[[], bool]) -> bool:
    """Run a function in a child; tell whether it answered no, in time."""
    child = started(function, LONGEST_SECONDS)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def tested(arguments: Sequence[str], plugin: object) -> bool:
    """Run pytest; tell whether anything failed."""
    options = ["-q", "-n", "0", "-p", "no:cacheprovider", *arguments]
    return pytest.main(options, plugins=[plugin]) != pytest.ExitCode.OK


def answers(drawn: Sequence[Mutant]) -> Iterator[Any]:
    """Yield what a :class:`Session` tells in a child of this process."""
    packages = sorted({mutant.path.parent.name for mutant in drawn})
    arguments = [test for package in packages for test in TESTS[package]]
    reading, writing = os.pipe()
    session = Session(drawn, os.fdopen(writing, "wb"))
    child = started(partial(tested, arguments, session), 24 * LONGEST_SECONDS)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe, contextlib.suppress(EOFError):
        while True:
            yield pickle.load(pipe)  # noqa: S301 - written by our own child
    os.waitpid(child, 0)


def survives(mutant: Mutant, tests: Reaching, seconds: dict[str, float]) -> bool:
    """Tell whether the tests that reach a mutant's line pass where it is imported."""
    chosen = {test: seconds[test] for test in mutant.reached(tests)}
    if not chosen:
        return True
    sys.meta_path.insert(0, Changed(mutant))
    try:
        files = sorted({test.partition("::")[0] for test in chosen})
        return in_child(partial(tested, ["-x", *files], Chosen(chosen)))
    finally:
        del sys.meta_path[0]


def tried(drawn: Sequence[Mutant]) -> Iterator[tuple[Mutant, bool]]:
    """Yield mutants, each with whether it survives: the killed ones first."""
    told = answers(drawn)
    learnt = next(told, None)
    if learnt is None:
        sys.exit("the tests cannot be collected: run them first")
    killed = set()
    for index, survived in told:
        if not survived:
            killed.add(index)
            yield drawn[index], False
    for index, mutant in enumerate(drawn):
        if index not in killed:
            yield mutant, survives(mutant, *learnt)


def main() -> None:
    """Draw mutants, try them, and print what survives."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--only", default="", help="try those of modules with this word in their path"
    )
    arguments = parser.parse_args()
    sys.dont_write_bytecode = False  # what the children import is compiled once
    settings.register_profile(
        "first failure", phases=[Phase.explicit, Phase.generate], database=None, derandomize=True
    )
    settings.load_profile("first failure")
    files = [
        path.relative_to(ROOT)
        for package in TESTS
        for path in sorted((ROOT / "treeexplorer" / package).glob("*.py"))
    ]
    found = [mutant for path in files for mutant in mutants(path)]
    drawn = sorted(found, key=lambda mutant: mutant.lot(arguments.seed))[: arguments.count]
    drawn = [mutant for mutant in drawn if arguments.only in str(mutant.path)]
    killed = equivalent = 0
    for number, (mutant, survived) in enumerate(tried(drawn), 1):
        killed += not survived
        if survived:
            equivalent += bool(mutant.reason)
            change = f"{mutant.before}  →  {mutant.after}"
            print(f"{mutant.path}:{mutant.lines[0]}: {change}  {mutant.reason}", flush=True)
        print(f"\r{number} of {len(drawn)} tried, {killed} killed", end="", file=sys.stderr)
    print(f"\n{killed} of {len(drawn)} mutants of {len(found)} are killed, {equivalent} equivalent")


if __name__ == "__main__":
    main()
