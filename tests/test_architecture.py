"""The rooms stay apart, and start-up stays light."""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests import readability, tour
from tests.readability import PACKAGE, defined_names, findings_of, syntax_of
from treeexplorer.cli import COMMANDS
from treeexplorer.engine.algorithms import TABLE
from treeexplorer.rules import FORMS, list_rule_values

ROOT = Path(__file__).resolve().parent.parent

CORE = (
    "course.sheet, drawing, editing.text, engine, formats, games, gallery, judging.judge, "
    "marking.check, notation, programs.verify"
)

ROOMS = {
    path.stem
    for path in PACKAGE.iterdir()
    if path.suffix == ".py" or (path / "__init__.py").exists()
} - {"__init__"}
"""The folders and the modules that the package itself holds."""


def modules_after(code: str) -> set[str]:
    """Return the top-level modules a fresh interpreter has loaded after running some code."""
    code += "\nimport sys\nprint(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return set(done.stdout.splitlines()[-1].split())


def modules_after_command(*arguments: str) -> set[str]:
    """Return what a fresh interpreter has loaded after a command."""
    run = f"try: main({list(arguments)})\nexcept SystemExit: pass"
    return modules_after(f"from treeexplorer.cli import main\n{run}")


def test_the_core_does_not_load_textual() -> None:
    imports = (f"import treeexplorer.{room}" for room in CORE.split(", "))
    assert "textual" not in modules_after("\n".join(imports))


def test_help_loads_neither_textual_nor_lark_and_solving_does_not_load_textual() -> None:
    assert not modules_after_command("--help") & {"textual", "lark"}
    solving = modules_after_command("solve", "-e", "[1 2]")
    assert "lark" in solving
    assert "textual" not in solving


def test_import_linter_knows_every_room() -> None:
    """A room that stands in no layer may import whatever it likes."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    stacked, without_textual, *_ = contracts
    in_layers = {name for layer in stacked["layers"] for name in layer.split(" | ")}
    assert in_layers == {f"treeexplorer.{room}" for room in ROOMS}
    assert {*without_textual["source_modules"]} == in_layers - {
        "treeexplorer.__main__",
        "treeexplorer.terminal",
    }


def test_the_tour_is_that_of_today() -> None:
    text = tour.FILE.read_text(encoding="utf-8")
    assert tour.with_tour(text) == text, "python -m tests.tour writes it anew"


def test_the_tests_stand_where_their_room_stands() -> None:
    """What tests the whole package from outside has a folder of its own."""
    tested = {path.parent.name for path in (ROOT / "tests").glob("*/test_*.py")}
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
    assert folders <= tested
    assert tested - {"benchmarks", "golden"} <= ROOMS


SHARED_NAMES = {
    "looks_like": "each syntax of trees answers it; they are told apart by the module",
    "read": "each syntax of trees answers it; they are told apart by the module",
    "figures": "each syntax of figures in LaTeX answers it; they are told apart by the module",
    "read_figure": "each syntax of figures in LaTeX answers it; they are told apart by the module",
}
"""Names that several modules define, and why they may."""


def test_a_name_means_one_thing() -> None:
    """A command is called what is typed; what the library shows keeps the words of what it shows.

    Anything else that is defined twice is one thing with two homes, or two things with one name.
    """
    names = Counter(
        name
        for path in PACKAGE.rglob("*.py")
        if path.parent.name != "library"
        for name in defined_names(path)
        if path.parent.name != "commands" or name not in COMMANDS
    )
    assert {name for name, count in names.items() if count > 1} == {*SHARED_NAMES}


TOLD_BY_TABLES = {*TABLE, *FORMS, *list_rule_values("order")}
"""The names of the searches, the forms and the orders."""


def compared_names(nodes: Iterable[ast.AST]) -> Iterator[int]:
    """Yield the lines in which something is compared with a search, a form or an order by name."""
    for node in nodes:
        if isinstance(node, ast.Match):
            operands: list[ast.AST] = [case.pattern for case in node.cases]
        elif isinstance(node, ast.Compare):
            operands = [node.left, *node.comparators]
        else:
            continue
        names = {getattr(operand, key, "") for operand in operands for key in ("attr", "id")}
        if "as_" in names:
            continue  # how a claim is right: as the value returned, or as the minimax value
        constants = (
            each.value
            for operand in operands
            for each in ast.walk(operand)
            if isinstance(each, ast.Constant)
        )
        if any(isinstance(value, str) and value in TOLD_BY_TABLES for value in constants):
            yield node.lineno if isinstance(node, ast.Compare) else node.subject.lineno


def test_no_search_form_or_order_is_told_by_its_name_outside_the_tables() -> None:
    told_by_name = ast.parse('if rules.algorithm in {"pvs", "mtdf"}: pass')
    assert list(compared_names(ast.walk(told_by_name))) == [1]
    found = [
        f"{path.relative_to(PACKAGE)}:{line}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.name not in {"algorithms.py", "rules.py"}
        for line in compared_names(syntax_of(path).nodes)
    ]
    assert found == []


def _has_plus(node: ast.AST) -> bool:
    """Tell whether a node is a text with a plus, without which it repeats nothing possessively."""
    if isinstance(node, ast.JoinedStr):
        return any(map(_has_plus, node.values))
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and "+" in node.value


def test_no_expression_repeats_a_group_possessively() -> None:
    """Python before 3.11.5 loses what such a group has matched; atomic groups are right."""
    possessive_group = re.compile(r"(?<!\\)(?:\)|\{\w+\})(?:[?*+]|\{\{?\d+,?\d*\}?\})\+")
    one_character = ("{_SPACE}", "{IN_WORD}")
    found = [
        f"{path.name}: {match[0]}"
        for path in (ROOT / "treeexplorer").rglob("*.py")
        for node in syntax_of(path).nodes
        if _has_plus(node)
        for match in possessive_group.finditer(ast.unparse(node))
        if not match[0].startswith(one_character)
    ]
    assert found == []


HELD = (
    "cli.py",
    "commands",
    "course",
    "course_file.py",
    "drawing",
    "editing",
    "engine",
    "errors.py",
    "explain",
    "files.py",
    "formats",
    "gallery.py",
    "games",
    "guides.py",
    "judging",
    "library",
    "marking",
    "notation",
    "numbers.py",
    "processes.py",
    "programs",
    "rules.py",
    "settings.py",
    "terminal",
    "text.py",
    "tree",
    "web",
)
"""The rooms that the rules of :mod:`tests.readability` hold."""


@pytest.mark.parametrize("room", HELD)
def test_no_line_makes_a_reader_look_twice(room: str) -> None:
    assert findings_of(room) == []


def test_the_rules_of_reading_find_what_they_name() -> None:
    assert doctest.testmod(readability).failed == 0


TOP_LEVEL = {
    "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "examples", "pyproject.toml",
    "tests", "treeexplorer",
}  # fmt: skip
MADE_BY_TOOLS = {"PKG-INFO", "build", "dist", "node_modules", "pictures"}


def test_nothing_else_lies_at_the_top_level() -> None:
    names = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert names - MADE_BY_TOOLS == TOP_LEVEL
