"""Assignments to the variables of a program in Python: ``tree = [b, c]``, ``a, b = tree``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from treeexplorer.formats.model import Assigned, Constructed, UnreadableError
from treeexplorer.formats.python_changes import is_changing
from treeexplorer.formats.python_constructors import MAKING_LISTS
from treeexplorer.formats.python_expressions import evaluate, evaluate_and_use
from treeexplorer.formats.python_parts import get_last_name
from treeexplorer.formats.python_paths import find_container
from treeexplorer.formats.python_program import PythonProgram
from treeexplorer.formats.python_variables import NO_VARIABLE, ProgramVariables
from treeexplorer.formats.searches import is_called_tree, makes_no_tree


class Assignment(NamedTuple):
    """A variable, and the expression for the value that it gets.

    Attributes:
        variable: The name of the variable; :data:`.NO_VARIABLE` for an expression that stands
            alone.
        expression: The expression.
    """

    variable: str
    expression: ast.expr


# -- what a statement assigns ----------------------------------------------------------------------


def find_assignments(statement: ast.stmt) -> Iterator[Assignment]:
    """Find the variables that a statement assigns to, each with the expression for its value.

    - ``tree = [3, 5]`` has one.
    - ``A, B = 3, 5`` assigns 3 to ``A`` and 5 to ``B``, and so does ``A, B = [3, 5]``.
    - ``A, *others = [3, 5, 2]`` assigns 3 to ``A``, and ``[5, 2]`` to ``others``.
    - ``left, right = tree`` assigns ``tree[0]`` to ``left`` and ``tree[1]`` to ``right``.
    - ``[3, 5]``, an expression that stands alone, is assigned to :data:`.NO_VARIABLE`.
    """
    if _assigns_to_unknown_object(statement):
        return

    match statement:
        # The two with several variables come before the one that takes any assignment.
        case ast.Assign(
            targets=[ast.Tuple(elts=targets) | ast.List(elts=targets), *_],
            value=ast.Tuple(elts=values) | ast.List(elts=values),
        ):
            yield from _find_assignments_of_members(targets, values)
        case ast.Assign(
            targets=[ast.Tuple(elts=targets) | ast.List(elts=targets), *_],
            value=ast.Name() as tree,
        ):
            for position, target in enumerate(targets):
                yield Assignment(get_last_name(target), _make_item_expression(tree, position))
        case ast.Assign(targets=[target, *_], value=value):
            yield Assignment(get_last_name(target), value)
        # tree: list = [3, 5]
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            yield Assignment(get_last_name(target), value)
        # rows[0].sort(reverse=True) makes nothing.
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=method))) if is_changing(method):
            return
        # A number or a text alone is no tree: it is a docstring.
        case ast.Expr(value=value) if not isinstance(value, ast.Constant):
            yield Assignment(NO_VARIABLE, value)


def _find_assignments_of_members(
    targets: Sequence[ast.expr], values: Sequence[ast.expr]
) -> Iterator[Assignment]:
    """Find what each of several variables gets of a list: ``A, *others = [3, 5, 2]``.

    Nothing is found if the list has too few or too many members.
    """
    places_of_stars = [
        place for place, target in enumerate(targets) if isinstance(target, ast.Starred)
    ]
    values_in_place: list[ast.expr] = [*values]
    for place in places_of_stars[:1]:
        stop = len(values) - (len(targets) - place - 1)
        rest = ast.List([*values[place:stop]], ast.Load())
        values_in_place[place:stop] = [ast.copy_location(rest, targets[place])]
    if len(targets) != len(values_in_place):
        return
    for target, value in zip(targets, values_in_place, strict=True):
        variable = target.value if isinstance(target, ast.Starred) else target
        yield Assignment(get_last_name(variable), value)


def _assigns_to_unknown_object(statement: ast.stmt) -> bool:
    """Tell whether a statement only assigns to a part of an object that is not known.

    In ``tree["A"] = [3, 5]`` it is ``tree``: if this were known, the statement would have changed
    it. In ``self.root = root`` within a class it is ``self``, and the value is a parameter.
    """
    match statement:
        case ast.Assign(targets=[ast.Subscript()]):
            return True
        case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"))], value=ast.Name()):
            return True
    return False


def _make_item_expression(tree: ast.Name, position: int) -> ast.Subscript:
    """Make the expression ``tree[0]`` as the parser would, at the place of ``tree`` in the text."""
    item = ast.Subscript(value=tree, slice=ast.Constant(position), ctx=ast.Load())
    return ast.copy_location(item, tree)


def find_names_of_one_value(statement: ast.stmt) -> list[str]:
    """Find the variables that a statement assigns one value to, ``root = node = Node("A")``.

    There are none if it assigns to a single variable, or a number or a text.
    """
    match statement:
        case ast.Assign(targets=[ast.Name(), ast.Name(), *_] as targets, value=value):
            if not isinstance(value, ast.Constant):
                return [each.id for each in targets if isinstance(each, ast.Name)]
    return []


# -- what an assignment does -----------------------------------------------------------------------


def assign(
    assignment: Assignment, program: PythonProgram, variables: ProgramVariables
) -> list[Assigned]:
    """Assign the value of an expression to a variable, and return it if it may be a tree.

    The variables in the expression become used: after ``tree = [b, c]`` neither ``b`` nor ``c`` is
    a tree of its own. In five cases nothing is returned:

    1. ``b = child``, a second name of a node that is below another one.
    2. ``queue = [root]``, the queue of a search. It uses nothing: ``root`` stays the tree.
    3. ``nodes = [a, b, c]`` of nodes that are joined already. It uses nothing, either.
    4. ``tree = f(3)``, whose value is not known.
    5. ``__all__ = ["minimax"]``, a name of Python itself.

    Args:
        assignment: The variable and the expression.
        program: The program in which they stand.
        variables: Its variables, of which that one gets the value, or is forgotten.
    """
    variable = assignment.variable
    expression = assignment.expression
    # 1.
    node = _find_node_below_another(assignment, program, variables)
    if node is not None:
        variables.assign_used(variable, node)
        return []

    # 2. But `tree = [root]` is a tree with one child.
    queued_tree = _find_only_tree_in_list(expression, variables)
    if queued_tree is not None and not is_called_tree(variable):
        _assign_queue(assignment, queued_tree, program, variables)
        return []

    # 3.
    joined_nodes = _find_joined_nodes(expression, program, variables)
    if joined_nodes is not None:
        variables.assign_beside(variable, joined_nodes)
        return []

    # 4. After tree = joined(a, b) neither `a` nor `b` is the whole tree.
    evaluated = evaluate_and_use(
        expression, program, variables, uses_without_value=not _calls_what_makes_no_tree(expression)
    )
    if evaluated.problem is not None:
        variables.forget(variable, evaluated.problem)
        return []

    # 5.
    is_of_python = variable.startswith("__")
    if is_of_python:
        return []

    variables.assign(variable, evaluated.value)
    return [Assigned(evaluated.value, variable)]


def _find_node_below_another(
    assignment: Assignment, program: PythonProgram, variables: ProgramVariables
) -> Constructed | None:
    """Find the node that gets a second name, ``b = child``; ``None`` in any other assignment.

    It is below another one, or will be: in ``node = root`` the variable ``node`` is assigned again,
    as in ``node = node.add("B")``.
    """
    if not isinstance(assignment.expression, ast.Name):
        return None
    first_name = assignment.expression.id
    value = variables.lookup(first_name)
    is_assigned_again = assignment.variable in program.names_assigned_again
    is_below_another = variables.is_used(first_name)
    if isinstance(value, Constructed) and (is_below_another or is_assigned_again):
        return value
    return None


def _find_only_tree_in_list(expression: ast.expr, variables: ProgramVariables) -> str | None:
    """Find the variable of the one tree that a list holds, as the queue of a search does.

    ``queue = [root]``, ``deque([root])`` and ``stack = [(root, 0)]`` hold ``root``: the list is
    no node above it. For any other expression the result is ``None``.
    """
    # deque([root]) holds what [root] holds.
    match expression:
        case ast.Call(func=function, args=[ast.List() as argument]):
            if get_last_name(function) not in MAKING_LISTS:
                return None
            expression = argument

    match expression:
        case ast.List(elts=[ast.Name(id=name)]):
            pass
        case ast.List(elts=[ast.Tuple(elts=[ast.Name(id=name), *_])]):
            pass
        case _:
            return None
    return None if variables.lookup_container(name) is None else name


def _assign_queue(
    assignment: Assignment, tree: str, program: PythonProgram, variables: ProgramVariables
) -> None:
    """Assign the queue of a search around the variable `tree`, which does not become used.

    Of ``stack = [(root, f(3))]`` it is only known that it is a queue, and not what it holds.
    """
    queue = evaluate(assignment.expression, program, variables)
    if queue.problem is None:
        variables.assign_queue(assignment.variable, queue.value, tree)
    else:
        variables.assign_unknown_queue(assignment.variable, tree)


def _find_joined_nodes(
    expression: ast.expr, program: PythonProgram, variables: ProgramVariables
) -> list[Any] | dict[Any, Any] | None:
    """Find the nodes of the variables in a list or record, if they are joined already.

    None of the variables becomes used. After ``a = Node("A", [b])`` and ``c = Node("C")``:

    ======================  ===================================================================
    ``[a, b]``              both nodes in a list, which is no tree: that would have b twice
    ``{"A": a, "B": b}``    both nodes by name
    ``[a, c]``              ``None``, since this is a tree: neither is below the other
    ``[a, Node(3)]``        ``None``, since there is more than variables in it
    ======================  ===================================================================

    Raises:
        UnreadableError: A key of the record is not known, or is a list.
    """
    match expression:
        case ast.List(elts=members) | ast.Tuple(elts=members):
            if _are_joined_nodes(members, variables):
                return [find_container(member, variables) for member in members]
        case ast.Dict(keys=keys, values=members):
            if _are_joined_nodes(members, variables):
                return {
                    _evaluate_key(key, program, variables): find_container(member, variables)
                    for key, member in zip(keys, members, strict=True)
                    if key is not None  # `**` has no key
                }
    return None


def _are_joined_nodes(members: Sequence[ast.expr], variables: ProgramVariables) -> bool:
    """Tell whether expressions are different variables with nodes, of which one is below another.

    After ``a = Node("A", [b])`` the members of ``[a, b]`` are.
    """
    names = {member.id for member in members if isinstance(member, ast.Name)}
    are_all_different_names = len(names) == len(members)
    are_nodes = all(isinstance(variables.lookup(name), Constructed) for name in names)
    is_one_below_another = len(names) > 1 and any(map(variables.is_used, names))
    return are_all_different_names and are_nodes and is_one_below_another


def _evaluate_key(key: ast.expr, program: PythonProgram, variables: ProgramVariables) -> Any:
    """Return the value of a key of a record.

    Raises:
        UnreadableError: It is not known, or is a list or record, which can be no key.
    """
    value = evaluate_and_use(key, program, variables).get_value()
    if isinstance(value, (list, tuple, dict)):
        raise UnreadableError("a key is a name here", program.offset_of(key))
    return value


def _calls_what_makes_no_tree(expression: ast.expr) -> bool:
    """Tell whether an expression calls a search, or what measures a tree.

    Neither uses its tree up: after ``best = minimax(tree)`` and ``n = len(tree)`` it is the tree.
    """
    return isinstance(expression, ast.Call) and makes_no_tree(get_last_name(expression.func))
