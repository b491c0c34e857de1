"""A program in Python as it is written: its text, its parts, and what its definitions say of names.

All of that is found once, before any statement is read, and never changes.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from treeexplorer.formats.python_calls import find_returned_expressions
from treeexplorer.formats.python_changes import find_changed_expressions
from treeexplorer.formats.python_classes import (
    find_classes_of_links,
    find_classes_with_root,
    find_default_values,
    find_parameters_of_classes,
)
from treeexplorer.formats.python_makers import (
    find_altering_makers,
    find_altering_methods,
    find_copying_makers,
)
from treeexplorer.formats.python_parts import find_captured_names, list_parts
from treeexplorer.formats.python_scopes import Scopes
from treeexplorer.formats.python_tables import find_tables_of_classes
from treeexplorer.formats.words import CHILDREN, meaning
from treeexplorer.notation.problems import SourceText


@dataclass(frozen=True)
class PythonProgram:
    """A program in Python, which is looked at and never run.

    Attributes:
        source: The text of the program, with the offsets of its lines.
        statements: Its statements outside functions, which run once and in this order.
        parts: All parts of its syntax tree but constants, those further out first.
        bound_names: Its variables and parameters, and what it imports. Classes and functions are
            not among them.
        names_assigned_again: The variables that several statements assign to.
        parameters: The parameters of its classes, and of the functions that make nodes, by name.
        default_values: The value of a node whose class is given none, by the name of the class.
        returned: The list, record or node that a function returns which does nothing else.
        classes_with_root: The classes whose objects hold a tree in ``self.root``.
        tables: By class the names under which it writes out a tree, or a part of one.
        classes_of_links: The classes in which ``b.parent = a`` adds nothing to ``a.children``.
        altering_makers: The classes and functions that make something else of what they are given,
            such as ``-value`` of ``value``, each with the place where it does.
        copying_makers: The classes and functions that keep a copy of a list they are given.
        altering_methods: The methods that do more to a node than to add at the end.
        adds_children: Whether it adds to children by name somewhere: ``a.children.append(b)``.
    """

    source: SourceText
    statements: Sequence[ast.stmt]
    parts: Sequence[ast.AST]
    bound_names: Collection[str]
    names_assigned_again: Collection[str]
    parameters: Mapping[str, Sequence[str]]
    default_values: Mapping[str, int]
    returned: Mapping[str, ast.expr]
    classes_with_root: Collection[str]
    tables: Mapping[str, frozenset[str]]
    classes_of_links: Collection[str]
    altering_makers: Mapping[str, ast.expr | ast.stmt]
    copying_makers: Collection[str]
    altering_methods: Collection[str]
    adds_children: bool

    @property
    def text(self) -> str:
        """The text of the program."""
        return self.source.text

    def offset_of(self, part: ast.expr | ast.stmt) -> int:
        """Return the offset of an expression or statement in the text.

        ``ast`` counts columns in bytes: in ``é = [3]`` the list has column 5, and offset 4.
        """
        start_of_line = self.source.line_starts[part.lineno - 1]
        before = self.text[start_of_line : start_of_line + part.col_offset]
        if before.isascii():
            return start_of_line + part.col_offset
        bytes_before = before.encode()[: part.col_offset]
        return start_of_line + len(bytes_before.decode(errors="ignore"))

    @cached_property
    def _ids_outside(self) -> frozenset[int]:
        """The ids of the statements outside functions."""
        return frozenset(map(id, self.statements))

    @cached_property
    def scopes(self) -> Scopes:
        """Its functions and classes, and what names mean in them."""
        return Scopes(self.parts[0])

    def is_outside_functions(self, statement: ast.stmt) -> bool:
        """Tell whether a statement stands outside functions and blocks, so that it runs once."""
        # By identity, since equal statements may stand in several places.
        return id(statement) in self._ids_outside

    def has_links_to_parents(self, class_name: str) -> bool:
        """Tell whether the parent of a node of a class adds nothing to the parent's children.

        So it is where the program adds children for themselves, ``a.children.append(b)``: then
        ``b.parent = a`` is only the way back. A class of a package such as anytree does both.
        """
        if class_name in self.classes_of_links:
            return True
        imports_package_of_trees = "tree import" in self.text  # from anytree import Node
        is_defined_elsewhere = class_name not in self.parameters and not imports_package_of_trees
        return is_defined_elsewhere and self.adds_children


def analyse_program(text: str, module: ast.Module) -> PythonProgram:
    r"""Find what the parts of a program say of its names.

    >>> program = "class Node:\n def __init__(self, value): self.value = value\na = Node(3)"
    >>> analyse_program(program, ast.parse(program)).parameters
    {'Node': ['value']}

    Args:
        text: The program.
        module: Its syntax tree, with one step a statement.
    """
    parts = list_parts(module)
    return PythonProgram(
        source=SourceText(text),
        statements=module.body,
        parts=parts,
        bound_names=_collect_bound_names(parts),
        names_assigned_again=_find_names_assigned_again(parts),
        parameters=find_parameters_of_classes(parts),
        default_values=find_default_values(parts),
        returned=find_returned_expressions(module),
        classes_with_root=frozenset(find_classes_with_root(parts)),
        tables=find_tables_of_classes(parts),
        classes_of_links=frozenset(find_classes_of_links(parts)),
        altering_makers=find_altering_makers(parts),
        copying_makers=find_copying_makers(parts),
        altering_methods=find_altering_methods(parts),
        adds_children=any(map(_adds_to_children, parts)),
    )


def _collect_bound_names(parts: Sequence[ast.AST]) -> frozenset[str]:
    """Collect the names of all variables and parameters of a program, and of what it imports.

    Of ``import networkx as nx`` that is ``nx``, of ``def f(node)`` it is ``node``, of
    ``case [a, b]:`` they are ``a`` and ``b``. Functions and classes are not among them.
    """
    names: set[str] = set()
    for part in parts:
        match part:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                names.add(name)
            case ast.alias(name=name, asname=None):
                names.add(name)
            case ast.alias(asname=str(other_name)):
                names.add(other_name)
        names.update(find_captured_names(part))
    return frozenset(names)


def _find_names_assigned_again(parts: Sequence[ast.AST]) -> frozenset[str]:
    """Find the variables that several statements of a program assign to."""
    counts = Counter(
        part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    )
    return frozenset(name for name, count in counts.items() if count > 1)


def _adds_to_children(part: ast.AST) -> bool:
    """Tell whether a statement puts something below a node: ``root.children.append(b)``."""
    return any(
        isinstance(changed, ast.Attribute) and meaning(changed.attr) == CHILDREN
        for changed in find_changed_expressions(part)
    )
