"""Which values of a program in Python are whole trees, once all its statements have been read.

The others are parts of them. Where the tree itself cannot be known, the program is refused.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import chain
from typing import Any

from treeexplorer.formats.model import (
    NO_TREE_IN_PROGRAM,
    Assigned,
    Constructed,
    UnreadableError,
)
from treeexplorer.formats.number_tables import holds_number, members_of
from treeexplorer.formats.python_assignments import find_assignments
from treeexplorer.formats.python_parts import get_last_name
from treeexplorer.formats.python_paths import collect_variables
from treeexplorer.formats.python_program import PythonProgram
from treeexplorer.formats.python_refusals import (
    WRITE_TREE_INTO_PROGRAM,
    WRITE_TREE_OUT,
    make_order_error,
    mark_as_certain,
)
from treeexplorer.formats.python_variables import CONTAINERS, NO_VARIABLE, ProgramVariables
from treeexplorer.formats.searches import find_unknown_tree, is_called_tree
from treeexplorer.text import quoted


def has_tree(values: Sequence[Assigned]) -> bool:
    """Tell whether one of some values is a list, a record or a node."""
    return any(isinstance(each.value, CONTAINERS) for each in values)


def choose_whole_values(
    values: Sequence[Assigned], program: PythonProgram, variables: ProgramVariables
) -> list[Assigned]:
    """Choose the values that are known at the end, and are no parts of other ones.

    Args:
        values: The values that the program assigned, in its order.
        program: The program.
        variables: Its variables, after all statements.

    Raises:
        UnreadableError: There are none.
    """
    known_values = [each for each in values if not variables.is_unknown(each)]
    whole_values = [each for each in known_values if not variables.is_part_of_another(each)]
    whole_values = _keep_each_once(_replace_registries_by_roots(whole_values))
    if not whole_values:
        raise _make_no_value_error(program, variables, has_parts=bool(known_values))
    return whole_values


def _make_no_value_error(
    program: PythonProgram, variables: ProgramVariables, *, has_parts: bool
) -> UnreadableError:
    """Make the error that a program has no value that is a whole tree.

    A text with an assignment that cannot be taken, ``tree = [f(3)]``, is Python for certain,
    and no other syntax is to be tried. An expression alone, ``f(3)``, may be something else.

    What a function notes for itself, ``best = minimax(child)``, is no tree: of a program that
    assigns nothing else it is said that no tree is there.
    """
    problems = variables.problems
    may_be_tree = any(_may_be_meant_as_tree(name, program) for name in problems)
    if problems and not may_be_tree and not has_parts:
        return mark_as_certain(UnreadableError(NO_TREE_IN_PROGRAM, hint=WRITE_TREE_INTO_PROGRAM))
    if problems:
        # That of the tree says more than that of anything else.
        variable = min(problems, key=lambda name: not is_called_tree(name))
        problem = problems[variable]
        return problem if variable == NO_VARIABLE else mark_as_certain(problem)
    if has_parts:
        message = "each value of this Python is part of another one: none is the whole tree"
        return mark_as_certain(UnreadableError(message, hint=WRITE_TREE_OUT))
    message = "no value of this Python can be taken without running it"
    return UnreadableError(message, hint=WRITE_TREE_OUT)


def _may_be_meant_as_tree(name: str, program: PythonProgram) -> bool:
    """Tell whether a variable may be the tree of a program: it is called so, or stands outside.

    An expression without a variable may be, too, and what is a number outside may not.
    """
    if name == NO_VARIABLE or is_called_tree(name):
        return True
    assignments = chain.from_iterable(map(find_assignments, program.statements))
    return any(
        assignment.variable == name and not _is_number(assignment.expression)
        for assignment in assignments
    )


def _is_number(expression: ast.expr) -> bool:
    """Tell whether an expression is a number, ``3``, ``-3`` or ``float("inf")``, and no tree."""
    while isinstance(expression, ast.UnaryOp):
        expression = expression.operand
    match expression:
        case ast.Call(func=ast.Name(id="float" | "int"), args=[ast.Constant()]):
            return True
    return isinstance(expression, ast.Constant)


# -- lists and records of all nodes ----------------------------------------------------------------


def _replace_registries_by_roots(values: Sequence[Assigned]) -> list[Assigned]:
    """Return values with the roots alone in the place of lists and records of all nodes.

    After ``nodes = {"A": Node("A"), "B": Node("B", 3)}; nodes["A"].children = [nodes["B"]]`` the
    node B stands in the record, and below A: the record only holds the nodes, and A is the tree.
    Where the root has a variable of its own, a list of the other nodes is no value at all.
    """
    ids_below = _collect_ids_below_nodes(values)
    replaced: list[Assigned] = []
    for each in values:
        nodes = _list_nodes(each)
        # The same object, not an equal one: two leaves may have the same name and value.
        roots = [node for node in nodes if id(node) not in ids_below]
        is_registry = len(roots) < len(nodes)  # it has a node that stands below another, too
        if is_registry:
            replaced += [Assigned(root, each.variable) for root in roots]
        else:
            replaced.append(each)
    return replaced


def _keep_each_once(values: Sequence[Assigned]) -> list[Assigned]:
    """Keep each list, record and node once, of which several variables may hold the same."""
    ids: set[int] = set()
    kept: list[Assigned] = []
    for each in values:
        is_container = isinstance(each.value, CONTAINERS)
        if is_container and id(each.value) in ids:
            continue
        ids.add(id(each.value))
        kept.append(each)
    return kept


def _collect_ids_below_nodes(values: Sequence[Assigned]) -> set[int]:
    """Collect the ids of all lists, records and nodes that stand below a node, however deep."""
    ids: set[int] = set()
    pending = [part for each in values for node in _list_nodes(each) for part in members_of(node)]
    while pending:
        part = pending.pop()
        if isinstance(part, CONTAINERS) and id(part) not in ids:
            ids.add(id(part))
            pending += members_of(part)
    return ids


def _list_nodes(assigned: Assigned) -> Sequence[Any]:
    """List the nodes in a list or record that has nothing else; or the value itself."""
    value = assigned.value
    members = [] if isinstance(value, Constructed) else [*members_of(value)]
    are_nodes = all(isinstance(member, (Constructed, dict)) for member in members)
    return members if members and are_nodes else [value]


# -- programs that are refused ---------------------------------------------------------------------


def check_no_arms_choose(whole_values: Sequence[Assigned], program: PythonProgram) -> None:
    """Refuse a program in which a variable has one tree in an arm of an ``if``, and another below.

    The cases of a ``match`` are such arms, too, and so are a ``try`` and what it excepts.

    Args:
        whole_values: The values that may be trees.
        program: The program.

    Raises:
        UnreadableError: One has, and which of them is meant only a run can tell.
    """
    counts = Counter(
        assigned.variable
        for assigned in whole_values
        if assigned.variable and isinstance(assigned.value, CONTAINERS)
    )
    for part in program.parts:
        if not isinstance(part, ast.If | ast.Match | ast.Try):
            continue
        arms = _list_arms(part)
        arms_by_name = Counter(name for arm in arms for name in _find_assigned_names(arm))
        ambiguous = sorted(
            name for name, count in arms_by_name.items() if count > 1 and counts[name] > 1
        )
        if ambiguous:
            word = type(part).__name__.lower()
            message = f"{quoted(ambiguous[0])} is another tree in each arm of this `{word}`"
            error = UnreadableError(message, program.offset_of(part))
            raise mark_as_certain(error, hint="leave all but one of them out")


def _list_arms(choice: ast.If | ast.Match | ast.Try) -> list[list[ast.stmt]]:
    """List the statements of each arm of an ``if``, a ``match`` or a ``try``."""
    match choice:
        case ast.If(body=body, orelse=other):
            return [body, other]
        case ast.Match(cases=cases):
            return [case.body for case in cases]
        case ast.Try(body=body, handlers=handlers):
            return [body, *(handler.body for handler in handlers)]


def _find_assigned_names(statements: Sequence[ast.stmt]) -> set[str]:
    """Find the variables that statements assign to, also in blocks within them."""
    parts = [part for statement in statements for part in ast.walk(statement)]
    inner_statements = [part for part in parts if isinstance(part, ast.stmt)]
    assignments = chain.from_iterable(map(find_assignments, inner_statements))
    return {assignment.variable for assignment in assignments}


def check_order_of_parts(
    whole_values: Sequence[Assigned], program: PythonProgram, variables: ProgramVariables
) -> None:
    """Refuse a list with a tree that is assigned only below it: ``A = [B, C]; B = [3, 5]``.

    Args:
        whole_values: The values that may be trees.
        program: The program.
        variables: Its variables, with the problems of those that are not known.

    Raises:
        UnreadableError: There is one. Python stops there, and the trees are parts of one tree.
    """
    trees = {assigned.variable for assigned in whole_values}
    names_so_far: set[str] = set()
    for name, expression in chain.from_iterable(map(find_assignments, program.statements)):
        if name in variables.problems and isinstance(expression, (ast.List, ast.Tuple)):
            for part in collect_variables(expression):
                if part.id in trees and part.id not in names_so_far:
                    place = program.offset_of(part)
                    raise make_order_error(name, part.id, place)
        names_so_far.add(name)


def check_tree_is_known(
    whole_values: Sequence[Assigned],
    searched: Collection[str],
    program: PythonProgram,
    variables: ProgramVariables,
) -> None:
    """Refuse a program in which the value of the variable that holds the tree is not known.

    That variable is handed to a search, or called ``tree``. If one of these has a value, no
    error is raised. A ``game = Game()`` needs none whose class writes out what is in the tree.

    Args:
        whole_values: The values that may be trees.
        searched: The variables that are handed to searches.
        program: The program.
        variables: All variables, with the problems of those that are not known.

    Raises:
        UnreadableError: Why the value cannot be taken. The error is certain: no other syntax
            is to be tried.
    """
    known = {each.variable for each in whole_values if isinstance(each.value, CONTAINERS)}
    # A variable with a problem may have got another value later, and is known then.
    unknown = [name for name in variables.problems if name not in variables]
    if known:
        games = _find_objects_with_table(program)
        unknown = [name for name in unknown if name not in games]
    tree = find_unknown_tree(known, unknown, searched)
    if tree is not None:
        raise mark_as_certain(variables.problems[tree], hint=WRITE_TREE_OUT)


def _find_objects_with_table(program: PythonProgram) -> set[str]:
    """Find the variables to which nothing is assigned but objects of classes with a table.

    So is ``game`` in ``game = Game()`` below ``class Game: moves = {"A": ["B", "C"]}``.
    """
    objects: set[str] = set()
    others: set[str] = set()
    for variable, expression in chain.from_iterable(map(find_assignments, program.statements)):
        called = get_last_name(expression.func) if isinstance(expression, ast.Call) else ""
        if called in program.tables:
            objects.add(variable)
        else:
            others.add(variable)
    return objects - others


def check_facts_are_known(
    whole_values: Sequence[Assigned], searched: Collection[str], variables: ProgramVariables
) -> None:
    """Refuse a program that changes a variable in which the numbers of the tree may stand.

    The leaves of ``children = {"A": ["B", "C"]}`` may have theirs in ``values = {"B": 3}``.
    After ``values.update(read())`` these are not known.

    Args:
        whole_values: The values that may be trees.
        searched: The variables that are handed to searches.
        variables: All variables, with what was forgotten of them.

    Raises:
        UnreadableError: There is such a variable; the error says why its value is not known.
    """
    # A tree with its numbers needs no other variable: tree = [[3, 12], [2, 4]].
    for each in whole_values:
        is_tree = each.variable in searched or is_called_tree(each.variable)
        if is_tree and holds_number(each.value):
            return

    if variables.alteration is not None:
        raise variables.alteration
    for forgotten in variables.forgotten:
        name = forgotten.variable
        is_assigned_anew = name in variables
        is_queue_of_search = variables.is_queue(name)  # queue = [root]
        # visited = [], or stack = ["A"], which a search fills
        is_list_of_names = isinstance(forgotten.value, list) and all(
            isinstance(member, str) for member in forgotten.value
        )
        was_empty = not forgotten.value
        if is_assigned_anew or is_queue_of_search or is_list_of_names or was_empty:
            continue

        # Where a value was forgotten, the reason was noted for its variable.
        raise variables.problems[name]
