"""Which variable of a program in Python a name stands for, in the function where it stands."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from treeexplorer.formats.python_parts import find_captured_names

_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_SCOPES: Final = (*_FUNCTIONS, ast.ClassDef)


class Variable(NamedTuple):
    """A variable: its name, and the function whose own it is, ``None`` for one outside of all.

    An attribute has a dot before its name: all objects are taken to share it.
    """

    name: str
    function: ast.AST | None = None


def make_attribute(name: str) -> Variable:
    """Make the variable that stands for the attributes of a name, of all objects: ``self.root``."""
    return Variable(f".{name}")


class Scopes:
    """The functions and classes of a program, and what each part of it means by a name."""

    def __init__(self, module: ast.AST) -> None:
        """Look through the whole program once."""
        # By the id of a part: the function or class in which it stands.
        self._scope_by_id: dict[int, ast.AST | None] = {}
        # By a function or class: the one around it.
        self._outer: dict[ast.AST, ast.AST | None] = {}
        # By a function or class: the names that it gives to values of its own.
        self._own_names: defaultdict[ast.AST | None, set[str]] = defaultdict(set)
        # By a function: the names of variables of the functions around it that it assigns to.
        self._outside_names: defaultdict[ast.AST | None, set[str]] = defaultdict(set)
        # By a function: the names that are those of the module in it, whatever stands between.
        self._global_names: defaultdict[ast.AST | None, set[str]] = defaultdict(set)

        pending: list[tuple[ast.AST, ast.AST | None]] = [(module, None)]
        while pending:
            part, scope = pending.pop()
            self._note(part, scope)
            if isinstance(part, _SCOPES):
                self._outer[part] = scope
                pending += _list_parts_with_scopes(part, scope)
            else:
                pending += ((child, scope) for child in ast.iter_child_nodes(part))

    def _note(self, part: ast.AST, scope: ast.AST | None) -> None:
        """Note where a part stands, and the names that get values there."""
        self._scope_by_id[id(part)] = scope
        own_names = self._own_names[scope]
        match part:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                own_names.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                own_names.add(name)
            case ast.ClassDef(name=name):
                own_names.add(name)
            case ast.Global(names=names):
                self._global_names[scope].update(names)
            case ast.Nonlocal(names=names):
                self._outside_names[scope].update(names)
        own_names.update(find_captured_names(part))

    def function_of(self, part: ast.AST) -> ast.AST | None:
        """Return the function or class in which a part stands; ``None`` outside of all."""
        return self._scope_by_id.get(id(part))

    def functions_around(self, part: ast.AST) -> Iterator[ast.AST]:
        """Yield the functions and classes around a part, from the innermost outwards."""
        scope = self.function_of(part)
        while scope is not None:
            yield scope
            scope = self._outer[scope]

    def variable_of(self, name: str, part: ast.AST) -> Variable:
        """Return the variable that a name stands for where a part of the program stands.

        A name of a class, ``class Game: tree = […]``, is an attribute.
        """
        scope = self.function_of(part)
        is_innermost = True
        while scope is not None:
            is_class = isinstance(scope, ast.ClassDef)
            counts_here = is_innermost or not is_class  # names of a class are not those of methods
            if counts_here and name in self._global_names[scope]:
                return Variable(name)
            is_own = name in self._own_names[scope] and name not in self._outside_names[scope]
            if is_own and counts_here:
                return make_attribute(name) if is_class else Variable(name, scope)
            scope = self._outer[scope]
            is_innermost = False
        return Variable(name)

    def variables_named(self, name: str) -> Iterator[Variable]:
        """Return the variables of a name in the whole program that are assigned to somewhere."""
        for scope, names in self._own_names.items():
            if name in names and not isinstance(scope, ast.ClassDef):
                yield Variable(name, scope)
        yield make_attribute(name)


def _list_parts_with_scopes(
    definition: ast.AST, scope: ast.AST | None
) -> list[tuple[ast.AST, ast.AST | None]]:
    """List the parts of a function or class, each with the scope in which it is evaluated.

    Decorators and the bases of a class stand outside of it, and so do the defaults of parameters.
    """
    outside: list[ast.AST] = []
    match definition:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
            arguments = definition.args
            outside += [*arguments.defaults, *(each for each in arguments.kw_defaults if each)]
        case ast.ClassDef():
            outside += definition.bases
    outside += getattr(definition, "decorator_list", [])
    ids_outside = {id(each) for each in outside}

    parts: list[ast.AST] = []
    for child in ast.iter_child_nodes(definition):
        parts += ast.iter_child_nodes(child) if isinstance(child, ast.arguments) else [child]
    inside = [(part, definition) for part in parts if id(part) not in ids_outside]
    return [*inside, *((part, scope) for part in outside)]
