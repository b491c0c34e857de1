"""Where an expression of a program in Python leads: ``tree[0]`` and ``root.left`` to a part."""

from __future__ import annotations

import ast
from typing import Any

from treeexplorer.formats.python_changes import NetworkxGraph, attribute_of, item_of
from treeexplorer.formats.python_variables import CONTAINERS, ProgramVariables
from treeexplorer.formats.searches import is_called_tree


def find_container(expression: ast.expr, variables: ProgramVariables) -> Any:
    """Find the list, record or node that an expression leads to; ``None`` for any other.

    ``tree``, ``tree["A"]`` and ``root.left.children`` lead to one if the variable holds it. The
    result is that object itself, so that it can be changed. A node gets a list of children, which
    may be empty, where its children are asked for.
    """
    # Of root.left.children first `children`, then `left`.
    steps_from_last: list[ast.Attribute | ast.Subscript] = []
    while isinstance(expression, ast.Attribute | ast.Subscript):
        steps_from_last.append(expression)
        expression = expression.value
    if not isinstance(expression, ast.Name):
        return None

    name = expression.id
    # self.root.left, in a class whose objects the program does not make
    if name == "self" and steps_from_last:
        first_step = steps_from_last.pop()
        if not isinstance(first_step, ast.Attribute) or not is_called_tree(first_step.attr):
            return None
        name = first_step.attr

    container = variables.lookup_container(name)
    for step in reversed(steps_from_last):
        part = _get_part(container, step)
        # A part of `None` is `None` again.
        container = part if isinstance(part, CONTAINERS) else None
    return container


def _get_part(container: Any, step: ast.Attribute | ast.Subscript) -> Any:
    """Return the attribute or the item of a container; ``None`` if none is known."""
    match step:
        # graph.nodes["A"]["value"] = 5
        case ast.Attribute(attr="nodes") if isinstance(container, NetworkxGraph):
            return container.node_records()
        case ast.Attribute(attr=name) if isinstance(container, dict):
            return container.get(name)
        case ast.Attribute(attr=name):
            return attribute_of(container, name)
        case ast.Subscript(slice=ast.Constant(value=key)):
            return item_of(container, key)
        # tree[-1], which Python parses as a sign before a number.
        case ast.Subscript(slice=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(key)))):
            return item_of(container, -key)
    return None


def collect_variables(expression: ast.AST) -> list[ast.Name]:
    """Collect the variables in an expression."""
    return [each for each in ast.walk(expression) if isinstance(each, ast.Name)]
