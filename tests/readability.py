"""What makes a reader look twice, found in the syntax of a module; see :func:`findings`.

Three rules are exact:

- **Nothing is packed.** ``a, b = x, y`` is two statements. A swap is one, and so is a pair that is
  one thing (:data:`PAIRS`); the hot loops (:data:`HOT`) pack because it is measured to be faster.
- **A conditional expression stands alone**: in no other one, in no comprehension, in no f-string.
  Its disguises are an index or a factor that is a truth value, and ``and`` and ``or`` where a value
  is wanted that is no truth value.
- **A long function says why it is one thought**: one of more than 40 lines, its docstring apart,
  has a sentence in its docstring that begins with "One thought:".
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

PACKAGE: Final = Path(__file__).resolve().parent.parent / "treeexplorer"

PAIRS: Final = {
    ("alpha", "beta"): "a window",
    ("low", "high"): "an interval",
    ("lower", "upper"): "bounds",
    ("x", "y"): "a point",
    ("width", "height"): "a size",
    ("line", "column"): "a place in a text",
}
"""The pairs that are one thing and may be assigned at once, with what they are."""

HOT: Final = {("engine/alphabeta.py", "_alphabeta")}
"""The functions whose loop is measured to be faster with packed assignments."""

LONGEST: Final = 40
"""The lines that a function may have, its docstring apart, without a reason."""

REASON: Final = "One thought:"

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_TRUTH_OF_PYTHON = frozenset({
    "all", "any", "bool", "callable", "isinstance", "issubclass", "hasattr", "startswith",
    "endswith", "isdigit", "isdecimal", "isalpha", "isalnum", "isspace", "isupper", "isidentifier",
    "isprintable", "isatty", "isdisjoint", "issubset", "issuperset", "exists", "isclose", "isinf",
    "isnan", "isfinite",
})  # fmt: skip
_TRUTH_PREFIXES = ("is_", "has_")

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


class Syntax(NamedTuple):
    """A module's syntax.

    Attributes:
        nodes: All nodes, the module first.
        parents: The parent of each of the others.
    """

    nodes: list[ast.AST]
    parents: dict[ast.AST, ast.AST]

    @classmethod
    def of(cls, module: ast.Module) -> Syntax:
        """Return the nodes of a module with their parents, which takes one walk."""
        nodes: list[ast.AST] = [module]
        parents: dict[ast.AST, ast.AST] = {}
        for node in nodes:
            for child in ast.iter_child_nodes(node):
                parents[child] = node
                nodes.append(child)
        return cls(nodes, parents)


def truth_names(nodes: Iterable[ast.AST]) -> frozenset[str]:
    """Return the names of functions, fields and keywords that are annotated ``bool`` everywhere."""
    annotations: dict[str, list[ast.expr | None]] = {}
    for node in nodes:
        if isinstance(node, _FUNCTIONS):
            annotations.setdefault(node.name, []).append(node.returns)
        elif isinstance(node, ast.arguments):
            for each in node.kwonlyargs:
                annotations.setdefault(each.arg, []).append(each.annotation)
        elif isinstance(node, ast.ClassDef):
            for field in node.body:
                if isinstance(field, ast.AnnAssign):
                    annotations.setdefault(_last_name(field.target), []).append(field.annotation)
    return frozenset(name for name, found in annotations.items() if all(map(_is_bool, found)))


def findings(text: str, path: str = "", known: frozenset[str] = frozenset()) -> list[str]:
    """Return what in a module makes a reader look twice, each as ``path:line: what``.

    Args:
        text: The module.
        path: Its path below the package, by which the hot loops are known.
        known: Names of truth values of other modules (see :func:`truth_names`).

    Example:
        >>> findings("a, b = 1, 2")
        [':1: packed assignment']
        >>> findings("a, b = b, a")
        []
        >>> findings("alpha, beta = window[0], 3")
        []
        >>> findings("names = [a if a else b for a, b in pairs]")
        [':1: conditional expression in a comprehension']
        >>> findings("end = window[role == 1]")
        [':1: index by a truth value']
        >>> findings("name = given or 'root'")
        [':1: and/or for a value']
        >>> findings("is_over = done or step == steps")
        []
    """
    return _findings_in(Syntax.of(ast.parse(text)), path, known)


def _findings_in(syntax: Syntax, path: str, known: frozenset[str]) -> list[str]:
    """Return what in the syntax of a module makes a reader look twice (see :func:`findings`)."""
    module = _Module(syntax, known | truth_names(syntax.nodes))
    found: list[tuple[ast.stmt | ast.expr, str]] = [
        *((node, "packed assignment") for node in module.packed(_hot_in(path))),
        *module.conditionals(),
        *module.disguises(),
        *((node, "long function without a reason") for node in module.long_functions()),
    ]
    return [f"{path}:{node.lineno}: {what}" for node, what in sorted(found, key=_place)]


def paths_of(room: str) -> list[Path]:
    """Return the modules of a room: a folder of the package with all below it, or a module."""
    place = PACKAGE / room
    return sorted(place.rglob("*.py")) if place.is_dir() else [place]


def defined_names(path: Path) -> frozenset[str]:
    """Return the public names that a module defines: classes, aliases, functions, constants.

    All but classes count where other modules can import them; a method is known by its class.
    """
    names = {node.name for node in syntax_of(path).nodes if isinstance(node, ast.ClassDef)}
    for node in parsed(path).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign):
            names.add(_last_name(node.target))
    return frozenset(name for name in names if not name.startswith("_"))


@cache
def names_of_the_package() -> frozenset[str]:
    """Return the names of truth values in the whole package (see :func:`truth_names`)."""
    paths = PACKAGE.rglob("*.py")
    return truth_names(node for path in paths for node in syntax_of(path).nodes)


def findings_of(room: str) -> list[str]:
    """Return the findings of a room (see :func:`paths_of`)."""
    known = names_of_the_package()
    return [
        finding
        for path in paths_of(room)
        for finding in _findings_in(syntax_of(path), path.relative_to(PACKAGE).as_posix(), known)
    ]


class _Module:
    """A module's syntax, with the names of its truth values."""

    def __init__(self, syntax: Syntax, known: frozenset[str]) -> None:
        self.nodes = syntax.nodes
        self.parents = syntax.parents
        self.known = known

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the nodes around a node, from the inside."""
        while node in self.parents:
            node = self.parents[node]
            yield node

    def packed(self, hot: set[str]) -> Iterator[ast.stmt]:
        """Yield the assignments of several things to several names."""
        for node in self.nodes:
            if not isinstance(node, ast.Assign) or not _is_display(node.value):
                continue
            for target in node.targets:
                if not isinstance(target, ast.Tuple | ast.List):
                    continue
                names = tuple(_last_name(each) for each in target.elts)
                is_swap = set(map(ast.unparse, target.elts)) == set(
                    map(ast.unparse, _parts(node.value))
                )
                if not is_swap and names not in PAIRS and not self.is_in_loop_of(node, hot):
                    yield node

    def is_in_loop_of(self, node: ast.AST, functions: set[str]) -> bool:
        """Tell whether a statement stands in a loop of one of some functions."""
        in_loop = False
        for outer in self.above(node):
            if isinstance(outer, ast.While):
                in_loop = True
            elif isinstance(outer, _FUNCTIONS):
                return in_loop and outer.name in functions
        return False

    def conditionals(self) -> Iterator[tuple[ast.expr, str]]:
        """Yield the conditional expressions that stand inside what a reader takes in at once."""
        for node in self.nodes:
            if not isinstance(node, ast.IfExp):
                continue
            for outer in self.above(node):
                if isinstance(outer, ast.stmt):
                    break
                if isinstance(outer, ast.IfExp):
                    yield node, "conditional expression in another"
                elif isinstance(outer, _COMPREHENSIONS):
                    yield node, "conditional expression in a comprehension"
                elif isinstance(outer, ast.FormattedValue):
                    yield node, "conditional expression in an f-string"
                else:
                    continue
                break

    def disguises(self) -> Iterator[tuple[ast.expr, str]]:
        """Yield what chooses between values without saying so."""
        for node in self.nodes:
            if isinstance(node, ast.Subscript):
                if self.is_truth(node.slice) and _last_name(node.value) != "Literal":
                    yield node, "index by a truth value"
            elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Add | ast.Sub):
                if self.is_truth(node.left) or self.is_truth(node.right):
                    yield node, "arithmetic with a truth value"
            elif isinstance(node, ast.BoolOp) and not (
                self.is_condition(node) or self.is_truth(node)
            ):
                yield node, "and/or for a value"

    def is_truth(self, node: ast.expr) -> bool:
        """Tell whether an expression is known to be a truth value."""
        if isinstance(node, ast.Compare):
            return True
        if isinstance(node, ast.UnaryOp):
            return isinstance(node.op, ast.Not)
        if isinstance(node, ast.Constant):
            return isinstance(node.value, bool)
        if isinstance(node, ast.BoolOp):
            return all(map(self.is_truth, node.values))
        if isinstance(node, ast.NamedExpr):
            return self.is_truth(node.value)
        if isinstance(node, ast.Call):
            return self.is_truth_name(_last_name(node.func))
        if isinstance(node, ast.Name):
            return node.id.startswith(_TRUTH_PREFIXES) or self.is_argument(node)
        return isinstance(node, ast.Attribute) and self.is_truth_name(node.attr)

    def is_argument(self, name: ast.Name) -> bool:
        """Tell whether a name is an argument of a function around it that is a truth value."""
        functions = (each for each in self.above(name) if isinstance(each, _FUNCTIONS))
        arguments = (each for function in functions for each in ast.walk(function.args))
        return any(
            isinstance(each, ast.arg) and each.arg == name.id and _is_bool(each.annotation)
            for each in arguments
        )

    def is_truth_name(self, name: str) -> bool:
        """Tell whether a name is that of a truth value."""
        return name in self.known or name in _TRUTH_OF_PYTHON or name.startswith(_TRUTH_PREFIXES)

    def is_condition(self, node: ast.AST) -> bool:
        """Tell whether only the truth of an expression is asked for."""
        outer = self.parents[node]
        if isinstance(outer, ast.BoolOp | ast.NamedExpr):
            return self.is_condition(outer)
        if isinstance(outer, ast.If | ast.While | ast.IfExp | ast.Assert):
            return outer.test is node
        if isinstance(outer, ast.comprehension):
            return node in outer.ifs
        if isinstance(outer, ast.match_case):
            return outer.guard is node
        if isinstance(outer, ast.UnaryOp):
            return isinstance(outer.op, ast.Not)
        if isinstance(outer, ast.Call):
            return _last_name(outer.func) == "bool"
        if isinstance(outer, ast.keyword):
            return self.is_truth_name(outer.arg or "")
        if isinstance(outer, ast.Assign):
            return all(self.is_truth_name(_last_name(target)) for target in outer.targets)
        if isinstance(outer, ast.AnnAssign):
            return _is_bool(outer.annotation)
        if isinstance(outer, ast.Return):
            function = next(each for each in self.above(node) if isinstance(each, _FUNCTIONS))
            return _is_bool(function.returns)
        if isinstance(outer, ast.GeneratorExp):
            call = self.parents[outer]
            return isinstance(call, ast.Call) and _last_name(call.func) in {"any", "all"}
        return False

    def long_functions(self) -> Iterator[Function]:
        """Yield the long functions whose docstring does not say why they are one thought."""
        for node in self.nodes:
            if not isinstance(node, _FUNCTIONS) or _length(node) <= LONGEST:
                continue
            docstring = ast.get_docstring(node)
            if docstring is None or REASON not in docstring:
                yield node


@cache
def parsed(path: Path) -> ast.Module:
    """Return a module as it is parsed, once for all tests of the layout."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def syntax_of(path: Path) -> Syntax:
    """Return the syntax of a module, walked once for all tests of the layout."""
    return Syntax.of(parsed(path))


def _hot_in(path: str) -> set[str]:
    return {function for module, function in HOT if module == path}


def _place(finding: tuple[ast.stmt | ast.expr, str]) -> tuple[int, int]:
    node, _ = finding
    return node.lineno, node.col_offset


def _is_bool(annotation: ast.expr | None) -> bool:
    """Tell whether an annotation is that of a truth value, which there may be or not."""
    match annotation:
        case ast.Name("bool") | ast.BinOp(ast.Name("bool"), ast.BitOr(), ast.Constant(None)):
            return True
    return False


def _is_display(node: ast.expr) -> bool:
    """Tell whether an expression writes several values side by side, be it on a condition."""
    if isinstance(node, ast.IfExp):
        return _is_display(node.body) or _is_display(node.orelse)
    return isinstance(node, ast.Tuple | ast.List)


def _parts(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple | ast.List) else []


def _last_name(node: ast.expr) -> str:
    """Return the name of a variable, or the last part of ``a.b.name``."""
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def _length(function: Function) -> int:
    """Return how many lines a function has, its docstring apart."""
    lines = (function.end_lineno or 0) - function.lineno + 1
    if ast.get_docstring(function) is None:
        return lines
    docstring = function.body[0]
    return lines - ((docstring.end_lineno or 0) - docstring.lineno + 1)
