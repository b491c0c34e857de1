"""The parts of a program in Python: how they are listed, found, replaced and made.

A part is a node of the syntax tree that the module ``ast`` makes. Nothing here knows of trees of a
game; what reads or rewrites a program builds on it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

SIMPLE_STATEMENTS: Final = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)
"""The statements whose parts run once where they stand."""
_RUNS_PERHAPS: Final = (
    ast.Lambda,
    ast.IfExp,
    ast.BoolOp,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)
"""The expressions whose parts may run never, or several times."""
_ASKED_BY_NOBODY: Final = (ast.Constant, ast.expr_context)


def list_parts(module: ast.Module) -> Sequence[ast.AST]:
    """List the parts of a program, those further out first, without constants.

    A tree that is written out is mostly numbers. So a large program is gone through once, and
    whoever looks for something asks the list.

    >>> [type(part).__name__ for part in list_parts(ast.parse("tree = [3, [5, 2]]"))]
    ['Module', 'Assign', 'Name', 'List', 'List']
    """
    return [part for part in ast.walk(module) if not isinstance(part, _ASKED_BY_NOBODY)]


def walk_what_runs(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield the parts of a statement that run once where it stands: none of a loop or function.

    What is evaluated first comes last.

    >>> parts = walk_what_runs(ast.parse("print(build(), a and b)").body[0])
    >>> [part.id for part in parts if isinstance(part, ast.Name)]
    ['build', 'print']
    """
    pending: list[ast.AST] = []
    if isinstance(statement, SIMPLE_STATEMENTS):
        pending.append(statement)
    while pending:
        node = pending.pop()
        if not isinstance(node, _RUNS_PERHAPS):
            yield node
            pending += ast.iter_child_nodes(node)


def get_last_name(expression: ast.expr) -> str:
    """Return the name that an expression is or ends with; empty for any other expression.

    >>> get_last_name(ast.parse("trees.Node", mode="eval").body)
    'Node'
    """
    match expression:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def find_names(part: ast.AST) -> Iterator[str]:
    """Find all names in a part of a program, as often as they occur; parameters are names, too."""
    for node in ast.walk(part):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name):
                yield name


def find_assigned_names(statements: Iterable[ast.stmt]) -> Iterator[str]:
    """Find the names that are assigned to in statements: the variables of their function."""
    for statement in statements:
        for node in ast.walk(statement):
            match node:
                case ast.Name(id=name, ctx=ast.Store()):
                    yield name
            yield from find_captured_names(node)


def find_captured_names(part: ast.AST) -> Iterator[str]:
    """Find the name that a pattern of ``match`` gives a value, if it is such a pattern.

    Of the patterns in ``case [first, *others]:`` one gives ``first`` a value, and one ``others``.
    """
    match part:
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
        case ast.MatchMapping(rest=str(name)):
            yield name


def is_docstring(statement: ast.stmt) -> bool:
    """Tell whether a statement is a text alone, which does nothing."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def replace_parts(part: ast.AST, replacement_by_id: Mapping[int, ast.AST]) -> None:
    """Put other parts in the place of some parts of a syntax tree, each given by its ``id``."""
    for node in ast.walk(part):
        for field, value in ast.iter_fields(node):
            if id(value) in replacement_by_id:
                setattr(node, field, replacement_by_id[id(value)])
            elif isinstance(value, list):
                value[:] = [replacement_by_id.get(id(item), item) for item in value]


def replace_child(parent: ast.AST, old: ast.AST, new: ast.AST) -> None:
    """Put another part in the place of a child of a part of a syntax tree.

    >>> call = ast.parse("print(a, b)", mode="eval").body
    >>> replace_child(call, call.args[0], ast.Name("c"))
    >>> ast.unparse(call)
    'print(c, b)'
    """
    for field, value in ast.iter_fields(parent):
        if value is old:
            setattr(parent, field, new)
        elif isinstance(value, list):
            for index, item in enumerate(value):
                if item is old:
                    value[index] = new


def make_assignment(variable: str, value: ast.expr, place: ast.expr | ast.stmt) -> ast.Assign:
    """Make the statement that assigns a value to a variable, at the place of another part.

    What the value is made of keeps its places where it has them.
    """
    assignment = ast.Assign([ast.Name(variable, ast.Store())], value)
    place_part(assignment, place)
    return assignment


def place_part(part: ast.expr | ast.stmt, place: ast.expr | ast.stmt) -> None:
    """Place a new part of a program, and all in it that has no place, where another one is."""
    ast.copy_location(part, place)
    for node in ast.walk(part):
        if isinstance(node, ast.expr) and not hasattr(node, "lineno"):
            ast.copy_location(node, place)
