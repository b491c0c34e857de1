"""What a program in Python assigns to or deletes so that only running it would tell the result.

The value of such a variable is forgotten. What may change a list, a record or a node otherwise is
looked for at the end, in the whole program (:mod:`python_possible_changes`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain
from typing import Final

from treeexplorer.formats.model import UnreadableError
from treeexplorer.formats.python_assignments import find_assignments
from treeexplorer.formats.python_changes import root_of
from treeexplorer.formats.python_expressions import evaluate
from treeexplorer.formats.python_parts import find_names
from treeexplorer.formats.python_program import PythonProgram
from treeexplorer.formats.python_refusals import (
    WRITE_TREE_OUT,
    make_change_error,
    make_no_literal_error,
    mark_as_certain,
)
from treeexplorer.formats.python_variables import ProgramVariables
from treeexplorer.formats.searches import is_called_tree
from treeexplorer.text import quoted, shorten

_LONGEST_SHOWN: Final = 40  # characters, of what is shown of a program
_BLOCKS: Final = (ast.For, ast.While, ast.If, ast.With, ast.Try, ast.Match)
"""The statements whose own statements may be run any number of times, or never."""


def forget_unfollowed_values(
    statement: ast.stmt, program: PythonProgram, variables: ProgramVariables
) -> None:
    """Forget the values of variables that get others, if only running a statement would tell which.

    ========================================  ===================================================
    ``del tree``                              the variable holds nothing from here on
    ``for i in range(2): tree = [tree, 3]``   a block may be run any number of times
    ``v += 4``; ``x, y = y, x``               the numbers of variables are not followed
    ========================================  ===================================================

    Args:
        statement: The statement.
        program: The program in which it stands.
        variables: Its variables.

    Raises:
        UnreadableError: The variable is called as a tree is, and gets several values.
    """
    if isinstance(statement, ast.Delete):
        for target in statement.targets:
            _forget_deleted(target, program, variables)
    if isinstance(statement, _BLOCKS) and program.is_outside_functions(statement):
        _forget_assignments_within(statement, program, variables)
    for name in _find_variables_computed_anew(statement):
        variables.forget_number(name)


def _forget_deleted(target: ast.expr, program: PythonProgram, variables: ProgramVariables) -> None:
    """Forget the variable that is deleted: ``del tree``. What it held may be a part of another."""
    if isinstance(target, ast.Name) and variables.lookup_container(target.id) is not None:
        _forget_changed_variable(target.id, program.offset_of(target), variables)


def _forget_assignments_within(
    block: ast.stmt, program: PythonProgram, variables: ProgramVariables
) -> None:
    """Forget what variables hold to which a block assigns something.

    The variable of the tree is to keep its value:

    ========================================  =====================================================
    ``for i in range(2): tree = [tree, 3]``   an error: how often that is done is not known
    ``if hard: tree = [[1, 2], [3, 4]]``      an error: it is not known which is the tree
    ``if name: tree = load(name)``            the tree that is known stays, and this is left out
    ``while tree: tree = tree.left``          the tree stays known, and not where this ends
    ========================================  =====================================================

    Raises:
        UnreadableError: It does, or may do so.
    """
    statements = [part for part in ast.walk(block) if isinstance(part, ast.stmt)]
    for name, expression in chain.from_iterable(map(find_assignments, statements)):
        base = root_of(expression)
        is_below = isinstance(base, ast.Name) and base.id == name and base is not expression
        if not variables.lookup_container(name):
            continue
        if is_below or not is_called_tree(name):
            variables.lose(name)
            continue
        place = program.offset_of(expression)
        if isinstance(block, ast.For | ast.While):
            message = f"{quoted(name)} gets other values in this loop, and nothing of a file is run"
            raise mark_as_certain(UnreadableError(message, place, WRITE_TREE_OUT))
        if evaluate(expression, program, variables).problem is None:
            message = f"{quoted(name)} is another tree in this `{type(block).__name__.lower()}`"
            hint = "leave all but one of them out"
            raise mark_as_certain(UnreadableError(message, place, hint))
        source = shorten(f"{name} = {ast.unparse(expression)}", _LONGEST_SHOWN)
        variables.note_problem(source, make_no_literal_error(expression, place))


def _find_variables_computed_anew(statement: ast.stmt) -> Iterator[str]:
    """Find the variables whose values a statement computes from their old ones.

    So are ``v`` in ``v += 4``, and ``x`` and ``y`` in ``x, y = y, x``.
    """
    match statement:
        case ast.AugAssign(target=ast.Name(id=name)):
            yield name
        case ast.Assign(targets=[ast.Tuple() as names], value=ast.Tuple() as values):
            if not set(find_names(names)).isdisjoint(find_names(values)):
                yield from find_names(names)


def forget_base_variable(
    expression: ast.expr,
    changed: ast.expr | ast.stmt,
    program: PythonProgram,
    variables: ProgramVariables,
) -> None:
    """Forget the value of the variable that an expression begins with: ``a`` of ``a[0].b``.

    Args:
        expression: The expression.
        changed: The expression or statement that the refusal points at.
        program: The program in which they stand.
        variables: Its variables.

    Raises:
        UnreadableError: There is no variable, or its value is a part of another one.
    """
    variable = root_of(expression)
    if not isinstance(variable, ast.Name):
        raise make_change_error(program.offset_of(changed))
    _forget_changed_variable(variable.id, program.offset_of(changed), variables)


def _forget_changed_variable(name: str, place: int, variables: ProgramVariables) -> None:
    """Forget the value of a variable that is changed at an offset of the program.

    Raises:
        UnreadableError: It is a part of another value, which is changed with it.
    """
    container = variables.lookup_container(name)
    is_part = variables.is_used(name) or variables.is_part(container)
    if is_part or variables.is_held_elsewhere(container, name):
        raise make_change_error(place)
    variables.forget_changed(name, make_change_error(place, name))
