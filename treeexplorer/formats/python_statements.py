"""The statements of a program in Python, read one by one in the order in which Python runs them."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from treeexplorer.formats.model import Assigned, Constructed
from treeexplorer.formats.python_applied_changes import apply_change
from treeexplorer.formats.python_assignments import (
    assign,
    find_assignments,
    find_names_of_one_value,
)
from treeexplorer.formats.python_constructors import makes_node_with
from treeexplorer.formats.python_expressions import evaluate_and_use
from treeexplorer.formats.python_paths import collect_variables
from treeexplorer.formats.python_program import PythonProgram
from treeexplorer.formats.python_refusals import make_one_value_error
from treeexplorer.formats.python_unfollowed_changes import forget_unfollowed_values
from treeexplorer.formats.python_variables import NO_VARIABLE, ProgramVariables
from treeexplorer.formats.searches import is_called_tree


def read_statements(
    statements: Sequence[ast.stmt], program: PythonProgram, variables: ProgramVariables
) -> list[Assigned]:
    """Read statements in their order, and return the values that they assign.

    For example ``tree = [3]`` assigns a value, and ``tree.append(5)`` adds to this value. A
    literal that stands alone counts as a value, too. The statements within a loop or another
    block are not read.

    Args:
        statements: The statements.
        program: The program in which they stand.
        variables: Its variables, which each statement sees as those before it have left them.

    Raises:
        UnreadableError: A statement changes a tree in a way that cannot be told.
    """
    is_alone = len(statements) == 1
    values: list[Assigned] = []
    for statement in statements:
        values += read_statement(statement, program, variables, is_alone=is_alone)
    return values


def read_statement(
    statement: ast.stmt, program: PythonProgram, variables: ProgramVariables, *, is_alone: bool
) -> list[Assigned]:
    """Read one statement, and return the values that it assigns.

    Args:
        statement: The statement.
        program: The program in which it stands.
        variables: Its variables, which are changed as the statement does.
        is_alone: Whether no other statement is read with it. Of an expression that stands alone
            it is noted why it has no value.

    Raises:
        UnreadableError: The statement changes a tree in a way that cannot be told.
    """
    # game.root = a, where `game` is no node: `a` stays the tree.
    if _gives_root_to_object(statement, variables):
        return []

    # for i in range(3): level = [level, i], after which `level` is not known.
    forget_unfollowed_values(statement, program, variables)

    # tree.append(3), if `tree` is known.
    is_change = apply_change(statement, program, variables)
    if is_change:
        variables.note_followed(statement)
        return []

    # return Node("A", [b, c])
    returned = _find_returned_tree(statement, variables)
    if returned is not None:
        return evaluate_standalone(returned, program, variables)

    # root = node = Node("A")
    names_of_one_value = find_names_of_one_value(statement)
    if names_of_one_value:
        problem = make_one_value_error(program.offset_of(statement))
        for name in names_of_one_value:
            variables.forget(name, problem)
        return []

    # tree = [3, 5], or [3, 5] alone. Of other statements there are no assignments.
    values: list[Assigned] = []
    for assignment in find_assignments(statement):
        if assignment.variable == NO_VARIABLE:
            values += evaluate_standalone(
                assignment.expression, program, variables, notes_problem=is_alone
            )
        else:
            values += assign(assignment, program, variables)
    return values


def _gives_root_to_object(statement: ast.stmt, variables: ProgramVariables) -> bool:
    """Tell whether a statement gives the root of a tree to an object around it: ``game.root = a``.

    The object is none whose value is known, as that of a node is.
    """
    match statement:
        case ast.Assign(
            targets=[ast.Attribute(value=ast.Name(id=owner), attr=attribute)],
            value=ast.Name(id=root),
        ) if is_called_tree(attribute):
            is_object = owner not in variables and owner in variables.problems
            return is_object and variables.lookup_container(root) is not None
    return False


def evaluate_standalone(
    expression: ast.expr,
    program: PythonProgram,
    variables: ProgramVariables,
    *,
    notes_problem: bool = False,
) -> list[Assigned]:
    """Return the value of an expression that is assigned to no variable, if it has one.

    Args:
        expression: The expression.
        program: The program in which it stands.
        variables: Its variables, of which those in the expression become used.
        notes_problem: Whether it is noted why the expression has no value.
    """
    evaluated = evaluate_and_use(expression, program, variables)
    if evaluated.problem is None:
        return [Assigned(evaluated.value)]
    if notes_problem:
        variables.note_problem(NO_VARIABLE, evaluated.problem)
    return []


def _find_returned_tree(statement: ast.stmt, variables: ProgramVariables) -> ast.expr | None:
    """Find what a function returns, if it is a node or a list around what variables hold.

    In ``return Node("A", [b, c])`` and ``return [b, c]`` neither ``b`` nor ``c`` is a tree of
    its own. For any other statement ``None`` is returned.
    """
    match statement:
        case ast.Return(value=ast.Call() as call) if _makes_node_above_variables(call, variables):
            return call
        case ast.Return(value=ast.List(elts=[_, _, *_] as elements) as returned_list):
            if all(_holds_node(element, variables) for element in elements):
                return returned_list
    return None


def _makes_node_above_variables(call: ast.Call, variables: ProgramVariables) -> bool:
    """Tell whether a call makes a node whose children are held by variables.

    ``Node("A", [b, c])`` and ``Node("A", [b])`` do. With one variable the function must be
    called a node: ``Result(tree, 5)`` is no node above the tree.
    """
    keywords = {keyword.arg: keyword for keyword in call.keywords if keyword.arg is not None}
    if not makes_node_with(call.func, keywords):
        return False
    child_count = sum(_holds_node(each, variables) for each in collect_variables(call))
    is_called_node = "node" in ast.unparse(call.func).lower()
    return child_count > 1 or (child_count == 1 and is_called_node)


def _holds_node(expression: ast.expr, variables: ProgramVariables) -> bool:
    """Tell whether an expression is a variable that holds a list or a node, and no record."""
    if not isinstance(expression, ast.Name):
        return False
    return isinstance(variables.lookup(expression.id), (list, Constructed))
