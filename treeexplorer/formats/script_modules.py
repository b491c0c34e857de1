"""Checks a program of JavaScript that is told in Python, once it is read to its end.

Only then it is known which names are its own, which variables hold a record all the time, and of
which functions nobody has asked what they are for.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from treeexplorer.formats.model import UnreadableError
from treeexplorer.formats.python_changes import find_changed_expressions
from treeexplorer.formats.script_parts import SELF, ArrowFunction
from treeexplorer.formats.words import player_named
from treeexplorer.text import quoted

_KNOWN_NAMES: Final = frozenset({"inf", "nan", "infinity", SELF, "super"})
"""The names that no program need declare."""
_METHODS_OF_RECORDS: Final = frozenset({"items", "keys", "values"})


def finish_module(statements: Sequence[ast.stmt]) -> ast.Module:
    """Make the program of Python that some statements are, after a check of what it uses.

    Functions without a name become lambdas, and entries of records are found by their keys:
    ``nodes.A`` becomes ``nodes["A"]``.

    Raises:
        UnreadableError: A name is declared nowhere, or a function that is handed to what is not
            known may change something.
    """
    module = ast.Module([*statements], [])
    parts = _sort_parts(module)
    _check_names_are_known(parts)
    check_functions_change_nothing(parts.functions)

    records = _find_records(module, parts.assignment_counts)
    if parts.functions or records:
        _rewrite_parts(module, lambda part: _finish_part(part, records))
    # Number.MAX_VALUE is a number of JavaScript's own: it is no text, as the name of a state is.
    module.body[:0] = _import_names(sorted(parts.owners - parts.defined_names - _KNOWN_NAMES))
    return ast.fix_missing_locations(module)


def _import_names(names: Sequence[str]) -> list[ast.stmt]:
    """Make the statement that imports some names, ``import Number``; none for no names."""
    return [ast.Import([ast.alias(name) for name in names])] if names else []


@dataclass(frozen=True)
class _SortedParts:
    """The parts of a program of which something is asked, found in one walk.

    Attributes:
        functions: The functions without a name of which nobody has asked what they are for.
        defined_names: Its variables, parameters, functions and classes.
        values: The names that stand as values. Functions that are called may stand elsewhere.
        owners: The names that are asked for an attribute.
        assignment_counts: How often it assigns to each variable.
    """

    functions: Sequence[ArrowFunction]
    defined_names: AbstractSet[str]
    values: AbstractSet[str]
    owners: AbstractSet[str]
    assignment_counts: Mapping[str, int]


def _sort_parts(module: ast.Module) -> _SortedParts:
    """Sort the parts of a program: its functions, the names it defines, those that are values.

    In ``const tree = node(left, Math.max)`` the name ``tree`` is defined, and ``left`` stands as a
    value; ``node`` is called, and ``Math`` is asked for an attribute.
    """
    functions: list[ArrowFunction] = []
    defined_names: set[str] = set()
    values: set[str] = set()
    assignment_counts: Counter[str] = Counter()
    owners: set[str] = set()
    called_or_asked: set[ast.Name] = set()
    # A call comes before the name that it calls, since `walk` goes from the outside inwards.
    for part in ast.walk(module):
        match part:
            case ArrowFunction():
                functions.append(part)
            case ast.Call(func=ast.Name() as function):
                called_or_asked.add(function)
            case ast.Attribute(value=ast.Name() as owner):
                called_or_asked.add(owner)
                owners.add(owner.id)
            case ast.Name(id=name, ctx=ast.Store()):
                defined_names.add(name)
                assignment_counts[name] += 1
            case ast.Name(id=name):
                if part not in called_or_asked:
                    values.add(name)
            case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                defined_names.add(name)
    return _SortedParts(functions, defined_names, values, owners, assignment_counts)


def _check_names_are_known(parts: _SortedParts) -> None:
    """Check that what a program has in its values is its own; Python would take it for a text.

    Raises:
        UnreadableError: A name is declared nowhere, and names no player.
    """
    known_names = _KNOWN_NAMES.union(parts.defined_names)
    for name in parts.values:
        is_known = name in known_names or name.lower() in known_names
        if not is_known and player_named(name) is None:
            raise UnreadableError(f"{quoted(name)} is declared nowhere")


def check_functions_change_nothing(parts: Iterable[ast.AST]) -> None:
    """Check that the functions without a name among some parts only return a value.

    Raises:
        UnreadableError: One may change something: ``setTimeout(() => root.children.push(b))``.
    """
    for part in parts:
        if not isinstance(part, ArrowFunction):
            continue
        for statement in part.statements:
            changed = [
                each for node in ast.walk(statement) for each in find_changed_expressions(node)
            ]
            if changed or not isinstance(statement, ast.Return):
                raise UnreadableError("this cannot be followed")


def _find_records(module: ast.Module, assignment_counts: Mapping[str, int]) -> set[str]:
    """Find the variables that hold a record all the time, since they are assigned to once."""
    records: set[str] = set()
    for statement in module.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict()):
                if assignment_counts[name] == 1:
                    records.add(name)
    return records


def _rewrite_parts(module: ast.Module, rewrite: Callable[[ast.AST], ast.AST]) -> None:
    """Put what a function makes of each part in its place, from outside to inside."""
    pending: list[ast.AST] = [module]
    while pending:
        part = pending.pop()
        for field, value in ast.iter_fields(part):
            if isinstance(value, ast.AST):
                rewritten = rewrite(value)
                setattr(part, field, rewritten)
                pending.append(rewritten)
            elif isinstance(value, list) and value and isinstance(value[0], ast.AST):
                value[:] = map(rewrite, value)
                pending += value


def _finish_part(part: ast.AST, records: Collection[str]) -> ast.AST:
    """Make a lambda of a function without a name, and ``nodes["A"]`` of the entry ``nodes.A``."""
    match part:
        case ArrowFunction():
            return part.to_lambda()
        case ast.Attribute(value=ast.Name(id=name) as record, attr=key, ctx=context):
            if name in records and key not in _METHODS_OF_RECORDS:
                constant = ast.copy_location(ast.Constant(key), part)
                return ast.copy_location(ast.Subscript(record, constant, context), part)
    return part
