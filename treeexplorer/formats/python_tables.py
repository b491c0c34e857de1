"""Classes of programs in Python that write out a tree, or a part of one, under any name.

The games of AIMA have ``succs = dict(…)`` and ``utils = dict(…)`` in their classes, others
``self.moves = {…}`` where they make their objects. ``game = Game()`` is no node, then.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from treeexplorer.formats.words import CHILDREN, SIDES, meaning

_INIT: Final = "__init__"


def find_tables_of_classes(parts: Sequence[ast.AST]) -> dict[str, frozenset[str]]:
    r"""Find the names under which each class of a program writes out records, and lists of lists.

    >>> module = ast.parse("class Game:\n moves = {'A': ['B', 'C']}\n title = 'Game'")
    >>> find_tables_of_classes(list(ast.walk(module)))
    {'Game': frozenset({'moves'})}

    A class whose objects have children makes nodes, and what else it writes out is no tree.
    """
    tables: dict[str, frozenset[str]] = {}
    for definition in parts:
        if not isinstance(definition, ast.ClassDef):
            continue
        names = frozenset(_find_names_of_tables(definition))
        if names and not _has_children(definition, names):
            tables[definition.name] = names
    return tables


def _find_names_of_tables(definition: ast.ClassDef) -> Iterator[str]:
    """Find the names of what a class writes out in its body, and where it makes its objects."""
    statements = [*definition.body]
    for method in definition.body:
        if isinstance(method, ast.FunctionDef) and method.name == _INIT:
            statements += method.body
    for statement in statements:
        match statement:
            case ast.Assign(targets=[target], value=value) if _is_written_out(value):
                yield _get_name(target)
            case ast.AnnAssign(target=target, value=value) if _is_written_out(value):
                yield _get_name(target)


def _is_written_out(expression: ast.expr | None) -> bool:
    """Tell whether an expression is a record with keys, or a list of lists."""
    match expression:
        case ast.Dict(keys=[_, *_]):
            return True
        case ast.Call(func=ast.Name(id="dict"), keywords=[_, *_]):
            return True
        case ast.List(elts=[ast.List() | ast.Tuple(), *_]):
            return True
    return False


def _get_name(target: ast.expr) -> str:
    """Return the name of a variable or of an attribute, ``moves`` of ``self.moves``; else empty."""
    match target:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _has_children(definition: ast.ClassDef, names: frozenset[str]) -> bool:
    """Tell whether a class gives its objects children, ``self.children = []``, beside its tables.

    Args:
        definition: The class.
        names: The names of its tables, one of which may be ``moves``.
    """
    for node in ast.walk(definition):
        match node:
            case ast.Attribute(attr=name, ctx=ast.Store()) if name not in names:
                if meaning(name) in {CHILDREN, SIDES}:
                    return True
    return False
